//! [II.b] [II.c] [III.a] Marches: by Movement Command, by Initiative, by Forced March; leaders who ride; Forces of several leaders.

use crate::Campaign;
use crate::event::{Event, Kind};
use crate::roster::{Army, Rank};
use crate::state::{Away, By, Frame, Leader, Leaders, NOBODY, Phase, Side, State};
use crate::words::with_added;
use grognard_engine::fields::NOWHERE;
use grognard_engine::{Case, HexId, Subject, Umpire, UnitId, Violation};

/// [3.4] Why a mixed Force gets no command.
pub(crate) const MIXED: &str = "a command moves one army only: Russians and Prussians together need Initiative";

fn no(case: &'static str, why: &'static str, leader: Leader) -> Violation {
    Violation::new(case, why, Subject::Unit(UnitId(leader.into())))
}

impl Campaign {
    /// Whether a counter is a leader on the map whom this side can activate now.
    pub(crate) fn may_activate(&self, state: &State, side: Side, leader: Leader) -> Result<(), Violation> {
        if usize::from(leader) >= self.leaders() {
            return Err(no("3.4", "name a leader: units march with the leader on whose track they stand", leader));
        }
        if self.side_of(leader) != side {
            return Err(no("II.b", "this leader is not yours", leader));
        }
        if state.hex(leader).is_none() {
            return Err(no("II.b", "this leader is not on the map", leader));
        }
        if state.phase == Phase::ForcedMarch && state.marched.has(leader.into()) {
            return Err(no("16.3", "help comes to him at the sound of the guns: he stays", leader));
        }
        if state.acted.has(leader.into()) {
            return Err(no("17", "this leader has been activated in this phase already", leader));
        }
        if state.grand.ashore.has(leader.into()) {
            return Err(no("I.a.5", "troops that have just gone ashore do not move in that turn", leader));
        }
        Ok(())
    }

    /// Whether a leader can march with troops of his own, or looks as if he did.
    pub(crate) fn may_march(&self, state: &State, side: Side, leader: Leader) -> Result<(), Violation> {
        self.may_activate(state, side, leader)?;
        if self.points(state, leader) == 0 && !self.is_outpost(leader) {
            let rides = state.frame == Frame::Command;
            return Err(no("3.5", if rides { "he has no troops: let him ride" } else { "he has no troops" }, leader));
        }
        Ok(())
    }

    /// [3.4] Whether a leader can be activated as a Force Leader: with troops of his own, or with others who could follow him.
    pub(crate) fn may_lead(&self, state: &State, side: Side, leader: Leader) -> Result<(), Violation> {
        let able = self.may_march(state, side, leader);
        // Company is asked for only where it makes a difference.
        if able.is_err() && self.may_activate(state, side, leader).is_ok() {
            if self.has_company(state, leader) {
                return Ok(());
            }
            if state.frame != Frame::Command {
                return Err(no("3.5", "he has no troops, and nobody with or next to him whom he could lead", leader));
            }
        }
        able
    }

    /// [3.4] Whether somebody with troops stands with or next to a leader who could march with him. [6.10] Whatever looks like a Force counts.
    pub(crate) fn has_company(&self, state: &State, leader: Leader) -> bool {
        let (side, Some(hex)) = (self.side_of(leader), state.hex(leader)) else { return false };
        let friends = self.forces(state, side).or(self.outposts(state, side)).less(state.acted);
        !friends.less(Leaders::one(leader.into())).and(self.standing_near(state, hex)).is_empty()
    }

    /// [II.b.1] Why the Center of an army sends no commands, and under which case; nothing if it does.
    fn silence(&self, state: &State, army: Army) -> Option<(&'static str, &'static str)> {
        let office = &state.offices[army as usize];
        if office.away == Away::Disbanded {
            return Some(("I.a.3", "the Center of Operations is disbanded"));
        }
        if self.is_boxed(state, army) {
            return Some(("6.11", "the Center of Operations is off the map: the army spends no points"));
        }
        // [5.2] Off the primary roads it counts as having moved.
        let stands = office.center != NOWHERE && self.ground().on_primary(office.center) && office.moved == 0;
        if stands && !office.has_line() {
            return Some(("5.1", "the Center of Operations has no Line of Communications"));
        }
        let idle = !self.is_active(state, army) || office.former != office.center;
        idle.then_some(("5.2", "the Center of Operations is not active, or has moved already"))
    }

