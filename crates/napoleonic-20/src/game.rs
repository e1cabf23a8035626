//! The rulebook as a [`Game`]: one door for listing, checking and carrying out actions, frame by frame.

use crate::declare::Contacts;
use crate::event::Kind;
use crate::movement::Ground;
use crate::scenario::{Setting, Start};
use crate::state::{
    Battle, CADRES, Facing, Frame, GARRISONS, MAX_STACK, NOBODY, NOWHERE, Phase, Side, Signs, State, TurnNotes, Weather,
};
use crate::unitset::{MAX_UNITS, Unit, UnitSet};
use crate::{Action, Campaign, Event, REVISION};
use grognard_engine::deck::Deck;
use grognard_engine::preview::{Caption, Forecast, OverlayHex, OverlayInfo};
use grognard_engine::{
    Anchor, Board, Case, DataError, Decision, Dice, HexId, Identity, Laboratory, Line, MapView, Rules, Seat, Secrets, Subject,
    Umpire, UnitId, Views, Violation, Words,
};

impl Campaign {
    /// [3.0] Every unit in its place, nothing decided.
    #[must_use]
    pub fn opening(&self) -> State {
        let figures = self.figures();
        let mut state = State {
            hexes: [NOWHERE; MAX_UNITS],
            due_turn: [0; MAX_UNITS],
            due: UnitSet::EMPTY,
            boxed: UnitSet::EMPTY,
            routed: UnitSet::EMPTY,
            broken: UnitSet::EMPTY,
            destroyed: UnitSet::EMPTY,
            aside: UnitSet::EMPTY,
            parent: [NOBODY; CADRES],
            hidden: UnitSet::EMPTY,
            signs: Signs::default(),
            razed: 0,
            turn: self.scenario.first_turn(),
            phasing: Side::Allied,
            phase: Phase::Setup,
            frame: Frame::Move,
            morale: [figures.morale_french.unsigned_abs(), figures.morale_allied.unsigned_abs()],
            deck: Deck::default(),
            spent_cards: 0,
            council_next: false,
            cossacks_next: false,
            notes: TurnNotes::default(),
            held: NOBODY,
            weather: if self.options.weather { Weather::Cloudy } else { Weather::Clear },
            improving: true,
            mud: 0,
            horses: 0,
            pontoon: 0,
            active: 1,
            control: 0,
            catastrophe: 0,
            lulls: [0; 2],
            klenau: false,
            moved: UnitSet::EMPTY,
            reacted: UnitSet::EMPTY,
            charged: UnitSet::EMPTY,
            charged_garrisons: 0,
            facing: Facing::default(),
            unpinned: UnitSet::EMPTY,
            fresh: UnitSet::EMPTY,
            committed: UnitSet::EMPTY,
            battles: [0; MAX_UNITS],
            garrison_battles: [0; GARRISONS],
            battle: Battle::NONE,
            stacks: [[NOBODY; MAX_STACK]; 3],
            markers: [0; 3],
            admitted: [0; 3],
        };
        for (i, piece) in self.pieces().iter().enumerate() {
            let unit = i as Unit;
            match piece.start {
                Start::Hex(hex) => state.hexes[i] = hex,
                Start::Due { turn, .. } => {
                    state.due.insert(unit);
                    state.due_turn[i] = turn;
                }
                Start::Klenau | Start::Stack => state.due.insert(unit),
                Start::BoxOr(_) | Start::Supply | Start::Unused => {}
            }
            // [16.1] All units start face down.
            if self.options.fog && !self.dummies.has(unit) && !self.cadres.has(unit) {
                state.hidden.insert(unit);
            }
        }
        state
    }

