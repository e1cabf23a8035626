//! [2.0] [3.0] Counters, turn track, cards and figures as data, read and checked.

use crate::results_table::ResultsTable;
use crate::state::{CADRES, Side, Weather};
use crate::unitset::MAX_UNITS;
use crate::{Action, Campaign};
use grognard_engine::deck::MOST_CARDS;
use grognard_engine::rows::{Rows, within};
use grognard_engine::sheet::Sheet;
use grognard_engine::verbs::check_tag;
use grognard_engine::{DataError, HexId, kinds, plane};

/// Most that a counter prints as its strength.
pub(crate) const MOST_STRENGTH: u8 = 9;
/// Most that a counter prints as its movement allowance.
pub(crate) const MOST_MOVEMENT: u8 = 4;

kinds! {
    /// [2.0] The type of a counter: its letter in the data, and the word for it.
    pub enum Arm(letter, word) {
        /// Infantry; cadres are infantry too.
        Infantry = "i" "infantry",
        /// Cavalry.
        Cavalry = "c" "cavalry",
        /// Artillery.
        Artillery = "a" "artillery",
        /// [16.1] A dummy: it looks like any unit.
        Dummy = "d" "dummy",
        /// [16.7] A cadre.
        Cadre = "k" "infantry",
    }
}

kinds! {
    /// An entry area.
    pub enum Area(letter) {
        /// French, north edge.
        A = "A",
        /// French, north edge.
        B = "B",
        /// French, north edge.
        C = "C",
        /// Allied, west edge.
        Y = "Y",
        /// Allied, west edge.
        Z = "Z",
    }
}

/// Where a counter begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// On the map.
    Hex(HexId),
    /// [11.0] Arrives at an area on a turn.
    Due {
        /// Area.
        area: Area,
        /// Turn.
        turn: u8,
    },
    /// [3.2] Austrian IV Corps: by die, at Y, Z or the box.
    Klenau,
    /// [3.2] In the Meissen Box, or in this hex.
    BoxOr(HexId),
    /// [17.1.1] In one of the three stacks.
    Stack,
    /// Aside until called for.
    Supply,
    /// Not in this scenario.
    Unused,
}

/// A counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The short unique name.
    pub tag: String,
    /// Side.
    pub side: Side,
    /// Nation.
    pub nation: String,
    /// What the counter prints.
    pub name: String,
    /// The body that it belongs to, with its commander where the sources name him; empty if it belongs to none.
    pub body: String,
    /// Type.
    pub arm: Arm,
    /// Printed strength.
    pub strength: u8,
    /// Printed Movement Allowance.
    pub movement: u8,
    /// Elite.
    pub elite: bool,
    /// [12.2] Guard.
    pub guard: bool,
    /// [17.1.1] One of the four units that must arrive together.
    pub imperial: bool,
    /// [16.9] Light infantry.
    pub light: bool,
    /// Where it begins.
    pub start: Start,
}

/// One turn of the track.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Date.
    pub date: String,
    /// Name, such as Morning.
    pub clock: String,
    /// Night.
    pub night: bool,
    /// Printed weather.
    pub weather: Weather,
}

kinds! {
    /// [5.0] What a card does.
    pub enum Effect(word) {
        /// A Change in the Weather.
        Weather = "weather",
        /// Nothing.
        Quiet = "quiet",
        /// A free commitment.
        Moment = "moment",
        /// A free Force March.
        Guns = "guns",
        /// A unit stands still.
        Orders = "orders",
        /// Artillery is not doubled.
        Powder = "powder",
        /// Somebody recovers or rallies.
        Steady = "steady",
        /// No Allied reserves.
        Council = "council",
        /// Allied morale falls.
        Moreau = "moreau",
        /// French morale rises.
        Emperor = "emperor",
        /// A French unit is late.
        Cossacks = "cossacks",
    }
}

/// [5.0] A card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Whom it concerns: `both`, `drawer`, `French` or `Allied`.
    pub colour: String,
    /// What it does.
    pub effect: Effect,
    /// The same in words.
    pub text: String,
}

