//! The opponent as a player: habits for everything, and rehearsals for what matters.

use super::habits::{Habits, Notes};
use super::maps::Maps;
use super::purse::{Meter, Purse, price, rounds};
use super::rehearsal::{Stage, THROW, Until};
use super::scene::Scene;
use super::temper::Temper;
use crate::{Advice, Clock, Glimpse, Player};
use grognard_engine::dice::SeededDice;
use grognard_la_bataille::{Action, Bautzen, Frame, Setup, State, Unit};

/// How hard it thinks.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How far a judgement of where to go may be off, in movement points.
    pub slip: f32,
    /// Throws of the dice for each option of a fight; none for whoever goes by habit.
    pub throws: u32,
    /// Ways of a unit near the enemy that are rehearsed.
    pub moves: usize,
    /// Throws for each of these.
    pub move_throws: u32,
    /// Throws for each of the tempers in which a turn could be played; none for whoever is always calm.
    pub moods: u32,
    /// Player sequences that are played, in all, for each option where few are on the map and games are played to their end; none for whoever looks less far.
    pub deep: u32,
    /// Work for all rehearsals of a player sequence, see `purse`.
    pub work: u64,
    /// How it goes about a turn if nothing better is found.
    pub usual: Temper,
}

/// Pieces on the map from which on charges are thrown for less often.
const MANY: usize = 80;
/// Pieces on the map up to which rehearsals go to the end of the game.
const FEW: usize = 24;
/// A decision takes so many parts of the work that is left, of so many. The temper of a turn, which decides on most of it, takes more.
const SHARE: (u64, u64) = (1, 4);
const SHARE_OF_TEMPER: (u64, u64) = (3, 4);
/// Work of a player sequence by rule of thumb, for each piece on the map.
const SEQUENCE: u64 = 65;
/// Throws of the dice for each temper that there should be work for when many are on the map.
const ROUNDS: u64 = 6;
/// Standard errors by which something must be better to be taken for better.
const DOUBT: f32 = 1.5;
/// Fewer throws say too little.
const LEAST: u32 = 4;

/// By how much more than chance explains some differences are above nothing; less than nothing if chance explains them.
fn clearly(differences: impl Iterator<Item = f32>) -> f32 {
    let all: Vec<f32> = differences.collect();
    let n = (all.len() as f32).max(2.0);
    let mean = all.iter().sum::<f32>() / n;
    let spread = all.iter().map(|one| (one - mean).powi(2)).sum::<f32>() / (n - 1.0);
    mean - DOUBT * (spread / n).sqrt()
}

/// The opponent.
pub struct Commander {
    effort: Effort,
    dice: SeededDice,
    maps: Option<(Setup, Maps)>,
    notes: Notes,
    temper: Temper,
    purse: Purse,
}

impl Commander {
    /// An opponent.
    #[must_use]
    pub fn new(effort: Effort, seed: u64) -> Self {
        let purse = Purse::new(effort.work);
        Self { effort, dice: SeededDice::new(seed), maps: None, notes: Notes::default(), temper: effort.usual, purse }
    }

    fn slip(&mut self) -> f32 {
        self.effort.slip * (self.dice.below(1_000) as f32 / 1_000.0)
    }

    /// What each of some options is worth by rehearsal; nothing if there was work for a few throws only.
    fn rehearse(
        &mut self,
        stage: &Stage<'_>,
        state: &State,
        options: &[Vec<Action>],
        (throws, until): (u32, Until),
        clock: &mut dyn Clock,
    ) -> Option<Vec<f32>> {
        let seed = self.dice.bits();
        let mut meter = Meter::new(self.purse.share(SHARE), clock);
        let (found, whole) = rounds(options.len(), throws, |option, throw| {
            stage.try_out(state, &options[option], seed ^ u64::from(throw) << THROW, until, &mut meter)
        });
        self.purse.pay(meter.used());
        let mean = |at: usize| found.iter().map(|round| round[at]).sum::<f32>() / whole.max(1) as f32;
        (whole >= LEAST.min(throws)).then(|| (0..options.len()).map(mean).collect())
    }

