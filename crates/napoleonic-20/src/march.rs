//! [6.0] [6.2] to [6.8] How far one unit gets: what lies on the map for its side, and where it can go on from where it is.

use crate::state::{NOWHERE, Side, State};
use crate::terrain::{Link, Terrain};
use crate::unitset::Unit;
use crate::{Action, Campaign};
use grognard_engine::cheapest::{Step, cheapest};
use grognard_engine::plane::Plane;
use grognard_engine::stride::{Bounds, Leg, Reached, Stand, add_extents};
use grognard_engine::{HexId, Lawful, Subject, Violation};

/// Most hexes at which a unit can come onto the map.
const GATES: usize = 12;
const NOT_THERE: Stand = Stand { hex: NOWHERE, spent: 0, halted: true };

/// What lies on the map for the side that moves.
pub struct Ground {
    /// Hexes with enemy units; for the Allies also those with intact garrisons.
    pub enemies: Plane,
    /// [7.0] The enemy's zones of control.
    pub zone: Plane,
    /// Hexes with friends.
    pub friends: Plane,
    /// [6.3] The hex in which one friend is passing another, or [`NOWHERE`].
    pub(crate) shared: HexId,
}

impl Ground {
    /// For the side whose turn it is.
    #[must_use]
    pub fn of(game: &Campaign, state: &State) -> Self {
        Self::for_side(game, state, state.phasing)
    }

    /// For a side.
    #[must_use]
    pub fn for_side(game: &Campaign, state: &State, side: Side) -> Self {
        let mut ground = Self { enemies: Plane::EMPTY, zone: Plane::EMPTY, friends: Plane::EMPTY, shared: NOWHERE };
        let terrain = game.terrain(state, side.other());
        for unit in game.in_play(side.other()) {
            let Some(hex) = state.hex(unit) else { continue };
            ground.enemies.insert(hex);
            if !state.routed.has(unit) {
                terrain.beside(hex).add_to(hex, &mut ground.zone);
            }
        }
        ground.see_friends(game, state, side);
        if side == Side::Allied {
            for (g, &hex) in game.places.garrisons.iter().enumerate() {
                // [9.10] Intact, and no Allied unit in its hex.
                if state.razed >> g & 1 == 0 && !ground.friends.has(hex) {
                    ground.enemies.insert(hex);
                    terrain.beside(hex).add_to(hex, &mut ground.zone);
                }
            }
        }
        ground
    }

    /// Looks again where friends stand.
    pub(crate) fn see_friends(&mut self, game: &Campaign, state: &State, side: Side) {
        self.friends = Plane::EMPTY;
        self.shared = NOWHERE;
        for unit in game.in_play(side) {
            let Some(hex) = state.hex(unit) else { continue };
            if self.friends.has(hex) {
                self.shared = hex;
            }
            self.friends.insert(hex);
        }
    }
}

/// A unit on the move: where it can go on from here.
pub struct March<'a> {
    game: &'a Campaign,
    state: &'a State,
    terrain: &'a Terrain,
    ground: &'a Ground,
    unit: Unit,
    here: Option<HexId>,
    spent: u8,
    /// Hexes closed to it, if there are more than those with enemies.
    closed: Option<Plane>,
    /// [9.10.2] The same once it has left the hex of a garrison, which is back behind it.
    closed_behind: Option<Plane>,
    /// Hexes where it must stop, if they are not just the enemy's zones.
    stop: Option<Plane>,
    /// [6.2] Its allowance off the road.
    pub allowance: u8,
    /// [6.5] Its allowance if it keeps to roads; 0 if it cannot have the bonus.
    pub road_allowance: u8,
    starts: [Stand; GATES],
    count: usize,
    road_starts: [Stand; GATES],
    road_count: usize,
}

impl<'a> March<'a> {
    /// The unit in hand.
    #[must_use]
    pub fn of(
        game: &'a Campaign,
        state: &'a State,
        ground: &'a Ground,
        unit: Unit,
        (spent, road, forced): (u8, bool, bool),
    ) -> Self {
        let (allowance, timid) = (game.allowance(state, unit, forced), game.is_timid(state, unit));
        Self::with(game, state, ground, unit, (spent, road), (allowance, timid))
    }

