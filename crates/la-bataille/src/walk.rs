//! [6.1] [6.2] A whole way in one action: every hex that the unit in hand can get to without being fired at or fallen upon on the way, with the cheapest acts
//! that lead there. List, check and deed ask the same walk, which is kept until the next one.

use crate::Bautzen;
use crate::action::Action;
use crate::formation::Sides;
use crate::lay::Lay;
use crate::marching::Held;
use crate::muster::Tariff;
use crate::state::{Arm, Formation, Frame, NOWHERE, Side, Standing, State, Unit, flag};
use crate::tables::Terrain;
use grognard_engine::HexId;
use grognard_engine::facing::{HEADINGS, Heading};
use grognard_engine::grid::DIRECTIONS;
use std::cell::RefCell;
use std::rc::Rc;

/// No node.
const NONE: u16 = u16::MAX;
/// No turn.
const NO_TURN: u8 = u8::MAX;

/// One place on a way: how the unit stands there, and what brought it there.
#[derive(Clone, Copy, Debug)]
struct Node {
    hex: HexId,
    second: HexId,
    heading: u8,
    tail: u8,
    formation: Formation,
    /// Half points spent.
    spent: u8,
    /// The node before.
    from: u16,
    /// The next that has spent as much.
    next: u16,
    /// The heading that was taken before the step that led here, or none.
    turn: u8,
    /// Friends fill the hex: it can be passed, and nobody stays in it.
    through: bool,
    /// The way ends here: an enemy looks into the hex.
    last: bool,
}

impl Node {
    /// How the unit stands here that stood otherwise at the start.
    #[inline]
    fn standing(&self, start: &Standing) -> Standing {
        let Self { hex, second, heading, tail, formation, .. } = *self;
        Standing { hex, second, heading, tail, formation, ..*start }
    }

    #[inline]
    fn key(&self) -> usize {
        usize::from(self.hex.0) * usize::from(HEADINGS) + usize::from(self.heading)
    }
}

/// The ways of a unit in hand.
#[derive(Clone, Debug)]
pub struct Walk {
    start: Standing,
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
            let Node { hex, from, turn, .. } = self.nodes[usize::from(at)];
            if from == NONE {
                break;
            }
            acts.push(Action::Step(hex));
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
            let Node { hex, spent, from, .. } = self.nodes[usize::from(at)];
            way.push((hex, spent - self.nodes[usize::from(from)].spent));
            at = from;
        }
        way.reverse();
        Some((way, self.nodes[usize::from(end)].spent))
    }

    /// How the unit would stand in a hex.
    #[must_use]
    pub fn standing(&self, hex: HexId) -> Option<Standing> {
        self.node(hex).map(|node| self.nodes[usize::from(node)].standing(&self.start))
    }
}

/// The smallest turn, in sixths of a circle, that brings a direction before a front, by front and direction; to the right if both ways are as long.
static TURNS: [[i8; DIRECTIONS]; 64] = turns();

/// No turn brings it there.
const NEVER: i8 = i8::MAX;

const fn turns() -> [[i8; DIRECTIONS]; 64] {
    let order = [0, 1, -1, 2, -2, 3];
    let mut table = [[NEVER; DIRECTIONS]; 64];
    let mut front = 0;
    while front < table.len() {
        let mut going = 0;
        while going < DIRECTIONS {
            let mut at = 0;
            while at < order.len() && table[front][going] == NEVER {
                if front >> (going as i8 - order[at]).rem_euclid(6) & 1 == 1 {
                    table[front][going] = order[at];
                }
                at += 1;
            }
            going += 1;
        }
        front += 1;
    }
    table
}

/// What one walk stands on, and what it has found.
struct Errand<'a> {
    game: &'a Bautzen,
    state: &'a State,
    lay: &'a Lay,
    held: Held,
    start: Standing,
    enemy: Side,
    arm: Arm,
    fights: bool,
    /// Enemy cavalry skirmishes somewhere.
    harassed: bool,
    /// Half points for a turn of sixty degrees.
    turning: u8,
    /// What steps cost as the unit is drawn up at the start, and as it is drawn up otherwise.
    tariffs: [Option<Tariff<'a>>; 2],
    /// For each formation the kinds of terrain in which it can be taken, as bits, as far as somebody has asked.
    allowed: [u16; 9],
    nodes: &'a mut Vec<Node>,
    /// The cheapest node of each hex and heading.
    best: &'a mut [u16],
    /// The first and the last of those who have spent as much, in the order in which they were found.
    spenders: [(u16, u16); 256],
}

