//! [15.1] [15.2] The decisions of a melee segment: what is attacked, by whom, who withdraws before it, who follows.

use crate::Bautzen;
use crate::action::Action;
use crate::blame::closeness;
use crate::event::{Event, Kind};
use crate::melee::ONCE;
use crate::rooms::asked;
use crate::state::{Arm, Fight, Formation, Frame, NOWHERE, Order, Readiness, Standing, State, Unit, Units, flag, note};
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

/// Which hex is attacked.
#[derive(Clone, Copy)]
pub struct Choosing;

/// Who attacks it.
#[derive(Clone, Copy)]
pub struct Gathering;

/// What the defender does.
#[derive(Clone, Copy)]
pub struct Answering;

/// Who follows into a hex that was left.
#[derive(Clone, Copy)]
pub struct Following;

impl Bautzen {
    /// [15.1] Whether a hex can be attacked now.
    fn may_assault(&self, state: &State, hex: HexId) -> Result<(), Violation> {
        let what = Subject::Hex(hex);
        if !self.held_by(state, state.phasing.other(), hex) {
            return Err(Violation::new("15.1", "no enemy that fights stands there", what));
        }
        let again = state.attacked.contains(&hex);
        let mut fault = None;
        for unit in self.fighters(state, state.phasing) {
            let why = match self.may_attack(state, unit, hex) {
                // [15.2] Only those who followed may attack a hex that was attacked before.
                Ok(()) if !again || state.piece(unit).has(flag::REACTED) => return Ok(()),
                Ok(()) => Violation::new("15.1", ONCE, what),
                Err(violation) => violation,
            };
            // Of those beside it whoever comes nearest to attacking it tells why nobody does.
            if state.piece(unit).hexes().any(|at| self.grid().adjacent(at, hex)) {
                fault = Some(self.nearer(fault, closeness(&why), why));
            }
        }
        Err(fault.map_or(Violation::new("15.1", "nobody stands beside it", what), |(_, why)| why))
    }

    fn assaults(&self, state: &State) -> Vec<HexId> {
        let mut hexes: Vec<HexId> =
            self.fighters(state, state.phasing.other()).flat_map(|unit| state.piece(unit).hexes()).collect();
        hexes.sort_unstable();
        hexes.dedup();
        // Whoever attacks stands beside what he attacks, and mostly nobody does.
        hexes.retain(|&hex| {
            let again = state.attacked.contains(&hex);
            let attacks =
                |unit: Unit| self.may_attack(state, unit, hex).is_ok() && (!again || state.piece(unit).has(flag::REACTED));
            self.beside(state, hex).into_iter().any(attacks)
        });
        hexes
    }

    /// [15.1] Who can still attack something in this segment.
    pub(crate) fn can_assault(&self, state: &State) -> Vec<Unit> {
        let hexes = self.assaults(state);
        let attacks = |unit: Unit, hex: HexId| {
            let again = state.attacked.contains(&hex);
            self.may_attack(state, unit, hex).is_ok() && (!again || state.piece(unit).has(flag::REACTED))
        };
        self.fighters(state, state.phasing).filter(|&unit| hexes.iter().any(|&hex| attacks(unit, hex))).collect()
    }

    /// The units of the side that moves which stand beside a hex and fight.
    fn beside(&self, state: &State, hex: HexId) -> Units {
        let lay = self.lay(state);
        let own = lay.fighters(state.phasing);
        self.grid().around(hex).flat_map(|at| lay.pile(at)).filter(|&unit| own.has(unit)).collect()
    }

    fn may_gather(&self, state: &State, unit: Unit, spare: bool) -> Result<(), Violation> {
        let hex = state.fight.hex;
        self.may_join_attack(state, unit, hex, state.fight.attackers)?;
        if state.attacked.contains(&hex) && !state.piece(unit).has(flag::REACTED) {
            return Err(Violation::new("15.1", ONCE, Subject::Hex(hex)));
        }
        if spare && self.kind(unit).arm != Arm::Cavalry {
            return Err(Violation::new("16.2", "only cavalry has readiness to keep", Subject::Unit(UnitId(unit))));
        }
        Ok(())
    }

