//! What a cheapest way costs, however long it is: a refusal so tells a hex that is too far off from one to which no way leads.

use crate::grid::HexId;

/// A step onto a hex: what it costs, and whether the move ends with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The hex that is entered.
    pub to: HexId,
    /// Its price.
    pub price: u8,
    /// Nobody goes on from there in the same move.
    pub ends: bool,
}

/// The least that a way to `to` costs from any of the `starts` (a hex and what was spent until there), if there is one. Hexes are
/// numbered below `size` ([`crate::Grid::size`]).
pub fn cheapest<S: IntoIterator<Item = Step>>(
    size: usize,
    starts: impl IntoIterator<Item = (HexId, u8)>,
    to: HexId,
    steps: impl Fn(HexId) -> S,
) -> Option<u8> {
    let mut best = vec![u8::MAX; size];
    let mut arrives = u8::MAX;
    let mut open: Vec<HexId> = Vec::new();
    for (hex, spent) in starts {
        best[usize::from(hex.0)] = best[usize::from(hex.0)].min(spent);
        open.push(hex);
    }
    let mut at = 0;
    while let Some(&from) = open.get(at) {
        at += 1;
        let spent = best[usize::from(from.0)];
        if from == to {
            arrives = arrives.min(spent);
        }
        for step in steps(from) {
            let cost = spent.saturating_add(step.price);
            if step.to == to {
                arrives = arrives.min(cost);
            }
            if !step.ends && cost < best[usize::from(step.to.0)] {
                best[usize::from(step.to.0)] = cost;
                open.push(step.to);
            }
        }
    }
    Some(arrives).filter(|&cost| cost < u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hexes in a row, each a point from the next, and a short way from the first to the fourth on which the move ends.
    fn row(from: HexId) -> Vec<Step> {
        let mut steps = Vec::new();
        if from.0 < 5 {
            steps.push(Step { to: HexId(from.0 + 1), price: 2, ends: false });
        }
        if from.0 == 0 {
            steps.push(Step { to: HexId(3), price: 1, ends: true });
        }
        steps
    }

    #[test]
    fn the_cheaper_way_counts_and_one_that_ends_leads_no_further() {
        assert_eq!(cheapest(7, [(HexId(0), 1)], HexId(3), row), Some(2));
        assert_eq!(cheapest(7, [(HexId(0), 1)], HexId(4), row), Some(9));
        assert_eq!(cheapest(7, [(HexId(0), 1), (HexId(2), 3)], HexId(4), row), Some(7));
    }

    #[test]
    fn whoever_is_there_has_paid_and_where_no_way_leads_nobody_comes() {
        assert_eq!(cheapest(7, [(HexId(2), 3)], HexId(2), row), Some(3));
        assert_eq!(cheapest(7, [(HexId(2), 3)], HexId(6), row), None);
        assert_eq!(cheapest(7, [], HexId(0), row), None);
    }
}
