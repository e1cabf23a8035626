//! A record told as a campaign: `cargo run --release -p grognard-eagles-turn-east --example history -- FILE.record [LEADER …]` prints for each turn the strength of the armies,
//! what marches and battles have cost them so far, and where some leaders stand. The README sets such lines beside history.

use grognard_eagles_turn_east::event::Kind;
use grognard_eagles_turn_east::roster::Army;
use grognard_eagles_turn_east::state::{Leader, State};
use grognard_eagles_turn_east::{Campaign, Event};
use grognard_engine::record;
use std::process::ExitCode;

/// Strength Points of an army, on the map and off it.
fn strength(game: &Campaign, state: &State, army: Army) -> u32 {
    let units = game.bodies().iter().zip(&state.strength).filter(|(body, _)| body.army == army);
    units.flat_map(|(_, strength)| strength).map(|points| u32::from(*points)).sum()
}

/// What a march has cost, as its sentence says it.
fn marched(event: &Event) -> u32 {
    let before =
        |word: &str| event.text.split(word).next().and_then(|text| text.split(' ').next_back()).and_then(|n| n.parse().ok());
    if event.kind != Kind::Attrition {
        return 0;
    }
    match before(" lost to attrition") {
        Some(lost) => lost,
        None => before(" lost on foot").unwrap_or(0) + before(" on horse").unwrap_or(0),
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((file, leaders)) = args.split_first() else {
        eprintln!("FILE.record [LEADER …]");
        return ExitCode::FAILURE;
    };
    let told = std::fs::read_to_string(file).map_err(|why| why.to_string()).and_then(|text| {
        let raw = record::read(file, &text).map_err(|why| why.to_string())?;
        let game = Campaign::new(&raw.header.game, &raw.header.options).map_err(|why| why.to_string())?;
        let mut turn = 0;
        let mut lost = [0; 2];
        let named: Vec<Leader> = leaders.iter().filter_map(|tag| game.read_leader(tag).ok()).collect();
        let table = record::replay(game.into(), &raw, None, |_, table, events| {
            for event in &events {
                lost[usize::from(event.side == Some("Coalition"))] += marched(event);
            }
            let (game, state) = (&table.game, &table.state);
            if state.turn != turn {
                turn = state.turn;
                let armies = Army::ALL.map(|army| format!("{} {}", army.name(), strength(game, state, army)));
                let at = |leader: &Leader| {
                    let hex = state.hex(*leader).map_or_else(|| "off".to_owned(), |hex| game.grid().number(hex));
                    format!("{} {hex}", game.tag(*leader))
                };
                let places: Vec<String> = named.iter().map(at).collect();
                println!(
                    "{}: {}; marches cost {} and {}; {}",
                    game.turn_words(state),
                    armies.join(", "),
                    lost[0],
                    lost[1],
                    places.join(", ")
                );
            }
        });
        table.map_err(|why| why.to_string()).map(|table| table.game.outcome(&table.state).verdict)
    });
    match told {
        Ok(verdict) => {
            println!("{verdict}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
