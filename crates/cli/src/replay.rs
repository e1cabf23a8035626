//! `grognard replay`: a game told from its record, and verified.

use crate::args::Replay;
use crate::fail::Done;
use crate::files::{self, Given};
use crate::secrets;
use grognard_shelf::{Ending, Happening, Match, Pending};
use serde_json::json;
use std::fmt::Write as _;

/// Replays a game.
pub fn replay(args: &Replay) -> Done {
    let mut told: Vec<Happening> = Vec::new();
    let game = match files::given(&args.file)? {
        Given::Text(file, text) => grognard_shelf::replay(&file, &text, args.to, &mut |happening| told.push(happening.clone()))?,
        Given::Game(_) => files::open(&args.file, &[], args.to)?,
    };
    let seat = secrets::seat(game.as_ref(), args.seat.as_deref())?;
    if let Some(seat) = seat.filter(|_| game.secretive()) {
        return tell_seat(game.as_ref(), seat, args.json);
    }
    let instead = format!("; {} tells what that side may know", secrets::by_seat(game.as_ref()));
    secrets::warn(game.as_ref(), "everything is told here", &instead);
    let digest = format!("{:016x}", game.digest());
    if args.json {
        return files::say_json(&json!({
            "game": game.identity(),
            "entries": told,
            "pending": game.pending().ok(),
            "ending": game.pending().err(),
            "position": game.position(),
            "digest": digest,
            "verified": true,
        }));
    }
    let mut out = format!("{}\n", game.identity().title);
    for happening in &told {
        tell(happening, &mut out);
    }
    let _ = match game.played() {
        1 => writeln!(out, "1 action, verified; digest {digest}"),
        played => writeln!(out, "{played} actions, each verified; digest {digest}"),
    };
    let _ = writeln!(out, "{}", standing(game.as_ref()));
    files::say(out)
}

/// Tells a game with secrets that is not over as one side may know it: no position and no digest, which would hold the rest.
fn tell_seat(game: &dyn Match, seat: &str, as_json: bool) -> Done {
    let told = game.told(Some(seat), 0);
    if as_json {
        return files::say_json(&json!({
            "game": game.identity(),
            "shown": format!("what {seat} may know"),
            "entries": told,
            "pending": game.view(Some(seat), None).pending,
            "ending": null,
            "position": null,
            "digest": null,
            "verified": true,
        }));
    }
    let mut out = format!("{}, as {seat} may know it\n", game.identity().title);
    for happening in &told {
        tell(happening, &mut out);
    }
    let _ = writeln!(out, "{} actions, each verified", game.played());
    let _ = writeln!(out, "{}", standing_for(game, Some(seat)));
    files::say(out)
}

/// Whose decision it is, or how it ended.
pub fn standing(game: &dyn Match) -> String {
    in_words(game, game.pending())
}

/// The same as a seat may know it, or an onlooker.
pub fn standing_for(game: &dyn Match, seat: Option<&str>) -> String {
    if !game.secretive() {
        return standing(game);
    }
    let view = game.view(seat, None);
    match (view.pending, view.ending) {
        (Some(pending), _) => in_words(game, Ok(pending)),
        (None, Some(ending)) => in_words(game, Err(ending)),
        (None, None) => standing(game),
    }
}

fn in_words(game: &dyn Match, pending: Result<Pending, Ending>) -> String {
    match pending {
        Ok(Pending { seat, case, prompt }) => {
            // Some prompts name the side themselves.
            let prompt = prompt.strip_prefix(&seat).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&prompt);
            format!("{seat} [{case}]: {prompt}")
        }
        // Some verdicts tell the points themselves, and who resigns has none.
        Err(ending) if ending.verdict.contains('(') || ending.points.is_empty() => format!("Over: {}", ending.verdict),
        Err(ending) => {
            let points: Vec<_> =
                game.seats().iter().zip(&ending.points).map(|(seat, points)| format!("{seat} {points}")).collect();
            format!("Over: {} ({})", ending.verdict, points.join(", "))
        }
    }
}

/// One action, its dice and its log lines.
fn tell(happening: &Happening, out: &mut String) {
    if let Some(seat) = &happening.seat {
        let dice = match &happening.dice[..] {
            [] => String::new(),
            dice => format!(" = {}", dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")),
        };
        let _ = writeln!(out, "{} {seat}: {}{dice}", happening.entry, happening.action);
    }
    for line in &happening.log {
        let _ = writeln!(out, "  {}{}", "  ".repeat(usize::from(line.level)), line.text);
    }
}
