//! [4.0] Movement of units: allowances, terrain, friends, enemies, Zones of Control.

use crate::event::{Event, Kind};
use crate::scenario::{Arm, Piece};
use crate::state::{NOWHERE, State};
use crate::terrain::Terrain;
use crate::title::Title;
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Battle};
use grognard_engine::cheapest::{Step, cheapest};
use grognard_engine::flood::{Costs, Obstacles, Reach};
use grognard_engine::plane::Plane;
use grognard_engine::{HexId, Lawful, Subject, Umpire, Violation};

/// A unit on the move: where it can go on from here.
pub struct March<'a> {
    battle: &'a Battle,
    state: &'a State,
    unit: Unit,
    spent: u8,
    /// Hexes closed to it, and hexes where it must stop.
    pub obstacles: Obstacles,
    /// [7.2] [17.3] Hexes in which it may not end its move, if there are any.
    no_halt: Option<Box<Plane>>,
    starts: Starts,
    entered: bool,
    /// [11.1] The distance that it keeps as a reserve.
    ward: u8,
}

/// Where a march begins: one hex, or any hex of entry.
enum Starts {
    Here([(HexId, u8); 1]),
    Entries(Vec<(HexId, u8)>),
}

impl Starts {
    fn as_slice(&self) -> &[(HexId, u8)] {
        match self {
            Self::Here(one) => one,
            Self::Entries(all) => all,
        }
    }
}

impl<'a> March<'a> {
    /// A unit that is about to be taken in hand.
    #[must_use]
    pub fn begin(battle: &'a Battle, state: &'a State, unit: Unit) -> Self {
        Self::of(battle, state, unit, 0, false, battle.ward(state, unit))
    }

    /// The unit in hand: what it has spent, whether it came on in this move, and the distance it keeps as a reserve.
    #[must_use]
    pub fn of(battle: &'a Battle, state: &'a State, unit: Unit, spent: u8, entered: bool, ward: u8) -> Self {
        let mut obstacles = battle.obstacles(state);
        let (starts, mut no_halt) = match state.hex(unit) {
            Some(hex) if !entered => (Starts::Here([(hex, spent)]), None),
            Some(hex) => (Starts::Here([(hex, spent)]), Some(Box::new(battle.full_entries(state, unit)))),
            None => {
                let full = battle.full_entries(state, unit);
                (Starts::Entries(battle.entry_hexes(state, unit)), Some(Box::new(full)))
            }
        };
        if ward > 0 && state.reserve.has(unit) {
            let shunned = battle.too_near(&battle.occupied(state, state.phasing.other()), ward);
            match battle.guard_goes_home(state, unit) {
                Some(havens) => no_halt = Some(Box::new(shunned.less(&havens))),
                None => obstacles.closed = obstacles.closed.or(&shunned),
            }
        }
        Self { battle, state, unit, spent, obstacles, no_halt, starts, entered, ward }
    }

    fn allowance(&self) -> u8 {
        self.battle.allowance(self.unit)
    }

    /// Whether the move may not end in `hex`.
    fn bars_halt(&self, hex: HexId) -> bool {
        self.no_halt.as_ref().is_some_and(|no_halt| no_halt.has(hex))
    }

