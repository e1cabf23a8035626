//! [3.3] Strength Points given from one counter to another: Lasalle and Gallitzin V shed their brigades and take them back.

use crate::counters::Kind as Troops;
use crate::event::{Event, Kind};
use crate::losses::ARM_WORDS;
use crate::state::{ARMS, Leader, Leaders, NOBODY, State, Strength, Unit};
use crate::{Action, Campaign};
use grognard_engine::sets::Bits;
use grognard_engine::{HexId, Subject, Umpire, UnitId, Violation};

/// No part of a counter exceeds this.
pub(crate) const FULL: u8 = 9;

/// Under whom a counter comes into play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Berth {
    /// It is in play already.
    Taken,
    /// Under a Major General who is made for it.
    New(Leader),
    /// On the track of somebody who is there.
    Track(Leader),
}

impl Campaign {
    /// Whether a unit can become stronger than it was at first.
    #[must_use]
    pub fn can_grow(&self, unit: Unit) -> bool {
        let body = &self.bodies()[usize::from(unit)];
        let family = !self.scenario.roster.kin[usize::from(unit)].is_empty();
        self.is_campaign() || body.spare() || body.parent.is_some() || family
    }

    /// [I.b.2] Whether a unit can give points to a counter that is not in play: of its own nation, or a March Regiment; it keeps one itself.
    fn may_fill(&self, state: &State, giver: Unit, taker: Unit) -> bool {
        let [from, to] = [giver, taker].map(|unit| &self.bodies()[usize::from(unit)]);
        if !self.is_campaign() || !to.spare() || from.army != to.army || to.from > state.turn {
            return false;
        }
        if to.kind != Troops::March && (from.nation != to.nation || from.kind != to.kind) {
            return false;
        }
        // A unit fills one new counter in a segment.
        let new = state.track[usize::from(taker)] == NOBODY;
        let raised = if new { !state.regrouped.has(giver.into()) } else { state.regrouped.has(taker.into()) };
        let left = state.strength[usize::from(giver)].iter().sum::<u8>() > 1;
        raised && left && self.is_first_of_its_kind(state, taker)
    }

    /// [I.b.2] Counters that are alike are brought into play one after another: whether no other like this one waits before it.
    pub(crate) fn is_first_of_its_kind(&self, state: &State, unit: Unit) -> bool {
        let waits =
            |other: u16| state.track[usize::from(other)] == NOBODY && self.bodies()[usize::from(other)].from <= state.turn;
        state.track[usize::from(unit)] != NOBODY || !self.scenario.roster.alike[usize::from(unit)].into_iter().any(waits)
    }

    /// [3.3] Whether one counter is a brigade of the other.
    fn kin(&self, a: Unit, b: Unit) -> bool {
        self.scenario.roster.kin[usize::from(a)].has(b.into())
    }

    /// A unit of the phasing side by its counter.
    fn own_unit(&self, state: &State, counter: Unit) -> Result<Unit, Violation> {
        let unit = usize::from(counter).checked_sub(self.leaders()).filter(|&unit| unit < self.bodies().len());
        let own = unit.filter(|&unit| self.bodies()[unit].army.side() == state.phasing).map(|unit| unit as Unit);
        own.ok_or_else(|| Violation::new("3.3", "name a unit of yours", Subject::Unit(UnitId(counter.into()))))
    }

    /// [I.b.2] Under whom a counter that is not in play would stand in a hex.
    fn berth(&self, state: &State, unit: Unit, strength: Strength, (hex, donor): (HexId, Leader)) -> Option<Berth> {
        let leader = state.track[usize::from(unit)];
        if state.strength[usize::from(unit)] != [0; ARMS] {
            return (state.hex(leader) == Some(hex)).then_some(Berth::Taken);
        }
        if leader != NOBODY {
            return None;
        }
        if let Some(general) = self.spare_general_for(state, unit, strength) {
            return Some(Berth::New(general));
        }
        let (body, general) = (&self.bodies()[usize::from(unit)], self.general(donor));
        let load = self.load(state, donor) + u16::from(body.load(strength));
        // [3.4] One unit of the other army at most stands on a track.
        let second = body.army != general.army && self.mixes_armies(state, donor);
        (load <= u16::from(general.span) && !second).then_some(Berth::Track(donor))
    }

