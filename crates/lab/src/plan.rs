//! What is to be played: a plan, and the games that follow from it. A game is known by its number alone, so that it does not matter
//! who plays it, when, or beside which others.

use crate::player::Spec;
use grognard_engine::dice::SeededDice;
use grognard_engine::{Dice, fair};
use grognard_shelf::{Match, WEIGHTS};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// The format of results; rises when older files cannot be read any more, or when the same seed no longer gives the same games.
pub const FORMAT: u32 = 2;
/// A secret that is shorter could be found by trying.
const SHORTEST_SECRET: usize = 16;

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
    /// What the dice follow from besides, where outside programs play: they may know the seed, which is short and often 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Whether the luck of the dice is reckoned, which takes time.
    pub luck: bool,
    /// Seconds that an outside program may take for a decision.
    pub bot_seconds: f64,
    /// Digests of the files of weights that play, in the order of the players. A file can be overwritten, and plays as somebody else from then on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<String>,
    /// The rulebook of each game with its revision. Rules are corrected now and then, and games by others do not belong together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
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
    /// What its dice follow from.
    pub dice: Key,
    /// The seeds of the players, by seat. Nothing can be told from them about the dice.
    pub minds: [u64; 2],
    /// What outside programs hear the game called: its number, and something by which plans are told apart.
    pub id: String,
}

/// What dice and seeds follow from.
pub type Key = [u8; 32];

/// A key that follows from another and some numbers. It tells nothing about what it came from, nor about others that did (SHA-256).
#[must_use]
pub fn derive(root: &str, what: &str, path: &[u64]) -> Key {
    let mut text = format!("grognard laboratory {root} {what}");
    for step in path {
        let _ = write!(text, " {step}");
    }
    // What is not read as a hash cannot come out of one.
    fair::read_hex32(&fair::sha256(&text)).unwrap_or_default()
}

