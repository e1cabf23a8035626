//! The rulebook as a [`Game`]: one door for listing, checking and carrying out actions, frame by frame.

use crate::exclusive::dresden::morale::{ARMIES, Army};
use crate::movement::March;
use crate::obligation::Duties;
use crate::state::{Attack, Frame, MAX_OBJECTIVES, NOWHERE, Side, State};
use crate::title::Title;
use crate::unitset::{MAX_UNITS, Unit, UnitSet};
use crate::{Action, Battle, Event, REVISION};
use grognard_engine::preview::{Forecast, OverlayHex, OverlayInfo};
use grognard_engine::{
    Anchor, Board, Caption, Case, DataError, Decision, Dice, HexId, Identity, Laboratory, Line, MapView, Rules, Seat, Secrets,
    Subject, Umpire, UnitId, Views, Violation, Words,
};

impl Battle {
    /// [1.0] Every unit in its start hex, reinforcements aside, nothing decided.
    #[must_use]
    pub fn opening(&self) -> State {
        let mut state = State {
            hexes: [NOWHERE; MAX_UNITS],
            due: UnitSet::EMPTY,
            lost: UnitSet::EMPTY,
            turn: 1,
            phasing: self.title().first(),
            frame: Frame::Move,
            moved: UnitSet::EMPTY,
            put_back: UnitSet::EMPTY,
            bound: UnitSet::EMPTY,
            owed: UnitSet::EMPTY,
            fought: UnitSet::EMPTY,
            fresh: UnitSet::EMPTY,
            fresh_spent: 0,
            control: [None; MAX_OBJECTIVES],
            guard_attacked: false,
            second_division: None,
            reserve: UnitSet::EMPTY,
            disrupted: UnitSet::EMPTY,
            fell_back: UnitSet::EMPTY,
            morale: if self.title() == Title::Dresden { Army::ALL.map(Army::start) } else { [0; ARMIES] },
            offers: [0; ARMIES],
            klenau_released: false,
            city_paid: 0,
            attack: Attack::NONE,
        };
        for (i, piece) in self.pieces().iter().enumerate() {
            match piece.start {
                crate::scenario::Start::Hex(hex) => state.hexes[i] = hex,
                crate::scenario::Start::Due { .. } | crate::scenario::Start::Klenau { .. } => state.due.insert(i as Unit),
            }
            if piece.reserve {
                state.reserve.insert(i as Unit);
            }
        }
        state
    }

    /// The case under which the present frame asks for a decision.
    #[must_use]
    pub fn frame_case(&self, state: &State) -> Case {
        if self.offered(state).is_some() {
            return Case("11.3");
        }
        Case(match state.frame {
            Frame::Move | Frame::Hand { .. } => "4.0",
            Frame::Overfull => "4.4",
            Frame::Fresh(_) => "21.1",
            Frame::Combat => "5.1",
            Frame::Declare => "6.1",
            Frame::Losses => "6.3",
            Frame::Retreat(_) => "6.4",
            Frame::Displace { .. } => "6.5",
            Frame::Advance(_) => "6.6",
            Frame::StepBack => "6.8",
            Frame::Muster => "11.4",
            Frame::DayEnd => "18.3",
            Frame::Reorganize(_) | Frame::Place { .. } => "17.2",
            Frame::Over => match self.title() {
                Title::Eylau => "23.0",
                Title::Dresden => "18.0",
            },
        })
    }

