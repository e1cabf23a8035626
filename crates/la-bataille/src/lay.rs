//! What is laid out of a position: who stands in each hex, who looks into it, who is on the map at all.
//!
//! Every rule asks for it, so it is kept from one question to the next, by thread: as long as a position bears its stamp it is taken as it is, and when
//! pieces have been touched only those are laid anew that stand otherwise. It is no part of a position and says nothing that the position does not.

use crate::Bautzen;
use crate::formation::Sides;
use crate::state::{Arm, Formation, NOWHERE, Order, Side, Standing, State, TRENCHES, UNITS, Unit, Units, third_of};
use grognard_engine::{Grid, HexId};
use std::cell::RefCell;
use std::rc::Rc;

/// Nobody.
const NONE: u8 = u8::MAX;
/// How a piece stands that is not on the map.
const AWAY: u64 = u64::MAX;

/// How many pieces of one side look into a hex, and stand in it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Eyes {
    /// All who do, and carrés beside it.
    pub watching: u8,
    /// [5.3.1] Of these, those whose zone lies on it.
    pub zones: u8,
    /// [5.3.3] Of these, cavalry.
    pub riders: u8,
    /// Who fights and stands in it.
    pub fighting: u8,
}

/// What a piece was laid out as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    /// How it stands: see [`key`].
    key: u64,
    /// Through which hexsides it looks, in each of its hexes.
    front: [u8; 3],
    /// What it counts for where it looks.
    eyes: Eyes,
    /// Whether it is cavalry in skirmish order.
    harasses: bool,
}

const UNSEEN: Seen =
    Seen { key: AWAY, front: [0; 3], eyes: Eyes { watching: 0, zones: 0, riders: 0, fighting: 0 }, harasses: false };

/// A position laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lay {
    game: u64,
    stamp: u64,
    trenches: [(HexId, u8); TRENCHES],
    seen: [Seen; UNITS],
    /// The topmost piece of each hex.
    top: Vec<u8>,
    /// The piece below each one, in each of its hexes.
    below: [[u8; 3]; UNITS],
    /// By hex, for each side.
    eyes: Vec<[Eyes; 2]>,
    /// For each side, by hex: how often anybody is counted there who is in its way: whoever fights in it, and enemies who look into it.
    busy: [Vec<u8>; 2],
    fighters: [Units; 2],
    harassing: [Units; 2],
}

thread_local! {
    static LAST: RefCell<Option<Rc<Lay>>> = const { RefCell::new(None) };
}

/// All that decides where a piece lies and looks, in one number.
#[inline]
fn key(so: &Standing) -> u64 {
    if !so.on_map() {
        return AWAY;
    }
    u64::from(so.hex.0)
        | u64::from(so.second.0) << 16
        | u64::from(so.rank) << 32
        | u64::from(so.heading) << 40
        | (so.formation as u64) << 48
        | (so.order as u64) << 56
        | u64::from(so.third != NOWHERE) << 62
}

/// The hexes of a piece that stands so. The third one lies beyond the second as it looks, so that it need not be written down.
#[inline]
fn hexes_of(grid: &Grid, key: u64) -> [HexId; 3] {
    let (first, second) = (HexId(key as u16), HexId((key >> 16) as u16));
    let third = if key >> 62 & 1 == 1 { third_of(grid, second, (key >> 40) as u8).unwrap_or(NOWHERE) } else { NOWHERE };
    // Nobody lies in one hex twice.
    [first, if second.0 == first.0 { NOWHERE } else { second }, third]
}

impl Lay {
    fn new(game: &Bautzen) -> Self {
        let size = game.grid().size();
        Self {
            game: game.muster.id,
            stamp: 0,
            trenches: [(NOWHERE, 0); TRENCHES],
            seen: [UNSEEN; UNITS],
            top: vec![NONE; size],
            below: [[NONE; 3]; UNITS],
            eyes: vec![[Eyes::default(); 2]; size],
            busy: [vec![0; size], vec![0; size]],
            fighters: [Units::EMPTY; 2],
            harassing: [Units::EMPTY; 2],
        }
    }

