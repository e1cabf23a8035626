//! SQLite: one file, written ahead (WAL), flushed at every commit.

use super::schema;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

/// The file in the folder.
const FILE: &str = "grognard.sqlite";
/// The file that says that a server is at work in the folder.
const LOCK: &str = "grognard.lock";

/// An open file.
pub struct Sqlite {
    readers: SqlitePool,
    /// One connection, so that there is never more than one transaction that writes.
    writer: SqlitePool,
    /// Held as long as the server runs; the system frees it when the process ends, however that happens.
    lock: File,
}

impl Sqlite {
    pub(super) async fn open(folder: &Path) -> Result<Self, String> {
        let say = |what: &str, why: &dyn std::fmt::Display| format!("{}: {what}: {why}", folder.display());
        make_private(folder).map_err(|why| say("cannot be made", &why))?;
        let lock = lock(folder)?;
        let file = folder.join(FILE);
        create_private(&file).map_err(|why| say("cannot be written in", &why))?;
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            .foreign_keys(true);
        let bad = |why: sqlx::Error| say("the database cannot be opened", &why);
        // Each running game writes to a page of its own: hundreds of them are kept at hand, and come together in the log
        // before they are copied to the file.
        let writing = options.clone().pragma("cache_size", "-8000").pragma("wal_autocheckpoint", "4000");
        // Nobody else has this connection, and asking before each transaction whether it is still there takes two changes of
        // thread.
        let alone = SqlitePoolOptions::new().max_connections(1).test_before_acquire(false);
        let writer = alone.connect_with(writing).await.map_err(bad)?;
        migrate(&writer).await.map_err(|why| say("the database cannot be brought up to date", &why))?;
        let readers = SqlitePoolOptions::new().max_connections(2).connect_with(options.read_only(true)).await.map_err(bad)?;
        Ok(Self { readers, writer, lock })
    }

    pub(super) const fn readers(&self) -> &SqlitePool {
        &self.readers
    }

    pub(super) const fn writer(&self) -> &SqlitePool {
        &self.writer
    }

    /// Notes the address, so that whoever starts a second server in this folder is told where the first one is.
    pub fn note_address(&self, address: &str) {
        let mut file = &self.lock;
        let _ = file.set_len(0).and_then(|()| file.write_all(address.as_bytes()));
    }

    pub(super) async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
        let _ = self.lock.set_len(0);
    }
}

async fn migrate(pool: &SqlitePool) -> Result<(), sqlx::Error> {
    let words = [("blob", "BLOB"), ("serial", "INTEGER PRIMARY KEY"), ("keyed", " WITHOUT ROWID")];
    let (done,): (i64,) = sqlx::query_as("PRAGMA user_version").fetch_one(pool).await?;
    if done as usize > schema::MIGRATIONS.len() {
        return Err(sqlx::Error::Configuration("a later version of this program has used it".into()));
    }
    for (i, migration) in schema::MIGRATIONS.iter().enumerate().skip(done as usize) {
        let mut change = pool.begin().await?;
        for statement in schema::statements(migration, &words) {
            sqlx::query(&statement).execute(&mut *change).await?;
        }
        sqlx::query(&format!("PRAGMA user_version = {}", i + 1)).execute(&mut *change).await?;
        change.commit().await?;
    }
    Ok(())
}

/// Two servers must not share a file: each would be blind to what is played through the other.
fn lock(folder: &Path) -> Result<File, String> {
    let path = folder.join(LOCK);
    let bad = |why: std::io::Error| format!("{}: cannot be locked: {why}", path.display());
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(bad)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
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
