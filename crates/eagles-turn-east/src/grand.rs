//! What only the Grand Scenario holds: hospitals `[12]`, ships and Danzig `[13]`, the clocks of the Fortnight Sequence `[14]`.

use crate::Campaign;
use crate::Setting;
use crate::position::crowd;
use crate::state::{Leader, Leaders, NOBODY, Side, State};
use grognard_engine::HexId;
use grognard_engine::fields::{Fields, Flag, NOWHERE, Number, Own, Packer};

/// Most Forces that have an objective in a Fortnight: three of each side, and those who came in it.
pub const AIMS: usize = 16;
/// `[12]` What hospitals tell apart: infantry, mounted and dismounted cavalry.
pub const WARDS: usize = 3;

/// `[13]` Where the ships are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Voyage {
    /// In port.
    #[default]
    Port,
    /// Troops have embarked.
    Embarked,
    /// At sea.
    Transit,
    /// Troops have gone ashore in this turn.
    Landed,
    /// On the way back to port.
    Returning,
}

impl Voyage {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Port, Self::Embarked, Self::Transit, Self::Landed, Self::Returning];

    /// In words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Port => "in port",
            Self::Embarked => "embarked",
            Self::Transit => "at sea",
            Self::Landed => "landing",
            Self::Returning => "returning",
        }
    }
}

/// `[14]` A Force that may march in a Fortnight, and where to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Aim {
    /// Who.
    pub leader: Leader,
    /// Where to.
    pub hex: HexId,
}

impl Aim {
    /// Nobody.
    pub const NONE: Self = Self { leader: NOBODY, hex: NOWHERE };
}

/// What only the Grand Scenario holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grand {
    /// `[12]` Hospital Tracks #1 and #2 of each army.
    pub wards: [[[u8; WARDS]; 2]; 3],
    /// `[12]` Dismounted cavalry in the pool of each army.
    pub dismounted: [u8; 3],
    /// `[12]` Remounts in the pool of each army.
    pub remounts: [u8; 3],
    /// `[14]` Whether a side is in the Fortnight Sequence, by side.
    pub rests: [bool; 2],
    /// `[14]` Whether the next Fortnight begins in it of itself: Warsaw has been taken.
    pub lull: bool,
    /// `[14]` Whether the French have had the award for Warsaw in this game: only the first one brings rest.
    pub warsaw: bool,
    /// `[14]` Whether a side has had its Administrative Points for this Fortnight, by side.
    pub paid: [bool; 2],
    /// `[14]` Who may march where.
    pub aims: [Aim; AIMS],
    /// `[14]` Whose objectives have been shown.
    pub told: Leaders,
    /// `[14]` Who came onto the map in this Fortnight.
    pub newcomers: Leaders,
    /// `[14]` Who marched in this Fortnight.
    pub movers: Leaders,
    /// `[13]` Where the ships are.
    pub voyage: Voyage,
    /// `[13]` The turn on which those aboard embarked.
    pub sailed: u8,
    /// `[13]` Who went ashore in this turn.
    pub ashore: Leaders,
    /// `[13]` Whether French guns close the channel of Pillau.
    pub closed: bool,
    /// `[13]` Whether the ships lie inside the Haff while it is closed.
    pub inside: bool,
    /// `[13]` Whether ships sail: a turn without frost and snow has come since the middle of February.
    pub thaw: bool,
    /// [6.11] Whether the road to Danzig is open: such a turn has come since 14-15 March.
    pub road: bool,
    /// `[13]` Whether a relief force landed in Danzig in time.
    pub relief: bool,
    /// `[13]` Fortnights by which those who came by sea, and those who came by land, delay the fall.
    pub siege: [u8; 2],
    /// `[13]` The turn on which Danzig fell; 0 if it holds out.
    pub fallen: u8,
    /// [10.2] Whether a Force near Danzig has moved the marker.
    pub near: bool,
}

impl Grand {
    /// As it begins.
    pub const NEW: Self = Self {
        wards: [[[0; WARDS]; 2]; 3],
        dismounted: [0; 3],
        remounts: [0; 3],
        rests: [false; 2],
        lull: false,
        warsaw: false,
        paid: [false; 2],
        aims: [Aim::NONE; AIMS],
        told: Leaders::EMPTY,
        newcomers: Leaders::EMPTY,
        movers: Leaders::EMPTY,
        voyage: Voyage::Port,
        sailed: 0,
        ashore: Leaders::EMPTY,
        closed: false,
        inside: false,
        thaw: false,
        road: false,
        relief: false,
        siege: [0; 2],
        fallen: 0,
        near: false,
    };
}

