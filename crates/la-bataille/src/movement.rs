//! [6.1] The decisions of a movement segment: who moves, and what the unit in hand does. Every act in an enemy zone is answered first.

use crate::Bautzen;
use crate::action::{Action, SHAPES};
use crate::base6;
use crate::event::{Event, Kind};
use crate::lay::Lay;
use crate::marching::{Held, Outcome, shape_of, turns_between};
use crate::rooms::asked;
use crate::stamp::Stamp;
use crate::state::{Arm, Formation, Frame, NOWHERE, Order, Segment, Side, Standing, State, Unit, Units, flag};
use crate::walk::{NO_TURN, Node};
use grognard_engine::facing::{HEADINGS, Heading};
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

/// Who moves.
#[derive(Clone, Copy)]
pub struct Choosing;

/// A unit in hand.
#[derive(Clone, Copy)]
pub struct Hand {
    /// Who.
    pub unit: Unit,
    /// Half points left.
    pub left: u8,
    /// Whether it turned for nothing since its last step.
    pub turned: bool,
    /// Whether it did anything.
    pub begun: bool,
    /// Whether it may not go on.
    pub stopped: bool,
}

impl Hand {
    const fn held(self) -> Held {
        Held { unit: self.unit, left: self.left, turned: self.turned, begun: self.begun, stopped: self.stopped }
    }

    /// The unit in hand, if one is.
    fn in_hand(state: &State) -> Option<Self> {
        match state.frame() {
            Frame::Hand { unit, left, turned, begun, stopped } => Some(Self { unit, left, turned, begun, stopped }),
            _ => None,
        }
    }

    /// What a step on a way leads to that has been looked for already, with so much left where it began.
    fn outcome_on_the_way(self, state: &State, stage: &Node, left: u8) -> Outcome {
        let so = stage.standing(state.piece(self.unit));
        let so = if so.formation.at_vertex() { so } else { so.in_one_hex() };
        Outcome { so, price: self.left - (left - stage.spent), all: false }
    }

    /// Goes along a way step by step, and says which hexes were come into.
    fn go_along(
        self,
        game: &Bautzen,
        state: &mut State,
        stages: &[Node],
        plain: bool,
        umpire: &mut Umpire<'_, Event>,
    ) -> Vec<HexId> {
        let before = *state.piece(self.unit);
        let mut entered = Vec::new();
        for stage in stages {
            // Nothing on the way is answered but the last step.
            if stage.turn != NO_TURN {
                let Some(hand) = Self::in_hand(state) else { break };
                if let Ok(outcome) = hand.outcome(game, state, Action::Turn(stage.turn)) {
                    game.bring_about(state, hand, Action::Turn(stage.turn), outcome, umpire);
                }
            }
            let Some(hand) = Self::in_hand(state) else { break };
            let step = Action::Step(stage.hex);
            if plain {
                let outcome = hand.outcome_on_the_way(state, stage, self.left);
                debug_assert_eq!(hand.outcome(game, state, step), Ok(outcome), "the way leads elsewhere");
                game.bring_about(state, hand, step, outcome, umpire);
            } else if let Ok(outcome) = hand.outcome(game, state, step) {
                game.bring_about(state, hand, step, outcome, umpire);
            }
            if !before.good() {
                entered.extend(state.piece(self.unit).hexes().filter(|hex| !before.stands_in(*hex)));
            }
        }
        entered
    }

    /// Whether nobody of the enemy is on a way before its end, not even a leader who would have to make off.
    fn meets_nobody(self, game: &Bautzen, state: &State, stages: &[Node]) -> bool {
        let (lay, side) = (game.lay(state), game.side(self.unit));
        let own = |hex: HexId| lay.pile(hex).all(|unit| game.side(unit) == side);
        stages.split_last().is_some_and(|(_, on_the_way)| on_the_way.iter().all(|stage| own(stage.hex)))
    }

