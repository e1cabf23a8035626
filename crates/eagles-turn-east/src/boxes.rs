//! [6.11] Boxes off the map, [II.a] [6.9] entry and return, transit, the exit towards Thorn, and the armistice.

use crate::event::{Event, Kind};
use crate::force::Foes;
use crate::roster::Start;
use crate::state::{Away, By, Frame, Leader, Leaders, Side, State, Unit};
use crate::tread::with_tread;
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::{Case, HexId, Subject, Umpire, UnitId, Violation};

/// [6.9] How far from a blocked entry somebody may come in.
const DETOUR: u8 = 5;
/// [6.11] Half Movement Points of leaving the map.
const EXIT: u8 = 2;
/// [6.11] Strength Points that make Thorn tremble.
const MENACE: u16 = 7;
/// [6.11] Mark of a unit that has gone off towards Thorn in a Force of seven.
const TO_THORN: u8 = 1;
/// [6.11] Turns after a won battle in which the Coalition may seek an armistice.
const ARMISTICE: u8 = 7;
/// [6.11] How far from a Cantonment point a retreat may leave the map.
const RETREAT: u8 = 5;

fn no(case: &'static str, why: &'static str, leader: Leader) -> Violation {
    Violation::new(case, why, Subject::Unit(UnitId(leader.into())))
}

impl Campaign {
    /// A box by its name in the set-up.
    pub(crate) fn box_named(&self, name: &str) -> Away {
        Away::ALL.into_iter().find(|away| away.name() == name).unwrap_or(Away::Cantonment)
    }

    /// [6.11] The hexes at which a box lies.
    pub(crate) fn exits(&self, away: Away) -> &[HexId] {
        self.ground().area(match away {
            Away::Podlasia => "exit_podlasia",
            Away::Goniondz => "exit_goniondz",
            Away::Thorn => "exit_thorn",
            Away::Cantonment => "cantonment",
            Away::Danzig => "exit_danzig",
            Away::No | Away::Due | Away::Disbanded | Away::Driven | Away::Sea => "",
        })
    }

    /// [6.11] The box into which one leaves the map at a hex.
    pub(crate) fn exit_at(&self, hex: HexId) -> Option<Away> {
        if !self.scenario.compiled.exits.has(hex) {
            return None;
        }
        [Away::Podlasia, Away::Goniondz, Away::Thorn, Away::Cantonment].into_iter().find(|away| self.exits(*away).contains(&hex))
    }

    /// [6.11] The same for a Force: towards Danzig too, when the road is open.
    fn exit_for(&self, state: &State, hex: HexId) -> Option<Away> {
        if !self.scenario.compiled.exits.has(hex) {
            return None;
        }
        let danzig = self.road_to_danzig(state) && self.exits(Away::Danzig).contains(&hex);
        if danzig { Some(Away::Danzig) } else { self.exit_at(hex) }
    }

    /// [6.11] Whether the march in hand is one on which its leader can leave the map at all.
    fn goes_off(&self, state: &State) -> bool {
        let fits = self.is_campaign() && self.side_of(state.hand) == Side::Coalition && !self.is_outpost(state.hand);
        fits && state.by != By::Forced && !state.halted && state.force.len() == 1 && state.sector == 0
    }

    /// [6.11] [3.4] Whether the leader in hand can march to a hex and leave the map there at once. Be it ever so full, his move does not end in it.
    pub(crate) fn leaves_at(&self, state: &State, foes: &Foes, hex: HexId, spent: u16) -> bool {
        let able = self.goes_off(state) && !self.rests(state, Side::Coalition) && !foes.zone.has(hex);
        able && self.exit_for(state, hex).is_some() && u16::from(self.points_left(state, state.hand)) >= spent + u16::from(EXIT)
    }

