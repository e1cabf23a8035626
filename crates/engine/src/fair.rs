//! Dice that can be checked afterwards: every roll follows from a secret seed whose commitment was given before the first.
//!
//! All that is hashed is plain text, so that a roll can be checked without this program, by any tool that knows SHA-256:
//!
//! ```text
//! commitment   SHA-256 of `grognard seed SEED`
//! die N        the first 15 digits of SHA-256 of `grognard die SEED N 0`, as a number, modulo the faces, plus 1
//! ```
//!
//! `SEED` is the seed as 64 lower-case hexadecimal digits, `N` counts the dice from 1. The few numbers at the upper end that
//! would favour the low faces are passed over: the last word is then 1, 2 and so on instead of 0.
//!
//! A die depends on the seed and on its own number, not on how many faces the dice before it had. What players bring to a throw goes
//! into the text before its last word, as [`crate::chance`] tells.

use crate::case::Case;
use crate::chance::Chance;
use crate::dice::Dice;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// Dice that follow from a secret seed and can be recomputed once it is told.
#[derive(Clone)]
pub struct FairDice {
    seed: String,
    drawn: u64,
    /// What others brought to them.
    brought: String,
}

impl FairDice {
    /// Dice of `seed`, of which `drawn` have been thrown already.
    #[must_use]
    pub fn new(seed: [u8; 32], drawn: u64) -> Self {
        Self::with(seed, drawn, &Chance::default())
    }

    /// The same, with what others brought to the throw.
    #[must_use]
    pub fn with(seed: [u8; 32], drawn: u64, chance: &Chance) -> Self {
        Self { seed: hex(&seed), drawn, brought: chance.text() }
    }

    /// How many have been thrown.
    #[must_use]
    pub const fn drawn(&self) -> u64 {
        self.drawn
    }

    /// What die number `number` (from 1) shows if it has `faces` faces, whether it has been thrown or not.
    #[must_use]
    pub fn die(&self, number: u64, faces: u8) -> u8 {
        face(faces, |again| format!("grognard die {} {number}{} {again}", self.seed, self.brought))
    }
}

/// The seed stays secret as long as the game lasts, so it must not slip into a log.
impl std::fmt::Debug for FairDice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FairDice").field("drawn", &self.drawn).finish_non_exhaustive()
    }
}

impl Dice for FairDice {
    fn roll(&mut self, faces: u8, _case: Case) -> u8 {
        self.drawn += 1;
        self.die(self.drawn, faces)
    }
}

/// What a record says about where its dice come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiceNote {
    /// What was given out before the first roll, as [`commitment`] makes it.
    pub commitment: String,
    /// The seed, once it is told.
    pub seed: Option<[u8; 32]>,
}

/// What is given out before the first roll: it binds whoever holds the seed and tells nothing about it.
#[must_use]
pub fn commitment(seed: &[u8; 32]) -> String {
    sha256(&format!("grognard seed {}", hex(seed)))
}

/// A face in `1..=faces`, all equally likely, from the texts that `text` makes: the first 60 bits of their SHA-256.
pub(crate) fn face(faces: u8, text: impl Fn(u32) -> String) -> u8 {
    even(faces, |again| {
        let hash = Sha256::digest(text(again).as_bytes());
        hash.iter().take(8).fold(0u64, |bits, &byte| bits << 8 | u64::from(byte)) >> 4
    })
}

/// Tries numbers of 60 bits until one falls below the largest multiple of `faces`, so that no face is favoured.
fn even(faces: u8, bits: impl Fn(u32) -> u64) -> u8 {
    const ALL: u64 = 1 << 60;
    let faces = u64::from(faces.max(1));
    let (mut again, mut number) = (0, bits(0));
    while number >= ALL - ALL % faces {
        again += 1;
        number = bits(again);
    }
    (number % faces) as u8 + 1
}

