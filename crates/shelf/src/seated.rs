//! One running game with its types erased.

use crate::opponent::{Minds, Thinker};
use crate::views::{Choice, Ending, Happening, Pending, Rejection, Spot, Thing};
use grognard_engine::fair::DiceNote;
use grognard_engine::game::Forecast;
use grognard_engine::table::Table;
use grognard_engine::{
    Anchor, Board, Decision, Dice, Game, Identity, Line, MapView, Outcome, Refusal, Seat, Subject, Umpire, Violation, record,
};
use grognard_testkit::perft::LowDice;
use std::sync::Arc;

/// A running game. Seats, actions and positions are named in words.
pub trait Match: Send {
    /// Which game this is.
    fn identity(&self) -> Identity;
    /// The names of the seats, in order.
    fn seats(&self) -> &'static [&'static str];
    /// What the game waits for.
    ///
    /// # Errors
    /// How it ended, if it is over.
    fn pending(&self) -> Result<Pending, Ending>;
    /// Every legal action.
    fn options(&self) -> Vec<Choice>;
    /// Plays one action, given in the words of the record, for a seat.
    ///
    /// # Errors
    /// Why it was refused; nothing has changed then.
    fn submit(&mut self, seat: &str, action: &str, dice: &mut dyn Dice) -> Result<Happening, Box<Rejection>>;
    /// Plays what a person types, one action or several, for the seat that has to decide.
    ///
    /// # Errors
    /// Why it was refused. Nothing has changed then, unless dice had been rolled before: what was rolled stays.
    fn command(&mut self, text: &str, dice: &mut dyn Dice) -> Result<Vec<Happening>, Box<Rejection>>;
    /// What would be played if a person typed this now; nothing changes.
    ///
    /// # Errors
    /// Why it would be refused.
    fn why(&self, text: &str) -> Result<Vec<String>, Box<Rejection>>;
    /// What a seat may see; a spectator if there is no such seat.
    fn board(&self, seat: Option<&str>) -> Board;
    /// The map.
    fn map(&self) -> MapView;
    /// The exact forecast of the declared attack, if one is.
    fn forecast(&self) -> Option<Forecast>;
    /// Takes the last action back, on behalf of the seat that played it. Says what it was.
    ///
    /// # Errors
    /// Why it cannot be taken back.
    fn undo(&mut self) -> Result<String, &'static str>;
    /// Number of actions played.
    fn played(&self) -> usize;
    /// What was played, from entry `from` (0 is the set-up) on.
    fn history(&self, from: usize) -> Vec<Happening>;
    /// Log lines as a seat may read them, of entry `from` (0 is the set-up) and later.
    fn log(&self, seat: Option<&str>, from: usize) -> Vec<Line>;
    /// The game as a record.
    ///
    /// # Errors
    /// A game that began in a position has no record.
    fn record(&self) -> Result<String, &'static str>;
    /// The game in game notation.
    ///
    /// # Errors
    /// A game that began in a position has no game notation.
    fn notation(&self) -> Result<String, &'static str>;
    /// The game as a record that tells of its dice what `note` says, whatever the game itself knows of them.
    ///
    /// # Errors
    /// A game that began in a position has no record.
    fn record_with(&self, note: &DiceNote) -> Result<String, &'static str>;
    /// Where the dice come from, if that was promised.
    fn dice_note(&self) -> Option<&DiceNote>;
    /// Notes where the dice come from, for the record; or that nothing is promised any more.
    fn note_dice(&mut self, note: Option<DiceNote>);
    /// The position in one line.
    fn position(&self) -> String;
    /// A digest of the position.
    fn digest(&self) -> u64;
    /// Goes back to the position after the first `keep` actions, for looking.
    fn rewind(&mut self, keep: usize);
    /// Takes back all but the first `keep` actions, whoever played them: by consent of those who sit at the table. Dice that
    /// were rolled for them stay in the record, so that a check of the dice still adds up.
    fn undo_to(&mut self, keep: usize);
    /// A computer player of a level (see [`crate::levels`]) who thinks about the present decision, whoever's it is. The answer owns
    /// what it needs, so that it can be asked elsewhere while the match goes on; plans are kept from one decision to the next.
    ///
    /// # Errors
    /// An unknown level, or a game that is over.
    fn thinker(&self, level: &str, seed: u64) -> Result<Thinker, String>;
}

/// A table, and what was said at it.
pub(crate) struct Seated<G: Game> {
    table: Table<G>,
    /// Events of the set-up and of every entry.
    events: Vec<Vec<G::Event>>,
    /// Whether it began as the rulebook says, not in a position.
    from_start: bool,
    /// Computer players who have thought about this game.
    minds: Minds<G>,
}

const NO_RECORD: &str = "the game began in a position and has no record; write the position instead";

impl<G: Game> Seated<G> {
    /// A new game.
    pub(crate) fn new(game: G, dice: &mut dyn Dice) -> Self {
        let (table, events) = Table::new(Arc::new(game), dice);
        Self { table, events: vec![events], from_start: true, minds: Minds::default() }
    }

