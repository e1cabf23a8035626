//! A position as it is drawn. [2.7] Markers appear as badges, marks and tracks, never as counters.

use crate::exclusive::dresden::morale::Army;
use crate::obligation::Duties;
use crate::scenario::Start;
use crate::sequence::{GAME_TURN, Phase};
use crate::state::{Frame, Side, State};
use crate::title::Title;
use crate::unitset::Unit;
use crate::{Action, Battle, Event};
use grognard_engine::board::{Mark, PhaseView, Track, those_that_hold};
use grognard_engine::preview::{Chart, OverlayHex, OverlayInfo};
use grognard_engine::{Anchor, Board, Caption, Counter, Forecast, Line, MapView, Seat, Views, verbs};

/// [18.3] The step after the last phase of a day.
const DAY_END: &str = "End of the day";

/// [17.2] [18.3] Whether the last phase of a day is over, and what the night brings is being decided.
const fn day_has_ended(state: &State) -> bool {
    matches!(state.frame, Frame::DayEnd | Frame::Reorganize(_) | Frame::Place { .. })
}

impl Views for Battle {
    fn map(&self) -> MapView {
        MapView::of(&self.scenario.sheet)
    }

    fn anchor(&self, _state: &State, action: Action) -> Anchor {
        verbs::anchor(action)
    }

    fn line(&self, event: &Event, _seat: Option<Seat>) -> Option<Line> {
        Some(self.log_line(event))
    }

    fn forecast(&self, state: &State, _seat: Option<Seat>) -> Option<Forecast> {
        self.forecast_attack(state)
    }

    fn captions(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        self.captions_of(state, actions)
    }

    fn charts(&self) -> Vec<Chart> {
        self.all_charts()
    }

    fn reckoning(&self, state: &State) -> Option<Chart> {
        Some(self.reckoned(state))
    }

    fn overlays(&self) -> Vec<OverlayInfo> {
        self.overlay_list()
    }

    fn overlay(&self, state: &State, id: &str, at: Option<&str>, seat: Option<Seat>) -> Result<Vec<OverlayHex>, String> {
        self.overlay_hexes(state, id, at, seat.and_then(Side::of))
    }

    /// What anybody may see: everything.
    fn board(&self, state: &State, _seat: Option<Seat>) -> Board {
        Board {
            turn: format!("Turn {}", self.turn_words(state)),
            phase: match (state.frame, self.phase(state)) {
                (Frame::Over, _) => "The game is over".to_owned(),
                _ if day_has_ended(state) => DAY_END.to_owned(),
                (_, phase) => format!("{} {}", state.phasing.name(), phase.name()),
            },
            prompt: self.prompt(state),
            counters: (0..self.pieces().len()).map(|u| self.counter(state, u as Unit)).collect(),
            marks: self.marks(state),
            tracks: self.tracks(state),
            duties: self.duty_list(state),
            turn_number: state.turn.into(),
            turns: self.scenario.turns.len() as u16,
            clock: self.clock(state),
            conditions: self.conditions(state),
            phases: self.phases(state),
            ..Board::default()
        }
    }
}

impl Battle {
    /// Weather and light, as far as they matter.
    fn conditions(&self, state: &State) -> Vec<String> {
        those_that_hold(&[(self.title().frozen(), "snow"), (self.is_night(state), "night"), (self.is_rain(state), "rain")])
    }

    /// [3.0] The steps of the present turn: [8.2] no combat at night, [18.3] a decision at the end of a day.
    fn phases(&self, state: &State) -> Vec<PhaseView> {
        let first = self.title().first();
        let day_end = day_has_ended(state);
        let now = |side: Side, phase: Phase| {
            side == state.phasing && phase == self.phase(state) && !day_end && state.frame != Frame::Over
        };
        let fights = |phase: &Phase| *phase == Phase::Movement || !self.is_night(state);
        let step = |(second, phase): (bool, Phase)| {
            let side = if second { first.other() } else { first };
            PhaseView::new(phase.name(), Some(side.name()), now(side, phase))
        };
        let mut phases: Vec<PhaseView> = GAME_TURN.into_iter().filter(|(_, phase)| fights(phase)).map(step).collect();
        let turn = self.scenario.turns.get(usize::from(state.turn).wrapping_sub(1));
        if turn.is_some_and(|turn| turn.end_of_day) {
            phases.push(PhaseView::new(DAY_END, None, day_end));
        }
        phases
    }

