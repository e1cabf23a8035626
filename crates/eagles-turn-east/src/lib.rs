//! The Eagles Turn East: the campaign of 1807 in East Prussia and Poland. Leaders who carry Forces and lie face down, commands and
//! Initiative, attrition on the march, battles in rounds with secret choices, retreat and pursuit, morale.
//!
//! | paragraph, section | file |
//! |---|---|
//! | 1, 2, 3.2, 18, 19 map, leaders, set-ups, calendar | [`ground`], [`roster`], [`scenario`], [`calendar`], [`tables`], `data/` |
//! | 1.1 hidden information | [`secrets`], [`worlds`], [`event`] |
//! | 3 leaders and Forces, 6.5 zones of control | [`force`] |
//! | 4, A, I.a sequence, weather, changing the source | [`sequence`]; pending decisions: `room` |
//! | I.b.3 regrouping | [`organize`] |
//! | 5.1 lines of communication | [`supply`] |
//! | 5.3, 5.4, I.a.4 what campaigns reckon with (data only) | [`administration`] |
//! | II.b, II.c, III.a marches | `orders`, [`movement`], [`march`], `follow`; 6.7 [`repulse`] |
//! | 6.6 Resistance Modifier | [`resistance`] |
//! | 7 attrition | [`attrition`] |
//! | III.b combat | [`declare`], [`fight`], [`losses`], [`retreat`], [`pursuit`] |
//! | 3.3 brigades, 3.6 wounds, III.b.1 counterattacks | [`counters`], [`casualties`], `donate`, `counterattack` |
//! | what players reckon with | `survey` |
//! | what is asked for again and again, kept by thread with all from which it follows | `lay`, `front`, `passage`, `tread`, `fan` |
//! | 16.2 to 16.4 Ney, the sound of the guns, Hurry-Up | [`optional`] |
//! | 10, IV morale and victory | [`victory`] |
//! | campaigns: I.a, 5 | `office`, `center`, `replacements`, `prepare` |
//! | campaigns: 6.8 to 6.11, 16.1 | `bridges`, `outposts`, `boxes`, `redoubts` |
//! | campaigns: 10.2, 10.3, 4.7; 16.5 | `politics`, `batteries` |
//! | 3.6 leaders who come, go and are replaced | [`succession`] |
//! | 15 foraging | `forage` |
//! | Grand Scenario: 12, 13, 14 | [`grand`], `hospital`, `sea`, `danzig`, `fortnight`; set-up `muster` |
//!
//! Offered are the three Battle Scenarios, the three Campaign Scenarios and the Grand Scenario.

pub mod action;
pub mod administration;
pub mod attrition;
mod batteries;
mod board;
mod boxes;
mod bridges;
pub mod calendar;
mod captions;
pub mod casualties;
mod center;
mod change;
pub mod compiled;
mod counterattack;
pub mod counters;
mod danzig;
pub mod declare;
mod donate;
pub mod event;
mod fan;
pub mod fight;
mod follow;
mod forage;
pub mod force;
mod forecast;
mod fortnight;
mod front;
pub mod game;
pub mod grand;
pub mod ground;
mod hospital;
mod lay;
mod ledger;
pub mod losses;
pub mod march;
pub mod movement;
mod muster;
mod office;
pub mod optional;
mod orders;
pub mod organize;
mod outposts;
mod overlay;
mod passage;
mod politics;
pub mod position;
mod prepare;
pub mod pursuit;
mod questions;
#[cfg(test)]
mod ramble;
mod redoubts;
mod replacements;
pub mod repulse;
pub mod resistance;
pub mod retreat;
mod room;
pub mod roster;
pub mod scenario;
mod sea;
pub mod secrets;
pub mod sequence;
pub mod setup;
mod sound;
pub mod state;
pub mod succession;
pub mod supply;
mod survey;
pub mod tables;
mod tread;
pub mod victory;
pub mod watched;
mod words;
pub mod worlds;

pub use action::{Action, completes_action};
pub use event::Event;
pub use state::{Side, State};

