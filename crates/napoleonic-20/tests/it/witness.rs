//! [16.1] [17.1.1] Worlds drawn for a seat against what it has seen, as somebody with a pencil would note it down: which counter lay open where,
//! and where it has gone since, face down. The notes are made of nothing but the board that the seat was shown and the lines that it was
//! told, and know nothing of what the game itself remembers for it.

use crate::romp;
use grognard_engine::board::Counter;
use grognard_engine::dice::SeededDice;
use grognard_engine::{Line, Seat, Secrets, Views, Words};
use grognard_napoleonic_20::state::Phase;
use grognard_napoleonic_20::{Campaign, State};

/// A counter of the enemy on the map.
#[derive(Clone, Debug)]
struct Token {
    hex: String,
    side: String,
    /// Whether it lay face down when the board was looked at last.
    covered: bool,
    /// Who it is, if that has been seen.
    tag: Option<String>,
    /// What the tag begins with, if it was seen how the counter came there: a dummy, a cadre.
    kind: &'static str,
}

/// What one seat, or somebody who looks on, has noted down.
struct Witness {
    viewer: Option<Seat>,
    /// Those who came last stand last: of two in a hex, the one that is passing through.
    tokens: Vec<Token>,
    /// Known counters that were broken down.
    away: Vec<String>,
    /// Counters that have been laid since the board was looked at last, and what they are.
    laid: Vec<(String, &'static str)>,
    /// Those who are awaited openly, and where somebody has come on since.
    due: Vec<String>,
    come: Option<String>,
    /// Counters have been turned down since the board was looked at last.
    turned: bool,
}

/// The number after a word of a line.
fn hex_after(text: &str, words: &str) -> Option<String> {
    let rest = text.split(words).nth(1)?;
    Some(rest.chars().take_while(char::is_ascii_digit).collect())
}

impl Witness {
    const fn new(viewer: Option<Seat>) -> Self {
        Self { viewer, tokens: Vec::new(), away: Vec::new(), laid: Vec::new(), due: Vec::new(), come: None, turned: false }
    }

    /// The last token that came to a hex.
    fn at(&mut self, hex: &str) -> Option<usize> {
        self.tokens.iter().rposition(|token| token.hex == hex)
    }

    /// Eyes follow whatever moves, and see what becomes of it.
    fn hear(&mut self, line: &Line) {
        if let Some(path) = &line.path
            && path.kind != "enter"
            && let [from, .., to] = &path.hexes[..]
            && let Some(at) = self.at(from)
        {
            let token = self.tokens.remove(at);
            self.tokens.push(Token { hex: to.clone(), ..token });
        }
        self.turned |= line.text.contains("turn counters face down");
        if let Some(path) = line.path.as_ref().filter(|path| path.kind == "enter") {
            self.come = path.hexes.last().cloned();
        }
        if line.text.contains("counter is placed in ") {
            self.laid.push((hex_after(&line.text, "placed in ").expect("where"), "D"));
        }
        if line.text.contains("counter in ") && line.text.contains("is broken down") {
            let from = hex_after(&line.text, "counter in ").expect("where");
            let to = hex_after(&line.text, "another in ").expect("where to");
            self.laid.extend([(from.clone(), "K"), (to, "K")]);
            if let Some(at) = self.at(&from) {
                self.away.extend(self.tokens.remove(at).tag);
            }
        }
        // Who of those that were broken down has come back, nobody can tell.
        if line.text.contains("two French counters become one in ") {
            let to = hex_after(&line.text, "become one in ").expect("where");
            self.tokens.retain(|token| token.hex != to);
            self.away.clear();
        }
    }

