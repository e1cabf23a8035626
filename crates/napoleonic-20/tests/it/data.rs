//! The published data, and what becomes of broken data.

use grognard_engine::dice::SeededDice;
use grognard_engine::{Rules, Umpire, Views, Words};
use grognard_napoleonic_20::scenario::{Files, Scenario, Setting};
use grognard_napoleonic_20::state::{Frame, NOWHERE, Phase};
use grognard_napoleonic_20::terrain::Terrain;
use grognard_napoleonic_20::{Action, Campaign, Options, Side, games};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

const MAP: &str = include_str!("../../data/map.toml");
const UNITS: &str = include_str!("../../data/units.tsv");
const TURNS: &str = include_str!("../../data/turns.tsv");
const CARDS: &str = include_str!("../../data/cards.tsv");
const FIGURES: &str = include_str!("../../data/figures.tsv");
const RESULTS: &str = include_str!("../../data/results.tsv");

fn read([map, units, turns, cards, figures, results]: [&str; 6]) -> Result<Campaign, String> {
    let files = Files {
        map: ("map.toml", map),
        units: ("units.tsv", units),
        turns: ("turns.tsv", turns),
        cards: ("cards.tsv", cards),
        figures: ("figures.tsv", figures),
        results: ("results.tsv", results),
    };
    let scenario = Scenario::read(Setting::Historical, "test", "Test", &files).map_err(|e| e.to_string())?;
    Campaign::with(scenario, Options::default()).map_err(|e| e.to_string())
}

