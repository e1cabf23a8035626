//! The whole truth about a position: how each piece stands, whose segment it is, and which decisions wait. Data, no rules.

use crate::action::Action;
use crate::stamp::Stamp;
use grognard_engine::HexId;
use grognard_engine::sets::Bits;
use grognard_engine::stack::Stack;

pub use crate::standing::{Arm, Formation, Order, Place, Readiness, Standing, abreast, flag, second_of, third_of};
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
    /// Whether a result of melee drives it [14.5] [14.8], be there a toll or not.
    pub driven: bool,
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
