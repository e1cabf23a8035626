//! The one task that writes. It takes everything that waits, puts it into one transaction, and answers when that is durable.
//!
//! While one transaction is flushed to the disk, the next one gathers. So the number of flushes does not grow with the number
//! of players, and nobody waits longer than for two of them. Whether a transaction is really stored is the affair of the
//! ledger.

use super::faults::Faults;
use super::ledger::Ledger;
use super::postgres::{CHANNEL, News, Notice};
use super::snapshots::{self, Snapshot};
use super::{Asked, Correction, Ending, Said, Step, StepKind, Store, TableRow, rolls_text};
use crate::secret::Hash;
use grognard_engine::closing::Way;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use tokio::sync::{mpsc, oneshot};

/// The most that goes into one transaction.
const MOST_AT_ONCE: usize = 512;

/// Something to be written.
#[derive(Debug)]
pub enum Write {
    /// A new table, perhaps with a journal from a record.
    Table(Box<TableRow>, Vec<Step>),
    /// Lines of a journal, all or none.
    Steps {
        /// The table.
        table: Arc<str>,
        /// The lines.
        steps: Vec<Step>,
        /// Whether the game has ended with them.
        over: bool,
    },
    /// Something said.
    Chat {
        /// The table.
        table: Arc<str>,
        /// What.
        said: Said,
        /// How much of what was said from such a place, a seat or none, is kept.
        keep: usize,
    },
    /// An open seat is taken, if it still is open.
    Claim {
        /// The table.
        table: Arc<str>,
        /// Which of its seats, from 0.
        place: usize,
        /// By whom.
        name: String,
        /// The hash of the new token.
        token: Hash,
    },
    /// A request to take back, or its end.
    Ask {
        /// The table.
        table: Arc<str>,
        /// The request.
        asked: Option<Asked>,
    },
    /// A proposal to end the game, or its end.
    Offer {
        /// The table.
        table: Arc<str>,
        /// The proposal.
        ending: Option<Ending>,
    },
    /// Snapshots, in order, and which ones do not fit the journal.
    Snapshots {
        /// The table.
        table: Arc<str>,
        /// New ones.
        taken: Vec<Snapshot>,
        /// The lines of those that are of no use.
        spoilt: Vec<i64>,
    },
    /// A line that says that corrected rules hold from here on, and the same in the row.
    Correct {
        /// The table.
        table: Arc<str>,
        /// The line.
        step: Box<Step>,
        /// All corrections of this table.
        corrected: Vec<Correction>,
        /// The log of what was played by the earlier rules, and the position from which the game goes on.
        taken: Vec<Snapshot>,
    },
    /// A computer takes the seat of somebody who is gone.
    Sit {
        /// The table.
        table: Arc<str>,
        /// Which of its seats, from 0.
        place: usize,
        /// Its level.
        who: String,
        /// What it is called.
        name: String,
    },
    /// The same game is begun anew, if it was not before: the new table, and where it is.
    Rematch {
        /// The table that is over.
        table: Arc<str>,
        /// The new one.
        next: Box<TableRow>,
    },
    /// Where a seat wants to be told that it is its turn.
    Webhook {
        /// The table.
        table: Arc<str>,
        /// Which of its seats, from 0.
        place: usize,
        /// The address.
        url: Option<String>,
    },
    /// Somebody gives a seat up.
    Leave {
        /// The table.
        table: Arc<str>,
        /// Which of its seats, from 0.
        place: usize,
    },
    /// All of a table, its journal and what was said at it, if nobody else holds a seat there.
    Remove {
        /// The table.
        table: Arc<str>,
        /// The hash of the token of whoever leaves.
        token: Hash,
    },
    /// Somebody in a seat was there.
    Seen {
        /// The table.
        table: Arc<str>,
        /// Which of its seats, from 0.
        place: usize,
        /// When, in milliseconds since 1970.
        at: i64,
    },
}

/// Why something was not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Somebody else was quicker: the line or the seat is taken.
    Conflict,
    /// It cannot be stored, though other things can. It has not been.
    Odd,
    /// Nothing can be stored at present. It has not been.
    Storage(Cause),
    /// Nobody knows whether it has been stored. Whoever keeps a copy in memory must read it anew.
    Unsure,
}

