//! [6.1] [6.2] How a kind of unit goes about in one formation, compiled for the walks of `stroll.rs`: what it costs to leave each hex and to turn, and which headings of a
//! hex lead to nothing new. 9 bytes for each hex of the map and some 6 kB besides for each formation of each kind, laid down when it is first asked for.

use crate::Bautzen;
use crate::marching::Held;
use crate::muster::DrawnUp;
use crate::state::{Formation, Standing, State};
use crate::tables::Terrain;
use crate::walk::{NEVER, TURNS, TURNS_LEFT};
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::{Grid, HexId};
use std::sync::OnceLock;

/// Headings of a hex, and room for two notes on the hex itself.
pub(crate) const LANES: usize = 16;
/// The note that says what the cheapest way to the hex costs, whatever the heading.
pub(crate) const COME: usize = 12;
/// The most hexes that a map can have.
pub(crate) const MOST_HEXES: usize = 1 << 12;
/// With as many half points left or more, every heading may lead to something new.
pub(crate) const HORIZON: u8 = 20;
/// More half points than a walk can have: what cannot be done costs as much.
pub(crate) const MOST: u8 = 63;
/// So late that it is never late enough.
pub(crate) const NEVER_LATE: u8 = MOST + 1;

/// Where a hex begins in the table.
#[inline]
pub(crate) const fn begin(hex: HexId) -> usize {
    hex.0 as usize * LANES
}

/// A number below 128 for each direction, in one word, so that all of them are reckoned at once and without a branch.
pub(crate) type Six = u64;
/// The highest bit of each.
const HIGH: Six = 0x8080_8080_8080_8080;

/// The same number for all.
#[inline]
pub(crate) const fn all(number: u8) -> Six {
    number as u64 * 0x0101_0101_0101_0101
}

/// The number of one.
#[inline]
pub(crate) const fn of(numbers: Six, going: usize) -> u8 {
    (numbers >> (8 * going)) as u8
}

/// Sets the number of one.
pub(crate) const fn set(numbers: &mut Six, going: usize, number: u8) {
    *numbers = *numbers & !(0xff << (8 * going)) | (number as u64) << (8 * going);
}

/// The highest bit wherever one number is not below the other.
#[inline]
pub(crate) const fn at_least(one: Six, other: Six) -> Six {
    ((one | HIGH) - other) & HIGH
}

/// All bits of those whose highest is set.
#[inline]
pub(crate) const fn whole(bits: Six) -> Six {
    (bits >> 7) * 0xff
}

/// The steps out of a hex, in one word, since many are asked for and few are near each other: the price by direction in half points, [`MOST`] if the step
/// cannot be taken; where one looks anew in the other hex, as bits; [6.1] and what one must have to leave at all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Out(u64);

impl Out {
    #[inline]
    pub const fn price(self) -> Six {
        self.0 & !(0xffff << 48) | (MOST as u64 * 0x0101) << 48
    }

    #[inline]
    pub const fn least(self) -> u8 {
        (self.0 >> 56) as u8
    }

    /// Whether one looks in all the other hexes as in this one.
    #[inline]
    pub const fn keeps_all(self) -> bool {
        self.0 >> 48 & 0x3f == 0
    }

    /// All bits where one looks in the other hex as in this one.
    #[inline]
    pub const fn keeps(self) -> Six {
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

/// How far something of each neighbour of a hex lies from where the hex itself begins in the table of a walk, by direction; two are not used.
pub(crate) type Row = [u16; 8];

/// How far the neighbours of a hex begin from it, by the last bit of its number.
pub(crate) type Beside = [Row; 2];

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
    let row = |far: [Option<u16>; DIRECTIONS]| std::array::from_fn(|going| far.get(going).copied().flatten().unwrap_or(0));
    (grid.size() <= MOST_HEXES).then(|| beside.map(row))
}

/// What it takes to look so that a step can be taken, by direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turns {
    /// Half points; [`MOST`] if nothing helps.
    pub price: Six,
    /// The heading then.
    pub heading: Six,
}

/// How a kind of unit goes about in one formation.
#[derive(Debug)]
pub(crate) struct Gait {
    /// By hex.
    pub out: Box<[Out]>,
    /// The heading of whoever looks anew, by direction.
    pub anew: Six,
    /// How one is drawn up after a step, by hex that one steps into.
    pub then: Box<[Formation]>,
    /// By heading and direction.
    pub turns: [Turns; LANES],
    /// The same of those to the left that are as long as the ones to the right.
    pub lefts: [Turns; LANES],
    /// By heading and the last bit of a hex: where the headings of its neighbours lie in which one comes there, if one keeps looking that way.
    pub rows: [[Row; 2]; LANES],
    /// By half points left and heading: what another heading of the same hex has to cost more before it leads to nothing new; and nothing for the note
    /// [`COME`].
    pub later: Box<[[[u8; LANES]; LANES]; HORIZON as usize + 1]>,
    /// Every step that can be taken costs the same.
    pub level: bool,
}

/// How a unit goes about, by formation.
#[derive(Debug, Default)]
pub(crate) struct Gaits {
    by: [OnceLock<Gait>; Formation::ALL.len()],
    later: OnceLock<Vec<[Later; Formation::ALL.len()]>>,
}

/// Those that a walk makes use of.
pub(crate) type InUse<'a> = [Option<&'a Gait>; Formation::ALL.len()];

