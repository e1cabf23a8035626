//! Differences between two views lead from one to the other.

use grognard_shelf::difference::{apply, difference, sum};
use proptest::prelude::*;
use serde_json::{Value, json};

#[test]
fn only_what_changed_is_told() {
    let old = json!({"turn": 1, "counters": [{"tag": "A", "hex": "0101"}, {"tag": "B", "hex": "0202"}], "choices": ["a", "b", "c", "d"]});
    let new = json!({"turn": 1, "counters": [{"tag": "A", "hex": "0101"}, {"tag": "B", "hex": "0303"}], "choices": ["a", "d"]});
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
fn counters_are_known_by_their_tags() {
    let counter = |tag: &str, hex: &str| json!({"tag": tag, "hex": hex, "alt": format!("{tag} stands in {hex}")});
    let old = json!([counter("A", "0101"), counter("B", "0101"), counter("C", "0202"), counter("D", "0202")]);
    // One comes to lie on top, one is gone, one is new, one has moved.
    let new = json!([counter("C", "0202"), counter("A", "0101"), counter("B", "0303"), counter("E", "0404")]);
    let told = difference(&old, &new).unwrap();
    let moved = json!({".": {"alt": {"=": "B stands in 0303"}, "hex": {"=": "0303"}}});
    let expected = json!({"from": [[2, 1], [0, 2], null], "#": {"2": moved, "3": {"=": counter("E", "0404")}}});
    assert_eq!(told, expected);
    let mut view = old;
    apply(&mut view, &told).unwrap();
    assert_eq!(view, new);
}

#[test]
fn what_does_not_fit_is_refused() {
    for (view, told) in [
        (json!([1, 2]), json!({"from": [[1, 2]], "#": {}})),
        (json!([1, 2]), json!({"from": [7], "#": {}})),
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

/// Lists of counters, in any order.
fn counters() -> impl Strategy<Value = Value> {
    let list = prop::collection::btree_map("[a-h]", 0..3_i32, 0..7).prop_map(Vec::from_iter).prop_shuffle();
    list.prop_map(|all| all.into_iter().map(|(tag, hex)| json!({"tag": tag, "hex": hex})).collect())
}

proptest! {
    #[test]
    fn a_difference_leads_from_one_list_to_the_other(old in counters(), new in counters()) {
        let mut view = old.clone();
        if let Some(told) = difference(&old, &new) {
            apply(&mut view, &told).unwrap();
        }
        prop_assert_eq!(view, new);
    }

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
