//! [6.10] Outposts: dummies that look like Forces until an enemy comes near, and then flee; cavalry of one point that does the same.

use crate::Campaign;
use crate::compiled::SIGHT;
use crate::event::{Event, Kind};
use crate::state::{Away, Frame, Leader, Leaders, Side, State, Train};
use grognard_engine::fields::NOWHERE;
use grognard_engine::{HexId, Subject, Umpire, UnitId, Violation};

impl Campaign {
    /// [6.10] Whether a counter is a dummy.
    #[inline]
    #[must_use]
    pub fn is_outpost(&self, leader: Leader) -> bool {
        usize::from(leader) < self.leaders() && self.scenario.roster.outposts.has(leader.into())
    }

    /// Dummies of a side on the map.
    #[must_use]
    pub fn outposts(&self, state: &State, side: Side) -> Leaders {
        if !self.is_campaign() {
            return Leaders::EMPTY;
        }
        self.present(state, side).and(self.scenario.roster.outposts)
    }

    /// [6.10] All counters that are dummies, on the map or not.
    pub(crate) fn dummies(&self) -> Leaders {
        if self.is_campaign() { self.scenario.roster.outposts } else { Leaders::EMPTY }
    }

    /// [6.10] The Forces of a side as the enemy sees them: dummies that lie face down among them.
    #[must_use]
    pub fn apparent(&self, state: &State, side: Side) -> Leaders {
        self.seeming(state, side)
    }

    /// Whether an enemy counter or Center of a side stands so near to a hex that dummies there are seen.
    fn is_seen(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.seen(state, side).has(hex)
    }

    /// [6.10] A dummy is turned up.
    pub(crate) fn turn_up(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        self.untie(state, leader);
        state.bare.insert(leader.into());
        let hexes: Vec<HexId> = state.hex(leader).into_iter().collect();
        umpire.tell(|| {
            let text = format!("{} is turned up: an Outpost [6.10]", self.tag(leader));
            self.event(Kind::Shown, "6.10", Leaders::one(leader.into()), &hexes, text)
        });
    }

    /// [6.10] [5.2] A dummy, or cavalry that acts as one, flees.
    pub(crate) fn run_away(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        let refuge = state.hex(leader).and_then(|from| self.refuge(state, self.general(leader).army, from));
        self.run_to(state, leader, refuge, umpire);
    }

    /// The same, to a hex.
    fn run_to(&self, state: &mut State, leader: Leader, to: Option<HexId>, umpire: &mut Umpire<'_, Event>) {
        let Some(from) = state.hex(leader) else { return };
        let Some(to) = to else { return self.run_off(state, leader, umpire) };
        if to == from {
            return;
        }
        state.hexes[usize::from(leader)] = to;
        umpire.tell(|| {
            let text = format!("{} flees to {} [6.10]", self.tag(leader), self.grid().number(to));
            self.event(Kind::Retreat, "6.10", Leaders::one(leader.into()), &[from, to], text)
        });
    }

    /// [6.10] [5.2] No source of its army is free: it leaves the map, as a Center does, and comes back where one is.
    fn run_off(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        let (at, from) = (usize::from(leader), state.hexes[usize::from(leader)]);
        state.hexes[at] = NOWHERE;
        state.away[at] = Away::Driven;
        state.since[at] = if self.side_of(leader) == state.phasing { state.turn } else { state.turn.saturating_sub(1) };
        umpire.tell(|| {
            let text = format!("{} flees off the map [6.10]", self.tag(leader));
            self.event(Kind::Retreat, "6.10", Leaders::one(leader.into()), &[from], text)
        });
    }

    /// [6.10] Whoever lies face down near an enemy is looked at: dummies are turned up and flee, those of the phasing side first; who is none is known to be none.
    pub(crate) fn look_around(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if !self.is_campaign() {
            return;
        }
        for side in [state.phasing, state.phasing.other()] {
            // Whoever flees is of this side: the eyes of the other stay where they are.
            let spotted = self.spotted(state, side);
            let mut fled = false;
            for leader in spotted.and(self.dummies()).less(state.bare) {
                fled = true;
                self.turn_up(state, leader as Leader, umpire);
                self.run_away(state, leader as Leader, umpire);
                if u16::from(state.hand) == leader {
                    state.halted = true;
                }
            }
            // Whoever is near sees him.
            for leader in state.shy.and(spotted).and(self.forces(state, side)) {
                let busy = state.battle.everybody().has(leader) || state.force.has(leader);
                if busy || !self.is_timid(state, leader as Leader) {
                    continue;
                }
                if self.is_beset(state, side, leader as Leader) && self.hears(state, leader as Leader) {
                    fled = true;
                    self.give_way(state, leader as Leader, umpire);
                }
            }
            // Whoever has fled may be seen no more.
            let spotted = if fled { self.spotted(state, side) } else { spotted };
            if !spotted.within(state.genuine) {
                let firm = self.apparent(state, side).and(spotted);
                self.stand_firm(state, firm, umpire);
            }
        }
    }

