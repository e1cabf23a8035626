//! [III.b.1] [6.5] Which attacks must be made, which may, and who takes part.

use crate::event::{Event, Kind};
use crate::ground::Cover;
use crate::state::{Battle, Frame, GROUPS, Leader, Leaders, State};
use crate::{Action, Campaign};
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

/// Who can still fight in this phase.
struct Field {
    /// Attackers that have not fought.
    own: Vec<(Leader, HexId)>,
    /// Hexes of enemy Forces that have not been attacked, each once.
    foes: Vec<HexId>,
}

impl Campaign {
    fn field(&self, state: &State) -> Field {
        let free = |side| self.forces(state, side).less(state.fought).into_iter();
        let at = |leader: u16| state.hexes[usize::from(leader)];
        let own = free(state.phasing).map(|leader| (leader as Leader, at(leader))).collect();
        let mut foes: Vec<HexId> = free(state.phasing.other()).map(at).collect();
        foes.sort_unstable();
        foes.dedup();
        Field { own, foes }
    }

    /// The hexes in which some leaders stand, each once.
    pub(crate) fn hexes_of(&self, state: &State, leaders: Leaders) -> Vec<HexId> {
        let mut hexes: Vec<HexId> = leaders.into_iter().filter_map(|leader| state.hex(leader as Leader)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// [6.5] Whether an enemy in a hex must be attacked because his zone covers this Force. Nobody has to attack out of a fortified town.
    pub(crate) fn binds(&self, state: &State, foe: HexId, own: HexId) -> bool {
        self.ground().cover(own) != Cover::Fort
            && !self.is_walled(state, state.phasing, own)
            && self.ground().controls(foe, own, &state.going())
            && self.binds_anybody(state, foe)
    }

    /// `[15]` Whether those in a hex who could be attacked are all dispersed.
    fn is_dispersed(&self, state: &State, hex: HexId) -> bool {
        let there = |leader: u16| state.hexes[usize::from(leader)] == hex;
        let all = self.forces(state, state.phasing.other()).less(state.fought).filter(there);
        !state.forage.is_empty() && all.less(state.forage).is_empty()
    }

    /// `[15]` Whether an attack may have a hex as target: dispersed and concentrated troops are not attacked together, and those who must be come first.
    fn fits_mode(&self, state: &State, hex: HexId) -> bool {
        let others = state.battle.force[state.phasing.other() as usize];
        let dispersed = self.is_dispersed(state, hex);
        match others.first() {
            None => !dispersed || self.duty(state).is_none(),
            Some(other) => state.forage.has(other) == dispersed,
        }
    }

    /// [III.b.1] An enemy hex that must be attacked by a Force that has not fought.
    #[must_use]
    pub fn duty(&self, state: &State) -> Option<HexId> {
        let field = self.field(state);
        field.foes.iter().copied().find(|&foe| field.own.iter().any(|&(_, own)| self.binds(state, foe, own)))
    }

    /// [III.b.1] An enemy hex whose attack would become impossible if the attack in hand were declared as it stands.
    fn forgotten(&self, state: &State) -> Option<HexId> {
        let field = self.field(state);
        let attackers = state.battle.force[state.phasing as usize];
        let targets = self.hexes_of(state, state.battle.force[state.phasing.other() as usize]);
        if targets.len() >= GROUPS {
            return None;
        }
        let bound = |foe: HexId| field.own.iter().any(|&(_, own)| self.binds(state, foe, own));
        let covered = |foe: HexId| {
            let spare = |leader: Leader| !attackers.has(leader.into());
            field.own.iter().any(|&(leader, own)| spare(leader) && self.ground().meets(own, foe, &state.going()))
        };
        field.foes.iter().copied().find(|&foe| !targets.contains(&foe) && bound(foe) && !covered(foe))
    }

    fn may_target(&self, state: &State, hex: HexId) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new("III.b.1", why, Subject::Hex(hex)));
        let field = self.field(state);
        if !field.foes.contains(&hex) {
            return no("no enemy Force that could be attacked stands there");
        }
        let attackers = state.battle.force[state.phasing as usize];
        let targets = self.hexes_of(state, state.battle.force[state.phasing.other() as usize]);
        if targets.contains(&hex) {
            return no("this hex is a target already");
        }
        if targets.len() >= GROUPS {
            return no("one attack cannot have more targets");
        }
        if !self.fits_mode(state, hex) {
            return Err(Violation::new(
                "15",
                "dispersed troops are attacked apart from others, and after those who must be",
                Subject::Hex(hex),
            ));
        }
        let counts = |leader: Leader| attackers.is_empty() || attackers.has(leader.into());
        let reached = field.own.iter().any(|&(leader, own)| counts(leader) && self.ground().meets(own, hex, &state.going()));
        if !reached || (!targets.is_empty() && attackers.is_empty()) {
            return no("no Force of this attack is next to it");
        }
        Ok(())
    }

