//! [7.1] to [7.6] The terrain movement chart: what a step costs, in halves of a movement point. [7.5] Guns off the roads pay it limbered.

use crate::Bautzen;
use crate::state::{Arm, Formation, Order, Standing, State, Unit, flag};
use crate::tables::{Prices, Terrain};
use grognard_engine::{HexId, Subject, Violation};

impl Bautzen {
    /// [7.1] What a unit that stands so pays to go from a hex to a neighbour, without what enemies add.
    pub(crate) fn price(&self, state: &State, unit: Unit, so: &Standing, from: HexId, to: HexId) -> Result<u8, Violation> {
        self.price_of(state, self.walks_like(unit, so), so.formation, from, to)
    }

    /// [16.10] The arm whose prices a unit pays: dragoons on foot walk like infantry.
    pub(crate) fn walks_like(&self, unit: Unit, so: &Standing) -> Arm {
        if self.on_foot(unit, so) { Arm::Infantry } else { self.is(unit).arm }
    }

    /// [7.1] What an arm pays in a formation.
    pub(crate) fn price_of(
        &self,
        state: &State,
        arm: Arm,
        formation: Formation,
        from: HexId,
        to: HexId,
    ) -> Result<u8, Violation> {
        self.price_in_parts(state, arm, formation, from, to).map(|(hex, side)| hex + side)
    }

    /// [7.1] The same in two parts: for the hex, and for what is crossed on the way into it.
    pub(crate) fn price_in_parts(
        &self,
        state: &State,
        arm: Arm,
        formation: Formation,
        from: HexId,
        to: HexId,
    ) -> Result<(u8, u8), Violation> {
        let ground = self.ground();
        let tables = self.tables();
        let edge = ground.between(from, to);
        let terrain = self.terrain(state, to);
        let side = Subject::Hexside(from, to);
        let no = |case: &'static str, why: &'static str, what: Subject| Violation::new(case, why, what);
        if arm == Arm::Leader {
            if edge.spree() && !edge.spree_crossing() {
                return Err(no("19.5", "a leader crosses the Spree at bridges and fords", side));
            }
            return if terrain == Terrain::Pond {
                Err(no("19.5", "nobody enters a carp pond", Subject::Hex(to)))
            } else {
                Ok((2, 0))
            };
        }
        let at = arm as usize;
        let of = |prices: &Prices, case: &'static str, why: &'static str, what: Subject| prices[at].ok_or(no(case, why, what));
        let slope = if edge.slope() { of(&tables.slope, "7.2", "this slope cannot be climbed", side)? } else { 0 };
        if formation == Formation::March {
            if !edge.road() {
                return Err(no("6.6", "a march keeps to its road", side));
            }
            if terrain == Terrain::Path || self.terrain(state, from) == Terrain::Path {
                return Err(no("6.6", "there is no road march on a woods pathway", Subject::Hex(to)));
            }
            if edge.spree_bridge() {
                // Three in all for hex and river; a slope is another thing [7.6].
                return Ok((tables.road_spree_bridge, slope));
            }
            let road = if terrain.built_up() { tables.road_built_up } else { tables.road };
            let water = if edge.spree_ford() {
                of(&tables.spree_ford, "7.3", "guns cross no ford", side)?
            } else if edge.stream_bridge() {
                of(&tables.stream_bridge, "7.4", "the bridge does not bear it", side)?
            } else if edge.stream_ford() {
                of(&tables.stream_ford, "7.3", "guns cross no ford", side)?
            } else {
                0
            };
            return Ok((road, slope + water));
        }
        let hex = Subject::Hex(to);
        let base = match terrain {
            Terrain::Work => {
                let back = ground.between(to, from);
                if !back.work_rear() {
                    return Err(no("21.5", "an earthwork is entered from the rear", side));
                }
                of(&tables.work_rear, "21.5", "cavalry never enters an earthwork", hex)?
            }
            // [21.3] A path helps from path to path; otherwise the hex is woods.
            Terrain::Path if self.terrain(state, from) != Terrain::Path => {
                of(&tables.enter[Terrain::Woods as usize], "7.1", "guns do not enter woods", hex)?
            }
            Terrain::Pond => return Err(no("21.7", "nobody enters a carp pond", hex)),
            Terrain::Swamp if formation != Formation::Skirmish || arm != Arm::Infantry => {
                return Err(no("21.4", "only infantry in skirmish order enters a swamp", hex));
            }
            Terrain::Trench => of(&tables.enter[terrain as usize], "21.6", "only infantry enters an entrenchment", hex)?,
            Terrain::Loopholes => of(&tables.enter[terrain as usize], "21.8", "only infantry enters a loopholed village", hex)?,
            _ => of(&tables.enter[terrain as usize], "7.1", "this arm may not enter that terrain", hex)?,
        };
        let water = if edge.spree_ford() {
            of(&tables.spree_ford, "7.3", "guns cross no ford", side)?
        } else if edge.spree() {
            if edge.spree_bridge() && arm == Arm::Cavalry {
                return Err(no("21.2", "cavalry crosses a bridge of the Spree in road march only", side));
            }
            if arm == Arm::Infantry && formation != Formation::Skirmish {
                // Where there is no bridge it is the chart that forbids it.
                let case = if edge.spree_bridge() { "7.4" } else { "7.1" };
                return Err(no(case, "infantry crosses the Spree in skirmish order, or by a bridge in road march", side));
            }
            of(&tables.spree, "7.1", "guns cross the Spree by a bridge in road march only", side)?
        } else if edge.stream_ford() {
            of(&tables.stream_ford, "7.3", "guns cross no ford", side)?
        } else if edge.stream() {
            of(&tables.stream, "7.1", "this stream cannot be crossed", side)?
        } else {
            0
        };
        Ok((base, slope + water))
    }

