//! Positions from the lines of a case file; the README of this crate describes them.

use crate::grand::Voyage;
use crate::roster::{Army, Start};
use crate::state::{Away, Frame, Leader, Leaders, NOBODY, POOLS, Phase, Side, State, Train, Weather};
use crate::victory::LAST_SPACE;
use crate::{Campaign, games};
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::LowDice;
use grognard_engine::fields::NOWHERE;
use grognard_engine::verbs::read_unit;
use grognard_engine::{DataError, HexId, Umpire, Words};

/// A hex as a line may write it: with `@` or without, in small letters too.
fn hex_word(text: &str) -> String {
    text.strip_prefix('@').unwrap_or(text).to_ascii_uppercase()
}

fn read_hex(game: &Campaign, text: &str) -> Result<HexId, String> {
    game.grid().read(&hex_word(text))
}

/// A side by its name or by that of one of its armies.
fn read_side(name: &str) -> Result<Side, String> {
    let side = Side::BOTH.into_iter().find(|side| side.name().eq_ignore_ascii_case(name));
    let army = || Army::ALL.into_iter().find(|army| army.name().eq_ignore_ascii_case(name)).map(Army::side);
    side.or_else(army).ok_or_else(|| format!("{name:?} is no side; expected French or Coalition"))
}

fn read_army(name: &str) -> Result<usize, String> {
    let found = Army::ALL.into_iter().find(|army| army.name().eq_ignore_ascii_case(name));
    found.map(|army| army as usize).ok_or_else(|| format!("{name:?} is no army; expected French, Russian or Prussian"))
}

/// Dates with their months as the calendar has them: `14-15 june` is `14-15 Jun`.
fn short_months(text: &str) -> String {
    let mut short = String::new();
    let mut letters = 0;
    for c in text.chars() {
        letters = if c.is_alphabetic() { letters + 1 } else { 0 };
        match letters {
            1 => short.push(c.to_ascii_uppercase()),
            0 => short.push(c),
            2 | 3 => short.push(c.to_ascii_lowercase()),
            _ => {}
        }
    }
    short
}

impl CaseGame for Campaign {
    fn set_up(file: &str, lines: &[SetupLine]) -> Result<(Self, State), DataError> {
        let fault = |line: usize, why: String| DataError::new(file, format!("line {line}"), why);
        let mut id = games()[0].id;
        let mut options = Vec::new();
        for SetupLine { line, words } in lines {
            match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["game", name] => {
                    let found = games().iter().map(|game| game.id).find(|game| game == name);
                    id = found.ok_or_else(|| fault(*line, format!("there is no game {name:?}")))?;
                }
                ["option", name, value] => options.push((name.to_ascii_lowercase(), value.to_ascii_lowercase())),
                _ => {}
            }
        }
        let last = lines.last().map_or(1, |line| line.line);
        let game = Self::new(id, &options).map_err(|why| {
            // The first option that cannot be chosen is at fault, at its own line.
            let wrong = (1..=options.len()).find(|&count| Self::new(id, &options[..count]).is_err());
            let line = lines.iter().filter(|line| line.words.len() == 3 && line.words[0] == "option").nth(wrong.unwrap_or(1) - 1);
            fault(line.map_or(last, |line| line.line), why.to_string())
        })?;
        let mut state = game.opening();
        let whole = lines.iter().any(|line| line.words == ["opening"]);
        if !whole {
            game.clear(&mut state);
        }
        state.weather = Weather::Fair;
        // Whoever takes part is put in his place first, wherever his line stands: other lines speak of him and of his troops.
        let rank = |line: &&SetupLine| match line.words.first().map(String::as_str) {
            // Commands come with the phase, unless a line says how many there are.
            Some("leader" | "phase") => 0,
            Some("away") => 1,
            // Whoever leads nobody may be given single units.
            Some("empty") => 2,
            Some("track") => 3,
            _ => 4,
        };
        let mut ordered: Vec<&SetupLine> = lines.iter().collect();
        ordered.sort_by_key(rank);
        for SetupLine { line, words } in ordered {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            game.set_up_line(&mut state, &words).map_err(|why| fault(*line, why))?;
        }
        game.occupy(&mut state, lines);
        if game.is_campaign() {
            let (bare, genuine) = (state.bare, state.genuine);
            for army in Army::ALL {
                game.claim_line(&mut state, army, &mut Umpire::silent(&mut LowDice));
            }
            // Nobody has claimed a line yet, and nobody has been shown because of it.
            (state.bare, state.genuine) = (bare, genuine);
            (state.open, state.glimpsed) = (Leaders::EMPTY, Leaders::EMPTY);
            // [5.2] A Center that has moved before the Movement Phase of its side lies on its face until that ends.
            let armies: &[Army] = if state.phase == Phase::Movement { state.phasing.armies() } else { &[] };
            for office in armies.iter().map(|army| *army as usize) {
                state.offices[office].moved *= 2;
            }
            if state.frame == Frame::Command {
                game.mark_unheard(&mut state);
            }
        }
        game.tie(&mut state);
        game.place_tied(&mut state);
        game.stay(&mut state);
        game.leave_open(&mut state);
        game.sound(&state).map_err(|(place, why)| {
            // The last line that speaks of who or what is at fault.
            let names = |word: &String| {
                word.eq_ignore_ascii_case(&place) || read_hex(&game, word).is_ok_and(|hex| game.hex_name(hex) == place)
            };
            let line = lines.iter().rev().find(|line| line.words.iter().any(names));
            fault(line.map_or(last, |line| line.line), format!("{place}: {why}"))
        })?;
        Ok((game, state))
    }
}

