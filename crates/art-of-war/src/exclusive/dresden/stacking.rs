//! [10.0] Stacking: two units and a garrison to a hex; stacks attack, defend and retreat together. [10.1] They move one by one:
//! nothing here binds a unit to its hex.

use crate::contact::CELLS;
use crate::retreat::Escape;
use crate::state::{Frame, NOWHERE, Side, State, units_at};
use crate::title::Title;
use crate::unitset::{MAX_UNITS, Unit, UnitSet};
use crate::{Action, Battle};
use grognard_engine::HexId;
use grognard_engine::plane::Plane;

impl Battle {
    /// [10.0] [10.2] Hexes in which a side has as many units as a hex may hold, garrisons not counted.
    pub(crate) fn full(&self, state: &State, side: Side) -> Plane {
        self.crowds(state, side, self.title().stacking())
    }

    /// Hexes in which a side has at least so many units, garrisons not counted.
    pub(crate) fn crowds(&self, state: &State, side: Side, least: usize) -> Plane {
        let units = self.present(state, side).less(self.garrisons);
        let mut one = Plane::EMPTY;
        let mut two = Plane::EMPTY;
        let mut three = Plane::EMPTY;
        if least > 2 {
            for unit in units {
                let (row, bit) = Plane::spot(state.hexes[usize::from(unit)]);
                three.0[row] |= two.0[row] & bit;
                two.0[row] |= one.0[row] & bit;
                one.0[row] |= bit;
            }
            return three;
        }
        for unit in units {
            let (row, bit) = Plane::spot(state.hexes[usize::from(unit)]);
            two.0[row] |= one.0[row] & bit;
            one.0[row] |= bit;
        }
        if least == 2 { two } else { one }
    }

    /// [4.4] [10.0] Whether the phasing side has moved more units into some hex than it may hold; which hex is for
    /// [`Battle::may_end_movement`] to say.
    pub(crate) fn any_overfull(&self, state: &State) -> bool {
        if state.moved.is_empty() {
            return false;
        }
        let mut count = [0u8; CELLS];
        let mut most = 0;
        for unit in self.present(state, state.phasing).less(self.garrisons) {
            let here = &mut count[usize::from(state.hexes[usize::from(unit)].0) % CELLS];
            *here += 1;
            most = most.max(*here);
        }
        usize::from(most) > self.title().stacking()
    }

    /// [10.3] The units that attack together with `unit`: all in its hex that have not fought and are no reserves; if the
    /// hex is not in contact with the targets, the guns among them (R17, R56).
    pub(crate) fn stack_of(&self, state: &State, unit: Unit, bombards: bool) -> UnitSet {
        let Some(hex) = state.hex(unit) else { return UnitSet::one(unit) };
        if self.title() == Title::Eylau {
            return UnitSet::one(unit);
        }
        let mates = self.units_in(state, hex).and(self.units_of(state.phasing)).less(state.fought).less(state.reserve);
        if bombards { mates.and(self.guns) } else { mates }
    }

    /// [10.4] The enemies in a hex that an attack on it would meet: all that have not been attacked; a unit that fell back
    /// into the hex of another in this phase is left out (R19).
    pub(crate) fn attacked_together(&self, state: &State, in_hex: UnitSet) -> UnitSet {
        let fresh = in_hex.and(self.units_of(state.phasing.other())).less(state.fought);
        let settled = fresh.less(state.fell_back);
        if settled.is_empty() { fresh } else { settled }
    }
}

/// [10.4] What a retreat costs, to be kept as low as can be, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Price {
    /// Friends destroyed.
    destroyed: u8,
    /// Units pushed.
    pushed: u8,
    /// Units that leave their companion.
    apart: u8,
    /// Hexes entered that already hold a friend other than a garrison.
    joined: u8,
}

impl Price {
    const WORST: Self = Self { destroyed: u8::MAX, pushed: u8::MAX, apart: u8::MAX, joined: u8::MAX };

    /// The least price that is higher.
    fn just_above(self) -> Self {
        self.plus(Self { joined: 1, ..Self::default() })
    }

    fn plus(self, other: Self) -> Self {
        Self {
            destroyed: self.destroyed.saturating_add(other.destroyed),
            pushed: self.pushed.saturating_add(other.pushed),
            apart: self.apart.saturating_add(other.apart),
            joined: self.joined.saturating_add(other.joined),
        }
    }
}

