//! Hexes by the names that people know them by.

use grognard_art_of_war::Battle;
use grognard_engine::{HexId, Views};

/// The name of the village, hill or wood in a hex, else its number.
pub fn place_name(battle: &Battle, hex: HexId) -> String {
    let number = battle.grid().number(hex);
    let map = battle.map();
    let named = map.places.iter().filter(|place| place.hexes.contains(&number)).min_by_key(|place| place.hexes.len());
    named.map_or(number, |place| place.name.clone())
}

/// The names of all hexes, by number: for whoever asks often.
pub fn all_names(battle: &Battle) -> Vec<String> {
    let map = battle.map();
    let mut names = vec![String::new(); battle.grid().size()];
    for hex in battle.grid().hexes() {
        let number = battle.grid().number(hex);
        let named = map.places.iter().filter(|place| place.hexes.contains(&number)).min_by_key(|place| place.hexes.len());
        names[usize::from(hex.0)] = named.map_or(number, |place| place.name.clone());
    }
    names
}