    /// The same as [`Self::go_along`] on a way on which nobody is met and nobody looks: only where it ends anything comes of it, so that the unit is put
    /// down there alone.
    fn pass_along(self, game: &Bautzen, state: &mut State, stages: &[Node], umpire: &mut Umpire<'_, Event>) -> Vec<HexId> {
        let Some(end) = stages.last() else { return Vec::new() };
        #[cfg(debug_assertions)]
        let step_by_step = {
            let (mut copy, mut dice) = (state.clone(), grognard_engine::dice::SeededDice::new(1));
            let entered = self.go_along(game, &mut copy, stages, true, &mut Umpire::silent(&mut dice));
            (copy, entered)
        };
        let (is, first) = (*game.is(self.unit), *state.piece(self.unit));
        let (mut so, mut entered) = (first, Vec::new());
        for (at, stage) in stages.iter().enumerate() {
            if stage.turn != NO_TURN {
                let turned = Standing { heading: stage.turn, ..so };
                umpire.tell(|| game.told_act(self.unit, &so, &turned));
                so = turned;
            }
            let next = stage.standing(&so);
            let mut next = if next.formation.at_vertex() { next } else { next.in_one_hex() };
            if is.arm == Arm::Cavalry && game.ground().between(so.hex, next.hex).spree_crossing() {
                next.mark(flag::CROSSED);
            }
            if at + 1 == stages.len() {
                game.put(state, self.unit, next, umpire);
            } else if is.fights {
                game.occupy(state, is.side, next.hex);
            }
            umpire.tell(|| game.told_act(self.unit, &so, &next));
            if !first.good() && next.hex != first.hex {
                entered.push(next.hex);
            }
            so = next;
        }
        let stopped = self.stopped || game.must_stop(state, self.unit, so.hex);
        let left = self.left - end.spent;
        state.replace(Frame::Hand { unit: self.unit, left, turned: false, begun: true, stopped });
        game.acted(state, self.unit, Units::EMPTY);
        #[cfg(debug_assertions)]
        debug_assert!(step_by_step == (state.clone(), entered.clone()), "a way leads elsewhere at once than step by step");
        entered
    }

    /// What an act would lead to.
    fn outcome(self, game: &Bautzen, state: &State, action: Action) -> Result<Outcome, Violation> {
        match action {
            Action::Step(hex) => game.stride(state, self.held(), hex),
            Action::Turn(heading) => game.turn(state, self.held(), heading),
            Action::Form(shape, heading) => game.reform(state, self.held(), shape, heading),
            _ => Err(game.out_of_place(state, action)),
        }
    }
}

impl Bautzen {
    /// [6.1] Whether a unit can be taken in hand to move.
    pub(crate) fn may_move(&self, state: &State, unit: Unit) -> Result<(), Violation> {
        let so = state.piece(unit);
        let what = Subject::Unit(UnitId(unit));
        let no = |case: &'static str, why: &'static str| Err(Violation::new(case, why, what));
        if self.side(unit) != state.phasing {
            return no("4.2", "the unit is the enemy's");
        }
        if !so.on_map() {
            return no("6.1", "the unit is not on the map");
        }
        if so.has(flag::MOVED) {
            return no("6.1", "the unit has moved in this segment");
        }
        if so.has(flag::CHARGED) && so.has(flag::ATTACKED) {
            return no("16.10", "cavalry that did not dare to charge stands in this sequence");
        }
        if so.has(flag::CHARGED) {
            return no("6.5", "cavalry charges or moves, never both");
        }
        if so.order == Order::Routed {
            return no("6.4", "a routed unit does not move");
        }
        if so.has(flag::SPENT) {
            return no("15.2", "the unit withdrew before a melee and may not move now");
        }
        Ok(())
    }

