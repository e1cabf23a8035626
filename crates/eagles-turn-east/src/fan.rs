//! How far somebody gets from a hex while nobody is in his way, worked out once: every step of the walk in [`crate::tread`] that leads to a hex or finds a cheaper way to it,
//! in the order of that walk.
//!
//! A step that costs no more than an allowance is taken whatever the allowance is, and in the same order: so one list serves all allowances up to its limit. An enemy changes the
//! list only where somebody would go through his hex or out of his zone; where that is so [`Fan::visit`] says so, and somebody has to walk.

use crate::ground::Ground;
use crate::passage::Prices;
use crate::tread::{ROOM, Tread};
use grognard_engine::HexId;
use std::cell::RefCell;
use std::rc::Rc;

const NEVER: u8 = u8::MAX;
/// Half points for which fans are made: a fan for few points is short.
const LIMITS: [u8; 4] = [10, 18, 26, LARGE];
/// How many fans are kept, by their hex, their limit and their table.
const SLOTS: usize = 1 << 14;
/// Of how many places is known that they were asked for.
const ASKED: usize = 1 << 16;
/// How often a fan is asked for before it is made: a power of two.
const OFTEN: u16 = 2;
/// Whoever has no more half points than that walks: it is as quick.
const FEW: u8 = 3;

/// A step that led to a hex, or led there more cheaply.
#[derive(Clone, Copy)]
struct Step {
    hex: u16,
    /// The step that led to the hex from which this one was made.
    from: u16,
    /// What has been spent with it.
    total: u8,
    /// What the hex took before.
    before: u8,
    /// What the hex takes in the end.
    cost: u8,
    /// The cheapest step that leads on from the hex.
    least: u8,
}

/// The steps from a hex.
pub(crate) struct Fan {
    steps: Box<[Step]>,
    /// For each sum how many steps were made before so much was spent: none of the others costs as little.
    until: [u16; LARGE as usize + 1],
    /// The last step to each hex, where a fan is so large that looking for it takes long; [`NO_STEP`] where none leads.
    index: Option<Box<[u16; ROOM]>>,
}

/// No step.
const NO_STEP: u16 = u16::MAX;
/// From this limit on fans have an index.
const LARGE: u8 = 36;

/// What makes a fan: the prices ([`crate::passage::Passage::mark`], which tells maps apart too), the hex, and the most half points.
type Key = ((u64, usize), HexId, u8);

struct Fans {
    slots: Vec<Option<(Key, Rc<Fan>)>>,
    /// The last step to each hex, and the cheapest that leads on from it.
    latest: Box<[u16; ROOM]>,
    least: Box<[u8; ROOM]>,
    walk: Tread,
    steps: Vec<Step>,
    /// What was asked for of late, and how often: a fan is made when it has been asked for often enough.
    asked: Vec<u16>,
}

impl Default for Fans {
    fn default() -> Self {
        let (latest, least) = (Box::new([0; ROOM]), Box::new([NEVER; ROOM]));
        Self { slots: vec![None; SLOTS], latest, least, walk: Tread::default(), steps: Vec::new(), asked: vec![0; ASKED] }
    }
}

thread_local! {
    static FANS: RefCell<Fans> = RefCell::default();
}

