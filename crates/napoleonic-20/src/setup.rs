//! Positions from the set-up lines of a case file; `docs/cases.md` describes the language, the README of this crate these lines.

use crate::blame::Passed;
use crate::scenario::{Area, Arm, MOST_MOVEMENT, MOST_STRENGTH, Piece, Scenario, Setting, Start};
use crate::state::{Frame, NOBODY, NOWHERE, Phase, Side, State, Weather};
use crate::unitset::{Unit, UnitSet};
use crate::{Campaign, Charts, Event, Options, Published, games};
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::offer::GameInfo;
use grognard_engine::rows::within;
use grognard_engine::setup::{self, Basis, Common, End, map_line, read_values};
use grognard_engine::{DataError, HexId, Umpire};

/// A turn amid the game, when nothing says otherwise.
const USUAL_TURN: u8 = 7;

/// Something that a line changes in the position.
type Change = Box<dyn Fn(&Campaign, &mut State) -> Result<(), String>>;

/// What the lines say about the position, beyond the equipment.
struct Draft {
    game: &'static GameInfo<Setting>,
    scenario: Scenario,
    /// The map as compiled for the published game, unless lines change it.
    charts: Option<Charts>,
    /// The game as published, not an empty map.
    published: bool,
    common: Common,
    weather: Option<Weather>,
    /// Changes to the position, in order.
    changes: Vec<Change>,
    phase: Option<(Side, Phase)>,
}

impl CaseGame for Campaign {
    fn set_up(file: &str, lines: &[SetupLine]) -> Result<(Self, State), DataError> {
        setup::set_up::<Draft>(file, lines)
    }
}

impl setup::Draft for Draft {
    type Setting = Setting;
    type Game = Campaign;