    /// [II.b.1] [5.5] Whether the office of a campaign can send a Force a command.
    fn may_dispatch(&self, state: &State, leader: Leader) -> Result<(), Violation> {
        let army = self.general(leader).army;
        if state.offices[army as usize].points == 0 {
            return Err(no("5.5", "the army has no Administrative Point left", leader));
        }
        if let Some((case, why)) = self.silence(state, army) {
            return Err(no(case, why, leader));
        }
        if self.is_sulking(state, leader) {
            return Err(no("4.7", "Buxhowden takes no commands: try Initiative", leader));
        }
        if state.unheard.has(leader.into()) {
            return Err(no("5.3", "he was out of Dispatch Distance when the segment began: try Initiative", leader));
        }
        Ok(())
    }

    /// [II.b.1] Whether a Force can be given a Movement Command.
    pub(crate) fn may_command(&self, state: &State, leader: Leader) -> Result<(), Violation> {
        self.may_lead(state, state.phasing, leader)?;
        let side = state.phasing;
        if self.is_outpost(leader) {
            return Ok(());
        }
        let army = if self.is_campaign() { self.general(leader).army } else { side.armies()[0] };
        if state.changing[army as usize] != NOWHERE {
            return Err(no("I.a.2", "no commands while the supply source is being changed", leader));
        }
        if state.commands == 0 && !self.is_campaign() {
            return Err(no("5.5", "no Movement Command is left in this turn", leader));
        }
        if state.hex(leader).is_some_and(|hex| !self.controllers(state, side, hex).is_empty()) {
            return Err(no("6.3", "a command does not lead out of an enemy zone of control: try Initiative", leader));
        }
        if self.mixes_armies(state, leader) {
            return Err(no("II.b.1", MIXED, leader));
        }
        if self.is_campaign() {
            return self.may_dispatch(state, leader);
        }
        if !self.has_line(state, &self.lines(state, side), leader) {
            return Err(no("5.1", "the Force has no Line of Communications: try Initiative", leader));
        }
        Ok(())
    }

    /// [3.5] Whether a leader without troops can ride.
    pub(crate) fn may_ride(&self, state: &State, leader: Leader) -> Result<(), Violation> {
        self.may_activate(state, state.phasing, leader)?;
        if self.points(state, leader) > 0 {
            return Err(no("3.5", "he leads troops: give him a command, or try Initiative", leader));
        }
        if self.is_outpost(leader) {
            return Err(no("6.10", "an Outpost moves as a Force does", leader));
        }
        Ok(())
    }

    /// A Force is taken in hand.
    pub(crate) fn take(&self, state: &mut State, leader: Leader, by: By) {
        let line = by != By::Ride && !self.is_outpost(leader) && self.is_supplied(state, leader);
        state.hand = leader;
        state.by = by;
        state.origin = state.hexes[usize::from(leader)];
        state.force = Leaders::one(leader.into());
        state.halted = false;
        state.spent[usize::from(leader)] = 0;
        state.fodder = [0; 2];
        state.supplied = if line { state.force } else { Leaders::EMPTY };
        state.acted.insert(leader.into());
        state.frame = Frame::March;
    }

    pub(crate) fn command(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        if !self.is_campaign() {
            state.commands -= 1;
        } else if !self.is_outpost(leader) {
            state.offices[self.general(leader).army as usize].points -= 1;
        }
        self.take(state, leader, By::Command);
        // [6.10] An Outpost needs none.
        let what = if self.is_outpost(leader) { "may march" } else { "gets a Movement Command" };
        self.tell_activation(state, leader, "II.b.1", what, umpire);
    }

