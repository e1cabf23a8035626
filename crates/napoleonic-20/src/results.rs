//! [9.6] [9.7] What a result does: withdrawals, routs, breaks, exchanges; the end of a battle.

use crate::declare::POST;
use crate::event::{Event, Kind};
use crate::results_table::CombatResult;
use crate::state::{Engagement, Frame, GARRISONS, MAX_PATHS, NOBODY, NOWHERE, Path, Phase, Side, State};
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Campaign};
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Umpire, Violation};

impl Campaign {
    /// [9.2] A battle begins: its counters are turned up [16.1]; without attackers or targets it is dropped.
    pub(crate) fn open_battle(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let fighters = state.battle.attackers.or(state.battle.defenders);
        self.reveal(state, fighters, umpire);
        state.battle.defenders = state.battle.defenders.less(self.dummies);
        if state.battle.attackers.is_empty() || self.battle_targets(state).is_empty() {
            self.leave_battle(state, umpire);
            return;
        }
        // [16.3.1] Guns that support the defence take part too.
        self.reveal(state, self.supporters(state), umpire);
        self.watch_support(state);
        state.notes.fought = true;
        state.frame = Frame::Reserves(state.battle.attacker);
    }

    /// [9.6] Carries out a result as far as nobody has to choose.
    pub(crate) fn begin_result(&self, state: &mut State, result: CombatResult, umpire: &mut Umpire<'_, Event>) {
        state.battle.result = CombatResult::ALL.iter().position(|r| *r == result).unwrap_or(0) as u8 + 1;
        let attacker = state.battle.attacker;
        // [16.3.2] Guns that only bombard are touched by nothing.
        let exposed: UnitSet = state.battle.attackers.into_iter().filter(|&u| !self.bombards(state, u)).collect();
        let defenders = state.battle.defenders;
        match result {
            CombatResult::Ne => self.finish_battle(state, umpire),
            CombatResult::Aw | CombatResult::Ar => {
                state.battle.pending = exposed;
                state.frame = Frame::Retreat(attacker);
            }
            CombatResult::Ab => {
                exposed.into_iter().for_each(|unit| self.break_where_it_stands(state, unit, "9.6.3", "broken", umpire));
                state.frame = Frame::Advance(attacker.other());
            }
            CombatResult::Dw | CombatResult::Dr => {
                if result == CombatResult::Dr {
                    self.test_garrisons(state, umpire);
                }
                state.battle.pending = defenders;
                state.frame = Frame::Retreat(attacker.other());
            }
            CombatResult::Db | CombatResult::Ex => {
                let owing: u8 = defenders.into_iter().map(|u| self.piece(u).strength).sum();
                defenders.into_iter().for_each(|unit| self.break_where_it_stands(state, unit, "9.6.3", "broken", umpire));
                let posts = state.battle.garrisons;
                for g in (0..GARRISONS).filter(|g| posts >> g & 1 == 1) {
                    self.beat_garrison(state, g);
                }
                state.frame = Frame::Advance(attacker);
                // [16.3.2] Guns that only bombard pay nothing: where nobody else attacks, nobody pays.
                if result == CombatResult::Ex && owing > 0 && !exposed.is_empty() {
                    state.battle.pending = exposed;
                    state.battle.owing = owing;
                    state.frame = Frame::Losses;
                }
            }
        }
    }

    /// [9.10] A rout beats a garrison that stands alone if its die exceeds what the fort saves. Lower hex numbers roll first.
    fn test_garrisons(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let fights = state.battle.garrisons;
        for g in self.post_order.into_iter().filter(|g| fights >> g & 1 == 1) {
            let hex = self.places.garrisons[g];
            let die = umpire.roll(6, Case("9.10"));
            let beaten = die as i8 > self.terrains[0].reduction(hex);
            if beaten {
                self.beat_garrison(state, g);
            }
            umpire.tell(|| {
                let how = if beaten { "beaten" } else { "holds" };
                let text = format!("the garrison of {} {how}: a {die} [9.10]", self.grid().number(hex));
                self.event(Kind::Die, "9.10", UnitSet::EMPTY, &[hex], text).rolled(die)
            });
        }
    }

    /// [9.10] A garrison is beaten: it falls if somebody advances at once.
    fn beat_garrison(&self, state: &mut State, garrison: usize) {
        let hex = self.places.garrisons[garrison];
        state.battle.fallen |= 1 << garrison;
        self.add_path(state, Path { hexes: [hex, NOWHERE], unit: NOBODY, grave: NOWHERE });
    }

    /// [9.9.1] Notes a path.
    pub(crate) fn add_path(&self, state: &mut State, path: Path) {
        let count = usize::from(state.battle.path_count);
        if count < MAX_PATHS {
            state.battle.paths[count] = path;
            state.battle.path_count += 1;
        }
    }

    /// [9.10] The garrison in a hex shares the fate of the French unit that is routed or broken there as a defender.
    pub(crate) fn doom_garrison(&self, state: &mut State, unit: Unit, hex: HexId) {
        if self.side_of(unit) == Side::French
            && state.battle.attacker == Side::Allied
            && let Some(garrison) = self.garrison_at(hex)
        {
            state.battle.fallen |= 1 << garrison;
        }
    }

    /// A unit breaks where it stands, without having moved.
    pub(crate) fn break_where_it_stands(
        &self,
        state: &mut State,
        unit: Unit,
        case: &'static str,
        why: &str,
        umpire: &mut Umpire<'_, Event>,
    ) {
        let Some(hex) = state.hex(unit) else { return };
        self.add_path(state, Path { hexes: [hex, NOWHERE], unit, grave: hex });
        self.doom_garrison(state, unit, hex);
        self.break_unit(state, unit, hex, case, why, umpire);
    }