/// Why nothing can be stored, as players may know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The disk is full.
    Full,
    /// The database is not the one that was written to.
    Wrong,
    /// The server stops.
    Stopping,
    /// Anything else.
    Other,
}

impl Failure {
    /// Whether the next thing would fail likewise.
    const fn concerns_all(self) -> bool {
        matches!(self, Self::Storage(_) | Self::Unsure)
    }
}

struct Job {
    write: Write,
    done: oneshot::Sender<Result<(), Failure>>,
}

/// The way to the task that writes.
#[derive(Clone)]
pub struct Writer {
    jobs: mpsc::Sender<Job>,
    doubt: Arc<AtomicBool>,
}

impl Writer {
    /// Starts the task. It ends when the last `Writer` is gone and everything is written. `process` marks what this process
    /// announces to others.
    pub fn start(store: Arc<Store>, process: u64, faults: Faults) -> (Self, tokio::task::JoinHandle<()>) {
        let (jobs, mut waiting) = mpsc::channel::<Job>(4 * MOST_AT_ONCE);
        let doubt = Arc::new(AtomicBool::new(false));
        let mut ledger = Ledger::new(store, process, faults, doubt.clone());
        let task = tokio::spawn(async move {
            ledger.wake().await;
            let mut batch = Vec::new();
            while waiting.recv_many(&mut batch, MOST_AT_ONCE).await > 0 {
                write_all(&mut ledger, &mut batch).await;
            }
            ledger.close().await;
        });
        (Self { jobs, doubt }, task)
    }

    /// Writes, and waits until it is durable.
    ///
    /// # Errors
    /// Why it was not written, and whether that is certain.
    pub async fn write(&self, write: Write) -> Result<(), Failure> {
        let (done, answer) = oneshot::channel();
        self.jobs.send(Job { write, done }).await.map_err(|_| Failure::Storage(Cause::Stopping))?;
        // The task answers everything that it takes, unless it has come to a bad end amid a batch.
        answer.await.unwrap_or(Err(Failure::Unsure))
    }

    /// Whether something may be stored of which nobody knows yet.
    pub fn in_doubt(&self) -> bool {
        self.doubt.load(Ordering::SeqCst)
    }
}

/// Writes a batch and answers everybody in it.
async fn write_all(ledger: &mut Ledger, batch: &mut Vec<Job>) {
    let writes: Vec<&Write> = batch.iter().map(|job| &job.write).collect();
    let mut written = ledger.commit(&writes).await;
    let alone = batch.len() == 1;
    for job in batch.drain(..) {
        // One of them spoils it for all. Each alone tells which; but once nothing at all can be stored, the rest is not tried.
        if !alone && written.is_err_and(|failure| !failure.concerns_all()) {
            let one = ledger.commit(&[&job.write]).await;
            if one.is_err_and(Failure::concerns_all) {
                written = Err(Failure::Storage(Cause::Other));
            }
            let _ = job.done.send(one);
        } else {
            let _ = job.done.send(written);
        }
    }
}

const NEW_TABLE: &str = "INSERT INTO tables (id, game, rulebook, revision, options, name, public, passphrase, seed, deal, \
                         position, created, over, promise, maker, asked) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, NULL)";
