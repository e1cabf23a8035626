//! Guided first turns. A rulebook brings them as data: a file beside its maps, in which every step says what is explained, where that is to be
//! seen, and which actions do it. The rules decide whether it was done; a lesson knows none of them.

use crate::books::find;
use grognard_engine::DataError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A guided first turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Lesson {
    /// What it is called.
    pub title: String,
    /// What it is about, in a sentence.
    pub summary: String,
    /// About how long it takes.
    pub minutes: u16,
    /// Whom one plays.
    pub seat: String,
    /// Which computer plays the others.
    pub level: String,
    /// The steps, in order.
    #[serde(rename(deserialize = "step"))]
    pub steps: Vec<LessonStep>,
}

/// One step of a lesson. It is over when what it wants has been done, or, if it wants nothing, when it has been read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LessonStep {
    /// A heading of a few words.
    pub title: String,
    /// What is explained, and what is to be done. Cases are named as `[4.1]`.
    pub text: String,
    /// The hexes that it points at.
    pub hexes: Vec<String>,
    /// What it points at beside the map: `orders`, `odds`, `sequence`, `log`.
    pub panel: Option<String>,
    /// What is laid over the map meanwhile.
    pub overlay: Option<String>,
    /// Actions in the words of the record, any of which does it. A word `*` stands for any words that follow.
    pub want: Vec<String>,
    /// Other actions that may be played meanwhile.
    pub also: Vec<String>,
    /// An action that the rules refuse, and the case by which: trying it does the step.
    pub refused: Option<Refused>,
    /// The step is left out unless an action of this form can be played.
    pub when: Option<String>,
    /// The step is left out unless the last roll came to one of these; what is said then.
    pub results: BTreeMap<String, String>,
}

/// What is tried so that the rules refuse it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Refused {
    /// The action.
    pub action: String,
    /// The case that forbids it.
    pub case: String,
}

/// Whether an action has a form in which a last word `*` stands for any words, or none.
#[must_use]
pub fn fits(form: &str, action: &str) -> bool {
    match form.strip_suffix('*') {
        Some(head) => action.starts_with(head) || action == head.trim_end(),
        None => form == action,
    }
}

/// The lesson of a game, if it has one.
///
/// # Errors
/// An unknown game, or a lesson that cannot be read; says where.
pub fn lesson(game: &str) -> Result<Option<Lesson>, DataError> {
    let (book, info) = find(game)?;
    let Some((_, text)) = book.lessons().iter().find(|(of, _)| *of == info.id) else { return Ok(None) };
    let read = toml::from_str(text).map_err(|why| {
        let line = why.span().map_or(1, |span| text[..span.start].lines().count());
        DataError::new(format!("{game} lesson.toml"), format!("line {line}"), why.message())
    })?;
    Ok(Some(read))
}
