//! [16.8] Cavalry that rides to meet a charge; [16.9] cavalry that falls upon whoever acts in its zone.

use crate::Bautzen;
use crate::action::Action;
use crate::charge::stage;
use crate::event::{Event, Kind};
use crate::rooms::asked;
use crate::state::{Arm, Formation, Frame, Readiness, Ride, Segment, Standing, State, Unit, Units, flag};
use grognard_engine::facing::Aspect;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

/// Whether cavalry meets a charge.
#[derive(Clone, Copy)]
pub struct Reacting;

/// Whether cavalry falls upon a unit.
#[derive(Clone, Copy)]
pub struct Pouncing(pub Unit);

/// [16.3.1] Whether riders are drawn up as those must be who charge.
const fn drawn_up(so: &Standing) -> bool {
    matches!(so.formation, Formation::Column | Formation::Line)
}

impl Bautzen {
    fn can_answer(&self, state: &State, unit: Unit) -> bool {
        let (kind, so) = (self.kind(unit), state.piece(unit));
        kind.arm == Arm::Cavalry
            && so.good()
            && so.ready != Readiness::Exhausted
            && !so.has(flag::REACTED)
            && !so.has(flag::TRIED)
            // [6.10] Nobody charges in the turn he enters.
            && !so.has(flag::ENTERED)
            // [16.3.1] Both are charges.
            && drawn_up(so)
    }

    /// Why a unit does not meet a charge or fall upon somebody.
    fn no_answer(&self, state: &State, unit: Unit, case: &'static str, why: &'static str) -> Violation {
        let so = state.piece(unit);
        let (case, why) = if self.is(unit).arm == Arm::Cavalry && so.has(flag::ENTERED) {
            ("6.10", "nobody charges in the turn he enters")
        } else if self.on_foot(unit, so) {
            ("16.10", "dragoons on foot do not charge")
        } else if self.is(unit).arm == Arm::Cavalry && so.good() && !drawn_up(so) {
            ("16.3.1", "a charge begins in column or in line")
        } else {
            (case, why)
        };
        Violation::new(case, why, Subject::Unit(UnitId(unit)))
    }

    /// [16.10] Whether a regiment beside a unit is one of Cossacks who shrink from it.
    fn shrinks(&self, state: &State, rider: Unit, unit: Unit) -> bool {
        let so = state.piece(rider);
        let daunts = |hex: HexId| {
            let side = self.grid().direction(so.hex, hex);
            side.is_some_and(|side| self.daunts_cossacks(state, hex, (side + 3) % 6))
        };
        let cossacks = self.kind(rider).cossack() && so.on_map() && self.side(rider) != self.side(unit);
        cossacks && state.piece(unit).hexes().any(daunts)
    }

    /// [16.8] Enemy cavalry into whose extended zone the riders have come, and who can get at them. Riders who have not stirred have come into nobody's:
    /// only those whom they charge meet them [16.4].
    pub(crate) fn reactors(&self, state: &State) -> Units {
        let Ride { lead, target, ridden, turns, .. } = state.ride;
        // [6.7] [6.8] Riders among friends whom they only pass are not brought to a stand there: they are met when they come out.
        if state.ride.pounce || state.segment != Segment::Charge || self.may_rest(state).is_err() {
            return Units::EMPTY;
        }
        let at = state.piece(lead).hex;
        let able = |unit: &Unit| {
            self.can_answer(state, *unit)
                && !state.ride.asked.has(*unit)
                && (ridden > 0 || turns > 0 || state.piece(*unit).stands_in(target))
                && self.in_extended_zone(state, *unit, at)
                && self.meeting(state, *unit).is_some()
        };
        self.fighters(state, self.side(lead).other()).filter(able).collect()
    }

    /// [16.8] Whether a hex lies in the extended zone of cavalry: near enough, and before its front.
    fn in_extended_zone(&self, state: &State, unit: Unit, hex: HexId) -> bool {
        let from = state.piece(unit).hex;
        let zone = if self.kind(unit).heavy { self.figures().react_heavy } else { self.figures().react_light };
        i16::from(self.grid().distance(from, hex)) <= zone && self.bears(state, unit, from, hex)
    }