impl Campaign {
    /// `[4]` Play begins in the segment that was asked for, though there be nothing to do in it but to end it: in play it would be passed over,
    /// with dice for what comes after it. But where nothing is left to be decided in the last turn, the game is over.
    fn stay(&self, state: &mut State) {
        let mut after = *state;
        if state.turn == self.scenario.turns.1 {
            self.settle(&mut after, &mut Umpire::silent(&mut LowDice));
        }
        if after.frame == Frame::Over {
            *state = after;
        }
    }

    /// An empty map: nobody is in play.
    fn clear(&self, state: &mut State) {
        state.absent = (0..self.bodies().len() as u16).collect();
        state.hexes.iter_mut().for_each(|hex| *hex = NOWHERE);
        state.strength.iter_mut().for_each(|strength| *strength = [0; 3]);
        state.shown.iter_mut().for_each(|strength| *strength = [0; 3]);
        state.knot = std::array::from_fn(|leader| leader as Leader);
        state.away = [Away::No; crate::state::LEADERS];
    }

    fn place(&self, state: &mut State, leader: Leader, hex: HexId) {
        let new = state.hex(leader).is_none();
        state.hexes[usize::from(leader)] = hex;
        for (unit, body) in self.bodies().iter().enumerate().filter(|(_, body)| new && body.leader == leader) {
            state.absent.remove(unit as u16);
            state.strength[unit] = body.strength;
            state.shown[unit] = body.strength;
        }
    }

    /// [10.3] Whoever is set up with troops in a place was the last to move there and holds it, unless a line says who does.
    fn occupy(&self, state: &mut State, lines: &[SetupLine]) {
        let said = |word: &str| lines.iter().any(|line| line.words.first().is_some_and(|first| first == word));
        let (koenigsberg, towns) = (state.koenigsberg, state.towns);
        for line in lines.iter().filter(|line| line.words.first().is_some_and(|first| first == "leader")) {
            let leader = line.words.get(1).and_then(|tag| self.read_leader(tag).ok());
            let Some((leader, hex)) = leader.and_then(|leader| Some((leader, state.hex(leader)?))) else { continue };
            if self.points(state, leader) > 0 {
                self.take_place(state, self.side_of(leader), hex);
            }
        }
        if said("konigsberg") {
            state.koenigsberg = koenigsberg;
        }
        if said("towns") {
            state.towns = towns;
        }
    }

