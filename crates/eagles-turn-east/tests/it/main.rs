//! The rulebook on trial: data, case files, laws over random play, secrets.

mod administration;
mod board;
mod cases;
mod data;
mod fortnights;
mod laws;
mod memory;
mod records;
mod scenarios;
mod secrets;
mod statements;
mod tables;
mod terrain;
