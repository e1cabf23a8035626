//! The rulebook on trial: case files, laws over random play, golden numbers, records, data.

#[path = "../../../testkit/shared/files.rs"]
mod files;
#[path = "../../../testkit/shared/garbled.rs"]
mod garbled;

mod cases;
mod crowds;
mod data;
mod laws;
mod notation;
mod parsers;
mod perft;
mod records;
mod refusals;
mod romp;
