//! [1.1] Hidden information: leaders lie face down, what they carry is their owner's affair, and what must be shown is shown.

use crate::event::{Event, Kind};
use crate::lay::{Likeness, equal, unlike};
use crate::state::{Choice, Frame, LEADERS, Leader, Leaders, NOBODY, Side, State};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::{HexId, Seat, Umpire};

/// Everybody tied to nobody.
const OWN: [Leader; LEADERS] = {
    let mut own = [0; LEADERS];
    let mut leader = 0;
    while leader < LEADERS {
        own[leader] = leader as Leader;
        leader += 1;
    }
    own
};

/// Whoever is tied to somebody: he bears the name of another, or another bears his.
fn tied(knot: &[Leader; LEADERS]) -> Leaders {
    let named = unlike(knot, &OWN);
    named.into_iter().fold(named, |all, leader| all.or(Leaders::one(knot[usize::from(leader)].into())))
}

impl Campaign {
    /// [1.1] Counters are turned up: names and Strength Points are shown to everybody.
    pub(crate) fn reveal(&self, state: &mut State, leaders: Leaders, case: &'static str, umpire: &mut Umpire<'_, Event>) {
        if leaders.is_empty() {
            return;
        }
        // Whoever lies open and has marched since is told anew.
        let covered = leaders.filter(|leader| !state.open.has(leader) || state.fog[usize::from(leader)] > 0);
        for leader in leaders {
            self.untie(state, leader as Leader);
            state.fog[usize::from(leader)] = 0;
            for unit in (0..self.bodies().len()).filter(|&unit| u16::from(state.track[unit]) == leader) {
                state.shown[unit] = state.strength[unit];
            }
        }
        state.open = state.open.or(leaders);
        state.glimpsed = state.glimpsed.or(leaders);
        // He may be gone before the action is over.
        self.settle_koenigsberg(state);
        self.show_tracks(state, leaders);
        for leader in covered {
            let [foot, horse, guns] = self.strength(state, leader as Leader);
            let hexes: Vec<_> = state.hex(leader as Leader).into_iter().collect();
            umpire.tell(|| {
                let text =
                    format!("{} is shown: {foot} infantry, {horse} cavalry, {guns} artillery [1.1]", self.tag(leader as Leader));
                self.event(Kind::Shown, case, Leaders::one(leader), &hexes, text)
            });
        }
    }

    /// [1.1] What was shown in a phase is turned down when it ends. Eyes follow it: who was seen is known.
    pub(crate) fn turn_down(&self, state: &mut State) {
        state.open = Leaders::EMPTY;
    }

    /// [1.1] Who was shown in a phase that has passed without anybody being asked lies open until the next one ends: else nobody would see him.
    pub(crate) fn leave_open(&self, state: &mut State) {
        let glimpsed = std::mem::take(&mut state.glimpsed);
        if !glimpsed.is_empty() && state.frame != Frame::Over {
            let there = self.present(state, Side::French).or(self.present(state, Side::Coalition));
            state.open = state.open.or(glimpsed.and(there));
        }
    }

    /// [1.1] A counter is known again for what it is.
    pub(crate) fn untie(&self, state: &mut State, leader: Leader) {
        let knot = state.knot[usize::from(leader)];
        let others: Leaders =
            (0..self.leaders() as u16).filter(|&l| l != u16::from(leader) && state.knot[usize::from(l)] == knot).collect();
        if let Some(lowest) = others.first() {
            others.into_iter().for_each(|other| state.knot[usize::from(other)] = lowest as Leader);
        }
        state.knot[usize::from(leader)] = leader;
    }

    /// [1.1] Counters that lie face down in one hex cannot be told apart any more, if they show the same flag and both lead troops or both do not.
    pub(crate) fn tie(&self, state: &mut State) {
        let truth = self.settle_tracks(state);
        // [15] Who leads nobody has no mode. [6.11] Off the map he keeps it: only on a march is it changed.
        if !state.forage.is_empty() {
            state.forage = state.forage.and(truth);
            // Dummies do not forage.
            state.genuine = state.genuine.or(state.forage);
        }
        let employed = self.seeming_employed(state, truth);
        if self.tie_changed(state, employed) {
            return;
        }
        let knot = state.knot;
        self.tie_alike(state, employed);
        self.untie_known(state, employed);
        if state.knot == knot {
            self.note_tied(Likeness::of(state, employed));
        }
    }