    /// The case under which the present frame asks for a decision.
    #[must_use]
    pub fn frame_case(&self, state: &State) -> Case {
        Case(match state.frame {
            Frame::Station => "3.2",
            Frame::Stack | Frame::Markers => "17.1.1",
            Frame::Decoys(_) => "16.1",
            Frame::Orders | Frame::Steady | Frame::Delay => "5.0",
            Frame::Move | Frame::Hand { .. } => "6.0",
            Frame::React => "8.0",
            Frame::Combat | Frame::Declare | Frame::Resolve => "9.2",
            Frame::Reserves(_) => "9.5",
            Frame::Losses => "9.6",
            Frame::Retreat(_) | Frame::Flee(_) => "9.8",
            Frame::Toward(_) => "9.8.6",
            Frame::Advance(_) | Frame::Pursue { .. } => "9.9",
            Frame::Remnants(_) => "16.7",
            Frame::Rally | Frame::Place(_) => "10.2",
            Frame::Horses => "5.2",
            Frame::Over => "15.0",
        })
    }

    /// Why an action does not fit the present frame at all.
    fn out_of_place(&self, state: &State, action: Action) -> Violation {
        let night = self.is_night(state);
        let (case, why) = match action {
            Action::Target(_)
            | Action::Join(_)
            | Action::Close
            | Action::Fight(_)
            | Action::Disengage(..)
            | Action::Penetrate(..)
                if night =>
            {
                ("14.0", "at night nobody fights or reacts")
            }
            Action::Pick(_) | Action::Force(_) | Action::End if matches!(state.frame, Frame::Hand { .. }) => {
                ("6.0", "units move one at a time: end this unit's move first")
            }
            Action::Step(_) | Action::Go(_) | Action::Halt if state.frame == Frame::Move => {
                ("6.0", "no unit is in hand: none was taken up, or its move is over")
            }
            Action::Pick(_) | Action::Force(_) | Action::Step(_) | Action::Go(_) | Action::Halt => {
                ("6.1", "units move in their own Movement Phase only")
            }
            Action::Build(..) => ("6.0", "the pontoon bridge is built in the French Movement Phase"),
            Action::Box => ("3.2", "nobody can go into the Meissen Box now"),
            Action::BreakDown(..) | Action::BuildUp(..) | Action::Remnant(..) => ("16.7", "not now"),
            Action::Target(_) | Action::Join(_) | Action::Close | Action::Fight(_) => {
                ("9.2", "no battle is declared or chosen now")
            }
            Action::Lull => ("13.0", "a Lull is taken at the start of one's Combat Phase"),
            Action::Commit | Action::Decline => ("9.5", "nobody decides about reserves now"),
            Action::Disengage(..) | Action::Penetrate(..) => ("8.1", "the enemy reacts after a Movement Phase"),
            Action::Lose(_) => ("9.6", "no loss is owed now"),
            Action::Retreat(_) | Action::Flee(_) => ("9.8", "nobody has to retreat now"),
            Action::Toward(_) => ("9.8.6", "nobody has to retreat now"),
            Action::Advance(..) => ("9.9", "nobody may advance now"),
            Action::Hold => ("9.9", "there is nothing to waive"),
            Action::Name(_) | Action::Delay(_) | Action::Recover(_) => ("5.0", "no card asks for that now"),
            Action::Rally(_) | Action::Pay(_) => ("10.2", "nobody can rally now"),
            Action::Place(_) => ("10.2", "nothing is to be placed now"),
            Action::Horses => ("5.2", "Extra Horses are declared at the end of the French Night Operations Phase"),
            Action::Stack(..) | Action::Mark(_) => ("17.1.1", "stacks and markers are made before the game begins"),
            Action::Ready => ("16.1", "there is nothing to be ready with"),
            Action::End => ("4.3", "there is a decision to be made first"),
        };
        Violation::new(case, why, Subject::None)
    }

    /// Whether a battle can be chosen by this hex.
    fn may_fight(&self, state: &State, hex: HexId) -> Result<u8, Violation> {
        let found = self.declared(state).as_slice().iter().find(|(h, _)| *h == hex).map(|(_, number)| *number);
        found.ok_or_else(|| Violation::new("9.2", "no declared battle goes by this hex", Subject::Hex(hex)))
    }
}

impl Rules for Campaign {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn identity(&self) -> Identity {
        let word = |on: bool| if on { "on" } else { "off" }.to_owned();
        let o = &self.options;
        let switches = [
            ("fog", o.fog),
            ("penetration", o.penetration),
            ("support", o.support),
            ("breakdown", o.breakdown),
            ("weather", o.weather),
            ("light", o.light),
        ];
        Identity {
            rulebook: "napoleonic-20",
            revision: REVISION,
            since: self.since(),
            game: self.scenario.id.clone(),
            title: self.scenario.title.clone(),
            options: switches.map(|(name, on)| (name.to_owned(), word(on))).to_vec(),
        }
    }