/// A retreat of one stack, as far as it has been thought through.
#[derive(Clone)]
struct Thought {
    hexes: [HexId; MAX_UNITS],
    /// Units of the stack that still have to go.
    left: UnitSet,
    /// Where the first of them went.
    mate: HexId,
    chain: UnitSet,
    origin: HexId,
    /// The hex that is over-full, if a unit has to be pushed out of it.
    over: HexId,
}

/// One step of a retreat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    To(Unit, HexId),
    Perish(Unit),
}

/// Finds the retreats that [10.4] allows: those of the least price.
struct StackRetreat<'a> {
    escape: Escape<'a>,
    friends: UnitSet,
    /// The units of the combat that the result forces back.
    party: UnitSet,
    limit: usize,
}

impl StackRetreat<'_> {
    fn friends_in(&self, thought: &Thought, hex: HexId, but: Unit) -> UnitSet {
        self.friends.and(units_at(&thought.hexes, hex)).less(UnitSet::one(but))
    }

    /// The steps that can be taken next.
    fn ways(&self, thought: &Thought) -> Vec<Way> {
        let mut ways = Vec::new();
        let movers = if thought.over == NOWHERE {
            thought.left
        } else {
            let crowd = self.friends.and(units_at(&thought.hexes, thought.over));
            crowd.less(thought.chain).less(self.escape.owed_guns())
        };
        for unit in movers {
            for to in self.escape.safe_from(unit, thought.hexes[usize::from(unit)]) {
                if to != thought.origin {
                    ways.push(Way::To(unit, to));
                }
            }
            if thought.over == NOWHERE {
                ways.push(Way::Perish(unit));
            }
        }
        ways
    }

    /// What is so after a step, and what the step costs.
    fn take(&self, thought: &Thought, way: Way) -> (Thought, Price) {
        let mut next = thought.clone();
        let mut price = Price::default();
        match way {
            Way::Perish(unit) => {
                next.left.remove(unit);
                next.hexes[usize::from(unit)] = NOWHERE;
                price.destroyed = 1;
            }
            Way::To(unit, to) => {
                let there = self.friends_in(thought, to, unit);
                let pushed = thought.over != NOWHERE;
                // A companion that went there before is no stranger, and the hex was counted then.
                let with_mate = !pushed && thought.mate == to;
                price.joined = u8::from(!there.is_empty() && !with_mate);
                next.hexes[usize::from(unit)] = to;
                if pushed {
                    price.pushed = 1;
                    // Whoever pushes his companion on has parted from it.
                    price.apart = u8::from(thought.over == thought.mate && self.party.has(unit));
                } else {
                    price.apart = u8::from(thought.mate != NOWHERE && thought.mate != to);
                    next.left.remove(unit);
                    if next.mate == NOWHERE {
                        next.mate = to;
                    }
                    next.origin = thought.hexes[usize::from(unit)];
                    next.chain = UnitSet::EMPTY;
                }
                next.chain.insert(unit);
                if there.len() as usize + 1 > self.limit {
                    next.over = to;
                } else {
                    next.over = NOWHERE;
                    next.chain = UnitSet::EMPTY;
                    next.origin = NOWHERE;
                }
            }
        }
        (next, price)
    }

    /// The least price of bringing a thought to its end, if it is below `bound`.
    fn least(&self, thought: &Thought, bound: Price) -> Price {
        let mut best = bound;
        self.descend(thought, Price::default(), &mut best);
        if best == bound { Price::WORST } else { best }
    }

    /// Follows the ways out, those first that could be cheapest, and leaves out what cannot beat `best`: a crowd behind the line
    /// has more ways to make room than could ever be looked at.
    fn descend(&self, thought: &Thought, spent: Price, best: &mut Price) {
        if thought.over == NOWHERE && thought.left.is_empty() {
            *best = spent.min(*best);
            return;
        }
        let mut next: Vec<(Price, Price, Thought)> = Vec::new();
        for way in self.ways(thought) {
            let (then, price) = self.take(thought, way);
            let total = spent.plus(price);
            if total < *best {
                let floor = total.plus(self.floor(&then));
                if floor < *best {
                    next.push((floor, total, then));
                }
            }
        }
        next.sort_by_key(|&(floor, total, _)| (floor, total));
        for (floor, total, then) in next {
            if floor >= *best {
                return;
            }
            self.descend(&then, total, best);
        }
    }

    /// A price that bringing a thought to its end cannot stay below: the pushes until somebody finds room, whoever they are.
    fn floor(&self, thought: &Thought) -> Price {
        let mut floor = Price::default();
        if thought.over == NOWHERE && thought.left.is_empty() {
            return floor;
        }
        if thought.over != NOWHERE {
            match self.pushes(thought, thought.over) {
                Some(pushes) => {
                    floor.pushed = pushes;
                    floor.joined = pushes - 1;
                }
                None => return Price::WORST,
            }
        }
        for unit in thought.left {
            let entries = self.escape.safe_from(unit, thought.hexes[usize::from(unit)]);
            match entries.filter_map(|to| self.pushes_into(thought, to)).min() {
                Some(pushes) => floor.pushed = floor.pushed.saturating_add(pushes),
                None => floor.destroyed += 1,
            }
        }
        floor
    }

    /// How many must be pushed at least if one more unit enters a hex.
    fn pushes_into(&self, thought: &Thought, hex: HexId) -> Option<u8> {
        if self.has_room(thought, hex) { Some(0) } else { self.pushes(thought, hex) }
    }

    fn has_room(&self, thought: &Thought, hex: HexId) -> bool {
        self.friends.into_iter().filter(|&f| thought.hexes[usize::from(f)] == hex).count() < self.limit
    }

    /// How many must be pushed at least until an over-full hex is relieved, if every unit could go where the nimblest can.
    fn pushes(&self, thought: &Thought, from: HexId) -> Option<u8> {
        let nimble = |&u: &Unit| self.escape.nimbleness(u);
        let rover = self.friends.into_iter().max_by_key(nimble)?;
        let mut seen = Plane::EMPTY;
        seen.insert(from);
        let mut open = vec![from];
        let mut pushes = 0;
        while !open.is_empty() {
            pushes += 1;
            let mut next = Vec::new();
            for hex in open {
                for to in self.escape.safe_from(rover, hex) {
                    if seen.has(to) || to == thought.origin {
                        continue;
                    }
                    if self.has_room(thought, to) {
                        return Some(pushes);
                    }
                    seen.insert(to);
                    next.push(to);
                }
            }
            open = next;
        }
        None
    }

    /// The steps that belong to a retreat of the least price.
    fn allowed(&self, thought: &Thought) -> Vec<Way> {
        let mut best = Price::WORST;
        let mut allowed = Vec::new();
        for way in self.ways(thought) {
            let (next, price) = self.take(thought, way);
            if price > best {
                continue;
            }
            // What is dearer than the best so far need not be known exactly.
            let price = price.plus(self.least(&next, best.just_above()));
            if price < best {
                best = price;
                allowed.clear();
            }
            if price == best {
                allowed.push(way);
            }
        }
        allowed
    }
}

