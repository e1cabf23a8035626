//! The whole truth about a position: data, no rules.

use crate::exclusive::dresden::morale::ARMIES;
use crate::unitset::{MAX_UNITS, Unit, UnitSet};
use grognard_engine::plane::Plane;
use grognard_engine::stack::Stack;
use grognard_engine::{HexId, sides};
use std::ops::{Deref, DerefMut};

pub use grognard_engine::fields::NOWHERE;

sides! {
    /// One of the two players.
    pub enum Side {
        /// Napoleon.
        French = "French" 'F',
        /// Russians and Prussians; in Dresden Austrians too.
        Allied = "Allied" 'A',
    }
}

/// Most hexes that count for victory.
pub const MAX_OBJECTIVES: usize = 4;

/// Most hexes that one combat can vacate: all that touch a common hex.
pub const MAX_VACATED: usize = 6;

/// What is to be decided now. Its room says by whom, and what can be done (see [`crate::rooms`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Frame {
    /// [4.0] Which unit moves next?
    #[default]
    Move,
    /// [4.1] Where does the unit in hand go?
    Hand {
        /// The unit.
        unit: Unit,
        /// Points spent so far.
        spent: u8,
        /// Whether it came onto the map in this move.
        entered: bool,
        /// [11.1] The distance that it must keep from the enemy if it is a reserve.
        ward: u8,
    },
    /// [11.4] Which reserves does the Allied player pay for?
    Muster,
    /// [4.4] The enemy chooses who dies where too many ended the phase.
    Overfull,
    /// [21.1] Which Fresh Strength does this side use?
    Fresh(Side),
    /// [5.1] Which enemy is attacked next?
    Combat,
    /// [6.1] Who takes part in the attack, and how?
    Declare,
    /// [6.3] Which attackers pay for an exchange?
    Losses,
    /// [6.4] Which unit of this side retreats next, and where to?
    Retreat(Side),
    /// [6.5] Who is pushed out of an over-full hex, and where to?
    Displace {
        /// The hex.
        hex: HexId,
        /// The side that holds it.
        side: Side,
    },
    /// [6.6] Does a unit of this side advance?
    Advance(Side),
    /// [6.8] Do bombarding guns step back?
    StepBack,
    /// [18.3] Does the Allied player fight on?
    DayEnd,
    /// [17.2] Which disrupted unit of the enemy does this side place next?
    Reorganize(Side),
    /// [17.2] Where does this side place it?
    Place {
        /// The unit.
        unit: Unit,
        /// The side that places it.
        placer: Side,
    },
    /// [11.3] Does a reserve answer a loss? It interrupts any other decision. How many each army may still activate.
    Offers([u8; ARMIES]),
    /// The game has ended.
    Over,
}

/// The attack that is being declared or resolved; by default there is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Attack {
    /// Enemy units attacked.
    pub defenders: UnitSet,
    /// Attackers in contact.
    pub attackers: UnitSet,
    /// Guns that bombard.
    pub guns: UnitSet,
    /// Divisions (by bit) that take the column shift of 20.2 instead of two points.
    pub shifts: u32,
    /// Columns that the attacker has gone down of his own will.
    pub lowered: u8,
    /// Units that still have to retreat, to be chosen as a loss, or may still step back.
    pub pending: UnitSet,
    /// Printed strength to be paid in an exchange, all in all.
    pub owing: u8,
    /// Hexes that the losing side held when the die fell.
    pub vacated: [HexId; MAX_VACATED],
    /// Whether guns that bombarded may step back once all else is done.
    pub guns_may_step: bool,
    /// [6.5] Units that have moved in the present chain of pushes.
    pub chain: UnitSet,
    /// [6.5] The hex from which the chain began.
    pub origin: HexId,
    /// [6.5] Guns that may not be pushed, fixed when the chain began.
    pub owed_guns: UnitSet,
    /// Whether the die has been thrown.
    pub rolled: bool,
    /// [16.5] Armies (by bit) that were demoralized when the die was thrown.
    pub demoralized: u8,
    /// [17.1] Units that had no safe hex when the die was thrown.
    pub surrounded: UnitSet,
    /// [10.4] The hex whose units are retreating.
    pub stack: HexId,
    /// [10.4] Where the first of them went.
    pub mate: HexId,
    /// [10.4] Who that was, until the last of them has gone.
    pub companion: Option<Unit>,
}

/// Where each unit stands; [`NOWHERE`] if it is not on the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Places(pub [HexId; MAX_UNITS]);

impl Default for Places {
    fn default() -> Self {
        Self([NOWHERE; MAX_UNITS])
    }
}

