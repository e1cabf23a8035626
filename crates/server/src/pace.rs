//! How fast a game is to be played, and what may be done about somebody who does not move.
//!
//! | pace | time |
//! |---|---|
//! | none | as long as one likes |
//! | days | so many days for each decision, from the last thing that happened, which may be that somebody has sat down |
//! | clock | so many minutes for the whole game, and some seconds more for each of one's turns; the first action of a seat is free, so that nobody loses time before he has come |
//!
//! Time that has run out ends nothing by itself. Whoever waits reminds the other side first; a day after that (with a clock at once) he may claim
//! the game or let a computer play on in its seat. Without a pace, and before the first action of a seat with a clock, a computer may take over when the other
//! has been away as long as it takes to abandon a game alone. All of it follows from the journal, and from the clock of the server's configuration.

use crate::core::{Core, Tidings};
use crate::desk::is_computer;
use crate::hall::Hall;
use crate::hub::{Parting, Seats, lock};
use crate::problem::{Problem, Refused};
use crate::store::{SeatRow, Write};
use crate::table::Table;
use crate::wire::{Claim, Parted, ServerMessage};
use grognard_engine::closing::Way;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const SECOND: i64 = 1_000;
const DAY: i64 = 86_400 * SECOND;
/// So long after a reminder the game may be claimed.
const GRACE: i64 = DAY;

/// How fast a game is to be played. In words: `none`, `days 3`, `clock 90 30` (minutes for the game, seconds for each turn).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Pace {
    /// As one likes.
    #[default]
    Free,
    /// So many days for each decision.
    Days(u16),
    /// Minutes for the whole game, and seconds for each turn.
    Clock(u16, u16),
}

impl From<Pace> for String {
    fn from(pace: Pace) -> Self {
        match pace {
            Pace::Free => "none".to_owned(),
            Pace::Days(days) => format!("days {days}"),
            Pace::Clock(minutes, seconds) => format!("clock {minutes} {seconds}"),
        }
    }
}

impl TryFrom<String> for Pace {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = |word: &str, most: u16| word.parse::<u16>().ok().filter(|number| *number <= most);
        let read = match text.split(' ').collect::<Vec<_>>()[..] {
            ["none"] => Some(Self::Free),
            ["days", days] => number(days, 60).filter(|days| *days > 0).map(Self::Days),
            ["clock", minutes, seconds] => {
                number(minutes, 1_440).filter(|minutes| *minutes > 0).zip(number(seconds, 3_600)).map(|(m, s)| Self::Clock(m, s))
            }
            _ => None,
        };
        read.ok_or_else(|| "a pace is `none`, `days N` (1 to 60), or `clock MINUTES SECONDS` (1 to 1440, 0 to 3600)".to_owned())
    }
}

/// How much time there is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Timing {
    /// The server's time, in milliseconds since 1970, by which the others are to be read.
    pub now: i64,
    /// Until when whoever has to decide has time, likewise; nothing while no time runs.
    pub due: Option<i64>,
    /// With a clock: what each seat had left when something last happened, in milliseconds, in the order of the seats.
    pub left: Vec<i64>,
    /// When whoever has to decide was reminded, if he was.
    pub reminded: Option<i64>,
    /// From when on the other side may claim the game or let a computer play on.
    pub claim: Option<i64>,
}

/// What the journal says of the time that was taken.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Beat {
    /// When something last happened that somebody decided; 0 if nothing did.
    at: i64,
    /// Who decided it.
    by: String,
    /// How long each seat has taken, and how many turns it has had.
    taken: Vec<(String, (i64, i64))>,
    /// When whoever has to decide was reminded; 0 if he was not.
    reminded: i64,
}

impl Beat {
    /// Somebody has decided something.
    pub fn strike(&mut self, seat: &str, at: i64) {
        let since = at.saturating_sub(self.at).max(0);
        let turn = i64::from(self.by != seat);
        match self.taken.iter_mut().find(|(of, _)| of == seat) {
            Some((_, (time, turns))) => {
                *time += since;
                *turns += turn;
            }
            // The first action is free.
            None => self.taken.push((seat.to_owned(), (0, 1))),
        }
        seat.clone_into(&mut self.by);
        self.pass(at);
    }

    /// A seat has used the time since something last happened, and decided nothing. Before its first action it has lost none.
    pub fn spend(&mut self, seat: &str, at: i64) {
        let since = at.saturating_sub(self.at).max(0);
        if let Some((_, (time, _))) = self.taken.iter_mut().find(|(of, _)| of == seat) {
            *time += since;
        }
    }

