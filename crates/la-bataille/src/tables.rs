//! The charts and constants of the booklet and of the series, read from `data/tables.toml`, where each names its section and its provenance.

use crate::base6::{is_value, place};
use crate::figures::Figures;
use crate::state::Formation;
use grognard_engine::DataError;
use grognard_engine::ratio::Ratio;
use grognard_engine::sheet::toml_fault;
use toml::{Table, Value};

/// [7.1] What lies in a hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[allow(missing_docs)]
pub enum Terrain {
    #[default]
    Clear,
    Hamlet,
    Village,
    Town,
    Garden,
    Woods,
    Path,
    Swamp,
    Pond,
    Loopholes,
    Work,
    Trench,
}

impl Terrain {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 12] = [
        Self::Clear,
        Self::Hamlet,
        Self::Village,
        Self::Town,
        Self::Garden,
        Self::Woods,
        Self::Path,
        Self::Swamp,
        Self::Pond,
        Self::Loopholes,
        Self::Work,
        Self::Trench,
    ];

    /// The word of the map file and of the tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Hamlet => "hamlet",
            Self::Village => "village",
            Self::Town => "town",
            Self::Garden => "garden",
            Self::Woods => "woods",
            Self::Path => "woods_path",
            Self::Swamp => "swamp",
            Self::Pond => "carp_pond",
            Self::Loopholes => "schiessscharte",
            Self::Work => "earthwork",
            Self::Trench => "entrenchment",
        }
    }

    /// [5.1] Whether troops are in general order there.
    #[must_use]
    pub const fn general(self) -> bool {
        matches!(self, Self::Hamlet | Self::Village | Self::Town | Self::Garden | Self::Woods | Self::Path | Self::Loopholes)
    }

    /// [7.1] [21.1] Whether houses stand there, for a march along a road.
    #[must_use]
    pub const fn built_up(self) -> bool {
        matches!(self, Self::Hamlet | Self::Village | Self::Town | Self::Loopholes)
    }
}

/// Points by arm, in halves; nothing where the arm may not go.
pub type Prices = [Option<u8>; 3];

/// One column of the table of fire results.
#[derive(Clone, Debug)]
pub struct FireColumn {
    /// Its head.
    pub odds: String,
    /// The least ratio.
    pub ratio: Ratio,
    /// Increments lost, by the place of the roll.
    pub losses: [u8; 36],
}

/// A cell of the melee table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Cell {
    AttackerRouts,
    AttackerDisordered,
    Blank,
    /// Losses of attacker and defender, and whether each checks morale.
    Losses {
        attacker: u8,
        attacker_checks: bool,
        defender: u8,
        defender_checks: bool,
    },
    DefenderDisordered,
    DefenderRouts,
    DefenderSurrenders,
}

/// One row of the carré table: how many places form, and up to which it is disorder.
#[derive(Clone, Copy, Debug)]
pub struct CarreRow {
    /// Below this a carré is formed.
    pub formed: i16,
    /// Below this the unit is disordered; from it on it routs.
    pub disordered: i16,
}

/// A modifier of a pre-melee check for attacker and defender.
pub type Pair = (i16, i16);

/// Modifiers of checks before a melee [15.3].
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct PreMelee {
    pub odds: [Pair; 6],
    pub flank: Pair,
    pub rear: Pair,
    pub skirmish: i16,
    pub line: i16,
    pub carre: i16,
    pub disordered: i16,
    pub routed: i16,
    pub up_slope: Pair,
    pub stream: Pair,
    pub spree_bridge: Pair,
    pub spree_ford: Pair,
    pub loss: i16,
    pub work: i16,
    /// For printed morale of 15 and 16, of 13 and 14, of 11 and 12.
    pub elite: [i16; 3],
}

/// Factors of melee values [15.4].
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct MeleeFactors {
    pub flank: Ratio,
    pub rear: Ratio,
    pub disordered: Ratio,
    pub road_march: Ratio,
    pub skirmish: Ratio,
    pub against_carre: Ratio,
    pub routed_infantry: Ratio,
    pub routed_cavalry: Ratio,
    pub straight: Ratio,
    pub heavy_against_light: Ratio,
    pub heavy_line: Ratio,
    pub tired: Ratio,
    pub exhausted: Ratio,
    pub spares: Ratio,
    pub cavalry_against_carre: Ratio,
    pub cavalry_skirmish: Ratio,
    pub cavalry_general: Ratio,
    pub cavalry_into_general: Ratio,
    pub not_recalled: Ratio,
    pub work: Ratio,
    pub swamp: Ratio,
}

