//! [6.0] Movement: who may move, Force Marches, and what a move does. [6.9] Nothing leads off the map: moves go from hex to hex.

use crate::event::{Event, Kind};
use crate::scenario::Setting;
use crate::state::{Frame, NOBODY, Phase, Side, State};
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Campaign};
use grognard_engine::plane::Plane;
use grognard_engine::room::Glance;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

pub use crate::march::{Ground, March};

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
    pub fn may_pick(&self, state: &State, unit: Unit, ground: &Ground) -> Lawful {
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
        if !self.is_night(state) && ground.zone.has(hex) && !state.unpinned.has(unit) {
            return refuse("7.2", "begins the phase in an enemy zone of control and may not move");
        }
        Ok(())
    }

    /// [6.6] Whether a unit may force march.
    ///
    /// # Errors
    /// [6.6], or why it may not move at all.
    pub fn may_force(&self, state: &State, unit: Unit, ground: &Ground) -> Lawful {
        self.may_pick(state, unit, ground)?;
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        let any = self.may_force_any(state);
        if !self.is_night(state) && state.routed.has(unit) {
            return refuse("6.6", "a routed unit may not force march");
        }
        if !self.is_night(state) && self.dummies.has(unit) {
            return refuse("16.1", "a dummy may not force march");
        }
        if !self.is_night(state) && state.unpinned.has(unit) {
            return refuse("6.6", "no Force March begins in an enemy zone of control");
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

    /// Units that can be taken in hand.
    pub(crate) fn movable(&self, state: &State) -> UnitSet {
        let (mut here, away) = self.restless(state);
        if !self.is_night(state) {
            let zone = self.zone(state, state.phasing.other());
            let free = |&unit: &Unit| state.unpinned.has(unit) || !zone.has(state.hexes[usize::from(unit)]);
            here = here.into_iter().filter(free).collect();
        }
        here.or(self.arrivals(state, away))
    }

    /// Those of some units beside the map that can come on now.
    fn arrivals(&self, state: &State, away: UnitSet) -> UnitSet {
        // Most reinforcements wait for their turn.
        let due = |&unit: &Unit| state.boxed.has(unit) || self.may_be_awaited(state, unit).is_ok();
        let away: UnitSet = away.into_iter().filter(due).collect();
        if away.is_empty() {
            return away;
        }
        let ground = Ground::of(self, state);
        away.into_iter().filter(|&unit| self.may_pick(state, unit, &ground).is_ok()).collect()
    }

    /// [6.0] [16.7] Lists what the French can do besides moving units.
    fn list_works(&self, state: &State, out: &mut impl Extend<Action>) {
        if state.phasing == Side::French && (self.may_bridge(state) || self.options.breakdown) {
            let ground = Ground::of(self, state);
            self.list_builds(state, &ground, out);
            self.list_breakdowns(state, &ground, out);
        }
    }

    /// Units that might be taken in hand: those on the map, if no enemy zone holds them, and those that wait beside it.
    fn restless(&self, state: &State) -> (UnitSet, UnitSet) {
        let all = self.in_play(state.phasing).less(state.moved).less(state.broken).less(state.destroyed);
        let mut here: UnitSet = all.into_iter().filter(|&unit| state.hex(unit).is_some()).collect();
        let away = all.less(here).and(state.boxed.or(state.due));
        if state.held != NOBODY {
            here.remove(state.held);
        }
        (here, away)
    }

    /// Whether anything but ending the Movement Phase is possible.
    fn can_move_on(&self, state: &State) -> bool {
        let (here, away) = self.restless(state);
        // Mostly somebody on the map can move, and that is told without looking at everything.
        if !here.is_empty() {
            if self.is_night(state) || !here.and(state.unpinned).is_empty() {
                return true;
            }
            let enemy = state.phasing.other();
            let free = |hex: HexId| !self.in_zone(state, enemy, hex);
            if here.into_iter().take(2).any(|unit| free(state.hexes[usize::from(unit)])) {
                return true;
            }
            let zone = self.zone(state, enemy);
            if here.into_iter().any(|unit| !zone.has(state.hexes[usize::from(unit)])) {
                return true;
            }
        }
        if away.is_empty() && state.phasing == Side::Allied {
            return false;
        }
        if !self.arrivals(state, away).is_empty() {
            return true;
        }
        let mut any = Glance::default();
        self.list_works(state, &mut any);
        any.count > 0
    }

    /// The march of the unit in hand.
    pub(crate) fn marching<R>(&self, state: &State, ask: impl FnOnce(&March<'_>) -> R) -> Option<R> {
        let Frame::Hand { unit, spent, road, forced } = state.frame else { return None };
        let ground = Ground::of(self, state);
        Some(ask(&March::of(self, state, &ground, unit, (spent, road, forced))))
    }

    /// [6.3] Whether the unit in hand may end its move where it stands. [17.1.2] A unit let in by the roll must enter if it can: a Guard that has
    /// paid for a Force March may be left without the point for its commitment [12.2], and then every hex of its area may be closed to it.
    fn may_halt(&self, state: &State, unit: Unit, ground: &Ground) -> Lawful {
        match state.hex(unit) {
            Some(hex) => {
                if ground.shared == hex {
                    return Err(Violation::new("6.3", "a friend is there: one unit to a hex", Subject::Hex(hex)));
                }
                Ok(())
            }
            None if self.setting() == Setting::Maneuver
                && state.due.has(unit)
                && self.units_of(Side::French).has(unit)
                && !March::begin(self, state, ground, unit).ends().is_empty() =>
            {
                Err(Violation::new("17.1.2", "what the roll lets in must enter", subject(unit)))
            }
            None => Ok(()),
        }
    }

    /// [6.6] Takes a unit in hand; a Force March is paid at once.
    fn take_up(&self, state: &mut State, unit: Unit, forced: bool, umpire: &mut Umpire<'_, Event>) {
        if forced {
            if state.notes.free_march {
                state.notes.free_march = false;
            } else {
                self.spend(state, state.phasing, self.figures().force_march_cost, "6.6", "a Force March", umpire);
            }
        }
        if forced && state.hidden.has(unit) {
            state.signs.driven.insert(unit);
        }
        state.frame = Frame::Hand { unit, spent: 0, road: true, forced };
    }

    /// Carries out `Step` (which keeps the unit in hand) or `Go` (which does not).
    fn march(&self, state: &mut State, hand: Hand, to: HexId, keep: bool, umpire: &mut Umpire<'_, Event>) {
        let Hand { unit, spent, road, forced } = hand;
        let from = state.hex(unit);
        let side = state.phasing;
        // The way matters to the log, to who was last in Neustadt, and to whoever watches a counter that lies face down.
        let covered = state.hidden.has(unit);
        let matters = umpire.listens() || covered || self.passage_matters(state, (unit, forced), from, to);
        let mut ground = None;
        let mut way = Vec::new();
        let mut after = (0, false, true);
        let mut seen = None;
        if keep || matters {
            let ground = ground.insert(Ground::of(self, state));
            let march = March::of(self, state, ground, unit, (spent, road, forced));
            if keep {
                after = march.step(to).unwrap_or((march.allowance, false, true));
            } else {
                (way, after.0) = march.way(to);
            }
            if covered {
                seen = self.watch_march(state, ground, (spent, road, forced), if keep { Err(to) } else { Ok(&way) });
            }
        }
        // [17.1.1] Without the fog a unit that comes out of its stack is seen.
        let shown = !covered && self.in_maneuver_box(state, unit);
        if from.is_none() {
            self.arrive(state, unit, umpire);
        }
        let reviving = from.filter(|&hex| side == Side::Allied && hex != to && self.places.posts.has(hex));
        let before = reviving.map(|_| self.zone(state, Side::French));
        state.hexes[usize::from(unit)] = to;
        if let Some(before) = before {
            self.unpin(state, &before);
        }
        if keep {
            self.note_passage(state, side, to);
        }
        for &hex in &way {
            self.note_passage(state, side, hex);
        }
        let (spent, road, over) = after;
        let step = [to];
        umpire.tell(|| self.march_event(state, unit, from, if keep { &step } else { &way }, spent, forced).showing(shown));
        // [9.10.2] The zone that arises behind whoever leaves a garrison's hex was not there when the next hex was entered.
        if before.is_none_or(|before| before.has(to)) {
            self.enter_zone(state, unit, to, umpire);
        }
        state.frame = Frame::Hand { unit, spent, road, forced };
        let over = over
            || ground.is_none_or(|mut ground| {
                // Enemies and their zones are what they were, unless a garrison comes to life again behind the unit [9.10].
                if from.is_some_and(|hex| self.places.posts.has(hex)) {
                    ground = Ground::of(self, state);
                } else {
                    ground.see_friends(self, state, side);
                }
                if covered {
                    // [16.1] When the move of a counter face down is over must not tell how far it could have gone.
                    return !self.might_go_on(state, &ground, to, seen.unwrap_or((spent, road)));
                }
                March::of(self, state, &ground, unit, (spent, road, forced)).ends().is_empty()
            }) && (covered || self.may_box(state, unit).is_err());
        if over {
            self.halt(state, unit);
        }
    }

    /// [7.2] French zones that arise in the Allied Movement Phase pin nobody who began it outside them: that of a garrison come to life
    /// again behind an Allied unit [9.10], and that of V Cavalry driven out of the box [3.2].
    pub(crate) fn unpin(&self, state: &mut State, before: &Plane) {
        let after = self.zone(state, Side::French);
        let Frame::Hand { unit: in_hand, .. } = state.frame else { return };
        for unit in self.present(state, Side::Allied).less(state.moved).less(UnitSet::one(in_hand)) {
            let hex = state.hexes[usize::from(unit)];
            if after.has(hex) && !before.has(hex) {
                state.unpinned.insert(unit);
            }
        }
    }

    /// [12.2] A unit has moved to a hex: a Guard unit that enters an enemy zone is committed. [16.1] Everybody sees whether it was one.
    pub(crate) fn enter_zone(&self, state: &mut State, unit: Unit, to: HexId, umpire: &mut Umpire<'_, Event>) {
        // [14.0] At night no zone is entered: the one that arises behind whoever leaves a garrison's hex [9.10.2] commits nobody.
        if self.is_night(state) {
            return;
        }
        let guard = self.guard.has(unit);
        if (guard || state.hidden.has(unit)) && self.in_zone(state, self.side_of(unit).other(), to) {
            if guard {
                self.commit_guard(state, unit, umpire);
            } else {
                state.signs.plain.insert(unit);
            }
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
    fn halt(&self, state: &mut State, unit: Unit) {
        state.moved.insert(unit);
        state.frame = Frame::Move;
    }

    /// Whether it matters which way a unit took.
    fn passage_matters(&self, state: &State, (unit, forced): (Unit, bool), from: Option<HexId>, to: HexId) -> bool {
        let side = self.side_of(unit);
        let Some(neustadt) = self.places.neustadt else { return false };
        let held = state.control & 1 != 0;
        if held == (side == Side::Allied) {
            return to == neustadt;
        }
        // It can have passed there only if the hexes of such a way are not more than its points, the road's one among them.
        let most = self.allowance(state, unit, forced) + 1;
        let before = from.map_or(1, |from| self.grid().distance(from, neustadt));
        before + self.grid().distance(neustadt, to) <= most
    }

    /// [2.0] Control of Neustadt: the side whose unit was there last.
    pub(crate) fn note_passage(&self, state: &mut State, side: Side, hex: HexId) {
        if self.places.neustadt == Some(hex) {
            state.control = state.control & !1 | u8::from(side == Side::Allied);
        }
    }

    /// [2.0] Whoever is in Neustadt or in the Meissen Box controls it, also in a position that is set up, where nobody has come there.
    pub(crate) fn note_holders(&self, state: &mut State) {
        for side in Side::BOTH {
            if let Some(hex) = self.places.neustadt
                && self.unit_of_side_at(state, side, hex).is_some()
            {
                self.note_passage(state, side, hex);
            }
            if !state.boxed.and(self.units_of(side)).is_empty() {
                self.note_box(state, side);
            }
        }
    }

    /// [17.1.2] Whether the Movement Phase may end.
    pub(crate) fn may_end_movement(&self, state: &State) -> Lawful {
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

/// [6.0] Which unit moves next?
#[derive(Clone, Copy)]
pub(crate) struct Move;

impl Room<Campaign> for Move {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("6.0"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        let candidates = game.movable(state);
        out.extend(candidates.into_iter().map(Action::Pick));
        if game.may_force_any(state).is_ok() {
            let marchers = candidates.less(state.routed).less(game.dummies).less(state.unpinned);
            out.extend(marchers.into_iter().map(Action::Force));
        }
        game.list_works(state, out);
        if game.may_end_movement(state).is_ok() {
            out.push(Action::End);
        }
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        let ground = || Ground::of(game, state);
        match action {
            Action::Pick(unit) => game.may_pick(state, unit, &ground()),
            Action::Force(unit) => game.may_force(state, unit, &ground()),
            Action::Build(unit, to) => game.may_build(state, unit, to, &ground()),
            Action::BreakDown(unit, to) => game.may_break_down(state, unit, to, &ground()),
            Action::BuildUp(unit, to) => game.may_build_up(state, unit, to, &ground()),
            Action::End => game.may_end_movement(state),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Pick(unit) => game.take_up(state, unit, false, umpire),
            Action::Force(unit) => game.take_up(state, unit, true, umpire),
            Action::Build(unit, to) => game.build(state, unit, to, umpire),
            Action::BreakDown(unit, to) => game.break_down(state, unit, to, umpire),
            Action::BuildUp(unit, to) => game.build_up(state, unit, to, umpire),
            _ => game.end_movement(state, umpire),
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        if game.may_end_movement(state).is_err() || game.can_move_on(state) || game.arrivals_pend(state) {
            return false;
        }
        game.end_movement(state, umpire);
        true
    }
}

/// [6.0] Where does the unit in hand go?
#[derive(Clone, Copy)]
pub(crate) struct Hand {
    pub unit: Unit,
    pub spent: u8,
    pub road: bool,
    pub forced: bool,
}

impl Hand {
    fn march<'a>(self, game: &'a Campaign, state: &'a State, ground: &'a Ground) -> March<'a> {
        March::of(game, state, ground, self.unit, (self.spent, self.road, self.forced))
    }
}

impl Room<Campaign> for Hand {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("6.0"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        let ground = Ground::of(game, state);
        self.march(game, state, &ground).list(out);
        if game.may_box(state, self.unit).is_ok() {
            out.push(Action::Box);
        }
        if game.may_halt(state, self.unit, &ground).is_ok() {
            out.push(Action::Halt);
        }
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        let ground = || Ground::of(game, state);
        match action {
            Action::Go(to) => self.march(game, state, &ground()).go(to),
            Action::Step(to) => self.march(game, state, &ground()).step(to).map(|_| ()),
            Action::Halt => game.may_halt(state, self.unit, &ground()),
            Action::Box => game.may_box(state, self.unit),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Step(to) => game.march(state, self, to, true, umpire),
            Action::Go(to) => game.march(state, self, to, false, umpire),
            Action::Box => game.enter_box(state, self.unit, umpire),
            _ => game.halt(state, self.unit),
        }
    }
}
