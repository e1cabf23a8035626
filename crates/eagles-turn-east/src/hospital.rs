//! `[12]` Hospitals, dismounted cavalry and remounts, and [I.a.4] the recruitment of the Prussians, all of the Grand Scenario.

use crate::Campaign;
use crate::event::{Event, Kind};
use crate::grand::WARDS;
use crate::roster::Army;
use crate::state::{Side, State};
use grognard_engine::{Subject, Umpire, Violation};

/// Most points of a kind that a track holds.
const TRACK: u8 = 99;
/// [5.6] More cavalry than this is kept as infantry.
const MOST_CAVALRY: u8 = 9;

impl Campaign {
    /// `[12]` Strength Points lost enter Hospital Track #1: infantry as such, cavalry half mounted and half dismounted, the odd point mounted; no artillery.
    pub(crate) fn admit(&self, state: &mut State, army: Army, arm: usize, count: u8) {
        if !self.is_grand() || arm > 1 {
            return;
        }
        let ward = &mut state.grand.wards[army as usize][0];
        for _ in 0..count {
            let at = match (arm, ward[1] <= ward[2]) {
                (0, _) => 0,
                (_, true) => 1,
                _ => 2,
            };
            ward[at] = ward[at].saturating_add(1).min(TRACK);
        }
    }

    /// `[12]` What a battle has cost goes to the hospitals, but for a side that retreated through an enemy zone.
    pub(crate) fn carry_wounded(&self, state: &mut State) {
        let fled = |side: Side| state.battle.pierced && state.battle.beaten == side as u8 + 1;
        let lost = [fled(Side::French), fled(Side::Coalition)];
        for army in Army::ALL.into_iter().filter(|army| !lost[army.side() as usize]) {
            for (arm, count) in state.battle.hurt[army as usize].into_iter().enumerate() {
                self.admit(state, army, arm, count);
            }
        }
    }

    /// `[12]` A battle has cost an army a point of an arm.
    pub(crate) fn count_wounded(&self, state: &mut State, army: Army, arm: usize, count: u8) {
        if self.is_grand() && arm < 2 {
            let hurt = &mut state.battle.hurt[army as usize][arm];
            *hurt = hurt.saturating_add(count);
        }
    }

    /// `[12]` Dismounted points enter the pool; beyond nine they are infantry.
    fn pool_dismounted(&self, state: &mut State, army: Army, count: u8) {
        let most = self.figures().most_dismounted;
        let dismounted = &mut state.grand.dismounted[army as usize];
        let sum = dismounted.saturating_add(count);
        *dismounted = sum.min(most);
        let pool = &mut state.offices[army as usize].pool;
        pool[0] = pool[0].saturating_add(sum.saturating_sub(most)).min(TRACK);
    }

    /// `[12]` [I.a.4] A Fortnight begins: Track #2 goes to the pool; half of Track #1 goes to #2, as far as there is room, half is lost, and odd points stay.
    pub(crate) fn discharge(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let armies = state.phasing.armies();
        for &army in armies {
            let [foot, horse, dismounted] = std::mem::take(&mut state.grand.wards[army as usize][1]);
            let pool = &mut state.offices[army as usize].pool;
            pool[0] = pool[0].saturating_add(foot).min(TRACK);
            pool[1] = pool[1].saturating_add(horse);
            let excess = pool[1].saturating_sub(MOST_CAVALRY);
            pool[1] -= excess;
            pool[0] = pool[0].saturating_add(excess).min(TRACK);
            self.pool_dismounted(state, army, dismounted);
            umpire.tell(|| {
                let text = format!(
                    "{} hospitals: {foot} infantry, {horse} cavalry and {dismounted} dismounted return to the pool [12]",
                    army.name()
                );
                self.note(Kind::Note, "12", text).veiled(army.side(), None)
            });
        }
        let fortnight = self.scenario.calendar.turn(state.turn).fortnight.clone();
        for &army in armies {
            self.recover(state, army, &fortnight);
        }
    }

