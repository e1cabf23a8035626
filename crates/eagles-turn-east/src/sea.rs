//! [I.a.5] `[13]` Ships of the Coalition: troops embark, sail and go ashore; French guns at Pillau close the channel into the Haff.

use crate::event::{Event, Kind};
use crate::grand::Voyage;
use crate::ground::Shore;
use crate::roster::Army;
use crate::state::{Away, Leader, Leaders, Side, State, Unit};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

/// `[13]` The last turn on which a relief force may embark.
const LAST_RELIEF: &str = "5-6 May";

fn no(why: &'static str, leader: Leader) -> Violation {
    Violation::new("I.a.5", why, Subject::Unit(UnitId(leader.into())))
}

impl Campaign {
    /// Who is on the ships.
    #[must_use]
    pub fn aboard(&self, state: &State) -> Leaders {
        (0..self.leaders() as u16).filter(|&leader| state.away[usize::from(leader)] == Away::Sea).collect()
    }

    /// [1.1] Counters that lie face down where it matters what they are: Forces are shown, Outposts turned up.
    pub(crate) fn look_at(&self, state: &mut State, leaders: Leaders, case: &'static str, umpire: &mut Umpire<'_, Event>) {
        let dummies = leaders.filter(|leader| self.is_outpost(leader as Leader));
        let forces = leaders.less(dummies);
        self.reveal(state, forces, case, umpire);
        state.genuine = state.genuine.or(forces);
        dummies.less(state.bare).into_iter().for_each(|dummy| self.turn_up(state, dummy as Leader, umpire));
    }

    /// `[13]` Whether troops can go aboard or ashore in a hex, the channel being as it is.
    fn is_harbour(&self, state: &State, hex: HexId) -> bool {
        let Shore { sea, haff } = self.ground().shore(hex);
        match (state.grand.closed, state.grand.inside) {
            (false, _) => sea || haff,
            (true, true) => haff,
            (true, false) => sea,
        }
    }

    /// `[13]` Whether French guns have just closed the channel; if they are gone it is open again.
    pub(crate) fn channel_closes(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let forts = self.ground().area("channel");
        let there = self.apparent(state, Side::French).filter(|leader| forts.contains(&state.hexes[usize::from(leader)]));
        self.look_at(state, there, "13", umpire);
        let guns = |unit: usize| {
            let carried = there.has(state.track[unit].into());
            carried && state.strength[unit][2] >= self.figures().channel_guns
        };
        let closed = (0..self.bodies().len()).any(guns);
        let new = closed && !state.grand.closed;
        if closed != state.grand.closed {
            umpire.tell(|| {
                let what = if closed { "French guns close" } else { "nothing closes" };
                self.note(Kind::Note, "13", format!("{what} the channel of Pillau [13]"))
            });
        }
        state.grand.closed = closed;
        new
    }

    /// `[13]` A Player-Turn of the Coalition begins: ships come back.
    pub(crate) fn ships_return(&self, state: &mut State) {
        state.grand.voyage = match state.grand.voyage {
            Voyage::Landed => Voyage::Returning,
            Voyage::Returning => Voyage::Port,
            other => other,
        };
    }

    /// [5.5] [6.11] Whether an army can pay for a step of its ships: not while its Center is in a box off the map.
    fn may_pay(&self, state: &State, army: Army, subject: Subject) -> Result<(), Violation> {
        if self.is_boxed(state, army) {
            return Err(Violation::new("6.11", "its Center is off the map: the army spends no points", subject));
        }
        if state.offices[army as usize].points == 0 {
            return Err(Violation::new("5.5", "it costs an Administrative Point", subject));
        }
        Ok(())
    }

    /// [I.a.5] Whether a Force can go aboard.
    fn may_embark(&self, state: &State, leader: Leader) -> Result<(), Violation> {
        let own = usize::from(leader) < self.leaders() && self.side_of(leader) == Side::Coalition && !self.is_outpost(leader);
        let Some(hex) = state.hex(leader).filter(|_| own) else { return Err(no("name a Force of yours on the map", leader)) };
        let [foot, horse, guns] = self.strength(state, leader);
        if foot + horse + guns == 0 {
            return Err(no("he leads no troops", leader));
        }
        if guns > 0 {
            return Err(no("ships carry no artillery", leader));
        }
        if !self.is_harbour(state, hex) {
            return Err(no("troops go aboard on the coast, on the side of the channel where the ships lie", leader));
        }
        if !self.controllers(state, Side::Coalition, hex).is_empty() {
            return Err(no("he stands in an enemy zone of control", leader));
        }
        let aboard = self.aboard(state);
        let loads = state.grand.voyage == Voyage::Embarked && state.grand.sailed == state.turn;
        if state.grand.voyage != Voyage::Port && !loads {
            return Err(no("the ships are away", leader));
        }
        let army = self.general(leader).army;
        if aboard.into_iter().any(|one| self.general(one as Leader).army != army || state.exit[usize::from(one)] != hex) {
            return Err(no("a convoy carries troops of one army from one hex", leader));
        }
        let load: u16 = self.strength_of(state, aboard).iter().sum();
        if load + foot + horse > u16::from(self.figures().ships) {
            return Err(no("the ships do not hold so many", leader));
        }
        if loads { Ok(()) } else { self.may_pay(state, army, Subject::Unit(UnitId(leader.into()))) }
    }

