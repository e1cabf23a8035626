//! A position as it is drawn, for the eyes of one seat. [16.1] [17.1.1] Counters that a seat may not know have no name for it.

use crate::declare::Contacts;
use crate::event::{Event, Kind};
use crate::scenario::{Area, Setting, Start};
use crate::state::{Frame, GARRISONS, NOBODY, Phase, Side, State, Weather};
use crate::unitset::{Unit, UnitSet};
use crate::{Action, Campaign};
use grognard_engine::board::{
    CardView, DeckCard, Duty, Holding, Mark, Marker, PhaseView, RollView, Scale, Track, Trail, those_that_hold,
};
use grognard_engine::preview::{Caption, Chart, Forecast, OverlayHex, OverlayInfo};
use grognard_engine::{Anchor, Board, Counter, HexId, Line, MapView, Seat, Views, verbs};

impl Views for Campaign {
    fn map(&self) -> MapView {
        MapView::of(&self.scenario.sheet)
    }

    fn captions(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        self.caption_all(state, actions)
    }

    fn charts(&self) -> Vec<Chart> {
        self.all_charts()
    }

    fn reckoning(&self, state: &State) -> Option<Chart> {
        Some(self.morale_reckoned(state))
    }

    fn overlays(&self) -> Vec<OverlayInfo> {
        self.overlay_list()
    }

    fn overlay(&self, state: &State, id: &str, at: Option<&str>, seat: Option<Seat>) -> Result<Vec<OverlayHex>, String> {
        self.overlay_hexes(state, id, at, seat)
    }

    fn anchor(&self, _state: &State, action: Action) -> Anchor {
        match action {
            // The same for each area, but for its letter.
            Action::Mark(area) => Anchor::Button(["marker A", "marker B", "marker C"][usize::from(area.min(2))]),
            _ => verbs::anchor(action),
        }
    }

    /// What a seat may see; a spectator sees no more than both players do.
    fn board(&self, state: &State, seat: Option<Seat>) -> Board {
        let unknown = self.unknown_to(state, seat);
        let mut counters: Vec<Counter> = Vec::new();
        let mut strangers: Vec<Counter> = Vec::new();
        for unit in (0..self.pieces().len() as Unit).filter(|&u| self.in_game(u)) {
            if unknown.has(unit) {
                strangers.push(self.stranger(state, unit));
            } else {
                counters.push(self.counter(state, unit, seat));
            }
        }
        // In an order, and under names, that tell nothing about who they are.
        strangers.sort_by(|a, b| (&a.hex, &a.off_map, &a.badges).cmp(&(&b.hex, &b.off_map, &b.badges)));
        for i in 0..strangers.len() {
            let alike =
                strangers[..i].iter().filter(|s| (&s.hex, &s.off_map) == (&strangers[i].hex, &strangers[i].off_map)).count();
            let place = strangers[i].hex.clone().unwrap_or_else(|| strangers[i].name.clone());
            let nth = if alike == 0 && strangers[i].hex.is_some() { String::new() } else { format!(".{}", alike + 1) };
            strangers[i].tag = format!("?{place}{nth}");
            strangers[i].name = "?".to_owned();
            strangers[i].alt = strangers[i].sentence();
        }
        counters.extend(strangers);
        let boxes = self.boxes(state, &counters, seat);
        Board {
            turn: format!("Turn {}", self.turn_words(state)),
            turn_number: state.turn.into(),
            turns: self.scenario.turns.len() as u16,
            clock: self.clock_words(state),
            conditions: self.conditions(state),
            phases: self.phase_strip(state),
            phase: self.phase_words(state),
            prompt: self.prompt(state, seat),
            counters,
            marks: self.marks(state),
            tracks: self.tracks(state),
            duties: self.duties(state, seat),
            boxes,
            cards: self.open_cards(state),
            scales: self.scales(state, seat),
            deck: self.deck_view(state),
            ..Board::default()
        }
    }

