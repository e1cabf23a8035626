//! [I.a] The Administrative Segment of a campaign: Lines of Communications, Administrative Points, changing the source, disbanding.

use crate::administration::{line_length, line_way, pool_index};
use crate::event::{Event, Kind};
use crate::roster::{Army, Rank, Start};
use crate::state::{Away, Frame, Leader, Leaders, NO_LINE, Office, Redoubt, SHELLED, Side, State, Train};
use crate::words::with_added;
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::room::Room;
use grognard_engine::sets::HexSet;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, Violation};

/// Most Administrative Points that the tracks hold.
pub(crate) const MOST_POINTS: u8 = 99;
/// [I.a.3] Turns until a disbanded Center comes back.
const DISBANDED: u8 = 3;
/// [5.6] More cavalry than this is kept as infantry.
const MOST_CAVALRY: u8 = 9;

impl Side {
    /// The armies of a side, in the order in which they roll.
    #[must_use]
    pub const fn armies(self) -> &'static [Army] {
        match self {
            Self::French => &[Army::French],
            Self::Coalition => &[Army::Russian, Army::Prussian],
        }
    }
}

impl Campaign {
    /// Whether this is a Campaign Scenario.
    #[inline]
    #[must_use]
    pub const fn is_campaign(&self) -> bool {
        self.setting.is_campaign()
    }

    /// [5.1] The sources at the start, by army.
    pub(crate) fn first_sources(&self) -> [HexId; 3] {
        let [french, coalition] = self.scenario.sources;
        Army::ALL.map(|army| match self.scenario.base(army) {
            Some(base) => base.source,
            None if army == Army::French => french,
            None => coalition,
        })
    }

    /// The offices, boxes, redoubts and towns of a campaign as it begins.
    pub(crate) fn open_offices(&self, state: &mut State) {
        if !self.is_campaign() {
            return;
        }
        for army in Army::ALL {
            let Some(base) = self.scenario.base(army) else { continue };
            let mut office = Office { points: base.points, center: base.center, former: base.center, ..Office::NONE };
            for &(count, kind) in &base.pool {
                if let Some(at) = pool_index(kind) {
                    office.pool[at] += count;
                }
            }
            state.offices[army as usize] = office;
        }
        for (at, leader) in self.scenario.roster.leaders.iter().enumerate() {
            match &leader.start {
                Start::Box(name) => state.away[at] = self.box_named(name),
                Start::Due(turn, _) => (state.away[at], state.since[at]) = (Away::Due, *turn),
                Start::Hex(_) | Start::Pool => {}
            }
        }
        state.towns = self.first_towns();
        state.awards[1] = state.towns == crate::politics::ALL_TOWNS;
        for (at, &hex) in self.scenario.redoubts.iter().enumerate().take(state.redoubts.len()) {
            state.redoubts[at] = Redoubt { hex, ..Redoubt::NONE };
        }
        let sides = state.trains.map(|train| train.side);
        state.trains = sides.map(|side| Train { side, carrier: crate::state::NOBODY, hex: NOWHERE, facing: Train::PACKED });
        state.frame = Frame::Prepare(self.scenario.first);
    }

    /// `[18]` All Centers are active when a campaign begins: until an army claims its line it has that of the set-up, whoever lies beside it.
    pub(crate) fn open_lines(&self, state: &mut State) {
        let (going, free) = (state.going(), HexSet::none(self.grid()));
        for army in Army::ALL {
            let (source, office) = (state.source[army as usize], &mut state.offices[army as usize]);
            if office.center != NOWHERE {
                office.line = line_length(self.ground(), &going, source, office.center, &free).unwrap_or(NO_LINE);
            }
        }
    }

    /// [5.2] Whether the Center of an army lies face up, on a road, with a line.
    #[must_use]
    pub fn is_active(&self, state: &State, army: Army) -> bool {
        let office = &state.offices[army as usize];
        let on_map = office.center != NOWHERE && self.ground().on_primary(office.center);
        on_map && office.moved == 0 && office.has_line() && state.changing[army as usize] == NOWHERE
    }

    /// [I.b.1] [6.11] Whether the Center of an army sends out replacements: an active one does, in a box off the map too if it has not just gone there.
    pub(crate) fn sends_replacements(&self, state: &State, army: Army) -> bool {
        let face_up = state.offices[army as usize].moved == 0 && state.changing[army as usize] == NOWHERE;
        self.is_boxed(state, army) && face_up || self.is_active(state, army)
    }

