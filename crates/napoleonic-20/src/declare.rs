//! [9.0] [9.1] [9.2] [9.3] Who must fight whom ([7.5] contact makes the duty), and how attacks are grouped into battles.
//!
//! A garrison that stands alone is a target like a unit. In sets of targets it has a bit of its own beyond those of the units.

use crate::event::Event;
use crate::state::{Engagement, Frame, GARRISONS, NOWHERE, Phase, Side, State};
use crate::unitset::{MAX_UNITS, Unit, UnitSet, Units, subject};
use crate::{Action, Campaign};
use grognard_engine::plane::Plane;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

/// The bit of the first garrison in a set of targets.
pub const POST: Unit = 48;

/// Who can attack whom, and who must.
pub struct Contacts {
    /// For each unit of the attacking side the targets that it can attack.
    touch: [UnitSet; MAX_UNITS],
    /// Units that can attack somebody.
    pub able: UnitSet,
    /// [9.1] Units that must attack.
    pub bound: UnitSet,
    /// [9.1] Targets that must be attacked.
    pub owed: UnitSet,
    /// Targets that can be attacked.
    pub exposed: UnitSet,
}

impl Contacts {
    /// The contacts of the side that attacks in this phase, less all who are in a declared battle already. In the Reaction
    /// Phase only cavalry that has not acted attacks, and nobody must.
    #[must_use]
    pub fn of(game: &Campaign, state: &State) -> Self {
        let reaction = state.phase == Phase::Reaction;
        let side = game.attacking_side(state);
        let mut all = Self {
            touch: [UnitSet::EMPTY; MAX_UNITS],
            able: UnitSet::EMPTY,
            bound: UnitSet::EMPTY,
            owed: UnitSet::EMPTY,
            exposed: UnitSet::EMPTY,
        };
        let mut hexes = Plane::EMPTY;
        let mut targets = UnitSet::EMPTY;
        let mut held = Plane::EMPTY;
        // [7.1] Enemies with a zone, also those whose battle is declared.
        let mut zoned = Plane::EMPTY;
        for unit in game.in_play(side.other()) {
            let Some(hex) = state.hex(unit) else { continue };
            held.insert(hex);
            if !state.routed.has(unit) {
                zoned.insert(hex);
            }
            if state.battles[usize::from(unit)] == 0 && !state.charged.has(unit) {
                hexes.insert(hex);
                targets.insert(unit);
            }
        }
        if side == Side::Allied {
            let standing = game.standing_garrisons(state);
            game.add_posts(standing, &mut zoned);
            for (g, &hex) in game.places.garrisons.iter().enumerate() {
                let free = state.garrison_battles[g] == 0 && state.charged_garrisons >> g & 1 == 0;
                if free && standing >> g & 1 == 1 && !held.has(hex) {
                    hexes.insert(hex);
                    targets.insert(POST + g as Unit);
                }
            }
            if game.hesitates(state, side) {
                hexes = hexes.less(&game.places.city);
                zoned = zoned.less(&game.places.city);
            }
        }
        if targets.is_empty() {
            return all;
        }
        // The last in a hex, as posts come after units; two units of a side share a hex only while one passes the other.
        let in_hex = |hex: HexId| targets.into_iter().filter(|&t| game.target_hex(state, t) == Some(hex)).last();
        let mut attackers = game.in_play(side).less(state.routed).less(game.dummies);
        if reaction {
            attackers = attackers.and(game.cavalry).less(state.reacted);
        }
        let own = game.terrain(state, side);
        let base = game.terrain(state, Side::Allied);
        for unit in attackers {
            let Some(hex) = state.hex(unit) else { continue };
            // [9.1] Duties are judged by all who stand there, also by those whose battle is declared: neither is a unit free of its duty
            // when others take its enemy, nor is an enemy left alone because a unit in its zone fights somebody else.
            let mut pressed = false;
            if !reaction {
                for to in own.beside(hex).common(hex, &zoned).filter(|&to| base.passes(hex, to)) {
                    pressed = true;
                    if let Some(target) = in_hex(to) {
                        all.owed.insert(target);
                    }
                }
            }
            if state.battles[usize::from(unit)] != 0 {
                continue;
            }
            let fires = game.options.support && game.guns.has(unit);
            if !own.beside(hex).meets(hex, &hexes) && !fires {
                continue;
            }
            let mut touch: UnitSet = own.beside(hex).common(hex, &hexes).filter_map(in_hex).collect();
            if pressed && !touch.is_empty() {
                all.bound.insert(unit);
            }
            if fires && !game.is_wet(state) && !pressed {
                let near = game.grid().around(hex).filter(|&to| hexes.has(to));
                near.filter_map(in_hex).for_each(|target| touch.insert(target));
            }
            if !touch.is_empty() {
                all.able.insert(unit);
                all.exposed = all.exposed.or(touch);
                all.touch[usize::from(unit)] = touch;
            }
        }
        // Nobody is asked for what nobody can do: [`Contacts::stranded`] lets it come to that in no game, but a position may be given so.
        all.owed = all.owed.and(all.exposed);
        all
    }

