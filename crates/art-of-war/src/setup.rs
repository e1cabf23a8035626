//! Positions from the set-up lines of a case file; `docs/cases.md` describes them for readers of the rulebook.

use crate::blame::Passed;
use crate::exclusive::dresden::morale::{Army, HIGHEST};
use crate::scenario::{Arm, MOVEMENTS, Piece, Scenario, Start, Turn, check_army};
use crate::sequence::{GAME_TURN, Phase};
use crate::state::{Frame, MAX_OBJECTIVES, NOWHERE, Side, State};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet};
use crate::{Battle, Charts, Options, Published, games};
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::offer::GameInfo;
use grognard_engine::rows::within;
use grognard_engine::setup::{self, Basis, Common, End, map_line, read_values};
use grognard_engine::sheet::Sheet;
use grognard_engine::{DataError, HexId};

/// A day turn in the middle of the game, when nothing says otherwise.
const USUAL_TURN: u8 = 5;

/// What the lines say about the position, beyond the equipment.
struct Draft {
    game: &'static GameInfo<Title>,
    scenario: Scenario,
    /// The map as compiled for the published game, unless lines change it.
    charts: Option<Charts>,
    common: Common,
    /// What differs from the opening: whoever stands somewhere stands there by the equipment.
    state: State,
    phase: Phase,
    night: bool,
    rain: bool,
    active: UnitSet,
    morale: Vec<(Army, u8)>,
    control: Vec<(HexId, Side)>,
    paid: Vec<HexId>,
    /// [7.0] Reinforcements, by number, whose entry had not been named when their line was read, and what it says.
    awaited: Vec<(usize, String)>,
}

impl CaseGame for Battle {
    fn set_up(file: &str, lines: &[SetupLine]) -> Result<(Self, State), DataError> {
        setup::set_up::<Draft>(file, lines)
    }
}

/// An empty map, such as `12x12`, or the game's own without its units.
fn empty(file: &str, game: &GameInfo<Title>, published: &Published, map: &str) -> Result<(Scenario, Option<Charts>), String> {
    let (sheet, charts) = if map == game.id {
        (published.scenario.sheet.clone(), Some(published.charts.clone()))
    } else {
        let size = map.split_once('x').ok_or_else(|| format!("{map:?}: expected a size like 12x12, or {}", game.id))?;
        let number = |text: &str| text.parse::<u8>().map_err(|_| format!("{text:?} is not a number up to 32"));
        let mut sheet = Sheet::blank(file, number(size.0)?, number(size.1)?).map_err(|e| e.why)?;
        sheet.points_per_objective = published.scenario.sheet.points_per_objective;
        (sheet, None)
    };
    let mut scenario = Scenario::on(game.setting, game.id, sheet).map_err(|e| e.why)?;
    let blank = |t: &Turn| Turn { clock: String::new(), date: String::new(), ..t.clone() };
    scenario.turns = published.scenario.turns.iter().map(blank).collect();
    Ok((scenario, charts))
}

impl setup::Draft for Draft {
    type Setting = Title;
    type Game = Battle;

