//! `[3]` `[18]` Leaders, Major Generals and combat units of a scenario, read from the set-up rows and checked.

use crate::calendar::Calendar;
use crate::counters::{Counter, Kind};
use crate::muster::{self, Call};
use crate::state::{ARMS, LEADERS, Leader, Leaders, NOBODY, Side, Strength, UNITS};
use crate::succession::{Change, Succession};
use grognard_engine::rows::Rows;
use grognard_engine::sets::Bits;
use grognard_engine::{DataError, Grid, HexId};

/// The armies, each with an administration of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Army {
    /// French, Poles, Saxons, Bavarians, Italians.
    French,
    /// Russian.
    Russian,
    /// Prussian.
    Prussian,
}

impl Army {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::French, Self::Russian, Self::Prussian];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::French => "French",
            Self::Russian => "Russian",
            Self::Prussian => "Prussian",
        }
    }

    /// Whose it is.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::French => Side::French,
            Self::Russian | Self::Prussian => Side::Coalition,
        }
    }

    /// By its name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|army| army.name() == name)
    }
}

/// [3.1] What kind of leader somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    /// Army Commander.
    Commander,
    /// Leader.
    General,
    /// Major General with a counter of his own.
    Named,
    /// Lettered Major General.
    Generic,
    /// [6.10] A dummy.
    Outpost,
}

impl Rank {
    /// Whether he is no Major General.
    #[must_use]
    pub const fn leads(self) -> bool {
        matches!(self, Self::Commander | Self::General)
    }
}

/// Where somebody begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// On the map.
    Hex(HexId),
    /// In a box off the map.
    Box(String),
    /// He comes on this turn of the calendar, at a place.
    Due(u8, String),
    /// [I.b.3] He is there to be made when a unit needs him.
    Pool,
}

/// [3.2] A leader.
#[derive(Clone, Debug)]
pub struct General {
    /// The word for him in commands and records.
    pub tag: String,
    /// His name.
    pub name: String,
    /// His army.
    pub army: Army,
    /// What kind of leader.
    pub rank: Rank,
    /// Initiative.
    pub initiative: u8,
    /// Command Span in halves.
    pub span: u8,
    /// Subordination in halves; none if he can be nobody's subordinate.
    pub cost: Option<u8>,
    /// Where he begins.
    pub start: Start,
    /// The corps or wing of the set-up.
    pub body: String,
    /// [3.1] Of a Major General: whether he leads infantry or artillery, not cavalry.
    pub on_foot: bool,
}

/// A combat unit.
#[derive(Clone, Debug)]
pub struct Body {
    /// The word for it in commands and records.
    pub tag: String,
    /// Its name.
    pub name: String,
    /// Its army.
    pub army: Army,
    /// `[18]` Whether it belongs to the French Imperial Guard.
    pub guard: bool,
    /// On whose track it begins; nobody's if it is not in play at first.
    pub leader: Leader,
    /// Its strength at the start.
    pub strength: Strength,
    /// The parts that it has.
    pub parts: [bool; ARMS],
    /// Its division in the set-up.
    pub division: String,
    /// Its nation.
    pub nation: String,
    /// What kind of troops.
    pub kind: Kind,
    /// [3.3] The name of the division whose brigade it is.
    pub parent: Option<String>,
    /// Line of the set-up file; 0 if it is not in the set-up.
    pub line: usize,
    /// [I.b.2] The first turn on which it can be brought in, if it is not in the set-up; `muster::NEVER` if it is left out with its sheet.
    pub from: u8,
}

impl Body {
    /// [3.1] What it takes of a leader's span with this strength, in halves: two with infantry, one if it is only cavalry or only artillery.
    #[must_use]
    pub fn load(&self, now: Strength) -> u8 {
        let foot = if self.kind == Kind::March { now[0] > 0 } else { self.parts[0] };
        if foot { 2 } else { 1 }
    }

