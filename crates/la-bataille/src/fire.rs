//! [10.1] to [10.3] Who can fire at what, and with which value; [3.4] range bands.

use crate::Bautzen;
use crate::state::{Arm, Formation, NOWHERE, Order, Segment, Standing, State, Unit, Units, flag};
use crate::tables::Terrain;
use grognard_engine::facing::Aspect;
use grognard_engine::ratio::Ratio;
use grognard_engine::{HexId, Subject, UnitId, Violation};

/// Why most units cannot fire at most hexes.
pub(crate) const TOO_FAR: &str = "the target is out of range";
/// Why a unit that could fire does not fire any more.
pub(crate) const HAS_FIRED: &str = "the unit has fired in this segment";

/// When somebody fires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// [10.1] At somebody who acts in the zone.
    Opportunity,
    /// [10.1] In the enemy's sequence.
    Defensive,
    /// [10.1] In one's own.
    Offensive,
}

/// What a unit fires with at a hex.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    /// Its value.
    pub value: Ratio,
    /// From which hexes, with which value each.
    pub from: [(HexId, Ratio); 3],
    /// Whether these are guns at an adjacent hex.
    pub canister: bool,
}

impl Bautzen {
    /// The occasion of the present fire segment.
    pub(crate) fn occasion(state: &State) -> Occasion {
        if state.segment == Segment::Defensive { Occasion::Defensive } else { Occasion::Offensive }
    }

    /// [10.1] [18.4] How far a unit fires; ammunition does not run out.
    pub(crate) fn reach(&self, state: &State, unit: Unit, occasion: Occasion) -> u8 {
        if occasion != Occasion::Offensive {
            return 1;
        }
        let (kind, so, figures) = (self.kind(unit), state.piece(unit), self.figures());
        let reach = match (kind.arm, so.formation) {
            (Arm::Artillery, _) => i16::from(kind.range),
            (Arm::Infantry, Formation::Skirmish) if kind.rifle => figures.range_rifle,
            (Arm::Infantry, Formation::Skirmish) => figures.range_skirmish,
            (Arm::Cavalry, Formation::Skirmish) if kind.dismounts() => figures.range_skirmish,
            _ => figures.range_infantry,
        };
        reach as u8
    }

    /// Whether a unit that is on the map and fights is one that fires at all: what [`Bautzen::shot`] asks first.
    pub(crate) fn may_fire(&self, state: &State, unit: Unit) -> bool {
        let so = state.piece(unit);
        so.order != Order::Routed
            && !matches!(so.formation, Formation::March | Formation::Limbered)
            && (self.is(unit).arm != Arm::Cavalry || so.formation == Formation::Skirmish)
    }

    /// Whether a hex lies within the range of a part of a unit.
    pub(crate) fn within_reach(&self, state: &State, unit: Unit, hex: HexId, occasion: Occasion) -> bool {
        let reach = self.reach(state, unit, occasion);
        state.piece(unit).hexes().any(|at| (1..=reach).contains(&self.grid().distance(at, hex)))
    }

    /// [10.2] The value of the part of a unit in one hex at a range, before disorder.
    fn part_value(&self, state: &State, unit: Unit, at: HexId, range: u8) -> Ratio {
        let (kind, so, figures) = (self.kind(unit), state.piece(unit), self.figures());
        let together = |most: i16, formation: Formation| -> i16 {
            let all: i16 = self
                .ranks(state, at)
                .filter(|&other| self.kind(other).arm == Arm::Infantry && state.piece(other).formation == formation)
                .map(|other| i16::from(state.piece(other).increments_in(at)))
                .sum();
            all.min(most)
        };
        let printed = || {
            // [10.2] Losses do not lower it until one increment is left.
            let weak = i16::from(so.left) <= figures.halved_at && kind.increments > 1;
            let full = Ratio::whole(kind.fire);
            if weak { full * Ratio::HALF } else { full }
        };
        match (kind.arm, so.formation) {
            (Arm::Infantry, Formation::Column) => printed(),
            (Arm::Infantry, Formation::General) if self.terrain(state, at) == Terrain::Loopholes => {
                printed() * Ratio::whole(figures.loopholes)
            }
            (Arm::Infantry, Formation::General) => printed(),
            (Arm::Infantry, Formation::Line) => {
                Ratio::whole(together(figures.line_fire, Formation::Line) * kind.line.unwrap_or(0))
            }
            (Arm::Infantry, Formation::Skirmish) => {
                let increments = together(figures.skirmish_fire, Formation::Skirmish);
                match (range, kind.rifle) {
                    (0 | 1, _) => Ratio::whole(increments * kind.skirmish.unwrap_or(0)),
                    (2, true) => Ratio::whole(increments * figures.rifle_at_2),
                    (_, true) => Ratio::whole(increments * figures.rifle_at_3),
                    (_, false) => Ratio::whole(increments * kind.skirmish.unwrap_or(0)) * Ratio::HALF,
                }
            }
            (Arm::Infantry, Formation::Carre) => {
                Ratio::whole(together(figures.carre_fire, Formation::Carre) * kind.carre.unwrap_or(0)) * Ratio::THIRD
            }
            // [16.10] Dragoons on foot: so many of each hex, halved at two hexes like other skirmishers.
            (Arm::Cavalry, Formation::Skirmish) if kind.dismounts() => {
                let most = if so.left > 6 { figures.foot_many } else { figures.foot_few };
                let value = Ratio::whole(i16::from(so.increments_in(at)).min(most) * figures.foot_fire);
                if range >= 2 { value * Ratio::HALF } else { value }
            }
            (Arm::Cavalry, Formation::Skirmish) => {
                let value = Ratio::whole(kind.carbines.unwrap_or(0));
                // [10.2] Unreduced until three quarters are lost.
                if 4 * so.left <= kind.increments { value * Ratio::HALF } else { value }
            }
            (Arm::Artillery, Formation::Unlimbered) => {
                let band = match range {
                    0..=2 => 0,
                    3..=5 => 1,
                    _ => 2,
                };
                let value = kind.bands[band] * Ratio::new(so.left.into(), kind.increments.into());
                let square = self.ranks(state, at).any(|other| state.piece(other).formation == Formation::Carre);
                if square { value * Ratio::THIRD } else { value }
            }
            _ => Ratio::ZERO,
        }
    }

