//! What Napoleon's Art of War tells the planner.

use crate::art_of_war::{Effort, Strategist};
use crate::planner::atlas::{Atlas, NO_SPOT, Spot};
use crate::planner::hooks::{Goal, Head, Hooks, Moment, Piece};
use crate::planner::plan::{TEMPERS, Temper, Tempers};
use crate::planner::scene::Scene;
use crate::planner::script::Look;
use grognard_art_of_war::exclusive::dresden::morale::Army;
use grognard_art_of_war::exclusive::eylau::restrictions::GUARD;
use grognard_art_of_war::results_table::{COLUMNS, column_for};
use grognard_art_of_war::scenario::Arm;
use grognard_art_of_war::state::{Frame, Side, State};
use grognard_art_of_war::title::Title;
use grognard_art_of_war::unitset::{Unit, UnitSet};
use grognard_art_of_war::{Action, Battle};
use grognard_engine::{HexId, UnitId};

/// Hooks of Eylau and Dresden.
#[derive(Clone, Copy, Default, Debug)]
pub struct BattleHooks;

/// What an evaluation of the head that is asked costs, in work, and the fewest that are of use.
const EVALUATION: u64 = 33;
const FEWEST: u64 = 500;

/// What an attack in each column is worth.
const COLUMN: [f32; COLUMNS] = [-1.0, -0.7, -0.4, -0.15, 0.1, 0.35, 0.6, 0.75, 0.85, 1.0];

/// Whether a unit is the Guard infantry, whose attack can cost fifteen points [23.3].
fn is_precious(battle: &Battle, state: &State, unit: Unit) -> bool {
    battle.title() == Title::Eylau
        && !state.guard_attacked
        && battle.division_code(unit) == Some(GUARD)
        && battle.pieces()[usize::from(unit)].arm == Arm::Infantry
}

impl Hooks<Battle> for BattleHooks {
    fn moment(&self, battle: &Battle, state: &State) -> Moment {
        let turns = match battle.title() {
            Title::Eylau => 12,
            Title::Dresden if state.turn <= 6 => 6,
            Title::Dresden if state.turn <= 16 => 16,
            Title::Dresden => 32,
        };
        Moment { turn: state.turn.into(), seat: state.phasing as u8, turns }
    }

    fn swift(&self) -> bool {
        true
    }

    fn pieces(&self, battle: &Battle, state: &State, atlas: &Atlas, out: &mut Vec<Piece>) {
        for side in Side::BOTH {
            for unit in battle.units_of(side).less(state.lost).less(state.disrupted) {
                let piece = &battle.pieces()[usize::from(unit)];
                let stays = piece.arm == Arm::Garrison || state.reserve.has(unit);
                let reach = if stays || battle.may_move_yet(state, unit).is_err() { 0 } else { piece.movement };
                out.push(Piece {
                    unit: UnitId(unit.into()),
                    side: side as u8,
                    spot: state.hex(unit).map_or(NO_SPOT, |hex| atlas.spot(hex)),
                    strength: piece.strength.into(),
                    reach,
                    body: piece.division.map_or(100 + side as u16, u16::from),
                });
            }
        }
    }

    fn goals(&self, battle: &Battle, state: &State, atlas: &Atlas, out: &mut Vec<Goal>) {
        for (i, &hex) in battle.objectives().iter().enumerate() {
            let worth = match battle.title() {
                Title::Eylau => [1.0, 1.0],
                Title::Dresden if state.city_paid >> i & 1 == 0 => [2.0, 3.0],
                Title::Dresden => [0.0, 0.0],
            };
            out.push(Goal { spot: atlas.spot(hex), worth });
        }
    }

    fn hand(&self, _battle: &Battle, state: &State) -> Option<Option<UnitId>> {
        Some(match state.frame {
            Frame::Hand { unit, .. } => Some(UnitId(unit.into())),
            _ => None,
        })
    }

    fn hangs(&self, _battle: &Battle, state: &State) -> bool {
        crate::art_of_war::hangs(state)
    }

    fn horizon(&self) -> u16 {
        2
    }

    /// Whole armies must be massed for an attack here, which units that are moved one by one seldom are. Half of the work is the head's.
    fn head(&self, work: u64, seed: u64) -> Option<Head<Battle>> {
        let evaluations = (work / 2 / EVALUATION).max(FEWEST);
        let player = Box::new(Strategist::new(Effort::of(evaluations as u32), seed));
        Some(Head { player, work: evaluations * EVALUATION, trust: 3.0 })
    }

    /// Whoever touches an enemy must attack him: the worst attack decides.
    fn tempers(&self) -> Tempers {
        TEMPERS.map(|temper| Temper { worst: 1.0, ..temper })
    }

    fn strike(&self, attack: f32, defence: f32) -> f32 {
        COLUMN[column_for(attack as i16, (defence as i16).max(1))]
    }

    fn shelter(&self, battle: &Battle, state: &State, spot: Spot, atlas: &Atlas) -> f32 {
        let terrain = battle.terrain(state);
        let sheltered = battle.grid().hexes().any(|hex| atlas.spot(hex) == spot && terrain.shelters(hex));
        if sheltered { 2.0 } else { 1.0 }
    }

    fn points(&self, battle: &Battle, state: &State) -> [f32; 2] {
        Side::BOTH.map(|side| battle.points(state, side).total.into())
    }

