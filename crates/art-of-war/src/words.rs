//! Actions in words, in shorthand, and as a person types them.

use crate::movement::March;
use crate::state::{Frame, State};
use crate::unitset::Unit;
use crate::{Action, Battle};
use grognard_engine::dice::SeededDice;
use grognard_engine::{HexId, Rules, Umpire, Violation};

/// The verbs without an object: word, shorthand, action.
const BARE: [(&str, &str, Action); 10] = [
    ("halt", ".", Action::Halt),
    ("end", "end", Action::End),
    ("yield", "yield", Action::Yield),
    ("ready", "ok", Action::Ready),
    ("lower", "low", Action::Lower),
    ("roll", "!", Action::Roll),
    ("hold", "hold", Action::Hold),
    ("commit", "commit", Action::CommitAll),
    ("fight", "fight", Action::FightOn),
    ("stop", "stop", Action::Stop),
];

/// The shorthand for destroying a unit, the only such sign that is a letter and goes straight before a tag.
pub(crate) const DESTROY: char = 'x';

/// Whether a word means something else where a unit's tag may stand: in commands and in game notation.
pub(crate) fn is_taken(tag: &str) -> bool {
    let command = ["with", "shift", "lower"].contains(&tag);
    let bare = BARE.iter().any(|(word, short, _)| tag == *word || tag == *short);
    command || bare || grognard_engine::grid::split_number(tag).is_ok()
}

impl Battle {
    /// An action in words.
    #[must_use]
    pub fn action_words(&self, action: Action) -> String {
        let hex = |h: HexId| self.grid().number(h);
        match action {
            Action::Pick(u) => format!("pick {}", self.tag(u)),
            Action::Step(h) => format!("step {}", hex(h)),
            Action::Go(h) => format!("go {}", hex(h)),
            Action::Destroy(u) => format!("destroy {}", self.tag(u)),
            Action::Fresh(u) => format!("fresh {}", self.tag(u)),
            Action::Target(h) => format!("target {}", hex(h)),
            Action::Join(u) => format!("join {}", self.tag(u)),
            Action::Shift(d) => format!("shift {}", self.divisions().get(usize::from(d)).map_or("?", |d| &d.code)),
            Action::Lose(u) => format!("lose {}", self.tag(u)),
            Action::Retreat(u, h) => format!("retreat {} {}", self.tag(u), hex(h)),
            Action::Perish(u) => format!("perish {}", self.tag(u)),
            Action::Advance(u, h) => format!("advance {} {}", self.tag(u), hex(h)),
            Action::StepBack(u, h) => format!("back {} {}", self.tag(u), hex(h)),
            Action::Activate(u) => format!("activate {}", self.tag(u)),
            Action::Commit(u) => format!("commit {}", self.tag(u)),
            Action::Place(h) => format!("place {}", hex(h)),
            bare => BARE.iter().find(|(.., a)| *a == bare).map_or_else(String::new, |(word, ..)| (*word).to_owned()),
        }
    }

    /// A unit by its tag; case does not matter.
    ///
    /// # Errors
    /// Says that there is none.
    pub fn read_unit(&self, tag: &str) -> Result<Unit, String> {
        let exact = self.pieces().iter().position(|p| p.tag == tag);
        let loose = || self.pieces().iter().position(|p| p.tag.eq_ignore_ascii_case(tag));
        exact.or_else(loose).map(|i| i as Unit).ok_or_else(|| format!("there is no unit {tag:?}"))
    }

    fn read_division(&self, code: &str) -> Result<u8, String> {
        let found = self.divisions().iter().position(|d| d.code.eq_ignore_ascii_case(code));
        found.map(|i| i as u8).ok_or_else(|| format!("there is no division {code:?}"))
    }

