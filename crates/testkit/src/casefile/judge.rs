//! Whether an expectation holds in a position, and what was found if it does not.

use super::Fraction;
use super::parse::{Expect, Seen, UnitIs};
use grognard_engine::game::{Chance, Forecast};
use grognard_engine::{Board, Counter, Decision, Game, Seat};
use std::collections::BTreeSet;

/// What was expected and what was found.
type Differs = (String, String);

/// Whether `expect` holds; `events` are those since the last `do`.
pub fn judge<G: Game>(game: &G, state: &G::State, events: &[G::Event], expect: &Expect) -> Result<(), Differs> {
    match &usual(game, expect) {
        Expect::View(name, seen) => view(game, state, events, name, seen),
        expect => {
            let log: Vec<String> = events.iter().filter_map(|event| game.line(event, None)).map(|line| line.text).collect();
            holds_for(
                game,
                state,
                &log,
                Eyes { boards: &|| Boards::of(game, state), seat: decider(game, state), listed: true },
                expect,
            )
        }
    }
}

/// The same with every hex by its usual name: one that lies on two sheets has two.
fn usual<G: Game>(game: &G, expect: &Expect) -> Expect {
    let name = |hex: &String| game.usual_name(hex);
    let each = |text: &String| text.split(' ').map(|word| game.usual_name(word)).collect::<Vec<_>>().join(" ");
    match expect {
        Expect::Unit(tag, UnitIs::At(hex)) => Expect::Unit(tag.clone(), UnitIs::At(name(hex))),
        Expect::Unit(tag, UnitIs::Also(hex)) => Expect::Unit(tag.clone(), UnitIs::Also(name(hex))),
        Expect::Options(verb, rests) => Expect::Options(verb.iter().map(name).collect(), rests.iter().map(each).collect()),
        Expect::Mark(kind, hex, side) => Expect::Mark(kind.clone(), name(hex), side.clone()),
        Expect::NoMark(kind, hex) => Expect::NoMark(kind.clone(), name(hex)),
        Expect::View(seat, seen) => {
            let seen = match seen {
                Seen::Hidden(hex) => Seen::Hidden(name(hex)),
                Seen::Shows(hex, tag) => Seen::Shows(name(hex), tag.clone()),
                Seen::Empty(hex) => Seen::Empty(name(hex)),
                Seen::Also(expect) => Seen::Also(Box::new(usual(game, expect))),
                Seen::NoUnit(_) => seen.clone(),
            };
            Expect::View(seat.clone(), seen)
        }
        _ => expect.clone(),
    }
}

/// What `expect view` says, with the eyes of a seat or of an onlooker.
fn view<G: Game>(game: &G, state: &G::State, events: &[G::Event], name: &str, seen: &Seen) -> Result<(), Differs> {
    let seat = match game.seats().iter().position(|seat| *seat == name) {
        Some(place) => Some(Seat(place as u8)),
        None if name == "onlooker" => None,
        None => return Err((format!("a seat {name}"), format!("only {}, and onlooker", game.seats().join(", ")))),
    };
    let board = game.board(state, seat);
    let here = |hex: &str| -> Vec<String> {
        let there = board.counters.iter().filter(|counter| counter.hex.as_deref() == Some(hex));
        there.map(|counter| if counter.hidden { "a counter face down".to_owned() } else { counter.tag.clone() }).collect()
    };
    let found = |hex: &str| match here(hex) {
        none if none.is_empty() => "nothing there".to_owned(),
        all => all.join(", "),
    };
    let outcome = match seen {
        Seen::Hidden(hex) => match here(hex).iter().any(|what| what == "a counter face down") {
            true => Ok(()),
            false => Err((format!("a counter face down in {hex}"), found(hex))),
        },
        Seen::Shows(hex, tag) => match here(hex).contains(tag) {
            true => Ok(()),
            false => Err((format!("{tag} in {hex}"), found(hex))),
        },
        Seen::Empty(hex) => match here(hex).is_empty() {
            true => Ok(()),
            false => Err((format!("nothing in {hex}"), found(hex))),
        },
        Seen::NoUnit(tag) => match board.counters.iter().find(|counter| counter.tag == *tag) {
            None => Ok(()),
            Some(counter) => {
                let place = counter.hex.clone().or_else(|| counter.off_map.clone()).unwrap_or_default();
                Err((format!("no unit {tag} to be seen"), format!("it: {place}")))
            }
        },
        Seen::Also(expect) => {
            let told = events.iter().filter(|event| !game.secretive() || game.told(event, seat).is_some());
            let log: Vec<String> = told.filter_map(|event| game.line(event, seat)).map(|line| line.text).collect();
            let decides = matches!(game.decision(state), Decision::Choose { seat: decider, .. } if Some(decider) == seat);
            let board = &board;
            holds_for(game, state, &log, Eyes { boards: &|| Boards(vec![board.clone()]), seat, listed: decides }, expect)
        }
    };
    outcome.map_err(|(expected, found)| (format!("{expected} for {name}"), found))
}