/// Somebody has asked: a bit above those of all kinds of terrain.
const ASKED: u16 = 1 << 15;

/// Tables of a walk, used again and again: nothing in them but while one is under way.
struct Tables {
    /// The cheapest node of each hex and heading.
    best: Vec<u16>,
    /// Hexes that have been come to.
    done: Vec<bool>,
}

/// What the last walk was for: game, position, unit, and whether it went as far as one hex only.
type For = (u64, u64, Held, Option<HexId>);

thread_local! {
    static TABLES: RefCell<Tables> = const { RefCell::new(Tables { best: Vec::new(), done: Vec::new() }) };
    static LAST: RefCell<Option<(For, Rc<Walk>)>> = const { RefCell::new(None) };
}

impl Errand<'_> {
    /// Whether somebody else who fights stands in a hex.
    #[inline]
    fn crowded(&self, hex: HexId) -> bool {
        let other = |unit: Unit| unit != self.held.unit && self.game.is(unit).fights;
        self.lay.top(hex).is_some() && self.lay.pile(hex).any(other)
    }

    #[inline]
    fn watched(&self, hex: HexId, second: HexId) -> bool {
        self.fights && (self.lay.watched(self.enemy, hex) || (second != NOWHERE && self.lay.watched(self.enemy, second)))
    }

    #[inline]
    fn price(&self, formation: Formation, from: HexId, direction: usize, to: HexId) -> Option<u8> {
        match &self.tariffs[usize::from(formation != self.start.formation)] {
            Some(tariff) => tariff.step(from, direction),
            None => {
                let so = Standing { formation, ..self.start };
                self.game.price(self.state, self.held.unit, &so, from, to).ok()
            }
        }
    }

    /// [5.1] Whether the terrain lets the unit be drawn up so.
    #[inline]
    fn allows(&mut self, formation: Formation, terrain: Terrain) -> bool {
        let known = &mut self.allowed[formation as usize];
        if *known == 0 {
            let (unit, order) = (self.held.unit, self.start.order);
            let may = |terrain: &Terrain| self.game.may_be_on(unit, formation, order, *terrain, true, NOWHERE).is_ok();
            *known = Terrain::ALL.into_iter().filter(may).fold(ASKED, |bits, terrain| bits | 1 << terrain as u16);
        }
        *known >> terrain as u16 & 1 == 1
    }

    /// How the unit would stand after a step, friends and terrain left aside, and what it costs.
    #[inline]
    fn pace(&self, node: &Node, heading: u8, going: usize, left: u8) -> Option<Node> {
        let to = self.game.grid().neighbours(node.hex)[going]?;
        let spent = self.price(node.formation, node.hex, going, to)?;
        if left < spent {
            return None;
        }
        let mut next = Node { hex: to, heading, spent, ..*node };
        if node.formation == Formation::March {
            if (usize::from(node.heading / 2) + 3) % DIRECTIONS == going {
                return None;
            }
            next.tail = self.start.left.saturating_sub(self.game.tables().road_increments);
            next.second = if next.tail > 0 { node.hex } else { NOWHERE };
            next.heading = 2 * going as u8;
            return Some(next);
        }
        next.formation = Bautzen::natural_in(self.arm, node.formation, self.start.order, self.game.terrain(self.state, to));
        if next.formation.at_vertex() != node.formation.at_vertex() {
            let looks = if next.formation.at_vertex() { Heading::corner(going) } else { Heading::side(going) };
            next.heading = looks.number();
        }
        if !next.formation.at_vertex() {
            (next.second, next.tail) = (NOWHERE, 0);
        }
        Some(next)
    }

    /// Whether the step can be taken at all, by the same rules as [`Bautzen::stride`]: the node again, with all that it costs and whether friends fill the hex.
    fn taken(&mut self, node: &Node, mut next: Node, held: Held, heading: u8) -> Option<Node> {
        let (game, state, to) = (self.game, self.state, next.hex);
        if self.crowded(to) {
            if game.holder(state, to) == Some(self.enemy) {
                return None;
            }
            let so = Standing { heading, ..node.standing(&self.start) };
            let (outcome, through) = game.stride_how(state, held, so, to, true).ok()?;
            return Some(Node { spent: outcome.price, through, ..next });
        }
        if self.harassed {
            next.spent += game.harassed(state, held.unit, node.hex, to);
            if held.left < next.spent {
                return None;
            }
        }
        if !self.allows(next.formation, game.terrain(state, to)) {
            return None;
        }
        if next.second != NOWHERE && game.may_stand(state, held.unit, &next.standing(&self.start)).is_err() {
            return None;
        }
        let barred = self.start.has(flag::FORCED) && self.lay.watched(self.enemy, to);
        (!barred).then_some(Node { through: false, ..next })
    }

    /// Whether the hex is known to be come to as cheaply with this heading.
    #[inline]
    fn known(&self, node: &Node) -> bool {
        let known = self.best[node.key()];
        known != NONE && self.nodes[usize::from(known)].spent <= node.spent
    }

    /// The steps out of a place on the way, each after the smallest turn that it needs: turning costs the same later on, so nobody turns further than he has to.
    fn go_on(&mut self, at: u16) {
        let (game, held, node) = (self.game, self.held, self.nodes[usize::from(at)]);
        let first = node.from == NONE;
        let so = node.standing(&self.start);
        let least = game.ground_price(self.state, held.unit, &so, so.hex);
        if held.left - node.spent < least {
            return;
        }
        let free = matches!(so.formation, Formation::General | Formation::Skirmish);
        let front = game.sides_of(self.state, held.unit, &so, so.hex).front;
        let fixed = matches!(so.formation, Formation::Leader | Formation::March) || front == Sides::ROUND.front;
        let stays = fixed || node.through || (first && held.turned && free);
        let price_of_turn = if free { 0 } else { self.turning };
        for going in 0..DIRECTIONS {
            let by = if fixed { 0 } else { TURNS[usize::from(front)][going] };
            if by == NEVER || (by != 0 && stays) {
                continue;
            }
            let spent = node.spent + by.unsigned_abs() * price_of_turn;
            if spent > held.left || held.left - spent < least {
                continue;
            }
            let left = held.left - spent;
            let heading = (so.heading as i8 + 2 * by).rem_euclid(12) as u8;
            let Some(next) = self.pace(&node, heading, going, left) else { continue };
            if self.known(&Node { spent: spent + next.spent, ..next }) {
                continue;
            }
            let now = Held { left, turned: by != 0, begun: held.begun || !first || by != 0, ..held };
            let Some(next) = self.taken(&node, next, now, heading) else { continue };
            // From among friends who fill a hex one goes on to where one can stay.
            if next.through && node.through {
                continue;
            }
            let turn = if by == 0 { NO_TURN } else { heading };
            let last = self.watched(next.hex, next.second);
            let next = Node { spent: spent + next.spent, from: at, next: NONE, turn, last, ..next };
            if !self.known(&next) {
                self.found(next);
            }
        }
    }

    /// A cheaper way than any before.
    fn found(&mut self, node: Node) {
        let number = self.nodes.len() as u16;
        self.best[node.key()] = number;
        let (first, last) = &mut self.spenders[usize::from(node.spent)];
        match *last {
            NONE => *first = number,
            last => self.nodes[usize::from(last)].next = number,
        }
        *last = number;
        self.nodes.push(node);
    }
}

