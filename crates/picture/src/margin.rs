//! The panel beside the map: title, compass and scale, turn and tracks, the counters that are not on the map.

use crate::counter;
use crate::geometry::{HEIGHT, Point, Rect};
use crate::ink::{N, Type, put, text, width, wrap};
use crate::legend;
use crate::scene::Scene;
use grognard_engine::{Board, Counter};

/// Width of the panel.
pub const WIDTH: f64 = 372.0;
/// Height of the title.
const TALL: f64 = 150.0;
/// Room inside boxes.
const PAD: f64 = 14.0;

/// Draws the panel with its upper left corner at `x`, `y`, and says where it ends.
pub fn draw(scene: &Scene<'_>, x: f64, y: f64, out: &mut String) -> f64 {
    let top = y;
    let mut y = y;
    if free_corner(scene).is_none() {
        cartouche(scene, Point::new(x, y), out);
        y += TALL + 14.0;
    }
    if let Some(board) = scene.board {
        y = situation(scene, board, x, y, out);
        if scene.options.counters {
            y = off_map(scene, board, x, y, out);
        }
    }
    // The key stands at the foot of the map if there is room.
    let foot = scene.layout.frame.grown(crate::labels::BAND);
    let foot = top + (foot.y + foot.h - top) / scene.zoom();
    legend::draw(scene, x, y.max(foot - legend::height(scene)), out)
}

/// The upper left corner of the title when it has room on the map itself, in a corner that is cut out of the hexes.
fn free_corner(scene: &Scene<'_>) -> Option<Point> {
    let f = scene.layout.frame;
    let (right, foot) = (f.x + f.w - WIDTH - 14.0, f.y + f.h - TALL - 14.0);
    let corners = [(f.x + 14.0, f.y + 14.0), (right, f.y + 14.0), (f.x + 14.0, foot), (right, foot)];
    corners.into_iter().map(|(x, y)| Point::new(x, y)).find(|p| {
        let title = Rect { x: p.x, y: p.y, w: WIDTH, h: TALL };
        scene.layout.hexes.iter().map(|&hex| scene.layout.centre(hex)).all(|c| {
            let hex = Rect { x: c.x - 36.0, y: c.y - HEIGHT / 2.0, w: 72.0, h: HEIGHT };
            !hex.grown(5.0).hits(&title)
        })
    })
}

/// Draws the title on the map, if there is a corner for it.
pub fn title_on_map(scene: &Scene<'_>, out: &mut String) {
    if let Some(corner) = free_corner(scene).filter(|_| !scene.layout.hexes.is_empty()) {
        cartouche(scene, corner, out);
    }
}

/// A box with a heading in its upper edge.
pub fn card(scene: &Scene<'_>, x: f64, y: f64, h: f64, heading: &str, out: &mut String) {
    let c = scene.palette;
    put!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.2\"/>",
        N(x),
        N(y),
        N(WIDTH),
        N(h),
        c.card,
        c.frame
    );
    if !heading.is_empty() {
        let kind = Type::serif(13.5, c.ink).at_start().with("font-weight=\"600\" letter-spacing=\".4\"");
        text(out, x + PAD, y + 19.0, kind, heading);
        put!(
            out,
            "<path d=\"M{} {}h{}\" stroke=\"{}\" stroke-opacity=\".5\"/>",
            N(x + PAD),
            N(y + 25.0),
            N(WIDTH - 2.0 * PAD),
            c.frame
        );
    }
}

/// Title, compass rose and scale bar in an old-fashioned frame.
fn cartouche(scene: &Scene<'_>, Point { x, y }: Point, out: &mut String) {
    let c = scene.palette;
    let h = TALL;
    put!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{f}\" stroke-width=\"2.6\"/>\
         <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{f}\" stroke-width=\".9\"/>",
        N(x),
        N(y),
        N(WIDTH),
        N(h),
        c.card,
        N(x + 5.0),
        N(y + 5.0),
        N(WIDTH - 10.0),
        N(h - 10.0),
        f = c.frame
    );
    for (cx, cy) in [(x + 5.0, y + 5.0), (x + WIDTH - 5.0, y + 5.0), (x + 5.0, y + h - 5.0), (x + WIDTH - 5.0, y + h - 5.0)] {
        put!(
            out,
            "<circle cx=\"{0}\" cy=\"{1}\" r=\"7\" fill=\"{2}\" stroke=\"{3}\" stroke-width=\".9\"/><circle cx=\"{0}\" cy=\"{1}\" r=\"2.4\" fill=\"{3}\"/>",
            N(cx),
            N(cy),
            c.card,
            c.frame
        );
    }
    compass(scene, Point::new(x + 64.0, y + 76.0), 38.0, out);
    let title = scene.title().to_uppercase();
    let room = WIDTH - 140.0;
    let size = (room / (width(&title, 1.0) + 0.16 * title.chars().count() as f64)).clamp(12.0, 44.0);
    let middle = x + 122.0 + room / 2.0;
    let kind = Type::serif(size, c.ink).with("font-weight=\"600\" letter-spacing=\".14em\"");
    text(out, middle + size * 0.07, y + 64.0, kind, &title);
    put!(
        out,
        "<path d=\"M{} {}h{}m8 0h{}\" stroke=\"{f}\" stroke-width=\".9\"/><path d=\"M{} {}l4 -3l4 3l-4 3z\" fill=\"{f}\"/>",
        N(middle - 84.0),
        N(y + 80.0),
        N(80.0),
        N(80.0),
        N(middle - 4.0),
        N(y + 80.0),
        f = c.frame
    );
    scale_bar(scene, middle, y + 104.0, room - 20.0, out);
}

