//! [15.3] [15.5] A melee, stage by stage: the defenders' checks, the attackers', the roll, and what it does to each unit in turn.

use crate::Bautzen;
use crate::action::Action;
use crate::base6::{clamped, place, printed};
use crate::event::{Event, Kind};
use crate::leaders::Peril;
use crate::movement::two_dice;
use crate::rooms::asked;
use crate::state::{Arm, Fight, Frame, Order, Place, Readiness, State, Unit, Units, flag};
use crate::tables::Cell;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Umpire, Violation};

/// A melee under way.
#[derive(Clone, Copy)]
pub struct Fighting;

/// The stages.
pub mod stage {
    /// The defenders check.
    pub const DEFENDERS: u8 = 0;
    /// The attackers check.
    pub const ATTACKERS: u8 = 1;
    /// The roll.
    pub const ROLL: u8 = 2;
    /// What becomes of the attackers.
    pub const ATTACKERS_FATE: u8 = 3;
    /// What becomes of the defenders.
    pub const DEFENDERS_FATE: u8 = 4;
    /// Checks, fatigue, advance.
    pub const AFTER: u8 = 5;
    /// Nothing more.
    pub const OVER: u8 = 6;
}

impl Bautzen {
    /// [15.3] The next stage of checks, or nothing if all are done.
    fn next_check(&self, state: &State) -> Option<Unit> {
        let Fight { hex, attackers, done, stage, .. } = state.fight;
        if stage == stage::DEFENDERS {
            let due = |unit: &Unit| !done.has(*unit) && !self.defender_exempt(state, *unit, hex, attackers);
            return self.ranks(state, hex).filter(|&unit| self.side(unit) != state.phasing).find(due);
        }
        // [4.4] The attackers check in the order in which they were named.
        state.fight.named().find(|&unit| !done.has(unit) && !self.attacker_exempt(state, unit, hex))
    }

    fn pre_melee(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        let Fight { hex, attackers, stage, column, .. } = state.fight;
        if self.on_foot(unit, state.piece(unit)) {
            state.fight.done.insert(unit);
            if !self.to_horse(state, unit, hex, umpire) {
                self.beaten_in(state, unit, hex);
                self.rout(state, unit, 0, "16.10", umpire);
            }
            return;
        }
        let tally = if stage == stage::DEFENDERS {
            self.defender_check(state, unit, attackers, column.into(), umpire.listens())
        } else {
            self.attacker_check(state, unit, column.into(), umpire.listens())
        };
        state.fight.done.insert(unit);
        let rating = self.rating(state, unit);
        if self.roll_check(state, unit, "15.3", rating, &tally, umpire) {
            return;
        }
        // [13.2] It is a check like others: who fails it shakes his stack, those who are out of order already too.
        self.shake_stack(state, unit, umpire);
        if stage == stage::DEFENDERS {
            self.beaten_in(state, unit, hex);
        } else {
            let at = self.attacks_from(state, unit);
            self.beaten_in(state, unit, at);
            state.fight.leave(unit);
        }
        // [13.4] Whoever fails before a melee is disordered, even if he was it before; guns that cannot run stay.
        if self.kind(unit).arm == Arm::Artillery && state.piece(unit).formation == crate::Formation::Unlimbered {
            self.disorder(state, unit);
            self.tell_order(state, unit, "15.3", "is disordered in place", umpire);
        } else if state.piece(unit).order == Order::Routed {
            // [14.2] Nobody comes out of a rout by failing: he runs on.
            self.rout(state, unit, 0, "15.3", umpire);
        } else {
            self.fall_back(state, unit, "15.3", umpire);
        }
    }

