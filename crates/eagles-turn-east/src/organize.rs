//! [I.b.3] The Organization Segment: units change tracks within a hex, Major Generals are made and absorbed.

use crate::event::{Event, Kind};
use crate::roster::Rank;
use crate::state::{ARMS, Away, LEADERS, Leader, Leaders, NOBODY, State, Strength, Unit};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::room::Room;
use grognard_engine::sets::Bits;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

/// [3.2] Why a unit may not leave others alone.
const LEFT_BEHIND: &str = "who stays behind needs a Major General of its own, or of its kind";

/// Lettered Major Generals who are free, as far as somebody has asked for them: by army, of cavalry and of infantry.
#[derive(Default)]
struct Spares([[Option<Option<Leader>>; 2]; 3]);

impl Spares {
    /// What [`Campaign::spare_general`] says, with each kind looked for once.
    fn get(&mut self, game: &Campaign, state: &State, unit: Unit) -> Option<Leader> {
        let body = &game.bodies()[usize::from(unit)];
        if game.scenario.roster.own_general[usize::from(unit)].is_some() {
            return game.spare_general(state, unit);
        }
        let foot = body.on_foot(state.strength[usize::from(unit)]);
        *self.0[body.army as usize][usize::from(foot)].get_or_insert_with(|| game.spare_general(state, unit))
    }
}

impl Campaign {
    /// A unit of the phasing side that can be regrouped, and where it stands.
    fn may_regroup(&self, state: &State, counter: Unit) -> Result<(Unit, HexId), Violation> {
        let no = |why: &'static str| Err(Violation::new("I.b.3", why, Subject::Unit(UnitId(counter.into()))));
        let Some(unit) = usize::from(counter).checked_sub(self.leaders()).map(|unit| unit as Unit) else {
            return no("name a unit: leaders are not regrouped");
        };
        let Some(body) = self.bodies().get(usize::from(unit)) else { return no("there is no such unit") };
        let leader = state.track[usize::from(unit)];
        let Some(hex) = state.hex(leader).filter(|_| body.army.side() == state.phasing) else {
            return no("only units of yours on the map are regrouped");
        };
        if state.strength[usize::from(unit)] == [0; ARMS] {
            return no("the unit has no strength left");
        }
        self.may_leave_shore(state, unit)?;
        if state.regrouped.has(unit.into()) && !self.awaits_berth(state, unit) {
            return no("the unit has been regrouped in this segment already");
        }
        Ok((unit, hex))
    }

    /// [I.b.2] Whether a counter that another unit has filled stands alone under the Major General made for it: it may still go to the track of a leader there.
    fn awaits_berth(&self, state: &State, unit: Unit) -> bool {
        let leader = state.track[usize::from(unit)];
        let spare = self.is_campaign() && leader != NOBODY && self.bodies()[usize::from(unit)].spare();
        let present = |one: &Unit| state.strength[usize::from(*one)] != [0; ARMS];
        spare && !self.general(leader).rank.leads() && self.on_track(state, leader).filter(present).count() == 1
    }

    fn may_transfer(&self, state: &State, counter: Unit, to: Leader) -> Result<(), Violation> {
        let (unit, hex) = self.may_regroup(state, counter)?;
        let no = |case: &'static str, why: &'static str| Err(Violation::new(case, why, Subject::Unit(UnitId(to.into()))));
        let stranger = usize::from(to) >= self.leaders() || self.is_outpost(to);
        if stranger || self.side_of(to) != state.phasing || state.hex(to) != Some(hex) {
            return no("I.b.3", "a unit changes to the track of a friendly leader in the same hex");
        }
        if !self.takes_mode(state, state.track[usize::from(unit)], to) {
            return no("15", "both must be in the same mode");
        }
        if state.track[usize::from(unit)] == to {
            return no("I.b.3", "the unit stands on his track already");
        }
        let body = &self.bodies()[usize::from(unit)];
        if self.load(state, to) + u16::from(body.load(state.strength[usize::from(unit)])) > u16::from(self.general(to).span) {
            return no("3.1", "his span does not hold it too");
        }
        if body.army != self.general(to).army && self.mixes_armies(state, to) {
            return no("3.4", "his track holds one unit of the other army already");
        }
        if !self.leaves_in_order(state, unit, None) {
            return no("I.b.3", LEFT_BEHIND);
        }
        Ok(())
    }

