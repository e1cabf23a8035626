//! The charts that players keep at hand: fire, melee, what its results do, morale before a melee and against a charge, carré, terrain, recall and limbering,
//! corps morale, victory. All of it is made of the figures that the rules use.

use crate::base6::printed;
use crate::board::many;
use crate::state::Arm;
use crate::tables::{BLOCKS, Pair, Prices, Terrain};
use crate::victory::LEVELS;
use crate::{Bautzen, Setup};
use grognard_engine::preview::Chart;

/// Heads of columns.
fn heads(list: &[&str]) -> Vec<String> {
    list.iter().map(|head| (*head).to_owned()).collect()
}

/// A modifier as it is read.
fn signed(by: i16) -> String {
    if by == 0 { "–".to_owned() } else { format!("{by:+}") }
}

impl Bautzen {
    /// [10.5] [11.2] [7.1] [15.3] [15.6] [15.7] [16.5] [16.7] [17.3] [18.1] [20.3] [23.1] The charts of this game.
    pub(crate) fn all_charts(&self) -> Vec<Chart> {
        let mut charts = vec![
            self.fire_chart(),
            self.melee_chart(),
            self.matrix_chart(),
            self.terrain_chart(),
            self.defence_chart(),
            self.pre_melee_chart(),
        ];
        if self.setup() != Setup::Outposts {
            charts.extend([self.stand_chart(), self.carre_chart(), self.die_chart(), self.levels_chart()]);
        }
        charts.push(self.victory_chart());
        charts
    }

    fn fire_chart(&self) -> Chart {
        let columns = &self.tables().fire;
        let row = |place: usize| {
            let cells = columns.iter().map(|column| column.losses[place].to_string()).collect();
            (printed(place as i16).to_string(), cells)
        };
        Chart {
            kind: "results".to_owned(),
            title: "Fire Results".to_owned(),
            case: "10.5".to_owned(),
            columns: columns.iter().map(|column| column.odds.clone()).collect(),
            rows: (0..36).map(row).collect(),
        }
    }

    fn melee_chart(&self) -> Chart {
        let (table, _) = self.melee_view(0);
        Chart {
            kind: "results".to_owned(),
            title: table.title,
            case: table.case,
            columns: table.columns,
            rows: table.rows.into_iter().zip(table.cells).collect(),
        }
    }

    fn matrix_chart(&self) -> Chart {
        let names = [
            "infantry in good order",
            "infantry disordered",
            "infantry routed",
            "infantry in carré",
            "cavalry in good order",
            "cavalry routed",
            "limbered guns",
            "limbered guns, routed",
            "unlimbered guns",
            "unlimbered guns, disordered",
        ];
        let word = |letter: char| match letter {
            'A' => "attackers rout",
            'B' => "attackers disordered, 3 hexes back",
            'C' => "both one hex back",
            'D' => "disordered, 3 hexes back",
            'E' | 'L' => "routs",
            'F' => "attackers 3 hexes back",
            'G' => "checks at +6, riders 2 hexes back",
            'H' => "disordered column, loses 1",
            'I' => "routs, 2 for each hex in a zone",
            'J' => "attacking cavalry routs",
            'K' => "both one hex back, attackers check",
            'M' => "attackers lose 1 and run",
            'N' => "6 hexes back",
            'O' => "back its whole allowance",
            'P' => "disordered, 3 hexes back",
            'Q' => "routs, loses 1",
            'X' => "lost",
            'Z' => "surrenders",
            'd' => "disordered in place",
            '1' => "loses 1",
            _ => "no effect",
        };
        let rows = names.iter().zip(&self.tables().matrix);
        Chart {
            kind: "results".to_owned(),
            title: "What a Melee Does to the Defender".to_owned(),
            case: "15.7".to_owned(),
            columns: heads(&["AR", "AD", "blank", "DD", "DR"]),
            rows: rows
                .map(|(name, row)| ((*name).to_owned(), row.iter().map(|&letter| word(letter).to_owned()).collect()))
                .collect(),
        }
    }

