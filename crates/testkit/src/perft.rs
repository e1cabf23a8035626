//! How many positions lie within so many actions: numbers that change when a rule changes.
//!
//! A file of golden numbers is plain text:
//!
//! ```text
//! # remarks
//! position start
//! rolls every
//! 1 11
//! 2 121
//! ```
//!
//! `position` takes `start` (every die of the set-up showing 1) or a position in notation; `rolls every` follows each way the
//! dice can fall, `rolls low` only the one where all show 1.

use grognard_engine::dice::{LowDice, every_roll};
use grognard_engine::table::Table;
use grognard_engine::{DataError, Dice, Game, Rules, Umpire};
use std::fmt::Write as _;

/// What to do about dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rolls {
    /// Follow each way they can fall.
    Every,
    /// Every die shows 1.
    Low,
}

/// The opening position, every die of the set-up showing 1.
pub fn opening<G: Game>(game: &G) -> G::State {
    game.start(&mut Umpire::silent(&mut LowDice))
}

/// The number of ways to play exactly `depth` actions from `state`. Ways that meet in one position count each.
pub fn count<G: Game>(game: &G, state: &G::State, depth: u32, rolls: Rolls) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut options = Vec::new();
    game.legal_actions(state, &mut options);
    if depth == 1 && rolls == Rolls::Low {
        return options.len() as u64;
    }
    options.into_iter().map(|action| after(game, state, action, depth, rolls)).sum()
}

/// The ways that begin with `action`.
fn after<G: Game>(game: &G, state: &G::State, action: G::Action, depth: u32, rolls: Rolls) -> u64 {
    let with = |dice: &mut dyn Dice| {
        let mut next = state.clone();
        game.apply(&mut next, action, &mut Umpire::silent(dice));
        count(game, &next, depth - 1, rolls)
    };
    match rolls {
        Rolls::Low => with(&mut LowDice),
        Rolls::Every => {
            let mut sum = 0;
            every_roll(1, with, |ways, _| sum += ways);
            sum
        }
    }
}

/// The counts for each depth from 1 to `depth`.
pub fn table<G: Game>(game: &G, state: &G::State, depth: u32, rolls: Rolls) -> Vec<u64> {
    (1..=depth).map(|depth| count(game, state, depth, rolls)).collect()
}

/// The count at `depth`, split by the first action, in the order of the list.
pub fn divide<G: Game>(game: &G, state: &G::State, depth: u32, rolls: Rolls) -> Vec<(G::Action, u64)> {
    let mut options = Vec::new();
    game.legal_actions(state, &mut options);
    options.into_iter().map(|action| (action, after(game, state, action, depth.max(1), rolls))).collect()
}

/// A block of golden numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Golden {
    /// The position in notation, or `start`.
    pub position: String,
    /// What to do about dice.
    pub rolls: Rolls,
    /// Line in the file, depth, count.
    pub counts: Vec<(usize, u32, u64)>,
}

/// Reads golden numbers.
///
/// # Errors
/// The first line that cannot be read.
pub fn read_golden(file: &str, text: &str) -> Result<Vec<Golden>, DataError> {
    let mut blocks: Vec<Golden> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let fault = |why: &str| DataError::new(file, format!("line {}", i + 1), why);
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').ok_or_else(|| fault("expected `position …`, `rolls …` or `DEPTH COUNT`"))?;
        if word == "position" {
            blocks.push(Golden { position: rest.trim().to_owned(), rolls: Rolls::Every, counts: Vec::new() });
            continue;
        }
        let block = blocks.last_mut().ok_or_else(|| fault("expected `position …` first"))?;
        match (word, rest.trim()) {
            ("rolls", "every") => block.rolls = Rolls::Every,
            ("rolls", "low") => block.rolls = Rolls::Low,
            ("rolls", _) => return Err(fault("expected `rolls every` or `rolls low`")),
            (depth, count) => {
                let numbers = depth.parse().ok().zip(count.parse().ok());
                let (depth, count) = numbers.ok_or_else(|| fault("expected `DEPTH COUNT`, two numbers"))?;
                block.counts.push((i + 1, depth, count));
            }
        }
    }
    Ok(blocks)
}

