//! A position in one line: `docs/notation.md` describes the form, the README of this crate the fields.

use crate::Campaign;
use crate::state::{Battle, Facing, Frame, MAX_STACK, MAX_TRAIL, NOBODY, NOWHERE, Path, Phase, Side, State, Weather};
use crate::unitset::{Unit, UnitSet};
use grognard_engine::{DataError, HexId};

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

fn pair(text: &str, most: u8) -> Result<[u8; 2], String> {
    let (a, b) = text.split_once(',').ok_or_else(|| format!("{text:?}: expected two numbers"))?;
    Ok([small(a, most)?, small(b, most)?])
}

const PHASES: [(Phase, &str); 6] = [
    (Phase::Setup, "setup"),
    (Phase::Events, "events"),
    (Phase::Movement, "movement"),
    (Phase::Reaction, "reaction"),
    (Phase::Combat, "combat"),
    (Phase::Night, "night"),
];

impl Campaign {
    fn position_head(&self) -> String {
        let o = &self.options;
        let words = [
            (o.fog, "fog"),
            (o.penetration, "penetration"),
            (o.support, "support"),
            (o.breakdown, "breakdown"),
            (o.weather, "weather"),
            (!o.light, "heavy"),
        ];
        let on = words.iter().filter(|(on, _)| *on).map(|(_, word)| format!("+{word}"));
        format!("{}{}", self.scenario.id, on.collect::<String>())
    }

    fn frame_text(&self, state: &State) -> String {
        let of = |word: &str, side: Side| format!("{word}:{}", letter(side));
        match state.frame {
            Frame::Station => "station".to_owned(),
            Frame::Stack => "stack".to_owned(),
            Frame::Markers => "markers".to_owned(),
            Frame::Decoys(side) => of("decoys", side),
            Frame::Orders => "orders".to_owned(),
            Frame::Steady => "steady".to_owned(),
            Frame::Delay => "delay".to_owned(),
            Frame::Move => "move".to_owned(),
            Frame::Hand { unit, spent, road, forced } => {
                format!("hand:{},{spent},{},{}", self.tag(unit), u8::from(road), u8::from(forced))
            }
            Frame::React => "react".to_owned(),
            Frame::Combat => "combat".to_owned(),
            Frame::Declare => "declare".to_owned(),
            Frame::Resolve => "resolve".to_owned(),
            Frame::Reserves(side) => of("reserves", side),
            Frame::Losses => "losses".to_owned(),
            Frame::Retreat(side) => of("retreat", side),
            Frame::Toward(side) => of("toward", side),
            Frame::Flee(side) => of("flee", side),
            Frame::Advance(side) => of("advance", side),
            Frame::Pursue { unit, path } => format!("pursue:{},{path}", self.tag(unit)),
            Frame::Remnants(side) => of("remnants", side),
            Frame::Rally => "rally".to_owned(),
            Frame::Place(unit) => format!("place:{}", self.tag(unit)),
            Frame::Horses => "horses".to_owned(),
            Frame::Over => "over".to_owned(),
        }
    }

    fn read_frame(&self, text: &str) -> Result<Frame, String> {
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        let rest: Vec<&str> = rest.split(',').collect();
        let flag = |text: &str| small(text, 1).map(|n| n == 1);
        Ok(match (word, &rest[..]) {
            ("station", [""]) => Frame::Station,
            ("stack", [""]) => Frame::Stack,
            ("markers", [""]) => Frame::Markers,
            ("decoys", [side]) => Frame::Decoys(read_letter(side)?),
            ("orders", [""]) => Frame::Orders,
            ("steady", [""]) => Frame::Steady,
            ("delay", [""]) => Frame::Delay,
            ("move", [""]) => Frame::Move,
            ("hand", [unit, spent, road, forced]) => {
                Frame::Hand { unit: self.read_unit(unit)?, spent: small(spent, 7)?, road: flag(road)?, forced: flag(forced)? }
            }
            ("react", [""]) => Frame::React,
            ("combat", [""]) => Frame::Combat,
            ("declare", [""]) => Frame::Declare,
            ("resolve", [""]) => Frame::Resolve,
            ("reserves", [side]) => Frame::Reserves(read_letter(side)?),
            ("losses", [""]) => Frame::Losses,
            ("retreat", [side]) => Frame::Retreat(read_letter(side)?),
            ("toward", [side]) => Frame::Toward(read_letter(side)?),
            ("flee", [side]) => Frame::Flee(read_letter(side)?),
            ("advance", [side]) => Frame::Advance(read_letter(side)?),
            ("pursue", [unit, path]) => Frame::Pursue { unit: self.read_unit(unit)?, path: small(path, 17)? },
            ("remnants", [side]) => Frame::Remnants(read_letter(side)?),
            ("rally", [""]) => Frame::Rally,
            ("place", [unit]) => Frame::Place(self.read_unit(unit)?),
            ("horses", [""]) => Frame::Horses,
            ("over", [""]) => Frame::Over,
            _ => return Err(format!("{text:?} is no decision of this game")),
        })
    }

