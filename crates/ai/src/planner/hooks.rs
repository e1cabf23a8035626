//! What a rulebook may tell the planner. Everything has a default that works from what every game shows, so that a new rulebook is played at once;
//! each hook that is filled makes the play quicker or better.

use super::atlas::{Atlas, NO_SPOT, Spot};
use super::plan::{TEMPERS, Tempers};
use super::scene::Scene;
use super::script::Look;
use crate::Player;
use grognard_engine::{Board, Game, Outcome, Seat, UnitId};

/// A piece on the map, or one that is still to come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Piece {
    /// Who.
    pub unit: UnitId,
    /// The number of its seat, 0 or 1.
    pub side: u8,
    /// Where; [`NO_SPOT`] if it is not on the map yet.
    pub spot: Spot,
    /// With what it fights.
    pub strength: f32,
    /// How many hexes it goes in a turn, roughly; 0 for whoever may not move.
    pub reach: u8,
    /// The body that it belongs to: plans for hundreds of units are made by bodies.
    pub body: u16,
}

/// A hex that counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Goal {
    /// Where.
    pub spot: Spot,
    /// What it is worth to whoever holds it, by seat; a unit's usual worth is 1.
    pub worth: [f32; 2],
}

/// A turn of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moment {
    /// The turn, from 1.
    pub turn: u16,
    /// Whose it is.
    pub seat: u8,
    /// How many turns there are; 0 if nobody knows.
    pub turns: u16,
}

impl Moment {
    /// How much of the game is over, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f32 {
        if self.turns == 0 { 0.5 } else { (f32::from(self.turn) / f32::from(self.turns)).min(1.0) }
    }

    /// How much of the game is to come, this turn included, from 0 to 1.
    #[must_use]
    pub fn to_come(&self) -> f32 {
        if self.turns == 0 { 0.5 } else { (1.0 - (f32::from(self.turn) - 1.0) / f32::from(self.turns)).clamp(0.0, 1.0) }
    }
}

/// A rulebook's own head for plans of a turn: what it would do is rehearsed beside the planner's own ideas, and is done unless one of them is surely better.
pub struct Head<G: Game> {
    /// Whoever has the ideas.
    pub player: Box<dyn Player<G>>,
    /// What it costs to ask for a whole turn, in work.
    pub work: u64,
    /// By how many standard errors something else has to do better in rehearsals before it is done instead.
    pub trust: f32,
}

