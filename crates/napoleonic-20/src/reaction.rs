//! [8.0] The Reaction Phase: countercharge, disengagement, and [16.2] penetration. [16.9] Light infantry may disengage too.

use crate::declare::Contacts;
use crate::event::{Event, Kind};
use crate::movement::Ground;
use crate::state::{Footing, Phase, State};
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Campaign};
use grognard_engine::plane::Plane;
use grognard_engine::room::Glance;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

impl Campaign {
    /// [8.3] [16.2] How the units of the side that reacts stand to the enemy now.
    #[must_use]
    pub fn footing_now(&self, state: &State) -> Footing {
        let enemy = state.phasing;
        let (zone, riders) = (self.zone(state, enemy), self.cavalry_zone(state, enemy));
        let near = self.occupied(state, enemy).neighbours();
        let ours = self.present(state, enemy.other());
        let within = |plane: &Plane| ours.into_iter().filter(|&u| plane.has(state.hexes[usize::from(u)])).collect();
        Footing { held: within(&zone), ridden: within(&riders), near: within(&near) }
    }

    /// [8.3] [16.2] How they stood when the phase began, if that is not how they stand now.
    pub(crate) fn footing_changed(&self, state: &State) -> Option<Footing> {
        (state.phase == Phase::Reaction && state.footing != self.footing_now(state)).then_some(state.footing)
    }

    /// [8.1] [16.9] Units that may still break away in this phase.
    fn disengagers(&self, state: &State) -> UnitSet {
        let light = if self.options.light { self.light } else { UnitSet::EMPTY };
        let side = state.phasing.other();
        self.units_of(side).and(self.cavalry.or(light)).less(state.routed).less(state.reacted)
    }

    /// [8.3] Whether a unit may break away into a hex.
    pub fn may_disengage(&self, state: &State, unit: Unit, to: HexId, ground: &Ground) -> Lawful {
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        if !self.units_of(state.phasing.other()).has(unit) {
            return refuse("8.1", "the enemy's units react");
        }
        if state.reacted.has(unit) {
            return refuse("8.1", "has acted in this phase");
        }
        if !self.disengagers(state).has(unit) {
            // [16.9] Without the option the light corps is infantry like any other; with it only [8.1] is in its way.
            let case = match unit {
                _ if self.dummies.has(unit) => "16.1",
                _ if self.light.has(unit) && !self.options.light => "16.9",
                _ => "8.1",
            };
            return refuse(case, "only cavalry and light infantry in good order react");
        }
        let Some(from) = state.hex(unit).filter(|_| state.footing.held.has(unit)) else {
            return refuse("8.3", "did not begin the phase in an enemy zone of control");
        };
        if state.footing.ridden.has(unit) {
            return refuse("8.3", "began the phase in the zone of control of enemy cavalry");
        }
        self.may_slip(state, from, to, ground, "8.3")?;
        if ground.zone.has(to) {
            return Err(Violation::new("8.3", "must go to a hex in no enemy zone of control", Subject::Hex(to)));
        }
        Ok(())
    }

    /// Whether one hex can be entered in the Reaction Phase at all.
    fn may_slip(&self, state: &State, from: HexId, to: HexId, ground: &Ground, case: &'static str) -> Lawful {
        let refuse = |case, why| Err(Violation::new(case, why, Subject::Hex(to)));
        let side = state.phasing.other();
        if !self.grid().adjacent(from, to) {
            return refuse(case, "moves one hex");
        }
        if !self.terrain(state, side).passes(from, to) {
            return Err(self.why_no_bridge(state, side, (from, to)));
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
    pub fn may_penetrate(&self, state: &State, unit: Unit, to: HexId, ground: &Ground) -> Lawful {
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        if !self.options.penetration {
            return refuse("16.2", "cavalry penetration is not in use");
        }
        let ours = self.units_of(state.phasing.other());
        if ours.and(self.dummies).has(unit) {
            return refuse("16.1", "a dummy does not react");
        }
        if !ours.and(self.cavalry).less(state.routed).has(unit) {
            return refuse("16.2", "only cavalry of the reacting side in good order penetrates");
        }
        if state.reacted.has(unit) {
            return refuse("8.1", "has acted in this phase");
        }
        let near = self.occupied(state, state.phasing).neighbours();
        let riders = self.cavalry_zone(state, state.phasing);
        let Some(from) = state.hex(unit).filter(|_| state.footing.near.has(unit)) else {
            return refuse("16.2", "did not begin the phase next to an enemy");
        };
        if state.footing.ridden.has(unit) {
            return refuse("16.2", "began the phase in the zone of control of enemy cavalry");
        }
        self.may_slip(state, from, to, ground, "16.2")?;
        if !near.has(to) || riders.has(to) {
            return Err(Violation::new("16.2", "must go next to an enemy, and not near his cavalry", Subject::Hex(to)));
        }
        Ok(())
    }

    /// Lists all reactions.
    fn list_reactions(&self, state: &State, out: &mut impl Extend<Action>) {
        self.list_targets(state, &Contacts::of(self, state), out);
        let side = state.phasing.other();
        let ground = Ground::for_side(self, state, side);
        for unit in self.disengagers(state) {
            let Some(from) = state.hex(unit) else { continue };
            if state.footing.held.has(unit) {
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

    /// Whether somebody has to say that he is done: he has begun to react, and a unit that could act stands in an enemy zone.
    fn still_reacts(&self, state: &State) -> bool {
        let idle = || self.disengagers(state).into_iter().filter_map(|unit| state.hex(unit));
        !state.reacted.is_empty() && idle().any(|hex| self.in_zone(state, state.phasing, hex))
    }

    /// Whether anybody can react.
    fn can_react(&self, state: &State) -> bool {
        // [16.1] Whether somebody is asked must not tell what lies face down.
        if self.covered_contact(state, state.phasing.other()) {
            return true;
        }
        let movers = self.disengagers(state);
        if movers.into_iter().all(|u| state.hex(u).is_none()) {
            return false;
        }
        if !Contacts::of(self, state).able.is_empty() {
            return true;
        }
        if movers.and(state.footing.held.or(state.footing.near)).is_empty() {
            return false;
        }
        let mut all = Glance::default();
        self.list_reactions(state, &mut all);
        all.count > 1
    }

    /// [8.3] [16.2] A unit moves one hex.
    fn slip(&self, state: &mut State, unit: Unit, to: HexId, case: &'static str, umpire: &mut Umpire<'_, Event>) {
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

/// [8.0] Which unit reacts?
#[derive(Clone, Copy)]
pub(crate) struct React;

impl Room<Campaign> for React {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.other().into(), Case("8.0"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        game.list_reactions(state, out);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        let ground = || Ground::for_side(game, state, state.phasing.other());
        match action {
            Action::Target(hex) => game.may_target(state, hex, &Contacts::of(game, state)).map(|_| ()),
            Action::Disengage(unit, to) => game.may_disengage(state, unit, to, &ground()),
            Action::Penetrate(unit, to) => game.may_penetrate(state, unit, to, &ground()),
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Target(hex) => game.target(state, hex),
            Action::Disengage(unit, to) => game.slip(state, unit, to, "8.3", umpire),
            Action::Penetrate(unit, to) => game.slip(state, unit, to, "16.2", umpire),
            _ => game.end_reaction(state, umpire),
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        if game.can_react(state) || game.still_reacts(state) {
            return false;
        }
        game.end_reaction(state, umpire);
        true
    }
}