    /// [16.8] The hex beside the riders that a reactor can reach by the shortest way in its zone, around whatever bars the straight one.
    fn meeting(&self, state: &State, unit: Unit) -> Option<HexId> {
        let grid = self.grid();
        let at = state.piece(state.ride.lead).hex;
        let so = self.gathered(*state.piece(unit));
        // Whoever is beside them across the Spree [21.2] has to ride round it like others.
        if grid.adjacent(so.hex, at) && self.may_gallop(state, so.hex, at).is_ok() {
            return Some(so.hex);
        }
        let budget = 2 * self.kind(unit).ma;
        let mut found: Vec<(HexId, u8)> = vec![(so.hex, 0)];
        let mut next = 0;
        let mut best: Option<(u8, HexId)> = None;
        while let Some(&(hex, spent)) = found.get(next) {
            next += 1;
            // [5.3.3] A zone of enemy cavalry on the way ends this ride like others.
            if next > 1 && self.must_stop(state, unit, hex) {
                continue;
            }
            for to in grid.around(hex) {
                if !self.in_extended_zone(state, unit, to) || self.may_gallop(state, hex, to).is_err() {
                    continue;
                }
                let Ok(price) = self.price(state, unit, &so, hex, to) else { continue };
                let total = spent.saturating_add(price);
                // Each hex that is left to ride costs a point at least.
                let whole = total.saturating_add(2 * grid.distance(to, at).saturating_sub(1));
                if best.is_some_and(|(least, _)| whole > least) {
                    continue;
                }
                let end = Standing { hex: to, ..so };
                // [6.7] It rides past friends whom cavalry passes, and does not stay among them.
                let stays = self.may_stand(state, unit, &end).is_ok();
                if total > budget
                    || !(stays || self.may_pass(state, unit, &end, to))
                    || found.iter().any(|(known, cost)| *known == to && *cost <= total)
                {
                    continue;
                }
                found.push((to, total));
                if stays
                    && grid.adjacent(to, at)
                    && self.may_gallop(state, to, at).is_ok()
                    && best.is_none_or(|(least, hex)| (total, to) < (least, hex))
                {
                    best = Some((total, to));
                }
            }
        }
        best.map(|(_, hex)| hex)
    }

    /// [16.8] A reactor checks, and rides if it passes: the charge ends there.
    fn react(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        state.ride.asked.insert(unit);
        if !self.roll_morale(state, unit, "16.8", &[], umpire) {
            return;
        }
        let Some(hex) = self.meeting(state, unit) else { return };
        let lead = state.ride.lead;
        let at = state.piece(lead).hex;
        let before = *state.piece(unit);
        let from = before.hex;
        let toward = |from: HexId, to: HexId, heading: u8| 2 * self.grid().direction(from, to).unwrap_or(0) as u8 + heading % 2;
        let mut so = self.gathered(before);
        so.hex = hex;
        so.heading = toward(hex, at, so.heading);
        so.mark(flag::REACTED);
        self.put(state, unit, so, umpire);
        umpire.tell(|| {
            let text = format!("{} rides to meet the charge at {}", self.called(unit), self.grid().number(hex));
            self.event(Kind::Charge, "16.8", &[unit], &[from, hex], text)
        });
        self.leaders_gather(state, unit, &before);
        for rider in state.ride.units {
            let mut so = *state.piece(rider);
            so.aim = hex;
            so.heading = toward(at, hex, so.heading);
            so.flags &= !flag::STRAIGHT;
            self.set(state, rider, so);
        }
        state.ride.contact = true;
        state.ride.stage = stage::OVER;
    }

    /// [16.9] Enemy cavalry that may fall upon a unit which acted in its zone.
    pub(crate) fn pouncers(&self, state: &State, unit: Unit) -> Units {
        let enemy = self.side(unit).other();
        if state.segment != Segment::Movement || self.side(unit) != state.phasing {
            return Units::EMPTY;
        }
        let (so, lay) = (state.piece(unit), self.lay(state));
        let mut found = Units::EMPTY;
        for hex in so.hexes().filter(|&hex| lay.zone(enemy, hex).1) {
            let able = |other: &Unit| {
                self.side(*other) == enemy && self.can_answer(state, *other) && self.may_pounce(state, *other, hex)
            };
            found = found.or(self.grid().around(hex).flat_map(|at| lay.pile(at)).filter(able).collect());
        }
        found
    }

