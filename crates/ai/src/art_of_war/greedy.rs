//! The frozen yardstick: one pass over the units in roster order, fixed scores, no look ahead. It goes for the enemy and the
//! objectives, attacks whatever it meets with all that can join, and never thinks about what comes back.
//!
//! It must not get better: other players are measured against it.

use super::places::place_name;
use crate::player::first_best;
use crate::{Advice, Clock, Glimpse, Player};
use grognard_art_of_war::results_table::{COLUMNS, HEADS, column_for};
use grognard_art_of_war::state::{Frame, Side, State};
use grognard_art_of_war::title::Title;
use grognard_art_of_war::unitset::{Unit, UnitSet};
use grognard_art_of_war::{Action, Battle};
use grognard_engine::HexId;
use grognard_engine::dice::SeededDice;

/// What an attack in each column is worth: retreats and losses of the enemy less one's own, in tenths.
const COLUMN: [i32; COLUMNS] = [-60, -40, -25, -10, 5, 20, 35, 45, 50, 60];
/// A hex that counts for victory.
const OBJECTIVE: i32 = 30;
/// A step nearer to the enemy.
const NEARER: i32 = 3;
/// A town or fort.
const SHELTER: i32 = 6;

/// Plays in one pass with fixed scores.
pub struct Greedy {
    /// For the clumsy one: how far a score may be off, and by what.
    slip: Option<(u32, SeededDice)>,
}

impl Greedy {
    /// The frozen one.
    #[must_use]
    pub const fn new() -> Self {
        Self { slip: None }
    }

    /// One that misjudges.
    #[must_use]
    pub const fn clumsy(seed: u64) -> Self {
        Self { slip: Some((25, SeededDice::new(seed))) }
    }

    fn slip(&mut self) -> i32 {
        self.slip.as_mut().map_or(0, |(most, dice)| dice.below(*most) as i32)
    }
}

impl Default for Greedy {
    fn default() -> Self {
        Self::new()
    }
}

/// The position, looked at from the side that has to decide.
struct View<'a> {
    battle: &'a Battle,
    state: &'a State,
    side: Side,
}

