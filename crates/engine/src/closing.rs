//! Games that the players end themselves, before the rules do.

use crate::game::{Outcome, Seat};

/// How a game was ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// A side gave up: the other has won.
    Resigned,
    /// A side left off, since nobody was there to play on with. Nobody has won.
    Abandoned,
    /// Both agreed to leave off. Nobody has won.
    Agreed,
    /// Both agreed that it is a draw.
    Drawn,
    /// A side did not move in the time that was agreed upon, and the other claimed the game: the other has won.
    Overdue,
}

impl Way {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Resigned, Self::Abandoned, Self::Agreed, Self::Drawn, Self::Overdue];

    /// The word in records.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Resigned => "resigned",
            Self::Abandoned => "abandoned",
            Self::Agreed => "agreed",
            Self::Drawn => "drawn",
            Self::Overdue => "overdue",
        }
    }

    /// Reads the word.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read(word: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|way| way.word() == word)
            .ok_or_else(|| format!("{word:?} is no way to end a game; expected {}", Self::ALL.map(Self::word).join(", ")))
    }
}

/// An end that the players made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closing {
    /// How.
    pub way: Way,
    /// Who resigned, who left off, who proposed it, or who did not move in time.
    pub by: Seat,
}

impl Closing {
    /// What it means. Nobody has points: the rules count them only at their own end.
    #[must_use]
    pub fn outcome(self, seats: &[&str]) -> Outcome {
        let name = seats.get(usize::from(self.by.0)).copied().unwrap_or("nobody");
        let other = (seats.len() == 2).then(|| Seat(1 - self.by.0.min(1)));
        let (winner, verdict) = match self.way {
            Way::Resigned => (other, format!("{name} resigned")),
            Way::Abandoned => (None, format!("Abandoned by {name}, without a winner")),
            Way::Agreed => (None, "Abandoned by agreement, without a winner".to_owned()),
            Way::Drawn => (None, "Drawn by agreement".to_owned()),
            Way::Overdue => (other, format!("{name} did not move in time")),
        };
        Outcome { winner, verdict, points: Vec::new() }
    }
}

/// An end as a record tells it, the seat not yet looked up: `resigned French`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawClosing {
    /// How.
    pub way: Way,
    /// Whose word it was.
    pub seat: String,
}

impl RawClosing {
    /// Reads way and seat, with `gap` between them.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read(text: &str, gap: char) -> Result<Self, String> {
        let (way, seat) = text.split_once(gap).ok_or("expected how the game was ended, and by which seat")?;
        Ok(Self { way: Way::read(way)?, seat: seat.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_resigns_loses_and_nobody_wins_what_is_left() {
        let seats = ["Red", "Blue"];
        let outcome = |way, by| Closing { way, by: Seat(by) }.outcome(&seats);
        assert_eq!(outcome(Way::Resigned, 0).winner, Some(Seat(1)));
        assert_eq!(outcome(Way::Resigned, 1).winner, Some(Seat(0)));
        assert_eq!(outcome(Way::Resigned, 1).verdict, "Blue resigned");
        assert_eq!(
            (outcome(Way::Overdue, 0).winner, outcome(Way::Overdue, 0).verdict.as_str()),
            (Some(Seat(1)), "Red did not move in time")
        );
        for way in [Way::Abandoned, Way::Agreed, Way::Drawn] {
            assert_eq!(outcome(way, 0).winner, None);
        }
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        for way in Way::ALL {
            assert_eq!(Way::read(way.word()), Ok(way));
        }
        assert!(Way::read("won").is_err() && RawClosing::read("resigned", ' ').is_err());
        assert_eq!(RawClosing::read("resigned:Red", ':').unwrap().seat, "Red");
    }
}
