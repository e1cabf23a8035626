//! The planner as a player: plans its moves as a whole, allocates its battles as a whole, and answers every other question by trying each
//! option and judging what follows.

use super::allocate::{Assault, Fight};
use super::outlook::Outlook;
use super::plan::{Search, TurnPlan};
use super::rehearsal::{Stage, worlds};
use super::stakes::{Stakes, Weights};
use crate::player::first_best;
use crate::{Advice, Clock, Glimpse, Player};
use grognard_engine::dice::SeededDice;
use grognard_engine::{HexId, Rules, Umpire};
use grognard_napoleonic_20::declare::POST;
use grognard_napoleonic_20::results_table::HEADS;
use grognard_napoleonic_20::state::{Frame, NOWHERE, Side, State};
use grognard_napoleonic_20::unitset::{Unit, UnitSet};
use grognard_napoleonic_20::{Action, Campaign};

/// How hard a planner thinks.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Plans looked at for a turn's moves.
    pub moves: u32,
    /// How far a judgement may be off, in Morale Points.
    pub slip: f32,
    /// Games played out to choose among plans; 0 for whoever goes with the first.
    pub rehearsals: u32,
    /// How often the dice of an option are thrown before it is judged.
    pub throws: u32,
    /// Turns that a rehearsal looks ahead.
    pub horizon: u8,
    /// Plans looked at for a turn within a rehearsal.
    pub sketch: u32,
    /// Plans that are rehearsed.
    pub minds: u32,
    /// Rehearsals of each answer to a small question.
    pub each: u32,
}

impl Effort {
    /// The same without mistakes on purpose.
    #[must_use]
    pub const fn steady(self) -> Self {
        Self { slip: 0.0, ..self }
    }
}

/// The planner.
pub struct Commander {
    effort: Effort,
    /// Other weights than those of the side: for measuring, and for players with one idea.
    weights: Option<Weights>,
    seed: u64,
    dice: SeededDice,
    /// The plan for a turn of a side.
    plan: Option<(u8, Side, TurnPlan)>,
    orders: Vec<Fight>,
}

impl Commander {
    /// A planner.
    #[must_use]
    pub fn new(effort: Effort, seed: u64) -> Self {
        Self { effort, weights: None, seed, dice: SeededDice::new(seed), plan: None, orders: Vec::new() }
    }

    /// The same with other weights: for measuring.
    #[must_use]
    pub const fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = Some(weights);
        self
    }

    fn slip(&mut self) -> f32 {
        if self.effort.slip == 0.0 { 0.0 } else { self.effort.slip * (self.dice.below(1_000) as f32 / 1_000.0) }
    }
}

impl Player<Campaign> for Commander {
    fn advise(&mut self, glimpse: &Glimpse<'_, Campaign>, clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let options = glimpse.options();
        if options.len() < 2 {
            return options.first().map(|&only| Advice::new(only, "there is no other choice"));
        }
        let (game, state) = (glimpse.game, &glimpse.state);
        let side = game.owner(state);
        let weights = self.weights.unwrap_or_else(|| Weights::of(side).pressed(game, state, side));
        let desk = Desk::new(game, state, weights);
        if self.effort.rehearsals > 0 && self.effort.each > 0 && options.len() < 10 && weighty(state.frame) {
            let seed = self.dice.bits();
            let worlds = worlds(game, state, side, seed);
            let stage = Stage { game, side, weights, moves: self.effort.sketch, horizon: self.effort.horizon, worlds };
            let action = stage.choose(state, &options, self.effort.each, seed, clock)?;
            return Some(Advice::new(action, desk.reason(action)));
        }
        match state.frame {
            Frame::Move => self.next_move(&desk, &options, clock),
            Frame::Hand { unit, .. } => self.send(&desk, &options, unit),
            Frame::Combat => {
                let slips: Vec<f32> = (0..16).map(|_| self.slip()).collect();
                let (advice, orders) = desk.open_battle(&options, &slips, true);
                self.orders = orders;
                advice
            }
            Frame::Declare => desk.declare(&options, &self.orders),
            Frame::React => self.react(&desk, &options),
            Frame::Reserves(side) => Some(desk.reserves(side)),
            _ => desk.by_habit(&options).or_else(|| self.try_all(&desk, &options)),
        }
    }
}

