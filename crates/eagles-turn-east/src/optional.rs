//! Options: [16.2] Ney, who goes his own way on a six, [16.3] the sound of the guns, [16.4] Hurry-Up.

use crate::Campaign;
use crate::event::{Event, Kind};
use crate::state::{By, LEADERS, Leader, Leaders, State};
use crate::words::{count, with_added};
use grognard_engine::grid::AXIAL;
use grognard_engine::walk::{Node, Walk};
use grognard_engine::{Case, HexId, Subject, Umpire, UnitId, Violation};

/// The leader of whom [16.2] speaks.
const NEY: &str = "Ney";
/// The one who may be treated alike.
pub(crate) const BUXHOWDEN: &str = "Buxhowden";
/// [16.3] How far the guns are heard, in hexes.
const EARSHOT: u8 = 5;
/// [16.2] The face that sends Ney his own way.
const ASTRAY: u8 = 6;

impl Campaign {
    /// [16.2] Whether a leader who has rolled this goes his own way.
    pub(crate) fn goes_astray(&self, leader: Leader, die: u8) -> bool {
        let name = self.general(leader).name.as_str();
        die == ASTRAY && (self.options.ney && name == NEY || self.options.buxhowden && name == BUXHOWDEN)
    }

    /// [16.2] A second die shows the sector, clockwise from north.
    pub(crate) fn roll_sector(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        let die = umpire.roll(6, Case("16.2"));
        state.sector = die;
        self.reveal(state, Leaders::one(leader.into()), "16.2", umpire);
        umpire.tell(|| {
            let names = ["N-ENE", "ENE-ESE", "ESE-S", "S-WSW", "WSW-WNW", "WNW-N"];
            let sector = names[usize::from(die.clamp(1, 6)) - 1];
            let text = format!("{} goes his own way: die {die}, {sector} [16.2]", self.tag(leader));
            self.event(Kind::Activation, "16.2", Leaders::one(leader.into()), &[], text).rolled(die)
        });
    }

    /// [16.2] Whether a hex lies in or on a sector seen from another.
    #[must_use]
    pub fn in_sector(&self, sector: u8, from: HexId, to: HexId) -> bool {
        let first = usize::from(sector.clamp(1, 6)) - 1;
        let ((ax, ay), (bx, by)) = (AXIAL[first], AXIAL[(first + 1) % AXIAL.len()]);
        let ((fx, fy), (tx, ty)) = (self.grid().axial(from), self.grid().axial(to));
        let (x, y) = (tx - fx, ty - fy);
        // to - from = a * first + b * second, with neither below nothing; neighbouring directions span the plane.
        let turn = ax * by - ay * bx;
        let (a, b) = ((x * by - y * bx) * turn, (ax * y - ay * x) * turn);
        from != to && a >= 0 && b >= 0
    }

    /// Walks as a retreat does: zones are kept out of if `shy`, and stop nobody.
    fn walk_astray(&self, walk: &mut Walk, state: &State, shy: bool) {
        let leader = state.hand;
        let Some(start) = state.hex(leader) else { return };
        let foes = self.foes(state, self.side_of(leader));
        let horse = self.goes_on_horse(state, leader);
        walk.walk(Node { hex: start, pose: 0 }, self.figures().allowance_forced.into(), |node, _, steps| {
            for (direction, next) in self.grid().neighbours(node.hex).iter().enumerate() {
                let closed = |hex: HexId| foes.held.has(hex) || (shy && foes.zone.has(hex));
                let Some(next) = next.filter(|&next| !closed(next)) else { continue };
                let onward = self.grid().distance(start, next) > self.grid().distance(start, node.hex);
                if let Some(price) = self.ground().price(node.hex, direction, next, horse, &state.going())
                    && onward
                    && self.in_sector(state.sector, start, next)
                {
                    steps.to(Node { hex: next, pose: 0 }, price);
                }
            }
        });
    }

