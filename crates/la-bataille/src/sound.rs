//! Whether a position that was read or set up can be played on; else where it cannot, and why.

use crate::Bautzen;
use crate::army::fits;
use crate::state::{Arm, Formation, Frame, NOBODY, NOWHERE, Order, Place, State, Unit, second_of, third_of};

impl Bautzen {
    /// Whether a position is sound.
    pub(crate) fn sound(&self, state: &State) -> Result<(), (String, String)> {
        for unit in self.units() {
            self.sound_piece(state, unit).map_err(|why| (self.tag(unit).to_owned(), why))?;
        }
        for unit in self.units() {
            let so = state.piece(unit);
            for hex in so.hexes() {
                let enemy = |other: &Unit| {
                    self.side(*other) != self.side(unit) && self.kind(*other).fights() && state.piece(*other).stands_in(hex)
                };
                if self.kind(unit).fights()
                    && let Some(other) = self.units().find(enemy)
                {
                    return Err((
                        self.tag(unit).to_owned(),
                        format!("stands in {} with the enemy's {} [6.7]", self.grid().number(hex), self.tag(other)),
                    ));
                }
            }
        }
        let fault = |why: &str| Err(("decisions".to_owned(), why.to_owned()));
        let there = |unit: Unit| usize::from(unit) < self.count();
        let riding = there(state.ride.lead) && state.ride.lead != NOBODY && state.piece(state.ride.lead).on_map();
        for frame in state.frames.frames() {
            match frame {
                Frame::Hand { unit, .. } if !there(unit) => return fault("nobody is in hand"),
                Frame::Aim(hex) if !self.grid().holds(hex) => return fault("nothing is aimed at"),
                Frame::Ride | Frame::React | Frame::Pursue if !riding => return fault("nobody rides"),
                Frame::Stand if !riding || (state.ride.target != NOWHERE && !self.grid().holds(state.ride.target)) => {
                    return fault("nobody is charged");
                }
                Frame::Assault | Frame::Answer | Frame::Follow | Frame::Fight | Frame::Advance
                    if !self.grid().holds(state.fight.hex) =>
                {
                    return fault("nothing is attacked");
                }
                _ => {}
            }
        }
        if state.frames.is_empty() {
            return fault("nothing is to be decided");
        }
        Ok(())
    }

    fn sound_piece(&self, state: &State, unit: Unit) -> Result<(), String> {
        let (kind, so) = (self.kind(unit), state.piece(unit));
        if so.place == Place::Absent || so.place == Place::Lost {
            return Ok(());
        }
        let lies = |hex| self.grid().holds(hex);
        if (matches!(so.place, Place::Map | Place::Off | Place::Wounded) && !lies(so.hex))
            || [so.second, so.third].into_iter().any(|hex| hex != NOWHERE && !lies(hex))
        {
            return Err("stands on no hex of the map".to_owned());
        }
        if !fits(so.formation, kind) {
            return Err(format!("{} is no formation of this unit [5.1]", so.formation.word()));
        }
        if kind.arm == Arm::Leader {
            return Ok(());
        }
        if so.left == 0 {
            return Err("has no increment left, so that it is lost [12.5]".to_owned());
        }
        if so.left > kind.increments {
            return Err(format!("has {} increments left and never had more than {} [3.1]", so.left, kind.increments));
        }
        if so.tail + so.rear() > so.left {
            return Err(format!("has {} of {} increments in a further hex [5.1]", so.tail + so.rear(), so.left));
        }
        if so.order == Order::Disordered && kind.arm == Arm::Cavalry {
            return Err("cavalry is never disordered [16.1]".to_owned());
        }
        if so.place != Place::Map {
            return Ok(());
        }
        if (so.heading % 2 == 1) != so.formation.at_vertex() {
            let (what, words) = match so.formation.at_vertex() {
                true => ("vertex", "NNE, E, SSE, SSW, W or NNW"),
                false => ("hexside", "N, NE, SE, S, SW or NW"),
            };
            return Err(format!("in {} it looks at a {what}: {words} [5.2]", so.formation.word()));
        }
        if so.wide() && second_of(self.grid(), so.hex, so.heading) != Some(so.second) {
            return Err("its second hex does not lie beside the first as it looks [5.2]".to_owned());
        }
        if so.second != NOWHERE && !so.wide() && so.formation != Formation::March {
            return Err("stands on two hexes in a formation of one [5.1]".to_owned());
        }
        if so.formation == Formation::March && so.second != NOWHERE {
            let behind = self.grid().direction(so.hex, so.second).filter(|&side| self.ground().edge(so.hex, side).road());
            if behind.is_none_or(|side| so.looks().sides().0 == side) {
                return Err("its tail does not stand behind it on the road [6.6]".to_owned());
            }
        }
        let third = so.third != NOWHERE;
        if third && (so.second == NOWHERE || !self.three_hexes(unit, so.formation, so.left) || so.shares().contains(&0)) {
            return Err("stands on three hexes, which only skirmishers of seven increments may, where a scenario names it [5.1]"
                .to_owned());
        }
        if third && third_of(self.grid(), so.second, so.heading) != Some(so.third) {
            return Err("its third hex does not lie in a row with the others [5.2]".to_owned());
        }
        if !third && so.rear() > 0 {
            return Err("has increments in a third hex that is not there".to_owned());
        }
        if so.second == NOWHERE && so.tail > 0 {
            return Err("has increments in a second hex that is not there".to_owned());
        }
        Ok(())
    }
}
