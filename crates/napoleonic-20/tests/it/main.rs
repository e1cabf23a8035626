//! The rulebook on trial: case files, laws over random play, secrets, golden numbers, records, data.

#[path = "../../../testkit/shared/files.rs"]
mod files;
#[path = "../../../testkit/shared/garbled.rs"]
mod garbled;

mod cases;
mod change;
mod data;
mod forecast;
mod laws;
mod leaks;
mod notation;
mod parsers;
mod perft;
mod records;
mod romp;
mod secrets;
mod takeback;
mod unchanged;
mod witness;