    /// Writes a position.
    #[must_use]
    pub fn position_text(&self, state: &State) -> String {
        let number = |h: HexId| if h == NOWHERE { "-".to_owned() } else { self.grid().number(h) };
        let place = |u: Unit| match state.hex(u) {
            Some(hex) => number(hex),
            None if state.boxed.has(u) => "box".to_owned(),
            None if state.due.has(u) => format!("+{}", state.due_turn[usize::from(u)]),
            None if state.broken.has(u) => "~".to_owned(),
            None if state.destroyed.has(u) => "x".to_owned(),
            None if state.aside.has(u) => "a".to_owned(),
            None => "-".to_owned(),
        };
        let units: Vec<String> = (0..self.pieces().len()).map(|u| place(u as Unit)).collect();
        let phase = PHASES.iter().find(|(p, _)| *p == state.phase).map_or("", |(_, word)| word);
        let mut out = format!(
            "{} {}{} {phase} {} {},{} {}",
            self.position_head(),
            state.turn,
            letter(state.phasing),
            self.frame_text(state),
            state.morale[0],
            state.morale[1],
            units.join("/"),
        );
        let mut put = |key: &str, value: String| out += &format!(" {key}={value}");
        let (b, s) = (&state.battle, &state.signs);
        for (key, set) in [
            ("routed", state.routed),
            ("hidden", state.hidden),
            ("moved", state.moved),
            ("unpinned", state.unpinned),
            ("fresh", state.fresh),
            ("reacted", state.reacted),
            ("charged", state.charged),
            ("committed", state.committed),
            ("att", b.attackers),
            ("def", b.defenders),
            ("pending", b.pending),
            ("advanced", b.advanced),
            ("buried", b.buried),
            ("traced", s.traced),
            ("unlikefoot", s.unlike[0]),
            ("unlikeguns", s.unlike[1]),
            ("unlikehorse", s.unlike[2]),
            ("driven", s.driven),
            ("sappers", s.sappers),
            ("plain", s.plain),
        ] {
            if !set.is_empty() {
                put(key, set.into_iter().map(|u| self.tag(u).to_owned()).collect::<Vec<_>>().join(","));
            }
        }
        if let Some(began) = self.facing_changed(state) {
            let tags = |set: UnitSet| set.into_iter().map(|u| self.tag(u).to_owned()).collect::<Vec<_>>().join(",");
            put("began", [began.held, began.ridden, began.near].map(tags).join("/"));
        }
        let n = &state.notes;
        for (key, on) in [
            ("councilnext", state.council_next),
            ("cossacksnext", state.cossacks_next),
            ("worsening", !state.improving),
            ("klenau", state.klenau),
            ("freecommit", n.free_commitment),
            ("freemarch", n.free_march),
            ("powder", n.powder_short),
            ("cossacks", n.cossacks),
            ("council", n.council),
            ("spent", n.spent),
            ("fought", n.fought),
        ] {
            if on {
                put(key, String::new());
            }
        }
        for (key, value, usual) in [
            ("razed", state.razed, 0),
            ("deck", 0, 0),
            ("weather", state.weather as u8, if self.options.weather { 9 } else { 0 }),
            ("mud", state.mud, 0),
            ("extra", state.horses, 0),
            ("pontoon", state.pontoon, 0),
            ("loc", state.active, 1),
            ("control", state.control, 0),
            ("catastrophe", state.catastrophe, 0),
            ("chargedposts", state.charged_garrisons, 0),
            ("card", n.card, 0),
            ("battle", b.number, 0),
            ("posts", b.garrisons, 0),
            ("reserves", b.reserves, 0),
            ("result", b.result, 0),
            ("owing", b.owing, 0),
            ("left", b.left, 0),
            ("fallen", b.fallen, 0),
        ] {
            if value != usual {
                put(key, value.to_string());
            }
        }
        if state.deck.0 != 0 {
            put("drawn", state.deck.0.to_string());
        }
        if state.spent_cards != 0 {
            put("once", state.spent_cards.to_string());
        }
        if state.lulls != [0; 2] {
            put("lulls", format!("{},{}", state.lulls[0], state.lulls[1]));
        }
        if b.swing != [0; 2] {
            put("swing", format!("{},{}", b.swing[0], b.swing[1]));
        }
        if b.number > 0 {
            put("by", letter(b.attacker).to_string());
        }
        for (key, unit) in [("held", state.held), ("fleeing", b.unit)] {
            if unit != NOBODY {
                put(key, self.tag(unit).to_owned());
            }
        }
        if b.toward != NOWHERE {
            put("toward", number(b.toward));
        }
        if b.steps > 0 {
            put("trail", b.trail[..usize::from(b.steps)].iter().map(|&h| number(h)).collect::<Vec<_>>().join(","));
        }
        if b.path_count > 0 {
            let path = |p: &Path| {
                let unit = if p.unit == NOBODY { "-" } else { self.tag(p.unit) };
                format!("{unit}:{}:{}:{}", number(p.hexes[0]), number(p.hexes[1]), number(p.grave))
            };
            put("paths", b.paths[..usize::from(b.path_count)].iter().map(path).collect::<Vec<_>>().join(","));
        }
        let tagged = |list: &[u8]| -> Vec<String> {
            list.iter().enumerate().filter(|(_, n)| **n > 0).map(|(u, n)| format!("{}:{n}", self.tag(u as Unit))).collect()
        };
        if state.battles.iter().any(|&n| n > 0) {
            put("battles", tagged(&state.battles).join(","));
        }
        if state.garrison_battles.iter().any(|&n| n > 0) {
            put("postbattles", state.garrison_battles.map(|n| n.to_string()).join(","));
        }
        if state.parent.iter().any(|&p| p != NOBODY) {
            put("parents", state.parent.map(|p| if p == NOBODY { "-" } else { self.tag(p) }).join(","));
        }
        if state.stacks.iter().any(|s| s[0] != NOBODY) {
            let stack = |s: &[Unit; MAX_STACK]| {
                s.iter().filter(|u| **u != NOBODY).map(|&u| self.tag(u).to_owned()).collect::<Vec<_>>().join(",")
            };
            put("stacks", state.stacks.iter().map(stack).collect::<Vec<_>>().join("/"));
        }
        if s.origin.iter().any(|set| !set.is_empty()) {
            let list = |set: &UnitSet| set.into_iter().map(|u| self.tag(u).to_owned()).collect::<Vec<_>>().join(",");
            put("from", s.origin.iter().map(list).collect::<Vec<_>>().join("/"));
        }
        if state.markers != [0; 3] {
            put("markers", state.markers.map(|n| n.to_string()).join(","));
        }
        if state.admitted != [0; 3] {
            put("admitted", state.admitted.map(|n| n.to_string()).join(","));
        }
        out
    }

