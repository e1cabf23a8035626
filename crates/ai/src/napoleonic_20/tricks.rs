//! Tricks in Dresden 20: where units go follows from the trick, everything else from the frozen yardstick, except that whoever runs takes every
//! Lull [13.0] and declares no battle that he does not owe.

use super::greedy::Greedy;
use crate::trick::{Spot, Trick};
use crate::{Advice, Clock, Glimpse, Player};
use grognard_engine::HexId;
use grognard_napoleonic_20::scenario::Arm;
use grognard_napoleonic_20::state::{Frame, Side, State};
use grognard_napoleonic_20::unitset::{Unit, UnitSet};
use grognard_napoleonic_20::{Action, Campaign};

/// A player with one trick.
pub struct Trickster(pub Trick);

/// The position, looked at from the side that decides.
struct Look<'a> {
    game: &'a Campaign,
    state: &'a State,
    side: Side,
}

impl Look<'_> {
    fn hexes(&self, units: UnitSet) -> impl Iterator<Item = HexId> {
        units.into_iter().filter_map(|unit| self.state.hex(unit))
    }

    fn own(&self) -> UnitSet {
        self.game.present(self.state, self.side)
    }

    fn enemies(&self) -> UnitSet {
        self.game.present(self.state, self.side.other())
    }

    fn nearest(&self, hex: HexId, units: UnitSet) -> Option<i32> {
        self.hexes(units).map(|other| i32::from(self.game.grid().distance(hex, other))).min()
    }

    /// [15.0] Whether more morale is left than the enemy has.
    fn ahead(&self) -> bool {
        self.state.morale[self.side as usize] > self.state.morale[self.side.other() as usize]
    }

    /// The middle of the heap: Dresden for the French, for the Allies whichever of their lines lies nearest to all of their own.
    fn citadel(&self) -> Option<HexId> {
        let far = |hex: &HexId| -> i32 { self.hexes(self.own()).map(|o| i32::from(self.game.grid().distance(*hex, o))).sum() };
        match self.side {
            Side::French => self.game.places().garrisons.first().copied(),
            Side::Allied => self.game.refuges(self.state, Side::Allied).min_by_key(far),
        }
    }

    /// Whom a blitz is aimed at: the enemy who is weakest for how near he is.
    fn prey(&self) -> Option<HexId> {
        let price = |unit: &Unit| {
            let hex = self.state.hexes[usize::from(*unit)];
            let far: i32 = self.hexes(self.own()).map(|o| i32::from(self.game.grid().distance(hex, o)).min(12)).sum();
            far + 6 * i32::from(self.game.piece(*unit).strength)
        };
        self.enemies().into_iter().min_by_key(price).and_then(|unit| self.state.hex(unit))
    }

    fn worth(&self, trick: Trick, unit: Unit, hex: HexId) -> Option<i32> {
        let gun = |unit: &Unit| self.game.piece(*unit).arm == Arm::Artillery;
        let guns: UnitSet = self.own().less(UnitSet::one(unit)).into_iter().filter(gun).collect();
        let to = |goal: Option<HexId>| goal.map_or(0, |goal| i32::from(self.game.grid().distance(hex, goal)));
        let spot = Spot {
            enemy: self.nearest(hex, self.enemies()).unwrap_or(0),
            gun: self.nearest(hex, guns),
            citadel: if matches!(trick, Trick::Citadel | Trick::Fabian) { to(self.citadel()) } else { 0 },
            prey: if trick == Trick::Blitz { to(self.prey()) } else { 0 },
            shelter: self.game.terrain(self.state, self.side).hex_bonus(hex) > 0,
            is_gun: gun(&unit),
        };
        trick.worth(&spot, self.ahead())
    }
}

impl Player<Campaign> for Trickster {
    fn advise(&mut self, glimpse: &Glimpse<'_, Campaign>, clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let (game, state, trick) = (glimpse.game, &glimpse.state, self.0);
        let look = Look { game, state, side: game.owner(state) };
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
                    if let Some((worth, hex)) = hex.and_then(|hex| look.worth(trick, unit, hex).map(|worth| (worth, hex)))
                        && best.is_none_or(|(most, ..)| worth > most)
                    {
                        best = Some((worth, action, hex));
                    }
                }
                let Some((_, action, hex)) = best else { return Greedy.advise(glimpse, clock) };
                Some(Advice::new(action, format!("{} {} at {}", game.tag(unit), trick.words(), game.grid().number(hex))))
            }
            Frame::Combat if !trick.attacks(look.ahead()) => {
                let rest = [Action::Lull, Action::End].into_iter().find(|action| options.contains(action));
                rest.map(|action| Advice::new(action, trick.words())).or_else(|| Greedy.advise(glimpse, clock))
            }
            _ => Greedy.advise(glimpse, clock),
        }
    }
}
