//! Draws a map file, with counters from a table if one is given: `show MAP.toml OUT [UNITS.tsv GAME]`.
//!
//! Writes `OUT.svg`, `OUT.png` and `OUT.txt`. Meant for looking at a map while it is being edited.

use grognard_engine::board::{Mark, Track};
use grognard_engine::sheet::Sheet;
use grognard_engine::{Board, Counter, MapView};
use grognard_picture::{Options, Theme, list, png, svg, text};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, target, rest @ ..] = args.as_slice() else { return Err("show MAP.toml OUT [UNITS.tsv GAME [WIDTH]]".into()) };
    let sheet = Sheet::read(file, &std::fs::read_to_string(file)?).map_err(|e| e.to_string())?;
    let map = MapView::of(&sheet);
    let board = match rest {
        [units, game, ..] => Some(board(&map, &std::fs::read_to_string(units)?, game)),
        _ => None,
    };
    let theme = if file.contains("eylau") { Theme::Winter } else { Theme::Summer };
    let drawing = svg(&map, board.as_ref(), &Options { theme, ..Options::default() });
    std::fs::write(format!("{target}.svg"), &drawing)?;
    let width = rest.get(2).and_then(|w| w.parse().ok()).unwrap_or(1900);
    std::fs::write(format!("{target}.png"), png(&drawing, width)?)?;
    if let Some(board) = &board {
        std::fs::write(format!("{target}.txt"), format!("{}\n{}", text(&map, board, None), list(&map, board)))?;
    }
    Ok(())
}

/// A board with the counters of a table where they start.
fn board(map: &MapView, table: &str, game: &str) -> Board {
    let mut counters: Vec<Counter> = Vec::new();
    for line in table.lines().filter(|l| !l.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, of, side, nation, _, name, kind, strength, movement, start, ..] = cells.as_slice() else { continue };
        let kind = match *kind {
            "i" => "infantry",
            "c" => "cavalry",
            "a" => "artillery",
            "g" => "garrison",
            _ => continue,
        };
        if *of != game {
            continue;
        }
        let number = start.trim_end_matches('R');
        let hex = map.hexes.iter().any(|h| h.number == number).then(|| number.to_owned());
        let n = counters.len();
        let lost = n % 13 == 5;
        let badges = match n % 9 {
            0 => vec!["moved".to_owned()],
            1 => vec!["attacked".to_owned(), "moved".to_owned()],
            2 => vec!["fresh +3".to_owned()],
            _ => Vec::new(),
        };
        counters.push(Counter {
            tag: id.trim_start_matches(['D', 'E']).trim_start_matches('-').to_owned(),
            side: (*side).to_owned(),
            nation: (*nation).to_owned(),
            name: (*name).to_owned(),
            kind: kind.to_owned(),
            values: format!("{strength}-{movement}"),
            off_map: if lost {
                Some("lost".to_owned())
            } else if hex.is_none() {
                Some(format!("due at {start}"))
            } else {
                None
            },
            hex: if lost { None } else { hex },
            badges,
            ..Counter::default()
        });
    }
    let objectives: Vec<&str> = map.hexes.iter().filter(|h| h.objective).map(|h| h.number.as_str()).collect();
    let mut marks: Vec<Mark> = objectives
        .iter()
        .map(|h| Mark { hex: (*h).to_owned(), kind: "control".to_owned(), side: Some("French".to_owned()) })
        .collect();
    marks.push(Mark { hex: "1211".to_owned(), kind: "target".to_owned(), side: None });
    let track = |name: &str, value| Track { name: name.to_owned(), value, case: "1.0".to_owned() };
    Board {
        turn: "Turn 4 of 12, 0700, 8 February 1807".to_owned(),
        phase: "French combat phase".to_owned(),
        prompt: "French: choose a unit to be attacked, or end the phase.".to_owned(),
        counters,
        marks,
        tracks: vec![
            track("French points", 12),
            track("Allied points", 17),
            track("French losses", 9),
            track("Allied losses", 14),
        ],
        ..Board::default()
    }
}