    /// [3.1] Whether an infantry Major General leads it with this strength.
    #[must_use]
    pub fn on_foot(&self, now: Strength) -> bool {
        if self.kind == Kind::March { now[0] > 0 } else { self.parts[0] || self.parts[2] }
    }

    /// [5.6] Whether its nation is that of its army.
    #[must_use]
    pub fn is_native(&self) -> bool {
        self.nation == self.army.name()
    }

    /// [I.b.2] Whether it is not in play at first, and can be brought in.
    #[must_use]
    pub const fn spare(&self) -> bool {
        self.line == 0
    }
}

/// Everybody of a scenario.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    /// Leaders.
    pub leaders: Vec<General>,
    /// Combat units.
    pub units: Vec<Body>,
    /// How many rows of the set-up file belong to it.
    pub rows: usize,
    /// The leaders of each side.
    pub sides: [Leaders; 2],
    /// [6.10] The dummies among them.
    pub outposts: Leaders,
    /// [3.3] For each unit the division of which it is a brigade, or its brigades.
    pub kin: Vec<Bits<2>>,
    /// [3.1] For each unit the Major General who has a counter of his own for it.
    pub own_general: Vec<Option<Leader>>,
    /// The units of each side.
    pub units_of: [Bits<2>; 2],
    /// [I.b.2] For each unit the spare counters before it that are just like it.
    pub alike: Vec<Bits<2>>,
    /// [3.1] Lettered Major Generals of each army who can be made anew, of cavalry and of infantry.
    pub lettered: [[Leaders; 2]; 3],
}

/// Ratings by name.
struct Ratings<'a> {
    table: Rows<'a>,
}

/// Kind, Initiative, span and subordination, both in halves.
type Rated = (Rank, u8, u8, Option<u8>);

/// Halves of a number such as `1.5`.
fn halves(text: &str) -> Option<u8> {
    match text.split_once('.') {
        Some((whole, "5")) => Some(whole.parse::<u8>().ok()?.checked_mul(2)? + 1),
        None => text.parse::<u8>().ok()?.checked_mul(2),
        Some(_) => None,
    }
}

impl Ratings<'_> {
    /// Kind, Initiative, span and subordination of somebody.
    fn find(&self, name: &str, army: Army, kinds: &[&str], arm: &str) -> Result<Option<Rated>, DataError> {
        for (line, row) in &self.table.rows {
            let cell = |column: &str| self.table.cell(row, column);
            let fits = (cell("name") == name || cell("kind") == "generic")
                && cell("army") == army.name()
                && kinds.contains(&cell("kind"))
                && (cell("kind") != "generic" || cell("arm") == arm);
            if !fits {
                continue;
            }
            let fault = |column: &str| self.table.fault(*line, format!("{column} {:?} is no rating", cell(column)));
            let rank = match cell("kind") {
                "commander" => Rank::Commander,
                "general" => Rank::General,
                "named" => Rank::Named,
                "generic" => Rank::Generic,
                _ => return Err(fault("kind")),
            };
            let initiative =
                cell("initiative").parse().ok().filter(|n| (1..=5).contains(n)).ok_or_else(|| fault("initiative"))?;
            let span = halves(cell("span")).ok_or_else(|| fault("span"))?;
            let cost = match cell("subordination") {
                "-" => None,
                text => Some(halves(text).ok_or_else(|| fault("subordination"))?),
            };
            return Ok(Some((rank, initiative, span, cost)));
        }
        Ok(None)
    }
}

impl Ratings<'_> {
    /// [3.1] How many counters of lettered Major Generals an army has.
    fn counters(&self, army: Army, arm: &str) -> Result<usize, DataError> {
        let cell = |row: &[&'_ str], column: &str| -> String { self.table.cell(row, column).to_owned() };
        let is = |row: &[&str]| cell(row, "kind") == "generic" && cell(row, "army") == army.name() && cell(row, "arm") == arm;
        match self.table.rows.iter().find(|(_, row)| is(row)) {
            Some((line, row)) => {
                let text = cell(row, "counters");
                text.parse().map_err(|_| self.table.fault(*line, format!("counters {text:?} is no number")))
            }
            None => Ok(0),
        }
    }
}

