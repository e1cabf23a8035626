//! The map with the hexes coloured by what was lost in them.

use crate::game::Played;
use grognard_engine::{Board, MapView};
use grognard_picture::{Options, Theme};
use std::collections::BTreeMap;

/// Strength lost by hex, in all games together.
#[must_use]
pub fn by_hex(games: &[&Played], seat: Option<usize>) -> BTreeMap<String, f64> {
    let mut hexes = BTreeMap::new();
    for loss in games.iter().flat_map(|game| &game.losses).filter(|loss| seat.is_none_or(|seat| loss.seat == seat)) {
        if let Some(hex) = &loss.hex {
            *hexes.entry(hex.clone()).or_insert(0.0) += f64::from(loss.strength) / games.len().max(1) as f64;
        }
    }
    hexes
}

/// Draws the map, redder where more was lost. `name` keeps the names within the picture apart from those of other pictures on the page.
#[must_use]
pub fn map(view: &MapView, board: &Board, lost: &BTreeMap<String, f64>, name: &str) -> String {
    let options =
        Options { theme: Theme::default(), counters: false, panel: false, hotspots: true, numbers: false, ..Options::default() };
    let mut svg = grognard_picture::svg(view, Some(board), &options);
    let most = lost.values().copied().fold(1e-9, f64::max);
    for (hex, strength) in lost {
        // The picture has an unseen shape on each hex, which is what gets the colour.
        let plain = format!("data-hex=\"{hex}\"");
        let red = format!("{plain} fill=\"#b3140c\" fill-opacity=\"{:.2}\"", 0.12 + 0.68 * (strength / most).sqrt());
        svg = svg.replacen(&plain, &red, 1);
        let title = format!("<title>{hex}");
        svg = svg.replacen(&title, &format!("<title>{strength:.2} strength lost a game in {hex}"), 1);
    }
    for (known, own) in
        [("id=\"", format!("id=\"{name}-")), ("url(#", format!("url(#{name}-")), ("href=\"#", format!("href=\"#{name}-"))]
    {
        svg = svg.replace(known, &own);
    }
    svg
}
