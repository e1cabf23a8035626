//! [16.7] Cadres: remnants of broken units, breakdown and buildup.

use crate::event::{Event, Kind};
use crate::movement::Ground;
use crate::scenario::Arm;
use crate::state::{Frame, NOBODY, NOWHERE, Side, State};
use crate::unitset::{Unit, UnitSet, Units, subject};
use crate::{Action, Campaign};
use grognard_engine::room::Glance;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

impl Campaign {
    /// The number of a cadre among the cadres.
    #[must_use]
    pub fn cadre_index(&self, unit: Unit) -> Option<usize> {
        self.cadres.has(unit).then(|| self.cadres.and(Units(UnitSet::one(unit).0 - 1)).len() as usize)
    }

    /// [16.7] Cadres of a side that lie in the supply.
    #[must_use]
    pub fn free_cadres(&self, state: &State, side: Side) -> UnitSet {
        self.cadres.and(self.units_of(side)).less(state.boxed).into_iter().filter(|&u| state.hex(u).is_none()).collect()
    }

    /// [16.7] Whether a cadre fits a parent: nationalities do not mix, but the Guards and Reserve count as Russian or Austrian.
    fn cadre_fits(&self, cadre: Unit, parent: Unit) -> bool {
        let (cadre, parent_piece) = (self.piece(cadre), self.piece(parent));
        // Printed as Russian; a Guard of another nation is of that nation alone.
        let mixed = self.guard.has(parent) && parent_piece.nation == "Russian" && cadre.nation == "Austrian";
        cadre.side == parent_piece.side && (cadre.nation == parent_piece.nation || mixed)
    }

    /// [16.7] In a position that is set up a cadre that is in use is tied to the only broken unit that it fits, as if that had left it; who
    /// belongs to whom is not known where there are several, or where units were broken down.
    pub(crate) fn tie_cadres(&self, state: &mut State) {
        for side in Side::BOTH {
            let used = self.cadres.and(self.units_of(side)).less(self.free_cadres(state, side));
            if !state.aside.and(self.units_of(side)).is_empty() {
                continue;
            }
            for cadre in used {
                let parents: UnitSet = state.broken.into_iter().filter(|&unit| self.cadre_fits(cadre, unit)).collect();
                let alike = used.into_iter().filter(|&other| self.piece(other).nation == self.piece(cadre).nation).count();
                if let (1, 1, Some(parent), Some(index)) = (alike, parents.len(), parents.first(), self.cadre_index(cadre)) {
                    state.parent[index] = parent;
                }
            }
        }
    }

    /// [16.7] Whether a unit that broke in this battle may leave a cadre.
    ///
    /// # Errors
    /// [16.7] and why not.
    pub fn may_remain(&self, state: &State, side: Side, unit: Unit, cadre: Unit) -> Lawful {
        let refuse = |why| Err(Violation::new("16.7", why, subject(unit)));
        let paths = &state.battle.paths[..usize::from(state.battle.path_count)];
        let path = paths.iter().find(|p| p.unit == unit && p.grave != NOWHERE);
        let Some(path) = path.filter(|_| self.units_of(side).has(unit) && !self.cadres.has(unit)) else {
            return refuse("has not broken in this battle");
        };
        if state.battle.buried.has(unit) {
            return refuse("has left its cadre");
        }
        if !self.free_cadres(state, side).has(cadre) || !self.cadre_fits(cadre, unit) {
            return refuse("there is no free cadre of its nationality");
        }
        let held = side == Side::Allied && self.standing_garrison(state, path.grave).is_some();
        if self.unit_at(state, path.grave).is_some() || held {
            return refuse("the hex where it broke is not empty");
        }
        Ok(())
    }

    /// Lists the cadres that can be left.
    fn list_remnants(&self, state: &State, side: Side, out: &mut impl Extend<Action>) {
        if !self.options.breakdown {
            return;
        }
        let mut any = false;
        for path in &state.battle.paths[..usize::from(state.battle.path_count)] {
            if path.unit == NOBODY || path.grave == NOWHERE {
                continue;
            }
            for cadre in self.free_cadres(state, side) {
                // Cadres of one nation are alike: the first will do.
                let first = self.free_cadres(state, side).into_iter().find(|&c| self.piece(c).nation == self.piece(cadre).nation);
                if first == Some(cadre) && self.may_remain(state, side, path.unit, cadre).is_ok() {
                    out.extend([Action::Remnant(path.unit, cadre)]);
                    any = true;
                }
            }
        }
        if any {
            out.extend([Action::Hold]);
        }
    }

