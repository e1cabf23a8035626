//! [1.0] [2.0] The equipment of a game: its counters, its turn track, its map, read from data and checked.

use crate::exclusive::dresden::morale::Army;
use crate::state::{MAX_OBJECTIVES, Side};
use crate::title::Title;
use crate::unitset::{MAX_UNITS, UnitSet};
use crate::{Action, Battle};
use grognard_engine::plane;
use grognard_engine::rows::{Rows, bounded};
use grognard_engine::sheet::Sheet;
use grognard_engine::verbs::check_tag;
use grognard_engine::{DataError, HexId, kinds};
use std::ops::RangeInclusive;

/// What a counter may print as its strength.
pub(crate) const STRENGTHS: RangeInclusive<u8> = 1..=30;
/// What a counter may print as its movement allowance.
pub(crate) const MOVEMENTS: RangeInclusive<u8> = 0..=12;
/// Most points for one hex that counts for victory.
const MOST_POINTS: u16 = 1000;
/// Most hexes where reinforcements enter.
const MOST_ENTRIES: usize = 64;

kinds! {
    /// [2.7] What a unit is: its letter in data, and the word on the board.
    pub enum Arm(letter, word) {
        /// Infantry.
        Infantry = "i" "infantry",
        /// Cavalry.
        Cavalry = "c" "cavalry",
        /// Artillery.
        Artillery = "a" "artillery",
        /// [14.0] A garrison: artillery that cannot move.
        Garrison = "g" "garrison",
    }
}

impl Arm {
    /// Whether it bombards, and crosses water by bridges only.
    #[must_use]
    pub const fn is_gun(self) -> bool {
        matches!(self, Self::Artillery | Self::Garrison)
    }
}

/// [2.4] Where a unit begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// On the map.
    Hex(HexId),
    /// [7.0] As a reinforcement: index into the map's entries, earliest turn.
    Due {
        /// Which entry.
        entry: u8,
        /// Earliest turn.
        turn: u8,
    },
    /// [12.0] As part of Klenau's corps: at the first entry if the die allows, else at the second.
    Klenau {
        /// Entry B.
        early: u8,
        /// Entry C.
        late: u8,
    },
}

/// [2.4] One counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Short unique name.
    pub tag: String,
    /// Side.
    pub side: Side,
    /// Nation.
    pub nation: String,
    /// What the counter prints.
    pub name: String,
    /// The body it belongs to, for statistics; its army if the data name none.
    pub formation: String,
    /// Index into the divisions, if it belongs to one.
    pub division: Option<u8>,
    /// Type.
    pub arm: Arm,
    /// [2.5] Combat Strength.
    pub strength: u8,
    /// [2.6] Movement Allowance in points.
    pub movement: u8,
    /// Start.
    pub start: Start,
    /// [11.0] Whether it begins in reserve.
    pub reserve: bool,
}

impl Piece {
    /// Whether it can begin like this: [14.0] a garrison never moves, so it does not come onto the map either.
    ///
    /// # Errors
    /// Says why not.
    pub fn check(&self) -> Result<(), String> {
        let comes = !matches!(self.start, Start::Hex(_));
        if comes && self.arm == Arm::Garrison {
            Err(format!("[14.0] {} is a garrison and cannot enter", self.tag))
        } else {
            Ok(())
        }
    }
}

/// [20.0] A division.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Division {
    /// The code printed on its counters.
    pub code: String,
    /// Side.
    pub side: Side,
    /// [21.0] Its Fresh Strength; 0 if it has none.
    pub fresh: u8,
    /// Its units.
    pub units: UnitSet,
}

/// One Game-Turn of the track.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Time of day as printed.
    pub clock: String,
    /// Date.
    pub date: String,
    /// [8.0] Night.
    pub night: bool,
    /// [13.0] Rain.
    pub rain: bool,
    /// [16.6] [17.2] [18.3] Whether a day ends with it.
    pub end_of_day: bool,
}

/// All that a game is set up with.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Which game's rules apply.
    pub rules: Title,
    /// Identifier, such as `eylau`.
    pub id: String,
    /// Title.
    pub title: String,
    /// Map.
    pub sheet: Sheet,
    /// Counters.
    pub pieces: Vec<Piece>,
    /// Divisions.
    pub divisions: Vec<Division>,
    /// Turn track.
    pub turns: Vec<Turn>,
}

/// [16.0] Whether an army fights on a side.
pub(crate) fn check_army(side: Side, army: &str) -> Result<(), String> {
    let known: Vec<&str> =
        Army::ALL.into_iter().filter(|a| (*a == Army::French) == (side == Side::French)).map(Army::name).collect();
    let found = known.contains(&army);
    if found { Ok(()) } else { Err(format!("army {army:?}: the {} have {}", side.name(), known.join(", "))) }
}