    /// [5.1] [5.3] Whether a Force draws on the administration of its army.
    pub(crate) fn is_supplied(&self, state: &State, leader: Leader) -> bool {
        let Some(hex) = state.hex(leader) else { return false };
        if self.is_campaign() {
            return self.is_fed(state, self.general(leader).army, hex);
        }
        self.has_line(state, &self.lines(state, self.side_of(leader)), leader)
    }

    fn tell_activation(&self, state: &State, leader: Leader, case: &'static str, what: &str, umpire: &mut Umpire<'_, Event>) {
        let (side, hex) = (self.side_of(leader), state.hexes[usize::from(leader)]);
        umpire.tell(|| {
            let number = self.grid().number(hex);
            let text = format!("{} in {number} {what} [{case}]", self.tag(leader));
            // [6.10] In a campaign nobody sees what moves a counter: it may be a dummy.
            let seen = if self.is_campaign() { "is activated" } else { what };
            let veiled = format!("a {} Force in {number} {seen} [{case}]", side.name());
            self.event(Kind::Activation, case, Leaders::one(leader.into()), &[hex], text).veiled(side, Some(veiled))
        });
    }

    /// [6.4] [II.c] [III.a] A leader rolls for Initiative; in an enemy zone the enemies who hold him are shown first.
    pub(crate) fn try_initiative(
        &self,
        state: &mut State,
        leader: Leader,
        (by, guns): (By, bool),
        umpire: &mut Umpire<'_, Event>,
    ) {
        let case = if by == By::Forced { "III.a" } else { "II.c" };
        if self.is_outpost(leader) {
            self.take(state, leader, by);
            self.tell_activation(state, leader, case, "may march", umpire);
            return;
        }
        let (side, hex) = (self.side_of(leader), state.hexes[usize::from(leader)]);
        let foes = self.controllers(state, side, hex);
        self.reveal(state, foes, "6.6", umpire);
        // [15] Dispersed troops suffer no Resistance Modifier.
        let resisting = if state.forage.has(leader.into()) { Leaders::EMPTY } else { foes };
        let resistance = self.resistance(state, leader, resisting);
        let die = umpire.roll(6, Case(case));
        // [16.3] The sound of the guns takes one from the die.
        let sum = resistance.sum() - i16::from(guns);
        let modified = (i16::from(die) + sum).clamp(0, 20) as u8;
        let rating = self.general(leader).initiative;
        let success = modified <= rating;
        // Everybody sees the die and what came of it.
        let [least, most] = &mut state.rating;
        if self.is_campaign() {
            if !success {
                state.genuine.insert(leader.into());
            }
        } else if success {
            least[usize::from(leader)] = least[usize::from(leader)].max(modified);
        } else {
            most[usize::from(leader)] = most[usize::from(leader)].min(modified.saturating_sub(1));
        }
        umpire.tell(|| {
            let (number, added) = (self.grid().number(hex), with_added(sum));
            let outcome = if success { "may march" } else { "stands still" };
            let text = format!("{} in {number} rolls {die}{added} against {rating} and {outcome} [{case}]", self.tag(leader));
            let event = self.event(Kind::Activation, case, Leaders::one(leader.into()), &[hex], text);
            if self.is_campaign() {
                let seen = if success { "is activated" } else { "stands still" };
                return event.veiled(side, Some(format!("a {} Force in {number} {seen} [{case}]", side.name())));
            }
            let veiled = format!("a {} Force in {number} rolls {die}{added} and {outcome} [{case}]", side.name());
            event.rolled(die).veiled(side, Some(veiled))
        });
        let astray = self.goes_astray(leader, die);
        if by == By::Forced && self.options.hurry {
            state.strain[usize::from(leader)] = resistance.sum().clamp(-19, 19) as i8;
        }
        if success || astray {
            self.take(state, leader, by);
            state.guns = guns && success;
        } else {
            state.acted.insert(leader.into());
        }
        if astray && !success {
            self.roll_sector(state, leader, umpire);
            if self.ways_astray(state).is_empty() {
                self.put_down(state, umpire);
            }
        }
    }

