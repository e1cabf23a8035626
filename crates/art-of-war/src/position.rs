//! A position in one line, like FEN, and its digest: `docs/notation.md` describes the line field by field. Both follow from one list of fields.

use crate::Battle;
use crate::exclusive::dresden::morale::HIGHEST;
use crate::scenario::{Piece, Start};
use crate::state::{Frame, MAX_OBJECTIVES, NOWHERE, Places, Side, State};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet};
use grognard_engine::DataError;
use grognard_engine::fields::{
    self, Exact, Fields, Flag, Form, Hex, Listed, Number, Numbers, Packed, Packer, Tag, Tags, TurnOf, small,
};

/// Frames that nothing more is to be said of: word, number in the digest.
const PLAIN: [(Frame, &str, u64); 9] = [
    (Frame::Move, "move", 0),
    (Frame::Overfull, "overfull", 2),
    (Frame::Combat, "combat", 4),
    (Frame::Declare, "declare", 5),
    (Frame::Losses, "losses", 6),
    (Frame::StepBack, "back", 10),
    (Frame::Over, "over", 11),
    (Frame::Muster, "muster", 12),
    (Frame::DayEnd, "dayend", 13),
];

/// How such a frame is made, its word, and its number in the digest.
type Sided = (fn(Side) -> Frame, &'static str, u64);

/// Frames that belong to a side.
const OF_A_SIDE: [Sided; 4] = [
    (Frame::Fresh, "fresh", 3),
    (Frame::Retreat, "retreat", 7),
    (Frame::Advance, "advance", 9),
    (Frame::Reorganize, "reorganize", 14),
];

/// Word, number in the digest and side of a frame in these lists.
fn listed(frame: Frame) -> Option<(&'static str, u64, Option<Side>)> {
    let plain = PLAIN.iter().find(|(plain, ..)| *plain == frame).map(|&(_, word, kind)| (word, kind, None));
    plain.or_else(|| {
        let sides = OF_A_SIDE.iter().flat_map(|line| Side::BOTH.map(|side| (line, side)));
        sides.filter(|((make, ..), side)| make(*side) == frame).map(|(&(_, word, kind), side)| (word, kind, Some(side))).next()
    })
}

impl Listed for Battle {
    const HEADS: &'static [&'static str] = &["game", "turn", "decision", "units", "control"];

    /// Every field of a state, in the order of the digest. `put_back` and `companion` are not digested: they follow from the actions before,
    /// and check numbers of records from before they were kept still hold.
    fn fields(&self, state: &mut State, visit: &mut impl Fields) {
        let (tags, hex, divisions) = (Tags(self), Hex(self.grid()), Divisions(self));
        let number = |most: u8| Number { most, bits: 8 };
        let flag = Flag { bits: 8 };
        visit.text("game", &mut (), &Exact(|| self.position_head()));
        let mut stands = Stands { hexes: state.hexes, due: state.due, lost: state.lost, disrupted: state.disrupted };
        visit.text("units", &mut stands, &Standing(self));
        Stands { hexes: state.hexes, due: state.due, lost: state.lost, disrupted: state.disrupted } = stands;
        visit.pack(|packer| {
            for four in state.hexes.as_chunks::<4>().0 {
                packer.word(four.iter().fold(0, |word, hex| word << 16 | u64::from(hex.0)));
            }
            state.due.pack(packer);
            state.lost.pack(packer);
        });
        visit.field("moved", &mut state.moved, &tags);
        visit.text("back", &mut state.put_back, &tags);
        visit.field("bound", &mut state.bound, &tags);
        visit.field("owed", &mut state.owed, &tags);
        visit.field("fought", &mut state.fought, &tags);
        visit.field("fresh", &mut state.fresh, &tags);
        let attack = &mut state.attack;
        visit.field("def", &mut attack.defenders, &tags);
        visit.field("att", &mut attack.attackers, &tags);
        visit.field("guns", &mut attack.guns, &tags);
        visit.field("pending", &mut attack.pending, &tags);
        visit.field("chain", &mut attack.chain, &tags);
        visit.field("kept", &mut attack.owed_guns, &tags);
        visit.field("cut", &mut attack.surrounded, &tags);
        visit.field("reserve", &mut state.reserve, &tags);
        visit.pack(|packer| state.disrupted.pack(packer));
        visit.field("fell", &mut state.fell_back, &tags);
        visit.field("decision", &mut state.frame, &Decisions(self));
        let mut turn = (state.turn, state.phasing);
        visit.field("turn", &mut turn, &TurnOf { last: self.scenario.turns.len() as u8 });
        (state.turn, state.phasing) = turn;
        visit.field("spent", &mut state.fresh_spent, &divisions);
        visit.field("shift", &mut attack.shifts, &divisions);
        visit.seal();
        visit.field("control", &mut state.control, &Control(self));
        visit.field("second", &mut state.second_division, &divisions);
        visit.field("guard", &mut state.guard_attacked, &flag);
        visit.seal();
        visit.field("lowered", &mut attack.lowered, &number(20));
        visit.field("owing", &mut attack.owing, &number(u8::MAX));
        visit.field("gunstep", &mut attack.guns_may_step, &Flag { bits: 16 });
        visit.seal();
        visit.field("origin", &mut attack.origin, &hex);
        visit.field("stack", &mut attack.stack, &hex);
        visit.field("mate", &mut attack.mate, &hex);
        visit.seal();
        let always = self.title() == Title::Dresden;
        visit.field("morale", &mut state.morale, &Numbers { most: HIGHEST, always });
        let mut offers = state.offers();
        visit.field("offers", &mut offers, &Numbers { most: HIGHEST, always: false });
        state.set_offers(offers);
        visit.seal();
        let attack = &mut state.attack;
        visit.field("city", &mut state.city_paid, &number(15));
        visit.field("shaken", &mut attack.demoralized, &number(15));
        visit.field("rolled", &mut attack.rolled, &flag);
        visit.field("klenau", &mut state.klenau_released, &flag);
        visit.seal();
        visit.field("vacated", &mut attack.vacated, &hex);
        visit.text("companion", &mut attack.companion, &Tag(self));
    }
}

