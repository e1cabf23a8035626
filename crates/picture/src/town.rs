//! Towns, villages, farms and forts.

use crate::curve::{self, Area};
use crate::geometry::{Hex, Point, clumps, corners, neighbour, noise};
use crate::ink::{N, put};
use crate::lines::is_wet;
use crate::scene::Scene;
use crate::terrain::soft;
use std::collections::BTreeSet;

const TOWNS: [&str; 4] = ["town", "village", "church", "castle"];

/// Hexes that are built up closely: those of a place called a town.
fn dense(scene: &Scene<'_>) -> BTreeSet<Hex> {
    let mut dense = scene.places(&["town", "city"]);
    dense.extend(scene.region(&["church", "castle"]));
    dense
}

/// Draws the ground of towns and the gardens of villages.
pub fn yards(scene: &Scene<'_>, out: &mut String) {
    let c = scene.palette;
    let all = scene.region(&TOWNS);
    let dense = dense(scene);
    let (towns, villages): (BTreeSet<Hex>, BTreeSet<Hex>) = all.iter().partition(|hex| dense.contains(hex));
    out.push_str("<g clip-path=\"url(#frame)\">");
    for (region, inset, dash) in [(villages, 0.2, " stroke-dasharray=\"3 2\""), (towns, 0.08, "")] {
        for points in soft(&region, inset, 0.06, scene) {
            put!(
                out,
                "<path d=\"{}\" fill=\"{}\" fill-opacity=\".92\" stroke=\"{}\" stroke-opacity=\".6\" stroke-width=\"1.1\"{dash}/>",
                curve::closed(&points),
                c.yard,
                c.house[1]
            );
        }
    }
    out.push_str("</g>\n");
}

/// One house: where, how large, how turned.
struct House {
    at: Point,
    w: f64,
    h: f64,
    turn: f64,
}

fn draw_houses(scene: &Scene<'_>, houses: &[House], out: &mut String) {
    let c = scene.palette;
    let mut shadow = String::new();
    let mut roofs = String::new();
    let mut ridges = String::new();
    for house in houses {
        let (sin, cos) = house.turn.sin_cos();
        let turned = |x: f64, y: f64| house.at.plus(x * cos - y * sin, x * sin + y * cos);
        let (w, h) = (house.w / 2.0, house.h / 2.0);
        let corners = [turned(-w, -h), turned(w, -h), turned(w, h), turned(-w, h)];
        for (d, shift) in [(&mut shadow, 1.3), (&mut roofs, 0.0)] {
            for (i, p) in corners.iter().enumerate() {
                put!(d, "{}{} {}", if i == 0 { "M" } else { "L" }, N(p.x + shift), N(p.y + shift));
            }
            d.push('Z');
        }
        let (a, b) = if w > h { (turned(-w, 0.0), turned(w, 0.0)) } else { (turned(0.0, -h), turned(0.0, h)) };
        put!(ridges, "M{} {}L{} {}", N(a.x), N(a.y), N(b.x), N(b.y));
    }
    put!(out, "<path d=\"{shadow}\" fill=\"#2a1d14\" fill-opacity=\".3\"/>");
    put!(out, "<path d=\"{roofs}\" fill=\"{}\" stroke=\"{}\" stroke-width=\".7\"/>", c.house[0], c.house[1]);
    let ridge = if c.frozen { "#f4efe8" } else { "#d98a72" };
    put!(out, "<path d=\"{ridges}\" fill=\"none\" stroke=\"{ridge}\" stroke-width=\".8\" stroke-opacity=\".8\"/>\n");
}

