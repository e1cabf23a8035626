//! The walk of `walk.rs` once more, compiled: what it costs to leave each hex and to turn is laid down beforehand for each way of being drawn up, and of the headings in
//! which a hex can be come to only those are followed up from which something new can be found.
//!
//! Whoever looks one way can turn to look another way, so that a place that is come to later is of no use if turning would have led to it no later. How much
//! later that has to be follows from the rule by which a walk turns, which is to the right where both ways are as long: see [`later`]. Nothing else is left
//! out, everything is found in the same order, and a test holds both walks against each other. Marches, maps with works that look all round, and friends who fill a hex and let
//! somebody through are left to the plain walk.

use crate::Bautzen;
use crate::lay::Lay;
use crate::marching::Held;
use crate::muster::DrawnUp;
use crate::state::{Arm, Formation, NOWHERE, Standing, State, flag};
use crate::tables::Terrain;
use crate::walk::{NEVER, NO_TURN, NONE, Node, TURNS, Walk};
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::{Grid, HexId};
use std::cell::RefCell;
use std::sync::OnceLock;

/// Headings of a hex, and room for two notes on the hex itself.
const LANES: usize = 16;
/// The note that says what the cheapest way to the hex costs, whatever the heading.
const COME: usize = 12;
/// The note that says whether somebody could stay there among friends.
const ROOM: usize = 13;
/// The note that says whether the hex is among those that can be gone to.
const DONE: usize = 14;
/// Nothing is known yet.
const UNKNOWN: u8 = 127;
/// The most hexes that a map can have.
const MOST_HEXES: usize = 1 << 12;
/// With as many half points left or more, every heading may lead to something new.
const HORIZON: u8 = 20;
/// More half points than a walk can have: what cannot be done costs as much.
const MOST: u8 = 63;
/// So late that it is never late enough.
const NEVER_LATE: u8 = MOST + 1;

/// A number below 128 for each direction, in one word, so that all of them are reckoned at once and without a branch.
type Six = u64;
/// The highest bit of each.
const HIGH: Six = 0x8080_8080_8080_8080;

/// The same number for all.
#[inline]
const fn all(number: u8) -> Six {
    number as u64 * 0x0101_0101_0101_0101
}

/// The number of one.
#[inline]
const fn of(numbers: Six, going: usize) -> u8 {
    (numbers >> (8 * going)) as u8
}

/// Sets the number of one.
const fn set(numbers: &mut Six, going: usize, number: u8) {
    *numbers = *numbers & !(0xff << (8 * going)) | (number as u64) << (8 * going);
}

/// The highest bit wherever one number is not below the other.
#[inline]
const fn at_least(one: Six, other: Six) -> Six {
    ((one | HIGH) - other) & HIGH
}

/// All bits of those whose highest is set.
#[inline]
const fn whole(bits: Six) -> Six {
    (bits >> 7) * 0xff
}

/// The steps out of a hex, in one word, since many are asked for and few are near each other: the price by direction in half points, [`MOST`] if the step
/// cannot be taken; where one looks anew in the other hex, as bits; [6.1] and what one must have to leave at all.
#[derive(Clone, Copy, Debug)]
struct Out(u64);

impl Out {
    #[inline]
    const fn price(self) -> Six {
        self.0 & !(0xffff << 48) | (MOST as u64 * 0x0101) << 48
    }

    #[inline]
    const fn least(self) -> u8 {
        (self.0 >> 56) as u8
    }

    /// All bits where one looks in the other hex as in this one.
    #[inline]
    const fn keeps(self) -> Six {
        KEEPS[(self.0 >> 48) as usize % KEEPS.len()]
    }
}

/// By where one looks anew: all bits where one does not.
static KEEPS: [Six; 64] = {
    let mut keeps = [Six::MAX; 64];
    let mut anew = 0;
    while anew < keeps.len() {
        let mut going = 0;
        while going < DIRECTIONS {
            if anew >> going & 1 == 1 {
                set(&mut keeps[anew], going, 0);
            }
            going += 1;
        }
        anew += 1;
    }
    keeps
};

