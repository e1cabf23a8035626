//! Who comes too often, and who takes too much room. Each address, token, seat and table has buckets that fill slowly and are emptied
//! by what is done. The figures are in [`crate::figures`].

use crate::figures::{FREE_TRIES, LONGEST_WAIT, Limits, Rate};
use crate::hub::lock;
use crate::problem::{Problem, Refused};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// After this time a wrong passphrase is forgotten, and so is a token that was seen.
const FORGET: Duration = Duration::from_secs(3600);
/// Tokens that are remembered.
const MOST_TOKENS: usize = 100_000;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Any request.
    Request,
    /// A new table.
    Table,
    /// A game brought along.
    Import,
    /// A try at a passphrase or a seat.
    Try,
    /// A new socket.
    Socket,
    /// Somebody who looks on.
    Onlooker,
    /// A hint.
    Hint,
    /// An action of a token.
    Message,
    /// A frame of somebody who looks on.
    Frame,
    /// Something said in a seat.
    TalkSeat,
    /// Something said by somebody who looks on.
    TalkOnlooker,
}

/// Whose share it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// A household.
    Net(u128),
    /// Whoever holds a token, known by a piece of its hash.
    Token([u8; 16]),
    /// A table.
    Table(Arc<str>),
    /// A seat of a table.
    Seat(Arc<str>, usize),
}

/// The household of an address: in IPv6 it has a whole network of addresses.
pub fn household(address: IpAddr) -> u128 {
    match address.to_canonical() {
        IpAddr::V4(v4) => u128::from(v4.to_bits()),
        IpAddr::V6(v6) => v6.to_bits() >> 64 << 64 | 1 << 63,
    }
}

fn piece(hash: &[u8; 32]) -> [u8; 16] {
    std::array::from_fn(|i| hash[i])
}

/// What is left of somebody's share.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    level: f32,
    at: Instant,
}

impl Bucket {
    /// A full one.
    pub fn full(rate: Rate) -> Self {
        Self { level: rate.burst, at: Instant::now() }
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self, rate: Rate) -> bool {
        let now = Instant::now();
        let filled = self.level + now.duration_since(self.at).as_secs_f32() * rate.steady;
        self.at = now;
        self.level = filled.min(rate.burst);
        if self.level < 1.0 {
            return false;
        }
        self.level -= 1.0;
        true
    }

    /// Seconds until there is one again.
    fn wait(&self, rate: Rate) -> u64 {
        if rate.steady > 0.0 { ((1.0 - self.level) / rate.steady).ceil().clamp(1.0, 3600.0) as u64 } else { 3600 }
    }
}

/// Wrong passphrases of one household at one table. Each one beyond the first few doubles the time until the next is looked at.
#[derive(Clone, Copy, Debug)]
struct Guesses {
    wrong: u32,
    at: Instant,
}

impl Guesses {
    /// How long it is until another guess is looked at.
    fn wait(&self, now: Instant, first: u64) -> Duration {
        let Some(over) = self.wrong.checked_sub(FREE_TRIES) else { return Duration::ZERO };
        let delay = first.saturating_mul(1_u64.checked_shl(over).unwrap_or(u64::MAX)).min(LONGEST_WAIT.max(first));
        (self.at + Duration::from_secs(delay)).saturating_duration_since(now)
    }
}

/// All buckets.
pub struct Limiter {
    limits: Limits,
    buckets: Mutex<HashMap<(Who, Kind), Bucket>>,
    guesses: Mutex<HashMap<(u128, Arc<str>), Guesses>>,
    /// Tokens that have been found good, with the time.
    seated: Mutex<HashMap<[u8; 16], Instant>>,
}

impl Limiter {
    /// Nobody has come yet.
    pub fn new(limits: Limits) -> Self {
        Self { limits, buckets: Mutex::default(), guesses: Mutex::default(), seated: Mutex::default() }
    }