    /// [6.9] Whether a unit can try a forced march.
    fn may_force(&self, state: &State, unit: Unit, out: Units) -> Result<(), Violation> {
        let kind = self.kind(unit);
        let so = state.piece(unit);
        let what = Subject::Unit(UnitId(unit));
        let no = |why: &'static str, what: Subject| Err(Violation::new("6.9", why, what));
        let on_foot = kind.arm == Arm::Infantry || (kind.arm == Arm::Artillery && !kind.horse);
        // Whatever else keeps cavalry: it never marches so.
        if !on_foot && kind.side == state.phasing {
            return no("infantry and foot batteries make forced marches", what);
        }
        self.may_move(state, unit)?;
        if !matches!(so.formation, Formation::Column | Formation::March | Formation::Limbered) {
            return no("a forced march is made in column or in road march", what);
        }
        if kind.division == "-" {
            return no("a forced march is that of a division", what);
        }
        let level = self.is(unit).body.map_or(0, |body| state.levels[usize::from(body)]);
        if level > 0 {
            return no("the morale of its corps is too low", what);
        }
        match self.muster.fellows[usize::from(unit)].and(out).first() {
            Some(other) => no("the whole division must be in good order", Subject::Unit(UnitId(other))),
            None => Ok(()),
        }
    }

    /// Whether a unit of the side that moves can be taken in hand, and whether it can try a forced march: what [`Self::may_move`] and [`Self::may_force`] say,
    /// for lists.
    fn moves_and_forces(&self, state: &State, unit: Unit, out: Units) -> (bool, bool) {
        let (so, is) = (state.piece(unit), self.is(unit));
        let moves = so.on_map() && !so.has(flag::MOVED | flag::CHARGED | flag::SPENT) && so.order != Order::Routed;
        let forces = moves
            && is.forces
            && matches!(so.formation, Formation::Column | Formation::March | Formation::Limbered)
            && is.body.is_none_or(|body| state.levels[usize::from(body)] == 0)
            && self.muster.fellows[usize::from(unit)].and(out).is_empty();
        (moves, forces)
    }

    /// The units of the side that moves which are out of order.
    fn out_of_order(&self, state: &State) -> Units {
        self.fighters(state, state.phasing).filter(|&unit| !state.piece(unit).good()).collect()
    }

    /// Whether a unit lies below another somewhere.
    fn lies_below(&self, state: &State, lay: &Lay, unit: Unit) -> bool {
        let so = state.piece(unit);
        so.on_map() && (lay.top(so.hex) != Some(unit) || so.second != NOWHERE)
    }

    /// [6.8] Whether a unit can be laid on top of its hex.
    fn may_raise(&self, state: &State, unit: Unit) -> Result<(), Violation> {
        let so = state.piece(unit);
        let what = Subject::Unit(UnitId(unit));
        let no = |why: &'static str| Err(Violation::new("6.8", why, what));
        if self.side(unit) != state.phasing || !so.on_map() || !self.is(unit).fights {
            return no("only one's own units on the map are reordered");
        }
        if so.has(flag::RAISED) {
            return no("the unit was laid on top already");
        }
        if so.hexes().all(|hex| self.first(state, hex) == Some(unit)) {
            return no("the unit lies on top");
        }
        Ok(())
    }

    /// Takes a unit in hand.
    pub(crate) fn take(&self, state: &mut State, unit: Unit, left: u8) {
        if self.is(unit).arm == Arm::Cavalry && state.piece(unit).formation == Formation::Line {
            state.notes_of(unit).mark(flag::FROM_LINE);
        }
        state.push(Frame::Hand { unit, left, turned: false, begun: false, stopped: false });
    }

    /// [6.9] The roll for a forced march.
    fn force(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        let marches = i16::from(state.piece(unit).marches());
        let figures = self.figures();
        let modifier = figures.force_morale + marches * figures.force_again;
        let passed = self.roll_morale(state, unit, "6.9", &[(modifier, "6.9", "forced march")], umpire);
        let piece = state.notes_of(unit);
        if passed {
            piece.mark(flag::FORCED);
            piece.set_marches((piece.marches() + 1).min(9));
            let left = 2 * self.allowance(state, unit);
            self.take(state, unit, left);
        } else {
            piece.mark(flag::MOVED);
        }
    }

