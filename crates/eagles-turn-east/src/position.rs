//! A position in one line, and its check number: every field once, with what differs from the set-up.

use crate::Campaign;
use crate::state::{
    Battle, By, Choice, Frame, GROUPS, LEADERS, Leader, Leaders, NOBODY, Phase, Side, Stage, State, Strength, TRAIL, UNITS,
    Weather,
};
use grognard_engine::fields::{Digester, Exact, Fields, Flag, Form, Hex, NOWHERE, Number, Numbers, Own, Packer, Reader, Writer};
use grognard_engine::sets::Bits;
use grognard_engine::verbs::read_unit;
use grognard_engine::{DataError, Grid, HexId};

const HEADS: &[&str] = &["game", "turn", "frame"];

/// The letter of a side.
const fn letter(side: Side) -> char {
    match side {
        Side::French => 'F',
        Side::Coalition => 'C',
    }
}

fn read_letter(text: &str) -> Result<Side, String> {
    match text {
        "F" => Ok(Side::French),
        "C" => Ok(Side::Coalition),
        _ => Err(format!("{text:?}: expected F or C")),
    }
}

/// A field with some hexes, each once.
fn hexes(grid: &Grid) -> impl Form<[HexId; GROUPS]> + '_ {
    Own(
        |hexes: &[HexId; GROUPS], packer: &mut Packer| hexes.iter().for_each(|hex| packer.word(hex.0.into())),
        move |hexes: &[HexId; GROUPS]| {
            let names = hexes.iter().filter(|hex| **hex != NOWHERE).map(|&hex| grid.number(hex));
            let names: Vec<String> = names.collect();
            (!names.is_empty()).then(|| names.join(","))
        },
        move |text: &str| {
            let mut hexes = [NOWHERE; GROUPS];
            for (at, name) in text.split(',').enumerate() {
                *hexes.get_mut(at).ok_or("too many hexes")? = grid.read(name)?;
            }
            Ok(hexes)
        },
    )
}

/// A field with one value for each of some counters, by their tags; what has its usual value is left out.
pub(crate) fn each<'a, T: Copy + PartialEq + 'a, const N: usize>(
    game: &'a Campaign,
    first: usize,
    usual: [T; N],
    word: impl Fn(T) -> u64 + 'a,
    write: impl Fn(T) -> String + 'a,
    read: impl Fn(&str) -> Result<T, String> + 'a,
) -> impl Form<[T; N]> + 'a {
    let count = if first == 0 { game.leaders() } else { game.bodies().len() };
    let tag = move |at: usize| grognard_engine::verbs::Vocabulary::tag(game, (first + at) as u16).to_owned();
    Own(
        move |values: &[T; N], packer: &mut Packer| values[..count].iter().for_each(|&value| packer.word(word(value))),
        move |values: &[T; N]| {
            let odd: Vec<String> =
                (0..count).filter(|&at| values[at] != usual[at]).map(|at| format!("{}:{}", tag(at), write(values[at]))).collect();
            (!odd.is_empty()).then(|| odd.join(","))
        },
        move |text: &str| {
            let mut values = usual;
            for item in text.split(',') {
                let (name, value) = item.split_once(':').ok_or_else(|| format!("{item:?}: expected COUNTER:VALUE"))?;
                let at = usize::from(read_unit(game, name)?).checked_sub(first).filter(|at| *at < count);
                values[at.ok_or_else(|| format!("{name} is not what this field is about"))?] = read(value)?;
            }
            Ok(values)
        },
    )
}

/// Some leaders by their tags.
pub(crate) fn crowd(game: &Campaign) -> impl Form<Leaders> + '_ {
    Own(
        |set: &Leaders, packer: &mut Packer| set.0.iter().for_each(|word| packer.word(*word)),
        move |set: &Leaders| {
            (!set.is_empty()).then(|| set.into_iter().map(|l| game.tag(l as Leader).to_owned()).collect::<Vec<_>>().join(","))
        },
        move |text: &str| text.split(',').map(|tag| game.read_leader(tag).map(u16::from)).collect(),
    )
}

