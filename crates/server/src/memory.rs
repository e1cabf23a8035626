//! What has to be known of a table beside its position: chains, dice thrown, who was there when. It follows from the lines of the journal
//! alone, without the rules, and snapshots hold it.

use crate::pace::Beat;
use crate::store::{Step, StepKind};
use crate::throw::Linked;
use grognard_engine::chance::{Chains, Chance, Link};
use serde::{Deserialize, Serialize};

/// The reason of a going-back that nobody had to allow; behind it stands the seat that was to decide before.
const AT_ONCE: &str = "at once";

/// The reason of a going-back that nobody had to allow, while this seat was to decide.
pub fn at_once(decider: &str) -> String {
    format!("{AT_ONCE} {decider}")
}

/// Whose time went by until a line says that something was taken back; nobody's if it had to be allowed.
fn whose_time(step: &Step) -> Option<&str> {
    let decider = step.reason.as_deref()?.strip_prefix(AT_ONCE)?.trim_start();
    // Lines of earlier versions name nobody: their time was counted for whoever took back.
    Some(if decider.is_empty() { &step.seat } else { decider })
}

/// What follows from the journal besides the game.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Memory {
    /// The chains of the seats, from which links are brought to dice.
    pub chains: Chains,
    /// The chains that the record names, by seat, the present one last.
    pub named: Vec<(String, String)>,
    /// The last line of the journal that was more than the announcement of a chain, a link, orders, a reminder, or somebody's coming.
    pub stir: i64,
    /// When each seat last did something, in milliseconds since 1970.
    last: Vec<(String, i64)>,
    /// How many dice of the table's seed have been thrown.
    pub drawn: u64,
    /// The entries that came with a record.
    pub given: usize,
    /// How many actions stand.
    played: usize,
    /// How many lines of the journal each seat has spent on what it took back.
    spent: Vec<(String, usize)>,
    /// The standing orders of each seat, and how often it has given any.
    #[serde(default)]
    orders: Vec<(String, (String, usize))>,
    /// How much time was taken.
    #[serde(default)]
    pub beat: Beat,
    /// How often each seat has announced a chain, be it a new one or not.
    #[serde(default)]
    announced: Vec<(String, usize)>,
    /// The link that was written down last, until a throw has it.
    #[serde(default)]
    pub linked: Option<Linked>,
    /// How many links were written down for throws that did not come about.
    #[serde(default)]
    pub spare: usize,
}

