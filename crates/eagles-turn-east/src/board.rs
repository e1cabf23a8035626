//! A position as it is drawn, for the eyes of one seat. [1.1] A leader who lies face down has no name for the enemy, and what stands on
//! tracks is nobody's affair but its owner's.

use crate::Campaign;
use crate::administration::pool_index;
use crate::ground::PONTOONS;
use crate::losses::ARM_WORDS;
use crate::roster::{Army, Rank, Start};
use crate::state::{Away, By, Frame, Leader, NOBODY, Phase, Redoubt, Side, State, Strength, Train, Unit, Weather};
use crate::victory::{LAST_SPACE, space};
use crate::words::count;
use grognard_engine::board::{Duty, HexsideMark, Holding, Mark, Marker, PhaseView, Scale, Track};
use grognard_engine::fields::NOWHERE;
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::piece::{Rating, Stance, StepsView};
use grognard_engine::{Board, Counter, HexId, Seat};

/// [5.6] Kinds of replacements, in the order of the pools.
const POOL_WORDS: [&str; 5] = ["infantry", "cavalry", "Kossacks", "artillery", "Guard"];
/// The arms, as people say them.
const ARM_NAMES: [&str; 3] = ["infantry", "cavalry", "artillery"];
/// Spaces that the track of Administrative Points has at least, besides that for none.
const LEAST_TRACK: u8 = 15;
/// [16.1] Front hexsides of a redoubt.
const FRONT: usize = 3;

/// [1.1] Trains and pontoons in the order of where they lie: that in which a position holds them depends on who carries the others.
fn by_place(state: &State) -> [Train; PONTOONS] {
    let mut trains = state.trains;
    trains.sort_by_key(|train| (train.hex, train.facing, train.side));
    trains
}

impl Campaign {
    /// What a seat may see; a spectator sees no more than both players do.
    pub(crate) fn draw_board(&self, state: &State, seat: Option<Seat>) -> Board {
        let over = state.frame == Frame::Over;
        let unknown = self.unknown_to(state, seat);
        let (mut counters, mut strangers) = (Vec::new(), Vec::new());
        for leader in 0..self.leaders() as Leader {
            if unknown.has(leader.into()) {
                strangers.push(self.stranger(state, leader));
            } else {
                counters.push(self.leader_counter(state, leader, seat));
            }
        }
        for unit in 0..self.bodies().len() as Unit {
            let army = self.bodies()[usize::from(unit)].army;
            if over || seat == Some(army.side().into()) {
                counters.push(self.unit_counter(state, unit));
            } else {
                strangers.push(self.hidden_unit(army));
            }
        }
        // In an order, and under names, that tell nothing about who they are.
        strangers.sort_by(|a, b| (&a.hex, &a.off_map, &a.nation, &a.badges).cmp(&(&b.hex, &b.off_map, &b.nation, &b.badges)));
        for i in 0..strangers.len() {
            let place = |counter: &Counter| counter.hex.clone().unwrap_or_else(|| counter.nation.clone());
            let here = place(&strangers[i]);
            let alike = strangers[..i].iter().filter(|other| place(other) == here).count();
            strangers[i].tag = format!("?{here}.{}", alike + 1);
            strangers[i].alt = strangers[i].sentence();
        }
        counters.extend(strangers);
        let mut boxes = self.displays(state, seat);
        boxes.extend(self.off_map_boxes(state, &counters));
        Board {
            turn: self.turn_words(state),
            turn_number: u16::from(state.turn + 1 - self.scenario.turns.0),
            turns: u16::from(self.scenario.turns.1 + 1 - self.scenario.turns.0),
            clock: self.clock(state),
            conditions: self.conditions(state),
            phases: self.phases(state),
            phase: if over { "The game is over".to_owned() } else { self.phase_words(state) },
            prompt: self.prompt(state, seat),
            counters,
            marks: self.marks(state, seat),
            hexside_marks: self.hexside_marks(state),
            tracks: self.tracks(state, seat),
            duties: self.duties(state, seat),
            boxes,
            scales: self.scales(state, seat),
            ..Board::default()
        }
    }

