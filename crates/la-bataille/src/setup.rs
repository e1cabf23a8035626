//! Positions from the set-up lines of a case file; `docs/cases.md` describes the language, the README of this crate these lines.

use crate::army::{Army, Kind, of_category, read_facing};
use crate::base6::is_value;
use crate::blame::Passed;
use crate::board::many;
use crate::state::{
    Arm, Formation, Frame, NOWHERE, Order, Place, Readiness, Segment, Side, State, Unit, flag, second_of, third_of,
};
use crate::tables::Terrain;
use crate::{Bautzen, Field, Ground, games};
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::{ScriptFault, ScriptedDice};
use grognard_engine::sheet::{Place as Spot, Road, Sheet};
use grognard_engine::{DataError, HexId, Umpire};
use std::sync::Arc;

/// What set-up lines begin with, for whoever writes something else.
const LINES: &str = "game, option, map, opening, terrain HEXKIND HEX, level, hexside KIND HEX-HEX, road, place, turn, segment SIDE SEGMENT, \
                     held, corps, scenario, deal, unit and leader";
/// What can be said of a piece besides.
const WORDS: &str = "disordered, routed, tired, exhausted, lost, wide, three, moved, charged, straight, attacked, stood, spent, crossed, \
                     forced, wild, sheltered, reacted, entered, and with = due, off, left, rank, aim, tail, shock, since, regiment, \
                     division, corps, nation, body and morale";

/// A change to the position, made when map and pieces are known.
type Change = Box<dyn Fn(&Bautzen, &mut State) -> Result<(), String>>;

/// What the lines say.
struct Draft {
    base: Bautzen,
    sheet: Sheet,
    army: Army,
    published: bool,
    segment: Option<(Side, Segment)>,
    deal: Vec<u8>,
    three_hexes: bool,
    /// Each with its line.
    changes: Vec<(usize, Change)>,
    /// The line that is being read.
    at: usize,
    /// In which lines a piece is spoken of.
    told: Vec<(Unit, usize)>,
}

impl CaseGame for Bautzen {
    fn set_up(file: &str, lines: &[SetupLine]) -> Result<(Self, State), DataError> {
        let fault = |line: usize, why: String| DataError::new(file, format!("line {line}"), why);
        let mut game = games()[0].id;
        let mut options: Vec<(String, String)> = Vec::new();
        // Which game and map it is may be said anywhere among the other lines.
        let mut map: Option<(usize, Vec<&str>)> = None;
        let mut others = Vec::new();
        for SetupLine { line, words } in lines {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match words[..] {
                ["game", id] => {
                    let found = games().iter().map(|g| g.id).find(|g| *g == id);
                    game = found.ok_or_else(|| fault(*line, format!("there is no game {id:?}")))?;
                }
                ["option", name, value] => options.push((name.to_owned(), value.to_owned())),
                ["map" | "opening", ..] if map.is_some() => return Err(fault(*line, "the map is named once".to_owned())),
                ["map" | "opening", ..] => map = Some((*line, words)),
                _ => others.push((*line, words)),
            }
        }
        let last = lines.last().map_or(1, |l| l.line);
        if map.is_none() && others.is_empty() {
            return Err(fault(last, "the case sets nothing up".to_owned()));
        }
        let (line, map) = map.unwrap_or((last, vec!["map", "12x12"]));
        let mut draft = Draft::new(game, &options, &map).map_err(|why| fault(line, why))?;
        for (line, words) in others {
            draft.at = line;
            draft.line(&words).map_err(|why| fault(line, why))?;
        }
        draft.finish(file, last)
    }
}

/// [20.3] An organisation of the game: its number from 0, its name, or how that begins.
fn read_body(game: &Bautzen, text: &str) -> Result<u8, String> {
    let wanted = text.replace('_', " ").to_lowercase();
    let named = |at: u8, name: &str| at.to_string() == text || name.to_lowercase().starts_with(&wanted);
    let found = game.bodies().find(|(at, row)| named(*at, &row.0)).map(|(at, _)| at);
    found.ok_or_else(|| {
        let all: Vec<String> = game.bodies().map(|(at, row)| format!("{at} {}", row.0)).collect();
        let all = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
        format!("{text:?} is no organisation of this game; there is {all}")
    })
}

