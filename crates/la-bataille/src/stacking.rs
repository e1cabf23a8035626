//! [8.1] to [8.9] How many can stand in a hex. It holds at all times in movement and charge.

use crate::Bautzen;
use crate::muster::Trait;
use crate::state::{Arm, Formation, NOWHERE, Side, Standing, State, Unit, Units, flag};
use crate::tables::Terrain;
use grognard_engine::{HexId, Subject, UnitId, Violation};
use std::cell::Cell;

/// What stands in a hex, counted.
#[derive(Clone, Copy, Debug)]
struct Count {
    battalions: u8,
    infantry: u8,
    regiments: u8,
    cavalry: u8,
    batteries: u8,
    guns: u8,
    unlimbered: u8,
    marching: u8,
    others: u8,
    one_regiment: bool,
    /// The number of the regiment of the last battalion.
    regiment: Option<u16>,
    russian: bool,
    prussian: bool,
}

impl Count {
    const NOBODY: Self = Self {
        battalions: 0,
        infantry: 0,
        regiments: 0,
        cavalry: 0,
        batteries: 0,
        guns: 0,
        unlimbered: 0,
        marching: 0,
        others: 0,
        one_regiment: true,
        regiment: None,
        russian: false,
        prussian: false,
    };

    /// One more that stands so.
    fn add(&mut self, kind: &Trait, standing: &Standing, hex: HexId, road_increments: u8) {
        let increments = standing.increments_in(hex);
        match kind.arm {
            Arm::Infantry => {
                self.battalions += 1;
                self.infantry += increments;
                self.one_regiment &= kind.regiment > 0 && self.regiment.is_none_or(|known| known == kind.regiment);
                self.regiment = Some(kind.regiment);
            }
            Arm::Cavalry => {
                self.regiments += 1;
                self.cavalry += increments;
            }
            Arm::Artillery => {
                self.batteries += 1;
                self.guns += increments;
                self.unlimbered += u8::from(standing.formation == Formation::Unlimbered);
            }
            Arm::Leader => {}
        }
        if standing.formation == Formation::March {
            // A column that has just been formed is as long as the road allows it to be.
            self.marching += increments.min(road_increments);
        } else {
            self.others += 1;
        }
        self.russian |= kind.russian;
        self.prussian |= kind.prussian;
    }
}

/// Whom a hex was counted for: game, position, hex and side.
type Counted = (u64, u64, HexId, Side);

thread_local! {
    /// The last hex that was counted for somebody who does not stand in it. Many who want to enter ask for the same one.
    static LAST: Cell<(Counted, Count)> = const { Cell::new(((0, 0, NOWHERE, Side::French), Count::NOBODY)) };
}

/// More increments than one unit has for whom [`roomy`] speaks.
const ALONE: u8 = 18;

/// [8.1] to [8.3] Whether one unit alone finds room on such ground whatever else is said of it. What is not said here is counted.
const fn roomy(arm: Arm, terrain: Terrain) -> bool {
    match terrain {
        Terrain::Clear | Terrain::Hamlet | Terrain::Village | Terrain::Town | Terrain::Garden => true,
        Terrain::Woods | Terrain::Path => !matches!(arm, Arm::Artillery),
        _ => false,
    }
}

impl Bautzen {
    /// The friends of a side in a hex, but for one of them.
    #[inline]
    fn friends(&self, state: &State, hex: HexId, side: Side, but: Option<Unit>) -> Count {
        let road = self.tables().road_increments;
        let lay = self.lay(state);
        let mut count = Count::NOBODY;
        for other in lay.pile(hex) {
            let is = self.is(other);
            if is.fights && is.side == side && but != Some(other) {
                count.add(is, state.piece(other), hex, road);
            }
        }
        count
    }

    /// The same of all of them, kept until somebody moves or another hex is asked for.
    fn crowd(&self, state: &State, hex: HexId, side: Side) -> Count {
        let asked = (self.muster.id, state.stamp.number(), hex, side);
        let (known, count) = LAST.get();
        if known == asked {
            return count;
        }
        let count = self.friends(state, hex, side, None);
        LAST.set((asked, count));
        count
    }

