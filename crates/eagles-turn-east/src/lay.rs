//! What follows from a position and is asked for again and again: who leads how many troops, who stands where, where the enemy's zones lie.
//!
//! It is kept by thread from one question to the next, together with that part of the position from which it follows; when a question comes the two are compared, and what
//! differs is reckoned anew. So it cannot say anything that the position does not, whoever changes what. Where many questions are asked about a position that nobody can change
//! meanwhile they are compared once ([`Campaign::steadily`]); while an action is carried out ([`Campaign::attend`]) only after somebody has laid hands on what it follows from, which
//! [`crate::watched::Watched`] notices.

use crate::Campaign;
use crate::front::{Closed, Eyes, Front};
use crate::state::{ARMS, LEADERS, Leader, Leaders, NOBODY, Side, State, Strength, UNITS};
use crate::tread::ROOM;
use grognard_engine::HexId;
use grognard_engine::fields::NOWHERE;
use grognard_engine::sets::Bits;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A place for every number that a leader can have, nobody's among them.
const ANYBODY: usize = 128;

/// What stands on the tracks.
#[derive(Clone)]
pub(crate) struct Troops {
    track: [Leader; UNITS],
    strength: [Strength; UNITS],
    /// Strength Points of each leader, by arm.
    pub sums: [[u16; ARMS]; ANYBODY],
    /// [3.1] What his units take of his span, in halves.
    pub loads: [u16; ANYBODY],
    /// Who has any.
    pub employed: Leaders,
}

impl Troops {
    const NONE: Self = Self {
        track: [0; UNITS],
        strength: [[0; ARMS]; UNITS],
        sums: [[0; ARMS]; ANYBODY],
        loads: [0; ANYBODY],
        employed: Leaders::EMPTY,
    };

    /// Whether it is made of these.
    #[inline]
    fn is(&self, track: &[Leader; UNITS], strength: &[Strength; UNITS]) -> bool {
        self.track == *track && self.strength.as_flattened() == strength.as_flattened()
    }

    /// All Strength Points of a leader.
    #[inline]
    pub(crate) fn points(&self, leader: Leader) -> u16 {
        self.sums[usize::from(leader)].iter().sum()
    }

    /// Those of some leaders, by arm.
    #[inline]
    pub(crate) fn strength_of(&self, leaders: Leaders) -> [u16; ARMS] {
        let mut sum = [0; ARMS];
        for leader in leaders {
            sum.iter_mut().zip(self.sums[usize::from(leader)]).for_each(|(sum, points)| *sum += points);
        }
        sum
    }

    /// Takes a unit off its track, or puts it there.
    fn count(&mut self, game: &Campaign, unit: usize, on: bool) {
        let (leader, strength) = (usize::from(self.track[unit]) % ANYBODY, self.strength[unit]);
        if strength == [0; ARMS] {
            return;
        }
        let load = u16::from(game.bodies()[unit].load(strength));
        for (sum, points) in self.sums[leader].iter_mut().zip(strength) {
            *sum = if on { *sum + u16::from(points) } else { *sum - u16::from(points) };
        }
        self.loads[leader] = if on { self.loads[leader] + load } else { self.loads[leader] - load };
        if self.sums[leader] == [0; ARMS] {
            self.employed.remove(leader as u16);
        } else {
            self.employed.insert(leader as u16);
        }
    }

    fn mend(&mut self, game: &Campaign, track: &[Leader; UNITS], strength: &[Strength; UNITS]) {
        const PART: usize = 8;
        for part in (0..UNITS).step_by(PART) {
            let units = part..part + PART;
            // Most parts are as they were.
            let same = self.track[units.clone()] == track[units.clone()]
                && self.strength[units.clone()].as_flattened() == strength[units.clone()].as_flattened();
            if same {
                continue;
            }
            for unit in units.filter(|&unit| unit < game.bodies().len()) {
                if self.track[unit] != track[unit] || self.strength[unit] != strength[unit] {
                    self.count(game, unit, false);
                    (self.track[unit], self.strength[unit]) = (track[unit], strength[unit]);
                    self.count(game, unit, true);
                }
            }
        }
        (self.track, self.strength) = (*track, *strength);
    }
}

/// [1.1] What decides who can be told from whom.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Likeness {
    /// How often somebody had moved.
    moves: u64,
    hexes: [HexId; LEADERS],
    knot: [Leader; LEADERS],
    open: Leaders,
    bare: Leaders,
    forage: Leaders,
    employed: Leaders,
}