impl Draft {
    fn new(game: &str, options: &[(String, String)], words: &[&str]) -> Result<Self, String> {
        let base = Bautzen::new(game, options).map_err(|e| e.to_string())?;
        let published = words == ["opening"];
        let sheet = match words {
            ["opening"] | ["map", "bautzen"] => base.ground().sheet().clone(),
            ["map", size] => {
                let (columns, rows) = size.split_once('x').ok_or("write map 12x12, map bautzen or opening")?;
                let number = |text: &str| text.parse::<u8>().map_err(|_| format!("{text:?} is no number"));
                Sheet::blank("case", number(columns)?, number(rows)?).map_err(|e| e.why)?
            }
            _ => return Err("write map 12x12, map bautzen or opening".to_owned()),
        };
        let army = if published { base.field().army.clone() } else { Army::empty() };
        let (deal, changes, told) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { base, sheet, army, published, segment: None, deal, three_hexes: false, changes, at: 0, told })
    }

    fn change(&mut self, change: impl Fn(&Bautzen, &mut State) -> Result<(), String> + 'static) {
        self.changes.push((self.at, Box::new(change)));
    }

    fn line(&mut self, words: &[&str]) -> Result<(), String> {
        let grid = self.sheet.grid.clone();
        let hexes = |list: &[&str]| list.iter().map(|h| grid.read(h)).collect::<Result<Vec<HexId>, _>>();
        match *words {
            ["terrain", word, ref list @ ..] if !list.is_empty() => {
                let (list, word) = (hexes(list)?, word.to_lowercase());
                self.sheet.terrain.values_mut().for_each(|all| all.retain(|h| !list.contains(h)));
                if word != "clear" {
                    self.sheet.terrain.entry(word).or_default().extend(list);
                }
            }
            ["level", level, ref list @ ..] if !list.is_empty() => {
                let level = level.parse::<u8>().map_err(|_| format!("{level:?} is no level"))?;
                self.sheet.levels.resize(grid.size(), 0);
                for hex in hexes(list)? {
                    self.sheet.levels[usize::from(hex.0)] = level;
                }
            }
            ["hexside", word, ref list @ ..] if !list.is_empty() => {
                let sides = list.iter().map(|h| grid.read_hexside(h)).collect::<Result<Vec<_>, _>>()?;
                // [7.3] [7.4] Whoever names a bridge or a ford names the water that it crosses.
                if let Some((water, "bridge" | "ford")) = word.split_once('_') {
                    self.sheet.hexsides.entry(water.to_owned()).or_default().extend(sides.iter().copied());
                }
                self.sheet.hexsides.entry(word.to_owned()).or_default().extend(sides);
            }
            ["road", ref list @ ..] => {
                let path = hexes(list)?;
                if path.len() < 2 || path.windows(2).any(|p| !grid.adjacent(p[0], p[1])) {
                    return Err("a road is a chain of neighbouring hexes".to_owned());
                }
                let provenance = "case".to_owned();
                self.sheet.roads.push(Road { name: String::new(), class: String::new(), edge: false, provenance, path });
            }
            ["place", name, ref list @ ..] if !list.is_empty() => {
                let hexes = hexes(list)?;
                self.sheet.objectives.extend(hexes.iter().copied());
                let (name, kind, provenance) = (name.to_owned(), "village".to_owned(), "case".to_owned());
                self.sheet.places.push(Spot { name, kind, hexes, provenance });
            }
            ["turn", number] => {
                let (first, last) = self.base.turns();
                let turn = number.parse::<u8>().ok().filter(|turn| (first..=last).contains(turn));
                let turn = turn.ok_or_else(|| format!("{number:?}: expected a turn from {first} to {last}"))?;
                self.change(move |_, state| {
                    state.turn = turn;
                    Ok(())
                });
            }
            ["segment" | "phase", side, ref words @ ..] if !words.is_empty() => {
                self.segment = Some((read_side(side)?, read_segment(&words.join(" "))?));
            }
            ["held", hex, side] => {
                let hex = grid.read(hex)?;
                let side = read_side(side)?;
                self.change(move |game, state| {
                    if ![&game.ground().objectives, &game.ground().trenches].into_iter().any(|hexes| hexes.contains(&hex)) {
                        return Err(format!("{} counts for nothing; name it in a place line", game.grid().number(hex)));
                    }
                    game.occupy(state, side, hex);
                    Ok(())
                });
            }
            ["corps", body, level] => {
                let body = usize::from(read_body(&self.base, body)?);
                let level: u8 = level.parse().ok().filter(|l| *l <= 3).ok_or("a level is 0 to 3")?;
                self.change(move |_, state| {
                    state.levels[body] = level;
                    Ok(())
                });
            }
            ["scenario", "three_hexes"] => self.three_hexes = true,
            ["deal", ref rolls @ ..] => {
                let rolls = rolls.iter().map(|r| r.parse().map_err(|_| format!("{r:?} is not a roll")));
                self.deal = rolls.collect::<Result<_, _>>()?;
            }
            ["unit", tag, ref rest @ ..] => self.unit(tag, rest, false)?,
            ["leader", tag, ref rest @ ..] => self.unit(tag, rest, true)?,
            _ => return Err(format!("{:?} is no set-up line; there is {LINES}", words.join(" "))),
        }
        Ok(())
    }

    /// [3.3] What a new unit is: the word that names a category, and the number of its increments if one is told. They stand anywhere in the line.
    fn new_kind(&self, tag: &str, words: &mut Vec<&str>) -> Result<Kind, String> {
        let tables = self.base.tables();
        let side = side_of(tag);
        let Some(first) = words.first().map(|word| word.replace('_', " ")) else {
            return Err("a new unit needs its category".to_owned());
        };
        // A name of several words may stand as such, the longest first: French Guard light is no Guard.
        let usual = |name: &[&str]| tables.usual_category(&name.join(" ").replace('_', " "));
        let in_line = |count: usize| words.windows(count).enumerate().find_map(|(at, name)| Some((at, count, usual(name)?)));
        let Some((at, count, name)) = (1..=4).rev().find_map(in_line) else {
            return Err(format!(
                "there is no category {first:?}; write one of [3.3] or [3.4] with _ for blanks, as Ligne, French_hussar or Russian_Light"
            ));
        };
        words.drain(at..at + count);
        let number = words.iter().position(|word| word.parse::<u8>().is_ok_and(|number| number < 100));
        let increments = number.and_then(|at| words.remove(at).parse::<u8>().ok());
        let most = 2 * tables.road_increments;
        if let Some(told) = increments.filter(|told| !(1..=most).contains(told)) {
            return Err(format!("{}: a unit has 1 to {most} [3.1]", many(told.into(), "increment", "increments")));
        }
        of_category(tables, side, &name, increments).ok_or_else(|| format!("there is no category {name:?}"))
    }

    /// A piece: one of the published ones by its tag, or a new one by its category.
    fn unit(&mut self, tag: &str, words: &[&str], leader: bool) -> Result<(), String> {
        let known = self.army.roster.find(tag).map(|unit| unit.0);
        let mut words = words.to_vec();
        let unit = match known {
            Some(unit) => {
                if let Some(word) =
                    words.first().filter(|word| self.base.tables().usual_category(&word.replace('_', " ")).is_some())
                {
                    return Err(format!("{tag} is known already; leave {word} out"));
                }
                unit
            }
            None => {
                let published = self.base.field().army.roster.find(tag).map(|unit| self.base.kind(unit.0).clone());
                let kind = match published {
                    Some(kind) => kind,
                    None if leader => blank_leader(tag),
                    None => self.new_kind(tag, &mut words)?,
                };
                self.army.add(tag, kind)?
            }
        };
        self.told.push((unit, self.at));
        let kind = &mut self.army.kinds[usize::from(unit)];
        let mut rest = Vec::new();
        for word in words {
            let number = |text: &str| text.parse::<i16>().map_err(|_| format!("{text:?} is not a number"));
            suits(kind.arm, &usual_word(word))?;
            match word.split_once('=') {
                Some(("regiment", name)) => kind.regiment = name.to_owned(),
                Some(("division", name)) => kind.division = name.to_owned(),
                Some(("corps", name)) => kind.corps = name.to_owned(),
                Some(("nation", name)) => kind.nation = name.to_owned(),
                Some(("body", text)) => {
                    kind.body = Some(read_body(&self.base, text)?);
                }
                Some(("morale", text)) if kind.arm != Arm::Leader => {
                    let rating = text.parse::<u8>().ok().filter(|rating| is_value(*rating));
                    kind.morale = rating.ok_or_else(|| format!("{text:?} is nothing that two dice show, 11 to 66 [2.3]"))?;
                }
                Some(("morale", text)) => kind.morale_bonus = number(text)?,
                Some(("guns", text)) => kind.art_bonus = number(text)?,
                Some(("attack", text)) => kind.inf_attack = number(text)?,
                Some(("defence", text)) => kind.inf_defence = number(text)?,
                Some(("cavalry", text)) => kind.cav_value = number(text)?,
                None if word == "special" => kind.special_guns = true,
                _ => rest.push(usual_word(word)),
            }
        }
        if rest.iter().filter(|word| word.starts_with('@')).count() > 1 {
            return Err(format!("{tag} stands in one hex; the other one of two lies where it looks: wide, or tail= of a march"));
        }
        // [6.10] The hex of somebody who is to come is the one at which he enters.
        if rest.iter().any(|word| word.starts_with("due=")) {
            if let Some(hex) = rest.iter().find_map(|word| word.strip_prefix('@')) {
                self.army.entry[usize::from(unit)] = self.sheet.grid.read(hex)?;
            }
            rest.retain(|word| !word.starts_with('@'));
        }
        // Words may stand in any order: where it is, how many it has left and how it is drawn up decide what the others mean.
        let grid = &self.sheet.grid;
        rest.sort_by_key(|word| match word.as_str() {
            word if word.starts_with('@') => 0,
            word if word.starts_with("left=") => 1,
            // Whoever looks at a hexside looks at the vertex beside it as soon as it is said that he stands in line.
            word if read_facing(grid, word).is_some() => 2,
            word if Formation::read(word).is_some() => 3,
            "wide" | "three" => 5,
            _ => 4,
        });
        self.change(move |game, state| rest.iter().try_for_each(|word| place(game, state, unit, word)));
        Ok(())
    }

    fn finish(mut self, file: &str, last: usize) -> Result<(Bautzen, State), DataError> {
        let fault = |line: usize, why: String| DataError::new(file, format!("line {line}"), why);
        file.clone_into(&mut self.sheet.file);
        let ground = Ground::of(self.sheet).map_err(|e| fault(last, e.to_string()))?;
        let mut field = Field { ground, army: self.army, tables: self.base.tables().clone() };
        if self.three_hexes {
            field.tables.figures.set("three_named", 1);
        }
        let mut game = self.base.with(field, !self.published);
        let mut state = game.opening();
        for (line, change) in &self.changes {
            change(&game, &mut state).map_err(|why| fault(*line, why))?;
        }
        // What is wrong with a piece is wrong in the last line that speaks of it.
        let told = self.told;
        let line_of = |unit: Unit| told.iter().rev().find(|(other, _)| *other == unit).map_or(last, |(_, line)| *line);
        let at_fault = |(unit, why): (Unit, String)| fault(line_of(unit), format!("{}: {why}", game.tag(unit)));
        let known = if self.published { self.base.count() } else { 0 };
        game.draw_up_all(&mut state, known).map_err(at_fault)?;
        game.sound(&state).map_err(|(place, why)| {
            let line = game.field().army.roster.find(&place).map_or(last, |unit| line_of(unit.0));
            fault(line, format!("{place}: {why}"))
        })?;
        game.all_stand(&state).map_err(at_fault)?;
        game.occupy_all(&mut state);
        let mut dice = ScriptedDice::new(&self.deal);
        let mut umpire = Umpire::silent(&mut dice);
        Side::BOTH.into_iter().for_each(|side| game.dress(&mut state, side, &mut umpire));
        match self.segment {
            None if self.published && game.options().free => game.begin_set_up(&mut state, Side::Coalition),
            None if self.published => game.begin_turn(&mut state, &mut umpire),
            segment => {
                let (side, segment) = segment.unwrap_or((Side::French, Segment::Movement));
                state.phasing = side;
                game.begin_segment(&mut state, segment, &mut umpire);
            }
        }
        game.date_fatigue(&mut state).map_err(at_fault)?;
        // A game that begins passes over what leaves nobody a choice; a segment that is set up is the one that is asked about. With dice dealt for
        // what comes after it the position is the one that comes of them, and where no segment is named those who are there have the first.
        let here = game.units().any(|unit| game.side(unit) == state.phasing && game.in_play(&state, unit));
        let asked = self.deal.is_empty() && (self.segment.is_some() || !self.published && here);
        let before = state.clone();
        game.settle_dealt(&mut state, dice.left(), asked).map_err(|why| fault(last, why))?;
        if asked {
            game.passed = Some(Arc::new(Passed { asked: before, now: state.clone() }));
        }
        Ok((game, state))
    }
}

