//! [6.5] Where the enemies of a side stand and what they control, [5.1] [5.3] and what that closes to lines and messengers.
//!
//! Kept as `lay` keeps things: with all from which it follows, and mended where somebody has moved instead of being reckoned anew. `Foes` has a number that changes
//! with it, so that whatever follows from it can be kept with that number.

use crate::Campaign;
use crate::force::Foes;
use crate::ground::{Going, PONTOONS};
use crate::lay::Kept;
use crate::passage::fresh;
use crate::state::{LEADERS, Leaders, REDOUBTS, Redoubt, Side, State, Train};
use crate::tread::ROOM;
use grognard_engine::HexId;
use grognard_engine::fields::NOWHERE;
use grognard_engine::sets::{Bits, HexSet};
use std::rc::Rc;

/// Where the enemies of a side stand, with all from which their zones follow.
pub(crate) struct Front {
    /// Whether it is that of the position of which is known that it does not change.
    pub steady: bool,
    foes: Rc<Foes>,
    /// How many stand in each hex, and how many control it.
    held: Box<[u8; ROOM]>,
    zone: Box<[u8; ROOM]>,
    apparent: Leaders,
    /// How often troops had changed and somebody had moved, and how often one of the enemies.
    times: (u64, u64),
    shifts: u64,
    hexes: [HexId; LEADERS],
    forage: Leaders,
    going: Going,
    trains: [Train; PONTOONS],
    redoubts: [Redoubt; REDOUBTS],
    /// [16.1] Redoubts in which the side itself ignores zones.
    walls: [HexId; REDOUBTS],
}

/// [5.1] [5.3] Hexes past which no line and no messenger of a side leads: enemy Forces, and zones that no friend shares.
pub(crate) struct Closed {
    pub steady: bool,
    /// The number of the enemies from which it follows.
    foes: u64,
    /// How often somebody had moved, and how often troops had changed.
    times: (u64, u64),
    /// Where friends stand in enemy zones.
    shared: Vec<HexId>,
    barred: Rc<Barred>,
}

/// [6.10] What the enemies of a side see.
pub(crate) struct Eyes {
    /// Whoever looks: enemy counters, and where their Centers stand.
    watchers: Leaders,
    centers: [HexId; 2],
    /// How often one of them had moved.
    shifts: u64,
    hexes: [HexId; LEADERS],
    /// How many see each hex.
    counts: Box<[u16; ROOM]>,
    seen: Rc<HexSet>,
    /// Counters of the side itself that were seen when one of them had moved so often; nothing if that is not known.
    spotted: Option<(Leaders, u64)>,
    /// From where somebody has looked since then, or does not look any more.
    stirred: Vec<HexId>,
}

/// From more hexes it is not worth to look at each.
const STIRRED: usize = 6;

/// Some hexes, with a number that no other set of them ever had.
pub(crate) struct Barred {
    pub hexes: HexSet,
    pub edition: u64,
}

impl Front {
    fn new(game: &Campaign, going: Going) -> Self {
        let none = || HexSet::none(game.grid());
        Self {
            steady: false,
            foes: Rc::new(Foes { held: none(), zone: none(), edition: 0 }),
            held: Box::new([0; ROOM]),
            zone: Box::new([0; ROOM]),
            apparent: Leaders::EMPTY,
            times: (0, 0),
            shifts: 0,
            hexes: [NOWHERE; LEADERS],
            forage: Leaders::EMPTY,
            going,
            trains: [Train { side: Side::French, carrier: 0, hex: NOWHERE, facing: Train::PACKED }; PONTOONS],
            redoubts: [Redoubt::NONE; REDOUBTS],
            walls: [NOWHERE; REDOUBTS],
        }
    }

