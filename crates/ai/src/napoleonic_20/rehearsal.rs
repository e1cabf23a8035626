//! Plans compared by playing them out: each is carried out on a copy, and the game is finished quickly, again and again, with the same dice
//! for every plan.

use super::allocate::Fight;
use super::commander::Desk;
use super::greedy::Greedy;
use super::outlook::Outlook;
use super::plan::{Reach, Search, TurnPlan};
use super::stakes::Weights;
use crate::{Clock, Glimpse, Player, Unhurried};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Seat, Secrets, Umpire};
use grognard_napoleonic_20::state::{Frame, NOWHERE, Side, State};
use grognard_napoleonic_20::{Action, Campaign};

/// Most actions of a rehearsal.
const LIMIT: usize = 4_000;
/// Rehearsals of each plan between two looks at the field.
const ROUND: u32 = 12;
/// Plans in the field once the worst of the first are gone.
const BREADTH: usize = 10;
/// How far a single rehearsal is held to be off: one and a half times what they scatter by, since the luckiest of many come first.
const DOUBT: f32 = 1.5;

/// What a point of a lost battle's margin is worth.
const LITTLE: f32 = 0.004;

/// Carries a plan out: everybody goes where it says, as far as the rules let him, and the phase ends.
pub(super) fn carried_out(game: &Campaign, state: &State, plan: &TurnPlan) -> Option<State> {
    let mut now = *state;
    let mut dice = SeededDice::new(0);
    let side = now.phasing;
    loop {
        let waits = |now: &State, u: u8| {
            let goal = plan.hexes[usize::from(u)];
            goal != NOWHERE && !now.moved.has(u) && now.hex(u) != Some(goal) && game.unit_of_side_at(now, side, goal).is_none()
        };
        let next = plan.known.into_iter().find(|&u| waits(&now, u) && game.check(&now, Action::Pick(u)).is_ok());
        let Some(unit) = next else { break };
        game.apply(&mut now, Action::Pick(unit), &mut Umpire::silent(&mut dice));
        let go = Action::Go(plan.hexes[usize::from(unit)]);
        let action = if game.check(&now, go).is_ok() { go } else { Action::Halt };
        game.check(&now, action).ok()?;
        game.apply(&mut now, action, &mut Umpire::silent(&mut dice));
        if !matches!(now.frame, Frame::Move) || now.phasing != side {
            break;
        }
    }
    if now.frame == Frame::Move && now.phasing == side && game.check(&now, Action::End).is_err() {
        return None;
    }
    Some(now)
}

impl Stage<'_> {
    /// What a position leads to when both sides play on quickly until this side has to move so many turns later, from -1 for a defeat to 1
    /// for a victory: one's own moves by a short search, one's own battles as a planner declares them, everything else by fixed scores, with
    /// which the enemy decides on all that is his: a simple and bold enemy, whose mistakes are worth waiting for.
    fn outcome(&self, start: &State, seed: u64) -> f32 {
        let (game, side) = (self.game, self.side);
        let outlook = Outlook { game, side, weights: self.weights };
        let mut state = *start;
        let mut dice = SeededDice::new(seed);
        let mut orders: Vec<Fight> = Vec::new();
        let mut planned = start.turn;
        let mut now = (start.turn, start.phasing);
        for _ in 0..LIMIT {
            let seat = match game.decision(&state) {
                Decision::Over(_) => break,
                Decision::Choose { seat, .. } => seat,
            };
            // Fresh dice for every turn of a side, so that plans that are rehearsed together meet with the same luck as long as they can.
            if (state.turn, state.phasing) != now {
                now = (state.turn, state.phasing);
                dice = SeededDice::new(seed ^ u64::from(now.0) << 56 ^ (now.1 as u64 + 1) << 52);
            }
            let moves = state.frame == Frame::Move && state.phasing == side;
            if moves && state.turn >= start.turn + self.horizon {
                break;
            }
            if moves && state.turn > planned {
                planned = state.turn;
                let plan = Search::new(&outlook, &state, self.moves, seed).run(&mut Unhurried);
                if let Some(after) = carried_out(game, &state, &plan) {
                    state = after;
                }
                continue;
            }
            // Whoever has been moved by a plan moves no more in this turn.
            let end = Some(Action::End).filter(|&end| moves && game.check(&state, end).is_ok());
            let own = seat.0 == side as u8;
            let decide = |orders| if own { quick(game, &state, seat, orders, self.weights) } else { fixed(game, &state, seat) };
            let Some(action) = end.or_else(|| decide(&mut orders)) else { break };
            game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
        }
        if let Decision::Over(outcome) = game.decision(&state) {
            let margin = f32::from(state.morale[side as usize]) - f32::from(state.morale[side.other() as usize]);
            let won = outcome.winner.map_or(0.0, |seat| if seat.0 == side as u8 { 1.0 } else { -1.0 });
            // A victory is a victory; the margin tells apart plans that win as often. Of two defeats the smaller is worth next to nothing more: whoever
            // is behind must not sit on it.
            return won + if won < 0.0 { LITTLE } else { 0.03 } * margin;
        }
        let worth = outlook.judge(&state);
        worth / (3.0 + worth.abs())
    }
}

