//! Positions from the set-up lines of a case file; `docs/cases.md` describes the language, the README of this crate these lines.

use crate::scenario::{Area, Arm, Piece, Scenario, Start};
use crate::state::{Frame, NOBODY, NOWHERE, Phase, Side, State, Weather};
use crate::unitset::{Unit, UnitSet};
use crate::{Campaign, games, read_options};
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::ScriptedDice;
use grognard_engine::sheet::Road;
use grognard_engine::{DataError, HexId, Umpire};

/// What the lines say about the position, beyond the equipment.
struct Draft {
    game: &'static str,
    scenario: Scenario,
    /// The game as published, not an empty map.
    published: bool,
    options: Vec<(String, String)>,
    /// Changes to the position, in order.
    changes: Vec<Change>,
    phase: Option<(Side, Phase)>,
    deal: Vec<u8>,
}

enum Change {
    Turn(u8),
    Morale(Side, u8),
    At(Unit, HexId),
    Due(Unit, u8),
    Boxed(Unit),
    Routed(Unit),
    Broken(Unit),
    Destroyed(Unit),
    Aside(Unit),
    Hidden(Unit),
    Moved(Unit),
    Committed(Unit),
    Weather(Weather),
    Worsening,
    Mud(u8),
    Horses(u8),
    Pontoon(HexId),
    Active(HexId),
    Razed(HexId),
    Control(HexId, Side),
    Catastrophe(u8),
    Lull(Side),
    Klenau,
    Spent,
    Card(u8),
    Stack(usize, Unit),
    Markers([u8; 3]),
}

impl CaseGame for Campaign {
    fn set_up(file: &str, lines: &[SetupLine]) -> Result<(Self, State), DataError> {
        let fault = |line: usize, why: String| DataError::new(file, format!("line {line}"), why);
        let mut draft: Option<Draft> = None;
        let mut game = games()[0].id;
        for SetupLine { line, words } in lines {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match (&words[..], &mut draft) {
                (["game", id], None) => {
                    let found = games().iter().map(|g| g.id).find(|g| g == id);
                    game = found.ok_or_else(|| fault(*line, format!("there is no game {id:?}")))?;
                }
                (["game", _], Some(_)) => return Err(fault(*line, "the game is named first".to_owned())),
                (["opening"], None) => draft = Some(Draft::new(game, true).map_err(|why| fault(*line, why))?),
                (["map", id], None) if *id == game => draft = Some(Draft::new(game, false).map_err(|why| fault(*line, why))?),
                (["map", other], _) => {
                    return Err(fault(*line, format!("{other:?}: expected map {game}, before all else but the game")));
                }
                (words, draft) => {
                    if draft.is_none() {
                        *draft = Some(Draft::new(game, false).map_err(|why| fault(*line, why))?);
                    }
                    if let Some(draft) = draft {
                        draft.line(words).map_err(|why| fault(*line, why))?;
                    }
                }
            }
        }
        let last = lines.last().map_or(1, |l| l.line);
        let draft = draft.ok_or_else(|| fault(last, "the case sets nothing up".to_owned()))?;
        draft.finish(file, last)
    }
}

impl Draft {
    fn new(game: &'static str, published: bool) -> Result<Self, String> {
        let mut scenario = Campaign::new(game, &[]).map_err(|e| e.to_string())?.scenario;
        if !published {
            for piece in &mut scenario.pieces {
                piece.start = if matches!(piece.arm, Arm::Dummy | Arm::Cadre) { Start::Supply } else { Start::Unused };
            }
        }
        Ok(Self { game, scenario, published, options: Vec::new(), changes: Vec::new(), phase: None, deal: Vec::new() })
    }

    fn unit_named(&self, tag: &str) -> Result<Unit, String> {
        let found = self.scenario.pieces.iter().position(|p| p.tag == tag);
        found.map(|u| u as Unit).ok_or_else(|| format!("there is no unit {tag:?}"))
    }

