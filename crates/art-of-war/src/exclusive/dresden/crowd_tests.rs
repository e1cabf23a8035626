//! Retreats through crowds against a search that tries every order of pushes, and the work that they may take.

use super::chains::TRIALS;
use super::crowd::{Crowd, Thought, Way};
use crate::obligation::Duties;
use crate::picks::Picks;
use crate::retreat::Escape;
use crate::state::{Attack, Frame, NOWHERE, Side, State, units_at};
use crate::unitset::{MAX_UNITS, Unit, UnitSet};
use crate::{Action, Battle};
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::ScriptedDice;
use grognard_engine::{HexId, Rules, Umpire, Words};

/// [10.4] Destroyed, pushed, apart, joined.
type Keys = [u32; 4];

/// Every retreat there is, followed to its end: what [`Crowd`] must come to by other means.
struct Exhaustive<'a> {
    escape: &'a Escape<'a>,
    friends: UnitSet,
    limit: usize,
    /// Steps that may still be taken before the search gives up.
    patience: u32,
}

#[derive(Clone)]
struct Moment {
    hexes: [HexId; MAX_UNITS],
    thought: Thought,
}

fn sum(a: Keys, b: Keys) -> Keys {
    [0, 1, 2, 3].map(|i| a[i] + b[i])
}

impl Exhaustive<'_> {
    fn steps(&self, moment: &Moment) -> Vec<Way> {
        let Thought { left, chain, origin, over, .. } = moment.thought;
        let movers = if over == NOWHERE {
            left
        } else {
            self.friends.and(units_at(&moment.hexes, over)).less(chain).less(self.escape.owed_guns())
        };
        let mut steps = Vec::new();
        for unit in movers {
            let safe = self.escape.safe_from(unit, moment.hexes[usize::from(unit)]).filter(|&to| to != origin);
            steps.extend(safe.map(|to| Way::To(unit, to)));
            if over == NOWHERE {
                steps.push(Way::Perish(unit));
            }
        }
        steps
    }

    fn take(&self, moment: &Moment, step: Way) -> (Moment, Keys) {
        let mut next = moment.clone();
        let then = &mut next.thought;
        let (unit, to) = match step {
            Way::Perish(unit) => {
                then.left.remove(unit);
                next.hexes[usize::from(unit)] = NOWHERE;
                return (next, [1, 0, 0, 0]);
            }
            Way::To(unit, to) => (unit, to),
        };
        let now = &moment.thought;
        let there = self.friends.and(units_at(&moment.hexes, to)).less(UnitSet::one(unit));
        let pushed = now.over != NOWHERE;
        let joined = !there.is_empty() && (pushed || now.mate != to);
        let apart = if pushed { now.over == now.mate && now.companion.has(unit) } else { now.mate != NOWHERE && now.mate != to };
        if !pushed {
            then.left.remove(unit);
            if now.mate == NOWHERE {
                (then.mate, then.companion) = (to, UnitSet::one(unit));
            }
            (then.origin, then.chain) = (moment.hexes[usize::from(unit)], UnitSet::EMPTY);
        }
        next.hexes[usize::from(unit)] = to;
        then.chain.insert(unit);
        if there.len() as usize + 1 > self.limit {
            then.over = to;
        } else {
            (then.over, then.chain, then.origin) = (NOWHERE, UnitSet::EMPTY, NOWHERE);
        }
        (next, [0, pushed.into(), apart.into(), joined.into()])
    }

    /// Brings a moment to its end in every way that could still be cheaper than `best`; `None` if that takes too long.
    fn descend(&mut self, moment: &Moment, spent: Keys, best: &mut Option<Keys>) -> Option<()> {
        self.patience = self.patience.checked_sub(1)?;
        if moment.thought.over == NOWHERE && moment.thought.left.is_empty() {
            *best = Some(best.map_or(spent, |known| known.min(spent)));
            return Some(());
        }
        for step in self.steps(moment) {
            let (next, keys) = self.take(moment, step);
            let total = sum(spent, keys);
            if best.is_none_or(|best| total < best) {
                self.descend(&next, total, best)?;
            }
        }
        Some(())
    }

    fn allowed(&mut self, moment: &Moment) -> Option<Vec<Way>> {
        let mut prices = Vec::new();
        for step in self.steps(moment) {
            let (next, keys) = self.take(moment, step);
            let mut best = None;
            self.descend(&next, keys, &mut best)?;
            prices.push((best, step));
        }
        let least = prices.iter().filter_map(|(price, _)| *price).min();
        Some(prices.into_iter().filter(|(price, _)| price.is_some() && *price == least).map(|(_, step)| step).collect())
    }
}

