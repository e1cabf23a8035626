//! Tables in two worlds: whatever is hidden from somebody changes nothing that a table answers him, before an action and after it. The skirmish gets
//! out with its secrets in one way after another, and each shows in the answers that it spoils.

use grognard_eagles_turn_east::Campaign as Eagles;
use grognard_engine::dice::{LowDice, RecordingDice, ScriptedDice, SeededDice};
use grognard_engine::{Decision, Game, Seat, Umpire};
use grognard_napoleonic_20::Campaign;
use grognard_shelf::{Match, open, seat};
use grognard_testkit::mock::{Flaw, Skirmish};
use serde::Serialize;
use std::collections::BTreeSet;

fn text<T: Serialize>(answer: &T) -> String {
    serde_json::to_string(answer).unwrap()
}

/// Everything that somebody can ask a table, each answer with its name; `typed` is what he tries to type.
fn answers(table: &dyn Match, who: Option<&str>, typed: &[String]) -> Vec<(String, String)> {
    let word = |name: &str, answer: String| (name.to_owned(), answer);
    let view = table.view(who, None);
    let told = table.told(who, 0);
    let of_told = |answer: fn(&grognard_shelf::Happening) -> String| told.iter().map(answer).collect::<Vec<_>>().join(" | ");
    let mut all = vec![
        word("board", text(&table.board(who))),
        word("prompt", format!("{:?}", view.pending)),
        word("catch-up", text(&table.catch_up(who, 0))),
        word("count of dice", text(&table.dice_told(who))),
        word("entries", of_told(|one| format!("{:?} {} {:?}", one.seat, one.action, one.dice))),
        word("events", of_told(|one| text(&one.events))),
        word("told", text(&told)),
        word("log", text(&table.log(who, 0))),
        word("turns", text(&table.turns())),
        word("forecast", text(&table.forecast(who))),
        word("who decides", format!("{:?}", table.to_decide())),
        word("undo", text(&view.undo)),
        word("earlier view", text(&table.view(who, Some(0)))),
        word("view", text(&view)),
    ];
    let place = table.board(who).counters.into_iter().find_map(|counter| counter.hex);
    for info in table.overlays() {
        let at = place.as_deref().filter(|_| info.needs_hex);
        all.push((format!("overlay {}", info.id), format!("{:?}", table.overlay(&info.id, at, who, None))));
    }
    if who.is_some() && who == table.to_decide() {
        let options = table.options();
        let captions = options.iter().map(|option| (&option.label, &option.note)).collect::<Vec<_>>();
        all.push(word("captions", format!("{captions:?}")));
        all.push(word("options", text(&options)));
        for line in typed {
            all.push((format!("why not `{line}`"), format!("{:?}", table.why(line).map_err(|why| why.line))));
            all.push((format!("refusal of `{line}`"), refusal(table, line)));
        }
        let advice = table.thinker("greedy", 7).unwrap()();
        all.push(word("hint", format!("{}: {}", advice.action, advice.reason)));
    }
    if let Some(who) = who.filter(|who| table.to_decide().is_some_and(|decides| decides != *who)) {
        for line in typed {
            let refused = table.fork().submit(who, line, &mut LowDice).map_err(|why| why.line);
            all.push((format!("refusal of `{line}`, out of turn"), format!("{:?}", refused.err())));
        }
    }
    all
}

/// How a command is refused that is truly given, not only asked about; [`SEEN`] if something came to light before.
fn refusal(table: &dyn Match, line: &str) -> String {
    let mut table = table.fork();
    match table.command(line, &mut LowDice) {
        Ok(_) => "it is played".to_owned(),
        Err(_) if table.played() > 0 => SEEN.to_owned(),
        Err(why) => why.line,
    }
}

/// What is told after something hidden came to light may be anything.
const SEEN: &str = "seen";

/// The answers that differ: their names, and how.
fn parted(here: Vec<(String, String)>, there: Vec<(String, String)>) -> Vec<(String, String)> {
    let differ = here.into_iter().zip(there).filter(|(a, b)| a != b && a.1 != SEEN && b.1 != SEEN).map(|((name, a), (_, b))| {
        let at = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count().saturating_sub(60);
        let cut = |text: &str| text.chars().skip(at).take(160).collect::<String>();
        (name, format!("{} | {}", cut(&a), cut(&b)))
    });
    differ.collect()
}

/// What came of comparing: how many worlds, and the answers in which they differed, each with the first difference in words.
#[derive(Default)]
struct Compared {
    worlds: u32,
    differing: Vec<(String, String)>,
}