/// Modifiers of the check to stand against a charge [16.5].
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Stand {
    pub flank: i16,
    pub rear: i16,
    pub skirmish: i16,
    pub line: i16,
    pub disordered: i16,
    pub carre: i16,
    pub lancers: i16,
    pub heavy: i16,
    pub slope: i16,
}

/// Modifiers of the roll to form carré [17.3].
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct CarreModifiers {
    pub vieille: i16,
    pub first_guard: i16,
    pub second_guard: i16,
    pub russian_guard: i16,
    pub russian_grenadier: i16,
    pub prussian: i16,
    pub jaeger: i16,
    pub light: i16,
    pub lance: i16,
    pub level: i16,
}

/// [20.3] An organisation: its name, the game, battalions from which levels hold, and modifiers.
pub type Organisation = (String, String, [u8; 3], [i16; 3]);

/// Everything.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Tables {
    /// By terrain, in halves of a point.
    pub enter: [Prices; 12],
    pub work_rear: Prices,
    pub slope: Prices,
    pub stream: Prices,
    pub stream_bridge: Prices,
    pub stream_ford: Prices,
    pub spree_ford: Prices,
    pub spree: Prices,
    /// In road march, in halves.
    pub road: u8,
    pub road_built_up: u8,
    pub road_spree_bridge: u8,
    pub road_increments: u8,
    /// Fire defence by terrain, then column, line, carré, general order, skirmish, disorder, limbered, unlimbered; 0 where nobody can stand so.
    pub defence: [[u8; 8]; 12],
    pub work_rear_defence: [u8; 8],
    pub fire: Vec<FireColumn>,
    pub pre_melee: PreMelee,
    pub factors: MeleeFactors,
    pub melee_heads: Vec<String>,
    pub melee_ratios: Vec<Ratio>,
    /// By the place of the roll, then by column.
    pub melee: Vec<Vec<Cell>>,
    /// Result matrix: ten rows of five letters, `n` for nothing, `d` for disorder in place, `1` for the loss of one.
    pub matrix: [[char; 5]; 10],
    pub stand: Stand,
    /// By block (French, allied, Russian, Prussian), column or line, and points 1 to 4.
    pub carre: [[[CarreRow; 4]; 2]; 4],
    pub carre_modifiers: CarreModifiers,
    pub organisations: Vec<Organisation>,
    pub figures: Figures,
    /// [23.6] Limits of a free set-up.
    pub limits: Vec<crate::placing::Limit>,
    pub(crate) root: Table,
}

/// A reader of nested tables that says which key is at fault.
pub(crate) struct Keys<'a> {
    file: &'a str,
    root: &'a Table,
}

impl<'a> Keys<'a> {
    fn fault(&self, key: &str, why: &str) -> DataError {
        DataError::new(self.file, key, why)
    }