/// Counts anew whatever a text of golden numbers claims; returns how many numbers were compared.
///
/// # Errors
/// The first number that is not what the text says, or the first line that cannot be read.
pub fn check_golden<G: Game>(game: &G, file: &str, text: &str) -> Result<usize, DataError> {
    let mut compared = 0;
    for block in read_golden(file, text)? {
        let state = if block.position == "start" {
            opening(game)
        } else {
            game.read_position(&block.position).map_err(|why| why.in_file(file))?
        };
        for (line, depth, want) in block.counts {
            let found = count(game, &state, depth, block.rolls);
            if found != want {
                return Err(DataError::new(
                    file,
                    format!("line {line}"),
                    format!("depth {depth}: expected {want}, found {found}"),
                ));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

/// A position worth counting from: what it is good for, and how it is known.
pub type Wanted<G> = (&'static str, fn(&G, &<G as Rules>::State, &[<G as Rules>::Action]) -> bool);

/// Which golden numbers a game has: from the opening, and from the first position of random games that fits each of those wanted.
pub struct Plan<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// How the head of the file calls it.
    pub title: &'a str,
    /// The positions.
    pub wanted: &'a [Wanted<G>],
    /// Counting goes deeper as long as the numbers are likely to stay below these: from the opening, from elsewhere.
    pub most: [u64; 2],
    /// And not deeper than this.
    pub deepest: usize,
    /// Random games in which positions are looked for.
    pub seeds: u64,
}

impl<G: Game> Plan<'_, G> {
    /// The counts from depth 1 on, at least two of them.
    fn counts(&self, state: &G::State, most: u64) -> Vec<u64> {
        let mut all = Vec::new();
        loop {
            all.push(count(self.game, state, all.len() as u32 + 1, Rolls::Every));
            let last = all[all.len() - 1];
            // What the next depth would come to, if the ways branch as they did where they branched most.
            let next = all.windows(2).map(|pair| pair[1] / pair[0].max(1)).fold(all[0], u64::max) * last;
            if last == 0 || (all.len() > 1 && next > most) || all.len() == self.deepest {
                return all;
            }
        }
    }

    fn fits(&self, (_, test): Wanted<G>, state: &G::State) -> bool {
        let mut options = Vec::new();
        self.game.legal_actions(state, &mut options);
        test(self.game, state, &options)
    }

    /// Finds the positions and counts. `walk` plays a random game from a seed and shows every position of it.
    ///
    /// # Panics
    /// If there is no position for one that is wanted.
    #[must_use]
    pub fn made_anew(&self, walk: impl Fn(u64, &mut dyn FnMut(&Table<G>))) -> String {
        let mut text = format!(
            "# Ways to play from positions of {}, every die followed; docs: grognard_testkit::perft.\n\
             # Written by the test golden_numbers with GROGNARD_BLESS=1.\n\n# the opening\n",
            self.title
        );
        text += &write_golden("start", Rolls::Every, &self.counts(&opening(self.game), self.most[0]));
        for &wanted in self.wanted {
            let first = |seed: u64| {
                let mut found = None;
                walk(seed, &mut |table| {
                    if found.is_none() && self.fits(wanted, &table.state) {
                        found = Some((seed, table.entries.len(), table.state.clone()));
                    }
                });
                found
            };
            let found = (0..self.seeds).find_map(first);
            let (seed, step, state) = found.unwrap_or_else(|| panic!("no position for {}", wanted.0));
            let _ = writeln!(text, "\n# {}: random game from seed {seed}, after {step} actions", wanted.0);
            text += &write_golden(&self.game.write_position(&state), Rolls::Every, &self.counts(&state, self.most[1]));
        }
        text
    }

    /// Whether a text has numbers for every position that is wanted, at least two each, and each is still what it was chosen for.
    ///
    /// # Errors
    /// What is missing, or does not fit any more.
    pub fn still_fits(&self, file: &str, text: &str) -> Result<(), DataError> {
        let blocks = read_golden(file, text)?;
        let fault = |what: &str, why: &str| Err(DataError::new(file, what, why));
        if blocks.len() != self.wanted.len() + 1 || blocks.iter().any(|block| block.counts.is_empty()) {
            return fault("positions", "there is not one for each that is wanted, and the opening");
        }
        if blocks.iter().map(|block| block.counts.len()).sum::<usize>() < 2 * blocks.len() {
            return fault("counts", "there are fewer than two for each position");
        }
        for (block, &wanted) in blocks[1..].iter().zip(self.wanted) {
            let state = self.game.read_position(&block.position).map_err(|why| why.in_file(file))?;
            if !self.fits(wanted, &state) {
                return fault(wanted.0, "the position is no longer what it was chosen for");
            }
        }
        Ok(())
    }
}

/// Writes a block of golden numbers.
#[must_use]
pub fn write_golden(position: &str, rolls: Rolls, counts: &[u64]) -> String {
    let rolls = if rolls == Rolls::Every { "every" } else { "low" };
    let mut out = format!("position {position}\nrolls {rolls}\n");
    for (i, count) in counts.iter().enumerate() {
        let _ = writeln!(out, "{} {count}", i + 1);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mock::Skirmish;
    use grognard_engine::Words;

    #[test]
    fn golden_numbers_of_the_skirmish() {
        let game = Skirmish::default();
        let start = opening(&game);
        let text = write_golden("start", Rolls::Every, &table(&game, &start, 5, Rolls::Every));
        assert_eq!(check_golden(&game, "golden", &text), Ok(5));
        // Written down once and looked at: a march of R1 or R2, or the end.
        assert!(text.starts_with("position start\nrolls every\n1 4\n"), "{text}");
        let every = count(&game, &start, 5, Rolls::Every);
        assert_eq!(divide(&game, &start, 5, Rolls::Every).iter().map(|(_, n)| n).sum::<u64>(), every);
        assert!(every >= count(&game, &start, 5, Rolls::Low));
        let wrong = text.replace("\n1 4\n", "\n1 5\n");
        let why = check_golden(&game, "golden", &wrong).unwrap_err().to_string();
        assert!(why.contains("line 3") && why.contains("expected 5, found 4"), "{why}");
    }

    #[test]
    fn golden_numbers_are_planned_made_and_held() {
        let game = Skirmish::default();
        let wanted: [Wanted<Skirmish>; 1] = [("many ways", |_, _, options| options.len() > 3)];
        let plan = Plan { game: &game, title: "the skirmish", wanted: &wanted, most: [100, 50], deepest: 4, seeds: 10 };
        let walk = |seed, seen: &mut dyn FnMut(&Table<Skirmish>)| {
            crate::rollout::random_game(Skirmish::default().into(), seed, 50, |_| false, seen);
        };
        let text = plan.made_anew(walk);
        assert!(check_golden(&game, "golden", &text).is_ok_and(|compared| compared >= 4), "{text}");
        assert_eq!(plan.still_fits("golden", &text), Ok(()));
        let never: [Wanted<Skirmish>; 1] = [("no way at all", |_, _, options| options.is_empty())];
        let why = Plan { wanted: &never, ..plan }.still_fits("golden", &text).unwrap_err().to_string();
        assert!(why.contains("no way at all"), "{why}");
        assert!(Plan { wanted: &[], ..plan }.still_fits("golden", &text).is_err());
    }

    #[test]
    fn dice_multiply_the_ways() {
        let game = Skirmish::default();
        let state = game.read_position("skirmish 1 Red 0201,0102,0301,0402 .... R1,B1 R1xB1").unwrap();
        // Standing rolls one die; withdrawing rolls none.
        let (low, every) = (count(&game, &state, 1, Rolls::Low), count(&game, &state, 1, Rolls::Every));
        assert_eq!(every, low + 5);
    }

    #[test]
    fn bad_golden_text_is_refused() {
        for text in ["x", "1 2", "position start\nrolls some", "position start\none two", "position nowhere\n1 1"] {
            assert!(check_golden(&Skirmish::default(), "golden", text).is_err(), "{text}");
        }
    }
}
