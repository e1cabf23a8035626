//! The planner as a player: plans its moves as a whole, allocates its attacks as a whole and again after every die, and answers every
//! other question by trying each option and judging what follows.

use super::allocate::{Assault, bits};
use super::army::ArmyPlan;
use super::fight::{Duty, Fight};
use super::ground::Ground;
use super::odds::{Odds, Stake};
use super::outlook::Staff;
use super::plan::{Search, TurnPlan};
use super::rehearsal::out_of_turn;
use super::scene::Scene;
use super::threat::Slate;
use super::weights::Weights;
use crate::player::first_best;
use crate::{Advice, Clock, Glimpse, Player};
use grognard_art_of_war::exclusive::dresden::morale::Army;
use grognard_art_of_war::results_table::HEADS;
use grognard_art_of_war::state::{Frame, Side, State};
use grognard_art_of_war::title::Title;
use grognard_art_of_war::unitset::{Unit, UnitSet};
use grognard_art_of_war::{Action, Battle};
use grognard_engine::dice::SeededDice;
use grognard_engine::{HexId, Rules, Umpire};

/// How hard a planner thinks.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Evaluations for a turn's moves; a quarter of them where the battle is decided.
    pub moves: u32,
    /// How far off the choice of the first attack may be: 0 for whoever plays it out.
    pub slip: f32,
    /// How many units in a hundred are overlooked in a turn.
    pub oversight: u32,
    /// How much of the enemy's answer is seen: 1 for all of it.
    pub foresight: f32,
}

impl Effort {
    /// So many evaluations for a turn's moves, and no mistakes on purpose.
    #[must_use]
    pub const fn of(moves: u32) -> Self {
        Self { moves, slip: 0.0, oversight: 0, foresight: 1.0 }
    }
}

/// The turn that ends the first day at Dresden.
const FIRST_EVENING: u8 = 6;
/// Allied strength in hundredths of the French, everybody counted who may still fight, with which the second day is worth the risk of losing a draw
/// or a small defeat. Of 20 second days that this planner began without a lead, and mostly with fewer men, the Allies won five; all others became
/// great defeats.
const WORTH_ANOTHER_DAY: u32 = 105;
/// The same for the risk of making a substantive defeat a great one: two of ten were won.
const WORTH_A_GAMBLE: u32 = 80;

/// An attack that has been decided on.
#[derive(Clone, Debug)]
pub(super) struct Order {
    targets: Vec<HexId>,
    units: UnitSet,
    shift: bool,
    stake: Stake,
    reason: String,
}

/// The planner.
pub struct Strategist {
    effort: Effort,
    seed: u64,
    dice: SeededDice,
    weights: Option<Weights>,
    /// The map in dry weather and in rain, once it has been read.
    grounds: [Option<Ground>; 2],
    odds: Option<Odds>,
    /// The plan for a turn of a side.
    plan: Option<(u8, Side, TurnPlan)>,
    order: Option<Order>,
    slate: Slate,
    /// Evaluations made in the last plan.
    pub spent: u32,
}

impl Strategist {
    /// A planner.
    #[must_use]
    pub fn new(effort: Effort, seed: u64) -> Self {
        Self {
            effort,
            seed,
            dice: SeededDice::new(seed),
            weights: None,
            grounds: [None, None],
            odds: None,
            plan: None,
            order: None,
            slate: Slate::new(),
            spent: 0,
        }
    }

    /// The same with other weights: for measuring.
    #[must_use]
    pub fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = Some(weights);
        self
    }

    fn prepare(&mut self, battle: &Battle, state: &State) {
        let ground = &mut self.grounds[usize::from(battle.is_rain(state))];
        if ground.is_none() {
            *ground = Some(Ground::of(battle, state));
        }
        if self.odds.is_none() {
            let weather = battle.identity().options.iter().any(|(name, value)| name == "weather" && value == "on");
            self.odds = Some(Odds::new(weather));
        }
    }
}

/// What is needed to think about one position. Borrowed from the planner, which keeps what changes.
pub(super) struct Desk<'a> {
    pub(super) staff: Staff<'a>,
    pub(super) state: &'a State,
    pub(super) side: Side,
    pub(super) army: ArmyPlan,
}

