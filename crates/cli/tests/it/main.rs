//! The real binary, from outside: every command, and every kind of bad input.

mod bad_input;
mod commands;
mod desk;
mod docs;
mod session;