    /// The limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether an address may come once more.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub fn admit(&self, address: IpAddr, kind: Kind) -> Result<(), Refused> {
        self.draw(Who::Net(household(address)), kind)
    }

    /// Whether a request may come: with a token that is known to be good it is counted for the token, so that strangers at the same
    /// address do not use up what a player needs.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub fn admit_request(&self, address: IpAddr, token: Option<&[u8; 32]>) -> Result<(), Refused> {
        match token.filter(|token| self.is_seated(token)) {
            Some(token) => self.admit_token(token, Kind::Request),
            None => self.admit(address, Kind::Request),
        }
    }

    /// Whether a token may come or act once more; it is known by a piece of its hash.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub fn admit_token(&self, hash: &[u8; 32], kind: Kind) -> Result<(), Refused> {
        self.draw(Who::Token(piece(hash)), kind)
    }

    /// Whether a token has been found good lately.
    pub fn is_seated(&self, hash: &[u8; 32]) -> bool {
        lock(&self.seated).contains_key(&piece(hash))
    }

    /// Notes that a token holds a seat.
    pub fn note_seated(&self, hash: &[u8; 32]) {
        let mut seated = lock(&self.seated);
        if seated.len() < MOST_TOKENS {
            seated.insert(piece(hash), Instant::now());
        }
    }

    /// Takes from somebody's share.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub fn draw(&self, who: Who, kind: Kind) -> Result<(), Refused> {
        if self.limits.off {
            return Ok(());
        }
        let rate = self.rate(&who, kind);
        let mut buckets = lock(&self.buckets);
        let bucket = buckets.entry((who, kind)).or_insert_with(|| Bucket::full(rate));
        if bucket.take(rate) { Ok(()) } else { Err(Problem::too_many(bucket.wait(rate))) }
    }

    const fn rate(&self, who: &Who, kind: Kind) -> Rate {
        let limits = &self.limits;
        match (kind, who) {
            (Kind::Request, _) => limits.requests,
            (Kind::Table, _) => limits.tables,
            (Kind::Import, _) => limits.imports,
            (Kind::Try, _) => limits.tries,
            (Kind::Socket, _) => limits.sockets,
            (Kind::Onlooker, _) => limits.onlookers,
            (Kind::Hint, _) => limits.hints,
            (Kind::Message, _) => limits.messages,
            (Kind::Frame, _) => limits.frames,
            (Kind::TalkSeat, Who::Net(_)) => limits.talk_seats,
            (Kind::TalkSeat, _) => limits.talk_seat,
            (Kind::TalkOnlooker, Who::Table(_)) => limits.talk_table,
            (Kind::TalkOnlooker, _) => limits.talk_onlooker,
        }
    }

    /// Whether a passphrase may be tried. It counts as wrong until [`Limiter::guessed`] says otherwise, so that many at once are no
    /// way around. Only this address at this table waits for it.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub fn guess(&self, address: IpAddr, table: &Arc<str>) -> Result<(), Refused> {
        if self.limits.off {
            return Ok(());
        }
        let now = Instant::now();
        let mut guesses = lock(&self.guesses);
        let known = guesses.entry((household(address), table.clone())).or_insert(Guesses { wrong: 0, at: now });
        let wait = known.wait(now, self.limits.first_wait);
        if !wait.is_zero() {
            return Err(Problem::too_many(wait.as_secs() + 1));
        }
        self.admit(address, Kind::Try)?;
        *known = Guesses { wrong: known.wrong.saturating_add(1), at: now };
        Ok(())
    }

    /// A passphrase was right: it was no guess.
    pub fn guessed(&self, address: IpAddr, table: &Arc<str>) {
        let who = household(address);
        lock(&self.guesses).remove(&(who, table.clone()));
        let tries = self.limits.tries;
        if let Some(bucket) = lock(&self.buckets).get_mut(&(Who::Net(who), Kind::Try)) {
            bucket.level = (bucket.level + 1.0).min(tries.burst);
        }
    }

    /// Forgets those whose bucket must be full again by now, and what is long past.
    pub fn tidy(&self) {
        let full = |(who, kind): &(Who, Kind), bucket: &Bucket| {
            let Rate { steady, burst } = self.rate(who, *kind);
            bucket.level + bucket.at.elapsed().as_secs_f32() * steady >= burst
        };
        lock(&self.buckets).retain(|key, bucket| !full(key, bucket));
        lock(&self.guesses).retain(|_, guesses| guesses.at.elapsed() < FORGET);
        lock(&self.seated).retain(|_, seen| seen.elapsed() < FORGET);
    }
}

/// How much room each household takes.
#[derive(Default)]
pub struct Tally {
    counts: Mutex<(usize, HashMap<u128, usize>)>,
}

/// A place that somebody takes, until it is dropped.
pub struct Counted {
    tally: Arc<Tally>,
    who: u128,
}

