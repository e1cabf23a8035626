//! The fields of a state listed once: digest and position text follow from the list, both ways.
//!
//! A rulebook has one plain function that visits every field in order, with its key, its place in the state and its [`Form`]:
//!
//! ```
//! use grognard_engine::fields::{Digester, Fields, Flag, Number, Reader, Writer};
//!
//! #[derive(Clone, Copy, Default, PartialEq, Debug)]
//! struct State { turn: u8, owing: u8, rolled: bool }
//!
//! fn fields(state: &mut State, visit: &mut impl Fields) {
//!     visit.field("turn", &mut state.turn, &Number { most: 12, bits: 8 });
//!     visit.field("owing", &mut state.owing, &Number { most: 40, bits: 8 });
//!     visit.field("rolled", &mut state.rolled, &Flag { bits: 8 });
//!     visit.seal();
//! }
//!
//! let mut state = State { turn: 3, owing: 0, rolled: true };
//! let mut writer = Writer::new(&["turn"]);
//! fields(&mut state, &mut writer);
//! assert_eq!(writer.finish(), "3 rolled");
//!
//! let mut again = State::default();
//! let mut reader = Reader::new(&["turn"], "3 rolled").unwrap();
//! fields(&mut again, &mut reader);
//! assert!(reader.finish().is_ok() && again == state);
//!
//! let mut digester = Digester::default();
//! fields(&mut again, &mut digester);
//! assert_ne!(digester.finish(), 0);
//! ```
//!
//! A new field is a line in the struct and a line in that function. A digest depends on the order and on the widths: records hold check numbers
//! made from it, so a field that comes later is added where it does not change the digest of positions in which it has its usual value.

use crate::digest::Digest;
use crate::fault::DataError;
use crate::game::Rules;
use crate::grid::{Grid, HexId};
use crate::sides::{TwoSided, read_letter};
use crate::verbs::{Argument, Vocabulary, read_unit};

/// The hex of whatever is not on the map.
pub const NOWHERE: HexId = HexId(u16::MAX);

impl Default for HexId {
    /// [`NOWHERE`].
    fn default() -> Self {
        NOWHERE
    }
}

/// How a field enters the digest, how it is written, and how it is read.
pub trait Form<T> {
    /// Into the digest.
    fn pack(&self, value: &T, packer: &mut Packer);
    /// The text after the key; nothing if the field is left out, because it has its usual value.
    fn write(&self, value: &T) -> Option<String>;
    /// Reads what was written.
    ///
    /// # Errors
    /// Says what was expected.
    fn read(&self, text: &str) -> Result<T, String>;
}

/// Somebody who visits the fields of a state.
pub trait Fields {
    /// A field of the text only: it follows from others, or came after the check numbers.
    fn text<T>(&mut self, key: &'static str, value: &mut T, form: &impl Form<T>);
    /// Something for the digest only, such as what the text says within another field.
    fn pack(&mut self, add: impl FnOnce(&mut Packer));

    /// A field of both.
    #[inline]
    fn field<T>(&mut self, key: &'static str, value: &mut T, form: &impl Form<T>) {
        self.text(key, value, form);
        self.pack(|packer| form.pack(value, packer));
    }

    /// The word of the digest into which the last fields went is complete.
    #[inline]
    fn seal(&mut self) {
        self.pack(Packer::seal);
    }
}

/// Packs small fields into the words of a digest.
#[derive(Clone, Copy, Default, Debug)]
pub struct Packer {
    digest: Digest,
    word: u64,
}

impl Packer {
    /// Puts a number behind what the word in hand holds, `bits` wide.
    #[inline]
    pub const fn bits(&mut self, value: u64, bits: u32) {
        self.word = self.word << bits | value;
    }

    /// Adds the word in hand and begins the next.
    #[inline]
    pub fn seal(&mut self) {
        self.digest.add(self.word);
        self.word = 0;
    }

    /// Adds a whole word; none is in hand.
    #[inline]
    pub fn word(&mut self, value: u64) {
        self.digest.add(value);
    }
}

/// Computes the digest.
#[derive(Clone, Copy, Default, Debug)]
pub struct Digester(Packer);

impl Fields for Digester {
    #[inline]
    fn text<T>(&mut self, _key: &'static str, _value: &mut T, _form: &impl Form<T>) {}

    #[inline]
    fn pack(&mut self, add: impl FnOnce(&mut Packer)) {
        add(&mut self.0);
    }
}

impl Digester {
    /// The digest of all that was visited.
    #[must_use]
    pub fn finish(self) -> u64 {
        self.0.digest.finish()
    }
}

/// Writes a position: the heads, which have no key, in their order, then the others as `key=text`, or as the key alone where the text is empty.
#[derive(Clone, Debug)]
pub struct Writer {
    heads: &'static [&'static str],
    first: Vec<String>,
    rest: String,
    signs: bool,
}

impl Writer {
    /// `heads` are the keys of the fields that stand first, without their keys.
    #[must_use]
    pub fn new(heads: &'static [&'static str]) -> Self {
        Self { heads, first: vec![String::new(); heads.len()], rest: String::new(), signs: false }
    }