impl Battle {
    /// Reads a position, and whether it can be played on.
    pub(crate) fn read_position_text(&self, text: &str) -> Result<State, DataError> {
        let mut state = fields::read(self, text, State { morale: self.opening().morale, ..State::default() })?;
        self.sound(&state).map_err(|why| DataError::new("position", "position", why))?;
        if self.offered(&state).is_none() {
            state.set_offers(Default::default());
        }
        Ok(state)
    }

    /// The name that a position begins with: the game, and options that are not as usual.
    fn position_head(&self) -> String {
        if self.options.weather { format!("{}+weather", self.scenario.id) } else { self.scenario.id.clone() }
    }

    /// The division of a unit, or its nation where it belongs to none.
    fn group_code<'a>(&'a self, piece: &'a Piece) -> &'a str {
        piece.division.map_or(&piece.nation, |d| &self.divisions()[usize::from(d)].code)
    }

    /// Units in roster order, cut wherever that changes.
    fn groups(&self) -> Vec<(&str, Vec<Unit>)> {
        let mut groups: Vec<(&str, Vec<Unit>)> = Vec::new();
        for (i, piece) in self.pieces().iter().enumerate() {
            let code = self.group_code(piece);
            match groups.last_mut() {
                Some((last, units)) if *last == code => units.push(i as Unit),
                _ => groups.push((code, vec![i as Unit])),
            }
        }
        groups
    }
}

/// Where every unit is.
struct Stands {
    hexes: Places,
    due: UnitSet,
    lost: UnitSet,
    disrupted: UnitSet,
}

/// Units by group: a hex, `+` for those who are due, `~` for the disrupted, `-` for the lost.
struct Standing<'a>(&'a Battle);

