//! Snapshots: a position with all that has to be known beside it, so that a long table opens without its whole journal being played
//! again; and with each the log of the stretch that led to it, as each seat was told it.
//!
//! Truth is the journal. A snapshot fits it if the line after which it was taken is there with the same count and the same check number, and
//! if nothing before it has been taken back since. One that does not fit is not used, and may be made again from the lines.

use super::Store;
use grognard_engine::board::Line;
use grognard_shelf::TurnMark;
use serde::{Deserialize, Serialize};
use sqlx::AssertSqlSafe;

/// A snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// The line of the journal after which it was taken.
    pub seq: i64,
    /// How many actions stood then.
    pub played: usize,
    /// After which entry its stretch of the log begins; -1 if it begins with the set-up.
    pub since: i64,
    /// The revision of the rules by which it was reached.
    pub revision: i64,
    /// The check number of the line.
    pub check: String,
    /// Whether the next one takes its place: it was taken because the game left the memory.
    pub passing: bool,
    /// The position in one line.
    pub position: String,
    /// What else has to be known, as JSON.
    pub memory: String,
    /// Where turns and phases began in the stretch.
    pub turns: Vec<TurnMark>,
    /// The log of the stretch, packed.
    pub log: Vec<u8>,
}

/// The log of a stretch, as it was told.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Told {
    /// To those who look on; in a game without secrets to everybody.
    pub all: Vec<Line>,
    /// To each seat; empty in a game without secrets.
    pub seats: Vec<Vec<Line>>,
}

impl Told {
    /// As somebody in this place was told it.
    pub fn to(self, place: Option<usize>) -> Vec<Line> {
        let Self { all, mut seats } = self;
        match place {
            Some(place) if place < seats.len() => seats.swap_remove(place),
            _ => all,
        }
    }

    /// As it is kept.
    pub fn pack(&self) -> Vec<u8> {
        crate::parcel::pack(&serde_json::to_vec(self).unwrap_or_default())
    }

    /// Reads what was kept; nothing if it is spoilt.
    pub fn unpack(packed: &[u8]) -> Option<Self> {
        serde_json::from_slice(&crate::parcel::unpack(packed)?).ok()
    }
}

/// A stretch of the log.
pub struct Stretch {
    /// After which entry it begins; -1 if it begins with the set-up.
    pub since: i64,
    /// What was told; nothing if that cannot be read.
    pub told: Option<Told>,
}

/// Which snapshots are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// After this line of the journal.
    pub after: i64,
    /// Before this one.
    pub before: i64,
    /// With no more actions than this.
    pub reach: usize,
    /// Whether those are wanted, too, that the next one replaces: their stretch of the log is not put away for good.
    pub passing: bool,
}

/// Nothing before it has been taken back since.
const STANDS: &str =
    "NOT EXISTS (SELECT 1 FROM journal j WHERE j.table_id = s.table_id AND j.seq > s.seq AND j.played < s.played)";

pub(super) const DELETE: &str = "DELETE FROM snapshots WHERE table_id = $1 AND (seq >= $2 OR played > $3 OR passing = 1)";
pub(super) const SPOILT: &str = "DELETE FROM snapshots WHERE table_id = $1 AND seq = $2";
pub(super) const INSERT: &str = "INSERT INTO snapshots (table_id, seq, played, since, revision, checked, passing, position, memory, turns, log) \
                                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

type RawSnapshot = (i64, i64, i64, i64, String, i64, String, String);

impl Store {
    /// The last snapshot that stands among those that are wanted, without its log.
    ///
    /// # Errors
    /// What the database says.
    pub async fn snapshot(&self, id: &str, wanted: Wanted) -> Result<Option<Snapshot>, String> {
        let sql = format!(
            "SELECT seq, played, since, revision, checked, passing, position, memory FROM snapshots s \
             WHERE table_id = $1 AND seq > $2 AND seq < $3 AND played <= $4 AND passing <= $5 AND {STANDS} ORDER BY seq DESC LIMIT 1"
        );
        let reach = i64::try_from(wanted.reach).unwrap_or(i64::MAX);
        let found: Option<RawSnapshot> = super::read::on!(self, pool => sqlx::query_as(AssertSqlSafe(sql.as_str()))
            .bind(id).bind(wanted.after).bind(wanted.before).bind(reach).bind(i64::from(wanted.passing)).fetch_optional(pool).await)?;
        Ok(found.map(|(seq, played, since, revision, check, passing, position, memory)| Snapshot {
            seq,
            played: played as usize,
            since,
            revision,
            check,
            passing: passing != 0,
            position,
            memory,
            turns: Vec::new(),
            log: Vec::new(),
        }))
    }

