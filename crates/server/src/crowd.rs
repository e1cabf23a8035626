//! Who is connected at all, seats and strangers alike, so that nobody can use up the connections of everybody.
//!
//! A connection is worth the more, the more is known of it: one that idles or has not said what it wants, one that is being answered,
//! a socket that looks on, a socket of a seat. Where there is no room the least worth makes it: of the same address if that has its share,
//! else of the address that takes most. A seat has to only where all room is used and its address has more sockets of seats than its share, the
//! oldest first.
//!
//! A proxy hands on what many ask over its own connections, so these are the proxy's. A socket is one visitor's, and belongs to his address as soon as it is
//! known what it is for.

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
    /// So many sockets of seats of each address stay, however little room there is.
    seats: usize,
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
    /// Changed by whoever has the ledger.
    who: Mutex<u128>,
    worth: AtomicU8,
    leave: Notify,
}

/// The place of one connection, until it is dropped.
pub struct Place {
    crowd: Arc<Crowd>,
    stay: Arc<Stay>,
}

impl Crowd {
    /// Room for so many, and for so many of each address, of which so many sockets of seats never make room.
    pub fn new(most: usize, each: usize, seats: usize) -> Arc<Self> {
        Arc::new(Self { most: most.max(1), each: each.max(1), seats, ledger: Mutex::default() })
    }

    /// Makes room for one more. `None` if there is none to be made.
    pub fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Arc<Place>> {
        let who = household(address);
        let mut ledger = lock(&self.ledger);
        // At one address nobody takes a seat's place: whoever comes late there waits.
        if ledger.held.get(&who).map_or(0, Vec::len) >= self.each && !ledger.part_from(who, usize::MAX) {
            return None;
        }
        if ledger.count >= self.most {
            let busiest = ledger.busiest(self.seats)?;
            ledger.part_from(busiest, self.seats);
        }
        ledger.next += 1;
        ledger.count += 1;
        let (number, worth) = (ledger.next, AtomicU8::new(Worth::Idle as u8));
        let stay = Arc::new(Stay { number, who: Mutex::new(who), worth, leave: Notify::new() });
        ledger.held.entry(who).or_default().push(stay.clone());
        drop(ledger);
        Some(Arc::new(Place { crowd: self.clone(), stay }))
    }
}

impl Ledger {
    /// Of those who can make room at all, the address that takes most.
    fn busiest(&self, share: usize) -> Option<u128> {
        let movable = self.held.iter().filter(|(_, stays)| least(stays, share).is_some());
        movable.max_by_key(|(_, stays)| stays.len()).map(|(who, _)| *who)
    }

    /// The least worth of an address, and of those the oldest, has to leave. Says whether there was one.
    fn part_from(&mut self, who: u128, share: usize) -> bool {
        let Some(stays) = self.held.get(&who) else { return false };
        let Some(stay) = least(stays, share).cloned() else { return false };
        stay.leave.notify_one();
        self.remove(&stay);
        true
    }

    fn remove(&mut self, gone: &Stay) {
        let who = *lock(&gone.who);
        let Some(stays) = self.held.get_mut(&who) else { return };
        let before = stays.len();
        stays.retain(|stay| stay.number != gone.number);
        self.count -= before - stays.len();
        if stays.is_empty() {
            self.held.remove(&who);
        }
    }

    /// It is found out whose a connection is. One that has had to leave is nobody's.
    fn hand_over(&mut self, stay: &Arc<Stay>, to: u128) {
        let before = self.count;
        self.remove(stay);
        if self.count < before {
            self.count = before;
            *lock(&stay.who) = to;
            self.held.entry(to).or_default().push(stay.clone());
        }
    }
}

/// The first of an address that can make room; its seats can where they are more than its share.
fn least(stays: &[Arc<Stay>], share: usize) -> Option<&Arc<Stay>> {
    let seats = stays.iter().filter(|stay| stay.is_seat()).count();
    let movable = stays.iter().filter(|stay| seats > share || !stay.is_seat());
    movable.min_by_key(|stay| (stay.worth(), stay.number))
}

impl Stay {
    fn is_seat(&self) -> bool {
        self.worth() >= Worth::Seat as u8
    }

    fn worth(&self) -> u8 {
        self.worth.load(Ordering::Relaxed)
    }
}

impl Place {
    /// Notes what is known now.
    pub fn is(&self, worth: Worth) {
        self.stay.worth.store(worth as u8, Ordering::Relaxed);
    }

    /// Notes that it has become a socket of somebody at this address, which may have come through a proxy.
    pub fn becomes(&self, worth: Worth, address: IpAddr) {
        self.is(worth);
        lock(&self.crowd.ledger).hand_over(&self.stay, household(address));
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
        let ledger = lock(&place.crowd.ledger);
        !ledger.held.values().flatten().any(|stay| stay.number == place.stay.number)
    }

    #[test]
    fn whoever_idles_makes_room_and_seats_stay() {
        let crowd = Crowd::new(10, 4, 4);
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
        let crowd = Crowd::new(10, 8, 8);
        let at = |n: u8| IpAddr::from([10, 0, 0, n]);
        let many: Vec<_> = (0..8).filter_map(|_| crowd.admit(at(1))).collect();
        let few: Vec<_> = (0..2).filter_map(|_| crowd.admit(at(2))).collect();
        many[0].is(Worth::Busy);
        let stranger = crowd.admit(at(3)).expect("there is room for somebody new");
        assert!(left(&many[1]) && !left(&many[0]) && few.iter().all(|place| !left(place)) && !left(&stranger));
        many.iter().chain(&few).chain([&stranger]).for_each(|place| place.is(Worth::Seat));
        assert!(crowd.admit(at(4)).is_none(), "seats within their share do not make room");
        drop(many);
        assert!(crowd.admit(at(4)).is_some());
    }

    #[test]
    fn behind_a_proxy_whoever_has_more_seats_than_his_share_gives_room() {
        let crowd = Crowd::new(10, 10, 3);
        let at = |n: u8| IpAddr::from([10, 0, 0, n]);
        // All come over the proxy's connections.
        let come = |worth, from| {
            let place = crowd.admit(at(0))?;
            place.becomes(worth, at(from));
            Some(place)
        };
        let looks = come(Worth::Onlooker, 2).unwrap();
        let sits: Vec<_> = (3..6).map(|from| come(Worth::Seat, from).unwrap()).collect();
        let many: Vec<_> = (0..40).map(|_| come(Worth::Seat, 1).unwrap()).collect();
        assert_eq!(many.iter().filter(|place| !left(place)).count(), 6, "all the rest of the room");
        assert!(
            many[34..].iter().all(|place| !left(place)) && !left(&looks) && sits.iter().all(|place| !left(place)),
            "the oldest left"
        );
        let others: Vec<_> = (6..9).map(|from| come(Worth::Seat, from).unwrap()).collect();
        let own = many.iter().filter(|place| !left(place)).count();
        assert_eq!((own, left(&looks)), (3, false), "down to its share");
        assert!(sits.iter().chain(&others).all(|place| !left(place)));
        // From there on it is as for everybody else.
        let last = come(Worth::Seat, 9).unwrap();
        assert!(left(&looks) && crowd.admit(at(0)).is_none() && !left(&last), "seats within their share do not make room");
        // Whoever had to leave is counted no more, whatever becomes of him.
        looks.becomes(Worth::Onlooker, at(2));
        assert_eq!(lock(&crowd.ledger).count, 10);
        drop((looks, many, sits, others, last));
        let ledger = lock(&crowd.ledger);
        assert_eq!((ledger.count, ledger.held.len()), (0, 0));
    }
}