    /// Something else has happened, such as taking back: time runs from here on.
    pub fn pass(&mut self, at: i64) {
        self.at = at;
        self.reminded = 0;
    }

    /// Whoever has to decide was reminded.
    pub const fn remind(&mut self, at: i64) {
        self.reminded = at;
    }

    fn left(&self, seat: &str, minutes: u16, seconds: u16) -> (i64, bool) {
        let whole = i64::from(minutes) * 60 * SECOND;
        let known = self.taken.iter().find(|(of, _)| of == seat);
        known.map_or((whole, false), |(_, (time, turns))| (whole + i64::from(seconds) * SECOND * turns - time, true))
    }

    /// How much time there is at a table that was made at `created`.
    pub fn timing(&self, pace: Pace, seats: &[SeatRow], decider: Option<usize>, created: i64, now: i64) -> Option<Timing> {
        let from = self.at.max(created);
        let due = |place: usize| match pace {
            Pace::Free => None,
            Pace::Days(days) => Some(from + i64::from(days) * DAY),
            Pace::Clock(minutes, seconds) => {
                let (left, running) = self.left(&seats[place].seat, minutes, seconds);
                running.then_some(from + left)
            }
        };
        // Nobody is waited for in an empty seat, and computers are in time.
        let person = decider.filter(|&place| seats.get(place).is_some_and(|row| row.who == "human"));
        let due = person.and_then(due);
        let reminded = Some(self.reminded).filter(|at| *at > 0);
        let claim = match pace {
            Pace::Clock(..) => due,
            _ => due.zip(reminded).map(|(due, at)| due.max(at + GRACE)),
        };
        let left = match pace {
            Pace::Clock(minutes, seconds) => seats.iter().map(|row| self.left(&row.seat, minutes, seconds).0).collect(),
            _ => Vec::new(),
        };
        (pace != Pace::Free).then_some(Timing { now, due, left, reminded, claim })
    }

    /// Why whoever has to decide is not to be reminded yet.
    fn may_remind(&self, pace: Pace, created: i64, now: i64) -> Result<(), &'static str> {
        let waited = now - self.at.max(created);
        let enough = match pace {
            Pace::Free => DAY,
            Pace::Days(days) => i64::from(days) * DAY / 2,
            Pace::Clock(..) => return Err("with a clock nobody is reminded: the clock says it"),
        };
        if waited < enough {
            return Err("the other side has not been waited for long enough to be reminded");
        }
        if self.reminded > 0 && now - self.reminded < DAY {
            return Err("the other side was reminded less than a day ago");
        }
        Ok(())
    }
}

/// What is told of a reminder; nothing if it has been heeded since.
pub fn reminder(core: &Core, by: &str) -> Option<ServerMessage> {
    let seat = core.game.seats().get(core.decider.filter(|_| core.memory.beat.reminded > 0)?)?;
    Some(ServerMessage::Reminded { seat: (*seat).to_owned(), by: by.to_owned() })
}

/// Whom somebody waits for: the place of another person who has to decide.
fn awaited(memory_decider: Option<usize>, rows: &[SeatRow], seats: Seats) -> Result<usize, Refused> {
    if seats.is_empty() {
        return Err(Problem::forbidden("only players do that"));
    }
    let place = memory_decider.ok_or_else(|| Problem::not_now("the game is over"))?;
    if seats.has(place) {
        return Err(Problem::not_now("the decision is yours"));
    }
    match &rows[place] {
        row if is_computer(row) => Err(Problem::not_now("a computer has to decide, and will")),
        row if row.who == "open" => Err(Problem::not_now("nobody has taken the seat yet")),
        _ => Ok(place),
    }
}

impl Table {
    /// Somebody has sat down in an open seat: where days are counted they run from now on, and not from when nobody was there. Whatever becomes of the
    /// line, the seat is his. Must not be dropped half-way.
    pub async fn note_seated(&self, hall: &Hall, seat: &str) {
        if !matches!(self.terms.pace, Pace::Days(_)) {
            return;
        }
        let Ok(mut held) = self.hold(hall).await else { return };
        let Ok(core) = held.core() else { return };
        if core.over() {
            return;
        }
        let step = core.sit(seat, hall.config.clock.now());
        if self.write_down(hall, &mut held, vec![step], false).await.is_ok()
            && let Ok(core) = held.core()
        {
            self.tell(core, &[]);
        }
    }

