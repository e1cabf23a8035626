//! [9.1] to [9.6] Line of sight, and through which hexside a straight line leaves a hex.

use crate::Bautzen;
use crate::lay::Lay;
use crate::state::{Formation, State};
use crate::tables::Terrain;
use grognard_engine::sight::{Crossing, Slant};
use grognard_engine::{Grid, HexId};
use std::sync::OnceLock;

/// How far apart two hexes may lie for the line between them to be looked up: farther than any gun fires.
const FAR: i16 = 20;
/// Columns and rows of the table.
const WIDE: i16 = 2 * FAR + 1;

/// A hex that a line meets, as steps from where it begins in slanted coordinates, and how far it is.
#[derive(Clone, Copy, Debug)]
struct Met {
    steps: (i8, i8),
    far: u8,
}

/// Lines from a hex to all around it. They are the same from every hex of every map.
struct Lines {
    /// The hexsides through which a line leaves the first hex, by where it leads.
    out: Vec<[Option<u8>; 2]>,
    /// Where the crossings of a line begin in the list; they end where those of the next one begin.
    first: Vec<u32>,
    /// What lines meet: one hex, or two between which they run.
    met: Vec<(Met, Option<Met>)>,
}

static LINES: OnceLock<Lines> = OnceLock::new();

impl Lines {
    /// All lines, drawn on a map on which they have room.
    fn draw() -> Self {
        let mut lines = Self { out: vec![[None; 2]; (WIDE * WIDE) as usize], first: Vec::new(), met: Vec::new() };
        let room = Grid::new(61, 81, &[]).ok();
        let middle = room.as_ref().and_then(|grid| Some((grid, grid.at(31, 41)?)));
        for at in 0..WIDE * WIDE {
            lines.first.push(lines.met.len() as u32);
            let Some((grid, middle)) = middle else { continue };
            let (q, s) = grid.axial(middle);
            let (dq, ds) = (at / WIDE - FAR, at % WIDE - FAR);
            let Some(to) = grid.from_axial((q + dq, s + ds)).filter(|&to| to != middle) else { continue };
            let side = |hex: Option<HexId>| hex.and_then(|hex| grid.direction(middle, hex)).map(|side| side as u8);
            lines.out[at as usize] = match grid.line(middle, to).next() {
                None => [side(Some(to)), None],
                Some(Crossing::Through(hex)) => [side(Some(hex)), None],
                Some(Crossing::Along(a, b)) => [side(a), side(b)],
                Some(Crossing::Outside) => [None, None],
            };
            let met = |hex: HexId| {
                let (there, up) = grid.axial(hex);
                Met { steps: ((there - q) as i8, (up - s) as i8), far: grid.distance(middle, hex) }
            };
            lines.met.extend(grid.line(middle, to).filter_map(|crossing| match crossing {
                Crossing::Through(hex) => Some((met(hex), None)),
                Crossing::Along(a, b) => Some((met(a?), Some(met(b?)))),
                Crossing::Outside => None,
            }));
        }
        lines.first.push(lines.met.len() as u32);
        lines
    }

    /// The place of the line from one hex to another, if it is not too long.
    #[inline]
    fn place(grid: &Grid, from: HexId, to: HexId) -> Option<usize> {
        let ((q1, s1), (q2, s2)) = (grid.axial(from), grid.axial(to));
        let (dq, ds) = (q2 - q1 + FAR, s2 - s1 + FAR);
        ((0..WIDE).contains(&dq) && (0..WIDE).contains(&ds)).then_some((dq * WIDE + ds) as usize)
    }

    /// What a line meets.
    #[inline]
    fn met(&self, place: usize) -> &[(Met, Option<Met>)] {
        &self.met[self.first[place] as usize..self.first[place + 1] as usize]
    }
}

impl Bautzen {
    /// [9.2] How high something stands in a hex, in half levels above the lowest; [9.4] [21.11] gardens, ponds, swamps and works add nothing.
    fn height(&self, state: &State, lay: &Lay, hex: HexId) -> i32 {
        let ground = self.ground();
        let tall = matches!(
            self.terrain(state, hex),
            Terrain::Woods | Terrain::Path | Terrain::Hamlet | Terrain::Village | Terrain::Town | Terrain::Loopholes
        );
        let troops = || lay.pile(hex).any(|unit| self.is(unit).fights && state.piece(unit).formation != Formation::Skirmish);
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
        let lay = self.lay(state);
        let hides = |hex: HexId, far: u8| slant.is_below(self.height(state, &lay, hex), far);
        if let Some(place) = Lines::place(grid, from, to) {
            let (q, s) = grid.axial(from);
            let hides = |met: &Met| {
                let hex = grid.from_axial((q + i16::from(met.steps.0), s + i16::from(met.steps.1)));
                hex.is_some_and(|hex| hides(hex, met.far))
            };
            let met = LINES.get_or_init(Lines::draw).met(place);
            return !met.iter().any(|(one, other)| hides(one) && other.as_ref().is_none_or(hides));
        }
        let hides = |hex: HexId| hides(hex, grid.distance(from, hex));
        grid.line(from, to).all(|crossing| match crossing {
            Crossing::Through(hex) => !hides(hex),
            Crossing::Along(a, b) => ![a, b].into_iter().all(|hex| hex.is_some_and(hides)),
            Crossing::Outside => true,
        })
    }