/// Numbers one after another; left out if all are 0.
fn bytes<const N: usize>() -> impl grognard_engine::fields::Form<[u8; N]> {
    Own(
        |values: &[u8; N], packer: &mut Packer| values.iter().for_each(|&value| packer.word(value.into())),
        |values: &[u8; N]| (*values != [0; N]).then(|| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(".")),
        |text: &str| {
            let found: Vec<u8> = text.split('.').filter_map(|number| number.parse().ok()).collect();
            found.try_into().map_err(|_| format!("{text:?}: expected {N} numbers up to 255"))
        },
    )
}

impl Campaign {
    /// Whether this is the Grand Scenario.
    #[inline]
    #[must_use]
    pub fn is_grand(&self) -> bool {
        self.setting == Setting::Grand
    }

    /// The turn that has these dates.
    pub(crate) fn turn_of(&self, dates: &str) -> u8 {
        self.scenario.calendar.turn_of(dates).unwrap_or(u8::MAX)
    }

    /// The fields of foraging and of the Grand Scenario, behind all others.
    pub(crate) fn grand_fields(&self, state: &mut State, visit: &mut impl Fields) {
        if self.options.forage {
            visit.field("forage", &mut state.forage, &crowd(self));
            visit.field("fodder", &mut state.fodder, &bytes());
            visit.seal();
        }
        if !self.is_grand() {
            return;
        }
        let (flag, number) = (Flag { bits: 8 }, Number { most: 255, bits: 8 });
        let grand = &mut state.grand;
        let mut wards = [0; 3 * 2 * WARDS];
        wards.iter_mut().zip(grand.wards.iter().flatten().flatten()).for_each(|(to, from)| *to = *from);
        visit.field("wards", &mut wards, &bytes());
        grand.wards.iter_mut().flatten().flatten().zip(wards).for_each(|(to, from)| *to = from);
        visit.field("dismounted", &mut grand.dismounted, &bytes());
        visit.field("remounts", &mut grand.remounts, &bytes());
        visit.field("siege", &mut grand.siege, &bytes());
        let [french, coalition] = &mut grand.rests;
        visit.field("restsf", french, &flag);
        visit.field("restsc", coalition, &flag);
        let [french, coalition] = &mut grand.paid;
        visit.field("paidf", french, &flag);
        visit.field("paidc", coalition, &flag);
        visit.field("lull", &mut grand.lull, &flag);
        visit.field("closed", &mut grand.closed, &flag);
        visit.field("inside", &mut grand.inside, &flag);
        visit.field("thaw", &mut grand.thaw, &flag);
        visit.seal();
        visit.field("warsaw", &mut grand.warsaw, &flag);
        visit.field("road", &mut grand.road, &flag);
        visit.field("relief", &mut grand.relief, &flag);
        visit.field("near", &mut grand.near, &flag);
        visit.field("sailed", &mut grand.sailed, &number);
        visit.field("danzig", &mut grand.fallen, &number);
        visit.seal();
        visit.field("voyage", &mut grand.voyage, &crate::position::one_of(&Voyage::ALL));
        visit.field("newcomers", &mut grand.newcomers, &crowd(self));
        visit.field("movers", &mut grand.movers, &crowd(self));
        visit.field("ashore", &mut grand.ashore, &crowd(self));
        visit.field("told", &mut grand.told, &crowd(self));
        let aims = Own(
            |aims: &[Aim; AIMS], packer: &mut Packer| {
                aims.iter().for_each(|aim| packer.word(u64::from(aim.leader) << 16 | u64::from(aim.hex.0)));
            },
            |aims: &[Aim; AIMS]| {
                let word = |aim: &Aim| format!("{}:{}", self.tag(aim.leader), self.grid().number(aim.hex));
                let words: Vec<String> = aims.iter().filter(|aim| aim.leader != NOBODY).map(word).collect();
                (!words.is_empty()).then(|| words.join(","))
            },
            |text: &str| {
                let mut aims = [Aim::NONE; AIMS];
                for (at, word) in text.split(',').enumerate() {
                    let (tag, hex) = word.split_once(':').ok_or_else(|| format!("{word:?}: expected LEADER:HEX"))?;
                    let aim = Aim { leader: self.read_leader(tag)?, hex: self.grid().read(hex)? };
                    *aims.get_mut(at).ok_or("too many objectives")? = aim;
                }
                Ok(aims)
            },
        );
        visit.field("aims", &mut grand.aims, &aims);
        let mut hurt = [0; 6];
        hurt.iter_mut().zip(state.battle.hurt.iter().flatten()).for_each(|(to, from)| *to = *from);
        visit.field("hurt", &mut hurt, &bytes());
        state.battle.hurt.iter_mut().flatten().zip(hurt).for_each(|(to, from)| *to = from);
    }

    /// `[14]` Whether a side is in the Fortnight Sequence.
    #[inline]
    #[must_use]
    pub fn rests(&self, state: &State, side: Side) -> bool {
        self.is_grand() && state.grand.rests[side as usize]
    }
}
