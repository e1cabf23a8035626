//! [5.2] [5.3] Centers of Operations on the move and in flight, and Dispatch Distance.

use crate::Campaign;
use crate::administration::dispatch_from;
use crate::event::{Event, Kind};
use crate::fan::fan;
use crate::front::Barred;
use crate::ground::Ground;
use crate::passage::{CLOSED, DEAREST, Prices};
use crate::roster::Army;
use crate::state::{Away, Frame, Leader, SHELLED, State};
use crate::tread::{ROOM, with_tread};
use grognard_engine::fields::NOWHERE;
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::sets::HexSet;
use grognard_engine::{HexId, Subject, Umpire, Violation};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// [5.2] Half Movement Points of a Center of Operations, moving or in flight.
const CENTER: u16 = 10;

/// How far messengers got from a place past what was closed to them.
struct Ride {
    /// What steps take: see [`crate::passage::Passage::mark`], which tells maps apart too.
    mark: (u64, usize),
    place: HexId,
    /// The number of what was closed when it was last asked for.
    barred: Cell<u64>,
    /// Hexes that were reached or looked at: what is closed elsewhere made no difference.
    heeded: HexSet,
    /// Those of them that were closed.
    closed: HexSet,
    hexes: Rc<HexSet>,
}

/// Half Movement Points beyond which nobody flees.
const FARTHEST: u16 = 2_000;
/// How many goals are kept: the sources of each army in each weather, and Centers.
const GOALS: usize = 48;
/// How many rides are kept: for each army from its Center and from each of its sources, and some more.
const RIDERS: usize = 32;

thread_local! {
    static RIDES: RefCell<Vec<Ride>> = const { RefCell::new(Vec::new()) };
    static FARS: RefCell<Vec<Box<Far>>> = const { RefCell::new(Vec::new()) };
}

