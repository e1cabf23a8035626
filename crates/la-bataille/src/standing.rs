//! How a piece stands: where it is, how it is drawn up and looks, in which state, and what happened to it. Data, no rules.

use grognard_engine::facing::Heading;
use grognard_engine::fields::NOWHERE;
use grognard_engine::{Grid, HexId};

/// The arm of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    Leader,
}

/// [5.1] How a piece is drawn up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Formation {
    Column,
    Line,
    Carre,
    Skirmish,
    General,
    March,
    Limbered,
    Unlimbered,
    Leader,
}

impl Formation {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Column,
        Self::Line,
        Self::Carre,
        Self::Skirmish,
        Self::General,
        Self::March,
        Self::Limbered,
        Self::Unlimbered,
        Self::Leader,
    ];

    /// The word for it, in files and positions.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Column => "column",
            Self::Line => "line",
            Self::Carre => "carre",
            Self::Skirmish => "skirmish",
            Self::General => "general_order",
            Self::March => "road_march",
            Self::Limbered => "limbered",
            Self::Unlimbered => "unlimbered",
            Self::Leader => "leader",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|formation| formation.word() == word)
    }

    /// [5.2] Whether a unit so drawn up looks at a vertex rather than at a hexside.
    #[must_use]
    pub const fn at_vertex(self) -> bool {
        matches!(self, Self::Line | Self::Skirmish)
    }
}

/// [14.1] [14.2] Whether a unit is in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Order {
    Good,
    Disordered,
    Routed,
}

/// [16.2] How fresh cavalry is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Readiness {
    Fresh,
    Tired,
    Exhausted,
}

/// Where a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place {
    /// Not in this game.
    Absent,
    /// On the map.
    Map,
    /// [6.10] Due to enter; `until` is the turn.
    Due,
    /// [14.10] Forced off the map at `hex`; it may be back in turn `until`.
    Off,
    /// [19.3] A wounded leader, who fell at `hex` and is back in turn `until`.
    Wounded,
    /// Eliminated, surrendered, killed or captured.
    Lost,
}

/// What happened to a piece in this player sequence, as bits.
pub mod flag {
    /// It moved in this movement segment.
    pub const MOVED: u16 = 1;
    /// It charged in this sequence [6.5].
    pub const CHARGED: u16 = 1 << 1;
    /// Its first hex has fired in this segment.
    pub const FIRED: u16 = 1 << 2;
    /// The same bit in a recovery segment, in which nobody fires of his own: it began it near the enemy and has run since [20.1].
    pub const WAS_NEAR: u16 = FIRED;
    /// The same bit in a melee segment, in which nobody fires either: it assaulted an earthwork [21.5].
    pub const STORMED: u16 = FIRED;
    /// Its second hex has fired in this segment.
    pub const FIRED_SECOND: u16 = 1 << 3;
    /// The same bit for cavalry in a recovery segment: it has run through a bridge or ford of the Spree in it [21.2].
    pub const CROSSED_NOW: u16 = FIRED_SECOND;
    /// It attacked in this melee segment.
    pub const ATTACKED: u16 = 1 << 4;
    /// It stood against a charge in this sequence [15.3].
    pub const STOOD: u16 = 1 << 5;
    /// It withdrew more than one hex and may not move in its next movement segment [15.2].
    pub const SPENT: u16 = 1 << 6;
    /// It crossed the Spree at a bridge or ford [21.2].
    pub const CROSSED: u16 = 1 << 7;
    /// It marches by force in this sequence [6.9].
    pub const FORCED: u16 = 1 << 8;
    /// It was not recalled and routs when the melees are over [16.7].
    pub const WILD: u16 = 1 << 9;
    /// It fell back before a charge and neither fires nor fights in this sequence [16.5].
    pub const SHELTERED: u16 = 1 << 10;
    /// It came onto the map in this turn [6.10].
    pub const ENTERED: u16 = 1 << 11;
    /// It was laid on top in this segment [6.8].
    pub const RAISED: u16 = 1 << 12;
    /// The same bit for the side that does not move: it tried to fall upon somebody for what he is doing now [16.9].
    pub const TRIED: u16 = RAISED;
    /// It has been rolled for in this recovery segment [20.1], or was in order until somebody ran past it in this segment.
    pub const ROLLED: u16 = 1 << 13;
    /// It charged straight at what it will fight [16.3.1].
    pub const STRAIGHT: u16 = 1 << 14;
    /// The same bit for infantry, which does not charge: its third hex has fired in this segment.
    pub const FIRED_THIRD: u16 = STRAIGHT;
    /// The same bit for guns: they could not be limbered in this sequence [18.1].
    pub const BALKED: u16 = STRAIGHT;
    /// The same bit for cavalry in hand, which has not charged [6.5]: it began its movement in line [6.4].
    pub const FROM_LINE: u16 = STRAIGHT;
    /// The same bit for leaders: he rides along with those who charge [16.3.2].
    pub const ALONG: u16 = STRAIGHT;
    /// The bit for each hex of a unit that has fired.
    pub const FIRED_FROM: [u16; 3] = [FIRED, FIRED_SECOND, FIRED_THIRD];
    /// The bit for each front hexside through which guns inside a carré have fired, from the left [10.2]. They are never among those who are not recalled.
    pub const FIRED_THROUGH: [u16; 3] = [FIRED_SECOND, FIRED, WILD];
    /// It rode to meet a charge in this sequence [16.8], or followed into a hex that was left [15.2].
    pub const REACTED: u16 = 1 << 15;
    /// The bits of whoever has fired in this segment: the third is another one for those who charge.
    #[must_use]
    pub const fn fired(arm: super::Arm) -> u16 {
        match arm {
            super::Arm::Infantry => FIRED | FIRED_SECOND | FIRED_THIRD,
            super::Arm::Artillery => FIRED | FIRED_SECOND | FIRED_THROUGH[2],
            _ => FIRED | FIRED_SECOND,
        }
    }
    /// What a new player sequence forgets: all but what lasts until a recovery or a movement segment.
    pub const PASSING: u16 = !(SPENT | CROSSED);
}