    /// [15.2] Whether a defender is one of those who may withdraw at all.
    fn may_withdraw(&self, state: &State, unit: Unit) -> Result<(), Violation> {
        let (kind, so) = (self.kind(unit), state.piece(unit));
        let what = Subject::Unit(UnitId(unit));
        let no = |why: &'static str| Err(Violation::new("15.2", why, what));
        if !so.stands_in(state.fight.hex) || kind.side == state.phasing {
            return no("the unit is not attacked");
        }
        if kind.arm == Arm::Leader {
            return Ok(());
        }
        let attackers: Vec<Unit> = state.fight.attackers.into_iter().collect();
        let mounted = attackers.iter().any(|&a| self.kind(a).arm == Arm::Cavalry);
        let faster = attackers.iter().all(|&a| kind.ma >= self.kind(a).ma + 2);
        let fresh = attackers.iter().any(|&a| self.kind(a).arm == Arm::Cavalry && state.piece(a).ready == Readiness::Fresh);
        let may = match kind.arm {
            Arm::Infantry => so.formation == Formation::Skirmish && so.good() && !mounted,
            Arm::Cavalry if self.on_foot(unit, so) => false,
            Arm::Cavalry => so.order != Order::Routed && (!mounted || faster) && !(so.ready == Readiness::Exhausted && fresh),
            // [5.1] Guns in road march are limbered.
            Arm::Artillery => kind.horse && so.formation != Formation::Unlimbered && faster && so.order != Order::Routed,
            Arm::Leader => true,
        };
        if may { Ok(()) } else { no("the unit cannot withdraw before these attackers") }
    }

    /// [15.2] Where a unit can withdraw to: within half its allowance, out of enemy zones, never closer to the enemy; and over how many hexes.
    pub(crate) fn havens(&self, state: &State, unit: Unit) -> Vec<(HexId, u8)> {
        if self.may_withdraw(state, unit).is_err() {
            return Vec::new();
        }
        let grid = self.grid();
        // [5.1] Whoever stands on several hexes goes as a whole from the one that is attacked.
        let so = self.gathered(Standing { hex: state.fight.hex, ..*state.piece(unit) });
        let (side, fights) = (self.side(unit), self.is(unit).fights);
        let enemy = side.other();
        // Skirmishers are skirmishers on the way, too.
        let on_the_way = |hex: HexId| match self.end_formation(state, unit, hex) {
            Formation::Column if so.formation == Formation::Skirmish => Standing { hex, ..so },
            formation => Standing { hex, formation, ..so },
        };
        let enemies: Vec<HexId> = self.fighters(state, enemy).flat_map(|e| state.piece(e).hexes()).collect();
        let nearest = |hex: HexId| enemies.iter().map(|&at| grid.distance(at, hex)).min().unwrap_or(u8::MAX);
        // In half points the allowance is its own half; out of order it is half as much [14.1].
        let budget = if so.order == Order::Disordered { self.kind(unit).ma / 2 } else { self.kind(unit).ma };
        let mut found: Vec<(HexId, u8, u8)> = vec![(so.hex, 0, 0)];
        let mut next = 0;
        while let Some(&(hex, spent, steps)) = found.get(next) {
            next += 1;
            let running = on_the_way(hex);
            let near = nearest(hex);
            for to in grid.around(hex) {
                let Ok(price) = self.price(state, unit, &running, hex, to) else { continue };
                // [6.7] Friends among whom there is no room let through whom they let through in his movement; a leader passes everywhere.
                if fights && self.held_by(state, side, to) && !self.may_pass_so(state, unit, &on_the_way(to)) {
                    continue;
                }
                let total = spent.saturating_add(price);
                if total > budget || self.no_enemy(state, unit, to).is_err() || self.zone(state, enemy, to).any {
                    continue;
                }
                if found.iter().any(|(known, cost, _)| *known == to && *cost <= total) || nearest(to) < near {
                    continue;
                }
                found.push((to, total, steps + 1));
            }
            if found.len() > 400 {
                break;
            }
        }
        let mut ends: Vec<(HexId, u8)> = Vec::new();
        for (hex, _, steps) in found.into_iter().skip(1) {
            let end = self.haven_standing(state, unit, hex);
            if self.may_stand(state, unit, &end).is_ok() {
                match ends.iter_mut().find(|(known, _)| *known == hex) {
                    Some((_, least)) => *least = steps.min(*least),
                    None => ends.push((hex, steps)),
                }
            }
        }
        ends
    }

