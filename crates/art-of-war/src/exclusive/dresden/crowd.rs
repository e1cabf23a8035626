//! [6.5] [10.4] Retreats through a crowd: the hexes that chains of pushes lead through, and what one chain costs at least.
//!
//! A chain of pushes is a way from one full hex to the next until it comes to a hex with room. Whoever is pushed has not moved
//! before in the chain, so a cheapest chain visits no hex twice: where one returns to a hex, the unit that leaves it last could
//! have left it first. One chain is therefore a shortest way, found by spreading out hex by hex ([`Crowd::spread`]).
//! What a stack of two costs is found in `chains.rs`.

use crate::Battle;
use crate::contact::{CELLS, Occupants};
use crate::retreat::Escape;
use crate::state::{NOWHERE, Side, State};
use crate::unitset::{MAX_UNITS, Unit, UnitSet};
use grognard_engine::HexId;
use grognard_engine::grid::DIRECTIONS;
use std::cell::Cell;

/// [10.4] What a retreat costs, to be kept as low as can be: units destroyed, units pushed, units that leave their companion,
/// hexes entered that already hold a friend. One byte for each, the first of them the highest: comparing the sums compares key
/// by key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Price(u32);

impl Price {
    pub(super) const NOTHING: Self = Self(0);
    pub(super) const DESTROYED: Self = Self(1 << 24);
    pub(super) const PUSHED: Self = Self(1 << 16);
    pub(super) const APART: Self = Self(1 << 8);
    pub(super) const JOINED: Self = Self(1);
    /// Dearer than any: it cannot be done.
    pub const NEVER: Self = Self(u32::MAX);

    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// What is left of a price once a part of it has been paid.
    pub(super) const fn less(self, part: Self) -> Self {
        Self(self.0.saturating_sub(part.0))
    }

    /// The least price that is higher.
    pub(super) const fn just_above(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    pub(super) const fn plus_if(self, so: bool, other: Self) -> Self {
        if so { self.plus(other) } else { self }
    }

    /// How many are pushed.
    pub const fn pushes(self) -> u32 {
        self.0 >> 16 & 0xff
    }

    /// In words, what a cheaper retreat does better.
    pub(crate) const fn outdone_by(self, best: Self) -> &'static str {
        let better = self.0 ^ best.0;
        if better >> 24 != 0 {
            "another retreat destroys fewer units"
        } else if better >> 16 != 0 {
            "another retreat pushes fewer units"
        } else if better >> 8 != 0 {
            "another retreat keeps the units of the hex together"
        } else {
            "another retreat goes to fewer hexes that friends hold already"
        }
    }
}

/// A retreat of one stack, as far as it has come.
#[derive(Clone, Copy, Debug)]
pub struct Thought {
    /// Units of the stack that still have to go.
    pub left: UnitSet,
    /// The hex that they leave.
    pub home: HexId,
    /// Where the first of them went, and who that was.
    pub mate: HexId,
    pub companion: UnitSet,
    /// The chain of pushes that is under way: who has moved in it, where it began, and the hex that is over-full.
    pub chain: UnitSet,
    pub origin: HexId,
    pub over: HexId,
}

/// One step of a retreat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    To(Unit, HexId),
    Perish(Unit),
}

/// The number of a hex that is none.
pub(super) const NONE: usize = usize::MAX;

/// A hex that a chain may come to.
pub(super) struct Place {
    pub(super) hex: HexId,
    /// The hexes next to it, each with those who could go there from here.
    ways: Vec<(usize, UnitSet)>,
}

/// Where a stack retreats, in numbers of places.
#[derive(Clone, Copy)]
pub(super) struct Stack {
    pub(super) home: usize,
    pub(super) mate: usize,
    pub(super) companion: UnitSet,
}

/// How far a chain can come, and at what price.
pub(super) struct Spread {
    pub(super) price: Vec<Price>,
    /// The place before each on the cheapest way.
    pub(super) from: Vec<usize>,
    /// The places with room that it can end in.
    pub(super) ends: Vec<usize>,
}

/// The hexes around a stack that retreats, as far as chains of pushes can lead.
pub struct Crowd {
    pub(super) thought: Thought,
    pub(super) places: Vec<Place>,
    /// Who stands in each place.
    pub(super) units: Vec<UnitSet>,
    pub(super) limit: u32,
    /// [6.5] Guns that may not be pushed.
    pub(super) kept: UnitSet,
    /// Units alike in where they can go have the same number.
    pub(super) kinds: [u8; MAX_UNITS],
    numbers: [u8; CELLS],
    /// Places looked at, for the law that bounds the work.
    looks: Cell<u32>,
}

