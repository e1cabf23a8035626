//! [16.4] to [16.7] A charge that meets its target: standing against it, running from it, being ridden down, and recall. [18.5] [18.6] Guns that are charged.

use crate::Bautzen;
use crate::action::Action;
use crate::charge::{NO_TARGET, stage};
use crate::event::{Event, Kind};
use crate::state::{Arm, Cause, Formation, Frame, Order, Readiness, Ride, State, Unit, flag};
use crate::tables::Terrain;
use grognard_engine::facing::Aspect;
use grognard_engine::tally::Tally;
use grognard_engine::{Case, HexId, Umpire};

impl Bautzen {
    /// [16.3.6] Whether the riders came straight at a hex, and look at it.
    fn came_straight(&self, state: &State, hex: HexId) -> bool {
        let Ride { lead, straight, way, pounce, .. } = state.ride;
        let so = state.piece(lead);
        let (left, right) = so.looks().sides();
        let far = i16::from(straight) >= self.figures().charge_straight;
        let ahead = |going: usize| going == usize::from(way) && (going == left || going == right);
        !pounce && far && self.grid().direction(so.hex, hex).is_some_and(ahead)
    }

    /// [16.3.6] The riders are upon a hex.
    pub(crate) fn strike(&self, state: &mut State, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let Ride { units, .. } = state.ride;
        let bonus = self.came_straight(state, hex);
        for unit in units {
            let piece = state.notes_of(unit);
            piece.aim = hex;
            piece.flags &= !flag::STRAIGHT;
            if bonus {
                piece.mark(flag::STRAIGHT);
            }
        }
        state.ride.target = hex;
        state.ride.contact = true;
        state.ride.stage = stage::CONTACT;
        umpire.tell(|| {
            let who: Vec<Unit> = units.into_iter().collect();
            let how = if bonus { ", straight" } else { "" };
            // Falling upon whoever moves nearby is no charge of that segment.
            let case = if state.ride.pounce { "16.9" } else { "16.3.6" };
            let text = format!(
                "{} {} in {}{how}",
                self.acts(units, "charge"),
                self.names(self.ranks(state, hex)),
                self.grid().number(hex)
            );
            self.event(Kind::Charge, case, &who, &[hex], text)
        });
        self.ask_to_stand(state, hex);
        // [16.4] Cavalry that is charged by riders who began beside it has not been asked yet.
        if !self.reactors(state).is_empty() {
            state.push(Frame::React);
        }
    }

    /// [17.1] The declared target may try carré on the row of the points that are left to it.
    pub(crate) fn ask_to_stand(&self, state: &mut State, hex: HexId) {
        state.ride.row = self.carre_row(state, hex);
        if self.may_square(state, hex).is_ok() {
            state.push(Frame::Stand);
        }
    }

    /// What happens when nobody asks any more: cavalry waits for the melee, others stand or run.
    pub(crate) fn resolve_contact(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        self.stand(state, umpire);
    }

    /// [16.5] The modifiers of the check to stand. [16.3.6] Only a charge that came straight brings those of the charge with it, and one upon
    /// whoever moved nearby [16.9].
    pub(crate) fn stand_check(&self, state: &State, unit: Unit, hex: HexId, told: bool) -> (i16, Tally) {
        let s = &self.tables().stand;
        let so = state.piece(unit);
        let charged = state.ride.pounce || self.came_straight(state, hex);
        // The row of the disordered stands for the general one.
        let mut tally = self.general_modifiers(state, unit, !charged, told);
        let mut add = |by: i16, what: &str| {
            if by != 0 && charged {
                tally.add(by, Case("16.5"), || what.to_owned());
            }
        };
        let rider = state.piece(state.ride.lead).hex;
        let side = self.grid().direction(hex, rider);
        match side.map(|side| self.aspect(state, unit, hex, side)) {
            Some(Aspect::Flank) => add(s.flank, "charged in the flank"),
            Some(Aspect::Rear) => add(s.rear, "charged in the rear"),
            _ => {}
        }
        match (so.order, so.formation) {
            (Order::Disordered, _) => add(s.disordered, "disordered"),
            (_, Formation::Skirmish) => add(s.skirmish, "in skirmish order"),
            (_, Formation::Line) => add(s.line, "in line"),
            (_, Formation::Carre) => add(s.carre, "in carré"),
            _ => {}
        }
        let riders: Vec<Unit> = state.ride.units.into_iter().collect();
        if riders.iter().any(|&unit| self.kind(unit).lance_armed) {
            add(s.lancers, "charged by lancers");
        }
        if riders.iter().any(|&unit| self.kind(unit).heavy) {
            add(s.heavy, "charged by heavy cavalry");
        }
        if side.is_some_and(|side| self.ground().edge(hex, side).slope()) {
            add(s.slope, "across a slope");
        }
        let mut rating = self.rating(state, unit);
        // [6.9] Whoever has marched by force is easier to break.
        if so.has(flag::FORCED) {
            rating += self.figures().force_charged;
        }
        (rating, tally)
    }