    fn terrain_chart(&self) -> Chart {
        let tables = self.tables();
        let cells = |prices: &Prices, plus: &str| -> Vec<String> {
            let cell =
                |price: &Option<u8>| price.map_or("no".to_owned(), |price| format!("{plus}{}", crate::board::points(price)));
            prices.iter().map(cell).collect()
        };
        let mut rows: Vec<(String, Vec<String>)> = Terrain::ALL
            .into_iter()
            .filter(|terrain| *terrain != Terrain::Work)
            .map(|terrain| (terrain.word().replace('_', " "), cells(&tables.enter[terrain as usize], "")))
            .collect();
        rows.push(("earthwork, from the rear".to_owned(), cells(&tables.work_rear, "")));
        for (word, prices) in [
            ("slope", &tables.slope),
            ("stream", &tables.stream),
            ("stream bridge, in road march", &tables.stream_bridge),
            ("ford of a stream", &tables.stream_ford),
            ("ford of the Spree", &tables.spree_ford),
            ("the Spree elsewhere", &tables.spree),
        ] {
            rows.push((word.to_owned(), cells(prices, "+")));
        }
        let plain = |halves: u8| vec![crate::board::points(halves); 3];
        rows.push(("road, in road march".to_owned(), plain(tables.road)));
        rows.push(("houses, in road march".to_owned(), plain(tables.road_built_up)));
        rows.push(("bridge of the Spree, in road march, in all".to_owned(), plain(tables.road_spree_bridge)));
        Chart {
            kind: "terrain".to_owned(),
            title: "Terrain and Movement".to_owned(),
            case: "7.1".to_owned(),
            columns: heads(&["infantry", "cavalry", "guns, limbered"]),
            rows,
        }
    }

    fn defence_chart(&self) -> Chart {
        let row = |name: String, values: &[u8; 8]| {
            let cells = values.iter().map(|value| if *value == 0 { "–".to_owned() } else { value.to_string() });
            (name, cells.collect())
        };
        let tables = self.tables();
        let mut rows: Vec<(String, Vec<String>)> = Terrain::ALL
            .into_iter()
            .filter(|terrain| *terrain != Terrain::Pond)
            .map(|terrain| row(terrain.word().replace('_', " "), &tables.defence[terrain as usize]))
            .collect();
        rows.push(row("earthwork, through the rear".to_owned(), &tables.work_rear_defence));
        Chart {
            kind: "terrain".to_owned(),
            title: "Fire Defence".to_owned(),
            case: "11.2".to_owned(),
            columns: heads(&["column", "line", "carré", "general order", "skirmish", "disorder", "limbered", "unlimbered"]),
            rows,
        }
    }

    fn pre_melee_chart(&self) -> Chart {
        let pre = &self.tables().pre_melee;
        let row = |what: &str, (attacker, defender): Pair| (what.to_owned(), vec![signed(attacker), signed(defender)]);
        let odds = ["below 1:1", "1:1", "2:1", "3:1", "4:1", "5:1 and more"];
        let mut rows: Vec<(String, Vec<String>)> =
            odds.iter().zip(pre.odds).map(|(head, pair)| row(&format!("increments {head}"), pair)).collect();
        rows.extend([
            row("into the flank", pre.flank),
            row("into the rear", pre.rear),
            row("defender in skirmish order", (0, pre.skirmish)),
            row("defender in line", (0, pre.line)),
            row("defender in carré", (0, pre.carre)),
            row("defender disordered", (0, pre.disordered)),
            row("defender routed", (0, pre.routed)),
            row("up a slope", pre.up_slope),
            row("across a stream", pre.stream),
            row("across a bridge of the Spree", pre.spree_bridge),
            row("through a ford of the Spree", pre.spree_ford),
            row("storming the front of an earthwork", (pre.work, 0)),
            row("each increment lost to defensive fire", (pre.loss, 0)),
        ]);
        // Fire of elite troops: the attacker's losses to the defender's, and the defender's to the attacker's.
        for (morale, by) in ["15 or 16", "13 or 14", "11 or 12"].into_iter().zip(pre.elite) {
            rows.push(row(&format!("each lost to the fire of elite troops of morale {morale}"), (by, by)));
        }
        rows.push(row("each lost by elite troops to the fire of others", (pre.loss, pre.loss)));
        Chart {
            kind: "morale".to_owned(),
            title: "Morale before a Melee".to_owned(),
            case: "15.3".to_owned(),
            columns: heads(&["attacker", "defender"]),
            rows,
        }
    }

    fn stand_chart(&self) -> Chart {
        let s = &self.tables().stand;
        let row = |what: &str, by: i16| (what.to_owned(), vec![signed(by)]);
        Chart {
            kind: "morale".to_owned(),
            title: "Standing against a Charge".to_owned(),
            case: "16.5".to_owned(),
            columns: heads(&["to the roll"]),
            rows: vec![
                row("charged in the flank", s.flank),
                row("charged in the rear", s.rear),
                row("in skirmish order", s.skirmish),
                row("in line", s.line),
                row("disordered", s.disordered),
                row("in carré", s.carre),
                row("by lancers", s.lancers),
                row("by heavy cavalry", s.heavy),
                row("across a slope", s.slope),
            ],
        }
    }

