//! The text of a case file, understood as far as that goes without knowing the rulebook.

use super::words::{split, strip_remark};
use super::{Failure, Fraction};
use grognard_engine::DataError;
use grognard_engine::cases::SetupLine;

/// A case file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseFile {
    /// Its cases; at least one.
    pub cases: Vec<TestCase>,
}

/// One case: a position, and what is expected of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestCase {
    /// Line of the `case` line.
    pub line: usize,
    /// The case numbers it is about.
    pub cases: Vec<String>,
    /// Its title.
    pub title: String,
    /// The game it names.
    pub game: String,
    /// Seconds after which whoever runs it may give it up for lost: never mind how busy the machine is, it must not take so long.
    pub limit: u32,
    /// The set-up lines, the `game` line among them.
    pub setup: Vec<SetupLine>,
    /// What is done and expected.
    pub steps: Vec<Step>,
    /// Lines of it that cannot be read, or what it lacks. Such a case fails without being played.
    pub faults: Vec<Failure>,
}

impl TestCase {
    /// A case of which nothing is known yet but where it begins.
    fn begun(line: usize) -> Self {
        Self {
            line,
            cases: Vec::new(),
            title: String::new(),
            game: String::new(),
            limit: USUAL_LIMIT,
            setup: Vec::new(),
            steps: Vec::new(),
            faults: Vec::new(),
        }
    }

    fn fault(&mut self, line: usize, why: &str) {
        self.faults.push(Failure::new(line, "a case that can be read", why));
    }
}

/// One line after the set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Line in the file.
    pub line: usize,
    /// What it says.
    pub kind: StepKind,
}

/// What a line after the set-up says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// Dice for the actions that follow.
    Dice(Vec<u8>),
    /// A command that must succeed.
    Do(String),
    /// A command that must be refused.
    No {
        /// The case that forbids it.
        case: String,
        /// The unit, hex or hexside at fault.
        subject: Option<String>,
        /// Some of the words in which it is refused.
        text: Option<String>,
        /// The command.
        command: String,
    },
    /// A command that must be refused because the decision is not this seat's.
    NotYours {
        /// The seat that tries.
        seat: String,
        /// The command.
        command: String,
    },
    /// The set-up itself must be refused: the case stands in the message, and so does the text.
    NoSetup {
        /// The case that forbids the position.
        case: Option<String>,
        /// Some of the message.
        text: Option<String>,
    },
    /// Something that must hold now.
    Expect(Expect),
}

/// Seconds that a case may take if it does not say otherwise.
pub const USUAL_LIMIT: u32 = 60;
/// Most seconds that a case may ask for.
const LONGEST_LIMIT: u32 = 600;

/// Something that must hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expect {
    /// About a unit.
    Unit(String, UnitIs),
    /// A track has a value.
    Track(String, i32),
    /// A seat has to decide, perhaps under a case.
    Decision(String, Option<String>),
    /// The game is over, perhaps with a verdict that holds this text.
    Over(Option<String>),
    /// An action is among the options (or not).
    Option(bool, String),
    /// The options that begin with these words go on with just these texts.
    Options(Vec<String>, Vec<String>),
    /// There are so many options.
    Count(usize),
    /// The column of the declared attack.
    Column(String),
    /// The chance of a result of the declared attack.
    Result(String, Fraction),
    /// The chance of a unit's fate in the declared attack, least and most.
    Fate(String, String, Fraction, Fraction),
    /// A line of the declared attack's reckoning holds this text (or none does).
    Reckoning(bool, String),
    /// No attack is declared.
    NoForecast,
    /// A mark of this kind lies on a hex, perhaps a side's.
    Mark(String, String, Option<String>),
    /// No such mark lies on the hex.
    NoMark(String, String),
    /// The log since the last `do` holds this text (or not).
    Log(bool, String),
    /// A duty under a case is open, perhaps with this text.
    Duty(String, Option<String>),
    /// No obligatory duty is open; or none at all under this case, or none with this text.
    NoDuty(Option<String>, Option<String>),
    /// The whole position in notation.
    Position(String),
    /// The turn line holds this text.
    Turn(String),
    /// The phase line holds this text.
    Phase(String),
    /// The prompt holds this text.
    Prompt(String),
    /// What a seat sees, or an onlooker.
    View(String, Seen),
}

