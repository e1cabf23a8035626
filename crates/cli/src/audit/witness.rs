//! Dice that fall as they fell, while somebody watches.

use grognard_engine::{Case, Dice};

/// One die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// How many faces it has.
    pub faces: u8,
    /// What it shows in the record.
    pub shows: u8,
    /// What it had to show.
    pub due: u8,
}

/// Dice out of a record, compared with those that were promised.
pub struct Witness<'a> {
    rolls: std::slice::Iter<'a, u8>,
    promise: Option<&'a mut dyn Dice>,
    /// The dice that were asked for.
    pub seen: Vec<Seen>,
}

impl<'a> Witness<'a> {
    /// Shows `rolls`, and compares them with `promise` if there is one.
    pub fn new(rolls: &'a [u8], promise: Option<&'a mut dyn Dice>) -> Self {
        Self { rolls: rolls.iter(), promise, seen: Vec::new() }
    }
}

impl Dice for Witness<'_> {
    fn roll(&mut self, faces: u8, case: Case) -> u8 {
        // Games are replayed and verified before they are watched, so that there is a number for each die.
        let shows = self.rolls.next().copied().unwrap_or(1);
        let due = self.promise.as_deref_mut().map_or(shows, |dice| dice.roll(faces, case));
        self.seen.push(Seen { faces, shows, due });
        shows
    }
}
