//! Woods, groves, lakes and what else covers whole hexes: merged over neighbouring hexes, with soft outlines.

use crate::curve::{self, Area};
use crate::geometry::{Hex, Key, Point, SIDE, clumps, corners, noise, outlines};
use crate::ink::{N, put};
use crate::lines::is_wet;
use crate::scene::Scene;
use std::collections::BTreeSet;

const WOODS: [&str; 3] = ["woods", "wood", "forest"];
const GROVES: [&str; 4] = ["grove", "orchard", "park", "garden"];
const LAKES: [&str; 4] = ["lake", "pond", "water", "sea"];
const MARSH: [&str; 2] = ["marsh", "swamp"];
/// Words that are drawn here, elsewhere, or not at all.
const KNOWN: [&str; 6] = ["clear", "town", "village", "fort", "church", "castle"];

/// The shapes of trees.
pub fn defs(scene: &Scene<'_>, out: &mut String) {
    let c = scene.palette;
    let shadow = "<ellipse cx=\"1.4\" cy=\".6\" rx=\"4.4\" ry=\"1.5\" fill=\"#20281c\" fill-opacity=\".2\"/>";
    if c.bare {
        put!(
            out,
            "<g id=\"oak\">{shadow}<path d=\"M-4.4 -4.6a3.4 3.4 0 0 1 2 -4.4a4 4 0 0 1 5.4 .6a3.2 3.2 0 0 1 .6 5a4.6 4.6 0 0 1 -8 -1.2z\" fill=\"{}\" \
             fill-opacity=\".5\"/><path d=\"M0 .8V-4.4M0 -2L-3 -5.8M0 -3L2.8 -6.6M0 -4.4L-.7 -8.6M0 -4.4L1.4 -8.2M-1.7 -4.2L-3.8 -4.5M1.4 -4.8L3.7 -4.9\" \
             fill=\"none\" stroke=\"{}\" stroke-width=\".75\" stroke-linecap=\"round\"/></g>",
            c.tree[1],
            c.tree[0]
        );
    } else {
        put!(
            out,
            "<g id=\"oak\">{shadow}<path d=\"M-.6 .6l.2 -3h.9l.2 3z\" fill=\"#4d3c28\"/>\
             <path d=\"M-4.6 -3.6a3 3 0 0 1 1.2 -4a3.6 3.6 0 0 1 6.4 -.4a3 3 0 0 1 1.4 4.6a2.6 2.6 0 0 1 -3.8 1.4a3 3 0 0 1 -5.2 -1.6z\" fill=\"{}\"/>\
             <path d=\"M-3.9 -4.6a2.8 2.8 0 0 1 1.6 -3.2a3 3 0 0 1 4.2 -.4a2.4 2.4 0 0 1 .6 1a3.6 3.6 0 0 0 -3.6 .6a3.2 3.2 0 0 0 -2.8 2z\" fill=\"{}\"/></g>",
            c.tree[0],
            c.tree[1]
        );
    }
    let (body, light) = (c.pine[0], c.pine[1]);
    put!(
        out,
        "<g id=\"pine\"><ellipse cx=\"1.2\" cy=\".6\" rx=\"3.6\" ry=\"1.3\" fill=\"#20281c\" fill-opacity=\".22\"/>\
         <path d=\"M-.5 .8v-2h1v2z\" fill=\"#4d3c28\"/>\
         <path d=\"M0 -11.4l2.4 3.6h-1.1l2.2 3.4h-1.2l1.7 2.8h-8l1.7 -2.8h-1.2l2.2 -3.4h-1.1z\" fill=\"{body}\"/>\
         <path d=\"M0 -11.4l-2.4 3.6h1l1.6 -2.2zM-1.3 -7.4l-2 3h1.4l1.6 -2.4zM-2.4 -4l-1.5 2.4h1.5l1.4 -2.2z\" fill=\"{light}\" fill-opacity=\"{}\"/></g>",
        if c.frozen { ".95" } else { ".7" }
    );
    put!(
        out,
        "<g id=\"bush\"><ellipse cx=\".9\" cy=\".5\" rx=\"2.9\" ry=\"1.1\" fill=\"#20281c\" fill-opacity=\".2\"/>\
         <circle cy=\"-2.2\" r=\"2.7\" fill=\"{}\"/><circle cx=\"-.8\" cy=\"-3\" r=\"1.3\" fill=\"{}\"/></g>",
        c.grove_tree[0],
        c.grove_tree[1]
    );
}