impl Deref for Places {
    type Target = [HexId; MAX_UNITS];

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Places {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// All units that have `hex` as their place. Every place is compared, many at once.
#[must_use]
pub fn units_at(places: &[HexId; MAX_UNITS], hex: HexId) -> UnitSet {
    // Eight places side by side; bit `i` of `found[b]` is unit `8 * i + b`.
    let mut found = [0u16; 8];
    for (i, eight) in places.as_chunks::<8>().0.iter().enumerate() {
        for (found, place) in found.iter_mut().zip(eight) {
            *found |= u16::from(*place == hex) << i;
        }
    }
    let mut units = UnitSet::EMPTY;
    for (b, mut bits) in found.into_iter().enumerate() {
        while bits != 0 {
            units.insert((8 * bits.trailing_zeros()) as Unit + b as Unit);
            bits &= bits - 1;
        }
    }
    units
}

/// A position. Each field is also a line of `Battle::fields`, from which digest and position text follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct State {
    /// Where each unit stands; [`NOWHERE`] if it is due or lost.
    pub hexes: Places,
    /// Reinforcements that have not entered.
    pub due: UnitSet,
    /// Units lost.
    pub lost: UnitSet,
    /// Game-Turn, from 1.
    pub turn: u8,
    /// Side whose Player-Turn it is.
    pub phasing: Side,
    /// The pending decision, unless another interrupts it.
    pub frame: Frame,
    /// What interrupts it.
    pub interrupts: Stack<Frame, 1>,
    /// Units whose move is over in this Movement Phase.
    pub moved: UnitSet,
    /// [7.0] Reinforcements that were taken up and put back since a unit last moved.
    pub put_back: UnitSet,
    /// [5.1] Phasing units in contact with an enemy when the Combat Phase began.
    pub bound: UnitSet,
    /// [5.1] Enemy units in contact with a phasing unit when the Combat Phase began.
    pub owed: UnitSet,
    /// [5.2] Units that have fought in this Combat Phase, as attackers or as targets.
    pub fought: UnitSet,
    /// [21.1] Units to which Fresh Strength is given in this Combat Phase.
    pub fresh: UnitSet,
    /// [21.1] Divisions (by bit) whose marker has been used.
    pub fresh_spent: u32,
    /// [23.4] Who controls each objective.
    pub control: [Option<Side>; MAX_OBJECTIVES],
    /// [23.3] Whether Guard infantry has attacked.
    pub guard_attacked: bool,
    /// [19.3] The division that the Allied player moves in turn 2 besides Ostermann's.
    pub second_division: Option<u8>,
    /// [11.0] Units in reserve.
    pub reserve: UnitSet,
    /// [17.0] Units disrupted.
    pub disrupted: UnitSet,
    /// [10.4] Units that fell back into the hex of another in this Combat Phase.
    pub fell_back: UnitSet,
    /// [16.0] Morale by army.
    pub morale: [u8; ARMIES],
    /// [12.0] Whether Klenau's corps has been released.
    pub klenau_released: bool,
    /// [18.2] City hexes (by bit) that the Allies have been paid for.
    pub city_paid: u8,
    /// The attack in hand.
    pub attack: Attack,
}

impl State {
    /// Where `unit` stands, if it is on the map.
    #[inline]
    #[must_use]
    pub fn hex(&self, unit: Unit) -> Option<HexId> {
        let hex = self.hexes[usize::from(unit)];
        (hex != NOWHERE).then_some(hex)
    }

    /// The hexes of some units on the map.
    #[inline]
    #[must_use]
    pub fn hexes_of(&self, units: UnitSet) -> Plane {
        let mut plane = Plane::EMPTY;
        for unit in units {
            plane.insert(self.hexes[usize::from(unit)]);
        }
        plane
    }

    /// The decision that somebody has to make now.
    #[inline]
    #[must_use]
    pub fn pending(&self) -> Frame {
        self.interrupts.top().unwrap_or(self.frame)
    }

    /// [11.3] Reserves that each army may still activate for losses just suffered.
    #[inline]
    #[must_use]
    pub fn offers(&self) -> [u8; ARMIES] {
        match self.interrupts.top() {
            Some(Frame::Offers(offers)) => offers,
            _ => [0; ARMIES],
        }
    }

    /// [11.3] Sets them: as long as there are any, they interrupt whatever is to be decided.
    pub fn set_offers(&mut self, offers: [u8; ARMIES]) {
        self.interrupts = Stack::EMPTY;
        if offers != [0; ARMIES] {
            // There is room: nothing else interrupts.
            let _ = self.interrupts.push(Frame::Offers(offers));
        }
    }
}