    fn games() -> &'static [GameInfo<Setting>] {
        games()
    }

    fn begin(_file: &str, game: &'static GameInfo<Setting>, basis: Basis<'_>) -> Result<Self, String> {
        if let Basis::Map(other) = basis
            && other != game.id
        {
            return Err(format!("{other:?}: expected map {}", game.id));
        }
        let data = Published::of(game).map_err(|e| e.to_string())?;
        let published = basis == Basis::Opening;
        let (mut scenario, charts) = (data.scenario.clone(), Some(data.charts.clone()));
        if !published {
            for piece in &mut scenario.pieces {
                piece.start = if matches!(piece.arm, Arm::Dummy | Arm::Cadre) { Start::Supply } else { Start::Unused };
            }
        }
        let common = Common::default();
        Ok(Self { game, scenario, charts, published, common, weather: None, changes: Vec::new(), phase: None })
    }

    fn line(&mut self, words: &[&str]) -> Result<(), String> {
        let turns = self.scenario.turns.len();
        if self.common.takes(words, turns)? {
            return Ok(());
        }
        let hex = |text: &str| self.scenario.sheet.grid.read(text);
        let turn = |text: &str| within("turn", text, 1..=turns as u8);
        match *words {
            ["terrain", word, ref list @ ..] => {
                // A hex carries one kind of terrain.
                let hexes = list.iter().map(|at| hex(at)).collect::<Result<Vec<_>, _>>()?;
                let sheet = &mut self.scenario.sheet;
                sheet.terrain.values_mut().for_each(|all| all.retain(|h| !hexes.contains(h)));
                if word != "clear" {
                    map_line(sheet, words)?;
                }
                self.charts = None;
            }
            ["hexside" | "road", ..] => {
                map_line(&mut self.scenario.sheet, words)?;
                self.charts = None;
            }
            ["phase", side, phase] => {
                let found = Phase::read(phase).filter(|phase| *phase != Phase::Setup);
                let wrong = || format!("{phase:?}: expected events, movement, reaction, combat or night");
                self.phase = Some((Side::read(side)?, found.ok_or_else(wrong)?));
            }
            ["morale", side, level] => {
                let (side, level) = (Side::read(side)?, within("morale", level, 1..=10)?);
                self.then(move |state| state.morale[side as usize] = level);
            }
            ["weather", word] => {
                self.weather = Some(Weather::read(word).ok_or_else(|| format!("there is no weather {word:?}"))?);
            }
            ["worsening"] => self.then(|state| state.improving = false),
            ["mud", number] => {
                let turn = turn(number)?;
                self.then(move |state| state.mud = turn);
            }
            ["extra-horses", number] => {
                let turn = turn(number)?;
                self.then(move |state| state.horses = turn);
            }
            ["pontoon", at] => {
                let hex = hex(at)?;
                self.change(move |game, state| {
                    state.pontoon = index(game, &game.places.pontoon[1..], hex, "site of the pontoon")? as u8 + 1;
                    Ok(())
                });
            }
            ["active", at] => {
                let hex = hex(at)?;
                self.change(move |game, state| {
                    state.active |= 1 << index(game, &game.places.loc[0], hex, "French line of communications")?;
                    Ok(())
                });
            }
            ["razed", at] => {
                let hex = hex(at)?;
                self.change(move |game, state| {
                    state.razed |= 1 << index(game, &game.places.garrisons, hex, "garrison")?;
                    Ok(())
                });
            }
            ["control", at, side] => {
                let (hex, side) = (hex(at)?, Side::read(side)?);
                self.change(move |game, state| {
                    index(game, &[game.places.neustadt.unwrap_or(NOWHERE)], hex, "objective")?;
                    state.control = state.control & !1 | u8::from(side == Side::Allied);
                    Ok(())
                });
            }
            ["catastrophe", number] => {
                let number: u8 = within("catastrophe", number, 1..=3)?;
                self.then(move |state| state.catastrophe |= number);
            }
            ["lull", side] => {
                let side = Side::read(side)?;
                self.then(move |state| state.lulls[side as usize] += 1);
            }
            ["klenau"] => self.then(|state| state.klenau = true),
            ["spent"] => self.then(|state| state.notes.spent = true),
            ["card", number] => {
                let cards = self.scenario.cards.len() as u8;
                let card = within("card", number, 1..=cards)?;
                // All others have been drawn.
                self.then(move |state| state.deck.0 = !(1 << (card - 1)) & ((1 << cards) - 1));
            }
            ["stack", area, ref units @ ..] => {
                let area = Area::read(area).filter(|a| (*a as usize) < 3).ok_or("expected A, B or C")? as usize;
                for tag in units {
                    // A reinforcement of the game may have lost its place to a unit of the case's own.
                    let published = self.published_start(tag)?.is_some();
                    let unit = if published { self.place_of(tag)? } else { self.unit_named(tag)? };
                    self.scenario.pieces[usize::from(unit)].start = Start::Stack;
                    self.change(move |game, state| put_on_stack(game, state, area, unit));
                }
            }
            ["markers", a, b, c] => {
                let turns = [turn(a)?, turn(b)?, turn(c)?];
                self.then(move |state| state.markers = turns);
            }
            ["unit", tag, ref rest @ ..] => self.unit(tag, rest)?,
            _ => return Err(format!("{:?} is no set-up line; see the README of napoleonic-20", words.join(" "))),
        }
        Ok(())
    }

    fn finish(mut self, end: End<'_>) -> Result<(Campaign, State), DataError> {
        let fault = |why: String| end.fault(why);
        let options = Options::read(self.game, &self.common.options).map_err(|e| fault(e.to_string()))?;
        end.file.clone_into(&mut self.scenario.sheet.file);
        let turn = self.common.turn.unwrap_or(if self.published { self.scenario.first_turn() } else { USUAL_TURN });
        // Without Variable Weather the weather is printed on the track.
        if let Some(weather) = self.weather {
            self.scenario.turns[usize::from(turn) - 1].weather = weather;
        }
        let mut game = match self.charts {
            Some(charts) => Campaign::on(charts, self.scenario, options),
            None => Campaign::with(self.scenario, options),
        }?;
        let night = game.scenario.turns[usize::from(turn) - 1].night;
        match self.phase {
            Some((_, Phase::Reaction | Phase::Combat)) if night => {
                return Err(fault("[14.0] at night nobody reacts or fights".to_owned()));
            }
            Some((_, Phase::Night)) if !night => return Err(fault("[14.0] it is day".to_owned())),
            _ => {}
        }
        let opening = game.opening();
        let mut state = State { turn, weather: self.weather.unwrap_or(opening.weather), ..opening };
        if !self.published {
            state.hidden = UnitSet::EMPTY;
        }
        for change in self.changes {
            change(&game, &mut state).map_err(fault)?;
        }
        game.note_holders(&mut state);
        game.note_fallen(&mut state);
        game.tie_cadres(&mut state);
        // [16.8.2] The Mud marker goes as soon as its turn has come: it can lie on that turn only where the turn is about to begin.
        if state.mud <= turn && self.phase != Some((Side::Allied, Phase::Events)) {
            state.mud = 0;
        }
        // The game itself begins where no phase of the opening was named.
        let phase = if self.published { self.phase } else { self.phase.or(Some((Side::Allied, Phase::Movement))) };
        let placed = state;
        let mut asked = state;
        let begun = self.common.deal(|umpire| {
            game.begin_in(&mut state, phase, umpire);
            asked = state;
            game.settle(&mut state, umpire);
        });
        if let Err(why) = begun {
            // Nobody has dealt the dice of what comes after a phase in which nothing can be done: then play stays in that phase.
            asked = placed;
            self.common.deal(|umpire| game.begin_in(&mut asked, phase, umpire)).map_err(|_| fault(why))?;
            state = asked;
        }
        game.passed = Passed::of(&asked, &state);
        game.sound_places(&state).and_then(|()| game.sound_stacks(&state)).map_err(fault)?;
        Ok((game, state))
    }
}