    /// Reminds the other side that it has to decide.
    ///
    /// # Errors
    /// Why that is not to be done now.
    pub async fn remind(self: &Arc<Self>, hall: &Arc<Hall>, seats: Seats) -> Result<usize, Refused> {
        let mut held = self.hold(hall).await?;
        let core = held.core()?;
        let rows = lock(&self.desk).seats.clone();
        let place = awaited(core.decider, &rows, seats)?;
        let now = hall.config.clock.now();
        core.memory.beat.may_remind(self.terms.pace, self.row.created, now).map_err(Problem::not_now)?;
        let by = seats.first().map_or_else(String::new, |own| rows[own].seat.clone());
        let step = core.remind(&by, now);
        self.write_down(hall, &mut held, vec![step], false).await?;
        let core = held.core()?;
        self.tell(core, &[Tidings::Reminded(by)]);
        let played = core.game.played();
        drop(held);
        hall.bell.ring(hall, self, place, true);
        Ok(played)
    }

    /// Claims a game whose other side has not moved in time, or lets a computer play on in its seat. Must not be dropped half-way.
    ///
    /// # Errors
    /// Why that is not to be done now.
    pub async fn claim(self: &Arc<Self>, hall: &Arc<Hall>, seats: Seats, wish: Claim) -> Result<Parted, Refused> {
        let seen = hall.store.seen(&self.id).await.map_err(|why| hall.storage(&why))?;
        let mut held = self.hold(hall).await?;
        let core = held.core()?;
        let rows = lock(&self.desk).seats.clone();
        let place = awaited(core.decider, &rows, seats)?;
        let now = hall.config.clock.now();
        let pace = self.terms.pace;
        let timing = core.memory.beat.timing(pace, &rows, core.decider, self.row.created, now);
        let claimable = match &timing {
            Some(timing) if timing.due.is_some() => timing.claim.is_some_and(|from| now >= from),
            // Without a pace nobody has promised anything, and no clock runs before somebody's first action; but nobody is held up for ever either.
            _ => wish.computer.is_some() && self.is_away(hall, core, place, seen.get(place).copied().unwrap_or(0)),
        };
        if !claimable {
            return Err(Problem::not_now(match (timing, pace) {
                (None, _) => {
                    "no pace was agreed upon, and the other side has not been away long enough for a computer to play on"
                }
                (Some(Timing { due: None, .. }), _) => {
                    "no clock runs before the first action of a seat, and the other side has not been away long enough for a computer to play on"
                }
                (Some(Timing { reminded: None, .. }), Pace::Days(_)) => "remind the other side first",
                _ => "the other side still has time",
            }));
        }
        let Some(level) = wish.computer else { return self.end(hall, held, &rows[place].seat, Way::Overdue).await };
        let known = grognard_shelf::levels().into_iter().find(|info| info.id == level && !info.baseline);
        let info = known.ok_or_else(|| Problem::malformed("no computer of that level plays here"))?;
        let row = SeatRow { who: info.id.to_owned(), name: info.title.to_owned(), token: None, ..rows[place].clone() };
        let sit = Write::Sit { table: self.id.clone(), place, who: row.who.clone(), name: row.name.clone() };
        hall.writer.write(sit).await.map_err(|failure| self.failed(hall, failure))?;
        lock(&self.desk).seats[place] = row;
        let core = held.core()?;
        if !core.memory.orders(&rows[place].seat).0.is_empty() {
            // What somebody ordered who is gone does not bind the computer, and nobody could change it.
            let step = core.order(&rows[place].seat, String::new(), now);
            if self.write_down(hall, &mut held, vec![step], false).await.is_ok() {
                self.tell(held.core()?, &[]);
            }
        }
        drop(held);
        self.part_from_unseated();
        self.announce(&ServerMessage::Presence(self.presence()));
        hall.wake_computer(self);
        Ok(Parted { over: false, asked: false })
    }

    /// Whom those who hold these seats wait for where no time runs, if he is not here: his place, and when he was last known to do something.
    pub fn absent(&self, hall: &Hall, core: &Core, seats: Seats) -> Option<(usize, i64)> {
        let place = awaited(core.decider, &lock(&self.desk).seats, seats).ok()?;
        let rows = self.presence().seats;
        let (seat, here) = rows.get(place).map(|row| (row.seat.as_str(), row.connected))?;
        let timing = {
            let desk = lock(&self.desk);
            core.memory.beat.timing(self.terms.pace, &desk.seats, core.decider, self.row.created, hall.config.clock.now())
        };
        let free = timing.is_none_or(|timing| timing.due.is_none());
        (free && !here).then(|| (place, core.last_of(seat).max(self.row.created)))
    }

