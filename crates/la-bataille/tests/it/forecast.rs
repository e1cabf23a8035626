//! Forecasts are exact: every way that two dice can fall is played, and what comes of it is counted.

use crate::brawl::brawl;
use crate::romp::game;
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_engine::{Case, Dice, Rules, Umpire, Views, Words};
use grognard_la_bataille::{Action, Bautzen, Event, Frame, State};
use std::collections::BTreeMap;

/// Two dice as told, then dice from a seed.
struct First<'a>(ScriptedDice<'a>, usize, SeededDice);

impl Dice for First<'_> {
    fn roll(&mut self, faces: u8, case: Case) -> u8 {
        self.1 += 1;
        if self.1 <= 2 { self.0.roll(faces, case) } else { self.2.roll(faces, case) }
    }
}

/// What `action` leads to with each of the 36 rolls: the result of the first event of a case, counted.
fn counted(game: &Bautzen, state: &State, action: Action, case: &str) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for tens in 1..=6 {
        for units in 1..=6 {
            let script = [tens, units];
            let mut dice = First(ScriptedDice::new(&script), 0, SeededDice::new(9));
            let mut events: Vec<Event> = Vec::new();
            game.apply(&mut state.clone(), action, &mut Umpire::new(&mut dice, &mut events));
            let event = events.iter().find(|event| event.roll.is_some() && event.case == Case(leak(case))).unwrap();
            *counts.entry(event.result.clone().unwrap()).or_default() += 1;
        }
    }
    counts
}

fn leak(text: &str) -> &'static str {
    ["10.4", "17.3"].into_iter().find(|known| *known == text).unwrap()
}

#[test]
fn a_defender_who_may_withdraw_leaves_bounds() {
    let text = "case 15.2 \"x\"\ngame bautzen-short\nmap 12x12\nsegment French melee\nunit F1 Ligne 4 @0505 N\nunit F2 Ligne 4 @1212 N\n\
                unit R1 Jaeger 3 @0504 SSE skirmish\nunit R2 Infantrie 4 @1201 S\ndo assault 0504\ndo join F1\n";
    let lines: Vec<SetupLine> = text
        .lines()
        .enumerate()
        .skip(1)
        .take_while(|(_, line)| !line.starts_with("do"))
        .map(|(at, line)| SetupLine { line: at + 1, words: line.split(' ').map(str::to_owned).collect() })
        .collect();
    let (game, mut state) = Bautzen::set_up("x.case", &lines).unwrap();
    let mut dice = SeededDice::new(1);
    for words in ["assault 0504", "join F1"] {
        game.apply(&mut state, game.read_action(words).unwrap(), &mut Umpire::silent(&mut dice));
    }
    let forecast = game.forecast(&state, None).unwrap();
    let left = forecast.results.iter().find(|(word, _)| word == "nobody is left").unwrap().1;
    assert_eq!((left.least, left.most), (0, 36));
    assert!(forecast.results.iter().all(|(word, chance)| chance.least == 0 && (chance.most > 0 || word == "nobody is left")));
    // The defender himself sees what comes if he does nothing.
    game.apply(&mut state, Action::Done, &mut Umpire::silent(&mut dice));
    let forecast = game.forecast(&state, None).unwrap();
    assert!(forecast.results.iter().all(|(_, chance)| chance.least == chance.most));
    assert_eq!(forecast.results.iter().map(|(_, chance)| chance.most).sum::<u32>(), 36);
}

#[test]
fn forecasts_count_every_roll() {
    let (mut fire, mut carre) = (0, 0);
    for seed in 0..2 {
        game(brawl(seed), seed, |table| {
            let (action, case) = match table.state.frame() {
                Frame::Aim(_) if !table.state.firing.is_empty() && fire < 25 => (Action::Done, "10.4"),
                Frame::Stand if carre < 10 => (Action::Carre, "17.3"),
                _ => return,
            };
            let forecast = table.game.forecast(&table.state, None).unwrap();
            let told: BTreeMap<String, u32> =
                forecast.results.iter().map(|(word, chance)| (word.trim_end_matches(" lost").to_owned(), chance.most)).collect();
            assert_eq!(told, counted(&table.game, &table.state, action, case), "{case}");
            if case == "10.4" { fire += 1 } else { carre += 1 }
        });
    }
    assert!(fire == 25 && carre > 1, "{fire} {carre}");
}
