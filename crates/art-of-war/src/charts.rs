//! The charts that players keep at hand: results, terrain, levels of victory. All of it is asked of the rules, so that it cannot say anything else.

use crate::Battle;
use crate::results_table::{COLUMNS, HEADS, look_up};
use crate::scenario::Arm;
use crate::terrain::{HEX_WORDS, HEXSIDE_WORDS, Terrain};
use crate::title::Title;
use grognard_engine::HexId;
use grognard_engine::preview::Chart;

const DOUBLED: &str = "doubled";

impl Battle {
    /// [6.0] [9.0] [18.4] [23.5] The charts of this game.
    pub(crate) fn all_charts(&self) -> Vec<Chart> {
        vec![results(), self.terrain_chart(), self.victory_chart()]
    }

    /// [9.0] What each kind of ground on this map does, looked up where it lies.
    fn terrain_chart(&self) -> Chart {
        let (sheet, terrain) = (&self.scenario.sheet, &self.terrains[0]);
        let mut rows = Vec::new();
        for word in HEX_WORDS {
            let some = match word {
                "clear" => self.grid().hexes().find(|hex| !sheet.terrain.values().flatten().any(|other| other == hex)),
                _ => sheet.terrain.get(word).and_then(|hexes| hexes.first().copied()),
            };
            let Some(hex) = some else { continue };
            let cost = self.points_number(terrain.enter(hex));
            let shelter = if terrain.shelters(hex) { DOUBLED } else { "" };
            let fire = if terrain.stops_fire(hex) { "stops it" } else { "" };
            rows.push((word.to_owned(), vec![cost.clone(), cost, shelter.to_owned(), fire.to_owned()]));
        }
        rows.push(("road".to_owned(), {
            let cost = self.points_number(terrain.road());
            vec![cost.clone(), cost, String::new(), String::new()]
        }));
        let slopes: Vec<(HexId, HexId)> = sheet.slopes.iter().flat_map(|slope| slope.sides.iter().copied()).collect();
        rows.extend(self.hexside_row(terrain, "up a slope", &slopes));
        for word in HEXSIDE_WORDS.into_iter().filter(|word| *word != "bridge") {
            rows.extend(self.hexside_row(terrain, word, sheet.hexsides.get(word).map_or(&[], Vec::as_slice)));
        }
        Chart {
            kind: "terrain".to_owned(),
            title: "Terrain Effects".to_owned(),
            case: "9.0".to_owned(),
            columns: ["foot and horse", "guns", "defender", "fire"].map(str::to_owned).to_vec(),
            rows,
        }
    }

    /// A hexside costs what it adds to the step; where a road leads over it, that is not to be seen, so a plain one is looked for.
    fn hexside_row(&self, terrain: &Terrain, word: &str, sides: &[(HexId, HexId)]) -> Option<(String, Vec<String>)> {
        let bridged = |&&(a, b): &&(HexId, HexId)| !self.scenario.sheet.has_hexside("bridge", a, b);
        let plain = sides.iter().filter(bridged).find(|&&(a, b)| terrain.step(Arm::Infantry, a, b) != Ok(terrain.road()));
        let &(from, to) = plain?;
        let cost = |arm: Arm| match terrain.step(arm, from, to) {
            Ok(all) if all == terrain.enter(to) => "free".to_owned(),
            Ok(all) => format!("+{}", self.points_number(all - terrain.enter(to))),
            Err(_) => "by bridge only".to_owned(),
        };
        let shelter = if terrain.hinders(from, to) { DOUBLED } else { "" };
        Some((word.to_owned(), vec![cost(Arm::Infantry), cost(Arm::Artillery), shelter.to_owned(), String::new()]))
    }

    /// [18.4] [23.5] How many points more make which victory.
    fn victory_chart(&self) -> Chart {
        let case = if self.title() == Title::Dresden { "18.4" } else { "23.5" };
        let rows = self.levels_by_margin().iter().map(|(least, level)| ((*level).to_owned(), vec![format!("{least} or more")]));
        Chart {
            kind: "victory".to_owned(),
            title: "Levels of Victory".to_owned(),
            case: case.to_owned(),
            columns: vec!["points ahead".to_owned()],
            rows: rows.collect(),
        }
    }
}

/// [6.0] The Combat Results Table.
fn results() -> Chart {
    let row = |die: u8| (die.to_string(), (0..COLUMNS).map(|column| look_up(column, die).name().to_owned()).collect());
    Chart {
        kind: "results".to_owned(),
        title: "Combat Results Table".to_owned(),
        case: "6.0".to_owned(),
        columns: HEADS.map(str::to_owned).to_vec(),
        rows: (1..=6).map(row).collect(),
    }
}
