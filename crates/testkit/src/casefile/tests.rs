use super::*;
use crate::mock::Skirmish;
use proptest::prelude::*;

const GOOD: &str = r#"
# A remark.
case 1.2 1.3 "Marches lead to free adjacent hexes"
game skirmish
unit R1 @0201
unit R2 @0101    # another remark
unit B1 @0401
chief R1
no 1.2 0402: march R1 0402
no 1.3 "is held": march R1 0101
no 1.0 B1 "the other side": march B1 0301
expect options march R2 = 0102
expect option march R1 0301
expect no option march R1 0401
expect no forecast
do Red: march R1 0301
expect R1 at 0301
expect R1 badge acted
expect R1 badge chief
expect B1 no badge acted
expect B2 lost
expect log "R1 to 0301"
expect no log "lost"
no 1.1 R1: attack R1 B1
expect no duty
do end
expect decision Blue 1.0
expect duty 3.1 "B1"
expect turn "Turn 1"
no 3.1 B1: end

case 2.2 2.3 "A target stands or withdraws"
game skirmish
turn 2
unit R1 @0201
unit B1 @0301
dice 5
do attack R1 B1
expect decision Blue 2.2
expect mark target 0301
expect column "one die"
expect result "target lost" 1/3
expect result "both hold" 3/6
expect result nonsense 0
expect fate B1 lost 0..2/6
expect reckoning "R1 on B1"
expect options withdraw = 0302 0401
expect options = 3
expect position "skirmish 2 Red 0201,-,0301,- x... R1,B1 R1xB1"
do Blue: stand
expect over "Red wins"
expect no mark target 0301
expect B1 off "lost"
expect track "Red points" 4
"#;

fn run_text(text: &str) -> Result<FileReport, DataError> {
    run::<Skirmish>("t.case", text)
}

#[test]
fn a_good_file_passes_and_reports() {
    let report = run_text(GOOD).unwrap();
    assert!(report.passed, "{:#?}", report.failures());
    assert_eq!(report.cases.len(), 2);
    assert_eq!(report.cases[0].cases, ["1.2", "1.3"]);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["cases"][1]["played"][1]["events"][0]["event"], "rolled");
    assert_eq!(json["cases"][1]["played"][1]["dice"][0], 5);
    assert_eq!(json["cases"][1]["board"]["counters"][2]["off_map"], "lost");
}

