//! A position in one line: turn and side, orders left, what is in hand, and every piece that stands otherwise than at the start.

use crate::army::{PIECES, STACK};
use crate::game::{ORDERS, TURNS};
use crate::prices;
use crate::state::{Formation, Frame, NOWHERE, Side, Standing, State, Units};
use crate::{ID, ProvingGround};
use grognard_engine::DataError;
use grognard_engine::digest::Digest;
use grognard_engine::facing::Heading;

impl ProvingGround {
    /// The position at the start.
    pub(crate) fn opening(&self) -> State {
        let start = &self.field().army.start;
        State {
            pieces: std::array::from_fn(|unit| start[unit]),
            acted: Units::EMPTY,
            turn: 1,
            side: Side::French,
            orders: ORDERS,
            frame: Frame::Idle,
        }
    }

    fn piece_text(&self, state: &State, unit: u16) -> String {
        let Standing { hex, vertex, formation, left } = *state.piece(unit);
        let grid = self.field().ground.grid();
        let place = if hex == NOWHERE { "-".to_owned() } else { grid.number(hex) };
        let facing = grid.compass(Heading::corner(vertex.into()));
        let acted = if state.acted.has(unit) { ",*" } else { "" };
        format!("{}={place},{facing},{},{left}{acted}", self.field().army.tag(unit), formation.word())
    }

    pub(crate) fn position_text(&self, state: &State) -> String {
        let start = &self.field().army.start;
        let moved = |unit: &u16| *state.piece(*unit) != start[usize::from(*unit)] || state.acted.has(*unit);
        let pieces: Vec<String> = (0..PIECES as u16).filter(moved).map(|unit| self.piece_text(state, unit)).collect();
        let frame = match state.frame {
            Frame::Idle => "idle".to_owned(),
            Frame::Hand { unit, left } => format!("hand:{},{left}", self.field().army.tag(unit)),
            Frame::Over => "over".to_owned(),
        };
        let pieces = if pieces.is_empty() { "-".to_owned() } else { pieces.join("/") };
        format!("{ID} {}{} {} {frame} {pieces}", state.turn, state.side.letter(), state.orders)
    }

    pub(crate) fn read_position_text(&self, text: &str) -> Result<State, DataError> {
        let fault = |place: &str, why: String| DataError::new("position", place, why);
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [id, turn, orders, frame, pieces] = fields[..] else {
            return Err(fault("fields", format!("{} of them, expected game, turn, orders, frame, pieces", fields.len())));
        };
        if id != ID {
            return Err(fault("game", format!("{id:?}, expected {ID:?}")));
        }
        let mut state = self.opening();
        let (number, side) = turn.split_at(turn.len().saturating_sub(1).min(turn.len()));
        state.side = Side::read_letter(side).map_err(|why| fault("turn", why))?;
        let within = |text: &str, least: u8, most: u8| text.parse().ok().filter(|n| (least..=most).contains(n));
        state.turn = within(number, 1, TURNS).ok_or_else(|| fault("turn", format!("{number:?}: expected 1 to {TURNS}")))?;
        state.orders = within(orders, 1, ORDERS).ok_or_else(|| fault("orders", format!("{orders:?}: expected 1 to {ORDERS}")))?;
        if pieces != "-" {
            for item in pieces.split('/') {
                let (tag, so) = item.split_once('=').ok_or_else(|| fault("pieces", format!("{item:?}: expected PIECE=…")))?;
                let unit = self.field().army.read_tag(tag).map_err(|why| fault("pieces", why))?;
                self.read_piece(&mut state, unit, so).map_err(|why| fault(tag, why))?;
            }
        }
        let (word, rest) = frame.split_once(':').unwrap_or((frame, ""));
        state.frame = match (word, rest.split_once(',')) {
            ("idle", None) if rest.is_empty() => Frame::Idle,
            ("over", None) if rest.is_empty() => Frame::Over,
            ("hand", Some((tag, left))) => {
                let unit = self.field().army.read_tag(tag).map_err(|why| fault("frame", why))?;
                let most = prices::allowance(self.field().army.kind(unit));
                let left = left.parse().ok().filter(|left| *left <= most);
                let left = left.ok_or_else(|| fault("frame", format!("{rest:?}: {tag} has at most {most} sixths of a point")))?;
                Frame::Hand { unit, left }
            }
            _ => return Err(fault("frame", format!("{frame:?}: expected idle, over or hand:PIECE,LEFT"))),
        };
        self.sound(&state).map_err(|(place, why)| fault(&place, why))?;
        Ok(state)
    }