    /// Whoever leads troops, and whoever looks as if he did.
    fn seeming_employed(&self, state: &State, employed: Leaders) -> Leaders {
        if !self.is_campaign() {
            return employed;
        }
        let [french, coalition] = self.on_map(state);
        employed.or(french.or(coalition).and(self.scenario.roster.outposts))
    }

    /// The same without a look at what was tied before.
    #[cfg(test)]
    pub(crate) fn tie_anew(&self, state: &mut State) {
        let employed = self.seeming_employed(state, self.employed(state));
        self.tie_alike(state, employed);
        self.untie_known(state, employed);
    }

    /// [1.1] Whoever lies face down among others who look alike is tied to them.
    fn tie_alike(&self, state: &mut State, employed: Leaders) {
        let on_map = self.present(state, Side::French).or(self.present(state, Side::Coalition));
        // The first of each kind in each hex, found by a number made of both; who shares the number of another goes on to the next free one.
        const PLACES: usize = 256;
        let mut firsts = [NOBODY; PLACES];
        let look = |state: &State, leader: u16| {
            let army = self.general(leader as Leader).army as u32;
            let kind = army << 2 | u32::from(state.forage.has(leader)) << 1 | u32::from(employed.has(leader));
            u32::from(state.hexes[usize::from(leader)].0) << 4 | kind
        };
        for leader in on_map.less(state.open).less(state.bare) {
            let own = look(state, leader);
            let mut place = (own.wrapping_mul(0x9E37_79B1) >> 24) as usize;
            while firsts[place] != NOBODY && look(state, firsts[place].into()) != own {
                place = (place + 1) % PLACES;
            }
            let first = firsts[place];
            if first == NOBODY {
                firsts[place] = leader as Leader;
                continue;
            }
            let [one, other] = [usize::from(first), usize::from(leader)].map(|at| state.knot[at]);
            if one != other {
                let (low, high) = (one.min(other), one.max(other));
                state.knot[..self.leaders()].iter_mut().filter(|knot| **knot == high).for_each(|knot| *knot = low);
            }
        }
    }

    /// [1.1] Whoever has left the map, or gained or lost his troops, is known by that.
    fn untie_known(&self, state: &mut State, employed: Leaders) {
        let tied = tied(&state.knot);
        let sizes = |state: &State| {
            let mut sizes = [0u8; LEADERS];
            state.knot[..self.leaders()].iter().for_each(|knot| sizes[usize::from(*knot)] += 1);
            sizes
        };
        let mut size = sizes(state);
        for leader in tied.into_iter().map(usize::from).filter(|&leader| leader < self.leaders()) {
            let knot = state.knot[leader];
            if usize::from(knot) == leader && size[leader] == 1 {
                continue;
            }
            let gone = state.hex(leader as Leader).is_none();
            if gone || employed.has(leader as u16) != employed.has(knot.into()) {
                self.untie(state, leader as Leader);
                size = sizes(state);
            }
        }
    }

    /// [1.1] After a set-up that is printed, or was written, everybody is where it says.
    pub(crate) fn place_tied(&self, state: &mut State) {
        state.placed = tied(&state.knot);
    }