    /// Reads a position.
    ///
    /// # Errors
    /// The field at fault.
    pub fn read_position_text(&self, text: &str) -> Result<State, DataError> {
        let fault = |place: &str, why: String| DataError::new("position", place.to_owned(), why);
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [head, turn, phase, frame, morale, units, ref extras @ ..] = fields[..] else {
            return Err(fault("position", "expected game, turn, phase, decision, morale, units and further fields".to_owned()));
        };
        if head != self.position_head() {
            return Err(fault("game", format!("{head:?}: expected {}", self.position_head())));
        }
        let mut state = self.opening();
        state.hexes = [NOWHERE; crate::unitset::MAX_UNITS];
        state.due = UnitSet::EMPTY;
        state.due_turn = [0; crate::unitset::MAX_UNITS];
        state.hidden = UnitSet::EMPTY;
        let last = self.scenario.turns.len() as u8;
        let number = turn.get(..turn.len().saturating_sub(1)).unwrap_or("");
        state.turn = small(number, last)
            .ok()
            .filter(|t| *t > 0)
            .ok_or_else(|| fault("turn", format!("{turn:?}: expected a turn up to {last} and F or A")))?;
        state.phasing = read_letter(&turn[number.len()..]).map_err(|why| fault("turn", why))?;
        let found = PHASES.iter().find(|(_, word)| *word == phase).map(|(p, _)| *p);
        state.phase = found.ok_or_else(|| fault("phase", format!("{phase:?} is no phase")))?;
        state.frame = self.read_frame(frame).map_err(|why| fault("decision", why))?;
        state.morale = pair(morale, self.figures().morale_cap as u8).map_err(|why| fault("morale", why))?;
        let places: Vec<&str> = units.split('/').collect();
        if places.len() != self.pieces().len() {
            return Err(fault("units", format!("{} places for {} counters", places.len(), self.pieces().len())));
        }
        for (u, place) in places.into_iter().enumerate() {
            let unit = u as Unit;
            match place {
                "box" => state.boxed.insert(unit),
                "~" => state.broken.insert(unit),
                "x" => state.destroyed.insert(unit),
                "a" => state.aside.insert(unit),
                "-" => {}
                _ => match place.strip_prefix('+') {
                    Some(turn) => {
                        state.due.insert(unit);
                        state.due_turn[u] = small(turn, last + 1).map_err(|why| fault("units", why))?;
                    }
                    None => state.hexes[u] = self.grid().read(place).map_err(|why| fault("units", why))?,
                },
            }
        }
        let mut seen: Vec<&str> = Vec::new();
        for extra in extras {
            let (key, value) = extra.split_once('=').ok_or_else(|| fault(extra, "expected key=value".to_owned()))?;
            if seen.contains(&key) {
                return Err(fault(key, "comes twice".to_owned()));
            }
            seen.push(key);
            self.read_extra(&mut state, key, value).map_err(|why| fault(key, why))?;
        }
        // [8.3] Unless the text says otherwise, all stand as they did when the phase began.
        if state.phase == Phase::Reaction && !seen.contains(&"began") {
            state.facing = self.facing_now(&state);
        }
        self.sound(&state).map_err(|why| fault("position", why))?;
        Ok(state)
    }

