//! `[15]` Foraging, which is an option: Forces disperse to live off the country, and pay for it when the enemy is near.

use crate::Campaign;
use crate::event::{Event, Kind};
use crate::ground::Cover;
use crate::state::{ARMS, By, Frame, Leader, Leaders, Side, State, Unit};
use crate::{Action, state};
use grognard_engine::{Case, HexId, Subject, Umpire, UnitId, Violation};

/// The radius of a foraging Force: its hex and those around it.
const RADIUS: u8 = 2;
/// `[14]` Largest strength of each radius in the Fortnight Sequence.
const RADII: [u16; 4] = [4, 8, 16, 32];
/// `[15]` What is added to the columns of the march in hand once its Force has concentrated on it, in the open or out of an enemy zone.
const GATHERED: u8 = 9;
const FREED: u8 = 2 * GATHERED;
/// Rows of the forage table.
const WOODS: usize = 3;
const MARSH: usize = 4;

fn no(why: &'static str, leader: Leader) -> Violation {
    Violation::new("15", why, Subject::Unit(UnitId(leader.into())))
}

impl Campaign {
    /// Whether foraging is played.
    #[must_use]
    pub const fn forages(&self) -> bool {
        self.options.forage
    }

    /// Whether an enemy of a side stands in a hex or next to it.
    fn beside_enemy(&self, state: &State, side: Side, hex: HexId) -> bool {
        let near = |enemy: u16| self.grid().distance(state.hexes[usize::from(enemy)], hex) <= 1;
        self.apparent(state, side.other()).into_iter().any(near)
    }

    /// `[15]` Whether a Force that forages would end next to an enemy: it does not go there of its own will.
    pub(crate) fn in_danger(&self, state: &State, leader: Leader, hex: HexId) -> bool {
        state.forage.has(leader.into()) && self.beside_enemy(state, self.side_of(leader), hex)
    }

    /// `[15]` Whether two leaders are in the same mode.
    pub(crate) fn same_mode(&self, state: &State, a: Leader, b: Leader) -> bool {
        state.forage.has(a.into()) == state.forage.has(b.into())
    }

    /// `[15]` Whether a leader can take troops of another, or go along with them: he is in their mode, or leads nobody and has none.
    pub(crate) fn takes_mode(&self, state: &State, of: Leader, leader: Leader) -> bool {
        self.same_mode(state, of, leader) || self.points(state, leader) == 0
    }

    /// [6.11] Whether a leader is in a box off the map, from which one comes back by land.
    fn is_in_box(&self, state: &State, leader: Leader) -> bool {
        state.hex(leader).is_none() && !self.exits(state.away[usize::from(leader)]).is_empty()
    }

    /// Whether a counter is a Force that has a mode at all, and is not in this one.
    fn has_mode(&self, state: &State, leader: Leader, disperse: bool) -> Result<(), Violation> {
        if !self.options.forage {
            return Err(no("this option is not played", leader));
        }
        let force = usize::from(leader) < self.leaders() && !self.is_outpost(leader) && self.points(state, leader) > 0;
        let hex = state.hex(leader).filter(|_| force);
        if hex.is_none() && !(force && self.is_in_box(state, leader)) {
            return Err(no("name a Force on the map, or in a box off it", leader));
        }
        if state.forage.has(leader.into()) == disperse {
            return Err(no("it is in this mode already", leader));
        }
        if disperse && hex.is_some_and(|hex| self.beside_enemy(state, self.side_of(leader), hex)) {
            return Err(no("nobody disperses next to an enemy", leader));
        }
        Ok(())
    }

    /// `[15]` Whether the Force in hand can change its mode on the march.
    pub(crate) fn may_change_mode(&self, state: &State, leader: Leader, disperse: bool) -> Result<(), Violation> {
        if leader == state.hand {
            self.may_act_on(state)?;
        }
        let free = state.by != By::Ride && !state.halted && state.force.len() == 1 && state.sector == 0 && !state.guns;
        if leader != state.hand || !free {
            return Err(no("only the Force in hand changes its mode, before others follow it", leader));
        }
        self.has_mode(state, leader, disperse)?;
        // Only who was in an enemy zone when the phase began does not disperse again in it.
        if disperse && state.fodder[0] >= FREED {
            return Err(no("it has concentrated out of an enemy zone of control in this phase", leader));
        }
        let price = if disperse { self.figures().disperse } else { self.figures().concentrate };
        let left = self.points_left(state, leader);
        if left < price {
            let short = Subject::Short { has: left.into(), needs: price.into() };
            return Err(Violation::new("15", "not enough Movement Points are left", short));
        }
        Ok(())
    }