impl Form<Stands> for Standing<'_> {
    fn pack(&self, _value: &Stands, _packer: &mut Packer) {}

    fn write(&self, value: &Stands) -> Option<String> {
        let place = |&u: &Unit| match value.hexes[usize::from(u)] {
            NOWHERE if value.due.has(u) => "+".to_owned(),
            NOWHERE if value.disrupted.has(u) => "~".to_owned(),
            NOWHERE => "-".to_owned(),
            hex => self.0.grid().number(hex),
        };
        let group =
            |(code, units): &(&str, Vec<Unit>)| format!("{code}:{}", units.iter().map(place).collect::<Vec<_>>().join(","));
        let groups: Vec<String> = self.0.groups().iter().map(group).collect();
        // Like the hexes that count for victory: nobody at all is a full stop.
        Some(if groups.is_empty() { ".".to_owned() } else { groups.join("/") })
    }

    fn read(&self, text: &str) -> Result<Stands, String> {
        let battle = self.0;
        let none = UnitSet::EMPTY;
        let mut stands = Stands { hexes: Places::default(), due: none, lost: none, disrupted: none };
        let groups = battle.groups();
        let parts: Vec<&str> = if text == "." { Vec::new() } else { text.split('/').collect() };
        if parts.len() != groups.len() {
            return Err(format!("{} groups of units, expected {}", parts.len(), groups.len()));
        }
        for (part, (code, units)) in parts.iter().zip(groups) {
            let places = part.strip_prefix(code).and_then(|p| p.strip_prefix(':'));
            let places: Vec<&str> =
                places.ok_or_else(|| format!("{part:?}: expected the units of {code}:"))?.split(',').collect();
            if places.len() != units.len() {
                return Err(format!("{code} has {} units, not {}", units.len(), places.len()));
            }
            for (place, unit) in places.iter().zip(units) {
                let comes_later = !matches!(battle.pieces()[usize::from(unit)].start, Start::Hex(_));
                match *place {
                    "~" if battle.title() == Title::Dresden => stands.disrupted.insert(unit),
                    "-" => stands.lost.insert(unit),
                    "+" if comes_later => stands.due.insert(unit),
                    "+" => return Err(format!("{} is no reinforcement", battle.tag(unit))),
                    hex => stands.hexes[usize::from(unit)] = battle.grid().read(hex)?,
                }
            }
        }
        Ok(stands)
    }
}

/// The pending decision: a word, and after a colon what more there is to say.
struct Decisions<'a>(&'a Battle);

impl Form<Frame> for Decisions<'_> {
    fn pack(&self, frame: &Frame, packer: &mut Packer) {
        let (kind, detail) = match *frame {
            Frame::Hand { unit, spent, entered, ward } => {
                (1, u64::from(ward) << 24 | u64::from(unit) << 16 | u64::from(spent) << 8 | u64::from(entered))
            }
            Frame::Displace { hex, side } => (8, u64::from(hex.0) << 8 | side as u64),
            Frame::Place { unit, placer } => (15, u64::from(unit) << 8 | placer as u64),
            plain => listed(plain).map_or((0, 0), |(_, kind, side)| (kind, side.map_or(0, |side| side as u64))),
        };
        packer.word(kind << 32 | detail);
    }

    fn write(&self, frame: &Frame) -> Option<String> {
        let battle = self.0;
        match *frame {
            Frame::Hand { unit, spent, entered, ward } => {
                let entered = if entered { ",entered" } else { "" };
                let ward = if ward > 0 { format!(",ward{ward}") } else { String::new() };
                Some(format!("hand:{},{spent}{entered}{ward}", battle.tag(unit)))
            }
            Frame::Displace { hex, side } => Some(format!("push:{},{}", battle.grid().number(hex), side.letter())),
            Frame::Place { unit, placer } => Some(format!("place:{},{}", battle.tag(unit), placer.letter())),
            plain => {
                listed(plain).map(|(word, _, side)| side.map_or(word.to_owned(), |side| format!("{word}:{}", side.letter())))
            }
        }
    }

    fn read(&self, text: &str) -> Result<Frame, String> {
        let battle = self.0;
        let (word, detail) = text.split_once(':').unwrap_or((text, ""));
        let parts: Vec<&str> = detail.split(',').collect();
        match (word, &parts[..]) {
            ("hand", [tag, spent, more @ ..]) => {
                let (mut entered, mut ward) = (false, 0);
                for word in more {
                    match word.strip_prefix("ward") {
                        Some(number) => ward = small(number, 9)?,
                        None if *word == "entered" => entered = true,
                        None => return Err(format!("{word:?}: expected entered or ward and a number")),
                    }
                }
                Ok(Frame::Hand { unit: battle.read_unit(tag)?, spent: small(spent, 15)?, entered, ward })
            }
            ("push", [hex, side]) => Ok(Frame::Displace { hex: battle.grid().read(hex)?, side: Side::read_letter(side)? }),
            ("place", [tag, side]) => Ok(Frame::Place { unit: battle.read_unit(tag)?, placer: Side::read_letter(side)? }),
            (word, [one]) => {
                let plain = PLAIN.iter().find(|(_, w, _)| *w == word && one.is_empty()).map(|(frame, ..)| Ok(*frame));
                let sided = || OF_A_SIDE.iter().find(|(_, w, _)| *w == word).map(|(make, ..)| Side::read_letter(one).map(make));
                plain.or_else(sided).unwrap_or_else(|| Err(format!("{text:?} is no decision of this game")))
            }
            _ => Err(format!("{text:?} is no decision of this game")),
        }
    }
}

