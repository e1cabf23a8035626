//! [9.1] to [9.6] Line of sight, and through which hexside a straight line leaves a hex.

use crate::Bautzen;
use crate::state::{Formation, State};
use crate::tables::Terrain;
use grognard_engine::HexId;
use grognard_engine::sight::{Crossing, Slant};

impl Bautzen {
    /// [9.2] How high something stands in a hex, in half levels above the lowest; [9.4] [21.11] gardens, ponds, swamps and works add nothing.
    fn height(&self, state: &State, hex: HexId) -> i32 {
        let ground = self.ground();
        let tall = matches!(
            self.terrain(state, hex),
            Terrain::Woods | Terrain::Path | Terrain::Hamlet | Terrain::Village | Terrain::Town | Terrain::Loopholes
        );
        let troops = || self.ranks(state, hex).any(|unit| state.piece(unit).formation != Formation::Skirmish);
        2 * (ground.level(hex) + i32::from(tall || troops()))
    }

    /// [9.1] to [9.5] Whether one hex can be seen from another.
    #[must_use]
    pub fn sees(&self, state: &State, from: HexId, to: HexId) -> bool {
        let (grid, ground) = (self.grid(), self.ground());
        // [9.3] Neighbours see each other; [9.5] nothing hides anything from the Eichberg.
        if grid.distance(from, to) <= 1 || ground.eichberg(from) {
            return true;
        }
        let eye = |hex: HexId| 2 * ground.level(hex) + 1;
        let slant = Slant { from: eye(from), to: eye(to), distance: grid.distance(from, to) };
        let hides = |hex: HexId| slant.is_below(self.height(state, hex), grid.distance(from, hex));
        grid.line(from, to).all(|crossing| match crossing {
            Crossing::Through(hex) => !hides(hex),
            Crossing::Along(a, b) => ![a, b].into_iter().all(|hex| hex.is_some_and(hides)),
            Crossing::Outside => true,
        })
    }

    /// [10.1] The hexside through which the straight line to another hex leaves a hex: two where it passes through a vertex.
    pub(crate) fn leaves_by(&self, from: HexId, to: HexId) -> [Option<usize>; 2] {
        let grid = self.grid();
        if let Some(side) = grid.direction(from, to) {
            return [Some(side), None];
        }
        match grid.line(from, to).next() {
            Some(Crossing::Through(hex)) => [grid.direction(from, hex), None],
            Some(Crossing::Along(a, b)) => [a.and_then(|a| grid.direction(from, a)), b.and_then(|b| grid.direction(from, b))],
            _ => [None, None],
        }
    }
}