impl Scenario {
    /// [1.0] Reads a game's data.
    ///
    /// # Errors
    /// The first fault with its file and place.
    pub fn read(rules: Title, id: &str, map: (&str, &str), units: (&str, &str), turns: (&str, &str)) -> Result<Self, DataError> {
        let sheet = Sheet::read(map.0, map.1)?;
        let mut scenario = Self::on(rules, id, sheet)?;
        scenario.read_turns(turns.0, turns.1)?;
        scenario.read_units(units.0, units.1)?;
        Ok(scenario)
    }

    /// A game on a map, without units or turns yet.
    ///
    /// # Errors
    /// When the map is too large for this rulebook.
    pub fn on(rules: Title, id: &str, sheet: Sheet) -> Result<Self, DataError> {
        if !plane::fits(&sheet.grid) {
            return Err(DataError::new(&sheet.file, "map", "more than 32 columns or rows"));
        }
        if sheet.objectives.len() > MAX_OBJECTIVES {
            return Err(DataError::new(&sheet.file, "victory.hexes", format!("more than {MAX_OBJECTIVES} hexes")));
        }
        if sheet.points_per_objective > MOST_POINTS {
            return Err(DataError::new(&sheet.file, "victory.points_per_hex", format!("expected 0 to {MOST_POINTS}")));
        }
        if sheet.entries.len() > MOST_ENTRIES {
            return Err(DataError::new(&sheet.file, "entry", format!("more than {MOST_ENTRIES} hexes of entry")));
        }
        let grid = &sheet.grid;
        if let Some(lonely) = grid.hexes().find(|&h| grid.around(h).next().is_none()) {
            return Err(DataError::new(&sheet.file, "map", format!("hex {} has no neighbour", grid.number(lonely))));
        }
        if grid.hexes().next().is_none() {
            return Err(DataError::new(&sheet.file, "map", "there is no hex on it"));
        }
        let title = sheet.title.clone();
        Ok(Self { rules, id: id.to_owned(), title, sheet, pieces: Vec::new(), divisions: Vec::new(), turns: Vec::new() })
    }

    /// [13.0] Whether it rains in some turn.
    pub(crate) fn rains(&self) -> bool {
        self.turns.iter().any(|turn| turn.rain)
    }

    /// The turns that there are.
    pub(crate) fn track(&self) -> RangeInclusive<u8> {
        1..=self.turns.len() as u8
    }

    /// The index of a division, which is made if it is new.
    ///
    /// # Errors
    /// When its code cannot be typed or told from another, or there are too many.
    pub fn division(&mut self, code: &str, side: Side) -> Result<u8, String> {
        if let Some(i) = self.divisions.iter().position(|d| d.code == code && d.side == side) {
            return Ok(i as u8);
        }
        if code.is_empty() || !code.chars().all(char::is_alphanumeric) {
            return Err(format!("the division {code:?} may hold letters and digits only"));
        }
        if let Some(other) = self.divisions.iter().find(|d| d.code.eq_ignore_ascii_case(code)) {
            return Err(format!("the division {code:?} cannot be told from {} {}", other.side.name(), other.code));
        }
        if self.divisions.len() == 32 {
            return Err("more than 32 divisions".to_owned());
        }
        self.divisions.push(Division { code: code.to_owned(), side, fresh: 0, units: UnitSet::EMPTY });
        Ok(self.divisions.len() as u8 - 1)
    }

    /// Adds a counter.
    ///
    /// # Errors
    /// When its tag is taken, its name cannot be typed, or there are too many.
    pub fn add(&mut self, piece: Piece) -> Result<(), String> {
        if self.pieces.len() == MAX_UNITS {
            return Err(format!("more than {MAX_UNITS} units"));
        }
        check_tag::<Battle, Action>(&piece.tag, Some('/'), self.pieces.iter().map(|other| other.tag.as_str()))?;
        if let Some(division) = piece.division {
            self.divisions[usize::from(division)].units.insert(self.pieces.len() as u8);
        }
        self.pieces.push(piece);
        Ok(())
    }