/// One of a short list of values by its number; the first is left out.
pub(crate) fn one_of<T: Copy + PartialEq + 'static>(all: &'static [T]) -> impl Form<T> {
    let number = |value: &T| all.iter().position(|one| one == value).unwrap_or(0);
    Own(
        move |value: &T, packer: &mut Packer| packer.word(number(value) as u64),
        move |value: &T| (number(value) > 0).then(|| number(value).to_string()),
        move |text: &str| {
            let at = text.parse::<usize>().ok().and_then(|at| all.get(at));
            at.copied().ok_or_else(|| format!("{text:?}: expected a number up to {}", all.len() - 1))
        },
    )
}

/// A pair by side.
fn pair<T: Copy + PartialEq + Default + std::fmt::Display + std::str::FromStr + Into<u64>>() -> impl Form<[T; 2]> {
    Own(
        |values: &[T; 2], packer: &mut Packer| values.iter().for_each(|&value| packer.word(value.into())),
        |values: &[T; 2]| (*values != [T::default(); 2]).then(|| format!("{},{}", values[0], values[1])),
        |text: &str| {
            let read = text.split_once(',').and_then(|(a, b)| Some([a.parse().ok()?, b.parse().ok()?]));
            read.ok_or_else(|| format!("{text:?}: expected two numbers"))
        },
    )
}

fn write_strength([foot, horse, guns]: Strength) -> String {
    format!("{foot}.{horse}.{guns}")
}

fn read_strength(text: &str) -> Result<Strength, String> {
    let points: Vec<u8> = text.split('.').filter_map(|points| points.parse().ok()).filter(|points| *points <= 9).collect();
    points.try_into().map_err(|_| format!("{text:?}: expected three numbers up to 9, such as 9.0.0"))
}

impl Frame {
    const PLAIN: [(Self, &'static str); 14] = [
        (Self::Season, "season"),
        (Self::Succeed, "succeed"),
        (Self::Fleet, "fleet"),
        (Self::Sea, "sea"),
        (Self::Disband, "disband"),
        (Self::Admin, "admin"),
        (Self::Organize, "organize"),
        (Self::Command, "command"),
        (Self::Initiative, "initiative"),
        (Self::March, "march"),
        (Self::Forced, "forced"),
        (Self::Attack, "attack"),
        (Self::Declare, "declare"),
        (Self::Over, "over"),
    ];

    fn text(self) -> String {
        let (word, side) = match self {
            Self::Aim(side) => ("aim", side),
            Self::Choose(side) => ("choose", side),
            Self::Prepare(side) => ("prepare", side),
            Self::Guns(side) => ("guns", side),
            Self::Lose(side) => ("lose", side),
            Self::Again(side) => ("again", side),
            Self::Flee(side) => ("flee", side),
            Self::Chase(side) => ("chase", side),
            Self::Advance(side) => ("advance", side),
            plain => return Self::PLAIN.iter().find(|(frame, _)| *frame == plain).map_or("", |(_, word)| word).to_owned(),
        };
        format!("{word}:{}", letter(side))
    }

    fn read(text: &str) -> Result<Self, String> {
        if let Some((frame, _)) = Self::PLAIN.iter().find(|(_, word)| *word == text) {
            return Ok(*frame);
        }
        let (word, side) = text.split_once(':').ok_or_else(|| format!("{text:?} is no pending decision"))?;
        let side = read_letter(side)?;
        Ok(match word {
            "aim" => Self::Aim(side),
            "choose" => Self::Choose(side),
            "prepare" => Self::Prepare(side),
            "guns" => Self::Guns(side),
            "lose" => Self::Lose(side),
            "again" => Self::Again(side),
            "flee" => Self::Flee(side),
            "chase" => Self::Chase(side),
            "advance" => Self::Advance(side),
            _ => return Err(format!("{text:?} is no pending decision")),
        })
    }
}

impl Campaign {
    fn position_head(&self) -> String {
        let weather = if self.options.historical { "+historical" } else { "" };
        let o = &self.options;
        let words = [
            (o.ney, "+ney"),
            (o.buxhowden, "+buxhowden"),
            (o.guns, "+guns"),
            (o.hurry, "+hurry"),
            (o.casualties, "+casualties"),
            (!o.bonus, "+plain"),
            (o.batteries, "+batteries"),
            (o.forage, "+forage"),
            (o.january, "+january"),
            (o.two_sheets, "+two"),
        ];
        let on: String = words.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect();
        format!("{}{weather}{on}", self.id)
    }

