//! [16.1] to [16.3.1] Charges: who may, the ride hex by hex, and [16.5] [16.6] riding a beaten enemy down.

use crate::Bautzen;
use crate::action::Action;
use crate::event::{Event, Kind};
use crate::marching::turns_between;
use crate::rooms::asked;
use crate::state::{Arm, Formation, Frame, NOWHERE, Readiness, Ride, Standing, State, Unit, Units, flag};
use crate::tables::Terrain;
use grognard_engine::facing::{Aspect, HEADINGS};
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

/// Who charges.
#[derive(Clone, Copy)]
pub struct Choosing;

/// A charge under way.
#[derive(Clone, Copy)]
pub struct Riding;

/// A beaten enemy is ridden down.
#[derive(Clone, Copy)]
pub struct Pursuing;

/// What is left to do in a charge.
pub mod stage {
    /// It rides.
    pub const RIDING: u8 = 0;
    /// It has met its target, which has not answered yet.
    pub const CONTACT: u8 = 1;
    /// The target is beaten and may be ridden down.
    pub const BEATEN: u8 = 2;
    /// It is over.
    pub const OVER: u8 = 3;
    /// Whoever was fallen upon has run: the riders may take his hex [16.9].
    pub const VACATED: u8 = 4;
    /// Not recalled: it rides on after the beaten [16.7].
    pub const LOOSE: u8 = 5;
    /// It comes up to what it fights, and has no choice any more [16.6] [17.4].
    pub const CLOSING: u8 = 6;
    /// The beaten run; then the die of recall falls [16.5] [16.7].
    pub const RECALL: u8 = 7;
    /// Skirmishers have run from it; whoever is left behind them answers next [16.5].
    pub const LEFT: u8 = 8;
}

impl Bautzen {
    /// [16.3.1] Whether cavalry can charge.
    fn may_charge(&self, state: &State, unit: Unit) -> Result<(), Violation> {
        let (kind, so) = (self.kind(unit), state.piece(unit));
        let what = Subject::Unit(UnitId(unit));
        let no = |case: &'static str, why: &'static str| Err(Violation::new(case, why, what));
        if kind.side != state.phasing || !so.on_map() {
            return no("4.2", "only one's own units on the map charge");
        }
        if kind.arm != Arm::Cavalry {
            return no("16.3.1", "only cavalry charges");
        }
        // [16.10] Whoever may not attack any more before anybody has attacked did not dare.
        if so.has(flag::CHARGED) && so.has(flag::ATTACKED) {
            return no("16.10", "cavalry that did not dare to charge stands in this sequence");
        }
        if so.has(flag::CHARGED) {
            return no("16.3.1", "the regiment has charged in this segment");
        }
        if so.has(flag::ENTERED) {
            return no("6.10", "nobody charges in the turn he enters");
        }
        if !so.good() {
            return no("16.3.1", "only cavalry in good order charges");
        }
        if so.ready != Readiness::Fresh {
            return no("16.2", "tired cavalry does not charge in this segment");
        }
        if self.on_foot(unit, so) {
            return no("16.10", "dragoons on foot do not charge");
        }
        if !matches!(so.formation, Formation::Column | Formation::Line) {
            return no("16.3.1", "a charge begins in column or in line");
        }
        Ok(())
    }

    /// [16.3.2] Whether another regiment of the stack can ride along.
    fn may_ride_along(&self, state: &State, unit: Unit) -> Result<(), Violation> {
        let Ride { lead, ridden, turns, units, contact, .. } = state.ride;
        self.may_charge(state, unit)?;
        let what = Subject::Unit(UnitId(unit));
        let no = |why: &'static str| Err(Violation::new("16.3.2", why, what));
        let (first, so) = (state.piece(lead), state.piece(unit));
        if ridden > 0 || turns > 0 || contact || units.has(unit) {
            return no("regiments join before the ride begins");
        }
        if so.hex != first.hex || so.formation != first.formation || so.heading != first.heading {
            return no("regiments charge together out of one hex, drawn up alike");
        }
        let of_nation = |leader: Unit, rider: Unit| {
            let (chief, kind) = (self.kind(leader), self.kind(rider));
            chief.side == kind.side && chief.nation == kind.nation
        };
        let led = self
            .leaders_in(state, first.hex)
            .any(|leader| self.kind(leader).cav_value > 0 && [unit, lead].into_iter().all(|rider| of_nation(leader, rider)));
        if led { Ok(()) } else { no("several regiments need a leader of cavalry of their nation with them") }
    }

