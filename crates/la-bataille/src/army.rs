//! [3.1] to [3.4] The pieces: what is printed on them by category [3.3], battalions kept apart [3.2]; [23.4] [23.5] [23.7] the forces of both sides, and where they begin. Read from `data/units.tsv` and `data/outposts.tsv`.

use crate::base6::is_value;
use crate::state::{Arm, Formation, NOWHERE, Place, Side, Standing, UNITS, Unit};
use crate::tables::{BLOCKS, Tables};
use grognard_engine::facing::Heading;
use grognard_engine::piece::{Piece, Rating, Roster};
use grognard_engine::ratio::Ratio;
use grognard_engine::rows::Rows;
use grognard_engine::{DataError, Grid, HexId, UnitId};
use toml::{Table, Value};

/// [13.3] Which losses call for a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Parity {
    Every,
    Even,
    Odd,
}

/// What the rules ask of a piece.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Kind {
    pub side: Side,
    pub nation: String,
    pub corps: String,
    pub division: String,
    pub regiment: String,
    pub category: String,
    pub arm: Arm,
    /// Heavy cavalry, by its allowance [3.1].
    pub heavy: bool,
    /// Horse artillery.
    pub horse: bool,
    pub increments: u8,
    pub ma: u8,
    pub fire: i16,
    pub melee: i16,
    /// Printed, 11 to 66.
    pub morale: u8,
    /// Fire multipliers; nothing where the formation is not available [11.1].
    pub line: Option<i16>,
    pub carre: Option<i16>,
    pub skirmish: Option<i16>,
    pub rifle: bool,
    /// Block of the carré table.
    pub block: Option<usize>,
    pub parity: Parity,
    /// Fire of skirmishing cavalry.
    pub carbines: Option<i16>,
    pub lance: i16,
    pub lance_armed: bool,
    /// The lowest die that recalls [16.7], and the row.
    pub recall: u8,
    pub recall_row: String,
    /// Guns: short, medium, long [3.4].
    pub bands: [Ratio; 3],
    pub range: u8,
    /// The lowest die that limbers; 1 needs no roll [18.1].
    pub limber: u8,
    /// Leaders.
    pub art_bonus: i16,
    pub inf_attack: i16,
    pub inf_defence: i16,
    pub cav_value: i16,
    pub morale_bonus: i16,
    pub special_guns: bool,
    pub echelon: String,
    /// Organisation whose morale it shares [20.3].
    pub body: Option<u8>,
}

impl Kind {
    /// [3.1] Elite infantry has a printed morale of 11 to 16.
    #[must_use]
    pub fn elite(&self) -> bool {
        self.arm == Arm::Infantry && self.morale <= 16
    }

    /// Whether it is a Cossack regiment [16.10].
    #[must_use]
    pub fn cossack(&self) -> bool {
        self.category == "Cossack"
    }

    /// [16.10] Whether it may fight on foot, in skirmish order.
    #[must_use]
    pub fn dismounts(&self) -> bool {
        self.category == "Russian dragoon"
    }

    /// Whether it fights: everybody but leaders.
    #[must_use]
    pub fn fights(&self) -> bool {
        self.arm != Arm::Leader
    }
}

/// [23.6] Where a piece may begin if the sides set up as they like.
#[derive(Clone, Default, Debug)]
pub struct Post {
    /// Its group.
    pub group: String,
    /// The hexes, as in the units file; nothing for whoever comes later.
    pub area: String,
    /// Guns in a work, unlimbered and facing its front.
    pub works: bool,
}

/// All pieces of a game.
#[derive(Clone, Debug)]
pub struct Army {
    /// What is printed on them.
    pub roster: Roster,
    /// What the rules ask of them.
    pub kinds: Vec<Kind>,
    /// How they begin.
    pub start: Vec<Standing>,
    /// Where those enter who are due.
    pub entry: Vec<HexId>,
    /// [23.6] Where they may begin instead.
    pub posts: Vec<Post>,
}

const NEED: [&str; 20] = [
    "id",
    "name",
    "side",
    "nation",
    "corps",
    "division",
    "regiment",
    "arm",
    "category",
    "increments",
    "ma",
    "melee",
    "morale",
    "loss_check",
    "setup",
    "in_short",
    "start_hex",
    "facing",
    "formation",
    "organisation",
];

