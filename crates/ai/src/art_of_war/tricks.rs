//! Tricks in Napoleon's Art of War: where units go follows from the trick, everything else from the frozen yardstick, except that whoever runs
//! declares no attack that he does not owe.

use super::greedy::Greedy;
use super::places::place_name;
use crate::trick::{Spot, Trick};
use crate::{Advice, Clock, Glimpse, Player};
use grognard_art_of_war::state::{Frame, Side, State};
use grognard_art_of_war::unitset::{Unit, UnitSet};
use grognard_art_of_war::{Action, Battle};
use grognard_engine::HexId;

/// A player with one trick.
pub struct Trickster {
    trick: Trick,
    /// For every decision that is not about where to go.
    clerk: Greedy,
}

impl Trickster {
    /// A player with this trick.
    #[must_use]
    pub const fn new(trick: Trick) -> Self {
        Self { trick, clerk: Greedy::new() }
    }
}

/// The position, looked at from the side that decides.
struct Look<'a> {
    battle: &'a Battle,
    state: &'a State,
    side: Side,
}

impl Look<'_> {
    fn hexes(&self, units: UnitSet) -> impl Iterator<Item = HexId> {
        units.into_iter().filter_map(|unit| self.state.hex(unit))
    }

    fn nearest(&self, hex: HexId, units: UnitSet) -> Option<i32> {
        self.hexes(units).map(|other| i32::from(self.battle.grid().distance(hex, other))).min()
    }

    fn strength(&self, units: UnitSet) -> i32 {
        self.battle.printed(units).into()
    }

    /// Whether the points are a victory as they stand.
    fn ahead(&self) -> bool {
        let points = |side| self.battle.points(self.state, side).total;
        let [_, _, (marginal, _)] = *self.battle.levels_by_margin();
        points(self.side) - points(self.side.other()) >= marginal
    }

    fn guns(&self) -> UnitSet {
        let gun = |unit: &Unit| self.battle.pieces()[usize::from(*unit)].arm.is_gun();
        self.battle.present(self.state, self.side).into_iter().filter(gun).collect()
    }

    /// The middle of the heap: the objective that lies nearest to all of one's own.
    fn citadel(&self) -> Option<HexId> {
        let own = self.battle.present(self.state, self.side);
        let far = |hex: &HexId| -> i32 { self.hexes(own).map(|o| i32::from(self.battle.grid().distance(*hex, o))).sum() };
        self.battle.objectives().iter().copied().min_by_key(far)
    }

    /// Whom a blitz is aimed at: the enemy hex that is weakest for how near it is.
    fn prey(&self) -> Option<HexId> {
        let (own, enemies) = (self.battle.present(self.state, self.side), self.battle.present(self.state, self.side.other()));
        let price = |hex: &HexId| {
            let far: i32 = self.hexes(own).map(|o| i32::from(self.battle.grid().distance(*hex, o)).min(12)).sum();
            let shelter = 1 + i32::from(self.battle.terrain(self.state).shelters(*hex));
            far + 4 * shelter * self.strength(self.battle.units_in(self.state, *hex).and(enemies))
        };
        self.hexes(enemies).min_by_key(price)
    }

    fn worth(&self, trick: Trick, unit: Unit, hex: HexId) -> Option<i32> {
        let own = self.battle.present(self.state, self.side);
        let mates = self.battle.units_in(self.state, hex).and(own).less(UnitSet::one(unit));
        let to = |goal: Option<HexId>| goal.map_or(0, |goal| i32::from(self.battle.grid().distance(hex, goal)));
        let (is_citadel, is_blitz) = (matches!(trick, Trick::Citadel | Trick::Fabian), trick == Trick::Blitz);
        let spot = Spot {
            enemy: self.nearest(hex, self.battle.present(self.state, self.side.other())).unwrap_or(0),
            gun: self.nearest(hex, self.guns().less(UnitSet::one(unit))),
            citadel: if is_citadel { to(self.citadel()) } else { 0 },
            prey: if is_blitz { to(self.prey()) } else { 0 },
            shelter: self.battle.terrain(self.state).shelters(hex),
            is_gun: self.battle.pieces()[usize::from(unit)].arm.is_gun(),
        };
        let full = mates.len() as usize >= self.battle.title().stacking();
        trick.worth(&spot, self.ahead()).map(|worth| if full { worth - 1_000 } else { worth })
    }
}