    /// One log line, as a seat may read it.
    fn line(&self, event: &Event, seat: Option<Seat>) -> Option<Line> {
        let veil = event.veil.as_ref().filter(|veil| seat != Some(veil.owner.seat()));
        let text = match veil {
            Some(veil) => veil.text.clone()?,
            None => event.text.clone(),
        };
        let unit = match (veil, event.units.first()) {
            (Some(_), _) | (_, None) => "?".to_owned(),
            (_, Some(tag)) => tag.clone(),
        };
        let kind = match event.kind {
            Kind::Move => Some("move"),
            Kind::Enter => Some("enter"),
            Kind::Retreat => Some("retreat"),
            Kind::Advance => Some("advance"),
            _ => None,
        };
        let side = |tag: &str| self.read_unit(tag).map(|u| self.side_of(u).name().to_owned()).unwrap_or_default();
        let owner = event.units.first().map(|tag| side(tag)).unwrap_or_default();
        let lost = if event.kind == Kind::Broken { event.units.clone() } else { Vec::new() };
        Some(Line {
            text,
            hexes: event.hexes.clone(),
            level: event.level(),
            case: Some(event.case.0.to_owned()),
            path: kind.map(|kind| Trail { unit, kind: kind.to_owned(), side: owner, hexes: event.hexes.clone() }),
            battle: event.clash.clone(),
            roll: event.die.map(|value| {
                let column = event.clash.as_ref().map(|clash| clash.column.as_str());
                RollView::of_six(value, column, event.result, event.case.0)
            }),
            lost,
            headline: matches!(event.kind, Kind::Turn | Kind::Card | Kind::Verdict),
            ..Line::default()
        })
    }

    fn forecast(&self, state: &State, seat: Option<Seat>) -> Option<Forecast> {
        self.forecast_battle(state, seat)
    }
}

impl Campaign {
    /// Whether a counter takes part in this game at all.
    fn in_game(&self, unit: Unit) -> bool {
        let piece = self.piece(unit);
        piece.start != Start::Unused
            && (!self.dummies.has(unit) || self.options.fog)
            && (!self.cadres.has(unit) || self.options.breakdown)
    }

    fn badges(&self, state: &State, unit: Unit) -> Vec<String> {
        let battle = &state.battle;
        let in_hand = matches!(state.frame, Frame::Hand { unit: held, .. } if held == unit);
        those_that_hold(&[
            (state.routed.has(unit), "routed"),
            (state.moved.has(unit) && state.phase == Phase::Movement, "moved"),
            (state.reacted.has(unit), "reacted"),
            (state.held == unit, "held"),
            (state.battles[usize::from(unit)] > 0, "in battle"),
            (battle.attackers.has(unit), "attacker"),
            (battle.defenders.has(unit), "target"),
            (battle.pending.has(unit) || battle.unit == unit, "pending"),
            (in_hand, "in hand"),
        ])
    }

    fn off_map(&self, state: &State, unit: Unit) -> Option<String> {
        if state.hex(unit).is_some() {
            return None;
        }
        let piece = self.piece(unit);
        let turn = state.due_turn[usize::from(unit)];
        Some(match piece.start {
            _ if state.boxed.has(unit) => "in the Meissen Box".to_owned(),
            _ if state.broken.has(unit) => "broken".to_owned(),
            _ if state.destroyed.has(unit) => "destroyed".to_owned(),
            _ if state.aside.has(unit) => "broken down".to_owned(),
            _ if self.stack_of(state, unit).is_some() => {
                format!("in stack {}", Area::ALL[self.stack_of(state, unit).unwrap_or(0)].letter())
            }
            Start::Due { area, .. } if state.due.has(unit) => format!("due at {} on turn {turn}", area.letter()),
            Start::Klenau if state.klenau => "due at Y or Z".to_owned(),
            Start::Klenau => "due at Y or Z by die".to_owned(),
            _ => "aside".to_owned(),
        })
    }

    fn counter(&self, state: &State, unit: Unit, seat: Option<Seat>) -> Counter {
        let piece = self.piece(unit);
        let mut badges = self.badges(state, unit);
        if self.comes_covered(state, unit, seat) {
            badges.retain(|badge| badge != "in hand" && badge != "moved");
        }
        if state.hidden.has(unit) && state.hex(unit).is_some() {
            badges.push("face down".to_owned());
        }
        if piece.elite {
            badges.push("elite".to_owned());
        }
        let hex = state.hex(unit).map(|h| self.grid().number(h));
        let values = (piece.strength, piece.movement);
        let plain = Counter::plain(&piece.tag, piece.side.name(), &piece.nation, &piece.name, piece.arm.word(), values);
        Counter { body: piece.body.clone(), ..plain.standing(hex, self.off_map(state, unit), badges) }
    }

