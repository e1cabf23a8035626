//! [17.1] to [17.5] Carré: who may try it under a charge, the roll, and what comes of it.

use crate::Bautzen;
use crate::action::Action;
use crate::base6::{clamped, printed};
use crate::charge::{NO_TARGET, stage};
use crate::event::{Event, Kind};
use crate::movement::two_dice;
use crate::rooms::asked;
use crate::state::{Arm, Formation, Ride, State, Unit, flag};
use crate::tables::CarreRow;
use grognard_engine::room::Room;
use grognard_engine::tally::Tally;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

/// Whether a charged hex tries to form carré.
#[derive(Clone, Copy)]
pub struct Standing;

impl Bautzen {
    /// [17.2] Whether the infantry of a hex may try to form carré: in column or line, three increments, a category that knows it, and not tried yet.
    pub(crate) fn may_square(&self, state: &State, hex: HexId) -> Result<Unit, Violation> {
        let Some(top) = self.ranks(state, hex).find(|&unit| self.kind(unit).arm == Arm::Infantry) else {
            return Err(Violation::new("17.2", "no infantry stands there", Subject::Hex(hex)));
        };
        let kind = self.kind(top);
        let no = |case: &'static str, why: &'static str| Err(Violation::new(case, why, Subject::Unit(UnitId(top))));
        let drawn_up = |unit: Unit| {
            let so = state.piece(unit);
            so.good() && matches!(so.formation, Formation::Column | Formation::Line) && !so.wide()
        };
        if !drawn_up(top) {
            return no("17.2", "only infantry in column or line, in good order and in one hex, forms carré");
        }
        if kind.carre.is_none() || kind.block.is_none() {
            return no("17.2", "this category forms no carré");
        }
        // [17.2] The hex forms as one: whoever knows no carré, or could not try it alone, keeps the others from it.
        let infantry = || self.ranks(state, hex).filter(|&unit| self.kind(unit).arm == Arm::Infantry);
        if infantry().any(|unit| self.kind(unit).carre.is_none() || !drawn_up(unit)) {
            return no("17.2", "a battalion of the hex forms no carré");
        }
        // [6.9] To form carré is to change formation.
        if infantry().any(|unit| state.piece(unit).has(flag::FORCED)) {
            return no("6.9", "a forced march keeps its formation");
        }
        let strength: i16 = infantry().map(|unit| i16::from(state.piece(unit).left)).sum();
        if strength < self.figures().carre_least {
            return no("17.2", "three increments are needed for a carré");
        }
        if state.ride.tried.has(top) {
            return no("17.1", "carré is tried once in a charge");
        }
        Ok(top)
    }

    /// [17.1] The points that riders need to reach a hex straight on, if they can: by the cheapest of the shortest ways.
    pub(crate) fn points_to(&self, state: &State, hex: HexId) -> Option<u8> {
        let (grid, lead) = (self.grid(), state.ride.lead);
        let so = *state.piece(lead);
        let mut ways: Vec<(HexId, u8)> = vec![(so.hex, 0)];
        for far in (0..grid.distance(so.hex, hex)).rev() {
            let mut nearer: Vec<(HexId, u8)> = Vec::new();
            for &(at, spent) in &ways {
                for to in grid.around(at).filter(|&to| grid.distance(to, hex) == far) {
                    let rides = self.may_gallop(state, at, to).and_then(|()| self.price(state, lead, &so, at, to));
                    let Ok(price) = rides else { continue };
                    let total = spent.saturating_add(price);
                    match nearer.iter_mut().find(|(known, _)| *known == to) {
                        Some((_, least)) => *least = total.min(*least),
                        None => nearer.push((to, total)),
                    }
                }
            }
            ways = nearer;
        }
        ways.first().map(|(_, spent)| spent.div_ceil(2))
    }

    /// [17.1] [16.9] The row of whoever is named: a slope or a stream before him gives him time; whoever is fallen upon has none.
    pub(crate) fn carre_row(&self, state: &State, hex: HexId) -> u8 {
        let points = if state.ride.pounce { None } else { self.points_to(state, hex) };
        points.unwrap_or(1).clamp(1, self.figures().carre_within as u8)
    }