/// A name as one word of letters and digits.
fn word(name: &str) -> String {
    let plain = |c: char| match c {
        'é' | 'è' => 'e',
        'ü' => 'u',
        'ö' => 'o',
        _ => c,
    };
    name.chars().map(plain).filter(char::is_ascii_alphanumeric).collect()
}

/// A tag that nobody has yet: the first of these that is free.
fn free(taken: &[String], wishes: &[String]) -> String {
    let numbered = (2..100).map(|n| format!("{}{n}", wishes[0]));
    let mut all = wishes.iter().cloned().chain(numbered);
    all.find(|tag| !taken.iter().any(|other| other.eq_ignore_ascii_case(tag))).unwrap_or_default()
}

/// One row of the set-up file with its correction applied.
struct Row<'a> {
    line: usize,
    cells: Vec<(&'static str, &'a str)>,
}

const COLUMNS: [&str; 18] = [
    "scenario",
    "side",
    "army",
    "formation",
    "row_type",
    "leader",
    "leader_hex",
    "division_id",
    "unit_name",
    "canonical",
    "unit_hex",
    "inf",
    "cav",
    "art",
    "is_MG",
    "reinforcement_date",
    "entry",
    "fix",
];

impl<'a> Row<'a> {
    fn get(&self, column: &str) -> &'a str {
        self.cells.iter().rev().find(|(name, _)| *name == column).map_or("", |(_, text)| text)
    }
}

impl Roster {
    /// Reads the rows of a scenario.
    ///
    /// # Errors
    /// A row that names an unknown leader, side, army or hex, a strength beyond 9, a date outside the calendar, a track beyond its
    /// leader's span: each with file and line.
    pub fn read(
        scenario: &str,
        (file, text): (&str, &str),
        (ratings_file, ratings_text): (&str, &str),
        (counters, succession): (&[Counter], &[Succession]),
        calendar: &Calendar,
        grid: &Grid,
    ) -> Result<Self, DataError> {
        let columns = ["name", "army", "kind", "arm", "initiative", "span", "subordination", "counters", "provenance"];
        let ratings = Ratings { table: Rows::read(ratings_file, ratings_text, &columns)? };
        let table = Rows::read(file, text, &COLUMNS)?;
        let mut roster = Self::default();
        let mut printed: Vec<(String, Leader)> = Vec::new();
        let mut later: Vec<(Army, String, u8)> = Vec::new();
        for (line, cells) in &table.rows {
            let mut row = Row { line: *line, cells: COLUMNS.iter().map(|name| (*name, table.cell(cells, name))).collect() };
            let call = muster::call(scenario, |column| row.get(column));
            if call == Call::Skip {
                // [I.b.2] Nor is a counter raised that the set-up calls into play on the sheet that is left out.
                let army = Army::read(row.get("army")).filter(|_| muster::is_left_out(scenario, row.get("scenario")));
                if let Some(army) = army.filter(|_| row.get("row_type") != "leader") {
                    later.push((army, row.get("canonical").to_owned(), muster::NEVER));
                }
                continue;
            }
            let fixes = if call == Call::Printed { "" } else { row.get("fix") };
            for pair in fixes.split(';').filter(|pair| !pair.is_empty()) {
                let (key, value) =
                    pair.split_once('=').ok_or_else(|| table.fault(*line, format!("{pair:?}: expected KEY=VALUE")))?;
                let known = ["hex", "entry", "cav", "row_type", "is_MG", "reinforcement_date"].into_iter().find(|k| *k == key);
                let key = known.ok_or_else(|| table.fault(*line, format!("{key:?} cannot be corrected")))?;
                match key {
                    "hex" => row.cells.extend([("leader_hex", value), ("unit_hex", value), ("entry", "")]),
                    key => row.cells.push((key, value)),
                }
            }
            if row.get("scenario") != scenario && roster.comes_later(&row, counters, calendar, &mut later) {
                continue;
            }
            roster.rows += 1;
            roster.row(&row, &table, &ratings, calendar, grid, &mut printed)?;
        }
        roster.match_counters(counters, &table)?;
        let campaign = muster::is_campaign(scenario);
        roster.add_spares(counters, campaign, &later);
        roster.add_successors(succession, &ratings)?;
        roster.fill_pools(&ratings, scenario.starts_with("GS"))?;
        if campaign {
            roster.add_outposts();
        }
        if roster.leaders.len() > LEADERS || roster.units.len() > UNITS {
            let why = format!("{} leaders and {} units: more than there is room for", roster.leaders.len(), roster.units.len());
            return Err(DataError::new(file, scenario, why));
        }
        roster.sort_out();
        for unit in roster.units.iter().filter(|unit| !unit.spare()) {
            let leader = &roster.leaders[usize::from(unit.leader)];
            let load: u16 = roster.on_track(unit.leader).map(|unit| u16::from(unit.load(unit.strength))).sum();
            if load > u16::from(leader.span) {
                let why = format!("{} exceeds the span of {}: {load} halves of {}", unit.name, leader.name, leader.span);
                return Err(table.fault(unit.line, why));
            }
        }
        Ok(roster)
    }

