//! The frozen yardstick: units in roster order, fixed scores, no look ahead. Everybody goes for the nearest place that counts or the nearest enemy, fires at
//! whatever can be hit, assaults whatever is not stronger, and charges what is near.
//!
//! It must not get better: other players are measured against it.

use crate::player::first_best;
use crate::{Advice, Clock, Glimpse, Player};
use grognard_engine::HexId;
use grognard_la_bataille::{Action, Arm, Bautzen, Formation, Frame, SHAPES, Segment, Side, State, Unit, Units};

/// Plays in one pass with fixed scores.
#[derive(Clone, Default)]
pub struct Greedy {
    /// Whom it has taken up in this segment: turn, side, units.
    seen: Option<(u8, Side, Units)>,
}

/// The position, looked at from the side that has to decide.
struct View<'a> {
    game: &'a Bautzen,
    state: &'a State,
    side: Side,
    seen: Units,
}

impl View<'_> {
    fn enemies(&self) -> impl Iterator<Item = Unit> + '_ {
        let fights = |unit: &Unit| self.game.printed(*unit).fights() && self.state.piece(*unit).on_map();
        self.game.pieces_of(self.side.other()).filter(fights)
    }

    fn to_enemy(&self, hex: HexId) -> i32 {
        let grid = self.game.field().ground.grid();
        self.enemies().map(|enemy| i32::from(grid.distance(hex, self.state.piece(enemy).hex))).min().unwrap_or(0)
    }

    /// How far the nearest hex that counts and is the enemy's is; the nearest enemy if there is none.
    fn to_goal(&self, hex: HexId) -> i32 {
        let ground = &self.game.field().ground;
        let wanted = |at: &usize| (self.state.held >> at & 1 == 1) == (self.side == Side::Coalition);
        let goals = (0..ground.objectives.len()).filter(wanted);
        let far = goals.map(|at| i32::from(ground.grid().distance(hex, ground.objectives[at]))).min();
        far.unwrap_or_else(|| self.to_enemy(hex))
    }

    fn destination(&self, hex: HexId) -> i32 {
        let near = self.to_enemy(hex);
        let contact = if near == 1 { 4 } else { 0 };
        contact - 3 * self.to_goal(hex).min(near + 2)
    }

    fn guns(&self, shape: u8, unit: Unit) -> i32 {
        let (kind, so) = (self.game.printed(unit), self.state.piece(unit));
        let near = self.to_enemy(so.hex);
        match SHAPES[usize::from(shape)] {
            "unlimbered" if near <= i32::from(kind.range).min(5) => 50,
            "limbered" if so.formation == Formation::Unlimbered && near > i32::from(kind.range) => 40,
            _ => -1_000,
        }
    }

    fn hand(&self, action: Action, unit: Unit) -> i32 {
        let here = self.state.piece(unit).hex;
        match action {
            Action::Go(hex) => self.destination(hex),
            Action::Form(shape, _) if self.game.printed(unit).arm == Arm::Artillery => self.guns(shape, unit),
            Action::Halt => self.destination(here),
            _ => -1_000,
        }
    }

    fn ride(&self, action: Action) -> i32 {
        let here = self.state.piece(self.state.ride.lead).hex;
        match action {
            Action::Target(_) => 1_000,
            Action::Step(hex) => 100 - 3 * self.to_enemy(hex),
            Action::Halt => 98 - 3 * self.to_enemy(here),
            _ => -1_000,
        }
    }

    fn score(&self, action: Action) -> i32 {
        match (self.state.frame(), action) {
            (Frame::Hand { unit, .. }, _) => self.hand(action, unit),
            (Frame::Ride, _) => self.ride(action),
            (Frame::Charge, Action::Pick(unit)) => {
                if self.to_enemy(self.state.piece(unit).hex) <= 8 {
                    10
                } else {
                    -10
                }
            }
            (_, Action::Pick(unit)) => {
                if self.seen.has(unit) {
                    -1_000
                } else {
                    500
                }
            }
            (_, Action::March(..)) => 900,
            (_, Action::Enter(..)) => 800,
            (_, Action::Target(hex)) => 100 + self.game.fire_plan(self.state, hex).1 as i32,
            (_, Action::Assault(hex)) => {
                let best = [false, true].map(|mounted| {
                    let attackers = self.game.assault_plan(self.state, hex, mounted);
                    let (attack, defence) = self.game.melee_strengths(self.state, hex, attackers);
                    100 * attack / defence.max(1)
                });
                let best = best.into_iter().max().unwrap_or(0);
                if best >= 100 { best } else { -100 }
            }
            (_, Action::Join(_)) => 1_000,
            (_, Action::Recover(_) | Action::Carre | Action::Charge(_) | Action::Trample | Action::Advance(_)) => 10,
            (_, Action::Done) => 5,
            (_, Action::Spare(_) | Action::Withdraw(..) | Action::Top(_) | Action::Force(_)) => -1_000,
            _ => 0,
        }
    }

    fn reason(&self, action: Action) -> &'static str {
        match (self.state.segment, action) {
            (_, Action::Pick(_)) => "is next in the roster",
            (_, Action::Go(_)) => "nearer to what counts",
            (Segment::Melee, Action::Assault(_)) => "the defender is not stronger",
            (_, Action::Join(_)) => "whoever can, does",
            _ => "by its fixed scores",
        }
    }
}

impl Player<Bautzen> for Greedy {
    fn advise(&mut self, glimpse: &Glimpse<'_, Bautzen>, _clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let (game, state) = (glimpse.game, &glimpse.state);
        let side = game.owner(state);
        let seen = match self.seen {
            Some((turn, whose, seen)) if (turn, whose) == (state.turn, side) => seen,
            _ => Units::EMPTY,
        };
        let view = View { game, state, side, seen };
        let action = first_best(&glimpse.options(), |action| view.score(action))?;
        let reason = view.reason(action);
        if let (Frame::Move, Action::Pick(unit)) = (state.frame(), action) {
            self.seen = Some((state.turn, side, seen.or(Units::one(unit))));
        }
        Some(Advice::new(action, reason))
    }
}