    /// Reads one action in words.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read_words(&self, text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if let [word] = words[..]
            && let Some((.., action)) = BARE.iter().find(|(bare, ..)| *bare == word)
        {
            return Ok(*action);
        }
        let unit = |tag: &str| self.read_unit(tag);
        let hex = |number: &str| self.grid().read(number);
        match words[..] {
            ["pick", u] => Ok(Action::Pick(unit(u)?)),
            ["step", h] => Ok(Action::Step(hex(h)?)),
            ["go", h] => Ok(Action::Go(hex(h)?)),
            ["destroy", u] => Ok(Action::Destroy(unit(u)?)),
            ["fresh", u] => Ok(Action::Fresh(unit(u)?)),
            ["target", h] => Ok(Action::Target(hex(h)?)),
            ["join", u] => Ok(Action::Join(unit(u)?)),
            ["shift", d] => Ok(Action::Shift(self.read_division(d)?)),
            ["lose", u] => Ok(Action::Lose(unit(u)?)),
            ["retreat", u, h] => Ok(Action::Retreat(unit(u)?, hex(h)?)),
            ["perish", u] => Ok(Action::Perish(unit(u)?)),
            ["advance", u, h] => Ok(Action::Advance(unit(u)?, hex(h)?)),
            ["back", u, h] => Ok(Action::StepBack(unit(u)?, hex(h)?)),
            ["activate", u] => Ok(Action::Activate(unit(u)?)),
            ["commit", u] => Ok(Action::Commit(unit(u)?)),
            ["place", h] => Ok(Action::Place(hex(h)?)),
            _ => Err(format!(
                "{text:?} is no action; expected pick, step, go, halt, end, yield, destroy, fresh, ready, target, join, shift, lower, roll, lose, retreat, perish, advance, back, hold, activate, commit, place, fight or stop"
            )),
        }
    }

    /// An action in the shorthand of the game notation: a sign for the verb, then unit and hex without blanks.
    #[must_use]
    pub fn action_short(&self, action: Action) -> String {
        let hex = |h: HexId| self.grid().number(h);
        match action {
            Action::Pick(u) => self.tag(u).to_owned(),
            Action::Step(h) => format!("-{}", hex(h)),
            Action::Go(h) => format!(">{}", hex(h)),
            Action::Destroy(u) => format!("{DESTROY}{}", self.tag(u)),
            Action::Fresh(u) => format!("*{}", self.tag(u)),
            Action::Target(h) => format!("@{}", hex(h)),
            Action::Join(u) => format!("+{}", self.tag(u)),
            Action::Shift(d) => format!("^{}", self.divisions().get(usize::from(d)).map_or("?", |d| &d.code)),
            Action::Lose(u) => format!("~{}", self.tag(u)),
            Action::Retreat(u, h) => format!("r{}>{}", self.tag(u), hex(h)),
            Action::Perish(u) => format!("%{}", self.tag(u)),
            Action::Advance(u, h) => format!("a{}>{}", self.tag(u), hex(h)),
            Action::StepBack(u, h) => format!("b{}>{}", self.tag(u), hex(h)),
            Action::Activate(u) => format!("!{}", self.tag(u)),
            Action::Commit(u) => format!("?{}", self.tag(u)),
            Action::Place(h) => format!("<{}", hex(h)),
            bare => BARE.iter().find(|(.., a)| *a == bare).map_or_else(String::new, |(_, short, _)| (*short).to_owned()),
        }
    }

    /// Reads the shorthand.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read_shorthand(&self, text: &str) -> Result<Action, String> {
        if let Some((.., action)) = BARE.iter().find(|(_, short, _)| *short == text) {
            return Ok(*action);
        }
        // A tag alone takes the unit in hand; no tag holds a sign, but one may begin with a verb's letter.
        if let Ok(unit) = self.pieces().iter().position(|p| p.tag == text).ok_or(()) {
            return Ok(Action::Pick(unit as Unit));
        }
        let unknown = || format!("{text:?} is no action in shorthand");
        let sign = text.chars().next().ok_or_else(unknown)?;
        let rest = &text[sign.len_utf8()..];
        let unit = |tag: &str| self.read_unit(tag);
        let hex = |number: &str| self.grid().read(number);
        let both = || -> Result<(Unit, HexId), String> {
            let (tag, number) = rest.split_once('>').ok_or_else(unknown)?;
            Ok((unit(tag)?, hex(number)?))
        };
        Ok(match sign {
            '-' => Action::Step(hex(rest)?),
            '>' => Action::Go(hex(rest)?),
            DESTROY => Action::Destroy(unit(rest)?),
            '*' => Action::Fresh(unit(rest)?),
            '@' => Action::Target(hex(rest)?),
            '+' => Action::Join(unit(rest)?),
            '^' => Action::Shift(self.read_division(rest)?),
            '~' => Action::Lose(unit(rest)?),
            '%' => Action::Perish(unit(rest)?),
            '!' => Action::Activate(unit(rest)?),
            '?' => Action::Commit(unit(rest)?),
            '<' => Action::Place(hex(rest)?),
            'r' => both().map(|(u, h)| Action::Retreat(u, h))?,
            'a' => both().map(|(u, h)| Action::Advance(u, h))?,
            'b' => both().map(|(u, h)| Action::StepBack(u, h))?,
            _ => return Err(unknown()),
        })
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
            _ => Ok(vec![self.read_words(text)?]),
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
        let hexes: Vec<HexId> = way.iter().map(|h| self.grid().read(h)).collect::<Result<_, _>>()?;
        match hexes[..] {
            [] => return Err("say where to: move UNIT HEX, or move UNIT HEX HEX … for each step".to_owned()),
            [hex] => actions.push(Action::Go(hex)),
            _ => {
                actions.extend(hexes.iter().map(|&h| Action::Step(h)));
                // The move ends by itself when the unit can go no further; otherwise it has to be told to.
                let mut trial = *state;
                let mut dice = SeededDice::new(0);
                let done = actions.iter().all(|&a| {
                    let legal = self.check(&trial, a).is_ok();
                    if legal {
                        self.apply(&mut trial, a, &mut Umpire::silent(&mut dice));
                    }
                    legal
                });
                if done && matches!(trial.frame, Frame::Hand { .. }) {
                    actions.push(Action::Halt);
                }
            }
        }
        Ok(actions)
    }

    /// [4.1] [4.5] Why a unit cannot take one more step of the way that was typed, when its move has ended by itself before.
    pub(crate) fn blame_march(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        let to = match actions.get(at)? {
            Action::Step(to) | Action::Go(to) => *to,
            _ => return None,
        };
        let mut before = *state;
        let mut last = None;
        let mut dice = SeededDice::new(0);
        for &action in &actions[..at] {
            last = Some((before, action));
            self.check(&before, action).ok()?;
            self.apply(&mut before, action, &mut Umpire::silent(&mut dice));
        }
        // The step that ended the move, done again with the unit kept in hand.
        let (mut held, Action::Step(hex)) = last? else { return None };
        let Frame::Hand { unit, spent, entered, ward } = held.frame else { return None };
        if before.frame != Frame::Move {
            return None;
        }
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
        let mut rest = words[with + 1..].iter();
        while let Some(word) = rest.next() {
            match *word {
                "shift" => actions.push(Action::Shift(self.read_division(rest.next().ok_or_else(usage)?)?)),
                "lower" => {
                    let times: u8 = rest.next().and_then(|n| n.parse().ok()).filter(|n| *n <= 20).ok_or_else(usage)?;
                    actions.extend((0..times).map(|_| Action::Lower));
                }
                unit => actions.push(Action::Join(self.read_unit(unit)?)),
            }
        }
        if with == 0 {
            return Err(usage());
        }
        Ok(actions)
    }
}