macro_rules! figures {
    ($($name:ident),* $(,)?) => {
        /// The figures of the game; `data/figures.tsv` gives case and provenance of each.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        #[allow(missing_docs)]
        pub struct Figures { $(pub $name: i8),* }

        impl Figures {
            /// A figure by its name.
            pub fn get(&self, name: &str) -> Option<i8> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            pub(crate) fn set(&mut self, name: &str, value: i8) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }

            /// The names of all of them.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];
        }
    };
}

figures! {
    force_march_mp, force_march_cost, minor_river_mp, minor_river_defence, bridge_defence, woods_defence, rough_defence,
    town_defence, garden_defence, fort_defence, fortress_defence, fort_retreat_reduction, fortress_retreat_reduction,
    elite_rout_reduction, disengage_hexes, reserve_sp, reserve_cost, hazard_break_max_roll, advance_infantry, advance_cavalry,
    rally_destroyed_max, rally_return_min, rally_elite_bonus, rally_morale_bonus, morale_rout, morale_break_own,
    morale_break_enemy, morale_guard_commit, morale_guard_no_advance, morale_lull, lulls_per_day, morale_loc, morale_objective,
    morale_night, morale_cap, morale_french, morale_allied, first_turn_without_card, first_lull_turn, hesitation_until,
    klenau_first, klenau_last, klenau_roll, klenau_certain, cadre_breakdown_strength, arrival_one, arrival_two, arrival_three,
    arrival_a, arrival_b, arrival_c, arrival_per_turn, arrival_wet, arrival_cossacks, rally_cost, rain_infantry, wet_mp,
    artillery_attack_factor, support_defence, catastrophe_first, catastrophe_second, catastrophe_second_allied,
    card_moreau_morale, card_moreau_turn, card_emperor_morale, card_cossacks_delay, horses_turns, improving_worsens_max,
    improving_betters_max, worsening_worsens_max, worsening_betters_min, mud_ahead, mud_downpour, mud_storm, marker_one,
    marker_two, marker_three, first_turn_historical, first_turn_standard,
}

impl Figures {
    /// Reads the figures; each must be there once.
    ///
    /// # Errors
    /// An unknown, missing or repeated name, or a value that is no small number.
    pub fn read(file: &str, text: &str) -> Result<Self, DataError> {
        let rows = Rows::read(file, text, &["name", "value", "case", "provenance"])?;
        let mut figures = Self::default();
        let mut seen: Vec<&str> = Vec::new();
        for (line, row) in &rows.rows {
            let (name, value) = (rows.cell(row, "name"), rows.cell(row, "value"));
            let number = within("value", value, -20..=20).map_err(|why| rows.fault(*line, why))?;
            if seen.contains(&name) {
                return Err(rows.fault(*line, format!("{name:?} is listed twice")));
            }
            if !figures.set(name, number) {
                return Err(rows.fault(*line, format!("{name:?} is no figure of this rulebook")));
            }
            seen.push(name);
        }
        match Self::NAMES.iter().find(|name| !seen.contains(name)) {
            Some(missing) => Err(DataError::new(file, "line 1", format!("the figure {missing:?} is missing"))),
            // A longer way would need a choice of ways, which the rules do not have.
            None if figures.disengage_hexes != 1 => Err(DataError::new(file, "disengage_hexes", "only one hex is possible")),
            None => Ok(figures),
        }
    }
}

/// Which set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// [17.2] 26 and 27 August, the default.
    Historical,
    /// [18.1] 25 to 27 August.
    Standard,
    /// [17.1] The same with hidden arrivals.
    Maneuver,
}

impl Setting {
    /// The column of the counters that holds its starts.
    const fn column(self) -> &'static str {
        match self {
            Self::Historical => "historical",
            Self::Standard => "standard",
            Self::Maneuver => "maneuver",
        }
    }
}

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Identifier.
    pub id: String,
    /// Title.
    pub title: String,
    /// Which set-up.
    pub setting: Setting,
    /// Map.
    pub sheet: Sheet,
    /// Counters.
    pub pieces: Vec<Piece>,
    /// Turn track.
    pub turns: Vec<Turn>,
    /// Deck.
    pub cards: Vec<Card>,
    /// Figures.
    pub figures: Figures,
    /// [9.6] The Combat Results Table.
    pub results: ResultsTable,
}

