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
//! | `{"from": [[n, m], null], "#": {index: difference}}` | a list | it is made of stretches of the old one, m elements from index n on, and of new elements (`null`); of what is there then, these elements have changed |
//! | `{"at": n, "cut": m, "put": [values]}` | a list | from index n on, m elements are gone and these have come in their place |
//!
//! Elements with a `tag` are the same if their tags are: a counter that comes to lie on top of the others is a matter of a few bytes.
//! Whoever makes one must have two views of one seat in hand, and nothing else: what is hidden from the seat is in neither.

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What has changed; nothing if the two are the same.
#[must_use]
pub fn difference(old: &Value, new: &Value) -> Option<Value> {
    if old == new {
        return None;
    }
    Some(match (old, new) {
        (Value::Object(old), Value::Object(new)) => of_objects(old, new),
        (Value::Array(old), Value::Array(new)) => of_lists(old, new),
        _ => json!({ "=": new }),
    })
}

fn of_lists(old: &[Value], new: &[Value]) -> Value {
    if let Some((old_tags, new_tags)) = tags(old).zip(tags(new))
        && old_tags != new_tags
    {
        return of_tagged(old, &old_tags, new, &new_tags);
    }
    if old.len() == new.len() {
        return json!({ "#": changed(old.iter().map(Some), new) });
    }
    let at = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - at;
    let same = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    json!({ "at": at, "cut": old.len() - at - same, "put": new[at..new.len() - same] })
}

/// The tags of the elements, if all have one and no two have the same.
fn tags(list: &[Value]) -> Option<Vec<&str>> {
    let tags: Option<Vec<&str>> = list.iter().map(|item| item.get("tag")?.as_str()).collect();
    tags.filter(|tags| tags.iter().collect::<BTreeSet<_>>().len() == tags.len())
}

fn of_tagged(old: &[Value], old_tags: &[&str], new: &[Value], new_tags: &[&str]) -> Value {
    let places: BTreeMap<&str, usize> = old_tags.iter().enumerate().map(|(place, tag)| (*tag, place)).collect();
    let before: Vec<Option<usize>> = new_tags.iter().map(|tag| places.get(tag).copied()).collect();
    // Stretches of the old list, and a gap for each new element.
    let mut from: Vec<Option<(usize, usize)>> = Vec::new();
    for place in &before {
        match (place, from.last_mut()) {
            (Some(place), Some(Some((first, count)))) if *place == *first + *count => *count += 1,
            (place, _) => from.push(place.map(|place| (place, 1))),
        }
    }
    json!({ "from": from, "#": changed(before.iter().map(|place| place.map(|place| &old[place])), new) })
}

/// Which elements differ from those that they were.
fn changed<'a>(old: impl Iterator<Item = Option<&'a Value>>, new: &[Value]) -> Map<String, Value> {
    let told = |(old, new): (Option<&Value>, &Value)| match old {
        Some(old) => difference(old, new),
        None => Some(json!({ "=": new })),
    };
    old.zip(new).enumerate().filter_map(|(i, pair)| Some((i.to_string(), told(pair)?))).collect()
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
                if let Some(from) = parts.get("from") {
                    *items = stretches(items, from).ok_or(STRANGE)?;
                }
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

/// A list made of stretches of another one, with gaps for what is new.
fn stretches(items: &[Value], from: &Value) -> Option<Vec<Value>> {
    let mut made = Vec::new();
    for stretch in from.as_array()? {
        if stretch.is_null() {
            made.push(Value::Null);
            continue;
        }
        let number = |i: usize| Some(stretch.get(i)?.as_u64()? as usize);
        let (first, count) = (number(0)?, number(1)?);
        made.extend_from_slice(items.get(first..first.checked_add(count)?)?);
    }
    Some(made)
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
