//! The whole truth about a position: data, no rules.

use crate::grand::Grand;
use crate::ground::{Going, PONTOONS};
use crate::watched::Watched;
use grognard_engine::fields::NOWHERE;
use grognard_engine::sets::Bits;
use grognard_engine::{HexId, Seat};

/// Most leaders, Major Generals in the pools among them, in any scenario.
pub const LEADERS: usize = 120;
/// Most combat units in any scenario.
pub const UNITS: usize = 120;
/// Kinds of Strength Points: infantry, cavalry, artillery.
pub const ARMS: usize = 3;
/// Most hexes from which one side fights in a battle, so also the most retreats of one side.
pub const GROUPS: usize = 8;
/// Most hexes of one retreat, the first included.
pub const TRAIL: usize = 14;
/// No leader: a number that any set of leaders can be asked about.
pub const NOBODY: Leader = 127;

/// A leader, by his place in the roster.
pub type Leader = u8;
/// A combat unit, by its place in the roster.
pub type Unit = u8;
/// A set of leaders.
pub type Leaders = Bits<2>;
/// Strength Points by arm.
pub type Strength = [u8; ARMS];

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// Napoleon and his allies.
    French,
    /// Russians and Prussians.
    Coalition,
}

impl Side {
    /// Both, in the order of the seats.
    pub const BOTH: [Self; 2] = [Self::French, Self::Coalition];

    /// The enemy.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::French => Self::Coalition,
            Self::Coalition => Self::French,
        }
    }

    /// The name, which is also that of the seat.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::French => "French",
            Self::Coalition => "Coalition",
        }
    }

    /// By its name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == name)
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Self {
        Self(side as u8)
    }
}

/// `[A]` The eight types of weather.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Weather {
    /// Marches cost more men.
    Heat,
    /// No effect.
    Fair,
    /// Marches cost more men, contact is harder to break, guns fire worse.
    Rain,
    /// Wheels stick.
    Mud,
    /// Both.
    RainMud,
    /// Lakes bear.
    Frost,
    /// The French suffer, everybody fights worse.
    Snow,
    /// Both.
    FrostSnow,
}

impl Weather {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Heat, Self::Fair, Self::Rain, Self::Mud, Self::RainMud, Self::Frost, Self::Snow, Self::FrostSnow];

    /// Its name, as the tables print it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Heat => "Heat",
            Self::Fair => "Fair",
            Self::Rain => "Rain",
            Self::Mud => "Mud",
            Self::RainMud => "Rain/Mud",
            Self::Frost => "Frost",
            Self::Snow => "Snow",
            Self::FrostSnow => "Frost/Snow",
        }
    }

    /// By its name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|weather| weather.name() == name)
    }

    /// Whether rain falls.
    #[must_use]
    pub const fn rain(self) -> bool {
        matches!(self, Self::Rain | Self::RainMud)
    }

    /// Whether the roads are mud.
    #[must_use]
    pub const fn mud(self) -> bool {
        matches!(self, Self::Mud | Self::RainMud)
    }

    /// Whether lakes are frozen.
    #[must_use]
    pub const fn frost(self) -> bool {
        matches!(self, Self::Frost | Self::FrostSnow)
    }

    /// Whether snow falls.
    #[must_use]
    pub const fn snow(self) -> bool {
        matches!(self, Self::Snow | Self::FrostSnow)
    }
}

/// The phases of a Player-Turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// [I.a] [I.b] Command Phase.
    Command,
    /// [II.b] [II.c] Movement Phase.
    Movement,
    /// [III.a] Forced March Segment, which is the other side's.
    ForcedMarch,
    /// [III.b] Attack Segment.
    Combat,
}

impl Phase {
    /// All, in their order.
    pub const ALL: [Self; 4] = [Self::Command, Self::Movement, Self::ForcedMarch, Self::Combat];

    /// In words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Command => "Command Phase",
            Self::Movement => "Movement Phase",
            Self::ForcedMarch => "Forced March Segment",
            Self::Combat => "Attack Segment",
        }
    }
}

/// What lets the Force in hand march.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum By {
    /// [II.b.1] A Movement Command.
    Command,
    /// [II.c] Its leader's Initiative.
    Initiative,
    /// [III.a] The same, in the enemy's Combat Phase.
    Forced,
    /// [3.5] A leader without troops rides as he likes.
    Ride,
    /// [II.a] It comes onto the map.
    Entry,
}

impl By {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Command, Self::Initiative, Self::Forced, Self::Ride, Self::Entry];
}

