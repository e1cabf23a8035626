//! What a rulebook offers: its games, and the options of each. Options are chosen by name and value, and checked here.

use crate::fault::DataError;
use serde::Serialize;

/// An option of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OptionInfo {
    /// Name.
    pub name: &'static str,
    /// What it can be.
    pub values: &'static [&'static str],
    /// What it is if nothing is said.
    pub default: &'static str,
    /// The case that offers it.
    pub case: &'static str,
    /// In words.
    pub summary: &'static str,
}

impl OptionInfo {
    /// An option that is `off` or `on`.
    #[must_use]
    pub const fn switch(name: &'static str, default: &'static str, case: &'static str, summary: &'static str) -> Self {
        Self { name, values: &["off", "on"], default, case, summary }
    }
}

/// A game of a rulebook. `S` is how the rulebook tells its games apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameInfo<S: 'static> {
    /// Which of the rulebook's games it is.
    pub setting: S,
    /// Identifier.
    pub id: &'static str,
    /// Title.
    pub title: &'static str,
    /// Year of the battle.
    pub year: u16,
    /// In words.
    pub summary: &'static str,
    /// Options.
    pub options: &'static [OptionInfo],
}

/// A game by its identifier.
///
/// # Errors
/// When there is none; says which there are.
pub fn find_game<S>(games: &'static [GameInfo<S>], id: &str) -> Result<&'static GameInfo<S>, DataError> {
    games.iter().find(|game| game.id == id).ok_or_else(|| {
        let known: Vec<_> = games.iter().map(|game| game.id).collect();
        DataError::new("game", id, format!("not known; there is {}", known.join(", ")))
    })
}

impl<S> GameInfo<S> {
    /// The options that were chosen, each of them offered, in the order given. `set` puts one down, and says whether it knows it.
    ///
    /// # Errors
    /// An unknown name or value.
    pub fn choose(&self, given: &[(String, String)], mut set: impl FnMut(&'static str, &str) -> bool) -> Result<(), DataError> {
        for (name, value) in given {
            let fault = |why: String| DataError::new("option", name, why);
            let option = self.options.iter().find(|o| o.name == name).ok_or_else(|| {
                let known: Vec<_> = self.options.iter().map(|o| o.name).collect();
                fault(format!("{} has no such option; there is {}", self.id, known.join(", ")))
            })?;
            if !option.values.contains(&value.as_str()) {
                return Err(fault(format!("{value:?} is not one of {}", option.values.join(", "))));
            }
            if !set(option.name, value) {
                return Err(fault("is offered but not known".to_owned()));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &[GameInfo<u8>] = &[GameInfo {
        setting: 7,
        id: "matches",
        title: "Matches",
        year: 1900,
        summary: "a heap of matches",
        options: &[
            OptionInfo::switch("wet", "off", "1.0", "they do not burn"),
            OptionInfo::switch("odd", "on", "2.0", "unknown"),
        ],
    }];

    #[test]
    fn only_what_is_offered_can_be_chosen() {
        let game = find_game(GAMES, "matches").unwrap();
        let chosen = |given: &[(&str, &str)]| {
            let given: Vec<_> = given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            let mut wet = false;
            let set = |name: &'static str, value: &str| {
                wet = value == "on";
                name == "wet"
            };
            game.choose(&given, set).map(|()| wet).map_err(|why| why.to_string())
        };
        assert_eq!((chosen(&[]), chosen(&[("wet", "on")])), (Ok(false), Ok(true)));
        assert_eq!(chosen(&[("wet", "on"), ("wet", "off")]), Ok(false), "the last word counts");
        for (bad, wanted) in [(("dry", "on"), "there is wet, odd"), (("wet", "very"), "off, on"), (("odd", "on"), "not known")] {
            assert!(chosen(&[bad]).is_err_and(|why| why.contains(wanted)), "{bad:?}");
        }
        assert!(find_game(GAMES, "chess").is_err_and(|why| why.to_string().contains("there is matches")));
    }
}
