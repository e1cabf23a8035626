//! [9.8] Retreats: how far, towards which line of communications, over which hazards. [9.11] The Dresden bridges are safe.

use crate::event::{Event, Kind};
use crate::movement::Ground;
use crate::results_table::CombatResult;
use crate::state::{Frame, MAX_TRAIL, NOBODY, NOWHERE, Path, Side, State};
use crate::unitset::{Unit, subject};
use crate::{Action, Campaign};
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

/// How good a hex is for a retreating unit; the least is the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rank {
    hazardous: bool,
    /// Nearer, equal, farther.
    distance: u8,
    occupied: bool,
}

/// Where a unit can flee: at most six hexes, the best class only.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    hexes: [HexId; 6],
    count: usize,
    /// Every legal hex, good or bad, with its rank: for telling why not.
    all: [(HexId, Rank); 6],
    all_count: usize,
}

impl Ways {
    /// The hexes that may be entered.
    #[must_use]
    pub fn as_slice(&self) -> &[HexId] {
        &self.hexes[..self.count]
    }
}

impl Campaign {
    /// Whether the present result is a rout.
    fn is_rout(&self, state: &State) -> bool {
        matches!(self.result(state), Some(CombatResult::Ar | CombatResult::Dr))
    }

    /// [9.8] Whether a unit may retreat next.
    ///
    /// # Errors
    /// [9.8] and why not.
    pub fn may_retreat(&self, state: &State, unit: Unit) -> Lawful {
        if state.battle.pending.has(unit) {
            return Ok(());
        }
        Err(Violation::new("9.8", "does not have to retreat", subject(unit)))
    }

    /// [9.6.1] [9.6.2] [9.8.1] A unit's turn to retreat has come: how far must it go?
    pub(crate) fn begin_retreat(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        state.battle.pending.remove(unit);
        let side = self.side_of(unit);
        state.frame = Frame::Retreat(side);
        let Some(hex) = state.hex(unit) else { return };
        let shelter = self.terrain(state, side).reduction(hex);
        let rout = self.is_rout(state);
        if rout && state.routed.has(unit) {
            self.break_where_it_stands(state, unit, "9.6.2", "routed a second time", umpire);
            return;
        }
        let hexes = if rout {
            let die = umpire.roll(6, Case("9.6.2"));
            let nerve = if self.elite.has(unit) { self.figures().elite_rout_reduction } else { 0 };
            let hexes = die as i8 - nerve - shelter;
            umpire.tell(|| {
                let text = format!("{} routs: a {die}, {} hexes [9.6.2]", self.tag(unit), hexes.max(0));
                self.unit_event(Kind::Die, "9.6.2", unit, &[hex], text).rolled(die)
            });
            hexes
        } else {
            1 - shelter
        };
        if hexes <= 0 {
            if rout {
                self.rout(state, unit, umpire);
            } else {
                let text = || format!("{} is in a fort and ignores the withdrawal [9.8.1]", self.tag(unit));
                umpire.tell(|| self.unit_event(Kind::Note, "9.8.1", unit, &[hex], text()));
            }
            return;
        }
        let battle = &mut state.battle;
        battle.unit = unit;
        battle.left = hexes as u8;
        battle.trail = [NOWHERE; MAX_TRAIL];
        battle.trail[0] = hex;
        battle.steps = 1;
        battle.toward = NOWHERE;
        state.frame = Frame::Toward(side);
    }

    /// [9.6.2] [12.1] The unit is turned to its routed side.
    fn rout(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        state.routed.insert(unit);
        state.face_up(unit);
        state.battle.swing[self.side_of(unit) as usize] += self.figures().morale_rout;
        let hex = state.hex(unit);
        umpire.tell(|| {
            let at = hex.map_or_else(String::new, |h| self.grid().number(h));
            self.unit_event(Kind::Order, "9.6.2", unit, hex.as_slice(), format!("{} is routed in {at} [9.6.2]", self.tag(unit)))
        });
    }

