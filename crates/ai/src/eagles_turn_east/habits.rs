//! What to do in each decision by rule of thumb: march by corps towards an aim, mass before a fight, keep the Center near the army and out of reach, fall back in time.
//! It is the whole of the weakest opponent, and what the others play their rehearsals with.

use super::fight;
use super::maps::Maps;
use super::plan::Plan;
use super::scene::Scene;
use super::ways::Ways;
use super::works;
use super::{fleet, hunger};
use crate::Advice;
use crate::player::first_best;
use grognard_eagles_turn_east::Action;
use grognard_eagles_turn_east::roster::Army;
use grognard_eagles_turn_east::state::{Away, By, Frame, Leader, Leaders, Unit};
use grognard_engine::HexId;

/// By how much a march must better things, in half Movement Points of way.
const WORTH_A_MARCH: f32 = 4.0;
/// The same for a Forced March, which tires.
const WORTH_A_FORCED_MARCH: f32 = 7.0;
/// Administrative Points that are kept for attrition and for the next turn.
const RESERVE: u8 = 4;
/// How near an Outpost goes to the enemy.
const SCREEN: u8 = 4;

/// By rule of thumb. `quick` plans once for a segment, for rehearsals.
pub struct Habits<'a> {
    pub scene: Scene<'a>,
    pub maps: &'a Maps,
    pub mood: f32,
    pub quick: bool,
}

