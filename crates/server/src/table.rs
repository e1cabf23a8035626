//! One table: its row, its guests, its game.
//!
//! The game is held under a lock that is kept while an action is written, so that nobody sees or plays upon what is not yet
//! durable. It can be dropped at any time and is then computed again from the journal. What guests know of it (`told`) is
//! kept apart from it, so that whatever happened in between is told when it comes back.

use crate::closing;
use crate::core::{Core, Deed, Tidings};
use crate::desk::{Desk, is_computer};
use crate::hall::Hall;
use crate::hub::{Seats, Wants, lock};
use crate::pace;
use crate::problem::{Problem, Refused};
use crate::queue::Lane;
use crate::secret;
use crate::store::{Failure, SeatRow, Step, TableRow, Write};
use crate::terms::Terms;
use crate::throw::{self, Brought, Linked};
use crate::wire::{Acted, ServerMessage};
use grognard_shelf::{Corrected, View};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// A table in memory.
pub struct Table {
    /// Its name in addresses.
    pub id: Arc<str>,
    /// Its row, but for what changes.
    pub row: TableRow,
    /// The title of its game.
    pub title: String,
    /// What its maker has allowed.
    pub terms: Terms,
    /// What its computers draw their whims from: neither the seed of the dice nor anything that players know.
    pub whim: u64,
    /// What changes often and is looked at briefly.
    pub desk: Mutex<Desk>,
    /// Held while somebody is asked for what he brings to a throw.
    pub throwing: tokio::sync::Mutex<()>,
    /// Which seats see the dice of the throw that is under way, or was last.
    pub seen_by: AtomicU8,
    /// The link that was given last, and for what: whoever tries the same again has it again.
    pub linked: Mutex<Option<Linked>>,
    /// Held while its row is read again, so that what was read first does not come last.
    pub reading: tokio::sync::Mutex<()>,
    /// Whether seats and requests may be stored otherwise than they are known here.
    pub doubtful: AtomicBool,
    /// Whether it was removed: nothing is played or written here any more, whoever still holds on to it.
    pub gone: AtomicBool,
    /// The running game, if it is in memory.
    core: tokio::sync::Mutex<Option<Box<Core>>>,
}

/// What somebody wants to play.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The action or command.
    pub deed: Deed<'a>,
    /// How many actions he knows of. If there are more by now, nothing is played.
    pub played: Option<usize>,
    /// Why, where a computer plays.
    pub reason: Option<&'a str>,
}

impl<'a> Wish<'a> {
    /// A person's wish.
    pub const fn new(deed: Deed<'a>, played: Option<usize>) -> Self {
        Self { deed, played, reason: None }
    }
}

/// The game, locked and in memory.
pub struct Held<'a> {
    guard: tokio::sync::MutexGuard<'a, Option<Box<Core>>>,
}

impl Held<'_> {
    /// The game.
    ///
    /// # Errors
    /// Not reached: whoever holds it has loaded it.
    pub fn core(&mut self) -> Result<&mut Core, Refused> {
        self.guard.as_deref_mut().ok_or_else(Problem::storage)
    }

    /// Where the game is to be put.
    pub fn put(&mut self) -> &mut Option<Box<Core>> {
        &mut self.guard
    }

    /// Throws the game away, so that it is computed anew from what is stored.
    pub fn forget(&mut self) {
        *self.guard = None;
    }
}

impl Drop for Held<'_> {
    /// Whoever falls over or is given up before his line is stored leaves a game that is ahead of the journal. The next line would have a gap before it and the
    /// table be lost, so it is computed anew.
    fn drop(&mut self) {
        let ahead = self.guard.as_deref().is_some_and(|core| core.seq != core.written);
        if ahead || std::thread::panicking() {
            self.forget();
        }
    }
}

/// The time, in milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

impl Table {
    /// A table from its row; `whim` is what its computers choose by where nothing else decides.
    pub fn new(row: TableRow, title: String, whim: u64) -> Self {
        let mut row = row;
        let terms = Terms::take(&mut row.options);
        let desk = Desk::new(&mut row);
        Self {
            id: row.id.as_str().into(),
            row,
            title,
            terms,
            whim,
            desk: Mutex::new(desk),
            throwing: tokio::sync::Mutex::new(()),
            seen_by: AtomicU8::new(0),
            linked: Mutex::new(None),
            reading: tokio::sync::Mutex::new(()),
            doubtful: AtomicBool::new(false),
            gone: AtomicBool::new(false),
            core: tokio::sync::Mutex::new(None),
        }
    }

