//! The host cheats with the dice in every way that we can think of, and the audit finds it.
//!
//! The host also plays Allied. French is honest: its browser notes what it pins, the words it shows and the links it gives.

use crate::desk::Desk;
use grognard_engine::Case;
use grognard_engine::Dice as _;
use grognard_engine::chain::Chain;
use grognard_engine::chance::{self, Chance, Link};
use grognard_engine::dice::SeededDice;
use grognard_engine::fair::{DiceNote, FairDice, commitment, hex};
use std::fmt::Write as _;

const SEED: [u8; 32] = *b"the seed that was promised first";
const OTHER_SEED: [u8; 32] = *b"the seed that was put in instead";

/// What the host does at one throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cheat {
    /// He says that French was away, though French gave a link.
    ClaimsAbsence,
    /// He asks for a link with one word and then uses one that he likes better.
    AnotherWord,
    /// He uses a link that French showed before.
    OldLink,
    /// He gives French a chain of his own.
    OwnChainForFrench,
    /// He uses a link of his own chain for his own throw.
    OwnLink,
    /// He does not use the word of French.
    DropsWord,
    /// He puts another word in place of that of French.
    ReplacesWord,
    /// He tells French that his chain has no say, waits for the word, and then uses it all the same.
    LateLink,
    /// From then on other dice are thrown.
    SwapsSeed,
    /// He has told French the deed of one number, and then throws with another: he has changed what he threw out of sight.
    ShiftsNumber,
    /// He throws for French without a word, as if standing orders had done it.
    ClaimsOrders,
    /// Whenever he throws he does not ask French for a link, as if nobody were there, and tries words until he likes the die.
    TriesWords,
}

/// What is played, until so many dice have been thrown.
struct Kind {
    game: &'static str,
    dice: u64,
    /// Whether French is told labels in place of numbers, and deeds with its own throws.
    labels: bool,
    /// Standing orders of French: what they answer is played without a word.
    orders: &'static str,
}

/// Everybody sees everything.
const OPEN: Kind = Kind { game: "eylau", dice: 40, labels: false, orders: "" };
/// Some dice are thrown out of sight.
const HIDDEN: Kind = Kind { game: "eagles-friedland", dice: 300, labels: true, orders: "" };
/// A game in which standing orders throw dice.
const ORDERED: Kind = Kind { game: "bautzen", dice: 300, labels: false, orders: "fire always; carre always" };

struct Told {
    record: String,
    notes: String,
}

/// A game of 40 dice in which French and Allied both bring words and links; at some throw the host cheats.
fn game(cheat: Option<Cheat>) -> Told {
    game_of(&OPEN, cheat)
}