    /// [3.1] [3.2] Whether a Major General may stand for a unit that has nobody else above it: its own, or a lettered one of its army and kind if it has none.
    fn may_stand_for(&self, state: &State, leader: Leader, unit: Unit) -> bool {
        let (general, body) = (self.general(leader), &self.bodies()[usize::from(unit)]);
        let own = self.scenario.roster.own_general[usize::from(unit)].filter(|own| !self.is_retired(state, *own));
        match general.rank {
            Rank::Named => own == Some(leader),
            Rank::Generic => {
                let alike = general.on_foot == body.on_foot(state.strength[usize::from(unit)]);
                own.is_none() && alike && general.army == body.army
            }
            Rank::Commander | Rank::General | Rank::Outpost => true,
        }
    }

    /// [3.1] [3.2] Whether a March Regiment of cavalry can get infantry where it stands: not alone under a cavalry Major General, and within a span.
    pub(crate) fn may_take_foot(&self, state: &State, unit: Unit, arm: usize) -> Result<(), Violation> {
        let (body, now) = (&self.bodies()[usize::from(unit)], state.strength[usize::from(unit)]);
        let leader = state.track[usize::from(unit)];
        let first = body.kind == crate::counters::Kind::March && arm == 0 && now[0] == 0 && now != [0; ARMS];
        if !first || leader == NOBODY {
            return Ok(());
        }
        let counter = UnitId(u16::from(unit) + self.leaders() as u16);
        let no = |case: &'static str, why: &'static str| Err(Violation::new(case, why, Subject::Unit(counter)));
        let general = self.general(leader);
        let fit = general.rank.leads() || general.rank == Rank::Generic && general.on_foot;
        let mut others = self.on_track(state, leader).filter(|&one| one != unit && state.strength[usize::from(one)] != [0; ARMS]);
        if !fit && !others.any(|one| self.may_stand_for(state, leader, one)) {
            return no("3.2", "with infantry it needs an infantry Major General: fill it with that first");
        }
        if self.load(state, leader) + 1 > u16::from(general.span) {
            return no("3.1", "his span does not hold it with infantry");
        }
        Ok(())
    }

    /// [3.2] Whether those who stay behind on a track may be led by its Major General once a unit has gone: one of them must be a unit for which he stands.
    /// Somebody may have come onto the track meanwhile. Where he stands for nobody already, because his own have fallen, nobody is kept.
    pub(crate) fn leaves_in_order(&self, state: &State, unit: Unit, newcomer: Option<Unit>) -> bool {
        let leader = state.track[usize::from(unit)];
        if self.general(leader).rank.leads() || !self.may_stand_for(state, leader, unit) {
            return true;
        }
        let here = self.on_track(state, leader).filter(|&one| one != unit && state.strength[usize::from(one)] != [0; ARMS]);
        let mut rest = here.chain(newcomer).peekable();
        rest.peek().is_none() || rest.any(|one| self.may_stand_for(state, leader, one))
    }

    /// [3.1] The Major General under whom a unit would stand alone: its own if it has one, else the first that is free.
    pub(crate) fn spare_general(&self, state: &State, unit: Unit) -> Option<Leader> {
        self.spare_general_for(state, unit, state.strength[usize::from(unit)])
    }

