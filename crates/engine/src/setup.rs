//! Positions from the lines of a case file, as far as rulebooks read them alike: how a set-up begins, lines about the map, options, the turn, and the
//! dice that fall while it is set up. All else that a line can say is the rulebook's affair.

use crate::cases::SetupLine;
use crate::dice::ScriptedDice;
use crate::fault::DataError;
use crate::game::{Rules, Umpire};
use crate::grid::HexId;
use crate::offer::GameInfo;
use crate::rows::within;
use crate::sheet::{Entry, Road, Sheet, Slope};
use std::ops::RangeInclusive;

/// What a set-up begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis<'l> {
    /// `opening`: the game as it is published, to be changed by the lines that follow.
    Opening,
    /// `map WHICH`: a map without units.
    Map(&'l str),
    /// Another line: the usual map without units.
    Unsaid,
}

/// Where a set-up ends, for faults that no line alone is guilty of.
#[derive(Clone, Copy, Debug)]
pub struct End<'l> {
    /// The case file.
    pub file: &'l str,
    /// The last line of the set-up.
    pub line: usize,
}

impl End<'_> {
    /// A fault.
    #[must_use]
    pub fn fault(&self, why: String) -> DataError {
        DataError::new(self.file, format!("line {}", self.line), why)
    }
}

/// A position that is being set up, line by line.
pub trait Draft: Sized {
    /// How the rulebook tells its games apart.
    type Setting: 'static;
    /// The game.
    type Game: Rules;
    /// The games of the rulebook; the first is meant if none is named.
    fn games() -> &'static [GameInfo<Self::Setting>];
    /// Begins.
    ///
    /// # Errors
    /// Says what was expected.
    fn begin(file: &str, game: &'static GameInfo<Self::Setting>, basis: Basis<'_>) -> Result<Self, String>;
    /// Reads a line.
    ///
    /// # Errors
    /// Says what was expected.
    fn line(&mut self, words: &[&str]) -> Result<(), String>;
    /// Makes game and position.
    ///
    /// # Errors
    /// What does not go together.
    fn finish(self, end: End<'_>) -> Result<(Self::Game, <Self::Game as Rules>::State), DataError>;
}

/// Sets a position up.
///
/// # Errors
/// File, line and what was expected.
pub fn set_up<D: Draft>(file: &str, lines: &[SetupLine]) -> Result<(D::Game, <D::Game as Rules>::State), DataError> {
    let mut game = &D::games()[0];
    let mut basis = None;
    let mut rest: Vec<(usize, Vec<&str>)> = Vec::new();
    let fault = |line: usize, why: String| DataError::new(file, format!("line {line}"), why);
    // Game and map may stand anywhere among the lines, and are wanted before the others are read.
    for SetupLine { line, words } in lines {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            ["game", id] => {
                let found = D::games().iter().find(|info| info.id == id);
                game = found.ok_or_else(|| fault(*line, format!("there is no game {id:?}")))?;
            }
            ["opening"] | ["map", _] if basis.is_some() => {
                return Err(fault(*line, "a case has one map, and names it once".to_owned()));
            }
            ["opening"] => basis = Some((*line, Basis::Opening)),
            ["map", which] => basis = Some((*line, Basis::Map(which))),
            _ => rest.push((*line, words)),
        }
    }
    let end = End { file, line: lines.last().map_or(1, |last| last.line) };
    let unsaid = rest.first().map(|(line, _)| (*line, Basis::Unsaid));
    let (line, basis) = basis.or(unsaid).ok_or_else(|| end.fault("the case sets nothing up".to_owned()))?;
    let mut draft = D::begin(file, game, basis).map_err(|why| fault(line, why))?;
    for (line, words) in rest {
        draft.line(&words).map_err(|why| fault(line, why))?;
    }
    draft.finish(end)
}

/// What lines say that every book means alike: `option NAME VALUE`, `turn NUMBER`, `deal ROLL …`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Common {
    /// Options by name and value.
    pub options: Vec<(String, String)>,
    /// The turn, if it was named.
    pub turn: Option<u8>,
    /// The dice that fall while the position is set up.
    dice: Vec<u8>,
}