/// A number with at most one place after the point, exactly.
fn decimal(text: &str) -> Option<Ratio> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let (whole, part): (i16, i16) = (whole.parse().ok()?, part.parse().ok().filter(|p| (0..10).contains(p))?);
    Some(Ratio::new(10 * whole + part, 10))
}

/// Which of the default set-ups is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Setup {
    Long,
    Short,
    Outposts,
}

/// Reads a facing such as `SE`, or `NW/N` for the vertex between two hexsides, or a compass word.
#[must_use]
pub fn read_facing(grid: &Grid, text: &str) -> Option<Heading> {
    match text.split_once('/') {
        None => grid.read_compass(text),
        Some((first, second)) => {
            let (first, second) = (grid.read_compass(first)?, grid.read_compass(second)?);
            let between = first.turned(1);
            (!first.at_corner() && first.turned(2) == second).then_some(between)
        }
    }
}

impl Army {
    /// Reads the published pieces with one of their set-ups.
    ///
    /// # Errors
    /// The first fault, with file, line and what was expected.
    pub fn read(
        (file, text): (&str, &str),
        (outposts_file, outposts): (&str, &str),
        setup: Setup,
        grid: &Grid,
        tables: &Tables,
    ) -> Result<Self, DataError> {
        let table = Rows::read(file, text, &NEED)?;
        let drill = Rows::read(outposts_file, outposts, &["id", "start_hex", "facing", "formation"])?;
        let variant = if setup == Setup::Short { "short" } else { "long" };
        let (mut pieces, mut kinds, mut start, mut entry, mut posts) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (line, row) in &table.rows {
            let cell = |column: &str| table.cell(row, column);
            let fault = |why: String| table.fault(*line, why);
            let given = |column: &str| Some(cell(column)).filter(|text| !text.is_empty() && *text != "-");
            let number = |column: &str| -> Result<i16, DataError> {
                let text = given(column).unwrap_or("0");
                text.parse().map_err(|_| fault(format!("{column} {text:?} is not a number")))
            };
            let small = |column: &str| -> Result<u8, DataError> {
                u8::try_from(number(column)?).map_err(|_| fault(format!("{column} is not a number from 0 to 255")))
            };
            let maybe = |column: &str| -> Result<Option<i16>, DataError> { given(column).map(|_| number(column)).transpose() };
            let side = Side::read(cell("side")).ok_or_else(|| fault(format!("{:?} is no side", cell("side"))))?;
            let arm = match cell("arm") {
                "infantry" => Arm::Infantry,
                "cavalry" => Arm::Cavalry,
                "artillery" => Arm::Artillery,
                "leader" => Arm::Leader,
                other => return Err(fault(format!("{other:?} is no arm"))),
            };
            let ma = small("ma")?;
            let morale = small("morale")?;
            if arm != Arm::Leader && !is_value(morale) {
                return Err(fault(format!("morale {morale} is not a value of two dice, 11 to 66")));
            }
            let increments = small("increments")?;
            if arm != Arm::Leader && !(1..=2 * tables.road_increments).contains(&increments) {
                return Err(fault(format!("{increments} increments: a unit has 1 to {}", 2 * tables.road_increments)));
            }
            if ma == 0 || (arm != Arm::Leader && arm != Arm::Artillery && number("melee")? == 0) {
                return Err(fault("a movement allowance and a melee value are needed".to_owned()));
            }
            let mut bands = [Ratio::ZERO; 3];
            if arm == Arm::Artillery {
                for (band, column) in bands.iter_mut().zip(["short", "medium", "long"]) {
                    *band =
                        decimal(cell(column)).ok_or_else(|| fault(format!("{column} {:?} is no fire value", cell(column))))?;
                }
            }
            let body = given("organisation").map(|name| {
                let known = tables.organisations.iter().filter(|row| row.1 == variant).position(|row| row.0 == name);
                known.map(|at| at as u8).or((variant == "short").then_some(0))
            });
            let body = match body {
                Some(None) => return Err(fault(format!("organisation {:?} is not in the tables", cell("organisation")))),
                body => body.flatten(),
            };
            let recall = match given("recall") {
                None => 1,
                Some(row) => tables.recall(row).ok_or_else(|| fault(format!("recall row {row:?} is not in the tables")))?,
            };
            let kind = Kind {
                side,
                nation: cell("nation").to_owned(),
                corps: cell("corps").to_owned(),
                division: cell("division").to_owned(),
                regiment: cell("regiment").to_owned(),
                category: cell("category").to_owned(),
                arm,
                heavy: arm == Arm::Cavalry && ma <= 12,
                horse: arm == Arm::Artillery && cell("weight") == "horse",
                increments,
                ma,
                fire: number("fire")?,
                melee: number("melee")?,
                morale,
                line: maybe("line_x")?,
                carre: maybe("carre_x")?,
                skirmish: maybe("skirmish_x")?,
                rifle: cell("rifle") == "y",
                block: given("carre_table").and_then(|name| BLOCKS.iter().position(|block| *block == name)),
                parity: match cell("loss_check") {
                    "even" => Parity::Even,
                    "odd" => Parity::Odd,
                    _ => Parity::Every,
                },
                carbines: maybe("cav_skirmish_fire")?,
                lance: number("lance_bonus")?,
                lance_armed: cell("lance_armed") == "y",
                recall,
                recall_row: cell("recall").to_owned(),
                bands,
                range: small("max_range")?,
                limber: small("limber")?,
                art_bonus: number("art_bonus")?,
                inf_attack: number("inf_att")?,
                inf_defence: number("inf_def")?,
                cav_value: number("cav_value")?,
                morale_bonus: number("morale_bonus")?,
                special_guns: cell("special_artillery") == "y",
                echelon: cell("echelon").to_owned(),
                body,
            };
            let (hex, facing, formation) = match setup {
                Setup::Long => (cell("start_hex"), cell("facing"), cell("formation")),
                Setup::Short if cell("in_short") == "y" => {
                    (cell("start_hex_short"), cell("facing_short"), cell("formation_short"))
                }
                Setup::Short => ("-", "-", "-"),
                Setup::Outposts => {
                    let here = drill.rows.iter().find(|(_, other)| drill.cell(other, "id") == cell("id"));
                    here.map_or(("-", "-", "-"), |(_, other)| {
                        (drill.cell(other, "start_hex"), drill.cell(other, "facing"), drill.cell(other, "formation"))
                    })
                }
            };
            let mut standing = Standing { left: increments, rank: start.len() as u8, ..Standing::ABSENT };
            let mut gate = NOWHERE;
            if hex != "-" {
                standing.hex = grid.read(hex).map_err(&fault)?;
                standing.place = Place::Map;
                if arm == Arm::Leader {
                    standing.formation = Formation::Leader;
                } else {
                    let read = Formation::read(formation).filter(|formation| fits(*formation, &kind));
                    standing.formation = read.ok_or_else(|| fault(format!("{formation:?} is no formation of this unit")))?;
                    let heading = read_facing(grid, facing).filter(|h| h.at_corner() == standing.formation.at_vertex());
                    standing.heading =
                        heading.ok_or_else(|| fault(format!("{facing:?} is no facing in this formation")))?.number();
                }
                if let Some(due) = cell("setup").strip_prefix('T').filter(|_| setup == Setup::Long) {
                    let (turn, at) = due.split_once('@').ok_or_else(|| fault(format!("{due:?}: expected T<turn>@<hex>")))?;
                    standing.until = turn.parse().map_err(|_| fault(format!("{turn:?} is no turn")))?;
                    gate = grid.read(at).map_err(&fault)?;
                    standing.place = Place::Due;
                    standing.hex = NOWHERE;
                }
            }
            let area = match setup {
                Setup::Outposts => tables.drill_area(side),
                Setup::Short => cell("setup_short").to_owned(),
                Setup::Long => cell("setup").to_owned(),
            };
            posts.push(Post {
                group: cell("setup_group").to_owned(),
                area: if standing.place == Place::Map { area } else { String::new() },
                works: cell("setup_state").starts_with("unlimbered"),
            });
            pieces.push((format!("line {line}"), printed(cell("id"), cell("name"), cell("title"), &kind)));
            kinds.push(kind);
            start.push(standing);
            entry.push(gate);
        }
        if pieces.len() > UNITS {
            return Err(DataError::new(file, "pieces", format!("{} of them; there can be {UNITS}", pieces.len())));
        }
        let army = Self { roster: Roster::new(file, pieces)?, kinds, start, entry, posts };
        for (line, row) in &drill.rows {
            let id = drill.cell(row, "id");
            if army.roster.find(id).is_none() {
                return Err(drill.fault(*line, format!("{id:?} is no piece of {file}")));
            }
        }
        Ok(army)
    }

