//! Whether a position that was read from text can be played on: nothing in it contradicts the decision it asks for.

use crate::Battle;
use crate::exclusive::dresden::morale::{ARMIES, Army};
use crate::obligation::{Duties, Plan};
use crate::results_table::COLUMNS;
use crate::sequence::Phase;
use crate::state::{Attack, Frame, MAX_VACATED, NOWHERE, Side, State};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet};
use grognard_engine::fault::{never, nobody};
use grognard_engine::game::is_dead_end;
use grognard_engine::{HexId, Words};

impl Battle {
    /// Whether a position can be played on.
    ///
    /// # Errors
    /// What contradicts what.
    pub(crate) fn sound(&self, state: &State) -> Result<(), String> {
        if let Frame::Displace { hex, side } = state.frame
            && self.units_in(state, hex).and(self.units_of(side)).len() < 2
        {
            return Err(format!("nobody has to be pushed out of {}", self.grid().number(hex)));
        }
        self.sound_places(state)?;
        self.sound_sets(state)?;
        self.sound_game(state)?;
        let attack = &state.attack;
        if self.phase(state) == Phase::Combat && state.frame != Frame::Over && self.is_night(state) {
            return Err("[8.2] at night nobody fights".to_owned());
        }
        match state.frame {
            Frame::Hand { unit, spent, entered, .. } => self.sound_march(state, unit, spent, entered)?,
            Frame::Declare => self.sound_declaration(state)?,
            Frame::Losses | Frame::Retreat(_) | Frame::Displace { .. } | Frame::Advance(_) | Frame::StepBack => {
                self.sound_result(state)?;
            }
            _ => {}
        }
        let in_hand = matches!(state.frame, Frame::Declare) || Self::is_result(state.frame);
        never(!in_hand && *attack != Attack::default(), "speaks of an attack, but the decision does not")?;
        if is_dead_end(self, state) { Err("nothing could be done in it".to_owned()) } else { Ok(()) }
    }

    /// Whether the decision is one of this game, at a moment when it can come.
    fn sound_game(&self, state: &State) -> Result<(), String> {
        let turn = &self.scenario.turns[usize::from(state.turn) - 1];
        let last = usize::from(state.turn) == self.scenario.turns.len();
        never(state.frame == Frame::Over && !last && !turn.end_of_day, "is over before the last turn")?;
        if self.title() == Title::Eylau {
            let days = matches!(state.frame, Frame::Muster | Frame::DayEnd | Frame::Reorganize(_) | Frame::Place { .. });
            let foreign =
                !state.reserve.or(state.disrupted).is_empty() || state.morale != [0; ARMIES] || state.offers() != [0; ARMIES];
            return if days || foreign { Err("speaks of what this game does not have".to_owned()) } else { Ok(()) };
        }
        never(state.offers()[Army::French as usize] > 0, "[11.3] only Allied losses are answered by reserves")?;
        if state.frame == Frame::Muster && state.phasing != Side::Allied {
            return Err("[11.4] reserves are paid for in the Allied Movement Phase".to_owned());
        }
        if matches!(state.frame, Frame::DayEnd | Frame::Reorganize(_) | Frame::Place { .. }) && !turn.end_of_day {
            return Err("[18.3] no day ends with this turn".to_owned());
        }
        if let Frame::Place { unit, placer } = state.frame
            && !state.disrupted.and(self.units_of(placer.other())).has(unit)
        {
            return Err(format!("{} is not disrupted", self.tag(unit)));
        }
        Ok(())
    }

    /// Whether the die of an attack has been thrown.
    const fn is_result(frame: Frame) -> bool {
        matches!(frame, Frame::Losses | Frame::Retreat(_) | Frame::Displace { .. } | Frame::Advance(_) | Frame::StepBack)
    }

    /// [4.3] [4.4] [10.0] Who may share a hex: as many friends as may stack, more while their side moves, and one more with
    /// those it pushes.
    pub(crate) fn sound_places(&self, state: &State) -> Result<(), String> {
        let limit = self.title().stacking();
        for unit in self.on_map(state) {
            let hex = state.hexes[usize::from(unit)];
            let side = self.pieces()[usize::from(unit)].side;
            let here = self.units_in(state, hex);
            if !here.within(self.units_of(side)) {
                let last = here.into_iter().last().unwrap_or(unit);
                return Err(format!("[4.3] {} shares its hex with an enemy", self.tag(last)));
            }
            let moves = matches!(state.frame, Frame::Move | Frame::Hand { .. } | Frame::Overfull) && side == state.phasing;
            let pushed = matches!(state.frame, Frame::Displace { hex: over, .. } if over == hex);
            let crowd = here.less(self.garrisons).len() as usize;
            if !moves && crowd > limit + usize::from(pushed) {
                let last = here.into_iter().last().unwrap_or(unit);
                let case = if limit == 1 { "4.4" } else { "10.0" };
                return Err(format!("[{case}] {} shares its hex with {}", self.tag(last), self.tag(unit)));
            }
        }
        Ok(())
    }

