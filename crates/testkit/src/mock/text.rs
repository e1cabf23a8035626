//! The skirmish in words: actions, positions, set-ups.

use super::{Action, Flaw, SIDES, Skirmish, State, TAGS, UNITS, side_of};
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::{DataError, HexId};

fn unit(text: &str) -> Result<u8, String> {
    TAGS.iter()
        .position(|tag| *tag == text)
        .map(|i| i as u8)
        .ok_or_else(|| format!("{text:?} is no unit; expected R1, R2, B1 or B2"))
}

fn tag(unit: u8) -> &'static str {
    TAGS.get(usize::from(unit)).copied().unwrap_or("?")
}

pub(super) fn write_action(game: &Skirmish, action: Action) -> String {
    match action {
        Action::March(unit, hex) => format!("march {} {}", tag(unit), game.number(hex)),
        Action::Attack(unit, target) => format!("attack {} {}", tag(unit), tag(target)),
        Action::Stand => "stand".to_owned(),
        Action::Withdraw(_) if game.flaw == Flaw::ForgetfulRecord => "withdraw 0201".to_owned(),
        Action::Withdraw(hex) => format!("withdraw {}", game.number(hex)),
        Action::End => "end".to_owned(),
    }
}

pub(super) fn read_action(game: &Skirmish, text: &str) -> Result<Action, String> {
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["march", u, hex] => Ok(Action::March(unit(u)?, game.grid.read(hex)?)),
        ["attack", u, target] => Ok(Action::Attack(unit(u)?, unit(target)?)),
        ["stand"] => Ok(Action::Stand),
        ["withdraw", hex] => Ok(Action::Withdraw(game.grid.read(hex)?)),
        ["end"] => Ok(Action::End),
        _ => Err(format!("{text:?} is no action; expected march, attack, stand, withdraw or end")),
    }
}

pub(super) fn write_short(game: &Skirmish, action: Action) -> String {
    match action {
        Action::March(unit, hex) => format!("{}-{}", tag(unit), game.number(hex)),
        Action::Attack(unit, target) => format!("{}x{}", tag(unit), tag(target)),
        Action::Stand => "stand".to_owned(),
        Action::Withdraw(_) if game.flaw == Flaw::ForgetfulShorthand => "-0201".to_owned(),
        Action::Withdraw(hex) => format!("-{}", game.number(hex)),
        Action::End => "end".to_owned(),
    }
}

pub(super) fn read_short(game: &Skirmish, text: &str) -> Result<Action, String> {
    if let Some((u, target)) = text.split_once('x') {
        return Ok(Action::Attack(unit(u)?, unit(target)?));
    }
    match text.split_once('-') {
        Some(("", hex)) => Ok(Action::Withdraw(game.grid.read(hex)?)),
        Some((u, hex)) => Ok(Action::March(unit(u)?, game.grid.read(hex)?)),
        None if text == "stand" => Ok(Action::Stand),
        None if text == "end" => Ok(Action::End),
        None => Err(format!("{text:?} is no action")),
    }
}

/// `skirmish 1 Red 0101,0102,-,0402 .x.. R1,B2 R1xB2`: turn, side, places, who has acted, chiefs, attack.
pub(super) fn write_position(game: &Skirmish, state: &State) -> String {
    let places: Vec<_> = state.place.iter().map(|hex| hex.map_or("-".to_owned(), |hex| game.number(hex))).collect();
    let acted: String =
        state.acted.iter().map(|&acted| if acted && game.flaw != Flaw::ForgetfulPosition { 'x' } else { '.' }).collect();
    let fight = state.fight.map_or("-".to_owned(), |(a, b)| format!("{}x{}", tag(a), tag(b)));
    let side = SIDES[usize::from(state.side)];
    let [red, blue] = state.chief.map(tag);
    format!("skirmish {} {side} {} {acted} {red},{blue} {fight}", state.turn, places.join(","))
}