/// One action played at a table and at another that differs in what a viewer cannot know, for everybody who looks.
fn compare<G: Game>(
    (game, desk): (&G, &dyn Match),
    before: &G::State,
    (action, seed): (G::Action, u64),
    typed: &[String],
    found: &mut Compared,
) {
    // Each with computer players of its own, who were asked nothing yet: whoever is asked again goes on with what he has planned.
    let at = |state: &G::State| desk.resume(&game.write_position(state)).unwrap().fork();
    let Decision::Choose { seat, .. } = game.decision(before) else { return };
    let (mut after, mut dice) = (before.clone(), SeededDice::new(seed));
    let mut recorded = RecordingDice::new(&mut dice);
    game.apply(&mut after, action, &mut Umpire::silent(&mut recorded));
    let rolls = recorded.rolls;
    for viewer in [Some(Seat(0)), Some(Seat(1)), None] {
        let who = viewer.map(|seat| game.seats()[usize::from(seat.0)]);
        let other = game.resample_knowing(before, &after, viewer, &mut SeededDice::new(seed ^ 0x55));
        if other == *before {
            continue;
        }
        found.worlds += 1;
        let place = |when: &str| format!("{who:?} {when} `{}` in {}", game.write_action(action), game.write_position(before));
        let mut note = |when: &str, differences: Vec<(String, String)>| {
            found.differing.extend(differences.into_iter().map(|(name, how)| (name, format!("{}: {how}", place(when)))));
        };
        note("before", parted(answers(&*at(before), who, typed), answers(&*at(&other), who, typed)));
        let mut here = at(before);
        let by = game.seats()[usize::from(seat.0)];
        here.submit(by, &game.write_action(action), &mut ScriptedDice::new(&rolls)).unwrap();
        if !here.secretive() {
            // It is over, and everybody is told everything.
            continue;
        }
        let mut candidates = vec![action];
        if viewer != Some(seat) {
            game.legal_actions(&other, &mut candidates);
        }
        // What looks the same and differs in the fewest answers.
        let mut nearest: Option<Vec<(String, String)>> = None;
        let mut told = None;
        for candidate in candidates {
            let mut there = at(&other);
            let mut dice = ScriptedDice::new(&rolls);
            let played = there.submit(by, &game.write_action(candidate), &mut dice).is_ok();
            let alike = |table: &dyn Match| table.told(who, 1).into_iter().map(|told| told.action).collect::<Vec<_>>();
            if !played || dice.fault.is_some() || alike(&*here) != alike(&*there) {
                continue;
            }
            let asked = |table: &dyn Match| answers(table, who, typed);
            let differences = parted(told.get_or_insert_with(|| asked(&*here)).clone(), asked(&*there));
            let done = differences.is_empty();
            if nearest.as_ref().is_none_or(|nearest| differences.len() < nearest.len()) {
                nearest = Some(differences);
            }
            if done {
                break;
            }
        }
        note("after", nearest.unwrap_or_else(|| vec![("entries".to_owned(), "nothing looks the same".to_owned())]));
    }
}

