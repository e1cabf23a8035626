//! What can be laid over the map: zones of control, lines of communications, how far one's own leader gets.

use crate::Campaign;
use crate::state::{By, Leader, Side, State};
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
            info("lines", "Roads to the active sources", "l", false, "5.1"),
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
                    let zone = if own { self.foes(state, side.other()) } else { self.foes_openly(state, side.other()) }.zone;
                    zone.hexes().map(|hex| show(hex, side, "zone of control")).collect::<Vec<_>>()
                })
                .collect()),
            "lines" => Ok(Side::BOTH
                .into_iter()
                .flat_map(|side| self.line_roads(state, side).into_iter().map(move |hex| show(hex, side, "road to the source")))
                .collect()),
            "reach" => self.overlay_reach(state, at, seat),
            _ => Err(format!("there is no overlay {id:?}")),
        }
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
        Ok(self.with_walk(|walk| {
            self.walk_from(walk, &world, &foes, leader, allowance);
            let mut reached: Vec<(HexId, u16)> = walk.reached().map(|(node, spent)| (node.hex, spent)).collect();
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