pub(super) fn read_position(game: &Skirmish, text: &str) -> Result<State, DataError> {
    let fault = |field: &str, why: String| DataError::new("position", field, why);
    let words: Vec<_> = text.split_whitespace().collect();
    let ["skirmish", turn, side, places, acted, chiefs, fight] = words[..] else {
        return Err(fault("line 1", "expected `skirmish` and six fields".to_owned()));
    };
    let turn = turn.parse().ok().filter(|turn| (1..=5).contains(turn));
    let turn = turn.ok_or_else(|| fault("turn", "expected 1 to 5".to_owned()))?;
    let side = SIDES.iter().position(|name| *name == side).ok_or_else(|| fault("side", "expected Red or Blue".to_owned()))? as u8;
    let mut place = [None; UNITS];
    let mut at = places.split(',');
    for slot in &mut place {
        *slot = match at.next() {
            None => return Err(fault("places", "expected four hexes or `-`".to_owned())),
            Some("-") => None,
            Some(hex) => Some(game.grid.read(hex).map_err(|why| fault("places", why))?),
        };
    }
    let twice = |hex: &Option<HexId>| hex.is_some() && place.iter().filter(|other| *other == hex).count() > 1;
    if at.next().is_some() || place.iter().any(twice) {
        return Err(fault("places", "expected four different hexes".to_owned()));
    }
    if acted.len() != UNITS || !acted.bytes().all(|b| matches!(b, b'.' | b'x')) {
        return Err(fault("acted", "expected four of `.` and `x`".to_owned()));
    }
    let mut flags = [false; UNITS];
    for (flag, byte) in flags.iter_mut().zip(acted.bytes()) {
        *flag = byte == b'x';
    }
    let (red, blue) = chiefs.split_once(',').ok_or_else(|| fault("chiefs", "expected two units".to_owned()))?;
    let chief = [unit(red).map_err(|why| fault("chiefs", why))?, unit(blue).map_err(|why| fault("chiefs", why))?];
    if chief.map(side_of) != [0, 1] {
        return Err(fault("chiefs", "expected one of each side".to_owned()));
    }
    let fight = match fight.split_once('x') {
        None if fight == "-" => None,
        Some((a, b)) => Some((unit(a).map_err(|why| fault("attack", why))?, unit(b).map_err(|why| fault("attack", why))?)),
        None => return Err(fault("attack", "expected `-` or two units like R1xB1".to_owned())),
    };
    Ok(State { turn, side, place, acted: flags, chief, fight })
}

impl CaseGame for Skirmish {
    fn set_up(file: &str, lines: &[SetupLine]) -> Result<(Self, State), DataError> {
        let mut game = Self::default();
        let mut state = State { turn: 1, side: 0, place: [None; UNITS], acted: [false; UNITS], chief: [0, 2], fight: None };
        for SetupLine { line, words } in lines {
            let fault = |why: String| DataError::new(file, format!("line {line}"), why);
            let words: Vec<_> = words.iter().map(String::as_str).collect();
            match words[..] {
                ["game", "skirmish"] => {}
                // For those who watch the clock.
                ["sleepless"] => game.flaw = Flaw::Sleepless,
                ["turn", turn] => state.turn = turn.parse().map_err(|_| fault("expected a turn number".to_owned()))?,
                ["side", side] => {
                    let side = SIDES.iter().position(|name| *name == side);
                    state.side = side.ok_or_else(|| fault("expected Red or Blue".to_owned()))? as u8;
                }
                ["chief", tag] => {
                    let chief = unit(tag).map_err(fault)?;
                    state.chief[usize::from(side_of(chief))] = chief;
                }
                ["unit", tag, at, ref rest @ ..] => {
                    let unit = usize::from(unit(tag).map_err(fault)?);
                    let hex = at.strip_prefix('@').ok_or_else(|| fault("expected `@` and a hex".to_owned()))?;
                    let place = Some(game.grid.read(hex).map_err(fault)?);
                    if state.place.contains(&place) {
                        return Err(fault(format!("[1.3] {hex} is taken")));
                    }
                    state.place[unit] = place;
                    state.acted[unit] = rest == ["acted"];
                }
                _ => return Err(fault("expected game, turn, side, chief or unit".to_owned())),
            }
        }
        Ok((game, state))
    }
}
