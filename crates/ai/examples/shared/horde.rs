//! What a rulebook of five hundred units tells the planner, as an example of how little that is; and a greedy script to measure it by.

use grognard_ai::planner::{Atlas, Goal, Hooks, Look, Moment, NO_SPOT, Piece, TEMPERS, Temper, Tempers};
use grognard_ai::{Advice, Clock, Glimpse, Player};
use grognard_engine::UnitId;
use grognard_testkit::mock::horde::{Action, Horde, REACH, State, TURNS, UNITS, body, side_of, strength};

/// Hooks of the horde.
#[derive(Clone, Copy)]
pub struct HordeHooks;

impl Hooks<Horde> for HordeHooks {
    fn moment(&self, _game: &Horde, state: &State) -> Moment {
        Moment { turn: state.turn.into(), seat: state.side, turns: TURNS.into() }
    }

    fn swift(&self) -> bool {
        true
    }

    fn pieces(&self, _game: &Horde, state: &State, atlas: &Atlas, out: &mut Vec<Piece>) {
        for unit in 0..UNITS as u16 {
            let Some(hex) = state.at[usize::from(unit)] else { continue };
            let (spot, strength) = (atlas.spot(hex), strength(unit).into());
            debug_assert_ne!(spot, NO_SPOT);
            out.push(Piece { unit: UnitId(unit), side: side_of(unit), spot, strength, reach: REACH, body: body(unit) });
        }
    }

    fn goals(&self, game: &Horde, state: &State, atlas: &Atlas, out: &mut Vec<Goal>) {
        for (&hex, owner) in game.prizes().iter().zip(state.owner) {
            // Whoever has it need not stand on it.
            let worth = [0, 1].map(|side| if owner == Some(side) { 0.0 } else { 3.0 });
            out.push(Goal { spot: atlas.spot(hex), worth });
        }
    }

    fn hand(&self, _game: &Horde, state: &State) -> Option<Option<UnitId>> {
        Some(state.hand.map(UnitId))
    }

    /// An attack by what it can be expected to destroy for the strength that is used up in it: whoever has fought takes no part in another.
    fn score(&self, look: &Look<'_, Horde>, action: Action) -> Option<f32> {
        let Action::Attack(hex) = action else { return None };
        let (game, state) = (look.game, look.state);
        let ready = |unit: &u16| side_of(*unit) == state.side && !state.done[usize::from(*unit)];
        let own = game.grid().around(hex).filter_map(|near| game.holds(state, near)).filter(ready);
        let (sum, weakest) = own.map(strength).fold((0, u8::MAX), |(sum, least), one| (sum + i32::from(one), least.min(one)));
        let target = game.holds(state, hex).map_or(1, |unit| i32::from(strength(unit)));
        let column = (2 * sum / target).min(6);
        let (kills, losses) = ((column - 1).max(0), (4 - column).clamp(0, 6));
        let expected = (kills * target - losses * i32::from(weakest)) as f32 / 6.0;
        Some(if expected > 0.0 { 1.0 + expected / sum.max(1) as f32 } else { -1.0 })
    }

    /// Nobody must attack: the best attack from a hex is what counts. Everybody fights once: whoever joins an attack that succeeds without him is missing elsewhere.
    fn tempers(&self) -> Tempers {
        TEMPERS.map(|temper| Temper { worst: 0.0, spread: 1.0, ..temper })
    }

    fn pace(&self) -> u64 {
        2_000_000
    }

    fn points(&self, game: &Horde, state: &State) -> [f32; 2] {
        game.points(state).map(|points| points as f32)
    }
}

/// Everybody goes as near to an enemy as he can; every attack at even odds or better is made, the best first.
pub struct Script;

impl Player<Horde> for Script {
    fn advise(&mut self, glimpse: &Glimpse<'_, Horde>, _clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let (game, state) = (glimpse.game, &glimpse.state);
        let enemies =
            || (0..UNITS as u16).filter(|&unit| side_of(unit) != state.side).filter_map(|unit| state.at[usize::from(unit)]);
        let far = |hex| enemies().map(|enemy| game.grid().distance(hex, enemy)).min().map_or(0, i32::from);
        let ready = |unit: u16| side_of(unit) == state.side && !state.done[usize::from(unit)];
        let score = |action: Action| match action {
            Action::Take(_) => 1_000,
            Action::Go(hex) => -far(hex),
            Action::Stay => state.hand.and_then(|unit| state.at[usize::from(unit)]).map_or(-99, |hex| -far(hex) - 1),
            Action::Attack(hex) => {
                let own = game.grid().around(hex).filter_map(|near| game.holds(state, near)).filter(|&unit| ready(unit));
                let sum: i32 = own.map(|unit| i32::from(strength(unit))).sum();
                100 * sum / game.holds(state, hex).map_or(1, |unit| i32::from(strength(unit))) - 100
            }
            Action::End => -1,
        };
        let action = glimpse.options().into_iter().max_by_key(|&action| score(action))?;
        Some(Advice::new(action, "by its fixed scores"))
    }
}
