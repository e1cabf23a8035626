//! The board for terminals: hexes as staggered cells of two lines, in a mesh of slashes.
//!
//! ```text
//! /1201  \       /1401w \
//! \      /1302T =\      /
//! /1202  \>Mur4+1/1402  \
//! ```
//!
//! Water takes the place of the slashes, and runs along the foot of a cell if it parts it from the cell below. On a pointy-top map
//! cells stand between upright bars, and water between two lines of hexes has a line of its own:
//!
//! ```text
//! |1405=    |1406F!=  H1407F=   |
//! |         |Neustadt H*GC      |
//! ~~~~~~~~~~~~~~~~HH~~
//!      |1305=    H1306F=   |1307g=   |
//! ```

use crate::geometry::{Hex, Numbers, neighbour};
use crate::shores::Shores;
use grognard_engine::{Board, Counter, MapView};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Signs before a counter, by side.
const SIGNS: [char; 4] = ['>', '*', '#', '%'];

/// The sides of a board, in alphabetical order.
pub fn sides(board: &Board) -> Vec<&str> {
    let all: BTreeSet<&str> = board.counters.iter().map(|c| c.side.as_str()).collect();
    all.into_iter().collect()
}

/// The letter for a terrain word.
fn letter(word: &str) -> char {
    match word {
        "clear" => ' ',
        "town" | "village" | "church" | "castle" => 'T',
        "woods" | "wood" | "forest" => 'w',
        "grove" | "orchard" | "park" | "garden" => 'g',
        "lake" | "pond" => 'l',
        "fort" => 'F',
        "marsh" | "swamp" => 'm',
        _ => word.chars().next().unwrap_or('?'),
    }
}

/// A line of text that cannot upset a terminal.
pub fn plain(words: &str) -> String {
    words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Cut or filled to a width.
fn fit(words: &str, width: usize) -> String {
    let mut cut: String = words.chars().take(width).collect();
    let missing = width - cut.chars().count();
    cut.extend(std::iter::repeat_n(' ', missing));
    cut
}

struct Cells<'a> {
    map: &'a MapView,
    numbers: Numbers,
    terrain: BTreeMap<Hex, String>,
    names: BTreeMap<Hex, String>,
    units: BTreeMap<Hex, Vec<&'a Counter>>,
    sides: Vec<&'a str>,
    shores: Shores,
    width: usize,
}

/// Directions inside, clockwise. On a pointy-top map, whose axes are exchanged, the first leads left, and so on round.
const SOUTH: usize = 3;
/// Both slanting sides on the left of a cell, the upper first, and those on the right.
const LEFT: [usize; 2] = [5, 4];
const RIGHT: [usize; 2] = [1, 2];
/// On a pointy-top map: to the left, to the right, and both ways down and up, the left one first.
const BEFORE: usize = 0;
const AFTER: usize = 3;
const DOWN: [usize; 2] = [1, 2];
const UP: [usize; 2] = [5, 4];

impl<'a> Cells<'a> {
    fn of(map: &'a MapView, board: &'a Board) -> Self {
        let numbers = Numbers::of(map);
        let on_road: BTreeSet<&str> = map.roads.iter().flat_map(|r| &r.path).map(String::as_str).collect();
        let mut terrain = BTreeMap::new();
        for view in &map.hexes {
            let Some(hex) = numbers.read(&view.number) else { continue };
            let mut letters: String = view.terrain.iter().map(|t| letter(t)).filter(|c| *c != ' ').take(2).collect();
            if view.objective {
                letters.push('!');
            }
            if let Some(entry) = map.entries.iter().find(|e| e.hex == view.number) {
                letters.extend(['@'].into_iter().chain(plain(&entry.code).chars().take(1)));
            }
            if on_road.contains(view.number.as_str()) {
                letters.push('=');
            }
            terrain.insert(hex, letters);
        }
        let mut units: BTreeMap<Hex, Vec<&Counter>> = BTreeMap::new();
        for counter in &board.counters {
            if let Some(hex) = counter.hex.as_deref().and_then(|hex| numbers.read(hex)).filter(|hex| terrain.contains_key(hex)) {
                units.entry(hex).or_default().push(counter);
            }
        }
        let tags = units.values().map(|u| u[0].tag.chars().count() + if u.len() > 1 { 3 } else { 1 });
        // What is to be told of the ground has room, too, however few units there are.
        let heads = terrain.iter().map(|(hex, letters)| numbers.print(*hex).chars().count() + letters.chars().count());
        let width = tags.chain(heads).max().unwrap_or(0).clamp(6, 9);
        // On a pointy-top map every other line begins half a cell further right: a cell and its bar must have a half.
        let width = if numbers.pointy() { width | 1 } else { width };
        let named = map.places.iter().filter(|p| matches!(p.kind.as_str(), "town" | "village" | "fort" | "farm" | "hill"));
        let names = named.filter_map(|p| Some((numbers.read(p.hexes.first()?)?, plain(&p.name)))).collect();
        let shores = Shores::of(map, &numbers);
        Self { map, numbers, terrain, names, units, sides: sides(board), shores, width }
    }

