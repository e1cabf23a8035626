//! One game of a plan, played and written down.

use crate::luck;
use crate::plan::{Fixture, Key, Plan, derive, number_of};
use crate::player::{Contender, Fault, Spec};
use grognard_engine::fair::{self, FairDice};
use grognard_engine::{Case, Dice};
use grognard_shelf::{Ending, Happening, Match};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Most actions of a game before it counts as stalled. The longest games of random players stay far below.
pub const LIMIT: usize = 50_000;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// Its number in the plan.
    pub number: u64,
    /// Games with the same number here have the same dice.
    pub pair: u64,
    /// The game's name.
    pub game: String,
    /// Whether it is the changed game of a what-if.
    pub changed: bool,
    /// Players by number, on the first and on the second seat.
    pub seats: [usize; 2],
    /// A number by which games with the same dice are known.
    pub seed: u64,
    /// The number of the winning seat; none in a draw.
    pub winner: Option<usize>,
    /// The level of victory: the verdict without its points.
    pub level: String,
    /// Points by seat.
    pub points: Vec<i32>,
    /// Points of the first seat less those of the second.
    pub margin: i32,
    /// Actions played.
    pub actions: usize,
    /// The turn in which it ended.
    pub turns: u16,
    /// Why the umpire ended it, if no rule did.
    pub adjudicated: Option<String>,
    /// What the dice were worth to the first seat, in points, if that was reckoned.
    pub luck: Option<f64>,
    /// Dice by the seat whose action rolled them: how many, and their sum.
    pub dice: [Dices; 2],
    /// Thinking time by seat, which is no property of the game.
    pub time: [Thought; 2],
    /// Turn by turn.
    pub by_turn: Vec<TurnRow>,
    /// Unit by unit.
    pub losses: Vec<LossRow>,
}

/// Dice, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dices {
    /// How many.
    pub rolls: u32,
    /// Their sum.
    pub sum: u32,
}

impl Dices {
    fn add(&mut self, dice: &[u8]) {
        self.rolls += dice.len() as u32;
        self.sum += dice.iter().map(|&die| u32::from(die)).sum::<u32>();
    }

    /// The average, if any were rolled.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.rolls > 0).then(|| f64::from(self.sum) / f64::from(self.rolls))
    }
}

/// How long a player thought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// Milliseconds in all.
    pub total_ms: f64,
    /// Milliseconds of the slowest turn.
    pub slowest_ms: f64,
}

/// How things stood at the end of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnRow {
    /// Number of the turn, from 1.
    pub turn: u16,
    /// Actions played in it.
    pub actions: usize,
    /// Points by seat, if the game shows them while it goes on.
    pub points: [Option<i32>; 2],
    /// Strength lost in it, by seat.
    pub lost: [i32; 2],
    /// Dice rolled in it, by seat.
    pub dice: [Dices; 2],
    /// What the dice of the turn were worth to the first seat.
    pub luck: Option<f64>,
}

/// A unit that was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LossRow {
    /// The turn.
    pub turn: u16,
    /// The number of the seat that lost it.
    pub seat: usize,
    /// The unit.
    pub unit: String,
    /// What it was: `infantry`.
    pub arm: String,
    /// The body it belonged to.
    pub formation: String,
    /// Its printed strength.
    pub strength: i32,
    /// The hex where it happened, if that is known.
    pub hex: Option<String>,
}

/// Dice that begin anew with every phase, so that two games with the same seed keep the same dice from then on even if one of them
/// rolled more often before.
pub struct PhaseDice {
    /// The key of the game, in words.
    root: String,
    dice: FairDice,
}

impl PhaseDice {
    /// Dice of a key, before the first phase has begun.
    #[must_use]
    pub fn new(key: &Key) -> Self {
        let root = fair::hex(key);
        Self { dice: FairDice::new(derive(&root, "phase", &[0]), 0), root }
    }

    /// A phase begins, and the dice with it.
    pub fn begin(&mut self, phase: u64) {
        self.dice = FairDice::new(derive(&self.root, "phase", &[phase]), 0);
    }
}

impl Dice for PhaseDice {
    fn roll(&mut self, faces: u8, case: Case) -> u8 {
        self.dice.roll(faces, case)
    }
}

/// A unit as the statistics know it.
struct Known {
    seat: usize,
    arm: String,
    formation: String,
    strength: i32,
}

/// What is being written down.
struct Clerk {
    units: BTreeMap<String, Known>,
    phases: u64,
    turn: TurnRow,
    played: Played,
    /// Milliseconds of the present turn, by seat.
    thought: [f64; 2],
}

