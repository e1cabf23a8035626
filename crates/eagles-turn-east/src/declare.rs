//! [III.b.1] [6.5] Which attacks must be made, which may, and who takes part.

use crate::event::{Event, Kind};
use crate::ground::{Cover, Going};
use crate::state::{Battle, Frame, GROUPS, Leader, Leaders, Side, State};
use crate::{Action, Campaign};
use grognard_engine::room::Room;
use grognard_engine::sets::HexSet;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

/// Who can still fight in this phase.
struct Field {
    /// Attackers that have not fought.
    own: Vec<(Leader, HexId)>,
    /// Where they stand.
    at: HexSet,
    /// Hexes of enemy Forces that have not been attacked, each once.
    foes: Vec<HexId>,
    /// Who attacks in the attack that is being declared, and whom.
    attackers: Leaders,
    targets: Vec<HexId>,
    going: Going,
}

impl Campaign {
    fn field(&self, state: &State) -> Field {
        let free = |side| self.forces(state, side).less(state.fought).into_iter();
        let at = |leader: u16| state.hexes[usize::from(leader)];
        let own: Vec<(Leader, HexId)> = free(state.phasing).map(|leader| (leader as Leader, at(leader))).collect();
        let mut foes: Vec<HexId> = free(state.phasing.other()).map(at).collect();
        foes.sort_unstable();
        foes.dedup();
        let attackers = state.battle.force[state.phasing as usize];
        let targets = self.hexes_of(state, state.battle.force[state.phasing.other() as usize]);
        let at = HexSet::of(self.grid(), own.iter().map(|&(_, hex)| hex));
        Field { own, at, foes, attackers, targets, going: state.going() }
    }

    /// Where those of a field stand whom a test lets pass.
    fn those(&self, field: &Field, test: impl Fn(Leader) -> bool) -> HexSet {
        HexSet::of(self.grid(), field.own.iter().filter(|&&(leader, _)| test(leader)).map(|&(_, hex)| hex))
    }

    /// Whether somebody who stands in some hexes can attack a hex.
    fn gets_at(&self, field: &Field, from: &HexSet, to: HexId) -> bool {
        self.grid().around(to).any(|hex| from.has(hex) && self.ground().meets(hex, to, &field.going))
    }

    /// [6.5] Whether an enemy hex must be attacked by somebody who stands in some hexes.
    fn is_bound(&self, state: &State, at: &HexSet, foe: HexId) -> bool {
        self.grid().around(foe).any(|own| at.has(own) && self.binds(state, foe, own))
    }

