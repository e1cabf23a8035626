//! Computer players of every book think, say why, and stop when they are told to.

use grognard_engine::dice::SeededDice;
use grognard_shelf::*;

#[test]
fn thinkers_play_a_whole_game_and_say_why() {
    let mut dice = SeededDice::new(1);
    for game in ["eylau", "skirmish"] {
        let mut table = open(game, &[], &mut dice).unwrap();
        let mut steps = 0;
        while let Ok(pending) = table.pending() {
            let level = if steps % 2 == 0 { "greedy" } else { "recruit" };
            let advice = table.thinker(level, 7).unwrap()();
            assert!(!advice.reason.is_empty());
            table.submit(&pending.seat, &advice.action, &mut dice).unwrap();
            steps += 1;
            assert!(steps < 20_000);
        }
        assert!(table.thinker("greedy", 7).is_err_and(|why| why.contains("over")));
    }
}

#[test]
fn books_without_hooks_are_played_too() {
    for game in ["bautzen-outposts", "eagles-friedland", "proving-ground", "skirmish"] {
        let mut dice = SeededDice::new(1);
        let mut table = open(game, &[], &mut dice).unwrap();
        for _ in 0..60 {
            let Ok(pending) = table.pending() else { break };
            // What the budget does not allow is done at first sight; here next to everything.
            let mut left = 40;
            let go_on = Box::new(move || {
                left -= 1;
                left > 0
            });
            let advice = table.thinker_within("recruit", 7, go_on).unwrap()();
            table.submit(&pending.seat, &advice.action, &mut dice).unwrap();
        }
    }
}

/// A player goes one step on in its plan each time that it is asked.
#[test]
fn whoever_asks_twice_hears_the_same() {
    for game in ["skirmish", "bautzen-outposts", "eagles-friedland", "dresden-20"] {
        let mut dice = SeededDice::new(1);
        let mut table = open(game, &[], &mut dice).unwrap();
        for _ in 0..30 {
            let Ok(pending) = table.pending() else { break };
            let [first, again] = [0, 1].map(|_| table.thinker("recruit", 7).unwrap()());
            assert_eq!(first, again, "{game}, after {} actions", table.played());
            table.submit(&pending.seat, &first.action, &mut dice).unwrap();
        }
    }
}

#[test]
fn a_clock_that_says_stop_is_obeyed_and_the_advice_is_still_legal() {
    let mut dice = SeededDice::new(1);
    let mut table = open("eylau", &[], &mut dice).unwrap();
    let advice = table.thinker_within("marshal", 7, Box::new(|| false)).unwrap()();
    let seat = table.pending().unwrap().seat;
    table.submit(&seat, &advice.action, &mut dice).unwrap();
}

#[test]
fn an_unknown_level_is_refused_by_name() {
    let table = open("eylau", &[], &mut SeededDice::new(1)).unwrap();
    let why = table.thinker("emperor", 7).err().unwrap();
    assert!(why.contains("emperor") && why.contains("marshal"), "{why}");
    // Weights are for laboratories: whoever asks a server for a level gets a level.
    let weights = format!("{}{}", WEIGHTS, table.weights()[0].text());
    assert!(table.contender(&weights, 7).is_ok() && table.thinker(&weights, 7).is_err_and(|why| why.contains("no level")));
    let mut skirmish = open("skirmish", &[], &mut SeededDice::new(1)).unwrap();
    let weights = format!("{}{}", WEIGHTS, skirmish.weights()[0].text());
    let (seat, advice) = (skirmish.pending().unwrap().seat, skirmish.contender(&weights, 7).unwrap()());
    skirmish.submit(&seat, &advice.action, &mut SeededDice::new(1)).unwrap();
    assert!(table.contender(&weights, 7).is_err_and(|why| why == "weights of skirmish, not of eylau"));
    let opponents: Vec<&str> = levels().iter().filter(|level| !level.baseline).map(|level| level.id).collect();
    assert_eq!(opponents, ["recruit", "corporal", "sergeant", "veteran", "marshal", "captain", "general"]);
}