    /// Why an action does not fit the present frame at all.
    fn out_of_place(&self, state: &State, action: Action) -> Violation {
        let at_night =
            self.is_night(state) && matches!(action, Action::Target(_) | Action::Join(_) | Action::Roll | Action::Fresh(_));
        let (case, why) = match action {
            _ if at_night => ("8.2", "at night nobody fights"),
            Action::Pick(_) if matches!(state.frame, Frame::Hand { .. }) => {
                ("4.0", "units move one at a time: end this unit's move first")
            }
            Action::End if matches!(state.frame, Frame::Hand { .. }) => ("4.0", "end the move of the unit in hand first"),
            Action::Step(_) | Action::Go(_) | Action::Halt if matches!(state.frame, Frame::Move) => {
                ("4.0", "no unit is in hand: none was taken up, or its move is over")
            }
            Action::Target(_) | Action::Join(_) | Action::Roll | Action::Lower | Action::Shift(_) | Action::End
                if matches!(
                    state.frame,
                    Frame::Losses | Frame::Retreat(_) | Frame::Displace { .. } | Frame::Advance(_) | Frame::StepBack
                ) =>
            {
                ("6.1", "the die has been thrown: its result comes first")
            }
            Action::Join(_) | Action::Roll | Action::Lower | Action::Shift(_) if matches!(state.frame, Frame::Combat) => {
                ("6.1", "name a target first")
            }
            Action::Pick(_)
            | Action::Step(_)
            | Action::Go(_)
            | Action::Halt
            | Action::Target(_)
            | Action::Join(_)
            | Action::Roll
            | Action::End => ("3.0", "not in this phase"),
            Action::Yield | Action::Destroy(_) => ("4.4", "no hex is over-full"),
            Action::Ready if self.title() == Title::Dresden => {
                ("11.4", "reserves are paid for at the start of the Allied Movement Phase, and not now")
            }
            Action::Fresh(_) | Action::Ready => ("21.1", "Fresh Strength is declared at the start of a Combat Phase"),
            Action::Lower => ("6.2", "no attack is being declared"),
            Action::Shift(_) => ("20.2", "no attack is being declared"),
            Action::Lose(_) => ("6.3", "no loss is owed now"),
            Action::Retreat(..) | Action::Perish(_) => ("6.4", "nobody has to retreat now"),
            Action::Advance(..) => ("6.6", "nobody may advance now"),
            Action::StepBack(..) => ("6.8", "guns fall back only after Ae, Ar or Ee"),
            Action::Hold => ("6.6", "there is nothing to waive"),
            Action::Activate(unit) => return self.why_not_activate(state, unit),
            Action::Commit(_) | Action::CommitAll => ("11.5", "there is no Old Guard to be committed now"),
            Action::Place(_) => ("17.2", "no disrupted unit is in hand"),
            Action::FightOn | Action::Stop => ("18.3", "the Allies decide that at the end of a day"),
        };
        Violation::new(case, why, Subject::None)
    }
}

impl Rules for Battle {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn identity(&self) -> Identity {
        Identity {
            rulebook: "art-of-war",
            revision: REVISION,
            // What revision 2 has mended is rare: other games replay.
            since: 1,
            game: self.scenario.id.clone(),
            title: self.scenario.title.clone(),
            options: match self.title() {
                Title::Eylau => vec![("weather".to_owned(), if self.options.weather { "on" } else { "off" }.to_owned())],
                Title::Dresden => Vec::new(),
            },
        }
    }