    fn set_up_line(&self, state: &mut State, words: &[&str]) -> Result<(), String> {
        let small = |text: &str, most: u8| {
            text.parse::<u8>().ok().filter(|n| *n <= most).ok_or_else(|| format!("{text:?}: expected a number up to {most}"))
        };
        match *words {
            ["game", _] | ["option", _, _] | ["opening"] => Ok(()),
            ["phase", name, ref phase @ ..] if !phase.is_empty() => self.set_up_phase(state, read_side(name)?, &phase.join(" ")),
            ["turn", ref dates @ ..] => {
                let turn = self.read_turn(&dates.join(" "));
                state.turn = turn.ok_or("this is no turn of the scenario; expected its dates, such as 6-7 Dec, or its number")?;
                Ok(())
            }
            ["weather", name] => {
                let found = Weather::ALL.into_iter().find(|weather| weather.name().eq_ignore_ascii_case(name));
                state.weather = found.ok_or_else(|| {
                    let all: Vec<&str> = Weather::ALL.iter().map(|weather| weather.name()).collect();
                    format!("there is no weather {name:?}; expected {}", all.join(", "))
                })?;
                Ok(())
            }
            ["commands", number] => {
                state.commands = small(number, 20)?;
                Ok(())
            }
            ["morale", letter] => {
                let at = "ABCDEFG".find(&letter.to_ascii_uppercase()).filter(|_| letter.len() == 1);
                state.morale = at.map(|at| at as u8).filter(|at| *at <= LAST_SPACE).ok_or("expected a letter from A to G")?;
                Ok(())
            }
            ["source", name, hex] => {
                state.source[self.base_of(name)?] = self.read_source(&hex_word(hex))?;
                Ok(())
            }
            ["changing", name, hex] => {
                state.changing[self.base_of(name)?] = self.read_source(&hex_word(hex))?;
                Ok(())
            }
            ["konigsberg", name] => {
                state.koenigsberg = read_side(name)?;
                Ok(())
            }
            ["leader", tag, hex, ref rest @ ..] => {
                let leader = self.read_leader(tag)?;
                let hex = read_hex(self, hex).map_err(|why| format!("{why}; expected `leader TAG @HEX`"))?;
                if !self.ground().in_play(hex) {
                    return Err(format!(
                        "{} is on no sheet of this scenario: nobody can stand in this hex",
                        self.grid().number(hex)
                    ));
                }
                self.place(state, leader, hex);
                for word in rest {
                    match *word {
                        "acted" => state.acted.insert(leader.into()),
                        "fought" => state.fought.insert(leader.into()),
                        _ => return Err(format!("{word:?}: expected acted or fought")),
                    }
                }
                Ok(())
            }
            ["strength", tag, foot, horse, guns] => {
                let unit = self.read_body(tag)?;
                let strength = [small(foot, 9)?, small(horse, 9)?, small(guns, 9)?];
                if state.track[unit] == NOBODY && strength != [0; 3] {
                    return Err(format!("{tag} stands on nobody's track"));
                }
                if strength != [0; 3] {
                    state.absent.remove(unit as u16);
                }
                state.strength[unit] = strength;
                state.shown[unit] = state.strength[unit];
                Ok(())
            }
            ["empty", tag] => {
                let leader = self.read_leader(tag)?;
                for unit in 0..self.bodies().len() {
                    if state.track[unit] == leader {
                        state.absent.insert(unit as u16);
                        state.strength[unit] = [0; 3];
                        state.shown[unit] = [0; 3];
                    }
                }
                Ok(())
            }
            ["track", tag, name] => self.set_up_track(state, tag, name),
            _ if self.is_campaign() => self.set_up_campaign(state, words),
            _ => Err(format!("{:?} is no set-up line; see the README of eagles-turn-east", words.join(" "))),
        }
    }

    /// [I.b.3] A unit that stands on another track than the printed one; it comes into play with that.
    fn set_up_track(&self, state: &mut State, tag: &str, name: &str) -> Result<(), String> {
        let (unit, leader) = (self.read_body(tag)?, self.read_leader(name)?);
        if state.hex(leader).is_none() && matches!(state.away[usize::from(leader)], Away::No | Away::Due) {
            return Err(format!("{name} is not in play: write a `leader` line for him"));
        }
        (state.track[unit], state.seen[unit]) = (leader, leader);
        if state.strength[unit] == [0; 3] {
            state.absent.remove(unit as u16);
            state.strength[unit] = self.bodies()[unit].strength;
            state.shown[unit] = state.strength[unit];
        }
        Ok(())
    }

    /// A combat unit by its tag, or by its name without the letters of its arms where only one is meant.
    fn read_body(&self, tag: &str) -> Result<usize, String> {
        let unit = read_unit(self, tag);
        if let Some(body) = unit.iter().find_map(|unit| usize::from(*unit).checked_sub(self.leaders())) {
            return Ok(body);
        }
        if let Some(body) = self.body_named(tag) {
            return Ok(body);
        }
        let bodies = self.bodies().iter();
        let leader = usize::from(unit.map_err(|why| format!("{why}{}", self.units_like(tag)))?);
        let led: Vec<&str> = bodies.filter(|body| usize::from(body.leader) == leader).map(|body| body.tag.as_str()).collect();
        Err(format!(
            "name a unit, not a leader; with {tag} stand {}",
            if led.is_empty() { "none".to_owned() } else { led.join(", ") }
        ))
    }

