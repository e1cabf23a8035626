//! [1.1] Worlds that might be: counters that cannot be told apart exchanged, and losses that nobody saw drawn anew.
//!
//! What everybody knows: the set-up is printed, and eyes follow each counter. Counters that have lain face down in one hex, under one flag, are a knot: which
//! of them is which is known only to their owner, but for what their rolls for Initiative and their marches tell; whoever
//! was known when he came among them is in that hex until they part there. How much each Force has lost on the march is known only to its
//! owner; how often it rolled is known to all.

use crate::Campaign;
use crate::attrition::strongest;
use crate::grand::Aim;
use crate::state::{Choice, Frame, Leader, Leaders, NOBODY, Side, State, Train, Unit};
use grognard_engine::{Case, Dice, Seat};

impl Campaign {
    /// The same position with everything that a seat cannot know drawn anew, even if it has seen all up to the position `later`.
    pub(crate) fn redraw(&self, state: &State, later: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        let mut world = *state;
        if state.frame == Frame::Over || later.frame == Frame::Over && state != later {
            return world;
        }
        let acting = self.acting(state, later);
        let still = state == later;
        self.redraw_tracks(&mut world, acting, seat);
        for side in Side::BOTH.into_iter().filter(|side| seat != Some((*side).into())) {
            if still {
                self.redraw_office(&mut world, side, dice);
            }
            // [6.10] Who gives way is known once he has done it.
            world.shy = world.shy.filter(|leader| self.side_of(leader as Leader) != side || acting.has(leader));
            let free = self.present(state, side).less(acting);
            for knot in 0..self.leaders() as Leader {
                let tied = free.filter(|l| {
                    state.knot[usize::from(l)] == knot
                        && later.knot[usize::from(l)] == later.knot[usize::from(free_first(free, state, knot))]
                });
                if tied.len() > 1
                    && let Some(names) = self.draw_names(&{ world }, tied, dice)
                {
                    exchange(&mut world, tied, &names);
                }
            }
            // [7] Who lies open has shown what he had before he marched, not what the march cost him.
            let marched = |leader: u16| still && state.open.has(leader) && state.fog[usize::from(leader)] > 0;
            for leader in free.or(self.present(state, side).filter(marched)) {
                self.redraw_losses(&mut world, leader as Leader, dice);
            }
            if self.pending_choice(state) == Some(side) && state.battle.shown == later.battle.shown {
                let choice = if dice.roll(2, Case("III.b.3")) == 1 { Choice::Pitched } else { Choice::Pursuit };
                world.battle.choice[side as usize] = choice;
            }
        }
        if still {
            self.redraw_koenigsberg(&mut world, seat);
        }
        world
    }

    /// [1.1] What an office holds, who carries trains and who gives way is nobody else's affair.
    fn redraw_office(&self, world: &mut State, side: Side, dice: &mut dyn Dice) {
        if !self.is_campaign() {
            return;
        }
        for army in side.armies() {
            let office = &mut world.offices[*army as usize];
            office.points = dice.roll(6, Case("I.a.1")) + 2;
            office.pool = [2; crate::state::POOLS];
            world.grand.wards[*army as usize] = [[0; crate::grand::WARDS]; 2];
            (world.grand.dismounted[*army as usize], world.grand.remounts[*army as usize]) = (0, 0);
        }
        // [14] Objectives are their owner's affair until they are shown.
        let known = |aim: &Aim| self.side_of(aim.leader) != side || world.grand.told.has(aim.leader.into());
        let kept: Vec<Aim> = world.grand.aims.into_iter().filter(|aim| aim.leader != NOBODY && known(aim)).collect();
        world.grand.aims = std::array::from_fn(|at| kept.get(at).copied().unwrap_or(Aim::NONE));
        for train in &mut world.trains {
            if train.carrier != NOBODY && self.side_of(train.carrier) == side {
                (train.carrier, train.side, train.facing) = (NOBODY, side, Train::PACKED);
            }
        }
        world.trains.sort_by_key(|train| (train.hex, train.facing, train.side, train.carrier));
        for (unit, _) in self.bodies().iter().enumerate().filter(|(_, body)| body.army.side() == side) {
            (world.replaced[unit], world.sorties[unit]) = (0, 0);
        }
    }

    /// [I.b.3] Who carries what is known as far as it was seen. What was regrouped since is not known, and is put back, unless somebody
    /// who had to do with it is busy.
    fn redraw_tracks(&self, world: &mut State, acting: Leaders, seat: Option<Seat>) {
        let mut kept = acting;
        // Whoever has given units to, or got them from, somebody whose track is kept keeps his own too.
        loop {
            let before = kept;
            for unit in 0..self.bodies().len() {
                let pair = [world.track[unit], world.seen[unit]].map(u16::from);
                if pair[0] != pair[1] && pair.iter().any(|leader| kept.has(*leader)) {
                    pair.into_iter().for_each(|leader| kept.insert(leader));
                }
            }
            if kept == before {
                break;
            }
        }
        for (unit, body) in self.bodies().iter().enumerate() {
            if seat != Some(body.army.side().into()) && !kept.has(world.track[unit].into()) {
                world.track[unit] = world.seen[unit];
                world.regrouped.remove(unit as u16);
            }
        }
    }

