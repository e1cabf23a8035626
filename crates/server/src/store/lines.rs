//! The two connections of the one who writes: a pen, and a witness that looks whether it is there.
//!
//! Transactions are begun and ended by statements of our own. The library's are not used here: it counts how deep it believes
//! to be in a transaction, and goes on believing it after the database has ended that transaction by itself.

use super::sqlite::Files;
use super::writer::{Write, put_postgres, put_sqlite};
use super::{Store, postgres, sqlite};
use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnection, SqliteError};
use sqlx::{AssertSqlSafe, Connection as _};

/// What is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nobody: somebody else was quicker.
    Conflict,
    /// What was to be written; anything else can be.
    Odd,
    /// The disk, which has no room left.
    Full,
    /// The files, which are no longer where they were opened.
    Moved,
    /// The database, which does not hold what it has held.
    GoneBack,
    /// Anything else.
    Other,
}

/// Why something was not written or not seen.
#[derive(Clone, Debug)]
pub(super) struct Ill {
    pub(super) kind: Kind,
    pub(super) text: String,
}

impl Ill {
    fn other(text: impl Into<String>) -> Self {
        Self { kind: Kind::Other, text: text.into() }
    }

    pub(super) fn closed() -> Self {
        Self::other("the database is not open")
    }

    pub(super) fn late() -> Self {
        Self::other("the database did not answer within 30 seconds")
    }

    pub(super) fn injected(place: &str) -> Self {
        Self::other(format!("a fault was made at {place}"))
    }

    /// COMMIT went well, they say.
    pub(super) fn behind(next: i64, seen: Option<i64>) -> Self {
        let seen = seen.map_or_else(|| "none".to_owned(), |seen| seen.to_string());
        Self::other(format!("batch {next} was reported as committed, but a second connection sees {seen} as the last"))
    }

    pub(super) fn gone_back(known: i64, seen: Option<i64>) -> Self {
        let seen = seen.map_or_else(|| "does not know this server".to_owned(), |seen| format!("holds {seen} of its batches"));
        Self { kind: Kind::GoneBack, text: format!("the database {seen}, but {known} have been acknowledged") }
    }

    /// What whoever runs the server can do.
    pub(super) fn remedy(&self, store: &Store) -> String {
        let place = match store {
            Store::Sqlite(db) => db.place().to_string(),
            Store::Postgres(_) => "the database of --database".to_owned(),
        };
        match self.kind {
            Kind::Full => format!("Free space on the disk of {place}; the server goes on by itself"),
            Kind::Moved | Kind::GoneBack => {
                format!("Put back {place} as it was, and the server goes on; started anew it goes on with what is there")
            }
            _ => format!("Look after {place}; the server goes on by itself when it answers again"),
        }
    }
}

impl From<sqlx::Error> for Ill {
    fn from(why: sqlx::Error) -> Self {
        let kind = match &why {
            sqlx::Error::RowNotFound => Kind::Conflict,
            sqlx::Error::Database(inner) => blame(inner.as_ref()),
            sqlx::Error::Encode(_) | sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Kind::Odd,
            _ => Kind::Other,
        };
        Self { kind, text: why.to_string() }
    }
}

fn blame(why: &dyn DatabaseError) -> Kind {
    if why.is_unique_violation() {
        return Kind::Conflict;
    }
    let code = why.code().unwrap_or_default();
    if why.try_downcast_ref::<SqliteError>().is_some() {
        // The lowest byte is the kind, what is above it the place.
        return match code.parse::<u32>().unwrap_or_default() & 0xff {
            13 => Kind::Full,
            // The count is not the expected one.
            19 if why.kind() == ErrorKind::NotNullViolation => Kind::GoneBack,
            1 | 18 | 19 | 20 | 25 => Kind::Odd,
            _ => Kind::Other,
        };
    }
    match code.as_ref() {
        "53100" => Kind::Full,
        "23502" => Kind::GoneBack,
        _ if ["22", "23", "42", "54"].iter().any(|class| code.starts_with(class)) => Kind::Odd,
        _ => Kind::Other,
    }
}

/// The two connections.
pub(super) enum Lines {
    /// To a file.
    Sqlite { pen: SqliteConnection, witness: SqliteConnection, files: Files },
    /// Over the network.
    Postgres { pen: PgConnection, witness: PgConnection },
}

/// Does the same with the pen of either database.
macro_rules! with_pen {
    ($lines:expr, $pen:ident => $body:expr) => {
        match $lines {
            Lines::Sqlite { pen: $pen, .. } => $body.map(drop),
            Lines::Postgres { pen: $pen, .. } => $body.map(drop),
        }
    };
}

const COUNT: &str = "SELECT batches FROM written WHERE process = $1";
const SETTLED_COUNT: &str = "SELECT batches FROM written WHERE process = $1 FOR UPDATE";
const ENTER: &str = "INSERT INTO written (process, batches, opened) VALUES ($1, 0, 0) ON CONFLICT (process) DO NOTHING";
const MARK: &str = "UPDATE written SET opened = opened + 1 WHERE process = $1";
/// Raises the count from one below to the given number. Where it is another the new value is no value, which the schema forbids.
const FINISH: &str = "UPDATE written SET batches = CASE batches WHEN $2 - 1 THEN $2 END WHERE process = $1; COMMIT";