    fn clock(&self, state: &State) -> String {
        let dates = &self.scenario.calendar.turn(state.turn).dates;
        let year = if dates.ends_with("Dec") { 1806 } else { 1807 };
        format!("{dates} {year}")
    }

    /// Weather, clocks, ships and Danzig, as everybody knows them.
    fn conditions(&self, state: &State) -> Vec<String> {
        let mut all: Vec<String> = state.weather.name().to_lowercase().split('/').map(str::to_owned).collect();
        if self.is_grand() {
            let resting = Side::BOTH.into_iter().filter(|&side| self.rests(state, side));
            all.extend(resting.map(|side| format!("{} at rest", side.name())));
            all.push(format!("ships {}", state.grand.voyage.name()));
            all.extend(state.grand.closed.then(|| "channel closed".to_owned()));
            all.push(if state.grand.fallen > 0 { "Danzig fallen" } else { "Danzig holds out" }.to_owned());
        }
        all
    }

    fn phase_words(&self, state: &State) -> String {
        let side = if state.phase == Phase::ForcedMarch { state.phasing.other() } else { state.phasing };
        format!("{} {}", side.name(), state.phase.name())
    }

    fn phases(&self, state: &State) -> Vec<PhaseView> {
        let phase = |&phase: &Phase| {
            let side = if phase == Phase::ForcedMarch { state.phasing.other() } else { state.phasing };
            PhaseView {
                name: phase.name().to_owned(),
                side: Some(side.name().to_owned()),
                current: phase == state.phase && state.frame != Frame::Over,
            }
        };
        Phase::ALL.iter().map(phase).collect()
    }

    fn leader_badges(&self, state: &State, leader: Leader) -> Vec<String> {
        let has = |set: crate::state::Leaders| set.has(leader.into());
        let words = [
            (state.hand == leader, "in hand"),
            (has(state.acted), "activated"),
            (has(state.fought), "has fought"),
            (has(state.battle.everybody()), "in battle"),
            (has(state.battle.fleeing) || has(state.battle.waiting), "retreats"),
            (state.hex(leader).is_some() && self.points(state, leader) == 0 && !self.is_outpost(leader), "without troops"),
            (has(state.bare), "outpost"),
            (has(state.forage), "forages"),
        ];
        words.into_iter().filter(|(on, _)| *on).map(|(_, word)| word.to_owned()).collect()
    }

    /// [1.1] [6.8] [6.10] What the owner of a counter knows of it, and everybody once the game is over.
    fn private_badges(&self, state: &State, leader: Leader, seat: Option<Seat>) -> Vec<String> {
        if state.frame != Frame::Over && seat != Some(self.side_of(leader).into()) {
            return Vec::new();
        }
        let carries = state.trains.iter().any(|train| train.carrier == leader);
        let dummy = self.is_outpost(leader) && !state.bare.has(leader.into());
        let words = [(carries, "bridge train"), (dummy, "outpost"), (state.shy.has(leader.into()), "gives way")];
        words.into_iter().filter(|(on, _)| *on).map(|(_, word)| word.to_owned()).collect()
    }