impl Player<Battle> for Strategist {
    fn advise(&mut self, glimpse: &Glimpse<'_, Battle>, clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let options = glimpse.options();
        // In an attack even the only choice has its reason.
        let fighting = matches!(glimpse.state.frame, Frame::Combat | Frame::Declare);
        if options.len() < 2 && !fighting {
            return options.first().map(|&only| Advice::new(only, "there is no other choice"));
        }
        let (battle, state) = (glimpse.game, &glimpse.state);
        self.prepare(battle, state);
        let (Some(ground), Some(odds)) = (&self.grounds[usize::from(battle.is_rain(state))], &self.odds) else { return None };
        let side = battle.owner(state);
        let weights = self.weights.unwrap_or(Weights::of_side(battle.title(), side));
        let mut army = ArmyPlan::of(battle, state, side, weights);
        army.weights.fear *= self.effort.foresight;
        let staff = Staff { battle, ground, odds, weights: army.weights };
        let desk = Desk { staff, state, side, army };
        let interrupted = matches!(options[0], Action::Activate(_));
        match state.frame {
            _ if interrupted => desk.activate(&options),
            Frame::Move => {
                // A plan holds as long as everybody who has moved went where it said; a person may have moved otherwise.
                let kept =
                    |plan: &TurnPlan| state.moved.into_iter().all(|u| state.hexes[usize::from(u)] == plan.hexes[usize::from(u)]);
                let now = (state.turn, desk.side);
                let known = self.plan.as_ref().is_some_and(|(turn, side, plan)| (*turn, *side) == now && kept(plan));
                if !known {
                    if let Some(advice) = desk.commit_guard(&options) {
                        return Some(advice);
                    }
                    let seed = self.seed ^ u64::from(state.turn) << 32 ^ self.dice.bits() << 40;
                    let plan = desk.plan(self.effort, seed, clock);
                    self.spent = plan.evaluations;
                    self.plan = Some((state.turn, desk.side, plan));
                }
                let plan = self.plan.as_ref().map(|(_, _, plan)| plan);
                desk.next_move(&options, plan)
            }
            Frame::Hand { unit, .. } => desk.send(&options, unit, self.plan.as_ref().map(|(_, _, plan)| plan)),
            Frame::Fresh(side) => desk.fresh(&options, side),
            Frame::Combat => {
                self.order = desk.order(self.effort.slip, &mut self.dice, &mut self.slate);
                desk.open_attack(&options, self.order.as_ref()).or_else(|| desk.best(&options, &mut self.slate))
            }
            Frame::Declare => desk.declare(&options, self.order.as_ref()),
            Frame::DayEnd => desk.day_end(),
            _ => desk.best(&options, &mut self.slate),
        }
    }
}

