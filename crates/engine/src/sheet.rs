//! A map file, read and checked: which hexes and hexsides carry which terrain, roads, places, entries, objectives.
//!
//! The engine checks the geometry (hexes on the map, hexsides between neighbours, roads unbroken); which words mean
//! something is the rulebook's affair.

use crate::fault::DataError;
use crate::grid::{Grid, HexId, at_key, split_number};
use crate::rows_of_letters::{self, RawGround, RawLevels, RawPrint};
use serde::Deserialize;
use std::collections::BTreeMap;

pub use crate::rows_of_letters::Print;

/// A line of slopes: each pair leads from the low hex to the high one.
#[derive(Clone, Debug)]
pub struct Slope {
    /// Name on the map, if any.
    pub name: String,
    /// Where the line comes from: `seed` or `reconstructed`.
    pub provenance: String,
    /// Low hex, high hex.
    pub sides: Vec<(HexId, HexId)>,
}

/// A road: a chain of adjacent hexes.
#[derive(Clone, Debug)]
pub struct Road {
    /// Name on the map, if any.
    pub name: String,
    /// Which kind of road, where the map knows several; else empty.
    pub class: String,
    /// Whether the road leaves the map at the last hex of its path.
    pub edge: bool,
    /// Where the line comes from.
    pub provenance: String,
    /// The hexes, in order.
    pub path: Vec<HexId>,
}

/// A named place.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Town, village, hill and so on.
    pub kind: String,
    /// The hexes it covers.
    pub hexes: Vec<HexId>,
    /// Where its position comes from.
    pub provenance: String,
}

/// A hex where reinforcements enter.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The code printed on counters, such as `A`.
    pub code: String,
    /// The hex.
    pub hex: HexId,
    /// Whether a road joins the hex to the map edge.
    pub road_to_edge: bool,
    /// Who comes here, in words.
    pub who: String,
    /// Where its position comes from.
    pub provenance: String,
}

/// A map.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// File name used in errors.
    pub file: String,
    /// Identifier.
    pub id: String,
    /// Title.
    pub title: String,
    /// The side of the map towards which north lies: `up`, `left` …
    pub north: String,
    /// Scale, 0 if unknown.
    pub metres_per_hex: u16,
    /// Shape.
    pub grid: Grid,
    /// The printed sheets that were laid together, if there are several.
    pub prints: Vec<Print>,
    /// The level of each hex, by its number inside; empty on a map without levels.
    pub levels: Vec<u8>,
    /// Terrain word and the hexes that carry it.
    pub terrain: BTreeMap<String, Vec<HexId>>,
    /// Hexside word and the hexsides that carry it.
    pub hexsides: BTreeMap<String, Vec<(HexId, HexId)>>,
    /// Slopes.
    pub slopes: Vec<Slope>,
    /// Roads.
    pub roads: Vec<Road>,
    /// Names.
    pub places: Vec<Place>,
    /// Entry hexes.
    pub entries: Vec<Entry>,
    /// Hexes that count for victory.
    pub objectives: Vec<HexId>,
    /// Points for each of them.
    pub points_per_objective: u16,
    /// Named sets of hexes that a rulebook asks for by name.
    pub areas: BTreeMap<String, Vec<HexId>>,
    /// How words of this map are painted that painters do not know: in words that they know.
    pub looks: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSheet {
    map: RawMap,
    #[serde(default, rename = "fit")]
    _fit: Option<toml::Table>,
    #[serde(default)]
    sheet: Vec<RawPrint>,
    #[serde(default)]
    ground: Option<RawGround>,
    #[serde(default)]
    levels: Option<RawLevels>,
    /// Other names of hexes, and the printed name of each.
    #[serde(default)]
    aliases: BTreeMap<String, String>,
    #[serde(default)]
    terrain: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    hexsides: BTreeMap<String, RawSides>,
    #[serde(default)]
    slope: Vec<RawSlope>,
    #[serde(default)]
    road: Vec<RawRoad>,
    #[serde(default)]
    place: Vec<RawPlace>,
    #[serde(default)]
    entry: BTreeMap<String, RawEntry>,
    #[serde(default)]
    victory: RawVictory,
    #[serde(default)]
    areas: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    looks: BTreeMap<String, String>,
}