    fn counted(&self, state: &State, hex: HexId, unit: Unit, so: &Standing) -> Count {
        let side = self.side(unit);
        let inside = state.piece(unit).stands_in(hex);
        let mut count = if inside { self.friends(state, hex, side, Some(unit)) } else { self.crowd(state, hex, side) };
        count.add(self.is(unit), so, hex, self.tables().road_increments);
        count
    }

    /// [8.8] Whether nobody of a side is in the way of a march in a hex.
    pub(crate) fn free_for_marches(&self, state: &State, hex: HexId, side: Side) -> bool {
        self.crowd(state, hex, side).others == 0
    }

    /// [8.1] Whether a unit is in one clear hex with nobody else who fights.
    pub(crate) fn alone_in_the_open(&self, state: &State, unit: Unit) -> bool {
        let so = state.piece(unit);
        so.on_map()
            && so.second == NOWHERE
            && so.formation != Formation::March
            && self.is(unit).fights
            && self.lay(state).here(self.side(unit), so.hex).0.fighting == 1
            && self.terrain(state, so.hex) == Terrain::Clear
    }

    /// [8.1] to [8.9] Whether a unit could stand so, in all its hexes, with those who are there.
    pub(crate) fn may_stack(&self, state: &State, unit: Unit, so: &Standing) -> Result<(), Violation> {
        // [8.12] Leaders do not count.
        if !self.is(unit).fights {
            return Ok(());
        }
        so.parts().into_iter().filter(|hex| *hex != NOWHERE).try_for_each(|hex| self.may_stack_in(state, unit, so, hex))
    }

    fn may_stack_in(&self, state: &State, unit: Unit, so: &Standing, hex: HexId) -> Result<(), Violation> {
        // Mostly nobody else is there.
        let alone = self.lay(state).here(self.side(unit), hex).0.fighting == u8::from(state.piece(unit).stands_in(hex));
        if alone && so.left <= ALONE && roomy(self.is(unit).arm, self.terrain(state, hex)) {
            return Ok(());
        }
        self.may_crowd(state, unit, so, hex)
    }

    /// The same by counting who is there.
    fn may_crowd(&self, state: &State, unit: Unit, so: &Standing, hex: HexId) -> Result<(), Violation> {
        let no = |case: &'static str, why: &'static str| Err(Violation::new(case, why, Subject::Hex(hex)));
        let n = self.counted(state, hex, unit, so);
        if n.russian && n.prussian {
            return no("8.11", "Russians and Prussians do not share a hex");
        }
        let march = so.formation == Formation::March || (n.marching > 0 && n.others > 0);
        if march && (n.others > 0 || n.marching > self.tables().road_increments) {
            return no("8.8", "four increments in road march fill a hex of the road");
        }
        // [6.8] On the road, too.
        if n.regiments > 0 && (n.battalions > 0 || n.unlimbered > 0) {
            return no("6.8", "cavalry does not stand with infantry or unlimbered guns");
        }
        if march {
            return Ok(());
        }
        let single = n.battalions <= 1 && n.regiments == 0 && n.batteries == 0;
        let one_horse = n.regiments <= 1 && n.battalions == 0 && n.batteries == 0;
        match self.terrain(state, hex) {
            Terrain::Clear => {
                if n.battalions > 3 || n.regiments > 3 {
                    return no("8.1", "at most three battalions or three regiments of cavalry share a clear hex");
                }
                let infantry = n.regiments == 0 && n.batteries == 0 && (n.infantry <= 18 || n.one_regiment);
                let cavalry = n.battalions == 0 && n.batteries == 0 && n.cavalry <= 18;
                let guns = n.battalions == 0 && n.regiments == 0 && n.guns <= 6;
                let mixed = n.regiments == 0 && n.batteries <= 1 && n.infantry <= 12;
                // Limbered guns may lie among cavalry that rides past them [6.7]; nobody ends so.
                if infantry || cavalry || guns || mixed { Ok(()) } else { no("8.1", "a clear hex holds no more") }
            }
            Terrain::Hamlet | Terrain::Village | Terrain::Town | Terrain::Garden => {
                let infantry = n.regiments == 0 && n.batteries == 0 && n.infantry <= 6;
                let guns = n.battalions == 0 && n.regiments == 0 && n.guns <= 4;
                let mixed = n.battalions <= 1 && n.batteries <= 1 && n.regiments == 0;
                if single || infantry || guns || mixed || one_horse { Ok(()) } else { no("8.2", "the place holds no more") }
            }
            Terrain::Woods | Terrain::Path => {
                if single || one_horse {
                    Ok(())
                } else {
                    no("8.3", "woods hold one battalion or one regiment of cavalry")
                }
            }
            Terrain::Work => {
                if n.battalions <= 1 && n.guns <= 3 && n.regiments == 0 {
                    Ok(())
                } else {
                    no("8.4", "an earthwork holds one battalion and three increments of guns")
                }
            }
            Terrain::Trench => {
                if single {
                    Ok(())
                } else {
                    no("8.5", "an entrenchment holds one battalion")
                }
            }
            Terrain::Swamp => {
                if single {
                    Ok(())
                } else {
                    no("8.6", "a swamp holds one battalion")
                }
            }
            Terrain::Loopholes => {
                if single || (n.regiments == 0 && n.batteries == 0 && n.infantry <= 6) {
                    Ok(())
                } else {
                    no("8.7", "a loopholed village holds one battalion or six increments")
                }
            }
            Terrain::Pond => no("8.9", "a carp pond holds nobody"),
        }
    }