    fn seats(&self) -> &'static [&'static str] {
        &["French", "Allied"]
    }

    fn start(&self, umpire: &mut Umpire<'_, Event>) -> State {
        let mut state = self.opening();
        self.next_setup(&mut state, 0, umpire);
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
        match state.frame {
            Frame::Station => {
                out.push(Action::Box);
                out.extend(self.box_keeper().and_then(|u| self.station_hex(u)).map(Action::Place));
            }
            Frame::Stack => self.list_stacks(state, out),
            Frame::Markers => self.list_markers(state, out),
            Frame::Decoys(side) => self.list_decoys(state, side, out),
            Frame::Orders => self.list_names(state, out),
            Frame::Steady => self.list_steady(state, out),
            Frame::Delay => out.extend(self.delayable(state).into_iter().map(Action::Delay)),
            Frame::Move => self.list_movement(state, out),
            Frame::Hand { .. } => self.list_hand(state, out),
            Frame::React => self.list_reactions(state, out),
            Frame::Combat => {
                let contacts = Contacts::of(self, state);
                self.list_targets(state, &contacts, out);
                if self.may_lull(state).is_ok() {
                    out.push(Action::Lull);
                }
                if self.may_end_declaration(state, &contacts).is_ok() {
                    out.push(Action::End);
                }
            }
            Frame::Declare => self.list_declare(state, out),
            Frame::Resolve => out.extend(self.declared(state).as_slice().iter().map(|&(hex, _)| Action::Fight(hex))),
            Frame::Reserves(side) => {
                if self.may_commit(state, side).is_ok() {
                    out.push(Action::Commit);
                }
                out.push(Action::Decline);
            }
            Frame::Losses => self.list_losses(state, out),
            Frame::Retreat(_) => out.extend(state.battle.pending.into_iter().map(Action::Retreat)),
            Frame::Toward(side) => out.extend(self.refuges(state, side).map(Action::Toward)),
            Frame::Flee(_) => self.list_flights(state, out),
            Frame::Advance(side) => self.list_advances(state, side, out),
            Frame::Pursue { unit, .. } => {
                self.list_pursuit(state, unit, out);
                out.push(Action::Hold);
            }
            Frame::Remnants(side) => self.list_remnants(state, side, out),
            Frame::Rally => {
                self.list_rallies(state, out);
                out.push(Action::End);
            }
            Frame::Place(unit) => self.havens(state, unit).for_each(|hex| out.push(Action::Place(hex))),
            Frame::Horses => out.extend([Action::Horses, Action::Decline]),
            Frame::Over => {}
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Violation> {
        self.nameable(action)?;
        let ground = || Ground::of(self, state);
        let contacts = || Contacts::of(self, state);
        match (state.frame, action) {
            (Frame::Station, Action::Box) => Ok(()),
            (Frame::Station, Action::Place(hex)) => {
                if self.box_keeper().and_then(|u| self.station_hex(u)) == Some(hex) {
                    return Ok(());
                }
                Err(Violation::new("3.2", "V Cavalry begins in the box or in 1303", Subject::Hex(hex)))
            }
            (Frame::Stack, Action::Stack(unit, area)) => self.may_stack(state, unit, area),
            (Frame::Stack, Action::Ready) if self.stacks_complete(state) => Ok(()),
            (Frame::Stack, Action::Ready) => {
                Err(Violation::new("17.1.1", "every reinforcement goes into a stack", Subject::None))
            }
            (Frame::Markers, Action::Mark(area)) => self.may_mark(state, area),
            (Frame::Decoys(side), Action::Place(hex)) => self.may_decoy(state, side, hex),
            (Frame::Decoys(_), Action::Ready) => Ok(()),
            (Frame::Orders, Action::Name(hex)) => self.may_name(state, hex).map(|_| ()),
            (Frame::Steady, Action::Recover(unit)) => self.may_recover(state, unit),
            (Frame::Steady | Frame::Rally, Action::Rally(unit)) => self.may_rally(state, unit, false),
            (Frame::Steady | Frame::Rally, Action::Pay(unit)) => self.may_rally(state, unit, true),
            (Frame::Delay, Action::Delay(unit)) => self.may_delay(state, unit),
            (Frame::Move, Action::Pick(unit)) => self.may_pick(state, unit, &ground()),
            (Frame::Move, Action::Force(unit)) => self.may_force(state, unit, &ground()),
            (Frame::Move, Action::Build(unit, to)) => self.may_build(state, unit, to, &ground()),
            (Frame::Move, Action::BreakDown(unit, to)) => self.may_break_down(state, unit, to, &ground()),
            (Frame::Move, Action::BuildUp(unit, to)) => self.may_build_up(state, unit, to, &ground()),
            (Frame::Move, Action::End) => self.may_end_movement(state),
            (Frame::Hand { .. }, Action::Go(to)) => self.marching(state, |march| march.go(to)).unwrap_or(Ok(())),
            (Frame::Hand { .. }, Action::Step(to)) => self.marching(state, |march| march.step(to).map(|_| ())).unwrap_or(Ok(())),
            (Frame::Hand { unit, .. }, Action::Halt) => self.may_halt(state, unit, &ground()),
            (Frame::Hand { unit, .. }, Action::Box) => self.may_box(state, unit),
            (Frame::React | Frame::Combat | Frame::Declare, Action::Target(hex)) => {
                self.may_target(state, hex, &contacts()).map(|_| ())
            }
            (Frame::React, Action::Disengage(unit, to)) => {
                self.may_disengage(state, unit, to, &Ground::for_side(self, state, state.phasing.other()))
            }
            (Frame::React, Action::Penetrate(unit, to)) => {
                self.may_penetrate(state, unit, to, &Ground::for_side(self, state, state.phasing.other()))
            }
            (Frame::React, Action::End) => Ok(()),
            (Frame::Combat, Action::Lull) => self.may_lull(state),
            (Frame::Combat, Action::End) => self.may_end_declaration(state, &contacts()),
            (Frame::Declare, Action::Join(unit)) => self.may_join(state, unit, &contacts()),
            (Frame::Declare, Action::Close) => self.may_close(state, &contacts()),
            (Frame::Resolve, Action::Fight(hex)) => self.may_fight(state, hex).map(|_| ()),
            (Frame::Reserves(side), Action::Commit) => self.may_commit(state, side),
            (Frame::Reserves(_) | Frame::Horses, Action::Decline) => Ok(()),
            (Frame::Losses, Action::Lose(unit)) => self.may_lose(state, unit),
            (Frame::Retreat(_), Action::Retreat(unit)) => self.may_retreat(state, unit),
            (Frame::Toward(side), Action::Toward(hex)) => self.may_go_toward(state, side, hex),
            (Frame::Flee(_), Action::Flee(hex)) => self.may_flee(state, hex),
            (Frame::Advance(side), Action::Advance(unit, to)) => self.may_advance(state, side, unit, to),
            (Frame::Advance(side), Action::Hold) => self.may_hold(state, side),
            (Frame::Pursue { unit: held, .. }, Action::Advance(unit, to)) => self.may_pursue(state, unit, held, to),
            (Frame::Pursue { .. }, Action::Hold) => Ok(()),
            (Frame::Remnants(side), Action::Remnant(unit, cadre)) => self.may_leave_cadre(state, side, unit, cadre),
            (Frame::Remnants(_), Action::Hold) => Ok(()),
            (Frame::Rally, Action::End) => Ok(()),
            (Frame::Place(unit), Action::Place(hex)) => self.may_place(state, unit, hex),
            (Frame::Horses, Action::Horses) => Ok(()),
            _ => Err(self.out_of_place(state, action)),
        }
    }

    fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Pick(unit) => self.take_up(state, unit, false, umpire),
            Action::Force(unit) => self.take_up(state, unit, true, umpire),
            Action::Step(to) => self.march(state, to, true, umpire),
            Action::Go(to) => self.march(state, to, false, umpire),
            Action::Halt => {
                if let Frame::Hand { unit, .. } = state.frame {
                    self.halt(state, unit);
                }
            }
            Action::Box => self.take_box(state, umpire),
            Action::Build(unit, to) => self.build(state, unit, to, umpire),
            Action::BreakDown(unit, to) => self.break_down(state, unit, to, umpire),
            Action::BuildUp(unit, to) => self.build_up(state, unit, to, umpire),
            Action::End => self.end(state, umpire),
            Action::Target(hex) => self.target(state, hex),
            Action::Join(unit) => state.battle.attackers.insert(unit),
            Action::Close if state.phase == Phase::Reaction => self.charge(state, umpire),
            Action::Close => self.close(state),
            Action::Lull => self.take_lull(state, umpire),
            Action::Fight(hex) => {
                if let Ok(number) = self.may_fight(state, hex) {
                    self.fight(state, number, umpire);
                }
            }
            Action::Commit | Action::Decline => match state.frame {
                Frame::Reserves(side) => self.decide_reserves(state, side, action == Action::Commit, umpire),
                _ => self.end_player_turn(state, umpire),
            },
            Action::Disengage(unit, to) => self.slip(state, unit, to, "8.3", umpire),
            Action::Penetrate(unit, to) => self.slip(state, unit, to, "16.2", umpire),
            Action::Lose(unit) => self.lose(state, unit, umpire),
            Action::Retreat(unit) => self.begin_retreat(state, unit, umpire),
            Action::Toward(hex) => {
                state.battle.toward = hex;
                self.go_on_retreating(state, umpire);
            }
            Action::Flee(hex) => self.flee(state, hex, umpire),
            Action::Advance(unit, to) => match state.frame {
                Frame::Pursue { .. } => {
                    self.walk_in(state, unit, to, umpire);
                    state.frame = Frame::Advance(self.side_of(unit));
                }
                _ => self.advance(state, unit, to, umpire),
            },
            Action::Hold => match state.frame {
                Frame::Pursue { unit, .. } => state.frame = Frame::Advance(self.side_of(unit)),
                Frame::Remnants(side) => self.after_remnants(state, side, umpire),
                _ => self.finish_battle(state, umpire),
            },
            Action::Remnant(unit, cadre) => self.leave_cadre(state, unit, cadre, umpire),
            Action::Name(hex) => self.name_unit(state, hex, umpire),
            Action::Delay(unit) => self.delay(state, unit, umpire),
            Action::Recover(unit) => {
                self.recover(state, unit, "5.0", umpire);
                self.after_card(state, umpire);
            }
            Action::Rally(unit) | Action::Pay(unit) => {
                self.rally(state, unit, matches!(action, Action::Pay(_)), umpire);
                if !matches!(state.frame, Frame::Place(_)) {
                    self.after_rally(state, umpire);
                }
            }
            Action::Place(hex) => match state.frame {
                Frame::Place(unit) => self.place(state, unit, hex, umpire),
                Frame::Decoys(side) => self.decoy(state, side, hex, umpire),
                _ => {
                    if let Some(unit) = self.box_keeper() {
                        state.hexes[usize::from(unit)] = hex;
                        self.trace(state, UnitSet::one(unit));
                    }
                    self.next_setup(state, 1, umpire);
                }
            },
            Action::Horses => self.declare_horses(state, umpire),
            Action::Stack(unit, area) => self.stack(state, unit, area, umpire),
            Action::Mark(area) => self.mark(state, area, umpire),
            Action::Ready => match state.frame {
                Frame::Decoys(side) => self.end_decoys(state, side, umpire),
                _ => self.next_setup(state, 2, umpire),
            },
        }
        self.settle(state, umpire);
    }
}

