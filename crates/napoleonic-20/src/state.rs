//! The whole truth about a position: data, no rules.

use crate::unitset::{MAX_UNITS, Unit, UnitSet};
use grognard_engine::deck::Deck;
use grognard_engine::{HexId, kinds, sides};

sides! {
    /// One of the two players.
    pub enum Side {
        /// Napoleon, the Second Player.
        French = "French" 'F',
        /// Russians, Prussians and Austrians, the First Player.
        Allied = "Allied" 'A',
    }
}

impl Side {
    /// The name with its article, for one of its counters that cannot be told from the others.
    #[must_use]
    pub const fn one(self) -> &'static str {
        match self {
            Self::French => "a French",
            Self::Allied => "an Allied",
        }
    }
}

pub use grognard_engine::fields::NOWHERE;

/// No unit.
pub const NOBODY: Unit = Unit::MAX;
/// Most hexes that one retreat enters: six by the die, and one for every friend that it may have to pass.
pub const MAX_TRAIL: usize = 24;
/// Most retreats that one battle can cause: all units of a side.
pub const MAX_PATHS: usize = 18;
/// Most units in one of the stacks of 17.1.
pub const MAX_STACK: usize = 12;
/// Number of garrisons.
pub const GARRISONS: usize = 4;

kinds! {
    /// [4.1] [4.2] The phases of a player turn, and the time before the first.
    pub enum Phase(word) {
        /// Set-up.
        Setup = "setup",
        /// Random Events Phase.
        Events = "events",
        /// Movement Phase.
        Movement = "movement",
        /// Enemy Reaction Phase.
        Reaction = "reaction",
        /// Combat Phase.
        Combat = "combat",
        /// Night Operations Phase.
        Night = "night",
    }
}

kinds! {
    /// [5.1] [16.8] The weather, from best to worst.
    pub enum Weather(word) {
        /// No effect.
        Clear = "clear",
        /// As clear.
        Cloudy = "cloudy",
        /// Infantry is weaker.
        Showers = "showers",
        /// Everything is harder.
        Downpour = "downpour",
    }
}

/// What is to be decided now, and by whom (see [`crate::Campaign::owner`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// [3.2] Where does V Cavalry begin?
    Station,
    /// [17.1.1] Which unit goes into which stack?
    Stack,
    /// [17.1.1] Which area's marker lies on the next free turn?
    Markers,
    /// [16.1] Where does this side put its dummies?
    Decoys(Side),
    /// [5.0] Confused Orders: which unit stands still?
    Orders,
    /// [5.0] Steady the Ranks: who recovers or rallies?
    Steady,
    /// [5.0] Cossacks on the Road: who is late?
    Delay,
    /// [6.0] Which unit moves next?
    Move,
    /// [6.0] Where does the unit in hand go?
    Hand {
        /// The unit.
        unit: Unit,
        /// Points spent so far.
        spent: u8,
        /// [6.5] Whether every step so far was along a road.
        road: bool,
        /// [6.6] Whether it force marches.
        forced: bool,
    },
    /// [8.0] Which unit reacts?
    React,
    /// [9.2] [13.0] Which enemy is attacked, or is there a Lull?
    Combat,
    /// [9.2] Who takes part in the battle that is being declared?
    Declare,
    /// [9.2] Which battle is fought next?
    Resolve,
    /// [9.5] Does this side commit reserves?
    Reserves(Side),
    /// [9.6] Which attackers pay for an exchange?
    Losses,
    /// [9.8] Which unit of this side retreats next?
    Retreat(Side),
    /// [9.8.6] Towards which line of communications does the retreating unit go?
    Toward(Side),
    /// [9.8] Which hex does the retreating unit enter?
    Flee(Side),
    /// [9.9] Who of this side advances?
    Advance(Side),
    /// [9.9] Does the cavalry that has advanced go on along the path?
    Pursue {
        /// The unit.
        unit: Unit,
        /// Number of the path.
        path: u8,
    },
    /// [16.7] Which broken units of this side leave a cadre?
    Remnants(Side),
    /// [10.2] Which broken unit tries to rally?
    Rally,
    /// [10.2] Where does the unit come back?
    Place(Unit),
    /// [5.2] Extra Horses?
    Horses,
    /// [15.0] The game has ended.
    Over,
}

