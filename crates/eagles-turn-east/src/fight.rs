//! [III.b] Battles in rounds: [III.b.3] secret choices, [III.b.5] artillery, [III.b.6] ratio, [III.b.7] the die, [9.3] who gives way.

use crate::event::{Event, Kind};
use crate::ground::Cover;
use crate::state::{Battle, Choice, Frame, Leader, Leaders, Side, Stage, State};
use crate::tables::CombatResult;
use crate::words::{count, with_added};
use crate::{Action, Campaign};
use grognard_engine::board::Clash;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Umpire, Violation};

/// What an attack comes to before the die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reckoning {
    /// Strength Points by side: attacker, defender.
    pub points: [u16; 2],
    /// Columns shifted by terrain, [6.2].
    pub shift: u8,
    /// The column.
    pub column: usize,
    /// What is added to the die.
    pub modifier: i16,
}

impl Campaign {
    /// [6.2] Columns that what lies in a hex shifts an attack on it.
    #[must_use]
    pub fn cover_shift(&self, hex: HexId) -> u8 {
        match self.ground().cover(hex) {
            Cover::Clear | Cover::Water => 0,
            Cover::Woods | Cover::Marsh | Cover::Town => 1,
            Cover::Fort => 2,
        }
    }

    /// [6.2] Columns of cover that a leader has against some attackers.
    pub(crate) fn shelter(&self, state: &State, leader: Leader, attackers: Leaders) -> u8 {
        let cover = |hex: HexId| self.cover_shift(hex) + u8::from(self.faces(state, self.side_of(leader), hex, attackers));
        state.hex(leader).map_or(0, cover)
    }

    /// [6.2] The shift by terrain that covers more than half of a side's Strength Points.
    fn covered(&self, state: &State, force: Leaders, attackers: Leaders) -> u8 {
        let sum = |leaders: Leaders| self.strength_of(state, leaders).iter().sum::<u16>();
        let inside = |shift: u8| sum(force.filter(|leader| self.shelter(state, leader as Leader, attackers) >= shift));
        [3, 2, 1].into_iter().find(|&shift| 2 * inside(shift) > sum(force)).unwrap_or(0)
    }

    /// [6.2] The shift by rivers and bridges, if every attacking Strength Point crosses one: the least of them. Where only a leader without troops is
    /// left of the enemy nobody has to get.
    pub(crate) fn crossed(&self, state: &State, attackers: Leaders, defenders: Leaders) -> u8 {
        let employed = self.employed(state);
        let targets = self.hexes_of(state, defenders.and(employed));
        let mut least = u8::MAX;
        for attacker in attackers.and(employed) {
            let Some(from) = state.hex(attacker as Leader) else { continue };
            for &to in targets.iter().filter(|&&to| self.ground().meets(from, to, &state.going())) {
                least = least.min(self.ground().between(from, to, &state.going()).shift());
            }
        }
        if least == u8::MAX { 0 } else { least }
    }

    /// [III.b.6] [6.2] The column of a ratio after all shifts. They add, also those of dispersed troops [15], and only their sum stops at the
    /// ends of the table.
    pub(crate) fn shifted(&self, [own, foe]: [u16; 2], left: u8, modes: i16) -> usize {
        let last = self.tables().columns.len() as i16 - 1;
        (self.tables().column(own, foe) as i16 - i16::from(left) + modes).clamp(0, last) as usize
    }

    /// [III.b.6] [III.b.7] What an attack comes to.
    #[must_use]
    pub fn reckon(&self, state: &State, attacker: Side) -> Reckoning {
        let [own, foe] = [attacker, attacker.other()].map(|side| self.engaged(state, side));
        let points = [own, foe].map(|force| self.strength_of(state, force).iter().sum::<u16>());
        let shift = (self.covered(state, foe, own) + self.crossed(state, own, foe)).min(self.figures().most_shift);
        let column = self.shifted([points[0], points[1].max(1)], shift, self.mode_shift(state, own, foe));
        Reckoning { points, shift, column, modifier: self.die_modifier(state, own) }
    }