    /// [I.a.5] Whether those aboard can go a step further, and whose they are.
    fn may_go_on(&self, state: &State, stage: Voyage) -> Result<Army, Violation> {
        let no = |case: &'static str, why: &'static str| Err(Violation::new(case, why, Subject::None));
        let Some(first) = self.aboard(state).first().filter(|_| state.grand.voyage == stage) else {
            return no("I.a.5", "nobody aboard has come so far");
        };
        if state.since[usize::from(first)] >= state.turn {
            return no("I.a.5", "each step takes a whole turn");
        }
        let army = self.general(first as Leader).army;
        self.may_pay(state, army, Subject::None)?;
        Ok(army)
    }

    /// [I.a.5] Whether those aboard can go ashore in a hex.
    fn may_land(&self, state: &State, hex: HexId) -> Result<Army, Violation> {
        let army = self.may_go_on(state, Voyage::Transit)?;
        let foes = self.foes(state, Side::Coalition);
        let load: u16 = self.strength_of(state, self.aboard(state)).iter().sum();
        let room = self.stack(state, Side::Coalition, hex) + load <= u16::from(self.figures().stacking);
        if !self.is_harbour(state, hex) || foes.held.has(hex) || foes.zone.has(hex) {
            let why =
                "troops go ashore on a coast free of the enemy and of his zones, on the side of the channel where the ships lie";
            return Err(Violation::new("I.a.5", why, Subject::Hex(hex)));
        }
        if self.aboard(state).into_iter().any(|one| self.in_danger(state, one as Leader, hex)) {
            return Err(Violation::new("15", "dispersed troops do not go ashore next to an enemy", Subject::Hex(hex)));
        }
        if !room {
            return Err(Violation::new("3.4", "too many Strength Points would stand there", Subject::Hex(hex)));
        }
        Ok(army)
    }

    /// `[13]` Whether those aboard can go ashore in Danzig.
    fn may_relieve(&self, state: &State) -> Result<Army, Violation> {
        let army = self.may_go_on(state, Voyage::Transit)?;
        // Whoever went aboard on the Haff, at Königsberg above all, does not get past a closed channel, wherever the ships are said to lie.
        let from_haff = |leader: u16| {
            let from = state.exit[usize::from(leader)];
            from != NOWHERE && !self.ground().shore(from).sea
        };
        let shut = state.grand.closed && (state.grand.inside || self.aboard(state).into_iter().any(from_haff));
        if state.grand.fallen > 0 || shut {
            return Err(Violation::new("13", "Danzig has fallen, or the channel is closed", Subject::None));
        }
        Ok(army)
    }

    fn embark(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        if state.grand.voyage == Voyage::Port {
            state.offices[self.general(leader).army as usize].points -= 1;
            (state.grand.voyage, state.grand.sailed) = (Voyage::Embarked, state.turn);
        }
        if let Some(hex) = state.hex(leader) {
            self.pass_trains(state, leader, hex);
        }
        self.put_away(state, leader, Away::Sea, umpire);
        self.seek_peace(state, umpire);
    }

    fn sail(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Ok(army) = self.may_go_on(state, Voyage::Embarked) else { return };
        state.offices[army as usize].points -= 1;
        state.grand.voyage = Voyage::Transit;
        for leader in self.aboard(state) {
            state.since[usize::from(leader)] = state.turn;
        }
        umpire.tell(|| self.note(Kind::Note, "I.a.5", "the ships set sail [I.a.5]".to_owned()));
    }

    fn land(&self, state: &mut State, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let Ok(army) = self.may_land(state, hex) else { return };
        state.offices[army as usize].points -= 1;
        state.grand.voyage = Voyage::Landed;
        for leader in self.aboard(state) {
            self.disembark(state, leader as Leader, hex, umpire);
            state.grand.ashore.insert(leader);
        }
    }

    /// [I.a.5] Whether a unit can leave its leader: going ashore takes the whole turn, and nobody marches off with those who do under another name.
    pub(crate) fn may_leave_shore(&self, state: &State, unit: Unit) -> Result<(), Violation> {
        if state.grand.ashore.has(state.track[usize::from(unit)].into()) {
            let subject = Subject::Unit(UnitId(self.leaders() as u16 + u16::from(unit)));
            return Err(Violation::new(
                "I.a.5",
                "troops that have just gone ashore stay with their leader in that turn",
                subject,
            ));
        }
        Ok(())
    }