    /// [3.3] Whether a unit can give a point to another counter, and under whom that will stand.
    pub(crate) fn may_donate(&self, state: &State, from: Unit, to: Unit, arm: u8) -> Result<Berth, Violation> {
        let (giver, taker) = (self.own_unit(state, from)?, self.own_unit(state, to)?);
        let no = |why: &'static str| Err(Violation::new("3.3", why, Subject::Unit(UnitId(from.into()))));
        let arm = usize::from(arm);
        if giver == taker || arm >= ARMS {
            return no("a unit gives points of its own to another counter");
        }
        if !self.kin(giver, taker) && !self.may_fill(state, giver, taker) {
            return no("points go between a division and its brigades, or in a campaign to a counter that is not in play");
        }
        let Some(hex) = state.hex(state.track[usize::from(giver)]) else { return no("the unit is not on the map") };
        self.may_leave_shore(state, giver)?;
        // [15] Points do not go from troops in one mode to others.
        let (ours, theirs) = (state.track[usize::from(giver)], state.track[usize::from(taker)]);
        if state.hex(theirs) == Some(hex) && !self.same_mode(state, ours, theirs) {
            return Err(Violation::new("15", "both must be in the same mode", Subject::Unit(UnitId(from.into()))));
        }
        if state.strength[usize::from(giver)][arm] == 0 {
            return no("the unit has no Strength Point of this arm");
        }
        if !self.has_room(state, taker, arm) {
            return no("the other counter cannot take it");
        }
        self.may_take_foot(state, taker, arm)?;
        let mut strength = state.strength[usize::from(taker)];
        strength[arm] += 1;
        match self.berth(state, taker, strength, (hex, state.track[usize::from(giver)])) {
            Some(berth) if self.gives_all_in_order(state, giver, taker, berth) => Ok(berth),
            Some(_) => no("with its last point gone, who stays behind needs a Major General of its own, or of its kind"),
            None => no("the other counter is not here, and nobody can lead it"),
        }
    }

    /// [3.2] Whether a unit that gives a point away leaves nobody on its track whom the Major General there may not lead.
    fn gives_all_in_order(&self, state: &State, giver: Unit, taker: Unit, berth: Berth) -> bool {
        let newcomer = matches!(berth, Berth::Track(_)).then_some(taker);
        state.strength[usize::from(giver)].iter().sum::<u8>() > 1 || self.leaves_in_order(state, giver, newcomer)
    }

