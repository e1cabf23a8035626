//! The whole truth about a position: how each piece stands, whose segment it is, and which decisions wait. Data, no rules.

use crate::action::Action;
use crate::stamp::Stamp;
use grognard_engine::facing::Heading;
use grognard_engine::sets::Bits;
use grognard_engine::stack::Stack;
use grognard_engine::{Grid, HexId};

pub use crate::under_way::{Fight, Ride};
pub use grognard_engine::fields::NOWHERE;

/// A piece: its place in the roster.
pub type Unit = u16;
/// The most pieces that a game has.
pub const UNITS: usize = 130;
/// A set of pieces.
pub type Units = Bits<3>;
/// Nobody.
pub const NOBODY: Unit = Unit::MAX;

/// The two sides, in the order of the seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Side {
    French,
    Coalition,
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::French, Self::Coalition];

    /// The enemy.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::French => Self::Coalition,
            Self::Coalition => Self::French,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::French => "French",
            Self::Coalition => "Coalition",
        }
    }

    /// Reads a name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == name)
    }
}

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
    /// Its second hex has fired in this segment.
    pub const FIRED_SECOND: u16 = 1 << 3;
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
    /// It came onto the map in this sequence [6.10].
    pub const ENTERED: u16 = 1 << 11;
    /// It was laid on top in this segment [6.8].
    pub const RAISED: u16 = 1 << 12;
    /// The same bit for the side that does not move: it tried to fall upon somebody in this sequence [16.9].
    pub const TRIED: u16 = RAISED;
    /// It has been rolled for in this recovery segment [20.1].
    pub const ROLLED: u16 = 1 << 13;
    /// It charged straight at what it will fight [16.3.1].
    pub const STRAIGHT: u16 = 1 << 14;
    /// The same bit for infantry, which does not charge: its third hex has fired in this segment.
    pub const FIRED_THIRD: u16 = STRAIGHT;
    /// The bit for each hex of a unit that has fired.
    pub const FIRED_FROM: [u16; 3] = [FIRED, FIRED_SECOND, FIRED_THIRD];
    /// It rode to meet a charge in this sequence [16.8], or followed into a hex that was left [15.2].
    pub const REACTED: u16 = 1 << 15;
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

/// The segments of a player sequence [4.2].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Segment {
    Charge,
    Movement,
    Defensive,
    Offensive,
    Melee,
    Recovery,
}

impl Segment {
    /// All, in order.
    pub const ALL: [Self; 6] = [Self::Charge, Self::Movement, Self::Defensive, Self::Offensive, Self::Melee, Self::Recovery];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Charge => "charge",
            Self::Movement => "movement",
            Self::Defensive => "defensive fire",
            Self::Offensive => "offensive fire",
            Self::Melee => "melee",
            Self::Recovery => "morale recovery",
        }
    }

    /// Its word in positions.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Charge => "charge",
            Self::Movement => "movement",
            Self::Defensive => "defensive",
            Self::Offensive => "offensive",
            Self::Melee => "melee",
            Self::Recovery => "recovery",
        }
    }
}

/// What a forced move is, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Flight {
    /// Who goes.
    pub unit: Unit,
    /// Directions of the steps to come, three bits each, the next one lowest; 6 leads off the map.
    pub path: u64,
    /// How many steps are left.
    pub steps: u8,
    /// Increments lost for each hex left in an enemy zone [14.6]; 0 outside melee.
    pub toll: u8,
    /// Whether it has left its first hex.
    pub begun: bool,
    /// Whether it has been fired at in the hex it stands in [14.7].
    pub shot: bool,
}

/// What is to be decided, or done next where nobody has a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// [23.6] A side sets up.
    SetUp(Side),
    /// [23.6] A unit is being set up.
    Arrange {
        /// Who.
        unit: Unit,
        /// What has been done with it, as bits.
        done: u8,
    },
    /// [16.3.1] Who charges.
    Charge,
    /// [16.3.1] A charge under way.
    Ride,
    /// [16.8] Whether cavalry meets the charge.
    React,
    /// [17.1] Whether the target of a charge tries to form carré.
    Stand,
    /// [16.5] What the charger does with a beaten target.
    Pursue,
    /// [6.1] Who moves.
    Move,
    /// [6.1] A unit in hand: half points left, and whether it has turned for nothing since its last step.
    Hand {
        /// Who.
        unit: Unit,
        /// Half points left.
        left: u8,
        /// Whether it turned for nothing.
        turned: bool,
        /// Whether it did anything yet.
        begun: bool,
        /// Whether it has to stay where it is [5.3.1].
        stopped: bool,
    },
    /// [10.1] Who of the enemy fires at a unit that acts in his zone.
    Opportunity(Unit),
    /// [16.9] Whether enemy cavalry falls upon a unit that acts in its zone.
    Pounce(Unit),
    /// [10.1] Which hex is fired at.
    Fire,
    /// [10.3] Who fires at it.
    Aim(HexId),
    /// [15.1] Which hex is attacked.
    Melee,
    /// [15.1] Who attacks it.
    Assault,
    /// [15.2] What the defender does before the melee.
    Answer,
    /// [15.2] Who follows into a hex that was left, and attacks once more from there.
    Follow,
    /// [15.5] The melee goes on.
    Fight,
    /// [15.7] Who advances.
    Advance,
    /// [20.1] Who is rolled for.
    Recovery,
    /// [13.2] Checks that are due.
    Checks,
    /// [14.4] A forced move.
    Flee(Flight),
    /// The game is over.
    Over,
}

