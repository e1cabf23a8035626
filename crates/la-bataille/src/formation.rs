//! [5.1] Formations and where they can be taken; [5.2] front, flank and rear.

use crate::Bautzen;
use crate::army::fits;
use crate::muster::Trait;
use crate::state::{Arm, Formation, NOWHERE, Order, Standing, State, Unit, abreast, second_of, third_of};
use crate::tables::Terrain;
use grognard_engine::facing::{Aspect, Heading};
use grognard_engine::{HexId, Subject, UnitId, Violation};

/// Hexsides as bits, in the order of the directions; what is in neither is rear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    /// Front.
    pub front: u8,
    /// Flank.
    pub flank: u8,
}

impl Sides {
    /// Front all round.
    pub const ROUND: Self = Self { front: 0b11_1111, flank: 0 };
    /// Rear all round.
    pub const NONE: Self = Self { front: 0, flank: 0 };

    /// What a hexside is.
    #[must_use]
    pub const fn aspect(self, side: usize) -> Aspect {
        if self.front >> side & 1 == 1 {
            Aspect::Front
        } else if self.flank >> side & 1 == 1 {
            Aspect::Flank
        } else {
            Aspect::Rear
        }
    }
}

/// The hexsides that lie so far from `from`, as bits.
#[inline]
fn around<const N: usize>(from: usize, offsets: [usize; N]) -> u8 {
    let bits = offsets.into_iter().fold(0u16, |bits, offset| bits | 1 << offset);
    let turned = bits << (from % 6);
    (turned | turned >> 6) as u8 & 0b11_1111
}

impl Bautzen {
    /// [5.2] Front, flank and rear of the part of a unit that stands in a hex, as if it stood so.
    #[must_use]
    pub fn sides_of(&self, state: &State, unit: Unit, so: &Standing, hex: HexId) -> Sides {
        self.sides_on(unit, so, so.part(hex), self.terrain(state, hex))
    }

    /// [5.2] The same by what lies in the hex, and which of the unit's hexes it is.
    pub(crate) fn sides_on(&self, unit: Unit, so: &Standing, part: usize, terrain: Terrain) -> Sides {
        let second = part == 1;
        let kind = self.is(unit);
        if so.order == Order::Routed || so.formation == Formation::Leader {
            return Sides::NONE;
        }
        // [21.6] An entrenchment has no flank and no rear.
        if so.order == Order::Disordered || terrain == Terrain::Trench {
            return Sides::ROUND;
        }
        let heading = so.looks();
        let f = heading.sides().0;
        let sides = match so.formation {
            Formation::Carre => Sides::ROUND,
            Formation::Column if kind.arm == Arm::Cavalry && !kind.heavy => Sides { front: around(f, [4, 5, 0, 1, 2]), flank: 0 },
            // [21.8] Loopholes look to all sides.
            Formation::General if terrain == Terrain::Loopholes => Sides::ROUND,
            Formation::General => Sides { front: around(f, [4, 5, 0, 1, 2]), flank: 0 },
            Formation::Column | Formation::Limbered | Formation::Unlimbered => {
                Sides { front: around(f, [5, 0, 1]), flank: around(f, [4, 2]) }
            }
            Formation::Line if !so.wide() => Sides { front: around(f, [0, 1]), flank: around(f, [5, 2]) },
            Formation::Skirmish if !so.wide() => Sides { front: around(f, [0, 1, 3, 4]), flank: around(f, [5, 2]) },
            Formation::Line => {
                let d = abreast(heading);
                Sides { front: around(d, [1, 2]), flank: around(d, [if second { 0 } else { 3 }]) }
            }
            Formation::Skirmish => {
                let d = abreast(heading);
                if second && so.third != NOWHERE {
                    // Those in the middle of three have friends on both sides.
                    Sides { front: around(d, [1, 2]), flank: 0 }
                } else if part > 0 {
                    Sides { front: around(d, [0, 1, 2]), flank: around(d, [5]) }
                } else {
                    Sides { front: around(d, [1, 2, 3]), flank: around(d, [4]) }
                }
            }
            // The tail of a march has no front at all.
            Formation::March if second => Sides { front: 0, flank: around(f, [0, 1, 2, 4, 5]) },
            Formation::March => Sides { front: around(f, [0]), flank: around(f, [1, 2, 4, 5]) },
            Formation::Leader => Sides::NONE,
        };
        // [21.8] Nobody behind loopholes has a rear.
        if terrain == Terrain::Loopholes && so.formation == Formation::Skirmish {
            return Sides { front: Sides::ROUND.front & !sides.flank, ..sides };
        }
        sides
    }

    /// [5.2] The same as it stands.
    #[must_use]
    pub fn sides(&self, state: &State, unit: Unit, hex: HexId) -> Sides {
        self.sides_of(state, unit, state.piece(unit), hex)
    }

