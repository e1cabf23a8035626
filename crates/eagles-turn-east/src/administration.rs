//! [5.1] [5.3] [5.4] What the campaigns reckon with: the length of a line along primary roads, Dispatch Distance, Administrative Points, replacements.

use crate::calendar::Calendar;
use crate::ground::{Going, Ground};
use crate::roster::Army;
use crate::tables::Figures;
use crate::tread::with_tread;
use grognard_engine::rows::Rows;
use grognard_engine::sets::HexSet;
use grognard_engine::{DataError, HexId};

/// How an army of a campaign begins.
#[derive(Clone, Debug)]
pub struct Base {
    /// The scenario.
    pub scenario: String,
    /// The army.
    pub army: Army,
    /// Its active source.
    pub source: HexId,
    /// Its Center of Operations.
    pub center: HexId,
    /// Administrative Points.
    pub points: u8,
    /// Replacements in its pool, as they are printed.
    pub pool: Vec<(u8, char)>,
}

/// A Fortnight, and what comes in it for each army.
type Scheduled = (String, [Vec<(u8, char)>; 3]);

/// [5.4] One line of the Administrative Point Pool.
#[derive(Clone, Debug)]
struct Line {
    army: Army,
    turns: (u8, u8),
    lengths: (u8, u8),
    points: Vec<u8>,
    fortnight: u8,
}

/// Everything that the campaigns reckon with.
#[derive(Clone, Debug)]
pub struct Administration {
    /// How the armies begin.
    pub bases: Vec<Base>,
    lines: Vec<Line>,
    replacements: Vec<Scheduled>,
}

/// The files of the administration.
#[derive(Clone, Copy, Debug)]
pub struct AdministrationFiles {
    /// How the armies begin.
    pub campaigns: (&'static str, &'static str),
    /// Administrative Points.
    pub points: (&'static str, &'static str),
    /// Replacements.
    pub replacements: (&'static str, &'static str),
}

/// The files as they are published.
pub const ADMINISTRATION: AdministrationFiles = AdministrationFiles {
    campaigns: ("data/campaigns.tsv", include_str!("../data/campaigns.tsv")),
    points: ("data/admin_points.tsv", include_str!("../data/admin_points.tsv")),
    replacements: ("data/replacements.tsv", include_str!("../data/replacements.tsv")),
};

/// Which pool takes points of a kind: infantry, cavalry, Kossacks, artillery, Guard infantry. Remounts belong to the Grand Scenario.
pub(crate) fn pool_index(kind: char) -> Option<usize> {
    "ickag".find(kind)
}

/// Points by kind, such as `5i 2c 1r`.
fn pool(text: &str) -> Option<Vec<(u8, char)>> {
    let kind = |word: &str| {
        let (count, kind) = word.split_at_checked(word.len().checked_sub(1)?)?;
        let kind = kind.chars().next().filter(|kind| "ickarg".contains(*kind))?;
        Some((count.parse().ok().filter(|count| *count > 0)?, kind))
    };
    if text == "-" { Some(Vec::new()) } else { text.split(' ').map(kind).collect() }
}

impl Administration {
    /// Reads and checks the files.
    ///
    /// # Errors
    /// The first fault, with file and line.
    pub fn read(files: &AdministrationFiles, calendar: &Calendar, ground: &Ground) -> Result<Self, DataError> {
        Ok(Self {
            bases: Self::read_bases(files.campaigns, ground)?,
            lines: Self::read_lines(files.points, calendar)?,
            replacements: Self::read_replacements(files.replacements)?,
        })
    }

    fn read_bases((file, text): (&str, &str), ground: &Ground) -> Result<Vec<Base>, DataError> {
        let rows = Rows::read(file, text, &["scenario", "army", "source", "center", "points", "pool", "provenance"])?;
        let mut bases = Vec::new();
        for (line, row) in &rows.rows {
            let cell = |column: &str| rows.cell(row, column);
            let fault = |why: String| rows.fault(*line, why);
            let hex = |column: &str| ground.grid().read(cell(column)).map_err(fault);
            let army = Army::read(cell("army")).ok_or_else(|| fault(format!("{:?} is no army", cell("army"))))?;
            let points = cell("points").parse().map_err(|_| fault(format!("points {:?} is no number", cell("points"))))?;
            let pool = pool(cell("pool")).ok_or_else(|| fault(format!("{:?}: expected points such as 5i 2c", cell("pool"))))?;
            let scenario = cell("scenario").to_owned();
            bases.push(Base { scenario, army, source: hex("source")?, center: hex("center")?, points, pool });
        }
        Ok(bases)
    }

