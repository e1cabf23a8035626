//! A queue for few places at which work is done, fair between those who wait: first by rank, then lane by lane in turns, so that
//! somebody with a hundred wishes delays somebody with one by no more than one of them.

use crate::hub::lock;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use tokio::sync::oneshot;

/// How urgent something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    /// Somebody waits for it.
    First,
    /// Nobody in particular does: a table with computers only, a game that is brought along.
    Later,
}

/// Whom a wish is counted for: an address, the maker of a table, or a table.
pub type Lane = Arc<str>;

/// After so many of the first rank one of the other has its turn, so that nobody waits for ever.
const IN_A_ROW: usize = 8;

/// The queue.
pub struct Queue {
    state: Mutex<State>,
    /// How many places those of the later rank may take.
    most_later: usize,
}

#[derive(Default)]
struct State {
    free: usize,
    first: Waiting,
    later: Waiting,
    in_a_row: usize,
    /// How many of the later rank have a place.
    busy_later: usize,
}

/// Those of one rank who wait, lane by lane.
#[derive(Default)]
struct Waiting {
    lanes: HashMap<Lane, VecDeque<oneshot::Sender<Turn>>>,
    order: VecDeque<Lane>,
}

/// A place, until it is dropped.
pub struct Turn {
    queue: Arc<Queue>,
    rank: Rank,
}

impl Waiting {
    fn push(&mut self, lane: Lane, sender: oneshot::Sender<Turn>) {
        if !self.lanes.contains_key(&lane) {
            self.order.push_back(lane.clone());
        }
        self.lanes.entry(lane).or_default().push_back(sender);
    }

    /// The next who still waits.
    fn pop(&mut self) -> Option<oneshot::Sender<Turn>> {
        while let Some(lane) = self.order.pop_front() {
            let Some(own) = self.lanes.get_mut(&lane) else { continue };
            let mut next = own.pop_front();
            while next.as_ref().is_some_and(oneshot::Sender::is_closed) {
                next = own.pop_front();
            }
            if own.is_empty() {
                self.lanes.remove(&lane);
            } else {
                self.order.push_back(lane);
            }
            if next.is_some() {
                return next;
            }
        }
        None
    }

    fn count(&self, lane: Option<&str>) -> usize {
        let waits = |own: &VecDeque<oneshot::Sender<Turn>>| own.iter().filter(|sender| !sender.is_closed()).count();
        match lane {
            Some(lane) => self.lanes.get(lane).map_or(0, waits),
            None => self.lanes.values().map(waits).sum(),
        }
    }
}

impl Queue {
    /// So many places.
    pub fn new(places: usize) -> Arc<Self> {
        Self::keeping(places, 0)
    }

    /// So many places, some of which are kept for those of the first rank: whoever is waited for does not wait for work that takes minutes.
    pub fn keeping(places: usize, kept: usize) -> Arc<Self> {
        let most_later = places.saturating_sub(kept).max(1);
        Arc::new(Self { state: Mutex::new(State { free: places, ..State::default() }), most_later })
    }

    /// Waits for a place.
    pub async fn enter(self: &Arc<Self>, rank: Rank, lane: Lane) -> Turn {
        let waiting = {
            let mut state = lock(&self.state);
            if state.free > 0 && (rank == Rank::First || state.busy_later < self.most_later) {
                state.free -= 1;
                state.busy_later += usize::from(rank == Rank::Later);
                return Turn { queue: self.clone(), rank };
            }
            let (sender, waiting) = oneshot::channel();
            match rank {
                Rank::First => state.first.push(lane, sender),
                Rank::Later => state.later.push(lane, sender),
            }
            waiting
        };
        // The queue is ours as long as we wait, and it drops nobody who waits.
        waiting.await.unwrap_or_else(|_| Turn { queue: self.clone(), rank })
    }

    /// How many of a rank wait, in one lane or in all.
    pub fn waiting(&self, rank: Rank, lane: Option<&str>) -> usize {
        let state = lock(&self.state);
        match rank {
            Rank::First => state.first.count(lane),
            Rank::Later => state.later.count(lane),
        }
    }

