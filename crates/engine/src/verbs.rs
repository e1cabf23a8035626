//! Actions declared once: a table of verbs, from which words, shorthand, the reading of both, anchors and strays follow.
//!
//! A rulebook writes its actions as a table with [`verbs!`](crate::verbs!), one line each: the variant with the kinds of its arguments, the word
//! that records hold, the sign of the game notation, and the label of its button where that is not the word.
//!
//! ```
//! grognard_engine::verbs! {
//!     /// One click.
//!     pub enum Action {
//!         /// Takes a unit in hand.
//!         Pick(unit: u8) = "pick" "",
//!         /// It goes there.
//!         Go(hex: grognard_engine::HexId) = "go" ">",
//!         /// A unit falls back.
//!         Retreat(unit: u8, hex: grognard_engine::HexId) = "retreat" "r",
//!         /// The phase is over.
//!         End = "end" "." "end phase",
//!     }
//! }
//! ```
//!
//! `unit` and `hex` are kinds of argument that every game has. Any other name is a kind of the rulebook's own, which its [`Vocabulary`] knows how to name, read
//! and count. The names of a verb's arguments differ from each other. Every argument is a small number inside, so that the functions below need no line for a verb.

use crate::case::{Case, Violation};
use crate::dice::Dice;
use crate::game::Anchor;
use crate::grid::{Grid, HexId, UnitId};

/// Most arguments of a verb.
pub const MOST_ARGS: usize = 3;

/// What an argument names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A unit, by its place in the roster.
    Unit,
    /// A hex.
    Hex,
    /// Something of the rulebook's own, by the name that the table of verbs uses.
    Own(&'static str),
}

impl Kind {
    /// What it is called in a sentence.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Hex => "hex",
            Self::Own(name) => name,
        }
    }
}

/// A type that an argument of a verb can have.
pub trait Argument: Copy {
    /// As a number.
    fn index(self) -> u16;
    /// From a number. One that is too large becomes the largest, which nothing bears.
    fn from_index(index: u16) -> Self;
}

impl Argument for u8 {
    #[inline]
    fn index(self) -> u16 {
        self.into()
    }
    #[inline]
    fn from_index(index: u16) -> Self {
        Self::try_from(index).unwrap_or(Self::MAX)
    }
}

impl Argument for u16 {
    #[inline]
    fn index(self) -> u16 {
        self
    }
    #[inline]
    fn from_index(index: u16) -> Self {
        index
    }
}

impl Argument for HexId {
    #[inline]
    fn index(self) -> u16 {
        self.0
    }
    #[inline]
    fn from_index(index: u16) -> Self {
        Self(index)
    }
}

impl Argument for UnitId {
    #[inline]
    fn index(self) -> u16 {
        self.0
    }
    #[inline]
    fn from_index(index: u16) -> Self {
        Self(index)
    }
}

/// The arguments of an action as numbers, in order, without an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Args {
    values: [u16; MOST_ARGS],
    count: u8,
}

impl Args {
    /// These numbers.
    #[inline]
    #[must_use]
    pub fn of(list: &[u16]) -> Self {
        let mut values = [0; MOST_ARGS];
        values[..list.len()].copy_from_slice(list);
        Self { values, count: list.len() as u8 }
    }

    /// As a slice.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[u16] {
        &self.values[..usize::from(self.count)]
    }
}

/// One line of a table of verbs.
pub struct Verb<A: 'static> {
    /// The word that records hold; two verbs may share one if they differ in the number of arguments.
    pub word: &'static str,
    /// What stands for it in the game notation.
    pub sign: &'static str,
    /// What its button says.
    pub label: &'static str,
    /// What its arguments name.
    pub kinds: &'static [Kind],
    /// Makes the action from as many numbers as there are arguments.
    pub make: fn(&[u16]) -> A,
}

/// Actions that were declared as a table of verbs.
pub trait Verbal: Copy + 'static {
    /// The table, in the order of the variants.
    const VERBS: &'static [Verb<Self>];
    /// The line of this action.
    fn verb(self) -> &'static Verb<Self>;
    /// Its arguments.
    fn args(self) -> Args;

    /// Its arguments, each with its kind.
    #[inline]
    fn named(self) -> impl Iterator<Item = (Kind, u16)> {
        let args = self.args();
        self.verb().kinds.iter().copied().zip(args.values)
    }

    /// The unit that it names, the first if there are several.
    #[inline]
    fn unit(self) -> Option<u16> {
        self.named().find(|(kind, _)| *kind == Kind::Unit).map(|(_, index)| index)
    }

    /// The hex that it names, the first if there are several.
    #[inline]
    fn hex(self) -> Option<HexId> {
        self.named().find(|(kind, _)| *kind == Kind::Hex).map(|(_, index)| HexId(index))
    }
}