    /// [16.10] Cavalry of the Rheinbund makes up its mind before it charges, whoever leads the ride; if it does not dare it attacks nobody.
    fn dares(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) -> bool {
        let dares = self.kind(unit).recall_row != "Rheinbund" || self.roll_morale(state, unit, "16.10", &[], umpire);
        if !dares {
            state.notes_of(unit).mark(flag::ATTACKED);
        }
        dares
    }

    /// [5.1] A line on two hexes draws together in the first of them as it begins to ride.
    fn draw_together(&self, state: &mut State, unit: Unit) {
        let so = *state.piece(unit);
        if so.wide() {
            self.set(state, unit, self.gathered(so));
            self.leaders_follow(state, so.second, so.hex, self.side(unit));
        }
    }

    /// [16.3.4] [21.2] Whether a charge may go through a hexside into a hex.
    pub(crate) fn may_gallop(&self, state: &State, from: HexId, to: HexId) -> Result<(), Violation> {
        let edge = self.ground().between(from, to);
        // [16.3.3] Streams and slopes are ridden over, the river is not, at its crossings or beside them.
        if edge.spree() || edge.spree_crossing() {
            return Err(Violation::new(
                "21.2",
                "no charge goes across the Spree, nor through its bridges and fords",
                Subject::Hexside(from, to),
            ));
        }
        match self.terrain(state, to) {
            Terrain::Clear => Ok(()),
            Terrain::Work if self.ground().between(to, from).work_rear() => Ok(()),
            _ => Err(Violation::new("16.3.4", "no charge goes into such terrain", Subject::Hex(to))),
        }
    }

    /// [16.3.3] [5.2] Whether a direction lies before all who ride, if the foremost of them stood so: heavy cavalry sees less to its sides than light.
    pub(crate) fn rides_through(&self, state: &State, so: &Standing, going: usize) -> bool {
        state.ride.units.into_iter().all(|unit| self.sides_of(state, unit, so, so.hex).aspect(going) == Aspect::Front)
    }

    /// [16.3.3] A step of the ride: how everybody stands then, and its price.
    fn gallop(&self, state: &State, to: HexId) -> Result<(Standing, u8, usize), Violation> {
        let Ride { lead, left, ridden, .. } = state.ride;
        let so = *state.piece(lead);
        // [5.3.3] Riders who have come into a zone of enemy cavalry stop there: they name somebody or halt.
        if ridden > 0 && self.must_stop(state, lead, so.hex) {
            return Err(Violation::new("5.3.3", "a zone of enemy cavalry ends the ride", Subject::Hex(so.hex)));
        }
        let (first, going) = self.ridden_over(state, lead, to)?;
        if !self.rides_through(state, &so, going) {
            return Err(Violation::new("16.3.3", "a charge goes through the front", Subject::Hexside(so.hex, first)));
        }
        self.may_gallop(state, so.hex, first)?;
        let mut price = self.price(state, lead, &so, so.hex, first)?;
        if first != to {
            self.may_gallop(state, first, to)?;
            price += self.price(state, lead, &so, first, to)?;
        }
        if self.terrain(state, to) == Terrain::Work {
            return Err(Violation::new("21.5", "cavalry never enters an earthwork", Subject::Hex(to)));
        }
        if left < price {
            return Err(Violation::new(
                "16.3.1",
                "not enough movement points are left",
                Subject::Short { has: left.into(), needs: price.into() },
            ));
        }
        self.no_enemy(state, lead, to)?;
        let next = Standing { hex: to, ..so };
        // [6.7] Friends who cannot be passed bar the way; the riders go among those who can if they get out again, and do not end there.
        let free = self.ranks(state, to).all(|friend| state.ride.units.has(friend));
        let full = !free && self.may_stack_together(state, &next).is_err();
        if full && !(self.may_pass(state, lead, &next, to) && self.rides_out(state, &next, going, left - price, PASSED)) {
            return Err(Violation::new("6.7", "friends bar the way", Subject::Hex(to)));
        }
        Ok((next, price, going))
    }