    /// [9.8.6] The lines of communication that a side may retreat to.
    pub fn refuges(&self, state: &State, side: Side) -> impl Iterator<Item = HexId> + '_ {
        let active = if side == Side::French { state.active } else { u8::MAX };
        self.places.loc[side as usize].iter().enumerate().filter(move |(i, _)| active >> i & 1 == 1).map(|(_, &hex)| hex)
    }

    /// [9.8.6] Whether the retreating unit may make for a hex.
    ///
    /// # Errors
    /// [9.8.6] when it is no active line of communications of its side.
    pub fn may_go_toward(&self, state: &State, side: Side, hex: HexId) -> Lawful {
        if self.refuges(state, side).any(|h| h == hex) {
            return Ok(());
        }
        Err(Violation::new("9.8.6", "is no active line of communications of this side", Subject::Hex(hex)))
    }

    /// [9.8.2] to [9.8.7] The hexes that the retreating unit may enter now: of the legal ones the best.
    #[must_use]
    pub fn ways_out(&self, state: &State) -> Ways {
        let battle = &state.battle;
        let unit = battle.unit;
        let none = (NOWHERE, Rank { hazardous: true, distance: 3, occupied: true });
        let mut ways = Ways { hexes: [NOWHERE; 6], count: 0, all: [none; 6], all_count: 0 };
        let Some(from) = state.hex(unit) else { return ways };
        let side = self.side_of(unit);
        let trail = &battle.trail[..usize::from(battle.steps)];
        if trail.len() == MAX_TRAIL {
            return ways;
        }
        let terrain = self.terrain(state, side);
        let Ground { enemies, zone, friends, .. } = Ground::for_side(self, state, side);
        let here = self.grid().distance(from, battle.toward);
        for to in terrain.open_from(from) {
            if enemies.has(to) || trail.contains(&to) {
                continue;
            }
            let there = self.grid().distance(to, battle.toward);
            let rank = Rank {
                hazardous: zone.has(to) || terrain.is_perilous(from, to),
                distance: (i16::from(there) - i16::from(here) + 1) as u8,
                occupied: friends.has(to),
            };
            ways.all[ways.all_count] = (to, rank);
            ways.all_count += 1;
        }
        let found = &ways.all[..ways.all_count];
        if let Some(best) = found.iter().map(|(_, rank)| *rank).min() {
            for (hex, _) in found.iter().filter(|(_, rank)| *rank == best) {
                ways.hexes[ways.count] = *hex;
                ways.count += 1;
            }
        }
        ways
    }

    /// [9.8] Whether the retreating unit may enter a hex.
    pub fn may_flee(&self, state: &State, to: HexId) -> Lawful {
        let ways = self.ways_out(state);
        if ways.as_slice().contains(&to) {
            return Ok(());
        }
        let refuse = |case, why| Err(Violation::new(case, why, Subject::Hex(to)));
        let battle = &state.battle;
        let Some(from) = state.hex(battle.unit) else { return refuse("9.8", "nobody is retreating") };
        let side = self.side_of(battle.unit);
        if !self.grid().adjacent(from, to) {
            return refuse("9.8", "a retreat leads from hex to neighbouring hex");
        }
        if battle.trail[..usize::from(battle.steps)].contains(&to) {
            return refuse("9.8.3", "a retreat enters no hex twice");
        }
        if !self.terrain(state, side).passes(from, to) {
            let river = || Violation::new("9.8.2", "a major river bars the way", Subject::Hexside(from, to));
            return Err(self.why_no_pontoon(state, side, (from, to)).unwrap_or_else(river));
        }
        let mine = ways.all[..ways.all_count].iter().find(|(hex, _)| *hex == to).map(|(_, rank)| *rank);
        let best = ways.all[..ways.all_count].iter().map(|(_, rank)| *rank).min();
        match (mine, best) {
            (Some(mine), Some(best)) if mine.hazardous && !best.hazardous => refuse("9.8.2", "there is a safe hex"),
            (Some(mine), Some(best)) if mine.distance > best.distance => {
                refuse("9.8.6", "there is a hex nearer to the line of communications")
            }
            (Some(_), Some(_)) => refuse("9.8.5", "there is a way that leads through no friend"),
            _ => refuse("9.8.2", "the enemy holds the hex"),
        }
    }

    /// [9.8.4] The unit enters a hex, with a die for each hazard.
    pub(crate) fn flee(&self, state: &mut State, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let unit = state.battle.unit;
        let Some(from) = state.hex(unit) else { return };
        let side = self.side_of(unit);
        let zone = self.in_zone(state, side.other(), to);
        let bridge = self.terrain(state, side).is_perilous(from, to);
        let crowded = self.unit_of_side_at(state, side, to).is_some();
        let steps = usize::from(state.battle.steps);
        state.battle.trail[steps] = to;
        state.battle.steps += 1;
        for (danger, what) in [(zone, "an enemy zone of control"), (bridge, "a bridge")] {
            if !danger {
                continue;
            }
            let die = umpire.roll(6, Case("9.8.4"));
            let lost = die as i8 <= self.figures().hazard_break_max_roll;
            umpire.tell(|| {
                let how = if lost { "fails" } else { "gets through" };
                let text = format!("hazardous retreat of {} past {what}: a {die}, {how} [9.8.4]", self.tag(unit));
                self.unit_event(Kind::Die, "9.8.4", unit, &[from, to], text).rolled(die)
            });
            if lost {
                state.hexes[usize::from(unit)] = to;
                // [2.0] It breaks in the hex, and so was in it last.
                self.note_passage(state, side, to);
                self.break_in_retreat(state, to, !crowded, "9.8.4", "hazardous retreat", umpire);
                return;
            }
        }
        state.hexes[usize::from(unit)] = to;
        self.note_passage(state, side, to);
        state.battle.left = state.battle.left.saturating_sub(1);
        umpire.tell(|| {
            let text = format!("{} retreats {}-{} [9.8]", self.tag(unit), self.grid().number(from), self.grid().number(to));
            self.unit_event(Kind::Retreat, "9.8", unit, &[from, to], text)
        });
        self.go_on_retreating(state, umpire);
    }

    /// The step rule: [9.8.5] a unit that would end on a friend goes on, [9.8.7] one that reaches its line of communications
    /// too early breaks.
    pub(crate) fn go_on_retreating(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let unit = state.battle.unit;
        let Some(hex) = state.hex(unit) else { return };
        let side = self.side_of(unit);
        if state.battle.left == 0 {
            let shared = self.units_of(side).into_iter().any(|u| u != unit && state.hex(u) == Some(hex));
            if !shared {
                self.end_retreat(state, umpire);
                return;
            }
            state.battle.left = 1;
        }
        if hex == state.battle.toward {
            self.break_in_retreat(state, hex, true, "9.8.7", "reached its line of communications too early", umpire);
            return;
        }
        state.frame = Frame::Flee(side);
    }

    /// [9.7] The retreating unit breaks in a hex; `open` if its path includes that hex.
    fn break_in_retreat(
        &self,
        state: &mut State,
        hex: HexId,
        open: bool,
        case: &'static str,
        why: &str,
        umpire: &mut Umpire<'_, Event>,
    ) {
        let unit = state.battle.unit;
        self.leave_path(state, true, open, hex);
        self.break_unit(state, unit, hex, case, why, umpire);
        self.retreat_over(state, unit);
    }

    fn end_retreat(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let unit = state.battle.unit;
        self.leave_path(state, false, true, NOWHERE);
        if self.is_rout(state) {
            self.rout(state, unit, umpire);
        }
        self.retreat_over(state, unit);
    }

    fn retreat_over(&self, state: &mut State, unit: Unit) {
        let side = self.side_of(unit);
        state.battle.unit = NOBODY;
        state.battle.left = 0;
        state.battle.steps = 0;
        state.battle.trail = [NOWHERE; MAX_TRAIL];
        state.battle.toward = NOWHERE;
        state.frame = Frame::Retreat(side);
    }

    /// [9.9.1] The path of the unit that has retreated: the hex it held, and the next if it left that too or broke in it and
    /// no friend was there.
    fn leave_path(&self, state: &mut State, broke: bool, open: bool, grave: HexId) {
        let battle = &state.battle;
        let unit = battle.unit;
        let side = self.side_of(unit);
        let steps = usize::from(battle.steps);
        let start = battle.trail[0];
        let second = match steps {
            0 | 1 => NOWHERE,
            // It stands in the second hex, or broke in it.
            2 if broke && open => battle.trail[1],
            2 => NOWHERE,
            _ => battle.trail[1],
        };
        let friend = second != NOWHERE && self.units_of(side).into_iter().any(|u| u != unit && state.hex(u) == Some(second));
        let second = if friend { NOWHERE } else { second };
        // A unit that broke before it left its hex.
        let first = if steps <= 1 && !broke { NOWHERE } else { start };
        self.doom_garrison(state, unit, start);
        self.add_path(state, Path { hexes: [first, second], unit, grave });
    }
}