    /// Looks at the board: what lies open is noted.
    fn look(&mut self, game: &Campaign, state: &State) {
        let board = game.board(state, self.viewer);
        let mine = self.viewer.map(|seat| ["French", "Allied"][usize::from(seat.0)]);
        let theirs = || board.counters.iter().filter(|counter| Some(&counter.side[..]) != mine);
        // Where each counter of theirs lies, and its name if it lies open.
        let mut counters: Vec<(String, String, Option<String>)> =
            theirs().filter_map(|c| Some((c.hex.clone()?, c.side.clone(), Some(c.tag.clone()).filter(|_| !c.hidden)))).collect();
        // Those of whom more is known take their counters first; they stand in the order in which they came.
        let mut found: Vec<Option<usize>> = vec![None; self.tokens.len()];
        let mut taken = vec![false; counters.len()];
        for kind in 0..4 {
            for (token, found) in self.tokens.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
                let suits = |(hex, side, tag): &(String, String, Option<String>)| {
                    let here = *hex == token.hex && *side == token.side;
                    here && match kind {
                        0 => token.tag.is_some() && *tag == token.tag,
                        1 => token.tag.is_some() && tag.is_none() && (token.covered || self.turned),
                        2 => token.tag.is_none() && tag.is_none(),
                        _ => token.tag.is_none(),
                    }
                };
                *found = (0..counters.len()).find(|&at| !taken[at] && suits(&counters[at]));
                if let Some(at) = *found {
                    taken[at] = true;
                }
            }
        }
        let mut now = Vec::new();
        for (token, found) in std::mem::take(&mut self.tokens).into_iter().zip(found) {
            if let Some(at) = found {
                let open = counters[at].2.take();
                now.push(Token { covered: open.is_none(), tag: open.or(token.tag), ..token });
            } else if token.covered && token.tag.is_some() {
                let another = counters.iter().any(|(hex, side, tag)| *hex == token.hex && *side == token.side && tag.is_some());
                assert!(!another, "{token:?} has become another, says {:?}", self.viewer);
            }
        }
        // Who has come on is no longer awaited.
        let awaits = |counter: &&Counter| !counter.hidden && counter.off_map.as_ref().is_some_and(|at| at.starts_with("due"));
        let due = theirs().filter(awaits).map(|counter| counter.tag.clone()).collect();
        let before = std::mem::replace(&mut self.due, due);
        let gone: Vec<&String> = before.iter().filter(|tag| theirs().all(|counter| counter.tag != **tag)).collect();
        for ((hex, side, tag), _) in counters.into_iter().zip(taken).filter(|(_, taken)| !taken) {
            let kind = self.laid.iter().find(|(at, _)| *at == hex).map_or("", |(_, kind)| kind);
            let covered = tag.is_none();
            let come = gone.first().filter(|_| gone.len() == 1 && self.come.as_ref() == Some(&hex));
            now.push(Token { covered, tag: tag.or_else(|| come.map(|tag| (*tag).clone())), hex, side, kind });
        }
        self.laid.clear();
        (self.tokens, self.turned, self.come) = (now, false, None);
        let open = |tag: &String| board.counters.iter().any(|counter| &counter.tag == tag);
        self.away.retain(|tag| !open(tag));
    }

    /// A world that was drawn must not contradict what is noted; how much of that lies face down.
    fn hold(&self, game: &Campaign, world: &State, at: &str) -> usize {
        let place = |tag: &str| world.hex(game.read_unit(tag).unwrap()).map(|hex| game.hex_name(hex));
        for token in &self.tokens {
            if let Some(tag) = &token.tag {
                assert_eq!(place(tag).as_ref(), Some(&token.hex), "{at}: {tag} was seen, and followed");
            }
        }
        for token in self.tokens.iter().filter(|token| !token.kind.is_empty()) {
            let there = |tag: &str| tag[1..].starts_with(token.kind) && place(tag).as_ref() == Some(&token.hex);
            let found = game.pieces().iter().any(|piece| token.side.starts_with(&piece.tag[..1]) && there(&piece.tag));
            assert!(found, "{at}: {token:?} was seen being laid, and followed");
        }
        for tag in &self.away {
            assert_eq!(place(tag), None, "{at}: {tag} was seen to be broken down");
        }
        let known = |token: &&Token| token.covered && (token.tag.is_some() || !token.kind.is_empty());
        self.tokens.iter().filter(known).count() + self.away.len()
    }
}

#[test]
fn drawn_worlds_do_not_contradict_what_was_seen() {
    for (name, seed) in [
        ("dresden-20+fog+support+breakdown", 21),
        ("dresden-20+fog+penetration", 72),
        ("dresden-20-standard+fog+weather+penetration+breakdown", 63),
        ("dresden-20-maneuver", 24),
        ("dresden-20-maneuver+fog+support+breakdown", 255),
        ("dresden-20-maneuver+fog+breakdown", 106),
    ] {
        let table = romp::game(name, seed, |_| {});
        let game = &table.game;
        let mut witnesses = [Some(Seat(0)), Some(Seat(1)), None].map(Witness::new);
        let (mut noted, mut drawn) = (0, 0);
        table.retell(0, |entry, [before, after], events| {
            for witness in &mut witnesses {
                let viewer = witness.viewer;
                for line in events.iter().filter_map(|event| game.line(event, viewer)) {
                    witness.hear(&line);
                }
                if before.phase == Phase::Setup {
                    // What is laid before the first turn is one heap with what stands there (R25).
                    witness.laid.clear();
                }
                witness.look(game, after);
                let at = format!("{name} after {entry} actions, for {:?}", witness.viewer);
                witness.hold(game, after, &format!("the truth, {at}"));
                if entry % 5 == 0 {
                    let world = game.resample(after, witness.viewer, &mut SeededDice::new(seed ^ entry as u64));
                    noted += witness.hold(game, &world, &at);
                    drawn += u32::from(world != *after);
                }
            }
        });
        assert!(noted > 30 || !name.contains("fog"), "{name}: {noted} counters followed face down");
        assert!(drawn > 30, "{name}: {drawn} worlds differ from the truth");
    }
}
