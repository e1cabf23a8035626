//! [16.1] Fog of War: counters face down, and dummies among them.

use crate::event::{Event, Kind};
use crate::scenario::Setting;
use crate::state::{Frame, NOWHERE, Phase, Side, State};
use crate::unitset::{Unit, UnitSet};
use crate::{Action, Campaign};
use grognard_engine::plane::Plane;
use grognard_engine::room::Glance;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

impl Campaign {
    /// [16.1] Counters on the map that lie next to an enemy who turns them up: a unit in good order, or a garrison, over a
    /// hexside that zones pass.
    fn beside_enemy(&self, state: &State, side: Side) -> UnitSet {
        // Either side's zones: the pontoon bridge carries those of the French only, but both counters lie open.
        let zone = self.zone(state, side.other());
        let sources = self.occupied(state, side.other()).neighbours_through(&self.terrain(state, Side::French).open);
        let steady = self.plane_of(state, self.units_of(side.other()).less(state.routed));
        let steady = steady.neighbours_through(&self.terrain(state, Side::French).open).and(&sources);
        let units = self.units_of(side).into_iter();
        units.filter(|&u| state.hex(u).is_some_and(|hex| zone.has(hex) || steady.has(hex))).collect()
    }

    /// [16.1] Counters are turned up; dummies among them are removed.
    pub(crate) fn reveal(&self, state: &mut State, units: UnitSet, umpire: &mut Umpire<'_, Event>) {
        let found = state.hidden.and(units);
        if found.is_empty() {
            return;
        }
        for unit in found {
            state.face_up(unit);
            let Some(hex) = state.hex(unit) else { continue };
            let dummy = self.is_dummy(unit);
            if dummy {
                state.hexes[usize::from(unit)] = NOWHERE;
            }
            umpire.tell(|| {
                let what = if dummy { "a dummy, removed".to_owned() } else { self.tag(unit).to_owned() };
                let text = format!("the {} counter in {} is {what} [16.1]", self.side_of(unit).name(), self.grid().number(hex));
                self.unit_event(Kind::Fog, "16.1", unit, &[hex], text).showing(true)
            });
        }
    }

    /// [16.1] At the end of a Movement or Reaction Phase counters of both sides that face each other are turned up together.
    pub(crate) fn turn_up(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if !self.options.fog {
            return;
        }
        let found = Side::BOTH.map(|side| self.beside_enemy(state, side));
        self.reveal(state, found[0].or(found[1]), umpire);
    }

    /// [16.1] At night a side's units that face nobody are turned down; routed units stay face up.
    pub(crate) fn turn_down(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        if !self.options.fog {
            return;
        }
        let calm = self.present(state, side).less(self.beside_enemy(state, side)).less(state.routed).less(state.hidden);
        state.hidden = state.hidden.or(calm);
        self.trace(state, calm);
        if !calm.is_empty() {
            let text = || format!("the {} turn counters face down [16.1]", side.name());
            umpire.tell(|| self.plain_event(Kind::Fog, "16.1", text()));
        }
    }

    /// [16.1] A dummy of a side that can be placed.
    fn spare_dummy(&self, state: &State, side: Side) -> Option<Unit> {
        let free = |&u: &Unit| state.hex(u).is_none() && !state.due.has(u);
        self.dummies.and(self.units_of(side)).into_iter().find(free)
    }

    /// [16.1] Where a side may place a dummy: an empty hex next to a counter of its own (R23), in no enemy zone.
    #[must_use]
    pub fn decoy_hexes(&self, state: &State, side: Side) -> Plane {
        let own = self.occupied(state, side);
        let mut shut = self.zone(state, side.other()).or(&own).or(&self.occupied(state, side.other()));
        if side == Side::Allied {
            shut = shut.or(&self.garrisoned(state));
        }
        own.neighbours().and(&Plane::all(self.grid())).less(&shut)
    }

    /// Lists where a dummy can be placed.
    fn list_decoys(&self, state: &State, side: Side, out: &mut impl Extend<Action>) {
        if self.spare_dummy(state, side).is_some() {
            self.decoy_hexes(state, side).for_each(|hex| out.extend([Action::Place(hex)]));
        }
        out.extend([Action::Ready]);
    }

    /// [16.1] Whether a dummy may be placed in a hex.
    fn may_decoy(&self, state: &State, side: Side, hex: HexId) -> Lawful {
        if self.spare_dummy(state, side).is_some() && self.decoy_hexes(state, side).has(hex) {
            return Ok(());
        }
        let why = "a dummy goes on an empty hex next to a unit of its side, in no enemy zone";
        Err(Violation::new("16.1", why, Subject::Hex(hex)))
    }

