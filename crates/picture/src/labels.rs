//! Names of places, entry hexes, and the frame around the map with the names of the roads that leave it.

use crate::geometry::{Hex, Point, Rect};
use crate::ink::{N, Type, put, text, width};
use crate::roads::way_out;
use crate::scene::Scene;
use grognard_engine::map_view::PlaceView;

/// Width of the band between inner and outer frame.
pub const BAND: f64 = 22.0;

/// A name that has found its place.
struct Label<'a> {
    words: &'a str,
    at: Point,
    size: f64,
    colour: &'static str,
    spacing: f64,
    strong: bool,
}

impl Label<'_> {
    fn long(&self) -> f64 {
        width(self.words, self.size) * if self.strong { 1.06 } else { 1.0 } + self.spacing * self.words.chars().count() as f64
    }

    fn rect(&self) -> Rect {
        let w = self.long();
        Rect { x: self.at.x - w / 2.0, y: self.at.y - self.size * 0.78, w, h: self.size }
    }
}

/// Writes the names of places where they disturb each other least.
pub fn draw(scene: &Scene<'_>, out: &mut String) {
    if scene.options.names {
        names(scene, out);
    }
    entries(scene, out);
}

fn names(scene: &Scene<'_>, out: &mut String) {
    let frame = scene.layout.frame.grown(-4.0);
    let mut placed: Vec<Label<'_>> = Vec::new();
    let hidden = counters(scene);
    // Towns choose first, areas last: they have more room.
    let rank = |p: &PlaceView| match p.kind.as_str() {
        "town" | "city" => 0,
        "fort" => 1,
        "village" => 2,
        "farm" => 3,
        _ => 4,
    };
    let mut places: Vec<&PlaceView> = scene.map.places.iter().collect();
    places.sort_by_key(|p| rank(p));
    for place in places {
        let hexes: Vec<Hex> = place.hexes.iter().filter_map(|h| scene.layout.find(h)).collect();
        if hexes.is_empty() {
            continue;
        }
        let c = scene.palette;
        let (size, colour, spacing, strong) = match place.kind.as_str() {
            "town" | "city" => (16.5, c.ink, 0.6, true),
            "village" => (13.0, c.ink, 0.0, true),
            "wood" | "park" => (if hexes.len() > 6 { 16.0 } else { 13.0 }, c.names[0], 1.4, false),
            "lake" => (11.5, c.names[1], 0.4, false),
            "hill" => (12.5, c.names[2], 1.2, false),
            _ => (11.5, c.ink, 0.0, false),
        };
        let size = size * scene.zoom();
        let best = spots(scene, &hexes, &place.kind)
            .into_iter()
            .enumerate()
            .map(|(order, at)| {
                let label = Label { words: &place.name, at, size, colour, spacing, strong };
                let rect = label.rect();
                let clash = placed.iter().filter(|other| other.rect().grown(1.5).hits(&rect)).count();
                let outside =
                    !(frame.holds(Point::new(rect.x, rect.y)) && frame.holds(Point::new(rect.x + rect.w, rect.y + rect.h)));
                let covered = hidden.iter().filter(|counter| counter.hits(&rect)).count();
                (clash * 20 + usize::from(outside) * 10 + covered * 3 + order, label)
            })
            .min_by_key(|(cost, _)| *cost);
        if let Some((_, mut label)) = best {
            let half = label.long() / 2.0;
            let (left, right) = (frame.x + half, frame.x + frame.w - half);
            if left < right {
                label.at.x = label.at.x.clamp(left, right);
            }
            placed.push(label);
        }
    }
    for label in &placed {
        let more = format!(
            "font-style=\"italic\"{}{} stroke=\"{}\" stroke-width=\"3.8\" stroke-opacity=\".88\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
            if label.strong { " font-weight=\"600\"" } else { "" },
            if label.spacing > 0.0 { format!(" letter-spacing=\"{}\"", N(label.spacing)) } else { String::new() },
            scene.palette.halo
        );
        text(out, label.at.x, label.at.y, Type::serif(label.size, label.colour).with(&more), label.words);
    }
    out.push('\n');
}

/// The squares that counters cover.
fn counters(scene: &Scene<'_>) -> Vec<Rect> {
    let drawn = scene.board.filter(|_| scene.options.counters);
    let hexes = drawn.into_iter().flat_map(|b| &b.counters).filter_map(|c| scene.layout.find(c.hex.as_deref()?));
    hexes.map(|hex| scene.layout.centre(hex)).map(|p| Rect { x: p.x - 22.0, y: p.y - 20.0, w: 44.0, h: 42.0 }).collect()
}

/// Where a name may stand, best first: in the gaps between counters.
fn spots(scene: &Scene<'_>, hexes: &[Hex], kind: &str) -> Vec<Point> {
    let mut found = Vec::new();
    let count = hexes.len() as f64;
    let sum = hexes.iter().map(|&h| scene.layout.centre(h)).fold(Point::default(), |a, b| a.plus(b.x, b.y));
    let middle = Point::new(sum.x / count, sum.y / count);
    let area = hexes.len() > 1 || matches!(kind, "hill" | "wood" | "park" | "lake");
    if area && hexes.len() > 2 {
        // The hexside nearest to the middle of the area.
        let mut near: Vec<Point> = hexes.iter().map(|&h| scene.layout.centre(h).plus(0.0, 33.0)).collect();
        near.sort_by(|a, b| a.distance(middle).total_cmp(&b.distance(middle)));
        found.extend(near);
    }
    let mut own: Vec<Point> = hexes.iter().map(|&h| scene.layout.centre(h)).collect();
    own.sort_by(|a, b| b.y.total_cmp(&a.y));
    for p in own {
        let below = p.plus(0.0, 33.0);
        found.extend([
            below,
            below.plus(-22.0, 0.0),
            below.plus(22.0, 0.0),
            p.plus(0.0, -34.0),
            p.plus(-24.0, -34.0),
            p.plus(24.0, -34.0),
        ]);
    }
    found
}

