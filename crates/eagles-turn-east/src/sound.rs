//! Whether a position can be played on; else where it cannot, and why.

use crate::Campaign;
use crate::state::{Away, Choice, Frame, Leader, Leaders, NOBODY, Side, State, Train};
use grognard_engine::fields::NOWHERE;

type Sound = Result<(), (String, String)>;

fn fault(place: &str, why: &str) -> Sound {
    Err((place.to_owned(), why.to_owned()))
}

impl Campaign {
    /// Whether a position can be played on.
    pub(crate) fn sound(&self, state: &State) -> Sound {
        self.sound_counters(state)?;
        self.sound_march(state)?;
        self.sound_battle(state)
    }

    fn sound_counters(&self, state: &State) -> Sound {
        let mut held: Vec<(Side, grognard_engine::HexId)> = Vec::new();
        let employed = self.employed(state);
        for leader in 0..self.leaders() as Leader {
            let Some(hex) = state.hex(leader) else { continue };
            if !self.ground().dry(hex) {
                return fault(self.tag(leader), "nobody can stand in this hex");
            }
            if employed.has(leader.into()) {
                held.push((self.side_of(leader), hex));
            }
        }
        for &(side, hex) in &held {
            if held.contains(&(side.other(), hex)) && !state.battle.repulse {
                return fault(&self.grid().number(hex), "both sides have Forces here");
            }
        }
        for (unit, body) in self.bodies().iter().enumerate() {
            let leader = state.track[unit];
            let known = |leader: Leader| usize::from(leader) < self.leaders() && self.side_of(leader) == body.army.side();
            let free = |leader: Leader, now: [u8; 3]| leader == NOBODY && now == [0; 3];
            let ok = (known(leader) || free(leader, state.strength[unit]))
                && (known(state.seen[unit]) || free(state.seen[unit], state.shown[unit]));
            if !ok {
                return fault(&body.tag, "stands on nobody's track");
            }
            let boxed = leader != NOBODY && state.away[usize::from(leader)] != Away::No;
            if state.hex(leader).is_none() && state.strength[unit] != [0; 3] && !boxed {
                return fault(&body.tag, "has strength, but its leader is off the map");
            }
            if state.absent.has(unit as u16) && (state.strength[unit] != [0; 3] || state.shown[unit] != [0; 3]) {
                return fault(&body.tag, "takes no part, but has strength");
            }
            let most = |arm: usize| if self.can_grow(unit as u8) { 9 * u8::from(body.parts[arm]) } else { body.strength[arm] };
            let grown = |now: [u8; 3]| (0..3).any(|arm| now[arm] > most(arm));
            if grown(state.strength[unit]) || grown(state.shown[unit]) {
                let [foot, horse, guns] = [0, 1, 2].map(most);
                let why = format!("has more strength than it can have here: {foot} infantry, {horse} cavalry, {guns} artillery");
                return fault(&body.tag, &why);
            }
        }
        for leader in 0..self.leaders() {
            let knot = usize::from(state.knot[leader]);
            let fits = knot <= leader && usize::from(state.knot[knot]) == knot;
            if !fits || self.general(knot as Leader).army != self.general(leader as Leader).army {
                return fault(self.tag(leader as Leader), "is tied to somebody with whom it cannot be confused");
            }
        }
        self.sound_offices(state)?;
        for army in 0..3 {
            let (source, changing) = (state.source[army], state.changing[army]);
            if !self.grid().holds(source) || (changing != NOWHERE && !self.ground().in_play(changing)) {
                return fault("source", "is no hex in play");
            }
        }
        Ok(())
    }

    /// Whether what campaigns hold points at something that is there.
    fn sound_offices(&self, state: &State) -> Sound {
        let ok = |hex: grognard_engine::HexId| hex == NOWHERE || self.grid().holds(hex) && self.ground().dry(hex);
        if state.offices.iter().any(|office| !ok(office.center) || !ok(office.former)) {
            return fault("offices", "a Center stands where nobody can");
        }
        let leads = |leader: Leader| leader == NOBODY || usize::from(leader) < self.leaders();
        if state.trains.iter().any(|train| !ok(train.hex) || !leads(train.carrier) || train.facing > Train::TAKEN) {
            return fault("trains", "a bridge train is nowhere");
        }
        if state.redoubts.iter().any(|redoubt| !ok(redoubt.hex) || !leads(redoubt.builder) || redoubt.facing > 5) {
            return fault("redoubts", "a redoubt stands where nobody can");
        }
        Ok(())
    }