    /// [16.1] Places a dummy.
    fn decoy(&self, state: &mut State, side: Side, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let Some(dummy) = self.spare_dummy(state, side) else { return };
        state.hexes[usize::from(dummy)] = hex;
        state.hidden.insert(dummy);
        self.note_passage(state, side, hex);
        state.frame = Frame::Decoys(side);
        if state.phase != Phase::Setup {
            self.trace(state, UnitSet::one(dummy));
        }
        umpire.tell(|| {
            let number = self.grid().number(hex);
            let text = format!("{} is placed in {number} [16.1]", self.tag(dummy));
            let veiled = format!("{} counter is placed in {number} [16.1]", side.one());
            self.unit_event(Kind::Fog, "16.1", dummy, &[hex], text).veiled(side, Some(veiled))
        });
    }

    /// What follows when a side is done with its dummies.
    fn end_decoys(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        match (state.phase, side) {
            (Phase::Setup, Side::Allied) => self.next_setup(state, 4, umpire),
            (Phase::Setup, Side::French) => self.next_setup(state, 5, umpire),
            _ => self.after_decoys(state, umpire),
        }
    }

    /// [16.1] [17.1.1] The counters that a seat cannot tell apart: face down on the map, taken off it face down, or in a stack.
    #[must_use]
    pub fn unknown_to(&self, state: &State, seat: Option<Seat>) -> UnitSet {
        let mut unknown = UnitSet::EMPTY;
        for side in Side::BOTH.into_iter().filter(|side| seat != Some(side.seat())) {
            let units = self.units_of(side);
            let face_down = state.hidden.and(units).into_iter().filter(|&u| state.hex(u).is_some());
            unknown = face_down.fold(unknown, |all, u| all.or(UnitSet::one(u)));
            // Who has been broken down unseen.
            unknown = unknown.or(state.hidden.and(state.aside).and(units));
            if side == Side::French && self.setting() == Setting::Maneuver {
                unknown =
                    units.into_iter().filter(|&u| self.in_maneuver_box(state, u)).fold(unknown, |all, u| all.or(UnitSet::one(u)));
            }
        }
        unknown
    }

    /// [16.1] [17.1.1] Whether anything is hidden from anybody.
    pub(crate) fn hides(&self) -> bool {
        self.options.fog || self.setting() == Setting::Maneuver
    }

    /// [16.1] [17.1.1] An action in words as a seat may know it: an enemy counter that is face down has no name, and where a marker lies
    /// is for those to know who put it there.
    pub(crate) fn words_for(&self, [before, after]: [&State; 2], by: Seat, action: Action, seat: Option<Seat>) -> String {
        let words = self.action_words(action);
        if seat == Some(by) || !self.hides() {
            return words;
        }
        if matches!(action, Action::Mark(_)) {
            return "mark".to_owned();
        }
        // What an action turns up is named; what it takes off the map unseen is not, nor what comes on face down.
        let mut unknown = self.unknown_to(after, seat).or(self.unknown_to(before, seat).and(after.hidden));
        if let Frame::Hand { unit, .. } = after.frame
            && after.hidden.has(unit)
        {
            unknown.insert(unit);
        }
        let hidden: Vec<&str> = unknown.into_iter().map(|unit| self.tag(unit)).collect();
        words.split(' ').map(|word| if hidden.contains(&word) { "?" } else { word }).collect::<Vec<_>>().join(" ")
    }

    /// [17.1.1] Whether a unit lies in a stack, or is still to be put into one.
    pub(crate) fn in_maneuver_box(&self, state: &State, unit: Unit) -> bool {
        if self.stack_of(state, unit).is_some() {
            return true;
        }
        if state.phase != Phase::Setup || self.side_of(unit) != Side::French {
            return false;
        }
        // While stacks are made nobody sees whether a unit or a dummy goes into one.
        let dummy = state.frame == Frame::Stack && self.options.fog && self.dummies.has(unit) && state.hex(unit).is_none();
        state.due.has(unit) || dummy
    }
}

/// [16.1] Where does this side put its dummies?
#[derive(Clone, Copy)]
pub(crate) struct Decoys(pub Side);

impl Room<Campaign> for Decoys {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("16.1"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        game.list_decoys(state, self.0, out);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Place(hex) => game.may_decoy(state, self.0, hex),
            Action::Ready => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Place(hex) => game.decoy(state, self.0, hex, umpire),
            _ => game.end_decoys(state, self.0, umpire),
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        if game.options.fog {
            let mut options = Glance::default();
            game.list_decoys(state, self.0, &mut options);
            if options.count > 1 {
                return false;
            }
        }
        game.end_decoys(state, self.0, umpire);
        true
    }
}
