//! The shelf, tried with the little skirmish.

use grognard_engine::dice::SeededDice;
use grognard_shelf::*;
use proptest::prelude::*;

fn skirmish(seed: u64) -> (Box<dyn Match>, SeededDice) {
    let mut dice = SeededDice::new(seed);
    let game = open("skirmish", &[], &mut dice).unwrap();
    (game, dice)
}

/// A whole random game, played through the typed door.
fn finished(seed: u64) -> Box<dyn Match> {
    let (mut game, mut dice) = skirmish(seed);
    while let Ok(pending) = game.pending() {
        let options = game.options();
        let pick = options[dice.below(options.len() as u32) as usize].text.clone();
        game.submit(&pending.seat, &pick, &mut dice).unwrap();
    }
    game
}

#[test]
fn a_game_by_words_only() {
    let (mut game, mut dice) = skirmish(1);
    let pending = game.pending().unwrap();
    assert_eq!((pending.seat.as_str(), pending.case.as_str()), ("Red", "1.0"));
    let refused = game.submit("Blue", "end", &mut dice).unwrap_err();
    assert_eq!((refused.kind.as_str(), refused.line.as_str()), ("not yours", "the decision belongs to Red"));
    assert_eq!(game.submit("Nobody", "end", &mut dice).unwrap_err().kind, "unreadable");
    let refused = game.submit("Red", "march R1 0401", &mut dice).unwrap_err();
    assert_eq!(
        (refused.kind.as_str(), refused.case.as_deref(), refused.at),
        ("illegal", Some("1.2"), Some(Thing::Hex("0401".to_owned())))
    );
    assert_eq!(refused.action.as_deref(), Some("march R1 0401"));
    assert_eq!(game.played(), 0);
    let done = game.submit("Red", "march R1 0201", &mut dice).unwrap();
    assert_eq!((done.entry, done.log[0].text.as_str()), (1, "R1 to 0201"));
    assert_eq!(game.undo(), Ok("march R1 0201".to_owned()));
    assert_eq!(game.undo(), Err("nothing has been played yet"));
    assert!(game.options().iter().any(|choice| choice.text == "end" && choice.at == Spot::Button("End".to_owned())));
}

#[test]
fn a_command_is_played_whole_or_not_at_all() {
    let (mut game, mut dice) = skirmish(1);
    let before = game.position();
    assert_eq!(game.why("march R1 0201 then march R2 0101").unwrap().len(), 2);
    assert_eq!(game.position(), before);
    let refused = game.command("march R1 0201 then march R2 0401", &mut dice).unwrap_err();
    assert_eq!((refused.case.as_deref(), game.position()), (Some("1.2"), before.clone()));
    assert_eq!(game.command("march R1 0201 then march R2 0101", &mut dice).unwrap().len(), 2);
    assert_ne!(game.position(), before);
}

#[test]
fn a_die_that_was_seen_stays() {
    let mut game = load("p", "skirmish 1 Blue 0201,0102,0301,0402 x... R1,B1 R1xB1").unwrap();
    // The target stands, which rolls; what follows is not allowed.
    let refused = game.command("stand then march R1 0101", &mut SeededDice::new(3)).unwrap_err();
    assert!(refused.case.is_some());
    assert_eq!(game.played(), 1);
    assert_eq!(game.undo(), Err("dice have been rolled"));
    assert!(game.record().is_err() && game.notation().is_err());
}

#[test]
fn what_has_come_to_light_stays() {
    let (mut game, mut dice) = skirmish(1);
    game.command("march R1 0201 then end", &mut dice).unwrap();
    // The first unit comes up to the enemy; what follows is not allowed.
    let refused = game.command("march B1 0301 then march B2 0101", &mut dice).unwrap_err();
    assert!(refused.case.is_some(), "{}", refused.line);
    assert_eq!(game.played(), 3);
    assert_eq!(game.undo(), Err("what was hidden has been seen"));
}