/// Each line on its own turned wrong fails at its own line and says what was found.
#[test]
fn failures_name_line_and_finding() {
    for (from, to, line, found) in [
        ("no 1.2 0402: march R1 0402", "no 1.3 0402: march R1 0402", 9, "[1.2]"),
        ("no 1.2 0402: march R1 0402", "no 1.2 0401: march R1 0402", 9, "hex 0402"),
        (r#"no 1.3 "is held": march R1 0101"#, "no 1.3: march R1 0301", 10, "accepted"),
        (r#"no 1.3 "is held": march R1 0101"#, "no 1.3: fly R1 0101", 10, "cannot be read"),
        (r#"no 1.3 "is held""#, r#"no 1.3 "is free""#, 10, "the hex is held"),
        (r#"B1 "the other side""#, r#"B1 "nobody""#, 11, "the unit belongs to the other side"),
        ("options march R2 = 0102", "options march R2 = 0102 0202", 12, "found 0102"),
        ("option march R1 0301", "option march R1 0401", 13, "not adjacent"),
        ("no option march R1 0401", "no option march R1 0301", 14, "among the options"),
        ("no option march R1 0401", "no option fly away", 14, "no action"),
        ("do Red: march R1 0301", "do Blue: march R1 0301", 16, "one of Red"),
        ("do Red: march R1 0301", "do Red: march R1 0401", 16, "[1.2]"),
        ("expect R1 at 0301", "expect R1 at 0201", 17, "found 0301"),
        ("expect R1 at 0301", "expect R9 at 0201", 17, "none of that name"),
        ("expect R1 badge acted", "expect R1 badge tired", 18, "acted"),
        ("expect B1 no badge acted", "expect R1 no badge acted", 20, "acted"),
        ("expect R1 badge chief", "expect R1 in line", 19, "nothing of the kind"),
        ("expect R1 badge chief", "expect R1 faces N", 19, "nothing of the kind"),
        ("expect R1 badge chief", "expect R1 also 0201", 19, "nothing of the kind"),
        ("expect R1 badge chief", "expect R1 left 3", 19, "nothing of the kind"),
        ("expect B2 lost", "expect B1 lost", 21, "found 0401"),
        (r#"expect log "R1 to 0301""#, r#"expect log "R2""#, 22, "R1 to 0301"),
        (r#"expect no log "lost""#, r#"expect no log "R1""#, 23, "R1 to 0301"),
        ("expect decision Blue 1.0", "expect decision Blue 2.0", 27, "[1.0]"),
        ("expect decision Blue 1.0", "expect over", 27, "a decision of Blue"),
        (r#"expect duty 3.1 "B1""#, "expect no duty", 28, "[3.1]"),
        (r#"expect duty 3.1 "B1""#, r#"expect no duty 3.1 "B1""#, 28, "[3.1]"),
        (r#"expect turn "Turn 1""#, r#"expect turn "Turn 9""#, 29, "Turn 1"),
        ("dice 5", "dice 5 6", 37, "6 left over"),
        ("dice 5", "dice 7", 50, "a 7 on a die with 6 faces"),
        ("dice 5", "", 50, "asks for a die"),
        ("expect column \"one die\"", "expect column 2-1", 41, "one die"),
        ("1/3", "1/2", 42, "target lost 2/6"),
        ("result nonsense 0", "result nonsense 1/6", 44, "both hold 3/6"),
        ("0..2/6", "0..1/6", 45, "lost 0/6..2/6"),
        ("fate B1", "fate B2", 45, "only R1 B1"),
        ("expect options = 3", "expect options = 5", 48, "found 3"),
        ("skirmish 2 Red", "skirmish 3 Red", 49, "skirmish 2 Red"),
        (r#"over "Red wins""#, r#"over "draw""#, 51, "Red wins"),
        (r#"expect track "Red points" 4"#, r#"expect track "Red points" 5"#, 54, "found 4"),
        (r#"expect track "Red points" 4"#, r#"expect track "Red point" 4"#, 54, "Blue points"),
    ] {
        let text = GOOD.replacen(from, to, 1);
        assert_ne!(text, GOOD, "{from}");
        let failures = run_text(&text).unwrap_or_else(|why| panic!("{to}: {why}")).failures();
        let wanted = format!("t.case:{line}: expected ");
        assert!(failures[0].starts_with(&wanted), "{to}: {failures:?}");
        assert!(failures[0].contains(found), "{to}: {failures:?}");
        assert!(failures.iter().all(|line| line.lines().count() == 1));
    }
}

#[test]
fn a_file_in_which_no_case_begins_is_refused_in_one_line() {
    for (text, line) in [
        ("", 1),
        ("# nothing", 1),
        ("game skirmish", 1),
        ("case 1.1", 1),
        ("case \"title\"", 1),
        ("case 1.1 title", 1),
        ("case 1,1 \"title\"\ngame skirmish\nexpect over", 1),
        ("game skirmish\ncase 1.1\ngame skirmish\nexpect over", 1),
    ] {
        let why = run_text(text).expect_err(text).to_string();
        let place = format!("t.case: line {line}: ");
        assert!(why.starts_with(&place) && why.lines().count() == 1, "{text:?}: {why}");
    }
}

/// A case that cannot be read fails at the line at fault, and the cases around it are run.
#[test]
fn an_unreadable_case_fails_alone() {
    for (text, line) in [
        ("case 1.1 title\ngame skirmish\nexpect over", 1),
        ("case 1,1 \"title\"\ngame skirmish\nexpect over", 1),
        ("case 1.1 \"title\"\nexpect over", 1),
        ("case 1.1 \"title\"\ngame skirmish", 1),
        ("case 1.1 \"title\"\ngame skirmish\ndice 1", 1),
        ("case 1.1 \"title\"\ngame skirmish\nunit \"R1\nexpect over", 3),
        ("case 1.1 \"title\"\ngame skirmish\nbanana\nexpect over", 3),
        ("case 1.1 \"title\"\ngame skirmish\nunit R9 @0101\nexpect over", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect over\nunit R1 @0101", 4),
        ("case 1.1 \"title\"\ngame skirmish\ndice 0", 3),
        ("case 1.1 \"title\"\ngame skirmish\ndice six", 3),
        ("case 1.1 \"title\"\ngame skirmish\ndo", 3),
        ("case 1.1 \"title\"\ngame skirmish\nno 1.1 march", 3),
        ("case 1.1 \"title\"\ngame skirmish\nno : march", 3),
        ("case 1.1 \"title\"\ngame skirmish\nno 1.1 \"\": march", 3),
        ("case 1.1 \"title\"\ngame skirmish\nno 1.1 \"words: march", 3),
        ("case 1.1 \"title\"\ngame skirmish\nno \"words\": march", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect R1", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect R1 over there", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect result Dr 1/0", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect options = many", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect options march", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect track points", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect no way", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect log \"open", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect view Blue over", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect view : over", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect view Blue:", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect view Blue: over", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect view Blue: option end", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect view Blue: view Red: no forecast", 3),
        ("case 1.1 \"title\"\ngame skirmish\nexpect view Blue: hex 0101 face-down", 3),
        ("case 1.1 \"title\"\ngame skirmish\nno seat Blue:", 3),
        ("case 1.1 \"title\"\ngame skirmish\nno setup", 3),
        ("case 1.1 \"title\"\ngame skirmish\nno setup 1,1", 3),
        ("case 1.1 \"title\"\ngame skirmish\nno setup 1.1\nexpect over", 1),
        ("case 1.1 \"title\"\ngame skirmish\nlimit soon\nexpect over", 3),
        ("case 1.1 \"title\"\ngame skirmish\nlimit 0\nexpect over", 3),
        ("case 1.1 \"title\"\ngame skirmish\nlimit 601\nexpect over", 3),
    ] {
        let before = GOOD.lines().count();
        let report = run_text(&format!("{GOOD}{text}\n{GOOD}")).unwrap_or_else(|why| panic!("{text:?}: {why}"));
        let passed: Vec<bool> = report.cases.iter().map(|case| case.passed).collect();
        assert_eq!(passed, [true, true, false, true, true], "{text:?}: {:#?}", report.failures());
        assert!(!report.passed && report.cases[2].board.is_none());
        let failures = report.failures();
        let place = format!("t.case:{}: expected a ", before + line);
        assert!(
            failures.len() == 1 && failures[0].starts_with(&place) && failures[0].lines().count() == 1,
            "{text:?}: {failures:?}"
        );
    }
}

/// Every line of a case that cannot be read is told; what it lacks besides is not, for the line may have been meant for it.
#[test]
fn faults_of_a_case_are_told_together() {
    let report = run_text("case 1.1 \"t\"\ngame skirmish \"x\nexpect banana\ndice six\nexpect over").unwrap();
    let failures = report.failures();
    assert_eq!(report.cases.len(), 1);
    let starts = ["t.case:2: ", "t.case:3: ", "t.case:4: "];
    assert!(failures.len() == 3 && failures.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{failures:?}");
    assert!(failures[0].contains("a double quote is not closed"), "{failures:?}");
}

/// What stands before the first case fails by itself, too.
#[test]
fn lines_before_the_first_case_fail_alone() {
    let report = run_text(&format!("game skirmish\nunit R1 @0101{GOOD}")).unwrap();
    let passed: Vec<bool> = report.cases.iter().map(|case| case.passed).collect();
    assert_eq!(passed, [false, true, true], "{:#?}", report.failures());
    assert!(
        report.failures()[0].starts_with("t.case:1: expected a case that can be read, found expected `case"),
        "{:?}",
        report.failures()
    );
}

/// The rulebook's own words come with the failure, at the line that it names.
#[test]
fn a_refused_set_up_is_told_as_the_rulebook_tells_it() {
    let report = run_text("case 1.3 \"t\"\ngame skirmish\nunit R1 @0201\nunit R2 @0201\nexpect over").unwrap();
    let failures = report.failures();
    assert!(failures[0].starts_with("t.case:4: expected a set-up that can be played, found "), "{failures:?}");
    assert!(failures[0].contains("0201 is taken"), "{failures:?}");
    let case = &parse("t.case", GOOD).unwrap().cases[0];
    let elsewhere = CaseReport::refused(case, &DataError::new("t.case", "units", "none left"));
    assert_eq!((elsewhere.failures[0].line, elsewhere.failures[0].found.as_str()), (3, "units: none left"));
}

const EYES: &str = r#"
case 4.1 "Each side knows its own chief only"
game skirmish
limit 30
unit R1 @0201
unit R2 @0101
unit B1 @0401
chief R1
no seat Blue: march R1 0301
expect view Red: R1 badge chief
expect view Blue: R1 no badge chief
expect view onlooker: R1 no badge chief
expect view Blue: hex 0201 shows R1
expect view Blue: hex 0301 empty
expect view Blue: no unit R3
expect view Blue: options = 0
expect view Red: options = 6
expect view Blue: no forecast
do march R1 0301
expect view Blue: log "R1 to 0301"
expect view Blue: no log "chief"
expect view Blue: turn "Turn 1"

case 1.3 "Two in one hex"
game skirmish
unit R1 @0201
unit R2 @0201
no setup 1.3 "0201"
"#;

#[test]
fn what_others_see_and_may_not_do_is_told() {
    let report = run_text(EYES).unwrap();
    assert!(report.passed, "{:#?}", report.failures());
    assert!(report.cases[1].board.is_none() && report.cases[0].board.is_some());
    let parsed = parse("t.case", EYES).unwrap();
    assert_eq!(parsed.cases.iter().map(|case| case.limit).collect::<Vec<_>>(), [30, USUAL_LIMIT]);
    let long = CaseReport::too_long(&parsed.cases[0]);
    assert!(!long.passed && long.failures[0].to_string().contains("within 30 s"), "{:?}", long.failures);
    let broken = CaseReport::panicked(&parsed.cases[0], "no such hex");
    assert!(!broken.passed && broken.failures[0].to_string().contains("a panic: no such hex"), "{:?}", broken.failures);
}

/// Each of these lines turned wrong fails at its own line, too.
#[test]
fn failures_of_views_name_line_and_finding() {
    for (from, to, line, found) in [
        ("no seat Blue: march R1", "no seat Red: march R1", 9, "accepted"),
        ("no seat Blue: march R1 0301", "no seat Green: march R1 0301", 9, "only Red, Blue"),
        ("no seat Blue: march R1 0301", "no seat Blue: fly away", 9, "cannot be read"),
        ("Red: R1 badge chief", "Blue: R1 badge chief", 10, "no badge"),
        ("view Blue: R1 no badge chief", "view Red: R1 no badge chief", 11, "chief"),
        ("view onlooker:", "view Green:", 12, "onlooker"),
        ("hex 0201 shows R1", "hex 0201 shows R2", 13, "found R1"),
        ("hex 0201 shows R1", "hex 0201 hidden", 13, "found R1"),
        ("hex 0201 shows R1", "hex 0301 hidden", 13, "nothing there"),
        ("hex 0301 empty", "hex 0401 empty", 14, "found B1"),
        ("no unit R3", "no unit R1", 15, "0201"),
        ("view Blue: options = 0", "view Blue: options = 6", 16, "found 0"),
        ("log \"R1 to", "log \"R2 to", 20, "R1 to 0301"),
        ("no log \"chief", "no log \"R1", 21, "R1 to 0301"),
        ("turn \"Turn 1", "turn \"Turn 2", 22, "Turn 1"),
        ("unit R2 @0201", "unit R2 @0202", 28, "accepted"),
        ("no setup 1.3", "no setup 9.9", 28, "0201 is taken"),
        ("no setup 1.3 \"0201\"", "no setup \"0202\"", 28, "0201 is taken"),
    ] {
        let text = EYES.replacen(from, to, 1);
        assert_ne!(text, EYES, "{from}");
        let failures = run_text(&text).unwrap_or_else(|why| panic!("{to}: {why}")).failures();
        let wanted = format!("t.case:{line}: expected ");
        assert!(failures.first().is_some_and(|first| first.starts_with(&wanted)), "{to}: {failures:?}");
        assert!(failures[0].contains(found), "{to}: {failures:?}");
    }
}

/// What a careless hand may do to a file: lines lost, doubled or swapped; characters changed.
fn mangled() -> impl Strategy<Value = String> {
    (prop::collection::vec((0..3u8, any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<char>()), 1..8)).prop_map(
        |edits| {
            let mut text: Vec<char> = GOOD.chars().collect();
            for (kind, a, b, c) in edits {
                let (a, b) = (a.index(text.len()), b.index(text.len()));
                match kind {
                    0 => text[a] = c,
                    1 => text.swap(a, b),
                    _ => drop(text.drain(a.min(b)..(a.min(b) + 5).min(a.max(b)))),
                }
            }
            text.into_iter().collect()
        },
    )
}

/// The repository's settings for cargo name the seed of all such inputs; without them every run would try others.
#[test]
fn the_inputs_are_the_same_in_every_run() {
    let config = ProptestConfig::default();
    assert_ne!(config.rng_seed, proptest::test_runner::RngSeed::Random, "is .cargo/config.toml read?");
    assert!(config.failure_persistence.is_none());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gets_an_answer_in_one_line(text in "\\PC{0,200}") {
        if let Err(why) = run_text(&text) {
            prop_assert_eq!(why.to_string().lines().count(), 1);
        }
    }

    #[test]
    fn any_bytes_get_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = run_text(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_mangled_file_gets_an_answer(text in mangled()) {
        match run_text(&text) {
            Err(why) => prop_assert_eq!(why.to_string().lines().count(), 1),
            Ok(report) => prop_assert!(report.failures().iter().all(|line| line.lines().count() <= 1)),
        }
    }

    #[test]
    fn any_expectation_gets_an_answer(words in prop::collection::vec("[a-zA-Z0-9./=\"-]{0,6}|expect|no|option|options|fate|result|do|dice|=", 0..8)) {
        let text = format!("case 1.1 \"t\"\ngame skirmish\nunit R1 @0101\nunit B1 @0201\n{}\nexpect {0}", words.join(" "));
        if let Err(why) = run_text(&text) {
            prop_assert_eq!(why.to_string().lines().count(), 1);
        }
    }
}