    fn piece(&self) -> &'a Piece {
        &self.battle.pieces()[usize::from(self.unit)]
    }

    /// How far it gets.
    #[must_use]
    pub fn reach(&self) -> Reach {
        self.battle.terrain(self.state).costs(self.piece().arm).reach(self.starts.as_slice(), self.allowance(), &self.obstacles)
    }

    /// The same without the costs and ways.
    fn extent(&self) -> Plane {
        let costs = self.battle.terrain(self.state).costs(self.piece().arm);
        costs.extent(self.starts.as_slice(), self.allowance(), &self.obstacles)
    }

    /// Hexes where its move can end, other than the one in which it stands.
    #[must_use]
    pub fn ends(&self) -> Plane {
        let mut ends = self.extent();
        if let Some(no_halt) = &self.no_halt {
            ends = ends.less(no_halt);
        }
        if let Some(hex) = self.state.hex(self.unit) {
            ends.remove(hex);
        }
        ends
    }

    /// The points spent in all after one more step, or why it cannot be made.
    ///
    /// # Errors
    /// [4.1], [4.2], [4.3], [4.5], [7.2], [7.3] or [8.1].
    pub fn step(&self, to: HexId) -> Result<u8, Violation> {
        self.enterable(to)?;
        let Some(from) = self.state.hex(self.unit) else {
            let cost = self.starts.as_slice().iter().find(|(hex, _)| *hex == to).map(|&(_, cost)| cost);
            let cost = cost.ok_or_else(|| self.battle.why_not_enter(self.state, self.unit, to))?;
            if cost > self.allowance() {
                return Err(self.too_dear(cost));
            }
            return self.may_pass(to, cost);
        };
        if !self.battle.grid().adjacent(from, to) {
            return Err(Violation::new("4.0", "units move from hex to neighbouring hex", Subject::Hex(to)));
        }
        if self.spent > 0 && self.obstacles.stop.has(from) {
            return Err(Violation::new("4.5", "must stop in an enemy Zone of Control", Subject::Hex(from)));
        }
        let cost = self.battle.terrain(self.state).step(self.piece().arm, from, to)?;
        if self.spent + cost > self.allowance() {
            return Err(self.too_dear(cost));
        }
        self.may_pass(to, self.spent + cost)
    }

    /// Lists the steps that the unit can take: the same as asking [`March::step`] about every hex.
    pub(crate) fn list_steps(&self, out: &mut Vec<Action>) {
        let Some(from) = self.state.hex(self.unit) else {
            out.extend(self.starts.as_slice().iter().filter(|(h, _)| self.step(*h).is_ok()).map(|&(h, _)| Action::Step(h)));
            return;
        };
        if self.spent > 0 && self.obstacles.stop.has(from) {
            return;
        }
        let piece = self.piece();
        for (to, cost) in self.battle.terrain(self.state).steps(piece.arm, from) {
            let spent = self.spent + cost;
            if spent <= self.allowance() && !self.obstacles.closed.has(to) && self.may_pass(to, spent).is_ok() {
                out.push(Action::Step(to));
            }
        }
    }

    /// [7.2] A hex in which the move may not end can be entered only to be left again.
    fn may_pass(&self, to: HexId, spent: u8) -> Result<u8, Violation> {
        if self.bars_halt(to) {
            let costs = self.battle.terrain(self.state).costs(self.piece().arm);
            let mut ends = costs.extent(&[(to, spent)], self.allowance(), &self.obstacles);
            if let Some(no_halt) = &self.no_halt {
                ends = ends.less(no_halt);
            }
            ends.remove(to);
            if ends.is_empty() {
                return Err(self.no_place(to));
            }
        }
        Ok(spent)
    }

    /// Why a move may not end in `hex`.
    fn no_place(&self, hex: HexId) -> Violation {
        if self.entered || self.state.hex(self.unit).is_none() {
            Violation::new("7.2", "a unit may not stop in an entry hex full of friends", Subject::Hex(hex))
        } else if self.battle.guard_only_home(self.state, self.unit, self.ward) {
            Violation::new("17.3", "the Old Guard must go back from the enemy, or to the Elbe", Subject::Hex(hex))
        } else {
            Violation::new("11.1", "a reserve may not stop so near to the enemy", Subject::Hex(hex))
        }
    }

    fn too_dear(&self, cost: u8) -> Violation {
        let has = self.allowance() - self.spent;
        let short = Subject::Short { has: has.into(), needs: cost.into() };
        if cost > self.battle.points_per_mp() && has > 0 {
            Violation::new("4.2", "the terrain costs more movement points than are left", short)
        } else {
            Violation::new("4.1", "the unit would exceed its movement allowance", short)
        }
    }

    /// [4.3] [7.2] [8.1] Whether a hex is closed to the unit altogether.
    fn enterable(&self, to: HexId) -> Lawful {
        if !self.obstacles.closed.has(to) {
            return Ok(());
        }
        let enemy = self.battle.units_in(self.state, to).and(self.battle.units_of(self.state.phasing.other()));
        Err(if enemy.is_empty() {
            if self.battle.is_night(self.state) && self.obstacles.stop.has(to) {
                Violation::new("8.1", "at night no unit may enter an enemy Zone of Control", Subject::Hex(to))
            } else {
                Violation::new("11.1", "a reserve may not come so near to the enemy", Subject::Hex(to))
            }
        } else if self.state.hex(self.unit).is_none() && self.battle.may_serve_as_entry(self.state, self.unit, to) {
            Violation::new("7.2", "no unit enters in a hex that the enemy holds", Subject::Hex(to))
        } else {
            Violation::new("4.3", "the hex holds an enemy", Subject::Hex(to))
        })
    }

    /// Whether the move can end in `to`, reached by a cheapest way.
    pub fn go(&self, to: HexId) -> Lawful {
        if self.state.hex(self.unit) == Some(to) {
            return Err(Violation::new("4.1", "the unit is there already; let it halt", Subject::Hex(to)));
        }
        self.enterable(to)?;
        if self.extent().has(to) {
            if self.bars_halt(to) {
                return Err(self.no_place(to));
            }
            return Ok(());
        }
        Err(self.why_not(to))
    }

    /// Why no way leads to `to`.
    fn why_not(&self, to: HexId) -> Violation {
        let arm = self.piece().arm;
        if let Some(from) = self.state.hex(self.unit) {
            if self.spent > 0 && self.obstacles.stop.has(from) {
                return Violation::new("4.5", "must stop in an enemy Zone of Control", Subject::Hex(from));
            }
            if self.battle.grid().adjacent(from, to)
                && let Err(violation) = self.battle.terrain(self.state).step(arm, from, to)
            {
                return violation;
            }
        } else if let Some(&(_, cost)) = self.starts.as_slice().iter().find(|(hex, _)| *hex == to) {
            // [7.1] It may come on there, but cannot pay for it.
            return self.too_dear(cost);
        } else if self.starts.as_slice().is_empty() || self.battle.grid().on_edge(to) {
            return self.battle.why_not_enter(self.state, self.unit, to);
        }
        if let Some(violation) = self.kept_off(to) {
            return violation;
        }
        let costs = self.battle.terrain(self.state).costs(arm);
        let unhindered = Obstacles { stop: Plane::EMPTY, ..self.obstacles };
        if costs.reach(self.starts.as_slice(), self.allowance(), &unhindered).cost(to).is_some() {
            return Violation::new("4.5", "an enemy Zone of Control stops the unit on the way", Subject::Hex(to));
        }
        let enemies = self.battle.occupied(self.state, self.state.phasing.other());
        let terrain = self.battle.terrain(self.state);
        let cost = self.least(terrain, arm, to, &self.obstacles.closed).or_else(|| self.least(terrain, arm, to, &enemies));
        match cost {
            Some(cost) if cost > self.allowance() => {
                let short = Subject::Short { has: (self.allowance() - self.spent).into(), needs: (cost - self.spent).into() };
                match self.state.hex(self.unit).filter(|&from| self.battle.grid().adjacent(from, to)) {
                    Some(_) => self.too_dear(cost - self.spent),
                    None => Violation::new("4.1", "the unit would exceed its movement allowance", short),
                }
            }
            Some(_) => Violation::new("11.1", "a reserve may not come so near to the enemy on the way there", Subject::Hex(to)),
            None => self.no_way(to),
        }
    }

    /// [4.3] [4.2] [9.0] [13.0] What keeps the unit from a hex, however many points it had.
    fn no_way(&self, to: HexId) -> Violation {
        let arm = self.piece().arm;
        let leads = |terrain: &Terrain, arm: Arm| self.least(terrain, arm, to, &Plane::EMPTY).is_some();
        let terrain = self.battle.terrain(self.state);
        let (case, why) = if leads(terrain, arm) {
            ("4.3", "enemies stand on every way there: an attack must clear one first")
        } else if leads(terrain, Arm::Infantry) {
            ("4.2", "no way leads there for guns, which cross streams, gullies and the Landgraben only by bridges")
        } else if leads(&self.battle.terrains[0], arm) {
            ("13.0", "no way leads there in the rain, when streams are crossed only by bridges")
        } else {
            ("9.0", "no way leads there: a river is crossed only by a bridge")
        };
        Violation::new(case, why, Subject::Hex(to))
    }

    /// What a cheapest way to `to` costs in all, however long, if zones stop nobody.
    fn least(&self, terrain: &Terrain, arm: Arm, to: HexId, closed: &Plane) -> Option<u8> {
        cheapest(self.battle.grid().size(), self.starts.as_slice().iter().copied(), to, |from| {
            let open = terrain.steps(arm, from).filter(|(next, _)| !closed.has(*next));
            open.map(|(to, price)| Step { to, price, ends: false })
        })
    }

    /// [8.1] [11.1] If only hexes that are closed at night, or to a reserve, keep the unit from a hex that it could reach.
    fn kept_off(&self, to: HexId) -> Option<Violation> {
        let enemies = self.battle.occupied(self.state, self.state.phasing.other());
        let zones = if self.battle.is_night(self.state) { self.obstacles.stop } else { Plane::EMPTY };
        let costs = self.battle.terrain(self.state).costs(self.piece().arm);
        let reaches = |closed: Plane, stop: Plane| {
            let obstacles = Obstacles { closed, stop };
            costs.extent(self.starts.as_slice(), self.allowance(), &obstacles).has(to)
        };
        if self.obstacles.closed == enemies {
            None
        } else if reaches(enemies.or(&zones), self.obstacles.stop) {
            Some(Violation::new("11.1", "a reserve may not come so near to the enemy on the way there", Subject::Hex(to)))
        } else if self.battle.is_night(self.state) && reaches(self.obstacles.closed.less(&zones).or(&enemies), Plane::EMPTY) {
            Some(Violation::new("8.1", "an enemy Zone of Control bars the way at night", Subject::Hex(to)))
        } else {
            None
        }
    }
}

