//! [6.2] [6.8] What each step takes as bridges and pontoons are now, in tables. Walks over the map ask for nothing else.
//!
//! The tables are kept by thread and mended where a bridge or a pontoon has changed. They say nothing that [`Ground::price`] does not.

use crate::ground::{Going, Ground, PONTOONS, variant};
use crate::state::Weather;
use grognard_engine::HexId;
use grognard_engine::fields::NOWHERE;
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::sets::Bits;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A step that nobody can take. It leaves the highest bit free.
pub(crate) const CLOSED: u8 = i8::MAX as u8;
/// More than any step takes that can be taken.
pub(crate) const DEAREST: usize = 16;
/// What the steps from a hex take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prices {
    /// Each of the six, clockwise from north, then the cheapest of them, filled up to a word.
    pub steps: [u8; 8],
    /// For each direction in which somebody may have come into the hex, those in which it may be worth to go on, as bits. It is not worth it to go back, nor to go where one gets
    /// as cheaply from the hex before. The rest is for those who begin here.
    pub worth: [u8; 8],
}

/// Where the cheapest step stands.
const LEAST: usize = DIRECTIONS;

impl Prices {
    /// What the cheapest step takes.
    #[inline]
    pub(crate) const fn least(&self) -> u8 {
        self.steps[LEAST]
    }

    /// Nobody gets out of here.
    pub(crate) const NONE: Self = Self { steps: [CLOSED; 8], worth: [ANYWHERE; 8] };
}

/// All six directions.
const ANYWHERE: u8 = 0b11_1111;

/// The tables as they are for some bridges and pontoons.
#[derive(Clone)]
pub(crate) struct Passage {
    ground: u64,
    down: Bits<1>,
    pontoons: [(HexId, u8); PONTOONS],
    tables: [Vec<Prices>; 3],
    /// No two tables that differ have the same.
    edition: u64,
    /// The editions of tables that were here before: bridges come and go, and games begin anew.
    former: Vec<Former>,
}

/// What made tables, and their edition.
type Former = (Bits<1>, [(HexId, u8); PONTOONS], u64);
/// How many of them are known again.
const FORMER: usize = 64;

thread_local! {
    static LAST: RefCell<Option<Rc<Passage>>> = const { RefCell::new(None) };
}

/// A number that was never given before.
pub(crate) fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// One weather for each table: see [`variant`].
const WEATHERS: [Weather; 3] = [Weather::Fair, Weather::Mud, Weather::Frost];

/// The prices of a hex in one of the tables.
pub(crate) fn prices_of(ground: &Ground, hex: HexId, table: usize, going: &Going) -> Prices {
    let going = Going { weather: WEATHERS[table], ..*going };
    let mut prices = Prices::NONE;
    for (direction, next) in ground.grid().neighbours(hex).iter().enumerate() {
        if let Some(price) = next.and_then(|next| ground.reckon_price(hex, direction, next, false, &going)) {
            debug_assert!(usize::from(price) < DEAREST, "a step for {price}");
            prices.steps[direction] = price as u8;
            prices.steps[LEAST] = prices.steps[LEAST].min(price as u8);
        }
    }
    prices
}

/// Works out where it is worth to go on from a hex.
pub(crate) fn weigh(ground: &Ground, table: &mut [Prices], hex: HexId) {
    let around = ground.grid().neighbours(hex);
    let here = table[usize::from(hex.0)].steps;
    for came in 0..DIRECTIONS {
        let turn = |by: usize| (came + by) % DIRECTIONS;
        let mut worth = ANYWHERE & !(1 << turn(3));
        if let Some(before) = around[turn(3)] {
            let there = table[usize::from(before.0)].steps;
            // Two hexes lie next to both.
            for (aside, straight) in [(turn(2), turn(1)), (turn(4), turn(5))] {
                if there[straight] != CLOSED && there[straight] <= there[came] + here[aside] {
                    worth &= !(1 << aside);
                }
            }
        }
        table[usize::from(hex.0)].worth[came] = worth;
    }
}

impl Passage {
    /// The table for horse or wheels in a weather.
    #[inline]
    pub(crate) fn table(&self, horse: bool, weather: Weather) -> &[Prices] {
        &self.tables[variant(horse, weather)]
    }

    /// The table that a mark names, which is one of these.
    #[inline]
    pub(crate) fn table_of(&self, mark: (u64, usize)) -> &[Prices] {
        &self.tables[mark.1]
    }