    /// [16.2] The ways that Ney can go: as far as his points lead, each with what it takes.
    pub(crate) fn ways_astray(&self, state: &State) -> Vec<(Vec<HexId>, u8)> {
        let (leader, most) = (state.hand, u16::from(self.figures().allowance_forced));
        let Some(start) = state.hex(leader).filter(|_| state.spent[usize::from(leader)] == 0) else { return Vec::new() };
        let horse = self.goes_on_horse(state, leader);
        for shy in [true, false] {
            let ways: Vec<(Vec<HexId>, u8)> = {
                let walk = &mut Walk::new(self.grid().size(), 1);
                self.walk_astray(walk, state, shy);
                let reached: Vec<(HexId, u16)> = walk.reached().map(|(node, spent)| (node.hex, spent)).collect();
                let further = |hex: HexId, spent: u16| {
                    let neighbours = self.grid().neighbours(hex).iter().enumerate();
                    neighbours.filter_map(|(direction, next)| Some((direction, (*next)?))).any(|(direction, next)| {
                        let onward = self.grid().distance(start, next) > self.grid().distance(start, hex);
                        let price = self.ground().price(hex, direction, next, horse, &state.going());
                        onward && reached.iter().any(|(one, _)| *one == next) && price.is_some_and(|price| spent + price <= most)
                    })
                };
                let ends = reached
                    .iter()
                    .filter(|(hex, spent)| *hex != start && self.fits(state, leader, *hex) && !further(*hex, *spent));
                ends.map(|&(hex, spent)| {
                    (walk.path(Node { hex, pose: 0 }).into_iter().map(|node| node.hex).collect(), spent as u8)
                })
                .collect()
            };
            if !ways.is_empty() {
                return ways;
            }
        }
        Vec::new()
    }

    /// [16.3] Enemy Forces about to attack a friend within earshot of a hex.
    fn heard(&self, state: &State, leader: Leader, from: HexId) -> Leaders {
        let friends = self.forces(state, self.side_of(leader)).less(Leaders::one(leader.into()));
        let attacks = |enemy: u16| {
            let at = state.hexes[usize::from(enemy)];
            let near = self.grid().distance(from, at) <= EARSHOT;
            near && friends.into_iter().any(|friend| self.seems_to_bind(state, state.hexes[usize::from(friend)], at))
        };
        self.forces(state, state.phasing).filter(attacks)
    }