impl Memory {
    /// Notes a line. Says what was brought to its dice.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn note(&mut self, step: &Step) -> Result<Chance, String> {
        let mut brought = Chance::default();
        match step.kind {
            StepKind::Chain => {
                self.chains.announce(&step.seat, &step.action);
                *entry(&mut self.announced, &step.seat) += 1;
            }
            StepKind::Back => {
                // The lines of what was taken back stay in the journal, and so does the line that says it.
                let gone = self.played.saturating_sub(step.played) + 1;
                *entry(&mut self.spent, &step.seat) += gone;
                // Who takes back by himself does not stop a clock by it, neither his own nor that of whoever was thinking; where both agree, nobody pays.
                if let Some(seat) = whose_time(step) {
                    self.beat.spend(seat, step.at);
                }
                self.beat.pass(step.at);
            }
            StepKind::Act | StepKind::Given => {
                match step.kind {
                    StepKind::Act => self.beat.strike(&step.seat, step.at),
                    _ => self.beat.pass(step.at),
                }
                brought = step.chance()?;
                self.bring(&brought, !step.rolls.is_empty());
            }
            StepKind::Orders => {
                let (text, given) = entry(&mut self.orders, &step.seat);
                step.action.clone_into(text);
                *given += 1;
            }
            StepKind::Link => {
                let linked = Linked::read(&step.seat, &step.action)?;
                self.spare += usize::from(self.linked.replace(linked).is_some());
            }
            StepKind::Remind => self.beat.remind(step.at),
            StepKind::Sit => self.beat.pass(step.at),
            // What is set aside is nobody's fault, but it was played, and something else will be played in its place.
            StepKind::Correct => *entry(&mut self.spent, &step.seat) += self.played.saturating_sub(step.played),
            StepKind::Close => {}
        }
        if step.kind == StepKind::Given {
            self.given = step.played;
        }
        if !matches!(step.kind, StepKind::Chain | StepKind::Orders | StepKind::Remind | StepKind::Sit | StepKind::Link) {
            self.stir = step.seq;
        }
        // A page gives links by itself, whether anybody looks at it or not.
        if !step.seat.is_empty() && step.kind != StepKind::Link {
            let last = entry(&mut self.last, &step.seat);
            *last = (*last).max(step.at);
        }
        self.played = step.played;
        self.drawn = step.drawn;
        Ok(brought)
    }

    fn bring(&mut self, chance: &Chance, thrown: bool) {
        let Some(Link { seat, anchor, link }) = chance.link.as_ref().filter(|_| thrown) else { return };
        if let Some(foot) = anchor {
            if self.chains.anchor(seat) != Some(foot) {
                self.chains.announce(seat, foot);
            }
            self.named.push((seat.clone(), foot.clone()));
        }
        let _ = self.chains.show(seat, link);
        self.linked.take_if(|last| last.link == *link);
    }

    /// When a seat last did something, in milliseconds since 1970; 0 if it never did.
    pub fn last_of(&self, seat: &str) -> i64 {
        self.last.iter().find(|(of, _)| of == seat).map_or(0, |(_, at)| *at)
    }

    /// The standing orders of a seat, one to a line, and how often it has given any.
    pub fn orders(&self, seat: &str) -> (&str, usize) {
        self.orders.iter().find(|(of, _)| of == seat).map_or(("", 0), |(_, (text, given))| (text, *given))
    }

    /// How often a seat has announced a chain.
    pub fn announced(&self, seat: &str) -> usize {
        self.announced.iter().find(|(of, _)| of == seat).map_or(0, |(_, times)| *times)
    }

    /// How many lines of the journal were spent on what was taken back, or set aside by corrected rules. Everybody was told of each.
    pub fn taken_back(&self) -> usize {
        self.spent.iter().map(|(_, lines)| lines).sum()
    }

    /// How many lines of the journal a seat has spent on what it took back.
    pub fn spent(&self, seat: &str) -> usize {
        self.spent.iter().find(|(of, _)| of == seat).map_or(0, |(_, lines)| *lines)
    }
}