    /// Stands a unit somewhere and tells everybody whom it concerns.
    pub(crate) fn put(&self, state: &mut State, unit: Unit, so: Standing, umpire: &mut Umpire<'_, Event>) {
        let before = *state.piece(unit);
        if so.parts() == before.parts() && before.place == so.place {
            self.set(state, unit, so);
        } else {
            self.arrive(state, unit, so, umpire);
        }
    }

    /// A unit comes into hexes: it lies at the bottom, places change hands, leaders who are alone there are taken or make off.
    fn arrive(&self, state: &mut State, unit: Unit, so: Standing, umpire: &mut Umpire<'_, Event>) {
        let others = so.hexes().flat_map(|hex| self.ranks(state, hex)).filter(|&other| other != unit);
        let rank = others.map(|other| state.piece(other).rank.saturating_add(1)).max().unwrap_or(0);
        self.set(state, unit, Standing { rank, ..so });
        if !self.is(unit).fights {
            return;
        }
        for hex in so.hexes() {
            self.occupy(state, self.side(unit), hex);
            self.catch_leaders(state, unit, hex, umpire);
        }
    }

    /// [22.1] [21.6] Who was last in a hex holds it.
    pub(crate) fn occupy(&self, state: &mut State, side: Side, hex: HexId) {
        if let Some(at) = self.ground().objectives.iter().position(|other| *other == hex) {
            match side {
                Side::French => state.held |= 1 << at,
                Side::Coalition => state.held &= !(1 << at),
            }
        }
        let turn = state.turn;
        if self.ground().trenches.is_empty() {
            return;
        }
        state.stamp = Stamp::fresh();
        if let Some((_, since)) = state.trenches.iter_mut().find(|(trench, since)| *trench == hex && *since != u8::MAX) {
            *since = match side {
                Side::French if *since == 0 => turn,
                Side::French => *since,
                Side::Coalition => 0,
            };
        }
    }

    /// [16.9] Who may fall upon a unit before it turns or takes another formation.
    fn pouncers_before(&self, state: &State, unit: Unit, action: Action) -> Units {
        if matches!(action, Action::Turn(_) | Action::Form(..)) && self.kind(unit).fights() {
            self.pouncers(state, unit)
        } else {
            Units::EMPTY
        }
    }

    /// [16.9] After an act that led into another hex: whoever rides near may fall upon the unit, but for those who let it happen.
    pub(crate) fn acted(&self, state: &mut State, unit: Unit, asked: Units) {
        if self.kind(unit).fights() && !self.pouncers(state, unit).less(asked).is_empty() {
            state.push(Frame::Pounce(unit));
        }
    }

    /// Carries out an act that has been answered.
    fn carry_out(&self, state: &mut State, hand: Hand, action: Action, umpire: &mut Umpire<'_, Event>) {
        let before = *state.piece(hand.unit);
        // [5.1] On how many hexes he can stand is decided by what the answer left of him.
        let action = match action {
            Action::Form(shape, heading) => Action::Form(self.shape_after_fire(state, hand.unit, shape), heading),
            action => action,
        };
        if let Ok(outcome) = hand.outcome(self, state, action) {
            self.bring_about(state, hand, action, outcome, umpire);
            if !before.good() {
                let entered: Vec<HexId> = outcome.so.hexes().filter(|hex| !before.stands_in(*hex)).collect();
                self.jostle(state, hand, &before, &entered, umpire);
            }
        }
    }