    /// Who gets the place of somebody of a rank.
    fn next(&self, done: Rank) -> Option<(Rank, oneshot::Sender<Turn>)> {
        let mut state = lock(&self.state);
        let state = &mut *state;
        state.busy_later = state.busy_later.saturating_sub(usize::from(done == Rank::Later));
        let room = state.busy_later < self.most_later;
        let mut first = || state.first.pop().map(|next| (Rank::First, next));
        let mut later = || if room { state.later.pop().map(|next| (Rank::Later, next)) } else { None };
        let in_turn = state.in_a_row < IN_A_ROW;
        let found = if in_turn { first().or_else(later) } else { later().or_else(first) };
        state.in_a_row = match &found {
            Some((Rank::First, _)) if in_turn => state.in_a_row + 1,
            _ => 0,
        };
        match &found {
            None => state.free += 1,
            Some((rank, _)) => state.busy_later += usize::from(*rank == Rank::Later),
        }
        found
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some((rank, next)) = self.queue.next(self.rank) {
            // Whoever has just given up hands its place on in the same way.
            drop(next.send(Self { queue: self.queue.clone(), rank }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets each of these wishes wait in order behind somebody who works, and says in which order they had their turns.
    async fn order(wishes: &[(Rank, &str)]) -> Vec<String> {
        let queue = Queue::new(1);
        let working = queue.enter(Rank::First, "somebody".into()).await;
        let served = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (i, &(rank, lane)) in wishes.iter().enumerate() {
            let (entering, served, lane) = (queue.clone(), served.clone(), Lane::from(lane));
            tasks.push(tokio::spawn(async move {
                let _turn = entering.enter(rank, lane.clone()).await;
                lock(&served).push(lane.to_string());
            }));
            while queue.waiting(Rank::First, None) + queue.waiting(Rank::Later, None) <= i {
                tokio::task::yield_now().await;
            }
        }
        drop(working);
        for task in tasks {
            task.await.unwrap();
        }
        let served = lock(&served).clone();
        assert_eq!(lock(&queue.state).free, 1, "the place is free again");
        served
    }

    #[tokio::test]
    async fn a_stranger_waits_for_one_of_many_and_not_for_all() {
        let mut wishes = vec![(Rank::Later, "crowd"); 40];
        wishes.extend(vec![(Rank::First, "crowd"); 40]);
        wishes.push((Rank::First, "stranger"));
        let served = order(&wishes).await;
        assert_eq!(served.len(), 81);
        let place = served.iter().position(|lane| lane == "stranger").unwrap();
        assert!(place <= 1, "the stranger had turn {place}");
    }

    #[tokio::test]
    async fn people_come_before_tables_without_people_but_not_for_ever() {
        let mut wishes = vec![(Rank::Later, "computers"); 3];
        wishes.extend(vec![(Rank::First, "people"); 20]);
        let served = order(&wishes).await;
        let first = served.iter().position(|lane| lane == "computers").unwrap();
        assert_eq!(first, IN_A_ROW);
    }

    #[tokio::test]
    async fn a_place_is_kept_for_those_who_are_waited_for() {
        let queue = Queue::keeping(2, 1);
        let long = queue.enter(Rank::Later, "a".into()).await;
        let second = tokio::spawn({
            let queue = queue.clone();
            async move { drop(queue.enter(Rank::Later, "b".into()).await) }
        });
        while queue.waiting(Rank::Later, None) == 0 {
            tokio::task::yield_now().await;
        }
        drop(queue.enter(Rank::First, "somebody".into()).await);
        assert_eq!((queue.waiting(Rank::Later, None), lock(&queue.state).free), (1, 1), "the place stays free");
        drop(long);
        second.await.unwrap();
        let state = lock(&queue.state);
        assert_eq!((state.free, state.busy_later), (2, 0));
    }

    #[tokio::test]
    async fn whoever_gives_up_is_passed_over() {
        let queue = Queue::new(1);
        let working = queue.enter(Rank::First, "a".into()).await;
        let given_up = tokio::spawn({
            let queue = queue.clone();
            async move { queue.enter(Rank::First, "b".into()).await }
        });
        while queue.waiting(Rank::First, None) == 0 {
            tokio::task::yield_now().await;
        }
        given_up.abort();
        let _ = given_up.await;
        assert_eq!(queue.waiting(Rank::First, Some("b")), 0);
        drop(working);
        drop(queue.enter(Rank::First, "c".into()).await);
        assert_eq!(lock(&queue.state).free, 1);
    }
}