    /// [17.4] The first hex on the way to another, and the direction: itself if it lies beside the riders, or a carré of the enemy that they ride over
    /// to come out behind it.
    fn ridden_over(&self, state: &State, lead: Unit, to: HexId) -> Result<(HexId, usize), Violation> {
        let (grid, from) = (self.grid(), state.piece(lead).hex);
        if let Some(going) = grid.direction(from, to) {
            return Ok((to, going));
        }
        let behind = |going: &usize| {
            let over = grid.neighbours(from)[*going]?;
            (grid.neighbours(over)[*going] == Some(to)).then_some((over, *going))
        };
        let Some((over, going)) = (0..6).find_map(|going| behind(&going)) else {
            return Err(Violation::new("16.3.3", "the hex is not beside the riders", Subject::Hex(to)));
        };
        let enemies = || self.ranks(state, over).filter(|&unit| self.side(unit) != self.side(lead));
        // [18.6] Guns that stand inside it are part of it, though they lie on top.
        let carre = |unit: Unit| state.piece(unit).formation == Formation::Carre && state.piece(unit).good();
        match enemies().next() {
            Some(_) if enemies().any(carre) => Ok((over, going)),
            Some(_) => Err(Violation::new("17.4", "riders ride over a carré, and over nobody else", Subject::Hex(over))),
            None => Err(Violation::new("16.3.3", "the hex is not beside the riders", Subject::Hex(to))),
        }
    }

    /// [16.3.3] A turn in the ride.
    fn wheel_about(&self, state: &State, heading: u8) -> Result<u8, Violation> {
        let Ride { lead, left, turns, way, .. } = state.ride;
        let so = state.piece(lead);
        let what = Subject::Unit(UnitId(lead));
        if heading == so.heading || heading % 2 != so.heading % 2 || turns_between(so.heading, heading) != 1 {
            return Err(Violation::new("16.3.3", "riders turn one hexside at a time", what));
        }
        if turns >= self.turns_in_a_hex(state) {
            return Err(Violation::new("16.3.3", "the riders have turned enough in this hex", what));
        }
        let price = 2 * self.figures().charge_turn as u8;
        if left < price {
            return Err(Violation::new(
                "16.3.1",
                "not enough movement points are left",
                Subject::Short { has: left.into(), needs: price.into() },
            ));
        }
        // [6.7] Among friends with whom they cannot stay they do not turn until it is too late to leave them.
        if self.may_rest(state).is_err() {
            let mut then = state.clone();
            then.ride.turns += 1;
            if !self.rides_out(&then, &Standing { heading, ..*so }, usize::from(way), left - price, PASSED) {
                return Err(Violation::new("6.7", "friends bar the way", Subject::Hex(so.hex)));
            }
        }
        Ok(price)
    }

    /// [16.3.3] How often riders turn in a hex: all together as often as the heaviest of them.
    pub(crate) fn turns_in_a_hex(&self, state: &State) -> u8 {
        let heavy = state.ride.units.into_iter().any(|unit| self.kind(unit).heavy);
        (if heavy { self.figures().charge_turns_heavy } else { self.figures().charge_turns_light }) as u8
    }

    /// [16.3.3] One change of formation, in the first hex entered.
    fn reform_in_ride(&self, state: &State, shape: u8, heading: u8) -> Result<(Standing, u8), Violation> {
        let Ride { lead, left, ridden, formed, way, .. } = state.ride;
        let so = *state.piece(lead);
        let what = Subject::Unit(UnitId(lead));
        let no = |why: &'static str| Err(Violation::new("16.3.3", why, what));
        let formation = match crate::marching::shape_of(shape) {
            Some((formation @ (Formation::Column | Formation::Line), 1, 0)) => formation,
            _ => return no("riders change between column and line"),
        };
        if ridden != 1 || formed {
            return no("the formation is changed once, in the first hex entered");
        }
        let off = so.heading.abs_diff(heading);
        if formation == so.formation || off.min(12 - off.min(12)) != 1 {
            return no("riders take the other formation looking the same way");
        }
        if formation == Formation::Line && state.ride.units.into_iter().any(|unit| state.piece(unit).left < 4) {
            return no("a line of cavalry needs four increments");
        }
        let price = 2 * self.figures().charge_form as u8;
        if left < price {
            return Err(Violation::new(
                "16.3.1",
                "not enough movement points are left",
                Subject::Short { has: left.into(), needs: price.into() },
            ));
        }
        let next = Standing { formation, heading, ..so };
        if self.may_rest(state).is_err() && !self.rides_out(state, &next, usize::from(way), left - price, PASSED) {
            return Err(Violation::new("6.7", "friends bar the way", Subject::Hex(so.hex)));
        }
        Ok((next, price))
    }

