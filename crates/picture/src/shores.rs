//! What runs along hexsides, as signs for the text board: water and gullies, and what leads across.

use crate::geometry::{Hex, Numbers};
use grognard_engine::MapView;
use std::collections::{BTreeMap, BTreeSet};

/// Words for hexsides, and their signs; a sign further up hides those below it.
const SIGNS: [(&str, char); 8] = [
    ("bridge", 'H'),
    ("ford", 'x'),
    ("river", '~'),
    ("stream", '-'),
    ("brook", '-'),
    ("landgraben", ':'),
    ("ditch", ':'),
    ("gully", ';'),
];

/// How many of [`SIGNS`] lead across.
const CROSSINGS: usize = 2;

/// What runs along one hexside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shore {
    /// The sign along the hexside.
    pub along: char,
    /// The sign of what leads across, or the same again.
    pub across: char,
}

/// The hexsides of a map that carry something.
pub struct Shores {
    sides: BTreeMap<[Hex; 2], Shore>,
    /// The key to the signs of this map.
    pub key: Vec<String>,
}

impl Shores {
    /// Those of a map.
    pub fn of(map: &MapView, numbers: &Numbers) -> Self {
        let mut kinds: BTreeMap<[Hex; 2], BTreeSet<usize>> = BTreeMap::new();
        for view in &map.hexsides {
            let ends = numbers.read(&view.from).zip(numbers.read(&view.to));
            let sign = SIGNS.iter().position(|(word, _)| *word == view.kind);
            if let Some(((a, b), sign)) = ends.zip(sign) {
                kinds.entry(name(a, b)).or_default().insert(sign);
            }
        }
        let shore = |kinds: &BTreeSet<usize>| {
            let across = SIGNS[*kinds.first()?].1;
            let along = kinds.iter().find(|sign| **sign >= CROSSINGS).map_or(across, |sign| SIGNS[*sign].1);
            Some(Shore { along, across })
        };
        let sides = kinds.iter().filter_map(|(&side, kinds)| Some((side, shore(kinds)?))).collect();
        let used: BTreeSet<usize> = kinds.into_values().flatten().collect();
        let key = used.iter().map(|&sign| format!("{} {}", SIGNS[sign].1, SIGNS[sign].0)).collect();
        Self { sides, key }
    }

    /// What runs between two neighbours.
    pub fn between(&self, a: Hex, b: Hex) -> Option<Shore> {
        self.sides.get(&name(a, b)).copied()
    }
}

/// A hexside has one name, from whichever hex it is seen.
fn name(a: Hex, b: Hex) -> [Hex; 2] {
    [a.min(b), a.max(b)]
}
