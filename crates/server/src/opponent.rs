//! Whoever decides without a person: standing orders, and computer opponents.
//!
//! Orders are obeyed at once. A computer that has to decide thinks apart, by the clock of its level. Both play through the same door as
//! people. Nothing of it is lost when the server ends: the journal says who has to decide and what was ordered, and a plan is made anew.

use crate::core::Deed;
use crate::desk::{Desk, is_computer};
use crate::hall::Hall;
use crate::hub::{Seats, lock};
use crate::problem::{Problem, Refused};
use crate::queue::{Lane, Rank};
use crate::store::News;
use crate::table::{Table, Wish};
use crate::throw::Brought;
use crate::wire::{Reasoned, ServerMessage};
use grognard_engine::dice::SeededDice;
use grognard_shelf::{Thinker, thinking_seconds};
use std::sync::Arc;
use std::time::Duration;

/// A process that did not play the last action leaves the thinking to the one that did, but not forever.
const PATIENCE: Duration = Duration::from_secs(15);

/// Somebody who decides without a person, until it is dropped: whatever happens, even if he falls over, the table must not wait forever for him, nor stay in
/// memory for good.
struct AtWork(Arc<Table>);

impl Drop for AtWork {
    fn drop(&mut self) {
        lock(&self.0.desk).thinking = false;
    }
}

impl Hall {
    /// If a computer has to decide, it begins to think; if somebody's orders decide, they are obeyed.
    pub fn wake_computer(self: &Arc<Self>, table: &Arc<Table>) {
        {
            let mut desk = lock(&table.desk);
            if desk.thinking || !(orders_decide(&desk) || computer_decides(&desk)) {
                return;
            }
            desk.thinking = true;
        }
        let (hall, table) = (self.clone(), table.clone());
        tokio::spawn(async move {
            let at_work = AtWork(table.clone());
            let thought = think(&hall, &table).await;
            drop(at_work);
            match thought {
                // Something may have been played while it was about to stop.
                Ok(()) if !hall.brains.stopping() => hall.wake_computer(&table),
                Ok(()) => {}
                // Somebody else has played: a person, or the same computer in another process. Or the storage did not answer.
                Err(problem) if problem.status == 409 || problem.status == 503 => hall.wake_later(&table),
                Err(problem) => hall.complain(&format!("table {}: the computer cannot play: {}", table.id, problem.detail)),
            }
        });
    }

    /// Another process has played: if its computer does not go on, ours does.
    pub fn wake_later(self: &Arc<Self>, table: &Arc<Table>) {
        let played = {
            let desk = lock(&table.desk);
            if desk.thinking || !(orders_decide(&desk) || computer_decides(&desk)) {
                return;
            }
            desk.played
        };
        let (hall, table) = (self.clone(), table.clone());
        tokio::spawn(async move {
            tokio::time::sleep(PATIENCE).await;
            if lock(&table.desk).played == played {
                hall.wake_computer(&table);
            }
        });
    }

    /// After a start: computers that were about to play go on.
    pub async fn resume_computers(self: Arc<Self>) {
        let ids = match self.store.with_computers().await {
            Ok(ids) => ids,
            Err(why) => return self.complain(&format!("storage: {why}")),
        };
        for id in ids {
            let Ok(table) = self.table(&id).await else { continue };
            if table.hold(&self).await.is_ok() {
                self.wake_computer(&table);
            }
        }
    }
}

/// Whether standing orders answer. A computer obeys none: they were given by somebody who has left its seat.
fn orders_decide(desk: &Desk) -> bool {
    desk.ordered && !desk.decider.and_then(|place| desk.seats.get(place)).is_some_and(is_computer)
}

/// Whether a computer has to decide, and should: a table with computers only plays while somebody looks on.
fn computer_decides(desk: &Desk) -> bool {
    let decides = desk.decider.and_then(|place| desk.seats.get(place)).is_some_and(is_computer);
    decides && (!desk.guests.is_empty() || desk.seats.iter().any(|seat| !is_computer(seat)))
}