    /// Whether nothing has changed from which it follows: that is asked before anything is worked out.
    fn holds(&self, game: &Campaign, state: &State, (apparent, shifts): (Leaders, u64), times: (u64, u64)) -> bool {
        let enemies = self.shifts == shifts && (self.apparent, self.forage) == (apparent, state.forage);
        if !enemies || (self.going.weather.frost(), self.going.down) != (state.weather.frost(), state.down) {
            return false;
        }
        // In a Battle Scenario nobody lays bridges or digs. [16.1] Who stands in a redoubt counts too.
        let dug = || state.redoubts.iter().any(|redoubt| redoubt.hex != NOWHERE);
        let works = || self.trains == state.trains && self.redoubts == state.redoubts && (self.times == times || !dug());
        !game.is_campaign() || works()
    }

    /// Puts an enemy into a hex, or takes him away.
    fn count(&mut self, game: &Campaign, hex: HexId, dispersed: bool, on: bool) {
        let foes = Rc::make_mut(&mut self.foes);
        let change = |counts: &mut [u8; ROOM], set: &mut HexSet, hex: HexId| {
            let count = &mut counts[usize::from(hex.0) % ROOM];
            *count = if on { *count + 1 } else { *count - 1 };
            match *count {
                0 => set.remove(hex),
                1 if on => set.insert(hex),
                _ => {}
            }
        };
        change(&mut self.held, &mut foes.held, hex);
        // [15] Dispersed troops control their own hex only; how they lie is seen.
        if !dispersed {
            game.ground().controlled(hex, &self.going).for_each(|to| change(&mut self.zone, &mut foes.zone, to));
        }
    }

    /// [16.1] Zones in redoubts count or do not.
    fn wall(&mut self, walls: [HexId; REDOUBTS]) {
        let foes = Rc::make_mut(&mut self.foes);
        for &hex in self.walls.iter().filter(|hex| **hex != NOWHERE && self.zone[usize::from(hex.0) % ROOM] > 0) {
            foes.zone.insert(hex);
        }
        walls.iter().filter(|hex| **hex != NOWHERE).for_each(|&hex| foes.zone.remove(hex));
        self.walls = walls;
    }

    fn mend(
        &mut self,
        game: &Campaign,
        state: &State,
        (apparent, moved, shifts): (Leaders, Leaders, u64),
        walls: [HexId; REDOUBTS],
    ) {
        let xor = |a: Leaders, b: Leaders| Bits([a.0[0] ^ b.0[0], a.0[1] ^ b.0[1]]);
        let looks = xor(self.apparent, apparent).or(xor(self.forage, state.forage));
        let changed = moved.or(looks).and(self.apparent.or(apparent));
        let walled = self.walls != [NOWHERE; REDOUBTS] || walls != [NOWHERE; REDOUBTS];
        if !changed.is_empty() || self.walls != walls {
            for enemy in changed {
                if self.apparent.has(enemy) {
                    self.count(game, self.hexes[usize::from(enemy)], self.forage.has(enemy), false);
                }
                if apparent.has(enemy) {
                    self.count(game, state.hexes[usize::from(enemy)], state.forage.has(enemy), true);
                }
            }
            // Whoever has moved may have set a zone in a redoubt.
            if walled {
                self.wall(walls);
            }
            Rc::make_mut(&mut self.foes).edition = fresh();
        }
        (self.apparent, self.forage, self.shifts) = (apparent, state.forage, shifts);
        if !moved.is_empty() {
            self.hexes = *state.hexes;
        }
    }
}

impl Eyes {
    fn new(game: &Campaign) -> Self {
        Self {
            watchers: Leaders::EMPTY,
            centers: [NOWHERE; 2],
            shifts: 0,
            hexes: [NOWHERE; LEADERS],
            counts: Box::new([0; ROOM]),
            seen: Rc::new(HexSet::none(game.grid())),
            spotted: None,
            stirred: Vec::new(),
        }
    }

