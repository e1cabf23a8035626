//! Tests of the opponents.

mod dresden_20;
mod evenings;
mod honest;
mod reasons;
mod whole_games;
