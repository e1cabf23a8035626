//! [10.0] Rallying: routed units recover, broken ones may come back.

use crate::event::{Event, Kind};
use crate::state::{Frame, NOBODY, NOWHERE, Phase, Side, State};
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Campaign};
use grognard_engine::plane::Plane;
use grognard_engine::room::Glance;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

impl Campaign {
    /// Routed units of a side that no enemy zone holds.
    #[must_use]
    pub fn recoverable(&self, state: &State, side: Side) -> UnitSet {
        let routed = state.routed.and(self.units_of(side));
        if routed.is_empty() {
            return routed;
        }
        let zone = self.zone(state, side.other());
        routed.into_iter().filter(|&u| state.hex(u).is_none_or(|hex| !zone.has(hex))).collect()
    }

    /// [10.1] [10.2] A routed unit turns to good order.
    pub(crate) fn recover(&self, state: &mut State, unit: Unit, case: &'static str, umpire: &mut Umpire<'_, Event>) {
        state.routed.remove(unit);
        let hex = state.hex(unit);
        let text = || format!("{} recovers [{case}]", self.tag(unit));
        umpire.tell(|| self.unit_event(Kind::Order, case, unit, hex.as_slice(), text()));
    }

    /// [10.2] Whether a broken unit may try to rally, with or without a Morale Point paid for it.
    pub fn may_rally(&self, state: &State, unit: Unit, pay: bool) -> Lawful {
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        if !state.broken.has(unit) || !self.units_of(state.phasing).has(unit) {
            return refuse("10.2", "is no broken unit of this side");
        }
        if state.phase == Phase::Night && state.moved.has(unit) {
            return refuse("10.2", "has had its roll tonight");
        }
        if pay && !self.can_spend(state, state.phasing, self.figures().rally_cost) {
            return refuse("12.0", "the last Morale Point may not be spent");
        }
        Ok(())
    }

    /// Lists who can try to rally.
    pub(crate) fn list_rallies(&self, state: &State, out: &mut impl Extend<Action>) {
        let mut broken = state.broken.and(self.units_of(state.phasing));
        if state.phase == Phase::Night {
            broken = broken.less(state.moved);
        }
        let pay = self.can_spend(state, state.phasing, self.figures().rally_cost);
        for unit in broken {
            out.extend([Action::Rally(unit)]);
            if pay {
                out.extend([Action::Pay(unit)]);
            }
        }
    }

    /// [10.2] A unit tries to rally, and comes back at once if it does.
    pub(crate) fn rally(&self, state: &mut State, unit: Unit, pay: bool, umpire: &mut Umpire<'_, Event>) {
        self.roll_to_rally(state, unit, pay, umpire);
        if !matches!(state.frame, Frame::Place(_)) {
            self.after_rally(state, umpire);
        }
    }

    /// [10.2] The rally roll.
    fn roll_to_rally(&self, state: &mut State, unit: Unit, pay: bool, umpire: &mut Umpire<'_, Event>) {
        let figures = *self.figures();
        if pay {
            self.spend(state, state.phasing, figures.rally_cost, "12.3", "a rally", umpire);
        }
        let die = umpire.roll(6, Case("10.2"));
        let elite = if self.elite.has(unit) { figures.rally_elite_bonus } else { 0 };
        let paid = if pay { figures.rally_morale_bonus } else { 0 };
        let total = die as i8 + elite + paid;
        state.moved.insert(unit);
        let fate = if total <= figures.rally_destroyed_max {
            state.broken.remove(unit);
            state.destroyed.insert(unit);
            "is destroyed"
        } else if total < figures.rally_return_min {
            "stays broken"
        } else {
            state.frame = Frame::Place(unit);
            "comes back"
        };
        umpire.tell(|| {
            let text = format!("{} {fate}: a {die}, {total} in all [10.2]", self.tag(unit));
            self.unit_event(Kind::Order, "10.2", unit, &[], text).rolled(die)
        });
    }

