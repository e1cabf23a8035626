//! The messages of a socket: what a page sends, and what it hears.

use crate::problem::Problem;
use crate::store::Said;
use crate::story::LogPage;
use crate::wire::{Ended, Moved, Offer, TableInfo, UndoAsked};
use grognard_shelf::{CatchUp, View};
use serde::{Deserialize, Serialize};

/// What a page sends over a socket. The first message is `hello`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Who you are.
    Hello {
        /// A seat's token; without one you look on.
        #[serde(default)]
        token: Option<String>,
        /// The table's passphrase, if it has one and you have no token.
        #[serde(default)]
        passphrase: Option<String>,
        /// How many actions you have seen; the answer then tells what you missed.
        #[serde(default)]
        from: Option<usize>,
        /// What is wanted after every change.
        #[serde(default)]
        mode: Mode,
        /// Whether long messages may come packed: as binary frames in the zlib format.
        #[serde(default)]
        packed: bool,
        /// What to call you when you talk as a spectator.
        #[serde(default)]
        name: Option<String>,
        /// The foot of a chain of which you will show a link whenever you are asked for one.
        #[serde(default)]
        chain: Option<String>,
    },
    /// Plays an action.
    Act {
        /// Comes back with the answer.
        #[serde(default)]
        id: u64,
        /// In the words of the record.
        action: String,
        /// How many actions you know of.
        #[serde(default)]
        played: Option<usize>,
        /// A fresh word for the dice, shown at once.
        #[serde(default)]
        word: Option<String>,
        /// Its seal instead: the word is shown when it is asked for.
        #[serde(default)]
        seal: Option<String>,
    },
    /// Plays something typed.
    Command {
        /// Comes back with the answer.
        #[serde(default)]
        id: u64,
        /// As a person types it.
        text: String,
        /// How many actions you know of.
        #[serde(default)]
        played: Option<usize>,
        /// A fresh word for the dice, shown at once.
        #[serde(default)]
        word: Option<String>,
        /// Its seal instead: the word is shown when it is asked for.
        #[serde(default)]
        seal: Option<String>,
    },
    /// Shows a word that was sealed: the answer to `show_word`.
    Word {
        /// Of the message with the seal.
        id: u64,
        /// The word.
        word: String,
        /// The seal of another one, should the same message throw once more.
        #[serde(default)]
        then: Option<String>,
    },
    /// Shows a link: the answer to `ask_link`.
    Link {
        /// Of the die, as `ask_link` calls it.
        die: u64,
        /// The link; nothing if none is given.
        #[serde(default)]
        link: Option<String>,
    },
    /// Resigns.
    Resign {
        /// Comes back with the answer.
        #[serde(default)]
        id: u64,
        /// For which seat; may be left out by whoever holds only one.
        #[serde(default)]
        seat: Option<String>,
    },
    /// Abandons the game, or proposes it to the other side.
    Abandon {
        /// Comes back with the answer.
        #[serde(default)]
        id: u64,
    },
    /// Offers a draw to the other side.
    Draw {
        /// Comes back with the answer.
        #[serde(default)]
        id: u64,
    },
    /// Reminds the other side that it has to move.
    Remind {
        /// Comes back with the answer.
        #[serde(default)]
        id: u64,
    },
    /// Answers a proposal to end the game.
    EndAnswer {
        /// Comes back with the answer.
        #[serde(default)]
        id: u64,
        /// The number of the proposal that is answered.
        request: u32,
        /// Whether it is accepted.
        allow: bool,
    },
    /// Takes back, or asks to.
    Undo {
        /// Comes back with the answer.
        #[serde(default)]
        id: u64,
        /// See [`UndoWish::confirm`].
        #[serde(default)]
        confirm: bool,
    },
    /// Answers a request to take back.
    Answer {
        /// Comes back with the answer.
        #[serde(default)]
        id: u64,
        /// The number of the request that is answered.
        request: u32,
        /// Whether it is allowed.
        allow: bool,
    },
    /// Says something.
    Chat {
        /// Comes back with the answer.
        #[serde(default)]
        id: u64,
        /// What.
        text: String,
    },
    /// Asks for the whole view: the page has lost track.
    Whole {},
    /// Asks for a page of the log.
    Log {
        /// Comes back with the answer.
        #[serde(default)]
        id: u64,
        /// Entries before this one are wanted; the last ones if it is left out.
        #[serde(default)]
        before: Option<usize>,
        /// How many turns.
        #[serde(default)]
        turns: Option<usize>,
    },
    /// Asks for a sign of life.
    Ping {
        /// Comes back with the answer.
        #[serde(default)]
        id: u64,
    },
}