    fn find(&self, key: &str) -> Option<&'a Value> {
        let mut parts = key.split('/');
        let mut at = self.root.get(parts.next()?)?;
        for part in parts {
            at = at.as_table()?.get(part)?;
        }
        Some(at)
    }

    fn value(&self, key: &str) -> Result<&'a Value, DataError> {
        self.find(key).ok_or_else(|| self.fault(key, "is missing"))
    }

    pub(crate) fn whole(&self, key: &str) -> Result<i16, DataError> {
        let number = self.value(key)?.as_integer().and_then(|n| i16::try_from(n).ok());
        number.ok_or_else(|| self.fault(key, "is not a small whole number"))
    }

    fn small(&self, key: &str) -> Result<u8, DataError> {
        u8::try_from(self.whole(key)?).map_err(|_| self.fault(key, "is not a number from 0 to 255"))
    }

    fn list(&self, key: &str) -> Result<&'a Vec<Value>, DataError> {
        self.value(key)?.as_array().ok_or_else(|| self.fault(key, "is not a list"))
    }

    fn ratio_of(&self, key: &str, value: &Value) -> Result<Ratio, DataError> {
        let pair: Option<Vec<i16>> =
            value.as_array().map(|list| list.iter().filter_map(|n| n.as_integer().and_then(|n| i16::try_from(n).ok())).collect());
        match pair.as_deref() {
            Some([over, under]) if *under > 0 => Ok(Ratio::new(*over, *under)),
            _ => Err(self.fault(key, "is not a fraction [over, under]")),
        }
    }

    fn ratio(&self, key: &str) -> Result<Ratio, DataError> {
        self.ratio_of(key, self.value(key)?)
    }

    /// Prices by arm; whoever is not named may not go there.
    fn prices(&self, key: &str) -> Result<Prices, DataError> {
        self.value(key)?;
        let mut prices = [None; 3];
        for (arm, price) in ["infantry", "cavalry", "artillery"].iter().zip(&mut prices) {
            let key = format!("{key}/{arm}");
            if self.find(&key).is_some() {
                *price = Some(2 * self.small(&key)?);
            }
        }
        Ok(prices)
    }

    /// `attacker` and `defender`, 0 where one is left out.
    fn pair(&self, key: &str) -> Result<Pair, DataError> {
        self.value(key)?;
        let side = |side: &str| {
            let key = format!("{key}/{side}");
            if self.find(&key).is_some() { self.whole(&key) } else { Ok(0) }
        };
        Ok((side("attacker")?, side("defender")?))
    }

    /// The factor of whichever side has one.
    fn factor(&self, key: &str) -> Result<Ratio, DataError> {
        let attacker = format!("melee_value/modifiers/{key}/attacker");
        if self.find(&attacker).is_some() {
            self.ratio(&attacker)
        } else {
            self.ratio(&format!("melee_value/modifiers/{key}/defender"))
        }
    }

    /// A span of rolls `[11, 64]` as places, the end not included; nothing if it is empty.
    fn span(&self, key: &str, value: Option<&Value>) -> Result<Option<(i16, i16)>, DataError> {
        let list = value.and_then(Value::as_array).ok_or_else(|| self.fault(key, "is not a span of rolls"))?;
        let numbers: Vec<u8> = list.iter().filter_map(|n| n.as_integer().and_then(|n| u8::try_from(n).ok())).collect();
        match numbers[..] {
            [] if list.is_empty() => Ok(None),
            [first, last] if is_value(first) && is_value(last) && first <= last => Ok(Some((place(first), place(last) + 1))),
            _ => Err(self.fault(key, "is not a span of rolls such as [11, 64]")),
        }
    }
}

fn cell(text: &str) -> Option<Cell> {
    Some(match text {
        "AR" => Cell::AttackerRouts,
        "AD" => Cell::AttackerDisordered,
        "-" => Cell::Blank,
        "DD" => Cell::DefenderDisordered,
        "DR" => Cell::DefenderRouts,
        "DS" => Cell::DefenderSurrenders,
        _ => {
            let (attacker, defender) = text.split_once('/')?;
            let part = |text: &str| Some((text.trim_end_matches('*').parse().ok()?, text.ends_with('*')));
            let ((attacker, attacker_checks), (defender, defender_checks)) = (part(attacker)?, part(defender)?);
            Cell::Losses { attacker, attacker_checks, defender, defender_checks }
        }
    })
}

impl Cell {
    /// As the table prints it.
    #[must_use]
    pub fn text(self) -> String {
        let star = |checks: bool| if checks { "*" } else { "" };
        match self {
            Self::AttackerRouts => "AR".to_owned(),
            Self::AttackerDisordered => "AD".to_owned(),
            Self::Blank => "-".to_owned(),
            Self::DefenderDisordered => "DD".to_owned(),
            Self::DefenderRouts => "DR".to_owned(),
            Self::DefenderSurrenders => "DS".to_owned(),
            Self::Losses { attacker, attacker_checks, defender, defender_checks } => {
                format!("{attacker}{}/{defender}{}", star(attacker_checks), star(defender_checks))
            }
        }
    }
}