    /// The same for a counter that might be another unit, with another allowance, and that fears enemy zones or not.
    pub(crate) fn with(
        game: &'a Campaign,
        state: &'a State,
        ground: &'a Ground,
        unit: Unit,
        (spent, road): (u8, bool),
        (allowance, timid): (u8, bool),
    ) -> Self {
        let here = state.hex(unit);
        // [6.2] One hex is always possible: also that at which a unit comes onto the map.
        let allowance = if here.is_none() { allowance.max(1) } else { allowance };
        let mut march = Self {
            game,
            state,
            terrain: game.terrain(state, game.side_of(unit)),
            ground,
            unit,
            here,
            spent,
            closed: None,
            closed_behind: None,
            stop: None,
            allowance,
            road_allowance: 0,
            starts: [NOT_THERE; GATES],
            count: 0,
            road_starts: [NOT_THERE; GATES],
            road_count: 0,
        };
        if timid {
            march.closed.get_or_insert(ground.enemies).add(&ground.zone);
        }
        if game.hesitates(state, game.side_of(unit)) {
            march.closed.get_or_insert(ground.enemies).add(&game.places.around_city);
        }
        // [7.2] [9.10.2] A zone that has arisen over the unit on its way, of the garrison that is back behind it, was not entered: it goes on.
        if let Some(hex) = march.here.filter(|&hex| spent > 0 && ground.zone.has(hex)) {
            march.stop.insert(ground.zone).remove(hex);
            if let Some(closed) = &mut march.closed {
                closed.remove(hex);
            }
        }
        if let Some(post) = march.here.filter(|&hex| game.revives_behind(state, ground, unit, hex)) {
            let behind = march.closed_behind.insert(march.closed.unwrap_or(ground.enemies));
            behind.insert(post);
            if timid {
                game.terrain(state, Side::French).beside(post).add_to(post, behind);
            }
        }
        if !game.is_wet(state) && !game.is_night(state) {
            march.road_allowance = march.allowance + 1;
        }
        match march.here {
            Some(hex) => march.add(Stand { hex, spent, halted: false }, road),
            None => march.add_gates(),
        }
        march
    }