/// [9.9.1] What a beaten unit leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// The hex it held, and the next one it left or broke in.
    pub hexes: [HexId; 2],
    /// The unit, or [`NOBODY`] for a garrison.
    pub unit: Unit,
    /// Where it broke, if it did.
    pub grave: HexId,
}

impl Path {
    /// None.
    pub const NONE: Self = Self { hexes: [NOWHERE; 2], unit: NOBODY, grave: NOWHERE };
}

/// The battle that is being declared or fought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Engagement {
    /// Number of the battle, from 1; 0 if there is none.
    pub number: u8,
    /// The side that attacks.
    pub attacker: Side,
    /// Attackers.
    pub attackers: UnitSet,
    /// Enemy units attacked.
    pub defenders: UnitSet,
    /// Garrisons (by bit) attacked that stand alone.
    pub garrisons: u8,
    /// [9.5] Sides (by bit) that have decided about reserves, and, four bits higher, that have committed them.
    pub reserves: u8,
    /// The result, by its place in [`crate::results_table::CombatResult::ALL`], plus one; 0 before the die.
    pub result: u8,
    /// Units that still have to retreat or, in an exchange, can be chosen as a loss.
    pub pending: UnitSet,
    /// Printed strength still to be paid in an exchange.
    pub owing: u8,
    /// The unit that is retreating.
    pub unit: Unit,
    /// Hexes that it still has to go.
    pub left: u8,
    /// Its line of communications.
    pub toward: HexId,
    /// Hexes that it has been in, the first first.
    pub trail: [HexId; MAX_TRAIL],
    /// How many of them.
    pub steps: u8,
    /// Paths left behind.
    pub paths: [Path; MAX_PATHS],
    /// How many of them.
    pub path_count: u8,
    /// [9.10] Garrisons (by bit) that fall if an Allied unit advances into their hex.
    pub fallen: u8,
    /// Units that have advanced.
    pub advanced: UnitSet,
    /// Units that broke or were offered a cadre already.
    pub buried: UnitSet,
    /// [12.0] What the battle does to morale, by side.
    pub swing: [i8; 2],
}

impl Engagement {
    /// None.
    pub const NONE: Self = Self {
        number: 0,
        attacker: Side::Allied,
        attackers: UnitSet::EMPTY,
        defenders: UnitSet::EMPTY,
        garrisons: 0,
        reserves: 0,
        result: 0,
        pending: UnitSet::EMPTY,
        owing: 0,
        unit: NOBODY,
        left: 0,
        toward: NOWHERE,
        trail: [NOWHERE; MAX_TRAIL],
        steps: 0,
        paths: [Path::NONE; MAX_PATHS],
        path_count: 0,
        fallen: 0,
        advanced: UnitSet::EMPTY,
        buried: UnitSet::EMPTY,
        swing: [0; 2],
    };
}

/// What lasts for one player turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct TurnNotes {
    /// [5.0] The card drawn, plus one; 0 if none was.
    pub card: u8,
    /// [5.0] Seize the Moment has not been used yet.
    pub free_commitment: bool,
    /// [5.0] To the Sound of the Guns has not been used yet.
    pub free_march: bool,
    /// [5.0] Powder Runs Short.
    pub powder_short: bool,
    /// [5.0] Cossacks: arrival rolls of 17.1 suffer.
    pub cossacks: bool,
    /// [5.0] Council of Sovereigns is in force.
    pub council: bool,
    /// [13.0] The phasing side has spent a Morale Point.
    pub spent: bool,
    /// [13.0] A battle was fought.
    pub fought: bool,
}

/// [8.3] [16.2] How the units of the side that reacts stood to the enemy when the Reaction Phase began, which is what counts for breaking
/// away and slipping past, whatever countercharges change afterwards. It speaks of counters of every arm, so that it tells nothing of
/// those that lie face down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Footing {
    /// In an enemy zone of control.
    pub held: UnitSet,
    /// In the zone of an enemy cavalry unit.
    pub ridden: UnitSet,
    /// Next to an enemy unit.
    pub near: UnitSet,
}

