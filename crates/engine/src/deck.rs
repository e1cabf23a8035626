//! A deck of cards whose order nobody knows, because it has none: only what has been drawn is written down, and a draw is a
//! roll among the cards that are left.
//!
//! To every player this is the same as a shuffled pile. But there is no hidden order in the position that a view, a record
//! or a search could betray, and taking back a draw needs nothing special.

/// Most cards in a deck.
pub const MOST_CARDS: u8 = 32;

/// The cards drawn since the last shuffle, by bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Deck(pub u32);

impl Deck {
    /// Whether a card lies among those drawn.
    #[must_use]
    pub const fn is_drawn(self, card: u8) -> bool {
        self.0 >> card & 1 == 1
    }

    /// How many cards of a deck of `size` are left to draw.
    #[must_use]
    pub const fn left(self, size: u8) -> u8 {
        size - (self.0 & Self::whole(size)).count_ones() as u8
    }

    /// All cards go back.
    pub const fn shuffle(&mut self) {
        self.0 = 0;
    }

    /// Draws one of the cards that are left, shuffling first if there is none. `roll` is asked for a die with as many faces
    /// as there are cards, and not at all where there is no choice.
    pub fn draw(&mut self, size: u8, roll: impl FnOnce(u8) -> u8) -> u8 {
        if self.left(size) == 0 {
            self.shuffle();
        }
        let left = self.left(size);
        let nth = if left > 1 { roll(left) } else { 1 };
        let mut cards = (0..size).filter(|&card| !self.is_drawn(card));
        let card = cards.nth(usize::from(nth.clamp(1, left)) - 1).unwrap_or(0);
        self.0 |= 1 << card;
        card
    }

    const fn whole(size: u8) -> u32 {
        if size >= MOST_CARDS { u32::MAX } else { (1 << size) - 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_comes_once_before_the_shuffle() {
        let mut deck = Deck::default();
        let mut asked = Vec::new();
        let mut drawn: Vec<u8> = (0..12)
            .map(|i| {
                deck.draw(12, |faces| {
                    asked.push(faces);
                    (i * 5) % faces + 1
                })
            })
            .collect();
        assert_eq!(asked, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2], "the last card is no choice");
        assert_eq!(deck.left(12), 0);
        drawn.sort_unstable();
        assert_eq!(drawn, (0..12).collect::<Vec<_>>());
        assert_eq!(deck.draw(12, |faces| faces), 11, "an empty deck is shuffled at once");
        assert_eq!(deck.left(12), 11);
    }
}