fn entry<'a, T: Default>(list: &'a mut Vec<(String, T)>, seat: &str) -> &'a mut T {
    let place = list.iter().position(|(of, _)| of == seat).unwrap_or_else(|| {
        list.push((seat.to_owned(), T::default()));
        list.len() - 1
    });
    &mut list[place].1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Core;
    use crate::pace::Pace;
    use crate::store::SeatRow;
    use grognard_engine::dice::SeededDice;
    use grognard_testkit::mock::Skirmish;

    /// Throws are called by their entry and by what was taken back before: what comes in the place of something else must have another name.
    #[test]
    fn what_is_set_aside_counts_like_what_is_taken_back() {
        let mut memory = Memory::default();
        let mut note = |seq: i64, kind: StepKind, seat: &str, played: usize| {
            let step = Step {
                seq,
                kind,
                seat: seat.to_owned(),
                action: String::new(),
                rolls: Vec::new(),
                drawn: 0,
                check: String::new(),
                played,
                at: 0,
                reason: None,
                word: None,
                link: None,
            };
            memory.note(&step).unwrap();
            (memory.taken_back(), memory.spent("Red"))
        };
        for played in 1..=3 {
            assert_eq!(note(played as i64, StepKind::Act, "Red", played), (0, 0));
        }
        assert_eq!(note(4, StepKind::Back, "Red", 2), (2, 2), "an action, and the line that says so");
        assert_eq!(note(5, StepKind::Act, "Red", 3), (2, 2));
        assert_eq!(note(6, StepKind::Correct, "", 1), (4, 2), "two actions were set aside, by no seat");
        assert_eq!(note(7, StepKind::Act, "Red", 2), (4, 2));
    }

    /// Whoever throws with the link that was written down has left nothing over.
    #[test]
    fn a_link_is_kept_until_a_throw_has_it() {
        let [seal, deed, given, other] = ["word", "deed", "given", "other"].map(grognard_engine::fair::sha256);
        let mut memory = Memory::default();
        let mut note = |kind: StepKind, link: Option<&str>| {
            let step = Step {
                seq: 1,
                kind,
                seat: "Red".to_owned(),
                action: format!("7 {seal} {deed} {given}"),
                rolls: if link.is_some() { vec![4] } else { Vec::new() },
                drawn: 0,
                check: String::new(),
                played: 0,
                at: 0,
                reason: None,
                word: None,
                link: link.map(|link| format!("Red {link}")),
            };
            memory.note(&step).unwrap();
            (memory.linked.as_ref().map(|kept| kept.die), memory.spare)
        };
        assert_eq!(note(StepKind::Link, None), (Some(7), 0));
        assert_eq!(note(StepKind::Act, None), (Some(7), 0));
        assert_eq!(note(StepKind::Act, Some(&other)), (Some(7), 0));
        assert_eq!(note(StepKind::Link, None), (Some(7), 1), "the one before was for nothing");
        assert_eq!(note(StepKind::Act, Some(&given)), (None, 1));
        assert_eq!(note(StepKind::Link, None), (Some(7), 1));
    }

    #[test]
    fn taking_back_does_not_stop_the_clock() {
        let seats = ["Red", "Blue"].map(|seat| SeatRow {
            seat: seat.to_owned(),
            who: "human".to_owned(),
            name: String::new(),
            token: None,
        });
        let left = |reason: Option<&str>| {
            let mut memory = Memory::default();
            let lines = [
                (StepKind::Act, 1, 10_000, None),
                (StepKind::Act, 2, 20_000, None),
                (StepKind::Back, 1, 80_000, reason),
                (StepKind::Act, 2, 81_000, None),
            ];
            for (seq, (kind, played, at, reason)) in (1..).zip(lines) {
                let step = Step {
                    seq,
                    kind,
                    seat: "Red".to_owned(),
                    action: String::new(),
                    rolls: Vec::new(),
                    drawn: 0,
                    check: String::new(),
                    played,
                    at,
                    reason: reason.map(str::to_owned),
                    word: None,
                    link: None,
                };
                memory.note(&step).unwrap();
            }
            memory.beat.timing(Pace::Clock(10, 0), &seats, Some(0), 0, 81_000).unwrap().left
        };
        assert_eq!(left(Some(&at_once("Red"))), left(Some(AT_ONCE)), "as in journals of earlier versions");
        assert_eq!(left(Some(AT_ONCE)), [529_000, 600_000], "ten seconds, a minute before it was taken back, and one more");
        assert_eq!(left(None), [589_000, 600_000], "the other side allowed it");
    }

    /// The other side may be thinking about what comes next when somebody takes back: that is not his time.
    #[test]
    fn whoever_was_to_decide_pays_for_the_time_until_it_is_taken_back() {
        let seats = ["Red", "Blue"].map(|seat| SeatRow {
            seat: seat.to_owned(),
            who: "human".to_owned(),
            name: String::new(),
            token: None,
        });
        let mut core = Core::of(grognard_shelf::seat(Skirmish::default(), &mut SeededDice::new(3)), [7; 32], String::new());
        for (seat, at) in [("Red", 0), ("Blue", 10_000), ("Red", 30_000)] {
            core.play(seat, &["end".to_owned()], &Default::default(), at, None).unwrap();
        }
        let left = |core: &Core| core.memory.beat.timing(Pace::Clock(10, 0), &seats, core.decider, 0, 0).unwrap().left;
        assert_eq!((core.decider, left(&core)), (Some(1), vec![580_000, 600_000]));
        // A minute later, of which Blue has thought.
        let step = core.take_back("Red", 2, 90_000, false).unwrap();
        assert_eq!((core.decider, left(&core)), (Some(0), vec![580_000, 540_000]));
        // It can be read out of the journal.
        let mut memory = Memory { beat: Beat::default(), ..core.memory.clone() };
        for (seat, at) in [("Red", 0), ("Blue", 10_000), ("Red", 30_000)] {
            memory.beat.strike(seat, at);
        }
        memory.note(&step).unwrap();
        assert_eq!(memory.beat, core.memory.beat);
        // His own time is his.
        core.play("Red", &["march R1 0201".to_owned()], &Default::default(), 100_000, None).unwrap();
        core.take_back("Red", 2, 120_000, false).unwrap();
        assert_eq!(left(&core), [550_000, 540_000]);
    }
}