    /// [16.1] Whether a unit is coming onto the map face down: others do not see which of those awaited is in hand, or was and has been held back.
    fn comes_covered(&self, state: &State, unit: Unit, seat: Option<Seat>) -> bool {
        state.hidden.has(unit) && state.hex(unit).is_none() && seat != Some(self.side_of(unit).seat())
    }

    /// A counter of which only side and place are known.
    fn stranger(&self, state: &State, unit: Unit) -> Counter {
        let side = self.side_of(unit).name();
        let stack = self.stack_of(state, unit).map(|s| Area::ALL[s].letter());
        let aside = state.aside.has(unit).then_some("aside");
        let place = match (stack, aside) {
            (Some(stack), _) => format!("in stack {stack}"),
            (_, Some(_)) => "broken down".to_owned(),
            _ => "not placed yet".to_owned(),
        };
        Counter {
            side: side.to_owned(),
            nation: side.to_owned(),
            name: stack.or(aside).unwrap_or("").to_owned(),
            kind: "unknown".to_owned(),
            hex: state.hex(unit).map(|h| self.grid().number(h)),
            off_map: state.hex(unit).is_none().then_some(place),
            badges: self.badges(state, unit),
            hidden: true,
            ..Counter::default()
        }
    }

    fn boxes(&self, state: &State, counters: &[Counter], seat: Option<Seat>) -> Vec<Holding> {
        let mut boxes = Vec::new();
        let tags = |set: UnitSet| -> Vec<String> { set.into_iter().map(|u| self.tag(u).to_owned()).collect() };
        for side in Side::BOTH {
            for (name, set, case) in [("Broken", state.broken, "10.2"), ("Destroyed", state.destroyed, "10.2")] {
                let counters = tags(set.and(self.units_of(side)));
                boxes.push(Holding::new(format!("{} {name}", side.name()), Some(side.name()), counters, case));
            }
        }
        if self.setting() != Setting::Historical {
            let holder = if state.control & 2 != 0 { Side::Allied } else { Side::French };
            boxes.push(Holding {
                note: format!("controlled by the {}", holder.name()),
                ..Holding::new("Meissen Box", Some(holder.name()), tags(state.boxed), "3.2")
            });
        }
        for (i, area) in Area::ALL.into_iter().enumerate() {
            let letter = area.letter();
            let mut inside: Vec<String> = Vec::new();
            if i < 3 && self.setting() == Setting::Maneuver {
                let known = seat == Some(Side::French.seat());
                if known {
                    inside = state.stacks[i].iter().filter(|u| **u != NOBODY).map(|&u| self.tag(u).to_owned()).collect();
                } else {
                    let place = format!("in stack {letter}");
                    inside = counters.iter().filter(|c| c.off_map.as_deref() == Some(&place)).map(|c| c.tag.clone()).collect();
                }
            }
            let comes = |u: &Unit| matches!(self.piece(*u).start, Start::Due { area: a, .. } if a == area);
            inside.extend(state.due.into_iter().filter(comes).map(|u| self.tag(u).to_owned()));
            let side = if i < 3 { Side::French } else { Side::Allied };
            if !inside.is_empty() {
                boxes.push(Holding::new(format!("Area {letter}"), Some(side.name()), inside, "11.5"));
            }
        }
        boxes
    }

    fn open_cards(&self, state: &State) -> Vec<CardView> {
        let Some(card) = usize::from(state.notes.card).checked_sub(1).and_then(|i| self.scenario.cards.get(i)) else {
            return Vec::new();
        };
        let side = Some(state.phasing.name().to_owned());
        vec![CardView { name: card.name.clone(), text: card.text.clone(), side, case: "5.0".to_owned() }]
    }

    /// [5.0] What is in the deck, and what of it is left: cards are drawn openly, so that everybody knows.
    fn deck_view(&self, state: &State) -> Vec<DeckCard> {
        let mut deck: Vec<DeckCard> = Vec::new();
        for (i, card) in self.scenario.cards.iter().enumerate() {
            let left = u16::from(!state.deck.is_drawn(i as u8));
            match deck.iter_mut().find(|known| known.name == card.name) {
                Some(known) => (known.left, known.all) = (known.left + left, known.all + 1),
                None => deck.push(DeckCard { name: card.name.clone(), text: card.text.clone(), left, all: 1 }),
            }
        }
        deck
    }