    /// A key without text is followed by `=` all the same.
    #[must_use]
    pub fn with_signs(self) -> Self {
        Self { signs: true, ..self }
    }

    /// The position.
    #[must_use]
    pub fn finish(self) -> String {
        self.first.join(" ") + &self.rest
    }
}

impl Fields for Writer {
    fn text<T>(&mut self, key: &'static str, value: &mut T, form: &impl Form<T>) {
        let Some(text) = form.write(value) else { return };
        match self.heads.iter().position(|head| *head == key) {
            Some(at) => self.first[at] = text,
            None => {
                self.rest.push(' ');
                self.rest += key;
                if self.signs || !text.is_empty() {
                    self.rest.push('=');
                    self.rest += &text;
                }
            }
        }
    }

    fn pack(&mut self, _add: impl FnOnce(&mut Packer)) {}
}

/// Reads a position into a state that has its usual values: the heads in their order, the other fields in any.
#[derive(Clone, Debug)]
pub struct Reader<'t> {
    /// Key and text of each field that has not been visited.
    fields: Vec<(&'t str, &'t str)>,
    fault: Option<DataError>,
}

fn fault(key: &str, why: impl Into<String>) -> DataError {
    DataError::new("position", key, why)
}

impl<'t> Reader<'t> {
    /// Takes a text apart.
    ///
    /// # Errors
    /// A head that is missing, or a field that is given twice.
    pub fn new(heads: &'static [&'static str], text: &'t str) -> Result<Self, DataError> {
        let mut words = text.split_whitespace();
        let mut fields = Vec::new();
        for head in heads {
            fields.push((*head, words.next().ok_or_else(|| fault(head, "is missing"))?));
        }
        for word in words {
            let (key, text) = word.split_once('=').unwrap_or((word, ""));
            // A head has no key: one that is written with it is no field.
            if heads.contains(&key) {
                return Err(fault(key, "is no field of a position"));
            }
            if fields.iter().any(|(other, _)| *other == key) {
                return Err(fault(key, "is given twice"));
            }
            fields.push((key, text));
        }
        Ok(Self { fields, fault: None })
    }

    /// Whether all went well.
    ///
    /// # Errors
    /// The first field at fault and what was expected there, or a key that is no field.
    pub fn finish(self) -> Result<(), DataError> {
        match (self.fault, self.fields.first()) {
            (Some(fault), _) => Err(fault),
            (None, Some((key, _))) => Err(fault(key, "is no field of a position")),
            (None, None) => Ok(()),
        }
    }
}

impl Fields for Reader<'_> {
    fn text<T>(&mut self, key: &'static str, value: &mut T, form: &impl Form<T>) {
        let Some(at) = self.fields.iter().position(|(other, _)| *other == key) else { return };
        let (_, text) = self.fields.remove(at);
        match form.read(text) {
            Ok(read) => *value = read,
            Err(why) => {
                self.fault.get_or_insert_with(|| fault(key, why));
            }
        }
    }

    fn pack(&mut self, _add: impl FnOnce(&mut Packer)) {}
}

/// A game whose states are visited field by field: [`digest()`], [`write()`] and [`read()`] follow.
pub trait Listed: Rules {
    /// Keys of the fields that stand first in a position, without them.
    const HEADS: &'static [&'static str];
    /// Whether a key without text is followed by `=` all the same.
    const SIGNS: bool = false;
    /// Visits every field, in the order of the digest.
    fn fields(&self, state: &mut Self::State, visit: &mut impl Fields);
}

/// A digest of a position that is the same on every platform.
#[must_use]
pub fn digest<G: Listed>(game: &G, state: &G::State) -> u64 {
    let mut digester = Digester::default();
    game.fields(&mut state.clone(), &mut digester);
    digester.finish()
}

/// A position in one line.
#[must_use]
pub fn write<G: Listed>(game: &G, state: &G::State) -> String {
    let writer = Writer::new(G::HEADS);
    let mut writer = if G::SIGNS { writer.with_signs() } else { writer };
    game.fields(&mut state.clone(), &mut writer);
    writer.finish()
}

