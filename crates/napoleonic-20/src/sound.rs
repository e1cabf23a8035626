//! Whether a position that was read from text can be played on: nothing in it contradicts the decision it asks for.

use crate::Campaign;
use crate::scenario::Setting;
use crate::state::{Engagement, Footing, Frame, NOBODY, NOWHERE, Phase, Side, State};
use crate::unitset::{Unit, UnitSet};
use grognard_engine::fault::{never, nobody};
use grognard_engine::game::is_dead_end;

impl Campaign {
    /// Whether a position can be played on.
    ///
    /// # Errors
    /// What contradicts what.
    pub(crate) fn sound(&self, state: &State) -> Result<(), String> {
        self.sound_places(state)?;
        self.sound_phase(state)?;
        self.sound_battle(state)?;
        self.sound_stacks(state)?;
        never(state.frame != Frame::Over && state.morale.contains(&0), "[15.0] an army without morale has lost")?;
        if is_dead_end(self, state) { Err("nothing could be done in it".to_owned()) } else { Ok(()) }
    }

    /// [6.3] [6.4] Who stands where: one unit to a hex, but for the one in hand; routed units are on the map; what is not used stays out.
    pub(crate) fn sound_places(&self, state: &State) -> Result<(), String> {
        let held = match state.frame {
            Frame::Hand { unit, .. } => unit,
            Frame::Flee(_) => state.battle.unit,
            _ => NOBODY,
        };
        for a in 0..self.pieces().len() {
            let hex = state.hexes[a];
            if hex == NOWHERE {
                continue;
            }
            for b in 0..a {
                let passing = self.side_of(a as Unit) == self.side_of(b as Unit) && (held == a as Unit || held == b as Unit);
                if state.hexes[b] == hex && !passing {
                    return Err(format!("[6.3] {} and {} are in one hex", self.tag(a as Unit), self.tag(b as Unit)));
                }
            }
            if self.side_of(a as Unit) == Side::Allied
                && let Some(garrison) = self.garrison_at(hex)
                && garrison >= 2
                && state.razed >> garrison & 1 == 0
            {
                return Err(format!("[9.10.1] {} stands where a garrison would have been destroyed", self.tag(a as Unit)));
            }
        }
        if self.dresden_held(state) == 2 && state.razed & 3 != 3 {
            return Err("[9.10.2] both hexes of Dresden are held: its garrison is destroyed".to_owned());
        }
        let off = state.routed.into_iter().find(|&u| state.hex(u).is_none() && !state.boxed.has(u));
        nobody(off, |unit| format!("{} is routed, but not on the map", self.tag(unit)))?;
        never(!state.hidden.is_empty() && !self.options.fog, "[16.1] counters lie face down without Fog of War")?;
        if let Some(unit) = self.dummies.into_iter().find(|&u| state.hex(u).is_some() && !state.hidden.has(u)) {
            return Err(format!("[16.1] {} lies face up on the map", self.tag(unit)));
        }
        nobody(state.hidden.and(state.routed).first(), |unit| format!("[16.1] {} is routed and face down", self.tag(unit)))?;
        let covered =
            state.stacks.iter().flatten().filter(|u| **u != NOBODY).fold(state.hidden, |all, &u| all.or(UnitSet::one(u)));
        if let Some(unit) = state.signs.sets().into_iter().find_map(|set| set.less(covered).first()) {
            return Err(format!("[16.1] {} bears the signs of a counter face down, and is none", self.tag(unit)));
        }
        let came = state.signs.origin.into_iter().fold(UnitSet::EMPTY, UnitSet::or);
        if !came.within(self.units_of(Side::French)) || (!came.is_empty() && self.setting() != Setting::Maneuver) {
            return Err("[17.1] only French units of the Maneuver come out of stacks".to_owned());
        }
        let cadres = self.cadres.into_iter().any(|u| state.hex(u).is_some());
        never((cadres || !state.aside.is_empty()) && !self.options.breakdown, "[16.7] cadres are not in use")?;
        never(!state.boxed.is_empty() && self.setting() == Setting::Historical, "[3.2] the Meissen Box is out of play")?;
        let mixed = Side::BOTH.into_iter().all(|side| !state.boxed.and(self.units_of(side)).is_empty());
        never(mixed, "[3.2] units of both sides are in the Meissen Box")?;
        never(!state.boxed.and(self.dummies).is_empty(), "[3.2] a dummy is in the Meissen Box")?;
        let unused = |u: &Unit| matches!(self.piece(*u).start, crate::scenario::Start::Unused);
        let strays = (0..self.pieces().len() as Unit).find(|u| unused(u) && (state.hex(*u).is_some() || state.due.has(*u)));
        nobody(strays, |unit| format!("{} is not used in this scenario", self.tag(unit)))?;
        Ok(())
    }

