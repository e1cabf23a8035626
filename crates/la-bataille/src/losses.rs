//! [12.1] to [12.5] Losses: from the top of the stack down, by halves for guns alone, alternating where infantry covers guns.

use crate::Bautzen;
use crate::action::Action;
use crate::army::Parity;
use crate::event::{Event, Kind};
use crate::leaders::Gone;
use crate::state::{Arm, Formation, Frame, NOWHERE, Place, Standing, State, Unit};
use grognard_engine::{HexId, Umpire};

impl Bautzen {
    /// [12.4] Whether a unit has lost half or more of its increments.
    pub(crate) fn half_lost(&self, state: &State, unit: Unit) -> bool {
        2 * state.piece(unit).left <= self.kind(unit).increments
    }

    /// [12.6] Takes increments from a unit by some rule, in one of its hexes first. Says how many it lost; none ever comes back.
    pub(crate) fn lose(
        &self,
        state: &mut State,
        unit: Unit,
        hex: HexId,
        lost: u8,
        case: &'static str,
        umpire: &mut Umpire<'_, Event>,
    ) -> u8 {
        let so = *state.piece(unit);
        let lost = lost.min(so.left);
        if lost == 0 || !so.on_map() {
            return 0;
        }
        let piece = state.piece_mut(unit);
        piece.left -= lost;
        // [5.1] A hit on one hex takes increments there first, then from the others, the next one first.
        let mut share = so.shares();
        let mut rest = lost;
        for at in [so.part(hex), 1, 0, 2] {
            let taken = rest.min(share[at]);
            share[at] -= taken;
            rest -= taken;
        }
        piece.tail = share[1];
        piece.set_rear(share[2]);
        // [16.2] Readiness does not come back to whoever loses by fire or fights.
        let now = state.sequence();
        let piece = state.piece_mut(unit);
        if piece.tired > 0 {
            piece.tired = now;
            piece.set_paced(0);
        }
        let left = piece.left;
        umpire.tell(|| {
            let text = format!("{} loses {lost}, {left} left", self.called(unit));
            self.event(Kind::Loss, case, &[unit], &[hex], text)
        });
        if left == 0 {
            self.remove(state, unit, "12.5", "is eliminated", umpire);
        } else {
            self.contract(state, unit);
            self.tell_contracted(state, unit, &so, umpire);
        }
        lost
    }

    /// [5.1] Tells that a unit has become too weak for its hexes or for its formation.
    fn tell_contracted(&self, state: &State, unit: Unit, before: &Standing, umpire: &mut Umpire<'_, Event>) {
        let now = *state.piece(unit);
        let formed = now.formation != before.formation;
        if now.parts() == before.parts() && !formed {
            return;
        }
        umpire.tell(|| {
            let hexes: Vec<HexId> = now.hexes().collect();
            let places: Vec<String> = hexes.iter().map(|&hex| self.grid().number(hex)).collect();
            let word = now.formation.word().replace('_', " ");
            let does = if formed { format!("forms {word}") } else { "draws together".to_owned() };
            let text = format!("{} is too weak now and {does} in {}", self.called(unit), places.join(" and "));
            self.event(Kind::Stance, "5.1", &[unit], &hexes, text)
        });
    }

