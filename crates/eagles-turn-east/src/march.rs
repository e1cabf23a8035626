//! [6.1] [6.2] How far the Force in hand gets, and by which way.

use crate::fan::{Fan, fan};
use crate::force::Foes;
use crate::state::{By, Leader, Leaders, State};
use crate::tread::{Tread, with_tread};
use crate::{Action, Campaign};
use grognard_engine::HexId;
use grognard_engine::grid::DIRECTIONS;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// [II.b.2] Half Movement Points that an Extended March adds at most.
const EXTENSION: u8 = 8;

/// All from which the ways of a leader follow.
#[derive(PartialEq, Eq)]
struct Outset {
    /// The number of his enemies.
    foes: u64,
    prices: (u64, usize),
    start: HexId,
    points: u8,
    dispersed: bool,
}

/// The ways of somebody.
#[derive(Default)]
struct Ways {
    from: Option<Outset>,
    /// Where they lead, and what that takes; the start comes first.
    ends: Vec<(HexId, u16)>,
    /// What found them: a fan where nobody is in the way, else a walk, of which the last step to each end is kept.
    fan: Option<Rc<Fan>>,
    last: Vec<u8>,
}

/// How many ways are kept: a power of two.
const KNOWN: usize = 256;

impl Outset {
    /// Where its ways are kept.
    fn slot(&self) -> usize {
        let number = u64::from(self.start.0) << 8 | u64::from(self.points);
        (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % KNOWN
    }
}

impl Ways {
    fn path(&self, game: &Campaign, to: HexId) -> Option<(Vec<HexId>, u8)> {
        let find = |to: HexId| self.ends.iter().position(|(hex, _)| *hex == to);
        let mut at = find(to)?;
        let spent = self.ends[at].1 as u8;
        if let Some(fan) = &self.fan {
            return Some((fan.path(to), spent));
        }
        let mut path = Vec::with_capacity(16);
        loop {
            let hex = self.ends[at].0;
            path.push(hex);
            if at == 0 {
                break;
            }
            let back = (usize::from(self.last[at]) + DIRECTIONS / 2) % DIRECTIONS;
            at = game.grid().neighbours(hex)[back].and_then(find)?;
        }
        path.reverse();
        Some((path, spent))
    }
}

thread_local! {
    /// Ways that were found of late. They hold as long as the enemies stand where they stood: others who set out from the same hex take them too.
    static WAYS: RefCell<Vec<Ways>> = const { RefCell::new(Vec::new()) };
    static SCRATCH: Cell<Vec<(HexId, u16)>> = const { Cell::new(Vec::new()) };
}

/// Takes the ways out that are kept in a slot.
fn take_ways(slot: usize) -> Ways {
    WAYS.with_borrow_mut(|all| {
        if all.is_empty() {
            all.resize_with(KNOWN, Ways::default);
        }
        std::mem::take(&mut all[slot])
    })
}

/// Puts them back.
fn keep_ways(slot: usize, ways: Ways) {
    WAYS.with_borrow_mut(|all| all[slot] = ways);
}

impl Campaign {
    /// The case by which the Force in hand marches.
    pub(crate) fn march_case(&self, state: &State) -> &'static str {
        match state.by {
            By::Command => "II.b",
            By::Initiative => "II.c",
            By::Forced => "III.a",
            By::Ride => "3.5",
            By::Entry => "II.a",
        }
    }

    /// [6.1] Half Movement Points of a leader with his track.
    #[must_use]
    pub fn allowance(&self, state: &State, leader: Leader, by: By) -> u8 {
        self.allowance_if(by, by == By::Forced || self.goes_on_horse(state, leader))
    }

    /// [6.1] The same for somebody of whom is known whether he goes on horse.
    fn allowance_if(&self, by: By, horse: bool) -> u8 {
        let figures = self.figures();
        match by {
            By::Forced => figures.allowance_forced,
            // A bridge train goes five points, whoever hauls it.
            _ if !horse => figures.allowance_foot,
            By::Ride => figures.allowance_leader,
            By::Command | By::Initiative | By::Entry => figures.allowance_horse,
        }
    }

    /// [II.b.2] Half Movement Points that an Extended March adds.
    pub(crate) fn extension(&self, state: &State) -> u8 {
        if state.extended { EXTENSION } else { 0 }
    }

    /// [6.1] Half Movement Points that are left to a leader of the Force in hand: no more than its slowest part has.
    #[must_use]
    pub fn points_left(&self, state: &State, leader: Leader) -> u8 {
        self.points_left_if(state, leader, state.by == By::Forced || self.goes_on_horse(state, leader))
    }

    /// [6.1] The same for somebody of whom is known whether he goes on horse.
    fn points_left_if(&self, state: &State, leader: Leader, horse: bool) -> u8 {
        let others = state.force.less(Leaders::one(leader.into())).into_iter();
        let own = self.allowance_if(state.by, horse);
        let least = others.map(|one| self.allowance(state, one as Leader, state.by)).fold(own, u8::min);
        let worked = if leader == state.hand { state.worked } else { 0 };
        (least + self.extension(state)).saturating_sub(state.spent[usize::from(leader)]).saturating_sub(worked)
    }