    /// [10.3] Whether a unit is the one of its hex that fires: the top battalion, and batteries, all of them in the clear.
    fn speaks_for(&self, state: &State, unit: Unit, at: HexId) -> bool {
        let arm = self.kind(unit).arm;
        // The routed have no formation and fire at nobody: whoever lies below them fires for himself, guns that they abandon too [18.6].
        let ranks = || self.ranks(state, at).filter(|&other| state.piece(other).order != Order::Routed);
        let top = ranks().next();
        if arm == Arm::Artillery {
            // In column only the top unit of the hex fires.
            let column =
                ranks().any(|other| self.kind(other).arm == Arm::Infantry && state.piece(other).formation == Formation::Column);
            if column {
                return top == Some(unit);
            }
            return self.terrain(state, at) == Terrain::Clear
                || ranks().find(|&other| self.kind(other).arm == Arm::Artillery) == Some(unit);
        }
        if state.piece(unit).formation == Formation::Column && arm == Arm::Infantry {
            return top == Some(unit);
        }
        // Skirmishing cavalry fires regiment by regiment.
        arm == Arm::Cavalry || ranks().find(|&other| self.kind(other).arm == arm) == Some(unit)
    }

    /// [10.1] Whether a hex lies in the field of fire of the part of a unit in one hex.
    pub(crate) fn bears(&self, state: &State, unit: Unit, at: HexId, target: HexId) -> bool {
        let sides = self.sides(state, unit, at);
        let work = self.terrain(state, at) == Terrain::Work;
        self.leaves_by(at, target).into_iter().flatten().any(|side| {
            let through = !(work && self.kind(unit).arm == Arm::Artillery && self.ground().edge(at, side).work_rear());
            through && sides.aspect(side) == Aspect::Front
        })
    }

    /// [21.5] Whether a hex lies behind the earthwork in which a battery stands: it fires through the front of the work only.
    fn behind_the_work(&self, state: &State, unit: Unit, at: HexId, target: HexId) -> bool {
        let rear = |side: usize| self.ground().edge(at, side).work_rear();
        self.kind(unit).arm == Arm::Artillery
            && self.terrain(state, at) == Terrain::Work
            && self.leaves_by(at, target).into_iter().flatten().all(rear)
    }

