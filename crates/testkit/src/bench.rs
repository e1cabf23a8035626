//! What the benches of all rulebooks share: two things raced in turns, positions from random games, replays and playouts timed.
//!
//! Nothing here looks at a clock of its own: the bench hands in nanoseconds since any moment. Nor does it know the programs that
//! we are held against: they come in as closures.

use crate::rollout::playout;
use grognard_engine::dice::SeededDice;
use grognard_engine::plane::Plane;
use grognard_engine::table::Table;
use grognard_engine::{Decision, Game, Grid, HexId, Umpire, record};
use std::collections::BTreeSet;
use std::fmt;
use std::hint::black_box;
use std::sync::Arc;

/// Nanoseconds since any moment.
pub type Clock<'a> = &'a dyn Fn() -> u64;

/// How often each side of a race is run.
pub const ROUNDS: usize = 15;

/// How often a set of deeds is done in one round.
const REPEATS: u64 = 40;

/// How many rounds of playouts there are, and how long one lasts.
const PLAYOUT_ROUNDS: usize = 9;
const PLAYOUT_NANOSECONDS: u64 = 300_000_000;

/// Two things measured in turns, so that a machine that changes its speed changes both.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Race {
    /// Nanoseconds for one of ours: the median.
    pub ours: f64,
    /// Nanoseconds for one of theirs: the median.
    pub theirs: f64,
    /// How many times as long theirs takes, round by round: least, median, most.
    pub ratio: [f64; 3],
}

impl Race {
    /// Runs both in turns. A runner does so much work as its number says, and returns anything that depends on all of it.
    pub fn run(
        clock: Clock<'_>,
        (our_count, mut ours): (u64, impl FnMut() -> u64),
        (their_count, mut theirs): (u64, impl FnMut() -> u64),
    ) -> Self {
        let time = |run: &mut dyn FnMut() -> u64, count: u64| {
            let start = clock();
            black_box(run());
            (clock() - start) as f64 / count as f64
        };
        let mut rounds = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            let (a, b) = (time(&mut ours, our_count), time(&mut theirs, their_count));
            for (list, figure) in rounds.iter_mut().zip([a, b, b / a]) {
                list.push(figure);
            }
        }
        rounds.iter_mut().for_each(|list| list.sort_by(f64::total_cmp));
        let [a, b, ratios] = rounds;
        let middle = ROUNDS / 2;
        Self { ours: a[middle], theirs: b[middle], ratio: [ratios[0], ratios[middle], ratios[ROUNDS - 1]] }
    }

    /// How many times as fast ours is, with the range.
    #[must_use]
    pub fn faster(&self) -> String {
        let [least, middle, most] = self.ratio;
        format!("{middle:.1} times as fast ({least:.1} to {most:.1})")
    }

    /// How many times as long ours takes, with the range.
    #[must_use]
    pub fn longer(&self) -> String {
        let [least, middle, most] = self.ratio.map(|ratio| 1.0 / ratio);
        format!("{middle:.1} times as long ({most:.1} to {least:.1})")
    }
}

/// Positions from random games, spread over all turns and phases.
pub fn positions<G: Game>(game: &G, want: usize) -> Vec<G::State> {
    let mut found = Vec::new();
    let mut dice = SeededDice::new(1807);
    let mut options = Vec::new();
    while found.len() < want {
        let mut state = game.start(&mut Umpire::silent(&mut dice));
        while !is_over(game, &state) {
            let action = pick(game, &state, &mut options, &mut dice);
            game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
            if dice.below(200) == 0 && !is_over(game, &state) {
                found.push(state.clone());
            }
        }
    }
    found.truncate(want);
    found
}

fn is_over<G: Game>(game: &G, state: &G::State) -> bool {
    matches!(game.decision(state), Decision::Over(_))
}

fn pick<G: Game>(game: &G, state: &G::State, options: &mut Vec<G::Action>, dice: &mut SeededDice) -> G::Action {
    game.legal_actions(state, options);
    options[dice.below(options.len() as u32) as usize]
}

/// A map as programs see it that know nothing but the cost of entering a hex, by axial coordinates.
pub struct PlainMap {
    grid: Grid,
    costs: Vec<Option<u32>>,
}

/// Axial coordinates lie between `-HALF` and `HALF`.
const HALF: i32 = 128;

impl PlainMap {
    /// The hexes of a grid, each at a price.
    pub fn new(grid: &Grid, price: impl Fn(HexId) -> u32) -> Self {
        let mut map = Self { grid: grid.clone(), costs: vec![None; (4 * HALF * HALF) as usize] };
        for hex in grid.hexes() {
            let at = Self::place(map.axial(hex));
            map.costs[at] = Some(price(hex));
        }
        map
    }

    /// The axial coordinates of a hex. Maps of both kinds count alike inside, so that one formula serves both.
    #[inline]
    #[must_use]
    pub fn axial(&self, hex: HexId) -> (i32, i32) {
        let (column, row) = self.grid.column_row(hex);
        let (column, row) = (i32::from(column), i32::from(row));
        (column, row - (column + column % 2) / 2)
    }