/// What is to be decided now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// `[18]` Who carries a bridge train, and who has an Outpost beside him?
    Prepare(Side),
    /// `[14]` Does the Fortnight pass at rest?
    Season,
    /// [3.6] Who takes over from a leader who is ill?
    Succeed,
    /// `[13]` Do the ships lie inside the Haff?
    Fleet,
    /// [I.a.3] Is a Center of Operations disbanded?
    Disband,
    /// [I.a.5] What do the ships do?
    Sea,
    /// [I.a.2] Does the phasing player change his supply source?
    Admin,
    /// [I.b.3] Which units change tracks?
    Organize,
    /// [II.b.1] Who gets a Movement Command?
    Command,
    /// [II.c] Who tries to march by Initiative?
    Initiative,
    /// Where does the Force in hand go?
    March,
    /// [III.a] Who of the other side tries a Forced March?
    Forced,
    /// [III.b.1] Which enemy is attacked?
    Attack,
    /// [III.b.1] Who takes part in the attack that is being declared?
    Declare,
    /// [III.b.1] Which enemy hexes does a counterattack leave alone?
    Aim(Side),
    /// [III.b.3] Pitched Battle or Pursuit?
    Choose(Side),
    /// [16.5] Do the guns go forward?
    Guns(Side),
    /// [III.b.8] Who bears the loss?
    Lose(Side),
    /// [9.3] Does a side that need not counterattack do it?
    Again(Side),
    /// [9.8] Which hex does the retreating Force enter?
    Flee(Side),
    /// [III.b.9] Does the victor pursue?
    Chase(Side),
    /// [III.b.9] Who advances?
    Advance(Side),
    /// [IV.b] The game has ended.
    Over,
}

/// What follows once all losses that are owed have been borne.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// [III.b.6] Artillery has fired; ratio and die come next.
    Fire,
    /// [III.b.8] The die has been read; retreat or the next round comes next.
    Result,
    /// [III.b.9] The pursuit has been rolled; the advance comes next.
    Pursuit,
}

impl Stage {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Fire, Self::Result, Self::Pursuit];
}

/// [III.b.3] What a side picks for a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Choice {
    /// Nothing yet.
    #[default]
    None,
    /// To stand.
    Pitched,
    /// To give way, or to follow.
    Pursuit,
}

impl Choice {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::None, Self::Pitched, Self::Pursuit];

    /// In one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "nothing",
            Self::Pitched => "Pitched",
            Self::Pursuit => "Pursuit",
        }
    }
}

/// The battle in hand, or the repulse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    /// The round, from 1; 0 while the attack is being declared, or if there is none.
    pub round: u8,
    /// [9.3] Who attacks in this round.
    pub attacker: Side,
    /// Who takes part, by side.
    pub force: [Leaders; 2],
    /// [III.b.3] What each side has picked; a secret until both have.
    pub choice: [Choice; 2],
    /// How often a pair of choices has been shown in this game, counted round.
    pub shown: u8,
    /// Losses that have still to be borne, by side.
    pub owed: [u8; 2],
    /// SPs lost in the whole battle, by side.
    pub lost: [u8; 2],
    /// SPs lost in this round, by side.
    pub fallen: [u8; 2],
    /// [II.c.1] Whether cavalry was among them.
    pub horse: [bool; 2],
    /// [III.b.4] Cavalry in clear terrain when the round began.
    pub cavalry: [u8; 2],
    /// What follows the losses.
    pub stage: Stage,
    /// The side that retreats, plus one; 0 if nobody does.
    pub beaten: u8,
    /// Hexes of the retreat.
    pub length: u8,
    /// Hexes that the group on its way has still to go.
    pub left: u8,
    /// Leaders of that group.
    pub fleeing: Leaders,
    /// Leaders who have still to retreat.
    pub waiting: Leaders,
    /// The way of each group, the hex that it left first.
    pub trails: [[HexId; TRAIL]; GROUPS],
    /// How many hexes each has.
    pub steps: [u8; GROUPS],
    /// How many groups have begun.
    pub groups: u8,
    /// [III.b.8] Hexes in which a side has nobody left who fought there, by side.
    pub vacated: [[HexId; GROUPS]; 2],
    /// [9.8] Whether some group went through an enemy zone of control.
    pub pierced: bool,
    /// [9.8] Hexes that some group could not go.
    pub short: u8,
    /// [III.b.9] Hexes that the victor may advance.
    pub reach: u8,
    /// Whether only one Force may advance: the beaten side is gone.
    pub single: bool,
    /// Who has advanced.
    pub advanced: Leaders,
    /// [6.7] Whether this is no battle but a repulse.
    pub repulse: bool,
    /// [16.4] After how many rounds each leader takes part who is on his way; 0 if he is not.
    pub late: [u8; LEADERS],
    /// [III.b.1] Leaders of both sides who take no part in this round: held back, or left alone.
    pub aside: Leaders,
    /// [16.5] Whether a side's guns stand in the front rank in this round: 0 not decided, 1 no, 2 yes.
    pub forward: [u8; 2],
    /// [16.5] Guns lost in this round, by side.
    pub guns: [u8; 2],
    /// `[12]` Infantry and cavalry lost in the battle, by army.
    pub hurt: [[u8; 2]; 3],
}

