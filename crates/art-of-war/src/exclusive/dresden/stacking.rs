//! [10.0] Stacking: two units and a garrison to a hex; stacks attack, defend and retreat together. [10.1] They move one by one:
//! nothing here binds a unit to its hex.

use crate::contact::CELLS;
use crate::exclusive::dresden::chains::TRIALS;
use crate::exclusive::dresden::crowd::{Crowd, Price, Thought, Way};
use crate::retreat::Escape;
use crate::state::{Frame, NOWHERE, Side, State, units_at};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Battle};
use grognard_engine::plane::Plane;
use grognard_engine::{HexId, Lawful, Subject, Violation};

impl Battle {
    /// [10.0] [10.2] Hexes in which a side has as many units as a hex may hold, garrisons not counted.
    pub(crate) fn full(&self, state: &State, side: Side) -> Plane {
        self.crowds(state, side, self.title().stacking())
    }

    /// Hexes in which a side has at least so many units, garrisons not counted.
    pub(crate) fn crowds(&self, state: &State, side: Side, least: usize) -> Plane {
        let units = self.present(state, side).less(self.garrisons);
        let mut one = Plane::EMPTY;
        let mut two = Plane::EMPTY;
        let mut three = Plane::EMPTY;
        if least > 2 {
            for unit in units {
                let (row, bit) = Plane::spot(state.hexes[usize::from(unit)]);
                three.0[row] |= two.0[row] & bit;
                two.0[row] |= one.0[row] & bit;
                one.0[row] |= bit;
            }
            return three;
        }
        for unit in units {
            let (row, bit) = Plane::spot(state.hexes[usize::from(unit)]);
            two.0[row] |= one.0[row] & bit;
            one.0[row] |= bit;
        }
        if least == 2 { two } else { one }
    }

    /// [4.4] [10.0] Whether the phasing side has more units in some hex than it may hold; which hex is for
    /// [`Battle::may_end_movement`] to say.
    pub(crate) fn any_overfull(&self, state: &State) -> bool {
        let mut count = [0u8; CELLS];
        let mut most = 0;
        for unit in self.present(state, state.phasing).less(self.garrisons) {
            let here = &mut count[usize::from(state.hexes[usize::from(unit)].0) % CELLS];
            *here += 1;
            most = most.max(*here);
        }
        usize::from(most) > self.title().stacking()
    }

    /// [10.3] The units that attack together with `unit`: all in its hex that have not fought and are no reserves; if the
    /// hex is not in contact with the targets, the guns among them (R17, R56).
    pub(crate) fn stack_of(&self, state: &State, unit: Unit, bombards: bool) -> UnitSet {
        let Some(hex) = state.hex(unit) else { return UnitSet::one(unit) };
        if self.title() == Title::Eylau {
            return UnitSet::one(unit);
        }
        let mates = self.units_in(state, hex).and(self.units_of(state.phasing)).less(state.fought).less(state.reserve);
        if bombards { mates.and(self.guns) } else { mates }
    }

    /// [10.4] The enemies in a hex that an attack on it would meet: all that have not been attacked; a unit that fell back
    /// into the hex of another in this phase is left out, as long as that other is there, attacked or not (R19).
    pub(crate) fn attacked_together(&self, state: &State, in_hex: UnitSet) -> UnitSet {
        let held = in_hex.and(self.units_of(state.phasing.other()));
        let hosts = held.less(state.fell_back);
        if hosts.is_empty() { held.less(state.fought) } else { hosts.less(state.fought) }
    }

    /// [10.4] Enemies that cannot be attacked where they stand, because they came to the hex of another (R19): nobody owes them an
    /// attack.
    pub(crate) fn guests(&self, state: &State) -> UnitSet {
        let late = self.present(state, state.phasing.other()).and(state.fell_back).less(state.fought);
        late.filter(|unit| {
            let in_hex = units_at(&state.hexes, state.hexes[usize::from(unit)]);
            !self.attacked_together(state, in_hex).has(unit)
        })
    }
}

/// The trials that each of some stacks has.
const fn share(thoughts: &[Thought]) -> u32 {
    TRIALS / if thoughts.is_empty() { 1 } else { thoughts.len() as u32 }
}