    /// What can be seen at a glance of hexes that a unit would stand in: whether it has them for itself, on ground that holds whoever is alone. Nothing if
    /// ground or enemies may forbid it to stand there.
    fn at_a_glance(&self, state: &State, unit: Unit, so: &Standing) -> Option<bool> {
        if so.formation == Formation::March {
            return None;
        }
        let (is, lay, now) = (self.is(unit), self.lay(state), state.piece(unit));
        let drawn_up = &self.drawn_up(unit, so.order)[so.formation as usize];
        let mut free = so.left <= ALONE;
        for hex in so.parts().into_iter().filter(|hex| *hex != NOWHERE) {
            let terrain = self.terrain(state, hex);
            let (own, enemy) = lay.here(is.side, hex);
            if enemy.fighting > 0 || !drawn_up.allows(terrain) {
                return None;
            }
            free &= own.fighting == u8::from(is.fights && now.stands_in(hex)) && roomy(is.arm, terrain);
        }
        Some(free)
    }

    /// Whether a unit could stand so: terrain, enemies and stacking.
    pub(crate) fn may_stand(&self, state: &State, unit: Unit, so: &Standing) -> Result<(), Violation> {
        let hexes = || so.parts().into_iter().filter(|hex| *hex != NOWHERE);
        match self.at_a_glance(state, unit, so) {
            Some(free) if free || !self.is(unit).fights => Ok(()),
            Some(_) => hexes().try_for_each(|hex| self.may_crowd(state, unit, so, hex)),
            None => {
                for hex in hexes() {
                    self.may_be_in(state, unit, so, hex)?;
                    self.no_enemy(state, unit, hex)?;
                }
                self.may_stack(state, unit, so)
            }
        }
    }

    /// [6.8] Lays a unit on top of its hexes.
    pub(crate) fn raise(&self, state: &mut State, unit: Unit) {
        for other in self.sinking(state, unit) {
            let piece = state.piece_mut(other);
            piece.rank = piece.rank.saturating_add(1);
        }
        let piece = state.piece_mut(unit);
        piece.rank = 0;
        piece.mark(flag::RAISED);
    }

