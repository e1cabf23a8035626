//! `grognard audit`: what was promised, what was rolled, and what it says about either.

use crate::desk::{self, Desk};
use grognard_engine::dice::SeededDice;
use grognard_engine::fair::{DiceNote, FairDice, commitment};
use grognard_engine::{Case, Dice};
use grognard_shelf::Match;

const SEED: [u8; 32] = *b"thirty-two bytes that nobody ...";

/// Fair dice, but for one that somebody turned over.
struct Loaded {
    fair: FairDice,
    die: u64,
    shows: u8,
}

impl Dice for Loaded {
    fn roll(&mut self, faces: u8, case: Case) -> u8 {
        let roll = self.fair.roll(faces, case);
        if self.fair.drawn() == self.die { self.shows } else { roll }
    }
}

/// A random game of Eylau up to so many dice; with `regret`, each attack may be taken back once.
fn game(dice: &mut dyn Dice, least: usize, regret: bool) -> Box<dyn Match> {
    let mut picks = SeededDice::new(5);
    let mut game = grognard_shelf::open("eylau", &[], dice).unwrap();
    let mut thrown = 0;
    while let Ok(pending) = game.pending()
        && thrown < least
    {
        let options = game.options();
        let text = options[picks.below(options.len() as u32) as usize].text.clone();
        let rolled = game.submit(&pending.seat, &text, dice).unwrap().dice.len();
        thrown += rolled;
        if regret && rolled > 0 && picks.below(3) == 0 {
            let _ = game.undo_to(game.played() - 1);
        }
    }
    game
}

fn note(seed: Option<[u8; 32]>) -> DiceNote {
    DiceNote { commitment: commitment(&SEED), seed }
}

#[test]
fn a_fair_game_is_proved_in_every_form() {
    let desk = Desk::new();
    let mut game = game(&mut FairDice::new(SEED, 0), 60, true);
    let record = game.record_with(&note(Some(SEED))).unwrap();
    game.note_dice(Some(note(Some(SEED))));
    desk.put("game.rec", &record).put("game.txt", game.notation().unwrap());
    let backs = record.matches("\nback ").count();
    assert!(backs > 3);
    for file in ["game.rec", "game.txt"] {
        let pinned = commitment(&SEED);
        let out = desk.well(&["audit", file, "--commitment", &pinned]);
        let wanted = "Proved: the seed is the one of the commitment that was pinned, all 60 dice are what they had to be.";
        assert!(out.contains(wanted), "{out}");
        assert!(out.contains("  60 by the host's seed alone"), "{out}");
        assert_eq!(out.matches("Taken back by consent: entry ").count(), backs, "{out}");
        assert!(out.contains("French: ") && out.contains("chi-square"), "{out}");
        let json = desk.json(&["audit", file, "--json"]);
        assert_eq!((&json["verdict"], &json["proved"], &json["dice"]), (&"agrees".into(), &false.into(), &60.into()));
        let json = desk.json(&["audit", file, "--json", "--commitment", &pinned]);
        assert_eq!((&json["verdict"], &json["dice"], &json["different"]), (&"proved".into(), &60.into(), &0.into()));
        assert_eq!(json["taken_back"].as_array().unwrap().len(), backs);
        let seats = json["seats"].as_array().unwrap();
        let all: u64 = seats.iter().map(|seat| seat["dice"][0]["all"].as_u64().unwrap()).sum();
        assert_eq!((seats.len(), all), (2, 60));
    }
    // Writing it again keeps what was promised and what was taken back.
    assert_eq!(desk.well(&["notation", "game.txt", "--record"]), record);
    assert_eq!(desk.well(&["notation", "game.rec"]), game.notation().unwrap());
}