/// Declares actions as a table: see [the module](mod@crate::verbs).
#[macro_export]
macro_rules! verbs {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$doc:meta])*
                $verb:ident $(( $($kind:ident : $type:ty),+ ))? = $word:literal $sign:literal $($label:literal)?
            ),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        $vis enum $name {
            $(
                $(#[$doc])*
                $verb $(( $($type),+ ))?,
            )+
        }

        impl $crate::verbs::Verbal for $name {
            const VERBS: &'static [$crate::verbs::Verb<Self>] = &[
                $(
                    $crate::verbs::Verb {
                        word: $word,
                        sign: $sign,
                        label: $crate::verbs!(@label $word $($label)?),
                        kinds: &[$($($crate::verbs!(@kind $kind)),+)?],
                        make: |args| {
                            let mut args = args.iter().copied();
                            $($(let $kind = $crate::verbs::Argument::from_index(args.next().unwrap_or(u16::MAX));)+)?
                            let _ = &mut args;
                            Self::$verb $(( $($kind),+ ))?
                        },
                    },
                )+
            ];

            #[inline]
            fn verb(self) -> &'static $crate::verbs::Verb<Self> {
                enum Line { $($verb),+ }
                match self {
                    $(Self::$verb { .. } => &Self::VERBS[Line::$verb as usize],)+
                }
            }

            #[inline]
            fn args(self) -> $crate::verbs::Args {
                match self {
                    $(Self::$verb $(( $($kind),+ ))? => $crate::verbs::Args::of(&[$($($crate::verbs::Argument::index($kind)),+)?]),)+
                }
            }
        }
    };
    (@label $word:literal) => { $word };
    (@label $word:literal $label:literal) => { $label };
    (@kind unit) => { $crate::verbs::Kind::Unit };
    (@kind hex) => { $crate::verbs::Kind::Hex };
    (@kind $own:ident) => { $crate::verbs::Kind::Own(stringify!($own)) };
}

/// What follows from a table of verbs inside an `impl Words`: names of units and hexes, words and shorthand, and the reading of both.
#[macro_export]
macro_rules! words_of_verbs {
    () => {
        fn unit_name(&self, unit: $crate::UnitId) -> String {
            $crate::verbs::Vocabulary::tag(self, unit.0).to_owned()
        }

        fn hex_name(&self, hex: $crate::HexId) -> String {
            $crate::verbs::Vocabulary::grid(self).number(hex)
        }

        fn write_action(&self, action: Self::Action) -> String {
            $crate::verbs::write_words(self, action)
        }

        fn read_action(&self, text: &str) -> Result<Self::Action, String> {
            $crate::verbs::read_words(self, text)
        }

        fn write_short(&self, action: Self::Action) -> String {
            $crate::verbs::write_short(self, action)
        }

        fn read_short(&self, text: &str) -> Result<Self::Action, String> {
            $crate::verbs::read_short(self, text)
        }
    };
}

