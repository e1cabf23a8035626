//! Pieces with a face: a front that points where the piece looks, drawn as its formation looks from above; lines that stand on two
//! hexes; stacks spread out like tabs.

use crate::counter::{self, SIZE};
use crate::geometry::{Hex, Point};
use crate::ink::{N, Type, esc, put, text, width};
use crate::palette::{Coat, coat};
use crate::scene::Scene;
use grognard_engine::Counter;
use grognard_engine::piece::{Shape, Stance, StateKind, StateView, Tone};

/// How large counters with a face are drawn: their fronts need room in the hex.
pub const SCALE: f64 = 0.72;
/// The same for the piece that stands under others.
const HALF: f64 = SIZE * SCALE / 2.0;

/// The parts of lines that stand on two hexes which lie under all counters: a band from hex to hex.
pub fn bands(scene: &Scene<'_>, counters: &[Counter], out: &mut String) {
    for counter in counters {
        let Some(second) = counter.stance.as_ref().and_then(|stance| stance.second.as_deref()) else { continue };
        let ends = counter.hex.as_deref().and_then(|hex| scene.layout.find(hex)).zip(scene.layout.find(second));
        let Some((from, to)) = ends.map(|(a, b)| (scene.layout.centre(a), scene.layout.centre(b))) else { continue };
        let coat = coat(&counter.nation);
        let (x, y) = from.heading(to);
        let end = to.plus(x * 13.0, y * 13.0);
        for (colour, wide) in [("#1a140c", 23.4), (coat.edge, 22.0), (coat.face, 19.6), (coat.strip, 3.0)] {
            put!(
                out,
                "<path d=\"M{} {}L{} {}\" stroke=\"{colour}\" stroke-width=\"{}\"{}/>",
                N(from.x),
                N(from.y),
                N(end.x),
                N(end.y),
                N(wide),
                if wide > 23.0 { " stroke-opacity=\".3\" transform=\"translate(1.4 1.8)\"" } else { "" }
            );
        }
    }
}

/// The second half of a line on two hexes: its name on the band, and its front.
pub fn wings(scene: &Scene<'_>, counters: &[Counter], out: &mut String) {
    for counter in counters {
        let Some(stance) = &counter.stance else { continue };
        let Some(hex) = stance.second.as_deref().and_then(|hex| scene.layout.find(hex)) else { continue };
        let (p, coat) = (scene.layout.centre(hex), coat(&counter.nation));
        front(stance, p, coat, 14.0, out);
        put!(out, "<g data-tag=\"{}\"><title>{}</title>", esc(&counter.tag), esc(&counter::describe(counter)));
        let size = (26.0 / width(&counter.name, 1.0).max(0.1)).clamp(5.0, 8.5);
        put!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"30\" height=\"13\" rx=\"2.5\" fill=\"{}\" stroke=\"{}\" stroke-width=\".9\"/>",
            N(p.x - 15.0),
            N(p.y - 6.5),
            coat.strip,
            coat.edge
        );
        text(out, p.x, p.y + size * 0.36, Type::sans(size, coat.strip_ink).with("font-weight=\"700\""), &counter.name);
        out.push_str("</g>");
    }
}

/// Draws a stack of pieces of which some have a face, the first on top: those below peep out above it like tabs.
pub fn stack(scene: &Scene<'_>, hex: Hex, stack: &[&Counter], out: &mut String) {
    let below = stack.len() - 1;
    let step = if below == 0 { 0.0 } else { (24.0 / below as f64).min(8.6) };
    let rise = step * below as f64;
    let middle = scene.layout.centre(hex).plus(0.0, rise / 2.0);
    let mut drawn: Vec<u16> = Vec::new();
    for counter in stack {
        // Each way that somebody in the hex looks is shown once.
        if let Some(stance) = &counter.stance
            && let Some(facing) = &stance.facing
            && !drawn.contains(&facing.degrees)
        {
            drawn.push(facing.degrees);
            front(stance, scene.layout.centre(hex), coat(&counter.nation), HALF + 1.0, out);
        }
    }
    for (i, counter) in stack.iter().enumerate().rev() {
        let at = middle.plus(-HALF, -HALF - step * i as f64);
        body(counter, at.plus(HALF, HALF), coat(&counter.nation), out);
        counter::draw(scene, counter, at, SCALE, false, out);
        if let Some(stance) = counter.stance.as_ref().filter(|_| i == 0) {
            states(stance, at, out);
        }
    }
    if stack.len() > 2 {
        let (x, y) = (middle.x + HALF - 1.0, middle.y - HALF - rise + 2.0);
        put!(
            out,
            "<g transform=\"translate({} {})\"><title>{} pieces</title><circle r=\"6\" fill=\"#fffbe9\" stroke=\"#221c12\" stroke-width=\"1.1\"/>",
            N(x),
            N(y),
            stack.len()
        );
        text(out, 0.0, 3.0, Type::sans(8.4, "#221c12").with("font-weight=\"700\""), &stack.len().to_string());
        out.push_str("</g>");
    }
    out.push('\n');
}