/// What a rulebook may tell. `score` is its rule of thumb; without it the planner goes by what an option points at.
pub trait Hooks<G: Game>: Send + Sync {
    /// Which turn of which side it is. By default this is read from the board, which takes its time: see [`Hooks::swift`].
    fn moment(&self, game: &G, state: &G::State) -> Moment {
        moment_of(game, &game.board(state, None))
    }
    /// Whether `moment` and `pieces` read the state itself and can be asked after every action.
    fn swift(&self) -> bool {
        false
    }
    /// Who stands where.
    fn pieces(&self, game: &G, state: &G::State, atlas: &Atlas, out: &mut Vec<Piece>) {
        pieces_on_boards(game, state, atlas, out);
    }
    /// The hexes that count.
    fn goals(&self, _game: &G, _state: &G::State, atlas: &Atlas, out: &mut Vec<Goal>) {
        out.extend(atlas.objectives().iter().map(|&spot| Goal { spot, worth: [1.0; 2] }));
    }
    /// The unit in hand, if the state tells it: `None` if it does not tell, `Some(None)` if nobody is.
    fn hand(&self, _game: &G, _state: &G::State) -> Option<Option<UnitId>> {
        None
    }
    /// Whether a die that has fallen has left something to do, such as losses, a retreat or an advance: what a position is worth is judged when that is done.
    fn hangs(&self, _game: &G, _state: &G::State) -> bool {
        false
    }
    /// How good an action looks at first sight; the best is played in rehearsals.
    fn score(&self, _look: &Look<'_, G>, _action: G::Action) -> Option<f32> {
        None
    }
    /// How many turns of sides a rehearsal looks ahead at most. Scripts make mistakes, and what comes of them late says little.
    fn horizon(&self) -> u16 {
        4
    }
    /// How much work is done in a second on one core, roughly: what a level's budget of seconds comes to.
    fn pace(&self) -> u64 {
        1_000_000
    }
    /// Somebody who knows how such a turn is played, for one who has so much work for it; none by default.
    fn head(&self, _work: u64, _seed: u64) -> Option<Head<G>> {
        None
    }
    /// What the tempers mean in this game.
    fn tempers(&self) -> Tempers {
        TEMPERS
    }
    /// What an attack of this strength on that is worth, from -1 to 1.
    fn strike(&self, attack: f32, defence: f32) -> f32 {
        ((attack / defence.max(0.1)).max(0.05).log2() / 1.6 - 0.25).clamp(-1.0, 1.0)
    }
    /// By how much a hex multiplies the strength of whoever defends it.
    fn shelter(&self, _game: &G, _state: &G::State, _spot: Spot, _atlas: &Atlas) -> f32 {
        1.0
    }
    /// Points by seat as they stand.
    fn points(&self, game: &G, state: &G::State) -> [f32; 2] {
        let standing = game.standing(state);
        [0, 1].map(|seat| standing.get(seat).map_or(0.0, |&points| points as f32))
    }
    /// More of what makes the position good for the first seat, appended to what the planner sees by itself. Always as many as [`Hooks::marks`] names.
    fn features(&self, _game: &G, _state: &G::State, _scene: &Scene, _out: &mut Vec<f32>) {}
    /// The names of these features, each with the weight that it has before anything is learnt.
    fn marks(&self) -> &'static [(&'static str, f32)] {
        &[]
    }
    /// The margin that makes victory likely: what is foreseen is measured by it.
    fn swing(&self, _game: &G) -> f32 {
        20.0
    }
    /// What an end is worth to the first seat, from -1 to 1.
    fn utility(&self, game: &G, outcome: &Outcome) -> f32 {
        utility_by_level(&game.levels(), outcome)
    }
}

/// For any game.
#[derive(Clone, Copy, Default, Debug)]
pub struct Plain;

impl<G: Game> Hooks<G> for Plain {}

/// What a victory of the lowest level is worth; a draw is worth nothing. The rest is parted among the levels above it, so that a point that turns a defeat
/// into a draw is worth more than one that makes a victory greater.
const VICTORY: f32 = 0.8;

/// The worth of an end to the first seat by its level: `levels` are best for the first seat first.
#[must_use]
pub fn utility_by_level(levels: &[String], outcome: &Outcome) -> f32 {
    let Some(winner) = outcome.winner else { return 0.0 };
    let sign = if winner == Seat(0) { 1.0 } else { -1.0 };
    let margin = outcome.points.first().zip(outcome.points.get(1)).map_or(0, |(a, b)| (a - b).abs()) as f32;
    let pad = 0.04 * margin / (margin + 40.0);
    // The longest of those that fit: "a great victory" is not "a great victory indeed".
    let fits = |(_, level): &(usize, &String)| outcome.verdict.starts_with(level.as_str());
    let level = levels.iter().enumerate().filter(fits).max_by_key(|(_, level)| level.len()).map(|(i, _)| i);
    let half = levels.len() / 2;
    let Some(level) = level.filter(|_| half > 1) else { return sign * (VICTORY + pad) };
    // From the end inwards: 0 for the greatest victory of the winner.
    let from_best = if sign > 0.0 { level } else { levels.len() - 1 - level };
    let greatness = 1.0 - from_best.min(half - 1) as f32 / (half - 1) as f32;
    sign * (VICTORY + 0.16 * greatness + pad)
}

