//! Napoleon's Art of War: Eylau 1807 and Dresden 1813, every numbered case enforced.
//!
//! | section | file |
//! |---|---|
//! | 1.0, 2.0 equipment and set-up | [`scenario`], `change`, `data/` |
//! | 3.0 sequence of play | [`sequence`] |
//! | 4.0 movement, Zones of Control | [`movement`], [`marching`], [`contact`] |
//! | 5.0 who attacks whom | [`obligation`], [`attack`] |
//! | 6.0 resolving attacks | [`combat`], [`results_table`], [`results`], [`retreat`], [`advance`] |
//! | 7.0 reinforcement | [`reinforcement`] |
//! | 8.0 night | [`night`] |
//! | 9.0 terrain | [`terrain`] |
//! | 10.0 to 18.0 Dresden | [`exclusive::dresden`] |
//! | 18.0, 23.0 what both games share in judging | [`victory`] |
//! | 19.0 to 23.0 Eylau | [`exclusive::eylau`] |

pub mod action;
pub mod advance;
pub mod attack;
mod blame;
pub mod board;
pub mod captions;
mod change;
mod charts;
pub mod combat;
pub mod contact;
pub mod duty;
pub mod event;
pub mod exclusive;
mod fates;
#[cfg(test)]
mod fates_tests;
pub mod forecast;
pub mod game;
pub mod marching;
pub mod movement;
pub mod night;
pub mod obligation;
pub mod overlay;
#[cfg(test)]
mod picks;
pub mod position;
mod questions;
pub mod reinforcement;
pub mod results;
pub mod results_table;
pub mod retreat;
pub mod rooms;
pub mod scenario;
pub mod sequence;
pub mod setup;
mod sound;
pub mod state;
pub mod terrain;
pub mod title;
pub mod unitset;
pub mod victory;
pub mod words;
#[cfg(test)]
mod work_tests;

pub use action::{Action, completes_action};
pub use event::Event;
pub use state::{Side, State};

use exclusive::dresden::morale::{ARMIES, Army};
use exclusive::dresden::reserves::OLD_GUARD;
use grognard_engine::offer::{GameInfo, find_game};
use grognard_engine::once::Once;
use grognard_engine::{DataError, Grid, HexId, switches};
use reinforcement::Gate;
use scenario::{Division, Piece, Scenario};
use std::sync::Arc;
use terrain::Terrain;
use title::Title;
use unitset::{Unit, UnitSet};

/// Rises when a record stops replaying. 2: whom a retreat parts or joins [10.4], and who is left out of a bombardment.
/// Within 2 guests came to be spared while their hosts are there (R19): a record that attacks one apart is refused at that entry;
/// and near the corner cut off Dresden's map distances came to be counted over it, nothing against nothing to be 1-5 (R62).
pub const REVISION: u32 = 2;

/// The list of every numbered case: id, our gist, status.
pub const RULEBOOK: &str = include_str!("../data/rulebook.toml");

/// Guided first turns, each with the game that it teaches.
pub const LESSONS: &[(&str, &str)] = &[("eylau", include_str!("../data/eylau/lesson.toml"))];

/// The games of this rulebook.
#[must_use]
pub const fn games() -> &'static [GameInfo<Title>] {
    &[EYLAU, DRESDEN]
}

const EYLAU: GameInfo<Title> = GameInfo {
    setting: Title::Eylau,
    id: "eylau",
    title: "Eylau",
    year: 1807,
    summary: "7 and 8 February 1807: Napoleon against Bennigsen in the snow; 12 turns, 82 units",
    options: Options::OFFERED,
};

const DRESDEN: GameInfo<Title> = GameInfo {
    setting: Title::Dresden,
    id: "dresden",
    title: "Dresden",
    year: 1813,
    summary: "26 to 28 August 1813: Napoleon holds the city against three armies; up to 32 turns, 95 units",
    options: &[],
};

switches! {
    /// Options chosen.
    pub struct Options {
        /// [22.0] The optional weather rule.
        weather = "off", "22.0", "a second die after each combat may change its result",
    }
}

/// The Terrain Effects Chart compiled for a map, shared by all who play on it.
pub(crate) type Charts = Arc<[Terrain]>;

/// What belongs to a published game whatever options are chosen.
pub(crate) struct Published {
    pub scenario: Scenario,
    pub charts: Charts,
}

/// Each game's data, read and compiled once for the whole process: they never change.
static PUBLISHED: [Once<Published>; 2] = [const { Once::new() }; 2];

/// How often the data of published games have been read and compiled in this process.
#[must_use]
pub fn compilations() -> usize {
    PUBLISHED.iter().map(Once::made).sum()
}

