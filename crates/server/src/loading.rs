//! How a game comes into memory, and what of it stays there.
//!
//! A table is taken up from its last snapshot that has some actions behind it, and only what follows is played again; its memory then holds
//! the end of the game, and what lies before is read when somebody looks back. A snapshot that does not fit the journal is said so in the
//! server's log, not used, and made again from the lines.
//!
//! A snapshot by other rules is no place to begin. Its table is played again from the start, once; if every line holds by the present rules,
//! it goes on silently. If one does not, the game goes on under the corrected rules from the last position that can be had, and a line of
//! the journal says so (`correct`).

use crate::core::{Core, Tidings};
use crate::hall::Hall;
use crate::hub::lock;
use crate::memory::Memory;
use crate::problem::{Problem, Refused};
use crate::queue::{Rank, Turn};
use crate::store::{Correction, Ending, Snapshot, Step, StepKind, Wanted, Write};
use crate::table::{Held, Table, now};
use grognard_engine::closing::Way;
use grognard_engine::fair::DiceNote;
use grognard_engine::{Identity, record};
use std::sync::Arc;

/// Longer journals are replayed on a thread of their own, so that no other table waits.
const MANY_STEPS: usize = 200;
/// Whoever has to wait for more than this comes after those who want to play on: a record that was brought along is read like a table, once.
const VERY_MANY_STEPS: usize = 4 * STRETCH;
/// Actions from one snapshot to the next.
pub const STRETCH: usize = 500;
/// So many actions are at hand at least, for taking back.
pub const AT_HAND: usize = 64;

/// A game that was played again.
struct Raised {
    core: Core,
    news: Vec<Tidings>,
    /// Snapshots that were missing.
    taken: Vec<Snapshot>,
    /// Why the next line does not hold, if one does not.
    stuck: Option<String>,
    touched: Option<i64>,
}

/// How urgent it is to play so many lines again. What takes as long as a record may leaves a place for what does not.
fn rank_of(rank: Rank, lines: usize) -> Rank {
    if lines > VERY_MANY_STEPS { Rank::Later } else { rank }
}

/// Plays lines again as far as they hold. What happened after line `told` is gathered as news.
fn raise(mut core: Core, steps: &[Step], told: i64) -> Raised {
    let (mut news, mut taken, mut touched, mut stuck) = (Vec::new(), Vec::<Snapshot>::new(), None, None);
    for step in steps {
        match core.replay(step) {
            Ok(tidings) if step.seq > told && step.is_public() => news.push(tidings),
            Ok(_) => {}
            Err(why) => {
                stuck = Some(why);
                break;
            }
        }
        if step.is_public() {
            touched = Some(step.at);
        }
        if step.kind == StepKind::Back {
            taken.retain(|snapshot| snapshot.played <= step.played);
        } else if core.wants_snapshot(STRETCH) {
            taken.extend(core.snapshot(false));
        }
    }
    Raised { core, news, taken, stuck, touched }
}

/// The record of what was played before the rules were corrected, from the lines of the journal alone.
fn preface(head: String, steps: &[Step]) -> Result<String, String> {
    let (mut out, mut stood, mut given) = (head, 0, false);
    for step in steps {
        match step.kind {
            StepKind::Act | StepKind::Given => {
                given |= step.kind == StepKind::Given;
                let chance = step.chance()?;
                // Without a promise about the seed they would prove nothing.
                if !given && !step.rolls.is_empty() {
                    out.push_str(&chance.lines());
                }
                let check = u64::from_str_radix(&step.check, 16).unwrap_or_default() as u32;
                out.push_str(&record::entry_line(step.played, &step.seat, &step.action, &step.rolls, check));
                out.push('\n');
            }
            StepKind::Back | StepKind::Correct if step.played < stood => out.push_str(&format!("back {}\n", step.played)),
            StepKind::Back | StepKind::Correct | StepKind::Chain | StepKind::Close => {}
            StepKind::Orders | StepKind::Remind | StepKind::Sit | StepKind::Link => {}
        }
        if step.kind == StepKind::Correct {
            let revision = step.reason.as_deref().and_then(|reason| reason.rsplit(' ').next()?.parse().ok()).unwrap_or_default();
            out.push_str(&record::corrected_line(revision, &step.action));
            out.push('\n');
        }
        stood = step.played;
    }
    Ok(out)
}