/// With whose eyes something is looked at.
struct Eyes<'a> {
    /// The boards that are looked at, the decisive one first.
    boards: &'a dyn Fn() -> Boards,
    /// Whose forecasts they are.
    seat: Option<Seat>,
    /// Whether the options are listed for them.
    listed: bool,
}

/// Whether `expect` holds with somebody's eyes; `log` are the lines they may read.
fn holds_for<G: Game>(game: &G, state: &G::State, log: &[String], eyes: Eyes<'_>, expect: &Expect) -> Result<(), Differs> {
    let found = Found(game);
    let Eyes { boards, seat, listed } = eyes;
    match expect {
        Expect::Unit(tag, what) => boards().unit(tag, what),
        Expect::Track(name, value) => boards().track(name, *value),
        Expect::Decision(seat, case) => found.decides(state, seat, case.as_deref()),
        Expect::Over(text) => match game.decision(state) {
            Decision::Over(outcome) if text.as_ref().is_none_or(|text| outcome.verdict.contains(text.as_str())) => Ok(()),
            _ => Err((
                format!("the end of the game{}", text.as_ref().map_or(String::new(), |t| format!(", {t}"))),
                found.decision(state),
            )),
        },
        Expect::Option(listed, text) => found.option(state, *listed, text),
        Expect::Options(verb, rests) => found.options(state, verb, rests),
        Expect::Count(count) => {
            let options = if listed { found.texts(state).len() } else { 0 };
            if options == *count { Ok(()) } else { Err((format!("{count} options"), options.to_string())) }
        }
        Expect::Column(column) => {
            let forecast = found.forecast(state, seat, || format!("column {column}"))?;
            if forecast.column == *column { Ok(()) } else { Err((format!("column {column}"), forecast.column)) }
        }
        Expect::Result(name, chance) => {
            let wanted = format!("result {name} {chance}");
            let forecast = found.forecast(state, seat, || wanted.clone())?;
            let all: Vec<_> = forecast.results.clone();
            chance_is(&all, name, *chance, *chance).map_err(|found| (wanted, found))
        }
        Expect::Fate(tag, word, least, most) => {
            let range = if least == most { least.to_string() } else { format!("{least}..{most}") };
            let wanted = format!("fate {tag} {word} {range}");
            let forecast = found.forecast(state, seat, || wanted.clone())?;
            let fate = forecast.fates.iter().find(|fate| fate.tag == *tag);
            let stands =
                || boards().0.iter().any(|board| board.counters.iter().any(|unit| unit.tag == *tag && unit.hex.is_some()));
            let all: Vec<_> = match fate {
                Some(fate) => fate.chances.clone(),
                // Whoever stands on the map and is not spoken of is not touched.
                None if stands() => vec![("stays".to_owned(), Chance::sure(1, 1))],
                None => {
                    let tags: Vec<_> = forecast.fates.iter().map(|fate| fate.tag.as_str()).collect();
                    return Err((wanted, format!("only {}", tags.join(" "))));
                }
            };
            chance_is(&all, word, *least, *most).map_err(|found| (wanted, found))
        }
        Expect::Reckoning(true, text) => {
            let wanted = || format!("{text:?} in the reckoning");
            let forecast = found.forecast(state, seat, wanted)?;
            holds(forecast.reckoning.iter().map(String::as_str), text).map_err(|found| (wanted(), found))
        }
        Expect::Reckoning(false, text) => {
            let wanted = || format!("no {text:?} in the reckoning");
            let forecast = found.forecast(state, seat, wanted)?;
            match forecast.reckoning.iter().find(|line| line.contains(text.as_str())) {
                None => Ok(()),
                Some(line) => Err((wanted(), format!("{line:?}"))),
            }
        }
        Expect::NoForecast => match game.forecast(state, seat) {
            None => Ok(()),
            Some(forecast) => Err(("no attack to be declared".to_owned(), format!("one in column {}", forecast.column))),
        },
        Expect::Mark(kind, hex, side) => boards().mark(kind, hex, side.as_deref()),
        Expect::NoMark(kind, hex) => boards().no_mark(kind, hex),
        Expect::Log(true, text) => {
            holds(log.iter().map(String::as_str), text).map_err(|found| (format!("{text:?} in the log"), found))
        }
        Expect::Log(false, text) => match log.iter().find(|line| line.contains(text.as_str())) {
            None => Ok(()),
            Some(line) => Err((format!("no {text:?} in the log"), format!("{line:?}"))),
        },
        Expect::Duty(case, text) => boards().duty(case, text.as_deref()),
        Expect::NoDuty(case, text) => boards().no_duty(case.as_deref(), text.as_deref()),
        Expect::Position(text) => {
            let position = game.write_position(state);
            // Fields with a key may come in any order.
            let same = || game.read_position(text).is_ok_and(|read| game.write_position(&read) == position);
            if position.split_whitespace().eq(text.split_whitespace()) || same() {
                Ok(())
            } else {
                Err((format!("position {text}"), position))
            }
        }
        // Views do not hold views.
        Expect::View(..) => Ok(()),
        Expect::Turn(text) => boards().heading("turn", text, |board| &board.turn),
        Expect::Phase(text) => boards().heading("phase", text, |board| &board.phase),
        Expect::Prompt(text) => boards().heading("prompt", text, |board| &board.prompt),
    }
}