/// [16.1] [17.1.1] What everybody has seen of counters whose faces are hidden. A counter is known by its conduct though not by its face, and
/// eyes follow it from hex to hex: whoever draws a world that might be has to mind these signs. A counter that is turned up loses them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Signs {
    /// Known for what they are: they lay face up before, or came from a list that everybody can read.
    pub traced: UnitSet,
    /// Did what no unit of a class could have done: on foot, guns, and whoever moves like cavalry.
    pub unlike: [UnitSet; 3],
    /// Were driven on a Force March, so that they are no dummies.
    pub driven: UnitSet,
    /// Built the pontoon bridge, so that they are infantry.
    pub sappers: UnitSet,
    /// Cannot be the Guard of 12.2.
    pub plain: UnitSet,
    /// [17.1.2] Came out of the stacks A, B, C, also those that lie face up by now.
    pub origin: [UnitSet; 3],
}

impl Signs {
    /// Every set that speaks of counters face down.
    #[must_use]
    pub const fn sets(&self) -> [UnitSet; 7] {
        let [foot, guns, horse] = self.unlike;
        [self.traced, foot, guns, horse, self.driven, self.sappers, self.plain]
    }

    /// The same, to be changed.
    pub(crate) const fn sets_mut(&mut self) -> [&mut UnitSet; 7] {
        let [foot, guns, horse] = &mut self.unlike;
        [&mut self.traced, foot, guns, horse, &mut self.driven, &mut self.sappers, &mut self.plain]
    }
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where each unit stands; [`NOWHERE`] if it is off the map.
    pub hexes: [HexId; MAX_UNITS],
    /// The turn on which a reinforcement may enter; 0 if that is not known yet.
    pub due_turn: [u8; MAX_UNITS],
    /// Reinforcements that have not entered.
    pub due: UnitSet,
    /// [3.2] Units in the Meissen Box.
    pub boxed: UnitSet,
    /// Routed units.
    pub routed: UnitSet,
    /// Broken units.
    pub broken: UnitSet,
    /// Destroyed units.
    pub destroyed: UnitSet,
    /// [16.7] Parents that were broken down into cadres.
    pub aside: UnitSet,
    /// [16.7] For each unit its parent if it is a remnant.
    pub parent: [Unit; CADRES],
    /// [16.1] Counters that lie face down.
    pub hidden: UnitSet,
    /// [16.1] [17.1.1] What has been seen of them.
    pub signs: Signs,
    /// [9.10] Garrisons (by bit) that are destroyed.
    pub razed: u8,
    /// Game Turn, from 1.
    pub turn: u8,
    /// Side whose player turn it is.
    pub phasing: Side,
    /// Phase.
    pub phase: Phase,
    /// The pending decision.
    pub frame: Frame,
    /// [12.0] Morale by side.
    pub morale: [u8; 2],
    /// [5.0] The cards drawn since the last shuffle.
    pub deck: Deck,
    /// [5.0] Cards (by bit) that happen once and have happened.
    pub spent_cards: u32,
    /// [5.0] Council of Sovereigns waits for the next Allied player turn.
    pub council_next: bool,
    /// [5.0] Cossacks wait for the French player turn.
    pub cossacks_next: bool,
    /// What lasts for this player turn.
    pub notes: TurnNotes,
    /// [5.0] The unit that Confused Orders hold.
    pub held: Unit,
    /// [16.8] The weather, if it is variable.
    pub weather: Weather,
    /// [16.8.1] Whether the marker shows its Improving side.
    pub improving: bool,
    /// [16.8.2] The turn on which the Mud marker lies; 0 if it is not on the track.
    pub mud: u8,
    /// [5.2] The night turn in which Extra Horses were declared; 0 if never.
    pub horses: u8,
    /// [6.0] The pontoon bridge: 0 not built, else the number of its site.
    pub pontoon: u8,
    /// [9.8.6] French lines of communication (by bit) that are active.
    pub active: u8,
    /// [14.0] Objectives (by bit: Neustadt, Meissen Box) that the Allies control.
    pub control: u8,
    /// [12.7] Catastrophes (by bit) that have happened.
    pub catastrophe: u8,
    /// [13.0] Lulls taken on this day, by side.
    pub lulls: [u8; 2],
    /// [3.2] Whether Austrian IV Corps may enter.
    pub klenau: bool,
    /// Units whose move is over in this Movement Phase; in the Night Operations Phase those that have tried to rally.
    pub moved: UnitSet,
    /// [8.1] Units that have reacted in this phase.
    pub reacted: UnitSet,
    /// [8.2] Units that were countercharged in this phase. [16.3.1] In the Combat Phase guns that were attacked in it.
    pub charged: UnitSet,
    /// [8.2] Garrisons (by bit) that were.
    pub charged_garrisons: u8,
    /// [8.3] [16.2] How the reacting side stood when the Reaction Phase began; empty in other phases.
    pub footing: Footing,
    /// [7.2] Units in an enemy zone that arose in this Movement Phase: they did not begin it there.
    pub unpinned: UnitSet,
    /// [16.7] Cadres that a breakdown has made in this Movement Phase.
    pub fresh: UnitSet,
    /// [12.2] Guard units committed in this player turn.
    pub committed: UnitSet,
    /// [9.2] For each unit the number of its declared battle; 0 if none.
    pub battles: [u8; MAX_UNITS],
    /// [9.2] The same for garrisons that stand alone.
    pub garrison_battles: [u8; GARRISONS],
    /// The battle in hand.
    pub battle: Engagement,
    /// [17.1.1] The stacks A, B, C, the top first; [`NOBODY`] where there is no unit.
    pub stacks: [[Unit; MAX_STACK]; 3],
    /// [17.1.1] The turns of the markers A, B, C; 0 if not placed.
    pub markers: [u8; 3],
    /// [17.1.2] How many units of each stack the roll lets in.
    pub admitted: [u8; 3],
}

