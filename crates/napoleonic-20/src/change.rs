//! [2.0] [3.0] A game with something changed, for asking "what if": a counter's figures, when reinforcements come, or one of the
//! figures that are reconstructed. Everything that holds for the data of the published game is checked here too.

use crate::Campaign;
use crate::scenario::{Area, Arm, Figures, MOST_MOVEMENT, MOST_STRENGTH, Scenario, Setting, Start};
use crate::state::Side;
use grognard_engine::DataError;
use grognard_engine::rows::within;
use grognard_engine::what_if::change_all;

/// What can be written, for those who wrote something else.
const FORMS: &str = "expected unit:TAG:strength=N, unit:TAG:movement=N, unit:TAG:start=PLACE, turn:TAG=N or figure:NAME=N";

impl Campaign {
    /// A game by its name, with options, and with some things changed.
    ///
    /// # Errors
    /// An unknown game, option or change; a change that the data would not allow.
    pub fn changed(game: &str, options: &[(String, String)], changes: &[String]) -> Result<Self, DataError> {
        let published = Self::new(game, options)?;
        let mut scenario = published.scenario;
        change_all(&mut scenario, changes, FORMS, Scenario::change)?;
        // Units can change places: who stands where is asked when all stand where they are to stand.
        change_all(&mut scenario, changes, FORMS, Scenario::stands_alone)?;
        Self::with(scenario, published.options)
    }
}

impl Scenario {
    /// Changes one thing: `unit:YG:strength=5`, `unit:YG:movement=3`, `unit:YG:start=1306`, `turn:YG=8` for the turn in which a
    /// reinforcement is due, or `figure:morale_french=10` for a figure of `data/figures.tsv`.
    ///
    /// # Errors
    /// Says what was expected. The scenario is of no use after that.
    fn change(&mut self, what: &[&str], value: &str) -> Result<(), String> {
        match what {
            ["unit", tag, "start"] => self.change_start(tag, value),
            ["unit", tag, figure] => self.change_unit(tag, figure, value),
            ["turn", tag] => self.change_turn(tag, value),
            ["figure", name] => self.change_figure(name, value),
            _ => Err(FORMS.to_owned()),
        }
    }

    /// A counter that is in play in this scenario; dummies and cadres are no units of the order of battle.
    fn find(&self, tag: &str) -> Result<usize, String> {
        let i = self.pieces.iter().position(|p| p.tag == tag).ok_or_else(|| format!("there is no unit {tag:?}"))?;
        let piece = &self.pieces[i];
        if piece.start == Start::Unused || matches!(piece.arm, Arm::Dummy | Arm::Cadre) {
            return Err(format!("{tag} is no unit of this scenario"));
        }
        Ok(i)
    }

    fn change_unit(&mut self, tag: &str, figure: &str, value: &str) -> Result<(), String> {
        let i = self.find(tag)?;
        match figure {
            "strength" => self.pieces[i].strength = within(figure, value, 1..=MOST_STRENGTH)?,
            "movement" => self.pieces[i].movement = within(figure, value, 1..=MOST_MOVEMENT)?,
            _ => return Err(FORMS.to_owned()),
        }
        Ok(())
    }

    /// [11.5] [6.3] Another hex, or another area and turn. Units that begin as a case of their own says stay with that case.
    fn change_start(&mut self, tag: &str, value: &str) -> Result<(), String> {
        let i = self.find(tag)?;
        if !matches!(self.pieces[i].start, Start::Hex(_) | Start::Due { .. }) {
            return Err(format!("where {tag} begins is told by a case of its own"));
        }
        let start = self.read_start(value)?;
        match start {
            Start::Hex(_) => {}
            Start::Due { area, turn } => {
                let own = if matches!(area, Area::Y | Area::Z) { Side::Allied } else { Side::French };
                if own != self.pieces[i].side {
                    return Err(format!("[11.5] area {} is the enemy's", area.letter()));
                }
                self.check_turn(turn)?;
            }
            _ => return Err(format!("start {value:?}: expected a hex, or an area and a turn such as A7")),
        }
        self.pieces[i].start = start;
        Ok(())
    }

    /// [6.3] That a unit which was given another hex has it for itself.
    fn stands_alone(&mut self, what: &[&str], _: &str) -> Result<(), String> {
        let ["unit", tag, "start"] = what else { return Ok(()) };
        let Some(i) = self.pieces.iter().position(|p| p.tag == *tag) else { return Ok(()) };
        let Start::Hex(hex) = self.pieces[i].start else { return Ok(()) };
        match self.pieces.iter().enumerate().find(|(other, p)| *other != i && p.start == Start::Hex(hex)) {
            Some((_, other)) => Err(format!("[6.3] hex {} already holds {}", self.sheet.grid.number(hex), other.tag)),
            None => Ok(()),
        }
    }

    /// [11.0] A reinforcement comes in another turn.
    fn change_turn(&mut self, tag: &str, value: &str) -> Result<(), String> {
        let i = self.find(tag)?;
        let turn = value.parse().map_err(|_| format!("turn {value:?}: expected a number"))?;
        self.check_turn(turn)?;
        match &mut self.pieces[i].start {
            Start::Due { turn: due, .. } => *due = turn,
            _ => return Err(format!("{tag} is no reinforcement with a turn of arrival")),
        }
        Ok(())
    }

    fn check_turn(&self, turn: u8) -> Result<(), String> {
        let (first, last) = (self.first_turn(), self.turns.len());
        if (usize::from(first)..=last).contains(&usize::from(turn)) {
            return Ok(());
        }
        let why = if self.setting == Setting::Historical { ", where this scenario begins and ends" } else { "" };
        Err(format!("turn {turn}: expected {first} to {last}{why}"))
    }

    /// A figure of `data/figures.tsv`, which keeps its sign: a price does not become a gift.
    fn change_figure(&mut self, name: &str, value: &str) -> Result<(), String> {
        let known = self.figures.get(name).ok_or_else(|| format!("there is no figure {name:?}; data/figures.tsv lists them"))?;
        let range = if known < 0 { -20..=0 } else { 0..=20 };
        self.figures.set(name, within(name, value, range)?);
        let (first, last) = (self.first_turn(), self.turns.len());
        if !(1..=last).contains(&usize::from(first)) {
            return Err(format!("the game would begin on turn {first}: expected 1 to {last}"));
        }
        // [17.1.1] Each marker has a turn of its own; two on one turn could not both be placed.
        let Figures { marker_one: a, marker_two: b, marker_three: c, .. } = self.figures;
        if [a, b, c].contains(&0) || a == b || b == c || a == c {
            return Err(format!("[17.1.1] markers on turns {a}, {b} and {c}: expected three different turns"));
        }
        Ok(())
    }
}