    /// What tells one table from any other that has ever been.
    #[inline]
    pub(crate) fn mark(&self, horse: bool, weather: Weather) -> (u64, usize) {
        (self.edition, variant(horse, weather))
    }

    fn redo(&mut self, ground: &Ground, hex: HexId, going: &Going) {
        for table in 0..self.tables.len() {
            self.tables[table][usize::from(hex.0)].steps = prices_of(ground, hex, table, going).steps;
            for near in ground.grid().around(hex).chain([hex]) {
                weigh(ground, &mut self.tables[table], near);
            }
        }
    }

    fn mend(&mut self, ground: &Ground, going: &Going) {
        let changed = self.down.less(going.down).or(going.down.less(self.down));
        for (a, b) in changed.into_iter().filter_map(|bridge| ground.bridge_hexes(bridge as u8)) {
            self.redo(ground, a, going);
            self.redo(ground, b, going);
        }
        let before = std::mem::replace(&mut self.pontoons, going.pontoons);
        for (old, new) in before.into_iter().zip(going.pontoons).filter(|(old, new)| old != new) {
            for (hex, facing) in [old, new].into_iter().filter(|(hex, _)| *hex != NOWHERE) {
                self.redo(ground, hex, going);
                let far = ground.grid().neighbours(hex)[usize::from(facing) % DIRECTIONS];
                far.into_iter().for_each(|far| self.redo(ground, far, going));
            }
        }
        self.down = going.down;
        let known = self.former.iter().find(|(down, pontoons, _)| *down == going.down && *pontoons == going.pontoons);
        self.edition = match known {
            Some((.., edition)) => *edition,
            None => {
                self.former.truncate(FORMER - 1);
                let edition = fresh();
                self.former.insert(0, (going.down, going.pontoons, edition));
                edition
            }
        };
    }
}

impl Ground {
    /// What each step takes now.
    pub(crate) fn passage(&self, going: &Going) -> Rc<Passage> {
        LAST.with_borrow_mut(|last| {
            let kept = match last {
                Some(kept) if kept.ground == self.serial() => kept,
                other => other.insert(Rc::new(Passage {
                    ground: self.serial(),
                    down: Bits::EMPTY,
                    pontoons: Going::plain(Weather::Fair).pontoons,
                    tables: self.plain_prices().clone(),
                    edition: fresh(),
                    former: Vec::new(),
                })),
            };
            if kept.down != going.down || kept.pontoons != going.pontoons {
                Rc::make_mut(kept).mend(self, going);
            }
            Rc::clone(kept)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Campaign;
    use grognard_engine::dice::SeededDice;

    /// Bridges go down and up, pontoons come and go: the tables say what each step takes.
    #[test]
    fn mended_tables_say_what_each_step_takes() {
        let game = Campaign::new("eagles-eylau-campaign", &[]).unwrap();
        let ground = game.ground();
        let mut dice = SeededDice::new(5);
        let bridges: Vec<(HexId, HexId)> = (0..64).filter_map(|number| ground.bridge_hexes(number)).collect();
        let mut going = Going::plain(Weather::Fair);
        for round in 0..12 {
            going.weather = Weather::ALL[dice.below(8) as usize];
            for _ in 0..3 {
                going.down.0[0] ^= 1 << dice.below(bridges.len() as u32);
            }
            let (hex, facing) = (bridges[dice.below(bridges.len() as u32) as usize].0, dice.below(6) as u8);
            going.pontoons[round % PONTOONS] = if round % 5 == 4 { (NOWHERE, 0) } else { (hex, facing) };
            let passage = ground.passage(&going);
            for table in &passage.tables {
                // Where it is worth to go on is as if it had been worked out now.
                let mut anew = table.clone();
                ground.grid().hexes().for_each(|hex| weigh(ground, &mut anew, hex));
                assert!(anew.iter().zip(table).all(|(a, b)| a.worth == b.worth && a.least() == b.least()));
            }
            for hex in ground.grid().hexes() {
                for (direction, next) in ground.grid().neighbours(hex).iter().enumerate() {
                    for horse in [false, true] {
                        let price = next.and_then(|next| ground.price(hex, direction, next, horse, &going));
                        let kept = passage.table(horse, going.weather)[usize::from(hex.0)].steps[direction];
                        assert_eq!(price.map_or(CLOSED, |price| price as u8), kept, "{} {direction}", ground.grid().number(hex));
                        let beyond = hex.0.wrapping_add(ground.deltas()[usize::from(hex.0 & 1)][direction]);
                        assert!(next.is_none_or(|next| next.0 == beyond));
                    }
                }
            }
        }
    }
}
