//! Computer players by level. Whoever runs a game asks for a [`Thinker`], lets it run where waiting does no harm, and plays
//! what it says.

use grognard_ai::{Glimpse, Level, Player, consult, named_player};
use grognard_engine::{Game, Seat};
use serde::Serialize;
use std::sync::{Arc, Mutex, PoisonError};

/// A level of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LevelInfo {
    /// Identifier, such as `marshal`.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// In words.
    pub summary: &'static str,
    /// Whether it is a yardstick for other players rather than an opponent for people.
    pub baseline: bool,
}

/// What a computer player would do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Advice {
    /// The action in the words of the record: what is submitted to play it.
    pub action: String,
    /// Why, in a few words.
    pub reason: String,
}

/// Thinks about one decision. It may take seconds.
pub type Thinker = Box<dyn FnOnce() -> Advice + Send>;

/// Says whether a thinker may think on; asked some hundred times a second. Whoever has a clock looks at it here.
pub type GoOn = Box<dyn FnMut() -> bool + Send>;

/// What is to be thought about.
pub(crate) struct Seen<'a, G: Game> {
    pub(crate) game: &'a Arc<G>,
    pub(crate) state: &'a G::State,
    pub(crate) seat: Seat,
}

/// The levels of play, opponents first, weakest first.
#[must_use]
pub fn levels() -> Vec<LevelInfo> {
    let info = |l: &grognard_ai::LevelInfo| LevelInfo { id: l.id, title: l.title, summary: l.summary, baseline: l.baseline };
    grognard_ai::LEVELS.iter().map(info).collect()
}

/// How many seconds a level may think about one turn of its side, by the clock of whoever runs the game. There is no clock in here: what a
/// level makes of its time is its own affair, and it stops earlier where it has thought enough.
#[must_use]
pub fn thinking_seconds(level: &str) -> u64 {
    match Level::named(level) {
        Ok(Level::Recruit | Level::Corporal | Level::Sergeant | Level::Veteran | Level::Captain) => 1,
        _ => 5,
    }
}

/// A player with a name and a seat at this game.
struct Mind<G: Game> {
    name: String,
    seat: Seat,
    seed: u64,
    player: Box<dyn Player<G>>,
}

/// The computer players of one match. They are kept from one decision to the next, because a plan covers a whole turn; a mind that
/// is lost, as when a server starts again, only has to plan anew.
pub(crate) struct Minds<G: Game>(Arc<Mutex<Vec<Mind<G>>>>);

impl<G: Game> Default for Minds<G> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<G: Game> Clone for Minds<G> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<G: Game> Minds<G> {
    /// Somebody who thinks about a position for the seat that has to decide.
    pub(crate) fn thinker(&self, seen: Seen<'_, G>, name: &str, seed: u64, mut go_on: GoOn) -> Result<Thinker, String> {
        let Seen { game, state, seat } = seen;
        let known = |mind: &Mind<G>| (mind.name.as_str(), mind.seat, mind.seed) == (name, seat, seed);
        let (game, state, minds) = (Arc::clone(game), state.clone(), Arc::clone(&self.0));
        // Whoever does not exist is refused here, not while thinking.
        if !minds.lock().unwrap_or_else(PoisonError::into_inner).iter().any(known) {
            let player = named_player(name, game.as_ref(), seed)?;
            minds.lock().unwrap_or_else(PoisonError::into_inner).push(Mind { name: name.to_owned(), seat, seed, player });
        }
        let name = name.to_owned();
        Ok(Box::new(move || {
            let glimpse = Glimpse::of(game.as_ref(), &state, seat, seed);
            // A player that fell over while thinking leaves no plan behind that could do harm: the mind is taken out meanwhile.
            let mind = {
                let mut minds = minds.lock().unwrap_or_else(PoisonError::into_inner);
                let known = minds.iter().position(|m| (m.name.as_str(), m.seat, m.seed) == (name.as_str(), seat, seed));
                known.map(|i| minds.swap_remove(i))
            };
            // Somebody else took it out meanwhile and has not come back: it plans anew.
            let fresh =
                || named_player(&name, game.as_ref(), seed).map(|player| Mind { name: name.clone(), seat, seed, player }).ok();
            let Some(mut mind) = mind.or_else(fresh) else {
                return Advice { action: String::new(), reason: "there is nobody to ask".to_owned() };
            };
            let advice = consult(mind.player.as_mut(), &glimpse, &mut go_on);
            minds.lock().unwrap_or_else(PoisonError::into_inner).push(mind);
            match advice {
                Some(advice) => Advice { action: game.write_action(advice.action), reason: advice.reason },
                // Not reached: whoever has to decide has options. If it were, the text below is refused like any other nonsense.
                None => Advice { action: String::new(), reason: "there is nothing to decide".to_owned() },
            }
        }))
    }
}

