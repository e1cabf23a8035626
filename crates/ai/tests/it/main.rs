//! Tests of the opponents.

mod honest;
mod reasons;
mod whole_games;
