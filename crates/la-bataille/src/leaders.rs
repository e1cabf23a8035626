//! [19.1] to [19.5] Leaders: whom they help, what becomes of them. They act only by being stacked with troops.

use crate::Bautzen;
use crate::event::{Event, Kind};
use crate::state::{Arm, Cause, Frame, NOWHERE, Order, Place, Side, Standing, State, Unit, flag};
use crate::tables::Terrain;
use grognard_engine::{Case, HexId, Umpire};

/// How a leader comes into danger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Peril {
    Fire,
    Attacking,
    Defending,
}

/// How the last unit with a leader went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gone {
    /// Off the map, to come back.
    Away,
    /// Lost.
    Lost,
    /// Taken.
    Surrendered,
}

/// Turns of an hour.
const HOUR: u8 = 3;

impl Bautzen {
    /// [19.2] [8.11] A leader helps his own side, and among the allies of the Coalition his own nation.
    pub(crate) fn helps(&self, leader: Unit, unit: Unit) -> bool {
        let (chief, kind) = (self.kind(leader), self.kind(unit));
        chief.side == kind.side && (chief.side == Side::French || chief.nation == kind.nation)
    }

    /// [18.1] What a leader in the hex adds to the die that limbers.
    pub(crate) fn limber_bonus(&self, state: &State, unit: Unit) -> i16 {
        let leaders = self.leaders_in(state, state.piece(unit).hex).filter(|&leader| self.helps(leader, unit));
        leaders
            .map(|leader| match self.kind(leader) {
                kind if kind.special_guns => 3,
                kind if kind.art_bonus > 0 => self.figures().limber_leader,
                _ => 0,
            })
            .max()
            .unwrap_or(0)
    }

    /// The best of the leaders in a hex who help a unit, by some value of theirs.
    pub(crate) fn best_leader(&self, state: &State, hex: HexId, unit: Unit, value: impl Fn(Unit) -> i16) -> Option<(Unit, i16)> {
        let helping = self.leaders_in(state, hex).filter(|&leader| self.helps(leader, unit));
        helping.map(|leader| (leader, value(leader))).max_by_key(|&(leader, value)| (value, u16::MAX - leader))
    }

    /// [19.3] A leader in some hexes is hit: which, and how.
    pub(crate) fn leader_hit(
        &self,
        state: &mut State,
        hexes: &[HexId],
        peril: Peril,
        used: Option<Unit>,
        umpire: &mut Umpire<'_, Event>,
    ) {
        let leaders: Vec<Unit> = hexes.iter().flat_map(|&hex| self.leaders_in(state, hex)).collect();
        let leader = match (&leaders[..], used) {
            ([], _) => return,
            ([only], _) => *only,
            (all, used) => {
                let used = used.filter(|used| all.contains(used));
                let half = used.is_some() && umpire.roll(6, Case("19.3")) <= 3;
                match used {
                    Some(used) if half => used,
                    _ => all[usize::from(umpire.roll(all.len() as u8, Case("19.3"))) - 1],
                }
            }
        };
        let hex = state.piece(leader).hex;
        let mut die = umpire.roll(6, Case("19.3"));
        while peril == Peril::Fire && die == 5 {
            die = umpire.roll(6, Case("19.3"));
        }
        let (what, hours) = match die {
            1 => ("is hit in the head and killed", None),
            2 => ("is hit in the chest and killed", None),
            3 => {
                let hours = umpire.roll(6, Case("19.3")) + umpire.roll(6, Case("19.3"));
                ("is hit in the leg and carried off", Some(hours))
            }
            4 => ("is hit in the arm and carried off", Some(umpire.roll(6, Case("19.3")))),
            5 => ("is captured", None),
            _ => {
                umpire.tell(|| {
                    let text = format!("{} has a flesh wound", self.called(leader));
                    self.event(Kind::Leader, "19.3", &[leader], &[hex], text).rolled(die.into()).came_to("", "flesh wound")
                });
                return;
            }
        };
        let turn = state.turn;
        let piece = state.piece_mut(leader);
        match hours {
            Some(hours) => {
                piece.place = Place::Wounded;
                piece.until = turn + HOUR * hours;
            }
            None => {
                piece.place = Place::Lost;
                piece.hex = NOWHERE;
            }
        }
        umpire.tell(|| {
            let mut event = self.event(Kind::Leader, "19.3", &[leader], &[hex], format!("{} {what}", self.called(leader)));
            event.lost = vec![self.tag(leader).to_owned()];
            event.rolled(die.into()).came_to("", what)
        });
        // [13.2] All units there check, without him; one who is captured is neither killed nor wounded.
        if die == 5 {
            return;
        }
        let bonus = self.kind(leader).morale_bonus;
        for unit in self.ranks(state, hex).filter(|&unit| self.side(unit) == self.side(leader)).collect::<Vec<_>>() {
            self.must_check(state, unit, Cause::Leader, -(bonus as i8), false, umpire);
        }
    }