    /// The targets that a unit can attack.
    #[must_use]
    pub fn touched(&self, unit: Unit) -> UnitSet {
        self.touch[usize::from(unit)]
    }

    /// Whether a unit can attack one of some targets.
    #[must_use]
    pub fn reaches(&self, unit: Unit, targets: UnitSet) -> bool {
        self.able.has(unit) && !self.touch[usize::from(unit)].and(targets).is_empty()
    }

    /// The targets that some units can attack.
    #[must_use]
    pub fn touched_by(&self, units: UnitSet) -> UnitSet {
        units.and(self.able).into_iter().fold(UnitSet::EMPTY, |sum, unit| sum.or(self.touch[usize::from(unit)]))
    }

    /// [9.1] [9.3] The first duty that could no longer be met if these attackers and targets are taken. As long as every unit
    /// that must attack still touches a free target, and every target that must be attacked a free attacker, the rest can
    /// be met by putting everything that touches into one battle.
    #[must_use]
    pub fn stranded(&self, attackers: UnitSet, targets: UnitSet) -> Option<Unit> {
        let free = self.exposed.less(targets);
        if let Some(unit) = self.bound.less(attackers).into_iter().find(|&unit| self.touched(unit).and(free).is_empty()) {
            return Some(unit);
        }
        let reached = self.touched_by(self.able.less(attackers));
        self.owed.less(targets).less(reached).first()
    }
}

/// The declared battles: the first target hex and the number of each. There are no more than attackers.
struct Declared {
    battles: [(HexId, u8); MAX_UNITS],
    count: usize,
}

impl Declared {
    fn see(&mut self, hex: HexId, number: u8) {
        if number == 0 {
            return;
        }
        match self.battles[..self.count].iter_mut().find(|(_, n)| *n == number) {
            Some(found) => found.0 = found.0.min(hex),
            None => {
                self.battles[self.count] = (hex, number);
                self.count += 1;
            }
        }
    }

    fn as_slice(&self) -> &[(HexId, u8)] {
        &self.battles[..self.count]
    }
}

impl Campaign {
    /// The side that attacks in this phase.
    #[must_use]
    pub fn attacking_side(&self, state: &State) -> Side {
        if state.phase == Phase::Reaction { state.phasing.other() } else { state.phasing }
    }

    /// The hex of a target.
    #[must_use]
    pub fn target_hex(&self, state: &State, target: Unit) -> Option<HexId> {
        if target >= POST { self.places.garrisons.get(usize::from(target - POST)).copied() } else { state.hex(target) }
    }

    /// A target as something a rule can point at.
    fn target_subject(&self, state: &State, target: Unit) -> Subject {
        self.target_hex(state, target).map_or(Subject::None, Subject::Hex)
    }

    /// The targets of the battle in hand.
    #[must_use]
    pub fn battle_targets(&self, state: &State) -> UnitSet {
        Units(state.battle.defenders.0 | u64::from(state.battle.garrisons) << POST)
    }

    /// The target in a hex that can be attacked.
    fn target_in(&self, state: &State, contacts: &Contacts, hex: HexId) -> Option<Unit> {
        contacts.exposed.into_iter().find(|&t| self.target_hex(state, t) == Some(hex))
    }

    /// [9.1] [9.2] Whether an enemy hex may be named as a target, of a new battle or of the one in hand.
    pub fn may_target(&self, state: &State, hex: HexId, contacts: &Contacts) -> Result<Unit, Violation> {
        let refuse = |case, why| Err(Violation::new(case, why, Subject::Hex(hex)));
        let side = self.attacking_side(state);
        let Some(target) = self.target_in(state, contacts, hex) else {
            return self.why_no_target(state, hex, side);
        };
        if self.battle_targets(state).has(target) {
            return refuse("9.2", "is a target already");
        }
        if state.frame == Frame::Declare && !contacts.touched_by(state.battle.attackers).has(target) {
            return refuse("9.2", "attackers and targets of a battle must hang together: nobody in it touches this hex");
        }
        Ok(target)
    }