/// The formations that a walk can begin in, but for marches.
pub(crate) const AFOOT: [Formation; 6] =
    [Formation::Column, Formation::Line, Formation::Skirmish, Formation::General, Formation::Limbered, Formation::Leader];

/// Turns before a step in each direction, by heading: those that `by` names, by front and direction.
fn turning(drawn_up: &DrawnUp, price: u8, by: impl Fn(u8, usize) -> i8) -> [Turns; LANES] {
    std::array::from_fn(|heading| {
        let heading = heading % 12;
        let front = drawn_up.front_at(heading as u8);
        let mut turns = Turns { price: all(MOST), heading: all(heading as u8) };
        for (going, by) in (0..DIRECTIONS).map(|going| (going, by(front, going))).filter(|(_, by)| *by != NEVER) {
            set(&mut turns.price, going, by.unsigned_abs() * price);
            set(&mut turns.heading, going, (heading as i8 + 2 * by).rem_euclid(12) as u8);
        }
        turns
    })
}

/// The smallest turns, those to the right where it is as far to either side.
fn turning_right(formation: Formation, drawn_up: &DrawnUp, price: u8) -> [Turns; LANES] {
    let fixed = |front: u8| formation == Formation::Leader || front == crate::formation::Sides::ROUND.front;
    turning(drawn_up, price, |front, going| if fixed(front) { 0 } else { TURNS[usize::from(front)][going] })
}

/// The turns to the left that are as long as those to the right: none for whoever turns for nothing, and so looks elsewhere for nothing, too.
fn turning_left(formation: Formation, drawn_up: &DrawnUp, price: u8) -> [Turns; LANES] {
    let turns = formation != Formation::Leader && price > 0;
    turning(drawn_up, price, |front, going| if turns { TURNS_LEFT[usize::from(front)][going] } else { NEVER })
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
    let turns = AFOOT.map(|formation| {
        let (drawn_up, price) = (&drawn_up[formation as usize], price_of_turn(formation, price));
        [turning_right(formation, drawn_up, price), turning_left(formation, drawn_up, price)]
    });
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
                for (going, which) in (0..DIRECTIONS).flat_map(|going| [(going, 0), (going, 1)]) {
                    let after = |turns: &Turns| (of(turns.price, going), of(turns.heading, going));
                    let theirs = after(&turns[which][other]);
                    if theirs.0 + smallest > left {
                        continue;
                    }
                    let rest = &later[usize::from(left - theirs.0 - smallest)];
                    let late = |mine: (u8, u8)| {
                        let then = |then: &Formation| rest[*then as usize][usize::from(mine.1)][usize::from(theirs.1)];
                        let then = thens.iter().map(then).max().unwrap_or(0);
                        let by = i16::from(then) + i16::from(mine.0) - i16::from(theirs.0);
                        let never = mine.0 == MOST || then == u8::MAX || by > i16::from(MOST);
                        if never { u8::MAX } else { by.max(0) as u8 }
                    };
                    // Whichever way it is that makes up for it sooner.
                    let [one_way, other_way] = [0, 1].map(|which| late(after(&turns[which][one])));
                    *known = (*known).max(one_way.min(other_way));
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
    pub(crate) fn gait(&self, state: &State, held: Held, so: &Standing, formation: Formation) -> Option<&Gait> {
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
        // What comes of a step into each kind of terrain.
        let then = drawn_up.then;
        let allowed = Terrain::ALL.map(|ground| all_ways[then[ground as usize] as usize].allows(ground));
        let anew = then.map(|then| then.at_vertex() != formation.at_vertex());
        let out = (0..grid.size() as u16).map(HexId).map(|hex| {
            let (mut prices, mut looks) = ([MOST; 8], 0);
            for (going, (to, price)) in grid.neighbours(hex).iter().zip(tariff.out_of(hex)).enumerate() {
                let Some(to) = *to else { continue };
                let ground = self.ground().terrain(to) as usize;
                if allowed[ground] {
                    prices[going] = price.min(MOST);
                }
                looks |= u8::from(anew[ground]) << going;
            }
            (prices[DIRECTIONS], prices[DIRECTIONS + 1]) = (looks, drawn_up.least[self.ground().terrain(hex) as usize]);
            Out(u64::from_le_bytes(prices))
        });
        let out: Box<[Out]> = out.collect();
        let mut prices =
            out.iter().flat_map(|out| out.0.to_le_bytes().into_iter().take(DIRECTIONS)).filter(|&price| price < MOST);
        let one = prices.next();
        let turns = turning_right(formation, drawn_up, price_of_turn(formation, price));
        let gait = Gait {
            level: prices.all(|price| Some(price) == one),
            out,
            anew: (0..DIRECTIONS as u64).map(|going| (2 * going + u64::from(!formation.at_vertex())) << (8 * going)).sum(),
            then: (0..grid.size() as u16).map(|hex| then[self.ground().terrain(HexId(hex)) as usize]).collect(),
            rows: std::array::from_fn(|heading| {
                self.muster.beside.unwrap_or_default().map(|beside| {
                    std::array::from_fn(|going| beside[going] + u16::from(of(turns[heading].heading, going)) % LANES as u16)
                })
            }),
            turns,
            lefts: turning_left(formation, drawn_up, price_of_turn(formation, price)),
            later: Box::new(std::array::from_fn(|left| {
                std::array::from_fn(|heading| {
                    // Hexsides say nothing of vertices: who looks at them is drawn up otherwise.
                    let fits = |lane: usize| lane < 12 && heading < 12 && lane % 2 == usize::from(formation.at_vertex());
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
