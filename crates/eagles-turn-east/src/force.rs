//! `[3]` Leaders and their tracks, [6.5] zones of control.

use crate::Campaign;
use crate::event::{Event, Kind};
use crate::ground::Cover;
use crate::roster::Rank;
use crate::state::{ARMS, Leader, Leaders, Side, State, Train, Unit};
use grognard_engine::fields::NOWHERE;
use grognard_engine::sets::HexSet;
use grognard_engine::{HexId, Umpire};

/// Where the enemy stands, and what he controls.
#[derive(Clone)]
pub(crate) struct Foes {
    /// Hexes that hold an enemy Force.
    pub held: HexSet,
    /// [6.5] Hexes in an enemy zone of control.
    pub zone: HexSet,
    /// A number that no others ever had who stand elsewhere; 0 if nobody keeps them.
    pub edition: u64,
}

impl Campaign {
    /// The units on a leader's track.
    pub fn on_track<'a>(&'a self, state: &'a State, leader: Leader) -> impl Iterator<Item = Unit> + 'a {
        (0..self.bodies().len() as Unit).filter(move |&unit| state.track[usize::from(unit)] == leader)
    }

    /// Strength Points of a leader's track, by arm.
    #[must_use]
    pub fn strength(&self, state: &State, leader: Leader) -> [u16; ARMS] {
        self.ask_troops(state, |troops| troops.sums[usize::from(leader)])
    }

    /// All Strength Points of a leader's track.
    #[inline]
    #[must_use]
    pub fn points(&self, state: &State, leader: Leader) -> u16 {
        self.ask_troops(state, |troops| troops.points(leader))
    }

    /// Strength Points of some leaders, by arm.
    #[must_use]
    pub fn strength_of(&self, state: &State, leaders: Leaders) -> [u16; ARMS] {
        self.ask_troops(state, |troops| troops.strength_of(leaders))
    }

    /// Leaders on the map, by side.
    #[must_use]
    pub fn present(&self, state: &State, side: Side) -> Leaders {
        self.on_map(state)[side as usize]
    }

    /// [3.5] Leaders, on the map or not, with Strength Points on their track.
    #[must_use]
    pub fn employed(&self, state: &State) -> Leaders {
        self.ask_troops(state, |troops| troops.employed)
    }

    /// [3.4] The Forces of a side: leaders on the map with Strength Points on their track.
    #[must_use]
    pub fn forces(&self, state: &State, side: Side) -> Leaders {
        self.both_forces(state)[side as usize]
    }

    /// Leaders in a hex.
    #[must_use]
    pub fn leaders_in(&self, state: &State, hex: HexId) -> Leaders {
        if hex == NOWHERE {
            return (0..self.leaders() as u16).filter(|&leader| state.hexes[usize::from(leader)] == hex).collect();
        }
        self.standing_in(state, hex)
    }

    /// [6.1] Whether a Force is all cavalry; a leader alone rides too.
    #[must_use]
    pub fn on_horse(&self, state: &State, leader: Leader) -> bool {
        let [foot, _, guns] = self.strength(state, leader);
        foot + guns == 0
    }

    /// [6.1] [6.8] `[II]` Whether a leader goes as cavalry does: nobody on foot, no guns, and no bridge train, which has wheels. One that he has come upon
    /// on the march in hand does not slow him in it.
    #[must_use]
    pub fn goes_on_horse(&self, state: &State, leader: Leader) -> bool {
        let hauls = |train: &Train| train.carrier == leader && train.facing != Train::TAKEN;
        self.on_horse(state, leader) && !state.trains.iter().any(hauls)
    }

    /// [3.1] What the units on a leader's track take of his span, in halves.
    #[must_use]
    pub fn load(&self, state: &State, leader: Leader) -> u16 {
        self.ask_troops(state, |troops| troops.loads[usize::from(leader)])
    }

    /// [3.4] Whether a unit of the other army of the Coalition stands on a leader's track.
    pub(crate) fn mixes_armies(&self, state: &State, leader: Leader) -> bool {
        let army = self.general(leader).army;
        let foreign =
            |unit: Unit| self.bodies()[usize::from(unit)].army != army && state.strength[usize::from(unit)] != [0; ARMS];
        army.side() == Side::Coalition && self.on_track(state, leader).any(foreign)
    }

    /// [3.4] Whether a leader may have these others under him.
    #[must_use]
    pub fn within_span(&self, state: &State, leader: Leader, others: Leaders) -> bool {
        let mut sum = self.load(state, leader);
        for other in others.less(Leaders::one(leader.into())) {
            match self.general(other as Leader).cost {
                Some(cost) => sum += u16::from(cost),
                None => return false,
            }
        }
        sum <= u16::from(self.general(leader).span)
    }