/// How a piece stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// Its hex; the head of a march, the first hex of a unit on two.
    pub hex: HexId,
    /// Its second hex, or [`NOWHERE`].
    pub second: HexId,
    /// Its third hex, or [`NOWHERE`].
    pub third: HexId,
    /// [10.1] The hex it fired at in this sequence; afterwards the one it charged.
    pub aim: HexId,
    /// Which way it looks, as a [`Heading`]'s number.
    pub heading: u8,
    /// How it is drawn up.
    pub formation: Formation,
    /// Whether it is in order.
    pub order: Order,
    /// How fresh it is.
    pub ready: Readiness,
    /// Where it is.
    pub place: Place,
    /// Increments.
    pub left: u8,
    /// How many of these are in the second hex.
    pub tail: u8,
    /// Its place in the stack of its hex, the lowest on top.
    pub rank: u8,
    /// The turn that [`Place`] speaks of.
    pub until: u8,
    /// [16.2] The player sequence in which readiness was lost, from 1; 0 if it was not.
    pub tired: u8,
    /// [15.3] What losses by fire take off its check before a melee.
    pub shock: u8,
    /// Three small numbers in one byte, so that a position stays small: [`Standing::paced`], [`Standing::rear`], [`Standing::marches`].
    pub small: u8,
    /// What happened to it in this sequence: see [`flag`].
    pub flags: u16,
}

impl Standing {
    /// Nowhere.
    pub const ABSENT: Self = Self {
        hex: NOWHERE,
        second: NOWHERE,
        third: NOWHERE,
        aim: NOWHERE,
        heading: 0,
        formation: Formation::Column,
        order: Order::Good,
        ready: Readiness::Fresh,
        place: Place::Absent,
        left: 0,
        tail: 0,
        rank: 0,
        until: 0,
        tired: 0,
        shock: 0,
        small: 0,
        flags: 0,
    };

    /// Whether it is on the map.
    #[inline]
    #[must_use]
    pub fn on_map(&self) -> bool {
        self.place == Place::Map
    }

    /// Whether it stands in a hex, wholly or in part.
    #[inline]
    #[must_use]
    pub fn stands_in(&self, hex: HexId) -> bool {
        self.on_map() && (self.hex == hex || ((self.second == hex || self.third == hex) && hex != NOWHERE))
    }

