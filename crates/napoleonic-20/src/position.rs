//! A position in one line, and its check number: every field of the state is listed once, and both follow from the list. `docs/notation.md`
//! describes the form, the README of this crate the fields.

use crate::state::{
    CADRES, Engagement, Footing, Frame, MAX_PATHS, MAX_STACK, NOBODY, NOWHERE, Path, Phase, Side, State, Weather,
};
use crate::unitset::{MAX_UNITS, Unit, UnitSet};
use crate::{Campaign, Options};
use grognard_engine::digest::Digest;
use grognard_engine::fields::{
    self, Exact, Fields, Flag, Form, Hex, Listed, Number, Numbers, Own, Packed, Packer, Tags, TurnOf, small,
};
use grognard_engine::{DataError, HexId};

/// What the word of a decision is followed by.
enum Detail {
    Unit,
    Side,
    /// A number up to this.
    Number(u8),
}

use Detail::{Number as UpTo, Side as OfSide, Unit as OfUnit};

/// The decisions by their words, each with what follows and how it is made of that. The place of each is its number in the check number.
type Row = (&'static str, &'static [Detail], fn(&[u8]) -> Frame);
const FRAMES: [Row; 25] = [
    ("station", &[], |_| Frame::Station),
    ("stack", &[], |_| Frame::Stack),
    ("markers", &[], |_| Frame::Markers),
    ("decoys", &[OfSide], |of| Frame::Decoys(side(of))),
    ("orders", &[], |_| Frame::Orders),
    ("steady", &[], |_| Frame::Steady),
    ("delay", &[], |_| Frame::Delay),
    ("move", &[], |_| Frame::Move),
    ("hand", &[OfUnit, UpTo(7), UpTo(1), UpTo(1)], |of| Frame::Hand {
        unit: of[0],
        spent: of[1],
        road: of[2] == 1,
        forced: of[3] == 1,
    }),
    ("react", &[], |_| Frame::React),
    ("combat", &[], |_| Frame::Combat),
    ("declare", &[], |_| Frame::Declare),
    ("resolve", &[], |_| Frame::Resolve),
    ("reserves", &[OfSide], |of| Frame::Reserves(side(of))),
    ("losses", &[], |_| Frame::Losses),
    ("retreat", &[OfSide], |of| Frame::Retreat(side(of))),
    ("toward", &[OfSide], |of| Frame::Toward(side(of))),
    ("flee", &[OfSide], |of| Frame::Flee(side(of))),
    ("advance", &[OfSide], |of| Frame::Advance(side(of))),
    ("pursue", &[OfUnit, UpTo(MAX_PATHS as u8 - 1)], |of| Frame::Pursue { unit: of[0], path: of[1] }),
    ("remnants", &[OfSide], |of| Frame::Remnants(side(of))),
    ("rally", &[], |_| Frame::Rally),
    ("place", &[OfUnit], |of| Frame::Place(of[0])),
    ("horses", &[], |_| Frame::Horses),
    ("over", &[], |_| Frame::Over),
];

/// The side that is told first. What is told may be a unit, while the table is searched.
const fn side(of: &[u8]) -> Side {
    Side::BOTH[(of[0] & 1) as usize]
}

/// A decision's place in the table, and what follows its word.
fn row(frame: Frame) -> (usize, Vec<u8>) {
    let details = match frame {
        Frame::Hand { unit, spent, road, forced } => vec![unit, spent, road.into(), forced.into()],
        Frame::Pursue { unit, path } => vec![unit, path],
        Frame::Place(unit) => vec![unit],
        Frame::Decoys(side) | Frame::Reserves(side) | Frame::Advance(side) | Frame::Remnants(side) => vec![side as u8],
        Frame::Retreat(side) | Frame::Toward(side) | Frame::Flee(side) => vec![side as u8],
        _ => Vec::new(),
    };
    let fits = |(_, kinds, make): &Row| kinds.len() == details.len() && make(&details) == frame;
    (FRAMES.iter().position(fits).unwrap_or(FRAMES.len() - 1), details)
}

