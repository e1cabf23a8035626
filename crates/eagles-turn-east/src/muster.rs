//! `[18]` Which rows of the set-ups a scenario takes: its own; in the Grand Scenario those of the campaign that begins it and of whoever comes later; without
//! sheet S those of the other sheets.

/// Where somebody comes in who is listed at the supply source.
pub(crate) const AT_SOURCE: &str = "active supply source";
/// Lettered Major Generals who come after this turn have counters of their own.
pub(crate) const EARLY: u8 = 30;
/// The turn on which a counter comes that is left out with its sheet: none.
pub(crate) const NEVER: u8 = u8::MAX;

/// What becomes of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Call {
    /// It belongs to another scenario.
    Skip,
    /// It is taken, with its correction.
    Take,
    /// It is taken as it is printed.
    Printed,
}

/// The campaign whose armies begin a scenario.
pub(crate) fn campaign(code: &str) -> &str {
    match code {
        "GS1" => "CS1",
        "GS2" => "CS2",
        "CS3N" => "CS3",
        other => other,
    }
}

/// Whether a scenario is played by the rules of the campaigns.
pub(crate) fn is_campaign(code: &str) -> bool {
    campaign(code).starts_with("CS")
}

/// Whether a row that a scenario does not take is left out with its sheet: it is one of the campaign that is played.
pub(crate) fn is_left_out(code: &str, of: &str) -> bool {
    code != of && of == "CS3" && campaign(code) == of
}

/// Whether a scenario takes a row.
pub(crate) fn call<'a>(code: &str, cell: impl Fn(&str) -> &'a str) -> Call {
    let (of, leader) = (cell("scenario"), cell("leader"));
    let take = |yes: bool| if yes { Call::Take } else { Call::Skip };
    match (code, of) {
        ("CS3N", "CS3") => {
            let south = cell("leader_hex").starts_with("S-") || cell("unit_hex").starts_with("S-");
            let fixed = cell("fix").split(';').any(|pair| pair.starts_with("hex=S-"));
            take(cell("formation") != "V Corps" && cell("entry") != "Podlasia" && !south && !fixed)
        }
        // Essen I's corps is stronger in the Grand Scenario.
        ("GS2", "CS2") => take(leader != "Essen I"),
        ("GS1", "CS1") | ("GS1" | "GS2", "GS") => Call::Take,
        ("GS1", "CS2") => take(!cell("reinforcement_date").is_empty() && leader != "Essen I"),
        // Kamieniecki comes with Savary as printed: his correction is for CS3 alone.
        ("GS1" | "GS2", "CS3") if !cell("reinforcement_date").is_empty() && matches!(leader, "Mortier" | "Savary") => {
            Call::Printed
        }
        _ => take(code == of),
    }
}
