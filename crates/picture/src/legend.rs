//! The key to the map: only what this map has.

use crate::curve;
use crate::geometry::Point;
use crate::ground::{sample, star};
use crate::ink::{N, Type, put, text};
use crate::margin::{WIDTH, card};
use crate::scene::Scene;
use crate::terrain::stamp;

/// Size of the small pictures.
const SWATCH: (f64, f64) = (40.0, 24.0);
/// Height of a line.
const ROW: f64 = 31.0;

/// How high the legend is.
pub fn height(scene: &Scene<'_>) -> f64 {
    match items(scene).len() {
        0 => 0.0,
        count => 38.0 + count.div_ceil(2) as f64 * ROW,
    }
}

/// Draws the legend and says where it ends.
pub fn draw(scene: &Scene<'_>, x: f64, y: f64, out: &mut String) -> f64 {
    let items = items(scene);
    if items.is_empty() {
        return y - 12.0;
    }
    let rows = items.len().div_ceil(2);
    let h = height(scene);
    card(scene, x, y, h, "Key", out);
    let wide = (WIDTH - 28.0) / 2.0;
    for (i, item) in items.iter().enumerate() {
        let left = x + 14.0 + (i / rows) as f64 * wide;
        let top = y + 33.0 + (i % rows) as f64 * ROW;
        put!(out, "<g transform=\"translate({} {})\">", N(left), N(top));
        swatch(scene, item, out);
        text(out, SWATCH.0 + 9.0, 16.5, Type::serif(12.5, scene.palette.ink).at_start(), &title(scene, item));
        out.push_str("</g>\n");
    }
    y + h
}

/// The words of this map that can be explained, in a fixed order.
fn items(scene: &Scene<'_>) -> Vec<String> {
    let order = [
        "town",
        "village",
        "fort",
        "woods",
        "grove",
        "garden",
        "marsh",
        "lake",
        "river",
        "stream",
        "brook",
        "landgraben",
        "gully",
        "slope",
        "level",
        "wall",
        "fence",
        "road",
        "bridge",
        "objective",
        "entry",
    ];
    let has = |word: &str| match word {
        "road" => !scene.map.roads.is_empty(),
        "level" => scene.map.hexes.iter().any(|h| h.level > 0),
        "objective" => scene.map.hexes.iter().any(|h| h.objective),
        "entry" => !scene.map.entries.is_empty(),
        _ => {
            scene.map.hexes.iter().any(|h| h.terrain.iter().any(|t| t == word))
                || scene.map.hexsides.iter().any(|s| s.kind == word)
        }
    };
    order.into_iter().filter(|word| has(word)).map(str::to_owned).collect()
}

