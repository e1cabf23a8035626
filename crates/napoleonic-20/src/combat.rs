//! [9.4] [9.5] Strengths, terrain, reserves, differential and die; [16.3] artillery support.

use crate::declare::POST;
use crate::event::{Event, Kind};
use crate::results_table::{CombatResult, HEADS, column};
use crate::scenario::Arm;
use crate::state::{Frame, Side, State};
use crate::unitset::{Unit, UnitSet};
use crate::{Action, Campaign};
use grognard_engine::board::Clash;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Tally, Umpire, Violation};

/// Bit of a side that has decided about reserves.
const fn decided(side: Side) -> u8 {
    1 << side as u8
}

/// Bit of a side that has committed reserves.
pub(crate) const fn committed(side: Side) -> u8 {
    16 << side as u8
}

impl Campaign {
    /// [9.4.5] Adds a unit's strength to a tally: printed, halved if routed, less one in rain, doubled for attacking guns.
    fn add_strength(&self, state: &State, unit: Unit, attacking: bool, tally: &mut Tally) {
        let piece = self.piece(unit);
        let printed = i16::from(piece.strength);
        tally.add(printed, Case("9.4.5"), || format!("{} printed", piece.tag));
        let mut now = printed;
        if state.routed.has(unit) {
            let half = (printed + 1) / 2;
            tally.add(half - now, Case("9.4.5"), || format!("{} routed", piece.tag));
            now = half;
        }
        if self.foot.has(unit) && self.rain_falls(state) && now > 0 {
            let less = i16::from(self.figures().rain_infantry).max(-now);
            tally.add(less, Case("5.1.1"), || format!("{} in the rain", piece.tag));
            now += less;
        }
        if attacking && piece.arm == Arm::Artillery && self.guns_doubled(state, unit) {
            tally.times(self.figures().artillery_attack_factor.into(), now, Case("9.4"), || format!("{} attacks", piece.tag));
        }
    }

    /// [9.4] Whether an attacking artillery unit counts double: not in downpour or mud, not after Powder Runs Short, not when it bombards.
    fn guns_doubled(&self, state: &State, unit: Unit) -> bool {
        let short = state.notes.powder_short && self.side_of(unit) == state.phasing;
        !self.is_wet(state) && !short && !self.bombards(state, unit)
    }

    /// [16.3.2] Whether an attacker only bombards: none of the targets lies across a hexside that it could attack over.
    #[must_use]
    pub fn bombards(&self, state: &State, unit: Unit) -> bool {
        if !self.options.support || !self.guns.has(unit) {
            return false;
        }
        let Some(hex) = state.hex(unit) else { return false };
        let terrain = self.terrain(state, self.side_of(unit));
        !self.target_hexes(state).any(|to| terrain.passes(hex, to))
    }

    /// The hexes attacked in the battle in hand.
    pub(crate) fn target_hexes<'a>(&'a self, state: &'a State) -> impl Iterator<Item = HexId> + 'a {
        self.battle_targets(state).into_iter().filter_map(move |t| self.target_hex(state, t))
    }

    /// [16.1] The same in an order that tells nothing about who stands there.
    pub(crate) fn target_hexes_in_order(&self, state: &State) -> Vec<HexId> {
        let mut hexes: Vec<HexId> = self.target_hexes(state).collect();
        hexes.sort_unstable();
        hexes
    }

    /// [9.4.1] The one terrain bonus of the defence: each target has the best of its hex and of the hexsides that it is attacked over. [9.4.2] Where
    /// these differ, the battle has the best of all.
    fn terrain_bonus(&self, state: &State) -> (i8, Case) {
        let terrain = self.terrain(state, state.battle.attacker);
        let (mut best, mut least) = (0, i8::MAX);
        for to in self.target_hexes(state) {
            let mut bonus = terrain.hex_bonus(to);
            for attacker in state.battle.attackers {
                let Some(from) = state.hex(attacker) else { continue };
                if terrain.passes(from, to) {
                    bonus = bonus.max(terrain.side_bonus(from, to));
                }
            }
            (best, least) = (bonus.max(best), bonus.min(least));
        }
        (best, Case(if least < best { "9.4.2" } else { "9.4.1" }))
    }

