//! What runs along hexsides: rivers, streams, ditches, gullies, slopes; and the bridges across them.

use crate::curve;
use crate::geometry::{Hex, Key, Point, Rect, chains, directed_chains, noise};
use crate::ink::{N, put};
use crate::scene::Scene;

/// Kinds of running water, widest last.
const WATERS: [&str; 5] = ["landgraben", "ditch", "brook", "stream", "river"];

/// Width of a kind of water.
fn breadth(kind: &str) -> f64 {
    match kind {
        "river" => 10.5,
        "stream" => 5.0,
        "brook" => 3.6,
        _ => 3.0,
    }
}

/// A corner, moved a little, always by the same.
fn shaken(scene: &Scene<'_>, key: Key) -> Point {
    scene.layout.corner(key).plus((noise(key.0, key.1, 91) - 0.5) * 7.0, (noise(key.0, key.1, 92) - 0.5) * 7.0)
}

/// A line of hexsides as points to draw a curve towards; its ends run on into a lake or off the map.
fn course(scene: &Scene<'_>, line: &[Key]) -> Vec<Point> {
    let mut points: Vec<Point> = line.iter().map(|&key| shaken(scene, key)).collect();
    let lakes = scene.region(&["lake", "pond", "water", "sea"]);
    for at_start in [true, false] {
        let Some(&key) = (if at_start { line.first() } else { line.last() }) else { continue };
        let touching = scene.layout.touching(key);
        let end = shaken(scene, key);
        let more = if let Some(lake) = touching.iter().find(|hex| lakes.contains(hex)) {
            Some(end.toward(scene.layout.centre(*lake), 0.6))
        } else if touching.len() < 3 && scene.layout.frame.grown(-60.0).holds(end) {
            None
        } else if touching.len() < 3 {
            // Away from the hexes that are there, beyond the frame.
            let sum = touching.iter().map(|&h| scene.layout.centre(h)).fold(Point::default(), |a, b| a.plus(b.x, b.y));
            let count = touching.len().max(1) as f64;
            let (dx, dy) = Point::new(sum.x / count, sum.y / count).heading(scene.layout.corner(key));
            Some(end.plus(dx * 60.0, dy * 60.0))
        } else {
            None
        };
        match more {
            Some(p) if at_start => points.insert(0, p),
            Some(p) => points.push(p),
            None => {}
        }
    }
    points
}

/// A stretch of running water.
pub struct Water {
    kind: &'static str,
    path: String,
    line: Vec<Point>,
    around: Rect,
}

/// Lays out all running water of a map.
pub fn survey(scene: &Scene<'_>) -> Vec<Water> {
    let mut found = Vec::new();
    for kind in WATERS {
        for line in chains(&sides(scene, kind)) {
            let points = course(scene, &line);
            let line = curve::along(&points);
            found.push(Water { kind, path: curve::open(&points), around: curve::bounds(&line).grown(20.0), line });
        }
    }
    found
}

/// Whether a point lies in running water or closer to it than `margin`.
pub fn is_wet(scene: &Scene<'_>, p: Point, margin: f64) -> bool {
    let near = scene.waters.iter().filter(|water| water.around.holds(p));
    near.into_iter().any(|water| curve::distance(&water.line, p) < breadth(water.kind) / 2.0 + margin)
}

/// The hexsides of a kind, as pairs of corners.
pub fn sides(scene: &Scene<'_>, kind: &str) -> Vec<(Key, Key)> {
    scene.hexsides(kind).into_iter().filter_map(|(a, b)| scene.layout.side(a, b)).collect()
}

/// Draws all running water and gullies, and neutral dashes for kinds that are not known.
pub fn waters(scene: &Scene<'_>, out: &mut String) {
    let c = scene.palette;
    put!(out, "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" clip-path=\"url(#frame)\">");
    gullies(scene, out);
    let mut known = vec!["slope", "bridge", "gully", "wall", "fence"];
    known.extend(WATERS);
    let mut strange: Vec<&str> = scene.map.hexsides.iter().map(|s| s.kind.as_str()).filter(|k| !known.contains(k)).collect();
    strange.sort_unstable();
    strange.dedup();
    for kind in strange {
        let d: String = chains(&sides(scene, kind)).iter().map(|line| curve::open(&course(scene, line))).collect();
        put!(out, "<path d=\"{d}\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"5 4\"/>", c.faint);
    }
    let paths: Vec<(&str, String)> = WATERS
        .iter()
        .map(|kind| (*kind, scene.waters.iter().filter(|w| w.kind == *kind).map(|w| w.path.as_str()).collect::<String>()))
        .filter(|(_, d)| !d.is_empty())
        .collect();
    for (kind, d) in &paths {
        put!(out, "<path d=\"{d}\" stroke=\"{}\" stroke-width=\"{}\"/>", c.shore, N(breadth(kind) + 1.8));
    }
    for (kind, d) in &paths {
        let wide = breadth(kind);
        put!(out, "<path d=\"{d}\" stroke=\"{}\" stroke-width=\"{}\"/>", c.water, N(wide));
        if *kind == "river" {
            put!(out, "<path d=\"{d}\" stroke=\"{}\" stroke-opacity=\".35\" stroke-width=\"{}\"/>", c.shore, N(wide * 0.62));
            put!(out, "<path d=\"{d}\" stroke=\"{}\" stroke-width=\"{}\"/>", c.water, N(wide * 0.44));
            put!(
                out,
                "<path d=\"{d}\" stroke=\"{}\" stroke-width=\"1\" stroke-dasharray=\"9 16 4 22\" stroke-opacity=\".9\"/>",
                c.glint
            );
        }
        if *kind == "landgraben" || *kind == "ditch" {
            put!(out, "<path d=\"{d}\" stroke=\"{}\" stroke-width=\"1\" stroke-dasharray=\"1.5 5\"/>", c.earth);
        }
    }
    out.push_str("</g>\n");
}