    fn seats(&self) -> &'static [&'static str] {
        &["French", "Allied"]
    }

    fn start(&self, umpire: &mut Umpire<'_, Event>) -> State {
        let mut state = self.opening();
        self.begin(&mut state, 0, umpire);
        self.settle(&mut state, umpire);
        state
    }

    fn decision(&self, state: &State) -> Decision {
        match state.frame {
            Frame::Over => Decision::Over(self.outcome(state)),
            _ => Decision::Choose { seat: Seat(self.owner(state) as u8), case: self.frame_case(state) },
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if self.offered(state).is_some() {
            self.list_activations(state, out);
            out.push(Action::Hold);
            return;
        }
        match state.frame {
            Frame::Move => {
                self.list_picks(state, out);
                if self.may_leave_guard(state).is_ok() {
                    out.push(if self.any_overfull(state) { Action::Yield } else { Action::End });
                }
            }
            Frame::Hand { unit, spent, entered, ward } => {
                self.list_march(state, unit, &March::of(self, state, unit, spent, entered, ward), out);
            }
            Frame::Muster => {
                self.list_activations(state, out);
                out.push(Action::Ready);
            }
            Frame::DayEnd => out.extend([Action::FightOn, Action::Stop]),
            Frame::Reorganize(placer) => self.list_take_ups(state, placer, out),
            Frame::Place { unit, .. } => self.places_for(state, unit).for_each(|hex| out.push(Action::Place(hex))),
            Frame::Overfull => out.extend(self.overfull(state).into_iter().map(Action::Destroy)),
            Frame::Fresh(side) => self.list_fresh(state, side, out),
            Frame::Combat => self.list_combat(state, out),
            Frame::Declare => self.list_declare(state, out),
            Frame::Losses => self.list_losses(state, out),
            Frame::Retreat(side) => self.list_retreats(state, side, out),
            Frame::Displace { hex, side } => self.list_displacements(state, hex, side, out),
            Frame::Advance(side) => {
                self.list_advances(state, side, out);
                out.push(Action::Hold);
            }
            Frame::StepBack => {
                self.list_step_backs(state, out);
                out.push(Action::Hold);
            }
            Frame::Over => {}
        }
        self.list_commitments(state, out);
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Violation> {
        self.nameable(action)?;
        if self.offered(state).is_some() {
            return match action {
                Action::Activate(unit) => self.may_activate(state, unit),
                Action::Hold => Ok(()),
                _ => Err(Violation::new("11.3", "first decide whether a reserve answers the loss", Subject::None)),
            };
        }
        match (state.frame, action) {
            (_, Action::Commit(unit)) => self.may_commit(state, UnitSet::one(unit)),
            (_, Action::CommitAll) => match self.committable(state) {
                one if one.len() == 1 => Err(Violation::new("11.5", "there is only one to be committed", Subject::None)),
                units => self.may_commit(state, units),
            },
            (Frame::Muster, Action::Activate(unit)) => self.may_activate(state, unit),
            (Frame::Muster, Action::Ready) | (Frame::DayEnd, Action::FightOn | Action::Stop) => Ok(()),
            (Frame::Reorganize(placer), Action::Pick(unit)) => self.may_take_up(state, placer, unit),
            (Frame::Place { unit, .. }, Action::Place(hex)) => self.may_place(state, unit, hex),
            (Frame::Move, Action::Pick(unit)) => self.may_pick(state, unit, &self.obstacles(state)),
            (Frame::Move, Action::End) => self.may_end_movement(state).and_then(|()| self.may_leave_guard(state)),
            (Frame::Move, Action::Yield) if self.may_leave_guard(state).is_err() => self.may_leave_guard(state),
            (Frame::Move, Action::Yield) => match self.may_end_movement(state) {
                Ok(()) => Err(self.out_of_place(state, action)),
                Err(_) => Ok(()),
            },
            (Frame::Hand { unit, spent, entered, ward }, Action::Go(to)) => {
                March::of(self, state, unit, spent, entered, ward).go(to)
            }
            (Frame::Hand { unit, spent, entered, ward }, Action::Step(to)) => {
                March::of(self, state, unit, spent, entered, ward).step(to).map(|_| ())
            }
            (Frame::Hand { unit, spent, entered, ward }, Action::Halt) => {
                self.may_halt(state, unit, &March::of(self, state, unit, spent, entered, ward))
            }
            (Frame::Overfull, Action::Destroy(unit)) => {
                if self.overfull(state).has(unit) {
                    return Ok(());
                }
                Err(Violation::new("4.4", "is not in an over-full hex", crate::movement::subject(unit)))
            }
            (Frame::Fresh(side), Action::Fresh(unit)) => self.may_use_fresh(state, side, unit),
            (Frame::Fresh(_), Action::Ready) => Ok(()),
            (Frame::Combat, Action::End) => Duties::of(self, state).discharged(),
            (Frame::Combat | Frame::Declare, Action::Target(hex)) => {
                self.may_target(state, hex, &Duties::of(self, state)).map(|_| ())
            }
            (Frame::Declare, Action::Join(unit)) => self.may_join(state, unit, &Duties::of(self, state)).map(|_| ()),
            (Frame::Declare, Action::Shift(division)) => self.may_shift(state, division),
            (Frame::Declare, Action::Lower) => self.may_lower(state),
            (Frame::Declare, Action::Roll) => self.may_roll(state, &Duties::of(self, state)),
            (Frame::Losses, Action::Lose(unit)) => self.may_lose(state, unit),
            (Frame::Retreat(side), Action::Retreat(unit, to)) => {
                if !state.attack.pending.has(unit) {
                    return Err(Violation::new("6.4", "does not have to retreat", crate::movement::subject(unit)));
                }
                self.may_retreat(state, side, unit, to)
            }
            (Frame::Retreat(side), Action::Perish(unit)) => self.may_perish(state, unit, side),
            (Frame::Displace { hex, side }, Action::Retreat(unit, to)) => {
                if state.hex(unit) != Some(hex) || state.attack.chain.has(unit) {
                    let pushed = self.units_in(state, hex).and(self.units_of(side)).less(state.attack.chain).less(self.garrisons);
                    let what = pushed.first().filter(|_| pushed.len() == 1).map_or(Subject::Hex(hex), crate::movement::subject);
                    return Err(Violation::new("6.5", "a unit is pushed out of the hex first", what));
                }
                self.may_retreat(state, side, unit, to)
            }
            (Frame::Advance(side), Action::Advance(unit, to)) => self.may_advance(state, side, unit, to),
            (Frame::Advance(_) | Frame::StepBack, Action::Hold) => Ok(()),
            (Frame::StepBack, Action::StepBack(unit, to)) => self.may_step_back(state, unit, to),
            _ => Err(self.out_of_place(state, action)),
        }
    }

    fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Pick(unit) => {
                if let Frame::Reorganize(placer) = state.frame {
                    state.frame = Frame::Place { unit, placer };
                } else {
                    self.name_second_division(state, unit);
                    state.frame = Frame::Hand { unit, spent: 0, entered: false, ward: self.ward(state, unit) };
                }
            }
            Action::Place(hex) => {
                if let Frame::Place { unit, placer } = state.frame {
                    self.place(state, unit, hex, placer, umpire);
                }
            }
            Action::Activate(unit) => self.activate_by_choice(state, unit, umpire),
            Action::Commit(unit) => self.commit(state, UnitSet::one(unit), umpire),
            Action::CommitAll => self.commit(state, self.committable(state), umpire),
            Action::FightOn => self.fight_on(state, umpire),
            Action::Stop => self.end_game(state, umpire),
            Action::Step(to) => self.march(state, to, true, umpire),
            Action::Go(to) => self.march(state, to, false, umpire),
            Action::Halt => {
                if let Frame::Hand { unit, .. } = state.frame {
                    self.halt(state, unit);
                }
            }
            Action::End => self.next_step(state, umpire),
            Action::Yield => state.frame = Frame::Overfull,
            Action::Destroy(unit) => self.destroy(state, unit, "4.4", "too many units in the hex", umpire),
            Action::Fresh(unit) => self.use_fresh(state, unit, umpire),
            Action::Ready if state.frame == Frame::Muster => self.end_muster(state, umpire),
            Action::Ready => {
                if let Frame::Fresh(side) = state.frame {
                    self.ready(state, side);
                }
            }
            Action::Target(hex) => self.target(state, hex),
            Action::Join(unit) => self.join(state, unit),
            Action::Shift(division) => state.attack.shifts |= 1 << division,
            Action::Lower => state.attack.lowered += 1,
            Action::Roll => self.roll(state, umpire),
            Action::Lose(unit) => self.lose(state, unit, umpire),
            Action::Retreat(unit, to) => self.retreat(state, unit, to, umpire),
            Action::Perish(unit) => self.perish(state, unit, umpire),
            Action::Advance(unit, to) => self.advance(state, unit, to, umpire),
            Action::StepBack(unit, to) => self.step_back(state, unit, to, umpire),
            Action::Hold => match (self.offered(state), state.frame) {
                // [11.3] One offer for each unit lost.
                (Some(army), _) => state.offers[army as usize] -= 1,
                (None, Frame::Advance(_)) => self.after_advance(state),
                _ => self.end_attack(state),
            },
        }
        self.settle(state, umpire);
    }
}