/// The pending decision, by its word.
struct Pending<'a>(&'a Campaign);

impl Form<Frame> for Pending<'_> {
    fn pack(&self, frame: &Frame, packer: &mut Packer) {
        let (at, details) = row(*frame);
        packer.word((at as u64) << 32 | details.iter().fold(0, |word, detail| word << 8 | u64::from(*detail)));
    }

    fn write(&self, frame: &Frame) -> Option<String> {
        let (at, details) = row(*frame);
        let (word, kinds, _) = FRAMES[at];
        let detail = |(kind, &detail): (&Detail, &u8)| match kind {
            OfUnit => self.0.tag(detail).to_owned(),
            OfSide => Side::BOTH[usize::from(detail)].letter().to_string(),
            UpTo(_) => detail.to_string(),
        };
        let details: Vec<String> = kinds.iter().zip(&details).map(detail).collect();
        Some(if details.is_empty() { word.to_owned() } else { format!("{word}:{}", details.join(",")) })
    }

    fn read(&self, text: &str) -> Result<Frame, String> {
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        let rest: Vec<&str> = rest.split(',').filter(|detail| !detail.is_empty()).collect();
        let found = FRAMES.iter().find(|(known, kinds, _)| *known == word && kinds.len() == rest.len());
        let (_, kinds, make) = found.ok_or_else(|| format!("{text:?} is no decision of this game"))?;
        let detail = |(kind, text): (&Detail, &str)| match kind {
            OfUnit => self.0.read_unit(text),
            OfSide => Side::read_letter(text).map(|side| side as u8),
            UpTo(most) => small(text, *most),
        };
        let details: Vec<u8> = kinds.iter().zip(rest).map(detail).collect::<Result<_, _>>()?;
        Ok(make(&details))
    }
}

/// Bytes into a check number: words of eight, or of fewer after a one.
fn bytes(packer: &mut Packer, list: &[u8]) {
    for chunk in list.chunks(8) {
        packer.bits(1, 1);
        chunk.iter().for_each(|byte| packer.bits((*byte).into(), 8));
        packer.seal();
    }
}

/// Bytes in the check number, in the text as the form says.
struct Bytes<F>(F);

impl<const N: usize, F: Form<[u8; N]>> Form<[u8; N]> for Bytes<F> {
    fn pack(&self, value: &[u8; N], packer: &mut Packer) {
        bytes(packer, value);
    }

    fn write(&self, value: &[u8; N]) -> Option<String> {
        self.0.write(value)
    }

    fn read(&self, text: &str) -> Result<[u8; N], String> {
        self.0.read(text)
    }
}

/// A byte that is left out if it has its usual value.
struct Unless {
    usual: u8,
    most: u8,
}

impl Form<u8> for Unless {
    fn pack(&self, value: &u8, packer: &mut Packer) {
        packer.bits((*value).into(), 8);
    }

    fn write(&self, value: &u8) -> Option<String> {
        (*value != self.usual).then(|| value.to_string())
    }

    fn read(&self, text: &str) -> Result<u8, String> {
        small(text, self.most)
    }
}

/// One unit by its tag, left out if it is [`NOBODY`].
struct Somebody<'a>(&'a Campaign);

impl Form<Unit> for Somebody<'_> {
    fn pack(&self, unit: &Unit, packer: &mut Packer) {
        packer.bits((*unit).into(), 8);
    }

    fn write(&self, unit: &Unit) -> Option<String> {
        (*unit != NOBODY).then(|| self.0.tag(*unit).to_owned())
    }

    fn read(&self, text: &str) -> Result<Unit, String> {
        self.0.read_unit(text)
    }
}

/// Text only.
fn unpacked<T>(_: &T, _: &mut Packer) {}