    /// [16.3.5] [16.3.8] Whether a hex can be named as what is charged: enemies right before the riders, seen at the start of the ride or not.
    pub(crate) fn may_strike(&self, state: &State, hex: HexId) -> Result<(), Violation> {
        let lead = state.ride.lead;
        let so = state.piece(lead);
        let what = Subject::Hex(hex);
        if !self.held_by(state, self.side(lead).other(), hex) {
            return Err(Violation::new("16.3.5", "no enemy that fights stands there", what));
        }
        let Some(going) = self.grid().direction(so.hex, hex) else {
            return Err(Violation::new("16.3.5", "the target must be right before the riders", what));
        };
        if !self.rides_through(state, so, going) {
            return Err(Violation::new("16.3.3", "a charge goes through the front", Subject::Hexside(so.hex, hex)));
        }
        self.may_gallop(state, so.hex, hex)?;
        let cossacks = state.ride.units.into_iter().any(|unit| self.kind(unit).cossack());
        if cossacks && self.daunts_cossacks(state, hex, (going + 3) % 6) {
            return Err(Violation::new("16.10", "Cossacks do not charge steady infantry, nor guns from the front", what));
        }
        Ok(())
    }

    /// [16.10] Whether Cossacks who come through this hexside of a hex shrink from it: they do not charge infantry in good order, nor guns that look at
    /// them.
    pub(crate) fn daunts_cossacks(&self, state: &State, hex: HexId, side: usize) -> bool {
        self.ranks(state, hex).any(|enemy| {
            let there = state.piece(enemy);
            match self.kind(enemy).arm {
                Arm::Infantry => there.good(),
                Arm::Artillery => {
                    there.formation == Formation::Unlimbered && self.aspect(state, enemy, hex, side) == Aspect::Front
                }
                _ => false,
            }
        })
    }

    /// [16.3.7] The ride is over; whoever spent his whole allowance and met nobody routs in place.
    pub(crate) fn end_ride(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Ride { units, contact, left, pounce, .. } = state.ride;
        // All ride on the points of the slowest, and each has his own allowance to spend.
        let slowest = units.into_iter().map(|unit| self.kind(unit).ma).min().unwrap_or(0);
        let spent = (2 * (slowest + self.figures().charge_bonus as u8)).saturating_sub(left);
        for unit in units {
            let ma = 2 * self.kind(unit).ma;
            // [16.2] Whoever only fell upon somebody stayed where he was, or took one hex.
            if !pounce {
                state.notes_of(unit).set_paced(2);
            }
            if !contact && !pounce && spent >= ma {
                self.routed_in_place(state, unit);
                self.tell_order(state, unit, "16.3.7", "has spent itself without meeting anybody and routs", umpire);
            }
        }
        // Whoever rode along with them is a leader like others again.
        for leader in self.units().filter(|&unit| !self.is(unit).fights) {
            state.notes_of(leader).flags &= !flag::ALONG;
        }
        state.ride = Ride::NONE;
        while matches!(state.frame(), Frame::Ride | Frame::Pursue | Frame::Stand | Frame::React) {
            state.pop();
        }
    }

    /// Somebody rides no further: the others have the points of the slowest of those who are left [16.3.1], and have spent what they spent [16.3.7].
    pub(crate) fn leaves_ride(&self, state: &mut State, unit: Unit) {
        let slowest = |units: Units| units.into_iter().map(|unit| self.kind(unit).ma).min();
        let before = slowest(state.ride.units);
        state.ride.units.remove(unit);
        if let (Some(before), Some(now)) = (before, slowest(state.ride.units)) {
            state.ride.left += 2 * (now - before);
        }
    }