    fn leader_counter(&self, state: &State, leader: Leader, seat: Option<Seat>) -> Counter {
        let general = self.general(leader);
        // [1.1] Who lies open shows what he had when he was turned up, less what he has lost in battle: marches cost him out of sight.
        let known = state.frame == Frame::Over || seat == Some(general.army.side().into());
        let [foot, horse, guns] = if known { self.strength(state, leader) } else { self.reputed_strength(state, leader) };
        let mut badges = self.leader_badges(state, leader);
        if !state.open.has(leader.into()) && state.hex(leader).is_some() && seat.is_some() {
            badges.push("face down".to_owned());
        }
        badges.extend(self.private_badges(state, leader, seat));
        let halves = |n: u8| if n.is_multiple_of(2) { (n / 2).to_string() } else { format!("{}.5", n / 2) };
        let cost = general.cost.map_or_else(|| "-".to_owned(), halves);
        let mut counter = Counter {
            tag: general.tag.clone(),
            side: general.army.side().name().to_owned(),
            nation: general.army.name().to_owned(),
            name: general.name.clone(),
            kind: "leader".to_owned(),
            branch: match general.rank {
                Rank::Commander => "army commander",
                Rank::General => "leader",
                Rank::Named | Rank::Generic => "major general",
                Rank::Outpost => "outpost",
            }
            .to_owned(),
            body: general.body.clone(),
            values: format!("{}-{}-{cost}", general.initiative, halves(general.span)),
            strength: Some(i32::from(foot + horse + guns)),
            ratings: [
                ("initiative", general.initiative),
                ("infantry", foot as u8),
                ("cavalry", horse as u8),
                ("artillery", guns as u8),
            ]
            .map(|(name, value)| Rating { name: name.to_owned(), value: value.into() })
            .to_vec(),
            hex: state.hex(leader).map(|hex| self.grid().number(hex)),
            off_map: state.hex(leader).is_none().then(|| state.away[usize::from(leader)].name().to_owned()),
            badges,
            ..Counter::default()
        };
        counter.alt = counter.sentence();
        counter
    }

    /// [1.1] A leader who lies face down: his flag is seen, and whether he leads troops.
    fn stranger(&self, state: &State, leader: Leader) -> Counter {
        let army = self.general(leader).army;
        Counter {
            side: army.side().name().to_owned(),
            nation: army.name().to_owned(),
            name: "?".to_owned(),
            kind: "leader".to_owned(),
            hex: state.hex(leader).map(|hex| self.grid().number(hex)),
            off_map: state.hex(leader).is_none().then(|| state.away[usize::from(leader)].name().to_owned()),
            badges: self.leader_badges(state, leader),
            hidden: true,
            ..Counter::default()
        }
    }

    fn unit_counter(&self, state: &State, unit: Unit) -> Counter {
        let (body, strength) = (&self.bodies()[usize::from(unit)], state.strength[usize::from(unit)]);
        let kind = match body.parts {
            [false, false, _] => "artillery",
            [false, ..] => "cavalry",
            _ => "infantry",
        };
        let values = strength
            .iter()
            .zip(ARM_WORDS)
            .filter(|(points, _)| **points > 0)
            .map(|(points, arm)| format!("{points}{}", &arm[..1]));
        let place = if strength == [0; 3] && state.track[usize::from(unit)] == NOBODY {
            "not in play".to_owned()
        } else if strength == [0; 3] {
            "eliminated".to_owned()
        } else {
            format!("on the track of {}", self.tag(state.track[usize::from(unit)]))
        };
        let sum = |points: Strength| points.iter().copied().sum::<u8>();
        let steps = StepsView { left: sum(strength), full: sum(body.strength).max(sum(strength)) };
        let corps = self.scenario.roster.leaders.get(usize::from(body.leader)).map(|leader| leader.body.clone());
        let mut counter = Counter {
            tag: body.tag.clone(),
            side: body.army.side().name().to_owned(),
            nation: body.army.name().to_owned(),
            name: body.name.clone(),
            kind: kind.to_owned(),
            values: values.collect::<Vec<_>>().join(" "),
            strength: Some(sum(strength).into()),
            off_map: Some(place),
            badges: if body.guard { vec!["guard".to_owned()] } else { Vec::new() },
            body: corps.unwrap_or_default(),
            stance: (steps.full > 0).then(|| Stance { steps: Some(steps), ..Stance::default() }),
            ..Counter::default()
        };
        counter.alt = counter.sentence();
        counter
    }