    /// [III.b.7] [3.7] What is added to the die of an attack by some leaders.
    pub(crate) fn die_modifier(&self, state: &State, own: Leaders) -> i16 {
        let commander = self.best(own).is_some_and(|leader| self.commands_army(state, leader));
        let bonus = if commander && self.options.bonus { i16::from(self.figures().commander_bonus) } else { 0 };
        i16::from(state.weather.snow()) - bonus
    }

    /// [III.b.5] What is added to the die when a side is fired at.
    #[must_use]
    pub fn fire_modifier(&self, state: &State, target: Leaders, guns: Leaders) -> i16 {
        let w = state.weather;
        let weather = i16::from(w.rain()) + i16::from(w.snow()) + 2 * i16::from(w.mud());
        weather + self.screened(state, target, guns)
    }

    /// [III.b.5] What the ground adds to the die of guns if it covers more than half of those at whom they fire: one for woods, town or marsh, two
    /// for a fortified town or a redoubt that faces them, whatever ground it stands on.
    fn screened(&self, state: &State, target: Leaders, guns: Leaders) -> i16 {
        let all: u16 = self.strength_of(state, target).iter().sum();
        let screen = |leader: Leader, hex: HexId| {
            let works = self.faces(state, self.side_of(leader), hex, guns);
            if works { 2 } else { self.cover_shift(hex) }
        };
        let at_least = |points: &u8| {
            let inside = |leader: u16| state.hex(leader as Leader).is_some_and(|hex| screen(leader as Leader, hex) >= *points);
            2 * self.strength_of(state, target.filter(inside)).iter().sum::<u16>() > all
        };
        [2, 1].into_iter().find(at_least).map_or(0, i16::from)
    }

    /// [III.b.7] A result as the weather leaves it: mud takes one from the defender's number for each asterisk.
    #[must_use]
    pub fn in_weather(&self, state: &State, result: CombatResult) -> [u8; 2] {
        let less = if state.weather.mud() { result.asterisks } else { 0 };
        [result.attacker, result.defender.saturating_sub(less)]
    }

    /// [9.3] Whether the choice of a side is fixed: it must counterattack at less than the worst ratio. Who need not and goes on all the same picks freely.
    #[must_use]
    pub fn choice_is_fixed(&self, state: &State, side: Side) -> bool {
        let battle = &state.battle;
        if battle.round < 2 || side != battle.attacker || !self.has_to_go_on(state, side) {
            return false;
        }
        let [own, foe] = [side, side.other()].map(|s| self.engaged_points(state, s));
        self.tables().below(own, foe)
    }

    /// [III.b.1] A round begins: whoever counterattacks may leave some enemy hexes alone.
    pub(crate) fn begin_round(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        self.arrive(state, umpire);
        // Nobody attacks, and nobody is attacked, over more than a hexside.
        let aside = self.out_of_touch(state);
        state.battle.aside = aside;
        if !aside.is_empty() {
            umpire.tell(|| {
                let text = format!("{} take no part in this round: no enemy is next to them [III.b.1]", self.names(aside));
                self.note(Kind::Attack, "III.b.1", text)
            });
        }
        let attacker = state.battle.attacker;
        if state.battle.round > 1 && self.may_aim(state, attacker) {
            state.frame = Frame::Aim(attacker);
        } else {
            self.open_round(state, umpire);
        }
    }

    /// [III.b.3] [III.b.4] Both sides pick in secret, the attacker first; cavalry is counted for a pursuit.
    pub(crate) fn open_round(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let attacker = state.battle.attacker;
        for side in Side::BOTH {
            let cavalry = self.cavalry_in_the_open(state, self.engaged(state, side));
            state.battle.cavalry[side as usize] = cavalry.min(255) as u8;
        }
        state.battle.choice = [Choice::None; 2];
        state.battle.forward = [0; 2];
        state.battle.guns = [0; 2];
        state.battle.fallen = [0; 2];
        state.battle.horse = [false; 2];
        let round = state.battle.round;
        umpire.tell(|| self.note(Kind::Attack, "III.b.3", format!("round {round}: the {} attack [III.b.3]", attacker.name())));
        if self.choice_is_fixed(state, attacker) {
            umpire.tell(|| {
                let (who, least) = (attacker.name(), &self.tables().columns[0].0);
                let text = format!("the {who} attack at less than {least}: their choice can only be Pursuit [9.3]");
                self.note(Kind::Attack, "9.3", text)
            });
            state.battle.choice[attacker as usize] = Choice::Pursuit;
            state.frame = Frame::Choose(attacker.other());
        } else {
            state.frame = Frame::Choose(attacker);
        }
    }

