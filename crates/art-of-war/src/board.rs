//! A position as it is drawn. [2.7] Markers appear as badges, marks and tracks, never as counters.

use crate::Battle;
use crate::exclusive::dresden::morale::Army;
use crate::obligation::Duties;
use crate::scenario::Start;
use crate::sequence::Phase;
use crate::state::{Frame, Side, State};
use crate::title::Title;
use crate::unitset::Unit;
use grognard_engine::board::{Duty, Mark, Track};
use grognard_engine::{Board, Counter};

impl Battle {
    /// What anybody may see: everything.
    pub(crate) fn draw_board(&self, state: &State) -> Board {
        Board {
            turn: format!("Turn {}", self.turn_words(state)),
            phase: match (state.frame, self.phase(state)) {
                (Frame::Over, _) => "The game is over".to_owned(),
                (_, Phase::Movement) => format!("{} Movement Phase", state.phasing.name()),
                (_, Phase::Combat) => format!("{} Combat Phase", state.phasing.name()),
            },
            prompt: self.prompt(state),
            counters: (0..self.pieces().len()).map(|u| self.counter(state, u as Unit)).collect(),
            marks: self.marks(state),
            tracks: self.tracks(state),
            duties: self.duty_list(state),
            turn_number: state.turn.into(),
            turns: self.scenario.turns.len() as u16,
            ..Board::default()
        }
    }

    fn prompt(&self, state: &State) -> String {
        let who = self.owner(state).name();
        let attack = &state.attack;
        if let Some(army) = self.offered(state) {
            return format!("{who}: the {} army has lost a unit: activate one of its reserves, or hold", army.name());
        }
        match state.frame {
            Frame::Muster => {
                format!("{who}: activate reserves of armies above their starting morale, a point each, or say ready")
            }
            Frame::DayEnd => format!("{who}: the day is over: fight on, or stop"),
            Frame::Reorganize(_) => format!("{who}: choose a disrupted enemy unit to place"),
            Frame::Place { unit, .. } => format!("{who}: where does {} come back?", self.tag(unit)),
            Frame::Move => format!("{who}: choose a unit to move, or end the phase"),
            Frame::Hand { unit, spent, .. } => {
                let left = self.points_words(self.allowance(unit) - spent);
                format!("{who}: where does {} go? {left} left", self.tag(unit))
            }
            Frame::Overfull => format!("{who}: choose which unit in an over-full hex is destroyed"),
            Frame::Fresh(_) => format!("{who}: declare Fresh Strength for this Combat Phase, or say ready"),
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
        if state.moved.has(unit) {
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
        Counter {
            tag: piece.tag.clone(),
            side: piece.side.name().to_owned(),
            nation: piece.nation.clone(),
            name: piece.name.clone(),
            kind: piece.arm.word().to_owned(),
            values: format!("{}-{}", piece.strength, piece.movement),
            hex: state.hex(unit).map(|h| self.grid().number(h)),
            off_map,
            badges,
            ..Counter::default()
        }
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

    fn duty_list(&self, state: &State) -> Vec<Duty> {
        let hex = |unit| state.hex(unit).map(|h| self.grid().number(h));
        let tag = |unit| Some(self.tag(unit).to_owned());
        let mut list = Vec::new();
        match state.frame {
            Frame::Move | Frame::Hand { .. } => {
                for unit in self.overfull(state) {
                    let text = format!("{} shares its hex with too many", self.tag(unit));
                    list.push(Duty { case: "4.4".to_owned(), text, hex: hex(unit), unit: tag(unit), optional: false });
                }
                for unit in self.guard_must_go(state) {
                    let text = format!("{} must go back from the enemy, or to the Elbe", self.tag(unit));
                    list.push(Duty { case: "17.3".to_owned(), text, hex: hex(unit), unit: tag(unit), optional: false });
                }
                let obstacles = self.obstacles(state);
                for unit in self.units_of(state.phasing).and(state.due).less(state.moved) {
                    if self.may_enter(state, unit, &obstacles).is_ok() {
                        let text = format!("{} can enter as a reinforcement", self.tag(unit));
                        list.push(Duty { case: "7.0".to_owned(), text, hex: None, unit: tag(unit), optional: true });
                    }
                }
            }
            Frame::Combat | Frame::Declare => {
                let duties = Duties::of(self, state);
                for unit in duties.bound() {
                    let text = format!("{} must attack", self.tag(unit));
                    list.push(Duty { case: "5.1".to_owned(), text, hex: hex(unit), unit: tag(unit), optional: false });
                }
                for enemy in self.present(state, state.phasing.other()).and(state.owed).less(state.fought) {
                    let orphan = duties.orphans().has(enemy);
                    let reachable = !duties.guns_on(crate::unitset::UnitSet::one(enemy)).is_empty();
                    if orphan && !reachable {
                        continue;
                    }
                    if !duties.touched(enemy).is_empty() {
                        let how = if orphan { " by bombardment" } else { "" };
                        let text = format!("{} must be attacked{how}", self.tag(enemy));
                        list.push(Duty { case: "5.1".to_owned(), text, hex: hex(enemy), unit: tag(enemy), optional: false });
                    }
                }
            }
            _ => {}
        }
        list
    }
}