    /// Every field of a position, in the order of the check number.
    fn fields(&self, state: &mut State, visit: &mut impl Fields) {
        let (flag, hex) = (Flag { bits: 8 }, Hex(self.grid()));
        let number = |most: u8| Number { most, bits: 8 };
        visit.text("game", &mut (), &Exact(|| self.position_head()));
        let mut clock = (state.turn, state.phasing);
        let (first, last) = self.scenario.turns;
        let turn = Own(
            |(turn, side): &(u8, Side), packer: &mut Packer| packer.word(u64::from(*turn) << 8 | *side as u64),
            |(turn, side): &(u8, Side)| Some(format!("{turn}{}", letter(*side))),
            |text: &str| {
                let (turn, side) = text.split_at_checked(text.len().saturating_sub(1)).ok_or("expected a turn such as 96F")?;
                let turn = turn.parse().ok().filter(|turn| (first..=last).contains(turn));
                Ok((
                    turn.ok_or_else(|| format!("{text:?}: expected a turn from {first} to {last} and F or C"))?,
                    read_letter(side)?,
                ))
            },
        );
        visit.field("turn", &mut clock, &turn);
        (state.turn, state.phasing) = clock;
        let frame = Own(
            |frame: &Frame, packer: &mut Packer| frame.text().bytes().for_each(|byte| packer.word(byte.into())),
            |frame: &Frame| Some(frame.text()),
            Frame::read,
        );
        visit.field("frame", &mut state.frame, &frame);
        visit.field("phase", &mut state.phase, &one_of(&Phase::ALL));
        visit.field("weather", &mut state.weather, &one_of(&Weather::ALL));
        let opening = |at: usize| match self.scenario.roster.leaders.get(at).map(|leader| &leader.start) {
            Some(crate::roster::Start::Hex(hex)) => *hex,
            _ => NOWHERE,
        };
        let place = |hex: HexId| if hex == NOWHERE { "off".to_owned() } else { self.grid().number(hex) };
        let read_place = |text: &str| if text == "off" { Ok(NOWHERE) } else { self.grid().read(text) };
        visit.field("at", &mut *state.hexes, &each(self, 0, std::array::from_fn(opening), |hex| hex.0.into(), place, read_place));
        let body = |at: usize| self.bodies().get(at);
        let printed: [Strength; UNITS] = std::array::from_fn(|at| body(at).map_or([0; 3], |body| body.strength));
        let tracks: [Leader; UNITS] = std::array::from_fn(|at| body(at).map_or(NOBODY, |body| body.leader));
        let pack = |[a, b, c]: Strength| u64::from(a) << 16 | u64::from(b) << 8 | u64::from(c);
        let units = self.leaders();
        let name = |leader: Leader| if leader == NOBODY { "none".to_owned() } else { self.tag(leader).to_owned() };
        let leader = |text: &str| if text == "none" { Ok(NOBODY) } else { self.read_leader(text) };
        visit.field("absent", &mut state.absent, &self.some_units());
        visit.field("track", &mut *state.track, &each(self, units, tracks, u64::from, name, leader));
        visit.field("seen", &mut state.seen, &each(self, units, tracks, u64::from, name, leader));
        visit.field("regrouped", &mut state.regrouped, &self.some_units());
        visit.field("strength", &mut *state.strength, &each(self, units, printed, pack, write_strength, read_strength));
        visit.field("shown", &mut state.shown, &each(self, units, printed, pack, write_strength, read_strength));
        let own: [Leader; LEADERS] = std::array::from_fn(|at| at as Leader);
        visit.field("knot", &mut state.knot, &each(self, 0, own, u64::from, name, leader));
        let small = |text: &str| text.parse::<u8>().map_err(|_| format!("{text:?} is not a number up to 255"));
        let [least, most] = &mut state.rating;
        visit.field("fog", &mut state.fog, &each(self, 0, [0; LEADERS], u64::from, |n: u8| n.to_string(), small));
        visit.field("least", least, &each(self, 0, [0; LEADERS], u64::from, |n: u8| n.to_string(), small));
        visit.field("most", most, &each(self, 0, [9; LEADERS], u64::from, |n: u8| n.to_string(), small));
        visit.field("spent", &mut state.spent, &each(self, 0, [0; LEADERS], u64::from, |n: u8| n.to_string(), small));
        visit.field("hurried", &mut state.hurried, &each(self, 0, [0; LEADERS], u64::from, |n: u8| n.to_string(), small));
        let signed =
            |text: &str| text.parse::<i8>().ok().filter(|n| n.abs() < 20).ok_or_else(|| format!("{text:?} is no modifier"));
        let strain = each(self, 0, [0; LEADERS], |n: i8| u64::from(n as u8), |n: i8| n.to_string(), signed);
        visit.field("strain", &mut state.strain, &strain);
        let late = each(self, 0, [0; LEADERS], u64::from, |n: u8| n.to_string(), small);
        visit.field("late", &mut state.battle.late, &late);
        for (key, set) in [
            ("swift", &mut state.swift),
            ("open", &mut state.open),
            ("acted", &mut state.acted),
            ("marched", &mut state.marched),
            ("fought", &mut state.fought),
            ("supplied", &mut state.supplied),
            ("force", &mut state.force),
        ] {
            visit.field(key, set, &crowd(self));
        }
        // It changes nothing that is played, and no check number.
        visit.text("placed", &mut state.placed, &crowd(self));
        let somebody = Own(
            |leader: &Leader, packer: &mut Packer| packer.word((*leader).into()),
            |leader: &Leader| (*leader != NOBODY).then(|| self.tag(*leader).to_owned()),
            |text: &str| self.read_leader(text),
        );
        visit.field("hand", &mut state.hand, &somebody);
        visit.field("by", &mut state.by, &one_of(&By::ALL));
        visit.field("origin", &mut state.origin, &hex);
        visit.field("sector", &mut state.sector, &number(6));
        visit.field("guns", &mut state.guns, &flag);
        visit.field("halted", &mut state.halted, &flag);
        visit.field("commands", &mut state.commands, &number(20));
        visit.field("morale", &mut state.morale, &number(crate::victory::LAST_SPACE));
        visit.field("source", &mut state.source, &hex);
        visit.seal();
        let changing = Own(
            |hexes: &[HexId; 3], packer: &mut Packer| hexes.iter().for_each(|hex| packer.word(hex.0.into())),
            |hexes: &[HexId; 3]| (*hexes != [NOWHERE; 3]).then(|| hexes.map(place).join(",")),
            |text: &str| {
                let hexes: Vec<HexId> = text.split(',').map(read_place).collect::<Result<_, _>>()?;
                hexes.try_into().map_err(|_| "expected three hexes".to_owned())
            },
        );
        visit.field("changing", &mut state.changing, &changing);
        let shift = Own(
            |shift: &i8, packer: &mut Packer| packer.word(*shift as u8 as u64),
            |shift: &i8| (*shift != 0).then(|| shift.to_string()),
            |text: &str| text.parse().ok().filter(|n: &i8| n.abs() < 100).ok_or_else(|| format!("{text:?} is no shift")),
        );
        visit.field("shift", &mut state.shift, &shift);
        visit.field("konigsberg", &mut state.koenigsberg, &one_of(&[Side::Coalition, Side::French]));
        self.battle_fields(&mut state.battle, visit);
        self.campaign_fields(state, visit);
        self.grand_fields(state, visit);
    }

