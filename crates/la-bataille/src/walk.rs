//! [6.1] [6.2] A whole way in one action: every hex that the unit in hand can get to without being fired at or fallen upon on the way, with the cheapest acts
//! that lead there. List, check and deed ask the same walk, which is kept until the next one.

use crate::Bautzen;
use crate::formation::Sides;
use crate::lay::Lay;
use crate::marching::Held;
use crate::muster::{DrawnUp, Tariff};
use crate::state::{Formation, Frame, NOWHERE, Side, Standing, State, Unit, flag};
use crate::tables::Terrain;
use grognard_engine::HexId;
use grognard_engine::grid::DIRECTIONS;
use std::cell::RefCell;
use std::rc::Rc;

/// No node.
pub(crate) const NONE: u16 = u16::MAX;
/// No turn.
pub(crate) const NO_TURN: u8 = u8::MAX;

/// One place on a way: how the unit stands there, and what brought it there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub hex: HexId,
    pub second: HexId,
    pub heading: u8,
    pub tail: u8,
    pub formation: Formation,
    /// Half points spent.
    pub spent: u8,
    /// The node before.
    pub from: u16,
    /// The next that has spent as much.
    pub next: u16,
    /// The heading that was taken before the step that led here, or none.
    pub turn: u8,
    /// Friends fill the hex: it can be passed, and nobody stays in it.
    pub through: bool,
    /// The way ends here: an enemy looks into the hex.
    pub last: bool,
}

impl Node {
    /// How the unit stands here that stood otherwise at the start.
    #[inline]
    pub fn standing(&self, start: &Standing) -> Standing {
        let Self { hex, second, heading, tail, formation, .. } = *self;
        Standing { hex, second, heading, tail, formation, ..*start }
    }

    #[inline]
    fn key(&self) -> usize {
        key(self.hex, self.heading)
    }
}

/// Room for the headings of a hex in a table.
const ROOM: usize = 16;

/// The place of a hex and a heading in a table.
#[inline]
const fn key(hex: HexId, heading: u8) -> usize {
    hex.0 as usize * ROOM + heading as usize
}

/// The ways of a unit in hand.
#[derive(Clone, Debug)]
pub struct Walk {
    start: Standing,
    pub(crate) nodes: Vec<Node>,
    /// The cheapest node of each hex that can be gone to, in the order in which they were found.
    pub(crate) ends: Vec<(HexId, u16)>,
}

impl Walk {
    /// One of which nothing is known but where it begins.
    pub(crate) const fn from(start: Standing) -> Self {
        Self { start, nodes: Vec::new(), ends: Vec::new() }
    }

    /// The same with what room it has.
    fn clear(&mut self, start: Standing) {
        self.start = start;
        self.nodes.clear();
        self.ends.clear();
    }

