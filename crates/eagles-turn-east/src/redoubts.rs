//! [16.1] Redoubts: built by twelve points in two turns, and what they do for those inside.

use crate::event::{Event, Kind};
use crate::state::{Leader, Leaders, NOBODY, Redoubt, Side, State};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::{HexId, Subject, Umpire, UnitId, Violation};

/// [16.1] Strength Points that build a redoubt.
const BUILDERS: u16 = 12;
/// Front hexsides of a redoubt.
const FRONT: usize = 3;

impl Campaign {
    /// A finished redoubt of a side in a hex.
    pub(crate) fn redoubt_in(&self, state: &State, side: Side, hex: HexId) -> Option<Redoubt> {
        state.redoubts.iter().copied().find(|redoubt| redoubt.hex == hex && redoubt.side == side && redoubt.builder == NOBODY)
    }

    /// [16.1] Whether a side's Forces in a hex ignore enemy zones: in a redoubt, with guns.
    #[must_use]
    pub fn is_walled(&self, state: &State, side: Side, hex: HexId) -> bool {
        let guns = |leader: u16| self.side_of(leader as Leader) == side && self.strength(state, leader as Leader)[2] > 0;
        self.redoubt_in(state, side, hex).is_some() && self.leaders_in(state, hex).into_iter().any(guns)
    }

    /// [16.1] [6.2] Whether a redoubt faces everybody who attacks a hex.
    #[must_use]
    pub fn faces(&self, state: &State, side: Side, hex: HexId, attackers: Leaders) -> bool {
        let Some(redoubt) = self.redoubt_in(state, side, hex) else { return false };
        let front = |from: HexId| {
            let direction = self.grid().direction(hex, from);
            direction.is_some_and(|d| (d + DIRECTIONS - usize::from(redoubt.facing)) % DIRECTIONS < FRONT)
        };
        let going = state.going();
        // Who leads no troops attacks from nowhere.
        let near = attackers.and(self.employed(state)).into_iter().filter_map(|leader| state.hex(leader as Leader));
        near.filter(|&from| self.ground().meets(from, hex, &going)).all(front)
    }

    /// [16.1] Whether a Force can begin a redoubt: it stands still, under a leader, in mild weather.
    pub(crate) fn may_dig(&self, state: &State, leader: Leader, facing: u8) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new("16.1", why, Subject::Unit(UnitId(leader.into()))));
        if !self.is_campaign() || usize::from(leader) >= self.leaders() || self.side_of(leader) != state.phasing {
            return no("name a leader of yours in a campaign");
        }
        let Some(hex) = state.hex(leader) else { return no("he is not on the map") };
        if usize::from(facing) >= DIRECTIONS {
            return no("there is no such hexside");
        }
        if !self.general(leader).rank.leads() {
            return no("Major Generals build no redoubts");
        }
        if state.weather.frost() || state.weather.snow() {
            return no("no redoubts in frost or snow");
        }
        if state.acted.has(leader.into()) {
            return no("he has been activated in this phase");
        }
        if self.points(state, leader) < BUILDERS {
            return no("twelve Strength Points build a redoubt");
        }
        // [15] Dispersed troops do not remain in one hex.
        if state.forage.has(leader.into()) {
            return no("dispersed troops build no redoubt: concentrate first");
        }
        if state.redoubts.iter().any(|redoubt| redoubt.hex == hex) {
            return no("there is one already");
        }
        if state.redoubts.iter().all(|redoubt| redoubt.hex != NOWHERE) {
            return no("there are no more markers");
        }
        Ok(())
    }

    /// Lists who can begin a redoubt.
    pub(crate) fn list_digs(&self, state: &State, out: &mut Vec<Action>) {
        if !self.is_campaign() || state.weather.frost() || state.weather.snow() {
            return;
        }
        for leader in self.forces(state, state.phasing) {
            let leader = leader as Leader;
            if self.may_dig(state, leader, 0).is_ok() {
                out.extend((0..DIRECTIONS as u8).map(|facing| Action::Dig(leader, facing)));
            }
        }
    }

    /// [16.1] A redoubt is begun.
    pub(crate) fn dig(&self, state: &mut State, leader: Leader, facing: u8, umpire: &mut Umpire<'_, Event>) {
        let (hex, side) = (state.hexes[usize::from(leader)], self.side_of(leader));
        let begun = state.turn;
        if let Some(free) = state.redoubts.iter_mut().find(|redoubt| redoubt.hex == NOWHERE) {
            *free = Redoubt { hex, side, facing, builder: leader, begun };
        }
        state.acted.insert(leader.into());
        umpire.tell(|| {
            let text = format!("a {} redoubt is begun in {} [16.1]", side.name(), self.grid().number(hex));
            self.event(Kind::Note, "16.1", Leaders::EMPTY, &[hex], text)
        });
    }

    /// [II.e] [16.1] Redoubts of the phasing side begun a turn ago are finished, if the same leader still stands there with enough men. In frost and snow, and
    /// while they are dispersed, the work rests.
    pub(crate) fn finish_redoubts(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        // [14] Who has only changed his mode when a rest began has not marched.
        let marched = if self.rests(state, state.phasing) { state.grand.movers } else { state.marched };
        for at in 0..state.redoubts.len() {
            let redoubt = state.redoubts[at];
            if redoubt.hex == NOWHERE || redoubt.builder == NOBODY || redoubt.side != state.phasing {
                continue;
            }
            let stays = state.hex(redoubt.builder) == Some(redoubt.hex)
                && self.points(state, redoubt.builder) >= BUILDERS
                && !marched.has(redoubt.builder.into());
            if !stays {
                state.redoubts[at] = Redoubt::NONE;
                continue;
            }
            let rests = state.weather.frost() || state.weather.snow() || state.forage.has(redoubt.builder.into());
            if state.turn > redoubt.begun && !rests {
                state.redoubts[at].builder = NOBODY;
                umpire.tell(|| {
                    let text = format!("the redoubt in {} is finished [16.1]", self.grid().number(redoubt.hex));
                    self.event(Kind::Note, "16.1", Leaders::EMPTY, &[redoubt.hex], text)
                });
            }
        }
    }

    /// [16.1] Who comes back to the redoubt that he has begun has not stayed there: it is given up. While he is away it is not finished anyhow.
    pub(crate) fn stop_digging(&self, state: &mut State, leader: Leader, hex: HexId) {
        for redoubt in state.redoubts.iter_mut().filter(|redoubt| redoubt.hex == hex && redoubt.builder == leader) {
            *redoubt = Redoubt::NONE;
        }
    }

    /// [16.1] An enemy Force that enters a redoubt razes it.
    pub(crate) fn raze(&self, state: &mut State, side: Side, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        for redoubt in state.redoubts.iter_mut().filter(|redoubt| redoubt.hex == hex && redoubt.side != side) {
            *redoubt = Redoubt::NONE;
            umpire.tell(|| {
                let text = format!("the redoubt in {} is razed [16.1]", self.grid().number(hex));
                self.event(Kind::Note, "16.1", Leaders::EMPTY, &[hex], text)
            });
        }
    }
}