impl Battle {
    /// [10.4] Lists the retreats, or pushes, of the least price; hexes forced back are dealt with one after another.
    pub(crate) fn list_stack_retreats(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        let attack = &state.attack;
        let search = StackRetreat {
            escape: Escape::of(self, state, side),
            friends: self.present(state, side).less(self.garrisons),
            party: if side == state.phasing { attack.attackers } else { attack.defenders },
            limit: self.title().stacking(),
        };
        let mut thought = Thought {
            hexes: state.hexes,
            left: UnitSet::EMPTY,
            mate: attack.mate,
            chain: attack.chain,
            origin: attack.origin,
            over: NOWHERE,
        };
        let stack_at = |hex: HexId| attack.pending.and(units_at(&state.hexes, hex));
        let mut collect = |thought: &Thought| {
            out.extend(search.allowed(thought).into_iter().map(|way| match way {
                Way::To(unit, hex) => Action::Retreat(unit, hex),
                Way::Perish(unit) => Action::Perish(unit),
            }));
        };
        if let Frame::Displace { hex, .. } = state.frame {
            thought.over = hex;
            thought.left = stack_at(attack.stack);
            collect(&thought);
            return;
        }
        let mut hexes: Vec<HexId> = attack.pending.into_iter().map(|u| state.hexes[usize::from(u)]).collect();
        hexes.sort_unstable();
        hexes.dedup();
        if hexes.contains(&attack.stack) {
            hexes = vec![attack.stack];
        } else {
            thought.mate = NOWHERE;
        }
        for hex in hexes {
            thought.left = stack_at(hex);
            collect(&thought);
        }
    }
}