    /// [5.1] A unit that has become too weak for its formation contracts into one hex, or falls back into column.
    pub(crate) fn contract(&self, state: &mut State, unit: Unit) {
        let so = *state.piece(unit);
        if !so.on_map() {
            return;
        }
        if so.formation == Formation::March {
            let tail = so.left.saturating_sub(self.tables().road_increments);
            let piece = state.piece_mut(unit);
            (piece.second, piece.tail) =
                if tail == 0 { (NOWHERE, 0) } else { (so.second, if so.second == NOWHERE { 0 } else { tail }) };
            self.leaders_gather(state, unit, &so);
            return;
        }
        let (may, must) = self.two_hexes(unit, so.formation, so.left);
        let mut next = so;
        if so.third != NOWHERE && !self.three_hexes(unit, so.formation, so.left) {
            // [5.1] Too weak for three hexes: the middle stays, and the end in which more are left.
            let keeps = if so.rear() > so.shares()[0] { (so.second, so.third) } else { (so.hex, so.second) };
            next = next.in_one_hex();
            (next.hex, next.second) = keeps;
            next.tail = next.left / 2;
        }
        let emptied = next.tail == 0 || next.tail == next.left;
        if next.wide() && emptied && may && must {
            // Whoever cannot do without a second hex is spread anew when one of the two has nobody left.
            next.tail = next.left / 2;
        } else if next.wide() && (!may || emptied) {
            // The owner keeps the hex in which more are left.
            if next.tail > next.left - next.tail {
                next.hex = next.second;
            }
            (next.second, next.tail) = (NOWHERE, 0);
            if must && !may {
                next.formation = Formation::Column;
            }
        }
        if next.formation == Formation::Line && self.kind(unit).arm == Arm::Cavalry && next.left < 4 {
            next.formation = Formation::Column;
        }
        if next != so {
            let looks = next.looks().sides().0;
            let settled = self.settled(state, unit, next, next.hex, Some(looks));
            self.set(state, unit, settled);
            if !state.piece(unit).formation.at_vertex() {
                let gathered = self.gathered(*state.piece(unit));
                self.set(state, unit, gathered);
            }
            self.leaders_gather(state, unit, &so);
            self.acts_on(state, unit, &so);
        }
    }

    /// [5.3.6] [5.1] What a unit in hand was about to do it does as the fire has left it: a step in the same direction from the hex that it keeps, and a turn
    /// as far if it is in column now.
    fn acts_on(&self, state: &mut State, unit: Unit, before: &Standing) {
        let now = *state.piece(unit);
        let in_hand = state.frames.frames().any(|frame| matches!(frame, Frame::Hand { unit: held, .. } if held == unit));
        let act = match state.act.filter(|_| in_hand) {
            Some(Action::Step(to)) if now.hex != before.hex => {
                let going = self.grid().direction(before.hex, to);
                going.and_then(|going| self.grid().neighbours(now.hex)[going]).map(Action::Step)
            }
            Some(Action::Turn(heading)) if !now.formation.at_vertex() => Some(Action::Turn(heading - heading % 2)),
            _ => None,
        };
        if act.is_some() {
            state.act = act;
        }
    }

    /// Takes a unit off for good.
    pub(crate) fn remove(&self, state: &mut State, unit: Unit, case: &'static str, how: &str, umpire: &mut Umpire<'_, Event>) {
        self.take_off(state, unit, (case, how), Gone::Lost, umpire);
    }

    /// A unit is taken prisoner, and leaders who are left alone with it.
    pub(crate) fn surrender(&self, state: &mut State, unit: Unit, case: &'static str, how: &str, umpire: &mut Umpire<'_, Event>) {
        self.take_off(state, unit, (case, how), Gone::Surrendered, umpire);
    }