    /// [2.4] Reads the back of a counter: a hex (with R for a reserve), an entry code and a turn, or two entry codes.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read_start(&self, text: &str) -> Result<(Start, bool), String> {
        let entry = |code: &str| {
            let found = self.sheet.entries.iter().position(|e| e.code == code);
            found.map(|i| i as u8).ok_or_else(|| format!("no entry {code:?} on the map"))
        };
        if let Some((early, late)) = text.split_once(" or ") {
            return Ok((Start::Klenau { early: entry(early)?, late: entry(late)? }, false));
        }
        if let Some(hex) = text.strip_suffix('R') {
            return Ok((Start::Hex(self.sheet.grid.read(hex)?), true));
        }
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok((Start::Hex(self.sheet.grid.read(text)?), false));
        }
        let digits = text.find(|c: char| c.is_ascii_digit());
        let (code, turn) = text.split_at(digits.ok_or_else(|| format!("{text:?}: expected a hex or an entry and a turn"))?);
        let turn = turn.parse().map_err(|_| format!("{turn:?} is not a turn"))?;
        Ok((Start::Due { entry: entry(code)?, turn }, false))
    }

    fn read_units(&mut self, file: &str, text: &str) -> Result<(), DataError> {
        let need = ["tag", "side", "army", "name", "type", "strength", "movement", "start"];
        let rows = Rows::read(file, text, &need)?;
        let mut taken: Vec<(HexId, Side, Arm)> = Vec::new();
        for row in &rows.rows {
            let cell = |column| rows.cell(&row.1, column);
            let fault = |why: String| rows.fault(row.0, why);
            let side = Side::read(cell("side")).map_err(fault)?;
            let strength = rows.number(row, "strength", STRENGTHS)?;
            // [20.0] Only at Eylau does the printed name stand for a division.
            let division = match self.rules {
                Title::Eylau => Some(self.division(cell("name"), side).map_err(fault)?),
                Title::Dresden => None,
            };
            if let Some(division) = division
                && cell("type") == "f"
            {
                // [2.7] [21.0] A marker is not a unit: it never stands on the map.
                self.divisions[usize::from(division)].fresh = strength;
                continue;
            }
            let arm =
                Arm::read(cell("type")).ok_or_else(|| fault(format!("type {:?}: expected i, c, a, g or f", cell("type"))))?;
            let movement = rows.number(row, "movement", MOVEMENTS)?;
            let (start, reserve) = self.read_start(cell("start")).map_err(fault)?;
            if let Start::Due { turn, .. } = start {
                bounded("turn", turn, self.track()).map_err(fault)?;
            }
            if self.rules == Title::Dresden {
                check_army(side, cell("army")).map_err(fault)?;
            }
            if let Start::Hex(hex) = start {
                self.check_room(&taken, hex, side, arm).map_err(fault)?;
                taken.push((hex, side, arm));
            }
            let piece = Piece {
                tag: cell("tag").to_owned(),
                side,
                nation: cell("army").to_owned(),
                name: cell("name").to_owned(),
                formation: if cell("formation").is_empty() { cell("army") } else { cell("formation") }.to_owned(),
                division,
                arm,
                strength,
                movement,
                start,
                reserve,
            };
            piece.check().and_then(|()| self.add(piece)).map_err(fault)?;
        }
        Ok(())
    }

    /// [4.3] [4.4] [10.0] Whether a unit can begin in a hex: as many as may stack, and one garrison; no enemies.
    pub(crate) fn check_room(&self, taken: &[(HexId, Side, Arm)], hex: HexId, side: Side, arm: Arm) -> Result<(), String> {
        let number = self.sheet.grid.number(hex);
        let here = || taken.iter().filter(|(h, ..)| *h == hex);
        if here().any(|(_, other, _)| *other != side) {
            return Err(format!("[4.3] hex {number} already holds an enemy"));
        }
        let garrison = |a: Arm| a == Arm::Garrison;
        let (case, limit) = match self.rules {
            Title::Eylau => ("4.4", self.rules.stacking()),
            Title::Dresden => ("10.0", if garrison(arm) { 1 } else { self.rules.stacking() }),
        };
        if here().filter(|(.., a)| garrison(*a) == garrison(arm)).count() >= limit {
            let what = if garrison(arm) { "garrisons" } else { "units" };
            return Err(format!("[{case}] hex {number} already holds as many {what} as it may: {limit}"));
        }
        Ok(())
    }

    fn read_turns(&mut self, file: &str, text: &str) -> Result<(), DataError> {
        let rows = Rows::read(file, text, &["turn", "clock", "date", "night"])?;
        rows.in_order("turn")?;
        for row in &rows.rows {
            self.turns.push(Turn {
                clock: rows.cell(&row.1, "clock").to_owned(),
                date: rows.cell(&row.1, "date").to_owned(),
                night: rows.flag(row, "night")?,
                // A game without these columns has none of it.
                rain: rows.flag(row, "rain")?,
                end_of_day: rows.flag(row, "end_of_day")?,
            });
        }
        if self.turns.is_empty() || self.turns.len() > 99 {
            return Err(DataError::new(file, "line 1", "expected 1 to 99 turns"));
        }
        Ok(())
    }
}
