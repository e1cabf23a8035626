//! `[18]` A scenario: what is played, from when to when, on which sheets, with whom.

use crate::administration::{ADMINISTRATION, Administration, Base};
use crate::calendar::Calendar;
use crate::compiled::Compiled;
use crate::counters;
use crate::ground::{Going, Ground};
use crate::muster;
use crate::roster::{Army, Roster, Start};
use crate::state::{Side, Weather};
use crate::succession::Succession;
use crate::tables::{TableFiles, Tables};
use grognard_engine::rows::Rows;
use grognard_engine::sheet::Sheet;
use grognard_engine::{DataError, HexId};

/// The files of this rulebook, each with the name that errors give it.
#[derive(Clone, Copy, Debug)]
pub struct Files {
    /// Map.
    pub map: (&'static str, &'static str),
    /// Set-ups.
    pub setups: (&'static str, &'static str),
    /// Ratings of leaders.
    pub leaders: (&'static str, &'static str),
    /// Every counter.
    pub counters: (&'static str, &'static str),
    /// Calendar.
    pub calendar: (&'static str, &'static str),
    /// Scenarios.
    pub scenarios: (&'static str, &'static str),
    /// Leaders who come and go.
    pub succession: (&'static str, &'static str),
    /// Tables.
    pub tables: TableFiles,
}

/// The files as they are published.
pub const FILES: Files = Files {
    map: ("data/map.toml", include_str!("../data/map.toml")),
    setups: ("data/setups.tsv", include_str!("../data/setups.tsv")),
    leaders: ("data/leaders.tsv", include_str!("../data/leaders.tsv")),
    counters: ("data/counters.tsv", include_str!("../data/counters.tsv")),
    calendar: ("data/calendar.tsv", include_str!("../data/calendar.tsv")),
    scenarios: ("data/scenarios.tsv", include_str!("../data/scenarios.tsv")),
    succession: ("data/succession.tsv", include_str!("../data/succession.tsv")),
    tables: TableFiles {
        figures: ("data/figures.tsv", include_str!("../data/figures.tsv")),
        combat: ("data/combat.tsv", include_str!("../data/combat.tsv")),
        artillery: ("data/artillery.tsv", include_str!("../data/artillery.tsv")),
        attrition_rows: ("data/attrition_rows.tsv", include_str!("../data/attrition_rows.tsv")),
        attrition_losses: ("data/attrition_losses.tsv", include_str!("../data/attrition_losses.tsv")),
        pursuit: ("data/pursuit.tsv", include_str!("../data/pursuit.tsv")),
        matrix: ("data/matrix.tsv", include_str!("../data/matrix.tsv")),
        weather: ("data/weather.tsv", include_str!("../data/weather.tsv")),
        hurry: ("data/hurry.tsv", include_str!("../data/hurry.tsv")),
        hospitals: ("data/hospitals.tsv", include_str!("../data/hospitals.tsv")),
        forage: ("data/forage.tsv", include_str!("../data/forage.tsv")),
    },
};

/// The places off the map named by a letter.
pub(crate) const MORALE: &str = "ABCDEFG";

/// One scenario, read and checked.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its code, such as `BS3`.
    pub code: String,
    /// Its title.
    pub title: String,
    /// First and last turn of the calendar.
    pub turns: (u8, u8),
    /// Who moves first in every turn.
    pub first: Side,
    /// [10.1] Where the morale marker begins, 0 for A.
    pub morale: u8,
    /// [5.5] Movement Commands in each turn, by side.
    pub commands: [u8; 2],
    /// [5.1] Supply sources at the start, by side.
    pub sources: [HexId; 2],
    /// Bridges that are down at the start.
    pub damaged: Vec<(HexId, HexId)>,
    /// [16.1] Redoubts of the French at the start.
    pub redoubts: Vec<HexId>,
    /// The map.
    pub ground: Ground,
    /// Everybody.
    pub roster: Roster,
    /// The calendar.
    pub calendar: Calendar,
    /// The tables.
    pub tables: Tables,
    /// What the campaigns reckon with.
    pub administration: Administration,
    /// [3.6] Leaders who come and go.
    pub succession: Vec<Succession>,
    /// [4.7] The turn on which Buxhowden is withdrawn.
    pub rivalry: u8,
    /// What follows from all that.
    pub compiled: Compiled,
}