    fn line(&mut self, words: &[&str]) -> Result<(), String> {
        let grid = self.scenario.sheet.grid.clone();
        let turns = self.scenario.turns.len() as u8;
        let turn = |text: &str| {
            let number = text.parse::<u8>().ok().filter(|t| (1..=turns).contains(t));
            number.ok_or_else(|| format!("{text:?}: expected a turn from 1 to {turns}"))
        };
        let sheet = &mut self.scenario.sheet;
        match *words {
            ["terrain", word, ref list @ ..] => {
                let hexes = list.iter().map(|h| grid.read(h)).collect::<Result<Vec<_>, _>>()?;
                // A hex carries one kind of terrain.
                sheet.terrain.values_mut().for_each(|all| all.retain(|h| !hexes.contains(h)));
                if word != "clear" {
                    sheet.terrain.entry(word.to_owned()).or_default().extend(hexes);
                }
            }
            ["hexside", word, ref list @ ..] => {
                let sides = list.iter().map(|h| grid.read_hexside(h)).collect::<Result<Vec<_>, _>>()?;
                sheet.hexsides.entry(word.to_owned()).or_default().extend(sides);
            }
            ["road", ref list @ ..] => {
                let path = list.iter().map(|h| grid.read(h)).collect::<Result<Vec<_>, _>>()?;
                if path.len() < 2 || path.windows(2).any(|p| !grid.adjacent(p[0], p[1])) {
                    return Err("a road is a chain of neighbouring hexes".to_owned());
                }
                sheet.roads.push(Road {
                    name: String::new(),
                    class: String::new(),
                    edge: false,
                    provenance: "case".to_owned(),
                    path,
                });
            }
            ["turn", number] => self.changes.push(Change::Turn(turn(number)?)),
            ["phase", side, phase] => {
                let phase = match phase {
                    "events" => Phase::Events,
                    "movement" => Phase::Movement,
                    "reaction" => Phase::Reaction,
                    "combat" => Phase::Combat,
                    "night" => Phase::Night,
                    _ => return Err(format!("{phase:?}: expected events, movement, reaction, combat or night")),
                };
                self.phase = Some((Side::read(side)?, phase));
            }
            ["option", name, value] => self.options.push((name.to_owned(), value.to_owned())),
            ["morale", side, level] => {
                let level = level.parse::<u8>().ok().filter(|l| (1..=10).contains(l)).ok_or("expected 1 to 10")?;
                self.changes.push(Change::Morale(Side::read(side)?, level));
            }
            ["weather", word] => {
                let found = Weather::ALL.into_iter().find(|w| w.word() == word);
                self.changes.push(Change::Weather(found.ok_or_else(|| format!("there is no weather {word:?}"))?));
            }
            ["worsening"] => self.changes.push(Change::Worsening),
            ["mud", number] => self.changes.push(Change::Mud(turn(number)?)),
            ["extra-horses", number] => self.changes.push(Change::Horses(turn(number)?)),
            ["pontoon", hex] => self.changes.push(Change::Pontoon(grid.read(hex)?)),
            ["active", hex] => self.changes.push(Change::Active(grid.read(hex)?)),
            ["razed", hex] => self.changes.push(Change::Razed(grid.read(hex)?)),
            ["control", hex, side] => self.changes.push(Change::Control(grid.read(hex)?, Side::read(side)?)),
            ["catastrophe", number] => self.changes.push(Change::Catastrophe(number.parse().map_err(|_| "expected 1 or 2")?)),
            ["lull", side] => self.changes.push(Change::Lull(Side::read(side)?)),
            ["klenau"] => self.changes.push(Change::Klenau),
            ["spent"] => self.changes.push(Change::Spent),
            ["card", number] => {
                let most = self.scenario.cards.len() as u8;
                let card = number.parse::<u8>().ok().filter(|c| (1..=most).contains(c));
                self.changes.push(Change::Card(card.ok_or_else(|| format!("expected a card from 1 to {most}"))?));
            }
            ["stack", area, ref units @ ..] => {
                let area = Area::from_letter(area).filter(|a| (*a as usize) < 3).ok_or("expected A, B or C")? as usize;
                for tag in units {
                    let unit = self.unit_named(tag)?;
                    self.scenario.pieces[usize::from(unit)].start = Start::Stack;
                    self.changes.push(Change::Stack(area, unit));
                }
            }
            ["markers", a, b, c] => self.changes.push(Change::Markers([turn(a)?, turn(b)?, turn(c)?])),
            ["deal", ref rolls @ ..] => {
                let rolls = rolls.iter().map(|r| r.parse().map_err(|_| format!("{r:?} is not a roll")));
                self.deal = rolls.collect::<Result<_, _>>()?;
            }
            ["unit", tag, ref rest @ ..] => self.unit(tag, rest)?,
            _ => return Err(format!("{:?} is no set-up line; see the README of napoleonic-20", words.join(" "))),
        }
        Ok(())
    }

