//! The levels of play, by name.

use crate::Player;
use crate::random::Random;
use grognard_engine::Game;

/// How well the computer plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Any legal action: a baseline.
    Random,
    /// One pass with fixed scores: a baseline, frozen.
    Greedy,
    /// Sits on what counts, out of reach: a baseline.
    Turtle,
    /// Everybody forward at once: a baseline.
    Rush,
    /// The quick half round to the enemy's back: a baseline.
    FlankRun,
    /// One in front to be hit, the mass behind it: a baseline.
    Bait,
    /// Guns before everybody else, and no contact: a baseline.
    GunLine,
    /// Never within reach: a baseline.
    Fabian,
    /// Fights until it leads, and is gone from then on: a baseline.
    RunAhead,
    /// The army in one heap about the strongest place that counts: a baseline.
    Citadel,
    /// The army against the nearest weak enemy: a baseline.
    Blitz,
    /// As far away as can be, and takes every lull: a baseline.
    RunAndLull,
    /// Instant, with human mistakes.
    Recruit,
    /// A recruit in most turns, somebody who knows the trade in the others.
    Corporal,
    /// Knows the trade, and is careless now and then.
    Sergeant,
    /// Up to about a second for a side's turn.
    Veteran,
    /// Up to about five seconds for a side's turn.
    Marshal,
    /// Plays its plans out, in any game: up to about a second for a side's turn.
    Captain,
    /// The same for up to about five seconds.
    General,
}

/// What a level is, for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelInfo {
    /// The level.
    pub level: Level,
    /// Its name in commands and requests.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// In words.
    pub summary: &'static str,
    /// Whether it is a yardstick rather than an opponent.
    pub baseline: bool,
}

/// All levels, weakest first among opponents, then the baselines.
pub const LEVELS: [LevelInfo; 19] = [
    LevelInfo {
        level: Level::Recruit,
        id: "recruit",
        title: "Recruit",
        summary: "plays at once and makes the mistakes of a beginner",
        baseline: false,
    },
    LevelInfo {
        level: Level::Corporal,
        id: "corporal",
        title: "Corporal",
        summary: "plays some turns well and is careless in most",
        baseline: false,
    },
    LevelInfo {
        level: Level::Sergeant,
        id: "sergeant",
        title: "Sergeant",
        summary: "plays most turns well and is careless in some",
        baseline: false,
    },
    LevelInfo {
        level: Level::Veteran,
        id: "veteran",
        title: "Veteran",
        summary: "plans its turn for up to a second",
        baseline: false,
    },
    LevelInfo {
        level: Level::Marshal,
        id: "marshal",
        title: "Marshal",
        summary: "plans its turn for up to five seconds",
        baseline: false,
    },
    LevelInfo {
        level: Level::Captain,
        id: "captain",
        title: "Captain",
        summary: "plays its plans out before it chooses, in any game, for up to a second",
        baseline: false,
    },
    LevelInfo {
        level: Level::General,
        id: "general",
        title: "General",
        summary: "plays its plans out before it chooses, in any game, for up to five seconds",
        baseline: false,
    },
    LevelInfo { level: Level::Random, id: "random", title: "Random", summary: "any legal action: a yardstick", baseline: true },
    LevelInfo {
        level: Level::Greedy,
        id: "greedy",
        title: "Greedy",
        summary: "one pass with fixed scores: a yardstick",
        baseline: true,
    },
    LevelInfo {
        level: Level::Turtle,
        id: "turtle",
        title: "Turtle",
        summary: "sits on what counts and keeps out of reach: a yardstick",
        baseline: true,
    },
    LevelInfo {
        level: Level::Rush,
        id: "rush",
        title: "Rush",
        summary: "everybody forward at once, whatever the odds: a yardstick",
        baseline: true,
    },
    LevelInfo {
        level: Level::FlankRun,
        id: "flank-run",
        title: "Flank run",
        summary: "sends its quick half round to the enemy's back: a yardstick",
        baseline: true,
    },
    LevelInfo {
        level: Level::Bait,
        id: "bait",
        title: "Bait",
        summary: "shows one weak unit and waits behind it: a yardstick",
        baseline: true,
    },
    LevelInfo {
        level: Level::GunLine,
        id: "gun-line",
        title: "Gun line",
        summary: "guns before everybody else, and no contact: a yardstick",
        baseline: true,
    },
    LevelInfo {
        level: Level::Fabian,
        id: "fabian",
        title: "Fabian",
        summary: "keeps out of reach and never attacks: a yardstick",
        baseline: true,
    },
    LevelInfo {
        level: Level::RunAhead,
        id: "run-ahead",
        title: "Run ahead",
        summary: "fights until it leads, and is gone from then on: a yardstick",
        baseline: true,
    },
    LevelInfo {
        level: Level::Citadel,
        id: "citadel",
        title: "Citadel",
        summary: "heaps its army about the strongest place that counts: a yardstick",
        baseline: true,
    },
    LevelInfo {
        level: Level::Blitz,
        id: "blitz",
        title: "Blitz",
        summary: "throws its army against the nearest weak enemy: a yardstick",
        baseline: true,
    },
    LevelInfo {
        level: Level::RunAndLull,
        id: "run-and-lull",
        title: "Run and lull",
        summary: "goes as far away as can be and takes every lull: a yardstick",
        baseline: true,
    },
];

