//! What a page shows of these games: signs on the map, tracks, boxes, the calendar and layers, each for whom it is.

use grognard_eagles_turn_east::state::{Away, Frame, NOBODY, Train, Weather};
use grognard_eagles_turn_east::{Action, Campaign, Side, State};
use grognard_engine::board::Scale;
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::SeededDice;
use grognard_engine::preview::{Chance, Forecast};
use grognard_engine::{Board, Rules, Seat, Umpire, Views};

const FRENCH: Option<Seat> = Some(Seat(0));
const COALITION: Option<Seat> = Some(Seat(1));

fn opening(game: &str) -> (Campaign, State) {
    let game = Campaign::new(game, &[]).unwrap();
    let state = game.start(&mut Umpire::silent(&mut SeededDice::new(1)));
    (game, state)
}

fn scale<'a>(board: &'a Board, name: &str) -> Option<&'a Scale> {
    board.scales.iter().find(|scale| scale.name == name)
}

/// The turn at which something stands in the calendar, as a seat reads it.
fn due(game: &Campaign, state: &State, seat: Option<Seat>, name: &str) -> Option<u16> {
    let board = game.board(state, seat);
    let calendar = scale(&board, "Calendar").unwrap();
    assert_eq!(calendar.steps.len(), 103);
    assert!(calendar.markers.iter().all(|marker| usize::from(marker.step) < 103));
    calendar.markers.iter().find(|marker| marker.name == name).map(|marker| marker.step)
}

/// How many marks of a kind lie on hexes, and how many on hexsides.
fn count(board: &Board, kind: &str) -> (usize, usize) {
    let hexes = board.marks.iter().filter(|mark| mark.kind == kind).count();
    (hexes, board.hexside_marks.iter().filter(|mark| mark.kind == kind).count())
}

#[test]
fn what_stands_on_the_map_is_named() {
    let (game, mut state) = opening("eagles-friedland-campaign");
    let board = game.board(&state, FRENCH);
    for kind in ["French-Center-of-Operations", "Russian-Center-of-Operations", "Prussian-Center-of-Operations"] {
        assert_eq!(count(&board, kind), (1, 0), "{kind}");
    }
    // [16.1] Two redoubts of the French, each with three front hexsides.
    assert_eq!((count(&board, "redoubt"), count(&board, "rampart")), ((2, 0), (0, 6)));
    assert_eq!(count(&board, "frozen-lake"), (0, 0));
    state.offices[0].moved = 1;
    state.weather = Weather::FrostSnow;
    let hex = game.grid().read("S-3726").unwrap();
    state.trains[0] = Train { carrier: NOBODY, hex, facing: Train::PACKED, ..state.trains[0] };
    let board = game.board(&state, COALITION);
    assert_eq!(count(&board, "French-Center-of-Operations-inactive"), (1, 0));
    assert_eq!(count(&board, "bridge-train"), (1, 0));
    // [II] Every lake of the map bears, and both words of the weather are told.
    assert_eq!(count(&board, "frozen-lake").1, game.ground().sheet().hexsides["lake"].len());
    assert_eq!(board.conditions, ["frost", "snow"]);
    state.trains[0].facing = 3;
    assert_eq!(count(&game.board(&state, COALITION), "pontoon-bridge"), (0, 1));
    // [6.8] The bridge that is down when the game begins.
    let (game, state) = opening("eagles-pultusk");
    assert_eq!(count(&game.board(&state, None), "damaged-bridge"), (0, 1));
}

#[test]
fn the_calendar_tells_what_is_due() {
    let (game, mut state) = opening("eagles-pultusk-campaign");
    let due = |state: &State, seat, name: &str| due(&game, state, seat, name);
    for seat in [FRENCH, COALITION, None] {
        assert_eq!(due(&state, seat, "Napoleon at S-0123"), Some(5));
        assert_eq!(due(&state, seat, "French replacements: 3 infantry, 1 cavalry"), Some(5));
        assert_eq!((due(&state, seat, "the game begins"), due(&state, seat, "the game ends")), (Some(0), Some(17)));
    }
    // Once he has come his owner need not wait; the enemy reads what is printed, whatever he has seen.
    let napoleon = usize::from(game.read_leader("Napoleon").unwrap());
    state.away[napoleon] = Away::No;
    assert_eq!((due(&state, FRENCH, "Napoleon at S-0123"), due(&state, COALITION, "Napoleon at S-0123")), (None, Some(5)));
}

