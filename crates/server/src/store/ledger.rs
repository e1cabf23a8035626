//! Nothing is acknowledged on anybody's word, not even on the library's.
//!
//! Each batch of writes is one transaction whose last statement raises a count (`written` in the schema). After COMMIT a second
//! connection is asked for that count, and only when it sees the new number has the batch been stored. After any error both
//! connections are closed and opened anew; the count then tells whether the batch is there. So a COMMIT that was done but
//! reported as failed is acknowledged, one that was reported as done but did nothing is not, and no state that a library
//! keeps about its connections outlives an error.
//!
//! | after an error the count says | then |
//! |---|---|
//! | the batch is there | it is acknowledged |
//! | it is not there | it is tried once more, then refused: nothing has changed |
//! | nothing, because it cannot be read | whoever waits is told that nobody knows; the next batch finds out |
//! | anything else | the database has gone back, or is another one: nothing is acknowledged until it is right again |

use super::faults::{Fault, Faults, Stage};
use super::lines::{Ill, Kind, Lines};
use super::writer::{Cause, Failure, Write};
use super::{Store, complain};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A database over the network that has not answered after this time is taken for lost.
const PATIENCE: Duration = Duration::from_secs(30);
/// The same complaint is not made twice within this time.
const SILENCE: Duration = Duration::from_secs(60);

/// What has been written, as far as is known for certain, and the connections with which more is written.
pub(super) struct Ledger {
    store: Arc<Store>,
    process: u64,
    faults: Faults,
    /// None before the first use and after an error.
    lines: Option<Lines>,
    /// Whether the row of this process has been seen.
    entered: bool,
    /// How many batches are stored for certain.
    known: i64,
    /// Whether one more may be stored.
    doubt: Arc<AtomicBool>,
    /// Whether the last word was that nothing can be stored.
    ailing: bool,
    /// What was said lately, and when.
    said: Vec<(String, Instant)>,
}

/// Why a batch failed, what is answered, and whether it is worth another try.
struct Miss {
    ill: Ill,
    failure: Failure,
    again: bool,
}

impl Miss {
    fn new(ill: Ill, again: bool) -> Self {
        Self { failure: ill.failure(), ill, again }
    }
}

impl Ledger {
    pub(super) fn new(store: Arc<Store>, process: u64, faults: Faults, doubt: Arc<AtomicBool>) -> Self {
        Self { store, process, faults, lines: None, entered: false, known: 0, doubt, ailing: false, said: Vec::new() }
    }

    /// Opens the connections before they are needed. If that fails it is said, and tried again with the first batch: tables
    /// can be looked at even when nothing can be written.
    pub(super) async fn wake(&mut self) {
        if let Err(ill) = self.ready().await {
            self.ail(&ill);
        }
    }

    /// Stores all of it or nothing.
    ///
    /// # Errors
    /// Why not, and whether that is certain.
    pub(super) async fn commit(&mut self, writes: &[&Write]) -> Result<(), Failure> {
        let mut done = self.attempt(writes).await;
        // Fresh connections, or a log that has been copied away, may be all it takes.
        if matches!(done, Err(Miss { again: true, .. })) {
            done = self.attempt(writes).await;
        }
        match done {
            Ok(()) => {
                if std::mem::take(&mut self.ailing) {
                    // However lately it was said: who has read that something is wrong must read that it is over.
                    self.tell("storage: works again, what is played is stored and acknowledged");
                }
                Ok(())
            }
            Err(Miss { ill, failure, .. }) => {
                self.ail(&ill);
                Err(failure)
            }
        }
    }

    /// Closes the connections; the one that writes last, so that it can copy the log into the file.
    pub(super) async fn close(mut self) {
        if let Store::Sqlite(db) = self.store.as_ref() {
            db.close_readers().await;
        }
        if let Some(lines) = self.lines.take() {
            lines.close().await;
        }
    }

