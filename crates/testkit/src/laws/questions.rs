//! The law `questions`: what standing orders can answer is legal, known by its kind, and asked by what everybody sees.

use super::{Verdict, broken, broken_by, viewers};
use grognard_engine::orders::Question;
use grognard_engine::{Dice, Game, Seat};

/// The pending decision of `seat` as a question, if it is one: it can be declined, what it offers is legal, and its kinds and units are among
/// those that the rulebook names.
pub(super) fn sound<G: Game>(game: &G, state: &G::State, seat: Seat) -> Verdict<G::Action> {
    const LAW: &str = "questions";
    let Some(Question { kinds, offers, pass }) = game.question(state) else { return Ok(()) };
    let known = game.question_kinds(seat);
    if let Some(kind) = kinds.iter().find(|kind| !known.iter().any(|known| known.id == **kind)) {
        return broken(LAW, format!("{kind:?} is asked, but is no kind of question for this seat"));
    }
    if let Err(violation) = game.check(state, pass) {
        return broken_by(LAW, format!("it cannot be declined: {}", game.explain(&violation)), pass);
    }
    for offer in offers {
        let Some(kind) = known.iter().find(|known| known.id == offer.kind).filter(|kind| kinds.contains(&kind.id)) else {
            return broken_by(LAW, format!("offered as {:?}, which is not asked", offer.kind), offer.action);
        };
        if offer.unit.is_some_and(|unit| !kind.units.contains(&unit)) {
            return broken_by(LAW, "offered for a unit that orders cannot name", offer.action);
        }
        if let Err(violation) = game.check(state, offer.action) {
            return broken_by(LAW, format!("offered, but refused: {}", game.explain(&violation)), offer.action);
        }
    }
    Ok(())
}

/// Whether a seat can be answered for by its orders tells nobody what is hidden from him: it is the same in every world that he may think of.
pub(super) fn discreet<G: Game>(game: &G, state: &G::State, seat: Seat, dice: &mut dyn Dice) -> Verdict<G::Action> {
    if !game.secretive() {
        return Ok(());
    }
    let asked = |state: &G::State| game.question(state).map(|question| (question.kinds, question.pass));
    let truth = asked(state);
    for viewer in viewers(game).filter(|viewer| *viewer != Some(seat)) {
        if asked(&game.resample(state, viewer, dice)) != truth {
            return broken("non-interference", "whether orders can answer depends on what somebody cannot know");
        }
    }
    Ok(())
}
