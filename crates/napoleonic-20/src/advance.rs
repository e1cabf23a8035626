//! [9.9] Advance after combat: cavalry must, infantry may, along the paths of the beaten.

use crate::event::{Event, Kind};
use crate::state::{Frame, NOWHERE, Side, State};
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Campaign};
use grognard_engine::room::Glance;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

impl Campaign {
    /// [9.9.2] Units of a side that took part, are in good order and have not advanced yet; artillery never does.
    fn pursuers(&self, state: &State, side: Side) -> UnitSet {
        let battle = &state.battle;
        let all = if side == battle.attacker { battle.attackers } else { battle.defenders };
        all.less(state.routed).less(self.guns).less(battle.advanced).into_iter().filter(|&u| state.hex(u).is_some()).collect()
    }

    /// [9.9] Whether a hex of a path can be entered by an advance of a side: empty, and [9.10] not held by a garrison unless it has
    /// just been beaten by Allied attackers.
    fn open_to_advance(&self, state: &State, side: Side, hex: HexId) -> bool {
        if hex == NOWHERE || self.unit_at(state, hex).is_some() {
            return false;
        }
        if side == Side::Allied {
            if self.hesitates(state, side) && self.places.around_city.has(hex) {
                return false;
            }
            if let Some(garrison) = self.standing_garrison(state, hex) {
                return state.battle.attacker == Side::Allied && state.battle.fallen >> garrison & 1 == 1;
            }
        }
        true
    }

    /// [9.9] Whether a unit may advance into a hex: the first of a path, next to it.
    pub fn may_advance(&self, state: &State, side: Side, unit: Unit, to: HexId) -> Lawful {
        let refuse = |case, why| Err(Violation::new(case, why, Subject::Hex(to)));
        if !self.pursuers(state, side).has(unit) {
            let (case, why) = if state.battle.advanced.has(unit) {
                ("9.9", "has advanced already")
            } else if self.units_of(side).and(self.guns).has(unit) {
                ("9.9.2", "is artillery, which never advances")
            } else {
                ("9.9.2", "is no unit that took part here, won, and is in good order")
            };
            return Err(Violation::new(case, why, subject(unit)));
        }
        let paths = &state.battle.paths[..usize::from(state.battle.path_count)];
        if !paths.iter().any(|p| p.hexes[0] == to) {
            // The hex may lie on a path all the same, but further on.
            if paths.iter().any(|p| p.hexes[1] == to) {
                return refuse("9.9", "an advance begins in the first hex of a path");
            }
            return refuse("9.9.1", "no beaten unit has left this hex");
        }
        if !self.open_to_advance(state, side, to) {
            let empty = self.unit_at(state, to).is_none();
            if empty && self.hesitates(state, side) && self.places.around_city.has(to) {
                return refuse("18.1", "the Allies do not yet dare to go so near to Dresden");
            }
            let garrison = empty && side == Side::Allied && self.standing_garrison(state, to).is_some();
            return if garrison { refuse("9.10", "a garrison covers the hex") } else { refuse("9.9", "the hex is not open") };
        }
        let from = state.hex(unit).unwrap_or(NOWHERE);
        if !self.grid().adjacent(from, to) {
            return refuse("9.9", "is not next to the unit");
        }
        if !self.terrain(state, side).passes(from, to) {
            return refuse("9.9", "a river that only bridges cross is between");
        }
        if !self.must_advance(state, side, unit) && self.impatient(state, side) {
            return Err(Violation::new("9.9", "cavalry that must advance goes first", subject(unit)));
        }
        Ok(())
    }

    /// [9.9] Whether the advance is compulsory for a unit that can: cavalry, but not a defender in a fort.
    fn must_advance(&self, state: &State, side: Side, unit: Unit) -> bool {
        let in_fort = state.hex(unit).is_some_and(|hex| self.terrains[0].reduction(hex) > 0);
        self.cavalry.has(unit) && !(side != state.battle.attacker && in_fort)
    }

    /// The first hexes that a unit can enter.
    fn first_hexes<'a>(&'a self, state: &'a State, side: Side, unit: Unit) -> impl Iterator<Item = HexId> + 'a {
        let from = state.hex(unit).unwrap_or(NOWHERE);
        let terrain = self.terrain(state, side);
        let paths = &state.battle.paths[..usize::from(state.battle.path_count)];
        let fits = move |hex: &HexId| *hex != NOWHERE && terrain.passes(from, *hex) && self.open_to_advance(state, side, *hex);
        paths
            .iter()
            .enumerate()
            .map(|(i, p)| (i, p.hexes[0]))
            .filter(move |(i, hex)| {
                // Two units that stood in one hex leave one way in.
                !paths[..*i].iter().any(|p| p.hexes[0] == *hex) && fits(hex)
            })
            .map(|(_, hex)| hex)
    }

    /// Whether some cavalry must advance and can.
    fn impatient(&self, state: &State, side: Side) -> bool {
        let riders = self.pursuers(state, side).and(self.cavalry);
        riders.into_iter().any(|u| self.must_advance(state, side, u) && self.first_hexes(state, side, u).next().is_some())
    }

    /// [9.9] Cavalry that must advance and can.
    pub(crate) fn compelled(&self, state: &State, side: Side) -> UnitSet {
        let riders = self.pursuers(state, side).and(self.cavalry).into_iter();
        riders.filter(|&u| self.must_advance(state, side, u) && self.first_hexes(state, side, u).next().is_some()).collect()
    }

