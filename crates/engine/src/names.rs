//! The printed names of hexes where four digits do not tell: numbers that begin at 0, sheets with letters, hexes that two
//! sheets print under two names.

use crate::grid::HexId;
use std::collections::BTreeMap;

/// What is printed in each hex, and what else a hex may be called.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Names {
    printed: Vec<String>,
    read: BTreeMap<String, HexId>,
}

impl Names {
    /// Nothing is named yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a hex its printed name.
    ///
    /// # Errors
    /// If the name is no word, or the hex or the name has been used before.
    pub fn print(&mut self, hex: HexId, name: &str) -> Result<(), String> {
        let place = usize::from(hex.0);
        if self.printed.len() <= place {
            self.printed.resize(place + 1, String::new());
        }
        if !self.printed[place].is_empty() {
            return Err(format!("one hex is named both {} and {name}; the second can be an alias", self.printed[place]));
        }
        self.call(name, hex)?;
        name.clone_into(&mut self.printed[place]);
        Ok(())
    }

    /// Lets a hex be called by another name too.
    ///
    /// # Errors
    /// If the alias is taken, or the name that it stands for is nobody's.
    pub fn alias(&mut self, alias: &str, name: &str) -> Result<(), String> {
        let hex =
            self.find(name).ok_or_else(|| format!("the alias {alias} stands for {name}, which names no hex of this map"))?;
        self.call(alias, hex)
    }

    fn call(&mut self, name: &str, hex: HexId) -> Result<(), String> {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if name.is_empty() || !name.chars().all(word) {
            return Err(format!("{name:?} cannot name a hex: write letters, digits and hyphens"));
        }
        if self.read.insert(name.to_owned(), hex).is_some_and(|other| other != hex) {
            return Err(format!("two hexes are called {name}"));
        }
        Ok(())
    }

    /// The printed name of a hex; empty if it has none.
    #[must_use]
    pub fn of(&self, hex: HexId) -> &str {
        self.printed.get(usize::from(hex.0)).map_or("", String::as_str)
    }

    /// The hex of a name or an alias.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<HexId> {
        self.read.get(name).copied()
    }

    /// Some printed name, to show what names look like.
    #[must_use]
    pub fn example(&self) -> &str {
        self.printed.iter().find(|name| !name.is_empty()).map_or("", String::as_str)
    }
}