    /// [19.4] The nearest friendly unit that is not in an enemy zone, in whichever of its hexes.
    fn refuge(&self, state: &State, leader: Unit, from: HexId) -> Option<HexId> {
        let side = self.side(leader);
        let grid = self.grid();
        self.fighters(state, side)
            .flat_map(|unit| state.piece(unit).hexes())
            .filter(|&hex| !self.zone(state, side.other(), hex).any)
            .min_by_key(|&hex| (grid.distance(from, hex), hex))
    }

    /// [19.4] Moves a leader who has nobody left to the nearest friends, or he is taken.
    fn make_off(&self, state: &mut State, leader: Unit, captured: bool, umpire: &mut Umpire<'_, Event>) {
        let hex = state.piece(leader).hex;
        let enemy = self.side(leader).other();
        // [19.5] Where no leader goes he does not get out.
        let barred = |next: HexId| {
            let edge = self.ground().between(hex, next);
            self.terrain(state, next) == Terrain::Pond || (edge.spree() && !edge.spree_crossing())
        };
        let shut = |next| barred(next) || self.zone(state, enemy, next).any || self.held_by(state, enemy, next);
        let hemmed = self.grid().around(hex).all(shut);
        let refuge = if captured || hemmed { None } else { self.refuge(state, leader, hex) };
        match refuge {
            Some(to) => {
                state.piece_mut(leader).hex = to;
                umpire.tell(|| {
                    let text = format!("{} rides to {}", self.called(leader), self.grid().number(to));
                    self.event(Kind::Leader, "19.4", &[leader], &[hex, to], text)
                });
            }
            None => {
                let piece = state.piece_mut(leader);
                piece.place = Place::Lost;
                piece.hex = NOWHERE;
                umpire.tell(|| {
                    let mut event =
                        self.event(Kind::Leader, "19.4", &[leader], &[hex], format!("{} is captured", self.called(leader)));
                    event.lost = vec![self.tag(leader).to_owned()];
                    event
                });
            }
        }
    }

    /// [19.4] A unit is gone from a hex: leaders who are left alone there are taken with it if it surrendered, and make off to the nearest friends if it
    /// is lost; if it only left the map they stay unless the enemy is beside them.
    pub(crate) fn leaders_left(&self, state: &mut State, hex: HexId, unit: Unit, gone: Gone, umpire: &mut Umpire<'_, Event>) {
        let side = self.side(unit);
        if self.held_by(state, side, hex) {
            return;
        }
        for leader in self.leaders_in(state, hex).filter(|&leader| self.side(leader) == side).collect::<Vec<_>>() {
            // Whoever is not pressed, and has no friends to go to, stays.
            let rides = gone == Gone::Lost && self.refuge(state, leader, hex).is_some();
            if gone == Gone::Surrendered || rides || self.zone(state, side.other(), hex).any {
                self.make_off(state, leader, gone == Gone::Surrendered, umpire);
            }
        }
    }