    /// [13.2] Whoever is out of order and goes shakes those with whom he began, through whom he goes and with whom he ends.
    fn jostle(&self, state: &mut State, hand: Hand, before: &Standing, entered: &[HexId], umpire: &mut Umpire<'_, Event>) {
        if entered.is_empty() || !self.is(hand.unit).fights {
            return;
        }
        let left = before.hexes().filter(|_| !hand.begun);
        for hex in left.chain(entered.iter().copied()) {
            self.shake(state, hand.unit, hex, umpire);
        }
    }

    /// Brings about what an act leads to.
    fn bring_about(&self, state: &mut State, hand: Hand, action: Action, outcome: Outcome, umpire: &mut Umpire<'_, Event>) {
        let Hand { unit, left, .. } = hand;
        let mut before = *state.piece(unit);
        let mut so = outcome.so;
        let mut stopped = hand.stopped;
        let limbering = so.formation == Formation::Limbered && before.formation == Formation::Unlimbered;
        let balked = limbering && !self.limbers(state, unit, umpire);
        if balked {
            // [18.1] One die: guns that were not limbered stay as they are in this segment.
            before.mark(flag::BALKED);
            so = before;
        }
        let left = if outcome.all { 0 } else { left - outcome.price };
        // [16.10] Whoever dismounts walks no farther than those who began on foot.
        let dismounts = self.on_foot(unit, &so) && !self.on_foot(unit, &before);
        let left = if dismounts { left.min(self.allowance_of(unit, &so)) } else { left };
        let moved = so.hex != before.hex;
        // [21.2] Cavalry that has passed a bridge or ford of the Spree, or half of it, needs time to form again.
        let mut steps = before.parts().into_iter().zip(so.parts()).take(if so.wide() { 3 } else { 1 });
        let over = |(from, to): (HexId, HexId)| {
            let from = if from == NOWHERE { before.hex } else { from };
            to != NOWHERE && self.ground().between(from, to).spree_crossing()
        };
        if self.kind(unit).arm == Arm::Cavalry && steps.any(over) {
            so.mark(flag::CROSSED);
        }
        let asked = self.pouncers_before(state, unit, action);
        let keeps = so.parts() != before.parts() && self.keeps_place(state, unit, &so);
        self.put(state, unit, so, umpire);
        if keeps {
            let laid = Standing { rank: before.rank, ..*state.piece(unit) };
            self.set(state, unit, laid);
        }
        // Guns that were not limbered have done nothing that could be told besides.
        if !balked {
            umpire.tell(|| self.told_act(unit, &before, state.piece(unit)));
        }
        // [5.3.2] Every hex counts that it was not in before: of a march its head, of others also a half that swung or was drawn out.
        let parts = so.parts().into_iter().take(if so.wide() { 3 } else { 1 });
        let mut entered = parts.filter(|hex| *hex != NOWHERE && !before.stands_in(*hex));
        stopped |= entered.any(|hex| self.must_stop(state, unit, hex));
        // [6.2] A turn that was paid for in another formation is none for nothing.
        let anew = moved || (self.turns_for_nothing(state, &so) && !self.turns_for_nothing(state, &before));
        let turned = matches!(action, Action::Turn(_)) || (hand.turned && !anew);
        state.replace(Frame::Hand { unit, left, turned, begun: true, stopped });
        // Who turned or formed anew where he stands was asked for before.
        if so.parts() != before.parts() {
            self.acted(state, unit, asked);
        }
    }

