//! The tables of the book, read from `data/` and checked: no rule repeats a figure that stands there.

use crate::state::Weather;
use grognard_engine::DataError;
use grognard_engine::rows::Rows;

/// The files of the tables, each with its name.
#[derive(Clone, Copy, Debug)]
pub struct TableFiles {
    /// Figures.
    pub figures: (&'static str, &'static str),
    /// Combat Results Table.
    pub combat: (&'static str, &'static str),
    /// Artillery fire.
    pub artillery: (&'static str, &'static str),
    /// Attrition, rows by strength.
    pub attrition_rows: (&'static str, &'static str),
    /// Attrition, losses by class.
    pub attrition_losses: (&'static str, &'static str),
    /// Pursuit.
    pub pursuit: (&'static str, &'static str),
    /// Initiative Comparison Matrix.
    pub matrix: (&'static str, &'static str),
    /// Weather by die.
    pub weather: (&'static str, &'static str),
    /// Hurry-Up.
    pub hurry: (&'static str, &'static str),
    /// Hospitals.
    pub hospitals: (&'static str, &'static str),
    /// Forage Values.
    pub forage: (&'static str, &'static str),
}

macro_rules! figures {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// Figures that the rules ask for, by name.
        #[derive(Clone, Debug, Default)]
        pub struct Figures {
            $($(#[$doc])* pub $name: u8,)+
        }

        impl Figures {
            /// What they are called.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];

            /// One of them by its name.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<u8> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            pub(crate) fn set(&mut self, name: &str, value: u8) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)+
                    _ => return false,
                }
                true
            }
        }
    };
}

figures! {
    /// [3.4] SPs in a hex.
    stacking,
    /// [3.6] Die for a capture.
    capture,
    /// [3.7] Bonus of an Army Commander.
    commander_bonus,
    /// [5.1] Half MPs to a primary road.
    loc_reach,
    /// `[7]` Column with an LOC in a Battle Scenario.
    loc_column,
    /// [6.1] Half MPs on foot.
    allowance_foot,
    /// [6.1] Half MPs of cavalry.
    allowance_horse,
    /// [6.1] Half MPs of a leader alone.
    allowance_leader,
    /// [6.1] Half MPs of a Forced March.
    allowance_forced,
    /// [I.a.2] Die for a change of source.
    change_source,
    /// [6.7] Multiple for a repulse.
    repulse_multiple,
    /// [6.7] Half MPs of a repulse.
    repulse_cost,
    /// [6.7] Hexes of the retreat.
    repulse_hexes,
    /// [9.8] Whether somebody slips past victors around him (0: he surrenders).
    slips_past,
    /// [10.2] SPs lost in a Critical Battle.
    critical,
    /// [10.2] Difference for two spaces.
    critical_double,
    /// [10.3] VPs for a space of morale.
    vp_morale,
    /// [10.3] VPs that the French need.
    least_french,
    /// [10.3] VPs that the Coalition needs.
    least_coalition,
    /// `[18]` VPs for each SP of the Guard.
    vp_guard,
    /// `[18]` VPs for Königsberg.
    vp_koenigsberg,
    /// [10.2] A campaign that ends on this turn or later rewards the Coalition for Königsberg.
    held_out_from,
    /// [6.2] Most columns of terrain.
    most_shift,
    /// [5.1] Hexes of an LOC.
    loc_longest,
    /// [5.3] Half MPs of Dispatch Distance.
    dispatch,
    /// `[12]` Cavalry in a hospital.
    hospital_cavalry,
    /// `[12]` Dismounted cavalry in a pool.
    most_dismounted,
    /// `[13]` SPs that the ships carry.
    ships,
    /// `[13]` SPs that tell at Danzig.
    relief,
    /// `[13]` SPs that a vain relief costs.
    relief_lost,
    /// `[13]` Turns by which a Fortnight delays the fall of Danzig.
    siege_turns,
    /// `[13]` Turns after the fall until sources open and Lannes comes.
    open_after,
    /// `[13]` The same until Mortier comes.
    mortier_after,
    /// `[13]` SPs of guns that close the channel.
    channel_guns,
    /// [10.2] Half MPs from a Danzig exit.
    danzig_near,
    /// `[14]` Added to the die of attrition.
    fortnight_die,
    /// `[14]` Points of an Army Commander in a Fortnight.
    fortnight_bonus,
    /// `[14]` Forces that may march in a Fortnight.
    fortnight_marches,
    /// `[14]` Half MPs at which the French wake.
    alarm,
    /// `[15]` Half MPs of dispersing.
    disperse,
    /// `[15]` Half MPs of concentrating.
    concentrate,
    /// `[15]` Columns of foraging troops in combat.
    forage_shift,
}