impl Published {
    /// A game's data.
    ///
    /// # Errors
    /// A fault in them.
    pub fn of(game: &GameInfo<Title>) -> Result<Arc<Self>, DataError> {
        PUBLISHED[game.setting as usize].get(|| {
            let [map, units, turns] = match game.setting {
                Title::Eylau => [
                    ("eylau/map.toml", include_str!("../data/eylau/map.toml")),
                    ("eylau/units.tsv", include_str!("../data/eylau/units.tsv")),
                    ("eylau/turns.tsv", include_str!("../data/eylau/turns.tsv")),
                ],
                Title::Dresden => [
                    ("dresden/map.toml", include_str!("../data/dresden/map.toml")),
                    ("dresden/units.tsv", include_str!("../data/dresden/units.tsv")),
                    ("dresden/turns.tsv", include_str!("../data/dresden/turns.tsv")),
                ],
            };
            let scenario = Scenario::read(game.setting, game.id, map, units, turns)?;
            Ok(Self { charts: charts(&scenario)?, scenario })
        })
    }
}

/// The chart in dry weather, and in rain where it rains.
fn charts(scenario: &Scenario) -> Result<Charts, DataError> {
    let weathers = if scenario.rains() { &[false, true][..] } else { &[false] };
    weathers.iter().map(|&rain| Terrain::new(&scenario.sheet, scenario.rules, rain)).collect()
}

/// One game of this rulebook, ready to be played.
#[derive(Clone, Debug)]
pub struct Battle {
    pub(crate) scenario: Scenario,
    pub(crate) options: Options,
    /// The map in dry weather, and in rain where it rains.
    pub(crate) terrains: Charts,
    pub(crate) gates: Vec<Gate>,
    pub(crate) all: UnitSet,
    pub(crate) guns: UnitSet,
    pub(crate) garrisons: UnitSet,
    pub(crate) old_guard: UnitSet,
    sides: [UnitSet; 2],
    armies: [UnitSet; ARMIES],
    /// The phase that a position was set up in, if it was passed over: for telling why.
    pub(crate) passed: Option<Box<blame::Passed>>,
}

impl Battle {
    /// A game by its name, with options by name and value.
    ///
    /// # Errors
    /// An unknown game or option; a fault in the game's own data.
    pub fn new(game: &str, options: &[(String, String)]) -> Result<Self, DataError> {
        let info = find_game(games(), game)?;
        let options = Options::read(info, options)?;
        let published = Published::of(info)?;
        Ok(Self::on(published.charts.clone(), published.scenario.clone(), options))
    }

    /// A game from any scenario.
    ///
    /// # Errors
    /// A fault in its map.
    pub fn with(scenario: Scenario, options: Options) -> Result<Self, DataError> {
        Ok(Self::on(charts(&scenario)?, scenario, options))
    }

    /// A game whose map has been compiled.
    pub(crate) fn on(terrains: Charts, scenario: Scenario, options: Options) -> Self {
        let gates = Gate::all(&scenario.sheet, &terrains[0]);
        let those = |test: &dyn Fn(&Piece) -> bool| UnitSet::of(&scenario.pieces, test);
        let sides = Side::BOTH.map(|side| those(&|p| p.side == side));
        let guns = those(&|p| p.arm.is_gun());
        let garrisons = those(&|p| p.arm == scenario::Arm::Garrison);
        let guard = |p: &Piece| p.reserve || OLD_GUARD.contains(&p.tag.as_str());
        let old_guard = those(&|p| p.side == Side::French && p.arm == scenario::Arm::Infantry && guard(p));
        let all = those(&|_| true);
        let armies = Army::ALL.map(|army| those(&|p| p.nation == army.name()));
        Self { scenario, options, terrains, gates, all, guns, garrisons, old_guard, sides, armies, passed: None }
    }

    /// Which game's rules apply.
    #[inline]
    #[must_use]
    pub const fn title(&self) -> Title {
        self.scenario.rules
    }

    /// The terrain in the present weather.
    #[inline]
    #[must_use]
    pub fn terrain(&self, state: &State) -> &Terrain {
        &self.terrains[usize::from(self.terrains.len() > 1 && self.is_rain(state))]
    }

    /// The counters.
    #[inline]
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.scenario.pieces
    }

    /// The divisions.
    #[must_use]
    pub fn divisions(&self) -> &[Division] {
        &self.scenario.divisions
    }

    /// The map's grid.
    #[inline]
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.scenario.sheet.grid
    }

    /// Hexes that count for victory.
    #[must_use]
    pub fn objectives(&self) -> &[HexId] {
        &self.scenario.sheet.objectives
    }

    /// All units of a side.
    #[inline]
    #[must_use]
    pub const fn units_of(&self, side: Side) -> UnitSet {
        self.sides[side as usize]
    }

    /// The tag of a unit.
    #[must_use]
    pub fn tag(&self, unit: Unit) -> &str {
        self.pieces().get(usize::from(unit)).map_or("?", |p| &p.tag)
    }

    /// The code of a unit's division.
    #[must_use]
    pub fn division_code(&self, unit: Unit) -> Option<&str> {
        let division = self.pieces()[usize::from(unit)].division?;
        Some(&self.divisions()[usize::from(division)].code)
    }
}