impl Bautzen {
    /// The ways of the unit in hand; nothing if none is.
    #[must_use]
    pub fn ways(&self, state: &State) -> Option<Rc<Walk>> {
        match state.frame() {
            Frame::Hand { unit, left, turned, begun, stopped } => {
                Some(self.walk(state, Held { unit, left, turned, begun, stopped }, None))
            }
            _ => None,
        }
    }

    /// Whether a unit that stands so goes whole ways: guns that are unlimbered, carrés and units on two hexes abreast go step by step.
    fn walks(so: &Standing) -> bool {
        !so.wide() && so.formation != Formation::Unlimbered && !(so.formation == Formation::Carre && so.good())
    }

    /// [6.1] [6.2] The ways of the unit in hand, all of them or as far as one hex. Whoever stands where an enemy looks goes step by step, since each step
    /// may be answered.
    pub(crate) fn walk(&self, state: &State, held: Held, goal: Option<HexId>) -> Rc<Walk> {
        let (game, stamp) = (self.muster.id, state.stamp.number());
        LAST.with_borrow_mut(|last| {
            if let Some(((of, at, who, to), walk)) = last
                && (*of, *at, *who) == (game, stamp, held)
                && (to.is_none() || *to == goal)
                && walk.start == *state.piece(held.unit)
            {
                return Rc::clone(walk);
            }
            // The lists of the last one are filled anew, unless somebody still reads them.
            let old = last.take().and_then(|(_, walk)| Rc::try_unwrap(walk).ok());
            let mut walk = old.unwrap_or(Walk { start: Standing::ABSENT, nodes: Vec::new(), ends: Vec::new() });
            self.walk_anew(state, held, goal, &mut walk);
            let walk = Rc::new(walk);
            *last = Some(((game, stamp, held, goal), Rc::clone(&walk)));
            walk
        })
    }

