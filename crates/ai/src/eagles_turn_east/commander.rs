//! The opponent as a player: habits for everything, and rehearsals for what matters.

use super::habits::Habits;
use super::maps::Maps;
use super::plan::{Plan, WAITS};
use super::rehearsal::{Stage, Until};
use super::scene::Scene;
use crate::{Advice, Clock, Glimpse, Player};
use grognard_eagles_turn_east::state::{Choice, Frame, Side, State};
use grognard_eagles_turn_east::{Action, Campaign};
use grognard_engine::dice::SeededDice;

/// How hard it thinks.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How often a judgement is off.
    pub slip: f32,
    /// Throws of the dice for each option of a fight; none for whoever goes by habit.
    pub throws: u32,
    /// Throws for each of the moods in which a turn could be played; none for whoever is always calm.
    pub moods: u32,
}

/// Moods that are compared: as usual, more careful, bolder, and waiting for the enemy.
const MOODS: [f32; 4] = [0.0, -0.6, 0.6, 1.2 * WAITS];
/// By how much another mood must be better than the usual one.
const DOUBT: f32 = 0.6;
/// How near an enemy must be for a turn to be thought about, in hexes.
const NEAR: u8 = 14;
/// Player-Turns that a mood is tried for. To the end of a Battle Scenario was no better: habits cannot be trusted that far.
const AHEAD: u8 = 2;

/// The opponent.
pub struct Commander {
    effort: Effort,
    dice: SeededDice,
    maps: Maps,
    plan: Plan,
    mood: f32,
    felt: Option<(String, u8, Side)>,
}

impl Commander {
    /// An opponent.
    #[must_use]
    pub fn new(effort: Effort, seed: u64) -> Self {
        Self { effort, dice: SeededDice::new(seed), maps: Maps::default(), plan: Plan::default(), mood: 0.0, felt: None }
    }

    fn slips(&mut self) -> bool {
        self.effort.slip > 0.0 && (self.dice.below(1_000) as f32) < 1_000.0 * self.effort.slip
    }

    /// The mood for a turn: the one in which the next Player-Turns go best.
    fn feel(&mut self, game: &Campaign, state: &State, side: Side, clock: &mut dyn Clock) -> f32 {
        let scene = Scene::of(game, state, side);
        let near = scene.friends.iter().any(|friend| scene.to_enemy(friend.hex) <= NEAR);
        // What counts in a campaign lies farther ahead than a rehearsal looks: there moods did harm.
        if self.effort.moods == 0 || !near || game.is_campaign() {
            return 0.0;
        }
        let seed = self.dice.bits();
        let mut best = (f32::MIN, 0.0);
        for mood in MOODS {
            let stage = Stage { game, maps: &self.maps, side, mood };
            let mut sum = 0.0;
            for throw in 0..self.effort.moods {
                if !clock.go_on() {
                    return best.1;
                }
                sum += stage.mean(state, &[], seed ^ u64::from(throw) << 32, 1, Until::Turns(AHEAD));
            }
            let worth = sum / self.effort.moods as f32 - if mood == 0.0 { 0.0 } else { DOUBT };
            if worth > best.0 {
                best = (worth, mood);
            }
        }
        best.1
    }

    /// [III.b.3] The secret choices as what they are: a game of two by two, whose answer may be a lottery.
    fn pick(&mut self, game: &Campaign, state: &State, side: Side, clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let seed = self.dice.bits();
        let stage = Stage { game, maps: &self.maps, side, mood: 0.0 };
        let mut payoff = [[0.0f32; 2]; 2];
        let picks = [Action::Pitched, Action::Pursuit];
        let known = game.choice_is_fixed(state, side.other());
        for (mine, row) in payoff.iter_mut().enumerate() {
            for (theirs, cell) in row.iter_mut().enumerate() {
                if !clock.go_on() {
                    return None;
                }
                if known && theirs == 0 {
                    continue;
                }
                // Whatever the other has picked is laid aside: it is tried both ways.
                let mut world = *state;
                world.battle.choice = [Choice::None; 2];
                world.battle.choice[side.other() as usize] = [Choice::Pitched, Choice::Pursuit][theirs];
                *cell = stage.mean(&world, &[picks[mine]], seed, self.effort.throws, Until::Battle);
            }
        }
        if known {
            payoff.iter_mut().for_each(|row| row[0] = row[1]);
        }
        let chance = stand(payoff);
        let action = if (self.dice.below(1_000) as f32) < 1_000.0 * chance { picks[0] } else { picks[1] };
        Some(Advice::new(action, format!("rehearsed: to stand in {:.0} of 100 such battles", 100.0 * chance)))
    }

