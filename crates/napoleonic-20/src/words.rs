//! Actions in words, in shorthand, and as a person types them.

use crate::movement::{Ground, March};
use crate::scenario::Area;
use crate::state::{Frame, State};
use crate::unitset::Unit;
use crate::{Action, Campaign};
use grognard_engine::dice::SeededDice;
use grognard_engine::{HexId, Rules, Seat, Subject, Umpire, Violation};

/// The verbs without an object: word, shorthand, action.
const BARE: [(&str, &str, Action); 10] = [
    ("halt", ".", Action::Halt),
    ("box", "box", Action::Box),
    ("end", "end", Action::End),
    ("close", "!", Action::Close),
    ("lull", "lull", Action::Lull),
    ("commit", "commit", Action::Commit),
    ("decline", "decline", Action::Decline),
    ("hold", "hold", Action::Hold),
    ("horses", "horses", Action::Horses),
    ("ready", "ok", Action::Ready),
];

/// What an action speaks of.
enum Object {
    Unit(fn(Unit) -> Action),
    Hex(fn(HexId) -> Action),
    Both(fn(Unit, HexId) -> Action),
}

/// The other verbs and what they speak of; `stack`, `mark` and `remnant` have objects of their own.
const VERBS: [(&str, Object); 23] = [
    ("pick", Object::Unit(Action::Pick)),
    ("force", Object::Unit(Action::Force)),
    ("step", Object::Hex(Action::Step)),
    ("go", Object::Hex(Action::Go)),
    ("build", Object::Both(Action::Build)),
    ("break", Object::Both(Action::BreakDown)),
    ("unite", Object::Both(Action::BuildUp)),
    ("target", Object::Hex(Action::Target)),
    ("join", Object::Unit(Action::Join)),
    ("fight", Object::Hex(Action::Fight)),
    ("disengage", Object::Both(Action::Disengage)),
    ("penetrate", Object::Both(Action::Penetrate)),
    ("lose", Object::Unit(Action::Lose)),
    ("retreat", Object::Unit(Action::Retreat)),
    ("toward", Object::Hex(Action::Toward)),
    ("flee", Object::Hex(Action::Flee)),
    ("advance", Object::Both(Action::Advance)),
    ("name", Object::Hex(Action::Name)),
    ("delay", Object::Unit(Action::Delay)),
    ("recover", Object::Unit(Action::Recover)),
    ("rally", Object::Unit(Action::Rally)),
    ("pay", Object::Unit(Action::Pay)),
    ("place", Object::Hex(Action::Place)),
];

/// Whether a word means something else where a unit's tag may stand: in commands and in game notation.
pub(crate) fn is_taken(tag: &str) -> bool {
    let bare = BARE.iter().any(|(word, short, _)| tag == *word || tag == *short);
    bare || tag == "with" || grognard_engine::grid::split_number(tag).is_ok()
}

impl Campaign {
    /// The parts of an action: verb, unit, hex or other object.
    fn parts(&self, action: Action) -> (&'static str, Option<Unit>, Option<String>) {
        let hex = |h: HexId| Some(self.grid().number(h));
        let area = |a: u8| Some(Area::ALL.get(usize::from(a)).map_or("?", |a| a.letter()).to_owned());
        match action {
            Action::Pick(u) => ("pick", Some(u), None),
            Action::Force(u) => ("force", Some(u), None),
            Action::Step(h) => ("step", None, hex(h)),
            Action::Go(h) => ("go", None, hex(h)),
            Action::Build(u, h) => ("build", Some(u), hex(h)),
            Action::BreakDown(u, h) => ("break", Some(u), hex(h)),
            Action::BuildUp(u, h) => ("unite", Some(u), hex(h)),
            Action::Target(h) => ("target", None, hex(h)),
            Action::Join(u) => ("join", Some(u), None),
            Action::Fight(h) => ("fight", None, hex(h)),
            Action::Disengage(u, h) => ("disengage", Some(u), hex(h)),
            Action::Penetrate(u, h) => ("penetrate", Some(u), hex(h)),
            Action::Lose(u) => ("lose", Some(u), None),
            Action::Retreat(u) => ("retreat", Some(u), None),
            Action::Toward(h) => ("toward", None, hex(h)),
            Action::Flee(h) => ("flee", None, hex(h)),
            Action::Advance(u, h) => ("advance", Some(u), hex(h)),
            Action::Remnant(u, c) => ("remnant", Some(u), Some(self.tag(c).to_owned())),
            Action::Name(h) => ("name", None, hex(h)),
            Action::Delay(u) => ("delay", Some(u), None),
            Action::Recover(u) => ("recover", Some(u), None),
            Action::Rally(u) => ("rally", Some(u), None),
            Action::Pay(u) => ("pay", Some(u), None),
            Action::Place(h) => ("place", None, hex(h)),
            Action::Stack(u, a) => ("stack", Some(u), area(a)),
            Action::Mark(a) => ("mark", None, area(a)),
            bare => (BARE.iter().find(|(.., a)| *a == bare).map_or("", |(word, ..)| word), None, None),
        }
    }

