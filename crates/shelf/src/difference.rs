//! Differences between two views of the same eyes, so that a page is told only what has changed; and a sum by which it finds out whether it
//! has the view that a difference is from.
//!
//! A difference is one of these, or nothing where nothing has changed:
//!
//! | difference | of | means |
//! |---|---|---|
//! | `{"=": value}` | anything | it is this now |
//! | `{".": {field: difference}, "-": [field]}` | an object | these fields have changed, those are gone |
//! | `{"#": {index: difference}}` | a list | these elements have changed |
//! | `{"at": n, "cut": m, "put": [values]}` | a list | from index n on, m elements are gone and these have come in their place |
//!
//! Whoever makes one must have two views of one seat in hand, and nothing else: what is hidden from the seat is in neither.

use serde_json::{Map, Value, json};

/// What has changed; nothing if the two are the same.
#[must_use]
pub fn difference(old: &Value, new: &Value) -> Option<Value> {
    if old == new {
        return None;
    }
    Some(match (old, new) {
        (Value::Object(old), Value::Object(new)) => of_objects(old, new),
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            let changed = old.iter().zip(new).enumerate();
            let changed = changed.filter_map(|(i, (old, new))| Some((i.to_string(), difference(old, new)?)));
            json!({ "#": changed.collect::<Map<_, _>>() })
        }
        (Value::Array(old), Value::Array(new)) => {
            let at = old.iter().zip(new).take_while(|(old, new)| old == new).count();
            let rest = old.len().min(new.len()) - at;
            let same = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
            json!({ "at": at, "cut": old.len() - at - same, "put": new[at..new.len() - same] })
        }
        _ => json!({ "=": new }),
    })
}

fn of_objects(old: &Map<String, Value>, new: &Map<String, Value>) -> Value {
    let mut changed = Map::new();
    for (key, value) in new {
        let difference = match old.get(key) {
            Some(before) => difference(before, value),
            None => Some(json!({ "=": value })),
        };
        changed.extend(difference.map(|difference| (key.clone(), difference)));
    }
    let gone: Vec<&String> = old.keys().filter(|key| !new.contains_key(*key)).collect();
    if gone.is_empty() { json!({ ".": changed }) } else { json!({ ".": changed, "-": gone }) }
}

/// Makes the new view of the old one.
///
/// # Errors
/// When the difference is not from this view.
pub fn apply(value: &mut Value, difference: &Value) -> Result<(), &'static str> {
    const STRANGE: &str = "the difference is from another view";
    let parts = difference.as_object().ok_or(STRANGE)?;
    if let Some(new) = parts.get("=") {
        *value = new.clone();
        return Ok(());
    }
    match value {
        Value::Object(fields) => {
            for key in parts.get("-").and_then(Value::as_array).into_iter().flatten() {
                fields.remove(key.as_str().ok_or(STRANGE)?).ok_or(STRANGE)?;
            }
            for (key, difference) in parts.get(".").and_then(Value::as_object).ok_or(STRANGE)? {
                apply(fields.entry(key.clone()).or_insert(Value::Null), difference)?;
            }
        }
        Value::Array(items) => match parts.get("#").and_then(Value::as_object) {
            Some(changed) => {
                for (i, difference) in changed {
                    let item = i.parse().ok().and_then(|i: usize| items.get_mut(i));
                    apply(item.ok_or(STRANGE)?, difference)?;
                }
            }
            None => {
                let number = |key: &str| parts.get(key).and_then(Value::as_u64).map(|n| n as usize).ok_or(STRANGE);
                let (at, cut) = (number("at")?, number("cut")?);
                let put = parts.get("put").and_then(Value::as_array).ok_or(STRANGE)?;
                let end = at.checked_add(cut).filter(|end| *end <= items.len()).ok_or(STRANGE)?;
                items.splice(at..end, put.iter().cloned());
            }
        },
        _ => return Err(STRANGE),
    }
    Ok(())
}

/// The sum of a view. The order of fields does not matter, so that a page can reckon it, too.
#[must_use]
pub fn sum(value: &Value) -> u32 {
    match value {
        Value::Null => 0x11,
        Value::Bool(true) => 0x22,
        Value::Bool(false) => 0x33,
        Value::Number(number) => mix(0x44, sum_of_text(&number.to_string())),
        Value::String(text) => mix(0x55, sum_of_text(text)),
        Value::Array(items) => items.iter().fold(mix(0x66, items.len() as u32), |all, item| mix(all, sum(item))),
        Value::Object(fields) => {
            let all = fields.iter().map(|(key, value)| mix(sum_of_text(key), sum(value)));
            mix(all.fold(0x77, u32::wrapping_add), fields.len() as u32)
        }
    }
}

/// By the units in which browsers count texts.
fn sum_of_text(text: &str) -> u32 {
    text.encode_utf16().fold(0x811c_9dc5, |all, unit| (all ^ u32::from(unit)).wrapping_mul(0x0100_0193))
}

const fn mix(a: u32, b: u32) -> u32 {
    let mixed = (a.rotate_left(5) ^ b).wrapping_mul(0x9e37_79b1);
    mixed ^ (mixed >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_what_changed_is_told() {
        let old = json!({"turn": 1, "counters": [{"tag": "A", "hex": "0101"}, {"tag": "B", "hex": "0202"}], "choices": ["a", "b", "c", "d"]});
        let new =
            json!({"turn": 1, "counters": [{"tag": "A", "hex": "0101"}, {"tag": "B", "hex": "0303"}], "choices": ["a", "d"]});
        let told = difference(&old, &new).unwrap();
        let expected =
            json!({".": {"counters": {"#": {"1": {".": {"hex": {"=": "0303"}}}}}, "choices": {"at": 1, "cut": 2, "put": []}}});
        assert_eq!(told, expected);
        let mut view = old;
        apply(&mut view, &told).unwrap();
        assert_eq!(view, new);
        assert!(difference(&new, &new).is_none());
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (view, told) in [
            (json!([1, 2]), json!({"#": {"2": {"=": 1}}})),
            (json!([1, 2]), json!({"at": 1, "cut": 2, "put": []})),
            (json!({"a": 1}), json!({".": {}, "-": ["b"]})),
            (json!(1), json!({".": {}})),
            (json!(1), json!("odd")),
        ] {
            assert!(apply(&mut view.clone(), &told).is_err(), "{view} {told}");
        }
    }

    /// The page reckons the same: `web/tests/unit/difference.test.ts` has these numbers, too.
    #[test]
    fn sums_are_the_same_everywhere() {
        assert_eq!(sum(&json!(null)), 0x11);
        assert_eq!(
            sum(&json!({"a": [1, true, "Königstein"], "b": {"c": null}})),
            sum(&json!({"b": {"c": null}, "a": [1, true, "Königstein"]}))
        );
        assert_eq!(sum(&json!({"a": [1, true, "Königstein"], "b": {"c": null}})), FIXED);
    }
    const FIXED: u32 = 0x8de9_93ae;

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (0..50_i32).prop_map(Value::from),
            "[a-c]{0,3}".prop_map(Value::from)
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map("[a-d]", inner, 0..4).prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_difference_leads_from_one_to_the_other(old in any_json(), new in any_json()) {
            let mut view = old.clone();
            match difference(&old, &new) {
                None => prop_assert_eq!(&old, &new),
                Some(told) => {
                    apply(&mut view, &told).unwrap();
                    prop_assert_eq!(&view, &new);
                    prop_assert_eq!(sum(&view), sum(&new));
                }
            }
        }
    }
}
