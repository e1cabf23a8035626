//! Where a unit should end its move, which way it should look, and how it should be drawn up.

use super::scene::Scene;
use super::temper::Aim;
use grognard_la_bataille::{Arm, Formation, Order, Place, Standing, Terrain, Unit};

impl Scene<'_> {
    /// What it is worth to a unit to end its move standing so, with so many half points left; `goal` is the place it goes to.
    pub fn destination(&self, unit: Unit, so: &Standing, left: u8, goal: usize) -> f32 {
        let way = self.crossing(unit, so, left, goal);
        way + match self.game.printed(unit).arm {
            Arm::Infantry => self.for_foot(unit, so, goal),
            Arm::Cavalry => self.for_horse(unit, so, goal),
            Arm::Artillery => self.for_guns(unit, so, left, goal),
            Arm::Leader => self.for_leader(unit, so),
        }
    }

    /// Whether a place lies beyond the Spree, which is crossed in road march.
    fn beyond(&self, so: &Standing, goal: usize) -> bool {
        let ground = &self.game.field().ground;
        ground.west_of_spree(so.hex) && !ground.west_of_spree(self.maps.places[goal][0])
    }

    /// The road to a bridge is for those who march: others step onto an empty hex of it to form their march, and do not stand about on it.
    fn crossing(&self, unit: Unit, so: &Standing, left: u8, goal: usize) -> f32 {
        if so.formation == Formation::March || so.formation == Formation::Leader {
            return 0.0;
        }
        let road = self.game.field().ground.on_road(so.hex);
        if !self.beyond(so, goal) {
            // Others want to pass.
            let waits = |friend: &super::scene::Body| self.game.field().ground.west_of_spree(friend.hex);
            return if road && self.attacks() && self.to_enemy(so.hex) > 3 && self.friends.iter().any(waits) {
                -1.5
            } else {
                0.0
            };
        }
        let empty = !self.friends.iter().any(|friend| friend.unit != unit && self.state.piece(friend.unit).stands_in(so.hex));
        let price = match self.game.printed(unit).arm {
            Arm::Infantry => 2,
            Arm::Cavalry => 6,
            _ => 4,
        };
        let here = self.state.piece(unit).hex;
        let onward = self.points_to(unit, so, goal) <= self.points_to(unit, self.state.piece(unit), goal) || here == so.hex;
        match (road && onward, empty && left >= price) {
            (false, _) => 0.0,
            (true, true) => 4.0,
            (true, false) => -8.0,
        }
    }

    fn points_to(&self, unit: Unit, so: &Standing, goal: usize) -> f32 {
        f32::from(self.maps.far(goal, self.game.printed(unit).arm, so.hex).min(2_000)) / 2.0
    }

    /// Progress, places that count, cover, and company.
    fn common(&self, unit: Unit, so: &Standing, goal: usize) -> f32 {
        let far = self.points_to(unit, so, goal);
        let near = self.to_enemy(so.hex);
        let mut sum = if self.attacks() { -far } else { -0.8 * (far - 1.0).max(0.0) };
        if self.hunts() && !self.counts(so.hex) {
            sum = -0.9 * f32::from(near.min(20));
        }
        if self.wanted(so.hex) {
            sum += 14.0;
        } else if self.counts(so.hex) && near <= 7 {
            let held = self.friends.iter().any(|friend| friend.unit != unit && friend.hex == so.hex && !friend.routed);
            sum += if held { 0.5 } else { 7.0 };
        }
        if near <= 4 {
            sum += match self.game.terrain(self.state, so.hex) {
                Terrain::Clear => 0.0,
                Terrain::Work => 3.0,
                _ => 1.5,
            };
        }
        sum
    }

    fn for_foot(&self, unit: Unit, so: &Standing, goal: usize) -> f32 {
        let kind = self.game.printed(unit);
        let mut sum = self.common(unit, so, goal) - if self.attacks() { 0.7 } else { 2.2 } * self.exposure(so);
        let strength = f32::from(kind.melee) * f32::from(so.left) / f32::from(kind.increments);
        let mut odds: Option<f32> = None;
        // Those who hold what is wanted are worth more than those who wander about.
        let mut blocks = 1.5;
        for enemy in self.enemies.iter().filter(|enemy| self.far(enemy.hex, so.hex) == 1) {
            let here = self.far(self.state.piece(unit).hex, enemy.hex) <= if self.attacks() { 5 } else { 2 };
            let found = self.odds(enemy.hex, if here { 0.0 } else { strength }) * if enemy.routed { 2.0 } else { 1.0 };
            odds = Some(odds.map_or(found, |known| known.min(found)));
            let to_goal = self.maps.places[goal].iter().map(|hex| self.far(*hex, enemy.hex)).min().unwrap_or(u8::MAX);
            blocks = f32::max(
                blocks,
                if self.wanted(enemy.hex) {
                    8.0
                } else if to_goal <= 3 {
                    5.0
                } else {
                    0.0
                },
            );
        }
        // Whoever waits for the others stays out of reach.
        if self.aim == Aim::Wait && self.attacks() && self.to_enemy(so.hex) <= 2 {
            sum -= 14.0;
        }
        if let Some(odds) = odds {
            let most = if self.attacks() { blocks } else { 6.0 };
            let past = self.aim == Aim::Press && blocks < 5.0;
            sum += if past { -5.0 } else { ((odds - self.mood) * 5.0).clamp(-8.0, most) };
            // Whoever holds a place need not go out to meet those who come.
            if !self.attacks() && !self.counts(so.hex) && !self.hunts() {
                sum -= 2.0;
            }
        }
        let open = matches!(self.game.terrain(self.state, so.hex), Terrain::Clear);
        if open && self.ridden(so.hex) {
            sum -= if kind.carre.is_none() { 9.0 } else { 5.0 };
        }
        // Whoever stands among others drawn up differently is disordered, and in a stack one who runs takes the others along.
        for friend in
            self.friends.iter().filter(|friend| friend.unit != unit && friend.arm == Arm::Infantry && friend.hex == so.hex)
        {
            let alike = self.state.piece(friend.unit).formation == so.formation && friend.good;
            sum -= if alike { if self.attacks() { 0.2 } else { 1.0 } } else { 9.0 };
        }
        let company = self.friends.iter().filter(|friend| {
            friend.unit != unit && !friend.routed && friend.arm == Arm::Infantry && self.far(friend.hex, so.hex) <= 1
        });
        sum += 0.5 * company.take(4).count() as f32;
        if open && self.to_cavalry(so.hex) <= 8 {
            let friends = self.friends.iter().filter(|friend| friend.unit != unit && self.far(friend.hex, so.hex) <= 2).count();
            sum -= if friends == 0 { 2.5 } else { 0.5 };
        }
        if so.order != Order::Good && self.to_enemy(so.hex) <= 2 {
            sum -= 5.0;
        }
        sum
    }

    fn for_horse(&self, unit: Unit, so: &Standing, goal: usize) -> f32 {
        let near = self.to_enemy(so.hex);
        let mut sum = 0.6 * self.common(unit, so, goal) - 3.0 * self.exposure(so);
        if near < 40 {
            sum -= (f32::from(near) - 4.0).abs().min(8.0);
        }
        for enemy in self.enemies.iter().filter(|enemy| self.far(enemy.hex, so.hex) == 1) {
            sum += if enemy.good { -6.0 } else { 3.0 };
        }
        let behind =
            self.friends.iter().any(|friend| friend.arm == Arm::Infantry && friend.good && self.far(friend.hex, so.hex) <= 3);
        sum += if behind { 2.0 } else { 0.0 };
        if !matches!(self.game.terrain(self.state, so.hex), Terrain::Clear) {
            sum -= 2.0;
        }
        sum
    }

    fn for_guns(&self, unit: Unit, so: &Standing, left: u8, goal: usize) -> f32 {
        let near = self.to_enemy(so.hex);
        let mut sum = 0.8 * self.common(unit, so, goal) - 2.0 * self.exposure(so);
        if near <= 1 {
            return sum - 15.0;
        }
        if (2..=5).contains(&near) && left >= 4 {
            let seen = self
                .enemies
                .iter()
                .any(|enemy| !enemy.routed && self.far(enemy.hex, so.hex) <= 5 && self.game.sees(self.state, so.hex, enemy.hex));
            sum += if seen { 10.0 } else { 2.0 };
        } else if near <= 3 {
            // Still limbered before the enemy.
            sum -= 6.0;
        }
        let guarded = self
            .friends
            .iter()
            .any(|friend| friend.unit != unit && friend.arm == Arm::Infantry && friend.good && self.far(friend.hex, so.hex) <= 2);
        if near <= 6 && !guarded {
            sum -= 4.0;
        }
        sum
    }

    fn for_leader(&self, unit: Unit, so: &Standing) -> f32 {
        let (chief, near) = (self.game.printed(unit), self.to_enemy(so.hex));
        let mut sum = 0.0;
        for friend in self.friends.iter().filter(|friend| friend.hex == so.hex) {
            let kind = self.game.printed(friend.unit);
            let his = chief.corps == kind.corps && (chief.division == "-" || chief.division == kind.division);
            let use_of = match friend.arm {
                Arm::Artillery => f32::from(chief.art_bonus) * 2.0,
                Arm::Cavalry => f32::from(chief.cav_value) * 1.5,
                _ => f32::from(chief.morale_bonus) * 0.6 + f32::from(chief.inf_attack) * 0.3,
            };
            let shaken = if friend.good { 1.0 } else { 1.6 };
            sum += use_of * shaken * if his { 1.0 } else { 0.5 };
        }
        if sum == 0.0 {
            return -20.0 - f32::from(near.min(20));
        }
        sum - 0.5 * f32::from(near.min(16)) - if near <= 1 { 3.0 } else { 0.0 }
    }

    /// How well a unit that stood so would look at the enemies around it.
    pub fn outlook(&self, unit: Unit, so: &Standing) -> f32 {
        let sides = self.game.sides_of(self.state, unit, so, so.hex);
        let mut sum = 0.0;
        for enemy in self.enemies.iter().filter(|enemy| !enemy.routed) {
            let far = self.far(enemy.hex, so.hex);
            if far > 9 || far == 0 {
                continue;
            }
            let Some(side) = self.toward(so.hex, enemy.hex) else { continue };
            let worth = match sides.aspect(side) {
                grognard_engine::facing::Aspect::Front => 1.0,
                grognard_engine::facing::Aspect::Flank => -1.0,
                grognard_engine::facing::Aspect::Rear => -1.3,
            };
            sum += worth * 6.0 / (f32::from(far) * f32::from(far));
        }
        sum
    }

    /// Whether a unit that has to go far is better off on the road: nobody near, a long way to go.
    pub fn marches(&self, unit: Unit, so: &Standing, goal: usize) -> bool {
        let ground = &self.game.field().ground;
        let far = self.points_to(unit, so, goal);
        let (near, horse) = (self.to_enemy(so.hex), self.to_cavalry(so.hex));
        let across = self.beyond(so, goal);
        let calm = near > 7 && horse > 12;
        ground.on_road(so.hex)
            && ground.terrain(so.hex) != Terrain::Path
            && so.place == Place::Map
            && ((far > 14.0 && calm) || (across && near > 2))
    }

    /// Whether the road goes on from a hex through a hexside, nearer to a place.
    pub fn leads_on(&self, unit: Unit, so: &Standing, side: usize, goal: usize) -> bool {
        let (ground, arm) = (&self.game.field().ground, self.game.printed(unit).arm);
        let next = self.grid().neighbours(so.hex)[side].filter(|_| ground.edge(so.hex, side).road());
        next.is_some_and(|next| self.maps.far(goal, arm, next) < self.maps.far(goal, arm, so.hex))
    }

    /// Whether a march should be broken off: somebody is near, it has come to where it goes, or its road leads elsewhere.
    pub fn forms_up(&self, unit: Unit, so: &Standing, goal: usize) -> bool {
        let back = (usize::from(so.heading / 2) + 3) % 6;
        let on = (0..6).any(|side| side != back && self.leads_on(unit, so, side, goal));
        so.formation == Formation::March && !(on && self.marches(unit, so, goal))
    }
}
