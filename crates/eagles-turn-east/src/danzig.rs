//! `[13]` [10.2] The siege of Danzig: relief by sea and by land, the fall of the town, and what follows from both.

use crate::Campaign;
use crate::attrition::strongest;
use crate::boxes::siege;
use crate::event::{Event, Kind};
use crate::roster::{Army, Start};
use crate::state::{ARMS, Away, Leader, Leaders, NOBODY, Side, State, Strength, Unit};
use crate::tread::with_tread;
use grognard_engine::fields::NOWHERE;
use grognard_engine::{Case, HexId, Umpire};

/// `[13]` When Danzig falls if nobody hinders it.
const FALL: &str = "27-28 May";
/// `[13]` When those decide who came by sea.
const DECISION: &str = "15-16 May";
/// [10.2] The last turn before Danzig moves morale.
const BEFORE: &str = "14-15 Mar";
/// `[13]` The first turn of the Fortnight in which ships may sail.
const SEA: &str = "14-15 Feb";
/// `[13]` A result with which the siege outlasts the game.
const NEVER: u8 = 2;
/// `[13]` The same by sea, when no spaces were given for it because Danzig was relieved by land already.
const UNPAID: u8 = 3;
/// [10.2] Bits of a unit that has gone to Danzig by land in a Force of seven: one more than the result, from this bit on.
const RESULT: u8 = 2;
const TO_DANZIG: u8 = 3 * RESULT;

impl Campaign {
    /// `[13]` Whether somebody in Danzig came there by sea.
    pub(crate) fn came_by_sea(&self, state: &State, leader: Leader) -> bool {
        state.away[usize::from(leader)] == Away::Danzig && state.exit[usize::from(leader)] == NOWHERE
    }

    /// `[13]` Whether somebody is of the relief force by sea for which the die has been cast: it stays if the siege goes on, else it comes back with the fall.
    pub(crate) fn is_shut_in(&self, state: &State, leader: Leader) -> bool {
        if !self.came_by_sea(state, leader) {
            return false;
        }
        let decision = self.turn_of(DECISION);
        let in_time = |leader: u16| state.since[usize::from(leader)] <= decision;
        let force = self.in_danzig(state, true).filter(in_time);
        let in_vain = state.grand.relief && state.turn > decision && self.has_division(state, force);
        force.has(leader.into()) && (state.grand.siege[0] > 0 || in_vain)
    }

    /// Leaders in Danzig, by sea or by land.
    fn in_danzig(&self, state: &State, by_sea: bool) -> Leaders {
        let there = |leader: u16| {
            let leader = leader as Leader;
            state.away[usize::from(leader)] == Away::Danzig && self.came_by_sea(state, leader) == by_sea
        };
        (0..self.leaders() as u16).filter(|&leader| there(leader)).collect()
    }

    /// `[13]` Whether some leaders have a Russian division of seven points among them.
    pub(crate) fn has_division(&self, state: &State, leaders: Leaders) -> bool {
        let strong = |unit: usize| {
            let points: u8 = state.strength[unit].iter().sum();
            self.bodies()[unit].army == Army::Russian && points >= self.figures().relief
        };
        (0..self.bodies().len()).any(|unit| leaders.has(state.track[unit].into()) && strong(unit))
    }

    /// `[13]` Somebody has left Danzig: a relief force that does not remain there is none, and whoever comes after it must have embarked in time himself.
    pub(crate) fn keep_relief(&self, state: &mut State) {
        if state.grand.relief {
            state.grand.relief = self.has_division(state, self.in_danzig(state, true));
        }
    }

    /// `[13]` [6.11] What the weather of a turn opens: the sea, and the road to Danzig.
    pub(crate) fn mark_thaw(&self, state: &mut State) {
        let mild = !state.weather.frost() && !state.weather.snow();
        state.grand.thaw |= mild && state.turn >= self.turn_of(SEA);
        state.grand.road |= mild && state.turn > self.turn_of(BEFORE);
    }

    /// `[13]` The turn on which Danzig falls as things stand.
    fn fall_turn(&self, state: &State) -> Option<u8> {
        let [sea, land] = state.grand.siege;
        match sea.max(land) {
            NEVER.. => None,
            delay => Some(self.turn_of(FALL) + delay * self.figures().siege_turns),
        }
    }

    /// `[13]` Danzig falls: those who came in vain return with losses, those for whom it held out are lost with it.
    pub(crate) fn besiege(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let due = self.fall_turn(state).is_some_and(|turn| state.turn >= turn);
        if !self.is_grand() || state.grand.fallen > 0 {
            return;
        }
        if !due {
            self.send_back(state, umpire);
            return;
        }
        state.grand.fallen = state.turn;
        umpire.tell(|| self.note(Kind::Note, "13", "Danzig capitulates [13]".to_owned()));
        for by_sea in [true, false] {
            let held = state.grand.siege[usize::from(!by_sea)] > 0;
            for leader in self.in_danzig(state, by_sea) {
                self.come_out(state, leader as Leader, held);
            }
        }
    }