/// A small map with a crowd of French on it, some enemies and some water.
fn crowded(seed: u64, sizes: (usize, usize), plain: bool) -> Option<(Battle, State)> {
    let mut picks = Picks::new(seed);
    let (columns, rows) = (3 + picks.below(sizes.0), 4 + picks.below(sizes.1));
    let hex = |c: usize, r: usize| format!("{:02}{:02}", c + 1, r + 1);
    let mut text = vec![format!("game dresden"), format!("map {columns}x{rows}"), "turn 2".to_owned()];
    text.push(if picks.one_in(4) { "phase French combat" } else { "phase Allied combat" }.to_owned());
    let mut units = Vec::new();
    let wet = if plain { 0 } else { picks.below(4) };
    let mut count = 0;
    let crowdedness = 2 + picks.below(6);
    let (gun, horse) = (2 + picks.below(5), 2 + picks.below(6));
    for c in 0..columns {
        for r in 0..rows {
            if !plain && picks.one_in(7) {
                text.push(format!("terrain woods {}", hex(c, r)));
            }
            if r + 1 < rows && picks.below(9) < wet {
                let what = ["stream", "river", "landgraben", "gully"][picks.below(4)];
                text.push(format!("hexside {what} {}-{}", hex(c, r), hex(c, r + 1)));
            }
            if picks.one_in(12) && count < 90 {
                units.push(format!("unit R{count} i9-4 @{}", hex(c, r)));
                count += 1;
                continue;
            }
            for _ in 0..2 {
                if picks.below(8) < crowdedness && count < 80 {
                    let kind = match (plain, picks.one_in(gun), picks.one_in(horse)) {
                        (true, ..) => "i3-4".to_owned(),
                        (_, true, _) => "a3-3".to_owned(),
                        (_, _, true) => "c3-6".to_owned(),
                        _ if picks.one_in(9) => format!("i3-{}", 1 + picks.below(6)),
                        _ => "i3-4".to_owned(),
                    };
                    units.push(format!("unit F{count} {kind} @{}", hex(c, r)));
                    count += 1;
                }
            }
        }
    }
    text.extend(units);
    Battle::set_up("crowd", &SetupLine::read(&text.join("\n"))).ok()
}

/// Some result has forced back the French of one or two hexes.
fn forced_back(battle: &Battle, state: &State, seed: u64) -> Option<State> {
    let mut picks = Picks::new(seed);
    let mut state = *state;
    let french: Vec<Unit> = battle.present(&state, Side::French).into_iter().collect();
    if french.is_empty() || state.frame == Frame::Over {
        return None;
    }
    state.attack = Attack::default();
    for _ in 0..1 + picks.below(2) {
        let hex = state.hexes[usize::from(french[picks.below(french.len())])];
        state.attack.pending = state.attack.pending.or(units_at(&state.hexes, hex).and(battle.units_of(Side::French)));
    }
    let party = state.attack.pending;
    if state.phasing == Side::French {
        state.attack.attackers = party;
    } else {
        state.attack.defenders = party;
    }
    state.attack.rolled = true;
    state.fought = state.fought.or(party);
    state.frame = Frame::Retreat(Side::French);
    Some(state)
}

/// Plays a retreat to its end at random, and shows every moment of it.
fn follow(battle: &Battle, state: &State, seed: u64, mut seen: impl FnMut(&State, &[Action])) {
    let mut state = *state;
    let mut picks = Picks::new(!seed);
    let mut dice = ScriptedDice::new(&[]);
    loop {
        if matches!(state.frame, Frame::Retreat(_)) && state.attack.pending.is_empty() {
            return;
        }
        let mut options = Vec::new();
        battle.list_stack_retreats(&state, Side::French, &mut options);
        assert!(!options.is_empty(), "a dead end");
        seen(&state, &options);
        let mut umpire = Umpire::silent(&mut dice);
        match options[picks.below(options.len())] {
            Action::Retreat(unit, to) => battle.retreat(&mut state, unit, to, &mut umpire),
            Action::Perish(unit) => battle.perish(&mut state, unit, &mut umpire),
            _ => unreachable!("nothing else is listed"),
        }
    }
}

/// Holds the list against the exhaustive search; false if that took too long.
fn same_as_exhaustive(battle: &Battle, state: &State, patience: u32) -> bool {
    let escape = Escape::of(battle, state, Side::French);
    let friends = battle.present(state, Side::French).less(battle.garrisons);
    for thought in battle.stack_retreats(state) {
        let mut search = Exhaustive { escape: &escape, friends, limit: battle.title().stacking(), patience };
        let Some(wanted) = search.allowed(&Moment { hexes: state.hexes.0, thought }) else { return false };
        let (found, _) = Crowd::around(battle, state, Side::French, &escape, thought, false).allowed(TRIALS);
        assert_eq!(found, wanted, "{}", battle.write_position(state));
        let (far, _) = Crowd::around(battle, state, Side::French, &escape, thought, true).allowed(TRIALS);
        assert_eq!(far, wanted, "looking further: {}", battle.write_position(state));
    }
    true
}

