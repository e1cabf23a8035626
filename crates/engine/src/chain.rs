//! Dice for two players who are far apart and trust nobody: each roll follows from a secret of both.
//!
//! Each player has a chain of links, made from the top down: a link is the SHA-256 of the next one. The foot of the chain, its *seal*, is
//! given to the other before the first roll. For the first roll both show link 1, for the second link 2, and so on. Nobody can find
//! a link from those below it, so nobody foresees a roll; and everybody can see that a link belongs to the one below, so nobody can
//! choose another.
//!
//! As in [`crate::fair`], all that is hashed is plain text:
//!
//! ```text
//! link K        SHA-256 of `grognard link LINK`, with link K+1 for LINK
//! die J of N    SHA-256 of `grognard throw N FIRST SECOND J 0`: the first 15 digits as a number, modulo the faces, plus 1
//! ```
//!
//! `N` counts the throws of the game, `J` the dice of one throw, both from 1; `FIRST` and `SECOND` are the links number `N` of the player who wrote
//! the first letter and of the other. The seal is link 0.

use crate::case::Case;
use crate::dice::Dice;
use crate::fair::{face, hex, sha256};

/// Links of a chain. No game throws so often.
pub const LINKS: usize = 16_384;

/// One player's links.
#[derive(Clone)]
pub struct Chain {
    /// From the seal up, in hexadecimal.
    links: Vec<String>,
}

impl Chain {
    /// The chain that hangs from a secret.
    #[must_use]
    pub fn new(secret: &[u8; 32]) -> Self {
        let mut links = Vec::with_capacity(LINKS + 1);
        links.push(hex(secret));
        for above in 0..LINKS {
            links.push(below(&links[above]));
        }
        links.reverse();
        Self { links }
    }

    /// What the other player is given before the first roll.
    #[must_use]
    pub fn seal(&self) -> &str {
        &self.links[0]
    }

    /// The link that is shown for throw number `throw`, from 1; none if the chain is not so long. The topmost link is the secret
    /// itself and is never shown.
    #[must_use]
    pub fn link(&self, throw: usize) -> Option<&str> {
        self.links.get(throw).filter(|_| throw < LINKS).map(String::as_str)
    }
}

/// Nobody should find secrets in a log.
impl std::fmt::Debug for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chain").field("seal", &self.seal()).finish_non_exhaustive()
    }
}

/// The link below a link.
#[must_use]
pub fn below(link: &str) -> String {
    sha256(&format!("grognard link {link}"))
}

/// The dice of one throw.
#[derive(Clone, Debug)]
pub struct ThrowDice {
    text: String,
    drawn: u32,
}

impl ThrowDice {
    /// The dice of throw number `throw`, from the links that the first and the second player showed for it.
    #[must_use]
    pub fn new(throw: usize, first: &str, second: &str) -> Self {
        Self { text: format!("grognard throw {throw} {first} {second}"), drawn: 0 }
    }
}

impl Dice for ThrowDice {
    fn roll(&mut self, faces: u8, _case: Case) -> u8 {
        self.drawn += 1;
        face(faces, |again| format!("{} {} {again}", self.text, self.drawn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Case = Case("0.0");

    #[test]
    fn each_link_is_the_hash_of_the_next() {
        let chain = Chain::new(&[1; 32]);
        let mut known = chain.seal().to_owned();
        for throw in 1..200 {
            let link = chain.link(throw).unwrap();
            assert_eq!(below(link), known);
            known = link.to_owned();
        }
        assert_ne!(Chain::new(&[2; 32]).seal(), chain.seal());
    }

    #[test]
    fn the_secret_is_never_shown() {
        let chain = Chain::new(&[0xab; 32]);
        assert!(chain.link(LINKS - 1).is_some() && chain.link(LINKS).is_none() && chain.link(LINKS + 1).is_none());
        assert_eq!(below(&hex(&[0xab; 32])), chain.link(LINKS - 1).unwrap());
        assert!(!format!("{chain:?}").contains(&"ab".repeat(32)));
    }

    /// Made with Python's hashlib, not with this code.
    #[test]
    fn fixed_vectors() {
        let (first, second) = (Chain::new(&[1; 32]), Chain::new(&[2; 32]));
        assert_eq!(first.seal(), "8ba1d2e0c8bfb35b48d6d4764a82f7c1347e4bd68e300bb1a48cca961be0d9db");
        let rolls = |throw: usize, faces: u8| {
            let mut dice = ThrowDice::new(throw, first.link(throw).unwrap(), second.link(throw).unwrap());
            [dice.roll(faces, ANY), dice.roll(faces, ANY), dice.roll(faces, ANY)]
        };
        assert_eq!([rolls(1, 6), rolls(2, 6), rolls(3, 20)], [[6, 3, 3], [2, 4, 2], [18, 5, 9]]);
    }

    /// Either player's link alone decides: whoever knows only his own knows nothing.
    #[test]
    fn every_face_is_equally_likely_whatever_one_player_brings() {
        let other = Chain::new(&[4; 32]);
        let mut counts = [0u32; 6];
        for throw in 1..=6_000 {
            let mut dice = ThrowDice::new(1, "the same every time", other.link(throw).unwrap());
            counts[usize::from(dice.roll(6, ANY)) - 1] += 1;
        }
        let square: i64 = counts.iter().map(|&n| (i64::from(n) - 1_000).pow(2)).sum();
        assert!(square * 100 / 1_000 < 2_052, "{counts:?}");
    }
}