    /// Which of its hexes a piece lies in: 0, 1 or 2.
    #[inline]
    fn part(&self, unit: u8, hex: HexId) -> usize {
        let key = self.seen[usize::from(unit)].key;
        if key as u16 == hex.0 { 0 } else { 1 + usize::from((key >> 16) as u16 != hex.0) }
    }

    /// The pieces of a hex, the top first, leaders last.
    #[inline]
    pub fn pile(&self, hex: HexId) -> Pieces<'_> {
        Pieces { lay: self, hex, next: self.top.get(usize::from(hex.0)).copied().unwrap_or(NONE) }
    }

    /// The topmost piece of a hex.
    #[inline]
    pub fn top(&self, hex: HexId) -> Option<Unit> {
        self.top.get(usize::from(hex.0)).filter(|unit| **unit != NONE).map(|unit| Unit::from(*unit))
    }

    /// The units of a side that fight and are on the map.
    #[inline]
    pub const fn fighters(&self, side: Side) -> Units {
        self.fighters[side as usize]
    }

    /// Whether somebody of a side looks into a hex, or a carré of it stands beside it.
    #[inline]
    pub fn watched(&self, side: Side, hex: HexId) -> bool {
        self.eyes.get(usize::from(hex.0)).is_some_and(|eyes| eyes[side as usize].watching > 0)
    }

    /// [5.3.1] Whether a zone of a side lies on a hex, and whether one of its cavalry does.
    #[inline]
    pub fn zone(&self, side: Side, hex: HexId) -> (bool, bool) {
        let eyes = self.eyes.get(usize::from(hex.0)).map_or(Eyes::default(), |eyes| eyes[side as usize]);
        (eyes.zones > 0, eyes.riders > 0)
    }

    /// Whether nobody who fights stands in a hex, and no enemy of a side looks into it.
    #[inline]
    pub fn deserted(&self, side: Side, hex: HexId) -> bool {
        self.busy[side as usize][usize::from(hex.0)] == 0
    }

    /// Who looks into a hex and stands in it, of a side and of its enemy.
    #[inline]
    pub fn here(&self, side: Side, hex: HexId) -> (Eyes, Eyes) {
        let eyes = self.eyes.get(usize::from(hex.0)).copied().unwrap_or_default();
        (eyes[side as usize], eyes[side.other() as usize])
    }

    /// The cavalry of a side that is in skirmish order.
    #[inline]
    pub const fn skirmishers(&self, side: Side) -> Units {
        self.harassing[side as usize]
    }

    /// Takes a piece up.
    fn lift(&mut self, game: &Bautzen, unit: u8) {
        let seen = self.seen[usize::from(unit)];
        if seen.key == AWAY {
            return;
        }
        for (part, hex) in hexes_of(game.grid(), seen.key).into_iter().enumerate().filter(|(_, hex)| *hex != NOWHERE) {
            let below = self.below[usize::from(unit)][part];
            let mut at = self.top[usize::from(hex.0)];
            if at == unit {
                self.top[usize::from(hex.0)] = below;
            } else {
                while at != NONE {
                    let place = self.part(at, hex);
                    let next = &mut self.below[usize::from(at)][place];
                    if *next == unit {
                        *next = below;
                        break;
                    }
                    at = *next;
                }
            }
        }
        self.count(game, unit, seen, false);
        self.seen[usize::from(unit)] = UNSEEN;
    }

    /// Lays a piece down as it stands now.
    fn lay(&mut self, game: &Bautzen, state: &State, unit: u8, key: u64) {
        if key == AWAY {
            return;
        }
        let (so, is) = (state.piece(unit.into()), *game.is(unit.into()));
        let mut seen = Seen { key, ..UNSEEN };
        if is.fights && so.order != Order::Routed {
            let carre = so.formation == Formation::Carre;
            for (front, hex) in seen.front.iter_mut().zip(hexes_of(game.grid(), key)).filter(|(_, hex)| *hex != NOWHERE) {
                *front = if carre { Sides::ROUND.front } else { game.sides_of(state, unit.into(), so, hex).front };
            }
            let rides = is.arm == Arm::Cavalry && !game.on_foot(unit.into(), so);
            seen.eyes = Eyes { watching: 1, zones: u8::from(!carre), riders: u8::from(!carre && rides), fighting: 0 };
        }
        seen.harasses = is.arm == Arm::Cavalry && so.formation == Formation::Skirmish;
        self.seen[usize::from(unit)] = seen;
        let place = |lay: &Self, unit: u8| (!game.is(unit.into()).fights, lay.seen[usize::from(unit)].key >> 32 & 0xff, unit);
        let own = place(self, unit);
        for (part, hex) in hexes_of(game.grid(), key).into_iter().enumerate().filter(|(_, hex)| *hex != NOWHERE) {
            let top = self.top[usize::from(hex.0)];
            if top == NONE || own < place(self, top) {
                self.below[usize::from(unit)][part] = top;
                self.top[usize::from(hex.0)] = unit;
                continue;
            }
            let mut at = top;
            loop {
                let there = self.part(at, hex);
                let next = self.below[usize::from(at)][there];
                if next == NONE || own < place(self, next) {
                    self.below[usize::from(unit)][part] = next;
                    self.below[usize::from(at)][there] = unit;
                    break;
                }
                at = next;
            }
        }
        self.count(game, unit, seen, true);
    }

    /// Counts what a piece is and where it looks, in or out.
    fn count(&mut self, game: &Bautzen, unit: u8, seen: Seen, into: bool) {
        let sum = |count: u8, by: u8| if into { count + by } else { count - by };
        let is = game.is(unit.into());
        let side = is.side as usize;
        if is.fights {
            let fighters = &mut self.fighters[side];
            if into {
                fighters.insert(unit.into())
            } else {
                fighters.remove(unit.into())
            }
            for hex in hexes_of(game.grid(), seen.key).into_iter().filter(|hex| *hex != NOWHERE) {
                let here = &mut self.eyes[usize::from(hex.0)][side].fighting;
                *here = sum(*here, 1);
                for busy in &mut self.busy {
                    let busy = &mut busy[usize::from(hex.0)];
                    *busy = sum(*busy, 1);
                }
            }
        }
        if seen.harasses {
            let harassing = &mut self.harassing[side];
            if into { harassing.insert(unit.into()) } else { harassing.remove(unit.into()) }
        }
        for (front, hex) in seen.front.into_iter().zip(hexes_of(game.grid(), seen.key)).filter(|(front, _)| *front != 0) {
            for (direction, next) in game.grid().neighbours(hex).iter().enumerate() {
                if let Some(next) = next.filter(|_| front >> direction & 1 == 1) {
                    let eyes = &mut self.eyes[usize::from(next.0)][side];
                    eyes.watching = sum(eyes.watching, seen.eyes.watching);
                    eyes.zones = sum(eyes.zones, seen.eyes.zones);
                    eyes.riders = sum(eyes.riders, seen.eyes.riders);
                    let busy = &mut self.busy[1 - side][usize::from(next.0)];
                    *busy = sum(*busy, seen.eyes.watching);
                }
            }
        }
    }

    /// Brings it up to date.
    fn mend(&mut self, game: &Bautzen, state: &State) {
        // Whoever is in an entrenchment looks elsewhere when it is given up.
        if self.trenches != state.trenches {
            (0..game.count() as u8).for_each(|unit| self.lift(game, unit));
            self.trenches = state.trenches;
        }
        for (unit, so) in state.pieces[..game.count()].iter().enumerate() {
            let key = key(so);
            if key != self.seen[unit].key {
                self.lift(game, unit as u8);
                self.lay(game, state, unit as u8, key);
            }
        }
        self.stamp = state.stamp.number();
    }
}

