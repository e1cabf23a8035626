//! What is listed, checked and done; how it ends.

use crate::action::{Action, Event};
use crate::army::{Arm, PIECES};
use crate::prices;
use crate::reach::POSES;
use crate::state::{Formation, Frame, Side, Standing, State, Units};
use crate::{ID, ProvingGround, REVISION};
use grognard_engine::game::Forecast;
use grognard_engine::preview::{Caption, OverlayHex, OverlayInfo};
use grognard_engine::ratio::Ratio;
use grognard_engine::{
    Anchor, Board, Case, DataError, Decision, Dice, HexId, Identity, Laboratory, Line, MapView, Outcome, Rules, Seat, Secrets,
    Subject, Umpire, UnitId, Views, Violation, Words,
};

/// After so many turns of both sides the game ends.
pub const TURNS: u8 = 4;
/// So many pieces may be taken in one turn of a side.
pub const ORDERS: u8 = 16;

/// What is forbidden here is forbidden by the proving ground itself, not by a case of a book.
const OWN: Case = Case("own");

const fn no(why: &'static str, what: Subject) -> Violation {
    Violation { case: OWN, why, what }
}

impl ProvingGround {
    fn on_map(&self, state: &State, unit: u16) -> Option<Standing> {
        state.pieces.get(usize::from(unit)).copied().filter(Standing::on_map)
    }

    pub(crate) fn may_take(&self, state: &State, unit: u16) -> Result<(), Violation> {
        let what = Subject::Unit(UnitId(unit));
        if self.on_map(state, unit).is_none() {
            return Err(no("the piece is not on the map", what));
        }
        let kind = self.field().army.kind(unit);
        if kind.side != state.side {
            return Err(no("the piece is the enemy's", what));
        }
        if kind.movement == 0 {
            return Err(no("the piece stays where it is", what));
        }
        if state.acted.has(unit) {
            return Err(no("the piece was taken in this turn already", what));
        }
        Ok(())
    }

    /// How far a vertex lies from the one that is looked at.
    fn vertices(from: u8, to: u8) -> u16 {
        let apart = from.abs_diff(to);
        u16::from(apart.min(POSES - apart))
    }

    fn pays(left: u16, price: u16) -> Result<(), Violation> {
        if price > left {
            return Err(no("it has not enough movement points left", Subject::Short { has: left as i16, needs: price as i16 }));
        }
        Ok(())
    }

    /// Whether a piece can stand so: its second hex is on the map, without an enemy, and not full.
    fn may_stand(&self, state: &State, unit: u16, so: Standing) -> Result<(), Violation> {
        if so.formation.second_to_the_right().is_none() {
            return Ok(());
        }
        let Some(second) = so.second(self.field().ground.grid()) else {
            return Err(no("there is no second hex beside it", Subject::Hex(so.hex)));
        };
        let occupied = self.occupied(state, self.field().army.kind(unit).side, Some(unit));
        if occupied.enemies.has(second) {
            return Err(no("an enemy stands in the second hex", Subject::Hex(second)));
        }
        if occupied.full.has(second) {
            return Err(no("the second hex is full", Subject::Hex(second)));
        }
        Ok(())
    }

    fn may_face(&self, state: &State, vertex: u8) -> Result<(), Violation> {
        let Frame::Hand { unit, left } = state.frame else { return Err(no("no piece is in hand", Subject::None)) };
        let standing = *state.piece(unit);
        let what = Subject::Unit(UnitId(unit));
        if standing.formation.all_round() {
            return Err(no("the piece looks all round", what));
        }
        if vertex >= POSES {
            return Err(no("there are six vertices", what));
        }
        if vertex == standing.vertex {
            return Err(no("the piece looks there already", what));
        }
        Self::pays(left, prices::turn(standing.formation, Self::vertices(standing.vertex, vertex)))?;
        self.may_stand(state, unit, Standing { vertex, ..standing })
    }

