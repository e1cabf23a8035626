//! Every rulebook behind one door. Command line, server and browser know a game by its name and a [`Match`]; which types its
//! rules are made of is known only here.
//!
//! | module | what it holds |
//! |---|---|
//! | [`books`](mod@books) | the rulebooks, one cargo feature each |
//! | [`seated`] | [`Match`]: one running game, its types erased |
//! | [`load`](mod@load) | records, game notation and positions, told apart by what they say |
//! | [`opponent`] | computer players by level |
//! | [`workshop`] | copies, judgements and changed data, for a laboratory |
//! | [`proof`] | case files, laws, perft, playouts |
//! | [`story`] | a game told again: log, what happened since, turns, dice |
//! | [`orders`] | what standing orders answer |
//! | [`umpiring`] | what would be thrown, what players brought to it, the end that they made |
//! | [`rules`](mod@rules) | our gist of every case |
//! | [`lesson`](mod@lesson) | guided first turns |
//! | [`views`] | what goes over the wire |
//! | [`difference`](mod@difference) | what has changed between two views |
//! | `catch_up` | what happened since, as a paragraph |
//! | [`dice_count`] | every die, counted and weighed |

// A shelf without books is of no use, but it compiles.
#![cfg_attr(
    not(any(
        feature = "art-of-war",
        feature = "napoleonic-20",
        feature = "la-bataille",
        feature = "proving-ground",
        feature = "mock"
    )),
    allow(dead_code)
)]

pub mod books;
mod catch_up;
pub mod dice_count;
pub mod difference;
pub mod lesson;
pub mod load;
pub mod opponent;
pub mod orders;
pub mod proof;
pub mod rules;
pub mod seated;
pub mod story;
pub mod umpiring;
pub mod views;
pub mod workshop;

pub use books::{BookInfo, GameInfo, OptionInfo, Phrase, books, commands, game, games, open};
pub use grognard_ai::WEIGHTS;
pub use grognard_ai::planner::Weights;
pub use grognard_ai::planner::eye;
pub use grognard_ai::planner::train as training;
pub use lesson::{Lesson, LessonStep, lesson};
pub use load::{Form, Midway, form, load, replay, take_up};
pub use opponent::{Advice, GoOn, LevelInfo, Thinker, levels, thinking_seconds};
pub use orders::{Ordered, QuestionInfo};
pub use proof::{Rollouts, fuzz, fuzz_many, perft, rollouts, try_case, try_one};
pub use rules::{CaseGist, gist, rules};
pub use seated::{Match, seat};
pub use story::Story;
pub use umpiring::Umpiring;
pub use views::{
    CatchUp, Choice, Corrected, DiceCount, Ending, Happening, Loss, Pending, Rejection, SeatDice, Spot, Thing, TurnMark, Undo,
    View,
};
pub use workshop::{Workshop, open_changed};