/// Plays a game of a plan.
///
/// # Errors
/// When the game cannot be set up, in one line. What a player does wrong is no error: it loses the game.
pub fn play(plan: &Plan, fixture: &Fixture) -> Result<Played, String> {
    play_out(plan, fixture).map(|(played, _)| played)
}

/// The same, with the record of the game.
///
/// # Errors
/// As for [`play`]; and a changed game of a what-if, which no published game is like, has no record.
pub fn play_recorded(plan: &Plan, fixture: &Fixture) -> Result<(Played, String), String> {
    let (played, game) = play_out(plan, fixture)?;
    if fixture.changed {
        return Err(format!(
            "game {} is the changed one of a pair: no published game is like it, and it has no record",
            fixture.number
        ));
    }
    Ok((played, game.record()?))
}

fn play_out(plan: &Plan, fixture: &Fixture) -> Result<(Played, Box<dyn Match>), String> {
    let mut dice = PhaseDice::new(&fixture.dice);
    let mut game = plan.open(&fixture.game, fixture.changed, &mut dice)?;
    let seats = game.seats();
    let patience = Duration::from_secs_f64(plan.bot_seconds);
    let mut players: Vec<Box<dyn Contender>> = Vec::new();
    for (seat, &player) in fixture.seats.iter().enumerate() {
        players.push(Spec::read(&plan.players[player])?.sit_down(fixture.minds[seat], patience));
    }
    let mut clerk = Clerk::new(game.as_ref(), fixture, plan.luck);
    let scale = luck::scale(&fixture.game);
    let mut fault: Option<(usize, Fault)> = None;
    for (seat, player) in players.iter_mut().enumerate() {
        if fault.is_none()
            && let Err(why) = player.begin(game.as_ref(), seats[seat], &fixture.id)
        {
            fault = Some((seat, why));
        }
    }
    while fault.is_none() && game.played() < LIMIT {
        let Some(name) = game.to_decide() else { break };
        let seat = seats.iter().position(|&seat| seat == name).unwrap_or(0);
        let begun = Instant::now();
        let chosen = players[seat].choose(game.as_ref(), name);
        clerk.thought[seat] += begun.elapsed().as_secs_f64() * 1e3;
        let action = match chosen {
            Ok(action) => action,
            Err(why) => {
                fault = Some((seat, why));
                break;
            }
        };
        let before = plan.luck.then(|| game.fork());
        match game.submit(name, &action, &mut dice) {
            Ok(happening) => {
                let luck = before.filter(|_| !happening.dice.is_empty()).and_then(|before| {
                    let expected = before.expectation(&action).ok()?;
                    Some(scale * (game.worth() - expected))
                });
                if clerk.note(game.as_ref(), seat, &happening, luck) {
                    dice.begin(clerk.phases);
                }
            }
            Err(why) => fault = Some((seat, Fault::Illegal(format!("{:?}: {}", crate::bot::short(&action), why.line)))),
        }
    }
    let (ending, reason) = close(game.as_ref(), fault);
    for player in &mut players {
        player.end(&ending, reason.as_deref());
    }
    let played = clerk.finish(game.as_ref(), &ending, reason);
    Ok((played, game))
}

/// How the game ended, and why if the umpire ended it.
fn close(game: &dyn Match, fault: Option<(usize, Fault)>) -> (Ending, Option<String>) {
    let seats = game.seats();
    let ending = match game.pending() {
        Err(ending) => return (ending, None),
        Ok(_) => |winner: Option<usize>, verdict: String| {
            let points = game.standing();
            Ending { winner: winner.map(|seat| seats[seat].to_owned()), verdict, points }
        },
    };
    match fault {
        Some((seat, why)) => {
            let reason = format!("{} {why}", seats[seat]);
            let winner = 1 - seat.min(1);
            (ending(Some(winner), format!("{} wins by default", seats[winner])), Some(reason))
        }
        None => (ending(None, "stalled".to_owned()), Some(format!("not over after {LIMIT} actions"))),
    }
}

/// The level of victory that a verdict tells: the verdict without its points.
fn level_of(game: &dyn Match, verdict: &str) -> String {
    let known = game.levels().into_iter().find(|level| verdict.starts_with(level.as_str()));
    known.unwrap_or_else(|| verdict.split(" (").next().unwrap_or_default().to_owned())
}

