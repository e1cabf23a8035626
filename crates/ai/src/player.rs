//! What a player is: somebody who sees what its seat may see and names one action, with the reason.

use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Game, Seat};

/// Says whether there is time to think on. It is asked now and then by whoever searches; what it measures (a clock, a count)
/// is the caller's affair, as there is no clock in here.
pub trait Clock {
    /// Whether to go on.
    fn go_on(&mut self) -> bool;
}

impl<F: FnMut() -> bool> Clock for F {
    fn go_on(&mut self) -> bool {
        self()
    }
}

/// All the time in the world: the level's own budget of evaluations decides, so that the choice follows from the seed alone.
pub struct Unhurried;

impl Clock for Unhurried {
    fn go_on(&mut self) -> bool {
        true
    }
}

/// The position as one seat may know it: what it cannot know is drawn anew before anybody thinks about it.
pub struct Glimpse<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// Who looks.
    pub seat: Seat,
    /// What it sees, and its guess at the rest.
    pub state: G::State,
}

impl<'a, G: Game> Glimpse<'a, G> {
    /// Looks at the truth with the eyes of a seat. `seed` fills in what is hidden.
    pub fn of(game: &'a G, truth: &G::State, seat: Seat, seed: u64) -> Self {
        let state = game.resample(truth, Some(seat), &mut SeededDice::new(seed));
        Self { game, seat, state }
    }

    /// Every legal action; none if it is not for this seat to decide.
    #[must_use]
    pub fn options(&self) -> Vec<G::Action> {
        let mut options = Vec::new();
        if matches!(self.game.decision(&self.state), Decision::Choose { seat, .. } if seat == self.seat) {
            self.game.legal_actions(&self.state, &mut options);
        }
        options
    }
}

/// An action and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice<A> {
    /// What to do.
    pub action: A,
    /// Why, in a few words.
    pub reason: String,
}

impl<A> Advice<A> {
    /// An action and why.
    pub fn new(action: A, reason: impl Into<String>) -> Self {
        Self { action, reason: reason.into() }
    }
}

/// The best of some options by their scores; of equals the first.
pub(crate) fn first_best<A: Copy, S: PartialOrd>(options: &[A], mut score: impl FnMut(A) -> S) -> Option<A> {
    let mut best: Option<(A, S)> = None;
    for &option in options {
        let score = score(option);
        if best.as_ref().is_none_or(|(_, most)| score > *most) {
            best = Some((option, score));
        }
    }
    best.map(|(option, _)| option)
}

/// Somebody who plays.
pub trait Player<G: Game>: Send {
    /// The next action of the seat that looks; none only if it has nothing to decide.
    fn advise(&mut self, glimpse: &Glimpse<'_, G>, clock: &mut dyn Clock) -> Option<Advice<G::Action>>;
}

/// Asks a player, and makes sure that what comes back can be played: a plan that has lost touch with the rules is replaced by
/// the first legal action. Whoever runs games asks through this door.
pub fn consult<G: Game>(
    player: &mut dyn Player<G>,
    glimpse: &Glimpse<'_, G>,
    clock: &mut dyn Clock,
) -> Option<Advice<G::Action>> {
    let advice = player.advise(glimpse, clock);
    match advice {
        Some(advice) if glimpse.game.check(&glimpse.state, advice.action).is_ok() => Some(advice),
        _ => glimpse.options().first().map(|&action| Advice::new(action, "nothing better was found")),
    }
}

#[cfg(test)]
mod tests {
    use super::first_best;

    #[test]
    fn of_equals_the_first_is_best() {
        assert_eq!(first_best(&["a", "bb", "cc", "d"], |word| word.len()), Some("bb"));
        assert_eq!(first_best(&[], |word: &str| word.len()), None);
        assert_eq!(first_best(&[2.0, f32::NAN, 3.0], |n| n), Some(3.0), "what cannot be compared is not better");
    }
}
