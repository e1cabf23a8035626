//! Standing orders at a table: read, and what they answer.

use crate::seated::Seated;
use grognard_engine::Game;
use grognard_engine::orders::{Orders, QuestionKind};
use serde::{Deserialize, Serialize};

/// A kind of question that standing orders can answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct QuestionInfo {
    /// Its name in orders.
    pub kind: String,
    /// What is asked.
    pub title: String,
    /// The case that asks.
    pub case: String,
    /// Whether "always" is possible, besides "never" and "ask".
    pub always: bool,
    /// Units for which it can be ordered one by one.
    pub units: Vec<String>,
}

/// Part of every [`crate::Match`].
pub trait Ordered {
    /// The kinds of questions that a seat's orders can answer.
    fn question_kinds(&self, seat: &str) -> Vec<QuestionInfo>;
    /// Reads orders of a seat, one to a line, and writes them as they are kept.
    ///
    /// # Errors
    /// Says what was expected.
    fn read_orders(&self, seat: &str, text: &str) -> Result<String, String>;
    /// What these orders of whoever has to decide answer now: the action, and the words that the log has for it. Nothing if he is to be
    /// asked, or the orders are not his.
    fn answer(&self, orders: &str) -> Option<(String, String)>;
}

impl<G: Game> Ordered for Seated<G> {
    fn question_kinds(&self, seat: &str) -> Vec<QuestionInfo> {
        let game = &self.table.game;
        let info = |QuestionKind { id, title, case, always, units }: QuestionKind| QuestionInfo {
            kind: id.to_owned(),
            title: title.to_owned(),
            case: case.0.to_owned(),
            always,
            units: units.into_iter().map(|unit| game.unit_name(unit)).collect(),
        };
        self.seat(Some(seat)).map_or_else(Vec::new, |seat| game.question_kinds(seat).into_iter().map(info).collect())
    }

    fn read_orders(&self, seat: &str, text: &str) -> Result<String, String> {
        let by = self.seat(Some(seat)).ok_or_else(|| format!("there is no seat {seat:?}"))?;
        Ok(Orders::read(&*self.table.game, by, text)?.text())
    }

    fn answer(&self, orders: &str) -> Option<(String, String)> {
        if orders.is_empty() {
            return None;
        }
        let game = &*self.table.game;
        let orders = Orders::read(game, self.table.to_decide()?, orders).ok()?;
        let (action, reason) = orders.answer(game, &self.table.state)?;
        Some((game.write_action(action), reason))
    }
}
