//! Standing orders over whole random games: what they answer is legal, and whoever has ordered is not asked.

use grognard_engine::dice::SeededDice;
use grognard_shelf::*;

/// Plays a random game in which both sides have given these orders. Hands every answer to `seen`: the case of the decision, the action, the
/// reason; and every decision that was asked of somebody.
fn play(
    game: &str,
    options: &[(&str, &str)],
    orders: &[&str],
    seed: u64,
    mut seen: impl FnMut(&str, Option<(&str, &str)>, &dyn Match),
) {
    let options: Vec<(String, String)> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut dice = SeededDice::new(seed);
    let mut game = open(game, &options, &mut dice).unwrap();
    let of = |game: &dyn Match, seat: &str| {
        let known = orders.iter().filter(|order| game.read_orders(seat, order).is_ok());
        known.copied().collect::<Vec<_>>().join("\n")
    };
    for _ in 0..6_000 {
        let Ok(pending) = game.pending() else { return };
        let answer = game.answer(&of(game.as_ref(), &pending.seat));
        seen(&pending.case, answer.as_ref().map(|(action, reason)| (action.as_str(), reason.as_str())), game.as_ref());
        let listed = game.actions();
        let action = match answer {
            Some((action, _)) if listed.contains(&action) => action,
            Some((action, _)) => panic!("{action} is not offered"),
            None => listed[dice.below(listed.len() as u32) as usize].clone(),
        };
        game.submit(&pending.seat, &action, &mut dice).unwrap();
    }
}

/// [11.3] Dresden's reserves.
#[test]
#[cfg(feature = "art-of-war")]
fn reserves_stay_or_come_as_ordered() {
    let mut asked = [0; 3];
    for seed in 0..1 {
        play("dresden", &[], &["reserve never"], seed, |case, answer, _| {
            if case == "11.3" {
                assert_eq!(answer, Some(("hold", "standing order: reserve never")));
                asked[0] += 1;
            }
        });
        play("dresden", &[], &["reserve always"], seed, |case, answer, game| {
            if case == "11.3" {
                let (action, reason) = answer.expect("one way to come");
                let unit = action.strip_prefix("activate ").unwrap();
                assert_eq!(reason, format!("standing order: reserve always {unit}"));
                assert!(game.board(None).counters.iter().any(|counter| counter.tag == unit));
                asked[1] += 1;
            }
        });
        // What is said of a unit counts more than what is said of all.
        play("dresden", &[], &["reserve never", "reserve ask Klux"], seed, |case, answer, game| {
            if case == "11.3" {
                assert_eq!(answer.is_none(), game.actions().contains(&"activate Klux".to_owned()));
                asked[2] += usize::from(answer.is_none());
            }
        });
    }
    assert!(asked.iter().all(|&count| count > 0), "{asked:?}");
}

/// [8.0] [9.5] Dresden 20's Reaction Phase and reserves.
#[test]
#[cfg(feature = "napoleonic-20")]
fn reactions_are_declined_or_made_as_ordered() {
    let (mut declined, mut made, mut left) = (0, 0, 0);
    for seed in 0..60 {
        let never = ["countercharge never", "disengage never", "penetrate never", "reserves never"];
        play("dresden-20", &[("penetration", "on")], &never, seed, |case, answer, _| {
            if case == "8.0" || case == "9.5" {
                declined += usize::from(case == "8.0");
                assert_eq!(answer.map(|(action, _)| action), Some(if case == "8.0" { "end" } else { "decline" }));
            }
        });
        play("dresden-20", &[], &["countercharge never", "disengage always"], seed, |case, answer, game| {
            if case == "8.0" {
                let ways = game.actions().iter().filter(|action| action.starts_with("disengage ")).count();
                match answer {
                    Some(("end", _)) => assert_eq!(ways, 0),
                    Some((action, reason)) => {
                        made += 1;
                        let unit = action.split(' ').nth(1).unwrap();
                        assert!(action.starts_with("disengage ") && reason == format!("standing order: disengage always {unit}"));
                    }
                    // Several ways for one unit are the player's choice.
                    None => {
                        left += 1;
                        assert!(ways > 1);
                    }
                }
            }
        });
    }
    assert!(declined > 0 && made > 0 && left > 0, "{declined} {made} {left}");
}

/// [16.1] In the fog orders answer only where they decline everything, whatever is offered.
#[test]
#[cfg(feature = "napoleonic-20")]
fn in_the_fog_whether_somebody_is_asked_tells_nothing() {
    let fog = [("fog", "on")];
    let (mut declined, mut asked) = (0, 0);
    for seed in 0..40 {
        play("dresden-20", &fog, &["countercharge never", "disengage never"], seed, |case, answer, _| {
            if case == "8.0" {
                declined += 1;
                assert_eq!(answer, Some(("end", "standing order: countercharge and disengage never")));
            }
        });
        for orders in [
            &["disengage never"][..],
            &["countercharge never", "disengage always"],
            &["countercharge never", "disengage never", "disengage ask GC"],
        ] {
            play("dresden-20", &fog, orders, seed, |case, answer, game| {
                if case == "8.0" && game.read_orders("French", orders[orders.len() - 1]).is_ok() {
                    asked += 1;
                    let french = game.to_decide() == Some("French");
                    assert!(answer.is_none() || !french, "{orders:?}: {answer:?}");
                }
            });
        }
    }
    assert!(declined > 0 && asked > 0, "{declined} {asked}");
}
