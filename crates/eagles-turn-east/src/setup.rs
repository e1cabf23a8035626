//! Positions from the lines of a case file; the README of this crate describes them.

use crate::grand::Voyage;
use crate::roster::{Army, Start};
use crate::state::{Away, Frame, Leader, Leaders, NOBODY, Phase, Side, State, Weather};
use crate::victory::LAST_SPACE;
use crate::{Campaign, games};
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::LowDice;
use grognard_engine::fields::NOWHERE;
use grognard_engine::verbs::read_unit;
use grognard_engine::{DataError, HexId, Umpire};

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
                ["option", name, value] => options.push(((*name).to_owned(), (*value).to_owned())),
                _ => {}
            }
        }
        let last = lines.last().map_or(1, |line| line.line);
        let game = Self::new(id, &options).map_err(|why| fault(last, why.to_string()))?;
        let mut state = game.opening();
        let whole = lines.iter().any(|line| line.words == ["opening"]);
        if !whole {
            game.clear(&mut state);
        }
        state.weather = Weather::Fair;
        // Whoever takes part is put in his place first, wherever his line stands: other lines speak of him and of his troops.
        let rank = |line: &&SetupLine| match line.words.first().map(String::as_str) {
            Some("leader") => 0,
            Some("away") => 1,
            _ => 2,
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
        game.stay(&mut state);
        game.leave_open(&mut state);
        game.sound(&state).map_err(|(place, why)| fault(last, format!("{place}: {why}")))?;
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
        let side = |name: &str| Side::read(name).ok_or_else(|| format!("{name:?} is no side"));
        let small = |text: &str, most: u8| {
            text.parse::<u8>().ok().filter(|n| *n <= most).ok_or_else(|| format!("{text:?}: expected a number up to {most}"))
        };
        match *words {
            ["game", _] | ["option", _, _] | ["opening"] => Ok(()),
            ["phase", name, phase] => {
                state.phasing = side(name)?;
                (state.phase, state.frame) = match phase {
                    "prepare" => (Phase::Command, Frame::Prepare(state.phasing)),
                    "disband" => (Phase::Command, Frame::Disband),
                    "season" => (Phase::Command, Frame::Season),
                    "sea" => (Phase::Command, Frame::Sea),
                    "command" => (Phase::Command, Frame::Admin),
                    "organization" => (Phase::Command, Frame::Organize),
                    "movement" => (Phase::Movement, Frame::Command),
                    "initiative" => (Phase::Movement, Frame::Initiative),
                    "forced" => (Phase::ForcedMarch, Frame::Forced),
                    "combat" => (Phase::Combat, Frame::Attack),
                    _ => {
                        return Err(format!("{phase:?}: expected command, organization, movement, initiative, forced or combat"));
                    }
                };
                if state.phase == Phase::Movement {
                    state.commands = self.scenario.commands[state.phasing as usize];
                }
                Ok(())
            }
            ["turn", ref dates @ ..] => {
                let turn = self.scenario.calendar.turn_of(&dates.join(" "));
                let (first, last) = self.scenario.turns;
                state.turn = turn.filter(|turn| (first..=last).contains(turn)).ok_or("this is no turn of the scenario")?;
                Ok(())
            }
            ["weather", name] => {
                state.weather = Weather::read(name).ok_or_else(|| format!("there is no weather {name:?}"))?;
                Ok(())
            }
            ["commands", number] => {
                state.commands = small(number, 20)?;
                Ok(())
            }
            ["morale", letter] => {
                let at = "ABCDEFG".find(letter).filter(|_| letter.len() == 1);
                state.morale = at.map(|at| at as u8).filter(|at| *at <= LAST_SPACE).ok_or("expected a letter from A to G")?;
                Ok(())
            }
            ["source", name, hex] => {
                state.source[self.base_of(name)?] = self.read_source(hex)?;
                Ok(())
            }
            ["changing", name, hex] => {
                state.changing[self.base_of(name)?] = self.read_source(hex)?;
                Ok(())
            }
            ["konigsberg", name] => {
                state.koenigsberg = side(name)?;
                Ok(())
            }
            ["leader", tag, hex, ref rest @ ..] => {
                let leader = self.read_leader(tag)?;
                let hex = hex.strip_prefix('@').ok_or("expected @HEX after the leader")?;
                self.place(state, leader, self.grid().read(hex)?);
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
                let unit = usize::from(read_unit(self, tag)?).checked_sub(self.leaders()).ok_or("name a unit, not a leader")?;
                let strength = [small(foot, 9)?, small(horse, 9)?, small(guns, 9)?];
                if state.track[unit] == NOBODY && strength != [0; 3] {
                    return Err(format!("{tag} stands on nobody's track"));
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
            _ if self.is_campaign() => self.set_up_campaign(state, words),
            _ => Err(format!("{:?} is no set-up line; see the README of eagles-turn-east", words.join(" "))),
        }
    }

    /// Whose source a line speaks of: a side in a Battle Scenario, an army in a campaign.
    fn base_of(&self, name: &str) -> Result<usize, String> {
        if let Some(army) = Army::read(name).filter(|_| self.is_campaign()) {
            return Ok(army as usize);
        }
        Side::read(name).map(|side| side as usize).ok_or_else(|| format!("{name:?} is no side or army"))
    }

    /// Lines that only campaigns know.
    fn set_up_campaign(&self, state: &mut State, words: &[&str]) -> Result<(), String> {
        let army = |name: &str| Army::read(name).map(|army| army as usize).ok_or_else(|| format!("{name:?} is no army"));
        let number = |text: &str| text.parse::<u8>().map_err(|_| format!("{text:?} is no number"));
        match *words {
            ["points", name, count] => state.offices[army(name)?].points = number(count)?,
            ["pool", name, ref kinds @ ..] => {
                for (pool, count) in state.offices[army(name)?].pool.iter_mut().zip(kinds) {
                    *pool = number(count)?;
                }
            }
            ["center", name, hex, ref moved @ ..] => {
                let hex = self.grid().read(hex)?;
                let office = &mut state.offices[army(name)?];
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
                let (a, b) = self.grid().read_hexside(bridge)?;
                let bridge = self.ground().bridge(a, b).ok_or("no bridge lies there")?;
                if words[0] == "down" { state.down.insert(bridge.into()) } else { state.down.remove(bridge.into()) }
            }
            ["away", tag, name, since] => {
                let leader = usize::from(self.read_leader(tag)?);
                let hex = state.hexes[leader];
                self.place(state, leader as Leader, hex);
                state.exit[leader] = hex;
                state.hexes[leader] = NOWHERE;
                // The last word of a name is enough: `Thorn`.
                let named = |away: &Away| away.name() == name || away.name().ends_with(&format!(" {name}"));
                state.away[leader] = Away::ALL.into_iter().find(named).ok_or("there is no such box")?;
                state.since[leader] = number(since)?;
            }
            ["forage", ref tags @ ..] => {
                for tag in tags {
                    state.forage.insert(self.read_leader(tag)?.into());
                }
            }
            ["promotions", count] => state.promotions = number(count)?,
            ["towns", bits] => state.towns = number(bits)?,
            ["won", turn] => state.won = number(turn)?,
            _ if self.is_grand() => self.set_up_grand(state, words)?,
            _ => return Err(format!("{:?} is no set-up line; see the README of eagles-turn-east", words.join(" "))),
        }
        Ok(())
    }

    /// Lines that only the Grand Scenario knows.
    fn set_up_grand(&self, state: &mut State, words: &[&str]) -> Result<(), String> {
        let army = |name: &str| Army::read(name).map(|army| army as usize).ok_or_else(|| format!("{name:?} is no army"));
        let number = |text: &str| text.parse::<u8>().map_err(|_| format!("{text:?} is no number"));
        match *words {
            ["rests", ref sides @ ..] => {
                for name in sides {
                    state.grand.rests[Side::read(name).ok_or("expected sides")? as usize] = true;
                }
            }
            ["hospital", name, track, foot, horse, dismounted] => {
                let track = usize::from(number(track)?.clamp(1, 2)) - 1;
                state.grand.wards[army(name)?][track] = [number(foot)?, number(horse)?, number(dismounted)?];
            }
            ["dismounted", name, count] => state.grand.dismounted[army(name)?] = number(count)?,
            ["remounts", name, count] => state.grand.remounts[army(name)?] = number(count)?,
            ["ships", stage, sailed] => {
                let found = Voyage::ALL.into_iter().find(|one| one.name().replace(' ', "-") == stage);
                state.grand.voyage = found.ok_or("there is no such stage")?;
                state.grand.sailed = number(sailed)?;
            }
            ["siege", sea, land] => state.grand.siege = [number(sea)?, number(land)?],
            ["fallen", turn] => state.grand.fallen = number(turn)?,
            ["thaw"] => state.grand.thaw = true,
            ["road"] => state.grand.road = true,
            ["relief"] => state.grand.relief = true,
            ["lull"] => state.grand.lull = true,
            ["closed", where_they_lie] => {
                state.grand.closed = true;
                state.grand.inside = where_they_lie == "inside";
            }
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
