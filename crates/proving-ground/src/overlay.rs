//! What can be laid over the map: what is seen from a hex, the front, flank and rear of a piece, how far it gets.

use crate::ProvingGround;
use crate::prices;
use crate::state::State;
use grognard_engine::HexId;
use grognard_engine::facing::{Aspect, Heading};
use grognard_engine::preview::{OverlayHex, OverlayInfo};
use grognard_engine::sight::{Crossing, Slant};

/// How far one sees in the snow, in hexes.
pub const SIGHT: u8 = 24;
/// How far the front of a piece is shown.
pub const FRONT: u8 = 6;

impl ProvingGround {
    pub(crate) fn overlay_list(&self) -> Vec<OverlayInfo> {
        let info = |id: &str, title: &str, key: &str| OverlayInfo::new(id, title, key, true, None);
        vec![
            info("sight", "Line of sight from a hex", "l"),
            info("arcs", "Front, flank and rear of a piece", "a"),
            info("reach", "How far a piece gets", "r"),
        ]
    }

    /// Whether one hex can be seen from another. Hexes between them hide what lies behind where ground, woods or houses rise above
    /// the straight line; where it runs along a hexside, both sides must.
    #[must_use]
    pub fn sees(&self, from: HexId, to: HexId) -> bool {
        let ground = &self.field().ground;
        let grid = ground.grid();
        let level = |hex: HexId| i32::from(ground.sheet().level(hex));
        let slant = Slant { from: level(from), to: level(to), distance: grid.distance(from, to) };
        let hides = |hex: HexId| slant.is_below(level(hex) + ground.cover(hex).height(), grid.distance(from, hex));
        grid.line(from, to).all(|crossing| match crossing {
            Crossing::Through(hex) => !hides(hex),
            Crossing::Along(a, b) => ![a, b].into_iter().all(|hex| hex.is_some_and(hides)),
            Crossing::Outside => true,
        })
    }

    /// The hex that a text names, or that of the piece it names.
    fn overlay_hex(&self, state: &State, at: Option<&str>) -> Result<HexId, String> {
        let at = at.ok_or("name a hex or a piece")?;
        match self.field().army.roster.find(at) {
            Some(unit) => {
                Some(state.piece(unit.0).hex).filter(|_| state.piece(unit.0).on_map()).ok_or(format!("{at} is not on the map"))
            }
            None => self.field().ground.grid().read(at),
        }
    }

    /// The piece that a text names, or the first in the hex it names.
    fn overlay_piece(&self, state: &State, at: Option<&str>) -> Result<u16, String> {
        let text = at.ok_or("name a piece, or a hex in which one stands")?;
        if let Some(unit) = self.field().army.roster.find(text).filter(|unit| state.piece(unit.0).on_map()) {
            return Ok(unit.0);
        }
        let hex = self.overlay_hex(state, at)?;
        let mut here = (0u16..).zip(&state.pieces).filter(|(_, standing)| standing.hex == hex).map(|(unit, _)| unit);
        let fights = |unit: &u16| self.field().army.kind(*unit).steps > 0;
        here.clone().find(fights).or_else(|| here.next()).ok_or_else(|| format!("nobody stands in {text}"))
    }

    pub(crate) fn lay_over(&self, state: &State, id: &str, at: Option<&str>) -> Result<Vec<OverlayHex>, String> {
        let grid = self.field().ground.grid();
        let show = |hex: HexId, side: Option<&str>, kind: &str, note: String| OverlayHex {
            kind: kind.to_owned(),
            ..OverlayHex::new(grid.number(hex), side, note)
        };
        match id {
            "sight" => {
                let from = self.overlay_hex(state, at)?;
                let near = grid.hexes().filter(|&hex| hex != from && grid.distance(from, hex) <= SIGHT);
                Ok(near
                    .map(|hex| {
                        let kind = if self.sees(from, hex) { "seen" } else { "hidden" };
                        show(hex, None, kind, format!("{kind}, {} hexes", grid.distance(from, hex)))
                    })
                    .collect())
            }
            "arcs" => {
                let unit = self.overlay_piece(state, at)?;
                let (standing, side) = (state.piece(unit), self.field().army.kind(unit).side.name());
                let heading = Heading::corner(standing.vertex.into());
                let arcs = standing.formation.arcs();
                let mut found = Vec::new();
                for (direction, hex) in grid.neighbours(standing.hex).iter().enumerate() {
                    let kind = match arcs.of(heading, direction) {
                        Aspect::Front => "front",
                        Aspect::Flank => "flank",
                        Aspect::Rear => "rear",
                    };
                    found.extend(hex.map(|hex| show(hex, Some(side), kind, kind.to_owned())));
                }
                if !standing.formation.all_round() {
                    for distance in 2..=FRONT {
                        let wedge = grid.wedge(standing.hex, heading, distance);
                        found.extend(wedge.map(|hex| show(hex, Some(side), "front", format!("front, {distance} hexes"))));
                    }
                }
                Ok(found)
            }
            "reach" => {
                let unit = self.overlay_piece(state, at)?;
                let (standing, kind) = (state.piece(unit), self.field().army.kind(unit));
                let (occupied, all) = (self.occupied(state, kind.side, Some(unit)), prices::allowance(kind));
                Ok(self.with_walk(|walk| {
                    self.walk(walk, standing, unit, all, &occupied);
                    let mut hexes: Vec<HexId> =
                        walk.reached().map(|(node, _)| node.hex).filter(|&hex| hex != standing.hex).collect();
                    hexes.sort_unstable();
                    hexes.dedup();
                    let best = |hex: HexId| self.best_pose(walk, standing.formation, hex, &occupied);
                    let ends = hexes.into_iter().filter_map(|hex| Some((hex, best(hex)?.1)));
                    ends.map(|(hex, spent)| show(hex, Some(kind.side.name()), "", Self::points(spent))).collect()
                }))
            }
            _ => Err(format!("there is no overlay {id:?}")),
        }
    }
}
