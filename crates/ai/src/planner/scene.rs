//! Who stands where, in a form for being asked often: strength in and around each hex, what each side could bring there, and how far it is to
//! the enemy and to what counts.

use super::atlas::{Atlas, NO_SPOT, Spot};
use super::hooks::{Goal, Hooks, Piece};
use grognard_engine::{Game, UnitId};

/// How many units can strike at one hex together, as a rule.
const ABREAST: f32 = 3.5;

/// A position as the planner sees it.
#[derive(Default)]
pub struct Scene {
    /// Everybody on the map, and those to come that the rulebook tells of.
    pub pieces: Vec<Piece>,
    /// The hexes that count.
    pub goals: Vec<Goal>,
    /// For each unit its place in `pieces`, plus one.
    index: Vec<u16>,
    power: [Vec<f32>; 2],
    around: [Vec<f32>; 2],
    threat: [Vec<f32>; 2],
    far: [Vec<u8>; 2],
    goal_far: [Vec<u8>; 2],
    shelter: Vec<f32>,
    /// The most that a side can bring against one hex: three or four of its units.
    most: [f32; 2],
    /// Strength of both sides when the planner first looked: the measure of all strengths.
    pub whole: f32,
    queue: Vec<Spot>,
}

impl Scene {
    /// Reads who stands where and how strong he is there. What changes slowly (distances, what could be brought where) is left as it was.
    pub fn glance<G: Game>(&mut self, game: &G, state: &G::State, hooks: &dyn Hooks<G>, atlas: &Atlas) {
        self.pieces.clear();
        hooks.pieces(game, state, atlas, &mut self.pieces);
        self.index.iter_mut().for_each(|place| *place = 0);
        for side in 0..2 {
            for sums in [&mut self.power[side], &mut self.around[side]] {
                sums.clear();
                sums.resize(atlas.size(), 0.0);
            }
        }
        for i in 0..self.pieces.len() {
            let piece = self.pieces[i];
            let unit = usize::from(piece.unit.0);
            if unit < usize::from(u16::MAX) {
                if self.index.len() <= unit {
                    self.index.resize(unit + 1, 0);
                }
                self.index[unit] = i as u16 + 1;
            }
            self.add(piece.side, piece.spot, piece.strength, atlas);
        }
    }

    /// Reads everything anew.
    pub fn study<G: Game>(&mut self, game: &G, state: &G::State, hooks: &dyn Hooks<G>, atlas: &Atlas) {
        self.glance(game, state, hooks, atlas);
        self.goals.clear();
        hooks.goals(game, state, atlas, &mut self.goals);
        if self.shelter.len() != atlas.size() {
            self.shelter = (0..atlas.size()).map(|spot| hooks.shelter(game, state, spot as Spot, atlas)).collect();
        }
        let mut queue = std::mem::take(&mut self.queue);
        for side in 0..2u8 {
            let own = self.pieces.iter().filter(|piece| piece.side == side && piece.spot != NO_SPOT).map(|piece| piece.spot);
            atlas.flood(own, &mut self.far[usize::from(side)], &mut queue);
            let wanted = self.goals.iter().filter(|goal| goal.worth[usize::from(side)] > 0.0).map(|goal| goal.spot);
            atlas.flood(wanted, &mut self.goal_far[usize::from(side)], &mut queue);
            let on_map = self.pieces.iter().filter(|piece| piece.side == side && piece.spot != NO_SPOT);
            let (count, sum) = on_map.fold((0.0f32, 0.0), |(count, sum), piece| (count + 1.0, sum + piece.strength));
            self.most[usize::from(side)] = ABREAST * sum / count.max(1.0);
            let threat = &mut self.threat[usize::from(side)];
            threat.clear();
            threat.resize(atlas.size(), 0.0);
            for piece in self.pieces.iter().filter(|piece| piece.side == side && piece.spot != NO_SPOT) {
                let reach = if piece.reach == 0 { 1 } else { i16::from(piece.reach) + 1 };
                atlas.disc(piece.spot, reach, |spot| threat[usize::from(spot)] += piece.strength);
            }
        }
        self.queue = queue;
        if self.whole == 0.0 {
            self.whole = self.pieces.iter().map(|piece| piece.strength).sum::<f32>().max(1.0);
        }
    }