    /// [6.8] The riders from the top of their hex down: whoever comes into a hex lies at the bottom, so that in this order they lie as they lay.
    pub(crate) fn riders(&self, state: &State) -> Vec<Unit> {
        let Ride { lead, units, .. } = state.ride;
        self.ranks(state, state.piece(lead).hex).filter(|&unit| units.has(unit)).collect()
    }

    /// Puts the riders somewhere.
    fn ride_to(&self, state: &mut State, so: Standing, umpire: &mut Umpire<'_, Event>) {
        let (from, begins) = (state.piece(state.ride.lead).hex, state.ride.ridden == 0);
        for unit in self.riders(state) {
            let now = *state.piece(unit);
            let next = Standing { hex: so.hex, heading: so.heading, formation: so.formation, ..now };
            self.put(state, unit, next, umpire);
            // [5.1] Whoever has become too weak for a line on the way is in column.
            self.contract(state, unit);
        }
        if so.hex != from {
            self.leaders_ride(state, from, so.hex, begins);
        }
    }

    fn carry_on(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        let lead = state.ride.lead;
        match action {
            Action::Step(hex) => {
                let Ok((so, price, going)) = self.gallop(state, hex) else { return };
                let from = state.piece(lead).hex;
                let hexes = self.grid().distance(from, hex);
                self.ride_to(state, so, umpire);
                // [16.3.6] Whoever rides on has left what he rode straight at.
                state.ride.units.into_iter().for_each(|unit| state.notes_of(unit).flags &= !flag::STRAIGHT);
                let ride = &mut state.ride;
                ride.left -= price;
                let before = if ride.ridden > 0 && usize::from(ride.way) == going { ride.straight } else { 0 };
                ride.straight = before.saturating_add(hexes);
                ride.way = going as u8;
                ride.ridden = ride.ridden.saturating_add(hexes);
                ride.turns = 0;
                umpire.tell(|| {
                    let text = format!("{} to {}", self.acts(state.ride.units, "ride"), self.grid().number(hex));
                    self.event(Kind::Move, "16.3.3", &[lead], &[from, hex], text)
                });
                self.meet_others(state);
            }
            Action::Turn(heading) => {
                let Ok(price) = self.wheel_about(state, heading) else { return };
                let so = Standing { heading, ..*state.piece(lead) };
                self.ride_to(state, so, umpire);
                state.ride.left -= price;
                state.ride.turns += 1;
                self.tell_riders(state, umpire);
                self.meet_others(state);
            }
            Action::Form(shape, heading) => {
                let Ok((so, price)) = self.reform_in_ride(state, shape, heading) else { return };
                self.ride_to(state, so, umpire);
                state.ride.left -= price;
                state.ride.formed = true;
                self.tell_riders(state, umpire);
            }
            _ => {}
        }
    }

    /// [16.8] [17.1] After an act of the riders: enemy cavalry may meet them, infantry before them may form carré.
    fn meet_others(&self, state: &mut State) {
        self.warn(state);
        if !self.reactors(state).is_empty() {
            state.push(Frame::React);
        }
    }

    /// [17.1] Asks the next hex of infantry before the riders whether it tries carré. Says whether there is one.
    fn warn(&self, state: &mut State) -> bool {
        let Some((hex, row)) = self.next_warned(state) else { return false };
        (state.ride.target, state.ride.row) = (hex, row);
        state.push(Frame::Stand);
        true
    }

    /// [16.9] Whether cavalry that fell upon somebody may take the hex that he has left.
    fn may_occupy(&self, state: &State) -> Result<(), Violation> {
        let Ride { lead, target, stage: now, .. } = state.ride;
        if now != stage::VACATED || target == NOWHERE {
            return Err(Violation::new("16.9", "no hex has been left to these riders", Subject::Unit(UnitId(lead))));
        }
        self.may_stand(state, lead, &Standing { hex: target, ..self.gathered(*state.piece(lead)) })
    }

    /// [16.5] [16.6] Whom the riders ride down next. Guns that are left where they stand are not: they check for themselves [18.6].
    fn ridden_down(&self, state: &State) -> Option<Unit> {
        let guns = |unit: Unit| self.kind(unit).arm == Arm::Artillery && state.piece(unit).formation == Formation::Unlimbered;
        self.ranks(state, state.ride.target).find(|&unit| !state.piece(unit).good() && !guns(unit))
    }

