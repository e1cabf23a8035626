//! The law `memory`: a world that is drawn for a seat fits what it has seen, also what lies face down by now.
//!
//! Non-interference asks whether the answers of a drawn world are those of the true one, and a position answers for what it remembers. Whether
//! it remembers enough must be asked by somebody who keeps a memory of his own. Here that is done outside of the rulebook, with nothing but
//! boards: who lay open in a hex is known to whoever saw it, for as long as eyes can follow the counter. It is lost from sight when another
//! of its side leaves its hex, when it goes along with others, or when it leaves the map. What is left must be so in every world that is drawn.

use super::{LawBroken, Limits, viewers, who};
use grognard_engine::dice::{Dice, SeededDice};
use grognard_engine::table::Table;
use grognard_engine::{Board, Decision, Game, Seat};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Worlds drawn for each pair of eyes.
const WORLDS: usize = 3;

/// The hex of each counter on the map, by side and name, as its owner knows it.
type Places = BTreeMap<(usize, String), String>;

/// Where each counter truly is.
fn places<G: Game>(game: &G, state: &G::State) -> Places {
    let mut all = Places::new();
    for (side, name) in game.seats().iter().enumerate() {
        let board: Board = game.board(state, Some(Seat(side as u8)));
        let own = board.counters.into_iter().filter(|counter| counter.side == *name);
        all.extend(own.filter_map(|counter| Some(((side, counter.tag), counter.hex?))));
    }
    all
}

/// What everybody who looks at a game has seen of others' counters, and has not lost sight of.
struct Memory {
    places: Places,
    /// By viewer, in their order.
    known: Vec<Places>,
}

impl Memory {
    fn of<G: Game>(game: &G, state: &G::State) -> Self {
        let mut memory = Self { places: Places::new(), known: viewers(game).map(|_| Places::new()).collect() };
        memory.watch(game, state);
        memory
    }

    /// Looks at the position after an action.
    fn watch<G: Game>(&mut self, game: &G, state: &G::State) {
        let now = places(game, state);
        let before = std::mem::replace(&mut self.places, now);
        let now = &self.places;
        let went = |side: usize| before.iter().filter(move |(key, hex)| key.0 == side && now.get(*key) != Some(*hex));
        let came = |side: usize| now.keys().filter(|key| key.0 == side && !before.contains_key(*key)).count();
        for (viewer, known) in viewers(game).zip(&mut self.known) {
            known.retain(|key, hex| {
                let (side, from) = (key.0, hex.clone());
                let Some(to) = now.get(key) else { return false };
                if *to == from {
                    return !went(side).any(|(_, left)| *left == from);
                }
                let alone = before.iter().filter(|(other, at)| other.0 == side && **at == from).count() == 1;
                hex.clone_from(to);
                alone && went(side).count() == 1 && came(side) == 0
            });
            let board = game.board(state, viewer);
            for counter in board.counters.into_iter().filter(|counter| !counter.hidden) {
                let side = game.seats().iter().position(|name| *name == counter.side);
                let Some(side) = side.filter(|&side| viewer != Some(Seat(side as u8))) else { continue };
                let key = (side, counter.tag);
                if let Some(hex) = now.get(&key) {
                    known.insert(key, hex.clone());
                }
            }
        }
    }

    /// Draws worlds and holds them against what was seen. Says how many counters were found that lie face down by now, or what does not fit.
    fn holds<G: Game>(&self, game: &G, state: &G::State, dice: &mut dyn Dice) -> Result<u64, String> {
        let mut remembered = 0;
        for (viewer, known) in viewers(game).zip(&self.known) {
            let board = game.board(state, viewer);
            let covered = known.keys().filter(|key| !board.counters.iter().any(|counter| counter.tag == key.1)).count() as u64;
            for _ in 0..WORLDS {
                let world = game.resample(state, viewer, dice);
                if game.board(&world, viewer) != board {
                    return Err(format!("a world drawn for {} does not look like the true one", who(game, viewer)));
                }
                let drawn = places(game, &world);
                if let Some((key, hex)) = known.iter().find(|(key, hex)| drawn.get(*key) != Some(*hex)) {
                    let there = drawn.get(key).map_or("off the map", |hex| hex.as_str());
                    let (who, tag) = (who(game, viewer), &key.1);
                    return Err(format!(
                        "{who} has seen {tag} in {hex} and followed it, and in a world drawn for it {tag} is {there}"
                    ));
                }
            }
            remembered += covered;
        }
        Ok(remembered)
    }
}

/// Plays one random game from `seed`, not further than [`Limits::actions`], and tries this law alone, in one position out of [`Limits::every`].
/// Says how often something was remembered that lay face down.
///
/// # Errors
/// A world that does not fit what was seen.
pub fn memory<G: Game>(game: G, seed: u64, limits: Limits) -> Result<u64, LawBroken> {
    let (mut dice, mut picks) = (SeededDice::new(seed), SeededDice::new(!seed));
    let (mut table, _) = Table::new(Arc::new(game), &mut dice);
    let mut memory = Memory::of(&*table.game, &table.state);
    let (mut options, mut remembered) = (Vec::new(), 0);
    for step in 0..limits.actions {
        let Decision::Choose { seat, .. } = table.game.decision(&table.state) else { break };
        table.game.legal_actions(&table.state, &mut options);
        if options.is_empty() {
            break;
        }
        let broken = |what: String, table: &Table<G>| LawBroken {
            law: "memory",
            what,
            seed,
            step,
            position: table.game.write_position(&table.state),
            action: None,
        };
        if picks.below(limits.every.max(1)) == 0 {
            remembered += memory.holds(&*table.game, &table.state, &mut picks).map_err(|what| broken(what, &table))?;
        }
        let action = options[picks.below(options.len() as u32) as usize];
        if let Err(refusal) = table.play(seat, action, &mut dice) {
            return Err(broken(table.game.explain_refusal(&refusal), &table));
        }
        memory.watch(&*table.game, &table.state);
    }
    Ok(remembered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mock::veil::Veil;

    const LIMITS: Limits = Limits { actions: 500, strays: 0, every: 1 };

    #[test]
    fn who_remembers_keeps_the_law() {
        let remembered: u64 = (0..40).map(|seed| memory(Veil::default(), seed, LIMITS).unwrap()).sum();
        assert!(remembered > 100, "{remembered}");
    }

    #[test]
    fn who_forgets_what_is_no_longer_on_the_board_is_noticed() {
        let broken = (0..40).find_map(|seed| memory(Veil::forgetful(), seed, LIMITS).err()).unwrap();
        assert_eq!(broken.law, "memory");
        assert!(broken.what.contains("and followed it"), "{broken}");
    }
}