    /// [6.1] What it costs to enter the hex that a unit stands in.
    pub(crate) fn ground_price(&self, state: &State, unit: Unit, so: &Standing, hex: HexId) -> u8 {
        self.ground_price_on(unit, so.formation, self.terrain(state, hex))
    }

    /// [6.1] The same by terrain.
    pub(crate) fn ground_price_on(&self, unit: Unit, formation: Formation, terrain: Terrain) -> u8 {
        let tables = self.tables();
        let is = self.is(unit);
        // [16.10] Dragoons on foot walk like infantry.
        let arm = if is.dismounts && formation == Formation::Skirmish { Arm::Infantry } else { is.arm };
        match (arm, formation) {
            (Arm::Leader, _) => 2,
            (_, Formation::March) if terrain.built_up() => tables.road_built_up,
            (_, Formation::March) => tables.road,
            _ if terrain == Terrain::Work => tables.work_rear[arm as usize].unwrap_or(2),
            _ => tables.enter[terrain as usize][arm as usize].unwrap_or(2),
        }
    }

    /// [6.4] The allowance of a unit at the start of its movement, in half points.
    pub(crate) fn allowance(&self, state: &State, unit: Unit) -> u8 {
        self.allowance_of(unit, state.piece(unit))
    }

    /// [6.4] The same of a unit that stands so.
    pub(crate) fn allowance_of(&self, unit: Unit, so: &Standing) -> u8 {
        let kind = self.kind(unit);
        let ma = kind.ma;
        2 * match (kind.arm, so.formation, so.order) {
            (Arm::Leader, ..) => self.figures().leader_ma as u8,
            (Arm::Cavalry, Formation::Skirmish, _) if kind.dismounts() => self.figures().foot_ma as u8,
            (Arm::Infantry | Arm::Artillery, _, Order::Disordered) => (ma / 2).max(1),
            (Arm::Infantry | Arm::Cavalry, Formation::Line, _) => ma.saturating_add_signed(self.figures().line_start as i8),
            _ => ma,
        }
    }

    /// [16.2] [6.4] The allowance that a unit in hand began its movement with: that of a line, if cavalry began in one, and not if it has formed one since.
    pub(crate) fn allowance_at_first(&self, state: &State, unit: Unit) -> u8 {
        let so = *state.piece(unit);
        let formation = match (self.is(unit).arm, so.formation) {
            (Arm::Cavalry, _) if so.has(flag::FROM_LINE) => Formation::Line,
            (Arm::Cavalry, Formation::Line) => Formation::Column,
            (_, formation) => formation,
        };
        self.allowance_of(unit, &Standing { formation, ..so })
    }
}