impl Crowd {
    /// Looks around. While nobody has to be pushed the next hexes are enough, unless `far` is asked for.
    pub fn around(battle: &Battle, state: &State, side: Side, escape: &Escape<'_>, thought: Thought, far: bool) -> Self {
        let friends = battle.present(state, side).less(battle.garrisons);
        let mut here = Occupants::none();
        here.add(state, friends);
        let mut crowd = Self {
            thought,
            places: Vec::new(),
            units: Vec::new(),
            limit: battle.title().stacking() as u32,
            kept: UnitSet::EMPTY,
            kinds: [0; MAX_UNITS],
            numbers: [u8::MAX; CELLS],
            looks: Cell::new(0),
        };
        let home = crowd.place(thought.home, &here);
        crowd.place(thought.mate, &here);
        let goers = crowd.sort_by_kind(escape, thought.left);
        crowd.open(home, escape, &goers, &here);
        if thought.over == NOWHERE && !far && crowd.has_room_for(thought.left) {
            return crowd;
        }
        crowd.kept = escape.owed_guns();
        let kinds = crowd.sort_by_kind(escape, friends);
        crowd.place(thought.origin, &here);
        let over = crowd.place(thought.over, &here);
        let chains = thought.left.len() + u32::from(over != NONE);
        let mut next = 0;
        while next < crowd.places.len() {
            // A place is passed if it is full, or will be once the chains before have ended there.
            let passed = next == over || crowd.units[next].len() + chains > crowd.limit;
            if next != home && passed {
                crowd.open(next, escape, &kinds, &here);
            }
            next += 1;
        }
        crowd
    }

    /// Who can go where alike, each kind with one that stands for it.
    fn sort_by_kind(&mut self, escape: &Escape<'_>, units: UnitSet) -> Vec<(Unit, UnitSet)> {
        let mut kinds: Vec<(Unit, UnitSet)> = Vec::new();
        for unit in units {
            let alike = |&(one, _): &(Unit, UnitSet)| escape.nimbleness(one) == escape.nimbleness(unit);
            let kind = kinds.iter().position(alike).unwrap_or(kinds.len());
            if kind == kinds.len() {
                kinds.push((unit, UnitSet::EMPTY));
            }
            kinds[kind].1.insert(unit);
            self.kinds[usize::from(unit)] = kind as u8;
        }
        kinds
    }

    /// The number of a hex, which is a new one if it had none.
    fn place(&mut self, hex: HexId, here: &Occupants) -> usize {
        if hex == NOWHERE {
            return NONE;
        }
        let number = &mut self.numbers[usize::from(hex.0) % CELLS];
        if *number == u8::MAX {
            // A byte numbers more places than the units of a game could lead to.
            if self.places.len() == usize::from(u8::MAX) {
                return NONE;
            }
            *number = self.places.len() as u8;
            self.places.push(Place { hex, ways: Vec::new() });
            self.units.push(here.all(hex));
        }
        usize::from(*number)
    }

    pub(super) fn number(&self, hex: HexId) -> usize {
        if hex == NOWHERE {
            return NONE;
        }
        match self.numbers[usize::from(hex.0) % CELLS] {
            u8::MAX => NONE,
            number => number.into(),
        }
    }

    /// Finds out who can go where from a place.
    fn open(&mut self, at: usize, escape: &Escape<'_>, kinds: &[(Unit, UnitSet)], here: &Occupants) {
        let Some(hex) = self.places.get(at).map(|place| place.hex) else { return };
        let mut who = [UnitSet::EMPTY; DIRECTIONS];
        let around = escape.around(hex);
        for &(unit, alike) in kinds {
            for to in escape.safe_from(unit, hex) {
                if let Some(direction) = around.iter().position(|near| *near == Some(to)) {
                    who[direction] = who[direction].or(alike);
                }
            }
        }
        let open = around.iter().zip(who).filter(|(_, who)| !who.is_empty());
        let ways = open.filter_map(|(to, who)| to.map(|to| (self.place(to, here), who))).filter(|&(to, _)| to != NONE).collect();
        self.places[at].ways = ways;
    }

    pub(super) fn ways(&self, at: usize) -> &[(usize, UnitSet)] {
        self.places.get(at).map_or(&[], |place| &place.ways)
    }

    /// How many more a place takes.
    pub(super) fn room(&self, units: &[UnitSet], at: usize) -> u32 {
        self.limit.saturating_sub(units[at].len())
    }