    fn hidden_unit(&self, army: Army) -> Counter {
        Counter {
            side: army.side().name().to_owned(),
            nation: army.name().to_owned(),
            name: "?".to_owned(),
            kind: "unknown".to_owned(),
            off_map: Some("on an Organization Display".to_owned()),
            hidden: true,
            ..Counter::default()
        }
    }

    /// The Organization Displays: a private box for each leader.
    fn displays(&self, state: &State, seat: Option<Seat>) -> Vec<Holding> {
        let mut boxes = Vec::new();
        let over = state.frame == Frame::Over;
        for leader in 0..self.leaders() as Leader {
            let side = self.side_of(leader);
            let there =
                state.hex(leader).is_some() || (state.away[usize::from(leader)] != Away::No && self.points(state, leader) > 0);
            if !there || self.is_outpost(leader) || !(over || seat == Some(side.into())) {
                continue;
            }
            let units: Vec<String> = self
                .on_track(state, leader)
                .filter(|&unit| state.strength[usize::from(unit)] != [0; 3])
                .map(|unit| self.body_tag(unit).to_owned())
                .collect();
            let arms = self.strength(state, leader).into_iter().zip(ARM_NAMES).filter(|(points, _)| *points > 0);
            let note: Vec<String> = arms.map(|(points, arm)| format!("{points} {arm}")).collect();
            boxes.push(Holding {
                name: format!("Track of {}", self.tag(leader)),
                side: Some(side.name().to_owned()),
                counters: units,
                note: if note.is_empty() { "no troops".to_owned() } else { note.join(", ") },
                case: "3.4".to_owned(),
            });
        }
        boxes
    }

    /// [6.11] The boxes off the map, each with the counters and Centers in it.
    fn off_map_boxes(&self, state: &State, counters: &[Counter]) -> Vec<Holding> {
        if !self.is_campaign() {
            return Vec::new();
        }
        let holding = |away: Away| {
            let centers = Army::ALL.into_iter().filter(|&army| state.offices[army as usize].away == away);
            let note: Vec<String> = centers.map(|army| format!("the {} Center of Operations", army.name())).collect();
            let here = |counter: &&Counter| counter.kind == "leader" && counter.off_map.as_deref() == Some(away.name());
            let counters = counters.iter().filter(here).map(|counter| counter.tag.clone()).collect();
            Holding { note: note.join(", "), ..Holding::new(away.name(), None, counters, "6.11") }
        };
        let mut boxes = vec![Away::Podlasia, Away::Goniondz, Away::Thorn, Away::Cantonment];
        // [13] The Grand Scenario has Danzig and the Sea Transport Track besides.
        if self.is_grand() {
            boxes.extend([Away::Danzig, Away::Sea]);
        }
        // [6.10] Hardly ever has anybody nowhere to flee to.
        boxes.extend(state.away.contains(&Away::Driven).then_some(Away::Driven));
        boxes.into_iter().map(holding).collect()
    }