/// One quick decision of one's own.
fn quick(game: &Campaign, state: &State, seat: Seat, orders: &mut Vec<Fight>, weights: Weights) -> Option<Action> {
    if matches!(state.frame, Frame::Combat | Frame::Declare | Frame::Reserves(_)) {
        let options = Glimpse { game, seat, state: *state }.options();
        let desk = Desk::new(game, state, weights);
        let advice = match state.frame {
            Frame::Combat => {
                let (advice, fights) = desk.open_battle(&options, &[], false);
                *orders = fights;
                advice
            }
            Frame::Declare => desk.declare(&options, orders),
            Frame::Reserves(side) => Some(desk.reserves(side)),
            _ => None,
        };
        if let Some(advice) = advice.filter(|advice| game.check(state, advice.action).is_ok()) {
            return Some(advice.action);
        }
    }
    fixed(game, state, seat)
}

/// One decision by fixed scores, as the enemy of a rehearsal makes all of his.
fn fixed(game: &Campaign, state: &State, seat: Seat) -> Option<Action> {
    Greedy.advise(&Glimpse { game, seat, state: *state }, &mut Unhurried).map(|advice| advice.action)
}

/// A plan on trial.
struct Trial {
    sum: f32,
    count: u32,
    /// What the plan comes to in the position as it was guessed first, and in each world.
    first: State,
    after: Vec<State>,
    plan: TurnPlan,
}

impl Trial {
    /// What it has led to on average, less what luck may have to do with it.
    fn score(&self) -> f32 {
        let count = self.count.max(1) as f32;
        self.sum / count - DOUBT / count.sqrt()
    }
}

/// Who rehearses.
pub(super) struct Stage<'a> {
    pub game: &'a Campaign,
    pub side: Side,
    pub weights: Weights,
    /// Plans looked at for a turn in a rehearsal.
    pub moves: u32,
    /// Turns that a rehearsal looks ahead.
    pub horizon: u8,
    /// Guesses at what is hidden, taken in turn by every plan; none if nothing is hidden, and the position itself is the world.
    pub worlds: Vec<State>,
}

/// Guesses at what is hidden in fog: one of them alone would be believed.
const GUESSES: u32 = 8;

/// Positions that fit what a side knows; none if it knows everything.
pub(super) fn worlds(game: &Campaign, state: &State, side: Side, seed: u64) -> Vec<State> {
    let count = if game.secretive() { GUESSES } else { 0 };
    let mut dice = SeededDice::new(seed);
    (0..count).map(|_| game.resample(state, Some(side.into()), &mut dice)).collect()
}

