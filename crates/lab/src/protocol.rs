//! The words that the umpire and an outside player exchange: one JSON object a line, or one a request. `docs/bot-protocol.md` tells the
//! whole of it.

use grognard_engine::{Board, Line, MapView};
use grognard_shelf::{Choice, Ending, Pending};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// What a player may ask to be told besides what everybody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Want {
    /// The map, once, with `new`.
    Map,
    /// The board, with every `choose`.
    Board,
    /// Every option with its label, unit, hex and way, with every `choose`.
    Choices,
    /// The log since the player last decided, with every `choose`.
    Log,
}

/// From the umpire to a player.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Ask {
    /// Who are you? Answered by `ready`.
    Hello {
        /// The version of the protocol.
        protocol: u32,
    },
    /// A game begins. Answered by `ready`.
    New(Box<Opening>),
    /// It is yours to decide. Answered by `play`.
    Choose(Box<Question>),
    /// The game is over. Answered by `ready`, which nobody waits for long.
    Over {
        /// The game.
        id: String,
        /// How it ended.
        ending: Ending,
        /// Why, if the umpire ended it.
        reason: Option<String>,
    },
    /// To `grognard engine` only: what game is that? Answered by `game`.
    About {
        /// The game.
        game: String,
        /// Its options.
        #[serde(default)]
        options: BTreeMap<String, String>,
    },
    /// To `grognard engine` only: set up a game; answered by `choose` or `over`.
    Open(Box<Request>),
    /// To `grognard engine` only: the decision in a game that was opened; answered by `choose`, `over` or `refused`.
    Play {
        /// The game.
        id: String,
        /// The action.
        action: String,
    },
    /// To `grognard engine` only: it has served.
    Quit,
}

/// A game that a program wants to play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The game.
    pub game: String,
    /// Its options.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The seat that the program takes; all of them if there is no `against` either.
    #[serde(default)]
    pub seat: Option<String>,
    /// The level that takes the other.
    #[serde(default)]
    pub against: Option<String>,
    /// What dice and opponent follow from, for the same game again. Nobody foresees the dice of a game without one.
    #[serde(default)]
    pub seed: Option<u64>,
    /// What to tell with every decision.
    #[serde(default)]
    pub wants: Vec<Want>,
}

/// A game as it begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scene {
    /// The game, such as `eylau`.
    pub game: String,
    /// Its title.
    pub title: String,
    /// Its options, all of them.
    pub options: BTreeMap<String, String>,
    /// All seats, in order.
    pub seats: Vec<String>,
    /// The map.
    pub map: MapView,
    /// The board as everybody may see it.
    pub board: Board,
    /// Whether something is hidden from somebody.
    #[serde(default)]
    pub secrets: bool,
}

/// A game that begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// What the game is called in the messages that follow.
    pub id: String,
    /// The game, such as `eylau`.
    pub game: String,
    /// Its options, all of them.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// All seats, in order.
    #[serde(default)]
    pub seats: Vec<String>,
    /// The seat that the player takes.
    pub seat: String,
    /// A seed for dice of the player's own, so that it can be reproducible. The dice of the game do not follow from it.
    #[serde(default)]
    pub seed: u64,
    /// Milliseconds for each decision.
    #[serde(default)]
    pub milliseconds: u64,
    /// The map, for those who want it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<MapView>,
}

/// A decision to be made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The game.
    pub id: String,
    /// The seat that has to decide.
    pub seat: String,
    /// How many actions have been played.
    #[serde(default)]
    pub played: usize,
    /// The position in one line, with what the seat cannot know drawn at random.
    pub position: String,
    /// What is to be decided, and under which case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<Pending>,
    /// Every legal action: one of these is the answer.
    #[serde(default)]
    pub options: Vec<String>,
    /// The same with all that a page shows of them, for those who want it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Choice>>,
    /// The board as the seat may see it, for those who want it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// What happened since the player last decided, for those who want it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<Vec<Line>>,
}

/// From a player to the umpire.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Answer {
    /// Understood.
    Ready {
        /// The player's name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What it wants to be told.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        wants: Vec<Want>,
    },
    /// A decision.
    Play {
        /// The action, in the words of the option.
        action: String,
        /// Why, for people.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// From `grognard engine` only: a game as it begins.
    Game(Box<Scene>),
    /// From `grognard engine` only: a decision for the program that opened a game.
    Choose(Box<Question>),
    /// From `grognard engine` only: a game that was opened has ended.
    Over {
        /// The game.
        id: String,
        /// How it ended.
        ending: Ending,
    },
    /// From `grognard engine` only: the action is not legal; nothing has changed.
    Refused {
        /// The game.
        id: String,
        /// The case that forbids it.
        case: Option<String>,
        /// Why, in one line.
        why: String,
    },
    /// The question cannot be answered.
    Error {
        /// Why, in one line.
        message: String,
    },
}
