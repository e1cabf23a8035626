//! [6.1] to [6.7] What one act of a unit in hand may be, and what it leads to: a step, a turn, another formation.

use crate::Bautzen;
use crate::action::SHAPES;
use crate::army::fits;
use crate::state::{Arm, Formation, NOWHERE, Order, Standing, State, Unit, abreast, flag};
use crate::tables::Terrain;
use grognard_engine::facing::{Aspect, HEADINGS, Heading};
use grognard_engine::{HexId, Subject, UnitId, Violation};

/// What an act leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How the unit stands then.
    pub so: Standing,
    /// Half points spent.
    pub price: u8,
    /// It uses up all that is left.
    pub all: bool,
}

/// What is known of the unit in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Who.
    pub unit: Unit,
    /// Half points left.
    pub left: u8,
    /// Whether it turned for nothing since its last step.
    pub turned: bool,
    /// Whether it did anything.
    pub begun: bool,
    /// Whether it may not go on.
    pub stopped: bool,
}

/// Formation of a shape, on how many hexes it lies, and which of them the unit was in, counted along the front; of one hex, which of its own it keeps.
pub(crate) fn shape_of(shape: u8) -> Option<(Formation, u8, u8)> {
    // In the order of `SHAPES`.
    const DRAWN_UP: [(Formation, u8, u8); SHAPES.len()] = [
        (Formation::Column, 1, 0),
        (Formation::Line, 1, 0),
        (Formation::Line, 2, 0),
        (Formation::Line, 2, 1),
        (Formation::Carre, 1, 0),
        (Formation::Skirmish, 1, 0),
        (Formation::Skirmish, 2, 0),
        (Formation::Skirmish, 2, 1),
        (Formation::General, 1, 0),
        (Formation::March, 1, 0),
        (Formation::Limbered, 1, 0),
        (Formation::Unlimbered, 1, 0),
        (Formation::Skirmish, 3, 1),
        (Formation::Skirmish, 3, 0),
        (Formation::Skirmish, 3, 2),
        (Formation::Column, 1, 1),
        (Formation::Line, 1, 1),
        (Formation::Carre, 1, 1),
        (Formation::General, 1, 1),
        (Formation::March, 1, 1),
    ];
    DRAWN_UP.get(usize::from(shape)).copied()
}

/// Steps of 60 degrees between two headings.
pub(crate) const fn turns_between(from: u8, to: u8) -> u8 {
    let apart = from.abs_diff(to);
    (if apart > 6 { 12 - apart } else { apart }) / 2
}

impl Bautzen {
    pub(crate) fn short(left: u8, price: u8) -> Violation {
        // Told in half points, as the engine counts.
        Violation::new("6.1", "not enough movement points are left", Subject::Short { has: left.into(), needs: price.into() })
    }

    /// [5.3.2] [5.3.3] Why a unit that was stopped goes no farther: each arm has its own zones.
    fn ended_by_zone(&self, unit: Unit, so: &Standing, what: Subject) -> Violation {
        let rides = self.walks_like(unit, so) == Arm::Cavalry || self.kind(unit).horse;
        if rides {
            Violation::new("5.3.3", "a zone of enemy cavalry ends the movement", what)
        } else {
            Violation::new("5.3.2", "an enemy zone of influence ends the movement", what)
        }
    }

    /// [6.2] A step into a neighbouring hex; for a unit on two hexes the one named is where its first hex goes.
    pub(crate) fn stride(&self, state: &State, held: Held, to: HexId) -> Result<Outcome, Violation> {
        self.stride_from(state, held, *state.piece(held.unit), to)
    }

    /// The same for a unit that stood so, wherever it stands.
    fn stride_from(&self, state: &State, held: Held, so: Standing, to: HexId) -> Result<Outcome, Violation> {
        self.stride_how(state, held, so, to).map(|(outcome, _)| outcome)
    }

    /// The same, and whether the unit only passes through a hex in which it cannot stay.
    pub(crate) fn stride_how(&self, state: &State, held: Held, so: Standing, to: HexId) -> Result<(Outcome, bool), Violation> {
        match self.stride_out(state, held, so, to)? {
            (outcome, Ok(())) => Ok((outcome, false)),
            (outcome, Err(_)) if self.leads_on(state, held, so.hex, outcome) => Ok((outcome, true)),
            (_, Err(violation)) => Err(violation),
        }
    }

