//! What goes over the wire is described as a whole.

use grognard_shelf::*;
use utoipa::ToSchema;

/// A page's types are generated from these, so each name must mean one thing and each reference must lead somewhere.
#[test]
fn schemas_are_whole() {
    let mut all = Vec::new();
    let mut add = |name: std::borrow::Cow<'_, str>, schema, schemas: fn(&mut Vec<_>)| {
        all.push((name.into_owned(), schema));
        schemas(&mut all);
    };
    add(View::name(), <View as utoipa::PartialSchema>::schema(), <View as ToSchema>::schemas);
    add(Happening::name(), <Happening as utoipa::PartialSchema>::schema(), <Happening as ToSchema>::schemas);
    add(CatchUp::name(), <CatchUp as utoipa::PartialSchema>::schema(), <CatchUp as ToSchema>::schemas);
    add(DiceCount::name(), <DiceCount as utoipa::PartialSchema>::schema(), <DiceCount as ToSchema>::schemas);
    add(TurnMark::name(), <TurnMark as utoipa::PartialSchema>::schema(), <TurnMark as ToSchema>::schemas);
    add(Rejection::name(), <Rejection as utoipa::PartialSchema>::schema(), <Rejection as ToSchema>::schemas);
    add(BookInfo::name(), <BookInfo as utoipa::PartialSchema>::schema(), <BookInfo as ToSchema>::schemas);
    let mut known = std::collections::BTreeMap::new();
    for (name, schema) in all {
        let text = serde_json::to_string(&schema).unwrap();
        let before = known.insert(name.clone(), text.clone());
        assert!(before.is_none_or(|before| before == text), "{name} means two things");
    }
    for wanted in ["View", "Board", "Counter", "Choice", "Forecast", "TableView", "Line", "Trail", "RollView", "Spot"] {
        assert!(known.contains_key(wanted), "{wanted} is missing in {:?}", known.keys());
    }
    for (name, text) in &known {
        for link in text.split("#/components/schemas/").skip(1) {
            let to = link.split('"').next().unwrap_or_default();
            assert!(known.contains_key(to), "{name} speaks of {to}");
        }
    }
    // A pair goes over the wire as a list.
    assert!(known["Forecast"].contains("\"results\":{\"type\":\"array\""), "{}", known["Forecast"]);
}
