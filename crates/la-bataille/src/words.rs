//! Actions in words, in shorthand, and as a person types them.

use crate::action::{Action, SHAPES};
use crate::state::{Frame, State};
use crate::{Bautzen, Unit};
use grognard_engine::facing::{HEADINGS, Heading};
use grognard_engine::verbs::{self, Kind, Verbal, Vocabulary};
use grognard_engine::{Grid, Subject, Violation};

/// What a direction to look in is called among the kinds of things that actions name.
const FACING: &str = "facing";
/// The same for how a unit is drawn up.
const SHAPE: &str = "shape";

impl Vocabulary for Bautzen {
    const JOINER: char = '.';
    const RESERVED: &'static [&'static str] = &["with", "move", "fire", "storm"];

    fn grid(&self) -> &Grid {
        self.ground().grid()
    }

    fn units(&self) -> usize {
        self.count()
    }

    fn tag(&self, unit: u16) -> &str {
        self.field().army.tag(unit)
    }

    fn own_name(&self, kind: &'static str, index: u16) -> Option<String> {
        match kind {
            FACING => Heading::from_number(index as u8).map(|heading| self.ground().grid().compass(heading).to_owned()),
            SHAPE => SHAPES.get(usize::from(index)).map(|word| (*word).to_owned()),
            _ => None,
        }
    }

    fn read_own(&self, kind: &'static str, text: &str) -> Result<u16, String> {
        match kind {
            FACING => crate::army::read_facing(self.ground().grid(), text)
                .map(|heading| heading.number().into())
                .ok_or_else(|| format!("{text:?} is no facing; write N, NNE, NE, E … or the two hexsides of a vertex, as N/NE")),
            SHAPE => {
                // Formations may be called as when they are set up.
                let plain = text.to_lowercase().replace('é', "e");
                let usual = match plain.as_str() {
                    "general_order" => "general",
                    "road_march" => "march",
                    other => other,
                };
                let found = SHAPES.iter().position(|word| *word == usual).map(|at| at as u16);
                found.ok_or_else(|| format!("{text:?} is no formation; there is {}", SHAPES.join(", ")))
            }
            _ => Err(format!("{kind:?} names nothing")),
        }
    }

    fn count_own(&self, kind: &'static str) -> usize {
        match kind {
            FACING => HEADINGS.into(),
            SHAPE => SHAPES.len(),
            _ => 0,
        }
    }

    fn stranger(&self, kind: Kind) -> Violation {
        let (case, why) = match kind {
            Kind::Unit => ("3.1", "there is no such unit"),
            Kind::Hex => ("23.2", "there is no such hex on this map"),
            Kind::Own(FACING) => ("5.2", "there is no such facing"),
            Kind::Own(_) => ("5.1", "there is no such formation"),
        };
        Violation::new(case, why, Subject::None)
    }
}

impl Bautzen {
    /// A unit by its tag.
    ///
    /// # Errors
    /// Says that there is none.
    pub fn read_unit(&self, tag: &str) -> Result<Unit, String> {
        verbs::read_unit(self, tag)
    }

    /// Reads what a person types: an action in words, or `move UNIT HEX` (by a cheapest way), `move UNIT HEX…` (step by step), `fire HEX with UNIT…`, `storm HEX with UNIT…`.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read_command(&self, state: &State, text: &str) -> Result<Vec<Action>, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let grid = self.ground().grid();
        match words[..] {
            ["move", unit, ref way @ ..] => {
                let unit = self.read_unit(unit)?;
                if way.is_empty() {
                    return Err("say where to: move UNIT HEX HEX … for each step".to_owned());
                }
                let mut actions = Vec::new();
                if !matches!(state.frame(), Frame::Hand { unit: held, .. } if held == unit) {
                    actions.push(Action::Pick(unit));
                }
                // One hex far away is gone to by a cheapest way.
                if let [far] = way
                    && let far = grid.read(far)?
                    && !state.piece(unit).hexes().any(|hex| grid.adjacent(hex, far))
                {
                    actions.push(Action::Go(far));
                    return Ok(actions);
                }
                for hex in way {
                    actions.push(Action::Step(grid.read(hex)?));
                }
                Ok(actions)
            }
            [verb @ ("fire" | "storm"), hex, "with", ref units @ ..] if !units.is_empty() => {
                let hex = grid.read(hex)?;
                let mut actions = match (verb, state.frame()) {
                    // [10.1] Whoever acts has been named by what he does.
                    ("fire", Frame::Opportunity(acts)) if state.piece(acts).stands_in(hex) => Vec::new(),
                    ("fire", Frame::Aim(named)) if named == hex => Vec::new(),
                    ("fire", _) => vec![Action::Target(hex)],
                    (_, Frame::Assault) if state.fight.hex == hex => Vec::new(),
                    _ => vec![Action::Assault(hex)],
                };
                for unit in units {
                    actions.push(Action::Join(self.read_unit(unit)?));
                }
                actions.push(Action::Done);
                Ok(actions)
            }
            ["fire" | "storm", ..] => Err("write: fire HEX with UNIT …, or storm HEX with UNIT …".to_owned()),
            _ => verbs::read_words(self, text).map(|action| vec![action]).map_err(|why| how_written(&words).unwrap_or(why)),
        }
    }
}

/// How a command is written that has too many words or too few, and which commands there are besides actions.
fn how_written(words: &[&str]) -> Option<String> {
    let (first, rest) = words.split_first()?;
    let Some(verb) = Action::VERBS.iter().find(|verb| verb.word == *first) else {
        let known: Vec<&str> = Action::VERBS.iter().map(|verb| verb.word).collect();
        return Some(format!(
            "{:?} is no action; expected move UNIT HEX …, fire HEX with UNIT …, storm HEX with UNIT …, {}",
            words.join(" "),
            known.join(", ")
        ));
    };
    if verb.kinds.len() == rest.len() {
        return None;
    }
    let names = verb.kinds.iter().map(|kind| match kind {
        Kind::Unit => " UNIT",
        Kind::Hex => " HEX",
        Kind::Own(FACING) => " FACING",
        Kind::Own(_) => " FORMATION",
    });
    Some(format!("{:?}: write {first}{}", words.join(" "), names.collect::<String>()))
}