    /// Some units by their tags.
    fn some_units(&self) -> impl Form<Bits<2>> + '_ {
        Own(
            |set: &Bits<2>, packer: &mut Packer| set.0.iter().for_each(|word| packer.word(*word)),
            |set: &Bits<2>| {
                let tags = set.into_iter().map(|unit| self.body_tag(unit as u8).to_owned());
                (!set.is_empty()).then(|| tags.collect::<Vec<_>>().join(","))
            },
            |text: &str| {
                let first = self.leaders() as u16;
                let unit = |tag: &str| read_unit(self, tag)?.checked_sub(first).ok_or_else(|| format!("{tag} is no unit"));
                text.split(',').map(unit).collect()
            },
        )
    }

    fn battle_fields(&self, battle: &mut Battle, visit: &mut impl Fields) {
        let flag = Flag { bits: 8 };
        let number = Number { most: 255, bits: 8 };
        visit.field("round", &mut battle.round, &number);
        visit.field("shownchoices", &mut battle.shown, &number);
        visit.field("beaten", &mut battle.beaten, &Number { most: 2, bits: 8 });
        visit.field("length", &mut battle.length, &Number { most: 20, bits: 8 });
        visit.field("left", &mut battle.left, &Number { most: 20, bits: 8 });
        visit.field("groups", &mut battle.groups, &Number { most: GROUPS as u8, bits: 8 });
        visit.field("short", &mut battle.short, &number);
        visit.field("reach", &mut battle.reach, &Number { most: 20, bits: 8 });
        visit.seal();
        for (key, value) in [("pierced", &mut battle.pierced), ("single", &mut battle.single), ("repulse", &mut battle.repulse)] {
            visit.field(key, value, &flag);
        }
        let mut horse = [u8::from(battle.horse[0]), u8::from(battle.horse[1])];
        visit.field("horse", &mut horse, &Numbers { most: 1, always: false });
        battle.horse = horse.map(|n| n > 0);
        visit.seal();
        visit.field("attacker", &mut battle.attacker, &one_of(&Side::BOTH));
        visit.field("stage", &mut battle.stage, &one_of(&Stage::ALL));
        let [french, coalition] = &mut battle.choice;
        visit.field("pickf", french, &one_of(&Choice::ALL));
        visit.field("pickc", coalition, &one_of(&Choice::ALL));
        for (key, values) in [
            ("owed", &mut battle.owed),
            ("lost", &mut battle.lost),
            ("fallen", &mut battle.fallen),
            ("cavalry", &mut battle.cavalry),
        ] {
            visit.field(key, values, &pair::<u8>());
        }
        let [french, coalition] = &mut battle.force;
        for (key, set) in [
            ("french", french),
            ("coalition", coalition),
            ("fleeing", &mut battle.fleeing),
            ("waiting", &mut battle.waiting),
            ("advanced", &mut battle.advanced),
            ("aside", &mut battle.aside),
        ] {
            visit.field(key, set, &crowd(self));
        }
        let grid = self.grid();
        let trails = Own(
            |trails: &[[HexId; TRAIL]; GROUPS], packer: &mut Packer| {
                trails.iter().flatten().for_each(|hex| packer.word(hex.0.into()));
            },
            |trails: &[[HexId; TRAIL]; GROUPS]| {
                let way = |trail: &[HexId; TRAIL]| {
                    let hexes = trail.iter().take_while(|hex| **hex != NOWHERE).map(|&hex| grid.number(hex));
                    hexes.collect::<Vec<_>>().join(",")
                };
                let ways: Vec<String> = trails.iter().map(way).take_while(|way| !way.is_empty()).collect();
                (!ways.is_empty()).then(|| ways.join("/"))
            },
            |text: &str| {
                let mut trails = [[NOWHERE; TRAIL]; GROUPS];
                for (group, way) in text.split('/').enumerate() {
                    for (step, hex) in way.split(',').enumerate() {
                        let place = trails.get_mut(group).and_then(|trail| trail.get_mut(step));
                        *place.ok_or("too many hexes")? = grid.read(hex)?;
                    }
                }
                Ok(trails)
            },
        );
        visit.field("trails", &mut battle.trails, &trails);
        battle.steps = battle.trails.map(|trail| trail.iter().take_while(|hex| **hex != NOWHERE).count() as u8);
        let [french, coalition] = &mut battle.vacated;
        visit.field("vacatedf", french, &hexes(grid));
        visit.field("vacatedc", coalition, &hexes(grid));
    }

    pub(crate) fn position_text(&self, state: &State) -> String {
        let mut writer = Writer::new(HEADS);
        self.fields(&mut state.clone(), &mut writer);
        writer.finish()
    }

    pub(crate) fn digest_of(&self, state: &State) -> u64 {
        let mut digester = Digester::default();
        self.fields(&mut state.clone(), &mut digester);
        digester.finish()
    }

    pub(crate) fn read_position_text(&self, text: &str) -> Result<State, DataError> {
        let mut state = self.opening();
        state.knot = std::array::from_fn(|leader| leader as Leader);
        state.placed = Leaders::EMPTY;
        // What is left out is the first of its kind.
        state.phase = Phase::ALL[0];
        state.weather = Weather::ALL[0];
        state.morale = 0;
        state.koenigsberg = Side::Coalition;
        let mut reader = Reader::new(HEADS, text)?;
        self.fields(&mut state, &mut reader);
        reader.finish()?;
        self.sound(&state).map_err(|(place, why)| DataError::new("position", place, why))?;
        Ok(state)
    }
}