impl Bautzen {
    /// Spreads whoever needs two hexes and limbers guns that are routed; pieces from this number on have to be somewhere. Says who is at fault, and why.
    fn draw_up_all(&self, state: &mut State, known: usize) -> Result<(), (Unit, String)> {
        for unit in self.units() {
            let so = *state.piece(unit);
            if so.place == Place::Absent && usize::from(unit) >= known {
                return Err((unit, "is nowhere; write its hex, as @0505, or due=, off= or lost".to_owned()));
            }
            if so.place == Place::Due && self.field().army.entry[usize::from(unit)] == NOWHERE {
                return Err((unit, "is due; write the hex at which it enters besides, as @0101 [6.10]".to_owned()));
            }
            if so.on_map() && so.formation.at_vertex() && self.two_hexes(unit, so.formation, so.left).1 && so.second == NOWHERE {
                let spread = self.spread(so, so.heading, 2, 0);
                *state.piece_mut(unit) = spread.ok_or_else(|| (unit, "has no second hex on the map [5.1]".to_owned()))?;
            }
            // [13.4] Guns rout with their teams.
            if so.order == Order::Routed && so.formation == Formation::Unlimbered {
                state.piece_mut(unit).formation = Formation::Limbered;
            }
        }
        Ok(())
    }

    /// [16.2] Whoever is tired and nobody says since when has become so just now. Says who is tired since a time to come.
    fn date_fatigue(&self, state: &mut State) -> Result<(), (Unit, String)> {
        let now = state.sequence();
        for unit in self.units() {
            let piece = state.notes_of(unit);
            if piece.tired > now {
                return Err((unit, format!("since={} is still to come; now it is {now} [16.2]", piece.tired)));
            }
            if piece.ready != Readiness::Fresh && piece.tired == 0 {
                piece.tired = now;
            }
        }
        Ok(())
    }