    /// Leaders of whom something was seen between two positions, or who are busy in one of them, and whoever stands with them: they are not exchanged.
    fn acting(&self, state: &State, later: &State) -> Leaders {
        let mut busy = Leaders::EMPTY;
        let (before, after) = (self.employed(state), self.employed(later));
        let still = state == later;
        for leader in 0..self.leaders() as u16 {
            let at = usize::from(leader);
            let sets = |s: &State| {
                [
                    s.open,
                    s.acted,
                    s.marched,
                    s.fought,
                    s.swift,
                    s.bare,
                    s.genuine,
                    s.shy,
                    s.forage,
                    s.grand.ashore,
                    s.grand.told,
                    s.grand.newcomers,
                    s.grand.movers,
                ]
                .map(|set| set.has(leader))
            };
            let seen = state.hexes[at] != later.hexes[at]
                || sets(state) != sets(later)
                || (state.spent[at], state.hurried[at], state.strain[at])
                    != (later.spent[at], later.hurried[at], later.strain[at])
                || state.battle.late[at] != later.battle.late[at]
                || state.rating[0][at] != later.rating[0][at]
                || state.rating[1][at] != later.rating[1][at]
                || before.has(leader) != after.has(leader)
                || (0..self.bodies().len())
                    .any(|unit| u16::from(state.track[unit]) == leader && state.strength[unit] != later.strength[unit])
                || (0..self.bodies().len()).any(|unit| {
                    let on = |s: &State| [s.track[unit], s.seen[unit]].map(|one| u16::from(one) == leader);
                    on(state) != on(later)
                });
            // Between two actions a Force on the march, or named for an attack, may be any that it could be.
            let covered = still && matches!(state.frame, Frame::March | Frame::Declare);
            let held = |s: &State| {
                let named = s.force.has(leader) || u16::from(s.hand) == leader || s.battle.everybody().has(leader);
                let digs = s.redoubts.iter().any(|redoubt| u16::from(redoubt.builder) == leader);
                (named && !covered) || digs || s.battle.late[usize::from(leader)] > 0 || s.open.has(leader)
            };
            if seen || held(state) || held(later) {
                busy.insert(leader);
            }
        }
        // [4.7] Where one of the rivals went tells where the other is not.
        let rivals = self.wary(state);
        if !still && rivals.into_iter().any(|rival| busy.has(rival)) {
            busy = busy.or(rivals);
        }
        let hexes: Vec<_> = busy.into_iter().flat_map(|leader| [state, later].map(|s| s.hexes[usize::from(leader)])).collect();
        let beside = |leader: &u16| [state, later].iter().any(|s| hexes.contains(&s.hexes[usize::from(*leader)]));
        busy.or((0..self.leaders() as u16).filter(beside).collect())
    }

    /// For each counter of a knot somebody it might be.
    fn draw_names(&self, state: &State, tied: Leaders, dice: &mut dyn Dice) -> Option<Vec<Leader>> {
        let mut places: Vec<Leader> = tied.into_iter().map(|leader| leader as Leader).collect();
        places.sort_by_key(|&leader| self.looks(state, leader));
        let mut names: Vec<Leader> = tied.into_iter().map(|leader| leader as Leader).collect();
        for i in (1..names.len()).rev() {
            let j = usize::from(dice.roll(i as u8 + 1, Case("1.1"))) - 1;
            names.swap(i, j);
        }
        // Regrouping that nobody saw may have made a Force swifter than it could be known to be: then only the dice count.
        let found = [true, false].into_iter().find_map(|marches| {
            let might = |place: usize, name: usize| self.might_be(state, places[place], names[name], marches);
            matching(places.len(), &might)
        })?;
        // In the order of the set.
        let by_place: Vec<(Leader, Leader)> = places.iter().copied().zip(found.into_iter().map(|name| names[name])).collect();
        let name = |leader: u16| by_place.iter().find(|(place, _)| u16::from(*place) == leader).map(|(_, name)| *name);
        Some(tied.into_iter().filter_map(name).collect())
    }

    /// Whether a counter might be somebody, by its rolls and, if asked, by its marches.
    fn might_be(&self, state: &State, place: Leader, name: Leader, marches: bool) -> bool {
        // Eyes have followed him into his hex.
        if state.placed.has(name.into()) && state.hexes[usize::from(place)] != state.hexes[usize::from(name)] {
            return false;
        }
        let rating = self.general(name).initiative;
        let [least, most] = [0, 1].map(|at| state.rating[at][usize::from(place)]);
        let slow = |unit: Unit| state.shown[usize::from(unit)][0] > 0 || state.shown[usize::from(unit)][2] > 0;
        let swift = !marches || !state.swift.has(place.into()) || !self.on_track(state, name).any(slow);
        if self.is_outpost(name) {
            return !state.genuine.has(place.into()) && !state.swift.has(place.into()) && !state.extended_by(place);
        }
        // [14] In a Fortnight of rest Major Generals march, and whoever has come onto the map in it.
        let free = !state.grand.told.has(place.into()) || state.grand.newcomers.has(place.into());
        (least..=most).contains(&rating) && swift && (free || !self.general(name).rank.leads())
    }