impl Campaign {
    /// [5.3] [6.11] The hexes from which messengers of an army ride: its Center, or the exits of the box in which that is, as far as no enemy bars them.
    fn message_hexes(&self, state: &State, army: Army) -> impl Iterator<Item = HexId> + '_ {
        let office = &state.offices[army as usize];
        let (only, exits): (Option<HexId>, &[HexId]) = match office.away {
            // Out of Cantonment one comes back where one left. [5.2] In the turn in which it goes into another box they ride from where it stood.
            _ if office.former != NOWHERE => (Some(office.former), &[]),
            Away::No => (None, &[]),
            away => (None, self.exits(away)),
        };
        let barred = (office.away != Away::No).then(|| self.barred(state, army.side()));
        let open = move |hex: &HexId| barred.as_ref().is_none_or(|barred| !barred.hexes.has(*hex));
        only.into_iter().chain(exits.iter().copied()).filter(open)
    }

    /// [6.11] Whether an army spends no points because its Center is in a box off the map.
    pub(crate) fn is_boxed(&self, state: &State, army: Army) -> bool {
        let away = state.offices[army as usize].away;
        matches!(away, Away::Podlasia | Away::Goniondz | Away::Thorn | Away::Cantonment)
    }

    /// [5.3] The hexes within Dispatch Distance of an army's Center.
    #[must_use]
    pub fn within_dispatch(&self, state: &State, army: Army) -> HexSet {
        let places: Vec<HexId> = self.message_hexes(state, army).collect();
        self.heard_from(state, army, &places).as_ref().clone()
    }

    /// The hexes that messengers of an army reach from some places.
    fn heard_from(&self, state: &State, army: Army, places: &[HexId]) -> Rc<HexSet> {
        let closed = self.barred(state, army.side());
        match places {
            [only] => self.ride(state, &closed, *only),
            _ => {
                let mut all = HexSet::none(self.grid());
                places.iter().for_each(|&place| all.add(&self.ride(state, &closed, place)));
                Rc::new(all)
            }
        }
    }

    /// The hexes that messengers reach from a place past what is closed to them; those of the last questions are kept, with all from which they follow.
    fn ride(&self, state: &State, barred: &Barred, place: HexId) -> Rc<HexSet> {
        let going = state.going();
        let mark = self.ground().passage(&going).mark(false, state.weather);
        let closed = &barred.hexes;
        let fits = |ride: &&Ride| {
            let same = ride.place == place && ride.mark == mark;
            let fits = same && (ride.barred.get() == barred.edition || closed.same_within(&ride.closed, &ride.heeded));
            if fits {
                ride.barred.set(barred.edition);
            }
            fits
        };
        if let Some(hexes) = RIDES.with_borrow(|rides| rides.iter().find(fits).map(|ride| Rc::clone(&ride.hexes))) {
            return hexes;
        }
        let hexes = Rc::new(dispatch_from(self.ground(), self.figures(), &[place], &going, closed));
        let heeded = hexes.swollen(self.grid());
        let mut closed = closed.clone();
        closed.keep(&heeded);
        let ride = Ride { mark, place, barred: Cell::new(barred.edition), heeded, closed, hexes: Rc::clone(&hexes) };
        RIDES.with_borrow_mut(|rides| {
            rides.truncate(RIDERS - 1);
            rides.insert(0, ride);
        });
        hexes
    }

    /// Whether messengers ride from a place to a hex.
    pub(crate) fn rides(&self, state: &State, barred: &Barred, place: HexId, to: HexId) -> bool {
        // A step takes half a point at least: nobody rides farther than he has half points.
        let points = self.figures().dispatch;
        if self.grid().distance(place, to) > points {
            return false;
        }
        let passage = self.ground().passage(&state.going());
        let mark = passage.mark(false, state.weather);
        let fan = fan(self.ground(), (mark, passage.table_of(mark)), place, points);
        let known = fan.and_then(|fan| fan.leads_along(to, points, |hex| barred.hexes.has(hex)));
        known.unwrap_or_else(|| self.ride(state, barred, place).has(to))
    }

    /// [5.3] `[7]` Whether a Force of an army reckons with its Administrative Points in attrition: within Dispatch Distance of the Center, if that has a line,
    /// or of any source that the army may have.
    #[must_use]
    pub fn is_fed(&self, state: &State, army: Army, hex: HexId) -> bool {
        let barred = self.barred(state, army.side());
        // Nobody asks whether a place feeds that lies too far off anyhow.
        let near = |place: HexId| self.grid().distance(place, hex) <= self.figures().dispatch;
        self.feeding_places(state, army, &barred, near).any(|place| self.rides(state, &barred, place, hex))
    }

    /// [5.3] The places from which an army is fed, as far as they pass a test: its Center first.
    fn feeding_places<'a>(
        &'a self,
        state: &'a State,
        army: Army,
        barred: &'a Barred,
        test: impl Fn(HexId) -> bool + 'a,
    ) -> impl Iterator<Item = HexId> + 'a {
        let office = &state.offices[army as usize];
        // [5.2] Off the primary roads a Center has no line, but counts as having moved: messengers still bring what the army has. [6.11] In a box it needs none.
        let off_road = self.grid().holds(office.former) && !self.ground().on_primary(office.former);
        let sends = self.is_boxed(state, army) || office.has_line() || off_road;
        let places = sends.then(|| self.message_hexes(state, army)).into_iter().flatten();
        // [6.11] `[13]` A source that is closed feeds nobody, nor does one that the enemy holds or controls.
        let open = move |hex: &HexId| self.serves(state, army, *hex) && !barred.hexes.has(*hex);
        // [5.1] Nor does Warsaw when guns on the Vistula were found to close it.
        let shelled: &[HexId] = if office.line == SHELLED { self.ground().area("warsaw") } else { &[] };
        let sources = std::iter::once(state.source[army as usize]).chain(self.sources_of(state, army));
        let places = places.map(|place| (place, false)).chain(sources.map(|source| (source, true)));
        let able = move |&(place, source): &(HexId, bool)| {
            let closed = source && (shelled.contains(&place) || !open(&place));
            self.grid().holds(place) && test(place) && !closed
        };
        places.filter(able).map(|(place, _)| place)
    }

    /// [5.2] The hexes to which a Center can move.
    fn center_hexes(&self, state: &State, army: Army) -> Vec<HexId> {
        let office = &state.offices[army as usize];
        let foes = self.foes(state, army.side());
        if office.center == NOWHERE {
            // [6.11] Out of a box it comes back at an exit, out of Cantonment where it left.
            let free = |hex: &HexId| !foes.held.has(*hex) && !foes.zone.has(*hex);
            return self.message_hexes(state, army).filter(free).collect();
        }
        let passage = self.ground().passage(&state.going());
        let mut hexes: Vec<HexId> = with_tread(|walk| {
            let free = |hex: HexId| !foes.held.has(hex) && !foes.zone.has(hex);
            walk.walk((self.ground(), passage.table(true, state.weather)), &[office.center], CENTER, |_, _| true, free);
            walk.reached().map(|(hex, _)| hex).filter(|&hex| hex != office.center).collect()
        });
        hexes.sort_unstable();
        hexes
    }

    fn may_move_center(&self, state: &State, army: u8) -> Result<Army, Violation> {
        let no = |why: &'static str| Err(Violation::new("5.2", why, Subject::None));
        let own = state.phasing.armies().iter().copied().find(|one| *one as u8 == army);
        let Some(army) = own.filter(|_| self.is_campaign()) else { return no("name an army of yours in a campaign") };
        match state.offices[army as usize].away {
            Away::Disbanded => {
                return Err(Violation::new(
                    "I.a.3",
                    "the Center of Operations is disbanded: it comes back by itself",
                    Subject::None,
                ));
            }
            Away::Driven => return no("the Center of Operations was driven off the map: it comes back by itself"),
            _ => {}
        }
        if state.offices[army as usize].moved == 1 {
            return no("this Center has moved in this phase, or has just come back");
        }
        Ok(army)
    }

    /// [5.2] Whether a Center can move to a hex.
    pub(crate) fn may_shift(&self, state: &State, army: u8, hex: HexId) -> Result<(), Violation> {
        let army = self.may_move_center(state, army)?;
        if !self.center_hexes(state, army).contains(&hex) {
            let why = "a Center moves five points as cavalry does, and into no enemy zone of control";
            return Err(Violation::new("5.2", why, Subject::Hex(hex)));
        }
        Ok(())
    }

    /// Lists the moves of Centers.
    pub(crate) fn list_shifts(&self, state: &State, out: &mut Vec<crate::Action>) {
        for &army in state.phasing.armies() {
            if self.may_move_center(state, army as u8).is_ok() {
                out.extend(self.center_hexes(state, army).into_iter().map(|hex| crate::Action::Shift(army as u8, hex)));
            }
            if self.may_withdraw(state, army as u8).is_ok() {
                out.push(crate::Action::Withdraw(army as u8));
            }
        }
    }

    /// [5.2] A Center moves: it is inactive until the next Movement Phase ends.
    pub(crate) fn shift(&self, state: &mut State, army: u8, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let name = Army::ALL[usize::from(army)].name();
        let office = &mut state.offices[usize::from(army)];
        if office.center == NOWHERE {
            office.former = hex;
        }
        (office.center, office.moved, office.away) = (hex, 1, Away::No);
        umpire.tell(|| {
            let text = format!("the {name} Center of Operations moves to {} [5.2]", self.grid().number(hex));
            self.note(Kind::Note, "5.2", text)
        });
        state.frame = Frame::Command;
    }

    /// [6.11] Whether a Center of the Coalition can leave the map where it stands.
    pub(crate) fn may_withdraw(&self, state: &State, army: u8) -> Result<Away, Violation> {
        let army = self.may_move_center(state, army)?;
        let center = state.offices[army as usize].center;
        match self.exit_at(center).filter(|_| army != Army::French && center != NOWHERE) {
            Some(away) => Ok(away),
            None => Err(Violation::new("6.11", "only a Center of the Coalition at an exit leaves the map", Subject::None)),
        }
    }

    pub(crate) fn withdraw_center(&self, state: &mut State, army: u8, umpire: &mut Umpire<'_, Event>) {
        let Ok(away) = self.may_withdraw(state, army) else { return };
        let office = &mut state.offices[usize::from(army)];
        (office.center, office.former, office.away, office.moved) = (NOWHERE, office.center, away, 1);
        let name = Army::ALL[usize::from(army)].name();
        umpire.tell(|| self.note(Kind::Note, "6.11", format!("the {name} Center of Operations goes to {} [6.11]", away.name())));
    }

    /// [5.2] Where something flees to: five points towards the active source if that is free of enemy zones, else towards the nearest that is; nowhere
    /// if none is. Where no way leads to a source, because all bridges before it are down, any other serves.
    pub(crate) fn refuge(&self, state: &State, army: Army, from: HexId) -> Option<HexId> {
        let side = army.side();
        let foes = self.foes(state, side);
        let free = |hex: &HexId| *hex != NOWHERE && !foes.zone.has(*hex) && !foes.held.has(*hex);
        let active = Some(state.source[army as usize]).filter(free);
        let joined = |hex: &HexId| self.is_joined(state, from, *hex);
        let near = |hex: &HexId| (self.grid().distance(from, *hex), *hex);
        let nearest = || self.sources_of(state, army).filter(free).filter(joined).min_by_key(near);
        // Whoever is cut off from all of them stays.
        let any = || active.or_else(|| self.sources_of(state, army).find(free));
        let goal = active.filter(joined).or_else(nearest).or_else(any)?;
        Some(self.flight(state, army, from, goal))
    }

    /// [5.2] Whether any way leads from a hex to a goal, be the enemy in it or not.
    fn is_joined(&self, state: &State, from: HexId, goal: HexId) -> bool {
        let passage = self.ground().passage(&state.going());
        let mark = passage.mark(true, state.weather);
        let prices = passage.table_of(mark);
        with_far(mark, goal, |far| {
            far.reach(self.ground(), prices, from);
            far.far[usize::from(from.0) % ROOM] <= FARTHEST
        })
    }

    /// [5.2] Five points towards a goal, past whoever is in the way but not among enemies; the same hex if that cannot be.
    pub(crate) fn flight(&self, state: &State, army: Army, from: HexId, goal: HexId) -> HexId {
        let foes = self.foes(state, army.side());
        let passage = self.ground().passage(&state.going());
        let mark = passage.mark(true, state.weather);
        let prices = passage.table_of(mark);
        with_far(mark, goal, |far| {
            far.reach(self.ground(), prices, from);
            let far = &far.far;
            let whole = far[usize::from(from.0) % ROOM];
            if whole > FARTHEST {
                return from;
            }
            with_tread(|walk| {
                // Whoever has left the cheapest ways to the goal does not come back to one more cheaply.
                let on_the_way = |hex: HexId, spent: u16| spent + far[usize::from(hex.0) % ROOM] == whole && hex != goal;
                let enter = |hex: HexId| far[usize::from(hex.0) % ROOM] < whole;
                walk.walk((self.ground(), prices), &[from], whole, on_the_way, enter);
                let near = |hex: &HexId| walk.spent(*hex).is_some_and(|spent| spent <= CENTER) && !foes.held.has(*hex);
                walk.path(self.ground(), goal).into_iter().rev().find(near).unwrap_or(from)
            })
        })
    }

    /// [5.2] A Center flees.
    pub(crate) fn flee_center(&self, state: &mut State, army: Army, umpire: &mut Umpire<'_, Event>) {
        let from = state.offices[army as usize].center;
        let refuge = self.refuge(state, army, from);
        let office = &mut state.offices[army as usize];
        match refuge {
            Some(hex) => (office.center, office.former) = (hex, hex),
            None => (office.center, office.former, office.away) = (NOWHERE, NOWHERE, Away::Driven),
        }
        umpire.tell(|| {
            let to = refuge.map_or_else(|| "off the map".to_owned(), |hex| format!("to {}", self.grid().number(hex)));
            self.note(Kind::Note, "5.2", format!("the {} Center of Operations flees {to} [5.2]", army.name()))
        });
    }

    /// [5.2] Centers in enemy zones flee, and those whose hex an enemy holds; friends beside them do not help [6.5].
    pub(crate) fn drive_centers(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for army in Army::ALL {
            let center = state.offices[army as usize].center;
            if center == NOWHERE {
                continue;
            }
            // Mostly nobody is near.
            let enemies = self.scenario.roster.sides[army.side().other() as usize];
            if self.standing_near(state, center).and(enemies).is_empty() {
                continue;
            }
            // Whoever controls it is among those who seem to.
            let foes = self.foes(state, army.side());
            if !foes.zone.has(center) && !foes.held.has(center) {
                continue;
            }
            let enemies = self.forces(state, army.side().other());
            let held = enemies.into_iter().any(|leader| state.hexes[usize::from(leader)] == center);
            let zone = !self.controllers(state, army.side(), center).is_empty();
            if (zone || held) && self.refuge(state, army, center) != Some(center) {
                self.flee_center(state, army, umpire);
            }
        }
    }

    /// [5.3] Whether a leader can be reached by messengers of his army.
    #[must_use]
    pub fn hears(&self, state: &State, leader: Leader) -> bool {
        let army = self.general(leader).army;
        state.hex(leader).is_some_and(|hex| self.is_heard(state, army, hex))
    }

    /// [II.b.1] Messengers ride when the segment begins: whom they do not reach then gets no command in it, and whom they do reach may have one later.
    /// [1.1] Everybody on the map is noted, Outposts and leaders without troops too: whoever cannot tell them apart must not learn it by this.
    pub(crate) fn mark_unheard(&self, state: &mut State) {
        let present = self.on_map(state)[state.phasing as usize];
        state.unheard = present.filter(|leader| !self.hears(state, leader as Leader));
    }

    /// [5.3] Whether a hex lies within Dispatch Distance of an army's Center.
    pub(crate) fn is_heard(&self, state: &State, army: Army, hex: HexId) -> bool {
        let barred = self.barred(state, army.side());
        self.message_hexes(state, army).any(|place| self.rides(state, &barred, place, hex))
    }
}