    /// Hexes closed to the unit, and those where it must stop.
    #[inline]
    fn bounds(&self) -> Bounds<'_> {
        let (enemies, zone) = (&self.ground.enemies, &self.ground.zone);
        Bounds { closed: self.closed.as_ref().unwrap_or(enemies), stop: self.stop.as_ref().unwrap_or(zone) }
    }

    /// Hexes closed to the unit after its next step.
    fn closed_onward(&self) -> &Plane {
        self.closed_behind.as_ref().unwrap_or_else(|| self.bounds().closed)
    }

    /// Whether a friend is in a hex. Its own hex is free to come back to, unless it is passing a friend there.
    #[inline]
    fn is_taken(&self, hex: HexId) -> bool {
        self.ground.friends.has(hex) && (self.here != Some(hex) || self.ground.shared == hex)
    }

    /// [6.0] A unit that is about to be taken in hand.
    #[must_use]
    pub fn begin(game: &'a Campaign, state: &'a State, ground: &'a Ground, unit: Unit) -> Self {
        Self::of(game, state, ground, unit, (0, true, false))
    }

    fn add(&mut self, stand: Stand, road: bool) {
        if self.count < GATES {
            self.starts[self.count] = stand;
            self.count += 1;
        }
        if road && self.road_allowance > 0 && self.road_count < GATES && self.terrain.has_road(stand.hex) {
            self.road_starts[self.road_count] = Stand { halted: false, ..stand };
            self.road_count += 1;
        }
    }

    /// [3.2] [11.0] The hexes at which the unit comes onto the map, each entered for one point.
    fn add_gates(&mut self) {
        let game = self.game;
        if self.state.boxed.has(self.unit) {
            for &hex in &game.places.meissen {
                self.add(Stand { hex, spent: 1, halted: game.terrains[0].is_rough(hex) }, false);
            }
            return;
        }
        for area in game.gates_of(self.state, self.unit).into_iter().flatten() {
            for &hex in &game.places.areas[area as usize] {
                let road = game.places.road_ends.has(hex);
                self.add(Stand { hex, spent: 1, halted: !road && game.terrains[0].is_rough(hex) }, road);
            }
        }
    }

    /// [6.2] The hexes next to the unit, if it has not moved and its allowance would not pay for every step.
    fn minimum_move(&self) -> Plane {
        match self.here {
            Some(hex) if self.spent == 0 && self.allowance < 2 => {
                let mut plane = Plane::EMPTY;
                self.terrain.beside(hex).add_to(hex, &mut plane);
                plane.less(self.bounds().closed)
            }
            _ => Plane::EMPTY,
        }
    }

    /// Hexes where its move can end, other than the one in which it stands.
    #[must_use]
    pub fn ends(&self) -> Plane {
        let (terrain, bounds) = (self.terrain, self.bounds());
        let mut ends = Plane::EMPTY;
        let across = Leg { strides: &terrain.strides, starts: &self.starts[..self.count], budget: self.allowance };
        if self.road_count > 0 {
            let starts = &self.road_starts[..self.road_count];
            let along = Leg { strides: &terrain.roads, starts, budget: self.road_allowance };
            add_extents([across, along], bounds, &mut ends);
        } else {
            across.add_extent(bounds, &mut ends);
        }
        if self.allowance < 2 {
            ends.add(&self.minimum_move());
        }
        // Closed hexes were not entered; its own is taken out below.
        ends.take_out(&self.ground.friends);
        if let Some(hex) = self.here {
            ends.remove(hex);
        }
        ends
    }

    /// What one more step leads to: points spent, whether it was all by road, whether the move ends there.
    pub fn step(&self, to: HexId) -> Result<(u8, bool, bool), Violation> {
        self.enterable(to)?;
        let (spent, road, halts) = match self.here {
            None => {
                let stand = self.starts[..self.count].iter().find(|s| s.hex == to);
                let stand = stand.ok_or_else(|| self.game.why_not_enter(self.state, self.unit, to))?;
                let road = self.road_starts[..self.road_count].iter().any(|s| s.hex == to);
                (stand.spent, road, stand.halted)
            }
            Some(from) => {
                if !self.game.grid().adjacent(from, to) {
                    return Err(Violation::new("6.0", "units move from hex to neighbouring hex", Subject::Hex(to)));
                }
                let stride = self.terrain.step(from, to).map_err(|_| self.why_no_bridge(from, to))?;
                let link = Link { to, stride, road: self.terrain.by_road(from, to) };
                let (spent, road) = self.pay(&link).ok_or_else(|| self.too_dear(stride.cost))?;
                (spent, road, stride.halts)
            }
        };
        let ends = halts || self.ground.zone.has(to);
        if self.jams(to, spent, road, ends) {
            return Err(Violation::new("6.3", "the unit would have to stop in a friend's hex", Subject::Hex(to)));
        }
        Ok((spent, road, ends))
    }

    /// What has been spent after a step out of the hex in which the unit stands, and whether all was by road, if it can pay.
    #[inline]
    fn pay(&self, link: &Link) -> Option<(u8, bool)> {
        let road = link.road && self.road_count > 0;
        let most = if road { self.allowance.max(self.road_allowance) } else { self.allowance };
        let spent = self.spent + link.stride.cost;
        // [6.2] One hex is always possible; nothing is left then, also where there was nothing before.
        (spent <= most || self.spent == 0).then_some((spent.min(most).max(1), road))
    }

    /// [6.3] Whether the unit would have to stop in a friend's hex.
    #[inline]
    fn jams(&self, to: HexId, spent: u8, road: bool, ends: bool) -> bool {
        self.is_taken(to) && (ends || !self.gets_away(to, spent, road))
    }

    /// Whether a step can be made: the same as asking [`March::step`].
    #[inline]
    fn can_step(&self, link: &Link) -> bool {
        let to = link.to;
        !self.bounds().closed.has(to)
            && self
                .pay(link)
                .is_some_and(|(spent, road)| !self.jams(to, spent, road, link.stride.halts || self.ground.zone.has(to)))
    }

    /// Whether the move could end elsewhere after a step to `to`: mostly in the next hex, which is told without a flood.
    fn gets_away(&self, to: HexId, spent: u8, road: bool) -> bool {
        let closed = self.closed_onward();
        let pays = |link: &Link| spent + link.stride.cost <= self.allowance || road && link.road && spent < self.road_allowance;
        let mut leads = false;
        for link in self.terrain.links(to).iter().filter(|link| !closed.has(link.to) && pays(link)) {
            if !self.is_taken(link.to) {
                return true;
            }
            leads = true;
        }
        leads && !self.onward(to, spent, road).is_empty()
    }

    /// Where the move could end after a step to `to`.
    fn onward(&self, to: HexId, spent: u8, road: bool) -> Plane {
        let stand = [Stand { hex: to, spent, halted: false }];
        let terrain = self.terrain;
        // The step itself is allowed, whatever a garrison closes behind it.
        let mut closed = *self.closed_onward();
        closed.remove(to);
        let bounds = Bounds { closed: &closed, ..self.bounds() };
        let mut ends = terrain.strides.extent(&stand, self.allowance, bounds);
        if road && self.road_allowance > 0 {
            Leg { strides: &terrain.roads, starts: &stand, budget: self.road_allowance }.add_extent(bounds, &mut ends);
        }
        ends.remove(to);
        let back = self.here.filter(|&hex| ends.has(hex) && !self.is_taken(hex));
        ends.take_out(&self.ground.friends);
        if let Some(hex) = back {
            ends.insert(hex);
        }
        ends
    }

    fn too_dear(&self, cost: u8) -> Violation {
        let has = self.allowance.saturating_sub(self.spent);
        Violation::new(
            "6.2",
            "the unit would exceed its movement allowance",
            Subject::Short { has: has.into(), needs: cost.into() },
        )
    }

    /// Whether a hex is closed to the unit altogether.
    fn enterable(&self, to: HexId) -> Lawful {
        if !self.bounds().closed.has(to) {
            return Ok(());
        }
        let (game, state) = (self.game, self.state);
        let side = game.side_of(self.unit);
        let (case, why) = if game.unit_of_side_at(state, side.other(), to).is_some() {
            ("6.4", "the hex holds an enemy")
        } else if side == Side::Allied && game.standing_garrison(state, to).is_some() {
            ("6.4", "a garrison holds the hex: it falls to an advance after combat only")
        } else if game.hesitates(state, side) && game.places.around_city.has(to) {
            ("18.1", "the Allies do not yet dare to go so near to Dresden")
        } else if game.is_night(state) {
            ("14.0", "at night no unit may enter an enemy zone of control")
        } else if state.routed.has(self.unit) {
            ("10.1", "a routed unit may not enter an enemy zone of control")
        } else {
            ("12.2", "the Guard's commitment cannot be paid with the last Morale Point")
        };
        Err(Violation::new(case, why, Subject::Hex(to)))
    }

    /// Whether the move can end in `to`, reached by a cheapest way.
    pub fn go(&self, to: HexId) -> Lawful {
        if self.here == Some(to) {
            return Err(Violation::new("6.0", "the unit is there already; let it halt", Subject::Hex(to)));
        }
        self.enterable(to)?;
        if self.ends().has(to) {
            return Ok(());
        }
        Err(self.why_not(to))
    }

    /// Why no way leads to `to`.
    fn why_not(&self, to: HexId) -> Violation {
        let from = self.here;
        if self.is_taken(to) {
            return Violation::new("6.3", "a friend is there: one unit to a hex", Subject::Hex(to));
        }
        if let Some(from) = from
            && self.game.grid().adjacent(from, to)
            && self.terrain.step(from, to).is_err()
        {
            return self.why_no_bridge(from, to);
        }
        // [3.2] Out of the Meissen Box a hex of the edge is a place like any other, near or far.
        let awaited = from.is_none() && !self.state.boxed.has(self.unit);
        if awaited && !self.starts[..self.count].iter().any(|s| s.hex == to) && self.game.grid().on_edge(to) {
            return self.game.why_not_enter(self.state, self.unit, to);
        }
        let (enemies, closed) = (&self.ground.enemies, self.bounds().closed);
        // Zones do not stop it in any of these: whether one does is what is asked.
        let Some(freely) = self.least(to, enemies, false) else {
            // [6.4] Only enemies on every way, or no way at all. Of a hex near by it is the river that is told of, not who holds the bridges.
            let near = from.is_some_and(|from| self.game.grid().distance(from, to) <= self.allowance.saturating_sub(self.spent));
            return match self.least(to, &Plane::EMPTY, false) {
                Some((has, needs)) if !near || has >= needs => {
                    Violation::new("6.4", "enemies stand on every way there: an attack must clear one first", Subject::Hex(to))
                }
                _ => Violation::new("6.8", "a river that only bridges cross is in the way", Subject::Hex(to)),
            };
        };
        let unshunned = self.least(to, closed, true);
        if freely.0 < freely.1 {
            return self.short(unshunned.unwrap_or(freely));
        }
        let suffices = |points: Option<(u8, u8)>| points.is_some_and(|(has, needs)| has >= needs);
        if suffices(unshunned) {
            Violation::new("7.2", "an enemy zone of control stops the unit on the way", Subject::Hex(to))
        } else if suffices(self.least(to, enemies, true)) {
            let (case, why) = self.why_shunned();
            Violation::new(case, why, Subject::Hex(to))
        } else {
            Violation::new("6.7", "rough terrain stops the unit on the way", Subject::Hex(to))
        }
    }

    /// The points in all that the unit has for a way to `to`, and those that the way takes, however many: of that across country and that
    /// along roads [6.5] the one that lacks less. Without `halts` rough terrain stops nobody [6.7].
    fn least(&self, to: HexId, closed: &Plane, halts: bool) -> Option<(u8, u8)> {
        let across = self.cheapest(to, &self.starts[..self.count], closed, |link| Some(halts && link.stride.halts));
        let along = self.cheapest(to, &self.road_starts[..self.road_count], closed, |link| link.road.then_some(false));
        let ways = [across.map(|cost| (self.allowance, cost)), along.map(|cost| (self.road_allowance, cost))];
        ways.into_iter().flatten().min_by_key(|&(has, needs)| needs.saturating_sub(has))
    }

    /// What a cheapest way costs, however long; `halts` says of a step whether the move ends with it, or that it is no such step.
    fn cheapest(&self, to: HexId, starts: &[Stand], closed: &Plane, halts: impl Fn(&Link) -> Option<bool>) -> Option<u8> {
        let open = starts.iter().filter(|start| !closed.has(start.hex) || self.here == Some(start.hex));
        let going = open.filter(|start| !start.halted || start.hex == to).map(|start| (start.hex, start.spent));
        cheapest(self.game.grid().size(), going, to, |from| {
            let links = self.terrain.links(from).iter().filter(|link| !closed.has(link.to));
            links.filter_map(|link| Some(Step { to: link.to, price: link.stride.cost, ends: halts(link)? }))
        })
    }

    /// Why hexes that no enemy stands in are closed to the unit.
    fn why_shunned(&self) -> (&'static str, &'static str) {
        let (game, state) = (self.game, self.state);
        if game.is_night(state) {
            ("14.0", "an enemy zone of control bars the way at night")
        } else if state.routed.has(self.unit) {
            ("10.1", "an enemy zone of control bars the way of a routed unit")
        } else if self.game.is_timid(state, self.unit) {
            ("12.2", "an enemy zone of control bars the way: the Guard's commitment cannot be paid with the last Morale Point")
        } else {
            ("18.1", "the way leads near Dresden, where the Allies do not yet dare to go")
        }
    }

    /// [6.2] How many of `most` points are left, and how many a way takes that comes to `cost` in all.
    fn short(&self, (most, cost): (u8, u8)) -> Violation {
        let (has, needs) = (most.saturating_sub(self.spent), cost.saturating_sub(self.spent));
        let short = Subject::Short { has: has.into(), needs: needs.into() };
        Violation::new("6.2", "the unit would exceed its movement allowance", short)
    }

    /// Why the unit cannot cross a hexside that is barred.
    fn why_no_bridge(&self, from: HexId, to: HexId) -> Violation {
        self.game.why_no_bridge(self.state, self.game.side_of(self.unit), (from, to))
    }

    /// A way to `to`: the hexes entered and the points spent in all; across country if that suffices, else by road.
    #[must_use]
    pub fn way(&self, to: HexId) -> (Vec<HexId>, u8) {
        let terrain = self.terrain;
        let grid = self.game.grid();
        let find = |strides: &grognard_engine::stride::Strides, starts: &[Stand], most: u8| -> Option<(Vec<HexId>, u8)> {
            let reached: Reached = strides.reached(starts, most, self.bounds());
            let mut way = reached.path(grid, strides, self.bounds(), to)?;
            if self.here.is_some() && way.first() == self.here.as_ref() {
                way.remove(0);
            }
            Some((way, reached.cost(to)?))
        };
        find(&terrain.strides, &self.starts[..self.count], self.allowance)
            .or_else(|| find(&terrain.roads, &self.road_starts[..self.road_count], self.road_allowance))
            .unwrap_or_else(|| (vec![to], self.allowance))
    }

    /// [6.5] Points left after so many have been spent: those of the road for whoever has kept to it.
    #[must_use]
    pub fn left(&self, spent: u8, road: bool) -> u8 {
        let most = if road { self.allowance.max(self.road_allowance) } else { self.allowance };
        most.saturating_sub(spent)
    }

    /// Lists where the unit in hand can go.
    pub(crate) fn list(&self, out: &mut Vec<Action>) {
        let ends = self.ends();
        ends.for_each(|hex| out.push(Action::Go(hex)));
        match self.here {
            Some(from) => {
                let steps = self.terrain.links(from).iter().filter(|link| self.can_step(link));
                out.extend(steps.map(|link| Action::Step(link.to)));
            }
            None => {
                let gates = self.starts[..self.count].iter().map(|s| s.hex);
                out.extend(gates.filter(|&to| self.step(to).is_ok()).map(Action::Step));
            }
        }
    }
}