/// The points towards which the soft outlines of a region are drawn.
///
/// `inset` pulls the outline into the hexes, `wobble` shakes it; both in parts of a hexside.
pub fn soft(region: &BTreeSet<Hex>, inset: f64, wobble: f64, scene: &Scene<'_>) -> Vec<Vec<Point>> {
    let layout = &scene.layout;
    let inward = |key: Key| {
        let own: Vec<Hex> = near(key).into_iter().filter(|hex| region.contains(hex) && corners(*hex).contains(&key)).collect();
        let sum = own.iter().map(|&hex| layout.centre(hex)).fold(Point::default(), |a, b| a.plus(b.x, b.y));
        let count = own.len().max(1) as f64;
        Point::new(sum.x / count, sum.y / count)
    };
    let mut shapes = Vec::new();
    for walk in outlines(region) {
        let mut points = Vec::with_capacity(walk.len() * 2);
        for (i, &key) in walk.iter().enumerate() {
            let next = walk[(i + 1) % walk.len()];
            let corner = layout.corner(key);
            points.push(corner.toward(inward(key), inset * (0.3 + 1.4 * noise(key.0, key.1, 31))));
            let other = layout.corner(next);
            let (dx, dy) = corner.heading(other);
            let depth = SIDE * (inset * 0.75 + wobble * (noise(key.0 + next.0, key.1 + next.1, 32) - 0.5));
            points.push(corner.toward(other, 0.5).plus(-dy * depth, dx * depth));
        }
        shapes.push(points);
    }
    shapes
}

/// Hexes that might have this corner.
fn near(key: Key) -> Vec<Hex> {
    let (column, row) = ((key.0 - 2).div_euclid(3) + 1, key.1.div_euclid(2) + 1);
    (column - 1..=column + 2).flat_map(|c| (row - 2..=row + 1).map(move |r| (c, r))).collect()
}

fn path(shapes: &[Vec<Point>]) -> String {
    shapes.iter().map(|points| curve::closed(points)).collect()
}

/// Draws lakes and ponds: frozen in winter, with lines along the shore as old maps have them.
pub fn lakes(scene: &Scene<'_>, out: &mut String) {
    let c = scene.palette;
    for (i, clump) in clumps(&scene.region(&LAKES)).into_iter().enumerate() {
        let shapes = soft(&scene.layout.beyond(&clump), 0.25, 0.4, scene);
        let d = path(&shapes);
        put!(out, "<g clip-path=\"url(#frame)\"><clipPath id=\"lake{i}\"><path d=\"{d}\"/></clipPath>");
        put!(
            out,
            "<path d=\"{d}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.6\"/><g clip-path=\"url(#lake{i})\" fill=\"none\">",
            c.water,
            c.shore
        );
        for (width, opacity) in [(13.0, 0.22), (8.6, 0.0), (7.4, 0.38), (3.4, 0.0)] {
            let (colour, opacity) = if opacity > 0.0 { (c.shore, opacity) } else { (c.water, 1.0) };
            put!(out, "<path d=\"{d}\" stroke=\"{colour}\" stroke-opacity=\"{opacity}\" stroke-width=\"{}\"/>", N(width));
        }
        let mut marks = String::new();
        for &hex in &clump {
            let p = scene.layout.centre(hex);
            for k in 0..4 {
                let x = p.x + (noise(hex.0, hex.1 * 5 + k, 41) - 0.5) * 40.0;
                let y = p.y + (noise(hex.0, hex.1 * 5 + k, 42) - 0.5) * 36.0;
                if c.frozen {
                    let lean = (noise(hex.0, hex.1 * 5 + k, 43) - 0.5) * 10.0;
                    put!(marks, "M{} {}l6 {}l5 {}m-5 {}l3 5", N(x - 5.0), N(y), N(lean), N(-lean * 0.6), N(lean * 0.6));
                } else {
                    put!(marks, "M{} {}q3 -2 6 0t6 0", N(x - 6.0), N(y));
                }
            }
        }
        put!(
            out,
            "<path d=\"{marks}\" stroke=\"{}\" stroke-width=\"1\" stroke-linejoin=\"round\" opacity=\".9\"/></g></g>\n",
            c.glint
        );
    }
}

