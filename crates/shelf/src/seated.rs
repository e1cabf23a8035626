//! One running game with its types erased.

use crate::opponent::{GoOn, Minds, Seen, Thinker};
use crate::orders::Ordered;
use crate::story::{Story, happening};
use crate::umpiring::Umpiring;
use crate::views::{Choice, Ending, Happening, Pending, Rejection, Spot, Thing, Undo, View};
use crate::workshop::{Judged, Workshop};
use grognard_engine::dice::LowDice;
use grognard_engine::dice::{RecordingDice, SeededDice};
use grognard_engine::fair::DiceNote;
use grognard_engine::preview::{Chart, Forecast, OverlayHex, OverlayInfo};
use grognard_engine::table::Table;
use grognard_engine::{
    Anchor, Board, Caption, Decision, Dice, Game, Identity, MapView, Outcome, Refusal, Seat, Subject, Umpire, Violation, record,
};
use std::sync::Arc;

/// A running game. Seats, actions and positions are named in words.
pub trait Match: Workshop + Ordered + Umpiring + Story + Send + Sync {
    /// Which game this is.
    fn identity(&self) -> Identity;
    /// The names of the seats, in order.
    fn seats(&self) -> &'static [&'static str];
    /// What the game waits for, as the one who has to decide reads it: [`Match::view`] says it for other eyes.
    ///
    /// # Errors
    /// How it ended, if it is over.
    fn pending(&self) -> Result<Pending, Ending>;
    /// Who has to decide, in a word: nobody when the game is over.
    fn to_decide(&self) -> Option<&'static str>;
    /// Every legal action, with all that a page shows of it.
    fn options(&self) -> Vec<Choice>;
    /// The same in the words of the record only, which takes far less time.
    fn actions(&self) -> Vec<String>;
    /// Plays one action, given in the words of the record, for a seat.
    ///
    /// # Errors
    /// Why it was refused; nothing has changed then.
    fn submit(&mut self, seat: &str, action: &str, dice: &mut dyn Dice) -> Result<Happening, Box<Rejection>>;
    /// Plays what a person types, one action or several, for the seat that has to decide.
    ///
    /// # Errors
    /// Why it was refused. Nothing has changed then, unless dice had been rolled before, or something hidden had come to light: what was seen stays.
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
    /// The forecast of the declared attack, if one is, from what a seat may know (nobody's eyes if there is no such seat).
    fn forecast(&self, seat: Option<&str>) -> Option<Forecast>;
    /// All that a page needs to draw the table and to play at it, as a seat may see it (nobody's eyes if there is no such
    /// seat), after the first `at` actions or now.
    fn view(&self, seat: Option<&str>, at: Option<usize>) -> View;
    /// The charts that players keep at hand.
    fn charts(&self) -> Vec<Chart>;
    /// What can be laid over the map.
    fn overlays(&self) -> Vec<OverlayInfo>;
    /// One of the [`Match::overlays`] as a seat may see it, after the first `at` actions or now. `hex` names a hex, or a unit
    /// that stands in one.
    ///
    /// # Errors
    /// Says what was expected.
    fn overlay(&self, id: &str, hex: Option<&str>, seat: Option<&str>, at: Option<usize>) -> Result<Vec<OverlayHex>, String>;
    /// Takes the last action back, on behalf of the seat that played it. Says what it was.
    ///
    /// # Errors
    /// Why it cannot be taken back.
    fn undo(&mut self) -> Result<String, &'static str>;
    /// Takes the last action back for a seat, if it played it and no dice were rolled for it. Says what it was.
    ///
    /// # Errors
    /// Why it cannot be taken back.
    fn undo_as(&mut self, seat: &str) -> Result<String, &'static str>;
    /// Takes back all but the first `keep` actions, whoever played them: by consent of those who sit at the table. Dice that
    /// were rolled for them stay in the record, so that a check of the dice still adds up. Says how many were taken back.
    fn undo_to(&mut self, keep: usize) -> usize;
    /// Number of actions played.
    fn played(&self) -> usize;
    /// Whether anything is hidden from anybody now. Records, positions and check numbers, which hold everything, are then for
    /// nobody's eyes but the umpire's. A game that is over has no secrets.
    fn secretive(&self) -> bool;
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
    /// Notes the record of what was played before the rules were corrected, up to the line that says so.
    fn preface(&mut self, record: &str);
    /// Where the dice come from, if that was promised.
    fn dice_note(&self) -> Option<&DiceNote>;
    /// Notes where the dice come from, for the record; or that nothing is promised any more.
    fn note_dice(&mut self, note: Option<DiceNote>);
    /// The position in one line.
    fn position(&self) -> String;
    /// The position after the first `at` actions, or now, in one line.
    fn position_at(&self, at: Option<usize>) -> String;
    /// A digest of the position.
    fn digest(&self) -> u64;
    /// Goes back to the position after the first `keep` actions, for looking.
    fn rewind(&mut self, keep: usize);
    /// A computer player of a level (see [`crate::levels`]) who thinks about the present decision, whoever's it is. The answer owns
    /// what it needs, so that it can be asked elsewhere while the match goes on; plans are kept from one decision to the next.
    ///
    /// # Errors
    /// An unknown level, or a game that is over.
    fn thinker(&self, level: &str, seed: u64) -> Result<Thinker, String> {
        self.thinker_within(level, seed, Box::new(|| true))
    }
    /// The same, with somebody who says when to stop; without, a number of evaluations decides and the advice follows from the seed.
    ///
    /// # Errors
    /// As for [`Match::thinker`].
    fn thinker_within(&self, level: &str, seed: u64, go_on: GoOn) -> Result<Thinker, String>;
    /// The same for a player by its name: a level, or the text of a file of weights behind [`grognard_ai::WEIGHTS`]. For laboratories, which choose
    /// their players themselves; whoever serves others offers them levels only.
    ///
    /// # Errors
    /// As for [`Match::thinker`], and what is wrong with the weights.
    fn contender(&self, name: &str, seed: u64) -> Result<Thinker, String>;
}