/// Hexsides of one kind: a list, or a list for each stream, wall or hedge by its name.
#[derive(Deserialize)]
#[serde(untagged)]
enum RawSides {
    Plain(Vec<String>),
    Named(BTreeMap<String, Vec<String>>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMap {
    id: String,
    title: String,
    columns: u8,
    rows: u8,
    numbering: String,
    grid: String,
    #[serde(default)]
    even_columns: String,
    #[serde(default)]
    even_rows: String,
    #[serde(default)]
    north: String,
    #[serde(default)]
    metres_per_hex: u16,
    #[serde(default)]
    off_map: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSlope {
    #[serde(default)]
    name: String,
    #[serde(default)]
    provenance: String,
    sides: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRoad {
    #[serde(default)]
    name: String,
    #[serde(default, rename = "via")]
    _via: String,
    #[serde(default)]
    class: String,
    #[serde(default)]
    edge: bool,
    #[serde(default)]
    provenance: String,
    path: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlace {
    name: String,
    kind: String,
    hexes: Vec<String>,
    #[serde(default)]
    provenance: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    hex: String,
    #[serde(default, rename = "side")]
    _side: String,
    #[serde(default)]
    road_to_edge: bool,
    #[serde(default)]
    who: String,
    #[serde(default)]
    provenance: String,
    #[serde(default, rename = "why")]
    _why: String,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct RawVictory {
    #[serde(default)]
    hexes: Vec<String>,
    #[serde(default)]
    points_per_hex: u16,
}

/// Turns what the TOML reader says into one line with a line number.
pub fn toml_fault(file: &str, text: &str, error: &toml::de::Error) -> DataError {
    let line =
        error.span().map_or(1, |span| text.as_bytes()[..span.start.min(text.len())].iter().filter(|&&b| b == b'\n').count() + 1);
    DataError::new(file, format!("line {line}"), error.message())
}

impl Sheet {
    /// An empty map of clear hexes.
    ///
    /// # Errors
    /// When the size is out of range.
    pub fn blank(file: &str, columns: u8, rows: u8) -> Result<Self, DataError> {
        Ok(Self {
            file: file.to_owned(),
            id: "blank".to_owned(),
            title: "Blank".to_owned(),
            north: "up".to_owned(),
            metres_per_hex: 0,
            grid: at_key(Grid::new(columns, rows, &[]), file, "map")?,
            prints: Vec::new(),
            levels: Vec::new(),
            terrain: BTreeMap::new(),
            hexsides: BTreeMap::new(),
            slopes: Vec::new(),
            roads: Vec::new(),
            places: Vec::new(),
            entries: Vec::new(),
            objectives: Vec::new(),
            points_per_objective: 0,
            areas: BTreeMap::new(),
            looks: BTreeMap::new(),
        })
    }

    /// Reads and checks a map file.
    ///
    /// # Errors
    /// The first fault, with file, key and hex.
    pub fn read(file: &str, text: &str) -> Result<Self, DataError> {
        let raw: RawSheet = toml::from_str(text).map_err(|e| toml_fault(file, text, &e))?;
        let fixed = |key: &str, is: &str, want: &str| {
            if is == want {
                Ok(())
            } else {
                Err(DataError::new(file, key, format!("{is:?} is not supported; expected {want:?}")))
            }
        };
        let mut grid = if raw.map.numbering == "sheets" {
            let pointy = raw.map.grid == "pointy-top";
            fixed("map.grid", &raw.map.grid, if pointy { "pointy-top" } else { "flat-top" })?;
            let (key, is, want) = if pointy {
                ("map.even_rows", &raw.map.even_rows, "left")
            } else {
                ("map.even_columns", &raw.map.even_columns, "down")
            };
            fixed(key, is, want)?;
            if !raw.map.off_map.is_empty() {
                return Err(DataError::new(
                    file,
                    "map.off_map",
                    "cut hexes out by a letter of [ground] where sheets are laid together",
                ));
            }
            let size = (raw.map.columns, raw.map.rows);
            rows_of_letters::grid(file, pointy, size, &raw.sheet, raw.ground.as_ref())?
        } else if raw.map.numbering == "RRCC" {
            fixed("map.grid", &raw.map.grid, "pointy-top")?;
            fixed("map.even_rows", &raw.map.even_rows, "left")?;
            if !raw.map.off_map.is_empty() {
                return Err(DataError::new(file, "map.off_map", "is not supported on a pointy-top map; leave it out"));
            }
            at_key(Grid::lines_from_below(raw.map.rows, raw.map.columns), file, "map")?
        } else {
            fixed("map.numbering", &raw.map.numbering, "CCRR")?;
            fixed("map.grid", &raw.map.grid, "flat-top")?;
            fixed("map.even_columns", &raw.map.even_columns, "down")?;
            let off: Vec<_> =
                raw.map.off_map.iter().map(|h| at_key(split_number(h), file, "map.off_map")).collect::<Result<_, _>>()?;
            at_key(Grid::new(raw.map.columns, raw.map.rows, &off), file, "map")?
        };
        for (alias, name) in &raw.aliases {
            at_key(grid.alias(alias, name), file, &format!("aliases.{alias}"))?;
        }
        let hexes = |list: &[String], key: String| -> Result<Vec<HexId>, DataError> {
            let mut found = Vec::with_capacity(list.len());
            for (i, text) in list.iter().enumerate() {
                let key = format!("{key}[{i}]");
                let hex = at_key(grid.read(text), file, &key)?;
                if found.contains(&hex) {
                    return Err(DataError::new(file, key, format!("hex {text} is listed twice")));
                }
                found.push(hex);
            }
            Ok(found)
        };
        let sides = |list: &[String], key: String| -> Result<Vec<(HexId, HexId)>, DataError> {
            let mut found = Vec::with_capacity(list.len());
            for (i, text) in list.iter().enumerate() {
                let key = format!("{key}[{i}]");
                let (a, b) = at_key(grid.read_hexside(text), file, &key)?;
                if found.contains(&(a, b)) || found.contains(&(b, a)) {
                    return Err(DataError::new(file, key, format!("hexside {text} is listed twice")));
                }
                found.push((a, b));
            }
            Ok(found)
        };
        let mut terrain = match &raw.ground {
            Some(ground) => rows_of_letters::terrain(file, &grid, ground)?,
            None => BTreeMap::new(),
        };
        for (word, list) in &raw.terrain {
            if terrain.insert(word.clone(), hexes(list, format!("terrain.{word}"))?).is_some() {
                return Err(DataError::new(file, format!("terrain.{word}"), "stands under [ground] too; keep one of them"));
            }
        }
        let mut hexsides = BTreeMap::new();
        for (word, list) in &raw.hexsides {
            let found: &mut Vec<(HexId, HexId)> = hexsides.entry(word.clone()).or_default();
            match list {
                RawSides::Plain(list) => *found = sides(list, format!("hexsides.{word}"))?,
                RawSides::Named(lists) => {
                    for (name, list) in lists {
                        // Where two streams meet, both may name a hexside; it carries the word once.
                        for (a, b) in sides(list, format!("hexsides.{word}.{name}"))? {
                            if !found.contains(&(a, b)) && !found.contains(&(b, a)) {
                                found.push((a, b));
                            }
                        }
                    }
                }
            }
        }
        let levels = match &raw.levels {
            Some(levels) => rows_of_letters::levels(file, &grid, levels)?,
            None => Vec::new(),
        };
        let mut slopes: Vec<Slope> = Vec::new();
        for (i, slope) in raw.slope.into_iter().enumerate() {
            let pairs = sides(&slope.sides, format!("slope[{i}].sides"))?;
            for &(low, high) in &pairs {
                if slopes.iter().any(|s| s.sides.contains(&(low, high)) || s.sides.contains(&(high, low))) {
                    let text = format!("hexside {}-{} is on two slopes", grid.number(low), grid.number(high));
                    return Err(DataError::new(file, format!("slope[{i}].sides"), text));
                }
            }
            slopes.push(Slope { name: slope.name, provenance: slope.provenance, sides: pairs });
        }
        if let Some(raw) = &raw.levels {
            rows_of_letters::check_slopes(file, &grid, raw, &levels, &slopes)?;
        }
        let mut roads = Vec::new();
        for (i, road) in raw.road.into_iter().enumerate() {
            let key = format!("road[{i}].path");
            let path = hexes(&road.path, key.clone())?;
            if path.len() < 2 {
                return Err(DataError::new(file, key, "a road needs at least two hexes"));
            }
            if let Some(gap) = path.windows(2).find(|pair| !grid.adjacent(pair[0], pair[1])) {
                let text = format!("{} and {} are not adjacent: the road breaks off", grid.number(gap[0]), grid.number(gap[1]));
                return Err(DataError::new(file, key, text));
            }
            if road.edge && !grid.on_edge(path[path.len() - 1]) {
                let text = format!("edge = true, but its last hex {} is not on the map edge", road.path[road.path.len() - 1]);
                return Err(DataError::new(file, key, text));
            }
            roads.push(Road { name: road.name, class: road.class, edge: road.edge, provenance: road.provenance, path });
        }
        let mut places = Vec::new();
        for (i, place) in raw.place.into_iter().enumerate() {
            let hexes = hexes(&place.hexes, format!("place[{i}].hexes"))?;
            if hexes.is_empty() {
                return Err(DataError::new(file, format!("place[{i}].hexes"), format!("{} lies in no hex", place.name)));
            }
            places.push(Place { name: place.name, kind: place.kind, hexes, provenance: place.provenance });
        }
        let mut entries = Vec::new();
        for (code, entry) in raw.entry {
            let key = format!("entry.{code}.hex");
            let hex = at_key(grid.read(&entry.hex), file, &key)?;
            if !grid.on_edge(hex) {
                return Err(DataError::new(file, key, format!("hex {} is not on the map edge", entry.hex)));
            }
            if entry.road_to_edge && !roads.iter().any(|r: &Road| r.edge && r.path.last() == Some(&hex)) {
                return Err(DataError::new(file, key, format!("road_to_edge, but no road leaves the map at {}", entry.hex)));
            }
            entries.push(Entry { code, hex, road_to_edge: entry.road_to_edge, who: entry.who, provenance: entry.provenance });
        }
        let carried = |word: &String| {
            terrain.contains_key(word) || hexsides.contains_key(word) || places.iter().any(|p: &Place| p.kind == *word)
        };
        if let Some(word) = raw.looks.keys().find(|word| !carried(word)) {
            return Err(DataError::new(file, format!("looks.{word}"), "no hex, hexside or place of this map carries that word"));
        }
        let mut areas = BTreeMap::new();
        for (name, list) in &raw.areas {
            areas.insert(name.clone(), hexes(list, format!("areas.{name}"))?);
        }
        let objectives = hexes(&raw.victory.hexes, "victory.hexes".to_owned())?;
        Ok(Self {
            file: file.to_owned(),
            id: raw.map.id,
            title: raw.map.title,
            north: raw.map.north,
            metres_per_hex: raw.map.metres_per_hex,
            grid,
            prints: raw.sheet.iter().map(RawPrint::print).collect(),
            levels,
            terrain,
            hexsides,
            slopes,
            roads,
            places,
            entries,
            objectives,
            points_per_objective: raw.victory.points_per_hex,
            areas,
            looks: raw.looks,
        })
    }

    /// The level of a hex, 0 on a map without levels.
    #[must_use]
    pub fn level(&self, hex: HexId) -> u8 {
        self.levels.get(usize::from(hex.0)).copied().unwrap_or(0)
    }

    /// Whether `hex` carries the terrain `word`.
    #[must_use]
    pub fn has_terrain(&self, word: &str, hex: HexId) -> bool {
        self.terrain.get(word).is_some_and(|list| list.contains(&hex))
    }

    /// Whether the hexside between `a` and `b` carries `word`.
    #[must_use]
    pub fn has_hexside(&self, word: &str, a: HexId, b: HexId) -> bool {
        self.hexsides.get(word).is_some_and(|list| list.contains(&(a, b)) || list.contains(&(b, a)))
    }

    /// Whether a road runs straight from `a` to its neighbour `b`.
    #[must_use]
    pub fn road_between(&self, a: HexId, b: HexId) -> bool {
        self.roads.iter().any(|road| road.path.windows(2).any(|p| (p[0], p[1]) == (a, b) || (p[0], p[1]) == (b, a)))
    }
}