impl Tally {
    /// Takes a place, if there is one for this household and one at all.
    pub fn take(self: &Arc<Self>, address: IpAddr, each: usize, all: usize) -> Option<Counted> {
        let who = household(address);
        let mut counts = lock(&self.counts);
        let own = counts.1.get(&who).copied().unwrap_or_default();
        if own >= each || counts.0 >= all {
            return None;
        }
        counts.0 += 1;
        counts.1.insert(who, own + 1);
        Some(Counted { tally: self.clone(), who })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = lock(&self.tally.counts);
        counts.0 = counts.0.saturating_sub(1);
        let left = counts.1.get(&self.who).map_or(0, |own| own.saturating_sub(1));
        if left == 0 {
            counts.1.remove(&self.who);
        } else {
            counts.1.insert(self.who, left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_burst_is_let_through_and_the_rest_is_not() {
        let slow = Rate { steady: 0.001, burst: 3.0 };
        let limiter = Limiter::new(Limits { tries: slow, ..Limits::default() });
        let (a, b) = (at("10.0.0.1"), at("10.0.0.2"));
        let admitted = (0..10).filter(|_| limiter.admit(a, Kind::Try).is_ok()).count();
        assert_eq!(admitted, 3);
        let refused = limiter.admit(a, Kind::Try).unwrap_err();
        assert!(refused.status == 429 && refused.wait.is_some_and(|wait| wait > 100), "{refused:?}");
        assert!(limiter.admit(b, Kind::Try).is_ok(), "another address has a bucket of its own");
        assert!(limiter.admit(a, Kind::Table).is_ok(), "and so has another kind");
        limiter.tidy();
        assert!(limiter.admit(a, Kind::Try).is_err(), "tidying up does not refill");
    }

    #[test]
    fn one_network_of_the_sixth_version_is_one_household() {
        let slow = Rate { steady: 0.001, burst: 1.0 };
        let limiter = Limiter::new(Limits { tries: slow, ..Limits::default() });
        assert!(limiter.admit(at("2001:db8::1"), Kind::Try).is_ok());
        assert!(limiter.admit(at("2001:db8::2"), Kind::Try).is_err());
        assert!(limiter.admit(at("2001:db8:0:1::1"), Kind::Try).is_ok());
        assert_eq!(household(at("::ffff:10.0.0.1")), household(at("10.0.0.1")));
    }

    #[test]
    fn measurements_are_not_limited() {
        let off = Limits { off: true, messages: Rate { steady: 0.0, burst: 0.0 }, ..Limits::default() };
        assert!(Limiter::new(off).admit_token(&[7; 32], Kind::Message).is_ok());
    }

    #[test]
    fn a_token_that_is_known_has_a_share_of_its_own() {
        let few = Rate { steady: 0.001, burst: 2.0 };
        let limiter = Limiter::new(Limits { requests: few, ..Limits::default() });
        let (here, token) = (at("10.0.0.1"), [7; 32]);
        while limiter.admit_request(here, None).is_ok() {}
        assert!(limiter.admit_request(here, Some(&token)).is_err(), "any text may be sent as a token");
        limiter.note_seated(&token);
        assert!(limiter.admit_request(here, Some(&token)).is_ok(), "a seat does not pay for strangers");
    }

    #[test]
    fn wrong_passphrases_make_only_the_guesser_wait_and_longer_each_time() {
        let begin = Instant::now();
        let waits: Vec<u64> =
            (FREE_TRIES..FREE_TRIES + 4).map(|wrong| Guesses { wrong, at: begin }.wait(begin, 10).as_secs()).collect();
        assert_eq!(waits, [10, 20, 40, 80]);
        assert_eq!(Guesses { wrong: 1000, at: begin }.wait(begin, 10).as_secs(), LONGEST_WAIT);
        assert_eq!(Guesses { wrong: FREE_TRIES - 1, at: begin }.wait(begin, 10), Duration::ZERO);
        assert_eq!(Guesses { wrong: 1000, at: begin }.wait(begin + Duration::from_secs(LONGEST_WAIT), 10), Duration::ZERO);

        let limiter = Limiter::new(Limits { first_wait: 3600, ..Limits::default() });
        let (here, there, one, two) = (at("10.0.0.1"), at("10.0.0.2"), Arc::from("one"), Arc::from("two"));
        let looked_at = (0..50).filter(|_| limiter.guess(here, &one).is_ok()).count();
        assert_eq!(looked_at, FREE_TRIES as usize, "many at once are no way around");
        assert!(limiter.guess(there, &one).is_ok(), "whoever is elsewhere does not wait");
        assert!(limiter.guess(here, &two).is_ok(), "nor is another table shut");
        for _ in 0..50 {
            limiter.guess(there, &two).unwrap();
            limiter.guessed(there, &two);
        }
    }

    #[test]
    fn room_is_counted_by_household_and_given_back() {
        let tally = Arc::new(Tally::default());
        let held: Vec<_> = (0..10).filter_map(|_| tally.take(at("10.0.0.1"), 3, 5)).collect();
        assert_eq!(held.len(), 3);
        let others: Vec<_> = (0..10).filter_map(|_| tally.take(at("10.0.0.2"), 3, 5)).collect();
        assert_eq!(others.len(), 2, "five in all");
        drop(held);
        assert!(tally.take(at("10.0.0.1"), 3, 5).is_some());
    }
}
