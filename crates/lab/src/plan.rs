//! What is to be played: a plan, and the games that follow from it. A game is known by its number alone, so that it does not matter
//! who plays it, when, or beside which others.

use crate::player::Spec;
use grognard_engine::dice::SeededDice;
use grognard_shelf::Match;
use serde::{Deserialize, Serialize};

/// The format of results; rises when older files cannot be read any more.
pub const FORMAT: u32 = 1;

/// What kind of comparison is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// The first player takes the first seat, the second the second.
    Batch,
    /// The same, and each game again with the sides swapped and the same dice.
    Swapped,
    /// Each game twice with the same dice: as published, and with something changed.
    WhatIf {
        /// What is changed in the data, such as `unit:Roth:strength=5`.
        changes: Vec<String>,
        /// Options of the changed game.
        options: Vec<(String, String)>,
    },
    /// Everybody against everybody, sides swapped in pairs.
    RoundRobin,
    /// The first against each of the others, sides swapped in pairs.
    Gauntlet,
    /// Is the first player stronger than the second? Stops as soon as that can be told.
    Sprt(Sprt),
}

/// A sequential test: which difference in strength is looked for, and how often the answer may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Not stronger: at most so many Elo.
    pub elo0: f64,
    /// Stronger: at least so many.
    pub elo1: f64,
    /// How often "stronger" may be said wrongly.
    pub alpha: f64,
    /// How often "not stronger" may be said wrongly.
    pub beta: f64,
}

/// A whole comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The format of the results.
    pub format: u32,
    /// The program that made them.
    pub version: String,
    /// What is compared.
    #[serde(flatten)]
    pub kind: Kind,
    /// Games by name; each is played as often as the others.
    pub games: Vec<String>,
    /// Their options.
    pub options: Vec<(String, String)>,
    /// Players: levels, or programs.
    pub players: Vec<String>,
    /// How often: games of a batch, pairs of games otherwise, for each pairing and each game.
    pub rounds: u64,
    /// The seed that everything follows from.
    pub seed: u64,
    /// Whether the luck of the dice is reckoned, which takes time.
    pub luck: bool,
    /// Seconds that an outside program may take for a decision.
    pub bot_seconds: f64,
}

/// One game of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: u64,
    /// Games with the same number here belong together: the same dice, sides swapped or something changed.
    pub pair: u64,
    /// The game's name.
    pub game: String,
    /// Which players sit on the first and on the second seat.
    pub seats: [usize; 2],
    /// Whether this is the changed game of a what-if.
    pub changed: bool,
    /// The seed of its dice.
    pub dice: u64,
    /// The seeds of the players, by seat.
    pub minds: [u64; 2],
}

/// A number that follows from a seed and some numbers, and tells nothing of others that do.
#[must_use]
pub fn derive(seed: u64, path: &[u64]) -> u64 {
    path.iter().fold(seed, |so_far, &step| SeededDice::new(so_far ^ SeededDice::new(step.wrapping_add(1)).bits()).bits())
}