impl Listed for Campaign {
    const HEADS: &'static [&'static str] = &["game", "turn", "phase", "decision", "morale", "units"];
    const SIGNS: bool = true;

    /// Every field of a position, in the order of the check number. A word of small fields begins with a one, so that none of them is lost.
    fn fields(&self, state: &mut State, visit: &mut impl Fields) {
        let (tags, somebody, hex, flag) = (Tags(self), Somebody(self), Hex(self.grid()), Flag { bits: 8 });
        let number = |most: u8| Number { most, bits: 8 };
        let begin = |packer: &mut Packer| packer.bits(1, 1);
        self.heads(state, visit);
        visit.pack(|packer| bytes(packer, &state.due_turn));
        visit.field("parents", &mut state.parent, &Bytes(self.parents()));
        visit.field("battles", &mut state.battles, &Bytes(self.numbered()));
        visit.field("postbattles", &mut state.garrison_battles, &Bytes(Numbers { most: 40, always: false }));
        visit.field("stacks", &mut state.stacks, &self.stacked_units());
        visit.field("markers", &mut state.markers, &Bytes(Numbers { most: 40, always: false }));
        visit.field("admitted", &mut state.admitted, &Bytes(Numbers { most: MAX_STACK as u8, always: false }));
        let notes = &mut state.notes;
        visit.pack(begin);
        visit.field("freecommit", &mut notes.free_commitment, &flag);
        visit.field("freemarch", &mut notes.free_march, &flag);
        visit.field("powder", &mut notes.powder_short, &flag);
        visit.field("cossacks", &mut notes.cossacks, &flag);
        visit.field("council", &mut notes.council, &flag);
        visit.field("spent", &mut notes.spent, &flag);
        visit.field("fought", &mut notes.fought, &flag);
        visit.seal();
        visit.pack(begin);
        let clock = [state.turn, state.phasing as u8, state.phase as u8, state.morale[0], state.morale[1]];
        visit.pack(|packer| clock.iter().for_each(|byte| packer.bits((*byte).into(), 8)));
        visit.field("card", &mut notes.card, &number(self.scenario.cards.len() as u8));
        visit.field("held", &mut state.held, &somebody);
        visit.seal();
        visit.pack(begin);
        // The weather of the track need not be told.
        let mut weather = state.weather as u8;
        visit.field("weather", &mut weather, &Unless { usual: if self.options.weather { u8::MAX } else { 0 }, most: 3 });
        state.weather = Weather::ALL[usize::from(weather)];
        let mut worsening = !state.improving;
        visit.text("worsening", &mut worsening, &flag);
        state.improving = !worsening;
        visit.pack(|packer| packer.bits(state.improving.into(), 8));
        visit.field("mud", &mut state.mud, &number(40));
        visit.field("extra", &mut state.horses, &number(40));
        visit.field("pontoon", &mut state.pontoon, &number(3));
        visit.field("loc", &mut state.active, &Unless { usual: 1, most: 15 });
        visit.field("control", &mut state.control, &number(3));
        visit.seal();
        visit.pack(begin);
        visit.field("razed", &mut state.razed, &number(15));
        visit.field("catastrophe", &mut state.catastrophe, &number(3));
        let in_order = |lulls: &[u8; 2], packer: &mut Packer| lulls.iter().for_each(|n| packer.bits((*n).into(), 8));
        let [write, read] = [Numbers { most: 9, always: false }; 2];
        let lulls = Own(in_order, |lulls: &[u8; 2]| write.write(lulls), |text: &str| read.read(text));
        visit.field("lulls", &mut state.lulls, &lulls);
        visit.field("klenau", &mut state.klenau, &flag);
        visit.field("chargedposts", &mut state.charged_garrisons, &number(15));
        visit.seal();
        visit.pack(begin);
        visit.text("councilnext", &mut state.council_next, &flag);
        visit.text("cossacksnext", &mut state.cossacks_next, &flag);
        visit.pack(|packer| packer.bits(u64::from(state.council_next) | u64::from(state.cossacks_next) << 1, 8));
        let battle = &mut state.battle;
        visit.field("battle", &mut battle.number, &number(40));
        let by = Own(
            |side: &Side, packer: &mut Packer| packer.bits(*side as u64, 8),
            |side: &Side| (battle.number > 0).then(|| side.letter().to_string()),
            Side::read_letter,
        );
        visit.field("by", &mut battle.attacker, &by);
        visit.field("posts", &mut battle.garrisons, &number(15));
        visit.field("reserves", &mut battle.reserves, &number(63));
        visit.field("result", &mut battle.result, &number(8));
        visit.field("owing", &mut battle.owing, &number(200));
        visit.seal();
        visit.pack(begin);
        visit.field("fleeing", &mut battle.unit, &somebody);
        visit.field("left", &mut battle.left, &number(6));
        visit.pack(|packer| packer.bits(u64::from(battle.steps) << 8 | u64::from(battle.path_count), 16));
        visit.field("fallen", &mut battle.fallen, &number(15));
        visit.field("swing", &mut battle.swing, &swing());
        visit.seal();
        visit.pack(|packer| state.hexes.iter().for_each(|hex| packer.word(hex.0.into())));
        visit.field("trail", &mut battle.trail, &hex);
        battle.steps = battle.trail.iter().take_while(|hex| **hex != NOWHERE).count() as u8;
        self.paths(battle, visit);
        let places = [state.due, state.boxed];
        visit.pack(|packer| places.iter().for_each(|set| Packed::pack(set, packer)));
        visit.field("routed", &mut state.routed, &tags);
        let places = [state.broken, state.destroyed, state.aside];
        visit.pack(|packer| places.iter().for_each(|set| Packed::pack(set, packer)));
        visit.field("hidden", &mut state.hidden, &tags);
        visit.field("moved", &mut state.moved, &tags);
        visit.field("reacted", &mut state.reacted, &tags);
        visit.field("charged", &mut state.charged, &tags);
        visit.field("committed", &mut state.committed, &tags);
        visit.field("att", &mut battle.attackers, &tags);
        visit.field("def", &mut battle.defenders, &tags);
        visit.field("pending", &mut battle.pending, &tags);
        visit.field("advanced", &mut battle.advanced, &tags);
        visit.field("buried", &mut battle.buried, &tags);
        visit.text("drawn", &mut state.deck.0, &cards());
        visit.text("once", &mut state.spent_cards, &cards());
        visit.pack(|packer| packer.word(u64::from(state.deck.0) << 32 | u64::from(state.spent_cards)));
        visit.text("toward", &mut battle.toward, &hex);
        visit.pack(|packer| packer.word(battle.toward.0.into()));
        visit.pack(|packer| Pending(self).pack(&state.frame, packer));
        // Nearly always empty: the check numbers of games without them stay what they were.
        for (key, mark, set) in [("unpinned", 1, &mut state.unpinned), ("fresh", 2, &mut state.fresh)] {
            visit.text(key, set, &tags);
            if !set.is_empty() {
                visit.pack(|packer| [mark, set.0].into_iter().for_each(|word| packer.word(word)));
            }
        }
        self.sign_fields(state, visit);
    }
}

