//! What a page is told, held against what the rules do: in real games of Napoleon's Art of War.

use crate::moments::{moments, tried};
use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_shelf::*;
use std::collections::BTreeSet;

const EYLAU: &str = include_str!("../../../../records/art-of-war/eylau.record");
const WEATHER: &str = include_str!("../../../../records/art-of-war/eylau-weather.record");
const DRESDEN: &str = include_str!("../../../../records/art-of-war/dresden-two-days.record");

const RECORDS: [(&str, &str); 3] = [("eylau", EYLAU), ("weather", WEATHER), ("dresden", DRESDEN)];

/// Halves of a movement point: `3½` is 7.
fn halves(points: &str) -> u32 {
    let whole = points.trim_end_matches('½');
    2 * whole.parse::<u32>().unwrap_or(0) + u32::from(points.ends_with('½'))
}

#[test]
fn whatever_is_offered_is_accepted_and_does_what_it_says() {
    let (mut kinds, mut commits) = (BTreeSet::new(), 0);
    moments(&RECORDS, 41, |game, seat, at| {
        let view = game.view(Some(seat), None);
        assert_eq!(view.choices.is_empty(), view.pending.is_none());
        for choice in &view.choices {
            kinds.insert(choice.group.clone());
            assert!(!choice.label.is_empty() && choice.text.starts_with(&choice.group), "{choice:?}");
            assert!(choice.group.chars().all(|c| c.is_ascii_lowercase()), "{choice:?}");
            tried(game, seat, &choice.text, |after, done| {
                assert_eq!(choice.commits, !done.dice.is_empty() || after.pending().is_err(), "entry {at}: {choice:?}");
                commits += u32::from(choice.commits);
                let trail = done.log.iter().find_map(|line| line.path.as_ref());
                if matches!(choice.group.as_str(), "go" | "step") {
                    let trail = trail.expect("a move leaves a trail");
                    let way: Vec<&String> = choice.path.iter().map(|step| &step.hex).collect();
                    let entering = usize::from(trail.kind != "enter");
                    assert_eq!(trail.hexes.iter().skip(entering).collect::<Vec<_>>(), way, "entry {at}: {choice:?}");
                    assert_eq!((Some(&trail.unit), trail.side.as_str()), (choice.unit.as_ref(), seat));
                    assert_eq!(way.last().copied(), choice.hex.as_ref());
                }
                for line in &done.log {
                    assert_eq!(line.entry, at + 1);
                    assert!(line.case.as_ref().is_some_and(|case| line.text.contains(&format!("[{case}]"))), "{line:?}");
                }
            });
        }
    });
    assert!(commits > 0);
    for kind in ["pick", "go", "step", "halt", "end", "fresh", "ready", "target", "join", "lower", "roll", "retreat", "hold"] {
        assert!(kinds.contains(kind), "{kind} was never offered: {kinds:?}");
    }
}

#[test]
fn the_costs_of_a_way_add_up() {
    let mut ways = 0;
    moments(&RECORDS, 17, |game, seat, at| {
        let view = game.view(Some(seat), None);
        let Some(held) = view.board.counters.iter().find(|c| c.badges.iter().any(|badge| badge == "in hand")) else { return };
        let has: BTreeSet<u32> = view
            .choices
            .iter()
            .filter(|choice| !choice.path.is_empty())
            .map(|choice| {
                ways += 1;
                let spent: u32 = choice.path.iter().map(|step| halves(&step.cost)).sum();
                assert!(choice.path.iter().all(|step| halves(&step.cost) > 0), "entry {at}: {choice:?}");
                spent + halves(choice.left.as_ref().unwrap())
            })
            .collect();
        assert_eq!(has.len(), 1, "entry {at}: ways from one hex must share a budget: {has:?}");
        let has = *has.first().unwrap();
        assert!(has <= 2 * held.movement.unwrap() as u32);
        let prompt = &view.pending.as_ref().unwrap().prompt;
        let told = prompt.rsplit("? ").next().unwrap().split(' ').next().unwrap();
        assert_eq!(halves(told), has, "{prompt}");
    });
    assert!(ways > 1_000, "{ways}");
}