/// The SHA-256 of a text, in hexadecimal.
#[must_use]
pub fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// Bytes as lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Reads 32 bytes from 64 lower-case hexadecimal digits.
///
/// # Errors
/// Says what was expected.
pub fn read_hex32(text: &str) -> Result<[u8; 32], String> {
    let expected = || format!("{text:?}: expected 64 lower-case hexadecimal digits");
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        _ => Err(expected()),
    };
    if text.len() != 64 {
        return Err(expected());
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Case = Case("0.0");

    fn count_up() -> [u8; 32] {
        std::array::from_fn(|i| i as u8)
    }

    /// Made with `printf '…' | sha256sum`, not with this code.
    #[test]
    fn fixed_vectors() {
        assert_eq!(hex(&count_up()), "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
        assert_eq!(commitment(&count_up()), "702e1c30c1d0abb38d1381c6f93d2bad0cf8d3c7aa60da25571bcfecf0f266d7");
        let mut dice = FairDice::new(count_up(), 0);
        let rolls: Vec<u8> = (0..20).map(|_| dice.roll(6, ANY)).collect();
        assert_eq!(rolls, [1, 3, 4, 4, 3, 5, 6, 4, 4, 1, 3, 3, 5, 1, 6, 2, 3, 5, 4, 3]);
        assert_eq!(dice.drawn(), 20);
        let mut dice = FairDice::new(count_up(), 0);
        let rolls: Vec<u8> = [2, 4, 6, 8, 10, 12, 20, 100, 255, 1].into_iter().map(|faces| dice.roll(faces, ANY)).collect();
        assert_eq!(rolls, [1, 1, 4, 2, 5, 5, 14, 22, 85, 1]);
    }

    #[test]
    fn a_die_depends_on_its_number_and_not_on_the_faces_before() {
        let (mut a, mut b) = (FairDice::new([7; 32], 0), FairDice::new([7; 32], 0));
        for n in 1..=300u16 {
            let faces = (n % 97 + 1) as u8;
            a.roll(faces, ANY);
            b.roll(6, ANY);
            assert_eq!(a.die(u64::from(n), 6), FairDice::new([7; 32], u64::from(n) - 1).roll(6, ANY));
            assert_eq!(a.clone().roll(6, ANY), b.clone().roll(6, ANY));
        }
    }

    #[test]
    fn taken_up_again_they_go_on_where_they_were() {
        let mut whole = FairDice::new([9; 32], 0);
        let rolls: Vec<u8> = (0..50).map(|_| whole.roll(6, ANY)).collect();
        for drawn in 0..50 {
            let mut later = FairDice::new([9; 32], drawn);
            assert_eq!(later.roll(6, ANY), rolls[drawn as usize]);
            assert_eq!(later.drawn(), drawn + 1);
        }
    }

    /// Chi-square for several sizes of die, against the value that fair dice exceed once in a thousand times, in
    /// hundredths; the seed is fixed, so this passes always or never.
    #[test]
    fn every_face_is_equally_likely() {
        for (faces, limit) in [(2u8, 1083), (6, 2052), (10, 2788), (20, 4382), (100, 14823)] {
            let mut dice = FairDice::new([3; 32], 0);
            let mut counts = vec![0u32; usize::from(faces)];
            let each = 1_000;
            for _ in 0..u32::from(faces) * each {
                counts[usize::from(dice.roll(faces, ANY)) - 1] += 1;
            }
            let square: i64 = counts.iter().map(|&n| (i64::from(n) - i64::from(each)).pow(2)).sum();
            assert!(square * 100 / i64::from(each) < limit, "{faces} faces: {counts:?}");
        }
    }

    #[test]
    fn numbers_that_would_favour_low_faces_are_passed_over() {
        let all = 1u64 << 60;
        let first_bad = all - all % 6;
        assert_eq!(first_bad, all - 4);
        let tries = [all - 1, first_bad, first_bad - 1, 0];
        assert_eq!(even(6, |again| tries[again as usize]), 6, "the third of them is the first that counts");
        assert_eq!(even(8, |again| tries[again as usize]), 8, "eight goes into 2^60, so nothing is passed over");
        assert_eq!(even(0, |_| 5), 1, "a die without faces shows 1 rather than to divide by nothing");
    }

    #[test]
    fn seeds_are_read_as_they_are_written_and_nothing_else_is() {
        assert_eq!(read_hex32(&hex(&count_up())), Ok(count_up()));
        let good = hex(&[0xab; 32]);
        for bad in
            ["", "ab", &good[..63], &good.to_uppercase(), &format!("{good}0"), &"é".repeat(32), &format!(" {}", &good[1..])]
        {
            assert!(read_hex32(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn the_seed_does_not_slip_into_a_log() {
        assert_eq!(format!("{:?}", FairDice::new([0xab; 32], 3)), "FairDice { drawn: 3, .. }");
    }
}