#[test]
fn the_first_die_that_differs_is_named() {
    let desk = Desk::new();
    let fair = FairDice::new(SEED, 0);
    let due = fair.die(20, 6);
    let shows = due % 6 + 1;
    // The game goes its own way after it, with check numbers that are as they should be: only the seed tells.
    let game = game(&mut Loaded { fair, die: 20, shows }, 40, false);
    let entry = {
        let mut thrown = 0;
        let found = game.history(0).into_iter().find(|happening| {
            thrown += happening.dice.len();
            thrown >= 20
        });
        found.unwrap().entry
    };
    desk.put("game.rec", game.record_with(&note(Some(SEED))).unwrap());
    desk.well(&["replay", "game.rec"]);
    let back = desk.run(&["audit", "game.rec"]);
    assert_eq!((back.status, back.err.as_str()), (Some(1), ""));
    let wanted = format!("NOT what was promised: entry {entry} (roll): die 20 shows {shows} and had to show {due}.\n");
    assert!(back.out.contains(&wanted), "{wanted} {}", back.out);
    let back = desk.run(&["audit", "game.rec", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&back.out).unwrap();
    assert_eq!((back.status, &json["first_difference"]["entry"]), (Some(1), &entry.into()));
}

#[test]
fn what_cannot_be_proved_is_not_called_proved() {
    let desk = Desk::new();
    let game = game(&mut FairDice::new(SEED, 0), 30, false);
    desk.put("plain.rec", game.record().unwrap())
        .put("running.rec", game.record_with(&note(None)).unwrap())
        .put("other.rec", game.record_with(&note(Some([1; 32]))).unwrap())
        .put("skipped.rec", game_with_a_skip());
    for (file, verdict, wanted) in [
        ("plain.rec", "no promise", "Not to be proved: this record has no commitment"),
        ("running.rec", "not yet", "Not to be proved yet: the seed was promised by a commitment"),
        ("other.rec", "other seed", "NOT what was promised: the seed has the commitment "),
        ("skipped.rec", "differs", "NOT what was promised: entry "),
    ] {
        let back = desk.run(&["audit", file]);
        assert_eq!((back.status, back.err.as_str()), (Some(1), ""), "{file}");
        assert!(back.out.contains(wanted) && back.out.contains("chi-square"), "{file}: {}", back.out);
        let json: serde_json::Value = serde_json::from_str(&desk.run(&["audit", file, "--json"]).out).unwrap();
        assert_eq!((&json["verdict"], &json["proved"]), (&verdict.into(), &false.into()));
    }
}

/// Somebody threw until he liked it, and kept quiet about the first throws.
fn game_with_a_skip() -> String {
    let mut dice = FairDice::new(SEED, 0);
    let mut picks = SeededDice::new(5);
    let mut game = grognard_shelf::open("eylau", &[], &mut dice).unwrap();
    while dice.drawn() < 30 {
        let seat = game.pending().unwrap().seat;
        let options = game.options();
        let text = options[picks.below(options.len() as u32) as usize].text.clone();
        let rolled = game.submit(&seat, &text, &mut dice).unwrap().dice;
        if rolled.iter().any(|&roll| roll > 2) && picks.below(2) == 0 {
            game.rewind(game.played() - 1);
        }
    }
    game.record_with(&note(Some(SEED))).unwrap()
}

#[test]
fn a_promise_ends_where_other_dice_are_thrown() {
    let desk = Desk::new();
    let game = game(&mut FairDice::new(SEED, 0), 3, false);
    desk.put("game.rec", game.record_with(&note(None)).unwrap());
    let back = desk.typed(&["play", "game.rec"], "save other.rec\nquit\n");
    assert!(back.out.contains("were promised by a commitment. Dice thrown here are not"), "{}", back.out);
    assert_eq!(desk.get("other.rec"), game.record().unwrap());
    // And it is not lost unasked.
    let promise = desk.get("game.rec");
    let back = desk.run(&["play", "game.rec", "--save", "game.rec"]);
    assert_eq!((back.status, back.out.as_str(), desk.get("game.rec")), (Some(2), "", promise));
    assert!(back.err.contains("promised by a commitment, which would be lost"), "{}", back.err);
    desk.typed(&["play", "game.rec", "--save", "game.rec", "--force"], "quit\n");
    assert_eq!(desk.get("game.rec"), game.record().unwrap());
}

#[test]
fn bad_input_is_one_line() {
    let desk = Desk::new();
    desk.put("position", grognard_shelf::load("r", &desk::record()).unwrap().position());
    for (file, wanted) in [
        ("nowhere", "nowhere: no such file"),
        ("eylau", "eylau: a game that nobody has played; give a record"),
        ("position", "position: a position tells nothing of its dice; give the record"),
    ] {
        let back = desk.run(&["audit", file]);
        assert_eq!((back.status, back.out.as_str()), (Some(2), ""), "{file}: {back:?}");
        assert!(back.err.starts_with(&format!("grognard: {wanted}")) && back.err.lines().count() == 1, "{}", back.err);
    }
}