    /// `[15]` The Force in hand changes its mode.
    pub(crate) fn change_mode(&self, state: &mut State, leader: Leader, disperse: bool, umpire: &mut Umpire<'_, Event>) {
        state.spent[usize::from(leader)] += if disperse { self.figures().disperse } else { self.figures().concentrate };
        if !disperse {
            let held = self.foes(state, self.side_of(leader)).zone.has(state.origin);
            state.fodder = state.fodder.map(|column| column % GATHERED + if held { FREED } else { GATHERED });
        }
        self.set_mode(state, leader, disperse, umpire);
    }

    /// `[15]` Whether the Force in hand has concentrated on its march.
    pub(crate) fn has_gathered(&self, state: &State) -> bool {
        state.fodder[0] >= GATHERED
    }

    /// `[15]` Whether it has done nothing else yet, but stands where it stood.
    pub(crate) fn has_only_gathered(&self, state: &State, leader: Leader) -> bool {
        leader == state.hand && self.has_gathered(state) && state.spent[usize::from(leader)] == self.figures().concentrate
    }

    /// `[15]` [14] Whether a Force can choose its mode freely: before the campaign begins, and when a Fortnight of rest does.
    pub(crate) fn may_settle_mode(&self, state: &State, leader: Leader, disperse: bool) -> Result<(), Violation> {
        let side = match state.frame {
            Frame::Prepare(side) => side,
            Frame::Command if self.rests(state, state.phasing) && self.scenario.calendar.turn(state.turn).first => state.phasing,
            _ => return Err(no("modes are changed on the march", leader)),
        };
        if usize::from(leader) >= self.leaders() || self.side_of(leader) != side {
            return Err(no("this Force is not yours", leader));
        }
        self.has_mode(state, leader, disperse)?;
        if state.marched.has(leader.into()) {
            return Err(no("it has chosen its mode already", leader));
        }
        Ok(())
    }

    /// `[15]` A Force chooses its mode freely, once.
    pub(crate) fn settle_mode(&self, state: &mut State, leader: Leader, disperse: bool, umpire: &mut Umpire<'_, Event>) {
        state.marched.insert(leader.into());
        self.set_mode(state, leader, disperse, umpire);
    }

    /// Everybody sees how a Force lies.
    pub(crate) fn set_mode(&self, state: &mut State, leader: Leader, disperse: bool, umpire: &mut Umpire<'_, Event>) {
        if disperse {
            state.forage.insert(leader.into())
        } else {
            state.forage.remove(leader.into())
        }
        state.genuine.insert(leader.into());
        let hexes: Vec<HexId> = state.hex(leader).into_iter().collect();
        let side = self.side_of(leader);
        umpire.tell(|| {
            let what = if disperse { "disperses" } else { "concentrates" };
            // [6.11] Or in a box off the map.
            let boxed = || format!("({})", state.away[usize::from(leader)].name());
            let at = hexes.first().map_or_else(boxed, |&hex| format!("in {}", self.grid().number(hex)));
            let text = format!("{} {what} {at} [15]", self.tag(leader));
            let veiled = format!("a {} Force {what} {at} [15]", side.name());
            self.event(Kind::Activation, "15", Leaders::one(leader.into()), &hexes, text).veiled(side, Some(veiled))
        });
    }

    /// Lists changes of mode, in the frames that allow them.
    pub(crate) fn list_modes(&self, state: &State, out: &mut Vec<Action>) {
        if !self.options.forage {
            return;
        }
        let side = match state.frame {
            Frame::March => {
                let hand = state.hand;
                out.extend(self.may_change_mode(state, hand, true).is_ok().then_some(Action::Disperse(hand)));
                out.extend(self.may_change_mode(state, hand, false).is_ok().then_some(Action::Concentrate(hand)));
                return;
            }
            Frame::Prepare(side) => side,
            _ => state.phasing,
        };
        let boxed = self.scenario.roster.sides[side as usize].filter(|leader| self.is_in_box(state, leader as Leader));
        for leader in self.forces(state, side).or(boxed).into_iter().map(|leader| leader as Leader) {
            out.extend(self.may_settle_mode(state, leader, true).is_ok().then_some(Action::Disperse(leader)));
            out.extend(self.may_settle_mode(state, leader, false).is_ok().then_some(Action::Concentrate(leader)));
        }
    }