impl Battle {
    /// None.
    pub const NONE: Self = Self {
        round: 0,
        attacker: Side::French,
        force: [Leaders::EMPTY; 2],
        choice: [Choice::None; 2],
        shown: 0,
        owed: [0; 2],
        lost: [0; 2],
        fallen: [0; 2],
        horse: [false; 2],
        cavalry: [0; 2],
        stage: Stage::Fire,
        beaten: 0,
        length: 0,
        left: 0,
        fleeing: Leaders::EMPTY,
        waiting: Leaders::EMPTY,
        trails: [[NOWHERE; TRAIL]; GROUPS],
        steps: [0; GROUPS],
        groups: 0,
        vacated: [[NOWHERE; GROUPS]; 2],
        pierced: false,
        short: 0,
        reach: 0,
        single: false,
        advanced: Leaders::EMPTY,
        repulse: false,
        late: [0; LEADERS],
        aside: Leaders::EMPTY,
        forward: [0; 2],
        guns: [0; 2],
        hurt: [[0; 2]; 3],
    };

    /// Everybody in it.
    #[must_use]
    pub fn everybody(&self) -> Leaders {
        self.force[0].or(self.force[1])
    }
}

/// No Line of Communications.
pub const NO_LINE: u8 = u8::MAX;
/// [5.1] None either, because guns on the Vistula close Warsaw, where it would begin.
pub const SHELLED: u8 = NO_LINE - 1;
/// Kinds of replacements: infantry, cavalry, Kossacks, artillery, Guard infantry.
pub const POOLS: usize = 5;
/// Most redoubts at once.
pub const REDOUBTS: usize = 8;

/// [6.11] Where somebody is who is not on the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Away {
    /// On the map, or out of play.
    #[default]
    No,
    /// In Podlasia.
    Podlasia,
    /// In Goniondz.
    Goniondz,
    /// Off towards Thorn.
    Thorn,
    /// In Cantonment.
    Cantonment,
    /// [II.a] He comes when his turn has come.
    Due,
    /// [I.a.3] Disbanded: a Center comes back on its turn.
    Disbanded,
    /// [5.2] Driven off the map: a Center comes back when a source is free.
    Driven,
    /// `[13]` In Danzig.
    Danzig,
    /// `[13]` On the ships.
    Sea,
}

impl Away {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::No,
        Self::Podlasia,
        Self::Goniondz,
        Self::Thorn,
        Self::Cantonment,
        Self::Due,
        Self::Disbanded,
        Self::Driven,
        Self::Danzig,
        Self::Sea,
    ];

    /// In words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::No => "out of play",
            Self::Podlasia => "Podlasia",
            Self::Goniondz => "Goniondz",
            Self::Thorn => "towards Thorn",
            Self::Cantonment => "Cantonment",
            Self::Due => "due",
            Self::Disbanded => "disbanded",
            Self::Driven => "driven off",
            Self::Danzig => "Danzig",
            Self::Sea => "at sea",
        }
    }
}

/// [5.1] [5.2] What the administration of an army holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Office {
    /// [5.4] Administrative Points.
    pub points: u8,
    /// [I.a.4] Replacements by kind.
    pub pool: [u8; POOLS],
    /// Where the Center of Operations stands; [`NOWHERE`] if it is not on the map.
    pub center: HexId,
    /// [5.2] Where it stood when the Movement Phase began, be it off the map since then; [6.11] of one in Cantonment, where it left the map.
    pub former: HexId,
    /// [5.2] 0 if it lies face up, 1 if it has moved in the last Movement Phase or this one, 2 once the next has begun.
    pub moved: u8,
    /// Where it is if it is not on the map.
    pub away: Away,
    /// [I.a.3] The turn on which a disbanded one comes back; [I.a.2] of one on the map, the turn in which a change of source was completed last.
    pub back: u8,
    /// [5.1] Hexes of its Line of Communications, as last claimed; [`NO_LINE`] or [`SHELLED`] if it has none.
    pub line: u8,
}