impl Likeness {
    pub(crate) fn of(state: &State, employed: Leaders) -> Self {
        let (hexes, knot) = (*state.hexes, state.knot);
        Self { moves: 0, hexes, knot, open: state.open, bare: state.bare, forage: state.forage, employed }
    }

    /// Whoever looks otherwise now.
    fn differs(&self, state: &State, employed: Leaders, moves: u64) -> Leaders {
        let xor = |a: Leaders, b: Leaders| Bits([a.0[0] ^ b.0[0], a.0[1] ^ b.0[1]]);
        let sets = xor(self.open, state.open).or(xor(self.bare, state.bare)).or(xor(self.forage, state.forage));
        let moved = if self.moves == moves { Leaders::EMPTY } else { unlike(&self.hexes, &state.hexes) };
        let tied = if self.knot == state.knot { Leaders::EMPTY } else { unlike(&self.knot, &state.knot) };
        sets.or(xor(self.employed, employed)).or(moved).or(tied)
    }
}

/// Whether everybody stands in the same hex; without a way out in the middle several are compared at once.
#[inline]
fn same_hexes(one: &[HexId; LEADERS], other: &[HexId; LEADERS]) -> bool {
    one.iter().zip(other).fold(0, |unlike, (a, b)| unlike | (a.0 ^ b.0)) == 0
}

/// Where two lists differ.
#[inline]
pub(crate) fn unlike<T: PartialEq>(one: &[T; LEADERS], other: &[T; LEADERS]) -> Leaders {
    const PART: usize = 8;
    let mut found = Leaders::EMPTY;
    let parts = one.as_chunks::<PART>().0.iter().zip(other.as_chunks::<PART>().0);
    for (part, (a, b)) in parts.enumerate() {
        // Most parts do not; without a way out in the middle several are compared at once.
        if a.iter().zip(b).fold(false, |any, (a, b)| any | (a != b)) {
            let here = a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b);
            here.for_each(|(at, _)| found.insert((part * PART + at) as u16));
        }
    }
    found
}

/// Those who stand in a hex, one leading to the next.
#[inline]
fn chain(first: &[Leader; ROOM], next: &[Leader; LEADERS], hex: HexId) -> Leaders {
    let mut found = Leaders::EMPTY;
    let mut leader = first[usize::from(hex.0) % ROOM];
    while let Some(&after) = next.get(usize::from(leader)) {
        found.insert(leader.into());
        leader = after;
    }
    found
}

/// Where a position lies in memory.
#[inline]
fn place_of(state: &State) -> usize {
    std::ptr::from_ref(state).addr()
}

/// All that is kept.
pub(crate) struct Kept {
    game: u64,
    /// Where the position lies that is laid out here and cannot change meanwhile; 0 if there is none.
    steady: usize,
    /// Where the position lies that was laid out here and changes only as it is noticed; 0 if there is none.
    followed: usize,
    /// How often troops and places were mended: what follows from them is as it was while these are.
    pub musters: u64,
    pub moves: u64,
    /// How often somebody of each side has moved, and who it was the last time.
    pub shifts: [u64; 2],
    moved: [Leaders; 2],
    troops: Rc<Troops>,
    /// The same by what everybody knows.
    reputed: Box<Troops>,
    hexes: [HexId; LEADERS],
    pub present: [Leaders; 2],
    /// Who stands in each hex: somebody, and for each leader another one in the same hex.
    first: Box<[Leader; ROOM]>,
    next: [Leader; LEADERS],
    pub fronts: [Option<Box<Front>>; 2],
    pub closed: [Option<Closed>; 2],
    pub eyes: [Option<Box<Eyes>>; 2],
    tied: Option<Box<Likeness>>,
}

impl Kept {
    fn new(game: u64) -> Self {
        Self {
            game,
            steady: 0,
            followed: 0,
            musters: 0,
            moves: 0,
            shifts: [0; 2],
            moved: [Leaders::EMPTY; 2],
            troops: Rc::new(Troops::NONE),
            reputed: Box::new(Troops::NONE),
            hexes: [NOWHERE; LEADERS],
            present: [Leaders::EMPTY; 2],
            first: Box::new([NOBODY; ROOM]),
            next: [NOBODY; LEADERS],
            fronts: [None, None],
            closed: [None, None],
            eyes: [None, None],
            tied: None,
        }
    }
}