    /// [6.11] Whether the leader in hand can leave the map where he stands.
    pub(crate) fn may_exit(&self, state: &State) -> Result<Away, Violation> {
        let leader = state.hand;
        if !self.is_campaign() {
            return Err(no("6.11", "boxes off the map belong to campaigns", leader));
        }
        if self.side_of(leader) == Side::Coalition {
            if state.by == By::Forced {
                return Err(no("6.11", "nobody leaves the map on a Forced March", leader));
            }
            self.may_act_on(state)?;
            if state.force.len() > 1 {
                return Err(no("3.4", "others have followed: each leaves the map on a march of his own", leader));
            }
        }
        if !self.goes_off(state) {
            return Err(no("6.11", "only leaders of the Coalition leave the map, on a march of their own", leader));
        }
        // [14] At rest one marches towards one's objective, and no farther.
        if self.rests(state, Side::Coalition) {
            return Err(no("14", "the Fortnight passes at rest: nobody leaves the map", leader));
        }
        if self.is_stopped(state, &self.foes(state, Side::Coalition), leader) {
            return Err(no("6.5", "an enemy zone of control has stopped the march", leader));
        }
        let Some(away) = state.hex(leader).and_then(|hex| self.exit_for(state, hex)) else {
            return Err(no("6.11", "this is no exit", leader));
        };
        if self.points_left(state, leader) < EXIT {
            return Err(no("6.11", "leaving the map takes a Movement Point", leader));
        }
        Ok(away)
    }

    /// [6.11] Whether he can do so into Cantonment though the code of the exit leads elsewhere: sources of the Coalition let him choose.
    pub(crate) fn may_canton(&self, state: &State) -> Result<Away, Violation> {
        let quarters = state.hex(state.hand).is_some_and(|hex| self.exits(Away::Cantonment).contains(&hex));
        match self.may_exit(state)? {
            Away::Cantonment => Err(no("6.11", "this exit leads into Cantonment only: use exit", state.hand)),
            _ if quarters => Ok(Away::Cantonment),
            _ => Err(no("6.11", "only at sources of the Coalition one goes into Cantonment", state.hand)),
        }
    }

    /// [6.11] The leader in hand leaves the map, into Cantonment if he likes; nobody takes attrition for it.
    pub(crate) fn leave_map(&self, state: &mut State, quarters: bool, umpire: &mut Umpire<'_, Event>) {
        let away = if quarters { self.may_canton(state) } else { self.may_exit(state) };
        let Ok(away) = away else { return };
        let leader = state.hand;
        let points = self.points(state, leader);
        self.put_away(state, leader, away, umpire);
        if away == Away::Thorn && points >= MENACE {
            self.menace_thorn(state, leader, umpire);
        }
        if away == Away::Danzig && points >= u16::from(self.figures().relief) {
            self.relieve_by_land(state, leader, umpire);
        }
        let by = state.by;
        self.put_down(state, umpire);
        if by == By::Entry {
            state.frame = Frame::Command;
        }
        self.seek_peace(state, umpire);
    }

    /// A leader goes into a box.
    pub(crate) fn put_away(&self, state: &mut State, leader: Leader, away: Away, umpire: &mut Umpire<'_, Event>) {
        let (at, side) = (usize::from(leader), self.side_of(leader));
        let hex = state.hexes[at];
        state.exit[at] = hex;
        state.hexes[at] = NOWHERE;
        state.away[at] = away;
        // [II.a] Who goes off in the enemy's turn may be back in his own, be it in the same Game-Turn.
        state.since[at] = if side == state.phasing { state.turn } else { state.turn.saturating_sub(1) };
        umpire.tell(|| {
            let number = self.grid().number(hex);
            let text = format!("{} leaves the map at {number}: {} [6.11]", self.tag(leader), away.name());
            let veiled = format!("a {} counter leaves the map at {number}: {} [6.11]", side.name(), away.name());
            self.event(Kind::Leader, "6.11", Leaders::one(leader.into()), &[hex], text).veiled(side, Some(veiled))
        });
    }

