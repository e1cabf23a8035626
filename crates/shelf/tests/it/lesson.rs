//! Every lesson can be taken from its beginning to its end, however its dice fall: the rules say so.

use grognard_engine::dice::SeededDice;
use grognard_shelf::lesson::{Lesson, fits, lesson};
use grognard_shelf::{Match, games, gist, open};
use std::collections::BTreeSet;

/// What a learner who reads and does as told has met.
#[derive(Default)]
struct Taken {
    steps: BTreeSet<usize>,
    results: BTreeSet<String>,
}

/// The others decide as they like, here: what comes first.
fn others(game: &mut dyn Match, seat: &str, dice: &mut SeededDice) {
    while let Some(decider) = game.to_decide().filter(|decider| *decider != seat) {
        let first = game.options().into_iter().next().expect("a decision has options").text;
        game.submit(decider, &first, dice).expect("what is offered is taken");
    }
}

fn offered(game: &dyn Match) -> Vec<String> {
    game.options().into_iter().map(|choice| choice.text).collect()
}

/// Takes a lesson; `last` says whether a learner takes the last of several ways instead of the first.
fn take(lesson: &Lesson, id: &str, seed: u64, last: bool, taken: &mut Taken) {
    let mut dice = SeededDice::new(seed);
    let mut game = open(id, &[], &mut dice).unwrap();
    let mut rolled = None;
    for (place, step) in lesson.steps.iter().enumerate() {
        others(game.as_mut(), &lesson.seat, &mut dice);
        if step.when.as_ref().is_some_and(|form| !offered(game.as_ref()).iter().any(|action| fits(form, action))) {
            continue;
        }
        if !step.results.is_empty() {
            let result: String = rolled.clone().expect("a result is told after a roll");
            assert!(step.results.contains_key(&result), "{id}, step {place}: nothing is said about {result}");
            taken.results.insert(result);
        }
        taken.steps.insert(place);
        if let Some(refused) = &step.refused {
            let why = game.why(&refused.action).expect_err("the rules refuse it");
            assert_eq!(why.case.as_deref(), Some(refused.case.as_str()), "{id}, step {place}: {why}");
        }
        // What may be done meanwhile is done as long as what is wanted cannot be.
        let mut done = step.want.is_empty();
        for _ in 0..10 {
            let ways = offered(game.as_ref()).into_iter().filter(|action| step.want.iter().any(|form| fits(form, action)));
            let ways: Vec<String> = ways.collect();
            let way = if last { ways.last() } else { ways.first() };
            let also = offered(game.as_ref()).into_iter().find(|action| step.also.iter().any(|form| fits(form, action)));
            let Some(action) = way.cloned().or(also).filter(|_| !done) else { break };
            done = way.is_some();
            let happened = game.submit(&lesson.seat, &action, &mut dice).unwrap();
            rolled = happened.log.iter().find_map(|line| line.roll.as_ref()?.result.clone()).or(rolled);
        }
        assert!(
            done,
            "{id}, step {place} ({}): nothing that it wants can be played; there is {:?}",
            step.title,
            offered(game.as_ref())
        );
    }
}

#[test]
fn every_lesson_can_be_taken_however_the_dice_fall() {
    let mut found = 0;
    for info in games() {
        let Some(lesson) = lesson(info.id).unwrap() else { continue };
        found += 1;
        let mut taken = Taken::default();
        for seed in 0..24 {
            take(&lesson, info.id, seed, seed % 2 == 1, &mut taken);
        }
        assert_eq!(taken.steps.len(), lesson.steps.len(), "{}: a step that nobody meets", info.id);
        let told: BTreeSet<String> = lesson.steps.iter().flat_map(|step| step.results.keys().cloned()).collect();
        assert_eq!(taken.results, told, "{}: a result is told that never comes", info.id);
    }
    assert!(found > 0, "Eylau has one");
}

#[test]
fn lessons_point_at_what_there_is() {
    for info in games() {
        let Some(lesson) = lesson(info.id).unwrap() else { continue };
        let game = open(info.id, &[], &mut SeededDice::new(1)).unwrap();
        assert!(
            game.seats().contains(&lesson.seat.as_str()) && grognard_shelf::levels().iter().any(|level| level.id == lesson.level)
        );
        let (map, overlays) = (game.map(), game.overlays());
        for step in &lesson.steps {
            assert!(!step.title.is_empty() && (step.text.is_empty() != step.results.is_empty()), "{}", step.title);
            assert!(step.hexes.iter().all(|hex| map.hexes.iter().any(|known| known.number == *hex)), "{}", step.title);
            assert!(step.overlay.iter().all(|id| overlays.iter().any(|known| known.id == *id)), "{}", step.title);
            assert!(step.panel.iter().all(|panel| ["orders", "odds", "sequence", "log"].contains(&panel.as_str())));
            let words = step.results.values().chain([&step.text]).flat_map(|text| text.split('[').skip(1));
            for case in words.filter_map(|rest| rest.split(']').next()) {
                assert!(gist(Some(info.rulebook), case).is_some(), "{}: there is no case {case}", step.title);
            }
        }
    }
}

#[test]
fn a_form_can_leave_its_end_open() {
    assert!(fits("end", "end") && !fits("end", "ending") && !fits("go 1510", "go 1511"));
    assert!(fits("advance *", "advance Sth1 1510") && fits("ready *", "ready") && !fits("lose *", "loser"));
}

#[test]
fn games_without_a_lesson_say_so() {
    assert_eq!(lesson("dresden").unwrap(), None);
    assert!(lesson("nowhere").is_err());
}
