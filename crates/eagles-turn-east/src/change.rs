//! A game with something changed, for asking "what if": the numbers of the rules that stand alone, the ratings of leaders, strengths, where and when somebody begins,
//! commands, and morale. What holds for the data of the published game holds here too.

use crate::roster::Start;
use crate::scenario::{MORALE, Scenario};
use crate::state::{ARMS, Side};
use crate::tables::Figures;
use crate::{Campaign, passage};
use grognard_engine::DataError;
use grognard_engine::rows::within;
use grognard_engine::what_if::change_all;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What can be written, for those who wrote something else.
const FORMS: &str = "expected figure:NAME=N, unit:TAG:inf=N, unit:TAG:cav=N, unit:TAG:art=N, leader:TAG:initiative=N, leader:TAG:start=HEX, \
                     turn:TAG=DATE, commands:SIDE=N or morale=LETTER";

/// The parts of a unit, as commands name them.
const PARTS: [&str; ARMS] = ["inf", "cav", "art"];

impl Campaign {
    /// A game by its name, with options, and with some things changed.
    ///
    /// # Errors
    /// An unknown game, option or change; a change that the data would not allow.
    pub fn changed(game: &str, options: &[(String, String)], changes: &[String]) -> Result<Self, DataError> {
        let published = Self::new(game, options)?;
        let mut scenario = published.scenario().clone();
        change_all(&mut scenario, changes, FORMS, Scenario::change)?;
        let game = Self { scenario: Arc::new(scenario), serial: passage::fresh(), ..published };
        game.sound(&game.opening()).map_err(|(place, why)| DataError::new("change", place, why))?;
        Ok(game)
    }
}

/// What a figure may be changed to: a die, a column, a turn of the calendar, or a number that is used up.
fn bounds(figure: &str) -> RangeInclusive<u8> {
    match figure {
        "capture" | "change_source" | "commander_bonus" => 0..=6,
        "loc_column" => 0..=4,
        "most_shift" | "forage_shift" | "repulse_cost" | "disperse" | "fortnight_die" => 0..=9,
        // Whoever can make no step could not be told to march.
        "allowance_foot" | "allowance_horse" | "allowance_leader" | "allowance_forced" => 6..=40,
        "held_out_from" => 1..=200,
        "vp_koenigsberg" | "vp_guard" | "vp_morale" | "relief_lost" | "fortnight_bonus" => 0..=40,
        _ => 1..=120,
    }
}

impl Scenario {
    fn change(&mut self, what: &[&str], value: &str) -> Result<(), String> {
        match what {
            ["figure", name] => {
                if !Figures::NAMES.contains(name) {
                    return Err(format!("there is no figure {name:?}; there is {}", Figures::NAMES.join(", ")));
                }
                self.tables.figures.set(name, within(name, value, bounds(name))?);
                Ok(())
            }
            ["unit", tag, part] => self.change_strength(tag, part, value),
            ["leader", tag, "initiative"] => {
                let at = self.find_leader(tag)?;
                self.roster.leaders[at].initiative = within("initiative", value, 1..=6)?;
                Ok(())
            }
            ["leader", tag, "start"] => self.change_start(tag, value),
            ["turn", tag] => {
                let (first, last) = self.turns;
                let turn = self.calendar.turn_of(value).filter(|turn| (first..=last).contains(turn));
                let turn = turn.ok_or_else(|| {
                    let name = |turn: u8| self.calendar.turns[usize::from(turn) - 1].dates.clone();
                    format!("{value:?} is no turn of this scenario: expected {} to {}", name(first), name(last))
                })?;
                let at = self.find_leader(tag)?;
                match &mut self.roster.leaders[at].start {
                    Start::Due(due, _) => *due = turn,
                    _ => return Err(format!("{tag} is no reinforcement [II.a]")),
                }
                Ok(())
            }
            ["commands", side] => {
                let side = Side::read(side).ok_or_else(|| format!("there is no side {side:?}; there is French, Coalition"))?;
                if self.commands == [0, 0] {
                    return Err("commands cost Administrative Points here [5.5]".to_owned());
                }
                self.commands[side as usize] = within("commands", value, 0..=20)?;
                Ok(())
            }
            ["morale"] => {
                let space = MORALE.find(value).filter(|_| value.len() == 1);
                self.morale = space.ok_or_else(|| format!("morale {value:?}: expected a letter from A to G [10.1]"))? as u8;
                Ok(())
            }
            _ => Err(FORMS.to_owned()),
        }
    }

    /// A leader who takes part.
    fn find_leader(&self, tag: &str) -> Result<usize, String> {
        let found = self.roster.leaders.iter().position(|leader| leader.tag == tag);
        found.ok_or_else(|| format!("there is no leader {tag:?} in this scenario"))
    }

    fn change_strength(&mut self, tag: &str, part: &str, value: &str) -> Result<(), String> {
        let arm = PARTS.iter().position(|known| *known == part).ok_or(FORMS)?;
        let unit = self.roster.units.iter_mut().find(|unit| unit.tag == tag && unit.line > 0);
        let unit = unit.ok_or_else(|| format!("there is no unit {tag:?} in the set-up of this scenario"))?;
        if !unit.parts[arm] {
            return Err(format!("{tag} has no {part}"));
        }
        let others: u8 = (0..ARMS).filter(|other| *other != arm).map(|other| unit.strength[other]).sum();
        let strength = within(part, value, 0..=20)?;
        if others + strength == 0 {
            return Err(format!("{tag} would have no Strength Points at all"));
        }
        unit.strength[arm] = strength;
        Ok(())
    }

