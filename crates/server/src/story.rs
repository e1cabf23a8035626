//! The log, turn by turn. What is at hand is told again; what lies further back was put away with snapshots, as each seat was told it.

use crate::hall::Hall;
use crate::hub::{Seats, lock};
use crate::problem::Refused;
use crate::store::Correction;
use crate::table::Table;
use grognard_engine::board::Line;
use grognard_shelf::TurnMark;
use serde::{Deserialize, Serialize};

/// Entries that are told again at once, when looking for the beginning of a turn.
const PIECE: usize = 128;
/// Turns on a page, if nobody says how many.
const USUAL_TURNS: usize = 2;
/// No page tells of more entries, however long a turn is.
pub const MOST_ENTRIES_OF_PAGE: usize = 2_000;

/// Some turns of the log, as whoever asked may read them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LogPage {
    /// The first entry of which it tells; 0 for the set-up.
    pub from: usize,
    /// The last one.
    pub to: usize,
    /// The lines.
    pub lines: Vec<Line>,
    /// Whether there is something before it.
    pub earlier: bool,
}

/// The line that tells of a correction, after the last entry by the earlier rules.
fn line(correction: &Correction) -> Line {
    let Correction { after, revision, aside, .. } = correction;
    let aside = match aside {
        0 => String::new(),
        1 => "; the action that followed cannot be played by them and was set aside".to_owned(),
        many => format!("; the {many} actions that followed cannot be played by them and were set aside"),
    };
    let text = format!("The rules were corrected: from here on revision {revision} holds{aside}");
    Line { entry: *after, level: 1, text, ..Line::default() }
}

/// Where a page begins: with the entry that began the last but so many turns, if the lines go back so far.
fn beginning(lines: &[Line], turns: usize) -> Option<usize> {
    let mut begun = lines.iter().rev().filter(|line| line.level == 0).map(|line| line.entry);
    begun.nth(turns.max(1) - 1)
}

impl Table {
    /// The last turns of the log before entry `before`, or the very last ones.
    ///
    /// # Errors
    /// When the storage does not answer.
    pub async fn log_page(
        &self,
        hall: &Hall,
        seats: Seats,
        before: Option<usize>,
        turns: Option<usize>,
    ) -> Result<LogPage, Refused> {
        let played = self.hold(hall).await?.core()?.game.played();
        let end = before.unwrap_or(usize::MAX).min(played + 1);
        let (mut from, mut lines) = (end, Vec::new());
        let turns = turns.unwrap_or(USUAL_TURNS).clamp(1, 100);
        let begun = loop {
            if let Some(begun) = beginning(&lines, turns) {
                break begun;
            }
            if from == 0 || end - from >= MOST_ENTRIES_OF_PAGE {
                break from;
            }
            let (first, mut piece) = self.piece(hall, seats, from - 1).await?;
            piece.append(&mut lines);
            (from, lines) = (first, piece);
        };
        lines.retain(|line| line.entry >= begun);
        Ok(LogPage { from: begun, to: end.saturating_sub(1), lines, earlier: begun > 0 })
    }

    /// Log lines of the entries from `from` to `to`, wherever they are kept. Of very many the last are left out.
    ///
    /// # Errors
    /// When the storage does not answer.
    pub async fn log(&self, hall: &Hall, seats: Seats, from: usize, to: usize) -> Result<Vec<Line>, Refused> {
        let played = self.hold(hall).await?.core()?.game.played();
        let to = to.min(played).min(from.saturating_add(MOST_ENTRIES_OF_PAGE * 5));
        let mut lines: Vec<Line> = Vec::new();
        let mut next = to + 1;
        while next > from {
            let (first, mut piece) = self.piece(hall, seats, next - 1).await?;
            piece.append(&mut lines);
            (next, lines) = (first, piece);
        }
        lines.retain(|line| line.entry >= from);
        Ok(lines)
    }

    /// The lines of some entries, of which `last` is the last, and the first of them.
    async fn piece(&self, hall: &Hall, seats: Seats, last: usize) -> Result<(usize, Vec<Line>), Refused> {
        let at_hand = {
            let mut held = self.hold(hall).await?;
            let core = held.core()?;
            let held_from = if core.game.first() == 0 { 0 } else { core.game.first() + 1 };
            let (place, eyes) = (Self::place(core, seats), Self::eyes(core, seats));
            let from = last.saturating_sub(PIECE).max(held_from);
            if last >= held_from { Ok((from, core.log(eyes, from, last))) } else { Err((place, eyes)) }
        };
        let (from, mut lines) = match at_hand {
            Ok(found) => found,
            // Others play on while this is read.
            Err((place, eyes)) => self.put_away_piece(hall, place, eyes, last).await?,
        };
        for correction in lock(&self.desk).corrected.iter().filter(|one| (from..=last).contains(&one.after)) {
            let place = lines.partition_point(|line| line.entry <= correction.after);
            lines.insert(place, line(correction));
        }
        Ok((from, lines))
    }

    /// The same of what is not at hand any more, as somebody in a place may read it, with the eyes that go with it.
    async fn put_away_piece(
        &self,
        hall: &Hall,
        place: Option<usize>,
        eyes: Option<&str>,
        last: usize,
    ) -> Result<(usize, Vec<Line>), Refused> {
        let stretch = hall.store.stretch(&self.id, last).await.map_err(|why| hall.storage(&why))?;
        if let Some((since, told)) = stretch.and_then(|stretch| Some((stretch.since, stretch.told?))) {
            let from = (since + 1).max(0) as usize;
            let mut lines = told.to(place);
            lines.retain(|line| line.entry <= last);
            return Ok((from.min(last), lines));
        }
        // It was not put away, or cannot be read any more: it is told again.
        let past = self.past(hall, last).await?;
        let from = if past.game.first() == 0 { 0 } else { past.game.first() + 1 }.max(last.saturating_sub(PIECE));
        Ok((from.min(last), past.log(eyes, from, last)))
    }

    /// Where turns and phases began, from the set-up on.
    ///
    /// # Errors
    /// When the storage does not answer.
    pub async fn turns(&self, hall: &Hall) -> Result<Vec<TurnMark>, Refused> {
        let mut held = self.hold(hall).await?;
        let core = held.core()?;
        if core.game.first() == 0 {
            return Ok(core.game.turns());
        }
        let (mut marks, last) = hall.store.turns(&self.id).await.map_err(|why| hall.storage(&why))?;
        if last < core.game.first() as i64 {
            // Something was not put away: all is told again, and nobody has to wait for that.
            drop(held);
            return Ok(self.whole(hall).await?.game.turns());
        }
        marks.extend(core.game.turns_between(last as usize + 1, core.game.played()));
        Ok(marks)
    }
}

#[cfg(test)]
mod tests {
    use crate::throw::tests::House;
    use std::time::Duration;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_was_put_away_is_read_while_others_play() {
        let house = House::new("story").await;
        let playing = house.table.hold(&house.hall).await.unwrap();
        let reading = house.table.put_away_piece(&house.hall, None, None, 0);
        let (from, _) = tokio::time::timeout(Duration::from_secs(120), reading).await.expect("nobody waits").unwrap();
        assert_eq!(from, 0);
        drop(playing);
        house.close().await;
    }
}
