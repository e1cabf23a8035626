//! The planner for any game: whole turns planned by playing them out.
//!
//! It knows nothing but [`Game`]. A rulebook may tell it more through [`Hooks`], all of which are optional: who stands where,
//! what counts, how good an action looks at first sight, what a position has that others lack.
//!
//! | module | what it holds |
//! |---|---|
//! | `hooks` | what a rulebook may tell, with defaults for every game |
//! | `atlas`, `scene` | the map, and who stands where on it, in a form for being asked often |
//! | `plan` | a plan for a turn: tempers by body, orders for units in contact; and how plans are changed |
//! | `script` | a plan carried out click by click, quickly |
//! | `playout` | a position played on by scripts for some turns |
//! | `search` | plans compared by rehearsals, halved and bred |
//! | `value` | what a position is worth: features, weights, their file |
//! | `train` | weights fitted to games that scripts play |
//! | [`eye`] | what the margin will be, learnt from games that others played: for onlookers |
//! | `counsel` | what a rulebook's own head would do, click by click |
//! | `general` | the planner as a player |
//! | `books` | hooks of the rulebooks that have filled them |

mod atlas;
mod books;
mod counsel;
pub mod eye;
mod general;
mod hooks;
mod plan;
mod playout;
mod scene;
mod script;
mod search;
pub mod train;
mod value;

pub use atlas::{Atlas, NO_SPOT, Spot};
#[cfg(feature = "art-of-war")]
pub use books::art_of_war::BattleHooks;
#[cfg(feature = "napoleonic-20")]
pub use books::napoleonic_20::CampaignHooks;
pub use general::General;
pub use hooks::{Goal, Head, Hooks, Moment, Piece, Plain, utility_by_level};
pub use plan::{Plan, TEMPERS, Temper, Tempers};
pub use scene::Scene;
pub use script::Look;
pub use search::Effort;
pub use value::{COMMON, Weights, features};

use crate::{Level, Player};
use grognard_engine::Game;

/// How hard a level thinks in a game whose rehearsals go at this pace.
#[must_use]
pub fn effort(level: Level, pace: u64) -> Effort {
    match level {
        Level::Greedy => Effort::of(0),
        // At once: half of its decisions at first sight, the others with little thought.
        Level::Recruit => Effort { haste: 50, breadth: 8, horizon: 2, ..Effort::of(pace / 20) },
        // Fewer of them, with more thought.
        Level::Corporal => Effort { haste: 25, breadth: 8, horizon: 2, ..Effort::of(pace / 10) },
        Level::Sergeant => Effort { haste: 8, ..Effort::of(pace / 4) },
        Level::Veteran | Level::Captain => Effort::of(pace * 7 / 10),
        _ => Effort::of(pace * 7 / 2),
    }
}

/// The weights of a game: those that foresee its margin if they were learnt, else what it has before anything is learnt.
pub fn weights_of<G: Game>(game: &G, hooks: &dyn Hooks<G>) -> Weights {
    eye::eye_of(game, hooks).unwrap_or_else(|| Weights::prior(game, hooks))
}

/// Reads weights for a game, of either kind: those that tell how it will end, or those that foresee its margin.
///
/// # Errors
/// One line: no weights, those of another game or of other features.
pub fn read_weights<G: Game>(text: &str, game: &G, hooks: &dyn Hooks<G>) -> Result<Weights, String> {
    let usual = Weights::read(text, &Weights::prior(game, hooks));
    usual.or_else(|why| Weights::read(text, &eye::eye_prior(game, hooks)).map_err(|_| why))
}

/// The hooks that a game's rulebook has filled, or none.
#[must_use]
pub fn hooks<G: Game>() -> Box<dyn Hooks<G>> {
    books::hooks()
}

/// The planner for any game at a level.
#[must_use]
pub fn level<G: Game>(level: Level, seed: u64) -> Box<dyn Player<G>> {
    if let Some(trick) = crate::trick::Trick::of(level) {
        return Box::new(General::with_hooks(hooks(), Effort::of(0), seed).with_habit(trick.tempers()));
    }
    player(effort(level, hooks::<G>().pace()), seed)
}

/// A planner for any game, with the hooks that its rulebook has filled.
#[must_use]
pub fn player<G: Game>(effort: Effort, seed: u64) -> Box<dyn Player<G>> {
    Box::new(General::with_hooks(hooks(), effort, seed))
}

/// The same with tempers and weights changed, for measuring: `change` gets those of the rulebook.
pub fn player_with<G: Game>(
    effort: Effort,
    seed: u64,
    change: impl Fn(&mut Tempers),
    weights: Option<Weights>,
) -> Box<dyn Player<G>> {
    let hooks = hooks();
    let mut tempers = hooks.tempers();
    change(&mut tempers);
    let general = General::with_hooks(hooks, effort, seed).with_tempers(tempers);
    Box::new(match weights {
        Some(weights) => general.with_weights(weights),
        None => general,
    })
}

#[cfg(all(test, feature = "art-of-war", feature = "napoleonic-20"))]
mod tests {
    use super::*;
    use grognard_art_of_war::Battle;
    use grognard_napoleonic_20::Campaign;

    #[test]
    fn weights_that_were_learnt_are_those_of_their_games_and_of_either_kind() {
        let eylau = Battle::new("eylau", &[]).unwrap();
        let learnt = weights_of(&eylau, &BattleHooks);
        assert!(learnt.foresee() && learnt.provenance[0].starts_with("grognard train eylau --eye"), "{learnt:?}");
        let none = weights_of(&grognard_testkit::mock::Skirmish::default(), &Plain);
        assert!(!none.foresee() && none.provenance == ["set by hand"]);
        // Both kinds can be read; those of another game cannot.
        let prior = Weights::prior(&eylau, &BattleHooks);
        for weights in [&learnt, &prior] {
            assert_eq!(read_weights(&weights.text(), &eylau, &BattleHooks).as_ref().map(|w| &w.list), Ok(&weights.list));
        }
        let campaign = Campaign::new("dresden-20", &[]).unwrap();
        let why = read_weights(&learnt.text(), &campaign, &CampaignHooks).unwrap_err();
        assert!(why.contains("of eylau, not of dresden-20"), "{why}");
    }
}
