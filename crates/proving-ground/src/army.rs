//! The roster, read and checked, and how each piece stands at the start.

use crate::ground::Ground;
use crate::state::{Formation, Side, Standing};
use grognard_engine::piece::{Piece, Rating, Roster, StateKind, StateView, Tone};
use grognard_engine::rows::Rows;
use grognard_engine::{DataError, UnitId};

/// How many pieces there are.
pub const PIECES: usize = 531;
/// How many pieces a hex can hold.
pub const STACK: usize = 8;

/// The arm of a piece, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arm {
    /// On foot.
    Infantry,
    /// On horseback.
    Cavalry,
    /// Guns.
    Artillery,
    /// Leaders and headquarters.
    Command,
}

impl Arm {
    fn read(kind: &str) -> Option<Self> {
        Some(match kind {
            "infantry" => Self::Infantry,
            "cavalry" => Self::Cavalry,
            "artillery" => Self::Artillery,
            "leader" | "headquarters" => Self::Command,
            _ => return None,
        })
    }

    /// The formations that it knows.
    pub const fn formations(self) -> &'static [Formation] {
        match self {
            Self::Infantry => &[
                Formation::Column,
                Formation::Line,
                Formation::ExtendedRight,
                Formation::ExtendedLeft,
                Formation::Square,
                Formation::RoadColumn,
                Formation::GeneralOrder,
            ],
            Self::Cavalry => &[Formation::Formed, Formation::RoadColumn, Formation::GeneralOrder],
            Self::Artillery => &[Formation::Limbered, Formation::Unlimbered],
            Self::Command => &[Formation::Plain],
        }
    }
}

/// What the rules ask of a piece.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Whose it is.
    pub side: Side,
    /// Its arm.
    pub arm: Arm,
    /// Movement points.
    pub movement: u8,
    /// Steps at full strength.
    pub steps: u8,
}

/// All pieces.
pub struct Army {
    /// What is printed on them.
    pub roster: Roster,
    /// What the rules ask of each.
    pub kinds: Vec<Kind>,
    /// How each stands at the start.
    pub start: Vec<Standing>,
    /// States that each shows from the start to the end.
    pub states: Vec<Vec<StateView>>,
}

const COLUMNS: [&str; 19] = [
    "tag",
    "side",
    "nation",
    "name",
    "kind",
    "branch",
    "body",
    "steps",
    "left",
    "movement",
    "effectiveness",
    "modifier",
    "radius",
    "bonus",
    "hex",
    "facing",
    "formation",
    "second",
    "states",
];

fn state(word: &str) -> StateView {
    let (kind, tone) = match word {
        "shaken" | "routed" | "disordered" => (StateKind::Morale, Tone::Bad),
        "exhausted" => (StateKind::Fatigue, Tone::Bad),
        "low ammunition" => (StateKind::Ammunition, Tone::Bad),
        _ => (StateKind::Activity, Tone::Plain),
    };
    StateView { kind, word: word.to_owned(), amount: None, tone }
}

