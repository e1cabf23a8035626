//! Games that are brought along, and where whatever is played again is played: apart from the threads that answer, few at a time, in turns with others.

use crate::figures::MOST_ENTRIES;
use crate::hall::{Hall, clean, row};
use crate::problem::{Problem, Refused};
use crate::queue::{Lane, Queue, Rank};
use crate::store::{Step, StepKind, TableRow};
use crate::table::now;
use grognard_engine::record;
use grognard_shelf::Form;
use std::sync::Arc;

/// Games that are replayed at the same time, apart from the threads that answer.
const REPLAYS: usize = 3;
/// So many of those places are for tables that somebody wants to play at: a record that is brought along may take a minute.
const REPLAYS_KEPT: usize = 1;
/// Games brought along that wait for one address.
const MOST_WAITING: usize = 4;

/// The places where games are replayed.
pub fn workshop() -> Arc<Queue> {
    Queue::keeping(REPLAYS, REPLAYS_KEPT)
}

impl Hall {
    /// Does something that takes long, apart from the threads that answer, in turns with others.
    ///
    /// # Errors
    /// When it fell over.
    pub async fn heavy<T: Send + 'static>(
        &self,
        rank: Rank,
        lane: Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let turn = self.workshop.enter(rank, lane).await;
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        working.await.map_err(|why| Problem::broken(why.to_string()))
    }

    /// Replays a game that somebody brings along, in turns with others.
    ///
    /// # Errors
    /// What is wrong with it, or that others of the same lane are still being replayed.
    pub async fn bring(&self, text: String, game: String, seed: [u8; 32], lane: Lane) -> Result<(TableRow, Vec<Step>), Refused> {
        if !self.limiter.limits().off && self.workshop.waiting(Rank::Later, Some(&lane)) >= MOST_WAITING {
            return Err(Problem::crowded("other records that you brought are still being replayed", 5));
        }
        self.heavy(Rank::Later, lane, move || brought(&text, &game, seed)).await?
    }
}

/// The row and journal of a table that goes on with a record, game notation or a position.
fn brought(text: &str, game: &str, seed: [u8; 32]) -> Result<(TableRow, Vec<Step>), Refused> {
    let too_long = || Problem::malformed(format!("the record is too long; at most {MOST_ENTRIES} actions can be brought along"));
    if text.lines().count() > 2 * MOST_ENTRIES {
        return Err(too_long());
    }
    // Game notation has many actions to a line: they are counted before any of them is played.
    if grognard_shelf::form("record", text).is_ok_and(|form| form == Form::Notation) {
        let raw = record::read_notation("record", text).map_err(|fault| Problem::malformed(fault.to_string()))?;
        let taken_back: usize = raw.backs.iter().map(|back| back.entries.len()).sum();
        if raw.entries.len().max(taken_back) > MOST_ENTRIES {
            return Err(too_long());
        }
    }
    let now = now();
    let mut deal = Vec::new();
    let mut steps = Vec::new();
    let loaded = grognard_shelf::replay("record", text, None, &mut |happening| {
        let Some(seat) = happening.seat.clone() else {
            deal.clone_from(&happening.dice);
            return;
        };
        steps.push(Step {
            seq: steps.len() as i64 + 1,
            kind: StepKind::Given,
            seat,
            action: happening.action.clone(),
            rolls: happening.dice.clone(),
            drawn: 0,
            check: happening.check.clone(),
            played: happening.entry,
            at: now,
            reason: None,
            word: None,
            link: None,
        });
    });
    let loaded = loaded.map_err(|fault| Problem::malformed(fault.to_string()))?;
    if steps.len() > MOST_ENTRIES {
        return Err(too_long());
    }
    if let Some((way, seat)) = loaded.closing() {
        steps.push(Step {
            seq: steps.len() as i64 + 1,
            kind: StepKind::Close,
            seat: seat.to_owned(),
            action: way.word().to_owned(),
            rolls: Vec::new(),
            drawn: 0,
            check: String::new(),
            played: loaded.played(),
            at: now,
            reason: None,
            word: None,
            link: None,
        });
    }
    let identity = loaded.identity();
    if !game.is_empty() && game != identity.game {
        return Err(Problem::malformed(format!("the record is of {}, not of {}", identity.game, clean(game, 40))));
    }
    // What was played before its rules were corrected stays in the record that was brought; here the game begins in the position after it.
    let (first, corrected) = (loaded.first(), text.lines().any(|line| line.starts_with("corrected ")));
    steps.iter_mut().for_each(|step| step.played -= first.min(step.played));
    let position = (corrected || loaded.record().is_err()).then(|| loaded.position_at(corrected.then_some(first)));
    let mut row = row(identity, seed, deal, position);
    row.over = loaded.pending().is_err();
    Ok((row, steps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Core;
    use crate::hall::opening;

    /// The record of a game in which nobody has acted yet may hold dice all the same, and they are not of the table's seed.
    #[test]
    fn nothing_is_promised_of_a_set_up_that_was_dealt_elsewhere() {
        let dealt = opening("eagles-friedland", Vec::new(), [1; 32]).unwrap();
        assert!(!dealt.deal.is_empty());
        let text = Core::open(&dealt).unwrap().game.record().unwrap();
        assert!(text.contains("\ndice "), "{text}");
        let mut elsewhere = 0;
        for seed in (2..14).map(|byte| [byte; 32]) {
            let (row, steps) = brought(&text, "", seed).unwrap();
            assert_eq!((steps.len(), &row.deal), (0, &dealt.deal));
            // By chance it may be the same.
            let own = opening("eagles-friedland", Vec::new(), seed).unwrap().deal == row.deal;
            elsewhere += usize::from(!own);
            let told = Core::open(&row).unwrap().game.record().unwrap();
            assert_eq!(told.contains("\ndice "), own, "{told}");
        }
        assert!(elsewhere > 0);
    }
}
