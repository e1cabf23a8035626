//! A map, ready to be drawn. These types are wire: plain names and printed hex numbers.

use crate::grid::Numbering;
use crate::sheet::Sheet;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The map as a drawing needs it. It does not change during a game.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MapView {
    /// Title.
    pub title: String,
    /// Number of columns. On a flat-top map odd columns (from 1) stand half a hex higher than even ones.
    pub columns: u8,
    /// Number of rows. On a pointy-top map even rows (from 1, at the bottom) stand half a hex further left than odd ones.
    pub rows: u8,
    /// `flat-top`: numbers are column, from the left, and row, from the top. `pointy-top`: numbers are row, from the bottom, and
    /// column, from the left.
    pub grid: String,
    /// Where north is: `up`, `left`, `right`, `down`.
    pub north: String,
    /// Scale, 0 if unknown.
    pub metres_per_hex: u16,
    /// Every hex of the map.
    pub hexes: Vec<HexView>,
    /// Hexsides that carry something.
    pub hexsides: Vec<HexsideView>,
    /// Roads, each a chain of hex numbers.
    pub roads: Vec<RoadView>,
    /// Names to be written on the map.
    pub places: Vec<PlaceView>,
    /// Where reinforcements enter.
    pub entries: Vec<EntryView>,
    /// The printed sheets of which the map is made, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sheets: Vec<SheetView>,
    /// How words are painted that only this map has: in words that every painter knows, several with spaces between them, none for what is not painted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub looks: BTreeMap<String, String>,
}

/// A printed sheet of a map that is made of several.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SheetView {
    /// What stands before the digits of its hexes, such as `B` or `N-`.
    pub prefix: String,
    /// Its first and last column on the whole map, from 1.
    pub columns: (u8, u8),
    /// Its first and last row, from 1.
    pub rows: (u8, u8),
}

/// One hex.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HexView {
    /// Printed number, four digits; [`MapView::grid`] says what they count. Maps of several sheets have names such as `B0312`.
    pub number: String,
    /// Terrain words, `clear` if none.
    pub terrain: Vec<String>,
    /// Whether the hex counts for victory.
    pub objective: bool,
    /// How high it lies, where the map has levels.
    #[serde(default, skip_serializing_if = "is_level_ground")]
    pub level: u8,
    /// Column and row, counted as [`MapView::columns`] and [`MapView::rows`] are, on maps whose hexes have names, which do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<(u8, u8)>,
}

/// Most maps have no levels, and need not say so hex by hex.
#[allow(clippy::trivially_copy_pass_by_ref)] // what serde asks for
const fn is_level_ground(level: &u8) -> bool {
    *level == 0
}

/// One hexside.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HexsideView {
    /// One hex; for a slope the low one.
    pub from: String,
    /// The other; for a slope the high one.
    pub to: String,
    /// `slope`, `river`, `stream`, `bridge` …
    pub kind: String,
}

/// One road.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoadView {
    /// Name, may be empty.
    pub name: String,
    /// Which kind of road, where the map knows several; else empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// Whether it leaves the map at the last hex.
    pub edge: bool,
    /// Hexes in order.
    pub path: Vec<String>,
}

/// A name on the map.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlaceView {
    /// The name.
    pub name: String,
    /// `town`, `village`, `hill`, `lake`, `wood`, `farm` …
    pub kind: String,
    /// The hexes it covers.
    pub hexes: Vec<String>,
}

/// An entry hex.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EntryView {
    /// The code on the counters.
    pub code: String,
    /// The hex.
    pub hex: String,
}