    /// [16.10] Dragoons on foot who are charged or assaulted in a hex do not fight: they check, and ride off from there [5.1] if they keep order, which is
    /// told; else they have to rout.
    pub(crate) fn to_horse(&self, state: &mut State, unit: Unit, hex: HexId, umpire: &mut Umpire<'_, Event>) -> bool {
        if self.roll_morale(state, unit, "16.10", &[], umpire) {
            self.beaten_in(state, unit, hex);
            let before = *state.piece(unit);
            state.piece_mut(unit).formation = self.loose(state, before.hex);
            let mounted = self.gathered(*state.piece(unit));
            self.set(state, unit, mounted);
            self.leaders_gather(state, unit, &before);
            self.tell_order(state, unit, "16.10", "takes to its horses and rides off", umpire);
            // [16.2] A regiment that rides off does not rest.
            if state.piece(unit).ready != Readiness::Fresh {
                state.notes_of(unit).set_paced(2);
            }
            self.run(state, unit, crate::retreat::Distance::Points(self.kind(unit).ma), 0, umpire);
            return true;
        }
        false
    }

    /// [15.5] The roll.
    fn roll_melee(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Fight { hex, attackers, .. } = state.fight;
        let clash = self.clash(state, hex, attackers, umpire.listens());
        let natural = two_dice(umpire, "15.5");
        let at = clamped(natural + clash.modifier.total);
        let cell = self.tables().melee[at as usize][clash.column];
        umpire.tell(|| {
            let who: Vec<Unit> = attackers.into_iter().collect();
            let head = &self.tables().melee_heads[clash.column];
            let text = format!(
                "melee in {}: {} against {}, column {head}, roll {}{:+}: {}",
                self.grid().number(hex),
                clash.attack.total,
                clash.defence.total,
                printed(natural),
                clash.modifier.total,
                cell.text()
            );
            self.event(Kind::Melee, "15.6", &who, &[hex], text).rolled(printed(natural)).came_to(head, &cell.text())
        });
        state.fight.defenders = self.ranks(state, hex).collect();
        state.fight.roll = natural as u8;
        state.fight.column = clash.column as u8;
        state.fight.at = at as u8;
        // [19.3] Leaders in the thick of it.
        if natural <= place(12) {
            // Whoever stands with any of those who attack is in it.
            let mut hexes: Vec<HexId> = Vec::new();
            for at in state.fight.named().flat_map(|unit| state.piece(unit).hexes()) {
                if !hexes.contains(&at) {
                    hexes.push(at);
                }
            }
            self.leader_hit(state, &hexes, Peril::Attacking, clash.leaders[0], umpire);
        }
        if natural >= place(64) {
            self.leader_hit(state, &[hex], Peril::Defending, clash.leaders[1], umpire);
        }
    }

    /// [16.2] Cavalry that fought is more tired than before.
    fn fatigue(&self, state: &mut State) {
        let fought = state.fight.attackers.or(state.fight.defenders);
        for unit in self.units().filter(|&unit| fought.has(unit)).collect::<Vec<_>>() {
            if self.kind(unit).arm != Arm::Cavalry || !state.piece(unit).on_map() {
                continue;
            }
            let so = *state.piece(unit);
            if state.fight.sparing.has(unit) {
                // Whoever spares himself keeps his readiness, but whoever fights does not rest.
                if so.ready != Readiness::Fresh {
                    self.tire(state, unit, so.ready);
                }
                continue;
            }
            let to = match so.ready {
                Readiness::Fresh if so.has(flag::CHARGED) => Readiness::Exhausted,
                Readiness::Fresh => Readiness::Tired,
                _ => Readiness::Exhausted,
            };
            self.tire(state, unit, to);
            state.notes_of(unit).flags &= !flag::REACTED;
        }
    }

    /// What follows a melee when all have run who have to.
    fn after_melee(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        self.star_checks(state, umpire);
        self.fatigue(state);
        state.fight.stage = stage::OVER;
        // [13.2] Now those check whose leader fell.
        if state.checks[0].is_some() {
            Self::call_checks(state);
        }
        if state.frame() == Frame::Fight {
            self.end_fight(state);
        }
    }