    /// `unit XIV @1408`, `unit F1 i4-2 @0505 routed`, `unit YG due A6`, `unit AuII broken`.
    fn unit(&mut self, tag: &str, words: &[&str]) -> Result<(), String> {
        let unit = match self.unit_named(tag) {
            Ok(unit) => unit,
            Err(_) => {
                let (side, nation) = match tag.chars().next() {
                    Some('F') => (Side::French, "French"),
                    Some('P') => (Side::Allied, "Prussian"),
                    Some('O') => (Side::Allied, "Austrian"),
                    _ => (Side::Allied, "Russian"),
                };
                // The most units of a game are few; a new one takes the place of one that is not used.
                let spare = |p: &Piece| p.side == side && p.start == Start::Unused && !p.elite && !p.light;
                let place = self.scenario.pieces.iter().position(spare).ok_or("no more units of this side")?;
                let piece = Piece {
                    tag: tag.to_owned(),
                    side,
                    nation: nation.to_owned(),
                    name: tag.to_owned(),
                    arm: Arm::Infantry,
                    strength: 3,
                    movement: 2,
                    elite: false,
                    guard: false,
                    imperial: false,
                    light: false,
                    start: Start::Unused,
                };
                self.scenario.pieces[place] = piece;
                place as Unit
            }
        };
        let at = usize::from(unit);
        if self.scenario.pieces[at].start == Start::Unused {
            self.scenario.pieces[at].start = Start::Supply;
        }
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            match word {
                "due" => {
                    let text = words.next().ok_or("due needs an area and a turn, like A6")?;
                    let start = self.scenario.read_start(text)?;
                    let Start::Due { turn, .. } = start else { return Err(format!("{text:?}: expected an area and a turn")) };
                    self.scenario.pieces[at].start = start;
                    self.changes.push(Change::Due(unit, turn));
                }
                "klenau" => {
                    self.scenario.pieces[at].start = Start::Klenau;
                    self.changes.push(Change::Due(unit, 0));
                }
                "box" => self.changes.push(Change::Boxed(unit)),
                "keeper" => self.scenario.pieces[at].start = Start::BoxOr(self.scenario.sheet.grid.read("1303")?),
                "routed" => self.changes.push(Change::Routed(unit)),
                "broken" => self.changes.push(Change::Broken(unit)),
                "destroyed" => self.changes.push(Change::Destroyed(unit)),
                "aside" => self.changes.push(Change::Aside(unit)),
                "hidden" => self.changes.push(Change::Hidden(unit)),
                "moved" => self.changes.push(Change::Moved(unit)),
                "committed" => self.changes.push(Change::Committed(unit)),
                "elite" => self.scenario.pieces[at].elite = true,
                "guard" => (self.scenario.pieces[at].elite, self.scenario.pieces[at].guard) = (true, true),
                _ => match word.strip_prefix('@') {
                    Some(hex) => self.changes.push(Change::At(unit, self.scenario.sheet.grid.read(hex)?)),
                    None => {
                        let piece = &mut self.scenario.pieces[at];
                        (piece.arm, piece.strength, piece.movement) = read_values(word)?;
                    }
                },
            }
        }
        Ok(())
    }

    fn finish(mut self, file: &str, line: usize) -> Result<(Campaign, State), DataError> {
        let fault = |why: String| DataError::new(file, format!("line {line}"), why);
        let info = games().iter().find(|g| g.id == self.game).ok_or_else(|| fault("there is no such game".to_owned()))?;
        let options = read_options(info, &self.options).map_err(|e| fault(e.to_string()))?;
        file.clone_into(&mut self.scenario.sheet.file);
        // Without Variable Weather the weather is printed on the track.
        let turn = self.changes.iter().rev().find_map(|c| if let Change::Turn(t) = c { Some(*t) } else { None });
        let turn = turn.unwrap_or(if self.published { self.scenario.first_turn() } else { 7 });
        for change in &self.changes {
            if let Change::Weather(weather) = change {
                self.scenario.turns[usize::from(turn) - 1].weather = *weather;
            }
        }
        let game = Campaign::with(self.scenario, options)?;
        let mut state = game.opening();
        state.turn = turn;
        if !self.published {
            state.hidden = UnitSet::EMPTY;
        }
        for change in self.changes {
            apply(&game, &mut state, change).map_err(fault)?;
        }
        let mut dice = ScriptedDice::new(&self.deal);
        let mut umpire = Umpire::silent(&mut dice);
        match self.phase {
            None if self.published => game.next_setup(&mut state, 0, &mut umpire),
            phase => {
                let (side, phase) = phase.unwrap_or((Side::Allied, Phase::Movement));
                state.phasing = side;
                state.phase = phase;
                match phase {
                    Phase::Events => game.begin_player_turn(&mut state, &mut umpire),
                    Phase::Movement => {
                        let moved = state.moved;
                        game.begin_movement(&mut state, &mut umpire);
                        state.moved = moved;
                    }
                    Phase::Reaction => game.begin_reaction(&mut state),
                    Phase::Combat => state.frame = Frame::Combat,
                    _ => game.begin_night(&mut state, &mut umpire),
                }
            }
        }
        game.settle(&mut state, &mut umpire);
        if dice.fault.is_some() || !dice.left().is_empty() {
            return Err(fault("the set-up rolls other dice than the `deal` line gives".to_owned()));
        }
        game.sound_places(&state).map_err(fault)?;
        Ok((game, state))
    }
}

