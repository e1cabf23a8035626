//! The laboratory from outside: results that do not depend on threads, order or interruptions, and players that misbehave.

mod batches;
mod bots;
mod cheat;
mod look_again;
#[cfg(feature = "nats")]
mod queue;
mod scratch;
#[path = "../../../testkit/shared/skipped.rs"]
mod skipped;