    /// `[12]` From Track #1 to Track #2.
    fn recover(&self, state: &mut State, army: Army, fortnight: &str) {
        let ward = &mut state.grand.wards[army as usize][0];
        let [foot, horse, dismounted] = ward.map(|points| points / 2);
        *ward = ward.map(|points| points % 2);
        let stalls = self.figures().hospital_cavalry;
        let mounted = horse.min(stalls);
        let walking = dismounted.min(stalls - mounted);
        // Cavalry for which there is no room is taken in as infantry if there is room for that.
        let excess = horse - mounted + dismounted - walking;
        let beds = self.tables().beds(fortnight, army as usize);
        let placed = foot.saturating_add(excess).min(beds);
        state.grand.wards[army as usize][1] = [placed, mounted, walking];
        // Prussian infantry without a bed finds one among the Russians.
        if army == Army::Prussian {
            let left = foot.saturating_sub(placed);
            let russian = &mut state.grand.wards[Army::Russian as usize][1][0];
            let room = self.tables().beds(fortnight, Army::Russian as usize).saturating_sub(*russian);
            *russian += left.min(room);
        }
    }

    /// `[12]` Remounts of the schedule.
    pub(crate) fn stable(&self, state: &mut State, army: Army, count: u8) {
        if self.is_grand() {
            let remounts = &mut state.grand.remounts[army as usize];
            *remounts = remounts.saturating_add(count).min(TRACK);
        }
    }

    /// [I.a.4] Whether French Forces in Brandenburg, Eylau or Friedland keep the Prussians from recruiting; whoever stands there is looked at.
    pub(crate) fn recruits_are_lost(&self, state: &mut State, army: Army, umpire: &mut Umpire<'_, Event>) -> bool {
        if !self.is_grand() || army != Army::Prussian {
            return false;
        }
        let towns = self.ground().area("recruitment");
        let there = self.apparent(state, Side::French).filter(|leader| towns.contains(&state.hexes[usize::from(leader)]));
        let forces = self.forces(state, Side::French).and(there);
        self.look_at(state, there, "I.a.4", umpire);
        !forces.is_empty()
    }

    fn own_army(&self, state: &State, army: u8) -> Result<usize, Violation> {
        let own = state.phasing.armies().iter().any(|one| *one as u8 == army);
        if self.is_grand() && own {
            return Ok(usize::from(army));
        }
        Err(Violation::new("12", "name an army of yours in the Grand Scenario", Subject::None))
    }

    /// `[12]` Whether a dismounted point of an army can get horses.
    pub(crate) fn may_remount(&self, state: &State, army: u8) -> Result<usize, Violation> {
        let at = self.own_army(state, army)?;
        let no = |why: &'static str| Err(Violation::new("12", why, Subject::None));
        if state.grand.dismounted[at] == 0 {
            return no("the pool has no dismounted cavalry");
        }
        if state.grand.remounts[at] == 0 {
            return no("the pool has no remounts");
        }
        if state.offices[at].pool[1] >= MOST_CAVALRY {
            return no("the pool holds nine points of cavalry already");
        }
        Ok(at)
    }

    /// `[12]` Whether a dismounted point of an army can be taken as infantry.
    pub(crate) fn may_dismount(&self, state: &State, army: u8) -> Result<usize, Violation> {
        let at = self.own_army(state, army)?;
        if state.grand.dismounted[at] == 0 || state.offices[at].pool[0] >= TRACK {
            return Err(Violation::new("12", "the pool has no dismounted cavalry, or no room", Subject::None));
        }
        Ok(at)
    }

    /// `[12]` A dismounted point gets horses, or gives them up for good.
    pub(crate) fn convert(&self, state: &mut State, army: u8, mounts: bool, umpire: &mut Umpire<'_, Event>) {
        let found = if mounts { self.may_remount(state, army) } else { self.may_dismount(state, army) };
        let Ok(at) = found else { return };
        state.grand.dismounted[at] -= 1;
        if mounts {
            state.grand.remounts[at] -= 1;
        }
        state.offices[at].pool[usize::from(mounts)] += 1;
        let army = Army::ALL[at];
        umpire.tell(|| {
            let what = if mounts { "is remounted" } else { "becomes infantry" };
            self.note(Kind::Note, "12", format!("1 dismounted {} point {what} [12]", army.name())).veiled(army.side(), None)
        });
    }

    /// Points on the tracks of an army: both hospitals and the pool.
    #[must_use]
    pub fn ward(&self, state: &State, army: Army, track: usize) -> [u8; WARDS] {
        state.grand.wards[army as usize][track.min(1)]
    }
}
