//! La Bataille de Bautzen 1813: battalions, regiments and batteries on hexes of 100 metres.
//!
//! The booklet that we hold has no numbered cases. Chapters and items are those of our specification: see the README of this crate.
//!
//! | chapter | file |
//! |---|---|
//! | 2 dice | `base6.rs` |
//! | 3 pieces | `army.rs` |
//! | 4 sequence | `sequence.rs` |
//! | 5 formations, facing, zones | `formation.rs`, `zones.rs` |
//! | 6, 7 movement | `movement.rs`, `marching.rs`, `walk.rs`, `stroll.rs`, `gait.rs`, `cost.rs`, `entry.rs`; riders among friends [6.7] `among.rs` |
//! | 8 stacking | `stacking.rs` |
//! | 9 line of sight | `sight.rs` |
//! | 10, 11 fire | `fire.rs`, `defence.rs`, `firing.rs` |
//! | 12 losses | `losses.rs` |
//! | 13 morale | `morale.rs` |
//! | 14 retreat and rout | `retreat.rs`, `escape.rs` |
//! | 15 melee | `assault.rs`, `melee.rs`, `fight.rs`, `results.rs` |
//! | 16 cavalry | `charge.rs`, `contact.rs`, `reaction.rs` |
//! | 17 carré | `carre.rs` |
//! | 18 artillery | `movement.rs`, `fire.rs` |
//! | 19 leaders | `leaders.rs` |
//! | 20 recovery and corps morale | `recovery.rs` |
//! | 21 special terrain | where it bites |
//! | 22, 23 games | `victory.rs`, `army.rs`, `placing.rs` |
//!
//! `lay.rs` lays a position out by hexes and keeps that, `muster.rs` keeps what follows from map and pieces: most rules ask them. `stamp.rs` tells positions apart.
//!
//! `tables.rs` and `figures.rs` read `data/tables.toml`; `ground.rs` compiles the map; `standing.rs`, `state.rs`, `under_way.rs`, `action.rs`, `event.rs` are data; `rooms.rs` leads from
//! each pending decision to its room; `game.rs` is the rulebook as the engine asks for it; `blame.rs` tells why a whole command fails.

mod action;
mod among;
mod army;
mod assault;
mod base6;
mod blame;
mod board;
mod captions;
mod carre;
mod category;
mod change;
mod charge;
mod charts;
mod contact;
mod cost;
mod defence;
mod entry;
mod escape;
mod event;
mod fight;
mod figures;
mod fire;
mod firing;
mod forecast;
mod formation;
mod gait;
mod game;
mod ground;
mod lay;
mod leaders;
mod losses;
mod marching;
mod melee;
mod morale;
mod movement;
mod muster;
mod odds;
mod open;
mod outlook;
mod overlay;
mod placing;
mod position;
mod questions;
mod reaction;
mod recovery;
mod results;
mod retreat;
mod rooms;
mod sequence;
mod setup;
mod sight;
mod sound;
mod stacking;
mod stamp;
mod standing;
mod state;
mod stroll;
mod tables;
mod under_way;
mod victory;
mod walk;
mod words;
mod zones;

pub use action::{Action, SHAPES, completes_action};
pub use army::{Army, Kind, Parity, Post, Setup};
pub use base6::{place, printed};
pub use event::Event;
pub use figures::Figures;
pub use ground::{Edge, Ground};
pub use state::{
    Arm, Cause, Due, Fight, Flight, Formation, Frame, NOBODY, NOWHERE, Order, Place, Readiness, Ride, Segment, Side, Standing,
    State, UNITS, Unit, Units, flag,
};
pub use tables::{Cell, Tables, Terrain};
pub use walk::Walk;

use grognard_engine::offer::{GameInfo, find_game};
use grognard_engine::once::Once;
use grognard_engine::sheet::Sheet;
use grognard_engine::{DataError, Grid};
use muster::Muster;
use std::sync::Arc;

/// Rises when a record stops replaying.
pub const REVISION: u32 = 19;

/// Identifier of the rulebook.
pub const BOOK: &str = "la-bataille";

/// The list of every numbered item.
pub const RULEBOOK: &str = include_str!("../data/rulebook.toml");

const MAP_FILE: &str = "data/map.toml";
const MAP: &str = include_str!("../data/map.toml");
const UNITS_FILE: &str = "data/units.tsv";
const UNITS_TEXT: &str = include_str!("../data/units.tsv");
const OUTPOSTS_FILE: &str = "data/outposts.tsv";
const OUTPOSTS: &str = include_str!("../data/outposts.tsv");
const TABLES_FILE: &str = "data/tables.toml";
const TABLES: &str = include_str!("../data/tables.toml");

grognard_engine::switches! {
    /// Options chosen.
    pub struct Options {
        /// The sides set up within their areas.
        free = "off", "23.6", "the sides set up within their areas, the Coalition first",
    }
}