impl Words for Campaign {
    fn unit_name(&self, unit: UnitId) -> String {
        self.tag(unit.0.try_into().unwrap_or(Unit::MAX)).to_owned()
    }

    fn hex_name(&self, hex: HexId) -> String {
        self.grid().number(hex)
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

    fn command(&self, state: &State, seat: Seat, text: &str) -> Result<Vec<Action>, String> {
        self.read_command(state, seat, text)
    }

    fn write_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn read_position(&self, text: &str) -> Result<State, DataError> {
        self.read_position_text(text)
    }

    fn digest(&self, state: &State) -> u64 {
        self.digest_of(state)
    }

    fn blame(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        self.blame_march(state, actions, at)
    }
}

impl Views for Campaign {
    fn map(&self) -> MapView {
        MapView::of(&self.scenario.sheet)
    }

    fn captions(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        self.caption_all(state, actions)
    }

    fn overlays(&self) -> Vec<OverlayInfo> {
        self.overlay_list()
    }

    fn overlay(&self, state: &State, id: &str, at: Option<&str>, seat: Option<Seat>) -> Result<Vec<OverlayHex>, String> {
        self.overlay_hexes(state, id, at, seat)
    }

    fn anchor(&self, _state: &State, action: Action) -> Anchor {
        let unit = |u: Unit| Anchor::Unit(UnitId(u.into()));
        match action {
            Action::Pick(u) | Action::Join(u) | Action::Lose(u) | Action::Retreat(u) | Action::Delay(u) | Action::Recover(u) => {
                unit(u)
            }
            Action::Rally(u) | Action::Pay(u) | Action::Force(u) | Action::Stack(u, _) | Action::Remnant(u, _) => unit(u),
            Action::Step(hex) | Action::Go(hex) | Action::Target(hex) | Action::Fight(hex) | Action::Toward(hex) => {
                Anchor::Hex(hex)
            }
            Action::Flee(hex) | Action::Name(hex) | Action::Place(hex) | Action::Build(_, hex) => Anchor::Hex(hex),
            Action::Disengage(_, hex) | Action::Penetrate(_, hex) | Action::Advance(_, hex) => Anchor::Hex(hex),
            Action::BreakDown(_, hex) | Action::BuildUp(_, hex) => Anchor::Hex(hex),
            Action::Halt => Anchor::Button("halt"),
            Action::Box => Anchor::Button("Meissen Box"),
            Action::End => Anchor::Button("end phase"),
            Action::Close => Anchor::Button("declare the battle"),
            Action::Lull => Anchor::Button("take a Lull"),
            Action::Commit => Anchor::Button("commit reserves"),
            Action::Decline => Anchor::Button("decline"),
            Action::Hold => Anchor::Button("hold"),
            Action::Horses => Anchor::Button("Extra Horses"),
            Action::Mark(0) => Anchor::Button("marker A"),
            Action::Mark(1) => Anchor::Button("marker B"),
            Action::Mark(_) => Anchor::Button("marker C"),
            Action::Ready => Anchor::Button("ready"),
        }
    }