/// How long the computer in each place has thought about the turn that it thought about last.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Thought(Vec<(u16, Duration)>);

impl Thought {
    /// What was spent on this turn in this place.
    fn on(&self, turn: u16, place: usize) -> Duration {
        self.0.get(place).filter(|(last, _)| *last == turn).map_or(Duration::ZERO, |(_, spent)| *spent)
    }

    /// Notes that more was spent.
    fn spend(&mut self, turn: u16, place: usize, time: Duration) {
        let spent = self.on(turn, place) + time;
        if self.0.len() <= place {
            self.0.resize(place + 1, (0, Duration::ZERO));
        }
        self.0[place] = (turn, spent);
    }
}

/// One decision of a computer.
struct Question {
    place: usize,
    seat: String,
    turn: u16,
    played: usize,
    rank: Rank,
    thinker: Thinker,
}

/// A table at which nobody but computers sits comes after those at which somebody waits.
fn rank(desk: &Desk) -> Rank {
    if desk.seats.iter().all(is_computer) { Rank::Later } else { Rank::First }
}

/// What the computer that has to decide is asked; nothing if a person has to.
async fn question(hall: &Arc<Hall>, table: &Arc<Table>) -> Result<Option<Question>, Refused> {
    let mut held = table.hold(hall).await?;
    let core = held.core()?;
    let desk = lock(&table.desk);
    let Some(place) = core.decider.filter(|_| computer_decides(&desk)) else { return Ok(None) };
    let row = &desk.seats[place];
    let turn = core.game.board(None).turn_number;
    let rank = rank(&desk);
    let whole = hall.brains.share(rank, Duration::from_secs(thinking_seconds(&row.who)));
    let clock = hall.brains.clock(rank, whole.saturating_sub(desk.thought.on(turn, place)));
    let thinker = core.game.thinker_within(&row.who, table.whim, Box::new(clock)).map_err(Problem::broken)?;
    Ok(Some(Question { place, seat: row.seat.clone(), turn, played: core.game.played(), rank, thinker }))
}

/// Plays what the orders of whoever has to decide answer; whether they answered.
async fn obey(hall: &Arc<Hall>, table: &Arc<Table>) -> Result<bool, Refused> {
    let (place, played, action, reason) = {
        let mut held = table.hold(hall).await?;
        let core = held.core()?;
        let Some((place, (action, reason))) = core.decider.zip(core.ordered()) else { return Ok(false) };
        if lock(&table.desk).seats.get(place).is_some_and(is_computer) {
            return Ok(false);
        }
        (place, core.game.played(), action, reason)
    };
    let wish = Wish { deed: Deed::Action(&action), played: Some(played), reason: Some(&reason) };
    table.act(hall, Seats::one(place), wish, Brought::Nothing).await?;
    Ok(true)
}

async fn think(hall: &Arc<Hall>, table: &Arc<Table>) -> Result<(), Refused> {
    let mut announced = None;
    loop {
        while obey(hall, table).await? {}
        let Some(question) = question(hall, table).await? else { return Ok(()) };
        answer(hall, table, question, &mut announced).await?;
        if hall.brains.stopping() {
            return Ok(());
        }
    }
}