    fn read_piece(&self, state: &mut State, unit: u16, text: &str) -> Result<(), String> {
        let grid = self.field().ground.grid();
        let cells: Vec<&str> = text.split(',').collect();
        let (place, facing, word, left, acted) = match cells[..] {
            [place, facing, word, left] => (place, facing, word, left, false),
            [place, facing, word, left, "*"] => (place, facing, word, left, true),
            _ => return Err(format!("{text:?}: expected hex, facing, formation and steps")),
        };
        let kind = self.field().army.kind(unit);
        let heading = grid.read_compass(facing).filter(|heading| heading.at_corner());
        let formation = Formation::read(word).filter(|formation| kind.arm.formations().contains(formation));
        let standing = Standing {
            hex: if place == "-" { NOWHERE } else { grid.read(place)? },
            vertex: heading.ok_or_else(|| format!("{facing:?} is no facing"))?.number() / 2,
            formation: formation.ok_or_else(|| format!("{word:?} is no formation of this piece"))?,
            left: left
                .parse()
                .ok()
                .filter(|left| *left <= kind.steps)
                .ok_or_else(|| format!("{left:?}: it has {} steps", kind.steps))?,
        };
        state.pieces[usize::from(unit)] = standing;
        if acted {
            state.acted.insert(unit);
        }
        Ok(())
    }

    /// Whether a position can be played on; else where it cannot, and why.
    pub(crate) fn sound(&self, state: &State) -> Result<(), (String, String)> {
        let (army, grid) = (&self.field().army, self.field().ground.grid());
        let mut held: Vec<(usize, Option<Side>)> = vec![(0, None); grid.size()];
        for (unit, standing) in (0u16..).zip(&state.pieces) {
            let (kind, tag) = (army.kind(unit), army.tag(unit).to_owned());
            if standing.on_map() && standing.formation.second_to_the_right().is_some() && standing.second(grid).is_none() {
                return Err((tag, "the second hex beside it is off the map".to_owned()));
            }
            for hex in standing.hexes(grid) {
                let (count, side) = &mut held[usize::from(hex.0)];
                *count += 1;
                if side.replace(kind.side).is_some_and(|side| side != kind.side) {
                    return Err((tag, format!("it stands among enemies in {}", grid.number(hex))));
                }
                if *count > STACK {
                    return Err((tag, format!("{} holds more than {STACK} pieces", grid.number(hex))));
                }
            }
            if state.acted.has(unit) && (kind.side != state.side || !standing.on_map()) {
                return Err((tag, "it cannot have been taken in this turn".to_owned()));
            }
        }
        if state.acted.len() != u32::from(ORDERS - state.orders) {
            return Err((
                "orders".to_owned(),
                format!("{} pieces were taken, {} orders are left", state.acted.len(), state.orders),
            ));
        }
        match state.frame {
            Frame::Hand { unit, .. } => {
                let kind = army.kind(unit);
                let fits = kind.side == state.side && kind.movement > 0 && state.piece(unit).on_map() && !state.acted.has(unit);
                if fits { Ok(()) } else { Err(("frame".to_owned(), format!("{} cannot be in hand", army.tag(unit)))) }
            }
            Frame::Over if (state.turn, state.side, state.orders) != (TURNS, Side::Allied, ORDERS) => {
                Err(("frame".to_owned(), format!("a game that is over stands at {TURNS}A with {ORDERS} orders")))
            }
            Frame::Idle if !(0..PIECES as u16).any(|unit| self.can_take(state, unit)) => {
                Err(("frame".to_owned(), "nobody is left to be taken in this turn".to_owned()))
            }
            Frame::Idle | Frame::Over => Ok(()),
        }
    }

    pub(crate) fn digest_of(&self, state: &State) -> u64 {
        let mut digest = Digest::default();
        for Standing { hex, vertex, formation, left } in &state.pieces {
            let so = u64::from(hex.0) << 32 | u64::from(*vertex) << 16 | (*formation as u64) << 8 | u64::from(*left);
            digest.add(so);
        }
        state.acted.0.iter().for_each(|&word| digest.add(word));
        let (frame, unit, left) = match state.frame {
            Frame::Idle => (0, 0, 0),
            Frame::Hand { unit, left } => (1, u64::from(unit), u64::from(left)),
            Frame::Over => (2, 0, 0),
        };
        for value in [u64::from(state.turn), state.side as u64, u64::from(state.orders), frame, unit, left] {
            digest.add(value);
        }
        digest.finish()
    }
}