/// How far the neighbours of a hex begin from it in [`Tables::known`], by the last bit of its number and by direction.
pub(crate) type Beside = [[u16; DIRECTIONS]; 2];

/// Finds them out, if they are the same everywhere.
pub(crate) fn beside(grid: &Grid) -> Option<Beside> {
    let mut beside = [[None; DIRECTIONS]; 2];
    for hex in grid.hexes() {
        for (known, to) in beside[usize::from(hex.0 % 2)].iter_mut().zip(grid.neighbours(hex)) {
            let Some(to) = *to else { continue };
            let far = (begin(to) as u16).wrapping_sub(begin(hex) as u16);
            if *known.get_or_insert(far) != far {
                return None;
            }
        }
    }
    // A direction in which nobody ever goes leads nowhere.
    (grid.size() <= MOST_HEXES).then(|| beside.map(|far| far.map(|far| far.unwrap_or(0))))
}

/// What it takes to look so that a step can be taken, by direction.
#[derive(Clone, Copy, Debug)]
struct Turns {
    /// Half points; [`MOST`] if nothing helps.
    price: Six,
    /// The heading then.
    heading: Six,
}

/// How a kind of unit goes about in one formation.
#[derive(Debug)]
struct Gait {
    /// By hex.
    out: Box<[Out]>,
    /// The heading of whoever looks anew, by direction.
    anew: Six,
    /// How one is drawn up after a step, by what one steps into.
    then: [Formation; Terrain::ALL.len()],
    /// By heading and direction.
    turns: [Turns; LANES],
    /// By half points left and heading: what another heading of the same hex has to cost more before it leads to nothing new; and nothing for the note
    /// [`COME`].
    later: Box<[[[u8; LANES]; LANES]; HORIZON as usize + 1]>,
    /// Every step that can be taken costs the same.
    level: bool,
}

/// How a unit goes about, by formation.
#[derive(Debug, Default)]
pub(crate) struct Gaits {
    by: [OnceLock<Gait>; Formation::ALL.len()],
    later: OnceLock<Vec<[Later; Formation::ALL.len()]>>,
}

/// Those that a walk makes use of.
type Gaits9<'a> = [Option<&'a Gait>; Formation::ALL.len()];

/// The formations that a walk can begin in, but for marches.
const AFOOT: [Formation; 6] =
    [Formation::Column, Formation::Line, Formation::Skirmish, Formation::General, Formation::Limbered, Formation::Leader];

/// The turns before a step in each direction, by heading.
fn turning(formation: Formation, drawn_up: &DrawnUp, price: u8) -> [Turns; LANES] {
    std::array::from_fn(|heading| {
        let heading = heading % 12;
        let front = drawn_up.front_at(heading as u8);
        let fixed = formation == Formation::Leader || front == crate::formation::Sides::ROUND.front;
        let mut turns = Turns { price: all(MOST), heading: all(heading as u8) };
        for going in 0..DIRECTIONS {
            let by = if fixed { 0 } else { TURNS[usize::from(front)][going] };
            if by != NEVER {
                set(&mut turns.price, going, by.unsigned_abs() * price);
                set(&mut turns.heading, going, (heading as i8 + 2 * by).rem_euclid(12) as u8);
            }
        }
        turns
    })
}

/// What a turn of sixty degrees costs.
const fn price_of_turn(formation: Formation, turning: u8) -> u8 {
    if matches!(formation, Formation::General | Formation::Skirmish) { 0 } else { turning }
}

/// By heading and another heading of the same hex: how many half points later the other one has to be come to.
type Later = [[u8; 12]; 12];