/// Reads a position into a state that has its usual values.
///
/// # Errors
/// The field at fault and what was expected.
pub fn read<G: Listed>(game: &G, text: &str, mut state: G::State) -> Result<G::State, DataError> {
    let mut reader = Reader::new(G::HEADS, text)?;
    game.fields(&mut state, &mut reader);
    reader.finish()?;
    Ok(state)
}

/// A text that must be as it is, such as the name of the game. It is made only where it is wanted.
#[derive(Clone, Debug)]
pub struct Exact<T>(pub T);

impl<T: Fn() -> String> Form<()> for Exact<T> {
    fn pack(&self, _value: &(), _packer: &mut Packer) {}

    fn write(&self, _value: &()) -> Option<String> {
        Some(self.0())
    }

    fn read(&self, text: &str) -> Result<(), String> {
        let want = self.0();
        if text == want { Ok(()) } else { Err(format!("{text:?} is not {want:?}")) }
    }
}

/// A flag: the key alone if it is set.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Its width in the digest.
    pub bits: u32,
}

impl Form<bool> for Flag {
    #[inline]
    fn pack(&self, value: &bool, packer: &mut Packer) {
        packer.bits(u64::from(*value), self.bits);
    }

    fn write(&self, value: &bool) -> Option<String> {
        value.then(String::new)
    }

    fn read(&self, text: &str) -> Result<bool, String> {
        if text.is_empty() { Ok(true) } else { Err("is no field with a value: write the key alone".to_owned()) }
    }
}

/// Reads a number up to `most`.
///
/// # Errors
/// Says what was expected.
pub fn small(text: &str, most: u8) -> Result<u8, String> {
    text.parse().ok().filter(|n| *n <= most).ok_or_else(|| format!("{text:?}: expected a number up to {most}"))
}

/// A small number, left out if it is 0.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// The largest.
    pub most: u8,
    /// Its width in the digest.
    pub bits: u32,
}

impl Form<u8> for Number {
    #[inline]
    fn pack(&self, value: &u8, packer: &mut Packer) {
        packer.bits(u64::from(*value), self.bits);
    }

    fn write(&self, value: &u8) -> Option<String> {
        (*value > 0).then(|| value.to_string())
    }

    fn read(&self, text: &str) -> Result<u8, String> {
        small(text, self.most)
    }
}

/// The turn, from 1 to the last, and the side whose turn it is: `5F`.
#[derive(Clone, Copy, Debug)]
pub struct TurnOf {
    /// The last turn.
    pub last: u8,
}

impl<S: TwoSided> Form<(u8, S)> for TurnOf {
    #[inline]
    fn pack(&self, &(turn, side): &(u8, S), packer: &mut Packer) {
        packer.word(u64::from(turn) << 8 | side.index() as u64);
    }

    fn write(&self, &(turn, side): &(u8, S)) -> Option<String> {
        Some(format!("{turn}{}", side.initial()))
    }

    fn read(&self, text: &str) -> Result<(u8, S), String> {
        let (number, letter) = text.split_at(text.len() - text.chars().last().map_or(0, char::len_utf8));
        let turn = small(number, self.last).ok().filter(|turn| *turn > 0);
        let [first, second] = S::SIDES.map(TwoSided::initial);
        let turn = turn.ok_or_else(|| format!("{text:?}: expected a turn up to {} and {first} or {second}", self.last))?;
        Ok((turn, read_letter(letter)?))
    }
}

/// A row of small numbers. In the digest they are bytes, the last first, as a little-endian number has them.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// The largest.
    pub most: u8,
    /// Whether they are written even if all are 0.
    pub always: bool,
}

impl<const N: usize> Form<[u8; N]> for Numbers {
    #[inline]
    fn pack(&self, value: &[u8; N], packer: &mut Packer) {
        value.iter().rev().for_each(|byte| packer.bits(u64::from(*byte), 8));
    }

    fn write(&self, value: &[u8; N]) -> Option<String> {
        (self.always || value.iter().any(|n| *n > 0)).then(|| value.map(|n| n.to_string()).join(","))
    }

    fn read(&self, text: &str) -> Result<[u8; N], String> {
        let numbers: Vec<u8> = text.split(',').map(|n| small(n, self.most)).collect::<Result<_, _>>()?;
        numbers.try_into().map_err(|_| format!("expected {N} numbers"))
    }
}

/// A hex, left out if it is [`NOWHERE`].
#[derive(Clone, Copy, Debug)]
pub struct Hex<'g>(pub &'g Grid);