/// The files of a scenario: name and text.
pub struct Files<'a> {
    /// Map.
    pub map: (&'a str, &'a str),
    /// Counters.
    pub units: (&'a str, &'a str),
    /// Turn track.
    pub turns: (&'a str, &'a str),
    /// Deck.
    pub cards: (&'a str, &'a str),
    /// Figures.
    pub figures: (&'a str, &'a str),
    /// Combat results.
    pub results: (&'a str, &'a str),
}

impl Scenario {
    /// Reads a scenario's data.
    ///
    /// # Errors
    /// The first fault with its file and place.
    pub fn read(setting: Setting, id: &str, title: &str, files: &Files<'_>) -> Result<Self, DataError> {
        let sheet = Sheet::read(files.map.0, files.map.1)?;
        if !plane::fits(&sheet.grid) {
            return Err(DataError::new(&sheet.file, "map", "more than 32 columns or rows"));
        }
        let mut scenario = Self {
            id: id.to_owned(),
            title: title.to_owned(),
            setting,
            sheet,
            pieces: Vec::new(),
            turns: read_turns(files.turns.0, files.turns.1)?,
            cards: read_cards(files.cards.0, files.cards.1)?,
            figures: Figures::read(files.figures.0, files.figures.1)?,
            results: ResultsTable::read(files.results.0, files.results.1)?,
        };
        let first = scenario.first_turn();
        if !(1..=scenario.turns.len()).contains(&usize::from(first)) {
            let why = format!("the game begins on turn {first}, which is not on the track");
            return Err(DataError::new(files.figures.0, "first_turn", why));
        }
        scenario.read_units(files.units.0, files.units.1)?;
        Ok(scenario)
    }

    /// The first turn.
    #[must_use]
    pub const fn first_turn(&self) -> u8 {
        let turn = match self.setting {
            Setting::Historical => self.figures.first_turn_historical,
            Setting::Standard | Setting::Maneuver => self.figures.first_turn_standard,
        };
        turn.unsigned_abs()
    }

    /// Adds a counter.
    ///
    /// # Errors
    /// When its tag is taken or cannot be typed, or there are too many.
    pub fn add(&mut self, piece: Piece) -> Result<(), String> {
        if self.pieces.len() == MAX_UNITS {
            return Err(format!("more than {MAX_UNITS} counters"));
        }
        check_tag::<Campaign, Action>(&piece.tag, None, self.pieces.iter().map(|other| other.tag.as_str()))?;
        if self.pieces.iter().any(|other| other.tag.eq_ignore_ascii_case(&piece.tag)) {
            return Err(format!("the tag {:?} is used twice", piece.tag));
        }
        if piece.arm == Arm::Cadre && self.pieces.iter().filter(|p| p.arm == Arm::Cadre).count() == CADRES {
            return Err(format!("more than {CADRES} cadres"));
        }
        self.pieces.push(piece);
        Ok(())
    }