    /// What is asked for again and again.
    fn sort_out(&mut self) {
        for (at, leader) in (0u16..).zip(&self.leaders) {
            self.sides[leader.army.side() as usize].insert(at);
            if leader.rank == Rank::Outpost {
                self.outposts.insert(at);
            }
        }
        let related = |a: &Body, b: &Body| a.parent.as_ref() == Some(&b.name) || b.parent.as_ref() == Some(&a.name);
        let kin = |unit: &Body| (0u16..).zip(&self.units).filter(|(_, other)| related(unit, other)).map(|(at, _)| at).collect();
        self.kin = self.units.iter().map(kin).collect();
        for (at, unit) in (0u16..).zip(&self.units) {
            self.units_of[unit.army.side() as usize].insert(at);
            let same = |one: &Body| {
                one.spare() && (one.army, one.parts, one.kind, &one.nation) == (unit.army, unit.parts, unit.kind, &unit.nation)
            };
            let before = (0u16..).zip(&self.units[..usize::from(at)]);
            self.alike.push(before.filter(|(_, one)| same(one)).map(|(at, _)| at).collect());
        }
        let named = |unit: &Body| {
            let is = |leader: &General| leader.army == unit.army && leader.rank == Rank::Named && leader.name == unit.name;
            self.leaders.iter().position(is).map(|at| at as Leader)
        };
        self.own_general = self.units.iter().map(named).collect();
        for (at, leader) in (0u16..).zip(&self.leaders) {
            if leader.rank == Rank::Generic && matches!(leader.start, Start::Pool | Start::Hex(_)) {
                self.lettered[leader.army as usize][usize::from(leader.on_foot)].insert(at);
            }
        }
    }

    /// [3.3] Each unit of the set-up is one of the counters, and no counter is there twice.
    fn match_counters(&mut self, counters: &[Counter], table: &Rows<'_>) -> Result<(), DataError> {
        for unit in &mut self.units {
            let found = counters.iter().find(|counter| counter.bears(unit.army, &unit.name, &unit.division));
            let none = || table.fault(unit.line, format!("no line of counters.tsv bears the name {:?}", unit.name));
            let counter = found.ok_or_else(none)?;
            unit.nation.clone_from(&counter.nation);
            unit.kind = counter.kind;
            unit.parent.clone_from(&counter.parent);
            if unit.strength == [0; ARMS] {
                unit.parts = counter.parts;
            }
        }
        Ok(())
    }

