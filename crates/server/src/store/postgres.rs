//! PostgreSQL: several server processes share the tables of one database. What one writes it announces with NOTIFY, in the
//! same transaction, so that the others learn of it just when it is durable.

use super::schema;
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgPool, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection as _};
use std::time::Duration;

/// The channel on which processes tell each other what happened.
pub(super) const CHANNEL: &str = "grognard";
/// Any number that no other program is likely to lock.
const MIGRATION_LOCK: i64 = 0x6772_6f67_6e61_7264;
/// How long a new connection may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// What a connection is told that writes: a transaction of ours that lost its client ends by itself, and nobody waits long
/// for its end.
const MANNERS: &str = "SET idle_in_transaction_session_timeout = '20s'; SET lock_timeout = '25s'";

/// An open database.
pub struct Postgres {
    options: Box<PgConnectOptions>,
    pool: PgPool,
}

/// What one process tells the others. It must stay below 8,000 bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Notice {
    /// The process that speaks.
    pub from: u64,
    /// The table it speaks of.
    pub table: String,
    /// What changed.
    pub what: News,
}

/// What changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum News {
    /// The journal is longer.
    Journal,
    /// The row or its seats are different.
    Row,
    /// Something was said.
    Chat(super::Said),
    /// Who is connected through that process: seats, and the number of spectators.
    Presence(Vec<String>, usize),
    /// A computer has begun to think.
    Thinking(String),
}

impl Postgres {
    pub(super) async fn open(address: &str) -> Result<Self, String> {
        // The address may hold a password and is not repeated.
        let bad = |why: sqlx::Error| format!("the PostgreSQL database cannot be used: {why}");
        let options: PgConnectOptions = address.parse().map_err(bad)?;
        let pool = PgPoolOptions::new().max_connections(8).acquire_timeout(PATIENCE);
        let pool = pool.connect_with(options.clone()).await.map_err(bad)?;
        migrate(&pool).await.map_err(bad)?;
        Ok(Self { options: Box::new(options), pool })
    }

    /// A new connection that writes.
    pub(super) async fn pen(&self) -> Result<PgConnection, sqlx::Error> {
        let mut pen = self.witness().await?;
        sqlx::raw_sql(MANNERS).execute(&mut pen).await?;
        Ok(pen)
    }

    /// A new connection that only looks.
    pub(super) async fn witness(&self) -> Result<PgConnection, sqlx::Error> {
        let late = |_| sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "no connection within 10 seconds"));
        tokio::time::timeout(PATIENCE, PgConnection::connect_with(&self.options)).await.unwrap_or_else(|why| Err(late(why)))
    }

    pub(super) const fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Begins to listen.
    ///
    /// # Errors
    /// What the database says.
    pub async fn listen(&self) -> Result<Notices, String> {
        Ok(Notices { listener: listener(&self.pool).await?, pool: self.pool.clone(), lost: false })
    }

    /// Tells the other processes something that is not stored.
    ///
    /// # Errors
    /// What the database says.
    pub async fn tell(&self, notice: &Notice) -> Result<(), String> {
        let text = serde_json::to_string(notice).map_err(|why| why.to_string())?;
        let said = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(text).execute(&self.pool).await;
        said.map(drop).map_err(|why| why.to_string())
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
}

/// What the other processes tell.
pub struct Notices {
    listener: PgListener,
    pool: PgPool,
    /// Whether the connection was lost and could not be made again at once.
    lost: bool,
}

async fn listener(pool: &PgPool) -> Result<PgListener, String> {
    let mut listener = PgListener::connect_with(pool).await.map_err(|why| why.to_string())?;
    listener.listen(CHANNEL).await.map_err(|why| why.to_string())?;
    Ok(listener)
}

impl Notices {
    /// The next notice. `None` says that the connection was lost for a while, so that notices may have been missed.
    ///
    /// # Errors
    /// When the connection cannot be made again.
    pub async fn next(&mut self) -> Result<Option<Notice>, String> {
        if self.lost {
            // The library says that it was away only where it comes back at the first try.
            self.listener = listener(&self.pool).await?;
            self.lost = false;
            return Ok(None);
        }
        loop {
            match self.listener.try_recv().await {
                Ok(None) => return Ok(None),
                Ok(Some(heard)) => {
                    if let Ok(notice) = serde_json::from_str(heard.payload()) {
                        return Ok(Some(notice));
                    }
                }
                Err(why) => {
                    self.lost = true;
                    return Err(why.to_string());
                }
            }
        }
    }
}

async fn migrate(pool: &PgPool) -> Result<(), sqlx::Error> {
    let words = [("blob", "BYTEA"), ("serial", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"), ("keyed", "")];
    let mut connection = pool.acquire().await?;
    let mut change = connection.begin().await?;
    // Several processes may start at once; the second waits here until the first is done.
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MIGRATION_LOCK).execute(&mut *change).await?;
    sqlx::query("CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY)").execute(&mut *change).await?;
    let (done,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM migrations").fetch_one(&mut *change).await?;
    if done as usize > schema::MIGRATIONS.len() {
        return Err(sqlx::Error::Configuration("a later version of this program has used it".into()));
    }
    for (i, migration) in schema::MIGRATIONS.iter().enumerate().skip(done as usize) {
        for statement in schema::statements(migration, &words) {
            sqlx::query(AssertSqlSafe(statement)).execute(&mut *change).await?;
        }
        sqlx::query("INSERT INTO migrations VALUES ($1)").bind(i as i64 + 1).execute(&mut *change).await?;
    }
    change.commit().await
}