    fn why_no_target(&self, state: &State, hex: HexId, side: Side) -> Result<Unit, Violation> {
        let refuse = |case, why| Err(Violation::new(case, why, Subject::Hex(hex)));
        let unit = self.unit_of_side_at(state, side.other(), hex);
        let garrison = (side == Side::Allied).then(|| self.standing_garrison(state, hex)).flatten();
        if unit.is_none() && garrison.is_none() {
            return refuse("9.2", "there is no enemy");
        }
        if self.hesitates(state, side) && self.places.city.has(hex) {
            return refuse("18.1", "the Allies do not yet dare to attack the city");
        }
        let taken =
            unit.is_some_and(|u| state.battles[usize::from(u)] != 0) || garrison.is_some_and(|g| state.garrison_battles[g] != 0);
        if taken {
            return refuse("9.3", "is in a declared battle already");
        }
        let charged =
            unit.is_some_and(|u| state.charged.has(u)) || garrison.is_some_and(|g| state.charged_garrisons >> g & 1 == 1);
        if charged && state.phase == Phase::Reaction {
            return refuse("8.2", "was countercharged in this phase already");
        }
        let case = if state.phase == Phase::Reaction { "8.2" } else { "9.1" };
        let near =
            self.present(state, side).less(state.routed).filter(|u| self.grid().adjacent(state.hexes[usize::from(u)], hex));
        if !near.is_empty() && near.into_iter().all(|unit| self.is_parted(state, unit, hex)) {
            let pontoon = |unit| self.why_no_pontoon(state, side, (state.hex(unit)?, hex));
            if let Some(why) = near.into_iter().find_map(pontoon) {
                return Err(why);
            }
            return refuse(case, "a river that only bridges cross parts it from whoever stands next to it");
        }
        refuse(case, "nobody who may attack stands next to it")
    }

    /// [9.1] Whether a unit stands next to a hex, but over a hexside that cannot be attacked.
    fn is_parted(&self, state: &State, unit: Unit, hex: HexId) -> bool {
        let side = self.side_of(unit);
        state.hex(unit).is_some_and(|from| self.grid().adjacent(from, hex) && !self.terrain(state, side).passes(from, hex))
    }

    /// [9.2] [9.3] Whether a unit may take part in the battle in hand.
    pub fn may_join(&self, state: &State, unit: Unit, contacts: &Contacts) -> Lawful {
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        let side = self.attacking_side(state);
        if !self.units_of(side).has(unit) {
            return refuse("9.2", "each player attacks with his own units");
        }
        let Some(here) = state.hex(unit) else { return refuse("9.2", "is not on the map") };
        if state.battle.attackers.has(unit) {
            return refuse("9.2", "takes part already");
        }
        if state.battles[usize::from(unit)] != 0 {
            return refuse("9.3", "is in a declared battle already");
        }
        if state.routed.has(unit) {
            return refuse("10.1", "a routed unit does not attack");
        }
        if self.dummies.has(unit) {
            return refuse("16.1", "a dummy does not fight");
        }
        if state.phase == Phase::Reaction && (!self.cavalry.has(unit) || state.reacted.has(unit)) {
            return refuse("8.2", "only cavalry that has not acted in this phase countercharges");
        }
        if !contacts.reaches(unit, self.battle_targets(state)) {
            let mut targets = self.battle_targets(state).into_iter().filter_map(|target| self.target_hex(state, target));
            return match targets.find(|&hex| self.is_parted(state, unit, hex)) {
                Some(hex) => match self.why_no_pontoon(state, side, (here, hex)) {
                    Some(why) => Err(why),
                    None => refuse("9.2", "is parted from the target by a river that only bridges cross"),
                },
                None => refuse("9.2", "does not stand next to any of the targets"),
            };
        }
        Ok(())
    }

    /// [9.1] [9.2] Whether the battle in hand may be declared as it stands.
    ///
    /// # Errors
    /// [9.2] without attackers; [9.1] with the unit or hex whose duty could not be met any more.
    pub fn may_close(&self, state: &State, contacts: &Contacts) -> Lawful {
        if state.battle.attackers.is_empty() {
            return Err(Violation::new("9.2", "name somebody who attacks", Subject::None));
        }
        let targets = self.battle_targets(state);
        // In the making everybody counts as free; what is taken now is left out.
        match contacts.stranded(state.battle.attackers, targets) {
            Some(unit)
                if contacts.bound.has(unit)
                    && !targets.has(unit)
                    && unit < POST
                    && self.units_of(self.attacking_side(state)).has(unit) =>
            {
                Err(Violation::new("9.1", "must attack, and nobody would be left for it", subject(unit)))
            }
            Some(target) => Err(Violation::new(
                "9.1",
                "must be attacked, and nobody would be left for it",
                self.target_subject(state, target),
            )),
            None => Ok(()),
        }
    }