#[cfg(all(test, feature = "art-of-war"))]
mod tests {
    use super::*;
    use grognard_engine::dice::SeededDice;

    #[test]
    fn thinkers_play_a_whole_game_and_say_why() {
        let mut dice = SeededDice::new(1);
        for game in ["eylau", "skirmish"] {
            let mut table = crate::open(game, &[], &mut dice).unwrap();
            let mut steps = 0;
            while let Ok(pending) = table.pending() {
                let level = if steps % 2 == 0 { "greedy" } else { "recruit" };
                let advice = table.thinker(level, 7).unwrap()();
                assert!(!advice.reason.is_empty());
                table.submit(&pending.seat, &advice.action, &mut dice).unwrap();
                steps += 1;
                assert!(steps < 20_000);
            }
            assert!(table.thinker("greedy", 7).is_err_and(|why| why.contains("over")));
        }
    }

    #[test]
    fn books_without_hooks_are_played_too() {
        for game in ["bautzen-outposts", "eagles-friedland", "proving-ground", "skirmish"] {
            let mut dice = SeededDice::new(1);
            let mut table = crate::open(game, &[], &mut dice).unwrap();
            for _ in 0..60 {
                let Ok(pending) = table.pending() else { break };
                // What the budget does not allow is done at first sight; here next to everything.
                let mut left = 40;
                let go_on = Box::new(move || {
                    left -= 1;
                    left > 0
                });
                let advice = table.thinker_within("recruit", 7, go_on).unwrap()();
                table.submit(&pending.seat, &advice.action, &mut dice).unwrap();
            }
        }
    }

    #[test]
    fn a_clock_that_says_stop_is_obeyed_and_the_advice_is_still_legal() {
        let mut dice = SeededDice::new(1);
        let mut table = crate::open("eylau", &[], &mut dice).unwrap();
        let advice = table.thinker_within("marshal", 7, Box::new(|| false)).unwrap()();
        let seat = table.pending().unwrap().seat;
        table.submit(&seat, &advice.action, &mut dice).unwrap();
    }

    #[test]
    fn an_unknown_level_is_refused_by_name() {
        let table = crate::open("eylau", &[], &mut SeededDice::new(1)).unwrap();
        let why = table.thinker("emperor", 7).err().unwrap();
        assert!(why.contains("emperor") && why.contains("marshal"), "{why}");
        // Weights are for laboratories: whoever asks a server for a level gets a level.
        let weights = format!("{}{}", grognard_ai::WEIGHTS, table.weights()[0].text());
        assert!(table.contender(&weights, 7).is_ok() && table.thinker(&weights, 7).is_err_and(|why| why.contains("no level")));
        let mut skirmish = crate::open("skirmish", &[], &mut SeededDice::new(1)).unwrap();
        let weights = format!("{}{}", grognard_ai::WEIGHTS, skirmish.weights()[0].text());
        let (seat, advice) = (skirmish.pending().unwrap().seat, skirmish.contender(&weights, 7).unwrap()());
        skirmish.submit(&seat, &advice.action, &mut SeededDice::new(1)).unwrap();
        assert!(table.contender(&weights, 7).is_err_and(|why| why == "weights of skirmish, not of eylau"));
        let opponents: Vec<&str> = levels().iter().filter(|level| !level.baseline).map(|level| level.id).collect();
        assert_eq!(opponents, ["recruit", "corporal", "sergeant", "veteran", "marshal", "captain", "general"]);
    }
}