#[test]
fn retreats_are_those_of_an_exhaustive_search() {
    let (mut compared, mut crowds) = (0, 0);
    for seed in 0..150 {
        let Some((battle, state)) = crowded(seed, (3, 3), seed % 5 == 0) else { continue };
        for start in 0..12 {
            let Some(state) = forced_back(&battle, &state, seed << 8 | start) else { continue };
            follow(&battle, &state, seed, |state, _| {
                if same_as_exhaustive(&battle, state, 4_000) {
                    compared += 1;
                    crowds += u32::from(matches!(state.frame, Frame::Displace { .. }));
                }
            });
        }
    }
    assert!(compared > 1500 && crowds > 150, "{compared} moments compared, {crowds} of them pushes");
}

#[test]
fn no_crowd_takes_more_than_its_share_of_work() {
    let mut most = 0;
    for seed in 0..100 {
        let Some((battle, state)) = crowded(seed, (9, 9), seed % 3 == 0) else { continue };
        for start in 0..8 {
            let Some(state) = forced_back(&battle, &state, seed << 8 | start) else { continue };
            follow(&battle, &state, seed, |state, options| {
                let escape = Escape::of(&battle, state, Side::French);
                for thought in battle.stack_retreats(state) {
                    let crowd = Crowd::around(&battle, state, Side::French, &escape, thought, true);
                    crowd.allowed(TRIALS);
                    let (looks, places) = (crowd.looks(), crowd.size() as u32);
                    most = most.max(looks / places);
                    // Two spreads for each trial and each end that is tried, six for a unit that leaves alone.
                    let limit = 8 * (TRIALS + 5 * 18) * places;
                    assert!(looks <= limit, "{looks} looks at {places} places: {}", battle.write_position(state));
                }
                assert!(options.len() <= 36);
            });
        }
    }
    assert!(most > 10, "no crowd was much work");
}

/// [10.4] Whoever fell back and has the hex to itself since then is the host of those who fall back there later (R19).
#[test]
fn a_guest_left_alone_becomes_a_host() {
    let text = [
        "game dresden",
        "turn 2",
        "phase Allied combat",
        "unit F1 i3-4 @0606",
        "unit F2 i3-4 @0607",
        "unit R1 @0609",
        "unit R2 @0605",
    ];
    let (battle, mut state) = Battle::set_up("guest", &SetupLine::read(&text.join("\n"))).unwrap();
    let [first, second] = ["F1", "F2"].map(|tag| battle.read_unit(tag).unwrap());
    state.attack.defenders = UnitSet::one(first);
    state.attack.pending = UnitSet::one(first);
    state.fell_back.insert(second);
    state.frame = Frame::Retreat(Side::French);
    let hex = state.hexes[usize::from(second)];
    battle.retreat(&mut state, first, hex, &mut Umpire::silent(&mut ScriptedDice::new(&[])));
    assert_eq!(battle.attacked_together(&state, battle.units_in(&state, hex)), UnitSet::one(second));
}

/// [10.4] [5.1] A victor has come up to a guest: nobody owes it an attack while its host is there, attacked or not (R19).
#[test]
fn a_guest_is_owed_no_attack() {
    let text = [
        "game dresden",
        "turn 2",
        "phase Allied combat",
        "unit F1 i3-4 @0606",
        "unit F2 i3-4 @0606",
        "unit R1 @0605",
        "unit R2 a4-3 @0608",
        "unit R3 a4-3 @0408",
    ];
    let (battle, mut state) = Battle::set_up("guest", &SetupLine::read(&text.join("\n"))).unwrap();
    let [host, guest, victor] = ["F1", "F2", "R1"].map(|tag| battle.read_unit(tag).unwrap());
    let targets = |state: &State| {
        let mut options = Vec::new();
        battle.legal_actions(state, &mut options);
        let ends = options.contains(&Action::End);
        (options.iter().filter(|option| matches!(option, Action::Target(_))).count(), ends)
    };
    state.bound = UnitSet::EMPTY;
    state.fought.insert(victor);
    state.fell_back.insert(guest);
    assert_eq!(Duties::of(&battle, &state).orphans(), UnitSet::one(host));
    assert_eq!(targets(&state), (1, false), "the host must be bombarded");
    state.fought.insert(host);
    assert!(Duties::of(&battle, &state).orphans().is_empty());
    assert_eq!(targets(&state), (0, true), "the guest cannot be");
    // The host has gone.
    state.hexes[usize::from(host)] = NOWHERE;
    state.lost.insert(host);
    assert_eq!(Duties::of(&battle, &state).orphans(), UnitSet::one(guest));
    assert_eq!(targets(&state), (1, false));
}