    /// `[13]` A relief force by sea that came in vain goes back on its date, also if others hold Danzig longer by land.
    fn send_back(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if state.turn != self.turn_of(FALL) || state.grand.siege[0] > 0 {
            return;
        }
        let force = self.in_danzig(state, true).filter(|leader| self.is_shut_in(state, leader as Leader));
        for leader in force {
            self.come_out(state, leader as Leader, false);
        }
        if !force.is_empty() {
            umpire.tell(|| self.note(Kind::Note, "13", "the relief force leaves Danzig by sea [13]".to_owned()));
        }
    }

    fn come_out(&self, state: &mut State, leader: Leader, lost: bool) {
        let units: Vec<Unit> = self.on_track(state, leader).collect();
        let at = usize::from(leader);
        if lost {
            for &unit in &units {
                state.strength[usize::from(unit)] = [0; ARMS];
                state.shown[usize::from(unit)] = [0; ARMS];
            }
            // [6.8] Their bridge trains are lost with them.
            for train in state.trains.iter_mut().filter(|train| train.carrier == leader) {
                (train.carrier, train.hex) = (NOBODY, NOWHERE);
            }
            state.away[at] = Away::No;
            return;
        }
        let weaken = |strength: &mut [Strength]| {
            let left: u16 = units.iter().flat_map(|&unit| strength[usize::from(unit)]).map(u16::from).sum();
            let hit = strongest(units.iter().copied(), strength).filter(|_| left > 1);
            if let Some((unit, arm)) = hit {
                strength[usize::from(unit)][arm] -= 1;
            }
        };
        // [1.1] What others reckon with falls as well: they are not told what he has.
        for _ in 0..self.figures().relief_lost {
            weaken(&mut state.strength[..]);
            weaken(&mut state.shown[..]);
        }
        let pillau = self.ground().area("channel").first().copied().unwrap_or(NOWHERE);
        (state.away[at], state.since[at], state.exit[at]) = (Away::Due, state.turn, pillau);
    }

    /// `[13]` Where those who came out of Danzig go ashore: Pillau, or Königsberg if the channel is open.
    pub(crate) fn ports(&self, state: &State) -> Vec<HexId> {
        let mut ports: Vec<HexId> = self.ground().area("channel").first().copied().into_iter().collect();
        if !state.grand.closed {
            ports.extend(self.ground().area("koenigsberg"));
        }
        ports
    }

    /// `[13]` Whether somebody who is due comes out of Danzig.
    pub(crate) fn is_back_from_danzig(&self, state: &State, leader: Leader) -> bool {
        let at = usize::from(leader);
        let pillau = self.ground().area("channel").first();
        // They came with the fall, or on the day on which it was due.
        let day = state.since[at] == self.turn_of(FALL) || state.grand.fallen > 0 && state.since[at] == state.grand.fallen;
        self.is_grand() && day && pillau == Some(&state.exit[at])
    }

    /// [II.a] `[13]` The turn on which somebody is due: Lannes and Mortier wait for the fall of Danzig.
    pub(crate) fn due_turn(&self, state: &State, leader: Leader) -> u8 {
        let general = self.general(leader);
        let since = state.since[usize::from(leader)];
        let waits = match &general.start {
            Start::Due(turn, _) if self.is_grand() && *turn == since && *turn > self.turn_of(FALL) => general.name.as_str(),
            _ => "",
        };
        let after = match waits {
            "Lannes" => self.figures().open_after,
            "Mortier" => self.figures().mortier_after,
            _ => return since,
        };
        if state.grand.fallen == 0 { u8::MAX } else { state.grand.fallen + after }
    }

    /// `[19]` `[13]` The turn on which somebody is expected as things stand; nothing if he waits for a town that outlasts the game.
    pub(crate) fn expected_turn(&self, state: &State, leader: Leader) -> Option<u8> {
        match self.due_turn(state, leader) {
            u8::MAX => {
                let mut fallen = *state;
                fallen.grand.fallen = self.fall_turn(state)?.max(state.turn + 1);
                Some(self.due_turn(&fallen, leader))
            }
            turn => Some(turn),
        }
    }

    /// [I.a.2] `[13]` Whether the sources towards Danzig are open to the French.
    pub(crate) fn danzig_opens(&self, state: &State) -> bool {
        if !self.is_grand() {
            return state.turn >= self.scenario.compiled.opens;
        }
        state.grand.fallen > 0 && state.turn >= state.grand.fallen + self.figures().open_after
    }

    /// [6.11] Whether one can leave the map towards Danzig now.
    pub(crate) fn road_to_danzig(&self, state: &State) -> bool {
        self.is_grand() && state.grand.road && state.grand.fallen == 0
    }

