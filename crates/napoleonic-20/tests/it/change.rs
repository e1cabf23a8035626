//! What-ifs of the laboratory: one thing changed, everything else as published.

use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Umpire};
use grognard_napoleonic_20::Campaign;
use grognard_napoleonic_20::scenario::{Area, Figures, Start};

fn changed(game: &str, change: &str) -> Result<Campaign, String> {
    Campaign::changed(game, &[], &[change.to_owned()]).map_err(|fault| fault.to_string())
}

#[test]
fn one_thing_changes_and_nothing_else() {
    let published = Campaign::new("dresden-20", &[]).unwrap();
    let differing = |other: &Campaign| -> Vec<String> {
        published.pieces().iter().zip(other.pieces()).filter(|(a, b)| a != b).map(|(a, _)| a.tag.clone()).collect()
    };
    let strong = changed("dresden-20", "unit:YG:strength=9").unwrap();
    assert_eq!(differing(&strong), ["YG"]);
    assert_eq!(strong.pieces()[2].strength, 9);
    let late = changed("dresden-20", "turn:YG=9").unwrap();
    assert_eq!(differing(&late), ["YG"]);
    assert_eq!(late.pieces()[2].start, Start::Due { area: Area::A, turn: 9 });
    let here = changed("dresden-20", "unit:YG:start=1304").unwrap();
    assert!(matches!(here.pieces()[2].start, Start::Hex(_)) && differing(&here) == ["YG"]);
    let dear = changed("dresden-20", "figure:morale_french=3").unwrap();
    assert_eq!((dear.figures().morale_french, differing(&dear).len()), (3, 0));
    let figures = Figures { morale_french: published.figures().morale_french, ..*dear.figures() };
    assert_eq!(figures, *published.figures());
}

/// [6.3] Who stands where is asked when all have been moved.
#[test]
fn two_units_can_change_places() {
    let start = |game: &Campaign, tag: &str| game.pieces().iter().find(|p| p.tag == tag).map(|p| p.start);
    let published = Campaign::new("dresden-20", &[]).unwrap();
    let both = |last: &str| Campaign::changed("dresden-20", &[], &["unit:OG:start=1407".to_owned(), last.to_owned()]);
    let swapped = both("unit:GC:start=1306").unwrap();
    assert_eq!((start(&swapped, "OG"), start(&swapped, "GC")), (start(&published, "GC"), start(&published, "OG")));
    assert!(both("unit:GC:strength=3").is_err_and(|why| why.to_string().contains("[6.3] hex 1407 already holds GC")));
}

#[test]
fn what_is_not_known_or_not_possible_is_refused() {
    for (game, change, wanted) in [
        ("dresden-20", "unit:Nobody:strength=5", "no unit \"Nobody\""),
        ("dresden-20", "unit:YG:strength=10", "expected 1 to 9"),
        ("dresden-20", "unit:YG:movement=0", "expected 1 to 4"),
        ("dresden-20", "unit:YG:colour=red", "expected unit:TAG:strength=N"),
        ("dresden-20", "unit:YG:start=9999", "9999"),
        ("dresden-20", "unit:YG:start=1306", "[6.3] hex 1306 already holds OG"),
        ("dresden-20", "unit:YG:start=Z8", "[11.5] area Z is the enemy's"),
        ("dresden-20", "unit:YG:start=stack", "expected a hex"),
        ("dresden-20", "unit:YG:start=A3", "expected 6 to 14"),
        ("dresden-20", "turn:YG=5", "expected 6 to 14"),
        ("dresden-20", "turn:OG=8", "no reinforcement"),
        ("dresden-20", "unit:VCav:strength=2", "no unit of this scenario"),
        ("dresden-20", "unit:FD1:strength=2", "no unit of this scenario"),
        ("dresden-20-standard", "unit:AuIV:start=Z4", "a case of its own"),
        ("dresden-20-maneuver", "unit:YG:start=A6", "a case of its own"),
        ("dresden-20", "figure:glory=3", "no figure \"glory\""),
        ("dresden-20", "figure:morale_french=-3", "expected 0 to 20"),
        ("dresden-20", "figure:first_turn_historical=0", "begin on turn 0"),
        ("dresden-20", "figure:first_turn_historical=15", "begin on turn 15"),
        ("dresden-20", "figure:marker_two=4", "three different turns"),
        ("dresden-20", "strength", "expected unit:TAG"),
    ] {
        let why = changed(game, change).map(|_| ()).unwrap_err();
        assert!(why.contains(wanted) && why.contains(change), "{change}: {why}");
    }
}

/// Whatever figure is changed, a game can be played to its end.
#[test]
fn games_with_other_figures_end_too() {
    let published = Campaign::new("dresden-20", &[]).unwrap();
    for (name, game) in Figures::NAMES.iter().flat_map(|name| [(name, "dresden-20"), (name, "dresden-20-maneuver")]) {
        let known = published.figures().get(name).unwrap();
        for value in [known - 1, known + 1] {
            let Ok(campaign) = changed(game, &format!("figure:{name}={value}")) else { continue };
            let mut dice = SeededDice::new(3);
            let mut picks = SeededDice::new(4);
            let mut state = campaign.start(&mut Umpire::silent(&mut dice));
            for step in 0.. {
                let Decision::Choose { seat, .. } = campaign.decision(&state) else { break };
                let mut options = Vec::new();
                campaign.legal_actions(&state, &mut options);
                let action = options[picks.below(options.len() as u32) as usize];
                campaign.play(&mut state, seat, action, &mut Umpire::silent(&mut dice)).unwrap();
                assert!(step < 20_000, "{game}: {name}={value} does not end");
            }
        }
    }
}