#[test]
fn a_view_keeps_the_other_sides_secrets() {
    for seed in 0..10 {
        let game = finished(seed);
        for at in (0..game.played()).step_by(3) {
            for seat in [None, Some("Red"), Some("Blue"), Some("Umpire")] {
                let view = game.view(seat, Some(at));
                let knows: Vec<_> = view
                    .board
                    .counters
                    .iter()
                    .filter(|c| c.hex.is_some() && c.badges.iter().any(|badge| badge == "chief"))
                    .collect();
                assert!(knows.iter().all(|counter| Some(counter.side.as_str()) == seat), "{seat:?} knows {knows:?}");
                assert!(view.choices.is_empty() && view.ending.is_none());
            }
        }
        assert!(game.view(Some("Red"), None).ending.is_some());
        let (mut game, mut dice) = skirmish(seed);
        let red = game.view(Some("Red"), None);
        let march = red.choices.iter().find(|choice| choice.group == "march").unwrap();
        assert_eq!((march.hex.as_deref(), march.commits), (march.text.split(' ').nth(2), false));
        assert!(game.view(Some("Blue"), None).choices.is_empty() && game.view(None, None).choices.is_empty());
        game.submit("Red", &march.text, &mut dice).unwrap();
        assert!(game.view(Some("Red"), None).undo.can && !game.view(Some("Blue"), None).undo.can);
        assert_eq!(game.overlay("fire", None, None, None).unwrap_err(), "\"fire\" is no overlay; there is posts");
    }
}

#[test]
fn three_forms_lead_to_the_same_position() {
    for seed in 0..20 {
        let game = finished(seed);
        let (record, notation, position) = (game.record().unwrap(), game.notation().unwrap(), game.position());
        assert_eq!(form("f", &record), Ok(Form::Record));
        assert_eq!(form("f", &notation), Ok(Form::Notation));
        assert_eq!(form("f", &position), Ok(Form::Position));
        let mut seen = 0;
        let again = replay("f", &record, None, &mut |happening| {
            assert_eq!(happening.entry, seen);
            seen += 1;
        })
        .unwrap();
        assert_eq!((seen, again.digest()), (game.played() + 1, game.digest()));
        assert_eq!(again.log(None, 0), game.log(None, 0));
        assert_eq!(again.history(0), game.history(0));
        let again = load("f", &notation).unwrap();
        assert_eq!((again.record().unwrap(), again.digest()), (record.clone(), game.digest()));
        assert_eq!(load("f", &position).unwrap().digest(), game.digest());
        let half = replay("f", &notation, Some(3), &mut |_| {}).unwrap();
        assert_eq!(half.played(), 3);
        assert!(replay("f", &record, Some(999), &mut |_| {}).is_err_and(|why| why.place == "entry 999"));
    }
}

#[test]
fn bad_files_get_one_line() {
    let record = finished(4).record().unwrap();
    let lines: Vec<&str> = record.lines().collect();
    let cut = lines[..lines.len() / 2].join("\n");
    for text in [
        "",
        "\n\n",
        "// nothing",
        "banana",
        "two\nlines",
        "\u{0}\u{1}",
        "[Game",
        "grognard record 2",
        &record.replace("skirmish", "borodino"),
        &record.replace("rulebook mock 1", "rulebook mock 2"),
        &record.replace("rulebook mock 1", "rulebook other 1"),
        &record.replace("deal", "option weather on\ndeal"),
        &cut,
        "skirmish 9 Red",
    ] {
        let why = load("file.txt", text).err().unwrap_or_else(|| panic!("{text:?} was read")).to_string();
        assert!(why.starts_with("file.txt: ") && why.lines().count() == 1, "{text:?}: {why}");
    }
    let why = game("borodino").unwrap_err().to_string();
    assert!(why.contains("borodino") && why.contains("eylau"), "{why}");
}

#[test]
fn proofs_work_on_any_game() {
    let stats = fuzz("skirmish", &[], 5).unwrap();
    assert_eq!(stats.seed, 5);
    assert!(fuzz("waterloo", &[], 5).is_err());
    let perft = perft("skirmish", &[], None, 3, grognard_testkit::perft::Rolls::Low).unwrap();
    assert_eq!(perft.counts[0], 4);
    assert_eq!(perft.counts.len(), 3);
    let mut rollouts = rollouts("skirmish", &[]).unwrap();
    assert!(rollouts.game(1).over);
    let text = "case 1.1 \"t\"\ngame skirmish\nunit R1 @0101\nunit B1 @0401\ndo march R1 0201\nexpect R1 at 0201\n";
    assert!(try_case("t.case", text).unwrap().passed);
    let report = try_case("t.case", &format!("{}\n{text}", text.replace("skirmish", "waterloo"))).unwrap();
    assert!(report.failures()[0].starts_with("t.case:2: ") && report.cases[1].passed, "{:?}", report.failures());
}

#[test]
fn every_case_has_a_gist() {
    let rules = rules().unwrap();
    assert!(rules.iter().all(|case| !case.gist.is_empty() && !case.rulebook.is_empty()));
    assert_eq!(gist(Some("art-of-war"), "4.0").unwrap().title, "Moving units");
    assert!(gist(None, "99.99").is_none());
}