thread_local! {
    static LAST: RefCell<Option<Kept>> = const { RefCell::new(None) };
    /// On what of a position somebody has laid hands since the one that is followed was last compared.
    static NOTICED: Cell<u8> = const { Cell::new(0) };
}

/// Somebody lays hands on where leaders stand, or on tracks and strengths.
const MOVED: u8 = 1;
const MUSTERED: u8 = 2;

/// A position takes the place of another.
pub(crate) fn notice_all() {
    NOTICED.set(MOVED | MUSTERED);
}

/// Somebody lays hands on a part of a position, which is known by its size.
#[inline]
pub(crate) fn notice(size: usize) {
    NOTICED.set(NOTICED.get() | if size == size_of::<[HexId; LEADERS]>() { MOVED } else { MUSTERED });
}

impl Kept {
    /// Whether a position is laid out here and nobody can have changed it since then.
    #[inline]
    pub(crate) fn is_steady(&self, state: &State) -> bool {
        self.steady == place_of(state)
    }

    #[inline]
    fn troops(&mut self, game: &Campaign, state: &State) -> &Rc<Troops> {
        self.lay_out(game, state);
        &self.troops
    }

    /// What everybody believes to stand on the tracks.
    fn reputed(&mut self, game: &Campaign, state: &State) -> &Troops {
        if !self.reputed.is(&state.seen, &state.shown) {
            self.reputed.mend(game, &state.seen, &state.shown);
        }
        &self.reputed
    }

    #[inline]
    fn present(&mut self, game: &Campaign, state: &State) -> [Leaders; 2] {
        self.lay_out(game, state);
        self.present
    }

    /// Another position is laid out.
    fn unsettle(&mut self) {
        self.steady = 0;
        self.fronts.iter_mut().flatten().for_each(|front| front.steady = false);
        self.closed.iter_mut().flatten().for_each(|closed| closed.steady = false);
    }

    /// Sees to it that this position is laid out here.
    #[inline]
    fn lay_out(&mut self, game: &Campaign, state: &State) {
        let place = place_of(state);
        let noticed = match (self.steady == place, self.followed == place) {
            (true, _) => 0,
            (_, true) => NOTICED.get(),
            _ => MOVED | MUSTERED,
        };
        if noticed == 0 {
            debug_assert!(
                self.hexes == *state.hexes && self.troops.track == *state.track && self.troops.strength == *state.strength,
                "a position has changed and nobody noticed"
            );
            return;
        }
        self.compare(game, state, noticed);
        // Whoever is followed is laid out again, or is not any more.
        NOTICED.set(if self.followed == place { 0 } else { MOVED | MUSTERED });
    }

    /// Compares what may have changed.
    fn compare(&mut self, game: &Campaign, state: &State, noticed: u8) {
        if noticed & MUSTERED != 0 && !self.troops.is(&state.track, &state.strength) {
            self.unsettle();
            self.musters += 1;
            Rc::make_mut(&mut self.troops).mend(game, &state.track, &state.strength);
        }
        if noticed & MOVED == 0 || same_hexes(&self.hexes, &state.hexes) {
            return;
        }
        self.unsettle();
        self.moves += 1;
        let moved = unlike(&self.hexes, &state.hexes);
        for (at, side) in game.scenario.roster.sides.into_iter().enumerate() {
            if !moved.and(side).is_empty() {
                self.shifts[at] += 1;
                self.moved[at] = moved.and(side);
            }
        }
        for leader in moved {
            let (old, new) = (self.hexes[usize::from(leader)], state.hexes[usize::from(leader)]);
            self.leave(leader as Leader, old);
            self.come(leader as Leader, new);
            for (present, side) in self.present.iter_mut().zip(game.scenario.roster.sides) {
                match side.has(leader) && new != NOWHERE {
                    true => present.insert(leader),
                    false => present.remove(leader),
                }
            }
        }
        self.hexes = *state.hexes;
    }

    /// Whoever of a side stands elsewhere than when one of them had moved so often; others may be among them.
    pub(crate) fn moved_since(&self, side: Side, shifts: u64, hexes: &[HexId; LEADERS]) -> Leaders {
        match self.shifts[side as usize] - shifts {
            0 => Leaders::EMPTY,
            1 => self.moved[side as usize],
            _ => unlike(hexes, &self.hexes),
        }
    }

    /// Those who stand in what can be seen from a hex.
    pub(crate) fn standing_around(&self, game: &Campaign, hex: HexId) -> Leaders {
        let seen = game.scenario.compiled.seen_from(hex);
        seen.iter().fold(Leaders::EMPTY, |all, &hex| all.or(self.standing_in(HexId(hex))))
    }