/// The same with another game. Nobody is asked for a link for a die that he does not see.
fn game_of(kind: &Kind, cheat: Option<Cheat>) -> Told {
    let mut picks = SeededDice::new(11);
    let mut bytes = SeededDice::new(12);
    let mut word = || hex(&std::array::from_fn::<u8, 32, _>(|_| bytes.bits() as u8));
    let chains = [Chain::new(&[1; 32]), Chain::new(&[2; 32])];
    let forged = Chain::new(&[3; 32]);
    let mut shown = [0usize; 2];
    let mut notes =
        format!("grognard notes 1\ntable x\nseat French\ncommitment {}\nchain {}\n", commitment(&SEED), chains[0].seal());
    if !kind.orders.is_empty() {
        writeln!(notes, "orders French 0 {}", kind.orders).unwrap();
    }
    let mut set_up = FairDice::new(SEED, 0);
    let mut game = grognard_shelf::open(kind.game, &[], &mut set_up).unwrap();
    let (mut seed, mut drawn, mut cheated) = (SEED, set_up.drawn(), false);
    while drawn < kind.dice
        && let Some(seat) = game.to_decide()
    {
        let mine = game.seats().iter().position(|name| *name == seat).unwrap();
        let ordered = if seat == "French" { game.answer(&kind.orders.replace("; ", "\n")) } else { None };
        let actions = game.actions();
        let action = match &ordered {
            Some((answer, _)) => answer.clone(),
            None => actions[picks.below(actions.len() as u32) as usize].clone(),
        };
        let Some((0, told)) = game.first_throw(std::slice::from_ref(&action)) else {
            game.submit(seat, &action, &mut SeededDice::new(0)).unwrap();
            continue;
        };
        let other = 1 - mine;
        assert!(game.has_secrets() || told == [true, true]);
        let (host, die) = (seat != "French", drawn + 1);
        let named = if kind.labels { chance::label(game.played() + 1, 0) } else { die };
        // When half of the dice are thrown, at the first throw of the side that the cheat is about, if both see it.
        let of_french = matches!(
            cheat,
            Some(Cheat::DropsWord | Cheat::ReplacesWord | Cheat::LateLink | Cheat::ShiftsNumber | Cheat::ClaimsOrders)
        );
        let now =
            !cheated && 2 * drawn >= kind.dice && told[other] && ordered.is_none() && !throughout(cheat) && of_french != host;
        let trick = cheat.filter(|_| now);
        cheated |= trick.is_some();
        let tries_words = host && cheat == Some(Cheat::TriesWords);
        let told = told.iter().map(|told| *told && !tries_words).collect::<Vec<_>>();
        let brought = word();
        shown[other] += usize::from(told[other]);
        let first = (shown[other] == 1).then(|| chains[other].seal().to_owned());
        let link = if told[other] { chains[other].link(shown[other]).unwrap() } else { "-" }.to_owned();
        let brings = Link { seat: game.seats()[other].to_owned(), anchor: first, link: link.clone() };
        let mut chance = Chance { word: Some(brought.clone()), link: told[other].then_some(brings) };
        let deed = chance::deed(&seed, die + u64::from(trick == Some(Cheat::ShiftsNumber)), seat, &action);
        if host {
            // French is asked before anything is known.
            let seal = chance::seal(&brought);
            if told[other] && !matches!(trick, Some(Cheat::OldLink | Cheat::OwnChainForFrench | Cheat::OwnLink)) {
                writeln!(notes, "gave {named} {seal} {deed} {link}").unwrap();
            }
        } else if ordered.is_some() || trick == Some(Cheat::ClaimsOrders) {
            chance.word = None;
        } else {
            let told = if trick == Some(Cheat::LateLink) { "-" } else { &link };
            let deed = if kind.labels { format!(" {deed}") } else { String::new() };
            writeln!(notes, "word {brought} {named} {told}{deed}").unwrap();
        }
        match trick.or(cheat.filter(|_| tries_words)) {
            None | Some(Cheat::SwapsSeed | Cheat::LateLink | Cheat::ShiftsNumber | Cheat::ClaimsOrders) => {}
            Some(Cheat::ClaimsAbsence) => chance.link = None,
            Some(Cheat::AnotherWord | Cheat::ReplacesWord | Cheat::TriesWords) => {
                // He knows seed and link by now, and looks for a six.
                let six = std::iter::repeat_with(&mut word).find(|word| {
                    let chance = Chance { word: Some(word.clone()), ..chance.clone() };
                    FairDice::with(seed, drawn, &chance).roll(6, Case("0.0")) == 6
                });
                chance.word = six;
            }
            Some(Cheat::DropsWord) => chance.word = None,
            Some(Cheat::OldLink) => {
                shown[other] -= 1;
                chance.link.as_mut().unwrap().link = chains[other].link(shown[other] - 2).unwrap().to_owned();
            }
            Some(Cheat::OwnChainForFrench) => {
                let link = forged.link(1).unwrap().to_owned();
                chance.link = Some(Link { seat: "French".to_owned(), anchor: Some(forged.seal().to_owned()), link });
            }
            Some(Cheat::OwnLink) => {
                shown[other] -= 1;
                shown[mine] += 1;
                let link = chains[mine].link(shown[mine]).unwrap().to_owned();
                chance.link = Some(Link { seat: seat.to_owned(), anchor: None, link });
            }
        }
        let mut dice = FairDice::with(seed, drawn, &chance);
        game.submit(seat, &action, &mut dice).unwrap();
        game.note_chance(chance);
        drawn = dice.drawn();
        if cheat == Some(Cheat::SwapsSeed) && 2 * drawn >= kind.dice {
            seed = OTHER_SEED;
        }
    }
    assert_eq!(cheated, !throughout(cheat), "{cheat:?}");
    Told { record: game.record_with(&DiceNote { commitment: commitment(&SEED), seed: Some(seed) }).unwrap(), notes }
}