    /// [15.2] How a unit stands where it withdraws to. Skirmishers and lines of one hex keep their order, which costs points to change [6.3]; whoever
    /// stood on two draws together.
    fn haven_standing(&self, state: &State, unit: Unit, hex: HexId) -> Standing {
        let there = *state.piece(unit);
        let same = Standing { hex, ..there };
        let ordered = matches!(there.formation, Formation::Skirmish | Formation::Line) && !there.wide();
        if ordered && self.may_stand(state, unit, &same).is_ok() {
            return same;
        }
        let so = self.gathered(there);
        Standing {
            hex,
            formation: self.end_formation(state, unit, hex),
            second: NOWHERE,
            tail: 0,
            heading: so.heading - so.heading % 2,
            ..so
        }
    }

    fn withdraw(&self, state: &mut State, unit: Unit, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let before = *state.piece(unit);
        let from = state.fight.hex;
        let steps = self.havens(state, unit).iter().find(|(to, _)| *to == hex).map_or(1, |(_, steps)| *steps);
        let mut so = self.haven_standing(state, unit, hex);
        if steps > 1 {
            so.mark(flag::SPENT);
        }
        self.put(state, unit, so, umpire);
        let now = state.sequence();
        let piece = state.notes_of(unit);
        if piece.tired > 0 {
            piece.tired = now;
            piece.set_paced(0);
        }
        state.fight.withdrew = true;
        umpire.tell(|| {
            let text = format!("{} withdraws to {}", self.called(unit), self.grid().number(hex));
            self.event(Kind::Retreat, "15.2", &[unit], &[from, hex], text)
        });
        // [19.4] Leaders in each of its hexes go with it.
        self.leaders_gather(state, unit, &before);
    }

    /// [15.2] The further assault is one for all who followed into a hex: whoever of them stays out of it has none of his own.
    fn spend_further_assault(&self, state: &mut State) {
        let followed = |state: &State, unit: Unit| state.piece(unit).has(flag::REACTED);
        let from: Vec<HexId> =
            state.fight.attackers.into_iter().filter(|&unit| followed(state, unit)).map(|unit| state.piece(unit).hex).collect();
        for unit in self.fighters(state, state.phasing) {
            if followed(state, unit) && from.contains(&state.piece(unit).hex) {
                let piece = state.notes_of(unit);
                piece.mark(flag::ATTACKED);
                piece.flags &= !flag::REACTED;
            }
        }
    }

    /// Goes on from the defender's answer: the melee, or a hex that is empty.
    fn answered(&self, state: &mut State) {
        let Fight { hex, attackers, .. } = state.fight;
        let empty = !self.held_by(state, state.phasing.other(), hex);
        // [15.3] The odds are those of all who meet: whoever fails and goes changes nothing for those who check after him.
        state.fight.column = if empty { 0 } else { self.odds_row(state, hex, attackers) as u8 };
        state.replace(if empty { Frame::Follow } else { Frame::Fight });
    }

    /// [15.2] [15.7] Whether an attacker may go into the hex that was attacked.
    pub(crate) fn may_advance(&self, state: &State, unit: Unit) -> Result<(), Violation> {
        let what = Subject::Unit(UnitId(unit));
        // To follow somebody who withdrew is granted by another rule than the advance after a melee.
        let case = if state.frame() == Frame::Follow { "15.2" } else { "15.7" };
        if !state.fight.attackers.has(unit) || !state.piece(unit).on_map() {
            return Err(Violation::new(case, "the unit did not attack", what));
        }
        if state.piece(unit).order == Order::Routed || state.piece(unit).hexes().any(|hex| hex == state.fight.hex) {
            return Err(Violation::new(case, "the unit cannot advance", what));
        }
        let hex = state.fight.hex;
        if self.terrain(state, hex) == crate::Terrain::Swamp {
            return Err(Violation::new("21.4", "nobody advances into a swamp", Subject::Hex(hex)));
        }
        let beside = state.piece(unit).hexes().any(|at| self.grid().adjacent(at, hex));
        if !beside {
            return Err(Violation::new(case, "the unit does not stand beside the hex any more", what));
        }
        // [21.5] Who was not fought for is followed through the rear of an earthwork only.
        if state.fight.roll == Fight::NONE.roll && self.storms_work(state, unit, hex) {
            return Err(Violation::new("21.5", "the front of an earthwork is passed after a melee only", Subject::Hex(hex)));
        }
        self.may_stand(state, unit, &self.advanced(state, unit))
    }