/// For each formation, by half points left: how many half points later a heading has to be come to than another one so that nothing new can be found from it.
///
/// Whoever comes later may have less to turn before a step, which makes up for some of it, and looks another way afterwards: there he has to be late enough
/// with what he has left then, and so on until nothing is left. Each step costs the smallest price at least.
fn later(drawn_up: &[DrawnUp; Formation::ALL.len()], price: u8, smallest: u8) -> Vec<[Later; Formation::ALL.len()]> {
    let turns = AFOOT.map(|formation| turning(formation, &drawn_up[formation as usize], price_of_turn(formation, price)));
    let mut later: Vec<[Later; Formation::ALL.len()]> = vec![[[[0; 12]; 12]; Formation::ALL.len()]];
    for left in 1..HORIZON {
        // Who has more left has to be later by no less.
        let mut now = later[usize::from(left) - 1];
        for (formation, turns) in AFOOT.into_iter().zip(&turns) {
            let mut thens: Vec<Formation> =
                Terrain::ALL.map(|terrain| drawn_up[formation as usize].then[terrain as usize]).into();
            thens.sort_unstable();
            thens.dedup();
            // Who looks anew looks the same way, wherever he looked.
            thens.retain(|then| then.at_vertex() == formation.at_vertex());
            let parity = usize::from(formation.at_vertex());
            for (one, other) in (0..144).map(|pair| (pair / 12, pair % 12)) {
                if one == other || one % 2 != parity || other % 2 != parity {
                    continue;
                }
                let known = &mut now[formation as usize][one][other];
                for going in 0..DIRECTIONS {
                    let after = |turns: &Turns| (of(turns.price, going), of(turns.heading, going));
                    let (mine, theirs) = (after(&turns[one]), after(&turns[other]));
                    if theirs.0 + smallest > left {
                        continue;
                    }
                    let rest = &later[usize::from(left - theirs.0 - smallest)];
                    let then = |then: &Formation| rest[*then as usize][usize::from(mine.1)][usize::from(theirs.1)];
                    let then = thens.iter().map(then).max().unwrap_or(0);
                    let by = i16::from(then) + i16::from(mine.0) - i16::from(theirs.0);
                    let never = mine.0 == MOST || then == u8::MAX || by > i16::from(MOST);
                    *known = (*known).max(if never { u8::MAX } else { by.max(0) as u8 });
                }
            }
        }
        later.push(now);
    }
    later
}

/// The same by what is left to the earlier one: the least that is late enough for the other one with what he has left then.
fn late_enough(later: &[[Later; Formation::ALL.len()]], formation: Formation, left: u8, one: usize, other: usize) -> u8 {
    let late = |by: &u8| later[usize::from(left - by)][formation as usize][one][other] <= *by;
    (0..=left).find(late).unwrap_or(NEVER_LATE)
}

impl Bautzen {
    /// How the kind of unit that a piece is goes about in a formation.
    fn gait(&self, state: &State, held: Held, so: &Standing, formation: Formation) -> Option<&Gait> {
        let gaits = self.muster.gaits(self, held.unit, so.order);
        if let Some(gait) = gaits.by[formation as usize].get() {
            return Some(gait);
        }
        let stands = Standing { formation, ..*so };
        let tariff = self.prices(state, self.walks_like(held.unit, &stands), formation)?;
        let all_ways = self.drawn_up(held.unit, so.order);
        let drawn_up = &all_ways[formation as usize];
        let price = 2 * self.figures().turn as u8;
        let later = gaits.later.get_or_init(|| later(all_ways, price, self.muster.smallest[0]));
        let grid = self.grid();
        let out = (0..grid.size() as u16).map(HexId).map(|hex| {
            let least = drawn_up.least[self.ground().terrain(hex) as usize];
            let mut out = Out((u64::from(least) << 56) | (u64::from(MOST) * 0x0101_0101_0101));
            for (going, to) in grid.neighbours(hex).iter().enumerate() {
                let (Some(to), price) = (*to, tariff.out_of(hex)[going]) else { continue };
                let ground = self.ground().terrain(to);
                let then = drawn_up.then[ground as usize];
                if all_ways[then as usize].allows(ground) {
                    set(&mut out.0, going, price.min(MOST));
                }
                out.0 |= u64::from(then.at_vertex() != formation.at_vertex()) << (48 + going);
            }
            out
        });
        let out: Box<[Out]> = out.collect();
        let mut prices =
            out.iter().flat_map(|out| (0..DIRECTIONS).map(|going| of(out.price(), going))).filter(|&price| price < MOST);
        let one = prices.next();
        let gait = Gait {
            level: prices.all(|price| Some(price) == one),
            out,
            anew: (0..DIRECTIONS as u64).map(|going| (2 * going + u64::from(!formation.at_vertex())) << (8 * going)).sum(),
            then: drawn_up.then,
            turns: turning(formation, drawn_up, price_of_turn(formation, price)),
            later: Box::new(std::array::from_fn(|left| {
                std::array::from_fn(|heading| {
                    // Hexsides say nothing of vertices: who looks at them is drawn up otherwise.
                    let fits = |lane: usize| lane < 12 && heading < 12 && (lane + usize::from(formation.at_vertex())) % 2 == 0;
                    std::array::from_fn(|lane| match lane {
                        COME => 0,
                        _ if lane == heading => 0,
                        _ if fits(lane) && left < usize::from(HORIZON) => {
                            late_enough(later, formation, left as u8, heading, lane)
                        }
                        _ => NEVER_LATE,
                    })
                })
            })),
        };
        Some(gaits.by[formation as usize].get_or_init(|| gait))
    }
}

