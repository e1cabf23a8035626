//! What happened since a player last looked, as a paragraph: made of log lines, knowing no rule.

use crate::views::{CatchUp, Loss};
use grognard_engine::Board;
use grognard_engine::board::Line;

/// Tells the lines of entries `from + 1` to `to`.
pub(crate) fn tell(from: usize, to: usize, lines: Vec<Line>, dice: Vec<u8>, board: &Board, standing: &str) -> CatchUp {
    let losses = losses(&lines, board);
    let mut paragraph = Vec::new();
    if from == to {
        paragraph.push("Nothing has happened since.".to_owned());
    }
    if !standing.is_empty() {
        paragraph.push(format!("{}.", standing.trim_end_matches('.')));
    }
    CatchUp { from, to, paragraph: paragraph.join(" "), losses, dice, lines }
}

/// Who lost what.
fn losses(lines: &[Line], board: &Board) -> Vec<Loss> {
    let mut losses: Vec<Loss> = Vec::new();
    for tag in lines.iter().flat_map(|line| &line.lost) {
        let Some(counter) = board.counters.iter().find(|counter| counter.tag == *tag) else { continue };
        let at = losses.iter().position(|loss| loss.side == counter.side).unwrap_or_else(|| {
            losses.push(Loss { side: counter.side.clone(), tags: Vec::new(), strength: 0 });
            losses.len() - 1
        });
        losses[at].tags.push(tag.clone());
        losses[at].strength += counter.strength.unwrap_or(0);
    }
    losses
}
