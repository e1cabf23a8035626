//! [16.1] [17.1.1] Worlds that might be: the counters that a seat cannot tell apart exchanged among themselves, so that everything fits that it
//! has seen. The README says what that is.

use crate::Campaign;
use crate::declare::Contacts;
use crate::scenario::{Arm, Effect, Setting, Start};
use crate::state::{Frame, NOWHERE, Phase, Side, State};
use crate::unitset::{MAX_UNITS, Unit, UnitSet, Units};
use grognard_engine::{Case, Dice, Seat};

/// Draws that are tried until one fits.
const TRIES: usize = 200;
/// Counters that are put somewhere in one draw before it is given up.
const EFFORT: u32 = 5_000;

impl Campaign {
    /// The same position with everything that a seat cannot know drawn anew, even if it has seen all up to the position `later`: which
    /// counter is which, what lies where in the stacks, and on which turns the markers that are face down lie. What is drawn depends on
    /// the dice and on what the seat knows, not on what is hidden from it.
    pub(crate) fn redraw(&self, state: &State, later: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        let mut pair = [*state, *later];
        if !self.hides() || state.frame == Frame::Over {
            return pair[0];
        }
        for side in Side::BOTH.into_iter().filter(|side| seat != Some(side.seat())) {
            if let Some(names) = self.draw_names(&pair, seat, side, dice) {
                pair = pair.map(|state| self.sorted_box(state.renamed(&names)));
            }
            if side == Side::French {
                self.redraw_markers(&mut pair, dice);
            }
        }
        pair[0]
    }

    /// Whether the true position is one of those that a seat takes for possible.
    ///
    /// # Errors
    /// The counter whose conduct does not fit, or what else does not.
    pub fn fits(&self, state: &State, seat: Option<Seat>) -> Result<(), String> {
        for side in Side::BOTH.into_iter().filter(|side| seat != Some(side.seat())) {
            let pair = [*state; 2];
            let tokens = self.tokens(&pair, seat, side);
            let home = self.guard_homes(&pair, UnitSet::EMPTY);
            if home.len() > 1 {
                return Err("[17.1.1] the Imperial Guard has come from two stacks".to_owned());
            }
            for token in tokens {
                if !self.may_be(&pair, token, tokens, home.first().copied()).has(token) {
                    return Err(format!("{} could not have done what was seen", self.tag(token)));
                }
            }
            if !self.plausible(state) {
                return Err("a battle could not be declared so".to_owned());
            }
        }
        Ok(())
    }

    /// The counters of a side that may be exchanged.
    fn tokens(&self, [state, later]: &[State; 2], seat: Option<Seat>, side: Side) -> UnitSet {
        let unknown = self.unknown_to(state, seat).and(self.unknown_to(later, seat)).and(self.units_of(side));
        unknown.less(state.signs.traced).less(later.signs.traced)
    }

    /// [17.1.1] While stacks are made, units that are not in one are awaited and dummies are not: whoever takes a place takes that with it.
    fn sorted_box(&self, mut state: State) -> State {
        if state.frame == Frame::Stack {
            for unit in self.units_of(Side::French) {
                let boxed = self.piece(unit).start == Start::Stack || (self.options.fog && self.dummies.has(unit));
                if !boxed || state.hex(unit).is_some() {
                    continue;
                }
                let waits = self.stack_of(&state, unit).is_some() || !self.dummies.has(unit);
                let set = |set: &mut UnitSet| if waits { set.insert(unit) } else { set.remove(unit) };
                set(&mut state.due);
                if self.options.fog {
                    set(&mut state.hidden);
                }
            }
        }
        state
    }