    /// A leader goes along a way; what he meets there gives way.
    pub(crate) fn pass_along(&self, state: &mut State, leader: Leader, way: &[HexId], umpire: &mut Umpire<'_, Event>) {
        let side = self.side_of(leader);
        let Some(&last) = way.last() else { return };
        state.hexes[usize::from(leader)] = last;
        self.stop_digging(state, leader, last);
        state.restless |= self.is_restless(state, leader);
        let held = state.koenigsberg;
        if self.points(state, leader) == 0 {
            // [6.10] Until it is known an Outpost does as a Force does: enemy leaders alone give way to it.
            if self.is_outpost(leader) && !state.bare.has(leader.into()) {
                way.iter().for_each(|&hex| self.displace(state, side, hex, umpire));
                self.judge_by_deeds(state, leader, way, umpire);
                self.watch_koenigsberg(state, leader, way, held);
            }
            return;
        }
        self.judge_by_deeds(state, leader, way, umpire);
        self.startle(state, leader, way, umpire);
        let met = self.meets_anything(state, side, way);
        for &hex in way {
            if met {
                self.drive_off(state, side, hex, umpire);
            }
            self.take_place(state, side, hex);
            // [6.10] Some may have been left by whoever gave way to him: no Outpost takes them.
            if self.is_campaign() && self.capture_trains(state, leader, hex, umpire) {
                state.genuine.insert(leader.into());
            }
        }
        self.watch_koenigsberg(state, leader, way, held);
        self.sweep(state, side, way, umpire);
    }

    /// [5.2] `[14]` Centers flee from a Force that passes by as from one that stops, and it rouses those at rest: it looks round on its way.
    fn startle(&self, state: &mut State, leader: Leader, way: &[HexId], umpire: &mut Umpire<'_, Event>) {
        let (Some(&last), true) = (way.last(), self.is_campaign()) else { return };
        let armies = self.side_of(leader).other().armies();
        for &hex in way.iter().take(way.len() - 1).skip(1) {
            let near = |army: &Army| {
                let center = state.offices[*army as usize].center;
                center != NOWHERE && self.grid().distance(center, hex) <= 1
            };
            let (passes, wakes) = (armies.iter().any(near), self.rests(state, Side::French));
            if passes || wakes {
                state.hexes[usize::from(leader)] = hex;
                self.drive_centers(state, umpire);
                self.raise_alarm(state, umpire);
                state.hexes[usize::from(leader)] = last;
            }
        }
    }

    /// `[18]` Whether a march of Napoleon before 29 January tells on the French administration.
    fn is_restless(&self, state: &State, leader: Leader) -> bool {
        self.general(leader).rank == Rank::Commander
            && state.turn < self.scenario.compiled.unhurried
            && crate::muster::campaign(&self.scenario.code) == "CS2"
            && self.side_of(leader) == Side::French
    }

    /// [3.5] Counters of a side on the map that lead nobody.
    fn idle(&self, state: &State, side: Side) -> Leaders {
        self.present(state, side).less(self.employed(state))
    }

    /// Whether anything lies on a way that gives way to a Force: [3.5] enemy leaders, [16.1] redoubts, [5.2] Centers. Where nothing does, nothing comes there meanwhile.
    fn meets_anything(&self, state: &State, side: Side, way: &[HexId]) -> bool {
        let idle = self.idle(state, side.other()).into_iter().map(|leader| state.hexes[usize::from(leader)]);
        let redoubts = state.redoubts.iter().filter(|redoubt| redoubt.side != side).map(|redoubt| redoubt.hex);
        let centers = side.other().armies().iter().map(|army| state.offices[*army as usize].center);
        idle.chain(redoubts).chain(centers).any(|hex| way.contains(&hex))
    }

    /// [3.5] Enemy leaders alone in a hex that a Force enters go to their nearest troops.
    pub(crate) fn displace(&self, state: &mut State, side: Side, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        for leader in self.standing_in(state, hex).and(self.idle(state, side.other())) {
            if self.is_outpost(leader as Leader) {
                self.run_away(state, leader as Leader, umpire);
            } else {
                self.expel(state, leader as Leader, hex, umpire);
            }
        }
    }

