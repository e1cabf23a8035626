//! `[7]` March attrition: one roll for each Force, out of the enemy's sight.

use crate::Campaign;
use crate::event::{Event, Kind};
use crate::state::{Leader, Leaders, Side, State, Strength, Unit};
use grognard_engine::{Case, Umpire};

/// The column of a Force without a Line of Communications.
const NO_LOC: usize = 4;
/// The line of the hardest march.
const HARDEST: usize = 2;

impl Campaign {
    /// `[7]` The line of the table: how hard the march was.
    #[must_use]
    pub fn march_line(&self, horse: bool, spent: u8) -> usize {
        let bounds: [u8; 2] = if horse { [6, 12] } else { [2, 6] };
        bounds.iter().filter(|&&bound| spent > bound).count()
    }

    /// `[7]` What the weather adds to the die. Mud tells on cavalry there, and on others by what the way takes.
    #[must_use]
    pub fn march_weather(&self, state: &State, side: Side, horse: bool) -> i16 {
        let w = state.weather;
        let heat = w == crate::state::Weather::Heat || w.rain();
        i16::from(heat) + i16::from(w.snow() && side == Side::French) + i16::from(w.mud() && horse)
    }

    /// `[7]` A Force takes attrition: the leaders in it, whether it had a line, and what its slowest part has spent.
    pub(crate) fn attrition(&self, state: &mut State, force: Leaders, line: bool, rest: i16, umpire: &mut Umpire<'_, Event>) {
        let size: u16 = self.strength_of(state, force).iter().sum();
        // [6.10] Dummies look as if they rolled.
        for dummy in force.filter(|leader| self.is_outpost(leader as Leader)) {
            state.fog[usize::from(dummy)] = state.fog[usize::from(dummy)].saturating_add(1);
        }
        let Some(first) = force.first().filter(|_| size > 0) else { return };
        let side = self.side_of(first as Leader);
        let lead = if force.has(state.hand.into()) { state.hand } else { first as Leader };
        if self.lives_off_the_country(state, force, lead) {
            self.forage_attrition(state, (force, lead), rest, umpire);
            return;
        }
        let horse = force.into_iter().all(|leader| self.on_horse(state, leader as Leader));
        let spent = force.into_iter().map(|leader| state.spent[usize::from(leader)]).max().unwrap_or(0);
        let die = umpire.roll(6, Case("7"));
        let extra = self.extra_points(state, force, spent);
        // [A] Cavalry that hauls a bridge train pays double in mud, and so nothing on the die.
        let light = horse && force.into_iter().all(|leader| self.goes_on_horse(state, leader as Leader));
        let modified = i16::from(die) + self.march_weather(state, side, light) + i16::from(extra) + rest;
        let column = if line { self.fed_column(state, lead) } else { NO_LOC };
        let hardship = if extra > 0 { HARDEST } else { self.march_line(horse, spent) };
        let lost = self.tables().attrition(column, size, hardship, modified);
        // [7] The last Strength Point of a Force is never lost on the march.
        let lost = u16::from(lost).min(size - 1);
        for _ in 0..lost {
            if let Some((unit, arm)) = self.weakest_link(state, force) {
                state.strength[usize::from(unit)][arm] -= 1;
                self.admit(state, self.bodies()[usize::from(unit)].army, arm, 1);
            }
        }
        for leader in force {
            state.fog[usize::from(leader)] = state.fog[usize::from(leader)].saturating_add(1);
        }
        umpire.tell(|| {
            let column = if line { "with a line" } else { "without a line" };
            // [II.b.2] Whoever has paid for an Extended March and made none is told that the points which he went count.
            let unused = if state.extended && extra == 0 { "; no point of the Extended March was used [II.b.2]" } else { "" };
            let names = self.names(force);
            let text = format!("{names}: {size} SPs, {column}, die {die} ({modified}): {lost} lost to attrition [7]{unused}");
            self.event(Kind::Attrition, "7", force, &[], text).rolled(die).veiled(side, None)
        });
        self.absorb_all(state, force, umpire);
    }

    /// `[7]` The column of a Force with a line: in a campaign by the Administrative Points of its army at this moment.
    fn fed_column(&self, state: &State, leader: Leader) -> usize {
        if !self.is_campaign() {
            return usize::from(self.figures().loc_column);
        }
        match state.offices[self.general(leader).army as usize].points {
            12.. => 0,
            8..=11 => 1,
            4..=7 => 2,
            1..=3 => 3,
            0 => NO_LOC,
        }
    }

    /// [II.b.2] Movement Points of an Extended March beyond what the slowest part of a Force has.
    fn extra_points(&self, state: &State, force: Leaders, spent: u8) -> u8 {
        let base = force.into_iter().map(|leader| self.allowance(state, leader as Leader, state.by)).min().unwrap_or(0);
        if state.extended { spent.saturating_sub(base).div_ceil(2) } else { 0 }
    }

    /// `[7]` Who bears the next loss on the march: the arm that has more, infantry before cavalry, artillery last; of its units the strongest.
    fn weakest_link(&self, state: &State, force: Leaders) -> Option<(Unit, usize)> {
        let units = (0..self.bodies().len() as Unit).filter(|&unit| force.has(state.track[usize::from(unit)].into()));
        strongest(units, &*state.strength)
    }

    /// [II.d] Stationary Forces of the phasing side, in ascending order of their hexes.
    pub(crate) fn attrition_at_rest(&self, state: &mut State, rest: i16, umpire: &mut Umpire<'_, Event>) {
        let dummies = self.outposts(state, state.phasing);
        // [14] Whoever marched in a Fortnight of rest has rolled already, and whoever came in it, ashore too, has not rested.
        let moved = if self.rests(state, state.phasing) { state.grand.movers.or(state.grand.newcomers) } else { state.marched };
        let mut still: Vec<u16> = self.forces(state, state.phasing).or(dummies).less(moved).into_iter().collect();
        still.sort_by_key(|&leader| (state.hexes[usize::from(leader)], leader));
        // Nobody moves meanwhile, and nobody loses his last point: who is fed is known beforehand.
        let fed: Leaders = self.steadily(state, || {
            let able = still.iter().copied().filter(|leader| !dummies.has(*leader));
            able.filter(|&leader| self.is_supplied(state, leader as Leader)).collect()
        });
        for leader in still {
            state.spent[usize::from(leader)] = 0;
            let line = fed.has(leader);
            self.attrition(state, Leaders::one(leader), line, rest, umpire);
        }
    }
}

/// The unit and arm among some that bear a loss on the march next.
pub(crate) fn strongest(units: impl Iterator<Item = Unit> + Clone, strength: &[Strength]) -> Option<(Unit, usize)> {
    let sum = |arm: usize| units.clone().map(|unit| u16::from(strength[usize::from(unit)][arm])).sum::<u16>();
    let [foot, horse, guns] = [sum(0), sum(1), sum(2)];
    let arm = match (foot, horse, guns) {
        (0, 0, 0) => return None,
        (0, 0, _) => 2,
        (foot, horse, _) if foot >= horse => 0,
        _ => 1,
    };
    let most = units.clone().map(|unit| strength[usize::from(unit)][arm]).max()?;
    units.clone().find(|&unit| strength[usize::from(unit)][arm] == most).map(|unit| (unit, arm))
}
