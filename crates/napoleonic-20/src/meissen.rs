//! [3.2] The Meissen Box and Austrian IV Corps, in the Standard scenario and the Maneuver.

use crate::event::{Event, Kind};
use crate::scenario::{Arm, Setting, Start};
use crate::state::{Frame, NOWHERE, Side, State};
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Campaign};
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

impl Campaign {
    /// [3.2] The unit that may be in the box when the game begins.
    pub(crate) const fn box_keeper(&self) -> Option<Unit> {
        self.keeper
    }

    /// [3.2] Where the keeper of the box may begin instead.
    fn keepers_hex(&self) -> Option<HexId> {
        match self.piece(self.box_keeper()?).start {
            Start::BoxOr(hex) => Some(hex),
            _ => None,
        }
    }

    /// [3.2] Whether the unit in hand may go into the Meissen Box.
    ///
    /// # Errors
    /// [3.2] and why.
    pub fn may_box(&self, state: &State, unit: Unit) -> Lawful {
        let refuse = |why| Err(Violation::new("3.2", why, subject(unit)));
        if self.setting() == Setting::Historical {
            return refuse("the Meissen Box is out of play in this scenario");
        }
        let side = self.side_of(unit);
        if self.dummies.has(unit) {
            return refuse("counters in the box lie face up: a dummy may not enter it");
        }
        match state.hex(unit) {
            Some(hex) if !self.places.meissen.contains(&hex) => return refuse("the box is entered from 1301 or 1501"),
            None if state.boxed.has(unit) => return refuse("the unit is in the box already"),
            None if self.piece(unit).start != Start::Klenau => return refuse("the box is entered from 1301 or 1501"),
            _ => {}
        }
        if let Frame::Hand { unit: held, spent, forced, .. } = state.frame
            && held == unit
            && spent > 0
            && spent >= self.allowance(state, unit, forced)
        {
            return refuse("no movement point is left for it");
        }
        let inside = state.boxed;
        if side == Side::French {
            return if inside.and(self.units_of(Side::Allied)).is_empty() { Ok(()) } else { refuse("the enemy holds the box") };
        }
        let keeper = self.box_keeper().map_or(UnitSet::EMPTY, UnitSet::one);
        let french = inside.and(self.units_of(Side::French));
        if !french.less(keeper).is_empty() {
            return refuse("the enemy holds the box");
        }
        if !french.is_empty() && !matches!(self.piece(unit).arm, Arm::Infantry | Arm::Cadre) {
            return refuse("only infantry drives the cavalry out of the box");
        }
        Ok(())
    }

    /// [3.2] The unit in hand goes into the box; Allied infantry drives V Cavalry out, to 1601 or the nearest free hex of that edge.
    pub(crate) fn enter_box(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        let side = self.side_of(unit);
        let shown = self.unknown_to(state, Some(side.other().seat())).less(state.signs.traced).has(unit);
        state.due.remove(unit);
        state.hexes[usize::from(unit)] = NOWHERE;
        state.boxed.insert(unit);
        self.note_box(state, side);
        // [16.1] Who is in the box decides who may enter it, so it must be seen (R12).
        state.face_up(unit);
        let text = || format!("{} goes into the Meissen Box [3.2]", self.tag(unit));
        umpire.tell(|| self.unit_event(Kind::Move, "3.2", unit, &[], text()).showing(shown));
        let driven = state.boxed.and(self.units_of(Side::French));
        if side == Side::Allied
            && let Some(cavalry) = driven.first()
        {
            let refuge = self.places.loc[0][0];
            let line = self.grid().column_row(refuge).0;
            let free = |&hex: &HexId| self.grid().column_row(hex).0 == line && self.unit_at(state, hex).is_none();
            let hex = self.grid().hexes().filter(free).min_by_key(|&hex| self.grid().distance(hex, refuge)).unwrap_or(refuge);
            let before = self.zone(state, Side::French);
            state.boxed.remove(cavalry);
            state.hexes[usize::from(cavalry)] = hex;
            self.unpin(state, &before);
            let text = || format!("{} is driven out of the box to {} [3.2]", self.tag(cavalry), self.grid().number(hex));
            umpire.tell(|| self.unit_event(Kind::Move, "3.2", cavalry, &[hex], text()));
        }
        state.moved.insert(unit);
        state.frame = Frame::Move;
    }

    /// [2.0] [3.2] Control of the box: the side whose unit was in it last.
    pub(crate) fn note_box(&self, state: &mut State, side: Side) {
        state.control = state.control & !2 | u8::from(side == Side::Allied) << 1;
    }

    /// [3.2] The die for Austrian IV Corps at the start of the Allied Movement Phase.
    pub(crate) fn roll_for_klenau(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Some(unit) = self.klenau.filter(|&u| state.due.has(u) && !state.klenau) else { return };
        if state.phasing != Side::Allied {
            return;
        }
        let figures = self.figures();
        let turn = state.turn as i8;
        if (figures.klenau_first..=figures.klenau_last).contains(&turn) {
            let die = umpire.roll(6, Case("3.2"));
            state.klenau = die as i8 >= figures.klenau_roll;
            umpire.tell(|| {
                let how = if state.klenau { "arrives" } else { "is not there yet" };
                self.unit_event(Kind::Die, "3.2", unit, &[], format!("{} {how}: a {die} [3.2]", self.tag(unit))).rolled(die)
            });
        } else if turn >= figures.klenau_certain {
            state.klenau = true;
        }
    }
}

/// [3.2] Where does V Cavalry begin?
#[derive(Clone, Copy)]
pub(crate) struct Station;

impl Room<Campaign> for Station {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (Side::French.into(), Case("3.2"))
    }

    fn list(self, game: &Campaign, _state: &State, out: &mut Vec<Action>) {
        out.push(Action::Box);
        out.extend(game.keepers_hex().map(Action::Place));
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Box => Ok(()),
            Action::Place(hex) if game.keepers_hex() == Some(hex) => Ok(()),
            Action::Place(hex) => Err(Violation::new("3.2", "V Cavalry begins in the box or in 1303", Subject::Hex(hex))),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Some(unit) = game.box_keeper() {
            if let Action::Place(hex) = action {
                state.hexes[usize::from(unit)] = hex;
                game.trace(state, UnitSet::one(unit));
            } else {
                state.boxed.insert(unit);
                state.face_up(unit);
            }
        }
        game.next_setup(state, 1, umpire);
    }
}