    /// The hexes in which some leaders stand, each once.
    pub(crate) fn hexes_of(&self, state: &State, leaders: Leaders) -> Vec<HexId> {
        let mut hexes: Vec<HexId> = leaders.into_iter().filter_map(|leader| state.hex(leader as Leader)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// [3.5] Leaders of a side without troops in some hexes.
    pub(crate) fn unemployed_in(&self, state: &State, side: Side, hexes: &[HexId]) -> Leaders {
        let idle = self.present(state, side).less(self.employed(state)).less(self.outposts(state, side));
        idle.filter(|leader| hexes.contains(&state.hexes[usize::from(leader)]))
    }

    /// [6.5] Whether an enemy in a hex must be attacked because his zone covers this Force. Nobody has to attack out of a fortified town.
    pub(crate) fn binds(&self, state: &State, foe: HexId, own: HexId) -> bool {
        self.ground().cover(own) != Cover::Fort
            && self.ground().controls(foe, own, &state.going())
            && !self.is_walled(state, state.phasing, own)
            && self.binds_anybody(state, foe)
    }

    /// [16.3] The same as the enemy can know it: whether guns let those in a redoubt ignore his zone is their owner's affair [1.1], and nobody counts on
    /// their attack.
    pub(crate) fn seems_to_bind(&self, state: &State, foe: HexId, own: HexId) -> bool {
        self.redoubt_in(state, state.phasing, own).is_none() && self.binds(state, foe, own)
    }

    /// `[15]` Whether those in a hex who could be attacked are all dispersed.
    fn is_dispersed(&self, state: &State, hex: HexId) -> bool {
        let there = |leader: u16| state.hexes[usize::from(leader)] == hex;
        let all = self.forces(state, state.phasing.other()).less(state.fought).filter(there);
        !state.forage.is_empty() && all.less(state.forage).is_empty()
    }

    /// `[15]` Whether an attack may have a hex as target: dispersed and concentrated troops are not attacked together, and those who must be come first.
    fn fits_mode(&self, state: &State, hex: HexId) -> bool {
        if state.forage.is_empty() {
            return true;
        }
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
        self.duty_on(state, &field)
    }

    fn duty_on(&self, state: &State, field: &Field) -> Option<HexId> {
        field.foes.iter().copied().find(|&foe| self.is_bound(state, &field.at, foe))
    }

    /// [III.b.1] All enemy hexes that must still be attacked, but for those that the attack in hand names.
    pub(crate) fn all_duties(&self, state: &State) -> Vec<HexId> {
        let field = self.field(state);
        let owed = |foe: &HexId| !field.targets.contains(foe) && self.is_bound(state, &field.at, *foe);
        field.foes.iter().copied().filter(owed).collect()
    }

    /// [III.b.1] An enemy hex that nobody would have to attack any more if the attack in hand were declared as it stands. Who may but need not, out
    /// of a fortified town, attacks it before or leaves it to those who must.
    fn forgotten(&self, state: &State, field: &Field) -> Option<HexId> {
        if field.targets.len() >= GROUPS {
            return None;
        }
        let spare = self.those(field, |leader| !field.attackers.has(leader.into()));
        let owed = |foe: HexId| self.is_bound(state, &field.at, foe) && !self.is_bound(state, &spare, foe);
        let forgotten = |foe: &HexId| !field.targets.contains(foe) && owed(*foe);
        field.foes.iter().copied().find(forgotten)
    }

    /// The hexes that can be named as targets.
    fn targets<'a>(&'a self, state: &'a State, field: &'a Field) -> impl Iterator<Item = HexId> + 'a {
        let from = self.sallying(field);
        field.foes.iter().copied().filter(move |&hex| self.may_target(state, field, &from, hex).is_ok())
    }

    /// Where those stand who can reach a further target of the attack in hand.
    fn sallying(&self, field: &Field) -> HexSet {
        self.those(field, |leader| field.attackers.is_empty() || field.attackers.has(leader.into()))
    }

