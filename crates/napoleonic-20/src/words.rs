//! Actions in words, in shorthand, and as a person types them.

use crate::movement::{Ground, March};
use crate::scenario::Area;
use crate::state::{Frame, State};
use crate::unitset::Unit;
use crate::{Action, Campaign};
use grognard_engine::game::tried;
use grognard_engine::grid::split_number;
use grognard_engine::verbs::{self, Kind, Vocabulary};
use grognard_engine::{Decision, Grid, HexId, Rules, Seat, Subject, Violation};

/// What an area of entry is called among the kinds of things that actions name.
const AREA: &str = "area";

impl Vocabulary for Campaign {
    const JOINER: char = '.';
    const RESERVED: &'static [&'static str] = &["with"];

    fn grid(&self) -> &Grid {
        self.grid()
    }

    fn units(&self) -> usize {
        self.pieces().len()
    }

    fn tag(&self, unit: u16) -> &str {
        self.tag(unit.try_into().unwrap_or(Unit::MAX))
    }

    fn own_name(&self, kind: &'static str, index: u16) -> Option<String> {
        match kind {
            AREA => Area::ALL.get(usize::from(index)).map(|area| area.letter().to_owned()),
            _ => Some(Vocabulary::tag(self, index).to_owned()),
        }
    }

    fn read_own(&self, kind: &'static str, text: &str) -> Result<u16, String> {
        match (kind, Area::read(text)) {
            (AREA, Some(area)) if (area as u8) < 3 => Ok(area as u16),
            (AREA, _) => Err(format!("{text:?} is no French entry area; expected A, B or C")),
            // A cadre is a counter like any other.
            _ => verbs::read_unit(self, text),
        }
    }

    fn count_own(&self, kind: &'static str) -> usize {
        if kind == AREA { 3 } else { self.units() }
    }

    fn stranger(&self, kind: Kind) -> Violation {
        let (case, why) = match kind {
            Kind::Hex => ("2.0", "there is no such hex"),
            Kind::Own(AREA) => ("17.1.1", "there is no such area"),
            _ => ("2.0", "there is no such unit"),
        };
        Violation::new(case, why, Subject::None)
    }
}

impl Campaign {
    /// An action in words.
    #[must_use]
    pub fn action_words(&self, action: Action) -> String {
        verbs::write_words(self, action)
    }

    /// A unit by its tag; case does not matter.
    ///
    /// # Errors
    /// Says that there is none.
    pub fn read_unit(&self, tag: &str) -> Result<Unit, String> {
        verbs::read_unit(self, tag).map(|unit| unit as Unit)
    }

    /// Why a step of a whole command fails though the action alone says only that no unit is in hand: what has ended the move.
    pub(crate) fn blame_march(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        let to = match *actions.get(at)? {
            Action::Step(to) | Action::Go(to) if self.grid().holds(to) => Some(to),
            Action::Box => None,
            _ => return None,
        };
        let (&last, begun) = actions[..at].split_last()?;
        let mut held = tried(self, state, begun)?;
        self.check(&held, last).ok()?;
        // The step that ended the move, done again with the unit kept in hand.
        let Action::Step(hex) = last else { return None };
        let Frame::Hand { unit, forced, .. } = held.frame else { return None };
        let (spent, road, ends) = self.marching(&held, |march| march.step(hex)).and_then(Result::ok)?;
        let ground = Ground::of(self, &held);
        if ends && ground.zone.has(hex) {
            return Some(Violation::new("7.2", "an enemy zone of control ends the move", Subject::Hex(hex)));
        }
        if ends {
            return Some(Violation::new("6.7", "rough terrain ends the move", Subject::Hex(hex)));
        }
        // [3.2] For the box there is a reason of its own.
        let to = to?;
        held.due.remove(unit);
        held.boxed.remove(unit);
        held.hexes[usize::from(unit)] = hex;
        March::of(self, &held, &Ground::of(self, &held), unit, (spent, road, forced)).step(to).err()
    }

    /// Reads what a person types: an action in words, or `move UNIT HEX…`, `march UNIT HEX…` (a Force March), `attack HEX… with UNIT…`
    /// (a whole battle, declared), `charge HEX… with UNIT…` (the same). A target may be named by a unit that the seat sees.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read_command(&self, state: &State, seat: Seat, text: &str) -> Result<Vec<Action>, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["move", unit, ref way @ ..] => self.read_move(state, seat, unit, way, false),
            ["march", unit, ref way @ ..] => self.read_move(state, seat, unit, way, true),
            ["attack" | "charge", ref rest @ ..] => self.read_attack(state, seat, rest, true),
            ["declare", ref rest @ ..] => self.read_attack(state, seat, rest, false),
            // [9.2] A battle goes by the first of its targets, and may be named by any of them.
            ["fight", at] if state.frame == Frame::Resolve => {
                let hex = self.grid().read(at)?;
                Ok(vec![Action::Fight(self.battle_of(state, hex).unwrap_or(hex))])
            }
            ["lose", ref units @ ..] if units.len() > 1 => units.iter().map(|u| Ok(Action::Lose(self.read_unit(u)?))).collect(),
            _ => Ok(vec![verbs::read_words(self, text)?]),
        }
    }

    /// `move UNIT HEX` goes by a cheapest way; with several hexes the unit takes just these steps.
    fn read_move(&self, state: &State, seat: Seat, unit: &str, way: &[&str], forced: bool) -> Result<Vec<Action>, String> {
        let mut actions = Vec::new();
        let unit = self.read_unit(unit)?;
        // [16.1] Whoever has not to decide is not told by his own words who it is that moves, or how far he comes.
        let decides = matches!(self.decision(state), Decision::Choose { seat: decides, .. } if decides == seat);
        let in_hand = decides && matches!(state.frame, Frame::Hand { unit: held, .. } if held == unit);
        if !in_hand {
            actions.push(if forced { Action::Force(unit) } else { Action::Pick(unit) });
        }
        let (way, boxed) = match way {
            [rest @ .., "box"] => (rest, true),
            _ => (way, false),
        };
        let hexes: Vec<HexId> = way.iter().map(|h| self.read_goal(h)).collect::<Result<_, _>>()?;
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
                let after = tried(self, state, &actions);
                if decides && after.is_some_and(|after| matches!(after.frame, Frame::Hand { .. })) {
                    actions.push(Action::Halt);
                }
            }
        }
        Ok(actions)
    }

    /// The hex that a unit is to go to. [6.9] A number that no hex of the map has is read as one off it, to be refused for that.
    fn read_goal(&self, text: &str) -> Result<HexId, String> {
        let off_map = HexId(self.grid().size() as u16);
        self.grid().read(text).or_else(|why| split_number(text).map(|_| off_map).map_err(|_| why))
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
        if state.frame != Frame::Declare {
            actions.push(Action::Target(targets.remove(0)));
        }
        let mut trial = tried(self, state, &actions).unwrap_or(*state);
        let mut play = |action: Action| tried(self, &trial, &[action]).map(|next| trial = next).is_some();
        loop {
            if let Some(i) = units.iter().position(|&u| play(Action::Join(u))) {
                actions.push(Action::Join(units.remove(i)));
            } else if let Some(i) = targets.iter().position(|&h| play(Action::Target(h))) {
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