/// One result of the Combat Results Table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CombatResult {
    /// The attacker's number.
    pub attacker: u8,
    /// The defender's number.
    pub defender: u8,
    /// Asterisks on the defender's number.
    pub asterisks: u8,
}

/// All tables.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Figures by name.
    pub figures: Figures,
    /// Heads of the combat columns, with numerator and denominator.
    pub columns: Vec<(String, u16, u16)>,
    combat: Vec<Vec<CombatResult>>,
    fire_bounds: Vec<u8>,
    fire: Vec<Vec<u8>>,
    sizes: Vec<Vec<u8>>,
    losses: Vec<Vec<u8>>,
    chase: Vec<Vec<u8>>,
    matrix: Vec<Vec<u8>>,
    weather: Vec<(String, Vec<Weather>)>,
    hurry: Vec<Vec<u8>>,
    hospitals: Vec<Vec<u8>>,
    forage: Vec<Vec<u8>>,
}

fn number(rows: &Rows<'_>, line: usize, text: &str) -> Result<u8, DataError> {
    text.parse().map_err(|_| rows.fault(line, format!("{text:?} is not a number up to 255")))
}

/// A table of small numbers: each row begins with its key, which must be the next of `keys`.
fn grid((file, text): (&str, &str), head: &str, columns: &[&str], keys: &[&str]) -> Result<Vec<Vec<u8>>, DataError> {
    let need: Vec<&str> = std::iter::once(head).chain(columns.iter().copied()).collect();
    let rows = Rows::read(file, text, &need)?;
    if rows.rows.len() != keys.len() {
        return Err(DataError::new(file, "rows", format!("{} of them, expected {}", rows.rows.len(), keys.len())));
    }
    let mut found = Vec::new();
    for ((line, row), key) in rows.rows.iter().zip(keys) {
        if rows.cell(row, head) != *key {
            return Err(rows.fault(*line, format!("{:?}, expected the line of {key}", rows.cell(row, head))));
        }
        found.push(columns.iter().map(|column| number(&rows, *line, rows.cell(row, column))).collect::<Result<_, _>>()?);
    }
    Ok(found)
}

/// The ratio that a head of the Combat Results Table stands for, in halves.
fn ratio(head: &str) -> Option<(u16, u16)> {
    let halves = |text: &str| -> Option<u16> {
        match text.split_once('.') {
            Some((whole, "5")) => Some(whole.parse::<u16>().ok()? * 2 + 1),
            None => Some(text.parse::<u16>().ok()? * 2),
            Some(_) => None,
        }
    };
    let (attacker, defender) = head.split_once(':')?;
    Some((halves(attacker)?, halves(defender)?)).filter(|(a, d)| *a > 0 && *d > 0)
}

fn result(text: &str) -> Option<CombatResult> {
    let (attacker, defender) = text.split_once('/')?;
    let plain = defender.trim_end_matches('*');
    let asterisks = (defender.len() - plain.len()) as u8;
    Some(CombatResult { attacker: attacker.parse().ok()?, defender: plain.parse().ok()?, asterisks })
}

pub(crate) const FORTNIGHTS: [&str; 14] =
    ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV"];