    /// [3.1] The same for a unit that will have this strength.
    pub(crate) fn spare_general_for(&self, state: &State, unit: Unit, strength: Strength) -> Option<Leader> {
        let body = &self.bodies()[usize::from(unit)];
        let away = |leader: Leader| state.away[usize::from(leader)] != Away::No;
        let employed = self.employed(state);
        let free = |leader: &Leader| state.hex(*leader).is_none() && !away(*leader) && !employed.has((*leader).into());
        let own = self.scenario.roster.own_general[usize::from(unit)];
        if let Some(own) = own.filter(|own| !self.is_retired(state, *own)) {
            return Some(own).filter(free);
        }
        let foot = body.on_foot(strength);
        let lettered = self.scenario.roster.lettered[body.army as usize][usize::from(foot)];
        lettered.into_iter().map(|leader| leader as Leader).find(free)
    }

    fn may_detach(&self, state: &State, counter: Unit) -> Result<Leader, Violation> {
        let (unit, _) = self.may_regroup(state, counter)?;
        let no = |why: &'static str| Err(Violation::new("I.b.3", why, Subject::Unit(UnitId(counter.into()))));
        let leader = state.track[usize::from(unit)];
        let others = self.on_track(state, leader).filter(|&one| one != unit && state.strength[usize::from(one)] != [0; ARMS]);
        if !self.general(leader).rank.leads() && others.count() == 0 {
            return no("it stands alone under a Major General already");
        }
        if !self.leaves_in_order(state, unit, None) {
            return no(LEFT_BEHIND);
        }
        match self.spare_general(state, unit) {
            Some(general) => Ok(general),
            None => no("no Major General is free to lead it"),
        }
    }

    /// Lists transfers and detachments: what [`Campaign::may_transfer`] and [`Campaign::may_detach`] say of each, reckoned for all of them at once.
    fn list_regroupings(&self, state: &State, out: &mut Vec<Action>) {
        let side = state.phasing;
        let troops = self.troops(state);
        let (mut with, mut counts, mut foreign) = ([Bits::<2>::EMPTY; LEADERS], [0u8; LEADERS], Leaders::EMPTY);
        let ours = self.scenario.roster.units_of[side as usize];
        for unit in ours.into_iter().map(usize::from).filter(|&unit| state.strength[unit] != [0; ARMS]) {
            let (leader, body) = (usize::from(state.track[unit]), &self.bodies()[unit]);
            if leader < self.leaders() {
                counts[leader] += 1;
                with[leader].insert(unit as u16);
                if body.army != self.general(leader as Leader).army {
                    foreign.insert(leader as u16);
                }
            }
        }
        let able = self.present(state, side).less(self.scenario.roster.outposts);
        let first = self.leaders() as Unit;
        // Units stand in the order of their leaders, mostly.
        let mut last = (NOBODY, Leaders::EMPTY);
        let mut spares = Spares::default();
        let awaits_berth = |unit: u16| {
            let leader = state.track[usize::from(unit)];
            let spare = self.is_campaign() && leader != NOBODY && self.bodies()[usize::from(unit)].spare();
            spare && !self.general(leader).rank.leads() && counts[usize::from(leader)] == 1
        };
        let bound = state.regrouped.and(ours).filter(|unit| !awaits_berth(unit));
        for unit in ours.less(bound).into_iter().map(usize::from) {
            let (leader, body) = (state.track[unit], &self.bodies()[unit]);
            let able_to_go = state.strength[unit] != [0; ARMS] && !state.grand.ashore.has(leader.into());
            let Some(hex) = state.hex(leader).filter(|_| able_to_go) else { continue };
            let (minor, count) = (!self.general(leader).rank.leads(), counts[usize::from(leader)]);
            let stands = |one: u16| self.may_stand_for(state, leader, one as Unit);
            if minor && count > 1 && stands(unit as u16) {
                let rest = with[usize::from(leader)].less(Bits::one(unit as u16));
                if !rest.is_empty() && !rest.into_iter().any(stands) {
                    continue;
                }
            }
            if last.0 != leader {
                last = (leader, self.standing_in(state, hex).and(able).less(Leaders::one(leader.into())));
            }
            let load = u16::from(body.load(state.strength[unit]));
            for to in last.1 {
                let general = self.general(to as Leader);
                let within = troops.loads[usize::from(to)] + load <= u16::from(general.span);
                let at_home = body.army == general.army || !foreign.has(to);
                if within && at_home && self.takes_mode(state, leader, to as Leader) {
                    out.push(Action::Transfer(unit as Unit + first, to as Leader));
                }
            }
            if !(minor && count == 1) && spares.get(self, state, unit as Unit).is_some() {
                out.push(Action::Detach(unit as Unit + first));
            }
        }
    }

