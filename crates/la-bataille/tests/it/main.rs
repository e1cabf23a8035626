//! The rulebook on trial: case files, laws over random play, data.

mod brawl;
mod cases;
mod data;
mod forecast;
mod laws;
mod notation;
mod perft;
mod records;
mod romp;
