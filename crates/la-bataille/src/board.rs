//! What is seen: everything, by everybody. Pieces with their faces, who holds what, levels, what is to be decided.

use crate::state::{Arm, Formation, Frame, NOWHERE, Order, Place, Readiness, Segment, Side, State, Unit, flag};
use crate::victory::PLACES;
use crate::{Bautzen, Setup};
use grognard_engine::board::{Holding, Mark, PhaseView, Track};
use grognard_engine::piece::{FormationView, Shape, Stance, StateKind, StateView, StepsView, Tone};
use grognard_engine::{Board, Counter, Rules as _, UnitId};

/// How a formation is named and drawn.
pub(crate) fn formation_view(formation: Formation) -> FormationView {
    let (name, shape) = match formation {
        Formation::Column => ("Column", Shape::Column),
        Formation::Line => ("Line", Shape::Line),
        Formation::Carre => ("Carré", Shape::Square),
        Formation::Skirmish => ("Skirmish order", Shape::Loose),
        Formation::General => ("General order", Shape::Loose),
        Formation::March => ("Road march", Shape::March),
        Formation::Limbered => ("Limbered", Shape::March),
        Formation::Unlimbered => ("Unlimbered", Shape::Battery),
        Formation::Leader => ("Leader", Shape::Loose),
    };
    FormationView { name: name.to_owned(), shape }
}

impl Bautzen {
    pub(crate) fn draw_board(&self, state: &State) -> Board {
        let over = state.frame() == Frame::Over;
        let setting_up = matches!(state.frame(), Frame::SetUp(_) | Frame::Arrange { .. });
        let (first, last) = self.turns();
        let mut order: Vec<Unit> = self.units().collect();
        order.sort_by_key(|&unit| (self.kind(unit).arm == Arm::Leader, state.piece(unit).rank, unit));
        let counters = order.into_iter().filter_map(|unit| self.counter(state, unit)).collect();
        let phases = Side::BOTH.into_iter().flat_map(|side| {
            Segment::ALL.into_iter().map(move |segment| PhaseView {
                name: format!("{} {}", side.name(), segment.name()),
                side: Some(side.name().to_owned()),
                current: !over && !setting_up && side == state.phasing && segment == state.segment,
            })
        });
        let clock = format!("{}, 21 May 1813", Self::clock(state.turn));
        Board {
            turn: format!("Turn {} of {}, {clock}", self.turn_of_game(state.turn), last - first + 1),
            turn_number: self.turn_of_game(state.turn).into(),
            turns: (last - first + 1).into(),
            clock,
            phases: phases.collect(),
            phase: if over {
                "The game is over".to_owned()
            } else if setting_up {
                format!("{} set-up", state.phasing.name())
            } else {
                format!("{} {} segment", state.phasing.name(), state.segment.name())
            },
            prompt: self.prompt(state),
            counters,
            marks: self.marks(state),
            tracks: self.tracks(state),
            duties: self.duties(state),
            boxes: self.boxes(state),
            ..Board::default()
        }
    }

    fn boxes(&self, state: &State) -> Vec<Holding> {
        let held = |place: Place, side: Side| -> Vec<String> {
            let here = |unit: &Unit| self.side(*unit) == side && state.piece(*unit).place == place;
            self.units().filter(here).map(|unit| self.tag(unit).to_owned()).collect()
        };
        let mut boxes = Vec::new();
        for side in Side::BOTH {
            for (place, name, case) in
                [(Place::Due, "To come", "6.10"), (Place::Off, "Off the map", "14.10"), (Place::Wounded, "Wounded", "19.3")]
            {
                let counters = held(place, side);
                if !counters.is_empty() {
                    let name = format!("{name} ({})", side.name());
                    boxes.push(Holding {
                        name,
                        side: Some(side.name().to_owned()),
                        counters,
                        note: String::new(),
                        case: case.to_owned(),
                    });
                }
            }
        }
        boxes
    }