/// For each hex its headings and notes.
type Known = [u8; MOST_HEXES * LANES];

/// Where a hex begins in the table.
#[inline]
const fn begin(hex: HexId) -> usize {
    hex.0 as usize * LANES
}

/// The notes of a hex.
#[inline]
fn notes(known: &mut Known, hex: HexId) -> &mut [u8; LANES] {
    let (hexes, _) = known.as_chunks_mut();
    &mut hexes[usize::from(hex.0)]
}

/// Tables of a walk, used again and again: nothing in them but while one is under way.
struct Tables {
    /// By hex: what the cheapest way costs to each heading, or would cost by turning; and notes.
    known: Box<Known>,
    /// The first and the last of those who have spent as much, in the order in which they were found.
    spenders: [(u16, u16); 256],
    noted: Vec<HexId>,
}

thread_local! {
    static TABLES: RefCell<Tables> = RefCell::new(Tables {
        known: Box::new([UNKNOWN; MOST_HEXES * LANES]),
        spenders: [(NONE, NONE); 256],
        noted: Vec::new(),
    });
}

/// Nothing but the heading itself is come to.
static ALONE: [[[u8; LANES]; LANES]; 2] = [alone(NEVER_LATE), alone(0)];

/// With what is noted of the hex itself.
const fn alone(come: u8) -> [[u8; LANES]; LANES] {
    let mut alone = [[NEVER_LATE; LANES]; LANES];
    let mut heading = 0;
    while heading < alone.len() {
        alone[heading][heading] = 0;
        alone[heading][COME] = come;
        heading += 1;
    }
    alone
}

/// What has been found.
struct Found<'a> {
    known: &'a mut Known,
    spenders: &'a mut [(u16, u16); 256],
    nodes: &'a mut Vec<Node>,
    /// Hexes of friends of which it is known whether there is room.
    noted: &'a mut Vec<HexId>,
}

