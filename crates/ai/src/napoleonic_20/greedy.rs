//! The frozen yardstick: one pass over the units in roster order, fixed scores, no look ahead. It goes for the enemy and for the city,
//! attacks whatever it meets with all that can join, and never thinks about what comes back.
//!
//! It must not get better: other players are measured against it.

use crate::player::first_best;
use crate::{Advice, Clock, Glimpse, Player};
use grognard_engine::HexId;
use grognard_napoleonic_20::results_table::{HEADS, column};
use grognard_napoleonic_20::state::{Frame, Side, State};
use grognard_napoleonic_20::unitset::{Unit, UnitSet};
use grognard_napoleonic_20::{Action, Campaign};

/// What an attack in each column is worth: routs and breaks of the enemy less one's own, in tenths.
const COLUMN: [i32; 7] = [-60, -30, -5, 10, 20, 30, 45];
/// A hex of the city.
const CITY: i32 = 30;
/// A step nearer to the enemy.
const NEARER: i32 = 3;
/// One point of shelter.
const SHELTER: i32 = 3;

/// Plays in one pass with fixed scores.
#[derive(Clone, Copy, Default, Debug)]
pub struct Greedy;

/// The position, looked at from the side that has to decide.
struct View<'a> {
    game: &'a Campaign,
    state: &'a State,
    side: Side,
}

