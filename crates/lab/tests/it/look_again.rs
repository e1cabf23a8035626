//! Analysis: luck and play told apart.

use grognard_engine::dice::SeededDice;
use grognard_lab::analyse::{Analysis, Effort, analyse};
use grognard_shelf::Match;

/// A game between two players up to so many actions.
fn game(players: [&str; 2], actions: usize) -> Box<dyn Match> {
    let mut dice = SeededDice::new(6);
    let mut game = grognard_shelf::open("eylau", &[], &mut dice).unwrap();
    while game.played() < actions {
        let Some(seat) = game.to_decide() else { break };
        let level = players[usize::from(seat != "French")];
        let action = game.thinker(level, 9).unwrap()().action;
        game.submit(seat, &action, &mut dice).unwrap();
    }
    game
}

fn look(game: &dyn Match, level: &str) -> Analysis {
    analyse(game, &mut Effort { level, go_on: &mut |_, _| true }).unwrap()
}

#[test]
fn decisions_follow_one_another_and_luck_is_what_dice_did() {
    let game = game(["random", "greedy"], 400);
    let analysis = look(game.as_ref(), "greedy");
    let mut next = 1;
    for decision in &analysis.decisions {
        assert_eq!(decision.from, next);
        next = decision.to + 1;
        assert_eq!(decision.actions.len(), decision.to - decision.from + 1);
        assert!((decision.after - decision.expected - decision.luck).abs() < 0.021, "{decision:?}");
        assert!(!decision.dice.is_empty() || decision.luck == 0.0, "{decision:?}");
        assert!(decision.cost >= 0.0 && (decision.cost > 0.0) == decision.better.is_some());
    }
    assert_eq!(next, game.played() + 1);
    let [random, greedy] = &analysis.totals[..] else { panic!("two seats") };
    assert!(random.cost > greedy.cost, "{:?}", analysis.totals);
    assert!((random.luck + greedy.luck).abs() < 0.1);
    // Whoever does what the analyst would do gave nothing away.
    assert!(analysis.decisions.iter().any(|d| d.seat == "French" && d.better.is_some()));
    let (text, page) = (analysis.text(true), analysis.page());
    assert!(text.contains("better:") && text.contains("luck"), "{text}");
    assert!(page.contains("Every decision") && page.contains("Evaluation") && !page.contains("<script"));
}

#[test]
fn time_that_runs_out_is_told_and_an_unknown_level_is_refused() {
    let game = game(["random", "random"], 60);
    let analysis = analyse(game.as_ref(), &mut Effort { level: "greedy", go_on: &mut |done, _| done < 1 }).unwrap();
    assert!(analysis.cut_short && analysis.decisions.iter().skip(1).all(|d| d.better.is_none()));
    assert!(analysis.text(false).contains("time ran out"));
    let why = analyse(game.as_ref(), &mut Effort { level: "emperor", go_on: &mut |_, _| true }).unwrap_err();
    assert!(why.contains("emperor"), "{why}");
}