    fn games() -> &'static [GameInfo<Title>] {
        games()
    }

    fn begin(file: &str, game: &'static GameInfo<Title>, basis: Basis<'_>) -> Result<Self, String> {
        let published = Published::of(game).map_err(|e| e.to_string())?;
        let (scenario, charts) = match basis {
            Basis::Opening => (published.scenario.clone(), Some(published.charts.clone())),
            Basis::Map(map) => empty(file, game, &published, map)?,
            Basis::Unsaid => empty(file, game, &published, "12x12")?,
        };
        let turn = if basis == Basis::Opening { 1 } else { USUAL_TURN };
        Ok(Self {
            game,
            state: State { turn, phasing: game.setting.first(), ..State::default() },
            scenario,
            charts,
            common: Common::default(),
            phase: Phase::Movement,
            night: false,
            rain: false,
            active: UnitSet::EMPTY,
            morale: Vec::new(),
            control: Vec::new(),
            paid: Vec::new(),
            awaited: Vec::new(),
        })
    }

    fn line(&mut self, words: &[&str]) -> Result<(), String> {
        if map_line(&mut self.scenario.sheet, words)? {
            self.charts = None;
            let objectives = self.scenario.sheet.objectives.len();
            return if objectives > MAX_OBJECTIVES { Err("too many objectives".to_owned()) } else { Ok(()) };
        }
        if self.common.takes(words, self.scenario.turns.len())? {
            return Ok(());
        }
        let hex = |text: &str| self.scenario.sheet.grid.read(text);
        match *words {
            ["night"] => self.night = true,
            ["rain"] => self.rain = true,
            ["morale", army, level] => {
                let army = Army::read(army).ok_or_else(|| format!("there is no army {army:?}"))?;
                self.morale.push((army, within("morale", level, 0..=HIGHEST)?));
            }
            ["klenau", "released"] => self.state.klenau_released = true,
            ["paid", at] => self.paid.push(hex(at)?),
            ["phase", side, phase] => {
                self.state.phasing = Side::read(side)?;
                self.phase = match phase {
                    "movement" => Phase::Movement,
                    "combat" => Phase::Combat,
                    _ => return Err(format!("{phase:?}: expected movement or combat")),
                };
            }
            ["fresh", side, code, points, ref used @ ..] if used.is_empty() || used == ["used"] => {
                let code = self.spelled_division(code);
                let division = self.scenario.division(&code, Side::read(side)?)?;
                self.scenario.divisions[usize::from(division)].fresh = within("fresh", points, 1..=20)?;
                self.state.fresh_spent |= u32::from(!used.is_empty()) << division;
            }
            ["control", at, side] => self.control.push((hex(at)?, Side::read(side)?)),
            ["guard-attacked"] => self.state.guard_attacked = true,
            ["unit", tag, ref rest @ ..] => self.unit(tag, rest)?,
            _ => return Err(format!("{:?} is no set-up line; see docs/cases.md", words.join(" "))),
        }
        Ok(())
    }

    fn finish(mut self, end: End<'_>) -> Result<(Battle, State), DataError> {
        let fault = |why: String| end.fault(why);
        for (unit, text) in &self.awaited {
            self.scenario.pieces[*unit].start = self.scenario.read_start(text).map_err(fault)?.0;
        }
        self.state.turn = self.common.turn.unwrap_or(self.state.turn);
        let turn = &mut self.scenario.turns[usize::from(self.state.turn) - 1];
        (turn.night, turn.rain) = (turn.night || self.night, turn.rain || self.rain);
        let options = Options::read(self.game, &self.common.options).map_err(|e| fault(e.to_string()))?;
        self.scenario.sheet.file = end.file.to_owned();
        // A game without rain has no chart for it.
        let charts = self.charts.filter(|charts| charts.len() > usize::from(self.scenario.rains()));
        let mut battle = match charts {
            Some(charts) => Battle::on(charts, self.scenario, options),
            None => Battle::with(self.scenario, options)?,
        };
        let opening = battle.opening();
        let gone = self.state.lost.or(self.state.disrupted);
        let mut state = State {
            hexes: opening.hexes,
            due: opening.due.less(gone),
            // [11.0] Whoever has left the map comes back active.
            reserve: opening.reserve.less(self.active).less(gone),
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
        // [23.4] Whoever stands in an objective was the last to enter it, unless a line says otherwise.
        if battle.title() == Title::Eylau {
            for (i, &hex) in battle.objectives().iter().enumerate() {
                state.control[i] = battle.units_in(&state, hex).first().map(|unit| battle.pieces()[usize::from(unit)].side);
            }
        }
        for (hex, side) in self.control {
            state.control[objective(hex)?] = Some(side);
        }
        let second = state.phasing != battle.title().first();
        let step = GAME_TURN.iter().position(|&s| s == (second, self.phase)).unwrap_or(0);
        let mut asked = state;
        let begun = self.common.deal(|umpire| {
            // [11.2] Nobody stays in reserve in contact, or in a demoralized army, whatever phase it is.
            battle.wake_by_weather(&mut state, umpire);
            battle.wake_demoralized(&mut state, umpire);
            asked = state;
            battle.begin(&mut state, step, umpire);
            battle.settle(&mut state, umpire);
        });
        begun.map_err(fault)?;
        // [8.2] Where nobody can do anything for the rest of a night that was asked for, play does not go on into another turn.
        if battle.is_night(&asked) && state.turn != asked.turn && state.frame != Frame::Over {
            state = State { frame: Frame::Move, ..asked };
        }
        battle.passed = Passed::of(&battle, &asked, self.phase, &state);
        // Looked at last: a phase in which nothing can be done has been passed, and friends share a hex only while they move.
        battle.sound_places(&state).map_err(fault)?;
        Ok((battle, state))
    }
}

/// Puts a unit on a side and into an army. [16.0] Each army fights on one side, so whoever says only one of the two has said both.
fn enlist(piece: &mut Piece, side: Option<Side>, nation: Option<&str>) {
    let side_of = |army: Army| if army == Army::French { Side::French } else { Side::Allied };
    if let Some(nation) = nation {
        nation.clone_into(&mut piece.nation);
    }
    let army = Army::read(&piece.nation);
    match (side, nation, army) {
        (Some(side), None, Some(army)) if side_of(army) != side => {
            let usual = if side == Side::French { Army::French } else { Army::Russian };
            usual.name().clone_into(&mut piece.nation);
            piece.side = side;
        }
        (Some(side), ..) => piece.side = side,
        (None, Some(_), Some(army)) => piece.side = side_of(army),
        (None, ..) => {}
    }
}

