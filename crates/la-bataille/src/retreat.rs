//! [14.3] [14.4] Where somebody runs who has to: the way is found by the book's order of priorities, so that nobody chooses it.

use crate::Bautzen;
use crate::event::Event;
use crate::muster::{BARRED, Tariff};
use crate::state::{Arm, Flight, Formation, Frame, NOWHERE, Order, Side, Standing, State, Unit};
use crate::tables::Terrain;
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::{Grid, HexId, Umpire};

/// How far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// So many hexes, whatever they cost.
    Hexes(u8),
    /// As far as so many points lead, one hex at least.
    Points(u8),
}

/// A direction in a path that leads off the map.
pub const OFF: u64 = 6;
/// Longest way that fits a flight.
const LONGEST: u8 = 20;

/// How near an enemy has to be to matter.
const NEAR: u8 = 5;

/// How many hexes of a rout may be spent on bending its way so that it ends in woods or among houses.
const DETOUR: u8 = 2;

/// Not looked at yet.
const UNKNOWN: u8 = u8::MAX - 1;

/// Enemies of somebody who runs, as far as they can matter to him, and how near they are.
struct Field {
    /// Hexes with enemies, in slanted coordinates, so that many distances are reckoned at once.
    enemies: [Vec<i16>; 2],
    /// Distance to the nearest enemy, where somebody has asked.
    near: Vec<u8>,
}

/// How far hexes in slanted coordinates are from another one.
fn distances(hexes: &[Vec<i16>; 2], (q, s): (i16, i16)) -> impl Iterator<Item = i16> {
    hexes[0].iter().zip(&hexes[1]).map(move |(at, slant)| {
        let (dq, ds) = (at - q, slant - s);
        dq.abs().max(ds.abs()).max((dq + ds).abs())
    })
}

impl Field {
    /// Whether a step leads closer to one of the enemies who are within two hexes.
    fn closer(&self, grid: &Grid, hex: HexId, to: HexId) -> bool {
        let both = distances(&self.enemies, grid.axial(hex)).zip(distances(&self.enemies, grid.axial(to)));
        both.fold(false, |closer, (now, then)| closer | ((now <= 2) & (then < now)))
    }

    /// How far the nearest enemy is from a hex; very far if there is none.
    #[inline]
    fn near(&mut self, grid: &Grid, hex: HexId) -> u8 {
        match self.near[usize::from(hex.0)] {
            UNKNOWN => self.look(grid, hex),
            known => known,
        }
    }

    /// The same where nobody has asked yet.
    #[cold]
    fn look(&mut self, grid: &Grid, hex: HexId) -> u8 {
        let least = distances(&self.enemies, grid.axial(hex)).min().unwrap_or(i16::MAX);
        // However far he is, nobody runs towards him [14.4].
        let near = if least >= i16::from(UNKNOWN) { u8::MAX } else { least as u8 };
        self.near[usize::from(hex.0)] = near;
        near
    }
}

/// A hex that a way leads through: what is spent, and the direction of the last step.
#[derive(Clone, Copy)]
struct Stage {
    hex: HexId,
    spent: u32,
    came: u8,
}

/// The steps that lead out of a hex, the same however many led there: where to, by which direction, and what it adds.
#[derive(Clone, Copy)]
struct Out {
    steps: [(HexId, u8, u32); DIRECTIONS],
    count: u8,
    /// Whether one of them leads off the map.
    edge: bool,
}

/// Where a forced move can lead, by its number of steps.
struct Flights {
    layers: Vec<Vec<Stage>>,
    /// The best way off the map before each step: what is spent, after how many steps, and from where.
    exits: Vec<Option<(u32, u8, HexId)>>,
}

impl Bautzen {
    /// The enemies who matter to a unit that runs so many hexes: whoever is so far that another is nearer to each hex it can come to does not.
    fn search_field(&self, state: &State, unit: Unit, hexes: u8) -> Field {
        let (grid, start) = (self.grid(), state.piece(unit).hex);
        let mut all: Vec<(u8, HexId)> = self
            .fighters(state, self.side(unit).other())
            .flat_map(|enemy| state.piece(enemy).hexes())
            .map(|at| (grid.distance(at, start), at))
            .collect();
        all.sort_unstable();
        all.dedup();
        let far = u16::from(all.first().map_or(0, |first| first.0)) + 2 * u16::from(hexes.min(LONGEST)) + 2;
        let near = || all.iter().take_while(|(distance, _)| u16::from(*distance) <= far).map(|(_, at)| grid.axial(*at));
        let enemies = [near().map(|(q, _)| q).collect(), near().map(|(_, s)| s).collect()];
        Field { enemies, near: vec![UNKNOWN; grid.size()] }
    }

