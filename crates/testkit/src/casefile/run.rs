//! Running a case.

use super::judge::{Found, judge};
use super::parse::{Step, StepKind, TestCase};
use super::{CaseReport, Failure, Played};
use grognard_engine::cases::CaseGame;
use grognard_engine::dice::{RecordingDice, ScriptFault, ScriptedDice};
use grognard_engine::{Decision, Game, Refusal, Seat, Subject, Umpire, Violation};

/// Runs one case of a file. One that cannot be read, and a set-up that is refused, are failures like an expectation that does not hold.
pub fn run_case<G: CaseGame>(file: &str, case: &TestCase) -> CaseReport {
    if !case.faults.is_empty() {
        return CaseReport::without_position(case, case.faults.clone());
    }
    if let [Step { line, kind: StepKind::NoSetup { case: number, text } }] = &case.steps[..] {
        let failures = refused_setup::<G>(file, case, *line, number.as_deref(), text.as_deref());
        return CaseReport::without_position(case, failures);
    }
    let (game, state) = match G::set_up(file, &case.setup) {
        Ok(position) => position,
        Err(why) => return CaseReport::refused(case, &why),
    };
    let mut run =
        Run { game, state, dice: Vec::new(), dice_line: 0, events: Vec::new(), played: Vec::new(), failures: Vec::new() };
    for Step { line, kind } in &case.steps {
        let outcome = match kind {
            StepKind::Dice(faces) => {
                run.dice.extend_from_slice(faces);
                run.dice_line = *line;
                continue;
            }
            StepKind::Do(command) => run.act(*line, command),
            StepKind::No { case, subject, text, command } => run.refuse(case, subject.as_deref(), text.as_deref(), command),
            StepKind::NotYours { seat, command } => run.not_yours(seat, command),
            // It stands alone, as the parser has seen to, and was dealt with.
            StepKind::NoSetup { .. } => continue,
            StepKind::Expect(expect) => judge(&run.game, &run.state, &run.events, expect),
        };
        if let Err((expected, found)) = outcome {
            run.failures.push(Failure::new(*line, &expected, &found));
            // What comes after an action that was not taken means nothing.
            if matches!(kind, StepKind::Do(_)) {
                break;
            }
        }
    }
    if !run.dice.is_empty() && run.failures.is_empty() {
        let left = run.dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        run.failures.push(Failure::new(run.dice_line, "all dice to be rolled", &format!("{left} left over")));
    }
    run.report(case)
}

/// Whether a set-up is refused, and for the reason that is expected.
fn refused_setup<G: CaseGame>(
    file: &str,
    case: &TestCase,
    line: usize,
    number: Option<&str>,
    text: Option<&str>,
) -> Vec<Failure> {
    let wanted: Vec<String> = number.map(|id| format!("[{id}]")).into_iter().chain(text.map(str::to_owned)).collect();
    let expected = format!("the set-up to be refused with {}", wanted.join(" and "));
    match G::set_up(file, &case.setup) {
        Ok((game, state)) => {
            vec![Failure::new(line, &expected, &format!("that it is accepted: {}", game.write_position(&state)))]
        }
        Err(why) if wanted.iter().all(|words| why.why.contains(words.as_str())) => Vec::new(),
        Err(why) => vec![Failure::new(line, &expected, &why.why)],
    }
}

struct Run<G: Game> {
    game: G,
    state: G::State,
    /// Dice not yet rolled, and the line of the last `dice`.
    dice: Vec<u8>,
    dice_line: usize,
    /// What has happened since the last `do`.
    events: Vec<G::Event>,
    played: Vec<Played>,
    failures: Vec<Failure>,
}

/// One action that was taken.
struct Taken<G: Game> {
    seat: Seat,
    action: G::Action,
    dice: Vec<u8>,
    events: Vec<G::Event>,
}

/// How far a command got.
struct Tried<G: Game> {
    state: G::State,
    dice_left: usize,
    played: Vec<Taken<G>>,
    /// The refusal that stopped it.
    refusal: Option<(String, Refusal)>,
}

