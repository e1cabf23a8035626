//! What can be laid over the map: zones of control, lines of communications, who can be commanded, how far one's own leader gets.

use crate::Campaign;
use crate::administration::line_way;
use crate::roster::Army;
use crate::state::{By, Leader, Side, State};
use crate::tread::with_tread;
use grognard_engine::fields::NOWHERE;
use grognard_engine::preview::{OverlayHex, OverlayInfo};
use grognard_engine::{HexId, Seat};

impl Campaign {
    pub(crate) fn overlay_list(&self) -> Vec<OverlayInfo> {
        let info = |id: &str, title: &str, key: &str, needs_hex: bool, case: &str| OverlayInfo {
            id: id.to_owned(),
            title: title.to_owned(),
            key: key.to_owned(),
            needs_hex,
            case: Some(case.to_owned()),
        };
        vec![
            info("zones", "Zones of control", "z", false, "6.5"),
            info(
                "lines",
                if self.is_campaign() { "Lines of Communications" } else { "Roads to the active sources" },
                "s",
                false,
                "5.1",
            ),
            info("command", "Whom commands reach", "d", false, if self.is_campaign() { "5.3" } else { "5.5" }),
            info("reach", "How far a leader of yours gets", "r", true, "6.1"),
        ]
    }

    pub(crate) fn overlay_hexes(
        &self,
        state: &State,
        id: &str,
        at: Option<&str>,
        seat: Option<Seat>,
    ) -> Result<Vec<OverlayHex>, String> {
        let show = |hex: HexId, side: Side, note: &str| OverlayHex {
            hex: self.grid().number(hex),
            side: Some(side.name().to_owned()),
            note: note.to_owned(),
            kind: String::new(),
        };
        match id {
            "zones" => Ok(Side::BOTH
                .into_iter()
                .flat_map(|side| {
                    let own = seat == Some(side.other().into());
                    let zone = if own { self.foes(state, side.other()) } else { self.foes_openly(state, side.other()).into() };
                    zone.zone.hexes().map(|hex| show(hex, side, "zone of control")).collect::<Vec<_>>()
                })
                .collect()),
            "lines" if self.is_campaign() => {
                Ok(Army::ALL.into_iter().flat_map(|army| self.army_line(state, army, seat)).collect())
            }
            "lines" => Ok(Side::BOTH
                .into_iter()
                .flat_map(|side| self.line_roads(state, side).into_iter().map(move |hex| show(hex, side, "road to the source")))
                .collect()),
            "command" => Ok(Side::BOTH
                .into_iter()
                .filter(|side| seat == Some((*side).into()))
                .flat_map(|side| self.overlay_command(state, side))
                .collect()),
            "reach" => self.overlay_reach(state, at, seat),
            _ => Err(format!("there is no overlay {id:?}")),
        }
    }

    /// [5.1] The way from the source of an army to its Center, past all that looks like an enemy Force. Others do not learn from it which
    /// of the army's own counters are dummies.
    fn army_line(&self, state: &State, army: Army, seat: Option<Seat>) -> Vec<OverlayHex> {
        let (side, office) = (army.side(), &state.offices[army as usize]);
        if office.center == NOWHERE {
            return Vec::new();
        }
        let own = seat == Some(side.into());
        let foes = self.foes_openly(state, side);
        let mut blocked = foes.zone;
        let friends = if own { self.forces(state, side) } else { self.apparent(state, side) };
        friends.into_iter().for_each(|friend| blocked.remove(state.hexes[usize::from(friend)]));
        blocked.add(&foes.held);
        let way = line_way(self.ground(), &state.going(), state.source[army as usize], office.center, &blocked);
        let way = way.unwrap_or_default();
        let note = format!("line of the {} army, {} hexes", army.name(), way.len().saturating_sub(1));
        way.into_iter()
            .map(|hex| OverlayHex {
                hex: self.grid().number(hex),
                side: Some(side.name().to_owned()),
                note: note.clone(),
                kind: String::new(),
            })
            .collect()
    }