    /// [15.7] After DD, DR and DS, or when all who defended are lost, somebody advances, and after failed checks alone whoever likes [15.3].
    /// After numbers both sides stay, though a starred check may send the defender away, and a blank result takes no ground.
    fn end_fight(&self, state: &mut State) {
        let empty = !self.held_by(state, state.phasing.other(), state.fight.hex);
        let won = state.fight.roll == Fight::NONE.roll
            || matches!(self.cell(state), Cell::DefenderDisordered | Cell::DefenderRouts | Cell::DefenderSurrenders)
            || state.fight.defenders.into_iter().all(|unit| state.piece(unit).place == Place::Lost);
        let can = won && state.fight.attackers.into_iter().any(|unit| self.may_advance(state, unit).is_ok());
        if empty && can {
            state.replace(Frame::Advance);
        } else {
            state.fight = Fight::NONE;
            state.pop();
        }
    }

    /// [16.7] At the end of the melees cavalry that was not recalled routs in place; cavalry that reacted and fought nobody is tired by the ride.
    pub(crate) fn end_melees(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for unit in self.units() {
            if !state.piece(unit).on_map() || self.kind(unit).arm != Arm::Cavalry {
                continue;
            }
            if state.piece(unit).has(flag::REACTED) && self.side(unit) != state.phasing {
                let to = if state.piece(unit).ready == Readiness::Fresh { Readiness::Tired } else { Readiness::Exhausted };
                self.tire(state, unit, to);
                state.notes_of(unit).flags &= !flag::REACTED;
            }
            if state.piece(unit).has(flag::WILD) {
                let paced = state.piece(unit).paced();
                state.notes_of(unit).flags &= !flag::WILD;
                // Who has been beaten in his melee has routed already.
                if state.piece(unit).order == Order::Routed {
                    continue;
                }
                self.routed_in_place(state, unit);
                // [16.2] It runs nowhere, so that it has not moved by it.
                state.notes_of(unit).set_paced(paced);
                self.tell_order(state, unit, "16.7", "has ridden itself to pieces and routs", umpire);
            }
        }
    }
}

impl Room<Bautzen> for Fighting {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(state.phasing, "15.5")
    }

    fn list(self, _: &Bautzen, _: &State, _: &mut Vec<Action>) {}

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        Err(game.out_of_place(state, action))
    }

    fn deed(self, _: &Bautzen, _: &mut State, _: Action, _: &mut Umpire<'_, Event>) {}

    fn pass(self, game: &Bautzen, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let enemy = state.phasing.other();
        let empty = !game.held_by(state, enemy, state.fight.hex);
        match state.fight.stage {
            stage::DEFENDERS | stage::ATTACKERS => {
                if empty || state.fight.attackers.is_empty() {
                    state.fight.stage = stage::OVER;
                } else if let Some(unit) = game.next_check(state) {
                    game.pre_melee(state, unit, umpire);
                } else {
                    state.fight.stage += 1;
                    state.fight.done = Units::EMPTY;
                }
            }
            stage::ROLL => {
                state.fight.stage += 1;
                game.roll_melee(state, umpire);
                state.fight.done = Units::EMPTY;
            }
            stage::ATTACKERS_FATE | stage::DEFENDERS_FATE => {
                let attacking = state.fight.stage == stage::ATTACKERS_FATE;
                let Fight { hex, defenders, done, .. } = state.fight;
                // [4.4] The attackers as they were named, the defenders from the top of the stack down.
                let next = if attacking {
                    state.fight.named().find(|&unit| !done.has(unit))
                } else {
                    let left = defenders.less(done);
                    game.ranks(state, hex).find(|&unit| left.has(unit)).or(left.first())
                };
                match next {
                    Some(unit) => {
                        state.fight.done.insert(unit);
                        let outcome = if attacking { game.attacker_outcome(state) } else { game.defender_outcome(state, unit) };
                        game.undergo(state, unit, outcome, umpire);
                    }
                    None => {
                        state.fight.stage += 1;
                        state.fight.done = Units::EMPTY;
                    }
                }
            }
            stage::AFTER => game.after_melee(state, umpire),
            _ => game.end_fight(state),
        }
        true
    }
}