    /// [10.1] The hexside through which the straight line to another hex leaves a hex: two where it passes through a vertex, whether or not the map goes
    /// on behind them.
    pub(crate) fn leaves_by(&self, from: HexId, to: HexId) -> [Option<usize>; 2] {
        let grid = self.grid();
        if let Some(place) = Lines::place(grid, from, to) {
            return LINES.get_or_init(Lines::draw).out[place].map(|side| side.map(usize::from));
        }
        match grid.line(from, to).next() {
            Some(Crossing::Through(hex)) => [grid.direction(from, hex), None],
            // Whatever lies beyond a vertex lies in one line with a hex two steps away.
            Some(Crossing::Along(..)) => {
                let ((q1, s1), (q2, s2)) = (grid.axial(from), grid.axial(to));
                let far = i16::from(grid.distance(from, to)) / 2;
                let place = ((q2 - q1) / far + FAR) * WIDE + (s2 - s1) / far + FAR;
                LINES.get_or_init(Lines::draw).out[place as usize].map(|side| side.map(usize::from))
            }
            _ => [None, None],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table says what the line itself says, wherever it begins: at the edges, too.
    #[test]
    fn lines_are_looked_up_as_they_are_drawn() {
        let game = Bautzen::new("bautzen", &[]).unwrap();
        let state = game.opening();
        let grid = game.grid();
        let (mut two, mut edge, mut seen, mut hidden) = (0, 0, 0, 0);
        for (from, to) in grid.hexes().step_by(37).flat_map(|from| grid.hexes().step_by(7).map(move |to| (from, to))) {
            let names = || format!("{} {}", grid.number(from), grid.number(to));
            let side = |hex: Option<HexId>| hex.and_then(|hex| grid.direction(from, hex));
            let line = match grid.line(from, to).next() {
                _ if grid.adjacent(from, to) => [side(Some(to)), None],
                Some(Crossing::Through(hex)) => [side(Some(hex)), None],
                Some(Crossing::Along(a, b)) => [side(a), side(b)],
                _ => [None, None],
            };
            let out = game.leaves_by(from, to);
            two += u32::from(out[1].is_some());
            let at_vertex = matches!(grid.line(from, to).next(), Some(Crossing::Along(..)));
            assert_eq!(out[1].is_some(), at_vertex && !grid.adjacent(from, to), "{}", names());
            for (out, line) in out.into_iter().zip(line) {
                // What a line leaves by it leaves by at the edge of the map as well.
                let off = line.is_none() && out.is_some_and(|side| grid.neighbours(from)[side].is_none());
                assert!(out == line || off, "{}: {out:?} {line:?}", names());
                edge += u32::from(off);
            }
            if let [Some(one), Some(other)] = out {
                assert!((one + 1) % 6 == other || (other + 1) % 6 == one, "{}: {one} {other}", names());
            }
            let eye = |hex: HexId| 2 * game.ground().level(hex) + 1;
            let slant = Slant { from: eye(from), to: eye(to), distance: grid.distance(from, to) };
            let lay = game.lay(&state);
            let hides = |hex: HexId| slant.is_below(game.height(&state, &lay, hex), grid.distance(from, hex));
            let sees = grid.distance(from, to) <= 1
                || grid.line(from, to).all(|crossing| match crossing {
                    Crossing::Through(hex) => !hides(hex),
                    Crossing::Along(a, b) => ![a, b].into_iter().all(|hex| hex.is_some_and(hides)),
                    Crossing::Outside => true,
                });
            assert_eq!(game.sees(&state, from, to), sees, "{}", names());
            *(if sees { &mut seen } else { &mut hidden }) += 1;
        }
        assert!(two > 100 && edge > 5 && seen > 100 && hidden > 100, "{two} {edge} {seen} {hidden}");
    }
}