const NEW_SEAT: &str = "INSERT INTO seats (table_id, place, seat, who, name, token) VALUES ($1, $2, $3, $4, $5, $6)";
const OVER: &str = "UPDATE tables SET over = 1, ending = $2 WHERE id = $1";
const OFFER: &str = "UPDATE tables SET ending = $2 WHERE id = $1 AND over = 0";
const SEEN: &str = "UPDATE seats SET seen = $3 WHERE table_id = $1 AND place = $2";
const CORRECT: &str = "UPDATE tables SET corrected = $2, asked = NULL WHERE id = $1";
const ASK: &str = "UPDATE tables SET asked = $2 WHERE id = $1";
const CLAIM: &str = "UPDATE seats SET who = 'human', name = $3, token = $4 WHERE table_id = $1 AND place = $2 AND who = 'open'";
const SIT: &str = "UPDATE seats SET who = $3, name = $4, token = NULL, webhook = NULL WHERE table_id = $1 AND place = $2";
const REMATCH: &str = "UPDATE tables SET rematch = $2 WHERE id = $1 AND rematch IS NULL";
const WEBHOOK: &str = "UPDATE seats SET webhook = $3 WHERE table_id = $1 AND place = $2";
const LEAVE: &str = "UPDATE seats SET token = NULL, webhook = NULL WHERE table_id = $1 AND place = $2";
/// Somebody may take a seat in the very moment in which another leaves: his stays, and with it the table.
const VACATE: &str = "DELETE FROM seats WHERE table_id = $1 AND (who <> 'human' OR token IS NULL OR token = $2)";
const REMOVE: &str = "DELETE FROM tables WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = $1)";
const CLEAR: [&str; 3] = [
    "DELETE FROM snapshots WHERE table_id = $1",
    "DELETE FROM chat WHERE table_id = $1",
    "DELETE FROM journal WHERE table_id = $1",
];
const SAY: &str = "INSERT INTO chat (table_id, seat, name, said, at) VALUES ($1, $2, $3, $4, $5)";
/// What onlookers say does not push out what seats have said, nor the other way round.
const FORGET_SEATS: &str = "DELETE FROM chat WHERE table_id = $1 AND seat <> '' AND id <= \
     (SELECT id FROM chat WHERE table_id = $1 AND seat <> '' ORDER BY id DESC LIMIT 1 OFFSET $2)";
const FORGET_ONLOOKERS: &str = "DELETE FROM chat WHERE table_id = $1 AND seat = '' AND id <= \
     (SELECT id FROM chat WHERE table_id = $1 AND seat = '' ORDER BY id DESC LIMIT 1 OFFSET $2)";
/// All lines of a batch come as one JSON text: one statement, however many there are.
const SQLITE_STEPS: &str = "INSERT INTO journal (table_id, seq, kind, seat, action, rolls, drawn, checked, played, at, reason, word, link) \
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, \
     value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12 FROM json_each($1)";
const POSTGRES_STEPS: &str = "INSERT INTO journal (table_id, seq, kind, seat, action, rolls, drawn, checked, played, at, reason, word, link) \
     SELECT x ->> 0, (x ->> 1)::bigint, x ->> 2, x ->> 3, x ->> 4, x ->> 5, (x ->> 6)::bigint, x ->> 7, \
     (x ->> 8)::bigint, (x ->> 9)::bigint, x ->> 10, x ->> 11, x ->> 12 FROM json_array_elements($1::json) AS all_lines(x)";

/// A batch that holds nothing else needs one message to the thread that writes.
static SQLITE_BEGIN_WITH_STEPS: LazyLock<&str> = LazyLock::new(|| format!("BEGIN IMMEDIATE; {SQLITE_STEPS}").leak());

macro_rules! put_snapshots {
    ($connection:expr, $table:expr, $taken:expr) => {
        for one in $taken {
            let gone = sqlx::query(snapshots::DELETE).bind($table.as_ref()).bind(one.seq).bind(one.played as i64);
            gone.execute(&mut *$connection).await?;
            sqlx::query(snapshots::INSERT)
                .bind($table.as_ref())
                .bind(one.seq)
                .bind(one.played as i64)
                .bind(one.since)
                .bind(one.revision)
                .bind(&one.check)
                .bind(i64::from(one.passing))
                .bind(&one.position)
                .bind(&one.memory)
                .bind(serde_json::to_string(&one.turns).unwrap_or_default())
                .bind(one.log.as_slice())
                .execute(&mut *$connection)
                .await?;
        }
    };
}

/// The row of a new table and its seats.
macro_rules! put_table {
    ($connection:expr, $row:expr) => {
        let options = serde_json::to_string(&$row.options).unwrap_or_default();
        sqlx::query(NEW_TABLE)
            .bind(&$row.id)
            .bind(&$row.game)
            .bind(&$row.rulebook)
            .bind($row.revision)
            .bind(options)
            .bind(&$row.name)
            .bind(i64::from($row.public))
            .bind(&$row.passphrase)
            .bind($row.seed.as_slice())
            .bind(rolls_text(&$row.deal))
            .bind(&$row.position)
            .bind($row.created)
            .bind(i64::from($row.over))
            .bind(&$row.promise)
            .bind(&$row.maker)
            .execute(&mut *$connection)
            .await?;
        for (place, seat) in $row.seats.iter().enumerate() {
            sqlx::query(NEW_SEAT)
                .bind(&$row.id)
                .bind(place as i64)
                .bind(&seat.seat)
                .bind(&seat.who)
                .bind(&seat.name)
                .bind(seat.token.as_ref().map(|hash| hash.as_slice()))
                .execute(&mut *$connection)
                .await?;
        }
    };
}