impl Battle {
    /// How far a unit on the map gets from where it stands, when what is in the way is known already.
    #[must_use]
    pub fn reach_with(&self, state: &State, unit: Unit, obstacles: &Obstacles) -> Plane {
        let piece = &self.pieces()[usize::from(unit)];
        let starts = state.hex(unit).map(|hex| (hex, 0));
        self.terrain(state).costs(piece.arm).extent(starts.as_slice(), self.allowance(unit), obstacles)
    }

    /// [2.6] A unit's allowance, in the smallest part of a movement point that this game counts.
    #[must_use]
    pub fn allowance(&self, unit: Unit) -> u8 {
        self.pieces()[usize::from(unit)].movement * self.points_per_mp()
    }

    /// A number of movement points, from the parts in which they are counted: `4`, `3½`, `½`.
    pub(crate) fn points_number(&self, parts: u8) -> String {
        let whole = parts / self.points_per_mp();
        let half = if parts % self.points_per_mp() == 1 { "½" } else { "" };
        if whole == 0 && !half.is_empty() { half.to_owned() } else { format!("{whole}{half}") }
    }

    /// The same in words.
    pub(crate) fn points_words(&self, parts: u8) -> String {
        let s = if parts > 0 && parts <= self.points_per_mp() { "" } else { "s" };
        format!("{} movement point{s}", self.points_number(parts))
    }

