//! Which rulebooks are on the shelf, which of them lists name, and that rules are made once.

use grognard_engine::dice::SeededDice;
use grognard_shelf::*;

#[test]
fn rules_are_made_once_for_each_choice_of_options() {
    let made = |game: &str, options: &[(&str, &str)]| {
        let options: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        open(game, &options, &mut SeededDice::new(1))
    };
    for _ in 0..2 {
        made("eylau", &[]).unwrap();
        made("eylau", &[("weather", "off")]).unwrap();
        let weather = made("eylau", &[("weather", "off"), ("weather", "on")]).unwrap();
        assert_eq!(weather.identity().options, [("weather".to_owned(), "on".to_owned())]);
        made("dresden", &[]).unwrap();
    }
    for bad in [&[("weather", "hot")][..], &[("weather", "hot"), ("weather", "on")], &[("rain", "on")]] {
        assert!(made("eylau", bad).is_err(), "{bad:?}");
    }
    assert!(made("dresden", &[("weather", "on")]).is_err() && made("borodino", &[]).is_err());
    let mut eylau: Vec<_> = books::made("art-of-war").into_iter().filter(|(game, _)| game == "eylau").collect();
    eylau.sort();
    assert_eq!(eylau, ["off", "on"].map(|weather| ("eylau".to_owned(), vec![weather.to_owned()])));
}

#[test]
fn what_is_hidden_is_on_no_list_but_opens_by_its_name() {
    let id = "proving-ground";
    assert!(games().iter().all(|game| game.id != id) && books().iter().all(|book| book.id != id));
    assert!(rules().unwrap().iter().all(|case| case.rulebook != id));
    let told = game("nowhere").unwrap_err().to_string();
    assert!(told.contains("there is") && !told.contains(id), "{told}");
    assert_eq!(game(id).unwrap().title, "Proving ground");
    let opened = open(id, &[], &mut SeededDice::new(1)).unwrap();
    assert_eq!((opened.board(None).counters.len(), opened.map().hexes.len()), (531, 5452));
    assert!(open(id, &[("snow".to_owned(), "on".to_owned())], &mut SeededDice::new(1)).is_err());
}

#[test]
fn bautzen_is_listed_and_opens_by_its_name() {
    for id in ["bautzen-outposts", "bautzen-short", "bautzen"] {
        assert!(games().iter().any(|game| game.id == id));
        let opened = open(id, &[], &mut SeededDice::new(1)).unwrap();
        assert_eq!((opened.board(None).counters.len(), opened.map().hexes.len()), (130, 3480));
    }
}

#[test]
fn the_eagles_are_listed_and_open_by_their_names() {
    for info in grognard_eagles_turn_east::games() {
        assert!(games().iter().any(|game| game.id == info.id), "{}", info.id);
        let opened = open(info.id, &[], &mut SeededDice::new(1)).unwrap();
        let hexes = opened.map().hexes.len();
        // One sheet, two, or all three.
        assert!([2_135, 4_209, 6_283].contains(&hexes), "{}: {hexes}", info.id);
    }
}
