//! Reading, with the same words for both databases.

use super::{Asked, Ending, LobbyRow, Said, SeatRow, Step, StepKind, Store, TableRow, read_rolls};
use crate::secret::Hash;
use sqlx::AssertSqlSafe;

/// Runs the same statement on whichever database it is.
macro_rules! on {
    ($store:expr, $pool:ident => $body:expr) => {
        match $store {
            Store::Sqlite(db) => {
                let $pool = &db.readers();
                $body.map_err(|why: sqlx::Error| why.to_string())
            }
            Store::Postgres(db) => {
                let $pool = db.pool();
                $body.map_err(|why: sqlx::Error| why.to_string())
            }
        }
    };
}

pub(super) use on;

/// A row of `tables`, as both databases hand it out.
type RawTable = (
    String,
    String,
    String,
    i64,
    String,
    String,
    i64,
    Option<String>,
    Vec<u8>,
    String,
    Option<String>,
    i64,
    i64,
    Option<String>,
    String,
    String,
    // SQLx reads no more than sixteen columns into a tuple; the last ones come joined.
);
/// A row of `seats`.
type RawSeat = (String, i64, String, String, String, Option<Vec<u8>>);
/// A row of `journal`.
type RawStep = (i64, String, String, String, String, i64, String, i64, i64, Option<String>, Option<String>, Option<String>);
/// A row of `chat`.
type RawSaid = (i64, String, String, String, i64);

const TABLE: &str = "SELECT id, game, rulebook, revision, options, name, public, passphrase, seed, deal, position, created, over, asked, \
                     COALESCE(promise, '') || ' ' || COALESCE(ending, ''), COALESCE(maker, '') || ' ' || COALESCE(corrected, '') FROM tables";
const SEATS: &str = "SELECT table_id, place, seat, who, name, token FROM seats";
const STEPS: &str = "SELECT seq, kind, seat, action, rolls, drawn, checked, played, at, reason, word, link FROM journal";

/// The names of the listed tables of a page, in order.
const LISTED: &str = "SELECT id FROM (SELECT id, over, created, ROW_NUMBER() OVER \
     (PARTITION BY over, COALESCE(maker, id) ORDER BY created DESC, id) AS nth FROM tables WHERE public = 1) listed \
     ORDER BY over, nth, created DESC, id LIMIT $1 OFFSET $2";

impl Store {
    /// A table with its seats.
    ///
    /// # Errors
    /// What the database says, or what is wrong with the row.
    pub async fn table(&self, id: &str) -> Result<Option<TableRow>, String> {
        let sql = format!("{TABLE} WHERE id = $1");
        let found: Option<RawTable> =
            on!(self, pool => sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(id).fetch_optional(pool).await)?;
        let Some(raw) = found else { return Ok(None) };
        let sql = format!("{SEATS} WHERE table_id = $1 ORDER BY place");
        let seats: Vec<RawSeat> = on!(self, pool => sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(id).fetch_all(pool).await)?;
        table(raw, seats.into_iter().map(seat).collect::<Result<_, _>>()?).map(Some)
    }

    /// The journal of a table after line `after`.
    ///
    /// # Errors
    /// What the database says, or what is wrong with a line.
    pub async fn steps(&self, id: &str, after: i64) -> Result<Vec<Step>, String> {
        let sql = format!("{STEPS} WHERE table_id = $1 AND seq > $2 ORDER BY seq");
        let rows: Vec<RawStep> =
            on!(self, pool => sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(id).bind(after).fetch_all(pool).await)?;
        rows.into_iter().map(step).collect()
    }

    /// A page of the listed tables: those under way, then those that are over. Each maker's latest comes first, then each maker's second,
    /// so that nobody fills the lobby alone.
    ///
    /// # Errors
    /// What the database says.
    pub async fn lobby(&self, from: i64, most: i64) -> Result<Vec<LobbyRow>, String> {
        let ordered: Vec<(String,)> = on!(self, pool => sqlx::query_as(LISTED).bind(most).bind(from).fetch_all(pool).await)?;
        let sql = format!("{TABLE} WHERE id IN ({LISTED})");
        let mut rows: Vec<RawTable> =
            on!(self, pool => sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(most).bind(from).fetch_all(pool).await)?;
        let place: std::collections::HashMap<&str, usize> =
            ordered.iter().enumerate().map(|(i, (id,))| (id.as_str(), i)).collect();
        rows.sort_by_key(|row| place.get(row.0.as_str()).copied().unwrap_or(usize::MAX));
        let sql = format!("{SEATS} WHERE table_id IN ({LISTED}) ORDER BY place");
        let seats: Vec<RawSeat> =
            on!(self, pool => sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(most).bind(from).fetch_all(pool).await)?;
        let untold = StepKind::UNTOLD.map(|kind| format!("'{}'", kind.word())).join(", ");
        let sql = format!(
            "SELECT j.table_id, j.played, j.at FROM journal j JOIN (SELECT table_id, MAX(seq) AS seq FROM journal \
             WHERE table_id IN ({LISTED}) AND kind NOT IN ({untold}) GROUP BY table_id) last \
             ON last.table_id = j.table_id AND last.seq = j.seq"
        );
        let last: Vec<(String, i64, i64)> =
            on!(self, pool => sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(most).bind(from).fetch_all(pool).await)?;
        let mut lobby = Vec::new();
        for raw in rows {
            let own = seats.iter().filter(|row| row.0 == raw.0).cloned().map(seat).collect::<Result<_, _>>()?;
            let (played, touched) = last.iter().find(|row| row.0 == raw.0).map_or((0, raw.11), |row| (row.1, row.2));
            lobby.push(LobbyRow { table: table(raw, own)?, played: played as usize, touched });
        }
        Ok(lobby)
    }