    /// [16.7] Whether just this cadre may be left: of several alike the first.
    fn may_leave_cadre(&self, state: &State, side: Side, unit: Unit, cadre: Unit) -> Lawful {
        self.may_remain(state, side, unit, cadre)?;
        let mut alike = self.free_cadres(state, side).into_iter().filter(|&c| self.piece(c).nation == self.piece(cadre).nation);
        if alike.next() == Some(cadre) {
            return Ok(());
        }
        Err(Violation::new("16.7", "take the first cadre that is free", subject(cadre)))
    }

    /// [16.7] The cadre is put where the unit broke, routed.
    fn leave_cadre(&self, state: &mut State, unit: Unit, cadre: Unit, umpire: &mut Umpire<'_, Event>) {
        let paths = &state.battle.paths[..usize::from(state.battle.path_count)];
        let Some(hex) = paths.iter().find(|p| p.unit == unit && p.grave != NOWHERE).map(|p| p.grave) else { return };
        state.hexes[usize::from(cadre)] = hex;
        state.routed.insert(cadre);
        state.face_up(cadre);
        self.note_passage(state, self.side_of(cadre), hex);
        state.battle.buried.insert(unit);
        if let Some(index) = self.cadre_index(cadre) {
            state.parent[index] = unit;
        }
        let text = || format!("{} leaves {} in {} [16.7]", self.tag(unit), self.tag(cadre), self.grid().number(hex));
        umpire.tell(|| self.unit_event(Kind::Note, "16.7", cadre, &[hex], text()));
    }

    /// The side is done with cadres: the other follows, or the battle is over.
    fn after_remnants(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        if side == state.battle.attacker {
            state.frame = Frame::Remnants(side.other());
        } else {
            self.end_battle(state, umpire);
        }
    }

    /// [16.7] Whether a unit may be broken down, one cadre in its hex and one in `to`.
    ///
    /// # Errors
    /// [16.7] and why not.
    pub fn may_break_down(&self, state: &State, unit: Unit, to: HexId, ground: &Ground) -> Lawful {
        let refuse = |why| Err(Violation::new("16.7", why, subject(unit)));
        if !self.options.breakdown {
            return refuse("breakdown is not in use");
        }
        if state.phasing != Side::French || !state.moved.is_empty() {
            return refuse("only the French break units down, at the start of their Movement Phase");
        }
        if state.held == unit {
            return refuse("confused orders [5.0]: who may not move may not spread into the next hex either");
        }
        let piece = self.piece(unit);
        let Some(from) = state.hex(unit).filter(|_| piece.side == Side::French && !state.routed.has(unit)) else {
            return refuse("is no French unit in good order on the map");
        };
        if piece.arm != Arm::Infantry || (piece.strength as i8) < self.figures().cadre_breakdown_strength {
            return refuse("only infantry of enough strength can be broken down");
        }
        if ground.zone.has(from) || ground.zone.has(to) {
            return refuse("an enemy zone of control is too near");
        }
        if self.free_cadres(state, Side::French).len() < 2 {
            return refuse("there are no two free cadres");
        }
        if !self.terrain(state, Side::French).passes(from, to) || ground.friends.has(to) || ground.enemies.has(to) {
            return Err(Violation::new("16.7", "the second cadre needs an empty hex beside", Subject::Hex(to)));
        }
        Ok(())
    }

    /// [16.7] Whether a parent may take the place of two cadres, in `to`.
    ///
    /// # Errors
    /// [16.7] and why not.
    pub fn may_build_up(&self, state: &State, unit: Unit, to: HexId, ground: &Ground) -> Lawful {
        let refuse = |why| Err(Violation::new("16.7", why, subject(unit)));
        if !self.options.breakdown {
            return refuse("buildup is not in use");
        }
        // [16.1] Before anything is said of the unit: the Allies are not told who was broken down face down.
        if state.phasing != Side::French || !state.moved.is_empty() {
            return refuse("only the French build units up, at the start of their Movement Phase");
        }
        if !state.aside.has(unit) {
            return refuse("was not broken down");
        }
        let pair = self.buildup_pair(state, ground);
        if pair.is_none() && !state.fresh.is_empty() {
            return refuse("cadres that were made in this phase did not start it as cadres");
        }
        let Some(pair) = pair.filter(|pair| pair.contains(&to)) else {
            return refuse(
                "needs two cadres side by side that started the phase so, in good order and in no enemy zone of control",
            );
        };
        let still = (state.held != NOBODY).then(|| state.hex(state.held)).flatten();
        if let Some(still) = still.filter(|hex| *hex != to && pair.contains(hex)) {
            let why = "confused orders [5.0] hold the cadre there: the unit is built up in its hex";
            return Err(Violation::new("16.7", why, Subject::Hex(still)));
        }
        Ok(())
    }