/// Whether a question is worth rehearsing its answers.
const fn weighty(frame: Frame) -> bool {
    !matches!(
        frame,
        Frame::Move
            | Frame::Hand { .. }
            | Frame::Combat
            | Frame::Declare
            | Frame::Place(_)
            | Frame::Decoys(_)
            | Frame::Stack
            | Frame::Markers
    )
}

impl Commander {
    /// Carries the plan out, unit by unit; makes one if there is none for this turn, or if somebody moved otherwise.
    fn next_move(&mut self, desk: &Desk<'_>, options: &[Action], clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let (state, side) = (desk.state, desk.outlook.side);
        let movable: UnitSet = options.iter().filter_map(|a| if let Action::Pick(u) = a { Some(*u) } else { None }).collect();
        let holds = |plan: &TurnPlan| {
            let kept = |u: Unit| state.hexes[usize::from(u)] == plan.hexes[usize::from(u)];
            movable.within(plan.known) && state.moved.and(plan.known).into_iter().all(kept)
        };
        let now = (state.turn, side);
        if !self.plan.as_ref().is_some_and(|(turn, side, plan)| (*turn, *side) == now && holds(plan)) {
            let seed = self.seed ^ u64::from(state.turn) << 32 ^ self.dice.bits() << 40;
            let plan = self.think(desk, seed, clock);
            self.plan = Some((state.turn, side, plan));
        }
        let (_, _, plan) = self.plan.as_ref()?;
        let free = |hex: HexId| desk.outlook.game.unit_of_side_at(state, side, hex).is_none();
        let goal = |u: Unit| plan.hexes[usize::from(u)];
        let waits = |u: &Unit| goal(*u) != NOWHERE && state.hex(*u) != Some(goal(*u));
        let next = movable.into_iter().filter(waits).find(|&u| free(goal(u)));
        if let Some(unit) = next {
            let reason = format!("{} {}", desk.outlook.side.name(), plan.posture);
            return Some(Advice::new(Action::Pick(unit), reason));
        }
        if options.contains(&Action::End) {
            return Some(Advice::new(Action::End, "everybody stands where the plan wants it"));
        }
        // The roll has let somebody in who must enter.
        movable.into_iter().find(|&u| state.hex(u).is_none()).map(|u| Advice::new(Action::Pick(u), "it must enter"))
    }

    /// A plan for the turn: searched for with one mind, or with several, of which playing out tells the best.
    fn think(&self, desk: &Desk<'_>, seed: u64, clock: &mut dyn Clock) -> TurnPlan {
        let (game, side, state) = (desk.outlook.game, desk.outlook.side, desk.state);
        let weights = desk.outlook.weights;
        let minds = weights.minds(if self.effort.rehearsals == 0 { 1 } else { self.effort.minds }, seed);
        let each = (self.effort.moves / minds.len() as u32).max(1);
        let mut plans: Vec<TurnPlan> = Vec::new();
        for (i, &weights) in minds.iter().enumerate() {
            let outlook = Outlook { game, side, weights };
            plans.push(Search::new(&outlook, state, each, seed ^ i as u64).run(clock));
        }
        let first = plans[0].clone();
        if plans.len() == 1 {
            return first;
        }
        let worlds = worlds(game, state, side, seed);
        let stage = Stage { game, side, weights, moves: self.effort.sketch, horizon: self.effort.horizon, worlds };
        // Whoever pays no heed to the enemy's answer has planned a turn in little more than half the time: he rehearses more often.
        let rehearsals = if weights.fear == 0.0 { self.effort.rehearsals * 3 / 2 } else { self.effort.rehearsals };
        stage.best_of(state, plans, rehearsals, seed, clock).unwrap_or(first)
    }

