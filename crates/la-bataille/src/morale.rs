//! [13.1] to [13.4] Morale checks: how they are rolled, who has to make them, what a failed one does.

use crate::Bautzen;
use crate::base6::{clamped, place, printed};
use crate::event::{Event, Kind};
use crate::fight::stage;
use crate::movement::two_dice;
use crate::rooms::asked;
use crate::state::{Arm, Cause, Due, Fight, Formation, Frame, Order, Place, Segment, State, Unit, flag};
use crate::{Action, Readiness};
use grognard_engine::room::Room;
use grognard_engine::tally::Tally;
use grognard_engine::{Case, Seat, Umpire, Violation};

/// Checks that are due, one after another.
#[derive(Clone, Copy)]
pub struct Checking;

/// A modifier with its case and what it stands for.
pub type Modifier = (i16, &'static str, &'static str);

impl Bautzen {
    /// [13.1] The rating that a roll must exceed, as a place.
    pub(crate) fn rating(&self, state: &State, unit: Unit) -> i16 {
        let mut rating = place(self.kind(unit).morale);
        if state.piece(unit).has(flag::CROSSED) {
            rating += self.figures().crossing_morale;
        }
        rating
    }

    /// [13.1] The modifiers that always count; what the order of the unit adds is left out where a table has its own rows for it. Parts are written
    /// down if they are `told` to somebody.
    pub(crate) fn general_modifiers(&self, state: &State, unit: Unit, with_order: bool, told: bool) -> Tally {
        let mut tally = if told { Tally::default() } else { Tally::quiet() };
        let so = state.piece(unit);
        let figures = self.figures();
        if so.on_map() {
            let best = so
                .hexes()
                .flat_map(|hex| self.leaders_in(state, hex))
                .filter(|&leader| self.helps(leader, unit))
                .max_by_key(|&leader| self.kind(leader).morale_bonus);
            if let Some(leader) = best.filter(|&leader| self.kind(leader).morale_bonus != 0) {
                tally.add(self.kind(leader).morale_bonus, Case("19.2"), || format!("morale bonus of {}", self.called(leader)));
            }
        }
        if with_order {
            match so.order {
                Order::Good => {}
                Order::Disordered => tally.add(figures.disordered, Case("13.1"), || "disordered".to_owned()),
                Order::Routed => tally.add(figures.routed, Case("13.1"), || "routed".to_owned()),
            }
        }
        if self.half_lost(state, unit) {
            tally.add(figures.half_strength, Case("12.5"), || "half its strength lost".to_owned());
        }
        let level = self.level_modifier(state, unit);
        if level != 0 {
            tally.add(level, Case("20.3"), || "morale level of its corps".to_owned());
        }
        tally
    }

    /// [13.1] How many of the 36 rolls pass with this modifier: 11 always fails, 66 always passes.
    #[must_use]
    pub fn passes(rating: i16, modifier: i16) -> u32 {
        (0..36).filter(|natural| Self::is_passed(*natural, rating, modifier)).count() as u32
    }

    const fn is_passed(natural: i16, rating: i16, modifier: i16) -> bool {
        let at = clamped(natural + modifier);
        at == 35 || (at != 0 && at > rating)
    }

    /// [13.1] Rolls a check with all that counts.
    pub(crate) fn roll_check(
        &self,
        state: &State,
        unit: Unit,
        case: &'static str,
        rating: i16,
        tally: &Tally,
        umpire: &mut Umpire<'_, Event>,
    ) -> bool {
        let natural = two_dice(umpire, case);
        let passed = Self::is_passed(natural, rating, tally.total);
        umpire.tell(|| {
            let parts: Vec<String> = tally
                .parts
                .iter()
                .filter_map(|part| match part.effect {
                    grognard_engine::tally::Effect::Add(by) => Some(format!("{by:+} {} {}", part.what, part.case)),
                    grognard_engine::tally::Effect::Times { .. } => None,
                })
                .collect();
            let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
            let word = if passed { "passes" } else { "fails" };
            let text =
                format!("{} checks morale: {}{parts} against {}: {word}", self.called(unit), printed(natural), printed(rating),);
            self.event(Kind::Check, case, &[unit], &[state.piece(unit).hex], text).rolled(printed(natural)).came_to("", word)
        });
        passed
    }

    /// [13.1] The same with the general modifiers and some more.
    pub(crate) fn roll_morale(
        &self,
        state: &State,
        unit: Unit,
        case: &'static str,
        more: &[Modifier],
        umpire: &mut Umpire<'_, Event>,
    ) -> bool {
        let mut tally = self.general_modifiers(state, unit, true, umpire.listens());
        for &(by, case, what) in more.iter().filter(|(by, ..)| *by != 0) {
            tally.add(by, Case(case), || what.to_owned());
        }
        self.roll_check(state, unit, case, self.rating(state, unit), &tally, umpire)
    }