impl Words for Battle {
    fn unit_name(&self, unit: UnitId) -> String {
        self.tag(unit.0.try_into().unwrap_or(Unit::MAX)).to_owned()
    }

    fn hex_name(&self, hex: HexId) -> String {
        self.grid().number(hex)
    }

    /// Movement points are told in halves where there are halves.
    fn amount(&self, case: Case, parts: i16) -> String {
        match (case.0, u8::try_from(parts)) {
            ("4.1" | "4.2", Ok(parts)) => self.points_number(parts),
            _ => parts.to_string(),
        }
    }

    fn write_action(&self, action: Action) -> String {
        self.action_words(action)
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        self.read_words(text)
    }

    fn write_short(&self, action: Action) -> String {
        self.action_short(action)
    }

    fn read_short(&self, text: &str) -> Result<Action, String> {
        self.read_shorthand(text)
    }

    fn command(&self, state: &State, _seat: Seat, text: &str) -> Result<Vec<Action>, String> {
        self.read_command(state, text)
    }

    fn write_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn read_position(&self, text: &str) -> Result<State, DataError> {
        self.read_position_text(text)
    }

    fn digest(&self, state: &State) -> u64 {
        state.digest()
    }

    fn blame(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        self.blame_march(state, actions, at)
    }
}

impl Views for Battle {
    fn map(&self) -> MapView {
        MapView::of(&self.scenario.sheet)
    }