    /// [3.3] [I.b.2] Counters that can come into play later: in a campaign all that are not in the set-up, else brigades of divisions that are.
    fn add_spares(&mut self, counters: &[Counter], campaign: bool, later: &[(Army, String, u8)]) {
        let armies: Vec<Army> = self.units.iter().map(|unit| unit.army).collect();
        for counter in counters {
            let used = self.units.iter().any(|unit| counter.bears(unit.army, &unit.name, &unit.division));
            let shed = counter.parent.as_ref().is_some_and(|parent| self.units.iter().any(|unit| unit.name == *parent));
            if used || !(shed || campaign && armies.contains(&counter.army)) {
                continue;
            }
            let letters: String = "ICA".chars().zip(counter.parts).filter(|(_, has)| *has).map(|(letter, _)| letter).collect();
            let home = &counter.army.name()[..2];
            let wishes = match counter.kind {
                Kind::March => vec![word(&format!("{home}{}", counter.name))],
                _ => vec![word(&format!("{}{letters}", counter.name))],
            };
            self.units.push(Body {
                tag: free(&self.tags(), &wishes),
                name: counter.name.clone(),
                army: counter.army,
                guard: counter.army == Army::French && counter.kind == Kind::Guard,
                leader: NOBODY,
                strength: [0; ARMS],
                parts: counter.parts,
                division: String::new(),
                nation: counter.nation.clone(),
                kind: counter.kind,
                parent: counter.parent.clone(),
                line: 0,
                from: later.iter().find(|(army, name, _)| counter.bears(*army, name, "")).map_or(0, |(_, _, turn)| *turn),
            });
        }
    }

    /// [I.b.3] Major Generals who are not on the map at first: those of units that have one of their own, and the lettered ones, as
    /// many as each army has counters for.
    fn fill_pools(&mut self, ratings: &Ratings<'_>, grand: bool) -> Result<(), DataError> {
        let names: Vec<(String, Army, bool)> =
            self.units.iter().map(|unit| (unit.name.clone(), unit.army, unit.parts[0] || unit.parts[2])).collect();
        for (name, army, foot) in names {
            let known = self.leaders.iter().any(|l| l.name == name && l.army == army && l.rank == Rank::Named);
            if let Some(rated) = ratings.find(&name, army, &["named"], "").map(|found| found.filter(|_| !known))? {
                self.pool(&name, &word(&name), army, foot, rated);
            }
        }
        // [3.6] Two division generals can be promoted.
        for name in ["Tolstoi", "Sacken"] {
            let here =
                self.units.iter().any(|unit| unit.name == name) && !self.leaders.iter().any(|l| l.name == name && l.rank.leads());
            if let Some(rated) = ratings.find(name, Army::Russian, &["general"], "").map(|found| found.filter(|_| here))? {
                self.pool(name, &format!("{name}General"), Army::Russian, true, rated);
            }
        }
        for army in Army::ALL.into_iter().filter(|army| self.units.iter().any(|unit| unit.army == *army)).collect::<Vec<_>>() {
            for (foot, arm) in [(true, "infantry"), (false, "cavalry")] {
                // In the Grand Scenario those who come long after the beginning bring their own.
                let early = |l: &General| !matches!(l.start, Start::Due(turn, _) if grand && turn > muster::EARLY);
                let is = |l: &&General| l.army == army && l.rank == Rank::Generic && l.on_foot == foot && early(l);
                let used = self.leaders.iter().filter(is).count();
                let count = ratings.counters(army, arm)?;
                for letter in ('A'..).take(count.saturating_sub(used)) {
                    if let Some(rated) = ratings.find("", army, &["generic"], arm)? {
                        let tag = format!("{}{}{letter}", &army.name()[..2], if foot { "Inf" } else { "Cav" });
                        self.pool(&format!("Major General {letter}"), &tag, army, foot, rated);
                    }
                }
            }
        }
        Ok(())
    }

