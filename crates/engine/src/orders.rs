//! Standing orders: what a player wants answered to questions that come again and again, so that a turn with a hundred of them can be
//! played at a distance.
//!
//! A rulebook names its kinds of questions ([`Rules::question_kinds`]) and says of a pending decision which of them it asks, what can be
//! done, and which answer declines ([`Rules::question`]). An order says "always", "never" or "ask me" of a kind, or of a kind for
//! one unit; what is said of a unit counts more. As text an order is `KIND STANDING` or `KIND STANDING UNIT`, one line each:
//!
//! ```text
//! reserve never
//! reserve always Guard
//! ```

use crate::case::Case;
use crate::game::{Game, Rules, Seat};
use crate::grid::UnitId;
use crate::verbs::Argument;
use serde::Serialize;
use std::fmt;

/// The words with which the reason of an answer begins.
pub const ORDERED: &str = "standing order";

/// What is to be answered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// The player is asked.
    #[default]
    Ask,
    /// Whatever is offered is done.
    Always,
    /// It is declined.
    Never,
}

impl Standing {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Always => "always",
            Self::Never => "never",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn read(word: &str) -> Option<Self> {
        [Self::Ask, Self::Always, Self::Never].into_iter().find(|standing| standing.word() == word)
    }
}

/// A kind of question that orders can answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionKind {
    /// Its name in orders: one word.
    pub id: &'static str,
    /// What is asked, in our words.
    pub title: &'static str,
    /// The case that asks.
    pub case: Case,
    /// Whether "always" makes sense: there is one way to do it, once a unit is known.
    pub always: bool,
    /// The units of the seat that can be asked for; none if nobody is asked for one by one.
    pub units: Vec<UnitId>,
}

impl QuestionKind {
    /// A kind of question about these units.
    #[must_use]
    pub fn new(
        id: &'static str,
        title: &'static str,
        case: &'static str,
        always: bool,
        units: impl IntoIterator<Item = impl Argument>,
    ) -> Self {
        let units = units.into_iter().map(|unit| UnitId(unit.index())).collect();
        Self { id, title, case: Case(case), always, units }
    }
}

/// One thing that can be done in answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer<A> {
    /// Its kind.
    pub kind: &'static str,
    /// Who would do it.
    pub unit: Option<UnitId>,
    /// How.
    pub action: A,
}

/// A pending decision as a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question<A> {
    /// Every kind that a decision of this sort can ask, whether or not something of it is offered now.
    pub kinds: &'static [&'static str],
    /// What can be done.
    pub offers: Vec<Offer<A>>,
    /// The answer that declines all of it.
    pub pass: A,
}

impl<A: Copy> Question<A> {
    /// The pending decision of a game as a question: `offer` says of which kind an action is, if of any, and who would do it.
    pub fn of<G: Rules<Action = A>>(
        game: &G,
        state: &G::State,
        (kinds, pass): (&'static [&'static str], A),
        offer: impl Fn(A) -> Option<(&'static str, Option<u8>)>,
    ) -> Self {
        let mut options = Vec::new();
        game.legal_actions(state, &mut options);
        let offers = options.into_iter().filter_map(|action| {
            let (kind, unit) = offer(action)?;
            Some(Offer { kind, unit: unit.map(|unit| UnitId(unit.into())), action })
        });
        Self { kinds, offers: offers.collect(), pass }
    }
}

/// One order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Order {
    kind: &'static str,
    /// A tag; none for all who are not named.
    unit: Option<String>,
    standing: Standing,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.standing.word())?;
        self.unit.iter().try_for_each(|unit| write!(f, " {unit}"))
    }
}

/// The orders of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Orders(Vec<Order>);