const DEFENCE: [&str; 8] = ["column", "line", "carre", "general_order", "skirmish", "disordered", "limbered", "unlimbered"];
const MATRIX: [&str; 10] = [
    "infantry_good",
    "infantry_disordered",
    "infantry_routed",
    "infantry_carre",
    "cavalry_good",
    "cavalry_routed",
    "limbered_good_or_disordered",
    "limbered_routed",
    "unlimbered_good",
    "unlimbered_disordered",
];
/// The blocks of the carré table, in the order of their numbers.
pub const BLOCKS: [&str; 4] = ["french", "allied", "russian", "prussian"];

impl Tables {
    /// Reads and checks the tables.
    ///
    /// # Errors
    /// The key at fault and what was expected there.
    pub fn read(file: &str, text: &str) -> Result<Self, DataError> {
        let root: Table = toml::from_str(text).map_err(|e| toml_fault(file, text, &e))?;
        let keys = Keys { file, root: &root };
        let mut enter = [[None; 3]; 12];
        let mut defence = [[0; 8]; 12];
        let row = |name: &str| -> Result<[u8; 8], DataError> {
            let mut values = [0; 8];
            for (column, value) in DEFENCE.iter().zip(&mut values) {
                let key = format!("fire_defence/terrain/{name}/{column}");
                if keys.find(&key).is_some() {
                    *value = keys.small(&key)?;
                }
            }
            Ok(values)
        };
        for terrain in Terrain::ALL {
            let at = terrain as usize;
            let word = if terrain == Terrain::Work { "earthwork_front" } else { terrain.word() };
            enter[at] = keys.prices(&format!("movement/hex/{word}"))?;
            if terrain != Terrain::Pond {
                keys.value(&format!("fire_defence/terrain/{word}"))?;
                defence[at] = row(word)?;
            }
        }
        let mut fire = Vec::new();
        for (i, column) in keys.list("fire_results/columns")?.iter().enumerate() {
            let key = format!("fire_results/columns[{i}]");
            let part = |name: &str| column.get(name).ok_or_else(|| keys.fault(&key, &format!("{name} is missing")));
            let mut losses = [0; 36];
            let mut next = 0;
            for (lost, span) in part("losses")?.as_array().into_iter().flatten().enumerate() {
                if let Some((first, end)) = keys.span(&key, Some(span))? {
                    if first != next {
                        return Err(keys.fault(&key, "the spans of rolls leave a gap or overlap"));
                    }
                    losses[first as usize..end as usize].fill(lost as u8);
                    next = end;
                }
            }
            if next != 36 {
                return Err(keys.fault(&key, "the spans of rolls do not end at 66"));
            }
            let odds = part("odds")?.as_str().unwrap_or_default().to_owned();
            fire.push(FireColumn { odds, ratio: keys.ratio_of(&key, part("ratio")?)?, losses });
        }
        if fire.is_empty() || fire.windows(2).any(|pair| pair[0].ratio >= pair[1].ratio) {
            return Err(keys.fault("fire_results/columns", "the columns must rise"));
        }
        let mut odds = [(0, 0); 6];
        let rows = keys.list("pre_melee/odds")?;
        if rows.len() != odds.len() {
            return Err(keys.fault("pre_melee/odds", "expected six rows"));
        }
        for (row, pair) in rows.iter().zip(&mut odds) {
            let side = |name: &str| row.get(name).and_then(Value::as_integer).and_then(|n| i16::try_from(n).ok());
            *pair = side("attacker").zip(side("defender")).ok_or_else(|| keys.fault("pre_melee/odds", "expected two numbers"))?;
        }
        let condition = |name: &str| keys.pair(&format!("pre_melee/conditions/{name}"));
        let elite = |name: &str| keys.whole(&format!("pre_melee/elite/{name}"));
        let pre_melee = PreMelee {
            odds,
            flank: condition("flank")?,
            rear: condition("rear")?,
            skirmish: condition("defender_skirmish")?.1,
            line: condition("defender_line")?.1,
            carre: condition("defender_carre")?.1,
            disordered: condition("defender_disordered")?.1,
            routed: condition("defender_routed")?.1,
            up_slope: condition("up_slope")?,
            stream: condition("across_stream")?,
            spree_bridge: condition("spree_bridge")?,
            spree_ford: condition("spree_ford")?,
            loss: condition("lost_to_defensive_fire")?.0,
            work: condition("earthwork_front")?.0,
            elite: [elite("15-16")?, elite("13-14")?, elite("11-12")?],
        };
        let factors = MeleeFactors {
            flank: keys.factor("flank")?,
            rear: keys.factor("rear")?,
            disordered: keys.factor("disordered")?,
            road_march: keys.factor("road_march")?,
            skirmish: keys.factor("infantry_skirmish")?,
            against_carre: keys.factor("infantry_against_carre")?,
            routed_infantry: keys.factor("routed_infantry")?,
            routed_cavalry: keys.factor("routed_cavalry")?,
            straight: keys.factor("charge_3_straight")?,
            heavy_against_light: keys.factor("heavy_against_light")?,
            heavy_line: keys.factor("heavy_in_line")?,
            tired: keys.factor("tired")?,
            exhausted: keys.factor("exhausted")?,
            spares: keys.factor("keeps_readiness")?,
            cavalry_against_carre: keys.factor("cavalry_against_carre")?,
            cavalry_skirmish: keys.factor("cavalry_skirmish")?,
            cavalry_general: keys.factor("cavalry_general_order")?,
            cavalry_into_general: keys.factor("cavalry_into_general_order")?,
            not_recalled: keys.factor("charge_not_recalled")?,
            work: keys.factor("earthwork_front")?,
            swamp: keys.factor("swamp")?,
        };
        let heads: Vec<String> = keys.list("melee/columns")?.iter().filter_map(|v| v.as_str().map(str::to_owned)).collect();
        let ratios: Vec<Ratio> =
            keys.list("melee/ratios")?.iter().map(|v| keys.ratio_of("melee/ratios", v)).collect::<Result<_, _>>()?;
        let mut melee = Vec::new();
        for row in keys.list("melee/rows")? {
            let cells: Option<Vec<Cell>> = row.as_array().map(|row| row.iter().filter_map(|c| cell(c.as_str()?)).collect());
            melee.push(
                cells
                    .filter(|cells| cells.len() == heads.len())
                    .ok_or_else(|| keys.fault("melee/rows", "a cell is no result"))?,
            );
        }
        if melee.len() != 36 || ratios.len() != heads.len() {
            return Err(keys.fault("melee", "expected 36 rows and a ratio for each column"));
        }
        let mut matrix = [[' '; 5]; 10];
        for (name, letters) in MATRIX.iter().zip(&mut matrix) {
            let key = format!("melee_matrix/rows/{name}");
            for (value, letter) in keys.list(&key)?.iter().zip(letters.iter_mut()) {
                *letter = match value.as_str() {
                    Some("none") => 'n',
                    Some("disorder") => 'd',
                    Some("lose1") => '1',
                    Some(text) if text.len() == 1 => text.chars().next().unwrap_or(' '),
                    _ => return Err(keys.fault(&key, "a cell is no letter")),
                };
            }
        }
        let s = |name: &str| keys.whole(&format!("stand/modifiers/{name}"));
        let stand = Stand {
            flank: s("flank")?,
            rear: s("rear")?,
            skirmish: s("skirmish")?,
            line: s("line")?,
            disordered: s("disordered")?,
            carre: s("carre")?,
            lancers: s("by_lancers")?,
            heavy: s("by_heavy")?,
            slope: s("across_slope")?,
        };
        let mut carre = [[[None; 4]; 2]; 4];
        for row in keys.list("carre/rows")? {
            let fault = || keys.fault("carre/rows", "a row is incomplete");
            let block =
                row.get("block").and_then(Value::as_str).and_then(|b| BLOCKS.iter().position(|x| *x == b)).ok_or_else(fault)?;
            let points = row.get("mp").and_then(Value::as_integer).filter(|n| (1..=4).contains(n)).ok_or_else(fault)? as usize;
            let formed = keys.span("carre/rows", row.get("carre"))?.ok_or_else(fault)?;
            let disordered = keys.span("carre/rows", row.get("disorder"))?.ok_or_else(fault)?;
            let routed = keys.span("carre/rows", row.get("rout"))?;
            if formed.0 != 0 || formed.1 != disordered.0 || routed.map_or(36, |span| span.0) != disordered.1 {
                return Err(keys.fault("carre/rows", "the spans of rolls leave a gap or overlap"));
            }
            for from in row.get("from").and_then(Value::as_array).into_iter().flatten() {
                let at = usize::from(from.as_str() == Some("line"));
                carre[block][at][points - 1] = Some(CarreRow { formed: formed.1, disordered: disordered.1 });
            }
        }
        let mut full = [[[CarreRow { formed: 0, disordered: 0 }; 4]; 2]; 4];
        for (block, rows) in carre.iter().enumerate() {
            for (from, rows) in rows.iter().enumerate() {
                for (points, row) in rows.iter().enumerate() {
                    full[block][from][points] = row.ok_or_else(|| keys.fault("carre/rows", "a row is missing"))?;
                }
            }
        }
        let c = |name: &str| keys.whole(&format!("carre/modifiers/{name}"));
        let carre_modifiers = CarreModifiers {
            vieille: c("vieille_garde")?,
            first_guard: c("french_1ere_garde")?,
            second_guard: c("french_2e_garde")?,
            russian_guard: c("russian_guard")?,
            russian_grenadier: c("russian_grenadier")?,
            prussian: c("prussian_grenadier_guard_normal")?,
            jaeger: c("prussian_jaeger_schuetzen")?,
            light: c("light_cavalry")?,
            lance: c("lance_armed")?,
            level: c("per_morale_level")?,
        };
        let mut organisations = Vec::new();
        for row in keys.list("corps_morale/playable")? {
            let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
            let numbers = |name: &str| -> Vec<i16> {
                let list = row.get(name).and_then(Value::as_array).into_iter().flatten();
                list.filter_map(|n| n.as_integer().and_then(|n| i16::try_from(n).ok())).collect()
            };
            let (levels, modifiers) = (numbers("levels"), numbers("modifiers"));
            let ([a, b, c], [x, y, z]) = (&levels[..], &modifiers[..]) else {
                return Err(keys.fault("corps_morale/playable", "expected three levels and three modifiers"));
            };
            organisations.push((text("name"), text("variant"), [*a as u8, *b as u8, *c as u8], [*x, *y, *z]));
        }
        let half = keys.ratio("movement/road_march/road")? * Ratio::whole(2);
        Ok(Self {
            enter,
            work_rear: keys.prices("movement/hex/earthwork_rear")?,
            slope: keys.prices("movement/hexside/slope")?,
            stream: keys.prices("movement/hexside/stream")?,
            stream_bridge: keys.prices("movement/hexside/stream_bridge")?,
            stream_ford: keys.prices("movement/hexside/stream_ford")?,
            spree_ford: keys.prices("movement/hexside/spree_ford")?,
            spree: keys.prices("movement/hexside/spree")?,
            road: half.floor() as u8,
            road_built_up: 2 * keys.small("movement/road_march/built_up")?,
            road_spree_bridge: 2 * keys.small("movement/road_march/spree_bridge")?,
            road_increments: keys.small("movement/road_march/increments_per_hex")?,
            defence,
            work_rear_defence: row("earthwork_rear")?,
            fire,
            pre_melee,
            factors,
            melee_heads: heads,
            melee_ratios: ratios,
            melee,
            matrix,
            stand,
            carre: full,
            carre_modifiers,
            organisations,
            figures: Figures::read(&keys)?,
            limits: crate::placing::limits(&root),
            root,
        })
    }

    /// [16.7] The lowest die that recalls the cavalry of a row.
    pub(crate) fn recall(&self, name: &str) -> Option<u8> {
        let rows = self.root.get("recall")?.get("rows")?.as_array()?;
        let row = rows.iter().find(|row| row.get("name").and_then(Value::as_str) == Some(name))?;
        row.get("lowest")?.as_integer().and_then(|n| u8::try_from(n).ok())
    }

    /// The column of the fire defence for a formation.
    #[must_use]
    pub const fn defence_column(formation: Formation) -> usize {
        match formation {
            Formation::Column | Formation::March | Formation::Leader => 0,
            Formation::Line => 1,
            Formation::Carre => 2,
            Formation::General => 3,
            Formation::Skirmish => 4,
            Formation::Limbered => 6,
            Formation::Unlimbered => 7,
        }
    }
}