    /// What a step leads to, and whether the unit can stay there or why not.
    fn stride_out(
        &self,
        state: &State,
        held: Held,
        so: Standing,
        to: HexId,
    ) -> Result<(Outcome, Result<(), Violation>), Violation> {
        let Held { unit, left, .. } = held;
        let kind = self.kind(unit);
        let grid = self.grid();
        let what = Subject::Unit(UnitId(unit));
        let no = |case: &'static str, why: &'static str, what: Subject| Err(Violation::new(case, why, what));
        let Some(going) = grid.direction(so.hex, to) else {
            return no("6.2", "the hex is not beside the unit", Subject::Hex(to));
        };
        if held.stopped && !(so.wide() && so.formation == Formation::Line) {
            return Err(self.ended_by_zone(unit, &so, Subject::Hex(so.hex)));
        }
        let prolong = so.formation == Formation::Unlimbered;
        let carre = so.formation == Formation::Carre && so.good();
        if prolong && held.begun {
            return no("18.3", "guns are prolonged one hex or turned one hexside, and no more", what);
        }
        if carre && held.begun {
            return no("6.4", "a carré goes one hex, and only as its first act", what);
        }
        let sides = self.sides_of(state, unit, &so, so.hex);
        let ahead = match (kind.arm, so.formation) {
            (Arm::Leader, _) => true,
            // A road bends, and the march with it: any way but back.
            (_, Formation::March) => (so.looks().sides().0 + 3) % 6 != going,
            _ => sides.aspect(going) == Aspect::Front,
        };
        let ahead = ahead && (!so.wide() || [1, 2].contains(&((going + 6 - abreast(so.looks())) % 6)));
        if !ahead {
            return no("6.2", "a unit moves through its front; it has to turn first", Subject::Hexside(so.hex, to));
        }
        let mut next;
        let mut price = self.price(state, unit, &so, so.hex, to)?;
        if so.wide() {
            let Some(second) = grid.neighbours(so.second)[going] else {
                return no("5.1", "the second hex would leave the map", Subject::Hex(to));
            };
            price = price.max(self.price(state, unit, &so, so.second, second)?);
            next = Standing { hex: to, second, ..so };
            if so.third != NOWHERE {
                let Some(third) = grid.neighbours(so.third)[going] else {
                    return no("5.1", "the third hex would leave the map", Subject::Hex(to));
                };
                price = price.max(self.price(state, unit, &so, so.third, third)?);
                next.third = third;
            }
            let general = |hex: HexId| hex != NOWHERE && self.natural(state, unit, &so, hex) != so.formation;
            if let Some(hex) = next.parts().into_iter().find(|hex| general(*hex)) {
                return no("5.1", "the terrain does not allow this formation", Subject::Hex(hex));
            }
            if held.stopped {
                next.aim = self.closes_up(state, unit, &so, &next)?;
            }
        } else if so.formation == Formation::March {
            let tail = so.left.saturating_sub(self.tables().road_increments);
            next = Standing { hex: to, second: if tail > 0 { so.hex } else { NOWHERE }, tail, ..so };
            next.heading = Heading::side(going).number();
        } else {
            next = self.settled(state, unit, so, to, Some(going));
        }
        // [5.3.7] Of a unit on several hexes the step that is made dearest counts.
        let steps = so.parts().into_iter().zip(next.parts()).take(if so.wide() { 3 } else { 1 });
        let steps = steps.filter(|(from, _)| *from != NOWHERE);
        price += steps.map(|(from, to)| self.harassed(state, unit, from, to)).max().unwrap_or(0);
        let edge = self.ground().between(so.hex, to);
        if prolong && (self.terrain(state, to) != Terrain::Clear || edge.stream() || edge.spree()) {
            return no("18.3", "guns are prolonged over clear ground only", Subject::Hex(to));
        }
        // [6.4] A carré and guns that are prolonged go one hex whatever it costs, if they can go there at all.
        if carre && price > 2 * self.figures().carre_ma as u8 {
            return no("6.4", "a carré has one movement point", Subject::Hex(to));
        }
        if !prolong && !carre {
            // [6.1] Of a unit on several hexes abreast the dearest that it leaves counts.
            let leaves = so.parts().into_iter().take(if so.wide() { 3 } else { 1 }).filter(|hex| *hex != NOWHERE);
            let least = leaves.map(|hex| self.ground_price(state, unit, &so, hex)).max().unwrap_or(0).max(price);
            if left < least {
                return Err(Self::short(left, least));
            }
        }
        if so.has(flag::FORCED) && next.formation == Formation::General {
            return no("6.9", "a forced march is made in column or in road march", Subject::Hex(to));
        }
        if state.piece(unit).has(flag::FORCED) && self.zone(state, kind.side.other(), to).any {
            return no("6.9", "a forced march does not enter an enemy zone of influence", Subject::Hex(to));
        }
        let outcome = Outcome { so: next, price: price.min(left), all: prolong || carre };
        Ok((outcome, self.may_stand(state, unit, &next)))
    }

