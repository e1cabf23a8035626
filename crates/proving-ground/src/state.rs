//! Where and how everybody stands, whose turn it is, and what is in hand: one flat struct without a pointer.

use crate::army::PIECES;
use grognard_engine::facing::{Arcs, Aspect, Heading};
use grognard_engine::piece::Shape;
use grognard_engine::sets::Bits;
use grognard_engine::{Grid, HexId, kinds, sides};

pub use grognard_engine::fields::NOWHERE;

/// A set of pieces.
pub type Units = Bits<{ PIECES.div_ceil(64) }>;

sides! {
    /// A side.
    pub enum Side {
        /// It goes first.
        French = "French" 'F',
        /// Russians and Prussians.
        Allied = "Allied" 'A',
    }
}

kinds! {
    /// How a piece is drawn up: in one word, for commands and positions, and for people. Names are those that wargamers know; what they do is the proving
    /// ground's own.
    pub enum Formation(word, name) {
        /// Leaders and headquarters: nothing to draw up.
        Plain = "plain" "",
        /// Wide and deep.
        Column = "column" "Column",
        /// Wide and thin.
        Line = "line" "Line",
        /// A line on two hexes, the second to the right.
        ExtendedRight = "extended-right" "Extended Line",
        /// A line on two hexes, the second to the left.
        ExtendedLeft = "extended-left" "Extended Line",
        /// Facing all round; it does not move.
        Square = "square" "Square",
        /// On a road.
        RoadColumn = "road-column" "Road Column",
        /// In woods and houses, without an order that shows.
        GeneralOrder = "general-order" "General Order",
        /// Cavalry in its ranks.
        Formed = "formed" "Formed",
        /// Guns behind their teams.
        Limbered = "limbered" "Limbered",
        /// Guns ready to fire; they turn, but do not move.
        Unlimbered = "unlimbered" "Unlimbered",
    }
}

impl Formation {
    /// What it looks like from above.
    #[must_use]
    pub const fn shape(self) -> Shape {
        match self {
            Self::Plain | Self::GeneralOrder => Shape::Loose,
            Self::Column | Self::Formed => Shape::Column,
            Self::Line | Self::ExtendedRight | Self::ExtendedLeft => Shape::Line,
            Self::Square => Shape::Square,
            Self::RoadColumn | Self::Limbered => Shape::March,
            Self::Unlimbered => Shape::Battery,
        }
    }

    /// Whether it looks all round, so that it has no front.
    #[must_use]
    pub const fn all_round(self) -> bool {
        matches!(self, Self::Plain | Self::GeneralOrder | Self::Square)
    }

    /// Whether it can move from hex to hex.
    #[must_use]
    pub const fn moves(self) -> bool {
        !matches!(self, Self::Square | Self::Unlimbered)
    }

    /// On which side its second hex lies, if it stands on two: to the right, or to the left.
    #[must_use]
    pub const fn second_to_the_right(self) -> Option<bool> {
        match self {
            Self::ExtendedRight => Some(true),
            Self::ExtendedLeft => Some(false),
            _ => None,
        }
    }

    /// Front, flank and rear. A piece looks at a vertex, so that hexsides lie 30, 90 or 150 degrees off.
    #[must_use]
    pub const fn arcs(self) -> Arcs {
        if self.all_round() { Arcs([Aspect::Front; 7]) } else { Arcs::up_to(1, 3) }
    }
}

/// How one piece stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// Its hex; `NOWHERE` off the map.
    pub hex: HexId,
    /// The vertex it looks at, 0 to 5 in the order of headings; kept while it looks all round.
    pub vertex: u8,
    /// How it is drawn up.
    pub formation: Formation,
    /// Its steps.
    pub left: u8,
}

impl Standing {
    /// Which way it looks.
    #[must_use]
    pub const fn heading(&self) -> Heading {
        Heading::corner(self.vertex as usize)
    }

    /// Whether it is on the map.
    #[must_use]
    pub fn on_map(&self) -> bool {
        self.hex != NOWHERE
    }

    /// The second hex of a piece that stands on two.
    #[must_use]
    pub fn second(&self, grid: &Grid) -> Option<HexId> {
        let right = self.formation.second_to_the_right()?;
        if self.on_map() { grid.abreast(self.hex, self.heading(), right) } else { None }
    }

    /// The hexes it stands on.
    pub fn hexes(&self, grid: &Grid) -> impl Iterator<Item = HexId> + use<> {
        self.on_map().then_some(self.hex).into_iter().chain(self.second(grid))
    }
}

/// The pending decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// Which piece to take.
    Idle,
    /// What to do with the piece in hand, and what it has left to spend.
    Hand {
        /// The piece.
        unit: u16,
        /// Sixths of a movement point.
        left: u16,
    },
    /// The game is over.
    Over,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// How each piece stands.
    pub pieces: [Standing; PIECES],
    /// Who has been taken in this turn.
    pub acted: Units,
    /// The turn, from 1.
    pub turn: u8,
    /// Whose turn it is.
    pub side: Side,
    /// How many pieces this side may still take in this turn.
    pub orders: u8,
    /// What is to be decided.
    pub frame: Frame,
}

impl State {
    /// How a piece stands.
    #[must_use]
    pub fn piece(&self, unit: u16) -> &Standing {
        &self.pieces[usize::from(unit)]
    }
}