    async fn attempt(&mut self, writes: &[&Write]) -> Result<(), Miss> {
        self.ready().await.map_err(|ill| Miss::new(ill, false))?;
        let next = self.known + 1;
        self.doubt.store(true, Ordering::SeqCst);
        let Err((ill, asked)) = self.store_batch(writes, next).await else {
            self.known = next;
            self.doubt.store(false, Ordering::SeqCst);
            return Ok(());
        };
        if matches!(ill.kind, Kind::Conflict | Kind::Odd) && !asked && self.took_back().await {
            self.doubt.store(false, Ordering::SeqCst);
            return Err(Miss::new(ill, false));
        }
        self.part(&ill).await;
        // What a full disk refused was never whole in the log. After any other error it may be, and would come to life when
        // the log is read anew after a crash; a mark that is written over it prevents that.
        let lay_to_rest = asked && ill.kind != Kind::Full;
        match self.settle(lay_to_rest).await {
            Ok(()) if self.known == next => {
                self.say(format!("storage: {}; it was stored nevertheless", ill.text));
                Ok(())
            }
            Ok(()) => {
                if ill.kind == Kind::Full {
                    self.empty_the_log().await;
                }
                // A conflict stays one; everything else may have been the fault of the connections.
                let again = ill.kind != Kind::Conflict;
                Err(Miss::new(ill, again))
            }
            Err(later) if asked => {
                // That the files were taken away is why the database cannot be opened, and what has to be put right.
                let kind = if ill.kind == Kind::Moved { Kind::Moved } else { later.kind };
                let ill = Ill { text: format!("{}; then {}", ill.text, later.text), kind };
                Err(Miss { ill, failure: Failure::Unsure, again: false })
            }
            Err(later) => {
                // Without COMMIT it cannot have been stored.
                self.doubt.store(false, Ordering::SeqCst);
                Err(Miss::new(later, false))
            }
        }
    }

    /// Writes a batch and looks whether it is there. An error says, too, whether COMMIT had been asked for.
    async fn store_batch(&mut self, writes: &[&Write], next: i64) -> Result<(), (Ill, bool)> {
        let (faults, process) = (self.faults.clone(), self.process);
        let Some(lines) = self.lines.as_mut() else { return Err((Ill::closed(), false)) };
        let writing = async {
            faults.at(Stage::Begin)?;
            lines.write(writes, process).await?;
            faults.at(Stage::Statement)
        };
        patient(&self.store, writing).await.map_err(|ill| (ill, false))?;
        let looking = async {
            match faults.of_commit() {
                None => lines.commit(process, next).await?,
                Some(Fault::Refused) => return Err(Ill::injected("COMMIT")),
                Some(Fault::DoneButRefused) => {
                    lines.commit(process, next).await?;
                    return Err(Ill::injected("COMMIT, after it was done"));
                }
                Some(Fault::SaidButNotDone) => {}
            }
            faults.at(Stage::Look)?;
            let seen = lines.count(process).await?;
            lines.in_place(&self.store)?;
            if seen == Some(next) { Ok(()) } else { Err(Ill::behind(next, seen)) }
        };
        patient(&self.store, looking).await.map_err(|ill| {
            // If the count was not the expected one, COMMIT was not come to.
            let asked = ill.kind != Kind::GoneBack;
            (ill, asked)
        })
    }

    /// Takes back a transaction in which one statement failed for reasons of its own, and makes sure of it.
    async fn took_back(&mut self) -> bool {
        let Some(lines) = self.lines.as_mut() else { return false };
        let (process, known) = (self.process, self.known);
        let taking = async {
            self.faults.at(Stage::Rollback)?;
            lines.rollback().await?;
            lines.count(process).await
        };
        patient(&self.store, taking).await.is_ok_and(|seen| seen == Some(known))
    }

    /// Closes the connections after an error. If the files themselves have changed, nobody may go on reading the old ones:
    /// the last to close them copies what is still in their log to where it belongs.
    async fn part(&mut self, ill: &Ill) {
        if let (Store::Sqlite(db), Kind::Moved) = (self.store.as_ref(), ill.kind) {
            db.close_readers().await;
        }
        if let Some(lines) = self.lines.take() {
            lines.close().await;
        }
    }

