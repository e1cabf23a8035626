//! [6.1] [6.2] A whole way in one action: every hex that the unit in hand can get to without being fired at or fallen upon on the way, with the cheapest acts
//! that lead there. List and check ask the same walk.

use crate::Bautzen;
use crate::action::Action;
use crate::formation::Sides;
use crate::marching::Held;
use crate::state::{Arm, Formation, Frame, NOWHERE, Order, Standing, State, Unit, flag};
use grognard_engine::HexId;
use grognard_engine::facing::{Aspect, HEADINGS};
use grognard_engine::grid::DIRECTIONS;

/// No node.
const NONE: u16 = u16::MAX;
/// No turn.
const NO_TURN: u8 = u8::MAX;

/// One place on a way: how the unit stands there, and what brought it there.
#[derive(Clone, Copy, Debug)]
struct Node {
    so: Standing,
    /// Half points spent.
    spent: u8,
    /// The node before.
    from: u16,
    /// The heading that was taken before the step that led here, or none.
    turn: u8,
    /// Friends fill the hex: it can be passed, and nobody stays in it.
    through: bool,
    /// The way ends here: an enemy looks into the hex.
    last: bool,
}

/// The ways of a unit in hand.
#[derive(Clone, Debug)]
pub struct Walk {
    nodes: Vec<Node>,
    /// The cheapest node of each hex that can be gone to, in the order in which they were found.
    ends: Vec<(HexId, u16)>,
}

impl Walk {
    /// The hexes that can be gone to, the nearest first, with half points spent.
    pub fn ends(&self) -> impl Iterator<Item = (HexId, u8)> + '_ {
        self.ends.iter().map(|&(hex, node)| (hex, self.nodes[usize::from(node)].spent))
    }

    fn node(&self, hex: HexId) -> Option<u16> {
        self.ends.iter().find(|(end, _)| *end == hex).map(|(_, node)| *node)
    }

    /// The acts that lead to a hex.
    pub(crate) fn acts(&self, hex: HexId) -> Option<Vec<Action>> {
        let mut acts = Vec::new();
        let mut at = self.node(hex)?;
        loop {
            let Node { so, from, turn, .. } = self.nodes[usize::from(at)];
            if from == NONE {
                break;
            }
            acts.push(Action::Step(so.hex));
            if turn != NO_TURN {
                acts.push(Action::Turn(turn));
            }
            at = from;
        }
        acts.reverse();
        Some(acts)
    }

    /// The hexes on the way to one, each with the half points that it takes to come there from the one before, and what is spent in all.
    #[must_use]
    pub fn way(&self, hex: HexId) -> Option<(Vec<(HexId, u8)>, u8)> {
        let mut way: Vec<(HexId, u8)> = Vec::new();
        let end = self.node(hex)?;
        let mut at = end;
        while self.nodes[usize::from(at)].from != NONE {
            let Node { so, spent, from, .. } = self.nodes[usize::from(at)];
            way.push((so.hex, spent - self.nodes[usize::from(from)].spent));
            at = from;
        }
        way.reverse();
        Some((way, self.nodes[usize::from(end)].spent))
    }

    /// How the unit would stand in a hex.
    #[must_use]
    pub fn standing(&self, hex: HexId) -> Option<Standing> {
        self.node(hex).map(|node| self.nodes[usize::from(node)].so)
    }
}

/// What lies about the map, marked once for a whole walk.
struct Marks {
    /// Somebody who fights stands there.
    crowd: Vec<bool>,
    /// An enemy looks into the hex, or a carré of his stands beside it.
    watched: Vec<bool>,
    /// Enemy cavalry skirmishes somewhere.
    harassed: bool,
}

impl Bautzen {
    /// The ways of the unit in hand; nothing if none is.
    #[must_use]
    pub fn ways(&self, state: &State) -> Option<Walk> {
        match state.frame() {
            Frame::Hand { unit, left, turned, begun, stopped } => {
                Some(self.walk(state, Held { unit, left, turned, begun, stopped }, None))
            }
            _ => None,
        }
    }

