//! What one can do, and what happened.

use crate::state::Formation;
use grognard_engine::HexId;
use serde::Serialize;

/// One click.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Takes a piece in hand.
    Take(u16),
    /// Moves it to a hex by a cheapest way.
    Go(HexId),
    /// Turns it to look at a vertex, 0 to 5.
    Face(u8),
    /// Draws it up differently.
    Form(Formation),
    /// Puts it down.
    Done,
    /// Ends the turn of this side.
    End,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "event")]
pub enum Event {
    /// A side's turn began.
    Turn {
        /// The turn.
        turn: u8,
        /// The side.
        side: &'static str,
    },
    /// A piece moved.
    Moved {
        /// Its tag.
        unit: String,
        /// Whose it is.
        side: &'static str,
        /// The hexes, the first included.
        path: Vec<String>,
        /// Which way it looks now; empty if all round.
        facing: String,
    },
    /// A piece turned.
    Turned {
        /// Its tag.
        unit: String,
        /// Where it stands.
        hex: String,
        /// Which way it looks now.
        facing: String,
    },
    /// A piece was drawn up differently.
    Formed {
        /// Its tag.
        unit: String,
        /// Where it stands.
        hex: String,
        /// How it stands now.
        formation: &'static str,
    },
    /// The game is over.
    Over {
        /// How it ended.
        verdict: String,
    },
}
