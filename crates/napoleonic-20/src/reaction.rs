//! [8.0] The Reaction Phase: countercharge, disengagement, and [16.2] penetration. [16.9] Light infantry may disengage too.

use crate::action::Glance;
use crate::declare::Contacts;
use crate::event::{Event, Kind};
use crate::movement::{Ground, subject};
use crate::state::State;
use crate::unitset::{Unit, UnitSet};
use crate::{Action, Campaign};
use grognard_engine::{HexId, Subject, Umpire, Violation};

impl Campaign {
    /// [8.1] [16.9] Units that may still break away in this phase.
    fn disengagers(&self, state: &State) -> UnitSet {
        let light = if self.options.light { self.light } else { UnitSet::EMPTY };
        let side = state.phasing.other();
        self.units_of(side).and(self.cavalry.or(light)).less(state.routed).less(state.reacted)
    }

    /// [8.3] Whether a unit may break away into a hex.
    ///
    /// # Errors
    /// The case that forbids it.
    pub fn may_disengage(&self, state: &State, unit: Unit, to: HexId, ground: &Ground) -> Result<(), Violation> {
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        if !self.units_of(state.phasing.other()).has(unit) {
            return refuse("8.1", "the enemy's units react");
        }
        if state.reacted.has(unit) {
            return refuse("8.1", "has acted in this phase");
        }
        if !self.disengagers(state).has(unit) {
            let case = if self.light.has(unit) { "16.9" } else { "8.1" };
            return refuse(case, "only cavalry and light infantry in good order react");
        }
        let Some(from) = state.hex(unit).filter(|&hex| ground.zone.has(hex)) else {
            return refuse("8.3", "is in no enemy zone of control");
        };
        if self.cavalry_zone(state, state.phasing).has(from) {
            return refuse("8.3", "enemy cavalry holds it");
        }
        self.may_slip(state, from, to, ground, "8.3")?;
        if ground.zone.has(to) {
            return Err(Violation::new("8.3", "must go to a hex in no enemy zone of control", Subject::Hex(to)));
        }
        Ok(())
    }

    /// Whether one hex can be entered in the Reaction Phase at all.
    fn may_slip(&self, state: &State, from: HexId, to: HexId, ground: &Ground, case: &'static str) -> Result<(), Violation> {
        let refuse = |case, why| Err(Violation::new(case, why, Subject::Hex(to)));
        let side = state.phasing.other();
        if !self.grid().adjacent(from, to) {
            return refuse(case, "moves one hex");
        }
        if !self.terrain(state, side).passes(from, to) {
            return Err(Violation::new("6.8", "a major river is crossed by a bridge only", Subject::Hexside(from, to)));
        }
        if ground.enemies.has(to) || ground.friends.has(to) {
            return refuse(case, "the hex is not empty");
        }
        if self.hesitates(state, side) && self.places.around_city.has(to) {
            return refuse("18.1", "the Allies do not yet dare to go so near to Dresden");
        }
        Ok(())
    }

    /// [16.2] Whether a cavalry unit may slip past into a hex.
    ///
    /// # Errors
    /// The case that forbids it.
    pub fn may_penetrate(&self, state: &State, unit: Unit, to: HexId, ground: &Ground) -> Result<(), Violation> {
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        if !self.options.penetration {
            return refuse("16.2", "cavalry penetration is not in use");
        }
        if !self.units_of(state.phasing.other()).and(self.cavalry).less(state.routed).has(unit) {
            return refuse("16.2", "only cavalry of the reacting side in good order penetrates");
        }
        if state.reacted.has(unit) {
            return refuse("8.1", "has acted in this phase");
        }
        let near = self.occupied(state, state.phasing).neighbours();
        let riders = self.cavalry_zone(state, state.phasing);
        let Some(from) = state.hex(unit).filter(|&hex| near.has(hex)) else {
            return refuse("16.2", "does not stand next to an enemy");
        };
        if riders.has(from) {
            return refuse("16.2", "enemy cavalry holds it");
        }
        self.may_slip(state, from, to, ground, "16.2")?;
        if !near.has(to) || riders.has(to) {
            return Err(Violation::new("16.2", "must go next to an enemy, and not near his cavalry", Subject::Hex(to)));
        }
        Ok(())
    }

    /// Lists all reactions.
    pub(crate) fn list_reactions(&self, state: &State, out: &mut impl Extend<Action>) {
        self.list_targets(state, &Contacts::of(self, state), out);
        let side = state.phasing.other();
        let ground = Ground::for_side(self, state, side);
        for unit in self.disengagers(state) {
            let Some(from) = state.hex(unit) else { continue };
            if ground.zone.has(from) {
                let ways = self.grid().around(from).filter(|&to| self.may_disengage(state, unit, to, &ground).is_ok());
                out.extend(ways.map(|to| Action::Disengage(unit, to)));
            }
            if self.options.penetration {
                let ways = self.grid().around(from).filter(|&to| self.may_penetrate(state, unit, to, &ground).is_ok());
                out.extend(ways.map(|to| Action::Penetrate(unit, to)));
            }
        }
        out.extend([Action::End]);
    }

    /// Whether anybody can react.
    pub(crate) fn can_react(&self, state: &State) -> bool {
        let movers = self.disengagers(state);
        if movers.into_iter().all(|u| state.hex(u).is_none()) {
            return false;
        }
        if !Contacts::of(self, state).able.is_empty() {
            return true;
        }
        let near = self.occupied(state, state.phasing).or(&self.garrisoned(state)).neighbours();
        if !movers.into_iter().any(|u| state.hex(u).is_some_and(|hex| near.has(hex))) {
            return false;
        }
        let mut all = Glance::default();
        self.list_reactions(state, &mut all);
        all.count > 1
    }

    /// [8.3] [16.2] A unit moves one hex.
    pub(crate) fn slip(&self, state: &mut State, unit: Unit, to: HexId, case: &'static str, umpire: &mut Umpire<'_, Event>) {
        self.reveal(state, UnitSet::one(unit), umpire);
        let from = state.hex(unit).unwrap_or(to);
        let side = self.side_of(unit);
        state.hexes[usize::from(unit)] = to;
        state.reacted.insert(unit);
        self.note_passage(state, side, to);
        umpire.tell(|| {
            let verb = if case == "8.3" { "disengages" } else { "slips past" };
            let text = format!("{} {verb} {}-{} [{case}]", self.tag(unit), self.grid().number(from), self.grid().number(to));
            self.unit_event(Kind::Move, case, unit, &[from, to], text)
        });
    }

    /// [8.2] The countercharge is fought at once: its units have acted, its targets are charged once in the phase.
    pub(crate) fn charge(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.reacted = state.reacted.or(state.battle.attackers);
        state.charged = state.charged.or(state.battle.defenders);
        state.charged_garrisons |= state.battle.garrisons;
        self.open_battle(state, umpire);
    }
}
