//! Dresden 20 of the Napoleonic 20 series: event cards, reaction in the enemy's turn, morale as money, routs and rallies, lines
//! of communication, nights that matter, and counters that lie face down.
//!
//! | section | file |
//! |---|---|
//! | 2.0, 3.0 components and set-up | [`scenario`], `change`, `data/` |
//! | 3.2 Meissen Box, Austrian IV Corps | [`meissen`] |
//! | 4.0 sequence of play | [`sequence`]; pending decisions: `room` |
//! | 5.0 random events, weather, Extra Horses | [`cards`], [`weather`] |
//! | 6.0 movement, pontoon bridge, terrain | [`movement`], [`march`], [`pontoon`], [`terrain`] |
//! | 7.0 zones of control | [`zones`] |
//! | 8.0 reaction | [`reaction`] |
//! | 9.0 combat | [`declare`], [`combat`], [`results_table`], [`results`], [`retreat`], [`advance`], [`garrisons`] |
//! | 10.0 rallying | [`rally`] |
//! | 11.0 reinforcements | [`reinforcement`] |
//! | 12.0 army morale, 13.0 lulls, 15.0 victory | [`morale`] |
//! | 14.0 night | [`night`] |
//! | 16.1 fog of war | [`fog`] |
//! | 16.7 breakdown and buildup | [`cadres`] |
//! | 17.1 the Königstein Maneuver | [`maneuver`] |

pub mod action;
pub mod advance;
mod blame;
pub mod board;
pub mod cadres;
mod captions;
pub mod cards;
mod change;
mod charts;
pub mod combat;
pub mod declare;
pub mod event;
pub mod fog;
pub mod forecast;
pub mod game;
pub mod garrisons;
pub mod maneuver;
pub mod march;
pub mod meissen;
pub mod morale;
pub mod movement;
pub mod night;
mod overlay;
pub mod pontoon;
pub mod position;
mod questions;
pub mod rally;
pub mod reaction;
pub mod reinforcement;
pub mod results;
pub mod results_table;
pub mod retreat;
mod room;
pub mod scenario;
pub mod sequence;
pub mod setup;
mod signs;
mod sound;
pub mod state;
pub mod terrain;
pub mod unitset;
pub mod weather;
pub mod words;
mod worlds;
pub mod zones;

pub use action::{Action, completes_action};
pub use event::Event;
pub use state::{Side, State};

use grognard_engine::offer::{GameInfo, find_game};
use grognard_engine::once::Once;
use grognard_engine::plane::Plane;
use grognard_engine::sheet::Sheet;
use grognard_engine::{DataError, Grid, HexId, switches};
use scenario::{Area, Arm, Figures, Files, Piece, Scenario, Setting, Start};
use state::GARRISONS;
use std::sync::Arc;
use terrain::Terrain;
use unitset::{Unit, UnitSet};

/// Rises when a record stops replaying. 2: breaking away and slipping past are judged as the Reaction Phase began, and what cadres may do. 3: whoever breaks on the
/// way into Neustadt was last in it, and a unit and its garrison are countercharged once. 4: in the fog a side is asked beside a countercharged enemy too, and a garrison
/// that is back behind somebody stops him no more. 5: with penetration also beside one whom another's countercharge has broken.
pub const REVISION: u32 = 5;

/// The list of every numbered case: id, our gist, status, provenance.
pub const RULEBOOK: &str = include_str!("../data/rulebook.toml");

switches! {
    /// [16.0] The optional rules, each a switch of its own.
    pub struct Options {
        /// [16.1] Fog of War.
        fog = "off", "16.1", "counters lie face down, and each side has three dummies",
        /// [16.2] Cavalry Penetration.
        penetration = "off", "16.2", "cavalry may slip past the enemy in the Reaction Phase",
        /// [16.3] Artillery Support.
        support = "off", "16.3", "artillery supports defenders and bombards across rivers",
        /// [16.7] Unit Breakdown and Buildup.
        breakdown = "off", "16.7", "units leave cadres, and French infantry may split in two",
        /// [16.8] Variable Weather.
        weather = "off", "16.8", "a die makes the weather, with storms and mud",
        /// [16.9] Light Infantry.
        light = "on", "16.9", "the Austrian light corps may disengage",
    }
}

