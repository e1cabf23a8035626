//! [6.3] Combat results: who is destroyed, who retreats, who pays for an exchange.

use crate::event::Event;
use crate::results_table::CombatResult;
use crate::state::{Attack, Frame, MAX_VACATED, NOWHERE, Side, State};
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Battle};
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Umpire, Violation};

/// [6.3] Which attackers pay for an exchange?
#[derive(Clone, Copy, Debug)]
pub struct Paying;

impl Room<Battle> for Paying {
    fn asks(self, _: &Battle, state: &State) -> (Seat, Case) {
        (state.phasing.seat(), Case("6.3"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        out.extend(state.attack.pending.into_iter().filter(|&u| battle.may_lose(state, u).is_ok()).map(Action::Lose));
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::Lose(unit) => battle.may_lose(state, unit),
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Lose(unit) = action {
            battle.lose(state, unit, umpire);
        }
    }

    fn forced(self, battle: &Battle, state: &State) -> Option<Action> {
        let mut payers = state.attack.pending.into_iter().filter(|&u| battle.may_lose(state, u).is_ok());
        payers.next().filter(|_| payers.next().is_none()).map(Action::Lose)
    }
}

impl Battle {
    /// [6.3] Starts to carry out a result. Guns that bombarded are spared by every result (6.8).
    pub(crate) fn begin_result(&self, state: &mut State, result: CombatResult, umpire: &mut Umpire<'_, Event>) {
        let attack = state.attack;
        let attacker = state.phasing;
        // [6.8] The book lets bombarding guns fall back after these three.
        state.attack.guns_may_step =
            !attack.guns.is_empty() && matches!(result, CombatResult::Ae | CombatResult::Ar | CombatResult::Ee);
        match result {
            CombatResult::Ae => {
                self.vacate(state, attack.attackers);
                self.destroy_all(state, attack.attackers, "attackers eliminated", umpire);
                state.frame = Frame::Advance(attacker.other());
            }
            CombatResult::Ar => {
                self.vacate(state, attack.attackers);
                self.destroy_those(state, self.broken_by_repulse(attack.attackers), "14.0", "thrown back", umpire);
                state.attack.pending = attack.attackers.less(self.garrisons);
                state.frame = Frame::Retreat(attacker);
            }
            CombatResult::Dr => {
                self.vacate(state, attack.defenders);
                self.destroy_those(state, attack.defenders.and(self.garrisons), "14.0", "a garrison cannot retreat", umpire);
                state.attack.pending = attack.defenders.less(self.garrisons);
                state.frame = Frame::Retreat(attacker.other());
            }
            CombatResult::De => {
                self.vacate(state, attack.defenders);
                self.destroy_all(state, attack.defenders, "defenders eliminated", umpire);
                state.frame = Frame::Advance(attacker);
            }
            CombatResult::Ee => {
                self.vacate(state, attack.defenders);
                state.attack.owing = self.printed(attack.defenders) as u8;
                self.destroy_all(state, attack.defenders, "exchange", umpire);
                if self.printed(attack.attackers) <= u16::from(state.attack.owing) {
                    self.destroy_all(state, attack.attackers, "exchange", umpire);
                    state.attack.owing = 0;
                    state.frame = Frame::Advance(attacker);
                } else {
                    state.attack.pending = attack.attackers;
                    state.frame = Frame::Losses;
                }
            }
        }
    }

    /// Printed strengths added up: Fresh Strength, integrity and terrain do not count (R7, R52).
    #[must_use]
    pub fn printed(&self, units: UnitSet) -> u16 {
        units.into_iter().map(|u| u16::from(self.pieces()[usize::from(u)].strength)).sum()
    }

    fn vacate(&self, state: &mut State, units: UnitSet) {
        state.attack.vacated = [NOWHERE; MAX_VACATED];
        let mut hexes: Vec<HexId> = units.into_iter().filter_map(|u| state.hex(u)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        for (place, hex) in state.attack.vacated.iter_mut().zip(hexes) {
            *place = hex;
        }
    }

    fn destroy_all(&self, state: &mut State, units: UnitSet, why: &str, umpire: &mut Umpire<'_, Event>) {
        self.destroy_those(state, units, "6.3", why, umpire);
    }

    fn destroy_those(&self, state: &mut State, units: UnitSet, case: &'static str, why: &str, umpire: &mut Umpire<'_, Event>) {
        for unit in units {
            self.destroy(state, unit, case, why, umpire);
        }
    }

    /// [6.3] Whether giving up `unit` is part of some set of losses that pays the debt without a superfluous unit (R7).
    ///
    /// # Errors
    /// [6.3] with the unit.
    pub fn may_lose(&self, state: &State, unit: Unit) -> Lawful {
        let pending = state.attack.pending;
        if !pending.has(unit) {
            return Err(Violation::new("6.3", "is not one of the attackers that can pay for the exchange", subject(unit)));
        }
        let mut given = state.attack.attackers.less(pending);
        given.insert(unit);
        if self.can_pay_exactly(given, pending.less(given), state.attack.owing.into()) {
            Ok(())
        } else {
            Err(Violation::new("6.3", "is more than the exchange asks for: the others suffice", subject(unit)))
        }
    }

    /// Whether losses that include `given` and otherwise come from `others` reach the debt, and would not without any one of
    /// them: that is, not without the weakest. Each unit is tried as the weakest, the rest summed up as a set of sums.
    fn can_pay_exactly(&self, given: UnitSet, others: UnitSet, owing: u16) -> bool {
        let strength = |u: Unit| u16::from(self.pieces()[usize::from(u)].strength);
        let sum = self.printed(given);
        let least = given.into_iter().map(strength).min().unwrap_or(0);
        // Bit n: some of these units together are worth n. Debts are far below 128.
        let sums = |units: UnitSet, weakest: u16| {
            let strong = units.into_iter().map(strength).filter(|s| *s >= weakest);
            strong.fold(1u128, |sums, s| sums | sums.checked_shl(s.into()).unwrap_or(0))
        };
        let pays = |rest: u128, have: u16, weakest: u16| {
            (0..128u16).any(|n| rest >> n & 1 == 1 && have + n >= owing && have + n < owing + weakest)
        };
        pays(sums(others, least), sum, least)
            || others.into_iter().filter(|&o| strength(o) <= least).any(|weakest| {
                let w = strength(weakest);
                pays(sums(others.less(UnitSet::one(weakest)), w), sum + w, w)
            })
    }

    /// [6.3] Whether some set of losses pays the debt without `unit`.
    pub(crate) fn can_be_spared(&self, state: &State, unit: Unit) -> bool {
        // If the others suffice, what is superfluous among them can be left out until nothing is.
        self.printed(state.attack.attackers.less(UnitSet::one(unit))) >= state.attack.owing.into()
    }

    /// An attacker is given up. `State::attack.attackers` keeps the lost ones, so that the debt can be reckoned.
    fn lose(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        state.attack.pending.remove(unit);
        self.destroy(state, unit, "6.3", "exchange", umpire);
        let paid = self.printed(state.attack.attackers.less(state.attack.pending));
        if paid >= u16::from(state.attack.owing) {
            state.attack.pending = UnitSet::EMPTY;
            state.attack.owing = 0;
            state.frame = Frame::Advance(state.phasing);
        }
    }

    /// The attack is over; the phase goes on.
    pub(crate) fn end_attack(&self, state: &mut State) {
        state.attack = Attack::default();
        state.frame = Frame::Combat;
    }

    /// The units of `side` that took part in the attack in contact and are still there.
    pub(crate) fn victors(&self, state: &State, side: Side) -> UnitSet {
        let took_part = if side == state.phasing { state.attack.attackers } else { state.attack.defenders };
        took_part.and(self.on_map(state))
    }
}