    /// Sends the unit in hand to its hex.
    fn send(&mut self, desk: &Desk<'_>, options: &[Action], unit: Unit) -> Option<Advice<Action>> {
        let goal = self.plan.as_ref().map_or(NOWHERE, |(_, _, plan)| plan.hexes[usize::from(unit)]);
        let go = Action::Go(goal);
        if options.contains(&go) {
            let near = desk.outlook.game.zone(desk.state, desk.outlook.side.other()).has(goal);
            let why = if near { "to fight there" } else { "into the line" };
            let number = desk.outlook.game.grid().number(goal);
            return Some(Advice::new(go, format!("{} goes to {number}, {why}", desk.outlook.game.tag(unit))));
        }
        if options.contains(&Action::Halt) {
            return Some(Advice::new(Action::Halt, "the way is not open"));
        }
        let whole: Vec<Action> = options.iter().copied().filter(|a| matches!(a, Action::Go(_))).collect();
        self.try_all(desk, &whole)
    }

    /// Charges, breaks away, or stands.
    fn react(&mut self, desk: &Desk<'_>, options: &[Action]) -> Option<Advice<Action>> {
        let (game, state, side) = (desk.outlook.game, desk.state, desk.outlook.side);
        let stakes = Stakes::of(game, state, desk.outlook.weights);
        let mut assault = Assault::of(&stakes, state, side);
        let riders: UnitSet = game.units_of(side);
        let mut best: Option<Fight> = None;
        for &action in options {
            let Action::Target(hex) = action else { continue };
            let unit = game
                .unit_of_side_at(state, side.other(), hex)
                .map_or_else(|| game.garrison_at(hex).map(|g| POST + g as Unit), Some);
            let Some(target) = unit else { continue };
            for fight in assault.charges(target, riders) {
                if best.is_none_or(|b| fight.worth > b.worth) {
                    best = Some(fight);
                }
            }
        }
        let slip = self.slip();
        if let Some(fight) = best.filter(|fight| fight.worth + slip > 0.35)
            && let Some(hex) = fight.targets.first().and_then(|t| game.target_hex(state, t))
        {
            self.orders = vec![fight];
            let what = format!("charges {} in column {}", game.grid().number(hex), HEADS[fight.column]);
            return Some(Advice::new(Action::Target(hex), what));
        }
        let slips: Vec<Action> = options
            .iter()
            .copied()
            .filter(|a| matches!(a, Action::Disengage(..) | Action::Penetrate(..) | Action::End))
            .collect();
        self.try_all(desk, &slips)
    }

    /// Tries every option, its dice thrown a few times, and judges what follows.
    fn try_all(&mut self, desk: &Desk<'_>, options: &[Action]) -> Option<Advice<Action>> {
        let seed = self.dice.bits();
        let throws = self.effort.throws.max(1);
        let action = first_best(options, |action| {
            let mut sum = 0.0;
            for throw in 0..throws {
                let mut next = *desk.state;
                // The same dice for every option, so that luck does not choose.
                let mut dice = SeededDice::new(seed ^ u64::from(throw) << 48);
                desk.outlook.game.apply(&mut next, action, &mut Umpire::silent(&mut dice));
                sum += desk.outlook.judge(&next);
            }
            sum / throws as f32 + self.slip()
        })?;
        Some(Advice::new(action, desk.reason(action)))
    }
}

/// What is needed to think about one position.
pub(super) struct Desk<'a> {
    outlook: Outlook<'a>,
    state: &'a State,
}

impl<'a> Desk<'a> {
    /// The side that has to decide looks at a position.
    pub(super) fn new(game: &'a Campaign, state: &'a State, weights: Weights) -> Self {
        Self { outlook: Outlook { game, side: game.owner(state), weights }, state }
    }

