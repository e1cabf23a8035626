//! What a page is told in a game with hidden counters, boxes, cards and reactions: the recorded games of Dresden 20.

use crate::moments::{moments, tried};
use std::collections::BTreeSet;

const HISTORICAL: &str = include_str!("../../../../records/napoleonic-20/dresden-20.record");
const STANDARD: &str = include_str!("../../../../records/napoleonic-20/dresden-20-standard.record");
const PLANNED: &str = include_str!("../../../../records/napoleonic-20/dresden-20-planned.record");
const MANEUVER: &str = include_str!("../../../../records/napoleonic-20/dresden-20-maneuver.record");

const RECORDS: [(&str, &str); 4] =
    [("historical", HISTORICAL), ("planned", PLANNED), ("standard", STANDARD), ("maneuver", MANEUVER)];

#[test]
fn whatever_is_offered_is_accepted_and_does_what_it_says() {
    let mut kinds = BTreeSet::new();
    moments(&RECORDS, 2, |game, seat, at| {
        let view = game.view(Some(seat), None);
        assert_eq!(view.choices.is_empty(), view.pending.is_none());
        for choice in &view.choices {
            kinds.insert(choice.group.clone());
            assert!(!choice.label.is_empty() && choice.text.starts_with(&choice.group), "{choice:?}");
            assert!(choice.group.chars().all(|c| c.is_ascii_lowercase()), "{choice:?}");
            tried(game, seat, &choice.text, |after, done| {
                assert_eq!(choice.commits, !done.dice.is_empty() || after.pending().is_err(), "entry {at}: {choice:?}");
                if matches!(choice.group.as_str(), "go" | "step") {
                    let trail = done.log.iter().find_map(|line| line.path.as_ref()).expect("a move leaves a trail");
                    let way: Vec<&String> = choice.path.iter().map(|step| &step.hex).collect();
                    let entering = usize::from(trail.kind != "enter");
                    assert_eq!(trail.hexes.iter().skip(entering).collect::<Vec<_>>(), way, "entry {at}: {choice:?}");
                    assert_eq!(way.last().copied(), choice.hex.as_ref());
                }
                for line in &done.log {
                    assert_eq!(line.entry, at + 1);
                    assert!(line.case.as_ref().is_some_and(|case| line.text.contains(&format!("[{case}]"))), "{line:?}");
                }
            });
        }
    });
    let wanted = ["pick", "force", "go", "step", "halt", "end", "target", "join", "close", "commit", "decline", "toward", "flee"];
    for kind in wanted.into_iter().chain(["advance", "fight", "stack", "mark", "place", "ready"]) {
        assert!(kinds.contains(kind), "{kind} was never offered: {kinds:?}");
    }
}

#[test]
fn the_costs_of_a_way_add_up() {
    let mut ways = 0;
    moments(&RECORDS, 3, |game, seat, at| {
        let view = game.view(Some(seat), None);
        // Whoever keeps to roads has a point more [6.5]; one hex is always possible, whatever it costs [6.2].
        let mut budgets = BTreeSet::new();
        for choice in view.choices.iter().filter(|choice| !choice.path.is_empty()) {
            ways += 1;
            let costs: Vec<u32> = choice.path.iter().map(|step| step.cost.parse().unwrap()).collect();
            assert!(costs.iter().all(|&cost| cost > 0), "entry {at}: {choice:?}");
            let left: u32 = choice.left.as_ref().unwrap().parse().unwrap();
            if left > 0 {
                budgets.insert(costs.iter().sum::<u32>() + left);
            }
        }
        let (least, most) = (budgets.first().copied().unwrap_or(0), budgets.last().copied().unwrap_or(0));
        assert!(most <= least + 1, "entry {at}: {budgets:?}");
    });
    assert!(ways > 500, "{ways}");
}

