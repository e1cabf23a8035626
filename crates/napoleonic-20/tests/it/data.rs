//! The published data, and what becomes of broken data.

use grognard_engine::Game;
use grognard_napoleonic_20::scenario::{Files, Scenario, Setting};
use grognard_napoleonic_20::{Campaign, Options, Side, games};

const MAP: &str = include_str!("../../data/map.toml");
const UNITS: &str = include_str!("../../data/units.tsv");
const TURNS: &str = include_str!("../../data/turns.tsv");
const CARDS: &str = include_str!("../../data/cards.tsv");
const FIGURES: &str = include_str!("../../data/figures.tsv");

fn read(map: &str, units: &str, turns: &str, cards: &str, figures: &str) -> Result<Campaign, String> {
    let files = Files {
        map: ("map.toml", map),
        units: ("units.tsv", units),
        turns: ("turns.tsv", turns),
        cards: ("cards.tsv", cards),
        figures: ("figures.tsv", figures),
    };
    let scenario = Scenario::read(Setting::Historical, "test", "Test", &files).map_err(|e| e.to_string())?;
    Campaign::with(scenario, Options::default()).map_err(|e| e.to_string())
}

/// The data with a text changed must be refused, and the message must hold `wanted`.
fn refused(which: usize, from: &str, to: &str, wanted: &str) {
    let mut texts = [MAP, UNITS, TURNS, CARDS, FIGURES].map(str::to_owned);
    assert!(texts[which].contains(from), "{from:?} is not there");
    texts[which] = texts[which].replacen(from, to, 1);
    match read(&texts[0], &texts[1], &texts[2], &texts[3], &texts[4]) {
        Ok(_) => panic!("{from:?} as {to:?} is accepted"),
        Err(why) => assert!(why.contains(wanted) && why.lines().count() == 1, "{why} should hold {wanted:?}"),
    }
}

#[test]
fn every_game_loads() {
    for game in games() {
        let campaign = Campaign::new(game.id, &[]).unwrap();
        assert_eq!(campaign.identity().game, game.id);
        let map = campaign.map();
        assert_eq!((map.columns, map.rows, map.grid.as_str()), (24, 16, "pointy-top"));
        assert_eq!(map.hexes.len(), 384);
        assert_eq!(map.hexsides.iter().filter(|side| side.kind == "river").count(), 55);
    }
    assert!(Campaign::new("dresden-21", &[]).is_err());
    assert!(Campaign::new("dresden-20", &[("fog".to_owned(), "maybe".to_owned())]).is_err());
    assert!(Campaign::new("dresden-20", &[("rain".to_owned(), "on".to_owned())]).is_err());
}

#[test]
fn strengths_add_up() {
    let campaign = Campaign::new("dresden-20", &[]).unwrap();
    let sum = |side: &str| -> i32 {
        let fighting = |p: &&grognard_napoleonic_20::scenario::Piece| {
            p.side.name() == side && !["Dummy", "Cadre"].contains(&p.name.as_str())
        };
        campaign.pieces().iter().filter(fighting).map(|p| i32::from(p.strength)).sum()
    };
    assert_eq!((sum("French"), sum("Allied")), (40, 45));
}

#[test]
fn broken_data_is_refused_with_file_and_place() {
    refused(0, "\"1306-1406\"", "\"1306-1506\"", "not adjacent");
    refused(0, "garden = [\"1307\"]", "garden = [\"1725\"]", "terrain.garden[0]");
    refused(0, "garden = ", "jungle = ", "terrain.jungle");
    refused(0, "even_rows = \"left\"", "even_rows = \"right\"", "map.even_rows");
    refused(0, "\"1114-1214\", ", "", "without a bridge");
    refused(0, "garrison = [\"1306\", ", "garrison = [", "areas.garrison");
    refused(0, "pontoon = [\"1216\", \"1115\"", "pontoon = [\"1216\", \"0115\"", "areas.pontoon");
    refused(1, "XIV\tFrench\tFrench\tXIV\ti\t4", "XIV\tFrench\tFrench\tXIV\tx\t4", "units.tsv: line 9");
    refused(1, "\t1306\tA4\tstack\tOld", "\t1408\tA4\tstack\tOld", "already holds XIV");
    refused(1, "\tA6\tA6\tstack\tfour", "\tA16\tA6\tstack\tfour", "an area and a turn");
    refused(1, "\t1311\t", "\t1399\t", "1399");
    refused(1, "YG\tFrench", "OG\tFrench", "used twice");
    refused(2, "7\t1813", "8\t1813", "turns.tsv");
    refused(2, "\tshowers", "\tsnow", "snow");
    refused(3, "powder", "thunder", "thunder");
    refused(3, "3\tAll Quiet", "4\tAll Quiet", "number");
    refused(4, "morale_cap\t10", "morale_cap\tten", "ten");
    refused(4, "morale_cap\t10", "moral_cap\t10", "moral_cap");
}

/// The first check case of the specification.
#[test]
fn hexes_lie_where_the_printed_numbers_say() {
    let campaign = Campaign::new("dresden-20", &[]).unwrap();
    let grid = campaign.grid();
    let around = |number: &str| -> Vec<String> {
        let mut all: Vec<String> = grid.around(grid.read(number).unwrap()).map(|hex| grid.number(hex)).collect();
        all.sort();
        all
    };
    assert_eq!(around("1406"), ["1305", "1306", "1405", "1407", "1505", "1506"]);
    assert_eq!(around("1216"), ["1115", "1116", "1215", "1217", "1315", "1316"]);
    assert_eq!(grid.distance(grid.read("1306").unwrap(), grid.read("1222").unwrap()), 16);
}

/// [17.2] Nobody is in contact when the battle begins.
#[test]
fn the_armies_begin_apart() {
    let campaign = Campaign::new("dresden-20", &[]).unwrap();
    let state = campaign.opening();
    for side in Side::BOTH {
        let zone = campaign.zone(&state, side.other());
        for unit in campaign.present(&state, side) {
            let hex = state.hex(unit).unwrap();
            assert!(!zone.has(hex), "{} stands in an enemy zone", campaign.tag(unit));
        }
    }
}