    fn sound_phase(&self, state: &State) -> Result<(), String> {
        let phases: &[Phase] = match state.frame {
            Frame::Station | Frame::Stack | Frame::Markers => &[Phase::Setup],
            Frame::Decoys(_) => &[Phase::Setup, Phase::Night],
            Frame::Orders | Frame::Steady | Frame::Delay => &[Phase::Events],
            Frame::Move | Frame::Hand { .. } => &[Phase::Movement],
            Frame::React => &[Phase::Reaction],
            Frame::Combat | Frame::Resolve => &[Phase::Combat],
            Frame::Rally | Frame::Horses => &[Phase::Night],
            Frame::Place(_) => &[Phase::Events, Phase::Night],
            Frame::Over => return Ok(()),
            _ => &[Phase::Reaction, Phase::Combat],
        };
        never(!phases.contains(&state.phase), "the decision does not belong to the phase")?;
        let night = self.is_night(state);
        never(night && matches!(state.phase, Phase::Reaction | Phase::Combat), "[14.0] at night nobody reacts or fights")?;
        never(!night && state.phase == Phase::Night, "[14.0] it is day")?;
        let setup = match state.frame {
            Frame::Station => self.box_keeper().is_some_and(|u| state.hex(u).is_none() && !state.boxed.has(u)),
            Frame::Stack | Frame::Markers => self.setting() == Setting::Maneuver,
            Frame::Decoys(_) => self.options.fog,
            Frame::Remnants(_) => self.options.breakdown,
            Frame::Horses => self.may_have_horses(state),
            Frame::Place(unit) => state.broken.has(unit),
            _ => true,
        };
        never(!setup, "the decision cannot come in this game or now")?;
        let Footing { held, ridden, near } = state.footing;
        let began = held.or(ridden).or(near);
        if !began.is_empty() && (state.phase != Phase::Reaction || !began.within(self.units_of(state.phasing.other()))) {
            return Err("[8.3] tells how units began a Reaction Phase in which they do not react".to_owned());
        }
        let ours = self.units_of(state.phasing);
        if !state.unpinned.or(state.fresh).is_empty()
            && (state.phase != Phase::Movement || !state.unpinned.within(ours) || !state.fresh.within(ours.and(self.cadres)))
        {
            return Err("[7.2] [16.7] tells how units began a Movement Phase that is not theirs".to_owned());
        }
        if let Frame::Hand { unit, spent, .. } = state.frame {
            let ours = self.units_of(state.phasing).has(unit) && !state.moved.has(unit);
            let there = state.hex(unit).is_some() || state.boxed.has(unit) || state.due.has(unit);
            if !ours || !there || (spent > 0 && state.hex(unit).is_none()) {
                return Err(format!("{} cannot be in hand", self.tag(unit)));
            }
        }
        Ok(())
    }