    /// [16.4] [16.5] The target stands, or does not.
    pub(crate) fn stand(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let hex = state.ride.target;
        let Some(target) = self.charged_first(state, hex) else {
            state.ride.stage = stage::OVER;
            return;
        };
        let so = *state.piece(target);
        match (self.kind(target).arm, so.formation, so.order) {
            // [16.10] Dragoons on foot take to their horses, or rout.
            (Arm::Cavalry, Formation::Skirmish, Order::Good) if self.kind(target).dismounts() => {
                if self.to_horse(state, target, hex, umpire) {
                    state.ride.stage = stage::OVER;
                    if state.ride.pounce {
                        self.tire_pouncers(state);
                    }
                } else {
                    // [16.5] [16.7] Like others who rout before a charge they can be ridden down, and the riders have to be recalled.
                    self.beaten_in(state, target, hex);
                    self.routed_in_place(state, target);
                    self.tell_order(state, target, "16.10", "routs", umpire);
                    self.beaten(state, umpire);
                }
            }
            // [16.4] Cavalry does not check: it fights in the melee segment.
            (Arm::Cavalry, ..) => self.close_with(state, hex),
            (arm, _, Order::Routed) => {
                if arm == Arm::Infantry {
                    self.limbered_rout(state, hex, umpire);
                }
                // Whoever stayed when these riders broke him runs now.
                self.ranks(state, hex).for_each(|unit| state.ride.asked.remove(unit));
                self.beaten(state, umpire);
            }
            (Arm::Infantry, Formation::Skirmish, Order::Good) => self.skirmishers_charged(state, target, umpire),
            (Arm::Artillery, Formation::Unlimbered, _) => self.guns_charged(state, umpire),
            _ => {
                let (rating, tally) = self.stand_check(state, target, hex, umpire.listens());
                if self.roll_check(state, target, "16.5", rating, &tally, umpire) {
                    self.stood(state, hex);
                } else {
                    self.hex_routs(state, hex, umpire);
                    self.beaten(state, umpire);
                }
            }
        }
    }

    /// [16.5] [18.5] [18.6] Who of a charged hex is asked first: its infantry; without any its unlimbered guns, by which limbered ones stand, whichever
    /// lie on top; else the top unit. The routed make no check, so that of each arm somebody else answers for them if he is there.
    pub(crate) fn charged_first(&self, state: &State, hex: HexId) -> Option<Unit> {
        let steady = |unit: &Unit| state.piece(*unit).order != Order::Routed;
        let infantry = || self.ranks(state, hex).filter(|&unit| self.kind(unit).arm == Arm::Infantry);
        infantry()
            .find(steady)
            .or_else(|| infantry().next())
            .or_else(|| self.unlimbered_in(state, hex).first().copied())
            .or_else(|| self.ranks(state, hex).find(steady))
            .or_else(|| self.ranks(state, hex).next())
    }

    /// [16.5] All who are in a charged hex have stood, and the riders halt before it.
    fn stood(&self, state: &mut State, hex: HexId) {
        for unit in self.ranks(state, hex).collect::<Vec<_>>() {
            state.notes_of(unit).mark(flag::STOOD);
        }
        self.close_with(state, hex);
    }

    /// [16.5] [18.6] All who are in a charged hex rout with whoever checked for them, limbered guns too; guns that stand unlimbered are left behind. Whoever
    /// of them was disordered stays where he is, routed.
    fn hex_routs(&self, state: &mut State, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let disordered = |state: &State, unit: Unit| state.piece(unit).order == Order::Disordered;
        let foot: Vec<Unit> = self.ranks(state, hex).filter(|&unit| self.kind(unit).arm == Arm::Infantry).collect();
        let foot_stays = foot.iter().all(|&unit| disordered(state, unit));
        for unit in self.ranks(state, hex).collect::<Vec<_>>() {
            let how = match state.piece(unit).formation {
                Formation::Unlimbered => continue,
                Formation::Skirmish => "is caught in skirmish order and routs",
                _ => "does not stand and routs",
            };
            // Guns go or stay with the infantry beside them.
            let beside_foot = self.kind(unit).arm == Arm::Artillery && !foot.is_empty();
            let stays = if beside_foot { foot_stays } else { disordered(state, unit) };
            if stays {
                state.ride.asked.insert(unit);
            } else {
                state.ride.asked.remove(unit);
            }
            self.beaten_in(state, unit, hex);
            self.routed_in_place(state, unit);
            self.tell_order(state, unit, "16.5", how, umpire);
        }
    }