impl MapView {
    /// The view of a map sheet.
    #[must_use]
    pub fn of(sheet: &Sheet) -> Self {
        let number = |hex| sheet.grid.number(hex);
        let pointy = sheet.grid.numbering() == Numbering::LineFromBelow;
        let place = |hex| {
            let (first, second) = sheet.grid.column_row(hex);
            sheet.grid.is_named().then(|| if pointy { (second, sheet.grid.columns() + 1 - first) } else { (first, second) })
        };
        let mut words: Vec<Vec<&str>> = vec![Vec::new(); sheet.grid.size()];
        for (word, list) in &sheet.terrain {
            list.iter().for_each(|hex| words[usize::from(hex.0)].push(word));
        }
        let mut hexsides: Vec<HexsideView> = sheet
            .slopes
            .iter()
            .flat_map(|slope| &slope.sides)
            .map(|&(a, b)| HexsideView { from: number(a), to: number(b), kind: "slope".to_owned() })
            .collect();
        for (kind, sides) in &sheet.hexsides {
            hexsides.extend(sides.iter().map(|&(a, b)| HexsideView { from: number(a), to: number(b), kind: kind.clone() }));
        }
        let (grid, columns, rows) = match sheet.grid.numbering() {
            Numbering::ColumnRow => ("flat-top", sheet.grid.columns(), sheet.grid.rows()),
            Numbering::LineFromBelow => ("pointy-top", sheet.grid.rows(), sheet.grid.columns()),
        };
        Self {
            title: sheet.title.clone(),
            columns,
            rows,
            grid: grid.to_owned(),
            north: sheet.north.clone(),
            metres_per_hex: sheet.metres_per_hex,
            hexes: sheet
                .grid
                .hexes()
                .map(|hex| {
                    let mut terrain: Vec<String> = words[usize::from(hex.0)].iter().map(|&word| word.to_owned()).collect();
                    if terrain.is_empty() {
                        terrain.push("clear".to_owned());
                    }
                    let objective = sheet.objectives.contains(&hex);
                    HexView { number: number(hex), terrain, objective, level: sheet.level(hex), at: place(hex) }
                })
                .collect(),
            hexsides,
            roads: sheet
                .roads
                .iter()
                .map(|road| RoadView {
                    name: road.name.clone(),
                    class: road.class.clone(),
                    edge: road.edge,
                    path: road.path.iter().map(|&h| number(h)).collect(),
                })
                .collect(),
            places: sheet
                .places
                .iter()
                .map(|place| PlaceView {
                    name: place.name.clone(),
                    kind: place.kind.clone(),
                    hexes: place.hexes.iter().map(|&h| number(h)).collect(),
                })
                .collect(),
            entries: sheet.entries.iter().map(|e| EntryView { code: e.code.clone(), hex: number(e.hex) }).collect(),
            sheets: sheet
                .prints
                .iter()
                .map(|print| SheetView { prefix: print.prefix.clone(), columns: print.columns, rows: print.rows })
                .collect(),
            looks: sheet.looks.clone(),
        }
    }

    /// The map as it is painted: in words that painters know.
    #[must_use]
    pub fn painted(&self) -> Cow<'_, Self> {
        if self.looks.is_empty() {
            return Cow::Borrowed(self);
        }
        let worn = |word: &str| -> Vec<String> {
            self.looks
                .get(word)
                .map_or_else(|| vec![word.to_owned()], |looks| looks.split_whitespace().map(str::to_owned).collect())
        };
        let mut map = self.clone();
        for hex in &mut map.hexes {
            hex.terrain = hex.terrain.iter().flat_map(|word| worn(word)).collect();
        }
        // A bridge may be listed apart from its river, or with it.
        let sides =
            self.hexsides.iter().flat_map(|side| worn(&side.kind).into_iter().map(|kind| HexsideView { kind, ..side.clone() }));
        map.hexsides = Vec::new();
        for side in sides {
            let same = |other: &HexsideView| {
                other.kind == side.kind
                    && (other.from == side.from && other.to == side.to || other.from == side.to && other.to == side.from)
            };
            if !map.hexsides.iter().any(same) {
                map.hexsides.push(side);
            }
        }
        for place in &mut map.places {
            place.kind = worn(&place.kind).pop().unwrap_or_default();
        }
        Cow::Owned(map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_map_only_are_painted_in_words_that_painters_know() {
        let hex = |number: &str, word: &str| HexView {
            number: number.to_owned(),
            terrain: vec![word.to_owned()],
            ..HexView::default()
        };
        let side =
            |from: &str, to: &str, kind: &str| HexsideView { from: from.to_owned(), to: to.to_owned(), kind: kind.to_owned() };
        let looks =
            [("carp_pond", "pond"), ("spree_bridge", "river bridge"), ("spree", "river"), ("rear", ""), ("hamlet", "village")];
        let map = MapView {
            hexes: vec![hex("0101", "carp_pond"), hex("0102", "woods")],
            hexsides: vec![side("0101", "0102", "spree"), side("0102", "0101", "spree_bridge"), side("0102", "0103", "rear")],
            places: vec![PlaceView { kind: "hamlet".to_owned(), ..PlaceView::default() }],
            looks: looks.iter().map(|&(word, look)| (word.to_owned(), look.to_owned())).collect(),
            ..MapView::default()
        };
        let painted = map.painted();
        assert_eq!([&painted.hexes[0].terrain[0], &painted.hexes[1].terrain[0]], ["pond", "woods"]);
        assert_eq!(
            painted.hexsides,
            [side("0101", "0102", "river"), side("0102", "0101", "bridge")],
            "the river once, and its bridge"
        );
        assert_eq!(painted.places[0].kind, "village");
        assert_eq!(map.hexes[0].terrain[0], "carp_pond", "those who read are told the book's own word");
        let plain = MapView { looks: BTreeMap::new(), ..map.clone() };
        assert!(matches!(plain.painted(), Cow::Borrowed(_)));
    }
}
