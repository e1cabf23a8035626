//! What every rulebook of Grognard stands on: hex maps, dice, cases, tallies, the [`Game`] trait and records.
//!
//! The engine names no rulebook, reads no file, no clock and no entropy, and builds for wasm32.
//!
//! | module | what it holds |
//! |---|---|
//! | [`back`] | what was taken back by consent, dice and all |
//! | [`case`] | numbered cases, refusals and what is at fault |
//! | [`cases`], [`setup`] | positions from a few lines of text |
//! | [`chain`], [`letters`] | dice for two players who are far apart, and the file that goes between them |
//! | [`chance`] | what players bring to the dice of a server, so that it cannot choose them |
//! | [`closing`] | games that the players end before the rules do |
//! | [`deck`] | a deck of cards without a hidden order |
//! | [`dice`] | the one door through which chance enters a game |
//! | [`fair`] | dice that can be checked afterwards |
//! | [`grid`], [`names`] | hex numbers or names, neighbours, distances |
//! | [`sheet`], [`rows`] | a map file and tables of data, read and checked |
//! | [`hexsides`] | what lies on hexsides, as bits |
//! | [`mod@kinds`] | kinds of things with the words for them |
//! | [`once`] | what is compiled once for a process and shared |
//! | [`plane`], [`flood`], [`stride`] | sets of hexes as rows of bits, and how far a unit gets |
//! | [`units`] | sets of units of a small roster, in one word |
//! | [`sets`], [`walk`] | sets of any size, and the cheapest ways over hexes and poses, for large maps |
//! | [`piece`] | what is printed on a piece, and how it stands |
//! | [`facing`], [`sight`] | which way a piece looks, and the straight line between two hexes |
//! | [`tally`], [`ratio`] | a sum in which every part names its case; exact fractions |
//! | [`game`] | the [`Game`] trait, parted by audience; decisions, the checked door |
//! | [`mod@verbs`] | actions declared once: words, shorthand, anchors and strays follow |
//! | [`fields`] | the fields of a state listed once: digest and position text follow |
//! | [`room`], [`stack`] | pending decisions, each with its list, check and deed; what interrupts lies on top |
//! | [`mod@sides`] | the two sides of a game: names, letters, seats |
//! | [`offer`] | the games of a rulebook, and the options of each |
//! | [`what_if`] | a game with something changed |
//! | [`board`], [`map_view`] | what a seat may see, ready to be drawn |
//! | [`preview`] | what an option means before it is chosen: captions, forecasts, overlays |
//! | [`record`] | games as text, replayed and verified |
//! | [`table`] | one running game with its history |

pub mod back;
pub mod board;
pub mod case;
pub mod cases;
pub mod chain;
pub mod chance;
pub mod cheapest;
pub mod closing;
pub mod deck;
pub mod dice;
pub mod digest;
pub mod facing;
pub mod fair;
pub mod fault;
pub mod fields;
pub mod flood;
pub mod game;
pub mod grid;
pub mod hexsides;
mod kept;
pub mod kinds;
pub mod letters;
pub mod map_view;
pub mod names;
pub mod offer;
pub mod once;
pub mod orders;
pub mod piece;
pub mod plane;
pub mod preview;
pub mod ratio;
pub mod record;
pub mod room;
pub mod rows;
mod rows_of_letters;
pub mod sets;
pub mod setup;
pub mod sheet;
pub mod sides;
pub mod sight;
pub mod stack;
pub mod stride;
pub mod table;
pub mod tally;
pub mod units;
pub mod verbs;
pub mod walk;
pub mod what_if;

pub use board::{Board, Counter, Line};
pub use case::{Case, Lawful, Refusal, Subject, Violation};
pub use dice::Dice;
pub use fault::DataError;
pub use game::{Anchor, Decision, Game, Identity, Laboratory, Outcome, Rules, Seat, Secrets, Umpire, Views, Words};
pub use grid::{Grid, HexId, UnitId};
pub use map_view::MapView;
pub use preview::{Caption, Forecast};
pub use tally::Tally;
