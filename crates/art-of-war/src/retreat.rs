//! [6.4] [6.5] Retreats: to safe hexes by the owner's choice, pushing friends only when nothing else is left.

use crate::contact::Occupants;
use crate::event::{Event, Kind};
use crate::obligation::Duties;
use crate::state::{Frame, NOWHERE, Side, State, units_at};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Battle};
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::plane::Plane;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};
use std::cell::{Cell, OnceCell};

/// How much work a list of retreats is at most, in looks at a hex. A look takes up to 80 ns of the processor in the bench `crowds` where
/// retreats are listed, so that these are 4 ms.
pub const MOST_LOOKS: u32 = 50_000;

/// Who may retreat where, for one side at one moment.
pub struct Escape<'a> {
    battle: &'a Battle,
    state: &'a State,
    /// Enemy-held hexes.
    enemies: Plane,
    friends: UnitSet,
    side: Side,
    /// [6.5] Guns that may not be pushed, found out when somebody would have to be.
    owed_guns: OnceCell<UnitSet>,
    /// Which friend stands where, found out when somebody would have to be pushed.
    here: OnceCell<Occupants>,
    /// How often the hexes around one were looked at, for the laws that bound the work.
    looks: Cell<u32>,
}

impl<'a> Escape<'a> {
    /// Looks at the position from the side that retreats.
    #[must_use]
    pub fn of(battle: &'a Battle, state: &'a State, side: Side) -> Self {
        let enemies = battle.occupied(state, side.other());
        Self {
            battle,
            state,
            enemies,
            friends: battle.present(state, side),
            side,
            owed_guns: OnceCell::new(),
            here: OnceCell::new(),
            looks: Cell::new(0),
        }
    }

    /// [6.5] Guns that may not be pushed, because their bombardment is owed (R10).
    pub(crate) fn owed_guns(&self) -> UnitSet {
        *self.owed_guns.get_or_init(|| {
            if !self.state.attack.chain.is_empty() {
                self.state.attack.owed_guns
            } else if self.side == self.state.phasing {
                Duties::of(self.battle, self.state).owed_guns()
            } else {
                UnitSet::EMPTY
            }
        })
    }

    /// [6.4] Whether no enemy holds or controls a hex.
    fn is_safe(&self, hex: HexId) -> bool {
        !self.enemies.has(hex) && !self.battle.terrain(self.state).touches(hex, &self.enemies)
    }