    /// A game that begins in a position.
    pub(crate) fn at(game: G, state: G::State) -> Self {
        Self { table: Table::at(Arc::new(game), state), events: vec![Vec::new()], from_start: false, minds: Minds::default() }
    }

    /// A game that was replayed, with its events.
    pub(crate) fn replayed(table: Table<G>, events: Vec<Vec<G::Event>>) -> Self {
        Self { table, events, from_start: true, minds: Minds::default() }
    }

    fn game(&self) -> &G {
        &self.table.game
    }

    fn name(&self, seat: Seat) -> &'static str {
        name(self.game(), seat)
    }

    fn seat(&self, name: Option<&str>) -> Option<Seat> {
        self.game().seats().iter().position(|seat| Some(*seat) == name).map(|i| Seat(i as u8))
    }

    fn ending(&self, outcome: Outcome) -> Ending {
        let Outcome { winner, verdict, points } = outcome;
        Ending { winner: winner.map(|seat| self.name(seat)), verdict, points }
    }

    fn reject(&self, action: Option<G::Action>, refusal: &Refusal) -> Box<Rejection> {
        let game = self.game();
        let action = action.map(|action| game.write_action(action));
        let line = game.explain_refusal(refusal);
        let plain =
            |kind| Rejection { kind, action: action.clone(), case: None, why: line.clone(), at: None, line: line.clone() };
        Box::new(match refusal {
            Refusal::NotYours(_) => plain("not yours"),
            Refusal::Over => plain("over"),
            Refusal::Unreadable(_) => plain("unreadable"),
            Refusal::Illegal(Violation { case, why, what }) => Rejection {
                kind: "illegal",
                case: Some(case.0.to_owned()),
                why: (*why).to_owned(),
                at: match *what {
                    Subject::None => None,
                    Subject::Unit(unit) => Some(Thing::Unit(game.unit_name(unit))),
                    Subject::Hex(hex) => Some(Thing::Hex(game.hex_name(hex))),
                    Subject::Hexside(a, b) => Some(Thing::Hexside(game.hex_name(a), game.hex_name(b))),
                    Subject::Short { has, needs } => Some(Thing::Short { has, needs }),
                },
                action: action.clone(),
                line: line.clone(),
            },
        })
    }

    fn unreadable(&self, why: String) -> Box<Rejection> {
        let why = why.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.reject(None, &Refusal::Unreadable(why))
    }

    /// The actions that a person means, and the seat that has to decide.
    fn read_command(&self, text: &str) -> Result<(Seat, Vec<G::Action>), Box<Rejection>> {
        let seat = self.table.to_decide().ok_or_else(|| self.reject(None, &Refusal::Over))?;
        let actions = self.game().command(&self.table.state, text).map_err(|why| self.unreadable(why))?;
        if actions.is_empty() {
            return Err(self.unreadable("nothing to do".to_owned()));
        }
        Ok((seat, actions))
    }

    fn play(&mut self, seat: Seat, action: G::Action, dice: &mut dyn Dice) -> Result<Happening, Box<Rejection>> {
        match self.table.play(seat, action, dice) {
            Ok(events) => {
                self.events.push(events);
                Ok(self.happening(self.table.entries.len()))
            }
            Err(refusal) => Err(self.reject(Some(action), &refusal)),
        }
    }

    fn happening(&self, entry: usize) -> Happening {
        let events = self.events.get(entry).map_or(&[][..], Vec::as_slice);
        let played = entry.checked_sub(1).and_then(|i| self.table.entries.get(i));
        happening(self.game(), entry, played, &self.table, events)
    }
}

fn name<G: Game>(game: &G, seat: Seat) -> &'static str {
    game.seats().get(usize::from(seat.0)).copied().unwrap_or("nobody")
}

/// What entry number `entry` was and what came of it.
pub(crate) fn happening<G: Game>(
    game: &G,
    entry: usize,
    played: Option<&record::Entry<G::Action>>,
    table: &Table<G>,
    events: &[G::Event],
) -> Happening {
    Happening {
        entry,
        seat: played.map(|entry| name(game, entry.seat)),
        action: played.map_or("set-up".to_owned(), |entry| game.write_action(entry.action)),
        dice: played.map_or_else(|| table.deal.clone(), |entry| entry.rolls.clone()),
        events: events.iter().map(|event| serde_json::to_value(event).unwrap_or_default()).collect(),
        log: events.iter().filter_map(|event| game.line(event, None)).collect(),
        check: played.map_or_else(String::new, |entry| format!("{:016x}", entry.check)),
    }
}

impl<G: Game> Match for Seated<G> {
    fn identity(&self) -> Identity {
        self.game().identity()
    }