    /// Units whose names begin as this one does, for whoever has mistaken one.
    fn units_like(&self, tag: &str) -> String {
        let start: String = tag.chars().take(3).collect::<String>().to_lowercase();
        let like = |name: &&str| name.to_lowercase().starts_with(&start);
        let names: Vec<&str> = self.bodies().iter().map(|body| body.tag.as_str()).filter(like).collect();
        if names.is_empty() { String::new() } else { format!("; there is {}", names.join(", ")) }
    }

    /// `[4]` The segment in which play begins.
    fn set_up_phase(&self, state: &mut State, side: Side, phase: &str) -> Result<(), String> {
        state.phasing = side;
        (state.phase, state.frame) = match phase.to_ascii_lowercase().as_str() {
            "prepare" if self.is_campaign() => (Phase::Command, Frame::Prepare(side)),
            "disband" if self.is_campaign() => (Phase::Command, Frame::Disband),
            "season" if self.is_grand() => (Phase::Command, Frame::Season),
            "sea" if self.is_grand() && side == Side::Coalition => (Phase::Command, Frame::Sea),
            "command" | "administration" => (Phase::Command, Frame::Admin),
            "organization" => (Phase::Command, Frame::Organize),
            "movement" => (Phase::Movement, Frame::Command),
            "initiative" => (Phase::Movement, Frame::Initiative),
            "forced" | "forced march" | "forced-march" => (Phase::ForcedMarch, Frame::Forced),
            "combat" | "attack" => (Phase::Combat, Frame::Attack),
            _ => {
                let more = match (self.is_campaign(), self.is_grand()) {
                    (_, true) => ", prepare, disband, season or (Coalition) sea",
                    (true, false) => ", prepare or disband",
                    _ => "",
                };
                return Err(format!("{phase:?}: expected command, organization, movement, initiative, forced or combat{more}"));
            }
        };
        if state.phase == Phase::Movement {
            state.commands = self.scenario.commands[side as usize];
        }
        Ok(())
    }

    /// `[19]` A turn of the scenario by its dates, by a day of it, or by its number as the board shows it.
    fn read_turn(&self, text: &str) -> Option<u8> {
        let (first, last) = self.scenario.turns;
        if let Ok(number) = text.parse::<u8>() {
            return number
                .checked_sub(1)
                .and_then(|before| first.checked_add(before))
                .filter(|turn| *turn >= first && *turn <= last);
        }
        let dates = short_months(text);
        let calendar = &self.scenario.calendar;
        calendar.turn_of(&dates).or_else(|| calendar.turn_on(&dates)).filter(|turn| (first..=last).contains(turn))
    }

    /// `[19]` A turn of the whole calendar by its dates, by a day of it, or by its number there: leaders are due, and ships sail, in turns of other campaigns too.
    fn read_day(&self, text: &str) -> Result<u8, String> {
        let calendar = &self.scenario.calendar;
        let dates = short_months(text);
        let turn = text.parse::<u8>().ok().or_else(|| calendar.turn_of(&dates)).or_else(|| calendar.turn_on(&dates));
        turn.ok_or_else(|| format!("{text:?}: expected a turn by its dates, such as 6-7 Dec, or its number from 1 to 103"))
    }

    /// Whose source a line speaks of: a side in a Battle Scenario, an army in a campaign.
    fn base_of(&self, name: &str) -> Result<usize, String> {
        if let Ok(army) = read_army(name)
            && self.is_campaign()
        {
            return Ok(army);
        }
        read_side(name).map(|side| side as usize).map_err(|_| format!("{name:?} is no side or army"))
    }