/// The pieces of a hex in order.
#[derive(Clone)]
pub(crate) struct Pieces<'a> {
    lay: &'a Lay,
    hex: HexId,
    next: u8,
}

impl Iterator for Pieces<'_> {
    type Item = Unit;

    #[inline]
    fn next(&mut self) -> Option<Unit> {
        let unit = self.next;
        if unit == NONE {
            return None;
        }
        self.next = self.lay.below[usize::from(unit)][self.lay.part(unit, self.hex)];
        Some(unit.into())
    }
}

impl Bautzen {
    /// Stands a piece somewhere, and lays it there at once if the position is laid out.
    pub(crate) fn set(&self, state: &mut State, unit: Unit, so: Standing) {
        let before = state.stamp.number();
        *state.piece_mut(unit) = so;
        LAST.with_borrow_mut(|last| {
            if let Some(lay) = last.as_mut().filter(|lay| lay.game == self.muster.id && lay.stamp == before) {
                let lay = Rc::make_mut(lay);
                let key = key(&so);
                if key != lay.seen[usize::from(unit)].key {
                    lay.lift(self, unit as u8);
                    lay.lay(self, state, unit as u8, key);
                }
                lay.stamp = state.stamp.number();
            }
        });
    }

    /// The position laid out.
    pub(crate) fn lay(&self, state: &State) -> Rc<Lay> {
        LAST.with_borrow_mut(|last| {
            let lay = match last {
                Some(lay) if lay.game == self.muster.id => lay,
                other => other.insert(Rc::new(Lay::new(self))),
            };
            if lay.stamp != state.stamp.number() {
                Rc::make_mut(lay).mend(self, state);
            }
            Rc::clone(lay)
        })
    }