    /// No pieces: for maps of case files.
    #[must_use]
    pub fn empty() -> Self {
        Self { roster: Roster::default(), kinds: Vec::new(), start: Vec::new(), entry: Vec::new(), posts: Vec::new() }
    }

    /// Adds a piece, for case files.
    ///
    /// # Errors
    /// A tag that is taken or no word, or one piece too many.
    pub fn add(&mut self, tag: &str, kind: Kind) -> Result<Unit, String> {
        if self.kinds.len() == UNITS {
            return Err(format!("more than {UNITS} pieces"));
        }
        let mut pieces: Vec<(String, Piece)> = self.roster.iter().map(|(_, piece)| (piece.tag.clone(), piece.clone())).collect();
        pieces.push((tag.to_owned(), printed(tag, tag, "", &kind)));
        self.roster = Roster::new("pieces", pieces).map_err(|why| why.why)?;
        let formation = match kind.arm {
            Arm::Artillery => Formation::Unlimbered,
            Arm::Leader => Formation::Leader,
            _ => Formation::Column,
        };
        self.start.push(Standing { left: kind.increments, rank: self.start.len() as u8, formation, ..Standing::ABSENT });
        self.kinds.push(kind);
        self.entry.push(NOWHERE);
        Ok(self.kinds.len() as Unit - 1)
    }

