//! Where whatever thinks long does so: on threads apart from those that talk, few at a time, and by the clock.

use crate::problem::{Problem, Refused};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// However many wait, each may think for this part of its time.
const LEAST_SHARE: u32 = 8;
/// However little time is left, a glance is allowed.
const GLANCE: Duration = Duration::from_millis(20);

/// The places where somebody can think.
pub struct Brains {
    places: Arc<Semaphore>,
    count: usize,
    /// How many think or wait for a place.
    busy: Arc<AtomicUsize>,
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
        Self { places: Arc::new(Semaphore::new(count)), count, busy: Arc::default(), stopping: Arc::default() }
    }

    /// Thinks something through in a place apart, once one is free. Says how long it took.
    ///
    /// # Errors
    /// When the server stops, or the thinking fell over.
    pub async fn think<T: Send + 'static>(&self, thought: impl FnOnce() -> T + Send + 'static) -> Result<(T, Duration), Refused> {
        self.busy.fetch_add(1, Ordering::Relaxed);
        let busy = Busy(self.busy.clone());
        let place = self.places.clone().acquire_owned().await.map_err(|_| Problem::storage())?;
        let thinking = tokio::task::spawn_blocking(move || {
            let begin = Instant::now();
            let result = thought();
            drop((place, busy));
            (result, begin.elapsed())
        });
        thinking.await.map_err(|why| Problem::broken(why.to_string()))
    }

    /// How much of a time somebody who asks now may use: where many think or wait, each takes less, so that nobody waits for the
    /// sum of all times.
    pub fn share(&self, time: Duration) -> Duration {
        let others = self.busy.load(Ordering::Relaxed);
        time.mul_f64((self.count as f64 / (others + 1) as f64).clamp(1.0 / f64::from(LEAST_SHARE), 1.0))
    }

    /// Says for as long as `time` that there is time to think on. It begins when it is first asked, since waiting for a place is no
    /// thinking; a server that stops has no time.
    pub fn clock(&self, time: Duration) -> impl FnMut() -> bool + Send + use<> {
        let (stopping, time) = (self.stopping.clone(), time.max(GLANCE));
        let mut begin = None;
        move || !stopping.load(Ordering::Relaxed) && begin.get_or_insert_with(Instant::now).elapsed() < time
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

    #[tokio::test]
    async fn few_think_at_a_time_and_all_share_the_time() {
        let brains = Arc::new(Brains::new(Some(2)));
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let second = Duration::from_secs(1);
        assert_eq!(brains.share(second), second);
        let thoughts: Vec<_> = (0..10)
            .map(|_| {
                let (brains, now, most) = (brains.clone(), now.clone(), most.clone());
                tokio::spawn(async move {
                    let thought = brains.think(move || {
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::sleep(Duration::from_millis(10));
                        now.fetch_sub(1, Ordering::SeqCst);
                    });
                    thought.await.unwrap().1
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(2)).await;
        assert!(brains.share(second) < second / 2, "ten want two places: {:?}", brains.share(second));
        for thought in thoughts {
            assert!(thought.await.unwrap() >= Duration::from_millis(10));
        }
        assert_eq!(most.load(Ordering::SeqCst), 2, "no more than there are places");
        assert_eq!(brains.share(second), second, "who has thought is counted no longer");
        let fell = brains.think(|| panic!("on purpose")).await.map(|((), _)| ());
        assert_eq!(fell.unwrap_err().status, 500);
        assert_eq!(brains.share(second), second, "nor is who fell over");
    }

    #[test]
    fn the_clock_starts_when_it_is_asked_and_stops_with_the_server() {
        let brains = Brains::new(None);
        let mut clock = brains.clock(Duration::from_millis(50));
        std::thread::sleep(Duration::from_millis(60));
        assert!(clock(), "waiting is no thinking");
        std::thread::sleep(Duration::from_millis(60));
        assert!(!clock());
        let mut other = brains.clock(Duration::from_secs(60));
        assert!(other());
        brains.stop();
        assert!(!other());
    }
}
