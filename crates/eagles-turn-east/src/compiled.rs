//! What follows from the data alone and is asked for in every decision, worked out when a scenario is read.

use crate::calendar::Calendar;
use crate::counters::Kind;
use crate::ground::Ground;
use crate::optional::BUXHOWDEN;
use crate::roster::{Army, Rank, Roster, Start};
use crate::state::Leader;
use grognard_engine::HexId;
use grognard_engine::sets::{Bits, HexSet};

/// [6.10] How near an enemy must be to see what a counter is.
pub(crate) const SIGHT: u8 = 2;
/// Hexes that lie so near to one, itself among them.
const SEEN: usize = 19;

/// Tables of a scenario.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// [I.a.2] The sources of each army on the sheets in play.
    pub(crate) sources: [Vec<HexId>; 3],
    /// [I.a.2] The turn on which Danzig opens to the French outside of the Grand Scenario.
    pub(crate) opens: u8,
    /// [4.7] Buxhowden, and the Russian commander.
    pub(crate) rivals: (Option<Leader>, Option<Leader>),
    /// `[18]` The turn from which Napoleon's marches cost nothing.
    pub(crate) unhurried: u8,
    /// [I.b.2] For each unit the spare counters to which its nation and kind let it give points.
    pub(crate) fills: Vec<Bits<2>>,
    /// [3.3] Units that have a division or brigades, and those of them whose kin is in the game.
    pub(crate) family: Bits<2>,
    pub(crate) kindred: Bits<2>,
    /// [6.11] Hexes at which one leaves the map.
    pub(crate) exits: HexSet,
    /// [I.b.2] Counters that are not in play at first, and [5.6] units of the nation whose army they belong to.
    pub(crate) spares: Bits<2>,
    pub(crate) native: Bits<2>,
    /// [I.a.2] The exits towards Danzig.
    pub(crate) danzig: Vec<HexId>,
    /// [3.6] Division generals who may become leaders: the Major General, and his counter as a leader.
    pub(crate) namesakes: Vec<(Leader, Leader)>,
    /// [6.10] Whatever is seen from each hex, filled up with the hex itself.
    sight: Vec<[u16; SEEN]>,
}

impl Compiled {
    pub(crate) fn new(ground: &Ground, roster: &Roster, calendar: &Calendar) -> Self {
        let grid = ground.grid();
        let sources = ["source_french", "source_russian", "source_prussian"]
            .map(|list| ground.area(list).iter().copied().filter(|hex| ground.in_play(*hex)).collect());
        let leader = |test: &dyn Fn(usize) -> bool| (0..roster.leaders.len()).find(|&at| test(at)).map(|at| at as Leader);
        let buxhowden = leader(&|at| roster.leaders[at].name == BUXHOWDEN);
        let commander = leader(&|at| roster.leaders[at].rank == Rank::Commander && roster.leaders[at].army == Army::Russian);
        let namesakes = roster.leaders.iter().enumerate().filter(|(_, minor)| minor.rank == Rank::Named);
        let namesakes = namesakes.filter_map(|(at, minor)| {
            let rises = |one: usize| {
                let one = &roster.leaders[one];
                one.rank == Rank::General && one.start == Start::Pool && one.army == minor.army && one.name == minor.name
            };
            Some((at as Leader, leader(&rises)?))
        });
        let fills = |from: usize| {
            let from = &roster.units[from];
            let takes = |to: &u16| {
                let to = &roster.units[usize::from(*to)];
                let alike = to.kind == Kind::March || from.nation == to.nation && from.kind == to.kind;
                to.spare() && from.army == to.army && alike
            };
            (0..roster.units.len() as u16).filter(takes).collect()
        };
        let units = 0..roster.units.len() as u16;
        let kindred: Bits<2> = units.clone().filter(|unit| !roster.kin[usize::from(*unit)].is_empty()).collect();
        let brigades: Bits<2> = units.clone().filter(|unit| roster.units[usize::from(*unit)].parent.is_some()).collect();
        let boxes = ["exit_podlasia", "exit_goniondz", "exit_thorn", "cantonment", "exit_danzig"];
        let mut sight = vec![[0; SEEN]; grid.size()];
        for hex in grid.hexes() {
            let (q, s) = grid.axial(hex);
            let sight = &mut sight[usize::from(hex.0)];
            sight.fill(hex.0);
            let wide = i16::from(SIGHT);
            let slant = (-wide..=wide).flat_map(|x| (-wide..=wide).map(move |y| (x, y))).filter(|(x, y)| (x + y).abs() <= wide);
            sight.iter_mut().zip(slant).for_each(|(place, (x, y))| {
                *place = grid.from_axial((q + x, s + y)).unwrap_or(hex).0;
            });
        }
        Self {
            sources,
            opens: calendar.turn_of("31 May-1 Jun").unwrap_or(u8::MAX),
            rivals: (buxhowden, commander),
            unhurried: calendar.turn_of("29-30 Jan").unwrap_or(0),
            fills: (0..roster.units.len()).map(fills).collect(),
            family: kindred.or(brigades),
            kindred,
            exits: HexSet::of(grid, boxes.into_iter().flat_map(|name| ground.area(name).iter().copied())),
            spares: units.clone().filter(|unit| roster.units[usize::from(*unit)].spare()).collect(),
            native: units.filter(|unit| roster.units[usize::from(*unit)].is_native()).collect(),
            danzig: ground.area("exit_danzig").to_vec(),
            namesakes: namesakes.collect(),
            sight,
        }
    }

    /// [6.10] Whatever is seen from a hex; the hex itself may come more than once.
    #[inline]
    pub(crate) fn seen_from(&self, hex: HexId) -> &[u16; SEEN] {
        &self.sight[usize::from(hex.0)]
    }
}