impl Habits<'_> {
    /// What to do. There is always something among legal options.
    pub fn choose(&self, options: &[Action], plan: &mut Plan) -> Option<Advice<Action>> {
        let scene = &self.scene;
        Some(match scene.state.frame {
            Frame::Prepare(_) => self.prepare(options),
            Frame::Admin => self.administer(options),
            Frame::Disband => Advice::new(Action::End, "the Center is needed"),
            // [14] Winter quarters help whoever is content with things as they are.
            Frame::Season if fleet::envoy(scene, self.maps).is_some() => Advice::new(Action::Rouse, "Danzig is to be relieved"),
            Frame::Season if scene.state.morale <= 3 => Advice::new(Action::Rest, "time is on our side"),
            Frame::Season => Advice::new(Action::Rouse, "there is something to win"),
            Frame::Succeed => Advice::new(options[0], "whoever is there"),
            Frame::Fleet => Advice::new(Action::Outside, "the open sea"),
            Frame::Sea => fleet::sail(scene, self.maps, options),
            Frame::Organize => self.organize(options),
            Frame::Command => self.command(options, plan),
            Frame::Initiative => self.initiative(options, plan),
            Frame::Forced => self.forced(options, plan),
            Frame::March => self.march(options, plan),
            Frame::Attack => fight::attack(scene, options, self.mood),
            Frame::Declare => fight::declare(options),
            Frame::Aim(_) => fight::aim(options),
            Frame::Choose(side) => fight::choose(scene, side),
            Frame::Lose(side) => fight::lose(scene, options, side),
            Frame::Flee(_) => fight::flee(scene, self.maps, options),
            Frame::Chase(_) => Advice::new(Action::Chase, "whoever runs is followed"),
            Frame::Advance(_) => fight::advance(scene, options, self.mood),
            Frame::Guns(_) | Frame::Again(_) => Advice::new(Action::Hold, "not worth the losses"),
            Frame::Over => return None,
        })
    }

    fn prepare(&self, options: &[Action]) -> Advice<Action> {
        let strong = |leader: Leader| self.scene.friend(leader).map_or(0.0, |friend| friend.points);
        let worth = |action: Action| match action {
            Action::Carry(leader) => {
                let has = self.scene.state.trains.iter().filter(|train| train.carrier == leader).count();
                100.0 + strong(leader) - 40.0 * has as f32
            }
            Action::Post(leader) => 10.0 + strong(leader),
            Action::Disperse(leader) if hunger::disperses(&self.scene, leader) => 1.0,
            Action::Disperse(_) | Action::Concentrate(_) => -1.0,
            _ => 0.0,
        };
        Advice::new(first_best(options, worth).unwrap_or(Action::End), "with the strongest")
    }

    /// [6.11] An armistice is sought where it wins the game; else all stays as it is.
    fn administer(&self, options: &[Action]) -> Advice<Action> {
        // What Königsberg may be worth to the French, at most.
        let safe = self.scene.state.morale <= 1;
        if safe && options.contains(&Action::Peace) {
            return Advice::new(Action::Peace, "the war is won");
        }
        Advice::new(Action::End, "the source stays")
    }

    fn organize(&self, options: &[Action]) -> Advice<Action> {
        let scene = &self.scene;
        let envoy = fleet::envoy(scene, self.maps);
        let counter = |unit: Unit| unit + scene.game.leaders() as Unit;
        // [13] Who goes to Danzig goes alone, and no stronger than ships hold.
        if let Some(envoy) = envoy.filter(|envoy| !envoy.alone)
            && options.contains(&Action::Detach(counter(envoy.unit)))
        {
            return Advice::new(Action::Detach(counter(envoy.unit)), "Danzig is to be relieved");
        }
        let kept = |unit: Unit| envoy.is_some_and(|envoy| counter(envoy.unit) == unit);
        let fills = options.iter().copied().find(|action| match action {
            Action::Remount(_) | Action::Promote(_) => true,
            Action::Replace(unit, _) => !kept(*unit),
            _ => false,
        });
        if let Some(action) = fills {
            return Advice::new(action, "the ranks are filled");
        }
        let raised = options.iter().copied().find(|action| works::raises(scene, *action));
        raised.map_or(Advice::new(Action::End, "the corps stay as they are"), |action| {
            Advice::new(action, "new ranks for many recruits")
        })
    }

    /// What a march of somebody would better at best.
    fn benefit(&self, plan: &mut Plan, leader: Leader) -> f32 {
        let Some(piece) = self.scene.friend(leader) else { return 0.0 };
        let reach = plan.reach(&self.scene, leader);
        let ways = Ways::of(&self.scene, plan, self.maps, self.mood, leader);
        let stay = ways.worth(piece.hex, 0);
        let best = reach.iter().map(|&(hex, spent)| ways.worth(hex, spent)).fold(f32::MIN, f32::max);
        let bridge = if ways.mends(piece.hex) { 30.0 } else { 0.0 };
        (best - stay).max(bridge)
    }

    fn command(&self, options: &[Action], plan: &mut Plan) -> Advice<Action> {
        if let Some(enter) = self.enter(options) {
            return enter;
        }
        if self.scene.game.rests(self.scene.state, self.scene.side) {
            return self.settle(options);
        }
        let named = options.iter().filter_map(|action| if let Action::Command(leader) = action { Some(*leader) } else { None });
        // Leaders without troops would have to be followed [3.4]: whoever has them marches himself.
        let able: Leaders = named.filter(|leader| self.has_troops(*leader)).map(u16::from).collect();
        plan.renew(&self.scene, self.maps, self.mood, able, self.quick);
        let mut best: Option<(f32, Leader)> = None;
        for leader in able {
            let leader = leader as Leader;
            let worth = self.worth_a_command(plan, leader);
            if worth > 0.0 && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, leader));
            }
        }
        if let Some((_, leader)) = best {
            return Advice::new(
                Action::Command(leader),
                plan.target(leader).map_or("marches towards its aim", |_| "marches to attack"),
            );
        }
        self.ride_or_end(options)
    }

    /// [14] A Fortnight at rest: whoever starves disperses, and small Forces that stand alone go to larger ones.
    fn settle(&self, options: &[Action]) -> Advice<Action> {
        for &action in options {
            match action {
                Action::Disperse(leader) if hunger::disperses(&self.scene, leader) => {
                    return Advice::new(action, "the country feeds them better");
                }
                Action::Concentrate(leader) if hunger::gathers(&self.scene, leader) => {
                    return Advice::new(action, "the magazines feed them");
                }
                _ => {}
            }
        }
        let aim = works::objective(&self.scene, options);
        aim.map_or(Advice::new(Action::End, "the army rests"), |action| Advice::new(action, "to stronger friends"))
    }

    /// What a command for somebody is worth; nothing if he need not march, or if he may as well do it of his own accord.
    fn worth_a_command(&self, plan: &mut Plan, leader: Leader) -> f32 {
        let (scene, state) = (&self.scene, self.scene.state);
        let Some(piece) = scene.friend(leader) else { return 0.0 };
        let role = plan.target(leader).is_some();
        let points = state.offices[piece.army as usize].points;
        if scene.game.is_campaign() && points <= if role { 1 } else { RESERVE } && piece.initiative >= 3.0 {
            return 0.0;
        }
        if role && scene.contacts(piece.hex).next().is_some() {
            return 0.0;
        }
        let benefit = self.benefit(plan, leader);
        if benefit < WORTH_A_MARCH {
            return 0.0;
        }
        // Whoever would hardly march of his own accord comes first.
        let need = piece.points * (6.5 - piece.initiative) / 6.0;
        benefit.min(40.0) / 4.0 + need + if role { 100.0 } else { 0.0 }
    }

    /// [II.a] Whoever can come comes, nearest to his friends.
    fn enter(&self, options: &[Action]) -> Option<Advice<Action>> {
        let grid = self.scene.game.grid();
        let far = |hex: HexId| self.scene.friends.iter().map(|friend| grid.distance(friend.hex, hex)).min().unwrap_or(0);
        let entries = options
            .iter()
            .filter_map(|action| if let Action::Enter(leader, hex) = action { Some((*leader, *hex)) } else { None });
        // [13] Whoever stands in Danzig stays there as long as it holds out.
        let stays = |leader: Leader| self.scene.state.away[usize::from(leader)] == Away::Danzig;
        let able = entries.filter(|(leader, _)| !stays(*leader));
        let (leader, hex) = able.min_by_key(|(leader, hex)| (*leader, far(*hex), *hex))?;
        Some(Advice::new(Action::Enter(leader, hex), "reinforcements come where they are nearest to the army"))
    }

    /// Leaders without troops ride to the strongest; Outposts are shown to the enemy; the Center follows the army.
    fn ride_or_end(&self, options: &[Action]) -> Advice<Action> {
        for &action in options {
            match action {
                Action::Ride(leader) => {
                    let reach = self.scene.game.reach(self.scene.state, leader, By::Ride);
                    let here = self.scene.state.hex(leader).map_or(0.0, |hex| self.company(hex));
                    if reach.iter().any(|(hex, _)| self.company(*hex) > here + 3.0) {
                        return Advice::new(Action::Ride(leader), "rides to where he is needed");
                    }
                }
                Action::Command(leader) if !self.quick && self.scene.game.is_outpost(leader) => {
                    let near = self.scene.state.hex(leader).map_or(0, |hex| self.scene.to_enemy(hex));
                    if near > SCREEN + 1 && near < 40 {
                        return Advice::new(Action::Command(leader), "an Outpost is shown");
                    }
                }
                _ => {}
            }
        }
        self.shift(options).unwrap_or(Advice::new(Action::End, "whoever can march by command has done so"))
    }

    /// How good a hex is for a leader without troops: with the most of his friends, rather where they fight.
    fn company(&self, hex: HexId) -> f32 {
        let here: f32 = self.scene.friends.iter().filter(|friend| friend.hex == hex).map(|friend| friend.points).sum();
        if here > 0.0 && self.scene.contacts(hex).next().is_some() { 1.5 * here } else { here }
    }

    /// [5.2] The Center of an army moves when most of it is out of Dispatch Distance, or an enemy comes near.
    fn shift(&self, options: &[Action]) -> Option<Advice<Action>> {
        let (scene, state) = (&self.scene, self.scene.state);
        for &army in scene.side.armies() {
            let office = &state.offices[army as usize];
            let mine = || scene.friends.iter().filter(move |friend| friend.army == army && !friend.outpost);
            let all: f32 = mine().map(|friend| friend.points).sum();
            if all == 0.0 || !options.iter().any(|action| matches!(action, Action::Shift(whose, _) if *whose == army as u8)) {
                continue;
            }
            let heard = scene.game.within_dispatch(state, army);
            let hears: f32 = mine().filter(|friend| heard.has(friend.hex)).map(|friend| friend.points).sum();
            let threatened = scene.game.grid().holds(office.center) && scene.to_enemy(office.center) <= 4;
            // Whoever moves it gives no commands in the next turn.
            let enough = if office.moved == 2 { 0.6 } else { 0.35 };
            if hears > enough * all && !threatened {
                continue;
            }
            if let Some(hex) = self.center_hex(options, army) {
                return Some(Advice::new(Action::Shift(army as u8, hex), "the Center keeps with the army"));
            }
        }
        None
    }

    /// The hex on a primary road, out of the enemy's reach, that is nearest to the army.
    fn center_hex(&self, options: &[Action], army: Army) -> Option<HexId> {
        let scene = &self.scene;
        let grid = scene.game.grid();
        let far = |hex: HexId| -> f32 {
            let mine = scene.friends.iter().filter(|friend| friend.army == army && !friend.outpost);
            mine.map(|friend| friend.points * f32::from(grid.distance(friend.hex, hex))).sum()
        };
        let hexes = options.iter().filter_map(|action| match action {
            Action::Shift(whose, hex) if *whose == army as u8 => Some(*hex),
            _ => None,
        });
        let good = hexes.filter(|hex| scene.game.ground().on_primary(*hex) && scene.to_enemy(*hex) > 5);
        good.min_by(|a, b| far(*a).total_cmp(&far(*b)))
    }

    fn initiative(&self, options: &[Action], plan: &mut Plan) -> Advice<Action> {
        plan.renew(&self.scene, self.maps, self.mood, Leaders::EMPTY, self.quick);
        if let Some(action) = self.best_try(options, plan, WORTH_A_MARCH) {
            return Advice::new(action, "tries of his own accord");
        }
        // [15] Modes are changed on the march only.
        let scene = &self.scene;
        let changes = |action: &Action| match action {
            Action::Try(leader) => hunger::disperses(scene, *leader) || hunger::gathers(scene, *leader),
            _ => false,
        };
        if let Some(action) = options.iter().copied().find(changes) {
            return Advice::new(action, "to live otherwise");
        }
        let dig = works::redoubt(scene, plan, options).filter(|_| !self.quick);
        dig.map_or(Advice::new(Action::End, "nobody else need march"), |action| Advice::new(action, "they dig in"))
    }

    /// Outposts have none, and neither have leaders who only ride.
    fn has_troops(&self, leader: Leader) -> bool {
        self.scene.game.points(self.scene.state, leader) > 0
    }

    fn best_try(&self, options: &[Action], plan: &mut Plan, least: f32) -> Option<Action> {
        let mut best: Option<(f32, Action)> = None;
        for &action in options {
            let Action::Try(leader) = action else { continue };
            if !self.has_troops(leader) {
                continue;
            }
            let benefit = self.benefit(plan, leader);
            let points = self.scene.friend(leader).map_or(0.0, |friend| friend.points);
            let worth = benefit + points + if plan.target(leader).is_some() { 100.0 } else { 0.0 };
            if benefit >= least && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// [III.a] Out of a fight that would be lost, or into one that would be won.
    fn forced(&self, options: &[Action], plan: &mut Plan) -> Advice<Action> {
        plan.renew(&self.scene, self.maps, self.mood, Leaders::EMPTY, self.quick);
        let best = self.best_try(options, plan, WORTH_A_FORCED_MARCH);
        best.map_or(Advice::new(Action::End, "they stand"), |action| Advice::new(action, "the fight asks for it"))
    }

    fn march(&self, options: &[Action], plan: &mut Plan) -> Advice<Action> {
        let state = self.scene.state;
        let leader = state.hand;
        let Some(here) = state.hex(leader) else { return Advice::new(options[0], "there is nothing else to do") };
        if state.by == By::Ride {
            return self.ride(options, here);
        }
        if self.scene.game.is_outpost(leader) {
            return self.bluff(options, here);
        }
        if options.contains(&Action::Concentrate(leader)) && hunger::gathers(&self.scene, leader) {
            return Advice::new(Action::Concentrate(leader), "the enemy is near");
        }
        let spent: Vec<(HexId, u16)> = plan.reach(&self.scene, leader).iter().copied().collect();
        let ways = Ways::of(&self.scene, plan, self.maps, self.mood, leader);
        let cost = |hex: HexId| spent.iter().find(|(at, _)| *at == hex).map_or(10, |(_, cost)| *cost);
        let stay = ways.worth(here, u16::from(state.spent[usize::from(leader)]));
        let mut best: Option<(f32, Action)> = None;
        for &action in options {
            let worth = match action {
                Action::Go(hex) => ways.worth(hex, cost(hex)),
                Action::Repair(hex) | Action::Lay(hex) => match (ways.far(hex), ways.far(here)) {
                    (Some(there), Some(from)) if there + 10 < from => 1_000.0,
                    _ => continue,
                },
                Action::Repulse(hex) if works::repulses(&self.scene, plan, leader, hex) => {
                    match (ways.far(hex), ways.far(here)) {
                        (Some(there), Some(from)) if there < from => stay + 8.0 + f32::from(from - there),
                        _ => continue,
                    }
                }
                // [6.11] Whoever has come to Danzig goes in.
                Action::Exit if works::enters_danzig(&self.scene, leader, here) => 1_000.0,
                _ => continue,
            };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, action));
            }
        }
        if options.contains(&Action::Extend) && works::extends(&self.scene, plan, options, &ways) {
            return Advice::new(Action::Extend, "today, whatever it costs");
        }
        // [15] Whoever lives off the country does better to stay where he is.
        let better = best.map_or(0.0, |(worth, _)| worth - stay);
        let starves = plan.target(leader).is_none() && hunger::disperses(&self.scene, leader);
        if options.contains(&Action::Disperse(leader)) && starves && better < WORTH_A_MARCH {
            return Advice::new(Action::Disperse(leader), "the country feeds them better");
        }
        let least = if state.forage.has(leader.into()) { WORTH_A_MARCH } else { 1.0 };
        if let Some((_, action)) = best
            && (better > least || !options.contains(&Action::Done))
        {
            return Advice::new(action, format!("{better:+.0} better than here"));
        }
        self.follow(options, plan).unwrap_or(Advice::new(Action::Done, "this is where it should stand"))
    }

    /// [3.4] Others of the corps go along where that saves a command.
    fn follow(&self, options: &[Action], plan: &Plan) -> Option<Advice<Action>> {
        let mut best: Option<(f32, Action)> = None;
        let mut known: Option<(Leader, Ways<'_>, f32)> = None;
        for &action in options {
            let Action::Follow(leader, hex) = action else { continue };
            if known.as_ref().is_none_or(|(one, ..)| *one != leader) {
                let ways = Ways::of(&self.scene, plan, self.maps, self.mood, leader);
                let stay = self.scene.friend(leader).map_or(0.0, |piece| ways.worth(piece.hex, 0));
                known = Some((leader, ways, stay));
            }
            let Some((_, ways, stay)) = &known else { continue };
            let better = ways.worth(hex, 8) - stay;
            if better > 2.0 * WORTH_A_MARCH && best.is_none_or(|(most, _)| better > most) {
                best = Some((better, action));
            }
        }
        best.map(|(_, action)| Advice::new(action, "goes along"))
    }

    fn ride(&self, options: &[Action], here: HexId) -> Advice<Action> {
        let worth = |action: Action| match action {
            Action::Go(hex) => self.company(hex),
            Action::Done => self.company(here) + 0.1,
            _ => -1.0,
        };
        Advice::new(first_best(options, worth).unwrap_or(Action::Done), "to the strongest of his friends")
    }

    /// [6.10] An Outpost goes as near to the enemy as it can without being found out.
    fn bluff(&self, options: &[Action], here: HexId) -> Advice<Action> {
        let worth = |hex: HexId| -i32::from(self.scene.to_enemy(hex).abs_diff(SCREEN));
        let worth = |action: Action| match action {
            Action::Go(hex) => worth(hex),
            Action::Done => worth(here),
            _ => -1_000,
        };
        let action = first_best(options, worth).unwrap_or(Action::Done);
        let action = if worth(action) > worth(Action::Done) { action } else { Action::Done };
        Advice::new(action, "let them wonder what this is")
    }
}