impl Office {
    /// An army without one.
    pub const NONE: Self =
        Self { points: 0, pool: [0; POOLS], center: NOWHERE, former: NOWHERE, moved: 0, away: Away::No, back: 0, line: NO_LINE };

    /// [5.1] Whether it had a Line of Communications when that was last claimed.
    #[must_use]
    pub const fn has_line(&self) -> bool {
        self.line < SHELLED
    }
}

/// [6.8] A bridge train.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Train {
    /// Whose it is.
    pub side: Side,
    /// Who carries it.
    pub carrier: Leader,
    /// Where it lies if nobody carries it.
    pub hex: HexId,
    /// The direction of the hexside that it bridges; 6 if it is not laid, 7 if it has just been taken besides.
    pub facing: u8,
}

impl Train {
    /// Not laid.
    pub const PACKED: u8 = 6;
    /// Not laid, and taken on the march in hand: it slows nobody before the next one.
    pub const TAKEN: u8 = 7;
}

/// [16.1] A redoubt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Redoubt {
    /// Where it stands; [`NOWHERE`] if there is none.
    pub hex: HexId,
    /// Whose it is.
    pub side: Side,
    /// The first of its three front hexsides, clockwise.
    pub facing: u8,
    /// The leader who builds it; nobody once it is finished.
    pub builder: Leader,
    /// The turn on which it was begun.
    pub begun: u8,
}