    /// After each action: dummies are looked at, and Centers in danger flee.
    pub(crate) fn look_round(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if self.is_campaign() && !matches!(state.frame, Frame::Prepare(_) | Frame::Over) {
            self.look_around(state, umpire);
            self.drive_centers(state, umpire);
        }
        if self.is_grand() && state.frame != Frame::Over {
            self.chase_aboard(state, umpire);
            self.raise_alarm(state, umpire);
        }
    }

    /// [6.10] Whether a Force is cavalry of just one Strength Point.
    fn is_timid(&self, state: &State, leader: Leader) -> bool {
        self.strength(state, leader) == [0, 1, 0]
    }

    /// [6.10] Whether an enemy Force stands within two hexes of a counter.
    fn is_beset(&self, state: &State, side: Side, leader: Leader) -> bool {
        let here = state.hexes[usize::from(leader)];
        let near = |enemy: u16| self.grid().distance(state.hexes[usize::from(enemy)], here) <= SIGHT;
        // Whoever is beset is seen.
        self.is_seen(state, side, here) && self.forces(state, side.other()).into_iter().any(near)
    }

    /// [6.10] Where a march along a way ends for the moment because a dummy is seen, or [I.a.5] because those who have embarked come back: the number of
    /// hexes, the start included.
    pub(crate) fn until_seen(&self, state: &State, leader: Leader, way: &[HexId]) -> usize {
        if !self.is_campaign() || self.points(state, leader) == 0 && !self.is_outpost(leader) {
            return way.len();
        }
        let side = self.side_of(leader);
        let hidden = self.outposts(state, side.other()).less(state.bare);
        let dummy = self.is_outpost(leader);
        let going = state.going();
        let quay = self.quay(state).filter(|_| side == Side::French && !dummy && !state.forage.has(leader.into()));
        let stops = |&hex: &HexId| {
            let seen = |one: u16| self.grid().distance(state.hexes[usize::from(one)], hex) <= SIGHT;
            let lands = quay.is_some_and(|quay| self.ground().controls(hex, quay, &going));
            hidden.into_iter().any(seen) || dummy && self.is_seen(state, side, hex) || lands
        };
        way.iter().skip(1).position(stops).map_or(way.len(), |at| at + 2)
    }

    /// [6.10] An Outpost on the march that lies face up already flees as well when it comes within sight of an enemy.
    pub(crate) fn startle_outpost(&self, state: &mut State, way: &[HexId], umpire: &mut Umpire<'_, Event>) {
        let (leader, &[.., before, last]) = (state.hand, way) else { return };
        let side = self.side_of(leader);
        let bare = self.is_outpost(leader) && state.bare.has(leader.into());
        // Whoever was in sight before he set out, because he could flee no farther, is not kept from going away.
        if bare && self.is_seen(state, side, last) && !self.is_seen(state, side, before) {
            self.run_away(state, leader, umpire);
            state.halted = true;
        }
    }

    /// [6.10] [1.1] Whoever comes where a Force razes a redoubt, or takes a pontoon or a train, is known by it: a dummy leaves them as they are.
    pub(crate) fn judge_by_deeds(&self, state: &mut State, leader: Leader, way: &[HexId], umpire: &mut Umpire<'_, Event>) {
        if !self.is_campaign() {
            return;
        }
        let side = self.side_of(leader);
        let comes = |hex: HexId| hex != NOWHERE && way.iter().skip(usize::from(way.len() > 1)).any(|one| *one == hex);
        let razes = state.redoubts.iter().any(|redoubt| redoubt.side != side && comes(redoubt.hex));
        let lies = |train: &Train| (train.facing == Train::PACKED || train.side != side) && comes(train.hex);
        if !razes && !state.trains.iter().any(lies) {
            return;
        }
        if self.points(state, leader) > 0 {
            state.genuine.insert(leader.into());
        } else if self.is_outpost(leader) && !state.bare.has(leader.into()) {
            self.turn_up(state, leader, umpire);
        }
    }

    /// [6.10] Cavalry of one point that was told so gives way as a dummy does.
    fn give_way(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        self.reveal(state, Leaders::one(leader.into()), "6.10", umpire);
        // [6.8] A bridge train is not carried off in a flight: it stays where it is, as in a retreat.
        let from = state.hexes[usize::from(leader)];
        self.run_away(state, leader, umpire);
        if state.hexes[usize::from(leader)] != from {
            self.leave_trains(state, Leaders::one(leader.into()), from);
        }
        state.shy.remove(leader.into());
    }

