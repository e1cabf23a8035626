//! What can become of each unit after a result: every choice of the owners followed, up to the advance.
//!
//! Three things keep that short. An exchange is reckoned, not followed. Where there is room for all who retreat, nobody is pushed
//! or lost whatever they choose. And in a crowd the choices are followed as far as [`PATIENCE`] goes; from there on the bounds
//! are widened to all that could possibly happen (ADR 6).

use crate::event::Event;
use crate::results_table::CombatResult;
use crate::retreat::Escape;
use crate::state::{Frame, Side, State, units_at};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet, Units};
use crate::{Action, Battle};
use grognard_engine::dice::ScriptedDice;
use grognard_engine::plane::Plane;
use grognard_engine::{HexId, Umpire, Words};
use std::collections::BTreeSet;

/// How much work a forecast may be before it follows no further choices, in looks at a hex.
pub const PATIENCE: u32 = 250_000;
/// What it takes to list the choices of a position, beyond looks, and to carry out one of them.
const LISTING: u32 = 100;
const STEP: u32 = 60;
/// How far back a position is looked for in which somebody moves whose fate is not known yet.
const LOOK_BACK: usize = 48;

/// The work of a forecast, in looks at a hex.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Until the choices are not followed any further.
    left: u32,
    /// All of it.
    spent: u32,
}

impl Effort {
    /// Nothing has been done, and so much may be.
    pub const fn of(patience: u32) -> Self {
        Self { left: patience, spent: 0 }
    }

    /// How much work it was.
    pub const fn spent(&self) -> u32 {
        self.spent
    }

    const fn take(&mut self, looks: u32) {
        self.left = self.left.saturating_sub(looks);
        self.spent = self.spent.saturating_add(looks);
    }
}

/// What can become of a unit.
pub const FATES: [&str; 5] = ["lost", "disrupted", "retreats", "displaced", "stays"];
const LOST: usize = 0;
const DISRUPTED: usize = 1;
const RETREATS: usize = 2;
const DISPLACED: usize = 3;
/// The last of them: nothing happens to the unit.
pub const STAYS: usize = 4;

/// For each unit the fates seen, and the fates seen in every line of play.
#[derive(Clone)]
pub struct Seen {
    /// In some.
    pub some: [UnitSet; FATES.len()],
    /// In all.
    pub all: [UnitSet; FATES.len()],
}

impl Seen {
    const fn nothing() -> Self {
        Self { some: [UnitSet::EMPTY; FATES.len()], all: [Units(u128::MAX); FATES.len()] }
    }

    /// One line of play has come to its end.
    fn note(&mut self, fates: &[UnitSet; FATES.len()]) {
        for (fate, units) in fates.iter().enumerate() {
            self.some[fate] = self.some[fate].or(*units);
            self.all[fate] = self.all[fate].and(*units);
        }
    }

    /// A unit can have these fates, and need have none of them.
    fn may_have(&mut self, unit: Unit, fates: &[usize]) {
        for all in &mut self.all {
            all.remove(unit);
        }
        for &fate in fates {
            self.some[fate].insert(unit);
        }
    }
}

/// A unit has one fate instead of another.
fn change(fates: &mut [UnitSet; FATES.len()], unit: Unit, fate: usize) {
    for units in fates.iter_mut() {
        units.remove(unit);
    }
    fates[fate].insert(unit);
}

/// Units whose step back is a retreat. [6.8] A gun that bombards is none of them: no result touches it, it can only be pushed.
const fn forced_back(before: &State) -> UnitSet {
    before.attack.attackers.or(before.attack.defenders)
}

impl Battle {
    /// What can become of each unit after a result.
    pub(crate) fn outcomes(&self, before: &State, result: CombatResult, effort: &mut Effort) -> Seen {
        let mut start = *before;
        let fighters = start.attack.attackers.or(start.attack.guns).or(start.attack.defenders);
        start.attack.rolled = true;
        start.attack.demoralized = self.demoralized_bits(&start);
        start.attack.surrounded = self.surrounded(&start, fighters);
        start.fought = start.fought.or(fighters);
        self.begin_result(&mut start, result, &mut Umpire::silent(&mut ScriptedDice::new(&[])));
        let mut seen = Seen::nothing();
        match start.frame {
            Frame::Losses => self.exchange(before, &start, effort, &mut seen),
            Frame::Retreat(side) if self.room_for_all(&start, side, effort) => {
                seen.note(&self.all_retreat(before, &start));
            }
            Frame::Retreat(side) => self.follow(before, &start, side, effort, &mut seen),
            _ => seen.note(&self.fates(before, &start, UnitSet::EMPTY)),
        }
        seen
    }