/// A bar of a round number of metres.
fn scale_bar(scene: &Scene<'_>, middle: f64, y: f64, room: f64, out: &mut String) {
    let metres = f64::from(scene.map.metres_per_hex);
    if metres <= 0.0 {
        return;
    }
    let unit = HEIGHT / metres;
    let round = [100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10_000.0, 20_000.0, 50_000.0];
    let long = round.iter().rev().copied().find(|m| m * unit <= room).unwrap_or(100.0);
    let c = scene.palette;
    let (left, w) = (middle - long * unit / 2.0, long * unit / 4.0);
    for i in 0..4_u8 {
        let colour = if i % 2 == 0 { c.ink } else { c.card };
        put!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"5\" fill=\"{colour}\" stroke=\"{}\" stroke-width=\".9\"/>",
            N(left + w * f64::from(i)),
            N(y),
            N(w),
            c.ink
        );
    }
    let words = if long >= 1000.0 { format!("{} km", long / 1000.0) } else { format!("{long} m") };
    let kind = Type::serif(11.0, c.ink);
    text(out, left, y + 17.0, kind, "0");
    text(out, left + 4.0 * w, y + 17.0, kind, &words);
    text(
        out,
        left + 2.0 * w,
        y + 17.0,
        Type::serif(10.0, c.faint).with("font-style=\"italic\""),
        &format!("a hex is {metres} m"),
    );
}

/// A compass rose whose north points where the map says.
fn compass(scene: &Scene<'_>, p: Point, size: f64, out: &mut String) {
    let c = scene.palette;
    let turn = match scene.map.north.as_str() {
        "left" => -90,
        "right" => 90,
        "down" => 180,
        _ => 0,
    };
    put!(out, "<g transform=\"translate({} {})\"><title>North</title>", N(p.x), N(p.y));
    put!(
        out,
        "<circle r=\"{}\" fill=\"none\" stroke=\"{f}\" stroke-width=\".8\"/><circle r=\"{}\" fill=\"none\" stroke=\"{f}\" stroke-width=\".5\"/><g transform=\"rotate({turn})\">",
        N(size * 0.72),
        N(size * 0.66),
        f = c.frame
    );
    for (long, wide, start) in [(0.66, 0.13, 45), (1.0, 0.17, 0)] {
        for quarter in 0..4 {
            let (l, w) = (size * long, size * wide);
            let dark = if quarter == 0 && start == 0 { "#9b2a22" } else { c.ink };
            put!(
                out,
                "<g transform=\"rotate({})\" stroke=\"{}\" stroke-width=\".7\" stroke-linejoin=\"round\"><path d=\"M0 0L{} {}L0 {}Z\" fill=\"{}\"/>\
                 <path d=\"M0 0L{} {}L0 {}Z\" fill=\"{dark}\"/></g>",
                start + quarter * 90,
                c.ink,
                N(-w),
                N(-w),
                N(-l),
                c.card,
                N(w),
                N(-w),
                N(-l)
            );
        }
    }
    out.push_str("</g>");
    let (x, y) = match turn {
        -90 => (-size - 8.0, 4.5),
        90 => (size + 8.0, 4.5),
        180 => (0.0, size + 13.0),
        _ => (0.0, -size - 4.0),
    };
    text(out, x, y, Type::serif(14.0, c.ink).with("font-weight=\"600\""), "N");
    out.push_str("</g>\n");
}