    fn choose(&self, state: &mut State, side: Side, choice: Choice, umpire: &mut Umpire<'_, Event>) {
        state.battle.choice[side as usize] = choice;
        if state.battle.choice[side.other() as usize] == Choice::None {
            state.frame = Frame::Choose(side.other());
            return;
        }
        state.battle.shown = state.battle.shown.wrapping_add(1);
        let [french, coalition] = state.battle.choice.map(Choice::word);
        umpire.tell(|| {
            self.note(Kind::Picked, "III.b.3", format!("the French pick {french}, the Coalition picks {coalition} [III.b.3]"))
        });
        self.before_fire(state, umpire);
    }

    /// [III.b.5] Artillery of both sides fires at once.
    pub(crate) fn fire(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let attacker = state.battle.attacker;
        for side in [attacker, attacker.other()] {
            let guns = self.guns_firing(state, side);
            if guns == 0 {
                continue;
            }
            let target = self.engaged(state, side.other());
            let die = umpire.roll(6, Case("III.b.5"));
            let modifier = self.fire_modifier(state, target, self.engaged(state, side));
            let lost = self.tables().fire(i16::from(die) + modifier, guns);
            state.battle.owed[side.other() as usize] = lost;
            umpire.tell(|| {
                let added = with_added(modifier);
                let text = format!("{} artillery, {guns} SPs: die {die}{added}, {lost} lost [III.b.5]", side.name());
                self.note(Kind::Die, "III.b.5", text).rolled(die)
            });
        }
        state.battle.stage = Stage::Fire;
        self.next_loss(state, umpire);
    }

    /// [III.b.6] [III.b.7] [III.b.8] The ratio, the die, and what it does.
    pub(crate) fn roll_combat(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let attacker = state.battle.attacker;
        let reckoning = self.reckon(state, attacker);
        let die = umpire.roll(6, Case("III.b.7"));
        let result = self.tables().combat(i16::from(die) + reckoning.modifier, reckoning.column);
        let numbers = self.in_weather(state, result);
        // By seat, not by role.
        let mut by_side = [0; 2];
        by_side[attacker as usize] = numbers[0];
        by_side[attacker.other() as usize] = numbers[1];
        // [III.b.8] The higher number loses; on a tie the attacker.
        let loser = if numbers[0] >= numbers[1] { attacker } else { attacker.other() };
        let winner = loser.other();
        let battle = &mut state.battle;
        battle.beaten = 0;
        battle.owed = [0; 2];
        let (l, w) = (loser as usize, winner as usize);
        match (battle.choice[l], battle.choice[w]) {
            (Choice::Pursuit, _) => {
                battle.owed[w] = by_side[w];
                battle.beaten = loser as u8 + 1;
                battle.length = by_side[l];
            }
            (_, Choice::Pursuit) => {
                battle.owed[l] = by_side[l];
                battle.beaten = winner as u8 + 1;
                battle.length = by_side[w];
            }
            _ => battle.owed = by_side,
        }
        battle.stage = Stage::Result;
        let (force, column) = (battle.force, self.tables().columns[reckoning.column].0.clone());
        let modes = self.mode_shift(state, self.engaged(state, attacker), self.engaged(state, attacker.other()));
        umpire.tell(|| {
            let [own, foe] = reckoning.points;
            let columns = count(reckoning.shift, "column", "columns");
            let mut shift = if reckoning.shift > 0 { format!(", {columns} left") } else { String::new() };
            if modes != 0 {
                shift += &format!(", {modes:+} columns for dispersed troops [15]");
            }
            let outcome = format!("{}/{}", numbers[0], numbers[1]);
            let text = format!(
                "{own} to {foe}{shift}: column {column}, die {die}{}: {outcome}, the {} lose [III.b.7]",
                with_added(reckoning.modifier),
                loser.name()
            );
            let tags =
                |side: Side| force[side as usize].into_iter().map(|leader| self.tag(leader as Leader).to_owned()).collect();
            let clash =
                Clash { side: attacker.name().to_owned(), attackers: tags(attacker), defenders: tags(attacker.other()), column };
            Event { clash: Some(clash), result: Some(outcome), ..self.note(Kind::Die, "III.b.7", text).rolled(die) }
        });
        self.next_loss(state, umpire);
    }