impl Draft {
    /// [7.0] Where a reinforcement comes on. Lines may stand in any order: if its entry is named by a later one, this is settled in the end.
    fn start_at(&mut self, unit: usize, text: &str) -> Result<Start, String> {
        self.awaited.retain(|(other, _)| *other != unit);
        let known = |code: &str| self.scenario.sheet.entries.iter().any(|entry| entry.code == code);
        let mut codes = text.split(" or ").map(|code| code.trim_end_matches(|c: char| c.is_ascii_digit()));
        if codes.all(known) {
            return Ok(self.scenario.read_start(text)?.0);
        }
        self.awaited.push((unit, text.to_owned()));
        Ok(Start::Due { entry: 0, turn: 1 })
    }

    /// A name as it was written first, or as the published game writes it: as in commands, small letters do for capitals.
    fn spelled(&self, tag: &str) -> String {
        let published = Published::of(self.game).ok();
        let theirs = published.iter().flat_map(|game| &game.scenario.pieces);
        let mut names = self.scenario.pieces.iter().chain(theirs).map(|piece| piece.tag.as_str());
        names.find(|name| name.eq_ignore_ascii_case(tag)).unwrap_or(tag).to_owned()
    }

    /// The same for the code of a division, by which [19.1] [19.2] the rules know two of them.
    fn spelled_division(&self, code: &str) -> String {
        let published = Published::of(self.game).ok();
        let theirs = published.iter().flat_map(|game| &game.scenario.divisions);
        let mut codes = self.scenario.divisions.iter().chain(theirs).map(|division| division.code.as_str());
        codes.find(|known| known.eq_ignore_ascii_case(code)).unwrap_or(code).to_owned()
    }

    /// The side and the army that a name stands for: those of the published unit which is called so, or else as its first letter says.
    fn usual_army(&self, tag: &str) -> (Side, String) {
        let published = Published::of(self.game).ok();
        if let Some(piece) = published.as_ref().and_then(|game| game.scenario.pieces.iter().find(|piece| piece.tag == tag)) {
            return (piece.side, piece.nation.clone());
        }
        let (side, nation) = match tag.chars().next().map(|letter| letter.to_ascii_uppercase()) {
            Some('F') => (Side::French, "French"),
            Some('P') => (Side::Allied, "Prussian"),
            Some('O') => (Side::Allied, "Austrian"),
            _ => (Side::Allied, "Russian"),
        };
        (side, nation.to_owned())
    }

    /// `unit F1 i8-4 @0505 division Sam nation Russian side French moved fought`, `unit F1 due A4`, `unit F1 lost`.
    fn unit(&mut self, tag: &str, words: &[&str]) -> Result<(), String> {
        let tag = self.spelled(tag);
        let tag = tag.as_str();
        let known = self.scenario.pieces.iter().position(|p| p.tag == tag);
        let mut piece = match known {
            Some(i) => self.scenario.pieces[i].clone(),
            None => {
                let (side, nation) = self.usual_army(tag);
                Piece {
                    tag: tag.to_owned(),
                    side,
                    nation: nation.clone(),
                    name: tag.to_owned(),
                    formation: nation,
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
        let (mut side, mut nation) = (None, None);
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let mut next = |what: &str| words.next().ok_or_else(|| format!("{word} needs {what}"));
            match word {
                "reserve" | "active" | "disrupted" | "klenau" if self.game.setting == Title::Eylau => {
                    return Err(format!("{tag}: {word:?} is said of units at Dresden only"));
                }
                "division" => division = Some(next("a code")?),
                "nation" => nation = Some(next("a nation")?),
                "side" => side = Some(Side::read(next("a side")?)?),
                "due" => piece.start = self.start_at(index, next("an entry and a turn, like A4")?)?,
                "klenau" => piece.start = self.start_at(index, "B or C")?,
                "reserve" => piece.reserve = true,
                "active" => {
                    piece.reserve = true;
                    self.active.insert(index as Unit);
                }
                "disrupted" => self.state.disrupted.insert(index as Unit),
                "lost" => self.state.lost.insert(index as Unit),
                "moved" => self.state.moved.insert(index as Unit),
                "fought" => self.state.fought.insert(index as Unit),
                _ => match word.strip_prefix('@') {
                    Some(hex) => {
                        piece.start = Start::Hex(self.scenario.sheet.grid.read(hex)?);
                        self.awaited.retain(|(unit, _)| *unit != index);
                    }
                    None => {
                        let like = "i8-4, or a word of docs/cases.md";
                        (piece.arm, piece.strength, piece.movement) = read_values(word, Arm::read, 1..=40, MOVEMENTS, like)?;
                    }
                },
            }
        }
        let nowhere = piece.start == Start::Hex(NOWHERE);
        if nowhere && !self.state.lost.or(self.state.disrupted).has(index as Unit) {
            return Err(format!("{tag} stands nowhere: write @0505, due A4, or lost"));
        }
        piece.check()?;
        enlist(&mut piece, side, nation);
        if self.game.setting == Title::Dresden {
            check_army(piece.side, &piece.nation)?;
        }
        if let Some(code) = division {
            piece.name = self.spelled_division(code);
            piece.division = Some(self.scenario.division(&piece.name, piece.side)?);
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
}