#[test]
fn nobody_is_told_of_what_is_hidden_from_him() {
    let mut faces_down = 0;
    moments(&RECORDS, 9, |game, seat, at| {
        for who in [None, Some("French"), Some("Allied")] {
            let view = game.view(who, None);
            assert_eq!(view.choices.is_empty(), who != Some(seat), "entry {at}: {who:?}");
            let hidden: Vec<_> = view.board.counters.iter().filter(|counter| counter.hidden).collect();
            faces_down += hidden.len();
            for counter in hidden {
                assert!(who != Some(counter.side.as_str()), "entry {at}: {who:?} owns {counter:?}");
                let blank = counter.values.is_empty() && counter.strength.is_none() && counter.movement.is_none();
                assert!(blank && counter.kind == "unknown" && counter.tag.starts_with('?'), "entry {at}: {counter:?}");
            }
            // A box names counters that this very board shows.
            let tags: BTreeSet<&String> = view.board.counters.iter().map(|counter| &counter.tag).collect();
            for held in view.board.boxes.iter().flat_map(|holding| &holding.counters) {
                assert!(tags.contains(held), "entry {at}: {who:?} reads {held} in a box");
            }
        }
    });
    assert!(faces_down > 100, "{faces_down}");
}

#[test]
fn a_board_shows_tracks_card_and_boxes() {
    let (mut cards, mut boxed, mut weather) = (0, 0, 0);
    moments(&RECORDS, 5, |game, _, at| {
        let board = game.view(None, None).board;
        let scale = |name: &str| board.scales.iter().find(|scale| scale.name == name);
        let (turn, morale) = (scale("Turn").unwrap(), scale("Morale").unwrap());
        assert_eq!((turn.steps.len(), morale.steps.len(), morale.markers.len()), (14, 11, 2), "entry {at}");
        assert_eq!(turn.markers[0].step, board.turn_number - 1);
        assert!(board.scales.iter().all(|s| s.markers.iter().all(|m| usize::from(m.step) < s.steps.len())), "entry {at}");
        cards += board.cards.iter().filter(|card| !card.text.is_empty() && card.side.is_some()).count();
        boxed += board.boxes.iter().filter(|holding| !holding.counters.is_empty()).count();
        weather += usize::from(scale("Weather").is_some());
        let current = board.phases.iter().filter(|phase| phase.current).count();
        assert_eq!(current, usize::from(game.pending().is_ok() && board.phase != "Set-up"), "entry {at}: {}", board.phase);
    });
    assert!(cards > 0 && boxed > 0 && weather > 0, "{cards} {boxed} {weather}");
}

#[test]
fn alternatives_are_what_playing_them_leads_to() {
    let mut seen = BTreeSet::new();
    moments(&RECORDS, 1, |game, seat, at| {
        let Some(forecast) = game.view(Some(seat), None).forecast else { return };
        let table = forecast.table.as_ref().unwrap();
        assert_eq!(table.columns[table.column], forecast.column);
        let choices = game.options();
        for alternative in &forecast.alternatives {
            let verb = alternative.action.split(' ').next().unwrap().to_owned();
            let choice = choices.iter().find(|choice| choice.text == alternative.action).unwrap();
            assert_eq!((&choice.label, choice.note.as_ref()), (&alternative.label, Some(&alternative.column)));
            if verb == "join" {
                tried(game, seat, &alternative.action, |after, _| {
                    let then = after.forecast(Some(seat)).unwrap();
                    assert_eq!((&then.column, &then.results), (&alternative.column, &alternative.results), "entry {at}");
                });
            }
            seen.insert(verb);
        }
    });
    assert_eq!(seen, ["commit", "join"].map(str::to_owned).into());
}

#[test]
fn overlays_say_nothing_of_hidden_counters() {
    let mut zones = 0;
    moments(&RECORDS, 11, |game, _, at| {
        for info in game.overlays() {
            let hex = info.needs_hex.then_some("1307");
            for who in ["French", "Allied"] {
                let hidden = game.view(Some(who), None).board.counters.iter().filter(|counter| counter.hidden).count();
                let own: BTreeSet<String> =
                    game.view(Some(who), None).board.counters.into_iter().map(|counter| counter.tag).collect();
                for shown in game.overlay(&info.id, hex, Some(who), None).unwrap() {
                    assert!(!shown.note.is_empty());
                    if hidden > 0 && info.id == "reach" {
                        let tag = shown.note.split(' ').next().unwrap();
                        assert!(own.contains(tag), "entry {at}: {who} reads {}", shown.note);
                    }
                    zones += usize::from(info.id == "enemy-zones");
                }
            }
        }
    });
    assert!(zones > 100);
}
