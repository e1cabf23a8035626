//! [9.4] Who bears the losses of a battle, [3.6] and what becomes of leaders without troops.

use crate::batteries::FORWARD;
use crate::event::{Event, Kind};
use crate::roster::{Army, Start};
use crate::state::{ARMS, Away, Frame, Leader, Leaders, Side, Stage, State, Unit};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, Violation};

/// The arms in words.
pub(crate) const ARM_WORDS: [&str; ARMS] = ["inf", "cav", "art"];

impl Campaign {
    fn in_battle(&self, state: &State, side: Side, unit: Unit) -> bool {
        self.engaged(state, side).has(state.track[usize::from(unit)].into())
    }

    /// Strength Points of a side in the battle.
    pub(crate) fn left_in_battle(&self, state: &State, side: Side) -> u16 {
        self.strength_of(state, state.battle.force[side as usize]).iter().sum()
    }

    /// The next loss is borne, or what follows it comes.
    pub(crate) fn next_loss(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let attacker = state.battle.attacker;
        for side in [attacker, attacker.other()] {
            let owed = u16::from(state.battle.owed[side as usize]).min(self.engaged_points(state, side));
            state.battle.owed[side as usize] = owed as u8;
            if owed > 0 && owed < self.engaged_points(state, side) {
                state.frame = Frame::Lose(side);
                return;
            }
            if owed > 0 {
                self.lose_all(state, side, umpire);
            }
        }
        self.bury(state, umpire);
        let gone = Side::BOTH.map(|side| self.left_in_battle(state, side) == 0);
        match (gone, state.battle.stage) {
            ([true, true], _) => self.end_battle(state, umpire),
            // Whoever took part in this round may be gone though others are held back.
            ([false, false], Stage::Fire) if Side::BOTH.iter().any(|&side| self.engaged_points(state, side) == 0) => {
                state.battle.stage = Stage::Result;
                self.after_result(state, umpire);
            }
            ([false, false], Stage::Fire) => self.roll_combat(state, umpire),
            ([false, false], Stage::Result) => self.after_result(state, umpire),
            (_, Stage::Pursuit) => self.begin_advance(state, umpire),
            ([french, _], _) => self.take_field(state, if french { Side::Coalition } else { Side::French }, umpire),
        }
    }

    /// There is nothing to choose: the side loses all that it has in the battle.
    fn lose_all(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        let points = self.engaged_points(state, side).min(255) as u8;
        for unit in (0..self.bodies().len() as Unit).filter(|&unit| self.in_battle(state, side, unit)).collect::<Vec<_>>() {
            state.battle.horse[side as usize] |= state.strength[usize::from(unit)][1] > 0;
            for arm in 0..ARMS {
                let (army, count) = (self.bodies()[usize::from(unit)].army, state.strength[usize::from(unit)][arm]);
                self.count_wounded(state, army, arm, count);
            }
            state.strength[usize::from(unit)] = [0; ARMS];
            state.shown[usize::from(unit)] = [0; ARMS];
        }
        let battle = &mut state.battle;
        battle.owed[side as usize] = 0;
        battle.lost[side as usize] = battle.lost[side as usize].saturating_add(points);
        battle.fallen[side as usize] = battle.fallen[side as usize].saturating_add(points);
        umpire.tell(|| self.note(Kind::Loss, "9.4", format!("the {} lose all {points} SPs in this battle [9.4]", side.name())));
    }

    /// A unit loses a Strength Point before everybody's eyes.
    fn lose(&self, state: &mut State, side: Side, unit: Unit, arm: u8, umpire: &mut Umpire<'_, Event>) {
        self.strike(state, unit, usize::from(arm));
        self.count_wounded(state, self.bodies()[usize::from(unit)].army, usize::from(arm), 1);
        state.battle.owed[side as usize] -= 1;
        let battle = &mut state.battle;
        battle.lost[side as usize] = battle.lost[side as usize].saturating_add(1);
        battle.fallen[side as usize] = battle.fallen[side as usize].saturating_add(1);
        battle.horse[side as usize] |= arm == 1;
        // [16.5] Whoever keeps his guns back need not count them.
        if arm == 2 && battle.forward[side as usize] == FORWARD {
            battle.guns[side as usize] = battle.guns[side as usize].saturating_add(1);
        }
        umpire.tell(|| {
            let word = ARM_WORDS[usize::from(arm)];
            let text = format!("{} loses 1 {word} [9.4]", self.body_tag(unit));
            let veiled = format!("the {} lose 1 {word} [9.4]", side.name());
            self.note(Kind::Loss, "9.4", text).veiled(side, Some(veiled))
        });
        self.next_loss(state, umpire);
    }

    /// Takes a Strength Point from a unit that lies open.
    pub(crate) fn strike(&self, state: &mut State, unit: Unit, arm: usize) {
        let points = &mut state.strength[usize::from(unit)][arm];
        *points = points.saturating_sub(1);
        state.shown[usize::from(unit)] = state.strength[usize::from(unit)];
    }

    /// [3.6] Leaders in the battle in whose hex no friend has troops left: captured, or off to the nearest who has. Major Generals
    /// without troops are taken off the map.
    fn bury(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for side in Side::BOTH {
            let vacated = self.hexes_of(state, state.battle.force[side as usize]);
            let employed = self.employed(state);
            // Whoever has led in another battle of this phase shares their fate all the same.
            let idle = self.unemployed_in(state, side, &vacated);
            for leader in state.battle.force[side as usize].less(employed).or(idle) {
                let leader = leader as Leader;
                let hex = state.hexes[usize::from(leader)];
                if hex == NOWHERE {
                    // [6.11] He has retreated off the map: a leader waits there, a Major General without troops is nowhere any more.
                    if !self.general(leader).rank.leads() {
                        state.away[usize::from(leader)] = Away::No;
                    }
                    self.leave_battle(state, leader);
                    continue;
                }
                let here = self.leaders_in(state, hex).and(employed).filter(|one| self.side_of(one as Leader) == side);
                if !self.general(leader).rank.leads() {
                    self.take_off(state, leader, "is taken off the map", umpire);
                } else if here.is_empty() {
                    self.capture(state, leader, umpire);
                }
            }
            // What is lost in a pursuit is lost where nobody fought.
            if state.battle.stage != Stage::Pursuit {
                self.note_vacated(state, side, &vacated);
            }
        }
    }