    /// The two lines of a cell.
    fn cell(&self, hex: Hex) -> Option<[String; 2]> {
        let letters = self.terrain.get(&hex)?;
        let upper = fit(&format!("{}{letters}", self.numbers.print(hex)), self.width);
        let lower = match self.units.get(&hex) {
            None => self.names.get(&hex).cloned().unwrap_or_default(),
            Some(stack) => {
                let sign = SIGNS[self.sides.iter().position(|s| *s == stack[0].side).unwrap_or(0) % SIGNS.len()];
                let more = if stack.len() > 1 { format!("+{}", (stack.len() - 1).min(9)) } else { String::new() };
                let room = self.width - 1 - more.len();
                let tag: String = plain(&stack[0].tag).chars().take(room).collect();
                format!("{sign}{tag}{more}")
            }
        };
        Some([upper, fit(&lower, self.width)])
    }

    /// The sign on the hexside of a hex in a direction, or a plain one.
    fn edge(&self, hex: Hex, direction: usize, plain: char) -> char {
        self.shores.between(hex, neighbour(hex, direction)).map_or(plain, |shore| shore.across)
    }

    /// The lower line of a cell, with what parts the hex from the one below in the room that is left; there is always some.
    fn foot(&self, hex: Hex, line: String) -> String {
        let Some(shore) = self.shores.between(hex, neighbour(hex, SOUTH)) else { return line };
        let words: String = line.trim_end().chars().take(self.width - 1).collect();
        let room = self.width - words.chars().count();
        let run: String = std::iter::repeat_n(shore.along, room - 1).chain([shore.across]).collect();
        words + &run
    }

    /// A band of places of a pointy-top map as lines of text: two for each line of hexes, every other half a cell to the right, and
    /// one for what runs between two lines.
    fn lines(&self, first: i32, last: i32, out: &mut String) {
        let rows = i32::from(self.map.rows);
        let half = self.width.div_ceil(2);
        for line in 1..=rows {
            let cells: Vec<Option<[String; 2]>> = (first..=last).map(|place| self.cell((line, place))).collect();
            for part in 0..2 {
                let mut text = if line % 2 == 0 { " ".repeat(half) } else { String::new() };
                for (place, cell) in (first..=last).zip(&cells) {
                    text.push(self.edge((line, place), BEFORE, '|'));
                    text.push_str(&cell.as_ref().map_or_else(|| " ".repeat(self.width), |cell| cell[part].clone()));
                }
                text.push(self.edge((line, last), AFTER, '|'));
                let _ = writeln!(out, "{text}");
            }
            if line < rows {
                let _ = writeln!(out, "{}", self.seam(line, first, last, half));
            }
        }
    }

    /// What runs between a line of hexes of a pointy-top map and the next: half a cell for each hexside.
    fn seam(&self, line: i32, first: i32, last: i32, half: usize) -> String {
        let mut signs = vec![' '; (2 * (last - first + 1).max(0) as usize + 1) * half + 1];
        for (line, ways) in [(line, DOWN), (line + 1, UP)] {
            for (place, left) in (first..=last).zip((usize::from(line % 2 == 0) * half..).step_by(2 * half)) {
                for (way, left) in ways.into_iter().zip([left, left + half]) {
                    let hex = (line, place);
                    let Some(shore) = self.shores.between(hex, neighbour(hex, way)) else { continue };
                    let run = &mut signs[left..=left + half];
                    for end in [0, half] {
                        if run[end] == ' ' {
                            run[end] = shore.along;
                        }
                    }
                    run[1..half].fill(shore.along);
                    run[half / 2..=half.div_ceil(2)].fill(shore.across);
                }
            }
        }
        signs.into_iter().collect::<String>().trim_end().to_owned()
    }

    /// A band of columns as lines of text.
    fn band(&self, first: i32, last: i32, out: &mut String) {
        let rows = i32::from(self.map.rows);
        let empty = " ".repeat(self.width);
        for line in 0..=2 * rows {
            let mut text = String::new();
            let part = |column: i32| {
                // Even columns hang one line lower.
                let at = line - i32::from(column % 2 == 0);
                let cell = if at < 0 { None } else { self.cell((column, at / 2 + 1)) };
                let hex = (column, at / 2 + 1);
                cell.map(|[upper, lower]| if at % 2 == 0 { upper } else { self.foot(hex, lower) })
            };
            // The hexside on the left of a column, or on the right, if this line of text shows one there.
            let side = |column: i32, ways: [usize; 2], plain: char| {
                let at = line - i32::from(column % 2 == 0);
                let way = ways[at.rem_euclid(2) as usize];
                if at < 0 { plain } else { self.edge((column, at / 2 + 1), way, plain) }
            };
            for column in first..=last + 1 {
                let here = if column <= last { part(column) } else { None };
                let before = if column > first { part(column - 1) } else { None };
                let rising = (line + i32::from(column % 2 == 0)) % 2 == 0;
                let slash = if rising { '/' } else { '\\' };
                text.push(match (here.is_some(), before.is_some()) {
                    (true, _) => side(column, LEFT, slash),
                    (_, true) => side(column - 1, RIGHT, slash),
                    _ => ' ',
                });
                if column <= last {
                    text.push_str(here.as_deref().unwrap_or(&empty));
                }
            }
            let _ = writeln!(out, "{}", text.trim_end());
        }
    }
}

