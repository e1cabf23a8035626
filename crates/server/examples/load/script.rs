//! Games prepared in advance.
//!
//! The server alone rolls, so what is played before it has rolled cannot depend on dice: these are random legal games in which
//! nobody ever does anything that needs a die.

use super::seat::Failure;
use grognard_engine::dice::{RecordingDice, SeededDice};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Longer games are not needed.
const LONGEST: usize = 800;
/// Shorter ones would make the players change tables all the time.
const SHORTEST: usize = 250;
/// How often a way that ends in front of a die is given up for another.
const RETREATS: usize = 20;

/// What is sent, one line for each action.
pub struct Script {
    lines: Vec<Line>,
}

/// One command.
pub struct Line {
    /// Who sends it: the first or the second seat.
    pub place: usize,
    /// The message.
    pub text: Utf8Bytes,
}

impl Script {
    /// How many commands there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// The command that is sent when so many have been played.
    pub fn line(&self, played: usize) -> Option<&Line> {
        self.lines.get(played)
    }
}

/// So many random legal games of Eylau without dice.
pub fn quiet_games(count: usize) -> Result<Vec<Script>, Failure> {
    let mut scripts = Vec::new();
    for seed in 0..20 * count as u64 {
        let script = quiet_game(seed)?;
        if script.len() >= SHORTEST {
            scripts.push(script);
        }
        if scripts.len() == count {
            return Ok(scripts);
        }
    }
    Err(format!("only {} of {count} games go on for {SHORTEST} actions without dice", scripts.len()).into())
}

/// A random legal game of Eylau without dice, as far as it goes.
fn quiet_game(seed: u64) -> Result<Script, Failure> {
    let mut whim = SeededDice::new(seed);
    let mut game = grognard_shelf::open("eylau", &[], &mut SeededDice::new(1)).map_err(|fault| fault.to_string())?;
    let mut moves: Vec<(usize, String)> = Vec::new();
    let mut best: Vec<(usize, String)> = Vec::new();
    let mut retreats = 0;
    while let Some(seat) = game.to_decide().filter(|_| moves.len() < LONGEST) {
        let place = game.seats().iter().position(|name| *name == seat).unwrap_or_default();
        let mut actions = game.actions();
        let played = loop {
            if actions.is_empty() {
                break None;
            }
            let action = actions.swap_remove(whim.below(actions.len() as u32) as usize);
            let mut thrown = SeededDice::new(seed);
            let mut dice = RecordingDice::new(&mut thrown);
            let before = game.played();
            if game.submit(seat, &action, &mut dice).is_err() {
                continue;
            }
            if dice.rolls.is_empty() && game.to_decide().is_some() {
                break Some(action);
            }
            game.undo_to(before);
        };
        if let Some(action) = played {
            moves.push((place, action));
            continue;
        }
        // Only dice are left: go back some way and try another.
        if moves.len() > best.len() {
            best = moves.clone();
        }
        if retreats == RETREATS {
            break;
        }
        retreats += 1;
        let keep = moves.len() - moves.len().min(20 + whim.below(100) as usize);
        moves.truncate(keep);
        game.undo_to(keep);
    }
    if moves.len() > best.len() {
        best = moves;
    }
    let line = |(played, (place, action)): (usize, (usize, String))| {
        let text = serde_json::json!({"type": "act", "id": played, "action": action, "played": played}).to_string();
        Line { place, text: text.into() }
    };
    Ok(Script { lines: best.into_iter().enumerate().map(line).collect() })
}
