//! `[14]` The Fortnight Sequence: half-months at rest, the two sides possibly on different clocks.

use crate::administration::line_way;
use crate::event::{Event, Kind};
use crate::grand::{AIMS, Aim};
use crate::roster::Army;
use crate::state::{Leader, Leaders, NOBODY, Side, State};
use crate::tables::FORTNIGHTS;
use crate::tread::with_tread;
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

fn no(why: &'static str, leader: Leader) -> Violation {
    Violation::new("14", why, Subject::Unit(UnitId(leader.into())))
}

impl Campaign {
    /// `[14]` Whether the Fortnight of this turn may pass at rest: neither the first two nor the last two.
    fn may_rest(&self, state: &State) -> bool {
        let name = self.scenario.calendar.turn(state.turn).fortnight.as_str();
        let at = FORTNIGHTS.iter().position(|one| *one == name).unwrap_or(0);
        (2..FORTNIGHTS.len() - 2).contains(&at)
    }

    /// `[14]` Whether a turn is the last of its Fortnight.
    fn is_last_turn(&self, state: &State) -> bool {
        state.turn >= self.scenario.turns.1 || self.scenario.calendar.turn(state.turn + 1).first
    }

    /// `[14]` A Fortnight begins: whether the Coalition decides how it passes.
    pub(crate) fn begins_fortnight(&self, state: &mut State) -> bool {
        if !self.is_grand() || !self.scenario.calendar.turn(state.turn).first {
            return false;
        }
        let grand = &mut state.grand;
        grand.paid = [false; 2];
        grand.aims = [Aim::NONE; AIMS];
        (grand.told, grand.newcomers, grand.movers) = (Leaders::EMPTY, Leaders::EMPTY, Leaders::EMPTY);
        let asks = self.may_rest(state);
        if !asks {
            // What Warsaw brings waits for the first Fortnight that may pass so.
            state.grand.rests = [false; 2];
        }
        asks
    }

    /// `[14]` [I.a.1] The points of a whole Fortnight, without dice. Says whether the army got any: whoever did not may still roll when he is roused.
    pub(crate) fn receive_fortnight(&self, state: &mut State, army: Army, umpire: &mut Umpire<'_, Event>) -> bool {
        if !self.is_active(state, army) || self.was_changing(state, army) {
            return false;
        }
        let line = state.offices[army as usize].line;
        let bonus = if self.has_bonus(state, army) { self.figures().fortnight_bonus } else { 0 };
        let got = self.scenario.administration.fortnight_points(army, state.turn, line) + bonus;
        let office = &mut state.offices[army as usize];
        office.points = office.points.saturating_add(got).min(crate::office::MOST_POINTS);
        umpire.tell(|| {
            let text = format!("{}: line of {line} hexes: {got} Administrative Points for the Fortnight [14]", army.name());
            self.note(Kind::Note, "14", text).veiled(army.side(), None)
        });
        true
    }

    /// `[14]` Where somebody marches to in this Fortnight.
    pub(crate) fn aim_of(&self, state: &State, leader: Leader) -> Option<HexId> {
        state.grand.aims.iter().find(|aim| aim.leader == leader).map(|aim| aim.hex)
    }

    /// `[14]` Whether a leader who rests may march to a hex: towards his objective only.
    pub(crate) fn leads_to_aim(&self, state: &State, leader: Leader, to: HexId) -> bool {
        if !self.rests(state, self.side_of(leader)) {
            return true;
        }
        let (Some(aim), Some(here)) = (self.aim_of(state, leader), state.hex(leader)) else { return false };
        self.grid().distance(to, aim) < self.grid().distance(here, aim)
    }

    /// `[14]` The hexes of the line of an army, as it runs now.
    fn line_hexes(&self, state: &State, army: Army) -> Vec<HexId> {
        let (source, center) = (state.source[army as usize], state.offices[army as usize].center);
        if !state.offices[army as usize].has_line() || center == NOWHERE {
            return Vec::new();
        }
        let blocked = self.blocked_by(state, army.side(), self.apparent(state, army.side().other()));
        line_way(self.ground(), &state.going(), source, center, &blocked).unwrap_or_default()
    }

