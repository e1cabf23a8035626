//! Positions from the set-up lines of a case file; `docs/cases.md` describes them for readers of the rulebook.

use crate::exclusive::dresden::morale::{Army, HIGHEST};
use crate::scenario::{Arm, Piece, Scenario, Start, Turn};
use crate::sequence::{GAME_TURN, Phase};
use crate::state::{NOWHERE, Side, State};
use crate::unitset::{Unit, UnitSet};
use crate::{Battle, games, read_options};
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::ScriptedDice;
use grognard_engine::sheet::{Entry, Road, Sheet, Slope};
use grognard_engine::{DataError, HexId, Umpire};

/// A day turn in the middle of the game, when nothing says otherwise.
const USUAL_TURN: u8 = 5;

/// What the lines say about the position, beyond the equipment.
struct Draft {
    scenario: Scenario,
    options: Vec<(String, String)>,
    /// What differs from the opening: whoever stands somewhere stands there by the equipment.
    state: State,
    phase: Phase,
    night: bool,
    rain: bool,
    active: UnitSet,
    morale: Vec<(Army, u8)>,
    control: Vec<(HexId, Side)>,
    paid: Vec<HexId>,
    deal: Vec<u8>,
}

impl CaseGame for Battle {
    fn set_up(file: &str, lines: &[SetupLine]) -> Result<(Self, State), DataError> {
        let fault = |line: usize, why: String| DataError::new(file, format!("line {line}"), why);
        let mut draft: Option<Draft> = None;
        let mut game = "eylau";
        for SetupLine { line, words } in lines {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match (&words[..], &mut draft) {
                (["game", id], None) => {
                    game = games()
                        .iter()
                        .map(|g| g.id)
                        .find(|g| g == id)
                        .ok_or_else(|| fault(*line, format!("there is no game {id:?}")))?;
                }
                (["game", _], Some(_)) => return Err(fault(*line, "the game is named first".to_owned())),
                (["map", size], None) => draft = Some(Draft::on_map(file, game, size).map_err(|why| fault(*line, why))?),
                (["map", _], Some(_)) => return Err(fault(*line, "the map is named before all else but the game".to_owned())),
                (["opening"], None) => draft = Some(Draft::opening(game).map_err(|why| fault(*line, why))?),
                (words, draft) => {
                    if draft.is_none() {
                        *draft = Some(Draft::on_map(file, game, "12x12").map_err(|why| fault(*line, why))?);
                    }
                    if let Some(draft) = draft {
                        draft.line(words).map_err(|why| fault(*line, why))?;
                    }
                }
            }
        }
        let last = lines.last().map_or(1, |l| l.line);
        let draft = draft.ok_or_else(|| fault(last, "the case sets nothing up".to_owned()))?;
        draft.finish(file, game, last)
    }
}

impl Draft {
    fn with(scenario: Scenario) -> Self {
        Self {
            state: State { turn: USUAL_TURN, phasing: scenario.rules.first(), ..State::default() },
            scenario,
            options: Vec::new(),
            phase: Phase::Movement,
            night: false,
            rain: false,
            active: UnitSet::EMPTY,
            morale: Vec::new(),
            control: Vec::new(),
            paid: Vec::new(),
            deal: Vec::new(),
        }
    }

    /// `map 12x12` or `map eylau`: an empty map, or the game's own without its units.
    fn on_map(file: &str, game: &str, size: &str) -> Result<Self, String> {
        let published = Battle::new(game, &[]).map_err(|e| e.to_string())?.scenario;
        let sheet = if size == game {
            published.sheet
        } else {
            let (columns, rows) =
                size.split_once('x').ok_or_else(|| format!("{size:?}: expected a size like 12x12, or {game}"))?;
            let number = |text: &str| text.parse::<u8>().map_err(|_| format!("{text:?} is not a number up to 32"));
            let mut sheet = Sheet::blank(file, number(columns)?, number(rows)?).map_err(|e| e.why)?;
            sheet.points_per_objective = published.sheet.points_per_objective;
            sheet
        };
        let mut scenario = Scenario::on(published.rules, game, sheet).map_err(|e| e.why)?;
        let blank = |t: &Turn| Turn { clock: String::new(), date: String::new(), ..t.clone() };
        scenario.turns = published.turns.iter().map(blank).collect();
        Ok(Self::with(scenario))
    }