    /// [I.a.2] Whether a change of source was completed in this turn: the Center lay on its face when points came.
    pub(crate) fn was_changing(&self, state: &State, army: Army) -> bool {
        let office = &state.offices[army as usize];
        office.away == Away::No && office.back == state.turn
    }

    /// [I.a.2] The sources that an army may have.
    #[must_use]
    pub fn army_sources(&self, state: &State, army: Army) -> Vec<HexId> {
        self.sources_of(state, army).collect()
    }

    /// The same, one after another.
    pub(crate) fn sources_of(&self, state: &State, army: Army) -> impl Iterator<Item = HexId> + '_ {
        let shut = army == Army::French && !self.danzig_opens(state);
        let closed: &[HexId] = if shut { &self.scenario.compiled.danzig } else { &[] };
        self.scenario.compiled.sources[army as usize].iter().copied().filter(move |hex| !closed.contains(hex))
    }

    /// [5.1] [6.11] Whether a source serves at all: Thorn and Warsaw may be closed.
    pub(crate) fn serves(&self, state: &State, army: Army, source: HexId) -> bool {
        let among = |area: &str| self.ground().area(area).contains(&source);
        match army {
            Army::French => state.turn > state.thorn || !among("exit_thorn") && !among("warsaw"),
            // [13] Behind a closed channel nothing reaches Königsberg.
            Army::Russian | Army::Prussian => !state.grand.closed || !among("koenigsberg"),
        }
    }

    /// [5.1] Guns of the Coalition on the Vistula between Warsaw and the edge of the map close Warsaw: whoever stands there is shown.
    fn guns_on_the_vistula(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let banks = self.ground().area("vistula");
        let there = self.apparent(state, Side::Coalition).filter(|leader| banks.contains(&state.hexes[usize::from(leader)]));
        self.look_at(state, there, "5.1", umpire);
        there.into_iter().any(|leader| self.strength(state, leader as Leader)[2] > 0)
    }

    /// [5.1] Whether a source of an army is Warsaw, and guns on the Vistula were found to close it when the line was last claimed.
    pub(crate) fn is_shelled(&self, state: &State, army: Army, source: HexId) -> bool {
        state.offices[army as usize].line == SHELLED && self.ground().area("warsaw").contains(&source)
    }

    /// [5.1] Hexes that block a line of a side because of some enemies; a friendly Force cancels a zone in its own hex.
    pub(crate) fn blocked_by(&self, state: &State, side: Side, enemies: Leaders) -> HexSet {
        let going = state.going();
        let mut blocked = HexSet::none(self.grid());
        for enemy in enemies.less(state.forage) {
            let from = state.hexes[usize::from(enemy)];
            self.ground().controlled(from, &going).for_each(|to| blocked.insert(to));
        }
        for friend in self.forces(state, side) {
            blocked.remove(state.hexes[usize::from(friend)]);
        }
        enemies.into_iter().for_each(|enemy| blocked.insert(state.hexes[usize::from(enemy)]));
        blocked
    }

    /// [5.1] An army claims its Line of Communications. Whoever lies face down in its way is asked: a Force is shown [1.1], an Outpost turned up.
    pub(crate) fn claim_line(&self, state: &mut State, army: Army, umpire: &mut Umpire<'_, Event>) {
        let side = army.side();
        state.offices[army as usize].line = NO_LINE;
        let (source, center) = (state.source[army as usize], state.offices[army as usize].center);
        if !self.serves(state, army, source) {
            return;
        }
        if self.ground().area("warsaw").contains(&source) && self.guns_on_the_vistula(state, umpire) {
            state.offices[army as usize].line = SHELLED;
            umpire.tell(|| self.note(Kind::Note, "5.1", "guns on the Vistula close the source of Warsaw [5.1]".to_owned()));
            return;
        }
        // Without a Center there is no line, but whoever is near a source is fed by it: [5.1] that Warsaw is closed counts all the same.
        if center == NOWHERE {
            return;
        }
        let going = state.going();
        let found = loop {
            let all = self.apparent(state, side.other());
            let known = all.and(state.open);
            let past = |enemies: Leaders| line_way(self.ground(), &going, source, center, &self.blocked_by(state, side, enemies));
            // The shortest way past those who are known is claimed: [6.10] dummies beside it neither cut it nor make it longer.
            let Some(way) = past(known) else { break None };
            if let Some(free) = past(all).filter(|free| free.len() <= way.len()) {
                break Some(free);
            }
            let near = |leader: u16| {
                let blocks = self.blocked_by(state, side, Leaders::one(leader));
                way.iter().any(|hex| blocks.has(*hex))
            };
            let asked = all.less(known).filter(near);
            if asked.is_empty() {
                break None;
            }
            let dummies = asked.filter(|leader| self.is_outpost(leader as Leader));
            self.reveal(state, asked.less(dummies), "5.1", umpire);
            state.genuine = state.genuine.or(asked.less(dummies));
            dummies.into_iter().for_each(|dummy| self.turn_up(state, dummy as Leader, umpire));
        };
        let weight = if state.weather.mud() { 2 } else { 1 };
        let length =
            found.map(|way| (way.len() - 1) * weight).filter(|length| *length <= usize::from(self.figures().loc_longest));
        state.offices[army as usize].line = length.map_or(NO_LINE, |length| length as u8);
    }

    /// [I.a.1] [5.4] Two dice, the length of the line and the date give an army its points.
    fn receive(&self, state: &mut State, army: Army, umpire: &mut Umpire<'_, Event>) {
        let side = army.side();
        if !self.is_active(state, army) || self.was_changing(state, army) {
            umpire.tell(|| {
                let text = format!("the {} Center is not active: no Administrative Points [I.a.1]", army.name());
                self.note(Kind::Note, "I.a.1", text).veiled(side, None)
            });
            return;
        }
        let dice = umpire.roll(6, Case("I.a.1")) + umpire.roll(6, Case("I.a.1"));
        let bonus = i16::from(self.has_bonus(state, army)) * i16::from(self.figures().commander_bonus);
        // [18] What Napoleon's haste costs, it costs as long as the Eylau campaign lasts.
        let hasty = state.restless && state.turn <= self.turn_of("14-15 Feb");
        let penalty = i16::from(army == Army::French && hasty);
        let line = state.offices[army as usize].line;
        let got = self.scenario.administration.points(army, state.turn, line, i16::from(dice) - bonus + penalty);
        let office = &mut state.offices[army as usize];
        office.points = office.points.saturating_add(got).min(MOST_POINTS);
        let held = office.points;
        umpire.tell(|| {
            let text = format!(
                "{}: dice {dice}{}, line of {line} hexes: {got} Administrative Points, {held} in all [I.a.1]",
                army.name(),
                with_added(penalty - bonus)
            );
            self.note(Kind::Note, "I.a.1", text).veiled(side, None)
        });
    }

    /// [3.7] [4.7] Whether a leader is an Army Commander; the Russians have none before Buxhowden is gone.
    pub(crate) fn commands_army(&self, state: &State, leader: Leader) -> bool {
        let general = self.general(leader);
        general.rank == Rank::Commander && !(general.army == Army::Russian && self.rivals(state))
    }

    /// [3.7] Whether the Army Commander stands with his Center.
    pub(crate) fn has_bonus(&self, state: &State, army: Army) -> bool {
        let center = state.offices[army as usize].center;
        let commands = |leader: u16| self.general(leader as Leader).army == army && self.commands_army(state, leader as Leader);
        self.leaders_in(state, center).into_iter().any(commands)
    }

    /// [I.a.1] The phasing armies claim their lines and get their points.
    pub(crate) fn administer(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for &army in state.phasing.armies() {
            self.claim_line(state, army, umpire);
        }
        let side = state.phasing;
        let rests = self.rests(state, side);
        let mut paid = false;
        for &army in side.armies() {
            match (rests, self.is_grand() && state.grand.paid[side as usize]) {
                (true, _) => paid |= self.receive_fortnight(state, army, umpire),
                (false, true) => umpire.tell(|| {
                    let text = format!("{}: the points of this Fortnight have been received [14]", army.name());
                    self.note(Kind::Note, "14", text).veiled(side, None)
                }),
                (false, false) => self.receive(state, army, umpire),
            }
        }
        state.frame = Frame::Disband;
        if rests {
            state.grand.paid[side as usize] = paid;
            self.replenish(state, umpire);
            self.begin_movement(state, umpire);
        }
    }

    /// [I.a.4] New points enter the pools on the first turn of a Fortnight.
    fn replenish(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let turn = self.scenario.calendar.turn(state.turn);
        if !turn.first || state.turn == self.scenario.turns.0 {
            return;
        }
        if self.is_grand() {
            self.discharge(state, umpire);
        }
        for &army in state.phasing.armies() {
            let new = self.scenario.administration.replacements(army, &turn.fortnight).to_vec();
            // [1.1] Where nothing is due nobody need be looked at.
            if !new.is_empty() && self.recruits_are_lost(state, army, umpire) {
                umpire.tell(|| {
                    let text = "the French keep the Prussians from recruiting: their replacements are lost [I.a.4]";
                    self.note(Kind::Note, "I.a.4", text.to_owned())
                });
                continue;
            }
            let remounts = new.iter().filter(|(_, kind)| *kind == 'r').map(|(count, _)| *count).sum();
            self.stable(state, army, remounts);
            let pool = &mut state.offices[army as usize].pool;
            for &(count, kind) in &new {
                if let Some(at) = pool_index(kind) {
                    pool[at] = pool[at].saturating_add(count).min(MOST_POINTS);
                }
            }
            let excess = pool[1].saturating_sub(MOST_CAVALRY);
            pool[1] -= excess;
            pool[0] += excess;
            umpire.tell(|| {
                // [12] Horses without riders are kept in the Grand Scenario only.
                let kept = new.iter().filter(|(_, kind)| *kind != 'r' || self.is_grand());
                let words: Vec<String> = kept.map(|(count, kind)| format!("{count}{kind}")).collect();
                self.note(Kind::Note, "I.a.4", format!("{} replacements: {} [I.a.4]", army.name(), words.join(" ")))
            });
        }
    }

    /// [5.2] Centers that were disbanded or driven off come back where they may.
    pub(crate) fn return_centers(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for &army in state.phasing.armies() {
            let office = state.offices[army as usize];
            let foes = self.foes(state, army.side());
            let free = |hex: &HexId| !foes.held.has(*hex) && !foes.zone.has(*hex);
            let active = Some(state.source[army as usize]).filter(|hex| *hex != NOWHERE);
            let place = match office.away {
                Away::Disbanded if state.turn >= office.back => active.filter(free),
                Away::Driven => active.into_iter().chain(self.army_sources(state, army)).find(free),
                _ => None,
            };
            let Some(hex) = place else { continue };
            let office = &mut state.offices[army as usize];
            (office.center, office.former, office.away, office.moved) = (hex, hex, Away::No, 1);
            umpire.tell(|| {
                let text = format!("the {} Center comes back at {} [5.2]", army.name(), self.grid().number(hex));
                self.note(Kind::Note, "5.2", text)
            });
        }
    }
}