impl Common {
    /// Takes a line, if it is one of these. The game has so many turns.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn takes(&mut self, words: &[&str], turns: usize) -> Result<bool, String> {
        match *words {
            ["option", name, value] => self.options.push((name.to_owned(), value.to_owned())),
            ["turn", number] => self.turn = Some(within("turn", number, 1..=turns as u8)?),
            ["deal", ref rolls @ ..] => {
                let rolls = rolls.iter().map(|roll| roll.parse().map_err(|_| format!("{roll:?} is not a roll")));
                self.dice = rolls.collect::<Result<_, _>>()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Begins to play: with the dice of the `deal` line, and just with them.
    ///
    /// # Errors
    /// Says that other dice were rolled.
    pub fn deal<E>(&self, play: impl FnOnce(&mut Umpire<'_, E>)) -> Result<(), String> {
        let mut dice = ScriptedDice::new(&self.dice);
        play(&mut Umpire::silent(&mut dice));
        let as_told = dice.fault.is_none() && dice.left().is_empty();
        if as_told { Ok(()) } else { Err("the set-up rolls other dice than the `deal` line gives".to_owned()) }
    }
}

/// Takes a line about the map, if it is one: `terrain WORD HEX …`, `hexside WORD SIDE …`, `slope SIDE …`, `road [edge] HEX …`, `entry CODE HEX [road]`,
/// `objective HEX …`, `area NAME HEX …`.
///
/// # Errors
/// Says what was expected.
pub fn map_line(sheet: &mut Sheet, words: &[&str]) -> Result<bool, String> {
    let grid = &sheet.grid;
    let hexes = |list: &[&str]| list.iter().map(|hex| grid.read(hex)).collect::<Result<Vec<HexId>, String>>();
    let sides = |list: &[&str]| list.iter().map(|side| grid.read_hexside(side)).collect::<Result<Vec<_>, String>>();
    let provenance = || "case".to_owned();
    match *words {
        ["terrain", word, ref list @ ..] => {
            let hexes = hexes(list)?;
            sheet.terrain.entry(word.to_owned()).or_default().extend(hexes);
        }
        ["hexside", word, ref list @ ..] => {
            let sides = sides(list)?;
            sheet.hexsides.entry(word.to_owned()).or_default().extend(sides);
        }
        ["slope", ref list @ ..] => {
            let sides = sides(list)?;
            sheet.slopes.push(Slope { name: String::new(), provenance: provenance(), sides });
        }
        ["road", ref list @ ..] => {
            let (edge, list) = if list.first() == Some(&"edge") { (true, &list[1..]) } else { (false, list) };
            let path = hexes(list)?;
            if path.len() < 2 || path.windows(2).any(|pair| !grid.adjacent(pair[0], pair[1])) {
                return Err("a road is a chain of neighbouring hexes".to_owned());
            }
            if edge && !grid.on_edge(path[path.len() - 1]) {
                return Err("the last hex of `road edge` lies on the map edge".to_owned());
            }
            sheet.roads.push(Road { name: String::new(), class: String::new(), edge, provenance: provenance(), path });
        }
        ["entry", code, hex, ref road @ ..] if road.is_empty() || road == ["road"] => {
            let hex = grid.read(hex)?;
            if !grid.on_edge(hex) || sheet.entries.iter().any(|entry| entry.code == code) {
                return Err("an entry is a hex on the map edge with a code of its own".to_owned());
            }
            let (code, road_to_edge) = (code.to_owned(), !road.is_empty());
            sheet.entries.push(Entry { code, hex, road_to_edge, who: String::new(), provenance: provenance() });
        }
        ["objective", ref list @ ..] => {
            let hexes = hexes(list)?;
            sheet.objectives.extend(hexes);
        }
        ["area", name, ref list @ ..] => {
            let hexes = hexes(list)?;
            sheet.areas.entry(name.to_owned()).or_default().extend(hexes);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Reads what a counter prints: the letter of its type, its strength and its movement, such as `i8-4`. `like` gives an example, and says where the other
/// words of a unit stand.
///
/// # Errors
/// Says what was expected.
pub fn read_values<A>(
    text: &str,
    arm: impl Fn(&str) -> Option<A>,
    strengths: RangeInclusive<u8>,
    movements: RangeInclusive<u8>,
    like: &str,
) -> Result<(A, u8, u8), String> {
    let wrong = || format!("{text:?}: expected type, strength and movement like {like}");
    let letter = text.chars().next().ok_or_else(wrong)?;
    let (letter, numbers) = text.split_at(letter.len_utf8());
    let (strength, movement) = numbers.split_once('-').ok_or_else(wrong)?;
    let number = |text: &str, bounds: &RangeInclusive<u8>| text.parse().ok().filter(|number| bounds.contains(number));
    let read = (arm(letter), number(strength, &strengths), number(movement, &movements));
    if let (Some(arm), Some(strength), Some(movement)) = read { Ok((arm, strength, movement)) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        Sheet::blank("x.case", 12, 12).unwrap()
    }

    fn line(sheet: &mut Sheet, text: &str) -> Result<bool, String> {
        map_line(sheet, &text.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn lines_about_the_map_change_it() {
        let mut sheet = sheet();
        for text in [
            "terrain woods 0505 0506",
            "hexside stream 0505-0506",
            "slope 0505-0506",
            "road 0505 0506 0507",
            "road edge 0102 0101",
            "entry A 0101 road",
            "objective 0303",
            "area town 0404 0405",
        ] {
            assert_eq!(line(&mut sheet, text), Ok(true), "{text}");
        }
        let hex = |number: &str| sheet.grid.read(number).unwrap();
        assert!(sheet.has_terrain("woods", hex("0506")) && sheet.has_hexside("stream", hex("0506"), hex("0505")));
        assert!(sheet.road_between(hex("0506"), hex("0507")) && sheet.roads[1].edge && sheet.entries[0].road_to_edge);
        assert_eq!((sheet.slopes.len(), &sheet.objectives, sheet.areas["town"].len()), (1, &vec![hex("0303")], 2));
        for other in ["turn 3", "entry A", "unit F1 @0505", "entry B 0101 street"] {
            assert_eq!(line(&mut sheet, other), Ok(false), "{other}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut sheet = sheet();
        for (text, wanted) in [
            ("terrain woods 9999", "9999"),
            ("hexside stream 0505-0707", "0505"),
            ("road 0505", "chain of neighbouring hexes"),
            ("road 0505 0507", "chain of neighbouring hexes"),
            ("road edge 0504 0505", "on the map edge"),
            ("entry A 0505", "on the map edge"),
        ] {
            assert!(line(&mut sheet, text).is_err_and(|why| why.contains(wanted)), "{text}");
        }
        assert!(sheet.terrain.is_empty() && sheet.hexsides.is_empty() && sheet.roads.is_empty() && sheet.entries.is_empty());
    }

    #[test]
    fn options_turns_and_dice_are_common_to_all() {
        let mut common = Common::default();
        for text in ["option fog on", "turn 3", "deal 4 2"] {
            assert_eq!(common.takes(&text.split(' ').collect::<Vec<_>>(), 12), Ok(true), "{text}");
        }
        assert_eq!(common.takes(&["phase", "combat"], 12), Ok(false));
        assert!(common.takes(&["turn", "13"], 12).is_err_and(|why| why.contains("expected 1 to 12")));
        assert!(common.takes(&["deal", "x"], 12).is_err_and(|why| why.contains("is not a roll")));
        assert_eq!((common.options.len(), common.turn), (1, Some(3)));
        let roll = |times: u8| {
            move |umpire: &mut Umpire<'_, ()>| {
                (0..times).for_each(|_| {
                    umpire.roll(6, crate::Case("1.0"));
                });
            }
        };
        assert_eq!(common.deal(roll(2)), Ok(()));
        assert!(common.deal(roll(1)).is_err() && common.deal(roll(3)).is_err());
    }

    #[test]
    fn what_a_counter_prints_is_read_and_bounded() {
        let arm = |letter: &str| ["i", "c"].iter().position(|known| *known == letter);
        let read = |text: &str| read_values(text, arm, 1..=9, 0..=4, "i8-4");
        assert_eq!((read("i8-4"), read("c1-0")), (Ok((0, 8, 4)), Ok((1, 1, 0))));
        for text in ["", "i", "x8-4", "i0-4", "i10-4", "i8-5", "i8", "ö8-4", "i-"] {
            assert!(read(text).is_err_and(|why| why.contains("like i8-4")), "{text:?}");
        }
    }
}