/// What a formation without a front looks like around its counter.
fn body(counter: &Counter, p: Point, coat: Coat, out: &mut String) {
    let shape = counter.stance.as_ref().and_then(|stance| stance.formation.as_ref()).map(|formation| formation.shape);
    let place = format!("translate({} {})", N(p.x), N(p.y));
    match shape {
        Some(Shape::Square) => {
            let r = HALF + 5.2;
            put!(
                out,
                "<g transform=\"{place}\" fill=\"none\"><title>square</title><rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{1}\" stroke=\"#fff\" stroke-width=\"6\" stroke-opacity=\".85\"/>\
                 <rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{1}\" stroke=\"{2}\" stroke-width=\"3.6\"/></g>",
                N(-r),
                N(2.0 * r),
                coat.strip
            );
        }
        Some(Shape::Loose) => {
            let mut dots = String::new();
            for k in 0..12 {
                let angle = f64::from(k) * std::f64::consts::TAU / 12.0;
                let (x, y) = (angle.cos() * (HALF + 8.5), angle.sin() * (HALF + 8.5));
                put!(dots, "<circle cx=\"{}\" cy=\"{}\" r=\"2.1\"/>", N(x), N(y));
            }
            put!(out, "<g transform=\"{place}\" fill=\"{}\" stroke=\"#fff\" stroke-width=\".8\">{dots}</g>", coat.strip);
        }
        _ => {}
    }
}

/// The front of a piece, as its formation looks from above: drawn looking up, and turned.
fn front(stance: &Stance, p: Point, coat: Coat, reach: f64, out: &mut String) {
    let Some(facing) = &stance.facing else { return };
    let shape = stance.formation.as_ref().map_or(Shape::Loose, |formation| formation.shape);
    let name = stance.formation.as_ref().map_or("", |formation| formation.name.as_str());
    // Along the way it looks: so far the counter reaches, then the ranks, then the nose.
    let r = reach + 2.0;
    let nose = |y: f64, half: f64, long: f64| format!("M{} {}L0 {}L{} {}Z", N(-half), N(y), N(y - long), N(half), N(y));
    let block =
        |half: f64, top: f64, deep: f64| format!("M{} {}h{}v{}h{}Z", N(-half), N(top), N(half * 2.0), N(deep), N(-half * 2.0));
    let d = match shape {
        Shape::Line => block(23.0, -r - 4.6, 3.6) + &nose(-r - 4.4, 4.6, 6.2),
        Shape::Column => block(13.0, -r - 5.6, 8.0) + &nose(-r - 5.4, 7.0, 7.4),
        Shape::March => block(4.6, -r - 4.0, 14.0) + &nose(-r - 3.8, 7.6, 9.4),
        Shape::Battery => {
            let mut guns = block(17.0, -r - 2.6, 4.6);
            for x in [-12.0, 0.0, 12.0] {
                guns.push_str(&format!("M{} {}v-8.6h3.2v8.6Z", N(x - 1.6), N(-r - 2.4)));
            }
            guns
        }
        Shape::Square | Shape::Loose => nose(-r, 6.0, 8.0),
    };
    put!(
        out,
        "<g transform=\"translate({} {}) rotate({})\" stroke-linejoin=\"round\"><title>{}</title><path d=\"{d}\" fill=\"#fff\" stroke=\"#fff\" stroke-width=\"3\" stroke-opacity=\".9\"/>\
         <path d=\"{d}\" fill=\"{}\"/></g>",
        N(p.x),
        N(p.y),
        facing.degrees,
        esc(&format!("{name}, facing {}", facing.compass)),
        coat.strip
    );
}

/// The states of the top piece, and the steps it has lost, at the lower corners of its counter.
fn states(stance: &Stance, at: Point, out: &mut String) {
    let lost = stance
        .steps
        .filter(|steps| steps.left < steps.full)
        .map(|steps| (format!("-{}", steps.full - steps.left), "#b3261e", "#fff"));
    let told = stance.states.iter().filter(|state| state.kind != StateKind::Activity).map(|state: &StateView| {
        let letter: String = state.word.chars().take(1).flat_map(char::to_uppercase).collect();
        match state.tone {
            Tone::Bad => (letter, "#b3261e", "#fff"),
            Tone::Good => (letter, "#2f6b33", "#fff"),
            Tone::Plain => (letter, "#efe3c2", "#221c12"),
        }
    });
    let corners = [(0.0, SIZE * SCALE), (SIZE * SCALE, SIZE * SCALE), (0.0, 0.0)];
    for ((word, fill, ink), (x, y)) in lost.into_iter().chain(told).zip(corners) {
        put!(
            out,
            "<g transform=\"translate({} {})\"><circle r=\"4.8\" fill=\"{fill}\" stroke=\"#fff\" stroke-width=\".9\"/>",
            N(at.x + x),
            N(at.y + y)
        );
        text(out, 0.0, 2.4, Type::sans(if word.len() > 1 { 5.8 } else { 6.8 }, ink).with("font-weight=\"700\""), &word);
        out.push_str("</g>");
    }
}