    pub(crate) fn disembark(&self, state: &mut State, leader: Leader, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        state.hexes[usize::from(leader)] = hex;
        state.away[usize::from(leader)] = Away::No;
        state.genuine.insert(leader.into());
        umpire.tell(|| {
            let number = self.grid().number(hex);
            let text = format!("{} goes ashore at {number} [I.a.5]", self.tag(leader));
            let veiled = format!("a Coalition counter goes ashore at {number} [I.a.5]");
            self.event(Kind::Move, "I.a.5", Leaders::one(leader.into()), &[hex], text).veiled(Side::Coalition, Some(veiled))
        });
        self.pass_along(state, leader, &[hex], umpire);
    }

    fn relieve(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Ok(army) = self.may_relieve(state) else { return };
        state.offices[army as usize].points -= 1;
        state.grand.voyage = Voyage::Landed;
        for leader in self.aboard(state) {
            let at = usize::from(leader);
            (state.away[at], state.since[at], state.exit[at]) = (Away::Danzig, state.turn, NOWHERE);
        }
        let landed = (0..self.leaders() as u16).filter(|&leader| self.came_by_sea(state, leader as Leader)).collect();
        let in_time = state.grand.sailed <= self.turn_of(LAST_RELIEF);
        state.grand.relief |= in_time && self.has_division(state, landed);
        umpire.tell(|| self.note(Kind::Note, "13", "the ships land their troops in Danzig [13]".to_owned()));
    }

    /// [I.a.5] Where troops have embarked who have not sailed yet.
    pub(crate) fn quay(&self, state: &State) -> Option<HexId> {
        let waits = self.is_grand() && state.grand.voyage == Voyage::Embarked;
        let first = waits.then(|| self.aboard(state).first()).flatten();
        first.map(|leader| state.exit[usize::from(leader)]).filter(|hex| *hex != NOWHERE)
    }

    /// [I.a.5] Troops that have embarked and come into an enemy zone are back on the map.
    pub(crate) fn chase_aboard(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Some(hex) = self.quay(state) else { return };
        let aboard = self.aboard(state);
        let going = state.going();
        // [15] Dispersed troops control the hex in which they stand, and no other.
        let near = |leader: u16| {
            let from = state.hexes[usize::from(leader)];
            from == hex || !state.forage.has(leader) && self.ground().controls(from, hex, &going)
        };
        let there = self.apparent(state, Side::French).filter(near);
        // [1.1] Whoever is known to hold the quay was looked at when he came, and is turned down when that phase ends.
        let holds = |leader: u16| state.hexes[usize::from(leader)] == hex;
        if there.and(state.genuine).into_iter().any(holds) {
            return;
        }
        self.look_at(state, there, "13", umpire);
        let forces = self.forces(state, Side::French).and(there);
        let held = forces.into_iter().any(|leader| state.hexes[usize::from(leader)] == hex);
        if forces.is_empty() || held {
            return;
        }
        state.grand.voyage = Voyage::Port;
        for leader in aboard {
            self.disembark(state, leader as Leader, hex, umpire);
        }
    }
}

/// [I.a.5] What do the ships do?
#[derive(Clone, Copy)]
pub(crate) struct Sailing;

impl Room<Campaign> for Sailing {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (Side::Coalition.into(), Case("I.a.5"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        let able = game.forces(state, Side::Coalition).into_iter().map(|leader| leader as Leader);
        out.extend(able.filter(|&leader| game.may_embark(state, leader).is_ok()).map(Action::Embark));
        out.extend(game.may_go_on(state, Voyage::Embarked).is_ok().then_some(Action::Sail));
        if game.may_go_on(state, Voyage::Transit).is_ok() {
            let coast = game.ground().coast().iter().copied();
            out.extend(coast.filter(|&hex| game.may_land(state, hex).is_ok()).map(Action::Land));
            out.extend(game.may_relieve(state).is_ok().then_some(Action::Relieve));
        }
        out.push(Action::End);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Embark(leader) => game.may_embark(state, leader),
            Action::Sail => game.may_go_on(state, Voyage::Embarked).map(|_| ()),
            Action::Land(hex) => game.may_land(state, hex).map(|_| ()),
            Action::Relieve => game.may_relieve(state).map(|_| ()),
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Embark(leader) => game.embark(state, leader, umpire),
            Action::Sail => game.sail(state, umpire),
            Action::Land(hex) => game.land(state, hex, umpire),
            Action::Relieve => game.relieve(state, umpire),
            _ => game.begin_organization(state),
        }
    }
}

/// `[13]` Do the ships lie inside the Haff?
#[derive(Clone, Copy)]
pub(crate) struct Fleeting;

impl Room<Campaign> for Fleeting {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (Side::Coalition.into(), Case("13"))
    }

    fn list(self, _: &Campaign, _: &State, out: &mut Vec<Action>) {
        out.extend([Action::Inside, Action::Outside]);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Inside | Action::Outside => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        state.grand.inside = action == Action::Inside;
        umpire.tell(|| {
            let place = if action == Action::Inside { "inside" } else { "outside" };
            game.note(Kind::Note, "13", format!("the ships lie {place} the Haff [13]"))
        });
        game.open_player_turn(state, umpire);
    }
}
