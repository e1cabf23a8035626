//! [6.10] Reinforcements; [14.10] units that come back onto the map.

use crate::Bautzen;
use crate::action::Action;
use crate::army::Setup;
use crate::event::{Event, Kind};
use crate::movement::facing_side;
use crate::state::{Arm, Formation, NOWHERE, Order, Place, Standing, State, Unit, Units, flag};
use grognard_engine::{HexId, Subject, Umpire, UnitId, Violation};

impl Bautzen {
    /// The hexes in which a unit might come onto the map.
    fn gates(&self, state: &State, unit: Unit) -> Vec<HexId> {
        let so = state.piece(unit);
        if state.turn < so.until {
            return Vec::new();
        }
        let grid = self.grid();
        let (hex, within) = match so.place {
            Place::Due => {
                let listed = self.field().army.entry[usize::from(unit)];
                if listed == NOWHERE || self.open(state, unit, listed) {
                    return if listed == NOWHERE { Vec::new() } else { vec![listed] };
                }
                (listed, self.figures().entry_shift)
            }
            Place::Off if self.setup() != Setup::Outposts => (so.hex, self.figures().return_hexes),
            _ => return Vec::new(),
        };
        self.muster.edge.iter().copied().filter(|&other| i16::from(grid.distance(hex, other)) <= within).collect()
    }

    pub(crate) fn list_entries(&self, state: &State, unit: Unit, out: &mut Vec<Action>) {
        if !matches!(state.piece(unit).place, Place::Due | Place::Off) {
            return;
        }
        let side = self.side(unit);
        for hex in self.gates(state, unit) {
            if self.may_enter(state, unit, hex, false).is_ok() {
                out.push(Action::Enter(unit, hex));
            }
            // Mostly somebody who came before stands in the road.
            if self.free_for_marches(state, hex, side) && self.may_enter(state, unit, hex, true).is_ok() {
                out.push(Action::March(unit, hex));
            }
        }
    }

    /// [6.10] Whether an entry hex is open: no enemy in it, and no enemy zone on it.
    fn open(&self, state: &State, unit: Unit, hex: HexId) -> bool {
        let (_, enemy) = self.lay(state).here(self.side(unit), hex);
        enemy.fighting == 0 && enemy.zones == 0
    }

    /// [6.10] [14.10] Whether a unit may come onto the map in a hex, and how it stands then, wherever it looks, with what it has left.
    pub(crate) fn may_enter(&self, state: &State, unit: Unit, hex: HexId, march: bool) -> Result<(Standing, u8), Violation> {
        let so = *state.piece(unit);
        let kind = self.kind(unit);
        let what = Subject::Unit(UnitId(unit));
        let no = |case: &'static str, why: &'static str, what: Subject| Err(Violation::new(case, why, what));
        if kind.side != state.phasing {
            return no("4.2", "the unit is the enemy's", what);
        }
        let grid = self.grid();
        match so.place {
            Place::Due => {
                let listed = self.field().army.entry[usize::from(unit)];
                if state.turn < so.until {
                    return no("6.10", "the unit is not due yet", what);
                }
                if hex != listed {
                    let waited = i16::from(state.turn) >= i16::from(so.until) + self.figures().entry_wait;
                    if self.open(state, unit, listed) || !waited {
                        return no(
                            "6.10",
                            "the unit enters at its entry hex, elsewhere only if that is blocked and a turn has gone by",
                            Subject::Hex(hex),
                        );
                    }
                    if !grid.on_edge(hex) || i16::from(grid.distance(listed, hex)) > self.figures().entry_shift {
                        return no("6.10", "that is too far from the entry hex", Subject::Hex(hex));
                    }
                }
                if !self.open(state, unit, hex) {
                    return no("6.10", "the enemy bars that hex", Subject::Hex(hex));
                }
            }
            Place::Off => {
                if self.setup() == Setup::Outposts {
                    return no("23.8", "in the drill nobody comes back", what);
                }
                if state.turn < so.until {
                    return no("14.10", "the unit has to wait two turns", what);
                }
                if so.order == Order::Routed {
                    return no("14.10", "a routed unit does not come back", what);
                }
                if !grid.on_edge(hex) || i16::from(grid.distance(so.hex, hex)) > self.figures().return_hexes {
                    return no("14.10", "it comes back within three hexes of where it left", Subject::Hex(hex));
                }
                if kind.fights() && !self.leaders_in(state, hex).any(|leader| self.commands(leader, unit)) {
                    return no("14.10", "the leader of its division or corps must stand on that hex", Subject::Hex(hex));
                }
            }
            _ => return no("6.10", "the unit is not to enter", what),
        }
        let mut next = Standing { place: Place::Map, hex, second: NOWHERE, tail: 0, ..so };
        if march {
            if kind.arm == Arm::Leader {
                return no("6.6", "leaders do not march", what);
            }
            if so.order != Order::Good {
                return no("14.1", "a unit out of order keeps no formation", what);
            }
            let riders = self.lay(state).fighters(kind.side.other()).and(self.muster.cavalry);
            let near = riders.into_iter().any(|other| {
                state.piece(other).hexes().any(|at| i16::from(grid.distance(at, hex)) <= self.figures().entry_march)
            });
            if near {
                return no("6.10", "enemy cavalry is too near to enter in road march", Subject::Hex(hex));
            }
            next.formation = Formation::March;
        } else if kind.arm == Arm::Artillery {
            next.formation = Formation::Limbered;
        } else if kind.fights() {
            next.formation = self.loose(state, hex);
        }
        self.may_stand(state, unit, &next)?;
        // [5.3.7] Skirmishing cavalry makes this step dearer, too.
        let price = self.ground_price(state, unit, &next, hex) + self.harassed(state, unit, hex, hex);
        let allowance = self.allowance_of(unit, &next);
        if allowance < price {
            return Err(Self::short(allowance, price));
        }
        Ok((next, allowance - price))
    }