/// The data with a text changed must be refused, and the message must hold `wanted`.
fn refused(which: usize, from: &str, to: &str, wanted: &str) {
    let mut texts = [MAP, UNITS, TURNS, CARDS, FIGURES, RESULTS].map(str::to_owned);
    assert!(texts[which].contains(from), "{from:?} is not there");
    texts[which] = texts[which].replacen(from, to, 1);
    match read(texts.each_ref().map(String::as_str)) {
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
    refused(1, "XIV Corps, Saint-Cyr\ti\t4", "XIV Corps, Saint-Cyr\tx\t4", "units.tsv: line 10");
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
    refused(4, "disengage_hexes\t1", "disengage_hexes\t2", "disengage_hexes");
    refused(4, "first_turn_historical\t6", "first_turn_historical\t20", "not on the track");
    refused(5, "\tEX\tEX", "\tEX\tXX", "results.tsv: line 4");
    refused(5, "5\tAW", "4\tAW", "die");
    refused(5, "\t+4", "\t+5", "+4");
}

/// A game with these data; nothing if they are refused.
fn ready(setting: Setting, options: Options, [figures, results]: [&str; 2]) -> Option<Campaign> {
    let files = Files {
        map: ("map.toml", MAP),
        units: ("units.tsv", UNITS),
        turns: ("turns.tsv", TURNS),
        cards: ("cards.tsv", CARDS),
        figures: ("figures.tsv", figures),
        results: ("results.tsv", results),
    };
    Campaign::with(Scenario::read(setting, "test", "Test", &files).ok()?, options).ok()
}

/// A random game: a number for all that happened in it.
fn play(game: &Campaign, seed: u64) -> u64 {
    let mut options = Vec::new();
    let mut dice = SeededDice::new(seed);
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let mut sum = 0u64;
    loop {
        game.legal_actions(&state, &mut options);
        if options.is_empty() {
            return sum;
        }
        let action = options[dice.below(options.len() as u32) as usize];
        game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
        sum = sum.wrapping_mul(31).wrapping_add(game.digest(&state));
    }
}

/// The games that are played with the published data; of them only those that are asked for.
struct Published {
    game: Campaign,
    played: RefCell<BTreeMap<u64, u64>>,
}

impl Published {
    fn new(game: Campaign) -> Self {
        Self { game, played: RefCell::default() }
    }

    fn play(&self, seed: u64) -> u64 {
        *self.played.borrow_mut().entry(seed).or_insert_with(|| play(&self.game, seed))
    }
}

/// In which way of playing and in which game a figure shows. Tried first, so that hundreds of games need not be played for each of
/// them; where a place is wrong it is searched, and the test says where the figure was found.
const SEEN: [(&str, usize, u64); 74] = [
    ("force_march_mp", 0, 0),
    ("force_march_cost", 0, 0),
    ("minor_river_mp", 0, 0),
    ("minor_river_defence", 2, 9),
    ("woods_defence", 3, 77),
    ("rough_defence", 3, 3),
    ("town_defence", 2, 0),
    ("garden_defence", 1, 19),
    ("fort_defence", 1, 1),
    ("fortress_defence", 0, 24),
    ("fort_retreat_reduction", 1, 1),
    ("elite_rout_reduction", 0, 11),
    ("reserve_sp", 0, 1),
    ("reserve_cost", 0, 0),
    ("hazard_break_max_roll", 0, 23),
    ("advance_infantry", 0, 2),
    ("advance_cavalry", 0, 0),
    ("rally_destroyed_max", 2, 33),
    ("rally_return_min", 1, 56),
    ("rally_elite_bonus", 1, 56),
    ("rally_morale_bonus", 3, 107),
    ("morale_rout", 0, 0),
    ("morale_break_own", 0, 0),
    ("morale_break_enemy", 0, 0),
    ("morale_guard_commit", 0, 1),
    ("morale_guard_no_advance", 0, 4),
    ("morale_lull", 1, 0),
    ("lulls_per_day", 1, 0),
    ("morale_objective", 3, 4),
    ("morale_night", 2, 0),
    ("morale_cap", 2, 226),
    ("morale_french", 0, 0),
    ("morale_allied", 0, 0),
    ("first_turn_without_card", 0, 0),
    ("first_lull_turn", 2, 0),
    ("hesitation_until", 3, 2),
    ("klenau_first", 2, 0),
    ("klenau_last", 3, 0),
    ("klenau_roll", 2, 0),
    ("klenau_certain", 3, 0),
    ("cadre_breakdown_strength", 1, 0),
    ("arrival_one", 3, 1),
    ("arrival_two", 3, 0),
    ("arrival_three", 3, 0),
    ("arrival_a", 3, 0),
    ("arrival_b", 3, 1),
    ("arrival_c", 3, 0),
    ("arrival_per_turn", 3, 0),
    ("arrival_wet", 3, 3),
    ("arrival_cossacks", 3, 1),
    ("rally_cost", 0, 25),
    ("rain_infantry", 0, 1),
    ("wet_mp", 0, 1),
    ("artillery_attack_factor", 3, 0),
    ("support_defence", 1, 31),
    ("catastrophe_first", 1, 28),
    ("card_moreau_morale", 2, 0),
    ("card_moreau_turn", 2, 0),
    ("card_emperor_morale", 0, 0),
    ("card_cossacks_delay", 1, 0),
    ("horses_turns", 2, 3),
    ("improving_worsens_max", 1, 0),
    ("improving_betters_max", 3, 0),
    ("worsening_worsens_max", 1, 0),
    ("worsening_betters_min", 3, 0),
    ("mud_ahead", 3, 3),
    ("mud_downpour", 3, 3),
    ("mud_storm", 3, 4),
    ("marker_one", 3, 0),
    ("marker_two", 3, 0),
    ("marker_three", 3, 0),
    ("first_turn_historical", 0, 0),
    ("first_turn_standard", 2, 0),
    ("0", 0, 12),
];

/// No rule repeats a figure: with another value in the file, games take another course.
#[test]
fn every_figure_is_obeyed() {
    let all = Options { fog: true, penetration: true, support: true, breakdown: true, weather: true, light: true };
    let ways = [
        (Setting::Historical, Options::default()),
        (Setting::Historical, all),
        (Setting::Standard, Options::default()),
        (Setting::Maneuver, all),
    ];
    const GAMES: u64 = 240;
    let published = ways.map(|(setting, options)| Published::new(ready(setting, options, [FIGURES, RESULTS]).unwrap()));
    // Whether games with one of these texts take another course than those with the published ones, and in which.
    let differ = |texts: &[[&str; 2]], known: Option<(usize, u64)>| {
        let all = (0..ways.len()).flat_map(|way| texts.iter().map(move |texts| (way, texts)));
        // Only what is played is read, which takes longer than a few games.
        let games: Vec<_> = all.map(|all| (all, OnceCell::new())).collect();
        let differs = |game: &((usize, &[&str; 2]), OnceCell<Option<Campaign>>), seed| {
            let ((way, texts), ready_one) = game;
            let game = ready_one.get_or_init(|| ready(ways[*way].0, ways[*way].1, **texts));
            game.as_ref().is_some_and(|game| play(game, seed) != published[*way].play(seed))
        };
        if let Some((way, seed)) = known
            && games.iter().filter(|((one, _), _)| *one == way).any(|game| differs(game, seed))
        {
            return true;
        }
        let mut places = (0..GAMES).flat_map(|seed| games.iter().map(move |game| (game, seed)));
        let found = places.find(|(game, seed)| differs(game, *seed));
        if let Some((game, seed)) = found {
            println!("shows in way {} and game {seed}", game.0.0);
        }
        found.is_some()
    };
    for (&(setting, options), published) in ways.iter().zip(&published) {
        assert_eq!(
            play(&ready(setting, options, [FIGURES, RESULTS]).unwrap(), 0),
            published.play(0),
            "the same data play the same games"
        );
    }
    let mut idle = Vec::new();
    for line in FIGURES.lines().filter(|l| !l.starts_with('#')).skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let (name, value) = (cells[0], cells[1].parse::<i8>().unwrap());
        // Of the first any other value is refused; the others serve too seldom, and have tests of their own.
        let own =
            ["fortress_retreat_reduction", "catastrophe_second", "catastrophe_second_allied", "bridge_defence", "morale_loc"];
        if name == "disengage_hexes" || own.contains(&name) {
            continue;
        }
        let others = [value - 1, value + 1].map(|other| {
            let changed = FIGURES.replacen(&format!("\n{name}\t{value}\t"), &format!("\n{name}\t{other}\t"), 1);
            assert_ne!(changed, FIGURES, "{name}");
            changed
        });
        println!("{name}");
        let known = SEEN.iter().find(|(seen, ..)| *seen == name).map(|&(_, way, game)| (way, game));
        if !differ(&others.each_ref().map(|changed| [changed.as_str(), RESULTS]), known) {
            idle.push(name);
        }
    }
    assert!(idle.is_empty(), "figures that change nothing: {idle:?}");
    assert!(differ(&[[FIGURES, &RESULTS.replacen("\tNE\tDW\tDW", "\tEX\tDW\tDW", 1)]], Some((0, 12))), "the table of results");
}