impl Campaign {
    fn position_head(&self) -> String {
        // [16.9] Light infantry is usual: its absence has a word of its own.
        let on = |name: &str| name != "light" && self.options.is_on(name);
        let names = Options::OFFERED.iter().map(|option| option.name).filter(|name| on(name));
        let words = names.chain((!self.options.light).then_some("heavy"));
        words.fold(self.scenario.id.clone(), |head, word| head + "+" + word)
    }

    /// What stands first: game, turn, phase, decision, morale, and where the counters are.
    fn heads(&self, state: &mut State, visit: &mut impl Fields) {
        visit.text("game", &mut (), &Exact(|| self.position_head()));
        // Read first, into a position in which nothing else has been said.
        visit.text(
            "units",
            state,
            &Own(unpacked, |state: &State| Some(self.write_places(state)), |text: &str| self.read_places(text)),
        );
        let mut when = (state.turn, state.phasing);
        visit.text("turn", &mut when, &TurnOf { last: self.scenario.turns.len() as u8 });
        (state.turn, state.phasing) = when;
        let phase = Own(
            unpacked,
            |phase: &Phase| Some(phase.word().to_owned()),
            |text: &str| Phase::read(text).ok_or_else(|| format!("{text:?} is no phase")),
        );
        visit.text("phase", &mut state.phase, &phase);
        visit.text("decision", &mut state.frame, &Pending(self));
        visit.text("morale", &mut state.morale, &Numbers { most: self.figures().morale_cap as u8, always: true });
    }

