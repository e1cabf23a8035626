//! [6.6] [II.c.1] The Resistance Modifier: Initiative compared, and the cavalry differential.

use crate::Campaign;
use crate::state::{Leader, Leaders, State};

/// What makes up a modifier, for the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resistance {
    /// From the Initiative Comparison Matrix.
    pub matrix: i16,
    /// From the cavalry on both sides.
    pub cavalry: i16,
    /// From rain and snow.
    pub weather: i16,
}

/// [II.c.1] The cavalry differential: active cavalry against passive.
#[must_use]
pub fn differential(active: u16, passive: u16) -> i16 {
    match (active, passive) {
        (0, 0) => 0,
        (active, 0) => -(active.min(3) as i16),
        (0, passive) => passive.min(3) as i16,
        (active, passive) if active > passive => match active / passive {
            1 => -1,
            2 => -2,
            _ => -3,
        },
        (active, passive) => match passive / active {
            1 => 0,
            2 => 2,
            _ => 3,
        },
    }
}

impl Campaign {
    /// `[A]` What rain and snow add.
    #[must_use]
    pub fn wet(&self, state: &State) -> i16 {
        i16::from(state.weather.rain()) + i16::from(state.weather.snow())
    }

    /// [II.c.1] Cavalry of some leaders that stands in clear terrain.
    #[must_use]
    pub fn cavalry_in_the_open(&self, state: &State, leaders: Leaders) -> u16 {
        let in_the_open = |leader: u16| state.hex(leader as Leader).is_some_and(|hex| self.is_clear(hex));
        self.strength_of(state, leaders.filter(in_the_open))[1]
    }

    /// [II.c.1] What a leader in an enemy zone has to overcome to leave it: never less than nothing, but for the weather.
    #[must_use]
    pub fn resistance(&self, state: &State, leader: Leader, foes: Leaders) -> Resistance {
        let weather = self.wet(state);
        let Some(passive) = self.best(foes) else { return Resistance { matrix: 0, cavalry: 0, weather: 0 } };
        let matrix = self.tables().resistance(self.general(leader).initiative, self.general(passive).initiative);
        let active = self.cavalry_in_the_open(state, Leaders::one(leader.into()));
        let cavalry = differential(active, self.cavalry_in_the_open(state, foes)).max(-matrix);
        Resistance { matrix, cavalry, weather }
    }
}

impl Resistance {
    /// All of it.
    #[must_use]
    pub const fn sum(self) -> i16 {
        self.matrix + self.cavalry + self.weather
    }
}
