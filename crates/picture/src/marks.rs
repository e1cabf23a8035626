//! Badges on counters, and marks on hexes that are not counters.

use crate::geometry::Point;
use crate::ink::{N, Type, esc, put, text};
use crate::poster::LOSSES;
use crate::scene::Scene;
use grognard_engine::Board;
use grognard_engine::board::Mark;

/// Corners of a counter where badges go, in this order.
const CORNERS: [(f64, f64); 4] = [(45.5, 0.5), (0.5, 0.5), (45.5, 45.5), (0.5, 45.5)];

/// Draws the states of a counter as badges at its corners.
pub fn badges(states: &[String], out: &mut String) {
    for (state, (x, y)) in states.iter().zip(CORNERS) {
        put!(out, "<g transform=\"translate({} {})\"><title>{}</title>", N(x), N(y), esc(state));
        let low = state.to_lowercase();
        let plus = state.split_whitespace().find(|word| word.starts_with(['+', '-', '×']) && word.len() > 1);
        if low == "moved" {
            out.push_str(
                "<circle r=\"5.6\" fill=\"#fffbe9\" stroke=\"#221c12\"/><path d=\"M-3.6 -1.2h3.4v-2.2l4 3.4l-4 3.4v-2.2h-3.4z\" fill=\"#221c12\"/>",
            );
        } else if low == "attacked" || low == "fought" {
            out.push_str(
                "<circle r=\"5.6\" fill=\"#b3261e\" stroke=\"#fff\"/><path d=\"M-3 -3L3 3M3 -3L-3 3\" stroke=\"#fff\" stroke-width=\"1.8\" stroke-linecap=\"round\"/>",
            );
        } else if let Some(word) = plus {
            out.push_str(
                "<rect x=\"-7.5\" y=\"-5.5\" width=\"15\" height=\"11\" rx=\"5.5\" fill=\"#f2c230\" stroke=\"#4a3505\"/>",
            );
            let word: String = word.chars().take(3).collect();
            text(out, 0.0, 3.1, Type::sans(8.4, "#2a1d02").with("font-weight=\"700\""), &word);
        } else {
            out.push_str("<circle r=\"5.6\" fill=\"#efe3c2\" stroke=\"#221c12\"/>");
            let letter: String = state.chars().take(1).flat_map(char::to_uppercase).collect();
            text(out, 0.0, 3.0, Type::sans(8.0, "#221c12").with("font-weight=\"700\""), &letter);
        }
        out.push_str("</g>");
    }
}

fn at(scene: &Scene<'_>, mark: &Mark) -> Option<Point> {
    scene.layout.find(&mark.hex).map(|hex| scene.layout.centre(hex))
}

/// Marks that lie under the counters.
pub fn below(scene: &Scene<'_>, board: &Board, out: &mut String) {
    for mark in board.marks.iter().filter(|m| m.kind == "target") {
        if let Some(hex) = scene.layout.find(&mark.hex) {
            put!(out, "<polygon points=\"{}\" fill=\"#c3221b\" fill-opacity=\".22\"/>", scene.layout.polygon(hex, 0.97));
        }
    }
}

/// Draws where strength was lost, the redder the more, and how much.
pub fn losses(scene: &Scene<'_>, board: &Board, out: &mut String) {
    let lost = |mark: &Mark| -> Option<f64> { mark.kind.strip_prefix(LOSSES)?.parse().ok() };
    let most = board.marks.iter().filter_map(lost).fold(1.0, f64::max);
    for mark in &board.marks {
        let (Some(strength), Some(hex)) = (lost(mark), scene.layout.find(&mark.hex)) else { continue };
        let deep = 0.22 + 0.5 * strength / most;
        put!(
            out,
            "<g><title>{}</title><polygon points=\"{}\" fill=\"#c3221b\" fill-opacity=\"{deep:.2}\"/>",
            esc(&format!("strength {strength} lost")),
            scene.layout.polygon(hex, 0.97)
        );
        let p = scene.layout.centre(hex);
        let kind =
            Type::sans(15.0, "#fff").with("font-weight=\"700\" stroke=\"#6b1f1a\" stroke-width=\"3\" paint-order=\"stroke\"");
        text(out, p.x, p.y + 33.0, kind, &strength.to_string());
        out.push_str("</g>");
    }
}

/// Marks that lie on top of the counters: flags of control, rings around targets.
pub fn above(scene: &Scene<'_>, board: &Board, out: &mut String) {
    for mark in board.marks.iter().filter(|mark| !mark.kind.starts_with(LOSSES)) {
        let Some(p) = at(scene, mark) else { continue };
        let side = mark.side.as_deref().unwrap_or("");
        match mark.kind.as_str() {
            "control" => flag(scene, p.plus(-27.0, -9.0), side, out),
            "target" => {
                put!(
                    out,
                    "<g transform=\"translate({} {})\" fill=\"none\"><title>target</title><circle r=\"33\" stroke=\"#fff\" stroke-width=\"5\" stroke-opacity=\".8\"/>\
                     <circle r=\"33\" stroke=\"#c3221b\" stroke-width=\"2.8\"/>\
                     <path d=\"M-38 0h9M38 0h-9M0 -38v9M0 38v-9\" stroke=\"#c3221b\" stroke-width=\"2.8\"/></g>",
                    N(p.x),
                    N(p.y)
                );
            }
            kind => put!(
                out,
                "<g transform=\"translate({} {})\"><title>{}</title><path d=\"M0 -6L6 0L0 6L-6 0Z\" fill=\"#efe3c2\" stroke=\"#221c12\" stroke-width=\"1.2\"/></g>",
                N(p.x + 27.0),
                N(p.y - 14.0),
                esc(&format!("{kind} {side}"))
            ),
        }
    }
    out.push('\n');
}

/// A flag in the colour of a side, with its first letter.
pub fn flag(scene: &Scene<'_>, foot: Point, side: &str, out: &mut String) {
    let colour = if side.is_empty() { "#7b6336" } else { scene.side_colour(side) };
    put!(
        out,
        "<g transform=\"translate({} {})\"><title>{}</title><path d=\"M0 0V-22\" stroke=\"#221c12\" stroke-width=\"1.8\" stroke-linecap=\"round\"/>\
         <path d=\"M.6 -22q4 -2 8 0t8 0v11q-4 2 -8 0t-8 0z\" fill=\"{colour}\" stroke=\"#fff\" stroke-width=\".9\"/>",
        N(foot.x),
        N(foot.y),
        esc(&format!("held by {side}"))
    );
    let letter: String = side.chars().take(1).collect();
    text(out, 8.6, -13.4, Type::sans(8.6, "#fff").with("font-weight=\"700\""), &letter);
    out.push_str("</g>");
}