    /// How many such parts make a movement point.
    #[must_use]
    pub const fn points_per_mp(&self) -> u8 {
        self.title().points_per_mp()
    }

    /// [9.0] Points for entering a hex over a plain hexside.
    #[must_use]
    pub fn entry_cost(&self, hex: HexId) -> u8 {
        self.terrains[0].enter(hex)
    }

    /// What steps cost if hexsides and roads are left out: for comparison with other programs.
    #[must_use]
    pub fn plain_costs(&self) -> Costs {
        Costs::new(self.grid(), |_, to| Some(self.entry_cost(to)))
    }

    /// What is in the way of the phasing side: [4.3] enemies, [4.5] their zones, [8.1] closed at night.
    #[must_use]
    pub fn obstacles(&self, state: &State) -> Obstacles {
        let enemies = self.occupied(state, state.phasing.other());
        let stop = self.terrain(state).zone(&enemies);
        let closed = if self.is_night(state) { enemies.or(&stop) } else { enemies };
        Obstacles { closed, stop }
    }

    /// The units of the phasing side that may be taken in hand.
    #[must_use]
    pub fn movable(&self, state: &State) -> UnitSet {
        let gone = state.lost.or(state.disrupted).or(self.done(state)).or(self.garrisons);
        let candidates = self.units_of(state.phasing).less(gone);
        let waiting = candidates.and(state.due);
        let mut here = candidates.less(waiting);
        if self.zones_hold(state) {
            let enemies = self.occupied(state, state.phasing.other());
            let terrain = self.terrain(state);
            here = here.filter(|unit| !terrain.touches(state.hexes[usize::from(unit)], &enemies));
        }
        if self.restricts_movement(state) {
            here = here.filter(|unit| self.may_move_yet(state, unit).is_ok());
        }
        here.or(self.may_come_on(state, waiting))
    }

    /// Units whose move is over. [7.0] Reinforcements that were taken up and put back count only until another unit has moved.
    pub(crate) const fn done(&self, state: &State) -> UnitSet {
        state.moved.less(state.due.less(state.put_back))
    }

    /// [7.0] Those of the units waiting off the map that may be taken in hand.
    fn may_come_on(&self, state: &State, waiting: UnitSet) -> UnitSet {
        let is_due = |unit: Unit| self.gate_of(state, unit).is_some_and(|(_, turn)| turn <= state.turn);
        let waiting = waiting.filter(is_due);
        if waiting.is_empty() {
            return waiting;
        }
        // Whether a gate is open is the same for all who come through it, [12.0] Klenau's corps at B apart.
        let mut gates: [[Option<bool>; 2]; 4] = [[None; 2]; 4];
        let mut open = |gate: usize, fixed: bool| {
            let look = || self.gate_open(state, &self.gates[gate], fixed);
            gates.get_mut(gate).map_or_else(look, |known| *known[usize::from(fixed)].get_or_insert_with(look))
        };
        waiting.filter(|unit| self.gate_of(state, unit).is_some_and(|(gate, _)| open(gate, self.keeps_to_gate(state, unit))))
    }

