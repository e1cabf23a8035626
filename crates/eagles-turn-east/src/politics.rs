//! [10.2] [IV.a] Königsberg and Warsaw, [10.3] Strategic and Operational Victory, [4.7] the rivals of the Russian command.

use crate::Campaign;
use crate::event::{Event, Kind};
use crate::state::{Frame, Leader, Leaders, Side, State};
use crate::victory::{LAST_SPACE, space};
use grognard_engine::{HexId, Outcome, Seat, Umpire};

/// All seven towns of the Warsaw award.
pub(crate) const ALL_TOWNS: u8 = 0b111_1111;
/// Warsaw itself.
const WARSAW: u8 = 0b111;
/// [10.3] The marker left the track at G, at A; an armistice.
pub(crate) const FRENCH_TRIUMPH: u8 = 1;
pub(crate) const COALITION_TRIUMPH: u8 = 2;
pub(crate) const ARMISTICE: u8 = 3;
/// [4.7] How near the rivals may not come to each other.
const RIVALRY: u8 = 3;

impl Campaign {
    /// [10.2] Who holds the towns at first.
    pub(crate) fn first_towns(&self) -> u8 {
        if crate::muster::campaign(&self.scenario.code) == "CS1" { WARSAW } else { ALL_TOWNS }
    }

    /// [10.2] The bit of a town.
    fn town(&self, hex: HexId) -> Option<u8> {
        let towns = self.ground().area("warsaw").iter().chain(self.ground().area("towns"));
        towns.zip(0..).find(|(town, _)| **town == hex).map(|(_, bit)| 1 << bit)
    }

    /// [10.3] Whoever was last to move a combat unit into a town holds it.
    pub(crate) fn take_town(&self, state: &mut State, side: Side, hex: HexId) {
        if let Some(bit) = self.town(hex).filter(|_| self.is_campaign()) {
            state.towns = if side == Side::French { state.towns | bit } else { state.towns & !bit };
        }
    }

    /// [1.1] A counter has come along a way. If Königsberg lies on it, whoever moved the counter knows what has come of it; all others know who holds the town
    /// now if the counter is known to be no Outpost, or if it changes nothing whatever it is: if it was its side's already, which was `held` before.
    pub(crate) fn watch_koenigsberg(&self, state: &mut State, leader: Leader, way: &[HexId], held: Side) {
        let there = |hex: &HexId| self.ground().is_prize(*hex) && self.ground().area("koenigsberg").contains(hex);
        if !self.is_campaign() || !way.iter().skip(usize::from(way.len() > 1)).any(there) {
            return;
        }
        let leads = self.points(state, leader) > 0;
        // Who leads nobody is seen to do so, and so is an Outpost that lies face up.
        if !leads && (!self.is_outpost(leader) || state.bare.has(leader.into())) {
            return;
        }
        let (known, side) = (state.genuine.or(state.open).has(leader.into()), self.side_of(leader));
        for (at, doubts) in state.unsure.iter_mut().enumerate() {
            *doubts = if at == side as usize { *doubts && !leads } else { !known && (*doubts || held != side) };
        }
    }

    /// [10.2] [1.1] Nobody doubts who holds Königsberg once somebody stands there who is known to lead troops: he has come there, and nobody after him.
    pub(crate) fn settle_koenigsberg(&self, state: &mut State) {
        if state.unsure == [false; 3] {
            return;
        }
        let known = self.garrison(state).and(state.genuine.or(state.open));
        if let Some(leader) = known.first() {
            (state.koenigsberg, state.unsure) = (self.side_of(leader as Leader), [false; 3]);
        }
    }

    /// Who stands in Königsberg with troops.
    fn garrison(&self, state: &State) -> Leaders {
        let hex = self.ground().area("koenigsberg").first();
        hex.map_or(Leaders::EMPTY, |&hex| self.leaders_in(state, hex).and(self.employed(state)))
    }