    /// For each unit another that it might be; none if there is nothing to exchange.
    fn draw_names(&self, pair: &[State; 2], seat: Option<Seat>, side: Side, dice: &mut dyn Dice) -> Option<[Unit; MAX_UNITS]> {
        let tokens = self.tokens(pair, seat, side);
        if tokens.len() < 2 {
            return None;
        }
        // Places in an order that everybody sees, units in the order of the roster.
        let mut places: Vec<Unit> = tokens.into_iter().collect();
        places.sort_by_cached_key(|&unit| (pair.map(|state| self.looks(&state, unit)), unit));
        let mut units: Vec<Unit> = tokens.into_iter().collect();
        let known_homes = self.guard_homes(pair, tokens);
        for _ in 0..TRIES {
            let any = usize::from(dice.roll(3, Case("17.1.1"))) - 1;
            let home = known_homes.first().copied().unwrap_or(any);
            shuffle(&mut units, dice);
            let masks: Vec<UnitSet> = places.iter().map(|&token| self.may_be(pair, token, tokens, Some(home))).collect();
            let Some(drawn) = assign(&masks, &units) else { continue };
            let mut names: [Unit; MAX_UNITS] = std::array::from_fn(|i| i as Unit);
            for (&place, &unit) in places.iter().zip(&drawn) {
                names[usize::from(place)] = unit;
            }
            if pair.iter().all(|state| self.plausible(&state.renamed(&names))) {
                return Some(names);
            }
        }
        None
    }

    /// Everything by which others can tell two counters apart that are not known.
    fn looks(&self, state: &State, unit: Unit) -> (u16, usize, [bool; 12]) {
        let layer = state.stacks.iter().flatten().position(|&u| u == unit).unwrap_or(usize::MAX);
        let in_hand = matches!(state.frame, Frame::Hand { unit: held, .. } if held == unit);
        let [traced, foot, guns, horse, driven, sappers, plain] = state.signs.sets().map(|set| set.has(unit));
        let more =
            [state.aside.has(unit), in_hand, state.held == unit, state.moved.has(unit), self.home_of(state, unit).is_some()];
        let [aside, in_hand, held, moved, home] = more;
        let signs = [traced, foot, guns, horse, driven, sappers, plain, aside, in_hand, held, moved, home];
        (state.hexes[usize::from(unit)].0, layer, signs)
    }

    /// [17.1.1] The stack that a unit lies in or came out of.
    fn home_of(&self, state: &State, unit: Unit) -> Option<usize> {
        self.stack_of(state, unit).or_else(|| state.signs.origin.iter().position(|set| set.has(unit)))
    }

    /// [17.1.1] The stacks in which units of the Imperial Guard are known to have been, but for those that are to be exchanged.
    fn guard_homes(&self, pair: &[State; 2], tokens: UnitSet) -> Vec<usize> {
        let known = self.imperial.less(tokens).into_iter();
        let mut homes: Vec<usize> = known.filter_map(|u| pair.iter().find_map(|state| self.home_of(state, u))).collect();
        homes.sort_unstable();
        homes.dedup();
        homes
    }

    /// Whether a counter came, or will come, by way of a stack.
    fn stacks_up(&self, state: &State, unit: Unit) -> bool {
        self.home_of(state, unit).is_some()
            || (self.setting() == Setting::Maneuver && state.hexes[usize::from(unit)] == NOWHERE && !state.aside.has(unit))
    }

    /// The units of some that a counter might be, by where it came from and by all that it has been seen to do.
    fn may_be(&self, pair: &[State; 2], token: Unit, tokens: UnitSet, guard_home: Option<usize>) -> UnitSet {
        let side = self.side_of(token);
        let stacked = self.stacks_up(&pair[0], token);
        let mut mask: UnitSet = tokens.into_iter().filter(|&unit| self.stacks_up(&pair[0], unit) == stacked).collect();
        for state in pair {
            let signs = &state.signs;
            for (class, _) in signs.unlike.iter().enumerate().filter(|(_, set)| set.has(token)) {
                mask = mask.less(self.class(side, class));
            }
            if signs.driven.has(token) {
                mask = mask.less(self.dummies);
            }
            if signs.sappers.has(token) {
                mask = mask.and(self.foot);
            }
            if signs.plain.has(token) || (self.stack_of(state, token).is_some() && self.guard_has_come(state)) {
                mask = mask.less(self.guard);
            }
            if state.aside.has(token) {
                mask = mask.into_iter().filter(|&unit| self.can_become_two(unit)).collect();
            }
            if self.home_of(state, token).is_some_and(|home| guard_home.is_some_and(|guard| guard != home)) {
                mask = mask.less(self.imperial);
            }
            mask = mask.and(self.who_attacks(state, token));
        }
        mask
    }