    /// [5.2] What a hexside is to a unit that is fired at or attacked through it: a flank of a line counts as front where a friend beside it looks at
    /// the same hex.
    #[must_use]
    pub fn aspect(&self, state: &State, unit: Unit, hex: HexId, side: usize) -> Aspect {
        let aspect = self.sides(state, unit, hex).aspect(side);
        // [21.6] [21.8] Entrenchments and loopholed villages have no rear, not even to those who have run into them.
        if aspect == Aspect::Rear && matches!(self.terrain(state, hex), Terrain::Trench | Terrain::Loopholes) {
            return Aspect::Front;
        }
        if aspect != Aspect::Flank || state.piece(unit).formation != Formation::Line {
            return aspect;
        }
        let grid = self.grid();
        let Some(there) = grid.neighbours(hex)[side] else { return aspect };
        let (lay, side) = (self.lay(state), self.side(unit));
        let refused = grid.around(hex).any(|at| {
            let ahead = |friend: Unit, side: usize| self.sides(state, friend, at).aspect(side) == Aspect::Front;
            let looks = |friend: Unit| {
                let is = self.is(friend);
                friend != unit
                    && is.fights
                    && is.side == side
                    && grid.direction(at, there).is_some_and(|side| ahead(friend, side))
            };
            lay.pile(at).any(looks)
        });
        if refused { Aspect::Front } else { aspect }
    }

    /// All fighting units of a side that are on the map.
    pub(crate) fn fighters(&self, state: &State, side: crate::Side) -> impl Iterator<Item = Unit> + use<> {
        self.lay(state).fighters(side).into_iter()
    }

    /// [5.1] Whether terrain lets a unit be drawn up so.
    pub(crate) fn may_be_in(&self, state: &State, unit: Unit, so: &Standing, hex: HexId) -> Result<(), Violation> {
        let terrain = self.terrain(state, hex);
        let road = so.formation == Formation::March && self.ground().on_road(hex);
        self.may_be_on(unit, so.formation, so.order, terrain, road, hex)
    }

    /// [5.1] The same of terrain with or without a road, wherever that is.
    pub(crate) fn may_be_on(
        &self,
        unit: Unit,
        formation: Formation,
        order: Order,
        terrain: Terrain,
        road: bool,
        hex: HexId,
    ) -> Result<(), Violation> {
        let kind = self.kind(unit);
        let no = |case: &'static str, why: &'static str| Err(Violation::new(case, why, Subject::Hex(hex)));
        if formation == Formation::Leader {
            return if terrain == Terrain::Pond { no("19.5", "nobody enters a carp pond") } else { Ok(()) };
        }
        if !fits(formation, kind) {
            return Err(Violation::new("5.1", "the unit does not know this formation", Subject::Unit(UnitId(unit))));
        }
        match terrain {
            Terrain::Pond => return no("21.7", "nobody enters a carp pond"),
            // A road is a road, whatever lies beside it, but for a path in the woods and what was built to be held.
            _ if formation == Formation::March => {
                return match terrain {
                    Terrain::Path => no("6.6", "there is no road march on a woods pathway"),
                    Terrain::Work => no("21.5", "there is no road march in an earthwork"),
                    Terrain::Trench => no("21.6", "there is no road march in an entrenchment"),
                    Terrain::Loopholes => no("21.8", "there is no road march in a loopholed village"),
                    _ if road => Ok(()),
                    _ => no("6.6", "road march needs a road"),
                };
            }
            Terrain::Swamp if formation != Formation::Skirmish || kind.arm != Arm::Infantry => {
                return no("21.4", "only infantry in skirmish order enters a swamp");
            }
            Terrain::Woods | Terrain::Path if kind.arm == Arm::Artillery => {
                return no("7.1", "guns cannot stand in woods");
            }
            Terrain::Work if kind.arm == Arm::Cavalry => return no("21.5", "cavalry never enters an earthwork"),
            Terrain::Trench if kind.arm != Arm::Infantry => return no("21.6", "only infantry enters an entrenchment"),
            Terrain::Loopholes if kind.arm != Arm::Infantry => return no("21.8", "only infantry enters a loopholed village"),
            _ => {}
        }
        let fine = match formation {
            _ if order != Order::Good => true,
            Formation::Column | Formation::Carre => terrain == Terrain::Clear,
            Formation::Line => {
                terrain == Terrain::Clear || (terrain == Terrain::Trench && kind.arm == Arm::Infantry && !self.crack(unit))
            }
            Formation::General => {
                terrain.general() || (kind.arm == Arm::Infantry && matches!(terrain, Terrain::Work | Terrain::Trench))
            }
            Formation::Skirmish => {
                terrain == Terrain::Clear
                    || terrain.general()
                    || terrain == Terrain::Swamp
                    || (terrain == Terrain::Trench && !self.crack(unit))
            }
            Formation::Limbered | Formation::Unlimbered | Formation::March | Formation::Leader => true,
        };
        match terrain {
            _ if fine => Ok(()),
            Terrain::Trench if self.crack(unit) => no("21.6", "Grenadiers and Guards in an entrenchment are in general order"),
            Terrain::Trench => no("21.6", "there is no column and no carré in an entrenchment"),
            _ => no("5.1", "the terrain does not allow this formation"),
        }
    }