    /// [16.3] Whether a leader may march to the sound of the guns.
    pub(crate) fn may_listen(&self, state: &State, leader: Leader) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new("16.3", why, Subject::Unit(UnitId(leader.into()))));
        if !self.options.guns {
            return no("this option is not played");
        }
        if state.weather.snow() {
            return no("snow swallows the sound of the guns");
        }
        let Some(hex) = state.hex(leader) else { return no("he is not on the map") };
        if !self.controllers(state, self.side_of(leader), hex).is_empty() {
            return no("he stands in an enemy zone of control");
        }
        if self.heard(state, leader, hex).is_empty() {
            return no("nobody within five hexes is about to attack a friend");
        }
        if !self.gets_to_the_guns(state, leader) {
            return no("no Forced March leads him next to an attacker who is heard");
        }
        Ok(())
    }

    /// [16.3] Whether a leader who has not set out yet could end a Forced March in the battle that he hears.
    fn gets_to_the_guns(&self, state: &State, leader: Leader) -> bool {
        let mut after = *state;
        (after.hand, after.by, after.origin) = (leader, By::Forced, state.hexes[usize::from(leader)]);
        let mut found = false;
        self.list_marches_to_the_guns(&after, |_, _| found = true);
        found
    }

    /// [16.3] Whether a march to the sound of the guns may end in a hex: next to an attacker who was heard.
    pub(crate) fn joins_battle(&self, state: &State, hex: HexId) -> bool {
        let heard = self.heard(state, state.hand, state.origin);
        heard.into_iter().any(|enemy| self.ground().meets(hex, state.hexes[usize::from(enemy)], &state.going()))
    }

    /// [16.3] The ways of a march to the sound of the guns: five hexes at most, the cheapest such way to each hex, with what it takes.
    pub(crate) fn ways_to_the_guns(&self, state: &State) -> Vec<(Vec<HexId>, u8)> {
        let leader = state.hand;
        let Some(start) = state.hex(leader) else { return Vec::new() };
        let foes = self.foes(state, self.side_of(leader));
        let horse = self.goes_on_horse(state, leader);
        // Where the march was stopped on its way, what lies behind counts as the crow flies.
        let gone = self.grid().distance(state.origin, start).min(EARSHOT);
        let walk = &mut Walk::new(self.grid().size(), EARSHOT + 1);
        walk.walk(Node { hex: start, pose: gone }, self.points_left(state, leader).into(), |node, _, steps| {
            // [6.5] Whoever enters an enemy zone stops.
            if node.pose == EARSHOT || node.hex != start && foes.zone.has(node.hex) {
                return;
            }
            for (direction, next) in self.grid().neighbours(node.hex).iter().enumerate() {
                let Some(next) = next.filter(|&next| !foes.held.has(next)) else { continue };
                if let Some(price) = self.ground().price(node.hex, direction, next, horse, &state.going()) {
                    steps.to(Node { hex: next, pose: node.pose + 1 }, price);
                }
            }
        });
        let cheapest = |node: Node, spent: u16| {
            let before = (0..node.pose).filter_map(|pose| walk.spent(Node { pose, ..node })).all(|other| other > spent);
            let after =
                (node.pose + 1..=EARSHOT).filter_map(|pose| walk.spent(Node { pose, ..node })).all(|other| other >= spent);
            before && after && node.hex != start
        };
        let ends = walk.reached().filter(|&(node, spent)| cheapest(node, spent));
        ends.map(|(node, spent)| (walk.path(node).into_iter().map(|node| node.hex).collect(), spent as u8)).collect()
    }

    /// [16.3] The hexes in which a march to the sound of the guns can end, each with what it takes.
    pub(crate) fn list_marches_to_the_guns(&self, state: &State, mut found: impl FnMut(HexId, u8)) {
        let leader = state.hand;
        for (way, spent) in self.ways_to_the_guns(state) {
            let Some(&hex) = way.last() else { continue };
            let rival = self.is_wary(state, leader) && self.passes_the_rival(state, leader, &way);
            let barred = rival || self.in_danger(state, leader, hex);
            if !barred && self.leads_to_aim(state, leader, hex) && self.fits(state, leader, hex) && self.joins_battle(state, hex)
            {
                found(hex, spent);
            }
        }
    }

    /// [16.3] Whether the march in hand has come to a halt on its way to the guns, and can still get there.
    pub(crate) fn is_late_for_the_guns(&self, state: &State) -> bool {
        let here = state.hex(state.hand).filter(|_| state.guns && state.spent[usize::from(state.hand)] > 0);
        if here.is_none_or(|hex| self.joins_battle(state, hex)) {
            return false;
        }
        let mut ways = Vec::new();
        self.destinations(state, &mut ways);
        !ways.is_empty()
    }

    /// [16.3] Whoever is attacked gives up his own Forced March when help comes.
    pub(crate) fn pin_friends(&self, state: &mut State) {
        if !state.guns || state.by != By::Forced {
            return;
        }
        let (leader, side) = (state.hand, self.side_of(state.hand));
        let Some(hex) = state.hex(leader) else { return };
        let heard = self.heard(state, leader, state.origin);
        let joined = heard.filter(|enemy| self.ground().meets(hex, state.hexes[usize::from(enemy)], &state.going()));
        for friend in self.forces(state, side) {
            let at = state.hexes[usize::from(friend)];
            if joined.into_iter().any(|enemy| self.seems_to_bind(state, at, state.hexes[usize::from(enemy)])) {
                // Why he stays is kept, if he has not tried before.
                state.marched = state.marched.or(Leaders::one(friend).less(state.acted));
                state.acted.insert(friend);
            }
        }
    }

    /// [16.4] Forced Marches of this phase are over and done with.
    pub(crate) fn forget_hurry(&self, state: &mut State) {
        state.hurried = [0; LEADERS];
        state.strain = [0; LEADERS];
    }

    /// [16.4] Before the first round a die tells of each defender who force marched into the battle when he comes.
    pub(crate) fn hurry_up(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let side = state.phasing.other() as usize;
        for leader in state.battle.force[side] {
            let spent = state.hurried[usize::from(leader)];
            if !self.options.hurry || spent == 0 {
                continue;
            }
            let die = umpire.roll(6, Case("16.4"));
            let strain = state.strain[usize::from(leader)];
            let rounds = self.tables().hurry(i16::from(die) + i16::from(strain), spent);
            if rounds > 0 {
                state.battle.late[usize::from(leader)] = rounds;
                state.battle.force[side].remove(leader);
            }
            umpire.tell(|| {
                let (who, added) = (self.tag(leader as Leader), with_added(strain.into()));
                let text = format!("{who} hurries up: die {die}{added}, after {} [16.4]", count(rounds, "round", "rounds"));
                self.event(Kind::Die, "16.4", Leaders::one(leader), &[], text).rolled(die)
            });
        }
    }

    /// [16.4] Whoever has been on his way for as many rounds as have been fought takes part from now on.
    pub(crate) fn arrive(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let fought = state.battle.round.saturating_sub(1);
        for leader in 0..self.leaders() as Leader {
            let late = state.battle.late[usize::from(leader)];
            if late == 0 || late > fought {
                continue;
            }
            state.battle.late[usize::from(leader)] = 0;
            state.battle.force[self.side_of(leader) as usize].insert(leader.into());
            umpire.tell(|| {
                let text = format!("{} comes into the battle [16.4]", self.tag(leader));
                self.event(Kind::Attack, "16.4", Leaders::one(leader.into()), &[], text)
            });
        }
    }
}
