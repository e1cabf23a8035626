//! [20.1] The morale recovery segment; [16.2] readiness that comes back; [20.3] corps morale; [21.6] entrenchments given up.

use crate::Bautzen;
use crate::action::Action;
use crate::army::Setup;
use crate::event::{Event, Kind};
use crate::rooms::asked;
use crate::stamp::Stamp;
use crate::state::{Arm, Formation, NOWHERE, Order, Place, Readiness, Side, Standing, State, Unit, Units, flag};
use crate::tables::{Organisation, Terrain};
use grognard_engine::facing::Heading;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

/// Who is rolled for.
#[derive(Clone, Copy)]
pub struct Recovering;

impl Bautzen {
    /// [20.1] Whether a unit is to be rolled for.
    fn may_recover(&self, state: &State, unit: Unit) -> Result<(), Violation> {
        let so = state.piece(unit);
        let no = |why: &'static str| Err(Violation::new("20.1", why, Subject::Unit(UnitId(unit))));
        if self.side(unit) != state.phasing {
            return no("the enemy's units recover in his own segment");
        }
        if !self.kind(unit).fights() {
            return no("leaders are never out of order");
        }
        if !matches!(so.place, Place::Map | Place::Off) {
            return no("the unit is not there");
        }
        if so.good() {
            return no("the unit is in good order");
        }
        if so.has(flag::ROLLED) {
            return no("the unit has been rolled for in this segment, or was in order when it began");
        }
        Ok(())
    }

    /// [20.1] The first who is to be rolled for.
    pub(crate) fn first_to_recover(&self, state: &State) -> Option<Unit> {
        self.units().find(|&unit| self.may_recover(state, unit).is_ok())
    }

    /// [20.1] The roll, and what comes of it.
    fn recover(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        state.notes_of(unit).mark(flag::ROLLED);
        let so = *state.piece(unit);
        if self.roll_morale(state, unit, "20.1", &[], umpire) {
            *state.piece_mut(unit) = self.rallied(state, unit);
            self.tell_order(state, unit, "20.1", "is in good order again", umpire);
            return;
        }
        // [20.2] Off the map it only goes on trying.
        if so.place == Place::Off {
            state.piece_mut(unit).order = Order::Routed;
            return;
        }
        if so.formation == Formation::Unlimbered {
            return self.fail(state, unit, umpire);
        }
        // [13.2] Recovery is a check like others: who fails it shakes his stack, be he far from the enemy and stays.
        self.shake_stack(state, unit, umpire);
        if so.order == Order::Routed && self.far_from_enemies(state, unit) && !so.has(flag::WAS_NEAR) {
            self.shelter(state, unit, umpire);
        } else {
            self.rout(state, unit, 0, "20.1", umpire);
        }
    }

    /// [20.1] How a unit stands that is in order again: in column or in general order. [21.4] In a swamp those who can do so on one hex skirmish.
    fn rallied(&self, state: &State, unit: Unit) -> Standing {
        let so = Standing { order: Order::Good, ..*state.piece(unit) };
        if !so.on_map() || self.kind(unit).arm == Arm::Artillery {
            return so;
        }
        let heading = Heading::corner(usize::from(so.heading / 2)).number();
        let drawn_out = Standing { formation: Formation::Skirmish, heading, ..so };
        let swamp = self.terrain(state, so.hex) == Terrain::Swamp && !self.two_hexes(unit, Formation::Skirmish, so.left).1;
        if swamp && self.may_stand(state, unit, &drawn_out).is_ok() {
            return drawn_out;
        }
        Standing { formation: self.loose(state, so.hex), ..so }
    }

    /// [20.1] Whether every enemy is so far away that a routed unit need not run on.
    pub(crate) fn far_from_enemies(&self, state: &State, unit: Unit) -> bool {
        let (grid, hex) = (self.grid(), state.piece(unit).hex);
        let mut enemies = self.fighters(state, self.side(unit).other()).flat_map(|enemy| state.piece(enemy).hexes());
        enemies.all(|at| i16::from(grid.distance(at, hex)) > self.figures().stay_distance)
    }