    fn sound_march(&self, state: &State) -> Sound {
        let marching = state.frame == Frame::March || (state.battle.repulse && matches!(state.frame, Frame::Flee(_)));
        if marching != (state.hand != NOBODY) {
            return fault("hand", "a leader is in hand if and only if he marches");
        }
        if !marching && (state.sector > 0 || state.guns) {
            return fault("hand", "nobody marches who could go astray or to the guns");
        }
        if marching && state.sector > 0 && state.spent[usize::from(state.hand)] == 0 && self.ways_astray(state).is_empty() {
            return fault("sector", "there is no way into it");
        }
        if marching {
            let on_map = state.hex(state.hand).is_some();
            if !on_map || !state.force.has(state.hand.into()) || state.origin == NOWHERE {
                return fault("hand", "the leader in hand must be on the map and in his own Force");
            }
            let side = self.side_of(state.hand);
            let owner = if state.by == crate::state::By::Forced { state.phasing.other() } else { state.phasing };
            if side != owner || state.force.into_iter().any(|leader| self.side_of(leader as Leader) != side) {
                return fault("hand", "the Force in hand is not that of the side that marches");
            }
        } else if !state.force.is_empty() || !state.supplied.is_empty() {
            return fault("force", "there is a Force, but nobody marches");
        }
        Ok(())
    }

    fn sound_battle(&self, state: &State) -> Sound {
        let battle = &state.battle;
        for side in Side::BOTH {
            let here = |leader: u16| state.hex(leader as Leader).is_some() || state.away[usize::from(leader)] != Away::No;
            let mine = |leader: u16| self.side_of(leader as Leader) == side && here(leader);
            if battle.force[side as usize].into_iter().any(|leader| !mine(leader)) {
                return fault("battle", "somebody in it is not on the map, or on the wrong side");
            }
        }
        let late = |leader: usize| battle.late[leader] > 0;
        let comes =
            |leader: usize| battle.round > 0 && state.hex(leader as Leader).is_some() && !battle.everybody().has(leader as u16);
        if (0..self.leaders()).any(|leader| late(leader) && !comes(leader)) {
            return fault("late", "somebody comes late to no battle");
        }
        let all = battle.everybody();
        if !battle.fleeing.or(battle.waiting).or(battle.advanced).or(battle.aside).within(all) {
            return fault("battle", "somebody retreats or advances who takes no part");
        }
        let points = Side::BOTH.map(|side| self.left_in_battle(state, side));
        let fights = points[0] > 0 && points[1] > 0;
        let chosen = |side: Side| battle.choice[side as usize] != Choice::None;
        let ok = match state.frame {
            Frame::Declare => points[state.phasing.other() as usize] > 0,
            Frame::Aim(side) => fights && battle.round > 1 && side == battle.attacker,
            Frame::Guns(side) => fights && battle.round > 0 && battle.forward[side as usize] == 0,
            Frame::Choose(side) => {
                fights && battle.round > 0 && !chosen(side) && (chosen(side.other()) || side == battle.attacker)
            }
            Frame::Lose(side) => {
                let owed = battle.owed[side as usize];
                battle.round > 0 && owed > 0 && u16::from(owed) <= points[side as usize]
            }
            Frame::Again(side) => fights && battle.round > 0 && side != battle.attacker,
            Frame::Flee(side) => {
                let group = usize::from(battle.groups);
                let begun = group > 0 && battle.steps[group - 1] > 0 && battle.left > 0 && !battle.fleeing.is_empty();
                begun && battle.beaten == side as u8 + 1 && battle.fleeing.within(battle.force[side as usize])
            }
            Frame::Chase(side) => points[side as usize] > 0 && battle.beaten == side.other() as u8 + 1,
            Frame::Advance(side) => points[side as usize] > 0 && battle.reach > 0 && battle.beaten == side.other() as u8 + 1,
            _ => all == Leaders::EMPTY && battle.round == 0,
        };
        if ok { Ok(()) } else { fault("battle", "does not fit the pending decision") }
    }
}
