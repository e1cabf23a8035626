//! The laboratory: games by the hundred, and what they tell.
//!
//! A [`plan::Plan`] says what is compared; each of its games is known by its number alone. [`run`](mod@run) plays them on all cores and writes
//! each into a [`journal`], which can be gone on with, shared out and put together again. From the journal come tables ([`table`]), the
//! ladder ([`ladder`](mod@ladder)), and the sequential test ([`sprt`]).
//!
//! | module | what it holds |
//! |---|---|
//! | [`plan`] | what is to be played, and what follows from a game's number |
//! | [`player`], [`bot`], [`programs`], [`protocol`], [`http`] | levels, and outside programs by lines or requests |
//! | [`engine`] | the built-in opponent for other umpires, and an umpire for other programs |
//! | [`analyse`](mod@analyse), [`playout`] | a game looked at again, and what a choice cost by playing on |
//! | [`game`] | one game, played and written down |
//! | [`run`](mod@run), [`journal`], [`records`] | many games, and their results on disk |
//! | [`stats`], [`significance`], [`luck`], [`sprt`], [`ladder`](mod@ladder) | intervals, many figures at once, what the dice did, sequential test, Elo |
//! | [`summary`](mod@summary), [`table`], [`report`], [`export`](mod@export) | figures, CSV and Parquet, the page, all of them on disk |

pub mod analyse;
mod analysis_page;
pub mod bot;
pub mod engine;
pub mod export;
pub mod game;
pub mod http;
pub mod journal;
pub mod ladder;
pub mod luck;
#[cfg(feature = "nats")]
pub mod nats;
#[cfg(feature = "parquet")]
mod parquet_file;
pub mod plan;
pub mod player;
pub mod playout;
pub mod programs;
pub mod protocol;
pub mod records;
pub mod report;
pub mod run;
pub mod significance;
pub mod sprt;
pub mod stats;
pub mod summary;
mod summary_text;
pub mod table;