impl View<'_> {
    fn strength(&self, unit: Unit) -> i16 {
        self.battle.pieces()[usize::from(unit)].strength.into()
    }

    fn enemies(&self) -> UnitSet {
        self.battle.present(self.state, self.side.other())
    }

    fn friends(&self) -> UnitSet {
        self.battle.present(self.state, self.side)
    }

    fn strengths(&self, units: UnitSet) -> i16 {
        units.into_iter().map(|u| self.strength(u)).sum()
    }

    /// The enemies' strength in a hex, doubled in towns and forts.
    fn defence(&self, hex: HexId) -> i16 {
        let sum = self.strengths(self.battle.units_in(self.state, hex).and(self.enemies()));
        if self.battle.terrain(self.state).shelters(hex) { 2 * sum } else { sum }
    }

    /// Hexes with enemies that a unit in `hex` would touch.
    fn touched(&self, hex: HexId) -> Vec<HexId> {
        let held = self.battle.occupied(self.state, self.side.other());
        self.battle.terrain(self.state).touching(hex).filter(|&h| held.has(h)).collect()
    }

    fn distance_to_enemy(&self, hex: HexId) -> i32 {
        let all = self.enemies().into_iter().filter_map(|e| self.state.hex(e));
        all.map(|e| i32::from(self.battle.grid().distance(hex, e))).min().unwrap_or(0)
    }

    /// Where a unit's move should end.
    fn destination(&self, unit: Unit, hex: HexId) -> i32 {
        let battle = self.battle;
        let mates = battle.units_in(self.state, hex).and(self.friends()).less(UnitSet::one(unit));
        if mates.len() as usize >= battle.title().stacking() {
            return -1_000;
        }
        let mut score = 0;
        if battle.objectives().contains(&hex) {
            score += OBJECTIVE;
        }
        if battle.terrain(self.state).shelters(hex) {
            score += SHELTER;
        }
        let touched = self.touched(hex);
        if touched.is_empty() {
            return score - NEARER * self.distance_to_enemy(hex);
        }
        // One's own strength is used once: the dearest of the attacks it would have to take part in decides.
        let attack = |target: HexId| {
            let beside = self.friends().into_iter().filter(|&f| f != unit);
            let joined: i16 = beside
                .filter(|&f| self.state.hex(f).is_some_and(|h| battle.terrain(self.state).contact(h, target)))
                .map(|f| self.strength(f))
                .sum();
            COLUMN[column_for(joined + self.strength(unit), self.defence(target))]
        };
        score + touched.iter().map(|&target| attack(target)).min().unwrap_or(0)
    }

    /// The column that an attack on a hex would have with everybody who touches it.
    fn odds(&self, hex: HexId) -> usize {
        let ready = self.friends().less(self.state.fought).less(self.state.reserve);
        let near =
            ready.into_iter().filter(|&f| self.state.hex(f).is_some_and(|h| self.battle.terrain(self.state).contact(h, hex)));
        column_for(near.map(|f| self.strength(f)).sum(), self.defence(hex))
    }

    /// Points for the Allies less those for the French.
    fn allied_margin(&self) -> i16 {
        self.battle.points(self.state, Side::Allied).total - self.battle.points(self.state, Side::French).total
    }

    fn score(&self, action: Action) -> i32 {
        let own = |unit: Unit| i32::from(self.strength(unit));
        match action {
            // The roster's order decides: everybody is taken up once.
            Action::Pick(_) => 1_000,
            Action::Go(hex) => match self.state.frame {
                Frame::Hand { unit, .. } => self.destination(unit, hex),
                _ => 0,
            },
            Action::Halt => match self.state.frame {
                Frame::Hand { unit, .. } => self.state.hex(unit).map_or(-100, |hex| self.destination(unit, hex) - 1),
                _ => 0,
            },
            // Whole moves only.
            Action::Step(_) => -10_000,
            Action::Fresh(unit) => {
                let near = self.state.hex(unit).is_some_and(|hex| !self.touched(hex).is_empty());
                if near && self.side == self.state.phasing { own(unit) } else { -1 }
            }
            Action::Target(hex) if self.state.frame == Frame::Declare => 100 + COLUMN[self.odds(hex)],
            Action::Target(hex) => COLUMN[self.odds(hex)],
            Action::Join(_) => 1_000,
            Action::Roll => 500,
            Action::Lower | Action::Shift(_) => -10_000,
            Action::Lose(unit) => -own(unit),
            Action::Retreat(_, hex) => {
                self.distance_to_enemy(hex) + if self.battle.terrain(self.state).shelters(hex) { SHELTER } else { 0 }
            }
            Action::Advance(unit, hex) => {
                let prize = if self.battle.objectives().contains(&hex) { OBJECTIVE } else { 0 };
                prize + own(unit) - 4 * self.touched(hex).len() as i32
            }
            Action::Destroy(unit) | Action::Activate(unit) => own(unit),
            Action::Place(hex) => self.distance_to_enemy(hex),
            Action::Stop => {
                let margin = self.allied_margin();
                if margin >= 10 || (self.state.turn > 6 && margin > -10) { 1 } else { -1 }
            }
            Action::End => -100,
            Action::Yield => -20_000,
            Action::Perish(_) | Action::StepBack(..) | Action::Commit(_) | Action::CommitAll => -1_000,
            Action::Hold | Action::Ready | Action::FightOn => 0,
        }
    }

    fn reason(&self, action: Action) -> String {
        let battle = self.battle;
        match action {
            Action::Pick(unit) => format!("{} is next in the roster", battle.tag(unit)),
            Action::Go(hex) if self.touched(hex).is_empty() => {
                format!("goes to {}, nearer to the enemy", place_name(battle, hex))
            }
            Action::Go(hex) => format!("goes to {} to attack", place_name(battle, hex)),
            Action::Target(hex) => {
                format!("attacks {} at {} with all that touch it", place_name(battle, hex), HEADS[self.odds(hex)])
            }
            Action::Join(unit) => format!("{} joins: whoever can, does", battle.tag(unit)),
            Action::Retreat(unit, hex) => {
                format!("{} falls back to {}, away from the enemy", battle.tag(unit), place_name(battle, hex))
            }
            Action::Advance(_, hex) => format!("follows up into {}", place_name(battle, hex)),
            Action::Lose(unit) => format!("gives up {}, the weakest", battle.tag(unit)),
            Action::Roll => "everybody has joined".to_owned(),
            Action::Stop => "the points are good enough".to_owned(),
            Action::FightOn => "the points are not good enough yet".to_owned(),
            _ => "by its fixed scores".to_owned(),
        }
    }
}

impl Player<Battle> for Greedy {
    fn advise(&mut self, glimpse: &Glimpse<'_, Battle>, _clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let battle = glimpse.game;
        let side = battle.owner(&glimpse.state);
        let view = View { battle, state: &glimpse.state, side };
        let action = first_best(&glimpse.options(), |action| view.score(action) + self.slip())?;
        // Eylau's second turn lets one division move: whoever comes first in the roster names it, which is as good as any.
        debug_assert!(battle.title() == Title::Dresden || !matches!(action, Action::CommitAll));
        Some(Advice::new(action, view.reason(action)))
    }
}