    fn sound_battle(&self, state: &State) -> Result<(), String> {
        let b = &state.battle;
        let fighting = matches!(
            state.frame,
            Frame::Declare
                | Frame::Reserves(_)
                | Frame::Losses
                | Frame::Retreat(_)
                | Frame::Toward(_)
                | Frame::Flee(_)
                | Frame::Advance(_)
                | Frame::Pursue { .. }
                | Frame::Remnants(_)
        );
        if !fighting {
            return if *b == Engagement::NONE || state.frame == Frame::Over {
                Ok(())
            } else {
                Err("speaks of a battle, but the decision does not".to_owned())
            };
        }
        never(b.number == 0 || b.attacker != self.attacking_side(state), "the battle has no number, or the wrong side attacks")?;
        let enemy = b.attacker.other();
        if !b.attackers.within(self.units_of(b.attacker)) || !b.defenders.within(self.units_of(enemy)) {
            return Err("attackers and defenders are of the wrong side".to_owned());
        }
        never(b.garrisons != 0 && enemy != Side::French, "[9.10] only the French have garrisons")?;
        let declared = state.frame == Frame::Declare;
        if self.battle_targets(state).is_empty() || (!declared && b.attackers.is_empty()) {
            return Err("a battle without attackers or targets".to_owned());
        }
        let gone = |set: UnitSet| set.into_iter().find(|&u| state.hex(u).is_none());
        if (declared || matches!(state.frame, Frame::Reserves(_)))
            && let Some(unit) = gone(b.attackers.or(b.defenders))
        {
            return Err(format!("{} fights, but is not on the map", self.tag(unit)));
        }
        let rolled = !declared && !matches!(state.frame, Frame::Reserves(_));
        never(rolled != (b.result > 0), "the result does not fit the decision")?;
        if gone(b.pending).is_some() || (state.frame == Frame::Losses && (b.owing == 0 || b.pending.is_empty())) {
            return Err("who has to retreat or pay is not there".to_owned());
        }
        let fleeing = matches!(state.frame, Frame::Toward(_) | Frame::Flee(_));
        if fleeing != (b.unit != NOBODY) || (fleeing && (b.steps == 0 || b.left == 0 || state.hex(b.unit).is_none())) {
            return Err("the retreating unit does not fit the decision".to_owned());
        }
        if fleeing && b.trail[usize::from(b.steps) - 1] != state.hexes[usize::from(b.unit)] {
            return Err("the retreating unit is not at the end of its trail".to_owned());
        }
        if matches!(state.frame, Frame::Flee(_)) != (b.toward != NOWHERE) {
            return Err("a retreat without a line of communications, or the other way round".to_owned());
        }
        if fleeing && !matches!(state.frame, Frame::Toward(s) | Frame::Flee(s) if self.units_of(s).has(b.unit)) {
            return Err("the retreating unit is of the other side".to_owned());
        }
        if let Frame::Retreat(side) = state.frame
            && (b.pending.is_empty() || !b.pending.within(self.units_of(side)))
        {
            return Err("nobody of this side has to retreat".to_owned());
        }
        if let Frame::Pursue { unit, path } = state.frame
            && (state.hex(unit).is_none() || path >= b.path_count)
        {
            return Err("the pursuit has no unit or no path".to_owned());
        }
        Ok(())
    }

    /// [17.1] What lies in the stacks.
    pub(crate) fn sound_stacks(&self, state: &State) -> Result<(), String> {
        let stacked: Vec<Unit> = state.stacks.iter().flatten().copied().filter(|&u| u != NOBODY).collect();
        never(!stacked.is_empty() && self.setting() != Setting::Maneuver, "[17.1] there are no stacks in this scenario")?;
        for (i, &unit) in stacked.iter().enumerate() {
            if stacked[..i].contains(&unit) || !state.due.has(unit) || !self.units_of(Side::French).has(unit) {
                return Err(format!("{} is in a stack twice, or is not awaited", self.tag(unit)));
            }
        }
        let deep = (0..3).any(|s| usize::from(state.admitted[s]) > state.stacked(s));
        if deep { Err("[17.1.2] more units are let in than there are".to_owned()) } else { Ok(()) }
    }
}