    /// [5.1] [21.1] Whose units the sets of a phase may hold.
    fn sound_sets(&self, state: &State) -> Result<(), String> {
        let ours = self.units_of(state.phasing);
        let fights = self.phase(state) == Phase::Combat;
        if let Some(unit) = state.put_back.less(state.due.and(state.moved).and(ours)).first() {
            return Err(format!("{} cannot have been put back", self.tag(unit)));
        }
        for (key, set, of) in [("bound", state.bound, ours), ("owed", state.owed, self.all.less(ours))] {
            if let Some(unit) = set.less(of).first().filter(|_| fights) {
                return Err(format!("{} cannot be {key}: it is on the other side", self.tag(unit)));
            }
        }
        for division in self.divisions() {
            let fresh = division.units.and(state.fresh);
            if let Some(unit) = fresh.first().filter(|_| division.fresh == 0 || fresh.len() > 1) {
                return Err(format!("[21.1] {} cannot have Fresh Strength from {}", self.tag(unit), division.code));
            }
        }
        match state.fresh.into_iter().find(|&u| self.pieces()[usize::from(u)].division.is_none()) {
            Some(unit) => Err(format!("[21.0] {} has no division to give it Fresh Strength", self.tag(unit))),
            None => Ok(()),
        }
    }

    /// [4.1] [7.1] Whether a unit can be on the move like this.
    fn sound_march(&self, state: &State, unit: Unit, spent: u8, entered: bool) -> Result<(), String> {
        let piece = &self.pieces()[usize::from(unit)];
        // [7.0] A reinforcement that was put back and taken up again has entered in a move that it had given up before.
        let done = if entered { UnitSet::EMPTY } else { self.done(state) };
        let gone = state.lost.or(state.disrupted).or(done).has(unit);
        if piece.side != state.phasing || gone || spent > self.allowance(unit) {
            return Err(format!("{} cannot be on the move", piece.tag));
        }
        if state.due.has(unit) && (spent > 0 || entered) {
            return Err(format!("{} has not entered", piece.tag));
        }
        if entered && (spent == 0 || self.gate_of(state, unit).is_none()) {
            return Err(format!("{} cannot have entered in this move", piece.tag));
        }
        if spent == 0 {
            self.may_pick(state, unit, &self.obstacles(state)).map_err(|violation| self.explain(&violation))?;
        }
        Ok(())
    }

    /// [5.0] [6.1] Whether the attack in hand could have been declared so.
    fn sound_declaration(&self, state: &State) -> Result<(), String> {
        let attack = &state.attack;
        let Attack { defenders, attackers, guns, shifts, lowered, .. } = *attack;
        if *attack != (Attack { defenders, attackers, guns, shifts, lowered, ..Attack::default() }) {
            return Err("speaks of the result of an attack whose die has not been thrown".to_owned());
        }
        never(defenders.is_empty(), "an attack is being declared on nobody")?;
        let fit = |set: UnitSet, side: Side, what: &str| match set.less(self.present(state, side).less(state.fought)).first() {
            Some(unit) => Err(format!("{} cannot be {what} in the attack", self.tag(unit))),
            None => Ok(()),
        };
        fit(defenders, state.phasing.other(), "a target")?;
        fit(attackers.or(guns), state.phasing, "an attacker")?;
        let duties = Duties::of(self, state);
        if let Some(unit) = defenders.into_iter().find(|&t| !duties.stack_with(t).within(defenders)) {
            return Err(format!("[10.4] {} is attacked without those who stand with it", self.tag(unit)));
        }
        let lawful = if attackers.or(guns).is_empty() {
            duties.extendable(defenders)
        } else {
            duties.completable(&Plan { targets: defenders, adjacent: attackers, guns })
        };
        lawful.map_err(|violation| self.explain(&violation))?;
        if let Some(unit) = attackers.into_iter().find(|&u| !duties.touches_all(u, defenders)) {
            return Err(format!("[5.4] {} does not touch every target", self.tag(unit)));
        }
        nobody(guns.less(duties.guns_on(defenders)).first(), |gun| format!("[5.6] {} cannot bombard a target", self.tag(gun)))?;
        let shifting = |d: usize| shifts >> d & 1 == 0 || self.division_strength(state, d as u8) >= 3;
        if !(0..self.divisions().len()).all(shifting) {
            return Err("[20.2] a column shift takes three units of the division in the attack".to_owned());
        }
        if lowered > 0 && (attackers.or(guns).is_empty() || usize::from(lowered) >= COLUMNS) {
            return Err("[6.2] lowered by more columns than there are, or for nobody".to_owned());
        }
        Ok(())
    }