    /// [6.8] Who comes to lie lower when a unit is laid on top. Whoever stands in a further hex besides keeps his place there: those below him sink with him.
    fn sinking(&self, state: &State, unit: Unit) -> Units {
        let here = state.piece(unit).hexes().flat_map(|hex| self.ranks(state, hex));
        let (mut sinking, mut known) = (here.collect::<Units>(), Units::EMPTY);
        sinking.remove(unit);
        while sinking != known {
            known = sinking;
            for other in known {
                let below = |hex: HexId| self.ranks(state, hex).skip_while(move |&at| at != other);
                state.piece(other).hexes().flat_map(below).filter(|&at| at != unit).for_each(|at| sinking.insert(at));
            }
        }
        sinking
    }

    /// [6.8] Whether a unit that is about to stand so stays with others and comes to nobody besides: whoever wheels, is drawn out or draws together keeps his
    /// place among them.
    pub(crate) fn keeps_place(&self, state: &State, unit: Unit, so: &Standing) -> bool {
        let before = *state.piece(unit);
        let others = |hex: HexId| self.ranks(state, hex).any(|other| other != unit);
        let among = |kept: bool| so.hexes().any(|hex| before.stands_in(hex) == kept && others(hex));
        among(true) && !among(false)
    }

    /// [6.8] Where somebody has ended his movement the owner may lay everybody on top once more.
    pub(crate) fn orders_anew(&self, state: &mut State, unit: Unit) {
        let so = *state.piece(unit);
        let here: Vec<Unit> = so.hexes().flat_map(|hex| self.ranks(state, hex)).collect();
        for other in here {
            state.notes_of(other).flags &= !flag::RAISED;
        }
    }

    /// [6.7] Nobody enters a hex with enemies that fight in it.
    pub(crate) fn no_enemy(&self, state: &State, unit: Unit, hex: HexId) -> Result<(), Violation> {
        let (lay, enemy) = (self.lay(state), self.side(unit).other());
        if lay.here(enemy, hex).0.fighting == 0 {
            return Ok(());
        }
        match lay.pile(hex).find(|&other| self.is(other).fights && self.side(other) == enemy) {
            Some(other) => Err(Violation::new("6.7", "an enemy stands there", Subject::Unit(UnitId(other)))),
            None => Ok(()),
        }
    }

    /// [6.7] Whether a unit may go through a hex in which it could not stay: skirmishers pass and are passed, cavalry passes skirmishers, carrés,
    /// limbered guns and cavalry.
    pub(crate) fn may_pass(&self, state: &State, unit: Unit, so: &Standing, hex: HexId) -> bool {
        // [16.10] Dragoons on foot pass like other skirmishers.
        let arm = self.walks_like(unit, so);
        if self.no_enemy(state, unit, hex).is_err() || self.may_be_in(state, unit, so, hex).is_err() {
            return false;
        }
        let freely = |other: Unit| {
            let friend = state.piece(other);
            match (arm, friend.formation) {
                (Arm::Cavalry, Formation::Skirmish | Formation::Carre | Formation::Limbered) => true,
                // [5.1] Guns in road march are limbered.
                (Arm::Cavalry, Formation::March) => matches!(self.kind(other).arm, Arm::Cavalry | Arm::Artillery),
                (Arm::Cavalry, _) => self.kind(other).arm == Arm::Cavalry,
                (_, Formation::Skirmish) => true,
                _ => so.formation == Formation::Skirmish,
            }
        };
        self.ranks(state, hex).filter(|&other| other != unit).all(freely)
    }

    /// [6.7] The same of a unit that would stand so, in all its hexes: in each there is room, or friends who let it through.
    pub(crate) fn may_pass_so(&self, state: &State, unit: Unit, so: &Standing) -> bool {
        let room = |hex: HexId| {
            let fine = self.may_be_in(state, unit, so, hex).is_ok() && self.no_enemy(state, unit, hex).is_ok();
            fine && self.may_stack_in(state, unit, so, hex).is_ok()
        };
        so.parts().into_iter().filter(|hex| *hex != NOWHERE).all(|hex| room(hex) || self.may_pass(state, unit, so, hex))
    }
}