    /// [3.5] [16.1] [5.2] Whatever a Force finds in a hex that it enters gives way: enemy leaders alone, redoubts, Centers.
    pub(crate) fn drive_off(&self, state: &mut State, side: Side, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        self.displace(state, side, hex, umpire);
        self.raze(state, side, hex, umpire);
        for &army in side.other().armies() {
            if state.offices[army as usize].center == hex {
                self.flee_center(state, army, umpire);
            }
        }
    }

    /// [10.3] Whoever was last to move a combat unit into a place holds it.
    pub(crate) fn take_place(&self, state: &mut State, side: Side, hex: HexId) {
        if !self.ground().is_prize(hex) {
            return;
        }
        if self.ground().area("koenigsberg").contains(&hex) {
            state.koenigsberg = side;
        }
        self.take_town(state, side, hex);
    }

    pub(crate) fn tell_move(&self, leader: Leader, way: &[HexId], case: &'static str, umpire: &mut Umpire<'_, Event>) {
        let side = self.side_of(leader);
        umpire.tell(|| {
            let end = way.last().map_or_else(String::new, |&hex| self.grid().number(hex));
            let start = way.first().map_or_else(String::new, |&hex| self.grid().number(hex));
            let text = format!("{} marches from {start} to {end} [{case}]", self.tag(leader));
            let veiled = format!("a {} counter marches from {start} to {end} [{case}]", side.name());
            self.event(Kind::Move, case, Leaders::one(leader.into()), way, text).veiled(side, Some(veiled))
        });
    }

    /// Whether the Force in hand can do anything more on its march; [6.5] whoever was stopped by an enemy zone may still work, and be followed.
    pub(crate) fn may_act_on(&self, state: &State) -> Result<(), Violation> {
        if state.halted && !self.was_stopped(state) { Err(self.halt_of(state)) } else { Ok(()) }
    }

    /// Why the march in hand, which has come to a halt, goes no farther.
    fn halt_of(&self, state: &State) -> Violation {
        match state.hand {
            leader if self.is_outpost(leader) => no("6.10", "the Outpost was seen and has fled: its march ends here", leader),
            leader if self.was_stopped(state) => no("6.5", "an enemy zone of control has stopped the march", leader),
            leader => no("6.7", "the repulse has failed: the march ends here", leader),
        }
    }

    /// [6.2] Whether a hex lies next to the leader in hand, but beyond a hexside that is prohibited: a primary river without a bridge, a lake, the channel.
    fn lies_beyond_water(&self, state: &State, to: HexId) -> bool {
        let Some(from) = state.hex(state.hand) else { return false };
        let going = state.going();
        let step = self.grid().direction(from, to);
        step.is_some_and(|direction| self.ground().price(from, direction, to, true, &going).is_none())
    }