    /// [6.10] Dummies that others pass on their way are turned up too, and cavalry that gives way as they do runs.
    pub(crate) fn sweep(&self, state: &mut State, side: Side, way: &[HexId], umpire: &mut Umpire<'_, Event>) {
        if !self.is_campaign() {
            return;
        }
        let near = self.seen_along(state, way);
        let mut ran = false;
        for leader in self.outposts(state, side.other()).and(near) {
            // Who lies face up already flees again when the enemy comes after him.
            if !state.bare.has(leader) {
                self.turn_up(state, leader as Leader, umpire);
            }
            self.run_away(state, leader as Leader, umpire);
            ran = true;
        }
        let shy = state.shy.and(self.forces(state, side.other())).less(state.battle.everybody());
        for leader in shy.and(near) {
            if self.is_timid(state, leader as Leader) && self.hears(state, leader as Leader) {
                self.give_way(state, leader as Leader, umpire);
                ran = true;
            }
        }
        // Who has run may not be near any more.
        let near = if ran { self.seen_along(state, way) } else { near };
        let firm = self.forces(state, side.other()).and(near);
        self.stand_firm(state, firm, umpire);
    }

    /// [6.10] [1.1] Whoever lies face down within sight of an enemy and does not flee is no Outpost. That has come to light then, and nobody takes it back.
    fn stand_firm(&self, state: &mut State, seen: Leaders, umpire: &mut Umpire<'_, Event>) {
        let new = seen.less(state.genuine).less(state.open);
        state.genuine = state.genuine.or(seen);
        if new.is_empty() {
            return;
        }
        umpire.tell(|| {
            let hexes = self.hexes_of(state, new);
            let places: Vec<String> = hexes.iter().map(|&hex| self.grid().number(hex)).collect();
            let text = format!("whoever lies face down in {} is no Outpost [6.10]", places.join(", "));
            self.event(Kind::Shown, "6.10", Leaders::EMPTY, &hexes, text)
        });
    }

    /// [II.e] [6.10] Dummies of the phasing side that nobody sees any more are turned down. Out of Dispatch Distance of Center and active source they flee
    /// towards the Center.
    pub(crate) fn cover_outposts(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if !self.is_campaign() {
            return;
        }
        for leader in self.outposts(state, state.phasing) {
            let army = self.general(leader as Leader).army;
            let hex = state.hexes[usize::from(leader)];
            if !self.is_in_touch(state, leader as Leader, hex) {
                let covered = !state.bare.has(leader);
                if covered {
                    self.turn_up(state, leader as Leader, umpire);
                }
                let center = state.offices[army as usize].center;
                let to = match center {
                    NOWHERE => self.refuge(state, army, hex),
                    center => Some(self.flight(state, army, hex, center)),
                };
                self.run_to(state, leader as Leader, to, umpire);
            } else if state.bare.has(leader) && !self.is_seen(state, state.phasing, hex) {
                state.bare.remove(leader);
            }
        }
        // Whoever lies face down as far away and stays there is none.
        let away = |leader: u16| !self.is_in_touch(state, leader as Leader, state.hexes[usize::from(leader)]);
        let firm = self.apparent(state, state.phasing).less(self.dummies()).less(state.genuine).filter(away);
        state.genuine = state.genuine.or(firm);
    }

    /// [6.10] Whether a dummy is within Dispatch Distance of its Center or of the active source.
    fn is_in_touch(&self, state: &State, leader: Leader, hex: HexId) -> bool {
        let army = self.general(leader).army;
        let source = state.source[army as usize];
        let barred = self.barred(state, army.side());
        let open = self.grid().holds(source) && self.serves(state, army, source) && !barred.hexes.has(source);
        self.hears(state, leader) || open && self.rides(state, &barred, source, hex)
    }

    /// [6.10] Whether a Force can be told to give way as an Outpost does. The choice is made beforehand, or it would tell who has it.
    pub(crate) fn may_screen(&self, state: &State, leader: Leader) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new("6.10", why, Subject::Unit(UnitId(leader.into()))));
        if !self.is_campaign() || usize::from(leader) >= self.leaders() || self.side_of(leader) != state.phasing {
            return no("name a Force of yours in a campaign");
        }
        if state.hex(leader).is_none() || !self.is_timid(state, leader) {
            return no("only cavalry of one Strength Point acts as an Outpost");
        }
        if state.shy.has(leader.into()) {
            return no("it does so already");
        }
        // It gives way at the moment in which an enemy comes near: whoever has let him come does not slip away from him now.
        if self.is_beset(state, state.phasing, leader) {
            return no("an enemy is within two hexes already");
        }
        Ok(())
    }
}