    fn features(&self, battle: &Battle, state: &State, _scene: &Scene, out: &mut Vec<f32>) {
        let strength = |side: Side| f32::from(battle.printed(state.disrupted.and(battle.units_of(side))));
        out.push((strength(Side::Allied) - strength(Side::French)) / 10.0);
        let morale = |army: Army| f32::from(state.morale[army as usize]).min(15.0);
        let allies: f32 = Army::ALL.into_iter().filter(|&army| army != Army::French).map(morale).sum();
        let morale = if battle.title() == Title::Dresden { morale(Army::French) - allies / 3.0 } else { 0.0 };
        out.push(morale / 5.0);
    }

    fn marks(&self) -> &'static [(&'static str, f32)] {
        &[("disrupted", 0.1), ("morale", 0.05)]
    }

    fn score(&self, look: &Look<'_, Battle>, action: Action) -> Option<f32> {
        Some(View(look).score(action))
    }
}

/// A decision with the rule of thumb at work.
struct View<'a, 'b>(&'a Look<'b, Battle>);

impl View<'_, '_> {
    fn spot(&self, hex: HexId) -> Spot {
        self.0.atlas.spot(hex)
    }

    fn side(&self) -> Side {
        Side::BOTH[usize::from(self.0.side & 1)]
    }

    fn strength(&self, unit: Unit) -> f32 {
        f32::from(self.0.game.pieces()[usize::from(unit)].strength)
    }

    /// How far a hex is from the enemy, towns counting for more.
    fn safety(&self, hex: HexId) -> f32 {
        let spot = self.spot(hex);
        let far = f32::from(self.0.scene.far(1 - self.0.side, spot).min(12));
        far + 3.0 * (self.0.scene.shelter(spot) - 1.0)
    }

    fn destination(&self, unit: Unit, hex: HexId) -> f32 {
        let (battle, state) = (self.0.game, self.0.state);
        let mates = battle.units_in(state, hex).and(battle.units_of(self.side())).less(UnitSet::one(unit));
        if mates.len() as usize >= battle.title().stacking() {
            return -1_000.0;
        }
        let spot = self.spot(hex);
        let precious = is_precious(battle, state, unit) && self.0.scene.around(1 - self.0.side, spot) > 0.0;
        self.0.place(UnitId(unit.into()), spot) - if precious { 1.0 } else { 0.0 }
    }

    /// What is gained by going somewhere from where a unit stands.
    fn gain(&self, unit: Unit, hex: HexId) -> f32 {
        let from = self.0.state.hex(unit).map_or(0.0, |from| self.0.place(UnitId(unit.into()), self.spot(from)));
        self.0.place(UnitId(unit.into()), self.spot(hex)) - from
    }

    fn pick(&self, unit: Unit) -> f32 {
        let id = UnitId(unit.into());
        match (self.0.state.hex(unit), self.0.plan.order(id)) {
            (Some(hex), Some(order)) if self.spot(hex) == order => -1.0,
            (Some(hex), _) => 100.0 - 0.1 * f32::from(self.0.scene.far(1 - self.0.side, self.spot(hex)).min(99)),
            (None, _) => 50.0,
        }
    }

    fn target(&self, hex: HexId) -> f32 {
        let spot = self.spot(hex);
        // Guns alone risk nothing.
        if self.0.scene.around(self.0.side, spot) == 0.0 { 0.3 } else { self.0.strike(spot, 0.0) }
    }

    fn score(&self, action: Action) -> f32 {
        let (battle, state) = (self.0.game, self.0.state);
        match action {
            Action::Pick(unit) => self.pick(unit),
            Action::Go(hex) => match state.frame {
                Frame::Hand { unit, .. } => self.destination(unit, hex),
                _ => 0.0,
            },
            Action::Halt => match state.frame {
                Frame::Hand { unit, .. } => state.hex(unit).map_or(-500.0, |hex| self.destination(unit, hex)),
                _ => 0.0,
            },
            // Whole moves only.
            Action::Step(_) => -10_000.0,
            Action::Fresh(unit) => {
                let hex = state.hex(unit).map_or(NO_SPOT, |hex| self.spot(hex));
                let near = self.0.scene.around(1 - self.0.side, hex) > 0.0;
                if near && self.side() == state.phasing { self.strength(unit) } else { -1.0 }
            }
            Action::Target(_) if state.frame == Frame::Declare => -1.0,
            Action::Target(hex) => self.target(hex),
            Action::Join(unit) if is_precious(battle, state, unit) => 4.0,
            Action::Join(_) => 10.0,
            Action::Roll => 5.0,
            Action::Lower | Action::Shift(_) => -10.0,
            Action::Lose(unit) => -self.strength(unit),
            Action::Retreat(_, hex) => self.safety(hex),
            Action::Advance(unit, hex) => self.gain(unit, hex) + 0.1,
            Action::StepBack(unit, hex) => self.gain(unit, hex) - 0.1,
            Action::Destroy(unit) | Action::Activate(unit) => self.strength(unit),
            Action::Place(hex) => self.safety(hex),
            Action::Stop => {
                let margin = battle.points(state, Side::Allied).total - battle.points(state, Side::French).total;
                if margin >= 10 || (state.turn > 6 && margin > -10) { 1.0 } else { -1.0 }
            }
            Action::End if state.frame == Frame::Combat => -0.05,
            Action::Yield => -20_000.0,
            Action::Perish(_) | Action::Commit(_) | Action::CommitAll => -1_000.0,
            Action::End | Action::Hold | Action::Ready | Action::FightOn => 0.0,
        }
    }
}
