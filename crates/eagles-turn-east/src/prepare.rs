//! `[18]` What the sides choose before a campaign begins: [6.8] who carries bridge trains, [6.10] beside whom Outposts stand.

use crate::event::{Event, Kind};
use crate::state::{Away, Frame, Leader, Leaders, NOBODY, Side, State};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::room::Room;
use grognard_engine::{Case, Seat, Subject, Umpire, UnitId, Violation};

/// `[18]` Who carries a bridge train, and who has an Outpost beside him?
#[derive(Clone, Copy)]
pub(crate) struct Preparing(pub Side);

impl Preparing {
    fn own(self, game: &Campaign, state: &State, leader: Leader, case: &'static str) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new(case, why, Subject::Unit(UnitId(leader.into()))));
        let mine = usize::from(leader) < game.leaders() && game.side_of(leader) == self.0;
        if !mine || state.hex(leader).is_none() || game.is_outpost(leader) {
            return no("name a leader of yours on the map");
        }
        Ok(())
    }

    /// [6.11] Leaders who begin in a box off the map; those who come later are not there yet.
    fn boxed(self, game: &Campaign, state: &State) -> Leaders {
        let waits = |leader: u16| !matches!(state.away[usize::from(leader)], Away::No | Away::Due);
        game.scenario.roster.sides[self.0 as usize].filter(waits)
    }

    /// [6.8] Any leader carries a train, on the map or in a box.
    fn may_carry(self, game: &Campaign, state: &State, leader: Leader) -> Result<(), Violation> {
        let known = usize::from(leader) < game.leaders();
        if !(known && self.boxed(game, state).has(leader.into())) {
            self.own(game, state, leader, "6.8")?;
        }
        if game.spare_trains(state, self.0) == 0 {
            return Err(Violation::new("6.8", "all three bridge trains are given out", Subject::Unit(UnitId(leader.into()))));
        }
        Ok(())
    }

    /// [6.10] The dummy that would stand beside a Force.
    fn may_post(self, game: &Campaign, state: &State, leader: Leader) -> Result<Leader, Violation> {
        self.own(game, state, leader, "6.10")?;
        let no = |why: &'static str| Err(Violation::new("6.10", why, Subject::Unit(UnitId(leader.into()))));
        if game.points(state, leader) == 0 {
            return no("an Outpost stands beside a Force");
        }
        let army = game.general(leader).army;
        // Every leader with troops is a Force of his own [3.4].
        let here = game.leaders_in(state, state.hexes[usize::from(leader)]);
        let beside = here.and(game.outposts(state, self.0)).len();
        if beside >= here.and(game.forces(state, self.0)).len() {
            return no("as many Outposts as Forces stand there already");
        }
        let free = |one: &Leader| game.is_outpost(*one) && game.general(*one).army == army && state.hex(*one).is_none();
        match (0..game.leaders() as Leader).find(free) {
            Some(outpost) => Ok(outpost),
            None => no("no Outpost of this army is left"),
        }
    }
}

impl Room<Campaign> for Preparing {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("18"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        for leader in game.present(state, self.0) {
            let leader = leader as Leader;
            out.extend(self.may_post(game, state, leader).is_ok().then_some(Action::Post(leader)));
            out.extend(self.may_carry(game, state, leader).is_ok().then_some(Action::Carry(leader)));
        }
        for leader in self.boxed(game, state).into_iter().map(|leader| leader as Leader) {
            out.extend(self.may_carry(game, state, leader).is_ok().then_some(Action::Carry(leader)));
        }
        game.list_modes(state, out);
        out.push(Action::End);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Carry(leader) => self.may_carry(game, state, leader),
            Action::Post(leader) => self.may_post(game, state, leader).map(|_| ()),
            Action::Disperse(leader) => game.may_settle_mode(state, leader, true),
            Action::Concentrate(leader) => game.may_settle_mode(state, leader, false),
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Carry(leader) => {
                let side = self.0;
                let free =
                    |train: &&mut crate::state::Train| train.side == side && train.carrier == NOBODY && train.hex == NOWHERE;
                if let Some(train) = state.trains.iter_mut().find(free) {
                    train.carrier = leader;
                }
                umpire.tell(|| {
                    let text = format!("{} carries a bridge train [6.8]", game.tag(leader));
                    game.note(Kind::Note, "6.8", text).veiled(side, None)
                });
            }
            Action::Post(leader) => {
                let Ok(outpost) = self.may_post(game, state, leader) else { return };
                let hex = state.hexes[usize::from(leader)];
                game.make_general(state, outpost, hex);
                let side = self.0;
                umpire.tell(|| {
                    let text = format!("an Outpost stands in {} [6.10]", game.grid().number(hex));
                    game.event(Kind::Leader, "6.10", Leaders::EMPTY, &[hex], text)
                        .veiled(side, Some("an Outpost is posted [6.10]".to_owned()))
                });
            }
            Action::Disperse(leader) | Action::Concentrate(leader) => {
                game.settle_mode(state, leader, matches!(action, Action::Disperse(_)), umpire);
            }
            _ if self.0 == game.scenario.first => state.frame = Frame::Prepare(self.0.other()),
            _ => {
                game.open_lines(state);
                game.begin_turn(state, umpire);
            }
        }
    }
}
