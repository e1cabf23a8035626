//! [III.b.1] A counterattack may be aimed at some hexes of the enemy only, if enough is held back to face the others.

use crate::event::{Event, Kind};
use crate::ground::Cover;
use crate::state::{Frame, Leader, Leaders, Side, State};
use crate::{Action, Campaign};
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

impl Campaign {
    /// Leaders of a side who take part in this round.
    #[must_use]
    pub fn engaged(&self, state: &State, side: Side) -> Leaders {
        state.battle.force[side as usize].less(state.battle.aside)
    }

    /// Strength Points of a side that take part in this round.
    #[must_use]
    pub fn engaged_points(&self, state: &State, side: Side) -> u16 {
        self.strength_of(state, self.engaged(state, side)).iter().sum()
    }

    /// Those in the battle, on both sides, who are next to no enemy in it: whoever stood between them is gone, or has not come yet.
    pub(crate) fn out_of_touch(&self, state: &State) -> Leaders {
        let (employed, going) = (self.employed(state), state.going());
        Side::BOTH.into_iter().fold(Leaders::EMPTY, |all, side| {
            let foes = self.hexes_of(state, state.battle.force[side.other() as usize].and(employed));
            let alone = |leader: u16| {
                let from = state.hexes[usize::from(leader)];
                !foes.iter().any(|&to| self.ground().meets(from, to, &going))
            };
            all.or(state.battle.force[side as usize].filter(alone))
        })
    }

    /// Whether a side has a choice whom to counterattack, and with whom: the enemy stands in several hexes, or a part of its own need not take part.
    pub(crate) fn may_aim(&self, state: &State, side: Side) -> bool {
        let own = state.battle.force[side as usize].and(self.employed(state));
        let enemy = self.hexes_of(state, state.battle.force[side.other() as usize].and(self.employed(state)));
        own.len() > 1 && (enemy.len() > 1 || !self.free_to_wait(state, side).is_empty())
    }

    /// [9.3] Forces of a side that need not go on: those in a fortified town or [16.1] with guns in a redoubt, and those before a town who have no enemy of the
    /// battle outside one next to them.
    pub(crate) fn unbound(&self, state: &State, side: Side) -> Leaders {
        let (employed, going) = (self.employed(state), state.going());
        let in_town = |leader: u16| state.hex(leader as Leader).is_some_and(|hex| self.ground().cover(hex) == Cover::Fort);
        let foes = state.battle.force[side.other() as usize].and(employed);
        let outside = self.hexes_of(state, foes.filter(|foe| !in_town(foe)));
        let own = state.battle.force[side as usize].and(employed);
        // [1.1] Guns of friends who are not in the battle may be a secret: whether the side is asked must not tell of them.
        let guns = own.filter(|leader| self.strength(state, leader as Leader)[2] > 0);
        let works: Vec<HexId> =
            self.hexes_of(state, guns).into_iter().filter(|&hex| self.redoubt_in(state, side, hex).is_some()).collect();
        let free = |leader: u16| {
            let from = state.hexes[usize::from(leader)];
            let covered = in_town(leader) || works.contains(&from);
            covered || !outside.iter().any(|&to| self.ground().meets(from, to, &going))
        };
        own.filter(free)
    }

    /// [9.3] Those of them who would take part in this round: they may be held back.
    fn free_to_wait(&self, state: &State, side: Side) -> Leaders {
        self.engaged(state, side).and(self.unbound(state, side))
    }

    /// [9.3] Whether a side has to attack in its turn. Whoever is next to no enemy in the battle takes no part anyhow, and binds nobody.
    pub(crate) fn has_to_go_on(&self, state: &State, side: Side) -> bool {
        !state.battle.force[side as usize].and(self.employed(state)).less(self.unbound(state, side)).is_empty()
    }
}

/// [III.b.1] Which enemy hexes does a counterattack leave alone?
#[derive(Clone, Copy)]
pub(crate) struct Aiming(pub Side);

impl Aiming {
    /// Hexes of the enemy that are attacked.
    fn targets(self, game: &Campaign, state: &State) -> Vec<HexId> {
        game.hexes_of(state, game.engaged(state, self.0.other()).and(game.employed(state)))
    }

    /// Whether enough could be held back, with one Force left that is next to all who are attacked.
    fn feasible(self, game: &Campaign, state: &State) -> bool {
        let own = game.engaged(state, self.0).and(game.employed(state));
        let targets = self.targets(game, state);
        let left_alone = self.left_alone(game, state);
        let facing = self.facing(game, state);
        own.into_iter().any(|leader| {
            let from = state.hexes[usize::from(leader)];
            let reaches = targets.iter().all(|&to| game.ground().meets(from, to, &state.going()));
            let others: u16 = game.strength_of(state, facing.less(Leaders::one(leader))).iter().sum();
            reaches && 2 * others >= left_alone
        })
    }

    /// Enemies who are not attacked, though somebody is next to them who has to go on. [9.3] To face others is nobody's duty.
    fn spared(self, game: &Campaign, state: &State) -> Leaders {
        let (employed, going) = (game.employed(state), state.going());
        let bound = state.battle.force[self.0 as usize].and(employed).less(game.unbound(state, self.0));
        let hexes = game.hexes_of(state, bound);
        let aside = state.battle.aside.and(state.battle.force[self.0.other() as usize]);
        let met = |foe: u16| hexes.iter().any(|&from| game.ground().meets(from, state.hexes[usize::from(foe)], &going));
        aside.and(employed).filter(met)
    }

    /// Their Strength Points.
    fn left_alone(self, game: &Campaign, state: &State) -> u16 {
        game.strength_of(state, self.spared(game, state)).iter().sum()
    }

