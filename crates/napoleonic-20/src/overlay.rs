//! What can be laid over the map: zones of control, who can get somewhere, lines of communication, the hexes that count. Nothing
//! is told of a counter that the one who asks may not know.

use crate::Campaign;
use crate::movement::{Ground, March};
use crate::state::{Frame, Phase, Side, State};
use crate::unitset::{Unit, UnitSet};
use grognard_engine::preview::{OverlayHex, OverlayInfo};
use grognard_engine::{HexId, Seat};

impl Campaign {
    /// The overlays of this book.
    pub(crate) fn overlay_list(&self) -> Vec<OverlayInfo> {
        vec![
            OverlayInfo::new("enemy-zones", "Enemy Zones of Control", "z", false, Some("7.0")),
            OverlayInfo::new("friendly-zones", "Own Zones of Control", "x", false, Some("7.0")),
            OverlayInfo::new("reach", "Who can reach this hex", "r", true, Some("6.0")),
            OverlayInfo::new("communications", "Lines of Communication", "c", false, Some("9.8.6")),
            OverlayInfo::new("victory", "Hexes that move morale", "v", false, Some("12.7")),
        ]
    }

    /// One of them, as a seat sees it; a spectator looks over the shoulder of the phasing player, and knows no more than both.
    pub(crate) fn overlay_hexes(
        &self,
        state: &State,
        id: &str,
        at: Option<&str>,
        seat: Option<Seat>,
    ) -> Result<Vec<OverlayHex>, String> {
        let side = seat.and_then(Side::of).unwrap_or(state.phasing);
        let unknown = self.unknown_to(state, seat);
        match id {
            "enemy-zones" => Ok(self.zone_hexes(state, side.other(), unknown)),
            "friendly-zones" => Ok(self.zone_hexes(state, side, unknown)),
            "reach" => Ok(self.who_reaches(state, self.hex_or_unit(state, at.unwrap_or_default(), unknown)?, unknown)),
            "communications" => Ok(self.communications(state)),
            "victory" => Ok(self.victory_hexes(state)),
            _ => Err(format!("there is no overlay {id:?}")),
        }
    }

    /// A hex by its number, or by a unit that stands in it.
    fn hex_or_unit(&self, state: &State, text: &str, unknown: UnitSet) -> Result<HexId, String> {
        self.grid().read(text).or_else(|why| {
            let unit = self.read_unit(text).ok().filter(|&unit| !unknown.has(unit)).ok_or(why)?;
            state.hex(unit).ok_or_else(|| format!("{text} is not on the map"))
        })
    }

    fn overlay_hex(&self, hex: HexId, side: Option<Side>, note: String) -> OverlayHex {
        OverlayHex::new(self.grid().number(hex), side.map(Side::name), note)
    }

    /// [7.0] The zone of a side, hex by hex with those whose zone it is.
    fn zone_hexes(&self, state: &State, side: Side, unknown: UnitSet) -> Vec<OverlayHex> {
        let terrain = self.terrain(state, side);
        let steady = self.present(state, side).less(state.routed);
        let whose = |hex: HexId| {
            let near = |from: HexId| terrain.passes(from, hex);
            let mut names: Vec<String> = steady
                .into_iter()
                .filter(|&u| state.hex(u).is_some_and(near))
                .map(|u| match state.hex(u).filter(|_| unknown.has(u)) {
                    Some(from) => format!("the counter in {}", self.grid().number(from)),
                    None => self.tag(u).to_owned(),
                })
                .collect();
            if side == Side::French {
                let posts = self.places.garrisons.iter().enumerate();
                let posts = posts.filter(|&(g, &post)| self.garrison_stands(state, g) && near(post));
                names.extend(posts.map(|(_, &post)| format!("the garrison of {}", self.grid().number(post))));
            }
            // An order that says nothing about who lies face down.
            names.sort();
            names.join(", ")
        };
        let zone = self.zone(state, side);
        zone.iter().map(|hex| self.overlay_hex(hex, Some(side), format!("zone of {} [7.1]", whose(hex)))).collect()
    }

    /// [6.0] The known units of both sides that could end a move in a hex, where they stand now: those of the side that is moving
    /// with what they have left, the others as if their Movement Phase began now.
    fn who_reaches(&self, state: &State, to: HexId, unknown: UnitSet) -> Vec<OverlayHex> {
        let mut found: Vec<(HexId, Side, String)> = Vec::new();
        for side in Side::BOTH {
            let moving = side == state.phasing && state.phase == Phase::Movement;
            let mut then = *state;
            then.phasing = side;
            if !moving {
                then.phase = Phase::Movement;
                then.moved = UnitSet::EMPTY;
                then.frame = Frame::Move;
            }
            let ground = Ground::of(self, &then);
            for unit in self.present(&then, side).less(unknown) {
                let march = match then.frame {
                    Frame::Hand { unit: held, spent, road, forced } if held == unit => {
                        March::of(self, &then, &ground, unit, (spent, road, forced))
                    }
                    _ if self.may_pick(&then, unit, &ground).is_ok() => March::begin(self, &then, &ground, unit),
                    _ => continue,
                };
                let Some(from) = state.hex(unit).filter(|_| march.ends().has(to)) else { continue };
                let (_, spent) = march.way(to);
                found.push((from, side, format!("{} for {spent} MP", self.tag(unit))));
            }
        }
        found.sort_by_key(|(from, side, _)| (*from, *side));
        found.into_iter().map(|(from, side, note)| self.overlay_hex(from, Some(side), note)).collect()
    }

    /// [9.8.6] Where each side's retreats lead.
    fn communications(&self, state: &State) -> Vec<OverlayHex> {
        let mut all = Vec::new();
        for side in Side::BOTH {
            for &hex in &self.places.loc[side as usize] {
                let open = self.refuges(state, side).any(|h| h == hex);
                let note = if open { "active" } else { "not active yet" };
                all.push(self.overlay_hex(hex, Some(side), format!("{} line of communications, {note} [9.8.6]", side.name())));
            }
        }
        all
    }

    /// [12.7] [14.0] The hexes that move morale, and who holds them.
    fn victory_hexes(&self, state: &State) -> Vec<OverlayHex> {
        let holder = |hex: HexId| self.unit_at(state, hex).map(|u: Unit| self.side_of(u));
        let mut all: Vec<OverlayHex> = Vec::new();
        for &hex in self.places.garrisons.iter().take(2) {
            let note = "Dresden: Allies here at the end of a French player turn cost the French morale, once [12.7]";
            all.push(self.overlay_hex(hex, holder(hex).or(Some(Side::French)), note.to_owned()));
        }
        if let Some(hex) = self.places.neustadt {
            let side = if state.control & 1 != 0 { Side::Allied } else { Side::French };
            let note = format!("Objective of the Allies, a Morale Point each night; controlled by the {} [14.0]", side.name());
            all.push(self.overlay_hex(hex, Some(side), note));
        }
        for side in Side::BOTH {
            for hex in self.refuges(state, side) {
                let note = format!("an enemy here at night costs the {} a Morale Point [14.0]", side.name());
                all.push(self.overlay_hex(hex, Some(side), note));
            }
        }
        all
    }
}