    /// Decisions of a fight: every answer is tried.
    fn fight(&mut self, habits: &Habits<'_>, options: &[Action], clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let scene = &habits.scene;
        let (until, throws) = match scene.state.frame() {
            Frame::Charge | Frame::React | Frame::Pounce(_) | Frame::Stand | Frame::Melee | Frame::Answer if self.few(scene) => {
                (Until::End, self.throws_to_end(scene))
            }
            // The whole of a sequence with many on the map takes long: such options are thrown for less often.
            Frame::Charge | Frame::React | Frame::Pounce(_) | Frame::Stand => {
                let many = scene.friends.len() + scene.enemies.len() > MANY;
                (Until::Melees, if many { self.effort.throws.min(12) } else { self.effort.throws })
            }
            Frame::Melee | Frame::Answer => (Until::Settled, self.effort.throws),
            _ => return None,
        };
        let stage = self.stage(scene);
        let lists: Vec<Vec<Action>> = self.candidates(habits, options);
        if lists.len() < 2 {
            return lists.first().and_then(|list| list.first()).map(|&action| Advice::new(action, "nothing else makes sense"));
        }
        let worths = self.rehearse(&stage, scene.state, &lists, (throws, until), clock)?;
        let best = (0..worths.len()).max_by(|&a, &b| worths[a].total_cmp(&worths[b]).then(b.cmp(&a)))?;
        let rest = worths.last().copied().unwrap_or(0.0);
        // What comes out about even is left alone: the last of the list is to do nothing.
        let best = if worths[best] < rest + 0.15 { lists.len() - 1 } else { best };
        let reason = format!("rehearsed: {:+.1} against {:+.1} for letting it be", worths[best], rest);
        Some(Advice::new(lists[best][0], reason))
    }

    /// What is worth rehearsing, and last to let it be.
    fn candidates(&self, habits: &Habits<'_>, options: &[Action]) -> Vec<Vec<Action>> {
        let state = habits.scene.state;
        let pass = [Action::End, Action::Done, Action::Stand].into_iter().find(|action| options.contains(action));
        let mut lists: Vec<Vec<Action>> = Vec::new();
        for &action in options {
            match action {
                Action::Assault(hex) => {
                    let (_, odds) = habits.storm(hex);
                    if odds >= 0.8 {
                        lists.push(vec![action]);
                    }
                }
                Action::Pick(unit) if state.frame() == Frame::Charge => {
                    let melee = habits.scene.friends.iter().find(|friend| friend.unit == unit).map_or(0.0, |friend| friend.melee);
                    let ma = habits.scene.game.printed(unit).ma;
                    if habits.best_prey(unit, melee, 2 * (ma + 5)).is_some_and(|(_, worth)| worth > -1.0) {
                        lists.push(vec![action]);
                    }
                }
                Action::Charge(_) | Action::Carre => lists.push(vec![action]),
                Action::Withdraw(..) if lists.len() < 4 => lists.push(vec![action]),
                _ => {}
            }
        }
        lists.extend(pass.map(|action| vec![action]));
        lists
    }

    /// Where a unit near the enemy goes: the best few ways by rule of thumb are tried.
    fn send(
        &mut self,
        habits: &Habits<'_>,
        options: &[Action],
        (unit, left): (Unit, u8),
        clock: &mut dyn Clock,
    ) -> Option<Advice<Action>> {
        let scene = &habits.scene;
        let mut ways = habits.ways(unit, left, &self.notes);
        let top = ways.first()?.0;
        ways.retain(|(worth, _)| *worth > top - 6.0);
        ways.truncate(self.effort.moves);
        if ways.len() < 2 {
            return None;
        }
        let stage = self.stage(scene);
        // Where few stand on the map all of them move on; else the unit is looked at as if it were the last to move.
        let lively = self.few(scene);
        let (until, trust) = if lively { (Until::End, 1.0) } else { (Until::Answer, 0.5) };
        let throws = if lively { self.throws_to_end(scene) } else { self.effort.move_throws };
        let lists: Vec<Vec<Action>> = ways
            .iter()
            .map(|(_, hex)| match (hex, lively) {
                (Some(hex), true) => vec![Action::Go(*hex)],
                (Some(hex), false) => vec![Action::Go(*hex), Action::Halt, Action::End],
                (None, true) => vec![Action::Halt],
                (None, false) => vec![Action::Halt, Action::End],
            })
            .collect();
        let worths = self.rehearse(&stage, scene.state, &lists, (throws, until), clock)?;
        // What a rehearsal sees is what happens soon; where it leads to, the rule of thumb knows.
        let total = |at: usize| worths[at] + trust * ways[at].0;
        let best = (0..ways.len()).max_by(|&a, &b| total(a).total_cmp(&total(b)).then(b.cmp(&a)))?;
        match ways[best].1 {
            Some(hex) => Some(Advice::new(Action::Go(hex), format!("rehearsed: {:+.1}", worths[best]))),
            // It stays, and looks about itself.
            None => habits.choose(options, &mut self.notes),
        }
    }
}

