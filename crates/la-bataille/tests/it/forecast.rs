//! Forecasts are exact: every way that two dice can fall is played, and what comes of it is counted.

use crate::brawl::brawl;
use crate::romp::game;
use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_engine::{Case, Dice, Rules, Umpire, Views};
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
