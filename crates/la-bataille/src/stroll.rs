//! The walk of `walk.rs` once more, by the compiled tables of `gait.rs`: all directions of a place are reckoned at once, in one word, and of the headings in which a hex
//! can be come to only those are followed up from which something new can be found.
//!
//! Whoever looks one way can turn to look another way, so that a place that is come to later is of no use if what it leads to is come to no later from another
//! heading of the same hex. How much later that has to be depends on what is left to be spent, and is laid down beforehand: see `later` in `gait.rs`. Nothing else is
//! left out, everything is found in the same order, and a test holds both walks against each other. Road marches,
//! ways out of general order, and maps with works that look all round are left to the plain walk.

use crate::Bautzen;
use crate::gait::{
    AFOOT, Beside, COME, Gait, HORIZON, InUse, LANES, MOST, MOST_HEXES, NEVER_LATE, Row, Six, Turns, all, at_least, begin, of,
    set, whole,
};
use crate::lay::Lay;
use crate::marching::Held;
use crate::state::{Arm, Formation, NOWHERE, Side, Standing, State, flag};
use crate::tables::Terrain;
use crate::walk::{NO_TURN, NONE, Node, Walk};
use grognard_engine::HexId;
use grognard_engine::grid::DIRECTIONS;
use std::cell::RefCell;

/// The note that says whether somebody could stay there among friends.
const ROOM: usize = 13;
/// The note that says whether the hex is among those that can be gone to.
const DONE: usize = 14;
/// Nothing is known yet.
const UNKNOWN: u8 = 127;

