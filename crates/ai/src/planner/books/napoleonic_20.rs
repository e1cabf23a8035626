//! What Dresden 20 tells the planner.

use crate::napoleonic_20::{Commander, Effort, MARSHAL, VETERAN};
use crate::planner::atlas::{Atlas, NO_SPOT, Spot};
use crate::planner::hooks::{Goal, Head, Hooks, Moment, Piece};
use crate::planner::plan::{TEMPERS, Temper, Tempers};
use crate::planner::scene::Scene;
use crate::planner::script::Look;
use grognard_engine::{HexId, UnitId};
use grognard_napoleonic_20::results_table::column;
use grognard_napoleonic_20::scenario::Arm;
use grognard_napoleonic_20::state::{Frame, Side, State};
use grognard_napoleonic_20::unitset::Unit;
use grognard_napoleonic_20::{Action, Campaign};

/// Hooks of the scenarios of Dresden 20.
#[derive(Clone, Copy, Default, Debug)]
pub struct CampaignHooks;

/// What a battle in each column is worth.
const COLUMN: [f32; 7] = [-1.0, -0.5, -0.1, 0.2, 0.4, 0.6, 0.9];
/// What a rehearsal of the head that is asked costs, in work.
const REHEARSAL: u64 = 3_750;
/// The last turn of the longest scenario.
const TURNS: u16 = 15;

/// The strength with which a unit fights: half of it while it is routed.
fn fighting(game: &Campaign, state: &State, unit: Unit) -> f32 {
    let printed = f32::from(game.piece(unit).strength);
    if state.routed.has(unit) { printed / 2.0 } else { printed }
}

impl Hooks<Campaign> for CampaignHooks {
    fn moment(&self, _game: &Campaign, state: &State) -> Moment {
        Moment { turn: state.turn.into(), seat: state.phasing as u8, turns: TURNS }
    }

    fn swift(&self) -> bool {
        true
    }

    fn pieces(&self, game: &Campaign, state: &State, atlas: &Atlas, out: &mut Vec<Piece>) {
        for side in Side::BOTH {
            for unit in game.present(state, side).or(state.due.and(game.units_of(side))) {
                let piece = game.piece(unit);
                if piece.arm == Arm::Dummy {
                    continue;
                }
                out.push(Piece {
                    unit: UnitId(unit.into()),
                    side: side as u8,
                    spot: state.hex(unit).map_or(NO_SPOT, |hex| atlas.spot(hex)),
                    strength: fighting(game, state, unit),
                    reach: piece.movement,
                    body: unit.into(),
                });
            }
        }
    }

    fn goals(&self, game: &Campaign, state: &State, atlas: &Atlas, out: &mut Vec<Goal>) {
        for (i, &hex) in game.places().garrisons.iter().take(2).enumerate() {
            let open = state.catastrophe >> i & 1 == 0;
            out.push(Goal { spot: atlas.spot(hex), worth: if open { [1.5, 2.0] } else { [0.3, 0.3] } });
        }
    }

    fn hand(&self, _game: &Campaign, state: &State) -> Option<Option<UnitId>> {
        Some(match state.frame {
            Frame::Hand { unit, .. } => Some(UnitId(unit.into())),
            _ => None,
        })
    }

    fn hangs(&self, _game: &Campaign, state: &State) -> bool {
        crate::napoleonic_20::hangs(state)
    }

    fn horizon(&self) -> u16 {
        6
    }

    /// Nobody has to attack whom he touches before his friends have come.
    fn tempers(&self) -> Tempers {
        TEMPERS.map(|temper| Temper { trust: 0.0, ..temper })
    }

    fn pace(&self) -> u64 {
        2_500_000
    }

    /// Armies break at once here, so that a turn has to be rehearsed with more sense than scripts have. Half of the work is the head's.
    fn head(&self, work: u64, seed: u64) -> Option<Head<Campaign>> {
        let rehearsals = (work / 2 / REHEARSAL) as u32;
        let effort = Effort { rehearsals, ..if rehearsals < 1_000 { VETERAN } else { MARSHAL } };
        Some(Head { player: Box::new(Commander::new(effort, seed)), work: work / 2, trust: 6.0 })
    }

    fn strike(&self, attack: f32, defence: f32) -> f32 {
        COLUMN[column((attack - defence) as i16)]
    }

    fn shelter(&self, game: &Campaign, state: &State, spot: Spot, atlas: &Atlas) -> f32 {
        let hex = game.grid().hexes().find(|&hex| atlas.spot(hex) == spot);
        // What the table adds to an average defender, as a factor.
        1.0 + hex.map_or(0.0, |hex| f32::from(game.terrain(state, Side::French).hex_bonus(hex))) / 5.0
    }