    /// Whether everybody can stand as he was set up; else who cannot, and why.
    fn all_stand(&self, state: &State) -> Result<(), (Unit, String)> {
        for unit in self.units().filter(|&unit| state.piece(unit).on_map()) {
            let so = *state.piece(unit);
            // [5.1] Whoever has become too weak in play has drawn together, so that nobody stands so.
            let (may, must) = self.two_hexes(unit, so.formation, so.left);
            if !may && (so.wide() || must) {
                let left = many(so.left.into(), "increment is", "increments are");
                return Err((unit, format!("{left} too few for two hexes [5.1]")));
            }
            if self.kind(unit).arm == Arm::Cavalry && so.formation == Formation::Line && so.left < 4 {
                return Err((unit, "a line of cavalry needs four increments [5.1]".to_owned()));
            }
            // [17.2] A battalion that never had so many has not formed it.
            if so.formation == Formation::Carre && i16::from(self.kind(unit).increments) < self.figures().carre_least {
                return Err((unit, "a carré is formed by three increments or more [17.2]".to_owned()));
            }
            let behind = || self.ground().edge(so.hex, so.looks().sides().0).work_rear();
            if so.formation == Formation::Unlimbered && self.terrain(state, so.hex) == Terrain::Work && behind() {
                return Err((unit, "guns in an earthwork look through its front [21.5]".to_owned()));
            }
            if so.good() {
                self.may_stand(state, unit, &so).map_err(|v| (unit, format!("{} {}", v.case, v.why)))?;
            } else if so.formation != Formation::Unlimbered && so.formation != self.end_formation(state, unit, so.hex) {
                return Err((unit, "a unit out of order keeps no formation [14.1]".to_owned()));
            }
        }
        Ok(())
    }

