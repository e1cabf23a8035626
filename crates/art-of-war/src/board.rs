//! A position as it is drawn. [2.7] Markers appear as badges, marks and tracks, never as counters.

use crate::exclusive::dresden::morale::Army;
use crate::obligation::Duties;
use crate::scenario::Start;
use crate::sequence::{GAME_TURN, Phase};
use crate::state::{Frame, Side, State};
use crate::title::Title;
use crate::unitset::Unit;
use crate::{Action, Battle, Event};
use grognard_engine::board::{Mark, PhaseView, Track};
use grognard_engine::preview::{Chart, OverlayHex, OverlayInfo};
use grognard_engine::{Anchor, Board, Caption, Counter, Forecast, Line, MapView, Seat, Views, verbs};

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

    fn overlays(&self) -> Vec<OverlayInfo> {
        self.overlay_list()
    }

    fn overlay(&self, state: &State, id: &str, at: Option<&str>, seat: Option<Seat>) -> Result<Vec<OverlayHex>, String> {
        self.overlay_hexes(state, id, at, seat.and_then(|seat| Side::BOTH.get(usize::from(seat.0)).copied()))
    }

    /// What anybody may see: everything.
    fn board(&self, state: &State, _seat: Option<Seat>) -> Board {
        Board {
            turn: format!("Turn {}", self.turn_words(state)),
            phase: match (state.frame, self.phase(state)) {
                (Frame::Over, _) => "The game is over".to_owned(),
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
        let all = [(self.title().frozen(), "snow"), (self.is_night(state), "night"), (self.is_rain(state), "rain")];
        all.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned()).collect()
    }

    /// [3.0] The steps of the present turn: [8.2] no combat at night, [18.3] a decision at the end of a day.
    fn phases(&self, state: &State) -> Vec<PhaseView> {
        let first = self.title().first();
        let day_end = matches!(state.frame, Frame::DayEnd | Frame::Reorganize(_) | Frame::Place { .. });
        let now = |side: Side, phase: Phase| {
            side == state.phasing && phase == self.phase(state) && !day_end && state.frame != Frame::Over
        };
        let fights = |phase: &Phase| *phase == Phase::Movement || !self.is_night(state);
        let step = |(second, phase): (bool, Phase)| {
            let side = if second { first.other() } else { first };
            PhaseView { name: phase.name().to_owned(), side: Some(side.name().to_owned()), current: now(side, phase) }
        };
        let mut phases: Vec<PhaseView> = GAME_TURN.into_iter().filter(|(_, phase)| fights(phase)).map(step).collect();
        let turn = self.scenario.turns.get(usize::from(state.turn).wrapping_sub(1));
        if turn.is_some_and(|turn| turn.end_of_day) {
            phases.push(PhaseView { name: "End of the day".to_owned(), side: None, current: day_end });
        }
        phases
    }

    fn prompt(&self, state: &State) -> String {
        let who = self.owner(state).name();
        let attack = &state.attack;
        match state.pending() {
            Frame::Offers(_) => {
                let army = self.offered(state).map_or("Allied", Army::name);
                format!("{who}: the {army} army has lost a unit: activate one of its reserves, or hold")
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
            Frame::Losses => format!("{who}: choose attackers worth {} printed points to lose in the exchange", attack.owing),
            Frame::Retreat(_) => format!("{who}: retreat {} by one hex", self.names(attack.pending)),
            Frame::Displace { hex, side } => {
                let crowd = self.units_in(state, hex).and(self.units_of(side)).less(attack.chain).less(self.garrisons);
                let verb = if crowd.len() > 1 { "one of these is pushed" } else { "is pushed" };
                format!("{who}: {} {verb}; choose where it goes", self.names(crowd))
            }
            Frame::Advance(_) => format!("{who}: advance one unit into a vacated hex, or hold"),
            Frame::StepBack => format!("{who}: step {} back by one hex, or hold", self.names(attack.pending)),
            Frame::Over => self.outcome(state).verdict,
        }
    }

    fn counter(&self, state: &State, unit: Unit) -> Counter {
        let piece = &self.pieces()[usize::from(unit)];
        let attack = &state.attack;
        let mut badges = Vec::new();
        if self.done(state).has(unit) {
            badges.push("moved".to_owned());
        }
        if state.fought.has(unit) {
            badges.push("fought".to_owned());
        }
        if let Some(bonus) = self.fresh_bonus(state, unit) {
            badges.push(format!("fresh +{bonus}"));
        }
        if attack.attackers.or(attack.guns).has(unit) {
            badges.push("attacker".to_owned());
        }
        if attack.defenders.has(unit) {
            badges.push("target".to_owned());
        }
        if attack.pending.has(unit) {
            badges.push("pending".to_owned());
        }
        if matches!(state.frame, Frame::Hand { unit: held, .. } if held == unit) {
            badges.push("in hand".to_owned());
        }
        if state.reserve.has(unit) {
            badges.push("reserve".to_owned());
        }
        let off_map = match (state.lost.has(unit), state.due.has(unit), piece.start) {
            _ if state.disrupted.has(unit) => Some("disrupted".to_owned()),
            (true, ..) => Some("lost".to_owned()),
            (_, true, Start::Due { entry, turn }) => {
                let code = &self.scenario.sheet.entries[usize::from(entry)].code;
                Some(format!("due at {code} on turn {turn}"))
            }
            (_, true, Start::Klenau { .. }) if state.klenau_released => Some("due at B, released".to_owned()),
            (_, true, Start::Klenau { .. }) => Some("due at B by die, or at C on turn 17".to_owned()),
            _ => None,
        };
        let mut counter = Counter {
            tag: piece.tag.clone(),
            side: piece.side.name().to_owned(),
            nation: piece.nation.clone(),
            name: piece.name.clone(),
            kind: piece.arm.word().to_owned(),
            values: format!("{}-{}", piece.strength, piece.movement),
            hex: state.hex(unit).map(|h| self.grid().number(h)),
            off_map,
            badges,
            strength: Some(piece.strength.into()),
            movement: Some(piece.movement.into()),
            body: piece.formation.clone(),
            ..Counter::default()
        };
        counter.alt = counter.sentence();
        counter
    }

    fn marks(&self, state: &State) -> Vec<Mark> {
        let control = self.objectives().iter().zip(state.control).filter_map(|(&hex, holder)| {
            Some(Mark { hex: self.grid().number(hex), kind: "control".to_owned(), side: Some(holder?.name().to_owned()) })
        });
        let targets = state.attack.defenders.into_iter().filter_map(|u| state.hex(u));
        let targets = targets.map(|hex| Mark { hex: self.grid().number(hex), kind: "target".to_owned(), side: None });
        control.chain(targets).collect()
    }

    fn tracks(&self, state: &State) -> Vec<Track> {
        let mut tracks = Vec::new();
        let dresden = self.title() == Title::Dresden;
        let (points_case, loss_case) = if dresden { ("18.0", "18.1") } else { ("23.0", "23.1") };
        for side in Side::BOTH {
            let points = self.points(state, side);
            tracks.push(Track {
                name: format!("{} points", side.name()),
                value: points.total.into(),
                case: points_case.to_owned(),
            });
            let lost = self.printed(state.lost.and(self.units_of(side)));
            tracks.push(Track { name: format!("{} strength lost", side.name()), value: lost.into(), case: loss_case.to_owned() });
        }
        if dresden {
            for army in Army::ALL {
                let value = state.morale[army as usize].into();
                tracks.push(Track { name: format!("{} morale", army.name()), value, case: "16.0".to_owned() });
            }
            return tracks;
        }
        for (i, division) in self.divisions().iter().enumerate().filter(|(_, d)| d.fresh > 0) {
            let left = if state.fresh_spent >> i & 1 == 1 { 0 } else { division.fresh };
            let name = format!("{} Fresh Strength {}", division.side.name(), division.code);
            tracks.push(Track { name, value: left.into(), case: "21.0".to_owned() });
        }
        let guard = i32::from(state.guard_attacked);
        tracks.push(Track { name: "Guard infantry has attacked".to_owned(), value: guard, case: "23.3".to_owned() });
        tracks
    }
}