    /// [16.5] [16.6] What one blow of riding down costs, in half points.
    fn trample_price(state: &State) -> u8 {
        2 * state.ride.trample
    }

    /// The rule by which riders deal with the beaten: the routed are ridden down by one, those whom a try at carré disordered by another, and the hex of
    /// whoever was fallen upon is taken by a third.
    fn pursuit_rule(&self, state: &State) -> &'static str {
        match state.ride.stage {
            stage::VACATED => "16.9",
            _ if state.ride.trample == self.figures().trample_disordered as u8 => "16.6",
            _ => "16.5",
        }
    }
}

impl Room<Bautzen> for Choosing {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(state.phasing, "16.3.1")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        out.extend(game.units().filter(|&unit| game.may_charge(state, unit).is_ok()).map(Action::Pick));
        out.push(Action::End);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Pick(unit) => game.may_charge(state, unit),
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        let Action::Pick(unit) = action else { return game.end_segment(state, umpire) };
        state.notes_of(unit).mark(flag::CHARGED);
        if !game.dares(state, unit, umpire) {
            return;
        }
        game.draw_together(state, unit);
        let left = 2 * (game.kind(unit).ma + game.figures().charge_bonus as u8);
        state.ride = Ride { units: Units::one(unit), lead: unit, left, ..Ride::NONE };
        umpire.tell(|| {
            let text = format!("{} begins to charge", game.called(unit));
            game.event(Kind::Charge, "16.3.1", &[unit], &[state.piece(unit).hex], text)
        });
        state.push(Frame::Ride);
    }

    fn forced(self, game: &Bautzen, state: &State) -> Option<Action> {
        (!game.units().any(|unit| game.may_charge(state, unit).is_ok())).then_some(Action::End)
    }
}

impl Room<Bautzen> for Riding {
    fn asks(self, game: &Bautzen, state: &State) -> (Seat, Case) {
        asked(game.side(state.ride.lead), "16.3.3")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        let hex = state.piece(state.ride.lead).hex;
        let mut offer = |action: Action| {
            if self.check(game, state, action).is_ok() {
                out.push(action);
            }
        };
        for next in game.grid().around(hex) {
            offer(Action::Step(next));
            offer(Action::Target(next));
        }
        // [17.4] Over a carré.
        for going in 0..6 {
            if let Some(beyond) = game.grid().neighbours(hex)[going].and_then(|over| game.grid().neighbours(over)[going]) {
                offer(Action::Step(beyond));
            }
        }
        (0..HEADINGS).for_each(|heading| offer(Action::Turn(heading)));
        let looks = state.piece(state.ride.lead).looks();
        for shape in [0, 1] {
            for by in [-1, 1] {
                offer(Action::Form(shape, looks.turned(by).number()));
            }
        }
        game.ranks(state, hex).for_each(|unit| offer(Action::Join(unit)));
        offer(Action::Halt);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Step(hex) => game.gallop(state, hex).map(|_| ()),
            Action::Turn(heading) => game.wheel_about(state, heading).map(|_| ()),
            Action::Form(shape, heading) => game.reform_in_ride(state, shape, heading).map(|_| ()),
            Action::Join(unit) => game.may_ride_along(state, unit),
            Action::Target(hex) => game.may_strike(state, hex).and_then(|()| game.may_rest(state)),
            Action::Halt => game.may_rest(state),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        let lead = state.ride.lead;
        match action {
            Action::Join(unit) => {
                state.notes_of(unit).mark(flag::CHARGED);
                if !game.dares(state, unit, umpire) {
                    return;
                }
                game.draw_together(state, unit);
                state.ride.units.insert(unit);
                let left = 2 * (game.kind(unit).ma + game.figures().charge_bonus as u8);
                state.ride.left = state.ride.left.min(left);
            }
            Action::Target(hex) => game.strike(state, hex, umpire),
            Action::Halt => game.end_ride(state, umpire),
            _ => {
                // [10.1] Riders are fired at like others who act in a zone.
                if !game.opportunities(state, lead).is_empty() {
                    state.act = Some(action);
                    state.push(Frame::Opportunity(lead));
                } else {
                    game.carry_on(state, action, umpire);
                }
            }
        }
    }