impl Orders {
    /// Reads orders, one to a line; of two about the same the later counts.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read<G: Game>(game: &G, seat: Seat, text: &str) -> Result<Self, String> {
        let mut orders = Self::default();
        let kinds = game.question_kinds(seat);
        text.lines().map(str::trim).filter(|line| !line.is_empty()).try_for_each(|line| orders.add(game, &kinds, line))?;
        Ok(orders)
    }

    /// Gives one order more, or instead of what was said of the same before.
    fn add<G: Game>(&mut self, game: &G, kinds: &[QuestionKind], line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (kind, standing, unit) = match words[..] {
            [kind, standing] => (kind, standing, None),
            [kind, standing, unit] => (kind, standing, Some(unit)),
            _ => {
                return Err(format!(
                    "{line:?} is no order; expected KIND always|never|ask, and a unit's name after it if you like"
                ));
            }
        };
        let known = || kinds.iter().map(|kind| kind.id).collect::<Vec<_>>().join(", ");
        let kind = kinds.iter().find(|known| known.id == kind).ok_or_else(|| match kinds {
            [] => "this game asks nothing that standing orders could answer".to_owned(),
            _ => format!("{kind:?} is no kind of question for this side; expected {}", known()),
        })?;
        let standing = Standing::read(standing).ok_or_else(|| format!("{standing:?}: expected always, never or ask"))?;
        if standing == Standing::Always && !kind.always {
            return Err(format!("{}: more is to be chosen than yes or no, so that only never and ask are possible", kind.id));
        }
        let unit = match unit {
            None => None,
            Some(tag) => {
                let tags = || kind.units.iter().map(|&unit| game.unit_name(unit));
                let found = tags().find(|name| name == tag).or_else(|| tags().find(|name| name.eq_ignore_ascii_case(tag)));
                Some(found.ok_or_else(|| format!("{}: {tag:?} is no unit of this side that is asked for", kind.id))?)
            }
        };
        self.0.retain(|order| (order.kind, &order.unit) != (kind.id, &unit));
        // What is said of nobody else is silence, and needs no line.
        if standing != Standing::Ask || unit.is_some() {
            self.0.push(Order { kind: kind.id, unit, standing });
        }
        self.0.sort();
        Ok(())
    }

    /// Whether nothing is ordered.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The orders as text, one to a line.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.iter().map(Order::to_string).collect::<Vec<_>>().join("\n")
    }

    /// What is ordered about a kind in general, or for a unit.
    fn standing(&self, kind: &str, unit: Option<&str>) -> Standing {
        let said = |unit: Option<&str>| self.0.iter().find(|order| order.kind == kind && order.unit.as_deref() == unit);
        unit.and_then(|unit| said(Some(unit))).or_else(|| said(None)).map_or(Standing::Ask, |order| order.standing)
    }

    /// What these orders of the seat that has to decide answer now, with the words that the log has for it; nothing if the player
    /// is to be asked.
    ///
    /// Where something is hidden, whether a player is asked must not depend on it. There the orders answer only if they decline every kind
    /// that such a decision can ask, for all units: then the answer follows from what everybody sees.
    pub fn answer<G: Game>(&self, game: &G, state: &G::State) -> Option<(G::Action, String)> {
        if self.is_empty() {
            return None;
        }
        let Question { kinds, offers, pass } = game.question(state)?;
        let never =
            |kind: &&str| self.0.iter().filter(|order| order.kind == *kind).all(|order| order.standing == Standing::Never);
        let declined = kinds.iter().all(|kind| self.standing(kind, None) == Standing::Never && never(kind));
        if game.secretive() {
            return (declined && game.check(state, pass).is_ok()).then(|| (pass, told(kinds, "never", "")));
        }
        let names: Vec<Option<String>> = offers.iter().map(|offer| offer.unit.map(|unit| game.unit_name(unit))).collect();
        let standing = |(offer, unit): (&Offer<G::Action>, &Option<String>)| self.standing(offer.kind, unit.as_deref());
        let standings: Vec<Standing> = offers.iter().zip(&names).map(standing).collect();
        if standings.contains(&Standing::Ask) || (offers.is_empty() && !declined) {
            return None;
        }
        let Some(first) = standings.iter().position(|standing| *standing == Standing::Always) else {
            let asked: Vec<&str> = kinds.iter().copied().filter(|kind| offers.iter().any(|offer| offer.kind == *kind)).collect();
            let words = told(if asked.is_empty() { kinds } else { &asked }, "never", "");
            return game.check(state, pass).is_ok().then_some((pass, words));
        };
        // One after the other: the question comes again. Two ways for one unit are a choice, and that is the player's.
        let Offer { kind, unit, action } = offers[first];
        let ways = offers.iter().filter(|offer| (offer.kind, offer.unit) == (kind, unit)).count();
        let words = told(&[kind], "always", names[first].as_deref().unwrap_or_default());
        (ways == 1 && game.check(state, action).is_ok()).then_some((action, words))
    }
}

/// What the log says of an answer: no more than the answer itself tells.
fn told(kinds: &[&str], standing: &str, unit: &str) -> String {
    format!("{ORDERED}: {} {standing} {unit}", kinds.join(" and ")).trim_end().to_owned()
}