    /// [20.1] Far from every enemy a routed unit goes to the nearest woods or houses that are just as far, and stays.
    fn shelter(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        let grid = self.grid();
        let from = state.piece(unit).hex;
        let enemies: Vec<HexId> =
            self.fighters(state, self.side(unit).other()).flat_map(|enemy| state.piece(enemy).hexes()).collect();
        let far = |hex: HexId| enemies.iter().all(|&at| i16::from(grid.distance(at, hex)) >= self.figures().stay_distance);
        let so = *state.piece(unit);
        let fits = |hex: HexId| {
            let terrain = self.terrain(state, hex);
            // [21.8] A loopholed village is a village in this, for whoever may enter it.
            if !terrain.general() || terrain == Terrain::Garden || !far(hex) {
                return false;
            }
            let end = crate::Standing { hex, second: NOWHERE, tail: 0, formation: self.end_formation(state, unit, hex), ..so };
            self.may_stand(state, unit, &end).is_ok()
        };
        // [14.3] [14.9] No farther than a rout would lead, and where it can go.
        let Some(hex) = self.nearest_in_reach(state, unit, self.rout_hexes(unit), fits) else { return };
        let mut so = so;
        (so.hex, so.formation) = (hex, self.end_formation(state, unit, hex));
        self.put(state, unit, so, umpire);
        umpire.tell(|| {
            let text = format!("{} gathers in {}", self.called(unit), grid.number(hex));
            self.event(Kind::Retreat, "20.1", &[unit], &[from, hex], text)
        });
        // [19.4] Leaders go with the last who leave their hex.
        self.leaders_follow(state, from, hex, self.side(unit));
        // [13.2] It ends among others, and shakes them.
        self.shake(state, unit, hex, umpire);
    }

    /// [16.2] [21.2] At the end of a player's recovery segment cavalry that has rested gets its readiness back, and what crossed the Spree has formed again.
    pub(crate) fn end_recovery(&self, state: &mut State) {
        let now = state.sequence();
        for unit in self.units() {
            let own = self.side(unit) == state.phasing;
            let piece = state.notes_of(unit);
            // Whoever runs through a crossing in this segment forms again in his next one.
            if own && !piece.has(flag::CROSSED_NOW) {
                piece.flags &= !flag::CROSSED;
            }
            if piece.tired == 0 || piece.tired + 2 > now || !(now - piece.tired).is_multiple_of(2) {
                continue;
            }
            piece.ready = match (piece.ready, piece.paced()) {
                (ready, 2) => ready,
                (_, 0) | (Readiness::Tired, _) => Readiness::Fresh,
                (Readiness::Exhausted, _) => Readiness::Tired,
                (ready, _) => ready,
            };
            piece.tired = if piece.ready == Readiness::Fresh { 0 } else { now };
            piece.set_paced(0);
        }
    }

    /// [16.2] Cavalry becomes a level more tired.
    pub(crate) fn tire(&self, state: &mut State, unit: Unit, to: Readiness) {
        let now = state.sequence();
        let piece = state.notes_of(unit);
        piece.ready = piece.ready.max(to);
        piece.tired = now;
        piece.set_paced(0);
    }

    /// [16.2] How far a unit has moved that has so many half points left.
    pub(crate) fn note_pace(&self, state: &mut State, unit: Unit, left: u8) {
        let allowance = self.allowance_at_first(state, unit);
        let spent = allowance.saturating_sub(left);
        let piece = state.notes_of(unit);
        piece.set_paced(piece.paced().max(if 2 * spent > allowance { 2 } else { 1 }));
    }

    /// [20.3] How many battalions of an organisation are eliminated or routed.
    pub(crate) fn broken(&self, state: &State, body: u8) -> u8 {
        let counts = |unit: &Unit| {
            let kind = self.kind(*unit);
            let so = state.piece(*unit);
            kind.arm == Arm::Infantry
                && kind.body == Some(body)
                && (so.place == Place::Lost || so.order == Order::Routed)
                && so.place != Place::Absent
        };
        self.units().filter(counts).count() as u8
    }

