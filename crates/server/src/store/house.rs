//! What belongs to the house and to no table.

use super::Store;
use crate::secret;
use sqlx::Connection as _;

const KEEP: &str = "INSERT INTO house (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
const READ: &str = "SELECT value FROM house WHERE name = $1";
const SALT: &str = "salt";

impl Store {
    /// A secret that is the same for all servers on this database and never leaves it: with it makers of tables are told apart without
    /// their addresses being kept.
    ///
    /// # Errors
    /// What the database says.
    pub async fn salt(&self) -> Result<[u8; 32], String> {
        let fresh: [u8; 32] = secret::random();
        let say = |why: sqlx::Error| format!("the database cannot be used: {why}");
        let (kept,): (Vec<u8>,) = match self {
            Self::Sqlite(db) => {
                let mut pen = db.pen().await.map_err(say)?;
                let kept = sqlx::query(KEEP).bind(SALT).bind(fresh.as_slice()).execute(&mut pen).await.map(drop);
                let closed = pen.close().await;
                kept.and(closed).map_err(say)?;
                sqlx::query_as(READ).bind(SALT).fetch_one(&db.readers()).await.map_err(say)?
            }
            Self::Postgres(db) => {
                sqlx::query(KEEP).bind(SALT).bind(fresh.as_slice()).execute(db.pool()).await.map_err(say)?;
                sqlx::query_as(READ).bind(SALT).fetch_one(db.pool()).await.map_err(say)?
            }
        };
        kept.try_into().map_err(|_| "the database holds a salt that cannot be read".to_owned())
    }
}