/// Everything of a batch but the lines of journals, which go in all at once.
macro_rules! put {
    ($connection:expr, $writes:expr) => {
        for write in $writes {
            match write {
                Write::Table(row, _) => {
                    put_table!($connection, row);
                }
                Write::Steps { table, over: true, steps } => {
                    let ending = steps.last().and_then(closed).map(|ending| ending.text());
                    sqlx::query(OVER).bind(table.as_ref()).bind(ending).execute(&mut *$connection).await?;
                }
                Write::Offer { table, ending } => {
                    let ending = ending.as_ref().map(Ending::text);
                    sqlx::query(OFFER).bind(table.as_ref()).bind(ending).execute(&mut *$connection).await?;
                }
                Write::Seen { table, place, at } => {
                    let seen = sqlx::query(SEEN).bind(table.as_ref()).bind(*place as i64).bind(*at);
                    seen.execute(&mut *$connection).await?;
                }
                Write::Sit { table, place, who, name } => {
                    let sit = sqlx::query(SIT).bind(table.as_ref()).bind(*place as i64).bind(who).bind(name);
                    sit.execute(&mut *$connection).await?;
                }
                Write::Rematch { table, next } => {
                    let noted = sqlx::query(REMATCH).bind(table.as_ref()).bind(&next.id).execute(&mut *$connection).await?;
                    if noted.rows_affected() == 0 {
                        return Err(sqlx::Error::RowNotFound);
                    }
                    put_table!($connection, next);
                }
                Write::Webhook { table, place, url } => {
                    let note = sqlx::query(WEBHOOK).bind(table.as_ref()).bind(*place as i64).bind(url);
                    note.execute(&mut *$connection).await?;
                }
                Write::Leave { table, place } => {
                    sqlx::query(LEAVE).bind(table.as_ref()).bind(*place as i64).execute(&mut *$connection).await?;
                }
                Write::Remove { table, token } => {
                    sqlx::query(VACATE).bind(table.as_ref()).bind(token.as_slice()).execute(&mut *$connection).await?;
                    let gone = sqlx::query(REMOVE).bind(table.as_ref()).execute(&mut *$connection).await?;
                    if gone.rows_affected() == 0 {
                        return Err(sqlx::Error::RowNotFound);
                    }
                    for statement in CLEAR {
                        sqlx::query(statement).bind(table.as_ref()).execute(&mut *$connection).await?;
                    }
                }
                Write::Steps { .. } => {}
                Write::Snapshots { table, taken, spoilt } => {
                    for seq in spoilt {
                        sqlx::query(snapshots::SPOILT).bind(table.as_ref()).bind(seq).execute(&mut *$connection).await?;
                    }
                    put_snapshots!($connection, table, taken);
                }
                Write::Correct { table, corrected, taken, .. } => {
                    put_snapshots!($connection, table, taken);
                    let corrected = serde_json::to_string(corrected).unwrap_or_default();
                    sqlx::query(CORRECT).bind(table.as_ref()).bind(corrected).execute(&mut *$connection).await?;
                }
                Write::Chat { table, said, keep } => {
                    sqlx::query(SAY)
                        .bind(table.as_ref())
                        .bind(&said.seat)
                        .bind(&said.by)
                        .bind(&said.text)
                        .bind(said.at)
                        .execute(&mut *$connection)
                        .await?;
                    let forget = if said.seat.is_empty() { FORGET_ONLOOKERS } else { FORGET_SEATS };
                    sqlx::query(forget).bind(table.as_ref()).bind(*keep as i64).execute(&mut *$connection).await?;
                }
                Write::Claim { table, place, name, token } => {
                    let claimed = sqlx::query(CLAIM)
                        .bind(table.as_ref())
                        .bind(*place as i64)
                        .bind(name)
                        .bind(token.as_slice())
                        .execute(&mut *$connection)
                        .await?;
                    if claimed.rows_affected() == 0 {
                        return Err(sqlx::Error::RowNotFound);
                    }
                }
                Write::Ask { table, asked } => {
                    let asked = asked.as_ref().and_then(|asked| serde_json::to_string(asked).ok());
                    sqlx::query(ASK).bind(table.as_ref()).bind(asked).execute(&mut *$connection).await?;
                }
            }
        }
    };
}