    /// The line of the first snapshot that stands with more than so many actions, after line `after`.
    ///
    /// # Errors
    /// What the database says.
    pub async fn snapshot_from(&self, id: &str, played: usize, after: i64) -> Result<Option<i64>, String> {
        let sql = format!(
            "SELECT seq FROM snapshots s WHERE table_id = $1 AND played > $2 AND seq > $3 AND passing = 0 AND {STANDS} ORDER BY seq LIMIT 1"
        );
        let found: Option<(i64,)> = super::read::on!(self, pool => sqlx::query_as(AssertSqlSafe(sql.as_str()))
            .bind(id).bind(played as i64).bind(after).fetch_optional(pool).await)?;
        Ok(found.map(|(seq,)| seq))
    }

    /// Turns and log of a snapshot, as they are kept.
    ///
    /// # Errors
    /// What the database says.
    pub async fn story(&self, id: &str, seq: i64) -> Result<(Vec<TurnMark>, Vec<u8>), String> {
        let sql = "SELECT turns, log FROM snapshots WHERE table_id = $1 AND seq = $2";
        let found: Option<(String, Vec<u8>)> =
            super::read::on!(self, pool => sqlx::query_as(sql).bind(id).bind(seq).fetch_optional(pool).await)?;
        Ok(found.map_or_else(Default::default, |(turns, log)| (serde_json::from_str(&turns).unwrap_or_default(), log)))
    }

    /// The stretch of the log that holds an entry, if it has been put away.
    ///
    /// # Errors
    /// What the database says.
    pub async fn stretch(&self, id: &str, entry: usize) -> Result<Option<Stretch>, String> {
        let sql = format!(
            "SELECT since, log FROM snapshots s WHERE table_id = $1 AND since < $2 AND played >= $2 AND {STANDS} \
             ORDER BY passing, seq DESC LIMIT 1"
        );
        let found: Option<(i64, Vec<u8>)> = super::read::on!(self, pool => sqlx::query_as(AssertSqlSafe(sql.as_str()))
            .bind(id).bind(entry as i64).fetch_optional(pool).await)?;
        Ok(found.map(|(since, log)| Stretch { since, told: Told::unpack(&log) }))
    }

    /// Where turns and phases began, as far as the log has been put away without a gap, and the last entry of that.
    ///
    /// # Errors
    /// What the database says.
    pub async fn turns(&self, id: &str) -> Result<(Vec<TurnMark>, i64), String> {
        let sql =
            format!("SELECT since, played, turns FROM snapshots s WHERE table_id = $1 AND passing = 0 AND {STANDS} ORDER BY seq");
        let rows: Vec<(i64, i64, String)> =
            super::read::on!(self, pool => sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(id).fetch_all(pool).await)?;
        let (mut marks, mut last) = (Vec::new(), -1);
        for (since, played, turns) in rows {
            if since != last {
                break;
            }
            marks.extend(serde_json::from_str::<Vec<TurnMark>>(&turns).unwrap_or_default());
            last = played;
        }
        Ok((marks, last))
    }

    /// The last line of a journal and how many actions stand after it; 0 and 0 if it is empty.
    ///
    /// # Errors
    /// What the database says.
    pub async fn end_of_journal(&self, id: &str) -> Result<(i64, usize), String> {
        let sql = "SELECT seq, played FROM journal WHERE table_id = $1 ORDER BY seq DESC LIMIT 1";
        let found: Option<(i64, i64)> = super::read::on!(self, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await)?;
        Ok(found.map_or((0, 0), |(seq, played)| (seq, played as usize)))
    }
}
