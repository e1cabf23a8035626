//! [16.1] [17.1.1] What a counter that nobody may look at tells by its conduct, and what play must not tell of it: where a rule passes over a
//! decision, it goes by what everybody can see.

use crate::Campaign;
use crate::march::{Ground, March};
use crate::scenario::Setting;
use crate::state::{Frame, NOBODY, Phase, Side, State};
use crate::unitset::{Unit, UnitSet};
use grognard_engine::HexId;
use grognard_engine::plane::Plane;

/// Units that move alike: on foot, guns, and cavalry with the dummies.
pub(crate) const CLASSES: usize = 3;

impl Campaign {
    /// The units of a side that move alike.
    pub(crate) fn class(&self, side: Side, class: usize) -> UnitSet {
        self.in_play(side).and([self.foot, self.guns, self.cavalry.or(self.dummies)][class])
    }

    /// [16.1] Everybody knows what these counters are, though they lie face down.
    pub(crate) fn trace(&self, state: &mut State, units: UnitSet) {
        state.signs.traced = state.signs.traced.or(units.and(state.hidden));
    }

    /// The largest allowance among some units.
    fn best_allowance(&self, state: &State, units: UnitSet, forced: bool) -> u8 {
        units.into_iter().map(|unit| self.allowance(state, unit, forced)).max().unwrap_or(0)
    }

    /// [16.1] Eyes follow the counter in hand, which lies face down, on its next step (`Err`) or its whole way (`Ok`): classes of units that
    /// could not have gone so are ruled out. Hands back what a step would have cost the swiftest, and whether it is by road.
    pub(crate) fn watch_march(
        &self,
        state: &mut State,
        ground: &Ground,
        (spent, road, forced): (u8, bool, bool),
        way: Result<&[HexId], HexId>,
    ) -> Option<(u8, bool)> {
        let Frame::Hand { unit, .. } = state.frame else { return None };
        let side = self.side_of(unit);
        let night = self.is_night(state);
        let mut unlike = [false; CLASSES];
        for (class, unlike) in unlike.iter_mut().enumerate() {
            let units = self.class(side, class);
            if units.has(unit) || units.is_empty() {
                continue;
            }
            let best = self.best_allowance(state, units, forced);
            let march = March::with(self, state, ground, unit, (spent, road), (best, night));
            let could = match way {
                Ok(way) => way.last().is_some_and(|&to| march.go(to).is_ok() && march.way(to).0 == way),
                Err(to) => march.step(to).is_ok(),
            };
            *unlike = !could;
        }
        let swift = way.err().and_then(|to| {
            let best = self.best_allowance(state, self.in_play(side), forced);
            March::with(self, state, ground, unit, (spent, road), (best, night)).step(to).ok()
        });
        for (set, _) in state.signs.unlike.iter_mut().zip(unlike).filter(|(_, unlike)| *unlike) {
            set.insert(unit);
        }
        swift.map(|(spent, road, _)| (spent, road))
    }

    /// [16.1] Whether the counter in hand, which lies face down and has come to `to`, might go on if it were the swiftest of its side.
    pub(crate) fn might_go_on(&self, state: &State, ground: &Ground, to: HexId, (spent, road): (u8, bool)) -> bool {
        let Frame::Hand { unit, forced, .. } = state.frame else { return false };
        if self.setting() != Setting::Historical && self.places.meissen.contains(&to) {
            return true;
        }
        let best = self.best_allowance(state, self.in_play(self.side_of(unit)), forced);
        !March::with(self, state, ground, unit, (spent, road), (best, self.is_night(state))).ends().is_empty()
    }

    /// [17.1.2] The counters on top of stacks that the roll lets in, and of whom nobody can say that they cannot enter.
    fn expected(&self, state: &State) -> UnitSet {
        if self.setting() != Setting::Maneuver || state.phasing != Side::French {
            return UnitSet::EMPTY;
        }
        let tops = (0..3).filter(|&s| state.admitted[s] > 0).map(|s| state.stacks[s][0]);
        tops.filter(|&u| u != NOBODY).collect::<UnitSet>().less(state.signs.traced)
    }

    /// [17.1.2] Whether a unit of a class could enter in the place of a counter on top of a stack.
    fn could_enter(&self, state: &State, ground: &Ground, top: Unit, class: usize) -> bool {
        let units = self.class(Side::French, class);
        let best = self.best_allowance(state, units, false);
        let march = March::with(self, state, ground, top, (0, true), (best, self.is_night(state)));
        !units.is_empty() && !march.ends().is_empty()
    }

    /// [17.1.2] Whether somebody is expected to enter, as far as others can tell.
    pub(crate) fn arrivals_pend(&self, state: &State) -> bool {
        let expected = self.expected(state);
        if expected.is_empty() {
            return false;
        }
        let ground = Ground::of(self, state);
        expected.into_iter().any(|top| (0..CLASSES).any(|class| self.could_enter(state, &ground, top, class)))
    }

    /// [17.1.2] The Movement Phase ends: what was let in and has not come could not, which rules classes out, or tells the Guard that may not
    /// enter an enemy zone.
    pub(crate) fn watch_stacks(&self, state: &mut State) {
        let expected = self.expected(state);
        if expected.is_empty() {
            return;
        }
        let ground = Ground::of(self, state);
        for top in expected {
            for class in 0..CLASSES {
                if !self.could_enter(state, &ground, top, class) {
                    continue;
                }
                if self.class(Side::French, class).has(top) {
                    state.signs.traced.insert(top);
                } else {
                    state.signs.unlike[class].insert(top);
                }
            }
        }
    }

    /// [16.1] Whether a counter of a side that lies face down touches an enemy, so that it might have something to do in this phase: to
    /// countercharge, to break away, to attack or to bombard. [8.3] [16.2] An enemy who has been countercharged counts too: horse might still
    /// slip past him, or say for itself that it is done (R20); and so does one who was there when the Reaction Phase began (R16).
    pub(crate) fn covered_contact(&self, state: &State, side: Side) -> bool {
        if !self.options.fog {
            return false;
        }
        let mut foes = Plane::EMPTY;
        for unit in self.in_play(side.other()) {
            if state.battles[usize::from(unit)] == 0
                && let Some(hex) = state.hex(unit)
            {
                foes.insert(hex);
            }
        }
        if side == Side::Allied {
            let free =
                (0..self.places.garrisons.len()).filter(|&g| state.garrison_battles[g] == 0).fold(0, |bits, g| bits | 1 << g);
            self.add_posts(self.standing_garrisons(state) & free, &mut foes);
        }
        let far = match state.phase {
            Phase::Reaction => self.options.penetration,
            _ => self.options.support && !self.is_wet(state),
        };
        // The pontoon bridge carries French zones and attacks only, but both may have to do with it.
        let terrain = self.terrain(state, Side::French);
        let touches = |hex: HexId| terrain.beside(hex).meets(hex, &foes) || far && self.grid().around(hex).any(|to| foes.has(to));
        let covered = state.hidden.and(self.in_play(side));
        // [8.3] [16.2] Horse that began the phase next to an enemy may still slip away, though he is gone by now (R16).
        let began = if far { state.footing.held.or(state.footing.near) } else { state.footing.held };
        if !covered.and(began).is_empty() {
            return true;
        }
        covered.into_iter().filter(|&u| state.battles[usize::from(u)] == 0).filter_map(|u| state.hex(u)).any(touches)
    }
}