/// Begins a transaction and writes a batch into it.
pub(super) async fn put_sqlite(pen: &mut SqliteConnection, writes: &[&Write]) -> Result<(), sqlx::Error> {
    let lines = lines(writes);
    if writes.iter().all(|write| matches!(write, Write::Steps { over: false, .. })) {
        sqlx::query(*SQLITE_BEGIN_WITH_STEPS).bind(lines).execute(&mut *pen).await?;
        return Ok(());
    }
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *pen).await?;
    put!(pen, writes);
    if let Some(lines) = lines {
        sqlx::query(SQLITE_STEPS).bind(lines).execute(&mut *pen).await?;
    }
    Ok(())
}

/// The same, with a word to other processes.
pub(super) async fn put_postgres(pen: &mut PgConnection, writes: &[&Write], process: u64) -> Result<(), sqlx::Error> {
    sqlx::raw_sql("BEGIN").execute(&mut *pen).await?;
    put!(pen, writes);
    if let Some(lines) = lines(writes) {
        sqlx::query(POSTGRES_STEPS).bind(lines).execute(&mut *pen).await?;
    }
    if let Some(notices) = notices(writes, process) {
        let sql = "SELECT pg_notify($1, notice) FROM json_array_elements_text($2::json) AS all_notices(notice)";
        sqlx::query(sql).bind(CHANNEL).bind(notices).execute(&mut *pen).await?;
    }
    Ok(())
}

/// The end that the players made with a line, if it is one.
fn closed(step: &Step) -> Option<Ending> {
    let way = (step.kind == StepKind::Close).then(|| Way::read(&step.action).ok())??;
    Some(Ending::Closed { way, seat: step.seat.clone() })
}

/// The lines of all journals in a batch, in the order of their keys, so that two processes cannot lock each other out.
fn lines(writes: &[&Write]) -> Option<String> {
    let mut all: Vec<(&str, &Step)> = Vec::with_capacity(writes.len());
    for write in writes {
        match write {
            Write::Table(row, steps) => all.extend(steps.iter().map(|step| (row.id.as_str(), step))),
            Write::Steps { table, steps, .. } => all.extend(steps.iter().map(|step| (table.as_ref(), step))),
            Write::Correct { table, step, .. } => all.push((table.as_ref(), step.as_ref())),
            _ => {}
        }
    }
    if all.is_empty() {
        return None;
    }
    all.sort_by_key(|(table, step)| (*table, step.seq));
    let row = |(table, step): &(&str, &Step)| {
        let Step { seq, kind, seat, action, rolls, drawn, check, played, at, reason, word, link } = step;
        serde_json::json!([
            table,
            seq,
            kind.word(),
            seat,
            action,
            rolls_text(rolls),
            drawn,
            check,
            played,
            at,
            reason,
            word,
            link
        ])
        .to_string()
    };
    let rows: Vec<String> = all.iter().map(row).collect();
    Some(format!("[{}]", rows.join(",")))
}

/// What other processes must hear of a batch, as a JSON list of texts.
fn notices(writes: &[&Write], process: u64) -> Option<String> {
    let mut all: Vec<String> = Vec::new();
    for write in writes {
        let (table, what) = match write {
            Write::Table(..) | Write::Seen { .. } | Write::Snapshots { .. } | Write::Webhook { .. } => continue,
            Write::Steps { table, .. } => (table, News::Journal),
            Write::Chat { table, said, .. } => (table, News::Chat(said.clone())),
            Write::Claim { table, .. }
            | Write::Ask { table, .. }
            | Write::Offer { table, .. }
            | Write::Correct { table, .. }
            | Write::Sit { table, .. }
            | Write::Rematch { table, .. }
            | Write::Leave { table, .. }
            | Write::Remove { table, .. } => (table, News::Row),
        };
        let notice = Notice { from: process, table: table.to_string(), what };
        all.extend(serde_json::to_string(&notice).ok());
    }
    if all.is_empty() { None } else { serde_json::to_string(&all).ok() }
}
