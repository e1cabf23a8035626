//! [9.8] Retreat after combat, and after a repulse [6.7].

use crate::event::{Event, Kind};
use crate::force::Foes;
use crate::ground::Going;
use crate::roster::Army;
use crate::state::{ARMS, Away, Frame, GROUPS, Leader, Leaders, Side, State, TRAIL, Unit};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, Violation};
use std::rc::Rc;

/// All from which the ways of a retreat follow.
#[derive(Clone)]
struct Rout {
    foes: Rc<Foes>,
    going: Going,
    /// Where the victors stand.
    victors: Vec<HexId>,
    /// Those of its side who are not of the group on its way and have not to retreat after it, and the Strength Points of that.
    friends: Leaders,
    points: u16,
}

impl Campaign {
    /// [9.8] A side retreats so many hexes, hex by hex of those in which it stands.
    pub(crate) fn begin_retreat(&self, state: &mut State, side: Side, length: u8, umpire: &mut Umpire<'_, Event>) {
        // Leaders without troops go along, also those who have led in another battle of this phase, but where friends stay with them.
        let force = state.battle.force[side as usize];
        let employed = self.employed(state);
        let (friends, fighters) = (self.forces(state, side).less(force), force.and(employed));
        let at = |leader: u16| state.hexes[usize::from(leader)];
        let holds = |leaders: Leaders, hex: HexId| leaders.into_iter().any(|one| at(one) == hex);
        // [16.4] Whoever has nobody beside him but friends who came too late stays with them.
        let stays = |leader: u16| !fighters.has(leader) && holds(friends, at(leader)) && !holds(fighters, at(leader));
        let staying = force.filter(stays);
        let force = force.less(staying);
        let hexes: Vec<HexId> = self.hexes_of(state, force).into_iter().filter(|&hex| !holds(friends, hex)).collect();
        let idle = self.unemployed_in(state, side, &hexes);
        let battle = &mut state.battle;
        battle.beaten = side as u8 + 1;
        battle.length = length;
        battle.force[side as usize] = force.or(idle);
        // [3.4] Who has led in another battle goes along, but leads nobody here; who was only left alone in this one is still of it, and may resist [6.6].
        battle.aside = battle.aside.and(employed).or(idle.less(force));
        battle.waiting = battle.force[side as usize];
        battle.fleeing = Leaders::EMPTY;
        battle.groups = 0;
        battle.trails = [[NOWHERE; TRAIL]; GROUPS];
        battle.steps = [0; GROUPS];
        battle.pierced = false;
        battle.short = 0;
        self.next_group(state, side, umpire);
    }

    /// The next group of leaders in one hex begins its retreat, or all have gone.
    fn next_group(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        let group = usize::from(state.battle.groups);
        let first = self.hexes_of(state, state.battle.waiting).first().copied();
        let Some(hex) = first.filter(|_| group < GROUPS) else {
            state.battle.waiting = Leaders::EMPTY;
            self.after_retreat(state, side, umpire);
            return;
        };
        let fleeing = state.battle.waiting.filter(|leader| state.hexes[usize::from(leader)] == hex);
        let fleeing = fleeing.or(self.fugitives(state, side, hex, fleeing));
        // [6.8] Trains stay where they are.
        self.leave_trains(state, fleeing, hex);
        let battle = &mut state.battle;
        battle.waiting = battle.waiting.less(fleeing);
        battle.fleeing = fleeing;
        battle.left = battle.length;
        battle.groups += 1;
        battle.trails[group][0] = hex;
        battle.steps[group] = 1;
        state.frame = Frame::Flee(side);
    }

    /// [3.6] Who got away from a group that surrendered and has come to those who retreat next goes on with them, but where friends stay. He leads nobody
    /// here [3.4].
    fn fugitives(&self, state: &mut State, side: Side, hex: HexId, fleeing: Leaders) -> Leaders {
        let stay = self.forces(state, side).less(fleeing).into_iter().any(|friend| state.hexes[usize::from(friend)] == hex);
        if stay {
            return Leaders::EMPTY;
        }
        let come = self.unemployed_in(state, side, &[hex]).less(state.battle.force[side as usize]);
        let battle = &mut state.battle;
        battle.force[side as usize] = battle.force[side as usize].or(come);
        battle.aside = battle.aside.or(come);
        come
    }

