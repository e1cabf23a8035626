//! A position in one line, like FEN: `docs/notation.md` describes it field by field.

use crate::Battle;
use crate::exclusive::dresden::morale::{ARMIES, HIGHEST};
use crate::scenario::{Piece, Start};
use crate::state::{Frame, MAX_VACATED, NOWHERE, Side, State};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet};
use grognard_engine::{DataError, HexId};
use std::fmt::Write as _;

/// A side in one letter.
const fn letter(side: Side) -> char {
    match side {
        Side::French => 'F',
        Side::Allied => 'A',
    }
}

fn read_letter(text: &str) -> Result<Side, String> {
    match text {
        "F" => Ok(Side::French),
        "A" => Ok(Side::Allied),
        _ => Err(format!("{text:?} is no side; expected F or A")),
    }
}

fn small(text: &str, most: u8) -> Result<u8, String> {
    text.parse().ok().filter(|n| *n <= most).ok_or_else(|| format!("{text:?}: expected a number up to {most}"))
}

/// Reads one level for each army.
fn read_levels(text: &str) -> Result<[u8; ARMIES], String> {
    let levels: Vec<u8> = text.split(',').map(|n| small(n, HIGHEST)).collect::<Result<_, _>>()?;
    levels.try_into().map_err(|_| format!("expected {ARMIES} numbers"))
}

impl Battle {
    /// The name that a position begins with: the game, and options that are not as usual.
    fn position_head(&self) -> String {
        if self.options.weather { format!("{}+weather", self.scenario.id) } else { self.scenario.id.clone() }
    }

    /// The division of a unit, or its nation where it belongs to none.
    fn group_code<'a>(&'a self, piece: &'a Piece) -> &'a str {
        piece.division.map_or(&piece.nation, |d| &self.divisions()[usize::from(d)].code)
    }

    /// Units in roster order, cut wherever that changes.
    fn groups(&self) -> Vec<(&str, Vec<Unit>)> {
        let mut groups: Vec<(&str, Vec<Unit>)> = Vec::new();
        for (i, piece) in self.pieces().iter().enumerate() {
            let code = self.group_code(piece);
            match groups.last_mut() {
                Some((last, units)) if *last == code => units.push(i as Unit),
                _ => groups.push((code, vec![i as Unit])),
            }
        }
        groups
    }