    /// Which way somebody looks who comes onto the map in a hex: along the road, if there is one.
    fn way_in(&self, hex: HexId) -> u8 {
        let grid = self.grid();
        let inward = (0..6).filter(|&d| grid.neighbours(hex)[d].is_some());
        let road = inward.clone().find(|&d| self.ground().edge(hex, d).road());
        let middle = || inward.clone().nth(inward.clone().count() / 2).unwrap_or(0);
        facing_side(road.unwrap_or_else(middle))
    }

    /// Brings a unit onto the map, in hand.
    pub(crate) fn enter(&self, state: &mut State, unit: Unit, hex: HexId, march: bool, umpire: &mut Umpire<'_, Event>) {
        let Ok((mut so, left)) = self.may_enter(state, unit, hex, march) else { return };
        self.forget_tries(state);
        so.heading = self.way_in(hex);
        // [14.10] Whoever was forced off the map comes back by another rule than a reinforcement.
        let case = if state.piece(unit).place == Place::Off { "14.10" } else { "6.10" };
        self.put(state, unit, so, umpire);
        let piece = state.piece_mut(unit);
        piece.until = 0;
        piece.mark(flag::ENTERED);
        umpire.tell(|| {
            let text = format!("{} enters at {}", self.called(unit), self.grid().number(hex));
            self.event(Kind::Move, case, &[unit], &[hex], text)
        });
        let stopped = self.must_stop(state, unit, hex);
        state.push(crate::Frame::Hand { unit, left, turned: false, begun: true, stopped });
        // [14.10] Whoever comes back comes into zones as well: no rule keeps him out of them.
        self.acted(state, unit, Units::EMPTY);
        // [13.2] Whoever comes back out of order shakes those among whom he comes.
        if self.is(unit).fights {
            self.shake(state, unit, hex, umpire);
        }
    }

    /// [14.10] [19.6] Whether a leader commands a unit: its division, or its corps or army.
    pub(crate) fn commands(&self, leader: Unit, unit: Unit) -> bool {
        let (chief, kind) = (self.kind(leader), self.kind(unit));
        if chief.side != kind.side || chief.corps != kind.corps {
            return false;
        }
        // Whoever has no division of his own has the corps or the army.
        chief.division == "-" || chief.division == kind.division
    }
}
