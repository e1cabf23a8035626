//! [II.b.1] [II.c] [III.a] Who gets a command, who tries to march of his own accord, and where the Force in hand goes: the decisions about marches.

use crate::event::Event;
use crate::state::{By, Frame, Leader, Side, State};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, Violation};

/// [II.b.1] Who gets a Movement Command?
#[derive(Clone, Copy)]
pub(crate) struct Commanding;

impl Room<Campaign> for Commanding {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("II.b.1"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        let side = state.phasing;
        if game.rests(state, side) {
            // [14] At rest nobody marches but reinforcements, and those with an objective.
            game.list_aims(state, out);
            game.list_entries(state, out);
            game.list_modes(state, out);
            out.push(Action::End);
            return;
        }
        let mine = game.present(state, side).less(state.acted);
        let dummies = game.outposts(state, side);
        if game.is_campaign() {
            for leader in mine {
                if dummies.has(leader) || game.may_command(state, leader as Leader).is_ok() {
                    out.push(Action::Command(leader as Leader));
                }
            }
            game.list_entries(state, out);
            game.list_shifts(state, out);
        } else if state.commands > 0 && state.changing[side as usize] == NOWHERE {
            let (lines, foes) = (game.lines(state, side), game.foes(state, side));
            let employed = game.employed(state);
            for leader in mine.filter(|leader| employed.has(leader) || game.has_company(state, leader as Leader)) {
                let leader = leader as Leader;
                let open = |hex: HexId| !foes.zone.has(hex) || game.controllers(state, side, hex).is_empty();
                let able = state.hex(leader).is_some_and(open) && !game.mixes_armies(state, leader);
                if able && game.has_line(state, &lines, leader) {
                    out.push(Action::Command(leader));
                }
            }
        }
        let idle = mine.less(game.employed(state)).less(dummies).less(state.grand.ashore);
        out.extend(idle.into_iter().map(|leader| Action::Ride(leader as Leader)));
        out.push(Action::End);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        let rests = game.rests(state, state.phasing);
        match action {
            Action::Aim(leader, hex) => game.may_aim_at(state, leader, hex),
            Action::Disperse(leader) => game.may_settle_mode(state, leader, true),
            Action::Concentrate(leader) => game.may_settle_mode(state, leader, false),
            Action::Command(_) | Action::Ride(_) | Action::Transit(_) | Action::Shift(..) | Action::Withdraw(_) if rests => {
                Err(Violation::new("14", "the Fortnight passes at rest", Subject::None))
            }
            Action::Command(leader) => game.may_command(state, leader),
            Action::Ride(leader) => game.may_ride(state, leader),
            Action::Enter(leader, hex) => game.may_enter(state, leader, hex),
            Action::Transit(leader) => game.may_transit(state, leader).map(|_| ()),
            Action::Shift(army, hex) => game.may_shift(state, army, hex),
            Action::Withdraw(army) => game.may_withdraw(state, army).map(|_| ()),
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Aim(leader, hex) => game.take_aim(state, leader, hex, umpire),
            Action::Disperse(leader) | Action::Concentrate(leader) => {
                game.settle_mode(state, leader, matches!(action, Action::Disperse(_)), umpire);
            }
            Action::Command(leader) => game.command(state, leader, umpire),
            Action::Ride(leader) => game.take(state, leader, By::Ride),
            Action::Enter(leader, hex) => game.enter(state, leader, hex, umpire),
            Action::Transit(leader) => game.transit(state, leader, umpire),
            Action::Shift(army, hex) => game.shift(state, army, hex, umpire),
            Action::Withdraw(army) => game.withdraw_center(state, army, umpire),
            _ => state.frame = Frame::Initiative,
        }
    }
}

/// [II.c] [III.a] Who tries to march by Initiative?
#[derive(Clone, Copy)]
pub(crate) struct Trying(pub By);

impl Trying {
    fn side(self, state: &State) -> Side {
        if self.0 == By::Forced { state.phasing.other() } else { state.phasing }
    }
}

