//! A position as one side sees it: who stands where, and how strong he looks. Of counters that lie face down only what everybody may reckon is used: their mean.

use grognard_eagles_turn_east::Campaign;
use grognard_eagles_turn_east::ground::Going;
use grognard_eagles_turn_east::roster::Army;
use grognard_eagles_turn_east::state::{Leader, Side, State};
use grognard_engine::HexId;

/// A counter on the map that leads troops, or seems to.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    pub leader: Leader,
    pub hex: HexId,
    /// Strength Points; of a covered counter the mean of those it could be.
    pub points: f32,
    /// Cavalry among them.
    pub horse: f32,
    pub initiative: f32,
    pub army: Army,
    pub outpost: bool,
}

/// A position as one side sees it.
pub struct Scene<'a> {
    pub game: &'a Campaign,
    pub state: &'a State,
    pub side: Side,
    pub friends: Vec<Piece>,
    pub enemies: Vec<Piece>,
    /// Enemy hexes, each once, with the strength that seems to stand there.
    pub stacks: Vec<(HexId, f32)>,
    pub going: Going,
}

impl<'a> Scene<'a> {
    /// Looks at a position.
    pub fn of(game: &'a Campaign, state: &'a State, side: Side) -> Self {
        let strength = strengths(game, state);
        let friends = game.forces(state, side).or(game.outposts(state, side));
        let friends = friends.into_iter().map(|leader| piece(game, state, &strength, leader as Leader)).collect();
        let foe = side.other();
        let seen = game.apparent(state, foe);
        let mut enemies: Vec<Piece> = seen.into_iter().map(|leader| piece(game, state, &strength, leader as Leader)).collect();
        let all = enemies.clone();
        for enemy in enemies.iter_mut().filter(|enemy| !state.open.has(enemy.leader.into())) {
            let knot = state.knot[usize::from(enemy.leader)];
            let alike = || {
                all.iter().filter(|other| state.knot[usize::from(other.leader)] == knot && !state.open.has(other.leader.into()))
            };
            let count = alike().count().max(1) as f32;
            enemy.points = alike().map(|other| other.points).sum::<f32>() / count;
            enemy.horse = alike().map(|other| other.horse).sum::<f32>() / count;
            enemy.initiative = alike().map(|other| other.initiative).sum::<f32>() / count;
            // A dummy is known for one by nobody.
            enemy.outpost = false;
        }
        let mut stacks: Vec<(HexId, f32)> = Vec::new();
        for enemy in &enemies {
            match stacks.iter_mut().find(|(hex, _)| *hex == enemy.hex) {
                Some((_, points)) => *points += enemy.points,
                None => stacks.push((enemy.hex, enemy.points)),
            }
        }
        Self { game, state, side, friends, enemies, stacks, going: state.going() }
    }

    /// One of our own by his leader.
    pub fn friend(&self, leader: Leader) -> Option<&Piece> {
        self.friends.iter().find(|friend| friend.leader == leader)
    }

    /// Whether troops in one hex could attack those in the other.
    pub fn meets(&self, a: HexId, b: HexId) -> bool {
        self.game.grid().adjacent(a, b) && self.game.ground().meets(a, b, &self.going)
    }

    /// The enemy hexes that somebody in a hex would have to attack, or that would have to attack him.
    pub fn contacts(&self, hex: HexId) -> impl Iterator<Item = (HexId, f32)> + '_ {
        self.stacks.iter().copied().filter(move |&(at, _)| self.meets(hex, at))
    }

    /// Strength of some pieces within so many hexes, each the less the farther off it is beyond `near`.
    pub fn around(&self, pieces: &[Piece], hex: HexId, near: u8, far: u8) -> f32 {
        let mut sum = 0.0;
        for piece in pieces {
            let distance = self.game.grid().distance(piece.hex, hex);
            if distance <= near {
                sum += piece.points;
            } else if distance <= far {
                sum += piece.points * f32::from(far + 1 - distance) / f32::from(far + 1 - near);
            }
        }
        sum
    }

    /// How many hexes it is to the nearest enemy.
    pub fn to_enemy(&self, hex: HexId) -> u8 {
        self.stacks.iter().map(|&(at, _)| self.game.grid().distance(at, hex)).min().unwrap_or(u8::MAX)
    }

    /// All strength of some pieces.
    pub fn sum(pieces: &[Piece]) -> f32 {
        pieces.iter().map(|piece| piece.points).sum()
    }

    /// Turns that are still to be played, this one among them.
    pub fn turns_left(&self) -> u8 {
        self.game.scenario().turns.1 + 1 - self.state.turn
    }
}

/// Strength Points and cavalry of every leader, in one pass over the units.
fn strengths(game: &Campaign, state: &State) -> Vec<[f32; 2]> {
    let mut sums = vec![[0.0; 2]; game.leaders()];
    for (unit, strength) in state.strength.iter().enumerate().take(game.bodies().len()) {
        if let Some(sum) = sums.get_mut(usize::from(state.track[unit])) {
            sum[0] += strength.iter().map(|points| f32::from(*points)).sum::<f32>();
            sum[1] += f32::from(strength[1]);
        }
    }
    sums
}

fn piece(game: &Campaign, state: &State, strength: &[[f32; 2]], leader: Leader) -> Piece {
    let general = game.general(leader);
    let [points, horse] = strength[usize::from(leader)];
    Piece {
        leader,
        hex: state.hexes[usize::from(leader)],
        points,
        horse,
        initiative: f32::from(general.initiative),
        army: general.army,
        outpost: game.is_outpost(leader),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_eagles_turn_east::state::Leaders;
    use grognard_engine::dice::SeededDice;
    use grognard_engine::{Seat, Secrets};

    /// Which of the counters that cannot be told apart is which makes no difference to who looks at them.
    #[test]
    fn covered_counters_look_alike() {
        let game = Campaign::new("eagles-friedland", &[]).unwrap();
        let mut state = game.opening();
        // Ney has left Eylau, where he lay with Bessieres and Colbert under one flag.
        state.hexes[usize::from(game.read_leader("Ney").unwrap())] = game.grid().read("N-3526").unwrap();
        // Nobody has seen who it was.
        state.placed = Leaders::EMPTY;
        let truth = Scene::of(&game, &state, Side::Coalition);
        let mut differs = 0;
        for seed in 0..20 {
            let world = game.resample(&state, Some(Seat(1)), &mut SeededDice::new(seed));
            differs += usize::from(world.hexes != state.hexes);
            let scene = Scene::of(&game, &world, Side::Coalition);
            for (hex, points) in &truth.stacks {
                let same = scene.stacks.iter().find(|(at, _)| at == hex).map(|(_, points)| *points);
                assert!(same.is_some_and(|same| (same - points).abs() < 1e-3), "seed {seed}: {same:?} and {points}");
            }
        }
        assert!(differs > 5, "{differs}");
        // Their owner knows better.
        let own = Scene::of(&game, &state, Side::French);
        let points = |tag: &str| own.friend(game.read_leader(tag).unwrap()).map(|piece| piece.points);
        assert!(points("Ney") > points("Colbert"));
    }
}
