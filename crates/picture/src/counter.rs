//! Counters: square pieces of card with a symbol, a name and values; stacks of them on the map.

use crate::geometry::{Hex, Point};
use crate::ink::{N, Type, esc, put, text, width};
use crate::marks::badges;
use crate::palette::{Coat, coat};
use crate::scene::Scene;
use crate::stance;
use grognard_engine::piece::Stance;
use grognard_engine::{Board, Counter};
use std::collections::BTreeMap;

/// Width and height of a counter.
pub const SIZE: f64 = 46.0;

/// Draws the counters that are on the map, hex by hex from the top.
pub fn on_map(scene: &Scene<'_>, board: &Board, out: &mut String) {
    let mut stacks: BTreeMap<(i32, Hex), (Hex, Vec<&Counter>)> = BTreeMap::new();
    for counter in &board.counters {
        if let Some(hex) = counter.hex.as_deref().and_then(|number| scene.layout.find(number)) {
            let depth = (scene.layout.centre(hex).y * 10.0) as i32;
            stacks.entry((depth, hex)).or_insert((hex, Vec::new())).1.push(counter);
        }
    }
    stance::bands(scene, &board.counters, out);
    // Where pieces have faces, those without one are drawn as small.
    let faces = board.counters.iter().any(|counter| counter.stance.is_some());
    for (hex, stack) in stacks.values() {
        if faces {
            stance::stack(scene, *hex, stack, out);
            continue;
        }
        let spread = (stack.len() - 1) as f64;
        let step = if stack.len() > 1 { (16.0 / spread).min(6.5) } else { 0.0 };
        let middle = scene.layout.centre(*hex).plus(0.0, 1.5);
        let corner = middle.plus(-SIZE / 2.0 - step * spread / 2.0, -SIZE / 2.0 + step * spread / 2.0);
        for (i, counter) in stack.iter().rev().enumerate() {
            let behind = (stack.len() - 1 - i) as f64;
            draw(scene, counter, corner.plus(step * behind, -step * behind), 1.0, false, out);
        }
        if stack.len() > 1 {
            put!(
                out,
                "<g transform=\"translate({} {})\"><title>{} counters</title><circle r=\"6.6\" fill=\"#fffbe9\" stroke=\"#221c12\" stroke-width=\"1.2\"/>",
                N(corner.x + 2.0),
                N(corner.y + SIZE - 2.0),
                stack.len()
            );
            text(out, 0.0, 3.3, Type::sans(9.0, "#221c12").with("font-weight=\"700\""), &stack.len().to_string());
            out.push_str("</g>");
        }
        out.push('\n');
    }
    stance::wings(scene, &board.counters, out);
}

/// The outline of a counter: round corners for the first side, cut ones for the others.
fn outline(cut: bool) -> &'static str {
    if cut {
        "M5 0H41L46 5V41L41 46H5L0 41V5Z"
    } else {
        "M4 0H42A4 4 0 0 1 46 4V42A4 4 0 0 1 42 46H4A4 4 0 0 1 0 42V4A4 4 0 0 1 4 0Z"
    }
}

/// Draws one counter with its upper left corner at `at`.
pub fn draw(scene: &Scene<'_>, counter: &Counter, at: Point, scale: f64, faded: bool, out: &mut String) {
    let coat = coat(&counter.nation);
    let cut = scene.side_index(&counter.side) > 0;
    let shape = outline(cut);
    put!(out, "<g data-tag=\"{}\" transform=\"translate({} {})", esc(&counter.tag), N(at.x), N(at.y));
    if (scale - 1.0).abs() > 1e-6 {
        put!(out, " scale({scale:.3})");
    }
    put!(out, "\"{}><title>{}</title>", if faded { " opacity=\".62\"" } else { "" }, esc(&describe(counter)));
    put!(out, "<path d=\"{shape}\" transform=\"translate(1.6 2)\" fill=\"#1a140c\" fill-opacity=\".38\"/>");
    put!(out, "<path d=\"{shape}\" fill=\"{}\"/>", coat.face);
    let strip = if cut { "M5 0H41L46 5V13H0V5Z" } else { "M4 0H42A4 4 0 0 1 46 4V13H0V4A4 4 0 0 1 4 0Z" };
    put!(out, "<path d=\"{strip}\" fill=\"{}\"/>", coat.strip);
    if cut {
        put!(out, "<path d=\"M0 13.8H46\" stroke=\"{}\" stroke-width=\"1\"/>", coat.plate);
    }
    put!(
        out,
        "<path d=\"M1.2 43V3.4Q1.2 1.2 3.4 1.2H43\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".35\" stroke-width=\"1\"/>"
    );
    put!(out, "<path d=\"{shape}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.1\"/>", coat.edge);
    heading(counter, coat, out);
    symbol(&counter.kind, coat, out);
    let short: String = counter.nation.chars().take(2).collect();
    text(out, 6.5, 25.8, Type::sans(6.0, coat.ink).with("font-weight=\"700\""), &short);
    if scene.options.tags && !counter.tag.is_empty() && counter.tag != counter.name {
        let size = (30.0 / width(&counter.tag, 1.0)).clamp(3.4, 5.6);
        put!(out, "<g transform=\"translate(41.6 23.5) rotate(90)\">");
        text(out, 0.0, 0.0, Type::sans(size, coat.ink).with("fill-opacity=\".85\""), &counter.tag);
        out.push_str("</g>");
    }
    let size = (30.0 / width(&counter.values, 1.0).max(0.1)).clamp(6.0, 14.5);
    text(out, 23.0, 42.4, Type::sans(size, coat.ink).with("font-weight=\"700\""), &counter.values);
    badges(&counter.badges, out);
    out.push_str("</g>");
}

