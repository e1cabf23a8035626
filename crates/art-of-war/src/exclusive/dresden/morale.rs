//! [16.0] Army morale and demoralization.

use crate::Battle;
use crate::event::{Event, Kind};
use crate::scenario::Arm;
use crate::state::State;
use crate::title::Title;
use crate::unitset::{Unit, UnitSet};
use grognard_engine::{Case, Tally, Umpire, kinds};

kinds! {
    /// [16.0] A national army, in the order in which levels are kept; by its name in the unit file.
    pub enum Army(name) {
        /// French.
        French = "French",
        /// Austrian.
        Austrian = "Austrian",
        /// Russian.
        Russian = "Russian",
        /// Prussian.
        Prussian = "Prussian",
    }
}

/// Number of armies.
pub const ARMIES: usize = Army::ALL.len();

impl Army {
    /// [16.0] The level it begins with.
    #[must_use]
    pub const fn start(self) -> u8 {
        match self {
            Self::French => 30,
            Self::Austrian => 20,
            Self::Russian => 12,
            Self::Prussian => 10,
        }
    }
}

/// [16.0] The highest level of the track.
pub const HIGHEST: u8 = 50;

impl Battle {
    /// The army of a unit.
    #[must_use]
    pub fn army(&self, unit: Unit) -> Army {
        Army::ALL.into_iter().find(|&army| self.units_of_army(army).has(unit)).unwrap_or(Army::French)
    }

    /// The units of an army.
    #[must_use]
    pub const fn units_of_army(&self, army: Army) -> UnitSet {
        self.armies[army as usize]
    }

    /// [16.0] Whether an army is demoralized now.
    #[must_use]
    pub fn demoralized(&self, state: &State, army: Army) -> bool {
        self.title() == Title::Dresden && state.morale[army as usize] == 0
    }

    /// [16.5] The armies that are demoralized now, as bits.
    pub(crate) fn demoralized_bits(&self, state: &State) -> u8 {
        Army::ALL.into_iter().filter(|&a| self.demoralized(state, a)).fold(0, |bits, a| bits | 1 << a as u8)
    }

    /// Changes an army's level; at 0 it is demoralized and [16.4] all its reserves are activated.
    pub(crate) fn shift_morale(&self, state: &mut State, army: Army, by: i8, case: &'static str, umpire: &mut Umpire<'_, Event>) {
        if self.title() != Title::Dresden {
            return;
        }
        let level = &mut state.morale[army as usize];
        let before = *level;
        *level = level.saturating_add_signed(by).min(HIGHEST);
        let now = *level;
        if now == before {
            return;
        }
        umpire.tell(|| {
            let text = format!("{} morale {before} to {now} [{case}]", army.name());
            self.event(Kind::Morale, case, UnitSet::EMPTY, &[], text)
        });
        if now == 0 {
            umpire.tell(|| {
                let text = format!("the {} army is demoralized [16.0]", army.name());
                self.event(Kind::Morale, "16.0", UnitSet::EMPTY, &[], text)
            });
            self.activate(state, self.units_of_army(army).and(state.reserve), "16.4", umpire);
        }
    }

    /// [16.4] Activates all reserves of armies that are demoralized already: in a position that is set up.
    pub(crate) fn wake_demoralized(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for army in Army::ALL {
            if self.demoralized(state, army) {
                self.activate(state, self.units_of_army(army), "16.4", umpire);
            }
        }
    }

    /// [16.5] One column to the left if a unit of a demoralized army attacks, whatever the co-ordination costs.
    pub(crate) fn add_demoralization(&self, state: &State, shifts: &mut Tally) {
        let attackers = state.attack.attackers.or(state.attack.guns);
        if let Some(unit) = attackers.into_iter().find(|&u| self.demoralized(state, self.army(u))) {
            shifts.add(-1, Case("16.5"), || format!("the {} army is demoralized", self.army(unit).name()));
        }
    }

    /// [16.6] [16.7] At the end of a day levels are set anew: the start level (50 for the French) less the units lost for good.
    pub(crate) fn reset_morale(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for army in Army::ALL {
            let lost = state.lost.and(self.units_of_army(army)).len() as u8;
            let (full, case) = if army == Army::French { (HIGHEST, "16.7") } else { (army.start(), "16.6") };
            let now = full.saturating_sub(lost);
            let by = i16::from(now) - i16::from(state.morale[army as usize]);
            self.shift_morale(state, army, by.clamp(-100, 100) as i8, case, umpire);
        }
    }

    /// [17.0] Whether a unit can be disrupted rather than lost: infantry and cavalry.
    pub(crate) fn can_be_disrupted(&self, unit: Unit) -> bool {
        matches!(self.pieces()[usize::from(unit)].arm, Arm::Infantry | Arm::Cavalry)
    }
}
