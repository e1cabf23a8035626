//! What the player sees.

use crate::look::wrapped;
use grognard_engine::game::{Chance, Forecast};
use grognard_engine::{Board, Counter};
use grognard_shelf::{Choice, Match};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The first words of a session.
pub fn welcome(game: &dyn Match, save: Option<&str>) -> String {
    let identity = game.identity();
    let options: Vec<_> = identity.options.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let mut out = identity.title.clone();
    if !options.is_empty() {
        let _ = write!(out, " ({})", options.join(", "));
    }
    let _ = writeln!(out, ". Both sides play at this keyboard: {}.", game.seats().join(" and "));
    out.push_str("Type an action and press Enter.   ?      what you may do now       board  the map\n");
    out.push_str("                                  undo   take it back              help   everything else\n");
    let short: Vec<&str> =
        commands(game).iter().map(|(form, _)| *form).filter(|form| form.starts_with(char::is_lowercase)).take(3).collect();
    if !short.is_empty() {
        let _ = writeln!(out, "Several actions in one go: {}", short.join(" | "));
    }
    match save {
        Some(file) => _ = writeln!(out, "The game is saved to {file} after every action."),
        None => out.push_str("The game is not saved by itself; `save FILE` does it.\n"),
    }
    out
}

/// Turn and phase.
pub fn heading(board: &Board) -> String {
    format!("{} | {}", board.turn, board.phase)
}

/// What is to be decided, what is owed, and how to say it.
pub fn status(game: &dyn Match, board: &Board) -> String {
    let mut out = crate::replay::standing(game) + "\n";
    if game.pending().is_err() {
        out.push_str("  type: save FILE | board | log | quit\n");
        return out;
    }
    for duty in board.duties.iter().filter(|duty| !duty.optional).take(6) {
        let at = duty.hex.as_ref().map_or(String::new(), |hex| format!(" ({hex})"));
        let _ = writeln!(out, "  still to do: [{}] {}{at}", duty.case, duty.text);
    }
    if let Some(forecast) = game.forecast(game.to_decide()) {
        let _ = writeln!(out, "  forecast: {}", brief(&forecast));
    }
    let examples: Vec<String> = groups(&game.options()).into_iter().take(6).map(|(verb, rests)| example(&verb, &rests)).collect();
    let _ = writeln!(out, "  type: {}", examples.join(" | "));
    out
}

fn example(verb: &str, rests: &[String]) -> String {
    let line = format!("{verb} {}", rests.first().map_or("", String::as_str));
    let more = match rests.len() {
        0 | 1 => String::new(),
        2 => " (or 1 other)".to_owned(),
        n => format!(" (or {} others)", n - 1),
    };
    format!("{}{more}", line.trim_end())
}

/// Options by their first word, in the order of the list.
fn groups(options: &[Choice]) -> Vec<(String, Vec<String>)> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for option in options {
        let (verb, rest) = option.text.split_once(' ').unwrap_or((&option.text, ""));
        match groups.iter_mut().find(|(known, _)| known == verb) {
            Some((_, rests)) => rests.push(rest.to_owned()),
            None => groups.push((verb.to_owned(), vec![rest.to_owned()])),
        }
    }
    groups
}

/// Every legal action, grouped; or, with a word, those that begin with it, each with the unit it is about.
pub fn options(game: &dyn Match, board: &Board, begin: &str) -> String {
    let all = game.options();
    let chosen: Vec<Choice> = all.iter().filter(|option| option.text.starts_with(begin)).cloned().collect();
    if chosen.is_empty() {
        return format!("Nothing you may do now begins with {begin:?}; ? lists everything.\n");
    }
    let mut out = String::new();
    if begin.is_empty() {
        for (verb, rests) in groups(&chosen) {
            let count = if rests.len() > 1 { format!(" ({})", rests.len()) } else { String::new() };
            let _ = writeln!(out, "{verb}{count}");
            if rests.iter().any(|rest| !rest.is_empty()) {
                wrapped(&rests.join("  "), "    ", &mut out);
            }
        }
        let verb = all.iter().find_map(|option| option.text.split_once(' ')).map(|(verb, _)| verb);
        if let Some(verb) = verb {
            let _ = writeln!(out, "`? {verb}` tells more about these.");
        }
        return out;
    }
    let counters: BTreeMap<&str, &Counter> = board.counters.iter().map(|counter| (counter.tag.as_str(), counter)).collect();
    let width = chosen.iter().map(|option| option.text.chars().count()).max().unwrap_or(0);
    for option in chosen {
        let named = option.text.split_whitespace().find_map(|word| counters.get(word)).map(|unit| describe(unit));
        let unit = named.unwrap_or_else(|| standing_in(board, &option.text));
        let _ = writeln!(out, "  {:<width$}  {unit}", option.text);
    }
    out
}