impl Scenario {
    /// [5.1] How an army of a campaign begins.
    #[must_use]
    pub fn base(&self, army: Army) -> Option<&Base> {
        let campaign = muster::campaign(&self.code);
        self.administration.bases.iter().find(|base| base.scenario == campaign && base.army == army)
    }

    /// [6.8] The map as it is at the start.
    #[must_use]
    pub fn going(&self, weather: Weather) -> Going {
        let mut going = Going::plain(weather);
        let down = self.damaged.iter().filter_map(|&(a, b)| self.ground.bridge(a, b));
        down.for_each(|bridge| going.down.insert(bridge.into()));
        going
    }

    /// Reads a scenario by its code.
    ///
    /// # Errors
    /// The first fault in any file, with file and line.
    pub fn read(code: &str, files: &Files) -> Result<Self, DataError> {
        let calendar = Calendar::read(files.calendar.0, files.calendar.1)?;
        let tables = Tables::read(&files.tables)?;
        let sheet = Sheet::read(files.map.0, files.map.1)?;
        let (file, text) = files.scenarios;
        let columns =
            ["id", "title", "start", "end", "first", "maps", "morale", "commands_french", "commands_coalition", "redoubts"];
        let rows = Rows::read(file, text, &columns)?;
        let found = rows.rows.iter().find(|(_, row)| rows.cell(row, "id") == code);
        let (line, row) = found.ok_or_else(|| DataError::new(file, code, "there is no such scenario"))?;
        let cell = |column: &str| rows.cell(row, column);
        let fault = |why: String| rows.fault(*line, why);
        let turn = |column: &str| {
            let turn = calendar.turn_of(cell(column));
            turn.ok_or_else(|| fault(format!("{column} {:?} is no turn of the calendar", cell(column))))
        };
        let turns = (turn("start")?, turn("end")?);
        if turns.0 > turns.1 {
            return Err(fault("the scenario ends before it begins".to_owned()));
        }
        let morale = MORALE.find(cell("morale")).filter(|_| cell("morale").len() == 1);
        let morale = morale.ok_or_else(|| fault(format!("morale {:?}: expected a letter from A to G", cell("morale"))))?;
        let number = |column: &str| cell(column).parse().map_err(|_| fault(format!("{column} {:?} is no number", cell(column))));
        let hex = |column: &str| sheet.grid.read(cell(column)).map_err(fault);
        let first = Side::read(cell("first")).ok_or_else(|| fault(format!("{:?} is no side", cell("first"))))?;
        let mut damaged = Vec::new();
        for side in cell("damaged").split(',').filter(|side| *side != "-") {
            damaged.push(sheet.grid.read_hexside(side).map_err(fault)?);
        }
        let mut redoubts = Vec::new();
        for name in cell("redoubts").split(',').filter(|name| !matches!(*name, "-" | "")) {
            redoubts.push(sheet.grid.read(name).map_err(fault)?);
        }
        let counters = counters::read(files.counters)?;
        let succession = Succession::read(files.succession, code, &calendar)?;
        let roster = Roster::read(code, files.setups, files.leaders, (&counters, &succession), &calendar, &sheet.grid)?;
        let (title, maps) = (cell("title").to_owned(), cell("maps"));
        let commands = [number("commands_french")?, number("commands_coalition")?];
        let sources = [hex("source_french")?, hex("source_coalition")?];
        let ground = Ground::new(sheet.clone(), maps, &damaged)?;
        for leader in &roster.leaders {
            if let Start::Hex(hex) = leader.start
                && !ground.dry(hex)
            {
                let why = format!("{} would stand in {}, where nobody can", leader.name, ground.grid().number(hex));
                return Err(DataError::new(files.setups.0, code, why));
            }
        }
        let mut compiled = Compiled::new(&ground, &roster, &calendar);
        let administration = Administration::read(&ADMINISTRATION, &calendar, &ground)?;
        // [5.1] What an army has for its source in the set-up is a source of that army: in June Königsberg is one of the Russians too.
        for base in administration.bases.iter().filter(|base| base.scenario == muster::campaign(code)) {
            let sources = &mut compiled.sources[base.army as usize];
            if !sources.contains(&base.source) {
                sources.push(base.source);
            }
        }
        Ok(Self {
            code: code.to_owned(),
            administration,
            compiled,
            succession,
            rivalry: calendar.turn_of("11-12 Jan").unwrap_or(u8::MAX),
            title,
            turns,
            first,
            morale: morale as u8,
            commands,
            sources,
            damaged,
            redoubts,
            ground,
            roster,
            calendar,
            tables,
        })
    }
}