impl Table {
    /// Where the journal begins to hold by the present rules: the line of the last correction, or 0.
    fn floor(&self) -> i64 {
        lock(&self.desk).corrected.last().map_or(0, |correction| correction.seq)
    }

    /// Reads the game from what is stored, so that all after the first `reach` actions is at hand.
    pub(crate) async fn load(&self, hall: &Hall, held: &mut Held<'_>, reach: Option<usize>) -> Result<(), Refused> {
        let (told, known) = {
            let desk = lock(&self.desk);
            // Nobody who is connected may miss anything.
            if desk.guests.is_empty() { (i64::MAX, usize::MAX) } else { (desk.told, desk.played) }
        };
        let read = |why: String| hall.storage(&why);
        let (_, played) = hall.store.end_of_journal(&self.id).await.map_err(read)?;
        let reach = reach.unwrap_or(usize::MAX).min(known).min(played.saturating_sub(AT_HAND));
        let opened = Core::open(&self.row).map_err(|why| self.broken(hall, &why))?;
        let revision = i64::from(opened.game.identity().revision);
        let mut spoilt = Vec::new();
        let (core, steps) = match self.midway(hall, reach, revision, &mut spoilt).await? {
            Some(found) => found,
            None => self.beginning(hall, opened).await?,
        };
        let raised = self.raise(hall, Rank::First, core, steps, told).await?;
        let Raised { core, news, taken, stuck, touched } = match (raised.stuck.as_ref(), self.outdated(hall, &raised.core)?) {
            (None, outdated) if outdated != Some(true) => raised,
            (stuck, Some(_)) => {
                let why = stuck.cloned().unwrap_or_else(|| "its rules are not those of today".to_owned());
                hall.complain(&format!("table {}: the rules were corrected: {why}", self.id));
                self.correct(hall, raised, revision).await?;
                return Box::pin(self.load(hall, held, None)).await;
            }
            (Some(why), None) => return Err(self.broken(hall, why)),
            (None, _) => raised,
        };
        debug_assert!(stuck.is_none());
        let mut core = core;
        self.stay_over(hall, &mut core).await?;
        if !taken.is_empty() || !spoilt.is_empty() {
            let write = Write::Snapshots { table: self.id.clone(), taken, spoilt };
            if hall.writer.write(write).await.is_ok() {
                core.let_go(AT_HAND);
            }
        }
        *held.put() = Some(Box::new(core));
        if let Some(touched) = touched {
            lock(&self.desk).touched = touched;
        }
        self.tell(held.core()?, &news);
        Ok(())
    }

    fn broken(&self, hall: &Hall, why: &str) -> Refused {
        hall.complain(&format!("table {}: {why}", self.id));
        // Why a line does not hold may tell of a hidden action, or the check number of a position that nobody is to know.
        let hides = Core::open(&self.row).is_ok_and(|core| core.game.has_secrets());
        let why = if hides { "the server's log says why" } else { why };
        Problem::broken(format!("the table cannot be loaded: {why}"))
    }

    /// Whether the table was begun by rules older than today's: nothing if not, and whether by such as are not taken up any more.
    fn outdated(&self, hall: &Hall, core: &Core) -> Result<Option<bool>, Refused> {
        let identity = core.game.identity();
        let began = lock(&self.desk).corrected.last().map_or(self.row.revision, |correction| correction.revision);
        if began > i64::from(identity.revision) {
            let why = format!("it was begun with revision {began} of its rulebook, and only {} is known here", identity.revision);
            return Err(self.broken(hall, &why));
        }
        Ok((began < i64::from(identity.revision)).then_some(began < i64::from(identity.since)))
    }

