//! A picture to hand on: the map with a headline above it, and what was lost where.

use crate::ink::{N, SANS, SERIF, Type, esc, put, text, wrap};
use crate::{Options, svg};
use grognard_engine::board::Mark;
use grognard_engine::{Board, MapView};

/// Height of the strip above the map.
const HEAD: f64 = 190.0;

/// What stands above the map, and what is marked on it.
#[derive(Clone, Debug, Default)]
pub struct Poster {
    /// The headline.
    pub heading: String,
    /// A line below it.
    pub line: String,
    /// Strength that was lost, by hex: the redder the more.
    pub losses: Vec<(String, u32)>,
}

/// The board with losses marked in their hexes.
#[must_use]
pub fn with_losses(board: &Board, losses: &[(String, u32)]) -> Board {
    let mark = |(hex, strength): &(String, u32)| Mark { hex: hex.clone(), kind: format!("{LOSSES}{strength}"), side: None };
    let mut board = board.clone();
    board.marks.extend(losses.iter().map(mark));
    board
}

/// How a mark says that so much strength was lost in a hex.
pub(crate) const LOSSES: &str = "losses ";

/// Draws the map with a headline, as a self-contained SVG document.
#[must_use]
pub fn poster(map: &MapView, board: &Board, options: &Options, poster: &Poster) -> String {
    let inner = svg(map, Some(&with_losses(board, &poster.losses)), options);
    let (width, height) = size(&inner);
    let (w, h) = (N(width), N(height + HEAD));
    let mut out = String::with_capacity(inner.len() + 2_000);
    put!(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\">\n");
    put!(
        out,
        "<title>{}</title>\n<style>.s{{font-family:{SERIF}}}.n{{font-family:{SANS};font-stretch:condensed}}</style>\n",
        esc(&poster.heading)
    );
    put!(
        out,
        "<rect width=\"{w}\" height=\"{h}\" fill=\"#f4ecd8\"/><path d=\"M0 {0}H{w}\" stroke=\"#6b1f1a\" stroke-width=\"4\"/>",
        N(HEAD - 12.0)
    );
    let room = width - 80.0;
    let heading = wrap(&poster.heading, 64.0, room, 1).into_iter().next().unwrap_or_default();
    text(&mut out, 40.0, 82.0, Type::serif(64.0, "#2a2118").at_start().with("font-weight=\"600\""), &heading);
    let line = wrap(&poster.line, 34.0, room, 1).into_iter().next().unwrap_or_default();
    text(&mut out, 40.0, 142.0, Type::serif(34.0, "#5d5140").at_start(), &line);
    put!(out, "\n<g transform=\"translate(0 {})\">{inner}</g></svg>\n", N(HEAD));
    out
}

/// The size that a document says it has.
fn size(svg: &str) -> (f64, f64) {
    let number = |name: &str| {
        let from = svg.find(name)? + name.len();
        svg[from..].split('"').next()?.parse().ok()
    };
    (number(" width=\"").unwrap_or(1.0), number(" height=\"").unwrap_or(1.0))
}