/// Who stands in the hex that an action names.
fn standing_in(board: &Board, action: &str) -> String {
    let there = |hex: &String| action.split_whitespace().skip(1).any(|word| word == hex);
    let units = board.counters.iter().filter(|counter| counter.hex.as_ref().is_some_and(there));
    units.map(|unit| format!("{} ({} {})", unit.tag, unit.kind, unit.values)).collect::<Vec<_>>().join(", ")
}

/// A unit in a few words.
fn describe(unit: &Counter) -> String {
    let place = unit.hex.as_ref().map_or_else(|| unit.off_map.clone().unwrap_or_default(), |hex| format!("at {hex}"));
    let badges = if unit.badges.is_empty() { String::new() } else { format!(", {}", unit.badges.join(", ")) };
    format!("{} {} {} {}{badges}", unit.name, unit.kind, unit.values, place).trim().to_owned()
}

fn chance(chance: Chance) -> String {
    let Chance { least, most, per } = chance;
    if least == most { format!("{most}/{per}") } else { format!("{least}/{per} to {most}/{per}") }
}

fn brief(forecast: &Forecast) -> String {
    let results: Vec<_> =
        forecast.results.iter().filter(|(_, c)| c.most > 0).map(|(name, c)| format!("{name} {}", chance(*c))).collect();
    format!("column {}: {}", forecast.column, results.join(", "))
}

/// The forecast with the reckoning and every unit's fate.
pub fn forecast(forecast: &Forecast) -> String {
    let mut out = String::new();
    for line in &forecast.reckoning {
        let _ = writeln!(out, "  {line}");
    }
    let _ = writeln!(out, "  {}", brief(forecast));
    for fate in &forecast.fates {
        let chances: Vec<_> =
            fate.chances.iter().filter(|(_, c)| c.most > 0).map(|(word, c)| format!("{word} {}", chance(*c))).collect();
        let _ = writeln!(out, "  {:<8} {}", fate.tag, chances.join(", "));
    }
    out
}

/// What can be typed besides the listed actions: form, and what it does.
pub fn commands(game: &dyn Match) -> Vec<(&'static str, &'static str)> {
    grognard_shelf::commands(&game.identity().game)
}

/// All commands of a session.
pub fn help(game: &dyn Match, more: &[(&str, &str)]) -> String {
    let mut out = String::from("Actions are typed as ? lists them; Tab completes them.");
    let commands = commands(game);
    if commands.is_empty() {
        out.push('\n');
    } else {
        out.push_str(" Shorter ways:\n");
        for (form, what) in commands {
            let _ = writeln!(out, "  {form:<32} {what}");
        }
    }
    out.push_str("At any time:\n");
    for (form, what) in [
        ("?, ? WORD", "what you may do now; what begins with a word, in full"),
        ("board, list", "the map; the same in sentences"),
        ("why ACTION", "whether an action is allowed, and the case that forbids it"),
        ("forecast", "the exact chances of the declared attack"),
        ("duties", "what is still to be done"),
        ("log, log N", "what happened; the last N lines"),
        ("rules CASE", "what a case is about, in our words"),
        ("undo", "take back the last thing typed, unless dice were rolled"),
        ("save FILE", "write the record of the game"),
        ("position", "the position in one line"),
        ("quit", "leave"),
    ]
    .iter()
    .chain(more)
    {
        let _ = writeln!(out, "  {form:<32} {what}");
    }
    out
}
