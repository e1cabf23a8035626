//! `[1]` [3.3] Every combat-unit counter of the game: the names that it bears, its parts, its nation, and the division that sheds it.

use crate::roster::Army;
use crate::state::ARMS;
use grognard_engine::DataError;
use grognard_engine::rows::Rows;

/// What kind of troops a counter stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Troops of the line.
    Line,
    /// Imperial Guard, French or Russian.
    Guard,
    /// Kossacks.
    Kossack,
    /// A March Regiment: at most three Strength Points.
    March,
}

/// A counter.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Its army.
    pub army: Army,
    /// What it is called when it comes into play later.
    pub name: String,
    /// Every name that it bears in the set-ups, with the division where two counters share the name.
    pub names: Vec<(String, Option<String>)>,
    /// Infantry, cavalry, artillery: the parts that it has.
    pub parts: [bool; ARMS],
    /// Its nation: units absorb points of their own only.
    pub nation: String,
    /// What kind of troops.
    pub kind: Kind,
    /// [3.3] The division whose brigade it is.
    pub parent: Option<String>,
}

impl Counter {
    /// Whether it bears a name of a set-up.
    #[must_use]
    pub fn bears(&self, army: Army, name: &str, division: &str) -> bool {
        let fits = |(known, of): &(String, Option<String>)| known == name && of.as_deref().is_none_or(|of| of == division);
        self.army == army && self.names.iter().any(fits)
    }
}

/// Reads the file of counters.
///
/// # Errors
/// The first fault, with file and line.
pub fn read((file, text): (&str, &str)) -> Result<Vec<Counter>, DataError> {
    let rows = Rows::read(file, text, &["army", "name", "names", "parts", "nation", "kind", "parent"])?;
    let mut counters = Vec::new();
    for (line, row) in &rows.rows {
        let cell = |column: &str| rows.cell(row, column);
        let fault = |why: String| rows.fault(*line, why);
        let army = Army::read(cell("army")).ok_or_else(|| fault(format!("{:?} is no army", cell("army"))))?;
        let mut parts = [false; ARMS];
        for letter in cell("parts").chars() {
            let at = "ica".find(letter).ok_or_else(|| fault(format!("parts {:?}: expected letters of ica", cell("parts"))))?;
            parts[at] = true;
        }
        let kind = match cell("kind") {
            "line" => Kind::Line,
            "guard" => Kind::Guard,
            "kossack" => Kind::Kossack,
            "march" => Kind::March,
            kind => return Err(fault(format!("{kind:?} is no kind of counter"))),
        };
        let name = |text: &str| match text.split_once('/') {
            Some((name, division)) => (name.to_owned(), Some(division.to_owned())),
            None => (text.to_owned(), None),
        };
        let names = cell("names").split(';').filter(|name| *name != "-").map(name).collect();
        let parent = Some(cell("parent")).filter(|parent| *parent != "-").map(str::to_owned);
        let (own, nation) = (cell("name").to_owned(), cell("nation").to_owned());
        counters.push(Counter { army, name: own, names, parts, nation, kind, parent });
    }
    Ok(counters)
}