    /// The hexes of two cadres that could be built up.
    fn buildup_pair(&self, state: &State, ground: &Ground) -> Option<[HexId; 2]> {
        let cadres = self.cadres.and(self.units_of(Side::French)).less(state.routed).less(state.fresh);
        let loose = |u: &Unit| self.cadre_index(*u).is_some_and(|i| state.parent[i] == NOBODY);
        let mut hexes = cadres.into_iter().filter(loose).filter_map(|u| state.hex(u)).filter(|&hex| !ground.zone.has(hex));
        let (a, b) = (hexes.next()?, hexes.next()?);
        self.terrain(state, Side::French).passes(a, b).then_some([a, b])
    }

    /// Lists breakdowns and buildups.
    pub(crate) fn list_breakdowns(&self, state: &State, ground: &Ground, out: &mut impl Extend<Action>) {
        if !self.options.breakdown || !state.moved.is_empty() {
            return;
        }
        for unit in self.units_of(Side::French).and(self.foot) {
            if let Some(from) = state.hex(unit) {
                let hexes = self.grid().around(from).filter(|&to| self.may_break_down(state, unit, to, ground).is_ok());
                out.extend(hexes.map(|to| Action::BreakDown(unit, to)));
            }
        }
        for unit in state.aside {
            let pair = self.buildup_pair(state, ground).into_iter().flatten();
            out.extend(pair.filter(|&to| self.may_build_up(state, unit, to, ground).is_ok()).map(|to| Action::BuildUp(unit, to)));
        }
    }

    /// [16.7] Two cadres take the place of a unit.
    pub(crate) fn break_down(&self, state: &mut State, unit: Unit, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let mut free = self.free_cadres(state, Side::French).into_iter();
        let (Some(a), Some(b)) = (free.next(), free.next()) else { return };
        let from = state.hexes[usize::from(unit)];
        state.hexes[usize::from(unit)] = NOWHERE;
        state.aside.insert(unit);
        for (cadre, hex) in [(a, from), (b, to)] {
            state.hexes[usize::from(cadre)] = hex;
            state.fresh.insert(cadre);
            // How the cadre lay when it was taken off, with another parent, is of no account.
            state.face_up(cadre);
            if state.hidden.has(unit) {
                state.hidden.insert(cadre);
            }
        }
        self.note_passage(state, Side::French, to);
        // Everybody sees that these are cadres, and not who has become two.
        self.trace(state, UnitSet::one(a).or(UnitSet::one(b)));
        umpire.tell(|| {
            let (from, to) = (self.grid().number(from), self.grid().number(to));
            let text = format!("{} is broken down into cadres in {from} and {to} [16.7]", self.tag(unit));
            let event = self.unit_event(Kind::Note, "16.7", unit, &[], text);
            let veil = format!("a French counter in {from} is broken down, with another in {to} [16.7]");
            if state.hidden.has(unit) { event.veiled(Side::French, Some(veil)) } else { event }
        });
    }

    /// [16.7] A unit takes the place of two cadres; it does not move in this phase.
    pub(crate) fn build_up(&self, state: &mut State, unit: Unit, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let ground = Ground::of(self, state);
        let Some(pair) = self.buildup_pair(state, &ground) else { return };
        let mut hidden = false;
        for cadre in self.cadres.and(self.units_of(Side::French)) {
            if pair.contains(&state.hexes[usize::from(cadre)]) {
                state.hexes[usize::from(cadre)] = NOWHERE;
                hidden |= state.hidden.has(cadre);
                state.face_up(cadre);
            }
        }
        state.aside.remove(unit);
        state.hexes[usize::from(unit)] = to;
        // Its cadres were turned up meanwhile, so that now everybody sees who had been broken down face down.
        let shown = !hidden && state.hidden.has(unit);
        if !hidden {
            state.face_up(unit);
        }
        state.moved.insert(unit);
        umpire.tell(|| {
            let text = format!("{} is built up in {} [16.7]", self.tag(unit), self.grid().number(to));
            let event = self.unit_event(Kind::Note, "16.7", unit, &[to], text).showing(shown);
            let veil = format!("two French counters become one in {} [16.7]", self.grid().number(to));
            if hidden { event.veiled(Side::French, Some(veil)) } else { event }
        });
    }
}

/// [16.7] Which broken units of this side leave a cadre?
#[derive(Clone, Copy)]
pub(crate) struct Remnants(pub Side);

impl Room<Campaign> for Remnants {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("16.7"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        game.list_remnants(state, self.0, out);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Remnant(unit, cadre) => game.may_leave_cadre(state, self.0, unit, cadre),
            Action::Hold => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Remnant(unit, cadre) => game.leave_cadre(state, unit, cadre, umpire),
            _ => game.after_remnants(state, self.0, umpire),
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let mut options = Glance::default();
        game.list_remnants(state, self.0, &mut options);
        if options.count > 0 {
            return false;
        }
        game.after_remnants(state, self.0, umpire);
        true
    }
}