impl Fans {
    /// Walks with nobody in the way, and writes down the steps.
    fn make(&mut self, ground: &Ground, prices: &[Prices], start: HexId, limit: u8) -> Fan {
        let Self { latest, least, walk, steps, .. } = self;
        steps.clear();
        steps.push(Step { hex: start.0, from: 0, total: 0, before: NEVER, cost: 0, least: NEVER });
        latest[usize::from(start.0) % ROOM] = 0;
        let (mut until, mut level) = ([0; LARGE as usize + 1], 0u8);
        walk.walk_noting::<false>(
            (ground, prices),
            &[start],
            limit.into(),
            |_, _| true,
            |_| true,
            |from, hex, total, before| {
                let (total, before) = (total as u8, before.min(NEVER.into()) as u8);
                let cheapest = &mut least[usize::from(from) % ROOM];
                *cheapest = total.min(*cheapest);
                let from = latest[usize::from(from) % ROOM];
                while level < steps[usize::from(from)].total {
                    level += 1;
                    until[usize::from(level)] = steps.len() as u16;
                }
                latest[usize::from(hex) % ROOM] = steps.len() as u16;
                steps.push(Step { hex, from, total, before, cost: total, least: NEVER });
            },
        );
        for step in steps.iter_mut() {
            step.cost = walk.spent(HexId(step.hex)).map_or(NEVER, |spent| spent as u8);
            step.least = least[usize::from(step.hex) % ROOM];
        }
        steps.iter().for_each(|step| least[usize::from(step.hex) % ROOM] = NEVER);
        let index = (limit >= LARGE).then(|| {
            let mut index = Box::new([NO_STEP; ROOM]);
            steps.iter().enumerate().for_each(|(at, step)| index[usize::from(step.hex) % ROOM] = at as u16);
            index
        });
        until[usize::from(level) + 1..].fill(steps.len() as u16);
        Fan { steps: steps.as_slice().into(), until, index }
    }
}