/// [3.6] [13] Who was a reinforcement once and has been withdrawn since is due on another turn, and whoever took part in a longer siege comes later.
#[test]
fn the_calendar_tells_when_somebody_is_expected_now() {
    let (game, mut state) = opening("eagles-grand");
    let due = |state: &State, seat, name: &str| due(&game, state, seat, name);
    let turn = |dates: &str| game.scenario().calendar.turn_of(dates).unwrap();
    let essen = usize::from(game.read_leader("EssenI").unwrap());
    let printed = Some(u16::from(turn("2-3 Feb") - 1));
    assert_eq!(due(&state, COALITION, "Essen I, Podlasia"), printed);
    (state.turn, state.since[essen]) = (turn("27-28 Apr"), turn("14-15 Jun"));
    assert_eq!(due(&state, COALITION, "Essen I, Podlasia"), None);
    assert_eq!(due(&state, COALITION, "Essen I is back"), Some(u16::from(turn("14-15 Jun") - 1)));
    assert_eq!(due(&state, FRENCH, "Essen I, Podlasia"), printed, "others read what is printed");
    let lannes = |state: &State, seat| due(state, seat, "Lannes at C-0106");
    let june = |dates: &str| Some(u16::from(turn(dates) - 1));
    assert_eq!(lannes(&state, FRENCH), june("31 May-1 Jun"));
    state.grand.siege[0] = 1;
    assert_eq!((lannes(&state, FRENCH), lannes(&state, COALITION)), (june("16-17 Jun"), june("31 May-1 Jun")));
    state.grand.siege[0] = 2;
    assert_eq!(lannes(&state, FRENCH), None, "Danzig outlasts the game");
}

/// [12] [19] Horses without riders come with the other replacements, in the Grand Scenario only.
#[test]
fn the_calendar_tells_of_remounts() {
    let told = |game: &str, words: &str| {
        let (game, state) = opening(game);
        let board = game.board(&state, FRENCH);
        scale(&board, "Calendar").unwrap().markers.iter().any(|marker| marker.name == words && marker.step == 13)
    };
    assert!(told("eagles-grand", "French replacements: 4 infantry, 1 cavalry, 1 remounts"));
    assert!(told("eagles-pultusk-campaign", "French replacements: 4 infantry, 1 cavalry"));
}

#[test]
fn offices_and_dummies_are_their_owners_affair() {
    let (game, state) = opening("eagles-eylau-campaign");
    for (seat, own) in [(FRENCH, "French"), (COALITION, "Russian"), (None, "")] {
        let board = game.board(&state, seat);
        for army in ["French", "Russian", "Prussian"] {
            let told = scale(&board, &format!("{army} Administrative Points")).is_some();
            assert_eq!(told, army == own || (army == "Prussian" && own == "Russian"), "{army} to {seat:?}");
        }
        for name in ["Podlasia", "Goniondz", "towards Thorn", "Cantonment"] {
            let holding = board.boxes.iter().find(|holding| holding.name == name).unwrap();
            let there = |tag: &String| board.counters.iter().any(|c| c.tag == *tag && c.off_map.as_deref() == Some(name));
            assert!(holding.counters.iter().all(there), "{name} to {seat:?}");
        }
    }
    let mut state = state;
    let (ney, outpost) = (
        game.read_leader("Ney").unwrap(),
        (0..game.leaders() as u8).find(|&l| game.is_outpost(l) && game.side_of(l) == Side::French).unwrap(),
    );
    state.trains[0].carrier = ney;
    state.hexes[usize::from(outpost)] = state.hexes[usize::from(ney)];
    let words = |seat| -> Vec<String> {
        let french = game.board(&state, seat).counters.into_iter().filter(|counter| counter.side == "French");
        french.flat_map(|counter| counter.badges).collect()
    };
    for word in ["bridge train", "outpost"] {
        assert!(words(FRENCH).iter().any(|badge| badge == word), "{word}");
        assert!([COALITION, None].into_iter().all(|seat| words(seat).iter().all(|badge| badge != word)), "{word}");
    }
}