    /// [16.3.1] Free artillery that supports the defence: none that is, or was, attacked in this phase.
    pub(crate) fn supporters(&self, state: &State) -> UnitSet {
        if !self.options.support {
            return UnitSet::EMPTY;
        }
        let side = state.battle.attacker.other();
        let attacked = state.battle.defenders.or(state.charged);
        let guns = self.units_of(side).and(self.guns).less(state.routed).less(attacked).into_iter();
        let terrain = self.terrain(state, side);
        let supports = |&gun: &Unit| {
            let Some(hex) = state.hex(gun).filter(|_| state.battles[usize::from(gun)] == 0) else { return false };
            self.target_hexes(state).any(|to| terrain.passes(hex, to))
        };
        guns.filter(supports).collect()
    }

    /// [16.1] [16.3.1] A battle has begun, and guns that support it are turned up: other counters that could have done so are none.
    pub(crate) fn watch_support(&self, state: &mut State) {
        let side = state.battle.attacker.other();
        if !self.options.support || !self.options.fog {
            return;
        }
        let terrain = self.terrain(state, side);
        let near = |&unit: &Unit| {
            let Some(hex) = state.hex(unit).filter(|_| state.battles[usize::from(unit)] == 0) else { return false };
            self.target_hexes(state).any(|to| terrain.passes(hex, to))
        };
        let silent: UnitSet = state.hidden.and(self.in_play(side)).into_iter().filter(near).collect();
        state.signs.unlike[1] = state.signs.unlike[1].or(silent);
    }

    /// [9.4] Attack and defence of the battle in hand, each with its parts.
    #[must_use]
    pub fn reckon(&self, state: &State, quiet: bool) -> [Tally; 2] {
        let mut tallies = if quiet { [Tally::quiet(), Tally::quiet()] } else { [Tally::default(), Tally::default()] };
        let battle = &state.battle;
        let [attack, defence] = &mut tallies;
        for unit in battle.attackers {
            self.add_strength(state, unit, true, attack);
        }
        for unit in battle.defenders {
            self.add_strength(state, unit, false, defence);
        }
        for target in self.battle_targets(state).into_iter().filter(|&t| t >= POST) {
            defence.add(0, Case("9.10"), || {
                let hex = self.places.garrisons[usize::from(target - POST)];
                format!("garrison of {}", self.grid().number(hex))
            });
        }
        let (bonus, case) = self.terrain_bonus(state);
        if bonus > 0 {
            defence.add(bonus.into(), case, || "terrain".to_owned());
        }
        if !self.supporters(state).is_empty() {
            defence.add(self.figures().support_defence.into(), Case("16.3.1"), || "artillery support".to_owned());
        }
        let reserve = i16::from(self.figures().reserve_sp);
        for (side, tally) in [(battle.attacker, attack), (battle.attacker.other(), defence)] {
            if battle.reserves & committed(side) != 0 {
                tally.add(reserve, Case("9.5"), || format!("{} reserves", side.name()));
            }
        }
        tallies
    }

    /// The column of the battle in hand.
    #[must_use]
    pub fn battle_column(&self, state: &State) -> usize {
        let [attack, defence] = self.reckon(state, true);
        column(attack.total - defence.total)
    }

    /// The reckoning in lines for reading.
    pub(crate) fn reckoning_lines(&self, state: &State) -> Vec<String> {
        let [attack, defence] = self.reckon(state, false);
        let difference = attack.total - defence.total;
        let column = HEADS[column(difference)];
        vec![
            format!("attack {attack}"),
            format!("defence {defence}"),
            format!("differential {difference:+}, column {column} [9.4]"),
        ]
    }