    /// [20.3] The organisations of this game.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = (u8, &Organisation)> {
        let variant = match self.setup() {
            Setup::Short => "short",
            Setup::Long => "long",
            Setup::Outposts => "none",
        };
        self.tables().organisations.iter().filter(move |row| row.1 == variant).enumerate().map(|(at, row)| (at as u8, row))
    }

    /// [20.3] Recomputes the levels.
    pub(crate) fn recompute_levels(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for (body, (name, _, levels, _)) in self.bodies() {
            let broken = self.broken(state, body);
            let level = levels.iter().filter(|from| broken >= **from).count() as u8;
            let before = std::mem::replace(&mut state.levels[usize::from(body)], level);
            if before != level {
                umpire.tell(|| {
                    let text = format!(
                        "{name} is on morale level {level}: {broken} battalion{} lost or routed",
                        if broken == 1 { "" } else { "s" }
                    );
                    self.event(Kind::Level, "20.3", &[], &[], text)
                });
            }
        }
    }

    /// [20.3] What the level of its organisation adds to a battalion's rolls.
    pub(crate) fn level_modifier(&self, state: &State, unit: Unit) -> i16 {
        let kind = self.kind(unit);
        let Some(body) = kind.body.filter(|_| kind.arm == Arm::Infantry) else { return 0 };
        let level = usize::from(state.levels[usize::from(body)]);
        let row = self.bodies().find(|(at, _)| *at == body);
        row.filter(|_| level > 0).map_or(0, |(_, (.., modifiers))| modifiers[level - 1])
    }

    /// [21.6] An entrenchment that the Coalition has not taken back within a turn is gone.
    pub(crate) fn forget_trenches(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for at in 0..state.trenches.len() {
            let (hex, since) = state.trenches[at];
            if hex == NOWHERE || since == 0 || since == u8::MAX || state.turn <= since + 1 {
                continue;
            }
            if !self.held_by(state, Side::Coalition, hex) {
                state.trenches[at].1 = u8::MAX;
                state.stamp = Stamp::fresh();
                // Whoever is in it stands on clear ground from now on.
                for unit in self.ranks(state, hex).collect::<Vec<_>>() {
                    let so = *state.piece(unit);
                    if so.formation == Formation::General {
                        state.piece_mut(unit).formation = Formation::Column;
                    }
                }
                umpire.tell(|| {
                    let text = format!("the entrenchment in {} is given up", self.grid().number(hex));
                    self.event(Kind::Note, "21.6", &[], &[hex], text)
                });
            }
        }
    }

    /// [21.6] The terrain of a hex as it is now: what was an entrenchment and has been given up is clear ground.
    #[must_use]
    pub fn terrain(&self, state: &State, hex: HexId) -> Terrain {
        match self.ground().terrain(hex) {
            Terrain::Trench if !self.entrenched(state, hex) => Terrain::Clear,
            terrain => terrain,
        }
    }

    /// [21.6] Whether there is an entrenchment in a hex still.
    pub(crate) fn entrenched(&self, state: &State, hex: HexId) -> bool {
        state.trenches.iter().any(|(trench, since)| *trench == hex && *since != u8::MAX)
    }
}

impl Room<Bautzen> for Recovering {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(state.phasing, "20.1")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        out.extend(game.units().filter(|&unit| game.may_recover(state, unit).is_ok()).map(Action::Recover));
        if out.is_empty() {
            out.push(Action::End);
        }
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Recover(unit) => game.may_recover(state, unit),
            // Where nobody is out of order the segment ends by itself, unless a position is set up in it.
            Action::End => match game.first_to_recover(state) {
                Some(unit) => {
                    Err(Violation::new("20.1", "every unit that is out of order is rolled for", Subject::Unit(UnitId(unit))))
                }
                None => Ok(()),
            },
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Recover(unit) => game.recover(state, unit, umpire),
            _ => game.end_segment(state, umpire),
        }
    }

    fn pass(self, game: &Bautzen, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let mut waiting = game.units().filter(|&unit| game.may_recover(state, unit).is_ok());
        match (waiting.next(), waiting.next()) {
            (None, _) => game.end_segment(state, umpire),
            (Some(unit), None) => {
                // [13.2] Nobody is asked for the last one: his is a roll of its own all the same, and shakes his stack like those before it.
                state.shaken = Units::EMPTY;
                game.recover(state, unit, umpire);
            }
            _ => return false,
        }
        true
    }
}