    /// [6.5] Whether a leader can march no further in this phase because an enemy zone has stopped him.
    pub(crate) fn is_stopped(&self, state: &State, foes: &Foes, leader: Leader) -> bool {
        // [15] Who has only concentrated where he stood has entered no zone.
        let entered = state.spent[usize::from(leader)] > 0 && !self.has_only_gathered(state, leader);
        // [6.3] Nobody is commanded who begins in a zone, but whoever would follow him may stand in one. A pontoon that he lays brings no zone upon him.
        let pinned = entered || state.by == By::Command && leader != state.hand;
        state.hex(leader).is_none_or(|hex| pinned && foes.zone.has(hex))
    }

    /// [6.5] Whether an enemy zone has stopped the march in hand that work on a bridge has lifted since: whoever has entered one stops for the phase.
    pub(crate) fn was_stopped(&self, state: &State) -> bool {
        let free = || state.hex(state.hand).is_some_and(|hex| !self.foes(state, self.side_of(state.hand)).zone.has(hex));
        state.halted && state.worked > 0 && !self.is_outpost(state.hand) && free()
    }

    /// [6.2] Walks from where a leader stands as far as his points lead.
    pub(crate) fn walk_from(&self, walk: &mut Tread, state: &State, foes: &Foes, leader: Leader, points: u8) {
        self.walk_towards(walk, state, foes, leader, points, |_, _| true);
    }

    /// [6.2] The same from those hexes only from which it is worth to go on: what has been spent until there is told.
    fn walk_towards(
        &self,
        walk: &mut Tread,
        state: &State,
        foes: &Foes,
        leader: Leader,
        points: u8,
        mut worth: impl FnMut(HexId, u16) -> bool,
    ) {
        let Some(start) = state.hex(leader) else { return };
        let horse = self.goes_on_horse(state, leader);
        let passage = self.ground().passage(&state.going());
        // [15] Dispersed troops enter no enemy zone.
        let dispersed = state.forage.has(leader.into());
        walk.walk(
            (self.ground(), passage.table(horse, state.weather)),
            &[start],
            points.into(),
            // [6.5] Whoever enters an enemy zone stops.
            |hex, spent| worth(hex, spent) && (hex == start || !foes.zone.has(hex)),
            |hex| !(foes.held.has(hex) || dispersed && foes.zone.has(hex)),
        );
    }

    /// The ways of a leader where nobody is in his way; nothing if somebody is.
    fn ways_unhindered(&self, state: &State, foes: &Foes, from: &Outset, ends: &mut Vec<(HexId, u16)>) -> Option<Rc<Fan>> {
        ends.clear();
        let passage = self.ground().passage(&state.going());
        let prices = passage.table_of(from.prices);
        let fan = fan(self.ground(), (from.prices, prices), from.start, from.points)?;
        // [15] Dispersed troops enter no enemy zone. [6.5] Whoever enters one stops.
        let dispersed = from.dispersed;
        let held = |hex: HexId| foes.held.has(hex) || dispersed && foes.zone.has(hex);
        let stops = |hex: HexId| foes.zone.has(hex);
        fan.visit(from.points, held, stops, |hex, spent| ends.push((hex, spent))).then_some(fan)
    }

    /// All ways of a leader of the Force in hand. They are kept, because whoever has listed them plays one of them.
    fn with_all_ways<T>(&self, state: &State, foes: &Foes, leader: Leader, ask: impl FnOnce(&Ways) -> T) -> T {
        let from = self.outset(state, foes, leader);
        let slot = from.slot();
        let mut ways = take_ways(slot);
        if ways.from.as_ref().is_none_or(|last| *last != from) {
            ways.fan = self.ways_unhindered(state, foes, &from, &mut ways.ends);
            if ways.fan.is_none() {
                ways.ends.clear();
                ways.last.clear();
                with_tread(|walk| {
                    self.walk_from(walk, state, foes, leader, from.points);
                    ways.ends.extend(walk.reached());
                    ways.last.extend(walk.last_steps());
                });
            }
            ways.from = Some(from);
        }
        let answer = ask(&ways);
        keep_ways(slot, ways);
        answer
    }

    /// All from which the ways of a leader of the Force in hand follow.
    fn outset(&self, state: &State, foes: &Foes, leader: Leader) -> Outset {
        let horse = self.goes_on_horse(state, leader);
        Outset {
            foes: foes.edition,
            prices: self.ground().passage(&state.going()).mark(horse, state.weather),
            start: state.hexes[usize::from(leader)],
            points: self.points_left_if(state, leader, horse),
            dispersed: state.forage.has(leader.into()),
        }
    }

    /// [3.4] Whether a leader's track fits into a hex besides those who stand there.
    pub(crate) fn fits(&self, state: &State, leader: Leader, hex: HexId) -> bool {
        let there = self.stack(state, self.side_of(leader), hex);
        let own = self.points(state, leader);
        state.hex(leader) == Some(hex) || own == 0 || there + own <= u16::from(self.figures().stacking)
    }