impl Room<Campaign> for Trying {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (self.side(state).into(), Case(if self.0 == By::Forced { "III.a" } else { "II.c" }))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        let side = self.side(state);
        let (present, forces) = game.present_and_forces(state, side);
        let leads = |leader: u16| game.has_company(state, leader as Leader);
        let able = forces.or(present.and(game.dummies())).less(state.acted).less(state.grand.ashore);
        let idle = present.less(forces).less(game.dummies());
        let idle = idle.less(state.acted).less(state.grand.ashore).filter(leads);
        let stirs = |leader: u16| game.may_stir(state, side, leader as Leader).is_ok();
        let [able, idle] = if game.rests(state, side) { [able.filter(stirs), idle.filter(stirs)] } else { [able, idle] };
        out.extend(able.or(idle).into_iter().map(|leader| Action::Try(leader as Leader)));
        if self.0 == By::Forced && game.options.guns {
            let hears = |leader: &Leader| game.may_listen(state, *leader).is_ok();
            out.extend(able.into_iter().map(|leader| leader as Leader).filter(hears).map(Action::Listen));
        }
        if self.0 == By::Initiative && !game.rests(state, side) {
            game.list_digs(state, out);
        }
        out.push(Action::End);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Try(leader) => {
                game.may_lead(state, self.side(state), leader)?;
                game.may_stir(state, self.side(state), leader)
            }
            Action::Listen(leader) if self.0 == By::Forced => {
                game.may_march(state, self.side(state), leader)?;
                game.may_listen(state, leader)
            }
            Action::Dig(leader, facing) if self.0 == By::Initiative && !game.rests(state, state.phasing) => {
                game.may_dig(state, leader, facing)
            }
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Try(leader) => game.try_initiative(state, leader, (self.0, false), umpire),
            Action::Listen(leader) => game.try_initiative(state, leader, (self.0, true), umpire),
            Action::Dig(leader, facing) => game.dig(state, leader, facing, umpire),
            _ if self.0 == By::Forced => game.begin_combat(state, umpire),
            _ => game.end_movement(state, umpire),
        }
    }
}

/// Where does the Force in hand go?
#[derive(Clone, Copy)]
pub(crate) struct Marching;

impl Marching {
    /// Lists what can be done where the leader in hand stands: others follow him there, enemies are repulsed, bridges worked on, modes changed.
    fn list_halts(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        let side = game.side_of(state.hand);
        let foes = game.foes(state, side);
        // Only those who stood with or next to him at first can go along.
        if game.may_be_followed(state) {
            for leader in game.present(state, side).less(state.acted).and(game.standing_near(state, state.origin)) {
                if game.may_accompany(state, leader as Leader).is_ok() {
                    game.follow_hexes(state, &foes, leader as Leader, |hex, _| out.push(Action::Follow(leader as Leader, hex)));
                }
            }
        }
        game.list_repulses(state, &foes, out);
        game.list_works(state, out);
        game.list_modes(state, out);
    }
}

impl Room<Campaign> for Marching {
    fn asks(self, game: &Campaign, state: &State) -> (Seat, Case) {
        (game.side_of(state.hand).into(), Case(game.march_case(state)))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        game.destinations(state, out);
        // [3.4] Where too many stand one goes on, or [6.11] off the map, and does nothing else.
        if game.may_stop_among_friends(state).is_ok() {
            self.list_halts(game, state, out);
        }
        out.extend(game.may_extend(state).is_ok().then_some(Action::Extend));
        out.extend(game.may_exit(state).is_ok().then_some(Action::Exit));
        out.extend(game.may_canton(state).is_ok().then_some(Action::Canton));
        if game.may_end_march(state).is_ok() {
            out.push(Action::Done);
        }
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        // [3.4] Whoever stands among too many goes on first.
        if !matches!(action, Action::Go(_) | Action::Extend | Action::Exit | Action::Canton | Action::Done) {
            game.may_stop_among_friends(state)?;
        }
        match action {
            Action::Go(hex) => game.may_go(state, hex),
            Action::Follow(leader, hex) => game.may_follow(state, leader, hex),
            Action::Repulse(hex) => game.may_repulse(state, hex),
            Action::Disperse(leader) => game.may_change_mode(state, leader, true),
            Action::Concentrate(leader) => game.may_change_mode(state, leader, false),
            Action::Damage(hex) => game.may_damage(state, hex).map(|_| ()),
            Action::Repair(hex) => game.may_repair(state, hex).map(|_| ()),
            Action::Lay(hex) => game.may_lay(state, hex).map(|_| ()),
            Action::Lift => game.may_lift(state).map(|_| ()),
            Action::Extend => game.may_extend(state),
            Action::Exit => game.may_exit(state).map(|_| ()),
            Action::Canton => game.may_canton(state).map(|_| ()),
            Action::Done => game.may_end_march(state),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Go(hex) => game.go(state, hex, umpire),
            Action::Follow(leader, hex) => game.follow(state, leader, hex, umpire),
            Action::Repulse(hex) => game.repulse(state, hex, umpire),
            Action::Disperse(leader) | Action::Concentrate(leader) => {
                game.change_mode(state, leader, matches!(action, Action::Disperse(_)), umpire);
            }
            Action::Damage(hex) => game.work(state, hex, true, umpire),
            Action::Repair(hex) => game.work(state, hex, false, umpire),
            Action::Lay(hex) => game.lay(state, hex, umpire),
            Action::Lift => game.lift(state, umpire),
            Action::Extend => game.extend(state, umpire),
            Action::Exit | Action::Canton => game.leave_map(state, action == Action::Canton, umpire),
            _ => game.put_down(state, umpire),
        }
    }
}