impl Campaign {
    /// Begins the phase that a position was set up in, or the game if there is none.
    fn begin_in(&self, state: &mut State, phase: Option<(Side, Phase)>, umpire: &mut Umpire<'_, Event>) {
        let Some((side, phase)) = phase else {
            self.next_setup(state, 0, umpire);
            return;
        };
        state.phasing = side;
        state.phase = phase;
        match phase {
            Phase::Events => self.begin_player_turn(state, umpire),
            Phase::Movement => {
                let moved = state.moved;
                self.begin_movement(state, umpire);
                state.moved = moved;
            }
            Phase::Reaction => self.begin_reaction(state),
            Phase::Combat => state.frame = Frame::Combat,
            _ => self.begin_night(state, umpire),
        }
    }
}

/// The place of a hex in a list of the rules.
fn index(game: &Campaign, list: &[HexId], hex: HexId, what: &str) -> Result<usize, String> {
    list.iter().position(|&h| h == hex).ok_or_else(|| format!("{} is no {what}", game.grid().number(hex)))
}

/// Takes a unit from wherever it begins.
fn off_map(state: &mut State, unit: Unit) -> &mut State {
    state.hexes[usize::from(unit)] = NOWHERE;
    state.due.remove(unit);
    state.boxed.remove(unit);
    state
}

/// A unit is a reinforcement. [16.1] With Fog of War nobody has turned it up yet: it comes on face down.
fn awaited(game: &Campaign, state: &mut State, unit: Unit, turn: u8) -> Result<(), String> {
    off_map(state, unit).due.insert(unit);
    state.due_turn[usize::from(unit)] = turn;
    if game.options.fog {
        state.hidden.insert(unit);
    }
    Ok(())
}

/// A unit lies under those that are in a stack already. [16.1] With Fog of War it comes on as it lies there, face down.
fn put_on_stack(game: &Campaign, state: &mut State, area: usize, unit: Unit) -> Result<(), String> {
    let at = state.stacked(area);
    *state.stacks[area].get_mut(at).ok_or("the stack is full")? = unit;
    state.due.insert(unit);
    if game.options.fog {
        state.hidden.insert(unit);
    }
    if state.held == unit {
        state.held = NOBODY;
    }
    Ok(())
}

impl Draft {
    fn change(&mut self, change: impl Fn(&Campaign, &mut State) -> Result<(), String> + 'static) {
        self.changes.push(Box::new(change));
    }

    /// A change that cannot fail.
    fn then(&mut self, change: impl Fn(&mut State) + 'static) {
        self.change(move |_, state| {
            change(state);
            Ok(())
        });
    }

    /// A counter by its name; as in commands, small letters do for capitals.
    fn unit_named(&self, tag: &str) -> Result<Unit, String> {
        let found = self.scenario.pieces.iter().position(|p| p.tag.eq_ignore_ascii_case(tag));
        found.map(|u| u as Unit).ok_or_else(|| format!("there is no unit {tag:?}"))
    }

    /// A counter that is not among the pieces: of the case's own, or a published one whose place such a one has taken.
    fn counter(&self, tag: &str) -> Result<Piece, String> {
        let data = Published::of(self.game).map_err(|e| e.to_string())?;
        if let Some(known) = data.scenario.pieces.iter().find(|p| p.tag.eq_ignore_ascii_case(tag)) {
            return Ok(Piece { start: Start::Unused, ..known.clone() });
        }
        let (side, nation) = match tag.chars().next().map(|letter| letter.to_ascii_uppercase()) {
            Some('F') => (Side::French, "French"),
            Some('P') => (Side::Allied, "Prussian"),
            Some('O') => (Side::Allied, "Austrian"),
            _ => (Side::Allied, "Russian"),
        };
        Ok(Piece {
            tag: tag.to_owned(),
            side,
            nation: nation.to_owned(),
            name: tag.to_owned(),
            body: String::new(),
            arm: Arm::Infantry,
            strength: 3,
            movement: 2,
            elite: false,
            guard: false,
            imperial: false,
            light: false,
            start: Start::Unused,
        })
    }

    /// How a counter of this name begins in the published game, if there is one.
    fn published_start(&self, tag: &str) -> Result<Option<Start>, String> {
        let data = Published::of(self.game).map_err(|e| e.to_string())?;
        Ok(data.scenario.pieces.iter().find(|p| p.tag.eq_ignore_ascii_case(tag)).map(|p| p.start))
    }