    /// From when on a computer may play on in the seat of somebody who is absent, if he does not come before: as [`Self::claim`] will find it.
    pub async fn substitute(&self, hall: &Hall, absent: Option<(usize, i64)>) -> Option<i64> {
        let (place, last) = absent?;
        let seen = hall.store.seen(&self.id).await.ok()?;
        Some(last.max(seen.get(place).copied().unwrap_or(0)) + hall.config.absence.as_millis() as i64)
    }

    /// Parts from those in whose seat a computer sits by now: what they hold on to would let them see and play for it as before.
    pub fn part_from_unseated(&self) {
        let desk = lock(&self.desk);
        let computers = desk.seats.iter().enumerate().filter(|(_, row)| is_computer(row));
        let lost = computers.fold(0, |bits, (place, _)| bits | Seats::one(place).0);
        let guests = desk.guests.iter().filter(|guest| guest.seats.0 & lost != 0);
        guests.for_each(|guest| guest.outbox.close(Parting::Unseated));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(name: &str) -> SeatRow {
        SeatRow { seat: name.to_owned(), who: "human".to_owned(), name: String::new(), token: None }
    }

    #[test]
    fn paces_are_read_as_they_are_written() {
        for pace in [Pace::Free, Pace::Days(3), Pace::Clock(90, 30)] {
            assert_eq!(Pace::try_from(String::from(pace)), Ok(pace));
        }
        for odd in ["", "days", "days 0", "days 61", "clock 0 5", "clock 9", "clock 1441 0", "clock 5 -1", "none at all"] {
            assert!(Pace::try_from(odd.to_owned()).is_err(), "{odd}");
        }
    }

    #[test]
    fn a_clock_counts_the_time_of_whoever_decides() {
        let (seats, pace) = ([seat("Red"), seat("Blue")], Pace::Clock(10, 5));
        let mut beat = Beat::default();
        let left = |beat: &Beat| beat.timing(pace, &seats, Some(0), 0, 0).unwrap().left;
        assert_eq!(left(&beat), [600_000, 600_000]);
        assert_eq!(beat.timing(pace, &seats, Some(0), 0, 0).unwrap().due, None, "the first action is free");
        beat.strike("Red", 50_000);
        beat.strike("Red", 60_000);
        assert_eq!(left(&beat), [595_000, 600_000], "ten seconds less, five more for the turn");
        beat.strike("Blue", 100_000);
        beat.strike("Red", 130_000);
        assert_eq!(left(&beat), [570_000, 605_000], "thirty less, five more");
        let timing = beat.timing(pace, &seats, Some(1), 0, 130_000).unwrap();
        assert_eq!((timing.due, timing.claim), (Some(735_000), Some(735_000)), "with a clock nobody has to be reminded");
    }

    #[test]
    fn days_run_from_the_last_decision_and_a_reminder_comes_first() {
        let (seats, pace) = ([seat("Red"), seat("Blue")], Pace::Days(2));
        let mut beat = Beat::default();
        assert_eq!(beat.timing(pace, &seats, Some(0), 7, 7).unwrap().due, Some(7 + 2 * DAY));
        beat.strike("Red", 100);
        let due = 100 + 2 * DAY;
        let at = |beat: &Beat| beat.timing(pace, &seats, Some(1), 0, 0).unwrap();
        assert_eq!((at(&beat).due, at(&beat).claim), (Some(due), None), "nobody was reminded");
        assert!(beat.may_remind(pace, 0, 100 + DAY - 1).is_err() && beat.may_remind(pace, 0, 100 + DAY).is_ok());
        beat.remind(100 + DAY);
        assert_eq!(at(&beat).claim, Some(due), "a day later, and not before the time is over");
        assert!(beat.may_remind(pace, 0, 100 + DAY + 5).is_err(), "once a day");
        beat.strike("Blue", due - 1);
        assert_eq!(at(&beat).reminded, None, "he has moved");
        assert_eq!(beat.timing(Pace::Free, &seats, Some(1), 0, 0), None);
        assert_eq!(beat.timing(pace, &seats, None, 0, 0).unwrap().due, None, "the game is over");
    }
}