impl Redoubt {
    /// None.
    pub const NONE: Self = Self { hex: NOWHERE, side: Side::French, facing: 0, builder: NOBODY, begun: 0 };
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Units that take no part: they are neither in play nor lost.
    pub absent: Bits<2>,
    /// Where each leader stands; [`NOWHERE`] if he is off the map.
    pub hexes: Watched<[HexId; LEADERS]>,
    /// The leader on whose track each unit stands.
    pub track: Watched<[Leader; UNITS]>,
    /// The strength of each unit.
    pub strength: Watched<[Strength; UNITS]>,
    /// [1.1] The strength of each unit as everybody could reckon it: printed, less what was lost in the open, as last shown.
    pub shown: [Strength; UNITS],
    /// [1.1] The track on which everybody last knew each unit to stand.
    pub seen: [Leader; UNITS],
    /// [I.b.3] Units that have been regrouped in this segment.
    pub regrouped: Bits<2>,
    /// [1.1] Counters that lie face down and cannot be told apart share a knot: the lowest leader among them.
    pub knot: [Leader; LEADERS],
    /// [1.1] Those among them of whom everybody knows in which hex they lie, if not which counter there is theirs.
    pub placed: Leaders,
    /// [1.1] How often each counter took attrition since its strength was last shown.
    pub fog: [u8; LEADERS],
    /// [1.1] Least and greatest Initiative that its rolls allow.
    pub rating: [[u8; LEADERS]; 2],
    /// [1.1] Counters that have marched farther than anybody on foot could.
    pub swift: Leaders,
    /// [1.1] Counters that lie face up until the phase ends.
    pub open: Leaders,
    /// [1.1] Counters that the action under way has turned up; none between two actions.
    pub(crate) glimpsed: Leaders,
    /// Leaders who have been activated in this segment.
    pub acted: Leaders,
    /// Leaders who have marched in this Movement Phase; [16.3] in the enemy's, those who make no Forced March because help comes to them.
    pub marched: Leaders,
    /// Leaders who have fought in this phase.
    pub fought: Leaders,
    /// [5.1] Leaders in this Force who had a Line of Communications when it was activated.
    pub supplied: Leaders,
    /// Half Movement Points that each has spent in the march in hand.
    pub spent: [u8; LEADERS],
    /// [16.4] Half Movement Points that each has spent on a Forced March in this phase.
    pub hurried: [u8; LEADERS],
    /// [16.4] What was added to his die for it.
    pub strain: [i8; LEADERS],
    /// The leader whose Force is in hand.
    pub hand: Leader,
    /// What lets it march.
    pub by: By,
    /// Where it began its march.
    pub origin: HexId,
    /// Leaders of the Force in hand, its own leader among them.
    pub force: Leaders,
    /// [16.2] The sector into which the Force in hand must go, from 1; 0 if it may go where it likes.
    pub sector: u8,
    /// [16.3] Whether the Force in hand marches to the sound of the guns.
    pub guns: bool,
    /// Whether the Force in hand can only be put down: a repulse has failed.
    pub halted: bool,
    /// The turn of the calendar, from 1.
    pub turn: u8,
    /// Whose Player-Turn it is.
    pub phasing: Side,
    /// Phase.
    pub phase: Phase,
    /// The pending decision.
    pub frame: Frame,
    /// The weather.
    pub weather: Weather,
    /// [5.5] Movement Commands left.
    pub commands: u8,
    /// [5.1] The active supply source, by army; in a Battle Scenario the Prussians have that of the Russians.
    pub source: [HexId; 3],
    /// [I.a.2] The source to which each army is changing; [`NOWHERE`] if it is not.
    pub changing: [HexId; 3],
    /// [10.1] The morale marker: 0 for A to 6 for G.
    pub morale: u8,
    /// [10.2] Spaces that the marker moves in the next Morale Phase, towards G if positive.
    pub shift: i8,
    /// [10.2] Who holds Königsberg.
    pub koenigsberg: Side,
    /// [1.1] Who is not sure of that, because a counter has come there that may be an Outpost: each side, and whoever only looks on.
    pub unsure: [bool; 3],
    /// The battle in hand.
    pub battle: Battle,
    /// [5.1] The administrations, by army.
    pub offices: [Office; 3],
    /// [6.8] Bridges that are down.
    pub down: Bits<1>,
    /// [6.8] Bridge trains and pontoons.
    pub trains: [Train; PONTOONS],
    /// [16.1] Redoubts.
    pub redoubts: [Redoubt; REDOUBTS],
    /// [6.11] Where each leader is who is not on the map.
    pub away: [Away; LEADERS],
    /// [6.11] The turn on which he went there, or on which he is due.
    pub since: [u8; LEADERS],
    /// [6.11] Where he left the map.
    pub exit: [HexId; LEADERS],
    /// [6.10] Outposts that lie face up.
    pub bare: Leaders,
    /// [1.1] Counters that everybody knows to be no Outposts.
    pub genuine: Leaders,
    /// [6.10] Cavalry of one Strength Point that gives way as an Outpost does.
    pub shy: Leaders,
    /// [II.b.1] Leaders of the phasing side who were out of Dispatch Distance when the Movement Command Segment began.
    pub unheard: Leaders,
    /// [5.6] Points that each unit has got from the pool in this turn.
    pub replaced: [u8; UNITS],
    /// [II.b.2] Whether the Force in hand makes an Extended March.
    pub extended: bool,
    /// [6.8] Half Movement Points that the Force in hand has spent on bridges.
    pub worked: u8,
    /// [3.6] Promotions that the Russians may still make.
    pub promotions: u8,
    /// [10.2] Towns of the Warsaw award that the French hold: Warsaw itself, then the four others.
    pub towns: u8,
    /// [10.2] Awards that have been given: Königsberg taken, Warsaw to the French, Warsaw to the Coalition.
    pub awards: [bool; 3],
    /// [6.11] The turn up to which Thorn and Warsaw are closed to the French.
    pub thorn: u8,
    /// [6.11] Units whose exit had its die: 1 towards Thorn, else twice one more than its result towards Danzig.
    pub sorties: [u8; UNITS],
    /// `[18]` Whether Napoleon has moved before 29 January.
    pub restless: bool,
    /// [6.11] The turn of the last battle that moved the marker towards the Coalition; 0 if there was none.
    pub won: u8,
    /// [10.3] How a campaign has ended before its time: 1 the marker left at G, 2 at A, 3 by an armistice.
    pub ended: u8,
    /// `[15]` Forces in Forage Mode.
    pub forage: Leaders,
    /// `[15]` The worst columns of forage on the march in hand, for infantry and cavalry; more is added once it has concentrated.
    pub fodder: [u8; 2],
    /// What only the Grand Scenario holds.
    pub grand: Grand,
}

impl State {
    /// [6.8] `[A]` Weather, bridges and pontoons as they are.
    #[inline]
    #[must_use]
    pub fn going(&self) -> Going {
        let lies = |train: &Train| (if train.facing < Train::PACKED { train.hex } else { NOWHERE }, train.facing.min(5));
        Going { weather: self.weather, down: self.down, pontoons: std::array::from_fn(|at| lies(&self.trains[at])) }
    }

    /// Whether a counter is in hand and has done what no Outpost does.
    pub(crate) const fn extended_by(&self, leader: Leader) -> bool {
        self.hand == leader && (self.extended || self.worked > 0)
    }

    /// Where a leader stands, if he is on the map.
    #[inline]
    #[must_use]
    pub fn hex(&self, leader: Leader) -> Option<HexId> {
        self.hexes.get(usize::from(leader)).copied().filter(|&hex| hex != NOWHERE)
    }
}
