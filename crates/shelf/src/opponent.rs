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
    /// How many actions have been played.
    pub(crate) played: usize,
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
    /// What it said last, and where: after how many actions, and in which position. A player goes one step on in its plan each time that it is asked;
    /// whoever asks twice for a hint asks about the same step.
    said: Option<(usize, u64, Advice)>,
}

impl<G: Game> Mind<G> {
    fn new(name: &str, game: &G, seat: Seat, seed: u64) -> Result<Self, String> {
        Ok(Self { name: name.to_owned(), seat, seed, player: named_player(name, game, seed)?, said: None })
    }
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
        let Seen { game, state, seat, played } = seen;
        let known = |mind: &Mind<G>| (mind.name.as_str(), mind.seat, mind.seed) == (name, seat, seed);
        let (game, state, minds) = (Arc::clone(game), state.clone(), Arc::clone(&self.0));
        // Whoever does not exist is refused here, not while thinking.
        if !minds.lock().unwrap_or_else(PoisonError::into_inner).iter().any(known) {
            let mind = Mind::new(name, game.as_ref(), seat, seed)?;
            minds.lock().unwrap_or_else(PoisonError::into_inner).push(mind);
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
            let fresh = || Mind::new(&name, game.as_ref(), seat, seed).ok();
            let Some(mut mind) = mind.or_else(fresh) else {
                return Advice { action: String::new(), reason: "there is nobody to ask".to_owned() };
            };
            let position = game.digest(&glimpse.state);
            let advice = match mind.said.take() {
                Some((then, there, said)) if (then, there) == (played, position) => said,
                _ => match consult(mind.player.as_mut(), &glimpse, &mut go_on) {
                    Some(advice) => Advice { action: game.write_action(advice.action), reason: advice.reason },
                    // Not reached: whoever has to decide has options. If it were, the text below is refused like any other nonsense.
                    None => Advice { action: String::new(), reason: "there is nothing to decide".to_owned() },
                },
            };
            mind.said = Some((played, position, advice.clone()));
            minds.lock().unwrap_or_else(PoisonError::into_inner).push(mind);
            advice
        }))
    }
}