    fn mark_all(&self, state: &State, unit: Unit) -> Marks {
        let grid = self.grid();
        let mut marks = Marks { crowd: vec![false; grid.size()], watched: vec![false; grid.size()], harassed: false };
        let side = self.side(unit);
        for other in self.units() {
            let (so, kind) = (state.piece(other), self.kind(other));
            if !so.on_map() || !kind.fights() || other == unit {
                continue;
            }
            let enemy = kind.side != side;
            marks.harassed |= enemy && kind.arm == Arm::Cavalry && so.formation == Formation::Skirmish;
            for at in so.hexes() {
                marks.crowd[usize::from(at.0)] = true;
                if !enemy || so.order == Order::Routed {
                    continue;
                }
                let front =
                    if so.formation == Formation::Carre { Sides::ROUND.front } else { self.sides(state, other, at).front };
                for (side, next) in grid.neighbours(at).iter().enumerate() {
                    if let Some(next) = next.filter(|_| front >> side & 1 == 1) {
                        marks.watched[usize::from(next.0)] = true;
                    }
                }
            }
        }
        marks
    }

    /// Whether a unit that stands so goes whole ways: guns that are unlimbered, carrés and units on two hexes abreast go step by step.
    fn walks(so: &Standing) -> bool {
        !so.wide() && so.formation != Formation::Unlimbered && !(so.formation == Formation::Carre && so.good())
    }

    /// One step of a walk, by the same rules as [`Bautzen::stride`] but with what is marked looked up: the outcome, its price, and whether friends fill the hex.
    fn pace(&self, state: &State, held: Held, so: &Standing, going: usize, marks: &Marks) -> Option<(Standing, u8, bool)> {
        let Held { unit, left, .. } = held;
        let to = self.grid().neighbours(so.hex)[going]?;
        if marks.crowd[usize::from(to.0)] {
            let (outcome, through) = match self.stride_from(state, held, *so, to, false) {
                Ok(outcome) => (outcome, false),
                Err(_) => (self.stride_from(state, held, *so, to, true).ok()?, true),
            };
            return Some((outcome.so, outcome.price, through));
        }
        let march = so.formation == Formation::March;
        let ahead = match self.kind(unit).arm {
            Arm::Leader => true,
            _ if march => (so.looks().sides().0 + 3) % 6 != going,
            _ => self.sides_of(state, unit, so, so.hex).aspect(going) == Aspect::Front,
        };
        if !ahead {
            return None;
        }
        let mut price = self.price(state, unit, so, so.hex, to).ok()?;
        let next = if march {
            let tail = so.left.saturating_sub(self.tables().road_increments);
            let second = if tail > 0 { so.hex } else { NOWHERE };
            Standing { hex: to, second, tail, heading: 2 * going as u8, ..*so }
        } else {
            self.settled(state, unit, *so, to, Some(going))
        };
        if marks.harassed {
            price += self.harassed(state, unit, so.hex, to);
        }
        if left < price.max(self.ground_price(state, unit, so, so.hex)) || self.may_be_in(state, unit, &next, to).is_err() {
            return None;
        }
        if march && next.second != NOWHERE && self.may_stand(state, unit, &next).is_err() {
            return None;
        }
        let barred = so.has(flag::FORCED) && marks.watched[usize::from(to.0)];
        (!barred).then_some((next, price, false))
    }