/// The names that a rulebook's verbs speak with.
pub trait Vocabulary {
    /// What stands between two arguments in the game notation.
    const JOINER: char;
    /// Words besides those of the verbs that a unit's tag may not be, because they mean something where a tag can stand.
    const RESERVED: &'static [&'static str];

    /// The grid that names hexes.
    fn grid(&self) -> &Grid;
    /// How many units there are.
    fn units(&self) -> usize;
    /// The tag of a unit, or something that nobody bears.
    fn tag(&self, unit: u16) -> &str;
    /// The name of something of the rulebook's own; nothing if the number names nothing.
    fn own_name(&self, kind: &'static str, index: u16) -> Option<String>;
    /// Reads such a name.
    ///
    /// # Errors
    /// Says what was expected.
    fn read_own(&self, kind: &'static str, text: &str) -> Result<u16, String>;
    /// How many of these there are.
    fn count_own(&self, kind: &'static str) -> usize;
    /// Why an action is refused that names nothing of this kind: a client may send any number.
    fn stranger(&self, kind: Kind) -> Violation;
}

/// A unit by its tag; case does not matter unless two tags differ in nothing else.
///
/// # Errors
/// Says that there is none.
pub fn read_unit(names: &impl Vocabulary, tag: &str) -> Result<u16, String> {
    let find = |test: &dyn Fn(&str) -> bool| (0..names.units() as u16).find(|&unit| test(names.tag(unit)));
    let exact = find(&|t| t == tag);
    exact.or_else(|| find(&|t| t.eq_ignore_ascii_case(tag))).ok_or_else(|| format!("there is no unit {tag:?}"))
}

fn name(names: &impl Vocabulary, kind: Kind, index: u16) -> String {
    match kind {
        Kind::Unit => names.tag(index).to_owned(),
        Kind::Hex => names.grid().number(HexId(index)),
        Kind::Own(own) => names.own_name(own, index).unwrap_or_else(|| "?".to_owned()),
    }
}

fn read(names: &impl Vocabulary, kind: Kind, text: &str) -> Result<u16, String> {
    match kind {
        Kind::Unit => read_unit(names, text),
        Kind::Hex => names.grid().read(text).map(|hex| hex.0),
        Kind::Own(own) => names.read_own(own, text),
    }
}

/// Makes an action from texts, one for each argument.
fn made<A: Verbal>(names: &impl Vocabulary, verb: &Verb<A>, texts: &[&str]) -> Result<A, String> {
    let mut args = [0; MOST_ARGS];
    for ((arg, kind), text) in args.iter_mut().zip(verb.kinds).zip(texts) {
        *arg = read(names, *kind, text)?;
    }
    Ok((verb.make)(&args[..verb.kinds.len()]))
}

/// An action in words: `retreat Sth1 1510`.
#[must_use]
pub fn write_words<A: Verbal>(names: &impl Vocabulary, action: A) -> String {
    let mut text = action.verb().word.to_owned();
    for (kind, index) in action.named() {
        text.push(' ');
        text += &name(names, kind, index);
    }
    text
}

/// Reads one action in words.
///
/// # Errors
/// The name that nobody bears, or the verbs that there are.
pub fn read_words<A: Verbal>(names: &impl Vocabulary, text: &str) -> Result<A, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let [word, texts @ ..] = &words[..]
        && let Some(verb) = A::VERBS.iter().find(|verb| verb.word == *word && verb.kinds.len() == texts.len())
    {
        return made(names, verb, texts);
    }
    // Whoever has the right word is told what goes with it.
    let form =
        |verb: &Verb<A>| verb.kinds.iter().fold(verb.word.to_owned(), |form, kind| form + " " + &kind.word().to_uppercase());
    let forms: Vec<String> = A::VERBS.iter().filter(|verb| words.first() == Some(&verb.word)).map(form).collect();
    if !forms.is_empty() {
        return Err(format!("{text:?} is no action; expected {}", forms.join(" or ")));
    }
    let mut known: Vec<&str> = Vec::new();
    for verb in A::VERBS {
        if !known.contains(&verb.word) {
            known.push(verb.word);
        }
    }
    let last = known.pop().unwrap_or_default();
    Err(format!("{text:?} is no action; expected {} or {last}", known.join(", ")))
}

/// An action in the shorthand of the game notation: a sign for the verb, then its arguments without blanks.
#[must_use]
pub fn write_short<V: Vocabulary, A: Verbal>(names: &V, action: A) -> String {
    let mut text = action.verb().sign.to_owned();
    for (i, (kind, index)) in action.named().enumerate() {
        if i > 0 {
            text.push(V::JOINER);
        }
        text += &name(names, kind, index);
    }
    text
}

/// Reads the shorthand: a verb without arguments first, then a tag alone where the verb of a unit has no sign, then the longest sign that fits.
///
/// # Errors
/// The name that nobody bears, or that this is no action.
pub fn read_short<V: Vocabulary, A: Verbal>(names: &V, text: &str) -> Result<A, String> {
    let bare = |verb: &&Verb<A>| verb.kinds.is_empty() && verb.sign == text;
    if let Some(verb) = A::VERBS.iter().find(bare) {
        return Ok((verb.make)(&[]));
    }
    // No tag holds a sign, but one may begin with a verb's letter: so whole tags come before signs, and are read to the letter.
    if let Some(verb) = A::VERBS.iter().find(|verb| verb.kinds == [Kind::Unit] && verb.sign.is_empty())
        && let Some(unit) = (0..names.units() as u16).find(|&unit| names.tag(unit) == text)
    {
        return Ok((verb.make)(&[unit]));
    }
    let unknown = || format!("{text:?} is no action in shorthand");
    let fits = |verb: &&Verb<A>| !verb.kinds.is_empty() && !verb.sign.is_empty() && text.starts_with(verb.sign);
    let verb = A::VERBS.iter().filter(fits).max_by_key(|verb| verb.sign.len()).ok_or_else(unknown)?;
    let texts: Vec<&str> = text[verb.sign.len()..].splitn(verb.kinds.len(), V::JOINER).collect();
    if texts.len() != verb.kinds.len() {
        return Err(unknown());
    }
    made(names, verb, &texts)
}

/// Where an action shows on the board: at its hex, else at its unit, else as a button.
pub fn anchor<A: Verbal>(action: A) -> Anchor {
    match (action.hex(), action.unit()) {
        (Some(hex), _) => Anchor::Hex(hex),
        (None, Some(unit)) => Anchor::Unit(UnitId(unit)),
        (None, None) => Anchor::Button(action.verb().label),
    }
}

/// Refuses what names no unit, hex or other thing of this game.
///
/// # Errors
/// The rulebook's own refusal.
#[inline]
pub fn nameable<A: Verbal>(names: &impl Vocabulary, action: A) -> Result<(), Violation> {
    for (kind, index) in action.named() {
        let known = match kind {
            Kind::Unit => usize::from(index) < names.units(),
            Kind::Hex => names.grid().holds(HexId(index)),
            Kind::Own(own) => usize::from(index) < names.count_own(own),
        };
        if !known {
            return Err(names.stranger(kind));
        }
    }
    Ok(())
}

/// Whether a word means something else where a unit's tag may stand: in commands and in game notation.
pub fn is_taken<V: Vocabulary, A: Verbal>(tag: &str) -> bool {
    let bare = A::VERBS.iter().any(|verb| verb.kinds.is_empty() && (verb.word == tag || verb.sign == tag));
    bare || V::RESERVED.contains(&tag) || crate::grid::split_number(tag).is_ok()
}

/// Whether a new unit can have a tag: one that can be typed, is nobody else's, and means nothing else. Besides letters and digits a tag may hold `also`.
///
/// # Errors
/// Says why not.
pub fn check_tag<'t, V: Vocabulary, A: Verbal>(
    tag: &str,
    also: Option<char>,
    mut others: impl Iterator<Item = &'t str> + Clone,
) -> Result<(), String> {
    if tag.is_empty() || !tag.chars().all(|c| c.is_alphanumeric() || also == Some(c)) {
        let what = also.map_or_else(|| "letters and digits".to_owned(), |c| format!("letters, digits and {c}"));
        return Err(format!("the tag {tag:?} may hold {what} only"));
    }
    if others.clone().any(|other| other == tag) {
        return Err(format!("the tag {tag:?} is used twice"));
    }
    if is_taken::<V, A>(tag) {
        return Err(format!("the tag {tag:?} means something else in commands"));
    }
    match others.find(|other| is_mistaken::<A>(other, tag) || is_mistaken::<A>(tag, other)) {
        Some(other) => Err(format!("the tags {tag:?} and {other:?} are mistaken for each other in game notation")),
        None => Ok(()),
    }
}

