//! What follows from map and pieces alone and is asked for all the time, put together once for a game: what a piece is in a few bytes, who belongs together,
//! which hexes lie at the edge, what each step costs.

use crate::army::Kind;
use crate::formation::Sides;
use crate::gait::{Beside, Gaits, beside};
use crate::stamp::Stamp;
use crate::state::{Arm, Formation, NOWHERE, Order, Side, Standing, State, Unit, Units};
use crate::tables::Terrain;
use crate::{Bautzen, Field};
use grognard_engine::HexId;
use grognard_engine::grid::DIRECTIONS;
use std::sync::OnceLock;

/// What the rules ask most often of a piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trait {
    pub side: Side,
    pub arm: Arm,
    /// Everybody but leaders.
    pub fights: bool,
    pub heavy: bool,
    /// [16.10] Fights on foot in skirmish order.
    pub dismounts: bool,
    /// [21.6] Grenadiers and Guards.
    pub crack: bool,
    pub russian: bool,
    pub prussian: bool,
    /// The number of its regiment; 0 if it belongs to none.
    pub regiment: u16,
    /// [6.9] Infantry and foot batteries of a division make forced marches.
    pub forces: bool,
    /// [6.9] The organisation whose level bars its forced marches: its own, of guns that of the battalions of their corps.
    pub body: Option<u8>,
}

/// [21.6] The categories of Grenadiers and Guards, of all armies.
const CRACK: [&str; 9] =
    ["Grenadier", "Guard", "Gd. Jaeger", "Garde", "Vieille Garde G/C", "Fus. Gd", "Fusilier G/C", "Gd. Jäger", "Jeune Garde T/V"];

/// A step that cannot be taken.
pub(crate) const BARRED: u8 = u8::MAX;
/// How many tables of prices there are: three arms in three gaits, and leaders.
const TABLES: usize = 10;

type Prices = Box<[[u8; DIRECTIONS]]>;

/// What a game keeps at hand.
#[derive(Debug)]
pub(crate) struct Muster {
    /// No other game has it, unless it is the same.
    pub id: u64,
    pub traits: Vec<Trait>,
    /// [6.9] For each piece the units of its division that fight.
    pub fellows: Vec<Units>,
    /// The pieces of each side.
    pub sides: [Units; 2],
    /// All cavalry.
    pub cavalry: Units,
    /// Hexes at the edge of the map, in order.
    pub edge: Vec<HexId>,
    /// No step costs less, in half points; and none of a march.
    pub smallest: [u8; 2],
    prices: [OnceLock<Prices>; TABLES],
    /// For each piece, in order and out of it.
    drawn_up: OnceLock<Vec<[[DrawnUp; FORMATIONS]; 2]>>,
    /// No hex has a front of its own, as entrenchments and loopholed villages have.
    pub open: bool,
    breeds: OnceLock<Breeds>,
    /// How neighbours are numbered.
    pub beside: Option<Beside>,
}

/// How pieces go about.
#[derive(Debug)]
struct Breeds {
    /// For each piece the place of its kind.
    of: Vec<u8>,
    /// For each kind, in order and out of it.
    gaits: Vec<[Gaits; 2]>,
}

const FORMATIONS: usize = Formation::ALL.len();
const TERRAINS: usize = Terrain::ALL.len();

/// What follows from how a unit is drawn up, wherever it stands in one hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DrawnUp {
    /// [5.1] The kinds of terrain in which it can be so, as bits; on roads, for a march.
    allowed: u16,
    /// [5.2] Its front on ordinary ground if it looked at the first hexside, or at the vertex behind it.
    pub front: u8,
    /// [6.1] What it takes to leave a hex, by what lies in it.
    pub least: [u8; TERRAINS],
    /// [5.1] How it is drawn up after a step, by what it steps into.
    pub then: [Formation; TERRAINS],
}

impl DrawnUp {
    /// [5.1] Whether the unit can be drawn up so on some terrain.
    #[inline]
    pub const fn allows(&self, terrain: Terrain) -> bool {
        self.allowed >> terrain as u16 & 1 == 1
    }

    /// [5.2] Its front on ordinary ground if it looks that way.
    #[inline]
    pub const fn front_at(&self, heading: u8) -> u8 {
        let turned = (self.front as u16) << (heading / 2);
        (turned | turned >> 6) as u8 & Sides::ROUND.front
    }
}