    /// [III.b.8] Of the hexes in which a side stood in the battle those are noted in which nobody is left of it.
    fn note_vacated(&self, state: &mut State, side: Side, hexes: &[HexId]) {
        let held = self.hexes_of(state, state.battle.force[side as usize].and(self.employed(state)));
        let noted = &mut state.battle.vacated[side as usize];
        for &hex in hexes.iter().filter(|hex| !held.contains(hex)) {
            if let Some(place) = noted.iter_mut().find(|place| **place == hex || **place == NOWHERE) {
                *place = hex;
            }
        }
    }

    fn leave_battle(&self, state: &mut State, leader: Leader) {
        let battle = &mut state.battle;
        let marked = [&mut battle.fleeing, &mut battle.waiting, &mut battle.advanced, &mut battle.aside];
        for set in battle.force.iter_mut().chain(marked) {
            set.remove(leader.into());
        }
    }

    pub(crate) fn take_off(&self, state: &mut State, leader: Leader, what: &str, umpire: &mut Umpire<'_, Event>) {
        let hex = state.hexes[usize::from(leader)];
        self.leave_trains(state, Leaders::one(leader.into()), hex);
        state.hexes[usize::from(leader)] = NOWHERE;
        self.leave_battle(state, leader);
        state.fought.remove(leader.into());
        umpire.tell(|| {
            let text = format!("{} {what} [3.6]", self.tag(leader));
            self.event(Kind::Leader, "3.6", Leaders::one(leader.into()), &[hex], text)
        });
    }

    /// [3.6] It is kept when a leader was lost for good, for he is not promoted any more. A Battle Scenario keeps of those who had been promoted
    /// that they were lost, and no more.
    pub(crate) fn note_lost(&self, state: &mut State, leader: Leader) {
        if self.is_campaign() {
            state.since[usize::from(leader)] = state.turn;
        } else if self.general(leader).start == Start::Pool {
            state.since[usize::from(leader)] = 1;
        }
    }

    /// [3.6] A leader who has lost all troops around him.
    pub(crate) fn capture(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        if !self.general(leader).rank.leads() {
            self.take_off(state, leader, "is taken off the map", umpire);
            return;
        }
        let die = umpire.roll(6, Case("3.6"));
        if die <= self.figures().capture {
            self.take_off(state, leader, &format!("is captured on a {die}"), umpire);
            // [3.6] A Russian may be promoted for any other leader of the Coalition.
            if self.side_of(leader) == Side::Coalition {
                // Not he himself.
                if self.general(leader).army == Army::Russian {
                    self.note_lost(state, leader);
                }
                state.promotions = state.promotions.saturating_add(1);
            }
            return;
        }
        // [6.8] He gets away without his trains, and [3.4] leads nobody else in this phase.
        self.leave_trains(state, Leaders::one(leader.into()), state.hexes[usize::from(leader)]);
        self.join_nearest(state, leader);
        self.leave_battle(state, leader);
        let hexes: Vec<_> = state.hex(leader).into_iter().collect();
        umpire.tell(|| {
            let text = format!("{} escapes on a {die} [3.6]", self.tag(leader));
            self.event(Kind::Leader, "3.6", Leaders::one(leader.into()), &hexes, text).rolled(die)
        });
    }
}

/// [III.b.8] Who bears the loss?
#[derive(Clone, Copy)]
pub(crate) struct Losing(pub Side);

impl Losing {
    fn may_lose(self, game: &Campaign, state: &State, counter: Unit, arm: u8) -> Result<Unit, Violation> {
        let no = |why: &'static str| Err(Violation::new("9.4", why, Subject::None));
        let Some(unit) = usize::from(counter).checked_sub(game.leaders()).map(|unit| unit as Unit) else {
            return no("name a unit, not a leader");
        };
        if usize::from(unit) >= game.bodies().len() || usize::from(arm) >= ARMS {
            return no("there is no such unit or arm");
        }
        if !game.in_battle(state, self.0, unit) {
            return no("only your units in this battle bear its losses");
        }
        if state.strength[usize::from(unit)][usize::from(arm)] == 0 {
            return no("the unit has no Strength Point of this arm");
        }
        if arm != 2 && game.guns_must_bleed(state, self.0) {
            return Err(Violation::new("16.5", "guns in the front rank bear half of the losses first", Subject::None));
        }
        Ok(unit)
    }
}

impl Room<Campaign> for Losing {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("9.4"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        for unit in (0..game.bodies().len() as Unit).filter(|&unit| game.in_battle(state, self.0, unit)) {
            let counter = unit + game.leaders() as Unit;
            let guns = game.guns_must_bleed(state, self.0);
            let has = |arm: &u8| state.strength[usize::from(unit)][usize::from(*arm)] > 0 && (!guns || *arm == 2);
            out.extend((0..ARMS as u8).filter(has).map(|arm| Action::Lose(counter, arm)));
        }
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Lose(counter, arm) => self.may_lose(game, state, counter, arm).map(|_| ()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Lose(counter, arm) = action
            && let Ok(unit) = self.may_lose(game, state, counter, arm)
        {
            game.lose(state, self.0, unit, arm, umpire);
        }
    }
}