fn gullies(scene: &Scene<'_>, out: &mut String) {
    let c = scene.palette;
    for line in chains(&sides(scene, "gully")) {
        let points = course(scene, &line);
        let mut ticks = String::new();
        for (i, (at, (x, y))) in curve::paced(&curve::along(&points), 3.6).into_iter().enumerate() {
            let long = 3.8 + 2.2 * noise(i as i32, line.len() as i32, 93);
            for side in [-1.0, 1.0] {
                let top = at.plus(-y * side * (2.2 + long), x * side * (2.2 + long));
                put!(ticks, "M{} {}L{} {}", N(top.x), N(top.y), N(at.x - y * side * 1.8), N(at.y + x * side * 1.8));
            }
        }
        let d = curve::open(&points);
        put!(out, "<path d=\"{d}\" stroke=\"{}\" stroke-opacity=\".22\" stroke-width=\"12\"/>", c.hill);
        put!(out, "<path d=\"{ticks}\" stroke=\"{}\" stroke-width=\"1\"/>", c.hill);
    }
}

/// The crests of slopes: lines of points with the low ground on the left.
fn crests(scene: &Scene<'_>) -> Vec<Vec<Point>> {
    let sides: Vec<(Key, Key)> =
        scene.hexsides("slope").into_iter().filter_map(|(low, high)| scene.layout.side(high, low)).collect();
    directed_chains(&sides).iter().map(|line| line.iter().map(|&key| shaken(scene, key)).collect()).collect()
}

/// Draws the soft shade below crests and the light above them.
pub fn shade(scene: &Scene<'_>, out: &mut String) {
    let c = scene.palette;
    put!(out, "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" clip-path=\"url(#frame)\">");
    for crest in crests(scene) {
        let line = curve::along(&crest);
        for (away, width, colour, opacity) in
            [(9.0, 20.0, c.hill, 0.1), (7.0, 13.0, c.hill, 0.13), (-9.0, 16.0, c.light, 0.35), (-5.0, 9.0, c.light, 0.4)]
        {
            let moved: Vec<Point> = curve::paced(&line, 8.0).into_iter().map(|(p, (x, y))| p.plus(y * away, -x * away)).collect();
            put!(
                out,
                "<path d=\"{}\" stroke=\"{colour}\" stroke-opacity=\"{opacity}\" stroke-width=\"{}\"/>",
                curve::open(&moved),
                N(width)
            );
        }
    }
    out.push_str("</g>\n");
}

/// Draws hachures: wedges that begin at the crest and point downhill.
pub fn hachures(scene: &Scene<'_>, out: &mut String) {
    put!(out, "<g clip-path=\"url(#frame)\">");
    for (n, crest) in crests(scene).iter().enumerate() {
        let mut d = String::new();
        for (i, (at, heading)) in curve::paced(&curve::along(crest), 3.3).into_iter().enumerate() {
            wedge(at, heading, 8.5 + 6.0 * noise(i as i32, n as i32, 94), &mut d);
        }
        put!(out, "<path d=\"{d}\" fill=\"{}\"/>", scene.palette.hill);
    }
    out.push_str("</g>\n");
}

/// One hachure to the left of the heading.
pub fn wedge(at: Point, (x, y): (f64, f64), long: f64, d: &mut String) {
    let tip = at.plus(y * long, -x * long);
    put!(
        d,
        "M{} {}L{} {}L{} {}Z",
        N(at.x - x * 0.9),
        N(at.y - y * 0.9),
        N(at.x + x * 0.9),
        N(at.y + y * 0.9),
        N(tip.x),
        N(tip.y)
    );
}

/// Draws bridges: a deck across the water and its two rails.
pub fn bridges(scene: &Scene<'_>, out: &mut String) {
    let wide = |a: Hex, b: Hex| {
        let of = |kind: &&str| scene.hexsides(kind).iter().any(|&(c, d)| (a, b) == (c, d) || (b, a) == (c, d));
        WATERS.iter().rev().find(|kind| of(kind)).map_or(5.0, |kind| breadth(kind))
    };
    for (a, b) in scene.hexsides("bridge") {
        let (from, to) = (scene.layout.centre(a), scene.layout.centre(b));
        let middle = from.toward(to, 0.5);
        let (x, y) = from.heading(to);
        let half = wide(a, b) / 2.0 + 4.0;
        put!(
            out,
            "<g transform=\"translate({} {}) rotate({})\"><rect x=\"{}\" y=\"-3.6\" width=\"{}\" height=\"7.2\" fill=\"{}\"/>\
             <path d=\"M{l} -6.6l2.6 2.4h{w}l2.6 -2.4M{l} 6.6l2.6 -2.4h{w}l2.6 2.4\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/></g>",
            N(middle.x),
            N(middle.y),
            N(y.atan2(x).to_degrees()),
            N(-half),
            N(half * 2.0),
            scene.palette.road[0],
            scene.palette.ink,
            l = N(-half - 1.0),
            w = N(half * 2.0 - 3.2),
        );
    }
}