/// Draws the board as text, at most `width` characters wide if a width is given: a wider map is cut into bands of columns.
#[must_use]
pub fn text(map: &MapView, board: &Board, width: Option<u16>) -> String {
    let mut out = String::new();
    header(map, board, &mut out);
    let cells = Cells::of(map, board);
    let columns = i32::from(map.columns);
    let per_band = match width {
        Some(room) => (usize::from(room).saturating_sub(if cells.numbers.pointy() { cells.width.div_ceil(2) + 1 } else { 1 })
            / (cells.width + 1))
            .max(2) as i32,
        None => columns,
    };
    let mut first = 1;
    while first <= columns {
        let last = (first + per_band - 1).min(columns);
        if per_band < columns {
            let _ = writeln!(out, "Columns {first:02} to {last:02}");
        }
        if cells.numbers.pointy() {
            cells.lines(first, last, &mut out);
        } else {
            cells.band(first, last, &mut out);
        }
        out.push('\n');
        first = last + 1;
    }
    footer(map, board, &cells, &mut out);
    out
}

/// Title, turn, phase, prompt, tracks.
pub fn header(map: &MapView, board: &Board, out: &mut String) {
    let _ = writeln!(out, "{}: {}", plain(&map.title), plain(&board.turn));
    let _ = writeln!(out, "{}", plain(&board.phase));
    if !board.prompt.is_empty() {
        let _ = writeln!(out, "{}", plain(&board.prompt));
    }
    if !board.tracks.is_empty() {
        let tracks: Vec<String> = board.tracks.iter().map(|t| format!("{} {}", plain(&t.name), t.value)).collect();
        let _ = writeln!(out, "{}", tracks.join("; "));
    }
    out.push('\n');
}

/// Stacks in full, counters off the map, marks, duties, and the key.
fn footer(map: &MapView, board: &Board, cells: &Cells<'_>, out: &mut String) {
    let stacks: Vec<String> = cells
        .units
        .iter()
        .filter(|(_, stack)| stack.len() > 1)
        .map(|(hex, stack)| {
            let tags: Vec<String> = stack.iter().map(|c| plain(&c.tag)).collect();
            format!("{}: {}", cells.numbers.print(*hex), tags.join(", "))
        })
        .collect();
    section("Stacks", &stacks, out);
    section("Off the map", &off_map(board), out);
    let marks: Vec<String> = board
        .marks
        .iter()
        .map(|m| format!("{} {} {}", plain(&m.hex), plain(&m.kind), plain(m.side.as_deref().unwrap_or(""))).trim_end().to_owned())
        .collect();
    section("Marks", &marks, out);
    section("Still to do", &duties(board), out);
    let mut words: Vec<&str> =
        map.hexes.iter().flat_map(|h| &h.terrain).map(String::as_str).filter(|w| letter(w) != ' ').collect();
    words.sort_unstable();
    words.dedup();
    let mut key: Vec<String> = words.iter().map(|w| format!("{} {}", letter(w), plain(w))).collect();
    key.extend(cells.shores.key.iter().cloned());
    key.extend(
        ["= road", "! objective", "@A entry A", "+1 one more counter below", "words without a sign: places"].map(str::to_owned),
    );
    key.extend(cells.sides.iter().enumerate().map(|(i, side)| format!("{} {}", SIGNS[i % SIGNS.len()], plain(side))));
    let _ = writeln!(out, "Key: {}", key.join(", "));
}

fn section(title: &str, lines: &[String], out: &mut String) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(out, "{title}");
    for line in lines {
        let _ = writeln!(out, "  {line}");
    }
    out.push('\n');
}

/// Counters off the map, one line for each side and place.
pub fn off_map(board: &Board) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for counter in board.counters.iter().filter(|c| c.hex.is_none()) {
        let key = format!("{}, {}", plain(&counter.side), plain(counter.off_map.as_deref().unwrap_or("off the map")));
        let words = format!("{} {}", plain(&counter.tag), plain(&counter.values)).trim_end().to_owned();
        match groups.iter_mut().find(|(k, _)| *k == key) {
            Some((_, list)) => list.push(words),
            None => groups.push((key, vec![words])),
        }
    }
    groups.into_iter().map(|(key, list)| format!("{key}: {}", list.join(", "))).collect()
}

/// What must or may still be done.
pub fn duties(board: &Board) -> Vec<String> {
    let line = |d: &grognard_engine::board::Duty| {
        let hex = d.hex.as_deref().map_or(String::new(), |h| format!(" ({})", plain(h)));
        format!("{}{hex} [{}]{}", plain(&d.text), d.case, if d.optional { ", optional" } else { "" })
    };
    board.checklist().iter().map(line).collect()
}