impl Clerk {
    fn new(game: &dyn Match, fixture: &Fixture, luck: bool) -> Self {
        let (seats, board) = (game.seats(), game.board(None));
        let known = |seat: usize, counter: &grognard_engine::Counter| Known {
            seat,
            arm: counter.kind.clone(),
            formation: game.formation(&counter.tag).unwrap_or_else(|| counter.nation.clone()),
            strength: counter.strength.unwrap_or(0),
        };
        // Everybody knows his own counters, also where they lie face down for the others.
        let mut units = BTreeMap::new();
        for (seat, &name) in seats.iter().enumerate() {
            let own = game.board(Some(name)).counters.into_iter().filter(|counter| counter.side == name);
            units.extend(own.map(|counter| (counter.tag.clone(), known(seat, &counter))));
        }
        let luck = luck.then_some(0.0);
        let turn =
            TurnRow { turn: board.turn_number, actions: 0, points: [None; 2], lost: [0; 2], dice: Default::default(), luck };
        Self {
            units,
            phases: 0,
            turn,
            played: Played {
                number: fixture.number,
                pair: fixture.pair,
                game: fixture.game.clone(),
                changed: fixture.changed,
                seats: fixture.seats,
                seed: number_of(&fixture.dice),
                winner: None,
                level: String::new(),
                points: Vec::new(),
                margin: 0,
                actions: 0,
                turns: 0,
                adjudicated: None,
                luck,
                dice: Default::default(),
                time: Default::default(),
                by_turn: Vec::new(),
                losses: Vec::new(),
            },
            thought: [0.0; 2],
        }
    }

    /// Writes down what came of an action. Says whether a phase has begun.
    fn note(&mut self, game: &dyn Match, seat: usize, happening: &Happening, luck: Option<f64>) -> bool {
        self.turn.actions += 1;
        self.turn.dice[seat].add(&happening.dice);
        if let (Some(sum), Some(luck)) = (&mut self.turn.luck, luck) {
            *sum += luck;
        }
        let mut lowest = u8::MAX;
        for line in &happening.log {
            if line.level == 0 && lowest > 0 {
                // What the log tells before the turn ends belongs to it, and what comes after it to the next.
                self.end_turn(game);
            }
            lowest = lowest.min(line.level);
            for tag in &line.lost {
                let Some(unit) = self.units.get(tag) else { continue };
                self.turn.lost[unit.seat.min(1)] += unit.strength;
                self.played.losses.push(LossRow {
                    turn: self.turn.turn,
                    seat: unit.seat,
                    unit: tag.clone(),
                    arm: unit.arm.clone(),
                    formation: unit.formation.clone(),
                    strength: unit.strength,
                    hex: line.hexes.first().cloned(),
                });
            }
        }
        self.phases += u64::from(lowest < 2);
        lowest < 2
    }

    /// Closes the present turn and opens the next.
    fn end_turn(&mut self, game: &dyn Match) {
        let board = game.board(None);
        let standing = game.standing();
        let points = [0, 1].map(|i| standing.get(i).copied());
        let luck = self.turn.luck.map(|_| 0.0);
        let fresh =
            TurnRow { turn: board.turn_number, actions: 0, points: [None; 2], lost: [0; 2], dice: Default::default(), luck };
        let mut row = std::mem::replace(&mut self.turn, fresh);
        row.points = points;
        self.add_up(row);
    }

    fn add_up(&mut self, row: TurnRow) {
        let played = &mut self.played;
        played.actions += row.actions;
        for (all, turn) in played.dice.iter_mut().zip(&row.dice) {
            all.rolls += turn.rolls;
            all.sum += turn.sum;
        }
        if let (Some(all), Some(turn)) = (&mut played.luck, row.luck) {
            *all += turn;
        }
        for (time, spent) in played.time.iter_mut().zip(&mut self.thought) {
            time.total_ms += *spent;
            time.slowest_ms = time.slowest_ms.max(*spent);
            *spent = 0.0;
        }
        if row.actions > 0 {
            played.by_turn.push(row);
        }
    }

    fn finish(mut self, game: &dyn Match, ending: &Ending, reason: Option<String>) -> Played {
        let seats = game.seats();
        let mut last = self.turn.clone();
        last.points = [ending.points.first().copied(), ending.points.get(1).copied()];
        self.add_up(last);
        // The last turn's points are those of the verdict, whichever row tells of it.
        if let Some(row) = self.played.by_turn.last_mut() {
            row.points = [ending.points.first().copied(), ending.points.get(1).copied()];
        }
        let mut played = self.played;
        let round = |luck: &mut Option<f64>| *luck = luck.map(|luck| (luck * 1e3).round() / 1e3);
        round(&mut played.luck);
        played.by_turn.iter_mut().for_each(|row| round(&mut row.luck));
        played.winner = ending.winner.as_ref().and_then(|winner| seats.iter().position(|seat| seat == winner));
        played.level = level_of(game, &ending.verdict);
        played.margin = ending.points.first().unwrap_or(&0) - ending.points.get(1).unwrap_or(&0);
        played.points.clone_from(&ending.points);
        played.turns = played.by_turn.last().map_or(0, |row| row.turn);
        played.adjudicated = reason;
        played
    }
}