/// Whether nothing is done at one throw only.
fn throughout(cheat: Option<Cheat>) -> bool {
    matches!(cheat, None | Some(Cheat::SwapsSeed | Cheat::TriesWords))
}

fn audit(desk: &Desk, told: &Told, args: &[&str]) -> (Option<i32>, String) {
    desk.put("game.rec", &told.record).put("french.notes", &told.notes);
    let back = desk.run(&[&["audit", "game.rec"], args].concat());
    assert_eq!(back.err, "");
    (back.status, back.out)
}

#[test]
fn an_honest_game_is_proved_and_it_is_said_by_whom_its_dice_are() {
    let (desk, told) = (Desk::new(), game(None));
    let pinned = commitment(&SEED);
    // Without anything that was pinned, nobody knows whether the commitment was there from the beginning.
    let (status, out) = audit(&desk, &told, &[]);
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("The record agrees with itself") && !out.contains("Proved"), "{out}");
    for args in
        [&["--commitment", &pinned][..], &["--notes", "french.notes"], &["--notes", "french.notes", "--commitment", &pinned]]
    {
        let (status, out) = audit(&desk, &told, args);
        assert_eq!(status, Some(0), "{out}");
        assert!(
            out.contains("Proved: the seed is the one of the commitment that was pinned, all 40 dice are what they"),
            "{out}"
        );
        assert!(out.contains("  40 by the seed, the word of whoever threw, and the chain of the other side"), "{out}");
    }
    // The same in game notation.
    let notation = desk.well(&["notation", "game.rec"]);
    desk.put("game.txt", &notation);
    assert_eq!(desk.well(&["notation", "game.txt", "--record"]), told.record);
    assert!(desk.well(&["audit", "game.txt", "--notes", "french.notes"]).contains("Proved"));
}

/// Labels in place of numbers are proved as numbers are, and as those of pages that noted no deed with their own words; so are numbers that were noted before
/// there were labels.
#[test]
fn an_honest_game_with_secrets_is_proved_by_labels() {
    let (desk, told) = (Desk::new(), game_of(&HIDDEN, None));
    let labels = told.notes.lines().filter(|line| line.contains("000000 ")).count();
    assert!(labels > 40 && told.notes.contains("\ngave "), "{}", told.notes);
    let without: Vec<String> = told
        .notes
        .lines()
        .map(|line| line.split(' ').take(if line.starts_with("word ") { 4 } else { 9 }).collect::<Vec<_>>().join(" "))
        .collect();
    let numbers = game_of(&Kind { labels: false, ..HIDDEN }, None);
    assert_eq!(numbers.record, told.record);
    for notes in [told.notes, without.join("\n"), numbers.notes] {
        let (status, out) = audit(&desk, &Told { record: told.record.clone(), notes }, &["--notes", "french.notes"]);
        assert!(status == Some(0) && out.contains("Proved") && out.contains("holds what the notes say"), "{out}");
    }
}

#[test]
fn every_cheat_is_found() {
    cheats_are_found(&OPEN);
}

#[test]
fn every_cheat_is_found_where_something_is_hidden() {
    cheats_are_found(&HIDDEN);
    let (status, out) = audit(&Desk::new(), &game_of(&HIDDEN, Some(Cheat::ShiftsNumber)), &["--notes", "french.notes"]);
    assert!(status == Some(1) && out.contains("your word was asked for with another action, or as another die"), "{out}");
}