/// What somebody sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// In this hex lies a counter face down.
    Hidden(String),
    /// In this hex stands the unit of this name.
    Shows(String, String),
    /// In this hex is nothing.
    Empty(String),
    /// No unit of this name is to be seen, on the map or beside it.
    NoUnit(String),
    /// Something else that can be expected, with these eyes.
    Also(Box<Expect>),
}

/// What may be expected of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnitIs {
    /// It stands in a hex.
    At(String),
    /// It is lost.
    Lost,
    /// It is off the map, in words that hold this text.
    Off(String),
    /// It bears a badge (or not).
    Badge(bool, String),
    /// It is drawn up so.
    Drawn(String),
    /// It looks there; a hex's compass names hexsides and vertices.
    Faces(String),
    /// It stands in this hex besides.
    Also(String),
    /// So many of its steps are left.
    Left(u8),
}

/// Words that begin an expectation and are therefore no unit.
const EXPECTATIONS: &str = "a unit's tag, track, decision, over, option, options, column, result, fate, reckoning, forecast, mark, \
                            log, duty, position, turn, phase, prompt or view";

/// Title under which lines before the first case are told, which belong to none.
const STRAY: &str = "Lines before the first case";

/// Reads a case file. What cannot be read spoils its own case and no other.
///
/// # Errors
/// A file in which no case begins: its first line that means nothing, and what was expected there.
pub fn parse(file: &str, text: &str) -> Result<CaseFile, DataError> {
    let mut cases: Vec<TestCase> = Vec::new();
    let (mut begun, mut stray) = (false, None);
    for (i, raw) in text.lines().enumerate() {
        let line = i + 1;
        let body = strip_remark(raw);
        if body.is_empty() {
            continue;
        }
        let (first, rest) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
        let rest = rest.trim();
        if first == "case" {
            let case = head(line, rest);
            begun |= case.faults.is_empty();
            cases.push(case);
            continue;
        }
        let Some(case) = cases.last_mut() else {
            // The first of them is enough.
            stray.get_or_insert(line);
            continue;
        };
        if let Err(why) = add(case, line, body, first, rest) {
            case.fault(line, &why);
        }
    }
    if let Some(line) = stray {
        let mut case = TestCase { title: STRAY.to_owned(), ..TestCase::begun(line) };
        case.fault(line, "expected `case NUMBER… \"title\"` first");
        cases.insert(0, case);
    }
    if !begun {
        let fault = cases.iter().find_map(|case| case.faults.first());
        let line = fault.map_or_else(|| text.lines().count().max(1), |fault| fault.line);
        let why = fault.map_or("no case in it; expected `case NUMBER… \"title\"`", |fault| &fault.found);
        return Err(DataError::new(file, format!("line {line}"), why));
    }
    for case in &mut cases {
        if let Some(why) = lack(case).filter(|_| case.faults.is_empty()) {
            case.fault(case.line, why);
        }
    }
    Ok(CaseFile { cases })
}

/// Adds a line to the case that it belongs to, or says why it cannot be read.
fn add(case: &mut TestCase, line: usize, body: &str, first: &str, rest: &str) -> Result<(), String> {
    if first == "limit" && case.steps.is_empty() {
        case.limit = limit(rest)?;
        return Ok(());
    }
    let kind = match first {
        "dice" => StepKind::Dice(dice(rest)?),
        "do" if rest.is_empty() => return Err("expected a command after `do`".to_owned()),
        "do" => StepKind::Do(rest.to_owned()),
        "no" => no(rest)?,
        "expect" => StepKind::Expect(expect(&split(rest)?)?),
        _ if case.steps.is_empty() => {
            let words = split(body)?;
            if let [first, name] = &words[..]
                && first == "game"
            {
                case.game.clone_from(name);
            }
            case.setup.push(SetupLine { line, words });
            return Ok(());
        }
        _ => return Err(format!("{first:?} after the set-up; expected dice, do, no, expect or the next case")),
    };
    case.steps.push(Step { line, kind });
    Ok(())
}

