//! [14.5] to [14.10] A forced move, hex by hex: fire on the way, losses, friends who are run through, the Spree, the edge of the map.

use crate::Bautzen;
use crate::action::Action;
use crate::event::{Event, Kind};
use crate::leaders::Gone;
use crate::rooms::asked;
use crate::state::{Arm, Cause, Flight, Formation, Frame, Order, Place, Segment, State, Unit, flag};
use crate::tables::Terrain;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Umpire, Violation};

/// A forced move.
#[derive(Clone, Copy)]
pub struct Fleeing(pub Flight);

impl Bautzen {
    /// [13.2] Those in good order in a hex where somebody runs or goes out of order have to check; whoever is in good order himself shakes nobody.
    pub(crate) fn shake(&self, state: &mut State, unit: Unit, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        if state.piece(unit).good() {
            return;
        }
        let friends: Vec<Unit> = self.ranks(state, hex).filter(|&other| other != unit && state.piece(other).good()).collect();
        for friend in friends {
            self.must_check(state, friend, Cause::Passed, 0, false, umpire);
        }
    }

    /// [14.10] [21.13] A unit leaves the map.
    fn leave_map(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        let hex = state.piece(unit).hex;
        let wait = self.figures().wait_turns as u8 + 1;
        let turn = state.turn;
        let piece = state.piece_mut(unit);
        piece.place = Place::Off;
        piece.until = turn + wait;
        *piece = piece.in_one_hex();
        umpire.tell(|| {
            let text = format!("{} leaves the map at {}", self.called(unit), self.grid().number(hex));
            self.event(Kind::Retreat, "14.10", &[unit], &[hex], text)
        });
        self.forget(state, unit);
        self.leaders_left(state, hex, unit, Gone::Away, umpire);
    }

    /// One step of a forced move.
    fn flee_step(&self, state: &mut State, flight: Flight, umpire: &mut Umpire<'_, Event>) {
        let Flight { unit, path, steps, toll, driven, begun, .. } = flight;
        let from = state.piece(unit).hex;
        if !begun {
            self.shake(state, unit, from, umpire);
        }
        // [14.6] Whoever is driven out in melee loses in the first hex, and in each further one in an enemy zone without a friend in it.
        let enemy = self.side(unit).other();
        let alone = !self.ranks(state, from).any(|other| other != unit);
        let pays = toll > 0 && (!begun || (self.zone(state, enemy, from).any && alone));
        if pays {
            self.lose(state, unit, from, toll, "14.6", umpire);
            if !state.piece(unit).on_map() {
                return;
            }
        }
        let direction = path & 7;
        if direction == crate::retreat::OFF {
            self.leave_map(state, unit, umpire);
            state.pop();
            return;
        }
        let Some(to) = self.grid().neighbours(from)[direction as usize % 6] else {
            self.leave_map(state, unit, umpire);
            state.pop();
            return;
        };
        let edge = self.ground().between(from, to);
        let mut so = *state.piece(unit);
        so.hex = to;
        // [15.7] [6.3] Whoever falls back from a melee in good order keeps his front, and on clear ground his line or skirmish order; [16.5] skirmishers who
        // run to friends before a charge keep their front.
        let in_order = driven && so.good();
        let drawn_up = matches!(so.formation, Formation::Line | Formation::Skirmish) && self.terrain(state, to) == Terrain::Clear;
        if !(in_order && drawn_up) {
            so.formation = self.end_formation(state, unit, to);
        }
        let keeps_front = in_order || (so.good() && so.has(flag::SHELTERED));
        if !keeps_front {
            so.heading = 2 * (direction as u8 % 6);
        }
        so = self.gathered(so);
        // [21.2] Cavalry that runs through a bridge or ford of the Spree has to form again like one that moves or advances through it.
        if self.kind(unit).arm == Arm::Cavalry && edge.spree_crossing() {
            so.mark(flag::CROSSED);
            if state.segment == Segment::Recovery {
                so.mark(flag::CROSSED_NOW);
            }
        }
        state.replace(Frame::Flee(Flight { path: path >> 3, steps: steps - 1, begun: true, shot: false, ..flight }));
        self.put(state, unit, so, umpire);
        umpire.tell(|| {
            let text = format!("{} falls back to {}", self.called(unit), self.grid().number(to));
            self.event(Kind::Retreat, "14.4", &[unit], &[from, to], text)
        });
        self.leaders_follow(state, from, to, self.side(unit));
        // [14.9] The Spree takes its toll.
        if edge.spree() {
            let die = umpire.roll(6, Case("14.9"));
            let lost = if die % 2 == 1 { self.figures().crossing_odd } else { self.figures().crossing_even };
            let routs = if state.piece(unit).order == Order::Routed { "" } else { " and routs" };
            self.routed_in_place(state, unit);
            umpire.tell(|| {
                let text = format!("{} is driven across the Spree{routs}: {die}", self.called(unit));
                self.event(Kind::Loss, "14.9", &[unit], &[to], text).rolled(die.into()).came_to("", &lost.to_string())
            });
            self.lose(state, unit, to, lost as u8, "14.9", umpire);
        }
        // [14.8] Infantry and guns that melee drives through a zone of cavalry rout.
        if driven && self.kind(unit).arm != Arm::Cavalry && state.piece(unit).on_map() && self.zone(state, enemy, to).cavalry {
            let ran = state.piece(unit).order == Order::Routed;
            self.routed_in_place(state, unit);
            if !ran {
                self.tell_order(state, unit, "14.8", "comes into a zone of cavalry and routs", umpire);
            }
        }
        // [14.9] [21.6] Cavalry that is forced into an entrenchment routs at once; for the first hex it has paid.
        let stuck = self.terrain(state, to) == Terrain::Trench && self.kind(unit).arm == Arm::Cavalry;
        if stuck && state.piece(unit).on_map() && state.piece(unit).good() {
            self.rout(state, unit, toll, "14.9", umpire);
            if let Frame::Flee(next) = state.frame()
                && next.unit == unit
            {
                state.replace(Frame::Flee(Flight { begun: true, ..next }));
            }
        }
        if state.piece(unit).on_map() {
            self.shake(state, unit, to, umpire);
        }
    }
}

impl Room<Bautzen> for Fleeing {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(state.phasing, "14.4")
    }

    fn list(self, _: &Bautzen, _: &State, _: &mut Vec<Action>) {}

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        Err(game.out_of_place(state, action))
    }

    fn deed(self, _: &Bautzen, _: &mut State, _: Action, _: &mut Umpire<'_, Event>) {}

    fn pass(self, game: &Bautzen, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let flight = self.0;
        if !state.piece(flight.unit).on_map() {
            state.pop();
            return true;
        }
        // [14.7] Whoever runs in an enemy zone, or into one, is fired at, in the last hex too; in the melee segment nobody fires [15.1], and there is
        // the toll instead.
        if state.segment != Segment::Melee && !flight.shot && !game.opportunities(state, flight.unit).is_empty() {
            state.replace(Frame::Flee(Flight { shot: true, ..flight }));
            state.push(Frame::Opportunity(flight.unit));
            return true;
        }
        if flight.steps == 0 {
            state.pop();
            return true;
        }
        game.flee_step(state, flight, umpire);
        true
    }
}
