//! The rulebook on trial: case files, laws over random play, golden numbers, records, data.

mod cases;
mod laws;
