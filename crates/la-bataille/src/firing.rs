//! [10.1] [10.4] The decisions of fire: which hex, who fires, and what comes of it.

use crate::Bautzen;
use crate::action::Action;
use crate::base6::{clamped, place, printed};
use crate::event::{Event, Kind};
use crate::fire::Occasion;
use crate::movement::two_dice;
use crate::rooms::asked;
use crate::state::{Cause, Frame, NOWHERE, Segment, Side, State, Unit, Units, flag, note};
use grognard_engine::ratio::Ratio;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

/// Which hex is fired at.
#[derive(Clone, Copy)]
pub struct Choosing;

/// Who fires at it.
#[derive(Clone, Copy)]
pub struct Aiming(pub HexId);

/// Who fires at a unit that acts in a zone.
#[derive(Clone, Copy)]
pub struct Opportunity(pub Unit);

/// How near somebody within range comes to firing at a hex, by why he does not: nearest where front and sight would do and a rule of its own forbids it, not at
/// all where he fires at nobody.
pub(crate) fn nearness(violation: &Violation) -> u8 {
    match violation.case.0 {
        "5.3.4" | "6.9" | "9.6" | "10.3" | "16.5" => 3,
        "9.1" | "21.5" => 2,
        "14.2" => 0,
        _ if violation.why == crate::fire::TOO_FAR => 0,
        _ => 1,
    }
}

impl Bautzen {
    /// [10.1] Who fires in the present segment.
    fn firing_side(state: &State) -> Side {
        if state.segment == Segment::Defensive { state.phasing.other() } else { state.phasing }
    }

    /// [10.1] Whether a hex can be fired at now.
    fn may_target(&self, state: &State, hex: HexId) -> Result<(), Violation> {
        let side = Self::firing_side(state);
        let what = Subject::Hex(hex);
        if !self.held_by(state, side.other(), hex) {
            return Err(Violation::new("10.1", "no enemy that fights stands there", what));
        }
        if state.shot.contains(&hex) {
            return Err(Violation::new("10.1", "a hex is fired at once in a segment", what));
        }
        let occasion = Self::occasion(state);
        let (mut fault, mut spent) = (None, None);
        // What is told is the reason of somebody for whom the range would do, and rather of one who has still to fire.
        for unit in self.fighters(state, side).filter(|&unit| self.within_reach(state, unit, hex, occasion)) {
            match self.shot(state, unit, hex, occasion) {
                Ok(_) => return Ok(()),
                Err(violation) if violation.why == crate::fire::HAS_FIRED => {
                    spent = Some(self.nearer(spent, 0, violation));
                }
                // Of those who come nearest to it, wherever they stand in the list.
                Err(violation) if violation.why != crate::fire::TOO_FAR => {
                    fault = Some(self.nearer(fault, nearness(&violation), violation));
                }
                Err(_) => {}
            }
        }
        Err(fault.or(spent).map_or(Violation::new("10.1", "nobody can fire at it", what), |(_, why)| why))
    }

    /// [10.3] Whether a unit can join those who fire at a hex.
    fn may_join_fire(&self, state: &State, unit: Unit, hex: HexId, occasion: Occasion, side: Side) -> Result<(), Violation> {
        let what = Subject::Unit(UnitId(unit));
        if self.side(unit) != side {
            return Err(Violation::new("10.1", "the unit is the enemy's", what));
        }
        if state.firing.has(unit) {
            return Err(Violation::new("10.3", "the unit takes part already", what));
        }
        self.shot(state, unit, hex, occasion)?;
        let mut all = state.firing;
        all.insert(unit);
        self.guns_combine(state, all)
    }

    /// [10.3] What keeps a unit from firing in this segment at a hex that holds an enemy and has not been fired at.
    pub(crate) fn keeps_from_firing(&self, state: &State, unit: Unit, hex: HexId) -> Option<Violation> {
        let side = Self::firing_side(state);
        let open = self.held_by(state, side.other(), hex) && !state.shot.contains(&hex);
        self.may_join_fire(state, unit, hex, Self::occasion(state), side).err().filter(|_| open)
    }

