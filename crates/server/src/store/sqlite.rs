//! SQLite: one file, written ahead (WAL), flushed at every commit.

use super::schema;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Connection as _};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

/// The file in the folder.
pub(super) const FILE: &str = "grognard.sqlite";
/// The file that says that a server is at work in the folder.
const LOCK: &str = "grognard.lock";
/// How long reading connections are waited for when they are to be closed.
const PATIENCE: Duration = Duration::from_secs(10);

/// An open file.
pub struct Sqlite {
    file: PathBuf,
    reading: Box<SqliteConnectOptions>,
    writing: Box<SqliteConnectOptions>,
    /// Those who read tables. They are replaced when the file behind them is no longer the one at its place.
    readers: RwLock<SqlitePool>,
    /// Held as long as the server runs; the system frees it when the process ends, however that happens.
    lock: Lock,
}

/// The file that says that a server is at work, for as long as it is locked.
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // To close it would not do: a program that is just being started has copies of all open files until it begins.
        let _ = self.0.unlock();
    }
}

/// Which files on the disk the connections have open: the database and its log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Files([(u64, u64); 2]);

impl Sqlite {
    pub(super) async fn open(folder: &Path) -> Result<Self, String> {
        let say = |what: &str, why: &dyn std::fmt::Display| {
            let why = why.to_string();
            // The number of the system's error says nothing to people.
            format!("{}: {what}: {}", folder.display(), why.split(" (os error").next().unwrap_or(&why))
        };
        make_private(folder).map_err(|why| say("cannot be made", &why))?;
        let lock = lock(folder)?;
        let file = folder.join(FILE);
        create_private(&file).map_err(|why| say("cannot be written in", &why))?;
        // Nothing here ever makes a file that is missing: an empty one in the place of a lost one would hide the loss.
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(false)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            .foreign_keys(true);
        // Each running game writes to a page of its own: hundreds of them are kept at hand, and come together in the log
        // before they are copied to the file.
        let writing = Box::new(options.clone().pragma("cache_size", "-8000").pragma("wal_autocheckpoint", "4000"));
        let reading = Box::new(options.read_only(true));
        let mut first = connect(&writing).await.map_err(|why| say("the database cannot be opened", &why))?;
        let migrated = migrate(&mut first).await;
        let closed = first.close().await;
        migrated.and(closed).map_err(|why| say("the database cannot be brought up to date", &why))?;
        let readers = RwLock::new(readers(&reading));
        let db = Self { file, reading, writing, readers, lock };
        let done = db.version().await.map_err(|why| say("the database cannot be read", &why))?;
        if done != schema::MIGRATIONS.len() as i64 {
            let why = format!("it says version {done} where {} was written", schema::MIGRATIONS.len());
            return Err(say("the database was not brought up to date", &why));
        }
        Ok(db)
    }

    /// What another connection than the one that wrote it says about the version of the tables.
    async fn version(&self) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar("PRAGMA user_version").fetch_one(&self.readers()).await
    }

    pub(super) fn readers(&self) -> SqlitePool {
        self.readers.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Closes the connections that read.
    pub(super) async fn close_readers(&self) {
        let _ = tokio::time::timeout(PATIENCE, self.readers().close()).await;
    }

    /// Lets others read again after [`Self::close_readers`].
    pub(super) fn reopen_readers(&self) {
        let mut pool = self.readers.write().unwrap_or_else(PoisonError::into_inner);
        if pool.is_closed() {
            *pool = readers(&self.reading);
        }
    }

    /// A new connection that writes.
    pub(super) async fn pen(&self) -> Result<SqliteConnection, sqlx::Error> {
        connect(&self.writing).await
    }

    /// A new connection that only looks, apart from those that read tables, so that it never waits for them.
    pub(super) async fn witness(&self) -> Result<SqliteConnection, sqlx::Error> {
        connect(&self.reading).await
    }

    /// Which files lie at the places where the database and its log should be.
    pub(super) fn files(&self) -> std::io::Result<Files> {
        let mut log = self.file.clone().into_os_string();
        log.push("-wal");
        Ok(Files([identity(&self.file)?, identity(Path::new(&log))?]))
    }

    /// Where the file is, for messages to whoever runs the server.
    pub(super) fn place(&self) -> std::path::Display<'_> {
        self.file.display()
    }

    /// Notes the address, so that whoever starts a second server in this folder is told where the first one is.
    pub fn note_address(&self, address: &str) {
        let mut file = &self.lock.0;
        let _ = file.set_len(0).and_then(|()| file.write_all(address.as_bytes()));
    }

    pub(super) async fn close(&self) {
        self.close_readers().await;
        let _ = self.lock.0.set_len(0);
    }
}

fn readers(options: &SqliteConnectOptions) -> SqlitePool {
    SqlitePoolOptions::new().max_connections(2).connect_lazy_with(options.clone())
}

/// Opens a connection, and asks it whether it will flush as it was told.
async fn connect(options: &SqliteConnectOptions) -> Result<SqliteConnection, sqlx::Error> {
    let mut connection = SqliteConnection::connect_with(options).await?;
    let mode: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut connection).await?;
    let flushes: i64 = sqlx::query_scalar("PRAGMA synchronous").fetch_one(&mut connection).await?;
    if mode != "wal" || flushes != 2 {
        let why = format!("the database keeps its log as {mode:?} and flushes at level {flushes}, not as \"wal\" at level 2");
        return Err(sqlx::Error::Configuration(why.into()));
    }
    Ok(connection)
}

async fn migrate(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let words = [("blob", "BLOB"), ("serial", "INTEGER PRIMARY KEY"), ("keyed", " WITHOUT ROWID")];
    let done: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    if done as usize > schema::MIGRATIONS.len() {
        return Err(sqlx::Error::Configuration("a later version of this program has used it".into()));
    }
    for (i, migration) in schema::MIGRATIONS.iter().enumerate().skip(done as usize) {
        // After an error the connection is closed, which takes back what was begun.
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *connection).await?;
        for statement in schema::statements(migration, &words) {
            sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *connection).await?;
        }
        sqlx::raw_sql(AssertSqlSafe(format!("PRAGMA user_version = {}", i + 1))).execute(&mut *connection).await?;
        sqlx::raw_sql("COMMIT").execute(&mut *connection).await?;
    }
    Ok(())
}

/// What tells a file from another that has come to lie at the same place.
fn identity(file: &Path) -> std::io::Result<(u64, u64)> {
    let known = fs::metadata(file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        Ok((known.dev(), known.ino()))
    }
    // Elsewhere a file that is open cannot be taken away.
    #[cfg(not(unix))]
    Ok((0, u64::from(known.is_file())))
}

/// Two servers must not share a file: each would be blind to what is played through the other.
fn lock(folder: &Path) -> Result<Lock, String> {
    let path = folder.join(LOCK);
    let bad = |why: std::io::Error| format!("{}: cannot be locked: {why}", path.display());
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(bad)?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::Error(why)) => Err(bad(why)),
        Err(TryLockError::WouldBlock) => {
            let mut address = String::new();
            let _ = file.read_to_string(&mut address);
            let place = if address.is_empty() { String::new() } else { format!(" at {address}") };
            Err(format!("{}: a server is at work in this folder{place}; use it, or give another --data", folder.display()))
        }
    }
}

/// A folder that only its owner can look into: it holds the seeds of games under way.
fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(folder)
}

fn create_private(file: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(file).map(drop)
}