    fn walk_anew(&self, state: &State, held: Held, goal: Option<HexId>, walk: &mut Walk) {
        let so = *state.piece(held.unit);
        let Walk { start, nodes, ends } = walk;
        *start = so;
        nodes.clear();
        ends.clear();
        // Nothing is nearer than half a point a hex.
        let far = |goal: HexId| self.grid().distance(so.hex, goal) > held.left;
        if held.stopped || !Self::walks(&so) || goal.is_some_and(far) {
            return;
        }
        let lay = self.lay(state);
        let is = *self.is(held.unit);
        let plain = Standing { formation: Formation::Column, ..so };
        let tariff = |so: &Standing| self.prices(state, self.walks_like(held.unit, so), so.formation);
        TABLES.with_borrow_mut(|Tables { best, done }| {
            let size = self.grid().size();
            if done.len() < size {
                best.resize(size * usize::from(HEADINGS), NONE);
                done.resize(size, false);
            }
            let mut errand = Errand {
                game: self,
                state,
                lay: &lay,
                held,
                start: so,
                enemy: is.side.other(),
                arm: is.arm,
                fights: is.fights,
                harassed: lay.harasses(is.side.other()),
                turning: 2 * self.figures().turn as u8,
                tariffs: [tariff(&so), tariff(&plain)],
                allowed: [0; 9],
                nodes,
                best,
                spenders: [(NONE, NONE); 256],
            };
            if errand.watched(so.hex, so.second) {
                return;
            }
            errand.found(Node {
                hex: so.hex,
                second: so.second,
                heading: so.heading,
                tail: so.tail,
                formation: so.formation,
                spent: 0,
                from: NONE,
                next: NONE,
                turn: NO_TURN,
                through: false,
                last: false,
            });
            done[usize::from(so.hex.0)] = true;
            'walk: for spent in 0..=usize::from(held.left) {
                let mut at = errand.spenders[spent].0;
                while at != NONE {
                    let node = errand.nodes[usize::from(at)];
                    if errand.best[node.key()] == at {
                        if !node.through && !std::mem::replace(&mut done[usize::from(node.hex.0)], true) {
                            ends.push((node.hex, at));
                            if goal == Some(node.hex) {
                                break 'walk;
                            }
                        }
                        if !node.last && errand.nodes.len() < usize::from(NONE) - 64 {
                            errand.go_on(at);
                        }
                    }
                    at = errand.nodes[usize::from(at)].next;
                }
            }
            for node in &*nodes {
                best[node.key()] = NONE;
                done[usize::from(node.hex.0)] = false;
            }
        });
    }
}