impl Player<Bautzen> for Commander {
    fn advise(&mut self, glimpse: &Glimpse<'_, Bautzen>, clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let options = glimpse.options();
        if options.len() < 2 {
            return options.first().map(|&only| Advice::new(only, "there is no other choice"));
        }
        let (game, state) = (glimpse.game, &glimpse.state);
        if !self.maps.as_ref().is_some_and(|(setup, _)| *setup == game.setup()) {
            self.maps = Some((game.setup(), Maps::of(game)));
        }
        let (setup, maps) = self.maps.take()?;
        let mut scene = Scene::of(game, state, game.owner(state), &maps);
        self.purse.renew(state);
        self.purse.pay(price(state.frame(), options.len(), scene.friends.len() + scene.enemies.len()));
        if matches!(state.frame(), Frame::Move | Frame::Hand { .. }) && self.notes.renew(&scene) {
            self.temper = self.feel(&scene, clock);
            scene.take(self.temper);
            self.notes.send(&scene);
        } else {
            scene.take(self.temper);
        }
        let habits = Habits { scene, still: false };
        let advice = self.think(&habits, &options, clock);
        self.maps = Some((setup, maps));
        advice
    }
}

impl Commander {
    fn stage<'a>(&self, scene: &Scene<'a>) -> Stage<'a> {
        Stage {
            game: scene.game,
            maps: scene.maps,
            side: scene.side,
            temper: self.temper,
            notes: self.notes.clone(),
            settled: true,
            alone: scene.left_alone(),
        }
    }

    /// The temper for a turn: the one in which the game, or what comes next of it, goes best.
    fn feel(&mut self, scene: &Scene<'_>, clock: &mut dyn Clock) -> Temper {
        let near = scene.friends.iter().any(|friend| scene.to_enemy(friend.hex) <= 12);
        if self.effort.moods == 0 || !near || scene.state.frame() != Frame::Move {
            return self.effort.usual;
        }
        let few = self.few(scene);
        // A throw or two of the dice of many say nothing.
        if !few && self.effort.moods < 8 {
            return self.effort.usual;
        }
        let budget = self.purse.share(SHARE_OF_TEMPER);
        let mut meter = Meter::new(budget, clock);
        let found = if few { self.best_of_few(scene, &mut meter) } else { self.best_of_many(scene, budget, &mut meter) };
        self.purse.pay(meter.used());
        found
    }

    /// Games to their end: the worse half is given up again and again, and those that are left are tried twice as often.
    fn best_of_few(&mut self, scene: &Scene<'_>, meter: &mut Meter<'_>) -> Temper {
        let mut left = Temper::few(scene.side);
        let (mut sums, mut throws) = (vec![0.0f32; left.len()], self.effort.moods);
        while left.len() > 1 {
            let (more, whole) = self.try_tempers(scene, &left, (throws, Until::End), meter);
            let sum = |at: usize| sums[at] + more.iter().map(|round| round[at]).sum::<f32>();
            let mut found: Vec<(f32, Temper)> = (0..left.len()).map(|at| (sum(at), left[at])).collect();
            found.sort_by(|a, b| b.0.total_cmp(&a.0));
            // Where the work is used up, the best so far is the best.
            found.truncate(if whole < throws { 1 } else { found.len() / 2 });
            (sums, left) = found.into_iter().unzip();
            throws *= 2;
        }
        left.first().copied().unwrap_or(self.effort.usual)
    }

    /// Some way on, or to the end if there is work enough for that: the more pieces there are, the less far. Dice decide on much of what so many do, so that only
    /// what is clearly better than the usual temper takes its place.
    fn best_of_many(&mut self, scene: &Scene<'_>, budget: u64, meter: &mut Meter<'_>) -> Temper {
        let tempers = Temper::many(scene.side);
        let pieces = (scene.friends.len() + scene.enemies.len()).max(1);
        let sequences = budget / (SEQUENCE * (pieces * tempers.len()) as u64 * ROUNDS);
        let until =
            if sequences < self.sequences_left(scene).into() { Until::Later(sequences.clamp(2, 60) as u8) } else { Until::End };
        let (found, whole) = self.try_tempers(scene, &tempers, (self.effort.moods, until), meter);
        if whole < LEAST {
            return self.effort.usual;
        }
        let mut best = (0.0, self.effort.usual);
        for (at, temper) in tempers.iter().enumerate().skip(1) {
            let clear = clearly(found.iter().map(|round| round[at] - round[0]));
            if clear > best.0 {
                best = (clear, *temper);
            }
        }
        best.1
    }

    /// What comes of each temper with each throw, as far as the work goes.
    fn try_tempers(
        &mut self,
        scene: &Scene<'_>,
        tempers: &[Temper],
        (throws, until): (u32, Until),
        meter: &mut Meter<'_>,
    ) -> (Vec<Vec<f32>>, u32) {
        let seed = self.dice.bits();
        let stages: Vec<Stage<'_>> =
            tempers.iter().map(|temper| Stage { temper: *temper, settled: false, ..self.stage(scene) }).collect();
        rounds(tempers.len(), throws, |at, throw| {
            stages[at].try_out(scene.state, &[], seed ^ u64::from(throw) << THROW, until, meter)
        })
    }

    /// Player sequences until the end of the game, the present one among them.
    fn sequences_left(&self, scene: &Scene<'_>) -> u32 {
        let (_, last) = scene.game.turns();
        u32::from((2 * last + 2).saturating_sub(scene.state.sequence())).max(1)
    }

    /// Whether so few are on the map that games can be played to their end.
    fn few(&self, scene: &Scene<'_>) -> bool {
        self.effort.deep > 0 && scene.friends.len() + scene.enemies.len() <= FEW
    }

    /// Throws to the end of the game for an option, by how far that is.
    fn throws_to_end(&self, scene: &Scene<'_>) -> u32 {
        (self.effort.deep / self.sequences_left(scene)).clamp(8, 200)
    }

    fn think(&mut self, habits: &Habits<'_>, options: &[Action], clock: &mut dyn Clock) -> Option<Advice<Action>> {
        if self.effort.throws > 0
            && let Some(advice) = self.fight(habits, options, clock)
        {
            return Some(advice);
        }
        let mut notes = std::mem::take(&mut self.notes);
        let advice = habits.choose(options, &mut notes);
        self.notes = notes;
        if let (Some(Advice { action: Action::Go(usual), .. }), Frame::Hand { unit, left, .. }) =
            (&advice, habits.scene.state.frame())
        {
            let near = habits.scene.to_enemy(*usual) <= 3 || habits.scene.to_enemy(habits.scene.state.piece(unit).hex) <= 4;
            if self.effort.moves > 0 && near && habits.scene.game.printed(unit).fights() {
                return self.send(habits, options, (unit, left), clock).or(advice);
            }
            if self.effort.slip > 0.0 {
                return self.stray(habits, unit, left).or(advice);
            }
        }
        advice
    }

    /// The best way with errors of judgement.
    fn stray(&mut self, habits: &Habits<'_>, unit: Unit, left: u8) -> Option<Advice<Action>> {
        let ways = habits.ways(unit, left, &self.notes);
        let mut best: Option<(f32, grognard_engine::HexId)> = None;
        for (worth, hex) in ways.into_iter().take(12) {
            let worth = worth + self.slip();
            if let Some(hex) = hex
                && best.is_none_or(|(known, _)| worth > known)
            {
                best = Some((worth, hex));
            }
        }
        best.map(|(_, hex)| Advice::new(Action::Go(hex), "it looks good enough"))
    }
}

#[cfg(test)]
mod tests {
    use super::clearly;

    #[test]
    fn what_the_dice_explain_is_not_better() {
        assert!(clearly([1.0, 1.2, 0.9, 1.1].into_iter()) > 0.9, "always a little better");
        assert!(clearly([40.0, -30.0, 25.0, -20.0].into_iter()) < 0.0, "better on the whole, and as often worse");
        assert!(clearly([-1.0, -1.1].into_iter()) < -1.0);
    }
}