const GAMES: &[GameInfo<Setup>] = &[
    GameInfo {
        setting: Setup::Outposts,
        id: "bautzen-outposts",
        title: "Bautzen: the outposts at Gottamelda",
        year: 1813,
        summary: "two French regiments against four Jaeger battalions; infantry only, six turns",
        options: Options::OFFERED,
    },
    GameInfo {
        setting: Setup::Short,
        id: "bautzen-short",
        title: "Bautzen: the windmill hill, 7:00 to 9:20",
        year: 1813,
        summary: "Souham and Delmas against Barclay's advance guard and the guns on the hill; eight turns",
        options: Options::OFFERED,
    },
    GameInfo {
        setting: Setup::Long,
        id: "bautzen",
        title: "Bautzen: Gleina, the windmill hill",
        year: 1813,
        summary: "Ney's march on Gleina, 21 May 1813, 6:00 to 9:20: all forces and reinforcements, eleven turns",
        options: Options::OFFERED,
    },
];

/// The games of this rulebook.
#[must_use]
pub const fn games() -> &'static [GameInfo<Setup>] {
    GAMES
}

/// Everything that does not change during a game, read and compiled.
#[derive(Clone, Debug)]
pub struct Field {
    /// The map.
    pub ground: Ground,
    /// The pieces.
    pub army: Army,
    /// Charts and constants.
    pub tables: Tables,
}

impl Field {
    /// Reads and checks map, tables and pieces of one of the games.
    ///
    /// # Errors
    /// The first fault, with file, place and what was expected.
    pub fn read(setup: Setup) -> Result<Self, DataError> {
        let tables = Tables::read(TABLES_FILE, TABLES)?;
        let ground = Ground::of(Sheet::read(MAP_FILE, MAP)?)?;
        let army = Army::read((UNITS_FILE, UNITS_TEXT), (OUTPOSTS_FILE, OUTPOSTS), setup, ground.grid(), &tables)?;
        Ok(Self { ground, army, tables })
    }
}

/// Read and compiled once for the whole process, by game: they never change.
static FIELDS: [Once<Field>; 3] = [Once::new(), Once::new(), Once::new()];
static MUSTERS: [Once<Muster>; 3] = [Once::new(), Once::new(), Once::new()];

/// The game: one of the set-ups, with its map, pieces and tables.
#[derive(Clone, Debug)]
pub struct Bautzen {
    id: String,
    title: String,
    setup: Setup,
    options: Options,
    /// A position of a case file, which is not ended early.
    trial: bool,
    field: Arc<Field>,
    muster: Arc<Muster>,
    /// A position that was set up, with the segment that it named: for telling why something is refused there.
    passed: Option<Arc<blame::Passed>>,
}

impl Bautzen {
    /// A game by its identifier.
    ///
    /// # Errors
    /// When there is no such game, an option is not offered, or a data file is broken.
    pub fn new(id: &str, options: &[(String, String)]) -> Result<Self, DataError> {
        let info = find_game(GAMES, id)?;
        let options = Options::read(info, options)?;
        let at = GAMES.iter().position(|game| game.id == id).unwrap_or_default();
        let field = FIELDS[at].get(|| Field::read(info.setting))?;
        let muster = MUSTERS[at].get(|| Ok(Muster::of(&field)))?;
        let (id, title) = (info.id.to_owned(), info.title.to_owned());
        Ok(Self { id, title, setup: info.setting, options, trial: false, field, muster, passed: None })
    }

    /// The same game with other data, for case files and what-ifs; one on trial is not ended because a side has nobody left.
    #[must_use]
    pub fn with(&self, field: Field, trial: bool) -> Self {
        let muster = Arc::new(Muster::of(&field));
        Self { field: Arc::new(field), muster, trial, ..self.clone() }
    }

    /// Map, pieces and tables.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// What was chosen.
    #[must_use]
    pub const fn options(&self) -> Options {
        self.options
    }

    /// Which set-up it is.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    pub(crate) fn ground(&self) -> &Ground {
        &self.field.ground
    }

    pub(crate) fn grid(&self) -> &Grid {
        self.field.ground.grid()
    }

    pub(crate) fn tables(&self) -> &Tables {
        &self.field.tables
    }

    pub(crate) fn figures(&self) -> &Figures {
        &self.field.tables.figures
    }

    pub(crate) fn kind(&self, unit: Unit) -> &Kind {
        self.field.army.kind(unit)
    }

    #[inline]
    pub(crate) fn side(&self, unit: Unit) -> Side {
        self.is(unit).side
    }

    /// The tag of a piece.
    #[must_use]
    pub fn tag(&self, unit: Unit) -> &str {
        self.field.army.tag(unit)
    }

    /// What a unit is called in all that people read: the name of the regiment, not the word that they type.
    #[must_use]
    pub fn called(&self, unit: Unit) -> &str {
        self.field.army.called(unit)
    }

    /// All pieces of the roster.
    pub(crate) fn units(&self) -> impl DoubleEndedIterator<Item = Unit> + use<> {
        0..self.field.army.kinds.len() as Unit
    }

    /// How many pieces there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.field.army.kinds.len()
    }
}