    fn marks(&self, state: &State, seat: Option<Seat>) -> Vec<Mark> {
        let mut marks = Vec::new();
        for side in Side::BOTH {
            let mark = |hex, kind: &str| Mark {
                hex: self.grid().number(hex),
                kind: kind.to_owned(),
                side: Some(side.name().to_owned()),
            };
            let armies: &[Army] = if self.is_campaign() { side.armies() } else { &side.armies()[..1] };
            for &army in armies {
                let (source, changing) = (state.source[army as usize], state.changing[army as usize]);
                if self.ground().in_play(source) {
                    marks.push(mark(source, "supply-source"));
                }
                if changing != NOWHERE {
                    marks.push(mark(changing, "supply-source-to-come"));
                }
                let office = &state.offices[army as usize];
                if office.center != NOWHERE {
                    // [I.a.2] It lies on its face while the source is being changed, too, and [5.2] off the primary roads it counts as having moved.
                    let face_up = office.moved == 0 && changing == NOWHERE && self.ground().on_primary(office.center);
                    let rest = if face_up { "" } else { "-inactive" };
                    marks.push(mark(office.center, &format!("{}-Center-of-Operations{rest}", army.name())));
                }
            }
            for redoubt in state.redoubts.iter().filter(|redoubt| redoubt.hex != NOWHERE && redoubt.side == side) {
                marks.push(mark(redoubt.hex, if redoubt.builder == NOBODY { "redoubt" } else { "unfinished-redoubt" }));
            }
            let lies = |train: &&Train| train.hex != NOWHERE && train.side == side && train.facing == Train::PACKED;
            marks.extend(by_place(state).iter().filter(lies).map(|train| mark(train.hex, "bridge-train")));
        }
        if let Some(&hex) = self.ground().area("koenigsberg").first().filter(|hex| self.ground().in_play(**hex)) {
            let mark = |side: Side| Mark {
                hex: self.grid().number(hex),
                kind: "control".to_owned(),
                side: Some(side.name().to_owned()),
            };
            marks.extend(self.holder_seen(state, seat).map(mark));
        }
        if state.frame == Frame::Declare {
            for hex in self.hexes_of(state, state.battle.force[state.phasing.other() as usize]) {
                let side = Some(state.phasing.name().to_owned());
                marks.push(Mark { hex: self.grid().number(hex), kind: "target".to_owned(), side });
            }
        }
        marks
    }

    fn hexside_marks(&self, state: &State) -> Vec<HexsideMark> {
        let mark = |from, to, kind: &str, side: Option<Side>| HexsideMark {
            from: self.grid().number(from),
            to: self.grid().number(to),
            kind: kind.to_owned(),
            side: side.map(|side| side.name().to_owned()),
        };
        let bridges = state.down.into_iter().filter_map(|bridge| self.ground().bridge_hexes(bridge as u8));
        let mut marks: Vec<HexsideMark> = bridges.map(|(from, to)| mark(from, to, "damaged-bridge", None)).collect();
        for train in by_place(state).iter().filter(|train| train.facing < Train::PACKED) {
            if let Some(to) = self.grid().neighbours(train.hex)[usize::from(train.facing)] {
                marks.push(mark(train.hex, to, "pontoon-bridge", Some(train.side)));
            }
        }
        for redoubt in state.redoubts.iter().filter(|redoubt| redoubt.hex != NOWHERE && redoubt.builder == NOBODY) {
            for front in self.front_of(redoubt) {
                marks.push(mark(redoubt.hex, front, "rampart", Some(redoubt.side)));
            }
        }
        if state.weather.frost() {
            let lakes =
                self.ground().sheet().hexsides.iter().filter(|(kind, _)| kind.as_str() == "lake").flat_map(|(_, sides)| sides);
            let seen = lakes.filter(|(a, b)| self.ground().in_play(*a) && self.ground().in_play(*b));
            marks.extend(seen.map(|&(a, b)| mark(a, b, "frozen-lake", None)));
        }
        marks
    }

    /// [16.1] The hexes before the front hexsides of a redoubt.
    fn front_of(&self, redoubt: &Redoubt) -> Vec<HexId> {
        let around = self.grid().neighbours(redoubt.hex);
        (0..FRONT).filter_map(|at| around[(usize::from(redoubt.facing) + at) % DIRECTIONS]).collect()
    }

    /// [5.4] [5.6] The tracks of a campaign, each for its owner alone.
    fn office_tracks(&self, state: &State, seat: Option<Seat>, tracks: &mut Vec<Track>) {
        let over = state.frame == Frame::Over;
        for army in Army::ALL.into_iter().filter(|army| over || seat == Some(army.side().into())) {
            let office = &state.offices[army as usize];
            let mut add = |what: &str, value: u8, case: &str| {
                tracks.push(Track { name: format!("{} {what}", army.name()), value: value.into(), case: case.to_owned() });
            };
            add("Administrative Points", office.points, "5.4");
            for (kind, count) in POOL_WORDS.iter().zip(office.pool) {
                if count > 0 {
                    add(&format!("replacements, {kind}"), count, "5.6");
                }
            }
            if self.is_grand() {
                let grand = &state.grand;
                add("dismounted cavalry", grand.dismounted[army as usize], "12");
                add("remounts", grand.remounts[army as usize], "12");
                for (at, name) in ["hospital 1", "hospital 2"].iter().enumerate() {
                    for (ward, count) in ["infantry", "cavalry", "dismounted"].iter().zip(grand.wards[army as usize][at]) {
                        if count > 0 {
                            add(&format!("{name}, {ward}"), count, "12");
                        }
                    }
                }
            }
        }
    }

