//! Who is connected to a table, and what waits to be sent to each.
//!
//! An idle guest costs little: a queue that holds nothing owns no memory, and there is no timer for each.

use crate::gallery::REMEMBERED;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, oneshot};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// More than this waits only for somebody who does not read any more.
const MOST_WAITING: usize = 2_000;
const MOST_BYTES: usize = 4 << 20;

/// A lock that cannot be poisoned: what it guards is whole after every statement.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Seats as bits, the first seat is bit 0.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Seats(pub u8);

impl Seats {
    /// One seat.
    pub const fn one(place: usize) -> Self {
        Self(1 << (place & 7))
    }

    /// Whether a seat is among them.
    pub const fn has(self, place: usize) -> bool {
        self.0 & Self::one(place).0 != 0
    }

    /// Whether it is nobody's: a spectator.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first of them.
    pub fn first(self) -> Option<usize> {
        (!self.is_empty()).then(|| self.0.trailing_zeros() as usize)
    }

    /// How many.
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// What a guest is sent after every change, besides what happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wants {
    /// Nothing.
    Moves,
    /// The whole view.
    Views,
    /// What has changed in the view.
    Changes,
}

/// Somebody connected to a table.
pub struct Guest {
    /// The seats of the token; none for a spectator.
    pub seats: Seats,
    /// What it is sent after every change.
    pub wants: Wants,
    /// The sums of the last views that it was sent.
    seen: AtomicU64,
    /// What waits to be sent.
    pub outbox: Outbox,
    /// The foot of the chain from which it brings links to dice.
    pub chain: Option<Box<str>>,
    /// Whether it did not answer when it was asked for a link. It is not asked again before it speaks.
    mute: AtomicBool,
    /// What it has been asked for and has not answered.
    owes: Mutex<Owes>,
    /// Rounds of the watch since the last sign of life.
    silent: AtomicU8,
}

/// What a guest has been asked for: the number of the question, and who waits for the answer.
#[derive(Default)]
struct Owes {
    link: Option<(u64, oneshot::Sender<Option<String>>)>,
    word: Option<(u64, oneshot::Sender<Shown>)>,
}

/// A word that was shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The word.
    pub word: String,
    /// The seal of the next one, should the same message throw once more.
    pub then: Option<String>,
}

impl Guest {
    /// A guest who has just come.
    pub fn new(seats: Seats, wants: Wants) -> Self {
        Self {
            seats,
            wants,
            seen: AtomicU64::new(0),
            outbox: Outbox::default(),
            chain: None,
            mute: AtomicBool::new(false),
            owes: Mutex::default(),
            silent: AtomicU8::new(0),
        }
    }

    /// The sums of the views that it remembers, the last first; nothing if it wants whole views only.
    pub fn known(&self) -> Option<[u32; REMEMBERED]> {
        let seen = self.seen.load(Ordering::Relaxed);
        (self.wants == Wants::Changes).then_some([(seen >> 32) as u32, seen as u32])
    }

    /// Notes that it is sent the view with this sum.
    pub fn note_seen(&self, sum: u32) {
        let seen = self.seen.load(Ordering::Relaxed);
        if (seen >> 32) as u32 != sum {
            self.seen.store(u64::from(sum) << 32 | seen >> 32, Ordering::Relaxed);
        }
    }

    /// Forgets what it was sent, so that it is sent a whole view.
    pub fn lose_track(&self) {
        self.seen.store(0, Ordering::Relaxed);
    }

    /// It has said something.
    pub fn spoke(&self) {
        self.alive();
        self.mute.store(false, Ordering::Relaxed);
    }

    /// It has not answered in time.
    pub fn fell_silent(&self) {
        self.mute.store(true, Ordering::Relaxed);
    }

    /// Whether it would answer.
    pub fn listens(&self) -> bool {
        !self.mute.load(Ordering::Relaxed)
    }

    /// Whoever waits for a link of it.
    pub fn owe_link(&self, ask: u64) -> oneshot::Receiver<Option<String>> {
        let (give, take) = oneshot::channel();
        lock(&self.owes).link = Some((ask, give));
        take
    }

    /// It answers with a link, or says that it gives none.
    pub fn give_link(&self, ask: u64, link: Option<String>) {
        let owed = lock(&self.owes).link.take_if(|(asked, _)| *asked == ask);
        if let Some((_, give)) = owed {
            let _ = give.send(link);
        }
    }