    /// The hexes that can be gone to, the nearest first, with half points spent.
    pub fn ends(&self) -> impl Iterator<Item = (HexId, u8)> + '_ {
        self.ends.iter().map(|&(hex, node)| (hex, self.nodes[usize::from(node)].spent))
    }

    /// The hexes alone.
    pub(crate) fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        self.ends.iter().map(|(hex, _)| *hex)
    }

    /// The hexes that can be gone to, with how the unit would stand there.
    pub fn standings(&self) -> impl Iterator<Item = (Standing, u8)> + '_ {
        let nodes = self.ends.iter().map(|&(_, node)| &self.nodes[usize::from(node)]);
        nodes.map(|node| (node.standing(&self.start), node.spent))
    }

    fn node(&self, hex: HexId) -> Option<u16> {
        self.ends.iter().find(|(end, _)| *end == hex).map(|(_, node)| *node)
    }

    /// The places on the way to a hex, without the one where it begins.
    pub(crate) fn stages(&self, hex: HexId) -> Option<Vec<Node>> {
        let mut stages = Vec::new();
        let mut at = self.node(hex)?;
        while self.nodes[usize::from(at)].from != NONE {
            let node = self.nodes[usize::from(at)];
            stages.push(node);
            at = node.from;
        }
        stages.reverse();
        Some(stages)
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
pub(crate) static TURNS: [[i8; DIRECTIONS]; 64] = turns();

/// No turn brings it there.
pub(crate) const NEVER: i8 = i8::MAX;

/// Turns in sixths of a circle, the smallest first, to the right before to the left.
const SMALLEST_FIRST: [i8; DIRECTIONS] = [0, 1, -1, 2, -2, 3];

/// [6.2] Whether whoever is drawn up so in one hex turns for nothing.
const fn turns_freely(formation: Formation) -> bool {
    matches!(formation, Formation::General | Formation::Skirmish)
}

const fn turns() -> [[i8; DIRECTIONS]; 64] {
    let order = SMALLEST_FIRST;
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

/// The turn to the left that is as long as the one of [`TURNS`] to the right and would do as well, by front and direction; [`NEVER`] where there is none.
/// Straight behind a front either way is as long, and other hexes lie before whoever has turned the other way.
pub(crate) static TURNS_LEFT: [[i8; DIRECTIONS]; 64] = turns_left();

const fn turns_left() -> [[i8; DIRECTIONS]; 64] {
    let right = turns();
    let mut table = [[NEVER; DIRECTIONS]; 64];
    let mut front = 0;
    while front < table.len() {
        let mut going = 0;
        while going < DIRECTIONS {
            let by = right[front][going];
            if by > 0 && by < 3 && front >> (going as i8 + by).rem_euclid(6) & 1 == 1 {
                table[front][going] = -by;
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
    fights: bool,
    /// [5.3.7] Skirmishing enemy cavalry that makes steps dearer.
    harassing: Vec<[HexId; 2]>,
    /// Half points for a turn of sixty degrees.
    turning: u8,
    /// What steps cost as the unit is drawn up at the start, and as it is drawn up otherwise.
    tariffs: [Option<Tariff<'a>>; 2],
    /// For each formation what follows from it.
    drawn_up: &'a [DrawnUp; 9],
    /// Nothing but friends, enemies and terrain is in the way of anybody.
    plain: bool,
    nodes: &'a mut Vec<Node>,
    /// What the cheapest way to each hex and heading costs.
    cost: &'a mut [u8],
    /// What the cheapest way costs to each hex in which the unit can stay.
    come: &'a mut [u8],
    /// No step costs less.
    smallest: u8,
    /// The first and the last of those who have spent as much, in the order in which they were found.
    spenders: [(u16, u16); 256],
}

/// Tables of a walk, used again and again: nothing in them but while one is under way.
struct Tables {
    /// What the cheapest way to each hex and heading costs.
    cost: Vec<u8>,
    /// What the cheapest way costs to each hex in which the unit can stay.
    come: Vec<u8>,
    /// Hexes that have been come to.
    done: Vec<bool>,
}

/// No way is known.
const NO_WAY: u8 = u8::MAX;

/// What the last walk was for: game, position, unit, and whether it went as far as one hex only.
type For = (u64, u64, Held, Option<HexId>);

thread_local! {
    static TABLES: RefCell<Tables> = const { RefCell::new(Tables { cost: Vec::new(), come: Vec::new(), done: Vec::new() }) };
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

    /// Whether a step can be taken at all, by the same rules as [`Bautzen::stride`]: the node again, with all that it costs and whether friends fill the hex.
    fn taken(&mut self, node: &Node, mut next: Node, held: Held, heading: u8) -> Option<Node> {
        let (game, state, to) = (self.game, self.state, next.hex);
        // [6.7] The tail of a march comes among those whom its head has passed, and passes them as well.
        if self.crowded(to) || (next.second != NOWHERE && self.crowded(next.second)) {
            if game.holder(state, to) == Some(self.enemy) {
                return None;
            }
            let so = Standing { heading, ..node.standing(&self.start) };
            let (outcome, through) = game.stride_how(state, held, so, to).ok()?;
            return Some(Node { spent: outcome.price, through, ..next });
        }
        if !self.harassing.is_empty() {
            let more = self.harassing.iter().map(|&rider| game.harassed_by(rider, node.hex, to)).max();
            next.spent += more.unwrap_or(0);
            if held.left < next.spent {
                return None;
            }
        }
        if !self.drawn_up[next.formation as usize].allows(game.terrain(state, to)) {
            return None;
        }
        if next.second != NOWHERE && game.may_stand(state, held.unit, &next.standing(&self.start)).is_err() {
            return None;
        }
        let loose = next.formation == Formation::General;
        // [6.9] A carré has no zone of influence, though it looks into the hex.
        let barred = self.start.has(flag::FORCED) && (loose || self.lay.zone(self.enemy, to).0);
        (!barred).then_some(Node { through: false, ..next })
    }

    /// Whether nothing new can be found from a node with few points left: whatever it leads to is come to no later already.
    fn is_idle(&self, node: &Node) -> bool {
        let (grid, step) = (self.game.grid(), self.smallest);
        let left = self.held.left - node.spent;
        if left >= 3 * step {
            return false;
        }
        let (one, two) = (node.spent + step, node.spent + 2 * step);
        grid.around(node.hex).all(|hex| {
            self.come[usize::from(hex.0)] <= one
                && (left < 2 * step || grid.around(hex).all(|hex| self.come[usize::from(hex.0)] <= two))
        })
    }

    /// The steps out of a place on the way, each after the smallest turn that it needs: turning costs the same later on, so nobody turns further than he must;
    /// where it is as far to the left as to the right both are tried, those to the left when all others have been.
    /// And whoever leaves general order turns for nothing before it and not after it, so that each way he may look then is tried.
    fn go_on(&mut self, at: u16) {
        let (game, state, held, node) = (self.game, self.state, self.held, self.nodes[usize::from(at)]);
        let drawn_up = &self.drawn_up[node.formation as usize];
        let terrain = game.terrain(state, node.hex);
        if held.left - node.spent < drawn_up.least[terrain as usize] || self.is_idle(&node) {
            return;
        }
        let front = match terrain {
            Terrain::Trench | Terrain::Loopholes => game.sides_of(state, held.unit, &node.standing(&self.start), node.hex).front,
            _ => drawn_up.front_at(node.heading),
        };
        let fixed = matches!(node.formation, Formation::March | Formation::Leader) || front == Sides::ROUND.front;
        let bound = node.from == NONE && held.turned && turns_freely(node.formation);
        let turns = if fixed { &[0; DIRECTIONS] } else { &TURNS[usize::from(front)] };
        let prices = match self.tariffs[usize::from(node.formation != self.start.formation)] {
            Some(tariff) => tariff.out_of(node.hex),
            None => game.prices_out_of(state, held.unit, &node.standing(&self.start)),
        };
        for (going, to) in game.grid().neighbours(node.hex).iter().enumerate() {
            let (by, price, Some(to)) = (turns[going], prices[going], *to) else { continue };
            let then = drawn_up.then[game.terrain(state, to) as usize];
            if !bound && self.start.good() && turns_freely(node.formation) && !turns_freely(then) {
                let ahead = |by: i8| front >> (going as i8 - by).rem_euclid(DIRECTIONS as i8) & 1 == 1;
                for by in SMALLEST_FIRST.into_iter().filter(|by| ahead(*by)) {
                    self.go_out(at, (going, to), by, price);
                }
            } else if by != NEVER && (by == 0 || !(fixed || bound)) {
                self.go_out(at, (going, to), by, price);
            }
        }
        // Whoever turns for nothing looks elsewhere for nothing, too.
        if fixed || bound || turns_freely(node.formation) {
            return;
        }
        let lefts = &TURNS_LEFT[usize::from(front)];
        for (going, to) in game.grid().neighbours(node.hex).iter().enumerate() {
            let (by, Some(to)) = (lefts[going], *to) else { continue };
            if by != NEVER {
                self.go_out(at, (going, to), by, prices[going]);
            }
        }
    }

    /// One step out of a place on the way, after a turn by so many sixths of a circle.
    fn go_out(&mut self, at: u16, (going, to): (usize, HexId), by: i8, price: u8) {
        let (game, state, held, node) = (self.game, self.state, self.held, self.nodes[usize::from(at)]);
        let drawn_up = &self.drawn_up[node.formation as usize];
        let least = drawn_up.least[game.terrain(state, node.hex) as usize];
        let march = node.formation == Formation::March;
        let vertex = node.formation.at_vertex();
        let price_of_turn = if turns_freely(node.formation) { 0 } else { self.turning };
        let spent = node.spent + by.unsigned_abs() * price_of_turn;
        let total = u16::from(spent) + u16::from(price);
        // A step that is barred costs more than anybody has.
        if total > u16::from(held.left) || held.left - spent < least {
            return;
        }
        let total = total as u8;
        // Nothing leads on from there, and somebody is there no later.
        if held.left - total < self.smallest && self.come[usize::from(to.0)] <= total {
            return;
        }
        let heading = (node.heading as i8 + 2 * by).rem_euclid(12) as u8;
        // A march looks where it goes; others look that way if they have to look anew.
        let ground = game.terrain(state, to);
        let formation = drawn_up.then[ground as usize];
        let looks = if march {
            2 * going as u8
        } else if formation.at_vertex() == vertex {
            heading
        } else {
            2 * going as u8 + u8::from(!vertex)
        };
        if self.cost[key(to, looks)] <= total {
            return;
        }
        let mut next = Node { hex: to, heading: looks, formation, spent: price, through: false, ..node };
        if march {
            if (usize::from(node.heading / 2) + 3) % DIRECTIONS == going {
                return;
            }
            next.tail = self.start.left.saturating_sub(game.tables().road_increments);
            next.second = if next.tail > 0 { node.hex } else { NOWHERE };
        } else if !formation.at_vertex() {
            (next.second, next.tail) = (NOWHERE, 0);
        }
        if self.plain && self.lay.top(to).is_none() {
            if !self.drawn_up[formation as usize].allows(ground) {
                return;
            }
        } else {
            let begun = held.begun || node.from != NONE || by != 0;
            let now = Held { left: held.left - spent, turned: by != 0, begun, ..held };
            let Some(taken) = self.taken(&node, next, now, heading) else { return };
            next = taken;
            if spent + next.spent >= self.cost[key(to, looks)] {
                return;
            }
        }
        next.spent += spent;
        next.turn = if by == 0 { NO_TURN } else { heading };
        next.last = self.watched(next.hex, next.second);
        (next.from, next.next) = (at, NONE);
        self.found(next);
    }

    /// A cheaper way than any before.
    fn found(&mut self, node: Node) {
        let number = self.nodes.len() as u16;
        self.cost[node.key()] = node.spent;
        if !node.through {
            let come = &mut self.come[usize::from(node.hex.0)];
            *come = node.spent.min(*come);
        }
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
            let mut walk = old.unwrap_or_else(|| Walk::from(Standing::ABSENT));
            self.walk_anew(state, held, goal, &mut walk);
            let walk = Rc::new(walk);
            *last = Some(((game, stamp, held, goal), Rc::clone(&walk)));
            walk
        })
    }

    fn walk_anew(&self, state: &State, held: Held, goal: Option<HexId>, walk: &mut Walk) {
        let so = *state.piece(held.unit);
        walk.clear(so);
        // Nothing is nearer than half a point a hex.
        let far = |goal: HexId| self.grid().distance(so.hex, goal) > held.left;
        if held.stopped || !Self::walks(&so) || goal.is_some_and(far) {
            return;
        }
        let lay = self.lay(state);
        let is = *self.is(held.unit);
        let watched = |hex: HexId| hex != NOWHERE && lay.watched(is.side.other(), hex);
        if is.fights && (watched(so.hex) || watched(so.second)) {
            return;
        }
        if self.strolls(held, &so) {
            if self.stroll(state, &lay, held, goal, walk).is_some() {
                return;
            }
            walk.clear(so);
        }
        self.walk_plainly(state, &lay, held, goal, walk);
    }

    /// The same, place by place, whatever is in the way.
    pub(crate) fn walk_plainly(&self, state: &State, lay: &Lay, held: Held, goal: Option<HexId>, walk: &mut Walk) {
        let is = *self.is(held.unit);
        let Walk { start: so, nodes, ends } = walk;
        let so = *so;
        let plain = Standing { formation: Formation::Column, ..so };
        let tariff = |so: &Standing| self.prices(state, self.walks_like(held.unit, so), so.formation);
        TABLES.with_borrow_mut(|Tables { cost, come, done }| {
            let size = self.grid().size();
            if done.len() < size {
                cost.resize(size * ROOM, NO_WAY);
                come.resize(size, NO_WAY);
                done.resize(size, false);
            }
            let mut errand = Errand {
                game: self,
                state,
                lay,
                held,
                start: so,
                enemy: is.side.other(),
                fights: is.fights,
                harassing: self.harassers(state, held.unit),
                turning: 2 * self.figures().turn as u8,
                tariffs: [tariff(&so), tariff(&plain)],
                drawn_up: self.drawn_up(held.unit, so.order),
                plain: false,
                nodes,
                cost,
                come,
                smallest: self.muster.smallest[usize::from(so.formation == Formation::March)],
                spenders: [(NONE, NONE); 256],
            };
            errand.plain = errand.harassing.is_empty() && so.formation != Formation::March && !so.has(flag::FORCED);
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
                    if errand.cost[node.key()] == node.spent {
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
                cost[node.key()] = NO_WAY;
                come[usize::from(node.hex.0)] = NO_WAY;
                done[usize::from(node.hex.0)] = false;
            }
        });
    }
}