    /// A unit changes tracks. A leader who gains or loses all his troops by it is seen to do so.
    pub(crate) fn put_on_track(&self, state: &mut State, unit: Unit, to: Leader, umpire: &mut Umpire<'_, Event>) {
        let from = state.track[usize::from(unit)];
        let before = self.employed(state);
        // [15] Who led nobody has the mode of the troops that he takes.
        if state.forage.has(from.into()) && !before.has(to.into()) {
            state.forage.insert(to.into());
        }
        state.track[usize::from(unit)] = to;
        state.regrouped.insert(unit.into());
        let side = self.side_of(to);
        umpire.tell(|| {
            let text = format!("{} goes from {} to {} [I.b.3]", self.body_tag(unit), self.tag(from), self.tag(to));
            self.note(Kind::Note, "I.b.3", text).veiled(side, None)
        });
        let after = self.employed(state);
        for leader in [from, to].into_iter().filter(|leader| before.has((*leader).into()) != after.has((*leader).into())) {
            self.show_tracks(state, Leaders::one(leader.into()));
        }
        self.absorb(state, from, umpire);
    }

    /// [I.b.3] A Major General who has no troops left goes back to the pool.
    pub(crate) fn absorb(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        if self.points(state, leader) > 0 || self.general(leader).rank.leads() {
            return;
        }
        let Some(hex) = state.hex(leader) else { return };
        let side = self.side_of(leader);
        self.pass_trains(state, leader, hex);
        state.hexes[usize::from(leader)] = NOWHERE;
        umpire.tell(|| {
            let number = self.grid().number(hex);
            let text = format!("{} in {number} has no troops left [I.b.3]", self.tag(leader));
            let veiled = format!("a {} Major General in {number} is absorbed [I.b.3]", side.name());
            self.event(Kind::Leader, "I.b.3", Leaders::one(leader.into()), &[hex], text).veiled(side, Some(veiled))
        });
    }

    /// `[7]` Of several who marched together one may have lost his last troops on the way: a Major General stands for troops, and goes with them.
    pub(crate) fn absorb_all(&self, state: &mut State, force: Leaders, umpire: &mut Umpire<'_, Event>) {
        for leader in force {
            self.absorb(state, leader as Leader, umpire);
        }
    }

    /// [1.1] Everybody knows what stands on the tracks of some leaders, and what does not any more.
    pub(crate) fn show_tracks(&self, state: &mut State, leaders: Leaders) {
        for unit in 0..self.bodies().len() {
            if leaders.has(state.track[unit].into()) || leaders.has(state.seen[unit].into()) {
                state.seen[unit] = state.track[unit];
            }
        }
    }

    /// [1.1] Whether a leader has troops is seen (R2): where what was seen of tracks does not fit that, everybody knows better. It says who has.
    pub(crate) fn settle_tracks(&self, state: &mut State) -> Leaders {
        for _ in 0..self.bodies().len() {
            let (truth, seen) = self.truth_and_repute(state);
            let odd = truth.less(seen).or(seen.less(truth));
            if odd.is_empty() {
                return truth;
            }
            self.show_tracks(state, odd);
            for unit in (0..self.bodies().len()).filter(|&unit| odd.has(state.track[unit].into())).collect::<Vec<_>>() {
                if state.strength[unit] == [0; ARMS] {
                    state.shown[unit] = [0; ARMS];
                } else if state.shown[unit] == [0; ARMS] {
                    // It was given points that nobody saw: one at least must be there.
                    let arm = state.strength[unit].iter().position(|points| *points > 0).unwrap_or(0);
                    state.shown[unit][arm] = 1;
                }
            }
        }
        self.employed(state)
    }