/// Number of cadres.
pub const CADRES: usize = 5;

impl State {
    /// Where `unit` stands, if it is on the map.
    #[inline]
    #[must_use]
    pub fn hex(&self, unit: Unit) -> Option<HexId> {
        let hex = self.hexes[usize::from(unit)];
        (hex != NOWHERE).then_some(hex)
    }

    /// [16.1] A counter is face up: what its conduct has told no longer matters.
    pub(crate) fn face_up(&mut self, unit: Unit) {
        self.hidden.remove(unit);
        for set in self.signs.sets_mut() {
            set.remove(unit);
        }
    }

    /// The same position in which every unit bears another's name: what was said of unit `u` is said of `names[u]`.
    pub(crate) fn renamed(&self, names: &[Unit; MAX_UNITS]) -> Self {
        let name = |unit: Unit| names.get(usize::from(unit)).copied().unwrap_or(unit);
        let each = |set: &mut UnitSet| *set = set.into_iter().map(name).collect();
        let mut new = *self;
        for (old, &to) in names.iter().enumerate() {
            let to = usize::from(to);
            new.hexes[to] = self.hexes[old];
            new.due_turn[to] = self.due_turn[old];
            new.battles[to] = self.battles[old];
        }
        let b = &mut new.battle;
        let places = [&mut new.due, &mut new.boxed, &mut new.routed, &mut new.broken, &mut new.destroyed, &mut new.aside];
        places.into_iter().for_each(each);
        let deeds = [&mut new.hidden, &mut new.moved, &mut new.reacted, &mut new.charged, &mut new.committed];
        deeds.into_iter().for_each(each);
        let moments = [&mut new.footing.held, &mut new.footing.ridden, &mut new.footing.near, &mut new.unpinned, &mut new.fresh];
        moments.into_iter().for_each(each);
        let fighters = [&mut b.attackers, &mut b.defenders, &mut b.pending, &mut b.advanced, &mut b.buried];
        fighters.into_iter().for_each(each);
        new.signs.sets_mut().into_iter().for_each(each);
        new.signs.origin.iter_mut().for_each(each);
        for unit in new.stacks.iter_mut().flatten().chain(&mut new.parent).chain([&mut new.held, &mut b.unit]) {
            *unit = name(*unit);
        }
        b.paths.iter_mut().for_each(|path| path.unit = name(path.unit));
        match &mut new.frame {
            Frame::Hand { unit, .. } | Frame::Pursue { unit, .. } | Frame::Place(unit) => *unit = name(*unit),
            _ => {}
        }
        new
    }

    /// How many units lie in a stack.
    #[must_use]
    pub fn stacked(&self, area: usize) -> usize {
        self.stacks[area].iter().take_while(|&&u| u != NOBODY).count()
    }
}