    /// [4.0] Whether a unit may be taken in hand.
    pub fn may_pick(&self, state: &State, unit: Unit, obstacles: &Obstacles) -> Lawful {
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        if !self.units_of(state.phasing).has(unit) {
            return refuse("4.0", "each player moves only his own units");
        }
        if state.lost.has(unit) {
            return refuse("4.0", "the unit is lost");
        }
        if state.put_back.has(unit) {
            return refuse("7.0", "was put back, and may come on once another unit has moved");
        }
        if self.done(state).has(unit) {
            return refuse("4.1", "the unit has already moved in this phase");
        }
        let Some(hex) = state.hex(unit) else {
            return self.may_enter(state, unit);
        };
        self.may_move_yet(state, unit)?;
        if self.is_garrison(unit) {
            return refuse("14.0", "garrisons never move");
        }
        if obstacles.stop.has(hex) && self.zones_hold(state) {
            return refuse("4.5", "an enemy Zone of Control holds the unit where it is");
        }
        Ok(())
    }

    /// [7.2] [17.3] Whether the unit in hand may end its move where it stands.
    pub(crate) fn may_halt(&self, state: &State, unit: Unit, march: &March<'_>) -> Lawful {
        match state.hex(unit) {
            Some(_) if march.spent == 0 && self.guard_must_go(state).has(unit) => {
                Err(Violation::new("17.3", "must go back from the enemy, or to the Elbe", subject(unit)))
            }
            Some(hex) if (march.entered || march.spent > 0) && march.bars_halt(hex) => Err(march.no_place(hex)),
            _ => Ok(()),
        }
    }

    /// [4.4] [10.0] Units of the phasing side that stand in over-full hexes; garrisons neither count nor pay.
    #[must_use]
    pub fn overfull(&self, state: &State) -> UnitSet {
        let crowded = self.crowds(state, state.phasing, self.title().stacking() + 1);
        let present = self.present(state, state.phasing).less(self.garrisons);
        present.filter(|u| crowded.has(state.hexes[usize::from(u)]))
    }

    /// [4.4] Whether the Movement Phase may end.
    ///
    /// # Errors
    /// [4.4] with a hex that holds too many.
    pub fn may_end_movement(&self, state: &State) -> Lawful {
        // Whoever stands there may have been set up so: nobody need have moved in this phase.
        if let Some(hex) = self.crowds(state, state.phasing, self.title().stacking() + 1).first() {
            let case = if self.title() == Title::Eylau { "4.4" } else { "10.0" };
            return Err(Violation::new(
                case,
                "too many units share a hex: move one away, or yield and lose one",
                Subject::Hex(hex),
            ));
        }
        Ok(())
    }

    /// [17.3] Whether the phase may end as far as the Old Guard goes.
    pub(crate) fn may_leave_guard(&self, state: &State) -> Lawful {
        match self.guard_must_go(state).first() {
            Some(unit) => {
                Err(Violation::new("17.3", "must go back from the enemy, or to the Elbe, before the phase ends", subject(unit)))
            }
            None => Ok(()),
        }
    }

    /// A unit leaves the map: lost, or [17.0] disrupted. [16.2] It costs its army two points of morale.
    pub(crate) fn destroy(&self, state: &mut State, unit: Unit, case: &'static str, why: &str, umpire: &mut Umpire<'_, Event>) {
        let hex = state.hexes[usize::from(unit)];
        let lost = self.lost_for_good(state, unit);
        state.hexes[usize::from(unit)] = NOWHERE;
        if lost {
            state.lost.insert(unit);
        } else {
            state.disrupted.insert(unit);
        }
        state.reserve.remove(unit);
        umpire.tell(|| {
            let (how, rule) = if lost { ("destroyed", "") } else { ("disrupted", " [17.0]") };
            let text = format!("{} is {how} in {}: {why} [{case}]{rule}", self.tag(unit), self.grid().number(hex));
            self.unit_event(Kind::Destroyed, case, unit, &[hex], text)
        });
        self.offer_reserve(state, unit);
        self.shift_morale(state, self.army(unit), -2, "16.2", umpire);
    }
}