    /// Where the group on its way stands.
    fn fleeing_from(&self, state: &State) -> Option<HexId> {
        let battle = &state.battle;
        let group = usize::from(battle.groups).checked_sub(1)?;
        let steps = usize::from(*battle.steps.get(group)?).checked_sub(1)?;
        battle.trails[group].get(steps).copied().filter(|&hex| hex != NOWHERE)
    }

    /// How far a hex lies from the victors.
    fn away_from_victors(&self, state: &State, side: Side, hex: HexId) -> u8 {
        let victors = state.battle.force[side.other() as usize].and(self.employed(state));
        let far = victors.into_iter().filter_map(|victor| state.hex(victor as Leader)).map(|at| self.grid().distance(at, hex));
        far.min().unwrap_or(u8::MAX)
    }

    /// All that stays as it is while the ways of the group on its way are looked for.
    fn rout(&self, state: &State, side: Side) -> Rout {
        let group = state.battle.fleeing;
        Rout {
            foes: self.foes(state, side),
            going: state.going(),
            // A leader without troops beside friends who took no part is no victorious Force.
            victors: self.hexes_of(state, state.battle.force[side.other() as usize].and(self.employed(state))),
            // [3.4] The limit counts when all have retreated.
            friends: self.scenario.roster.sides[side as usize].less(group).less(state.battle.waiting),
            points: self.strength_of(state, group).iter().sum(),
        }
    }

    /// Whether the group on its way could end its retreat in a hex.
    fn takes_in(&self, state: &State, rout: &Rout, hex: HexId) -> bool {
        let there = self.leaders_in(state, hex).and(rout.friends);
        self.strength_of(state, there).iter().sum::<u16>() + rout.points <= u16::from(self.figures().stacking)
    }

    /// [9.8] [3.4] Whether the group on its way can stand anywhere if it enters a hex next: there or farther on, or [6.11] off the map.
    fn comes_to_rest(&self, state: &State, side: Side, rout: &Rout, first: HexId) -> bool {
        let steps = usize::from(state.battle.steps[usize::from(state.battle.groups) - 1]);
        let (mut places, mut next) = (vec![first], Vec::new());
        for _ in steps..TRAIL {
            for &hex in &places {
                if self.takes_in(state, rout, hex) || !state.battle.repulse && self.may_retreat_off(side, hex).is_some() {
                    return true;
                }
                for to in self.onward(rout, hex) {
                    if !next.contains(&to) {
                        next.push(to);
                    }
                }
            }
            std::mem::swap(&mut places, &mut next);
            next.clear();
        }
        false
    }

    /// [9.8] The hexes next to one that a retreat may enter: open, and farther from the victors.
    fn onward<'a>(&'a self, rout: &'a Rout, from: HexId) -> impl Iterator<Item = HexId> + 'a {
        let away = |hex: HexId| rout.victors.iter().map(|&at| self.grid().distance(at, hex)).min().unwrap_or(u8::MAX);
        let far = away(from);
        self.ground().met(from, &rout.going).filter(move |&to| !rout.foes.held.has(to) && away(to) > far)
    }

    /// [9.8] Ruling R72: the hexes by which somebody slips past victors who stand on more than one side of him, no nearer to any of them and farther from all
    /// of them together.
    fn past<'a>(&'a self, rout: &'a Rout, from: HexId) -> impl Iterator<Item = HexId> + 'a {
        let far = |at: &HexId, hex: HexId| self.grid().distance(*at, hex);
        let past = move |to: HexId| {
            let nearer = rout.victors.iter().any(|at| far(at, to) < far(at, from));
            !nearer && rout.victors.iter().any(|at| far(at, to) > far(at, from))
        };
        self.ground().met(from, &rout.going).filter(move |&to| !rout.foes.held.has(to) && past(to))
    }