    /// `[15]` Whether the march in hand may end: whoever forages next to an enemy and can concentrate must do so.
    pub(crate) fn may_stay_dispersed(&self, state: &State) -> Result<(), Violation> {
        let leader = state.hand;
        let danger = state.hex(leader).is_some_and(|hex| self.in_danger(state, leader, hex));
        if danger && self.may_change_mode(state, leader, false).is_ok() {
            return Err(no("next to an enemy a Force that can concentrate must do so", leader));
        }
        Ok(())
    }

    /// [6.2] `[15]` Columns of the attrition table for infantry and cavalry that forage in a hex.
    #[must_use]
    pub fn fodder(&self, hex: HexId) -> [u8; 2] {
        let (_, row) = self.grid().column_row(hex);
        // [2] Where sheets overlap, the southern one lies on top.
        let crop = match row {
            ..=34 => 0,
            35..=68 => 1,
            _ => 2,
        };
        match self.ground().cover(hex) {
            Cover::Woods => self.tables().fodder(WOODS),
            Cover::Marsh => self.tables().fodder(MARSH),
            Cover::Town | Cover::Fort => self.tables().fodder(crop).map(|column| column.saturating_sub(1)),
            Cover::Clear | Cover::Water => self.tables().fodder(crop),
        }
    }

    /// `[15]` The worst of some hexes is remembered for the march in hand.
    pub(crate) fn graze(&self, state: &mut State, way: &[HexId]) {
        if !self.options.forage {
            return;
        }
        let mark = state.fodder[0] - state.fodder[0] % GATHERED;
        for &hex in way.iter().skip(1) {
            let here = self.fodder(hex).map(|column| column + mark);
            state.fodder = [state.fodder[0].max(here[0]), state.fodder[1].max(here[1])];
        }
    }

    /// `[15]` [14] How far a foraging Force spreads: 1 for its own hex.
    fn radius(&self, state: &State, leader: Leader) -> u8 {
        if !self.rests(state, self.side_of(leader)) {
            return RADIUS;
        }
        let points = self.points(state, leader);
        1 + RADII.iter().filter(|most| points > **most).count() as u8
    }

    /// `[15]` Whether a Force lives off the country now.
    pub(crate) fn lives_off_the_country(&self, state: &State, force: Leaders, lead: Leader) -> bool {
        let side = self.side_of(lead);
        let beside = |leader: u16| state.hex(leader as Leader).is_some_and(|hex| self.beside_enemy(state, side, hex));
        // The Force Leader may lead nobody himself [3.4].
        let dispersed = !force.and(state.forage).is_empty();
        self.options.forage && dispersed && !state.extended && !force.into_iter().any(beside)
    }

    /// `[15]` Strength Points of other foraging Forces whose country is the same; those of the enemy are shown.
    fn sharers(&self, state: &mut State, force: Leaders, lead: Leader, umpire: &mut Umpire<'_, Event>) -> u16 {
        let Some(hex) = state.hex(lead) else { return 0 };
        let (side, own) = (self.side_of(lead), self.radius(state, lead));
        let far = |state: &State, other: u16| self.grid().distance(state.hexes[usize::from(other)], hex);
        let all = self.forces(state, Side::French).or(self.forces(state, Side::Coalition)).and(state.forage).less(force);
        // What the enemy's strength is tells how far he spreads: whoever could reach so far is shown.
        let widest = if self.rests(state, side.other()) { RADII.len() as u8 + 1 } else { RADIUS };
        let enemies = all.filter(|other| self.side_of(other as Leader) != side && far(state, other) <= own + widest - 2);
        self.reveal(state, enemies, "15", umpire);
        let shares = all.filter(|other| far(state, other) <= own + self.radius(state, other as Leader) - 2);
        self.strength_of(state, shares).iter().sum()
    }