    /// The seats that a token holds.
    pub fn seats_of(&self, token: &str) -> Seats {
        let hash = secret::token_hash(token);
        let desk = lock(&self.desk);
        let held = |seat: &SeatRow| seat.who == "human" && seat.token.as_ref().is_some_and(|known| secret::same(known, &hash));
        Seats(desk.seats.iter().enumerate().fold(0, |bits, (place, seat)| bits | u8::from(held(seat)) << place))
    }

    /// For whom its work is counted: its maker, so that many tables are no way around, or itself if that is not known.
    pub fn lane(&self) -> Lane {
        self.row.maker.as_deref().map_or_else(|| self.id.clone(), Into::into)
    }

    /// Whether the game is in memory, or is about to be.
    pub fn is_loaded(&self) -> bool {
        self.core.try_lock().map_or(true, |core| core.is_some())
    }

    /// The game, loaded if need be.
    ///
    /// # Errors
    /// When the storage does not answer, or the journal does not hold.
    pub async fn hold(&self, hall: &Hall) -> Result<Held<'_>, Refused> {
        self.look_again(hall).await?;
        let mut held = Held { guard: self.core.lock().await };
        if self.gone.load(Ordering::SeqCst) {
            return Err(Problem::unknown("the table was removed"));
        }
        if held.guard.is_none() {
            Box::pin(self.load(hall, &mut held, None)).await?;
        }
        Ok(held)
    }

    /// The game if it is in memory and nobody is using it.
    ///
    /// # Errors
    /// When it is not.
    pub fn core_if_idle(&self) -> Result<Held<'_>, ()> {
        let guard = self.core.try_lock().map_err(drop)?;
        if guard.is_some() { Ok(Held { guard }) } else { Err(()) }
    }

    /// Reads what another process has written.
    ///
    /// # Errors
    /// When the storage does not answer.
    pub async fn refresh(&self, hall: &Hall) -> Result<(), Refused> {
        let mut held = Held { guard: self.core.lock().await };
        let Some(core) = held.guard.as_deref_mut() else {
            // Nobody who is connected may miss it; if nobody is, it is read when it is wanted.
            if lock(&self.desk).guests.is_empty() {
                return Ok(());
            } else {
                return self.load(hall, &mut held, None).await;
            };
        };
        let steps = hall.store.steps(&self.id, core.seq).await.map_err(|why| hall.storage(&why))?;
        let mut news = Vec::new();
        for step in &steps {
            match core.replay(step) {
                // A view that comes without anything having changed would tell when it was written.
                Ok(tidings) if step.is_public() => news.push(tidings),
                Ok(_) => {}
                // It may be that the rules were corrected, or that more was taken back than is at hand.
                Err(_) => {
                    held.forget();
                    return self.load(hall, &mut held, None).await;
                }
            }
        }
        if let Some(step) = steps.iter().rfind(|step| step.is_public()) {
            lock(&self.desk).touched = step.at;
        }
        self.tell(core, &news);
        Ok(())
    }

    /// Tells the guests what happened, and notes what is known now. To be called while the game is held, so that everybody
    /// hears everything in the same order.
    pub fn tell(&self, core: &Core, news: &[Tidings]) {
        let mut desk = lock(&self.desk);
        let was_over = desk.over;
        desk.told = core.seq;
        desk.stir = core.memory.stir;
        desk.played = core.game.played();
        desk.over = core.over();
        desk.decider = core.decider;
        (desk.given, desk.dealt_elsewhere) = (core.memory.given, core.dealt_elsewhere);
        desk.ordered = core.ordered().is_some();
        desk.beat.clone_from(&core.memory.beat);
        desk.used = Instant::now();
        if desk.asked.as_ref().is_some_and(|asked| asked.seq != core.memory.stir) {
            desk.asked = None;
        }
        desk.chains = core.game.seats().iter().map(|seat| core.memory.chains.anchor(seat).map(str::to_owned)).collect();
        closing::settle(&mut desk.ending, core);
        if core.over() && !was_over {
            let over = ServerMessage::Over { seed: self.seed(&desk), ended: closing::ended(desk.ending.as_ref()) };
            let text = Utf8Bytes::from(over.text());
            desk.guests.iter().for_each(|guest| guest.outbox.send(text.clone()));
        }
        if news.is_empty() {
            return;
        }
        Self::outdate(&mut desk.views);
        if desk.guests.is_empty() {
            return;
        }
        for tidings in news {
            let to_all = |text: Utf8Bytes| desk.guests.iter().for_each(|guest| guest.outbox.send(text.clone()));
            match tidings {
                Tidings::Else => {}
                Tidings::Undone(played) => to_all(ServerMessage::Undone { played: *played }.text().into()),
                Tidings::Reminded(by) => pace::reminder(core, by).into_iter().for_each(|told| to_all(told.text().into())),
                Tidings::Moved(told) if told.differs() => {
                    for guest in &desk.guests {
                        guest.outbox.send(told.to(Self::place(core, guest.seats)).message().into());
                    }
                }
                // Made once for all, whoever they are.
                Tidings::Moved(told) => to_all(told.to(None).message().into()),
            }
        }
        desk.guests.iter().filter(|guest| guest.wants != Wants::Moves).for_each(|guest| guest.outbox.send_view());
    }

    /// Plays for whoever holds these seats: checks, rolls, writes, tells. Must not be dropped half-way.
    ///
    /// # Errors
    /// Why nothing was played; or why the rest of a command was refused after dice had been rolled for its beginning.
    pub async fn act(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        seats: Seats,
        wish: Wish<'_>,
        brought: Brought,
    ) -> Result<Acted, Refused> {
        let Wish { deed, played, reason } = wish;
        let mut brought = brought;
        let mut plan: Option<Vec<String>> = None;
        let mut happenings = Vec::new();
        let stands = loop {
            let mut held = self.hold(hall).await?;
            let mut core = held.core()?;
            let stands = core.game.played();
            if plan.is_none() && played.is_some_and(|played| played != stands) {
                return Err(Problem::stale(stands));
            }
            let Some(place) = core.decider else { return Err(Problem::not_now("the game is over")) };
            let seat = core.game.seats()[place];
            if !seats.has(place) {
                return Err(Problem::forbidden(format!("the decision belongs to {seat}")));
            }
            // A person may have been let in just before a computer took the seat. Whoever plays without one says why.
            let unseated = || reason.is_none() && lock(&self.desk).seats.get(place).is_some_and(is_computer);
            let refusal = || Problem::forbidden(format!("a computer plays on for {seat}"));
            if unseated() {
                return Err(refusal());
            }
            // Last: nobody else learns that a die is being thrown, which may be out of his sight.
            drop(self.alone()?);
            let actions = match plan.take() {
                Some(rest) => rest,
                None => core.plan(deed).map_err(|rejection| Problem::rejection(*rejection))?,
            };
            let chance = match self.question(core, seats, seat, &actions, &brought) {
                None => core.chance(brought.word(), None),
                Some(question) => {
                    // Others may look while somebody is asked, but nothing is played or taken back.
                    let alone = self.begin_throw(&question)?;
                    let stir = core.memory.stir;
                    drop(held);
                    let answers = throw::put(self, hall, question, &mut brought).await?;
                    held = self.hold(hall).await?;
                    drop(alone);
                    core = held.core()?;
                    if !answers.fit(core, stir) {
                        return Err(Problem::stale(core.game.played()));
                    }
                    if unseated() {
                        // It could not play as long as the throw was under way.
                        hall.wake_computer(self);
                        return Err(refusal());
                    }
                    core.chance(answers.word, answers.link)
                }
            };
            let step = core.play(seat, &actions, &chance, hall.config.clock.now(), reason);
            let played = step.map_err(|rejection| Problem::rejection(*rejection))?;
            let (done, over) = (played.steps.len(), core.over());
            self.write_down(hall, &mut held, played.steps, over).await?;
            let core = held.core()?;
            let eyes = Self::place(core, seats);
            let news: Vec<Tidings> = played.told.into_iter().map(Tidings::Moved).collect();
            self.tell(core, &news);
            // Whose orders have answered may have to answer the next question himself.
            let (stands, next) = (core.game.played(), core.decider.filter(|&now| now != place || reason.is_some()));
            self.keep_up(hall, held.core()?);
            drop(held);
            if let Some(next) = next {
                hall.bell.ring(hall, self, next, false);
            }
            happenings.extend(news.into_iter().filter_map(|news| Some(news.told()?.to(eyes).clone())));
            hall.wake_computer(self);
            if done == actions.len() {
                break stands;
            }
            plan = Some(actions[done..].to_vec());
        };
        Ok(Acted { played: stands, happenings })
    }

    /// Writes lines of the journal. If that fails the game in memory is thrown away, since it is ahead of what is stored.
    ///
    /// # Errors
    /// 409 when another process was quicker, 503 when the storage failed.
    pub async fn write_down(&self, hall: &Hall, held: &mut Held<'_>, steps: Vec<Step>, over: bool) -> Result<(), Refused> {
        let touched = steps.iter().rfind(|step| step.is_public()).map(|step| step.at);
        let written = hall.writer.write(Write::Steps { table: self.id.clone(), steps, over }).await;
        match written {
            Ok(()) => {
                if let Some(touched) = touched {
                    lock(&self.desk).touched = touched;
                }
                let core = held.core()?;
                core.written = core.seq;
                Ok(())
            }
            Err(failure) => {
                held.forget();
                if failure != Failure::Conflict {
                    return Err(hall.failed(failure));
                }
                // What the other process wrote is told to the guests as it is loaded.
                self.load(hall, held, None).await?;
                Err(Problem::stale(held.core()?.game.played()))
            }
        }
    }

    /// Whose place a token has: of several seats the one that has to decide.
    pub fn place(core: &Core, seats: Seats) -> Option<usize> {
        core.decider.filter(|&place| seats.has(place)).or_else(|| seats.first())
    }

    /// Whose eyes a token has.
    pub fn eyes(core: &Core, seats: Seats) -> Option<&'static str> {
        core.game.seats().get(Self::place(core, seats)?).copied()
    }

    /// What somebody with these seats may see.
    pub fn view(&self, core: &Core, seats: Seats, at: Option<usize>) -> View {
        let mut view = core.game.view(Self::eyes(core, seats), at);
        let desk = lock(&self.desk);
        view.undo = crate::undo::offer(core, &desk.seats, seats);
        view.corrected = desk.corrected.iter().map(|one| Corrected { after: one.after, revision: one.revision }).collect();
        view
    }

    /// Whether the game is to leave the memory.
    pub fn is_idle(&self, idle: std::time::Duration) -> bool {
        let desk = lock(&self.desk);
        desk.used.elapsed() >= idle && !desk.thinking
    }

    /// Forgets views that nobody will ask for again soon, and the game if it has not been used for a while. Says whether the
    /// table itself could be forgotten.
    pub fn tidy(&self, idle: std::time::Duration) -> bool {
        let mut guard = lock(&self.desk);
        let desk = &mut *guard;
        Self::tidy_views(&mut desk.views, &desk.guests);
        if desk.used.elapsed() < idle || desk.thinking {
            return false;
        }
        let empty = desk.guests.is_empty();
        drop(guard);
        if let Ok(mut core) = self.core.try_lock() {
            *core = None;
        }
        empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::{Guest, Out};
    use grognard_engine::dice::SeededDice;
    use grognard_engine::fair;
    use grognard_testkit::mock::Skirmish;

    fn skirmish() -> (Table, Core) {
        let promise = fair::commitment(&[7; 32]);
        let core = Core::of(grognard_shelf::seat(Skirmish::default(), &mut SeededDice::new(3)), [7; 32], promise.clone());
        let row = TableRow {
            id: "0".repeat(16),
            game: "skirmish".to_owned(),
            rulebook: "mock".to_owned(),
            revision: 1,
            options: Vec::new(),
            name: String::new(),
            public: false,
            passphrase: None,
            seed: [7; 32],
            promise,
            ending: None,
            deal: Vec::new(),
            position: None,
            created: 0,
            over: false,
            asked: None,
            maker: None,
            corrected: Vec::new(),
            seats: Vec::new(),
        };
        (Table::new(row, String::new(), 0), core)
    }

    fn play(core: &mut Core, seat: &str, action: &str, why: Option<&str>) -> crate::core::Played {
        core.play(seat, &[action.to_owned()], &Default::default(), 0, why).unwrap()
    }

    fn texts(guest: &Guest) -> Vec<serde_json::Value> {
        let next = || match guest.outbox.take() {
            Some(Out::Text(text)) => serde_json::from_str(&text).ok(),
            _ => None,
        };
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn guests_are_told_what_their_seats_may_know() {
        let (table, mut core) = skirmish();
        let guests = [Seats::one(0), Seats::one(1), Seats::default()].map(|seats| Arc::new(Guest::new(seats, Wants::Moves)));
        guests.iter().for_each(|guest| table.join(guest.clone()));
        let played = play(&mut core, "Red", "march R1 0201", Some("to see what is there"));
        assert!(!played.steps[0].check.is_empty() && played.steps[0].reason.is_some(), "the journal knows everything");
        let news: Vec<Tidings> = played.told.into_iter().map(Tidings::Moved).collect();
        table.tell(&core, &news);
        for guest in &guests {
            let told = texts(guest);
            assert_eq!((told.len(), told[0]["happening"]["action"].as_str()), (1, Some("march R1 0201")));
            assert_eq!(told[0]["happening"]["check"], "", "it would betray the chiefs");
            assert!(told[0]["happening"]["reason"].is_null(), "so might a reason");
        }
        assert!(core.reasons(0).is_empty() && core.last_reason().is_none());
        // Which chief was drawn is told with the set-up: to each side its own.
        for (place, own) in [(Some(0), "Red"), (Some(1), "Blue")] {
            let lines = core.game.log(place.map(|place: usize| core.game.seats()[place]), 0);
            let chiefs: Vec<_> = lines.iter().filter(|line| line.text.contains("chief")).collect();
            assert!(chiefs.len() == 1 && chiefs[0].text.contains(&own[..1]), "{chiefs:?}");
        }
        // When the last action ends the game there is nothing left to hide.
        let mut dice = SeededDice::new(1);
        let mut last = Vec::new();
        while let Some(place) = core.decider {
            let actions = core.game.actions();
            let action = &actions[dice.below(actions.len() as u32) as usize];
            let seat = core.game.seats()[place];
            last = play(&mut core, seat, action, Some("why not")).told;
        }
        table.tell(&core, &last.into_iter().map(Tidings::Moved).collect::<Vec<_>>());
        for guest in &guests {
            let told = texts(guest);
            assert!(told[0]["type"] == "over" && told[0]["seed"].is_string(), "the seed is told with the end: {told:?}");
            let told = &told[1..];
            assert_eq!(told[0]["happening"]["reason"], "why not");
            assert_eq!(told[0]["happening"]["check"].as_str().unwrap().len(), 16);
        }
        let reasons = core.reasons(0);
        assert_eq!((reasons.len(), reasons[0].reason.as_str()), (core.game.played(), "to see what is there"));
        assert_eq!(core.reasons(2)[0].played, 1);
    }

    #[test]
    fn what_was_not_stored_is_forgotten() {
        let (table, core) = skirmish();
        *table.core.try_lock().unwrap() = Some(Box::new(core));
        let mut held = table.core_if_idle().unwrap();
        let core = held.core().unwrap();
        play(core, "Red", "march R1 0201", None);
        core.written = core.seq;
        drop(held);
        assert!(table.is_loaded(), "a game whose lines are stored stays");
        let mut held = table.core_if_idle().unwrap();
        play(held.core().unwrap(), "Red", "end", None);
        drop(held);
        assert!(!table.is_loaded(), "nobody has stored this");
        // The same where somebody falls over before there is a line.
        *table.core.try_lock().unwrap() = Some(Box::new(skirmish().1));
        let fell = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _held = table.core_if_idle().unwrap();
            panic!("on purpose");
        }));
        assert!(fell.is_err() && !table.is_loaded());
    }

    #[test]
    fn what_was_seen_binds_like_a_die() {
        let (_, mut core) = skirmish();
        let human = |seat: &str| SeatRow { seat: seat.to_owned(), who: "human".to_owned(), name: String::new(), token: None };
        let mut rows = vec![human("Red"), human("Blue")];
        play(&mut core, "Red", "march R1 0201", None);
        assert!(crate::undo::offer(&core, &rows, Seats::one(0)).can, "nobody was near");
        play(&mut core, "Red", "end", None);
        // What follows it is not allowed; but a command that goes wrong is no way to look without being seen.
        let typed = ["march B1 0301", "march B2 0101"].map(str::to_owned);
        let played = core.play("Blue", &typed, &Default::default(), 0, None).unwrap();
        assert_eq!((played.steps.len(), core.game.played()), (1, 3));
        assert!(core.play("Blue", &typed[1..], &Default::default(), 0, None).is_err());
        let offer = crate::undo::offer(&core, &rows, Seats::one(1));
        assert!(!offer.can && offer.ask && offer.why.contains("hidden"), "{offer:?}");
        rows[0].who = "recruit".to_owned();
        let offer = crate::undo::offer(&core, &rows, Seats::one(1));
        assert!(!offer.can && !offer.ask && offer.why.contains("hidden"), "{offer:?}");
    }
}