impl Form<HexId> for Hex<'_> {
    #[inline]
    fn pack(&self, value: &HexId, packer: &mut Packer) {
        packer.bits(u64::from(value.0), 16);
    }

    fn write(&self, value: &HexId) -> Option<String> {
        (*value != NOWHERE).then(|| self.0.number(*value))
    }

    fn read(&self, text: &str) -> Result<HexId, String> {
        self.0.read(text)
    }
}

/// Some hexes, filled up with [`NOWHERE`]. Each is a word of the digest.
impl<const N: usize> Form<[HexId; N]> for Hex<'_> {
    #[inline]
    fn pack(&self, value: &[HexId; N], packer: &mut Packer) {
        value.iter().for_each(|hex| packer.word(u64::from(hex.0)));
    }

    fn write(&self, value: &[HexId; N]) -> Option<String> {
        let texts: Vec<String> = value.iter().filter(|hex| **hex != NOWHERE).map(|hex| self.0.number(*hex)).collect();
        (!texts.is_empty()).then(|| texts.join(","))
    }

    fn read(&self, text: &str) -> Result<[HexId; N], String> {
        let texts: Vec<&str> = text.split(',').collect();
        if texts.len() > N {
            return Err(format!("more than {N} hexes"));
        }
        let mut hexes = [NOWHERE; N];
        for (hex, text) in hexes.iter_mut().zip(texts) {
            *hex = self.0.read(text)?;
        }
        Ok(hexes)
    }
}

/// A set of units that can be digested.
pub trait Packed {
    /// Adds its words.
    fn pack(&self, packer: &mut Packer);
}

/// Units by their tags: a set, left out if it is empty, or one unit, left out if it is none.
#[derive(Clone, Copy, Debug)]
pub struct Tags<'v, V>(pub &'v V);

impl<V: Vocabulary, U: Argument, S: Copy + Packed + IntoIterator<Item = U> + FromIterator<U>> Form<S> for Tags<'_, V> {
    #[inline]
    fn pack(&self, value: &S, packer: &mut Packer) {
        value.pack(packer);
    }

    fn write(&self, value: &S) -> Option<String> {
        let tags: Vec<&str> = value.into_iter().map(|unit| self.0.tag(unit.index())).collect();
        (!tags.is_empty()).then(|| tags.join(","))
    }

    fn read(&self, text: &str) -> Result<S, String> {
        text.split(',').map(|tag| read_unit(self.0, tag).map(U::from_index)).collect()
    }
}

/// One unit by its tag, left out if there is none. In the digest it is 0 or its number and 1, sixteen bits wide.
#[derive(Clone, Copy, Debug)]
pub struct Tag<'v, V>(pub &'v V);

impl<V: Vocabulary, U: Argument> Form<Option<U>> for Tag<'_, V> {
    #[inline]
    fn pack(&self, value: &Option<U>, packer: &mut Packer) {
        packer.bits(value.map_or(0, |unit| u64::from(unit.index()) + 1), 16);
    }

    fn write(&self, value: &Option<U>) -> Option<String> {
        value.map(|unit| self.0.tag(unit.index()).to_owned())
    }

    fn read(&self, text: &str) -> Result<Option<U>, String> {
        read_unit(self.0, text).map(|unit| Some(U::from_index(unit)))
    }
}

/// A form made of three closures, for what only one field has: into the digest, as text, from text.
#[derive(Clone, Copy, Debug)]
pub struct Own<P, W, R>(pub P, pub W, pub R);

impl<T, P: Fn(&T, &mut Packer), W: Fn(&T) -> Option<String>, R: Fn(&str) -> Result<T, String>> Form<T> for Own<P, W, R> {
    #[inline]
    fn pack(&self, value: &T, packer: &mut Packer) {
        self.0(value, packer);
    }

    fn write(&self, value: &T) -> Option<String> {
        self.1(value)
    }

    fn read(&self, text: &str) -> Result<T, String> {
        self.2(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Debug)]
    struct State {
        turn: u8,
        rolled: bool,
        morale: [u8; 4],
        origin: HexId,
        vacated: [HexId; 3],
        owing: u8,
        later: u8,
    }

    const USUAL: State =
        State { turn: 1, rolled: false, morale: [0; 4], origin: NOWHERE, vacated: [NOWHERE; 3], owing: 0, later: 0 };
    const HEADS: &[&str] = &["game", "turn"];