impl Stage<'_> {
    /// The best of some plans and of what can be bred from them: all are rehearsed a few times, the better half stays, and the best of it have
    /// offspring that differ in the goals of a few units; so on while there are rehearsals left.
    pub(super) fn best_of(
        &self,
        state: &State,
        plans: Vec<TurnPlan>,
        rehearsals: u32,
        seed: u64,
        clock: &mut dyn Clock,
    ) -> Option<TurnPlan> {
        let mut field: Vec<Trial> = Vec::new();
        for plan in plans {
            self.enter(state, plan, &mut field);
        }
        let reach = Reach::of(self.game, state, self.side);
        let mut dice = SeededDice::new(!seed);
        let (mut left, mut throw) = (rehearsals, 0u64);
        while field.len() > 1 && left > 0 {
            for _ in 0..ROUND {
                throw += 1;
                for trial in &mut field {
                    if left == 0 || !clock.go_on() {
                        left = 0;
                        break;
                    }
                    left -= 1;
                    let world = &trial.after[throw as usize % trial.after.len()];
                    trial.sum += self.outcome(world, seed ^ throw << 20);
                    trial.count += 1;
                }
            }
            field.sort_by(|a, b| b.score().total_cmp(&a.score()));
            if left > 0 {
                field.truncate(field.len().div_ceil(2).max(2));
                // Many are tried in vain: there may be no other plan.
                for _ in 0..4 * BREADTH {
                    if field.len() >= BREADTH {
                        break;
                    }
                    let (parent, other) = (dice.below(3) as usize % field.len(), dice.below(field.len() as u32) as usize);
                    if let Some(plan) = reach.offspring(&field[parent].plan, &field[other].plan, &mut dice) {
                        self.enter(state, plan, &mut field);
                    }
                }
            }
        }
        field.into_iter().next().map(|trial| trial.plan)
    }

    /// Lets a plan take part, unless it cannot be carried out or leads where another leads.
    fn enter(&self, state: &State, plan: TurnPlan, field: &mut Vec<Trial>) {
        if let Some(after) = carried_out(self.game, state, &plan)
            && field.iter().all(|trial| trial.first.hexes != after.hexes)
        {
            // Where somebody hidden stands in the way, as much is done of it as can be.
            let others = self.worlds.iter().filter_map(|world| carried_out(self.game, world, &plan));
            let mut worlds: Vec<State> = others.collect();
            if worlds.is_empty() {
                worlds.push(after);
            }
            field.push(Trial { sum: 0.0, count: 0, first: after, after: worlds, plan });
        }
    }

    /// The best of some actions, by rehearsing what follows them: all of them with the same dice, so often, or until time is up. What falls far
    /// behind is left, and where all lead to the same nothing more is to be learnt.
    pub(super) fn choose(
        &self,
        state: &State,
        options: &[Action],
        each: u32,
        seed: u64,
        clock: &mut dyn Clock,
    ) -> Option<Action> {
        let mut field: Vec<(f32, Action)> = options.iter().map(|&action| (0.0, action)).collect();
        for k in 1..=each {
            let throw = seed ^ u64::from(k) << 20;
            for (sum, action) in &mut field {
                let guess = self.worlds.get(k as usize % self.worlds.len().max(1));
                let mut next = guess.filter(|world| self.game.check(world, *action).is_ok()).map_or(*state, |world| *world);
                self.game.apply(&mut next, *action, &mut Umpire::silent(&mut SeededDice::new(throw)));
                *sum += self.outcome(&next, throw ^ 1);
            }
            if !clock.go_on() {
                break;
            }
            if k.is_multiple_of(each.div_ceil(4)) {
                let most = field.iter().map(|(sum, _)| *sum).fold(f32::MIN, f32::max);
                let far = DOUBT * (k as f32).sqrt();
                let alike = field.iter().all(|(sum, _)| *sum >= most - 1e-3);
                field.retain(|(sum, _)| *sum >= most - far);
                if alike || field.len() == 1 {
                    break;
                }
            }
        }
        let best = field.into_iter().reduce(|best, one| if one.0 > best.0 { one } else { best })?;
        Some(best.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_fog_no_guess_is_believed_alone() {
        let fog = [("fog".to_owned(), "on".to_owned())];
        let game = Campaign::new("dresden-20-maneuver", &fog).unwrap();
        let mut dice = SeededDice::new(3);
        let mut state = game.start(&mut Umpire::silent(&mut dice));
        let mut options = Vec::new();
        // Somebody's counters are on the map, face down.
        while state.frame != Frame::Move {
            game.legal_actions(&state, &mut options);
            game.apply(&mut state, options[dice.below(options.len() as u32) as usize], &mut Umpire::silent(&mut dice));
        }
        let guesses = worlds(&game, &state, state.phasing, 1);
        assert_eq!(guesses.len(), GUESSES as usize);
        assert!(guesses.iter().any(|world| *world != guesses[0]), "they differ");
        // They follow from what the side knows, not from the truth.
        assert_eq!(worlds(&game, &guesses[1], state.phasing, 1), guesses);
        let open = Campaign::new("dresden-20", &[]).unwrap();
        assert!(worlds(&open, &open.opening(), Side::French, 1).is_empty());
    }
}