    fn told_act(&self, unit: Unit, before: &Standing, so: &Standing) -> Event {
        let grid = self.grid();
        // [5.2] Leaders, carrés and whoever is out of order look no way more than another.
        let looks = if so.faces() { format!(", facing {}", grid.compass(so.looks())) } else { String::new() };
        let (word, at) = (so.formation.word().replace('_', " "), grid.number(so.hex));
        // [6.3] [5.1] Whoever is drawn out or draws together keeps some of his hexes: he does not go there. Nor does who wheels, nor a march that turns back.
        let stays = if so.wide() { so.hexes().any(|hex| before.stands_in(hex)) } else { before.stands_in(so.hex) };
        let formed = so.formation != before.formation;
        let spread = so.formation.at_vertex() && so.hexes().count() != before.hexes().count();
        let place = if so.hex == before.hex { String::new() } else { format!(" in {at}") };
        if stays && (formed || spread) {
            let text = format!("{} forms {word}{place}{looks}", self.called(unit));
            self.event(Kind::Stance, "6.3", &[unit], &[so.hex], text)
        } else if !stays {
            let formed = if formed { format!(" in {word}") } else { String::new() };
            let text = format!("{} moves to {at}{formed}{looks}", self.called(unit));
            self.event(Kind::Move, "6.2", &[unit], &[before.hex, so.hex], text)
        } else {
            self.event(Kind::Stance, "6.2", &[unit], &[so.hex], format!("{} turns{place}{looks}", self.called(unit)))
        }
    }

    /// [18.1] [2.4] The one die that limbers a battery; the Guard needs none.
    pub(crate) fn limbers(&self, state: &State, unit: Unit, umpire: &mut Umpire<'_, Event>) -> bool {
        let least = self.kind(unit).limber;
        if least <= 1 {
            return true;
        }
        let bonus = self.limber_bonus(state, unit);
        let die = umpire.roll(6, Case("18.1"));
        let done = i16::from(die) + bonus >= i16::from(least);
        umpire.tell(|| {
            let word = if done { "limbers" } else { "does not limber" };
            let text = format!("{} {word}: {die}{bonus:+}, needs {least}", self.called(unit));
            self.event(Kind::Stance, "18.1", &[unit], &[state.piece(unit).hex], text).rolled(die.into()).came_to("", word)
        });
        done
    }

    /// Puts the unit in hand down.
    pub(crate) fn put_down(&self, state: &mut State, unit: Unit, left: u8, begun: bool) {
        // [6.9] Whoever has rolled for a forced march has begun to move.
        if begun || state.piece(unit).has(flag::FORCED) {
            state.notes_of(unit).mark(flag::MOVED);
            self.note_pace(state, unit, left);
            self.orders_anew(state, unit);
        }
        if self.is(unit).arm == Arm::Cavalry {
            state.notes_of(unit).flags &= !flag::FROM_LINE;
        }
        state.pop();
    }

    /// [13.4] Whoever fails a check while he moves moves no further; [4.4] what somebody else is about to do goes on, and so do riders without the one of
    /// them who ran.
    pub(crate) fn interrupt(&self, state: &mut State, unit: Unit) {
        let mut frames: Vec<Frame> = state.frames.frames().collect();
        for frame in &mut frames {
            if let Frame::Hand { unit: held, left, turned, begun, stopped } = frame
                && *held == unit
            {
                // [16.2] Whoever is stopped has gone no farther than he had come; the rest of his points are not spent.
                if *begun {
                    self.note_pace(state, unit, *left);
                }
                state.notes_of(unit).mark(flag::MOVED);
                (*left, *turned, *begun, *stopped) = (0, true, false, true);
                state.act = None;
            }
        }
        state.frames = grognard_engine::stack::Stack::EMPTY;
        // Nobody falls upon him for what he does not do any more.
        frames.retain(|frame| *frame != Frame::Pounce(unit));
        frames.into_iter().for_each(|frame| state.push(frame));
    }
}