impl Tables {
    /// Reads and checks all tables.
    ///
    /// # Errors
    /// The first fault, with file and line.
    pub fn read(files: &TableFiles) -> Result<Self, DataError> {
        let figures = Self::read_figures(files.figures)?;
        let (file, text) = files.combat;
        let rows = Rows::read(file, text, &["die"])?;
        let heads: Vec<&str> = text.lines().find(|line| line.starts_with("die\t")).unwrap_or("").split('\t').skip(1).collect();
        let mut columns = Vec::new();
        for head in &heads {
            let (attacker, defender) =
                ratio(head).ok_or_else(|| DataError::new(file, *head, "expected a ratio such as 1:1.5"))?;
            columns.push(((*head).to_owned(), attacker, defender));
        }
        if columns.windows(2).any(|pair| pair[0].1 * pair[1].2 >= pair[1].1 * pair[0].2) || columns.is_empty() {
            return Err(DataError::new(file, "columns", "expected ratios that rise from left to right"));
        }
        if rows.rows.len() != 7 {
            return Err(DataError::new(file, "rows", format!("{} of them, expected 7", rows.rows.len())));
        }
        let mut combat = Vec::new();
        for (line, row) in &rows.rows {
            let read = |head: &&str| {
                let cell = rows.cell(row, head);
                result(cell).ok_or_else(|| rows.fault(*line, format!("{cell:?}: expected attacker/defender such as 2/4**")))
            };
            combat.push(heads.iter().map(read).collect::<Result<_, _>>()?);
        }
        let digits = ["1", "2", "3", "4", "5", "6", "7", "8"];
        let fire_heads = ["1-2", "3-4", "5-6", "7-9", "10-12", "13-16", "17-99"];
        let fire = grid(files.artillery, "die", &fire_heads, &digits)?;
        let fire_bounds = vec![2, 4, 6, 9, 12, 16, 99];
        let sizes = Self::read_sizes(files.attrition_rows)?;
        let dice: Vec<String> = (1..=17).map(|die| die.to_string()).collect();
        let dice: Vec<&str> = dice.iter().map(String::as_str).collect();
        let losses = grid(files.attrition_losses, "class", &dice, &["0", "1", "2", "3", "4", "5", "6", "7", "8"])?;
        let chase = grid(files.pursuit, "difference", &digits[..6], &["4", "3", "2", "1", "0", "-1", "-2"])?;
        let matrix = grid(files.matrix, "active", &digits[..5], &digits[..5])?;
        let weather = Self::read_weather(files.weather)?;
        let hurry = grid(files.hurry, "die", &["1", "2-3", "4-5"], &digits[..6])?;
        let hospitals = grid(files.hospitals, "fortnight", &["French", "Russian", "Prussian"], &FORTNIGHTS)?;
        let grounds = ["wheat", "potatoes", "oats", "woods", "marsh"];
        let forage = grid(files.forage, "ground", &["infantry", "cavalry"], &grounds)?;
        Ok(Self { figures, columns, combat, fire_bounds, fire, sizes, losses, chase, matrix, weather, hurry, hospitals, forage })
    }

    fn read_figures((file, text): (&str, &str)) -> Result<Figures, DataError> {
        let rows = Rows::read(file, text, &["key", "value", "what", "section", "provenance"])?;
        let mut figures = Figures::default();
        let mut seen: Vec<&str> = Vec::new();
        for (line, row) in &rows.rows {
            let key = rows.cell(row, "key");
            if seen.contains(&key) {
                return Err(rows.fault(*line, format!("{key} is given twice")));
            }
            if rows.cell(row, "provenance").is_empty() {
                return Err(rows.fault(*line, format!("{key} has no provenance")));
            }
            if !figures.set(key, number(&rows, *line, rows.cell(row, "value"))?) {
                return Err(rows.fault(*line, format!("no rule asks for {key:?}")));
            }
            seen.push(key);
        }
        match Figures::NAMES.iter().find(|name| !seen.contains(name)) {
            Some(missing) => Err(DataError::new(file, *missing, "is missing")),
            None => Ok(figures),
        }
    }

    /// `[7]` The largest strength of each row, by column.
    fn read_sizes((file, text): (&str, &str)) -> Result<Vec<Vec<u8>>, DataError> {
        const HEADS: [&str; 5] = ["12+", "8-11", "4-7", "1-3", "0"];
        let rows = Rows::read(file, text, &["row", "12+", "8-11", "4-7", "1-3", "0"])?;
        let mut sizes = Vec::new();
        for head in HEADS {
            let mut next = 1u16;
            let mut column = Vec::new();
            for (line, row) in &rows.rows {
                let cell = rows.cell(row, head);
                let fault = || rows.fault(*line, format!("{cell:?} in column {head}: expected a range that begins with {next}"));
                let (first, last) = cell.split_once('-').ok_or_else(fault)?;
                if first.parse() != Ok(next) {
                    return Err(fault());
                }
                let last: u8 = last.parse().map_err(|_| fault())?;
                next = u16::from(last) + 1;
                column.push(last);
            }
            sizes.push(column);
        }
        Ok(sizes)
    }

