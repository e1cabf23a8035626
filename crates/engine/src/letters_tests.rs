//! Mail files as they should be, and mutilated in every way, with sums that fit.

use super::*;
use crate::chain::Chain;
use proptest::prelude::*;

fn entry(seat: &str, action: &str, rolls: &[u8]) -> RawEntry {
    RawEntry { line: 0, seat: seat.to_owned(), action: action.to_owned(), rolls: rolls.to_vec(), check: 7, chance: None }
}

/// Four letters: two seals, a throw by Red, its answer and a throw by Blue; and a fifth that answers this one.
fn example() -> String {
    let (red, blue) = (Chain::new(&[1; 32]), Chain::new(&[2; 32]));
    let link = |chain: &Chain, n: usize| chain.link(n).unwrap().to_owned();
    let by = |seat: &str| Letter { by: seat.to_owned(), ..Letter::default() };
    let header = Header {
        rulebook: "book".to_owned(),
        revision: 1,
        game: "skirmish".to_owned(),
        options: vec![("fog".to_owned(), "on".to_owned())],
        deal: Vec::new(),
    };
    let mut text = begin(&header, &Letter { seal: Some(red.seal().to_owned()), ..by("Red") });
    let throw = |link: String, number: usize, seat: &str, action: &str| {
        Some(Throw { line: 0, link, number, seat: seat.to_owned(), action: action.to_owned() })
    };
    for letter in [
        Letter { seal: Some(blue.seal().to_owned()), said: vec!["Good luck.".to_owned()], ..by("Blue") },
        Letter { entries: vec![entry("Red", "move A 0101", &[])], throw: throw(link(&red, 1), 2, "Red", "fire B"), ..by("Red") },
        Letter {
            answer: Some(link(&blue, 1)),
            entries: vec![entry("Red", "fire B", &[4, 6]), entry("Blue", "flee", &[])],
            throw: throw(link(&blue, 2), 4, "Blue", "fire A"),
            ..by("Blue")
        },
        Letter { answer: Some(link(&red, 2)), entries: vec![entry("Blue", "fire A", &[1])], ..by("Red") },
    ] {
        text = read("m", &text).unwrap().with(&letter);
    }
    text
}

/// The same text with sums that fit.
fn resummed(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        if line.starts_with("sum ") {
            out = format!("{out}sum {}\n", hex(&Sha256::digest(out.as_bytes())));
        } else {
            out = format!("{out}{line}\n");
        }
    }
    out
}

#[test]
fn what_is_written_is_read() {
    let text = example();
    let mail = read("m", &text).unwrap();
    assert_eq!(mail.text(), text);
    assert_eq!((mail.letters.len(), mail.played(), mail.throws()), (5, 4, 2));
    let (red, blue) = (Chain::new(&[1; 32]), Chain::new(&[2; 32]));
    let pair = |n: usize| Pair { first: red.link(n).unwrap().to_owned(), second: blue.link(n).unwrap().to_owned() };
    assert_eq!(mail.pairs(), [pair(1), pair(2)]);
    assert_eq!(mail.id(), red.seal());
    assert_eq!(mail.letters[1].said, ["Good luck."]);
    let raw = mail.raw();
    assert_eq!(
        raw.entries.iter().map(|entry| entry.action.as_str()).collect::<Vec<_>>(),
        ["move A 0101", "fire B", "flee", "fire A"]
    );
    assert_eq!(raw.header.options, [("fog".to_owned(), "on".to_owned())]);
    assert_eq!(resummed(&text), text);
}

#[test]
fn what_mail_programs_do_to_a_text_does_no_harm() {
    let text = example();
    let crlf = format!("\r\n{}\r\n\r\n", text.replace('\n', "  \r\n"));
    assert_eq!(read("m", &crlf).unwrap().text(), text);
    let remarks = format!("// from a friend\n{}", text.replace("letter 3", "// here it comes\n\nletter 3"));
    assert_eq!(read("m", &remarks).unwrap().text(), text);
}