    /// The table taken up from the last snapshot that fits, and the lines after it. Notes those that do not.
    async fn midway(
        &self,
        hall: &Hall,
        reach: usize,
        revision: i64,
        spoilt: &mut Vec<i64>,
    ) -> Result<Option<(Core, Vec<Step>)>, Refused> {
        let mut wanted = Wanted { after: self.floor() - 1, before: i64::MAX, reach, passing: false };
        loop {
            let found = hall.store.snapshot(&self.id, wanted).await.map_err(|why| hall.storage(&why))?;
            let Some(snapshot) = found.filter(|snapshot| snapshot.revision == revision) else { return Ok(None) };
            let mut steps = hall.store.steps(&self.id, snapshot.seq - 1).await.map_err(|why| hall.storage(&why))?;
            match Core::take_up(&self.row, &snapshot, steps.first(), true) {
                Ok(core) => {
                    steps.remove(0);
                    return Ok(Some((core, steps)));
                }
                Err(why) => {
                    hall.complain(&format!("table {}: the snapshot at line {} is not used: {why}", self.id, snapshot.seq));
                    spoilt.push(snapshot.seq);
                    wanted.before = snapshot.seq;
                }
            }
        }
    }

    /// The table as it began, or as it was when the rules were last corrected, and the lines after that.
    async fn beginning(&self, hall: &Hall, opened: Core) -> Result<(Core, Vec<Step>), Refused> {
        let mut steps = hall.store.steps(&self.id, 0).await.map_err(|why| hall.storage(&why))?;
        let floor = self.floor();
        if floor == 0 {
            return Ok((opened, steps));
        }
        let rest = steps.split_off(steps.iter().position(|step| step.seq > floor).unwrap_or(steps.len()));
        let mut memory = Memory::default();
        let noted = steps.iter().try_for_each(|step| memory.note(step).map(drop));
        let line = steps.last().filter(|line| line.seq == floor && line.kind == StepKind::Correct);
        let line = line.ok_or_else(|| self.broken(hall, &format!("line {floor} of the journal is no correction")))?;
        let core = noted.and_then(|()| Core::midway(&self.row, &line.action, line.played, None, memory));
        let mut core = core.map_err(|why| self.broken(hall, &why))?;
        core.seq = floor;
        core.written = floor;
        Ok((core, rest))
    }

    /// Plays lines again, apart from the threads that answer if there are many.
    async fn raise(&self, hall: &Hall, rank: Rank, core: Core, steps: Vec<Step>, told: i64) -> Result<Raised, Refused> {
        if steps.len() > MANY_STEPS {
            return hall.heavy(rank_of(rank, steps.len()), self.lane(), move || raise(core, &steps, told)).await;
        }
        Ok(raise(core, &steps, told))
    }

    /// A place among those who look back, who come after those who want to play. It is waited for before anything is read: whoever looks back from two hundred
    /// connections else has the journal in memory two hundred times.
    async fn turn(&self, hall: &Hall) -> Turn {
        hall.workshop.enter(Rank::Later, self.lane()).await
    }

    /// Plays lines again for somebody who looks back.
    async fn look_back(&self, hall: &Hall, turn: Turn, core: Core, steps: Vec<Step>) -> Result<Core, Refused> {
        let raised = hall.heavy_at(turn, move || raise(core, &steps, i64::MAX)).await?;
        match raised.stuck {
            None => Ok(raised.core),
            Some(why) => Err(self.broken(hall, &why)),
        }
    }

