//! What a player reckons with before he chooses: who could fire at a hex or attack it, and what that comes to on average. Nothing here decides anything.

use crate::Bautzen;
use crate::base6::{VALUES, clamped};
use crate::state::{Arm, Frame, Segment, Side, State, Unit, Units};
use grognard_engine::HexId;
use grognard_engine::ratio::Ratio;

impl Bautzen {
    /// [10.3] Everybody who could fire at a hex together in the present fire segment, and the increments that it loses to them on average, in 36ths.
    #[must_use]
    pub fn fire_plan(&self, state: &State, hex: HexId) -> (Units, u32) {
        let occasion = Self::occasion(state);
        let side = if state.segment == Segment::Defensive { state.phasing.other() } else { state.phasing };
        let mut firers = Units::EMPTY;
        for unit in self.fighters(state, side) {
            let all = firers.or(Units::one(unit));
            if self.shot(state, unit, hex, occasion).is_ok() && self.guns_combine(state, all).is_ok() {
                firers = all;
            }
        }
        if firers.is_empty() { (firers, 0) } else { (firers, self.fire_yield(state, hex, firers)) }
    }

    /// [10.4] Increments that fire of these units takes from a hex on average, in 36ths.
    #[must_use]
    pub fn fire_yield(&self, state: &State, hex: HexId, firers: Units) -> u32 {
        let volley = self.volley(state, hex, None, firers, Self::occasion(state), false);
        let table = &self.tables().fire[volley.column];
        let lost = |natural: i16| u32::from(table.losses[clamped(natural + volley.modifier.total) as usize]);
        (0..VALUES as i16).map(lost).sum()
    }

    /// [15.1] Everybody on foot, or everybody mounted, who could assault a hex together.
    #[must_use]
    pub fn assault_plan(&self, state: &State, hex: HexId, mounted: bool) -> Units {
        let mut attackers = Units::EMPTY;
        for unit in self.fighters(state, state.phasing) {
            if (self.kind(unit).arm == Arm::Cavalry) == mounted && self.may_join_attack(state, unit, hex, attackers).is_ok() {
                attackers.insert(unit);
            }
        }
        attackers
    }

    /// [15.4] The melee values of attackers and defenders, in hundredths.
    #[must_use]
    pub fn melee_strengths(&self, state: &State, hex: HexId, attackers: Units) -> (i32, i32) {
        let hundredths = |ratio: Ratio| (ratio * Ratio::whole(100)).floor();
        let clash = self.clash(state, hex, attackers, false);
        (hundredths(clash.attack.total), hundredths(clash.defence.total))
    }

    /// What is printed on a piece.
    #[must_use]
    pub fn printed(&self, unit: Unit) -> &crate::Kind {
        self.kind(unit)
    }

    /// The pieces of a side, leaders and those off the map among them.
    pub fn pieces_of(&self, side: Side) -> impl Iterator<Item = Unit> + '_ {
        self.units().filter(move |&unit| self.side(unit) == side)
    }

    /// Whose decision is pending; the phasing side when the game is over.
    #[must_use]
    pub fn owner(&self, state: &State) -> Side {
        match grognard_engine::Rules::decision(self, state) {
            grognard_engine::Decision::Choose { seat, .. } => Side::BOTH[usize::from(seat.0 & 1)],
            grognard_engine::Decision::Over(_) => state.phasing,
        }
    }

    /// Whether the pending decision is one of the six segments themselves, with nothing under way.
    #[must_use]
    pub fn at_rest(&self, state: &State) -> bool {
        state.frames.len() == 1 && !matches!(state.frame(), Frame::SetUp(_))
    }

    /// [23.1] How the game would end now, from 0 for the best of the French to 6 for the best of the Coalition; the drill has 1, 3 and 5.
    #[must_use]
    pub fn line_now(&self, state: &State) -> usize {
        let winner = self.outcome(state).winner;
        match (self.setup(), winner) {
            (crate::Setup::Outposts, Some(seat)) => {
                if seat.0 == 0 {
                    1
                } else {
                    5
                }
            }
            (crate::Setup::Outposts, None) => 3,
            _ => self.victory_line(state),
        }
    }

    /// [20.3] Battalions of an organisation that are lost or routed, and from how many on its levels begin.
    #[must_use]
    pub fn strain(&self, state: &State, body: u8) -> Option<(u8, [u8; 3])> {
        let (_, row) = self.bodies().find(|(at, _)| *at == body)?;
        Some((self.broken(state, body), row.2))
    }
}