    fn anchor(&self, _state: &State, action: Action) -> Anchor {
        let unit = |u: Unit| Anchor::Unit(UnitId(u.into()));
        match action {
            Action::Pick(u) | Action::Destroy(u) | Action::Fresh(u) | Action::Join(u) | Action::Lose(u) | Action::Perish(u) => {
                unit(u)
            }
            Action::Activate(u) | Action::Commit(u) => unit(u),
            Action::Step(hex) | Action::Go(hex) | Action::Target(hex) | Action::Place(hex) => Anchor::Hex(hex),
            Action::Retreat(_, hex) | Action::Advance(_, hex) | Action::StepBack(_, hex) => Anchor::Hex(hex),
            Action::Halt => Anchor::Button("halt"),
            Action::End => Anchor::Button("end phase"),
            Action::Yield => Anchor::Button("yield"),
            Action::Ready => Anchor::Button("ready"),
            Action::Shift(_) => Anchor::Button("shift"),
            Action::Lower => Anchor::Button("lower"),
            Action::Roll => Anchor::Button("roll"),
            Action::Hold => Anchor::Button("hold"),
            Action::CommitAll => Anchor::Button("commit the Old Guard"),
            Action::FightOn => Anchor::Button("fight on"),
            Action::Stop => Anchor::Button("end the game"),
        }
    }

    fn board(&self, state: &State, _seat: Option<Seat>) -> Board {
        self.draw_board(state)
    }

    fn line(&self, event: &Event, _seat: Option<Seat>) -> Option<Line> {
        Some(self.log_line(event))
    }

    fn forecast(&self, state: &State, _seat: Option<Seat>) -> Option<Forecast> {
        self.forecast_attack(state)
    }

    fn captions(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        self.captions_of(state, actions)
    }

    fn overlays(&self) -> Vec<OverlayInfo> {
        self.overlay_list()
    }

    fn overlay(&self, state: &State, id: &str, at: Option<&str>, seat: Option<Seat>) -> Result<Vec<OverlayHex>, String> {
        self.overlay_hexes(state, id, at, seat.and_then(|seat| Side::BOTH.get(usize::from(seat.0)).copied()))
    }
}