/// Draws entry hexes: a letter in a disc at the edge, with an arrow into the map.
fn entries(scene: &Scene<'_>, out: &mut String) {
    for entry in &scene.map.entries {
        let Some(hex) = scene.layout.find(&entry.hex) else { continue };
        let exit = scene.roads.exits.iter().find(|e| e.hex == hex).map(|e| e.heading);
        let Some((x, y)) = exit.or_else(|| way_out(&scene.layout, hex, None)) else { continue };
        let p = scene.layout.centre(hex).plus(x * 33.0, y * 33.0);
        put!(
            out,
            "<g transform=\"translate({} {})\"><title>Entry {}</title><path d=\"M-8.4 -7h16.8L0 -22z\" transform=\"rotate({})\" fill=\"#9b2a22\" \
             stroke=\"#fff\" stroke-width=\".8\"/><circle r=\"10\" fill=\"#9b2a22\" stroke=\"#fff\" stroke-width=\"1.5\"/>",
            N(p.x),
            N(p.y),
            crate::ink::esc(&entry.code),
            N((-y).atan2(-x).to_degrees() + 90.0)
        );
        let size = if entry.code.chars().count() > 1 { 9.0 } else { 14.0 };
        text(out, 0.0, size * 0.34, Type::serif(size, "#fff").with("font-weight=\"600\""), &entry.code);
        out.push_str("</g>\n");
    }
}

/// Draws the frame, and in it the names of the roads where they leave.
pub fn frame(scene: &Scene<'_>, out: &mut String) {
    let (inner, c) = (scene.layout.frame, scene.palette);
    let outer = inner.grown(BAND);
    let rect = |r: Rect, width: f64| {
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>",
            N(r.x),
            N(r.y),
            N(r.w),
            N(r.h),
            c.frame,
            N(width)
        )
    };
    put!(
        out,
        "<path d=\"M{} {}h{}v{}h{}ZM{} {}v{}h{}v{}Z\" fill=\"{}\"/>",
        N(outer.x),
        N(outer.y),
        N(outer.w),
        N(outer.h),
        N(-outer.w),
        N(inner.x),
        N(inner.y),
        N(inner.h),
        N(inner.w),
        N(-inner.h),
        c.card
    );
    out.push_str(&rect(inner, 1.4));
    out.push_str(&rect(outer.grown(-2.8), 0.9));
    out.push_str(&rect(outer, 2.6));
    let mut taken: Vec<Rect> = Vec::new();
    for exit in &scene.roads.exits {
        if exit.name.is_empty() {
            continue;
        }
        // Which side of the frame the road meets first.
        let far = [
            ((inner.x - exit.at.x) / exit.heading.0, 0),
            ((inner.x + inner.w - exit.at.x) / exit.heading.0, 1),
            ((inner.y - exit.at.y) / exit.heading.1, 2),
            ((inner.y + inner.h - exit.at.y) / exit.heading.1, 3),
        ];
        let Some(&(t, side)) = far.iter().filter(|(t, _)| *t >= -1.0 && *t < 120.0).min_by(|a, b| a.0.total_cmp(&b.0)) else {
            continue;
        };
        let long = width(&exit.name, 11.5) + 8.0;
        let cross = exit.at.plus(exit.heading.0 * t, exit.heading.1 * t);
        let mut at = match side {
            0 => Point::new(inner.x - BAND / 2.0 + 0.5, cross.y),
            1 => Point::new(inner.x + inner.w + BAND / 2.0 - 0.5, cross.y),
            2 => Point::new(cross.x, inner.y - BAND / 2.0 + 0.5),
            _ => Point::new(cross.x, inner.y + inner.h + BAND / 2.0 - 0.5),
        };
        let upright = side < 2;
        let area = |p: Point| {
            if upright {
                Rect { x: p.x - 6.0, y: p.y - long / 2.0, w: 12.0, h: long }
            } else {
                Rect { x: p.x - long / 2.0, y: p.y - 6.0, w: long, h: 12.0 }
            }
        };
        if upright {
            at.y = at.y.clamp(inner.y + long / 2.0, (inner.y + inner.h - long / 2.0).max(inner.y + long / 2.0));
        } else {
            at.x = at.x.clamp(inner.x + long / 2.0, (inner.x + inner.w - long / 2.0).max(inner.x + long / 2.0));
        }
        if taken.iter().any(|r| r.hits(&area(at))) {
            continue;
        }
        taken.push(area(at));
        let turn = match side {
            0 => -90,
            1 => 90,
            _ => 0,
        };
        put!(out, "<g transform=\"translate({} {}) rotate({turn})\">", N(at.x), N(at.y));
        text(out, 0.0, 3.8, Type::serif(11.5, c.ink).with("font-style=\"italic\" letter-spacing=\".3\""), &exit.name);
        out.push_str("</g>");
    }
    out.push('\n');
}
