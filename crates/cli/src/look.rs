//! `grognard list`, `rules` and `show`: looking without touching.

use crate::args::Show;
use crate::fail::{Done, Fail};
use crate::{files, replay, secrets};
use grognard_shelf::{CaseGist, Match};
use serde_json::json;
use std::fmt::Write as _;

/// Lists the games and their options.
pub fn list(json: bool) -> Done {
    let games = grognard_shelf::games();
    if json {
        return files::say_json(&json!({ "games": games }));
    }
    let mut out = String::new();
    for game in games {
        let _ = writeln!(out, "{:<12} {} {} ({})", game.id, game.title, game.year, game.rulebook);
        let _ = writeln!(out, "{:<12} {}", "", game.summary);
        for option in &game.options {
            let values = option.values.join("|");
            let _ = writeln!(
                out,
                "{:<12} --option {}={values}  {} [{}]; {} if left out",
                "", option.name, option.summary, option.case, option.default
            );
        }
    }
    out.push_str("\ngrognard play GAME begins one.\n");
    files::say(out)
}

/// Our gist of a case, of a section, or the list of all.
pub fn rules(case: Option<&str>, json: bool) -> Done {
    let all = grognard_shelf::rules()?;
    let Some(wanted) = case.map(|case| case.trim_matches(['[', ']'])) else {
        return if json { files::say_json(&json!({ "cases": all })) } else { files::say(contents(&all)) };
    };
    let exact: Vec<&CaseGist> = all.iter().filter(|case| case.id == wanted).collect();
    let section = format!("{}.", wanted.strip_suffix(".0").unwrap_or(wanted));
    let found: Vec<&CaseGist> =
        if exact.is_empty() { all.iter().filter(|case| case.id.starts_with(&section)).collect() } else { exact };
    if found.is_empty() {
        return Err(Fail::Bad(format!("{wanted}: no such case; `grognard rules` lists them")));
    }
    if json {
        return files::say_json(&json!({ "cases": found }));
    }
    files::say(found.iter().map(|case| in_full(case)).collect::<Vec<_>>().join("\n"))
}

fn contents(all: &[CaseGist]) -> String {
    let mut out = String::new();
    let mut book = "";
    for case in all {
        if case.rulebook != book {
            book = &case.rulebook;
            let _ = writeln!(out, "{book}");
        }
        let _ = writeln!(out, "{:>7}  {:<9} {}", case.id, case.status, case.title);
    }
    out.push_str("\ngrognard rules CASE tells what a case is about.\n");
    out
}

/// A case with its gist, in lines of readable length.
pub fn in_full(case: &CaseGist) -> String {
    let mut out = format!("[{}] {} ({}, {})\n", case.id, case.title, case.rulebook, case.status);
    wrapped(&case.gist, "  ", &mut out);
    if !case.rulings.is_empty() {
        wrapped(&format!("Our rulings: {}.", case.rulings.join(", ")), "  ", &mut out);
    }
    if !case.note.is_empty() {
        wrapped(&format!("Note: {}", case.note.trim()), "  ", &mut out);
    }
    out
}

/// Writes a text in lines of at most 96 characters.
pub fn wrapped(text: &str, indent: &str, out: &mut String) {
    let mut width = usize::MAX;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width.saturating_add(length + 1) > 96 {
            if width != usize::MAX {
                out.push('\n');
            }
            out.push_str(indent);
            width = indent.len();
        } else {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out.push('\n');
}

/// A position as one side may know it, for programs: what would hold more is not there.
fn as_known(game: &dyn Match, seat: &str) -> serde_json::Value {
    let view = game.view(Some(seat), None);
    json!({
        "game": game.identity(),
        "seats": game.seats(),
        "played": view.played,
        "shown": format!("what {seat} may know"),
        "pending": view.pending,
        "ending": view.ending,
        "options": view.choices,
        "forecast": view.forecast,
        "position": null,
        "digest": null,
        "board": view.board,
        "map": game.map(),
    })
}

/// Shows a position.
pub fn show(args: &Show) -> Done {
    let game = files::open(&args.file, &args.options.options, args.to)?;
    let seat = secrets::seat(game.as_ref(), args.seat.as_deref())?;
    let (map, board) = (game.map(), game.board(seat));
    if let Some(width) = args.width
        && !(16..=20_000).contains(&width)
    {
        return Err(Fail::Bad(format!("width {width}: expected 16 to 20000")));
    }
    if args.svg.is_some() || args.png.is_some() {
        let svg = grognard_picture::svg(&map, Some(&board), &grognard_picture::Options::default());
        // Both pictures are made before either is written.
        let png = match &args.png {
            Some(_) => Some(grognard_picture::png(&svg, args.width.unwrap_or(1_600)).map_err(Fail::Bad)?),
            None => None,
        };
        if let Some(path) = &args.svg {
            files::write(path, svg.as_bytes())?;
        }
        if let (Some(path), Some(png)) = (&args.png, png) {
            files::write(path, &png)?;
        }
        if !args.json && !args.list {
            return Ok(());
        }
    }
    if args.json {
        if let Some(seat) = seat.filter(|_| game.secretive()) {
            return files::say_json(&as_known(game.as_ref(), seat));
        }
        return files::say_json(&json!({
            "game": game.identity(),
            "seats": game.seats(),
            "played": game.played(),
            "shown": if game.secretive() { "everything, for the umpire; but the board as an onlooker sees it" } else { "everything" },
            "pending": game.pending().ok(),
            "ending": game.pending().err(),
            "options": game.options(),
            "forecast": game.forecast(args.seat.as_deref()),
            "position": game.position(),
            "digest": format!("{:016x}", game.digest()),
            "board": board,
            "map": map,
        }));
    }
    let mut out = if args.list {
        grognard_picture::list(&map, &board)
    } else {
        grognard_picture::text(&map, &board, args.width.map(|width| width.min(u32::from(u16::MAX)) as u16))
    };
    let _ = writeln!(out, "{}", replay::standing_for(game.as_ref(), seat));
    if seat.is_none() && game.secretive() {
        let _ = writeln!(out, "Shown as an onlooker sees it; {} shows what that side may know.", secrets::by_seat(game.as_ref()));
    }
    files::say(out)
}
