//! The rulebook on trial: data, case files, laws over random play, secrets.

mod administration;
mod board;
mod cases;
mod data;
mod laws;
mod records;
mod secrets;
mod tables;