    fn marks(&self, state: &State) -> Vec<Mark> {
        let grid = self.grid();
        let mut marks = Vec::new();
        for (at, hex) in self.ground().objectives.iter().enumerate() {
            let side = if state.held >> at & 1 == 1 { Side::French } else { Side::Coalition };
            marks.push(Mark { hex: grid.number(*hex), kind: "control".to_owned(), side: Some(side.name().to_owned()) });
        }
        let mut mark = |hex: grognard_engine::HexId, kind: &str| {
            if hex != NOWHERE {
                marks.push(Mark { hex: grid.number(hex), kind: kind.to_owned(), side: None });
            }
        };
        match state.frame() {
            Frame::Aim(hex) => mark(hex, "target"),
            Frame::Assault | Frame::Answer | Frame::Follow | Frame::Advance => mark(state.fight.hex, "target"),
            Frame::Stand | Frame::Pursue => mark(state.ride.target, "target"),
            // Who is asked looks at whoever acts or rides.
            Frame::Opportunity(unit) | Frame::Pounce(unit) => state.piece(unit).hexes().for_each(|hex| mark(hex, "target")),
            Frame::React => mark(state.piece(state.ride.lead).hex, "target"),
            _ => {}
        }
        for (hex, since) in state.trenches {
            if hex != NOWHERE && since != u8::MAX {
                mark(hex, "entrenchment");
            }
        }
        marks
    }

    fn tracks(&self, state: &State) -> Vec<Track> {
        let lost = self.increments_lost(state);
        let mut tracks: Vec<Track> = Side::BOTH
            .into_iter()
            .map(|side| Track {
                name: format!("{} increments lost", side.name()),
                value: lost[side as usize],
                case: "12.1".to_owned(),
            })
            .collect();
        if self.setup() != Setup::Outposts {
            let held = PLACES.into_iter().filter(|place| self.french_hold(state, place)).count();
            tracks.push(Track { name: "Places held by the French".to_owned(), value: held as i32, case: "23.1".to_owned() });
        }
        for (body, (name, ..)) in self.bodies() {
            let value = state.levels[usize::from(body)].into();
            tracks.push(Track { name: format!("{name}, morale level"), value, case: "20.3".to_owned() });
        }
        tracks
    }

    fn prompt(&self, state: &State) -> String {
        let grid = self.grid();
        let text = match state.frame() {
            Frame::Over => return String::new(),
            Frame::SetUp(_) => "set a unit up elsewhere, or end your set-up".to_owned(),
            Frame::Arrange { unit, .. } => format!("place, turn or form {}", self.called(unit)),
            Frame::Charge => "choose cavalry that charges, or end the segment".to_owned(),
            Frame::Ride => format!("{}; {} left", self.acts(state.ride.units, "charge"), told_points(state.ride.left)),
            Frame::React => "meet the charge with cavalry, or let it come".to_owned(),
            Frame::Stand => format!("form carré in {} or stand", grid.number(state.ride.target)),
            Frame::Pursue if state.ride.stage == crate::charge::stage::VACATED => {
                format!("take {}, which was left, or stay", grid.number(state.ride.target))
            }
            Frame::Pursue => {
                format!("ride the beaten enemy in {} down; {} left", grid.number(state.ride.target), told_points(state.ride.left))
            }
            Frame::Move => "move a unit, or end the segment".to_owned(),
            Frame::Hand { unit, left, .. } => format!("{} has {} left", self.called(unit), told_points(left)),
            Frame::Opportunity(unit) => format!("fire at {}, who acts in your zone, or let it pass", self.called(unit)),
            Frame::Pounce(unit) => format!("fall upon {} with cavalry, or let it pass", self.called(unit)),
            Frame::Fire => "choose a hex to fire at, or end the segment".to_owned(),
            Frame::Aim(hex) => format!("choose who fires at {}", grid.number(hex)),
            Frame::Melee => "choose a hex to assault, or end the segment".to_owned(),
            Frame::Assault => format!("choose who assaults {}", grid.number(state.fight.hex)),
            Frame::Answer => format!("answer the assault on {}", grid.number(state.fight.hex)),
            Frame::Follow => format!("follow into {}, or stay", grid.number(state.fight.hex)),
            Frame::Advance => format!("advance into {}", grid.number(state.fight.hex)),
            Frame::Recovery => "choose who is rolled for".to_owned(),
            Frame::Fight | Frame::Checks | Frame::Flee(_) => "wait".to_owned(),
        };
        match self.decision(state) {
            grognard_engine::Decision::Choose { seat, .. } => format!("{}: {text}.", Side::BOTH[usize::from(seat.0 & 1)].name()),
            grognard_engine::Decision::Over(_) => String::new(),
        }
    }

