//! The proving ground: a map of 5,452 hexes with 531 pieces on it, on which engine, picture, server and page are tried at the size
//! of a big battle.
//!
//! It is no rulebook. The map and the order of battle are those of Winter's Victory; what one may do with them (take a
//! piece, turn it, draw it up, move it) and what that costs is the proving ground's own, and cites no published case. No menu
//! names it; whoever knows its name can open it.
//!
//! | file | what is in it |
//! |---|---|
//! | `ground.rs` | the map, compiled: what lies in each hex and on each hexside |
//! | `army.rs` | the roster, read and checked, and how each piece stands at the start |
//! | `state.rs` | `State`: where and how everybody stands, whose turn it is, what is in hand |
//! | `prices.rs` | what a step, a turn and a change of formation cost |
//! | `reach.rs` | the walk over hexes and facings |
//! | `action.rs`, `words.rs` | actions and events; reading and writing them |
//! | `game.rs` | what is listed, checked and done; how it ends |
//! | `board.rs`, `overlay.rs` | what is seen: pieces with their faces; sight, arcs, reach |
//! | `position.rs`, `setup.rs` | positions in one line, and from the lines of a case file |

mod action;
mod army;
mod board;
mod game;
mod ground;
mod overlay;
mod position;
mod prices;
mod reach;
mod setup;
mod state;
mod words;

pub use action::{Action, Event};
pub use army::{Army, PIECES};
pub use game::TURNS;
pub use ground::Ground;
pub use state::{Formation, Frame, Side, Standing, State};

use grognard_engine::once::Once;
use grognard_engine::sheet::Sheet;
use grognard_engine::walk::Walk;
use grognard_engine::{DataError, HexId};
use std::sync::{Arc, Mutex, PoisonError};

/// Identifier of the game, and of its book.
pub const ID: &str = "proving-ground";
/// Rises when a record stops replaying.
pub const REVISION: u32 = 1;

const MAP_FILE: &str = "data/map.toml";
const MAP: &str = include_str!("../data/map.toml");
const PIECES_FILE: &str = "data/pieces.tsv";
const PIECES_TEXT: &str = include_str!("../data/pieces.tsv");

/// Everything that does not change during a game, read and compiled.
pub struct Field {
    /// The map.
    pub ground: Ground,
    /// The pieces.
    pub army: Army,
    /// Hexsides that somebody has barred.
    pub barricades: Vec<(HexId, HexId, Side)>,
}

/// Hexsides barred at the start, and by whom: the hex behind the barricade first. The proving ground's own.
const BARRICADES: [(&str, Side); 12] = [
    ("A2633/A2634", Side::French),
    ("A2533/A2633", Side::French),
    ("A2732/A2733", Side::French),
    ("A2732/A2833", Side::French),
    ("A2831/A2832", Side::French),
    ("A2831/A2931", Side::French),
    ("A2431/A2331", Side::French),
    ("C2214/C2114", Side::Allied),
    ("C2213/C2113", Side::Allied),
    ("C2314/C2414", Side::Allied),
    ("C1107/C1007", Side::Allied),
    ("C1207/C1206", Side::Allied),
];

impl Field {
    /// Reads and checks map and pieces.
    ///
    /// # Errors
    /// The first fault, with file, place and hex.
    pub fn read() -> Result<Self, DataError> {
        let ground = Ground::of(Sheet::read(MAP_FILE, MAP)?);
        let army = Army::read(PIECES_FILE, PIECES_TEXT, &ground)?;
        let mut barricades = Vec::new();
        for (text, side) in BARRICADES {
            let (from, to) = ground.grid().read_hexside(text).map_err(|why| DataError::new("barricades", text, why))?;
            barricades.push((from, to, side));
        }
        Ok(Self { ground, army, barricades })
    }
}

/// Read and compiled once for the whole process: it never changes.
static FIELD: Once<Field> = Once::new();

/// How often map and pieces have been read and compiled in this process.
#[must_use]
pub fn compilations() -> usize {
    FIELD.made()
}

/// The game.
pub struct ProvingGround {
    field: Arc<Field>,
    /// Tables of walks that nobody uses at the moment: they are large, and kept to be used again.
    walks: Mutex<Vec<Walk>>,
}

impl ProvingGround {
    /// The game; it has no options.
    ///
    /// # Errors
    /// A fault in its data, or an option.
    pub fn new(options: &[(String, String)]) -> Result<Self, DataError> {
        if let Some((name, _)) = options.first() {
            return Err(DataError::new("option", name, format!("{ID} has no options")));
        }
        Ok(Self { field: FIELD.get(Field::read)?, walks: Mutex::new(Vec::new()) })
    }

    /// Map and pieces.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Lends out the tables of a walk.
    fn with_walk<T>(&self, walk: impl FnOnce(&mut Walk) -> T) -> T {
        // Whoever panicked while holding the lock left the list as it was.
        let lent = self.walks.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut tables = lent.unwrap_or_else(|| Walk::new(self.field.ground.grid().size(), reach::POSES));
        let answer = walk(&mut tables);
        self.walks.lock().unwrap_or_else(PoisonError::into_inner).push(tables);
        answer
    }
}