/// How far it is to a goal by the cheapest way, nobody being in it, from every hex that is no farther off than somebody has asked.
struct Far {
    mark: (u64, usize),
    goal: HexId,
    far: [u16; ROOM],
    /// Hexes by what they take: no step takes more than there are places.
    waiting: [Vec<u16>; DEAREST],
    /// Whatever takes less is known.
    sum: u16,
}

impl Far {
    fn new(mark: (u64, usize), goal: HexId) -> Self {
        let mut far = Self { mark, goal, far: [u16::MAX; ROOM], waiting: Default::default(), sum: 0 };
        far.far[usize::from(goal.0) % ROOM] = 0;
        far.waiting[0].push(goal.0);
        far
    }

    /// Walks back from the goal until a hex is reached, and all that are no farther off.
    fn reach(&mut self, ground: &Ground, prices: &[Prices], from: HexId) {
        let deltas = ground.deltas();
        while self.far[usize::from(from.0) % ROOM] >= self.sum && self.waiting.iter().any(|hexes| !hexes.is_empty()) {
            let mut hexes = std::mem::take(&mut self.waiting[usize::from(self.sum) % DEAREST]);
            for hex in hexes.drain(..) {
                if self.far[usize::from(hex) % ROOM] != self.sum {
                    continue;
                }
                for (direction, delta) in deltas[usize::from(hex & 1)].iter().take(DIRECTIONS).enumerate() {
                    let before = hex.wrapping_add(*delta);
                    let back = (direction + DIRECTIONS / 2) % DIRECTIONS;
                    let price = prices.get(usize::from(before)).map_or(CLOSED, |prices| prices.steps[back]);
                    let (total, best) = (self.sum + u16::from(price), &mut self.far[usize::from(before) % ROOM]);
                    if price != CLOSED && total < *best {
                        *best = total;
                        self.waiting[usize::from(total) % DEAREST].push(before);
                    }
                }
            }
            self.waiting[usize::from(self.sum) % DEAREST] = hexes;
            self.sum += 1;
        }
    }
}

