//! [5.1] Lines of Communications in a Battle Scenario: from a Force to a primary road, and along primary roads to the source.

use crate::Campaign;
use crate::fan::fan;
use crate::front::Barred;
use crate::state::{Leader, Side, State};
use crate::tread::with_tread;
use grognard_engine::HexId;
use grognard_engine::sets::HexSet;
use std::cell::RefCell;
use std::rc::Rc;

/// Where a line can be traced.
pub(crate) struct Lines {
    game: u64,
    source: HexId,
    /// What steps take: see [`crate::passage::Passage::mark`].
    mark: (u64, usize),
    /// Primary roads joined to the active source.
    roads: Rc<HexSet>,
    /// Hexes that block a line.
    blocked: Rc<Barred>,
    /// By row, the columns from which a road could be near enough as the crow flies.
    near: Rc<[u64; ROWS]>,
    /// Hexes that have been asked for, and those of them that have a line.
    asked: RefCell<(HexSet, HexSet)>,
}

thread_local! {
    /// The last lines of each side, taken again as long as nothing from which they follow has changed.
    static LAST: RefCell<[Option<Rc<Lines>>; 2]> = const { RefCell::new([None, None]) };
}

/// Rows of the map, and columns that fit into a word: both count from 1.
const ROWS: usize = 128;

/// Whatever lies no more than so many columns and rows from some places: a step takes half a point at least, so nobody gets there from farther off.
fn surroundings(places: impl Iterator<Item = (u8, u8)>, reach: u8) -> [u64; ROWS] {
    let mut rows = [0u64; ROWS];
    for (column, row) in places {
        rows[usize::from(row) % ROWS] |= 1 << (column % 64);
    }
    // What is known as far as some columns and rows around is joined with the same as far beside it as leaves no gap.
    let mut wide = 0;
    while wide < reach {
        let more = (reach - wide).min(2 * wide + 1);
        for row in &mut rows {
            *row |= *row << more | *row >> more;
        }
        let (before, more) = (rows, usize::from(more));
        for (row, other) in rows.iter_mut().skip(more).zip(before) {
            *row |= other;
        }
        for (row, other) in rows.iter_mut().zip(before.iter().skip(more)) {
            *row |= other;
        }
        wide += more as u8;
    }
    rows
}

impl Campaign {
    /// [5.1] The primary roads that lead to the active source of a side, free of enemy Forces and zones. A friendly Force cancels
    /// a zone in its own hex.
    pub(crate) fn lines(&self, state: &State, side: Side) -> Rc<Lines> {
        let barred = self.barred(state, side);
        let (source, going) = (state.source[side as usize], state.going());
        // [A] Mud doubles what a line pays off the road, as it doubles the way of messengers.
        let mark = self.ground().passage(&going).mark(false, state.weather);
        let fits = |lines: &&Rc<Lines>| {
            lines.game == self.serial && lines.source == source && lines.mark == mark && lines.blocked.edition == barred.edition
        };
        if let Some(lines) = LAST.with_borrow(|last| last[side as usize].as_ref().filter(fits).cloned()) {
            return lines;
        }
        let blocked = &barred.hexes;
        let none = HexSet::none(self.grid());
        let asked = RefCell::new((none.clone(), none));
        // Roads are as they were unless one of them has been blocked or opened.
        let alike = |lines: &&Rc<Lines>| {
            let same = lines.game == self.serial && lines.source == source && lines.mark == mark;
            same && blocked.same_within(&lines.blocked.hexes, self.ground().primary())
        };
        let known = LAST.with_borrow(|last| last[side as usize].as_ref().filter(alike).cloned());
        if let Some(known) = known {
            let (roads, near) = (Rc::clone(&known.roads), Rc::clone(&known.near));
            let lines = Rc::new(Lines { game: self.serial, source, mark, roads, blocked: barred, near, asked });
            LAST.with_borrow_mut(|last| last[side as usize] = Some(Rc::clone(&lines)));
            return lines;
        }
        let mut roads = HexSet::none(self.grid());
        let mut queue = Vec::new();
        if self.ground().dry(source) && !blocked.has(source) {
            roads.insert(source);
            queue.push(source);
        }
        while let Some(hex) = queue.pop() {
            for next in self.ground().along_primary(hex, &going) {
                if !blocked.has(next) && !roads.has(next) {
                    roads.insert(next);
                    queue.push(next);
                }
            }
        }
        let near = Rc::new(surroundings(roads.hexes().map(|hex| self.grid().column_row(hex)), self.figures().loc_reach));
        let roads = Rc::new(roads);
        let lines = Rc::new(Lines { game: self.serial, source, mark, roads, blocked: barred, near, asked });
        LAST.with_borrow_mut(|last| last[side as usize] = Some(Rc::clone(&lines)));
        lines
    }