    /// [9.1] Whether the declaration of battles may end.
    ///
    /// # Errors
    /// [9.1] with a unit that must attack or a hex that must be attacked.
    pub fn may_end_declaration(&self, state: &State, contacts: &Contacts) -> Lawful {
        if let Some(unit) = contacts.bound.first() {
            return Err(Violation::new("9.1", "is in an enemy zone of control and must attack", subject(unit)));
        }
        match contacts.owed.first() {
            Some(target) => Err(Violation::new("9.1", "must be attacked", self.target_subject(state, target))),
            None => Ok(()),
        }
    }

    /// Lists the targets of a new battle.
    pub(crate) fn list_targets(&self, state: &State, contacts: &Contacts, out: &mut impl Extend<Action>) {
        self.list_hexes(state, contacts.exposed, out);
    }

    /// Lists targets by their hexes.
    fn list_hexes(&self, state: &State, targets: UnitSet, out: &mut impl Extend<Action>) {
        let mut hexes = Plane::EMPTY;
        targets.into_iter().filter_map(|t| self.target_hex(state, t)).for_each(|hex| hexes.insert(hex));
        hexes.for_each(|hex| out.extend([Action::Target(hex)]));
    }

    /// [9.2] Names a target.
    pub(crate) fn target(&self, state: &mut State, hex: HexId) {
        if state.frame != Frame::Declare {
            let last = state.battles.iter().chain(&state.garrison_battles).max().copied().unwrap_or(0);
            state.battle = Engagement { number: last + 1, attacker: self.attacking_side(state), ..Engagement::NONE };
        }
        let contacts = Contacts::of(self, state);
        match self.target_in(state, &contacts, hex) {
            Some(post) if post >= POST => state.battle.garrisons |= 1 << (post - POST),
            Some(unit) => state.battle.defenders.insert(unit),
            None => {}
        }
        state.frame = Frame::Declare;
    }

    /// [9.2] The battle is declared and waits for its turn.
    fn close(&self, state: &mut State) {
        let battle = state.battle;
        for unit in battle.attackers.or(battle.defenders) {
            state.battles[usize::from(unit)] = battle.number;
        }
        for g in 0..GARRISONS {
            if battle.garrisons >> g & 1 == 1 {
                state.garrison_battles[g] = battle.number;
            }
        }
        state.battle = Engagement::NONE;
        state.frame = Frame::Combat;
    }

    /// [9.2] The declared battles, each by the first of its target hexes, in the order of these.
    fn declared(&self, state: &State) -> Declared {
        let mut all = Declared { battles: [(NOWHERE, 0); MAX_UNITS], count: 0 };
        for unit in self.in_play(state.phasing.other()) {
            if let Some(hex) = state.hex(unit) {
                all.see(hex, state.battles[usize::from(unit)]);
            }
        }
        for (g, &hex) in self.places.garrisons.iter().enumerate() {
            all.see(hex, state.garrison_battles[g]);
        }
        all.battles[..all.count].sort_unstable();
        all
    }

    /// Whether a battle can be chosen by this hex.
    fn may_fight(&self, state: &State, hex: HexId) -> Result<u8, Violation> {
        let found = self.declared(state).as_slice().iter().find(|(h, _)| *h == hex).map(|(_, number)| *number);
        found.ok_or_else(|| Violation::new("9.2", "no declared battle goes by this hex", Subject::Hex(hex)))
    }

    /// [9.2] The hex by which the battle goes that a hex is a target of.
    pub(crate) fn battle_of(&self, state: &State, hex: HexId) -> Option<HexId> {
        let units = self.in_play(state.phasing.other()).into_iter().filter(|&u| state.hex(u) == Some(hex));
        let post = self.garrison_at(hex).map(|g| state.garrison_battles[g]);
        let number = units.map(|u| state.battles[usize::from(u)]).chain(post).find(|&number| number != 0)?;
        let declared = self.declared(state);
        declared.as_slice().iter().find(|(_, n)| *n == number).map(|(first, _)| *first)
    }

