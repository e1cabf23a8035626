//! [18.0] [23.0] Who has won: what both games share. What is worth how much stands in the file of each game.

use crate::event::{Event, Kind};
use crate::exclusive::{dresden, eylau};
use crate::state::{Side, State};
use crate::title::Title;
use crate::unitset::UnitSet;
use crate::{Action, Battle};
use grognard_engine::preview::Chart;
use grognard_engine::room::Room;
use grognard_engine::tally::Effect;
use grognard_engine::{Case, Lawful, Outcome, Seat, Tally, Umpire};

/// [18.4] [23.5] What it is called when nobody reaches a level.
const DRAW: &str = "draw";

fn victory(side: Side, level: &str) -> String {
    format!("{} {level} victory", side.name())
}

/// The game has ended: nobody decides anything.
#[derive(Clone, Copy, Debug)]
pub struct Over;

impl Room<Battle> for Over {
    fn asks(self, battle: &Battle, state: &State) -> (Seat, Case) {
        let case = if battle.title() == Title::Dresden { "18.0" } else { "23.0" };
        (state.phasing.seat(), Case(case))
    }

    fn list(self, _: &Battle, _: &State, _: &mut Vec<Action>) {}

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        Err(battle.out_of_place(state, action))
    }

    fn deed(self, _: &Battle, _: &mut State, _: Action, _: &mut Umpire<'_, Event>) {}
}

impl Battle {
    /// The points of a side, each with its case.
    #[must_use]
    pub fn points(&self, state: &State, side: Side) -> Tally {
        match self.title() {
            Title::Eylau => self.eylau_points(state, side),
            Title::Dresden => self.dresden_points(state, side),
        }
    }

    /// [18.4] [23.5] The least margin of each level, highest first.
    #[must_use]
    pub const fn levels_by_margin(&self) -> &'static [(i16, &'static str); 3] {
        match self.title() {
            Title::Eylau => &eylau::victory::LEVELS,
            Title::Dresden => &dresden::victory::LEVELS,
        }
    }

    /// [18.4] [23.5] The level of victory.
    #[must_use]
    pub fn outcome(&self, state: &State) -> Outcome {
        let points = Side::BOTH.map(|side| self.points(state, side).total);
        let margin = points[0] - points[1];
        let winner = if margin > 0 { Side::French } else { Side::Allied };
        let level = self.levels_by_margin().iter().find(|(least, _)| margin.abs() >= *least);
        let score = format!("French {}, Allied {}", points[0], points[1]);
        Outcome {
            winner: level.map(|_| winner.seat()),
            verdict: match level {
                Some((_, level)) => format!("{} ({score})", victory(winner, level)),
                None => format!("{DRAW} ({score})"),
            },
            points: points.map(i32::from).to_vec(),
        }
    }

    /// [18.4] [23.5] What the points of both sides come from, like beside like, and their sums.
    pub(crate) fn reckoned(&self, state: &State) -> Chart {
        let tallies = Side::BOTH.map(|side| self.points(state, side));
        let mut kinds: Vec<(Case, &str)> = Vec::new();
        for part in tallies.iter().flat_map(|tally| &tally.parts) {
            if !kinds.contains(&(part.case, part.what.as_str())) {
                kinds.push((part.case, &part.what));
            }
        }
        // Of equal cases the first that came up stays first.
        kinds.sort_by_key(|(case, _)| case.0);
        let worth = |tally: &Tally, kind: (Case, &str)| -> i16 {
            let same = tally.parts.iter().filter(|part| (part.case, part.what.as_str()) == kind);
            same.map(|part| if let Effect::Add(points) = part.effect { points } else { 0 }).sum()
        };
        let row = |&kind: &(Case, &str)| {
            let cell =
                |tally| Some(worth(tally, kind)).filter(|points| *points != 0).map_or_else(|| "–".to_owned(), |p| p.to_string());
            (format!("{} {}", kind.1, kind.0), tallies.iter().map(cell).collect())
        };
        let total = ("together".to_owned(), tallies.iter().map(|tally| tally.total.to_string()).collect());
        Chart {
            kind: "reckoning".to_owned(),
            title: "How the points were counted".to_owned(),
            case: if self.title() == Title::Dresden { "18.4" } else { "23.5" }.to_owned(),
            columns: Side::BOTH.map(|side| side.name().to_owned()).to_vec(),
            rows: kinds.iter().map(row).chain([total]).collect(),
        }
    }

    /// [18.4] [23.5] Every level of victory, from the best of the French to the best of the Allies.
    pub(crate) fn levels_of_victory(&self) -> Vec<String> {
        let of = |side| self.levels_by_margin().iter().map(move |(_, level)| victory(side, level));
        of(Side::French).chain([DRAW.to_owned()]).chain(of(Side::Allied).rev()).collect()
    }

    /// The verdict, in words.
    pub(crate) fn verdict_event(&self, state: &State) -> Event {
        let parts = Side::BOTH.map(|side| format!("{} {}", side.name(), self.points(state, side)));
        let case = if self.title() == Title::Dresden { "18.4" } else { "23.5" };
        let text = format!("{} [{case}]: {}", self.outcome(state).verdict, parts.join("; "));
        self.event(Kind::Verdict, case, UnitSet::EMPTY, &[], text)
    }
}