    fn carre_chart(&self) -> Chart {
        let mut rows = Vec::new();
        for (block, name) in BLOCKS.iter().enumerate() {
            for (from, word) in ["column", "line"].iter().enumerate() {
                for points in (1..=4).rev() {
                    let row = self.tables().carre[block][from][points - 1];
                    let last = |end: i16| if end > 0 { format!("to {}", printed(end - 1)) } else { "–".to_owned() };
                    let rout = if row.disordered < 36 { format!("from {}", printed(row.disordered)) } else { "–".to_owned() };
                    let head = format!("{name}, {word}, {}", many(points, "point", "points"));
                    rows.push((head, vec![last(row.formed), last(row.disordered), rout]));
                }
            }
        }
        Chart {
            kind: "morale".to_owned(),
            title: "Forming Carré under a Charge".to_owned(),
            case: "17.3".to_owned(),
            columns: heads(&["carré", "disorder", "rout"]),
            rows,
        }
    }

    /// [16.7] [18.1] What one die has to show, for the regiments and batteries of this game.
    fn die_chart(&self) -> Chart {
        let mut rows: Vec<(String, Vec<String>)> = Vec::new();
        let start = &self.field().army.start;
        for unit in self.units().filter(|&unit| start[usize::from(unit)].place != crate::Place::Absent) {
            let kind = self.kind(unit);
            let (name, least, case) = match kind.arm {
                Arm::Cavalry => (format!("recall: {}", kind.recall_row), kind.recall, "[16.7]"),
                Arm::Artillery => (format!("limbering: {}", kind.category), kind.limber, "[18.1]"),
                _ => continue,
            };
            if rows.iter().all(|(known, _)| *known != name) {
                let shown = if least <= 1 { "always".to_owned() } else { format!("{least} to 6") };
                rows.push((name, vec![shown, case.to_owned()]));
            }
        }
        Chart {
            kind: "morale".to_owned(),
            title: "Recall and Limbering".to_owned(),
            case: "16.7".to_owned(),
            columns: heads(&["die", "case"]),
            rows,
        }
    }

    fn levels_chart(&self) -> Chart {
        let rows = self.bodies().map(|(_, (name, _, levels, modifiers))| {
            let cell = |at: usize| format!("from {} lost or routed: {:+}", levels[at], modifiers[at]);
            (name.clone(), (0..3).map(cell).collect())
        });
        Chart {
            kind: "morale".to_owned(),
            title: "Corps Morale".to_owned(),
            case: "20.3".to_owned(),
            columns: heads(&["level 1", "level 2", "level 3"]),
            rows: rows.collect(),
        }
    }

    fn victory_chart(&self) -> Chart {
        let rows: Vec<(&str, &str)> = if self.setup() == Setup::Outposts {
            vec![
                ("French victory", "both hexes of Gottamelda"),
                ("draw", "one of them, or none and no more French increments lost than Coalition ones"),
                ("Coalition victory", "none, and more French increments lost"),
            ]
        } else {
            let held = [
                "Brösa, Malschwitz, Gottamelda, Gleina and the windmill",
                "the four villages",
                "Brösa, Gottamelda and Gleina",
                "Brösa and Gottamelda",
                "Malschwitz, or any two",
                "one, not Malschwitz",
                "none, or III Corps on level 2 or 3",
            ];
            // [23.1] A level of III Corps spoils what was won.
            let spoilt = ("with III Corps on level 1", "each French victory is one row less");
            LEVELS.into_iter().zip(held).chain([spoilt]).collect()
        };
        let case = if self.setup() == Setup::Outposts { "23.8" } else { "23.1" };
        Chart {
            kind: "victory".to_owned(),
            title: "Victory".to_owned(),
            case: case.to_owned(),
            columns: heads(&["the French hold"]),
            rows: rows.into_iter().map(|(level, held)| (level.to_owned(), vec![held.to_owned()])).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [15.3] [23.1] What weighs on a check before a melee and on a victory stands in the charts.
    #[test]
    fn charts_leave_nothing_out_that_counts() {
        let game = Bautzen::new("bautzen-short", &[]).unwrap();
        let charts = game.all_charts();
        let cells = |title: &str, row: &str| -> Vec<String> {
            let chart = charts.iter().find(|chart| chart.title == title).unwrap();
            let (_, cells) = chart.rows.iter().find(|(name, _)| name == row).unwrap();
            cells.clone()
        };
        let before = "Morale before a Melee";
        assert_eq!(cells(before, "storming the front of an earthwork"), ["-12", "–"]);
        assert_eq!(cells(before, "each increment lost to defensive fire"), ["-3", "–"]);
        assert_eq!(cells(before, "each lost to the fire of elite troops of morale 11 or 12"), ["-12", "-12"]);
        assert_eq!(cells("Victory", "with III Corps on level 1"), ["each French victory is one row less"]);
    }
}
