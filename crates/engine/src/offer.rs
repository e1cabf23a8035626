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

/// Declares options that are off or on, as a table: the struct of what was chosen, what is offered, and the reading of names follow.
///
/// ```
/// grognard_engine::switches! {
///     /// Options chosen.
///     pub struct Options {
///         /// Counters lie face down.
///         fog = "off", "3.1", "counters lie face down",
///         /// It rains.
///         rain = "on", "3.2", "it rains now and then",
///     }
/// }
///
/// assert_eq!(Options::default(), Options { fog: false, rain: true });
/// assert_eq!(Options::OFFERED[0].name, "fog");
/// assert!(!Options::default().is_on("fog") && Options::default().is_on("rain"));
/// ```
#[macro_export]
macro_rules! switches {
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident {
            $( $(#[$doc:meta])* $switch:ident = $usual:literal, $case:literal, $summary:literal ),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis struct $name {
            $( $(#[$doc])* pub $switch: bool, )+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($switch: $usual == "on",)+ }
            }
        }

        impl $name {
            /// What is offered.
            pub const OFFERED: &'static [$crate::offer::OptionInfo] =
                &[$($crate::offer::OptionInfo::switch(stringify!($switch), $usual, $case, $summary)),+];

            /// Whether a switch is on; one that there is not is off.
            #[must_use]
            pub fn is_on(&self, name: &str) -> bool {
                match name {
                    $(stringify!($switch) => self.$switch,)+
                    _ => false,
                }
            }

            /// The options of a game, chosen by name and value.
            ///
            /// # Errors
            /// An unknown name or value.
            pub fn read<S>(game: &$crate::offer::GameInfo<S>, given: &[(String, String)]) -> Result<Self, $crate::DataError> {
                let mut options = Self::default();
                game.choose(given, |name, value| {
                    let switch = match name {
                        $(stringify!($switch) => &mut options.$switch,)+
                        _ => return false,
                    };
                    *switch = value == "on";
                    true
                })?;
                Ok(options)
            }

            /// Every option of a game by name and value, in the order in which they are offered.
            #[must_use]
            pub fn chosen<S>(&self, game: &$crate::offer::GameInfo<S>) -> Vec<(String, String)> {
                let value = |name: &str| if self.is_on(name) { "on" } else { "off" };
                game.options.iter().map(|option| (option.name.to_owned(), value(option.name).to_owned())).collect()
            }
        }
    };
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

    crate::switches! {
        /// Options chosen.
        struct Options {
            /// They do not burn.
            wet = "off", "1.0", "they do not burn",
            /// They burn longer.
            long = "on", "2.0", "they burn longer",
        }
    }

    #[test]
    fn switches_are_read_and_told_by_name() {
        let both = GameInfo { options: Options::OFFERED, ..GAMES[0] };
        let one = GameInfo { options: &Options::OFFERED[..1], ..both };
        let given = |name: &str, value: &str| [(name.to_owned(), value.to_owned())];
        let wet = Options::read(&both, &given("wet", "on")).unwrap();
        assert_eq!((wet, Options::read(&both, &[])), (Options { wet: true, long: true }, Ok(Options::default())));
        let told =
            |game: &GameInfo<u8>| wet.chosen(game).into_iter().map(|(name, value)| name + "=" + &value).collect::<Vec<_>>();
        assert_eq!((told(&both).join(" "), told(&one).join(" ")), ("wet=on long=on".to_owned(), "wet=on".to_owned()));
        assert!(Options::read(&one, &given("long", "off")).is_err() && Options::read(&both, &given("long", "no")).is_err());
        assert!(wet.is_on("long") && !wet.is_on("dry"));
    }
}
