//! [6.8] Bridges damaged and repaired, pontoons laid and taken up, trains left behind and captured.

use crate::event::{Event, Kind};
use crate::ground::PONTOONS;
use crate::state::{By, Leader, Leaders, NOBODY, Side, State, Train};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::{HexId, Subject, Umpire, Violation};

/// Half Movement Points by kind of bridge: primary, secondary.
const DAMAGE: [u8; 2] = [6, 4];
const REPAIR: [u8; 2] = [8, 6];
/// What an enemy next to the workmen adds.
const UNDER_FIRE: u8 = 6;
/// Half Movement Points of laying a pontoon, and of taking it up.
const LAY: u8 = 6;
const LIFT: u8 = 4;

fn no(why: &'static str, hex: HexId) -> Violation {
    Violation::new("6.8", why, Subject::Hex(hex))
}

impl Campaign {
    /// [3.4] Those of the Force in hand who stand with its leader: they work. He need not have troops of his own.
    fn crew(&self, state: &State) -> Leaders {
        let here = state.hex(state.hand);
        state.force.filter(|one| here.is_some() && state.hex(one as Leader) == here)
    }

    /// Whether the Force in hand can work on bridges at all, and where it stands.
    fn may_work(&self, state: &State, hex: HexId) -> Result<HexId, Violation> {
        if !self.is_campaign() {
            return Err(no("work on bridges belongs to campaigns", hex));
        }
        let working = matches!(state.by, By::Command | By::Initiative | By::Entry);
        if working && self.is_outpost(state.hand) {
            return Err(no("an Outpost does not work on bridges", hex));
        }
        if !working || state.sector > 0 {
            return Err(no("only a Force on a march of its own Movement Phase works on bridges", hex));
        }
        self.may_act_on(state)?;
        if self.crew(state).and(self.employed(state)).is_empty() {
            return Err(no("troops work on bridges: none of the Force stand with its leader", hex));
        }
        if state.extended {
            return Err(no("a Force on an Extended March does not work on bridges", hex));
        }
        state.hex(state.hand).ok_or_else(|| no("the Force is not on the map", hex))
    }

    /// [3.4] The Force pays together: what that part of it has left that has spent most.
    fn can_pay(&self, state: &State, price: u8) -> Result<u8, Violation> {
        let spent = |one: u16| state.spent[usize::from(one)];
        let most = state.force.into_iter().map(spent).max().unwrap_or(0);
        let left = (self.points_left(state, state.hand) + spent(state.hand.into())).saturating_sub(most);
        if left < price {
            let short = Subject::Short { has: left.into(), needs: price.into() };
            return Err(Violation::new("6.8", "not enough Movement Points are left", short));
        }
        Ok(price)
    }

    /// [6.8] Whether the bridge between the Force in hand and a hex can be damaged: what it takes.
    pub(crate) fn may_damage(&self, state: &State, to: HexId) -> Result<u8, Violation> {
        let from = self.may_work(state, to)?;
        let Some(bridge) = self.ground().bridge(from, to) else { return Err(no("no bridge leads there", to)) };
        if state.down.has(bridge.into()) {
            return Err(no("the bridge is down already", to));
        }
        self.can_pay(state, self.bridge_price(state, (from, to), DAMAGE)?)
    }

    /// [6.8] The price of work on a bridge; cavalry alone cannot do it on a primary one.
    fn bridge_price(&self, state: &State, (from, to): (HexId, HexId), prices: [u8; 2]) -> Result<u8, Violation> {
        let primary = self.ground().between(from, to, &state.going()).primary_river();
        if primary && self.crew(state).into_iter().all(|one| self.on_horse(state, one as Leader)) {
            return Err(no("cavalry alone does not work on a primary bridge", to));
        }
        Ok(prices[usize::from(!primary)])
    }