/// What a case lacks whose lines can all be read.
fn lack(case: &TestCase) -> Option<&'static str> {
    if case.game.is_empty() {
        return Some("the case names no game; expected a line `game NAME`");
    }
    if case.steps.len() > 1 && case.steps.iter().any(|step| matches!(step.kind, StepKind::NoSetup { .. })) {
        return Some("`no setup` stands alone: where the set-up is refused nothing else can be done");
    }
    if !case.steps.iter().any(|step| !matches!(step.kind, StepKind::Dice(_))) {
        return Some("the case expects nothing; expected do, no or expect lines after the set-up");
    }
    None
}

/// The case that a `case` line begins. One without a title goes by what the line says.
fn head(line: usize, rest: &str) -> TestCase {
    match head_words(rest) {
        Ok((cases, title)) => TestCase { cases, title, ..TestCase::begun(line) },
        Err(why) => {
            let mut case = TestCase { title: rest.to_owned(), ..TestCase::begun(line) };
            case.fault(line, &why);
            case
        }
    }
}

/// Numbers and title of a case.
fn head_words(rest: &str) -> Result<(Vec<String>, String), String> {
    let mut words = split(rest)?;
    let quoted = rest.ends_with('"');
    let title = words.pop().filter(|_| quoted).unwrap_or_default();
    if !quoted || title.trim().is_empty() || words.is_empty() {
        return Err("expected `case NUMBER… \"title\"`".to_owned());
    }
    if let Some(bad) = words.iter().find(|word| !is_case(word)) {
        return Err(format!("{bad:?} is not the number of a case"));
    }
    Ok((words, title))
}

/// Case numbers are made of letters, digits and dots: `6.4`, `II.c.1`.
fn is_case(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.')
}

fn limit(rest: &str) -> Result<u32, String> {
    let seconds = rest.parse().ok().filter(|seconds| (1..=LONGEST_LIMIT).contains(seconds));
    seconds.ok_or_else(|| format!("expected `limit SECONDS`, from 1 to {LONGEST_LIMIT}"))
}

fn dice(rest: &str) -> Result<Vec<u8>, String> {
    if rest.is_empty() {
        return Err("expected the numbers that the dice show".to_owned());
    }
    let face = |word: &str| word.parse().ok().filter(|&face: &u8| face > 0);
    rest.split_whitespace().map(|word| face(word).ok_or_else(|| format!("{word:?} is not the face of a die"))).collect()
}

fn no(rest: &str) -> Result<StepKind, String> {
    const FORM: &str = "expected `no CASE: COMMAND`, `no CASE SUBJECT: COMMAND`, either with \"TEXT\" before the colon, \
                        `no seat SEAT: COMMAND` or `no setup CASE \"TEXT\"`";
    if let Some(rest) = rest.strip_prefix("setup").filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace)) {
        return no_setup(rest.trim());
    }
    let (head, command) = split_head(rest).ok_or(FORM)?;
    let quoted = head.ends_with('"');
    let mut head = split(head)?;
    if let [word, seat] = &head[..]
        && word == "seat"
        && !command.is_empty()
    {
        return Ok(StepKind::NotYours { seat: seat.clone(), command: command.to_owned() });
    }
    let text = if quoted { head.pop() } else { None };
    let (case, subject) = match &head[..] {
        [case] => (case, None),
        [case, subject] => (case, Some(subject.clone())),
        _ => return Err(FORM.to_owned()),
    };
    if !is_case(case) || command.is_empty() || text.as_ref().is_some_and(|text| text.trim().is_empty()) {
        return Err(FORM.to_owned());
    }
    Ok(StepKind::No { case: case.clone(), subject, text, command: command.to_owned() })
}

/// Splits at the first colon that stands in no text, and trims.
fn split_head(rest: &str) -> Option<(&str, &str)> {
    let mut quoted = false;
    let at = rest.find(|c| {
        quoted ^= c == '"';
        c == ':' && !quoted
    })?;
    Some((rest[..at].trim(), rest[at + 1..].trim()))
}