    fn tracks(&self, state: &State, seat: Option<Seat>) -> Vec<Track> {
        let points = self.points_seen(state, seat);
        let track = |name: String, value: i32, case: &str| Track { name, value, case: case.to_owned() };
        let mut tracks: Vec<Track> =
            Side::BOTH.iter().map(|&side| track(format!("{} VPs", side.name()), points[side as usize], "10.3")).collect();
        if self.is_campaign() {
            tracks.clear();
            self.office_tracks(state, seat, &mut tracks);
        } else {
            tracks.push(track("Movement Commands".to_owned(), state.commands.into(), "5.5"));
        }
        tracks.push(track("Round".to_owned(), state.battle.round.into(), "9.3"));
        // Between battles nothing is owed.
        for side in Side::BOTH.into_iter().filter(|_| state.battle.round > 0) {
            tracks.push(track(format!("{} losses owed", side.name()), state.battle.owed[side as usize].into(), "9.4"));
        }
        if state.frame == Frame::March && seat == Some(self.side_of(state.hand).into()) {
            tracks.push(track("Half MPs left".to_owned(), self.points_left(state, state.hand).into(), "6.1"));
        }
        tracks
    }

    /// [6.5] Told to whoever owes them: they show where he has troops.
    fn duties(&self, state: &State, seat: Option<Seat>) -> Vec<Duty> {
        if seat != Some(state.phasing.into()) || !matches!(state.frame, Frame::Attack | Frame::Declare) {
            return Vec::new();
        }
        let duty = |hex: HexId| {
            let number = self.grid().number(hex);
            let text = format!("the enemy in {number} must be attacked");
            Duty { case: "6.5".to_owned(), text, hex: Some(number), unit: None, optional: false }
        };
        self.all_duties(state).into_iter().map(duty).collect()
    }

    fn scales(&self, state: &State, seat: Option<Seat>) -> Vec<Scale> {
        let marker = |name: &str, step: u8| Marker { name: name.to_owned(), step: step.into(), side: None };
        let scale = |name: &str, steps: Vec<String>, markers: Vec<Marker>, case: &str| Scale {
            name: name.to_owned(),
            steps,
            markers,
            case: case.to_owned(),
        };
        let (first, last) = self.scenario.turns;
        let weather = Weather::ALL.iter().position(|one| *one == state.weather).unwrap_or_default() as u8;
        let letters = (0..=LAST_SPACE).map(|step| space(step).to_string()).collect();
        let mut scales = vec![
            scale(
                "Turn",
                (first..=last).map(|turn| self.day_words(turn)).collect(),
                vec![marker("Game-Turn", state.turn - first)],
                "19",
            ),
            scale("Morale", letters, vec![marker("Morale", state.morale.min(LAST_SPACE))], "10.1"),
            scale("Weather", Weather::ALL.map(|one| one.name().to_owned()).to_vec(), vec![marker("Weather", weather)], "A"),
        ];
        let over = state.frame == Frame::Over;
        if self.is_campaign() {
            for army in Army::ALL.into_iter().filter(|army| over || seat == Some(army.side().into())) {
                let points = state.offices[army as usize].points;
                let steps = (0..=points.max(LEAST_TRACK)).map(|step| step.to_string()).collect();
                let markers =
                    vec![Marker { side: Some(army.side().name().to_owned()), ..marker("Administrative Points", points) }];
                scales.push(scale(&format!("{} Administrative Points", army.name()), steps, markers, "5.4"));
            }
        }
        let whole = (1..=self.scenario.calendar.turns.len() as u8).map(|turn| self.day_words(turn)).collect();
        scales.push(scale("Calendar", whole, self.due(state, seat), "19"));
        scales
    }