    /// An action in words.
    #[must_use]
    pub fn action_words(&self, action: Action) -> String {
        let (verb, unit, rest) = self.parts(action);
        let mut words = vec![verb.to_owned()];
        words.extend(unit.map(|u| self.tag(u).to_owned()));
        words.extend(rest);
        words.join(" ")
    }

    /// A unit by its tag; case does not matter.
    ///
    /// # Errors
    /// Says that there is none.
    pub fn read_unit(&self, tag: &str) -> Result<Unit, String> {
        let found = self.pieces().iter().position(|p| p.tag.eq_ignore_ascii_case(tag));
        found.map(|i| i as Unit).ok_or_else(|| format!("there is no unit {tag:?}"))
    }

    /// Why a step of a whole command fails though the action alone says only that no unit is in hand: what has ended the move.
    pub(crate) fn blame_march(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        let (Action::Step(to) | Action::Go(to)) = *actions.get(at)? else { return None };
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
        let Frame::Hand { unit, forced, .. } = held.frame else { return None };
        let (spent, road, ends) = self.marching(&held, |march| march.step(hex)).and_then(Result::ok)?;
        let ground = Ground::of(self, &held);
        if ends && ground.zone.has(hex) {
            return Some(Violation::new("7.2", "an enemy zone of control ends the move", Subject::Hex(hex)));
        }
        if ends {
            return Some(Violation::new("6.7", "rough terrain ends the move", Subject::Hex(hex)));
        }
        held.due.remove(unit);
        held.boxed.remove(unit);
        held.hexes[usize::from(unit)] = hex;
        March::of(self, &held, &Ground::of(self, &held), unit, (spent, road, forced)).step(to).err()
    }

    fn read_area(&self, letter: &str) -> Result<u8, String> {
        match Area::from_letter(letter) {
            Some(area) if (area as u8) < 3 => Ok(area as u8),
            _ => Err(format!("{letter:?} is no French entry area; expected A, B or C")),
        }
    }