    /// `opening`: the game as it is published, to be changed by the lines that follow.
    fn opening(game: &str) -> Result<Self, String> {
        let mut draft = Self::with(Battle::new(game, &[]).map_err(|e| e.to_string())?.scenario);
        draft.state.turn = 1;
        Ok(draft)
    }

    fn line(&mut self, words: &[&str]) -> Result<(), String> {
        let grid = self.scenario.sheet.grid.clone();
        let hexes = |list: &[&str]| list.iter().map(|h| grid.read(h)).collect::<Result<Vec<HexId>, String>>();
        let sides = |list: &[&str]| list.iter().map(|h| grid.read_hexside(h)).collect::<Result<Vec<_>, String>>();
        let sheet = &mut self.scenario.sheet;
        match *words {
            ["terrain", word, ref list @ ..] => sheet.terrain.entry(word.to_owned()).or_default().extend(hexes(list)?),
            ["hexside", word, ref list @ ..] => sheet.hexsides.entry(word.to_owned()).or_default().extend(sides(list)?),
            ["slope", ref list @ ..] => {
                let sides = sides(list)?;
                sheet.slopes.push(Slope { name: String::new(), provenance: "case".to_owned(), sides });
            }
            ["road", ref list @ ..] => {
                let (edge, list) = if list.first() == Some(&"edge") { (true, &list[1..]) } else { (false, list) };
                let path = hexes(list)?;
                if path.len() < 2 || path.windows(2).any(|p| !grid.adjacent(p[0], p[1])) {
                    return Err("a road is a chain of neighbouring hexes".to_owned());
                }
                if edge && !grid.on_edge(path[path.len() - 1]) {
                    return Err("the last hex of `road edge` lies on the map edge".to_owned());
                }
                sheet.roads.push(Road { name: String::new(), class: String::new(), edge, provenance: "case".to_owned(), path });
            }
            ["entry", code, hex, ref road @ ..] if road.is_empty() || road == ["road"] => {
                let hex = grid.read(hex)?;
                if !grid.on_edge(hex) || sheet.entries.iter().any(|e| e.code == code) {
                    return Err("an entry is a hex on the map edge with a code of its own".to_owned());
                }
                let road_to_edge = !road.is_empty();
                sheet.entries.push(Entry {
                    code: code.to_owned(),
                    hex,
                    road_to_edge,
                    who: String::new(),
                    provenance: "case".to_owned(),
                });
            }
            ["objective", ref list @ ..] => {
                let list = hexes(list)?;
                if sheet.objectives.len() + list.len() > crate::state::MAX_OBJECTIVES {
                    return Err("too many objectives".to_owned());
                }
                sheet.objectives.extend(list);
            }
            ["turn", turn] => {
                let last = self.scenario.turns.len();
                let number = turn.parse::<u8>().ok().filter(|t| (1..=last).contains(&usize::from(*t)));
                self.state.turn = number.ok_or_else(|| format!("{turn:?}: expected a turn from 1 to {last}"))?;
            }
            ["night"] => self.night = true,
            ["rain"] => self.rain = true,
            ["area", name, ref list @ ..] => sheet.areas.entry(name.to_owned()).or_default().extend(hexes(list)?),
            ["morale", army, level] => {
                let army =
                    Army::ALL.into_iter().find(|a| a.name() == army).ok_or_else(|| format!("there is no army {army:?}"))?;
                let level = level.parse::<u8>().ok().filter(|l| *l <= HIGHEST);
                self.morale.push((army, level.ok_or_else(|| format!("expected a level up to {HIGHEST}"))?));
            }
            ["deal", ref rolls @ ..] => {
                let rolls = rolls.iter().map(|r| r.parse().map_err(|_| format!("{r:?} is not a roll")));
                self.deal = rolls.collect::<Result<_, _>>()?;
            }
            ["klenau", "released"] => self.state.klenau_released = true,
            ["paid", hex] => self.paid.push(grid.read(hex)?),
            ["phase", side, phase] => {
                self.state.phasing = Side::read(side)?;
                self.phase = match phase {
                    "movement" => Phase::Movement,
                    "combat" => Phase::Combat,
                    _ => return Err(format!("{phase:?}: expected movement or combat")),
                };
            }
            ["option", name, value] => self.options.push((name.to_owned(), value.to_owned())),
            ["fresh", side, code, points, ref used @ ..] if used.is_empty() || used == ["used"] => {
                let division = self.scenario.division(code, Side::read(side)?)?;
                let points = points.parse::<u8>().ok().filter(|p| (1..=20).contains(p));
                self.scenario.divisions[usize::from(division)].fresh = points.ok_or("expected 1 to 20 points")?;
                self.state.fresh_spent |= u32::from(!used.is_empty()) << division;
            }
            ["control", hex, side] => self.control.push((grid.read(hex)?, Side::read(side)?)),
            ["guard-attacked"] => self.state.guard_attacked = true,
            ["unit", tag, ref rest @ ..] => self.unit(tag, rest)?,
            _ => return Err(format!("{:?} is no set-up line; see docs/cases.md", words.join(" "))),
        }
        Ok(())
    }