    /// Writes a position.
    #[must_use]
    pub fn position_text(&self, state: &State) -> String {
        let number = |h: HexId| self.grid().number(h);
        let place = |&u: &Unit| match state.hex(u) {
            Some(hex) => number(hex),
            None if state.due.has(u) => "+".to_owned(),
            None if state.disrupted.has(u) => "~".to_owned(),
            None => "-".to_owned(),
        };
        let units: Vec<String> = self
            .groups()
            .iter()
            .map(|(code, units)| format!("{code}:{}", units.iter().map(place).collect::<Vec<_>>().join(",")))
            .collect();
        // Like the hexes that count for victory: nobody at all is a full stop.
        let units = if units.is_empty() { ".".to_owned() } else { units.join("/") };
        let frame = match state.frame {
            Frame::Move => "move".to_owned(),
            Frame::Hand { unit, spent, entered, ward } => {
                let entered = if entered { ",entered" } else { "" };
                let ward = if ward > 0 { format!(",ward{ward}") } else { String::new() };
                format!("hand:{},{spent}{entered}{ward}", self.tag(unit))
            }
            Frame::Muster => "muster".to_owned(),
            Frame::DayEnd => "dayend".to_owned(),
            Frame::Reorganize(placer) => format!("reorganize:{}", letter(placer)),
            Frame::Place { unit, placer } => format!("place:{},{}", self.tag(unit), letter(placer)),
            Frame::Overfull => "overfull".to_owned(),
            Frame::Fresh(side) => format!("fresh:{}", letter(side)),
            Frame::Combat => "combat".to_owned(),
            Frame::Declare => "declare".to_owned(),
            Frame::Losses => "losses".to_owned(),
            Frame::Retreat(side) => format!("retreat:{}", letter(side)),
            Frame::Displace { hex, side } => format!("push:{},{}", number(hex), letter(side)),
            Frame::Advance(side) => format!("advance:{}", letter(side)),
            Frame::StepBack => "back".to_owned(),
            Frame::Over => "over".to_owned(),
        };
        let control: String = (0..self.objectives().len()).map(|i| state.control[i].map_or('-', letter)).collect();
        let control = if control.is_empty() { "." } else { &control };
        let mut out = format!("{} {}{} {frame} {units} {control}", self.position_head(), state.turn, letter(state.phasing));
        let attack = &state.attack;
        for (key, set) in [
            ("moved", state.moved),
            ("back", state.put_back),
            ("bound", state.bound),
            ("owed", state.owed),
            ("fought", state.fought),
            ("fresh", state.fresh),
            ("def", attack.defenders),
            ("att", attack.attackers),
            ("guns", attack.guns),
            ("pending", attack.pending),
            ("chain", attack.chain),
            ("kept", attack.owed_guns),
            ("cut", attack.surrounded),
            ("reserve", state.reserve),
            ("fell", state.fell_back),
        ] {
            if !set.is_empty() {
                let tags: Vec<&str> = set.into_iter().map(|u| self.tag(u)).collect();
                let _ = write!(out, " {key}={}", tags.join(","));
            }
        }
        for (key, bits) in [("spent", state.fresh_spent), ("shift", attack.shifts)] {
            if bits != 0 {
                let codes: Vec<String> = (0..self.divisions().len())
                    .filter(|i| bits >> i & 1 == 1)
                    .map(|i| format!("{}.{}", letter(self.divisions()[i].side), self.divisions()[i].code))
                    .collect();
                let _ = write!(out, " {key}={}", codes.join(","));
            }
        }
        if let Some(division) = state.second_division {
            let _ = write!(out, " second={}", self.divisions().get(usize::from(division)).map_or("?", |d| &d.code));
        }
        if self.title() == Title::Dresden {
            let list = |levels: &[u8]| levels.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
            let _ = write!(out, " morale={}", list(&state.morale));
            if state.offers != [0; ARMIES] {
                let _ = write!(out, " offers={}", list(&state.offers));
            }
        }
        let low =
            [("lowered", attack.lowered), ("owing", attack.owing), ("shaken", attack.demoralized), ("city", state.city_paid)];
        for (key, value) in low {
            if value > 0 {
                let _ = write!(out, " {key}={value}");
            }
        }
        let vacated: Vec<String> = attack.vacated.iter().filter(|&&h| h != NOWHERE).map(|&h| number(h)).collect();
        if !vacated.is_empty() {
            let _ = write!(out, " vacated={}", vacated.join(","));
        }
        for (key, hex) in [("origin", attack.origin), ("stack", attack.stack), ("mate", attack.mate)] {
            if hex != NOWHERE {
                let _ = write!(out, " {key}={}", number(hex));
            }
        }
        if let Some(companion) = attack.companion {
            let _ = write!(out, " companion={}", self.tag(companion));
        }
        if state.klenau_released {
            out.push_str(" klenau");
        }
        if attack.rolled {
            out.push_str(" rolled");
        }
        if state.guard_attacked {
            out.push_str(" guard");
        }
        if attack.guns_may_step {
            out.push_str(" gunstep");
        }
        out
    }