    /// Somebody looks from a hex, or does not any more.
    fn count(&mut self, game: &Campaign, from: HexId, on: bool) {
        if from == NOWHERE {
            return;
        }
        if self.stirred.len() <= STIRRED {
            self.stirred.push(from);
        }
        let seen = Rc::make_mut(&mut self.seen);
        for &hex in game.scenario.compiled.seen_from(from) {
            let count = &mut self.counts[usize::from(hex) % ROOM];
            *count = if on { *count + 1 } else { *count - 1 };
            match *count {
                0 => seen.remove(HexId(hex)),
                1 if on => seen.insert(HexId(hex)),
                _ => {}
            }
        }
    }

    fn mend(&mut self, game: &Campaign, state: &State, (watchers, moved, shifts): (Leaders, Leaders, u64), centers: [HexId; 2]) {
        let come = watchers.less(self.watchers);
        let gone = self.watchers.less(watchers);
        for watcher in moved.and(watchers.or(self.watchers)).or(come).or(gone) {
            if self.watchers.has(watcher) {
                self.count(game, self.hexes[usize::from(watcher)], false);
            }
            if watchers.has(watcher) {
                self.count(game, state.hexes[usize::from(watcher)], true);
            }
        }
        for (old, new) in self.centers.into_iter().zip(centers).filter(|(old, new)| old != new) {
            self.count(game, old, false);
            self.count(game, new, true);
        }
        (self.watchers, self.shifts, self.centers) = (watchers, shifts, centers);
        if !moved.is_empty() {
            self.hexes = *state.hexes;
        }
    }
}

impl Campaign {
    /// [6.10] Hexes that lie so near to an enemy counter or Center of a side that dummies there are seen.
    pub(crate) fn seen(&self, state: &State, side: Side) -> Rc<HexSet> {
        self.kept(|kept| Rc::clone(&self.eyes(kept, state, side).seen))
    }

    /// [6.10] Counters of a side that stand so near to an enemy counter or Center.
    pub(crate) fn spotted(&self, state: &State, side: Side) -> Leaders {
        self.kept(|kept| {
            self.eyes(kept, state, side);
            let (present, shifts) = (kept.present[side as usize], kept.shifts[side as usize]);
            let Some(mut eyes) = kept.eyes[side as usize].take() else { return Leaders::EMPTY };
            let (before, doubtful) = match eyes.spotted {
                Some((before, times)) if shifts - times < 2 && eyes.stirred.len() <= STIRRED => {
                    let moved = kept.moved_since(side, times, &eyes.hexes);
                    (before, eyes.stirred.iter().fold(moved, |all, &hex| all.or(kept.standing_around(self, hex))))
                }
                _ => (Leaders::EMPTY, present),
            };
            let seen = |leader: u16| eyes.seen.has(state.hexes[usize::from(leader)]);
            let spotted = before.less(doubtful).or(doubtful.and(present).filter(seen));
            eyes.spotted = Some((spotted, shifts));
            eyes.stirred.clear();
            kept.eyes[side as usize] = Some(eyes);
            spotted
        })
    }