impl Battle {
    /// [10.4] The retreats under way or to be begun, one for each hex that may be dealt with now: hexes forced back are dealt
    /// with one after another.
    pub(crate) fn stack_retreats(&self, state: &State) -> Vec<Thought> {
        let attack = &state.attack;
        let left = |hex: HexId| attack.pending.and(units_at(&state.hexes, hex));
        let begun = Thought {
            left: left(attack.stack),
            home: attack.stack,
            mate: attack.mate,
            companion: attack.companion.map_or(UnitSet::EMPTY, UnitSet::one),
            chain: attack.chain,
            origin: attack.origin,
            over: NOWHERE,
        };
        if let Frame::Displace { hex, .. } = state.frame {
            return vec![Thought { over: hex, ..begun }];
        }
        if !begun.left.is_empty() {
            return vec![begun];
        }
        let mut hexes: Vec<HexId> = attack.pending.into_iter().map(|u| state.hexes[usize::from(u)]).collect();
        hexes.sort_unstable();
        hexes.dedup();
        let fresh = Thought { mate: NOWHERE, companion: UnitSet::EMPTY, ..begun };
        hexes.into_iter().map(|hex| Thought { left: left(hex), home: hex, ..fresh }).collect()
    }

    /// [10.4] Lists the retreats, or pushes, of the least price; returns how much work that was.
    pub(crate) fn list_stack_retreats(&self, state: &State, side: Side, out: &mut Vec<Action>) -> u32 {
        let escape = Escape::of(self, state, side);
        let mut looks = 0;
        let thoughts = self.stack_retreats(state);
        let trials = share(&thoughts);
        for thought in thoughts {
            let crowd = Crowd::around(self, state, side, &escape, thought, false);
            let (steps, _) = crowd.allowed(trials);
            looks += crowd.looks();
            out.extend(steps.into_iter().map(|step| match step {
                Way::To(unit, hex) => Action::Retreat(unit, hex),
                Way::Perish(unit) => Action::Perish(unit),
            }));
        }
        looks + escape.looks()
    }

    /// [10.4] How many are pushed at most if the one stack that is forced back retreats as it must, `None` if there are several;
    /// and how much work that was.
    pub(crate) fn pushes_of_stack(&self, state: &State, side: Side) -> (Option<u32>, u32) {
        let escape = Escape::of(self, state, side);
        match self.stack_retreats(state)[..] {
            [thought] => {
                let crowd = Crowd::around(self, state, side, &escape, thought, false);
                let (_, price) = crowd.allowed(TRIALS);
                (Some(price.pushes()), crowd.looks() + escape.looks())
            }
            _ => (None, 0),
        }
    }

    /// [10.4] Whether a unit may retreat, or be pushed, to a hex.
    ///
    /// # Errors
    /// [6.4], [6.5] or [10.4]; the last with what a better retreat does better.
    pub(crate) fn may_retreat_from_stack(&self, state: &State, side: Side, unit: Unit, to: HexId) -> Lawful {
        let escape = Escape::of(self, state, side);
        let thoughts = self.stack_retreats(state);
        let trials = share(&thoughts);
        let pushed = matches!(state.frame, Frame::Displace { .. });
        let concerns = |thought: &&Thought| if pushed { state.hex(unit) == Some(thought.over) } else { thought.left.has(unit) };
        let Some(&thought) = thoughts.iter().find(concerns) else {
            return Err(Violation::new("10.4", "those who began to retreat go first", Subject::Hex(state.attack.stack)));
        };
        let step = Way::To(unit, to);
        if Crowd::around(self, state, side, &escape, thought, false).allowed(trials).0.contains(&step) {
            return Ok(());
        }
        if !escape.safe(unit).any(|h| h == to) {
            return Err(escape.why_unsafe(unit, to));
        }
        if pushed && escape.owed_guns().has(unit) {
            return Err(Violation::new("6.5", "still owes a bombardment and may not be pushed", subject(unit)));
        }
        if to == thought.origin {
            return Err(Violation::new("6.5", "a chain of pushes may not return to where it began", Subject::Hex(to)));
        }
        // Now also those ways that lead through a crowd though there is room elsewhere.
        let crowd = Crowd::around(self, state, side, &escape, thought, true);
        let price = crowd.price(step, Price::NEVER, TRIALS);
        if price < Price::NEVER {
            return Err(Violation::new("10.4", price.outdone_by(crowd.allowed(trials).1), Subject::Hex(to)));
        }
        Err(match self.units_in(state, to).and(escape.owed_guns()).first() {
            Some(gun) => Violation::new("6.5", "still owes a bombardment and may not be pushed", subject(gun)),
            None => Violation::new("6.5", "is full, and nobody there can give way", Subject::Hex(to)),
        })
    }
}
