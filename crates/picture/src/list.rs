//! The board in sentences, for screen readers and for anyone who prefers to read.

use crate::text::{duties, header, off_map, plain, sides};
use grognard_engine::piece::Stance;
use grognard_engine::{Board, Counter, MapView};
use std::fmt::Write as _;

/// Lists the units of each side with hex, place and terrain, then what is off the map and what is to be done.
#[must_use]
pub fn list(map: &MapView, board: &Board) -> String {
    let mut out = String::new();
    header(map, board, &mut out);
    for side in sides(board) {
        let mut own: Vec<&Counter> = board.counters.iter().filter(|c| c.side == side && c.hex.is_some()).collect();
        own.sort_by(|a, b| a.hex.cmp(&b.hex));
        let _ = writeln!(out, "{}: {} on the map.", plain(side), count(own.len()));
        for counter in own {
            let _ = writeln!(out, "{}", sentence(map, counter));
        }
        out.push('\n');
    }
    for line in off_map(board) {
        let _ = writeln!(out, "{line}.");
    }
    let held: Vec<String> = board
        .marks
        .iter()
        .map(|m| match (m.kind.as_str(), m.side.as_deref()) {
            ("control", Some(side)) => format!("{} is held by {}.", where_is(map, &m.hex), plain(side)),
            (kind, _) => format!("{}: {}.", where_is(map, &m.hex), plain(kind)),
        })
        .collect();
    for line in held {
        let _ = writeln!(out, "{line}");
    }
    for line in duties(board) {
        let _ = writeln!(out, "To do: {line}.");
    }
    out
}

fn count(units: usize) -> String {
    if units == 1 { "1 unit".to_owned() } else { format!("{units} units") }
}

/// One unit in a sentence: `Mur4 (French Murat, cavalry 4-5) is in 1514, Ziegelhof, clear, on a road; moved.`
fn sentence(map: &MapView, counter: &Counter) -> String {
    let hex = counter.hex.as_deref().unwrap_or("");
    let mut words = format!(
        "{} ({} {}, {} {}) is in {}",
        plain(&counter.tag),
        plain(&counter.nation),
        plain(&counter.name),
        plain(&counter.kind),
        plain(&counter.values),
        where_is(map, hex)
    );
    let stance = counter.stance.iter().flat_map(Stance::words);
    let states: Vec<String> = stance.chain(counter.badges.iter().cloned()).map(|part| plain(&part)).collect();
    if !states.is_empty() {
        let _ = write!(words, "; {}", states.join(", "));
    }
    words.push('.');
    words
}

/// A hex in words: number, place, terrain, whether a road goes through.
fn where_is(map: &MapView, number: &str) -> String {
    let mut words = plain(number);
    for place in map.places.iter().filter(|p| p.hexes.iter().any(|h| h == number)) {
        let _ = write!(words, ", {}", plain(&place.name));
    }
    if let Some(view) = map.hexes.iter().find(|h| h.number == number) {
        let _ = write!(words, ", {}", plain(&view.terrain.join(" and ")));
        if view.objective {
            words.push_str(", objective");
        }
    }
    if map.roads.iter().any(|r| r.path.iter().any(|h| h == number)) {
        words.push_str(", on a road");
    }
    if let Some(entry) = map.entries.iter().find(|e| e.hex == number) {
        let _ = write!(words, ", entry {}", plain(&entry.code));
    }
    words
}
