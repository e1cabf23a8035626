//! What a turn of a side may cost. Work is counted rather than time: the same seed makes the same choices on any machine, and a turn cannot take longer than
//! what it was given, however many pieces there are. Whoever has a clock besides is heard many times within each rehearsal.

use crate::Clock;
use grognard_la_bataille::{Frame, Side, State};

/// Work of a decision that is no more than a glance at the list.
const GLANCE: u64 = 6;
/// More pieces than the two smaller games have.
const MANY: u64 = 80;
/// Steps between two looks at the clock.
const LOOK: u32 = 32;

/// What deciding by rule of thumb costs, in millionths of a second or so: the list and a look at each piece, and for a unit in hand a look at each piece from
/// each place that it can come to.
pub fn price(frame: Frame, options: usize, pieces: usize) -> u64 {
    let (options, pieces) = (options as u64, pieces as u64);
    let price = match frame {
        Frame::Hand { .. } => GLANCE + pieces / 8 + options / 3,
        Frame::Fire | Frame::Melee | Frame::Charge => GLANCE + pieces / 8 + 2 * options,
        _ => GLANCE + pieces / 8 + options / 8,
    };
    // By measure: in whole games of the long one the same decisions take some three times as long, and those in which many guns or regiments are weighed more.
    match frame {
        _ if pieces <= MANY => price,
        Frame::Fire | Frame::Melee | Frame::Charge => 12 * price,
        _ => 3 * price,
    }
}

/// The work that is left in a player sequence, reactions to the enemy's counted by themselves.
#[derive(Debug)]
pub struct Purse {
    when: Option<(u8, Side)>,
    full: u64,
    left: u64,
}

impl Purse {
    pub const fn new(full: u64) -> Self {
        Self { when: None, full, left: full }
    }

    /// Fills it when another player sequence has begun.
    pub fn renew(&mut self, state: &State) {
        let now = Some((state.turn, state.phasing));
        if self.when != now {
            (self.when, self.left) = (now, self.full);
        }
    }

    /// What one decision may take: a share of what is left, so many parts of so many, so that there is always something for the next.
    pub const fn share(&self, (parts, of): (u64, u64)) -> u64 {
        self.left * parts / of
    }

    /// Takes out what was used.
    pub fn pay(&mut self, work: u64) {
        self.left = self.left.saturating_sub(work);
    }
}

/// The work of one decision.
pub struct Meter<'c> {
    left: u64,
    used: u64,
    steps: u32,
    clock: &'c mut dyn Clock,
}

impl<'c> Meter<'c> {
    pub fn new(left: u64, clock: &'c mut dyn Clock) -> Self {
        Self { left, used: 0, steps: 0, clock }
    }

    /// Takes some work; nothing is done any more once there is too little, or the clock says so.
    pub fn take(&mut self, work: u64) -> bool {
        if self.left < work {
            self.left = 0;
            return false;
        }
        self.left -= work;
        self.used += work;
        self.steps += 1;
        if self.steps.is_multiple_of(LOOK) && !self.clock.go_on() {
            self.left = 0;
        }
        self.left > 0
    }

    /// What has been used.
    pub const fn used(&self) -> u64 {
        self.used
    }
}

/// Tries each of some options with each of some throws, the same for all; returns what came out, throw by throw, and with how many all of them were tried. A
/// round that is broken off counts for nobody.
pub fn rounds(options: usize, throws: u32, mut one: impl FnMut(usize, u32) -> Option<f32>) -> (Vec<Vec<f32>>, u32) {
    let round = |throw: u32| (0..options).map(|option| one(option, throw)).collect::<Option<Vec<f32>>>();
    let found: Vec<Vec<f32>> = (0..throws).map_while(round).collect();
    let whole = found.len() as u32;
    (found, whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unhurried;

    #[test]
    fn a_meter_gives_no_more_than_it_has_and_hears_the_clock() {
        let mut unhurried = Unhurried;
        let mut meter = Meter::new(10, &mut unhurried);
        assert!(meter.take(6));
        assert!(!meter.take(6), "too little is left");
        assert!(!meter.take(1), "whoever has come to the end does not go on in little bits");
        assert_eq!(meter.used(), 6);
        let mut asked = 0;
        let mut impatient = || {
            asked += 1;
            asked < 3
        };
        let mut meter = Meter::new(u64::MAX, &mut impatient);
        let steps = (0..1_000).take_while(|_| meter.take(1)).count();
        assert_eq!(steps as u32, 3 * LOOK - 1, "the third look at the clock is the last");
    }

    #[test]
    fn a_round_that_is_broken_off_counts_for_nobody() {
        let mut left = 7;
        let (found, whole) = rounds(3, 5, |option, throw| {
            left -= 1;
            (left >= 0).then_some((10 * option + throw as usize) as f32)
        });
        assert_eq!((found, whole), (vec![vec![0.0, 10.0, 20.0], vec![1.0, 11.0, 21.0]], 2));
    }
}