    /// Opens the connections if they are not, and finds out what is stored.
    async fn ready(&mut self) -> Result<(), Ill> {
        if self.lines.is_some() {
            return Ok(());
        }
        self.faults.at(Stage::Open)?;
        let mut lines = Lines::open(&self.store).await?;
        let (process, entered) = (self.process, self.entered);
        let looking = async {
            if !entered {
                lines.enter(process).await?;
            }
            lines.settled_count(process).await
        };
        let seen = match patient(&self.store, looking).await {
            Ok(seen) => seen,
            Err(ill) => {
                lines.close().await;
                return Err(ill);
            }
        };
        let doubt = self.doubt.load(Ordering::SeqCst);
        match seen {
            Some(count) if count == self.known => {}
            Some(count) if doubt && count == self.known + 1 => self.known = count,
            _ => {
                lines.close().await;
                return Err(Ill::gone_back(self.known, seen));
            }
        }
        self.entered = true;
        self.doubt.store(false, Ordering::SeqCst);
        self.lines = Some(lines);
        if let Store::Sqlite(db) = self.store.as_ref() {
            db.reopen_readers();
        }
        Ok(())
    }

    /// The same after an error, and if wished makes sure that what did not get through stays away.
    async fn settle(&mut self, lay_to_rest: bool) -> Result<(), Ill> {
        let known = self.known;
        self.ready().await?;
        if lay_to_rest && self.known == known {
            let process = self.process;
            let marked = match self.lines.as_mut() {
                Some(lines) => patient(&self.store, lines.mark(process)).await,
                None => Err(Ill::closed()),
            };
            if let Err(ill) = marked {
                self.doubt.store(true, Ordering::SeqCst);
                self.part(&ill).await;
                return Err(ill);
            }
        }
        Ok(())
    }

    /// Copies the log into the file, as far as there is room. What is copied makes room in the log itself, which lies on the
    /// disk already.
    async fn empty_the_log(&mut self) {
        if let Some(lines) = self.lines.as_mut() {
            lines.checkpoint().await;
        }
    }

    /// Says what is wrong and what helps.
    fn ail(&mut self, ill: &Ill) {
        match ill.kind {
            Kind::Conflict => {}
            Kind::Odd => {
                self.say(format!("storage: one thing cannot be stored, others can: {}", ill.text));
            }
            _ => {
                let remedy = ill.remedy(&self.store);
                self.ailing |= self.say(format!("storage: {}; what comes in is refused, not lost. {remedy}", ill.text));
            }
        }
    }

    /// Complains, but not of the same thing again and again: a full disk is not helped by a full log. Tells whether it has.
    fn say(&mut self, what: String) -> bool {
        let now = self.faults.now();
        self.said.retain(|(_, when)| now.duration_since(*when) < SILENCE);
        let new = !self.said.iter().any(|(known, _)| *known == what);
        if new {
            self.tell(&what);
            self.said.push((what, now));
        }
        new
    }

    fn tell(&self, what: &str) {
        self.faults.hear(what);
        complain(what);
    }
}

/// Waits for a database over the network, but not forever. A file answers, or the whole machine is ill.
async fn patient<T>(store: &Store, doing: impl Future<Output = Result<T, Ill>>) -> Result<T, Ill> {
    match store {
        Store::Sqlite(_) => doing.await,
        Store::Postgres(_) => tokio::time::timeout(PATIENCE, doing).await.unwrap_or_else(|_| Err(Ill::late())),
    }
}

impl Ill {
    /// What whoever waits is told.
    const fn failure(&self) -> Failure {
        match self.kind {
            Kind::Conflict => Failure::Conflict,
            Kind::Odd => Failure::Odd,
            Kind::Full => Failure::Storage(Cause::Full),
            Kind::Moved | Kind::GoneBack => Failure::Storage(Cause::Wrong),
            Kind::Other => Failure::Storage(Cause::Other),
        }
    }
}