    /// [5.3] [5.5] For the owner: in a campaign the hexes within Dispatch Distance; everywhere the Forces that a command reaches, and those that it does not.
    fn overlay_command(&self, state: &State, side: Side) -> Vec<OverlayHex> {
        let show = |hex: HexId, note: String, kind: &str| OverlayHex {
            hex: self.grid().number(hex),
            side: Some(side.name().to_owned()),
            note,
            kind: kind.to_owned(),
        };
        let lines = self.lines(state, side);
        let mut found = Vec::new();
        let mut ridden = Vec::new();
        if self.is_campaign() {
            for &army in side.armies() {
                let hexes = self.within_dispatch(state, army);
                found.extend(
                    hexes.hexes().map(|hex| show(hex, format!("within Dispatch Distance of the {} Center", army.name()), "")),
                );
                ridden.push((army, hexes));
            }
        }
        for leader in self.forces(state, side) {
            let (leader, at) = (leader as Leader, state.hexes[usize::from(leader)]);
            let heard = ridden.iter().any(|(army, hexes)| *army == self.general(leader).army && hexes.has(at));
            let (reached, why) = if !self.is_campaign() {
                if self.has_line(state, &lines, leader) {
                    (true, "has a line to the source")
                } else {
                    (false, "has no line to the source")
                }
            } else if heard {
                (true, "within Dispatch Distance")
            } else {
                (false, "out of Dispatch Distance")
            };
            let held = !self.controllers(state, side, at).is_empty();
            let note = format!("{}: {}", self.tag(leader), if reached && held { "in an enemy zone of control" } else { why });
            let one = show(at, note, if reached && !held { "reached" } else { "unreached" });
            match found.iter_mut().find(|other: &&mut OverlayHex| other.hex == one.hex && other.kind == one.kind) {
                Some(other) => other.note = format!("{}; {}", other.note, one.note),
                None => found.push(one),
            }
        }
        found
    }

    /// [6.1] Where a leader of this seat gets by a command, from where he stands. Others are not told.
    fn overlay_reach(&self, state: &State, at: Option<&str>, seat: Option<Seat>) -> Result<Vec<OverlayHex>, String> {
        let at = at.ok_or("name a leader of yours, or the hex in which he stands")?;
        let mine = |leader: &Leader| seat == Some(self.side_of(*leader).into()) && state.hex(*leader).is_some();
        let all = 0..self.leaders() as Leader;
        let named = all.clone().find(|leader| self.tag(*leader) == at && mine(leader));
        let hex = self.grid().read(at).ok();
        let there = || all.clone().find(|leader| mine(leader) && state.hex(*leader) == hex);
        let leader = named.or_else(|| hex.and_then(|_| there())).ok_or_else(|| format!("no leader of yours stands at {at:?}"))?;
        let by = if self.points(state, leader) == 0 { By::Ride } else { By::Initiative };
        let mut world = *state;
        world.by = by;
        world.force = crate::state::Leaders::EMPTY;
        world.spent = [0; crate::state::LEADERS];
        let foes = self.foes(&world, self.side_of(leader));
        let allowance = self.allowance(&world, leader, by);
        Ok(with_tread(|walk| {
            self.walk_from(walk, &world, &foes, leader, allowance);
            let mut reached: Vec<(HexId, u16)> = walk.reached().collect();
            reached.sort_unstable();
            let side = Some(self.side_of(leader).name().to_owned());
            let note = |spent: u16| if spent.is_multiple_of(2) { (spent / 2).to_string() } else { format!("{}½", spent / 2) };
            reached
                .into_iter()
                .map(|(hex, spent)| OverlayHex {
                    hex: self.grid().number(hex),
                    side: side.clone(),
                    note: note(spent),
                    kind: String::new(),
                })
                .collect()
        }))
    }
}
