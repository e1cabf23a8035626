//! The game as text: names, actions in words and in shorthand, and what a person types.

use crate::movement::March;
use crate::state::{Frame, State};
use crate::unitset::Unit;
use crate::{Action, Battle};
use grognard_engine::fields;
use grognard_engine::game::tried;
use grognard_engine::grid::split_number;
use grognard_engine::verbs::{self, Kind, Vocabulary};
use grognard_engine::{Case, DataError, Grid, HexId, Seat, Subject, Violation, Words, words_of_verbs};

impl Vocabulary for Battle {
    const JOINER: char = '>';
    const RESERVED: &'static [&'static str] = &["with", "shift", "lower"];

    fn grid(&self) -> &Grid {
        self.grid()
    }

    fn units(&self) -> usize {
        self.pieces().len()
    }

    fn tag(&self, unit: u16) -> &str {
        self.pieces().get(usize::from(unit)).map_or("?", |piece| &piece.tag)
    }

    /// [20.0] A division, by its code.
    fn own_name(&self, _kind: &'static str, index: u16) -> Option<String> {
        self.divisions().get(usize::from(index)).map(|division| division.code.clone())
    }

    fn read_own(&self, _kind: &'static str, text: &str) -> Result<u16, String> {
        let found = self.divisions().iter().position(|division| division.code.eq_ignore_ascii_case(text));
        found.map(|i| i as u16).ok_or_else(|| format!("there is no division {text:?}"))
    }

    fn count_own(&self, _kind: &'static str) -> usize {
        self.divisions().len()
    }

    fn stranger(&self, kind: Kind) -> Violation {
        let (case, why) = match kind {
            Kind::Unit => ("2.4", "there is no such unit"),
            Kind::Hex => ("2.1", "there is no such hex"),
            Kind::Own(_) => ("20.2", "there is no such division"),
        };
        Violation::new(case, why, Subject::None)
    }
}

impl Words for Battle {
    words_of_verbs!();

    fn command(&self, state: &State, _seat: Seat, text: &str) -> Result<Vec<Action>, String> {
        self.read_command(state, text)
    }

    fn write_position(&self, state: &State) -> String {
        fields::write(self, state)
    }

    fn read_position(&self, text: &str) -> Result<State, DataError> {
        self.read_position_text(text)
    }

    fn digest(&self, state: &State) -> u64 {
        fields::digest(self, state)
    }

    fn blame(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        let march = self.blame_march(state, actions, at);
        march.or_else(|| self.blame_passed(state, actions, at)).or_else(|| self.blame_attackers(state, actions, at))
    }

    /// Movement points are told in halves where there are halves.
    fn amount(&self, case: Case, parts: i16) -> String {
        match (case.0, u8::try_from(parts)) {
            ("4.1" | "4.2", Ok(parts)) => self.points_number(parts),
            _ => parts.to_string(),
        }
    }
}

impl Battle {
    /// A unit by its tag; case does not matter.
    ///
    /// # Errors
    /// Says that there is none.
    pub fn read_unit(&self, tag: &str) -> Result<Unit, String> {
        verbs::read_unit(self, tag).map(|unit| unit as Unit)
    }

