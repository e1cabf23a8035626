//! How a server is started.

use crate::figures::Limits;
use crate::luck::Luck;
use crate::store::Place;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How a server is started. [`Config::new`] is what most want.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at. The loopback address is reached from this machine only.
    pub listen: IpAddr,
    /// The port; without one the first that is free from 1807 on, and any if there is none.
    pub port: Option<u16>,
    /// Where things are kept.
    pub place: Place,
    /// A folder with the page, instead of the one that is built in.
    pub web: Option<PathBuf>,
    /// How often one may come.
    pub limits: Limits,
    /// How long an unused game stays in memory.
    pub idle: Duration,
    /// How many computers may think at the same time; one fewer than there are processors if left out.
    pub brains: Option<usize>,
    /// How many proxies stand before the server, whose word about addresses is taken; 0 if none does.
    pub proxies: usize,
    /// How long somebody who is there is waited for when his browser is asked for its part of a die.
    pub link_patience: Duration,
    /// How long whoever acts may take to show his word for a die: it is his own action that waits.
    pub word_patience: Duration,
    /// How long somebody must have been away before the other side may abandon the game alone.
    pub absence: Duration,
    /// What the time is, for deciding that.
    pub clock: Clock,
    /// Whether analyses and hints take the time that they need, so that they find the same on any machine: for tests.
    pub unhurried: bool,
    /// Whether players may be told by webhook that it is their turn, and where.
    pub webhooks: Webhooks,
    /// Pages of other origins that may use the server as its own page does, such as `https://example.org`.
    pub origins: Vec<String>,
    /// Where seeds come from: the system, but in tests.
    pub luck: Luck,
}

impl Config {
    /// A server for this machine.
    #[must_use]
    pub fn new(place: Place) -> Self {
        Self {
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            place,
            web: None,
            limits: Limits::default(),
            idle: Duration::from_secs(60),
            brains: None,
            proxies: 0,
            link_patience: Duration::from_millis(1_500),
            word_patience: Duration::from_secs(10),
            absence: Duration::from_secs(7 * 24 * 60 * 60),
            clock: Clock::default(),
            unhurried: false,
            webhooks: Webhooks::Off,
            origins: Vec::new(),
            luck: Luck::default(),
        }
    }

    /// The time that somebody may think who asked for counsel: his share of it, or in a test more than any decision needs.
    pub(crate) const fn time(&self, share: Duration) -> Duration {
        if self.unhurried { Duration::from_secs(600) } else { share }
    }
}

/// Where players may have themselves told that it is their turn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Webhooks {
    /// Nowhere.
    #[default]
    Off,
    /// At addresses that everybody can reach, so that nobody makes this server speak to machines that only it can reach.
    Public,
    /// Anywhere, also in this network and on this machine.
    Anywhere,
}

/// A clock, which tests can turn forward.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl Clock {
    /// A clock that shows what it is told, in milliseconds since 1970.
    pub fn new(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The time, in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> i64 {
        (self.0)()
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64))
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Clock").finish()
    }
}