    fn counter(&self, state: &State, unit: Unit) -> Option<Counter> {
        let (so, kind, grid) = (state.piece(unit), self.kind(unit), self.grid());
        let piece = self.field().army.roster.get(UnitId(unit))?;
        let mut states = Vec::new();
        let mut say = |kind: StateKind, word: &str, tone: Tone, amount: Option<i16>| {
            states.push(StateView { kind, word: word.to_owned(), amount, tone });
        };
        match so.order {
            Order::Good => {}
            Order::Disordered => say(StateKind::Morale, "disordered", Tone::Bad, None),
            Order::Routed => say(StateKind::Morale, "routed", Tone::Bad, None),
        }
        match so.ready {
            Readiness::Fresh => {}
            Readiness::Tired => say(StateKind::Fatigue, "tired", Tone::Bad, None),
            Readiness::Exhausted => say(StateKind::Fatigue, "exhausted", Tone::Bad, None),
        }
        let wild = if kind.arm == Arm::Cavalry { flag::WILD } else { 0 };
        for (bit, word, tone) in [
            (flag::MOVED, "moved", Tone::Plain),
            (flag::CHARGED, "charged", Tone::Plain),
            (flag::fired(kind.arm), "fired", Tone::Plain),
            (flag::ATTACKED, "attacked", Tone::Plain),
            (flag::STOOD, "stood", Tone::Good),
            (flag::FORCED, "forced march", Tone::Bad),
            (wild, "not recalled", Tone::Bad),
            (flag::CROSSED, "crossed the Spree", Tone::Bad),
        ] {
            // In a melee or a recovery segment the bit of those who fired is another one [21.5] [20.1].
            let meant = bit & flag::FIRED == 0 || !matches!(state.segment, Segment::Melee | Segment::Recovery);
            if so.has(bit) && so.on_map() && meant {
                say(StateKind::Activity, word, tone, None);
            }
        }
        if so.on_map() && so.third != NOWHERE {
            say(StateKind::Activity, &format!("also in {}", grid.number(so.third)), Tone::Plain, None);
        }
        if so.on_map() && self.on_foot(unit, so) {
            say(StateKind::Activity, "on foot", Tone::Plain, None);
        }
        let held = matches!(state.frame(), Frame::Hand { unit: held, .. } | Frame::Arrange { unit: held, .. } if held == unit)
            || (state.frame() == Frame::Ride && state.ride.units.has(unit));
        if held {
            say(StateKind::Activity, "in hand", Tone::Plain, None);
        }
        // Riders who have the choice are in hand.
        let strikes = !held && state.ride.units.has(unit);
        if so.on_map() && (strikes || state.firing.has(unit) || state.fight.attackers.has(unit)) {
            say(StateKind::Activity, "attacker", Tone::Plain, None);
        }
        let badges: Vec<String> = states.iter().map(|state| state.word.clone()).collect();
        let stance = Stance {
            second: (so.on_map() && so.second != NOWHERE).then(|| grid.number(so.second)),
            facing: (so.on_map() && kind.fights() && so.order == Order::Good && so.formation != Formation::Carre)
                .then(|| grid.facing_view(so.looks())),
            formation: (so.on_map() && kind.fights()).then(|| formation_view(so.formation)),
            steps: (kind.increments > 0).then_some(StepsView { left: so.left, full: kind.increments }),
            states,
        };
        let off_map = match so.place {
            Place::Map => None,
            Place::Absent => Some("not in this game".to_owned()),
            Place::Due => Some(format!("due at {}, turn {}", Self::clock(so.until), self.turn_of_game(so.until))),
            Place::Off => Some(format!("off the map, back from turn {}", self.turn_of_game(so.until))),
            Place::Wounded => Some(format!("wounded, back in turn {}", self.turn_of_game(so.until))),
            Place::Lost => Some("lost".to_owned()),
        };
        let mut counter = Counter {
            hex: so.on_map().then(|| grid.number(so.hex)),
            off_map,
            stance: (stance != Stance::default()).then_some(stance),
            strength: kind.fights().then_some(so.left.into()),
            ..piece.counter()
        };
        counter.alt = counter.sentence();
        counter.badges = badges;
        Some(counter)
    }
}

/// So many of something, one or several.
pub(crate) fn many(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// Half points with their noun: half a point and one are no more than one.
pub(crate) fn told_points(halves: u8) -> String {
    let noun = if matches!(halves, 1 | 2) { "point" } else { "points" };
    format!("{} {noun}", points(halves))
}

/// Half points as a person reads them.
pub(crate) fn points(halves: u8) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}