/// Whether one of the lines holds `text`; otherwise, what the lines are.
fn holds<'a>(lines: impl Iterator<Item = &'a str> + Clone, text: &str) -> Result<(), String> {
    if lines.clone().any(|line| line.contains(text)) {
        return Ok(());
    }
    let all: Vec<_> = lines.map(|line| format!("{line:?}")).collect();
    Err(if all.is_empty() { "no line".to_owned() } else { all.join(", ") })
}

/// Whether the chance of `word` is this; a word that is not there has no chance.
fn chance_is(all: &[(String, Chance)], word: &str, least: Fraction, most: Fraction) -> Result<(), String> {
    let of = |chance: Chance| Fraction::new(chance.least, chance.per).zip(Fraction::new(chance.most, chance.per));
    let chance = all.iter().find(|(name, _)| name == word).and_then(|&(_, chance)| of(chance));
    if chance.unwrap_or((Fraction::ZERO, Fraction::ZERO)) == (least, most) {
        return Ok(());
    }
    let show = |(name, chance): &(String, Chance)| match of(*chance) {
        Some((least, most)) if least != most => format!("{name} {least}..{most}"),
        Some((least, _)) => format!("{name} {least}"),
        None => format!("{name} ?"),
    };
    Err(if all.is_empty() { "nothing".to_owned() } else { all.iter().map(show).collect::<Vec<_>>().join(", ") })
}

/// What a game says about a position.
pub struct Found<'a, G>(pub &'a G);

impl<G: Game> Found<'_, G> {
    /// Who has to decide, or the verdict.
    pub fn decision(&self, state: &G::State) -> String {
        match self.0.decision(state) {
            Decision::Choose { seat, case } => format!("a decision of {} under {case}", self.seat(seat)),
            Decision::Over(outcome) => format!("the end of the game, {}", outcome.verdict),
        }
    }

    fn seat(&self, seat: Seat) -> &'static str {
        self.0.seats().get(usize::from(seat.0)).copied().unwrap_or("nobody")
    }

    fn decides(&self, state: &G::State, name: &str, case: Option<&str>) -> Result<(), Differs> {
        match self.0.decision(state) {
            Decision::Choose { seat, case: under } if self.seat(seat) == name && case.is_none_or(|case| case == under.0) => {
                Ok(())
            }
            _ => {
                let under = case.map_or(String::new(), |case| format!(" under [{case}]"));
                Err((format!("a decision of {name}{under}"), self.decision(state)))
            }
        }
    }

    fn list(&self, state: &G::State) -> Vec<G::Action> {
        let mut options = Vec::new();
        self.0.legal_actions(state, &mut options);
        options
    }

    /// The options in words, with single blanks.
    fn texts(&self, state: &G::State) -> Vec<String> {
        self.list(state)
            .into_iter()
            .map(|action| self.0.write_action(action).split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    }

    /// An action as a record or as a person would write it.
    fn option(&self, state: &G::State, listed: bool, text: &str) -> Result<(), Differs> {
        let wanted = || format!("{}option `{text}`", if listed { "" } else { "no " });
        let action = match self.0.read_action(text) {
            Ok(action) => action,
            Err(why) => match self.0.command(state, decider(self.0, state).unwrap_or(Seat(0)), text).as_deref() {
                Ok(&[action]) => action,
                _ => return Err((wanted(), format!("that it is no action: {why}"))),
            },
        };
        match (self.list(state).contains(&action), listed) {
            (true, true) | (false, false) => Ok(()),
            (true, false) => Err((wanted(), "it among the options".to_owned())),
            (false, true) => {
                let why = match self.0.check(state, action) {
                    Err(violation) => self.0.explain(&violation),
                    Ok(()) => "it not among the options".to_owned(),
                };
                Err((wanted(), why))
            }
        }
    }

    /// The rest of those options that begin with `verb`, as a set.
    fn options(&self, state: &G::State, verb: &[String], rests: &[String]) -> Result<(), Differs> {
        let texts = self.texts(state);
        let verb = verb.join(" ");
        let rest = |text: &'_ String| -> Option<String> {
            let rest = text.strip_prefix(verb.as_str())?;
            (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim().to_owned())
        };
        let found: BTreeSet<String> = texts.iter().filter_map(rest).collect();
        let wanted: BTreeSet<String> = rests.iter().cloned().collect();
        if found == wanted {
            return Ok(());
        }
        let show = |set: &BTreeSet<String>| {
            let quote = |word: &String| if word.contains(' ') || word.is_empty() { format!("{word:?}") } else { word.clone() };
            if set.is_empty() { "none".to_owned() } else { set.iter().map(quote).collect::<Vec<_>>().join(" ") }
        };
        Err((format!("options {verb} = {}", show(&wanted)), show(&found)))
    }

    fn forecast(&self, state: &G::State, seat: Option<Seat>, wanted: impl FnOnce() -> String) -> Result<Forecast, Differs> {
        self.0.forecast(state, seat).ok_or_else(|| (wanted(), "no attack declared".to_owned()))
    }
}

