//! The rulebook on trial: case files, laws over random play, data.

mod brawl;
mod cases;
mod laws;