impl Secrets for Battle {
    /// Nothing is hidden in these games (R54), so there is nothing to draw anew.
    fn resample(&self, state: &State, _seat: Option<Seat>, _dice: &mut dyn Dice) -> State {
        *state
    }
}

impl Laboratory for Battle {
    fn formation(&self, tag: &str) -> Option<String> {
        self.pieces().iter().find(|p| p.tag == tag).map(|p| p.formation.clone())
    }

    fn levels(&self) -> Vec<String> {
        self.levels_of_victory()
    }

    fn standing(&self, state: &State) -> Vec<i32> {
        self.outcome(state).points
    }

    fn stray(&self, state: &State, dice: &mut dyn Dice) -> Action {
        self.stray_action(state, dice)
    }
}

impl Battle {
    /// Refuses what names no unit or hex of this game: a client may send any number.
    fn nameable(&self, action: Action) -> Result<(), Violation> {
        let (unit, hex) = match action {
            Action::Pick(u) | Action::Destroy(u) | Action::Fresh(u) | Action::Join(u) | Action::Lose(u) | Action::Perish(u) => {
                (Some(u), None)
            }
            Action::Activate(u) | Action::Commit(u) => (Some(u), None),
            Action::Step(h) | Action::Go(h) | Action::Target(h) | Action::Place(h) => (None, Some(h)),
            Action::Retreat(u, h) | Action::Advance(u, h) | Action::StepBack(u, h) => (Some(u), Some(h)),
            _ => (None, None),
        };
        if unit.is_some_and(|u| usize::from(u) >= self.pieces().len()) {
            return Err(Violation::new("2.4", "there is no such unit", Subject::None));
        }
        if hex.is_some_and(|h| !self.grid().holds(h)) {
            return Err(Violation::new("2.1", "there is no such hex", Subject::None));
        }
        Ok(())
    }

    /// Some action of any kind, for tests: mostly about units and hexes that exist.
    fn stray_action(&self, state: &State, dice: &mut dyn Dice) -> Action {
        let mut below = |n: usize| -> usize {
            let roll = |dice: &mut dyn Dice| usize::from(dice.roll(250, Case("2.3"))) - 1;
            (roll(dice) * 250 + roll(dice)) % n.max(1)
        };
        let hexes: Vec<HexId> = self.grid().hexes().collect();
        let units = self.pieces().len();
        // Half of the hexes are near some unit, where the rules are busy.
        let mut hex = if below(2) == 0 { state.hexes[below(units)] } else { hexes[below(hexes.len())] };
        if hex == NOWHERE {
            hex = hexes[below(hexes.len())];
        }
        if below(2) == 0 {
            let near: Vec<HexId> = self.grid().around(hex).collect();
            hex = near[below(near.len())];
        }
        let unit = below(units) as Unit;
        let owner = if below(2) == 0 { Side::French } else { Side::Allied };
        match below(if self.title() == Title::Dresden { 30 } else { 24 }) {
            0 | 1 => Action::Pick(unit),
            2 => Action::Step(hex),
            3 | 4 => Action::Go(hex),
            5 => Action::Halt,
            6 => Action::End,
            7 => Action::Yield,
            8 => Action::Destroy(unit),
            9 => Action::Fresh(unit),
            10 => Action::Ready,
            11 | 12 => Action::Target(hex),
            13 | 14 => Action::Join(unit),
            15 => Action::Shift(below(self.divisions().len()) as u8),
            16 => Action::Lower,
            17 => Action::Roll,
            18 => Action::Lose(unit),
            19 => Action::Retreat(self.present(state, owner).first().unwrap_or(unit), hex),
            20 => Action::Perish(unit),
            21 => Action::Advance(unit, hex),
            22 => Action::StepBack(unit, hex),
            24 => Action::Activate(unit),
            25 => Action::Commit(unit),
            26 => Action::CommitAll,
            27 => Action::Place(hex),
            28 => Action::FightOn,
            29 => Action::Stop,
            _ => Action::Hold,
        }
    }
}
