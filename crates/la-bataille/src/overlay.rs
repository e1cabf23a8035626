//! What can be laid over the map: front, flank and rear, line of sight, field of fire, zones of influence, leaders, corps morale, steps.

use crate::board::many;
use crate::fire::Occasion;
use crate::state::{Side, State, Unit};
use crate::{Bautzen, Frame};
use grognard_engine::HexId;
use grognard_engine::facing::Aspect;
use grognard_engine::preview::{OverlayHex, OverlayInfo};

/// How far sight is shown.
const SIGHT: u8 = 12;

impl Bautzen {
    pub(crate) fn overlay_list(&self) -> Vec<OverlayInfo> {
        let info = |id: &str, title: &str, key: &str, needs_hex: bool, case: &str| OverlayInfo {
            id: id.to_owned(),
            title: title.to_owned(),
            key: key.to_owned(),
            needs_hex,
            case: Some(case.to_owned()),
        };
        vec![
            info("arcs", "Front, flank and rear", "a", true, "5.2"),
            info("sight", "Line of sight from a hex", "l", true, "9.1"),
            info("fire", "Field of fire of a unit", "f", true, "10.1"),
            info("zones", "Zones of influence", "z", false, "5.3.1"),
            info("command", "Whom the leaders help", "c", false, "19.2"),
            info("corps", "Morale of the corps", "k", false, "20.3"),
            info("reach", "Ways of the unit in hand", "r", false, "6.2"),
        ]
    }

    fn overlay_hex(&self, state: &State, at: Option<&str>) -> Result<HexId, String> {
        let at = at.ok_or("name a hex or a unit")?;
        match self.field().army.roster.find(at) {
            Some(unit) if state.piece(unit.0).on_map() => Ok(state.piece(unit.0).hex),
            Some(_) => Err(format!("{at} is not on the map")),
            None => self.grid().read(at),
        }
    }

    fn overlay_unit(&self, state: &State, at: Option<&str>) -> Result<Unit, String> {
        let text = at.ok_or("name a unit, or a hex in which one stands")?;
        if let Some(unit) = self.field().army.roster.find(text).filter(|unit| state.piece(unit.0).on_map()) {
            return Ok(unit.0);
        }
        let hex = self.overlay_hex(state, at)?;
        self.ranks(state, hex).next().ok_or_else(|| format!("nobody who fights stands in {text}"))
    }

    /// [20.3] Every unit of a body whose morale is counted, by the level of that body.
    fn corps_overlay(&self, state: &State) -> Vec<OverlayHex> {
        let mut found = Vec::new();
        for (body, (name, ..)) in self.bodies() {
            let level = state.levels[usize::from(body)];
            let kind = ["", "flank"].get(usize::from(level)).copied().unwrap_or("rear");
            for unit in self.units().filter(|&unit| self.kind(unit).body == Some(body) && state.piece(unit).on_map()) {
                for hex in state.piece(unit).hexes() {
                    found.push(OverlayHex {
                        hex: self.grid().number(hex),
                        side: Some(self.side(unit).name().to_owned()),
                        note: format!("{name}, level {level}"),
                        kind: kind.to_owned(),
                    });
                }
            }
        }
        found.sort_by(|a, b| a.hex.cmp(&b.hex));
        found.dedup_by(|a, b| a.hex == b.hex);
        found
    }