    /// [21.6] Grenadiers and Guards, who are in general order in an entrenchment.
    pub(crate) fn crack(&self, unit: Unit) -> bool {
        self.is(unit).crack
    }

    /// [16.10] Whether dragoons who stand so are on foot.
    pub(crate) fn on_foot(&self, unit: Unit, so: &Standing) -> bool {
        so.formation == Formation::Skirmish && self.is(unit).dismounts
    }

    /// [5.1] How a unit is drawn up that comes into a hex without saying more: general order is taken and left for nothing.
    pub(crate) fn natural(&self, state: &State, unit: Unit, so: &Standing, hex: HexId) -> Formation {
        Self::natural_in(self.is(unit), so.formation, so.order, self.terrain(state, hex))
    }

    /// [5.1] The same of a piece that was drawn up so, by terrain.
    pub(crate) fn natural_in(is: &Trait, formation: Formation, order: Order, terrain: Terrain) -> Formation {
        // [21.6] In an entrenchment a line stays a line and skirmishers skirmish, but for Grenadiers and Guards.
        let trench = terrain == Terrain::Trench;
        let firm = order == Order::Good && !(trench && is.crack);
        match is.arm {
            Arm::Leader => Formation::Leader,
            Arm::Artillery => formation,
            Arm::Infantry | Arm::Cavalry => {
                if formation == Formation::March {
                    return Formation::March;
                }
                let general = terrain.general() || matches!(terrain, Terrain::Work | Terrain::Trench);
                match formation {
                    Formation::Skirmish if firm && terrain != Terrain::Work => Formation::Skirmish,
                    Formation::Line if firm && trench => Formation::Line,
                    _ if general => Formation::General,
                    Formation::General => Formation::Column,
                    formation => formation,
                }
            }
        }
    }

    /// Stands a unit in a hex in the formation that is natural there, looking the way it goes where it has to look anew.
    pub(crate) fn settled(&self, state: &State, unit: Unit, mut so: Standing, hex: HexId, going: Option<usize>) -> Standing {
        let formation = self.natural(state, unit, &so, hex);
        so.hex = hex;
        if formation.at_vertex() != so.formation.at_vertex() {
            let side = going.unwrap_or(so.looks().sides().0);
            so.heading = if formation.at_vertex() { Heading::corner(side) } else { Heading::side(side) }.number();
        }
        so.formation = formation;
        if !formation.at_vertex() && formation != Formation::March {
            so = so.in_one_hex();
        }
        so
    }

    /// [5.1] Increments on two or three hexes: as evenly as possible, the odd ones in the first. The unit was in the one of these that `from` says.
    pub(crate) fn spread(&self, so: Standing, heading: u8, hexes: u8, from: u8) -> Option<Standing> {
        let grid = self.grid();
        let mut so = so.in_one_hex();
        so.heading = heading;
        let along = Heading::from_number(heading).map(abreast)?;
        for _ in 0..from {
            so.hex = grid.neighbours(so.hex)[(along + 3) % 6]?;
        }
        so.second = second_of(grid, so.hex, heading)?;
        so.tail = so.left / 2;
        if hexes == 3 {
            so.third = third_of(grid, so.second, heading)?;
            so.set_rear(so.left / 3);
            so.tail = (so.left - so.rear()) / 2;
        }
        Some(so)
    }

    /// [5.1] Whether a unit of so many increments may stand on three hexes: infantry in skirmish order, where the scenario names it.
    pub(crate) fn three_hexes(&self, unit: Unit, formation: Formation, left: u8) -> bool {
        let figures = self.figures();
        figures.three_named > 0
            && formation == Formation::Skirmish
            && self.is(unit).arm == Arm::Infantry
            && i16::from(left) >= figures.three_from
    }

    /// [5.1] Whether a unit of so many increments may, and must, stand on two hexes in a formation.
    pub(crate) fn two_hexes(&self, unit: Unit, formation: Formation, left: u8) -> (bool, bool) {
        match (formation, self.kind(unit).arm) {
            (Formation::Line, Arm::Infantry) => (left >= 5, false),
            (Formation::Line, Arm::Cavalry) => (left >= 8, false),
            (Formation::Skirmish, Arm::Infantry) => (left >= 4, left >= 4),
            (Formation::Skirmish, Arm::Cavalry) => (left >= 2, true),
            _ => (false, false),
        }
    }
}