    /// `[14]` Whether a leader can be given an objective in this Fortnight at all.
    fn may_plan(&self, state: &State, leader: Leader) -> Result<(), Violation> {
        let side = state.phasing;
        if !self.rests(state, side) {
            return Err(no("the Fortnight does not pass at rest", leader));
        }
        let own = usize::from(leader) < self.leaders() && self.side_of(leader) == side && !self.is_outpost(leader);
        if !own || state.hex(leader).is_none() || self.points(state, leader) == 0 {
            return Err(no("name a Force of yours on the map", leader));
        }
        if self.aim_of(state, leader).is_some() {
            return Err(no("he has an objective already", leader));
        }
        if state.grand.aims.iter().all(|aim| aim.leader != NOBODY) {
            return Err(no("there are too many objectives", leader));
        }
        if state.grand.newcomers.has(leader.into()) {
            return Ok(());
        }
        if self.general(leader).rank.leads() {
            return Err(no("only Forces under Major Generals march", leader));
        }
        if !self.scenario.calendar.turn(state.turn).first {
            return Err(no("objectives are named when the Fortnight begins", leader));
        }
        let old = |aim: &&Aim| aim.leader != NOBODY && self.side_of(aim.leader) == side;
        let given = state.grand.aims.iter().filter(old).filter(|aim| !state.grand.newcomers.has(aim.leader.into())).count();
        if given >= usize::from(self.figures().fortnight_marches) {
            return Err(no("three Forces have objectives already", leader));
        }
        Ok(())
    }

