//! [6.1] [6.2] The terrain chart, held against every hexside of the map.

use grognard_eagles_turn_east::ground::{Cover, Going, Ground};
use grognard_eagles_turn_east::scenario::FILES;
use grognard_eagles_turn_east::state::Weather;
use grognard_eagles_turn_east::tables::Tables;
use grognard_engine::HexId;
use grognard_engine::sheet::Sheet;

/// Half Movement Points of a step by the chart, channels left out.
fn by_the_chart(ground: &Ground, from: HexId, to: HexId, horse: bool, going: &Going) -> Option<u16> {
    let edge = ground.between(from, to, going);
    let bare = match ground.cover(to) {
        Cover::Clear | Cover::Town | Cover::Fort => 2,
        Cover::Woods => 4,
        Cover::Marsh => 6,
        Cover::Water => return None,
    };
    if edge.primary_river() && !edge.road() || edge.lake() && !going.weather.frost() {
        return None;
    }
    let way = if edge.primary_road() {
        1
    } else if edge.road() {
        2
    } else {
        bare
    };
    let wet = edge.secondary_river() && !edge.road() || edge.lake();
    let price = way + if wet { 2 } else { 0 };
    Some(if going.weather.mud() && !horse { (2 * price).min(8).max(price) } else { price })
}

#[test]
fn steps_take_what_the_chart_says_and_nobody_lacks_points_for_one() {
    let ground = Ground::new(Sheet::read("map.toml", FILES.map.1).unwrap(), "NCS", &[]).unwrap();
    let least = u16::from(Tables::read(&FILES.tables).unwrap().figures.allowance_foot);
    let channels = &ground.sheet().hexsides["channel"];
    let (mut seen, mut closed) = (0, 0);
    for weather in [Weather::Fair, Weather::Mud, Weather::Frost] {
        let going = Going::plain(weather);
        for from in ground.grid().hexes().filter(|&hex| ground.dry(hex)) {
            for (direction, to) in ground.grid().neighbours(from).iter().enumerate() {
                let Some(to) = to.filter(|&to| !channels.contains(&(from, to)) && !channels.contains(&(to, from))) else {
                    continue;
                };
                for horse in [false, true] {
                    let price = ground.price(from, direction, to, horse, &going);
                    let names = (ground.grid().number(from), ground.grid().number(to));
                    assert_eq!(price, by_the_chart(&ground, from, to, horse, &going), "{names:?} {weather:?} {horse}");
                    assert!(price.is_none_or(|price| (1..=least).contains(&price)), "{names:?}");
                    seen += 1;
                    closed += usize::from(price.is_none());
                }
            }
        }
    }
    assert!(seen > 180_000 && closed > 3_000, "{seen} steps, {closed} closed");
}
