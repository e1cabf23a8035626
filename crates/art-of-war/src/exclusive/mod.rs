//! What one game changes, a folder for each game and a file for each of its sections.

pub mod dresden;
pub mod eylau;