    /// Whether what is laid out of a position is what its pieces say: nobody was moved behind the stamp's back. Asked once after each action, and in tests only.
    pub(crate) fn laid_out_right(&self, state: &State) -> bool {
        let lay = self.lay(state);
        state.pieces[..self.count()].iter().zip(&lay.seen).all(|(so, seen)| key(so) == seen.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::dice::SeededDice;
    use grognard_engine::{Decision, Rules as _, Umpire};

    /// Random games: what is mended from one action to the next is what would be laid out anew, and what the pieces themselves say.
    #[test]
    fn what_is_kept_is_what_would_be_laid_out_anew() {
        for (name, seed) in [("bautzen-outposts", 1), ("bautzen-outposts", 2), ("bautzen-short", 3)] {
            let game = Bautzen::new(name, &[]).unwrap();
            let mut dice = SeededDice::new(seed);
            let mut state = game.start(&mut Umpire::silent(&mut dice));
            let mut options = Vec::new();
            for step in 0..400 {
                if matches!(game.decision(&state), Decision::Over(_)) {
                    break;
                }
                game.legal_actions(&state, &mut options);
                let action = options[dice.below(options.len() as u32) as usize];
                game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
                if step % 8 > 0 {
                    continue;
                }
                let kept = game.lay(&state);
                let mut anew = Lay::new(&game);
                anew.mend(&game, &state);
                for hex in game.grid().hexes() {
                    let mut here: Vec<Unit> = game.units().filter(|&unit| state.piece(unit).stands_in(hex)).collect();
                    here.sort_unstable_by_key(|&unit| (!game.kind(unit).fights(), state.piece(unit).rank, unit));
                    assert_eq!(kept.pile(hex).collect::<Vec<_>>(), here);
                }
                assert_eq!((&kept.eyes, &kept.busy), (&anew.eyes, &anew.busy));
                assert_eq!((kept.fighters, kept.harassing), (anew.fighters, anew.harassing));
            }
        }
    }
}
