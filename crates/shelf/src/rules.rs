//! Our gist of every case, and whether it is enforced.

use crate::books::open_shelf;
use grognard_engine::DataError;
use serde::{Deserialize, Serialize};

/// A numbered case in our words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CaseGist {
    /// The rulebook it stands in.
    #[serde(default)]
    pub rulebook: String,
    /// Its number, such as `6.4`.
    pub id: String,
    /// A short title.
    pub title: String,
    /// What it says.
    pub gist: String,
    /// `enforced`, `advisory` or `not yet`.
    pub status: String,
    /// Whether an action can be refused because of it.
    #[serde(default)]
    pub forbids: bool,
    /// Our rulings that bear on it.
    #[serde(default)]
    pub rulings: Vec<String>,
    /// A remark.
    #[serde(default)]
    pub note: String,
}

#[derive(Deserialize)]
struct List {
    case: Vec<CaseGist>,
}

/// Every case of every rulebook, in the order of the books.
///
/// # Errors
/// A list of cases that cannot be read.
pub fn rules() -> Result<Vec<CaseGist>, DataError> {
    let mut all = Vec::new();
    for book in open_shelf() {
        let list: List = toml::from_str(book.cases()).map_err(|why| {
            let line = why.span().map_or(1, |span| book.cases()[..span.start].lines().count());
            DataError::new(format!("{} rulebook.toml", book.id()), format!("line {line}"), why.message())
        })?;
        all.extend(list.case.into_iter().map(|case| CaseGist { rulebook: book.id().to_owned(), ..case }));
    }
    Ok(all)
}

/// One case of a rulebook, or of any if none is named.
#[must_use]
pub fn gist(rulebook: Option<&str>, id: &str) -> Option<CaseGist> {
    rules().ok()?.into_iter().find(|case| case.id == id && rulebook.is_none_or(|book| book == case.rulebook))
}