    /// [10.1] [10.2] What a unit fires with at a hex, or why it cannot.
    pub(crate) fn shot(&self, state: &State, unit: Unit, target: HexId, occasion: Occasion) -> Result<Shot, Violation> {
        let (kind, so) = (self.kind(unit), state.piece(unit));
        let what = Subject::Unit(UnitId(unit));
        let no = |case: &'static str, why: &'static str, what: Subject| Err(Violation::new(case, why, what));
        if !so.on_map() || !kind.fights() {
            return no("10.1", "the unit cannot fire", what);
        }
        if so.order == Order::Routed {
            return no("14.2", "a routed unit does not fire", what);
        }
        if matches!(so.formation, Formation::March | Formation::Limbered) {
            return no("10.1", "units in road march and limbered guns do not fire", what);
        }
        if kind.arm == Arm::Cavalry && so.formation != Formation::Skirmish {
            return no("10.1", "cavalry fires in skirmish order only", what);
        }
        if so.has(flag::SHELTERED) {
            return no("16.5", "skirmishers who fell back before a charge do not fire in this sequence", what);
        }
        if occasion == Occasion::Offensive && so.has(flag::FORCED) {
            return no("6.9", "units on a forced march do not fire offensively", what);
        }
        // [5.3.4] A line that went on in an enemy zone did so to assault one hex.
        let committed =
            kind.arm == Arm::Infantry && so.aim != NOWHERE && !so.has(flag::FIRED | flag::FIRED_SECOND | flag::FIRED_THIRD);
        if occasion == Occasion::Offensive && committed && so.aim != target {
            return no("5.3.4", "the line went on in an enemy zone to assault another hex", Subject::Hex(so.aim));
        }
        // [9.6] Riders who are upon a carré are seen by nobody of the infantry but the carré itself.
        if kind.arm == Arm::Infantry && self.upon_carre(state, unit, target) {
            return no("9.6", "riders who are upon a carré are hidden from other infantry", Subject::Hex(target));
        }
        // A carré and skirmishing cavalry fire at everybody around them.
        let rides = kind.arm == Arm::Cavalry && !self.on_foot(unit, so);
        let square = self.in_carre(state, unit);
        let all_round = so.formation == Formation::Carre || rides || square;
        let reach = self.reach(state, unit, occasion);
        let grid = self.grid();
        let mut shot = Shot { value: Ratio::ZERO, from: [(NOWHERE, Ratio::ZERO); 3], canister: false };
        // Of a unit on several hexes the one that comes nearest to firing tells why it does not.
        let mut fault: Option<(u8, Violation)> = None;
        for (part, at) in so.hexes().enumerate() {
            let fired = so.has(flag::FIRED_FROM[part]);
            let range = grid.distance(at, target);
            let mut lacks = |near: u8, case: &'static str, why: &'static str, what: Subject| {
                if fault.is_none_or(|(known, _)| near > known) {
                    fault = Some((near, Violation::new(case, why, what)));
                }
            };
            if fired && occasion != Occasion::Opportunity && !all_round {
                lacks(1, "10.1", HAS_FIRED, what);
            } else if range == 0 || range > reach {
                lacks(0, "10.1", TOO_FAR, Subject::Hex(target));
            } else if !self.bears(state, unit, at, target) {
                if self.behind_the_work(state, unit, at, target) {
                    lacks(2, "21.5", "guns in an earthwork fire through its front", Subject::Hexside(at, target));
                } else {
                    lacks(2, "10.1", "fire goes through a front hexside", Subject::Hexside(at, target));
                }
            } else if square && occasion != Occasion::Opportunity && self.open_side(state, unit, target).is_none() {
                lacks(2, "10.2", "guns inside a carré fire once through each hexside", Subject::Hexside(at, target));
            } else if !self.sees(state, at, target) {
                lacks(3, "9.1", "the target cannot be seen", Subject::Hex(target));
            } else if !self.speaks_for(state, unit, at) {
                lacks(4, "10.3", "another unit of the hex fires", what);
            } else {
                let value = self.part_value(state, unit, at, range);
                let value = if so.order == Order::Disordered { value * Ratio::HALF } else { value };
                shot.value += value;
                shot.from[part] = (at, value);
                shot.canister |= kind.arm == Arm::Artillery && range == 1;
                // A regiment has one value, in however many hexes it stands.
                if rides {
                    break;
                }
            }
        }
        if shot.value == Ratio::ZERO {
            let nothing = Violation::new("10.2", "the unit has nothing to fire with", what);
            return Err(fault.map_or(nothing, |(_, violation)| violation));
        }
        if occasion == Occasion::Offensive && kind.arm == Arm::Artillery && !self.nearest_for(state, unit, target) {
            return no("10.3", "a battery fires at the nearest enemy it can see", Subject::Hex(target));
        }
        Ok(shot)
    }

    /// [9.6] Whether the top unit of a hex is cavalry that has closed with a carré in which this unit does not stand.
    fn upon_carre(&self, state: &State, unit: Unit, target: HexId) -> bool {
        let Some(top) = self.first(state, target) else { return false };
        let rider = state.piece(top);
        // [16.9] Whoever fell upon somebody in the enemy's movement is upon his carré too: by nothing else does he aim at anybody then.
        let rode = rider.has(flag::CHARGED) || self.side(top) != state.phasing;
        if self.is(top).arm != Arm::Cavalry || !rode {
            return false;
        }
        let carre = self.grid().adjacent(target, rider.aim)
            && self
                .ranks(state, rider.aim)
                .any(|other| state.piece(other).formation == Formation::Carre && state.piece(other).good());
        carre && !state.piece(unit).stands_in(rider.aim)
    }