    fn change_start(&mut self, tag: &str, value: &str) -> Result<(), String> {
        let hex = self.ground.grid().read(value)?;
        let at = self.find_leader(tag)?;
        if !matches!(self.roster.leaders[at].start, Start::Hex(_)) {
            return Err(format!("{tag} does not begin on the map"));
        }
        if !self.ground.dry(hex) || !self.ground.in_play(hex) {
            return Err(format!("nobody can stand in {value}"));
        }
        let side = self.roster.leaders[at].army.side();
        if self.roster.leaders.iter().any(|other| other.army.side() != side && other.start == Start::Hex(hex)) {
            return Err(format!("the enemy stands in {value}"));
        }
        self.roster.leaders[at].start = Start::Hex(hex);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::dice::SeededDice;
    use grognard_engine::{Decision, Rules, Umpire};

    fn changed(game: &str, change: &str) -> Result<Campaign, String> {
        Campaign::changed(game, &[], &[change.to_owned()]).map_err(|fault| fault.to_string())
    }

    #[test]
    fn one_thing_changes() {
        let leader = |game: &Campaign, tag: &str| game.scenario().find_leader(tag).unwrap();
        assert_eq!(changed("eagles-friedland", "figure:critical=12").unwrap().figures().critical, 12);
        let keen = changed("eagles-friedland", "leader:Lannes:initiative=6").unwrap();
        assert_eq!(keen.scenario().roster.leaders[leader(&keen, "Lannes")].initiative, 6);
        let weak = changed("eagles-friedland", "unit:OudinotI:inf=1").unwrap();
        let unit = weak.bodies().iter().position(|body| body.tag == "OudinotI").unwrap();
        assert_eq!(weak.opening().strength[unit][0], 1);
        let here = changed("eagles-friedland", "leader:Lannes:start=N-3825").unwrap();
        let at = leader(&here, "Lannes") as u8;
        assert_eq!(here.opening().hex(at).map(|hex| here.grid().number(hex)).as_deref(), Some("N-3825"));
        assert_eq!(changed("eagles-eylau", "commands:French=7").unwrap().scenario().commands, [7, 5]);
        assert_eq!(changed("eagles-eylau-campaign", "morale=E").unwrap().opening().morale, 4);
        // The published game is as it was.
        assert_eq!(Campaign::new("eagles-friedland", &[]).unwrap().figures().critical, 8);
    }

    #[test]
    fn what_is_not_known_or_not_possible_is_refused() {
        for (game, change, wanted) in [
            ("eagles-friedland", "figure:luck=3", "no figure \"luck\""),
            ("eagles-friedland", "figure:loc_column=5", "expected 0 to 4"),
            ("eagles-friedland", "figure:allowance_foot=0", "expected 6 to 40"),
            ("eagles-friedland", "leader:Nobody:initiative=3", "no leader \"Nobody\""),
            ("eagles-friedland", "leader:Lannes:initiative=7", "expected 1 to 6"),
            ("eagles-friedland", "leader:Lannes:start=N-9999", "N-9999"),
            ("eagles-friedland", "unit:Nobody:inf=3", "no unit \"Nobody\""),
            ("eagles-friedland", "unit:OudinotI:cav=3", "has no cav"),
            ("eagles-friedland", "unit:OudinotI:inf=0", "no Strength Points"),
            ("eagles-friedland", "unit:OudinotI:colour=3", "expected figure:NAME"),
            ("eagles-friedland", "turn:Lannes=16-17 Jun", "no reinforcement"),
            ("eagles-friedland", "turn:Lannes=1 May", "no turn of this scenario"),
            ("eagles-friedland", "commands:Turks=3", "no side \"Turks\""),
            ("eagles-eylau-campaign", "commands:French=3", "cost Administrative Points"),
            ("eagles-friedland", "morale=H", "from A to G"),
            ("eagles-friedland", "weather=rain", "expected figure:NAME"),
        ] {
            let why = changed(game, change).err().unwrap_or_default();
            assert!(why.contains(wanted) && why.contains(change) && why.lines().count() == 1, "{change}: {why}");
        }
    }

    /// Whatever figure is changed, a game can be played.
    #[test]
    fn games_with_other_figures_can_be_played() {
        let published = Campaign::new("eagles-friedland", &[]).unwrap();
        for name in Figures::NAMES {
            let known = published.figures().get(name).unwrap();
            for value in [known.saturating_sub(1), known + 1].into_iter().filter(|value| bounds(name).contains(value)) {
                let game = changed("eagles-friedland", &format!("figure:{name}={value}")).unwrap();
                assert_eq!(game.figures().get(name), Some(value));
                let (mut dice, mut picks, mut options) = (SeededDice::new(3), SeededDice::new(4), Vec::new());
                let mut state = game.start(&mut Umpire::silent(&mut dice));
                for _ in 0..400 {
                    let Decision::Choose { seat, .. } = game.decision(&state) else { break };
                    game.legal_actions(&state, &mut options);
                    let action = options[picks.below(options.len() as u32) as usize];
                    game.play(&mut state, seat, action, &mut Umpire::silent(&mut dice)).unwrap();
                }
            }
        }
    }
}