impl<G: Game> Run<G> {
    fn name(&self, seat: Seat) -> &'static str {
        self.game.seats().get(usize::from(seat.0)).copied().unwrap_or("nobody")
    }

    /// Plays a command on a copy of the position, as the seat that has to decide.
    fn attempt(&self, command: &str) -> Result<Tried<G>, String> {
        let seat = match self.game.decision(&self.state) {
            Decision::Choose { seat, .. } => seat,
            Decision::Over(outcome) => return Err(format!("the game is over ({})", outcome.verdict)),
        };
        let actions = self.game.command(&self.state, seat, command).map_err(|why| format!("that it cannot be read: {why}"))?;
        if actions.is_empty() {
            return Err("that it says nothing".to_owned());
        }
        let mut dice = ScriptedDice::new(&self.dice);
        let mut tried = Tried { state: self.state.clone(), dice_left: 0, played: Vec::new(), refusal: None };
        for (at, &action) in actions.iter().enumerate() {
            let mut events = Vec::new();
            let mut recording = RecordingDice::new(&mut dice);
            let answer = self.game.play(&mut tried.state, seat, action, &mut Umpire::new(&mut recording, &mut events));
            if let Err(refusal) = answer {
                // As people are told it: why a unit's way has ended, not that it has.
                let refusal = match (refusal, self.game.blame(&self.state, &actions, at)) {
                    (Refusal::Illegal(_), Some(violation)) => Refusal::Illegal(violation),
                    (refusal, _) => refusal,
                };
                tried.refusal = Some((self.game.write_action(action), refusal));
                break;
            }
            let rolls = recording.rolls;
            match dice.fault {
                Some(ScriptFault::Short(case)) => {
                    return Err(format!("that {case} asks for a die and none is left; write a `dice` line"));
                }
                Some(ScriptFault::NoSuchFace { roll, faces }) => return Err(format!("a {roll} on a die with {faces} faces")),
                None => tried.played.push(Taken { seat, action, dice: rolls, events }),
            }
        }
        tried.dice_left = dice.left().len();
        Ok(tried)
    }

    /// `do`: the command must succeed.
    fn act(&mut self, line: usize, text: &str) -> Result<(), (String, String)> {
        let wanted = |found: String| (format!("`{text}` to be played"), found);
        let (seat, command) = match text.split_once(':') {
            Some((name, command)) => match self.game.seats().iter().position(|seat| *seat == name.trim()) {
                Some(seat) => (Some(Seat(seat as u8)), command.trim()),
                None => (None, text),
            },
            None => (None, text),
        };
        if let (Some(want), Decision::Choose { seat, case }) = (seat, self.game.decision(&self.state))
            && want != seat
        {
            return Err((format!("a decision of {}", self.name(want)), format!("one of {} under {case}", self.name(seat))));
        }
        let tried = self.attempt(command).map_err(wanted)?;
        if let Some((action, refusal)) = tried.refusal {
            return Err(wanted(format!("that `{action}` is refused: {}", self.game.explain_refusal(&refusal))));
        }
        self.state = tried.state;
        self.dice.drain(..self.dice.len() - tried.dice_left);
        self.events.clear();
        for Taken { seat, action, dice, events } in tried.played {
            let log: Vec<_> = events.iter().filter_map(|event| self.game.line(event, None)).map(|line| line.text).collect();
            let told = events.iter().map(|event| serde_json::to_value(event).unwrap_or_default()).collect();
            self.events.extend(events);
            self.played.push(Played {
                line,
                seat: self.name(seat),
                action: self.game.write_action(action),
                dice,
                events: told,
                log,
            });
        }
        Ok(())
    }

    /// `no seat`: the command must be refused because another seat has to decide. Nothing changes.
    fn not_yours(&self, name: &str, command: &str) -> Result<(), (String, String)> {
        let wanted = |found: String| (format!("`{command}` to be refused because the decision is not {name}'s"), found);
        let Some(place) = self.game.seats().iter().position(|seat| *seat == name) else {
            return Err(wanted(format!("that there is no such seat, only {}", self.game.seats().join(", "))));
        };
        let seat = Seat(place as u8);
        // Read as the one who may decide would mean it: it is the seat that is to be refused, not the words.
        let Decision::Choose { seat: decider, .. } = self.game.decision(&self.state) else {
            return Err(wanted("that the game is over".to_owned()));
        };
        let read = self.game.command(&self.state, decider, command);
        let actions = read.map_err(|why| wanted(format!("that it cannot be read: {why}")))?;
        let Some(&action) = actions.first() else { return Err(wanted("that it says nothing".to_owned())) };
        let mut dice = ScriptedDice::new(&self.dice);
        match self.game.play(&mut self.state.clone(), seat, action, &mut Umpire::silent(&mut dice)) {
            Err(Refusal::NotYours(_)) => Ok(()),
            Err(refusal) => Err(wanted(self.game.explain_refusal(&refusal))),
            Ok(()) => Err(wanted("that it is accepted".to_owned())),
        }
    }

    /// `no`: the command must be refused, with this case, this thing at fault and these words. Nothing changes.
    fn refuse(&mut self, case: &str, subject: Option<&str>, text: Option<&str>, command: &str) -> Result<(), (String, String)> {
        let wanted = |found: String| (format!("`{command}` to be refused under [{case}]"), found);
        let tried = self.attempt(command).map_err(wanted)?;
        let violation = match tried.refusal {
            None => return Err(wanted("that it is accepted".to_owned())),
            Some((_, Refusal::Illegal(violation))) => violation,
            Some((action, refusal)) => {
                return Err(wanted(format!(
                    "that `{action}` is refused without a case: {}",
                    self.game.explain_refusal(&refusal)
                )));
            }
        };
        if violation.case.0 != case {
            return Err(wanted(self.game.explain(&violation)));
        }
        let told = self.game.explain(&violation);
        if let Some(subject) = subject.filter(|subject| !self.at_fault(&violation, subject)) {
            return Err((format!("`{command}` to be refused because of {subject}"), told));
        }
        match text.filter(|text| !told.contains(text)) {
            Some(text) => Err((format!("`{command}` to be refused with {text:?}"), told)),
            None => Ok(()),
        }
    }

    fn at_fault(&self, violation: &Violation, subject: &str) -> bool {
        match violation.what {
            Subject::None => subject == "nothing",
            Subject::Unit(unit) => self.game.unit_name(unit) == subject,
            Subject::Hex(hex) => self.game.hex_name(hex) == self.game.usual_name(subject),
            Subject::Hexside(a, b) => {
                let (a, b) = (self.game.hex_name(a), self.game.hex_name(b));
                subject == format!("{a}-{b}") || subject == format!("{b}-{a}")
            }
            // As it is told, in whole points where a book counts in parts of them; or in those parts.
            Subject::Short { has, needs } => {
                let told = |parts: i16| self.game.amount(violation.case, parts);
                subject == format!("{}/{}", told(has), told(needs)) || subject == format!("{has}/{needs}")
            }
        }
    }

    fn report(self, case: &TestCase) -> CaseReport {
        CaseReport {
            line: case.line,
            cases: case.cases.clone(),
            title: case.title.clone(),
            passed: self.failures.is_empty(),
            decision: Found(&self.game).decision(&self.state),
            position: self.game.write_position(&self.state),
            digest: format!("{:016x}", self.game.digest(&self.state)),
            board: Some(self.game.board(&self.state, None)),
            failures: self.failures,
            played: self.played,
        }
    }
}
