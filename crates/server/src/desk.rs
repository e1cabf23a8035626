//! What changes at a table besides the game: seats, guests, what was asked and offered, and what of the game is known without holding it.
//!
//! It is locked apart from the game and only briefly, so that nobody who looks in, comes or goes waits for an action that is being written.

use crate::gallery::Gallery;
use crate::hub::{Guest, lock};
use crate::opponent::Thought;
use crate::pace::Beat;
use crate::secret::Hash;
use crate::store::{Asked, Correction, Ending, SeatRow, TableRow};
use crate::table::Table;
use crate::wire::{Presence, SeatPresence, ServerMessage};
use std::sync::Arc;
use std::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// What changes at a table besides the game.
pub struct Desk {
    /// The seats.
    pub seats: Vec<SeatRow>,
    /// A request to take back.
    pub asked: Option<Asked>,
    /// An end that the players made, or a proposal of one.
    pub ending: Option<Ending>,
    /// Who is connected to this process.
    pub guests: Vec<Arc<Guest>>,
    /// Who is connected to other processes.
    pub elsewhere: Vec<Elsewhere>,
    /// From where on corrected rules hold.
    pub corrected: Vec<Correction>,
    /// Up to which line of the journal the guests have been told.
    pub told: i64,
    /// The line of the journal after which what was asked and offered before has lapsed, likewise.
    pub stir: i64,
    /// How many actions stand, as far as the guests have been told.
    pub played: usize,
    /// Whether the game is over, likewise.
    pub over: bool,
    /// Who has to decide, if it is known.
    pub decider: Option<usize>,
    /// Whether his standing orders answer for him.
    pub ordered: bool,
    /// Number of entries that came with a record.
    pub given: usize,
    /// Whether the dice of its set-up are not of its seed.
    pub dealt_elsewhere: bool,
    /// The feet of the seats' chains, as far as the game is known.
    pub chains: Vec<Option<String>>,
    /// When something last happened, in milliseconds since 1970.
    pub touched: i64,
    /// When the table was last used by this process.
    pub used: Instant,
    /// Whether a computer is at work here.
    pub thinking: bool,
    /// How long a computer has thought about the present turn of its side.
    pub thought: Thought,
    /// A quick hash of the passphrase, once it was given rightly.
    pub passphrase: Option<Hash>,
    /// What has been shown, by those who see the same.
    pub views: Vec<Gallery>,
    /// How much time was taken, as far as the game is known.
    pub beat: Beat,
    /// Where the same game was begun anew, after its end.
    pub rematch: Option<String>,
}

impl Desk {
    /// As it is when a table comes into memory: what of its row changes is taken out of it.
    pub fn new(row: &mut TableRow) -> Self {
        Self {
            seats: std::mem::take(&mut row.seats),
            asked: row.asked.take(),
            ending: row.ending.take(),
            guests: Vec::new(),
            elsewhere: Vec::new(),
            corrected: std::mem::take(&mut row.corrected),
            told: 0,
            stir: 0,
            played: 0,
            over: row.over,
            decider: None,
            ordered: false,
            given: 0,
            dealt_elsewhere: false,
            chains: Vec::new(),
            touched: row.created,
            used: Instant::now(),
            thinking: false,
            thought: Thought::default(),
            passphrase: None,
            views: Vec::new(),
            beat: Beat::default(),
            rematch: None,
        }
    }

    /// Takes seats, requests and proposals from a row that was read again. One that has lapsed stands in the row until another takes its place, and does
    /// not come back to life; and an end that the players made is for good.
    pub fn take(&mut self, row: TableRow) {
        let stir = self.stir;
        self.seats = row.seats;
        self.asked = row.asked.filter(|asked| asked.seq >= stir);
        if !matches!(self.ending, Some(Ending::Closed { .. })) {
            self.ending = row.ending.filter(|ending| !matches!(ending, Ending::Offered { stir: then, .. } if *then < stir));
        }
    }
}

/// Who is connected to another process.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// The process.
    pub process: u64,
    /// Their seats.
    pub seats: Vec<String>,
    /// How many look on.
    pub spectators: usize,
    /// When it was heard.
    pub heard: Instant,
}

impl Table {
    /// Sends a message to every guest.
    pub fn announce(&self, message: &ServerMessage) {
        let desk = lock(&self.desk);
        if !desk.guests.is_empty() {
            let text = Utf8Bytes::from(message.text());
            desk.guests.iter().for_each(|guest| guest.outbox.send(text.clone()));
        }
    }

    /// A guest sits down or looks on. To be called while the game is held, so that nothing is missed or told twice.
    pub fn join(&self, guest: Arc<Guest>) {
        let mut desk = lock(&self.desk);
        desk.used = Instant::now();
        desk.guests.push(guest);
    }

    /// A guest leaves.
    pub fn leave(&self, guest: &Arc<Guest>) {
        let mut desk = lock(&self.desk);
        desk.guests.retain(|other| !Arc::ptr_eq(other, guest));
        desk.guests.shrink_to_fit();
    }

    /// Who is there.
    pub fn presence(&self) -> Presence {
        let desk = lock(&self.desk);
        let here = |place: usize| desk.guests.iter().any(|guest| guest.seats.has(place));
        let there = |seat: &str| desk.elsewhere.iter().any(|other| other.seats.iter().any(|known| known == seat));
        let seats = desk.seats.iter().enumerate().map(|(place, row)| SeatPresence {
            seat: row.seat.clone(),
            who: row.who.clone(),
            name: row.name.clone(),
            connected: is_computer(row) || here(place) || there(&row.seat),
        });
        let spectators = desk.guests.iter().filter(|guest| guest.seats.is_empty()).count();
        Presence { seats: seats.collect(), spectators: spectators + desk.elsewhere.iter().map(|o| o.spectators).sum::<usize>() }
    }

    /// Who is connected to this process: the seats, and how many look on.
    pub fn here(&self) -> (Vec<String>, usize) {
        let desk = lock(&self.desk);
        let held = |place: usize| desk.guests.iter().any(|guest| guest.seats.has(place));
        let seats = desk.seats.iter().enumerate().filter(|(place, _)| held(*place)).map(|(_, row)| row.seat.clone()).collect();
        (seats, desk.guests.iter().filter(|guest| guest.seats.is_empty()).count())
    }
}

/// Whether a computer sits there.
pub fn is_computer(seat: &SeatRow) -> bool {
    seat.who != "human" && seat.who != "open"
}