    /// [9.9] Whether the side may leave off advancing.
    ///
    /// # Errors
    /// [9.9] while cavalry must still go.
    pub fn may_hold(&self, state: &State, side: Side) -> Lawful {
        match self.compelled(state, side).first() {
            Some(unit) => Err(Violation::new("9.9", "cavalry must advance", subject(unit))),
            None => Ok(()),
        }
    }

    /// Lists the advances of a side.
    fn list_advances(&self, state: &State, side: Side, out: &mut impl Extend<Action>) {
        if state.battle.path_count == 0 {
            return;
        }
        let hasty = self.impatient(state, side);
        let mut any = false;
        for unit in self.pursuers(state, side) {
            if hasty && !self.must_advance(state, side, unit) {
                continue;
            }
            for hex in self.first_hexes(state, side, unit) {
                out.extend([Action::Advance(unit, hex)]);
                any = true;
            }
        }
        if !hasty && any {
            out.extend([Action::Hold]);
        }
    }

    /// [9.9] A unit advances. Whoever advances two hexes (cavalry does) may go on to the second unless an enemy zone stops it.
    fn advance(&self, state: &mut State, unit: Unit, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let side = self.side_of(unit);
        self.walk_in(state, unit, to, umpire);
        state.battle.advanced.insert(unit);
        state.frame = Frame::Advance(side);
        let figures = self.figures();
        let far = if self.cavalry.has(unit) { figures.advance_cavalry } else { figures.advance_infantry };
        if far < 2 || self.in_zone(state, side.other(), to) {
            return;
        }
        let paths = &state.battle.paths[..usize::from(state.battle.path_count)];
        let path = paths.iter().position(|p| p.hexes[0] == to && self.may_pursue_into(state, side, to, p.hexes[1]));
        if let Some(path) = path {
            state.frame = Frame::Pursue { unit, path: path as u8 };
        }
    }

    fn may_pursue_into(&self, state: &State, side: Side, from: HexId, to: HexId) -> bool {
        self.open_to_advance(state, side, to) && self.terrain(state, side).passes(from, to)
    }

    /// The second hexes into which cavalry may go on.
    fn list_pursuit(&self, state: &State, unit: Unit, out: &mut impl Extend<Action>) {
        let Some(from) = state.hex(unit) else { return };
        let side = self.side_of(unit);
        let mut seen = [NOWHERE; crate::state::MAX_PATHS];
        for (i, path) in state.battle.paths[..usize::from(state.battle.path_count)].iter().enumerate() {
            let to = path.hexes[1];
            if path.hexes[0] == from && self.may_pursue_into(state, side, from, to) && !seen.contains(&to) {
                seen[i] = to;
                out.extend([Action::Advance(unit, to)]);
            }
        }
    }

    /// [9.9] Whether cavalry may go on into a hex.
    fn may_pursue(&self, state: &State, unit: Unit, held: Unit, to: HexId) -> Lawful {
        let mut out = Vec::new();
        self.list_pursuit(state, held, &mut out);
        if unit == held && out.contains(&Action::Advance(unit, to)) {
            return Ok(());
        }
        Err(Violation::new("9.9", "the cavalry goes on along the path, or holds", Subject::Hex(to)))
    }

    /// A unit enters a hex by an advance; [9.10] a garrison there falls.
    fn walk_in(&self, state: &mut State, unit: Unit, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let side = self.side_of(unit);
        let from = state.hex(unit).unwrap_or(to);
        state.hexes[usize::from(unit)] = to;
        self.note_passage(state, side, to);
        umpire.tell(|| {
            let text = format!("{} advances {}-{} [9.9]", self.tag(unit), self.grid().number(from), self.grid().number(to));
            self.unit_event(Kind::Advance, "9.9", unit, &[from, to], text)
        });
        if side == Side::Allied {
            self.storm(state, to, umpire);
        }
    }
}

/// [9.9] Who of this side advances?
#[derive(Clone, Copy)]
pub(crate) struct Advance(pub Side);

impl Room<Campaign> for Advance {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("9.9"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        game.list_advances(state, self.0, out);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Advance(unit, to) => game.may_advance(state, self.0, unit, to),
            Action::Hold => game.may_hold(state, self.0),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Advance(unit, to) => game.advance(state, unit, to, umpire),
            _ => game.finish_battle(state, umpire),
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let mut options = Glance::default();
        game.list_advances(state, self.0, &mut options);
        match (options.count, options.first) {
            (0, _) => game.finish_battle(state, umpire),
            (1, Some(Action::Advance(unit, hex))) => game.advance(state, unit, hex, umpire),
            _ => return false,
        }
        true
    }
}

/// [9.9] Does the cavalry that has advanced go on along the path?
#[derive(Clone, Copy)]
pub(crate) struct Pursue(pub Unit);

impl Room<Campaign> for Pursue {
    fn asks(self, game: &Campaign, _: &State) -> (Seat, Case) {
        (game.side_of(self.0).into(), Case("9.9"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        game.list_pursuit(state, self.0, out);
        out.push(Action::Hold);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Advance(unit, to) => game.may_pursue(state, unit, self.0, to),
            Action::Hold => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Advance(unit, to) = action {
            game.walk_in(state, unit, to, umpire);
        }
        state.frame = Frame::Advance(game.side_of(self.0));
    }
}