    /// [10.2] [1.1] Who holds Königsberg, as far as a seat can know it.
    pub(crate) fn holder_seen(&self, state: &State, seat: Option<Seat>) -> Option<Side> {
        let doubts = state.unsure[seat.map_or(2, |seat| usize::from(seat.0).min(1))];
        (!doubts || state.frame == Frame::Over).then_some(state.koenigsberg)
    }

    /// [10.2] [1.1] Who is not told who holds Königsberg reckons with whoever stands there, else with the award that was given; what others are told is not his to know.
    pub(crate) fn redraw_koenigsberg(&self, world: &mut State, seat: Option<Seat>) {
        if self.holder_seen(world, seat).is_none() {
            let there = self.garrison(world).first().map(|leader| self.side_of(leader as Leader));
            world.koenigsberg = there.unwrap_or(if world.awards[0] { Side::French } else { Side::Coalition });
        }
        for side in Side::BOTH.into_iter().filter(|side| seat != Some((*side).into())) {
            world.unsure[side as usize] = false;
        }
    }

    /// [10.2] What Königsberg is worth to the French on a date.
    fn koenigsberg_spaces(&self, turn: u8) -> i8 {
        let on = |dates: &str| self.scenario.calendar.turn_of(dates).unwrap_or(u8::MAX);
        match turn {
            turn if turn <= on("12-13 Jun") => 2,
            turn if turn <= on("18-19 Jun") => 1,
            _ => 0,
        }
    }

    /// [IV.a] The awards for places, in spaces towards the French.
    pub(crate) fn award_places(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if !state.awards[0] {
            // [1.1] Whether it is given tells everybody who holds the town.
            state.unsure = [false; 3];
            if state.koenigsberg == Side::French {
                state.awards[0] = true;
                self.award(state, self.koenigsberg_spaces(state.turn), "Königsberg has been taken", umpire);
            }
        }
        let all = state.towns == ALL_TOWNS;
        if all != state.awards[1] {
            state.awards[1] = all;
            // [14] After Warsaw has been taken the next Fortnight is one of rest: the first time only, which is past where all is French from the start.
            if all && self.is_grand() && !state.grand.warsaw && self.first_towns() != ALL_TOWNS {
                (state.grand.lull, state.grand.warsaw) = (true, true);
            }
            let (spaces, why) = if all { (1, "Warsaw and the Vistula are French") } else { (-1, "a town before Warsaw is lost") };
            self.award(state, spaces, why, umpire);
        }
        if state.towns & WARSAW == 0 && !state.awards[2] {
            state.awards[2] = true;
            self.award(state, -1, "Warsaw is in the hands of the Coalition", umpire);
        }
        self.award_danzig(state, umpire);
    }

    pub(crate) fn award(&self, state: &mut State, spaces: i8, why: &str, umpire: &mut Umpire<'_, Event>) {
        state.shift += spaces;
        umpire.tell(|| self.note(Kind::Morale, "10.2", format!("{why}: {spaces:+} [10.2]")));
    }

    /// [10.3] The marker of a campaign moves; whoever drives it off the track wins at once.
    pub(crate) fn move_marker(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let before = state.morale;
        let after = i16::from(before) + i16::from(state.shift);
        if after > i16::from(LAST_SPACE) {
            state.ended = FRENCH_TRIUMPH;
        } else if after < 0 {
            state.ended = COALITION_TRIUMPH;
        }
        state.morale = after.clamp(0, LAST_SPACE.into()) as u8;
        state.shift = 0;
        let (from, to) = (space(before), space(state.morale));
        umpire.tell(|| {
            let text = match state.ended {
                FRENCH_TRIUMPH | COALITION_TRIUMPH => format!("morale moves from {from} off the track beyond {to} [IV.a] [10.2]"),
                _ => format!("morale moves from {from} to {to} [IV.a] [10.2]"),
            };
            self.note(Kind::Morale, "IV.a", text)
        });
    }