#[test]
fn nobody_is_offered_what_is_another_seats() {
    moments(&RECORDS, 29, |game, seat, at| {
        for who in [None, Some("French"), Some("Allied"), Some("Blücher")] {
            let view = game.view(who, None);
            let mine = who == Some(seat);
            assert_eq!(view.choices.is_empty(), !mine, "entry {at}: {who:?}");
            assert_eq!(view.you.as_deref(), who.filter(|who| *who != "Blücher"));
            if !mine {
                assert!(view.forecast.is_none_or(|forecast| forecast.alternatives.is_empty()));
            }
            let last = game.history(at.max(1)).pop().filter(|last| last.entry > 0);
            let own = last.as_ref().is_some_and(|last| last.seat.as_deref() == who && last.dice.is_empty());
            assert_eq!((view.undo.can, view.undo.why.is_empty()), (own, own || view.you.is_none()), "entry {at}: {who:?}");
            if view.you.is_none() {
                assert_eq!(view.undo, Undo::default());
            }
            let back = game.view(who, Some(at.saturating_sub(1)));
            assert_eq!((back.played, back.at), (at, at.saturating_sub(1)));
            assert!(at == 0 || back.choices.is_empty(), "a look back offers nothing");
        }
    });
}

#[test]
fn what_is_taken_back_at_once_and_what_has_to_be_asked_for() {
    let mut dice = SeededDice::new(1);
    let mut game = open("eylau", &[], &mut dice).unwrap();
    assert_eq!(game.view(Some("French"), None).undo.why, "nothing has been played yet");
    assert!(!game.view(Some("French"), None).undo.ask);
    for line in ["move Sth1 1610", "move Sth2 1609", "move Des2 1511", "end", "ready"] {
        game.command(line, &mut dice).unwrap();
    }
    let undo = game.view(Some("French"), None).undo;
    assert_eq!((undo.can, undo.what.as_str(), undo.to), (true, "ready", 7));
    let undo = game.view(Some("Allied"), None).undo;
    assert_eq!((undo.can, undo.ask, undo.why.as_str()), (false, false, "the last action was the other side's"));
    for line in ["ready", "attack Ost3 with Des2"] {
        game.command(line, &mut dice).unwrap();
    }
    let played = game.played();
    let undo = game.view(Some("French"), None).undo;
    assert_eq!((undo.can, undo.ask, undo.what.as_str(), undo.to), (false, true, "roll", played - 1));
    assert_eq!(undo.why, "dice have been rolled");
    let undo = game.view(Some("Allied"), None).undo;
    assert_eq!((undo.ask, undo.what.as_str(), undo.to), (true, "ready", 8));
    assert!(game.undo_as("Allied").is_err() && game.undo_as("French").is_err() && game.undo_as("nobody").is_err());
    assert_eq!(game.undo_to(undo.to), played - 8);
    assert_eq!(game.view(None, None).pending.unwrap().seat, "Allied");
    // A die that was seen is counted, though it was taken back.
    assert_eq!((game.dice().all.rolls, game.dice().seats[0].rolls), (1, 1));
    assert_eq!(game.undo_as("French"), Ok("ready".to_owned()));
}

