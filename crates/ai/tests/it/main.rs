//! Tests of the opponents.

mod dresden_20;
mod honest;
mod reasons;
mod whole_games;