    fn may_form(&self, state: &State, formation: Formation) -> Result<(), Violation> {
        let Frame::Hand { unit, left } = state.frame else { return Err(no("no piece is in hand", Subject::None)) };
        let standing = *state.piece(unit);
        let (kind, what) = (self.field().army.kind(unit), Subject::Unit(UnitId(unit)));
        if formation == standing.formation {
            return Err(no("the piece stands so already", what));
        }
        if !kind.arm.formations().contains(&formation) {
            return Err(no("the piece does not know this formation", what));
        }
        if formation == Formation::RoadColumn && !self.field().ground.on_road(standing.hex) {
            return Err(no("no road passes here", Subject::Hex(standing.hex)));
        }
        Self::pays(left, prices::reform(standing.formation, formation))?;
        self.may_stand(state, unit, Standing { formation, ..standing })
    }

    fn may_go(&self, state: &State, to: HexId) -> Result<(), Violation> {
        let Frame::Hand { .. } = state.frame else { return Err(no("no piece is in hand", Subject::None)) };
        match self.way(state, to) {
            Some(_) => Ok(()),
            None => Err(no("the piece does not get there", Subject::Hex(to))),
        }
    }

    fn set(&self, state: &mut State, unit: u16, so: Standing, price: u16) {
        state.pieces[usize::from(unit)] = so;
        if let Frame::Hand { left, .. } = &mut state.frame {
            *left = left.saturating_sub(price);
        }
    }

    fn put_down(&self, state: &mut State, unit: u16, umpire: &mut Umpire<'_, Event>) {
        state.acted.insert(unit);
        state.orders = state.orders.saturating_sub(1);
        state.frame = Frame::Idle;
        let can = (0..PIECES as u16).any(|unit| self.may_take(state, unit).is_ok());
        if state.orders == 0 || !can {
            self.end_turn(state, umpire);
        }
    }

    fn end_turn(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        // A side without a piece that moves is passed over.
        for _ in 0..2 * usize::from(TURNS) {
            if state.side == Side::Allied {
                state.turn += 1;
            }
            state.side = state.side.other();
            state.acted = Units::EMPTY;
            state.orders = ORDERS;
            state.frame = Frame::Idle;
            if state.turn > TURNS {
                state.turn = TURNS;
                state.side = Side::Allied;
                state.frame = Frame::Over;
                let verdict = self.outcome(state).verdict;
                umpire.tell(|| Event::Over { verdict });
                return;
            }
            if (0..PIECES as u16).any(|unit| self.may_take(state, unit).is_ok()) {
                umpire.tell(|| Event::Turn { turn: state.turn, side: state.side.name() });
                return;
            }
        }
    }

    /// Pieces that fight, by side, in the town.
    pub(crate) fn in_town(&self, state: &State) -> [i32; 2] {
        let mut points = [0; 2];
        for (unit, standing) in (0u16..).zip(&state.pieces) {
            let kind = self.field().army.kind(unit);
            if kind.arm != Arm::Command && self.field().ground.town().contains(&standing.hex) {
                points[kind.side as usize] += 1;
            }
        }
        points
    }

    fn outcome(&self, state: &State) -> Outcome {
        let points = self.in_town(state);
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some(Side::French),
            std::cmp::Ordering::Less => Some(Side::Allied),
            std::cmp::Ordering::Equal => None,
        };
        let verdict = match winner {
            Some(side) => format!("{} holds the town, {} to {}", side.name(), points[0].max(points[1]), points[0].min(points[1])),
            None => format!("the town is nobody's, {} to {}", points[0], points[1]),
        };
        Outcome { winner: winner.map(|side| Seat(side as u8)), verdict, points: points.to_vec() }
    }
}

impl Rules for ProvingGround {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn identity(&self) -> Identity {
        Identity {
            rulebook: ID,
            revision: REVISION,
            since: REVISION,
            game: ID.to_owned(),
            title: "Proving ground".to_owned(),
            options: Vec::new(),
        }
    }

