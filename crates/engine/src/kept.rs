//! Positions kept of a running game: as many as fit the room, close together near the end and ever further apart before it.
//!
//! Whoever takes back or looks back mostly does so near the end, so that little is to be played again there. How much is to be played again
//! further back grows with the distance and not with the length of the game, and the room that all of them take does not grow at all.

/// Entries from one position to the next as long as there is room for all.
const USUAL_GAP: usize = 16;
/// The room that the positions of one table may take, in bytes.
const ROOM: usize = 1 << 20;
/// So many are kept however large a position is: fewer would not be worth the trouble.
const FEWEST: usize = 24;

/// Some of the positions that a game has been in.
#[derive(Clone, Debug)]
pub(crate) struct Kept<S> {
    /// After how many entries, and the position then; in order.
    positions: Vec<(usize, S)>,
    /// How many there is room for.
    most: usize,
}

impl<S> Kept<S> {
    /// None yet.
    pub const fn new() -> Self {
        let one = size_of::<S>();
        let fit = ROOM / if one == 0 { 1 } else { one };
        Self { positions: Vec::new(), most: if fit < FEWEST { FEWEST } else { fit } }
    }

    /// Whether the position after so many entries is one to be kept.
    pub fn wants(&self, played: usize) -> bool {
        self.positions.is_empty() || played.is_multiple_of(USUAL_GAP)
    }

    /// Keeps the position after so many entries, more than any that is kept. If there is no more room, another one makes room.
    pub fn keep(&mut self, played: usize, state: S) {
        if self.positions.last().is_some_and(|(at, _)| *at >= played) {
            return;
        }
        self.positions.push((played, state));
        if self.positions.len() > self.most {
            self.thin();
        }
    }

    /// Drops the position whose absence is felt least: of those between two others the one that leaves the smallest gap for its distance from
    /// the end. The first one stays, since nothing could be played again without it.
    fn thin(&mut self) {
        let end = self.positions.last().map_or(0, |(at, _)| *at);
        let felt = |i: usize| {
            let (before, after) = (self.positions[i - 1].0, self.positions[i + 1].0);
            ((after - before) as u128, (end - before) as u128)
        };
        let least = (1..self.positions.len().saturating_sub(1)).min_by(|&a, &b| {
            let ((gap_a, far_a), (gap_b, far_b)) = (felt(a), felt(b));
            (gap_a * far_b).cmp(&(gap_b * far_a))
        });
        if let Some(i) = least {
            self.positions.remove(i);
        }
    }

    /// The last position kept that is not after so many entries.
    pub fn nearest(&self, played: usize) -> Option<(usize, &S)> {
        let after = self.positions.partition_point(|(at, _)| *at <= played);
        let (at, state) = self.positions.get(after.checked_sub(1)?)?;
        Some((*at, state))
    }

    /// Forgets the positions after `played` entries and more.
    pub fn cut(&mut self, played: usize) {
        self.positions.truncate(self.positions.partition_point(|(at, _)| *at < played));
    }

    /// Forgets all before `state`, the position after `played` entries, which becomes the first.
    pub fn begin_at(&mut self, played: usize, state: S) {
        self.positions.drain(..self.positions.partition_point(|(at, _)| *at <= played));
        self.positions.insert(0, (played, state));
        self.positions.shrink_to_fit();
    }

    /// The room that is taken, in bytes.
    pub fn bytes(&self) -> usize {
        self.positions.capacity() * size_of::<(usize, S)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position as large as those of the largest games.
    #[derive(Clone)]
    struct Large([u64; 1536]);

    fn long_game(entries: usize) -> Kept<Large> {
        let mut kept = Kept::new();
        for played in 0..entries {
            if kept.wants(played) {
                kept.keep(played, Large([played as u64; 1536]));
            }
        }
        kept
    }

    #[test]
    fn a_long_game_takes_no_more_room_than_a_short_one() {
        let kept = long_game(50_000);
        assert!(kept.positions.len() <= ROOM / size_of::<Large>() + 1, "{}", kept.positions.len());
        assert!(kept.bytes() < 2 * ROOM, "{} bytes", kept.bytes());
        assert!(kept.positions.iter().all(|(at, state)| state.0[7] == *at as u64));
    }

    #[test]
    fn what_is_played_again_grows_with_the_distance() {
        let kept = long_game(50_000);
        assert_eq!(kept.nearest(0).map(|(at, _)| at), Some(0));
        for back in [1, 20, 50, 100, 500, 1_000, 5_000, 20_000, 49_000] {
            let played = 50_000 - back;
            let again = played - kept.nearest(played).unwrap().0;
            assert!(again <= USUAL_GAP + back / 4, "{back} entries back, {again} are played again");
        }
    }

    #[test]
    fn small_positions_are_all_kept() {
        let mut kept = Kept::new();
        (0..20_000).for_each(|played| {
            if kept.wants(played) {
                kept.keep(played, [0_u8; 500]);
            }
        });
        assert_eq!(kept.positions.len(), 20_000 / USUAL_GAP);
    }

    #[test]
    fn positions_are_cut_at_either_end() {
        let mut kept = long_game(1_000);
        kept.cut(500);
        assert_eq!(kept.nearest(2_000).map(|(at, _)| at), Some(496));
        kept.begin_at(300, Large([300; 1536]));
        assert_eq!(kept.nearest(303).map(|(at, _)| at), Some(300));
        assert!(kept.nearest(299).is_none());
        assert_eq!(kept.nearest(304).map(|(at, _)| at), Some(304));
        kept.cut(300);
        assert!(kept.nearest(2_000).is_none() && kept.wants(300));
    }
}