    /// Reads what a person types: an action in words, or `move UNIT HEX…`, `attack TARGET… with UNIT… [shift DIVISION]
    /// [lower N]`, `declare …` (the same without the roll), `fresh UNIT…`.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read_command(&self, state: &State, text: &str) -> Result<Vec<Action>, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["move", unit, ref way @ ..] => self.read_move(state, unit, way),
            [verb @ ("attack" | "declare"), ref rest @ ..] => {
                let mut actions = self.read_attack(state, rest)?;
                if verb == "attack" {
                    actions.push(Action::Roll);
                }
                Ok(actions)
            }
            ["fresh", ref units @ ..] if units.len() > 1 => units.iter().map(|u| Ok(Action::Fresh(self.read_unit(u)?))).collect(),
            ["lose", ref units @ ..] if units.len() > 1 => units.iter().map(|u| Ok(Action::Lose(self.read_unit(u)?))).collect(),
            // [11.5] All of one is that one.
            ["commit"] => Ok(vec![self.only_guard(state).map_or(Action::CommitAll, Action::Commit)]),
            // [11.3] [11.4] Either word declines to activate a reserve, after a loss as for a point of morale.
            ["ready"] if matches!(state.pending(), Frame::Offers(_)) => Ok(vec![Action::Hold]),
            ["hold"] if state.pending() == Frame::Muster => Ok(vec![Action::Ready]),
            _ => Ok(vec![self.read_action(text)?]),
        }
    }

    /// `move UNIT HEX` goes by a cheapest way; with several hexes the unit takes just these steps.
    fn read_move(&self, state: &State, unit: &str, way: &[&str]) -> Result<Vec<Action>, String> {
        let mut actions = Vec::new();
        let unit = self.read_unit(unit)?;
        let in_hand = matches!(state.frame, Frame::Hand { unit: held, .. } if held == unit);
        if !in_hand {
            actions.push(Action::Pick(unit));
        }
        let hexes: Vec<HexId> = way.iter().map(|h| self.read_goal(h)).collect::<Result<_, _>>()?;
        match hexes[..] {
            [] => return Err("say where to: move UNIT HEX, or move UNIT HEX HEX … for each step".to_owned()),
            [hex] => actions.push(Action::Go(hex)),
            _ => {
                actions.extend(hexes.iter().map(|&h| Action::Step(h)));
                // The move ends by itself when the unit can go no further; otherwise it has to be told to.
                let after = tried(self, state, &actions);
                if after.is_some_and(|after| matches!(after.frame, Frame::Hand { .. })) {
                    actions.push(Action::Halt);
                }
            }
        }
        Ok(actions)
    }

    /// The hex that a unit is to go to. [4.6] A number that no hex of the map has is read as one off it, to be refused for that.
    fn read_goal(&self, text: &str) -> Result<HexId, String> {
        let off_map = HexId(self.grid().size() as u16);
        self.grid().read(text).or_else(|why| split_number(text).map(|_| off_map).map_err(|_| why))
    }

    /// [4.1] [4.5] Why a unit cannot take one more step of the way that was typed, when its move has ended by itself before.
    pub(crate) fn blame_march(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        let to = match actions.get(at)? {
            Action::Step(to) | Action::Go(to) if self.grid().holds(*to) => *to,
            _ => return None,
        };
        let (&last, begun) = actions[..at].split_last()?;
        let mut held = tried(self, state, begun)?;
        if tried(self, &held, &[last])?.frame != Frame::Move {
            return None;
        }
        // The step that ended the move, done again with the unit kept in hand.
        let Action::Step(hex) = last else { return None };
        let Frame::Hand { unit, spent, entered, ward } = held.frame else { return None };
        let total = March::of(self, &held, unit, spent, entered, ward).step(hex).ok()?;
        let entered = entered || held.hex(unit).is_none();
        held.due.remove(unit);
        held.hexes[usize::from(unit)] = hex;
        March::of(self, &held, unit, total, entered, ward).step(to).err()
    }

    fn read_attack(&self, state: &State, words: &[&str]) -> Result<Vec<Action>, String> {
        let usage = || "write: attack TARGET … with UNIT … [shift DIVISION] [lower N]".to_owned();
        let with = words.iter().position(|w| *w == "with").ok_or_else(usage)?;
        let mut actions = Vec::new();
        let mut named: Vec<&str> = Vec::new();
        for target in &words[..with] {
            let hex = match self.grid().read(target) {
                Ok(hex) => hex,
                Err(_) => {
                    let unit = self.read_unit(target)?;
                    state.hex(unit).ok_or_else(|| format!("{target} is not on the map"))?
                }
            };
            // [10.4] Whoever stands in a hex is attacked together: naming two of them names the hex once.
            // The same word twice is passed on, to be refused.
            if named.contains(target) || !actions.contains(&Action::Target(hex)) {
                actions.push(Action::Target(hex));
            }
            named.push(*target);
        }
        let mut joined: Vec<Unit> = Vec::new();
        let mut rest = words[with + 1..].iter();
        while let Some(word) = rest.next() {
            match *word {
                "shift" => actions.push(Action::Shift(self.read_own("division", rest.next().ok_or_else(usage)?)? as u8)),
                "lower" => {
                    let times: u8 = rest.next().and_then(|n| n.parse().ok()).filter(|n| *n <= 20).ok_or_else(usage)?;
                    actions.extend((0..times).map(|_| Action::Lower));
                }
                unit => {
                    let unit = self.read_unit(unit)?;
                    // [10.3] Whoever stands with one that was named takes part already: naming him too says nothing new.
                    // The same unit twice is passed on, to be refused.
                    let brought = |after: State| after.attack.attackers.or(after.attack.guns).has(unit);
                    if joined.contains(&unit) || !tried(self, state, &actions).is_some_and(brought) {
                        actions.push(Action::Join(unit));
                    }
                    joined.push(unit);
                }
            }
        }
        if with == 0 {
            return Err(usage());
        }
        Ok(actions)
    }
}