    /// [18.6] Limbered guns share the fate of the infantry they stand with, though that was routed before it was charged.
    fn limbered_rout(&self, state: &mut State, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        for unit in self.ranks(state, hex).collect::<Vec<_>>() {
            let so = state.piece(unit);
            if self.kind(unit).arm == Arm::Artillery && so.formation != Formation::Unlimbered && so.order != Order::Routed {
                self.routed_in_place(state, unit);
                self.tell_order(state, unit, "18.6", "routs with the infantry beside it", umpire);
            }
        }
    }

    /// [18.5] [18.7] Unlimbered guns that are charged alone check, each battery for itself: who fails is lost, and nobody uses it again.
    fn guns_charged(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Ride { target: hex, units, pounce, .. } = state.ride;
        let mut stands = false;
        for unit in self.unlimbered_in(state, hex) {
            let (rating, tally) = self.stand_check(state, unit, hex, umpire.listens());
            if self.roll_check(state, unit, "16.5", rating, &tally, umpire) {
                stands = true;
            } else {
                self.remove(state, unit, "18.5", "is overrun and lost", umpire);
            }
        }
        if stands {
            return self.stood(state, hex);
        }
        // Limbered guns who are left check as infantry does.
        if self.ranks(state, hex).next().is_some() {
            return;
        }
        if pounce {
            // [16.9] Whoever fell upon them may take their place, and no more.
            self.tire_pouncers(state);
            state.ride.stage = stage::VACATED;
            return;
        }
        // [16.3.6] What was ridden straight at the guns does not count against the next.
        units.into_iter().for_each(|unit| state.notes_of(unit).flags &= !flag::STRAIGHT);
        state.ride.straight = 0;
        state.ride.target = NO_TARGET;
        state.ride.stage = stage::RIDING;
    }

    /// The unlimbered guns in a hex, from the top down.
    pub(crate) fn unlimbered_in(&self, state: &State, hex: HexId) -> Vec<Unit> {
        self.ranks(state, hex).filter(|&unit| state.piece(unit).formation == Formation::Unlimbered).collect()
    }

    /// [16.5] Skirmishers do not stand: they run into steady infantry or a place beside them, or are ridden down. [14.4] Of several such hexes they take the
    /// one that a forced move would, and it is one: [14.7] they are fired at on their way, and [14.9] the Spree takes its toll.
    fn skirmishers_charged(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        let so = *state.piece(unit);
        let charged = state.ride.target;
        let steps = so
            .hexes()
            .flat_map(|at| self.grid().around(at).map(move |to| (at, to)))
            // [5.1] Of two hexes the other one may lie in the woods, or have friends in it.
            .filter(|&(_, to)| to != charged)
            .filter(|&(at, to)| {
                let end = crate::Standing { hex: to, formation: self.loose(state, to), ..self.gathered(so) };
                let place = self.friends_to_run_to(state, unit, to) || self.terrain(state, to).general();
                place && self.may_stand(state, unit, &end).is_ok() && self.price(state, unit, &so, at, to).is_ok()
            });
        let Some((at, to)) = self.way_out(state, unit, steps) else {
            self.hex_routs(state, charged, umpire);
            return self.beaten(state, umpire);
        };
        // [5.1] Whoever stands on two hexes goes from the one beside the place.
        self.beaten_in(state, unit, at);
        let drawn_together = self.gathered(*state.piece(unit));
        self.set(state, unit, drawn_together);
        self.leaders_gather(state, unit, &so);
        state.notes_of(unit).mark(flag::SHELTERED);
        let what = if self.friends_to_run_to(state, unit, to) { "falls back among friends" } else { "runs for cover" };
        self.tell_order(state, unit, "16.5", what, umpire);
        state.ride.stage = stage::LEFT;
        self.step_back(state, unit, at, to);
    }