    /// What has become of each unit that was on the map, if these have moved: [6.5] whoever is pushed away may be pushed back to where it stood.
    pub(crate) fn fates(&self, before: &State, after: &State, moved: UnitSet) -> [UnitSet; FATES.len()] {
        let fighters = forced_back(before);
        let mut fates = [UnitSet::EMPTY; FATES.len()];
        for unit in self.on_map(before) {
            let fate = if after.lost.has(unit) {
                LOST
            } else if after.disrupted.has(unit) {
                DISRUPTED
            } else if !moved.has(unit) && after.hexes[usize::from(unit)] == before.hexes[usize::from(unit)] {
                STAYS
            } else if fighters.has(unit) {
                RETREATS
            } else {
                DISPLACED
            };
            fates[fate].insert(unit);
        }
        fates
    }

    /// The same if those who are forced back retreat, and nobody is pushed.
    fn all_retreat(&self, before: &State, start: &State) -> [UnitSet; FATES.len()] {
        let mut fates = self.fates(before, start, UnitSet::EMPTY);
        for unit in start.attack.pending {
            change(&mut fates, unit, RETREATS);
        }
        fates
    }

    /// What losing a unit in this combat means for it.
    fn fate_if_destroyed(&self, state: &State, unit: Unit) -> usize {
        if self.lost_for_good(state, unit) { LOST } else { DISRUPTED }
    }

    /// [6.3] An exchange: an attacker can be lost if some payment names it, and spared if some payment does without it.
    fn exchange(&self, before: &State, start: &State, effort: &mut Effort, seen: &mut Seen) {
        seen.note(&self.fates(before, start, UnitSet::EMPTY));
        for unit in start.attack.pending {
            // Every other payer is looked at as the weakest.
            effort.take(LISTING + start.attack.pending.len());
            let lost = self.fate_if_destroyed(start, unit);
            if !self.can_be_spared(start, unit) {
                seen.some[STAYS].remove(unit);
                seen.all[STAYS].remove(unit);
                seen.some[lost].insert(unit);
                seen.all[lost].insert(unit);
            } else if self.may_lose(start, unit).is_ok() {
                seen.may_have(unit, &[lost]);
            }
        }
    }

    /// Whether those who retreat have room enough next to them, whoever else goes there: then nobody is pushed and nobody lost.
    fn room_for_all(&self, state: &State, side: Side, effort: &mut Effort) -> bool {
        let escape = Escape::of(self, state, side);
        let limit = self.title().stacking();
        let friends = self.present(state, side).less(self.garrisons);
        let pending = state.attack.pending;
        let safe: Vec<Plane> = pending
            .into_iter()
            .map(|unit| {
                let mut plane = Plane::EMPTY;
                escape.safe(unit).for_each(|hex| plane.insert(hex));
                plane
            })
            .collect();
        effort.take(escape.looks() + pending.len() * pending.len());
        safe.iter().all(|hexes| {
            let rivals = safe.iter().filter(|others| !others.and(hexes).is_empty()).count();
            let room = |hex: HexId| limit.saturating_sub(friends.and(units_at(&state.hexes, hex)).len() as usize);
            !hexes.is_empty() && hexes.iter().map(room).sum::<usize>() >= rivals
        })
    }