    /// How an attacker stands after an advance.
    pub(crate) fn advanced(&self, state: &State, unit: Unit) -> Standing {
        let hex = state.fight.hex;
        let so = *state.piece(unit);
        let from = so.hexes().find(|&at| self.grid().adjacent(at, hex)).unwrap_or(so.hex);
        let going = self.grid().direction(from, hex).unwrap_or(0);
        let formation = match self.kind(unit).arm {
            Arm::Infantry | Arm::Cavalry if so.wide() => self.loose(state, hex),
            _ => so.formation,
        };
        let so = self.gathered(Standing { formation, hex: from, ..so });
        let mut so = self.settled(state, unit, so, hex, Some(going));
        if !so.formation.at_vertex() {
            so.heading = 2 * going as u8;
        }
        so
    }

    pub(crate) fn advance(&self, state: &mut State, unit: Unit, case: &'static str, umpire: &mut Umpire<'_, Event>) {
        let before = *state.piece(unit);
        let from = before.hex;
        let mut so = self.advanced(state, unit);
        // [21.2] Cavalry that passes a bridge or ford of the Spree needs time to form again, as in its movement.
        let beside = state.piece(unit).hexes().find(|&at| self.grid().adjacent(at, so.hex));
        if self.kind(unit).arm == Arm::Cavalry && beside.is_some_and(|at| self.ground().between(at, so.hex).spree_crossing()) {
            so.mark(flag::CROSSED);
        }
        self.put(state, unit, so, umpire);
        umpire.tell(|| {
            let text = format!("{} advances to {}", self.called(unit), self.grid().number(so.hex));
            self.event(Kind::Advance, case, &[unit], &[from, so.hex], text)
        });
        self.leaders_gather(state, unit, &before);
        // [13.2] Whoever goes out of order shakes those with whom he stood, and those among whom he comes.
        for hex in before.hexes().chain([so.hex]) {
            self.shake(state, unit, hex, umpire);
        }
    }
}

impl Room<Bautzen> for Choosing {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(state.phasing, "15.1")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        out.extend(game.assaults(state).into_iter().map(Action::Assault));
        out.push(Action::End);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Assault(hex) => game.may_assault(state, hex),
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Assault(hex) => {
                state.fight = Fight { hex, ..Fight::NONE };
                state.push(Frame::Assault);
            }
            _ => game.end_segment(state, umpire),
        }
    }

    fn forced(self, game: &Bautzen, state: &State) -> Option<Action> {
        game.assaults(state).is_empty().then_some(Action::End)
    }
}

impl Room<Bautzen> for Gathering {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(state.phasing, "15.1")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        for unit in game.beside(state, state.fight.hex) {
            if game.may_gather(state, unit, false).is_ok() {
                out.push(Action::Join(unit));
                // What only cavalry may do is all that is asked besides.
                if game.may_gather(state, unit, true).is_ok() {
                    out.push(Action::Spare(unit));
                }
            }
        }
        if !state.fight.attackers.is_empty() {
            out.push(Action::Done);
        }
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Join(unit) => game.may_gather(state, unit, false),
            Action::Spare(unit) => game.may_gather(state, unit, true),
            Action::Done if state.fight.attackers.is_empty() => {
                Err(Violation::new("15.1", "somebody has to attack what was named", Subject::Hex(state.fight.hex)))
            }
            Action::Done => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Join(unit) => state.fight.join(unit),
            Action::Spare(unit) => {
                state.fight.join(unit);
                state.fight.sparing.insert(unit);
            }
            _ => {
                state.fight.again = state.fight.attackers.into_iter().any(|unit| state.piece(unit).has(flag::REACTED));
                game.spend_further_assault(state);
                let work = game.terrain(state, state.fight.hex) == crate::Terrain::Work;
                for unit in state.fight.attackers {
                    let storms = work && game.kind(unit).arm == Arm::Infantry;
                    let piece = state.notes_of(unit);
                    piece.mark(flag::ATTACKED | if storms { flag::STORMED } else { 0 });
                    piece.flags &= !flag::REACTED;
                }
                note(&mut state.attacked, state.fight.hex);
                state.fight.defenders = game.ranks(state, state.fight.hex).collect();
                umpire.tell(|| {
                    let who: Vec<Unit> = state.fight.attackers.into_iter().collect();
                    let text = format!(
                        "{} {} in {}",
                        game.acts(state.fight.attackers, "assault"),
                        game.names(state.fight.defenders),
                        game.grid().number(state.fight.hex)
                    );
                    game.event(Kind::Melee, "15.1", &who, &[state.fight.hex], text)
                });
                state.replace(Frame::Answer);
            }
        }
    }
}