    /// Passes over what leaves nobody a choice, with the dice that were dealt for it. [20.1] A check of recovery for which none is left is not made up: it
    /// waits until somebody calls for it, though it is the only one. [4.2] A segment that is asked about lasts until somebody ends it, though nobody
    /// can do anything in it: otherwise a later one would answer. Only those who wait to be rolled for after a melee segment in which nobody can attack
    /// are come to at once.
    fn settle_dealt(&self, state: &mut State, mut rolls: &[u8], asked: bool) -> Result<(), String> {
        loop {
            let before = state.clone();
            let mut dice = ScriptedDice::new(rolls);
            let goes_on = self.settle_once(state, &mut Umpire::silent(&mut dice));
            if asked && goes_on {
                let melee = before.frame() == Frame::Melee && dice.fault.is_none();
                if !(melee && state.frame() == Frame::Recovery && self.first_to_recover(state).is_some()) {
                    *state = before;
                }
                return Ok(());
            }
            match dice.fault {
                None => {}
                Some(ScriptFault::Short(_)) if before.frame() == Frame::Recovery => {
                    *state = before;
                    return Ok(());
                }
                Some(ScriptFault::Short(case)) => {
                    return Err(format!("{case} asks for a die while the position is set up; write a `deal` line"));
                }
                Some(ScriptFault::NoSuchFace { roll, faces }) => return Err(format!("a {roll} on a die with {faces} faces")),
            }
            if !goes_on {
                return Ok(());
            }
            rolls = dice.left();
        }
    }
}