    /// [6.8] Whether the bridge between the Force in hand and a hex can be repaired: what it takes.
    pub(crate) fn may_repair(&self, state: &State, to: HexId) -> Result<u8, Violation> {
        let from = self.may_work(state, to)?;
        let down = self.ground().bridge(from, to).is_some_and(|bridge| state.down.has(bridge.into()));
        if !down {
            return Err(no("no bridge that is down leads there", to));
        }
        let foes = self.foes(state, self.side_of(state.hand));
        if foes.held.has(to) {
            return Err(no("an enemy Force holds the other end", to));
        }
        let near = self.grid().around(from).any(|hex| foes.held.has(hex));
        let price = self.bridge_price(state, (from, to), REPAIR)? + if near { UNDER_FIRE } else { 0 };
        self.can_pay(state, price)
    }

    /// [6.8] Whether the leader in hand can lay a pontoon towards a hex.
    pub(crate) fn may_lay(&self, state: &State, to: HexId) -> Result<u8, Violation> {
        let from = self.may_work(state, to)?;
        let crew = self.crew(state);
        if !state.trains.iter().any(|train| crew.has(train.carrier.into())) {
            return Err(no("he carries no bridge train", to));
        }
        let edge = self.ground().between(from, to, &state.going());
        if !edge.river() || edge.pontoon() || !self.ground().dry(to) {
            return Err(no("a pontoon is laid over a river hexside that has none", to));
        }
        self.can_pay(state, LAY)
    }

    /// [6.8] Whether the leader in hand can take up a pontoon of his side in his hex: any leader can, also one who rides alone or leads others without
    /// troops of his own.
    pub(crate) fn may_lift(&self, state: &State) -> Result<u8, Violation> {
        let here = state.hex(state.hand).unwrap_or(NOWHERE);
        let leads = matches!(state.by, By::Command | By::Initiative | By::Entry) && !state.extended;
        let bare = self.points(state, state.hand) == 0 && !self.is_outpost(state.hand) && state.sector == 0;
        let alone = self.is_campaign() && here != NOWHERE && (state.by == By::Ride || leads && bare);
        let from = if alone { here } else { self.may_work(state, here)? };
        let side = self.side_of(state.hand);
        let lies = |train: &Train| train.hex == from && train.facing < Train::PACKED && train.side == side;
        if !state.trains.iter().any(lies) {
            return Err(no("no pontoon of yours lies here", from));
        }
        self.can_pay(state, LIFT)
    }

    /// Lists what the Force in hand can do to bridges.
    pub(crate) fn list_works(&self, state: &State, out: &mut Vec<Action>) {
        if let Some(from) = state.hex(state.hand).filter(|&hex| self.may_work(state, hex).is_ok()) {
            // There is nothing to do where no river runs.
            for to in self.ground().across_rivers(from) {
                out.extend(self.may_damage(state, to).is_ok().then_some(Action::Damage(to)));
                out.extend(self.may_repair(state, to).is_ok().then_some(Action::Repair(to)));
                out.extend(self.may_lay(state, to).is_ok().then_some(Action::Lay(to)));
            }
        }
        out.extend(self.may_lift(state).is_ok().then_some(Action::Lift));
    }

    fn tell_work(&self, state: &State, what: &str, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let from = state.hexes[usize::from(state.hand)];
        umpire.tell(|| {
            let place =
                if from == to { self.grid().number(from) } else { self.grid().number(from) + "/" + &self.grid().number(to) };
            self.event(Kind::Note, "6.8", Leaders::EMPTY, &[from, to], format!("{what} at {place} [6.8]"))
        });
    }

    /// [6.10] [1.1] Everybody sees who works on bridges: no Outpost does.
    fn prove_by_work(&self, state: &mut State) {
        state.genuine = state.genuine.or(self.crew(state).and(self.employed(state)));
    }

    /// [6.5] Whether an enemy zone has stopped the march in hand. When the way is cut over which it reaches, that march does not go on all the same.
    fn is_stopped_in_hand(&self, state: &State) -> bool {
        self.is_stopped(state, &self.foes(state, self.side_of(state.hand)), state.hand)
    }

