//! The [`Game`] trait: one rulebook, one scenario, options chosen; and the checked door through which actions pass.

use crate::board::{Board, Line, MapView};
use crate::case::{Case, Refusal, Subject, Violation};
use crate::dice::Dice;
use crate::fault::DataError;
use crate::grid::{HexId, UnitId};
use crate::preview::{Caption, OverlayHex, OverlayInfo};
use serde::Serialize;
use std::fmt::Debug;
use std::hash::Hash;

pub use crate::preview::{Chance, Fate, Forecast};

/// A place at the table, in the order in which the rulebook names the sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Seat(pub u8);

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Outcome {
    /// Index of the winning seat; none in a draw.
    #[serde(skip)]
    pub winner: Option<Seat>,
    /// In words: `French substantive victory`.
    pub verdict: String,
    /// Points by seat.
    pub points: Vec<i32>,
}

/// What the game waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A seat has to choose, under a case.
    Choose {
        /// Whose choice it is.
        seat: Seat,
        /// The case that grants or demands it.
        case: Case,
    },
    /// The game has ended.
    Over(Outcome),
}

/// Where an option shows on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// At a hex.
    Hex(HexId),
    /// At a unit.
    Unit(UnitId),
    /// As a button with this label.
    Button(&'static str),
}

/// Which game this is: enough to make it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Identity {
    /// Rulebook, by its short name.
    pub rulebook: &'static str,
    /// Rises when a record stops replaying.
    pub revision: u32,
    /// The oldest revision whose games are taken up: they replay by these rules too, but for those that did what has been mended since,
    /// and each entry is checked as always.
    #[serde(skip)]
    pub since: u32,
    /// Scenario, by its short name.
    pub game: String,
    /// Title for people.
    pub title: String,
    /// Options by name, all of them, in a fixed order.
    pub options: Vec<(String, String)>,
}

/// Dice and log of a running game, handed to the rules.
pub struct Umpire<'a, E> {
    dice: &'a mut dyn Dice,
    events: Option<&'a mut Vec<E>>,
}

impl<'a, E> Umpire<'a, E> {
    /// An umpire that writes events down.
    pub fn new(dice: &'a mut dyn Dice, events: &'a mut Vec<E>) -> Self {
        Self { dice, events: Some(events) }
    }

    /// An umpire without a log, for search and simulation.
    pub fn silent(dice: &'a mut dyn Dice) -> Self {
        Self { dice, events: None }
    }

    /// Rolls a die for `case`.
    pub fn roll(&mut self, faces: u8, case: Case) -> u8 {
        self.dice.roll(faces, case)
    }

    /// Tells what happened. The event is made only if somebody listens.
    #[inline]
    pub fn tell(&mut self, event: impl FnOnce() -> E) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    /// Whether somebody listens.
    #[must_use]
    pub const fn listens(&self) -> bool {
        self.events.is_some()
    }
}