    fn swing(&self, _game: &Campaign) -> f32 {
        4.0
    }

    fn points(&self, _game: &Campaign, state: &State) -> [f32; 2] {
        state.morale.map(f32::from)
    }

    fn features(&self, _game: &Campaign, state: &State, scene: &Scene, out: &mut Vec<f32>) {
        let thin = |side: usize| 2.0 / f32::from(state.morale[side]).max(0.5);
        out.push(thin(1) - thin(0));
        let routed = |side: u8| {
            let beaten = scene.pieces.iter().filter(|piece| piece.side == side && state.routed.has(piece.unit.0 as Unit));
            beaten.map(|piece| piece.strength).sum::<f32>()
        };
        out.push((routed(1) - routed(0)) / 5.0);
    }

    fn marks(&self) -> &'static [(&'static str, f32)] {
        &[("thin", 0.15), ("routed", 0.05)]
    }

    fn score(&self, look: &Look<'_, Campaign>, action: Action) -> Option<f32> {
        Some(View(look).score(action))
    }
}

/// A decision with the rule of thumb at work.
struct View<'a, 'b>(&'a Look<'b, Campaign>);

impl View<'_, '_> {
    fn spot(&self, hex: HexId) -> Spot {
        self.0.atlas.spot(hex)
    }

    fn strength(&self, unit: Unit) -> f32 {
        fighting(self.0.game, self.0.state, unit)
    }

    fn far(&self, hex: HexId) -> f32 {
        f32::from(self.0.scene.far(1 - self.0.side, self.spot(hex)).min(12))
    }

    /// What is gained by going somewhere from where a unit stands.
    fn gain(&self, unit: Unit, hex: HexId) -> f32 {
        let id = UnitId(unit.into());
        let from = self.0.state.hex(unit).map_or(0.0, |from| self.0.place(id, self.spot(from)));
        self.0.place(id, self.spot(hex)) - from
    }

    fn pick(&self, unit: Unit) -> f32 {
        match (self.0.state.hex(unit), self.0.plan.order(UnitId(unit.into()))) {
            (Some(hex), Some(order)) if self.spot(hex) == order => -200.0,
            (Some(hex), _) => 100.0 - 0.1 * self.far(hex),
            (None, _) => 50.0,
        }
    }

    fn score(&self, action: Action) -> f32 {
        let state = self.0.state;
        let here = |hex: HexId| match state.frame {
            Frame::Hand { unit, .. } => self.0.place(UnitId(unit.into()), self.spot(hex)),
            _ => 0.0,
        };
        let reacts = state.frame == Frame::React;
        match action {
            Action::Pick(unit) => self.pick(unit),
            Action::Go(hex) => here(hex),
            Action::Halt => match state.frame {
                Frame::Hand { unit, .. } => state.hex(unit).map_or(-500.0, here),
                _ => 0.0,
            },
            // Whole moves only, and nothing that costs morale.
            Action::Step(_) => -10_000.0,
            Action::Force(_) | Action::Pay(_) | Action::Commit => -1_000.0,
            Action::Target(_) if state.frame == Frame::Declare => -50.0,
            Action::Target(hex) | Action::Fight(hex) => self.0.strike(self.spot(hex), 0.0),
            Action::Join(_) => 1_000.0,
            Action::Close => 500.0,
            Action::Lull => 60.0,
            Action::Lose(unit) => -self.strength(unit),
            Action::Flee(hex) => self.far(hex),
            Action::Toward(hex) => {
                let from = state.hex(state.battle.unit).unwrap_or(hex);
                f32::from(self.0.game.grid().distance(from, hex)).min(7.0)
            }
            Action::Advance(unit, hex) => self.gain(unit, hex) + 0.1,
            Action::Name(hex) => {
                let side = Side::BOTH[usize::from((1 - self.0.side) & 1)];
                self.0.game.unit_of_side_at(state, side, hex).map_or(0.0, |unit| self.strength(unit))
            }
            Action::Delay(unit) | Action::Recover(unit) | Action::Rally(unit) | Action::Remnant(unit, _) => self.strength(unit),
            Action::Place(hex) => -self.far(hex),
            Action::Stack(_, area) => -f32::from(area),
            Action::End if reacts => 0.0,
            Action::End => -0.1,
            Action::Disengage(unit, hex) | Action::Penetrate(unit, hex) => self.gain(unit, hex) - 0.3,
            Action::Build(..) | Action::BreakDown(..) | Action::BuildUp(..) | Action::Box => -1_000.0,
            Action::Horses => {
                if state.turn >= 10 {
                    1.0
                } else {
                    0.0
                }
            }
            Action::Ready => -100.0,
            Action::Decline | Action::Hold | Action::Retreat(_) | Action::Mark(_) => 0.0,
        }
    }
}