    pub(crate) fn may_go(&self, state: &State, to: HexId) -> Result<(), Violation> {
        let leader = state.hand;
        if state.halted {
            return Err(self.halt_of(state));
        }
        if state.force.len() > 1 {
            return Err(no("3.4", "others have followed: the leader has finished his march", leader));
        }
        if !self.ground().dry(to) {
            return Err(Violation::new("6.2", "nobody can march there", Subject::Hex(to)));
        }
        let foes = self.foes(state, self.side_of(leader));
        if foes.held.has(to) {
            return Err(Violation::new("6.1", "an enemy Force stands there", Subject::Hex(to)));
        }
        if state.sector > 0 && self.way(state, leader, to).is_none() {
            return Err(Violation::new(
                "16.2",
                "he goes as far as he can into the sector that the die has shown",
                Subject::Hex(to),
            ));
        }
        if state.sector == 0 && self.is_stopped(state, &foes, leader) {
            return Err(no("6.5", "an enemy zone of control has stopped the march", leader));
        }
        if state.sector == 0 && state.forage.has(leader.into()) && foes.zone.has(to) {
            return Err(Violation::new("15", "dispersed troops enter no enemy zone of control", Subject::Hex(to)));
        }
        if state.guns && self.way(state, leader, to).is_none() {
            let why = "a march to the guns has five hexes at most, and no more than its points allow";
            return Err(Violation::new("16.3", why, Subject::Hex(to)));
        }
        // [16.2] Whoever goes his own way does not choose it.
        let willing = state.sector == 0;
        if willing && self.in_danger(state, leader, to) {
            return Err(Violation::new("15", "dispersed troops do not go next to an enemy", Subject::Hex(to)));
        }
        if state.hex(leader) == Some(to) || self.way(state, leader, to).is_none() {
            if self.lies_beyond_water(state, to) {
                return Err(Violation::new("6.2", "nobody crosses that hexside, and no way round leads there", Subject::Hex(to)));
            }
            return Err(Violation::new("6.1", "the Force does not get there", Subject::Hex(to)));
        }
        if willing && !self.leads_to_aim(state, leader, to) {
            return Err(Violation::new("14", "at rest one marches towards one's objective only", Subject::Hex(to)));
        }
        let passes = |(way, _): (Vec<HexId>, u8)| self.passes_the_rival(state, leader, &way);
        if willing && self.is_wary(state, leader) && self.way(state, leader, to).is_some_and(passes) {
            return Err(Violation::new("4.7", "Bennigsen and Buxhowden keep three hexes apart", Subject::Hex(to)));
        }
        let leaves = |(_, spent): (Vec<HexId>, u8)| self.leaves_at(state, &foes, to, spent.into());
        if !self.fits(state, leader, to) && !self.way(state, leader, to).is_some_and(leaves) {
            return Err(Violation::new("3.4", "too many Strength Points would stand there", Subject::Hex(to)));
        }
        if state.guns && !self.joins_battle(state, to) {
            return Err(Violation::new("16.3", "the march must end next to an attacker who was heard", Subject::Hex(to)));
        }
        Ok(())
    }

    /// [16.2] [16.3] Whether the march in hand can be ended.
    pub(crate) fn may_end_march(&self, state: &State) -> Result<(), Violation> {
        if state.sector > 0 && state.spent[usize::from(state.hand)] == 0 {
            return Err(no("16.2", "he must go his own way first", state.hand));
        }
        if self.is_late_for_the_guns(state) {
            return Err(no("16.3", "who marches to the guns does not stop before he is there", state.hand));
        }
        self.may_stop_among_friends(state)?;
        self.may_stay_dispersed(state)
    }

    /// [3.4] [6.9] [6.11] Whether the leader in hand can stop where he has come onto the map, or has come to leave it: not among too many if he can go on.
    pub(crate) fn may_stop_among_friends(&self, state: &State) -> Result<(), Violation> {
        let leader = state.hand;
        let came = state.by == By::Entry || state.hex(leader) != Some(state.origin);
        let comes = self.is_campaign() && came && self.points(state, leader) > 0;
        let Some(hex) = state.hex(leader).filter(|_| comes) else { return Ok(()) };
        if self.stack(state, self.side_of(leader), hex) <= u16::from(self.figures().stacking) {
            return Ok(());
        }
        let mut ways = Vec::new();
        self.destinations(state, &mut ways);
        if ways.is_empty() {
            return Ok(());
        }
        Err(Violation::new("3.4", "too many Strength Points would stand there", Subject::Hex(hex)))
    }

    pub(crate) fn go(&self, state: &mut State, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let leader = state.hand;
        let Some((mut way, mut spent)) = self.way(state, leader, to) else { return };
        // [6.10] A dummy that is seen on the way flees, and the march goes on from there. [16.2] Whoever goes his own way has nothing to choose there.
        let steps = if state.sector > 0 { way.len() } else { self.until_seen(state, leader, &way) };
        if steps < way.len() {
            way.truncate(steps);
            spent = self.price_along(state, leader, &way);
        }
        state.spent[usize::from(leader)] += spent;
        let figures = self.figures();
        let fast = if self.is_campaign() { figures.allowance_horse } else { figures.allowance_foot };
        if state.spent[usize::from(leader)] > fast && state.by != By::Ride {
            state.swift.insert(leader.into());
        }
        self.graze(state, &way);
        self.tell_move(leader, &way, self.march_case(state), umpire);
        self.pass_along(state, leader, &way, umpire);
        self.startle_outpost(state, &way, umpire);
        self.pin_friends(state);
    }