/// The fan of a hex for an allowance; none if that is beyond all limits, or nobody has asked for it of late and a walk does as well.
pub(crate) fn fan(ground: &Ground, (mark, prices): ((u64, usize), &[Prices]), start: HexId, allowance: u8) -> Option<Rc<Fan>> {
    let class = LIMITS.iter().position(|limit| *limit >= allowance).filter(|_| allowance > FEW)?;
    let key = (mark, start, LIMITS[class]);
    FANS.with_borrow_mut(|fans| {
        let number = usize::from(start.0) + class * 6_607 + mark.1 * 3_301 + mark.0 as usize * 1_103;
        let slot = number % SLOTS;
        if let Some((_, fan)) = fans.slots[slot].as_ref().filter(|(of, _)| *of == key) {
            return Some(Rc::clone(fan));
        }
        let hash = (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let asked = &mut fans.asked[(hash >> 48) as usize % ASKED];
        // What tells the places apart, and how often this one was asked for.
        let (place, times) = ((hash >> 32) as u16 & !(OFTEN - 1), *asked & (OFTEN - 1));
        let times = if *asked & !(OFTEN - 1) == place { times + 1 } else { 0 };
        if times + 1 < OFTEN && LIMITS[class] < LARGE {
            *asked = place | times;
            return None;
        }
        // Whoever has to give way to it will be made again only if he is asked for as often again.
        *asked = 0;
        let fan = Rc::new(fans.make(ground, prices, start, LIMITS[class]));
        fans.slots[slot] = Some((key, Rc::clone(&fan)));
        Some(fan)
    })
}

impl Fan {
    /// The steps among which are all that take no more than an allowance.
    #[inline]
    fn within(&self, allowance: u8) -> &[Step] {
        let until = self.until[usize::from(allowance.min(LARGE))];
        &self.steps[..usize::from(until).clamp(1, self.steps.len())]
    }

    /// Every hex that can be reached, the start included, and what it takes, in the order of the walk. `held` says whether a hex cannot be entered, `stops` whether nobody
    /// goes on from it. It is false if that changes the ways: then nothing that was found counts.
    pub(crate) fn visit(
        &self,
        allowance: u8,
        held: impl Fn(HexId) -> bool,
        stops: impl Fn(HexId) -> bool,
        mut found: impl FnMut(HexId, u16),
    ) -> bool {
        let Some((start, others)) = self.within(allowance).split_first() else { return false };
        found(HexId(start.hex), 0);
        for step in others {
            if step.total > allowance || step.before <= allowance {
                continue;
            }
            let hex = HexId(step.hex);
            if held(hex) {
                if step.least <= allowance {
                    return false;
                }
                continue;
            }
            if step.least <= allowance && stops(hex) {
                return false;
            }
            found(hex, step.cost.into());
        }
        true
    }

    /// Whether somebody gets from the start to one of some places past what is closed to him; nothing if only another way than the cheapest can tell.
    pub(crate) fn leads_to(&self, allowance: u8, place: impl Fn(HexId) -> bool, closed: impl Fn(HexId) -> bool) -> Option<bool> {
        let mut hindered = false;
        for (at, step) in
            self.within(allowance).iter().enumerate().filter(|(_, step)| step.total <= allowance && place(HexId(step.hex)))
        {
            let mut last = at;
            while last != 0 && !closed(HexId(self.steps[last].hex)) {
                last = self.steps[last].from.into();
            }
            if last == 0 {
                return Some(true);
            }
            hindered |= !closed(HexId(step.hex));
        }
        (!hindered).then_some(false)
    }

    /// Whether somebody gets from the start to a hex past what is closed to him; nothing if only another way than the cheapest can tell.
    pub(crate) fn leads_along(&self, to: HexId, allowance: u8, closed: impl Fn(HexId) -> bool) -> Option<bool> {
        let last = self.last_step(to).filter(|&at| self.steps[at].total <= allowance);
        let Some(mut at) = last else { return Some(false) };
        if at != 0 && closed(to) {
            return Some(false);
        }
        while at != 0 {
            if closed(HexId(self.steps[at].hex)) {
                return None;
            }
            at = self.steps[at].from.into();
        }
        Some(true)
    }

    /// The last step to a hex, which was the cheapest.
    fn last_step(&self, to: HexId) -> Option<usize> {
        match &self.index {
            Some(index) => Some(index[usize::from(to.0) % ROOM]).filter(|at| *at != NO_STEP).map(usize::from),
            None => self.steps.iter().rposition(|step| step.hex == to.0),
        }
    }

    /// The cheapest way to a hex that can be reached, from the start to it.
    pub(crate) fn path(&self, to: HexId) -> Vec<HexId> {
        let Some(last) = self.last_step(to) else { return Vec::new() };
        let mut path = Vec::with_capacity(16);
        let mut at = last;
        loop {
            path.push(HexId(self.steps[at].hex));
            if at == 0 {
                break;
            }
            at = self.steps[at].from.into();
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Campaign;
    use crate::ground::Going;
    use crate::state::Weather;
    use crate::tread::with_tread;
    use grognard_engine::dice::SeededDice;

    /// The same hexes, in the same order, by the same ways as the walk finds, wherever a fan says that enemies change nothing.
    #[test]
    fn a_fan_is_the_walk_with_nobody_in_the_way() {
        let game = Campaign::new("eagles-grand", &[]).unwrap();
        let (ground, mut dice) = (game.ground(), SeededDice::new(11));
        let dry: Vec<HexId> = ground.grid().hexes().filter(|&hex| ground.dry(hex)).collect();
        let (mut alike, mut changed) = (0, 0);
        for weather in [Weather::Fair, Weather::Mud, Weather::Frost] {
            let passage = ground.passage(&Going::plain(weather));
            let prices = passage.table(false, weather);
            for _ in 0..150 {
                let (start, points) = (dry[dice.below(dry.len() as u32) as usize], dice.below(27) as u8);
                let (shut, last) = (40 + dice.below(90) as u16, 40 + dice.below(90) as u16);
                let held = |hex: HexId| hex != start && hex.0.is_multiple_of(shut);
                let stops = |hex: HexId| hex.0.is_multiple_of(last);
                let ask = || fan(ground, (passage.mark(false, weather), prices), start, points);
                let Some(fan) = (0..OFTEN).find_map(|_| ask()) else { continue };
                let mut found = Vec::new();
                if !fan.visit(points, held, stops, |hex, cost| found.push((hex, cost))) {
                    changed += 1;
                    continue;
                }
                alike += 1;
                with_tread(|tread| {
                    tread.walk((ground, prices), &[start], points.into(), |hex, _| hex == start || !stops(hex), |hex| !held(hex));
                    assert!(tread.reached().eq(found.iter().copied()), "{} {points}", ground.grid().number(start));
                    for &(hex, _) in &found {
                        assert_eq!(tread.path(ground, hex), fan.path(hex));
                    }
                });
            }
        }
        assert!(alike > 100 && changed > 50, "{alike} {changed}");
    }
}