    fn scales(&self, state: &State, seat: Option<Seat>) -> Vec<Scale> {
        let marker = |name: &str, step: u16, side: Option<Side>| Marker {
            name: name.to_owned(),
            step,
            side: side.map(|s| s.name().to_owned()),
        };
        let day = |t: &crate::scenario::Turn| t.date.rsplit('-').next().unwrap_or("").to_owned();
        let turns = self.scenario.turns.iter().enumerate().map(|(i, t)| format!("{} {} {}", i + 1, t.clock, day(t)));
        let horses = if self.extra_horses(state) { "Game Turn, Extra Horses" } else { "Game Turn" };
        let mut on_track = vec![marker(horses, u16::from(state.turn) - 1, None)];
        if state.mud > 0 {
            on_track.push(marker("Mud", (u16::from(state.mud) - 1).min(self.scenario.turns.len() as u16 - 1), None));
        }
        if self.setting() == Setting::Maneuver {
            let mut lying: Vec<(u8, String)> = Vec::new();
            for area in 0..3 {
                let turn = state.markers[area];
                if turn == 0 || state.turn > turn {
                    continue;
                }
                let open = seat == Some(Side::French.seat()) || self.marker_open(state, area);
                lying.push((turn, if open { format!("Entry {}", Area::ALL[area].letter()) } else { "Entry ?".to_owned() }));
            }
            lying.sort();
            on_track.extend(lying.into_iter().map(|(turn, name)| marker(&name, u16::from(turn) - 1, Some(Side::French))));
        }
        let cap = self.figures().morale_cap;
        let levels = Side::BOTH.map(|side| marker(side.name(), state.morale[side as usize].into(), Some(side)));
        let mut scales = vec![
            Scale { name: "Turn".to_owned(), steps: turns.collect(), markers: on_track, case: "4.0".to_owned() },
            Scale {
                name: "Morale".to_owned(),
                steps: (0..=cap).map(|n| n.to_string()).collect(),
                markers: levels.to_vec(),
                case: "12.0".to_owned(),
            },
        ];
        if self.options.weather {
            let trend = if state.improving { "Improving" } else { "Worsening" };
            scales.push(Scale {
                name: "Weather".to_owned(),
                steps: Weather::ALL.iter().map(|w| w.word().to_owned()).chain(["storm".to_owned()]).collect(),
                markers: vec![marker(trend, state.weather as u16, None)],
                case: "16.8".to_owned(),
            });
        }
        scales
    }

    fn tracks(&self, state: &State) -> Vec<Track> {
        let left = state.deck.left(self.scenario.cards.len() as u8);
        vec![
            Track::new("French morale", state.morale[0], "12.0"),
            Track::new("Allied morale", state.morale[1], "12.0"),
            Track::new("Cards left", left, "5.0"),
            Track::new("Dresden hexes lost", self.dresden_held(state) as i32, "12.7"),
        ]
    }

    fn conditions(&self, state: &State) -> Vec<String> {
        let mut all = vec![self.weather(state).word().to_owned()];
        let words = [(state.mud > 0, "mud"), (self.is_night(state), "night"), (self.extra_horses(state), "extra horses")];
        all.extend(those_that_hold(&words));
        all
    }

    fn phase_words(&self, state: &State) -> String {
        let side = state.phasing.name();
        match (state.frame, state.phase) {
            (Frame::Over, _) => "The game is over".to_owned(),
            (_, Phase::Setup) => "Set-up".to_owned(),
            (_, Phase::Events) => format!("{side} Random Events Phase"),
            (_, Phase::Movement) if self.is_night(state) => format!("{side} Night Movement Phase"),
            (_, Phase::Movement) => format!("{side} Movement Phase"),
            (_, Phase::Reaction) => format!("{} Reaction Phase", state.phasing.other().name()),
            (_, Phase::Combat) => format!("{side} Combat Phase"),
            (_, Phase::Night) => format!("{side} Night Operations Phase"),
        }
    }