    fn add(&mut self, side: u8, spot: Spot, strength: f32, atlas: &Atlas) {
        if spot == NO_SPOT {
            return;
        }
        let side = usize::from(side);
        self.power[side][usize::from(spot)] += strength;
        for &near in atlas.beside(spot) {
            if near != NO_SPOT {
                self.around[side][usize::from(near)] += strength;
            }
        }
    }

    /// A piece by its unit.
    #[inline]
    #[must_use]
    pub fn piece(&self, unit: UnitId) -> Option<&Piece> {
        let place = self.index.get(usize::from(unit.0)).copied().unwrap_or(0);
        self.pieces.get(usize::from(place).wrapping_sub(1))
    }

    /// Puts a piece elsewhere; [`NO_SPOT`] takes it off the map.
    pub fn shift(&mut self, unit: UnitId, to: Spot, atlas: &Atlas) {
        let place = usize::from(self.index.get(usize::from(unit.0)).copied().unwrap_or(0)).wrapping_sub(1);
        let Some(&Piece { side, spot, strength, .. }) = self.pieces.get(place) else { return };
        self.add(side, spot, -strength, atlas);
        self.add(side, to, strength, atlas);
        self.pieces[place].spot = to;
    }

    fn read(sums: &[f32], spot: Spot) -> f32 {
        sums.get(usize::from(spot)).copied().unwrap_or(0.0)
    }

    /// A side's strength in a hex.
    #[inline]
    #[must_use]
    pub fn power(&self, side: u8, spot: Spot) -> f32 {
        Self::read(&self.power[usize::from(side & 1)], spot)
    }

    /// A side's strength in the hexes around a hex.
    #[inline]
    #[must_use]
    pub fn around(&self, side: u8, spot: Spot) -> f32 {
        Self::read(&self.around[usize::from(side & 1)], spot)
    }

    /// What a side could bring against a hex in a turn.
    #[inline]
    #[must_use]
    pub fn threat(&self, side: u8, spot: Spot) -> f32 {
        Self::read(&self.threat[usize::from(side & 1)], spot).min(self.most[usize::from(side & 1)])
    }

    /// How many of the hexes around one are neither held by a side nor next to it: the ways out for its enemy.
    #[must_use]
    pub fn ways_out(&self, from: u8, spot: Spot, atlas: &Atlas) -> u32 {
        let open = |&&way: &&Spot| way != NO_SPOT && self.power(from, way) == 0.0 && self.around(from, way) == 0.0;
        atlas.beside(spot).iter().filter(open).count() as u32
    }

    /// How far it is to the nearest piece of a side.
    #[inline]
    #[must_use]
    pub fn far(&self, side: u8, spot: Spot) -> u8 {
        self.far[usize::from(side & 1)].get(usize::from(spot)).copied().unwrap_or(u8::MAX)
    }

    /// How far it is to the nearest hex that counts for a side; nothing if none does.
    #[inline]
    #[must_use]
    pub fn goal_far(&self, side: u8, spot: Spot) -> Option<u8> {
        self.goal_far[usize::from(side & 1)].get(usize::from(spot)).copied().filter(|&far| far != u8::MAX)
    }

    /// By how much a hex multiplies its defenders.
    #[inline]
    #[must_use]
    pub fn shelter(&self, spot: Spot) -> f32 {
        self.shelter.get(usize::from(spot)).copied().unwrap_or(1.0)
    }

    /// A side's strength on the map and to come.
    #[must_use]
    pub fn strength(&self, side: u8) -> f32 {
        self.pieces.iter().filter(|piece| piece.side == side).map(|piece| piece.strength).sum()
    }
}