    /// [9.3] What follows once the losses of a result have been borne.
    pub(crate) fn after_result(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let battle = &state.battle;
        match (battle.beaten, battle.length) {
            (0, _) => self.next_round(state, umpire),
            (_, 0) => self.end_battle(state, umpire),
            (beaten, length) => {
                let side = Side::BOTH[usize::from(beaten.min(2)) - 1];
                self.begin_retreat(state, side, length, umpire);
            }
        }
    }

    /// [9.3] Both stood: roles are exchanged. Whoever stands in a fortified town, or before one, or [16.1] with guns in a redoubt, need not go on.
    fn next_round(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        // [III.b.1] Where nobody is next to an enemy any more there is nothing to attack.
        if state.battle.everybody().and(self.employed(state)).within(self.out_of_touch(state)) {
            self.end_battle(state, umpire);
            return;
        }
        let next = state.battle.attacker.other();
        if self.has_to_go_on(state, next) {
            self.go_on(state, umpire);
        } else {
            state.frame = Frame::Again(next);
        }
    }

    fn go_on(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.battle.attacker = state.battle.attacker.other();
        state.battle.round = state.battle.round.saturating_add(1);
        self.begin_round(state, umpire);
    }

    /// The battle is over: [10.2] was it a Critical Battle?
    pub(crate) fn end_battle(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let [french, coalition] = state.battle.lost;
        let figures = self.figures();
        umpire.tell(|| {
            let lost = count(french, "French SP", "French SPs");
            let text = format!("the battle is over: {lost} lost, {coalition} of the Coalition [III.b.9]");
            self.note(Kind::Attack, "III.b.9", text)
        });
        if french.max(coalition) >= figures.critical && french != coalition {
            let spaces = if french.abs_diff(coalition) >= figures.critical_double { 2 } else { 1 };
            state.shift += if french < coalition { spaces } else { -spaces };
            // [6.11] A Pitched Battle won opens the way to an armistice, also one of a single round after which nobody could go on.
            let pitched = state.battle.round > 1 || state.battle.choice == [Choice::Pitched; 2];
            if coalition < french && pitched && self.is_campaign() {
                state.won = state.turn;
            }
        }
        self.casualties(state, umpire);
        self.carry_wounded(state);
        state.battle = Battle { shown: state.battle.shown, ..Battle::NONE };
        state.frame = Frame::Attack;
    }
}

/// [III.b.3] Pitched Battle or Pursuit?
#[derive(Clone, Copy)]
pub(crate) struct Choosing(pub Side);

impl Room<Campaign> for Choosing {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("III.b.3"))
    }

    fn list(self, _: &Campaign, _: &State, out: &mut Vec<Action>) {
        out.extend([Action::Pitched, Action::Pursuit]);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Pitched | Action::Pursuit => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        let choice = if action == Action::Pitched { Choice::Pitched } else { Choice::Pursuit };
        game.choose(state, self.0, choice, umpire);
    }
}

/// [9.3] Does a side that need not counterattack do it?
#[derive(Clone, Copy)]
pub(crate) struct GoingOn(pub Side);

impl Room<Campaign> for GoingOn {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("9.3"))
    }

    fn list(self, _: &Campaign, _: &State, out: &mut Vec<Action>) {
        out.extend([Action::Again, Action::Hold]);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Again | Action::Hold => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Again => game.go_on(state, umpire),
            _ => game.end_battle(state, umpire),
        }
    }
}
