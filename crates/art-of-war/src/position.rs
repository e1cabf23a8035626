//! A position in one line, like FEN: `docs/notation.md` describes it field by field.

use crate::Battle;
use crate::obligation::{Duties, Plan};
use crate::scenario::Piece;
use crate::sequence::Phase;
use crate::state::{Attack, Frame, MAX_VACATED, NOWHERE, Side, State};
use crate::table::COLUMNS;
use crate::unitset::{Unit, UnitSet};
use grognard_engine::{DataError, Game, HexId};
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

impl Battle {
    /// The name that a position begins with: the game, and options that are not as usual.
    fn position_head(&self) -> String {
        if self.options.weather { format!("{}+weather", self.scenario.id) } else { self.scenario.id.clone() }
    }

    /// Units in roster order, cut wherever the division changes.
    fn groups(&self) -> Vec<(&str, Vec<Unit>)> {
        let code = |p: &Piece| p.division.map_or(".", |d| self.divisions()[usize::from(d)].code.as_str());
        let mut groups: Vec<(&str, Vec<Unit>)> = Vec::new();
        for (i, piece) in self.pieces().iter().enumerate() {
            match groups.last_mut() {
                Some((last, units)) if *last == code(piece) => units.push(i as Unit),
                _ => groups.push((code(piece), vec![i as Unit])),
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
            None => "-".to_owned(),
        };
        let units: Vec<String> = self
            .groups()
            .iter()
            .map(|(code, units)| format!("{code}:{}", units.iter().map(place).collect::<Vec<_>>().join(",")))
            .collect();
        let frame = match state.frame {
            Frame::Move => "move".to_owned(),
            Frame::Hand { unit, spent, entered } => {
                format!("hand:{},{spent}{}", self.tag(unit), if entered { ",entered" } else { "" })
            }
            Frame::Overfull => "overfull".to_owned(),
            Frame::Fresh(side) => format!("fresh:{}", letter(side)),
            Frame::Combat => "combat".to_owned(),
            Frame::Declare => "declare".to_owned(),
            Frame::Losses => "losses".to_owned(),
            Frame::Retreat(side) => format!("retreat:{}", letter(side)),
            Frame::Displace { unit, side } => format!("push:{},{}", self.tag(unit), letter(side)),
            Frame::Advance(side) => format!("advance:{}", letter(side)),
            Frame::StepBack => "back".to_owned(),
            Frame::Over => "over".to_owned(),
        };
        let control: String = (0..self.objectives().len()).map(|i| state.control[i].map_or('-', letter)).collect();
        let control = if control.is_empty() { "." } else { &control };
        let mut out =
            format!("{} {}{} {frame} {} {control}", self.position_head(), state.turn, letter(state.phasing), units.join("/"));
        let attack = &state.attack;
        for (key, set) in [
            ("moved", state.moved),
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
        for (key, value) in [("lowered", attack.lowered), ("owing", attack.owing)] {
            if value > 0 {
                let _ = write!(out, " {key}={value}");
            }
        }
        let vacated: Vec<String> = attack.vacated.iter().filter(|&&h| h != NOWHERE).map(|&h| number(h)).collect();
        if !vacated.is_empty() {
            let _ = write!(out, " vacated={}", vacated.join(","));
        }
        if attack.origin != NOWHERE {
            let _ = write!(out, " origin={}", number(attack.origin));
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
        let parts: Vec<&str> = text.split('/').collect();
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
                match *place {
                    "-" => state.lost.insert(unit),
                    "+" if matches!(self.pieces()[usize::from(unit)].start, crate::scenario::Start::Due { .. }) => {
                        state.due.insert(unit);
                    }
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
            ("hand", [tag, spent]) => Frame::Hand { unit: self.read_unit(tag)?, spent: small(spent, 15)?, entered: false },
            ("hand", [tag, spent, "entered"]) => {
                Frame::Hand { unit: self.read_unit(tag)?, spent: small(spent, 15)?, entered: true }
            }
            ("overfull", [""]) => Frame::Overfull,
            ("fresh", [side]) => Frame::Fresh(read_letter(side)?),
            ("combat", [""]) => Frame::Combat,
            ("declare", [""]) => Frame::Declare,
            ("losses", [""]) => Frame::Losses,
            ("retreat", [side]) => Frame::Retreat(read_letter(side)?),
            ("push", [tag, side]) => {
                let unit = self.read_unit(tag)?;
                if state.hex(unit).is_none() {
                    return Err(format!("{tag} is not on the map"));
                }
                Frame::Displace { unit, side: read_letter(side)? }
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

    /// Whether a position read from text can be played on: nothing in it contradicts the decision, and there is a way on.
    fn sound(&self, state: &State) -> Result<(), String> {
        self.sound_places(state)?;
        self.sound_sets(state)?;
        let attack = &state.attack;
        if self.phase(state) == Phase::Combat && state.frame != Frame::Over && self.is_night(state) {
            return Err("[8.2] at night nobody fights".to_owned());
        }
        match state.frame {
            Frame::Hand { unit, spent, entered } => self.sound_march(state, unit, spent, entered)?,
            Frame::Declare => self.sound_declaration(state)?,
            Frame::Losses | Frame::Retreat(_) | Frame::Displace { .. } | Frame::Advance(_) | Frame::StepBack => {
                self.sound_result(state)?;
            }
            Frame::Move | Frame::Overfull | Frame::Fresh(_) | Frame::Combat | Frame::Over => {}
        }
        let in_hand = matches!(state.frame, Frame::Declare) || Self::is_result(state.frame);
        if !in_hand && *attack != Attack::NONE {
            return Err("speaks of an attack, but the decision does not".to_owned());
        }
        if state.frame == Frame::Over && usize::from(state.turn) != self.scenario.turns.len() {
            return Err("is over before the last turn".to_owned());
        }
        let mut options = Vec::new();
        self.legal_actions(state, &mut options);
        if options.is_empty() && state.frame != Frame::Over {
            return Err("nothing could be done in it".to_owned());
        }
        Ok(())
    }

    /// Whether the die of an attack has been thrown.
    const fn is_result(frame: Frame) -> bool {
        matches!(frame, Frame::Losses | Frame::Retreat(_) | Frame::Displace { .. } | Frame::Advance(_) | Frame::StepBack)
    }

    /// [4.3] [4.4] Who may share a hex: friends while their side moves, and a unit with the one that pushes it.
    pub(crate) fn sound_places(&self, state: &State) -> Result<(), String> {
        let mut seen: Vec<(HexId, Unit)> = Vec::new();
        for unit in self.on_map(state) {
            let hex = state.hexes[usize::from(unit)];
            let side = self.pieces()[usize::from(unit)].side;
            let mut others = seen.iter().filter(|(h, _)| *h == hex).map(|&(_, other)| other);
            if let Some(other) = others.next() {
                if self.pieces()[usize::from(other)].side != side {
                    return Err(format!("[4.3] {} shares its hex with an enemy", self.tag(unit)));
                }
                let moves = matches!(state.frame, Frame::Move | Frame::Hand { .. } | Frame::Overfull) && side == state.phasing;
                let pushed = matches!(state.frame, Frame::Displace { unit: pushed, .. } if pushed == unit || pushed == other);
                if !moves && (!pushed || others.next().is_some()) {
                    return Err(format!("[4.4] {} shares its hex with {}", self.tag(unit), self.tag(other)));
                }
            }
            seen.push((hex, unit));
        }
        Ok(())
    }

    /// [5.1] [21.1] Whose units the sets of a phase may hold.
    fn sound_sets(&self, state: &State) -> Result<(), String> {
        let ours = self.units_of(state.phasing);
        let fights = self.phase(state) == Phase::Combat;
        for (key, set, of) in [("bound", state.bound, ours), ("owed", state.owed, self.all.less(ours))] {
            if let Some(unit) = set.less(of).first().filter(|_| fights) {
                return Err(format!("{} cannot be {key}: it is on the other side", self.tag(unit)));
            }
        }
        for division in self.divisions() {
            let fresh = division.units.and(state.fresh);
            if let Some(unit) = fresh.first().filter(|_| division.fresh == 0 || fresh.len() > 1) {
                return Err(format!("[21.1] {} cannot have Fresh Strength from {}", self.tag(unit), division.code));
            }
        }
        match state.fresh.into_iter().find(|&u| self.pieces()[usize::from(u)].division.is_none()) {
            Some(unit) => Err(format!("[21.0] {} has no division to give it Fresh Strength", self.tag(unit))),
            None => Ok(()),
        }
    }

    /// [4.1] [7.1] Whether a unit can be on the move like this.
    fn sound_march(&self, state: &State, unit: Unit, spent: u8, entered: bool) -> Result<(), String> {
        let piece = &self.pieces()[usize::from(unit)];
        if piece.side != state.phasing || state.lost.has(unit) || state.moved.has(unit) || spent > piece.movement {
            return Err(format!("{} cannot be on the move", piece.tag));
        }
        if state.due.has(unit) && (spent > 0 || entered) {
            return Err(format!("{} has not entered", piece.tag));
        }
        if entered && (spent == 0 || self.gate_of(unit).is_none()) {
            return Err(format!("{} cannot have entered in this move", piece.tag));
        }
        if spent == 0 {
            self.may_pick(state, unit, &self.obstacles(state)).map_err(|violation| self.explain(&violation))?;
        }
        Ok(())
    }

    /// [5.0] [6.1] Whether the attack in hand could have been declared so.
    fn sound_declaration(&self, state: &State) -> Result<(), String> {
        let attack = &state.attack;
        let Attack { defenders, attackers, guns, shifts, lowered, .. } = *attack;
        if *attack != (Attack { defenders, attackers, guns, shifts, lowered, ..Attack::NONE }) {
            return Err("speaks of the result of an attack whose die has not been thrown".to_owned());
        }
        if defenders.is_empty() {
            return Err("an attack is being declared on nobody".to_owned());
        }
        let fit = |set: UnitSet, side: Side, what: &str| match set.less(self.present(state, side).less(state.fought)).first() {
            Some(unit) => Err(format!("{} cannot be {what} in the attack", self.tag(unit))),
            None => Ok(()),
        };
        fit(defenders, state.phasing.other(), "a target")?;
        fit(attackers.or(guns), state.phasing, "an attacker")?;
        let duties = Duties::of(self, state);
        let lawful = if attackers.or(guns).is_empty() {
            duties.extendable(defenders)
        } else {
            duties.completable(&Plan { targets: defenders, adjacent: attackers, guns })
        };
        lawful.map_err(|violation| self.explain(&violation))?;
        if let Some(unit) = attackers.into_iter().find(|&u| !duties.touches_all(u, defenders)) {
            return Err(format!("[5.4] {} does not touch every target", self.tag(unit)));
        }
        if let Some(gun) = guns.less(duties.guns_on(defenders)).first() {
            return Err(format!("[5.6] {} cannot bombard a target", self.tag(gun)));
        }
        let shifting = |d: usize| shifts >> d & 1 == 0 || self.division_strength(state, d as u8) >= 3;
        if !(0..self.divisions().len()).all(shifting) {
            return Err("[20.2] a column shift takes three units of the division in the attack".to_owned());
        }
        if lowered > 0 && (attackers.or(guns).is_empty() || usize::from(lowered) >= COLUMNS) {
            return Err("[6.2] lowered by more columns than there are, or for nobody".to_owned());
        }
        Ok(())
    }

    /// [6.3] to [6.8] Whether the attack in hand can have had a result that leads to this decision.
    fn sound_result(&self, state: &State) -> Result<(), String> {
        let attack = &state.attack;
        let all = |set: UnitSet, of: UnitSet, what: &str| match set.less(of).first() {
            Some(unit) => Err(format!("{} cannot be {what}", self.tag(unit))),
            None => Ok(()),
        };
        let present = self.on_map(state);
        all(attack.attackers, self.units_of(state.phasing), "an attacker")?;
        all(attack.defenders, self.units_of(state.phasing.other()), "a target")?;
        all(attack.guns, self.present(state, state.phasing).and(self.guns).less(attack.attackers), "a gun that bombarded")?;
        if attack.attackers.len().max(attack.defenders.len()) > MAX_VACATED as u32 {
            return Err(format!("more than {MAX_VACATED} units of a side in contact"));
        }
        let pending = match state.frame {
            Frame::Retreat(side) | Frame::Displace { side, .. } if side != state.phasing => attack.defenders.and(present),
            Frame::Retreat(_) | Frame::Displace { .. } | Frame::Losses => attack.attackers.and(present),
            Frame::StepBack => attack.guns,
            _ => UnitSet::EMPTY,
        };
        all(attack.pending, pending, "pending")?;
        if state.frame == Frame::Losses {
            all(attack.attackers.less(attack.pending), state.lost, "an attacker that has not paid")?;
        }
        if (attack.owing > 0) != (state.frame == Frame::Losses) {
            return Err("[6.3] strength is owed in an exchange, and only there".to_owned());
        }
        let Frame::Displace { unit, side } = state.frame else {
            let chained = !attack.chain.is_empty() || !attack.owed_guns.is_empty() || attack.origin != NOWHERE;
            return if chained { Err("[6.5] a chain of pushes, but nobody is pushed".to_owned()) } else { Ok(()) };
        };
        let friends = self.present(state, side);
        all(UnitSet::one(unit), friends.less(attack.chain).less(attack.owed_guns), "pushed")?;
        all(attack.chain, friends, "in the chain")?;
        all(attack.owed_guns, friends.and(self.guns), "a gun that may not be pushed")?;
        let here = state.hexes[usize::from(unit)];
        if self.units_in(state, here).and(attack.chain).is_empty() {
            return Err(format!("[6.5] nobody pushes {}", self.tag(unit)));
        }
        if attack.origin == NOWHERE || !self.units_in(state, attack.origin).is_empty() {
            return Err("[6.5] the hex where the chain of pushes began is not empty".to_owned());
        }
        Ok(())
    }
}
