//! [6.7] Riders among friends: whom they pass, how they get out again, and where they stay.

use crate::Bautzen;
use crate::charge::PASSED;
use crate::event::{Event, Kind};
use crate::state::{Ride, Standing, State};
use crate::tables::Terrain;
use grognard_engine::facing::HEADINGS;
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::{HexId, Subject, Umpire, Violation};

impl Bautzen {
    /// [8.1] Whether all who ride together find room where the foremost of them would stand so.
    pub(crate) fn may_stack_together(&self, state: &State, so: &Standing) -> Result<(), Violation> {
        let Ride { lead, mut units, .. } = state.ride;
        units.remove(lead);
        if units.is_empty() {
            return self.may_stack(state, lead, so);
        }
        let mut then = state.clone();
        units.into_iter().for_each(|unit| then.piece_mut(unit).hex = so.hex);
        self.may_stack(&then, lead, so)
    }

    /// [6.7] Whether riders who stood so among friends, having come by such a direction, could go on to where they can stay, by so many more hexes of
    /// friends: straight, or after a turn, but not back.
    pub(crate) fn rides_out(&self, state: &State, so: &Standing, came: usize, left: u8, more: u8) -> bool {
        let lead = state.ride.lead;
        if self.must_stop(state, lead, so.hex) {
            return false;
        }
        // [16.3.3] Where they are already they may have turned before.
        let turned = if so.hex == state.piece(lead).hex { state.ride.turns } else { 0 };
        // Three turns lead right round, whatever a game allows.
        let most = self.turns_in_a_hex(state).saturating_sub(turned).min(3);
        let price = 2 * self.figures().charge_turn as u8;
        (0..=most).any(|turns| {
            let Some(left) = left.checked_sub(turns * price) else { return false };
            let mut looks = [2 * turns, HEADINGS - 2 * turns].into_iter().map(|by| (so.heading + by) % HEADINGS);
            looks.any(|heading| self.rides_ahead(state, &Standing { heading, ..*so }, came, left, more))
        })
    }

    /// The same without a turn.
    fn rides_ahead(&self, state: &State, so: &Standing, came: usize, left: u8, more: u8) -> bool {
        let lead = state.ride.lead;
        let out = |going: usize, to: HexId| {
            let Some(price) = self.price(state, lead, so, so.hex, to).ok().filter(|price| *price <= left) else { return false };
            let next = Standing { hex: to, ..*so };
            self.may_gallop(state, so.hex, to).is_ok()
                && self.terrain(state, to) != Terrain::Work
                && (self.may_stand(state, lead, &next).and_then(|()| self.may_stack_together(state, &next)).is_ok()
                    || more > 0
                        && self.may_pass(state, lead, &next, to)
                        && self.rides_out(state, &next, going, left - price, more - 1))
        };
        let back = (came + 3) % DIRECTIONS;
        let ways = self.grid().neighbours(so.hex).iter().enumerate();
        ways.filter(|(going, _)| *going != back && self.rides_through(state, so, *going))
            .any(|(going, to)| to.is_some_and(|to| out(going, to)))
    }

    /// [16.3.3] Tells how riders look and are drawn up who turned or took another formation on their way.
    pub(crate) fn tell_riders(&self, state: &State, umpire: &mut Umpire<'_, Event>) {
        umpire.tell(|| {
            let Ride { lead, units, .. } = state.ride;
            let so = state.piece(lead);
            let looks = self.grid().compass(so.looks());
            let text = format!("{} in {}, facing {looks}", self.acts(units, "ride"), so.formation.word());
            self.event(Kind::Stance, "16.3.3", &[lead], &[so.hex], text)
        });
    }

    /// [6.7] Whether the riders can stay where they are: not among friends whom they only pass, unless there is no way out.
    pub(crate) fn may_rest(&self, state: &State) -> Result<(), Violation> {
        let Ride { lead, left, ridden, way, .. } = state.ride;
        let so = *state.piece(lead);
        let alone = self.ranks(state, so.hex).all(|friend| state.ride.units.has(friend));
        let room = || self.may_stack(state, lead, &so).is_ok();
        if ridden == 0 || alone || room() || !self.rides_out(state, &so, usize::from(way), left, PASSED) {
            return Ok(());
        }
        Err(Violation::new("6.7", "riders pass these friends, and do not stay among them", Subject::Hex(so.hex)))
    }
}