/// A record or a notation with a few characters changed.
fn spoilt() -> impl Strategy<Value = (String, String)> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), prop::char::range(' ', '~')), 1..4);
    (0..50u64, any::<bool>(), edits).prop_map(|(seed, as_record, edits)| {
        let game = finished(seed);
        let text = if as_record { game.record() } else { game.notation() }.unwrap_or_default();
        let mut letters: Vec<char> = text.chars().collect();
        for (at, c) in edits {
            let at = at.index(letters.len());
            letters[at] = c;
        }
        (text, letters.into_iter().collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_answered_in_one_line(text in "\\PC{0,200}|\\[\\PC{0,60}\\]|grognard record 1\\n\\PC{0,60}|skirmish \\PC{0,60}") {
        if let Err(why) = load("f", &text) {
            prop_assert_eq!(why.to_string().lines().count(), 1);
        }
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = load("f", &text);
        let _ = try_case("f", &text);
    }

    /// A changed record is refused, or the change meant nothing (a blank, a remark).
    #[test]
    fn a_spoilt_game_is_refused_or_the_same((good, spoilt) in spoilt()) {
        let good = load("f", &good).map(|game| game.digest()).map_err(|why| why.to_string());
        match load("f", &spoilt) {
            Err(why) => prop_assert_eq!(why.to_string().lines().count(), 1),
            Ok(game) => prop_assert_eq!(Ok(game.digest()), good),
        }
    }
}

#[test]
fn each_seat_is_told_what_it_may_know() {
    let (mut game, mut dice) = skirmish(3);
    game.submit("Red", "march R1 0201", &mut dice).unwrap();
    assert!(game.secretive());
    let truth = game.history(0);
    assert_eq!(truth[0].dice.len(), 2, "the umpire knows which chiefs were drawn");
    let chiefs = |told: &[Happening]| -> Vec<String> {
        let events = told.iter().flat_map(|happening| &happening.events).filter(|event| event["event"] == "chief");
        events.map(|event| event["side"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(chiefs(&truth), ["Red", "Blue"]);
    for (seat, known) in [(Some("Red"), &["Red"][..]), (Some("Blue"), &["Blue"][..]), (None, &[][..])] {
        let told = game.told(seat, 0);
        assert_eq!(chiefs(&told), known, "{seat:?}");
        assert_eq!((told.len(), told[0].dice.as_slice(), told[1].action.as_str()), (2, &[][..], "march R1 0201"));
        assert!(told.iter().all(|happening| happening.check.is_empty()), "a check number betrays what it is made of");
        let lines = game.log(seat, 0).into_iter().filter(|line| line.text.contains("chief")).count();
        assert_eq!(lines, known.len(), "{seat:?}");
        assert_eq!(game.catch_up(seat, 0).lines.iter().filter(|line| line.text.contains("chief")).count(), 0);
        assert!(game.view(seat, None).check.is_empty() && game.view(seat, Some(0)).check.is_empty());
        assert_eq!(game.dice_told(seat).all.rolls, 0, "the deal is not counted");
    }
    // When all is over, all is told.
    let game = finished(3);
    assert!(!game.secretive());
    assert_eq!(game.told(None, 0), game.history(0));
    assert!(!game.view(None, None).check.is_empty());
    assert_eq!(game.dice_told(None), game.dice());
}

#[test]
fn what_was_seen_is_not_taken_back_alone() {
    let (mut game, mut dice) = skirmish(3);
    let quiet = game.submit("Red", "march R1 0201", &mut dice).unwrap();
    assert!(!quiet.reveals && game.view(Some("Red"), None).undo.can);
    game.submit("Red", "end", &mut dice).unwrap();
    let seen = game.submit("Blue", "march B1 0301", &mut dice).unwrap();
    assert!(seen.reveals && seen.dice.is_empty(), "it has come up to R1: {seen:?}");
    assert_eq!(game.undo(), Err("what was hidden has been seen"));
    let undo = game.view(Some("Blue"), None).undo;
    assert!(!undo.can && undo.ask, "{undo:?}");
    assert_eq!(game.undo_to(2), 1, "by consent it is");
}

#[test]
fn a_game_that_stands_on_no_shelf_can_be_seated() {
    let game = seat(grognard_testkit::mock::Skirmish::default(), &mut SeededDice::new(1));
    assert_eq!((game.identity().game.as_str(), game.to_decide()), ("skirmish", Some("Red")));
}