/// [12.7] Both hexes of Dresden lost at the end of a French player turn: as much morale as the file says.
#[test]
fn the_catastrophe_is_as_great_as_the_data_say() {
    let figures = FIGURES.replacen("catastrophe_second\t-2", "catastrophe_second\t-4", 1).replacen(
        "catastrophe_second_allied\t1",
        "catastrophe_second_allied\t2",
        1,
    );
    for (figures, want) in [(FIGURES, [4, 9]), (figures.as_str(), [2, 10])] {
        let game = read([MAP, UNITS, TURNS, CARDS, figures, RESULTS]).unwrap();
        let mut state = game.opening();
        let mut allies = game.units_of(Side::Allied).into_iter();
        for number in ["1306", "1407"] {
            let hex = game.grid().read(number).unwrap();
            let gone = state.hexes.iter().position(|&h| h == hex).unwrap();
            (state.hexes[gone], state.hexes[usize::from(allies.next().unwrap())]) = (NOWHERE, hex);
            state.broken.insert(gone as u8);
        }
        (state.phasing, state.phase, state.turn, state.frame) = (Side::French, Phase::Night, 10, Frame::Horses);
        assert_eq!(state.morale, [7, 8]);
        game.apply(&mut state, Action::Decline, &mut Umpire::silent(&mut SeededDice::new(3)));
        assert_eq!(state.morale, want);
    }
}

/// [6.12] The fortress saves as many hexes of a retreat as the file says.
#[test]
fn the_fortress_shelters_as_the_data_say() {
    let shelter = |figures: &str| {
        let game = read([MAP, UNITS, TURNS, CARDS, figures, RESULTS]).unwrap();
        let terrain = Terrain::new(&game.scenario().sheet, game.figures(), false, None).unwrap();
        terrain.reduction(game.scenario().sheet.terrain["fortress"][0])
    };
    assert_eq!(shelter(FIGURES), 4);
    assert_eq!(shelter(&FIGURES.replacen("fortress_retreat_reduction\t4", "fortress_retreat_reduction\t3", 1)), 3);
}

