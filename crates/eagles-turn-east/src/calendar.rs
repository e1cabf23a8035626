//! `[19]` The calendar: 103 Game-Turns of two days, from 6 December 1806 to 29 June 1807.

use crate::state::Weather;
use grognard_engine::DataError;
use grognard_engine::rows::Rows;

/// How many turns the calendar has.
pub const TURNS: usize = 103;

/// Months of the campaign, in their order, with their days.
const MONTHS: [(&str, u16); 7] = [("Dec", 31), ("Jan", 31), ("Feb", 28), ("Mar", 31), ("Apr", 30), ("May", 31), ("Jun", 30)];

/// One Game-Turn.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Its two days, such as `14-15 Jun`.
    pub dates: String,
    /// Its Fortnight, in Roman numerals.
    pub fortnight: String,
    /// Whether it is the first of its Fortnight.
    pub first: bool,
    /// The weather that there was.
    pub weather: Weather,
    /// What is due, in words.
    pub events: String,
}

/// All turns.
#[derive(Clone, Debug)]
pub struct Calendar {
    /// The turns, in order.
    pub turns: Vec<Turn>,
}

/// A day of the campaign, counted from 1 December.
fn day(text: &str) -> Option<u16> {
    let (day, month) = text.trim().split_once(' ')?;
    let at = MONTHS.iter().position(|(name, _)| *name == month)?;
    let day: u16 = day.parse().ok().filter(|day| (1..=MONTHS[at].1).contains(day))?;
    Some(MONTHS[..at].iter().map(|(_, days)| days).sum::<u16>() + day)
}

/// The days of a turn such as `14-15 Jun` or `31 Jan-1 Feb`.
fn days(dates: &str) -> Option<(u16, u16)> {
    let (first, last) = dates.split_once('-')?;
    let last_day = day(last)?;
    let first_day = match first.trim().split_once(' ') {
        Some(_) => day(first)?,
        None => day(&format!("{} {}", first.trim(), last.trim().split_once(' ')?.1))?,
    };
    (first_day + 1 == last_day).then_some((first_day, last_day))
}

impl Calendar {
    /// Reads and checks the calendar: every day from the first to the last, in order, each once.
    ///
    /// # Errors
    /// The first fault, with file and line.
    pub fn read(file: &str, text: &str) -> Result<Self, DataError> {
        let rows = Rows::read(file, text, &["turn", "dates", "fortnight", "first", "weather", "events"])?;
        let mut turns: Vec<Turn> = Vec::new();
        let mut next = None;
        for (line, row) in &rows.rows {
            let cell = |column: &str| rows.cell(row, column);
            let fault = |why: String| rows.fault(*line, why);
            if cell("turn").parse() != Ok(turns.len() + 1) {
                return Err(fault(format!("{:?}, expected turn {}", cell("turn"), turns.len() + 1)));
            }
            let (first, last) = days(cell("dates"))
                .ok_or_else(|| fault(format!("{:?}: expected two days that follow each other", cell("dates"))))?;
            if next.is_some_and(|next| next != first) {
                return Err(fault(format!("{:?} does not follow the turn before", cell("dates"))));
            }
            next = Some(last + 1);
            let fortnight = cell("fortnight").to_owned();
            let begins = turns.last().is_none_or(|turn| turn.fortnight != fortnight);
            if begins != (cell("first") == "yes") {
                return Err(fault(format!("first {:?} does not fit the Fortnights", cell("first"))));
            }
            let weather = Weather::read(cell("weather")).ok_or_else(|| fault(format!("{:?} is no weather", cell("weather"))))?;
            turns.push(Turn {
                dates: cell("dates").to_owned(),
                fortnight,
                first: begins,
                weather,
                events: cell("events").trim_matches('-').to_owned(),
            });
        }
        if turns.len() != TURNS {
            return Err(DataError::new(file, "turns", format!("{} of them, expected {TURNS}", turns.len())));
        }
        Ok(Self { turns })
    }

    /// The turn, from 1, that has these dates.
    #[must_use]
    pub fn turn_of(&self, dates: &str) -> Option<u8> {
        self.turns.iter().position(|turn| turn.dates == dates).map(|at| at as u8 + 1)
    }

    /// The turn, from 1, in which a day such as `18 Dec` falls.
    #[must_use]
    pub fn turn_on(&self, date: &str) -> Option<u8> {
        let day = day(date)?;
        let holds = |turn: &Turn| days(&turn.dates).is_some_and(|(first, last)| (first..=last).contains(&day));
        self.turns.iter().position(holds).map(|at| at as u8 + 1)
    }

    /// A turn, from 1.
    #[must_use]
    pub fn turn(&self, number: u8) -> &Turn {
        &self.turns[usize::from(number).clamp(1, self.turns.len()) - 1]
    }
}