    /// What the rules ask of a piece.
    #[inline]
    #[must_use]
    pub fn kind(&self, unit: Unit) -> &Kind {
        &self.kinds[usize::from(unit)]
    }

    /// The tag of a piece.
    #[must_use]
    pub fn tag(&self, unit: Unit) -> &str {
        self.roster.get(UnitId(unit)).map_or("nobody", |piece| piece.tag.as_str())
    }

    /// The name of a unit.
    #[must_use]
    pub fn called(&self, unit: Unit) -> &str {
        self.roster.get(UnitId(unit)).map_or("nobody", |piece| piece.name.as_str())
    }
}

/// Whether a unit knows a formation at all [5.1].
#[must_use]
pub fn fits(formation: Formation, kind: &Kind) -> bool {
    match (formation, kind.arm) {
        (Formation::Column | Formation::General, Arm::Infantry | Arm::Cavalry) => true,
        (Formation::Line, Arm::Infantry) => kind.line.is_some(),
        (Formation::Line, Arm::Cavalry) => true,
        (Formation::Carre, Arm::Infantry) => kind.carre.is_some(),
        (Formation::Skirmish, Arm::Infantry) => kind.skirmish.is_some(),
        (Formation::Skirmish, Arm::Cavalry) => (!kind.heavy && kind.carbines.is_some()) || kind.dismounts(),
        (Formation::March, Arm::Infantry | Arm::Cavalry | Arm::Artillery) => true,
        (Formation::Limbered | Formation::Unlimbered, Arm::Artillery) => true,
        (Formation::Leader, Arm::Leader) => true,
        _ => false,
    }
}

/// The piece as it is drawn.
fn printed(tag: &str, name: &str, title: &str, kind: &Kind) -> Piece {
    let mut ratings = Vec::new();
    let mut rate = |name: &str, value: i16, shown: bool| {
        if shown {
            ratings.push(Rating { name: name.to_owned(), value });
        }
    };
    rate("morale", kind.morale.into(), kind.fights());
    rate("fire", kind.fire, kind.arm == Arm::Infantry);
    rate("melee", kind.melee, kind.fights());
    rate("range", kind.range.into(), kind.arm == Arm::Artillery);
    rate("artillery bonus", kind.art_bonus, kind.arm == Arm::Leader);
    rate("infantry attack", kind.inf_attack, kind.arm == Arm::Leader);
    rate("infantry defence", kind.inf_defence, kind.arm == Arm::Leader);
    rate("cavalry", kind.cav_value, kind.arm == Arm::Leader);
    rate("morale bonus", kind.morale_bonus, kind.arm == Arm::Leader);
    let (word, branch) = match kind.arm {
        Arm::Infantry if kind.skirmish.is_some() => ("infantry", "light"),
        Arm::Infantry => ("infantry", ""),
        Arm::Cavalry if kind.heavy => ("cavalry", "heavy"),
        Arm::Cavalry => ("cavalry", "light"),
        Arm::Artillery => ("artillery", if kind.horse { "horse" } else { "" }),
        Arm::Leader => ("leader", ""),
    };
    let values = match kind.arm {
        Arm::Leader => format!("{:+}", kind.morale_bonus),
        Arm::Artillery => format!("{}-{}", kind.bands[0], kind.ma),
        Arm::Cavalry => format!("{}-{}", kind.melee, kind.ma),
        Arm::Infantry => format!("{}-{}-{}", kind.fire, kind.melee, kind.ma),
    };
    Piece {
        tag: tag.to_owned(),
        side: kind.side.name().to_owned(),
        nation: kind.nation.clone(),
        name: name.to_owned(),
        title: title.to_owned(),
        kind: word.to_owned(),
        branch: branch.to_owned(),
        body: if kind.division == "-" { kind.corps.clone() } else { format!("{}, {}", kind.corps, kind.division) },
        values,
        strength: kind.fights().then_some(kind.increments.into()),
        movement: Some(kind.ma.into()),
        steps: kind.increments,
        ratings,
    }
}