    fn write_places(&self, state: &State) -> String {
        let place = |unit: Unit| match state.hexes[usize::from(unit)] {
            NOWHERE if state.boxed.has(unit) => "box".to_owned(),
            NOWHERE if state.due.has(unit) => format!("+{}", state.due_turn[usize::from(unit)]),
            NOWHERE if state.broken.has(unit) => "~".to_owned(),
            NOWHERE if state.destroyed.has(unit) => "x".to_owned(),
            NOWHERE if state.aside.has(unit) => "a".to_owned(),
            NOWHERE => "-".to_owned(),
            hex => self.grid().number(hex),
        };
        (0..self.pieces().len()).map(|unit| place(unit as Unit)).collect::<Vec<_>>().join("/")
    }

    fn read_places(&self, text: &str) -> Result<State, String> {
        let (hexes, due_turn) = ([NOWHERE; MAX_UNITS], [0; MAX_UNITS]);
        let mut state = State { hexes, due_turn, due: UnitSet::EMPTY, hidden: UnitSet::EMPTY, ..self.opening() };
        let texts: Vec<&str> = text.split('/').collect();
        if texts.len() != self.pieces().len() {
            return Err(format!("{} places for {} counters", texts.len(), self.pieces().len()));
        }
        for (u, text) in texts.into_iter().enumerate() {
            let unit = u as Unit;
            match (text, text.strip_prefix('+')) {
                ("box", _) => state.boxed.insert(unit),
                ("~", _) => state.broken.insert(unit),
                ("x", _) => state.destroyed.insert(unit),
                ("a", _) => state.aside.insert(unit),
                ("-", _) => {}
                (_, Some(turn)) => {
                    state.due.insert(unit);
                    state.due_turn[u] = small(turn, self.scenario.turns.len() as u8 + 1)?;
                }
                (number, None) => state.hexes[u] = self.grid().read(number)?,
            }
        }
        Ok(state)
    }

    /// Several lists of units.
    fn write_lists<const N: usize>(&self, lists: &[UnitSet; N]) -> String {
        lists.map(|set| set.into_iter().map(|unit| self.tag(unit)).collect::<Vec<_>>().join(",")).join("/")
    }

    fn read_lists<const N: usize>(&self, text: &str) -> Result<[UnitSet; N], String> {
        let one = |list: &str| list.split(',').filter(|tag| !tag.is_empty()).map(|tag| self.read_unit(tag)).collect();
        let lists: Vec<UnitSet> = text.split('/').map(one).collect::<Result<_, String>>()?;
        lists.try_into().map_err(|_| format!("expected {N} lists of units"))
    }

