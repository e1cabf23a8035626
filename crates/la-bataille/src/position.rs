//! A position in one line, and its check number: every field of the state is listed once, and both follow from the list.
//!
//! First stand the game, turn and side, segment, the pending decisions (the lowest first) and the pieces that stand otherwise than at the start; then what is not as usual, by key.

use crate::stamp::Stamp;
use crate::state::{
    Cause, DEPTH, Due, Fight, Flight, Formation, Frame, NOBODY, NOWHERE, Order, Place, Readiness, Ride, Segment, Side, Standing,
    State, TARGETS, TRENCHES, UNITS, Unit, Units, WAITING,
};
use crate::{Action, Bautzen};
use grognard_engine::fields::{Digester, Exact, Fields, Numbers, Own, Packer, Reader, Writer, small};
use grognard_engine::stack::Stack;
use grognard_engine::{DataError, HexId, verbs};

const HEADS: &[&str] = &["game", "turn", "segment", "decisions", "pieces"];
const PLACES: [(Place, &str); 6] = [
    (Place::Absent, "absent"),
    (Place::Map, "map"),
    (Place::Due, "due"),
    (Place::Off, "off"),
    (Place::Wounded, "wounded"),
    (Place::Lost, "lost"),
];
const ORDERS: [(Order, &str); 3] = [(Order::Good, "good"), (Order::Disordered, "disordered"), (Order::Routed, "routed")];
const READY: [(Readiness, &str); 3] =
    [(Readiness::Fresh, "fresh"), (Readiness::Tired, "tired"), (Readiness::Exhausted, "exhausted")];

