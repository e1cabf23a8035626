//! Moments of recorded games, and what an action would do there.

use grognard_engine::dice::SeededDice;
use grognard_shelf::*;

/// Recorded games at moments `stride` actions apart, the last first, each with the seat that has to decide. A stride that
/// shares no factor with the rhythm of picking and going meets every kind of decision.
pub fn moments(records: &[(&str, &str)], stride: usize, mut seen: impl FnMut(&mut dyn Match, &str, usize)) {
    for (name, text) in records {
        let mut game = load(name, text).unwrap();
        for at in (0..=game.played()).rev().step_by(stride) {
            game.rewind(at);
            let seat = game.pending().map_or_else(|_| String::new(), |pending| pending.seat);
            seen(game.as_mut(), &seat, at);
        }
    }
}

/// Plays an action and takes it back; what `look` saw in between.
pub fn tried<T>(game: &mut dyn Match, seat: &str, action: &str, look: impl FnOnce(&dyn Match, &Happening) -> T) -> T {
    let (before, check) = (game.played(), game.digest());
    let done = game.submit(seat, action, &mut SeededDice::new(before as u64)).unwrap_or_else(|why| panic!("{action}: {why}"));
    let seen = look(game, &done);
    assert_eq!(game.undo_to(before), 1);
    assert_eq!((game.played(), game.digest()), (before, check), "{action} leaves a trace");
    seen
}