/// [9.8] Which unit of this side retreats next?
#[derive(Clone, Copy)]
pub(crate) struct Retreat(pub Side);

impl Room<Campaign> for Retreat {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("9.8"))
    }

    fn list(self, _game: &Campaign, state: &State, out: &mut Vec<Action>) {
        out.extend(state.battle.pending.into_iter().map(Action::Retreat));
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Retreat(unit) => game.may_retreat(state, unit),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Retreat(unit) = action {
            game.begin_retreat(state, unit, umpire);
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        match (state.battle.pending.len(), state.battle.pending.first()) {
            (1, Some(unit)) => game.begin_retreat(state, unit, umpire),
            (_, Some(_)) => return false,
            _ => state.frame = Frame::Advance(self.0.other()),
        }
        true
    }
}

/// [9.8.6] Towards which line of communications does the retreating unit go?
#[derive(Clone, Copy)]
pub(crate) struct Toward(pub Side);

impl Toward {
    fn set_out(game: &Campaign, state: &mut State, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        state.battle.toward = hex;
        game.go_on_retreating(state, umpire);
    }
}

impl Room<Campaign> for Toward {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("9.8.6"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        out.extend(game.refuges(state, self.0).map(Action::Toward));
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Toward(hex) => game.may_go_toward(state, self.0, hex),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Toward(hex) = action {
            Self::set_out(game, state, hex, umpire);
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let only = {
            let mut refuges = game.refuges(state, self.0);
            let first = refuges.next();
            first.filter(|_| refuges.next().is_none())
        };
        let Some(only) = only else { return false };
        Self::set_out(game, state, only, umpire);
        true
    }
}

/// [9.8] Which hex does the retreating unit enter?
#[derive(Clone, Copy)]
pub(crate) struct Flee(pub Side);

impl Room<Campaign> for Flee {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("9.8"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        out.extend(game.ways_out(state).as_slice().iter().map(|&hex| Action::Flee(hex)));
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Flee(hex) => game.may_flee(state, hex),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Flee(hex) = action {
            game.flee(state, hex, umpire);
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        match *game.ways_out(state).as_slice() {
            [] => {
                let Some(hex) = state.hex(state.battle.unit) else { return false };
                game.break_in_retreat(state, hex, true, "9.8.2", "no way out", umpire);
            }
            [only] => game.flee(state, only, umpire),
            _ => return false,
        }
        true
    }
}
