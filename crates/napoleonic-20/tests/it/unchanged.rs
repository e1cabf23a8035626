//! Check numbers and positions stay what they are: records that were written yesterday carry them. Random games of every scenario are summed up
//! in two numbers each, and every decision of the game comes up in them.
//!
//! `GROGNARD_BLESS=1` writes the numbers anew, which takes a higher `REVISION` or a very good reason.

use crate::files::golden;
use crate::romp::game;
use grognard_engine::Words;
use grognard_engine::digest::Digest;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// Games, and how many of each.
const GAMES: [(&str, u64); 8] = [
    ("dresden-20", 6),
    ("dresden-20+penetration+support", 6),
    ("dresden-20+breakdown+weather", 6),
    ("dresden-20+fog", 4),
    ("dresden-20-standard", 6),
    ("dresden-20-standard+fog+penetration+support+breakdown+weather", 6),
    ("dresden-20-maneuver", 4),
    ("dresden-20-maneuver+fog+penetration+support+breakdown+weather", 6),
];

/// Every decision of the game, as positions name it.
const DECISIONS: [&str; 25] = [
    "station", "stack", "markers", "decoys", "orders", "steady", "delay", "move", "hand", "react", "combat", "declare",
    "resolve", "reserves", "losses", "retreat", "toward", "flee", "advance", "pursue", "remnants", "rally", "place", "horses",
    "over",
];

fn sums() -> (String, BTreeSet<String>) {
    let mut text = String::from("# game\tseed\tpositions\tcheck numbers\ttexts\n");
    let mut decisions = BTreeSet::new();
    for (name, games) in GAMES {
        for seed in 0..games {
            let (mut count, mut digests, mut texts) = (0, Digest::default(), Digest::default());
            game(name, 7_000 + seed, |table| {
                count += 1;
                digests.add(table.game.digest(&table.state));
                let position = table.game.write_position(&table.state);
                // The fields with a key may come in any order.
                let mut words: Vec<&str> = position.split(' ').collect();
                words[6..].sort_unstable();
                words.join(" ").bytes().for_each(|byte| texts.add(byte.into()));
                let decision = words[3];
                decisions.insert(decision.split(':').next().unwrap_or_default().to_owned());
            });
            writeln!(text, "{name}\t{seed}\t{count}\t{:016x}\t{:016x}", digests.finish(), texts.finish()).unwrap();
        }
    }
    (text, decisions)
}

#[test]
fn check_numbers_and_positions_are_what_they_were() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unchanged.tsv");
    let (sums, decisions) = sums();
    let known = golden(&path, || sums.clone());
    let missing: Vec<_> = DECISIONS.iter().filter(|decision| !decisions.contains(**decision)).collect();
    assert!(missing.is_empty(), "{missing:?} does not come up");
    for (ours, theirs) in sums.lines().zip(known.lines()) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(sums.lines().count(), known.lines().count());
}