/// The side of a new piece, by the first letter of its tag.
fn side_of(tag: &str) -> Side {
    if tag.starts_with(['F', 'f']) { Side::French } else { Side::Coalition }
}

/// A side by its name, in small letters too.
fn read_side(word: &str) -> Result<Side, String> {
    let found = Side::BOTH.into_iter().find(|side| side.name().eq_ignore_ascii_case(word));
    found.ok_or_else(|| format!("{word:?} is no side; expected French or Coalition"))
}

/// [4.2] A segment by its word or by its name: `offensive`, `offensive fire`.
fn read_segment(text: &str) -> Result<Segment, String> {
    let text = text.replace('_', " ").to_lowercase();
    let text = if matches!(text.as_str(), "assault" | "melee assault") { "melee".to_owned() } else { text };
    let found = Segment::ALL.into_iter().find(|segment| segment.word() == text || segment.name() == text);
    let words = || Segment::ALL.map(Segment::word).join(", ");
    found.ok_or_else(|| format!("{text:?} is no segment; there is {}", words()))
}

/// A leader without any value.
fn blank_leader(tag: &str) -> Kind {
    let side = side_of(tag);
    Kind {
        side,
        nation: if side == Side::French { "French" } else { "Russian" }.to_owned(),
        corps: "-".to_owned(),
        division: "-".to_owned(),
        regiment: String::new(),
        category: "leader".to_owned(),
        arm: Arm::Leader,
        heavy: false,
        horse: false,
        increments: 0,
        ma: 16,
        fire: 0,
        melee: 0,
        morale: 0,
        line: None,
        carre: None,
        skirmish: None,
        rifle: false,
        block: None,
        parity: crate::Parity::Every,
        carbines: None,
        lance: 0,
        lance_armed: false,
        recall: 1,
        recall_row: String::new(),
        bands: [grognard_engine::ratio::Ratio::ZERO; 3],
        range: 0,
        limber: 1,
        art_bonus: 0,
        inf_attack: 0,
        inf_defence: 0,
        cav_value: 0,
        morale_bonus: 0,
        special_guns: false,
        echelon: String::new(),
        body: None,
    }
}