use grognard_engine::offer::{GameInfo, OptionInfo, find_game};
use grognard_engine::once::Once;
use grognard_engine::{DataError, Grid};
use ground::Ground;
use roster::{Body, General};
use scenario::{FILES, Scenario};
use state::{Leader, Unit};
use std::sync::Arc;
use tables::{Figures, Tables};

/// Identifier of the rulebook.
pub const ID: &str = "eagles-turn-east";
/// Rises when a record stops replaying.
pub const REVISION: u32 = 19;
/// The list of every numbered case: id, our gist, status, provenance.
pub const RULEBOOK: &str = include_str!("../data/rulebook.toml");

/// Which scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Battle Scenario 1.
    Pultusk,
    /// Battle Scenario 2.
    Eylau,
    /// Battle Scenario 3.
    Friedland,
    /// Campaign Scenario 1.
    PultuskCampaign,
    /// Campaign Scenario 2.
    EylauCampaign,
    /// Campaign Scenario 3.
    FriedlandCampaign,
    /// The Grand Scenario.
    Grand,
}

impl Setting {
    /// Its code in the data; the Grand Scenario begins in December or in January, and Campaign Scenario 3 can be played without sheet S.
    #[must_use]
    pub const fn code(self, options: &Options) -> &'static str {
        match self {
            Self::Pultusk => "BS1",
            Self::Eylau => "BS2",
            Self::Friedland => "BS3",
            Self::PultuskCampaign => "CS1",
            Self::EylauCampaign => "CS2",
            Self::FriedlandCampaign if options.two_sheets => "CS3N",
            Self::FriedlandCampaign => "CS3",
            Self::Grand if options.january => "GS2",
            Self::Grand => "GS1",
        }
    }

    /// Whether it is played by the rules of the campaigns: a Campaign Scenario, or the Grand Scenario.
    #[must_use]
    pub const fn is_campaign(self) -> bool {
        matches!(self, Self::PultuskCampaign | Self::EylauCampaign | Self::FriedlandCampaign | Self::Grand)
    }
}

const WEATHER: OptionInfo = OptionInfo {
    name: "weather",
    values: &["rolled", "historical"],
    default: "rolled",
    case: "A",
    summary: "a die makes the weather of each turn, or it is as it was in 1807",
};
const NEY: OptionInfo = OptionInfo::switch("ney", "off", "16.2", "on a six Ney goes his own way");
const BUXHOWDEN: OptionInfo = OptionInfo::switch("buxhowden", "off", "16.2", "so does Buxhowden");
const GUNS: OptionInfo = OptionInfo::switch("guns", "off", "16.3", "Forced Marches to the sound of the guns are easier");
const HURRY: OptionInfo = OptionInfo::switch("hurry", "off", "16.4", "who force marches into a battle may come late");
const CASUALTIES: OptionInfo = OptionInfo::switch("casualties", "off", "3.6", "leaders may be wounded in battle");
const BONUS: OptionInfo = OptionInfo::switch("bonus", "on", "3.7", "an Army Commander who leads a battle takes one from the die");
const BATTERIES: OptionInfo =
    OptionInfo::switch("batteries", "off", "16.5", "guns may go forward: they fire twice as hard and bleed more");
const FORAGE: OptionInfo = OptionInfo::switch("forage", "off", "15", "Forces may disperse and live off the country");

const OPTIONS: &[OptionInfo] = &[WEATHER, NEY, BUXHOWDEN, GUNS, HURRY, CASUALTIES, BONUS];
const CAMPAIGN_OPTIONS: &[OptionInfo] = &[WEATHER, NEY, BUXHOWDEN, GUNS, HURRY, CASUALTIES, BONUS, BATTERIES, FORAGE];
const FRIEDLAND_OPTIONS: &[OptionInfo] = &[
    WEATHER,
    NEY,
    BUXHOWDEN,
    GUNS,
    HURRY,
    CASUALTIES,
    BONUS,
    BATTERIES,
    FORAGE,
    OptionInfo {
        name: "sheets",
        values: &["three", "two"],
        default: "three",
        case: "18",
        summary: "the whole map, or without sheet S, V Corps and the Russians in Podlasia",
    },
];
const GRAND_OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "start",
        values: &["december", "january"],
        default: "december",
        case: "18",
        summary: "103 turns from 6 December, or 78 from 25 January",
    },
    NEY,
    BUXHOWDEN,
    GUNS,
    HURRY,
    CASUALTIES,
    BONUS,
    BATTERIES,
    FORAGE,
];