    /// [16.5] Whether steady infantry that is not in line stands in a hex besides a unit of its side.
    fn friends_to_run_to(&self, state: &State, unit: Unit, hex: HexId) -> bool {
        self.ranks(state, hex).any(|friend| {
            let there = state.piece(friend);
            friend != unit
                && self.side(friend) == self.side(unit)
                && self.kind(friend).arm == Arm::Infantry
                && there.good()
                && there.formation != Formation::Line
        })
    }

    /// [16.5] Skirmishers have run from a charge. Whom they leave behind has the riders upon him: [18.5] guns are charged alone now, and [17.1] nobody in
    /// skirmish order keeps the others from a carré any more.
    pub(crate) fn skirmishers_left(&self, state: &mut State) {
        let Ride { target: hex, lead, pounce, .. } = state.ride;
        if self.held_by(state, self.side(lead).other(), hex) {
            state.ride.stage = stage::CONTACT;
            return self.ask_to_stand(state, hex);
        }
        state.ride.stage = stage::OVER;
        if pounce {
            self.tire_pouncers(state);
        }
    }

    /// [16.6] [17.4] The riders come up to what they charge, halt before it, and fight it in the melee segment.
    pub(crate) fn close_with(&self, state: &mut State, hex: HexId) {
        state.ride.target = hex;
        state.ride.stage = stage::CLOSING;
    }

    /// The next hex of those who have no choice: up to what they charge [16.6] [17.4], or after the beaten [16.7]. [5.3.6] [10.1] They are fired at on
    /// the way like all who act in a zone.
    pub(crate) fn ride_on(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let (lead, loose) = (state.ride.lead, state.ride.stage == stage::LOOSE);
        let next = if loose { self.next_in_pursuit(state) } else { self.next_towards(state) };
        match next {
            Some(to) if !self.opportunities(state, lead).is_empty() => {
                state.act = Some(Action::Step(to));
                state.push(Frame::Opportunity(lead));
            }
            Some(to) => self.spur(state, to, umpire),
            None if loose => self.pursuit_ends(state),
            None => self.come_up(state),
        }
    }

    /// [16.6] [17.4] The next hex up to what is charged as far as the points last, straight on where that leads there.
    fn next_towards(&self, state: &State) -> Option<HexId> {
        let Ride { lead, target: hex, way, ridden, .. } = state.ride;
        let grid = self.grid();
        let at = state.piece(lead).hex;
        let far = grid.distance(at, hex);
        let fits = |to: &HexId| far > 1 && grid.distance(*to, hex) < far && self.rides_free(state, *to);
        let ahead = grid.neighbours(at)[usize::from(way) % 6].filter(|_| ridden > 0);
        ahead.filter(fits).or_else(|| grid.around(at).find(fits))
    }

    /// Whether those who have no choice can ride into a hex beside them.
    fn rides_free(&self, state: &State, to: HexId) -> bool {
        let Ride { lead, left, .. } = state.ride;
        let so = state.piece(lead);
        self.may_gallop(state, so.hex, to).is_ok()
            && self.terrain(state, to) != Terrain::Work
            && self.holder(state, to).is_none()
            && self.price(state, lead, so, so.hex, to).is_ok_and(|price| price <= left)
    }

    /// A hex that is ridden into without a choice; [16.8] enemy cavalry may meet the riders there, too.
    pub(crate) fn spur(&self, state: &mut State, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let lead = state.ride.lead;
        let (grid, at, begins) = (self.grid(), state.piece(lead).hex, state.ride.ridden == 0);
        let price = self.price(state, lead, state.piece(lead), at, to).unwrap_or(u8::MAX);
        let going = grid.direction(at, to).unwrap_or(0) as u8;
        let ride = &mut state.ride;
        ride.straight = if ride.ridden > 0 && ride.way == going { ride.straight.saturating_add(1) } else { 1 };
        (ride.way, ride.left) = (going, ride.left.saturating_sub(price));
        ride.ridden = ride.ridden.saturating_add(1);
        // Whoever has come up to it looks at what he charges.
        let closing = ride.stage == stage::CLOSING;
        let looks = if closing { grid.direction(to, ride.target).map_or(going, |side| side as u8) } else { going };
        for unit in self.riders(state) {
            let mut so = crate::Standing { hex: to, ..*state.piece(unit) };
            so.heading = 2 * looks + so.heading % 2;
            self.put(state, unit, so, umpire);
        }
        self.leaders_ride(state, at, to, begins);
        umpire.tell(|| {
            let case = match (closing, state.ride.trample) {
                (false, _) => "16.7",
                (true, 0) => "17.4",
                (true, _) => "16.6",
            };
            let text = format!("{} must ride on to {}", self.names(state.ride.units), grid.number(to));
            self.event(Kind::Move, case, &[lead], &[at, to], text)
        });
        if !closing {
            // [16.7] What lies straight ahead of those who are not recalled.
            state.ride.target = grid.neighbours(to)[usize::from(going)].unwrap_or(NO_TARGET);
        }
        if !self.reactors(state).is_empty() {
            state.push(Frame::React);
        }
    }

