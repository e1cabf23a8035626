//! Roads: smooth curves through the centres of hexes, each stretch drawn once even if several roads use it.

use crate::geometry::{Hex, Layout, Point, around, noise};
use crate::ink::{N, put};
use crate::scene::Scene;
use grognard_engine::MapView;
use grognard_engine::map_view::RoadView;
use std::collections::BTreeSet;

/// One stretch between two hexes: a cubic curve.
struct Stretch {
    main: bool,
    from: Point,
    bend: [Point; 2],
    to: Point,
}

impl Stretch {
    fn at(&self, t: f64) -> Point {
        let (a, b, c) =
            (self.from.toward(self.bend[0], t), self.bend[0].toward(self.bend[1], t), self.bend[1].toward(self.to, t));
        a.toward(b, t).toward(b.toward(c, t), t)
    }
}

/// Where a road leaves the map.
pub struct Exit {
    /// The last hex.
    pub hex: Hex,
    /// The middle of the hexside it crosses.
    pub at: Point,
    /// Which way it goes.
    pub heading: (f64, f64),
    /// Its name.
    pub name: String,
}

/// All roads of a map as curves.
pub struct Roads {
    stretches: Vec<Stretch>,
    lines: Vec<Vec<Point>>,
    /// Where roads leave the map.
    pub exits: Vec<Exit>,
    /// The stretches in use, as pairs of hexes, smaller first.
    pub pairs: BTreeSet<(Hex, Hex)>,
}

/// Where a road passes a hex: near the centre, not always dead on it.
fn bend(layout: &Layout, hex: Hex) -> Point {
    layout.centre(hex).plus((noise(hex.0, hex.1, 51) - 0.5) * 7.0, (noise(hex.0, hex.1, 52) - 0.5) * 7.0)
}

/// Hexes where a road must pass where it does: crossroads, and both ends of bridges.
fn fixed(map: &MapView, layout: &Layout) -> BTreeSet<Hex> {
    let mut seen = BTreeSet::new();
    let mut fixed = BTreeSet::new();
    for hex in map.roads.iter().flat_map(|road| &road.path).filter_map(|h| layout.find(h)) {
        if !seen.insert(hex) {
            fixed.insert(hex);
        }
    }
    for side in map.hexsides.iter().filter(|s| s.kind == "bridge") {
        fixed.extend([&side.from, &side.to].into_iter().filter_map(|h| layout.find(h)));
    }
    fixed
}

/// Takes the zigzag out of roads that run across the grain of the hexes.
fn ease(hexes: &[Hex], points: &mut [Point], fixed: &BTreeSet<Hex>) {
    let before = points.to_vec();
    for i in 1..points.len().saturating_sub(1) {
        if !fixed.contains(&hexes[i]) {
            points[i] = before[i].toward(before[i - 1].toward(before[i + 1], 0.5), 0.36);
        }
    }
}

/// The way out of an edge hex that best continues the road.
pub fn way_out(layout: &Layout, hex: Hex, came_from: Option<Hex>) -> Option<(f64, f64)> {
    let middle = layout.centre(hex);
    let wanted = came_from.map_or((0.0, 0.0), |h| layout.centre(h).heading(middle));
    let outward = |p: Point| middle.heading(p);
    let frame = layout.frame;
    let score = |&(x, y): &(f64, f64)| {
        // Leaving through the sheet's own edge is better than leaving into a cut-out.
        let end = middle.plus(x * 60.0, y * 60.0);
        let off_sheet = if frame.grown(-20.0).holds(end) { 0.0 } else { 0.6 };
        x * wanted.0 + y * wanted.1 + off_sheet
    };
    around(hex)
        .into_iter()
        .filter(|other| !layout.hexes.contains(other))
        .map(|other| outward(layout.centre(other)))
        .max_by(|a, b| score(a).total_cmp(&score(b)))
}

/// Whether it is drawn as a main road: by its class, or where roads have none, if it leaves the map.
fn is_main(road: &RoadView) -> bool {
    match road.class.as_str() {
        "" => road.edge,
        class => class == "major" || class == "main",
    }
}