    /// [10.2] Where a unit that has rallied may be put: a line of communications of its side that is empty and in no enemy zone, or
    /// the nearest such hexes to one of them.
    #[must_use]
    pub fn havens(&self, state: &State, unit: Unit) -> Plane {
        let side = self.side_of(unit);
        let mut shut = self.zone(state, side.other()).or(&self.occupied(state, side.other())).or(&self.occupied(state, side));
        if side == Side::Allied {
            shut = shut.or(&self.garrisoned(state));
        }
        let mut front = Plane::EMPTY;
        self.refuges(state, side).for_each(|hex| front.insert(hex));
        let all = Plane::all(self.grid());
        loop {
            let free = front.less(&shut);
            if !free.is_empty() {
                return free;
            }
            let next = front.or(&front.neighbours()).and(&all);
            if next == front {
                return Plane::EMPTY;
            }
            front = next;
        }
    }

    /// [10.2] Whether the unit that has rallied may be put there.
    fn may_place(&self, state: &State, unit: Unit, hex: HexId) -> Lawful {
        if self.havens(state, unit).has(hex) {
            return Ok(());
        }
        Err(Violation::new(
            "10.2",
            "a rallied unit comes back at a free line of communications, or nearest to one",
            Subject::Hex(hex),
        ))
    }

    /// [10.2] The unit is back. [16.7] Its cadre is taken off.
    fn place(&self, state: &mut State, unit: Unit, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        state.broken.remove(unit);
        state.hexes[usize::from(unit)] = hex;
        for (i, cadre) in self.cadres.into_iter().enumerate() {
            if state.parent[i] == unit {
                state.parent[i] = NOBODY;
                state.hexes[usize::from(cadre)] = NOWHERE;
                state.boxed.remove(cadre);
                state.routed.remove(cadre);
            }
        }
        self.note_passage(state, self.side_of(unit), hex);
        let text = || format!("{} comes back at {} [10.2]", self.tag(unit), self.grid().number(hex));
        umpire.tell(|| self.unit_event(Kind::Order, "10.2", unit, &[hex], text()));
        self.after_rally(state, umpire);
    }

    /// What comes after a rally: the next at night, or the phase goes on after a card.
    fn after_rally(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if state.phase == Phase::Night {
            state.frame = Frame::Rally;
        } else {
            state.moved = UnitSet::EMPTY;
            self.after_card(state, umpire);
        }
    }
}

/// [10.2] Which broken unit tries to rally?
#[derive(Clone, Copy)]
pub(crate) struct Rally;

impl Room<Campaign> for Rally {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("10.2"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        game.list_rallies(state, out);
        out.push(Action::End);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Rally(unit) => game.may_rally(state, unit, false),
            Action::Pay(unit) => game.may_rally(state, unit, true),
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Rally(unit) => game.rally(state, unit, false, umpire),
            Action::Pay(unit) => game.rally(state, unit, true, umpire),
            _ => game.after_rallies(state, umpire),
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let mut options = Glance::default();
        game.list_rallies(state, &mut options);
        if options.count > 0 {
            return false;
        }
        game.after_rallies(state, umpire);
        true
    }
}

/// [10.2] Where does the unit come back?
#[derive(Clone, Copy)]
pub(crate) struct Place(pub Unit);

impl Room<Campaign> for Place {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("10.2"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        game.havens(state, self.0).for_each(|hex| out.push(Action::Place(hex)));
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Place(hex) => game.may_place(state, self.0, hex),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Place(hex) = action {
            game.place(state, self.0, hex, umpire);
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let havens = game.havens(state, self.0);
        match (havens.len(), havens.iter().next()) {
            // No hex of the whole map is free of the enemy: the unit waits, broken.
            (_, None) => game.after_rally(state, umpire),
            (1, Some(hex)) => game.place(state, self.0, hex, umpire),
            _ => return false,
        }
        true
    }
}