    /// [13.2] Makes a unit check: at once where it is in the middle of something, otherwise when its turn comes.
    pub(crate) fn must_check(
        &self,
        state: &mut State,
        unit: Unit,
        cause: Cause,
        modifier: i8,
        at_once: bool,
        umpire: &mut Umpire<'_, Event>,
    ) {
        if at_once {
            self.check_now(state, Due { unit, cause, modifier }, umpire);
            return;
        }
        if matches!(cause, Cause::Passed | Cause::Stack) {
            if state.shaken.has(unit) || self.awaits_result(state, unit) {
                return;
            }
            state.shaken.insert(unit);
        }
        if let Some(free) = state.checks.iter_mut().find(|place| place.is_none()) {
            *free = Some(Due { unit, cause, modifier });
        }
        Self::call_checks(state);
    }

    /// Sees to it that checks which are due are made.
    pub(crate) fn call_checks(state: &mut State) {
        if !state.frames.frames().any(|frame| frame == Frame::Checks) {
            state.push(Frame::Checks);
        }
    }

    /// [13.2] [15.7] Whether a check waits for the result of a melee: those who fought are judged as they fought, and miss their leader afterwards.
    fn waits(state: &State, due: Due) -> bool {
        due.cause == Cause::Leader && matches!(state.fight.stage, stage::ATTACKERS_FATE | stage::DEFENDERS_FATE)
    }

    /// [15.7] Whether a melee has been rolled and its result has still to come to a unit: it is judged as it fought, and not shaken by those who got
    /// theirs first.
    fn awaits_result(&self, state: &State, unit: Unit) -> bool {
        let Fight { stage: now, attackers, defenders, done, .. } = state.fight;
        match now {
            stage::ATTACKERS_FATE => attackers.less(done).has(unit) || defenders.has(unit),
            stage::DEFENDERS_FATE => defenders.less(done).has(unit),
            _ => false,
        }
    }

    fn check_now(&self, state: &mut State, due: Due, umpire: &mut Umpire<'_, Event>) {
        let Due { unit, cause, modifier } = due;
        // [13.2] Only those in good order are shaken by others who run.
        if !state.piece(unit).on_map() || (cause == Cause::Passed && !state.piece(unit).good()) {
            return;
        }
        match cause {
            // [16.10] Nobody has failed a check; but whoever stands with those who run is shaken by that [13.2].
            Cause::Panic => {
                self.interrupt(state, unit);
                return self.rout(state, unit, 0, "16.10", umpire);
            }
            Cause::Run => {
                return self.run(state, unit, crate::retreat::Distance::Hexes(self.rout_hexes(unit)), 0, umpire);
            }
            _ => {}
        }
        let (case, what) = match cause {
            // Cossacks check though they have lost nothing; if they have, they run.
            Cause::Fire if self.kind(unit).cossack() => ("16.10", "fire"),
            Cause::Fire => ("13.3", "fire"),
            Cause::Passed => ("13.2", "friends pass in disorder"),
            Cause::Stack => ("13.2", "another of its stack failed"),
            Cause::Leader => ("13.2", "its leader fell"),
            Cause::Star => ("15.6", "melee"),
            Cause::Repulse | Cause::Panic | Cause::Run => ("15.7", "thrown back"),
        };
        if !self.roll_morale(state, unit, case, &[(modifier.into(), case, what)], umpire) {
            self.fail(state, unit, umpire);
        }
    }