    fn prompt(&self, state: &State) -> String {
        let who = self.owner(state).name();
        let attack = &state.attack;
        match state.pending() {
            Frame::Offers(offers) => {
                let asked = |army: &Army| offers[*army as usize] > 0 && !self.reserves_of(state, *army).is_empty();
                let armies: Vec<&str> = Army::ALL.into_iter().filter(asked).map(Army::name).collect();
                format!("{who}: the {} army has lost a unit: activate one of its reserves, or hold", armies.join(" and the "))
            }
            Frame::Muster => {
                format!("{who}: activate reserves of armies above their starting morale, a point each, or go on")
            }
            Frame::DayEnd => format!("{who}: the day is over: fight on, or stop"),
            Frame::Reorganize(_) => format!("{who}: choose a disrupted enemy unit to place"),
            Frame::Place { unit, .. } => format!("{who}: where does {} come back?", self.tag(unit)),
            Frame::Move if self.may_leave_guard(state).is_err() => format!("{who}: choose a unit to move"),
            Frame::Move if self.may_end_movement(state).is_err() => format!("{who}: choose a unit to move, or yield"),
            Frame::Move => format!("{who}: choose a unit to move, or end the phase"),
            Frame::Hand { unit, spent, .. } => {
                let left = self.points_words(self.allowance(unit) - spent);
                format!("{who}: where does {} go? {left} left", self.tag(unit))
            }
            Frame::Overfull => format!("{who}: choose which unit in an over-full hex is destroyed"),
            Frame::Fresh(_) => format!("{who}: declare Fresh Strength for this Combat Phase, or go on"),
            Frame::Combat if Duties::of(self, state).discharged().is_err() => format!("{who}: choose an enemy to attack"),
            Frame::Combat => format!("{who}: choose an enemy to attack, or end the phase"),
            Frame::Declare => {
                format!("{who}: attack on {}: name the units that take part, then roll", self.names(attack.defenders))
            }
            Frame::Losses => {
                // Whoever has been given up has paid.
                let owed = u16::from(attack.owing).saturating_sub(self.printed(attack.attackers.less(attack.pending)));
                format!("{who}: choose attackers worth {owed} printed points to lose in the exchange")
            }
            Frame::Retreat(_) => format!("{who}: retreat {} by one hex", self.names(attack.pending)),
            Frame::Displace { hex, side } => {
                let crowd = self.pushable(state, hex, side);
                let verb = if crowd.len() > 1 { "one of these is pushed" } else { "is pushed" };
                format!("{who}: {} {verb}; choose where it goes", self.names(crowd))
            }
            Frame::Advance(_) => format!("{who}: advance one unit into a vacated hex, or hold"),
            Frame::StepBack => format!("{who}: step {} back by one hex, or hold", self.names(self.awaited(state))),
            Frame::Over => self.outcome(state).verdict,
        }
    }

    fn counter(&self, state: &State, unit: Unit) -> Counter {
        let piece = &self.pieces()[usize::from(unit)];
        let attack = &state.attack;
        let in_hand = matches!(state.frame, Frame::Hand { unit: held, .. } if held == unit);
        let fresh = self.fresh_bonus(state, unit).map(|bonus| format!("fresh +{bonus}"));
        let badges = those_that_hold(&[
            (self.done(state).has(unit), "moved"),
            (state.fought.has(unit), "fought"),
            (fresh.is_some(), fresh.as_deref().unwrap_or_default()),
            (attack.attackers.or(attack.guns).has(unit), "attacker"),
            (attack.defenders.has(unit), "target"),
            (self.awaited(state).has(unit), "pending"),
            (in_hand, "in hand"),
            (state.reserve.has(unit), "reserve"),
        ]);
        let off_map = match (state.lost.has(unit), state.due.has(unit), piece.start) {
            _ if state.disrupted.has(unit) => Some("disrupted".to_owned()),
            (true, ..) => Some("lost".to_owned()),
            (_, true, Start::Due { entry, turn }) => {
                let code = &self.scenario.sheet.entries[usize::from(entry)].code;
                Some(format!("due at {code} on turn {turn}"))
            }
            (_, true, Start::Klenau { .. }) => Some(self.klenau_is_due(state).to_owned()),
            _ => None,
        };
        let hex = state.hex(unit).map(|h| self.grid().number(h));
        let values = (piece.strength, piece.movement);
        let counter = Counter::plain(&piece.tag, piece.side.name(), &piece.nation, &piece.name, piece.arm.word(), values)
            .standing(hex, off_map, badges);
        Counter { body: piece.formation.clone(), ..counter }
    }

    fn marks(&self, state: &State) -> Vec<Mark> {
        let control = self
            .objectives()
            .iter()
            .zip(state.control)
            .filter_map(|(&hex, holder)| Some(Mark::new(self.grid().number(hex), "control", Some(holder?.name()))));
        let targets = state.attack.defenders.into_iter().filter_map(|u| state.hex(u));
        let targets = targets.map(|hex| Mark::new(self.grid().number(hex), "target", None));
        control.chain(targets).collect()
    }

    fn tracks(&self, state: &State) -> Vec<Track> {
        let mut tracks = Vec::new();
        let dresden = self.title() == Title::Dresden;
        let (points_case, loss_case) = if dresden { ("18.0", "18.1") } else { ("23.0", "23.1") };
        for side in Side::BOTH {
            let points = self.points(state, side);
            tracks.push(Track::new(format!("{} points", side.name()), points.total, points_case));
            let lost = self.printed(state.lost.and(self.units_of(side)));
            tracks.push(Track::new(format!("{} strength lost", side.name()), lost, loss_case));
        }
        if dresden {
            for army in Army::ALL {
                tracks.push(Track::new(format!("{} morale", army.name()), state.morale[army as usize], "16.0"));
            }
            return tracks;
        }
        for (i, division) in self.divisions().iter().enumerate().filter(|(_, d)| d.fresh > 0) {
            let left = if state.fresh_spent >> i & 1 == 1 { 0 } else { division.fresh };
            let name = format!("{} Fresh Strength {}", division.side.name(), division.code);
            tracks.push(Track::new(name, left, "21.0"));
        }
        tracks.push(Track::new("Guard infantry has attacked", state.guard_attacked, "23.3"));
        tracks
    }
}