impl Room<Bautzen> for Choosing {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(state.phasing, "6.1")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        let (out_of_order, lay) = (game.out_of_order(state), game.lay(state));
        for unit in game.muster.sides[state.phasing as usize].into_iter().filter(|&unit| game.in_play(state, unit)) {
            let (moves, forces) = game.moves_and_forces(state, unit, out_of_order);
            if moves {
                out.push(Action::Pick(unit));
            }
            if forces {
                out.push(Action::Force(unit));
            }
            if game.lies_below(state, &lay, unit) && game.may_raise(state, unit).is_ok() {
                out.push(Action::Top(unit));
            }
            if !state.piece(unit).on_map() {
                game.list_entries(state, unit, out);
            }
        }
        out.push(Action::End);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Pick(unit) => game.may_move(state, unit),
            Action::Force(unit) => game.may_force(state, unit, game.out_of_order(state)),
            Action::Top(unit) => game.may_raise(state, unit),
            Action::Enter(unit, hex) => game.may_enter(state, unit, hex, false).map(|_| ()),
            Action::March(unit, hex) => game.may_enter(state, unit, hex, true).map(|_| ()),
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Pick(unit) => game.take(state, unit, game.allowance(state, unit)),
            Action::Force(unit) => game.force(state, unit, umpire),
            Action::Top(unit) => game.raise(state, unit),
            Action::Enter(unit, hex) => game.enter(state, unit, hex, false, umpire),
            Action::March(unit, hex) => game.enter(state, unit, hex, true, umpire),
            _ => game.end_segment(state, umpire),
        }
    }

    fn forced(self, game: &Bautzen, state: &State) -> Option<Action> {
        let own = game.muster.sides[state.phasing as usize];
        let enters = |unit: Unit| {
            let mut entries = Vec::new();
            game.list_entries(state, unit, &mut entries);
            !entries.is_empty()
        };
        let lay = game.lay(state);
        let raises = |unit: Unit| game.lies_below(state, &lay, unit) && game.may_raise(state, unit).is_ok();
        let some = own.into_iter().any(|unit| game.may_move(state, unit).is_ok())
            || own.into_iter().any(|unit| raises(unit) || enters(unit));
        (state.segment == Segment::Movement && !some).then_some(Action::End)
    }
}