fn apply(game: &Campaign, state: &mut State, change: Change) -> Result<(), String> {
    let index = |list: &[HexId], hex: HexId, what: &str| {
        list.iter().position(|&h| h == hex).ok_or_else(|| format!("{} is no {what}", game.grid().number(hex)))
    };
    let off = |state: &mut State, unit: Unit| {
        state.hexes[usize::from(unit)] = NOWHERE;
        state.due.remove(unit);
        state.boxed.remove(unit);
    };
    match change {
        Change::Turn(_) => {}
        Change::Morale(side, level) => state.morale[side as usize] = level,
        Change::At(unit, hex) => {
            off(state, unit);
            state.hexes[usize::from(unit)] = hex;
            if game.options.fog && game.is_dummy(unit) {
                state.hidden.insert(unit);
            }
        }
        Change::Due(unit, turn) => {
            off(state, unit);
            state.due.insert(unit);
            state.due_turn[usize::from(unit)] = turn;
        }
        Change::Boxed(unit) => {
            off(state, unit);
            state.boxed.insert(unit);
        }
        Change::Routed(unit) => state.routed.insert(unit),
        Change::Broken(unit) => {
            off(state, unit);
            state.broken.insert(unit);
        }
        Change::Destroyed(unit) => {
            off(state, unit);
            state.destroyed.insert(unit);
        }
        Change::Aside(unit) => {
            off(state, unit);
            state.aside.insert(unit);
        }
        Change::Hidden(unit) => state.hidden.insert(unit),
        Change::Moved(unit) => state.moved.insert(unit),
        Change::Committed(unit) => state.committed.insert(unit),
        Change::Weather(weather) => state.weather = weather,
        Change::Worsening => state.improving = false,
        Change::Mud(turn) => state.mud = turn,
        Change::Horses(turn) => state.horses = turn,
        Change::Pontoon(hex) => state.pontoon = index(&game.places.pontoon[1..], hex, "site of the pontoon")? as u8 + 1,
        Change::Active(hex) => state.active |= 1 << index(&game.places.loc[0], hex, "French line of communications")?,
        Change::Razed(hex) => state.razed |= 1 << index(&game.places.garrisons, hex, "garrison")?,
        Change::Control(hex, side) => {
            index(&[game.places.neustadt.unwrap_or(NOWHERE)], hex, "objective")?;
            state.control = state.control & !1 | u8::from(side == Side::Allied);
        }
        Change::Catastrophe(number) => state.catastrophe |= number,
        Change::Lull(side) => state.lulls[side as usize] += 1,
        Change::Klenau => state.klenau = true,
        Change::Spent => state.notes.spent = true,
        Change::Card(card) => state.deck.0 = !(1 << (card - 1)) & ((1 << game.scenario.cards.len()) - 1),
        Change::Stack(area, unit) => {
            let at = state.stacked(area);
            *state.stacks[area].get_mut(at).ok_or("the stack is full")? = unit;
            state.due.insert(unit);
            if state.held == unit {
                state.held = NOBODY;
            }
        }
        Change::Markers(turns) => state.markers = turns,
    }
    Ok(())
}

/// Reads `i4-2`: type, strength, movement.
fn read_values(text: &str) -> Result<(Arm, u8, u8), String> {
    let wrong = || format!("{text:?}: expected type, strength and movement like i4-2, or a word of the README of napoleonic-20");
    let first = text.chars().next().ok_or_else(wrong)?;
    let arm = Arm::from_letter(&text[..first.len_utf8()]).ok_or_else(wrong)?;
    let (strength, movement) = text[first.len_utf8()..].split_once('-').ok_or_else(wrong)?;
    let strength = strength.parse().ok().filter(|s| *s <= 9).ok_or_else(wrong)?;
    let movement = movement.parse().ok().filter(|m| (1..=4).contains(m)).ok_or_else(wrong)?;
    Ok((arm, strength, movement))
}
