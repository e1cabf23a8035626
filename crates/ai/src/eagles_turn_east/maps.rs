//! How far it is from everywhere to where one wants to go: by road and field, nobody in the way, broken bridges at what it takes to mend them.

use grognard_eagles_turn_east::state::State;
use grognard_eagles_turn_east::{Campaign, Side};
use grognard_engine::HexId;
use std::sync::{Arc, Mutex, PoisonError};

/// No way leads there.
pub const NO_WAY: u16 = u16::MAX;
/// Half Movement Points that a bridge which is down takes more: a turn's work and a little.
const REPAIR: u16 = 12;
/// Maps that are kept.
const KEPT: usize = 96;

/// What makes distances differ: bridges, pontoons, mud and frost.
type Ground = (u64, u64, bool, bool);

type Known = (HexId, Ground, Arc<Vec<u16>>);

/// Distances that have been asked for.
#[derive(Default)]
pub struct Maps {
    known: Mutex<Vec<Known>>,
}

impl Maps {
    /// Half Movement Points from each hex to this one.
    pub fn to(&self, game: &Campaign, state: &State, goal: HexId) -> Arc<Vec<u16>> {
        let pontoons = state.trains.iter().filter(|train| train.facing < 6);
        let lies = pontoons.fold(0u64, |sum, train| {
            sum.wrapping_mul(0x1_0001).wrapping_add(u64::from(train.hex.0) * 8 + u64::from(train.facing))
        });
        let ground = (state.down.0[0], lies, state.weather.mud(), state.weather.frost());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., far)) = known.iter().find(|(hex, when, _)| (*hex, *when) == (goal, ground)) {
            return Arc::clone(far);
        }
        let far = Arc::new(game.far_to(state, goal, REPAIR));
        if known.len() >= KEPT {
            known.remove(0);
        }
        known.push((goal, ground, Arc::clone(&far)));
        far
    }

    /// The hex from which a side is fed: its first army's.
    pub fn home(state: &State, side: Side) -> HexId {
        state.source[usize::from(side == Side::Coalition)]
    }
}