    fn board(&self, state: &State, seat: Option<Seat>) -> Board {
        self.draw_board(state, seat)
    }

    fn line(&self, event: &Event, seat: Option<Seat>) -> Option<Line> {
        self.draw_line(event, seat)
    }

    fn forecast(&self, state: &State, seat: Option<Seat>) -> Option<Forecast> {
        self.forecast_battle(state, seat)
    }
}

impl Secrets for Campaign {
    fn secretive(&self) -> bool {
        self.hides()
    }

    fn told(&self, event: &Event, seat: Option<Seat>) -> Option<Event> {
        event.told(seat)
    }

    fn told_entry(
        &self,
        before: &State,
        after: &State,
        by: Seat,
        action: Action,
        rolls: &[u8],
        seat: Option<Seat>,
    ) -> (String, Vec<u8>) {
        (self.words_for([before, after], by, action, seat), rolls.to_vec())
    }

    fn reveals(&self, event: &Event) -> bool {
        // Counters turned up: nothing that a side did behind its own lines, which is veiled, nor counters turned down.
        event.kind == Kind::Fog && event.veil.is_none() && !event.units.is_empty()
    }

    fn resample(&self, state: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        self.redraw(state, state, seat, dice)
    }

    fn resample_knowing(&self, state: &State, later: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        self.redraw(state, later, seat, dice)
    }
}

impl Laboratory for Campaign {
    fn levels(&self) -> Vec<String> {
        Self::levels_of_victory()
    }

