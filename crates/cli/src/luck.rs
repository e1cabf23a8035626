//! Where dice and secrets come from when nobody names a seed: from the system.
//!
//! Tests of this program want the same dice in every run, and name a series of seeds in `GROGNARD_FIXED_DICE`. The program that
//! people play with is built without this: there nobody can choose.

use crate::fail::Fail;
use grognard_engine::fair;
use std::env;

/// The series of seeds that a test has named.
pub fn fixed() -> Option<u64> {
    if !cfg!(debug_assertions) {
        return None;
    }
    env::var("GROGNARD_FIXED_DICE").ok()?.parse().ok()
}

/// How many hours ahead of the system's a test wants the server's clock: days go by at a table without anybody waiting for them.
pub fn hours_ahead() -> Option<i64> {
    fixed().and_then(|_| env::var("GROGNARD_HOURS_AHEAD").ok()?.parse().ok())
}

/// Whether a test wants analyses and hints that no clock cuts short, and callers whose silence none ends.
pub fn unhurried() -> bool {
    fixed().is_some() && env::var("GROGNARD_UNHURRIED").is_ok()
}

/// A seed for dice that nobody can foresee.
pub fn seed() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    // The keys of the standard library's hashers are drawn from the system.
    let system = || RandomState::new().build_hasher().finish() ^ RandomState::new().build_hasher().finish().rotate_left(32);
    fixed().unwrap_or_else(system)
}

/// A player's secret for a game by mail.
pub fn secret(seat: &str) -> Result<[u8; 32], Fail> {
    if let Some(series) = fixed() {
        return fair::read_hex32(&fair::sha256(&format!("{series} {seat}"))).map_err(Fail::Bad);
    }
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|why| Fail::Bad(format!("the system gives no random numbers: {why}")))?;
    Ok(secret)
}
