//! The rulebook on trial: case files, laws over random play, data.

mod cases;
mod laws;