impl Options {
    /// Whether counters of an arm are used at all.
    const fn uses(&self, arm: Arm) -> bool {
        match arm {
            Arm::Dummy => self.fog,
            Arm::Cadre => self.breakdown,
            _ => true,
        }
    }
}

/// The games of this rulebook.
#[must_use]
pub const fn games() -> &'static [GameInfo<Setting>] {
    &[
        GameInfo {
            id: "dresden-20",
            title: "Dresden 20: Historical",
            setting: Setting::Historical,
            year: 1813,
            summary: "26 and 27 August 1813: the fight around Dresden; turns 6 to 14, 24 units, event cards",
            options: Options::OFFERED,
        },
        GameInfo {
            id: "dresden-20-standard",
            title: "Dresden 20: Standard",
            setting: Setting::Standard,
            year: 1813,
            summary: "25 to 27 August 1813: the approach and the battle; turns 1 to 14, 25 units, event cards",
            options: Options::OFFERED,
        },
        GameInfo {
            id: "dresden-20-maneuver",
            title: "Dresden 20: The Königstein Maneuver",
            setting: Setting::Maneuver,
            year: 1813,
            summary: "25 to 27 August 1813 as Napoleon first planned it: where and when he comes is hidden",
            options: Options::OFFERED,
        },
    ]
}

/// Hexes that the rules know by name.
#[derive(Clone, Debug)]
pub struct Places {
    /// [9.10] Garrison posts; the first two are Dresden.
    pub garrisons: Vec<HexId>,
    /// [9.10] The same as a set.
    pub posts: Plane,
    /// [9.8.6] Lines of communication by side; of the French the first is active from the start.
    pub loc: [Vec<HexId>; 2],
    /// [11.5] Entry areas.
    pub areas: [Vec<HexId>; 5],
    /// [6.0] The bank hex of the pontoon bridge, and its sites.
    pub pontoon: Vec<HexId>,
    /// [3.2] Hexes next to the Meissen Box.
    pub meissen: Vec<HexId>,
    /// [14.0] The Allied Objective on the map.
    pub neustadt: Option<HexId>,
    /// [6.5] Where roads leave the map.
    pub road_ends: Plane,
    /// [18.1] The three hexes of the city.
    pub city: Plane,
    /// [18.1] The same and the hexes next to them.
    pub around_city: Plane,
}

impl Places {
    fn of(sheet: &Sheet) -> Result<Self, DataError> {
        let area = |name: &str| sheet.areas.get(name).cloned().unwrap_or_default();
        let known = ["A", "B", "C", "Y", "Z", "french_loc", "allied_loc", "garrison", "pontoon", "meissen"];
        if let Some(odd) = sheet.areas.keys().find(|k| !known.contains(&k.as_str())) {
            let why = format!("no rule asks for it; known are {}", known.join(", "));
            return Err(DataError::new(&sheet.file, format!("areas.{odd}"), why));
        }
        let (garrisons, pontoon) = (area("garrison"), area("pontoon"));
        let loc = [area("french_loc"), area("allied_loc")];
        let fault = |key: &str, why: &str| Err(DataError::new(&sheet.file, format!("areas.{key}"), why));
        if garrisons.len() != GARRISONS {
            return fault("garrison", "expected four posts, the two of Dresden first");
        }
        if pontoon.len() != 4 || pontoon[1..].iter().any(|&site| !sheet.grid.adjacent(pontoon[0], site)) {
            return fault("pontoon", "expected the bank hex and three neighbours of it");
        }
        if loc[0].len() != 4 || loc[1].is_empty() || loc[1].len() > 4 {
            return fault("french_loc", "expected four French lines of communication and one to four Allied ones");
        }
        let neustadt = sheet.objectives.first().copied();
        let mut city = Plane::EMPTY;
        garrisons.iter().take(2).chain(&neustadt).for_each(|&hex| city.insert(hex));
        let around_city = city.or(&city.neighbours().and(&Plane::all(&sheet.grid)));
        let mut road_ends = Plane::EMPTY;
        sheet.roads.iter().filter(|r| r.edge).filter_map(|r| r.path.last()).for_each(|&hex| road_ends.insert(hex));
        let areas = Area::ALL.map(|a| area(a.letter()));
        let mut posts = Plane::EMPTY;
        garrisons.iter().for_each(|&hex| posts.insert(hex));
        Ok(Self { garrisons, posts, loc, areas, pontoon, meissen: area("meissen"), neustadt, road_ends, city, around_city })
    }
}