    /// Everything by which others can tell two counters of a knot apart.
    fn looks(&self, state: &State, leader: Leader) -> (u16, [bool; 15], [u8; 6]) {
        let at = usize::from(leader);
        let has = |set: Leaders| set.has(leader.into());
        let sets = [
            has(state.acted),
            has(state.marched),
            has(state.fought),
            has(state.swift),
            state.hand == leader,
            has(state.force),
            has(state.battle.everybody()),
            has(state.genuine),
            has(state.forage),
            has(state.grand.ashore),
            has(state.grand.told),
            has(state.grand.newcomers),
            has(state.grand.movers),
            // These follow from where a counter stood, and stay with its place: two that differ in them only are not alike.
            has(state.supplied),
            has(state.unheard),
        ];
        (
            state.hexes[at].0,
            sets,
            [state.fog[at], state.spent[at], state.rating[0][at], state.rating[1][at], state.hurried[at], state.strain[at] as u8],
        )
    }

    /// `[7]` What a Force has lost unseen: one Strength Point for some of its rolls.
    fn redraw_losses(&self, world: &mut State, leader: Leader, dice: &mut dyn Dice) {
        let units: Vec<Unit> = self.on_track(world, leader).collect();
        for &unit in &units {
            world.strength[usize::from(unit)] = world.shown[usize::from(unit)];
        }
        for _ in 0..world.fog[usize::from(leader)] {
            let lost = dice.roll(6, Case("7")) == 6;
            let left: u16 = self.points(world, leader);
            if lost
                && left > 1
                && let Some((unit, arm)) = strongest(units.iter().copied(), &*world.strength)
            {
                world.strength[usize::from(unit)][arm] -= 1;
            }
        }
    }
}

/// Gives each of `count` places one of as many names that it may have, if that can be done: whoever comes later may send an
/// earlier one elsewhere.
fn matching(count: usize, might: &dyn Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    fn settle(place: usize, tried: &mut [bool], holder: &mut [Option<usize>], might: &dyn Fn(usize, usize) -> bool) -> bool {
        for name in 0..holder.len() {
            if tried[name] || !might(place, name) {
                continue;
            }
            tried[name] = true;
            if holder[name].is_none_or(|other| settle(other, tried, holder, might)) {
                holder[name] = Some(place);
                return true;
            }
        }
        false
    }
    let mut holder = vec![None; count];
    if !(0..count).all(|place| settle(place, &mut vec![false; count], &mut holder, might)) {
        return None;
    }
    let mut found = vec![0; count];
    for (name, place) in holder.iter().enumerate() {
        found[(*place)?] = name;
    }
    Some(found)
}

/// The first of some leaders in a knot.
fn free_first(free: Leaders, state: &State, knot: Leader) -> u16 {
    free.into_iter().find(|&l| state.knot[usize::from(l)] == knot).unwrap_or(0)
}

/// Puts each leader of a set in the place of another: what is seen of a counter stays where it is.
fn exchange(world: &mut State, tied: Leaders, names: &[Leader]) {
    let before = *world;
    for (place, &name) in tied.into_iter().zip(names) {
        let (from, to) = (usize::from(place), usize::from(name));
        world.hexes[to] = before.hexes[from];
        world.fog[to] = before.fog[from];
        world.spent[to] = before.spent[from];
        world.hurried[to] = before.hurried[from];
        world.strain[to] = before.strain[from];
        world.rating[0][to] = before.rating[0][from];
        world.rating[1][to] = before.rating[1][from];
        let [french, coalition] = &mut world.battle.force;
        let pairs = [
            (&mut world.swift, before.swift),
            (&mut world.acted, before.acted),
            (&mut world.marched, before.marched),
            (&mut world.fought, before.fought),
            (&mut world.force, before.force),
            (&mut world.supplied, before.supplied),
            (&mut world.unheard, before.unheard),
            (&mut world.genuine, before.genuine),
            (&mut world.forage, before.forage),
            (&mut world.grand.ashore, before.grand.ashore),
            (&mut world.grand.told, before.grand.told),
            (&mut world.grand.newcomers, before.grand.newcomers),
            (&mut world.grand.movers, before.grand.movers),
            (french, before.battle.force[0]),
            (coalition, before.battle.force[1]),
        ];
        if u16::from(before.hand) == place {
            world.hand = name;
        }
        // [14] An objective that was shown is that of the counter.
        for (aim, was) in world.grand.aims.iter_mut().zip(before.grand.aims) {
            if u16::from(was.leader) == place && before.grand.told.has(place) {
                aim.leader = name;
            }
        }
        for (set, was) in pairs {
            if was.has(place) { set.insert(name.into()) } else { set.remove(name.into()) }
        }
    }
}
