//! Who comes too often. Each address, each token and each socket has a bucket that fills slowly and is emptied by requests.

use crate::hub::lock;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

/// How fast a bucket fills and how much it holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// So many a second in the long run.
    pub steady: f32,
    /// So many at once.
    pub burst: f32,
}

/// How often one may come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Requests of any kind from one address.
    pub requests: Rate,
    /// New tables from one address.
    pub tables: Rate,
    /// Tries at passphrases and seats from one address.
    pub tries: Rate,
    /// New sockets from one address.
    pub sockets: Rate,
    /// Messages of one socket, and actions of one token.
    pub messages: Rate,
    /// Hints, which make the computer think, of one address.
    pub hints: Rate,
    /// Whether nothing is limited: for measurements.
    pub off: bool,
}

impl Default for Limits {
    fn default() -> Self {
        let rate = |steady, burst| Rate { steady, burst };
        Self {
            requests: rate(60.0, 300.0),
            tables: rate(0.5, 30.0),
            tries: rate(0.2, 15.0),
            sockets: rate(5.0, 60.0),
            messages: rate(50.0, 200.0),
            hints: rate(0.5, 10.0),
            off: false,
        }
    }
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Any request.
    Request,
    /// A new table.
    Table,
    /// A try at a passphrase or a seat.
    Try,
    /// A new socket.
    Socket,
    /// A hint.
    Hint,
    /// An action of a token.
    Message,
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
}

/// Whose bucket it is.
type Key = (u128, Kind);

/// All buckets.
pub struct Limiter {
    limits: Limits,
    buckets: Mutex<HashMap<Key, Bucket>>,
}

impl Limiter {
    /// Nobody has come yet.
    pub fn new(limits: Limits) -> Self {
        Self { limits, buckets: Mutex::default() }
    }

    /// The limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether an address may come once more.
    pub fn admits(&self, address: IpAddr, kind: Kind) -> bool {
        let who = match address.to_canonical() {
            IpAddr::V4(v4) => u128::from(v4.to_bits()),
            // A household has a whole network of addresses.
            IpAddr::V6(v6) => v6.to_bits() >> 64 << 64 | 1 << 63,
        };
        self.draw((who, kind))
    }

    /// Whether a token may act once more; it is known by a piece of its hash.
    pub fn admits_token(&self, hash: &[u8; 32]) -> bool {
        let who = hash.iter().take(16).fold(0, |bits, &byte| bits << 8 | u128::from(byte));
        self.draw((who, Kind::Message))
    }

    fn draw(&self, key: Key) -> bool {
        if self.limits.off {
            return true;
        }
        let rate = self.rate(key.1);
        lock(&self.buckets).entry(key).or_insert_with(|| Bucket::full(rate)).take(rate)
    }

    const fn rate(&self, kind: Kind) -> Rate {
        match kind {
            Kind::Request => self.limits.requests,
            Kind::Table => self.limits.tables,
            Kind::Try => self.limits.tries,
            Kind::Socket => self.limits.sockets,
            Kind::Hint => self.limits.hints,
            Kind::Message => self.limits.messages,
        }
    }

    /// Forgets those whose bucket must be full again by now.
    pub fn tidy(&self) {
        let full = |key: &Key, bucket: &Bucket| {
            let Rate { steady, burst } = self.rate(key.1);
            bucket.level + bucket.at.elapsed().as_secs_f32() * steady >= burst
        };
        lock(&self.buckets).retain(|key, bucket| !full(key, bucket));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_let_through_and_the_rest_is_not() {
        let slow = Rate { steady: 0.001, burst: 3.0 };
        let limiter = Limiter::new(Limits { tries: slow, ..Limits::default() });
        let (a, b): (IpAddr, IpAddr) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        let admitted = (0..10).filter(|_| limiter.admits(a, Kind::Try)).count();
        assert_eq!(admitted, 3);
        assert!(limiter.admits(b, Kind::Try), "another address has a bucket of its own");
        assert!(limiter.admits(a, Kind::Table), "and so has another kind");
        limiter.tidy();
        assert!(!limiter.admits(a, Kind::Try), "tidying up does not refill");
    }

    #[test]
    fn one_network_of_the_sixth_version_is_one_household() {
        let slow = Rate { steady: 0.001, burst: 1.0 };
        let limiter = Limiter::new(Limits { tries: slow, ..Limits::default() });
        assert!(limiter.admits("2001:db8::1".parse().unwrap(), Kind::Try));
        assert!(!limiter.admits("2001:db8::2".parse().unwrap(), Kind::Try));
        assert!(limiter.admits("2001:db8:0:1::1".parse().unwrap(), Kind::Try));
    }

    #[test]
    fn measurements_are_not_limited() {
        let off = Limits { off: true, messages: Rate { steady: 0.0, burst: 0.0 }, ..Limits::default() };
        assert!(Limiter::new(off).admits_token(&[7; 32]));
    }
}