    fn may_target(&self, state: &State, field: &Field, from: &HexSet, hex: HexId) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new("III.b.1", why, Subject::Hex(hex)));
        // [1.1] Far off it is not told whether a dummy lies there [6.10].
        if !self.grid().holds(hex) || !self.gets_at(field, &field.at, hex) {
            return no("no Force of yours that could attack is next to it");
        }
        if !field.foes.contains(&hex) {
            return no("no enemy Force that could be attacked stands there");
        }
        if field.targets.contains(&hex) {
            return no("this hex is a target already");
        }
        if field.targets.len() >= GROUPS {
            return no("one attack cannot have more targets");
        }
        if !self.fits_mode(state, hex) {
            return Err(Violation::new(
                "15",
                "dispersed troops are attacked apart from others, and after those who must be",
                Subject::Hex(hex),
            ));
        }
        let reached = self.gets_at(field, from, hex) || self.is_linked(state, field, hex);
        if !reached || (!field.targets.is_empty() && field.attackers.is_empty()) {
            return no("no Force of this attack is next to it");
        }
        Ok(())
    }

    /// Targets of the attack in hand to which nobody is next who takes part in it yet.
    fn unattacked(&self, field: &Field) -> Vec<HexId> {
        let from = self.those(field, |leader| field.attackers.has(leader.into()));
        field.targets.iter().copied().filter(|&hex| !self.gets_at(field, &from, hex)).collect()
    }

    /// `[9]` Whether a hex belongs to the attack in hand though nobody who takes part is next to it yet: those in it are next to others who are attacked, or
    /// somebody who is next to it and may join is next to others who attack.
    fn is_linked(&self, state: &State, field: &Field, hex: HexId) -> bool {
        let from = self.hexes_of(state, field.attackers);
        if from.len() + self.unattacked(field).len() >= GROUPS {
            return false;
        }
        let meets = |a: HexId, b: HexId| self.ground().meets(a, b, &field.going);
        let beside = field.targets.iter().any(|&target| meets(target, hex));
        let fits = |leader: Leader| field.attackers.first().is_none_or(|one| self.same_mode(state, one as Leader, leader));
        field.own.iter().any(|&(leader, own)| {
            let linked = beside || from.iter().any(|&other| meets(other, own));
            linked && meets(own, hex) && fits(leader)
        })
    }

    fn may_join(&self, state: &State, field: &Field, leader: Leader) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new("III.b.1", why, Subject::Unit(UnitId(leader.into()))));
        let attackers = field.attackers;
        if usize::from(leader) < self.leaders() && attackers.has(leader.into()) {
            return no("it takes part already");
        }
        let Some(&(_, own)) = field.own.iter().find(|(one, _)| *one == leader) else {
            return no("only a Force of yours that has not fought can take part");
        };
        if !field.targets.iter().any(|&hex| self.ground().meets(own, hex, &field.going)) {
            return no("it is not next to a target");
        }
        if attackers.first().is_some_and(|one| !self.same_mode(state, one as Leader, leader)) {
            return Err(Violation::new(
                "15",
                "those who attack together are in the same mode",
                Subject::Unit(UnitId(leader.into())),
            ));
        }
        // Room is kept for those who are still to come because of a hex that nobody attacks yet.
        let (hexes, open) = (self.hexes_of(state, attackers), self.unattacked(field));
        let comes = open.iter().any(|&hex| self.ground().meets(own, hex, &field.going));
        let room = if comes { GROUPS } else { GROUPS.saturating_sub(open.len()) };
        if hexes.len() >= room && !hexes.contains(&own) {
            return no("one attack cannot come from more hexes");
        }
        Ok(())
    }

    fn may_close(&self, state: &State, field: &Field) -> Result<(), Violation> {
        if state.battle.force[state.phasing as usize].is_empty() {
            return Err(Violation::new("III.b.1", "somebody must attack: join a Force", Subject::None));
        }
        if let Some(&hex) = self.unattacked(field).first() {
            return Err(Violation::new(
                "III.b.1",
                "somebody next to this hex must join: nobody attacks it yet",
                Subject::Hex(hex),
            ));
        }
        match self.forgotten(state, field) {
            Some(hex) => Err(Violation::new(
                "6.5",
                "this enemy must be attacked too, and nobody else is bound to do it",
                Subject::Hex(hex),
            )),
            None => Ok(()),
        }
    }

    fn may_aim_attack(&self, state: &State, hex: HexId) -> Result<(), Violation> {
        let field = self.field(state);
        self.may_target(state, &field, &self.sallying(&field), hex)
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
        for side in Side::BOTH {
            let force = state.battle.force[side as usize];
            state.fought = state.fought.or(force);
            let hexes = self.hexes_of(state, force);
            // [3.4] Nobody leads in two battles of a phase.
            let with = self.unemployed_in(state, side, &hexes).less(state.fought);
            state.fought = state.fought.or(with);
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
            // [16.4] Nobody is there yet: the attack does not take place, nobody comes to harm in it, and who would have made it has not fought.
            state.fought = state.fought.less(own);
            state.battle = Battle { shown: state.battle.shown, ..Battle::NONE };
            state.frame = Frame::Attack;
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
        out.extend(game.targets(state, &field).map(Action::Target));
        if game.duty_on(state, &field).is_none() {
            out.push(Action::End);
        }
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Target(hex) => game.may_aim_attack(state, hex),
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
        game.targets(state, &field).next().is_none().then_some(Action::End)
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
        // Nobody takes part who is not next to a target.
        let near = field.targets.iter().fold(Leaders::EMPTY, |all, &hex| all.or(game.standing_near(state, hex)));
        let able = |leader: &Leader| near.has((*leader).into()) && game.may_join(state, &field, *leader).is_ok();
        out.extend(field.own.iter().map(|&(leader, _)| leader).filter(able).map(Action::Join));
        out.extend(game.targets(state, &field).map(Action::Target));
        if game.may_close(state, &field).is_ok() {
            out.push(Action::Close);
        }
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Join(leader) => game.may_join(state, &game.field(state), leader),
            Action::Target(hex) => game.may_aim_attack(state, hex),
            Action::Close => game.may_close(state, &game.field(state)),
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