    /// [6.11] [10.2] Seven points off towards Thorn: the Siege Duration Table tells how long Thorn and Warsaw are closed, and what it does to morale.
    fn menace_thorn(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        if self.points_new_to(state, leader, TO_THORN) < MENACE {
            self.tell_of_old_sortie(leader, umpire);
            return;
        }
        self.note_sortie(state, leader, TO_THORN);
        let die = umpire.roll(6, Case("6.11"));
        let fortnights = siege(die);
        state.shift -= fortnights as i8;
        if fortnights > 0 {
            // The Fortnight that runs is the first.
            let calendar = &self.scenario.calendar;
            let mut later = (state.turn + 1..=crate::calendar::TURNS as u8).filter(|&turn| calendar.turn(turn).first);
            let end = later.nth(usize::from(fortnights) - 1).map_or(crate::calendar::TURNS as u8, |turn| turn - 1);
            state.thorn = state.thorn.max(end);
        }
        umpire.tell(|| {
            let text = format!("a Force goes off towards Thorn: die {die}, {fortnights} Fortnights and spaces [6.11]");
            self.note(Kind::Note, "6.11", text).rolled(die)
        });
    }

    /// [6.11] Points of a Force for which no die has been cast yet on this road: a Force that comes back and goes off once more has had its own.
    pub(crate) fn points_new_to(&self, state: &State, leader: Leader, road: u8) -> u16 {
        let new = self.on_track(state, leader).filter(|unit| state.sorties[usize::from(*unit)] & road == 0);
        new.flat_map(|unit| state.strength[usize::from(unit)]).map(u16::from).sum()
    }

    /// [6.11] A die has been cast for all units of a Force.
    pub(crate) fn note_sortie(&self, state: &mut State, leader: Leader, mark: u8) {
        let units: Vec<Unit> = self.on_track(state, leader).collect();
        units.into_iter().for_each(|unit| state.sorties[usize::from(unit)] |= mark);
    }

    pub(crate) fn tell_of_old_sortie(&self, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        umpire.tell(|| {
            let text = format!("{} has gone off there before: no die is cast again [6.11]", self.tag(leader));
            self.event(Kind::Leader, "6.11", Leaders::one(leader.into()), &[], text).veiled(self.side_of(leader), None)
        });
    }

    /// [6.11] The Coalition has nobody left on the map: an armistice, but where the marker has just left the track [10.3].
    pub(crate) fn seek_peace(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let goes_on = state.frame != Frame::Over && state.ended == 0;
        if self.is_campaign() && goes_on && self.forces(state, Side::Coalition).is_empty() {
            state.ended = crate::politics::ARMISTICE;
            self.finish(state, umpire);
        }
    }

    /// [6.11] Whether the Coalition can ask for an armistice.
    pub(crate) fn may_make_peace(&self, state: &State) -> Result<(), Violation> {
        let recent = state.won > 0 && state.turn.checked_sub(state.won).is_some_and(|turns| turns <= ARMISTICE);
        let asked = match state.frame {
            Frame::Forced => state.phasing.other(),
            // [14] How a Fortnight passes is asked between two Game-Turns.
            Frame::Season => Side::Coalition,
            _ => state.phasing,
        };
        if self.is_campaign() && asked == Side::Coalition && recent {
            return Ok(());
        }
        let why = "the Coalition may seek an armistice within seven turns of a battle that moved the marker its way";
        Err(Violation::new("6.11", why, Subject::None))
    }

    /// [6.11] Whether it can do so here: at any time, between two of its actions. When its turn begins that is one of them, and while it attacks the marker
    /// has still to move.
    pub(crate) fn may_break_off(&self, state: &State) -> bool {
        let in_command = matches!(state.frame, Frame::Disband | Frame::Sea | Frame::Organize);
        let in_movement = matches!(state.frame, Frame::Command | Frame::Initiative | Frame::Forced);
        // [14] [3.6] `[13]` What is asked before its turn, too.
        let before = matches!(state.frame, Frame::Season | Frame::Succeed | Frame::Fleet);
        (in_command || in_movement || before) && self.may_make_peace(state).is_ok()
    }

    /// [6.11] The Coalition ends the war.
    pub(crate) fn make_peace(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.ended = crate::politics::ARMISTICE;
        self.finish(state, umpire);
    }

