//! What is under way: a melee, and a charge. Data, no rules.

use crate::state::{NOBODY, NOWHERE, Unit, Units};
use grognard_engine::HexId;

/// How many attackers are known in their order: more hardly find room around a hex.
pub const ABREAST: usize = 20;

/// Nobody, in the order of the attackers.
pub const NOT_NAMED: u8 = u8::MAX;

/// A melee under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    /// The hex attacked.
    pub hex: HexId,
    /// Who attacks.
    pub attackers: Units,
    /// [4.4] The same in the order in which they were named; what is left of it is `NOT_NAMED`.
    pub order: [u8; ABREAST],
    /// [16.2] Cavalry that keeps its readiness.
    pub sparing: Units,
    /// Who has been looked at in the present stage.
    pub done: Units,
    /// Who fought: the defenders as the melee began.
    pub defenders: Units,
    /// The stage: see `fight.rs`.
    pub stage: u8,
    /// The natural roll, as a place; 255 before it.
    pub roll: u8,
    /// Column of the table; before the roll the row of the odds in increments [15.3].
    pub column: u8,
    /// Place of the modified roll.
    pub at: u8,
    /// Whether this is the further assault of those who followed [15.2].
    pub again: bool,
    /// Whether somebody withdrew.
    pub withdrew: bool,
}

impl Fight {
    /// None.
    pub const NONE: Self = Self {
        hex: NOWHERE,
        attackers: Units::EMPTY,
        order: [NOT_NAMED; ABREAST],
        sparing: Units::EMPTY,
        done: Units::EMPTY,
        defenders: Units::EMPTY,
        stage: 0,
        roll: 255,
        column: 0,
        at: 0,
        again: false,
        withdrew: false,
    };

    /// Somebody joins the attackers, after those who were named before him.
    pub fn join(&mut self, unit: Unit) {
        let Ok(number) = u8::try_from(unit) else { return };
        if !self.attackers.has(unit)
            && let Some(free) = self.order.iter_mut().find(|named| **named == NOT_NAMED)
        {
            *free = number;
        }
        self.attackers.insert(unit);
    }

    /// Somebody has no part in the attack any more.
    pub fn leave(&mut self, unit: Unit) {
        self.attackers.remove(unit);
        if let Some(at) = self.order.iter().position(|&named| named != NOT_NAMED && Unit::from(named) == unit) {
            self.order[at..].rotate_left(1);
            self.order[ABREAST - 1] = NOT_NAMED;
        }
    }

    /// The attackers in the order in which they were named.
    pub fn named(&self) -> impl Iterator<Item = Unit> + '_ {
        let known = |unit: &Unit| self.order.iter().any(|&named| named != NOT_NAMED && Unit::from(named) == *unit);
        let first = self.order.iter().filter(|named| **named != NOT_NAMED).map(|&named| Unit::from(named));
        first.chain(self.attackers.into_iter().filter(move |unit| !known(unit)))
    }
}

/// A charge under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ride {
    /// Who rides.
    pub units: Units,
    /// Who has been asked whether he reacts; and who was disordered as he did not stand, and stays where he is [16.5].
    pub asked: Units,
    /// Who has been asked whether he forms carré from afar.
    pub warned: Units,
    /// Who has tried to form carré against it, and who has run from it [16.7]; and the riders themselves once the die of their recall has fallen.
    pub tried: Units,
    /// The foremost.
    pub lead: Unit,
    /// The hex that is charged, or asked whether it forms carré; [`NOWHERE`] while nobody is.
    pub target: HexId,
    /// Half points left.
    pub left: u8,
    /// Hexes ridden.
    pub ridden: u8,
    /// Of these, the last so many in one direction.
    pub straight: u8,
    /// That direction.
    pub way: u8,
    /// Turns made in this hex.
    pub turns: u8,
    /// Row of the carré table.
    pub row: u8,
    /// What is left to do: see `charge.rs`.
    pub stage: u8,
    /// Whether another formation was taken.
    pub formed: bool,
    /// Whether it is an opportunity charge [16.9].
    pub pounce: bool,
    /// Whether it came to blows.
    pub contact: bool,
    /// Points for each increment ridden down; 0 if nobody is.
    pub trample: u8,
}

impl Ride {
    /// None.
    pub const NONE: Self = Self {
        units: Units::EMPTY,
        asked: Units::EMPTY,
        warned: Units::EMPTY,
        tried: Units::EMPTY,
        lead: NOBODY,
        target: NOWHERE,
        left: 0,
        ridden: 0,
        straight: 0,
        way: 0,
        turns: 0,
        row: 0,
        stage: 0,
        formed: false,
        pounce: false,
        contact: false,
        trample: 0,
    };
}