    #[inline]
    fn place((x, y): (i32, i32)) -> usize {
        ((x + HALF) * 2 * HALF + y + HALF) as usize
    }

    /// What it costs to enter the hex with these coordinates; `None` off the map.
    #[inline]
    #[must_use]
    pub fn cost(&self, at: (i32, i32)) -> Option<u32> {
        self.costs[Self::place(at)]
    }

    /// Holds what we reach from a hex against what another program reaches.
    ///
    /// # Panics
    /// If the two differ.
    pub fn assert_same(&self, from: HexId, ours: &Plane, theirs: impl Iterator<Item = (i32, i32)>) {
        let ours: BTreeSet<_> = ours.iter().map(|hex| self.axial(hex)).collect();
        let theirs: BTreeSet<_> = theirs.collect();
        assert_eq!(ours, theirs, "the plain reach sets differ at {}", self.grid.number(from));
    }
}

/// A position and what is done in it, of any program: so many, amid random games of at most eighty moves.
pub fn deeds<P: Clone, M: Clone>(
    want: usize,
    start: impl Fn() -> P,
    moves: impl Fn(&P) -> Vec<M>,
    play: impl Fn(&mut P, &M),
) -> Vec<(P, M)> {
    let mut dice = SeededDice::new(3);
    let mut found = Vec::new();
    while found.len() < want {
        let mut position = start();
        for _ in 0..80 {
            let moves = moves(&position);
            if moves.is_empty() {
                break;
            }
            let chosen = &moves[dice.below(moves.len() as u32) as usize];
            if dice.below(10) == 0 {
                found.push((position.clone(), chosen.clone()));
            }
            play(&mut position, chosen);
        }
    }
    found.truncate(want);
    found
}

/// P3: clones a state and applies one legal action, against clone and play of another program.
pub fn clone_and_apply<G: Game, P: Clone, M>(
    clock: Clock<'_>,
    game: &G,
    positions: &[G::State],
    peers: &[(P, M)],
    play: impl Fn(&mut P, &M),
) -> Race {
    let mut dice = SeededDice::new(3);
    let mut options = Vec::new();
    let work: Vec<_> = positions.iter().map(|state| (state, pick(game, state, &mut options, &mut dice))).collect();
    let ours = || {
        for _ in 0..REPEATS {
            for (state, action) in &work {
                let mut next = (*state).clone();
                game.apply(&mut next, *action, &mut Umpire::silent(&mut dice));
                black_box(&next);
            }
        }
        REPEATS
    };
    let theirs = || {
        for _ in 0..REPEATS {
            for (position, chosen) in peers {
                let mut next = position.clone();
                play(&mut next, chosen);
                black_box(&next);
            }
        }
        REPEATS
    };
    Race::run(clock, (work.len() as u64 * REPEATS, ours), (peers.len() as u64 * REPEATS, theirs))
}

/// How long it takes to read, replay and verify a record.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Replay {
    /// Entries of the record.
    pub entries: usize,
    /// Its length.
    pub bytes: usize,
    /// Milliseconds: the median.
    pub milliseconds: f64,
    /// Milliseconds: the least.
    pub best: f64,
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entries, bytes, milliseconds, best } = self;
        write!(f, "{entries} entries, {} kB, {milliseconds:.1} ms, best {best:.1} ms", bytes / 1000)
    }
}

/// Plays a whole random game, and reads, replays and verifies its record.
///
/// # Panics
/// If the record does not lead to the position in which the game ended.
pub fn replay<G: Game>(clock: Clock<'_>, game: &Arc<G>) -> Replay {
    let mut dice = SeededDice::new(9);
    let (mut table, _) = Table::new(Arc::clone(game), &mut dice);
    let mut options = Vec::new();
    while let Some(seat) = table.to_decide() {
        let action = pick(&**game, &table.state, &mut options, &mut dice);
        table.play(seat, action, &mut dice).unwrap_or_else(|refusal| panic!("{}", game.explain_refusal(&refusal)));
    }
    let text = record::write(&table);
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = clock();
            let raw = record::read("bench", &text).expect("the record reads");
            let again = record::replay(Arc::clone(game), &raw, None, |_, _, _| {}).expect("the record holds");
            let took = clock() - start;
            assert!(again.state == table.state, "the replay ends elsewhere");
            took as f64 / 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    Replay { entries: table.entries.len(), bytes: text.len(), milliseconds: times[ROUNDS / 2], best: times[0] }
}

/// Random play, in a second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// Actions in the sense of the caller: the median.
    pub actions: f64,
    /// Decisions: the median.
    pub steps: f64,
    /// Games played in all rounds.
    pub games: u64,
}

impl fmt::Display for Rates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} actions/s, {:.0} steps/s, {} games", self.actions, self.steps, self.games)
    }
}