    /// [9.6.3] [9.7] [12.1] A unit breaks: it leaves the map and both armies feel it. [16.7] A cadre goes back to its supply.
    pub(crate) fn break_unit(
        &self,
        state: &mut State,
        unit: Unit,
        hex: HexId,
        case: &'static str,
        why: &str,
        umpire: &mut Umpire<'_, Event>,
    ) {
        let side = self.side_of(unit);
        state.hexes[usize::from(unit)] = NOWHERE;
        state.routed.remove(unit);
        match self.cadre_index(unit) {
            Some(cadre) => state.parent[cadre] = NOBODY,
            None => state.broken.insert(unit),
        }
        state.battle.swing[side as usize] += self.figures().morale_break_own;
        state.battle.swing[side.other() as usize] += self.figures().morale_break_enemy;
        umpire.tell(|| {
            let text = format!("{} breaks in {}: {why} [{case}]", self.tag(unit), self.grid().number(hex));
            self.unit_event(Kind::Broken, case, unit, &[hex], text)
        });
    }

    /// [9.6] Whether an attacker may be given up in the exchange.
    ///
    /// # Errors
    /// [9.6] and why.
    pub fn may_lose(&self, state: &State, unit: Unit) -> Lawful {
        if state.battle.pending.has(unit) {
            return Ok(());
        }
        Err(Violation::new("9.6", "took no part in the exchange, or bombards", subject(unit)))
    }

    /// [9.6] An attacker pays for the exchange.
    fn lose(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        state.battle.pending.remove(unit);
        let strength = self.piece(unit).strength;
        state.battle.owing = state.battle.owing.saturating_sub(strength);
        // An attacker that pays leaves no path: the enemy is gone.
        if let Some(hex) = state.hex(unit) {
            self.break_unit(state, unit, hex, "9.6", "exchange", umpire);
            self.bury(state, unit, hex);
        }
        if state.battle.owing == 0 || state.battle.pending.is_empty() {
            state.battle.pending = UnitSet::EMPTY;
            state.frame = Frame::Advance(state.battle.attacker);
        }
    }

    /// [16.7] Notes where a unit broke that leaves no path.
    fn bury(&self, state: &mut State, unit: Unit, grave: HexId) {
        self.add_path(state, Path { hexes: [NOWHERE; 2], unit, grave });
    }

    /// Who pays for the exchange if there is no choice: everybody, when all together are no more than is owed.
    fn forced_losses(&self, state: &State) -> bool {
        let pending = state.battle.pending;
        let total: u32 = pending.into_iter().map(|u| u32::from(self.piece(u).strength)).sum();
        pending.len() == 1 || total <= u32::from(state.battle.owing)
    }

    /// The advances are done. [16.7] Cadres are put down, the loser's first; then the battle is over.
    pub(crate) fn finish_battle(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if self.options.breakdown {
            state.frame = Frame::Remnants(state.battle.attacker);
            return;
        }
        self.end_battle(state, umpire);
    }

    /// [12.0] [12.5] Morale of the whole battle is added up and applied; then the next battle.
    pub(crate) fn end_battle(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let idle = state.battle.attackers.and(state.committed).less(state.battle.advanced);
        for unit in idle {
            state.battle.swing[self.side_of(unit) as usize] += self.figures().morale_guard_no_advance;
            state.committed.remove(unit);
            let text = || format!("{} was committed and has not advanced [12.5]", self.tag(unit));
            umpire.tell(|| self.unit_event(Kind::Morale, "12.5", unit, &[], text()));
        }
        state.committed = state.committed.less(state.battle.attackers);
        let swing = state.battle.swing;
        self.shift_morale(state, swing, "12.1", umpire);
        self.leave_battle(state, umpire);
    }

    /// Whatever comes after a battle.
    fn leave_battle(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if state.phase == Phase::Reaction && state.battle.attacker == Side::Allied {
            self.spare_garrisons(state);
        }
        state.battle = Engagement::NONE;
        if self.collapse(state, umpire) {
            return;
        }
        state.frame = if state.phase == Phase::Reaction { Frame::React } else { Frame::Resolve };
    }

    /// [8.2] A unit and the garrison of its hex are one target: where the unit was countercharged and is gone while nobody has advanced, the
    /// garrison that is left is not countercharged in the same phase.
    fn spare_garrisons(&self, state: &mut State) {
        let battle = &state.battle;
        let left =
            battle.paths[..usize::from(battle.path_count)].iter().filter(|p| p.unit != NOBODY && battle.defenders.has(p.unit));
        let spared = left.filter_map(|p| self.standing_garrison(state, p.hexes[0])).fold(0, |bits, g| bits | 1u8 << g);
        state.charged_garrisons |= spared;
    }

    /// A target in words.
    pub(crate) fn target_name(&self, state: &State, target: Unit) -> String {
        if target >= POST {
            return format!(
                "the garrison of {}",
                self.target_hex(state, target).map_or_else(String::new, |h| self.grid().number(h))
            );
        }
        self.tag(target).to_owned()
    }
}

/// [9.6] Which attackers pay for an exchange?
#[derive(Clone, Copy)]
pub(crate) struct Losses;

impl Room<Campaign> for Losses {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.battle.attacker.into(), Case("9.6"))
    }

    fn list(self, _game: &Campaign, state: &State, out: &mut Vec<Action>) {
        out.extend(state.battle.pending.into_iter().map(Action::Lose));
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Lose(unit) => game.may_lose(state, unit),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Lose(unit) = action {
            game.lose(state, unit, umpire);
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        match state.battle.pending.first() {
            Some(unit) if game.forced_losses(state) => game.lose(state, unit, umpire),
            _ => return false,
        }
        true
    }
}