impl Muster {
    /// Puts it together.
    pub fn of(field: &Field) -> Self {
        let kinds = &field.army.kinds;
        let regiment = |name: &str| kinds.iter().position(|kind| kind.regiment == name).map_or(0, |at| at as u16 + 1);
        // [20.3] Guns have no level of their own. Pieces of case files may have no corps: then the division says with whom they go.
        let corps_of_guns = |kind: &Kind| {
            let mut corps = kinds.iter().filter(|other| {
                other.side == kind.side && other.corps == kind.corps && (kind.corps != "-" || other.division == kind.division)
            });
            corps.find_map(|other| other.body).filter(|_| kind.arm == Arm::Artillery)
        };
        let traits = kinds
            .iter()
            .map(|kind| Trait {
                side: kind.side,
                arm: kind.arm,
                fights: kind.fights(),
                heavy: kind.heavy,
                dismounts: kind.dismounts(),
                crack: CRACK.contains(&kind.category.as_str()),
                russian: kind.nation == "Russian",
                prussian: kind.nation == "Prussian",
                regiment: if kind.regiment.is_empty() { 0 } else { regiment(&kind.regiment) },
                forces: (kind.arm == Arm::Infantry || (kind.arm == Arm::Artillery && !kind.horse)) && kind.division != "-",
                body: kind.body.or_else(|| corps_of_guns(kind)),
            })
            .collect();
        let units = || kinds.iter().enumerate().map(|(at, kind)| (at as Unit, kind));
        let fellows = kinds
            .iter()
            .map(|kind| {
                let same = units().filter(|(_, other)| {
                    other.side == kind.side && other.division == kind.division && other.corps == kind.corps && other.fights()
                });
                same.map(|(unit, _)| unit).collect()
            })
            .collect();
        let sides = Side::BOTH.map(|side| units().filter(|(_, kind)| kind.side == side).map(|(unit, _)| unit).collect());
        let grid = field.ground.grid();
        let edge = grid.hexes().filter(|&hex| grid.on_edge(hex)).collect();
        let tables = &field.tables;
        let entering = tables.enter.iter().chain([&tables.work_rear]).flatten().flatten();
        let smallest = [
            // Leaders pay a point for every hex.
            entering.copied().min().unwrap_or(0).min(2),
            tables.road.min(tables.road_built_up).min(tables.road_spree_bridge),
        ];
        Self {
            id: Stamp::fresh().number(),
            traits,
            fellows,
            sides,
            cavalry: units().filter(|(_, kind)| kind.arm == Arm::Cavalry).map(|(unit, _)| unit).collect(),
            edge,
            smallest,
            prices: Default::default(),
            drawn_up: OnceLock::new(),
            open: !grid.hexes().any(|hex| matches!(field.ground.terrain(hex), Terrain::Trench | Terrain::Loopholes)),
            breeds: OnceLock::new(),
            beside: beside(grid),
        }
    }

    /// How a piece goes about, in order or out of it. Those who are drawn up and pay alike share it.
    pub fn gaits(&self, game: &Bautzen, unit: Unit, order: Order) -> &Gaits {
        let breeds = self.breeds.get_or_init(|| {
            let mut kinds: Vec<Unit> = Vec::new();
            let alike = |one: Unit, other: Unit| {
                let (is, that) = (game.is(one), game.is(other));
                let drawn_up = |order| game.drawn_up(one, order) == game.drawn_up(other, order);
                (is.arm, is.dismounts) == (that.arm, that.dismounts) && drawn_up(Order::Good) && drawn_up(Order::Disordered)
            };
            let mut kind_of = |unit: Unit| {
                let known = kinds.iter().position(|&kind| alike(kind, unit));
                known.unwrap_or_else(|| {
                    kinds.push(unit);
                    kinds.len() - 1
                })
            };
            let of = game.units().map(|unit| kind_of(unit) as u8).collect();
            Breeds { of, gaits: kinds.iter().map(|_| Default::default()).collect() }
        });
        &breeds.gaits[usize::from(breeds.of[usize::from(unit)])][usize::from(order != Order::Good)]
    }
}

impl Bautzen {
    /// What a piece is, in a few bytes.
    #[inline]
    pub(crate) fn is(&self, unit: Unit) -> &Trait {
        &self.muster.traits[usize::from(unit)]
    }

