//! The whole truth about a position: data, no rules.

use crate::exclusive::dresden::morale::ARMIES;
use crate::unitset::{MAX_UNITS, Unit, UnitSet};
use grognard_engine::HexId;
use grognard_engine::digest::Digest;
use grognard_engine::plane::Plane;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// Napoleon.
    French,
    /// Russians and Prussians; in Dresden Austrians too.
    Allied,
}

impl Side {
    /// Both sides, in the order of the seats.
    pub const BOTH: [Self; 2] = [Self::French, Self::Allied];

    /// The enemy.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::French => Self::Allied,
            Self::Allied => Self::French,
        }
    }

    /// The name, which is also the name of the seat.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::French => "French",
            Self::Allied => "Allied",
        }
    }
}

/// The hex of a unit that is not on the map.
pub const NOWHERE: HexId = HexId(u16::MAX);

/// Most hexes that count for victory.
pub const MAX_OBJECTIVES: usize = 4;

/// Most hexes that one combat can vacate: all that touch a common hex.
pub const MAX_VACATED: usize = 6;

/// What is to be decided now, and by whom (see [`crate::Battle::owner`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// [4.0] Which unit moves next?
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
    /// The game has ended.
    Over,
}

/// The attack that is being declared or resolved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// Printed strength still to be paid in an exchange.
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

impl Attack {
    /// Nothing declared.
    pub const NONE: Self = Self {
        defenders: UnitSet::EMPTY,
        attackers: UnitSet::EMPTY,
        guns: UnitSet::EMPTY,
        shifts: 0,
        lowered: 0,
        pending: UnitSet::EMPTY,
        owing: 0,
        vacated: [NOWHERE; MAX_VACATED],
        guns_may_step: false,
        chain: UnitSet::EMPTY,
        origin: NOWHERE,
        owed_guns: UnitSet::EMPTY,
        rolled: false,
        demoralized: 0,
        surrounded: UnitSet::EMPTY,
        stack: NOWHERE,
        mate: NOWHERE,
        companion: None,
    };
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

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where each unit stands; [`NOWHERE`] if it is due or lost.
    pub hexes: [HexId; MAX_UNITS],
    /// Reinforcements that have not entered.
    pub due: UnitSet,
    /// Units lost.
    pub lost: UnitSet,
    /// Game-Turn, from 1.
    pub turn: u8,
    /// Side whose Player-Turn it is.
    pub phasing: Side,
    /// The pending decision.
    pub frame: Frame,
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
    /// [11.3] Reserves that each army may still activate for losses just suffered.
    pub offers: [u8; ARMIES],
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

    /// A digest that is the same on every platform: every field, in order. Left out are the companion of a retreating stack and
    /// who was put back: they follow from the actions before, and check numbers of records from before they were kept still hold.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        for four in self.hexes.as_chunks::<4>().0 {
            digest.add(four.iter().fold(0, |word, hex| word << 16 | u64::from(hex.0)));
        }
        let a = &self.attack;
        for set in
            [self.due, self.lost, self.moved, self.bound, self.owed, self.fought, self.fresh, a.defenders, a.attackers, a.guns]
                .into_iter()
                .chain([a.pending, a.chain, a.owed_guns, a.surrounded, self.reserve, self.disrupted, self.fell_back])
        {
            digest.add(set.0 as u64);
            digest.add((set.0 >> 64) as u64);
        }
        let (kind, detail) = match self.frame {
            Frame::Move => (0, 0),
            Frame::Hand { unit, spent, entered, ward } => {
                (1, u64::from(ward) << 24 | u64::from(unit) << 16 | u64::from(spent) << 8 | u64::from(entered))
            }
            Frame::Overfull => (2, 0),
            Frame::Fresh(side) => (3, side as u64),
            Frame::Combat => (4, 0),
            Frame::Declare => (5, 0),
            Frame::Losses => (6, 0),
            Frame::Retreat(side) => (7, side as u64),
            Frame::Displace { hex, side } => (8, u64::from(hex.0) << 8 | side as u64),
            Frame::Advance(side) => (9, side as u64),
            Frame::StepBack => (10, 0),
            Frame::Over => (11, 0),
            Frame::Muster => (12, 0),
            Frame::DayEnd => (13, 0),
            Frame::Reorganize(side) => (14, side as u64),
            Frame::Place { unit, placer } => (15, u64::from(unit) << 8 | placer as u64),
        };
        digest.add(kind << 32 | detail);
        digest.add(u64::from(self.turn) << 8 | self.phasing as u64);
        digest.add(u64::from(self.fresh_spent) << 32 | u64::from(a.shifts));
        for holder in self.control {
            digest.add(holder.map_or(2, |side| side as u64));
        }
        digest.add(u64::from(self.second_division.unwrap_or(u8::MAX)) << 8 | u64::from(self.guard_attacked));
        digest.add(u64::from(a.lowered) << 24 | u64::from(a.owing) << 16 | u64::from(a.guns_may_step));
        digest.add(u64::from(a.origin.0) << 32 | u64::from(a.stack.0) << 16 | u64::from(a.mate.0));
        digest.add(u64::from(u32::from_le_bytes(self.morale)) << 32 | u64::from(u32::from_le_bytes(self.offers)));
        digest.add(
            u64::from(self.city_paid) << 24
                | u64::from(a.demoralized) << 16
                | u64::from(a.rolled) << 8
                | u64::from(self.klenau_released),
        );
        for hex in a.vacated {
            digest.add(u64::from(hex.0));
        }
        digest.finish()
    }
}
