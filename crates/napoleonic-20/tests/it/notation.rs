//! Every action in words and in shorthand, written down: records and notation of yesterday must be read tomorrow.

use grognard_engine::{HexId, Words};
use grognard_napoleonic_20::{Action, Campaign};

/// The action, its words, its shorthand.
fn table(game: &Campaign) -> Vec<(Action, &'static str, &'static str)> {
    let hex = |number: &str| -> HexId { game.grid().read(number).unwrap() };
    let unit = |tag: &str| game.read_unit(tag).unwrap();
    let (og, yg, cadre) = (unit("OG"), unit("YG"), unit("FK1"));
    let (here, there) = (hex("1306"), hex("0214"));
    vec![
        (Action::Pick(og), "pick OG", "OG"),
        (Action::Force(yg), "force YG", "force.YG"),
        (Action::Step(here), "step 1306", "-1306"),
        (Action::Go(there), "go 0214", ">0214"),
        (Action::Halt, "halt", "."),
        (Action::Box, "box", "box"),
        (Action::Build(og, here), "build OG 1306", "build.OG.1306"),
        (Action::BreakDown(yg, there), "break YG 0214", "break.YG.0214"),
        (Action::BuildUp(og, here), "unite OG 1306", "unite.OG.1306"),
        (Action::End, "end", "end"),
        (Action::Target(here), "target 1306", "@1306"),
        (Action::Join(yg), "join YG", "+YG"),
        (Action::Close, "close", "!"),
        (Action::Lull, "lull", "lull"),
        (Action::Fight(there), "fight 0214", "fight.0214"),
        (Action::Commit, "commit", "commit"),
        (Action::Decline, "decline", "decline"),
        (Action::Disengage(og, here), "disengage OG 1306", "disengage.OG.1306"),
        (Action::Penetrate(yg, there), "penetrate YG 0214", "penetrate.YG.0214"),
        (Action::Lose(og), "lose OG", "lose.OG"),
        (Action::Retreat(yg), "retreat YG", "retreat.YG"),
        (Action::Toward(here), "toward 1306", "toward.1306"),
        (Action::Flee(there), "flee 0214", "flee.0214"),
        (Action::Advance(og, here), "advance OG 1306", "advance.OG.1306"),
        (Action::Hold, "hold", "hold"),
        (Action::Remnant(yg, cadre), "remnant YG FK1", "remnant.YG.FK1"),
        (Action::Name(here), "name 1306", "name.1306"),
        (Action::Delay(yg), "delay YG", "delay.YG"),
        (Action::Recover(og), "recover OG", "recover.OG"),
        (Action::Rally(yg), "rally YG", "rally.YG"),
        (Action::Pay(og), "pay OG", "pay.OG"),
        (Action::Place(there), "place 0214", "place.0214"),
        (Action::Horses, "horses", "horses"),
        (Action::Stack(og, 0), "stack OG A", "stack.OG.A"),
        (Action::Stack(yg, 2), "stack YG C", "stack.YG.C"),
        (Action::Mark(1), "mark B", "mark.B"),
        (Action::Ready, "ready", "ok"),
    ]
}

#[test]
fn every_action_is_written_as_it_was() {
    let game = Campaign::new("dresden-20-maneuver", &[("breakdown".to_owned(), "on".to_owned())]).unwrap();
    for (action, words, short) in table(&game) {
        assert_eq!((game.write_action(action).as_str(), game.write_short(action).as_str()), (words, short));
        assert_eq!(game.read_action(words), Ok(action), "{words}");
        assert_eq!(game.read_short(short), Ok(action), "{short}");
    }
}

#[test]
fn what_is_no_action_is_told() {
    let game = Campaign::new("dresden-20", &[]).unwrap();
    for text in ["", "fly OG", "pick", "pick OG YG", "go OG", "go 9999", "stack OG D", "mark", "end end", "pick Nobody"] {
        assert!(game.read_action(text).is_err_and(|why| why.lines().count() == 1), "{text:?}");
    }
    for text in [
        "",
        "Nobody",
        ">OG",
        ">9999",
        "fly.OG",
        "retreat",
        "retreat.",
        "advance.OG",
        "advance.OG.",
        "stack.OG.D",
        "end.OG",
        "halt",
    ] {
        assert!(game.read_short(text).is_err_and(|why| why.lines().count() == 1), "{text:?}");
    }
    assert_eq!(game.read_action("pick og"), game.read_action("pick OG"));
    assert!(game.read_short("og").is_err(), "shorthand is read to the letter");
}