    /// [6.9] [6.11] The hexes at which somebody is to come onto the map, be they free or not.
    fn entries(&self, state: &State, leader: Leader) -> Vec<HexId> {
        let at = usize::from(leader);
        match (state.away[at], &self.general(leader).start) {
            (Away::Due, _) if self.is_back_from_danzig(state, leader) => self.ports(state),
            (Away::Due, Start::Due(turn, place)) if state.since[at] == *turn && place != crate::muster::AT_SOURCE => {
                // Who is due in a box, and was not put there when the turn began, comes out of it.
                self.grid().read(place).map_or_else(|_| self.exits(self.box_named(place)).to_vec(), |hex| vec![hex])
            }
            // [3.6] Whoever comes back from his wounds does so at the source.
            (Away::Due, _) => vec![state.source[self.general(leader).army as usize]],
            // Where he left is not known of one who was set up there: any point of Cantonment serves him.
            (Away::Cantonment, _) if self.grid().holds(state.exit[at]) => vec![state.exit[at]],
            (Away::Driven, _) => self.army_sources(state, self.general(leader).army),
            (away, _) => self.exits(away).to_vec(),
        }
    }

    /// [6.9] [6.11] The hexes at which somebody can come onto the map now.
    pub(crate) fn entry_hexes(&self, state: &State, leader: Leader) -> Vec<HexId> {
        let at = usize::from(leader);
        let listed = self.entries(state, leader);
        let foes = self.foes(state, self.side_of(leader));
        let safe = |hex: HexId| !foes.held.has(hex) && !foes.zone.has(hex) && !self.comes_into_danger(state, leader, hex);
        let free = |hex: &HexId| self.ground().dry(*hex) && safe(*hex);
        let mut open: Vec<HexId> = listed.iter().copied().filter(free).collect();
        // [5.2] Whoever was driven off waits until a source is free.
        if open.is_empty() && state.away[at] != Away::Driven {
            let edge = |hex: &HexId| self.grid().around(*hex).count() < grognard_engine::grid::DIRECTIONS;
            let near = |hex: HexId| listed.iter().map(|&one| self.grid().distance(one, hex)).min().unwrap_or(u8::MAX);
            let all: Vec<HexId> = self.grid().hexes().filter(|hex| near(*hex) <= DETOUR && edge(hex) && free(hex)).collect();
            let least = all.iter().map(|&hex| near(hex)).min();
            open = all.into_iter().filter(|&hex| Some(near(hex)) == least).collect();
        }
        open.sort_unstable();
        open.dedup();
        open
    }

    /// [II.a] Whether somebody can come onto the map in this phase at all.
    fn may_come(&self, state: &State, leader: Leader) -> Result<(), Violation> {
        if usize::from(leader) >= self.leaders() || self.side_of(leader) != state.phasing || state.hex(leader).is_some() {
            return Err(no("II.a", "name a leader of yours who is off the map", leader));
        }
        let at = usize::from(leader);
        let ready = match state.away[at] {
            Away::Due => state.turn >= self.due_turn(state, leader),
            Away::Podlasia | Away::Goniondz | Away::Thorn | Away::Cantonment | Away::Danzig | Away::Driven => {
                state.turn > state.since[at]
            }
            Away::No | Away::Disbanded | Away::Sea => false,
        };
        if !ready {
            let why = match state.away[at] {
                Away::Sea => "he is on the ships: they land him",
                Away::No | Away::Disbanded => "he is neither due nor in a box off the map: he is out of play, or in the pool",
                _ => "his time has not come",
            };
            return Err(no("II.a", why, leader));
        }
        if self.is_shut_in(state, leader) {
            return Err(no("13", "the relief force stays in Danzig, or comes back when the town falls", leader));
        }
        Ok(())
    }