    /// [6.8] The Force in hand damages or repairs a bridge.
    pub(crate) fn work(&self, state: &mut State, to: HexId, down: bool, umpire: &mut Umpire<'_, Event>) {
        let price = if down { self.may_damage(state, to) } else { self.may_repair(state, to) };
        let from = state.hexes[usize::from(state.hand)];
        let (Ok(price), Some(bridge)) = (price, self.ground().bridge(from, to)) else { return };
        let stopped = self.is_stopped_in_hand(state);
        self.prove_by_work(state);
        state.worked += price;
        if down {
            state.down.insert(bridge.into())
        } else {
            state.down.remove(bridge.into())
        }
        state.halted |= stopped && !self.is_stopped_in_hand(state);
        self.tell_work(state, if down { "a bridge is damaged" } else { "a bridge is repaired" }, to, umpire);
    }

    /// [6.8] The leader in hand lays a pontoon.
    pub(crate) fn lay(&self, state: &mut State, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let from = state.hexes[usize::from(state.hand)];
        let (Ok(price), Some(facing)) = (self.may_lay(state, to), self.grid().direction(from, to)) else { return };
        let (hand, crew) = (state.hand, self.crew(state));
        let left = self.points_left(state, hand).saturating_sub(price);
        self.prove_by_work(state);
        state.worked += price;
        // His own first.
        let carries = |train: &&mut Train| crew.has(train.carrier.into());
        if let Some(train) = state.trains.iter_mut().filter(carries).min_by_key(|train| (train.carrier != hand, train.carrier)) {
            *train = Train { side: train.side, carrier: NOBODY, hex: from, facing: facing as u8 };
        }
        // [6.1] Cavalry that set out with the train had five points for this march, and has no more now that it is rid of it.
        state.worked += self.points_left(state, hand).saturating_sub(left);
        self.tell_work(state, "a pontoon is laid", to, umpire);
    }

    /// [6.1] Half Movement Points that a leader of the Force in hand has spent, his work on bridges included. Cavalry that has laid the train with which it
    /// set out has lost its other points by that, and has not spent them.
    pub(crate) fn expended(&self, state: &State, leader: Leader) -> u8 {
        let worked = if leader == state.hand { state.worked } else { 0 };
        let lost = self.figures().allowance_horse.saturating_sub(self.figures().allowance_foot);
        let laid = self.goes_on_horse(state, leader) && worked >= LAY + lost;
        state.spent[usize::from(leader)].saturating_add(if laid { worked - lost } else { worked })
    }

    /// [6.8] The leader in hand takes up a pontoon.
    pub(crate) fn lift(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Ok(price) = self.may_lift(state) else { return };
        let (hand, side) = (state.hand, self.side_of(state.hand));
        let from = state.hexes[usize::from(hand)];
        let stopped = self.is_stopped_in_hand(state);
        self.prove_by_work(state);
        state.worked += price;
        // [1.1] Of several the first clockwise: which of them comes first in a position is nobody's affair.
        let lies = |train: &&mut Train| train.hex == from && train.facing < Train::PACKED && train.side == side;
        if let Some(train) = state.trains.iter_mut().filter(lies).min_by_key(|train| train.facing) {
            *train = Train { side, carrier: hand, hex: NOWHERE, facing: Train::PACKED };
        }
        state.halted |= stopped && !self.is_stopped_in_hand(state);
        self.tell_work(state, "a pontoon is taken up", from, umpire);
    }

    /// [6.8] What was taken on the march that ends is hauled like any other train from now on.
    pub(crate) fn haul_trains(state: &mut State) {
        for train in state.trains.iter_mut().filter(|train| train.facing == Train::TAKEN) {
            train.facing = Train::PACKED;
        }
    }

