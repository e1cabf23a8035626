//! Actions in words, in shorthand, and as a person types them.

use crate::losses::ARM_WORDS;
use crate::roster::Army;
use crate::state::{Leader, Side, State};
use crate::{Action, Campaign};
use grognard_engine::verbs::{self, Kind, Vocabulary};
use grognard_engine::{Grid, HexId, Subject, Violation};

/// What an arm is called among the kinds of things that actions name.
const ARM: &str = "arm";
/// The same for a leader who is named besides a unit.
const LEADER: &str = "leader";
/// The same for an army.
const ARMY: &str = "army";
/// The same for a hexside.
const FACING: &str = "facing";
/// The hexsides of a hex, clockwise.
const FACINGS: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];
/// The same for a combat unit that is named besides a unit.
const BODY: &str = "body";

impl Vocabulary for Campaign {
    const JOINER: char = '/';
    const RESERVED: &'static [&'static str] = &["with"];

    fn grid(&self) -> &Grid {
        self.grid()
    }

    fn units(&self) -> usize {
        self.leaders() + self.bodies().len()
    }

    fn tag(&self, unit: u16) -> &str {
        match usize::from(unit).checked_sub(self.leaders()) {
            None => self.tag(unit as Leader),
            Some(at) => self.bodies().get(at).map_or("?", |body| &body.tag),
        }
    }

    fn own_name(&self, kind: &'static str, index: u16) -> Option<String> {
        match kind {
            ARM => ARM_WORDS.get(usize::from(index)).map(|word| (*word).to_owned()),
            ARMY => Army::ALL.get(usize::from(index)).map(|army| army.name().to_owned()),
            FACING => FACINGS.get(usize::from(index)).map(|word| (*word).to_owned()),
            _ => Some(Vocabulary::tag(self, index).to_owned()),
        }
    }

    fn read_own(&self, kind: &'static str, text: &str) -> Result<u16, String> {
        if kind == LEADER {
            return self.read_leader(text).map(u16::from);
        }
        if kind == ARMY {
            let army = Army::ALL.into_iter().find(|army| army.name().eq_ignore_ascii_case(text));
            return army
                .map(|army| army as u16)
                .ok_or_else(|| format!("{text:?} is no army; expected French, Russian or Prussian"));
        }
        if kind == FACING {
            let at = FACINGS.iter().position(|word| word.eq_ignore_ascii_case(text));
            return at.map(|at| at as u16).ok_or_else(|| format!("{text:?} is no hexside; expected {}", FACINGS.join(", ")));
        }
        if kind == BODY {
            return verbs::read_unit(self, text);
        }
        // The whole word will do, and so does any beginning of it: `i`, `infantry`.
        let small = text.to_ascii_lowercase();
        let means = |word: &&str| !small.is_empty() && word.starts_with(&small);
        let at = ["infantry", "cavalry", "artillery"].iter().position(means).filter(|_| kind == ARM);
        at.map(|at| at as u16).ok_or_else(|| format!("{text:?} is no arm; expected inf, cav or art"))
    }

    fn count_own(&self, kind: &'static str) -> usize {
        match kind {
            LEADER => self.leaders(),
            BODY => Vocabulary::units(self),
            ARMY => Army::ALL.len(),
            FACING => FACINGS.len(),
            _ => ARM_WORDS.len(),
        }
    }

    fn stranger(&self, kind: Kind) -> Violation {
        let (case, why) = match kind {
            Kind::Hex => ("2", "there is no such hex"),
            Kind::Unit => ("3", "there is no such counter"),
            Kind::Own(LEADER) => ("3", "there is no such leader"),
            Kind::Own(BODY) => ("3", "there is no such unit"),
            Kind::Own(ARMY) => ("5.1", "there is no such army"),
            Kind::Own(FACING) => ("16.1", "there is no such hexside"),
            Kind::Own(_) => ("9.4", "there is no such arm"),
        };
        Violation::new(case, why, Subject::None)
    }
}