    /// Reads where a counter begins.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read_start(&self, text: &str) -> Result<Start, String> {
        let grid = &self.sheet.grid;
        match text {
            "-" => return Ok(Start::Unused),
            "supply" => return Ok(Start::Supply),
            "stack" => return Ok(Start::Stack),
            "3.2" => return Ok(Start::Klenau),
            _ => {}
        }
        if let Some(hex) = text.strip_prefix("box or ") {
            return Ok(Start::BoxOr(grid.read(hex)?));
        }
        if let Some(area) = text.get(..1).and_then(Area::read) {
            let turn = text[1..].parse::<u8>().ok().filter(|t| (1..=self.turns.len()).contains(&usize::from(*t)));
            let turn = turn.ok_or_else(|| format!("{text:?}: expected an area and a turn from 1 to {}", self.turns.len()))?;
            return Ok(Start::Due { area, turn });
        }
        Ok(Start::Hex(grid.read(text)?))
    }

    fn read_units(&mut self, file: &str, text: &str) -> Result<(), DataError> {
        let column = self.setting.column();
        let need = ["tag", "side", "nation", "name", "body", "type", "strength", "movement", "flags", column];
        let rows = Rows::read(file, text, &need)?;
        for row in &rows.rows {
            let cell = |column| rows.cell(&row.1, column);
            let fault = |why: String| rows.fault(row.0, why);
            let flags: Vec<&str> = cell("flags").split(',').collect();
            if let Some(odd) = flags.iter().find(|f| !["-", "elite", "guard", "imperial", "light"].contains(f)) {
                return Err(fault(format!("flag {odd:?}: expected elite, guard, imperial, light or -")));
            }
            let arm = Arm::read(cell("type"));
            let start = self.read_start(cell(column)).map_err(fault)?;
            if let Start::Hex(hex) = start
                && let Some(other) = self.pieces.iter().find(|p| p.start == Start::Hex(hex))
            {
                return Err(fault(format!("[6.3] hex {} already holds {}", self.sheet.grid.number(hex), other.tag)));
            }
            let piece = Piece {
                tag: cell("tag").to_owned(),
                side: Side::read(cell("side")).map_err(fault)?,
                nation: cell("nation").to_owned(),
                name: cell("name").to_owned(),
                body: Some(cell("body")).filter(|body| *body != "-").unwrap_or_default().to_owned(),
                arm: arm.ok_or_else(|| fault(format!("type {:?}: expected i, c, a, d or k", cell("type"))))?,
                strength: rows.number(row, "strength", 0..=MOST_STRENGTH)?,
                movement: rows.number(row, "movement", 1..=MOST_MOVEMENT)?,
                elite: flags.contains(&"elite"),
                guard: flags.contains(&"guard"),
                imperial: flags.contains(&"imperial"),
                light: flags.contains(&"light"),
                start,
            };
            self.add(piece).map_err(fault)?;
        }
        Ok(())
    }
}

fn read_turns(file: &str, text: &str) -> Result<Vec<Turn>, DataError> {
    let rows = Rows::read(file, text, &["turn", "date", "clock", "night", "weather"])?;
    let mut turns = Vec::new();
    rows.in_order("turn")?;
    for row in &rows.rows {
        let cell = |column| rows.cell(&row.1, column);
        let night = rows.flag(row, "night")?;
        let weather = Weather::read(cell("weather")).filter(|weather| *weather != Weather::Cloudy);
        let weather = weather
            .ok_or_else(|| rows.fault(row.0, format!("weather {:?}: expected clear, showers or downpour", cell("weather"))))?;
        turns.push(Turn { date: cell("date").to_owned(), clock: cell("clock").to_owned(), night, weather });
    }
    match turns.len() {
        6..=99 => Ok(turns),
        n => Err(DataError::new(file, "line 1", format!("{n} turns: expected 6 to 99"))),
    }
}

fn read_cards(file: &str, text: &str) -> Result<Vec<Card>, DataError> {
    let rows = Rows::read(file, text, &["number", "name", "colour", "effect", "text"])?;
    let mut cards = Vec::new();
    rows.in_order("number")?;
    for (line, row) in &rows.rows {
        let cell = |column| rows.cell(row, column);
        if !["both", "drawer", "French", "Allied"].contains(&cell("colour")) {
            return Err(rows.fault(*line, format!("colour {:?}: expected both, drawer, French or Allied", cell("colour"))));
        }
        let effect =
            Effect::read(cell("effect")).ok_or_else(|| rows.fault(*line, format!("effect {:?} is not known", cell("effect"))))?;
        let (name, colour, text) = (cell("name").to_owned(), cell("colour").to_owned(), cell("text").to_owned());
        cards.push(Card { name, colour, effect, text });
    }
    if (1..=usize::from(MOST_CARDS)).contains(&cards.len()) {
        return Ok(cards);
    }
    Err(DataError::new(file, "line 1", format!("{} cards: expected 1 to {MOST_CARDS}", cards.len())))
}