impl Army {
    /// Reads the table of pieces.
    ///
    /// # Errors
    /// The first fault, with file, line and what was expected.
    pub fn read(file: &str, text: &str, ground: &Ground) -> Result<Self, DataError> {
        let table = Rows::read(file, text, &COLUMNS)?;
        let grid = ground.grid();
        let (mut pieces, mut kinds, mut start, mut states) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (line, row) in &table.rows {
            let cell = |column: &str| table.cell(row, column);
            let fault = |why: String| table.fault(*line, why);
            let filled = |column: &str| Some(cell(column)).filter(|text| *text != "-");
            let number = |column: &str| -> Result<i16, DataError> {
                cell(column).parse().map_err(|_| fault(format!("{column} {:?} is not a number", cell(column))))
            };
            let small = |column: &str| -> Result<u8, DataError> {
                cell(column).parse().map_err(|_| fault(format!("{column} {:?} is not a number up to 255", cell(column))))
            };
            let side = Side::read(cell("side")).map_err(fault)?;
            let arm = Arm::read(cell("kind")).ok_or_else(|| fault(format!("{:?} is no kind of piece", cell("kind"))))?;
            let (steps, left, movement) = (small("steps")?, small("left")?, small("movement")?);
            if left > steps {
                return Err(fault(format!("{left} of {steps} steps are left")));
            }
            let hex = grid.read(cell("hex")).map_err(&fault)?;
            let formation = match (cell("formation"), cell("second")) {
                ("-", "-") => Formation::Plain,
                ("extended-line", "right") => Formation::ExtendedRight,
                ("extended-line", "left") => Formation::ExtendedLeft,
                (word, "-") => Formation::read(word).ok_or_else(|| fault(format!("{word:?} is no formation")))?,
                (word, second) => return Err(fault(format!("a second hex {second:?} does not go with {word}"))),
            };
            if !arm.formations().contains(&formation) {
                return Err(fault(format!("a piece of this kind cannot stand in {}", formation.word())));
            }
            let heading = match filled("facing") {
                Some(word) => grid.read_compass(word).filter(|heading| heading.at_corner()),
                None if formation.all_round() => grid.read_compass("N"),
                None => None,
            };
            let heading = heading.ok_or_else(|| fault(format!("facing {:?}: expected a vertex such as ENE", cell("facing"))))?;
            let standing = Standing { hex, vertex: heading.number() / 2, formation, left };
            if formation.second_to_the_right().is_some() && standing.second(grid).is_none() {
                return Err(fault(format!("the second hex beside {} is off the map", cell("hex"))));
            }
            let printed = [("effectiveness", "effectiveness"), ("modifier", "modifier"), ("radius", "command radius")];
            let mut ratings = Vec::new();
            for (column, name) in printed.into_iter().chain([("bonus", "command bonus")]) {
                if filled(column).is_some() {
                    ratings.push(Rating { name: name.to_owned(), value: number(column)? });
                }
            }
            let values = match arm {
                Arm::Command => filled("radius").map_or(String::new(), |radius| format!("{radius}-{movement}")),
                _ => format!("{steps}-{}-{movement}", cell("effectiveness")),
            };
            pieces.push((
                format!("line {line}"),
                Piece {
                    tag: cell("tag").to_owned(),
                    side: side.name().to_owned(),
                    nation: cell("nation").to_owned(),
                    name: cell("name").to_owned(),
                    title: String::new(),
                    kind: cell("kind").to_owned(),
                    branch: filled("branch").unwrap_or_default().to_owned(),
                    body: filled("body").unwrap_or_default().to_owned(),
                    values,
                    strength: (steps > 0).then_some(steps.into()),
                    movement: Some(movement.into()),
                    steps,
                    ratings,
                },
            ));
            kinds.push(Kind { side, arm, movement, steps });
            start.push(standing);
            states.push(filled("states").map_or_else(Vec::new, |list| list.split(',').map(state).collect()));
        }
        if pieces.len() != PIECES {
            return Err(DataError::new(file, "pieces", format!("{} of them, expected {PIECES}", pieces.len())));
        }
        let roster = Roster::new(file, pieces)?;
        let army = Self { roster, kinds, start, states };
        army.check_stacks(file, ground)?;
        Ok(army)
    }

    /// Nobody stands with an enemy, and no hex holds too many.
    fn check_stacks(&self, file: &str, ground: &Ground) -> Result<(), DataError> {
        let grid = ground.grid();
        let mut held: Vec<(usize, Option<Side>)> = vec![(0, None); grid.size()];
        for (unit, standing) in self.start.iter().enumerate() {
            for hex in standing.hexes(grid) {
                let (count, side) = &mut held[usize::from(hex.0)];
                *count += 1;
                if side.replace(self.kinds[unit].side).is_some_and(|side| side != self.kinds[unit].side) {
                    return Err(DataError::new(
                        file,
                        self.tag(unit as u16),
                        format!("stands among enemies in {}", grid.number(hex)),
                    ));
                }
                if *count > STACK {
                    return Err(DataError::new(
                        file,
                        self.tag(unit as u16),
                        format!("{} holds more than {STACK}", grid.number(hex)),
                    ));
                }
            }
        }
        Ok(())
    }

    /// What the rules ask of a piece.
    #[must_use]
    pub fn kind(&self, unit: u16) -> &Kind {
        &self.kinds[usize::from(unit)]
    }

    /// The tag of a piece.
    #[must_use]
    pub fn tag(&self, unit: u16) -> &str {
        self.roster.get(UnitId(unit)).map_or("nobody", |piece| piece.tag.as_str())
    }

    /// A piece by its tag.
    ///
    /// # Errors
    /// That nobody is called so.
    pub fn read_tag(&self, tag: &str) -> Result<u16, String> {
        self.roster.find(tag).map(|unit| unit.0).ok_or_else(|| format!("no piece is called {tag:?}"))
    }
}