    fn read_set(&self, text: &str) -> Result<UnitSet, String> {
        text.split(',').map(|tag| self.read_unit(tag)).collect()
    }

    fn read_hex(&self, text: &str) -> Result<HexId, String> {
        if text == "-" { Ok(NOWHERE) } else { self.grid().read(text) }
    }

    fn read_three(text: &str, most: u8) -> Result<[u8; 3], String> {
        let list: Vec<u8> = text.split(',').map(|n| small(n, most)).collect::<Result<_, _>>()?;
        list.try_into().map_err(|_| "expected three numbers".to_owned())
    }

    fn read_extra(&self, state: &mut State, key: &str, value: &str) -> Result<(), String> {
        let b: &mut Battle = &mut state.battle;
        let set = || self.read_set(value);
        match key {
            "routed" => state.routed = set()?,
            "hidden" => state.hidden = set()?,
            "moved" => state.moved = set()?,
            "unpinned" => state.unpinned = set()?,
            "fresh" => state.fresh = set()?,
            "began" => {
                let one = |list: &str| if list.is_empty() { Ok(UnitSet::EMPTY) } else { self.read_set(list) };
                let sets: Vec<UnitSet> = value.split('/').map(one).collect::<Result<_, _>>()?;
                let [held, ridden, near] = sets[..] else { return Err("expected three lists of units".to_owned()) };
                state.facing = Facing { held, ridden, near };
            }
            "reacted" => state.reacted = set()?,
            "charged" => state.charged = set()?,
            "committed" => state.committed = set()?,
            "att" => b.attackers = set()?,
            "def" => b.defenders = set()?,
            "pending" => b.pending = set()?,
            "advanced" => b.advanced = set()?,
            "buried" => b.buried = set()?,
            "traced" => state.signs.traced = set()?,
            "unlikefoot" => state.signs.unlike[0] = set()?,
            "unlikeguns" => state.signs.unlike[1] = set()?,
            "unlikehorse" => state.signs.unlike[2] = set()?,
            "driven" => state.signs.driven = set()?,
            "sappers" => state.signs.sappers = set()?,
            "plain" => state.signs.plain = set()?,
            "from" => {
                let lists: Vec<&str> = value.split('/').collect();
                let [a, b, c] = lists[..] else { return Err("expected three lists".to_owned()) };
                for (set, list) in state.signs.origin.iter_mut().zip([a, b, c]) {
                    *set = if list.is_empty() { UnitSet::EMPTY } else { self.read_set(list)? };
                }
            }
            "razed" => state.razed = small(value, 15)?,
            "weather" => state.weather = *Weather::ALL.get(usize::from(small(value, 3)?)).unwrap_or(&Weather::Clear),
            "mud" => state.mud = small(value, 40)?,
            "extra" => state.horses = small(value, 40)?,
            "pontoon" => state.pontoon = small(value, 3)?,
            "loc" => state.active = small(value, 15)?,
            "control" => state.control = small(value, 3)?,
            "catastrophe" => state.catastrophe = small(value, 3)?,
            "chargedposts" => state.charged_garrisons = small(value, 15)?,
            "card" => state.notes.card = small(value, self.scenario.cards.len() as u8)?,
            "battle" => b.number = small(value, 40)?,
            "posts" => b.garrisons = small(value, 15)?,
            "reserves" => b.reserves = small(value, 63)?,
            "result" => b.result = small(value, 8)?,
            "owing" => b.owing = small(value, 200)?,
            "left" => b.left = small(value, 6)?,
            "fallen" => b.fallen = small(value, 15)?,
            "drawn" => state.deck.0 = value.parse().map_err(|_| "expected a number".to_owned())?,
            "once" => state.spent_cards = value.parse().map_err(|_| "expected a number".to_owned())?,
            "lulls" => state.lulls = pair(value, 9)?,
            "swing" => {
                let (f, a) = value.split_once(',').ok_or("expected two numbers")?;
                let one =
                    |t: &str| t.parse::<i8>().ok().filter(|n| n.abs() < 60).ok_or_else(|| format!("{t:?} is no small number"));
                b.swing = [one(f)?, one(a)?];
            }
            "by" => b.attacker = read_letter(value)?,
            "held" => state.held = self.read_unit(value)?,
            "fleeing" => b.unit = self.read_unit(value)?,
            "toward" => b.toward = self.grid().read(value)?,
            "trail" => {
                let hexes: Vec<HexId> = value.split(',').map(|h| self.grid().read(h)).collect::<Result<_, _>>()?;
                if hexes.len() > MAX_TRAIL {
                    return Err(format!("more than {MAX_TRAIL} hexes"));
                }
                b.steps = hexes.len() as u8;
                b.trail[..hexes.len()].copy_from_slice(&hexes);
            }
            "paths" => {
                for text in value.split(',') {
                    let [unit, first, second, grave] = text.split(':').collect::<Vec<_>>()[..] else {
                        return Err(format!("{text:?}: expected unit, two hexes and a grave"));
                    };
                    let unit = if unit == "-" { NOBODY } else { self.read_unit(unit)? };
                    let hexes = [self.read_hex(first)?, self.read_hex(second)?];
                    let at = usize::from(b.path_count);
                    *b.paths.get_mut(at).ok_or("too many paths")? = Path { hexes, unit, grave: self.read_hex(grave)? };
                    b.path_count += 1;
                }
            }
            "battles" => {
                for text in value.split(',') {
                    let (unit, number) = text.split_once(':').ok_or_else(|| format!("{text:?}: expected unit and number"))?;
                    state.battles[usize::from(self.read_unit(unit)?)] = small(number, 40)?;
                }
            }
            "postbattles" => {
                let list: Vec<u8> = value.split(',').map(|n| small(n, 40)).collect::<Result<_, _>>()?;
                state.garrison_battles = list.try_into().map_err(|_| "expected four numbers".to_owned())?;
            }
            "parents" => {
                let one = |t: &str| if t == "-" { Ok(NOBODY) } else { self.read_unit(t) };
                let list: Vec<Unit> = value.split(',').map(one).collect::<Result<_, _>>()?;
                state.parent = list.try_into().map_err(|_| "expected a parent or - for each cadre".to_owned())?;
            }
            "stacks" => {
                let stacks: Vec<&str> = value.split('/').collect();
                if stacks.len() != 3 {
                    return Err("expected three stacks".to_owned());
                }
                for (stack, text) in state.stacks.iter_mut().zip(stacks) {
                    for (i, tag) in text.split(',').filter(|t| !t.is_empty()).enumerate() {
                        *stack.get_mut(i).ok_or("too many units in a stack")? = self.read_unit(tag)?;
                    }
                }
            }
            "markers" => state.markers = Self::read_three(value, 40)?,
            "admitted" => state.admitted = Self::read_three(value, 12)?,
            _ if value.is_empty() => match key {
                "councilnext" => state.council_next = true,
                "cossacksnext" => state.cossacks_next = true,
                "worsening" => state.improving = false,
                "klenau" => state.klenau = true,
                "freecommit" => state.notes.free_commitment = true,
                "freemarch" => state.notes.free_march = true,
                "powder" => state.notes.powder_short = true,
                "cossacks" => state.notes.cossacks = true,
                "council" => state.notes.council = true,
                "spent" => state.notes.spent = true,
                "fought" => state.notes.fought = true,
                _ => return Err("is no field of a position".to_owned()),
            },
            _ => return Err("is no field of a position".to_owned()),
        }
        Ok(())
    }
}