    /// Whoever waits for a word of it.
    pub fn owe_word(&self, id: u64) -> oneshot::Receiver<Shown> {
        let (give, take) = oneshot::channel();
        lock(&self.owes).word = Some((id, give));
        take
    }

    /// It shows a word.
    pub fn show_word(&self, id: u64, shown: Shown) {
        let owed = lock(&self.owes).word.take_if(|(asked, _)| *asked == id);
        if let Some((_, give)) = owed {
            let _ = give.send(shown);
        }
    }

    /// Notes a sign of life.
    pub fn alive(&self) {
        self.silent.store(0, Ordering::Relaxed);
    }

    /// One more round of the watch has passed. Says how many since the last sign of life.
    pub fn watch(&self) -> u8 {
        self.silent.fetch_add(1, Ordering::Relaxed).saturating_add(1)
    }
}

/// What waits to be sent to one guest.
#[derive(Default)]
pub struct Outbox {
    queue: Mutex<Queue>,
    wake: Notify,
}

#[derive(Default)]
struct Queue {
    texts: VecDeque<Utf8Bytes>,
    bytes: usize,
    view: bool,
    ping: bool,
    close: Option<Parting>,
}

/// Why a connection is ended from our side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parting {
    /// The server stops.
    Stopping,
    /// The guest does not read, or gives no sign of life.
    Silent,
    /// The room is needed: by a newer socket of the same seat, or by somebody who comes before those who look on.
    Room,
    /// The guest sends more than can be read.
    Flood,
    /// The table was removed.
    Gone,
    /// A computer has taken the guest's seat.
    Unseated,
}

/// The next thing to be sent.
pub enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// The present view, whatever it is by now.
    View,
    /// A question whether anybody is there.
    Ping,
    /// The end.
    Close(Parting),
}

impl Outbox {
    /// Adds a message.
    pub fn send(&self, text: Utf8Bytes) {
        let mut queue = lock(&self.queue);
        if queue.texts.len() >= MOST_WAITING || queue.bytes + text.len() > MOST_BYTES {
            queue.texts = VecDeque::new();
            queue.bytes = 0;
            queue.close = Some(Parting::Silent);
        } else {
            queue.bytes += text.len();
            queue.texts.push_back(text);
        }
        drop(queue);
        self.wake.notify_one();
    }

    /// Asks for a view after the messages. Several changes in a row need only one.
    pub fn send_view(&self) {
        lock(&self.queue).view = true;
        self.wake.notify_one();
    }

    /// Asks whether anybody is there.
    pub fn ping(&self) {
        lock(&self.queue).ping = true;
        self.wake.notify_one();
    }

    /// Ends the connection.
    pub fn close(&self, why: Parting) {
        lock(&self.queue).close = Some(why);
        self.wake.notify_one();
    }

    /// Takes the next thing to be sent.
    pub fn take(&self) -> Option<Out> {
        let mut queue = lock(&self.queue);
        if let Some(text) = queue.texts.pop_front() {
            queue.bytes -= text.len();
            return Some(Out::Text(text));
        }
        if queue.texts.capacity() > 8 {
            queue.texts = VecDeque::new();
        }
        if std::mem::take(&mut queue.view) {
            return Some(Out::View);
        }
        if let Some(why) = queue.close {
            return Some(Out::Close(why));
        }
        std::mem::take(&mut queue.ping).then_some(Out::Ping)
    }

    /// Waits until there may be something.
    pub async fn filled(&self) {
        self.wake.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_keep_their_order_and_views_come_once() {
        let outbox = Outbox::default();
        outbox.send_view();
        outbox.send("a".into());
        outbox.send("b".into());
        outbox.send_view();
        outbox.ping();
        let mut seen = String::new();
        while let Some(out) = outbox.take() {
            match out {
                Out::Text(text) => seen.push_str(&text),
                Out::View => seen.push('V'),
                Out::Ping => seen.push('P'),
                Out::Close(_) => seen.push('C'),
            }
        }
        assert_eq!(seen, "abVP");
    }

    #[test]
    fn whoever_does_not_read_is_parted_from() {
        let outbox = Outbox::default();
        (0..=MOST_WAITING).for_each(|_| outbox.send("x".into()));
        assert!(matches!(outbox.take(), Some(Out::Close(Parting::Silent))));
    }

    #[test]
    fn seats_are_bits() {
        let both = Seats(0b11);
        assert!(both.has(0) && both.has(1) && !both.has(2));
        assert_eq!((both.count(), both.first(), Seats::default().first()), (2, Some(0), None));
    }
}
