//! Who is connected at all, seats and strangers alike, so that nobody can use up the connections of everybody.
//!
//! A connection is worth the more, the more is known of it: one that idles or has not said what it wants, one that is being answered,
//! a socket that looks on, a socket of a seat. Where there is no room the least worth makes it: of the same address if that has its share,
//! else of the address that takes most. A seat never has to.

use crate::hub::lock;
use crate::limit::household;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

/// What is known of a connection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Worth {
    /// It wants nothing at the moment.
    Idle,
    /// It is being answered.
    Busy,
    /// A socket that looks on.
    Onlooker,
    /// A socket of a seat.
    Seat,
}

/// All connections.
pub struct Crowd {
    most: usize,
    each: usize,
    ledger: Mutex<Ledger>,
}

#[derive(Default)]
struct Ledger {
    next: u64,
    count: usize,
    /// In the order in which they came.
    held: HashMap<u128, Vec<Arc<Stay>>>,
}

struct Stay {
    number: u64,
    who: u128,
    worth: AtomicU8,
    leave: Notify,
}

/// The place of one connection, until it is dropped.
pub struct Place {
    crowd: Arc<Crowd>,
    stay: Arc<Stay>,
}

impl Crowd {
    /// Room for so many, and for so many of each address.
    pub fn new(most: usize, each: usize) -> Arc<Self> {
        Arc::new(Self { most: most.max(1), each: each.max(1), ledger: Mutex::default() })
    }

    /// Makes room for one more. `None` if there is none to be made.
    pub fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Arc<Place>> {
        let who = household(address);
        let mut ledger = lock(&self.ledger);
        if ledger.held.get(&who).map_or(0, Vec::len) >= self.each && !ledger.part_from(who) {
            return None;
        }
        if ledger.count >= self.most {
            let busiest = ledger.busiest()?;
            ledger.part_from(busiest);
        }
        ledger.next += 1;
        ledger.count += 1;
        let stay = Arc::new(Stay { number: ledger.next, who, worth: AtomicU8::new(Worth::Idle as u8), leave: Notify::new() });
        ledger.held.entry(who).or_default().push(stay.clone());
        drop(ledger);
        Some(Arc::new(Place { crowd: self.clone(), stay }))
    }
}

impl Ledger {
    /// Of those who can make room at all, the address that takes most.
    fn busiest(&self) -> Option<u128> {
        let movable = self.held.iter().filter(|(_, stays)| stays.iter().any(|stay| stay.worth() < Worth::Seat as u8));
        movable.max_by_key(|(_, stays)| stays.len()).map(|(who, _)| *who)
    }

    /// The least worth of an address, and of those the oldest, has to leave. Says whether there was one.
    fn part_from(&mut self, who: u128) -> bool {
        let Some(stays) = self.held.get(&who) else { return false };
        let movable = stays.iter().filter(|stay| stay.worth() < Worth::Seat as u8);
        let Some(stay) = movable.min_by_key(|stay| (stay.worth(), stay.number)).cloned() else { return false };
        stay.leave.notify_one();
        self.remove(&stay);
        true
    }

    fn remove(&mut self, gone: &Stay) {
        let Some(stays) = self.held.get_mut(&gone.who) else { return };
        let before = stays.len();
        stays.retain(|stay| stay.number != gone.number);
        self.count -= before - stays.len();
        if stays.is_empty() {
            self.held.remove(&gone.who);
        }
    }
}

impl Stay {
    fn worth(&self) -> u8 {
        self.worth.load(Ordering::Relaxed)
    }
}

impl Place {
    /// Notes what is known now.
    pub fn is(&self, worth: Worth) {
        self.stay.worth.store(worth as u8, Ordering::Relaxed);
    }

    /// Waits until the room is needed for another.
    pub async fn asked_to_leave(&self) {
        self.stay.leave.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.crowd.ledger).remove(&self.stay);
    }
}

/// How many connections there can be: as the system's limit of files allows, which is raised first as far as may be.
pub fn room() -> usize {
    use crate::figures::{MOST_CONNECTIONS, SPARE_FILES};
    #[cfg(unix)]
    let files = rlimit::increase_nofile_limit((MOST_CONNECTIONS + SPARE_FILES) as u64)
        .or_else(|_| rlimit::getrlimit(rlimit::Resource::NOFILE).map(|(soft, _)| soft))
        .map_or(1024, |files| usize::try_from(files).unwrap_or(usize::MAX));
    #[cfg(not(unix))]
    let files = usize::MAX;
    files.saturating_sub(SPARE_FILES).clamp(16, MOST_CONNECTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(place: &Place) -> bool {
        let crowd = &place.crowd;
        !lock(&crowd.ledger)
            .held
            .get(&place.stay.who)
            .is_some_and(|stays| stays.iter().any(|stay| stay.number == place.stay.number))
    }

    #[test]
    fn whoever_idles_makes_room_and_seats_stay() {
        let crowd = Crowd::new(10, 4);
        let (crowded, stranger): (IpAddr, IpAddr) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        let seat = crowd.admit(crowded).unwrap();
        seat.is(Worth::Seat);
        let idle: Vec<_> = (0..100).filter_map(|_| crowd.admit(crowded)).collect();
        assert_eq!(idle.iter().filter(|place| !left(place)).count(), 3, "four of one address, one of them the seat");
        assert!(!left(&seat) && !left(idle.last().unwrap()), "the newest may have something to say");
        assert!(crowd.admit(stranger).is_some());
        assert_eq!(lock(&crowd.ledger).count, 4, "who has left is counted no longer");
    }

    #[test]
    fn when_all_room_is_used_the_busiest_address_gives_some() {
        let crowd = Crowd::new(10, 8);
        let at = |n: u8| IpAddr::from([10, 0, 0, n]);
        let many: Vec<_> = (0..8).filter_map(|_| crowd.admit(at(1))).collect();
        let few: Vec<_> = (0..2).filter_map(|_| crowd.admit(at(2))).collect();
        many[0].is(Worth::Busy);
        let stranger = crowd.admit(at(3)).expect("there is room for somebody new");
        assert!(left(&many[1]) && !left(&many[0]) && few.iter().all(|place| !left(place)) && !left(&stranger));
        many.iter().chain(&few).chain([&stranger]).for_each(|place| place.is(Worth::Seat));
        assert!(crowd.admit(at(4)).is_none(), "seats do not make room");
        drop(many);
        assert!(crowd.admit(at(4)).is_some());
    }
}