/// How much a socket wants to hear.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Every action, and the whole view after it.
    #[default]
    View,
    /// Every action, and what has changed in the view after it.
    Changes,
    /// Every action only.
    Moves,
}

/// What the server sends over a socket.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The table.
        table: Box<TableInfo>,
        /// The present view; not in mode `moves`.
        view: Option<Box<View>>,
        /// The sum of the view.
        #[serde(default)]
        sum: u32,
        /// What happened since, if `from` was sent.
        catch_up: Option<Box<CatchUp>>,
    },
    /// The view after a change.
    View {
        /// The view.
        view: Box<View>,
        /// Its sum.
        #[serde(default)]
        sum: u32,
    },
    /// What has changed in the view.
    Change {
        /// The sum of the view that it is from: one of the last two that were sent.
        from: u32,
        /// The sum of the view that it leads to.
        to: u32,
        /// The difference.
        change: serde_json::Value,
    },
    /// A page of the log.
    Log {
        /// Of your message.
        id: u64,
        /// The page.
        page: Box<LogPage>,
    },
    /// An action was played.
    Moved {
        /// What it was and what came of it.
        happening: Moved,
    },
    /// Actions were taken back.
    Undone {
        /// How many stand.
        played: usize,
    },
    /// What you sent was done.
    Ok {
        /// Of your message.
        id: u64,
        /// How many actions have been played now.
        played: usize,
    },
    /// What you sent was not done, and nothing has changed.
    Refused {
        /// Of your message.
        id: u64,
        /// Why.
        problem: Box<Problem>,
    },
    /// Somebody asks to take back.
    UndoAsked(UndoAsked),
    /// A request to take back was declined, or has lapsed.
    UndoDeclined {
        /// The number of the request.
        request: u32,
        /// Who had asked.
        by: String,
    },
    /// Somebody else throws: your next link is wanted, once for each die.
    AskLink {
        /// The number of the die, from 1; where something is hidden a label of a million or more.
        die: u64,
        /// The seal of the word that is brought to it; `-` for none.
        seal: String,
        /// What binds the server to the action.
        deed: String,
    },
    /// You throw: your word is wanted now.
    ShowWord {
        /// Of your message with the seal.
        id: u64,
        /// The number of the die, from 1; where something is hidden a label of a million or more.
        die: u64,
        /// The link that another player has shown for it.
        link: Option<String>,
        /// What binds the server to action and number, where `die` is a label.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deed: Option<String>,
    },
    /// The game is over.
    Over {
        /// The seed of its dice.
        seed: Option<String>,
        /// How the players ended it, if they did.
        ended: Option<Ended>,
    },
    /// Somebody proposes to end the game.
    EndOffered(Offer),
    /// A proposal to end the game was declined or withdrawn.
    EndDeclined {
        /// The number of the proposal.
        request: u32,
        /// Who had proposed it.
        by: String,
    },
    /// Whoever has to decide was reminded of it.
    Reminded {
        /// Who has to decide.
        seat: String,
        /// Who reminds.
        by: String,
    },
    /// After the end: the same game is begun anew, with other seats. Whoever held a seat holds one there with the same token.
    Rematch {
        /// The new table.
        table: String,
    },
    /// The table was removed by those who sat at it.
    Removed {},
    /// Somebody said something.
    Chat(Said),
    /// Who is there.
    Presence(Presence),
    /// A computer thinks.
    Thinking {
        /// For which seat.
        seat: String,
    },
    /// A sign of life.
    Pong {
        /// Of your message.
        id: u64,
    },
}

/// Who is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Presence {
    /// The seats.
    pub seats: Vec<SeatPresence>,
    /// How many look on.
    pub spectators: usize,
}

/// Whether somebody is in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatPresence {
    /// The seat.
    pub seat: String,
    /// `human`, `open`, or the level of a computer opponent.
    pub who: String,
    /// What its holder is called.
    pub name: String,
    /// Whether its holder is connected.
    pub connected: bool,
}

impl ServerMessage {
    /// As it is sent.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