    /// [16.6] [17.4] The riders have come as far as they come, and wait for the melee.
    fn come_up(&self, state: &mut State) {
        let Ride { lead, units, trample, target: hex, .. } = state.ride;
        // [16.3.6] Whoever came straight at what he now fights is doubled, whether he named it or it barred his way.
        let straight = self.came_straight(state, hex);
        // [16.3.7] Whoever has not come so far has met nobody.
        let near = self.grid().adjacent(state.piece(lead).hex, hex);
        state.ride.contact |= near;
        for unit in units {
            let notes = state.notes_of(unit);
            notes.aim = if near { hex } else { crate::NOWHERE };
            if straight {
                notes.mark(flag::STRAIGHT);
            }
        }
        state.ride.stage = stage::OVER;
        if trample > 0 && near {
            state.ride.stage = stage::BEATEN;
            state.push(Frame::Pursue);
        }
        if state.ride.pounce {
            self.tire_pouncers(state);
        }
    }

    /// [16.5] The target routs: it can be ridden down before it runs.
    pub(crate) fn beaten(&self, state: &mut State, _umpire: &mut Umpire<'_, Event>) {
        state.ride.trample = self.figures().trample_routed as u8;
        state.ride.stage = stage::BEATEN;
        state.push(Frame::Pursue);
        if state.ride.pounce {
            self.tire_pouncers(state);
        }
    }

    fn tire_pouncers(&self, state: &mut State) {
        for unit in state.ride.units {
            let to = if state.piece(unit).ready == Readiness::Fresh { Readiness::Tired } else { Readiness::Exhausted };
            self.tire(state, unit, to);
        }
    }

    /// [16.5] Whether somebody in a charged hex runs from it: whoever is routed, but for those who were disordered when they did not stand.
    fn runs(state: &State, unit: Unit) -> bool {
        state.piece(unit).order == Order::Routed && !state.ride.asked.has(unit)
    }

    /// Sends the routed units of a hex running, one after another. [16.7] It is noted who they are: riders who are not recalled go after them.
    pub(crate) fn send_running(&self, state: &mut State, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let routed: Vec<Unit> = self.ranks(state, hex).filter(|&unit| Self::runs(state, unit)).collect();
        for unit in routed {
            state.ride.tried.insert(unit);
            self.must_check(state, unit, Cause::Run, 0, false, umpire);
        }
    }

    /// [16.5] After the riding down: guns that are left are asked for, the beaten run, and then the riders are recalled or not.
    pub(crate) fn after_trample(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Ride { target: hex, pounce, trample, units, .. } = state.ride;
        let routs = trample == self.figures().trample_routed as u8;
        state.ride.trample = 0;
        // [18.6] Guns whose infantry was disordered or has gone check alone.
        for unit in self.unlimbered_in(state, hex) {
            let (rating, tally) = self.stand_check(state, unit, hex, umpire.listens());
            if self.roll_check(state, unit, "18.6", rating, &tally, umpire) {
                // [16.5] Whoever stands against a charge makes no check before the melee, whoever is beside him.
                state.notes_of(unit).mark(flag::STOOD);
            } else {
                self.remove(state, unit, "18.6", "is abandoned and lost", umpire);
            }
        }
        if !routs {
            return;
        }
        // Guns that stand, and whoever was disordered and stays where he is, remain what the riders named [16.3.5].
        let stays = self.ranks(state, hex).any(|unit| !Self::runs(state, unit));
        if pounce {
            state.ride.stage = stage::VACATED;
            self.send_running(state, hex, umpire);
            return;
        }
        for unit in units {
            let piece = state.notes_of(unit);
            piece.aim = if stays { hex } else { crate::NOWHERE };
            if !stays {
                piece.flags &= !flag::STRAIGHT;
            }
        }
        // The beaten run first, and leave their hex to those who come after them.
        state.ride.stage = stage::RECALL;
        self.send_running(state, hex, umpire);
    }