    /// [4.7] Whether one of the rivals would come back too near to the other. Who comes as a reinforcement does not choose where.
    fn comes_near_the_rival(&self, state: &State, leader: Leader, hex: HexId) -> bool {
        state.away[usize::from(leader)] != Away::Due && self.grid().holds(hex) && self.too_near_the_rival(state, leader, hex)
    }

    /// [6.9] Half Movement Points that somebody has left who has come in at a hex.
    fn points_past_entry(&self, state: &State, leader: Leader, hex: HexId) -> u16 {
        let price = self.ground().entry_price(hex, self.goes_on_horse(state, leader), state.weather).unwrap_or(0);
        u16::from(self.allowance(state, leader, By::Entry)).saturating_sub(price)
    }

    /// `[15]` Whether dispersed troops would come in next to an enemy, and could not concentrate there: they do not. Who comes out of Danzig goes ashore.
    fn comes_into_danger(&self, state: &State, leader: Leader, hex: HexId) -> bool {
        let gathers = || {
            let left = self.points_past_entry(state, leader, hex);
            left >= u16::from(self.figures().concentrate) && !self.is_back_from_danzig(state, leader)
        };
        self.in_danger(state, leader, hex) && !gathers()
    }

    /// [3.4] [6.9] Whether somebody who comes in at a hex can end his march: there, or farther on if too many stand there already. The limit counts where he
    /// stops.
    fn finds_room(&self, state: &State, leader: Leader, hex: HexId) -> bool {
        if self.fits(state, leader, hex) {
            return true;
        }
        let side = self.side_of(leader);
        // Who stands where he comes in, or does not go where he likes, needs room at once.
        let bound = self.rests(state, side) || self.is_wary(state, leader) || state.forage.has(leader.into());
        if bound || self.is_back_from_danzig(state, leader) {
            return false;
        }
        let horse = self.goes_on_horse(state, leader);
        let points = self.points_past_entry(state, leader, hex);
        let (foes, passage) = (self.foes(state, side), self.ground().passage(&state.going()));
        let ways: Vec<HexId> = with_tread(|walk| {
            let leave = |at: HexId, _: u16| at == hex || !foes.zone.has(at);
            walk.walk((self.ground(), passage.table(horse, state.weather)), &[hex], points, leave, |at| !foes.held.has(at));
            walk.reached().map(|(at, _)| at).collect()
        });
        ways.into_iter().any(|at| at != hex && self.fits(state, leader, at))
    }

    /// [6.9] Whether somebody can come in at a hex.
    pub(crate) fn may_enter(&self, state: &State, leader: Leader, hex: HexId) -> Result<(), Violation> {
        self.may_come(state, leader)?;
        if self.comes_near_the_rival(state, leader, hex) {
            return Err(Violation::new("4.7", "Bennigsen and Buxhowden keep three hexes apart", Subject::Hex(hex)));
        }
        if !self.entry_hexes(state, leader).contains(&hex) {
            if self.comes_into_danger(state, leader, hex) && self.entries(state, leader).contains(&hex) {
                return Err(Violation::new("15", "dispersed troops do not come in with or next to an enemy", Subject::Hex(hex)));
            }
            return Err(Violation::new("6.9", "he does not come onto the map there", Subject::Hex(hex)));
        }
        if !self.finds_room(state, leader, hex) {
            return Err(Violation::new("3.4", "too many Strength Points would stand there", Subject::Hex(hex)));
        }
        Ok(())
    }