    /// Options of a fight that are tried one by one.
    fn compare(
        &mut self,
        game: &Campaign,
        state: &State,
        side: Side,
        options: &[Action],
        clock: &mut dyn Clock,
    ) -> Option<Advice<Action>> {
        let seed = self.dice.bits();
        let stage = Stage { game, maps: &self.maps, side, mood: 0.0 };
        let mut best: Option<(f32, Action)> = None;
        for &action in options {
            if !clock.go_on() {
                return None;
            }
            let worth = stage.mean(state, &[action], seed, self.effort.throws, Until::Battle);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, action));
            }
        }
        best.map(|(worth, action)| Advice::new(action, format!("rehearsed: {worth:+.1}")))
    }
}

/// With which chance to take the first of two picks, by what each pair of picks brings.
fn stand([[a, b], [c, d]]: [[f32; 2]; 2]) -> f32 {
    // Whatever is better against both is taken; else the lottery against which the other cannot help himself.
    if a >= c && b >= d {
        return 1.0;
    }
    if c >= a && d >= b {
        return 0.0;
    }
    // A saddle: he will take what is worst for us in each row.
    let (first, second) = (a.min(b), c.min(d));
    let (left, right) = (a.max(c), b.max(d));
    if first.max(second) >= left.min(right) {
        return if first >= second { 1.0 } else { 0.0 };
    }
    ((d - c) / (a - b - c + d)).clamp(0.0, 1.0)
}

impl Player<Campaign> for Commander {
    fn advise(&mut self, glimpse: &Glimpse<'_, Campaign>, clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let options = glimpse.options();
        if options.len() < 2 {
            return options.first().map(|&only| Advice::new(only, "there is no other choice"));
        }
        let (game, state) = (glimpse.game, &glimpse.state);
        let side = Side::BOTH[usize::from(glimpse.seat.0 & 1)];
        // The mood is for a turn of one's own, or for the other's from where one may still march out of a fight or into it [III.a].
        if matches!(state.frame, Frame::Command | Frame::Forced) {
            let now = (format!("{:?}", game.setting()), state.turn, state.phasing);
            if self.felt.as_ref() != Some(&now) {
                self.mood = self.feel(game, state, side, clock);
                self.felt = Some(now);
            }
        }
        if self.effort.throws > 0 {
            let advice = match state.frame {
                Frame::Choose(_) => self.pick(game, state, side, clock),
                Frame::Again(_) | Frame::Guns(_) => self.compare(game, state, side, &options, clock),
                _ => None,
            };
            if advice.is_some() {
                return advice;
            }
        }
        let mut mood = self.mood;
        if self.slips() {
            mood += self.dice.below(1_000) as f32 / 500.0 - 1.0;
            if let Frame::Choose(_) = state.frame {
                let action = options[self.dice.below(options.len() as u32) as usize];
                return Some(Advice::new(action, "by feeling"));
            }
        }
        let habits = Habits { scene: Scene::of(game, state, side), maps: &self.maps, mood, quick: false };
        habits.choose(&options, &mut self.plan)
    }
}

#[cfg(test)]
mod tests {
    use super::stand;

    #[test]
    fn a_game_of_two_by_two_is_solved() {
        assert_eq!(stand([[3.0, 2.0], [1.0, 0.0]]), 1.0, "better against both");
        assert_eq!(stand([[0.0, 1.0], [1.0, 2.0]]), 0.0);
        assert!((stand([[1.0, -1.0], [-1.0, 1.0]]) - 0.5).abs() < 1e-6, "matching pennies");
        assert_eq!(stand([[2.0, 1.0], [3.0, 0.0]]), 1.0, "a saddle");
    }
}