    /// [10.2] A Force of seven points goes off to Danzig: the Siege Duration Table. One that has been there before has had its die, and it holds still.
    pub(crate) fn relieve_by_land(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        if state.grand.siege[1] > 0 {
            return;
        }
        if self.points_new_to(state, leader, TO_DANZIG) < u16::from(self.figures().relief) {
            let cast = |unit: Unit| (state.sorties[usize::from(unit)] & TO_DANZIG) / RESULT;
            let result = self.on_track(state, leader).map(cast).max().unwrap_or(0).saturating_sub(1);
            state.grand.siege[1] = result;
            state.shift -= self.land_spaces(state);
            if result == 0 {
                self.tell_of_old_sortie(leader, umpire);
            } else {
                let text = format!("a Force goes off to Danzig once more: {result} Fortnights and spaces, as before [10.2]");
                umpire.tell(|| self.note(Kind::Note, "10.2", text));
            }
            return;
        }
        let die = umpire.roll(6, Case("10.2"));
        let result = siege(die);
        let units: Vec<Unit> = self.on_track(state, leader).collect();
        units.into_iter().for_each(|unit| state.sorties[usize::from(unit)] &= !TO_DANZIG);
        self.note_sortie(state, leader, (1 + result) * RESULT);
        state.grand.siege[1] = result;
        state.shift -= self.land_spaces(state);
        umpire.tell(|| {
            let text = format!("a Force goes off to Danzig: die {die}, {result} Fortnights and spaces [10.2]");
            self.note(Kind::Note, "10.2", text).rolled(die)
        });
    }

    /// [10.2] Spaces that a relief by land is worth; two are given once only, to those by sea if they had them first.
    fn land_spaces(&self, state: &State) -> i8 {
        let [sea, land] = state.grand.siege;
        if sea == NEVER && land == NEVER { 0 } else { land as i8 }
    }

    /// [10.2] Whatever looks like a Force of the Coalition and has no more than so many half Movement Points to an exit towards Danzig, by land.
    fn near_danzig(&self, state: &State) -> Leaders {
        let (passage, reach) = (self.ground().passage(&state.going()), self.figures().danzig_near);
        let near = |leader: u16| {
            let from = state.hexes[usize::from(leader)];
            // A primary road leads a hex for half a point.
            let exits = self.ground().area("exit_danzig").iter().copied();
            let close: Vec<HexId> = exits.filter(|&exit| self.grid().distance(from, exit) <= reach).collect();
            !close.is_empty()
                && with_tread(|walk| {
                    let prices = passage.table(true, state.weather);
                    walk.walk((self.ground(), prices), &[from], reach.into(), |_, _| true, |_| true);
                    close.iter().any(|&exit| walk.spent(exit).is_some())
                })
        };
        self.apparent(state, Side::Coalition).filter(near)
    }

    /// [10.2] [IV.a] What Danzig does to morale: a Force near it, a relief by land, the decision about one by sea.
    pub(crate) fn award_danzig(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        // `[13]` Once the town has fallen nothing more is awarded, but what was given for a Force near it is undone; not for one that was lost with it.
        let settled = state.grand.fallen > 0 && (!state.grand.near || state.grand.siege[1] > 0);
        if !self.is_grand() || state.turn <= self.turn_of(BEFORE) || settled {
            return;
        }
        let seven = u16::from(self.figures().relief);
        let there = self.near_danzig(state);
        self.look_at(state, there, "10.2", umpire);
        // Each leader is a Force of his own, in Danzig as before it.
        let strong = |leader: u16| self.points(state, leader as Leader) >= seven;
        let relieved = self.in_danzig(state, false).into_iter().any(strong);
        let near = relieved || there.into_iter().any(strong);
        if near != state.grand.near {
            state.grand.near = near;
            let (spaces, why) =
                if near { (-1, "a Force stands before Danzig") } else { (1, "nobody stands before Danzig any more") };
            self.award(state, spaces, why, umpire);
        }
        if state.grand.fallen > 0 {
            return;
        }
        if state.grand.siege[1] > 0 && !relieved {
            let spaces = self.land_spaces(state);
            state.grand.siege[1] = 0;
            self.award(state, spaces, "the relief of Danzig by land is undone", umpire);
        }
        let decides = state.turn == self.turn_of(DECISION) && state.phasing == Side::Coalition;
        if decides && state.grand.relief && self.has_division(state, self.in_danzig(state, true)) {
            let die = umpire.roll(6, Case("13"));
            let result = siege(die);
            // The two spaces are not given if Danzig is relieved by land already: what those by land had is undone when they leave.
            let unpaid = result == NEVER && state.grand.siege[1] > 0;
            state.grand.siege[0] = if unpaid { UNPAID } else { result };
            let spaces = if unpaid { 0 } else { -(result as i8) };
            self.award(state, spaces, &format!("the siege of Danzig, die {die}, {result} Fortnights"), umpire);
        }
    }
}