    /// The roads of [`Campaign::lines`], hex by hex.
    pub(crate) fn line_roads(&self, state: &State, side: Side) -> Vec<HexId> {
        self.lines(state, side).roads.hexes().collect()
    }

    /// [5.1] Whether a Force has a Line of Communications.
    pub(crate) fn has_line(&self, state: &State, lines: &Lines, leader: Leader) -> bool {
        let Some(start) = state.hex(leader) else { return false };
        if lines.roads.has(start) {
            return true;
        }
        let (column, row) = self.grid().column_row(start);
        if lines.near[usize::from(row) % ROWS] >> (column % 64) & 1 == 0 {
            return false;
        }
        let (known, yes) = &mut *lines.asked.borrow_mut();
        if known.has(start) {
            return yes.has(start);
        }
        let passage = self.ground().passage(&state.going());
        let (mark, reach) = (passage.mark(false, state.weather), self.figures().loc_reach);
        let fan = fan(self.ground(), (mark, passage.table_of(mark)), start, reach);
        let blocked = |hex: HexId| lines.blocked.hexes.has(hex);
        let plain = fan.and_then(|fan| fan.leads_to(reach, |hex| lines.roads.has(hex), blocked));
        let mut found = plain == Some(true);
        // Somebody is in the way: there may be another.
        let search = plain.is_none();
        if search {
            with_tread(|walk| {
                let leave = |hex: HexId, _: u16| {
                    found |= lines.roads.has(hex);
                    !found
                };
                let prices = passage.table(false, state.weather);
                walk.walk_asking((self.ground(), prices), &[start], reach.into(), leave, |hex| !blocked(hex));
            });
        }
        known.insert(start);
        if found {
            yes.insert(start);
        }
        found
    }

    /// [I.a.2] The sources to which a side could change.
    #[must_use]
    pub fn sources(&self, state: &State, side: Side) -> Vec<HexId> {
        let lists: &[&str] = match side {
            Side::French => &["source_french"],
            Side::Coalition => &["source_russian", "source_prussian"],
        };
        let warsaw = self.ground().area("warsaw");
        let closed = self.ground().area("exit_danzig");
        let opens = self.scenario.compiled.opens;
        let usable = |hex: &HexId| {
            let danzig = side == Side::French && closed.contains(hex) && state.turn < opens;
            self.ground().in_play(*hex) && !danzig && !(side == Side::French && warsaw.contains(hex))
        };
        let mut found: Vec<HexId> = lists.iter().flat_map(|list| self.ground().area(list)).copied().filter(usable).collect();
        found.retain(|hex| *hex != state.source[side as usize]);
        found.sort_unstable();
        found.dedup();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ramble::ramble;

    /// Random battles: whoever has a line has one by a walk of his own, past what blocks it.
    #[test]
    fn lines_are_as_the_position_says() {
        let mut found = [0; 2];
        for (name, seed) in [("eagles-friedland", 5), ("eagles-pultusk", 6)] {
            ramble(name, seed, 500, 5, |game, state, step| {
                let passage = game.ground().passage(&state.going());
                for side in Side::BOTH {
                    let blocked = game.blocked_by(state, side, game.apparent(state, side.other()));
                    let lines = game.lines(state, side);
                    let mut roads = HexSet::none(game.grid());
                    let mut queue: Vec<HexId> =
                        Some(state.source[side as usize]).into_iter().filter(|hex| !blocked.has(*hex)).collect();
                    while let Some(hex) = queue.pop() {
                        roads.insert(hex);
                        for (direction, next) in game.grid().neighbours(hex).iter().enumerate() {
                            let Some(next) = next.filter(|&next| game.ground().dry(next) && !blocked.has(next)) else { continue };
                            if game.ground().edge(hex, direction, &state.going()).primary_road() && !roads.has(next) {
                                queue.push(next);
                            }
                        }
                    }
                    assert!(*lines.roads == roads, "{name}, step {step}");
                    for leader in game.forces(state, side) {
                        let hex = state.hexes[usize::from(leader)];
                        let plain = with_tread(|walk| {
                            let (prices, reach) = (passage.table(false, state.weather), game.figures().loc_reach);
                            walk.walk((game.ground(), prices), &[hex], reach.into(), |_, _| true, |hex| !blocked.has(hex));
                            walk.reached().any(|(hex, _)| roads.has(hex))
                        });
                        assert_eq!(game.has_line(state, &lines, leader as Leader), plain, "{name}, step {step}");
                        found[usize::from(plain)] += 1;
                    }
                }
            });
        }
        assert!(found.iter().all(|&count| count > 50), "{found:?}");
    }
}