/// A computer thinks about a question, and plays. `announced` is whoever was last said to think.
async fn answer(hall: &Arc<Hall>, table: &Arc<Table>, question: Question, announced: &mut Option<usize>) -> Result<(), Refused> {
    let Question { place, seat, turn, played, rank, thinker } = question;
    if *announced != Some(place) {
        *announced = Some(place);
        table.announce(&ServerMessage::Thinking { seat: seat.clone() });
        hall.tell_others(&table.id, News::Thinking(seat)).await;
    }
    let advice = hall.brains.think(rank, table.lane(), thinker).await;
    if hall.brains.stopping() {
        return Ok(());
    }
    let seats = Seats::one(place);
    let answer = match advice {
        Ok((advice, time)) => {
            lock(&table.desk).thought.spend(turn, place, time);
            let wish = Wish { deed: Deed::Action(&advice.action), played: Some(played), reason: Some(&advice.reason) };
            table.act(hall, seats, wish, Brought::Nothing).await
        }
        Err(problem) => Err(problem),
    };
    // A computer never stalls: if its advice is no good, it takes the first thing that is allowed.
    if let Err(problem) = answer {
        if problem.status == 409 || problem.status == 503 {
            return Err(problem);
        }
        hall.complain(&format!("table {}: advice that cannot be played: {}", table.id, problem.detail));
        let first = table.hold(hall).await?.core()?.game.actions().into_iter().next();
        let action = first.ok_or(problem)?;
        let reason = Some("nothing better was found");
        let wish = Wish { deed: Deed::Action(&action), played: Some(played), reason };
        table.act(hall, seats, wish, Brought::Nothing).await?;
    }
    Ok(())
}

/// How long may be thought about one action of a hint.
fn time_for_hint(hall: &Hall, level: &str) -> Duration {
    hall.config.time(hall.brains.share(Rank::First, Duration::from_secs(thinking_seconds(level))))
}

impl Table {
    /// What a computer would do in your place.
    ///
    /// # Errors
    /// When it is not your turn.
    pub async fn hint(&self, hall: &Hall, seats: Seats, level: &str, lane: Lane) -> Result<Reasoned, Refused> {
        let (thinker, seat, played) = {
            let mut held = self.hold(hall).await?;
            let core = held.core()?;
            let place = core.decider.ok_or_else(|| Problem::not_now("the game is over"))?;
            if !seats.has(place) {
                return Err(Problem::forbidden("a hint is given to whoever has to decide"));
            }
            self.may_have_counsel()?;
            let clock = hall.brains.clock(Rank::First, time_for_hint(hall, level));
            let thinker = core.game.thinker_within(level, self.whim, Box::new(clock)).map_err(Problem::malformed)?;
            (thinker, core.game.seats()[place].to_owned(), core.game.played())
        };
        let (advice, _) = hall.brains.think(Rank::First, lane.clone(), thinker).await?;
        let then = match self.sequel(hall, (&seat, played), level, &advice.action).await {
            Some(thinker) => Some(hall.brains.think(Rank::First, lane, thinker).await?.0.action),
            None => None,
        };
        Ok(Reasoned { seat, played, action: advice.action, reason: advice.reason, then })
    }