/// A table. What was said at it is told again when somebody asks: a server holds hundreds of tables, and few of them talk.
pub(crate) struct Seated<G: Game> {
    pub(crate) table: Table<G>,
    /// Whether it began as the rulebook says, not in a position.
    pub(crate) from_start: bool,
    /// Computer players who have thought about this game.
    pub(crate) minds: Minds<G>,
    /// Whoever judges its positions.
    pub(crate) judged: Judged<G>,
}

/// Worlds that a seat might be in, on which an action is tried to see whether it can be taken back.
const SUPPOSITIONS: u64 = 3;

/// What follows from an action, as far as it binds.
#[derive(Clone, Copy, Default)]
struct Consequence {
    /// It rolls dice or ends the game.
    commits: bool,
    /// Somebody else decides next.
    passes: bool,
}

const NO_RECORD: &str = "the game began in a position and has no record; write the position instead";

impl<G: Game> Seated<G> {
    /// A new game.
    pub(crate) fn new(game: Arc<G>, dice: &mut dyn Dice) -> Self {
        Self::of(Table::new(game, dice).0, true)
    }

    /// A game that begins in a position.
    pub(crate) fn at(game: Arc<G>, state: G::State) -> Self {
        Self::of(Table::at(game, state), false)
    }

    /// A game that was replayed.
    pub(crate) fn replayed(table: Table<G>) -> Self {
        Self::of(table, true)
    }

    fn of(table: Table<G>, from_start: bool) -> Self {
        Self { table, from_start, minds: Minds::default(), judged: Judged::default() }
    }

    /// A game with the same rules and the same judge in another position.
    pub(crate) fn beside(&self, state: G::State) -> Self {
        Self { judged: self.judged.clone(), ..Self::at(self.table.game.clone(), state) }
    }

    /// A game that is taken up in the position after its first `first` actions.
    pub(crate) fn after(game: Arc<G>, state: G::State, first: usize) -> Self {
        Self::of(Table::after(game, state, first), true)
    }

