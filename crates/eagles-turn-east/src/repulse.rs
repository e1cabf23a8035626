//! [6.7] Repulse: a Force on the march pushes a much weaker one out of its way.

use crate::event::{Event, Kind};
use crate::force::Foes;
use crate::state::{Battle, By, Leader, Leaders, Side, State};
use crate::{Action, Campaign};
use grognard_engine::{HexId, Subject, Umpire, Violation};

impl Campaign {
    /// [6.7] What a repulse costs in half Movement Points: one point, and the hex that must be entered.
    fn repulse_price(&self, state: &State, to: HexId) -> Option<u16> {
        let from = state.hex(state.hand)?;
        let direction = self.grid().direction(from, to)?;
        let horse = self.goes_on_horse(state, state.hand);
        let price = self.ground().price(from, direction, to, horse, &state.going())?;
        Some(price + u16::from(self.figures().repulse_cost))
    }

    /// [6.5] Where an enemy stands, besides those in a hex, in whose zone the march in hand has come to a stop: to repulse others does not lead out of that.
    fn holder_besides(&self, state: &State, side: Side, hex: HexId) -> Option<HexId> {
        let from = state.hex(state.hand).filter(|_| self.is_stopped(state, &self.foes(state, side), state.hand))?;
        let going = state.going();
        let enemies = self.apparent(state, side.other()).less(state.forage).into_iter();
        let mut at = enemies.map(|foe| state.hexes[usize::from(foe)]);
        at.find(|&at| at != hex && self.ground().controls(at, from, &going))
    }

    /// [6.7] Whether the Force in hand can try to repulse whoever stands in a hex. Strength is not asked for: it is hidden.
    pub(crate) fn may_repulse(&self, state: &State, hex: HexId) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new("6.7", why, Subject::Hex(hex)));
        let side = self.side_of(state.hand);
        if state.halted && !self.was_stopped(state) && !self.is_outpost(state.hand) {
            return no("the repulse has failed: the march ends here");
        }
        if state.by == By::Ride
            || self.points(state, state.hand) == 0
            || state.halted
            || state.sector > 0
            || state.guns
            || state.force.len() > 1
        {
            return no("only a Force on the march can repulse, before others follow it");
        }
        if self.rests(state, side) {
            return Err(Violation::new("14", "the Fortnight passes at rest: nobody is repulsed", Subject::Hex(hex)));
        }
        if state.forage.has(state.hand.into()) {
            return no("dispersed troops repulse nobody");
        }
        // [1.1] Whatever lies there face down: whether it is a dummy [6.10] is not told by what is refused.
        if !self.grid().holds(hex) || !self.foes(state, side).held.has(hex) {
            return no("no enemy Force stands there");
        }
        if let Some(other) = self.holder_besides(state, side, hex) {
            return Err(Violation::new("6.5", "the zone of this other enemy has stopped the march", Subject::Hex(other)));
        }
        if self.too_near_the_rival(state, state.hand, hex) {
            return Err(Violation::new("4.7", "Bennigsen and Buxhowden keep three hexes apart", Subject::Hex(hex)));
        }
        let left = u16::from(self.points_left(state, state.hand));
        match self.repulse_price(state, hex) {
            None => no("the Force cannot enter that hex from here"),
            Some(price) if price > left => Err(Violation::new(
                "6.7",
                "not enough Movement Points are left",
                Subject::Short { has: left as i16, needs: price as i16 },
            )),
            Some(_) if !self.fits(state, state.hand, hex) => no("too many Strength Points would stand there"),
            Some(_) => Ok(()),
        }
    }

    /// Lists the hexes in which the Force in hand can try to repulse somebody.
    pub(crate) fn list_repulses(&self, state: &State, foes: &Foes, out: &mut Vec<Action>) {
        let Some(from) = state.hex(state.hand) else { return };
        let around = self.grid().around(from).filter(|&hex| foes.held.has(hex));
        out.extend(around.filter(|&hex| self.may_repulse(state, hex).is_ok()).map(Action::Repulse));
    }

    /// [6.7] The attempt: both sides are shown; if the multiple is there, the enemy retreats and the Force follows into his hex.
    pub(crate) fn repulse(&self, state: &mut State, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let (leader, side) = (state.hand, self.side_of(state.hand));
        let all = self.leaders_in(state, hex).filter(|foe| self.side_of(foe as Leader) != side);
        self.reveal(state, all.or(Leaders::one(leader.into())), "6.7", umpire);
        let foes: u16 = self.strength_of(state, all).iter().sum();
        let own = self.points(state, leader);
        // [6.2] Each column that terrain would shift an attack is worth a multiple: cover, [16.1] a redoubt that faces the comer, and
        // the river that he has to cross.
        let redoubt = u8::from(self.faces(state, side.other(), hex, Leaders::one(leader.into())));
        let river = state.hex(leader).map_or(0, |from| self.ground().between(from, hex, &state.going()).shift());
        let columns = (self.cover_shift(hex) + redoubt + river).min(self.figures().most_shift);
        let multiple = u16::from(self.figures().repulse_multiple) + u16::from(columns);
        let success = own >= multiple * foes;
        umpire.tell(|| {
            let outcome = if success { "repulses" } else { "does not repulse" };
            let text = format!("{} with {own} SPs {outcome} {foes} SPs, {multiple} to 1 needed [6.7]", self.tag(leader));
            self.event(Kind::Attack, "6.7", Leaders::one(leader.into()), &[hex], text)
        });
        if !success {
            state.spent[usize::from(leader)] += self.figures().repulse_cost;
            // The march is over, and work on bridges with it: it is not an enemy zone that stops this Force [6.5].
            (state.halted, state.worked) = (true, 0);
            return;
        }
        let mut force = [Leaders::EMPTY; 2];
        force[side as usize] = Leaders::one(leader.into());
        force[side.other() as usize] = all;
        let shown = state.battle.shown;
        state.battle = Battle { force, attacker: side, repulse: true, shown, ..Battle::NONE };
        self.begin_retreat(state, side.other(), self.figures().repulse_hexes, umpire);
    }

    /// [6.7] The repulsed Force is gone: the repulser enters its hex and goes on with his march.
    pub(crate) fn after_repulse(&self, state: &mut State, beaten: Side, umpire: &mut Umpire<'_, Event>) {
        let leader = state.hand;
        let hex = state.battle.trails[0][0];
        let price = self.repulse_price(state, hex).unwrap_or(0);
        state.spent[usize::from(leader)] = state.spent[usize::from(leader)].saturating_add(price as u8);
        let from = state.hexes[usize::from(leader)];
        // [15] What the enemy has vacated is country through which the Force came.
        self.graze(state, &[from, hex]);
        self.pass_along(state, leader, &[from, hex], umpire);
        let shown = state.battle.shown;
        let lost = state.battle.lost[beaten as usize];
        state.battle = Battle { shown, ..Battle::NONE };
        state.frame = crate::state::Frame::March;
        umpire.tell(|| {
            let text = format!("{} enters {} ({lost} SPs surrendered) [6.7]", self.tag(leader), self.grid().number(hex));
            self.event(Kind::Move, "6.7", Leaders::one(leader.into()), &[from, hex], text)
        });
        // [6.11] Those who surrendered may have been the last of the Coalition on the map: the war is over at once, and nobody rolls for this march.
        if self.is_campaign() && self.forces(state, Side::Coalition).is_empty() {
            state.spent[usize::from(leader)] = 0;
            self.put_down(state, umpire);
            self.seek_peace(state, umpire);
        }
    }
}