impl Roads {
    /// Lays out the roads of a map.
    pub fn of(map: &MapView, layout: &Layout) -> Self {
        let mut found = Self { stretches: Vec::new(), lines: Vec::new(), exits: Vec::new(), pairs: BTreeSet::new() };
        let fixed = fixed(map, layout);
        // Main roads first, so that a stretch shared with a lesser one is drawn as main road.
        let (main, lesser): (Vec<_>, Vec<_>) = map.roads.iter().partition(|road| is_main(road));
        for road in main.into_iter().chain(lesser) {
            let hexes: Vec<Hex> = road.path.iter().filter_map(|h| layout.find(h)).collect();
            let mut points: Vec<Point> = hexes.iter().map(|&hex| bend(layout, hex)).collect();
            ease(&hexes, &mut points, &fixed);
            if road.edge
                && let Some(&last) = hexes.last()
                && let Some(heading) = way_out(layout, last, hexes.len().checked_sub(2).map(|i| hexes[i]))
            {
                let middle = layout.centre(last);
                points.push(middle.plus(heading.0 * 90.0, heading.1 * 90.0));
                let at = middle.plus(heading.0 * 34.6, heading.1 * 34.6);
                found.exits.push(Exit { hex: last, at, heading, name: road.name.clone() });
            }
            for i in 0..points.len().saturating_sub(1) {
                if let (Some(&a), Some(&b)) = (hexes.get(i), hexes.get(i + 1))
                    && !found.pairs.insert((a.min(b), a.max(b)))
                {
                    continue;
                }
                let (from, to) = (points[i], points[i + 1]);
                let before = if i > 0 { points[i - 1] } else { from };
                let after = points.get(i + 2).copied().unwrap_or(to);
                let bend = [
                    from.plus((to.x - before.x) / 5.4, (to.y - before.y) / 5.4),
                    to.plus((from.x - after.x) / 5.4, (from.y - after.y) / 5.4),
                ];
                let stretch = Stretch { main: is_main(road), from, bend, to };
                found.lines.push((0..=6).map(|step| stretch.at(f64::from(step) / 6.0)).collect());
                found.stretches.push(stretch);
            }
        }
        found
    }

    /// Distance from a point to the nearest road, if it is less than `reach`.
    pub fn distance(&self, p: Point, reach: f64) -> Option<f64> {
        let close =
            |line: &&Vec<Point>| line.iter().any(|q| (q.x - p.x).abs() < reach + 16.0 && (q.y - p.y).abs() < reach + 16.0);
        let nearest = self.lines.iter().filter(close).map(|line| crate::curve::distance(line, p)).fold(f64::INFINITY, f64::min);
        (nearest < reach).then_some(nearest)
    }

    fn path(&self, main: bool) -> String {
        let mut d = String::new();
        let mut last = None;
        for s in self.stretches.iter().filter(|s| s.main == main) {
            if last != Some(s.from) {
                put!(d, "M{} {}", N(s.from.x), N(s.from.y));
            }
            let [a, b] = s.bend;
            put!(d, "C{} {} {} {} {} {}", N(a.x), N(a.y), N(b.x), N(b.y), N(s.to.x), N(s.to.y));
            last = Some(s.to);
        }
        d
    }
}

/// Draws all roads: first the borders, then the surface, so that crossings join.
pub fn draw(scene: &Scene<'_>, out: &mut String) {
    let colours = scene.palette;
    let (main, lesser) = (scene.roads.path(true), scene.roads.path(false));
    put!(out, "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" clip-path=\"url(#frame)\">");
    for (d, colour, width) in
        [(&lesser, colours.kerb, 4.4), (&main, colours.kerb, 6.6), (&lesser, colours.road[1], 2.8), (&main, colours.road[0], 4.4)]
    {
        if !d.is_empty() {
            put!(out, "<path d=\"{d}\" stroke=\"{colour}\" stroke-width=\"{}\"/>", N(width));
        }
    }
    out.push_str("</g>\n");
}
