//! Words and shorthand of every verb, written down as records and game notation have had them from the first: they never change.

use grognard_art_of_war::{Action, Battle};
use grognard_engine::verbs::Verbal;
use grognard_engine::{Anchor, Rules, Subject, UnitId, Views, Words};

#[test]
fn every_verb_is_written_and_read_as_ever() {
    let battle = Battle::new("eylau", &[]).unwrap();
    let unit = |tag: &str| battle.read_unit(tag).unwrap();
    let hex = |number: &str| battle.grid().read(number).unwrap();
    let (sth, lev) = (unit("Sth1"), unit("Lev1"));
    let code = battle.division_code(lev).unwrap();
    let division = battle.divisions().iter().position(|d| d.code == code).unwrap() as u8;
    let at = hex("1510");
    let place = Anchor::Hex(at);
    let counter = |unit: u8| Anchor::Unit(UnitId(unit.into()));
    let button = Anchor::Button;
    let forms = [
        (Action::Pick(sth), "pick Sth1", "Sth1", counter(sth)),
        (Action::Step(at), "step 1510", "-1510", place),
        (Action::Go(at), "go 1510", ">1510", place),
        (Action::Halt, "halt", ".", button("halt")),
        (Action::End, "end", "end", button("end phase")),
        (Action::Yield, "yield", "yield", button("yield")),
        (Action::Destroy(lev), "destroy Lev1", "xLev1", counter(lev)),
        (Action::Fresh(lev), "fresh Lev1", "*Lev1", counter(lev)),
        (Action::Ready, "ready", "ok", button("ready")),
        (Action::Target(at), "target 1510", "@1510", place),
        (Action::Join(lev), "join Lev1", "+Lev1", counter(lev)),
        (Action::Shift(division), "shift Lev", "^Lev", button("shift")),
        (Action::Lower, "lower", "low", button("lower")),
        (Action::Roll, "roll", "!", button("roll")),
        (Action::Lose(lev), "lose Lev1", "~Lev1", counter(lev)),
        (Action::Retreat(lev, at), "retreat Lev1 1510", "rLev1>1510", place),
        (Action::Perish(lev), "perish Lev1", "%Lev1", counter(lev)),
        (Action::Advance(lev, at), "advance Lev1 1510", "aLev1>1510", place),
        (Action::StepBack(lev, at), "back Lev1 1510", "bLev1>1510", place),
        (Action::Hold, "hold", "hold", button("hold")),
        (Action::Activate(lev), "activate Lev1", "!Lev1", counter(lev)),
        (Action::Commit(lev), "commit Lev1", "?Lev1", counter(lev)),
        (Action::CommitAll, "commit", "commit", button("commit the Old Guard")),
        (Action::Place(at), "place 1510", "<1510", place),
        (Action::FightOn, "fight", "fight", button("fight on")),
        (Action::Stop, "stop", "stop", button("end the game")),
    ];
    assert_eq!(forms.len(), Action::VERBS.len(), "every verb stands here");
    let state = battle.opening();
    for (action, words, short, anchor) in forms {
        assert_eq!((battle.write_action(action).as_str(), battle.write_short(action).as_str()), (words, short));
        assert_eq!((battle.read_action(words), battle.read_short(short)), (Ok(action), Ok(action)), "{words}");
        assert_eq!(battle.anchor(&state, action), anchor, "{words}");
    }
}

#[test]
fn what_names_nobody_is_refused() {
    let battle = Battle::new("dresden", &[]).unwrap();
    let state = battle.opening();
    for (action, case) in [
        (Action::Pick(95), "2.4"),
        (Action::Retreat(255, battle.grid().read("1510").unwrap()), "2.4"),
        (Action::Place(grognard_engine::HexId(9999)), "2.1"),
        (Action::Shift(200), "20.2"),
    ] {
        let refusal = battle.check(&state, action).unwrap_err();
        assert_eq!((refusal.case.0, refusal.what), (case, Subject::None), "{action:?}");
    }
}