/// Random games in which one position out of so many is compared.
fn walk<G: Game>(game: &G, desk: &dyn Match, (seed, steps, every): (u64, u64, u64), typed: &[String], found: &mut Compared) {
    let mut dice = SeededDice::new(seed);
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let mut actions = Vec::new();
    for step in 0..steps {
        if matches!(game.decision(&state), Decision::Over(_)) {
            break;
        }
        game.legal_actions(&state, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        if step % every == 0 {
            compare((game, desk), &state, (action, seed + step), typed, found);
        }
        game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
    }
}

#[test]
fn what_is_hidden_changes_no_answer_of_a_table() {
    let all = ["fog", "penetration", "support", "breakdown", "weather"];
    let tags = ["OG", "GR", "XIV", "RuCv", "FD1", "nobody"];
    let orders = |tag| [format!("attack {tag} with OG"), format!("pick {tag}"), format!("move {tag} 1307")];
    let typed: Vec<String> = tags.into_iter().flat_map(orders).collect();
    for (name, options, seed) in
        [("dresden-20", &all[..1], 3), ("dresden-20-maneuver", &all[..0], 4), ("dresden-20-maneuver", &all[..], 5)]
    {
        let options: Vec<(String, String)> = options.iter().map(|&option| (option.to_owned(), "on".to_owned())).collect();
        let game = Campaign::new(name, &options).unwrap();
        let desk = open(name, &options, &mut SeededDice::new(seed)).unwrap();
        let mut found = Compared::default();
        walk(&game, &*desk, (seed, 240, 12), &typed, &mut found);
        assert_eq!(found.differing.first(), None, "{name}");
        assert!(found.worlds > 10, "{name}: {}", found.worlds);
    }
}

/// Whole marches and attacks of some leaders of both sides, to where counters stand at the beginning.
fn orders_to_leaders(desk: &dyn Match) -> Vec<String> {
    let standing =
        |seat| desk.board(seat).counters.into_iter().filter_map(|counter| Some((counter.side, counter.tag, counter.hex?)));
    let mut hexes: Vec<String> = standing(None).map(|(.., hex)| hex).collect();
    hexes.dedup();
    let hexes = [0, hexes.len() / 2, hexes.len() - 1].map(|at| &hexes[at]);
    let mut typed = Vec::new();
    for &seat in desk.seats() {
        let own: Vec<String> = standing(Some(seat)).filter(|(side, ..)| side == seat).map(|(_, tag, _)| tag).collect();
        for (tag, hex) in own.iter().step_by((own.len() / 3).max(1)).zip(hexes) {
            typed.extend([format!("march {tag} {hex}"), format!("ride {tag} {hex}"), format!("attack {hex} with {tag}")]);
        }
    }
    typed
}

/// Leaders of The Eagles Turn East lie face down.
fn eagles(name: &str, seed: u64, (steps, every): (u64, u64)) {
    let game = Eagles::new(name, &[]).unwrap();
    let desk = open(name, &[], &mut SeededDice::new(seed)).unwrap();
    let mut found = Compared::default();
    walk(&game, &*desk, (seed, steps, every), &orders_to_leaders(&*desk), &mut found);
    assert_eq!(found.differing.first(), None, "{name}");
    assert!(found.worlds > 10, "{name}: {}", found.worlds);
}

#[test]
fn who_leads_in_a_battle_changes_no_answer_of_a_table() {
    eagles("eagles-friedland", 6, (240, 24));
}

#[test]
fn who_leads_in_a_campaign_changes_no_answer_of_a_table() {
    eagles("eagles-eylau-campaign", 7, (480, 40));
}

/// Two marches in one command.
const BOTH: &str = "march R1 0201 then march R2 0202";

/// What differs in random skirmishes with a flaw, until all these answers do.
fn spoilt(flaw: Flaw, answers: &[&str]) -> Compared {
    let game = Skirmish::with(flaw);
    let desk = seat(Skirmish::with(flaw), &mut SeededDice::new(0));
    let tags = ["R1", "R2", "B1", "B2"];
    let pairs = tags.into_iter().flat_map(|by| tags.map(|on| format!("attack {by} {on}")));
    let marches = tags.map(|tag| format!("march {tag} 0201")).into_iter().chain([BOTH.to_owned()]);
    let typed: Vec<String> = pairs.chain(marches).collect();
    let mut found = Compared::default();
    for seed in 0..6 {
        walk(&game, &*desk, (seed, 60, 1), &typed, &mut found);
        if !answers.is_empty() && answers.iter().all(|answer| found.differing.iter().any(|(name, _)| name == answer)) {
            break;
        }
    }
    found
}

#[test]
fn every_flaw_shows_in_the_answers_that_it_spoils() {
    let sound = spoilt(Flaw::None, &[]);
    assert_eq!(sound.differing.first(), None);
    assert!(sound.worlds > 150, "{}", sound.worlds);
    let both = format!("refusal of `{BOTH}`");
    for (flaw, answers) in [
        (Flaw::LeakyView, &["board", "earlier view"][..]),
        (Flaw::LeakyPrompt, &["prompt"]),
        (Flaw::LeakyLog, &["log", "catch-up", "turns"]),
        (Flaw::LeakyEvent, &["events"]),
        (Flaw::LeakyWords, &["entries"]),
        (Flaw::LeakyDice, &["entries", "catch-up", "count of dice"]),
        (Flaw::LeakyDecision, &["prompt"]),
        (Flaw::LeakySkip, &["who decides", "count of dice"]),
        (Flaw::LeakyHurry, &["who decides"]),
        (Flaw::LeakyOptions, &["options"]),
        (Flaw::LeakyAnchor, &["options"]),
        (Flaw::LeakyCaption, &["captions"]),
        (Flaw::LeakyRefusal, &["refusal of `attack R1 B1`"]),
        (Flaw::LeakyBlame, &["refusal of `attack R1 B1`"]),
        (Flaw::LeakyHalt, &[both.as_str()]),
        (Flaw::LeakyCommand, &["refusal of `march B1 0201`", "why not `march B1 0201`"]),
        (Flaw::LeakyDoor, &["refusal of `attack R1 B1`, out of turn"]),
        (Flaw::LeakyForecast, &["forecast"]),
        (Flaw::LeakyOverlay, &["overlay posts"]),
        (Flaw::TrueWorld, &["hint"]),
        (Flaw::LeakyUndo, &["told"]),
        (Flaw::LeakyReturn, &["undo"]),
    ] {
        let found = spoilt(flaw, answers);
        let names: BTreeSet<&str> = found.differing.iter().map(|(name, _)| name.as_str()).collect();
        for answer in answers {
            assert!(names.contains(answer), "{flaw:?} does not show in the {answer}, but in {names:?}");
        }
    }
}
