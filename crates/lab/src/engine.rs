//! `grognard engine`: the built-in opponent as an outside player, and the rules as an umpire for a program that wants to play against it.
//! Both speak the bot protocol.

use crate::bot::question;
use crate::game::PhaseDice;
use crate::plan::{derive, number_of};
use crate::protocol::{Answer, Ask, Opening, PROTOCOL, Question, Request, Scene, Want};
use grognard_engine::dice::SeededDice;
use grognard_engine::fair;
use grognard_shelf::{Happening, Match};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Most games that are remembered at a time; the one that was unused for longest is forgotten.
const MOST: usize = 64;

/// Plays and umpires.
pub struct Engine {
    level: String,
    /// What the dice follow from of games whose seed nobody named.
    secret: String,
    /// Games by what they are called, the one used last at the end.
    games: Vec<(String, Session)>,
    opened: u64,
}

enum Session {
    /// A game that somebody else umpires; its players remember their plans.
    Seated {
        game: Box<dyn Match>,
        seed: u64,
        /// How long may be thought about a decision, if the umpire has said when time is over.
        time: Option<Duration>,
    },
    /// A game that is umpired here.
    Hosted(Hosted),
}

struct Hosted {
    game: Box<dyn Match>,
    dice: PhaseDice,
    /// Phases that have begun, with each of which the dice begin anew.
    phases: u64,
    /// The seat of the program and the level that takes the other; the program plays all seats if there is none.
    rival: Option<(String, String)>,
    /// The seeds of the opponent, and of the guesses at what is hidden.
    mind: u64,
    guesses: u64,
    wants: Vec<Want>,
    /// Entries that the program has been told of, by seat.
    told: BTreeMap<String, usize>,
}

fn error(message: impl Into<String>) -> Answer {
    Answer::Error { message: message.into().replace(['\n', '\r'], " ") }
}

impl Engine {
    /// An engine that plays at a level. Games that are opened without a seed have dice that follow from the secret.
    ///
    /// # Errors
    /// An unknown level.
    pub fn new(level: &str, secret: &str) -> Result<Self, String> {
        // Whether a level is known is asked of some game; which one does not matter.
        let game = grognard_shelf::games().first().map(|game| game.id).unwrap_or_default();
        let game = grognard_shelf::open(game, &[], &mut SeededDice::new(0)).map_err(|fault| fault.to_string())?;
        drop(game.thinker(level, 0)?);
        Ok(Self { level: level.to_owned(), secret: fair::sha256(secret), games: Vec::new(), opened: 0 })
    }

    /// Answers one line. Nothing is answered to `quit`.
    pub fn answer(&mut self, line: &str) -> Option<Answer> {
        Some(match serde_json::from_str(line) {
            Ok(Ask::Quit) => return None,
            Ok(ask) => self.reply(ask),
            Err(why) => error(format!("not understood: {why}")),
        })
    }

    fn reply(&mut self, ask: Ask) -> Answer {
        match ask {
            Ask::Hello { protocol } if protocol != PROTOCOL => {
                error(format!("protocol {protocol} is not spoken here; protocol {PROTOCOL} is"))
            }
            Ask::Hello { .. } => Answer::Ready { name: Some(format!("grognard {}", self.level)), wants: Vec::new() },
            Ask::New(opening) => self.sit_down(*opening),
            Ask::Choose(question) => self.choose(&question),
            Ask::Over { id, .. } => {
                self.games.retain(|(known, _)| *known != id);
                Answer::Ready { name: None, wants: Vec::new() }
            }
            Ask::About { game, options } => about(&game, options).unwrap_or_else(error),
            Ask::Open(request) => self.open(*request).unwrap_or_else(error),
            Ask::Play { id, action } => self.play(&id, &action),
            Ask::Quit => Answer::Ready { name: None, wants: Vec::new() },
        }
    }

    fn keep(&mut self, id: String, session: Session) {
        self.games.retain(|(known, _)| *known != id);
        if self.games.len() == MOST {
            self.games.remove(0);
        }
        self.games.push((id, session));
    }

    /// The game of this name, which is now the one used last.
    fn find(&mut self, id: &str) -> Option<&mut Session> {
        let i = self.games.iter().position(|(known, _)| known == id)?;
        let found = self.games.remove(i);
        self.games.push(found);
        self.games.last_mut().map(|(_, session)| session)
    }

    fn sit_down(&mut self, opening: Opening) -> Answer {
        let options: Vec<(String, String)> = opening.options.into_iter().collect();
        match grognard_shelf::open(&opening.game, &options, &mut SeededDice::new(0)) {
            Ok(game) => {
                let time = thinking_time(opening.milliseconds);
                self.keep(opening.id, Session::Seated { game, seed: opening.seed, time });
                Answer::Ready { name: None, wants: Vec::new() }
            }
            Err(fault) => error(fault.to_string()),
        }
    }

