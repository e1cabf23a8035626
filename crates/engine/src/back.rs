//! What was played and then taken back by consent, dice and all.
//!
//! A die that has been seen is not unsaid by taking it back: whoever checks the dice afterwards must find it in its place. So
//! a game keeps, beside its entries, what was taken back past a die. Without dice in it, a thing taken back leaves no trace.

/// Entries that were taken back in one go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Back<E> {
    /// How many entries were kept.
    pub keep: usize,
    /// The entries that followed them then.
    pub entries: Vec<E>,
}

/// One thing that happened at a table, in the order in which it happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<'a, E> {
    /// An entry was played.
    Play {
        /// Its number, from 1.
        number: usize,
        /// The entry.
        entry: &'a E,
        /// Whether it stands, or was taken back later.
        stands: bool,
    },
    /// All but so many entries were taken back.
    Back(usize),
}

/// Everything that happened, in order: the `entries` that stand and those of `backs`, which were taken back.
pub fn in_order<'a, E>(entries: &'a [E], backs: &'a [Back<E>]) -> Vec<Step<'a, E>> {
    let mut steps = Vec::with_capacity(entries.len());
    let mut from = 0;
    for (i, back) in backs.iter().enumerate() {
        steps.extend((from..back.keep + back.entries.len()).filter_map(|at| play(entries, &backs[i..], at)));
        steps.push(Step::Back(back.keep));
        from = back.keep;
    }
    steps.extend((from..entries.len()).filter_map(|at| play(entries, &[], at)));
    steps
}

/// The entry at an index as it was before `backs`: the first of them that reached so far took it.
fn play<'a, E>(entries: &'a [E], backs: &'a [Back<E>], at: usize) -> Option<Step<'a, E>> {
    let taken = backs.iter().find(|back| back.keep <= at);
    let entry = taken.map_or_else(|| entries.get(at), |back| back.entries.get(at - back.keep))?;
    Some(Step::Play { number: at + 1, entry, stands: taken.is_none() })
}

/// Takes back all entries but the first `keep` and remembers them.
pub fn take_back<E>(entries: &mut Vec<E>, backs: &mut Vec<Back<E>>, keep: usize) {
    if keep < entries.len() {
        let entries = entries.split_off(keep);
        backs.push(Back { keep, entries });
    }
}

/// Takes back all entries but the first `keep`, and remembers them only if dice were `rolled` for one of them, or if an
/// earlier memory rests on them.
pub fn forget<E>(entries: &mut Vec<E>, backs: &mut Vec<Back<E>>, keep: usize, rolled: impl Fn(&E) -> bool) {
    if keep >= entries.len() {
        return;
    }
    // If nothing was played since something was last taken back, the two are one.
    if let Some(last) = backs.last_mut().filter(|last| last.keep == entries.len()) {
        let mut all = entries.split_off(keep);
        all.append(&mut last.entries);
        *last = Back { keep, entries: all };
    } else if entries[keep..].iter().any(rolled) || backs.iter().any(|back| back.keep > keep) {
        take_back(entries, backs, keep);
    } else {
        entries.truncate(keep);
    }
}

/// Leaves only what had happened when entry number `keep` had just been played: for looking back.
pub fn rewind<E>(entries: &mut Vec<E>, backs: &mut Vec<Back<E>>, keep: usize) {
    if keep < entries.len() {
        entries.truncate(keep);
        let before = backs.iter().rposition(|back| back.keep < keep).map_or(0, |last| last + 1);
        backs.truncate(before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// An entry that rolled dice is odd.
    fn odd(entry: &u32) -> bool {
        entry % 2 == 1
    }

    /// Follows the steps as a reader of the record does.
    fn followed(steps: &[Step<'_, u32>]) -> (Vec<u32>, Vec<u32>) {
        let (mut entries, mut rolled) = (Vec::new(), Vec::new());
        for step in steps {
            match *step {
                Step::Play { number, entry, .. } => {
                    entries.push(*entry);
                    assert_eq!(number, entries.len());
                    if odd(entry) {
                        rolled.push(*entry);
                    }
                }
                Step::Back(keep) => {
                    assert!(keep < entries.len());
                    entries.truncate(keep);
                }
            }
        }
        (entries, rolled)
    }

    #[test]
    fn what_was_taken_back_without_dice_leaves_no_trace() {
        let (mut entries, mut backs) = (vec![2, 4, 6], Vec::new());
        forget(&mut entries, &mut backs, 1, odd);
        assert_eq!((entries, backs), (vec![2], vec![]));
    }

    #[test]
    fn taking_back_further_at_once_is_one_thing() {
        let (mut entries, mut backs) = (vec![2, 4, 7, 8], Vec::new());
        forget(&mut entries, &mut backs, 2, odd);
        forget(&mut entries, &mut backs, 1, odd);
        assert_eq!((entries, backs), (vec![2], vec![Back { keep: 1, entries: vec![4, 7, 8] }]));
    }

    proptest! {
        /// Whatever is played and taken back: the steps lead to the entries that stand, and no die is lost or doubled.
        #[test]
        fn no_die_is_lost(script in prop::collection::vec((any::<bool>(), any::<u8>(), 0..12usize), 0..60)) {
            let (mut entries, mut backs, mut rolled) = (Vec::new(), Vec::new(), Vec::new());
            for (i, (play, die, keep)) in script.into_iter().enumerate() {
                if play || entries.is_empty() {
                    let entry = i as u32 * 2 + u32::from(die < 60);
                    entries.push(entry);
                    if odd(&entry) {
                        rolled.push(entry);
                    }
                } else {
                    let keep = entries.len().saturating_sub(keep);
                    forget(&mut entries, &mut backs, keep, odd);
                }
            }
            let steps = in_order(&entries, &backs);
            prop_assert_eq!(followed(&steps), (entries.clone(), rolled));
            let standing: Vec<u32> =
                steps.iter().filter_map(|step| match step { Step::Play { entry, stands: true, .. } => Some(**entry), _ => None }).collect();
            prop_assert_eq!(&standing, &entries);
            // Looking back to any entry shows what had happened until it was played.
            for keep in 0..entries.len() {
                let (mut short, mut fewer) = (entries.clone(), backs.clone());
                rewind(&mut short, &mut fewer, keep);
                let again = in_order(&short, &fewer);
                prop_assert_eq!(followed(&again).0, &entries[..keep]);
                let cut = steps
                    .iter()
                    .position(|step| matches!(step, Step::Play { number, stands: true, .. } if *number == keep))
                    .map_or(0, |at| at + 1);
                let plays = |steps: &[Step<'_, u32>]| {
                    steps.iter().map(|step| match *step { Step::Play { entry, .. } => Ok(*entry), Step::Back(n) => Err(n) }).collect::<Vec<_>>()
                };
                prop_assert_eq!(plays(&again), plays(&steps[..cut]));
            }
        }
    }
}