/// Turn, phase, what is to be decided, tracks, duties.
fn situation(scene: &Scene<'_>, board: &Board, x: f64, y: f64, out: &mut String) -> f64 {
    let c = scene.palette;
    let room = WIDTH - 2.0 * PAD;
    let mut body = String::new();
    let mut at = y + 8.0;
    let mut lines = |words: &str, size: f64, colour: &str, more: &str, most: usize, at: &mut f64| {
        for line in wrap(words, size, room, most) {
            *at += size * 1.28;
            text(&mut body, x + PAD, *at, Type::serif(size, colour).at_start().with(more), &line);
        }
    };
    lines(&board.turn, 16.0, c.ink, "font-weight=\"600\"", 2, &mut at);
    lines(&board.phase, 14.5, c.names[2], "font-weight=\"600\"", 2, &mut at);
    if !board.prompt.is_empty() {
        at += 2.0;
        lines(&board.prompt, 13.0, c.ink, "font-style=\"italic\"", 4, &mut at);
    }
    let duties = board.checklist();
    if !duties.is_empty() {
        at += 4.0;
        for duty in duties.iter().take(7) {
            let hex = duty.hex.as_deref().map_or(String::new(), |h| format!(" ({h})"));
            let sign = if duty.optional { "◦" } else { "•" };
            lines(&format!("{sign} {}{hex} [{}]", duty.text, duty.case), 11.5, c.faint, "", 2, &mut at);
        }
        if duties.len() > 7 {
            lines(&format!("and {} more", duties.len() - 7), 11.5, c.faint, "font-style=\"italic\"", 1, &mut at);
        }
    }
    if !board.tracks.is_empty() {
        at += 12.0;
        let columns = 2;
        let cell = (room - 8.0) / f64::from(columns);
        for (i, track) in board.tracks.iter().enumerate() {
            let (column, row) = (i % 2, i / 2);
            let left = x + PAD + column as f64 * (cell + 8.0);
            let top = at + row as f64 * 29.0;
            put!(
                body,
                "<g><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"25\" rx=\"2\" fill=\"{}\" stroke=\"{}\" stroke-opacity=\".6\"/>",
                crate::ink::esc(&format!("{} [{}]", track.name, track.case)),
                N(left),
                N(top),
                N(cell),
                c.paper,
                c.frame
            );
            let value = track.value.to_string();
            let left_room = cell - 18.0 - width(&value, 17.0);
            let size = (left_room / width(&track.name, 1.0).max(0.1)).clamp(7.0, 12.0);
            text(&mut body, left + 7.0, top + 16.8, Type::serif(size, c.ink).at_start(), &track.name);
            text(&mut body, left + cell - 7.0, top + 18.4, Type::serif(17.0, c.ink).at_end().with("font-weight=\"600\""), &value);
            body.push_str("</g>");
        }
        at += board.tracks.len().div_ceil(2) as f64 * 29.0 - 6.0;
    }
    at += 12.0;
    card(scene, x, y, at - y, "", out);
    out.push_str(&body);
    out.push('\n');
    at + 12.0
}

/// Counters off the map, in boxes by where they are: due ones first, the lost last.
fn off_map(scene: &Scene<'_>, board: &Board, x: f64, mut y: f64, out: &mut String) -> f64 {
    let mut groups: Vec<(String, Vec<&Counter>)> = Vec::new();
    for counter in board.counters.iter().filter(|c| c.hex.is_none()) {
        let place = counter.off_map.as_deref().unwrap_or("off the map");
        let key = format!("{}: {place}", counter.side);
        match groups.iter_mut().find(|(k, _)| *k == key) {
            Some((_, list)) => list.push(counter),
            None => groups.push((key, vec![counter])),
        }
    }
    // By side and turn; the last number of the key is the turn.
    let turn = |key: &str| key.rsplit(' ').next().and_then(|word| word.parse::<u32>().ok()).unwrap_or(0);
    let side = |key: &str| key.split(':').next().map(str::to_owned);
    groups.sort_by_key(|(key, _)| (gone(key), side(key), turn(key)));
    for (key, list) in &groups {
        // Lost counters are drawn smaller, and all of them fit.
        let scale = if gone(key) { 0.72 } else { 0.9 };
        let cell = counter::SIZE * scale + 7.0;
        let per_row = ((WIDTH - 2.0 * PAD + 7.0) / cell) as usize;
        let rows = list.len().div_ceil(per_row.max(1));
        let h = 33.0 + rows as f64 * cell + 3.0;
        card(scene, x, y, h, key, out);
        for (i, counter) in list.iter().enumerate() {
            let (column, row) = (i % per_row.max(1), i / per_row.max(1));
            let at = Point::new(x + PAD + column as f64 * cell, y + 33.0 + row as f64 * cell);
            counter::draw(scene, counter, at, scale, gone(key), out);
        }
        out.push('\n');
        y += h + 10.0;
    }
    y + 2.0
}

fn gone(key: &str) -> bool {
    ["lost", "destroyed", "eliminated", "dead"].iter().any(|word| key.to_lowercase().contains(word))
}