/// How many checks can wait at a time.
pub const WAITING: usize = 40;
/// How many hexes can be fired at in a segment.
pub const TARGETS: usize = 80;
/// How deep decisions can lie upon each other.
pub const DEPTH: usize = 10;
/// Organisations with a morale of their own.
pub const BODIES: usize = 4;
/// Entrenchments that can be on a map.
pub const TRENCHES: usize = 12;

/// Why a unit checks its morale.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Cause {
    /// [13.3] Losses by fire.
    Fire,
    /// [13.2] Somebody fled through its hex.
    Passed,
    /// [13.2] Another of its stack failed.
    Stack,
    /// [13.2] A leader fell in its hex.
    Leader,
    /// [15.6] A starred result.
    Star,
    /// [15.7] Cavalry thrown back.
    Repulse,
    /// [16.10] Cossacks who were hit: they run without a roll.
    Panic,
    /// [16.5] Routed already: it only has to run.
    Run,
}

impl Cause {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 8] =
        [Self::Fire, Self::Passed, Self::Stack, Self::Leader, Self::Star, Self::Repulse, Self::Panic, Self::Run];
}

/// A check that is due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Due {
    /// Whose.
    pub unit: Unit,
    /// Why.
    pub cause: Cause,
    /// A modifier of its own.
    pub modifier: i8,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// How each piece stands. Whoever changes one does so by [`State::piece_mut`], or stamps the position himself.
    pub(crate) pieces: [Standing; UNITS],
    /// Fresh whenever a piece or an entrenchment is touched.
    pub(crate) stamp: Stamp,
    /// The turn, from 1; turn 1 begins at 6:00.
    pub turn: u8,
    /// Whose player sequence it is.
    pub phasing: Side,
    /// Its segment.
    pub segment: Segment,
    /// What waits; the lowest is the segment itself.
    pub frames: Stack<Frame, DEPTH>,
    /// What the unit in hand is about to do when the enemy has answered.
    pub act: Option<Action>,
    /// Who fires in the attack that is being put together.
    pub firing: Units,
    /// Hexes fired at in this segment.
    pub shot: [HexId; TARGETS],
    /// Hexes attacked in this segment.
    pub attacked: [HexId; TARGETS],
    /// The melee under way.
    pub fight: Fight,
    /// The charge under way.
    pub ride: Ride,
    /// Checks that wait, the first first.
    pub checks: [Option<Due>; WAITING],
    /// Who has been made to check by others in this action.
    pub shaken: Units,
    /// [20.3] The level of each organisation.
    pub levels: [u8; BODIES],
    /// [22.1] Which of the hexes that count the French hold, as bits.
    pub held: u16,
    /// [21.6] Entrenchments, and the turn in which the French came in; 0 before, 255 when it is gone.
    pub trenches: [(HexId, u8); TRENCHES],
}

impl State {
    /// How a piece stands.
    #[inline]
    #[must_use]
    pub fn piece(&self, unit: Unit) -> &Standing {
        &self.pieces[usize::from(unit)]
    }

    /// The same, to be changed.
    #[inline]
    pub fn piece_mut(&mut self, unit: Unit) -> &mut Standing {
        self.stamp = Stamp::fresh();
        &mut self.pieces[usize::from(unit)]
    }

    /// The same, to change what is noted of it: flags, aim, readiness and the like, and nothing of where and how it stands or how many it has left. What
    /// was laid out of the position is not touched by that.
    #[inline]
    pub(crate) fn notes_of(&mut self, unit: Unit) -> &mut Standing {
        &mut self.pieces[usize::from(unit)]
    }

    /// What is to be decided.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.frames.top().unwrap_or(Frame::Over)
    }

    /// Puts a decision on top.
    pub fn push(&mut self, frame: Frame) {
        let pushed = self.frames.push(frame);
        debug_assert!(pushed.is_ok(), "decisions lie deeper than {DEPTH}");
    }

    /// Takes the decision on top away.
    pub fn pop(&mut self) {
        self.frames.pop();
    }

    /// Puts another decision in the place of the one on top.
    pub fn replace(&mut self, frame: Frame) {
        match self.frames.top_mut() {
            Some(top) => *top = frame,
            None => self.push(frame),
        }
    }

    /// The number of this player sequence, from 1.
    #[must_use]
    pub const fn sequence(&self) -> u8 {
        2 * self.turn + self.phasing as u8
    }
}

/// Puts a hex into a list that is filled up with [`NOWHERE`].
pub fn note(list: &mut [HexId], hex: HexId) {
    if !list.contains(&hex)
        && let Some(free) = list.iter_mut().find(|other| **other == NOWHERE)
    {
        *free = hex;
    }
}