    fn choose(&mut self, asked: &Question) -> Answer {
        let (level, begun) = (self.level.clone(), Instant::now());
        let Some(Session::Seated { game, seed, time }) = self.find(&asked.id) else {
            return error(format!("no game {:?} has begun; send new first", asked.id));
        };
        let until = time.map(|time| begun + time);
        let go_on = Box::new(move || until.is_none_or(|until| Instant::now() < until));
        let advice = game
            .resume(&asked.position)
            .map_err(|fault| fault.to_string())
            .and_then(|now| now.thinker_within(&level, *seed, go_on).map(|thinker| thinker()));
        match advice {
            Ok(advice) => Answer::Play { action: advice.action, reason: Some(advice.reason) },
            Err(why) => error(why),
        }
    }

    fn open(&mut self, request: Request) -> Result<Answer, String> {
        let Request { game, options, seat, against, seed, wants } = request;
        let options: Vec<(String, String)> = options.into_iter().collect();
        // Whoever names a seed can compute the dice, and wants the same game again; whoever does not gets dice that nobody foresees.
        let root = match seed {
            Some(seed) => format!("open {seed}"),
            None => format!("open {} {}", self.secret, self.opened),
        };
        let mut dice = PhaseDice::new(&derive(&root, "dice", &[]));
        let game = grognard_shelf::open(&game, &options, &mut dice).map_err(|fault| fault.to_string())?;
        let rival = match (seat, against) {
            (Some(seat), Some(against)) => {
                if !game.seats().contains(&seat.as_str()) {
                    return Err(format!("{seat:?} is no seat; there is {}", game.seats().join(", ")));
                }
                drop(game.thinker(&against, 0)?);
                Some((seat, against))
            }
            (None, None) => None,
            _ => return Err("say seat and against, or neither of them to play all seats".to_owned()),
        };
        self.opened += 1;
        let id = format!("game-{}", self.opened);
        let [mind, guesses] = ["mind", "guesses"].map(|what| number_of(&derive(&root, what, &[])));
        let mut hosted = Hosted { game, dice, phases: 0, rival, mind, guesses, wants, told: BTreeMap::new() };
        let answer = hosted.go_on(&id)?;
        self.keep(id, Session::Hosted(hosted));
        Ok(answer)
    }

    fn play(&mut self, id: &str, action: &str) -> Answer {
        let Some(Session::Hosted(hosted)) = self.find(id) else {
            return error(format!("no game {id:?} has been opened"));
        };
        let Some(seat) = hosted.game.to_decide() else { return hosted.go_on(id).unwrap_or_else(error) };
        match hosted.game.submit(seat, action, &mut hosted.dice) {
            Ok(happening) => {
                hosted.note(&happening);
                hosted.go_on(id).unwrap_or_else(error)
            }
            Err(why) => Answer::Refused { id: id.to_owned(), case: why.case, why: why.line },
        }
    }
}

/// How much of the umpire's time is thought: the question was on its way before, and the answer will be. An umpire who names none waits.
fn thinking_time(milliseconds: u64) -> Option<Duration> {
    // Nobody thinks for longer than a day.
    (milliseconds > 0).then(|| Duration::from_millis(milliseconds.min(86_400_000)) * 3 / 4)
}

/// A game as it begins: its seats, its map, its counters.
fn about(name: &str, options: BTreeMap<String, String>) -> Result<Answer, String> {
    let options: Vec<(String, String)> = options.into_iter().collect();
    let game = grognard_shelf::open(name, &options, &mut SeededDice::new(0)).map_err(|fault| fault.to_string())?;
    let identity = game.identity();
    Ok(Answer::Game(Box::new(Scene {
        game: identity.game,
        title: identity.title,
        options: identity.options.into_iter().collect(),
        seats: game.seats().iter().map(|&seat| seat.to_owned()).collect(),
        map: game.map(),
        board: game.board(None),
        secrets: game.secretive(),
    })))
}

impl Hosted {
    /// Dice begin anew with a phase.
    fn note(&mut self, happening: &Happening) {
        if happening.log.iter().any(|line| line.level < 2) {
            self.phases += 1;
            self.dice.begin(self.phases);
        }
    }

