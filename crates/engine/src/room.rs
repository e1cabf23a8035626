//! A pending decision as a room: whose it is, what can be done in it, whether an action is legal, what it does, and when there is nothing to choose.
//!
//! A rulebook has an enum of frames, which its state holds, and a small type for each frame, which implements [`Room`] beside the rules that it asks.
//! [`rooms!`](crate::rooms!) is the table that leads from one to the other; the frame then is a room itself. Whoever looks for a decision finds its owner, list,
//! check and deed under one `impl`.

use crate::case::{Case, Violation};
use crate::game::{Rules, Seat, Umpire};

/// One pending decision of a game.
pub trait Room<G: Rules>: Copy {
    /// Whose decision it is, and the case that grants or demands it.
    fn asks(self, game: &G, state: &G::State) -> (Seat, Case);
    /// Adds every legal action.
    fn list(self, game: &G, state: &G::State, out: &mut Vec<G::Action>);
    /// Whether an action is legal.
    ///
    /// # Errors
    /// The case that forbids it.
    fn check(self, game: &G, state: &G::State, action: G::Action) -> Result<(), Violation>;
    /// Carries out an action that has been checked.
    fn deed(self, game: &G, state: &mut G::State, action: G::Action, umpire: &mut Umpire<'_, G::Event>);
    /// The action that is taken unasked because there is nothing to choose. By default there is a choice.
    #[inline]
    fn forced(self, _game: &G, _state: &G::State) -> Option<G::Action> {
        None
    }
    /// If there is nothing to choose, does what is left to do and says `true`: the forced action, if nothing else is said.
    #[inline]
    fn pass(self, game: &G, state: &mut G::State, umpire: &mut Umpire<'_, G::Event>) -> bool {
        let forced = self.forced(game, state);
        if let Some(action) = forced {
            self.deed(game, state, action, umpire);
        }
        forced.is_some()
    }
}

/// Leads from each frame to its room, and makes the frame a room by that.
///
/// ```ignore
/// rooms! {
///     impl Room<Battle> for Frame {
///         Self::Move => movement::Choosing,
///         Self::Retreat(side) => retreat::Retreating(side),
///     }
/// }
/// ```
#[macro_export]
macro_rules! rooms {
    (impl Room<$game:ty> for $frame:ty { $($pattern:pat => $room:expr),+ $(,)? }) => {
        impl $crate::room::Room<$game> for $frame {
            #[inline]
            fn asks(self, game: &$game, state: &<$game as $crate::game::Rules>::State) -> ($crate::Seat, $crate::Case) {
                match self {
                    $($pattern => $crate::room::Room::<$game>::asks($room, game, state),)+
                }
            }

            #[inline]
            fn list(
                self,
                game: &$game,
                state: &<$game as $crate::game::Rules>::State,
                out: &mut Vec<<$game as $crate::game::Rules>::Action>,
            ) {
                match self {
                    $($pattern => $crate::room::Room::<$game>::list($room, game, state, out),)+
                }
            }

            #[inline]
            fn check(
                self,
                game: &$game,
                state: &<$game as $crate::game::Rules>::State,
                action: <$game as $crate::game::Rules>::Action,
            ) -> Result<(), $crate::Violation> {
                match self {
                    $($pattern => $crate::room::Room::<$game>::check($room, game, state, action),)+
                }
            }

            #[inline]
            fn deed(
                self,
                game: &$game,
                state: &mut <$game as $crate::game::Rules>::State,
                action: <$game as $crate::game::Rules>::Action,
                umpire: &mut $crate::Umpire<'_, <$game as $crate::game::Rules>::Event>,
            ) {
                match self {
                    $($pattern => $crate::room::Room::<$game>::deed($room, game, state, action, umpire),)+
                }
            }

            #[inline]
            fn pass(
                self,
                game: &$game,
                state: &mut <$game as $crate::game::Rules>::State,
                umpire: &mut $crate::Umpire<'_, <$game as $crate::game::Rules>::Event>,
            ) -> bool {
                match self {
                    $($pattern => $crate::room::Room::<$game>::pass($room, game, state, umpire),)+
                }
            }
        }
    };
}

/// Somebody who wants to know of listed actions only how many there are, and the first: a list that needs no memory.
#[derive(Clone, Copy, Debug)]
pub struct Glance<A> {
    /// The first.
    pub first: Option<A>,
    /// How many.
    pub count: usize,
}

impl<A> Default for Glance<A> {
    fn default() -> Self {
        Self { first: None, count: 0 }
    }
}

impl<A> Extend<A> for Glance<A> {
    fn extend<I: IntoIterator<Item = A>>(&mut self, actions: I) {
        for action in actions {
            self.first.get_or_insert(action);
            self.count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    //! Matches are taken by turns, one or two at a time. Whoever faces a heap of four may be stopped by the other side, who forbids to take two:
    //! a decision of the enemy on top of one's own.

    use super::*;
    use crate::Subject;
    use crate::dice::SeededDice;
    use crate::game::{Decision, Identity, Outcome};
    use crate::stack::Stack;

    struct Matches;

    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    struct State {
        left: u8,
        turn: u8,
        barred: bool,
        frame: Frame,
        interrupts: Stack<Frame, 1>,
    }

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    enum Frame {
        Take,
        Bar { side: u8 },
        Over,
    }

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    enum Action {
        Take(u8),
        Bar,
        Pass,
    }

    #[derive(Clone, Copy)]
    struct Taking;
    #[derive(Clone, Copy)]
    struct Barring(u8);
    #[derive(Clone, Copy)]
    struct Done;

    rooms! {
        impl Room<Matches> for Frame {
            Self::Take => Taking,
            Self::Bar { side } => Barring(side),
            Self::Over => Done,
        }
    }

    fn early() -> Result<(), Violation> {
        Err(Violation::new("1.0", "not now", Subject::None))
    }

    impl Room<Matches> for Taking {
        fn asks(self, _: &Matches, state: &State) -> (Seat, Case) {
            (Seat(state.turn), Case("1.0"))
        }
        fn list(self, game: &Matches, state: &State, out: &mut Vec<Action>) {
            out.extend([1, 2].map(Action::Take).into_iter().filter(|&a| self.check(game, state, a).is_ok()));
        }
        fn check(self, _: &Matches, state: &State, action: Action) -> Result<(), Violation> {
            match action {
                Action::Take(1) => Ok(()),
                Action::Take(2) if state.left >= 2 && !state.barred => Ok(()),
                _ => early(),
            }
        }
        fn deed(self, _: &Matches, state: &mut State, action: Action, umpire: &mut Umpire<'_, u8>) {
            let Action::Take(n) = action else { return };
            state.left -= n;
            state.turn = 1 - state.turn;
            if state.left == 0 {
                state.frame = Frame::Over;
            }
            state.barred = false;
            if state.left == 4 {
                let asked = state.interrupts.push(Frame::Bar { side: 1 - state.turn });
                assert_eq!(asked, Ok(()));
            }
            umpire.tell(|| n);
        }
        fn forced(self, _: &Matches, state: &State) -> Option<Action> {
            (state.left == 1).then_some(Action::Take(1))
        }
    }

    impl Room<Matches> for Barring {
        fn asks(self, _: &Matches, _: &State) -> (Seat, Case) {
            (Seat(self.0), Case("2.0"))
        }
        fn list(self, _: &Matches, _: &State, out: &mut Vec<Action>) {
            out.extend([Action::Bar, Action::Pass]);
        }
        fn check(self, _: &Matches, _: &State, action: Action) -> Result<(), Violation> {
            if matches!(action, Action::Bar | Action::Pass) { Ok(()) } else { early() }
        }
        fn deed(self, _: &Matches, state: &mut State, action: Action, _: &mut Umpire<'_, u8>) {
            state.barred = action == Action::Bar;
            state.interrupts.pop();
        }
    }

    impl Room<Matches> for Done {
        fn asks(self, _: &Matches, state: &State) -> (Seat, Case) {
            (Seat(state.turn), Case("3.0"))
        }
        fn list(self, _: &Matches, _: &State, _: &mut Vec<Action>) {}
        fn check(self, _: &Matches, _: &State, _: Action) -> Result<(), Violation> {
            early()
        }
        fn deed(self, _: &Matches, _: &mut State, _: Action, _: &mut Umpire<'_, u8>) {}
    }

    fn pending(state: &State) -> Frame {
        state.interrupts.top().unwrap_or(state.frame)
    }

    impl Rules for Matches {
        type State = State;
        type Action = Action;
        type Event = u8;
        fn identity(&self) -> Identity {
            let (game, title) = ("matches".to_owned(), "Matches".to_owned());
            Identity { rulebook: "mock", revision: 1, since: 1, game, title, options: Vec::new() }
        }
        fn seats(&self) -> &'static [&'static str] {
            &["Red", "Blue"]
        }
        fn start(&self, _: &mut Umpire<'_, u8>) -> State {
            State { left: 6, turn: 0, barred: false, frame: Frame::Take, interrupts: Stack::EMPTY }
        }
        fn decision(&self, state: &State) -> Decision {
            let frame = pending(state);
            if frame == Frame::Over {
                let winner = Seat(1 - state.turn);
                return Decision::Over(Outcome { winner: Some(winner), verdict: "won".to_owned(), points: Vec::new() });
            }
            let (seat, case) = frame.asks(self, state);
            Decision::Choose { seat, case }
        }
        fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
            out.clear();
            pending(state).list(self, state, out);
        }
        fn check(&self, state: &State, action: Action) -> Result<(), Violation> {
            pending(state).check(self, state, action)
        }
        fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, u8>) {
            pending(state).deed(self, state, action, umpire);
            while pending(state).pass(self, state, umpire) {}
        }
    }