    /// [3.6] Leaders who take over from others, or come without troops, as the Turn Record Track says.
    fn add_successors(&mut self, succession: &[Succession], ratings: &Ratings<'_>) -> Result<(), DataError> {
        for row in succession {
            let names = if row.what == Change::Arrives { std::slice::from_ref(&row.leader) } else { row.by.as_slice() };
            for name in names.iter().filter(|name| !matches!(name.as_str(), "Tolstoi" | "Sacken")) {
                let here = |l: &General| {
                    let comes = !matches!(l.start, Start::Due(turn, _) if turn > row.turn);
                    l.name == *name && l.army == row.army && l.rank.leads() && comes
                };
                let rated = ratings.find(name, row.army, &["general"], "")?.filter(|_| !self.leaders.iter().any(here));
                if let Some(rated) = rated {
                    self.pool(name, &format!("{}General", word(name)), row.army, true, rated);
                    if let (Change::Arrives, Some(last)) = (row.what, self.leaders.last_mut()) {
                        (last.tag, last.start) = (word(name), Start::Due(row.turn, muster::AT_SOURCE.to_owned()));
                    }
                }
            }
        }
        Ok(())
    }

    /// A row of another scenario whose counter is in play already, or that brings no troops and makes a counter free from its date on.
    fn comes_later(&self, row: &Row<'_>, counters: &[Counter], calendar: &Calendar, later: &mut Vec<(Army, String, u8)>) -> bool {
        let Some(army) = Army::read(row.get("army")).filter(|_| row.get("row_type") != "leader") else { return false };
        let (name, division) = (row.get("canonical"), row.get("division_id"));
        let counter = counters.iter().find(|counter| counter.bears(army, name, division));
        let used = |counter: &Counter| self.units.iter().any(|unit| counter.bears(unit.army, &unit.name, &unit.division));
        let empty = ["inf", "cav", "art"].iter().all(|arm| matches!(row.get(arm), "" | "0"));
        let taken = counter.is_some_and(used);
        if empty && !taken {
            later.push((army, name.to_owned(), calendar.turn_on(row.get("reinforcement_date")).unwrap_or(0)));
        }
        empty || taken
    }

    /// [6.10] The dummies of both sides: seven each, two of the Coalition's under the Prussian flag.
    fn add_outposts(&mut self) {
        for (army, count) in [(Army::French, 7), (Army::Russian, 5), (Army::Prussian, 2)] {
            for letter in ('A'..).take(count) {
                let tag = format!("{}Outpost{letter}", &army.name()[..2]);
                self.pool(&format!("Outpost {letter}"), &tag, army, false, (Rank::Outpost, 1, 0, None));
            }
        }
    }

    fn pool(&mut self, name: &str, tag: &str, army: Army, on_foot: bool, (rank, initiative, span, cost): Rated) {
        let tag = free(&self.tags(), &[tag.to_owned(), format!("{tag}MG")]);
        let (name, body) = (name.to_owned(), String::new());
        self.leaders.push(General { tag, name, army, rank, initiative, span, cost, start: Start::Pool, body, on_foot });
    }

    /// The units that begin on a leader's track.
    pub fn on_track(&self, leader: Leader) -> impl Iterator<Item = &Body> {
        self.units.iter().filter(move |unit| unit.leader == leader)
    }