    /// Lines that only campaigns know.
    fn set_up_campaign(&self, state: &mut State, words: &[&str]) -> Result<(), String> {
        let number = |text: &str| text.parse::<u8>().map_err(|_| format!("{text:?} is no number"));
        match *words {
            ["points", name, count] => state.offices[read_army(name)?].points = number(count)?,
            ["pool", name, ref kinds @ ..] if kinds.len() <= POOLS => {
                for (pool, count) in state.offices[read_army(name)?].pool.iter_mut().zip(kinds) {
                    *pool = number(count)?;
                }
            }
            ["center", name, hex, ref moved @ ..] if matches!(moved, [] | ["moved"]) => {
                let hex = read_hex(self, hex)?;
                let office = &mut state.offices[read_army(name)?];
                (office.center, office.former, office.moved) = (hex, hex, u8::from(!moved.is_empty()));
            }
            ["train", tag] => {
                let leader = self.read_leader(tag)?;
                let side = self.side_of(leader);
                let train =
                    state.trains.iter_mut().find(|train| train.side == side && train.carrier == NOBODY && train.hex == NOWHERE);
                train.ok_or("all trains are given out")?.carrier = leader;
            }
            ["down", bridge] | ["up", bridge] => {
                let (a, b) = self.grid().read_hexside(&bridge.to_ascii_uppercase())?;
                let bridge = self.ground().bridge(a, b).ok_or("no bridge lies there")?;
                if words[0] == "down" { state.down.insert(bridge.into()) } else { state.down.remove(bridge.into()) }
            }
            ["away", tag, name, ref since @ ..] if !since.is_empty() => {
                let leader = usize::from(self.read_leader(tag)?);
                let hex = state.hexes[leader];
                self.place(state, leader as Leader, hex);
                state.exit[leader] = hex;
                state.hexes[leader] = NOWHERE;
                // The last word of a name is enough: `Thorn`.
                let named = |away: &Away| {
                    away.name().split(' ').next_back().is_some_and(|last| last.eq_ignore_ascii_case(name)) || away.name() == name
                };
                state.away[leader] = Away::ALL.into_iter().find(named).ok_or("there is no such box")?;
                state.since[leader] = self.read_day(&since.join(" "))?;
            }
            ["pontoon", name, over] => {
                let (side, (hex, to)) = (read_side(name)?, self.grid().read_hexside(&over.to_ascii_uppercase())?);
                let facing = self.grid().direction(hex, to).ok_or("expected two hexes beside each other")?;
                if !self.ground().between(hex, to, &state.going()).river() {
                    return Err("no river lies there".to_owned());
                }
                let spare = |train: &&mut Train| train.side == side && train.carrier == NOBODY && train.hex == NOWHERE;
                let train = state.trains.iter_mut().find(spare).ok_or("all trains are given out")?;
                (train.hex, train.facing) = (hex, facing as u8);
            }
            ["thorn", ref until @ ..] => state.thorn = self.read_day(&until.join(" "))?,
            ["forage", ref tags @ ..] => {
                for tag in tags {
                    state.forage.insert(self.read_leader(tag)?.into());
                }
            }
            ["promotions", count] => state.promotions = number(count)?,
            ["towns", bits] => state.towns = number(bits)?,
            ["won", ref turn @ ..] => state.won = self.read_day(&turn.join(" "))?,
            _ if self.is_grand() => self.set_up_grand(state, words)?,
            _ => return Err(format!("{:?} is no set-up line; see the README of eagles-turn-east", words.join(" "))),
        }
        Ok(())
    }

    /// Lines that only the Grand Scenario knows.
    fn set_up_grand(&self, state: &mut State, words: &[&str]) -> Result<(), String> {
        let number = |text: &str| text.parse::<u8>().map_err(|_| format!("{text:?} is no number"));
        match *words {
            ["rests", ref sides @ ..] => {
                for name in sides {
                    state.grand.rests[read_side(name)? as usize] = true;
                }
            }
            ["hospital", name, track, foot, horse, dismounted] => {
                let track = ["1", "2"].iter().position(|one| *one == track).ok_or("expected Hospital Track 1 or 2")?;
                state.grand.wards[read_army(name)?][track] = [number(foot)?, number(horse)?, number(dismounted)?];
            }
            ["dismounted", name, count] => state.grand.dismounted[read_army(name)?] = number(count)?,
            ["remounts", name, count] => state.grand.remounts[read_army(name)?] = number(count)?,
            ["ships", stage, ref sailed @ ..] => {
                let found = Voyage::ALL.into_iter().find(|one| one.name().replace(' ', "-") == stage);
                state.grand.voyage = found.ok_or("there is no such stage")?;
                state.grand.sailed = self.read_day(&sailed.join(" "))?;
            }
            ["siege", sea, land] => state.grand.siege = [number(sea)?, number(land)?],
            ["fallen", ref turn @ ..] => state.grand.fallen = self.read_day(&turn.join(" "))?,
            ["thaw"] => state.grand.thaw = true,
            ["road"] => state.grand.road = true,
            ["relief"] => state.grand.relief = true,
            ["lull"] => state.grand.lull = true,
            ["closed", "inside"] => (state.grand.closed, state.grand.inside) = (true, true),
            ["closed", "outside"] => (state.grand.closed, state.grand.inside) = (true, false),
            _ => return Err(format!("{:?} is no set-up line; see the README of eagles-turn-east", words.join(" "))),
        }
        Ok(())
    }

    /// Leaders who begin on the map.
    #[must_use]
    pub fn at_start(&self) -> Leaders {
        let begins = |leader: &u16| matches!(self.general(*leader as Leader).start, Start::Hex(_));
        (0..self.leaders() as u16).filter(begins).collect()
    }
}