    /// The hexes it stands in.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + use<> {
        let hexes = if self.on_map() { self.parts() } else { [NOWHERE; 3] };
        hexes.into_iter().filter(|hex| *hex != NOWHERE)
    }

    /// Its first, second and third hex, wherever it is.
    #[must_use]
    pub const fn parts(&self) -> [HexId; 3] {
        [self.hex, self.second, self.third]
    }

    /// Which of its hexes this is: 0, 1 or 2.
    #[must_use]
    pub fn part(&self, hex: HexId) -> usize {
        match hex {
            NOWHERE => 0,
            hex if hex == self.second => 1,
            hex if hex == self.third => 2,
            _ => 0,
        }
    }

    /// Its increments in a hex.
    #[must_use]
    pub fn increments_in(&self, hex: HexId) -> u8 {
        match self.part(hex) {
            0 => self.left - self.tail - self.rear(),
            1 => self.tail,
            _ => self.rear(),
        }
    }

    /// Its increments in each of its hexes.
    #[must_use]
    pub const fn shares(&self) -> [u8; 3] {
        [self.left - self.tail - self.rear(), self.tail, self.rear()]
    }

    /// [16.2] How far it went since readiness was lost: 0 not at all, 1 up to half its allowance, 2 more.
    #[must_use]
    pub const fn paced(&self) -> u8 {
        self.small & 3
    }

    /// Sets it.
    pub const fn set_paced(&mut self, paced: u8) {
        self.small = self.small & !3 | paced & 3;
    }

    /// How many of its increments are in the third hex.
    #[must_use]
    pub const fn rear(&self) -> u8 {
        self.small >> 2 & 3
    }

    /// Sets it.
    pub const fn set_rear(&mut self, rear: u8) {
        self.small = self.small & !(3 << 2) | (rear & 3) << 2;
    }

    /// [6.9] Turns of forced marching in a row.
    #[must_use]
    pub const fn marches(&self) -> u8 {
        self.small >> 4
    }

    /// Sets them.
    pub const fn set_marches(&mut self, marches: u8) {
        self.small = self.small & 0xf | marches << 4;
    }

    /// The same in its first hex only.
    #[must_use]
    pub const fn in_one_hex(mut self) -> Self {
        (self.second, self.third, self.tail) = (NOWHERE, NOWHERE, 0);
        self.set_rear(0);
        self
    }

    /// Which way it looks.
    #[must_use]
    pub fn looks(&self) -> Heading {
        Heading::from_number(self.heading % 12).unwrap_or(Heading::side(0))
    }

    /// Whether it stands on two or three hexes side by side, as lines and skirmishers can.
    #[must_use]
    pub fn wide(&self) -> bool {
        self.second != NOWHERE && self.formation.at_vertex()
    }

    /// [5.2] Whether it looks one way more than another: carrés, leaders and whoever is out of order do not.
    #[must_use]
    pub fn faces(&self) -> bool {
        self.good() && !matches!(self.formation, Formation::Carre | Formation::Leader)
    }

    /// Whether a bit of [`flag`] is set.
    #[must_use]
    pub const fn has(&self, bit: u16) -> bool {
        self.flags & bit != 0
    }

    /// Sets a bit of [`flag`].
    pub const fn mark(&mut self, bit: u16) {
        self.flags |= bit;
    }

    /// Whether it is in good order.
    #[must_use]
    pub fn good(&self) -> bool {
        self.order == Order::Good
    }
}

/// [5.2] The direction from the first to the second hex of a unit that looks at the vertex behind hexside `side`.
#[must_use]
pub const fn abreast(heading: Heading) -> usize {
    (heading.sides().0 + 5) % 6
}

/// The second hex of a unit on two hexes, if it is on the map.
#[must_use]
pub fn second_of(grid: &Grid, hex: HexId, heading: u8) -> Option<HexId> {
    let heading = Heading::from_number(heading).filter(|heading| heading.at_corner())?;
    grid.neighbours(hex)[abreast(heading)]
}

/// [5.1] The hex beyond the second one, if it is on the map: the third of a unit on three hexes.
#[must_use]
pub fn third_of(grid: &Grid, second: HexId, heading: u8) -> Option<HexId> {
    second_of(grid, second, heading)
}