    /// [6.4] Hexes that a unit could enter in a Movement Phase and that no enemy controls.
    pub fn safe(&self, unit: Unit) -> impl Iterator<Item = HexId> + '_ {
        self.state.hex(unit).into_iter().flat_map(move |hex| self.safe_from(unit, hex))
    }

    /// [6.4] Why a hex is none of these.
    pub(crate) fn why_unsafe(&self, unit: Unit, to: HexId) -> Violation {
        let next = self.state.hex(unit).is_some_and(|from| self.battle.grid().adjacent(from, to));
        let why = if !next {
            "is no safe hex: a unit retreats to a hex next to its own"
        } else if self.enemies.has(to) {
            "is no safe hex: an enemy stands there"
        } else if !self.is_safe(to) {
            "is no safe hex: it lies in an enemy Zone of Control"
        } else {
            "is no safe hex: the unit could not enter it in a Movement Phase"
        };
        Violation::new("6.4", why, Subject::Hex(to))
    }

    /// How much work it was so far, in looks at a hex.
    pub(crate) const fn looks(&self) -> u32 {
        self.looks.get()
    }

    /// The same for a unit that would stand in `from`.
    pub(crate) fn safe_from(&self, unit: Unit, from: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.looks.set(self.looks.get().saturating_add(1));
        let arm = self.battle.pieces()[usize::from(unit)].arm;
        let allowance = self.battle.allowance(unit);
        let steps = self.battle.terrain(self.state).steps(arm, from);
        steps.filter(move |&(to, cost)| cost <= allowance && self.is_safe(to)).map(|(to, _)| to)
    }

    /// The hexes around one, by direction.
    pub(crate) fn around(&self, hex: HexId) -> &[Option<HexId>; DIRECTIONS] {
        self.battle.grid().neighbours(hex)
    }

    /// Orders units by how many hexes they could step into: guns last, then by allowance.
    pub(crate) fn nimbleness(&self, unit: Unit) -> (bool, u8) {
        (!self.battle.pieces()[usize::from(unit)].arm.is_gun(), self.battle.allowance(unit))
    }

    /// The friend in a hex that would have to give way.
    fn friend(&self, hex: HexId, unit: Unit) -> Option<Unit> {
        let here = self.here.get_or_init(|| {
            let mut here = Occupants::none();
            here.add(self.state, self.friends);
            here
        });
        here.all(hex).less(UnitSet::one(unit)).first()
    }

    /// The hexes to which a unit retreats: free ones; only if there are none, friends' hexes that can be cleared.
    #[must_use]
    pub fn ways(&self, unit: Unit) -> Vec<HexId> {
        let mut chain = self.state.attack.chain;
        chain.insert(unit);
        let origin = self.origin(unit);
        let free: Vec<HexId> = self.safe(unit).filter(|&h| h != origin && self.friend(h, unit).is_none()).collect();
        if !free.is_empty() {
            return free;
        }
        self.safe(unit)
            .filter(|&h| {
                let mut seen = chain;
                let clears = self.friend(h, unit).is_some_and(|friend| self.can_clear(friend, origin, &mut seen));
                if !clears {
                    // Nobody who was tried now can give way to those who are tried next.
                    chain = seen;
                }
                clears
            })
            .collect()
    }

    /// The hex vacated first in the chain: nobody in it may return there, as that would undo the retreat (R9).
    fn origin(&self, unit: Unit) -> HexId {
        if self.state.attack.chain.is_empty() { self.state.hexes[usize::from(unit)] } else { self.state.attack.origin }
    }

    /// [6.5] Whether a friend can give way, at once or by pushing on. `seen` holds the units of the chain and those already
    /// tried: whoever cannot give way in one chain cannot in a longer one.
    fn can_clear(&self, friend: Unit, origin: HexId, seen: &mut UnitSet) -> bool {
        if seen.has(friend) || self.owed_guns().has(friend) {
            return false;
        }
        seen.insert(friend);
        let ways: Vec<HexId> = self.safe(friend).filter(|&h| h != origin).collect();
        ways.iter().any(|&h| self.friend(h, friend).is_none())
            || ways.iter().any(|&h| self.friend(h, friend).is_some_and(|next| self.can_clear(next, origin, seen)))
    }

    /// Whether `unit` may go to `to`.
    ///
    /// # Errors
    /// [6.4] or [6.5] with the unit or hex at fault.
    pub fn may_retreat(&self, unit: Unit, to: HexId) -> Lawful {
        let ways = self.ways(unit);
        if ways.contains(&to) {
            return Ok(());
        }
        if !self.safe(unit).any(|h| h == to) {
            return Err(self.why_unsafe(unit, to));
        }
        let friend = self.friend(to, unit);
        Err(match friend {
            Some(gun) if self.owed_guns().has(gun) => {
                Violation::new("6.5", "still owes a bombardment and may not be pushed", subject(gun))
            }
            Some(_) if ways.iter().any(|&h| self.friend(h, unit).is_none()) => {
                Violation::new("6.5", "a friend is pushed only if no safe hex is free", Subject::Hex(to))
            }
            Some(friend) => Violation::new("6.5", "cannot give way", subject(friend)),
            None => Violation::new("6.5", "a chain of pushes may not return to where it began", Subject::Hex(to)),
        })
    }
}

/// [6.4] Which unit of this side retreats next, and where to?
#[derive(Clone, Copy, Debug)]
pub struct Retreating(pub Side);