/// What is added to a die, as it is told after it: nothing where it changes nothing.
pub(crate) fn with_added(modifier: i16) -> String {
    if modifier == 0 { String::new() } else { format!(" with {modifier:+}") }
}

/// So many of something.
pub(crate) fn count(number: u8, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// Letters of the arms that end the tag of a unit.
const ARMS: [&str; 7] = ["I", "C", "A", "IC", "IA", "CA", "ICA"];

impl Campaign {
    /// A combat unit by its name without the letters of its arms, where only one is meant.
    pub(crate) fn body_named(&self, name: &str) -> Option<usize> {
        let bears = |tag: &str| {
            tag.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)) && ARMS.contains(&&tag[name.len()..])
        };
        let mut all = self.bodies().iter().enumerate().filter(|(_, body)| bears(&body.tag));
        let first = all.next().map(|(body, _)| body);
        first.filter(|_| all.next().is_none())
    }

    /// A typed action with the tags of those units that are named without the letters of their arms.
    fn with_tags(&self, text: &str) -> String {
        // Some leaders bear the name of a unit: where an action names units, that is meant.
        let units = match text.split_whitespace().next() {
            Some("lose" | "transfer" | "detach" | "replace" | "raise") => 1,
            Some("donate") => 2,
            _ => 0,
        };
        let promoted = text.starts_with("promote ");
        let word = |(at, word): (usize, &str)| {
            // [3.6] Whoever rises has a second counter.
            if promoted && let Ok(risen) = verbs::read_unit(self, &format!("{word}General")) {
                return Vocabulary::tag(self, risen).to_owned();
            }
            let known = verbs::read_unit(self, word).ok().map(usize::from);
            let meant = known.is_none_or(|unit| at <= units && unit < self.leaders());
            let body = self.body_named(word).filter(|_| at > 0 && meant);
            body.map_or_else(|| word.to_owned(), |body| self.bodies()[body].tag.clone())
        };
        text.split_whitespace().enumerate().map(word).collect::<Vec<_>>().join(" ")
    }

    /// An action in words.
    #[must_use]
    pub fn action_words(&self, action: Action) -> String {
        verbs::write_words(self, action)
    }

    /// A leader by his tag; case does not matter.
    ///
    /// # Errors
    /// Says that there is none.
    pub fn read_leader(&self, tag: &str) -> Result<Leader, String> {
        let unit = verbs::read_unit(self, tag)?;
        if usize::from(unit) < self.leaders() { Ok(unit as Leader) } else { Err(format!("{tag} is no leader")) }
    }

    /// [I.a.2] A source by its hex. The one towards Danzig, N-0135, is printed as C-0102 too.
    pub(crate) fn read_source(&self, text: &str) -> Result<HexId, String> {
        self.grid().read(if text.eq_ignore_ascii_case("C-0102") { "C-0101" } else { text })
    }

    /// [I.a.2] What somebody means who names the source towards Danzig as it is printed, once it is open to him.
    pub(crate) fn as_meant(&self, state: &State, action: Action) -> Action {
        let Action::Source(hex) = action else { return action };
        let open = if self.is_campaign() { self.army_sources(state, Army::French) } else { self.sources(state, Side::French) };
        let meant = self.read_source(&self.grid().number(hex)).ok().filter(|meant| *meant != hex && open.contains(meant));
        meant.filter(|_| state.phasing == Side::French).map_or(action, Action::Source)
    }

    /// Reads what a person types: an action in words; `march LEADER HEX [FOLLOWER HEX]…` (command, march, put down); `ride LEADER HEX`;
    /// `attack HEX… with LEADER…` (a whole attack, declared).
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read_command(&self, state: &State, text: &str) -> Result<Vec<Action>, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let grid = self.grid();
        match words[..] {
            ["march", leader, hex, ref rest @ ..] => {
                let mut actions = vec![Action::Command(self.read_leader(leader)?), Action::Go(grid.read(hex)?)];
                for pair in rest.chunks(2) {
                    let [follower, hex] = pair else { return Err("expected a hex after each follower".to_owned()) };
                    actions.push(Action::Follow(self.read_leader(follower)?, grid.read(hex)?));
                }
                actions.push(Action::Done);
                Ok(actions)
            }
            ["ride", leader, hex] => Ok(vec![Action::Ride(self.read_leader(leader)?), Action::Go(grid.read(hex)?), Action::Done]),
            ["attack", ref rest @ ..] => {
                let at = rest.iter().position(|word| *word == "with").ok_or("expected `attack HEX… with LEADER…`")?;
                let (hexes, leaders) = (&rest[..at], &rest[at + 1..]);
                let hexes: Vec<HexId> = hexes.iter().map(|hex| grid.read(hex)).collect::<Result<_, _>>()?;
                let leaders: Vec<Leader> = leaders.iter().map(|leader| self.read_leader(leader)).collect::<Result<_, _>>()?;
                if hexes.is_empty() {
                    return Err("expected a hex to attack".to_owned());
                }
                Ok(self.attack_in_order(state, &hexes, &leaders))
            }
            _ => Ok(vec![verbs::read_words(self, &self.with_tags(text))?]),
        }
    }

    /// [III.b.1] A whole attack, hexes and Forces in an order in which they can be named: the first hex, all Forces, the other hexes. In a chain a Force
    /// that is next to a later hex only joins after that one, and of the later hexes comes first to which somebody is next who has joined.
    fn attack_in_order(&self, state: &State, hexes: &[HexId], leaders: &[Leader]) -> Vec<Action> {
        let going = state.going();
        // [1.1] Only where one's own Forces stand tells anything here.
        let reaches = |leader: Leader, hex: HexId| {
            let own = self.side_of(leader) == state.phasing;
            own && state.hex(leader).is_some_and(|from| self.ground().meets(from, hex, &going))
        };
        let (mut to_name, mut to_join) = (hexes.to_vec(), leaders.to_vec());
        let (mut named, mut joined, mut actions) = (Vec::new(), Vec::new(), Vec::new());
        while !to_name.is_empty() {
            let linked = |&hex: &HexId| named.is_empty() || joined.iter().any(|&leader| reaches(leader, hex));
            // `[9]` Else one whose Forces stand next to others who are attacked, or to which somebody is next who stands next to others who attack.
            let (meets, place) = (|a: HexId, b: HexId| self.ground().meets(a, b, &going), |leader: &Leader| state.hex(*leader));
            let beside = |&hex: &HexId| {
                let mut comers = to_join.iter().filter(|leader| reaches(**leader, hex)).filter_map(place);
                let near = |own: HexId| joined.iter().filter_map(place).any(|from| meets(from, own));
                named.iter().any(|&other| meets(other, hex)) || comers.any(near)
            };
            let Some(at) = to_name.iter().position(linked).or_else(|| to_name.iter().position(beside)) else {
                // No chain leads on: the refusal is that of the plain order.
                let (first, others) = hexes.split_at(1);
                let targets = |hexes: &[HexId]| hexes.iter().copied().map(Action::Target).collect::<Vec<_>>();
                let joins = leaders.iter().copied().map(Action::Join).collect();
                return [targets(first), joins, targets(others), vec![Action::Close]].concat();
            };
            named.push(to_name.remove(at));
            actions.extend(named.last().copied().map(Action::Target));
            let waits = |&leader: &Leader| {
                let near = |hexes: &[HexId]| hexes.iter().any(|&hex| reaches(leader, hex));
                !near(&named) && near(&to_name)
            };
            let (later, now): (Vec<Leader>, Vec<Leader>) = to_join.into_iter().partition(waits);
            actions.extend(now.iter().copied().map(Action::Join));
            joined.extend(now);
            to_join = later;
        }
        actions.push(Action::Close);
        actions
    }
}