    fn pass(self, game: &Bautzen, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        // Whoever was shot to pieces on the way rides no further.
        let gone: Vec<Unit> =
            state.ride.units.into_iter().filter(|&unit| !state.piece(unit).on_map() || !state.piece(unit).good()).collect();
        gone.into_iter().for_each(|unit| game.leaves_ride(state, unit));
        let Some(first) = state.ride.units.first() else {
            state.act = None;
            game.end_ride(state, umpire);
            return true;
        };
        if !state.ride.units.has(state.ride.lead) {
            state.ride.lead = first;
        }
        if let Some(action) = state.act.take() {
            match (state.ride.stage, action) {
                (stage::CLOSING | stage::LOOSE, Action::Step(to)) => game.spur(state, to, umpire),
                _ => game.carry_on(state, action, umpire),
            }
            return true;
        }
        match state.ride.stage {
            stage::CONTACT => game.resolve_contact(state, umpire),
            stage::LOOSE | stage::CLOSING => game.ride_on(state, umpire),
            stage::RECALL => game.recall(state, umpire),
            stage::LEFT => game.skirmishers_left(state),
            stage::OVER => game.end_ride(state, umpire),
            stage::VACATED if game.may_occupy(state).is_ok() => state.push(Frame::Pursue),
            stage::VACATED => state.ride.stage = stage::OVER,
            // [17.1] Several hexes before the riders may try carré, one after another.
            stage::RIDING if state.ride.ridden > 0 || state.ride.turns > 0 => return game.warn(state),
            _ => return false,
        }
        true
    }
}

impl Room<Bautzen> for Pursuing {
    fn asks(self, game: &Bautzen, state: &State) -> (Seat, Case) {
        asked(game.side(state.ride.lead), game.pursuit_rule(state))
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        if game.may_occupy(state).is_ok() {
            out.push(Action::Advance(state.ride.lead));
        }
        if self.check(game, state, Action::Trample).is_ok() {
            out.push(Action::Trample);
        }
        out.push(Action::Done);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Advance(unit) if unit != state.ride.lead => {
                Err(Violation::new("16.9", "only those who fell upon him may take the hex", Subject::Unit(UnitId(unit))))
            }
            Action::Advance(_) => game.may_occupy(state),
            Action::Trample => {
                let price = Bautzen::trample_price(state);
                if price == 0 || game.ridden_down(state).is_none() {
                    return Err(Violation::new("16.5", "nobody is left to ride down", Subject::Hex(state.ride.target)));
                }
                if state.ride.left < price {
                    return Err(Violation::new(
                        game.pursuit_rule(state),
                        "not enough movement points are left",
                        Subject::Short { has: state.ride.left.into(), needs: price.into() },
                    ));
                }
                Ok(())
            }
            Action::Done => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if action == Action::Trample {
            state.ride.left -= Bautzen::trample_price(state);
            let hex = state.ride.target;
            let case = game.pursuit_rule(state);
            if let Some(unit) = game.ridden_down(state) {
                game.lose(state, unit, hex, 1, case, umpire);
            }
        } else if state.ride.stage == stage::VACATED {
            if let Action::Advance(unit) = action {
                game.draw_together(state, unit);
                let (from, so) = (state.piece(unit).hex, Standing { hex: state.ride.target, ..*state.piece(unit) });
                game.ride_to(state, so, umpire);
                state.notes_of(unit).set_paced(1);
                umpire.tell(|| {
                    let text = format!("{} takes {}", game.called(unit), game.grid().number(so.hex));
                    game.event(Kind::Advance, "16.9", &[unit], &[from, so.hex], text)
                });
            }
            state.ride.stage = stage::OVER;
            state.pop();
        } else {
            state.ride.stage = stage::OVER;
            state.pop();
            game.after_trample(state, umpire);
        }
    }

    fn pass(self, game: &Bautzen, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        if state.ride.stage == stage::VACATED {
            return false;
        }
        if self.check(game, state, Action::Trample).is_err() {
            self.deed(game, state, Action::Done, umpire);
            return true;
        }
        false
    }
}

/// Nothing is charged.
pub(crate) const NO_TARGET: HexId = NOWHERE;

/// How many hexes of friends, one behind another, are looked through for a way out.
pub(crate) const PASSED: u8 = 3;