/// A word about a piece as it is read: capitals do not matter, and formations may be called as in commands [6.3].
fn usual_word(word: &str) -> String {
    if word.contains(['=', '@']) {
        return word.to_owned();
    }
    match word.to_lowercase().as_str() {
        "general" => Formation::General.word().to_owned(),
        "march" => Formation::March.word().to_owned(),
        "carré" => Formation::Carre.word().to_owned(),
        other => other.to_owned(),
    }
}

/// Whether a word can be said of a piece of such an arm.
fn suits(arm: Arm, word: &str) -> Result<(), String> {
    let name = word.split_once('=').map_or(word, |(name, _)| name);
    let (fits, whom) = match name {
        "guns" | "attack" | "defence" | "cavalry" | "special" => (arm == Arm::Leader, "leaders [3.1]"),
        "tired" | "exhausted" | "since" => (arm == Arm::Cavalry, "cavalry [16.1]"),
        "charged" | "straight" | "wild" => (arm == Arm::Cavalry, "cavalry [16.3.1]"),
        "crossed" => (arm == Arm::Cavalry, "cavalry [21.2]"),
        "sheltered" => (arm == Arm::Infantry, "infantry [16.5]"),
        "stood" => (matches!(arm, Arm::Infantry | Arm::Artillery), "infantry and guns [16.5]"),
        "forced" => (matches!(arm, Arm::Infantry | Arm::Artillery), "infantry and guns [6.9]"),
        "disordered" | "routed" | "left" | "tail" | "shock" | "attacked" | "wide" | "three" => {
            (arm != Arm::Leader, "troops [19.1]")
        }
        _ => return Ok(()),
    };
    if fits { Ok(()) } else { Err(format!("{word:?} is said of {whom}, not of this piece")) }
}

/// [16.2] A player sequence: its number, or turn and side as positions write them, 5F or 5C.
fn read_sequence(text: &str) -> Result<u8, String> {
    let of_turn = |turn: &str, later: u8| turn.parse::<u8>().ok().and_then(|turn| turn.checked_mul(2)?.checked_add(later));
    let read = match (text.strip_suffix('F'), text.strip_suffix('C')) {
        (Some(turn), _) => of_turn(turn, 0),
        (_, Some(turn)) => of_turn(turn, 1),
        _ => text.parse().ok(),
    };
    read.ok_or_else(|| format!("{text:?} is no player sequence; turn 5 has 5F and 5C, which are 10 and 11 [16.2]"))
}