    /// Every pair of counters that could give each other points, as it is listed.
    pub(crate) fn list_donations(&self, state: &State, out: &mut Vec<Action>) {
        let first = self.leaders() as Unit;
        let roster = &self.scenario.roster;
        let ours = roster.units_of[state.phasing as usize];
        // Divisions and brigades; in a campaign also spare counters whose turn it is.
        let family = self.scenario.compiled.family;
        let waits = |unit: u16| self.is_first_of_its_kind(state, unit as Unit);
        let spare = if self.is_campaign() { ours.and(self.scenario.compiled.spares).filter(waits) } else { Bits::EMPTY };
        let takers = ours.and(family).or(spare);
        if takers.is_empty() {
            return;
        }
        let givers = if self.is_campaign() { ours } else { ours.and(self.scenario.compiled.kindred) };
        // Spare counters whose time has come: those that wait, and those that were brought in just now.
        let spare = spare.filter(|unit| self.bodies()[usize::from(unit)].from <= state.turn);
        let new = spare.filter(|unit| state.track[usize::from(unit)] == NOBODY);
        let raised = spare.less(new).and(state.regrouped);
        for from in givers {
            let (giver, strength) = (from as Unit, state.strength[usize::from(from)]);
            let leader = state.track[usize::from(from)];
            let able = strength != [0; ARMS] && !state.grand.ashore.has(leader.into());
            let Some(hex) = state.hex(leader).filter(|_| able) else { continue };
            let fills =
                if strength.iter().sum::<u8>() > 1 { self.scenario.compiled.fills[usize::from(from)] } else { Bits::EMPTY };
            let open = if state.regrouped.has(from) { raised } else { raised.or(new) };
            let near = roster.kin[usize::from(from)].and(takers).or(fills.and(open)).less(Bits::one(from));
            for to in near.into_iter().map(|to| to as Unit) {
                // Who is in play takes points where he stands.
                let theirs = state.track[usize::from(to)];
                if theirs != NOBODY && (state.hex(theirs) != Some(hex) || !self.same_mode(state, leader, theirs)) {
                    continue;
                }
                let takes = |arm: usize| self.has_room(state, to, arm) && self.may_take_foot(state, to, arm).is_ok();
                for arm in (0..ARMS).filter(|&arm| strength[arm] > 0 && takes(arm)) {
                    let mut after = state.strength[usize::from(to)];
                    after[arm] += 1;
                    let berth = self.berth(state, to, after, (hex, state.track[usize::from(giver)]));
                    if berth.is_some_and(|berth| self.gives_all_in_order(state, giver, to, berth)) {
                        out.push(Action::Donate(giver + first, to + first, arm as u8));
                    }
                }
            }
        }
    }

    /// [3.3] A point goes from one counter to another.
    pub(crate) fn donate(&self, state: &mut State, from: Unit, to: Unit, arm: u8, umpire: &mut Umpire<'_, Event>) {
        let Ok(berth) = self.may_donate(state, from, to, arm) else { return };
        let first = self.leaders() as Unit;
        let (giver, taker, arm) = (usize::from(from - first), usize::from(to - first), usize::from(arm));
        let (leader, side) = (state.track[giver], self.bodies()[giver].army.side());
        let hex = state.hexes[usize::from(leader)];
        match berth {
            Berth::New(general) => {
                self.make_general(state, general, hex);
                if state.forage.has(leader.into()) {
                    state.forage.insert(general.into());
                }
                state.track[taker] = general;
                state.seen[taker] = general;
            }
            Berth::Track(leader) => (state.track[taker], state.seen[taker]) = (leader, leader),
            Berth::Taken => {}
        }
        state.absent.remove(taker as u16);
        if berth != Berth::Taken && self.is_campaign() {
            state.regrouped.insert(taker as u16);
            state.regrouped.insert(giver as u16);
        }
        state.strength[giver][arm] -= 1;
        state.strength[taker][arm] += 1;
        // What everybody reckons with stays the same in sum.
        if state.shown[giver][arm] > 0 && state.shown[taker][arm] < FULL {
            state.shown[giver][arm] -= 1;
            state.shown[taker][arm] += 1;
        }
        umpire.tell(|| {
            let word = ARM_WORDS[arm];
            let text = format!("{} gives 1 {word} to {} [3.3]", self.body_tag(giver as Unit), self.body_tag(taker as Unit));
            self.note(Kind::Note, "3.3", text).veiled(side, None)
        });
        if let Berth::New(general) = berth {
            umpire.tell(|| {
                let number = self.grid().number(hex);
                let text = format!("{} takes command of {} in {number} [3.3]", self.tag(general), self.body_tag(taker as Unit));
                let veiled = format!("a {} Major General is made in {number} [I.b.3]", side.name());
                self.event(Kind::Leader, "I.b.3", Leaders::one(general.into()), &[hex], text).veiled(side, Some(veiled))
            });
        }
        if state.strength[giver] == [0; ARMS] {
            state.shown[giver] = [0; ARMS];
            (state.track[giver], state.seen[giver]) = (NOBODY, NOBODY);
            self.absorb(state, leader, umpire);
        }
    }
}