    fn eyes<'a>(&self, kept: &'a mut Kept, state: &State, side: Side) -> &'a Eyes {
        let enemy = side.other();
        let mut centers = [NOWHERE; 2];
        centers.iter_mut().zip(enemy.armies()).for_each(|(hex, army)| *hex = state.offices[*army as usize].center);
        let forces = kept.forces(self, state)[enemy as usize];
        let watchers = forces.or(kept.present[enemy as usize].and(self.scenario.roster.outposts));
        let shifts = kept.shifts[enemy as usize];
        let eyes = kept.eyes[side as usize].take().unwrap_or_else(|| Box::new(Eyes::new(self)));
        let moved = kept.moved_since(enemy, eyes.shifts, &eyes.hexes);
        let eyes = kept.eyes[side as usize].insert(eyes);
        if (eyes.shifts, eyes.watchers, eyes.centers) != (shifts, watchers, centers) {
            eyes.mend(self, state, (watchers, moved, shifts), centers);
        }
        eyes
    }

    /// The enemies of a side, as the side itself reckons with them.
    pub(crate) fn foes(&self, state: &State, side: Side) -> Rc<Foes> {
        let known = self.kept(|kept| {
            kept.forces(self, state);
            let steady = kept.is_steady(state);
            if let Some(front) = kept.fronts[side as usize].as_ref().filter(|front| steady && front.steady) {
                return Some(Rc::clone(&front.foes));
            }
            let enemies = (kept.apparent(self, state, side.other()), kept.shifts[side.other() as usize]);
            let times = (kept.musters, kept.moves);
            let front = kept.fronts[side as usize].as_mut()?;
            if !front.holds(self, state, enemies, times) {
                return None;
            }
            front.steady = steady;
            Some(Rc::clone(&front.foes))
        });
        if let Some(foes) = known {
            return foes;
        }
        let going = state.going();
        // [16.1] A redoubt with guns ignores enemy zones.
        let walled =
            |redoubt: &Redoubt| redoubt.hex != NOWHERE && redoubt.side == side && self.is_walled(state, side, redoubt.hex);
        let mut walls = [NOWHERE; REDOUBTS];
        if self.is_campaign() {
            walls = state.redoubts.map(|redoubt| if walled(&redoubt) { redoubt.hex } else { NOWHERE });
        }
        self.kept(|kept| {
            let apparent = kept.apparent(self, state, side.other());
            let (steady, times, shifts) = (kept.is_steady(state), (kept.musters, kept.moves), kept.shifts[side.other() as usize]);
            let kin = kept.fronts[side as usize].take().filter(|front| front.going.bears_like(&going));
            let front = kin.unwrap_or_else(|| Box::new(Front::new(self, going)));
            let moved = kept.moved_since(side.other(), front.shifts, &front.hexes);
            let front = kept.fronts[side as usize].insert(front);
            front.mend(self, state, (apparent, moved, shifts), walls);
            (front.times, front.trains, front.redoubts) = (times, state.trains, state.redoubts);
            front.steady = steady;
            Rc::clone(&front.foes)
        })
    }

    /// [5.1] [5.3] What is closed to lines and messengers of a side. A friendly Force cancels a zone in its own hex.
    pub(crate) fn barred(&self, state: &State, side: Side) -> Rc<Barred> {
        let known = self.kept(|kept| {
            let steady = kept.is_steady(state);
            kept.closed[side as usize].as_ref().filter(|closed| steady && closed.steady).map(|closed| Rc::clone(&closed.barred))
        });
        if let Some(barred) = known {
            return barred;
        }
        let foes = self.foes(state, side);
        self.kept(|kept| {
            let friends = kept.forces(self, state)[side as usize];
            let (steady, times) = (kept.is_steady(state), (kept.moves, kept.musters));
            let shared = friends.into_iter().map(|friend| state.hexes[usize::from(friend)]).filter(|&hex| foes.zone.has(hex));
            if let Some(closed) = kept.closed[side as usize].as_mut()
                && closed.foes == foes.edition
                && (closed.times == times || shared.clone().eq(closed.shared.iter().copied()))
            {
                (closed.steady, closed.times) = (steady, times);
                return Rc::clone(&closed.barred);
            }
            let shared: Vec<HexId> = shared.collect();
            let mut hexes = foes.zone.clone();
            shared.iter().for_each(|&hex| hexes.remove(hex));
            hexes.add(&foes.held);
            let same = kept.closed[side as usize].take().map(|closed| closed.barred).filter(|barred| barred.hexes == hexes);
            let barred = same.unwrap_or_else(|| Rc::new(Barred { hexes, edition: fresh() }));
            kept.closed[side as usize] = Some(Closed { steady, foes: foes.edition, times, shared, barred: Rc::clone(&barred) });
            barred
        })
    }
}
