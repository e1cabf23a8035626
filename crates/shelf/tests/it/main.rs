//! The shelf as its users meet it: games of every book behind one door.

mod battle;
mod books;
mod dice;
mod dice_count;
mod difference;
mod hidden_view;
mod lesson;
mod moments;
mod opponent;
mod orders;
#[cfg(feature = "schema")]
mod schema;
mod secrecy;
mod skirmish;
mod view;
mod workshop;