/// Asks how far it is to a goal; what was asked for last is kept.
fn with_far<T>(mark: (u64, usize), goal: HexId, ask: impl FnOnce(&mut Far) -> T) -> T {
    FARS.with_borrow_mut(|fars| {
        match fars.iter().position(|far| far.mark == mark && far.goal == goal) {
            Some(at) => fars[..=at].rotate_right(1),
            None => {
                fars.truncate(GOALS - 1);
                fars.insert(0, Box::new(Far::new(mark, goal)));
            }
        }
        ask(&mut fars[0])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ramble::ramble;
    use crate::state::Side;

    /// The cheapest way to the first goal to which one leads, searched over the whole map.
    fn plain_refuge(game: &Campaign, state: &State, army: Army, from: HexId) -> Option<HexId> {
        let foes = game.foes_openly(state, army.side());
        let walled = |hex: HexId| game.is_walled(state, army.side(), hex);
        let free = |hex: &HexId| *hex != NOWHERE && (!foes.zone.has(*hex) || walled(*hex)) && !foes.held.has(*hex);
        let mut others: Vec<HexId> = game.army_sources(state, army).into_iter().filter(free).collect();
        others.sort_by_key(|&hex| (game.grid().distance(from, hex), hex));
        let goals: Vec<HexId> = Some(state.source[army as usize]).filter(free).into_iter().chain(others).collect();
        goals.first()?;
        let passage = game.ground().passage(&state.going());
        let way: Vec<(HexId, u16)> = with_tread(|walk| {
            walk.walk((game.ground(), passage.table(true, state.weather)), &[from], FARTHEST, |_, _| true, |_| true);
            // Towards the first that can be reached at all.
            let goal = goals.iter().copied().find(|goal| walk.spent(*goal).is_some());
            let path = goal.map_or_else(Vec::new, |goal| walk.path(game.ground(), goal));
            path.into_iter().filter_map(|hex| Some((hex, walk.spent(hex)?))).collect()
        });
        let end = way.iter().rev().find(|(hex, spent)| *spent <= CENTER && !foes.held.has(*hex)).map(|(hex, _)| *hex);
        Some(end.unwrap_or(from))
    }

    /// Random campaigns: who hears, who is fed, what is closed and seen, and where somebody would flee to is what the position says.
    #[test]
    fn messengers_and_flight_are_as_the_position_says() {
        for (name, seed) in [("eagles-eylau-campaign", 3), ("eagles-friedland-campaign", 4)] {
            ramble(name, seed, 700, 20, |game, state, step| {
                let going = state.going();
                for army in Army::ALL {
                    let side = army.side();
                    let closed = game.blocked_by(state, side, game.apparent(state, side.other()));
                    let barred = &game.barred(state, side).hexes;
                    let odd: Vec<HexId> = game.grid().hexes().filter(|&hex| barred.has(hex) != closed.has(hex)).collect();
                    assert!(odd.iter().all(|&hex| game.is_walled(state, side, hex)), "{name}, step {step}");
                    let ride = |place: HexId| dispatch_from(game.ground(), game.figures(), &[place], &going, barred);
                    let heard: Vec<HexSet> = game.message_hexes(state, army).map(ride).collect();
                    let whole = game.barred(state, side);
                    let fed: Vec<HexSet> = game.feeding_places(state, army, &whole, |_| true).map(ride).collect();
                    for leader in game.present(state, side) {
                        let hex = state.hexes[usize::from(leader)];
                        let one = |sets: &[HexSet]| sets.iter().any(|set| set.has(hex));
                        assert_eq!(game.is_heard(state, army, hex), one(&heard), "{name}, step {step}");
                        assert_eq!(game.is_fed(state, army, hex), one(&fed), "{name}, step {step}");
                        if leader % 4 == 0 {
                            let plain = plain_refuge(game, state, army, hex);
                            assert_eq!(game.refuge(state, army, hex), plain, "{name}, step {step}");
                        }
                    }
                }
                for side in Side::BOTH {
                    let watchers = game.forces(state, side.other()).or(game.outposts(state, side.other()));
                    let eyes = watchers.into_iter().map(|leader| state.hexes[usize::from(leader)]);
                    let centers = side.other().armies().iter().map(|army| state.offices[*army as usize].center);
                    let eyes: Vec<HexId> = eyes.chain(centers.filter(|hex| *hex != NOWHERE)).collect();
                    let seen = game.seen(state, side);
                    let spotted = game.present(state, side).filter(|leader| seen.has(state.hexes[usize::from(leader)]));
                    assert_eq!(game.spotted(state, side), spotted, "{name}, step {step}");
                    for hex in game.grid().hexes() {
                        let near = eyes.iter().any(|&eye| game.grid().distance(eye, hex) <= crate::compiled::SIGHT);
                        assert_eq!(seen.has(hex), near, "{name}, step {step}");
                    }
                }
            });
        }
    }
}