    /// [10.4] The roll and what comes of it.
    pub(crate) fn fire(
        &self,
        state: &mut State,
        hex: HexId,
        prey: Option<Unit>,
        occasion: Occasion,
        umpire: &mut Umpire<'_, Event>,
    ) {
        let firers = std::mem::take(&mut state.firing);
        let volley = self.volley(state, hex, prey, firers, occasion, umpire.listens());
        let hex = volley.hex;
        let natural = two_dice(umpire, "10.4");
        let at = clamped(natural + volley.modifier.total);
        let table = &self.tables().fire[volley.column];
        let lost = table.losses[at as usize];
        let victims = self.victims(state, hex, prey);
        umpire.tell(|| {
            let who: Vec<Unit> = firers.into_iter().collect();
            let target = self.grid().number(hex);
            let modifiers = crate::forecast::lines(&volley.modifier);
            let modifiers = if modifiers.is_empty() { String::new() } else { format!(" ({})", modifiers.join(", ")) };
            let canister = if volley.canister { " with canister" } else { "" };
            // [12.2] What the table says is not what guns alone lose.
            let taken = self.suffered(state, &victims, lost);
            let alone = lost > 0 && self.guns_alone(state, &victims);
            let halved = if alone { format!(" (guns alone lose half of {lost} [12.2])") } else { String::new() };
            let text = format!(
                "{} at {target}: {} against {} ({}), column {}{canister}, roll {}{modifiers}: {taken} lost{halved}",
                self.acts(firers, "fire"),
                volley.value.total,
                volley.defence,
                self.told_cover(&volley),
                table.odds,
                printed(natural),
            );
            self.event(Kind::Fire, "10.4", &who, &[hex], text).rolled(printed(natural)).came_to(&table.odds, &taken.to_string())
        });
        let shocks: Vec<(Unit, u8)> =
            victims.iter().map(|&unit| (unit, self.shock_of(state, unit, hex, firers, occasion))).collect();
        for unit in firers {
            // [10.1] A hex that is out of range, sees nothing or is not the one that fires has not fired.
            let from = self.shot(state, unit, hex, occasion).map_or([(NOWHERE, Ratio::ZERO); 3], |shot| shot.from);
            let fired = from.iter().zip(flag::FIRED_FROM).filter(|((at, _), _)| *at != NOWHERE);
            let square = self.in_carre(state, unit).then(|| self.open_side(state, unit, hex)).flatten();
            let marks = square.unwrap_or(fired.fold(0, |marks, (_, mark)| marks | mark));
            let piece = state.notes_of(unit);
            if occasion != Occasion::Opportunity {
                piece.mark(marks);
            }
            if occasion == Occasion::Offensive {
                piece.aim = hex;
            }
        }
        if prey.is_none() {
            note(&mut state.shot, hex);
        }
        let cossacks: Vec<Unit> = victims.into_iter().filter(|&unit| self.kind(unit).cossack()).collect();
        // [10.4] A leader in the hex can be hit, before he makes off from units that this fire destroys.
        if natural >= place(65) {
            self.leader_hit(state, &[hex], crate::leaders::Peril::Fire, None, umpire);
        }
        let taken = self.losses(state, hex, prey, lost, umpire);
        for &(unit, count) in &taken {
            let shock = shocks.iter().find(|(other, _)| *other == unit).map_or(0, |(_, shock)| *shock);
            let piece = state.notes_of(unit);
            piece.shock = piece.shock.saturating_add(shock * count);
        }
        for &(unit, count) in &taken {
            if state.piece(unit).on_map() && !self.kind(unit).cossack() && self.parity_calls(state, unit, count) {
                self.must_check(state, unit, Cause::Fire, 0, prey.is_some(), umpire);
            }
        }
        // [16.10] Cossacks who are hit run, and others are shaken by the noise alone.
        for unit in cossacks.into_iter().filter(|&unit| state.piece(unit).on_map()).collect::<Vec<_>>() {
            if taken.iter().any(|(other, _)| *other == unit) {
                self.must_check(state, unit, Cause::Panic, 0, prey.is_some(), umpire);
            } else {
                self.must_check(state, unit, Cause::Fire, 0, prey.is_some(), umpire);
            }
        }
    }

    /// [15.3] What each increment that a unit loses to this fire takes off its check before a melee.
    fn shock_of(&self, state: &State, victim: Unit, hex: HexId, firers: Units, occasion: Occasion) -> u8 {
        // The firer with the greatest value decides.
        let mut best: Option<(Ratio, Unit)> = None;
        for unit in firers {
            if let Ok(shot) = self.shot(state, unit, hex, occasion)
                && best.is_none_or(|(value, _)| shot.value > value)
            {
                best = Some((shot.value, unit));
            }
        }
        let Some((_, firer)) = best else { return 0 };
        let pre = &self.tables().pre_melee;
        let morale = self.kind(firer).morale;
        let rate = match morale {
            15 | 16 => pre.elite[0],
            13 | 14 => pre.elite[1],
            _ => pre.elite[2],
        };
        let trench = |unit: Unit| self.terrain(state, state.piece(unit).hex) == crate::Terrain::Trench;
        let elite = self.kind(firer).elite() && !trench(firer) && !trench(victim);
        // Between two of them each loss counts as elsewhere.
        let rate = if self.kind(victim).elite() { pre.loss } else { rate };
        let by = match occasion {
            Occasion::Defensive | Occasion::Offensive if elite => rate,
            Occasion::Defensive => pre.loss,
            _ => 0,
        };
        by.unsigned_abs() as u8
    }