    /// `unit F1 i8-4 @0505 division Sam nation Russian side French moved fought`, `unit F1 due A4`, `unit F1 lost`.
    fn unit(&mut self, tag: &str, words: &[&str]) -> Result<(), String> {
        let known = self.scenario.pieces.iter().position(|p| p.tag == tag);
        let mut piece = match known {
            Some(i) => self.scenario.pieces[i].clone(),
            None => {
                let side = if tag.starts_with('F') { Side::French } else { Side::Allied };
                let nation = match tag.chars().next() {
                    Some('F') => "French",
                    Some('P') => "Prussian",
                    Some('O') => "Austrian",
                    _ => "Russian",
                };
                Piece {
                    tag: tag.to_owned(),
                    side,
                    nation: nation.to_owned(),
                    name: tag.to_owned(),
                    formation: nation.to_owned(),
                    division: None,
                    arm: Arm::Infantry,
                    strength: 5,
                    movement: 4,
                    start: Start::Hex(NOWHERE),
                    reserve: false,
                }
            }
        };
        let index = known.unwrap_or(self.scenario.pieces.len());
        let mut division = None;
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let mut next = |what: &str| words.next().ok_or_else(|| format!("{word} needs {what}"));
            match word {
                "division" => division = Some(next("a code")?),
                "nation" => next("a nation")?.clone_into(&mut piece.nation),
                "side" => piece.side = Side::read(next("a side")?)?,
                "due" => piece.start = self.scenario.read_start(next("an entry and a turn, like A4")?)?.0,
                "klenau" => piece.start = self.scenario.read_start("B or C")?.0,
                "reserve" => piece.reserve = true,
                "active" => self.active.insert(index as Unit),
                "disrupted" => self.state.disrupted.insert(index as Unit),
                "lost" => self.state.lost.insert(index as Unit),
                "moved" => self.state.moved.insert(index as Unit),
                "fought" => self.state.fought.insert(index as Unit),
                _ => match word.strip_prefix('@') {
                    Some(hex) => piece.start = Start::Hex(self.scenario.sheet.grid.read(hex)?),
                    None => (piece.arm, piece.strength, piece.movement) = read_values(word)?,
                },
            }
        }
        let nowhere = piece.start == Start::Hex(NOWHERE);
        if nowhere && !self.state.lost.or(self.state.disrupted).has(index as Unit) {
            return Err(format!("{tag} stands nowhere: write @0505, due A4, or lost"));
        }
        piece.check()?;
        if let Some(code) = division {
            piece.division = Some(self.scenario.division(code, piece.side)?);
            code.clone_into(&mut piece.name);
        }
        if known.is_some_and(|i| self.scenario.pieces[i].division.is_some() && self.scenario.pieces[i].side != piece.side) {
            return Err(format!("{tag} cannot leave the side of its division"));
        }
        match known {
            Some(i) if division.is_some() => Err(format!("{} has its division already", self.scenario.pieces[i].tag)),
            Some(i) => {
                self.scenario.pieces[i] = piece;
                Ok(())
            }
            None => self.scenario.add(piece),
        }
    }

    fn finish(mut self, file: &str, game: &str, line: usize) -> Result<(Battle, State), DataError> {
        let fault = |why: String| DataError::new(file, format!("line {line}"), why);
        let turn = &mut self.scenario.turns[usize::from(self.state.turn) - 1];
        (turn.night, turn.rain) = (turn.night || self.night, turn.rain || self.rain);
        let info = games().iter().find(|g| g.id == game).ok_or_else(|| fault(format!("there is no game {game:?}")))?;
        let options = read_options(info, &self.options).map_err(|e| fault(e.to_string()))?;
        self.scenario.sheet.file = file.to_owned();
        let battle = Battle::with(self.scenario, options)?;
        let opening = battle.opening();
        let gone = self.state.lost.or(self.state.disrupted);
        let mut state = State {
            hexes: opening.hexes,
            due: opening.due.less(gone),
            reserve: opening.reserve.less(self.active),
            morale: opening.morale,
            ..self.state
        };
        gone.into_iter().for_each(|unit| state.hexes[usize::from(unit)] = NOWHERE);
        for (army, level) in self.morale {
            state.morale[army as usize] = level;
        }
        let objective = |hex: HexId| {
            let at = battle.objectives().iter().position(|&o| o == hex);
            at.ok_or_else(|| fault(format!("{} is no objective", battle.grid().number(hex))))
        };
        for hex in self.paid {
            state.city_paid |= 1 << objective(hex)?;
        }
        for (hex, side) in self.control {
            state.control[objective(hex)?] = Some(side);
        }
        let second = state.phasing != battle.title().first();
        let step = GAME_TURN.iter().position(|&s| s == (second, self.phase)).unwrap_or(0);
        let mut dice = ScriptedDice::new(&self.deal);
        let mut umpire = Umpire::silent(&mut dice);
        battle.begin(&mut state, step, &mut umpire);
        battle.settle(&mut state, &mut umpire);
        if dice.fault.is_some() || !dice.left().is_empty() {
            return Err(fault("the set-up rolls other dice than the `deal` line gives".to_owned()));
        }
        // Looked at last: a phase in which nothing can be done has been passed, and friends share a hex only while they move.
        battle.sound_places(&state).map_err(fault)?;
        Ok((battle, state))
    }
}

/// Reads `i8-4`: type, strength, movement.
fn read_values(text: &str) -> Result<(Arm, u8, u8), String> {
    let wrong = || format!("{text:?}: expected type, strength and movement like i8-4, or a word of docs/cases.md");
    let first = text.chars().next().ok_or_else(wrong)?;
    let arm = Arm::from_letter(&text[..first.len_utf8()]).ok_or_else(wrong)?;
    let (strength, movement) = text[1..].split_once('-').ok_or_else(wrong)?;
    let strength = strength.parse().ok().filter(|s| (1..=40).contains(s)).ok_or_else(wrong)?;
    let movement = movement.parse().ok().filter(|m| *m <= 12).ok_or_else(wrong)?;
    Ok((arm, strength, movement))
}