    /// [1.1] Eyes follow the counters of an action: whoever was known and lies now among others is known to lie there, and so he is until those in
    /// his hex with whom he may be confused part. Asked with where everybody stood before it, and who was tied to whom.
    pub(crate) fn watch(&self, state: &mut State, hexes: &[HexId; LEADERS], knot: &[Leader; LEADERS]) {
        let moved = unlike(hexes, &state.hexes);
        if moved.is_empty() && *knot == state.knot {
            return;
        }
        let (before, after) = (tied(knot), tied(&state.knot));
        // Who comes onto the map among others was not seen before.
        let there = |leader: u16| hexes[usize::from(leader)] != NOWHERE && state.hexes[usize::from(leader)] != NOWHERE;
        let mut placed = state.placed.or(after.less(before)).and(after).filter(there);
        for leader in moved.and(before).into_iter().map(usize::from) {
            let beside = equal(hexes, hexes[leader]).and(equal(knot, knot[leader]));
            if beside.into_iter().any(|mate| state.hexes[usize::from(mate)] != state.hexes[leader]) {
                placed = placed.less(beside);
            }
        }
        state.placed = placed;
    }

    /// [1.1] Leaders whose counters have no name for a seat.
    #[must_use]
    pub fn unknown_to(&self, state: &State, seat: Option<Seat>) -> Leaders {
        let hidden =
            |leader: &u16| seat != Some(self.side_of(*leader as Leader).into()) && !state.open.or(state.bare).has(*leader);
        if state.frame == Frame::Over {
            return Leaders::EMPTY;
        }
        (0..self.leaders() as u16).filter(hidden).collect()
    }

    /// [1.1] An action in words as a seat may know it.
    pub(crate) fn words_for(&self, [before, after]: [&State; 2], by: Seat, action: Action, seat: Option<Seat>) -> String {
        if seat == Some(by) {
            return self.action_words(action);
        }
        if matches!(action, Action::Pitched | Action::Pursuit) {
            return "choose".to_owned();
        }
        // Which unit goes where is its owner's affair; that a counter is made is seen.
        match action {
            Action::Command(_) | Action::Try(_) | Action::Listen(_) if self.is_campaign() => return "activate".to_owned(),
            Action::Carry(_) | Action::Post(_) => return "prepare".to_owned(),
            Action::Extend => return "march".to_owned(),
            Action::Replace(..) | Action::Screen(_) | Action::Remount(_) | Action::Dismount(_) => return "regroup".to_owned(),
            Action::Aim(..) => return "plan".to_owned(),
            Action::Raise(..) | Action::Promote(_) => return "detach".to_owned(),
            Action::Donate(..) if self.present(before, self.seated(by)).len() < self.present(after, self.seated(by)).len() => {
                return "detach".to_owned();
            }
            Action::Transfer(..) | Action::Donate(..) => return "regroup".to_owned(),
            Action::Detach(_) => return "detach".to_owned(),
            // [6.10] Where a march was to lead that has been stopped on its way is known to who made it.
            Action::Go(hex) if after.hex(before.hand) != Some(hex) => return "go ?".to_owned(),
            _ => {}
        }
        let unknown = self.unknown_to(before, seat).and(self.unknown_to(after, seat));
        let mut hidden: Vec<&str> = unknown.into_iter().map(|leader| self.tag(leader as Leader)).collect();
        // What stands on a track is never seen.
        hidden.extend(self.bodies().iter().filter(|unit| seat != Some(unit.army.side().into())).map(|unit| unit.tag.as_str()));
        let words = self.action_words(action);
        words.split(' ').map(|word| if hidden.contains(&word) { "?" } else { word }).collect::<Vec<_>>().join(" ")
    }

    /// `[7]` Whether the dice of an action are its owner's affair: attrition is rolled out of sight.
    pub(crate) fn rolls_covered(&self, before: &State, action: Action) -> bool {
        match action {
            Action::Done => true,
            Action::Try(_) | Action::Listen(_) => self.is_campaign(),
            Action::End => matches!(before.frame, Frame::Initiative | Frame::Admin),
            // [13] What happens unasked when troops leave the map is seen.
            _ => false,
        }
    }

    /// [III.b.3] Whether a side has picked, and the other has not.
    #[must_use]
    pub fn pending_choice(&self, state: &State) -> Option<Side> {
        let battle = &state.battle;
        match state.frame {
            Frame::Choose(side)
                if battle.choice[side.other() as usize] != Choice::None && !self.choice_is_fixed(state, side.other()) =>
            {
                Some(side.other())
            }
            _ => None,
        }
    }
}