    /// Lets the opponent play until the program has to decide or the game is over.
    fn go_on(&mut self, id: &str) -> Result<Answer, String> {
        loop {
            let Some(seat) = self.game.to_decide() else {
                let ending = self.game.pending().err().ok_or("the game is neither over nor under way")?;
                return Ok(Answer::Over { id: id.to_owned(), ending });
            };
            match &self.rival {
                Some((own, level)) if own != seat => {
                    let advice = self.game.thinker(level, self.mind)?();
                    let happening = self.game.submit(seat, &advice.action, &mut self.dice).map_err(|why| why.line)?;
                    self.note(&happening);
                }
                _ => {
                    let told = self.told.insert(seat.to_owned(), self.game.played() + 1).unwrap_or(0);
                    let asked = question(self.game.as_ref(), id, seat, self.guesses, &self.wants, told);
                    return Ok(Answer::Choose(Box::new(asked)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(engine: &mut Engine, text: &str) -> serde_json::Value {
        serde_json::to_value(engine.answer(text).unwrap()).unwrap()
    }

    #[test]
    fn a_program_plays_a_whole_game_against_a_level() {
        let mut engine = Engine::new("random", "a secret").unwrap();
        let open = r#"{"type":"open","game":"eylau","seat":"Allied","against":"random","seed":5}"#;
        let mut answer = ask(&mut engine, open);
        let mut steps = 0;
        while answer["type"] == "choose" {
            let refused = ask(&mut engine, r#"{"type":"play","id":"game-1","action":"fly away"}"#);
            assert_eq!(refused["type"], "refused");
            let options = answer["options"].as_array().unwrap();
            let action = &options[steps * 7 % options.len()];
            answer = ask(&mut engine, &serde_json::json!({"type": "play", "id": "game-1", "action": action}).to_string());
            steps += 1;
            assert!(steps < 5_000);
        }
        assert_eq!(answer["type"], "over", "{answer}");
        assert!(steps > 2);
    }

    /// Both armies, and the same game again if its seed is named.
    #[test]
    fn a_program_plays_all_seats() {
        let play = |open: &str| {
            let mut engine = Engine::new("random", "a secret").unwrap();
            let (mut answer, mut seats, mut steps) = (ask(&mut engine, open), std::collections::BTreeSet::new(), 0);
            let mut log = String::new();
            while answer["type"] == "choose" {
                seats.insert(answer["seat"].as_str().unwrap().to_owned());
                log.push_str(&answer["log"].to_string());
                let options = answer["options"].as_array().unwrap();
                let action = &options[steps * 7 % options.len()];
                steps += 1;
                answer = ask(&mut engine, &serde_json::json!({"type": "play", "id": answer["id"], "action": action}).to_string());
            }
            assert_eq!((answer["type"].as_str(), seats.len()), (Some("over"), 2), "{answer}");
            log
        };
        let seeded = r#"{"type":"open","game":"eylau","seed":5,"wants":["log"]}"#;
        let game = play(seeded);
        assert_eq!(game, play(seeded));
        assert_ne!(game, play(r#"{"type":"open","game":"eylau","wants":["log"]}"#));
        let mut engine = Engine::new("random", "a secret").unwrap();
        let about = ask(&mut engine, r#"{"type":"about","game":"eylau"}"#);
        assert_eq!((about["type"].as_str(), about["seats"].as_array().unwrap().len()), (Some("game"), 2));
        assert_eq!(about["secrets"], false);
        let foggy = ask(&mut engine, r#"{"type":"about","game":"dresden-20","options":{"fog":"on"}}"#);
        assert_eq!(foggy["secrets"], true);
        assert!(
            about["map"]["hexes"].as_array().unwrap().len() > 100 && about["board"]["counters"].as_array().unwrap().len() > 50
        );
    }

    /// Who has little time answers with what he has found by then.
    #[test]
    fn the_time_that_the_umpire_gives_is_kept_to() {
        assert_eq!(thinking_time(0), None);
        assert_eq!(thinking_time(1_000), Some(Duration::from_millis(750)));
        assert!(thinking_time(u64::MAX).is_some_and(|time| Instant::now().checked_add(time).is_some()));
        let position = grognard_shelf::open("eylau", &[], &mut SeededDice::new(0)).unwrap().position();
        let mut engine = Engine::new("marshal", "a secret").unwrap();
        let new = r#"{"type":"new","id":"x","game":"eylau","seat":"French","milliseconds":1}"#;
        assert_eq!(ask(&mut engine, new)["type"], "ready");
        let choose = serde_json::json!({"type": "choose", "id": "x", "seat": "French", "position": position});
        assert_eq!(ask(&mut engine, &choose.to_string())["type"], "play");
    }

    #[test]
    fn nonsense_is_answered_in_one_line() {
        let mut engine = Engine::new("random", "a secret").unwrap();
        assert!(Engine::new("emperor", "").is_err_and(|why| why.contains("emperor")));
        for (line, wanted) in [
            ("{", "not understood"),
            (r#"{"type":"dance"}"#, "not understood"),
            (r#"{"type":"hello","protocol":9}"#, "protocol 9"),
            (r#"{"type":"choose","id":"x","seat":"French","position":"?"}"#, "send new first"),
            (r#"{"type":"play","id":"x","action":"end"}"#, "opened"),
            (r#"{"type":"open","game":"borodino","seat":"French","against":"random"}"#, "borodino"),
            (r#"{"type":"open","game":"eylau","seat":"Swedish","against":"random"}"#, "Swedish"),
            (r#"{"type":"open","game":"eylau","seat":"French"}"#, "neither"),
            (r#"{"type":"about","game":"borodino"}"#, "borodino"),
            (r#"{"type":"open","game":"eylau","seat":"French","against":"emperor"}"#, "emperor"),
        ] {
            let answer = ask(&mut engine, line);
            assert_eq!(answer["type"], "error", "{line}");
            let message = answer["message"].as_str().unwrap();
            assert!(message.contains(wanted) && !message.contains('\n'), "{line}: {message}");
        }
        assert!(engine.answer(r#"{"type":"quit"}"#).is_none());
    }
}