#[test]
fn commands_and_lines_are_laid_over_the_map() {
    for id in ["eagles-pultusk", "eagles-eylau-campaign"] {
        let (game, state) = opening(id);
        let command = |seat| game.overlay(&state, "command", None, seat).unwrap();
        assert!(command(None).is_empty());
        for (seat, own) in [(FRENCH, "French"), (COALITION, "Coalition")] {
            let hexes = command(seat);
            assert!(hexes.iter().any(|hex| hex.kind == "reached"), "{id}: somebody can be commanded");
            assert!(hexes.iter().all(|hex| hex.side.as_deref() == Some(own)));
        }
        let lines = game.overlay(&state, "lines", None, None).unwrap();
        assert!(lines.iter().any(|hex| hex.side.as_deref() == Some("French")), "{id}");
    }
    // [5.1] From the source to the Center, both ends on the map.
    let (game, state) = opening("eagles-eylau-campaign");
    let lines = game.overlay(&state, "lines", None, FRENCH).unwrap();
    for end in ["S-4532", "S-4206"] {
        assert!(lines.iter().any(|hex| hex.hex == end && hex.note.starts_with("line of the French army")), "{end}");
    }
}

/// A button that ends something says what.
#[test]
fn the_button_says_what_ends() {
    let (game, mut state) = opening("eagles-grand");
    let mut label = |frame: Frame| {
        state.frame = frame;
        game.captions(&state, &[Action::End])[0].label.clone()
    };
    let frames = [
        Frame::Prepare(Side::French),
        Frame::Admin,
        Frame::Disband,
        Frame::Sea,
        Frame::Organize,
        Frame::Command,
        Frame::Initiative,
        Frame::Forced,
        Frame::Attack,
    ];
    let labels = frames.map(&mut label);
    assert_eq!(labels[0], "End the preparations");
    assert_eq!(labels[1], "Roll for Administrative Points");
    assert_eq!(labels[4], "End the Organization Segment");
    assert_eq!(labels[8], "End the Combat Phase");
    for (at, one) in labels.iter().enumerate() {
        assert!(!labels[..at].contains(one), "{one} ends two things");
    }
}

/// [6.10] An Outpost takes neither a command nor a die: it marches.
#[test]
fn the_button_of_an_outpost_promises_neither_command_nor_die() {
    let (game, mut state) = opening("eagles-eylau-campaign");
    let [outpost, davout] = ["FrOutpostA", "Davout"].map(|tag| game.read_leader(tag).unwrap());
    let mut labels = |action: fn(_) -> Action, frame: Frame| {
        state.frame = frame;
        [outpost, davout].map(|leader| game.captions(&state, &[action(leader)])[0].label.clone())
    };
    assert_eq!(labels(Action::Command, Frame::Command), ["FrOutpostA marches", "Command Davout"]);
    assert_eq!(labels(Action::Try, Frame::Initiative), ["FrOutpostA marches", "Davout tries Initiative"]);
}

/// The forecast of an attack on some hexes that is declared in a position.
fn forecast_of(lines: &str, hexes: &[&str], leaders: &[&str]) -> Forecast {
    let (game, mut state) = Campaign::set_up("test", &SetupLine::read(lines)).unwrap();
    let target = |hex: &&str| Action::Target(game.grid().read(hex).unwrap());
    let join = |tag: &&str| Action::Join(game.read_leader(tag).unwrap());
    let seat = Seat(state.phasing as u8);
    let actions = hexes[..1].iter().map(target).chain(leaders.iter().map(join)).chain(hexes[1..].iter().map(target));
    for action in actions.chain([Action::Close]) {
        game.play(&mut state, seat, action, &mut Umpire::silent(&mut SeededDice::new(1))).unwrap();
    }
    game.forecast(&state, None).unwrap()
}