/// Who controls each hex that counts: a letter for each, or a full stop if there are none.
struct Control<'a>(&'a Battle);

impl Form<[Option<Side>; MAX_OBJECTIVES]> for Control<'_> {
    #[inline]
    fn pack(&self, value: &[Option<Side>; MAX_OBJECTIVES], packer: &mut Packer) {
        value.iter().for_each(|holder| packer.word(holder.map_or(2, |side| side as u64)));
    }

    fn write(&self, value: &[Option<Side>; MAX_OBJECTIVES]) -> Option<String> {
        let holders = &value[..self.0.objectives().len()];
        Some(if holders.is_empty() {
            ".".to_owned()
        } else {
            holders.iter().map(|holder| holder.map_or('-', Side::letter)).collect()
        })
    }

    fn read(&self, text: &str) -> Result<[Option<Side>; MAX_OBJECTIVES], String> {
        let want = self.0.objectives().len();
        let letters: Vec<char> = if text == "." { Vec::new() } else { text.chars().collect() };
        if letters.len() != want {
            return Err(format!("expected {want} letters F, A or -"));
        }
        let mut control = [None; MAX_OBJECTIVES];
        for (holder, letter) in control.iter_mut().zip(letters) {
            *holder = if letter == '-' { None } else { Some(Side::read_letter(&letter.to_string())?) };
        }
        Ok(control)
    }
}

/// Divisions by side and code: several as bits, `F.Gd,A.Sac`; or one of the Allies by its code alone [19.3].
struct Divisions<'a>(&'a Battle);

impl Form<u32> for Divisions<'_> {
    #[inline]
    fn pack(&self, value: &u32, packer: &mut Packer) {
        packer.bits(u64::from(*value), 32);
    }

    fn write(&self, value: &u32) -> Option<String> {
        let divisions = self.0.divisions().iter().enumerate().filter(|(i, _)| value >> i & 1 == 1);
        let codes: Vec<String> = divisions.map(|(_, d)| format!("{}.{}", d.side.letter(), d.code)).collect();
        (*value != 0).then(|| codes.join(","))
    }

    fn read(&self, text: &str) -> Result<u32, String> {
        let mut bits = 0;
        for word in text.split(',') {
            let index = word.split_once('.').and_then(|(side, code)| {
                let side = Side::read_letter(side).ok()?;
                self.0.divisions().iter().position(|d| d.side == side && d.code == code)
            });
            bits |= 1 << index.ok_or_else(|| format!("{word:?} is no division; expected e.g. F.Gd"))?;
        }
        Ok(bits)
    }
}

impl Form<Option<u8>> for Divisions<'_> {
    #[inline]
    fn pack(&self, value: &Option<u8>, packer: &mut Packer) {
        packer.bits(u64::from(value.unwrap_or(u8::MAX)), 8);
    }

    fn write(&self, value: &Option<u8>) -> Option<String> {
        value.map(|division| self.0.divisions().get(usize::from(division)).map_or("?", |d| &d.code).to_owned())
    }

    fn read(&self, text: &str) -> Result<Option<u8>, String> {
        let found = self.0.divisions().iter().position(|d| d.code == text && d.side == Side::Allied);
        found.map(|i| Some(i as u8)).ok_or_else(|| format!("{text:?} is no Allied division"))
    }
}