impl Room<Bautzen> for Hand {
    fn asks(self, game: &Bautzen, _: &State) -> (Seat, Case) {
        asked(game.side(self.unit), "6.1")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        let (lay, held) = (game.lay(state), self.held());
        let plain = game.plain_steps(state, &lay, held);
        for (going, hex) in game.grid().neighbours(state.piece(self.unit).hex).iter().enumerate() {
            let Some(hex) = *hex else { continue };
            let fine = plain.and_then(|steps| steps[going]);
            if fine.unwrap_or_else(|| self.check(game, state, Action::Step(hex)).is_ok()) {
                out.push(Action::Step(hex));
            }
        }
        out.extend(game.walk(state, held, None).hexes().map(Action::Go));
        if game.is(self.unit).fights {
            // Whoever looks all round does not turn, and nobody from a hexside to a vertex.
            let so = state.piece(self.unit);
            if so.faces() {
                let headings = (so.heading % 2..HEADINGS).step_by(2).filter(|heading| *heading != so.heading);
                let room = game.alone_in_the_open(state, self.unit) || game.may_stack(state, self.unit, so).is_ok();
                match game.price_of_turns(so, held).filter(|_| room) {
                    Some(each) => out.extend(
                        headings.filter(|heading| each * turns_between(so.heading, *heading) <= held.left).map(Action::Turn),
                    ),
                    None => out.extend(headings.map(Action::Turn).filter(|action| self.check(game, state, *action).is_ok())),
                }
            }
            let mut offer = |action: Action| {
                if self.check(game, state, action).is_ok() {
                    out.push(action);
                }
            };
            let forms = so.good() && !so.has(flag::FORCED);
            for shape in (0..SHAPES.len() as u8).filter(|_| forms) {
                let Some((formation, hexes, from)) = shape_of(shape) else { continue };
                // Who stands in one hex has no other one to keep.
                if hexes == 1 && from > 0 && !so.wide() || !game.thinks_of(state, held, formation, hexes) {
                    continue;
                }
                // Whoever looks at a hexside looks at a vertex beside it then, or the other way round; the rest looks as before, but for a carré [6.2].
                let bys: &[i8] = match (so.formation == Formation::Carre, formation.at_vertex() == so.looks().at_corner()) {
                    (false, true) => &[0],
                    (false, false) => &[-1, 1],
                    (true, true) => &[0, 2, 4, 6, -4, -2],
                    (true, false) => &[-5, -3, -1, 1, 3, 5],
                };
                for by in bys {
                    offer(Action::Form(shape, so.looks().turned(*by).number()));
                }
            }
        }
        if self.check(game, state, Action::Halt).is_ok() {
            out.push(Action::Halt);
        }
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            // Whoever is alone on clear ground has room, whoever he is.
            Action::Halt if game.alone_in_the_open(state, self.unit) => Ok(()),
            // Whoever came to stand among too many without his will may stay if there is no way out.
            Action::Halt => game.may_stack(state, self.unit, state.piece(self.unit)).or_else(|violation| {
                if game.gets_out(state, self.held(), *state.piece(self.unit)) { Err(violation) } else { Ok(()) }
            }),
            Action::Step(_) | Action::Turn(_) | Action::Form(..) => self.outcome(game, state, action).map(|_| ()),
            Action::Go(hex) => {
                if game.walk(state, self.held(), Some(hex)).ends().any(|(end, _)| end == hex) {
                    return Ok(());
                }
                // A step says best what is wrong with it.
                game.stride(state, self.held(), hex)
                    .err()
                    .filter(|_| game.grid().adjacent(state.piece(self.unit).hex, hex))
                    .map_or_else(|| Err(Violation::new("6.2", "no way leads there in one go", Subject::Hex(hex))), Err)
            }
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if action == Action::Halt {
            return game.put_down(state, self.unit, self.left, self.begun);
        }
        game.forget_tries(state);
        if let Action::Go(hex) = action {
            let before = *state.piece(self.unit);
            let stages = game.walk(state, self.held(), Some(hex)).stages(hex).unwrap_or_default();
            let plain = game.strolls(self.held(), &before);
            let entered = if plain && self.meets_nobody(game, state, &stages) {
                self.pass_along(game, state, &stages, umpire)
            } else {
                self.go_along(game, state, &stages, plain, umpire)
            };
            return game.jostle(state, self, &before, &entered, umpire);
        }
        let spends = |outcome: Outcome| outcome.price > 0 || outcome.all || game.slips_away(state, self.unit, &outcome.so);
        let spends = self.outcome(game, state, action).is_ok_and(spends);
        // [16.9] Whoever turns or forms anew in a zone of cavalry is fallen upon as he stood before, when he has been fired at.
        let fallen_upon = !game.pouncers_before(state, self.unit, action).is_empty();
        if fallen_upon {
            state.act = Some(action);
            state.push(Frame::Pounce(self.unit));
        }
        // [5.3.6] Whoever spends points in an enemy zone, or leaves it, is fired at before he does what he is about to do.
        if spends && game.kind(self.unit).fights() && !game.opportunities(state, self.unit).is_empty() {
            state.act = Some(action);
            state.push(Frame::Opportunity(self.unit));
        } else if !fallen_upon {
            game.carry_out(state, self, action, umpire);
        }
    }

    fn pass(self, game: &Bautzen, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        if !state.piece(self.unit).on_map() {
            state.act = None;
            state.pop();
            return true;
        }
        if let Some(action) = state.act.take() {
            game.carry_out(state, self, action, umpire);
            return true;
        }
        if self.left == 0 && !game.acts_for_nothing(state, self.held()) {
            game.put_down(state, self.unit, 0, self.begun);
            return true;
        }
        false
    }
}

/// The heading of a hexside, for those who stand there looking that way.
pub(crate) fn facing_side(direction: usize) -> u8 {
    Heading::side(direction).number()
}

/// Two dice, told.
pub(crate) fn two_dice(umpire: &mut Umpire<'_, Event>, case: &'static str) -> i16 {
    base6::two_dice(umpire, Case(case))
}
