//! Games that are brought along, and where whatever is played again is played: apart from the threads that answer, few at a time, in turns with others.

use crate::figures::MOST_ENTRIES;
use crate::hall::{Hall, clean};
use crate::making::row;
use crate::problem::{Problem, Refused};
use crate::queue::{Lane, Queue, Rank, Turn};
use crate::store::{Step, StepKind, TableRow};
use crate::table::now;
use grognard_engine::record;
use grognard_shelf::Form;
use std::sync::Arc;

/// Games that are replayed at the same time, apart from the threads that answer.
const REPLAYS: usize = 3;
/// So many of those places are for tables that somebody wants to play at: a record that is brought along may take a minute.
const REPLAYS_KEPT: usize = 1;
/// Games brought along that wait for one address.
const MOST_WAITING: usize = 4;

/// The places where games are replayed.
pub fn workshop() -> Arc<Queue> {
    Queue::keeping(REPLAYS, REPLAYS_KEPT)
}

impl Hall {
    /// Does something that takes long, apart from the threads that answer, in turns with others.
    ///
    /// # Errors
    /// When it fell over.
    pub async fn heavy<T: Send + 'static>(
        &self,
        rank: Rank,
        lane: Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let turn = self.workshop.enter(rank, lane).await;
        self.heavy_at(turn, work).await
    }

    /// The same at a place that was waited for before, so that whatever it needs has been read only then: a hundred who wait hold nothing meanwhile.
    ///
    /// # Errors
    /// When it fell over.
    pub async fn heavy_at<T: Send + 'static>(&self, turn: Turn, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refused> {
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        working.await.map_err(|why| Problem::broken(why.to_string()))
    }

    /// Replays a game that somebody brings along, in turns with others.
    ///
    /// # Errors
    /// What is wrong with it, or that others of the same lane are still being replayed.
    pub async fn bring(&self, text: String, game: String, seed: [u8; 32], lane: Lane) -> Result<(TableRow, Vec<Step>), Refused> {
        if !self.limiter.limits().off && self.workshop.waiting(Rank::Later, Some(&lane)) >= MOST_WAITING {
            return Err(Problem::crowded("other records that you brought are still being replayed", 5));
        }
        self.heavy(Rank::Later, lane, move || brought(&text, &game, seed)).await?
    }
}