/// [9.4] Whoever is attacked over a bridge has as much of it as the file says.
#[test]
fn bridges_defend_as_the_data_say() {
    let bonus = |figures: &str| {
        let game = read([MAP, UNITS, TURNS, CARDS, figures, RESULTS]).unwrap();
        let terrain = Terrain::new(&game.scenario().sheet, game.figures(), false, None).unwrap();
        let hex = |number| game.grid().read(number).unwrap();
        terrain.side_bonus(hex("1306"), hex("1406"))
    };
    assert_eq!(bonus(FIGURES), 1);
    assert_eq!(bonus(&FIGURES.replacen("bridge_defence\t1", "bridge_defence\t3", 1)), 3);
}

/// [14.0] An enemy on a line of communications costs as much morale at night as the file says.
#[test]
fn a_lost_line_of_communications_costs_what_the_data_say() {
    let dear = FIGURES.replacen("morale_loc\t-1", "morale_loc\t-3", 1);
    for (figures, want) in [(FIGURES, [7, 8]), (dear.as_str(), [5, 8])] {
        let game = read([MAP, UNITS, TURNS, CARDS, figures, RESULTS]).unwrap();
        let mut state = game.opening();
        let allied = game.units_of(Side::Allied).first().unwrap();
        state.hexes[usize::from(allied)] = game.grid().read("1601").unwrap();
        (state.phasing, state.phase, state.turn, state.frame) = (Side::French, Phase::Night, 10, Frame::Rally);
        assert_eq!(state.morale, [7, 8]);
        game.apply(&mut state, Action::End, &mut Umpire::silent(&mut SeededDice::new(3)));
        assert_eq!(state.morale, want);
    }
}

/// [5.0] What two cards do to morale is what the file says.
#[test]
fn cards_move_morale_as_the_data_say() {
    let told = |from: &str, to: &str| -> Vec<String> {
        assert!(FIGURES.contains(from));
        let game = read([MAP, UNITS, TURNS, CARDS, &FIGURES.replacen(from, to, 1), RESULTS]).unwrap();
        let mut texts = Vec::new();
        let mut options = Vec::new();
        for seed in 0..40 {
            let mut dice = SeededDice::new(seed);
            let mut events = Vec::new();
            let mut state = game.start(&mut Umpire::new(&mut dice, &mut events));
            loop {
                game.legal_actions(&state, &mut options);
                let Some(&action) = options.get(dice.below(options.len().max(1) as u32) as usize) else { break };
                game.apply(&mut state, action, &mut Umpire::new(&mut dice, &mut events));
            }
            texts.extend(
                events.into_iter().map(|event| event.text).filter(|text| text.contains(" morale ") && text.ends_with("[5.0]")),
            );
        }
        texts
    };
    let some = |texts: &[String], start: &str| texts.iter().any(|text| text.starts_with(start));
    let moreau = told("card_moreau_morale\t-1", "card_moreau_morale\t-3");
    assert!(some(&moreau, "Allied morale -3:") && !some(&moreau, "Allied morale -1:"), "{moreau:?}");
    assert!(some(&moreau, "French morale +1:"), "{moreau:?}");
    let emperor = told("card_emperor_morale\t1", "card_emperor_morale\t2");
    assert!(some(&emperor, "French morale +2:") && !some(&emperor, "French morale +1:"), "{emperor:?}");
    let never = told("card_moreau_turn\t6", "card_moreau_turn\t20");
    assert!(!some(&never, "Allied morale"), "{never:?}");
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

/// [12.7] [14.0] What happens at night and at Dresden is on the chart, too.
#[test]
fn the_chart_of_morale_holds_nights_and_catastrophe() {
    let charts = Campaign::new("dresden-20", &[]).unwrap().charts();
    let morale = charts.iter().find(|chart| chart.kind == "morale").unwrap();
    let cells = |what: &str| morale.rows.iter().find(|(name, _)| name.contains(what)).unwrap().1.join(" ");
    assert_eq!(cells("line of communications"), "-1 [14.0]");
    assert_eq!(cells("Objective"), "+1 [14.0]");
    assert_eq!(cells("a hex of Dresden"), "-1 [12.7]");
    assert_eq!(cells("both hexes of Dresden lost"), "-2 [12.7]");
    assert_eq!(cells("both hexes of Dresden taken"), "+1 [12.7]");
}