/// The turn and the side that a board shows.
fn moment_of<G: Game>(game: &G, board: &Board) -> Moment {
    let seats = game.seats();
    let by_name = |name: &str| seats.iter().position(|&seat| seat == name);
    let now = board.phases.iter().find(|phase| phase.current).and_then(|phase| phase.side.as_deref()).and_then(by_name);
    let named = || seats.iter().position(|&seat| board.phase.contains(seat));
    let seat = now.or_else(named).unwrap_or(0) as u8;
    Moment { turn: board.turn_number, seat, turns: board.turns }
}

/// The counters on the map: each side's as it sees them itself, in the world that is looked at.
fn pieces_on_boards<G: Game>(game: &G, state: &G::State, atlas: &Atlas, out: &mut Vec<Piece>) {
    let seats = game.seats();
    let mut add = |board: &Board, only: Option<usize>| {
        for counter in &board.counters {
            let Some(side) = seats.iter().position(|&seat| seat == counter.side) else { continue };
            let Some(hex) = counter.hex.as_deref().filter(|_| only.is_none_or(|only| only == side)) else { continue };
            let strength = counter.strength.map_or_else(|| first_number(&counter.values), |n| n as f32);
            // What is missing of its steps is missing of its strength.
            let steps = counter.stance.as_ref().and_then(|stance| stance.steps.as_ref());
            let strength = steps.map_or(strength, |steps| strength * f32::from(steps.left) / f32::from(steps.full.max(1)));
            out.push(Piece {
                unit: atlas.unit(&counter.tag).unwrap_or(UnitId(u16::MAX)),
                side: side.min(1) as u8,
                spot: atlas.named(hex),
                strength: strength.max(0.0),
                reach: counter.movement.unwrap_or(4).clamp(0, 12) as u8,
                body: body_of(if counter.body.is_empty() { &counter.nation } else { &counter.body }),
            });
        }
    };
    if game.secretive() {
        for seat in 0..seats.len().min(2) {
            add(&game.board(state, Some(Seat(seat as u8))), Some(seat));
        }
    } else {
        add(&game.board(state, None), None);
    }
    out.retain(|piece| piece.spot != NO_SPOT);
}

/// A number for a body's name: the same for the same name.
fn body_of(name: &str) -> u16 {
    name.bytes().fold(7u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte))) as u16
}

/// The first number that is printed on a counter, 1 if there is none.
fn first_number(values: &str) -> f32 {
    let digits: String = values.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(verdict: &str, winner: Option<u8>, points: [i32; 2]) -> Outcome {
        Outcome { winner: winner.map(Seat), verdict: verdict.to_owned(), points: points.to_vec() }
    }

    #[test]
    fn a_defeat_averted_is_worth_more_than_a_victory_padded() {
        let levels: Vec<String> = ["Red great", "Red small", "draw", "Blue small", "Blue great"].map(str::to_owned).to_vec();
        let worth = |verdict: &str, winner, points| utility_by_level(&levels, &end(verdict, winner, points));
        let (great, small) = (worth("Red great victory", Some(0), [60, 0]), worth("Red small victory", Some(0), [20, 0]));
        let (draw, lost) = (worth("draw", None, [5, 0]), worth("Blue small victory", Some(1), [0, 20]));
        assert!(great > small && small > draw && draw > lost, "{great} {small} {draw} {lost}");
        assert!(draw - lost > great - small && (small + lost).abs() < 1e-6);
        assert!(worth("Blue great victory", Some(1), [0, 60]) >= -1.0 && great <= 1.0);
        let unknown = utility_by_level(&[], &end("Red wins", Some(0), [3, 1]));
        assert!((VICTORY..1.0).contains(&unknown));
    }

    #[test]
    fn strikes_are_worth_more_at_better_odds() {
        let strike = |attack, defence| Hooks::<grognard_testkit::mock::Skirmish>::strike(&Plain, attack, defence);
        assert!(strike(1.0, 2.0) < 0.0 && strike(3.0, 1.0) > 0.5 && strike(5.0, 0.0) <= 1.0);
    }
}