    fn take_off(
        &self,
        state: &mut State,
        unit: Unit,
        (case, how): (&'static str, &str),
        gone: Gone,
        umpire: &mut Umpire<'_, Event>,
    ) {
        let hex = state.piece(unit).hex;
        let was_on = state.piece(unit).on_map();
        let stood: Vec<HexId> = state.piece(unit).hexes().collect();
        let piece = state.piece_mut(unit);
        piece.place = Place::Lost;
        piece.left = 0;
        *piece = Standing { hex: NOWHERE, ..piece.in_one_hex() };
        umpire.tell(|| {
            let mut event = self.event(Kind::Loss, case, &[unit], &[hex], format!("{} {how}", self.called(unit)));
            event.lost = vec![self.tag(unit).to_owned()];
            event
        });
        if was_on {
            self.forget(state, unit);
            // [19.4] Of each of its hexes.
            stood.into_iter().for_each(|hex| self.leaders_left(state, hex, unit, gone, umpire));
        }
    }

    /// Takes a unit out of everything that is being put together or waits.
    pub(crate) fn forget(&self, state: &mut State, unit: Unit) {
        state.firing.remove(unit);
        state.fight.leave(unit);
        self.leaves_ride(state, unit);
        let waiting: Vec<_> = state.checks.iter().flatten().copied().filter(|due| due.unit != unit).collect();
        state.checks = [None; crate::state::WAITING];
        for (place, due) in state.checks.iter_mut().zip(waiting) {
            *place = Some(due);
        }
    }

    /// [12.1] Whom fire at a hex, or at a unit that acts in it, can hit, from the top down: riders who charge together act as one.
    pub(crate) fn victims(&self, state: &State, hex: HexId, prey: Option<Unit>) -> Vec<Unit> {
        let Some(unit) = prey else { return self.ranks(state, hex).collect() };
        let rides = |unit: Unit| state.ride.units.has(unit) && state.piece(unit).good();
        if rides(unit) { self.ranks(state, hex).filter(|&other| rides(other)).collect() } else { vec![unit] }
    }

    /// [12.2] Whether those who are fired at are unlimbered guns and nobody else.
    pub(crate) fn guns_alone(&self, state: &State, targets: &[Unit]) -> bool {
        targets.iter().all(|&unit| self.is(unit).arm == Arm::Artillery && state.piece(unit).formation == Formation::Unlimbered)
    }

    /// [12.2] What a result takes from those who are fired at: no more than there is, and of unlimbered guns alone half.
    pub(crate) fn suffered(&self, state: &State, targets: &[Unit], lost: u8) -> u8 {
        let all = targets.iter().fold(0u8, |all, &unit| all.saturating_add(state.piece(unit).left));
        (if self.guns_alone(state, targets) { lost / 2 } else { lost }).min(all)
    }

    /// [12.1] to [12.3] Distributes losses among what stands in a hex, or on one unit that acts there. Says who lost how much.
    pub(crate) fn losses(
        &self,
        state: &mut State,
        hex: HexId,
        prey: Option<Unit>,
        lost: u8,
        umpire: &mut Umpire<'_, Event>,
    ) -> Vec<(Unit, u8)> {
        let targets = self.victims(state, hex, prey);
        let mut taken: Vec<(Unit, u8)> = targets.iter().map(|&unit| (unit, 0)).collect();
        let guns = |unit: Unit| self.kind(unit).arm == Arm::Artillery && state.piece(unit).formation == Formation::Unlimbered;
        let mixed = targets.iter().any(|&unit| guns(unit)) && targets.iter().any(|&unit| self.kind(unit).arm == Arm::Infantry);
        let left = |unit: Unit, taken: u8| state.piece(unit).left > taken;
        for n in 0..self.suffered(state, &targets, lost) {
            // [12.3] Infantry and guns in turn, infantry first.
            let wants_guns = mixed && n % 2 == 1;
            let fits = |(unit, taken): &&mut (Unit, u8)| left(*unit, *taken) && (!mixed || guns(*unit) == wants_guns);
            if let Some((_, count)) = taken.iter_mut().find(fits) {
                *count += 1;
            } else if let Some((_, count)) = taken.iter_mut().find(|(unit, taken)| left(*unit, *taken)) {
                *count += 1;
            }
        }
        taken.retain(|(_, count)| *count > 0);
        for &(unit, count) in &taken {
            self.lose(state, unit, hex, count, "12.1", umpire);
        }
        taken
    }

    /// [13.3] Whether a loss makes the total reach or pass a number of the kind at which the unit checks.
    pub(crate) fn parity_calls(&self, state: &State, unit: Unit, lost: u8) -> bool {
        let kind = self.kind(unit);
        let total = kind.increments.saturating_sub(state.piece(unit).left);
        let before = total.saturating_sub(lost);
        match kind.parity {
            Parity::Every => lost > 0,
            Parity::Even => (before + 1..=total).any(|n| n % 2 == 0),
            Parity::Odd => (before + 1..=total).any(|n| n % 2 == 1),
        }
    }
}
