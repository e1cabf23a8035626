//! The map with the hexes coloured by what was lost in them.

use crate::game::Played;
use crate::stats::{self, Estimate};
use crate::summary::plain;
use grognard_engine::{Board, MapView};
use grognard_picture::{Options, Theme};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The colour of losses.
const RED: &str = "#b3140c";

/// Strength lost by hex, a game, with its interval.
#[must_use]
pub fn by_hex(games: &[&Played], seat: Option<usize>) -> BTreeMap<String, Estimate> {
    let mut hexes: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (i, game) in games.iter().enumerate() {
        for loss in game.losses.iter().filter(|loss| seat.is_none_or(|seat| loss.seat == seat)) {
            if let Some(hex) = &loss.hex {
                hexes.entry(hex).or_insert_with(|| vec![0.0; games.len()])[i] += f64::from(loss.strength);
            }
        }
    }
    hexes.into_iter().map(|(hex, lost)| (hex.to_owned(), stats::amount(&lost))).collect()
}

fn most(lost: &BTreeMap<String, Estimate>) -> f64 {
    lost.values().map(|e| e.value).fold(1e-9, f64::max)
}

/// How dark a share of the most that was lost is.
fn depth(share: f64) -> f64 {
    0.12 + 0.68 * share.sqrt()
}

/// What the colours mean.
#[must_use]
pub fn legend(lost: &BTreeMap<String, Estimate>) -> String {
    let most = most(lost);
    let mut out = String::from("<p class=\"key\">Strength lost a game:");
    for share in [0.0625, 0.25, 0.5625, 1.0] {
        let red = format!("{RED}{:02x}", (255.0 * depth(share)) as u8);
        // On the colour of the map's paper, which is light whatever the page is.
        let _ = write!(out, "<span style=\"background:linear-gradient({red},{red}),#ece5c8\"></span>{:.2}", share * most);
    }
    out.push_str("</p>");
    out
}

/// Draws the map, redder where more was lost. `name` keeps the names within the picture apart from those of other pictures on the page.
#[must_use]
pub fn map(view: &MapView, board: &Board, lost: &BTreeMap<String, Estimate>, name: &str) -> String {
    let options =
        Options { theme: Theme::default(), counters: false, panel: false, hotspots: true, numbers: false, ..Options::default() };
    let mut svg = grognard_picture::svg(view, Some(board), &options);
    let most = most(lost);
    for (hex, e) in lost {
        // The picture has an unseen shape on each hex, which is what gets the colour.
        let plain_hex = format!("data-hex=\"{hex}\"");
        let red = format!("{plain_hex} fill=\"{RED}\" fill-opacity=\"{:.2}\"", depth(e.value / most));
        svg = svg.replacen(&plain_hex, &red, 1);
        let title = format!("<title>{hex}");
        svg = svg.replacen(&title, &format!("<title>{} strength lost a game in {hex}", plain(e, 2)), 1);
    }
    for (known, own) in
        [("id=\"", format!("id=\"{name}-")), ("url(#", format!("url(#{name}-")), ("href=\"#", format!("href=\"#{name}-"))]
    {
        svg = svg.replace(known, &own);
    }
    svg
}