    fn standing(&self, state: &State) -> Vec<i32> {
        state.morale.map(i32::from).to_vec()
    }

    fn stray(&self, state: &State, dice: &mut dyn Dice) -> Action {
        self.stray_action(state, dice)
    }
}

impl Campaign {
    /// [3.2] Where the keeper of the box may begin instead.
    fn station_hex(&self, unit: Unit) -> Option<HexId> {
        match self.piece(unit).start {
            Start::BoxOr(hex) => Some(hex),
            _ => None,
        }
    }

    /// [3.2] Into the box: at the set-up, or by the unit in hand.
    fn take_box(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        match (state.frame, self.box_keeper()) {
            (Frame::Hand { unit, .. }, _) => self.enter_box(state, unit, umpire),
            (_, Some(unit)) => {
                state.boxed.insert(unit);
                state.face_up(unit);
                self.next_setup(state, 1, umpire);
            }
            _ => {}
        }
    }

    /// Refuses what names no unit or hex of this game: a client may send any number.
    fn nameable(&self, action: Action) -> Result<(), Violation> {
        let (unit, other, hex) = match action {
            Action::Pick(u) | Action::Force(u) | Action::Join(u) | Action::Lose(u) | Action::Retreat(u) | Action::Delay(u) => {
                (Some(u), None, None)
            }
            Action::Recover(u) | Action::Rally(u) | Action::Pay(u) | Action::Stack(u, _) => (Some(u), None, None),
            Action::Step(h) | Action::Go(h) | Action::Target(h) | Action::Fight(h) | Action::Toward(h) => (None, None, Some(h)),
            Action::Flee(h) | Action::Name(h) | Action::Place(h) => (None, None, Some(h)),
            Action::Build(u, h) | Action::BreakDown(u, h) | Action::BuildUp(u, h) => (Some(u), None, Some(h)),
            Action::Disengage(u, h) | Action::Penetrate(u, h) | Action::Advance(u, h) => (Some(u), None, Some(h)),
            Action::Remnant(u, c) => (Some(u), Some(c), None),
            _ => (None, None, None),
        };
        if [unit, other].into_iter().flatten().any(|u| usize::from(u) >= self.pieces().len()) {
            return Err(Violation::new("2.0", "there is no such unit", Subject::None));
        }
        if hex.is_some_and(|h| !self.grid().holds(h)) {
            return Err(Violation::new("2.0", "there is no such hex", Subject::None));
        }
        Ok(())
    }