impl Lines {
    /// Opens both.
    pub(super) async fn open(store: &Store) -> Result<Self, Ill> {
        match store {
            Store::Sqlite(db) => Self::open_file(db).await,
            Store::Postgres(db) => Self::connect(db).await,
        }
    }

    async fn open_file(db: &sqlite::Sqlite) -> Result<Self, Ill> {
        let pen = db.pen().await?;
        let witness = match db.witness().await {
            Ok(witness) => witness,
            Err(why) => {
                let _ = pen.close().await;
                return Err(why.into());
            }
        };
        match db.files() {
            Ok(files) => Ok(Self::Sqlite { pen, witness, files }),
            Err(why) => {
                let _ = (witness.close().await, pen.close().await);
                Err(Ill { kind: Kind::Moved, text: format!("the database is open, but its files are not there: {why}") })
            }
        }
    }

    async fn connect(db: &postgres::Postgres) -> Result<Self, Ill> {
        Ok(Self::Postgres { pen: db.pen().await?, witness: db.witness().await? })
    }

    /// Closes both. A file must really be closed before it is opened again; a connection over the network may be past that.
    pub(super) async fn close(self) {
        match self {
            Self::Sqlite { pen, witness, .. } => {
                let _ = witness.close().await;
                let _ = pen.close().await;
            }
            Self::Postgres { pen, witness } => {
                let _ = (pen.close_hard().await, witness.close_hard().await);
            }
        }
    }

    /// Makes the row of a process, if there is none.
    pub(super) async fn enter(&mut self, process: u64) -> Result<(), Ill> {
        if let Self::Sqlite { pen, .. } = self {
            // Nobody else writes into a file; the rows of servers that have ended are of no use.
            sqlx::query("DELETE FROM written WHERE process <> $1").bind(process as i64).execute(&mut *pen).await?;
        }
        with_pen!(self, pen => sqlx::query(ENTER).bind(process as i64).execute(&mut *pen).await)?;
        Ok(())
    }

    /// Begins a transaction and writes everything but the count.
    pub(super) async fn write(&mut self, writes: &[&Write], process: u64) -> Result<(), Ill> {
        let put = match self {
            Self::Sqlite { pen, .. } => put_sqlite(pen, writes).await,
            Self::Postgres { pen, .. } => put_postgres(pen, writes, process).await,
        };
        put.map_err(|why| match Ill::from(why) {
            // The count has not been touched yet.
            Ill { kind: Kind::GoneBack, text } => Ill { kind: Kind::Odd, text },
            ill => ill,
        })
    }

    /// Counts the transaction and commits it.
    pub(super) async fn commit(&mut self, process: u64, next: i64) -> Result<(), Ill> {
        match self {
            Self::Sqlite { pen, .. } => {
                sqlx::query(FINISH).bind(process as i64).bind(next).execute(&mut *pen).await?;
            }
            Self::Postgres { pen, .. } => {
                // Two statements in one message have no parameters; both are numbers.
                let finish = FINISH.replace("$1", &format!("({})", process as i64)).replace("$2", &next.to_string());
                sqlx::raw_sql(AssertSqlSafe(finish)).execute(&mut *pen).await?;
            }
        }
        Ok(())
    }

    /// Takes a transaction back.
    pub(super) async fn rollback(&mut self) -> Result<(), Ill> {
        with_pen!(self, pen => sqlx::raw_sql("ROLLBACK").execute(&mut *pen).await)?;
        Ok(())
    }

    /// How many batches of a process the witness sees.
    pub(super) async fn count(&mut self, process: u64) -> Result<Option<i64>, Ill> {
        Ok(match self {
            Self::Sqlite { witness, .. } => sqlx::query_scalar(COUNT).bind(process as i64).fetch_optional(&mut *witness).await?,
            Self::Postgres { witness, .. } => {
                sqlx::query_scalar(COUNT).bind(process as i64).fetch_optional(&mut *witness).await?
            }
        })
    }

    /// The same after connections have been lost: waits until a transaction of ours that may still be under way has ended.
    pub(super) async fn settled_count(&mut self, process: u64) -> Result<Option<i64>, Ill> {
        if let Self::Postgres { pen, .. } = self {
            let _: Option<i64> = sqlx::query_scalar(SETTLED_COUNT).bind(process as i64).fetch_optional(&mut *pen).await?;
        }
        self.count(process).await
    }

    /// Writes over what an unfinished transaction may have left in the log of a file.
    pub(super) async fn mark(&mut self, process: u64) -> Result<(), Ill> {
        if let Self::Sqlite { pen, .. } = self {
            sqlx::query(MARK).bind(process as i64).execute(&mut *pen).await?;
        }
        Ok(())
    }

    /// Copies the log of a file into the file, as far as that is possible without waiting for anybody.
    pub(super) async fn checkpoint(&mut self) {
        if let Self::Sqlite { pen, .. } = self {
            let _ = sqlx::raw_sql("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut *pen).await;
        }
    }

    /// Whether the files that are open are still those that will be found after a restart.
    pub(super) fn in_place(&self, store: &Store) -> Result<(), Ill> {
        let (Self::Sqlite { files, .. }, Store::Sqlite(db)) = (self, store) else { return Ok(()) };
        let moved = |why: String| Ill { kind: Kind::Moved, text: format!("{} or its log was taken away: {why}", db.place()) };
        match db.files() {
            Ok(now) if now == *files => Ok(()),
            Ok(_) => Err(moved("another file is in its place".to_owned())),
            Err(why) => Err(moved(why.to_string())),
        }
    }
}
