//! [5.1] Lines of Communications in a Battle Scenario: from a Force to a primary road, and along primary roads to the source.

use crate::Campaign;
use crate::state::{Leader, Side, State};
use grognard_engine::HexId;
use grognard_engine::sets::HexSet;
use grognard_engine::walk::Node;

/// Where a line can be traced.
pub(crate) struct Lines {
    /// Primary roads joined to the active source.
    roads: HexSet,
    /// Hexes that block a line.
    blocked: HexSet,
}

impl Campaign {
    /// [5.1] The primary roads that lead to the active source of a side, free of enemy Forces and zones. A friendly Force cancels
    /// a zone in its own hex.
    pub(crate) fn lines(&self, state: &State, side: Side) -> Lines {
        let foes = self.foes(state, side);
        let mut blocked = foes.zone;
        for friend in self.forces(state, side) {
            blocked.remove(state.hexes[usize::from(friend)]);
        }
        blocked.add(&foes.held);
        let mut roads = HexSet::none(self.grid());
        let source = state.source[side as usize];
        let mut queue = Vec::new();
        let going = state.going();
        if self.ground().dry(source) && !blocked.has(source) {
            roads.insert(source);
            queue.push(source);
        }
        while let Some(hex) = queue.pop() {
            for (direction, next) in self.grid().neighbours(hex).iter().enumerate() {
                let Some(next) = *next else { continue };
                let open = !blocked.has(next) && !roads.has(next) && self.ground().dry(next);
                if open && self.ground().edge(hex, direction, &going).primary_road() {
                    roads.insert(next);
                    queue.push(next);
                }
            }
        }
        Lines { roads, blocked }
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
        let mut found = false;
        let going = state.going();
        self.with_walk(|walk| {
            walk.walk(Node { hex: start, pose: 0 }, u16::from(self.figures().loc_reach), |node, _, steps| {
                found |= lines.roads.has(node.hex);
                if found || (node.hex != start && lines.blocked.has(node.hex)) {
                    return;
                }
                for (direction, next) in self.grid().neighbours(node.hex).iter().enumerate() {
                    let Some(next) = next.filter(|&next| !lines.blocked.has(next)) else { continue };
                    if let Some(price) = self.ground().price(node.hex, direction, next, true, &going) {
                        steps.to(Node { hex: next, pose: 0 }, price);
                    }
                }
            });
        });
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
        let opens = self.scenario.calendar.turn_of("31 May-1 Jun").unwrap_or(u8::MAX);
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
