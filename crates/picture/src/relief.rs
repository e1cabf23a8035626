//! Levels: tints that grow with the height, contour lines between them, light on one side of a hill and shade on the other; and the
//! sheets that a map is made of.

use crate::curve;
use crate::geometry::{Hex, Key, Point, corners, neighbour, noise, outlines};
use crate::ink::{N, Type, put, text};
use crate::lines::wedge;
use crate::scene::Scene;
use std::collections::BTreeSet;

/// Hexes at a level or above it.
fn above(scene: &Scene<'_>, level: u8) -> BTreeSet<Hex> {
    let high = scene.map.hexes.iter().filter(|view| view.level >= level);
    scene.layout.beyond(&high.filter_map(|view| scene.layout.find(&view.number)).collect())
}

/// The outlines of a region without the corners of its hexes: land does not know about hexes.
fn contours(scene: &Scene<'_>, region: &BTreeSet<Hex>) -> Vec<Vec<Point>> {
    let shaken = |key: Key| {
        let (x, y) = ((noise(key.0, key.1, 96) - 0.5) * 9.0, (noise(key.0, key.1, 97) - 0.5) * 9.0);
        scene.layout.corner(key).plus(x, y)
    };
    let mut shapes = Vec::new();
    for walk in outlines(region) {
        let mut points: Vec<Point> = walk.into_iter().map(shaken).collect();
        for _ in 0..4 {
            let before = points.clone();
            let count = before.len();
            for (i, p) in points.iter_mut().enumerate() {
                let beside = before[(i + count - 1) % count].toward(before[(i + 1) % count], 0.5);
                *p = before[i].toward(beside, 0.5);
            }
        }
        shapes.push(points);
    }
    shapes
}

/// Draws the levels, from the lowest up.
pub fn draw(scene: &Scene<'_>, out: &mut String) {
    let top = scene.map.hexes.iter().map(|view| view.level).max().unwrap_or(0);
    if top == 0 {
        return;
    }
    let c = scene.palette;
    out.push_str("<g clip-path=\"url(#frame)\" stroke-linejoin=\"round\">");
    for level in 1..=top {
        let shapes = contours(scene, &above(scene, level));
        let d: String = shapes.iter().map(|points| curve::closed(points)).collect();
        // Shade at the foot of the far side, light along the near edge: the sun stands in the upper left.
        for (x, y, wide, colour, opacity) in
            [(5.0, 7.0, 13.0, c.hill, 0.1), (3.0, 4.0, 8.0, c.hill, 0.13), (-2.5, -3.5, 6.0, c.light, 0.55)]
        {
            put!(
                out,
                "<path d=\"{d}\" transform=\"translate({} {})\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"{opacity}\" stroke-width=\"{}\"/>",
                N(x),
                N(y),
                N(wide)
            );
        }
        put!(
            out,
            "<path d=\"{d}\" fill=\"{}\" fill-opacity=\"{}\" fill-rule=\"evenodd\"/>",
            c.height,
            0.3 + 0.1 * f64::from(level)
        );
        let mut ticks = String::new();
        for (n, points) in shapes.iter().enumerate() {
            let mut ring = curve::ring(points);
            ring.extend(ring.first().copied());
            for (i, (at, heading)) in curve::paced(&ring, 5.2).into_iter().enumerate() {
                wedge(at, heading, 4.5 + 4.5 * noise(i as i32, n as i32, 95), &mut ticks);
            }
        }
        put!(out, "<path d=\"{ticks}\" fill=\"{}\" fill-opacity=\".62\"/>", c.hill);
        put!(out, "<path d=\"{d}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\".8\" stroke-width=\"1.1\"/>", c.hill);
    }
    out.push_str("</g>\n");
}

/// Draws the letters of the sheets, large and faint, and where the sheets meet.
pub fn sheets(scene: &Scene<'_>, out: &mut String) {
    if scene.map.sheets.len() < 2 {
        return;
    }
    let (layout, c) = (&scene.layout, scene.palette);
    // A hex belongs to the first sheet that holds it, as its name does.
    let sheet_of = |column: u8, row: u8| {
        let within = |(first, last): (u8, u8), at: u8| (first..=last).contains(&at);
        scene.map.sheets.iter().position(|sheet| within(sheet.columns, column) && within(sheet.rows, row))
    };
    let mut own: Vec<BTreeSet<Hex>> = vec![BTreeSet::new(); scene.map.sheets.len()];
    for view in &scene.map.hexes {
        if let (Some(hex), Some(at)) = (layout.find(&view.number), view.at)
            && let Some(sheet) = sheet_of(at.0, at.1)
        {
            own[sheet].insert(hex);
        }
    }
    let mut seam = String::new();
    for (n, hexes) in own.iter().enumerate() {
        let others: BTreeSet<Hex> = own[n + 1..].iter().flatten().copied().collect();
        for &hex in hexes {
            let keys: [Key; 6] = corners(hex);
            for side in (0..6).filter(|&side| others.contains(&neighbour(hex, side))) {
                let (a, b) = (layout.corner(keys[side]), layout.corner(keys[(side + 1) % 6]));
                put!(seam, "M{} {}L{} {}", N(a.x), N(a.y), N(b.x), N(b.y));
            }
        }
    }
    put!(
        out,
        "<path d=\"{seam}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" stroke-opacity=\".55\" stroke-dasharray=\"7 5\" stroke-linecap=\"round\"/>",
        c.frame
    );
    for (sheet, hexes) in scene.map.sheets.iter().zip(&own) {
        let letter = sheet.prefix.trim_end_matches('-');
        let points: Vec<Point> = hexes.iter().map(|&hex| layout.centre(hex)).collect();
        if letter.is_empty() || points.is_empty() {
            continue;
        }
        let around = curve::bounds(&points);
        let size = (around.w.min(around.h) * 0.4).clamp(60.0, 520.0);
        let (x, y) = (around.x + around.w / 2.0, around.y + around.h / 2.0 + size * 0.34);
        let faint = Type::serif(size, c.frame).with("font-weight=\"600\" fill-opacity=\".07\"");
        text(out, x, y, faint, letter);
    }
    out.push('\n');
}