impl Plan {
    /// A plan for one batch of one game; the rest is filled in by whoever asks for more.
    #[must_use]
    pub fn batch(game: &str, players: [&str; 2], rounds: u64, seed: u64) -> Self {
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            kind: Kind::Batch,
            games: vec![game.to_owned()],
            options: Vec::new(),
            players: players.map(str::to_owned).to_vec(),
            rounds,
            seed,
            luck: true,
            bot_seconds: 10.0,
        }
    }

    /// Who meets whom, by number.
    fn pairings(&self) -> Vec<(usize, usize)> {
        let n = self.players.len();
        match self.kind {
            Kind::RoundRobin => (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect(),
            Kind::Gauntlet => (1..n).map(|b| (0, b)).collect(),
            _ => vec![(0, 1)],
        }
    }

    /// Games that belong together.
    fn per_pair(&self) -> u64 {
        if self.kind == Kind::Batch { 1 } else { 2 }
    }

    /// How many games there are.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.rounds * self.games.len() as u64 * self.pairings().len() as u64 * self.per_pair()
    }

    /// A game by its number. All pairings go on at the same pace, and in the same round all have the same dice.
    #[must_use]
    pub fn fixture(&self, number: u64) -> Fixture {
        let pairings = self.pairings();
        let (meetings, games, per) = (pairings.len().max(1) as u64, self.games.len().max(1) as u64, self.per_pair());
        let (pair, second) = (number / per, number % per == 1);
        let (a, b) = pairings.get((pair % meetings) as usize).copied().unwrap_or((0, 1));
        let (game, round) = (pair / meetings % games, pair / meetings / games);
        let changed = second && matches!(self.kind, Kind::WhatIf { .. });
        let seats = if second && !changed { [b, a] } else { [a, b] };
        let dice = derive(self.seed, &[game, round]);
        // A player thinks alike on both sides of a pair, so that nothing but the side differs.
        let minds = seats.map(|player| derive(self.seed, &[game, round, 1 + player as u64]));
        Fixture { number, pair, game: self.games[game as usize].clone(), seats, changed, dice, minds }
    }

    /// Sets up the game of a fixture.
    ///
    /// # Errors
    /// An unknown game, option or change, in one line.
    pub fn open(&self, game: &str, changed: bool, dice: &mut SeededDice) -> Result<Box<dyn Match>, String> {
        let opened = match &self.kind {
            Kind::WhatIf { changes, options } if changed => grognard_shelf::open_changed(game, options, changes, dice),
            _ => grognard_shelf::open(game, &self.options, dice),
        };
        opened.map_err(|fault| fault.to_string())
    }

    /// That everything in it can be played.
    ///
    /// # Errors
    /// The first thing that cannot, in one line.
    pub fn check(&self) -> Result<(), String> {
        if self.format != FORMAT {
            return Err(format!("results of format {}; this program knows format {FORMAT}", self.format));
        }
        if self.games.is_empty() || self.rounds == 0 {
            return Err("there is no game to be played".to_owned());
        }
        let known = |kind: &Kind| matches!(kind, Kind::RoundRobin | Kind::Gauntlet);
        let wanted = if known(&self.kind) { "at least two players" } else { "two players" };
        if self.players.len() < 2 || (self.players.len() > 2 && !known(&self.kind)) {
            return Err(format!("{} players were named; expected {wanted}", self.players.len()));
        }
        if known(&self.kind)
            && let Some(twice) = self.players.iter().enumerate().find(|(i, p)| self.players[..*i].contains(p))
        {
            return Err(format!("player {} is named twice", twice.1));
        }
        if let Kind::Sprt(Sprt { elo0, elo1, alpha, beta }) = self.kind {
            let risk = |r: f64| r > 0.0 && r < 0.5;
            if elo0 >= elo1 || !risk(alpha) || !risk(beta) {
                return Err(format!(
                    "sequential test from {elo0} to {elo1} Elo with risks {alpha} and {beta}: expected elo0 < elo1 and risks between 0 and 0.5"
                ));
            }
        }
        if let Kind::WhatIf { changes, options } = &self.kind
            && changes.is_empty()
            && *options == self.options
        {
            return Err("nothing is changed; say --change WHAT or --change-option NAME=VALUE".to_owned());
        }
        if !(self.bot_seconds > 0.0 && self.bot_seconds <= 86_400.0) {
            return Err(format!("{} seconds for a decision: expected more than 0, and at most a day", self.bot_seconds));
        }
        for name in &self.games {
            for changed in [false, true] {
                let game = self.open(name, changed, &mut SeededDice::new(0))?;
                if game.seats().len() != 2 {
                    return Err(format!("{name} has {} seats; only games for two can be compared", game.seats().len()));
                }
                for player in &self.players {
                    if let Spec::Level(level) = Spec::read(player)? {
                        drop(game.thinker(&level, 0).map_err(|why| format!("player {player}: {why}"))?);
                    }
                }
            }
        }
        Ok(())
    }

    /// The numbers of the games that a part of several takes: whole pairs, dealt out in turn.
    pub fn shard(&self, shard: Shard) -> impl Iterator<Item = u64> + use<> {
        let (per, total) = (self.per_pair(), self.total());
        (0..total).filter(move |number| (number / per) % u64::from(shard.of) == u64::from(shard.part - 1))
    }

    /// Whether two plans say the same, so that their results belong together.
    ///
    /// # Errors
    /// What differs.
    pub fn same_as(&self, other: &Self) -> Result<(), String> {
        let fields = |plan: &Self| match serde_json::to_value(plan) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (ours, theirs) = (fields(self), fields(other));
        let differs = ours.keys().chain(theirs.keys()).find(|key| ours.get(*key) != theirs.get(*key));
        let show = |value: Option<&serde_json::Value>| value.map_or_else(|| "nothing".to_owned(), ToString::to_string);
        match differs {
            Some(key) => Err(format!("{key} is {} there and {} here", show(theirs.get(key)), show(ours.get(key)))),
            None => Ok(()),
        }
    }
}