    fn fields(grid: &Grid, state: &mut State, visit: &mut impl Fields) {
        visit.text("game", &mut (), &Exact(|| "mock".to_owned()));
        visit.field("turn", &mut state.turn, &Number { most: 12, bits: 8 });
        visit.field("rolled", &mut state.rolled, &Flag { bits: 8 });
        visit.seal();
        visit.field("morale", &mut state.morale, &Numbers { most: 20, always: false });
        visit.field("origin", &mut state.origin, &Hex(grid));
        visit.seal();
        visit.field("vacated", &mut state.vacated, &Hex(grid));
        let halves = Own(
            |v: &u8, p: &mut Packer| p.word(u64::from(*v)),
            |v: &u8| (*v > 0).then(|| format!("{v}h")),
            |text: &str| small(text.strip_suffix('h').unwrap_or(text), 9),
        );
        visit.field("owing", &mut state.owing, &halves);
        visit.text("later", &mut state.later, &Number { most: 9, bits: 8 });
    }

    fn grid() -> Grid {
        Grid::new(12, 12, &[]).unwrap()
    }

    fn written(state: State) -> String {
        let mut writer = Writer::new(HEADS);
        fields(&grid(), &mut { state }, &mut writer);
        writer.finish()
    }

    fn read(text: &str) -> Result<State, DataError> {
        let mut state = USUAL;
        let mut reader = Reader::new(HEADS, text)?;
        fields(&grid(), &mut state, &mut reader);
        reader.finish().map(|()| state)
    }

    fn digest(state: State) -> u64 {
        let mut digester = Digester::default();
        fields(&grid(), &mut { state }, &mut digester);
        digester.finish()
    }

    fn full() -> State {
        let hex = |text: &str| grid().read(text).unwrap();
        let vacated = [hex("0101"), hex("0202"), NOWHERE];
        State { turn: 3, rolled: true, morale: [1, 2, 3, 4], origin: hex("0305"), vacated, owing: 2, later: 7 }
    }

    #[test]
    fn what_is_usual_is_left_out_and_all_else_goes_both_ways() {
        assert_eq!(written(USUAL), "mock 1");
        let text = "mock 3 rolled morale=1,2,3,4 origin=0305 vacated=0101,0202 owing=2h later=7";
        assert_eq!(written(full()), text);
        assert_eq!(read(text), Ok(full()));
        assert_eq!(read("mock 3 later=7 owing=2h vacated=0101,0202 origin=0305 morale=1,2,3,4 rolled"), Ok(full()));
        let mut writer = Writer::new(HEADS).with_signs();
        fields(&grid(), &mut State { rolled: true, ..USUAL }, &mut writer);
        assert_eq!(writer.finish(), "mock 1 rolled=");
        assert_eq!(read("mock 1 rolled="), Ok(State { rolled: true, ..USUAL }));
    }

    #[test]
    fn a_digest_is_the_words_that_the_widths_say() {
        let state = full();
        let mut plain = Digest::default();
        plain.add(3 << 8 | 1);
        plain.add(u64::from(u32::from_le_bytes(state.morale)) << 16 | u64::from(state.origin.0));
        state.vacated.iter().for_each(|hex| plain.add(u64::from(hex.0)));
        plain.add(2);
        assert_eq!(digest(state), plain.finish());
        assert_eq!(digest(State { later: 0, ..state }), digest(state), "the text alone has it");
        assert_ne!(digest(State { owing: 3, ..state }), digest(state));
    }

    crate::sides! {
        /// Two sides.
        enum Side {
            /// One.
            White = "White" 'W',
            /// The other.
            Black = "Black" 'B',
        }
    }

    #[test]
    fn a_turn_has_a_side() {
        let form = TurnOf { last: 12 };
        assert_eq!((form.write(&(5, Side::Black)), form.read("5B")), (Some("5B".to_owned()), Ok((5, Side::Black))));
        for text in ["", "B", "0W", "13W", "5X", "5", "W5", "5ß"] {
            assert!(Form::<(u8, Side)>::read(&form, text).is_err_and(|why| why.contains("W or B")), "{text:?}");
        }
    }

    #[test]
    fn faults_name_the_field() {
        for (text, wanted) in [
            ("", "game"),
            ("mock", "turn"),
            ("other 1", "\"other\" is not \"mock\""),
            ("mock 99", "expected a number up to 12"),
            ("mock 1 rolled rolled", "is given twice"),
            ("mock 1 turn=2", "is no field"),
            ("mock 1 rolled=2", "rolled"),
            ("mock 1 colour=red", "colour"),
            ("mock 1 morale=1,2,3", "expected 4 numbers"),
            ("mock 1 vacated=0101,0102,0103,0104", "more than 3 hexes"),
            ("mock 1 origin=9999", "9999"),
        ] {
            let why = read(text).unwrap_err().to_string();
            assert!(why.contains(wanted), "{text}: {why}");
        }
    }
}