    /// [5.0] Whether a card has told that the Old Guard is on the map.
    fn guard_has_come(&self, state: &State) -> bool {
        let cards = self.scenario.cards.iter().enumerate();
        cards.filter(|(_, card)| card.effect == Effect::Emperor).any(|(i, _)| state.spent_cards >> i & 1 == 1)
    }

    /// [16.7] Whether a unit could have been broken down.
    fn can_become_two(&self, unit: Unit) -> bool {
        let piece = self.piece(unit);
        piece.arm == Arm::Infantry && piece.strength as i8 >= self.figures().cadre_breakdown_strength
    }

    /// [8.2] [9.2] [16.3.2] Who could be a counter that has been named as an attacker; anybody if it has not.
    fn who_attacks(&self, state: &State, token: Unit) -> UnitSet {
        let anybody = Units(u64::MAX);
        let number = state.battles[usize::from(token)];
        let in_hand = state.battle.attackers.has(token) && state.frame == Frame::Declare;
        if self.side_of(token) != self.attacking_side(state) || (number == 0 && !in_hand) {
            return anybody;
        }
        let mut mask = anybody.less(self.dummies);
        if state.phase == Phase::Reaction {
            mask = mask.and(self.cavalry);
        }
        let Some(from) = state.hex(token).filter(|_| number != 0) else { return mask };
        let terrain = self.terrain(state, self.side_of(token));
        let foes = self.in_play(self.side_of(token).other()).into_iter().filter(|&u| state.battles[usize::from(u)] == number);
        let posts = self.places.garrisons.iter().enumerate().filter(|(g, _)| state.garrison_battles[*g] == number);
        let near = foes.filter_map(|u| state.hex(u)).chain(posts.map(|(_, &hex)| hex)).any(|to| terrain.passes(from, to));
        if near { mask } else { mask.and(self.guns) }
    }

    /// [9.1] [9.2] Whether the battle in hand could have been declared as far as it has, and duties can still be met.
    fn plausible(&self, state: &State) -> bool {
        if !matches!(state.frame, Frame::Declare | Frame::Combat) {
            return true;
        }
        let contacts = Contacts::of(self, state);
        let targets = self.battle_targets(state);
        targets.within(contacts.exposed)
            && state.battle.attackers.into_iter().all(|unit| contacts.reaches(unit, targets))
            && (state.phase != Phase::Combat || contacts.stranded(UnitSet::EMPTY, UnitSet::EMPTY).is_none())
    }
}

/// Gives each place one of the units that may be there, the first in the order of `units` that works out.
fn assign(masks: &[UnitSet], units: &[Unit]) -> Option<Vec<Unit>> {
    let mut order: Vec<usize> = (0..masks.len()).collect();
    order.sort_by_key(|&i| masks[i].len());
    let mut found = vec![0; masks.len()];
    let mut effort = EFFORT;
    fill(masks, units, &order, UnitSet::EMPTY, &mut found, &mut effort).then_some(found)
}

fn fill(masks: &[UnitSet], units: &[Unit], order: &[usize], used: UnitSet, found: &mut [Unit], effort: &mut u32) -> bool {
    let [place, ref rest @ ..] = *order else { return true };
    for &unit in units.iter().filter(|&&unit| masks[place].has(unit) && !used.has(unit)) {
        if *effort == 0 {
            return false;
        }
        *effort -= 1;
        found[place] = unit;
        if fill(masks, units, rest, used.or(UnitSet::one(unit)), found, effort) {
            return true;
        }
    }
    false
}

/// Puts a list into a random order.
fn shuffle<T>(list: &mut [T], dice: &mut dyn Dice) {
    for i in (1..list.len()).rev() {
        let j = usize::from(dice.roll(i as u8 + 1, Case("16.1"))) - 1;
        list.swap(i, j);
    }
}