    /// Decides on all battles, and opens the best that is not declared yet. `slips` are errors of judgement.
    pub(super) fn open_battle(&self, options: &[Action], slips: &[f32], thorough: bool) -> (Option<Advice<Action>>, Vec<Fight>) {
        let (game, state, side) = (self.outlook.game, self.state, self.outlook.side);
        let stakes = Stakes::of(game, state, self.outlook.weights);
        let mut fights = Assault::of(&stakes, state, side).battles(thorough);
        for (fight, slip) in fights.iter_mut().zip(slips) {
            fight.worth += slip;
        }
        fights.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        if options.contains(&Action::Lull) && fights.iter().map(|f| f.worth).sum::<f32>() < stakes.gain[side as usize] {
            return (Some(Advice::new(Action::Lull, "nothing is worth a battle: a lull is a point of morale")), fights);
        }
        // What need not be fought and does not pay is left.
        let may_end = options.contains(&Action::End);
        let first = fights.first().filter(|fight| !may_end || fight.worth > 0.0);
        let opened = first.and_then(|fight| {
            let hex = fight.targets.into_iter().filter_map(|t| game.target_hex(state, t)).min()?;
            let what = format!("attacks {} in column {}", game.grid().number(hex), HEADS[fight.column]);
            Some(Advice::new(Action::Target(hex), what))
        });
        let advice = opened
            .filter(|advice| options.contains(&advice.action))
            .or_else(|| may_end.then(|| Advice::new(Action::End, "no battle is owed, and none pays")));
        (advice, fights)
    }

    /// Builds the battle that was decided on.
    pub(super) fn declare(&self, options: &[Action], orders: &[Fight]) -> Option<Advice<Action>> {
        let (game, state) = (self.outlook.game, self.state);
        let targets = game.battle_targets(state);
        let order = orders.iter().find(|fight| targets.within(fight.targets) && state.battle.attackers.within(fight.attackers));
        if let Some(order) = order {
            let join = order.attackers.less(state.battle.attackers).into_iter().map(Action::Join).find(|a| options.contains(a));
            let hexes = order.targets.less(targets).into_iter().filter_map(|t| game.target_hex(state, t));
            let target = hexes.map(Action::Target).find(|a| options.contains(a));
            if let Some(action) = join.or(target) {
                let what = format!("belongs to the battle in column {}", HEADS[order.column]);
                return Some(Advice::new(action, what));
            }
        }
        if options.contains(&Action::Close) {
            return Some(Advice::new(Action::Close, "the battle is as it was meant"));
        }
        // The rules want more: whoever is listed first comes in.
        options.first().map(|&action| Advice::new(action, "others would be left with a duty they cannot meet"))
    }

    /// [9.5] Reserves, if the better column is worth the price.
    pub(super) fn reserves(&self, side: Side) -> Advice<Action> {
        let (game, state) = (self.outlook.game, self.state);
        let battle = state.battle;
        let stakes = Stakes::of(game, state, self.outlook.weights);
        let mut assault = Assault::of_battle(&stakes, state);
        let now = assault.judge_with(&battle, battle.reserves);
        let then = assault.judge_with(&battle, battle.reserves | 16 << side as u8);
        let gain = if side == battle.attacker { then - now } else { now - then };
        let free = state.notes.free_commitment && side == state.phasing;
        let price = if free { 0.05 } else { stakes.point[side as usize] };
        if game.may_commit(state, side).is_ok() && gain > price {
            return Advice::new(Action::Commit, "the better column is worth a Morale Point");
        }
        Advice::new(Action::Decline, "reserves cost more than they bring")
    }