    /// [6.3] to [6.8] Whether the attack in hand can have had a result that leads to this decision.
    fn sound_result(&self, state: &State) -> Result<(), String> {
        let attack = &state.attack;
        let all = |set: UnitSet, of: UnitSet, what: &str| match set.less(of).first() {
            Some(unit) => Err(format!("{} cannot be {what}", self.tag(unit))),
            None => Ok(()),
        };
        let present = self.on_map(state);
        all(attack.attackers, self.units_of(state.phasing), "an attacker")?;
        all(attack.defenders, self.units_of(state.phasing.other()), "a target")?;
        all(attack.guns, self.present(state, state.phasing).and(self.guns).less(attack.attackers), "a gun that bombarded")?;
        // As many hexes as touch a common one, each with a full stack and a garrison.
        let most = MAX_VACATED * if self.title() == Title::Eylau { 1 } else { self.title().stacking() + 1 };
        if attack.attackers.len().max(attack.defenders.len()) as usize > most {
            return Err(format!("more than {most} units of a side in contact"));
        }
        let pending = match state.frame {
            Frame::Retreat(side) | Frame::Displace { side, .. } if side != state.phasing => attack.defenders.and(present),
            Frame::Retreat(_) | Frame::Displace { .. } | Frame::Losses => attack.attackers.and(present),
            Frame::StepBack => attack.guns,
            _ => UnitSet::EMPTY,
        };
        all(attack.pending, pending, "pending")?;
        if matches!(state.frame, Frame::Retreat(_) | Frame::Displace { .. }) {
            all(attack.pending, self.all.less(self.garrisons), "a garrison that retreats")?;
        }
        let retreats = matches!(state.frame, Frame::Retreat(_) | Frame::Displace { .. });
        let companion = attack.companion.map_or(UnitSet::EMPTY, UnitSet::one);
        all(companion, if retreats { pending.less(attack.pending) } else { UnitSet::EMPTY }, "a companion of those who retreat")?;
        if state.frame == Frame::Losses {
            all(attack.attackers.less(attack.pending), state.lost.or(state.disrupted), "an attacker that has not paid")?;
        }
        never((attack.owing > 0) != (state.frame == Frame::Losses), "[6.3] strength is owed in an exchange, and only there")?;
        let Frame::Displace { hex, side } = state.frame else {
            let chained = !attack.chain.is_empty() || !attack.owed_guns.is_empty() || attack.origin != NOWHERE;
            return if chained { Err("[6.5] a chain of pushes, but nobody is pushed".to_owned()) } else { Ok(()) };
        };
        self.sound_push(state, hex, side)
    }

    /// [6.5] Whether a chain of pushes can have come to this hex.
    fn sound_push(&self, state: &State, hex: HexId, side: Side) -> Result<(), String> {
        let attack = &state.attack;
        let friends = self.present(state, side);
        let here = self.units_in(state, hex);
        let number = self.grid().number(hex);
        if !attack.chain.within(friends) || here.and(attack.chain).is_empty() {
            return Err(format!("[6.5] nobody pushes anybody in {number}"));
        }
        if here.and(friends).less(attack.chain).less(attack.owed_guns).less(self.garrisons).is_empty() {
            return Err(format!("[6.5] nobody can be pushed out of {number}"));
        }
        never(!attack.owed_guns.within(friends.and(self.guns)), "[6.5] only guns may be kept from being pushed")?;
        let empty = attack.origin != NOWHERE && self.units_in(state, attack.origin).is_empty();
        never(self.title() == Title::Eylau && !empty, "[6.5] the hex where the chain of pushes began is not empty")?;
        Ok(())
    }
}