#[test]
fn a_forecast_leaves_open_what_owners_still_choose() {
    let chance =
        |forecast: &Forecast, word: &str| forecast.results.iter().find(|(known, _)| known == word).map(|(_, chance)| *chance);
    // [9.4] [6.2] A town covers two points of three. Fire that takes one or two may leave more than half of the rest in it, or not.
    let lines = "game eagles-friedland
        phase Coalition combat
        leader Bagration @N-4222
        leader ReserveArtillery @N-4222
        leader Durosnel @N-4323
        leader Colbert @N-4223";
    let open = forecast_of(lines, &["N-4323", "N-4223"], &["Bagration", "ReserveArtillery"]);
    assert_eq!(chance(&open, "0/6"), Some(Chance { least: 36, most: 60, per: 216 }));
    assert_eq!(chance(&open, "2/4"), Some(Chance { least: 48, most: 72, per: 216 }));
    // [6.2] Fire may take the only attackers who cross no river: then all cross it, and the column is one worse.
    let lines = "game eagles-friedland
        phase French combat
        leader Davout @N-4324
        leader Lannes @N-4524
        strength OudinotI 1 0 0
        strength VerdierI 0 0 0
        strength VPolenzIC 0 0 0
        strength GrouchyC 0 0 0
        leader Bagration @N-4424";
    let open = forecast_of(lines, &["N-4424"], &["Davout", "Lannes"]);
    assert_eq!(chance(&open, "5/2"), Some(Chance { least: 0, most: 18, per: 216 }));
    assert_eq!(chance(&open, "2/4"), Some(Chance { least: 18, most: 36, per: 216 }));
    // [6.2] [9.4] A fort covers four points of eight, which is not enough. Fire that takes one from elsewhere makes it worth two columns: never one.
    let lines = "game eagles-friedland
        phase Coalition combat
        weather Rain
        leader ReserveArtillery @N-3213
        strength ReserveArtilleryA 0 0 4
        leader Kamenski @N-3113
        strength KamenskiI 1 0 0
        leader Victor @N-3114
        strength DupontI 1 0 0
        strength LapisseI 1 0 0
        strength VillatteI 1 0 0
        strength SenarmontA 0 0 1
        leader Bessieres @N-3214
        strength SoulesI 1 0 0
        strength WaltherC 0 1 0
        strength CouinA 0 0 2";
    let open = forecast_of(lines, &["N-3114", "N-3214"], &["ReserveArtillery", "Kamenski"]);
    assert_eq!(chance(&open, "3/2"), Some(Chance { least: 48, most: 64, per: 216 }));
    assert_eq!(chance(&open, "5/1"), Some(Chance { least: 48, most: 68, per: 216 }));
    // [3.7] [3.6] Fire on four faces of six may take all who stand beside Napoleon, and the point that he takes from the die with them.
    let lines = "game eagles-friedland
        phase French combat
        leader Davout @N-4124
        leader Napoleon @N-4222
        leader Colbert @N-4222
        leader Bennigsen @N-4223
        leader ReserveArtillery @N-4223";
    let open = forecast_of(lines, &["N-4223"], &["Colbert", "Davout"]);
    assert_eq!(chance(&open, "2/4"), Some(Chance { least: 48, most: 72, per: 216 }));
    assert_eq!(chance(&open, "4/2"), Some(Chance { least: 0, most: 24, per: 216 }));
    // [16.5] Guns may go forward, or stay.
    let lines = "game eagles-eylau-campaign
        phase French combat
        leader Davout @C-3008
        strength MorandI 6 0 0
        strength FriantI 5 0 0
        leader Anrepp @C-3007
        leader Bagration @C-3007
        leader Bennigsen @N-4323";
    let sure = forecast_of(lines, &["C-3007"], &["Davout"]);
    assert!(sure.results.iter().all(|(_, chance)| chance.least == chance.most), "{:?}", sure.results);
    let open = forecast_of(&format!("{lines}\noption batteries on"), &["C-3007"], &["Davout"]);
    assert!(open.results.iter().any(|(_, chance)| chance.least < chance.most), "{:?}", open.results);
}

/// `[13]` Whoever is in Danzig or aboard stands in a box beside the map, face down for the enemy.
#[test]
fn danzig_and_the_ships_stand_beside_the_map() {
    let (game, mut state) = opening("eagles-grand");
    let bennigsen = usize::from(game.read_leader("Bennigsen").unwrap());
    state.hexes[bennigsen] = grognard_engine::fields::NOWHERE;
    state.away[bennigsen] = Away::Danzig;
    for seat in [FRENCH, COALITION, None] {
        let board = game.board(&state, seat);
        let held = |name: &str| board.boxes.iter().find(|holding| holding.name == name).unwrap().counters.clone();
        assert_eq!((held("Danzig").len(), held("at sea").len()), (1, 0), "{seat:?}");
        assert_eq!(held("Danzig")[0] == "Bennigsen", seat == COALITION);
    }
}