    /// Decisions that need no search.
    fn by_habit(&self, options: &[Action]) -> Option<Advice<Action>> {
        let (game, state, side) = (self.outlook.game, self.state, self.outlook.side);
        let strength = |u: Unit| i32::from(game.piece(u).strength);
        let most = |score: &dyn Fn(Action) -> Option<i32>| {
            options.iter().copied().filter_map(|a| score(a).map(|s| (s, a))).max_by_key(|(s, _)| *s).map(|(_, a)| a)
        };
        let enemies: Vec<HexId> = game.present(state, side.other()).into_iter().filter_map(|u| state.hex(u)).collect();
        let to_enemy = |hex: HexId| enemies.iter().map(|&e| i32::from(game.grid().distance(hex, e))).min().unwrap_or(0);
        let (action, reason) = match state.frame {
            Frame::Orders => {
                // The strongest that is near enough to do something.
                let own: Vec<HexId> = game.present(state, side).into_iter().filter_map(|u| state.hex(u)).collect();
                let near = |hex: HexId| own.iter().map(|&o| i32::from(game.grid().distance(hex, o))).min().unwrap_or(9);
                let pick = most(&|a| match a {
                    Action::Name(hex) => {
                        game.unit_of_side_at(state, side.other(), hex).map(|u| 3 * strength(u) - 2 * near(hex).min(8))
                    }
                    _ => None,
                });
                (pick?, "it is the one we fear most")
            }
            Frame::Delay => {
                let pick = most(&|a| if let Action::Delay(u) = a { Some(strength(u)) } else { None });
                (pick?, "the strongest that is on its way")
            }
            Frame::Steady => {
                let pick = most(&|a| match a {
                    Action::Recover(u) => Some(2 * strength(u)),
                    Action::Rally(u) => Some(strength(u)),
                    _ => None,
                });
                (pick?, "the strongest that can be helped")
            }
            Frame::Rally => {
                let pick = most(&|a| if let Action::Rally(u) = a { Some(strength(u)) } else { None });
                (pick.unwrap_or(Action::End), "a broken unit has nothing to lose")
            }
            Frame::Horses => {
                let track = &game.scenario().turns;
                let wet = track
                    .iter()
                    .skip(usize::from(state.turn))
                    .take(4)
                    .any(|t| t.weather == grognard_napoleonic_20::state::Weather::Downpour);
                if wet || game.is_wet(state) {
                    (Action::Horses, "rain is coming")
                } else {
                    (Action::Decline, "the roads will be dry")
                }
            }
            Frame::Station => (Action::Box, "the box is an Objective"),
            Frame::Place(_) => {
                let pick = most(&|a| if let Action::Place(h) = a { Some(-to_enemy(h)) } else { None });
                (pick?, "as near to the fighting as can be")
            }
            Frame::Decoys(_) => {
                let pick = most(&|a| if let Action::Place(h) = a { Some(-to_enemy(h)) } else { None });
                (pick.unwrap_or(Action::Ready), "another counter for the enemy to guess at")
            }
            Frame::Stack => {
                let pick = most(&|a| match a {
                    // The Guard and the army by the nearest road, two corps by the Königstein.
                    Action::Stack(u, area) => {
                        let far = matches!(game.tag(u), "I" | "Cv");
                        Some(100 - i32::from(u) + if (area == 2) == far && area != 1 { 1_000 } else { 0 })
                    }
                    _ => None,
                });
                (pick.unwrap_or(Action::Ready), "by the nearest road, with a detachment to the flank")
            }
            Frame::Markers => {
                let pick = [Action::Mark(0), Action::Mark(2), Action::Mark(1)].into_iter().find(|a| options.contains(a));
                (pick?, "the army first")
            }
            Frame::Losses => {
                let pick = most(&|a| if let Action::Lose(u) = a { Some(-strength(u)) } else { None });
                (pick?, "the weakest that pays")
            }
            _ => return None,
        };
        options.contains(&action).then(|| Advice::new(action, reason))
    }

    fn reason(&self, action: Action) -> String {
        let game = self.outlook.game;
        let number = |hex: HexId| game.grid().number(hex);
        match action {
            Action::Toward(hex) => format!("the way to {} is the safest", number(hex)),
            Action::Flee(hex) => format!("stands best in {}", number(hex)),
            Action::Advance(unit, hex) => format!("{} is worth having in {}", game.tag(unit), number(hex)),
            Action::Hold => "an advance would expose us".to_owned(),
            Action::Commit => "the better column is worth a Morale Point".to_owned(),
            Action::Decline => "it costs more than it brings".to_owned(),
            Action::Retreat(unit) => format!("{} goes back first", game.tag(unit)),
            Action::Lose(unit) => format!("{} can be spared best", game.tag(unit)),
            Action::Disengage(unit, _) => format!("{} had better not be caught", game.tag(unit)),
            Action::End => "nothing else pays".to_owned(),
            Action::Go(hex) => format!("{} is the best place left", number(hex)),
            _ => "leaves the best outlook".to_owned(),
        }
    }
}