/// Whether `tag` reads like a verb with the unit `other` in game notation: where a verb's sign is a letter, it and a tag may be another tag.
pub fn is_mistaken<A: Verbal>(tag: &str, other: &str) -> bool {
    let sign = |verb: &Verb<A>| verb.kinds == [Kind::Unit] && !verb.sign.is_empty() && tag.strip_prefix(verb.sign) == Some(other);
    A::VERBS.iter().any(sign)
}

/// Some action of any kind, for tests: mostly about units and hexes that exist, half of the hexes where units stand, since the rules are busy there.
/// `place` says where a unit stands. What has arguments is drawn more often, as there is more to get wrong.
pub fn stray<A: Verbal>(names: &impl Vocabulary, place: impl Fn(u16) -> Option<HexId>, case: Case, dice: &mut dyn Dice) -> A {
    let mut below = |n: usize| -> usize {
        let mut roll = || usize::from(dice.roll(250, case)) - 1;
        (roll() * 250 + roll()) % n.max(1)
    };
    let weight = |verb: &Verb<A>| 1 + verb.kinds.len();
    let mut at = below(A::VERBS.iter().map(weight).sum());
    let drawn = |verb: &&Verb<A>| {
        let here = at < weight(verb);
        at = at.saturating_sub(weight(verb));
        here
    };
    let verb = A::VERBS.iter().find(drawn).unwrap_or(&A::VERBS[0]);
    let grid = names.grid();
    let mut args = [0; MOST_ARGS];
    for (arg, kind) in args.iter_mut().zip(verb.kinds) {
        *arg = match kind {
            Kind::Unit => below(names.units()) as u16,
            Kind::Own(own) => below(names.count_own(own) + 1) as u16,
            Kind::Hex => {
                let near = if below(2) == 0 { place(below(names.units()) as u16) } else { None };
                let mut hex = near.or_else(|| grid.hexes().nth(below(grid.hexes().count()))).unwrap_or(HexId(0));
                if below(2) == 0 {
                    let around: Vec<HexId> = grid.around(hex).collect();
                    hex = around.get(below(around.len())).copied().unwrap_or(hex);
                }
                hex.0
            }
        };
    }
    (verb.make)(&args[..verb.kinds.len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Subject;
    use crate::dice::SeededDice;

    verbs! {
        /// One click.
        enum Action {
            /// Takes a unit.
            Pick(unit: u8) = "pick" "",
            /// Goes there.
            Go(hex: HexId) = "go" ">",
            /// Loses a unit.
            Destroy(unit: u8) = "destroy" "x",
            /// Falls back.
            Retreat(unit: u8, hex: HexId) = "retreat" "r",
            /// Leaves a cadre.
            Remnant(unit: u8, cadre: u8) = "remnant" "remnant.",
            /// Puts a unit under a flag.
            Rally(flag: u8) = "rally" "^",
            /// All of them.
            RallyAll = "rally" "rally" "rally everybody",
            /// The end.
            End = "end" "!" "end phase",
        }
    }

    struct Book(Grid, Vec<&'static str>);

    impl Vocabulary for Book {
        const JOINER: char = '>';
        const RESERVED: &'static [&'static str] = &["with"];
        fn grid(&self) -> &Grid {
            &self.0
        }
        fn units(&self) -> usize {
            self.1.len()
        }
        fn tag(&self, unit: u16) -> &str {
            self.1.get(usize::from(unit)).copied().unwrap_or("?")
        }
        fn own_name(&self, kind: &'static str, index: u16) -> Option<String> {
            match kind {
                "cadre" => Some(self.tag(index).to_owned()),
                _ => ["red", "blue"].get(usize::from(index)).map(|name| (*name).to_owned()),
            }
        }
        fn read_own(&self, kind: &'static str, text: &str) -> Result<u16, String> {
            match (kind, text) {
                ("cadre", tag) => read_unit(self, tag),
                (_, "red") => Ok(0),
                (_, "blue") => Ok(1),
                _ => Err(format!("there is no flag {text:?}")),
            }
        }
        fn count_own(&self, kind: &'static str) -> usize {
            if kind == "cadre" { self.units() } else { 2 }
        }
        fn stranger(&self, kind: Kind) -> Violation {
            Violation::new(if kind == Kind::Hex { "2.1" } else { "2.4" }, "there is no such thing", Subject::None)
        }
    }

    fn book() -> Book {
        Book(Grid::new(12, 12, &[]).unwrap(), vec!["A1", "r1", "xB", "C", "c"])
    }

    fn every() -> Vec<(Action, &'static str, &'static str)> {
        let hex = book().0.read("0305").unwrap();
        vec![
            (Action::Pick(1), "pick r1", "r1"),
            (Action::Go(hex), "go 0305", ">0305"),
            (Action::Destroy(0), "destroy A1", "xA1"),
            (Action::Retreat(2, hex), "retreat xB 0305", "rxB>0305"),
            (Action::Remnant(0, 3), "remnant A1 C", "remnant.A1>C"),
            (Action::Rally(1), "rally blue", "^blue"),
            (Action::RallyAll, "rally", "rally"),
            (Action::End, "end", "!"),
        ]
    }

    #[test]
    fn words_and_shorthand_go_both_ways() {
        let book = book();
        for (action, words, short) in every() {
            assert_eq!((write_words(&book, action).as_str(), write_short(&book, action).as_str()), (words, short));
            assert_eq!((read_words(&book, words), read_short(&book, short)), (Ok(action), Ok(action)), "{words}");
        }
        assert_eq!(Action::VERBS.len(), every().len(), "every verb is shown");
    }

    #[test]
    fn a_tag_is_read_to_the_letter_first_and_loosely_then() {
        let book = book();
        assert_eq!(read_words(&book, "pick a1"), Ok(Action::Pick(0)));
        assert_eq!((read_words(&book, "pick C"), read_words(&book, "pick c")), (Ok(Action::Pick(3)), Ok(Action::Pick(4))));
        // The whole tag comes before the sign; the sign before nothing else.
        assert_eq!((read_short(&book, "xB"), read_short(&book, "xC")), (Ok(Action::Pick(2)), Ok(Action::Destroy(3))));
    }

    #[test]
    fn what_is_no_action_is_told() {
        let book = book();
        let words = |text: &str| read_words::<Action>(&book, text).unwrap_err();
        let short = |text: &str| read_short::<_, Action>(&book, text).unwrap_err();
        assert_eq!(words("fly A1"), "\"fly A1\" is no action; expected pick, go, destroy, retreat, remnant, rally or end");
        assert_eq!(words("pick A1 A1"), "\"pick A1 A1\" is no action; expected pick UNIT");
        assert_eq!(words("pick Z"), "there is no unit \"Z\"");
        assert!(words("go 9999").contains("9999"));
        assert_eq!(words("rally green"), "there is no flag \"green\"");
        assert_eq!(short("rA1"), "\"rA1\" is no action in shorthand");
        assert_eq!(short(""), "\"\" is no action in shorthand");
        assert_eq!(short("rZ>0305"), "there is no unit \"Z\"");
        assert_eq!(words(""), words("fly A1").replace("fly A1", ""));
    }

    #[test]
    fn anchors_follow_from_the_arguments() {
        let hex = HexId(7);
        assert_eq!(anchor(Action::Retreat(1, hex)), Anchor::Hex(hex));
        assert_eq!(anchor(Action::Remnant(1, 3)), Anchor::Unit(UnitId(1)));
        assert_eq!(anchor(Action::Rally(0)), Anchor::Button("rally"));
        assert_eq!(anchor(Action::End), Anchor::Button("end phase"));
    }

    #[test]
    fn what_names_nothing_is_refused() {
        let book = book();
        assert_eq!(nameable(&book, Action::Retreat(4, HexId(0))), Ok(()));
        let case = |action: Action| nameable(&book, action).unwrap_err().case;
        assert_eq!(case(Action::Pick(5)), Case("2.4"));
        assert_eq!(case(Action::Retreat(0, HexId(999))), Case("2.1"));
        assert_eq!(case(Action::Remnant(0, 200)), Case("2.4"));
        assert_eq!(case(Action::Rally(2)), Case("2.4"));
    }

    #[test]
    fn tags_that_could_be_mistaken_are_known() {
        for (tag, taken) in
            [("with", true), ("end", true), ("!", true), ("rally", true), ("0305", true), ("A1", false), ("pick", false)]
        {
            assert_eq!(is_taken::<Book, Action>(tag), taken, "{tag}");
        }
        assert!(is_mistaken::<Action>("xB", "B") && !is_mistaken::<Action>("rB", "B"));
        let check = |tag: &str, also| check_tag::<Book, Action>(tag, also, ["A1", "B"].into_iter());
        assert_eq!((check("C", None), check("C/2", Some('/'))), (Ok(()), Ok(())));
        for (tag, wanted) in
            [("", "letters and digits"), ("C/2", "may hold"), ("B", "twice"), ("end", "else"), ("xB", "mistaken")]
        {
            assert!(check(tag, None).is_err_and(|why| why.contains(wanted)), "{tag}");
        }
    }

    #[test]
    fn strays_are_of_every_kind_and_mostly_nameable() {
        let book = book();
        let mut dice = SeededDice::new(1);
        let drawn: Vec<Action> =
            (0..2000).map(|_| stray(&book, |unit| (unit < 2).then_some(HexId(5)), Case("2.3"), &mut dice)).collect();
        for verb in Action::VERBS {
            assert!(drawn.iter().any(|action| std::ptr::eq(action.verb(), verb)), "{} is never drawn", verb.word);
        }
        let odd = drawn.iter().filter(|action| nameable(&book, **action).is_err()).count();
        assert!((1..500).contains(&odd), "{odd}");
    }
}