    fn seats(&self) -> &'static [&'static str] {
        Side::NAMES
    }

    fn start(&self, umpire: &mut Umpire<'_, Event>) -> State {
        umpire.tell(|| Event::Turn { turn: 1, side: Side::French.name() });
        self.opening()
    }

    fn decision(&self, state: &State) -> Decision {
        match state.frame {
            Frame::Over => Decision::Over(self.outcome(state)),
            Frame::Idle | Frame::Hand { .. } => Decision::Choose { seat: Seat(state.side as u8), case: OWN },
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        match state.frame {
            Frame::Over => {}
            Frame::Idle => {
                out.extend((0..PIECES as u16).filter(|&unit| self.may_take(state, unit).is_ok()).map(Action::Take));
                out.push(Action::End);
            }
            Frame::Hand { .. } => {
                self.destinations(state, |hex| out.push(Action::Go(hex)));
                out.extend((0..POSES).filter(|&vertex| self.may_face(state, vertex).is_ok()).map(Action::Face));
                out.extend(Formation::ALL.into_iter().filter(|&so| self.may_form(state, so).is_ok()).map(Action::Form));
                out.push(Action::Done);
            }
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Violation> {
        match (state.frame, action) {
            (Frame::Over, _) => Err(no("the game is over", Subject::None)),
            (Frame::Idle, Action::Take(unit)) => self.may_take(state, unit),
            (Frame::Idle, Action::End) => Ok(()),
            (Frame::Idle, _) => Err(no("no piece is in hand; take one first", Subject::None)),
            (Frame::Hand { .. }, Action::Go(hex)) => self.may_go(state, hex),
            (Frame::Hand { .. }, Action::Face(vertex)) => self.may_face(state, vertex),
            (Frame::Hand { .. }, Action::Form(formation)) => self.may_form(state, formation),
            (Frame::Hand { .. }, Action::Done) => Ok(()),
            (Frame::Hand { unit, .. }, Action::Take(_) | Action::End) => {
                Err(no("a piece is in hand; put it down first", Subject::Unit(UnitId(unit))))
            }
        }
    }

    fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        let grid = self.field().ground.grid();
        match (state.frame, action) {
            (Frame::Idle, Action::Take(unit)) => {
                state.frame = Frame::Hand { unit, left: prices::allowance(self.field().army.kind(unit)) };
            }
            (Frame::Idle, Action::End) => self.end_turn(state, umpire),
            (Frame::Hand { unit, .. }, Action::Done) => self.put_down(state, unit, umpire),
            (Frame::Hand { unit, .. }, Action::Go(hex)) => {
                if let Some((vertex, spent, path)) = self.way(state, hex) {
                    let so = Standing { hex, vertex, ..*state.piece(unit) };
                    self.set(state, unit, so, spent);
                    umpire.tell(|| Event::Moved {
                        unit: self.field().army.tag(unit).to_owned(),
                        side: state.side.name(),
                        path: path.iter().map(|&hex| grid.number(hex)).collect(),
                        facing: self.facing_words(&so),
                    });
                }
            }
            (Frame::Hand { unit, .. }, Action::Face(vertex)) => {
                let before = *state.piece(unit);
                let so = Standing { vertex, ..before };
                self.set(state, unit, so, prices::turn(before.formation, Self::vertices(before.vertex, vertex)));
                umpire.tell(|| Event::Turned {
                    unit: self.field().army.tag(unit).to_owned(),
                    hex: grid.number(so.hex),
                    facing: self.facing_words(&so),
                });
            }
            (Frame::Hand { unit, .. }, Action::Form(formation)) => {
                let before = *state.piece(unit);
                let so = Standing { formation, ..before };
                self.set(state, unit, so, prices::reform(before.formation, formation));
                umpire.tell(|| Event::Formed {
                    unit: self.field().army.tag(unit).to_owned(),
                    hex: grid.number(so.hex),
                    formation: formation.word(),
                });
            }
            // What was not checked is not done.
            _ => {}
        }
    }
}

impl Words for ProvingGround {
    fn unit_name(&self, unit: UnitId) -> String {
        self.field().army.tag(unit.0).to_owned()
    }

    fn hex_name(&self, hex: HexId) -> String {
        self.field().ground.grid().number(hex)
    }

    fn write_action(&self, action: Action) -> String {
        self.action_words(action)
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        self.read_words(text)
    }

    fn write_short(&self, action: Action) -> String {
        self.action_words(action).replace(' ', ":")
    }

    fn read_short(&self, text: &str) -> Result<Action, String> {
        self.read_words(&text.replacen(':', " ", 1))
    }

    fn command(&self, _state: &State, _seat: Seat, text: &str) -> Result<Vec<Action>, String> {
        self.read_command(text)
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

    fn amount(&self, _case: Case, parts: i16) -> String {
        Ratio::new(parts, prices::POINT as i16).to_string()
    }
}

impl Views for ProvingGround {
    fn map(&self) -> MapView {
        self.field().ground.view().clone()
    }

    fn anchor(&self, state: &State, action: Action) -> Anchor {
        match (action, state.frame) {
            (Action::Take(unit), _) => Anchor::Unit(UnitId(unit)),
            (Action::Go(hex), _) => Anchor::Hex(hex),
            (Action::Face(_) | Action::Form(_), Frame::Hand { unit, .. }) => Anchor::Unit(UnitId(unit)),
            (Action::Face(_), _) => Anchor::Button("Face"),
            (Action::Form(_), _) => Anchor::Button("Form"),
            (Action::Done, _) => Anchor::Button("Done"),
            (Action::End, _) => Anchor::Button("End the turn"),
        }
    }

    fn board(&self, state: &State, seat: Option<Seat>) -> Board {
        self.draw_board(state, seat)
    }

    fn line(&self, event: &Event, _seat: Option<Seat>) -> Option<Line> {
        Some(self.log_line(event))
    }

    fn forecast(&self, _state: &State, _seat: Option<Seat>) -> Option<Forecast> {
        None
    }

    fn captions(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        self.caption_all(state, actions)
    }

    fn overlays(&self) -> Vec<OverlayInfo> {
        self.overlay_list()
    }

    fn overlay(&self, state: &State, id: &str, at: Option<&str>, _seat: Option<Seat>) -> Result<Vec<OverlayHex>, String> {
        self.lay_over(state, id, at)
    }
}

impl Secrets for ProvingGround {
    fn resample(&self, state: &State, _seat: Option<Seat>, _dice: &mut dyn Dice) -> State {
        // Nothing is hidden.
        state.clone()
    }
}

impl Laboratory for ProvingGround {
    fn stray(&self, state: &State, dice: &mut dyn Dice) -> Action {
        let mut below = |most: u16| u16::from(dice.roll(200, OWN) - 1) % most;
        let near = match state.frame {
            Frame::Hand { unit, .. } => state.piece(unit).hex.0,
            _ => 700,
        };
        match below(7) {
            0 => Action::Take(below(200) * 3 + below(3)),
            1 => Action::Go(HexId(near.wrapping_add(below(9) * 128).wrapping_add(below(9)).wrapping_sub(4 * 128 + 4))),
            2 => Action::Go(HexId(below(200) * 50 + below(50))),
            3 => Action::Face(below(7) as u8),
            4 => Action::Form(Formation::ALL[usize::from(below(Formation::ALL.len() as u16))]),
            5 => Action::Done,
            _ => Action::End,
        }
    }

    fn formation(&self, tag: &str) -> Option<String> {
        let unit = self.field().army.roster.find(tag)?;
        self.field().army.roster.get(unit).map(|piece| piece.body.clone()).filter(|body| !body.is_empty())
    }

    fn standing(&self, state: &State) -> Vec<i32> {
        self.in_town(state).to_vec()
    }
}