    /// Writes down that the game goes on by corrected rules, from the last position that can be had: as far as it can be played again, or
    /// from the last snapshot, if that is further on.
    async fn correct(&self, hall: &Hall, raised: Raised, revision: i64) -> Result<(), Refused> {
        let Raised { mut core, mut taken, .. } = raised;
        let read = |why: String| hall.storage(&why);
        let wanted = Wanted { after: self.floor() - 1, before: i64::MAX, reach: usize::MAX, passing: true };
        if let Some(mut snapshot) = hall.store.snapshot(&self.id, wanted).await.map_err(read)? {
            let mut steps = hall.store.steps(&self.id, snapshot.seq - 1).await.map_err(read)?;
            match Core::take_up(&self.row, &snapshot, steps.first(), false) {
                Ok(later) => {
                    steps.remove(0);
                    let later = self.raise(hall, Rank::First, later, steps, i64::MAX).await?;
                    if later.core.game.played() > core.game.played() {
                        core = later.core;
                        taken = later.taken;
                        if snapshot.passing {
                            // Its log is the last that can be told of what was played by the earlier rules.
                            (snapshot.turns, snapshot.log) = hall.store.story(&self.id, snapshot.seq).await.map_err(read)?;
                            snapshot.passing = false;
                            taken.insert(0, snapshot);
                        }
                    }
                }
                Err(why) => hall.complain(&format!("table {}: the snapshot at line {}: {why}", self.id, snapshot.seq)),
            }
        }
        let (end, stood) = hall.store.end_of_journal(&self.id).await.map_err(read)?;
        let lines = hall.store.steps(&self.id, 0).await.map_err(read)?;
        if !lines.is_empty() {
            // What is set aside was written all the same: its dice are not thrown again, and its links not taken for new ones.
            let mut memory = Memory::default();
            let noted = lines.iter().try_for_each(|line| memory.note(line).map(drop));
            noted.map_err(|why| self.broken(hall, &why))?;
            core.memory = memory;
        }
        let played = core.game.played();
        core.seq = end;
        let step = core.correct(now(), revision);
        taken.push(core.snapshot_at(step.seq, String::new(), false));
        let correction = Correction { seq: step.seq, after: played, revision, aside: stood.saturating_sub(played) };
        let mut corrected = lock(&self.desk).corrected.clone();
        corrected.push(correction);
        let write = Write::Correct { table: self.id.clone(), step: Box::new(step), corrected: corrected.clone(), taken };
        hall.writer.write(write).await.map_err(|failure| hall.failed(failure))?;
        lock(&self.desk).corrected = corrected;
        Ok(())
    }

    /// A game that was over stays over, whatever the corrected rules say, for the seed of its dice has been told.
    async fn stay_over(&self, hall: &Hall, core: &mut Core) -> Result<(), Refused> {
        let ended = {
            let desk = lock(&self.desk);
            (self.row.over || desk.over).then(|| desk.ending.clone())
        };
        let Some(ending) = ended.filter(|_| !core.over()) else { return Ok(()) };
        let (way, seat) = match ending {
            Some(Ending::Closed { way, seat }) => (way, seat),
            _ => (Way::Agreed, core.game.seats().first().copied().unwrap_or_default().to_owned()),
        };
        let step = core.close(&seat, way, now()).map_err(Problem::not_now)?;
        let write = Write::Steps { table: self.id.clone(), steps: vec![step], over: true };
        hall.writer.write(write).await.map_err(|failure| hall.failed(failure))?;
        core.written = core.seq;
        Ok(())
    }

    /// Takes a snapshot if it is time for one. To be called while the game is held, after its last action was written.
    pub(crate) fn keep_up(&self, hall: &Arc<Hall>, core: &mut Core) {
        if !core.wants_snapshot(STRETCH) {
            return;
        }
        let taken: Vec<Snapshot> = core.snapshot(false).into_iter().collect();
        core.let_go(STRETCH);
        // Nobody waits for it: the journal holds everything, and a snapshot that was not written is made when the table is next read.
        let (hall, table) = (hall.clone(), self.id.clone());
        tokio::spawn(async move {
            let _ = hall.writer.write(Write::Snapshots { table, taken, spoilt: Vec::new() }).await;
        });
    }

    /// Before the game leaves the memory: its last position is kept, with the log that led to it. Should the rules be corrected before it comes
    /// back, it can go on from there.
    pub(crate) async fn put_away(&self, hall: &Hall) {
        let Ok(mut held) = self.core_if_idle() else { return };
        let Ok(core) = held.core() else { return };
        if core.taken == core.seq {
            return;
        }
        let taken: Vec<Snapshot> = core.snapshot(true).into_iter().collect();
        if !taken.is_empty() {
            let _ = hall.writer.write(Write::Snapshots { table: self.id.clone(), taken, spoilt: Vec::new() }).await;
        }
    }