fn cheats_are_found(kind: &Kind) {
    let desk = Desk::new();
    let with_notes = ["--notes", "french.notes"];
    for (cheat, args, wanted) in [
        (Cheat::AnotherWord, &with_notes[..], "your link was asked for with another word"),
        (Cheat::OldLink, &[], "the link had been shown before"),
        (Cheat::OwnChainForFrench, &with_notes, "it has a link of a chain that is not yours that you did not give"),
        (Cheat::OwnLink, &[], "whoever threw used a link of his own chain"),
        (Cheat::ReplacesWord, &with_notes, "you showed another word for it"),
        (Cheat::LateLink, &with_notes, "you were told another link before you showed your word"),
        (Cheat::SwapsSeed, &[], "NOT what was promised: the seed has the commitment"),
    ] {
        let (status, out) = audit(&desk, &game_of(kind, Some(cheat)), args);
        assert_eq!(status, Some(1), "{cheat:?}: {out}");
        assert!(out.contains("NOT ") && out.contains(wanted), "{cheat:?}: {out}");
    }
    // What is done where something came too late may have been done because it did: then nothing is proved, and nobody accused. Where nothing is hidden nothing
    // is thrown without its word.
    let late = "Not to be proved of one throw: entry ";
    let thrown = "you showed a word for it, and it was thrown without one";
    for (cheat, begins, wanted) in [
        (Cheat::ClaimsAbsence, late, "you gave a link for it; by the record none came within 1.5 seconds"),
        match kind.labels {
            true => (Cheat::DropsWord, late, "you showed a word for it; by the record none came within 10 seconds"),
            false => (Cheat::DropsWord, "NOT as it was played, by the notes: ", thrown),
        },
    ] {
        let told = game_of(kind, Some(cheat));
        let (status, out) = audit(&desk, &told, &with_notes);
        assert_eq!((status, out.contains("NOT ")), (Some(1), begins != late), "{cheat:?}: {out}");
        assert!(out.contains(begins) && out.contains(wanted), "{cheat:?}: {out}");
        let (_, json) = audit(&desk, &told, &[&with_notes[..], &["--json"]].concat());
        let verdict = if begins == late { "missing" } else { "against the notes" };
        assert!(json.contains(&format!("\"verdict\": \"{verdict}\"")) && json.contains("\"proved\": false"), "{json}");
    }
}

#[test]
fn a_seed_that_was_swapped_with_its_commitment_is_found_by_what_was_pinned() {
    let (desk, mut told) = (Desk::new(), game(Some(Cheat::SwapsSeed)));
    // He gives the new commitment as if it had been the first: the dice before do not fit it.
    told.record = told.record.replace(&commitment(&SEED), &commitment(&OTHER_SEED));
    let (status, out) = audit(&desk, &told, &[]);
    assert!(status == Some(1) && out.contains("NOT what was promised: entry "), "{out}");
    // With a seed that fits them by luck, only what was pinned tells.
    let told = Told {
        record: whole_game(OTHER_SEED),
        notes: format!("grognard notes 1\nseat French\ncommitment {}\n", commitment(&SEED)),
    };
    let (status, out) = audit(&desk, &told, &[]);
    assert!(status == Some(0) && out.contains("agrees with itself") && !out.contains("Proved"), "{out}");
    assert!(out.contains("  12 by the host's seed alone: the host knew them before"), "{out}");
    for args in [&["--commitment", &commitment(&SEED)][..], &["--notes", "french.notes"]] {
        let (status, out) = audit(&desk, &told, args);
        assert!(status == Some(1) && out.contains("says that the commitment was"), "{out}");
    }
}

/// A game of twelve dice without words, as they were played before.
fn whole_game(seed: [u8; 32]) -> String {
    let (mut picks, mut dice) = (SeededDice::new(5), FairDice::new(seed, 0));
    let mut game = grognard_shelf::open("eylau", &[], &mut dice).unwrap();
    while dice.drawn() < 12 {
        let seat = game.to_decide().unwrap();
        let actions = game.actions();
        game.submit(seat, &actions[picks.below(actions.len() as u32) as usize], &mut dice).unwrap();
    }
    game.record_with(&DiceNote { commitment: commitment(&seed), seed: Some(seed) }).unwrap()
}

/// The host tries seeds until the first dice are all sixes, and foresees all others. As soon as somebody brings a word or a link that
/// he does not know beforehand, neither is of any use.
#[test]
fn tried_seeds_and_foreseen_dice_are_of_no_use_against_words() {
    let rolls = |seed: [u8; 32], chance: &Chance, n: usize| {
        let mut dice = FairDice::with(seed, 0, chance);
        (0..n).map(|_| dice.roll(6, Case("0.0"))).collect::<Vec<u8>>()
    };
    let nothing = Chance::default();
    let mut tries = SeededDice::new(1);
    let seeds = std::iter::repeat_with(|| std::array::from_fn::<u8, 32, _>(|_| tries.bits() as u8));
    let lucky = seeds.into_iter().find(|seed| rolls(*seed, &nothing, 4) == [6; 4]).unwrap();
    let mut counts = [0u32; 6];
    let mut foreseen = 0;
    for n in 0..600u32 {
        let word = chance::seal(&n.to_string());
        let (with_word, link) =
            (Chance { word: Some(word.clone()), link: None }, Link { seat: "Allied".into(), anchor: None, link: word });
        for chance in [with_word, Chance { word: None, link: Some(link) }] {
            let faces = rolls(lucky, &chance, 4);
            counts[usize::from(faces[0]) - 1] += 1;
            foreseen += u32::from(faces == [6; 4]);
        }
    }
    assert!(foreseen <= 6, "the four sixes come as seldom as any four: {foreseen} of 1200");
    assert!(counts.iter().all(|&n| (140..260).contains(&n)), "every face comes: {counts:?}");
}