impl Player<Battle> for Trickster {
    fn advise(&mut self, glimpse: &Glimpse<'_, Battle>, clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let (battle, state) = (glimpse.game, &glimpse.state);
        let look = Look { battle, state, side: battle.owner(state) };
        let options = glimpse.options();
        match state.frame {
            Frame::Hand { unit, .. } => {
                let mut best: Option<(i32, Action, HexId)> = None;
                for action in options {
                    let hex = match action {
                        Action::Go(hex) => Some(hex),
                        Action::Halt => state.hex(unit),
                        _ => None,
                    };
                    if let Some((worth, hex)) = hex.and_then(|hex| look.worth(self.trick, unit, hex).map(|worth| (worth, hex)))
                        && best.is_none_or(|(most, ..)| worth > most)
                    {
                        best = Some((worth, action, hex));
                    }
                }
                let Some((_, action, hex)) = best else { return self.clerk.advise(glimpse, clock) };
                let text = format!("{} {} at {}", battle.tag(unit), self.trick.words(), place_name(battle, hex));
                Some(Advice::new(action, text))
            }
            Frame::Combat if options.contains(&Action::End) && !self.trick.attacks(look.ahead()) => {
                Some(Advice::new(Action::End, self.trick.words()))
            }
            _ => self.clerk.advise(glimpse, clock),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Unhurried, consult};
    use grognard_engine::dice::SeededDice;
    use grognard_engine::{Decision, Rules, Umpire};

    /// Three turns of a trick as French against the yardstick: how many moves of its foot and horse end next to an enemy, in a hundred; attacks
    /// with and without contact; and whether all of it was legal.
    fn three_turns(trick: Trick) -> (usize, usize) {
        let battle = Battle::new("eylau", &[]).unwrap();
        let mut dice = SeededDice::new(3);
        let mut state = battle.start(&mut Umpire::silent(&mut dice));
        let (mut french, mut allied) = (Trickster::new(trick), Greedy::new());
        let (mut up, mut all, mut attacks) = (0, 0, 0);
        while state.turn < 4 {
            let Decision::Choose { seat, .. } = battle.decision(&state) else { break };
            let glimpse = Glimpse::of(&battle, &state, seat, 0);
            let player: &mut dyn Player<Battle> = if seat.0 == 0 { &mut french } else { &mut allied };
            let advised = player.advise(&glimpse, &mut Unhurried).expect("somebody decides");
            assert!(battle.check(&state, advised.action).is_ok(), "{trick:?}: {}", advised.reason);
            let advice = consult(player, &glimpse, &mut Unhurried).unwrap();
            if seat.0 == 0 {
                if let Action::Go(hex) = advice.action {
                    let look = Look { battle: &battle, state: &state, side: Side::French };
                    all += 1;
                    up += usize::from(look.nearest(hex, battle.present(&state, Side::Allied)) == Some(1));
                }
                attacks += usize::from(advice.action == Action::Roll);
            }
            battle.play(&mut state, seat, advice.action, &mut Umpire::silent(&mut dice)).unwrap();
        }
        (100 * up / all.max(1), attacks)
    }

    #[test]
    fn each_trick_plays_by_the_rules_and_follows_its_idea() {
        let [line, fabian, citadel, blitz, run] =
            [Trick::GunLine, Trick::Fabian, Trick::Citadel, Trick::Blitz, Trick::RunAndLull].map(three_turns);
        println!("{line:?} {fabian:?} {citadel:?} {blitz:?} {run:?}");
        assert!(line.0 < 5 && fabian.0 < 5 && run.0 < 5, "they keep away: {line:?} {fabian:?} {run:?}");
        assert!(line.1 > run.1, "guns fire from where they are: {line:?}");
        assert!(blitz.0 > citadel.0 && blitz.0 > 15, "{blitz:?} {citadel:?}");
        assert!(three_turns(Trick::RunAhead).0 > 5, "it fights while it does not lead");
    }
}