/// Draws houses, churches, farms, windmills and forts.
pub fn houses(scene: &Scene<'_>, out: &mut String) {
    let all = scene.region(&TOWNS);
    let dense = dense(scene);
    let mut list = Vec::new();
    let mut churches = Vec::new();
    // Where the map says which hexes have a church or a castle, others have none, but for one in each village.
    let landmarks = scene.region(&["church", "castle"]);
    let villages: BTreeSet<Hex> = all.difference(&dense).copied().collect();
    let parish: Option<BTreeSet<Hex>> =
        (!landmarks.is_empty()).then(|| clumps(&villages).iter().filter_map(|clump| clump.first().copied()).collect());
    for &hex in &all {
        let area = Area::of(soft(&BTreeSet::from([hex]), 0.1, 0.06, scene).iter().map(|p| curve::ring(p)).collect());
        let own = if dense.contains(&hex) { blocks(scene, hex, &area) } else { cottages(scene, hex, &area) };
        // The church stands where the largest house near the middle stood.
        let middle = scene.layout.centre(hex);
        if !parish.as_ref().is_none_or(|parish| parish.contains(&hex)) {
            list.extend(own.into_iter().filter(|house| !landmarks.contains(&hex) || house.at.distance(middle) > 17.0));
            continue;
        }
        let church = own
            .iter()
            .filter(|h| h.at.distance(middle) > 11.0)
            .min_by(|a, b| a.at.distance(middle).total_cmp(&b.at.distance(middle)));
        churches.extend(church.map(|h| h.at));
        list.extend(own);
    }
    for hex in scene.places(&["farm", "manor", "mill"]).difference(&all) {
        let middle = scene.layout.centre(*hex);
        let turn = noise(hex.0, hex.1, 81) * 1.5;
        let side = if noise(hex.0, hex.1, 82) < 0.5 { -1.0 } else { 1.0 };
        for (x, y, w, h) in [(15.0, -9.0, 9.0, 5.0), (20.0, -2.0, 5.0, 8.0), (12.0, 0.0, 6.0, 4.5)] {
            list.push(House { at: middle.plus(side * x, y), w, h, turn: turn * 0.2 });
        }
    }
    draw_houses(scene, &list, out);
    for at in churches {
        church(scene, at, 1.0, out);
    }
    for hex in scene.region(&["church"]) {
        church(scene, scene.layout.centre(hex).plus(0.0, 8.0), 2.3, out);
    }
    for hex in scene.region(&["castle"]) {
        castle(scene, scene.layout.centre(hex), out);
    }
    for place in scene.map.places.iter().filter(|p| p.kind == "hill" && p.name.to_lowercase().contains("mill")) {
        if let Some(hex) = place.hexes.first().and_then(|h| scene.layout.find(h)) {
            let middle = scene.layout.centre(hex);
            let spots = [(-25.0, 12.0), (25.0, 12.0), (25.0, -10.0), (-25.0, -10.0)].map(|(x, y)| middle.plus(x, y));
            let at = spots.into_iter().find(|p| scene.roads.distance(*p, 13.0).is_none()).unwrap_or(spots[0]);
            windmill(scene, at, out);
        }
    }
    for hex in scene.region(&["fort", "redoubt", "lunette"]) {
        fort(scene, hex, out);
    }
}

/// Close blocks with streets between them, aligned within the whole town.
fn blocks(scene: &Scene<'_>, hex: Hex, area: &Area) -> Vec<House> {
    let middle = scene.layout.centre(hex);
    let turn = 0.22;
    let (sin, cos) = f64::sin_cos(turn);
    let mut found = Vec::new();
    for row in -5_i32..=5 {
        for column in -5_i32..=5 {
            let (gx, gy) = (f64::from(column) * 9.6, f64::from(row) * 8.4);
            let at = middle.plus(gx * cos - gy * sin, gx * sin + gy * cos);
            let roll = |salt| noise(hex.0 * 16 + column, hex.1 * 16 + row, salt);
            let clear = scene.roads.distance(at, 7.4).is_none() && !is_wet(scene, at, 5.0);
            if roll(71) < 0.08 || !clear || !area.holds(at) {
                continue;
            }
            let (w, h) = (6.0 + 2.2 * roll(72), 4.8 + 2.0 * roll(73));
            found.push(House { at, w, h, turn: turn + (roll(74) - 0.5) * 0.16 });
        }
    }
    found
}

/// Loose houses along the roads, or around a green if no road comes by.
fn cottages(scene: &Scene<'_>, hex: Hex, area: &Area) -> Vec<House> {
    let middle = scene.layout.centre(hex);
    let mut found = Vec::new();
    for row in -4_i32..=4 {
        for column in -4_i32..=4 {
            let roll = |salt| noise(hex.0 * 16 + column, hex.1 * 16 + row, salt);
            let shift = if row % 2 == 0 { 0.0 } else { 5.0 };
            let at = middle
                .plus(f64::from(column) * 10.5 + shift + (roll(75) - 0.5) * 4.0, f64::from(row) * 9.0 + (roll(76) - 0.5) * 3.0);
            if !area.holds(at) || scene.roads.distance(at, 6.6).is_some() || is_wet(scene, at, 4.0) {
                continue;
            }
            let by_road = scene.roads.distance(at, 14.0).is_some() || at.distance(middle) < 17.0;
            if roll(77) > if by_road { 0.9 } else { 0.32 } {
                continue;
            }
            let upright = roll(78) < 0.4;
            let (long, short) = (5.4 + 2.4 * roll(79), 3.6 + roll(80));
            let (w, h) = if upright { (short, long) } else { (long, short) };
            found.push(House { at, w, h, turn: (roll(83) - 0.5) * 0.9 });
        }
    }
    found
}