    /// Leaders whose last unit falls back go with it.
    pub(crate) fn leaders_follow(&self, state: &mut State, from: HexId, to: HexId, side: Side) {
        if self.held_by(state, side, from) {
            return;
        }
        for leader in self.leaders_in(state, from).filter(|&leader| self.side(leader) == side).collect::<Vec<_>>() {
            state.piece_mut(leader).hex = to;
        }
    }

    /// [16.3.2] Leaders who ride along with a charge out of a hex: as it begins whoever lets several regiments charge together, though others stay behind, or
    /// has nobody else there; then those who have come with the riders, whomever they pass [6.7], and nobody whom they only meet.
    pub(crate) fn leaders_ride(&self, state: &mut State, from: HexId, to: HexId, begins: bool) {
        let (riders, side) = (state.ride.units, self.side(state.ride.lead));
        let together = begins && riders.into_iter().nth(1).is_some();
        let led_by = |leader: Unit| {
            let chief = self.kind(leader);
            chief.cav_value > 0 && riders.into_iter().all(|unit| self.kind(unit).nation == chief.nation)
        };
        let all: Vec<Unit> = self.leaders_in(state, from).filter(|&leader| self.side(leader) == side).collect();
        let leads = all.iter().copied().filter(|&leader| together && led_by(leader));
        let chief = leads.max_by_key(|&leader| (self.kind(leader).cav_value, u16::MAX - leader));
        let alone = begins && !self.held_by(state, side, from);
        for leader in all {
            if alone || Some(leader) == chief || state.piece(leader).has(flag::ALONG) {
                state.piece_mut(leader).hex = to;
                state.notes_of(leader).mark(flag::ALONG);
            }
        }
    }

    /// [19.4] Leaders in each hex that a unit has left go with it, also where it stood on several and drew together.
    pub(crate) fn leaders_gather(&self, state: &mut State, unit: Unit, before: &Standing) {
        let now = *state.piece(unit);
        for hex in before.hexes().filter(|&hex| now.on_map() && !now.stands_in(hex)) {
            self.leaders_follow(state, hex, now.hex, self.side(unit));
        }
    }

    /// [19.4] Leaders alone in a hex that enemies come into: cavalry that moves or charges takes them, from others they get away if they can.
    pub(crate) fn catch_leaders(&self, state: &mut State, unit: Unit, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let enemy = self.side(unit).other();
        // Mostly nobody is there but the unit itself.
        if self.lay(state).pile(hex).all(|other| other == unit) {
            return;
        }
        for leader in self.leaders_in(state, hex).filter(|&leader| self.side(leader) == enemy).collect::<Vec<_>>() {
            // [16.10] Dragoons on foot come like infantry; whoever runs or falls back takes nobody.
            let so = state.piece(unit);
            let runs = so.order == Order::Routed || matches!(state.frame(), Frame::Flee(flight) if flight.unit == unit);
            let taken = !runs && self.walks_like(unit, so) == Arm::Cavalry;
            self.make_off(state, leader, taken, umpire);
        }
    }

    /// [19.3] Leaders who have recovered join the friends nearest to where they fell.
    pub(crate) fn leaders_return(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for leader in self.units().filter(|&unit| !self.kind(unit).fights()) {
            let so = *state.piece(leader);
            if so.place != Place::Wounded || state.turn < so.until {
                continue;
            }
            if let Some(hex) = self.refuge(state, leader, so.hex) {
                let piece = state.piece_mut(leader);
                (piece.place, piece.hex, piece.until) = (Place::Map, hex, 0);
                umpire.tell(|| {
                    let text = format!("{} is back at {}", self.called(leader), self.grid().number(hex));
                    self.event(Kind::Leader, "19.3", &[leader], &[hex], text)
                });
            }
        }
    }
}
