//! Tables of an earlier version have no commitment beside their seed: they get one when the database is opened, and whoever changes
//! the seed after that is found out.

use super::Store;
use grognard_engine::fair;
use sqlx::Connection as _;

const BARE: &str = "SELECT id, seed FROM tables WHERE promise IS NULL";
const PROMISE: &str = "UPDATE tables SET promise = $2 WHERE id = $1 AND promise IS NULL";

macro_rules! promise {
    ($pool:expr) => {{
        let bare: Vec<(String, Vec<u8>)> = sqlx::query_as(BARE).fetch_all($pool).await?;
        for (id, seed) in bare {
            if let Ok(seed) = <[u8; 32]>::try_from(seed) {
                sqlx::query(PROMISE).bind(id).bind(fair::commitment(&seed)).execute($pool).await?;
            }
        }
        Ok(())
    }};
}

impl Store {
    pub(super) async fn promise_all(&self) -> Result<(), String> {
        let promised: Result<(), sqlx::Error> = match self {
            Self::Sqlite(db) => sqlite(db).await,
            Self::Postgres(db) => postgres(db.pool()).await,
        };
        promised.map_err(|why| format!("the database cannot be brought up to date: {why}"))
    }
}

async fn sqlite(db: &super::sqlite::Sqlite) -> Result<(), sqlx::Error> {
    let mut pen = db.pen().await?;
    let promised = async { promise!(&mut pen) }.await;
    let closed = pen.close().await;
    promised.and(closed)
}

async fn postgres(pool: &sqlx::PgPool) -> Result<(), sqlx::Error> {
    promise!(pool)
}
