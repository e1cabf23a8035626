//! [6.5] [10.4] Retreats through a crowd: what a whole stack costs at least, and the steps that lead to it.
//!
//! A stack of two makes two chains, and the second meets the hexes as the first has left them. What the two cost together is
//! bounded from below by giving each its own place, as if everybody who might stand in a hex by then could be pushed out of
//! it ([`Crowd::outlook`]). As a rule some first chain keeps that promise, and the matter is settled. Only where arms differ in
//! what they can cross may it not be kept; then first chains are tried in the order of what they promise, [`TRIALS`] of them
//! at most, so that the work is bounded whatever the position (R60).

use super::crowd::{Crowd, NONE, Price, Spread, Stack, Thought, Way};
use crate::state::NOWHERE;
use crate::unitset::{Unit, UnitSet};

/// How many first chains are looked at for one list of retreats, beyond those that are settled at once: all stacks that may go now
/// share them.
pub const TRIALS: u32 = 240;
/// How many ends of a first chain are tried before others are.
const ENDS: usize = 4;

impl Crowd {
    /// What a unit may hope for that leaves after the chain under way has come to its end: the places with room that it might
    /// make its own, each with a price that it cannot stay below.
    fn hope(
        &self,
        units: &[UnitSet],
        over: usize,
        chain: UnitSet,
        unit: Unit,
        stack: Stack,
        first: &Spread,
    ) -> Vec<(usize, Price)> {
        // Whoever the first chain may bring to a place could be pushed out of it by the second.
        let mut guests = vec![UnitSet::EMPTY; self.places.len()];
        for at in 0..self.places.len() {
            if at == over || (first.price[at] != Price::NEVER && self.room(units, at) == 0) {
                let movers = units[at].less(chain).less(self.kept);
                for &(to, who) in self.ways(at) {
                    guests[to] = guests[to].or(movers.and(who));
                }
            }
        }
        let mut price = vec![Price::NEVER; self.places.len()];
        let mut ends = Vec::new();
        let mut open = Vec::new();
        for &(to, who) in self.ways(stack.home) {
            if who.has(unit) {
                price[to] = self.entry(units, to, stack.mate);
                open.push(to);
            }
        }
        while !open.is_empty() {
            let mut reached = Vec::new();
            for at in open {
                self.look();
                let room = self.room(units, at);
                if room > 0 {
                    ends.push((at, price[at]));
                }
                // One place left is none if the first chain ends there.
                if room > 1 || (room == 1 && first.price[at] == Price::NEVER) {
                    continue;
                }
                let movers = units[at].or(guests[at]).less(self.kept);
                for &(to, who) in self.ways(at) {
                    let able = movers.and(who);
                    if to == stack.home || able.is_empty() {
                        continue;
                    }
                    let next = price[at].plus(self.push(units, at, to, able, stack));
                    if next < price[to] {
                        if price[to] == Price::NEVER {
                            reached.push(to);
                        }
                        price[to] = next;
                    }
                }
            }
            open = reached;
        }
        ends
    }

    /// What the chain under way and the unit that leaves after it cost at least, and the places in which the chain would end
    /// then.
    fn outlook(&self, units: &[UnitSet], over: usize, chain: UnitSet, origin: usize, unit: Unit, stack: Stack) -> Outlook {
        let first = self.spread(units, over, chain, origin, stack, true);
        let mut floor = Price::NEVER;
        let mut ends = Vec::new();
        if !first.ends.is_empty() {
            let second = self.hope(units, over, chain, unit, stack, &first);
            for &end in &first.ends {
                let place = |&(at, price): &(usize, Price)| match self.room(units, at) {
                    _ if at != end => Some(price),
                    0 | 1 => None,
                    // It finds the last of the chain there.
                    _ => Some(price.plus_if(units[at].is_empty() && at != stack.mate, Price::JOINED)),
                };
                let price = first.price[end].plus(second.iter().filter_map(place).min().unwrap_or(Price::DESTROYED));
                if price < floor {
                    floor = price;
                    ends.clear();
                }
                if price == floor {
                    ends.push(end);
                }
            }
        }
        Outlook { first, floor, ends }
    }

    /// The units after the chain under way has gone its cheapest way to an end.
    fn after_chain(&self, units: &[UnitSet], chain: UnitSet, first: &Spread, end: usize, stack: Stack) -> Vec<UnitSet> {
        let mut after = units.to_vec();
        let mut to = end;
        while first.from[to] != NONE {
            let from = first.from[to];
            let who = self.ways(from).iter().find(|(way, _)| *way == to).map_or(UnitSet::EMPTY, |(_, who)| *who);
            let able = units[from].less(chain).less(self.kept).and(who);
            let strangers = if from == stack.mate { able.less(stack.companion) } else { able };
            if let Some(unit) = strangers.first().or_else(|| able.first()) {
                after[from].remove(unit);
                after[to].insert(unit);
            }
            to = from;
        }
        after
    }