/// For each hex its headings and notes.
type Known = [u8; MOST_HEXES * LANES];

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
        let known = notes(self.known, node.hex);
        // The lesser of both, heading by heading.
        *known = std::array::from_fn(|lane| known[lane].min(later[lane] + node.spent));
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
    side: Side,
    start: Standing,
    smallest: u8,
    harassing: Vec<[HexId; 2]>,
    /// Every heading is followed up.
    apart: bool,
    /// [6.9] On a forced march nobody goes loose, or into an enemy zone.
    forced: bool,
    beside: Beside,
    /// Where the notes [`COME`] of the neighbours lie.
    come: Beside,
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
        let (own, enemy) = self.lay.here(self.side, to);
        let friends = own.fighting - u8::from(to == self.start.hex && self.game.is(self.held.unit).fights);
        if enemy.fighting > 0 || (self.forced && enemy.zones > 0) {
            return There::Full;
        }
        let mut full = false;
        if friends > 0 {
            let room = &mut notes(found.known, to)[ROOM];
            if *room >= NEVER_LATE {
                let next = Standing { hex: to, formation, ..self.start };
                let passes = |formation| self.game.may_pass(self.state, self.held.unit, &Standing { formation, ..next }, to);
                *room = if self.game.may_stack(self.state, self.held.unit, &next).is_ok() {
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
        if full { There::Through { last } } else { There::Room { last } }
    }

    /// [5.3.7] What enemy cavalry in skirmish order makes a step dearer.
    #[cold]
    fn harassed(&self, from: HexId, to: HexId) -> u8 {
        self.harassing.iter().map(|&rider| self.game.harassed_by(rider, from, to)).max().unwrap_or(0)
    }

    /// The steps out of a place on the way. Nothing if only the plain walk knows what follows.
    #[inline]
    fn go_on<const HARASSED: bool>(&self, found: &mut Found<'_>, at: u16, node: Node, gaits: &InUse<'_>) -> Option<()> {
        let gait = gaits[node.formation as usize]?;
        let heading = usize::from(node.heading) % LANES;
        let turns = &gait.turns[heading];
        // Who has turned for nothing does not turn again before his first step.
        let free = matches!(node.formation, Formation::General | Formation::Skirmish);
        if node.from == NONE && self.held.turned && free {
            let mut fixed = *turns;
            let turned = (0..DIRECTIONS).filter(|&going| of(turns.heading, going) != node.heading);
            turned.for_each(|going| set(&mut fixed.price, going, MOST));
            return self.go_after::<HARASSED>(found, at, node, gaits, (&fixed, true));
        }
        self.go_after::<HARASSED>(found, at, node, gaits, (turns, true))?;
        // [6.2] Where it is as far to turn to the left he looks at other hexes then.
        let lefts = &gait.lefts[heading];
        if lefts.price == all(MOST) { Some(()) } else { self.go_after::<HARASSED>(found, at, node, gaits, (lefts, false)) }
    }

    /// The same after these turns, and whether they are the usual ones.
    #[inline]
    fn go_after<const HARASSED: bool>(
        &self,
        found: &mut Found<'_>,
        at: u16,
        node: Node,
        gaits: &InUse<'_>,
        (turns, usual): (&Turns, bool),
    ) -> Option<()> {
        let gait = gaits[node.formation as usize]?;
        let out = gait.out[usize::from(node.hex.0)];
        let points = self.held.left - node.spent;
        if points < out.least() {
            return Some(());
        }
        let spare = points - out.least();
        let parity = usize::from(node.hex.0 % 2);
        let beside = &self.beside[parity];
        let to = |going: usize| (begin(node.hex) as u16).wrapping_add(beside[going % beside.len()]);
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
        let onward = at_least(all(points - self.smallest), cost);
        // [6.2] Whoever leaves general order looks where he likes: only the plain walk tries every way to look.
        if node.formation == Formation::General && self.start.good() {
            let leaves = |going: usize| gait.then[usize::from(to(going)) / LANES] != Formation::General;
            if (0..DIRECTIONS).any(|going| of(can & onward, going) != 0 && leaves(going)) {
                return None;
            }
        }
        let mixed: Row;
        let row = if usual && out.keeps_all() && can & !onward == 0 {
            &gait.rows[usize::from(node.heading) % LANES][parity]
        } else if can & onward == 0 {
            &self.come[parity]
        } else {
            let onward = whole(onward);
            let lanes = looks & onward | all(COME as u8) & !onward;
            mixed = std::array::from_fn(|going| beside[going] + u16::from(of(lanes, going)) % LANES as u16);
            &mixed
        };
        let known = |going: usize| found.known[usize::from((begin(node.hex) as u16).wrapping_add(row[going]))];
        let there = Six::from_le_bytes([known(0), known(1), known(2), known(3), known(4), known(5), 0, 0]);
        let mut new = can & at_least(there, (cost & whole(can)) + all(node.spent + 1));
        while new != 0 {
            let going = new.trailing_zeros() as usize / 8;
            new &= new - 1;
            let (looks, turn, total) = (of(looks, going), of(turns.heading, going), node.spent + of(cost, going));
            let to = HexId(to(going) / LANES as u16);
            let formation = gait.then[usize::from(to.0)];
            if self.forced && formation == Formation::General {
                continue;
            }
            let (mut last, mut through) = (false, false);
            if !self.lay.deserted(self.side, to) {
                match self.there(found, to, formation) {
                    There::Room { last: ends } => last = ends,
                    There::Full => continue,
                    // Whether he gets out again depends on how he looks, so that no heading stands for another.
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
            let next = Node {
                hex: to,
                second: NOWHERE,
                heading: looks,
                tail: 0,
                formation,
                spent: total,
                from: at,
                next: NONE,
                turn,
                through,
                last,
            };
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
        self.game.stride_how(self.state, held, so, to).is_ok()
    }

    /// The whole walk of a leader, to whom every step costs the same and all headings are one: whoever is found first is gone on from first.
    fn lead(&self, found: &mut Found<'_>, ends: &mut Vec<(HexId, u16)>, goal: Option<HexId>, gait: &Gait) {
        let first = self.first();
        found.nodes.push(first);
        notes(found.known, self.start.hex)[COME] = 0;
        let mut at = 0;
        while let Some(&node) = found.nodes.get(usize::from(at)) {
            if at > 0 && goal == Some(node.hex) {
                at += 1;
                break;
            }
            let out = gait.out[usize::from(node.hex.0)];
            let points = self.held.left - node.spent;
            let row = &self.come[usize::from(node.hex.0 % 2)];
            let come = |going: usize| (begin(node.hex) as u16).wrapping_add(row[going]);
            let known = |going: usize| found.known[usize::from(come(going))];
            let there = Six::from_le_bytes([known(0), known(1), known(2), known(3), known(4), known(5), 0, 0]);
            // [6.1] Who has not enough to leave goes nowhere.
            let can = if out.least() > points { 0 } else { at_least(all(points), out.price()) };
            let mut new = can & at_least(there, all(UNKNOWN));
            while new != 0 {
                let going = new.trailing_zeros() as usize / 8 % row.len();
                new &= new - 1;
                let to = HexId(come(going) / LANES as u16);
                // [6.7] Friends have room for him, and nobody fires at him alone.
                if !self.lay.deserted(self.side, to) && self.lay.here(self.side, to).1.fighting > 0 {
                    continue;
                }
                found.known[usize::from(come(going))] = 0;
                found.nodes.push(Node { hex: to, spent: node.spent + of(out.price(), going), from: at, ..first });
            }
            at += 1;
        }
        // He can stay wherever he comes to.
        ends.extend(found.nodes.iter().zip(0..at).skip(1).map(|(node, at)| (node.hex, at)));
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
        if held.stopped || harassed || !self.strolls(held, so) {
            return None;
        }
        let gait = self.gait(state, held, so, so.formation)?;
        let (out, turns) = (gait.out[usize::from(so.hex.0)], &gait.turns[usize::from(so.heading)]);
        Some(std::array::from_fn(|going| {
            // [8.4] Not everybody who may enter a work finds room in it.
            let to = self.grid().neighbours(so.hex)[going]?;
            if !lay.deserted(is.side, to) || self.ground().terrain(to) == Terrain::Work {
                return None;
            }
            let loose = so.has(flag::FORCED) && gait.then[usize::from(to.0)] == Formation::General;
            let ahead = of(turns.price, going) == 0 && of(turns.heading, going) == so.heading && !loose;
            Some(ahead && of(out.price(), going).max(out.least()) <= held.left)
        }))
    }

    /// The ways of a unit that may walk and is watched by nobody. `None` if the plain walk has to find them.
    pub(crate) fn stroll(&self, state: &State, lay: &Lay, held: Held, goal: Option<HexId>, walk: &mut Walk) -> Option<()> {
        let start = *state.piece(held.unit);
        let beside = self.muster.beside?;
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
                side: self.side(held.unit),
                start,
                smallest: self.muster.smallest[0],
                harassing,
                apart: false,
                forced: start.has(flag::FORCED),
                beside,
                come: beside.map(|row| row.map(|far| far + COME as u16)),
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
                for node in &*found.nodes {
                    *notes(found.known, node.hex) = [UNKNOWN; LANES];
                }
                for hex in found.noted.drain(..) {
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
    use crate::action::Action;
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

    /// Random games: what is listed without the whole check is what the check lets pass, step by step, turn by turn, stack by stack.
    #[test]
    fn lists_and_checks_agree() {
        let (mut asked, mut fine) = (0, 0);
        for (name, seed) in [("bautzen-outposts", 11), ("bautzen-outposts", 12), ("bautzen-short", 13), ("bautzen", 14)] {
            let game = Bautzen::new(name, &[]).unwrap();
            let mut dice = SeededDice::new(seed);
            let mut state = game.start(&mut Umpire::silent(&mut dice));
            let mut options = Vec::new();
            for _ in 0..1_500 {
                if matches!(game.decision(&state), Decision::Over(_)) {
                    break;
                }
                game.legal_actions(&state, &mut options);
                let candidates: Vec<Action> = match state.frame() {
                    Frame::Hand { unit, .. } => {
                        let around = game.grid().around(state.piece(unit).hex).map(Action::Step);
                        around.chain((0..12).map(Action::Turn)).chain([Action::Halt]).collect()
                    }
                    Frame::Move => {
                        game.units().flat_map(|unit| [Action::Pick(unit), Action::Force(unit), Action::Top(unit)]).collect()
                    }
                    _ => Vec::new(),
                };
                for action in candidates {
                    let listed = options.contains(&action);
                    assert_eq!(listed, game.check(&state, action).is_ok(), "{name} {seed}: {action:?} {:?}", state.frame());
                    asked += 1;
                    fine += u32::from(listed);
                }
                let action = options[dice.below(options.len() as u32) as usize];
                game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
            }
        }
        assert!(asked > 20_000 && fine > 2_000, "{asked} {fine}");
    }
}