/// The row and journal of a table that goes on with a record, game notation or a position.
fn brought(text: &str, game: &str, seed: [u8; 32]) -> Result<(TableRow, Vec<Step>), Refused> {
    let too_long = || Problem::malformed(format!("the record is too long; at most {MOST_ENTRIES} actions can be brought along"));
    if text.lines().count() > 2 * MOST_ENTRIES {
        return Err(too_long());
    }
    // Game notation has many actions to a line: they are counted before any of them is played.
    if grognard_shelf::form("record", text).is_ok_and(|form| form == Form::Notation) {
        let raw = record::read_notation("record", text).map_err(|fault| Problem::malformed(fault.to_string()))?;
        let taken_back: usize = raw.backs.iter().map(|back| back.entries.len()).sum();
        if raw.entries.len().max(taken_back) > MOST_ENTRIES {
            return Err(too_long());
        }
    }
    let now = now();
    let mut deal = Vec::new();
    let mut steps = Vec::new();
    let loaded = grognard_shelf::replay("record", text, None, &mut |happening| {
        let Some(seat) = happening.seat.clone() else {
            deal.clone_from(&happening.dice);
            return;
        };
        steps.push(Step {
            seq: steps.len() as i64 + 1,
            kind: StepKind::Given,
            seat,
            action: happening.action.clone(),
            rolls: happening.dice.clone(),
            drawn: 0,
            check: happening.check.clone(),
            played: happening.entry,
            at: now,
            reason: None,
            word: None,
            link: None,
        });
    });
    let loaded = loaded.map_err(|fault| Problem::malformed(fault.to_string()))?;
    if steps.len() > MOST_ENTRIES {
        return Err(too_long());
    }
    if let Some((way, seat)) = loaded.closing() {
        steps.push(Step {
            seq: steps.len() as i64 + 1,
            kind: StepKind::Close,
            seat: seat.to_owned(),
            action: way.word().to_owned(),
            rolls: Vec::new(),
            drawn: 0,
            check: String::new(),
            played: loaded.played(),
            at: now,
            reason: None,
            word: None,
            link: None,
        });
    }
    let identity = loaded.identity();
    if !game.is_empty() && game != identity.game {
        return Err(Problem::malformed(format!("the record is of {}, not of {}", identity.game, clean(game, 40))));
    }
    // What was played before its rules were corrected stays in the record that was brought; here the game begins in the position after it.
    let (first, corrected) = (loaded.first(), text.lines().any(|line| line.starts_with("corrected ")));
    steps.iter_mut().for_each(|step| step.played -= first.min(step.played));
    let position = (corrected || loaded.record().is_err()).then(|| loaded.position_at(corrected.then_some(first)));
    let mut row = row(identity, seed, deal, position);
    row.over = loaded.pending().is_err();
    Ok((row, steps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api;
    use crate::core::Core;
    use crate::figures::Limits;
    use crate::guard::Peer;
    use crate::limit::Limiter;
    use crate::making::opening;
    use crate::throw::tests::House;
    use axum::body::Body;
    use axum::http::Request;
    use std::net::IpAddr;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::sync::RwLock;
    use tower::ServiceExt as _;

    /// The record of a game in which nobody has acted yet may hold dice all the same, and they are not of the table's seed.
    #[test]
    fn nothing_is_promised_of_a_set_up_that_was_dealt_elsewhere() {
        let dealt = opening("eagles-friedland", Vec::new(), [1; 32]).unwrap();
        assert!(!dealt.deal.is_empty());
        let text = Core::open(&dealt).unwrap().game.record().unwrap();
        assert!(text.contains("\ndice "), "{text}");
        let mut elsewhere = 0;
        for seed in (2..14).map(|byte| [byte; 32]) {
            let (row, steps) = brought(&text, "", seed).unwrap();
            assert_eq!((steps.len(), &row.deal), (0, &dealt.deal));
            // By chance it may be the same.
            let own = opening("eagles-friedland", Vec::new(), seed).unwrap().deal == row.deal;
            elsewhere += usize::from(!own);
            let told = Core::open(&row).unwrap().game.record().unwrap();
            assert_eq!(told.contains("\ndice "), own, "{told}");
        }
        assert!(elsewhere > 0);
    }

    /// The record of a game that has just begun.
    fn text() -> String {
        Core::open(&opening("eylau", Vec::new(), [1; 32]).unwrap()).unwrap().game.record().unwrap()
    }

    fn address(last: u8) -> IpAddr {
        [203, 0, 113, last].into()
    }

    /// Waits until so many games wait to be replayed, or one is done with: which of them.
    async fn waiting<T>(hall: &Hall, count: usize, tasks: &[tokio::task::JoinHandle<T>]) -> Option<usize> {
        loop {
            if let Some(done) = tasks.iter().position(tokio::task::JoinHandle::is_finished) {
                return Some(done);
            }
            if hall.workshop.waiting(Rank::Later, None) == count {
                return None;
            }
            tokio::task::yield_now().await;
        }
    }

    /// On the one thread of this test the talking goes on while games are replayed: else nobody would ever open the gate.
    #[tokio::test]
    async fn games_are_replayed_apart_and_few_at_a_time() {
        let house = House::new("replays").await;
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let gate = Arc::new(RwLock::new(()));
        let closed = gate.write().await;
        let replays: Vec<_> = (0..6)
            .map(|n| {
                let (hall, now, most, gate) = (house.hall.clone(), now.clone(), most.clone(), gate.clone());
                tokio::spawn(async move {
                    let replayed = hall.heavy(Rank::Later, format!("address {n}").into(), move || {
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        drop(gate.blocking_read());
                        now.fetch_sub(1, Ordering::SeqCst);
                    });
                    replayed.await.unwrap();
                })
            })
            .collect();
        let places = REPLAYS - REPLAYS_KEPT;
        assert_eq!(waiting(&house.hall, 6 - places, &replays).await, None);
        while now.load(Ordering::SeqCst) < places {
            tokio::task::yield_now().await;
        }
        assert!(house.hall.heavy(Rank::First, "a table".into(), || true).await.unwrap(), "a place is kept for those who play");
        drop(closed);
        for replay in replays {
            replay.await.unwrap();
        }
        assert_eq!(most.load(Ordering::SeqCst), places, "however many are brought along");
        house.close().await;
    }

    #[tokio::test]
    async fn whoever_brings_many_games_waits_and_nobody_else() {
        let house = House::new("brought").await;
        let hall = &house.hall;
        let turn = || hall.workshop.enter(Rank::Later, "somebody".into());
        let turns = (turn().await, turn().await);
        let wish: crate::wire::NewTable = serde_json::from_value(serde_json::json!({"record": text()})).unwrap();
        let bring = |from: u8| {
            let (hall, wish) = (hall.clone(), wish.clone());
            tokio::spawn(async move { hall.make(wish, address(from)).await.map(|made| made.id).map_err(|why| why.status) })
        };
        let mut brought: Vec<_> = (0..MOST_WAITING).map(|_| bring(1)).collect();
        assert_eq!(waiting(hall, MOST_WAITING, &brought).await, None, "none is replayed where others are answered");
        let more = [bring(1)];
        assert_eq!(waiting(hall, MOST_WAITING + 1, &more).await, Some(0));
        let [more] = more;
        assert_eq!(more.await.unwrap(), Err(429));
        brought.push(bring(2));
        assert_eq!(waiting(hall, MOST_WAITING + 1, &brought).await, None, "another address waits for its turn");
        drop(turns);
        for made in brought {
            assert!(hall.present(&made.await.unwrap().unwrap()).is_some());
        }
        house.close().await;
    }

    /// Whoever brings a long record takes room until it has been replayed, and not only while it is read.
    #[tokio::test]
    async fn records_that_wait_are_counted_by_address_and_in_all() {
        let mut house = House::new("held").await;
        let limits = Limits { long_each: 2, long_all: 3, ..Limits::default() };
        Arc::get_mut(&mut house.hall).unwrap().limiter = Limiter::new(limits);
        let hall = &house.hall;
        let turn = || hall.workshop.enter(Rank::Later, "somebody".into());
        let turns = (turn().await, turn().await);
        let router = api::router(hall.clone());
        // It is long by what stands behind it.
        let body = format!("{}{}", serde_json::json!({"record": text()}), " ".repeat(100_000));
        let bring = |from: u8| {
            let request = Request::post("/api/tables").header("content-type", "application/json");
            let request = request.header("content-length", body.len()).extension(Peer(address(from)));
            let (router, request) = (router.clone(), request.body(Body::from(body.clone())).unwrap());
            tokio::spawn(async move { router.oneshot(request).await.unwrap().status().as_u16() })
        };
        let mut held = vec![bring(1), bring(1)];
        assert_eq!(waiting(hall, 2, &held).await, None);
        let more = [bring(1)];
        assert_eq!(waiting(hall, 3, &more).await, Some(0), "two of an address");
        held.push(bring(2));
        assert_eq!(waiting(hall, 3, &held).await, None);
        let others = [bring(3)];
        assert_eq!(waiting(hall, 4, &others).await, Some(0), "three in all");
        for refused in more.into_iter().chain(others) {
            assert_eq!(refused.await.unwrap(), 429);
        }
        drop(turns);
        for made in held {
            assert_eq!(made.await.unwrap(), 201);
        }
        assert_eq!(bring(3).await.unwrap(), 201, "there is room again");
        drop(router);
        house.close().await;
    }
}