    /// [9.8] Whether the retreat of the group on its way can be gone to its end if it enters a hex next; if `shy`, without coming into an enemy zone.
    fn leads_to_an_end(&self, state: &State, rout: &Rout, first: HexId, shy: bool) -> bool {
        let steps = usize::from(state.battle.steps[usize::from(state.battle.groups) - 1]);
        // Each place to which it has come, with the hexes that it had still to go when it entered it.
        let (mut places, mut next) = (vec![(first, state.battle.left)], Vec::new());
        for _ in steps..TRAIL {
            for &(hex, left) in places.iter().filter(|(hex, _)| !shy || !rout.foes.zone.has(*hex)) {
                // Where too many would stand the retreat goes on.
                let left = if left > 1 || self.takes_in(state, rout, hex) { left - 1 } else { left };
                if left == 0 {
                    return true;
                }
                for to in self.onward(rout, hex) {
                    if !next.contains(&(to, left)) {
                        next.push((to, left));
                    }
                }
            }
            std::mem::swap(&mut places, &mut next);
            next.clear();
        }
        false
    }

    /// [9.8] The hexes that the group on its way may enter: farther from the victors, by a way out of enemy zones if there is one to its end, and towards the
    /// source if that can be.
    pub(crate) fn flee_hexes(&self, state: &State, side: Side) -> Vec<HexId> {
        self.flee_hexes_by(state, side, &self.rout(state, side))
    }

    /// [1.1] Whether everybody sees that the group on its way has no choice: how full the hexes of its friends are is their owner's affair, and so is whether
    /// guns keep zones out of a redoubt [16.1].
    fn has_one_way_openly(&self, state: &State, side: Side) -> bool {
        let rout = Rout { friends: Leaders::EMPTY, ..self.rout(state, side) };
        let doubtful = self.doubtful_works(state, side);
        (0..1_u32 << doubtful.len()).all(|guns| {
            let mut foes = Foes { edition: 0, ..Foes::clone(&rout.foes) };
            for (at, &hex) in doubtful.iter().enumerate() {
                if guns >> at & 1 == 0 { foes.zone.insert(hex) } else { foes.zone.remove(hex) }
            }
            self.flee_hexes_by(state, side, &Rout { foes: Rc::new(foes), ..rout.clone() }).len() == 1
        })
    }

    /// [16.1] [1.1] Redoubts of a side into which an enemy zone reaches or does not, as guns stand there that the enemy has not seen.
    fn doubtful_works(&self, state: &State, side: Side) -> Vec<HexId> {
        let own = |hex: &HexId| *hex != NOWHERE && self.redoubt_in(state, side, *hex).is_some();
        let works: Vec<HexId> = state.redoubts.iter().map(|redoubt| redoubt.hex).filter(own).collect();
        if works.is_empty() {
            return works;
        }
        let (foes, apparent) = (self.foes_openly(state, side), self.apparent(state, side));
        let doubtful = |hex: &HexId| {
            let there = self.leaders_in(state, *hex).and(apparent);
            let seen = self.strength_of(state, there.and(state.open))[2] > 0;
            foes.zone.has(*hex) && !seen && !there.less(state.open).is_empty()
        };
        works.into_iter().filter(doubtful).collect()
    }

    fn flee_hexes_by(&self, state: &State, side: Side, rout: &Rout) -> Vec<HexId> {
        self.sift(state, side, rout, None).0
    }

