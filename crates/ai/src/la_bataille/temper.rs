//! How a side goes about a turn. Which way is best is tried out, not known: the same rules of thumb are played to the end in each temper.

use grognard_la_bataille::{Setup, Side};

/// What a side is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// What the rules of thumb say.
    Usual,
    /// The attacker comes up together and touches nobody yet; the defender lets the enemy come.
    Wait,
    /// The defender goes out and hurts the enemy wherever he is.
    Hunt,
}

/// How a side goes about a turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Temper {
    /// How much better than usual the odds have to be.
    pub mood: f32,
    /// What it is after.
    pub aim: Aim,
}

impl Temper {
    /// As usual.
    pub const CALM: Self = Self { mood: 0.0, aim: Aim::Usual };

    /// How it goes on in later turns: an attacker does not wait for ever.
    pub fn later(self, side: Side) -> Self {
        if side == Side::French { Self { aim: Aim::Usual, ..self } } else { self }
    }

    /// The tempers that are worth trying, as usual first.
    pub fn all(setup: Setup, side: Side) -> Vec<Self> {
        let mut all: Vec<Self> = [0.0, -0.5, -0.9, 0.6].map(|mood| Self { mood, aim: Aim::Usual }).to_vec();
        all.push(Self { mood: 0.0, aim: Aim::Wait });
        if side == Side::Coalition && setup == Setup::Outposts {
            all.extend([-0.5, 0.0].map(|mood| Self { mood, aim: Aim::Hunt }));
            all.push(Self { mood: -0.5, aim: Aim::Wait });
        }
        all
    }
}