/// Draws the ground under woods and groves, and a word for terrain that has no drawing.
pub fn floors(scene: &Scene<'_>, out: &mut String) {
    let c = scene.palette;
    out.push_str("<g clip-path=\"url(#frame)\">");
    let woods = scene.layout.beyond(&scene.region(&WOODS));
    if !woods.is_empty() {
        let d = path(&soft(&woods, 0.17, 0.46, scene));
        put!(out, "<path d=\"{d}\" fill=\"{}\" stroke=\"{}\" stroke-opacity=\".5\" stroke-width=\"1\"/>", c.wood, c.wood_edge);
    }
    let groves = scene.region(&GROVES);
    if !groves.is_empty() {
        let d = path(&soft(&scene.layout.beyond(&groves), 0.08, 0.04, scene));
        put!(
            out,
            "<path d=\"{d}\" fill=\"{}\" stroke=\"{}\" stroke-opacity=\".75\" stroke-width=\"1.1\" stroke-dasharray=\"4 2\"/>",
            c.grove,
            c.wood_edge
        );
    }
    let marsh = scene.region(&MARSH);
    if marsh.len() > 12 {
        // Wide wetland has an outline of its own; a few hexes are told by their reeds.
        let d = path(&soft(&scene.layout.beyond(&marsh), 0.2, 0.4, scene));
        put!(
            out,
            "<path d=\"{d}\" fill=\"{0}\" fill-opacity=\".34\" stroke=\"{1}\" stroke-opacity=\".35\" stroke-width=\"1\"/>",
            c.water,
            c.shore
        );
    }
    let mut reeds = String::new();
    for hex in marsh {
        let p = scene.layout.centre(hex);
        for k in 0..9 {
            let (x, y) =
                (p.x - 22.0 + f64::from(k % 3) * 18.0 + f64::from(k / 3 % 2) * 7.0, p.y - 18.0 + f64::from(k / 3) * 17.0);
            put!(reeds, "M{} {}h12m-8 0l-2 -4m4 4v-5m2 5l2 -4", N(x), N(y));
        }
    }
    if !reeds.is_empty() {
        put!(out, "<path d=\"{reeds}\" fill=\"none\" stroke=\"{}\" stroke-width=\".9\"/>", c.shore);
    }
    let known = |word: &str| WOODS.iter().chain(&GROVES).chain(&LAKES).chain(&MARSH).chain(&KNOWN).any(|k| *k == word);
    for view in &scene.map.hexes {
        let strange: Vec<&str> = view.terrain.iter().map(String::as_str).filter(|word| !known(word)).collect();
        if let (false, Some(hex)) = (strange.is_empty(), scene.layout.find(&view.number)) {
            crate::ground::word(scene, hex, &strange.join(", "), out);
        }
    }
    out.push_str("</g>\n");
}

/// Draws the trees, those further up first.
pub fn trees(scene: &Scene<'_>, out: &mut String) {
    out.push_str("<g clip-path=\"url(#frame)\">");
    let woods = scene.layout.beyond(&scene.region(&WOODS));
    let area = Area::of(soft(&woods, 0.17, 0.46, scene).iter().map(|p| curve::ring(p)).collect());
    let pines = if scene.palette.bare { 0.62 } else { 0.28 };
    scatter(&area, 12.2, 9.4, |column, row, p| {
        let p = p.plus((noise(column, row, 61) - 0.5) * 6.4, (noise(column, row, 62) - 0.5) * 4.4);
        let inside = area.holds(p.plus(0.0, -2.0));
        if !inside || scene.roads.distance(p.plus(0.0, -3.0), 8.0).is_some() || is_wet(scene, p.plus(0.0, -2.0), 3.0) {
            return;
        }
        let size = 0.86 + 0.34 * noise(column, row, 63);
        let kind = if noise(column, row, 64) < pines { "pine" } else { "oak" };
        stamp(kind, p, size, out);
    });
    let groves = scene.region(&GROVES);
    let area = Area::of(soft(&scene.layout.beyond(&groves), 0.08, 0.04, scene).iter().map(|p| curve::ring(p)).collect());
    scatter(&area, 11.0, 9.4, |_, _, p| {
        let inside = [(-3.0, -5.0), (3.0, -5.0), (0.0, 1.0)].iter().all(|&(x, y)| area.holds(p.plus(x, y)));
        if inside && scene.roads.distance(p.plus(0.0, -2.0), 6.5).is_none() && !is_wet(scene, p, 3.0) {
            stamp("bush", p, 1.0, out);
        }
    });
    out.push_str("</g>\n");
}

/// Plants one tree.
pub fn stamp(kind: &str, p: Point, size: f64, out: &mut String) {
    put!(out, "<use href=\"#{kind}\" transform=\"translate({} {}) scale({:.2})\"/>", N(p.x), N(p.y), size);
}

/// Calls `f` for the points of a lattice that covers an area, row by row.
fn scatter(area: &Area, across: f64, down: f64, mut f: impl FnMut(i32, i32, Point)) {
    let all = || area.rings.iter().flatten();
    let (left, right) = (all().map(|p| p.x).fold(f64::INFINITY, f64::min), all().map(|p| p.x).fold(f64::NEG_INFINITY, f64::max));
    let (top, bottom) = (all().map(|p| p.y).fold(f64::INFINITY, f64::min), all().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max));
    if left > right {
        return;
    }
    for row in (top / down) as i32 - 1..=(bottom / down) as i32 + 1 {
        for column in (left / across) as i32 - 1..=(right / across) as i32 + 1 {
            let shift = if row % 2 == 0 { 0.0 } else { across / 2.0 };
            let p = Point::new(f64::from(column) * across + shift, f64::from(row) * down);
            if area.may_hold(p) {
                f(column, row, p);
            }
        }
    }
}
