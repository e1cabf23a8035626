//! What the maker of a table has decided about fairness and pace. All of it is off unless somebody wants it.

use crate::hub::lock;
use crate::pace::Pace;
use crate::problem::{Problem, Refused};
use crate::store::SeatRow;
use crate::table::Table;
use serde::{Deserialize, Serialize};

/// What is allowed at a table besides playing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Terms {
    /// Whether those who look on may talk while the game is under way.
    pub onlookers_talk: bool,
    /// Whether players may ask a computer what it would do, and have their game analysed before it is over. Who plays against
    /// nobody but computers, or alone, always may.
    pub counsel: bool,
    /// How fast it is to be played.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub pace: Pace,
}

/// Under these names they are kept among the options of a table's row; no option of a game has a point in its name.
const TALK: &str = "table.onlookers-talk";
const COUNSEL: &str = "table.counsel";
const PACE: &str = "table.pace";

impl Terms {
    /// Puts them among the options that are kept.
    pub fn keep(self, options: &mut Vec<(String, String)>) {
        let kept = [(TALK, self.onlookers_talk), (COUNSEL, self.counsel)];
        options.extend(kept.into_iter().filter(|(_, on)| *on).map(|(name, _)| (name.to_owned(), "on".to_owned())));
        if self.pace != Pace::Free {
            options.push((PACE.to_owned(), self.pace.into()));
        }
    }

    /// Takes them out of the options that were kept, so that those of the game are left.
    pub fn take(options: &mut Vec<(String, String)>) -> Self {
        let on = |name: &str| options.iter().any(|(kept, value)| kept == name && value == "on");
        let pace = options.iter().find(|(kept, _)| kept == PACE).and_then(|(_, value)| Pace::try_from(value.clone()).ok());
        let terms = Self { onlookers_talk: on(TALK), counsel: on(COUNSEL), pace: pace.unwrap_or_default() };
        options.retain(|(name, _)| ![TALK, COUNSEL, PACE].contains(&name.as_str()));
        terms
    }

    /// As they bear on those who sit there.
    pub fn among(self, seats: &[SeatRow]) -> Self {
        Self { counsel: self.counsel || !between_people(seats), ..self }
    }
}

impl Table {
    /// Whether a computer may be asked here for its opinion.
    ///
    /// # Errors
    /// Why not.
    pub fn may_have_counsel(&self) -> Result<(), Refused> {
        if self.terms.among(&lock(&self.desk).seats).counsel {
            return Ok(());
        }
        Err(Problem::forbidden("people play against each other here, and the table was made without counsel"))
    }
}

/// Whether people play against each other, or will when an open seat is taken.
fn between_people(seats: &[SeatRow]) -> bool {
    let mut people = seats.iter().filter(|seat| seat.who == "human" || seat.who == "open");
    let first = people.next();
    first.is_some_and(|first| people.any(|other| first.who == "open" || other.who == "open" || other.token != first.token))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(who: &str, token: Option<u8>) -> SeatRow {
        SeatRow { seat: String::new(), who: who.to_owned(), name: String::new(), token: token.map(|byte| [byte; 32]) }
    }

    #[test]
    fn they_are_kept_beside_the_options_of_the_game() {
        let own = vec![("fog".to_owned(), "on".to_owned())];
        for (onlookers_talk, counsel) in [(false, false), (true, false), (false, true), (true, true)] {
            let pace = if counsel { Pace::Days(3) } else { Pace::Free };
            let terms = Terms { onlookers_talk, counsel, pace };
            let mut kept = own.clone();
            terms.keep(&mut kept);
            assert_eq!((Terms::take(&mut kept), &kept), (terms, &own));
        }
        assert_eq!(Terms::take(&mut own.clone()), Terms::default(), "tables that were made before have neither");
    }

    #[test]
    fn counsel_is_for_those_who_play_alone() {
        let alone = [seat("human", Some(1)), seat("marshal", None)];
        let both_sides = [seat("human", Some(1)), seat("human", Some(1))];
        let friends = [seat("human", Some(1)), seat("human", Some(2))];
        let waiting = [seat("human", Some(1)), seat("open", Some(2))];
        let off = Terms::default();
        assert!(off.among(&alone).counsel && off.among(&both_sides).counsel);
        assert!(!off.among(&friends).counsel && !off.among(&waiting).counsel);
        assert!(Terms { counsel: true, ..off }.among(&friends).counsel);
    }
}