    /// Follows the choices of those who retreat.
    fn follow(&self, before: &State, start: &State, side: Side, effort: &mut Effort, seen: &mut Seen) {
        let mut visited = BTreeSet::new();
        // Positions to go on from, each with who moved last and with all who have moved.
        let mut open: Vec<(State, Option<Unit>, UnitSet)> = vec![(*start, None, UnitSet::EMPTY)];
        let mut options: Vec<Action> = Vec::new();
        let mut ends = 0;
        while !open.is_empty() {
            if effort.left == 0 {
                if ends == 0 {
                    seen.note(&self.all_retreat(before, start));
                }
                self.widen(before, start, side, effort, seen);
                return;
            }
            let new = |&(_, unit, _): &(State, Option<Unit>, UnitSet)| {
                unit.is_some_and(|unit| !seen.some[RETREATS].or(seen.some[DISPLACED]).has(unit))
            };
            let recent = open.len().saturating_sub(LOOK_BACK);
            let next = open[recent..].iter().rposition(new).map_or(open.len() - 1, |at| recent + at);
            let (state, _, moved) = open.swap_remove(next);
            if matches!(state.frame, Frame::Retreat(_)) && state.attack.pending.is_empty() {
                ends += 1;
                seen.note(&self.fates(before, &state, moved));
                continue;
            }
            let looks = self.list_choices(&state, side, &mut options);
            effort.take(LISTING + looks + STEP * options.len() as u32);
            for &action in &options {
                let mut next = state;
                let mut no_dice = ScriptedDice::new(&[]);
                let mut umpire: Umpire<'_, Event> = Umpire::silent(&mut no_dice);
                let unit = match action {
                    Action::Retreat(unit, to) => {
                        self.retreat(&mut next, unit, to, &mut umpire);
                        unit
                    }
                    Action::Perish(unit) => {
                        self.perish(&mut next, unit, &mut umpire);
                        unit
                    }
                    _ => continue,
                };
                // [11.3] Neither reserves offered nor who fell back onto whom change anybody's fate in this combat.
                next.interrupts = start.interrupts;
                next.fell_back = start.fell_back;
                // The same position can come about by other pushes.
                let moved = moved.or(UnitSet::one(unit));
                if visited.insert((self.digest(&next), next.attack.companion, moved.0)) {
                    open.push((next, Some(unit), moved));
                }
            }
        }
    }

    /// Lists the retreats or pushes that can be chosen; returns how much work that was.
    fn list_choices(&self, state: &State, side: Side, out: &mut Vec<Action>) -> u32 {
        out.clear();
        match (self.title(), state.frame) {
            (Title::Eylau, Frame::Displace { hex, .. }) => self.list_displacements(state, hex, side, out),
            _ => self.list_retreats(state, side, out),
        }
    }

    /// The choices are too many to be followed: whoever could be pushed may be, or not, and whoever retreats may find a place or
    /// not.
    fn widen(&self, before: &State, start: &State, side: Side, effort: &mut Effort, seen: &mut Seen) {
        let escape = Escape::of(self, start, side);
        let friends = self.present(start, side).less(self.garrisons);
        let fighters = forced_back(before);
        // Hexes that somebody can be pushed into, and from there others on and on, as often as there are pushes.
        let (most, looks) = if self.title() == Title::Dresden { self.pushes_of_stack(start, side) } else { (None, 0) };
        let step = |units: UnitSet, from: &Plane| {
            let mut next = Plane::EMPTY;
            for hex in from.iter() {
                for unit in units {
                    escape.safe_from(unit, hex).for_each(|to| next.insert(to));
                }
            }
            next
        };
        let pending = start.attack.pending;
        let mut reached = step(pending, &start.hexes_of(pending));
        let kinds = self.one_of_each_kind(&escape, friends);
        let held = start.hexes_of(friends);
        // From each hex only once: the same units can be pushed out of it as before.
        let mut edge = reached;
        for _ in 0..most.unwrap_or(friends.len()) {
            edge = step(kinds, &edge.and(&held)).less(&reached);
            if edge.is_empty() {
                break;
            }
            reached = reached.or(&edge);
        }
        effort.take(looks + escape.looks());
        for unit in friends.filter(|u| reached.has(start.hexes[usize::from(u)])) {
            let moved = if fighters.has(unit) { RETREATS } else { DISPLACED };
            seen.may_have(unit, &[moved, STAYS]);
        }
        for unit in pending {
            seen.may_have(unit, &[RETREATS, self.fate_if_destroyed(start, unit)]);
        }
    }

    /// One unit of each kind that differs in where it can go.
    fn one_of_each_kind(&self, escape: &Escape<'_>, units: UnitSet) -> UnitSet {
        let mut kinds: Vec<Unit> = Vec::new();
        for unit in units {
            if !kinds.iter().any(|&other| escape.nimbleness(other) == escape.nimbleness(unit)) {
                kinds.push(unit);
            }
        }
        kinds.into_iter().collect()
    }
}