    /// A Major General's counter is made anew in a hex: it has no past.
    pub(crate) fn make_general(&self, state: &mut State, general: Leader, hex: HexId) {
        let at = usize::from(general);
        state.hexes[at] = hex;
        state.knot[at] = general;
        state.fog[at] = 0;
        state.rating[0][at] = 0;
        state.rating[1][at] = 9;
        for set in [&mut state.swift, &mut state.bare, &mut state.genuine, &mut state.shy, &mut state.forage] {
            set.remove(general.into());
        }
        state.away[at] = Away::No;
    }

    fn detach(&self, state: &mut State, unit: Unit, general: Leader, umpire: &mut Umpire<'_, Event>) {
        let from = state.track[usize::from(unit)];
        let hex = state.hexes[usize::from(from)];
        self.make_general(state, general, hex);
        if state.forage.has(from.into()) {
            state.forage.insert(general.into());
        }
        let side = self.side_of(general);
        umpire.tell(|| {
            let number = self.grid().number(hex);
            let text = format!("{} takes command of {} in {number} [I.b.3]", self.tag(general), self.body_tag(unit));
            let veiled = format!("a {} Major General is made in {number} [I.b.3]", side.name());
            self.event(Kind::Leader, "I.b.3", Leaders::one(general.into()), &[hex], text).veiled(side, Some(veiled))
        });
        self.put_on_track(state, unit, general, umpire);
    }
}

/// [I.b.3] Which units change tracks?
#[derive(Clone, Copy)]
pub(crate) struct Organizing;

impl Room<Campaign> for Organizing {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("I.b.3"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        game.list_regroupings(state, out);
        game.list_donations(state, out);
        game.list_replacements(state, out);
        out.push(Action::End);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Transfer(counter, to) => game.may_transfer(state, counter, to),
            Action::Detach(counter) => game.may_detach(state, counter).map(|_| ()),
            Action::Donate(from, to, arm) => game.may_donate(state, from, to, arm).map(|_| ()),
            Action::Replace(unit, arm) => game.may_replace(state, unit, arm).map(|_| ()),
            Action::Raise(unit, arm) => game.may_raise(state, unit, arm).map(|_| ()),
            Action::Promote(leader) => game.may_promote(state, leader).map(|_| ()),
            Action::Remount(army) => game.may_remount(state, army).map(|_| ()),
            Action::Dismount(army) => game.may_dismount(state, army).map(|_| ()),
            Action::Screen(leader) => game.may_screen(state, leader),
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Transfer(counter, to) => game.put_on_track(state, counter - game.leaders() as Unit, to, umpire),
            Action::Detach(counter) => {
                if let Ok(general) = game.may_detach(state, counter) {
                    game.detach(state, counter - game.leaders() as Unit, general, umpire);
                }
            }
            Action::Donate(from, to, arm) => game.donate(state, from, to, arm, umpire),
            Action::Replace(unit, arm) => game.replace(state, unit, arm, umpire),
            Action::Raise(unit, arm) => game.raise(state, unit, arm, umpire),
            Action::Promote(leader) => game.promote(state, leader, umpire),
            Action::Remount(army) => game.convert(state, army, true, umpire),
            Action::Dismount(army) => game.convert(state, army, false, umpire),
            Action::Screen(leader) => state.shy.insert(leader.into()),
            _ => game.begin_movement(state, umpire),
        }
    }
}