    /// Reads a position.
    ///
    /// # Errors
    /// The field at fault and what was expected.
    pub fn read_position_text(&self, text: &str) -> Result<State, DataError> {
        let fault = |field: &str, why: String| DataError::new("position", field, why);
        let mut fields = text.split_whitespace();
        let mut next = |field: &str| fields.next().ok_or_else(|| fault(field, "is missing".to_owned()));
        let head = next("game")?;
        if head != self.position_head() {
            return Err(fault("game", format!("{head:?} is not {:?}", self.position_head())));
        }
        let mut state = self.opening();
        state.reserve = UnitSet::EMPTY;
        let turn = next("turn")?;
        let (number, side) = turn.split_at(turn.len() - turn.chars().last().map_or(0, char::len_utf8));
        state.turn = small(number, self.scenario.turns.len() as u8).map_err(|why| fault("turn", why))?;
        if state.turn == 0 {
            return Err(fault("turn", "turns are counted from 1".to_owned()));
        }
        state.phasing = read_letter(side).map_err(|why| fault("turn", why))?;
        let frame = next("decision")?;
        self.read_places(&mut state, next("units")?).map_err(|why| fault("units", why))?;
        self.read_control(&mut state, next("control")?).map_err(|why| fault("control", why))?;
        state.frame = self.read_frame(&state, frame).map_err(|why| fault("decision", why))?;
        let mut seen: Vec<&str> = Vec::new();
        for field in fields {
            let (key, value) = field.split_once('=').unwrap_or((field, ""));
            if seen.contains(&key) {
                return Err(fault(key, "is given twice".to_owned()));
            }
            seen.push(key);
            self.read_extra(&mut state, key, value).map_err(|why| fault(key, why))?;
        }
        self.sound(&state).map_err(|why| fault("position", why))?;
        Ok(state)
    }

    fn read_places(&self, state: &mut State, text: &str) -> Result<(), String> {
        let groups = self.groups();
        let parts: Vec<&str> = if text == "." { Vec::new() } else { text.split('/').collect() };
        if parts.len() != groups.len() {
            return Err(format!("{} groups of units, expected {}", parts.len(), groups.len()));
        }
        for (part, (code, units)) in parts.iter().zip(groups) {
            let places = part.strip_prefix(code).and_then(|p| p.strip_prefix(':'));
            let places: Vec<&str> =
                places.ok_or_else(|| format!("{part:?}: expected the units of {code}:"))?.split(',').collect();
            if places.len() != units.len() {
                return Err(format!("{code} has {} units, not {}", units.len(), places.len()));
            }
            for (place, unit) in places.iter().zip(units) {
                state.hexes[usize::from(unit)] = NOWHERE;
                state.due.remove(unit);
                let comes_later = !matches!(self.pieces()[usize::from(unit)].start, Start::Hex(_));
                match *place {
                    "~" if self.title() == Title::Dresden => state.disrupted.insert(unit),
                    "-" => state.lost.insert(unit),
                    "+" if comes_later => state.due.insert(unit),
                    "+" => return Err(format!("{} is no reinforcement", self.tag(unit))),
                    hex => state.hexes[usize::from(unit)] = self.grid().read(hex)?,
                }
            }
        }
        Ok(())
    }

    fn read_control(&self, state: &mut State, text: &str) -> Result<(), String> {
        let want = self.objectives().len();
        let letters: Vec<char> = if text == "." { Vec::new() } else { text.chars().collect() };
        if letters.len() != want {
            return Err(format!("expected {want} letters F, A or -"));
        }
        for (holder, letter) in state.control.iter_mut().zip(letters) {
            *holder = if letter == '-' { None } else { Some(read_letter(&letter.to_string())?) };
        }
        Ok(())
    }

    fn read_frame(&self, state: &State, text: &str) -> Result<Frame, String> {
        let (word, detail) = text.split_once(':').unwrap_or((text, ""));
        let parts: Vec<&str> = detail.split(',').collect();
        Ok(match (word, &parts[..]) {
            ("move", [""]) => Frame::Move,
            ("hand", [tag, spent, more @ ..]) => {
                let mut hand = (false, 0);
                for word in more {
                    match word.strip_prefix("ward") {
                        Some(ward) => hand.1 = small(ward, 9)?,
                        None if *word == "entered" => hand.0 = true,
                        None => return Err(format!("{word:?}: expected entered or ward and a number")),
                    }
                }
                Frame::Hand { unit: self.read_unit(tag)?, spent: small(spent, 15)?, entered: hand.0, ward: hand.1 }
            }
            ("overfull", [""]) => Frame::Overfull,
            ("fresh", [side]) => Frame::Fresh(read_letter(side)?),
            ("combat", [""]) => Frame::Combat,
            ("declare", [""]) => Frame::Declare,
            ("losses", [""]) => Frame::Losses,
            ("retreat", [side]) => Frame::Retreat(read_letter(side)?),
            ("muster", [""]) => Frame::Muster,
            ("dayend", [""]) => Frame::DayEnd,
            ("reorganize", [side]) => Frame::Reorganize(read_letter(side)?),
            ("place", [tag, side]) => Frame::Place { unit: self.read_unit(tag)?, placer: read_letter(side)? },
            ("push", [tag, side]) => {
                let (hex, side) = (self.grid().read(tag)?, read_letter(side)?);
                if self.units_in(state, hex).and(self.units_of(side)).len() < 2 {
                    return Err(format!("nobody has to be pushed out of {tag}"));
                }
                Frame::Displace { hex, side }
            }
            ("advance", [side]) => Frame::Advance(read_letter(side)?),
            ("back", [""]) => Frame::StepBack,
            ("over", [""]) => Frame::Over,
            _ => return Err(format!("{text:?} is no decision of this game")),
        })
    }