fn no_setup(rest: &str) -> Result<StepKind, String> {
    const FORM: &str = "expected `no setup CASE`, `no setup \"TEXT\"` or `no setup CASE \"TEXT\"`";
    let words = split(rest)?;
    let (case, text) = match &words[..] {
        [text] if rest.starts_with('"') => (None, Some(text)),
        [case] => (Some(case), None),
        [case, text] if rest.ends_with('"') => (Some(case), Some(text)),
        _ => return Err(FORM.to_owned()),
    };
    if case.is_some_and(|case| !is_case(case)) || text.is_some_and(|text| text.trim().is_empty()) {
        return Err(FORM.to_owned());
    }
    Ok(StepKind::NoSetup { case: case.cloned(), text: text.cloned() })
}

fn fraction(text: &str) -> Result<Fraction, String> {
    Fraction::read(text).ok_or_else(|| format!("{text:?} is not a fraction; write it like 3/6, or 0, or 1"))
}

fn expect(words: &[String]) -> Result<Expect, String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let own = |text: &str| text.to_owned();
    let join = |words: &[&str]| words.join(" ");
    Ok(match words[..] {
        [] => return Err(format!("expected {EXPECTATIONS} after `expect`")),
        ["track", name, value] => {
            let value = value.parse().map_err(|_| format!("{value:?} is not a whole number"))?;
            Expect::Track(own(name), value)
        }
        ["track", ..] => return Err("expected `expect track \"NAME\" NUMBER`".to_owned()),
        ["decision", seat] => Expect::Decision(own(seat), None),
        ["decision", seat, case] => Expect::Decision(own(seat), Some(own(case))),
        ["decision", ..] => return Err("expected `expect decision SEAT` or `expect decision SEAT CASE`".to_owned()),
        ["over"] => Expect::Over(None),
        ["over", text] => Expect::Over(Some(own(text))),
        ["over", ..] => return Err("expected `expect over` or `expect over \"TEXT\"`".to_owned()),
        ["option", ref action @ ..] if !action.is_empty() => Expect::Option(true, join(action)),
        ["no", "option", ref action @ ..] if !action.is_empty() => Expect::Option(false, join(action)),
        ["option"] | ["no", "option"] => return Err("expected an action after `option`".to_owned()),
        ["options", ref rest @ ..] => return options(rest),
        ["column", column] => Expect::Column(own(column)),
        ["column", ..] => return Err("expected `expect column NAME`, such as `expect column 2-1`".to_owned()),
        ["result", name, chance] => Expect::Result(own(name), fraction(chance)?),
        ["result", ..] => return Err("expected `expect result NAME CHANCE`, such as `expect result Dr 3/6`".to_owned()),
        ["fate", tag, word, chance] => {
            let (least, most) = chance.split_once("..").unwrap_or((chance, chance));
            Expect::Fate(own(tag), own(word), fraction(least)?, fraction(most)?)
        }
        ["fate", ..] => return Err("expected `expect fate UNIT WORD CHANCE`, such as `expect fate A1 lost 1/6..1/3`".to_owned()),
        ["reckoning", text] => Expect::Reckoning(true, own(text)),
        ["no", "reckoning", text] => Expect::Reckoning(false, own(text)),
        ["reckoning", ..] | ["no", "reckoning", ..] => return Err("expected `expect reckoning \"TEXT\"`".to_owned()),
        ["no", "forecast"] => Expect::NoForecast,
        ["mark", kind, hex] => Expect::Mark(own(kind), own(hex), None),
        ["mark", kind, hex, side] => Expect::Mark(own(kind), own(hex), Some(own(side))),
        ["no", "mark", kind, hex] => Expect::NoMark(own(kind), own(hex)),
        ["mark", ..] | ["no", "mark", ..] => {
            return Err("expected `expect mark KIND HEX`, the same with a side, or `expect no mark KIND HEX`".to_owned());
        }
        ["log", text] if !text.is_empty() => Expect::Log(true, own(text)),
        ["no", "log", text] if !text.is_empty() => Expect::Log(false, own(text)),
        ["log", ..] | ["no", "log", ..] => return Err("expected `expect log \"TEXT\"`".to_owned()),
        ["duty", case] => Expect::Duty(own(case), None),
        ["duty", case, text] => Expect::Duty(own(case), Some(own(text))),
        ["no", "duty"] => Expect::NoDuty(None, None),
        ["no", "duty", case] => Expect::NoDuty(Some(own(case)), None),
        ["no", "duty", case, text] => Expect::NoDuty(Some(own(case)), Some(own(text))),
        ["duty", ..] | ["no", "duty", ..] => {
            return Err("expected `expect duty CASE \"TEXT\"`, `expect no duty` or `expect no duty CASE \"TEXT\"`".to_owned());
        }
        ["position", ref text @ ..] if !text.is_empty() => Expect::Position(join(text)),
        ["position"] => return Err("expected a position after `position`".to_owned()),
        ["view", seat, ref rest @ ..] if seat.len() > 1 && seat.ends_with(':') => {
            Expect::View(own(&seat[..seat.len() - 1]), seen(rest)?)
        }
        ["view", ..] => return Err("expected `expect view SEAT: …` or `expect view onlooker: …`".to_owned()),
        ["turn", text] => Expect::Turn(own(text)),
        ["phase", text] => Expect::Phase(own(text)),
        ["prompt", text] => Expect::Prompt(own(text)),
        ["turn" | "phase" | "prompt", ..] => return Err(format!("expected `expect {} \"TEXT\"`", words[0])),
        ["no", ..] => return Err("expected option, reckoning, mark, log, duty or forecast after `no`".to_owned()),
        [tag, ref rest @ ..] => Expect::Unit(own(tag), unit_is(rest)?),
    })
}