impl Desk<'_> {
    fn battle(&self) -> &Battle {
        self.staff.battle
    }

    fn strength(&self, unit: Unit) -> u8 {
        self.battle().pieces()[usize::from(unit)].strength
    }

    fn name(&self, hex: HexId) -> String {
        self.staff.ground.names.get(usize::from(hex.0)).cloned().unwrap_or_default()
    }

    /// Tries every option and judges what follows.
    fn best(&self, options: &[Action], slate: &mut Slate) -> Option<Advice<Action>> {
        let action = self.pick_best(options, slate)?;
        Some(Advice::new(action, self.reason(action)))
    }

    pub(super) fn pick_best(&self, options: &[Action], slate: &mut Slate) -> Option<Action> {
        let own: Vec<Action> = options.iter().copied().filter(|&action| !out_of_turn(action)).collect();
        let best = first_best(&own, |action| {
            let mut next = *self.state;
            self.battle().apply(&mut next, action, &mut Umpire::silent(&mut SeededDice::new(0)));
            self.staff.judge(&next, self.side, slate)
        });
        best.or(options.first().copied())
    }

    fn reason(&self, action: Action) -> String {
        let tag = |unit: Unit| self.battle().tag(unit).to_owned();
        match action {
            Action::Retreat(unit, hex) => format!("{} falls back to {}, where it is least in danger", tag(unit), self.name(hex)),
            Action::Advance(unit, hex) => format!("{} follows up into {}: it can be held", tag(unit), self.name(hex)),
            Action::Hold => "stays in line: going forward would expose it".to_owned(),
            Action::Lose(unit) => format!("gives up {}, which is missed least", tag(unit)),
            Action::StepBack(unit, hex) => format!("{} limbers up and goes back to {}", tag(unit), self.name(hex)),
            Action::Destroy(unit) => format!("{} is the dearest", tag(unit)),
            Action::Place(hex) => format!("{} is where it does us the least harm", self.name(hex)),
            Action::Pick(unit) => format!("{} comes back first", tag(unit)),
            Action::End => "nothing more is to be gained".to_owned(),
            _ => "leaves the better position".to_owned(),
        }
    }

    /// [11.3] [11.4] The strongest reserve.
    fn activate(&self, options: &[Action]) -> Option<Advice<Action>> {
        let strongest = options.iter().filter_map(|&action| match action {
            Action::Activate(unit) => Some((self.strength(unit), action, unit)),
            _ => None,
        });
        let (_, action, unit) = strongest.max_by_key(|&(strength, ..)| strength)?;
        Some(Advice::new(
            action,
            format!("{} is the strongest reserve and costs nothing that is needed", self.battle().tag(unit)),
        ))
    }

    /// [11.5] The Old Guard goes in when the city is in danger and the army can afford it.
    fn commit_guard(&self, options: &[Action]) -> Option<Advice<Action>> {
        let all = options.iter().copied().find(|a| matches!(a, Action::CommitAll));
        let action = all.or_else(|| options.iter().copied().find(|a| matches!(a, Action::Commit(_))))?;
        let state = self.state;
        let enemies = self.battle().present(state, Side::Allied).less(state.reserve);
        let near = |hex: &HexId| -> u32 {
            let close = |u: &Unit| self.battle().grid().distance(state.hexes[usize::from(*u)], *hex) <= 4;
            enemies.into_iter().filter(close).map(|u| u32::from(self.strength(u))).sum()
        };
        let danger = self.battle().objectives().iter().map(near).max().unwrap_or(0);
        let affordable = state.morale[Army::French as usize] >= 18 && !self.battle().is_night(state);
        (danger >= 20 && affordable).then(|| Advice::new(action, "the city is in danger: the Old Guard goes in"))
    }

    /// [18.3] The Allies stop when they have won. Otherwise they look at who is left: at the end of the first day they take a draw or a
    /// defeat if tomorrow promises worse; at the end of the second they stop unless all is lost anyway, because on the third only a decisive
    /// victory would save them from the French bonus, which makes a small defeat a great one.
    fn day_end(&self) -> Option<Advice<Action>> {
        let (battle, state) = (self.battle(), self.state);
        let [decisive, substantive, marginal] = battle.levels_by_margin().map(|(least, _)| least);
        let points = |side| battle.points(state, side).total;
        let margin = points(Side::Allied) - points(Side::French);
        // Whoever is not lost for good can fight tomorrow, or will come.
        let left = |side: Side| u32::from(battle.printed(battle.units_of(side).less(state.lost)));
        let ratio = 100 * left(Side::Allied) / left(Side::French).max(1);
        let stop = |why: &str| Some(Advice::new(Action::Stop, why));
        if margin >= marginal {
            return Some(Advice::new(Action::Stop, format!("a lead of {margin} points is a victory")));
        }
        if state.turn > FIRST_EVENING {
            return match margin {
                _ if margin > -marginal => stop("a draw is better than the French bonus for a third day"),
                _ if margin > -decisive => stop("a small defeat is better than the French bonus for a third day"),
                _ => Some(Advice::new(Action::FightOn, "there is nothing left to lose")),
            };
        }
        let bar = if margin > -substantive { WORTH_ANOTHER_DAY } else { WORTH_A_GAMBLE };
        if margin > -decisive && ratio < bar {
            let what = if margin > -marginal { "a draw" } else { "a defeat" };
            return Some(Advice::new(Action::Stop, format!("{what} today is better than a great defeat tomorrow")));
        }
        Some(Advice::new(Action::FightOn, "the points do not suffice yet, and the army can still make them"))
    }

    /// Plans the moves of this turn.
    fn plan(&self, effort: Effort, seed: u64, clock: &mut dyn Clock) -> TurnPlan {
        let roster = self.staff.roster(self.state);
        let mut bench = self.second_division(&roster, effort, seed);
        let mut picks = SeededDice::new(!seed);
        for unit in self.battle().units_of(self.side) {
            if effort.oversight > 0 && picks.below(100) < effort.oversight {
                bench.insert(unit);
            }
        }
        let budget = if self.army.decided { effort.moves / 4 } else { effort.moves };
        Search::new(&self.staff, self.state, &roster, bench, seed).run(budget, clock)
    }

    /// [19.3] In the second turn of Eylau one division moves besides Ostermann's: tries each for a while. The answer is who stays.
    fn second_division(&self, roster: &super::scene::Roster, effort: Effort, seed: u64) -> UnitSet {
        let (battle, state) = (self.battle(), self.state);
        let choice =
            battle.title() == Title::Eylau && state.turn == 2 && self.side == Side::Allied && state.second_division.is_none();
        if !choice {
            return UnitSet::EMPTY;
        }
        let others = battle.divisions().iter().filter(|d| d.side == Side::Allied && d.code != "Ost");
        let all = others.clone().fold(UnitSet::EMPTY, |all, d| all.or(d.units));
        let on_map = |d: UnitSet| d.into_iter().any(|u| state.hex(u).is_some());
        let mut best = (f32::NEG_INFINITY, all);
        for division in others.filter(|d| on_map(d.units)) {
            let bench = all.less(division.units);
            let budget = effort.moves / 12 + 10;
            let plan = Search::new(&self.staff, state, roster, bench, seed).run(budget, &mut crate::Unhurried);
            if plan.worth > best.0 {
                best = (plan.worth, bench);
            }
        }
        best.1
    }

    /// The next unit of the plan, or the end of the phase.
    fn next_move(&self, options: &[Action], plan: Option<&TurnPlan>) -> Option<Advice<Action>> {
        let state = self.state;
        let moves = plan.map_or(&[][..], |plan| &plan.moves);
        for &(unit, to) in moves {
            if state.hex(unit) != Some(to) && options.contains(&Action::Pick(unit)) {
                return Some(Advice::new(Action::Pick(unit), self.why_move(unit, to)));
            }
        }
        if options.contains(&Action::End) {
            return Some(Advice::new(Action::End, format!("everybody is where the plan wants him: {}", self.army.reason)));
        }
        // Somebody still has to go: the Old Guard at night, or one too many in a hex.
        let crowded = self.battle().overfull(state);
        let who = options.iter().copied().filter_map(|a| match a {
            Action::Pick(unit) => Some((!crowded.has(unit), !state.reserve.has(unit), unit)),
            _ => None,
        });
        match who.min() {
            Some((elsewhere, active, unit)) if !elsewhere || !active => {
                Some(Advice::new(Action::Pick(unit), format!("{} has to make room", self.battle().tag(unit))))
            }
            _ => options.iter().find(|a| matches!(a, Action::Yield)).map(|&a| Advice::new(a, "there is no other way out")),
        }
    }

    fn why_move(&self, unit: Unit, to: HexId) -> String {
        let battle = self.battle();
        let (tag, place) = (battle.tag(unit), self.name(to));
        let enemies = battle.present(self.state, self.side.other());
        let touched = |e: &Unit| battle.terrain(self.state).contact(self.state.hexes[usize::from(*e)], to);
        let prey = enemies.into_iter().filter(touched).max_by_key(|&e| self.strength(e));
        let distance = |hex: HexId| {
            let all = enemies.into_iter().map(|e| battle.grid().distance(self.state.hexes[usize::from(e)], hex));
            all.min().unwrap_or(u8::MAX)
        };
        if let Some(prey) = prey {
            return format!("{tag} goes to {place} to take part in the attack on {}", battle.tag(prey));
        }
        if battle.objectives().contains(&to) {
            return format!("{tag} occupies {place}, which counts for victory");
        }
        match self.state.hex(unit) {
            None => format!("{tag} comes on and marches to {place}"),
            Some(from) if distance(to) > distance(from) => format!("{tag} goes back to {place}, out of the enemy's reach"),
            Some(_) if self.staff.ground.shelter.has(to) => format!("{tag} takes cover in {place}"),
            Some(_) if distance(to) <= 2 => format!("{tag} takes its place in the line at {place}"),
            Some(_) => format!("{tag} closes up to {place}"),
        }
    }

    /// The unit in hand goes where the plan wants it.
    fn send(&self, options: &[Action], unit: Unit, plan: Option<&TurnPlan>) -> Option<Advice<Action>> {
        let wanted = plan.and_then(|plan| plan.moves.iter().find(|(u, _)| *u == unit)).map(|&(_, to)| to);
        if let Some(to) = wanted
            && options.contains(&Action::Go(to))
        {
            return Some(Advice::new(Action::Go(to), self.why_move(unit, to)));
        }
        if options.contains(&Action::Halt) && wanted.is_none() && !self.battle().overfull(self.state).has(unit) {
            return Some(Advice::new(Action::Halt, "stays where it is"));
        }
        // Not foreseen: somewhere with room, not next to the enemy, not far.
        let roster = self.staff.roster(self.state);
        let scene = Scene::of(self.battle(), self.state, self.staff.ground, &roster);
        let zone = self.battle().enemy_zone(self.state, self.side);
        let goes = options.iter().filter_map(|&a| match a {
            Action::Go(hex) if scene.room(self.side, hex) => Some((zone.has(hex), hex, a)),
            _ => None,
        });
        let way = goes.min_by_key(|&(hot, hex, _)| (hot, hex)).map(|(_, _, action)| action);
        let halt = options.iter().copied().find(|a| *a == Action::Halt);
        way.or(halt).or(options.first().copied()).map(|action| Advice::new(action, "makes room"))
    }

    fn duty(&self) -> Duty {
        Duty { fought: self.state.fought, bound: Some(self.state.bound), owed: Some(self.state.owed) }
    }

    /// [21.1] Gives Fresh Strength where it changes the expectation by more than it may be worth later.
    fn fresh(&self, options: &[Action], side: Side) -> Option<Advice<Action>> {
        let state = self.state;
        let attacking = side == state.phasing;
        let expectation = |fresh: Option<Unit>| {
            let mut then = *state;
            if let Some(unit) = fresh {
                then.fresh.insert(unit);
            }
            let roster = self.staff.roster(&then);
            let scene = Scene::of(self.battle(), &then, self.staff.ground, &roster);
            let zones = self.staff.zones(&then, &scene);
            let fight = Fight::of(&scene, self.staff.odds, state.phasing, &zones, &self.duty(), true);
            let worth = fight.allocate_quickly().worth;
            if attacking { worth } else { -worth }
        };
        let now = expectation(None);
        let zone = self.battle().enemy_zone(state, side);
        let mut best: Option<(f32, Unit)> = None;
        for &action in options {
            if let Action::Fresh(unit) = action
                && (zone.has(state.hexes[usize::from(unit)]) || self.battle().pieces()[usize::from(unit)].arm.is_gun())
            {
                let gain = expectation(Some(unit)) - now;
                if best.is_none_or(|(most, _)| gain > most) {
                    best = Some((gain, unit));
                }
            }
        }
        let left = f32::from(12u8.saturating_sub(state.turn));
        let price = 0.25 + 0.08 * left;
        Some(match best {
            Some((gain, unit)) if gain > price => {
                let gain = (gain * 10.0) as i32;
                let text = format!("{} gains {}.{} points by it", self.battle().tag(unit), gain / 10, gain % 10);
                Advice::new(Action::Fresh(unit), text)
            }
            _ => Advice::new(Action::Ready, "Fresh Strength is better kept for later"),
        })
    }

    /// Decides on the next attack.
    fn order(&self, slip: f32, dice: &mut SeededDice, slate: &mut Slate) -> Option<Order> {
        let state = self.state;
        let roster = self.staff.roster(state);
        let scene = Scene::of(self.battle(), state, self.staff.ground, &roster);
        let zones = self.staff.zones(state, &scene);
        let fight = Fight::of(&scene, self.staff.odds, self.side, &zones, &self.duty(), true);
        let allocation = fight.allocate();
        // A first guess: what is sure comes first, and what depends on others standing where they do.
        let chance = |assault: &Assault| {
            let (column, _) = fight.column(assault);
            let c = self.staff.odds.column(column);
            let trapped = bits(assault.targets).any(|i| fight.marks[i].trapped);
            let mistake = if slip > 0.0 { dice.below(1_000) as f32 / 1_000.0 * slip } else { 0.0 };
            c.dr + c.de + c.ee + if trapped { 0.25 } else { 0.0 } + mistake
        };
        let mut scored: Vec<(f32, &Assault)> = allocation.assaults.iter().map(chance).zip(&allocation.assaults).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut orders: Vec<Order> = scored.iter().map(|(_, assault)| self.write_order(&fight, assault)).collect();
        let first = if slip > 0.0 { 0 } else { self.first_attack(&orders, slate)? };
        (first < orders.len()).then(|| orders.swap_remove(first))
    }

    fn write_order(&self, fight: &Fight<'_>, assault: &Assault) -> Order {
        let (column, shift) = fight.column(assault);
        let (attackers, guns) = fight.units(assault);
        let marks: Vec<_> = bits(assault.targets).map(|i| &fight.marks[i]).collect();
        let stake = fight.stake(assault);
        let (_, lowered) = stake.best(self.staff.odds, column);
        let head = HEADS[column - usize::from(lowered)];
        let places: Vec<String> = marks.iter().map(|m| self.name(m.hex)).collect();
        let aim = if attackers.is_empty() {
            "by fire alone, which risks nothing"
        } else if marks.iter().any(|m| m.trapped) {
            "whose way back is cut off"
        } else if column < 4 {
            "so that the others are free to attack elsewhere"
        } else if marks.iter().any(|m| self.battle().objectives().contains(&m.hex)) {
            "to take what counts for victory"
        } else if column >= 7 {
            "to destroy it"
        } else {
            "to throw it back"
        };
        let verb = if attackers.is_empty() { "bombards" } else { "attacks" };
        Order {
            targets: marks.iter().map(|m| m.hex).collect(),
            units: attackers.or(guns),
            shift,
            stake,
            reason: format!("{verb} {} at {head} {aim}", places.join(" and ")),
        }
    }

    /// Names the first target, or ends the phase.
    pub(super) fn open_attack(&self, options: &[Action], order: Option<&Order>) -> Option<Advice<Action>> {
        if let Some(order) = order {
            let first = order.targets.iter().map(|&hex| Action::Target(hex)).find(|a| options.contains(a));
            return first.map(|action| Advice::new(action, order.reason.clone()));
        }
        options.contains(&Action::End).then(|| Advice::new(Action::End, "no attack is worth its risk"))
    }

    /// Completes the attack in hand.
    pub(super) fn declare(&self, options: &[Action], order: Option<&Order>) -> Option<Advice<Action>> {
        let (battle, state) = (self.battle(), self.state);
        let attack = &state.attack;
        let named: Vec<HexId> = attack.defenders.into_iter().filter_map(|u| state.hex(u)).collect();
        let order = order.filter(|order| named.iter().all(|hex| order.targets.contains(hex)));
        if let Some(order) = order {
            let say = |action| Some(Advice::new(action, order.reason.clone()));
            let mut targets = order.targets.iter().filter(|hex| !named.contains(hex)).map(|&hex| Action::Target(hex));
            if let Some(action) = targets.find(|a| options.contains(a)) {
                return say(action);
            }
            let missing = order.units.less(attack.attackers).less(attack.guns);
            if let Some(action) = missing.into_iter().map(Action::Join).find(|a| options.contains(a)) {
                return say(action);
            }
            if order.shift {
                let column = battle.column(state);
                for &action in options {
                    if let Action::Shift(division) = action {
                        let mut then = *state;
                        then.attack.shifts |= 1 << division;
                        if battle.column(&then) > column {
                            return say(action);
                        }
                    }
                }
            }
            if options.contains(&Action::Roll) {
                // [6.2] The column without what has been lowered so far, and how far down is best.
                let column = battle.column(state) + usize::from(attack.lowered);
                let (_, lowered) = order.stake.best(self.staff.odds, column);
                let action =
                    if attack.lowered < lowered && options.contains(&Action::Lower) { Action::Lower } else { Action::Roll };
                return say(action);
            }
        }
        // Whoever must join joins, and only then is rolled.
        let roll = options.iter().find(|a| **a == Action::Roll);
        let join = options.iter().find(|a| matches!(a, Action::Join(_)));
        let target = options.iter().find(|a| matches!(a, Action::Target(_)));
        roll.or(join).or(target).or(options.first()).map(|&action| Advice::new(action, "the duties of the phase ask for it"))
    }
}
