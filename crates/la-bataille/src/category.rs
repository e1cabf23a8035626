//! [3.3] [3.4] Which row of the tables a name means: categories of infantry, classes of cavalry and of batteries.

use crate::state::Arm;
use crate::tables::Tables;
use toml::{Table, Value};

/// Where categories of each arm are listed: table, list and the key of the name.
const CATEGORIES: [(Arm, &str, &str, &str); 3] = [
    (Arm::Infantry, "infantry", "categories", "category"),
    (Arm::Cavalry, "cavalry", "classes", "name"),
    (Arm::Artillery, "batteries", "classes", "name"),
];

impl Tables {
    /// The row of a category, class or battery among the lists of `[infantry]`, `[cavalry]` and `[batteries]`.
    /// Where two armies have a category of one name, `Prussian:Infantrie` tells which.
    pub(crate) fn category(&self, name: &str) -> Option<(Arm, &Table)> {
        let (army, name) = name.split_once(':').map_or((None, name), |(army, name)| (Some(army), name));
        let ours = |row: &&Value| army.is_none_or(|army| row.get("army").and_then(Value::as_str) == Some(army));
        CATEGORIES.into_iter().find_map(|(arm, table, list, key)| {
            let rows = self.root.get(table)?.get(list)?.as_array()?;
            let row = rows.iter().find(|row| row.get(key).and_then(Value::as_str) == Some(name) && ours(row))?;
            Some((arm, row.as_table()?))
        })
    }

    /// The name of such a row as the tables have it, though it is written in small letters, or without its accents and points.
    pub(crate) fn usual_category(&self, name: &str) -> Option<String> {
        // [16.10] Of these riders all is as of Cossacks.
        let name = if matches!(plain(name).as_str(), "kalmuck" | "bashkir") { "Cossack" } else { name };
        // [13.3] By these words the booklet has them in its list of losses.
        let name = match plain(name).as_str() {
            "cohort" => "Garde National",
            "provisoire ligne" => "Prov. Ligne",
            "provisoire legere" => "Prov. Légère",
            "jeune guard" => "Jeune Garde T/V",
            "fusilier guard" => "Fusilier G/C",
            "vieille guard" => "Vieille Garde G/C",
            _ => name,
        };
        if self.category(name).is_some() {
            return Some(name.to_owned());
        }
        // [18.1] In its list of limbering it calls them batteries besides.
        let spare = |word: &&str| matches!(plain(word).as_str(), "batterie" | "battery" | "artillerie");
        if name.split(' ').any(|word| spare(&word)) {
            let bare: Vec<&str> = name.split(' ').filter(|word| !spare(word)).collect();
            return self.usual_category(&bare.join(" "));
        }
        let (army, wanted) = name.split_once(':').map_or((None, name), |(army, name)| (Some(army), name));
        let like = |row: &Value, key: &str, text: &str| {
            let found = row.get(key).and_then(Value::as_str)?;
            (plain(found) == plain(text)).then(|| found.to_owned())
        };
        let whole = CATEGORIES.into_iter().find_map(|(_, table, list, key)| {
            let rows = self.root.get(table)?.get(list)?.as_array()?;
            rows.iter().find_map(|row| match army {
                None => like(row, key, wanted),
                Some(army) => Some(format!("{}:{}", like(row, "army", army)?, like(row, key, wanted)?)),
            })
        });
        if whole.is_some() || army.is_some() {
            return whole;
        }
        // Russian Infantrie, as people say it.
        let of_army = wanted.split_once(' ').and_then(|(army, rest)| self.usual_category(&format!("{army}:{rest}")));
        of_army.or_else(|| self.begun_category(wanted))
    }

    /// The one category whose name begins with these words: Vieille Garde.
    fn begun_category(&self, words: &str) -> Option<String> {
        let begun = format!("{} ", plain(words));
        let mut found = CATEGORIES.into_iter().flat_map(|(_, table, list, key)| {
            let rows = self.root.get(table).and_then(|table| table.get(list)).and_then(Value::as_array);
            rows.into_iter().flatten().filter_map(move |row| row.get(key).and_then(Value::as_str))
        });
        let mut fits = found.by_ref().filter(|name| plain(name).starts_with(&begun));
        let first = fits.next()?;
        fits.all(|other| other == first).then(|| first.to_owned())
    }
}

/// A name as somebody writes it who has no accents on his keys and leaves points out.
fn plain(text: &str) -> String {
    let letter = |letter: char| match letter {
        'à' | 'á' | 'ä' => 'a',
        'é' | 'è' => 'e',
        'ü' => 'u',
        other => other,
    };
    text.to_lowercase().replace('ß', "ss").replace('.', "").chars().map(letter).collect()
}