/// The Terrain Effects Chart compiled for a map: dry without a pontoon bridge, dry with it at each of its sites, and wet.
pub(crate) type Charts = Arc<[Terrain]>;

/// What belongs to a published game whatever options are chosen.
pub(crate) struct Published {
    pub scenario: Scenario,
    pub charts: Charts,
}

/// Each game's data, read and compiled once for the whole process: they never change.
static PUBLISHED: [Once<Published>; 3] = [const { Once::new() }; 3];

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
    pub fn of(game: &GameInfo<Setting>) -> Result<Arc<Self>, DataError> {
        PUBLISHED[game.setting as usize].get(|| {
            let files = Files {
                map: ("dresden-20/map.toml", include_str!("../data/map.toml")),
                units: ("dresden-20/units.tsv", include_str!("../data/units.tsv")),
                turns: ("dresden-20/turns.tsv", include_str!("../data/turns.tsv")),
                cards: ("dresden-20/cards.tsv", include_str!("../data/cards.tsv")),
                figures: ("dresden-20/figures.tsv", include_str!("../data/figures.tsv")),
                results: ("dresden-20/results.tsv", include_str!("../data/results.tsv")),
            };
            let scenario = Scenario::read(game.setting, game.id, game.title, &files)?;
            Ok(Self { charts: charts(&scenario)?, scenario })
        })
    }
}

fn charts(scenario: &Scenario) -> Result<Charts, DataError> {
    let pontoon = Places::of(&scenario.sheet)?.pontoon;
    let chart = |wet: bool, site: usize| {
        let link = (site > 0).then(|| (pontoon[0], pontoon[site]));
        Terrain::new(&scenario.sheet, &scenario.figures, wet, link)
    };
    [(false, 0), (false, 1), (false, 2), (false, 3), (true, 0)].into_iter().map(|(wet, site)| chart(wet, site)).collect()
}

/// One game of this rulebook, ready to be played.
#[derive(Clone, Debug)]
pub struct Campaign {
    pub(crate) scenario: Scenario,
    pub(crate) options: Options,
    pub(crate) places: Places,
    pub(crate) terrains: Charts,
    pub(crate) cavalry: UnitSet,
    pub(crate) dummies: UnitSet,
    pub(crate) cadres: UnitSet,
    pub(crate) foot: UnitSet,
    pub(crate) guns: UnitSet,
    pub(crate) elite: UnitSet,
    pub(crate) guard: UnitSet,
    pub(crate) imperial: UnitSet,
    pub(crate) light: UnitSet,
    /// [3.2] The unit that may begin in the Meissen Box, and Austrian IV Corps.
    pub(crate) keeper: Option<Unit>,
    pub(crate) klenau: Option<Unit>,
    /// [9.10] The garrisons in the order of their hex numbers.
    pub(crate) post_order: [usize; GARRISONS],
    /// The phase that a position was set up in, if it was passed over: for telling why.
    pub(crate) passed: Option<Box<blame::Passed>>,
    sides: [UnitSet; 2],
    in_play: [UnitSet; 2],
}

impl Campaign {
    /// A game by its name, with options by name and value.
    ///
    /// # Errors
    /// An unknown game or option; a fault in the game's own data.
    pub fn new(game: &str, options: &[(String, String)]) -> Result<Self, DataError> {
        let info = find_game(games(), game)?;
        let options = Options::read(info, options)?;
        let published = Published::of(info)?;
        Self::on(published.charts.clone(), published.scenario.clone(), options)
    }