/// What the host can do without being found: the audit says of how many dice, and that he could.
#[test]
fn dice_that_the_host_could_choose_are_counted_and_called_so() {
    let desk = Desk::new();
    let mut tries = SeededDice::new(1);
    let mut seeds = std::iter::repeat_with(|| std::array::from_fn::<u8, 32, _>(|_| tries.bits() as u8));
    let lucky = seeds.find(|&seed| (1..=4).all(|die| FairDice::new(seed, 0).die(die, 6) == 6)).unwrap();
    let told = Told { record: whole_game(lucky), notes: String::new() };
    let (status, out) = audit(&desk, &told, &["--commitment", &commitment(&lucky)]);
    assert!(status == Some(0) && out.contains("Proved"), "{out}");
    let said = "  12 by the host's seed alone: the host knew them before, and may have tried seeds until he liked them\n";
    assert!(out.contains(said), "{out}");
    // He says that French was away, and looks for a word that gives him a six.
    let told = game(Some(Cheat::TriesWords));
    let (status, out) = audit(&desk, &told, &["--notes", "french.notes"]);
    assert!(status == Some(0) && out.contains("Proved"), "{out}");
    let said =
        " by the seed and the word of whoever threw: the host could not choose or foresee them, unless he threw them himself\n";
    let counts: Vec<usize> = out.lines().filter_map(|line| format!("{line}\n").strip_suffix(said)?.trim().parse().ok()).collect();
    let (_, allied) = out.split_once("\nAllied: ").unwrap();
    assert!(matches!(counts[..], [n] if n > 4 && allied.starts_with(&format!("{n} dice "))), "{out}");
}

/// What standing orders throw has no word. They accuse nobody, but only if the player noted that he gave them, and if they answer what was played.
#[test]
fn standing_orders_excuse_what_they_answer_and_nothing_else() {
    let desk = Desk::new();
    let with_notes = ["--notes", "french.notes"];
    let told = game_of(&ORDERED, None);
    let (status, out) = audit(&desk, &told, &with_notes);
    assert!(status == Some(0) && out.contains("Proved") && out.contains("holds what the notes say"), "{out}");
    assert!(out.contains("Thrown without a word of yours, as your standing orders answer: entry "), "{out}");
    assert!(out.contains("could choose or foresee them, unless the host is the other side\n"), "{out}");
    let claimed = game_of(&ORDERED, Some(Cheat::ClaimsOrders));
    let given = "\norders French 0 fire always; carre always\n";
    assert!(told.notes.contains(given));
    let noted = |line: &str| Told { record: told.record.clone(), notes: told.notes.replace(given, line) };
    for told in [
        claimed,
        noted("\n"),
        noted("\norders French 0 pounce always\n"),
        noted("\norders French 99999 fire always; carre always\n"),
    ] {
        let (status, out) = audit(&desk, &told, &with_notes);
        assert!(status == Some(1) && out.contains("it was thrown for you without a word of yours"), "{out}");
    }
}

/// Somebody goes away, the other side abandons the game, and the host never tells the seed.
#[test]
fn a_seed_that_is_withheld_at_the_end_is_found() {
    use grognard_engine::closing::Way;
    let desk = Desk::new();
    let promised = DiceNote { commitment: commitment(&SEED), seed: None };
    let mut game = grognard_shelf::load("r", &whole_game(SEED)).unwrap();
    let running = game.record_with(&promised).unwrap();
    game.close("French", Way::Abandoned).unwrap();
    let over = game.record_with(&promised).unwrap();
    for (record, verdict, wanted) in [
        (running, "not yet", "it is told only when the game is over"),
        (over, "withheld", "NOT what was promised: the game is over, and the seed that was promised with it was withheld."),
    ] {
        let told = Told { record, notes: String::new() };
        let (status, out) = audit(&desk, &told, &[]);
        assert!(status == Some(1) && out.contains(wanted), "{out}");
        let (_, json) = audit(&desk, &told, &["--json"]);
        assert!(json.contains(&format!("\"verdict\": \"{verdict}\"")), "{json}");
    }
}

