//! How much work a list of retreats or a forecast is, counted over crowds of many shapes: what takes a person's time may never
//! depend on how clever a crowd is. The bench `crowds` says what a look takes; the worst crowds found here are among its own.

use crate::fates::PATIENCE;
use crate::forecast::MOST_WORK;
use crate::picks::Picks;
use crate::retreat::MOST_LOOKS;
use crate::state::{Attack, Frame, Side, State, units_at};
use crate::unitset::Unit;
use crate::{Action, Battle};
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_engine::grid::Grid;
use grognard_engine::plane::Plane;
use grognard_engine::{HexId, Rules, Umpire, Words};

/// Arm, strength and movement of a unit, in one of five styles of crowds.
fn arm(picks: &mut Picks, style: usize) -> String {
    match style {
        0 => "i1-4".to_owned(),
        1 => ["i1-4", "a1-3"][picks.below(2)].to_owned(),
        2 => ["i1-4", "i1-4", "a1-3", "c1-6"][picks.below(4)].to_owned(),
        3 if picks.one_in(3) => format!("a1-{}", 2 + picks.below(4)),
        3 => format!("i1-{}", 1 + picks.below(6)),
        _ => ["a1-3", "a1-3", "a1-3", "i1-4"][picks.below(4)].to_owned(),
    }
}

/// The shapes of crowds.
const SHAPES: [&str; 6] = ["scattered", "corridor", "pocket", "rings", "ranks behind streams", "islands"];

/// Units of one side, as many as a battle has, in a crowd of some shape, with a few strong enemies that attack it or are attacked.
fn crowd(game: &str, side: Side, seed: u64) -> Option<(Battle, State)> {
    Battle::set_up("crowd", &SetupLine::read(&lines(game, side, seed)?)).ok()
}

/// The same as a case file has it.
fn lines(game: &str, side: Side, seed: u64) -> Option<String> {
    let mut picks = Picks::new(seed);
    let shape = seed as usize % SHAPES.len();
    let (columns, rows) = match shape {
        0 => (5 + picks.below(16), 5 + picks.below(16)),
        1 => (1 + picks.below(3), 12 + picks.below(20)),
        2 => (3 + picks.below(6), 4 + picks.below(6)),
        3 => (9 + picks.below(5), 9 + picks.below(5)),
        4 => (4 + picks.below(5), 5 + picks.below(6)),
        _ => (6 + picks.below(6), 6 + picks.below(6)),
    };
    let grid = Grid::new(columns as u8, rows as u8, &[]).ok()?;
    let middle = grid.read(&format!("{:02}{:02}", columns / 2 + 1, rows / 2 + 1)).ok()?;
    let mut hexes: Vec<HexId> = Plane::all(&grid).iter().collect();
    let row = |hex: HexId| grid.number(hex)[2..].parse::<usize>().unwrap();
    let central = shape == 3;
    hexes.sort_by_key(|&hex| if central { usize::from(grid.distance(middle, hex)) } else { row(hex) });
    let (own, foe) = if side == Side::French { ('F', 'R') } else { ('R', 'F') };
    let phase = if picks.one_in(4) { side } else { side.other() };
    let mut text = vec![format!("game {game}"), format!("map {columns}x{rows}"), "turn 2".to_owned()];
    text.push(format!("phase {} combat", phase.name()));
    // Water on the hexsides of every row or column, or of some hexes.
    let deep = if picks.one_in(2) { 1 } else { 4 };
    let water = ["stream", "river", "landgraben", "gully"][picks.below(deep)];
    let wet = match shape {
        4 => 10,
        5 => 3,
        _ => picks.below(4),
    };
    let water = if game == "dresden" { water } else { "stream" };
    let woods = if game == "dresden" && picks.one_in(2) { picks.below(4) } else { 0 };
    for &hex in &hexes {
        for to in grid.around(hex).filter(|&to| to > hex && (shape == 5 || row(to) != row(hex))) {
            if game == "dresden" && picks.below(10) < wet {
                text.push(format!("hexside {water} {}-{}", grid.number(hex), grid.number(to)));
            }
        }
        if picks.below(10) < woods {
            text.push(format!("terrain woods {}", grid.number(hex)));
        }
    }
    let enemies: Vec<HexId> = match shape {
        0 | 5 => hexes.iter().copied().filter(|_| picks.one_in(14)).take(6).collect(),
        3 => vec![middle],
        _ => hexes.iter().copied().filter(|&hex| row(hex) == 1 && picks.one_in(2)).take(4).collect(),
    };
    let strong = [40, 40, 7][picks.below(3)];
    let mut units: Vec<String> =
        enemies.iter().enumerate().map(|(n, &hex)| format!("unit {foe}{n} i{strong}-4 @{}", grid.number(hex))).collect();
    let style = picks.below(5);
    let limit = if game == "dresden" { 2 } else { 1 };
    let density = if matches!(shape, 0 | 5) { 5 + picks.below(5) } else { 10 };
    let most = if picks.one_in(3) { 40 + picks.below(50) } else { 90 };
    let front = |hex: HexId| shape != 3 && !matches!(shape, 0 | 5) && row(hex) == 1;
    let places: Vec<HexId> = hexes.iter().copied().filter(|hex| !enemies.contains(hex) && !front(*hex)).collect();
    let gaps: Vec<HexId> = (0..picks.below(4)).map(|_| places[picks.below(places.len())]).collect();
    for &hex in &places {
        let gap = gaps.iter().filter(|&&gap| gap == hex).count();
        for _ in gap..limit {
            if units.len() < most && picks.below(10) < density {
                let kind = arm(&mut picks, style);
                units.push(format!("unit {own}{} {kind} @{}", units.len() + 10, grid.number(hex)));
            }
        }
    }
    text.extend(units);
    Some(text.join("\n"))
}