    /// The hexes of enemies at which somebody might fire.
    fn enemy_hexes(&self, state: &State, side: Side) -> Vec<HexId> {
        let mut hexes: Vec<HexId> = self.fighters(state, side.other()).flat_map(|unit| state.piece(unit).hexes()).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// [10.1] Who can still fire at something in this segment.
    pub(crate) fn can_fire(&self, state: &State) -> Vec<Unit> {
        let (side, occasion) = (Self::firing_side(state), Self::occasion(state));
        let hexes = self.targets(state, false);
        let fires = |unit: &Unit| {
            self.may_fire(state, *unit)
                && hexes
                    .iter()
                    .any(|&hex| self.within_reach(state, *unit, hex, occasion) && self.shot(state, *unit, hex, occasion).is_ok())
        };
        self.fighters(state, side).filter(fires).collect()
    }

    /// [10.1] The hexes that somebody can fire at in this segment, in order; only one of them if no more is wanted. Each unit is asked for the hexes
    /// within its range, which are few.
    fn targets(&self, state: &State, only_one: bool) -> Vec<HexId> {
        let (side, occasion, grid) = (Self::firing_side(state), Self::occasion(state), self.grid());
        let lay = self.lay(state);
        let held = |hex: HexId| lay.top(hex).is_some_and(|unit| self.is(unit).fights && self.side(unit) != side);
        let mut far: Option<Vec<HexId>> = None;
        let mut found: Vec<HexId> = Vec::new();
        for unit in lay.fighters(side) {
            if !self.may_fire(state, unit) {
                continue;
            }
            let so = state.piece(unit);
            let reach = self.reach(state, unit, occasion);
            let mut ask = |hex: HexId| {
                let new = !found.contains(&hex) && !state.shot.contains(&hex);
                if new && self.shot(state, unit, hex, occasion).is_ok() {
                    found.push(hex);
                }
            };
            if reach <= 1 {
                so.hexes().flat_map(|at| grid.around(at)).filter(|&hex| held(hex)).for_each(&mut ask);
            } else {
                let near = |hex: &&HexId| so.hexes().any(|at| grid.distance(at, **hex) <= reach);
                far.get_or_insert_with(|| self.enemy_hexes(state, side)).iter().filter(near).copied().for_each(&mut ask);
            }
            if only_one && !found.is_empty() {
                return found;
            }
        }
        found.sort_unstable();
        found
    }
}

impl Room<Bautzen> for Choosing {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(Bautzen::firing_side(state), "10.1")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        out.extend(game.targets(state, false).into_iter().map(Action::Target));
        out.push(Action::End);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Target(hex) => game.may_target(state, hex),
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Target(hex) => state.push(Frame::Aim(hex)),
            _ => game.end_segment(state, umpire),
        }
    }

    fn forced(self, game: &Bautzen, state: &State) -> Option<Action> {
        game.targets(state, true).is_empty().then_some(Action::End)
    }
}

impl Room<Bautzen> for Aiming {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(Bautzen::firing_side(state), "10.3")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        let (side, occasion) = (Bautzen::firing_side(state), Bautzen::occasion(state));
        let near = |unit: &Unit| game.may_fire(state, *unit) && game.within_reach(state, *unit, self.0, occasion);
        let joins = |unit: &Unit| game.may_join_fire(state, *unit, self.0, occasion, side).is_ok();
        out.extend(game.fighters(state, side).filter(near).filter(joins).map(Action::Join));
        if !state.firing.is_empty() {
            out.push(Action::Done);
        }
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Join(unit) => game.may_join_fire(state, unit, self.0, Bautzen::occasion(state), Bautzen::firing_side(state)),
            Action::Done if state.firing.is_empty() => {
                Err(Violation::new("10.3", "somebody has to fire at what was named", Subject::Hex(self.0)))
            }
            Action::Done => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Join(unit) => state.firing.insert(unit),
            _ => {
                state.pop();
                game.fire(state, self.0, None, Bautzen::occasion(state), umpire);
            }
        }
    }
}

impl Room<Bautzen> for Opportunity {
    fn asks(self, game: &Bautzen, _: &State) -> (Seat, Case) {
        asked(game.side(self.0).other(), "10.1")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        out.extend(
            game.opportunities(state, self.0)
                .less(state.firing)
                .into_iter()
                .filter(|&u| self.check(game, state, Action::Join(u)).is_ok())
                .map(Action::Join),
        );
        out.push(Action::Done);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Join(unit) => {
                let what = Subject::Unit(UnitId(unit));
                if !game.watchers(state, self.0).has(unit) {
                    return Err(Violation::new("10.1", "the unit does not act in its zone", what));
                }
                let enemy = game.side(self.0).other();
                let mut fault = None;
                for hex in state.piece(self.0).hexes() {
                    match game.may_join_fire(state, unit, hex, Occasion::Opportunity, enemy) {
                        Ok(()) => return Ok(()),
                        Err(violation) => {
                            fault.get_or_insert(violation);
                        }
                    }
                }
                Err(fault.unwrap_or(Violation::new("10.1", "nobody is there", what)))
            }
            Action::Done => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Join(unit) => state.firing.insert(unit),
            _ => {
                state.pop();
                if !state.firing.is_empty() {
                    let hex = state.piece(self.0).hex;
                    game.fire(state, hex, Some(self.0), Occasion::Opportunity, umpire);
                }
            }
        }
    }

    fn pass(self, game: &Bautzen, state: &mut State, _: &mut Umpire<'_, Event>) -> bool {
        let gone = !state.piece(self.0).on_map();
        if gone || (state.firing.is_empty() && game.opportunities(state, self.0).is_empty()) {
            state.firing = Units::EMPTY;
            state.pop();
            return true;
        }
        false
    }
}