impl Found<'_> {
    /// A way that is cheaper than any before.
    #[inline(always)]
    fn add(&mut self, node: Node, later: &[u8; LANES]) {
        let number = self.nodes.len() as u16;
        let (known, spent) = (notes(self.known, node.hex), all(node.spent));
        let (halves, _) = known.as_chunks_mut::<8>();
        let (laters, _) = later.as_chunks::<8>();
        for (known, later) in halves.iter_mut().zip(laters) {
            // The lesser of both, heading by heading.
            let (now, then) = (Six::from_le_bytes(*known), Six::from_le_bytes(*later) + spent);
            let lower = whole(at_least(now, then));
            *known = (then & lower | now & !lower).to_le_bytes();
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

/// What one walk stands on.
struct Stroll<'a> {
    game: &'a Bautzen,
    state: &'a State,
    lay: &'a Lay,
    held: Held,
    start: Standing,
    smallest: u8,
    forced: bool,
    harassing: Vec<[HexId; 2]>,
    /// Every heading is followed up.
    apart: bool,
    beside: Beside,
}

/// What somebody finds in a hex.
enum There {
    /// Nothing that stops him, or a reason to end the way.
    Room { last: bool },
    /// No room.
    Full,
    /// Friends who fill it and may let him through.
    Through { last: bool },
}

impl Stroll<'_> {
    /// What is in a hex in which, or beside which, somebody stands.
    fn there(&self, found: &mut Found<'_>, to: HexId, formation: Formation) -> There {
        let side = self.game.side(self.held.unit);
        let (own, enemy) = self.lay.here(side, to);
        let friends = own.fighting - u8::from(to == self.start.hex && self.game.is(self.held.unit).fights);
        if enemy.fighting > 0 {
            return There::Full;
        }
        let mut full = false;
        if friends > 0 {
            let room = &mut notes(found.known, to)[ROOM];
            if *room >= NEVER_LATE {
                let next = Standing { hex: to, formation, ..self.start };
                let passes = |formation| self.game.may_pass(self.state, self.held.unit, &Standing { formation, ..next }, to);
                *room = if self.game.may_stand(self.state, self.held.unit, &next).is_ok() {
                    0
                } else {
                    // How he is drawn up there may depend on where he comes from.
                    2 - u8::from(passes(formation) || passes(self.start.formation))
                };
                found.noted.push(to);
            }
            match *room {
                0 => {}
                1 => full = true,
                _ => return There::Full,
            }
        }
        let last = enemy.watching > 0 && self.game.is(self.held.unit).fights;
        // [6.9] A forced march does not enter an enemy zone.
        if self.forced && (if friends > 0 { enemy.zones > 0 } else { enemy.watching > 0 }) {
            return There::Full;
        }
        if full { There::Through { last } } else { There::Room { last } }
    }

    /// [5.3.7] What enemy cavalry in skirmish order makes a step dearer.
    #[cold]
    fn harassed(&self, from: HexId, to: HexId) -> u8 {
        self.harassing.iter().map(|&rider| self.game.harassed_by(rider, from, to)).max().unwrap_or(0)
    }

    /// The steps out of a place on the way. Nothing if only the plain walk knows what follows.
    #[inline]
    fn go_on<const HARASSED: bool>(&self, found: &mut Found<'_>, at: u16, node: Node, gaits: &Gaits9<'_>) -> Option<()> {
        let gait = gaits[node.formation as usize]?;
        let out = gait.out[usize::from(node.hex.0)];
        let points = self.held.left - node.spent;
        if points < out.least() {
            return Some(());
        }
        let spare = points - out.least();
        let beside = &self.beside[usize::from(node.hex.0 % 2)];
        let to = |going: usize| (begin(node.hex) as u16).wrapping_add(beside[going]);
        let mut turns = &gait.turns[usize::from(node.heading) % LANES];
        let mut fixed;
        // Who has turned for nothing does not turn again before his first step, and nobody turns among friends who let him through.
        let free = matches!(node.formation, Formation::General | Formation::Skirmish);
        if node.through || (node.from == NONE && self.held.turned && free) {
            fixed = *turns;
            let turned = (0..DIRECTIONS).filter(|&going| of(turns.heading, going) != node.heading);
            turned.for_each(|going| set(&mut fixed.price, going, MOST));
            turns = &fixed;
        }
        let mut cost = out.price() + turns.price;
        if HARASSED {
            for going in 0..DIRECTIONS {
                let before = of(cost, going);
                if before <= points {
                    set(&mut cost, going, (before + self.harassed(node.hex, HexId(to(going) / LANES as u16))).min(MOST));
                }
            }
        }
        let can = at_least(all(points), cost) & at_least(all(spare), turns.price);
        let keeps = out.keeps();
        let looks = turns.heading & keeps | gait.anew & !keeps;
        // If nothing leads on from a hex it does not matter which way one looks there.
        let onward = whole(at_least(all(points - self.smallest), cost));
        let lanes = looks & onward | all(COME as u8) & !onward;
        let mut there = 0;
        for going in 0..DIRECTIONS {
            let lane = u16::from(of(lanes, going)) % LANES as u16;
            there |= Six::from(found.known[usize::from(to(going) | lane)]) << (8 * going);
        }
        let mut new = can & at_least(there, (cost & whole(can)) + all(node.spent + 1));
        while new != 0 {
            let going = new.trailing_zeros() as usize / 8 % DIRECTIONS;
            new &= new - 1;
            let (looks, turn, total) = (of(looks, going), of(turns.heading, going), node.spent + of(cost, going));
            let to = HexId(to(going) / LANES as u16);
            let formation = gait.then[self.game.ground().terrain(to) as usize];
            let (mut last, mut through) = (false, false);
            if !self.lay.deserted(to) {
                match self.there(found, to, formation) {
                    There::Room { last: ends } => last = ends,
                    There::Full => continue,
                    // From among friends who fill a hex one goes on to where one can stay.
                    There::Through { .. } if node.through => continue,
                    // Nobody turns there, so that no heading stands for another.
                    There::Through { .. } if !self.apart => return None,
                    There::Through { last: ends } => {
                        let price = of(turns.price, going);
                        if !self.passes(node, turn, price, to) {
                            continue;
                        }
                        (last, through) = (ends, true);
                    }
                }
            }
            let turn = if turn == node.heading { NO_TURN } else { turn };
            let next =
                Node { hex: to, heading: looks, formation, spent: total, from: at, next: NONE, turn, last, through, ..node };
            let lane = usize::from(looks) % LANES;
            if self.apart {
                found.add(next, &ALONE[usize::from(!through)][lane]);
            } else {
                found.add(next, &gaits[formation as usize]?.later[usize::from((self.held.left - total).min(HORIZON))][lane]);
            }
        }
        Some(())
    }

    /// [6.7] Whether friends let him through who comes from a place, having turned so for so much.
    #[cold]
    fn passes(&self, node: Node, turn: u8, price: u8, to: HexId) -> bool {
        let turned = turn != node.heading;
        let begun = self.held.begun || node.from != NONE || turned;
        let held = Held { left: self.held.left - node.spent - price, turned, begun, ..self.held };
        let so = Standing { heading: turn, ..node.standing(&self.start) };
        self.game.stride_how(self.state, held, so, to, true).is_ok()
    }

    /// The whole walk of a leader, to whom every step costs the same and all headings are one: whoever is found first is gone on from first.
    fn lead(&self, found: &mut Found<'_>, ends: &mut Vec<(HexId, u16)>, goal: Option<HexId>, gait: &Gait) {
        found.nodes.push(self.first());
        notes(found.known, self.start.hex)[COME] = 0;
        let mut at = 0;
        while let Some(&node) = found.nodes.get(usize::from(at)) {
            if at > 0 {
                ends.push((node.hex, at));
            }
            if at > 0 && goal == Some(node.hex) {
                return;
            }
            let out = gait.out[usize::from(node.hex.0)];
            let points = self.held.left - node.spent;
            let beside = &self.beside[usize::from(node.hex.0 % 2)];
            for (going, far) in beside.iter().enumerate().filter(|_| out.least() <= points) {
                let begins = (begin(node.hex) as u16).wrapping_add(*far);
                let (price, to) = (of(out.price(), going), HexId(begins / LANES as u16));
                let come = &mut found.known[usize::from(begins) | COME];
                if *come != UNKNOWN || price > points {
                    continue;
                }
                // [6.7] Friends have room for him, and nobody fires at him alone.
                if !self.lay.deserted(to) && self.lay.here(self.game.side(self.held.unit), to).1.fighting > 0 {
                    continue;
                }
                *come = 0;
                found.nodes.push(Node { hex: to, spent: node.spent + price, from: at, ..node });
            }
            at += 1;
        }
    }

    /// How he goes about to whom every step costs the same.
    fn level(&self) -> Option<&Gait> {
        if self.start.formation != Formation::Leader {
            return None;
        }
        self.game.gait(self.state, self.held, &self.start, Formation::Leader).filter(|gait| gait.level)
    }

    /// Where a walk begins.
    const fn first(&self) -> Node {
        let so = &self.start;
        Node {
            hex: so.hex,
            second: NOWHERE,
            heading: so.heading,
            tail: 0,
            formation: so.formation,
            spent: 0,
            from: NONE,
            next: NONE,
            turn: NO_TURN,
            through: false,
            last: false,
        }
    }

    /// The whole walk. Nothing if only the plain walk knows.
    fn go<const HARASSED: bool>(&self, found: &mut Found<'_>, ends: &mut Vec<(HexId, u16)>, goal: Option<HexId>) -> Option<()> {
        let (game, so) = (self.game, &self.start);
        let mut gaits = [None; Formation::ALL.len()];
        for formation in AFOOT {
            let anew = !matches!(so.formation, Formation::Limbered | Formation::Leader);
            if formation == so.formation || (anew && matches!(formation, Formation::Column | Formation::General)) {
                gaits[formation as usize] = Some(game.gait(self.state, self.held, so, formation)?);
            }
        }
        // Whoever comes back to where he began may be drawn up otherwise then, or free to turn again: only the same heading is of no use to him.
        let mut alone = [NEVER_LATE; LANES];
        (alone[usize::from(so.heading) % 12], alone[COME], alone[DONE]) = (0, 0, 0);
        found.add(self.first(), &alone);
        for spent in 0..=usize::from(self.held.left) {
            let mut at = found.spenders[spent].0;
            while at != NONE {
                let node = found.nodes[usize::from(at)];
                let known = notes(found.known, node.hex);
                if known[usize::from(node.heading) % LANES] == node.spent {
                    if known[DONE] != 0 && !node.through {
                        known[DONE] = 0;
                        ends.push((node.hex, at));
                        if goal == Some(node.hex) {
                            return Some(());
                        }
                    }
                    if !node.last && self.held.left - node.spent >= self.smallest {
                        self.go_on::<HARASSED>(found, at, node, &gaits)?;
                    }
                }
                at = found.nodes[usize::from(at)].next;
            }
        }
        Some(())
    }
}

