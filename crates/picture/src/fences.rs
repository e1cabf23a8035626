//! Walls and fences along hexsides, and what is put on hexsides during a game.

use crate::curve;
use crate::geometry::{Point, chains};
use crate::ink::{N, esc, put};
use crate::lines::sides;
use crate::scene::Scene;
use grognard_engine::Board;

/// Draws the walls and fences of the map.
pub fn draw(scene: &Scene<'_>, out: &mut String) {
    let c = scene.palette;
    for (kind, colour, wide) in [("wall", c.faint, 3.2), ("fence", c.earth, 1.3)] {
        let lines = chains(&sides(scene, kind));
        if lines.is_empty() {
            continue;
        }
        let (mut path, mut posts) = (String::new(), String::new());
        for line in lines {
            let points: Vec<Point> = line.iter().map(|&key| scene.layout.corner(key)).collect();
            for (i, p) in points.iter().enumerate() {
                put!(path, "{}{} {}", if i == 0 { "M" } else { "L" }, N(p.x), N(p.y));
            }
            for (at, (x, y)) in curve::paced(&points, if kind == "wall" { 5.0 } else { 6.5 }) {
                let half = if kind == "wall" { 1.4 } else { 2.6 };
                put!(posts, "M{} {}L{} {}", N(at.x - y * half), N(at.y + x * half), N(at.x + y * half), N(at.y - x * half));
            }
        }
        let posts_colour = if kind == "wall" { c.card } else { colour };
        put!(
            out,
            "<g fill=\"none\" stroke-linejoin=\"round\"><title>{kind}</title><path d=\"{path}\" stroke=\"{}\" stroke-opacity=\".8\" stroke-width=\"{}\"/>\
             <path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{}\"/><path d=\"{posts}\" stroke=\"{posts_colour}\" stroke-width=\".9\"/></g>\n",
            c.halo,
            N(wide + 2.2),
            N(wide)
        );
    }
}

/// Draws the marks on hexsides: barricades as crossed stakes, others as a bar.
pub fn marks(scene: &Scene<'_>, board: &Board, out: &mut String) {
    for mark in &board.hexside_marks {
        let ends = scene.layout.find(&mark.from).zip(scene.layout.find(&mark.to));
        let Some((from, to)) = ends else { continue };
        let Some((a, b)) = scene.layout.side(from, to) else { continue };
        // A little on the side of whoever stands behind it.
        let middle = scene.layout.centre(from);
        let (a, b) = (scene.layout.corner(a).toward(middle, 0.07), scene.layout.corner(b).toward(middle, 0.07));
        let (a, b) = (a.toward(b, 0.07), b.toward(a, 0.07));
        let colour = mark.side.as_deref().map_or("#5b4a35", |side| scene.side_colour(side));
        let whose = mark.side.as_deref().map_or(String::new(), |side| format!("{side} "));
        put!(
            out,
            "<g fill=\"none\" stroke-linecap=\"round\"><title>{}</title><path d=\"M{} {}L{} {}\" stroke=\"#fff\" stroke-opacity=\".8\" stroke-width=\"6.4\"/>\
             <path d=\"M{1} {2}L{3} {4}\" stroke=\"{colour}\" stroke-width=\"3.6\"/>",
            esc(&format!("{whose}{}", mark.kind)),
            N(a.x),
            N(a.y),
            N(b.x),
            N(b.y)
        );
        if mark.kind == "barricade" {
            let mut stakes = String::new();
            for (at, (x, y)) in curve::paced(&[a, b], 7.0) {
                for lean in [-1.0, 1.0] {
                    let (dx, dy) = (x * 2.2 * lean - y * 4.4, y * 2.2 * lean + x * 4.4);
                    put!(stakes, "M{} {}L{} {}", N(at.x - dx), N(at.y - dy), N(at.x + dx), N(at.y + dy));
                }
            }
            put!(out, "<path d=\"{stakes}\" stroke=\"#3b2a16\" stroke-width=\"1.5\"/>");
        }
        out.push_str("</g>\n");
    }
}