    /// [II.a] He comes in and marches on, without a command.
    pub(crate) fn enter(&self, state: &mut State, leader: Leader, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let at = usize::from(leader);
        // `[13]` Who comes out of Danzig goes ashore, and that takes the whole turn.
        if state.away[at] == Away::Due && self.is_back_from_danzig(state, leader) {
            self.disembark(state, leader, hex, umpire);
            state.grand.ashore.insert(leader.into());
            state.grand.newcomers.insert(leader.into());
            return;
        }
        state.hexes[at] = hex;
        state.away[at] = Away::No;
        self.keep_relief(state);
        let horse = self.goes_on_horse(state, leader);
        let price = self.ground().entry_price(hex, horse, state.weather).unwrap_or(0);
        self.take(state, leader, By::Entry);
        // [15] The hex at the edge is the first that it enters.
        self.graze(state, &[hex, hex]);
        state.spent[at] = price.min(200) as u8;
        let side = self.side_of(leader);
        umpire.tell(|| {
            let number = self.grid().number(hex);
            let text = format!("{} comes onto the map at {number} [II.a]", self.tag(leader));
            let veiled = format!("a {} counter comes onto the map at {number} [II.a]", side.name());
            self.event(Kind::Move, "II.a", Leaders::one(leader.into()), &[hex], text).veiled(side, Some(veiled))
        });
        self.pass_along(state, leader, &[hex], umpire);
        // [6.10] An Outpost that was driven off lies face up until nobody sees it.
        if !self.is_outpost(leader) {
            state.genuine.insert(leader.into());
        }
        if self.is_grand() {
            state.grand.newcomers.insert(leader.into());
        }
    }

    /// [6.11] Whether somebody can go from Podlasia to Goniondz or back: a turn in place, then a turn on the way.
    pub(crate) fn may_transit(&self, state: &State, leader: Leader) -> Result<Away, Violation> {
        let at = usize::from(leader);
        if at >= self.leaders() || self.side_of(leader) != state.phasing {
            return Err(no("6.11", "name a leader of yours", leader));
        }
        let to = match state.away[at] {
            Away::Podlasia => Away::Goniondz,
            Away::Goniondz => Away::Podlasia,
            _ => return Err(no("6.11", "only Podlasia and Goniondz are joined", leader)),
        };
        // `[18]` Without sheet S there is no Podlasia.
        if self.exits(to).is_empty() {
            return Err(no("6.11", "the sheet with the exits of the other box is not in play", leader));
        }
        if state.since[at] > 0 && state.turn < state.since[at] + 2 {
            return Err(no("6.11", "he must hold in place for a turn first", leader));
        }
        Ok(to)
    }

    pub(crate) fn transit(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        let Ok(to) = self.may_transit(state, leader) else { return };
        let side = self.side_of(leader);
        state.away[usize::from(leader)] = to;
        state.since[usize::from(leader)] = state.turn;
        umpire.tell(|| {
            let text = format!("{} goes to {} [6.11]", self.tag(leader), to.name());
            let veiled = format!("a {} counter goes to {} [6.11]", side.name(), to.name());
            self.event(Kind::Leader, "6.11", Leaders::one(leader.into()), &[], text).veiled(side, Some(veiled))
        });
    }

    /// Lists entries and transits.
    pub(crate) fn list_entries(&self, state: &State, out: &mut Vec<Action>) {
        let absent = self.scenario.roster.sides[state.phasing as usize].less(self.present(state, state.phasing));
        for leader in absent.into_iter().map(|leader| leader as Leader) {
            if self.may_come(state, leader).is_ok() {
                let able = |hex: &HexId| !self.comes_near_the_rival(state, leader, *hex) && self.finds_room(state, leader, *hex);
                out.extend(self.entry_hexes(state, leader).into_iter().filter(able).map(|hex| Action::Enter(leader, hex)));
            }
            if !self.rests(state, state.phasing) && self.may_transit(state, leader).is_ok() {
                out.push(Action::Transit(leader));
            }
        }
    }

    /// [6.11] Whether a group that retreats may leave the map: at or near a Cantonment point.
    pub(crate) fn may_retreat_off(&self, side: Side, from: HexId) -> Option<HexId> {
        if !self.is_campaign() || side != Side::Coalition {
            return None;
        }
        let points = self.exits(Away::Cantonment).iter().copied();
        let near = points.filter(|&point| self.grid().distance(point, from) <= RETREAT);
        near.min_by_key(|&point| (self.grid().distance(point, from), point))
    }
}

/// [10.2] The Siege Duration Table.
#[must_use]
pub const fn siege(die: u8) -> u8 {
    match die {
        0 | 1 => 2,
        2 | 3 => 1,
        _ => 0,
    }
}