#[test]
fn an_action_that_was_exchanged_is_found() {
    // At Eylau nothing else throws where a die is thrown, so the record is rewritten by hand.
    let (desk, told) = (Desk::new(), game(None));
    let gave = told.notes.lines().find(|line| line.starts_with("gave ")).unwrap();
    let deed = gave.split(' ').nth(3).unwrap();
    let other = chance::deed(&SEED, 1, "Allied", "target 1411");
    let told = Told { notes: told.notes.replace(deed, &other), record: told.record };
    let (status, out) = audit(&desk, &told, &["--notes", "french.notes"]);
    assert!(status == Some(1) && out.contains("your link was asked for with another action"), "{out}");
}

#[test]
fn notes_that_cannot_be_read_are_refused_in_one_line() {
    let (desk, told) = (Desk::new(), game(None));
    desk.put("game.rec", &told.record);
    for (text, wanted) in [
        ("", "x.notes:1: not the notes of a player"),
        ("grognard notes 1\ngave x", "x.notes:2: expected `seat`"),
        ("grognard notes 1\ncommitment 12", "x.notes:2: \"12\": expected 64 lower-case"),
        ("grognard notes 1\nword 12 0 -", "x.notes:2: \"12\": expected 64 lower-case"),
    ] {
        desk.put("x.notes", text);
        let back = desk.run(&["audit", "game.rec", "--notes", "x.notes"]);
        assert_eq!((back.status, back.out.as_str()), (Some(2), ""), "{back:?}");
        assert!(back.err.contains(wanted) && back.err.lines().count() == 1, "{}", back.err);
    }
    let back = desk.run(&["audit", "game.rec", "--commitment", "12"]);
    assert!(back.status == Some(2) && back.err.contains("--commitment: \"12\": expected 64"), "{back:?}");
}

#[test]
fn a_game_that_was_resigned_or_abandoned_says_so_in_every_form() {
    use grognard_engine::closing::Way;
    let desk = Desk::new();
    for (way, verdict) in [
        (Way::Resigned, "French resigned"),
        (Way::Abandoned, "Abandoned by French, without a winner"),
        (Way::Agreed, "Abandoned by agreement, without a winner"),
    ] {
        let mut game = grognard_shelf::load("r", &whole_game(SEED)).unwrap();
        game.close("French", way).unwrap();
        assert!(game.close("Allied", Way::Resigned).is_err(), "over is over");
        assert_eq!((game.undo_to(0), game.actions(), game.to_decide()), (0, vec![], None));
        let ending = game.pending().unwrap_err();
        assert_eq!(ending.winner.as_deref(), (way == Way::Resigned).then_some("Allied"));
        let (record, notation) = (game.record().unwrap(), game.notation().unwrap());
        assert!(record.contains(&format!("\nover {} French\nend ", way.word())) && notation.contains(verdict), "{record}");
        desk.put("game.rec", &record).put("game.txt", &notation);
        for file in ["game.rec", "game.txt"] {
            let out = desk.well(&["replay", file]);
            assert!(out.contains(&format!("Over: {verdict}\n")), "{out}");
            assert!(desk.well(&["audit", file, "--commitment", &commitment(&SEED)]).contains("Proved"));
        }
        assert_eq!(desk.well(&["notation", "game.txt", "--record"]), record);
        // Before its end it goes on as it did.
        assert!(!desk.well(&["replay", "game.rec", "--to", "3"]).contains("Over"));
        for (from, to) in [(" French\nend", " Prussian\nend"), ("over ", "over never-"), ("\nend ", "\nback 1\nend ")] {
            desk.put("bad.rec", record.replace(from, to));
            let back = desk.run(&["replay", "bad.rec"]);
            assert!(back.status == Some(2) && back.err.lines().count() == 1, "{back:?}");
        }
    }
}