    /// [6.1] [6.2] The ways of the unit in hand, all of them or as far as one hex. Whoever stands where an enemy looks goes step by step, since each step
    /// may be answered.
    pub(crate) fn walk(&self, state: &State, held: Held, goal: Option<HexId>) -> Walk {
        let so = *state.piece(held.unit);
        let mut walk = Walk { nodes: Vec::new(), ends: Vec::new() };
        // Nothing is nearer than half a point a hex.
        let far = |goal: HexId| self.grid().distance(so.hex, goal) > held.left;
        if held.stopped || !Self::walks(&so) || goal.is_some_and(far) {
            return walk;
        }
        let marks = self.mark_all(state, held.unit);
        let fights = self.kind(held.unit).fights();
        let watched = |so: &Standing| fights && so.hexes().any(|hex| marks.watched[usize::from(hex.0)]);
        if watched(&so) {
            return walk;
        }
        let size = self.grid().size();
        let mut best = vec![NONE; size * usize::from(HEADINGS)];
        let mut done = vec![false; size];
        let mut buckets: Vec<Vec<u16>> = vec![Vec::new(); usize::from(held.left) + 1];
        walk.nodes.push(Node { so, spent: 0, from: NONE, turn: NO_TURN, through: false, last: false });
        let key = |so: &Standing| usize::from(so.hex.0) * usize::from(HEADINGS) + usize::from(so.heading);
        best[key(&so)] = 0;
        done[usize::from(so.hex.0)] = true;
        buckets[0].push(0);
        for spent in 0..=held.left {
            let mut next = 0;
            while let Some(&at) = buckets[usize::from(spent)].get(next) {
                next += 1;
                let node = walk.nodes[usize::from(at)];
                if best[key(&node.so)] != at {
                    continue;
                }
                if !node.through && !std::mem::replace(&mut done[usize::from(node.so.hex.0)], true) {
                    walk.ends.push((node.so.hex, at));
                    if goal == Some(node.so.hex) {
                        return walk;
                    }
                }
                if node.last || walk.nodes.len() >= usize::from(NONE) - 64 {
                    continue;
                }
                self.go_on(state, held, at, &node, &marks, |mut node| {
                    let known = &mut best[key(&node.so)];
                    if *known != NONE && walk.nodes[usize::from(*known)].spent <= node.spent {
                        return;
                    }
                    node.last = watched(&node.so);
                    *known = walk.nodes.len() as u16;
                    buckets[usize::from(node.spent)].push(*known);
                    walk.nodes.push(node);
                });
            }
        }
        walk
    }

    /// The steps out of a place on the way, each after the smallest turn that it needs: turning costs the same later on, so nobody turns further than he has to.
    fn go_on(&self, state: &State, held: Held, at: u16, node: &Node, marks: &Marks, mut found: impl FnMut(Node)) {
        let first = node.from == NONE;
        let so = &node.so;
        let free = matches!(so.formation, Formation::General | Formation::Skirmish);
        let front = self.sides_of(state, held.unit, so, so.hex).front;
        let fixed = matches!(so.formation, Formation::Leader | Formation::March) || front == Sides::ROUND.front;
        let stays = fixed || node.through || (first && held.turned && free);
        let price_of_turn = if free { 0 } else { 2 * self.figures().turn as u8 };
        for going in 0..DIRECTIONS {
            let turn = |by: &i8| fixed || front >> (going as i8 - by).rem_euclid(6) & 1 == 1;
            let Some(by) = [0, 1, -1, 2, -2, 3].into_iter().find(turn).filter(|by| *by == 0 || !stays) else { continue };
            let turning = by.unsigned_abs() * price_of_turn;
            let spent = node.spent + turning;
            if spent > held.left {
                continue;
            }
            let heading = (so.heading as i8 + 2 * by).rem_euclid(12) as u8;
            let now = Held { left: held.left - spent, turned: by != 0, begun: held.begun || !first || by != 0, ..held };
            let Some((next, price, through)) = self.pace(state, now, &Standing { heading, ..*so }, going, marks) else {
                continue;
            };
            // From among friends who fill a hex one goes on to where one can stay.
            if !(through && node.through) {
                let turn = if by == 0 { NO_TURN } else { heading };
                found(Node { so: next, spent: spent + price, from: at, turn, through, last: false });
            }
        }
    }
}
