//! The one door through which chance enters a game.
//!
//! A rulebook asks for a roll and names the case; where the number comes from is the caller's affair: a seed, a script
//! (replay and tests), or every face in turn (exact forecasts).

use crate::case::Case;

/// A source of rolls. The answer lies in `1..=faces`.
pub trait Dice {
    /// Rolls one die with `faces` faces for the purpose of `case`.
    fn roll(&mut self, faces: u8, case: Case) -> u8;
}

/// Dice from a seed: the same seed gives the same rolls everywhere.
#[derive(Clone, Debug)]
pub struct SeededDice {
    state: u64,
}

impl SeededDice {
    /// Dice that follow from `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits (SplitMix64).
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..n`, all equally likely (rejection keeps it unbiased). `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        loop {
            let product = u64::from((self.bits() >> 32) as u32) * u64::from(n);
            let low = product as u32;
            // The division is dear and hardly ever needed.
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }
}

/// Dice that always show 1: for asking what would be done, where no die decides.
#[derive(Clone, Copy, Debug)]
pub struct LowDice;

impl Dice for LowDice {
    fn roll(&mut self, _faces: u8, _case: Case) -> u8 {
        1
    }
}

impl Dice for SeededDice {
    fn roll(&mut self, faces: u8, _case: Case) -> u8 {
        self.below(u32::from(faces)) as u8 + 1
    }
}

/// What went wrong with a script of dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScriptFault {
    /// A roll was asked for, but the script had ended.
    Short(Case),
    /// The scripted number is not a face of the die.
    NoSuchFace {
        /// The number in the script.
        roll: u8,
        /// Faces of the die asked for.
        faces: u8,
    },
}

/// Dice that fall as a script says: for replays and tests. A fault is remembered and the die then shows 1, so that the
/// rules never see an impossible number; the caller looks at [`ScriptedDice::fault`] and discards the outcome.
#[derive(Clone, Debug)]
pub struct ScriptedDice<'a> {
    rolls: &'a [u8],
    /// The first thing that went wrong.
    pub fault: Option<ScriptFault>,
}

impl<'a> ScriptedDice<'a> {
    /// Dice that show `rolls`, in order.
    #[must_use]
    pub const fn new(rolls: &'a [u8]) -> Self {
        Self { rolls, fault: None }
    }

    /// The rolls that nobody asked for.
    #[must_use]
    pub const fn left(&self) -> &'a [u8] {
        self.rolls
    }
}

impl Dice for ScriptedDice<'_> {
    fn roll(&mut self, faces: u8, case: Case) -> u8 {
        let Some((&roll, rest)) = self.rolls.split_first() else {
            self.fault.get_or_insert(ScriptFault::Short(case));
            return 1;
        };
        self.rolls = rest;
        if (1..=faces).contains(&roll) {
            return roll;
        }
        self.fault.get_or_insert(ScriptFault::NoSuchFace { roll, faces });
        1
    }
}

/// Passes rolls through and writes them down.
pub struct RecordingDice<'a> {
    inner: &'a mut dyn Dice,
    /// The rolls so far.
    pub rolls: Vec<u8>,
}

impl<'a> RecordingDice<'a> {
    /// Records what `inner` rolls.
    pub fn new(inner: &'a mut dyn Dice) -> Self {
        Self { inner, rolls: Vec::new() }
    }
}

impl Dice for RecordingDice<'_> {
    fn roll(&mut self, faces: u8, case: Case) -> u8 {
        let roll = self.inner.roll(faces, case);
        self.rolls.push(roll);
        roll
    }
}

/// One branch of an enumeration: the dice so far and how many faces each had.
struct Branch {
    rolls: Vec<(u8, u8)>,
    next: usize,
}

impl Dice for Branch {
    fn roll(&mut self, faces: u8, _case: Case) -> u8 {
        if self.next == self.rolls.len() {
            self.rolls.push((1, faces));
        }
        let roll = self.rolls[self.next].0;
        self.next += 1;
        roll
    }
}

/// Calls `trial` once for every way the dice it asks for can fall. The second argument of `seen` is the number of equally
/// likely ways that the branch stands for out of `per`, the third, so that branches of unlike length weigh rightly.
///
/// `per` must be a multiple of every product of faces that can occur (36 for up to two six-sided dice).
pub fn every_roll<T>(per: u32, mut trial: impl FnMut(&mut dyn Dice) -> T, mut seen: impl FnMut(T, u32)) {
    let mut branch = Branch { rolls: Vec::new(), next: 0 };
    loop {
        branch.next = 0;
        let outcome = trial(&mut branch);
        branch.rolls.truncate(branch.next);
        let ways = branch.rolls.iter().fold(per, |left, &(_, faces)| left / u32::from(faces));
        seen(outcome, ways);
        // The next branch: the last die that still has a higher face shows it; the dice after it start anew.
        while let Some(last) = branch.rolls.last_mut() {
            if last.0 < last.1 {
                last.0 += 1;
                break;
            }
            branch.rolls.pop();
        }
        if branch.rolls.is_empty() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Case = Case("0.0");

    #[test]
    fn every_roll_weighs_branches_of_unlike_length() {
        // A second die only after an even first one.
        let mut ways = 0;
        let mut branches = 0;
        every_roll(
            36,
            |dice| {
                let first = dice.roll(6, ANY);
                if first % 2 == 0 { dice.roll(6, ANY) } else { 0 }
            },
            |second, weight| {
                assert_eq!(weight, if second == 0 { 6 } else { 1 });
                ways += weight;
                branches += 1;
            },
        );
        assert_eq!((ways, branches), (36, 3 + 18));
    }

    #[test]
    fn seeded_dice_repeat_and_are_fair() {
        let mut counts = [0u32; 7];
        let (mut a, mut b) = (SeededDice::new(7), SeededDice::new(7));
        for _ in 0..60_000 {
            let roll = a.roll(6, ANY);
            assert_eq!(roll, b.roll(6, ANY));
            counts[usize::from(roll)] += 1;
        }
        assert_eq!(counts[0], 0);
        assert!(counts[1..].iter().all(|&n| (9_600..10_400).contains(&n)), "{counts:?}");
    }

    #[test]
    fn scripted_dice_remember_their_first_fault() {
        let mut dice = ScriptedDice::new(&[6, 7]);
        assert_eq!(dice.roll(6, ANY), 6);
        assert_eq!(dice.roll(6, ANY), 1);
        assert_eq!(dice.roll(6, ANY), 1);
        assert_eq!(dice.fault, Some(ScriptFault::NoSuchFace { roll: 7, faces: 6 }));
    }
}