/// The games of this rulebook.
#[must_use]
pub const fn games() -> &'static [GameInfo<Setting>] {
    &[
        GameInfo {
            setting: Setting::Friedland,
            id: "eagles-friedland",
            title: "The Eagles Turn East: Friedland",
            year: 1807,
            summary: "14 to 21 June 1807: the battle of Friedland and the race to Königsberg; four turns, hidden leaders",
            options: OPTIONS,
        },
        GameInfo {
            setting: Setting::Pultusk,
            id: "eagles-pultusk",
            title: "The Eagles Turn East: Pultusk and Golymin",
            year: 1806,
            summary: "26 December 1806 to 2 January 1807: two battles in the mud north of Warsaw; four turns, hidden leaders",
            options: OPTIONS,
        },
        GameInfo {
            setting: Setting::Eylau,
            id: "eagles-eylau",
            title: "The Eagles Turn East: Eylau",
            year: 1807,
            summary: "6 to 13 February 1807: the approach to Eylau in frost and snow; four turns, hidden leaders",
            options: OPTIONS,
        },
        GameInfo {
            setting: Setting::EylauCampaign,
            id: "eagles-eylau-campaign",
            title: "The Eagles Turn East: the Eylau campaign",
            year: 1807,
            summary: "25 January to 15 February 1807: Bennigsen's winter offensive; eleven turns, the whole map",
            options: CAMPAIGN_OPTIONS,
        },
        GameInfo {
            setting: Setting::PultuskCampaign,
            id: "eagles-pultusk-campaign",
            title: "The Eagles Turn East: the Pultusk campaign",
            year: 1806,
            summary: "6 December 1806 to 10 January 1807: across the Vistula in the mud; eighteen turns, the whole map",
            options: CAMPAIGN_OPTIONS,
        },
        GameInfo {
            setting: Setting::FriedlandCampaign,
            id: "eagles-friedland-campaign",
            title: "The Eagles Turn East: the Friedland campaign",
            year: 1807,
            summary: "4 to 29 June 1807: from the Passarge to the Pregel; thirteen turns, the whole map",
            options: FRIEDLAND_OPTIONS,
        },
        GameInfo {
            setting: Setting::Grand,
            id: "eagles-grand",
            title: "The Eagles Turn East: the Grand Scenario",
            year: 1806,
            summary: "6 December 1806 to 29 June 1807: the whole war in East Prussia and Poland; 103 turns, hospitals, Danzig, winter quarters",
            options: GRAND_OPTIONS,
        },
    ]
}

/// Options chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// `[A]` The weather is that of 1807.
    pub historical: bool,
    /// [3.7] The Army Commander Bonus counts in combat.
    pub bonus: bool,
    /// [16.2] Ney.
    pub ney: bool,
    /// [16.2] Buxhowden, who may do the same.
    pub buxhowden: bool,
    /// [3.6] Wounds of leaders.
    pub casualties: bool,
    /// [16.3] The sound of the guns.
    pub guns: bool,
    /// [16.4] Hurry-Up.
    pub hurry: bool,
    /// [16.5] Batteries Forward.
    pub batteries: bool,
    /// `[15]` Foraging.
    pub forage: bool,
    /// `[18]` The Grand Scenario begins in January.
    pub january: bool,
    /// `[18]` Campaign Scenario 3 without sheet S.
    pub two_sheets: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            historical: false,
            bonus: true,
            ney: false,
            buxhowden: false,
            casualties: false,
            guns: false,
            hurry: false,
            batteries: false,
            forage: false,
            january: false,
            two_sheets: false,
        }
    }
}