    /// The hexes that the group may enter, and why a hex is not among them.
    fn sift(&self, state: &State, side: Side, rout: &Rout, about: Option<HexId>) -> (Vec<HexId>, &'static str) {
        let mut why = "a retreat leads farther from the victors with each step";
        let Some(from) = self.fleeing_from(state) else { return (Vec::new(), why) };
        let steps = state.battle.steps[usize::from(state.battle.groups) - 1];
        if usize::from(steps) >= TRAIL {
            return (Vec::new(), why);
        }
        let rests = |hex: &HexId| self.comes_to_rest(state, side, rout, *hex);
        let mut hexes: Vec<HexId> = self.onward(rout, from).filter(rests).collect();
        if hexes.is_empty() && steps == 1 && self.figures().slips_past != 0 {
            hexes.extend(self.past(rout, from).filter(rests));
        }
        if about.is_some_and(|hex| self.onward(rout, from).any(|to| to == hex) && !rests(&hex)) {
            why = "too many friends stand there and on all ways from there";
        }
        let source = self.home(state, side, self.army_of_flight(state));
        let near = self.grid().distance(from, source);
        // The way counts, not only its next hex. One out of zones to the end is one to the end.
        let clear = |hex: &HexId| self.leads_to_an_end(state, rout, *hex, true);
        let whole = |hex: &HexId| self.leads_to_an_end(state, rout, *hex, false);
        let ending = |hex: &HexId| state.battle.left > 1 || self.takes_in(state, rout, *hex);
        let free = |hex: &HexId| !rout.foes.zone.has(*hex);
        let homeward = |hex: &HexId| self.grid().distance(*hex, source) < near;
        let mut narrow = |wish: &dyn Fn(&HexId) -> bool, because: &'static str| {
            // What is left alone stays, whatever is wished.
            let fit: Vec<HexId> = if hexes.len() > 1 { hexes.iter().copied().filter(wish).collect() } else { Vec::new() };
            let any = !fit.is_empty();
            if any {
                if about.is_some_and(|hex| hexes.contains(&hex) && !fit.contains(&hex)) {
                    why = because;
                }
                hexes = fit;
            }
            any
        };
        if !narrow(&clear, "another way keeps out of enemy zones to its end") {
            narrow(&whole, "another way can be gone to its end");
        }
        narrow(&free, "another hex is out of enemy zones");
        narrow(&ending, "another hex has room for the group to end there");
        narrow(&homeward, "another hex lies nearer to the Center or the source");
        hexes.sort_unstable();
        (hexes, why)
    }

    /// [9.8] Why the group on its way does not enter a hex.
    fn no_way(&self, state: &State, side: Side, hex: HexId) -> Violation {
        let no = |why: &'static str| Violation::new("9.8", why, Subject::Hex(hex));
        let rout = self.rout(state, side);
        let Some(from) = self.fleeing_from(state).filter(|&from| self.grid().holds(hex) && self.grid().distance(from, hex) == 1)
        else {
            return no("a retreat goes hex by hex: name one next to the group");
        };
        if rout.foes.held.has(hex) {
            return no("an enemy stands there");
        }
        if !self.ground().met(from, &rout.going).any(|to| to == hex) {
            return no("nobody retreats over a primary river without a bridge, or into water");
        }
        no(self.sift(state, side, &rout, Some(hex)).1)
    }

    /// [3.4] The army of the Force Leader of the group on its way: he says where it goes, and nobody who only goes along does.
    fn army_of_flight(&self, state: &State) -> Option<Army> {
        let fleeing = state.battle.fleeing;
        let along = state.battle.aside.less(self.employed(state));
        self.best(fleeing.less(along)).or_else(|| self.best(fleeing)).map(|leader| self.general(leader).army)
    }

    /// [9.8] Where a retreat tends: the Center of its army in a campaign, else the source.
    fn home(&self, state: &State, side: Side, army: Option<Army>) -> HexId {
        let army = army.filter(|_| self.is_campaign()).unwrap_or(side.armies()[0]);
        let center = state.offices[army as usize].center;
        if center == NOWHERE { state.source[army as usize] } else { center }
    }

    /// [6.11] The hex from which the group on its way could leave the map.
    fn off_map(&self, state: &State, side: Side) -> Option<HexId> {
        let from = self.fleeing_from(state).filter(|_| !state.battle.repulse)?;
        self.may_retreat_off(side, from)
    }

    /// [6.11] Why it cannot.
    fn kept_on_map(&self, state: &State, side: Side) -> Violation {
        let why = match (self.is_campaign(), side, state.battle.repulse) {
            (false, ..) => "in a Battle Scenario nobody leaves the map",
            (_, Side::French, _) => "only the Coalition leaves the map",
            (.., true) => "a repulse drives nobody off the map",
            _ => "nobody leaves the map who is more than five hexes from a point of Cantonment",
        };
        Violation::new("6.11", why, Subject::None)
    }

    /// [6.11] The group on its way leaves the map.
    fn leave(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        let Some(point) = self.off_map(state, side) else { return };
        self.tell_retreat(state, umpire);
        for leader in state.battle.fleeing {
            self.put_away(state, leader as Leader, Away::Cantonment, umpire);
            state.exit[usize::from(leader)] = point;
        }
        state.battle.left = 0;
        self.next_group(state, side, umpire);
    }

    /// [16.1] Friends in a redoubt through which a group retreats are displaced: one hex, out of enemy zones, away from the victors and homeward if that can be.
    fn make_way(&self, state: &mut State, side: Side, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let own = |leader: u16| self.side_of(leader as Leader) == side;
        let there = self.leaders_in(state, hex).filter(own).less(state.battle.force[side as usize]);
        if there.and(self.apparent(state, side)).is_empty() || self.redoubt_in(state, side, hex).is_none() {
            return;
        }
        let points: u16 = self.strength_of(state, there).iter().sum();
        // [1.1] Their flags are seen, and not who leads them: under two flags they go where those do who come.
        let mut flags = there.and(self.apparent(state, side)).into_iter().map(|leader| self.general(leader as Leader).army);
        let flag = flags.next().filter(|flag| flags.all(|other| other == *flag));
        let (foes, home) = (self.foes(state, side), self.home(state, side, flag.or_else(|| self.army_of_flight(state))));
        let open = |&to: &HexId| {
            let room = self.stack(state, side, to) + points <= u16::from(self.figures().stacking);
            self.ground().meets(hex, to, &state.going()) && !foes.held.has(to) && room
        };
        let rank = |to: &HexId| {
            let near = u8::MAX - self.away_from_victors(state, side, *to);
            (foes.zone.has(*to), near, self.grid().distance(*to, home), *to)
        };
        let Some(to) = self.grid().around(hex).filter(open).min_by_key(rank) else { return };
        there.into_iter().for_each(|leader| state.hexes[usize::from(leader)] = to);
        // [6.10] Until they are known Outposts do as Forces do, and whoever would raze or take something there is known by what he does.
        let held = state.koenigsberg;
        self.displace(state, side, to, umpire);
        there.into_iter().for_each(|leader| self.judge_by_deeds(state, leader as Leader, &[to], umpire));
        if let Some(first) = there.and(self.employed(state)).first() {
            self.drive_off(state, side, to, umpire);
            self.take_place(state, side, to);
            // [6.8] They stay there, and have what lies there.
            self.capture_trains(state, first as Leader, to, umpire);
        }
        there.into_iter().for_each(|leader| self.watch_koenigsberg(state, leader as Leader, &[to], held));
        umpire.tell(|| {
            let number = self.grid().number(to);
            let text = format!("{} make way to {number} [16.1]", self.names(there));
            let veiled = format!("{} counters make way to {number} [16.1]", side.name());
            self.event(Kind::Retreat, "16.1", there, &[hex, to], text).veiled(side, Some(veiled))
        });
    }

    fn flee(&self, state: &mut State, side: Side, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let rout = self.rout(state, side);
        let ends = state.battle.left > 1 || self.takes_in(state, &rout, to);
        let group = usize::from(state.battle.groups) - 1;
        let battle = &mut state.battle;
        let steps = usize::from(battle.steps[group]);
        battle.trails[group][steps] = to;
        battle.steps[group] += 1;
        battle.pierced |= rout.foes.zone.has(to);
        // [9.8] Where too many would stand the retreat goes on.
        if ends {
            battle.left -= 1;
        }
        let held = state.koenigsberg;
        for leader in state.battle.fleeing {
            state.hexes[usize::from(leader)] = to;
            self.stop_digging(state, leader as Leader, to);
            self.watch_koenigsberg(state, leader as Leader, &[to], held);
        }
        if !self.strength_of(state, state.battle.fleeing).iter().all(|points| *points == 0) {
            self.drive_off(state, side, to, umpire);
            self.take_place(state, side, to);
            // [6.10] Dummies that the retreat comes near are turned up at once: they bar no further step.
            self.sweep(state, side, &[to], umpire);
            // [5.2] Centers beside their way flee, whether there was another way to choose or not.
            if self.is_campaign() {
                self.drive_centers(state, umpire);
            }
            // [6.8] A pontoon is theirs who enter its hex, in retreat too; packed trains are not taken along in one.
            self.take_pontoons(state, side, to, umpire);
        }
        if state.battle.left > 0 {
            self.make_way(state, side, to, umpire);
        }
        if state.battle.left == 0 {
            self.find_trains(state, umpire);
            self.tell_retreat(state, umpire);
            self.next_group(state, side, umpire);
        }
    }

    /// [6.8] Where its retreat ends a Force occupies the hex: a train that was left there is its own from now on.
    fn find_trains(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let leader = state.battle.fleeing.and(self.employed(state)).first();
        if let (Some(leader), Some(hex)) = (leader, self.fleeing_from(state)) {
            self.capture_trains(state, leader as Leader, hex, umpire);
        }
    }

    fn tell_retreat(&self, state: &State, umpire: &mut Umpire<'_, Event>) {
        let group = usize::from(state.battle.groups) - 1;
        let way: Vec<HexId> = state.battle.trails[group].iter().copied().take_while(|&hex| hex != NOWHERE).collect();
        let fleeing = state.battle.fleeing;
        umpire.tell(|| {
            let end = way.last().map_or_else(String::new, |&hex| self.grid().number(hex));
            self.event(Kind::Retreat, "9.8", fleeing, &way, format!("{} retreat to {end} [9.8]", self.names(fleeing)))
        });
    }

    /// [9.8] The group cannot go on: a Strength Point for each missing hex, and all of them if it could not go at all.
    fn cut_off(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        let group = usize::from(state.battle.groups) - 1;
        let fleeing = state.battle.fleeing;
        if state.battle.steps[group] > 1 {
            if !state.battle.repulse {
                state.battle.short = state.battle.short.saturating_add(state.battle.left);
            }
            self.find_trains(state, umpire);
            self.tell_retreat(state, umpire);
        } else {
            let points = self.strength_of(state, fleeing).iter().sum::<u16>();
            for unit in (0..self.bodies().len() as Unit).filter(|&unit| fleeing.has(state.track[usize::from(unit)].into())) {
                state.strength[usize::from(unit)] = [0; ARMS];
                state.shown[usize::from(unit)] = [0; ARMS];
            }
            let lost = &mut state.battle.lost[side as usize];
            *lost = lost.saturating_add(points.min(255) as u8);
            umpire.tell(|| {
                let text = format!("{} cannot retreat: {points} SPs surrender [9.8]", self.names(fleeing));
                self.event(Kind::Loss, "9.8", fleeing, &[], text)
            });
            for leader in fleeing {
                self.capture(state, leader as Leader, umpire);
            }
        }
        state.battle.left = 0;
        self.next_group(state, side, umpire);
    }

    fn after_retreat(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        state.battle.fleeing = Leaders::EMPTY;
        if state.battle.repulse {
            self.after_repulse(state, side, umpire);
        } else if self.left_in_battle(state, side) == 0 {
            // All have surrendered: there is nobody to pursue.
            self.take_field(state, side.other(), umpire);
        } else {
            self.begin_pursuit(state, side.other(), umpire);
        }
    }
}

/// [9.8] Which hex does the retreating Force enter?
#[derive(Clone, Copy)]
pub(crate) struct Fleeing(pub Side);

impl Room<Campaign> for Fleeing {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("9.8"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        out.extend(game.flee_hexes(state, self.0).into_iter().map(Action::Flee));
        out.extend(game.off_map(state, self.0).map(|_| Action::Leave));
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Leave if game.off_map(state, self.0).is_some() => Ok(()),
            Action::Flee(hex) if game.flee_hexes(state, self.0).contains(&hex) => Ok(()),
            Action::Flee(hex) => Err(game.no_way(state, self.0, hex)),
            Action::Leave => Err(game.kept_on_map(state, self.0)),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Flee(hex) => game.flee(state, self.0, hex, umpire),
            _ => game.leave(state, self.0, umpire),
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        if game.off_map(state, self.0).is_some() {
            return false;
        }
        match game.flee_hexes(state, self.0)[..] {
            [] => game.cut_off(state, self.0, umpire),
            [only] if game.has_one_way_openly(state, self.0) => game.flee(state, self.0, only, umpire),
            _ => return false,
        }
        true
    }
}
