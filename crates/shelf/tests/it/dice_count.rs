//! Dice are counted and weighed.

use grognard_shelf::dice_count::count as weigh;

#[test]
fn dice_are_weighed() {
    let rolls = [(0, 6), (0, 6), (1, 1)].into_iter().chain((0..60).map(|i| (1, (i % 6) as u8 + 1)));
    let count = weigh(6, &["Red", "Blue"], rolls);
    let [red, blue] = &count.seats[..] else { panic!("two seats") };
    assert_eq!((red.counts.clone(), red.average.as_str()), (vec![0, 0, 0, 0, 0, 2], "6.00"));
    assert_eq!((red.verdict.as_str(), red.expected.as_str()), ("too few dice to tell", "0.33"));
    // Eleven ones and ten of each other: (5·(10-61/6)² + (11-61/6)²) / (61/6).
    assert_eq!((blue.rolls, blue.chi_square.as_str(), blue.verdict.as_str()), (61, "0.08", "as fair dice fall"));
    assert_eq!((count.all.rolls, count.all.counts[5]), (63, 12));
    let loaded = weigh(6, &["Red"], (0..60).map(|i| (0, if i < 30 { 6 } else { (i % 6) as u8 + 1 })));
    assert_eq!(loaded.all.chi_square, "75.00");
    assert!(loaded.all.verdict.contains("100"));
    let none = weigh(6, &["Red"], std::iter::empty());
    assert_eq!((none.all.average.as_str(), none.all.rolls), ("-", 0));
}
