//! Two players by mail who are made of the engine alone, so that whole games, and forgeries, can be written without the program.

use grognard_engine::chain::{Chain, ThrowDice};
use grognard_engine::dice::SeededDice;
use grognard_engine::letters::{self, Letter, Mail, Throw};
use grognard_engine::record::{Header, RawEntry};
use grognard_engine::{Case, Dice};
use grognard_shelf::{Happening, Match};
use std::sync::LazyLock;

/// Dice that always show 1.
struct Ones;

impl Dice for Ones {
    fn roll(&mut self, _faces: u8, _case: Case) -> u8 {
        1
    }
}

/// The secrets of the first and of the second player.
pub const SECRETS: [[u8; 32]; 2] = [[0x11; 32], [0x22; 32]];

/// Their chains, which are dear to make.
static CHAINS: LazyLock<[Chain; 2]> = LazyLock::new(|| SECRETS.map(|secret| Chain::new(&secret)));

/// A game between the two.
pub struct Pals {
    chains: [Chain; 2],
    pub game: Box<dyn Match>,
    pub text: String,
    mail: Mail,
    pub picks: SeededDice,
    /// The file after each letter.
    pub files: Vec<String>,
}

fn raw(happening: &Happening) -> RawEntry {
    RawEntry {
        line: 0,
        seat: happening.seat.clone().unwrap(),
        action: happening.action.clone(),
        rolls: happening.dice.clone(),
        check: u64::from_str_radix(&happening.check, 16).unwrap() as u32,
        chance: None,
    }
}

fn read(text: &str) -> Mail {
    letters::read("pals", text).unwrap()
}

impl Pals {
    /// A new game, begun by one seat.
    pub fn new(id: &str, first: usize, seed: u64) -> Self {
        let game = grognard_shelf::open(id, &[], &mut Ones).unwrap();
        let identity = game.identity();
        let header = Header {
            rulebook: identity.rulebook.to_owned(),
            revision: identity.revision,
            game: identity.game,
            options: identity.options,
            deal: Vec::new(),
        };
        let seal = Some(CHAINS[0].seal().to_owned());
        let text = letters::begin(&header, &Letter { by: game.seats()[first].to_owned(), seal, ..Letter::default() });
        Self { chains: CHAINS.clone(), game, files: vec![text.clone()], mail: read(&text), text, picks: SeededDice::new(seed) }
    }

    /// A game that others have begun, whose chains are known.
    pub fn of(text: &str, chains: [Chain; 2], seed: u64) -> Self {
        let game = grognard_shelf::load("pals", text).unwrap();
        let files = vec![text.to_owned()];
        Self { chains, game, files, mail: read(text), text: text.to_owned(), picks: SeededDice::new(seed) }
    }

    pub fn mail(&self) -> &Mail {
        &self.mail
    }

    /// The key file of a player, with nothing remembered but what is given.
    pub fn key(&self, player: usize, remembered: &str) -> String {
        let mail = self.mail();
        let seat = if player == 0 { mail.letters[0].by.clone() } else { self.other(&mail.letters[0].by) };
        let secret = grognard_engine::fair::hex(&SECRETS[player]);
        format!("grognard key 1\ngame {}\nseat {seat}\nsecret {secret}\n{remembered}", mail.id())
    }

    fn other(&self, seat: &str) -> String {
        self.game.seats().iter().find(|other| **other != seat).unwrap().to_string()
    }

    /// The letter that is due, with random choices. The dice that it throws go through `dice`, who may be a forger.
    pub fn letter(&mut self, dice: impl FnOnce(ThrowDice) -> Box<dyn Dice>) -> Letter {
        let mail = self.mail.clone();
        let player = mail.letters.len() % 2;
        let seat = self.other(&mail.last().by);
        let mut letter = Letter { by: seat.clone(), ..Letter::default() };
        if mail.letters.len() == 1 {
            letter.seal = Some(self.chains[1].seal().to_owned());
        }
        let base = mail.played();
        if let Some(throw) = &mail.last().throw {
            let n = mail.throws();
            let mine = self.chains[player].link(n).unwrap().to_owned();
            let thrown = if player == 0 { ThrowDice::new(n, &mine, &throw.link) } else { ThrowDice::new(n, &throw.link, &mine) };
            letter.answer = Some(mine);
            self.game.submit(&throw.seat, &throw.action, dice(thrown).as_mut()).unwrap();
        }
        while letter.throw.is_none()
            && let Ok(pending) = self.game.pending()
            && pending.seat == seat
        {
            let action = self.choose();
            let played = self.game.submit(&seat, &action, &mut Ones).unwrap();
            if !played.dice.is_empty() {
                self.game.rewind(played.entry - 1);
                let link = self.chains[player].link(mail.throws() + 1).unwrap().to_owned();
                letter.throw = Some(Throw { line: 0, link, number: played.entry, seat: seat.clone(), action });
            }
        }
        letter.entries = self.game.history(base + 1).iter().map(raw).collect();
        letter
    }

    /// Some action, the die rather than another attacker.
    fn choose(&mut self) -> String {
        let options = self.game.options();
        let roll = options.iter().find(|option| option.text == "roll");
        match roll {
            Some(roll) => roll.text.clone(),
            None => options[self.picks.below(options.len() as u32) as usize].text.clone(),
        }
    }

    /// Adds an honest letter.
    pub fn write(&mut self) {
        let letter = self.letter(|dice| Box::new(dice));
        self.text = self.mail.with(&letter);
        self.mail = read(&self.text);
        self.files.push(self.text.clone());
    }

    /// Whether nothing is left to be written.
    pub fn over(&self) -> bool {
        self.game.pending().is_err() && self.mail().last().throw.is_none()
    }
}

/// The same text with sums that fit.
pub fn resummed(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let line =
            if line.starts_with("sum ") { format!("sum {}", grognard_engine::fair::sha256(&out)) } else { line.to_owned() };
        out.push_str(&line);
        out.push('\n');
    }
    out
}