impl Room<Bautzen> for Answering {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(state.phasing.other(), "15.2")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        for unit in game.pile(state, state.fight.hex).as_slice().iter().copied() {
            out.extend(game.havens(state, unit).into_iter().map(|(hex, _)| Action::Withdraw(unit, hex)));
            if self.check(game, state, Action::Spare(unit)).is_ok() {
                out.push(Action::Spare(unit));
            }
        }
        out.push(Action::Done);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Withdraw(unit, hex) => {
                game.may_withdraw(state, unit)?;
                let way = game.havens(state, unit).iter().any(|(to, _)| *to == hex);
                if way { Ok(()) } else { Err(Violation::new("15.2", "there is no free way to that hex", Subject::Hex(hex))) }
            }
            Action::Spare(unit) => {
                let there = state.piece(unit).stands_in(state.fight.hex) && game.side(unit) != state.phasing;
                let rides = game.kind(unit).arm == Arm::Cavalry && !game.on_foot(unit, state.piece(unit));
                if !there || !rides || state.fight.sparing.has(unit) {
                    return Err(Violation::new(
                        "16.2",
                        "only cavalry that is attacked can keep its readiness",
                        Subject::Unit(UnitId(unit)),
                    ));
                }
                Ok(())
            }
            Action::Done => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Withdraw(unit, hex) => {
                let from = state.fight.hex;
                game.withdraw(state, unit, hex, umpire);
                if !game.held_by(state, state.phasing.other(), from) {
                    game.answered(state);
                }
                // [13.2] Guns that go out of order shake those with whom they stood, and those among whom they come.
                [from, hex].into_iter().for_each(|hex| game.shake(state, unit, hex, umpire));
            }
            Action::Spare(unit) => state.fight.sparing.insert(unit),
            _ => game.answered(state),
        }
    }

    fn forced(self, game: &Bautzen, state: &State) -> Option<Action> {
        let mut out = Vec::new();
        self.list(game, state, &mut out);
        (out.len() == 1).then_some(Action::Done)
    }
}

impl Room<Bautzen> for Following {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(state.phasing, "15.2")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        let may = |unit: &Unit| game.may_advance(state, *unit).is_ok();
        out.extend(state.fight.attackers.into_iter().filter(may).map(Action::Advance));
        out.push(Action::Done);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Advance(unit) => game.may_advance(state, unit),
            Action::Done => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Advance(unit) => {
                game.advance(state, unit, "15.2", umpire);
                // One more assault from there, but only one.
                if !state.fight.again {
                    let piece = state.notes_of(unit);
                    // [16.3.6] What was ridden straight at him who withdrew does not count against the next.
                    piece.flags &= !(flag::ATTACKED | flag::STRAIGHT);
                    piece.mark(flag::REACTED);
                    piece.aim = NOWHERE;
                }
            }
            _ => {
                state.fight = Fight::NONE;
                state.pop();
            }
        }
    }

    fn forced(self, game: &Bautzen, state: &State) -> Option<Action> {
        let none = !state.fight.attackers.into_iter().any(|unit| game.may_advance(state, unit).is_ok());
        none.then_some(Action::Done)
    }
}