    /// Somebody who thinks about what comes right after an action, if nothing comes between: no die, and no decision of another's. It is tried
    /// in a world that the seat may take for the true one.
    async fn sequel(&self, hall: &Hall, (seat, played): (&str, usize), level: &str, action: &str) -> Option<Thinker> {
        let mut held = self.hold(hall).await.ok()?;
        let core = held.core().ok()?;
        if core.game.played() != played {
            return None;
        }
        let mut game = core.game.resume(&core.game.guess(seat, self.whim)).ok()?;
        let done = game.submit(seat, action, &mut SeededDice::new(self.whim)).ok()?;
        if !done.dice.is_empty()
            || game.to_decide() != Some(core.game.to_decide()?)
            || done.log.iter().any(|line| line.path.is_some())
        {
            return None;
        }
        let clock = hall.brains.clock(Rank::First, time_for_hint(hall, level));
        game.thinker_within(level, self.whim, Box::new(clock)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brains::Brains;
    use crate::hub::{Guest, Wants};
    use crate::throw::tests::House;
    use tokio::sync::oneshot;

    async fn fall_over(at_work: AtWork) {
        let _at_work = at_work;
        panic!("on purpose");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn nobody_waits_for_whoever_has_fallen_over() {
        let house = House::new("at-work").await;
        lock(&house.table.desk).thinking = true;
        let fell = tokio::spawn(fall_over(AtWork(house.table.clone()))).await;
        assert!(fell.is_err() && !lock(&house.table.desk).thinking);
        house.close().await;
    }

    #[test]
    fn time_is_counted_for_each_turn_of_a_side() {
        let (mut thought, second) = (Thought::default(), Duration::from_secs(1));
        thought.spend(3, 0, second);
        thought.spend(3, 0, second);
        assert_eq!((thought.on(3, 0), thought.on(3, 1), thought.on(4, 0)), (2 * second, Duration::ZERO, Duration::ZERO));
        thought.spend(3, 1, second);
        assert_eq!((thought.on(3, 1), thought.on(3, 0)), (second, 2 * second), "two computers do not pay for each other");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn somebody_waits_wherever_a_seat_is_not_a_computers() {
        let house = House::new("rank").await;
        for (who, expected) in [
            (["recruit", "veteran"], Rank::Later),
            (["recruit", "human"], Rank::First),
            (["open", "recruit"], Rank::First),
            (["human", "human"], Rank::First),
        ] {
            let mut desk = lock(&house.table.desk);
            desk.seats.iter_mut().zip(who).for_each(|(seat, who)| who.clone_into(&mut seat.who));
            assert_eq!(rank(&desk), expected, "{who:?}");
        }
        house.close().await;
    }

    /// An attack: somebody looks on at many tables without people. A stranger's hint does not come after them.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn many_tables_without_people_hold_up_no_hint() {
        let mut house = House::new("hint").await;
        Arc::get_mut(&mut house.hall).unwrap().brains = Brains::new(Some(1));
        let hall = &house.hall;
        // Whoever has the one place gives it up when he is told.
        let occupy = |lane: &str| {
            let (begun, began) = oneshot::channel();
            let (end, ended) = oneshot::channel::<()>();
            let (hall, lane) = (hall.clone(), Lane::from(lane));
            let thought = move || {
                let _ = begun.send(());
                let _ = ended.blocking_recv();
            };
            (tokio::spawn(async move { hall.brains.think(Rank::First, lane, thought).await.map(drop) }), began, end)
        };
        let queued = async |count| {
            while hall.brains.waiting(Rank::First) + hall.brains.waiting(Rank::Later) < count {
                tokio::task::yield_now().await;
            }
        };
        let (first, began, end) = occupy("somebody");
        began.await.unwrap();
        let mut crowd = Vec::new();
        for n in 1..=10 {
            let seats = serde_json::json!([{"seat": "French", "who": "recruit"}, {"seat": "Allied", "who": "recruit"}]);
            let wish = serde_json::from_value(serde_json::json!({"game": "eylau", "seats": seats})).unwrap();
            let made = hall.make(wish, std::net::Ipv4Addr::new(203, 0, 113, 1).into()).await.unwrap();
            let table = hall.table(&made.id).await.unwrap();
            table.join(Arc::new(Guest::new(Seats::default(), Wants::Moves)));
            hall.wake_computer(&table);
            queued(n).await;
            crowd.push(table);
        }
        let hint = tokio::spawn({
            let (hall, table) = (hall.clone(), house.table.clone());
            async move { table.hint(&hall, Seats(0b11), "recruit", "stranger".into()).await }
        });
        queued(crowd.len() + 1).await;
        // Who comes after the stranger finds that none of the crowd has played, though all have waited longer.
        let (next, began, end_next) = occupy("stranger");
        queued(crowd.len() + 2).await;
        end.send(()).unwrap();
        began.await.unwrap();
        let played: usize = crowd.iter().map(|table| lock(&table.desk).played).sum();
        assert_eq!((played, hall.brains.waiting(Rank::Later)), (0, crowd.len()), "the hint has been thought of");
        end_next.send(()).unwrap();
        assert_eq!(hint.await.unwrap().unwrap().played, 0);
        // Nor do they wait for ever.
        while crowd.iter().any(|table| lock(&table.desk).played == 0) {
            tokio::task::yield_now().await;
        }
        hall.brains.stop();
        assert!(first.await.unwrap().is_ok() && next.await.unwrap().is_ok());
        while crowd.iter().any(|table| lock(&table.desk).thinking) {
            tokio::task::yield_now().await;
        }
        drop(crowd);
        house.close().await;
    }
}