    /// `[14]` The objectives that a leader may have: larger Forces of his side, and the line of his army.
    fn objectives(&self, state: &State, leader: Leader) -> Vec<HexId> {
        let own = self.points(state, leader);
        let larger = |one: &u16| *one != u16::from(leader) && self.points(state, *one as Leader) > own;
        let friends = self.forces(state, state.phasing).into_iter().filter(larger);
        let mut hexes: Vec<HexId> = friends.map(|friend| state.hexes[usize::from(friend)]).collect();
        hexes.extend(self.line_hexes(state, self.general(leader).army));
        hexes.retain(|&hex| Some(hex) != state.hex(leader));
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    pub(crate) fn may_aim_at(&self, state: &State, leader: Leader, hex: HexId) -> Result<(), Violation> {
        self.may_plan(state, leader)?;
        if !self.objectives(state, leader).contains(&hex) {
            let why = "an objective is a hex with a larger Force of yours, or on the line of the army";
            return Err(Violation::new("14", why, Subject::Hex(hex)));
        }
        Ok(())
    }

    pub(crate) fn list_aims(&self, state: &State, out: &mut Vec<Action>) {
        for leader in self.forces(state, state.phasing) {
            let leader = leader as Leader;
            if self.may_plan(state, leader).is_ok() {
                out.extend(self.objectives(state, leader).into_iter().map(|hex| Action::Aim(leader, hex)));
            }
        }
    }

    pub(crate) fn take_aim(&self, state: &mut State, leader: Leader, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        if let Some(free) = state.grand.aims.iter_mut().find(|aim| aim.leader == NOBODY) {
            *free = Aim { leader, hex };
        }
        let side = self.side_of(leader);
        umpire.tell(|| {
            let text = format!("{} marches towards {} in this Fortnight [14]", self.tag(leader), self.grid().number(hex));
            self.event(Kind::Note, "14", Leaders::one(leader.into()), &[], text).veiled(side, None)
        });
    }

    /// `[14]` Both sides have moved: objectives named in this turn are shown, with the hex in which the Force stands.
    pub(crate) fn show_aims(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for Aim { leader, hex } in state.grand.aims {
            let Some(from) = state.hex(leader).filter(|_| self.rests(state, self.side_of(leader))) else { continue };
            if state.grand.told.has(leader.into()) {
                continue;
            }
            state.grand.told.insert(leader.into());
            // [6.10] No dummy has an objective.
            state.genuine.insert(leader.into());
            umpire.tell(|| {
                let (side, from, to) = (self.side_of(leader), self.grid().number(from), self.grid().number(hex));
                let text = format!("{} in {from} is on the way to {to} [14]", self.tag(leader));
                let veiled = format!("a {} Force in {from} is on the way to {to} [14]", side.name());
                self.event(Kind::Note, "14", Leaders::one(leader.into()), &[], text).veiled(side, Some(veiled))
            });
        }
    }

    /// `[14]` Whether a leader may try to march: in the Fortnight Sequence only those with an objective.
    pub(crate) fn may_stir(&self, state: &State, side: Side, leader: Leader) -> Result<(), Violation> {
        if self.rests(state, side) && self.aim_of(state, leader).is_none() {
            return Err(no("the Fortnight passes at rest: only Forces with an objective march", leader));
        }
        Ok(())
    }

    /// `[14]` [II.d] Whether Forces at rest take attrition now, and what is added to their die.
    pub(crate) fn rest_modifier(&self, state: &State) -> Option<i16> {
        match self.rests(state, state.phasing) {
            false => Some(0),
            true if self.is_last_turn(state) => Some(self.figures().fortnight_die.into()),
            true => None,
        }
    }

    /// `[14]` A Coalition Force within seven points of a French one ends the rest of the French at once. Counters that look like Forces count.
    pub(crate) fn raise_alarm(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if !self.rests(state, Side::French) || self.rests(state, Side::Coalition) {
            return;
        }
        let reach = self.figures().alarm;
        let at = |leader: u16| state.hexes[usize::from(leader)];
        let french: Vec<HexId> = self.apparent(state, Side::French).into_iter().map(at).collect();
        let (passage, weather) = (self.ground().passage(&state.going()), state.weather);
        let mut near = |from: HexId| {
            // A primary road leads a hex for half a point.
            let close: Vec<HexId> = french.iter().copied().filter(|&hex| self.grid().distance(hex, from) <= reach).collect();
            if close.is_empty() {
                return false;
            }
            with_tread(|walk| {
                let prices = passage.table(true, weather);
                walk.walk((self.ground(), prices), &[from], reach.into(), |_, _| true, |_| true);
                close.iter().any(|&hex| walk.spent(hex).is_some())
            })
        };
        let mut coalition: Vec<HexId> = self.apparent(state, Side::Coalition).into_iter().map(at).collect();
        coalition.sort_unstable();
        coalition.dedup();
        if coalition.into_iter().any(&mut near) {
            state.grand.rests[Side::French as usize] = false;
            // [II.d] Who has only changed his mode freely has not marched, and takes attrition as all do now.
            state.marched = state.marched.and(state.grand.movers);
            umpire.tell(|| self.note(Kind::Note, "14", "the French are roused from their quarters [14]".to_owned()));
        }
    }
}

/// `[14]` Does the Fortnight pass at rest?
#[derive(Clone, Copy)]
pub(crate) struct Seasons;

impl Room<Campaign> for Seasons {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (Side::Coalition.into(), Case("14"))
    }

    fn list(self, _: &Campaign, _: &State, out: &mut Vec<Action>) {
        out.extend([Action::Rest, Action::Rouse]);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Rest | Action::Rouse => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        let rested = state.grand.rests[Side::Coalition as usize] || state.grand.lull;
        state.grand.lull = false;
        state.grand.rests = match action {
            Action::Rest => [true; 2],
            // The French rest on until the next Fortnight, or until the enemy comes near.
            _ => [rested, false],
        };
        let text = match state.grand.rests {
            [true, true] => "the Fortnight passes at rest [14]",
            [true, false] => "the Coalition leaves its quarters, the French rest on [14]",
            _ => "the Fortnight is played turn by turn [14]",
        };
        umpire.tell(|| game.note(Kind::Phase, "14", text.to_owned()));
        game.go_on_with_turn(state, umpire);
    }
}