    fn come(&mut self, leader: Leader, hex: HexId) {
        if hex != NOWHERE {
            let first = &mut self.first[usize::from(hex.0) % ROOM];
            self.next[usize::from(leader)] = std::mem::replace(first, leader);
        }
    }

    fn leave(&mut self, leader: Leader, hex: HexId) {
        if hex == NOWHERE {
            return;
        }
        let after = self.next[usize::from(leader)];
        let first = &mut self.first[usize::from(hex.0) % ROOM];
        if *first == leader {
            *first = after;
            return;
        }
        let mut before = *first;
        while let Some(next) = self.next.get_mut(usize::from(before)) {
            if *next == leader {
                *next = after;
                return;
            }
            before = *next;
        }
    }

    /// Those who stand in a hex of the map.
    #[inline]
    fn standing_in(&self, hex: HexId) -> Leaders {
        chain(&self.first, &self.next, hex)
    }

    #[inline]
    pub(crate) fn forces(&mut self, game: &Campaign, state: &State) -> [Leaders; 2] {
        let employed = self.troops(game, state).employed;
        self.present(game, state).map(|present| present.and(employed))
    }

    pub(crate) fn apparent(&mut self, game: &Campaign, state: &State, side: Side) -> Leaders {
        let forces = self.forces(game, state)[side as usize];
        if !game.is_campaign() {
            return forces;
        }
        forces.or(self.present[side as usize].and(game.scenario.roster.outposts).less(state.bare))
    }
}

/// Ends the time in which a position is followed.
pub(crate) struct Followed;

impl Drop for Followed {
    fn drop(&mut self) {
        let end = |last: &mut Option<Kept>| last.iter_mut().for_each(|kept| kept.followed = 0);
        LAST.with(|last| last.try_borrow_mut().into_iter().for_each(|mut last| end(&mut last)));
    }
}

/// Ends the time in which a position is known not to change.
struct Released;

impl Drop for Released {
    fn drop(&mut self) {
        LAST.with(|last| last.try_borrow_mut().into_iter().for_each(|mut last| last.iter_mut().for_each(Kept::unsettle)));
    }
}

impl Campaign {
    pub(crate) fn kept<T>(&self, ask: impl FnOnce(&mut Kept) -> T) -> T {
        LAST.with_borrow_mut(|last| match last {
            Some(kept) if kept.game == self.serial => ask(kept),
            other => ask(other.insert(Kept::new(self.serial))),
        })
    }

    /// Follows a position while an action is carried out: it is compared only after somebody has laid hands on it.
    pub(crate) fn attend(&self, state: &State) -> Followed {
        self.kept(|kept| {
            kept.followed = 0;
            kept.lay_out(self, state);
            kept.followed = place_of(state);
        });
        NOTICED.set(0);
        Followed
    }

    /// Asks about a position that nobody can change meanwhile: what follows from it is compared with it once, not at each question.
    #[inline]
    pub(crate) fn steadily<T>(&self, state: &State, ask: impl FnOnce() -> T) -> T {
        let already = self.kept(|kept| {
            if kept.is_steady(state) {
                return true;
            }
            kept.forces(self, state);
            if kept.steady != 0 {
                kept.unsettle();
            }
            kept.steady = place_of(state);
            false
        });
        // Whatever becomes of the question, the time ends with it.
        let _released = (!already).then_some(Released);
        ask()
    }

    /// Those who stand in a hex of the map.
    #[inline]
    pub(crate) fn standing_in(&self, state: &State, hex: HexId) -> Leaders {
        self.kept(|kept| {
            kept.present(self, state);
            kept.standing_in(hex)
        })
    }

    /// Those who stand in a hex of the map or next to it.
    pub(crate) fn standing_near(&self, state: &State, hex: HexId) -> Leaders {
        if !self.grid().holds(hex) {
            return Leaders::EMPTY;
        }
        self.kept(|kept| {
            kept.present(self, state);
            self.grid().around(hex).fold(kept.standing_in(hex), |all, next| all.or(kept.standing_in(next)))
        })
    }

    /// [6.10] Those whom somebody sees who goes along a way.
    pub(crate) fn seen_along(&self, state: &State, way: &[HexId]) -> Leaders {
        self.kept(|kept| {
            kept.present(self, state);
            way.iter().fold(Leaders::EMPTY, |all, &hex| all.or(kept.standing_around(self, hex)))
        })
    }