    /// Whether a battery stands inside a carré.
    pub(crate) fn in_carre(&self, state: &State, unit: Unit) -> bool {
        self.kind(unit).arm == Arm::Artillery
            && self.ranks(state, state.piece(unit).hex).any(|other| state.piece(other).formation == Formation::Carre)
    }

    /// [10.2] The mark of the hexside through which guns inside a carré would fire at a hex, if they have not fired through it yet. Out of order they look
    /// all round; then opposite hexsides count as one, so that three thirds are never more than the whole.
    pub(crate) fn open_side(&self, state: &State, unit: Unit, target: HexId) -> Option<u16> {
        let so = state.piece(unit);
        let left = so.looks().sides().0 + 5;
        let sides = self.sides(state, unit, so.hex);
        let through = self.leaves_by(so.hex, target).into_iter().flatten().filter(|&side| sides.aspect(side) == Aspect::Front);
        through.map(|side| flag::FIRED_THROUGH[(side + 12 - left) % 3]).find(|mark| !so.has(*mark))
    }

    /// [10.3] Whether no enemy that a battery could fire at is nearer than this hex.
    fn nearest_for(&self, state: &State, unit: Unit, target: HexId) -> bool {
        let at = state.piece(unit).hex;
        let grid = self.grid();
        let here = grid.distance(at, target);
        !self.fighters(state, self.side(unit).other()).any(|enemy| {
            state
                .piece(enemy)
                .hexes()
                .any(|hex| grid.distance(at, hex) < here && self.bears(state, unit, at, hex) && self.sees(state, at, hex))
        })
    }

    /// [10.3] Whether the batteries among some firers may fire together: guns of two hexes need a leader with an artillery bonus in one of them,
    /// of three one leader with special ability in or beside all of them; Russian and Prussian batteries never do.
    pub(crate) fn guns_combine(&self, state: &State, firers: Units) -> Result<(), Violation> {
        let mut hexes: Vec<HexId> = Vec::new();
        let (mut russian, mut prussian) = (false, false);
        for unit in firers.into_iter().filter(|&unit| self.kind(unit).arm == Arm::Artillery) {
            let hex = state.piece(unit).hex;
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
            russian |= self.kind(unit).nation == "Russian";
            prussian |= self.kind(unit).nation == "Prussian";
        }
        let no = |why: &'static str| Err(Violation::new("10.3", why, Subject::Hex(hexes[hexes.len() - 1])));
        if russian && prussian {
            let last = Subject::Hex(hexes[hexes.len() - 1]);
            return Err(Violation::new("8.11", "Russian and Prussian batteries do not fire together", last));
        }
        if hexes.len() < 2 {
            return Ok(());
        }
        let grid = self.grid();
        // [8.11] Nobody is helped by leaders of the enemy, nor of the other nation of the Coalition.
        let guns = firers.into_iter().find(|&unit| self.kind(unit).arm == Arm::Artillery);
        let led_by = |leader: Unit| guns.is_some_and(|guns| self.helps(leader, guns));
        let near_all = |at: &HexId| hexes.iter().all(|&hex| *at == hex || grid.adjacent(*at, hex));
        let special = |at: HexId| self.leaders_in(state, at).any(|leader| self.kind(leader).special_guns && led_by(leader));
        if hexes.len() <= 3 && grid.around(hexes[0]).chain([hexes[0]]).filter(near_all).any(special) {
            return Ok(());
        }
        if hexes.len() > 2 {
            return no("batteries of three hexes need a leader with special artillery ability");
        }
        if !grid.adjacent(hexes[0], hexes[1]) {
            return no("batteries fire together from neighbouring hexes");
        }
        let led =
            hexes.iter().any(|&hex| self.leaders_in(state, hex).any(|leader| self.kind(leader).art_bonus > 0 && led_by(leader)));
        if led { Ok(()) } else { no("batteries of two hexes need a leader with an artillery bonus") }
    }

    /// [5.3.2] [10.1] Whether a unit that is about to stand so leaves a hex at which an enemy may fire, as whoever draws together does for nothing.
    pub(crate) fn slips_away(&self, state: &State, unit: Unit, so: &Standing) -> bool {
        let enemy = self.side(unit).other();
        state.piece(unit).hexes().any(|hex| !so.stands_in(hex) && self.lay(state).watched(enemy, hex))
    }

    /// [10.1] Who can fire at a unit that acts where it stands.
    pub(crate) fn opportunities(&self, state: &State, unit: Unit) -> Units {
        let hexes: Vec<HexId> = state.piece(unit).hexes().collect();
        self.watchers(state, unit)
            .filter(|enemy| hexes.iter().any(|&hex| self.shot(state, enemy, hex, Occasion::Opportunity).is_ok()))
    }
}