    /// A game from any scenario.
    ///
    /// # Errors
    /// A fault in its map.
    pub fn with(scenario: Scenario, options: Options) -> Result<Self, DataError> {
        Self::on(charts(&scenario)?, scenario, options)
    }

    /// A game whose map has been compiled.
    ///
    /// # Errors
    /// A fault in its map.
    pub(crate) fn on(terrains: Charts, scenario: Scenario, options: Options) -> Result<Self, DataError> {
        let places = Places::of(&scenario.sheet)?;
        let those = |test: &dyn Fn(&Piece) -> bool| UnitSet::of(&scenario.pieces, test);
        let the = |test: &dyn Fn(&Piece) -> bool| scenario.pieces.iter().position(test).map(|u| u as Unit);
        let mut post_order = std::array::from_fn(|g| g);
        post_order.sort_by_key(|&g: &usize| scenario.sheet.grid.number(places.garrisons[g]));
        Ok(Self {
            terrains,
            post_order,
            passed: None,
            keeper: the(&|p| matches!(p.start, Start::BoxOr(_))),
            klenau: the(&|p| p.start == Start::Klenau),
            cavalry: those(&|p| p.arm == Arm::Cavalry),
            dummies: those(&|p| p.arm == Arm::Dummy),
            cadres: those(&|p| p.arm == Arm::Cadre),
            foot: those(&|p| matches!(p.arm, Arm::Infantry | Arm::Cadre)),
            guns: those(&|p| p.arm == Arm::Artillery),
            elite: those(&|p| p.elite),
            guard: those(&|p| p.guard),
            imperial: those(&|p| p.imperial),
            light: those(&|p| p.light),
            sides: Side::BOTH.map(|side| those(&|p| p.side == side)),
            in_play: Side::BOTH.map(|side| those(&|p| p.side == side && p.start != Start::Unused && options.uses(p.arm))),
            places,
            scenario,
            options,
        })
    }

    /// The scenario.
    #[must_use]
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The counters.
    #[inline]
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.scenario.pieces
    }

    /// A counter.
    #[inline]
    #[must_use]
    pub fn piece(&self, unit: Unit) -> &Piece {
        &self.scenario.pieces[usize::from(unit)]
    }

    /// The map's grid.
    #[inline]
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.scenario.sheet.grid
    }

    /// The figures of `data/figures.tsv`.
    #[inline]
    #[must_use]
    pub const fn figures(&self) -> &Figures {
        &self.scenario.figures
    }

    /// Which set-up.
    #[inline]
    #[must_use]
    pub const fn setting(&self) -> Setting {
        self.scenario.setting
    }

    /// The oldest revision whose games are still taken up. What revision 2 has mended touches games with cadres, with penetration or with
    /// secrets at every turn; in the others only a unit that broke away without having begun the phase in contact. What revisions 3 and 4 have mended happens so seldom
    /// that games of revision 2 are taken up.
    const fn since(&self) -> u32 {
        let o = &self.options;
        let touched = o.fog || o.penetration || o.breakdown || matches!(self.scenario.setting, Setting::Maneuver);
        if touched { 2 } else { 1 }
    }

    /// Hexes that the rules know by name.
    #[inline]
    #[must_use]
    pub const fn places(&self) -> &Places {
        &self.places
    }

    /// All counters of a side.
    #[inline]
    #[must_use]
    pub const fn units_of(&self, side: Side) -> UnitSet {
        self.sides[side as usize]
    }

    /// The counters of a side that can come onto the map in this scenario, with these options.
    #[inline]
    #[must_use]
    pub const fn in_play(&self, side: Side) -> UnitSet {
        self.in_play[side as usize]
    }

    /// The side of a unit.
    #[inline]
    #[must_use]
    pub const fn side_of(&self, unit: Unit) -> Side {
        if self.sides[Side::French as usize].has(unit) { Side::French } else { Side::Allied }
    }

    /// The tag of a unit.
    #[must_use]
    pub fn tag(&self, unit: Unit) -> &str {
        self.pieces().get(usize::from(unit)).map_or("?", |p| &p.tag)
    }
}