/// The seat that has to decide, through whose eyes forecasts and commands are read.
fn decider<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    match game.decision(state) {
        Decision::Choose { seat, .. } => Some(seat),
        Decision::Over(_) => None,
    }
}

/// Whether a unit is drawn up, looks and has steps left as expected.
fn stance(unit: &Counter, what: &UnitIs) -> Result<(), Differs> {
    let stance = unit.stance.clone().unwrap_or_default();
    let formation = stance.formation.map(|formation| formation.name);
    let facing = stance.facing.map(|facing| facing.compass);
    let left = stance.steps.map(|steps| steps.left);
    // `skirmish` and `general_order` do for Skirmish order and General order.
    let usual = |text: &str| text.replace('_', " ").replace(['é', 'É'], "e").to_lowercase();
    let (wanted, holds, found) = match what {
        UnitIs::Drawn(text) => {
            let words = usual(text);
            let name = formation.as_deref().map(usual).unwrap_or_default();
            let so = name == words || name.split(' ').any(|word| word == words);
            (format!("in {text}"), so, formation)
        }
        UnitIs::Faces(text) => {
            (format!("facing {text}"), facing.as_ref().is_some_and(|known| known.eq_ignore_ascii_case(text)), facing)
        }
        UnitIs::Also(hex) => (format!("in {hex} besides"), stance.second.as_ref() == Some(hex), stance.second),
        UnitIs::Left(number) => (format!("with {number} left"), left == Some(*number), left.map(|left| left.to_string())),
        UnitIs::At(_) | UnitIs::Lost | UnitIs::Off(_) | UnitIs::Badge(..) => return Ok(()),
    };
    let found = || found.unwrap_or_else(|| "nothing of the kind".to_owned());
    if holds { Ok(()) } else { Err((format!("{} {wanted}", unit.tag), found())) }
}

/// What all the seats see, and a spectator: whoever writes a case knows everything.
struct Boards(Vec<Board>);

impl Boards {
    fn of<G: Game>(game: &G, state: &G::State) -> Self {
        let to_decide = match game.decision(state) {
            Decision::Choose { seat, .. } => Some(seat),
            Decision::Over(_) => None,
        };
        let mut seats: Vec<_> = (0..game.seats().len()).map(|i| Some(Seat(i as u8))).chain([None]).collect();
        // Whoever has to decide comes first: his duties and his prompt are meant.
        seats.sort_by_key(|&seat| seat != to_decide);
        Self(seats.into_iter().map(|seat| game.board(state, seat)).collect())
    }