impl Bautzen {
    /// Whether a unit that stands so goes by the compiled tables.
    pub(crate) fn strolls(&self, held: Held, so: &Standing) -> bool {
        self.muster.open
            && self.muster.beside.is_some()
            && AFOOT.contains(&so.formation)
            && so.second == NOWHERE
            && so.heading < 12
            && held.left < MOST
    }

    /// [6.2] Whether a unit in hand can take the step in some direction, where it is plain: into a hex in which and beside which nobody is, so that only
    /// terrain and points count. `None` where it is not.
    pub(crate) fn plain_steps(&self, state: &State, lay: &Lay, held: Held) -> Option<[Option<bool>; DIRECTIONS]> {
        let so = state.piece(held.unit);
        let is = self.is(held.unit);
        let harassed = is.arm == Arm::Infantry && !lay.skirmishers(is.side.other()).is_empty();
        if held.stopped || harassed || so.has(flag::FORCED) || !self.strolls(held, so) {
            return None;
        }
        let gait = self.gait(state, held, so, so.formation)?;
        let (out, turns) = (gait.out[usize::from(so.hex.0)], &gait.turns[usize::from(so.heading)]);
        Some(std::array::from_fn(|going| {
            // [8.4] Not everybody who may enter a work finds room in it.
            let to = self.grid().neighbours(so.hex)[going]?;
            if !lay.deserted(to) || self.ground().terrain(to) == Terrain::Work {
                return None;
            }
            let ahead = of(turns.price, going) == 0 && of(turns.heading, going) == so.heading;
            Some(ahead && of(out.price(), going).max(out.least()) <= held.left)
        }))
    }