    fn may_join(&self, state: &State, leader: Leader) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new("III.b.1", why, Subject::Unit(UnitId(leader.into()))));
        let attackers = state.battle.force[state.phasing as usize];
        if usize::from(leader) < self.leaders() && attackers.has(leader.into()) {
            return no("it takes part already");
        }
        let field = self.field(state);
        let Some(&(_, own)) = field.own.iter().find(|(one, _)| *one == leader) else {
            return no("only a Force of yours that has not fought can take part");
        };
        let targets = self.hexes_of(state, state.battle.force[state.phasing.other() as usize]);
        if !targets.iter().any(|&hex| self.ground().meets(own, hex, &state.going())) {
            return no("it is not next to a target");
        }
        if attackers.first().is_some_and(|one| !self.same_mode(state, one as Leader, leader)) {
            return Err(Violation::new(
                "15",
                "those who attack together are in the same mode",
                Subject::Unit(UnitId(leader.into())),
            ));
        }
        let hexes = self.hexes_of(state, attackers);
        if hexes.len() >= GROUPS && !hexes.contains(&own) {
            return no("one attack cannot come from more hexes");
        }
        Ok(())
    }

    fn may_close(&self, state: &State) -> Result<(), Violation> {
        if state.battle.force[state.phasing as usize].is_empty() {
            return Err(Violation::new("III.b.1", "somebody must attack: join a Force", Subject::None));
        }
        match self.forgotten(state) {
            Some(hex) => {
                Err(Violation::new("6.5", "this enemy must be attacked too, and nobody else could do it", Subject::Hex(hex)))
            }
            None => Ok(()),
        }
    }

    fn target(&self, state: &mut State, hex: HexId) {
        let foe = state.phasing.other();
        let here = self.forces(state, foe).less(state.fought).filter(|leader| state.hexes[usize::from(leader)] == hex);
        // [15] Where both modes stand the concentrated ones are attacked first.
        let here = if here.less(state.forage).is_empty() { here } else { here.less(state.forage) };
        if state.frame == Frame::Attack {
            let shown = state.battle.shown;
            state.battle = Battle { attacker: state.phasing, shown, ..Battle::NONE };
        }
        let force = &mut state.battle.force[foe as usize];
        *force = force.or(here);
        state.frame = Frame::Declare;
    }

    /// [III.b.2] The attack is declared: everybody in it is shown, leaders without troops in the same hexes among them.
    fn close(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for side in crate::state::Side::BOTH {
            let force = state.battle.force[side as usize];
            state.fought = state.fought.or(force);
            let hexes = self.hexes_of(state, force);
            let idle = self.present(state, side).less(self.employed(state)).less(self.outposts(state, side));
            let with = idle.filter(|leader| hexes.contains(&state.hexes[usize::from(leader)]));
            state.battle.force[side as usize] = force.or(with);
        }
        let [own, foe] = [state.phasing, state.phasing.other()].map(|side| state.battle.force[side as usize]);
        umpire.tell(|| {
            let text = format!("{} attack {} [III.b.1]", self.names(own), self.names(foe));
            self.event(Kind::Attack, "III.b.1", own, &self.hexes_of(state, foe), text)
        });
        self.reveal(state, own.or(foe), "III.b.2", umpire);
        state.battle.round = 1;
        self.hurry_up(state, umpire);
        if self.left_in_battle(state, state.phasing.other()) == 0 {
            self.end_battle(state, umpire);
        } else {
            self.begin_round(state, umpire);
        }
    }
}

/// [III.b.1] Which enemy is attacked?
#[derive(Clone, Copy)]
pub(crate) struct Attacking;

impl Room<Campaign> for Attacking {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("III.b.1"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        let field = game.field(state);
        out.extend(field.foes.iter().copied().filter(|&hex| game.may_target(state, hex).is_ok()).map(Action::Target));
        if game.duty(state).is_none() {
            out.push(Action::End);
        }
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Target(hex) => game.may_target(state, hex),
            Action::End => match game.duty(state) {
                Some(hex) => {
                    Err(Violation::new("6.5", "this enemy must be attacked: you stand in his zone of control", Subject::Hex(hex)))
                }
                None => Ok(()),
            },
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Target(hex) => game.target(state, hex),
            _ => game.end_combat(state, umpire),
        }
    }

    fn forced(self, game: &Campaign, state: &State) -> Option<Action> {
        // [16.4] An attack may come to nothing at once: what was shown for it must be seen before the phase ends.
        if game.options.hurry && !state.fought.is_empty() {
            return None;
        }
        let field = game.field(state);
        let any = field.foes.iter().any(|&hex| game.may_target(state, hex).is_ok());
        (!any).then_some(Action::End)
    }
}

/// [III.b.1] Who takes part in the attack that is being declared?
#[derive(Clone, Copy)]
pub(crate) struct Declaring;

impl Room<Campaign> for Declaring {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("III.b.1"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        let field = game.field(state);
        out.extend(field.own.iter().map(|&(leader, _)| leader).filter(|&l| game.may_join(state, l).is_ok()).map(Action::Join));
        out.extend(field.foes.iter().copied().filter(|&hex| game.may_target(state, hex).is_ok()).map(Action::Target));
        if game.may_close(state).is_ok() {
            out.push(Action::Close);
        }
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Join(leader) => game.may_join(state, leader),
            Action::Target(hex) => game.may_target(state, hex),
            Action::Close => game.may_close(state),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Join(leader) => state.battle.force[state.phasing as usize].insert(leader.into()),
            Action::Target(hex) => game.target(state, hex),
            _ => game.close(state, umpire),
        }
    }
}
