//! Standing orders at the keyboard: given, listed, kept beside the saved game, and obeyed.

use super::session::Next;
use crate::fail::{Done, Fail};
use crate::files;
use grognard_engine::Dice;
use grognard_shelf::Match;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The words that a player can type.
pub const WORDS: (&str, &str) = (
    "orders [SIDE] [KIND never|always|ask [UNIT]]",
    "standing orders: what is answered for a side when the same question comes again",
);

/// The orders of both sides, as far as they are known here.
#[derive(Default)]
pub struct Standing(Vec<(String, String)>);

impl Standing {
    /// The orders of a seat, one to a line.
    pub fn of(&self, seat: &str) -> &str {
        self.0.iter().find(|(name, _)| name == seat).map_or("", |(_, text)| text)
    }

    /// Replaces the orders of a seat.
    pub fn set(&mut self, seat: &str, text: String) {
        self.0.retain(|(name, _)| name != seat);
        if !text.is_empty() {
            self.0.push((seat.to_owned(), text));
        }
    }

    /// Obeys `orders …`, typed by whoever sits at the keyboard for `seat`. Where nothing is hidden the other side can be spoken for too.
    pub fn typed(&mut self, game: &dyn Match, seat: &str, rest: &str, both: bool) -> Result<Next, Fail> {
        let (first, more) = rest.split_once(' ').unwrap_or((rest, ""));
        let named = game.seats().iter().find(|name| name.eq_ignore_ascii_case(first));
        let (seat, order) = match named {
            Some(&other) if both && !game.secretive() || other == seat => (other, more.trim()),
            Some(other) => return Err(Fail::Bad(format!("the orders of {other} are not yours to give or to read"))),
            None => (seat, rest),
        };
        if order.is_empty() {
            files::say(self.told(game, seat))?;
            return Ok(Next::Stay);
        }
        let text = format!("{}\n{order}", self.of(seat));
        let orders =
            game.read_orders(seat, &text).map_err(|why| Fail::Bad(format!("{why}. `orders` lists what can be ordered")))?;
        self.set(seat, orders);
        files::say(self.told(game, seat))?;
        Ok(Next::Show)
    }

    /// What is ordered for a seat, and what could be.
    fn told(&self, game: &dyn Match, seat: &str) -> String {
        let kinds = game.question_kinds(seat);
        if kinds.is_empty() {
            return format!("{seat} is asked nothing that standing orders could answer.\n");
        }
        let mut out = match self.of(seat) {
            "" => format!("{seat} has given no standing orders.\n"),
            orders => format!("{seat}:\n{}\n", orders.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")),
        };
        for kind in kinds {
            let always = if kind.always { " always |" } else { "" };
            let unit = if kind.units.is_empty() { "" } else { " [UNIT]" };
            let _ = writeln!(
                out,
                "  {:<14} {} [{}]: orders {}{always} never | ask{unit}",
                kind.kind, kind.title, kind.case, kind.kind
            );
        }
        out
    }

    /// Answers what the orders answer, until somebody is to be asked or an action has rolled dice that `stop` wants to know of. Says what
    /// was answered, as far as `reader` may know: where things are hidden, orders are their owner's affair, and the log tells what came of them.
    pub fn answer(
        &self,
        game: &mut dyn Match,
        reader: &str,
        dice: &mut dyn Dice,
        mut stop: impl FnMut(&mut dyn Match, usize) -> bool,
    ) -> String {
        let mut out = String::new();
        while let Some((seat, (action, reason))) = game.to_decide().and_then(|seat| Some((seat, game.answer(self.of(seat))?))) {
            let before = game.played();
            let told = seat == reader || !game.secretive();
            if game.submit(seat, &action, dice).is_err() {
                break;
            }
            if told {
                let _ = writeln!(out, "{seat} answers `{action}` ({reason}).");
            }
            if stop(game, before) {
                break;
            }
        }
        out
    }

    /// The orders beside a saved game, if there are any.
    pub fn read(game: &dyn Match, save: &Path) -> Result<Self, Fail> {
        let path = beside(save);
        let mut standing = Self::default();
        if path.symlink_metadata().is_err() {
            return Ok(standing);
        }
        let text = files::read(&path)?;
        for (number, line) in (1..).zip(text.lines()) {
            let bad = |why: String| Fail::Bad(format!("{}: line {number}: {why}", files::name(&path)));
            let line = line.trim();
            if line.is_empty() || line.starts_with("//") {
                continue;
            }
            let (seat, order) = line.split_once(' ').ok_or_else(|| bad("expected SIDE KIND never|always|ask".to_owned()))?;
            let all = format!("{}\n{order}", standing.of(seat));
            let all = game.read_orders(seat, &all).map_err(bad)?;
            standing.set(seat, all);
        }
        Ok(standing)
    }

    /// Keeps the orders beside a saved game.
    pub fn write(&self, save: &Path) -> Done {
        let path = beside(save);
        if self.0.is_empty() && path.symlink_metadata().is_err() {
            return Ok(());
        }
        let line = |seat: &str, order: &str| format!("{seat} {order}\n");
        let text: String = self.0.iter().flat_map(|(seat, text)| text.lines().map(move |order| line(seat, order))).collect();
        files::write(&path, format!("// Standing orders; `orders` changes them.\n{text}").as_bytes())
    }
}

/// `game.grognard.orders` for `game.grognard`.
fn beside(save: &Path) -> PathBuf {
    let mut name = save.as_os_str().to_owned();
    name.push(".orders");
    name.into()
}
