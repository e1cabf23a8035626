//! The real binary, from outside: every command, and every kind of bad input.

mod audit;
mod bad_input;
mod cheats;
mod commands;
mod desk;
mod docs;
mod lab;
mod mail;
mod pen_pals;
#[path = "../../../server/tests/it/postgres.rs"]
mod postgres;
mod secrets;
mod serve;
mod serve_killed;
mod session;
#[path = "../../../testkit/shared/skipped.rs"]
mod skipped;
mod unheard;