impl View<'_> {
    fn strength(&self, unit: Unit) -> i16 {
        let printed = i16::from(self.game.piece(unit).strength);
        if self.state.routed.has(unit) { (printed + 1) / 2 } else { printed }
    }

    fn friends(&self) -> UnitSet {
        self.game.present(self.state, self.side)
    }

    /// Whether an enemy unit or garrison is in a hex.
    fn hostile(&self, hex: HexId) -> bool {
        let garrison = self.side == Side::Allied && self.game.standing_garrison(self.state, hex).is_some();
        garrison || self.game.unit_of_side_at(self.state, self.side.other(), hex).is_some()
    }

    /// The enemy's strength in a hex, with the shelter of the hex.
    fn defence(&self, hex: HexId) -> i16 {
        let unit = self.game.unit_of_side_at(self.state, self.side.other(), hex);
        let shelter = self.game.terrain(self.state, self.side).hex_bonus(hex);
        unit.map_or(0, |unit| self.strength(unit)) + i16::from(shelter)
    }

    /// Hexes with enemies that a unit in `hex` would touch.
    fn touched(&self, hex: HexId) -> Vec<HexId> {
        self.game.terrain(self.state, self.side).open_from(hex).filter(|&h| self.hostile(h)).collect()
    }

    fn distance_to_enemy(&self, hex: HexId) -> i32 {
        let all = self.game.present(self.state, self.side.other()).into_iter().filter_map(|e| self.state.hex(e));
        all.map(|e| i32::from(self.game.grid().distance(hex, e))).min().unwrap_or(0)
    }

    /// The column of an attack on a hex by everybody who touches it, and by `unit` from `from`.
    fn column_with(&self, target: HexId, unit: Option<Unit>) -> usize {
        let terrain = self.game.terrain(self.state, self.side);
        let ready = self.friends().less(self.state.routed);
        let beside = ready.into_iter().filter(|&f| Some(f) != unit);
        let near = beside.filter(|&f| self.state.hex(f).is_some_and(|h| terrain.passes(h, target)));
        let joined: i16 = near.chain(unit).map(|f| self.strength(f)).sum();
        column(joined - self.defence(target))
    }

    /// Where a unit's move should end.
    fn destination(&self, unit: Unit, hex: HexId) -> i32 {
        let mut score = SHELTER * i32::from(self.game.terrain(self.state, self.side).hex_bonus(hex));
        if self.game.places().city.has(hex) {
            score += CITY;
        }
        let touched = self.touched(hex);
        if touched.is_empty() {
            return score - NEARER * self.distance_to_enemy(hex);
        }
        // One's own strength is used once: the dearest of the attacks it would have to take part in decides.
        score + touched.iter().map(|&target| COLUMN[self.column_with(target, Some(unit))]).min().unwrap_or(0)
    }

    fn score(&self, action: Action) -> i32 {
        let own = |unit: Unit| i32::from(self.strength(unit));
        let reacts = self.state.frame == Frame::React;
        match action {
            // The roster's order decides: everybody is taken up once.
            Action::Pick(_) => 1_000,
            Action::Go(hex) => match self.state.frame {
                Frame::Hand { unit, .. } => self.destination(unit, hex),
                _ => 0,
            },
            Action::Halt => match self.state.frame {
                Frame::Hand { unit, .. } => self.state.hex(unit).map_or(-500, |hex| self.destination(unit, hex) - 1),
                _ => 0,
            },
            // Whole moves only, and nothing that costs morale.
            Action::Step(_) => -10_000,
            Action::Force(_) | Action::Pay(_) | Action::Commit => -1_000,
            Action::Target(_) if self.state.frame == Frame::Declare => -50,
            Action::Target(hex) => COLUMN[self.column_with(hex, None)],
            Action::Join(_) => 1_000,
            Action::Close => 500,
            Action::Lull => 60,
            Action::Fight(hex) => COLUMN[self.column_with(hex, None)],
            Action::Lose(unit) => -own(unit),
            Action::Flee(hex) => self.distance_to_enemy(hex),
            Action::Toward(hex) => {
                let from = self.state.hex(self.state.battle.unit).unwrap_or(hex);
                i32::from(self.game.grid().distance(from, hex)).min(7)
            }
            Action::Advance(unit, hex) => {
                let prize = if self.game.places().city.has(hex) { CITY } else { 0 };
                prize + own(unit) - 4 * self.touched(hex).len() as i32
            }
            Action::Name(hex) => self.game.unit_of_side_at(self.state, self.side.other(), hex).map_or(0, own),
            Action::Delay(unit) | Action::Recover(unit) | Action::Rally(unit) | Action::Remnant(unit, _) => own(unit),
            Action::Place(hex) => -self.distance_to_enemy(hex),
            Action::Stack(_, area) => -i32::from(area),
            Action::End if reacts => 0,
            Action::End => -100,
            Action::Disengage(..) | Action::Penetrate(..) => -1,
            Action::Build(..) | Action::BreakDown(..) | Action::BuildUp(..) | Action::Box => -1_000,
            Action::Horses => i32::from(self.state.turn >= 10),
            Action::Ready => -100,
            Action::Decline | Action::Hold | Action::Retreat(_) | Action::Mark(_) => 0,
        }
    }

    fn reason(&self, action: Action) -> String {
        let number = |hex: HexId| self.game.grid().number(hex);
        match action {
            Action::Pick(unit) => format!("{} is next in the roster", self.game.tag(unit)),
            Action::Go(hex) if self.touched(hex).is_empty() => format!("goes to {}, nearer to the enemy", number(hex)),
            Action::Go(hex) => format!("goes to {} to attack", number(hex)),
            Action::Target(hex) => {
                format!("attacks {} at {} with all that touch it", number(hex), HEADS[self.column_with(hex, None)])
            }
            Action::Join(unit) => format!("{} joins: whoever can, does", self.game.tag(unit)),
            Action::Flee(hex) => format!("falls back to {}, away from the enemy", number(hex)),
            Action::Advance(_, hex) => format!("follows up into {}", number(hex)),
            Action::Lose(unit) => format!("gives up {}, the weakest", self.game.tag(unit)),
            Action::Lull => "a lull is a point of morale".to_owned(),
            _ => "by its fixed scores".to_owned(),
        }
    }
}

impl Player<Campaign> for Greedy {
    fn advise(&mut self, glimpse: &Glimpse<'_, Campaign>, _clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let view = View { game: glimpse.game, state: &glimpse.state, side: glimpse.game.owner(&glimpse.state) };
        let action = first_best(&glimpse.options(), |action| view.score(action))?;
        Some(Advice::new(action, view.reason(action)))
    }
}