    /// `[19]` The days of a turn and its Fortnight; the weather too, where it is known beforehand.
    fn day_words(&self, number: u8) -> String {
        let turn = self.scenario.calendar.turn(number);
        let weather = if self.options.historical { format!(", {}", turn.weather.name().to_lowercase()) } else { String::new() };
        format!("{} {}{weather}", turn.dates, turn.fortnight)
    }

    /// `[19]` What lies on the calendar. [1.1] Of the enemy that is what the set-up prints, whatever has become of it.
    fn due(&self, state: &State, seat: Option<Seat>) -> Vec<Marker> {
        let (first, last) = self.scenario.turns;
        let marker = |name: String, turn: u8, side: Option<Side>| Marker {
            name,
            step: u16::from(turn - 1),
            side: side.map(|side| side.name().to_owned()),
        };
        let mut markers = vec![
            marker("the game begins".to_owned(), first, None),
            marker("the game ends".to_owned(), last, None),
            marker("Game-Turn".to_owned(), state.turn.clamp(first, last), None),
        ];
        let within = |turn: u8| (first..=last).contains(&turn);
        for (at, general) in self.scenario.roster.leaders.iter().enumerate() {
            let side = general.army.side();
            let own = seat == Some(side.into());
            let waits = own && state.away[at] == Away::Due;
            let place = |at: &str| if self.grid().read(at).is_ok() { format!(" at {at}") } else { format!(", {at}") };
            match &general.start {
                Start::Due(turn, hex) if !own || waits && state.since[at] == *turn => {
                    let turn = if own { self.expected_turn(state, at as Leader) } else { Some(*turn) };
                    let turn = turn.filter(|turn| within(*turn));
                    markers.extend(turn.map(|turn| marker(format!("{}{}", general.name, place(hex)), turn, Some(side))));
                }
                // [3.6] Whoever was wounded or withdrawn comes back, also if he was a reinforcement once.
                _ if waits && within(state.since[at]) => {
                    markers.push(marker(format!("{} is back", general.name), state.since[at], Some(side)));
                }
                _ => {}
            }
        }
        if self.is_campaign() {
            for army in Army::ALL {
                markers.extend(
                    (first + 1..=last).filter_map(|turn| Some(marker(self.new_points(army, turn)?, turn, Some(army.side())))),
                );
                let office = &state.offices[army as usize];
                if office.away == Away::Disbanded && within(office.back) {
                    markers.push(marker(
                        format!("the {} Center of Operations comes back", army.name()),
                        office.back,
                        Some(army.side()),
                    ));
                }
            }
        }
        markers
    }

    /// [I.a.4] The replacements that come to an army on a turn, in words.
    fn new_points(&self, army: Army, turn: u8) -> Option<String> {
        let day = self.scenario.calendar.turn(turn);
        let new = self.scenario.administration.replacements(army, &day.fortnight);
        let word = |&(count, kind): &(u8, char)| match kind {
            // [12] Horses without riders are kept in the Grand Scenario only.
            'r' => self.is_grand().then(|| format!("{count} remounts")),
            kind => Some(format!("{count} {}", POOL_WORDS[pool_index(kind)?])),
        };
        let words: Vec<String> = new.iter().filter_map(word).collect();
        (day.first && !words.is_empty()).then(|| format!("{} replacements: {}", army.name(), words.join(", ")))
    }