    /// What a way takes, in half Movement Points.
    fn price_along(&self, state: &State, leader: Leader, way: &[HexId]) -> u8 {
        let horse = self.goes_on_horse(state, leader);
        let going = state.going();
        let step = |pair: &[HexId]| {
            let direction = self.grid().direction(pair[0], pair[1])?;
            self.ground().price(pair[0], direction, pair[1], horse, &going)
        };
        way.windows(2).filter_map(step).sum::<u16>().min(200) as u8
    }

    /// [II.b.2] Whether the march in hand can be extended.
    pub(crate) fn may_extend(&self, state: &State) -> Result<(), Violation> {
        let leader = state.hand;
        if !self.is_campaign() {
            return Err(no("II.b.2", "Extended Marches belong to campaigns", leader));
        }
        if state.by != By::Command || self.is_outpost(leader) {
            return Err(no("II.b.2", "only a commanded Force makes an Extended March", leader));
        }
        if state.halted {
            return Err(self.halt_of(state));
        }
        if state.extended || state.force.len() > 1 {
            return Err(no("II.b.2", "the march is extended already, or others have followed", leader));
        }
        if state.worked > 0 {
            return Err(no("6.8", "a Force that has worked on bridges makes no Extended March", leader));
        }
        if state.offices[self.general(leader).army as usize].points == 0 {
            return Err(no("5.5", "the army has no Administrative Point left", leader));
        }
        Ok(())
    }

    pub(crate) fn extend(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let (leader, side) = (state.hand, self.side_of(state.hand));
        state.offices[self.general(leader).army as usize].points -= 1;
        state.extended = true;
        umpire.tell(|| {
            let text = format!("{} makes an Extended March [II.b.2]", self.tag(leader));
            // [1.1] The enemy sees where a counter goes, not what lets it go so far.
            self.event(Kind::Activation, "II.b.2", Leaders::one(leader.into()), &[], text).veiled(side, None)
        });
    }

    /// The march is over: attrition, and whoever is next.
    pub(crate) fn put_down(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let force = state.force;
        let marched = force.into_iter().any(|leader| state.spent[usize::from(leader)] > 0);
        if marched && state.by != By::Ride {
            if state.by != By::Forced {
                state.marched = state.marched.or(force);
                if self.is_grand() {
                    state.grand.movers = state.grand.movers.or(force);
                }
            }
            // [6.11] Whoever has left the map takes none.
            let here = force.filter(|leader| state.hex(leader as Leader).is_some());
            self.attrition(state, here, state.supplied.has(state.hand.into()), 0, umpire);
        }
        // [16.4] Who has only gathered his men where he stands has not marched into a battle; those who follow him there have.
        if state.by == By::Forced && self.options.hurry {
            let strain = state.strain[usize::from(state.hand)];
            let stayed = state.hex(state.hand) == Some(state.origin);
            let gone = if stayed { force.less(Leaders::one(state.hand.into())) } else { force };
            // Whoever leads nobody is not waited for.
            for leader in gone.and(self.employed(state)).into_iter().map(usize::from) {
                state.hurried[leader] = state.spent[leader];
                state.strain[leader] = strain;
            }
        }
        force.into_iter().for_each(|leader| state.spent[usize::from(leader)] = 0);
        Self::haul_trains(state);
        state.frame = match state.by {
            By::Command | By::Ride | By::Entry => Frame::Command,
            By::Initiative => Frame::Initiative,
            By::Forced => Frame::Forced,
        };
        state.hand = NOBODY;
        state.by = By::Command;
        state.origin = NOWHERE;
        state.force = Leaders::EMPTY;
        state.supplied = Leaders::EMPTY;
        state.halted = false;
        state.sector = 0;
        state.guns = false;
        state.extended = false;
        state.worked = 0;
        state.fodder = [0; 2];
    }
}