    /// [10.2] At the end of a campaign: Königsberg in the hands of the Coalition, or what an armistice costs.
    pub(crate) fn last_awards(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if !self.is_campaign() || matches!(state.ended, FRENCH_TRIUMPH | COALITION_TRIUMPH) {
            return;
        }
        // [6.11] Who seeks an armistice leaves the town to the French; who has only nobody left on the map keeps what he holds.
        let sought = state.ended == ARMISTICE && !self.forces(state, Side::Coalition).is_empty();
        let kept = state.koenigsberg == Side::Coalition && !sought;
        if state.ended == ARMISTICE && !state.awards[0] {
            state.awards[0] = true;
            let spaces = if kept { -1 } else { self.koenigsberg_spaces(state.turn) };
            self.award(state, spaces, "the armistice settles Königsberg", umpire);
        } else if kept && self.scenario.turns.1 >= self.figures().held_out_from {
            self.award(state, -1, "Königsberg has held out", umpire);
        }
        if state.shift != 0 {
            self.move_marker(state, umpire);
        }
    }

    /// [10.3] How a campaign has ended.
    pub(crate) fn campaign_outcome(&self, state: &State) -> Outcome {
        let french = match state.ended {
            FRENCH_TRIUMPH => true,
            COALITION_TRIUMPH => false,
            _ => state.morale > LAST_SPACE / 2,
        };
        let side = if french { Side::French } else { Side::Coalition };
        let kind = if matches!(state.ended, FRENCH_TRIUMPH | COALITION_TRIUMPH) { "Strategic" } else { "Operational" };
        let verdict = format!("{} {kind} Victory, morale {}", side.name(), space(state.morale));
        Outcome { winner: Some(side.into()), verdict, points: self.morale_points(state).to_vec() }
    }

    /// The marker as points of both sides.
    pub(crate) fn morale_points(&self, state: &State) -> [i32; 2] {
        [i32::from(state.morale), i32::from(LAST_SPACE) - i32::from(state.morale)]
    }

    /// [4.7] Whether Bennigsen and Buxhowden still vie for the command.
    #[must_use]
    pub fn rivals(&self, state: &State) -> bool {
        let gone = self.scenario.rivalry;
        self.is_campaign() && state.turn < gone && self.scenario.turns.0 < gone && self.rival_of_bennigsen().is_some()
    }

    fn rival_of_bennigsen(&self) -> Option<Leader> {
        self.scenario.compiled.rivals.0
    }

    /// [4.7] Whether a leader is Buxhowden at a time when he gets no commands.
    pub(crate) fn is_sulking(&self, state: &State, leader: Leader) -> bool {
        self.rivals(state) && self.rival_of_bennigsen() == Some(leader)
    }

    /// [4.7] Whether a march to a hex would bring the rivals too near to each other: within three hexes, and nearer than they were.
    pub(crate) fn too_near_the_rival(&self, state: &State, leader: Leader, to: HexId) -> bool {
        if !self.rivals(state) || self.general(leader).army != crate::roster::Army::Russian {
            return false;
        }
        let (buxhowden, commander) = self.scenario.compiled.rivals;
        let other = match leader {
            leader if Some(leader) == buxhowden => commander,
            leader if Some(leader) == commander => buxhowden,
            _ => return false,
        };
        let at = other.and_then(|other| state.hex(other));
        at.is_some_and(|at| {
            let now = state.hex(leader).map_or(u8::MAX, |hex| self.grid().distance(at, hex));
            let then = self.grid().distance(at, to);
            then <= RIVALRY && then < now.max(1)
        })
    }

    /// [4.7] Whether a way leads the rivals too near to each other, at its end or before.
    pub(crate) fn passes_the_rival(&self, state: &State, leader: Leader, way: &[HexId]) -> bool {
        way.iter().skip(1).any(|&hex| self.too_near_the_rival(state, leader, hex))
    }

    /// [4.7] The rivals, while they vie.
    pub(crate) fn wary(&self, state: &State) -> Leaders {
        let (buxhowden, commander) = self.scenario.compiled.rivals;
        let vie = self.rivals(state);
        [buxhowden, commander].into_iter().flatten().filter(|_| vie).map(u16::from).collect()
    }

    /// [4.7] Whether a leader is one of the rivals, while they vie.
    pub(crate) fn is_wary(&self, state: &State, leader: Leader) -> bool {
        self.wary(state).has(leader.into())
    }
}