    fn read_weather((file, text): (&str, &str)) -> Result<Vec<(String, Vec<Weather>)>, DataError> {
        const DICE: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
        let rows = Rows::read(file, text, &["fortnight", "1", "2", "3", "4", "5", "6"])?;
        let mut table = Vec::new();
        for (line, row) in &rows.rows {
            let read = |die: &str| {
                let cell = rows.cell(row, die);
                Weather::read(cell).ok_or_else(|| rows.fault(*line, format!("{cell:?} is no weather")))
            };
            let kinds = DICE.into_iter().map(read).collect::<Result<_, _>>()?;
            table.push((rows.cell(row, "fortnight").to_owned(), kinds));
        }
        match FORTNIGHTS.iter().find(|name| !table.iter().any(|(known, _)| known == *name)) {
            Some(missing) => Err(DataError::new(file, *missing, "this Fortnight has no line")),
            None => Ok(table),
        }
    }

    /// [III.b.6] The column of a ratio, rounded in the defender's favour.
    #[must_use]
    pub fn column(&self, attacker: u16, defender: u16) -> usize {
        let reached =
            |(_, a, d): &&(String, u16, u16)| u32::from(attacker) * u32::from(*d) >= u32::from(defender) * u32::from(*a);
        self.columns.iter().take_while(reached).count().saturating_sub(1)
    }

    /// [III.b.6] Whether a ratio is below the first column.
    #[must_use]
    pub fn below(&self, attacker: u16, defender: u16) -> bool {
        let (_, a, d) = &self.columns[0];
        u32::from(attacker) * u32::from(*d) < u32::from(defender) * u32::from(*a)
    }

    /// [III.b.7] The result of a modified die in a column.
    #[must_use]
    pub fn combat(&self, die: i16, column: usize) -> CombatResult {
        self.combat[(die.clamp(1, 7) - 1) as usize][column.min(self.columns.len() - 1)]
    }

    /// [III.b.5] SPs lost to so many SPs of artillery.
    #[must_use]
    pub fn fire(&self, die: i16, guns: u8) -> u8 {
        let column = self.fire_bounds.iter().position(|&most| guns <= most).unwrap_or(self.fire_bounds.len() - 1);
        if guns == 0 { 0 } else { self.fire[(die.clamp(1, 8) - 1) as usize][column] }
    }

    /// `[7]` SPs lost on the march: column 0 to 4, SPs of the Force, line 0 to 2, modified die.
    #[must_use]
    pub fn attrition(&self, column: usize, size: u16, line: usize, die: i16) -> u8 {
        let sizes = &self.sizes[column.min(4)];
        let row = sizes.iter().position(|&most| size <= u16::from(most)).unwrap_or(sizes.len() - 1);
        let class = (row + line).min(self.losses.len() - 1);
        self.losses[class][(die.clamp(1, 17) - 1) as usize]
    }

    /// [III.b.9] Hexes pursued.
    #[must_use]
    pub fn chase(&self, difference: i16, length: u8) -> u8 {
        self.chase[(4 - difference.clamp(-2, 4)) as usize][usize::from(length.clamp(1, 6)) - 1]
    }

    /// [6.6] The Resistance Modifier of the matrix.
    #[must_use]
    pub fn resistance(&self, active: u8, passive: u8) -> i16 {
        let at = |rating: u8| usize::from(rating.clamp(1, 5)) - 1;
        self.matrix[at(active)][at(passive)].into()
    }

    /// [16.4] After how many rounds troops arrive that have spent so many half points, by modified die.
    #[must_use]
    pub fn hurry(&self, die: i16, spent: u8) -> u8 {
        let column = [2, 6].iter().filter(|&&bound| spent > bound).count();
        self.hurry[(die.clamp(1, 6) - 1) as usize][column]
    }

    /// `[12]` Infantry that Hospital Track #2 of an army holds in a Fortnight.
    #[must_use]
    pub fn beds(&self, fortnight: &str, army: usize) -> u8 {
        let at = FORTNIGHTS.iter().position(|name| *name == fortnight).unwrap_or(0);
        self.hospitals[at][army.min(2)]
    }

    /// `[15]` Columns of the attrition table for foraging infantry and cavalry on some ground: wheat, potatoes, oats, woods, marsh.
    #[must_use]
    pub fn fodder(&self, ground: usize) -> [u8; 2] {
        let row = &self.forage[ground.min(self.forage.len() - 1)];
        [row[0], row[1]]
    }

    /// `[A]` The weather of a Fortnight by die.
    #[must_use]
    pub fn weather(&self, fortnight: &str, die: u8) -> Weather {
        let kinds = self.weather.iter().find(|(name, _)| name == fortnight).map(|(_, kinds)| kinds);
        kinds.map_or(Weather::Fair, |kinds| kinds[usize::from(die.clamp(1, 6)) - 1])
    }
}