fn title(scene: &Scene<'_>, item: &str) -> String {
    let words = match item {
        "town" => "Town or village",
        "lake" if scene.palette.frozen => "Lake, frozen",
        "river" if scene.palette.frozen => "River, frozen",
        "slope" => "Slope (ticks downhill)",
        "level" => "Contour (ticks downhill)",
        "marsh" if scene.palette.frozen => "Wetland, frozen",
        "entry" => "Entry of reinforcements",
        "objective" => "Objective",
        _ => "",
    };
    if !words.is_empty() {
        return words.to_owned();
    }
    let mut letters = item.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A small picture of one item.
fn swatch(scene: &Scene<'_>, item: &str, out: &mut String) {
    let c = scene.palette;
    let (w, h) = SWATCH;
    let floor = match item {
        "woods" => c.wood,
        "grove" | "garden" => c.grove,
        "lake" => c.water,
        "town" | "village" => c.yard,
        _ => c.ground,
    };
    put!(out, "<rect width=\"{w}\" height=\"{h}\" rx=\"2\" fill=\"{floor}\"/>");
    let line = curve::open(&sample(w, h));
    let stroke = |colour: &str, width: f64| {
        format!("<path d=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"/>", N(width))
    };
    match item {
        "town" | "village" => put!(
            out,
            "<path d=\"M6 5h8v6h-8zM18 4h7v6h-7zM28 6h8v5h-8zM5 14h7v6h-7zM15 13h9v6h-9zM28 14h7v6h-7z\" fill=\"{}\" stroke=\"{}\" stroke-width=\".7\"/>",
            c.house[0],
            c.house[1]
        ),
        "woods" => {
            for (i, (x, y)) in
                [(8.0, 13.0), (18.0, 12.0), (29.0, 13.0), (13.0, 21.0), (23.0, 21.0), (34.0, 21.0)].into_iter().enumerate()
            {
                stamp(if i % 2 == 0 { "pine" } else { "oak" }, Point::new(x, y), 1.0, out);
            }
        }
        "grove" | "garden" => {
            for (x, y) in [(8.0, 11.0), (18.0, 11.0), (28.0, 11.0), (13.0, 20.0), (23.0, 20.0), (33.0, 20.0)] {
                stamp("bush", Point::new(x, y), 1.0, out);
            }
        }
        "fort" => put!(
            out,
            "<path d=\"M13 20L9 10L20 3L31 10L27 20\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3.4\"/><path d=\"M13 20L9 10L20 3L31 10L27 20\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"/>",
            c.yard,
            c.house[1],
            c.earth
        ),
        "lake" => put!(out, "<path d=\"M8 9l6 -2l5 3m4 6l6 -3l5 2\" fill=\"none\" stroke=\"{}\" stroke-width=\"1\"/>", c.glint),
        "river" => out.push_str(&(stroke(c.shore, 9.6) + &stroke(c.water, 7.6))),
        "stream" => out.push_str(&(stroke(c.shore, 5.8) + &stroke(c.water, 4.0))),
        "brook" => out.push_str(&(stroke(c.shore, 4.8) + &stroke(c.water, 3.2))),
        "wall" => out.push_str(&(stroke(c.halo, 5.4) + &stroke(c.faint, 3.2))),
        "fence" => {
            let mut posts = String::new();
            for (at, (x, y)) in curve::paced(&sample(w, h), 6.0) {
                put!(posts, "M{} {}L{} {}", N(at.x - y * 2.6), N(at.y + x * 2.6), N(at.x + y * 2.6), N(at.y - x * 2.6));
            }
            put!(out, "{}<path d=\"{posts}\" stroke=\"{}\" stroke-width=\".9\"/>", stroke(c.earth, 1.3), c.earth);
        }
        "level" => {
            let crest: Vec<Point> = sample(w, h * 0.7).into_iter().rev().map(|p| p.plus(0.0, 3.0)).collect();
            let mut d = String::new();
            for (at, heading) in curve::paced(&crest, 4.4) {
                crate::lines::wedge(at, heading, 5.5, &mut d);
            }
            put!(out, "<path d=\"{}V0H0Z\" fill=\"{}\" fill-opacity=\".8\"/>", curve::open(&crest), c.height);
            put!(
                out,
                "<path d=\"{d}\" fill=\"{0}\"/><path d=\"{1}\" fill=\"none\" stroke=\"{0}\" stroke-width=\"1.1\"/>",
                c.hill,
                curve::open(&crest)
            );
        }
        "marsh" => put!(
            out,
            "<path d=\"M5 10h12m-8 0l-2 -4m4 4v-5m2 5l2 -4M20 18h12m-8 0l-2 -4m4 4v-5m2 5l2 -4\" fill=\"none\" stroke=\"{}\" stroke-width=\".9\"/>",
            c.shore
        ),
        "landgraben" => out.push_str(&(stroke(c.shore, 4.4) + &stroke(c.water, 2.8))),
        "road" => out.push_str(&(stroke(c.kerb, 6.6) + &stroke(c.road[0], 4.4))),
        "bridge" => put!(
            out,
            "<rect x=\"15\" width=\"10\" height=\"{h}\" fill=\"{}\"/><rect x=\"0\" y=\"9\" width=\"{w}\" height=\"6\" fill=\"{}\"/>\
             <path d=\"M10 6l2.6 2.4h14.8l2.6 -2.4M10 18l2.6 -2.4h14.8l2.6 2.4\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>",
            c.water,
            c.road[0],
            c.ink
        ),
        "slope" | "gully" => {
            let mut d = String::new();
            let crest: Vec<Point> = sample(w, h * 0.5).into_iter().rev().map(|p| p.plus(0.0, 2.0)).collect();
            for (at, heading) in curve::paced(&crest, 3.3) {
                crate::lines::wedge(at, heading, if item == "slope" { 10.0 } else { 5.0 }, &mut d);
                if item == "gully" {
                    crate::lines::wedge(at, (-heading.0, -heading.1), 5.0, &mut d);
                }
            }
            put!(out, "<path d=\"{d}\" fill=\"{}\"/>", c.hill);
        }
        "objective" => star(Point::new(w / 2.0, h / 2.0 + 1.0), 8.0, out),
        "entry" => {
            put!(out, "<circle cx=\"20\" cy=\"12\" r=\"9\" fill=\"#9b2a22\" stroke=\"#fff\" stroke-width=\"1.2\"/>");
            text(out, 20.0, 16.3, Type::serif(12.5, "#fff").with("font-weight=\"600\""), "A");
        }
        _ => {}
    }
    put!(out, "<rect width=\"{w}\" height=\"{h}\" rx=\"2\" fill=\"none\" stroke=\"{}\" stroke-opacity=\".6\"/>", c.frame);
}