    /// [6.8] A Force enters a hex: enemy pontoons are its side's from now on, and trains that lie there go with it. Says whether there were any.
    pub(crate) fn capture_trains(&self, state: &mut State, leader: Leader, hex: HexId, umpire: &mut Umpire<'_, Event>) -> bool {
        let side = self.side_of(leader);
        // [6.1] Who is on the march has the points with which he set out.
        let facing = if state.force.has(leader.into()) { Train::TAKEN } else { Train::PACKED };
        let mut any = false;
        self.take_pontoons(state, side, hex, umpire);
        let lies = |train: &&mut Train| train.hex == hex && train.carrier == NOBODY && train.facing == Train::PACKED;
        for train in state.trains.iter_mut().filter(lies) {
            *train = Train { side, carrier: leader, hex: NOWHERE, facing };
            any = true;
            umpire.tell(|| {
                let number = self.grid().number(hex);
                let text = format!("{} takes the bridge train in {number} [6.8]", self.tag(leader));
                // [1.1] Who carries it from now on is his owner's affair.
                let veiled = format!("the {} take the bridge train in {number} [6.8]", side.name());
                self.event(Kind::Note, "6.8", Leaders::one(leader.into()), &[hex], text).veiled(side, Some(veiled))
            });
        }
        any
    }

    /// [6.8] Pontoons in a hex are theirs who enter it, in a retreat too.
    pub(crate) fn take_pontoons(&self, state: &mut State, side: Side, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let laid = |train: &&mut Train| train.hex == hex && train.facing < Train::PACKED && train.side != side;
        for train in state.trains.iter_mut().filter(laid) {
            train.side = side;
            umpire.tell(|| {
                let text = format!("the {} take the pontoon in {} [6.8]", side.name(), self.grid().number(hex));
                self.event(Kind::Note, "6.8", Leaders::EMPTY, &[hex], text)
            });
        }
    }

    /// [6.8] Trains of leaders who retreat or fall stay where they are: with a friend whose troops still hold the hex, for who occupies it has them, else
    /// on the ground.
    pub(crate) fn leave_trains(&self, state: &mut State, leaders: Leaders, hex: HexId) {
        let side = leaders.first().map(|leader| self.side_of(leader as Leader));
        let there = if hex == NOWHERE { Leaders::EMPTY } else { self.leaders_in(state, hex).and(self.employed(state)) };
        let next = there.less(leaders).filter(|one| Some(self.side_of(one as Leader)) == side).first();
        for train in state.trains.iter_mut().filter(|train| leaders.has(train.carrier.into())) {
            match next {
                Some(next) => train.carrier = next as Leader,
                None => (train.carrier, train.hex) = (NOBODY, hex),
            }
        }
    }

    /// [6.8] [I.b.3] A leader who leaves the map in peace hands his trains to a friend in his hex.
    pub(crate) fn pass_trains(&self, state: &mut State, leader: Leader, hex: HexId) {
        let side = self.side_of(leader);
        let here = self.leaders_in(state, hex).filter(|one| self.side_of(one as Leader) == side && one != u16::from(leader));
        let next = here.filter(|one| !self.is_outpost(one as Leader)).first().map(|one| one as Leader);
        for train in state.trains.iter_mut().filter(|train| train.carrier == leader) {
            match next {
                Some(next) => train.carrier = next,
                // Also one that was taken on the march in hand is seen where it lies.
                None => (train.carrier, train.hex, train.facing) = (NOBODY, hex, Train::PACKED),
            }
        }
    }

    /// [6.8] No train is part of a pursuit: what a leader carried before it stays with a friend in the hex that he has left, or lies there.
    pub(crate) fn halt_trains(&self, state: &mut State, leader: Leader, from: HexId, before: &[Train; PONTOONS]) {
        let side = self.side_of(leader);
        let stays = |one: u16| self.side_of(one as Leader) == side && !self.is_outpost(one as Leader);
        let next = self.leaders_in(state, from).filter(stays).first().map_or(NOBODY, |one| one as Leader);
        let hex = if next == NOBODY { from } else { NOWHERE };
        for (train, was) in state.trains.iter_mut().zip(before) {
            if was.carrier == leader {
                (train.carrier, train.hex) = (next, hex);
            }
        }
    }

    /// [6.8] Trains of a side that nobody carries and that lie nowhere: still to be given out.
    pub(crate) fn spare_trains(&self, state: &State, side: Side) -> usize {
        state.trains.iter().filter(|train| train.side == side && train.carrier == NOBODY && train.hex == NOWHERE).count()
    }
}
