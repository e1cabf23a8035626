//! Tests of the opponents.

mod whole_games;