    /// Whether all of one or two units can go somewhere without anybody being pushed.
    fn has_room_for(&self, left: UnitSet) -> bool {
        let home = self.number(self.thought.home);
        let free = |unit: Unit| {
            let able = self.ways(home).iter().filter(move |(_, who)| who.has(unit));
            able.map(|&(to, _)| to).filter(|&to| self.room(&self.units, to) > 0)
        };
        let mut goers = left.into_iter();
        match (goers.next(), goers.next(), goers.next()) {
            (Some(one), None, _) => free(one).next().is_some(),
            (Some(one), Some(two), None) => free(one).any(|a| free(two).any(|b| a != b || self.room(&self.units, a) > 1)),
            _ => false,
        }
    }

    /// How much work it was so far: how often some place was looked at.
    pub const fn looks(&self) -> u32 {
        self.looks.get()
    }

    /// How many places there are to look at.
    #[cfg(test)]
    pub const fn size(&self) -> usize {
        self.places.len()
    }

    pub(super) fn look(&self) {
        self.looks.set(self.looks.get().saturating_add(1));
    }

    pub(super) fn stack(&self) -> Stack {
        let Thought { home, mate, companion, .. } = self.thought;
        Stack { home: self.number(home), mate: self.number(mate), companion }
    }

    /// What a retreat from the stack's hex into a place costs by itself.
    pub(super) fn entry(&self, units: &[UnitSet], to: usize, mate: usize) -> Price {
        // A companion that went there before is no stranger, and the hex was counted then.
        let joins = !units[to].is_empty() && to != mate;
        Price::NOTHING.plus_if(joins, Price::JOINED).plus_if(mate != NONE && mate != to, Price::APART)
    }

    /// What a push costs if one of `able` goes from a place to another.
    pub(super) fn push(&self, units: &[UnitSet], from: usize, to: usize, able: UnitSet, stack: Stack) -> Price {
        // Whoever pushes his companion on has parted from it.
        let parts = from == stack.mate && able.within(stack.companion);
        Price::PUSHED.plus_if(parts, Price::APART).plus_if(!units[to].is_empty(), Price::JOINED)
    }

    /// The cheapest chains that lead on from an over-full place, to the nearest places with room or to all of them.
    pub(super) fn spread(
        &self,
        units: &[UnitSet],
        over: usize,
        chain: UnitSet,
        origin: usize,
        stack: Stack,
        all: bool,
    ) -> Spread {
        let mut spread =
            Spread { price: vec![Price::NEVER; self.places.len()], from: vec![NONE; self.places.len()], ends: Vec::new() };
        spread.price[over] = Price::NOTHING;
        let mut open = vec![over];
        while !open.is_empty() && (all || spread.ends.is_empty()) {
            let mut reached = Vec::new();
            for at in open {
                self.look();
                let movers = units[at].less(chain).less(self.kept);
                for &(to, who) in self.ways(at) {
                    let able = movers.and(who);
                    if to == origin || able.is_empty() {
                        continue;
                    }
                    let price = spread.price[at].plus(self.push(units, at, to, able, stack));
                    if price < spread.price[to] {
                        // Whatever was reached by fewer pushes is cheaper already.
                        if spread.price[to] == Price::NEVER {
                            reached.push(to);
                        }
                        spread.price[to] = price;
                        spread.from[to] = at;
                    }
                }
            }
            let (ends, full): (Vec<usize>, Vec<usize>) = reached.into_iter().partition(|&at| self.room(units, at) > 0);
            spread.ends.extend(ends);
            open = full;
        }
        spread
    }

    /// The price of the cheapest chain that leads on from an over-full place, when nobody has to go after it.
    pub(super) fn last_chain(&self, units: &[UnitSet], over: usize, chain: UnitSet, origin: usize, stack: Stack) -> Price {
        let spread = self.spread(units, over, chain, origin, stack, false);
        spread.ends.iter().map(|&end| spread.price[end]).min().unwrap_or(Price::NEVER)
    }

    /// The least price at which one unit leaves, when nobody has to go after it.
    pub(super) fn alone(&self, units: &[UnitSet], unit: Unit, stack: Stack) -> Price {
        let mut best = Price::DESTROYED;
        for &(to, who) in self.ways(stack.home) {
            let entry = self.entry(units, to, stack.mate);
            if !who.has(unit) || entry >= best {
                continue;
            }
            let rest = if self.room(units, to) > 0 {
                Price::NOTHING
            } else {
                self.last_chain(units, to, UnitSet::one(unit), stack.home, stack)
            };
            best = best.min(entry.plus(rest));
        }
        best
    }
}