/// The beginning of a key as a number.
#[must_use]
pub fn number_of(key: &Key) -> u64 {
    key.iter().take(8).fold(0, |bits, &byte| bits << 8 | u64::from(byte))
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
            secret: None,
            luck: true,
            bot_seconds: 10.0,
            weights: Vec::new(),
            rules: Vec::new(),
        }
    }

    /// The same with the revisions of the rules, and digests of the files of weights, as they are now.
    ///
    /// # Errors
    /// A game that there is not, or a file that cannot be read, in one line.
    pub fn dated(mut self) -> Result<Self, String> {
        self.rules.clear();
        for game in &self.games {
            let identity = self.open(game, false, &mut SeededDice::new(0))?.identity();
            self.rules.push(format!("{} {}", identity.rulebook, identity.revision));
        }
        self.weights.clear();
        for player in &self.players {
            if let (Some(_), Spec::Level(text)) = (player.strip_prefix(WEIGHTS), Spec::read(player)?) {
                self.weights.push(fair::sha256(&text));
            }
        }
        Ok(self)
    }

    /// Whether an outside program plays in any of its games.
    #[must_use]
    pub fn needs_secret(&self) -> bool {
        (0..self.players.len()).any(|player| self.is_outside(player))
    }

    fn is_outside(&self, player: usize) -> bool {
        self.players.get(player).is_some_and(|name| matches!(Spec::read(name), Ok(Spec::Program(_) | Spec::Address(_))))
    }

    /// What all keys of the plan follow from.
    fn root(&self) -> String {
        match &self.secret {
            Some(secret) => format!("{} {}", self.seed, fair::sha256(secret)),
            None => self.seed.to_string(),
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
    pub(crate) fn per_pair(&self) -> u64 {
        if self.kind == Kind::Batch { 1 } else { 2 }
    }

    /// The round of a pair. What is played in it is the same in every round, but for the dice, so that rounds have nothing to do with each other.
    pub(crate) fn round(&self, pair: u64) -> u64 {
        pair / (self.pairings().len().max(1) as u64 * self.games.len().max(1) as u64)
    }

    /// How many games there are.
    #[must_use]
    pub fn total(&self) -> u64 {
        let each = self.games.len() as u64 * self.pairings().len() as u64 * self.per_pair();
        // A file can name any number of rounds.
        self.rounds.saturating_mul(each)
    }

    /// A game by its number, whatever the number of rounds. All pairings go on at the same pace, and in the same round all have the same
    /// dice; but a game of an outside program has dice of its own, because a program may remember those of the game before.
    #[must_use]
    pub fn fixture(&self, number: u64) -> Fixture {
        let pairings = self.pairings();
        let (meetings, games, per) = (pairings.len().max(1) as u64, self.games.len().max(1) as u64, self.per_pair());
        let (pair, second) = (number / per, number % per == 1);
        let (a, b) = pairings.get((pair % meetings) as usize).copied().unwrap_or((0, 1));
        let (game, round) = (pair / meetings % games, self.round(pair));
        let changed = second && matches!(self.kind, Kind::WhatIf { .. });
        let seats = if second && !changed { [b, a] } else { [a, b] };
        let root = self.root();
        let dice = if seats.iter().any(|&player| self.is_outside(player)) {
            derive(&root, "own dice", &[number])
        } else {
            derive(&root, "dice", &[game, round])
        };
        // A player thinks alike on both sides of a pair, so that nothing but the side differs.
        let minds = seats.map(|player| number_of(&derive(&root, "mind", &[game, round, player as u64])));
        let id = format!("{number}-{}", &fair::hex(&derive(&root, "id", &[]))[..12]);
        Fixture { number, pair, game: self.games[game as usize].clone(), seats, changed, dice, minds, id }
    }

    /// Sets up the game of a fixture.
    ///
    /// # Errors
    /// An unknown game, option or change, in one line.
    pub fn open(&self, game: &str, changed: bool, dice: &mut dyn Dice) -> Result<Box<dyn Match>, String> {
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
            return Err(format!("results of format {}; this program knows format {FORMAT}, so play them anew", self.format));
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
            // What is no number could be written down, but not read again.
            let apart = elo0.is_finite() && elo1.is_finite() && elo0 < elo1;
            if !apart || !risk(alpha) || !risk(beta) {
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
        match &self.secret {
            None if self.needs_secret() => {
                return Err("an outside program plays, and the plan has no secret: it could compute the dice".to_owned());
            }
            Some(secret) if secret.chars().count() < SHORTEST_SECRET => {
                return Err(format!("a secret of less than {SHORTEST_SECRET} characters could be found by trying"));
            }
            _ => {}
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
                        drop(game.contender(&level, 0).map_err(|why| format!("player {player}: {why}"))?);
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

    /// Whether two plans say the same but for the number of rounds, so that their results belong together: a game is known by its number,
    /// and the games of a longer plan begin with those of a shorter one.
    ///
    /// # Errors
    /// What differs.
    pub fn same_as(&self, other: &Self) -> Result<(), String> {
        let fields = |plan: &Self| match serde_json::to_value(plan) {
            Ok(serde_json::Value::Object(mut fields)) => {
                fields.remove("rounds");
                fields
            }
            _ => serde_json::Map::new(),
        };
        let (mut ours, mut theirs) = (fields(self), fields(other));
        // Results of an older program do not say which weights they are of.
        if self.weights.is_empty() || other.weights.is_empty() {
            ours.remove("weights");
            theirs.remove("weights");
        }
        let differs = ours.keys().chain(theirs.keys()).find(|key| ours.get(*key) != theirs.get(*key));
        if differs.is_some_and(|key| key == "secret") {
            return Err("the secret is another one".to_owned());
        }
        if differs.is_some_and(|key| key == "rules") {
            let (then, now) = (other.rules.join(", "), self.rules.join(", "));
            // Nor do they say by which rules they were played, which in all likelihood have been corrected since.
            if then.is_empty() || now.is_empty() {
                let known = if then.is_empty() { now } else { then };
                return Err(format!(
                    "some are of an older program, which did not note the revision of the rules, the others of {known}"
                ));
            }
            return Err(format!("the rules have been corrected: revision {then} there and {now} here"));
        }
        if differs.is_some_and(|key| key == "weights") {
            return Err("a file of weights holds others than when they were played".to_owned());
        }
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
        // More rounds leave the games as they are.
        let longer = Plan { rounds: 30, ..plan.clone() };
        assert!((0..plan.total()).all(|number| plan.fixture(number) == longer.fixture(number)));
        longer.same_as(&plan).unwrap();
    }

    #[test]
    fn a_program_has_dice_of_its_own_that_follow_from_a_secret() {
        let plan = ladder(Kind::RoundRobin, &["random", "bot:a program", "recruit"]);
        assert!(plan.check().is_err_and(|why| why.contains("no secret")));
        let keep = |secret: &str| Plan { secret: Some(secret.to_owned()), ..plan.clone() };
        assert!(keep("too short").check().is_err_and(|why| why.contains("16 characters")));
        let (one, other) = (keep("a secret of some length"), keep("another secret of some length"));
        let dice = |plan: &Plan| (0..plan.total()).map(|number| plan.fixture(number).dice).collect::<Vec<_>>();
        assert!(dice(&one).iter().zip(dice(&other)).all(|(a, b)| *a != b));
        assert!(one.same_as(&other).is_err_and(|why| !why.contains("length")), "a secret is not told");
        let outside: Vec<Key> =
            (0..one.total()).map(|n| one.fixture(n)).filter(|f| f.seats.contains(&1)).map(|f| f.dice).collect();
        let mut different = outside.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), outside.len(), "no two games of a program have the same dice");
        assert_eq!(one.fixture(2).dice, one.fixture(3).dice, "the others are compared with the same dice");
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
        for (elo0, elo1) in [(5.0, 0.0), (5.0, 5.0), (f64::NAN, f64::NAN), (0.0, f64::INFINITY), (f64::NEG_INFINITY, 0.0)] {
            let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
            refused(Plan { kind: Kind::Sprt(sprt), ..plan.clone() }, "elo0 < elo1");
        }
        let other = Plan { seed: 2, ..plan.clone() };
        assert!(plan.same_as(&other).is_err_and(|why| why.contains("seed is 2 there and 1 here")));
        // Games by rules that have been corrected since do not belong to those of today, nor do those of which an older program does not say it.
        let now = plan.clone().dated().unwrap();
        assert!(now.rules.len() == 1 && now.rules[0].starts_with("art-of-war "), "{:?}", now.rules);
        let then = Plan { rules: vec!["art-of-war 1".to_owned()], ..plan.clone() };
        assert!(now.same_as(&then).is_err_and(|why| why.contains("corrected: revision art-of-war 1 there")));
        for why in [now.same_as(&plan), plan.same_as(&now)] {
            assert!(why.is_err_and(|why| why.contains("did not note the revision") && why.ends_with(&now.rules[0])));
        }
        plan.same_as(&plan.clone()).unwrap();
        now.same_as(&now.clone()).unwrap();
    }
}