/// Some result has forced back the units of some hexes, those next to each other or anywhere.
fn forced_back(battle: &Battle, state: &State, side: Side, seed: u64) -> Option<State> {
    let mut picks = Picks::new(seed);
    let mut state = *state;
    let units: Vec<Unit> = battle.present(&state, side).into_iter().collect();
    if units.is_empty() || state.frame == Frame::Over {
        return None;
    }
    state.attack = Attack::default();
    let hexes = [1, 2, 3, 6, 12][picks.below(5)];
    let together = picks.one_in(2);
    let first = state.hexes[usize::from(units[picks.below(units.len())])];
    let mut held: Vec<HexId> = state.hexes_of(battle.present(&state, side)).iter().collect();
    held.sort_by_cached_key(|&hex| if together { usize::from(battle.grid().distance(first, hex)) } else { picks.below(1000) });
    for hex in held.into_iter().take(hexes) {
        state.attack.pending = state.attack.pending.or(units_at(&state.hexes, hex).and(battle.units_of(side)));
    }
    let party = state.attack.pending.less(battle.garrisons);
    state.attack.pending = party;
    if state.phasing == side {
        state.attack.attackers = party;
    } else {
        state.attack.defenders = party;
    }
    state.attack.rolled = true;
    state.fought = state.fought.or(party);
    state.frame = Frame::Retreat(side);
    Some(state)
}

