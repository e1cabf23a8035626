//! The charts that players keep at hand: results, terrain, what moves morale. All of it is made of the figures that the rules use.

use crate::Campaign;
use crate::results_table::HEADS;
use crate::state::{Side, State};
use grognard_engine::preview::Chart;

impl Campaign {
    /// [9.6] [6.8] [12.1] The charts of this game.
    pub(crate) fn all_charts(&self) -> Vec<Chart> {
        vec![self.results_chart(), self.terrain_chart(), self.morale_chart()]
    }

    /// [12.0] [15.0] The morale with which both armies began, and what is left of it: that decides.
    pub(crate) fn morale_reckoned(&self, state: &State) -> Chart {
        let f = self.figures();
        let row = |what: &str, cells: [i16; 2]| (what.to_owned(), cells.map(|cell| cell.to_string()).to_vec());
        let (first, left) = ([f.morale_french.into(), f.morale_allied.into()], state.morale.map(i16::from));
        Chart {
            kind: "reckoning".to_owned(),
            title: "How morale decided".to_owned(),
            case: "15.0".to_owned(),
            columns: Side::BOTH.map(|side| side.name().to_owned()).to_vec(),
            rows: vec![
                row("morale at the beginning [17.2]", first),
                row("gained and lost [12.0]", [left[0] - first[0], left[1] - first[1]]),
                row("left", left),
            ],
        }
    }

    fn results_chart(&self) -> Chart {
        let rows = self.scenario.results.names().into_iter().enumerate();
        Chart {
            kind: "results".to_owned(),
            title: "Combat Results Table".to_owned(),
            case: "9.6".to_owned(),
            columns: HEADS.map(str::to_owned).to_vec(),
            rows: rows.map(|(i, row)| ((i + 1).to_string(), row)).collect(),
        }
    }

    /// [6.7] [6.8] [9.4.1] What ground and water do.
    fn terrain_chart(&self) -> Chart {
        let f = self.figures();
        let defence = |by: i8| if by == 0 { String::new() } else { format!("{by:+}") };
        let row = |word: &str, cost: &str, by: i8, note: String| (word.to_owned(), vec![cost.to_owned(), defence(by), note]);
        let stop = "1, then stops off the road";
        let saves = |hexes: i8| format!("saves {hexes} hexes of a retreat");
        let minor = format!("+{}", f.minor_river_mp);
        Chart {
            kind: "terrain".to_owned(),
            title: "Terrain Effects".to_owned(),
            case: "9.4.1".to_owned(),
            columns: ["movement", "defender", "besides"].map(str::to_owned).to_vec(),
            rows: vec![
                row("clear", "1", 0, String::new()),
                row("woods", stop, f.woods_defence, String::new()),
                row("rough", stop, f.rough_defence, String::new()),
                row("town", "1", f.town_defence, String::new()),
                row("garden", "1", f.garden_defence, String::new()),
                row("fort", "1", f.fort_defence, saves(f.fort_retreat_reduction)),
                row("fortress", "1", f.fortress_defence, saves(f.fortress_retreat_reduction)),
                row("minor river", &minor, f.minor_river_defence, "as a major one when wet".to_owned()),
                row("major river", "by bridge or ford only", 0, String::new()),
                row("bridge", "as the road", f.bridge_defence, String::new()),
            ],
        }
    }

    /// [12.1] to [14.0] What moves the morale of an army.
    fn morale_chart(&self) -> Chart {
        let f = self.figures();
        let row = |what: &str, by: i8, case: &str| (what.to_owned(), vec![format!("{by:+}"), format!("[{case}]")]);
        Chart {
            kind: "morale".to_owned(),
            title: "What Moves Morale".to_owned(),
            case: "12.1".to_owned(),
            columns: vec!["points".to_owned(), "case".to_owned()],
            rows: vec![
                row("a unit of one's own routs", f.morale_rout, "12.1"),
                row("a unit of one's own breaks", f.morale_break_own, "12.1"),
                row("an enemy unit breaks", f.morale_break_enemy, "12.1"),
                row("the Guard is committed", f.morale_guard_commit, "12.2"),
                row("the Guard gains nothing", f.morale_guard_no_advance, "12.5"),
                row("a Lull", f.morale_lull, "12.4"),
                row("reserves are committed", -f.reserve_cost, "9.5"),
                row("a Force March", -f.force_march_cost, "6.6"),
                row("a rally roll is bought", -f.rally_cost, "12.3"),
                row("a night", f.morale_night, "14.0"),
                row("an enemy on a line of communications at night", f.morale_loc, "14.0"),
                row("an Objective held at night (Allies)", f.morale_objective, "14.0"),
                row("a hex of Dresden lost, once (French)", f.catastrophe_first, "12.7"),
                row("both hexes of Dresden lost, once (French)", f.catastrophe_second, "12.7"),
                row("both hexes of Dresden taken, once (Allies)", f.catastrophe_second_allied, "12.7"),
            ],
        }
    }
}