    pub(crate) fn lay_over(&self, state: &State, id: &str, at: Option<&str>) -> Result<Vec<OverlayHex>, String> {
        let grid = self.grid();
        let show = |hex: HexId, side: Option<Side>, kind: &str, note: String| OverlayHex {
            hex: grid.number(hex),
            side: side.map(|side| side.name().to_owned()),
            note,
            kind: kind.to_owned(),
        };
        match id {
            "arcs" => {
                let unit = self.overlay_unit(state, at)?;
                let mut found: Vec<OverlayHex> = Vec::new();
                for part in state.piece(unit).hexes() {
                    let sides = self.sides(state, unit, part);
                    for (side, hex) in grid.neighbours(part).iter().enumerate() {
                        let Some(hex) = hex.filter(|hex| !state.piece(unit).stands_in(*hex)) else { continue };
                        let kind = match sides.aspect(side) {
                            Aspect::Front => "front",
                            Aspect::Flank => "flank",
                            Aspect::Rear => "rear",
                        };
                        if !found.iter().any(|known| known.hex == grid.number(hex)) {
                            found.push(show(hex, Some(self.side(unit)), kind, kind.to_owned()));
                        }
                    }
                }
                Ok(found)
            }
            "sight" => {
                let from = self.overlay_hex(state, at)?;
                let far = |hex: HexId| many(grid.distance(from, hex).into(), "hex", "hexes");
                let near = grid.hexes().filter(|&hex| hex != from && grid.distance(from, hex) <= SIGHT);
                Ok(near
                    .map(|hex| {
                        let kind = if self.sees(state, from, hex) { "seen" } else { "hidden" };
                        show(hex, None, kind, format!("{kind}, {}", far(hex)))
                    })
                    .collect())
            }
            "fire" => {
                let unit = self.overlay_unit(state, at)?;
                let so = state.piece(unit);
                if !self.kind(unit).fights() || !self.may_fire(state, unit) {
                    return Ok(Vec::new());
                }
                let range = self.reach(state, unit, Occasion::Offensive);
                let mut found = Vec::new();
                for hex in grid.hexes() {
                    let from = so.hexes().filter(|&from| from != hex && grid.distance(from, hex) <= range);
                    let mut best = from.filter(|&from| self.bears(state, unit, from, hex) && self.sees(state, from, hex));
                    if let Some(from) = best.next() {
                        found.push(show(
                            hex,
                            Some(self.side(unit)),
                            "front",
                            many(grid.distance(from, hex).into(), "hex", "hexes"),
                        ));
                    }
                }
                Ok(found)
            }
            "zones" => {
                let mut found = Vec::new();
                for side in Side::BOTH {
                    for hex in grid.hexes() {
                        let zone = self.zone(state, side, hex);
                        if zone.any {
                            let note = if zone.cavalry { "zone of cavalry" } else { "zone" };
                            found.push(show(hex, Some(side), if zone.cavalry { "cavalry" } else { "" }, note.to_owned()));
                        }
                    }
                }
                Ok(found)
            }
            "command" => {
                let mut found = Vec::new();
                for leader in self.units().filter(|&unit| !self.kind(unit).fights() && state.piece(unit).on_map()) {
                    let hex = state.piece(leader).hex;
                    let led: Vec<&str> =
                        self.ranks(state, hex).filter(|&unit| self.helps(leader, unit)).map(|unit| self.called(unit)).collect();
                    let whom = if led.is_empty() { "nobody".to_owned() } else { led.join(", ") };
                    let note = format!("{} helps {whom}: morale {:+}", self.called(leader), self.kind(leader).morale_bonus);
                    found.push(show(hex, Some(self.side(leader)), "front", note));
                }
                Ok(found)
            }
            "corps" => Ok(self.corps_overlay(state)),
            "reach" => {
                let Frame::Hand { unit, left, turned, begun, stopped } = state.frame() else { return Ok(Vec::new()) };
                let held = crate::marching::Held { unit, left, turned, begun, stopped };
                let side = Some(self.side(unit));
                let told = |hex: HexId, spent: u8| show(hex, side, "", crate::board::told_points(spent));
                let walk = self.walk(state, held, None);
                let mut found: Vec<OverlayHex> = walk.ends().map(|(hex, spent)| told(hex, spent)).collect();
                for hex in grid.around(state.piece(unit).hex) {
                    if let Ok(outcome) = self.stride(state, held, hex)
                        && walk.ends().all(|(end, _)| end != hex)
                    {
                        found.push(told(hex, outcome.price));
                    }
                }
                Ok(found)
            }
            _ => Err(format!("there is no overlay {id:?}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Arm, Formation};

    /// [10.1] A field of fire is as long as the unit fires as it is drawn up, and whoever does not fire has none.
    #[test]
    fn fields_of_fire_are_as_long_as_the_range() {
        let game = Bautzen::new("bautzen-short", &[]).unwrap();
        let state = game.opening();
        let (mut short, mut long, mut none) = (0, 0, 0);
        for unit in Side::BOTH.into_iter().flat_map(|side| game.fighters(&state, side)) {
            let so = state.piece(unit);
            let field = game.lay_over(&state, "fire", Some(game.tag(unit))).unwrap();
            let far = |shown: &OverlayHex| {
                let hex = game.grid().read(&shown.hex).unwrap();
                so.hexes().map(|at| game.grid().distance(at, hex)).min().unwrap()
            };
            let farthest = field.iter().map(far).max().unwrap_or(0);
            match (game.kind(unit).arm, so.formation) {
                (Arm::Infantry, Formation::Column | Formation::General) => {
                    assert_eq!(farthest, 1, "{}", game.tag(unit));
                    short += 1;
                }
                (Arm::Artillery, Formation::Unlimbered) => {
                    assert!((2..=game.kind(unit).range).contains(&farthest), "{}", game.tag(unit));
                    long += 1;
                }
                (_, Formation::March | Formation::Limbered) | (Arm::Cavalry, Formation::Column) => {
                    assert!(field.is_empty(), "{}", game.tag(unit));
                    none += 1;
                }
                _ => {}
            }
        }
        assert!(short > 5 && long > 1 && none > 1, "{short} {long} {none}");
    }
}