/// The first turn of `docs/terminal.md`, up to an Allied attack with three units of one division, which may take the shift.
fn three_of_a_division() -> Box<dyn Match> {
    let mut game = open("eylau", &[], &mut SeededDice::new(1)).unwrap();
    let mut dice = ScriptedDice::new(&[4, 5]);
    for line in ["move Sth1 1610", "move Sth2 1609", "move Des2 1511", "end", "ready", "ready", "attack Ost3 with Des2"]
        .into_iter()
        .chain(["retreat Ost3 1312", "hold", "attack Ost5 with Sth1 Sth2", "lose Sth1", "advance Sth2 1510", "move Ost1 1411"])
        .chain(["move Ost3 1410", "end", "ready", "ready", "declare Des2 with Ost1 Ost6 Ost3"])
    {
        game.command(line, &mut dice).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    game
}

#[test]
fn alternatives_are_what_playing_them_leads_to() {
    let mut seen = BTreeSet::new();
    let mut look = |game: &mut dyn Match, seat: &str, at: usize| {
        let Some(forecast) = game.view(Some(seat), None).forecast else { return };
        let table = forecast.table.as_ref().unwrap();
        assert_eq!(table.columns[table.column], forecast.column);
        assert_eq!((table.cells.len(), table.rows.len()), (6, 6));
        assert!(table.cells.iter().flatten().all(|cell| forecast.legend.iter().any(|(result, _)| result == cell)));
        let (choices, actions) = (game.options(), game.actions());
        for alternative in &forecast.alternatives {
            seen.insert(alternative.action.split(' ').next().unwrap().to_owned());
            let choice = choices.iter().find(|choice| choice.text == alternative.action).unwrap();
            assert_eq!((&choice.label, choice.note.as_ref()), (&alternative.label, Some(&alternative.column)));
            tried(game, seat, &alternative.action, |after, _| {
                let then = after.forecast(None).unwrap();
                assert_eq!((&then.column, &then.results), (&alternative.column, &alternative.results), "entry {at}");
            });
        }
        let changing = |action: &&String| ["join ", "shift ", "lower"].iter().any(|verb| action.starts_with(verb));
        assert_eq!(forecast.alternatives.len(), actions.iter().filter(changing).count());
        if actions.iter().any(|action| action == "roll") {
            tried(game, seat, "roll", |_, done| {
                let clash = done.log.iter().find_map(|line| line.battle.as_ref()).unwrap();
                assert_eq!((&clash.column, clash.side.as_str()), (&forecast.column, seat));
                let fighting: BTreeSet<&String> = clash.attackers.iter().chain(&clash.defenders).collect();
                assert!(fighting.iter().all(|tag| forecast.fates.iter().any(|fate| fate.tag == ***tag)));
                let roll = done.log.iter().find_map(|line| line.roll.as_ref()).unwrap();
                let row = usize::from(roll.value) - 1;
                assert_eq!(roll.column.as_ref(), Some(&forecast.column));
                assert_eq!(roll.result.as_ref(), Some(&table.cells[row][table.column]));
            });
        }
    };
    moments(&RECORDS, 11, &mut look);
    look(three_of_a_division().as_mut(), "Allied", 0);
    assert_eq!(seen, ["join", "lower", "shift"].map(str::to_owned).into());
}

#[test]
fn a_look_back_shows_what_was_there() {
    for (name, text) in [("eylau", EYLAU), ("dresden", DRESDEN)] {
        let game = load(name, text).unwrap();
        for at in (0..=game.played()).step_by(67) {
            let then = replay(name, text, Some(at), &mut |_| {}).unwrap();
            let (back, view) = (game.view(None, Some(at)), then.view(None, None));
            assert_eq!((&back.board, &back.check, &back.pending), (&view.board, &view.check, &view.pending), "entry {at}");
            assert_eq!(game.view(None, Some(usize::MAX)).at, game.played());
            assert_eq!(then.history(at), game.history(at)[..1]);
        }
        // Entry by entry, told again from every sixteenth position.
        let mut told = Vec::new();
        replay(name, text, None, &mut |happening| told.push(happening.clone())).unwrap();
        assert_eq!(game.history(0), told);
        assert_eq!(game.log(None, 0), told.into_iter().flat_map(|happening| happening.log).collect::<Vec<_>>());
    }
}

#[test]
fn turns_can_be_leafed_through() {
    for (name, text, turns) in [("eylau", EYLAU, 12), ("dresden", DRESDEN, 16)] {
        let game = load(name, text).unwrap();
        let marks = game.turns();
        assert_eq!(marks[0].entry, 0);
        assert!(marks.is_sorted_by(|a, b| a.entry < b.entry && a.turn_number <= b.turn_number));
        assert_eq!(marks.iter().filter(|mark| mark.new_turn).count(), turns);
        for mark in &marks {
            let board = game.view(None, Some(mark.entry)).board;
            assert_eq!((board.turn_number, board.phase), (mark.turn_number, mark.phase.clone()));
            assert!(board.turn.contains(&board.clock) && !board.clock.is_empty() && board.turn_number <= board.turns);
        }
        let rolled: usize = game.history(0).iter().map(|happening| happening.dice.len()).sum();
        assert_eq!(game.dice().all.rolls as usize, rolled);
        assert_eq!(game.dice().seats.iter().map(|seat| seat.rolls).sum::<u32>() as usize, rolled);
    }
}

#[test]
fn the_strip_of_phases_shows_where_play_stands() {
    let mut conditions = BTreeSet::new();
    moments(&RECORDS, 31, |game, _, at| {
        let board = game.board(None);
        conditions.extend(board.conditions.clone());
        let current: Vec<_> = board.phases.iter().filter(|phase| phase.current).collect();
        let over = game.pending().is_err();
        assert_eq!(current.len(), usize::from(!over), "entry {at}: {:?}", board.phases);
        if let [phase] = current[..]
            && let Some(side) = &phase.side
        {
            assert_eq!(board.phase, format!("{side} {}", phase.name));
        }
        let night = board.conditions.iter().any(|word| word == "night");
        assert_eq!(board.phases.iter().filter(|phase| phase.side.is_some()).count(), if night { 2 } else { 4 });
        for counter in &board.counters {
            assert_eq!(counter.values, format!("{}-{}", counter.strength.unwrap(), counter.movement.unwrap()));
            assert!(counter.alt.contains(&counter.tag) && counter.alt.contains(&counter.kind));
            assert!(counter.hex.iter().chain(&counter.off_map).all(|place| counter.alt.contains(place)), "{}", counter.alt);
        }
    });
    assert_eq!(conditions, ["night", "rain", "snow"].map(str::to_owned).into());
}

#[test]
fn the_checklist_knows_when_the_phase_can_end() {
    let (mut open, mut owed, mut unmoved) = (0, 0, 0);
    moments(&RECORDS, 13, |game, seat, at| {
        let view = game.view(Some(seat), None);
        let prompt = view.pending.map(|pending| pending.prompt).unwrap_or_default();
        let must: Vec<_> = view.board.duties.iter().filter(|duty| !duty.optional).collect();
        let end = view.choices.iter().any(|choice| choice.text == "end");
        if prompt.contains("choose a unit to move") || prompt.contains("choose an enemy to attack") {
            assert_eq!(end, must.is_empty(), "entry {at}: {must:?}");
            assert_eq!(end, prompt.contains("or end the phase"), "entry {at}: {prompt}");
            open += u32::from(end);
            owed += u32::from(!end);
            let idle: BTreeSet<_> = view.board.duties.iter().filter(|d| d.optional).filter_map(|d| d.unit.clone()).collect();
            let picks = view.choices.iter().filter(|choice| choice.group == "pick").filter_map(|choice| choice.unit.clone());
            assert_eq!(idle, picks.collect(), "entry {at}: who can still move is on the list");
            unmoved += idle.len();
        }
        if prompt.contains("name the units that take part") {
            let fighting = view.board.counters.iter().filter(|c| c.badges.iter().any(|b| b == "target" || b == "attacker"));
            for counter in fighting {
                assert!(must.iter().all(|duty| duty.unit.as_ref() != Some(&counter.tag)), "entry {at}: {must:?}");
            }
            // Nothing but who must join stands between a declared attack and its die.
            let forced = must.iter().any(|duty| duty.text.ends_with("must join this attack"));
            let roll = view.choices.iter().any(|choice| choice.text == "roll");
            assert!(!(roll && forced), "entry {at}: {must:?}");
        }
    });
    assert!(open > 0 && owed > 0 && unmoved > 0, "{open} {owed} {unmoved}");
}

#[test]
fn a_catch_up_tells_of_all_losses() {
    for (name, text) in [("eylau", EYLAU), ("dresden", DRESDEN)] {
        let game = load(name, text).unwrap();
        let played = game.played();
        let gone = |at: usize| -> BTreeSet<String> {
            let board = game.view(None, Some(at)).board;
            let off = board.counters.into_iter().filter(|c| matches!(c.off_map.as_deref(), Some("lost" | "disrupted")));
            off.map(|counter| counter.tag).collect()
        };
        for from in (0..played).step_by(131) {
            let told = game.catch_up(Some("French"), from);
            assert_eq!((told.from, told.to), (from, played));
            let lost: BTreeSet<String> = told.losses.iter().flat_map(|loss| loss.tags.clone()).collect();
            let (before, after) = (gone(from), gone(played));
            assert!(after.difference(&before).all(|tag| lost.contains(tag)), "from {from}");
            assert!(lost.iter().all(|tag| told.paragraph.contains(tag.as_str())), "{}", told.paragraph);
            assert!(told.lines.iter().all(|line| line.entry > from));
            assert_eq!(told.dice, game.history(from + 1).into_iter().flat_map(|h| h.dice).collect::<Vec<_>>());
        }
        assert_eq!(game.catch_up(None, usize::MAX).to, played);
        assert!(game.catch_up(None, played).paragraph.starts_with("Nothing has happened since. Now "));
    }
    let game = replay("eylau", EYLAU, Some(60), &mut |_| {}).unwrap();
    let told = game.catch_up(None, 44).paragraph;
    assert!(told.contains(" attacked ") && told.contains(": die ") && told.contains(" retreated to "), "{told}");
}

#[test]
fn overlays_say_what_the_rules_say() {
    let mut dice = SeededDice::new(1);
    for (name, at) in [("eylau", 0), ("dresden", 30)] {
        let text = if name == "eylau" { EYLAU } else { DRESDEN };
        let mut game = replay(name, text, Some(at), &mut |_| {}).unwrap();
        let seat = game.pending().unwrap().seat;
        if !game.actions().contains(&"end".to_owned()) {
            game.command("halt", &mut dice).unwrap();
        }
        // Who can reach a hex: those whom picking lets go there, and no others.
        let mut ends: Vec<(String, BTreeSet<String>)> = Vec::new();
        for choice in game.options().into_iter().filter(|choice| choice.group == "pick") {
            let there = tried(game.as_mut(), &seat, &choice.text, |game, _| game.options());
            let goes = there.into_iter().filter(|go| go.group == "go").filter_map(|go| Some((go.hex?, go.left?)));
            let tag = choice.unit.unwrap();
            ends.push((tag.clone(), goes.map(|(hex, left)| format!("{hex} {tag} ({left} left)")).collect()));
        }
        let hexes: BTreeSet<String> = ends.iter().flat_map(|(_, goes)| goes).map(|go| go[..4].to_owned()).collect();
        for hex in hexes.iter().step_by(5) {
            let told: BTreeSet<String> = game
                .overlay("reach", Some(hex), None, None)
                .unwrap()
                .into_iter()
                .filter(|from| from.side.as_deref() == Some(&seat))
                .flat_map(|from| from.note.split(", ").map(|unit| format!("{hex} {unit}")).collect::<Vec<_>>())
                .collect();
            let wanted = ends.iter().flat_map(|(_, goes)| goes).filter(|go| go.starts_with(hex.as_str())).cloned();
            assert_eq!(told, wanted.collect(), "{name} {hex}");
        }
        // The enemy's zones for one side are the other's own.
        let zones = |id: &str, seat: &str| game.overlay(id, None, Some(seat), None).unwrap();
        assert_eq!(zones("enemy-zones", "French"), zones("friendly-zones", "Allied"));
        assert_ne!(zones("enemy-zones", "French"), zones("enemy-zones", "Allied"));
        assert_eq!(game.overlay("enemy-zones", None, None, None).unwrap(), zones("enemy-zones", &seat));
        let objectives = game.map().hexes.into_iter().filter(|hex| hex.objective).count();
        assert_eq!(game.overlay("victory", None, None, None).unwrap().len(), objectives);
        let keys: BTreeSet<String> = game.overlays().into_iter().map(|info| info.key).collect();
        assert_eq!(keys.len(), game.overlays().len());
        for (id, hex) in [("nothing", None), ("fire", None), ("reach", Some("9999")), ("fire", Some("Nobody"))] {
            assert_eq!(game.overlay(id, hex, None, None).unwrap_err().lines().count(), 1);
        }
    }
    // A gun can be named instead of its hex, and what it can join against lies in its range.
    let game = open("eylau", &[], &mut dice).unwrap();
    let by_unit = game.overlay("fire", Some("Sth4"), None, None).unwrap();
    assert_eq!(by_unit, game.overlay("fire", Some("1815"), None, None).unwrap());
    assert!(!by_unit.is_empty() && by_unit.iter().all(|hex| hex.note.starts_with("in range")));
}

#[test]
fn a_step_too_far_is_refused_for_what_stops_it() {
    let mut dice = SeededDice::new(1);
    let mut game = open("eylau", &[], &mut dice).unwrap();
    for (line, case) in [
        ("move Sth1 1811 1810 1809 1808 1807", "4.1"),
        ("move Sth1 1811 1711 1610 1510", "4.3"),
        ("move Sth1 1811 1711 1610 1609", "4.5"),
        ("move Sth1 1811 1812 1811 1812 1811", "4.1"),
    ] {
        let why = game.why(line).unwrap_err();
        assert_eq!(why.case.as_deref(), Some(case), "{line}: {why}");
        let refused = game.command(line, &mut dice).unwrap_err();
        assert_eq!((refused.line, game.played()), (why.line, 0));
    }
    game.command("move Sth1 1811 1810 1809 1808", &mut dice).unwrap();
    // A step with nobody in hand stays what it is.
    assert_eq!(game.why("step 1809").unwrap_err().case.as_deref(), Some("4.0"));
}

#[test]
fn views_survive_the_wire() {
    moments(&RECORDS, 97, |game, seat, _| {
        let view = game.view(Some(seat), None);
        let text = serde_json::to_string(&view).unwrap();
        assert_eq!(serde_json::from_str::<View>(&text).unwrap(), view);
        let told = game.history(game.played()).pop().unwrap();
        assert_eq!(serde_json::from_str::<Happening>(&serde_json::to_string(&told).unwrap()).unwrap(), told);
        for text in view.choices.iter().map(|choice| &choice.label).chain(view.board.duties.iter().map(|duty| &duty.text)) {
            assert_eq!(text.lines().count(), 1);
        }
    });
}
