//! [6.0] The Pirna pontoon bridge, an exclusive rule of this game.

use crate::event::{Event, Kind};
use crate::movement::Ground;
use crate::state::{Frame, Side, State};
use crate::unitset::{Unit, subject};
use crate::{Action, Campaign};
use grognard_engine::{HexId, Lawful, Subject, Umpire, Violation};

impl Campaign {
    /// [6.0] Whether a unit may build the pontoon bridge by crossing to `to`.
    pub fn may_build(&self, state: &State, unit: Unit, to: HexId, ground: &Ground) -> Lawful {
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        if state.pontoon > 0 {
            return refuse("6.0", "the pontoon bridge has been built");
        }
        self.may_pick(state, unit, ground)?;
        // [16.7] What a breakdown has just made did not begin the phase where it stands.
        if state.fresh.has(unit) {
            return refuse("6.0", "who builds the bridge begins the phase on the bank");
        }
        if self.dummies.has(unit) {
            return refuse("16.1", "a dummy does not build the pontoon bridge");
        }
        if self.side_of(unit) != Side::French || !self.is_foot(unit) || state.routed.has(unit) {
            return refuse("6.0", "French infantry in good order builds the pontoon bridge");
        }
        if self.is_wet(state) {
            return refuse("5.1.1", "the pontoon bridge is neither built nor used in downpour or mud");
        }
        let Some(from) = state.hex(unit).filter(|from| self.places.pontoon.contains(from)) else {
            return refuse("6.0", "who builds the bridge begins the phase on the bank");
        };
        if self.pontoon_site(from, to).is_none() {
            return Err(Violation::new("6.0", "the bridge joins 1216 to one of its three sites", Subject::Hex(to)));
        }
        if ground.enemies.has(to) {
            return Err(Violation::new("6.4", "the hex holds an enemy", Subject::Hex(to)));
        }
        if ground.friends.has(to) {
            return Err(Violation::new("6.3", "the far hex must be empty", Subject::Hex(to)));
        }
        if self.is_timid(state, unit) && self.in_zone(state, Side::Allied, to) {
            let case = if self.is_night(state) { "14.0" } else { "12.2" };
            return Err(Violation::new(case, "the far hex is in an enemy zone of control", Subject::Hexside(from, to)));
        }
        Ok(())
    }

    /// The number of the site that a hexside belongs to.
    fn pontoon_site(&self, from: HexId, to: HexId) -> Option<u8> {
        let [bank, ref sites @ ..] = self.places.pontoon[..] else { return None };
        let far = if from == bank { to } else { from };
        if from != bank && to != bank {
            return None;
        }
        sites.iter().position(|&site| site == far).map(|i| i as u8 + 1)
    }

    /// [6.8] Why a hexside that is barred to a side cannot be crossed. [6.0] The pontoon bridge is there, but for the French only, and
    /// [5.1.1] not in downpour or mud.
    pub(crate) fn why_no_bridge(&self, state: &State, side: Side, (from, to): (HexId, HexId)) -> Violation {
        let river = || Violation::new("6.8", "a major river is crossed by a bridge only", Subject::Hexside(from, to));
        self.why_no_pontoon(state, side, (from, to)).unwrap_or_else(river)
    }

    /// [6.0] [5.1.1] Why the pontoon bridge does not serve this side now, where it is built over this hexside.
    pub(crate) fn why_no_pontoon(&self, state: &State, side: Side, (from, to): (HexId, HexId)) -> Option<Violation> {
        let built = state.pontoon > 0 && self.pontoon_site(from, to) == Some(state.pontoon);
        let (case, why) = match side {
            Side::French => ("5.1.1", "the pontoon bridge is neither built nor used in downpour or mud"),
            Side::Allied => ("6.0", "only the French use the pontoon bridge"),
        };
        built.then(|| Violation::new(case, why, Subject::Hexside(from, to)))
    }

    /// [6.0] Whether it is worth asking who can build it: it is not there yet, the weather allows it, and a French unit is on the bank.
    pub(crate) fn may_bridge(&self, state: &State) -> bool {
        let there = |hex: HexId| self.places.pontoon.contains(&hex);
        state.pontoon == 0
            && !self.is_wet(state)
            && self.in_play(Side::French).into_iter().any(|u| there(state.hexes[usize::from(u)]))
    }

    /// Lists the ways to build it.
    pub(crate) fn list_builds(&self, state: &State, ground: &Ground, out: &mut impl Extend<Action>) {
        if !self.may_bridge(state) {
            return;
        }
        for &hex in self.places.pontoon.iter().filter(|&&hex| ground.friends.has(hex)) {
            let Some(unit) = self.unit_of_side_at(state, Side::French, hex) else { continue };
            let sites = self.places.pontoon.iter().filter(|&&to| self.may_build(state, unit, to, ground).is_ok());
            out.extend(sites.map(|&to| Action::Build(unit, to)));
        }
    }

    /// [6.0] The unit crosses, which is its whole move, and the bridge is there.
    pub(crate) fn build(&self, state: &mut State, unit: Unit, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let Some(from) = state.hex(unit) else { return };
        state.pontoon = self.pontoon_site(from, to).unwrap_or(0);
        state.hexes[usize::from(unit)] = to;
        umpire.tell(|| {
            let number = |h: HexId| self.grid().number(h);
            let text = format!("{} crosses {}-{} and builds the pontoon bridge [6.0]", self.tag(unit), number(from), number(to));
            let event = self.unit_event(Kind::Move, "6.0", unit, &[from, to], text);
            if state.hidden.has(unit) {
                let text = format!("French infantry crosses {}-{} and builds the pontoon bridge [6.0]", number(from), number(to));
                return event.veiled(Side::French, Some(text));
            }
            event
        });
        if state.hidden.has(unit) {
            state.signs.sappers.insert(unit);
        }
        self.enter_zone(state, unit, to, umpire);
        state.moved.insert(unit);
        state.frame = Frame::Move;
    }
}