    fn read_set(&self, text: &str) -> Result<UnitSet, String> {
        text.split(',').map(|tag| self.read_unit(tag)).collect()
    }

    fn read_codes(&self, text: &str) -> Result<u32, String> {
        let mut bits = 0;
        for word in text.split(',') {
            let index = word.split_once('.').and_then(|(side, code)| {
                let side = read_letter(side).ok()?;
                self.divisions().iter().position(|d| d.side == side && d.code == code)
            });
            bits |= 1 << index.ok_or_else(|| format!("{word:?} is no division; expected e.g. F.Gd"))?;
        }
        Ok(bits)
    }

    fn read_extra(&self, state: &mut State, key: &str, value: &str) -> Result<(), String> {
        let attack = &mut state.attack;
        match key {
            "moved" => state.moved = self.read_set(value)?,
            "back" => state.put_back = self.read_set(value)?,
            "bound" => state.bound = self.read_set(value)?,
            "owed" => state.owed = self.read_set(value)?,
            "fought" => state.fought = self.read_set(value)?,
            "fresh" => state.fresh = self.read_set(value)?,
            "def" => attack.defenders = self.read_set(value)?,
            "att" => attack.attackers = self.read_set(value)?,
            "guns" => attack.guns = self.read_set(value)?,
            "pending" => attack.pending = self.read_set(value)?,
            "chain" => attack.chain = self.read_set(value)?,
            "kept" => attack.owed_guns = self.read_set(value)?,
            "spent" => state.fresh_spent = self.read_codes(value)?,
            "shift" => attack.shifts = self.read_codes(value)?,
            "second" => {
                let found = self.divisions().iter().position(|d| d.code == value && d.side == Side::Allied);
                state.second_division = Some(found.ok_or_else(|| format!("{value:?} is no Allied division"))? as u8);
            }
            "cut" => attack.surrounded = self.read_set(value)?,
            "reserve" => state.reserve = self.read_set(value)?,
            "fell" => state.fell_back = self.read_set(value)?,
            "morale" => state.morale = read_levels(value)?,
            "offers" => state.offers = read_levels(value)?,
            "shaken" => attack.demoralized = small(value, 15)?,
            "city" => state.city_paid = small(value, 15)?,
            "stack" => attack.stack = self.grid().read(value)?,
            "mate" => attack.mate = self.grid().read(value)?,
            "companion" => attack.companion = Some(self.read_unit(value)?),
            "klenau" if value.is_empty() => state.klenau_released = true,
            "rolled" if value.is_empty() => attack.rolled = true,
            "lowered" => attack.lowered = small(value, 20)?,
            "owing" => attack.owing = small(value, u8::MAX)?,
            "vacated" => {
                let hexes: Vec<&str> = value.split(',').collect();
                if hexes.len() > MAX_VACATED {
                    return Err(format!("more than {MAX_VACATED} hexes"));
                }
                for (place, hex) in attack.vacated.iter_mut().zip(hexes) {
                    *place = self.grid().read(hex)?;
                }
            }
            "origin" => attack.origin = self.grid().read(value)?,
            "guard" if value.is_empty() => state.guard_attacked = true,
            "gunstep" if value.is_empty() => attack.guns_may_step = true,
            _ => return Err("is no field of a position".to_owned()),
        }
        Ok(())
    }
}