fn word<T: PartialEq + Copy>(list: &[(T, &'static str)], value: T) -> &'static str {
    list.iter().find(|(known, _)| *known == value).map_or("?", |(_, word)| word)
}

fn read_word<T: Copy>(list: &[(T, &'static str)], text: &str) -> Result<T, String> {
    list.iter().find(|(_, word)| *word == text).map(|(value, _)| *value).ok_or_else(|| format!("{text:?} is not known"))
}

/// Numbers parted by commas, as many as are wanted.
fn numbers<const N: usize>(text: &str) -> Result<[u64; N], String> {
    let list: Vec<u64> =
        text.split(',').map(|n| n.parse().map_err(|_| format!("{n:?} is not a number"))).collect::<Result<_, _>>()?;
    list.try_into().map_err(|_| format!("{text:?}: expected {N} numbers"))
}

fn byte(value: u64) -> Result<u8, String> {
    u8::try_from(value).map_err(|_| format!("{value}: expected a number up to 255"))
}

impl Bautzen {
    fn hex_text(&self, hex: HexId) -> String {
        if hex == NOWHERE { "-".to_owned() } else { self.grid().number(hex) }
    }

    fn read_hex(&self, text: &str) -> Result<HexId, String> {
        if text == "-" { Ok(NOWHERE) } else { self.grid().read(text) }
    }

    fn set_text(&self, set: Units) -> String {
        self.list_text(set.into_iter())
    }

    fn list_text(&self, units: impl Iterator<Item = Unit>) -> String {
        let tags: Vec<&str> = units.map(|unit| self.tag(unit)).collect();
        if tags.is_empty() { "-".to_owned() } else { tags.join("+") }
    }

    fn read_set(&self, text: &str) -> Result<Units, String> {
        if text == "-" { Ok(Units::EMPTY) } else { text.split('+').map(|tag| self.read_unit(tag)).collect() }
    }

    fn unit_text(&self, unit: Unit) -> String {
        if unit == NOBODY { "-".to_owned() } else { self.tag(unit).to_owned() }
    }

    fn read_unit_or_none(&self, text: &str) -> Result<Unit, String> {
        if text == "-" { Ok(NOBODY) } else { self.read_unit(text) }
    }

    fn piece_text(&self, so: &Standing) -> String {
        let Standing { hex, second, aim, heading, left, tail, rank, until, tired, shock, flags, .. } = *so;
        let (paced, marches) = (so.paced(), so.marches());
        let hexes = [hex, second, aim].map(|hex| self.hex_text(hex)).join(",");
        let words = [word(&PLACES, so.place), so.formation.word(), word(&ORDERS, so.order), word(&READY, so.ready)].join(",");
        // Hardly anybody has a third hex: it is said only of those who do.
        let third = if so.third == NOWHERE { String::new() } else { format!(",{},{}", self.hex_text(so.third), so.rear()) };
        format!("{words},{hexes},{heading},{left},{tail},{rank},{until},{tired},{paced},{shock},{marches},{flags}{third}")
    }

    fn read_piece(&self, text: &str) -> Result<Standing, String> {
        let cells: Vec<&str> = text.split(',').collect();
        let [place, formation, order, ready, hex, second, aim, ref rest @ ..] = cells[..] else {
            return Err(format!("{text:?}: expected place, formation, order, readiness, three hexes and ten numbers"));
        };
        let (rest, third) = rest.split_at(rest.len().min(10));
        let [heading, left, tail, rank, until, tired, paced, shock, marches, flags] = numbers::<10>(&rest.join(","))?;
        let (third, rear) = match *third {
            [] => (NOWHERE, 0),
            [third, rear] => (self.grid().read(third)?, numbers::<1>(rear)?[0]),
            _ => return Err(format!("{text:?}: after the numbers come the third hex and the increments in it, or nothing")),
        };
        if paced > 2 || rear > 3 || marches > 9 {
            return Err(format!("{text:?}: pace 0 to 2, increments in the third hex 0 to 3, marches 0 to 9"));
        }
        let mut so = Standing {
            hex: self.read_hex(hex)?,
            second: self.read_hex(second)?,
            third,
            aim: self.read_hex(aim)?,
            heading: byte(heading).and_then(|n| if n < 12 { Ok(n) } else { Err("there are twelve headings".to_owned()) })?,
            formation: Formation::read(formation).ok_or_else(|| format!("{formation:?} is no formation"))?,
            order: read_word(&ORDERS, order)?,
            ready: read_word(&READY, ready)?,
            place: read_word(&PLACES, place)?,
            left: byte(left)?,
            tail: byte(tail)?,
            rank: byte(rank)?,
            until: byte(until)?,
            tired: byte(tired)?,
            shock: byte(shock)?,
            flags: u16::try_from(flags).map_err(|_| "the flags are sixteen bits".to_owned())?,
            ..Standing::ABSENT
        };
        so.set_paced(paced as u8);
        so.set_rear(rear as u8);
        so.set_marches(marches as u8);
        Ok(so)
    }

    fn frame_text(&self, frame: Frame) -> String {
        let b = u8::from;
        match frame {
            Frame::SetUp(side) => format!("setup:{}", side.name()),
            Frame::Arrange { unit, done } => format!("arrange:{},{done}", self.tag(unit)),
            Frame::Charge => "charge".to_owned(),
            Frame::Ride => "ride".to_owned(),
            Frame::React => "react".to_owned(),
            Frame::Stand => "stand".to_owned(),
            Frame::Pursue => "pursue".to_owned(),
            Frame::Move => "move".to_owned(),
            Frame::Hand { unit, left, turned, begun, stopped } => {
                format!("hand:{},{left},{},{},{}", self.tag(unit), b(turned), b(begun), b(stopped))
            }
            Frame::Opportunity(unit) => format!("opportunity:{}", self.tag(unit)),
            Frame::Pounce(unit) => format!("pounce:{}", self.tag(unit)),
            Frame::Fire => "fire".to_owned(),
            Frame::Aim(hex) => format!("aim:{}", self.hex_text(hex)),
            Frame::Melee => "melee".to_owned(),
            Frame::Assault => "assault".to_owned(),
            Frame::Answer => "answer".to_owned(),
            Frame::Follow => "follow".to_owned(),
            Frame::Fight => "fight".to_owned(),
            Frame::Advance => "advance".to_owned(),
            Frame::Recovery => "recovery".to_owned(),
            Frame::Checks => "checks".to_owned(),
            Frame::Flee(Flight { unit, path, steps, toll, driven, begun, shot }) => {
                format!("flee:{},{path},{steps},{toll},{},{},{}", self.tag(unit), b(begun), b(shot), b(driven))
            }
            Frame::Over => "over".to_owned(),
        }
    }

    fn read_frame(&self, text: &str) -> Result<Frame, String> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let (tag, more) = rest.split_once(',').unwrap_or((rest, ""));
        let plain = |frame: Frame| if rest.is_empty() { Ok(frame) } else { Err(format!("{text:?} is no decision")) };
        match name {
            "setup" => Ok(Frame::SetUp(Side::read(rest).ok_or_else(|| format!("{rest:?} is no side"))?)),
            "arrange" => {
                let [done] = numbers::<1>(more)?;
                Ok(Frame::Arrange { unit: self.read_unit(tag)?, done: byte(done)? })
            }
            "charge" => plain(Frame::Charge),
            "ride" => plain(Frame::Ride),
            "react" => plain(Frame::React),
            "stand" => plain(Frame::Stand),
            "pursue" => plain(Frame::Pursue),
            "move" => plain(Frame::Move),
            "hand" => {
                let [left, turned, begun, stopped] = numbers::<4>(more)?;
                let unit = self.read_unit(tag)?;
                Ok(Frame::Hand { unit, left: byte(left)?, turned: turned == 1, begun: begun == 1, stopped: stopped == 1 })
            }
            "opportunity" => Ok(Frame::Opportunity(self.read_unit(rest)?)),
            "pounce" => Ok(Frame::Pounce(self.read_unit(rest)?)),
            "fire" => plain(Frame::Fire),
            "aim" => Ok(Frame::Aim(self.grid().read(rest)?)),
            "melee" => plain(Frame::Melee),
            "assault" => plain(Frame::Assault),
            "answer" => plain(Frame::Answer),
            "follow" => plain(Frame::Follow),
            "fight" => plain(Frame::Fight),
            "advance" => plain(Frame::Advance),
            "recovery" => plain(Frame::Recovery),
            "checks" => plain(Frame::Checks),
            "flee" => {
                // Earlier positions do not say who is driven by a melee; whoever pays a toll is.
                let (five, driven) = match more.match_indices(',').nth(4) {
                    Some((at, _)) => (&more[..at], Some(numbers::<1>(&more[at + 1..])?[0])),
                    None => (more, None),
                };
                let [path, steps, toll, begun, shot] = numbers::<5>(five)?;
                let driven = driven.map_or(toll > 0, |driven| driven == 1);
                let unit = self.read_unit(tag)?;
                let steps = byte(steps)?;
                if steps > 21 {
                    return Err("a forced move has at most 21 steps".to_owned());
                }
                Ok(Frame::Flee(Flight { unit, path, steps, toll: byte(toll)?, driven, begun: begun == 1, shot: shot == 1 }))
            }
            "over" => plain(Frame::Over),
            _ => Err(format!("{text:?} is no decision")),
        }
    }

    fn fight_text(&self, fight: &Fight) -> String {
        let attackers = self.list_text(fight.named());
        let sets = [fight.sparing, fight.done, fight.defenders].map(|set| self.set_text(set)).join(",");
        let Fight { stage, roll, column, at, again, withdrew, .. } = *fight;
        let hex = self.hex_text(fight.hex);
        format!("{hex},{attackers},{sets},{stage},{roll},{column},{at},{},{}", u8::from(again), u8::from(withdrew))
    }

    fn read_fight(&self, text: &str) -> Result<Fight, String> {
        let cells: Vec<&str> = text.split(',').collect();
        let [hex, attackers, sparing, done, defenders, ref rest @ ..] = cells[..] else { return Err("too short".to_owned()) };
        let [stage, roll, column, at, again, withdrew] = numbers::<6>(&rest.join(","))?;
        let mut fight = Fight {
            hex: self.read_hex(hex)?,
            sparing: self.read_set(sparing)?,
            done: self.read_set(done)?,
            defenders: self.read_set(defenders)?,
            stage: byte(stage)?,
            roll: byte(roll)?,
            column: byte(column)?,
            at: byte(at)?,
            again: again == 1,
            withdrew: withdrew == 1,
            ..Fight::NONE
        };
        // [4.4] The attackers are written in the order in which they were named.
        for tag in attackers.split('+').filter(|tag| *tag != "-") {
            fight.join(self.read_unit(tag)?);
        }
        let fits = usize::from(fight.column) < self.tables().melee_heads.len() && fight.at < 36;
        if fits { Ok(fight) } else { Err("there is no such cell of the melee table".to_owned()) }
    }

    fn ride_text(&self, ride: &Ride) -> String {
        let sets = [ride.units, ride.asked, ride.warned, ride.tried].map(|set| self.set_text(set)).join(",");
        let Ride { left, ridden, straight, way, turns, row, stage, formed, pounce, contact, trample, .. } = *ride;
        let flags = [formed, pounce, contact].map(|flag| u8::from(flag).to_string()).join(",");
        format!(
            "{sets},{},{},{left},{ridden},{straight},{way},{turns},{row},{stage},{trample},{flags}",
            self.unit_text(ride.lead),
            self.hex_text(ride.target)
        )
    }

    fn read_ride(&self, text: &str) -> Result<Ride, String> {
        let cells: Vec<&str> = text.split(',').collect();
        let [units, asked, warned, tried, lead, target, ref rest @ ..] = cells[..] else { return Err("too short".to_owned()) };
        let [left, ridden, straight, way, turns, row, stage, trample, formed, pounce, contact] = numbers::<11>(&rest.join(","))?;
        Ok(Ride {
            units: self.read_set(units)?,
            asked: self.read_set(asked)?,
            warned: self.read_set(warned)?,
            tried: self.read_set(tried)?,
            lead: self.read_unit_or_none(lead)?,
            target: self.read_hex(target)?,
            left: byte(left)?,
            ridden: byte(ridden)?,
            straight: byte(straight)?,
            way: byte(way)?,
            turns: byte(turns)?,
            row: byte(row)?,
            stage: byte(stage)?,
            trample: byte(trample)?,
            formed: formed == 1,
            pounce: pounce == 1,
            contact: contact == 1,
        })
    }

    /// Every field, with its key and its form.
    fn fields(&self, state: &mut State, visit: &mut impl Fields) {
        visit.text("game", &mut (), &Exact(|| self.id.clone()));
        let (first, last) = self.turns();
        let mut when = (state.turn, state.phasing);
        visit.field(
            "turn",
            &mut when,
            &Own(
                |(turn, side): &(u8, Side), p: &mut Packer| p.word(u64::from(*turn) << 8 | *side as u64),
                |(turn, side): &(u8, Side)| Some(format!("{turn}{}", &side.name()[..1])),
                |text: &str| {
                    let side = match text.chars().last() {
                        Some('F') => Side::French,
                        Some('C') => Side::Coalition,
                        _ => return Err(format!("{text:?}: expected a turn and F or C, such as 2C")),
                    };
                    let turn = small(&text[..text.len() - 1], last)?;
                    if turn < first { Err(format!("the game begins in turn {first}")) } else { Ok((turn, side)) }
                },
            ),
        );
        (state.turn, state.phasing) = when;
        visit.field(
            "segment",
            &mut state.segment,
            &Own(
                |segment: &Segment, p: &mut Packer| p.word(*segment as u64),
                |segment: &Segment| Some(segment.word().to_owned()),
                |text: &str| {
                    let found = Segment::ALL.into_iter().find(|segment| segment.word() == text);
                    found.ok_or_else(|| format!("{text:?} is no segment"))
                },
            ),
        );
        visit.field(
            "decisions",
            &mut state.frames,
            &Own(
                |frames: &Stack<Frame, DEPTH>, p: &mut Packer| {
                    for frame in frames.frames() {
                        self.frame_text(frame).bytes().for_each(|byte| p.word(byte.into()));
                        p.word(u64::MAX);
                    }
                },
                |frames: &Stack<Frame, DEPTH>| {
                    Some(frames.frames().map(|frame| self.frame_text(frame)).collect::<Vec<_>>().join("/"))
                },
                |text: &str| {
                    let mut frames = Stack::EMPTY;
                    for part in text.split('/') {
                        frames.push(self.read_frame(part)?).map_err(|_| format!("more than {DEPTH} decisions"))?;
                    }
                    Ok(frames)
                },
            ),
        );
        let start = &self.field().army.start;
        visit.field(
            "pieces",
            &mut state.pieces,
            &Own(
                |pieces: &[Standing; UNITS], p: &mut Packer| {
                    for so in pieces {
                        // Nobody's third hex counts for nothing, so that digests are what they were before there was one.
                        let third = u64::from(so.third.0 ^ NOWHERE.0) << 48;
                        let hexes = third | u64::from(so.hex.0) << 32 | u64::from(so.second.0) << 16 | u64::from(so.aim.0);
                        p.word(hexes);
                        let states = [
                            so.formation as u8,
                            so.order as u8,
                            so.ready as u8,
                            so.place as u8,
                            so.heading,
                            so.left,
                            so.tail,
                            so.rank,
                        ];
                        p.word(u64::from_le_bytes(states));
                        let notes = [so.until, so.tired, so.paced(), so.shock, so.marches(), so.rear(), 0, 0];
                        p.word(u64::from_le_bytes(notes) | u64::from(so.flags) << 48);
                    }
                },
                |pieces: &[Standing; UNITS]| {
                    let moved = self.units().filter(|&unit| pieces[usize::from(unit)] != start[usize::from(unit)]);
                    let texts: Vec<String> =
                        moved.map(|unit| format!("{}={}", self.tag(unit), self.piece_text(&pieces[usize::from(unit)]))).collect();
                    Some(if texts.is_empty() { "-".to_owned() } else { texts.join("/") })
                },
                |text: &str| {
                    let mut pieces = self.opening().pieces;
                    if text != "-" {
                        for item in text.split('/') {
                            let (tag, so) = item.split_once('=').ok_or_else(|| format!("{item:?}: expected UNIT=…"))?;
                            let unit = self.read_unit(tag)?;
                            pieces[usize::from(unit)] = self.read_piece(so).map_err(|why| format!("{tag}: {why}"))?;
                        }
                    }
                    Ok(pieces)
                },
            ),
        );
        visit.field(
            "act",
            &mut state.act,
            &Own(
                |act: &Option<Action>, p: &mut Packer| {
                    let text = act.map(|act| verbs::write_short(self, act)).unwrap_or_default();
                    text.bytes().for_each(|byte| p.word(byte.into()));
                },
                |act: &Option<Action>| act.map(|act| verbs::write_short(self, act)),
                |text: &str| verbs::read_short(self, text).map(Some),
            ),
        );
        let set = Own(
            |set: &Units, p: &mut Packer| set.0.iter().for_each(|word| p.word(*word)),
            |set: &Units| (!set.is_empty()).then(|| self.set_text(*set)),
            |text: &str| self.read_set(text),
        );
        visit.field("firing", &mut state.firing, &set);
        visit.field("shaken", &mut state.shaken, &set);
        let hexes = Own(
            |list: &[HexId; TARGETS], p: &mut Packer| {
                list.iter().take_while(|hex| **hex != NOWHERE).for_each(|hex| p.word(hex.0.into()));
                p.word(u64::MAX);
            },
            |list: &[HexId; TARGETS]| {
                let texts: Vec<String> = list.iter().filter(|hex| **hex != NOWHERE).map(|hex| self.grid().number(*hex)).collect();
                (!texts.is_empty()).then(|| texts.join(","))
            },
            |text: &str| {
                let mut list = [NOWHERE; TARGETS];
                let texts: Vec<&str> = text.split(',').collect();
                if texts.len() > TARGETS {
                    return Err(format!("more than {TARGETS} hexes"));
                }
                for (place, text) in list.iter_mut().zip(texts) {
                    *place = self.grid().read(text)?;
                }
                Ok(list)
            },
        );
        visit.field("shot", &mut state.shot, &hexes);
        visit.field("attacked", &mut state.attacked, &hexes);
        visit.field(
            "melee",
            &mut state.fight,
            &Own(
                |fight: &Fight, p: &mut Packer| self.fight_text(fight).bytes().for_each(|byte| p.word(byte.into())),
                |fight: &Fight| (*fight != Fight::NONE).then(|| self.fight_text(fight)),
                |text: &str| self.read_fight(text),
            ),
        );
        visit.field(
            "ride",
            &mut state.ride,
            &Own(
                |ride: &Ride, p: &mut Packer| self.ride_text(ride).bytes().for_each(|byte| p.word(byte.into())),
                |ride: &Ride| (*ride != Ride::NONE).then(|| self.ride_text(ride)),
                |text: &str| self.read_ride(text),
            ),
        );
        visit.field(
            "checks",
            &mut state.checks,
            &Own(
                |checks: &[Option<Due>; WAITING], p: &mut Packer| {
                    for Due { unit, cause, modifier } in checks.iter().flatten() {
                        p.word(u64::from(*unit) << 16 | (*cause as u64) << 8 | u64::from(modifier.cast_unsigned()));
                    }
                    p.word(u64::MAX);
                },
                |checks: &[Option<Due>; WAITING]| {
                    let texts: Vec<String> = checks
                        .iter()
                        .flatten()
                        .map(|due| format!("{}.{}.{}", self.tag(due.unit), due.cause as u8, due.modifier))
                        .collect();
                    (!texts.is_empty()).then(|| texts.join(","))
                },
                |text: &str| {
                    let mut checks = [None; WAITING];
                    let texts: Vec<&str> = text.split(',').collect();
                    if texts.len() > WAITING {
                        return Err(format!("more than {WAITING} checks"));
                    }
                    for (place, text) in checks.iter_mut().zip(texts) {
                        let parts: Vec<&str> = text.split('.').collect();
                        let [tag, cause, modifier] = parts[..] else {
                            return Err(format!("{text:?}: expected UNIT.CAUSE.MODIFIER"));
                        };
                        let cause = cause.parse().ok().and_then(|n: usize| Cause::ALL.get(n).copied());
                        *place = Some(Due {
                            unit: self.read_unit(tag)?,
                            cause: cause.ok_or_else(|| format!("{text:?}: there is no such cause"))?,
                            modifier: modifier.parse().map_err(|_| format!("{text:?}: the modifier is no number"))?,
                        });
                    }
                    Ok(checks)
                },
            ),
        );
        visit.field("levels", &mut state.levels, &Numbers { most: 3, always: false });
        visit.seal();
        visit.field(
            "held",
            &mut state.held,
            &Own(
                |held: &u16, p: &mut Packer| p.word((*held).into()),
                |held: &u16| (*held > 0).then(|| held.to_string()),
                |text: &str| text.parse().map_err(|_| format!("{text:?} is not a number")),
            ),
        );
        let trenches: Vec<HexId> = self.ground().trenches.clone();
        visit.field(
            "trenches",
            &mut state.trenches,
            &Own(
                |list: &[(HexId, u8); TRENCHES], p: &mut Packer| list.iter().for_each(|(_, since)| p.word((*since).into())),
                |list: &[(HexId, u8); TRENCHES]| {
                    list.iter().any(|(_, since)| *since > 0).then(|| list.map(|(_, since)| since.to_string()).join(","))
                },
                |text: &str| {
                    let since = numbers::<TRENCHES>(text)?;
                    let mut list = [(NOWHERE, 0); TRENCHES];
                    for ((place, hex), since) in list.iter_mut().zip(&trenches).zip(since) {
                        *place = (*hex, byte(since)?);
                    }
                    Ok(list)
                },
            ),
        );
    }

    pub(crate) fn position_text(&self, state: &State) -> String {
        let mut writer = Writer::new(HEADS);
        self.fields(&mut state.clone(), &mut writer);
        writer.finish()
    }

    pub(crate) fn read_position_text(&self, text: &str) -> Result<State, DataError> {
        let mut state = self.opening();
        let mut reader = Reader::new(HEADS, text)?;
        self.fields(&mut state, &mut reader);
        reader.finish()?;
        state.stamp = Stamp::fresh();
        self.sound(&state).map_err(|(place, why)| DataError::new("position", place, why))?;
        // Not a matter of sound pieces: those who are set up are looked at before it is known whose sequence it is.
        if let Some(unit) = self.units().find(|&unit| state.piece(unit).tired > state.sequence()) {
            return Err(DataError::new("position", self.tag(unit), "is tired by what is still to come [16.2]"));
        }
        Ok(state)
    }

    pub(crate) fn digest_of(&self, state: &State) -> u64 {
        let mut digester = Digester::default();
        self.fields(&mut state.clone(), &mut digester);
        digester.finish()
    }
}