/// Our half of P2: uniform random play with every option listed. The ratio is taken by `cargo xtask peers`.
///
/// # Panics
/// If a game does not end.
pub fn playouts<G: Game>(clock: Clock<'_>, game: &G, is_action: impl Fn(&G::Action) -> bool) -> Rates {
    let mut dice = SeededDice::new(2);
    let mut options = Vec::new();
    let mut games = 0;
    let mut rounds: Vec<(f64, f64)> = (0..PLAYOUT_ROUNDS)
        .map(|_| {
            let (mut actions, mut steps) = (0, 0);
            let start = clock();
            loop {
                let mut state = game.start(&mut Umpire::silent(&mut dice));
                let played = playout(game, &mut state, &mut options, &mut dice, 1_000_000, &is_action);
                assert!(played.over, "a game does not end");
                actions += played.actions;
                steps += played.steps;
                games += 1;
                let took = clock() - start;
                if took >= PLAYOUT_NANOSECONDS {
                    let rate = |count: u64| count as f64 * 1e9 / took as f64;
                    return (rate(actions), rate(steps));
                }
            }
        })
        .collect();
    rounds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (actions, steps) = rounds[PLAYOUT_ROUNDS / 2];
    Rates { actions, steps, games }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mock::{Action, Skirmish};
    use std::cell::Cell;

    /// A clock that goes on by itself, so that every look takes a millisecond.
    fn ticking(now: &Cell<u64>) -> impl Fn() -> u64 + '_ {
        || {
            now.set(now.get() + 1_000_000);
            now.get()
        }
    }

    #[test]
    fn a_race_gives_medians_and_the_range_of_ratios() {
        let now = Cell::new(0);
        let clock = || now.get();
        let round = Cell::new(0);
        // Ours takes 10 for each of 2; theirs 20, but once 5 and once 100.
        let ours = || {
            now.set(now.get() + 20);
            0
        };
        let theirs = || {
            round.set(round.get() + 1);
            now.set(now.get() + [20, 5, 100][usize::from(round.get() == 3) + 2 * usize::from(round.get() == 7)]);
            0
        };
        let race = Race::run(&clock, (2, ours), (1, theirs));
        assert_eq!(race, Race { ours: 10.0, theirs: 20.0, ratio: [0.5, 2.0, 10.0] });
        assert_eq!(race.faster(), "2.0 times as fast (0.5 to 10.0)");
        assert_eq!(race.longer(), "0.5 times as long (0.1 to 2.0)");
    }

    #[test]
    fn positions_are_amid_games() {
        let game = Skirmish::default();
        let found = positions(&game, 20);
        assert_eq!(found.len(), 20);
        assert!(found.iter().all(|state| !is_over(&game, state)));
        assert_eq!(found, positions(&game, 20));
    }

    #[test]
    fn neighbours_have_axial_coordinates_one_step_apart() {
        for grid in [Grid::new(7, 5, &[]).unwrap(), Grid::lines_from_below(8, 5).unwrap()] {
            let map = PlainMap::new(&grid, |hex| u32::from(hex.0));
            let steps = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
            for a in grid.hexes() {
                assert_eq!(map.cost(map.axial(a)), Some(u32::from(a.0)));
                let (x, y) = map.axial(a);
                let near: Vec<_> = grid.neighbours(a).iter().map(|n| n.map(|n| map.axial(n))).collect();
                for ((dx, dy), near) in steps.into_iter().zip(near) {
                    assert_eq!(near.is_some(), map.cost((x + dx, y + dy)).is_some());
                    assert!(near.is_none_or(|near| near == (x + dx, y + dy)));
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "the plain reach sets differ at 0302")]
    fn a_reach_that_differs_is_found() {
        let grid = Grid::new(7, 5, &[]).unwrap();
        let map = PlainMap::new(&grid, |_| 1);
        let from = grid.at(3, 2).unwrap();
        let mut ours = Plane::EMPTY;
        ours.insert(from);
        map.assert_same(from, &ours, [map.axial(from), (0, 0)].into_iter());
    }

    #[test]
    fn deeds_replays_and_playouts_are_of_whole_games() {
        let game = Arc::new(Skirmish::default());
        let now = Cell::new(0);
        let clock = ticking(&now);
        let peers = deeds(5, || 0u8, |&n| if n < 9 { vec![1, 2] } else { Vec::new() }, |n, by| *n += by);
        assert!(peers.len() == 5 && peers.iter().all(|(n, by)| *n < 9 && [1, 2].contains(by)));
        let race = clone_and_apply(&clock, &*game, &positions(&*game, 10), &peers, |n, by| *n += by);
        // One look a round for either: the ratio is that of the counts.
        assert_eq!(race.ratio, [2.0; 3]);
        let again = replay(&clock, &game);
        assert!(again.entries > 0 && again.bytes > 0);
        assert_eq!((again.milliseconds, again.best), (1.0, 1.0));
        assert!(again.to_string().ends_with(" kB, 1.0 ms, best 1.0 ms"), "{again}");
        let rates = playouts(&clock, &*game, |action| matches!(action, Action::March(..)));
        assert_eq!(rates.games, 300 * PLAYOUT_ROUNDS as u64);
        assert!(rates.actions > 0.0 && rates.actions < rates.steps);
    }
}