impl Room<Battle> for Retreating {
    fn asks(self, _: &Battle, _: &State) -> (Seat, Case) {
        (self.0.seat(), Case("6.4"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        battle.list_retreats(state, self.0, out);
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::Retreat(unit, _) | Action::Perish(unit) if !state.attack.pending.has(unit) => {
                Err(Violation::new("6.4", "does not have to retreat", subject(unit)))
            }
            Action::Retreat(unit, to) => battle.may_retreat(state, self.0, unit, to),
            Action::Perish(unit) => battle.may_perish(state, unit, self.0),
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Retreat(unit, to) => battle.retreat(state, unit, to, umpire),
            Action::Perish(unit) => battle.perish(state, unit, umpire),
            _ => {}
        }
    }

    fn pass(self, battle: &Battle, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        if state.attack.pending.is_empty() {
            state.frame = Frame::Advance(self.0.other());
            return true;
        }
        let mut options = Vec::new();
        self.list(battle, state, &mut options);
        // Whoever can go nowhere perishes, in whatever order. Those of other hexes come after them.
        let forced = options.len() == 1 || options.iter().all(|option| matches!(option, Action::Perish(_)));
        if forced {
            options.into_iter().for_each(|option| self.deed(battle, state, option, umpire));
        }
        forced
    }
}

/// [6.5] Who is pushed out of an over-full hex, and where to?
#[derive(Clone, Copy, Debug)]
pub struct Pushing {
    /// The hex.
    pub hex: HexId,
    /// The side that holds it.
    pub side: Side,
}

impl Room<Battle> for Pushing {
    fn asks(self, _: &Battle, _: &State) -> (Seat, Case) {
        (self.side.seat(), Case("6.5"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        battle.list_displacements(state, self.hex, self.side, out);
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        let Action::Retreat(unit, to) = action else { return Err(battle.out_of_place(state, action)) };
        if state.hex(unit) != Some(self.hex) || state.attack.chain.has(unit) {
            let pushed = battle.pushable(state, self.hex, self.side);
            let what = pushed.first().filter(|_| pushed.len() == 1).map_or(Subject::Hex(self.hex), subject);
            return Err(Violation::new("6.5", "a unit is pushed out of the hex first", what));
        }
        if battle.is_garrison(unit) {
            return Err(Violation::new("14.0", "garrisons are never pushed", subject(unit)));
        }
        battle.may_retreat(state, self.side, unit, to)
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Retreat(unit, to) = action {
            battle.retreat(state, unit, to, umpire);
        }
    }

    fn forced(self, battle: &Battle, state: &State) -> Option<Action> {
        let mut options = Vec::new();
        self.list(battle, state, &mut options);
        options.pop().filter(|_| options.is_empty())
    }
}

impl Battle {
    /// [6.4] Whether a unit could enter a neighbouring hex in a Movement Phase, as far as terrain goes (R41).
    #[must_use]
    pub fn passable(&self, state: &State, unit: Unit, to: HexId) -> bool {
        let piece = &self.pieces()[usize::from(unit)];
        let payable = |cost| cost <= self.allowance(unit);
        state.hex(unit).is_some_and(|from| self.terrain(state).step(piece.arm, from, to).is_ok_and(payable))
    }

    /// [6.4] Lists who can retreat where; returns how much work that was.
    pub(crate) fn list_retreats(&self, state: &State, side: Side, out: &mut Vec<Action>) -> u32 {
        if self.title() == Title::Dresden {
            return self.list_stack_retreats(state, side, out);
        }
        let escape = Escape::of(self, state, side);
        for unit in state.attack.pending {
            let ways = escape.ways(unit);
            if ways.is_empty() {
                out.push(Action::Perish(unit));
            }
            out.extend(ways.into_iter().map(|hex| Action::Retreat(unit, hex)));
        }
        escape.looks()
    }

    /// [6.5] Units in an over-full hex of which one is pushed: neither those of the chain nor guns that owe a bombardment, and
    /// [14.0] no garrison.
    pub(crate) fn pushable(&self, state: &State, hex: HexId, side: Side) -> UnitSet {
        let here = self.units_in(state, hex).and(self.units_of(side));
        here.less(state.attack.chain).less(state.attack.owed_guns).less(self.garrisons)
    }

    /// The unit of `side` in `hex` that is pushed by those of the chain, where only one can be.
    pub(crate) fn pushed(&self, state: &State, hex: HexId, side: Side) -> Option<Unit> {
        self.units_in(state, hex).and(self.units_of(side)).less(state.attack.chain).first()
    }

    /// [6.5] Lists where a unit can be pushed to; returns how much work that was.
    pub(crate) fn list_displacements(&self, state: &State, hex: HexId, side: Side, out: &mut Vec<Action>) -> u32 {
        if self.title() == Title::Dresden {
            return self.list_stack_retreats(state, side, out);
        }
        let escape = Escape::of(self, state, side);
        if let Some(unit) = self.pushed(state, hex, side) {
            out.extend(escape.ways(unit).into_iter().map(|hex| Action::Retreat(unit, hex)));
        }
        escape.looks()
    }

    /// How much work it is to list the retreats or pushes of this moment, in looks at a hex; nothing if none is under way.
    #[must_use]
    pub fn retreat_work(&self, state: &State) -> u32 {
        match state.frame {
            Frame::Retreat(side) => self.list_retreats(state, side, &mut Vec::new()),
            Frame::Displace { hex, side } => self.list_displacements(state, hex, side, &mut Vec::new()),
            _ => 0,
        }
    }

    /// Whether a unit may retreat, or be pushed, to a hex.
    ///
    /// # Errors
    /// [6.4], [6.5] or [10.4].
    pub fn may_retreat(&self, state: &State, side: Side, unit: Unit, to: HexId) -> Lawful {
        if self.title() == Title::Eylau {
            return Escape::of(self, state, side).may_retreat(unit, to);
        }
        self.may_retreat_from_stack(state, side, unit, to)
    }

    /// A unit goes back one hex; if the hex is over-full then, a friend is pushed out of it next.
    pub(crate) fn retreat(&self, state: &mut State, unit: Unit, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let (Frame::Retreat(side) | Frame::Displace { side, .. }) = state.frame else { return };
        let pushed = matches!(state.frame, Frame::Displace { .. });
        let from = state.hexes[usize::from(unit)];
        let hosts = self.units_in(state, to).and(self.units_of(side));
        let friends = self.units_in(state, to).and(self.units_of(side)).less(self.garrisons);
        let overfull = friends.len() as usize + 1 > self.title().stacking();
        if !pushed {
            self.begin_stack(state, from);
            if state.attack.mate == NOWHERE {
                state.attack.mate = to;
                let others = state.attack.pending.and(units_at(&state.hexes, from)).less(UnitSet::one(unit));
                state.attack.companion = Some(unit).filter(|_| !others.is_empty());
            }
            if overfull {
                // [6.5] Read before the retreating unit leaves its hex (R10).
                state.attack.owed_guns = Escape::of(self, state, side).owed_guns();
                state.attack.origin = from;
            }
        }
        state.hexes[usize::from(unit)] = to;
        state.attack.pending.remove(unit);
        // [10.4] A garrison is a host like any other (R19), and whoever fell back before and had the hex to itself is one by now.
        if !hosts.is_empty() {
            if self.title() == Title::Dresden && hosts.within(state.fell_back) {
                state.fell_back = state.fell_back.less(hosts);
            }
            state.fell_back.insert(unit);
        }
        umpire.tell(|| {
            let (kind, case, verb) =
                if pushed { (Kind::Displaced, "6.5", "is pushed") } else { (Kind::Retreat, "6.4", "retreats") };
            let text = format!("{} {verb} {}-{} [{case}]", self.tag(unit), self.grid().number(from), self.grid().number(to));
            self.unit_event(kind, case, unit, &[from, to], text)
        });
        self.note_passage(state, unit, to, umpire);
        if overfull {
            state.attack.chain.insert(unit);
            state.frame = Frame::Displace { hex: to, side };
        } else {
            state.attack.chain = UnitSet::EMPTY;
            state.attack.owed_guns = UnitSet::EMPTY;
            state.attack.origin = NOWHERE;
            state.frame = Frame::Retreat(side);
            self.forget_companion(state);
        }
        self.shift_morale(state, self.army(unit), -1, "16.1", umpire);
    }

    /// [6.5] Whether there is a safe hex for a unit that has to perish: friends hold it then, and cannot make room.
    pub(crate) fn is_crowded_out(&self, state: &State, unit: Unit) -> bool {
        Escape::of(self, state, self.pieces()[usize::from(unit)].side).safe(unit).next().is_some()
    }

    /// [6.4] [6.5] A unit without a way out is destroyed; [4.6] the map edge is none.
    pub(crate) fn perish(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        let hex = state.hexes[usize::from(unit)];
        if self.title() == Title::Dresden {
            self.begin_stack(state, hex);
        }
        state.attack.stack = hex;
        state.attack.pending.remove(unit);
        let (case, why) = if self.is_crowded_out(state, unit) {
            ("6.5", "friends leave it no room in a safe hex")
        } else {
            ("6.4", "no safe hex to retreat to")
        };
        self.destroy(state, unit, case, why, umpire);
        self.forget_companion(state);
    }

    /// [10.4] The units of a hex begin to retreat, or go on: those of another have no companion among them.
    fn begin_stack(&self, state: &mut State, hex: HexId) {
        if state.attack.stack != hex {
            state.attack.stack = hex;
            state.attack.mate = NOWHERE;
            state.attack.companion = None;
        }
    }

    /// [10.4] Once all units of a hex have gone, it does not matter who went first.
    fn forget_companion(&self, state: &mut State) {
        if state.attack.pending.and(units_at(&state.hexes, state.attack.stack)).is_empty() {
            state.attack.companion = None;
        }
    }

    /// [6.4] Whether a unit must be destroyed because it cannot retreat.
    pub(crate) fn may_perish(&self, state: &State, unit: Unit, side: Side) -> Lawful {
        let mut options = Vec::new();
        self.list_retreats(state, side, &mut options);
        if options.contains(&Action::Perish(unit)) {
            return Ok(());
        }
        let begun = state.attack.pending.and(units_at(&state.hexes, state.attack.stack));
        if !begun.is_empty() && !begun.has(unit) {
            return Err(Violation::new("10.4", "those who began to retreat go first", Subject::Hex(state.attack.stack)));
        }
        Err(Violation::new("6.4", "can retreat and must", subject(unit)))
    }
}