/// Follows a retreat to its end at random; the most work that one of its lists was.
fn most_of_retreat(battle: &Battle, state: &State, side: Side, seed: u64) -> u32 {
    let mut state = *state;
    let mut picks = Picks::new(!seed);
    let mut dice = ScriptedDice::new(&[]);
    let mut most = 0;
    while !(matches!(state.frame, Frame::Retreat(_)) && state.attack.pending.is_empty()) {
        let mut options = Vec::new();
        let looks = match state.frame {
            Frame::Displace { hex, .. } => battle.list_displacements(&state, hex, side, &mut options),
            _ => battle.list_retreats(&state, side, &mut options),
        };
        assert!(!options.is_empty(), "a dead end: {}", battle.write_position(&state));
        assert!(looks <= MOST_LOOKS, "{looks} looks: {}", battle.write_position(&state));
        most = most.max(looks);
        let mut umpire = Umpire::silent(&mut dice);
        match options[picks.below(options.len())] {
            Action::Retreat(unit, to) => battle.retreat(&mut state, unit, to, &mut umpire),
            Action::Perish(unit) => battle.perish(&mut state, unit, &mut umpire),
            _ => unreachable!("nothing else is listed"),
        }
    }
    most
}

const KINDS: [(&str, Side); 4] =
    [("dresden", Side::French), ("dresden", Side::Allied), ("eylau", Side::French), ("eylau", Side::Allied)];

#[test]
fn no_list_of_retreats_takes_more_than_its_share_of_work() {
    let mut most = [[0; SHAPES.len()]; KINDS.len()];
    for (kind, (game, side)) in KINDS.into_iter().enumerate() {
        // Some of each shape, and those that were the most work of a thousand.
        let worst: &[u64] = if game == "dresden" { &[28, 151, 745, 6505] } else { &[] };
        let some = 6000 * kind as u64..6000 * kind as u64 + 48;
        for seed in some.chain(worst.iter().copied()) {
            let Some((battle, state)) = crowd(game, side, seed) else { continue };
            for start in 0..6 {
                let Some(state) = forced_back(&battle, &state, side, seed << 8 | start) else { continue };
                let most = &mut most[kind][seed as usize % SHAPES.len()];
                *most = most_of_retreat(&battle, &state, side, seed).max(*most);
            }
        }
    }
    // Every shape was some work for somebody.
    let shapes: Vec<u32> = (0..SHAPES.len()).map(|shape| most.iter().map(|most| most[shape]).max().unwrap_or(0)).collect();
    assert!(shapes.iter().all(|&looks| looks > 200), "{SHAPES:?}: {shapes:?}");
    assert!(shapes.iter().any(|&looks| looks > 20_000), "{SHAPES:?}: {shapes:?}");
}

/// Declares attacks at random, those with many targets as a rule; the most work that a forecast was.
fn most_of_forecasts(battle: &Battle, state: &State, seed: u64) -> u32 {
    let mut picks = Picks::new(seed);
    let mut state = *state;
    let mut options = Vec::new();
    let mut most = 0;
    for _ in 0..40 {
        battle.legal_actions(&state, &mut options);
        options.retain(|a| matches!(a, Action::Target(_) | Action::Join(_) | Action::Ready));
        if options.is_empty() || state.frame == Frame::Declare && picks.one_in(30) {
            break;
        }
        let action = options[picks.below(options.len())];
        battle.apply(&mut state, action, &mut Umpire::silent(&mut SeededDice::new(0)));
        let looks = battle.forecast_work(&state);
        assert!(looks <= MOST_WORK, "{looks} looks: {}", battle.write_position(&state));
        most = most.max(looks);
    }
    most
}

#[test]
fn no_forecast_takes_more_than_its_share_of_work() {
    let mut most = [0; KINDS.len()];
    for (kind, (game, side)) in KINDS.into_iter().enumerate() {
        let worst: &[u64] = if game == "dresden" { &[91, 130, 332] } else { &[32, 33] };
        for seed in (6000 * kind as u64..6000 * kind as u64 + 18).chain(worst.iter().copied()) {
            let Some((battle, state)) = crowd(game, side, seed) else { continue };
            for way in 0..2 {
                most[kind] = most_of_forecasts(&battle, &state, seed + way).max(most[kind]);
            }
        }
    }
    // Everywhere some forecast came to the end of its patience.
    assert!(most.iter().all(|&looks| looks >= PATIENCE), "{most:?}");
}
