//! How a side goes about a turn. Which way is best is tried out, not known: the same rules of thumb are played to the end in each temper.

use grognard_la_bataille::Side;

/// What a side is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// What the rules of thumb say.
    Usual,
    /// The attacker comes up together and touches nobody yet; the defender lets the enemy come.
    Wait,
    /// The defender goes out and hurts the enemy wherever he is.
    Hunt,
    /// The attacker goes round everybody who does not stand near where he wants to go.
    Press,
}

/// How a side goes about a turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Temper {
    /// How much better than usual the odds have to be.
    pub mood: f32,
    /// What it is after.
    pub aim: Aim,
    /// The place to which more go than usual, by its number.
    pub focus: Option<u8>,
}

impl Temper {
    /// As usual.
    pub const CALM: Self = Self { mood: 0.0, aim: Aim::Usual, focus: None };

    /// How it goes on in later turns: an attacker does not wait for ever.
    pub fn later(self, side: Side) -> Self {
        if side == Side::French && self.aim == Aim::Wait { Self { aim: Aim::Usual, ..self } } else { self }
    }

    fn of(mood: f32, aim: Aim) -> Self {
        Self { mood, aim, ..Self::CALM }
    }

    /// The tempers that are worth trying where few are on the map, as usual first.
    pub fn few(side: Side) -> Vec<Self> {
        let mut all: Vec<Self> = [0.0, -0.5, -0.9, 0.6].map(|mood| Self::of(mood, Aim::Usual)).to_vec();
        all.push(Self::of(0.0, Aim::Wait));
        if side == Side::Coalition {
            all.extend([-0.5, 0.0].map(|mood| Self::of(mood, Aim::Hunt)));
            all.push(Self::of(-0.5, Aim::Wait));
        }
        all
    }

    /// The same where many are: bolder, more careful, or most of them to one of the villages that decide, which are the first, third and fourth place; the attacker also
    /// past everybody who stands elsewhere.
    pub fn many(side: Side) -> Vec<Self> {
        let mut all: Vec<Self> = [0.0, -0.5, 0.6].map(|mood| Self::of(mood, Aim::Usual)).to_vec();
        all.extend([0, 2, 3].map(|place| Self { focus: Some(place), ..Self::CALM }));
        if side == Side::French {
            all.push(Self::of(-0.5, Aim::Press));
        }
        all
    }
}