    /// [3.4] Those of some hexes in which a leader's track would be too much besides the friends who stand there; nothing if it would be too much everywhere.
    pub(crate) fn crowded(&self, state: &State, leader: Leader, hexes: impl Iterator<Item = HexId>) -> Option<Vec<HexId>> {
        let most = u16::from(self.figures().stacking);
        self.kept(|kept| {
            let friends = kept.forces(self, state)[self.side_of(leader) as usize];
            let own = kept.troops.points(leader);
            let mut full = Vec::new();
            if own > 0 {
                for hex in hexes.filter(|hex| kept.first[usize::from(hex.0) % ROOM] != NOBODY) {
                    let there = kept.troops.strength_of(kept.standing_in(hex).and(friends));
                    if there.iter().sum::<u16>() + own > most {
                        full.push(hex);
                    }
                }
            }
            (own <= most).then_some(full)
        })
    }

    /// Asks about what stands on the tracks.
    #[inline]
    pub(crate) fn ask_troops<T>(&self, state: &State, ask: impl FnOnce(&Troops) -> T) -> T {
        self.kept(|kept| ask(kept.troops(self, state)))
    }

    /// What stands on the tracks.
    #[inline]
    pub(crate) fn troops(&self, state: &State) -> Rc<Troops> {
        self.kept(|kept| Rc::clone(kept.troops(self, state)))
    }

    /// Who leads troops, and who does by what everybody believes to stand on the tracks.
    pub(crate) fn truth_and_repute(&self, state: &State) -> (Leaders, Leaders) {
        self.kept(|kept| {
            let truth = kept.troops(self, state).employed;
            (truth, kept.reputed(self, state).employed)
        })
    }

    /// [1.1] Strength Points of a leader's track, by arm, as everybody has last seen them.
    pub(crate) fn reputed_strength(&self, state: &State, leader: Leader) -> [u16; ARMS] {
        self.kept(|kept| kept.reputed(self, state).sums[usize::from(leader)])
    }

    /// Leaders on the map, by side.
    pub(crate) fn on_map(&self, state: &State) -> [Leaders; 2] {
        self.kept(|kept| kept.present(self, state))
    }

    /// [3.4] The Forces of both sides: leaders on the map with Strength Points on their track.
    pub(crate) fn both_forces(&self, state: &State) -> [Leaders; 2] {
        self.kept(|kept| kept.forces(self, state))
    }

    /// Leaders of a side on the map, and [3.4] those of them who are Forces.
    pub(crate) fn present_and_forces(&self, state: &State, side: Side) -> (Leaders, Leaders) {
        self.kept(|kept| {
            let forces = kept.forces(self, state);
            (kept.present[side as usize], forces[side as usize])
        })
    }

    /// [6.10] The Forces of a side as the enemy sees them: dummies that lie face down among them.
    pub(crate) fn seeming(&self, state: &State, side: Side) -> Leaders {
        self.kept(|kept| kept.apparent(self, state, side))
    }

    /// Ties counters who look like this, if that is done by looking at whoever looks otherwise than the last time, when nothing came of it: all to whom he is tied must still be
    /// there and like him. Then he is tied to those like him beside whom he lies, and nothing else can come of it.
    pub(crate) fn tie_changed(&self, state: &mut State, employed: Leaders) -> bool {
        self.kept(|kept| {
            let present = kept.present(self, state);
            let all = present[0].or(present[1]);
            let moves = kept.moves;
            let Some(tied) = kept.tied.as_deref_mut() else { return false };
            let changed = tied.differs(state, employed, moves);
            if changed.is_empty() {
                tied.moves = moves;
                return true;
            }
            let sound = |leader: u16| {
                let knot = state.knot[usize::from(leader)];
                let mates = equal(&state.knot, knot);
                let alone = mates.len() == 1 && u16::from(knot) == leader;
                let like = |mate: u16| employed.has(mate) == employed.has(knot.into());
                let sound = alone || mates.within(all) && mates.into_iter().all(like);
                // Whose name a knot bears belongs to it.
                sound && (u16::from(knot) == leader || equal(&state.knot, leader as Leader).is_empty())
            };
            if !changed.into_iter().all(sound) {
                return false;
            }
            let face_down = all.less(state.open).less(state.bare);
            for leader in changed.and(face_down) {
                let look = |state: &State, one: u16| (self.general(one as Leader).army, state.forage.has(one), employed.has(one));
                for other in chain(&kept.first, &kept.next, state.hexes[usize::from(leader)]).and(face_down) {
                    let [one, other_knot] = [leader, other].map(|at| state.knot[usize::from(at)]);
                    if one != other_knot && look(state, leader) == look(state, other) {
                        let (low, high) = (one.min(other_knot), one.max(other_knot));
                        state.knot[..self.leaders()].iter_mut().filter(|knot| **knot == high).for_each(|knot| *knot = low);
                    }
                }
            }
            *tied = Likeness::of(state, employed);
            tied.moves = moves;
            true
        })
    }