/// One word about how a piece stands.
fn place(game: &Bautzen, state: &mut State, unit: Unit, word: &str) -> Result<(), String> {
    let grid = game.grid().clone();
    let entry = word.strip_prefix("due=").and_then(|text| text.parse().ok());
    let mut so = *state.piece(unit);
    if matches!(word, "wide" | "three") && !grid.holds(so.hex) {
        return Err(format!("[5.1] {word}: the unit stands in no hex"));
    }
    if let Some(hex) = word.strip_prefix('@') {
        so.hex = grid.read(hex)?;
        so.place = Place::Map;
        if so.left == 0 {
            so.left = game.kind(unit).increments;
        }
        if game.kind(unit).arm != Arm::Artillery && game.kind(unit).fights() {
            so.formation = game.loose(state, so.hex);
        }
    } else if let Some(formation) = Formation::read(word) {
        so.formation = formation;
        if formation.at_vertex() && so.heading.is_multiple_of(2) {
            so.heading += 1;
        }
        if formation == Formation::Line && so.second != NOWHERE {
            so.second = NOWHERE;
        }
    } else if word == "wide" {
        so.second = second_of(&grid, so.hex, so.heading).ok_or("[5.1] there is no second hex on the map")?;
        so.tail = so.left / 2;
    } else if let Some(heading) = read_facing(&grid, word) {
        so.heading = heading.number();
        if so.wide() {
            so.second = second_of(&grid, so.hex, so.heading).ok_or("[5.1] there is no second hex on the map")?;
            if so.third != NOWHERE {
                so.third = third_of(&grid, so.second, so.heading).ok_or("[5.1] there is no third hex on the map")?;
            }
        }
    } else if word == "three" {
        so = game.spread(so, so.heading, 3, 0).ok_or("[5.1] there is no third hex on the map")?;
    } else if let Some(turn) = entry {
        so.place = Place::Due;
        so.until = turn;
        so.hex = NOWHERE;
    } else if let Some(turn) = word.strip_prefix("off=") {
        so.place = Place::Off;
        so.until = turn.parse().map_err(|_| format!("{turn:?} is no turn"))?;
    } else if let Some(left) = word.strip_prefix("left=") {
        so.left = left.parse().map_err(|_| format!("{left:?} is no number"))?;
        if so.tail > 0 {
            so.tail = so.left / 2;
        }
    } else if let Some(rank) = word.strip_prefix("rank=") {
        so.rank = rank.parse().map_err(|_| format!("{rank:?} is no number"))?;
    } else if let Some(hex) = word.strip_prefix("aim=") {
        so.aim = grid.read(hex)?;
    } else if let Some(hex) = word.strip_prefix("tail=") {
        so.second = grid.read(hex)?;
        so.tail = so.left.saturating_sub(game.tables().road_increments);
    } else if let Some(shock) = word.strip_prefix("shock=") {
        so.shock = shock.parse().map_err(|_| format!("{shock:?} is no number"))?;
    } else if let Some(tired) = word.strip_prefix("since=") {
        so.tired = read_sequence(tired)?;
    } else {
        match word {
            // As nobody says otherwise.
            "good" | "fresh" => {}
            "disordered" => so.order = Order::Disordered,
            "routed" => so.order = Order::Routed,
            "tired" => so.ready = Readiness::Tired,
            "exhausted" => so.ready = Readiness::Exhausted,
            "lost" => (so.place, so.left) = (Place::Lost, 0),
            "moved" => so.mark(flag::MOVED),
            "charged" => so.mark(flag::CHARGED),
            "straight" => so.mark(flag::STRAIGHT),
            "attacked" => so.mark(flag::ATTACKED),
            "stood" => so.mark(flag::STOOD),
            "spent" => so.mark(flag::SPENT),
            "crossed" => so.mark(flag::CROSSED),
            // [6.9] The next such march is the second in a row.
            "forced" => {
                so.mark(flag::FORCED);
                so.set_marches(1);
            }
            "wild" => so.mark(flag::WILD),
            "sheltered" => so.mark(flag::SHELTERED),
            "reacted" => so.mark(flag::REACTED),
            "entered" => so.mark(flag::ENTERED),
            hex if grid.read(hex).is_ok() => return Err(format!("{word:?}: write the hex of a unit as @{hex}")),
            _ => {
                return Err(format!(
                    "{word:?} says nothing about a unit; there is @HEX, a facing as N or NNE, a formation, {WORDS}"
                ));
            }
        }
    }
    *state.piece_mut(unit) = so;
    Ok(())
}