/// A square court with a tower at each corner.
fn castle(scene: &Scene<'_>, at: Point, out: &mut String) {
    let c = scene.palette;
    put!(
        out,
        "<g transform=\"translate({} {})\" stroke=\"{}\" stroke-width=\"1\"><path d=\"M-11 -9h22v18h-22z\" fill=\"{}\"/><path d=\"M-6 -4.5h12v9h-12z\" fill=\"{}\"/>\
         <g fill=\"{}\"><circle cx=\"-11\" cy=\"-9\" r=\"4\"/><circle cx=\"11\" cy=\"-9\" r=\"4\"/><circle cx=\"-11\" cy=\"9\" r=\"4\"/><circle cx=\"11\" cy=\"9\" r=\"4\"/></g></g>",
        N(at.x),
        N(at.y),
        c.house[1],
        c.house[0],
        c.yard,
        c.card
    );
}

fn church(scene: &Scene<'_>, at: Point, size: f64, out: &mut String) {
    let c = scene.palette;
    let scale = if size > 1.0 { format!(" scale({size})") } else { String::new() };
    put!(
        out,
        "<g transform=\"translate({} {}){scale}\"><path d=\"M-4 2.4h8v-4.4h-3.4v-3.6l-1.6 -2.4l-1.6 2.4v3.6h-1.4z\" fill=\"{}\" stroke=\"{}\" \
         stroke-width=\".8\"/><path d=\"M-1 -8v-3.6m-1.4 1.2h2.8\" stroke=\"{}\" stroke-width=\".9\" fill=\"none\"/></g>",
        N(at.x),
        N(at.y),
        c.card,
        c.house[1],
        c.ink
    );
}

fn windmill(scene: &Scene<'_>, at: Point, out: &mut String) {
    put!(
        out,
        "<g transform=\"translate({} {})\" stroke=\"{}\" fill=\"{}\" stroke-width=\".8\"><path d=\"M-2.6 4l.9 -7.6h3.4l.9 7.6z\"/>\
         <path d=\"M-5.4 -8.6L5.4 2.2M5.4 -8.6L-5.4 2.2\" stroke-width=\"1.3\"/></g>",
        N(at.x),
        N(at.y),
        scene.palette.ink,
        scene.palette.card
    );
}

/// An earthwork that faces away from what it guards: the objectives, or the middle of the map.
fn fort(scene: &Scene<'_>, hex: Hex, out: &mut String) {
    let c = scene.palette;
    let guarded: Vec<Point> = scene
        .map
        .hexes
        .iter()
        .filter(|h| h.objective)
        .filter_map(|h| scene.layout.find(&h.number))
        .map(|h| scene.layout.centre(h))
        .collect();
    let f = scene.layout.frame;
    let count = guarded.len().max(1) as f64;
    let sum = guarded.iter().fold(Point::default(), |a, b| a.plus(b.x, b.y));
    let heart =
        if guarded.is_empty() { Point::new(f.x + f.w / 2.0, f.y + f.h / 2.0) } else { Point::new(sum.x / count, sum.y / count) };
    let p = scene.layout.centre(hex);
    // The gorge is the hexside that faces what is guarded; the rampart goes round the other five.
    let behind = (0..6)
        .min_by(|&a, &b| {
            let far = |d| scene.layout.centre(neighbour(hex, d)).distance(heart);
            far(a).total_cmp(&far(b))
        })
        .unwrap_or(0);
    let keys = corners(hex);
    let line: Vec<Point> = (1..=6).map(|i| p.toward(scene.layout.corner(keys[(behind + i) % 6]), 0.82)).collect();
    let mut wall = String::new();
    for (i, q) in line.iter().enumerate() {
        put!(wall, "{}{} {}", if i == 0 { "M" } else { "L" }, N(q.x), N(q.y));
    }
    let mut ticks = String::new();
    for (at, (x, y)) in curve::paced(&line, 3.1) {
        put!(ticks, "M{} {}L{} {}", N(at.x), N(at.y), N(at.x + y * 6.0), N(at.y - x * 6.0));
    }
    put!(out, "<g stroke-linejoin=\"round\"><path d=\"{ticks}\" stroke=\"{}\" stroke-width=\"1\" fill=\"none\"/>", c.earth);
    put!(out, "<path d=\"{wall}Z\" fill=\"{}\" fill-opacity=\".85\" stroke=\"none\"/>", c.yard);
    put!(out, "<path d=\"{wall}\" fill=\"none\" stroke=\"{}\" stroke-width=\"5.4\"/>", c.house[1]);
    put!(out, "<path d=\"{wall}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3.4\"/></g>\n", c.earth);
}