    fn phase_strip(&self, state: &State) -> Vec<PhaseView> {
        let night = self.is_night(state);
        let day = [Phase::Events, Phase::Movement, Phase::Reaction, Phase::Combat];
        let dark = [Phase::Events, Phase::Movement, Phase::Night];
        let phases: &[Phase] = if night { &dark } else { &day };
        let mut strip = Vec::new();
        for side in [Side::Allied, Side::French] {
            for &phase in phases {
                let (name, owner) = match phase {
                    Phase::Events | Phase::Setup => ("Random Events Phase", side),
                    Phase::Movement if night => ("Night Movement Phase", side),
                    Phase::Movement => ("Movement Phase", side),
                    Phase::Reaction => ("Reaction Phase", side.other()),
                    Phase::Combat => ("Combat Phase", side),
                    Phase::Night => ("Night Operations Phase", side),
                };
                let current = state.phase == phase && state.phasing == side && state.frame != Frame::Over;
                strip.push(PhaseView::new(name, Some(owner.name()), current));
            }
        }
        strip
    }

    /// What is to be decided, told to a seat: others do not read who is in hand if it lies face down.
    fn prompt(&self, state: &State, seat: Option<Seat>) -> String {
        let side = self.owner(state);
        let who = side.name();
        let mine = seat == Some(side.seat());
        let battle = &state.battle;
        // A counter in a stack is as unknown as one that lies face down, also while it is in hand.
        let unknown = self.unknown_to(state, seat);
        let covered = |unit: Unit| unknown.has(unit) || self.comes_covered(state, unit, seat);
        let named = |unit: Unit| if covered(unit) { "the counter".to_owned() } else { self.tag(unit).to_owned() };
        let targets = || {
            let hexes: Vec<String> = self.target_hexes_in_order(state).iter().map(|&h| self.grid().number(h)).collect();
            hexes.join(", ")
        };
        match state.frame {
            Frame::Station => format!("{who}: does V Cavalry begin in the Meissen Box or in 1303?"),
            Frame::Stack => format!("{who}: put each reinforcement under stack A, B or C, in the order of arrival"),
            Frame::Markers => format!("{who}: which area's marker lies on the next of turns 4, 6 and 8?"),
            Frame::Decoys(_) => format!("{who}: place dummies beside your units, or go on"),
            Frame::Orders => format!("{who}: Confused Orders: name an enemy counter that may not move in this phase"),
            Frame::Steady => format!("{who}: Steady the Ranks: choose who recovers or tries to rally"),
            Frame::Delay => format!("{who}: Cossacks: choose a French unit that comes a turn later"),
            // [17.1.2] [9.1] [9.9] Nobody is told to end or to hold where that is refused; what bars it in a movement is for its owner to know.
            Frame::Move if mine && self.must_enter(state).is_some() => {
                format!("{who}: choose a unit to move; what the roll lets in must enter")
            }
            Frame::Move => format!("{who}: choose a unit to move, or end the phase"),
            Frame::Hand { unit, spent, road, .. } if mine => {
                let (left, by_road) = self.marching(state, |m| (m.left(spent, false), m.left(spent, road))).unwrap_or_default();
                let bonus = if by_road > left { format!(", {by_road} by road") } else { String::new() };
                format!("{who}: where does {} go? {left} movement points left{bonus}", named(unit))
            }
            Frame::Hand { unit, .. } => format!("{who}: where does {} go?", named(unit)),
            // [16.2] Where it is in use.
            Frame::React if self.options.penetration => {
                format!("{who}: countercharge, break away or slip past, or end the phase")
            }
            Frame::React => format!("{who}: countercharge or break away, or end the phase"),
            Frame::Combat if self.may_lull(state).is_ok() => format!("{who}: declare a battle, take a Lull, or end the phase"),
            Frame::Combat if mine && self.may_end_declaration(state, &Contacts::of(self, state)).is_err() => {
                format!("{who}: declare a battle: somebody must still attack or be attacked")
            }
            Frame::Combat => format!("{who}: declare a battle, or end the declaration"),
            Frame::Declare => format!("{who}: battle for {}: name who takes part, then close", targets()),
            Frame::Resolve => format!("{who}: which battle is fought next?"),
            Frame::Reserves(_) => format!("{who}: commit reserves to the battle for {}?", targets()),
            Frame::Losses => format!("{who}: choose attackers worth {} printed points for the exchange", battle.owing),
            Frame::Retreat(_) => format!("{who}: which unit retreats next: {}?", self.names(battle.pending)),
            Frame::Toward(_) => format!("{who}: towards which line of communications does {} retreat?", named(battle.unit)),
            Frame::Flee(_) => format!("{who}: {} retreats, {} hexes to go", named(battle.unit), battle.left),
            Frame::Advance(side) if self.may_hold(state, side).is_err() => {
                format!("{who}: cavalry must advance into a vacated hex")
            }
            Frame::Advance(_) => format!("{who}: advance into a vacated hex, or hold"),
            Frame::Pursue { unit, .. } => format!("{who}: does {} go on, or hold?", named(unit)),
            Frame::Remnants(_) => format!("{who}: put down cadres for broken units, or hold"),
            Frame::Rally => format!("{who}: choose a broken unit that tries to rally, or end"),
            Frame::Place(unit) => format!("{who}: where does {} come back?", named(unit)),
            Frame::Horses => format!("{who}: declare Extra Horses for tomorrow, or decline"),
            Frame::Over => self.outcome(state).verdict,
        }
    }