    /// [14.9] What a step of a forced move costs; nothing where it is prohibited. Entrenchments are, to guns always and to cavalry as long as there is
    /// another way.
    fn flight_price(
        &self,
        state: &State,
        unit: Unit,
        so: &Standing,
        from: HexId,
        way: (usize, HexId),
        (plain, trenches): (Option<Tariff<'_>>, bool),
    ) -> Option<u32> {
        let (direction, to) = way;
        let terrain = self.terrain(state, to);
        let arm = self.is(unit).arm;
        let edge = self.ground().edge(from, direction);
        if matches!(terrain, Terrain::Pond | Terrain::Swamp) {
            return None;
        }
        if terrain == Terrain::Trench && arm != Arm::Infantry {
            return (trenches && arm == Arm::Cavalry).then_some(200);
        }
        // [14.9] Guns that are driven do not get over the Spree, be there a bridge or not; for others it is dear.
        if edge.spree() && arm == Arm::Artillery {
            return None;
        }
        if edge.spree() && !edge.spree_crossing() {
            return Some(200);
        }
        let bridge = edge.road() && (edge.spree_bridge() || edge.stream_bridge());
        if let Some(tariff) = plain.filter(|_| !bridge) {
            return Some(tariff.out_of(from)[direction]).filter(|price| *price != BARRED).map(u32::from);
        }
        let so = Standing { formation: if bridge { Formation::March } else { so.formation }, ..*so };
        self.price(state, unit, &so, from, to).ok().map(u32::from)
    }

    /// [20.1] The hex that fits and is the fewest steps away from a unit, by no more than so many, unless it stands in one; over the Spree, and through what
    /// no forced move leads through [14.9], it does not go for it.
    pub(crate) fn nearest_in_reach(&self, state: &State, unit: Unit, hexes: u8, fits: impl Fn(HexId) -> bool) -> Option<HexId> {
        let (grid, so) = (self.grid(), *state.piece(unit));
        if fits(so.hex) {
            return None;
        }
        let mut reached = vec![false; grid.size()];
        reached[usize::from(so.hex.0)] = true;
        let mut ring = vec![so.hex];
        for _ in 0..hexes {
            let mut next = Vec::new();
            for hex in ring {
                for (direction, to) in grid.neighbours(hex).iter().enumerate().filter_map(|(at, to)| Some((at, (*to)?))) {
                    let goes = !self.ground().edge(hex, direction).spree()
                        && self.flight_price(state, unit, &so, hex, (direction, to), (None, false)).is_some();
                    if goes && !std::mem::replace(&mut reached[usize::from(to.0)], true) {
                        next.push(to);
                    }
                }
            }
            if let Some(place) = next.iter().copied().filter(|&hex| fits(hex)).min() {
                return Some(place);
            }
            ring = next;
        }
        None
    }

    /// [14.4] How far a hex lies from a side's own edges: the French run west and north, the Coalition east and south.
    fn way_home(&self, side: Side, hex: HexId) -> u32 {
        let (column, row) = self.grid().column_row(hex);
        let (columns, rows) = (self.grid().columns(), self.grid().rows());
        match side {
            Side::French => u32::from((column - 1).min(row - 1)),
            Side::Coalition => u32::from((columns - column).min(rows - row)),
        }
    }

    /// [14.4] Every hex that a forced move can come to in each number of steps up to the most, by the cheapest way; through entrenchments too if asked.
    fn flights(&self, state: &State, unit: Unit, hexes: u8, trenches: bool, field: &mut Field) -> Flights {
        let (grid, lay) = (self.grid(), self.lay(state));
        let so = *state.piece(unit);
        let side = self.side(unit);
        let start = so.hex;
        let steps = hexes.min(LONGEST);
        // Friends and zones of the enemy make a hex worse.
        let worse = |hex: HexId| {
            if lay.deserted(side, hex) {
                return 0;
            }
            let (own, enemy) = lay.here(side, hex);
            let friends = own.fighting - u8::from(so.stands_in(hex) && self.is(unit).fights);
            u32::from(friends > 0) * 256 + u32::from(enemy.zones > 0) * 16
        };
        let plain = self.prices(state, self.walks_like(unit, &so), so.formation);
        // Where a hex stands in the layer that is being filled.
        let mut place = vec![u16::MAX; grid.size()];
        let mut layers: Vec<Vec<Stage>> = vec![vec![Stage { hex: start, spent: 0, came: 0 }]];
        let mut exits = vec![None];
        let mut exit: Option<(u32, u8, HexId)> = None;
        // The steps out of a hex, where they have been asked for.
        let mut asked = vec![u16::MAX; grid.size()];
        let mut outs: Vec<Out> = Vec::with_capacity(64);
        let mut out_of = |hex: HexId| {
            let mut out = Out { steps: [(NOWHERE, 0, 0); DIRECTIONS], count: 0, edge: false };
            let near = field.near(grid, hex);
            let so_far = grid.distance(start, hex);
            for (direction, to) in grid.neighbours(hex).iter().enumerate() {
                let Some(to) = *to else {
                    out.edge = true;
                    continue;
                };
                if grid.distance(start, to) < so_far {
                    continue;
                }
                let there = field.near(grid, to);
                // Close by, nobody of the enemy may be approached.
                if there == 0 || there < near.min(NEAR) || (near <= 2 && field.closer(grid, hex, to)) {
                    continue;
                }
                if let Some(price) = self.flight_price(state, unit, &so, hex, (direction, to), (plain, trenches)) {
                    out.steps[usize::from(out.count)] = (to, direction as u8, price * 4096 + worse(to));
                    out.count += 1;
                }
            }
            out
        };
        for step in 0..steps {
            let here = &layers[usize::from(step)];
            let mut next: Vec<Stage> = Vec::with_capacity(2 * here.len() + 6);
            for &Stage { hex, spent, came: last } in here {
                let known = &mut asked[usize::from(hex.0)];
                if *known == u16::MAX {
                    *known = outs.len() as u16;
                    outs.push(out_of(hex));
                }
                let out = &outs[usize::from(*known)];
                if out.edge && exit.is_none_or(|(least, at, _)| (spent, step) < (least, at)) {
                    exit = Some((spent, step, hex));
                }
                for &(to, came, add) in out.steps.iter().take(usize::from(out.count)) {
                    // [14.5] Nobody makes up his number of hexes by running to and fro.
                    if step > 0 && usize::from(came) == (usize::from(last) + 3) % DIRECTIONS {
                        continue;
                    }
                    let stage = Stage { hex: to, spent: spent.saturating_add(add), came };
                    let known = &mut place[usize::from(to.0)];
                    match next.get_mut(usize::from(*known)) {
                        Some(known) if stage.spent < known.spent => *known = stage,
                        Some(_) => {}
                        None => {
                            *known = next.len() as u16;
                            next.push(stage);
                        }
                    }
                }
            }
            next.iter().for_each(|stage| place[usize::from(stage.hex.0)] = u16::MAX);
            layers.push(next);
            exits.push(exit);
        }
        Flights { layers, exits }
    }

    /// [14.4] The way of a forced move of so many hexes, as directions, and its price in half points; off the map where there is no other.
    fn way_of(&self, state: &State, unit: Unit, hexes: u8, flights: &Flights, field: &mut Field) -> Option<(u64, u8, u32)> {
        let (grid, so, side) = (self.grid(), *state.piece(unit), self.side(unit));
        let (steps, layers) = (hexes.min(LONGEST), &flights.layers);
        let routed = so.order == Order::Routed;
        let begin = field.near(grid, so.hex);
        // [8.10] Nobody ends where there is no room for him.
        let fits = |hex: HexId| {
            let end = Standing { hex, second: NOWHERE, tail: 0, formation: self.end_formation(state, unit, hex), ..so };
            let fits = self.may_stack(state, unit, &end).is_ok() && self.may_be_in(state, unit, &end, hex).is_ok();
            // [14.9] Cavalry that is forced into an entrenchment does not end there: it routs on.
            fits || (!routed && self.terrain(state, hex) == Terrain::Trench && self.is(unit).arm == Arm::Cavalry)
        };
        // Only of a hex that would be the best so far it is asked whether there is room.
        let mut best = None;
        for stage in &layers[usize::from(steps)] {
            let &Stage { hex, spent, .. } = stage;
            let terrain = self.terrain(state, hex);
            // Nobody runs about in a ring for it: his way may bend a little, no more.
            let away = grid.distance(so.hex, hex) + DETOUR >= steps;
            let shelter = away && terrain.general() && terrain != Terrain::Garden;
            // [14.3] A rout does not ask what terrain costs: woods and houses at its end are no dearer than open ground.
            let spent = if routed && shelter { spent.saturating_sub(self.dearer(state, unit, stage)) } else { spent };
            let near = field.near(grid, hex);
            let key = (near <= begin, spent, routed && !shelter, u8::MAX - near, self.way_home(side, hex), hex);
            if best.is_none_or(|(least, _)| key < least) && fits(hex) {
                best = Some((key, stage));
            }
        }
        if let Some((_, &Stage { hex, spent, .. })) = best {
            return Some((self.trace(layers, hex, steps), steps, spent / 4096));
        }
        let (spent, step, hex) = flights.exits[usize::from(steps)]?;
        // Off the map after so many steps.
        let path = self.trace(layers, hex, step);
        Some((path | OFF << (3 * u32::from(step)), step + 1, spent / 4096))
    }

    /// What the hex in which a way ends costs more than open ground, in the measure of what is spent on it. Bridges, and the Spree, have prices of their own.
    fn dearer(&self, state: &State, unit: Unit, stage: &Stage) -> u32 {
        let (so, back) = (state.piece(unit), (usize::from(stage.came) + 3) % DIRECTIONS);
        let edge = self.ground().edge(stage.hex, back);
        let Some(from) = self.grid().neighbours(stage.hex)[back] else { return 0 };
        if edge.spree() || edge.stream_bridge() {
            return 0;
        }
        let arm = self.walks_like(unit, so);
        let open = self.tables().enter[Terrain::Clear as usize][arm as usize].unwrap_or(0);
        let entered = self.price_in_parts(state, arm, so.formation, from, stage.hex);
        entered.map_or(0, |(hex, _)| u32::from(hex.saturating_sub(open)) * 4096)
    }

    /// The directions that lead to a hex in so many steps.
    fn trace(&self, layers: &[Vec<Stage>], end: HexId, steps: u8) -> u64 {
        let mut path = 0;
        let mut hex = end;
        for step in (1..=steps).rev() {
            let stage = layers[usize::from(step)].iter().find(|stage| stage.hex == hex);
            let came = stage.map_or(0, |stage| stage.came);
            path |= u64::from(came) << (3 * u32::from(step - 1));
            hex = self.grid().neighbours(hex)[(usize::from(came) + 3) % DIRECTIONS].unwrap_or(hex);
        }
        path
    }

    /// The formation in which somebody who ran ends.
    pub(crate) fn end_formation(&self, state: &State, unit: Unit, hex: HexId) -> Formation {
        match self.kind(unit).arm {
            Arm::Artillery => Formation::Limbered,
            Arm::Leader => Formation::Leader,
            _ => self.loose(state, hex),
        }
    }

    /// [14.3] [14.5] Sends a unit running. One that finds no way surrenders if it routs or was driven out in melee; otherwise it stays, and pays for it.
    pub(crate) fn run(&self, state: &mut State, unit: Unit, distance: Distance, toll: u8, umpire: &mut Umpire<'_, Event>) {
        self.drive(state, unit, distance, (toll, toll > 0), umpire);
    }

    /// The same, with whether a result of melee drives it, be there a toll [14.6] or not.
    pub(crate) fn drive(
        &self,
        state: &mut State,
        unit: Unit,
        distance: Distance,
        (toll, driven): (u8, bool),
        umpire: &mut Umpire<'_, Event>,
    ) {
        if !state.piece(unit).on_map() {
            return;
        }
        self.stop_running(state, unit);
        let before = *state.piece(unit);
        self.set(state, unit, self.gathered(before));
        // [19.4] Leaders in a hex that it gives up before it goes, go with it.
        self.leaders_gather(state, unit, &before);
        let (Distance::Hexes(most) | Distance::Points(most)) = distance;
        let mut field = self.search_field(state, unit, most);
        let find = |trenches: bool, field: &mut Field| {
            let flights = self.flights(state, unit, most, trenches, field);
            match distance {
                Distance::Hexes(hexes) if state.piece(unit).order == Order::Routed => {
                    self.way_of(state, unit, hexes, &flights, field)
                }
                // [14.5] A rout is made in full or not at all; whoever is only driven back goes as far as there is a way.
                Distance::Hexes(hexes) => (1..=hexes).rev().find_map(|hexes| self.way_of(state, unit, hexes, &flights, field)),
                Distance::Points(points) => {
                    let fits = |(_, steps, price): &(u64, u8, u32)| *steps <= 1 || *price <= 2 * u32::from(points);
                    (1..=points).rev().find_map(|hexes| self.way_of(state, unit, hexes, &flights, field).filter(fits))
                }
            }
        };
        let mut way = find(false, &mut field).or_else(|| self.way_through_friends(state, unit));
        // [14.9] Cavalry goes through an entrenchment where nothing else is left to it.
        if way.is_none() && self.is(unit).arm == Arm::Cavalry {
            way = find(true, &mut field);
        }
        let routed = state.piece(unit).order == Order::Routed;
        match way {
            Some((path, steps, _)) => {
                Self::call_checks(state);
                let flight = Flight { unit, path, steps, toll, driven, begun: false, shot: false };
                state.push(Frame::Flee(flight));
            }
            None if routed || driven => self.surrender(state, unit, "14.5", "finds no way out and surrenders", umpire),
            None if self.swallowed(state, unit, &mut field) => {
                self.remove(state, unit, "14.9", "has no other way left and is lost", umpire);
            }
            None => {
                let hex = state.piece(unit).hex;
                if field.near(self.grid(), hex) <= 1 {
                    self.lose(state, unit, hex, 1, "14.5", umpire);
                }
            }
        }
    }

    /// [14.4] Of some steps, each from one hex to the next, the one that is taken in giving way: over the Spree only if there is no other, not closer to
    /// the enemy, cheapest, farther off, out of his zones, nearer to the side's own edges.
    pub(crate) fn way_out(
        &self,
        state: &State,
        unit: Unit,
        steps: impl Iterator<Item = (HexId, HexId)>,
    ) -> Option<(HexId, HexId)> {
        let (grid, so, side) = (self.grid(), *state.piece(unit), self.side(unit));
        let mut field = self.search_field(state, unit, 3);
        let begin = so.hexes().map(|hex| field.near(grid, hex)).min().unwrap_or(0);
        steps.min_by_key(|&(at, to)| {
            let (now, then) = (field.near(grid, at), field.near(grid, to));
            let closer = then < now.min(NEAR) || field.closer(grid, at, to);
            let price = self.price(state, unit, &so, at, to).unwrap_or(BARRED);
            let zones = self.zone(state, side.other(), to).any;
            let over = self.ground().between(at, to).spree();
            (over, closer, then <= begin, price, u8::MAX - then, zones, self.way_home(side, to), to, at)
        })
    }

    /// [16.5] Sends a unit one hex back, as a forced move that nobody was driven to by a melee.
    pub(crate) fn step_back(&self, state: &mut State, unit: Unit, from: HexId, to: HexId) {
        let path = self.grid().direction(from, to).unwrap_or(0) as u64;
        Self::call_checks(state);
        state.push(Frame::Flee(Flight { unit, path, steps: 1, toll: 0, driven: false, begun: false, shot: false }));
    }

    /// [8.10] [14.5] The way of somebody who is driven back and not routed, where friends leave him no room as far as he is sent: on through them, to the
    /// first hex that has room for him.
    fn way_through_friends(&self, state: &State, unit: Unit) -> Option<(u64, u8, u32)> {
        if state.piece(unit).order == Order::Routed {
            return None;
        }
        let mut field = self.search_field(state, unit, LONGEST);
        let flights = self.flights(state, unit, LONGEST, false, &mut field);
        (1..=LONGEST).find_map(|hexes| self.way_of(state, unit, hexes, &flights, &mut field))
    }

    /// [14.9] Whether what lies open to a unit without a way is its end: ponds and swamps, to guns the Spree and entrenchments too.
    fn swallowed(&self, state: &State, unit: Unit, field: &mut Field) -> bool {
        let (grid, hex) = (self.grid(), state.piece(unit).hex);
        let guns = self.is(unit).arm == Arm::Artillery;
        let near = field.near(grid, hex);
        grid.neighbours(hex).iter().enumerate().filter_map(|(direction, to)| Some((direction, (*to)?))).any(|(direction, to)| {
            let ends = match self.terrain(state, to) {
                Terrain::Pond | Terrain::Swamp => true,
                Terrain::Trench => guns,
                _ => guns && self.ground().edge(hex, direction).spree(),
            };
            let there = field.near(grid, to);
            ends && there != 0 && there >= near.min(NEAR) && !field.closer(grid, hex, to)
        })
    }

    /// Takes away an earlier forced move of a unit that begins another.
    fn stop_running(&self, state: &mut State, unit: Unit) {
        let frames: Vec<Frame> = state.frames.frames().collect();
        state.frames = grognard_engine::stack::Stack::EMPTY;
        for frame in frames {
            if !matches!(frame, Frame::Flee(flight) if flight.unit == unit) {
                state.push(frame);
            }
        }
    }
}
