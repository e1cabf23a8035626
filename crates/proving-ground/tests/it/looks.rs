//! What is seen: faces, marks, overlays, options.

use crate::{opening, play};
use grognard_engine::piece::{FacingAt, Shape};
use grognard_engine::{Counter, Decision, HexId, Rules, Views};
use grognard_proving_ground::{ProvingGround, State};

fn counter(game: &ProvingGround, state: &State, tag: &str) -> Counter {
    game.board(state, None).counters.into_iter().find(|counter| counter.tag == tag).unwrap()
}

#[test]
fn pieces_show_their_faces() {
    let (game, state) = opening();
    let board = game.board(&state, None);
    assert_eq!(board.counters.len(), 531);
    let wide = counter(&game, &state, "Line36b2");
    let stance = wide.stance.clone().unwrap();
    let facing = stance.facing.unwrap();
    assert_eq!((facing.degrees, facing.at, facing.compass.as_str()), (60, FacingAt::Vertex, "ENE"));
    assert_eq!((stance.formation.unwrap().shape, stance.second.is_some()), (Shape::Line, true));
    assert_eq!(stance.steps.map(|steps| (steps.left, steps.full)), Some((11, 11)));
    assert!(wide.alt.contains("facing ENE") && wide.alt.contains("extended line"), "{}", wide.alt);
    assert_eq!(counter(&game, &state, "Soult").stance, None, "a leader looks all round");
    assert_eq!(board.hexside_marks.len(), 12);
    let shapes = |shape: Shape| {
        let shows = |counter: &&Counter| {
            counter.stance.as_ref().and_then(|stance| stance.formation.as_ref()).is_some_and(|so| so.shape == shape)
        };
        board.counters.iter().filter(shows).count()
    };
    for shape in [Shape::Line, Shape::Column, Shape::March, Shape::Square, Shape::Loose, Shape::Battery] {
        assert!(shapes(shape) > 0, "{shape:?}");
    }
}

#[test]
fn an_option_to_turn_says_which_way() {
    let (game, mut state) = opening();
    play(&game, &mut state, &["take Line36b1"]);
    let mut actions = Vec::new();
    game.legal_actions(&state, &mut actions);
    let captions = game.captions(&state, &actions);
    let turns: Vec<u16> = captions
        .iter()
        .filter(|caption| caption.group == "face")
        .map(|caption| caption.facing.as_ref().unwrap().degrees)
        .collect();
    let mut sorted = turns.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [0, 120, 180, 240, 300]);
    assert!(captions.iter().any(|caption| caption.formation.as_ref().is_some_and(|so| so.shape == Shape::Square)));
    // The costs of the steps add up to what is spent.
    let sixths = |text: &str| -> i32 {
        let whole: String = text.chars().filter(char::is_ascii_digit).collect();
        let rest = [('½', 3), ('⅓', 2), ('⅔', 4), ('⅙', 1), ('⅚', 5)].iter().find(|(glyph, _)| text.contains(*glyph));
        whole.parse::<i32>().unwrap_or(0) * 6 + rest.map_or(0, |(_, parts)| *parts)
    };
    for caption in captions.iter().filter(|caption| caption.group == "go") {
        let paid: i32 = caption.path.iter().map(|step| sixths(&step.cost)).sum();
        assert!(!caption.path.is_empty());
        // What is left over beyond the steps was spent on a last turn in the hex itself.
        assert!(30 - paid >= sixths(caption.left.as_deref().unwrap()), "{caption:?}");
    }
}

#[test]
fn a_line_on_two_hexes_moves_with_both() {
    let (game, mut state) = opening();
    let grid = game.field().ground.grid();
    let unit = game.field().army.read_tag("Line36b2").unwrap();
    play(&game, &mut state, &["take Line36b2"]);
    let mut actions = Vec::new();
    game.legal_actions(&state, &mut actions);
    let Decision::Choose { seat, .. } = game.decision(&state) else { panic!("over") };
    for action in actions {
        let mut after = state.clone();
        let mut dice = grognard_engine::dice::SeededDice::new(0);
        game.play(&mut after, seat, action, &mut grognard_engine::Umpire::silent(&mut dice)).unwrap();
        let so = after.piece(unit);
        let second = so.second(grid);
        assert_eq!(second.is_some(), so.formation.second_to_the_right().is_some());
        assert!(second.is_none_or(|second| grid.adjacent(so.hex, second)));
    }
}

#[test]
fn sight_stops_at_woods_and_crests_and_is_mutual() {
    let (game, state) = opening();
    let grid = game.field().ground.grid();
    let hex = |name: &str| grid.read(name).unwrap();
    // Over the open snow, and from the ridge down into the plain.
    assert!(game.sees(hex("A0840"), hex("A0844")));
    // Klein Sausgarten lies behind the height to its south; the town hides what is behind it.
    assert!(!game.sees(hex("A2525"), hex("A2537")));
    let sample: Vec<HexId> = grid.hexes().step_by(97).collect();
    for &a in &sample {
        for &b in sample.iter().filter(|&&b| grid.distance(a, b) <= 24) {
            assert_eq!(game.sees(a, b), game.sees(b, a), "{} and {}", grid.number(a), grid.number(b));
        }
    }
    let seen = game.overlay(&state, "sight", Some("A2533"), None).unwrap();
    assert!(seen.iter().any(|hex| hex.kind == "seen") && seen.iter().any(|hex| hex.kind == "hidden"));
}

#[test]
fn arcs_and_reach_are_laid_over_the_map() {
    let (game, state) = opening();
    let arcs = game.overlay(&state, "arcs", Some("Line36b2"), None).unwrap();
    let count = |kind: &str| arcs.iter().filter(|hex| hex.kind == kind).count();
    // Two hexsides each; the front goes on for six hexes: 3 + 4 + 5 + 6 + 7 more.
    assert_eq!((count("front"), count("flank"), count("rear")), (2 + 25, 2, 2));
    let round = game.overlay(&state, "arcs", Some("Soult"), None).unwrap();
    assert!(round.iter().all(|hex| hex.kind == "front"));
    let reach = game.overlay(&state, "reach", Some("Line36b2"), None).unwrap();
    assert!(reach.len() > 10 && reach.iter().all(|hex| !hex.note.is_empty()));
    // A hex works as well as a piece; what is neither is refused.
    assert_eq!(game.overlay(&state, "arcs", Some("A1236"), None).unwrap(), arcs);
    for (id, at) in [("arcs", None), ("arcs", Some("A0140")), ("sight", Some("Z9999")), ("moon", Some("A0140"))] {
        assert!(game.overlay(&state, id, at, None).is_err(), "{id} {at:?}");
    }
}
