//! Hexes by the names that people know them by.

use grognard_art_of_war::Battle;
use grognard_engine::{Game, HexId};

/// The name of the village, hill or wood in a hex, else its number.
pub fn place_name(battle: &Battle, hex: HexId) -> String {
    let number = battle.grid().number(hex);
    let map = battle.map();
    let named = map.places.iter().filter(|place| place.hexes.contains(&number)).min_by_key(|place| place.hexes.len());
    named.map_or(number, |place| place.name.clone())
}