    /// [7.1] What a step out of each hex costs, by direction, as [`Bautzen::price`] says it; nothing where prices change during a game, because there
    /// are entrenchments.
    pub(crate) fn prices(&self, state: &State, arm: Arm, formation: Formation) -> Option<Tariff<'_>> {
        if !self.ground().trenches.is_empty() {
            return None;
        }
        let gait = match formation {
            _ if arm == Arm::Leader => 0,
            Formation::March => 2,
            Formation::Skirmish => 1,
            _ => 0,
        };
        let table = self.muster.prices[3 * arm as usize + gait].get_or_init(|| {
            let grid = self.grid();
            let mut table = vec![[BARRED; DIRECTIONS]; grid.size()].into_boxed_slice();
            for hex in grid.hexes() {
                for (direction, to) in grid.neighbours(hex).iter().enumerate() {
                    if let Some(to) = *to {
                        let price = self.price_of(state, arm, formation, hex, to);
                        table[usize::from(hex.0)][direction] = price.unwrap_or(BARRED);
                    }
                }
            }
            table
        });
        Some(Tariff(table))
    }
}

impl Bautzen {
    /// What the steps of a unit cost that stands so, by direction; [`BARRED`] where there is none.
    pub(crate) fn prices_out_of(&self, state: &State, unit: Unit, so: &Standing) -> [u8; DIRECTIONS] {
        let price = |to: HexId| self.price(state, unit, so, so.hex, to).ok();
        self.grid().neighbours(so.hex).map(|to| to.and_then(price).unwrap_or(BARRED))
    }

    /// What follows from each formation of a unit.
    pub(crate) fn drawn_up(&self, unit: Unit, order: Order) -> &[DrawnUp; FORMATIONS] {
        let all = self.muster.drawn_up.get_or_init(|| {
            let orders = [Order::Good, Order::Disordered];
            self.units()
                .map(|unit| orders.map(|order| Formation::ALL.map(|formation| self.draw_up(unit, order, formation))))
                .collect()
        });
        &all[usize::from(unit)][usize::from(order != Order::Good)]
    }

    fn draw_up(&self, unit: Unit, order: Order, formation: Formation) -> DrawnUp {
        let so = Standing { formation, order, heading: u8::from(formation.at_vertex()), ..Standing::ABSENT };
        let may = |terrain: &Terrain| self.may_be_on(unit, formation, order, *terrain, true, NOWHERE).is_ok();
        DrawnUp {
            allowed: Terrain::ALL.into_iter().filter(may).fold(0, |bits, terrain| bits | 1 << terrain as u16),
            front: self.sides_on(unit, &so, 0, Terrain::Clear).front,
            least: Terrain::ALL.map(|terrain| self.ground_price_on(unit, formation, terrain)),
            then: Terrain::ALL.map(|terrain| Self::natural_in(self.is(unit), formation, order, terrain)),
        }
    }
}

/// What each step costs.
#[derive(Clone, Copy)]
pub(crate) struct Tariff<'a>(&'a [[u8; DIRECTIONS]]);

impl Tariff<'_> {
    /// The prices of the steps out of a hex, by direction; [`BARRED`] where there is none.
    #[inline]
    pub fn out_of(&self, hex: HexId) -> [u8; DIRECTIONS] {
        self.0[usize::from(hex.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables say what the rule says, for every step on the map, every arm and every gait.
    #[test]
    fn tables_of_prices_agree_with_the_rule() {
        let game = Bautzen::new("bautzen", &[]).unwrap();
        let state = game.opening();
        let mut barred = 0;
        for arm in [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Leader] {
            let unit = game.units().find(|&unit| game.kind(unit).arm == arm).unwrap();
            for formation in [Formation::Column, Formation::Skirmish, Formation::March] {
                let so = Standing { formation, ..Standing::ABSENT };
                let tariff = game.prices(&state, arm, formation).unwrap();
                for hex in game.grid().hexes() {
                    for (direction, to) in game.grid().neighbours(hex).iter().enumerate() {
                        let price = to.and_then(|to| game.price(&state, unit, &so, hex, to).ok());
                        let told = Some(tariff.out_of(hex)[direction]).filter(|price| *price != BARRED);
                        assert_eq!(told, price, "{arm:?} {formation:?} {}", game.grid().number(hex));
                        barred += u32::from(price.is_none());
                    }
                }
            }
        }
        assert!(barred > 1_000);
    }
}