    /// [16.7] Recall, once the beaten have run: the riders are in hand again, or ride on.
    pub(crate) fn recall(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Ride { target: hex, units, lead, .. } = state.ride;
        let least = units.into_iter().map(|unit| self.kind(unit).recall).max().unwrap_or(1);
        // As the worst of the numbers counts, so he has to command all of them.
        let commands = |leader: Unit| units.into_iter().all(|unit| self.helps(leader, unit) && self.commands(leader, unit));
        let mut leaders = self.leaders_in(state, state.piece(lead).hex);
        let led = leaders.any(|leader| self.kind(leader).cav_value > 0 && commands(leader));
        let bonus = if led { self.figures().recall_leader } else { 0 };
        // The die falls once in a charge: whoever has been recalled is in hand.
        let recalled = state.ride.tried.has(lead) || {
            let die = umpire.roll(6, Case("16.7"));
            let recalled = i16::from(die) + bonus >= i16::from(least);
            umpire.tell(|| {
                let word = if recalled { "recalled" } else { "not recalled" };
                let text = format!("{}: {die}{bonus:+}, needs {least}: {word}", self.names(units));
                self.event(Kind::Charge, "16.7", &[lead], &[hex], text).rolled(die.into()).came_to("", word)
            });
            recalled
        };
        state.ride.tried = state.ride.tried.or(units);
        if recalled {
            state.ride.stage = stage::RIDING;
            state.ride.target = NO_TARGET;
            state.ride.straight = 0;
        } else {
            units.into_iter().for_each(|unit| state.notes_of(unit).mark(flag::WILD));
            state.ride.stage = stage::LOOSE;
        }
    }

    /// [16.7] Whomever those meet who are not recalled: the routed are enemies, too; before others whoever stayed of those whom they named.
    fn met_in_pursuit(&self, state: &State) -> Option<HexId> {
        let lead = state.ride.lead;
        let (so, enemy) = (state.piece(lead), self.side(lead).other());
        let meets = |to: &HexId| self.held_by(state, enemy, *to) && self.may_gallop(state, so.hex, *to).is_ok();
        self.grid().around(so.hex).filter(meets).min_by_key(|to| *to != so.aim)
    }

    /// [16.7] Where the nearest of those is who ran from the riders, if one is on the map still.
    fn pursued(&self, state: &State) -> Option<HexId> {
        let Ride { lead, tried, .. } = state.ride;
        let (grid, at) = (self.grid(), state.piece(lead).hex);
        let ran = |unit: &Unit| tried.has(*unit) && Self::runs(state, *unit);
        let hexes = self.fighters(state, self.side(lead).other()).filter(ran).map(|unit| state.piece(unit).hex);
        hexes.min_by_key(|&hex| (grid.distance(at, hex), hex))
    }

    /// [16.7] Whoever is not recalled rides after those who ran from him, straight on where that leads nearer to them, until he meets somebody or has no
    /// points left. If none of them is on the map any more he rides straight on through the hex that was left.
    fn next_in_pursuit(&self, state: &State) -> Option<HexId> {
        let Ride { lead, target: ahead, .. } = state.ride;
        let (grid, from) = (self.grid(), state.piece(lead).hex);
        let goal = self.pursued(state).unwrap_or(ahead);
        if goal == NO_TARGET || self.met_in_pursuit(state).is_some() {
            return None;
        }
        let nearer = |to: &HexId| grid.distance(*to, goal) < grid.distance(from, goal).max(1) && self.rides_free(state, *to);
        grid.around(from).filter(nearer).min_by_key(|&to| (grid.distance(to, goal), to != ahead, to))
    }

    /// [16.7] The pursuit is over: whoever was met is fought.
    fn pursuit_ends(&self, state: &mut State) {
        state.ride.stage = stage::OVER;
        let Some(to) = self.met_in_pursuit(state) else { return };
        let going = self.grid().direction(state.piece(state.ride.lead).hex, to).unwrap_or(0) as u8;
        for unit in state.ride.units {
            let mut so = *state.piece(unit);
            // [16.3.6] What was ridden straight at one hex does not count against another.
            if so.aim != to {
                so.flags &= !flag::STRAIGHT;
            }
            so.aim = to;
            so.heading = 2 * going + so.heading % 2;
            self.set(state, unit, so);
        }
    }
}