    /// How many listed tables a maker has made since then.
    ///
    /// # Errors
    /// What the database says.
    pub async fn listed_since(&self, maker: &str, since: i64) -> Result<usize, String> {
        let sql = "SELECT COUNT(*) FROM tables WHERE maker = $1 AND public = 1 AND created > $2";
        let (count,): (i64,) = on!(self, pool => sqlx::query_as(sql).bind(maker).bind(since).fetch_one(pool).await)?;
        Ok(count as usize)
    }

    /// The tables under way at which somebody other than a person sits.
    ///
    /// # Errors
    /// What the database says.
    pub async fn with_computers(&self) -> Result<Vec<String>, String> {
        let sql = "SELECT DISTINCT t.id FROM tables t JOIN seats s ON s.table_id = t.id \
                   WHERE t.over = 0 AND s.who <> 'human' AND s.who <> 'open'";
        let rows: Vec<(String,)> = on!(self, pool => sqlx::query_as(sql).fetch_all(pool).await)?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// When the holders of the seats were last known to be there, by place, in milliseconds since 1970.
    ///
    /// # Errors
    /// What the database says.
    pub async fn seen(&self, id: &str) -> Result<Vec<i64>, String> {
        let sql = "SELECT COALESCE(seen, 0) FROM seats WHERE table_id = $1 ORDER BY place";
        let rows: Vec<(i64,)> = on!(self, pool => sqlx::query_as(sql).bind(id).fetch_all(pool).await)?;
        Ok(rows.into_iter().map(|(at,)| at).collect())
    }

    /// Where a game that is over was begun anew, if it was.
    ///
    /// # Errors
    /// What the database says.
    pub async fn rematch(&self, id: &str) -> Result<Option<String>, String> {
        let sql = "SELECT rematch FROM tables WHERE id = $1";
        let row: Option<(Option<String>,)> = on!(self, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await)?;
        Ok(row.and_then(|(next,)| next))
    }

    /// Where a seat wants to be told that it is its turn.
    ///
    /// # Errors
    /// What the database says.
    pub async fn webhook(&self, id: &str, place: usize) -> Result<Option<String>, String> {
        let sql = "SELECT webhook FROM seats WHERE table_id = $1 AND place = $2";
        let row: Option<(Option<String>,)> =
            on!(self, pool => sqlx::query_as(sql).bind(id).bind(place as i64).fetch_optional(pool).await)?;
        Ok(row.and_then(|(url,)| url))
    }

    /// The last things said at a table, in order: so much by seats, and so much by those who look on.
    ///
    /// # Errors
    /// What the database says.
    pub async fn chat(&self, id: &str, seats: usize, onlookers: usize) -> Result<Vec<Said>, String> {
        let mut all: Vec<RawSaid> = Vec::new();
        for (which, most) in [("seat <> ''", seats), ("seat = ''", onlookers)] {
            let sql =
                format!("SELECT id, seat, name, said, at FROM chat WHERE table_id = $1 AND {which} ORDER BY id DESC LIMIT $2");
            all.extend::<Vec<RawSaid>>(
                on!(self, pool => sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(id).bind(most as i64).fetch_all(pool).await)?,
            );
        }
        all.sort_unstable_by_key(|row| row.0);
        Ok(all.into_iter().map(|(_, seat, by, text, at)| Said { by, seat, text, at }).collect())
    }
}

fn table(raw: RawTable, seats: Vec<SeatRow>) -> Result<TableRow, String> {
    let (
        id,
        game,
        rulebook,
        revision,
        options,
        name,
        public,
        passphrase,
        seed,
        deal,
        position,
        created,
        over,
        asked,
        dice,
        maker,
    ) = raw;
    let odd = |what: &str| format!("table {id}: its {what} cannot be read");
    let (promise, ending) = dice.split_once(' ').unwrap_or_default();
    let (maker, corrected) = maker.split_once(' ').unwrap_or_default();
    let corrected = if corrected.is_empty() { Ok(Vec::new()) } else { serde_json::from_str(corrected) };
    Ok(TableRow {
        promise: promise.to_owned(),
        ending: Ending::read(ending),
        options: serde_json::from_str(&options).map_err(|_| odd("options"))?,
        public: public != 0,
        seed: seed.try_into().map_err(|_| odd("seed"))?,
        deal: read_rolls(&deal).map_err(|_| odd("deal"))?,
        over: over != 0,
        asked: asked.and_then(|text| serde_json::from_str::<Asked>(&text).ok()),
        id: id.clone(),
        game,
        rulebook,
        revision,
        name,
        passphrase,
        position,
        created,
        maker: (!maker.is_empty()).then(|| maker.to_owned()),
        corrected: corrected.map_err(|_| odd("corrections"))?,
        seats,
    })
}

fn seat(raw: RawSeat) -> Result<SeatRow, String> {
    let (table, _, seat, who, name, token) = raw;
    let token = token.map(Hash::try_from).transpose().map_err(|_| format!("table {table}: a token cannot be read"))?;
    Ok(SeatRow { seat, who, name, token })
}

fn step(raw: RawStep) -> Result<Step, String> {
    let (seq, kind, seat, action, rolls, drawn, check, played, at, reason, word, link) = raw;
    let (kind, rolls) = (StepKind::read(&kind)?, read_rolls(&rolls)?);
    Ok(Step { seq, kind, seat, action, rolls, drawn: drawn as u64, check, played: played as usize, at, reason, word, link })
}
