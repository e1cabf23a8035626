//! What is seen: everything, by everybody.

use crate::ProvingGround;
use crate::army::{Arm, PIECES};
use crate::game::TURNS;
use crate::state::{Frame, Side, State};
use grognard_engine::board::{HexsideMark, PhaseView, Track};
use grognard_engine::piece::{Stance, StateKind, StateView, StepsView, Tone};
use grognard_engine::{Board, Counter, Seat, UnitId};

impl ProvingGround {
    pub(crate) fn draw_board(&self, state: &State, seat: Option<Seat>) -> Board {
        let grid = self.field().ground.grid();
        let over = state.frame == Frame::Over;
        // Leaders lie below those whom they lead, so that these can be seen.
        let order =
            |command: bool| (0..PIECES as u16).filter(move |&unit| (self.field().army.kind(unit).arm == Arm::Command) == command);
        let mut counters: Vec<Counter> = order(false).chain(order(true)).filter_map(|unit| self.counter(state, unit)).collect();
        // What is in hand lies on top.
        if let Frame::Hand { unit, .. } = state.frame
            && let Some(at) = counters.iter().position(|counter| counter.tag == self.field().army.tag(unit))
        {
            let held = counters.remove(at);
            counters.insert(0, held);
        }
        let hexside_marks = self.field().barricades.iter().map(|&(from, to, side)| HexsideMark {
            from: grid.number(from),
            to: grid.number(to),
            kind: "barricade".to_owned(),
            side: Some(side.name().to_owned()),
        });
        let points = self.in_town(state);
        Board {
            turn: format!("Turn {} of {TURNS}, 8 February 1807", state.turn),
            turn_number: state.turn.into(),
            turns: TURNS.into(),
            clock: "8 February 1807".to_owned(),
            conditions: vec!["snow".to_owned()],
            phases: Side::BOTH
                .iter()
                .map(|side| {
                    let current = *side == state.side && !over;
                    PhaseView::new(format!("{} turn", side.name()), Some(side.name()), current)
                })
                .collect(),
            phase: if over { "The game is over".to_owned() } else { format!("{} turn", state.side.name()) },
            prompt: self.prompt(state, seat),
            counters,
            hexside_marks: hexside_marks.collect(),
            tracks: Side::BOTH
                .iter()
                .map(|&side| Track::new(format!("{} in the town", side.name()), points[side as usize], "own"))
                .collect(),
            ..Board::default()
        }
    }

    fn prompt(&self, state: &State, _seat: Option<Seat>) -> String {
        match state.frame {
            Frame::Over => String::new(),
            Frame::Idle => format!("{}: take a piece ({} more), or end the turn.", state.side.name(), state.orders),
            Frame::Hand { unit, left } => {
                let (tag, points) = (self.field().army.tag(unit), Self::points(left));
                format!("{}: move, turn or draw up {tag} ({points} points left), or put it down.", state.side.name())
            }
        }
    }

    fn counter(&self, state: &State, unit: u16) -> Option<Counter> {
        let (army, grid) = (&self.field().army, self.field().ground.grid());
        let (standing, piece) = (state.piece(unit), army.roster.get(UnitId(unit))?);
        let in_hand = matches!(state.frame, Frame::Hand { unit: held, .. } if held == unit);
        let activity =
            |word: &str| StateView { kind: StateKind::Activity, word: word.to_owned(), amount: None, tone: Tone::Plain };
        let mut states = army.states[usize::from(unit)].clone();
        let mut badges = Vec::new();
        if state.acted.has(unit) {
            states.push(activity("moved"));
            badges.push("moved".to_owned());
        }
        if in_hand {
            states.push(activity("in hand"));
            badges.push("in hand".to_owned());
        }
        let plain = army.kind(unit).arm == Arm::Command;
        let stance = Stance {
            second: standing.second(grid).map(|hex| grid.number(hex)),
            facing: (!standing.formation.all_round()).then(|| self.facing_view(standing.vertex)),
            formation: (!plain).then(|| Self::formation_view(standing.formation)),
            steps: (piece.steps > 0).then_some(StepsView { left: standing.left, full: piece.steps }),
            states,
        };
        let mut counter = Counter {
            hex: standing.on_map().then(|| grid.number(standing.hex)),
            off_map: (!standing.on_map()).then(|| "aside".to_owned()),
            stance: (stance != Stance::default()).then_some(stance),
            ..piece.counter()
        };
        // The stance tells it too; badges are for those who do not look at stances.
        counter.alt = counter.sentence();
        counter.badges = badges;
        Some(counter)
    }
}
