//! What a position is worth: a line over a few features, squeezed into -1 to 1, which is what an end is worth. Its weights are data, fitted to games
//! that the planner played against itself (see `train`), with their provenance.

use super::hooks::{Hooks, Moment};
use super::scene::Scene;
use grognard_engine::Game;
use std::fmt::Write as _;

/// What the planner sees in every game, each with the weight that it has before anything is learnt. All are the first seat's advantage.
pub const COMMON: [(&str, f32); 7] = [
    // Points as they stand, in twentieths of all strength.
    ("points", 0.35),
    // The same times the part of the game that is over: a lead is surer late.
    ("points-late", 0.5),
    // Strength that is left, likewise in twentieths.
    ("strength", 0.25),
    // Hexes that count, held.
    ("held", 0.15),
    // Strength near them.
    ("near", 0.15),
    // Strength that could be overwhelmed next turn.
    ("exposed", 0.05),
    // Whose turn comes.
    ("turn", 0.0),
];

/// The features of a position, into `out`: those of every game, then the rulebook's own.
pub fn features<G: Game>(
    game: &G,
    state: &G::State,
    (scene, hooks, moment): (&Scene, &dyn Hooks<G>, Moment),
    out: &mut Vec<f32>,
) {
    let unit = scene.whole / 20.0;
    let [first, second] = hooks.points(game, state);
    let points = (first - second) / unit;
    let strength = (scene.strength(0) - scene.strength(1)) / unit;
    let (mut held, mut near) = (0.0, 0.0);
    for goal in &scene.goals {
        let has = [0, 1].map(|side| scene.power(side, goal.spot));
        held += f32::from(has[0] > 0.0) * goal.worth[0] - f32::from(has[1] > 0.0) * goal.worth[1];
        let around =
            [0, 1].map(|side| 2.0 * has[usize::from(side)] + scene.around(side, goal.spot) + 0.5 * scene.threat(side, goal.spot));
        near += 0.5 * (goal.worth[0] + goal.worth[1]) * (around[0] - around[1]) / (around[0] + around[1]).max(1.0);
    }
    let mut exposed = 0.0;
    for piece in &scene.pieces {
        let support =
            (scene.power(piece.side, piece.spot) + 0.5 * scene.around(piece.side, piece.spot)) * scene.shelter(piece.spot);
        let danger = (0.5 * scene.threat(1 - piece.side, piece.spot) / support.max(0.1) - 0.5).clamp(0.0, 1.0);
        exposed += if piece.side == 0 { -danger * piece.strength } else { danger * piece.strength };
    }
    let turn = if moment.seat == 0 { 1.0 } else { -1.0 };
    out.clear();
    out.extend([points, points * moment.progress(), strength, held, near, exposed / unit, turn]);
    hooks.features(game, state, scene, out);
}

/// The first features of every game are points, which whoever foresees the margin takes as they are.
const POINTS: usize = 2;

/// The names of what the margin is foreseen by, in order: how it stands, and each other feature as it is and by how much of the game is to come.
pub fn foresight_names<G: Game>(hooks: &dyn Hooks<G>) -> Vec<String> {
    let others = COMMON.iter().skip(POINTS).chain(hooks.marks());
    let both = others.flat_map(|(name, _)| [(*name).to_owned(), format!("{name}-later")]);
    ["margin", "margin-later", "later"].map(str::to_owned).into_iter().chain(both).collect()
}

/// What the margin is foreseen by, from the features of a position and the points as they stand, into `out`.
pub fn foresight(list: &[f32], [first, second]: [f32; 2], moment: Moment, out: &mut Vec<f32>) {
    let later = moment.to_come();
    out.clear();
    out.extend([first - second, (first - second) * later, later]);
    out.extend(list.iter().skip(POINTS).flat_map(|feature| [*feature, feature * later]));
}

/// The weights of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// The game, by its identifier.
    pub game: String,
    /// Name and weight of each feature, in order.
    pub list: Vec<(String, f32)>,
    /// Where they come from, line by line.
    pub provenance: Vec<String>,
}