    /// The place of a counter among the pieces. One that is not there takes the place of one that is not used, for the most units of a game
    /// are few, of the Guard and the light corps last.
    fn place_of(&mut self, tag: &str) -> Result<Unit, String> {
        if let Ok(unit) = self.unit_named(tag) {
            return Ok(unit);
        }
        let piece = self.counter(tag)?;
        let unused = |p: &Piece| p.side == piece.side && p.start == Start::Unused;
        let spare = |p: &Piece| unused(p) && !p.elite && !p.light;
        let mut pieces = self.scenario.pieces.iter();
        let place = pieces.clone().position(spare).or_else(|| pieces.position(unused)).ok_or("no more units of this side")?;
        self.scenario.pieces[place] = piece;
        Ok(place as Unit)
    }

    /// `unit XIV @1408`, `unit F1 i4-2 @0505 routed`, `unit YG due A6`, `unit AuII broken`.
    fn unit(&mut self, tag: &str, words: &[&str]) -> Result<(), String> {
        let unit = self.place_of(tag)?;
        let at = usize::from(unit);
        if self.scenario.pieces[at].start == Start::Unused {
            // [3.2] V Cavalry is the keeper of the box wherever it is put.
            let keeper = self.published_start(tag)?.filter(|start| matches!(start, Start::BoxOr(_)));
            self.scenario.pieces[at].start = keeper.unwrap_or(Start::Supply);
        }
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            // [16.1] What lies face down by the opening lies open in these states.
            if self.published && ["routed", "broken", "destroyed", "box"].contains(&word) {
                self.then(move |state| state.face_up(unit));
            }
            match word {
                "due" => {
                    let text = words.next().ok_or("due needs an area and a turn, like A6")?;
                    let start = self.scenario.read_start(text)?;
                    let Start::Due { area, turn } = start else { return Err(format!("{text:?}: expected an area and a turn")) };
                    let owner = if matches!(area, Area::Y | Area::Z) { Side::Allied } else { Side::French };
                    if owner != self.scenario.pieces[at].side {
                        return Err(format!("[11.5] area {} is the enemy's", area.letter()));
                    }
                    self.scenario.pieces[at].start = start;
                    self.change(move |game, state| awaited(game, state, unit, turn));
                }
                "klenau" => {
                    self.scenario.pieces[at].start = Start::Klenau;
                    self.change(move |game, state| awaited(game, state, unit, 0));
                }
                "box" => self.then(move |state| off_map(state, unit).boxed.insert(unit)),
                "keeper" => self.scenario.pieces[at].start = Start::BoxOr(self.scenario.sheet.grid.read("1303")?),
                "routed" => self.then(move |state| state.routed.insert(unit)),
                "broken" => self.then(move |state| off_map(state, unit).broken.insert(unit)),
                "destroyed" => self.then(move |state| off_map(state, unit).destroyed.insert(unit)),
                "aside" => self.then(move |state| off_map(state, unit).aside.insert(unit)),
                "hidden" => self.then(move |state| state.hidden.insert(unit)),
                "moved" => self.then(move |state| state.moved.insert(unit)),
                "committed" => self.then(move |state| state.committed.insert(unit)),
                "elite" => self.scenario.pieces[at].elite = true,
                "guard" => (self.scenario.pieces[at].elite, self.scenario.pieces[at].guard) = (true, true),
                _ => match word.strip_prefix('@') {
                    Some(hex) => {
                        let hex = self.scenario.sheet.grid.read(hex)?;
                        self.change(move |game, state| {
                            off_map(state, unit).hexes[usize::from(unit)] = hex;
                            if game.options.fog && game.is_dummy(unit) {
                                state.hidden.insert(unit);
                            }
                            Ok(())
                        });
                    }
                    None => self.print_values(at, word)?,
                },
            }
        }
        Ok(())
    }

    /// What a counter prints, such as `i4-2`.
    fn print_values(&mut self, at: usize, word: &str) -> Result<(), String> {
        let like = "i4-2, or a word of the README of napoleonic-20";
        let (arm, strength, movement) = read_values(word, Arm::read, 0..=MOST_STRENGTH, 1..=MOST_MOVEMENT, like)?;
        let piece = &mut self.scenario.pieces[at];
        // [16.7] A cadre is infantry, and may be called so.
        let arm = if piece.arm == Arm::Cadre && arm == Arm::Infantry { Arm::Cadre } else { arm };
        // The rules count those that are there.
        if arm != piece.arm && [arm, piece.arm].iter().any(|arm| matches!(arm, Arm::Dummy | Arm::Cadre)) {
            return Err(format!("{word:?}: dummies and cadres are counters of the game, such as FD1 and FK1"));
        }
        (piece.arm, piece.strength, piece.movement) = (arm, strength, movement);
        Ok(())
    }
}
