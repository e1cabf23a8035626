//! What happened since a player last looked, as a paragraph: made of log lines, knowing no rule.

use crate::views::{CatchUp, Loss};
use grognard_engine::board::{Board, Line, Trail};

/// Units named one by one in a sentence about movement; the others are counted.
const NAMED: usize = 4;

/// Tells the lines of entries `from + 1` to `to`.
pub(crate) fn tell(from: usize, to: usize, lines: Vec<Line>, dice: Vec<u8>, board: &Board, standing: &str) -> CatchUp {
    let losses = losses(&lines, board);
    let mut teller = Teller::default();
    for line in &lines {
        teller.hear(line);
    }
    teller.pause();
    let mut sentences = teller.sentences;
    if from == to {
        sentences.push("Nothing has happened since.".to_owned());
    } else if sentences.is_empty() {
        sentences.push("Nothing much has happened since.".to_owned());
    }
    for loss in &losses {
        sentences.push(loss_words(loss, board));
    }
    if !standing.is_empty() {
        sentences.push(format!("Now {}.", standing.trim_end_matches('.')));
    }
    CatchUp { from, to, paragraph: sentences.join(" "), losses, dice, lines }
}

/// Gathers lines into sentences: moves until something else happens, and each attack with all that came of it.
#[derive(Default)]
struct Teller<'a> {
    sentences: Vec<String>,
    /// The last trail of each unit that moved, in the order in which they set out.
    moves: Vec<&'a Trail>,
    /// The parts of the sentence about the attack in hand.
    attack: Vec<String>,
}

impl<'a> Teller<'a> {
    fn hear(&mut self, line: &'a Line) {
        if let Some(battle) = &line.battle {
            self.pause();
            let (by, on) = (battle.attackers.join(", "), battle.defenders.join(", "));
            self.attack.push(format!("{by} attacked {on} at {}", battle.column));
        } else if line.level < 2 || (line.level < 3 && !self.attack.is_empty()) {
            self.pause();
        }
        if let Some(roll) = &line.roll {
            let result = roll.result.as_ref().map_or_else(String::new, |result| format!(", {result}"));
            match self.attack.is_empty() {
                true => self.say(&line.text),
                false => self.attack.push(format!("die {}{result}", roll.value)),
            }
        }
        if !line.lost.is_empty() {
            match self.attack.is_empty() {
                true => self.say(&line.text),
                false => self.attack.push(format!("{} lost", line.lost.join(", "))),
            }
        }
        if let Some(trail) = &line.path {
            if self.attack.is_empty() {
                self.moves.retain(|known| known.unit != trail.unit);
                self.moves.push(trail);
            } else {
                self.attack.push(format!("{} {}", trail.unit, outcome(trail)));
            }
        }
        if line.headline {
            // What a battle brought about belongs to its sentence; what stands alone gets one of its own.
            if self.attack.is_empty() { self.say(&line.text) } else { self.attack.push(line.text.clone()) }
        }
    }

    /// A sentence of its own.
    fn say(&mut self, text: &str) {
        self.pause();
        self.sentences.push(format!("{}.", capital(text)));
    }

    /// Ends the sentence that is being gathered.
    fn pause(&mut self) {
        let mut sides: Vec<&str> = Vec::new();
        for trail in &self.moves {
            if !sides.contains(&trail.side.as_str()) {
                sides.push(&trail.side);
            }
        }
        for side in sides {
            let of_side = |kind: bool| {
                let trails = self.moves.iter().filter(move |t| t.side == side && (t.kind == "enter") == kind);
                trails.copied().collect::<Vec<&Trail>>()
            };
            for (verb, trails) in [("moved", of_side(false)), ("brought on", of_side(true))] {
                if !trails.is_empty() {
                    self.sentences.push(format!("{} {verb} {}.", capital(side), journeys(&trails)));
                }
            }
        }
        self.moves.clear();
        if let [first, rest @ ..] = &self.attack[..] {
            let sentence = if rest.is_empty() { format!("{first}.") } else { format!("{first}: {}.", rest.join("; ")) };
            self.sentences.push(capital(&sentence));
            self.attack.clear();
        }
    }
}

/// `Sth1 to 1610, Sth2 to 1609 and 3 others`.
fn journeys(trails: &[&Trail]) -> String {
    let shown = if trails.len() > NAMED + 1 { NAMED } else { trails.len() };
    let names: Vec<String> = trails[..shown].iter().map(|t| format!("{} to {}", t.unit, end(t))).collect();
    match trails.len() - shown {
        0 => names.join(", "),
        others => format!("{} units: {} and {others} others", trails.len(), names.join(", ")),
    }
}

fn end(trail: &Trail) -> &str {
    trail.hexes.last().map_or("?", String::as_str)
}

/// What a unit did after a battle.
fn outcome(trail: &Trail) -> String {
    let verb = match trail.kind.as_str() {
        "retreat" => "retreated",
        "advance" => "advanced",
        "pushed" => "was pushed",
        "back" => "fell back",
        _ => "went",
    };
    format!("{verb} to {}", end(trail))
}

/// `French losses: Sth1, 1/44 (disrupted): strength 7.`
fn loss_words(loss: &Loss, board: &Board) -> String {
    let name = |tag: &String| {
        let counter = board.counters.iter().find(|counter| counter.tag == *tag);
        match counter.map(|counter| (&counter.off_map, &counter.hex)) {
            Some((Some(place), _)) if place != "lost" => format!("{tag} ({place})"),
            Some((None, Some(hex))) => format!("{tag} (back in {hex})"),
            _ => tag.clone(),
        }
    };
    let names: Vec<String> = loss.tags.iter().map(name).collect();
    format!("{} losses: {}, strength {} in all.", capital(&loss.side), names.join(", "), loss.strength)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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