/// The first line of a file of weights.
const HEAD: &str = "grognard weights 1";

impl Weights {
    /// What a game has before anything is learnt.
    pub fn prior<G: Game>(game: &G, hooks: &dyn Hooks<G>) -> Self {
        let all = COMMON.iter().chain(hooks.marks());
        Self {
            game: game.identity().game,
            list: all.map(|(name, weight)| ((*name).to_owned(), *weight)).collect(),
            provenance: vec!["set by hand".to_owned()],
        }
    }

    /// Whether they foresee the margin.
    #[must_use]
    pub fn foresee(&self) -> bool {
        self.list.first().is_some_and(|(name, _)| name == "margin")
    }

    /// Features times weights.
    #[must_use]
    pub fn line(&self, features: &[f32]) -> f64 {
        self.list.iter().zip(features).map(|((_, weight), feature)| f64::from(*weight) * f64::from(*feature)).sum()
    }

    /// The worth of features to the first seat, from -1 to 1.
    #[must_use]
    pub fn worth(&self, features: &[f32]) -> f32 {
        let sum: f32 = self.list.iter().zip(features).map(|((_, weight), feature)| weight * feature).sum();
        sum.tanh()
    }

    /// As a file.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{HEAD}\ngame {}\n", self.game);
        self.provenance.iter().for_each(|line| _ = writeln!(text, "from {line}"));
        self.list.iter().for_each(|(name, weight)| _ = writeln!(text, "weight {name} {weight:.5}"));
        text
    }

    /// Reads a file of weights for a game with these features.
    ///
    /// # Errors
    /// One line that says what is wrong: no weights, those of another game or of other features.
    pub fn read(text: &str, like: &Self) -> Result<Self, String> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        if lines.next() != Some(HEAD) {
            return Err(format!("no file of weights: its first line is not {HEAD:?}"));
        }
        let mut read = Self { game: String::new(), list: Vec::new(), provenance: Vec::new() };
        for line in lines {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "game" => read.game = rest.to_owned(),
                "from" => read.provenance.push(rest.to_owned()),
                "weight" => {
                    let number = |(name, number): (&str, &str)| {
                        Some((name.to_owned(), number.trim().parse::<f32>().ok().filter(|n| n.is_finite())?))
                    };
                    let weight = rest.split_once(' ').and_then(number);
                    read.list.push(weight.ok_or_else(|| format!("weights: {line:?}: expected `weight NAME NUMBER`"))?);
                }
                _ => return Err(format!("weights: {line:?}: expected game, from or weight")),
            }
        }
        if read.game != like.game {
            return Err(format!(
                "weights of {}, not of {}",
                if read.game.is_empty() { "no game" } else { &read.game },
                like.game
            ));
        }
        let names = |weights: &Self| weights.list.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        if names(&read) != names(like) {
            return Err(format!("weights of other features: expected {}; train anew", names(like).join(", ")));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planner::Plain;
    use grognard_testkit::mock::Skirmish;

    #[test]
    fn weights_are_written_and_read_and_faults_are_one_line() {
        let prior = Weights::prior(&Skirmish::default(), &Plain);
        assert_eq!(Weights::read(&prior.text(), &prior), Ok(prior.clone()));
        assert!(prior.worth(&[1.0; 7]) > 0.0 && prior.worth(&[-1.0; 7]) < 0.0);
        let wrong = |text: &str, word: &str| {
            let why = Weights::read(text, &prior).unwrap_err();
            assert!(why.contains(word) && !why.contains('\n'), "{why}");
        };
        wrong("", "no file of weights");
        wrong("grognard weights 1\ngame eylau\n", "of eylau, not of skirmish");
        wrong("grognard weights 1\n", "of no game");
        wrong(&prior.text().replace("near", "far"), "other features");
        wrong(&prior.text().replace("weight points ", "weight points NaN "), "expected `weight NAME NUMBER`");
        wrong(&prior.text().replace("from", "since"), "expected game, from or weight");
    }
}