    /// The least price of the chain under way and of the unit that leaves after it, if it is below `bound`.
    #[expect(clippy::too_many_arguments, reason = "the state of a chain, and what bounds the search")]
    fn two_chains(
        &self,
        units: &mut Vec<UnitSet>,
        over: usize,
        chain: UnitSet,
        origin: usize,
        unit: Unit,
        stack: Stack,
        bound: Price,
        trials: &mut u32,
    ) -> Price {
        let Outlook { first, floor, ends } = self.outlook(units, over, chain, origin, unit, stack);
        let mut best = bound;
        for end in ends.into_iter().take(ENDS) {
            if floor >= best {
                break;
            }
            let after = self.after_chain(units, chain, &first, end, stack);
            best = best.min(first.price[end].plus(self.alone(&after, unit, stack)));
        }
        if floor < best {
            let mut seek = Seek { crowd: self, unit, stack, origin, floor, best, trials };
            seek.on(units, over, chain, Price::NOTHING);
            best = seek.best;
        }
        if best < bound { best } else { Price::NEVER }
    }

    /// The least price at which those left leave.
    fn rest(&self, units: &mut Vec<UnitSet>, left: UnitSet, stack: Stack, bound: Price, trials: &mut u32) -> Price {
        match (left.first(), left.len()) {
            (None, _) => Price::NOTHING,
            (Some(unit), 1) => self.alone(units, unit, stack),
            _ => {
                let mut best = bound;
                for unit in self.one_of_each(left, stack) {
                    let ways = self.ways(stack.home).iter().filter(|(_, who)| who.has(unit));
                    let ways: Vec<Option<usize>> = ways.map(|&(to, _)| Some(to)).chain([None]).collect();
                    for to in ways {
                        best = best.min(self.leave(units, unit, to, left, stack, best, trials));
                    }
                }
                best
            }
        }
    }

    /// The least price if a unit of the stack leaves to a place, or perishes, and then the others leave.
    #[expect(clippy::too_many_arguments, reason = "the state of a stack, and what bounds the search")]
    fn leave(
        &self,
        units: &mut Vec<UnitSet>,
        unit: Unit,
        to: Option<usize>,
        left: UnitSet,
        stack: Stack,
        bound: Price,
        trials: &mut u32,
    ) -> Price {
        let others = left.less(UnitSet::one(unit));
        units[stack.home].remove(unit);
        let price = match to {
            None => Price::DESTROYED.plus(self.rest(units, others, stack, bound.less(Price::DESTROYED), trials)),
            Some(to) => {
                let entry = self.entry(units, to, stack.mate);
                let full = self.room(units, to) == 0;
                let goes_first = stack.mate == NONE;
                let stack = if goes_first { Stack { mate: to, companion: UnitSet::one(unit), ..stack } } else { stack };
                let bound = bound.less(entry);
                units[to].insert(unit);
                let rest = if full {
                    self.chain_and_rest(units, to, UnitSet::one(unit), stack.home, others, stack, bound, trials)
                } else {
                    self.rest(units, others, stack, bound, trials)
                };
                units[to].remove(unit);
                entry.plus(rest)
            }
        };
        units[stack.home].insert(unit);
        price
    }

    /// The least price of the chain under way, and of what comes after it.
    #[expect(clippy::too_many_arguments, reason = "the state of a chain, and what bounds the search")]
    fn chain_and_rest(
        &self,
        units: &mut Vec<UnitSet>,
        over: usize,
        chain: UnitSet,
        origin: usize,
        left: UnitSet,
        stack: Stack,
        bound: Price,
        trials: &mut u32,
    ) -> Price {
        match left.first() {
            None => self.last_chain(units, over, chain, origin, stack),
            // Never more than one is left: no hex held more than two.
            Some(unit) => self.two_chains(units, over, chain, origin, unit, stack, bound, trials),
        }
    }

    /// One unit of each kind: the price is the same for all of a kind.
    fn one_of_each(&self, units: UnitSet, stack: Stack) -> impl Iterator<Item = Unit> {
        let kind = move |unit: Unit| (self.kinds[usize::from(unit)], stack.companion.has(unit));
        units.into_iter().filter(move |&unit| units.into_iter().take_while(|&u| u != unit).all(|u| kind(u) != kind(unit)))
    }

    /// The steps that can be taken next.
    pub fn steps(&self) -> Vec<Way> {
        let Thought { left, over, chain, origin, .. } = self.thought;
        let mut steps = Vec::new();
        let (at, movers) = if over == NOWHERE {
            (self.number(self.thought.home), left)
        } else {
            let over = self.number(over);
            (over, self.units[over].less(chain).less(self.kept))
        };
        for unit in movers {
            let able = self.ways(at).iter().filter(|&&(to, who)| who.has(unit) && self.places[to].hex != origin);
            steps.extend(able.map(|&(to, _)| Way::To(unit, self.places[to].hex)));
            if over == NOWHERE {
                steps.push(Way::Perish(unit));
            }
        }
        steps
    }