    fn may_pounce(&self, state: &State, rider: Unit, hex: HexId) -> bool {
        let so = state.piece(rider);
        let Some(side) = self.grid().direction(so.hex, hex) else { return false };
        let front = self.sides(state, rider, so.hex).aspect(side) == Aspect::Front;
        // [16.10] Whoever stands with the one who acts is charged with him.
        let shy = self.kind(rider).cossack() && self.daunts_cossacks(state, hex, (side + 3) % 6);
        front && !shy && self.may_gallop(state, so.hex, hex).is_ok()
    }

    /// [16.9] Another act of the enemy: whoever tried to fall upon somebody for an earlier one may try again.
    pub(crate) fn forget_tries(&self, state: &mut State) {
        for unit in self.fighters(state, state.phasing.other()) {
            state.notes_of(unit).flags &= !flag::TRIED;
        }
    }

    /// [16.9] A regiment checks, and falls upon the unit if it passes.
    fn pounce(&self, state: &mut State, rider: Unit, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        state.notes_of(rider).mark(flag::TRIED);
        // Whoever does not dare leaves it to the others.
        if !self.roll_morale(state, rider, "16.9", &[], umpire) {
            return;
        }
        state.pop();
        let hex = state.piece(unit).hexes().find(|&hex| self.may_pounce(state, rider, hex));
        let Some(hex) = hex else { return };
        self.interrupt(state, unit);
        let left = 2 * self.kind(rider).ma;
        state.ride = Ride { units: Units::one(rider), lead: rider, left, pounce: true, ..Ride::NONE };
        state.push(Frame::Ride);
        self.strike(state, hex, umpire);
        // Nobody is doubled for it.
        state.notes_of(rider).flags &= !flag::STRAIGHT;
    }
}

impl Room<Bautzen> for Reacting {
    fn asks(self, game: &Bautzen, state: &State) -> (Seat, Case) {
        asked(game.side(state.ride.lead).other(), "16.8")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        out.extend(game.reactors(state).into_iter().map(Action::Charge));
        out.push(Action::Done);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Charge(unit) if game.reactors(state).has(unit) => Ok(()),
            Action::Charge(unit) => Err(game.no_answer(state, unit, "16.8", "the unit cannot meet the charge")),
            Action::Done => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Charge(unit) => game.react(state, unit, umpire),
            _ => {
                state.ride.asked = state.ride.asked.or(game.reactors(state));
                state.pop();
            }
        }
    }

    fn pass(self, game: &Bautzen, state: &mut State, _: &mut Umpire<'_, Event>) -> bool {
        let done = state.ride.stage == stage::OVER || game.reactors(state).is_empty();
        if done {
            state.pop();
        }
        done
    }
}

impl Room<Bautzen> for Pouncing {
    fn asks(self, game: &Bautzen, _: &State) -> (Seat, Case) {
        asked(game.side(self.0).other(), "16.9")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        out.extend(game.pouncers(state, self.0).into_iter().map(Action::Charge));
        out.push(Action::Done);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Charge(unit) if game.pouncers(state, self.0).has(unit) => Ok(()),
            Action::Charge(unit) if game.shrinks(state, unit, self.0) => {
                Err(game.no_answer(state, unit, "16.10", "Cossacks do not charge steady infantry, nor guns from the front"))
            }
            Action::Charge(unit) => Err(game.no_answer(state, unit, "16.9", "the unit cannot fall upon it")),
            Action::Done => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Charge(unit) => game.pounce(state, unit, self.0, umpire),
            _ => state.pop(),
        }
    }

    fn pass(self, game: &Bautzen, state: &mut State, _: &mut Umpire<'_, Event>) -> bool {
        let none = !state.piece(self.0).on_map() || game.pouncers(state, self.0).is_empty();
        if none {
            state.pop();
        }
        none
    }
}
