//! What a laboratory tries leaves the game alone.

use grognard_engine::dice::SeededDice;
use grognard_shelf::*;

#[test]
fn what_is_tried_on_a_copy_leaves_the_game_alone() {
    let mut dice = SeededDice::new(1);
    let game = open("eylau", &[], &mut dice).unwrap();
    let before = (game.position(), game.worth());
    let mut copy = game.fork();
    assert_eq!(copy.position(), before.0);
    let seat = copy.to_decide().unwrap();
    let action = copy.actions().remove(0);
    assert!(game.expectation(&action).unwrap().is_finite());
    copy.submit(seat, &action, &mut dice).unwrap();
    assert_ne!(copy.position(), before.0);
    assert_eq!((game.position(), game.worth()), before);
    assert!(game.expectation("fly 0101").is_err());
    let other = game.resume(&copy.position()).unwrap();
    assert_eq!(other.position(), copy.position());
    assert_eq!(game.guess("French", 1), game.position(), "nothing is hidden at Eylau");
}

#[test]
fn a_changed_game_has_no_record() {
    let mut dice = SeededDice::new(1);
    let change = ["unit:Roth:strength=9".to_owned()];
    let game = open_changed("dresden", &[], &change, &mut dice).unwrap();
    let roth = game.board(None).counters.into_iter().find(|c| c.tag == "Roth").unwrap();
    assert_eq!((roth.strength, game.formation("Roth").as_deref()), (Some(9), Some("AvGd")));
    assert!(game.record().is_err());
    assert!(open_changed("skirmish", &[], &change, &mut dice).is_err_and(|why| why.to_string().contains("change")));
    assert!(open_changed("skirmish", &[], &[], &mut dice).is_ok());
}