/// One rulebook, one scenario, options chosen. `State` holds truth only: no dice, no log, no cache.
pub trait Game: Sized + Send + Sync + 'static {
    /// The whole truth about a position.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// One click.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// Something that happened.
    type Event: Clone + Debug + Serialize + Send;

    /// Which game this is.
    fn identity(&self) -> Identity;
    /// The names of the seats, in order.
    fn seats(&self) -> &'static [&'static str];
    /// The map.
    fn map(&self) -> MapView;
    /// The opening position.
    fn start(&self, umpire: &mut Umpire<'_, Self::Event>) -> Self::State;
    /// What the game waits for.
    fn decision(&self, state: &Self::State) -> Decision;
    /// Every legal action, and none other. `out` is cleared first.
    fn legal_actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);
    /// Whether `action` is legal for the seat that has to decide.
    ///
    /// # Errors
    /// The case that forbids it.
    fn check(&self, state: &Self::State, action: Self::Action) -> Result<(), Violation>;
    /// Carries out an action that has been checked.
    fn apply(&self, state: &mut Self::State, action: Self::Action, umpire: &mut Umpire<'_, Self::Event>);
    /// Where an option shows on the board.
    fn anchor(&self, state: &Self::State, action: Self::Action) -> Anchor;
    /// What `seat` may see; `None` for a spectator.
    fn board(&self, state: &Self::State, seat: Option<Seat>) -> Board;
    /// One log line, or nothing for these eyes.
    fn line(&self, event: &Self::Event, seat: Option<Seat>) -> Option<Line>;
    /// Whether anything is kept from anybody while the game runs: hidden units, cards in a hand. Check numbers, positions and records
    /// hold the whole truth, so in such a game nobody is shown them before the end.
    fn secretive(&self) -> bool {
        false
    }
    /// What happened, as `seat` may know it (`None`: whoever looks on): without what is hidden, or nothing at all.
    fn told(&self, event: &Self::Event, _seat: Option<Seat>) -> Option<Self::Event> {
        Some(event.clone())
    }
    /// An action in words and its dice, as `seat` may know them. It was played by `by` in the position `before` and led to `after`.
    fn told_entry(
        &self,
        _before: &Self::State,
        _after: &Self::State,
        _by: Seat,
        action: Self::Action,
        rolls: &[u8],
        _seat: Option<Seat>,
    ) -> (String, Vec<u8>) {
        (self.write_action(action), rolls.to_vec())
    }
    /// Whether something that was hidden came to light here: such an action is taken back only by consent, as if a die had been rolled.
    fn reveals(&self, _event: &Self::Event) -> bool {
        false
    }
    /// The same position with everything that `seat` cannot know (`None`: whoever looks on) drawn anew: a world that fits all that it has
    /// seen so far. What is drawn depends on the dice and on what the seat knows, never on what is hidden from it.
    fn resample(&self, state: &Self::State, seat: Option<Seat>, dice: &mut dyn Dice) -> Self::State;
    /// The same for somebody who has also seen how the game went on, up to the position `later`: what has been shown since is not drawn.
    fn resample_knowing(
        &self,
        state: &Self::State,
        _later: &Self::State,
        seat: Option<Seat>,
        dice: &mut dyn Dice,
    ) -> Self::State {
        self.resample(state, seat, dice)
    }

    /// The tag of a unit.
    fn unit_name(&self, unit: UnitId) -> String;
    /// The printed number of a hex.
    fn hex_name(&self, hex: HexId) -> String;
    /// An action in words, as records hold it.
    fn write_action(&self, action: Self::Action) -> String;
    /// Reads what [`Game::write_action`] wrote.
    ///
    /// # Errors
    /// Says what was expected.
    fn read_action(&self, text: &str) -> Result<Self::Action, String>;
    /// An action in the shorthand of the game notation: no blanks.
    fn write_short(&self, action: Self::Action) -> String;
    /// Reads what [`Game::write_short`] wrote.
    ///
    /// # Errors
    /// Says what was expected.
    fn read_short(&self, text: &str) -> Result<Self::Action, String>;
    /// Reads what a person at `seat` types: one action, or a whole move or attack as several. It is read with the eyes of that seat: the
    /// name of something hidden from it is answered just as a name that nobody bears.
    ///
    /// # Errors
    /// Says what was expected.
    fn command(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Vec<Self::Action>, String>;
    /// The position in one line.
    fn write_position(&self, state: &Self::State) -> String;
    /// Reads what [`Game::write_position`] wrote.
    ///
    /// # Errors
    /// The field at fault and what was expected there.
    fn read_position(&self, text: &str) -> Result<Self::State, DataError>;
    /// A digest of the position, the same on every platform.
    fn digest(&self, state: &Self::State) -> u64;
    /// The forecast of the attack that is declared in this position, if one is, from what `seat` may know (`None`: whoever looks on). Where
    /// it cannot know who fights there is none.
    fn forecast(&self, state: &Self::State, seat: Option<Seat>) -> Option<Forecast>;
    /// Some action, legal or not, such as a careless or hostile client might send.
    fn stray(&self, state: &Self::State, dice: &mut dyn Dice) -> Self::Action;

    /// What each of these legal actions means to a person, in the same order.
    fn captions(&self, state: &Self::State, actions: &[Self::Action]) -> Vec<Caption> {
        let caption = |&action: &Self::Action| {
            let text = self.write_action(action);
            let group = text.split_whitespace().next().unwrap_or_default().to_lowercase();
            let (unit, hex) = match self.anchor(state, action) {
                Anchor::Unit(unit) => (Some(self.unit_name(unit)), None),
                Anchor::Hex(hex) => (None, Some(self.hex_name(hex))),
                Anchor::Button(_) => (None, None),
            };
            Caption { label: text, group, unit, hex, ..Caption::default() }
        };
        actions.iter().map(caption).collect()
    }

    /// Why the action numbered `at` of a whole command fails, where what went before tells more than a look at that action alone.
    /// `state` is the position before the command.
    fn blame(&self, _state: &Self::State, _actions: &[Self::Action], _at: usize) -> Option<Violation> {
        None
    }

    /// What can be laid over the map.
    fn overlays(&self) -> Vec<OverlayInfo> {
        Vec::new()
    }

    /// One of the [`Game::overlays`] in a position, as `seat` may see it; `at` names a hex, or a unit that stands in one.
    ///
    /// # Errors
    /// Says what was expected.
    fn overlay(&self, _state: &Self::State, id: &str, _at: Option<&str>, _seat: Option<Seat>) -> Result<Vec<OverlayHex>, String> {
        Err(format!("there is no overlay {id:?}"))
    }

    /// The body to which a unit belongs, such as its division, if the game knows of any: for statistics.
    fn formation(&self, _tag: &str) -> Option<String> {
        None
    }

    /// The levels of victory by which a verdict can begin, best for the first seat first, if the game knows of any: for statistics.
    fn levels(&self) -> Vec<String> {
        Vec::new()
    }

    /// Points by seat as they stand, in the measure of the verdict; nothing if only the end tells.
    fn standing(&self, _state: &Self::State) -> Vec<i32> {
        Vec::new()
    }

    /// Faces of the dice that are rolled in play.
    fn die_faces(&self) -> u8 {
        6
    }

    /// An amount that a violation of `case` speaks of, as players count it.
    fn amount(&self, _case: Case, parts: i16) -> String {
        parts.to_string()
    }

    /// A violation in one line: `[4.1] the unit would exceed its movement allowance (has 1, needs 2)`.
    fn explain(&self, violation: &Violation) -> String {
        let Violation { case, why, what } = violation;
        match *what {
            Subject::None => format!("{case} {why}"),
            Subject::Unit(unit) => format!("{case} {why} ({})", self.unit_name(unit)),
            Subject::Hex(hex) => format!("{case} {why} (hex {})", self.hex_name(hex)),
            Subject::Hexside(a, b) => format!("{case} {why} (hexside {}-{})", self.hex_name(a), self.hex_name(b)),
            Subject::Short { has, needs } => {
                format!("{case} {why} (has {}, needs {})", self.amount(*case, has), self.amount(*case, needs))
            }
        }
    }

    /// A refusal in one line.
    fn explain_refusal(&self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::NotYours(seat) => {
                format!("the decision belongs to {}", self.seats().get(usize::from(seat.0)).unwrap_or(&"nobody"))
            }
            Refusal::Over => "the game is over".to_owned(),
            Refusal::Illegal(violation) => self.explain(violation),
            Refusal::Unreadable(why) => why.clone(),
        }
    }

    /// The checked door: whose turn is it, is it legal, then apply. A refused action changes nothing.
    ///
    /// # Errors
    /// Why the action was not taken.
    fn play(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
        umpire: &mut Umpire<'_, Self::Event>,
    ) -> Result<(), Refusal> {
        match self.decision(state) {
            Decision::Over(_) => return Err(Refusal::Over),
            Decision::Choose { seat: owner, .. } if owner != seat => return Err(Refusal::NotYours(owner)),
            Decision::Choose { .. } => {}
        }
        self.check(state, action).map_err(Refusal::Illegal)?;
        self.apply(state, action, umpire);
        Ok(())
    }
}