    /// Forces that face those who are left alone, if they are held back: whoever is next to one of them.
    fn facing(self, game: &Campaign, state: &State) -> Leaders {
        let (hexes, going) = (game.hexes_of(state, self.spared(game, state)), state.going());
        let next = |leader: u16| {
            let from = state.hexes[usize::from(leader)];
            hexes.iter().any(|&to| game.ground().meets(from, to, &going))
        };
        state.battle.force[self.0 as usize].and(game.employed(state)).filter(next)
    }

    fn may_spare(self, game: &Campaign, state: &State, hex: HexId) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new("III.b.1", why, Subject::Hex(hex)));
        let targets = self.targets(game, state);
        if !targets.contains(&hex) {
            return no("no enemy who would be attacked stands there");
        }
        if targets.len() < 2 {
            return no("somebody must be attacked");
        }
        let mut after = *state;
        self.spare(game, &mut after, hex);
        if !self.feasible(game, &after) {
            return no("half of the strength there could not be held back to face it");
        }
        Ok(())
    }

    fn may_reserve(self, game: &Campaign, state: &State, leader: Leader) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new("III.b.1", why, Subject::Unit(UnitId(leader.into()))));
        if usize::from(leader) >= game.leaders() || !game.engaged(state, self.0).and(game.employed(state)).has(leader.into()) {
            return no("only a Force of yours in this attack can be held back");
        }
        if !self.facing(game, state).or(game.free_to_wait(state, self.0)).has(leader.into()) {
            return no("nobody is left alone whom it could face");
        }
        let mut after = *state;
        self.hold_back(game, &mut after, leader);
        if !self.feasible(game, &after) {
            return no("a Force must be left that is next to all who are attacked");
        }
        Ok(())
    }

    fn may_close(self, game: &Campaign, state: &State) -> Result<(), Violation> {
        let held: u16 = game.strength_of(state, self.facing(game, state).and(state.battle.aside)).iter().sum();
        let left_alone = self.left_alone(game, state);
        if 2 * held < left_alone {
            return Err(Violation::new(
                "III.b.1",
                "half as many points as are left alone must be held back next to them",
                // In halves: of an odd number half a point more is needed.
                Subject::Short { has: 2 * held as i16, needs: left_alone.next_multiple_of(2) as i16 },
            ));
        }
        Ok(())
    }

    /// A Force takes no part in the round.
    fn hold_back(self, game: &Campaign, state: &mut State, leader: Leader) {
        let need_not = game.unbound(state, self.0).has(leader.into());
        state.battle.aside.insert(leader.into());
        if need_not {
            // [9.3] It may always stay, and whoever is next to nobody else is not attacked then.
            let (left, going) = (game.hexes_of(state, game.engaged(state, self.0).and(game.employed(state))), state.going());
            let reached = |foe: u16| left.iter().any(|&from| game.ground().meets(from, state.hexes[usize::from(foe)], &going));
            let alone = game.engaged(state, self.0.other()).filter(|foe| !reached(foe));
            state.battle.aside = state.battle.aside.or(alone);
            self.leave_out_of_reach(game, state);
        }
    }

    fn spare(self, game: &Campaign, state: &mut State, hex: HexId) {
        let enemy = state.battle.force[self.0.other() as usize];
        let there = enemy.filter(|leader| state.hexes[usize::from(leader)] == hex);
        state.battle.aside = state.battle.aside.or(there);
        self.leave_out_of_reach(game, state);
    }

    /// Whoever is next to nobody who is still attacked faces those who are left alone; a leader without troops leads nobody from there [3.7].
    fn leave_out_of_reach(self, game: &Campaign, state: &mut State) {
        let (targets, going) = (self.targets(game, state), state.going());
        let reaches = |leader: u16| {
            let from = state.hexes[usize::from(leader)];
            targets.iter().any(|&to| game.ground().meets(from, to, &going))
        };
        let far = game.engaged(state, self.0).filter(|leader| !reaches(leader));
        state.battle.aside = state.battle.aside.or(far);
    }
}

impl Room<Campaign> for Aiming {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("III.b.1"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        let targets = self.targets(game, state);
        out.extend(targets.into_iter().filter(|&hex| self.may_spare(game, state, hex).is_ok()).map(Action::Spare));
        let own = game.engaged(state, self.0).into_iter().map(|leader| leader as Leader);
        out.extend(own.filter(|&leader| self.may_reserve(game, state, leader).is_ok()).map(Action::Reserve));
        if self.may_close(game, state).is_ok() {
            out.push(Action::Close);
        }
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Spare(hex) => self.may_spare(game, state, hex),
            Action::Reserve(leader) => self.may_reserve(game, state, leader),
            Action::Close => self.may_close(game, state),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Spare(hex) => self.spare(game, state, hex),
            Action::Reserve(leader) => self.hold_back(game, state, leader),
            _ => {
                let held = state.battle.aside;
                umpire.tell(|| {
                    let text = match held.is_empty() {
                        true => "all are attacked [III.b.1]".to_owned(),
                        false => format!("{} take no part in this round [III.b.1]", game.names(held)),
                    };
                    game.note(Kind::Attack, "III.b.1", text)
                });
                game.open_round(state, umpire);
            }
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        // Whoever has begun to choose says when he has done.
        let untouched = state.battle.aside == game.out_of_touch(state);
        let waits = |leader: u16| self.may_reserve(game, state, leader as Leader).is_ok();
        let only = state.frame == Frame::Aim(self.0)
            && untouched
            && !game.free_to_wait(state, self.0).into_iter().any(waits)
            && !self.targets(game, state).into_iter().any(|hex| self.may_spare(game, state, hex).is_ok());
        if only {
            game.open_round(state, umpire);
        }
        only
    }
}