    #[test]
    fn the_other_side_interjects_and_the_frame_below_waits() {
        let game = Matches;
        let mut dice = SeededDice::new(1);
        let mut told = Vec::new();
        let mut umpire = Umpire::new(&mut dice, &mut told);
        let mut state = game.start(&mut umpire);
        let who = |state: &State| match game.decision(state) {
            Decision::Choose { seat, case } => (seat.0, case.0),
            Decision::Over(_) => (9, "over"),
        };
        assert_eq!(who(&state), (0, "1.0"));
        // Red leaves four, and is asked whether Blue shall be barred; Blue's own decision lies below.
        game.play(&mut state, Seat(0), Action::Take(2), &mut umpire).unwrap();
        assert_eq!((who(&state), state.frame), ((0, "2.0"), Frame::Take));
        assert!(game.play(&mut state, Seat(0), Action::Take(1), &mut umpire).is_err());
        assert!(game.play(&mut state, Seat(1), Action::Pass, &mut umpire).is_err());
        game.play(&mut state, Seat(0), Action::Bar, &mut umpire).unwrap();
        assert_eq!(who(&state), (1, "1.0"));
        let mut options = Vec::new();
        game.legal_actions(&state, &mut options);
        assert_eq!(options, [Action::Take(1)]);
        game.play(&mut state, Seat(1), Action::Take(1), &mut umpire).unwrap();
        game.play(&mut state, Seat(0), Action::Take(2), &mut umpire).unwrap();
        // The last match is taken without a question, and then all is over.
        assert_eq!((who(&state), state.left), ((9, "over"), 0));
        assert_eq!(told, [2, 1, 2, 1]);
    }

    #[test]
    fn a_glance_counts_and_keeps_the_first() {
        let mut glance = Glance::default();
        glance.extend([Action::Bar, Action::Pass]);
        assert_eq!((glance.first, glance.count), (Some(Action::Bar), 2));
    }
}
