//! Tricks that a good player must not fall for: each is one rule for where units go, the same in every game. A rulebook's player moves by the
//! rule and leaves everything else to its frozen yardstick; in a book without such a player the planner's own scripts stand in.

use crate::Level;

/// What somebody tries to get away with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trick {
    /// Guns two hexes before the enemy, everybody else behind them: fire, and nobody to strike back at.
    GunLine,
    /// Never within reach: the enemy is to tire himself out.
    Fabian,
    /// Fights like anybody until it leads, and is gone from then on.
    RunAhead,
    /// The whole army in one heap about the strongest place that counts.
    Citadel,
    /// The whole army against the nearest weak enemy, every turn.
    Blitz,
    /// As far away as can be, and whatever is paid for idleness is taken.
    RunAndLull,
}

/// What a trick looks at: a hex for a unit to end its move in.
#[derive(Clone, Copy, Default, Debug)]
pub struct Spot {
    /// Steps to the nearest enemy.
    pub enemy: i32,
    /// Steps to the nearest gun of one's own, if there is one: not the unit itself.
    pub gun: Option<i32>,
    /// Steps to the heap's middle.
    pub citadel: i32,
    /// Steps to whom a blitz is aimed at.
    pub prey: i32,
    /// Whether the hex doubles or shelters its defenders.
    pub shelter: bool,
    /// Whether the unit is a gun.
    pub is_gun: bool,
}

impl Trick {
    /// The trick of a level, if it is one.
    #[must_use]
    pub const fn of(level: Level) -> Option<Self> {
        Some(match level {
            Level::GunLine => Self::GunLine,
            Level::Fabian => Self::Fabian,
            Level::RunAhead => Self::RunAhead,
            Level::Citadel => Self::Citadel,
            Level::Blitz => Self::Blitz,
            Level::RunAndLull => Self::RunAndLull,
            _ => return None,
        })
    }

    /// How good a hex is; nothing if the trick has no opinion now. `ahead` says whether its side leads by enough to win.
    #[must_use]
    pub fn worth(self, spot: &Spot, ahead: bool) -> Option<i32> {
        let touches = i32::from(spot.enemy <= 1);
        let cover = 2 * i32::from(spot.shelter);
        Some(match self {
            Self::GunLine if spot.is_gun => -60 * touches - 4 * (spot.enemy - 2).abs() + cover,
            Self::GunLine => -60 * touches - 3 * spot.gun.unwrap_or(0) - 2 * (spot.enemy - 3).max(0) + cover,
            Self::Fabian => -90 * touches + 6 * spot.enemy.min(5) - spot.citadel + cover,
            Self::RunAhead if !ahead => return None,
            Self::RunAhead | Self::RunAndLull => -90 * touches + 6 * spot.enemy + cover,
            Self::Citadel => -6 * spot.citadel + 3 * cover,
            Self::Blitz => -6 * spot.prey + cover,
        })
    }

    /// Whether it declares attacks that nobody obliges it to.
    #[must_use]
    pub const fn attacks(self, ahead: bool) -> bool {
        match self {
            Self::Fabian | Self::RunAndLull => false,
            Self::RunAhead => !ahead,
            Self::GunLine | Self::Citadel | Self::Blitz => true,
        }
    }

    /// In a few words: the reason for a move.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::GunLine => "takes its place in the line of guns",
            Self::Fabian => "keeps out of reach",
            Self::RunAhead => "goes away with what is won",
            Self::Citadel => "closes up about the citadel",
            Self::Blitz => "goes for the nearest weak enemy",
            Self::RunAndLull => "runs, and waits for a lull",
        }
    }

    /// The planner's tempers that come nearest to it, where a rulebook has no player for it: while it does not lead, and while it does.
    #[must_use]
    pub const fn tempers(self) -> [u8; 2] {
        match self {
            Self::GunLine => [2, 2],
            Self::Fabian | Self::RunAndLull => [3, 3],
            Self::RunAhead => [0, 3],
            Self::Citadel => [6, 6],
            Self::Blitz => [1, 1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_trick_wants_what_it_says() {
        let near = Spot { enemy: 1, gun: Some(1), citadel: 4, prey: 1, ..Spot::default() };
        let far = Spot { enemy: 7, gun: Some(5), citadel: 1, prey: 7, ..Spot::default() };
        let wants_far = |trick: Trick, ahead| trick.worth(&far, ahead) > trick.worth(&near, ahead);
        for trick in [Trick::Fabian, Trick::RunAhead, Trick::RunAndLull, Trick::Citadel] {
            assert!(wants_far(trick, true), "{trick:?}");
        }
        assert!(!wants_far(Trick::Blitz, true));
        assert_eq!(Trick::RunAhead.worth(&near, false), None, "it fights until it leads");
        // Guns fire from two hexes off, the others stay by them, and nobody touches the enemy.
        let gun = |enemy| Trick::GunLine.worth(&Spot { enemy, is_gun: true, ..Spot::default() }, false);
        assert!(gun(2) > gun(1) && gun(2) > gun(3));
        let by = |steps| Trick::GunLine.worth(&Spot { enemy: 3, gun: Some(steps), ..Spot::default() }, false);
        assert!(by(1) > by(4));
    }
}