/// A piece made from a row of categories, for case files: `increments` of it.
pub(crate) fn of_category(tables: &Tables, side: Side, name: &str, increments: Option<u8>) -> Option<Kind> {
    let (arm, row) = tables.category(name)?;
    let number = |key: &str| row.get(key).and_then(Value::as_integer).and_then(|n| i16::try_from(n).ok());
    let text = |key: &str| row.get(key).and_then(Value::as_str);
    let tenths = |key: &str| tenths(row, key);
    let increments = increments.or(number("increments").map(|n| n as u8)).unwrap_or(4);
    let nation = match (side, text("army"), name.split_whitespace().next()) {
        (_, Some("Allied"), Some("Italien" | "Velites")) => "Italian",
        (_, Some("Allied"), _) => "Rheinbund",
        (_, Some(army), _) => army,
        (_, None, Some(word @ ("French" | "Russian" | "Prussian" | "Saxon" | "Italian"))) => word,
        (_, None, Some("Rheinbund")) => "Baden",
        (Side::French, ..) => "French",
        (Side::Coalition, ..) => "Russian",
    };
    let melee = match arm {
        Arm::Artillery => number("melee").unwrap_or(0),
        _ => Ratio::new(i16::from(increments) * tenths("melee")?, 10).nearest() as i16,
    };
    let ma = number("ma")? as u8;
    let band = |key: &str| tenths(key).map_or(Ratio::ZERO, |n| Ratio::new(n, 10));
    Some(Kind {
        side,
        nation: nation.to_owned(),
        corps: "-".to_owned(),
        division: "-".to_owned(),
        regiment: String::new(),
        category: name.rsplit(':').next().unwrap_or(name).to_owned(),
        arm,
        heavy: arm == Arm::Cavalry && ma <= 12,
        horse: row.get("horse").and_then(Value::as_bool).unwrap_or(false),
        increments,
        ma,
        fire: number("fire").unwrap_or(0),
        melee,
        morale: number("morale")? as u8,
        line: number("line"),
        carre: number("carre"),
        skirmish: if arm == Arm::Infantry { number("skirmish") } else { None },
        rifle: row.get("rifle").and_then(Value::as_bool).unwrap_or(false),
        block: text("carre_table").and_then(|name| BLOCKS.iter().position(|block| *block == name)),
        parity: match text("loss_check") {
            Some("even") => Parity::Even,
            Some("odd") => Parity::Odd,
            _ => Parity::Every,
        },
        carbines: number("skirmish_fire"),
        lance: Ratio::new(i16::from(increments) * tenths("lance").unwrap_or(0), 10).nearest() as i16,
        lance_armed: row.get("lance_armed").and_then(Value::as_bool).unwrap_or(false),
        recall: number("recall").unwrap_or(1) as u8,
        recall_row: text("recall_row").unwrap_or_default().to_owned(),
        bands: [band("short"), band("medium"), band("long")],
        range: number("max_range").unwrap_or(0) as u8,
        limber: number("limber").unwrap_or(1) as u8,
        art_bonus: 0,
        inf_attack: 0,
        inf_defence: 0,
        cav_value: 0,
        morale_bonus: 0,
        special_guns: false,
        echelon: String::new(),
        body: None,
    })
}

/// A number of the tables in tenths: they are written with one place after the point.
fn tenths(row: &Table, key: &str) -> Option<i16> {
    match row.get(key)? {
        Value::Integer(number) => i16::try_from(10 * number).ok(),
        Value::String(text) => decimal(text).map(|ratio| (ratio * Ratio::whole(10)).floor() as i16),
        _ => None,
    }
}
