//! Analysis: luck and play told apart.

use grognard_engine::dice::SeededDice;
use grognard_lab::analyse::{Analysis, Effort, Judged, Portion, analyse, analyse_piece};
use grognard_shelf::Match;
use std::time::Duration;

/// Time that no decision uses up, on however busy a machine.
const ENOUGH: Duration = Duration::from_secs(24 * 60 * 60);

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
    analyse(game, &mut Effort { level, time: None, playouts: 0, seen: &mut |_, _| {} }).unwrap()
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
        let luck = grognard_lab::luck::scale("eylau") * (decision.after - decision.expected);
        assert!((luck - decision.luck).abs() < 0.021, "{decision:?}");
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
fn short_of_time_every_decision_is_thought_about_all_the_same() {
    let game = game(["random", "random"], 200);
    let hurried = |level, time| analyse(game.as_ref(), &mut Effort { level, time, playouts: 4, seen: &mut |_, _| {} }).unwrap();
    let analysis = hurried("veteran", Some(Duration::ZERO));
    assert!(analysis.decisions.iter().any(|d| d.hurried) && analysis.text(false).contains("Time was short"));
    assert!(analysis.page().contains("Time was short"));
    // Random play is bettered by whoever has no time to think, late in the game as early.
    let half = analysis.decisions.len() / 2;
    assert!(analysis.decisions[..half].iter().any(|d| d.better.is_some()));
    assert!(analysis.decisions[half..].iter().any(|d| d.better.is_some()));
    let unhurried = look(game.as_ref(), "greedy");
    assert!(unhurried.decisions.iter().all(|d| !d.hurried) && !unhurried.text(false).contains("Time was short"));
    let why =
        analyse(game.as_ref(), &mut Effort { level: "emperor", time: None, playouts: 0, seen: &mut |_, _| {} }).unwrap_err();
    assert!(why.contains("emperor"), "{why}");
}

#[test]
fn pieces_are_the_whole() {
    let game = game(["random", "greedy"], 250);
    let whole = look(game.as_ref(), "greedy");
    let (mut from, mut pieces) = (1, Vec::new());
    loop {
        // No time at all still gives one decision.
        let time = if pieces.is_empty() { Duration::ZERO } else { Duration::from_millis(60) };
        let portion = Portion { from, time, each: ENOUGH, playouts: 0 };
        let piece = analyse_piece(game.as_ref(), "greedy", &portion).unwrap();
        assert_eq!((piece.entries, piece.of), (game.played(), whole.decisions.len()));
        let next = piece.next;
        pieces.push(piece);
        match next {
            Some(next) if next > from => from = next,
            Some(_) => panic!("it does not go on"),
            None => break,
        }
    }
    assert!(pieces.len() > 1 && pieces[0].decisions.len() == 1);
    let told = |decisions: &mut dyn Iterator<Item = &Judged>| {
        decisions.map(|d| (d.from, d.to, d.before.to_bits(), d.expected.to_bits(), d.cost.to_bits())).collect::<Vec<_>>()
    };
    assert_eq!(told(&mut pieces.iter().flat_map(|piece| &piece.decisions)), told(&mut whole.decisions.iter()));
    let beyond = Portion { from: game.played() + 1, time: Duration::ZERO, each: Duration::ZERO, playouts: 0 };
    let nothing = analyse_piece(game.as_ref(), "greedy", &beyond).unwrap();
    assert!(nothing.decisions.is_empty() && nothing.next.is_none());
}

/// What the planner thinks better is no mistake before others have played on and found that it costs something.
#[test]
fn mistakes_are_what_costs_something_when_others_play_on() {
    let game = game(["random", "random"], 500);
    let believed = look(game.as_ref(), "greedy");
    assert!(believed.decisions.iter().all(|d| d.playouts == 0 && d.low.is_none() && d.name.is_none()));
    let text = believed.text(false);
    assert!(
        text.contains("expected of a better one, which greedy found") && text.contains("margin that is to be expected"),
        "{text}"
    );
    let suspects: Vec<&Judged> = believed.decisions.iter().filter(|d| d.better.is_some()).take(3).collect();
    // No time for more gives one decision.
    let try_out = |from| {
        let portion = Portion { from, time: Duration::ZERO, each: ENOUGH, playouts: 4 };
        analyse_piece(game.as_ref(), "greedy", &portion).unwrap()
    };
    let tried: Vec<Analysis> = suspects.iter().map(|d| try_out(d.from)).collect();
    assert_eq!(tried.len(), 3);
    for (tried, believed) in tried.iter().zip(&suspects) {
        let [decision] = &tried.decisions[..] else { panic!("one decision") };
        assert_eq!((decision.from, &decision.actions), (believed.from, &believed.actions));
        assert!((3..=4).contains(&decision.playouts), "{decision:?}");
        let (low, high) = (decision.low.unwrap(), decision.high.unwrap());
        assert!(low <= high && decision.cost.to_bits() != believed.cost.to_bits(), "another judge, another cost: {decision:?}");
        // A mistake costs something beyond doubt, is named, and both choices are told on.
        assert_eq!(decision.better.is_some(), decision.cost >= 1.0 && low > 0.0, "{decision:?}");
        assert_eq!(decision.name.is_some(), decision.better.is_some(), "{decision:?}");
        assert!(tried.text(true).contains("was found by playing on") && tried.page().contains("was found by playing on"));
    }
    // The same again, since dice and players follow from the decision.
    assert_eq!(tried[0].text(true), try_out(suspects[0].from).text(true));
}