/// A part of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub part: u32,
    /// Of how many.
    pub of: u32,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { part: 1, of: 1 };
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = text.split_once('/').and_then(|(part, of)| Some((part.trim().parse().ok()?, of.trim().parse().ok()?)));
        match read {
            Some((part, of)) if (1..=of).contains(&part) && of <= 1_000_000 => Ok(Self { part, of }),
            _ => Err(format!("shard {text:?}: expected i/n, such as 2/5, with i from 1 to n")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder(kind: Kind, players: &[&str]) -> Plan {
        Plan {
            kind,
            players: players.iter().map(|&p| p.to_owned()).collect(),
            games: vec!["eylau".to_owned(), "dresden".to_owned()],
            ..Plan::batch("eylau", ["random", "random"], 3, 7)
        }
    }

    #[test]
    fn pairs_have_the_same_dice_and_swapped_sides() {
        let plan = ladder(Kind::RoundRobin, &["random", "greedy", "recruit"]);
        assert_eq!(plan.total(), 3 * 2 * 3 * 2);
        let mut met = std::collections::BTreeMap::new();
        for number in (0..plan.total()).step_by(2) {
            let (a, b) = (plan.fixture(number), plan.fixture(number + 1));
            assert_eq!((a.pair, a.dice, &a.game), (b.pair, b.dice, &b.game));
            assert_eq!((a.seats[0], a.seats[1]), (b.seats[1], b.seats[0]));
            assert_eq!((a.minds[0], a.minds[1]), (b.minds[1], b.minds[0]));
            *met.entry((a.game.clone(), a.seats)).or_insert(0) += 1;
        }
        assert_eq!(met.len(), 6);
        assert!(met.values().all(|&times| times == 3));
        // In one round all pairings have the same dice; in another one others.
        assert_eq!(plan.fixture(0).dice, plan.fixture(2).dice);
        assert_ne!(plan.fixture(0).dice, plan.fixture(12).dice);
    }

    #[test]
    fn shards_share_out_all_games_without_parting_pairs() {
        let plan = ladder(Kind::Gauntlet, &["random", "greedy", "recruit"]);
        let mut all: Vec<u64> = Vec::new();
        for part in 1..=5 {
            let mine: Vec<u64> = plan.shard(Shard { part, of: 5 }).collect();
            assert!(mine.iter().all(|number| mine.contains(&(number ^ 1))));
            all.extend(mine);
        }
        all.sort_unstable();
        assert_eq!(all, (0..plan.total()).collect::<Vec<_>>());
        for bad in ["0/3", "4/3", "1", "a/b", "1/0", "-1/2", ""] {
            assert!(bad.parse::<Shard>().is_err_and(|why| why.contains("i/n")), "{bad}");
        }
    }

    #[test]
    fn plans_that_cannot_be_played_are_refused() {
        let plan = Plan::batch("eylau", ["random", "greedy"], 3, 1);
        plan.check().unwrap();
        let refused = |plan: Plan, wanted: &str| {
            let why = plan.check().unwrap_err();
            assert!(why.contains(wanted), "{why}");
        };
        refused(Plan::batch("borodino", ["random", "greedy"], 3, 1), "borodino");
        refused(Plan::batch("eylau", ["random", "emperor"], 3, 1), "emperor");
        refused(Plan { rounds: 0, ..plan.clone() }, "no game");
        refused(Plan { players: vec!["random".to_owned()], ..plan.clone() }, "two players");
        refused(Plan { options: vec![("rain".to_owned(), "on".to_owned())], ..plan.clone() }, "rain");
        refused(ladder(Kind::RoundRobin, &["random", "random"]), "twice");
        let what_if = |change: &str| Kind::WhatIf { changes: vec![change.to_owned()], options: Vec::new() };
        refused(Plan { kind: what_if("unit:Nobody:strength=3"), ..plan.clone() }, "Nobody");
        refused(Plan { kind: Kind::WhatIf { changes: Vec::new(), options: Vec::new() }, ..plan.clone() }, "nothing is changed");
        let sprt = Sprt { elo0: 5.0, elo1: 0.0, alpha: 0.05, beta: 0.05 };
        refused(Plan { kind: Kind::Sprt(sprt), ..plan.clone() }, "elo0 < elo1");
        let other = Plan { seed: 2, ..plan.clone() };
        assert!(plan.same_as(&other).is_err_and(|why| why.contains("seed is 2 there and 1 here")));
        plan.same_as(&plan.clone()).unwrap();
    }
}
