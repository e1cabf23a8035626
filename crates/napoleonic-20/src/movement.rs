//! [6.0] Movement: allowances, roads, Force Marches, friends, enemies, zones of control. [6.9] Nothing leads off the map: moves go
//! from hex to hex.

use crate::event::{Event, Kind};
use crate::scenario::Setting;
use crate::action::Glance;
use crate::state::{Frame, NOBODY, NOWHERE, Phase, Side, State};
use crate::terrain::{Link, Terrain};
use crate::unitset::{Unit, UnitSet};
use crate::{Action, Campaign};
use grognard_engine::flood::Obstacles;
use grognard_engine::plane::Plane;
use grognard_engine::stride::{MOST, Stand, Strolls};
use grognard_engine::{HexId, Subject, Umpire, UnitId, Violation};

/// Most hexes at which a unit can come onto the map.
const GATES: usize = 12;
const NOT_THERE: Stand = Stand { hex: NOWHERE, spent: 0, halted: true };

/// The unit as something a rule can point at.
#[must_use]
pub const fn subject(unit: Unit) -> Subject {
    Subject::Unit(UnitId(unit as u16))
}

/// What lies on the map for the side that moves.
pub struct Ground {
    /// Hexes with enemy units; for the Allies also those with intact garrisons.
    pub enemies: Plane,
    /// [7.0] The enemy's zones of control.
    pub zone: Plane,
    /// Hexes with friends.
    pub friends: Plane,
    /// [6.3] The hex in which one friend is passing another, or [`NOWHERE`].
    shared: HexId,
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
        for unit in game.units_of(side.other()) {
            let Some(hex) = state.hex(unit) else { continue };
            ground.enemies.insert(hex);
            if !state.routed.has(unit) {
                terrain.beside(hex).add_to(hex, &mut ground.zone);
            }
        }
        ground.see_friends(game, state, side);
        if side == Side::Allied {
            let garrisons = game.standing_garrisons(state);
            game.add_posts(garrisons, &mut ground.enemies);
            game.add_garrison_zones(state, garrisons, &mut ground.zone);
        }
        ground
    }

    /// Looks again where friends stand.
    fn see_friends(&mut self, game: &Campaign, state: &State, side: Side) {
        self.friends = Plane::EMPTY;
        self.shared = NOWHERE;
        for unit in game.units_of(side) {
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
    unit: Unit,
    spent: u8,
    /// Hexes closed to it, and hexes where it must stop.
    pub obstacles: Obstacles,
    friends: Plane,
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
        ground: &Ground,
        unit: Unit,
        (spent, road, forced): (u8, bool, bool),
    ) -> Self {
        let mut march = Self {
            game,
            state,
            terrain: game.terrain(state, game.side_of(unit)),
            unit,
            spent,
            obstacles: Obstacles { closed: ground.enemies, stop: ground.zone },
            friends: ground.friends,
            allowance: game.allowance(state, unit, forced),
            road_allowance: 0,
            starts: [NOT_THERE; GATES],
            count: 0,
            road_starts: [NOT_THERE; GATES],
            road_count: 0,
        };
        if game.is_timid(state, unit) {
            march.obstacles.closed = march.obstacles.closed.or(&ground.zone);
        }
        if game.hesitates(state, game.side_of(unit)) {
            march.obstacles.closed = march.obstacles.closed.or(&game.places.around_city);
        }
        if !game.is_wet(state) && !game.is_night(state) {
            march.road_allowance = march.allowance + 1;
        }
        match state.hex(unit) {
            Some(hex) => {
                march.add(Stand { hex, spent, halted: false }, road);
                // Its own hex is free to come back to, unless it is passing a friend there.
                if ground.shared != hex {
                    march.friends.remove(hex);
                }
            }
            None => march.add_gates(),
        }
        march
    }

    /// [6.0] A unit that is about to be taken in hand.
    #[must_use]
    pub fn begin(game: &'a Campaign, state: &'a State, ground: &Ground, unit: Unit) -> Self {
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
        match self.state.hex(self.unit) {
            Some(hex) if self.spent == 0 && self.allowance < 2 => {
                let mut plane = Plane::EMPTY;
                self.terrain.beside(hex).add_to(hex, &mut plane);
                plane.less(&self.obstacles.closed)
            }
            _ => Plane::EMPTY,
        }
    }

    /// Hexes where its move can end, other than the one in which it stands.
    #[must_use]
    pub fn ends(&self) -> Plane {
        let terrain = self.terrain;
        let mut ends = terrain.strides.extent(&self.starts[..self.count], self.allowance, &self.obstacles);
        if self.road_count > 0 {
            ends = ends.or(&terrain.roads.extent(&self.road_starts[..self.road_count], self.road_allowance, &self.obstacles));
        }
        if self.allowance < 2 {
            ends = ends.or(&self.minimum_move());
        }
        ends = ends.less(&self.friends).less(&self.obstacles.closed);
        if let Some(hex) = self.state.hex(self.unit) {
            ends.remove(hex);
        }
        ends
    }

    /// What one more step leads to: points spent, whether it was all by road, whether the move ends there.
    ///
    /// # Errors
    /// The case that forbids it.
    pub fn step(&self, to: HexId) -> Result<(u8, bool, bool), Violation> {
        self.enterable(to)?;
        let (spent, road, halts) = match self.state.hex(self.unit) {
            None => {
                let stand = self.starts[..self.count].iter().find(|s| s.hex == to);
                let stand = stand.ok_or_else(|| self.game.why_not_enter(self.unit, to))?;
                let road = self.road_starts[..self.road_count].iter().any(|s| s.hex == to);
                (stand.spent, road, stand.halted)
            }
            Some(from) => {
                if !self.game.grid().adjacent(from, to) {
                    return Err(Violation::new("6.0", "units move from hex to neighbouring hex", Subject::Hex(to)));
                }
                let stride = self.terrain.step(from, to)?;
                let link = Link { to, stride, road: self.terrain.by_road(from, to) };
                let (spent, road) = self.pay(&link).ok_or_else(|| self.too_dear(stride.cost))?;
                (spent, road, stride.halts)
            }
        };
        let ends = halts || self.obstacles.stop.has(to);
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
        // [6.2] One hex is always possible; nothing is left then.
        (spent <= most || self.spent == 0).then_some((spent.min(most), road))
    }

    /// [6.3] Whether the unit would have to stop in a friend's hex.
    #[inline]
    fn jams(&self, to: HexId, spent: u8, road: bool, ends: bool) -> bool {
        self.friends.has(to) && (ends || self.onward(to, spent, road).is_empty())
    }

    /// Whether a step can be made: the same as asking [`March::step`].
    #[inline]
    fn can_step(&self, link: &Link) -> bool {
        let to = link.to;
        !self.obstacles.closed.has(to)
            && self.pay(link).is_some_and(|(spent, road)| {
                !self.jams(to, spent, road, link.stride.halts || self.obstacles.stop.has(to))
            })
    }

    /// Where the move could end after a step to `to`.
    fn onward(&self, to: HexId, spent: u8, road: bool) -> Plane {
        let stand = [Stand { hex: to, spent, halted: false }];
        let terrain = self.terrain;
        let mut ends = terrain.strides.extent(&stand, self.allowance, &self.obstacles);
        if road && self.road_allowance > 0 {
            ends = ends.or(&terrain.roads.extent(&stand, self.road_allowance, &self.obstacles));
        }
        ends.remove(to);
        ends.less(&self.friends)
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
    fn enterable(&self, to: HexId) -> Result<(), Violation> {
        if !self.obstacles.closed.has(to) {
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
    ///
    /// # Errors
    /// The case that forbids it.
    pub fn go(&self, to: HexId) -> Result<(), Violation> {
        if self.state.hex(self.unit) == Some(to) {
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
        let from = self.state.hex(self.unit);
        if self.friends.has(to) {
            return Violation::new("6.3", "a friend is there: one unit to a hex", Subject::Hex(to));
        }
        if let Some(from) = from
            && self.game.grid().adjacent(from, to)
            && let Err(violation) = self.terrain.step(from, to)
        {
            return violation;
        }
        if from.is_none() && !self.starts[..self.count].iter().any(|s| s.hex == to) && self.game.grid().on_edge(to) {
            return self.game.why_not_enter(self.unit, to);
        }
        let free = Obstacles { stop: Plane::EMPTY, ..self.obstacles };
        let strides = &self.terrain.strides;
        if strides.extent(&self.starts[..self.count], self.allowance, &free).has(to) {
            return Violation::new("7.2", "an enemy zone of control stops the unit on the way", Subject::Hex(to));
        }
        match strides.strolls(&self.starts[..self.count], MOST as u8, &free).cost(to) {
            Some(cost) if cost > self.allowance => {
                let (has, needs) = (self.allowance.saturating_sub(self.spent), cost - self.spent.min(cost));
                let short = Subject::Short { has: has.into(), needs: needs.into() };
                Violation::new("6.2", "the unit would exceed its movement allowance", short)
            }
            Some(_) => Violation::new("6.7", "rough terrain stops the unit on the way", Subject::Hex(to)),
            None if from.is_some_and(|from| self.game.grid().distance(from, to) <= self.allowance) => {
                Violation::new("6.7", "rough terrain stops the unit on the way", Subject::Hex(to))
            }
            None => Violation::new("6.2", "the hex is out of reach", Subject::Hex(to)),
        }
    }

    /// A way to `to`: the hexes entered and the points spent in all; across country if that suffices, else by road.
    #[must_use]
    pub fn way(&self, to: HexId) -> (Vec<HexId>, u8) {
        let terrain = self.terrain;
        let grid = self.game.grid();
        let find = |strides: &grognard_engine::stride::Strides, starts: &[Stand], most: u8| -> Option<(Vec<HexId>, u8)> {
            let strolls: Strolls = strides.strolls(starts, most, &self.obstacles);
            let mut way = strolls.path(grid, strides, &self.obstacles, to)?;
            if self.state.hex(self.unit).is_some() && way.first() == self.state.hex(self.unit).as_ref() {
                way.remove(0);
            }
            Some((way, strolls.cost(to)?))
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
    fn list(&self, out: &mut Vec<Action>) {
        let ends = self.ends();
        ends.for_each(|hex| out.push(Action::Go(hex)));
        match self.state.hex(self.unit) {
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

impl Campaign {
    /// [6.2] [5.1.1] [6.6] A unit's allowance in this phase.
    #[must_use]
    pub fn allowance(&self, state: &State, unit: Unit, forced: bool) -> u8 {
        let printed = self.piece(unit).movement.saturating_sub(self.weather_penalty(state, unit));
        printed + if forced { self.figures().force_march_mp.unsigned_abs() } else { 0 }
    }

    /// Whether enemy zones are closed to a unit: [14.0] at night, [10.1] if it is routed, [12.2] if it is a Guard unit
    /// whose commitment cannot be paid.
    #[must_use]
    pub fn is_timid(&self, state: &State, unit: Unit) -> bool {
        self.is_night(state) || state.routed.has(unit) || (self.guard.has(unit) && !self.can_commit_guard(state, unit))
    }

    /// [18.1] Whether a side still shrinks from the city.
    #[must_use]
    pub fn hesitates(&self, state: &State, side: Side) -> bool {
        side == Side::Allied
            && self.setting() != Setting::Historical
            && i16::from(state.turn) <= i16::from(self.figures().hesitation_until)
    }

    /// [6.0] Whether a unit may be taken in hand.
    ///
    /// # Errors
    /// The case that forbids it.
    pub fn may_pick(&self, state: &State, unit: Unit, ground: &Ground) -> Result<(), Violation> {
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        if !self.units_of(state.phasing).has(unit) {
            return refuse("6.1", "each player moves only his own units");
        }
        if state.moved.has(unit) {
            return refuse("6.0", "the unit has already moved in this phase");
        }
        let Some(hex) = state.hex(unit) else {
            if state.boxed.has(unit) {
                return Ok(());
            }
            return self.may_enter(state, unit, ground);
        };
        if state.held == unit {
            return refuse("5.0", "confused orders: the unit may not move in this phase");
        }
        if !self.is_night(state) && ground.zone.has(hex) {
            return refuse("7.2", "begins the phase in an enemy zone of control and may not move");
        }
        Ok(())
    }

    /// [6.6] Whether a unit may force march.
    ///
    /// # Errors
    /// [6.6], or why it may not move at all.
    pub fn may_force(&self, state: &State, unit: Unit, ground: &Ground) -> Result<(), Violation> {
        self.may_pick(state, unit, ground)?;
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        let any = self.may_force_any(state);
        if !self.is_night(state) && state.routed.has(unit) {
            return refuse("6.6", "a routed unit may not force march");
        }
        if !self.is_night(state) && self.dummies.has(unit) {
            return refuse("16.1", "a dummy may not force march");
        }
        any.or_else(|(case, why)| refuse(case, why))
    }

    /// [6.6] Whether there are Force Marches at all now.
    fn may_force_any(&self, state: &State) -> Result<(), (&'static str, &'static str)> {
        if self.is_night(state) {
            return Err(("14.0", "nobody force marches at night"));
        }
        if !state.notes.free_march && !self.can_spend(state, state.phasing, self.figures().force_march_cost) {
            return Err(("12.0", "the last Morale Point may not be spent"));
        }
        Ok(())
    }

    /// Lists what can be done in the Movement Phase.
    pub(crate) fn list_movement(&self, state: &State, out: &mut Vec<Action>) {
        let ground = Ground::of(self, state);
        let candidates = self.movable(state, &ground);
        out.extend(candidates.into_iter().map(Action::Pick));
        if self.may_force_any(state).is_ok() {
            out.extend(candidates.less(state.routed).less(self.dummies).into_iter().map(Action::Force));
        }
        if state.phasing == Side::French {
            self.list_builds(state, &ground, out);
            self.list_breakdowns(state, &ground, out);
        }
        if self.may_end_movement(state).is_ok() {
            out.push(Action::End);
        }
    }

    /// Units that can be taken in hand.
    pub(crate) fn movable(&self, state: &State, ground: &Ground) -> UnitSet {
        let (here, away) = self.restless(state);
        let free = |&unit: &Unit| self.is_night(state) || !ground.zone.has(state.hexes[usize::from(unit)]);
        let here: UnitSet = here.into_iter().filter(free).collect();
        here.or(away.into_iter().filter(|&unit| self.may_pick(state, unit, ground).is_ok()).collect())
    }

    /// Units that might be taken in hand: those on the map, if no enemy zone holds them, and those that wait beside it.
    fn restless(&self, state: &State) -> (UnitSet, UnitSet) {
        let all = self.units_of(state.phasing).less(state.moved).less(state.broken).less(state.destroyed);
        let mut here: UnitSet = all.into_iter().filter(|&unit| state.hex(unit).is_some()).collect();
        let away = all.less(here).and(state.boxed.or(state.due));
        if state.held != NOBODY {
            here.remove(state.held);
        }
        (here, away)
    }

    /// Whether anything but ending the Movement Phase is possible.
    pub(crate) fn can_move_on(&self, state: &State) -> bool {
        let (here, away) = self.restless(state);
        // Mostly somebody on the map can move, and that is told without looking at everything.
        if !here.is_empty() {
            if self.is_night(state) {
                return true;
            }
            let zone = self.zone(state, state.phasing.other());
            if here.into_iter().any(|unit| !zone.has(state.hexes[usize::from(unit)])) {
                return true;
            }
        }
        if away.is_empty() && state.phasing == Side::Allied {
            return false;
        }
        let ground = Ground::of(self, state);
        if away.into_iter().any(|unit| self.may_pick(state, unit, &ground).is_ok()) {
            return true;
        }
        let mut any = Glance::default();
        if state.phasing == Side::French {
            self.list_builds(state, &ground, &mut any);
            self.list_breakdowns(state, &ground, &mut any);
        }
        any.count > 0
    }

    /// Lists where the unit in hand can go.
    pub(crate) fn list_hand(&self, state: &State, out: &mut Vec<Action>) {
        let Frame::Hand { unit, spent, road, forced } = state.frame else { return };
        let ground = Ground::of(self, state);
        March::of(self, state, &ground, unit, (spent, road, forced)).list(out);
        if self.may_box(state, unit).is_ok() {
            out.push(Action::Box);
        }
        if self.may_halt(state, unit, &ground).is_ok() {
            out.push(Action::Halt);
        }
    }

    /// The march of the unit in hand.
    pub(crate) fn marching<R>(&self, state: &State, ask: impl FnOnce(&March<'_>) -> R) -> Option<R> {
        let Frame::Hand { unit, spent, road, forced } = state.frame else { return None };
        let ground = Ground::of(self, state);
        Some(ask(&March::of(self, state, &ground, unit, (spent, road, forced))))
    }

    /// [6.3] Whether the unit in hand may end its move where it stands. [17.1.2] A unit let in by the roll must enter.
    pub(crate) fn may_halt(&self, state: &State, unit: Unit, ground: &Ground) -> Result<(), Violation> {
        match state.hex(unit) {
            Some(hex) => {
                if ground.shared == hex {
                    return Err(Violation::new("6.3", "a friend is there: one unit to a hex", Subject::Hex(hex)));
                }
                Ok(())
            }
            None if self.setting() == Setting::Maneuver && state.due.has(unit) && self.units_of(Side::French).has(unit) => {
                Err(Violation::new("17.1.2", "what the roll lets in must enter", subject(unit)))
            }
            None => Ok(()),
        }
    }

    /// [6.6] Takes a unit in hand; a Force March is paid at once.
    pub(crate) fn take_up(&self, state: &mut State, unit: Unit, forced: bool, umpire: &mut Umpire<'_, Event>) {
        if forced {
            if state.notes.free_march {
                state.notes.free_march = false;
            } else {
                self.spend(state, state.phasing, self.figures().force_march_cost, "6.6", "a Force March", umpire);
            }
        }
        state.frame = Frame::Hand { unit, spent: 0, road: true, forced };
    }

    /// Carries out `Step` (which keeps the unit in hand) or `Go` (which does not).
    pub(crate) fn march(&self, state: &mut State, to: HexId, keep: bool, umpire: &mut Umpire<'_, Event>) {
        let Frame::Hand { unit, spent, road, forced } = state.frame else { return };
        let from = state.hex(unit);
        let side = state.phasing;
        // The way matters to the log, and to who was last in Neustadt.
        let matters = umpire.listens() || self.passage_matters(state, side, from, to);
        let mut ground = None;
        let mut way = Vec::new();
        let mut after = (0, false, true);
        if keep || matters {
            let ground = ground.insert(Ground::of(self, state));
            let march = March::of(self, state, ground, unit, (spent, road, forced));
            if keep {
                after = march.step(to).unwrap_or((march.allowance, false, true));
            } else {
                (way, after.0) = march.way(to);
            }
        }
        if from.is_none() {
            self.arrive(state, unit, umpire);
        }
        state.hexes[usize::from(unit)] = to;
        if keep {
            self.note_passage(state, side, to);
        }
        for &hex in &way {
            self.note_passage(state, side, hex);
        }
        let (spent, road, over) = after;
        let step = [to];
        umpire.tell(|| self.march_event(state, unit, from, if keep { &step } else { &way }, spent, forced));
        if self.guard.has(unit) && self.in_zone(state, side.other(), to) {
            self.commit_guard(state, unit, umpire);
        }
        state.frame = Frame::Hand { unit, spent, road, forced };
        let over = over
            || ground.is_none_or(|mut ground| {
                // Enemies and their zones are what they were.
                ground.see_friends(self, state, side);
                March::of(self, state, &ground, unit, (spent, road, forced)).ends().is_empty()
            }) && self.may_box(state, unit).is_err();
        if over {
            self.halt(state, unit);
        }
    }

    fn march_event(&self, state: &State, unit: Unit, from: Option<HexId>, way: &[HexId], spent: u8, forced: bool) -> Event {
        let trail: Vec<HexId> = from.into_iter().chain(way.iter().copied()).collect();
        let via: Vec<String> = trail.iter().map(|&h| self.grid().number(h)).collect();
        let (kind, case, verb) = if from.is_none() { (Kind::Enter, "11.0", "enters:") } else { (Kind::Move, "6.0", "moves") };
        let march = if forced { ", force march [6.6]" } else { "" };
        let s = if spent == 1 { "" } else { "s" };
        let text = format!("{} {verb} {} ({spent} MP{s}{march}) [{case}]", self.tag(unit), via.join("-"));
        let event = self.unit_event(kind, case, unit, &trail, text);
        let side = self.side_of(unit);
        if state.hidden.has(unit) {
            let text = format!("{} counter {verb} {} [{case}]", side.one(), via.join("-"));
            return event.veiled(side, Some(text));
        }
        event
    }

    /// The unit's move is over.
    pub(crate) fn halt(&self, state: &mut State, unit: Unit) {
        state.moved.insert(unit);
        state.frame = Frame::Move;
    }

    /// Whether it matters which way a unit took.
    fn passage_matters(&self, state: &State, side: Side, from: Option<HexId>, to: HexId) -> bool {
        let Some(neustadt) = self.places.neustadt else { return false };
        let held = state.control & 1 != 0;
        held != (side == Side::Allied) && from.is_none_or(|from| self.grid().distance(from, neustadt) <= 5) || to == neustadt
    }

    /// [2.0] Control of Neustadt: the side whose unit was there last.
    pub(crate) fn note_passage(&self, state: &mut State, side: Side, hex: HexId) {
        if self.places.neustadt == Some(hex) {
            state.control = state.control & !1 | u8::from(side == Side::Allied);
        }
    }

    /// [17.1.2] Whether the Movement Phase may end.
    pub(crate) fn may_end_movement(&self, state: &State) -> Result<(), Violation> {
        match self.must_enter(state) {
            Some(unit) => Err(Violation::new("17.1.2", "what the roll lets in must enter", subject(unit))),
            None => Ok(()),
        }
    }

    /// [4.0] Whether it is night.
    #[inline]
    #[must_use]
    pub fn is_night(&self, state: &State) -> bool {
        state.phase != Phase::Setup && self.scenario.turns[usize::from(state.turn) - 1].night
    }
}