    fn unit(&self, tag: &str, what: &UnitIs) -> Result<(), Differs> {
        let mut known = self.0.iter().flat_map(|board| &board.counters).filter(|counter| counter.tag == tag);
        let Some(first) = known.clone().next() else {
            return Err((format!("a unit {tag}"), "none of that name".to_owned()));
        };
        let off = |counter: &Counter, text: &str| counter.off_map.as_ref().is_some_and(|off| off.contains(text));
        let bears = |counter: &Counter, badge: &str| counter.badges.iter().any(|b| b == badge);
        let place = || first.hex.clone().or_else(|| first.off_map.clone()).unwrap_or_default();
        let badges = || {
            let all: BTreeSet<_> =
                self.0.iter().flat_map(|b| &b.counters).filter(|c| c.tag == tag).flat_map(|c| &c.badges).collect();
            if all.is_empty() { "no badge".to_owned() } else { all.into_iter().cloned().collect::<Vec<_>>().join(", ") }
        };
        let (holds, wanted, found) = match what {
            UnitIs::At(hex) => (known.any(|c| c.hex.as_ref() == Some(hex)), format!("{tag} at {hex}"), place()),
            UnitIs::Lost => (known.any(|c| off(c, "lost")), format!("{tag} lost"), place()),
            UnitIs::Off(text) => (known.any(|c| off(c, text)), format!("{tag} off the map {text:?}"), place()),
            UnitIs::Badge(true, badge) => (known.any(|c| bears(c, badge)), format!("{tag} with badge {badge}"), badges()),
            UnitIs::Badge(false, badge) => (!known.any(|c| bears(c, badge)), format!("{tag} without badge {badge}"), badges()),
            _ => return stance(first, what),
        };
        if holds { Ok(()) } else { Err((wanted, found)) }
    }

    fn track(&self, name: &str, value: i32) -> Result<(), Differs> {
        let tracks = || self.0.iter().flat_map(|board| &board.tracks);
        let wanted = format!("track {name:?} {value}");
        match tracks().find(|track| track.name == name) {
            Some(track) if track.value == value => Ok(()),
            Some(track) => Err((wanted, track.value.to_string())),
            None => {
                let names: BTreeSet<_> = tracks().map(|track| format!("{:?}", track.name)).collect();
                Err((wanted, format!("only {}", names.into_iter().collect::<Vec<_>>().join(", "))))
            }
        }
    }

    fn mark(&self, kind: &str, hex: &str, side: Option<&str>) -> Result<(), Differs> {
        let marks = || self.0.iter().flat_map(|board| &board.marks).filter(|mark| mark.hex == hex);
        if marks().any(|mark| mark.kind == kind && side.is_none_or(|side| mark.side.as_deref() == Some(side))) {
            return Ok(());
        }
        let all: BTreeSet<_> =
            marks().map(|mark| format!("{} {}", mark.kind, mark.side.as_deref().unwrap_or("of nobody"))).collect();
        let found = if all.is_empty() { "no mark there".to_owned() } else { all.into_iter().collect::<Vec<_>>().join(", ") };
        Err((format!("mark {kind} {hex} {}", side.unwrap_or_default()).trim_end().to_owned(), found))
    }

    fn no_mark(&self, kind: &str, hex: &str) -> Result<(), Differs> {
        match self.0.iter().flat_map(|board| &board.marks).find(|mark| mark.hex == hex && mark.kind == kind) {
            None => Ok(()),
            Some(mark) => Err((format!("no mark {kind} {hex}"), format!("one of {}", mark.side.as_deref().unwrap_or("nobody")))),
        }
    }

    fn duty(&self, case: &str, text: Option<&str>) -> Result<(), Differs> {
        let duties = || self.0.iter().take(1).flat_map(|board| &board.duties);
        if duties().any(|duty| duty.case == case && text.is_none_or(|text| duty.text.contains(text))) {
            return Ok(());
        }
        let all: Vec<_> = duties().map(|duty| format!("[{}] {}", duty.case, duty.text)).collect();
        let wanted = format!("duty [{case}] {}", text.unwrap_or_default());
        Err((wanted.trim_end().to_owned(), if all.is_empty() { "no duty".to_owned() } else { all.join(", ") }))
    }

    fn no_duty(&self, case: Option<&str>, text: Option<&str>) -> Result<(), Differs> {
        let meant = |duty: &&grognard_engine::board::Duty| {
            case.map_or(!duty.optional, |case| duty.case == case) && text.is_none_or(|text| duty.text.contains(text))
        };
        match self.0.iter().take(1).flat_map(|board| &board.duties).find(meant) {
            None => Ok(()),
            Some(duty) => Err(("no duty".to_owned(), format!("[{}] {}", duty.case, duty.text))),
        }
    }

    fn heading(&self, name: &str, text: &str, of: impl Fn(&Board) -> &String) -> Result<(), Differs> {
        match self.0.first().map(of) {
            Some(line) if line.contains(text) => Ok(()),
            line => Err((format!("{name} {text:?}"), format!("{:?}", line.map_or("", String::as_str)))),
        }
    }
}