    /// [17.1] Infantry before the riders that may try carré now: within four points and able to see them through its front.
    pub(crate) fn next_warned(&self, state: &State) -> Option<(HexId, u8)> {
        let Ride { lead, warned, units, .. } = state.ride;
        let so = state.piece(lead);
        let enemy = self.side(lead).other();
        let within = self.figures().carre_within as u8;
        let mut seen: Vec<HexId> = Vec::new();
        for hex in self.fighters(state, enemy).map(|unit| state.piece(unit).hex) {
            let far = self.grid().distance(so.hex, hex);
            if far == 0 || far > within || seen.contains(&hex) {
                continue;
            }
            seen.push(hex);
            // The topmost infantry answers for the hex, whichever counter of it is looked at first.
            let Some(top) = self.may_square(state, hex).ok().filter(|&top| !warned.has(top)) else { continue };
            // [16.3.3] Before all who ride, whoever of them is the foremost.
            let before = units.into_iter().all(|rider| self.bears(state, rider, so.hex, hex));
            let ahead = before && self.bears(state, top, hex, so.hex) && self.sees(state, so.hex, hex);
            if let Some(points) = self.points_to(state, hex).filter(|points| ahead && *points <= within) {
                return Some((hex, points.clamp(1, within)));
            }
        }
        None
    }

    /// [17.3] The row of the table and the modifiers.
    pub(crate) fn carre_roll(&self, state: &State, unit: Unit, row: u8, told: bool) -> (CarreRow, Tally) {
        let (kind, so) = (self.kind(unit), state.piece(unit));
        let m = &self.tables().carre_modifiers;
        let from = usize::from(so.formation == Formation::Line);
        let line = self.tables().carre[kind.block.unwrap_or(0)][from][usize::from(row.clamp(1, 4)) - 1];
        let mut tally = if told { Tally::default() } else { Tally::quiet() };
        let mut add = |by: i16, what: &str| {
            if by != 0 {
                tally.add(by, Case("17.3"), || what.to_owned());
            }
        };
        if let Some((_, by)) = self.best_leader(state, so.hex, unit, |leader| self.kind(leader).inf_defence) {
            add(-by, "leader");
        }
        let trait_of = match (kind.nation.as_str(), kind.category.as_str()) {
            (_, "Vieille Garde G/C") => m.vieille,
            (_, "Fusilier G/C" | "Velites") => m.first_guard,
            (_, "Jeune Garde T/V") => m.second_guard,
            ("Russian", "Guard" | "Gd. Jaeger") => m.russian_guard,
            ("Russian", "Grenadier") => m.russian_grenadier,
            ("Prussian", "Grenadier" | "Garde" | "Normal" | "Fus. Gd") => m.prussian,
            ("Prussian", "Jäger" | "Gd. Jäger" | "Schützen") => m.jaeger,
            _ => 0,
        };
        add(trait_of, "category");
        // Of the riders' weapons and the corps' morale only the largest counts.
        let riders = state.ride.units;
        let light = riders.into_iter().any(|unit| !self.kind(unit).heavy);
        let lance = riders.into_iter().any(|unit| self.kind(unit).lance_armed);
        let level = kind.body.map_or(0, |body| i16::from(state.levels[usize::from(body)]));
        let worst = [(light, m.light), (lance, m.lance), (level > 0, m.level * level)];
        add(
            worst.into_iter().filter(|(is, _)| *is).map(|(_, by)| by).max().unwrap_or(0),
            "light or lance-armed cavalry, or corps morale",
        );
        (line, tally)
    }