    /// The game as it stood after so many actions and some more, which are not at hand any more: apart from the running one, and for
    /// looking only.
    ///
    /// # Errors
    /// When what is asked for was played by rules of which nothing is known here.
    pub(crate) async fn past(&self, hall: &Hall, at: usize) -> Result<Core, Refused> {
        let turn = self.turn(hall).await;
        let read = |why: String| hall.storage(&why);
        let opened = Core::open(&self.row).map_err(|why| self.broken(hall, &why))?;
        let revision = i64::from(opened.game.identity().revision);
        if let Some(correction) = lock(&self.desk).corrected.last().filter(|correction| at < correction.after) {
            return Err(Problem::not_now(format!(
                "the rules were corrected after action {}; of what was played before, the log tells",
                correction.after
            )));
        }
        let (core, mut steps) = match self.midway(hall, at, revision, &mut Vec::new()).await? {
            Some(found) => found,
            None => self.beginning(hall, opened).await?,
        };
        // No further than the next snapshot: nothing before that has been taken back after it.
        if let Some(until) = hall.store.snapshot_from(&self.id, at, core.seq).await.map_err(read)? {
            steps.truncate(steps.partition_point(|step| step.seq <= until));
        }
        self.look_back(hall, turn, core, steps).await
    }

    /// The whole game, since it began or since the rules were last corrected, apart from the running one. Its record tells also what was
    /// played before that.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) async fn whole(&self, hall: &Hall) -> Result<Core, Refused> {
        let turn = self.turn(hall).await;
        let opened = Core::open(&self.row).map_err(|why| self.broken(hall, &why))?;
        let identity = opened.game.identity();
        let (mut core, steps) = self.beginning(hall, opened).await?;
        let floor = self.floor();
        if floor > 0 {
            let mut before = hall.store.steps(&self.id, 0).await.map_err(|why| hall.storage(&why))?;
            before.truncate(before.partition_point(|step| step.seq <= floor));
            let note = DiceNote { commitment: self.row.promise.clone(), seed: None };
            let identity = Identity { revision: self.row.revision as u32, ..identity };
            let own = !core.dealt_elsewhere && before.iter().all(|step| step.kind != StepKind::Given);
            let promised = own.then_some(&note);
            let told =
                preface(record::head(&identity, promised, &self.row.deal), &before).map_err(|why| self.broken(hall, &why))?;
            core.game.preface(&told);
        }
        self.look_back(hall, turn, core, steps).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Deed;
    use crate::hub::Seats;
    use crate::table::Wish;
    use crate::throw::Brought;
    use crate::throw::tests::House;

    /// What is read is what is there when the turn has come, so that nothing of it was held before.
    #[tokio::test]
    async fn whoever_waits_to_look_back_holds_nothing() {
        let house = House::new("looking-back").await;
        let turn = || house.hall.workshop.enter(Rank::Later, "somebody".into());
        let turns = (turn().await, turn().await);
        let looking = [true, false].map(|whole| {
            let (hall, table) = (house.hall.clone(), house.table.clone());
            tokio::spawn(async move {
                let found = if whole { table.whole(&hall).await } else { table.past(&hall, 0).await };
                found.map(|core| core.game.played()).map_err(|why| why.detail)
            })
        });
        while house.hall.workshop.waiting(Rank::Later, None) < looking.len() {
            assert!(!looking.iter().any(tokio::task::JoinHandle::is_finished), "somebody did not wait");
            tokio::task::yield_now().await;
        }
        let action = house.table.hold(&house.hall).await.unwrap().core().unwrap().game.actions().remove(0);
        let wish = Wish::new(Deed::Action(&action), Some(0));
        house.table.act(&house.hall, Seats(0b11), wish, Brought::Nothing).await.unwrap();
        drop(turns);
        for looked in looking {
            assert_eq!(looked.await.unwrap(), Ok(1));
        }
        house.close().await;
    }

    /// From snapshot to snapshot a table is read at once; the twenty thousand lines of a record take as long as the record did.
    #[test]
    fn long_journals_leave_a_place_for_others() {
        assert_eq!(rank_of(Rank::First, STRETCH + AT_HAND), Rank::First);
        assert_eq!(rank_of(Rank::First, crate::figures::MOST_ENTRIES), Rank::Later);
        assert_eq!(rank_of(Rank::Later, 1), Rank::Later);
    }
}