#[test]
fn any_change_is_seen_in_the_sum() {
    let text = example();
    for (from, to, letter) in
        [("option fog on", "option fog off", 1), ("luck", "grief", 2), ("0101", "0102", 3), ("= 4 6", "= 6 6", 4)]
    {
        let fault = read("m", &text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(fault.contains(&format!("the sum of letter {letter} is not that of the lines above it")), "{fault}");
    }
}

/// Somebody changes the file and makes new sums for it.
#[test]
fn with_new_sums_what_is_wrong_is_wrong_all_the_same() {
    let text = example();
    let line = |begin: &str, nth: usize| text.lines().filter(|line| line.starts_with(begin)).nth(nth).unwrap().to_owned();
    let (seal_a, seal_b) = (line("seal", 0), line("seal", 1));
    let (throw_a, throw_b, answer_a, answer_b) = (line("throw", 0), line("throw", 1), line("answer", 0), line("answer", 1));
    let without = |text: &str| format!("{text}\n");
    for (from, to, wanted) in [
        ("letter 2 Blue".to_owned(), "letter 2 Red", "both letters are from the same player"),
        ("letter 3 Red".to_owned(), "letter 3 Blue", "it is not from Red, whose turn it was"),
        ("letter 3 Red".to_owned(), "letter 4 Red", "expected `letter 3 SEAT`"),
        ("letter 3 Red".to_owned(), "letter 3 Red Rose", "expected `letter 3 SEAT`"),
        (without(&seal_a), "", "letter 1 (line 5): its writer's seal is missing"),
        (without(&seal_b), "", "letter 2 (line 8): its writer's seal is missing"),
        (seal_b.clone(), &seal_a, "both players have the same seal"),
        ("letter 3 Red".to_owned(), &format!("letter 3 Red\nseal {}", "0".repeat(64)), "a player's seal cannot be changed"),
        (without(&answer_a), "", "the answer to the throw of the letter before is missing"),
        (without(&throw_a), "", "it answers a throw that nobody has made"),
        (answer_a.clone(), &answer_b, "the link does not belong to the chain that was sealed"),
        (throw_a[..70].to_owned(), &throw_b[..70], "the link does not belong to the chain that was sealed"),
        (throw_b[..70].to_owned(), &format!("throw {}", &answer_a[7..]), "the link does not belong to the chain that was sealed"),
        (throw_a[..70].to_owned(), "throw x", "expected 64 lower-case hexadecimal digits"),
        ("2 Red fire B\n".to_owned(), "3 Red fire B\n", "the throw is numbered \"3\", expected 2"),
        ("2 Red fire B\n".to_owned(), "2 Blue fire B\n", "thrown for Blue, but the letter is from Red"),
        ("2 Red fire B\n".to_owned(), "2 Red\n", "expected `throw LINK NUMBER SEAT ACTION`"),
        ("2 Red fire B =".to_owned(), "2 Red fire C =", "thrown for was Red fire B, not this"),
        ("fire B = 4 6".to_owned(), "fire B", "the dice are missing"),
        ("3 Blue flee".to_owned(), "3 Red flee", "played for Red, but the letter is from Blue"),
        ("3 Blue flee".to_owned(), "3 Blue flee = 3", "dice that were not thrown together"),
        ("3 Blue flee".to_owned(), "4 Blue flee", "numbered \"4\", expected 3"),
        ("1 Red move".to_owned(), "retreat", "has no place here; expected the sum of letter 3"),
        ("game skirmish".to_owned(), "gone", "expected `game NAME`"),
        ("rulebook book 1".to_owned(), "rulebook book", "expected `rulebook NAME REVISION`"),
        ("option fog on".to_owned(), "option fog", "expected `option NAME VALUE`"),
        ("grognard mail 1".to_owned(), "grognard mail 2", "mail format 2 is not known here"),
        ("grognard mail 1".to_owned(), "grognard male 1", "not a mail file"),
    ] {
        assert!(text.contains(&from), "{from}");
        let fault = match read("m", &resummed(&text.replacen(&from, to, 1))) {
            Ok(_) => panic!("{from:?} to {to:?} is not noticed"),
            Err(fault) => fault.to_string(),
        };
        assert!(fault.contains(wanted) && fault.lines().count() == 1, "{fault:?} should hold {wanted:?}");
    }
}

#[test]
fn the_first_letter_only_invites() {
    let text = example();
    let first = text[..text.find("letter 2").unwrap()].to_owned();
    for line in ["1 Red move A 0101 #00000007".to_owned(), format!("throw {} 1 Red fire", Chain::new(&[1; 32]).link(1).unwrap())]
    {
        let fault = read("m", &resummed(&first.replace("sum ", &format!("{line}\nsum ")))).unwrap_err().to_string();
        assert!(fault.contains("the first letter only invites"), "{fault}");
    }
}

#[test]
fn a_file_that_breaks_off_is_an_older_letter_or_no_letter() {
    let text = example();
    let lines: Vec<&str> = text.lines().collect();
    for n in 0..lines.len() {
        let cut = lines[..n].iter().map(|line| format!("{line}\n")).collect::<String>();
        match read("m", &cut) {
            Ok(mail) => assert!(lines[n - 1].starts_with("sum ") && text.starts_with(mail.text())),
            Err(fault) => assert!(fault.to_string().contains("the file breaks off; expected"), "{n}: {fault}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_is_in_it_the_answer_is_one_line(edits in prop::collection::vec((any::<prop::sample::Index>(), 0..12usize, "[ -~\\n]{0,8}"), 1..4), sums in any::<bool>()) {
        // Chains are dear, so they are made once.
        static EXAMPLE: std::sync::LazyLock<String> = std::sync::LazyLock::new(example);
        let mut text = EXAMPLE.clone();
        for (at, drop, put) in edits {
            let at = at.index(text.len());
            let end = (at + drop).min(text.len());
            text.replace_range(at..end, &put);
        }
        if sums {
            text = resummed(&text);
        }
        match read("m", &text) {
            Ok(mail) => prop_assert!(read("m", mail.text()).is_ok_and(|again| again.text() == mail.text())),
            Err(fault) => prop_assert_eq!(fault.to_string().lines().count(), 1),
        }
    }

    #[test]
    fn so_it_is_with_any_text(text in "(grognard mail 1\n)?(rulebook a 1\n)?(game b\n)?(letter 1 A\n)?(\\PC|\n){0,80}") {
        if let Err(fault) = read("m", &text) {
            prop_assert_eq!(fault.to_string().lines().count(), 1);
        }
    }
}