/// [I.a.3] Is a Center of Operations disbanded?
#[derive(Clone, Copy)]
pub(crate) struct Disbanding;

impl Disbanding {
    fn may_disband(self, state: &State, army: u8) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new("I.a.3", why, Subject::None));
        let own = state.phasing.armies().iter().any(|one| *one as u8 == army);
        let Some(office) = state.offices.get(usize::from(army)).filter(|_| own) else { return no("name an army of yours") };
        if office.center == NOWHERE {
            return no("its Center of Operations is not on the map");
        }
        if office.points == 0 {
            return no("it costs an Administrative Point");
        }
        Ok(())
    }
}

impl Room<Campaign> for Disbanding {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("I.a.3"))
    }

    fn list(self, _: &Campaign, state: &State, out: &mut Vec<Action>) {
        out.extend((0..3).filter(|&army| self.may_disband(state, army).is_ok()).map(Action::Disband));
        out.push(Action::End);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Disband(army) => self.may_disband(state, army),
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Disband(army) => {
                let back = state.turn + DISBANDED;
                let office = &mut state.offices[usize::from(army)];
                office.points -= 1;
                (office.center, office.former) = (NOWHERE, NOWHERE);
                (office.away, office.back) = (Away::Disbanded, back);
                // [5.1] Guns that close Warsaw close it still.
                if office.line != SHELLED {
                    office.line = NO_LINE;
                }
                umpire.tell(|| {
                    let name = Army::ALL[usize::from(army)].name();
                    let text = format!("the {name} Center of Operations is disbanded [I.a.3]");
                    let due = (back <= game.scenario.turns.1).then(|| &game.scenario.calendar.turn(back).dates);
                    game.note(Kind::Note, "I.a.3", due.map_or_else(|| text.clone(), |due| format!("{text}: due again on {due}")))
                });
            }
            _ => {
                game.replenish(state, umpire);
                // [I.a.5] The ships come last.
                if game.is_grand() && state.phasing == Side::Coalition && state.grand.thaw {
                    state.frame = Frame::Sea;
                } else {
                    game.begin_organization(state);
                }
            }
        }
    }
}