    /// `[15]` The columns of a Force: the worst of its way, or of the country around it if it rests.
    fn forage_columns(&self, state: &State, lead: Leader, rest: i16) -> [u8; 2] {
        let Some(hex) = state.hex(lead) else { return [state::POOLS as u8; 2] };
        let way = state.fodder.map(|column| column % GATHERED);
        if state.hand == lead && way != [0; 2] {
            return way;
        }
        let radius = self.radius(state, lead) - 1;
        let country = self.grid().hexes().filter(|&one| rest > 0 && self.grid().distance(one, hex) <= radius);
        let dry = country.filter(|&one| self.ground().dry(one));
        dry.map(|one| self.fodder(one)).fold(self.fodder(hex), |worst, here| [worst[0].max(here[0]), worst[1].max(here[1])])
    }

    /// `[15]` `[7]` A foraging Force takes attrition: infantry with its guns, and cavalry, each by a die of its own.
    pub(crate) fn forage_attrition(
        &self,
        state: &mut State,
        (force, lead): (Leaders, Leader),
        rest: i16,
        umpire: &mut Umpire<'_, Event>,
    ) {
        let [foot, horse, guns] = self.strength_of(state, force);
        let others = self.sharers(state, force, lead, umpire);
        let columns = self.forage_columns(state, lead, rest);
        let spent = force.into_iter().map(|leader| state.spent[usize::from(leader)]).max().unwrap_or(0);
        let side = self.side_of(lead);
        let mut lost = [0; 2];
        let mut dice = [0; 2];
        for (class, size) in [foot + guns, horse].into_iter().enumerate() {
            // Both dice are rolled whatever the Force has: how many are must tell nothing.
            let die = umpire.roll(6, Case("15"));
            dice[class] = die;
            if size == 0 {
                continue;
            }
            let mounted = class == 1;
            let modified = i16::from(die) + self.march_weather(state, side, mounted) + rest;
            let line = self.march_line(mounted, spent);
            let loss = self.tables().attrition(columns[class].into(), size + others, line, modified);
            lost[class] = u16::from(loss).min(size).min((foot + horse + guns - 1).saturating_sub(lost[0]));
        }
        for (class, count) in lost.into_iter().enumerate() {
            for _ in 0..count {
                self.starve(state, force, class == 1);
            }
        }
        for leader in force {
            state.fog[usize::from(leader)] = state.fog[usize::from(leader)].saturating_add(1);
        }
        umpire.tell(|| {
            let text = format!(
                "{} live off the country with {others} SPs of others, dice {} and {}: {} lost on foot, {} on horse [15]",
                self.names(force),
                dice[0],
                dice[1],
                lost[0],
                lost[1]
            );
            self.event(Kind::Attrition, "15", force, &[], text).veiled(side, None)
        });
        self.absorb_all(state, force, umpire);
    }

    /// The strongest unit of an arm loses a point; on foot infantry before guns.
    fn starve(&self, state: &mut State, force: Leaders, mounted: bool) {
        let arms: &[usize] = if mounted { &[1] } else { &[0, 2] };
        let units: Vec<Unit> =
            (0..self.bodies().len() as Unit).filter(|&unit| force.has(state.track[usize::from(unit)].into())).collect();
        for &arm in arms.iter().filter(|arm| **arm < ARMS) {
            let most = units.iter().map(|&unit| state.strength[usize::from(unit)][arm]).max().unwrap_or(0);
            let Some(&unit) = units.iter().find(|&&unit| most > 0 && state.strength[usize::from(unit)][arm] == most) else {
                continue;
            };
            state.strength[usize::from(unit)][arm] -= 1;
            self.admit(state, self.bodies()[usize::from(unit)].army, arm, 1);
            return;
        }
    }

    /// `[15]` Columns by which the modes of both sides shift an attack, towards the attacker if positive.
    pub(crate) fn mode_shift(&self, state: &State, own: Leaders, foe: Leaders) -> i16 {
        let dispersed =
            |force: Leaders| !state.forage.is_empty() && !force.and(self.employed(state)).and(state.forage).is_empty();
        let shift = i16::from(self.figures().forage_shift);
        shift * (i16::from(dispersed(foe)) - i16::from(dispersed(own)))
    }

    /// `[15]` [6.5] Whether a Force in a hex, of the side that does not move, binds those next to it: one in Concentrated Mode that has not fought.
    pub(crate) fn binds_anybody(&self, state: &State, foe: HexId) -> bool {
        let there = |leader: u16| state.hexes[usize::from(leader)] == foe;
        state.forage.is_empty()
            || self.forces(state, state.phasing.other()).less(state.fought).less(state.forage).into_iter().any(there)
    }
}