    /// Lists the hexes to which the leader in hand can march.
    pub(crate) fn destinations(&self, state: &State, out: &mut Vec<Action>) {
        let mut found = |hex: HexId, _: u8| out.push(Action::Go(hex));
        let leader = state.hand;
        let foes = self.foes(state, self.side_of(leader));
        if state.halted || state.force.len() > 1 {
            return;
        }
        // [16.2] Whoever goes his own way goes as a retreat does.
        if state.sector > 0 {
            self.ways_astray(state)
                .into_iter()
                .filter_map(|(way, spent)| Some((*way.last()?, spent)))
                .for_each(|(hex, spent)| found(hex, spent));
            return;
        }
        if self.is_stopped(state, &foes, leader) {
            return;
        }
        if state.guns {
            self.list_marches_to_the_guns(state, found);
            return;
        }
        let here = state.hexes[usize::from(leader)];
        let (wary, rests) = (self.is_wary(state, leader), self.rests(state, self.side_of(leader)));
        let dispersed = state.forage.has(leader.into());
        let choosy = wary || rests || dispersed;
        self.with_all_ways(state, &foes, leader, |ways| {
            let Some(full) = self.crowded(state, leader, ways.ends.iter().map(|(hex, _)| *hex)) else { return };
            if !choosy && full.is_empty() {
                // The first is where he stands.
                out.extend(ways.ends.iter().skip(1).map(|(hex, _)| Action::Go(*hex)));
                return;
            }
            // [6.11] Where too many stand nobody stops, but one may leave the map there.
            let open = |hex: HexId, spent: u16| !full.contains(&hex) || self.leaves_at(state, &foes, hex, spent);
            for &(hex, _) in ways.ends.iter().filter(|(hex, spent)| *hex != here && open(*hex, *spent)) {
                let barred = || {
                    wary && ways.path(self, hex).is_some_and(|(way, _)| self.passes_the_rival(state, leader, &way))
                        || rests && !self.leads_to_aim(state, leader, hex)
                        || dispersed && self.in_danger(state, leader, hex)
                };
                if !choosy || !barred() {
                    out.push(Action::Go(hex));
                }
            }
        });
    }

    /// [3.4] The hexes to which another leader can follow, each with what that takes.
    pub(crate) fn follow_hexes(&self, state: &State, foes: &Foes, follower: Leader, mut found: impl FnMut(HexId, u8)) {
        let Some(lead) = state.hex(state.hand) else { return };
        let points = self.points_left(state, follower);
        if self.is_stopped(state, foes, follower) {
            return;
        }
        let here = state.hexes[usize::from(follower)];
        // A step leads a hex farther at most, and takes half a point at least: who is too far off does not get there.
        if self.grid().distance(here, lead) > points.saturating_add(1) {
            return;
        }
        // Where he would be with or next to his leader.
        let mut beside = [lead.0; DIRECTIONS + 2];
        beside.iter_mut().zip(self.grid().around(lead)).for_each(|(place, next)| *place = next.0);
        let mut end = |hex: HexId, spent: u16| {
            if hex == here || !beside.iter().fold(false, |any, one| any | (*one == hex.0)) {
                return;
            }
            let apart = !self.too_near_the_rival(state, follower, hex) && !self.in_danger(state, follower, hex);
            if apart && self.fits(state, follower, hex) {
                found(hex, spent as u8);
            }
        };
        self.with_all_ways(state, foes, follower, |ways| ways.ends.iter().for_each(|&(hex, spent)| end(hex, spent)));
    }

    /// The cheapest way of a leader to a hex, the start included, and what it takes; nothing if he does not get there.
    pub(crate) fn way(&self, state: &State, leader: Leader, to: HexId) -> Option<(Vec<HexId>, u8)> {
        if state.sector > 0 && leader == state.hand {
            return self.ways_astray(state).into_iter().find(|(way, _)| way.last() == Some(&to));
        }
        if state.guns && leader == state.hand {
            return self.ways_to_the_guns(state).into_iter().find(|(way, _)| way.last() == Some(&to));
        }
        let foes = self.foes(state, self.side_of(leader));
        state.hex(leader)?;
        let from = self.outset(state, &foes, leader);
        let slot = from.slot();
        let ways = take_ways(slot);
        let known = ways.from.as_ref().is_some_and(|last| *last == from).then(|| ways.path(self, to));
        keep_ways(slot, ways);
        if let Some(way) = known {
            return way;
        }
        let mut ends = SCRATCH.take();
        let fan = self.ways_unhindered(state, &foes, &from, &mut ends);
        let spent = ends.iter().find(|(hex, _)| *hex == to).map(|(_, spent)| *spent as u8);
        SCRATCH.set(ends);
        if let Some(fan) = fan {
            return spent.map(|spent| (fan.path(to), spent));
        }
        with_tread(|walk| {
            // Once he is there nothing can change his way.
            let mut there = false;
            let until = |hex: HexId, _: u16| {
                there |= hex == to;
                !there
            };
            self.walk_towards(walk, state, &foes, leader, from.points, until);
            Some((walk.path(self.ground(), to), walk.spent(to)? as u8))
        })
    }
}