    /// The least price of a retreat that begins with a step, if it is below `bound`.
    pub fn price(&self, step: Way, bound: Price, trials: u32) -> Price {
        let Thought { left, over, chain, origin, .. } = self.thought;
        let mut units = self.units.clone();
        let mut trials = trials;
        let stack = self.stack();
        let price = match (step, over) {
            (Way::Perish(unit), _) => self.leave(&mut units, unit, None, left, stack, bound, &mut trials),
            (Way::To(unit, to), NOWHERE) => self.leave(&mut units, unit, Some(self.number(to)), left, stack, bound, &mut trials),
            (Way::To(unit, to), over) => {
                let (over, to) = (self.number(over), self.number(to));
                let push = self.push(&units, over, to, UnitSet::one(unit), stack);
                let full = self.room(&units, to) == 0;
                let bound = bound.less(push);
                units[over].remove(unit);
                units[to].insert(unit);
                let rest = if full {
                    let chain = chain.or(UnitSet::one(unit));
                    self.chain_and_rest(&mut units, to, chain, self.number(origin), left, stack, bound, &mut trials)
                } else {
                    self.rest(&mut units, left, stack, bound, &mut trials)
                };
                push.plus(rest)
            }
        };
        if price < bound { price } else { Price::NEVER }
    }

    /// The steps that belong to a retreat of the least price, and that price, found with so many trials.
    pub fn allowed(&self, trials: u32) -> (Vec<Way>, Price) {
        let steps = self.steps();
        // Steps of units that are alike cost the same.
        let mut prices: Vec<(Way, Price)> = Vec::new();
        let kinds: Vec<usize> = steps
            .iter()
            .map(|&step| {
                let known = prices.iter().position(|&(other, _)| self.alike(step, other));
                known.unwrap_or_else(|| {
                    prices.push((step, Price::NEVER));
                    prices.len() - 1
                })
            })
            .collect();
        let trials = trials / (prices.len() as u32).max(1);
        let mut best = Price::NEVER;
        for (step, price) in &mut prices {
            // What is dearer than the best so far need not be known exactly.
            *price = self.price(*step, best.just_above(), trials);
            best = best.min(*price);
        }
        let cheapest = steps.into_iter().zip(kinds).filter(|&(_, kind)| prices[kind].1 == best);
        (cheapest.map(|(step, _)| step).collect(), best)
    }

    /// Whether two steps are the same but for which of two equals takes them.
    fn alike(&self, a: Way, b: Way) -> bool {
        let kind = |unit: Unit| (self.kinds[usize::from(unit)], self.thought.companion.has(unit));
        match (a, b) {
            (Way::To(a, x), Way::To(b, y)) => x == y && kind(a) == kind(b),
            (Way::Perish(a), Way::Perish(b)) => kind(a) == kind(b),
            _ => false,
        }
    }
}

/// What two chains cost at least.
struct Outlook {
    first: Spread,
    floor: Price,
    ends: Vec<usize>,
}

/// A search for a first chain after which the second is as cheap as can be.
struct Seek<'a> {
    crowd: &'a Crowd,
    unit: Unit,
    stack: Stack,
    origin: usize,
    /// No pair of chains is cheaper.
    floor: Price,
    best: Price,
    trials: &'a mut u32,
}

impl Seek<'_> {
    /// Follows the chain from an over-full place, those ways first that promise most.
    fn on(&mut self, units: &mut Vec<UnitSet>, over: usize, chain: UnitSet, spent: Price) {
        let crowd = self.crowd;
        let movers = units[over].less(chain).less(crowd.kept);
        let mut next: Vec<(Price, Price, Unit, usize)> = Vec::new();
        for unit in crowd.one_of_each(movers, self.stack) {
            for &(to, who) in crowd.ways(over) {
                if to == self.origin || !who.has(unit) {
                    continue;
                }
                let total = spent.plus(crowd.push(units, over, to, UnitSet::one(unit), self.stack));
                if total >= self.best {
                    continue;
                }
                if *self.trials == 0 || self.best <= self.floor {
                    return;
                }
                *self.trials -= 1;
                let full = crowd.room(units, to) == 0;
                units[over].remove(unit);
                units[to].insert(unit);
                if full {
                    let chain = chain.or(UnitSet::one(unit));
                    let floor = total.plus(crowd.outlook(units, to, chain, self.origin, self.unit, self.stack).floor);
                    if floor < self.best {
                        next.push((floor, total, unit, to));
                    }
                } else {
                    self.best = self.best.min(total.plus(crowd.alone(units, self.unit, self.stack)));
                }
                units[to].remove(unit);
                units[over].insert(unit);
            }
        }
        next.sort_unstable();
        for (floor, total, unit, to) in next {
            if floor >= self.best || self.best <= self.floor {
                return;
            }
            units[over].remove(unit);
            units[to].insert(unit);
            self.on(units, to, chain.or(UnitSet::one(unit)), total);
            units[to].remove(unit);
            units[over].insert(unit);
        }
    }
}