    /// [9.5] Whether a side may commit reserves to the battle in hand.
    pub fn may_commit(&self, state: &State, side: Side) -> Lawful {
        let refuse = |case, why| Err(Violation::new(case, why, Subject::None));
        if side == Side::French && side != state.battle.attacker && state.battle.defenders.is_empty() {
            return refuse("9.10", "the French commit no reserves where only garrisons fight");
        }
        if side == Side::Allied && state.notes.council {
            return refuse("5.0", "the Council of Sovereigns holds the reserves back");
        }
        if !self.commitment_is_free(state, side) && !self.can_spend(state, side, self.figures().reserve_cost) {
            return refuse("9.5", "the last Morale Point may not be spent");
        }
        Ok(())
    }

    /// [5.0] Whether Seize the Moment pays: for the drawer, in his player turn.
    pub(crate) fn commitment_is_free(&self, state: &State, side: Side) -> bool {
        state.notes.free_commitment && side == state.phasing
    }

    /// [9.5] A side has decided about reserves.
    fn decide_reserves(&self, state: &mut State, side: Side, commit: bool, umpire: &mut Umpire<'_, Event>) {
        state.battle.reserves |= decided(side);
        if commit {
            if self.commitment_is_free(state, side) {
                state.notes.free_commitment = false;
            } else {
                self.spend(state, side, self.figures().reserve_cost, "9.5", "reserves", umpire);
            }
            state.battle.reserves |= committed(side);
        }
        state.frame = Frame::Reserves(side.other());
    }

    /// [9.4] The die.
    fn roll_battle(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let [attack, defence] = self.reckon(state, true);
        let column = column(attack.total - defence.total);
        umpire.tell(|| {
            let battle = &state.battle;
            let hexes: Vec<HexId> = self.target_hexes(state).collect();
            let numbers: Vec<String> = hexes.iter().map(|&h| self.grid().number(h)).collect();
            let lines = self.reckoning_lines(state).join("; ");
            let text = format!("{} attacks {}: {lines}", self.names(battle.attackers), numbers.join(", "));
            let mut event = self.event(Kind::Attack, "9.4", battle.attackers.or(battle.defenders), &hexes, text);
            let tags = |set: UnitSet| -> Vec<String> { set.into_iter().map(|u| self.tag(u).to_owned()).collect() };
            let (attackers, defenders) = (tags(battle.attackers), tags(battle.defenders));
            let side = battle.attacker.name().to_owned();
            event.clash = Some(Clash { side, attackers, defenders, column: HEADS[column].to_owned() });
            event
        });
        let die = umpire.roll(6, Case("9.6"));
        let result = self.look_up(column, die);
        umpire.tell(|| {
            let text = format!("a {die} in column {}: {}, {} [9.6]", HEADS[column], result.name(), result.meaning());
            let mut event = self.plain_event(Kind::Result, "9.6", text).rolled(die);
            event.result = Some(result.name());
            event
        });
        self.begin_result(state, result, umpire);
    }

    /// [9.6] The result of a die in a column.
    #[must_use]
    pub fn look_up(&self, column: usize, die: u8) -> CombatResult {
        self.scenario.results.look_up(column, die)
    }

    /// The result of the battle in hand.
    #[must_use]
    pub fn result(&self, state: &State) -> Option<CombatResult> {
        usize::from(state.battle.result).checked_sub(1).and_then(|i| CombatResult::ALL.get(i).copied())
    }
}

/// [9.5] Does this side commit reserves?
#[derive(Clone, Copy)]
pub(crate) struct Reserves(pub Side);

impl Room<Campaign> for Reserves {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("9.5"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        if game.may_commit(state, self.0).is_ok() {
            out.push(Action::Commit);
        }
        out.push(Action::Decline);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Commit => game.may_commit(state, self.0),
            Action::Decline => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        game.decide_reserves(state, self.0, action == Action::Commit, umpire);
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        if state.battle.reserves & decided(self.0) != 0 {
            game.roll_battle(state, umpire);
        } else if game.may_commit(state, self.0).is_ok() {
            return false;
        } else {
            game.decide_reserves(state, self.0, false, umpire);
        }
        true
    }
}