    /// Reads one action in words.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read_words(&self, text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        self.read_parts(&words, text)
    }

    fn read_parts(&self, words: &[&str], text: &str) -> Result<Action, String> {
        if let [word] = *words
            && let Some((.., action)) = BARE.iter().find(|(bare, ..)| *bare == word)
        {
            return Ok(*action);
        }
        match *words {
            ["stack", unit, area] => return Ok(Action::Stack(self.read_unit(unit)?, self.read_area(area)?)),
            ["mark", area] => return Ok(Action::Mark(self.read_area(area)?)),
            ["remnant", unit, cadre] => return Ok(Action::Remnant(self.read_unit(unit)?, self.read_unit(cadre)?)),
            [verb, ref rest @ ..] => {
                if let Some((_, object)) = VERBS.iter().find(|(word, _)| *word == verb) {
                    match (object, rest) {
                        (Object::Unit(make), [unit]) => return Ok(make(self.read_unit(unit)?)),
                        (Object::Hex(make), [hex]) => return Ok(make(self.grid().read(hex)?)),
                        (Object::Both(make), [unit, hex]) => return Ok(make(self.read_unit(unit)?, self.grid().read(hex)?)),
                        _ => {}
                    }
                }
            }
            [] => {}
        }
        let verbs: Vec<&str> =
            BARE.iter().map(|(w, ..)| *w).chain(VERBS.iter().map(|(w, _)| *w)).chain(["stack", "mark", "remnant"]).collect();
        Err(format!("{text:?} is no action; expected {}", verbs.join(", ")))
    }

    /// An action in the shorthand of the game notation: its words joined by a stop, without the verb `pick`.
    #[must_use]
    pub fn action_short(&self, action: Action) -> String {
        if let Some((_, short, _)) = BARE.iter().find(|(.., a)| *a == action) {
            return (*short).to_owned();
        }
        let (verb, unit, rest) = self.parts(action);
        let tag = unit.map_or("", |u| self.tag(u));
        match verb {
            "pick" => tag.to_owned(),
            "go" => format!(">{}", rest.unwrap_or_default()),
            "step" => format!("-{}", rest.unwrap_or_default()),
            "target" => format!("@{}", rest.unwrap_or_default()),
            "join" => format!("+{tag}"),
            _ => {
                let parts = [Some(verb.to_owned()), unit.map(|_| tag.to_owned()), rest];
                parts.into_iter().flatten().collect::<Vec<_>>().join(".")
            }
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
        let unknown = || format!("{text:?} is no action in shorthand");
        if let Some(unit) = self.pieces().iter().position(|p| p.tag == text) {
            return Ok(Action::Pick(unit as Unit));
        }
        let sign = text.chars().next().ok_or_else(unknown)?;
        let rest = &text[sign.len_utf8()..];
        match sign {
            '>' => Ok(Action::Go(self.grid().read(rest)?)),
            '-' => Ok(Action::Step(self.grid().read(rest)?)),
            '@' => Ok(Action::Target(self.grid().read(rest)?)),
            '+' => Ok(Action::Join(self.read_unit(rest)?)),
            _ => {
                let words: Vec<&str> = text.split('.').collect();
                if words.len() < 2 || BARE.iter().any(|(word, ..)| *word == words[0]) {
                    return Err(unknown());
                }
                self.read_parts(&words, text).map_err(|_| unknown())
            }
        }
    }

    /// Reads what a person types: an action in words, or `move UNIT HEX…`, `march UNIT HEX…` (a Force March), `attack HEX… with UNIT…`
    /// (a whole battle, declared), `charge HEX… with UNIT…` (the same). A target may be named by a unit that the seat sees.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read_command(&self, state: &State, seat: Seat, text: &str) -> Result<Vec<Action>, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["move", unit, ref way @ ..] => self.read_move(state, unit, way, false),
            ["march", unit, ref way @ ..] => self.read_move(state, unit, way, true),
            ["attack" | "charge", ref rest @ ..] => self.read_attack(state, seat, rest, true),
            ["declare", ref rest @ ..] => self.read_attack(state, seat, rest, false),
            ["lose", ref units @ ..] if units.len() > 1 => units.iter().map(|u| Ok(Action::Lose(self.read_unit(u)?))).collect(),
            _ => Ok(vec![self.read_words(text)?]),
        }
    }

    /// `move UNIT HEX` goes by a cheapest way; with several hexes the unit takes just these steps.
    fn read_move(&self, state: &State, unit: &str, way: &[&str], forced: bool) -> Result<Vec<Action>, String> {
        let mut actions = Vec::new();
        let unit = self.read_unit(unit)?;
        let in_hand = matches!(state.frame, Frame::Hand { unit: held, .. } if held == unit);
        if !in_hand {
            actions.push(if forced { Action::Force(unit) } else { Action::Pick(unit) });
        }
        let (way, boxed) = match way {
            [rest @ .., "box"] => (rest, true),
            _ => (way, false),
        };
        let hexes: Vec<HexId> = way.iter().map(|h| self.grid().read(h)).collect::<Result<_, _>>()?;
        match hexes[..] {
            [] if !boxed => return Err("say where to: move UNIT HEX, or move UNIT HEX HEX … for each step".to_owned()),
            [hex] if !boxed => actions.push(Action::Go(hex)),
            _ => {
                actions.extend(hexes.iter().map(|&h| Action::Step(h)));
                if boxed {
                    actions.push(Action::Box);
                    return Ok(actions);
                }
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

    fn read_attack(&self, state: &State, seat: Seat, words: &[&str], close: bool) -> Result<Vec<Action>, String> {
        let unknown = self.unknown_to(state, Some(seat));
        let usage = || "write: attack TARGET … with UNIT …".to_owned();
        let with = words.iter().position(|w| *w == "with").filter(|&w| w > 0).ok_or_else(usage)?;
        let hex = |target: &str| match self.grid().read(target) {
            Ok(hex) => Ok(hex),
            Err(_) => {
                // [16.1] One that lies face down is answered as one that is not there at all.
                let seen = self.read_unit(target).ok().filter(|&unit| !unknown.has(unit));
                let hex = seen.and_then(|unit| state.hex(unit));
                hex.ok_or_else(|| format!("no unit {target:?} is to be seen on the map"))
            }
        };
        let mut targets: Vec<HexId> = words[..with].iter().map(|t| hex(t)).collect::<Result<_, String>>()?;
        let mut units: Vec<Unit> = words[with + 1..].iter().map(|u| self.read_unit(u)).collect::<Result<_, String>>()?;
        // A battle grows from one target: whoever touches what is in it comes next, whatever the order typed.
        let mut actions = Vec::new();
        let mut trial = *state;
        let mut dice = SeededDice::new(0);
        if state.frame != Frame::Declare {
            actions.push(Action::Target(targets.remove(0)));
        }
        let play = |trial: &mut State, action: Action, dice: &mut SeededDice| {
            let legal = self.check(trial, action).is_ok();
            if legal {
                self.apply(trial, action, &mut Umpire::silent(dice));
            }
            legal
        };
        for &action in &actions {
            play(&mut trial, action, &mut dice);
        }
        loop {
            if let Some(i) = units.iter().position(|&u| play(&mut trial, Action::Join(u), &mut dice)) {
                actions.push(Action::Join(units.remove(i)));
            } else if let Some(i) = targets.iter().position(|&h| play(&mut trial, Action::Target(h), &mut dice)) {
                actions.push(Action::Target(targets.remove(i)));
            } else {
                break;
            }
        }
        // What could not be placed is passed on, to be refused with its reason.
        actions.extend(targets.into_iter().map(Action::Target));
        actions.extend(units.into_iter().map(Action::Join));
        if close {
            actions.push(Action::Close);
        }
        Ok(actions)
    }
}
