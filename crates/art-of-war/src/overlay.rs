//! What can be laid over the map: zones of control, fire, who can get somewhere, the hexes that count.

use crate::Battle;
use crate::movement::March;
use crate::sequence::Phase;
use crate::state::{Frame, Side, State};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet};
use grognard_engine::HexId;
use grognard_engine::preview::{OverlayHex, OverlayInfo};
use std::collections::BTreeMap;

impl Battle {
    /// The overlays of this game.
    pub(crate) fn overlay_list(&self) -> Vec<OverlayInfo> {
        let victory = if self.title() == Title::Dresden { "18.2" } else { "23.4" };
        vec![
            OverlayInfo::new("enemy-zones", "Enemy Zones of Control", "z", false, Some("4.5")),
            OverlayInfo::new("friendly-zones", "Own Zones of Control", "x", false, Some("4.5")),
            OverlayInfo::new("fire", "What guns here can bombard", "f", true, Some("5.6")),
            OverlayInfo::new("reach", "Who can reach this hex", "r", true, Some("4.1")),
            OverlayInfo::new("victory", "Hexes that count for victory", "v", false, Some(victory)),
        ]
    }

    /// One of them, as `side` sees it; a spectator looks over the shoulder of the phasing player.
    pub(crate) fn overlay_hexes(
        &self,
        state: &State,
        id: &str,
        at: Option<&str>,
        side: Option<Side>,
    ) -> Result<Vec<OverlayHex>, String> {
        let side = side.unwrap_or(state.phasing);
        let hex = || self.hex_or_unit(state, at.unwrap_or_default());
        match id {
            "enemy-zones" => Ok(self.zone_hexes(state, side.other())),
            "friendly-zones" => Ok(self.zone_hexes(state, side)),
            "fire" => Ok(self.fire_hexes(state, hex()?)),
            "reach" => Ok(self.who_reaches(state, hex()?)),
            "victory" => Ok(self.victory_hexes(state)),
            _ => Err(format!("there is no overlay {id:?}")),
        }
    }

    /// A hex by its number, or by a unit that stands in it.
    fn hex_or_unit(&self, state: &State, text: &str) -> Result<HexId, String> {
        self.grid().read(text).or_else(|why| {
            let unit = self.read_unit(text).map_err(|_| why)?;
            state.hex(unit).ok_or_else(|| format!("{text} is not on the map"))
        })
    }

    fn overlay_hex(&self, hex: HexId, side: Option<Side>, note: String) -> OverlayHex {
        OverlayHex::new(self.grid().number(hex), side.map(Side::name), note)
    }

    /// [4.5] The zone of a side, hex by hex with the units whose zone it is.
    fn zone_hexes(&self, state: &State, side: Side) -> Vec<OverlayHex> {
        let units = self.present(state, side);
        let whose = |hex: HexId| -> UnitSet {
            units.into_iter().filter(|&u| state.hex(u).is_some_and(|from| self.terrain(state).contact(from, hex))).collect()
        };
        let zone = self.enemy_zone(state, side.other());
        zone.iter().map(|hex| self.overlay_hex(hex, Some(side), format!("zone of {}", self.names(whose(hex))))).collect()
    }

    /// [5.6] [9.0] Where fire from a hex reaches, and who stands there.
    fn fire_hexes(&self, state: &State, from: HexId) -> Vec<OverlayHex> {
        let here = self.units_in(state, from);
        let gunners = here.and(self.guns).first().map(|gun| self.pieces()[usize::from(gun)].side);
        let bound = gunners.is_some_and(|side| self.enemy_zone(state, side).has(from));
        let tail = if bound { "; a gun in an enemy zone cannot bombard [5.6]" } else { "" };
        let terrain = self.terrain(state);
        let hexes = terrain.in_range(from, &terrain.on_map);
        let describe = |hex: HexId| {
            let units = self.units_in(state, hex);
            let who = if units.is_empty() { "in range".to_owned() } else { format!("in range: {}", self.names(units)) };
            let side = units.first().map(|u| self.pieces()[usize::from(u)].side);
            self.overlay_hex(hex, side, format!("{who}{tail}"))
        };
        hexes.map(describe).collect()
    }

    /// [4.1] The units of both sides that could end a move in a hex, where they stand now: those of the side that is moving with
    /// what they have left, the others as if their Movement Phase began now.
    fn who_reaches(&self, state: &State, to: HexId) -> Vec<OverlayHex> {
        let mut found: BTreeMap<(HexId, bool), Vec<String>> = BTreeMap::new();
        for side in Side::BOTH {
            let mut then = *state;
            let moving = side == state.phasing && self.phase(state) == Phase::Movement;
            if !moving {
                then.phasing = side;
                then.moved = UnitSet::EMPTY;
            }
            then.frame = Frame::Move;
            let obstacles = self.obstacles(&then);
            let in_hand = match state.frame {
                Frame::Hand { unit, spent, entered, ward } if moving => Some((unit, spent, entered, ward)),
                _ => None,
            };
            let may =
                |unit: Unit| in_hand.is_some_and(|(held, ..)| held == unit) || self.may_pick(&then, unit, &obstacles).is_ok();
            for unit in self.units_of(side).less(then.lost).less(then.disrupted).into_iter().filter(|&u| may(u)) {
                let march = match in_hand {
                    Some((held, spent, entered, ward)) if held == unit => March::of(self, &then, unit, spent, entered, ward),
                    _ => March::begin(self, &then, unit),
                };
                let Some(cost) = march.reach().cost(to).filter(|_| march.ends().has(to)) else { continue };
                let Some(from) = state.hex(unit).or_else(|| self.gate_hex(&then, unit)) else { continue };
                let left = self.points_number(self.allowance(unit).saturating_sub(cost));
                found.entry((from, side == Side::Allied)).or_default().push(format!("{} ({left} left)", self.tag(unit)));
            }
        }
        let line = |((hex, allied), names): ((HexId, bool), Vec<String>)| {
            self.overlay_hex(hex, Some(if allied { Side::Allied } else { Side::French }), names.join(", "))
        };
        found.into_iter().map(line).collect()
    }

    /// [18.2] [23.4] The hexes that count, what they are worth and who holds them.
    fn victory_hexes(&self, state: &State) -> Vec<OverlayHex> {
        let worth = self.scenario.sheet.points_per_objective;
        let describe = |(i, &hex): (usize, &HexId)| {
            if self.title() == Title::Dresden {
                let paid = state.city_paid >> i & 1 == 1;
                let note = if paid { "the Allies have scored for it" } else { "the Allies have not scored for it" };
                let holder = self.units_in(state, hex).first().map(|u| self.pieces()[usize::from(u)].side);
                return self.overlay_hex(hex, holder, format!("{worth} points for the Allies, {note} [18.2]"));
            }
            let holder = state.control[i];
            let who = holder.map_or("nobody", Side::name);
            self.overlay_hex(hex, holder, format!("{worth} points, held by {who} [23.4]"))
        };
        self.objectives().iter().enumerate().map(describe).collect()
    }

    /// [7.1] Where a reinforcement comes on.
    fn gate_hex(&self, state: &State, unit: Unit) -> Option<HexId> {
        self.gate_of(state, unit).map(|(gate, _)| self.gates[gate].hex)
    }
}
