//! [4.0] The decisions of a Movement Phase: which unit moves, where it goes, and [4.4] who dies in over-full hexes.

use crate::event::{Event, Kind};
use crate::movement::March;
use crate::state::{Frame, State};
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Battle};
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Umpire, Violation};

/// [4.0] Which unit moves next?
#[derive(Clone, Copy, Debug)]
pub struct Choosing;

impl Room<Battle> for Choosing {
    #[inline]
    fn asks(self, _: &Battle, state: &State) -> (Seat, Case) {
        (state.phasing.seat(), Case("4.0"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        out.extend(battle.movable(state).into_iter().map(Action::Pick));
        if battle.may_leave_guard(state).is_ok() {
            out.push(if battle.any_overfull(state) { Action::Yield } else { Action::End });
        }
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::Pick(unit) => battle.may_pick(state, unit, &battle.obstacles(state)),
            Action::End => battle.may_end_movement(state).and_then(|()| battle.may_leave_guard(state)),
            Action::Yield => {
                battle.may_leave_guard(state)?;
                if battle.may_end_movement(state).is_err() { Ok(()) } else { Err(battle.out_of_place(state, action)) }
            }
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Pick(unit) => {
                battle.name_second_division(state, unit);
                state.frame = Frame::Hand { unit, spent: 0, entered: false, ward: battle.ward(state, unit) };
            }
            Action::Yield => state.frame = Frame::Overfull,
            _ => battle.next_step(state, umpire),
        }
    }
}

/// [4.1] Where does the unit in hand go?
#[derive(Clone, Copy, Debug)]
pub struct InHand {
    /// The unit.
    pub unit: Unit,
    /// Points spent so far.
    pub spent: u8,
    /// Whether it came onto the map in this move.
    pub entered: bool,
    /// [11.1] The distance that it must keep from the enemy if it is a reserve.
    pub ward: u8,
}

impl InHand {
    fn march<'a>(self, battle: &'a Battle, state: &'a State) -> March<'a> {
        March::of(battle, state, self.unit, self.spent, self.entered, self.ward)
    }
}

impl Room<Battle> for InHand {
    #[inline]
    fn asks(self, _: &Battle, state: &State) -> (Seat, Case) {
        (state.phasing.seat(), Case("4.0"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        let march = self.march(battle, state);
        march.ends().for_each(|hex| out.push(Action::Go(hex)));
        march.list_steps(out);
        if battle.may_halt(state, self.unit, &march).is_ok() {
            out.push(Action::Halt);
        }
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::Go(to) => self.march(battle, state).go(to),
            Action::Step(to) => self.march(battle, state).step(to).map(|_| ()),
            Action::Halt => battle.may_halt(state, self.unit, &self.march(battle, state)),
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Step(to) => battle.march(state, self, to, true, umpire),
            Action::Go(to) => battle.march(state, self, to, false, umpire),
            _ => battle.halt(state, self.unit),
        }
    }
}

/// [4.4] The enemy chooses who dies where too many ended the phase.
#[derive(Clone, Copy, Debug)]
pub struct Overfull;

impl Room<Battle> for Overfull {
    fn asks(self, _: &Battle, state: &State) -> (Seat, Case) {
        (state.phasing.other().seat(), Case("4.4"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        out.extend(battle.overfull(state).into_iter().map(Action::Destroy));
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::Destroy(unit) if battle.overfull(state).has(unit) => Ok(()),
            Action::Destroy(unit) => Err(Violation::new("4.4", "is not in an over-full hex", subject(unit))),
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Destroy(unit) = action {
            battle.destroy(state, unit, "4.4", "too many units in the hex", umpire);
        }
    }

    fn pass(self, battle: &Battle, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let done = battle.overfull(state).is_empty();
        if done {
            battle.next_step(state, umpire);
        }
        done
    }
}

impl Battle {
    /// Carries out `Step` (which keeps the unit in hand) or `Go` (which does not).
    fn march(&self, state: &mut State, hand: InHand, to: HexId, keep: bool, umpire: &mut Umpire<'_, Event>) {
        let InHand { unit, spent, entered, ward } = hand;
        let from = state.hex(unit);
        let march = || hand.march(self, state);
        let arm = self.pieces()[usize::from(unit)].arm;
        let (way, total) = if keep {
            let step = |from| self.terrain(state).step(arm, from, to).map_or(spent, |cost| spent + cost);
            (vec![to], from.map_or_else(|| march().step(to).unwrap_or(spent), step))
        } else if umpire.listens() || self.passage_matters(from, to, self.pieces()[usize::from(unit)].movement) {
            let costs = self.terrain(state).costs(arm);
            let march = march();
            let reach = march.reach();
            let mut way = reach.path(self.grid(), costs, &march.obstacles, to).unwrap_or_else(|| vec![to]);
            // A way from a start at which points were already spent begins with that start itself.
            if from.is_some() && way.first() == from.as_ref() {
                way.remove(0);
            }
            (way, reach.cost(to).unwrap_or(spent))
        } else {
            // Nobody listens and no objective is near: the way does not matter.
            (Vec::new(), spent)
        };
        let entering = from.is_none();
        if entering {
            state.due.remove(unit);
        }
        // [7.0] Reinforcements that were taken up too early may come now that something has changed.
        state.put_back = UnitSet::EMPTY;
        state.hexes[usize::from(unit)] = to;
        umpire.tell(|| {
            let trail: Vec<HexId> = from.into_iter().chain(way.iter().copied()).collect();
            let number = |h: HexId| self.grid().number(h);
            let via: Vec<String> = trail.iter().map(|&h| number(h)).collect();
            let points = self.points_words(total - spent);
            if entering {
                let text = format!("{} enters: {} ({points}) [7.1]", self.tag(unit), via.join("-"));
                self.unit_event(Kind::Enter, "7.1", unit, &trail, text)
            } else {
                let text = format!("{} moves {} ({points}) [4.1]", self.tag(unit), via.join("-"));
                self.unit_event(Kind::Move, "4.1", unit, &trail, text)
            }
        });
        for hex in way {
            self.note_passage(state, unit, hex, umpire);
        }
        self.wake_reserves(state, unit, to, umpire);
        let entered = entered || entering;
        state.frame = Frame::Hand { unit, spent: total, entered, ward };
        // Nothing left to decide: the move is over.
        if !keep || !self.may_go_on(state, unit, total, entered, ward) {
            self.halt(state, unit);
        }
    }

    /// Whether the unit in hand can go on to another hex.
    fn may_go_on(&self, state: &State, unit: Unit, spent: u8, entered: bool, ward: u8) -> bool {
        let Some(hex) = state.hex(unit).filter(|_| !entered && ward == 0) else {
            return !March::of(self, state, unit, spent, entered, ward).ends().is_empty();
        };
        // It may stop wherever it can step, so a look at the hexes around will do.
        let enemies = self.occupied(state, state.phasing.other());
        let terrain = self.terrain(state);
        let closed = |to: HexId| enemies.has(to) || (self.is_night(state) && terrain.touches(to, &enemies));
        let payable = |cost: u8| spent + cost <= self.allowance(unit);
        let mut steps = terrain.steps(self.pieces()[usize::from(unit)].arm, hex);
        !(spent > 0 && terrain.touches(hex, &enemies)) && steps.any(|(to, cost)| payable(cost) && !closed(to))
    }

    /// The unit's move is over.
    fn halt(&self, state: &mut State, unit: Unit) {
        state.moved.insert(unit);
        if state.due.has(unit) {
            state.put_back.insert(unit);
        }
        state.frame = Frame::Move;
    }
}