    fn prompt(&self, state: &State, seat: Option<Seat>) -> String {
        let side = |side: Side| side.name();
        let phasing = side(state.phasing);
        match state.frame {
            Frame::Over => String::new(),
            Frame::Prepare(one) => {
                format!("{}: give out bridge trains (carry) and Outposts (post), then end the preparations.", side(one))
            }
            Frame::Season => "Coalition: let the Fortnight pass at rest, or rouse the armies to march turn by turn.".to_owned(),
            Frame::Succeed => "Coalition: promote whoever is to take over, or end where nobody is left.".to_owned(),
            Frame::Fleet => "Coalition: say whether the ships lie inside the Haff or outside.".to_owned(),
            Frame::Sea => "Coalition: embark, sail or land troops, or end sea transport.".to_owned(),
            Frame::Command if self.rests(state, state.phasing) => {
                format!("{phasing}: the Fortnight passes at rest: aim a Force at an objective, let troops enter, or end.")
            }
            Frame::Disband => format!("{phasing}: disband a Center of Operations, or end."),
            Frame::Guns(one) => {
                format!("{}: bring the guns forward (twice the fire, half of the losses), or hold them back.", side(one))
            }
            Frame::Command if self.is_campaign() => {
                format!("{phasing}: command Forces to march, let troops enter, shift Centers, or end and go on to Initiative.")
            }
            Frame::Admin => format!("{phasing}: name another supply source to change to it, or end and go on."),
            Frame::Organize => {
                format!("{phasing}: regroup units (transfer, detach, donate), or end and go on to the Movement Phase.")
            }
            Frame::Command => format!(
                "{phasing}: command a Force to march ({} left), let leaders alone ride, or end and go on to Initiative.",
                state.commands
            ),
            Frame::Initiative => {
                format!("{phasing}: try to march a Force by its leader's Initiative, or end the Movement Phase.")
            }
            Frame::March if seat == Some(self.side_of(state.hand).into()) => {
                let goes = if state.by == By::Ride { "ride" } else { "go" };
                let company = if self.goes_in_company(state) { ", or others follow him" } else { "" };
                format!(
                    "{}: let {} {goes} to a hex{company}; the march ends when you say done.",
                    side(self.side_of(state.hand)),
                    self.tag(state.hand)
                )
            }
            Frame::March => format!("{}: a Force is on the march.", side(self.side_of(state.hand))),
            Frame::Forced => {
                format!("{}: try a Forced March with a Force, or end and let the enemy attack.", side(state.phasing.other()))
            }
            Frame::Attack => format!("{phasing}: name an enemy hex as target to attack it, or end the Combat Phase."),
            Frame::Declare => {
                format!("{phasing}: join Forces to the attack, name a further target if you like, then close to declare it.")
            }
            Frame::Aim(one) => format!(
                "{}: you attack in your turn: spare an enemy hex, reserve Forces to face it, then close; or close at once.",
                side(one)
            ),
            Frame::Choose(one) => format!(
                "{}: pick Pitched or Pursuit, unseen: Pitched stands and bleeds, Pursuit makes this round the last and may retreat.",
                side(one)
            ),
            Frame::Lose(one) => {
                let points = count(state.battle.owed[one as usize], "Strength Point", "Strength Points");
                format!("{}: lose {points}: name a unit and its arm, one point at a time.", side(one))
            }
            Frame::Again(one) => format!("{}: attack again in your turn, or hold, which ends the battle.", side(one)),
            Frame::Flee(one) if state.battle.left == 1 => {
                format!("{}: retreat: name the hex to which you flee, 1 to go.", side(one))
            }
            Frame::Flee(one) => {
                format!("{}: retreat: name the next hex to which you flee, {} to go.", side(one), state.battle.left)
            }
            Frame::Chase(one) => format!("{}: chase those who retreat, a die tells how far, or hold.", side(one)),
            Frame::Advance(one) if state.battle.single => {
                format!("{}: advance one Force to a hex that the enemy has left, or hold.", side(one))
            }
            Frame::Advance(one) => {
                let hexes = count(state.battle.reach, "hex", "hexes");
                format!("{}: advance along the way of the retreat, up to {hexes}, or hold.", side(one))
            }
        }
    }
}