    /// [3.4] Strength Points of a side in a hex.
    #[must_use]
    pub fn stack(&self, state: &State, side: Side, hex: HexId) -> u16 {
        let here = self.leaders_in(state, hex).and(self.scenario.roster.sides[side as usize]);
        self.strength_of(state, here).iter().sum()
    }

    /// [1.1] The enemies of a side as everybody sees them: whether guns stand in a redoubt is their owner's affair.
    pub(crate) fn foes_openly(&self, state: &State, side: Side) -> Foes {
        let (mut held, mut zone) = (HexSet::none(self.grid()), HexSet::none(self.grid()));
        let going = state.going();
        for foe in self.apparent(state, side.other()) {
            let from = state.hexes[usize::from(foe)];
            held.insert(from);
            // [15] Dispersed troops control their own hex only; how they lie is seen.
            if state.forage.has(foe) {
                continue;
            }
            self.ground().controlled(from, &going).for_each(|to| zone.insert(to));
        }
        Foes { held, zone, edition: 0 }
    }

    /// [6.5] The enemy Forces in whose zone of control a hex lies.
    #[must_use]
    pub fn controllers(&self, state: &State, side: Side, hex: HexId) -> Leaders {
        // Nobody controls what he is not next to, and mostly nobody is.
        let near = self.standing_near(state, hex).and(self.scenario.roster.sides[side.other() as usize]);
        if near.is_empty() {
            return Leaders::EMPTY;
        }
        // Whoever controls it is among those who seem to.
        let foes = self.foes(state, side);
        if !foes.zone.has(hex) {
            return Leaders::EMPTY;
        }
        if self.is_campaign() && self.is_walled(state, side, hex) {
            return Leaders::EMPTY;
        }
        let going = state.going();
        let near = self.grid().around(hex).filter(|&from| foes.held.has(from) && self.ground().controls(from, hex, &going));
        let there = near.fold(Leaders::EMPTY, |all, from| all.or(self.standing_in(state, from)));
        there.and(self.forces(state, side.other())).less(state.forage)
    }

    /// [6.6] Whether cavalry in a hex counts for the differential.
    #[must_use]
    pub fn is_clear(&self, hex: HexId) -> bool {
        self.ground().cover(hex) == Cover::Clear
    }

    /// [3.4] The one of some leaders with the highest Initiative.
    #[must_use]
    pub fn best(&self, leaders: Leaders) -> Option<Leader> {
        // If two are equal their owner picks, and an Army Commander is never the worse choice [3.7].
        let rank = |leader: &u16| {
            let general = self.general(*leader as Leader);
            (general.initiative, general.rank == Rank::Commander, std::cmp::Reverse(*leader))
        };
        leaders.into_iter().max_by_key(rank).map(|leader| leader as Leader)
    }

    /// [3.5] A leader without a friend who has troops in his hex goes to the nearest who has, else to the Center of his army; off the map if there
    /// is none.
    pub(crate) fn join_nearest(&self, state: &mut State, leader: Leader) {
        let from = state.hexes[usize::from(leader)];
        let friends = self.forces(state, self.side_of(leader)).into_iter().map(|friend| state.hexes[usize::from(friend)]);
        let center = state.offices[self.general(leader).army as usize].center;
        let center = Some(center).filter(|&hex| self.is_campaign() && hex != NOWHERE && hex != from);
        let nearest = friends.min_by_key(|&hex| (self.grid().distance(from, hex), hex)).or(center);
        state.hexes[usize::from(leader)] = nearest.unwrap_or(NOWHERE);
    }

    /// [3.5] A leader alone is driven out of a hex that an enemy enters. [6.8] Trains do not retreat.
    pub(crate) fn expel(&self, state: &mut State, leader: Leader, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        self.leave_trains(state, Leaders::one(leader.into()), hex);
        self.join_nearest(state, leader);
        let (side, to) = (self.side_of(leader), state.hex(leader));
        umpire.tell(|| {
            let way = to.map_or_else(|| "off the map".to_owned(), |to| format!("to {}", self.grid().number(to)));
            let from = self.grid().number(hex);
            let text = format!("{} is driven out of {from}, {way} [3.5]", self.tag(leader));
            let veiled = format!("a {} leader is driven out of {from}, {way} [3.5]", side.name());
            let hexes: Vec<HexId> = std::iter::once(hex).chain(to).collect();
            self.event(Kind::Leader, "3.5", Leaders::one(leader.into()), &hexes, text).veiled(side, Some(veiled))
        });
    }
}
