//! Everything a drawing function looks at.

use crate::Options;
use crate::geometry::{Hex, Layout};
use crate::lines::{Water, survey};
use crate::palette::{Palette, coat};
use crate::roads::Roads;
use grognard_engine::{Board, Counter, MapView};
use std::collections::BTreeSet;

/// A map, a board, and what has been worked out about them.
pub struct Scene<'a> {
    /// The map.
    pub map: &'a MapView,
    /// The board, if any.
    pub board: Option<&'a Board>,
    /// What to draw.
    pub options: &'a Options,
    /// Where the hexes lie.
    pub layout: Layout,
    /// Colours.
    pub palette: &'static Palette,
    /// Roads as curves.
    pub roads: Roads,
    /// Rivers and streams as curves.
    pub waters: Vec<Water>,
    /// The sides, in alphabetical order: the first has round counters, the others have cut corners.
    pub sides: Vec<String>,
}

impl<'a> Scene<'a> {
    /// Works out what the drawing functions share.
    pub fn of(map: &'a MapView, board: Option<&'a Board>, options: &'a Options) -> Self {
        let layout = Layout::of(map);
        let roads = Roads::of(map, &layout);
        let sides: BTreeSet<String> = board.iter().flat_map(|b| &b.counters).map(|c| c.side.clone()).collect();
        let mut scene = Self {
            map,
            board,
            options,
            layout,
            palette: options.theme.palette(board),
            roads,
            waters: Vec::new(),
            sides: sides.into_iter().collect(),
        };
        scene.waters = survey(&scene);
        scene
    }

    /// The title, never empty.
    pub fn title(&self) -> String {
        if self.map.title.trim().is_empty() { "Map".to_owned() } else { self.map.title.clone() }
    }

    /// How much larger names and the panel are on a large map, which is looked at from further away.
    pub fn zoom(&self) -> f64 {
        (self.layout.hexes.len() as f64 / 1_100.0).sqrt().clamp(1.0, 2.2)
    }

    /// The hexes that carry one of these terrain words.
    pub fn region(&self, words: &[&str]) -> BTreeSet<Hex> {
        let carries = |terrain: &[String]| terrain.iter().any(|t| words.contains(&t.as_str()));
        self.map.hexes.iter().filter(|h| carries(&h.terrain)).filter_map(|h| self.layout.find(&h.number)).collect()
    }

    /// The hexes of places of one of these kinds.
    pub fn places(&self, kinds: &[&str]) -> BTreeSet<Hex> {
        let places = self.map.places.iter().filter(|p| kinds.contains(&p.kind.as_str()));
        places.flat_map(|p| &p.hexes).filter_map(|h| self.layout.find(h)).collect()
    }

    /// The hexsides of a kind, as pairs of hexes.
    pub fn hexsides(&self, kind: &str) -> Vec<(Hex, Hex)> {
        let sides = self.map.hexsides.iter().filter(|s| s.kind == kind);
        sides.filter_map(|s| self.layout.find(&s.from).zip(self.layout.find(&s.to))).collect()
    }

    /// The place of a side in the list of sides.
    pub fn side_index(&self, side: &str) -> usize {
        self.sides.iter().position(|s| s == side).unwrap_or(0)
    }

    /// The colour that stands for a side: that of most of its counters.
    pub fn side_colour(&self, side: &str) -> &'static str {
        let own: Vec<&Counter> = self.board.iter().flat_map(|b| &b.counters).filter(|c| c.side == side).collect();
        let most = own.iter().max_by_key(|c| own.iter().filter(|d| d.nation == c.nation).count());
        coat(most.map_or(side, |c| c.nation.as_str())).strip
    }
}