    /// [16.7] The parent of each cadre.
    fn parents(&self) -> impl Form<[Unit; CADRES]> + '_ {
        let name = |&unit: &Unit| if unit == NOBODY { "-" } else { self.tag(unit) };
        let one = |tag: &str| if tag == "-" { Ok(NOBODY) } else { self.read_unit(tag) };
        Own(
            unpacked,
            move |units: &[Unit; CADRES]| {
                units.iter().any(|&u| u != NOBODY).then(|| units.iter().map(name).collect::<Vec<_>>().join(","))
            },
            move |text: &str| {
                let units: Vec<Unit> = text.split(',').map(one).collect::<Result<_, _>>()?;
                units.try_into().map_err(|_| "expected a parent or - for each cadre".to_owned())
            },
        )
    }

    /// [9.2] The number of each unit's battle.
    fn numbered(&self) -> impl Form<[u8; MAX_UNITS]> + '_ {
        Own(
            unpacked,
            |numbers: &[u8; MAX_UNITS]| {
                let some = numbers.iter().enumerate().filter(|(_, n)| **n > 0);
                let texts: Vec<String> = some.map(|(unit, n)| format!("{}:{n}", self.tag(unit as Unit))).collect();
                (!texts.is_empty()).then(|| texts.join(","))
            },
            |text: &str| {
                let mut numbers = [0; MAX_UNITS];
                for text in text.split(',') {
                    let (unit, number) = text.split_once(':').ok_or_else(|| format!("{text:?}: expected unit and number"))?;
                    numbers[usize::from(self.read_unit(unit)?)] = small(number, 40)?;
                }
                Ok(numbers)
            },
        )
    }

    /// [17.1.1] The stacks, the top first.
    fn stacked_units(&self) -> impl Form<[[Unit; MAX_STACK]; 3]> + '_ {
        Own(
            |stacks: &[[Unit; MAX_STACK]; 3], packer: &mut Packer| stacks.iter().for_each(|stack| bytes(packer, stack)),
            |stacks: &[[Unit; MAX_STACK]; 3]| {
                let tags = |stack: &[Unit; MAX_STACK]| {
                    stack.iter().filter(|u| **u != NOBODY).map(|&u| self.tag(u)).collect::<Vec<_>>().join(",")
                };
                stacks.iter().any(|stack| stack[0] != NOBODY).then(|| stacks.each_ref().map(tags).join("/"))
            },
            |text: &str| {
                let mut stacks = [[NOBODY; MAX_STACK]; 3];
                let texts: Vec<&str> = text.split('/').collect();
                if texts.len() != stacks.len() {
                    return Err("expected three stacks".to_owned());
                }
                for (stack, text) in stacks.iter_mut().zip(texts) {
                    for (i, tag) in text.split(',').filter(|tag| !tag.is_empty()).enumerate() {
                        *stack.get_mut(i).ok_or("too many units in a stack")? = self.read_unit(tag)?;
                    }
                }
                Ok(stacks)
            },
        )
    }

    /// [9.9.1] What beaten units have left behind.
    fn paths(&self, battle: &mut Engagement, visit: &mut impl Fields) {
        let number = |h: HexId| if h == NOWHERE { "-".to_owned() } else { self.grid().number(h) };
        let hex = |text: &str| if text == "-" { Ok(NOWHERE) } else { self.grid().read(text) };
        let write = |paths: &Vec<Path>| {
            let path = |p: &Path| {
                let unit = if p.unit == NOBODY { "-" } else { self.tag(p.unit) };
                format!("{unit}:{}:{}:{}", number(p.hexes[0]), number(p.hexes[1]), number(p.grave))
            };
            (!paths.is_empty()).then(|| paths.iter().map(path).collect::<Vec<_>>().join(","))
        };
        let read = |text: &str| {
            let one = |text: &str| {
                let [unit, first, second, grave] = text.split(':').collect::<Vec<_>>()[..] else {
                    return Err(format!("{text:?}: expected unit, two hexes and a grave"));
                };
                let unit = if unit == "-" { NOBODY } else { self.read_unit(unit)? };
                Ok(Path { hexes: [hex(first)?, hex(second)?], unit, grave: hex(grave)? })
            };
            let paths: Vec<Path> = text.split(',').map(one).collect::<Result<_, String>>()?;
            if paths.len() > MAX_PATHS { Err("too many paths".to_owned()) } else { Ok(paths) }
        };
        let mut paths = battle.paths[..usize::from(battle.path_count)].to_vec();
        visit.text("paths", &mut paths, &Own(unpacked, write, read));
        for path in &paths {
            let [first, second] = path.hexes.map(|h| u64::from(h.0));
            let word = first << 48 | second << 32 | u64::from(path.grave.0) << 16 | u64::from(path.unit);
            visit.pack(|packer| packer.word(word));
        }
        battle.path_count = paths.len() as u8;
        battle.paths[..paths.len()].copy_from_slice(&paths);
    }

    /// [16.1] What has been seen of counters face down, and [8.3] how the reacting side stood when the phase began, if that has changed.
    fn sign_fields(&self, state: &mut State, visit: &mut impl Fields) {
        let signs = &mut state.signs;
        let keys = ["traced", "unlikefoot", "unlikeguns", "unlikehorse", "driven", "sappers", "plain"];
        for (key, set) in keys.into_iter().zip(signs.sets_mut()) {
            visit.text(key, set, &Tags(self));
        }
        let came = |origin: &[UnitSet; 3]| origin.iter().any(|set| !set.is_empty()).then(|| self.write_lists(origin));
        visit.text("from", &mut signs.origin, &Own(unpacked, came, |text: &str| self.read_lists(text)));
        // A game in which nothing lies face down has the check number that it had before there were signs.
        let seen = signs.sets();
        let fog = !state.hidden.is_empty() && signs.origin.iter().any(|set| !set.is_empty());
        if fog || seen.iter().any(|set| !set.is_empty()) {
            visit.pack(|packer| seen.iter().chain(&signs.origin).for_each(|set| packer.word(set.0)));
        }
        let changed = self.footing_changed(state).is_some();
        let write = |footing: &Footing| changed.then(|| self.write_lists(&[footing.held, footing.ridden, footing.near]));
        let read = |text: &str| self.read_lists(text).map(|[held, ridden, near]| Footing { held, ridden, near });
        visit.text("began", &mut state.footing, &Own(unpacked, write, read));
    }

    /// Reads a position, and whether it can be played on.
    pub(crate) fn read_position_text(&self, text: &str) -> Result<State, DataError> {
        let mut state = fields::read(self, text, self.opening())?;
        // [8.3] Unless the text says otherwise, all stand as they did when the phase began.
        if state.phase == Phase::Reaction && !text.split_whitespace().any(|word| word.starts_with("began=")) {
            state.footing = self.footing_now(&state);
        }
        self.sound(&state).map_err(|why| DataError::new("position", "position", why))?;
        Ok(state)
    }

    /// A digest of a position, the same on every platform: every field but for the footing, which mostly follows from the others.
    pub(crate) fn digest_of(&self, state: &State) -> u64 {
        let digest = fields::digest(self, state);
        let Some(began) = self.footing_changed(state) else { return digest };
        let mut whole = Digest::default();
        [digest, began.held.0, began.ridden.0, began.near.0].into_iter().for_each(|word| whole.add(word));
        whole.finish()
    }
}

/// Cards, by bit.
fn cards() -> impl Form<u32> {
    let read = |text: &str| text.parse().map_err(|_| format!("{text:?}: expected a number"));
    Own(unpacked, |cards: &u32| (*cards != 0).then(|| cards.to_string()), read)
}

/// [12.0] What a battle does to morale.
fn swing() -> impl Form<[i8; 2]> {
    let one = |text: &str| text.parse::<i8>().ok().filter(|n| n.abs() < 60).ok_or_else(|| format!("{text:?} is no small number"));
    Own(
        |swing: &[i8; 2], packer: &mut Packer| swing.iter().for_each(|by| packer.bits((*by as u8).into(), 8)),
        |swing: &[i8; 2]| (*swing != [0; 2]).then(|| format!("{},{}", swing[0], swing[1])),
        move |text: &str| {
            let (french, allied) = text.split_once(',').ok_or("expected two numbers")?;
            Ok([one(french)?, one(allied)?])
        },
    )
}
