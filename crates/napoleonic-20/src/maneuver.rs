//! [17.0] [17.1] The Königstein Maneuver, an alternate scenario: French arrivals in hidden stacks, under hidden markers.

use crate::event::{Event, Kind};
use crate::movement::{Ground, March};
use crate::scenario::{Area, Setting, Start};
use crate::state::{MAX_STACK, NOBODY, Phase, Side, State};
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Campaign};
use grognard_engine::room::Glance;
use grognard_engine::room::Room;
use grognard_engine::{Case, Dice, Lawful, Seat, Subject, Umpire, Violation};

impl Campaign {
    /// [17.1.1] The stack that a unit lies in.
    #[must_use]
    pub fn stack_of(&self, state: &State, unit: Unit) -> Option<usize> {
        if self.setting() != Setting::Maneuver {
            return None;
        }
        state.stacks.iter().position(|stack| stack.contains(&unit))
    }

    /// Units that can still be put into a stack.
    fn unstacked(&self, state: &State) -> UnitSet {
        let french = self.units_of(Side::French);
        let units = french.into_iter().filter(|&u| self.piece(u).start == Start::Stack && self.stack_of(state, u).is_none());
        let mut units: UnitSet = units.collect();
        if self.options.fog {
            // Dummies are alike: the first that is free stands for all.
            let free = |&u: &Unit| self.stack_of(state, u).is_none() && state.hex(u).is_none();
            if let Some(dummy) = self.dummies.and(french).into_iter().find(free) {
                units.insert(dummy);
            }
        }
        units
    }

    /// [17.1.1] Whether a unit may be put under a stack: the Imperial Guard stays together.
    ///
    /// # Errors
    /// [17.1.1] and why not.
    pub fn may_stack(&self, state: &State, unit: Unit, area: u8) -> Lawful {
        let refuse = |why| Err(Violation::new("17.1.1", why, subject(unit)));
        let area = usize::from(area);
        if area >= 3 || !self.unstacked(state).has(unit) {
            return refuse("is not to be put into a stack");
        }
        if state.stacked(area) == MAX_STACK {
            return refuse("the stack is full");
        }
        let guard = |s: usize| state.stacks[s].iter().any(|&u| u != NOBODY && self.imperial.has(u));
        if self.imperial.has(unit) && (0..3).any(|s| s != area && guard(s)) {
            return refuse("all four units of the Imperial Guard arrive in the same area");
        }
        Ok(())
    }

    /// Whether every real unit lies in a stack.
    fn stacks_complete(&self, state: &State) -> bool {
        self.unstacked(state).less(self.dummies).is_empty()
    }

    /// [17.1.1] Puts a unit under a stack.
    fn stack(&self, state: &mut State, unit: Unit, area: u8, umpire: &mut Umpire<'_, Event>) {
        let at = state.stacked(usize::from(area));
        state.stacks[usize::from(area)][at] = unit;
        state.due.insert(unit);
        if self.options.fog {
            state.hidden.insert(unit);
        }
        umpire.tell(|| {
            let letter = Area::ALL[usize::from(area)].letter();
            let text = format!("{} goes under stack {letter} [17.1.1]", self.tag(unit));
            let veil = format!("a French counter goes under stack {letter} [17.1.1]");
            self.unit_event(Kind::Note, "17.1.1", unit, &[], text).veiled(Side::French, Some(veil))
        });
    }

    /// The areas whose marker is still to be placed.
    fn list_markers(&self, state: &State, out: &mut impl Extend<Action>) {
        out.extend((0..3).filter(|&a| state.markers[usize::from(a)] == 0).map(Action::Mark));
    }

    /// [17.1.1] Whether an area's marker is still to be placed.
    fn may_mark(&self, state: &State, area: u8) -> Lawful {
        if state.markers.get(usize::from(area)) == Some(&0) {
            return Ok(());
        }
        Err(Violation::new("17.1.1", "the marker of this area lies on the track already", Subject::None))
    }

    /// [17.1.1] The turns on which the markers lie.
    #[must_use]
    pub fn marker_turns(&self) -> [u8; 3] {
        let figures = self.figures();
        [figures.marker_one, figures.marker_two, figures.marker_three].map(i8::unsigned_abs)
    }

    /// [17.1.1] An area's marker goes, face down, on the next free turn.
    fn mark(&self, state: &mut State, area: u8, umpire: &mut Umpire<'_, Event>) {
        let turn = self.marker_turns().into_iter().find(|t| !state.markers.contains(t)).unwrap_or(0);
        state.markers[usize::from(area)] = turn;
        umpire.tell(|| {
            let text = format!("marker {} lies on turn {turn} [17.1.1]", Area::ALL[usize::from(area)].letter());
            let veil = format!("a marker lies on turn {turn} [17.1.1]");
            self.plain_event(Kind::Note, "17.1.1", text).veiled(Side::French, Some(veil))
        });
    }

    /// [17.1.1] Whether an area's marker has been turned over: from the start of the French player turn of its turn.
    #[must_use]
    pub fn marker_open(&self, state: &State, area: usize) -> bool {
        let turn = state.markers[area];
        let begun = state.turn > turn || (state.turn == turn && state.phasing == Side::French);
        turn > 0 && begun && state.phase != Phase::Setup
    }