/// What follows `expect view SEAT:`.
fn seen(words: &[&str]) -> Result<Seen, String> {
    const FORM: &str = "expected hex HEX hidden, hex HEX shows UNIT, hex HEX empty, no unit UNIT, or what a board, a log or a forecast shows, \
                        after `expect view SEAT:`";
    Ok(match *words {
        ["hex", hex, "hidden"] => Seen::Hidden(hex.to_owned()),
        ["hex", hex, "shows", tag] => Seen::Shows(hex.to_owned(), tag.to_owned()),
        ["hex", hex, "empty"] => Seen::Empty(hex.to_owned()),
        ["no", "unit", tag] => Seen::NoUnit(tag.to_owned()),
        ["hex", ..] | ["no", "unit", ..] => return Err(FORM.to_owned()),
        _ => {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            match expect(&words)? {
                // Who has to decide is known to all, positions hold everything, and what is listed is the decider's.
                Expect::Decision(..) | Expect::Over(_) | Expect::Position(_) | Expect::View(..) => return Err(FORM.to_owned()),
                Expect::Option(..) | Expect::Options(..) => return Err(FORM.to_owned()),
                other => Seen::Also(Box::new(other)),
            }
        }
    })
}

fn options(rest: &[&str]) -> Result<Expect, String> {
    let own = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    match rest.iter().position(|&word| word == "=") {
        Some(0) => match rest[1..] {
            [count] => count.parse().map(Expect::Count).map_err(|_| format!("{count:?} is not a number of options")),
            _ => Err("expected `expect options = NUMBER`".to_owned()),
        },
        Some(at) => Ok(Expect::Options(own(&rest[..at]), own(&rest[at + 1..]))),
        None => Err("expected `expect options VERB = …` or `expect options = NUMBER`".to_owned()),
    }
}

fn unit_is(words: &[&str]) -> Result<UnitIs, String> {
    Ok(match *words {
        ["at", hex] => UnitIs::At(hex.to_owned()),
        ["lost"] => UnitIs::Lost,
        ["off"] => UnitIs::Off(String::new()),
        ["off", text] => UnitIs::Off(text.to_owned()),
        ["badge", badge] => UnitIs::Badge(true, badge.to_owned()),
        ["no", "badge", badge] => UnitIs::Badge(false, badge.to_owned()),
        ["in", ref formation @ ..] if !formation.is_empty() => UnitIs::Drawn(formation.join(" ")),
        ["faces", facing] => UnitIs::Faces(facing.to_owned()),
        ["also", hex] => UnitIs::Also(hex.to_owned()),
        ["left", left] => UnitIs::Left(left.parse().map_err(|_| format!("{left:?} is not a number of steps"))?),
        _ => {
            return Err(format!(
                "expected {EXPECTATIONS} after `expect`; after a tag: at HEX, also HEX, lost, off \"TEXT\", badge WORD, no badge WORD, \
                 in FORMATION, faces FACING or left NUMBER"
            ));
        }
    })
}