    /// [13.4] What a failed check does.
    pub(crate) fn fail(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        let so = *state.piece(unit);
        if !so.on_map() {
            return;
        }
        self.interrupt(state, unit);
        // [14.1] Whoever loses his order in a recovery segment has to wait for his next one.
        if state.segment == Segment::Recovery && so.good() {
            state.notes_of(unit).mark(flag::ROLLED);
        }
        // [20.1] Whoever has still to be rolled for is judged by where he began, not by how far he runs with his stack before.
        let waits = state.segment == Segment::Recovery && !so.good() && !so.has(flag::ROLLED);
        if waits && !self.far_from_enemies(state, unit) {
            state.notes_of(unit).mark(flag::WAS_NEAR);
        }
        // [15.3] Whoever runs before the dice of a melee are thrown has no part in it any more.
        if state.fight.roll == Fight::NONE.roll {
            state.fight.leave(unit);
        }
        self.shake_stack(state, unit, umpire);
        match (self.kind(unit).arm, so.formation, so.order) {
            (Arm::Artillery, Formation::Unlimbered, Order::Good) => {
                self.disorder(state, unit);
                self.tell_order(state, unit, "13.4", "is disordered in place", umpire);
            }
            // Guns cannot run: they are limbered at once or lost.
            (Arm::Artillery, Formation::Unlimbered, _) => {
                if self.limbers(state, unit, umpire) {
                    state.piece_mut(unit).formation = Formation::Limbered;
                    self.rout(state, unit, 0, "13.4", umpire);
                } else {
                    self.remove(state, unit, "13.4", "cannot be limbered in time and is lost", umpire);
                }
            }
            (Arm::Cavalry, ..) => self.rout(state, unit, 0, "13.4", umpire),
            (Arm::Infantry | Arm::Artillery, _, Order::Good) => self.fall_back(state, unit, "13.4", umpire),
            (Arm::Infantry | Arm::Artillery, ..) => self.rout(state, unit, 0, "13.4", umpire),
            (Arm::Leader, ..) => {}
        }
    }

    /// [13.2] One of a stack has failed a check: the others check once each.
    pub(crate) fn shake_stack(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        let so = *state.piece(unit);
        let stack: Vec<Unit> =
            so.hexes().flat_map(|hex| self.ranks(state, hex).collect::<Vec<_>>()).filter(|&u| u != unit).collect();
        for other in stack {
            self.must_check(state, other, Cause::Stack, 0, false, umpire);
        }
    }

    pub(crate) fn tell_order(&self, state: &State, unit: Unit, case: &'static str, what: &str, umpire: &mut Umpire<'_, Event>) {
        umpire.tell(|| {
            let text = format!("{} {what}", self.called(unit));
            self.event(Kind::Order, case, &[unit], &[state.piece(unit).hex], text)
        });
    }

    /// [13.4] Disorders a unit and sends it back three points.
    pub(crate) fn fall_back(&self, state: &mut State, unit: Unit, case: &'static str, umpire: &mut Umpire<'_, Event>) {
        self.disorder(state, unit);
        self.tell_order(state, unit, case, "is disordered and falls back", umpire);
        self.run(state, unit, crate::retreat::Distance::Points(self.figures().disorder_points as u8), 0, umpire);
    }

    /// [14.2] [14.3] Routs a unit: a rout move of ten hexes, cavalry its allowance.
    pub(crate) fn rout(&self, state: &mut State, unit: Unit, toll: u8, case: &'static str, umpire: &mut Umpire<'_, Event>) {
        self.routed_in_place(state, unit);
        self.tell_order(state, unit, case, "routs", umpire);
        self.run(state, unit, crate::retreat::Distance::Hexes(self.rout_hexes(unit)), toll, umpire);
    }

    /// [14.3] How far a rout goes.
    pub(crate) fn rout_hexes(&self, unit: Unit) -> u8 {
        match self.kind(unit).arm {
            Arm::Cavalry => self.kind(unit).ma,
            _ => self.figures().rout_hexes as u8,
        }
    }

    /// [14.2] Routed where it stands.
    pub(crate) fn routed_in_place(&self, state: &mut State, unit: Unit) {
        let so = *state.piece(unit);
        let mut next = so;
        next.order = Order::Routed;
        if so.place == Place::Map {
            next.formation = match self.kind(unit).arm {
                Arm::Artillery => Formation::Limbered,
                _ => self.loose(state, so.hex),
            };
            next = self.gathered(next);
        }
        self.set(state, unit, next);
        self.leaders_gather(state, unit, &so);
        // [16.2] A regiment that runs does not rest.
        if self.kind(unit).arm == Arm::Cavalry && so.ready != Readiness::Fresh {
            state.notes_of(unit).set_paced(2);
        }
    }
}

impl Room<Bautzen> for Checking {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(state.phasing, "13.2")
    }

    fn list(self, _: &Bautzen, _: &State, _: &mut Vec<Action>) {}

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        Err(game.out_of_place(state, action))
    }

    fn deed(self, _: &Bautzen, _: &mut State, _: Action, _: &mut Umpire<'_, Event>) {}

    fn pass(self, game: &Bautzen, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let ready = |due: &Option<Due>| due.is_some_and(|due| !Bautzen::waits(state, due));
        let Some(at) = state.checks.iter().position(ready) else {
            state.pop();
            return true;
        };
        let due = state.checks[at].take();
        state.checks[at..].rotate_left(1);
        due.into_iter().for_each(|due| game.check_now(state, due, umpire));
        true
    }
}