/// The scenarios that can be played, by their codes.
const CODES: [&str; 9] = ["BS1", "BS2", "BS3", "CS1", "CS2", "CS3", "CS3N", "GS1", "GS2"];

/// Read and compiled once for the whole process.
static SCENARIOS: [Once<Scenario>; CODES.len()] = [const { Once::new() }; CODES.len()];

/// One game of this rulebook, ready to be played.
pub struct Campaign {
    pub(crate) scenario: Arc<Scenario>,
    pub(crate) setting: Setting,
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) options: Options,
    pub(crate) offered: &'static [OptionInfo],
    /// What tells this game from any other in the process.
    serial: u64,
}

impl Campaign {
    /// A game by its name, with options by name and value.
    ///
    /// # Errors
    /// An unknown game or option; a fault in the game's own data.
    pub fn new(game: &str, options: &[(String, String)]) -> Result<Self, DataError> {
        let info = find_game(games(), game)?;
        let mut chosen = Options::default();
        info.choose(options, |name, value| {
            match name {
                "weather" => chosen.historical = value == "historical",
                "bonus" => chosen.bonus = value == "on",
                "ney" => chosen.ney = value == "on",
                "buxhowden" => chosen.buxhowden = value == "on",
                "casualties" => chosen.casualties = value == "on",
                "guns" => chosen.guns = value == "on",
                "hurry" => chosen.hurry = value == "on",
                "batteries" => chosen.batteries = value == "on",
                "forage" => chosen.forage = value == "on",
                "start" => chosen.january = value == "january",
                "sheets" => chosen.two_sheets = value == "two",
                _ => return false,
            }
            true
        })?;
        let code = info.setting.code(&chosen);
        let at = CODES.iter().position(|one| *one == code).unwrap_or(0);
        let scenario = SCENARIOS[at].get(|| Scenario::read(code, &FILES))?;
        Ok(Self {
            scenario,
            setting: info.setting,
            id: info.id,
            title: info.title,
            options: chosen,
            offered: info.options,
            serial: passage::fresh(),
        })
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The map.
    #[inline]
    #[must_use]
    pub fn ground(&self) -> &Ground {
        &self.scenario.ground
    }

    /// The map's grid.
    #[inline]
    #[must_use]
    pub fn grid(&self) -> &Grid {
        self.scenario.ground.grid()
    }

    /// The tables.
    #[inline]
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.scenario.tables
    }

    /// The figures.
    #[inline]
    #[must_use]
    pub fn figures(&self) -> &Figures {
        &self.scenario.tables.figures
    }

    /// How many leaders there are.
    #[inline]
    #[must_use]
    pub fn leaders(&self) -> usize {
        self.scenario.roster.leaders.len()
    }

    /// A leader.
    #[inline]
    #[must_use]
    pub fn general(&self, leader: Leader) -> &General {
        &self.scenario.roster.leaders[usize::from(leader)]
    }

    /// All combat units.
    #[inline]
    #[must_use]
    pub fn bodies(&self) -> &[Body] {
        &self.scenario.roster.units
    }

    /// The side of a leader.
    #[inline]
    #[must_use]
    pub fn side_of(&self, leader: Leader) -> Side {
        // Sets lie together, what is known of each leader does not.
        Side::BOTH[usize::from(self.scenario.roster.sides[Side::Coalition as usize].has(leader.into()))]
    }

    /// The tag of a leader.
    #[must_use]
    pub fn tag(&self, leader: Leader) -> &str {
        self.scenario.roster.leaders.get(usize::from(leader)).map_or("?", |leader| &leader.tag)
    }

    /// The tag of a combat unit.
    #[must_use]
    pub fn body_tag(&self, unit: Unit) -> &str {
        self.bodies().get(usize::from(unit)).map_or("?", |unit| &unit.tag)
    }
}