    fn seats(&self) -> &'static [&'static str] {
        self.game().seats()
    }

    fn pending(&self) -> Result<Pending, Ending> {
        match self.game().decision(&self.table.state) {
            Decision::Over(outcome) => Err(self.ending(outcome)),
            Decision::Choose { seat, case } => {
                let prompt = self.game().board(&self.table.state, Some(seat)).prompt;
                Ok(Pending { seat: self.name(seat), case: case.0.to_owned(), prompt })
            }
        }
    }

    fn options(&self) -> Vec<Choice> {
        let (game, state) = (self.game(), &self.table.state);
        let mut options = Vec::new();
        game.legal_actions(state, &mut options);
        let spot = |action| match game.anchor(state, action) {
            Anchor::Hex(hex) => Spot::Hex(game.hex_name(hex)),
            Anchor::Unit(unit) => Spot::Unit(game.unit_name(unit)),
            Anchor::Button(label) => Spot::Button(label),
        };
        options
            .into_iter()
            .map(|action| Choice { text: game.write_action(action), short: game.write_short(action), at: spot(action) })
            .collect()
    }

    fn submit(&mut self, seat: &str, action: &str, dice: &mut dyn Dice) -> Result<Happening, Box<Rejection>> {
        let by = self.seat(Some(seat)).ok_or_else(|| self.unreadable(format!("{seat:?} is no seat of this game")))?;
        let action = self.game().read_action(action).map_err(|why| self.unreadable(why))?;
        self.play(by, action, dice)
    }

    fn command(&mut self, text: &str, dice: &mut dyn Dice) -> Result<Vec<Happening>, Box<Rejection>> {
        let (seat, actions) = self.read_command(text)?;
        let before = self.table.entries.len();
        let mut happened = Vec::new();
        for action in actions {
            match self.play(seat, action, dice) {
                Ok(one) => happened.push(one),
                Err(rejection) => {
                    // Whoever saw a die may not take it back by a command that goes wrong later.
                    let rolled = self.table.entries.iter().rposition(|entry| !entry.rolls.is_empty()).map_or(0, |i| i + 1);
                    self.undo_to(before.max(rolled));
                    return Err(rejection);
                }
            }
        }
        Ok(happened)
    }

    fn why(&self, text: &str) -> Result<Vec<String>, Box<Rejection>> {
        let (seat, actions) = self.read_command(text)?;
        let mut state = self.table.state.clone();
        for &action in &actions {
            let answer = self.game().play(&mut state, seat, action, &mut Umpire::silent(&mut LowDice));
            answer.map_err(|refusal| self.reject(Some(action), &refusal))?;
        }
        Ok(actions.into_iter().map(|action| self.game().write_action(action)).collect())
    }

    fn board(&self, seat: Option<&str>) -> Board {
        self.game().board(&self.table.state, self.seat(seat))
    }

    fn map(&self) -> MapView {
        self.game().map()
    }

    fn forecast(&self) -> Option<Forecast> {
        self.game().forecast(&self.table.state)
    }

    fn undo(&mut self) -> Result<String, &'static str> {
        let last = self.table.entries.last().ok_or("nothing has been played yet")?;
        let (seat, text) = (last.seat, self.game().write_action(last.action));
        self.table.undo(seat)?;
        self.events.truncate(self.table.entries.len() + 1);
        Ok(text)
    }

    fn played(&self) -> usize {
        self.table.entries.len()
    }

    fn history(&self, from: usize) -> Vec<Happening> {
        (from..self.events.len()).map(|entry| self.happening(entry)).collect()
    }

    fn log(&self, seat: Option<&str>, from: usize) -> Vec<Line> {
        let seat = self.seat(seat);
        self.events.iter().skip(from).flatten().filter_map(|event| self.game().line(event, seat)).collect()
    }

    fn record(&self) -> Result<String, &'static str> {
        if self.from_start { Ok(record::write(&self.table)) } else { Err(NO_RECORD) }
    }

    fn notation(&self) -> Result<String, &'static str> {
        if self.from_start { Ok(record::write_notation(&self.table)) } else { Err(NO_RECORD) }
    }

    fn record_with(&self, note: &DiceNote) -> Result<String, &'static str> {
        if self.from_start { Ok(record::write_with(&self.table, Some(note))) } else { Err(NO_RECORD) }
    }

    fn dice_note(&self) -> Option<&DiceNote> {
        self.table.note.as_ref()
    }

    fn note_dice(&mut self, note: Option<DiceNote>) {
        self.table.note = note;
    }

    fn position(&self) -> String {
        self.game().write_position(&self.table.state)
    }

    fn digest(&self) -> u64 {
        self.game().digest(&self.table.state)
    }

    fn thinker(&self, level: &str, seed: u64) -> Result<Thinker, String> {
        let seat = self.table.to_decide().ok_or("the game is over: there is nothing to decide")?;
        self.minds.thinker(&self.table.game, &self.table.state, seat, level, seed)
    }

    fn rewind(&mut self, keep: usize) {
        self.table.rewind(keep);
        self.events.truncate(self.table.entries.len() + 1);
    }

    fn undo_to(&mut self, keep: usize) {
        self.table.take_back(keep);
        self.events.truncate(self.table.entries.len() + 1);
    }
}