    /// Remembers that.
    pub(crate) fn note_tied(&self, likeness: Likeness) {
        self.kept(|kept| match &mut kept.tied {
            Some(tied) => **tied = likeness,
            none => *none = Some(Box::new(likeness)),
        });
    }
}

/// Where a list holds something.
#[inline]
pub(crate) fn equal<T: PartialEq + Copy>(list: &[T; LEADERS], one: T) -> Leaders {
    const PART: usize = 8;
    let mut found = Leaders::EMPTY;
    for (part, items) in list.as_chunks::<PART>().0.iter().enumerate() {
        // Most parts hold nothing of it.
        if items.iter().fold(false, |any, item| any | (*item == one)) {
            let here = items.iter().enumerate().filter(|(_, item)| **item == one);
            here.for_each(|(at, _)| found.insert((part * PART + at) as u16));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Action;
    use crate::ramble::ramble;
    use grognard_engine::dice::SeededDice;
    use grognard_engine::{Rules, Umpire, Words};

    /// Random games: what is kept from one action to the next is what the position says.
    #[test]
    fn what_is_kept_is_what_the_position_says() {
        for (name, seed) in [("eagles-friedland", 1), ("eagles-eylau-campaign", 2)] {
            ramble(name, seed, 600, 5, |game, state, step| {
                let (troops, present) = (game.troops(state), game.on_map(state));
                for leader in 0..game.leaders() as Leader {
                    let units: Vec<usize> = game.on_track(state, leader).map(usize::from).collect();
                    let sum = |arm: usize| units.iter().map(|&unit| u16::from(state.strength[unit][arm])).sum::<u16>();
                    let sums: [u16; ARMS] = std::array::from_fn(sum);
                    assert_eq!(troops.sums[usize::from(leader)], sums);
                    assert_eq!(troops.employed.has(leader.into()), sums != [0; ARMS]);
                    assert_eq!(present[game.side_of(leader) as usize].has(leader.into()), state.hex(leader).is_some());
                }
                for side in Side::BOTH {
                    let (kept, open) = (game.foes(state, side), game.foes_openly(state, side));
                    assert!(kept.held == open.held, "{name}, step {step}");
                    let beside = open.zone.hexes().filter(|&hex| !kept.zone.has(hex));
                    assert!(beside.into_iter().all(|hex| game.is_walled(state, side, hex)), "{name}, step {step}");
                }
                // Whoever is tied is tied, whether one looks at what was before or not.
                let (mut again, mut anew) = (*state, *state);
                game.tie(&mut again);
                game.tie_anew(&mut anew);
                assert!(again.knot == anew.knot, "{name}, step {step}");
            });
        }
    }

    /// What can be done in a position, and what the first and the last of it make of it, whatever was asked before.
    fn prospects(game: &Campaign, state: &State) -> (Vec<Action>, Vec<u64>) {
        let mut options = Vec::new();
        game.legal_actions(state, &mut options);
        let after = |action: &Action| {
            let mut next = *state;
            game.apply(&mut next, *action, &mut Umpire::silent(&mut SeededDice::new(3)));
            game.digest(&next)
        };
        let ends = options.first().into_iter().chain(options.last()).map(after).collect();
        (options, ends)
    }

    /// Positions of several games, looked at in any order: what is kept of others makes no difference.
    #[test]
    fn positions_may_come_in_any_order() {
        for name in ["eagles-friedland", "eagles-eylau-campaign", "eagles-friedland-campaign"] {
            let (mut seen, mut dice) = (Vec::new(), SeededDice::new(7));
            for seed in 5..7 {
                ramble(name, seed, 900, 9, |game, state, _| seen.push((*state, prospects(game, state))));
            }
            let game = Campaign::new(name, &[]).unwrap();
            for _ in 0..2 * seen.len() {
                let (state, known) = &seen[dice.below(seen.len() as u32) as usize];
                assert!(prospects(&game, state) == *known, "{name}");
            }
        }
    }
}