    fn game(&self) -> &G {
        &self.table.game
    }

    /// What a computer player is asked about.
    fn seen(&self) -> Result<Seen<'_, G>, String> {
        let Table { game, state, .. } = &self.table;
        let seat = self.table.to_decide().ok_or("the game is over: there is nothing to decide")?;
        Ok(Seen { game, state, seat, played: self.table.played() })
    }

    /// Whether all of the game is held here, from its opening on.
    fn is_whole(&self) -> bool {
        self.from_start && (self.table.first() == 0 || self.table.preface.is_some())
    }

    pub(crate) fn name(&self, seat: Seat) -> &'static str {
        name(self.game(), seat)
    }

    pub(crate) fn seat(&self, name: Option<&str>) -> Option<Seat> {
        self.game().seats().iter().position(|seat| Some(*seat) == name).map(|i| Seat(i as u8))
    }

    fn ending(&self, outcome: Outcome) -> Ending {
        let Outcome { winner, verdict, points } = outcome;
        Ending { winner: winner.map(|seat| self.name(seat).to_owned()), verdict, points }
    }

    fn reject(&self, action: Option<G::Action>, refusal: &Refusal) -> Box<Rejection> {
        let game = self.game();
        let action = action.map(|action| game.write_action(action));
        let line = game.explain_refusal(refusal);
        let plain = |kind: &str| Rejection {
            kind: kind.to_owned(),
            action: action.clone(),
            case: None,
            why: line.clone(),
            at: None,
            line: line.clone(),
        };
        Box::new(match refusal {
            Refusal::NotYours(_) => plain("not yours"),
            Refusal::Over => plain("over"),
            Refusal::Unreadable(_) => plain("unreadable"),
            Refusal::Illegal(Violation { case, why, what }) => Rejection {
                kind: "illegal".to_owned(),
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
    pub(crate) fn read_command(&self, text: &str) -> Result<(Seat, Vec<G::Action>), Box<Rejection>> {
        let seat = self.table.to_decide().ok_or_else(|| self.reject(None, &Refusal::Over))?;
        let actions = self.game().command(&self.table.state, seat, text).map_err(|why| self.unreadable(why))?;
        if actions.is_empty() {
            return Err(self.unreadable("nothing to do".to_owned()));
        }
        Ok((seat, actions))
    }

    fn play(&mut self, seat: Seat, action: G::Action, dice: &mut dyn Dice) -> Result<Happening, Box<Rejection>> {
        self.try_play(seat, action, dice).map_err(|refusal| self.reject(Some(action), &refusal))
    }

    fn try_play(&mut self, seat: Seat, action: G::Action, dice: &mut dyn Dice) -> Result<Happening, Refusal> {
        let events = self.table.play(seat, action, dice)?;
        Ok(happening(&self.table, self.table.played(), &events))
    }

    /// What the game waits for now, or how it ended: by the rules, or because the players ended it.
    pub(crate) fn pending_now(&self, prompt: impl FnOnce(Seat) -> String) -> Result<Pending, Ending> {
        match self.table.closing {
            Some(closing) => Err(self.ending(closing.outcome(self.seats()))),
            None => self.pending_in(&self.table.state, prompt),
        }
    }

    /// What the game waits for in a position, or how it ended.
    fn pending_in(&self, state: &G::State, prompt: impl FnOnce(Seat) -> String) -> Result<Pending, Ending> {
        match self.game().decision(state) {
            Decision::Over(outcome) => Err(self.ending(outcome)),
            Decision::Choose { seat, case } => {
                Ok(Pending { seat: self.name(seat).to_owned(), case: case.0.to_owned(), prompt: prompt(seat) })
            }
        }
    }

    /// The present position as a seat may take it to be: the truth where nothing is hidden, else a world drawn from what the seat knows.
    /// What is tried out for a seat before it is played is tried in such a world, so that no answer can tell more.
    fn supposed(&self, seat: Seat, draw: u64) -> G::State {
        if !self.secretive() {
            return self.table.state.clone();
        }
        self.game().resample(&self.table.state, Some(seat), &mut SeededDice::new(draw))
    }

    /// For each action whether it rolls dice or ends the game, and whether somebody else decides after it, found by trying it on
    /// copies: of the position, or, where something is hidden, of some that it might be.
    fn consequences(&self, actions: &[G::Action]) -> Vec<Consequence> {
        let game = self.game();
        let mut found = vec![Consequence::default(); actions.len()];
        let Some(seat) = self.table.to_decide() else { return found };
        let draws = if self.secretive() { SUPPOSITIONS } else { 1 };
        for start in (0..draws).map(|draw| self.supposed(seat, draw)) {
            for (&action, one) in actions.iter().zip(&mut found).filter(|(_, one)| !one.commits) {
                let mut after = start.clone();
                let mut low = LowDice;
                let mut dice = RecordingDice::new(&mut low);
                game.apply(&mut after, action, &mut Umpire::silent(&mut dice));
                let next = game.decision(&after);
                one.commits = !dice.rolls.is_empty() || matches!(next, Decision::Over(_));
                one.passes |= matches!(next, Decision::Choose { seat: next, .. } if next != seat);
            }
        }
        found
    }

    /// Why an action of a command was refused, told as well as the rulebook can.
    fn blame(&self, start: &G::State, actions: &[G::Action], at: usize, refusal: Refusal) -> Box<Rejection> {
        let refusal = match (refusal, self.game().blame(start, actions, at)) {
            (Refusal::Illegal(_), Some(better)) => Refusal::Illegal(better),
            (refusal, _) => refusal,
        };
        self.reject(actions.get(at).copied(), &refusal)
    }

    /// Whether a seat may take the last action back, at once or by asking.
    fn may_undo(&self, seat: Seat) -> Undo {
        let played = self.table.played();
        let text = |to: usize| self.table.entry(to + 1).map_or_else(String::new, |entry| self.game().write_action(entry.action));
        match self.table.may_undo(seat) {
            Ok(()) => {
                let to = played - 1;
                Undo { can: true, ask: false, to, what: text(to), why: String::new() }
            }
            Err(why) => {
                // By consent play goes back to before the seat's own last action.
                let own = (self.table.first()..played)
                    .rev()
                    .find(|to| self.table.entry(to + 1).is_some_and(|entry| entry.seat == seat));
                Undo {
                    can: false,
                    ask: own.is_some(),
                    to: own.unwrap_or(played),
                    what: own.map_or_else(String::new, text),
                    why: why.to_owned(),
                }
            }
        }
    }
}

/// Seats any game, also one that stands on no shelf.
pub fn seat<G: Game>(game: G, dice: &mut dyn Dice) -> Box<dyn Match> {
    Box::new(Seated::new(Arc::new(game), dice))
}

pub(crate) fn name<G: Game>(game: &G, seat: Seat) -> &'static str {
    game.seats().get(usize::from(seat.0)).copied().unwrap_or("nobody")
}

impl<G: Game> Match for Seated<G> {
    fn identity(&self) -> Identity {
        self.game().identity()
    }

    fn seats(&self) -> &'static [&'static str] {
        self.game().seats()
    }

    fn pending(&self) -> Result<Pending, Ending> {
        self.pending_now(|seat| self.game().board(&self.table.state, Some(seat)).prompt)
    }

    fn to_decide(&self) -> Option<&'static str> {
        self.table.to_decide().map(|seat| self.name(seat))
    }

    fn options(&self) -> Vec<Choice> {
        let (game, state) = (self.game(), &self.table.state);
        let mut options = Vec::new();
        if self.table.closing.is_none() {
            game.legal_actions(state, &mut options);
        }
        let spot = |action| match game.anchor(state, action) {
            Anchor::Hex(hex) => Spot::Hex(game.hex_name(hex)),
            Anchor::Unit(unit) => Spot::Unit(game.unit_name(unit)),
            Anchor::Button(label) => Spot::Button(label.to_owned()),
        };
        let choice = |((&action, caption), Consequence { commits, passes }): ((&G::Action, Caption), Consequence)| {
            let Caption { label, group, unit, hex, left, path, note, facing, formation } = caption;
            let (text, short) = (game.write_action(action), game.write_short(action));
            Choice {
                text,
                short,
                at: spot(action),
                label,
                group,
                unit,
                hex,
                left,
                path,
                note,
                facing,
                formation,
                commits,
                passes,
            }
        };
        options.iter().zip(game.captions(state, &options)).zip(self.consequences(&options)).map(choice).collect()
    }

    fn actions(&self) -> Vec<String> {
        let mut actions = Vec::new();
        if self.table.closing.is_none() {
            self.game().legal_actions(&self.table.state, &mut actions);
        }
        actions.into_iter().map(|action| self.game().write_action(action)).collect()
    }

    fn submit(&mut self, seat: &str, action: &str, dice: &mut dyn Dice) -> Result<Happening, Box<Rejection>> {
        let by = self.seat(Some(seat)).ok_or_else(|| self.unreadable(format!("{seat:?} is no seat of this game")))?;
        let action = self.game().read_action(action).map_err(|why| self.unreadable(why))?;
        self.play(by, action, dice)
    }

    fn command(&mut self, text: &str, dice: &mut dyn Dice) -> Result<Vec<Happening>, Box<Rejection>> {
        let (seat, actions) = self.read_command(text)?;
        let before = self.table.played();
        let start = self.table.state.clone();
        let mut happened = Vec::new();
        for (i, &action) in actions.iter().enumerate() {
            match self.try_play(seat, action, dice) {
                Ok(one) => happened.push(one),
                Err(refusal) => {
                    let rejection = self.blame(&start, &actions, i, refusal);
                    // Whoever saw a die, or what was hidden, may not take it back by a command that goes wrong later.
                    let seen = happened.iter().rfind(|one| !one.dice.is_empty() || one.reveals);
                    self.undo_to(seen.map_or(before, |one| one.entry));
                    return Err(rejection);
                }
            }
        }
        Ok(happened)
    }

    fn why(&self, text: &str) -> Result<Vec<String>, Box<Rejection>> {
        let (seat, actions) = self.read_command(text)?;
        let start = self.supposed(seat, 0);
        let mut state = start.clone();
        for (i, &action) in actions.iter().enumerate() {
            let answer = self.game().play(&mut state, seat, action, &mut Umpire::silent(&mut LowDice));
            answer.map_err(|refusal| self.blame(&start, &actions, i, refusal))?;
        }
        Ok(actions.into_iter().map(|action| self.game().write_action(action)).collect())
    }

    fn board(&self, seat: Option<&str>) -> Board {
        self.game().board(&self.table.state, self.seat(seat))
    }

    fn map(&self) -> MapView {
        self.game().map()
    }

    fn forecast(&self, seat: Option<&str>) -> Option<Forecast> {
        self.game().forecast(&self.table.state, self.seat(seat))
    }

    fn view(&self, seat: Option<&str>, at: Option<usize>) -> View {
        let Identity { rulebook, game, title, options, .. } = self.game().identity();
        let played = self.table.played();
        let at = at.unwrap_or(played).min(played);
        let now = at == played;
        let you = self.seat(seat);
        let state = self.table.state_at(at);
        let board = self.game().board(&state, you);
        let standing = match now {
            true => self.pending_now(|_| board.prompt.clone()),
            false => self.pending_in(&state, |_| board.prompt.clone()),
        };
        let (pending, ending) = match standing {
            Ok(pending) => (Some(pending), None),
            Err(ending) => (None, Some(ending)),
        };
        // Where the players ended it themselves the rules have counted nothing.
        let counted = ending.as_ref().is_some_and(|ending| !ending.points.is_empty());
        let deciding = now && you.is_some() && you == self.table.to_decide();
        let mut forecast = self.game().forecast(&state, you);
        if let Some(forecast) = &mut forecast
            && !deciding
        {
            // What else could be done is the business of the one who has to decide.
            forecast.alternatives.clear();
        }
        View {
            game,
            rulebook: rulebook.to_owned(),
            title,
            options,
            seats: self.seats().iter().map(|&seat| seat.to_owned()).collect(),
            you: you.map(|seat| self.name(seat).to_owned()),
            played,
            at,
            board,
            pending,
            ending,
            reckoning: if counted { self.game().reckoning(&state) } else { None },
            choices: if deciding { self.options() } else { Vec::new() },
            forecast,
            undo: you.map_or_else(Undo::default, |seat| self.may_undo(seat)),
            // Whoever knows the digest of a position can try which secrets fit it.
            corrected: Vec::new(),
            check: if self.secretive() { String::new() } else { format!("{:016x}", self.game().digest(&state)) },
        }
    }

    fn charts(&self) -> Vec<Chart> {
        self.game().charts()
    }

    fn overlays(&self) -> Vec<OverlayInfo> {
        self.game().overlays()
    }

    fn overlay(&self, id: &str, hex: Option<&str>, seat: Option<&str>, at: Option<usize>) -> Result<Vec<OverlayHex>, String> {
        let known = self.overlays();
        let Some(info) = known.iter().find(|info| info.id == id) else {
            let ids: Vec<_> = known.iter().map(|info| info.id.as_str()).collect();
            let known = if ids.is_empty() { "this game has none".to_owned() } else { format!("there is {}", ids.join(", ")) };
            return Err(format!("{id:?} is no overlay; {known}"));
        };
        if info.needs_hex && hex.is_none() {
            return Err(format!("{id} needs a hex, such as 1411"));
        }
        let state = self.table.state_at(at.unwrap_or(usize::MAX));
        self.game().overlay(&state, id, hex, self.seat(seat))
    }

    fn undo(&mut self) -> Result<String, &'static str> {
        let last = self.table.entries.last().ok_or("nothing has been played yet")?;
        let (seat, text) = (last.seat, self.game().write_action(last.action));
        self.table.undo(seat)?;
        Ok(text)
    }

    fn undo_as(&mut self, seat: &str) -> Result<String, &'static str> {
        let seat = self.seat(Some(seat)).ok_or("there is no such seat")?;
        self.table.may_undo(seat)?;
        self.undo()
    }

    fn undo_to(&mut self, keep: usize) -> usize {
        let played = self.table.played();
        self.table.take_back(keep);
        played - self.table.played()
    }

    fn played(&self) -> usize {
        self.table.played()
    }

    fn secretive(&self) -> bool {
        self.game().secretive() && self.table.to_decide().is_some()
    }

    fn record(&self) -> Result<String, &'static str> {
        if self.is_whole() { Ok(record::write(&self.table)) } else { Err(NO_RECORD) }
    }

    fn notation(&self) -> Result<String, &'static str> {
        match self.table.preface {
            Some(_) => Err("the rules were corrected in this game, which game notation cannot tell; take the record"),
            None if self.is_whole() => Ok(record::write_notation(&self.table)),
            None => Err(NO_RECORD),
        }
    }

    fn record_with(&self, note: &DiceNote) -> Result<String, &'static str> {
        if self.is_whole() { Ok(record::write_with(&self.table, Some(note))) } else { Err(NO_RECORD) }
    }

    fn preface(&mut self, record: &str) {
        self.table.preface = Some(record.into());
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

    fn position_at(&self, at: Option<usize>) -> String {
        at.map_or_else(|| self.position(), |at| self.game().write_position(&self.table.state_at(at)))
    }

    fn digest(&self) -> u64 {
        self.game().digest(&self.table.state)
    }

    fn thinker_within(&self, level: &str, seed: u64, go_on: GoOn) -> Result<Thinker, String> {
        grognard_ai::Level::named(level)?;
        self.minds.thinker(self.seen()?, level, seed, go_on)
    }

    fn contender(&self, name: &str, seed: u64) -> Result<Thinker, String> {
        self.minds.thinker(self.seen()?, name, seed, Box::new(|| true))
    }

    fn rewind(&mut self, keep: usize) {
        self.table.rewind(keep);
    }
}