    /// The ways of a unit that may walk and is watched by nobody. `None` if the plain walk has to find them.
    pub(crate) fn stroll(&self, state: &State, lay: &Lay, held: Held, goal: Option<HexId>, walk: &mut Walk) -> Option<()> {
        let start = *state.piece(held.unit);
        TABLES.with_borrow_mut(|Tables { known, spenders, noted }| {
            let Walk { nodes, ends, .. } = walk;
            let mut found = Found { known, spenders, nodes, noted };
            // [5.3.7] Nobody is harassed from more than two hexes away.
            let reach = u16::from(held.left / self.muster.smallest[0].max(1)) + 2;
            let near = |at: &HexId| *at != NOWHERE && u16::from(self.grid().distance(*at, start.hex)) <= reach;
            let mut harassing = self.harassers(state, held.unit);
            harassing.retain(|rider| rider.iter().any(near));
            let mut stroll = Stroll {
                game: self,
                state,
                lay,
                held,
                start,
                smallest: self.muster.smallest[0],
                forced: start.has(flag::FORCED),
                harassing,
                apart: false,
                beside: self.muster.beside?,
            };
            loop {
                let done = match (stroll.level(), stroll.harassing.is_empty()) {
                    (Some(gait), _) => {
                        stroll.lead(&mut found, ends, goal, gait);
                        Some(())
                    }
                    (None, true) => stroll.go::<false>(&mut found, ends, goal),
                    (None, false) => stroll.go::<true>(&mut found, ends, goal),
                };
                for hex in found.nodes.iter().map(|node| node.hex).chain(found.noted.drain(..)) {
                    *notes(found.known, hex) = [UNKNOWN; LANES];
                }
                found.spenders[..=usize::from(held.left)].fill((NONE, NONE));
                if done.is_some() || stroll.apart {
                    return done;
                }
                // Friends let him through somewhere.
                stroll.apart = true;
                found.nodes.clear();
                ends.clear();
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Frame;
    use grognard_engine::dice::SeededDice;
    use grognard_engine::{Decision, Rules as _, Umpire};

    /// Random games: both walks find the same hexes in the same order, by the same acts, at the same price.
    #[test]
    fn both_walks_are_one() {
        let mut compared = 0;
        for (name, seeds) in [("bautzen-outposts", 1..8), ("bautzen-short", 4..6), ("bautzen", 3..4)] {
            let game = Bautzen::new(name, &[]).unwrap();
            for seed in seeds {
                let (mut dice, mut whim) = (SeededDice::new(seed), SeededDice::new(!seed));
                let mut state = game.start(&mut Umpire::silent(&mut dice));
                let mut options = Vec::new();
                while !matches!(game.decision(&state), Decision::Over(_)) {
                    game.legal_actions(&state, &mut options);
                    if let Frame::Hand { unit, left, turned, begun, stopped } = state.frame() {
                        let held = Held { unit, left, turned, begun, stopped };
                        let so = state.piece(unit);
                        let quick = game.walk(&state, held, None);
                        if game.strolls(held, so) && !quick.nodes.is_empty() {
                            let mut plain = Walk::from(*so);
                            game.walk_plainly(&state, &game.lay(&state), held, None, &mut plain);
                            assert_eq!(plain.ends().collect::<Vec<_>>(), quick.ends().collect::<Vec<_>>(), "{held:?} {so:?}");
                            for (hex, _) in plain.ends() {
                                let told = |walk: &Walk| {
                                    let stage = |node: Node| (node.standing(so), node.turn, node.spent, node.through);
                                    walk.stages(hex).map(|stages| stages.into_iter().map(stage).collect::<Vec<_>>())
                                };
                                assert_eq!(told(&plain), told(&quick), "{name} {seed}: to {}", game.grid().number(hex));
                            }
                            compared += 1;
                        }
                    }
                    let action = options[whim.below(options.len() as u32) as usize];
                    game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
                }
            }
        }
        assert!(compared > 1_500, "{compared}");
    }
}