    /// [17.3] The roll, and what it does to the infantry of the hex.
    pub(crate) fn try_carre(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Ride { target, row, .. } = state.ride;
        let Ok(top) = self.may_square(state, target) else { return };
        let (line, tally) = self.carre_roll(state, top, row, umpire.listens());
        let natural = two_dice(umpire, "17.3");
        let at = clamped(natural + tally.total);
        let infantry: Vec<Unit> = self.ranks(state, target).filter(|&unit| self.kind(unit).arm == Arm::Infantry).collect();
        infantry.iter().for_each(|&unit| state.ride.tried.insert(unit));
        // [17.2] [18.6] Limbered guns share what becomes of the infantry; others are left behind.
        let left = |unit: Unit| self.kind(unit).arm == Arm::Artillery && state.piece(unit).formation == Formation::Unlimbered;
        let sharing: Vec<Unit> = self.ranks(state, target).filter(|&unit| !left(unit)).collect();
        let word = if at < line.formed {
            "carré"
        } else if at < line.disordered {
            "disorder"
        } else {
            "rout"
        };
        umpire.tell(|| {
            let text = format!(
                "{} tries to form carré at {row} point{}: {}{:+}: {word}",
                self.called(top),
                if row == 1 { "" } else { "s" },
                printed(natural),
                tally.total
            );
            self.event(Kind::Charge, "17.3", &infantry, &[target], text).rolled(printed(natural)).came_to(&row.to_string(), word)
        });
        let contact = state.ride.stage == stage::CONTACT;
        let near = self.grid().distance(state.piece(state.ride.lead).hex, target) <= 2;
        match word {
            "carré" => {
                for &unit in &infantry {
                    let mut so = *state.piece(unit);
                    so.formation = Formation::Carre;
                    so.heading -= so.heading % 2;
                    self.set(state, unit, so);
                }
                // [17.4] Near by there is no turning away any more; but Cossacks do not charge steady infantry [16.10].
                let shy = state.ride.units.into_iter().any(|unit| self.kind(unit).cossack());
                if contact || (near && !shy) {
                    self.close_with(state, target);
                } else {
                    state.ride.target = NO_TARGET;
                }
            }
            "disorder" => {
                for &unit in &sharing {
                    self.disorder(state, unit);
                    self.tell_order(state, unit, "17.3", "is disordered", umpire);
                }
                // [16.6] The riders follow as far as they come, and ride down whom they reach.
                state.ride.trample = self.figures().trample_disordered as u8;
                self.close_with(state, target);
            }
            _ => self.broken_trying(state, &sharing, contact, umpire),
        }
    }

    /// [17.3] A try at carré has routed infantry, and those who share its fate.
    fn broken_trying(&self, state: &mut State, sharing: &[Unit], contact: bool, umpire: &mut Umpire<'_, Event>) {
        let Ride { target, lead, .. } = state.ride;
        for &unit in sharing {
            self.routed_in_place(state, unit);
            self.tell_order(state, unit, "17.3", "routs", umpire);
        }
        if contact {
            self.beaten(state, umpire);
        } else if self.grid().adjacent(state.piece(lead).hex, target) {
            // [16.5] [16.7] With the riders right before it, it is their target, named or not: it can be ridden down before it runs, as the disordered
            // can [16.6], and then the riders are recalled or not.
            state.ride.trample = self.figures().trample_routed as u8;
            self.close_with(state, target);
        } else {
            self.send_running(state, target, umpire);
            state.ride.target = NO_TARGET;
        }
    }
}

impl Room<Bautzen> for Standing {
    fn asks(self, game: &Bautzen, state: &State) -> (Seat, Case) {
        asked(game.side(state.ride.lead).other(), "17.1")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        if game.may_square(state, state.ride.target).is_ok() {
            out.push(Action::Carre);
        }
        out.push(Action::Stand);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Carre => game.may_square(state, state.ride.target).map(|_| ()),
            Action::Stand => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        let target = state.ride.target;
        for unit in game.ranks(state, target).collect::<Vec<_>>() {
            state.ride.warned.insert(unit);
        }
        state.pop();
        let contact = state.ride.stage == stage::CONTACT;
        if action == Action::Carre {
            game.try_carre(state, umpire);
        } else if contact {
            game.stand(state, umpire);
        } else {
            state.ride.target = NO_TARGET;
        }
    }

    fn pass(self, game: &Bautzen, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        // Somebody met the riders before they came so far.
        if state.ride.stage == stage::OVER || state.ride.target == NO_TARGET {
            state.pop();
            return true;
        }
        let none = game.may_square(state, state.ride.target).is_err();
        if none {
            self.deed(game, state, Action::Stand, umpire);
        }
        none
    }
}