    fn row(
        &mut self,
        row: &Row<'_>,
        table: &Rows<'_>,
        ratings: &Ratings<'_>,
        calendar: &Calendar,
        grid: &Grid,
        printed: &mut Vec<(String, Leader)>,
    ) -> Result<(), DataError> {
        let fault = |why: String| table.fault(row.line, why);
        let army = Army::read(row.get("army")).ok_or_else(|| fault(format!("{:?} is no army", row.get("army"))))?;
        if Side::read(row.get("side")) != Some(army.side()) {
            return Err(fault(format!("side {:?} does not fit the {} army", row.get("side"), army.name())));
        }
        let mut strength = [0; ARMS];
        for (points, column) in strength.iter_mut().zip(["inf", "cav", "art"]) {
            let cell = row.get(column);
            let read = if cell.is_empty() { Some(0) } else { cell.parse().ok().filter(|n: &u8| *n <= 9) };
            *points = read.ok_or_else(|| fault(format!("{column} {cell:?}: expected up to 9 Strength Points")))?;
        }
        let name = row.get("canonical");
        if name.is_empty() {
            return Err(fault("the row names nobody".to_owned()));
        }
        let arm = if strength[0] > 0 || strength[2] > 0 { "infantry" } else { "cavalry" };
        let kinds: &[&str] = match (row.get("row_type"), row.get("is_MG")) {
            ("leader", _) => &["commander", "general"],
            ("mg", "named") => &["named"],
            ("mg", "generic") => &["generic"],
            ("unit", _) => &[],
            (kind, mg) => return Err(fault(format!("{kind:?} with is_MG {mg:?}: expected leader, mg or unit"))),
        };
        let leader = if kinds.is_empty() {
            let known = printed.iter().rev().find(|(known, _)| known == row.get("leader"));
            let unknown = || fault(format!("{name} has no leader: nobody called {:?} comes before it", row.get("leader")));
            known.map(|(_, leader)| *leader).ok_or_else(unknown)?
        } else {
            let found = ratings.find(name, army, kinds, arm)?;
            let (rank, initiative, span, cost) =
                found.ok_or_else(|| fault(format!("{name} is an unknown leader: no line of leaders.tsv rates him")))?;
            let start = Self::start(row, calendar, grid).map_err(fault)?;
            let taken = self.tags();
            let wishes = [word(name), word(&format!("{name}{}", row.get("division_id")))];
            let tag = free(&taken, &wishes);
            let body = row.get("formation").to_owned();
            self.leaders.push(General {
                tag,
                name: name.to_owned(),
                army,
                rank,
                initiative,
                span,
                cost,
                start,
                body,
                on_foot: arm == "infantry",
            });
            let leader = (self.leaders.len() - 1) as Leader;
            let called = if row.get("row_type") == "mg" && row.get("leader").is_empty() { name } else { row.get("leader") };
            // A row that a correction has made a Major General's is still printed under another leader.
            if row.get("row_type") != "mg" || row.cells.iter().filter(|(key, _)| *key == "row_type").count() == 1 {
                printed.push((called.to_owned(), leader));
            }
            leader
        };
        if row.get("row_type") != "leader" {
            let taken = self.tags();
            let letters: String =
                "ICA".chars().zip(strength).filter(|(_, points)| *points > 0).map(|(letter, _)| letter).collect();
            let letters = if letters.is_empty() { "U".to_owned() } else { letters };
            let wishes = [word(&format!("{name}{letters}")), word(&format!("{name}{}{letters}", row.get("division_id")))];
            let guard = army == Army::French && row.get("formation") == "Imperial Guard";
            self.units.push(Body {
                tag: free(&taken, &wishes),
                name: name.to_owned(),
                army,
                guard,
                leader,
                strength,
                parts: strength.map(|points| points > 0),
                division: row.get("division_id").to_owned(),
                nation: String::new(),
                kind: Kind::Line,
                parent: None,
                line: row.line,
                from: 0,
            });
        }
        Ok(())
    }

    /// The tags that are taken.
    fn tags(&self) -> Vec<String> {
        self.leaders.iter().map(|leader| leader.tag.clone()).chain(self.units.iter().map(|unit| unit.tag.clone())).collect()
    }

    fn start(row: &Row<'_>, calendar: &Calendar, grid: &Grid) -> Result<Start, String> {
        let (date, entry) = (row.get("reinforcement_date"), row.get("entry"));
        if !date.is_empty() {
            let turn = calendar.turn_on(date).ok_or_else(|| format!("{date:?} is no day of the calendar"))?;
            if !matches!(entry, "Podlasia" | "Goniondz" | muster::AT_SOURCE) {
                grid.read(entry)?;
            }
            return Ok(Start::Due(turn, entry.to_owned()));
        }
        match row.get("leader_hex") {
            "" if matches!(entry, "Podlasia" | "Goniondz") => Ok(Start::Box(entry.to_owned())),
            "" => Err(format!("{} begins nowhere", row.get("canonical"))),
            hex => grid.read(hex).map(Start::Hex),
        }
    }
}