    fn read_lines((file, text): (&str, &str), calendar: &Calendar) -> Result<Vec<Line>, DataError> {
        let dice: Vec<String> = (1..=13).map(|die| die.to_string()).collect();
        let rows = Rows::read(file, text, &["army", "from", "to", "shortest", "longest", "fortnight"])?;
        let mut lines: Vec<Line> = Vec::new();
        for (line, row) in &rows.rows {
            let cell = |column: &str| rows.cell(row, column);
            let fault = |why: String| rows.fault(*line, why);
            let number =
                |column: &str| cell(column).parse::<u8>().map_err(|_| fault(format!("{column} {:?} is no number", cell(column))));
            let turn = |column: &str| {
                calendar.turn_of(cell(column)).ok_or_else(|| fault(format!("{column} {:?} is no turn", cell(column))))
            };
            let army = Army::read(cell("army")).ok_or_else(|| fault(format!("{:?} is no army", cell("army"))))?;
            let points: Vec<u8> = dice.iter().map(|die| number(die)).collect::<Result<_, _>>()?;
            // Low is good.
            if points.windows(2).any(|pair| pair[0] < pair[1]) {
                return Err(fault("a higher die gives more points".to_owned()));
            }
            let (turns, lengths) = ((turn("from")?, turn("to")?), (number("shortest")?, number("longest")?));
            lines.push(Line { army, turns, lengths, points, fortnight: number("fortnight")? });
        }
        Ok(lines)
    }

    fn read_replacements((file, text): (&str, &str)) -> Result<Vec<Scheduled>, DataError> {
        let rows = Rows::read(file, text, &["fortnight", "French", "Russian", "Prussian"])?;
        let mut found = Vec::new();
        for (line, row) in &rows.rows {
            let mut pools: [Vec<(u8, char)>; 3] = Default::default();
            for army in Army::ALL {
                let cell = rows.cell(row, army.name());
                let read = pool(cell).ok_or_else(|| rows.fault(*line, format!("{cell:?}: expected points such as 5i 2c")))?;
                pools[army as usize] = read;
            }
            found.push((rows.cell(row, "fortnight").to_owned(), pools));
        }
        Ok(found)
    }

    fn line(&self, army: Army, turn: u8, length: u8) -> Option<&Line> {
        self.lines.iter().find(|line| {
            line.army == army
                && (line.turns.0..=line.turns.1).contains(&turn)
                && (line.lengths.0..=line.lengths.1).contains(&length)
        })
    }

    /// [5.4] [I.a.1] Administrative Points that an army gets for two dice, all modifiers added; none if the line is too long.
    #[must_use]
    pub fn points(&self, army: Army, turn: u8, length: u8, dice: i16) -> u8 {
        self.line(army, turn, length).map_or(0, |line| line.points[(dice.clamp(1, 13) - 1) as usize])
    }

    /// [5.4] The same for a whole Fortnight.
    #[must_use]
    pub fn fortnight_points(&self, army: Army, turn: u8, length: u8) -> u8 {
        self.line(army, turn, length).map_or(0, |line| line.fortnight)
    }

    /// [I.a.4] What comes to an army's pool in a Fortnight, by kind.
    #[must_use]
    pub fn replacements(&self, army: Army, fortnight: &str) -> &[(u8, char)] {
        let found = self.replacements.iter().find(|(name, _)| name == fortnight);
        found.map_or(&[], |(_, pools)| pools[army as usize].as_slice())
    }
}

/// Most hexes of a chain of roads.
const LONGEST: usize = 251;

/// [5.1] Hexes of the shortest chain of primary roads between two hexes, past no hex of `blocked`; none if there is no chain.
#[must_use]
pub fn line_length(ground: &Ground, going: &Going, from: HexId, to: HexId, blocked: &HexSet) -> Option<u8> {
    line_way(ground, going, from, to, blocked).map(|way| (way.len() - 1) as u8)
}

/// [5.1] That chain itself, both ends included.
#[must_use]
pub fn line_way(ground: &Ground, going: &Going, from: HexId, to: HexId, blocked: &HexSet) -> Option<Vec<HexId>> {
    // The source is part of the line: an enemy there, or his zone, cuts it.
    if blocked.has(from) {
        return None;
    }
    let mut came: Vec<(HexId, usize)> = vec![(from, 0)];
    let mut known = HexSet::of(ground.grid(), [from]);
    // Every step is one hex: whoever was found first is left first.
    let mut at = 0;
    while let Some(&(hex, _)) = came.get(at).filter(|(hex, _)| *hex != to) {
        for next in ground.along_primary(hex, going) {
            if !known.has(next) && !blocked.has(next) {
                known.insert(next);
                came.push((next, at));
            }
        }
        at += 1;
    }
    let mut way = vec![came.get(at)?.0];
    while at != 0 {
        at = came[at].1;
        way.push(came[at].0);
    }
    way.reverse();
    Some(way).filter(|way| way.len() <= LONGEST)
}

/// [5.3] The hexes within Dispatch Distance of a Center of Operations, past no hex of `blocked`.
#[must_use]
pub fn dispatch(ground: &Ground, figures: &Figures, center: HexId, going: &Going, blocked: &HexSet) -> HexSet {
    dispatch_from(ground, figures, &[center], going, blocked)
}

/// [5.3] The same for several places from which messengers ride.
pub(crate) fn dispatch_from(ground: &Ground, figures: &Figures, centers: &[HexId], going: &Going, blocked: &HexSet) -> HexSet {
    with_tread(|walk| {
        // Mud doubles what a dispatch pays, though it rides.
        let passage = ground.passage(going);
        let prices = passage.table(false, going.weather);
        walk.walk((ground, prices), centers, figures.dispatch.into(), |_, _| true, |hex| !blocked.has(hex));
        HexSet::of(ground.grid(), walk.reached().map(|(hex, _)| hex))
    })
}
