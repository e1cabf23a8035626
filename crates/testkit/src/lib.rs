//! What proves a rulebook: laws over random play, case files, perft and playouts. All of it works for any [`Game`].
//!
//! | module | what it holds |
//! |---|---|
//! | [`laws`] | what must hold in every position of every game, tried along one random game |
//! | [`casefile`] | small positions with expectations, written as text by a reader of the rulebook |
//! | [`perft`] | how many positions lie within so many actions: golden numbers |
//! | [`rollout`] | random games as fast as they go |
//! | [`mod@bench`] | what the benches of all rulebooks share: races, positions from random games, replays and playouts timed |
//! | [`mock`] | a tiny game, sound or flawed on demand, which shows that the laws can fail |
//!
//! [`Game`]: grognard_engine::Game

pub mod bench;
pub mod casefile;
pub mod laws;
pub mod mock;
pub mod perft;
pub mod rollout;

pub use laws::{GameStats, LawBroken, Limits, fuzz_one};

pub use casefile::{CaseReport, FileReport};