    /// [6.7] Whether friends let a unit through where it cannot stay, and no enemy stops it there.
    fn passes_by(&self, state: &State, unit: Unit, outcome: Outcome) -> bool {
        let so = &outcome.so;
        let mut hexes = so.parts().into_iter().take(if so.wide() { 3 } else { 1 });
        let stops = |hex: HexId| hex != NOWHERE && self.must_stop(state, unit, hex);
        let freely = || if so.wide() { self.may_pass_so(state, unit, so) } else { self.may_pass(state, unit, so, so.hex) };
        !outcome.all && freely() && !hexes.any(stops)
    }

    /// [6.7] Whether a unit that goes through a hex in which it cannot stay gets out elsewhere than where it came in: at once or after a turn, and through
    /// as many further hexes of friends as it has points for.
    fn leads_on(&self, state: &State, held: Held, from: HexId, outcome: Outcome) -> bool {
        if !self.passes_by(state, held.unit, outcome) {
            return false;
        }
        let first = outcome.so.hex;
        // Where it comes among friends, each with what is left to it there.
        let mut among = vec![(outcome.so, held.left - outcome.price)];
        let mut at = 0;
        while let Some(&(so, left)) = among.get(at) {
            at += 1;
            for (so, held) in self.looking_round(Held { left, begun: true, turned: false, ..held }, so) {
                // Who looks behind him as well does not pass anybody by going back.
                for to in self.grid().around(so.hex).filter(|&to| so.hex != first || to != from) {
                    match self.stride_out(state, held, so, to) {
                        Ok((_, Ok(()))) => return true,
                        Ok((next, Err(_))) if self.passes_by(state, held.unit, next) => {
                            let (hex, heading, left) = (next.so.hex, next.so.heading, held.left - next.price);
                            if !among.iter().any(|(known, had)| (known.hex, known.heading) == (hex, heading) && *had >= left) {
                                among.push((next.so, left));
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        false
    }

    /// [6.2] How a unit in hand can look where it stands, with what is left to it then: as it does, and after each turn that it can pay for.
    fn looking_round(&self, held: Held, so: Standing) -> Vec<(Standing, Held)> {
        let mut looks = vec![(so, held)];
        let each = self.price_of_turns(&so, held).filter(|_| so.faces());
        for heading in (so.heading % 2..HEADINGS).step_by(2).filter(|heading| *heading != so.heading) {
            let price = each.map(|each| each * turns_between(so.heading, heading));
            if let Some(left) = price.and_then(|price| held.left.checked_sub(price)) {
                looks.push((Standing { heading, ..so }, Held { left, turned: true, begun: true, ..held }));
            }
        }
        looks
    }

    /// [6.2] A turn, or the wheel of a unit on two hexes.
    pub(crate) fn turn(&self, state: &State, held: Held, heading: u8) -> Result<Outcome, Violation> {
        let outcome = self.turn_in_place(state, held, heading)?;
        // [6.7] [6.8] Whoever is among friends with whom he cannot stay does not turn until it is too late to leave them.
        if let Err(violation) = self.may_stack(state, held.unit, &outcome.so)
            && self.gets_out(state, held, *state.piece(held.unit))
        {
            let then = Held { left: held.left - outcome.price, turned: true, begun: true, ..held };
            if outcome.all || !self.gets_out(state, then, outcome.so) {
                return Err(violation);
            }
        }
        Ok(outcome)
    }

    /// Whether a unit that stands so can take a step, be it after a turn.
    pub(crate) fn gets_out(&self, state: &State, held: Held, so: Standing) -> bool {
        let mut looks = self.looking_round(held, so).into_iter();
        looks.any(|(so, held)| self.grid().around(so.hex).any(|hex| self.stride_from(state, held, so, hex).is_ok()))
    }

    /// The same, wherever friends are.
    fn turn_in_place(&self, state: &State, held: Held, heading: u8) -> Result<Outcome, Violation> {
        let Held { unit, left, .. } = held;
        let so = *state.piece(unit);
        let what = Subject::Unit(UnitId(unit));
        let no = |case: &'static str, why: &'static str| Err(Violation::new(case, why, what));
        if !so.faces() {
            return no("5.2", "the unit looks all round");
        }
        if heading == so.heading {
            return no("6.2", "the unit looks there already");
        }
        if heading % 2 != so.heading % 2 {
            return no("5.2", "columns and guns look at hexsides, lines and skirmishers at vertices");
        }
        let turns = turns_between(so.heading, heading);
        let mut price = 2 * turns * self.figures().turn as u8;
        if so.wide() {
            return self.wheel(state, held, heading, turns);
        }
        if so.formation == Formation::March {
            // A march can only turn back on its road: head and tail change places.
            let Some(road) =
                self.grid().neighbours(so.hex)[usize::from(heading / 2)].filter(|&to| self.ground().between(so.hex, to).road())
            else {
                return no("6.6", "a march looks along its road");
            };
            if so.second != NOWHERE && road != so.second {
                return no("6.6", "a march turns back by changing head and tail");
            }
            if left < price {
                return Err(Self::short(left, price));
            }
            let mut next = Standing { heading, ..so };
            if so.second != NOWHERE {
                (next.hex, next.second) = (so.second, so.hex);
                // [8.8] The head needs more of the road than the tail did.
                self.may_stand(state, unit, &next)?;
            }
            return Ok(Outcome { so: next, price, all: false });
        }
        let next = Standing { heading, ..so };
        if so.formation == Formation::Unlimbered {
            if self.terrain(state, so.hex) == Terrain::Work {
                // [21.5] Guns in a work may be turned to any of its front hexsides.
                if self.ground().edge(so.hex, usize::from(heading / 2)).work_rear() {
                    return no("21.5", "guns in an earthwork look through its front");
                }
                return if held.turned {
                    no("21.5", "the guns were turned already")
                } else {
                    Ok(Outcome { so: next, price: 0, all: false })
                };
            }
            if turns > 1 || held.begun {
                return no("18.3", "guns are prolonged one hex or turned one hexside, and no more");
            }
            return Ok(Outcome { so: next, price: 0, all: true });
        }
        let free = so.formation == Formation::General || so.formation == Formation::Skirmish;
        if free {
            if held.turned {
                return no("6.2", "the unit has turned already since its last step");
            }
            price = 0;
        }
        if left < price {
            return Err(Self::short(left, price));
        }
        Ok(Outcome { so: next, price, all: false })
    }

    /// [6.2] What each sixty degrees cost a unit in one hex that may turn as far as its points allow; `None` if more is to be asked.
    pub(crate) fn price_of_turns(&self, so: &Standing, held: Held) -> Option<u8> {
        match so.formation {
            _ if so.wide() => None,
            Formation::General | Formation::Skirmish => (!held.turned).then_some(0),
            Formation::Column | Formation::Line | Formation::Limbered => Some(2 * self.figures().turn as u8),
            _ => None,
        }
    }

    /// [5.1] A unit on two hexes keeps one and swings the other forward.
    fn wheel(&self, state: &State, held: Held, heading: u8, turns: u8) -> Result<Outcome, Violation> {
        let Held { unit, left, .. } = held;
        let so = *state.piece(unit);
        let what = Subject::Unit(UnitId(unit));
        if turns != 1 && so.third == NOWHERE {
            return Err(Violation::new("5.1", "a unit on two hexes wheels one hexside at a time", what));
        }
        if so.third != NOWHERE {
            return Err(Violation::new("5.1", "a unit on three hexes does not wheel; it draws together first", what));
        }
        if held.stopped && so.formation != Formation::Line {
            return Err(self.ended_by_zone(unit, &so, Subject::Hex(so.hex)));
        }
        let grid = self.grid();
        let right = (so.heading + 2) % 12 == heading;
        let Some(looks) = Heading::from_number(heading) else {
            return Err(Violation::new("5.2", "there is no such facing", what));
        };
        // The first hex stays when the second swings forward, and the other way round.
        let (from, stays) = if right { (so.second, so.hex) } else { (so.hex, so.second) };
        let swing = if right { abreast(looks) } else { (abreast(looks) + 3) % 6 };
        let Some(to) = grid.neighbours(stays)[swing] else {
            return Err(Violation::new("5.1", "the second hex would leave the map", Subject::Hex(stays)));
        };
        let mut next = Standing { heading, ..so };
        (next.hex, next.second) = if right { (so.hex, to) } else { (to, so.second) };
        if held.stopped {
            next.aim = self.closes_up(state, unit, &so, &next)?;
        }
        let price =
            2 * self.figures().turn as u8 + self.price(state, unit, &so, from, to)? + self.harassed(state, unit, from, to);
        // [6.1] The half that swings leaves its hex.
        let least = price.max(self.ground_price(state, unit, &so, from));
        if left < least {
            return Err(Self::short(left, least));
        }
        if self.natural(state, unit, &so, to) != so.formation {
            return Err(Violation::new("5.1", "the terrain does not allow this formation", Subject::Hex(to)));
        }
        self.may_stand(state, unit, &next)?;
        Ok(Outcome { so: next, price, all: false })
    }

    /// [5.3.4] A line on two hexes that is in an enemy zone already may bring its other half up, through a second zone if need be, when both halves
    /// then stand beside one enemy: the hex that it will assault, and no other.
    fn closes_up(&self, state: &State, unit: Unit, so: &Standing, next: &Standing) -> Result<HexId, Violation> {
        let before = |so: &Standing| self.grid().neighbours(so.hex)[(abreast(so.looks()) + 1) % 6];
        let enemy = self.side(unit).other();
        let prey = |so: &Standing| before(so).filter(|&hex| self.held_by(state, enemy, hex));
        match (prey(so), prey(next)) {
            (None, Some(hex)) => Ok(hex),
            _ => Err(Violation::new(
                "5.3.4",
                "a line goes on in an enemy zone only to bring both halves beside one enemy",
                Subject::Hex(next.hex),
            )),
        }
    }

    /// [6.3] What another formation costs where a unit stands, in half points. General order is taken for nothing; skirmishers in a village pay like others.
    fn price_of_forming(&self, arm: Arm, formation: Formation) -> u8 {
        let figures = self.figures();
        2 * match arm {
            _ if formation == Formation::General => 0,
            Arm::Infantry if formation == Formation::Carre => figures.carre_form as u8,
            Arm::Infantry => figures.form_infantry as u8,
            Arm::Cavalry => figures.form_cavalry as u8,
            _ => figures.form_artillery as u8,
        }
    }

    /// Whether a look at the unit does not rule out another formation on so many hexes already. What it leaves is asked of [`Self::reform`].
    pub(crate) fn thinks_of(&self, state: &State, held: Held, formation: Formation, hexes: u8) -> bool {
        let so = state.piece(held.unit);
        if !fits(formation, self.kind(held.unit)) || held.left < self.price_of_forming(self.is(held.unit).arm, formation) {
            return false;
        }
        let (may, must) = self.two_hexes(held.unit, formation, so.left);
        match hexes {
            1 if must => false,
            1 if so.wide() => true,
            1 => {
                let fits = || self.drawn_up(held.unit, so.order)[formation as usize].allows(self.terrain(state, so.hex));
                formation != so.formation && fits()
            }
            2 => may,
            _ => self.figures().three_named > 0,
        }
    }

    /// [6.2] Whether whoever stands so turns for nothing: in general order, in skirmish order on one hex, [21.5] and guns in a work.
    pub(crate) fn turns_for_nothing(&self, state: &State, so: &Standing) -> bool {
        match so.formation {
            Formation::General => true,
            Formation::Skirmish => !so.wide(),
            Formation::Unlimbered => self.terrain(state, so.hex) == Terrain::Work,
            _ => false,
        }
    }

    /// [6.2] [6.3] Whether a unit in hand without points can still do something that costs none.
    pub(crate) fn acts_for_nothing(&self, state: &State, held: Held) -> bool {
        let so = state.piece(held.unit);
        let turns = self.turns_for_nothing(state, so) && so.good() && !held.turned;
        // [6.3] General order costs nothing: a march that has come among houses with its last point can still take it, and skirmishers on two hexes can,
        // unless the enemy has stopped them.
        let loosens = so.formation == Formation::March || (so.formation == Formation::Skirmish && so.wide());
        turns || (held.begun && loosens && self.may_loosen(state, held))
    }

    /// [6.3] Whether a unit can take general order for nothing, in whichever of its hexes.
    fn may_loosen(&self, state: &State, held: Held) -> bool {
        let heading = state.piece(held.unit).heading;
        let mut shapes = (0..SHAPES.len() as u8).filter(|&shape| matches!(shape_of(shape), Some((Formation::General, 1, _))));
        shapes.any(|shape| self.reform(state, held, shape, heading - heading % 2).is_ok())
    }

    /// [5.1] What a shape comes to that was to be taken when fire has answered: whoever has only one hex left draws together in it, and whoever has become
    /// too weak for two hexes is not drawn out.
    pub(crate) fn shape_after_fire(&self, state: &State, unit: Unit, shape: u8) -> u8 {
        let so = state.piece(unit);
        let Some((formation, hexes, from)) = shape_of(shape) else { return shape };
        let lost = hexes == 1 && from == 1 && !so.wide();
        let weak = hexes > 1 && !self.two_hexes(unit, formation, so.left).0;
        let in_one_hex = || (0..SHAPES.len() as u8).find(|&other| shape_of(other) == Some((formation, 1, 0)));
        if lost || weak { in_one_hex().unwrap_or(shape) } else { shape }
    }

    /// [6.3] Another formation.
    pub(crate) fn reform(&self, state: &State, held: Held, shape: u8, heading: u8) -> Result<Outcome, Violation> {
        let Held { unit, left, .. } = held;
        let so = *state.piece(unit);
        let kind = self.kind(unit);
        let what = Subject::Unit(UnitId(unit));
        let no = |case: &'static str, why: &'static str| Err(Violation::new(case, why, what));
        let Some((formation, hexes, from)) = shape_of(shape) else { return no("5.1", "there is no such formation") };
        if so.order != Order::Good {
            return no("14.1", "a unit out of order keeps no formation");
        }
        if !fits(formation, kind) {
            return no("5.1", "the unit does not know this formation");
        }
        if so.has(flag::FORCED) {
            return no("6.9", "a forced march keeps its formation");
        }
        let now = so.parts().into_iter().filter(|hex| *hex != NOWHERE).count();
        if formation == so.formation && if so.wide() { now == usize::from(hexes) } else { hexes == 1 } {
            return no("6.3", "the unit is drawn up so already");
        }
        // [5.1] Whoever draws together keeps either hex.
        let second = hexes == 1 && from == 1;
        if second && !so.wide() {
            return no("5.1", "the unit does not stand on two hexes");
        }
        if hexes == 3 && self.figures().three_named == 0 {
            return no("5.1", "skirmishers stand on three hexes only in a scenario that names it");
        }
        let (may, must) = self.two_hexes(unit, formation, so.left);
        let fine = match hexes {
            1 => !must,
            2 => may,
            _ => self.three_hexes(unit, formation, so.left),
        };
        if !fine {
            return no("5.1", "its strength decides on how many hexes the unit stands");
        }
        if heading % 2 != u8::from(formation.at_vertex()) {
            return no("5.2", "columns and guns look at hexsides, lines and skirmishers at vertices");
        }
        let off = so.heading.abs_diff(heading);
        let off = off.min(12 - off.min(12));
        // [6.2] A carré turns for nothing: whoever leaves it looks where he likes.
        if off > 1 && so.formation != Formation::Carre {
            return no("6.3", "a formation is taken looking the same way; turn besides");
        }
        let figures = self.figures();
        let least = match (formation, kind.arm) {
            (Formation::Carre, _) => figures.carre_least as u8,
            (Formation::Line, Arm::Cavalry) => 4,
            _ => 1,
        };
        if so.left < least {
            return no("5.1", "the unit is too weak for this formation");
        }
        let mut price = self.price_of_forming(kind.arm, formation);
        match (so.formation, formation) {
            (Formation::Unlimbered, Formation::Limbered) if so.has(flag::BALKED) => {
                return no("18.1", "the guns could not be limbered in this segment");
            }
            (Formation::Unlimbered, Formation::Limbered) | (Formation::Limbered, Formation::Unlimbered | Formation::March) => {}
            // [5.1] [18.2] Guns in road march are limbered.
            (Formation::March, Formation::Limbered | Formation::Unlimbered) => {}
            (_, Formation::Limbered | Formation::Unlimbered) | (Formation::Unlimbered, _) => {
                return no("18.1", "guns are limbered, and then unlimbered or put on the road");
            }
            _ => {}
        }
        // [5.3.5] Before infantry and guns they may.
        if formation == Formation::Unlimbered && self.zone(state, kind.side.other(), so.hex).cavalry {
            return no("18.2", "guns do not unlimber in a zone of enemy cavalry");
        }
        // [21.5] Guns in a work are laid through its front.
        let rearward = || self.ground().edge(so.hex, usize::from(heading / 2)).work_rear();
        if formation == Formation::Unlimbered && self.terrain(state, so.hex) == Terrain::Work && rearward() {
            return no("21.5", "guns in an earthwork look through its front");
        }
        if left < price {
            return Err(Self::short(left, price));
        }
        let mut next = Standing { formation, heading, ..so.in_one_hex() };
        if second {
            next.hex = so.second;
        }
        if hexes > 1 {
            let Some(spread) = self.spread(next, heading, hexes, from) else {
                return no("5.1", "the second hex would leave the map");
            };
            next = spread;
            // [5.1] [6.2] Whoever stands on several hexes does not slide along them: he keeps all of them, or some of them and no other.
            let kept = so.hexes().all(|hex| next.stands_in(hex)) || next.hexes().all(|hex| so.stands_in(hex));
            if so.wide() && !kept {
                return no("5.1", "a unit on several hexes keeps them when it is drawn up otherwise");
            }
            let (more, leaving) = self.drawn_out_over(state, unit, &so, &next)?;
            price += more;
            if left < price.max(leaving) {
                return Err(Self::short(left, price.max(leaving)));
            }
        }
        // [5.3.2] Whoever was stopped by a zone takes no new ground by being drawn up otherwise.
        if held.stopped && next.parts().into_iter().any(|hex| hex != NOWHERE && !so.stands_in(hex)) {
            return Err(self.ended_by_zone(unit, &so, what));
        }
        self.may_stand(state, unit, &next)?;
        Ok(Outcome { so: next, price, all: false })
    }

    /// [7.1] What a unit pays besides to be drawn out onto further hexes: for the dearest of them what it costs more than clear ground, which the formation
    /// pays for; [6.1] and what it must have to leave its own. Nobody is drawn out across what he could not cross so.
    fn drawn_out_over(&self, state: &State, unit: Unit, so: &Standing, next: &Standing) -> Result<(u8, u8), Violation> {
        let arm = self.walks_like(unit, next);
        let clear = self.tables().enter[Terrain::Clear as usize][arm as usize].unwrap_or(0);
        let (mut dearest, mut leaving) = (0, 0);
        for pair in next.parts().windows(2).filter(|pair| pair[1] != NOWHERE) {
            let (from, to) = if so.stands_in(pair[1]) { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
            if !so.stands_in(to) {
                let (hex, side) = self.price_in_parts(state, arm, next.formation, from, to)?;
                dearest = dearest.max(hex.saturating_sub(clear) + side + self.harassed(state, unit, from, to));
                leaving = leaving.max(self.ground_price(state, unit, so, from));
            }
        }
        Ok((dearest, leaving))
    }
}
