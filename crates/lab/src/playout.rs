//! A judge of its own: what two ways to decide lead to, played on.
//!
//! Whoever made a plan thinks well of it, and so does his own eye for positions. So the analyst plays the game on from the decision, once as it
//! was played and once with the other choice, for the rest of the turn and the whole of the next, with several kinds of player on both sides
//! and the same dice for both. What the dice did on the way is taken out of what comes of it, die by die, so that few such pairs tell much. What is
//! left is a difference in play, with an interval. What has come of it by then is counted in points as the rulebook's planner reckons them, made points of the margin by a factor: the eye that
//! foresees margins takes a whole corps that marches to the rear for no loss (`docs/adr/0032`).

use crate::game::PhaseDice;
use crate::luck;
use crate::plan::{derive, number_of};
use crate::stats::{self, Estimate};
use grognard_engine::Line;
use grognard_shelf::Match;
use std::collections::BTreeMap;

/// Who plays on: for each pair of games the next two, as first and second seat. No one of them is the judge alone.
const PLAYERS: [[&str; 2]; 4] = [["greedy", "greedy"], ["recruit", "recruit"], ["greedy", "recruit"], ["recruit", "greedy"]];
/// How many turns are begun before a game is judged: the rest of this one and the next.
const TURNS: usize = 2;
/// Most actions of a game that is played on.
const LONGEST: usize = 5_000;
/// With fewer pairs nothing is told.
const FEWEST: usize = 3;
/// A unit that falls oftener by this share of the games is named.
const OFTEN: f64 = 0.4;
/// Most sentences of a line of play.
const SENTENCES: usize = 8;

/// How two choices compare.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What the choice that was played gives away against the other, in points of the margin, for the side that chose.
    pub cost: Estimate,
    /// In words: which units it costs, and which of the enemy's it lets go.
    pub name: String,
    /// What came of the choice that was played, and of the other, in the pair that lies nearest to the average.
    pub lines: [Vec<String>; 2],
}

/// A position in which a side has to decide, and what is known of its units.
pub struct Court<'a> {
    /// The position.
    pub start: &'a dyn Match,
    /// The side.
    pub seat: &'a str,
    /// Something that differs from decision to decision, so that dice do.
    pub number: u64,
}

/// What came of one game that was played on.
struct Came {
    /// What the position is worth to the side, without luck.
    worth: f64,
    lost: Vec<String>,
    told: Vec<String>,
}

impl Court<'_> {
    /// Compares what was played with another choice, in at most so many pairs of games, as long as there is time; nothing if that is too short for
    /// even a few. A choice that costs less than `slight` is not worth more pairs.
    ///
    /// # Errors
    /// A choice that cannot be played, in one line.
    pub fn compare(
        &self,
        played: &[String],
        other: &[String],
        most: usize,
        slight: f64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Comparison>, String> {
        let mut pairs: Vec<[Came; 2]> = Vec::new();
        while pairs.len() < most {
            let k = pairs.len() as u64;
            let Some(as_played) = self.play_on(played, k, go_on)? else { break };
            let Some(otherwise) = self.play_on(other, k, go_on)? else { break };
            pairs.push([as_played, otherwise]);
            if pairs.len() >= FEWEST {
                let cost = cost(&pairs);
                if cost.high < slight || cost.low > slight {
                    break;
                }
            }
        }
        Ok((pairs.len() >= FEWEST).then(|| self.tell(&pairs)))
    }

    fn tell(&self, pairs: &[[Came; 2]]) -> Comparison {
        let cost = cost(pairs);
        let distance = |pair: &[Came; 2]| (pair[1].worth - pair[0].worth - cost.value).abs();
        let typical = pairs.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let lines = typical.map(|pair| [pair[0].told.clone(), pair[1].told.clone()]).unwrap_or_default();
        Comparison { cost, name: self.name(pairs), lines }
    }

    /// What the choice costs, in units: own ones that fall oftener, and enemies that fall more seldom.
    fn name(&self, pairs: &[[Came; 2]]) -> String {
        let mut oftener: BTreeMap<&str, f64> = BTreeMap::new();
        for pair in pairs {
            for (came, sign) in pair.iter().zip([1.0, -1.0]) {
                came.lost.iter().for_each(|unit| *oftener.entry(unit).or_default() += sign / pairs.len() as f64);
            }
        }
        let board = self.start.board(Some(self.seat));
        let own = |unit: &str| board.counters.iter().any(|counter| counter.tag == unit && counter.side == self.seat);
        let named = |own_ones: bool| {
            let sign = if own_ones { 1.0 } else { -1.0 };
            let those = oftener.iter().filter(|(unit, often)| own(unit) == own_ones && **often * sign >= OFTEN);
            those.map(|(unit, _)| *unit).collect::<Vec<_>>().join(", ")
        };
        let part = |units: String, words: &str| (!units.is_empty()).then(|| format!("{units} {words}"));
        let parts: Vec<String> = [part(named(true), "lost"), part(named(false), "let go")].into_iter().flatten().collect();
        if parts.is_empty() { "ground and time".to_owned() } else { parts.join("; ") }
    }

    /// Plays a choice and then on; nothing if there is no time for all of it.
    fn play_on(&self, choice: &[String], k: u64, go_on: &mut dyn FnMut() -> bool) -> Result<Option<Came>, String> {
        let mut game = self.start.fork();
        let seats = game.seats();
        let root = format!("playout {} {k}", self.number);
        let mut dice = PhaseDice::new(&derive(&root, "dice", &[]));
        let mind = number_of(&derive(&root, "mind", &[]));
        let levels = PLAYERS[k as usize % PLAYERS.len()];
        let mut came = Came { worth: 0.0, lost: Vec::new(), told: Vec::new() };
        let (mut turns, mut phases, mut fortune) = (0, 0, 0.0);
        let mut choice = choice.iter();
        for _ in 0..LONGEST {
            if !go_on() {
                return Ok(None);
            }
            let Some(seat) = game.to_decide() else { break };
            let place = seats.iter().position(|&other| other == seat).unwrap_or(0);
            let action = match choice.next() {
                Some(action) => action.clone(),
                None => game.thinker(levels[place.min(1)], mind)?().action,
            };
            let before = game.fork();
            let happening = game.submit(seat, &action, &mut dice).map_err(|why| why.line.clone())?;
            if !happening.dice.is_empty() {
                fortune += game.reckoned() - before.reckoned_before(&action)?;
            }
            came.lost.extend(happening.log.iter().flat_map(|line| line.lost.iter().cloned()));
            came.told.extend(happening.log.iter().filter(|line| is_news(line)).map(|line| line.text.clone()));
            if happening.log.iter().any(|line| line.level < 2) {
                phases += 1;
                dice.begin(phases);
            }
            turns += usize::from(happening.log.iter().any(|line| line.level == 0));
            if turns >= TURNS {
                break;
            }
        }
        let sign = if seats.first() == Some(&self.seat) { 1.0 } else { -1.0 };
        came.worth = sign * luck::reckoning(&game.identity().game) * (game.reckoned() - fortune);
        came.told.truncate(SENTENCES);
        Ok(Some(came))
    }
}

/// What is worth a sentence in a line of play: losses, and what a summary would tell.
fn is_news(line: &Line) -> bool {
    line.level > 1 && (line.headline || !line.lost.is_empty())
}

fn cost(pairs: &[[Came; 2]]) -> Estimate {
    stats::mean(&pairs.iter().map(|pair| pair[1].worth - pair[0].worth).collect::<Vec<_>>())
}
