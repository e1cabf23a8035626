//! What the tests of all rulebooks share is tried on the tiny game.

#[path = "../../shared/files.rs"]
#[allow(dead_code)]
mod files;
mod limits;