    /// [17.1.1] The marker of this turn is turned over.
    pub(crate) fn reveal_markers(&self, state: &State, umpire: &mut Umpire<'_, Event>) {
        for area in (0..3).filter(|&a| state.markers[a] == state.turn) {
            let text = || format!("the marker of this turn is {} [17.1.1]", Area::ALL[area].letter());
            umpire.tell(|| self.plain_event(Kind::Note, "17.1.1", text()).showing(true));
        }
    }

    /// [17.1.2] A die for each open stack that still holds units: how many come.
    pub(crate) fn roll_arrivals(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.admitted = [0; 3];
        if self.setting() != Setting::Maneuver || state.phasing != Side::French {
            return;
        }
        let figures = *self.figures();
        for area in 0..3 {
            let stacked = state.stacked(area);
            if stacked == 0 || !self.marker_open(state, area) {
                continue;
            }
            let die = umpire.roll(6, Case("17.1.2"));
            let waited = (state.turn - state.markers[area]) as i8 * figures.arrival_per_turn;
            let wet = if self.is_wet(state) { figures.arrival_wet } else { 0 };
            let cossacks = if state.notes.cossacks { figures.arrival_cossacks } else { 0 };
            let by_area = [figures.arrival_a, figures.arrival_b, figures.arrival_c][area];
            let total = die as i8 + by_area + waited + wet + cossacks;
            let steps = [figures.arrival_one, figures.arrival_two, figures.arrival_three];
            let units = steps.iter().filter(|&&step| total >= step).count();
            state.admitted[area] = units.min(stacked) as u8;
            umpire.tell(|| {
                let letter = Area::ALL[area].letter();
                let text = format!("arrivals at {letter}: a {die}, {total} in all, {units} may come [17.1.2]");
                self.plain_event(Kind::Die, "17.1.2", text).rolled(die)
            });
        }
    }

    /// [17.1.2] A unit that the roll lets in, that can enter, and has not; one that could not when it was in hand is not asked again.
    #[must_use]
    pub fn must_enter(&self, state: &State) -> Option<Unit> {
        if self.setting() != Setting::Maneuver || state.phasing != Side::French {
            return None;
        }
        let ground = Ground::of(self, state);
        let tops = (0..3).filter(|&s| state.admitted[s] > 0).map(|s| state.stacks[s][0]);
        let waits = |u: Unit| u != NOBODY && !state.moved.has(u);
        tops.into_iter().find(|&u| waits(u) && !March::begin(self, state, &ground, u).ends().is_empty())
    }

    /// What a seat that cannot see the markers can only guess: which of the areas that are still closed opens when.
    pub(crate) fn redraw_markers(&self, pair: &mut [State; 2], dice: &mut dyn Dice) {
        if self.setting() != Setting::Maneuver {
            return;
        }
        let closed: Vec<usize> = (0..3).filter(|&a| !pair.iter().any(|state| self.marker_open(state, a))).collect();
        let mut turns: Vec<u8> = closed.iter().map(|&a| pair[0].markers[a]).collect();
        turns.sort_unstable();
        for i in (1..turns.len()).rev() {
            let j = usize::from(dice.roll(i as u8 + 1, Case("17.1.1"))) - 1;
            turns.swap(i, j);
        }
        for (area, turn) in closed.into_iter().zip(turns) {
            pair[0].markers[area] = turn;
        }
    }
}

/// [17.1.1] Which unit goes into which stack?
#[derive(Clone, Copy)]
pub(crate) struct Stack;

impl Room<Campaign> for Stack {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (Side::French.into(), Case("17.1.1"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        for unit in game.unstacked(state) {
            out.extend((0..3).filter(|&area| game.may_stack(state, unit, area).is_ok()).map(|area| Action::Stack(unit, area)));
        }
        if game.stacks_complete(state) {
            out.push(Action::Ready);
        }
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Stack(unit, area) => game.may_stack(state, unit, area),
            Action::Ready if game.stacks_complete(state) => Ok(()),
            Action::Ready => Err(Violation::new("17.1.1", "every reinforcement goes into a stack", Subject::None)),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Stack(unit, area) => game.stack(state, unit, area, umpire),
            _ => game.next_setup(state, 2, umpire),
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        // With dummies about there is always one more that could go into a stack.
        let done = !game.options.fog && game.stacks_complete(state);
        if done {
            game.next_setup(state, 2, umpire);
        }
        done
    }
}

/// [17.1.1] Which area's marker lies on the next free turn?
#[derive(Clone, Copy)]
pub(crate) struct Markers;

impl Room<Campaign> for Markers {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (Side::French.into(), Case("17.1.1"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        game.list_markers(state, out);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Mark(area) => game.may_mark(state, area),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Mark(area) = action {
            game.mark(state, area, umpire);
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let mut options = Glance::default();
        game.list_markers(state, &mut options);
        match (options.count, options.first) {
            (1, Some(Action::Mark(area))) => game.mark(state, area, umpire),
            (0, _) => game.next_setup(state, 3, umpire),
            _ => return false,
        }
        true
    }
}