    fn marks(&self, state: &State) -> Vec<Mark> {
        let mark = |hex: HexId, kind: &str, side: Option<Side>| Mark::new(self.grid().number(hex), kind, side.map(Side::name));
        let mut marks = Vec::new();
        for g in (0..GARRISONS).filter(|&g| self.garrison_stands(state, g)) {
            marks.push(mark(self.places.garrisons[g], "garrison", Some(Side::French)));
        }
        for side in Side::BOTH {
            marks.extend(self.refuges(state, side).map(|hex| mark(hex, "communications", Some(side))));
        }
        if let Some(neustadt) = self.places.neustadt {
            let holder = if state.control & 1 != 0 { Side::Allied } else { Side::French };
            marks.push(mark(neustadt, "control", Some(holder)));
        }
        if state.pontoon > 0 {
            marks.push(mark(self.places.pontoon[usize::from(state.pontoon)], "pontoon", Some(Side::French)));
        }
        marks.extend(self.target_hexes_in_order(state).into_iter().map(|hex| mark(hex, "target", None)));
        marks
    }

    fn duties(&self, state: &State, seat: Option<Seat>) -> Vec<Duty> {
        let mut list = Vec::new();
        let hex = |unit: Unit| state.hex(unit).map(|h| self.grid().number(h));
        match state.frame {
            Frame::Move | Frame::Hand { .. } => {
                // Who can still move, or enter, is told to its owner only: a dummy may be among them.
                if seat != Some(state.phasing.seat()) {
                    return list;
                }
                let held = if let Frame::Hand { unit, .. } = state.frame { UnitSet::one(unit) } else { UnitSet::EMPTY };
                // [17.1.2] What the roll lets in must enter, from every stack; other reinforcements may be held back.
                let let_in = self.setting() == Setting::Maneuver && state.phasing == Side::French;
                for unit in self.movable(state).less(held) {
                    let entering = state.due.has(unit);
                    let (case, what) = match entering {
                        true if let_in => ("17.1.2", "must enter"),
                        true => ("11.0", "can enter as a reinforcement"),
                        false => ("6.0", "has not moved"),
                    };
                    list.push(Duty::of_unit(case, self.tag(unit), hex(unit), what, !(entering && let_in)));
                }
                // What must be done comes first.
                list.sort_by_key(|duty| duty.optional);
            }
            Frame::Combat => {
                let contacts = Contacts::of(self, state);
                // [16.1] Who lies face down is not named: a position may be given in which such counters touch.
                let unknown = self.unknown_to(state, seat);
                for unit in contacts.bound.less(unknown) {
                    list.push(Duty::of_unit("9.1", self.tag(unit), hex(unit), "must attack", false));
                }
                let mut owed: Vec<Unit> = contacts.owed.into_iter().collect();
                owed.sort_by_key(|&target| self.target_hex(state, target));
                for target in owed {
                    let at = self.target_hex(state, target).map(|h| self.grid().number(h));
                    let name = if unknown.has(target) { "the counter".to_owned() } else { self.target_name(state, target) };
                    let text = format!("{name} must be attacked");
                    list.push(Duty { case: "9.1".to_owned(), text, hex: at, unit: None, optional: false });
                }
            }
            Frame::Advance(side) => {
                let riders = self.compelled(state, side).into_iter();
                list.extend(riders.map(|unit| Duty::of_unit("9.9", self.tag(unit), hex(unit), "must advance", false)));
            }
            _ => {}
        }
        list
    }
}