    /// Some action of any kind, for tests: mostly about units and hexes that exist.
    fn stray_action(&self, state: &State, dice: &mut dyn Dice) -> Action {
        let mut below = |n: usize| -> usize {
            let roll = |dice: &mut dyn Dice| usize::from(dice.roll(250, Case("2.0"))) - 1;
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
        match below(if self.setting() == Setting::Maneuver { 37 } else { 35 }) {
            0 => Action::Pick(unit),
            1 => Action::Force(unit),
            2 => Action::Step(hex),
            3 => Action::Go(hex),
            4 => Action::Halt,
            5 => Action::Box,
            6 => Action::Build(unit, hex),
            7 => Action::BreakDown(unit, hex),
            8 => Action::BuildUp(unit, hex),
            9 => Action::End,
            10 => Action::Target(hex),
            11 => Action::Join(unit),
            12 => Action::Close,
            13 => Action::Lull,
            14 => Action::Fight(hex),
            15 => Action::Commit,
            16 => Action::Decline,
            17 => Action::Disengage(unit, hex),
            18 => Action::Penetrate(unit, hex),
            19 => Action::Lose(unit),
            20 => Action::Retreat(unit),
            21 => Action::Toward(hex),
            22 => Action::Flee(hex),
            23 => Action::Advance(unit, hex),
            24 => Action::Hold,
            25 => Action::Remnant(unit, below(units) as Unit),
            26 => Action::Name(hex),
            27 => Action::Delay(unit),
            28 => Action::Recover(unit),
            29 => Action::Rally(unit),
            30 => Action::Pay(unit),
            31 => Action::Place(hex),
            32 => Action::Horses,
            33 => Action::Ready,
            35 => Action::Stack(unit, below(4) as u8),
            _ => Action::Mark(below(4) as u8),
        }
    }
}