/// A counter in words.
pub fn describe(counter: &Counter) -> String {
    let mut words = format!("{}: {} {}", counter.tag, counter.nation, counter.name);
    for part in [&counter.kind, &counter.values] {
        if !part.is_empty() {
            words.push_str(", ");
            words.push_str(part);
        }
    }
    let stance = counter.stance.iter().flat_map(Stance::words);
    for part in stance.chain(counter.badges.iter().cloned()) {
        words.push_str(", ");
        words.push_str(&part);
    }
    words
}

/// The name in the strip: one line, or two small ones.
fn heading(counter: &Counter, coat: Coat, out: &mut String) {
    let name = [&counter.title, &counter.name].into_iter().find(|name| !name.trim().is_empty()).unwrap_or(&counter.tag);
    let kind = |size| Type::sans(size, coat.strip_ink).with("font-weight=\"700\"");
    // Badges at the upper corners leave less room.
    let room = 41.0 - 3.5 * counter.badges.len().min(2) as f64;
    let fit = room / (width(name, 1.0) * 1.12).max(0.1);
    // The break that leaves the shorter of the two longest lines.
    let breaks = name.match_indices(' ').map(|(i, _)| (&name[..i], &name[i + 1..]));
    let longest = |(a, b): &(&str, &str)| width(a, 1.0).max(width(b, 1.0));
    match breaks.min_by(|a, b| longest(a).total_cmp(&longest(b))) {
        Some((first, second)) if fit < 7.2 => {
            let size = |part: &str| (room / (width(part, 1.0) * 1.12).max(0.1)).clamp(3.0, 6.6);
            text(out, 23.0, 6.3, kind(size(first)), first);
            text(out, 23.0, 12.0, kind(size(second)), second);
        }
        _ => text(out, 23.0, 10.0, kind(fit.clamp(3.4, 9.6)), name),
    }
}

/// The sign of the arm in its box.
fn symbol(kind: &str, coat: Coat, out: &mut String) {
    let (plate, line) = (coat.plate, coat.line);
    put!(
        out,
        "<g stroke=\"{line}\" stroke-width=\"1.3\" fill=\"none\"><rect x=\"12.5\" y=\"16.5\" width=\"21.5\" height=\"14\" fill=\"{plate}\"/>"
    );
    match kind {
        "infantry" => out.push_str("<path d=\"M12.5 16.5L34 30.5M34 16.5L12.5 30.5\"/>"),
        "cavalry" => out.push_str("<path d=\"M12.5 30.5L34 16.5\"/>"),
        "artillery" => put!(out, "<circle cx=\"23\" cy=\"23.5\" r=\"3.6\" fill=\"{line}\" stroke=\"none\"/>"),
        "garrison" => put!(
            out,
            "<circle cx=\"23\" cy=\"25\" r=\"2.8\" fill=\"{line}\" stroke=\"none\"/><path d=\"M12.5 20.4h3.5v-2h3.6v2h3.6v-2h3.6v2h3.6v-2h3.6\"/>"
        ),
        "leader" | "headquarters" => put!(out, "<path d=\"M19 29V18.5h9l-2.6 2.6l2.6 2.6h-9\" fill=\"{line}\"/>"),
        _ => {}
    }
    out.push_str("</g>");
    if !matches!(kind, "infantry" | "cavalry" | "artillery" | "garrison" | "leader" | "headquarters") {
        let letter: String = kind.chars().take(3).collect();
        text(out, 23.0, 27.0, Type::sans(9.0, line).with("font-weight=\"700\""), &letter);
    }
}
