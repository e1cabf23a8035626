//! Where whatever thinks long does so: on threads apart from those that talk, few at a time, in turns, and by the clock.

use crate::problem::{Problem, Refused};
use crate::queue::{Lane, Queue, Rank};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// However many wait, each may think for this part of its time.
const LEAST_SHARE: u32 = 8;
/// However little time is left, a glance is allowed.
const GLANCE: Duration = Duration::from_millis(20);

/// The places where somebody can think.
pub struct Brains {
    places: Arc<Queue>,
    count: usize,
    /// How many think or wait for a place, of each rank.
    busy: [Arc<AtomicUsize>; 2],
    stopping: Arc<AtomicBool>,
}

/// Counts somebody who thinks or waits, until it is dropped.
struct Busy(Arc<AtomicUsize>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Brains {
    /// So many places; one fewer than there are processors if nothing is said, so that the talking goes on.
    pub fn new(count: Option<usize>) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let count = count.unwrap_or(threads - 1).max(1);
        Self { places: Queue::new(count), count, busy: Default::default(), stopping: Arc::default() }
    }

    fn busy(&self, rank: Rank) -> &Arc<AtomicUsize> {
        &self.busy[usize::from(rank == Rank::Later)]
    }

    /// Thinks something through in a place apart, once it has its turn. Says how long it took.
    ///
    /// # Errors
    /// When the server stops, or the thinking fell over.
    pub async fn think<T: Send + 'static>(
        &self,
        rank: Rank,
        lane: Lane,
        thought: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, Duration), Refused> {
        self.busy(rank).fetch_add(1, Ordering::Relaxed);
        let busy = Busy(self.busy(rank).clone());
        let place = self.places.enter(rank, lane).await;
        let thinking = tokio::task::spawn_blocking(move || {
            let begin = Instant::now();
            let result = thought();
            drop((place, busy));
            (result, begin.elapsed())
        });
        thinking.await.map_err(|why| Problem::broken(why.to_string()))
    }

    /// How much of a time somebody who asks now may use: where many think or wait, each takes less, so that nobody waits for the
    /// sum of all times. People do not think less for tables at which there are none.
    pub fn share(&self, rank: Rank, time: Duration) -> Duration {
        let later = if rank == Rank::Later { self.busy(Rank::Later).load(Ordering::Relaxed) } else { 0 };
        let others = self.busy(Rank::First).load(Ordering::Relaxed) + later;
        time.mul_f64((self.count as f64 / (others + 1) as f64).clamp(1.0 / f64::from(LEAST_SHARE), 1.0))
    }

    /// Says for as long as `time` that there is time to think on. It begins when it is first asked, since waiting for a place is no
    /// thinking. A server that stops has no time, and where people wait a table without people has no more than a glance.
    pub fn clock(&self, rank: Rank, time: Duration) -> impl FnMut() -> bool + Send + use<> {
        self.clock_by(rank, time, Instant::now)
    }

    /// The same by another watch.
    fn clock_by<W: FnMut() -> Instant + Send>(
        &self,
        rank: Rank,
        time: Duration,
        mut watch: W,
    ) -> impl FnMut() -> bool + Send + use<W> {
        let (stopping, places, time) = (self.stopping.clone(), self.places.clone(), time.max(GLANCE));
        let mut begin = None;
        move || {
            let now = watch();
            let spent = now.saturating_duration_since(*begin.get_or_insert(now));
            let hurry = rank == Rank::Later && spent >= GLANCE && places.waiting(Rank::First, None) > 0;
            !stopping.load(Ordering::Relaxed) && spent < time && !hurry
        }
    }

    /// How many wait for a place.
    #[cfg(test)]
    pub fn waiting(&self, rank: Rank) -> usize {
        self.places.waiting(rank, None)
    }

    /// The server stops: thoughts come to an end.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Whether the server stops.
    pub fn stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;
    use tokio::sync::RwLock;

    /// On the one thread of this test the talking goes on while others think: else nobody would ever open the gate.
    #[tokio::test]
    async fn few_think_at_a_time_apart_and_all_share_the_time() {
        let brains = Arc::new(Brains::new(Some(2)));
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let gate = Arc::new(RwLock::new(()));
        let second = Duration::from_secs(1);
        assert_eq!(brains.share(Rank::First, second), second);
        let closed = gate.write().await;
        let thoughts: Vec<_> = (0..10)
            .map(|_| {
                let (brains, now, most, gate) = (brains.clone(), now.clone(), most.clone(), gate.clone());
                tokio::spawn(async move {
                    let thought = brains.think(Rank::First, "a table".into(), move || {
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        drop(gate.blocking_read());
                        now.fetch_sub(1, Ordering::SeqCst);
                    });
                    thought.await.unwrap().1
                })
            })
            .collect();
        while now.load(Ordering::SeqCst) < 2 || brains.busy(Rank::First).load(Ordering::Relaxed) < 10 {
            tokio::task::yield_now().await;
        }
        assert_eq!(brains.share(Rank::First, second), second.mul_f64(2.0 / 11.0), "ten want two places, and another one asks");
        drop(closed);
        for thought in thoughts {
            thought.await.unwrap();
        }
        assert_eq!(most.load(Ordering::SeqCst), 2, "no more than there are places");
        assert_eq!(brains.share(Rank::First, second), second, "who has thought is counted no longer");
        let fell = brains.think(Rank::First, "a table".into(), || panic!("on purpose")).await.map(|((), _)| ());
        assert_eq!(fell.unwrap_err().status, 500);
        assert_eq!(brains.share(Rank::First, second), second, "nor is who fell over");
    }

    #[test]
    fn the_clock_starts_when_it_is_asked_and_stops_with_the_server() {
        let brains = Brains::new(None);
        let (begin, passed) = (Instant::now(), Arc::new(AtomicU64::new(60)));
        let watch = passed.clone();
        let watch = move || begin + Duration::from_millis(watch.load(Ordering::Relaxed));
        let mut clock = brains.clock_by(Rank::First, Duration::from_millis(50), watch.clone());
        assert!(clock(), "waiting is no thinking");
        passed.store(109, Ordering::Relaxed);
        assert!(clock());
        passed.store(110, Ordering::Relaxed);
        assert!(!clock());
        let mut other = brains.clock_by(Rank::First, Duration::from_secs(60), watch);
        assert!(other());
        brains.stop();
        assert!(!other());
    }

    /// Somebody at a table waits: a table without people is done at a glance, and nobody else is.
    #[tokio::test]
    async fn a_table_without_people_hurries_where_somebody_waits() {
        let brains = Brains::new(Some(1));
        let (begin, passed) = (Instant::now(), Arc::new(AtomicU64::new(0)));
        let watch = passed.clone();
        let watch = move || begin + Duration::from_millis(watch.load(Ordering::Relaxed));
        let long = Duration::from_secs(60);
        let mut later = brains.clock_by(Rank::Later, long, watch.clone());
        let mut first = brains.clock_by(Rank::First, long, watch);
        assert!(later() && first());
        passed.store(5_000, Ordering::Relaxed);
        assert!(later(), "nobody waits");
        let place = brains.places.enter(Rank::Later, "computers".into()).await;
        let wait = |rank| {
            let places = brains.places.clone();
            tokio::spawn(async move { drop(places.enter(rank, "somebody".into()).await) })
        };
        let other = wait(Rank::Later);
        while brains.places.waiting(Rank::Later, None) == 0 {
            tokio::task::yield_now().await;
        }
        assert!(later(), "another table without people can wait");
        let person = wait(Rank::First);
        while brains.places.waiting(Rank::First, None) == 0 {
            tokio::task::yield_now().await;
        }
        assert!(!later() && first(), "people do not hurry for each other");
        passed.store(10, Ordering::Relaxed);
        let mut glance = brains.clock_by(Rank::Later, long, {
            let passed = passed.clone();
            move || begin + Duration::from_millis(passed.load(Ordering::Relaxed))
        });
        assert!(glance());
        passed.store(29, Ordering::Relaxed);
        assert!(glance(), "a glance is allowed");
        passed.store(30, Ordering::Relaxed);
        assert!(!glance());
        drop(place);
        person.await.unwrap();
        other.await.unwrap();
        assert!(glance(), "nobody waits any more");
    }
}