    /// [9.2] Fights a declared battle.
    fn fight(&self, state: &mut State, number: u8, umpire: &mut Umpire<'_, Event>) {
        self.take_battle(state, number);
        self.open_battle(state, umpire);
    }

    /// [9.2] Takes up a declared battle: those of its attackers and targets that are still there.
    fn take_battle(&self, state: &mut State, number: u8) {
        let side = state.phasing;
        let mut battle = Engagement { number, attacker: side, ..Engagement::NONE };
        for unit in 0..self.pieces().len() as Unit {
            if state.battles[usize::from(unit)] != number {
                continue;
            }
            state.battles[usize::from(unit)] = 0;
            if state.hex(unit).is_none() {
                continue;
            }
            if self.side_of(unit) == side {
                battle.attackers.insert(unit);
            } else {
                battle.defenders.insert(unit);
            }
        }
        for g in 0..GARRISONS {
            if state.garrison_battles[g] == number {
                state.garrison_battles[g] = 0;
                battle.garrisons |= u8::from(self.garrison_stands(state, g)) << g;
            }
        }
        battle.attackers = battle.attackers.less(state.routed);
        // [16.3.1] Guns that were attacked support nobody in this phase, so they are remembered as long as battles are to come.
        if self.options.support && state.battles.iter().chain(&state.garrison_battles).any(|&b| b != 0) {
            state.charged = state.charged.or(battle.defenders.and(self.guns));
        }
        state.battle = battle;
    }
}

/// [9.2] [13.0] Which enemy is attacked, or is there a Lull?
#[derive(Clone, Copy)]
pub(crate) struct Combat;

impl Room<Campaign> for Combat {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("9.2"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        let contacts = Contacts::of(game, state);
        game.list_targets(state, &contacts, out);
        if game.may_lull(state).is_ok() {
            out.push(Action::Lull);
        }
        if game.may_end_declaration(state, &contacts).is_ok() {
            out.push(Action::End);
        }
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Target(hex) => game.may_target(state, hex, &Contacts::of(game, state)).map(|_| ()),
            Action::Lull => game.may_lull(state),
            Action::End => game.may_end_declaration(state, &Contacts::of(game, state)),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Target(hex) => game.target(state, hex),
            Action::Lull => game.take_lull(state, umpire),
            _ => state.frame = Frame::Resolve,
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, _umpire: &mut Umpire<'_, Event>) -> bool {
        let busy = !Contacts::of(game, state).able.is_empty();
        if busy || game.may_lull(state).is_ok() || game.covered_contact(state, state.phasing) {
            return false;
        }
        state.frame = Frame::Resolve;
        true
    }
}

/// [9.2] Who takes part in the battle that is being declared?
#[derive(Clone, Copy)]
pub(crate) struct Declare;

impl Room<Campaign> for Declare {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.battle.attacker.into(), Case("9.2"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        let contacts = Contacts::of(game, state);
        let targets = game.battle_targets(state);
        let further = contacts.touched_by(state.battle.attackers).less(targets);
        game.list_hexes(state, further, out);
        let joiners = contacts.able.less(state.battle.attackers).into_iter().filter(|&u| contacts.reaches(u, targets));
        out.extend(joiners.map(Action::Join));
        if game.may_close(state, &contacts).is_ok() {
            out.push(Action::Close);
        }
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        let contacts = || Contacts::of(game, state);
        match action {
            Action::Target(hex) => game.may_target(state, hex, &contacts()).map(|_| ()),
            Action::Join(unit) => game.may_join(state, unit, &contacts()),
            Action::Close => game.may_close(state, &contacts()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Target(hex) => game.target(state, hex),
            Action::Join(unit) => state.battle.attackers.insert(unit),
            _ if state.phase == Phase::Reaction => game.charge(state, umpire),
            _ => game.close(state),
        }
    }
}

/// [9.2] Which battle is fought next?
#[derive(Clone, Copy)]
pub(crate) struct Resolve;

impl Room<Campaign> for Resolve {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("9.2"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        out.extend(game.declared(state).as_slice().iter().map(|&(hex, _)| Action::Fight(hex)));
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Fight(hex) => game.may_fight(state, hex).map(|_| ()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Fight(hex) = action
            && let Ok(number) = game.may_fight(state, hex)
        {
            game.fight(state, number, umpire);
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        match *game.declared(state).as_slice() {
            [] => game.end_player_turn(state, umpire),
            [(_, number)] => game.fight(state, number, umpire),
            _ => return false,
        }
        true
    }
}