impl Level {
    /// A level by its name.
    ///
    /// # Errors
    /// When there is none of this name; says which there are.
    pub fn named(id: &str) -> Result<Self, String> {
        LEVELS.iter().find(|info| info.id == id).map(|info| info.level).ok_or_else(|| {
            let known: Vec<_> = LEVELS.iter().map(|info| info.id).collect();
            format!("{id:?} is no level of play; there is {}", known.join(", "))
        })
    }

    /// What it is, for people.
    #[must_use]
    pub fn info(self) -> &'static LevelInfo {
        LEVELS.iter().find(|info| info.level == self).unwrap_or(&LEVELS[0])
    }
}

/// A player of this level for any game: one that knows the rulebook if there is one, else the planner for any game.
#[must_use]
pub fn player<G: Game>(level: Level, seed: u64) -> Box<dyn Player<G>> {
    if level == Level::Random {
        return Box::new(Random::new(seed));
    }
    if matches!(level, Level::Captain | Level::General) {
        return crate::planner::level(level, seed);
    }
    #[cfg(feature = "art-of-war")]
    if let Some(player) = same_type(crate::art_of_war::player(level, seed)) {
        return player;
    }
    #[cfg(feature = "napoleonic-20")]
    if let Some(player) = same_type(crate::napoleonic_20::player(level, seed)) {
        return player;
    }
    #[cfg(feature = "la-bataille")]
    if let Some(player) = same_type(crate::la_bataille::player(level, seed)) {
        return player;
    }
    #[cfg(feature = "eagles-turn-east")]
    if let Some(player) = same_type(crate::eagles_turn_east::player(level, seed)) {
        return player;
    }
    crate::planner::level(level, seed)
}

/// What comes before a file of weights in the name of a player.
pub const WEIGHTS: &str = "weights:";

/// A player by its name: a level, or the text of a file of weights behind [`WEIGHTS`], with which the planner for any game then plays as `captain` does.
///
/// # Errors
/// One line: no such level, no weights, weights of another game or of other features.
pub fn named_player<G: Game>(name: &str, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, String> {
    let Some(text) = name.strip_prefix(WEIGHTS) else { return Ok(player(Level::named(name)?, seed)) };
    let hooks = crate::planner::hooks::<G>();
    let weights = crate::planner::read_weights(text, game, hooks.as_ref())?;
    let effort = crate::planner::effort(Level::Captain, hooks.pace());
    Ok(crate::planner::player_with(effort, seed, |_| {}, Some(weights)))
}

/// Something as what it is called elsewhere, if the two are the same type: a player of one game as a player of any.
#[cfg(any(feature = "art-of-war", feature = "napoleonic-20", feature = "la-bataille", feature = "eagles-turn-east"))]
pub(crate) fn same_type<T: 'static, U: 'static>(thing: T) -> Option<U> {
    let thing: Box<dyn std::any::Any> = Box::new(thing);
    thing.downcast::<U>().ok().map(|thing| *thing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_found_by_name_and_unknown_ones_are_told() {
        for info in &LEVELS {
            assert_eq!(Level::named(info.id), Ok(info.level));
            assert_eq!(info.level.info().id, info.id);
        }
        let told = Level::named("emperor").unwrap_err();
        assert!(told.contains("emperor") && told.contains("marshal"), "{told}");
    }
}
