//! [15.6] [15.7] What a result of the melee table does to each unit, by its row of the matrix; and who advances.

use crate::Bautzen;
use crate::action::Action;
use crate::event::Event;
use crate::retreat::Distance;
use crate::rooms::asked;
use crate::state::{Arm, Cause, Fight, Formation, Order, State, Unit};
use crate::tables::Cell;
use grognard_engine::room::Room;
use grognard_engine::{Case, Seat, Subject, Umpire, Violation};

/// Who advances.
#[derive(Clone, Copy)]
pub struct Advancing;

/// What becomes of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It stays as it is.
    Stay,
    /// It goes back so many hexes in order, losing so much for each hex left in an enemy zone.
    Back { hexes: u8, toll: u8, check: bool },
    /// It is disordered and goes back three hexes.
    Disorder { toll: u8 },
    /// It routs.
    Rout { toll: u8 },
    /// It loses an increment, and then the rest.
    LoseAndDisorder,
    /// It loses an increment and routs.
    LoseAndRout,
    /// Guns: disordered where they stand.
    DisorderInPlace,
    /// It loses one increment.
    Lose(u8),
    /// A carré: checks at +6, and becomes a column if it fails.
    SquareChecks,
    /// A carré: breaks into a disordered column and loses one.
    SquareBreaks,
    /// Gone.
    Eliminated,
    /// Gone, and prisoners.
    Surrender,
}

impl Bautzen {
    /// [15.7] The row of the matrix for a defender.
    fn matrix_row(&self, state: &State, unit: Unit) -> usize {
        let so = state.piece(unit);
        match (self.kind(unit).arm, so.formation, so.order) {
            (Arm::Infantry, Formation::Carre, Order::Good) => 3,
            (Arm::Infantry, _, Order::Good) => 0,
            (Arm::Infantry, _, Order::Disordered) => 1,
            (Arm::Infantry, _, Order::Routed) => 2,
            (Arm::Cavalry, _, Order::Routed) => 5,
            (Arm::Cavalry, ..) => 4,
            (_, Formation::Unlimbered, Order::Good) => 8,
            (_, Formation::Unlimbered, _) => 9,
            (_, _, Order::Routed) => 7,
            _ => 6,
        }
    }

    pub(crate) fn cell(&self, state: &State) -> Cell {
        self.tables().melee[usize::from(state.fight.at)][usize::from(state.fight.column)]
    }

    /// [15.7] What becomes of each attacker: by the row of the infantry that he meets, or without any of the topmost defender.
    pub(crate) fn attacker_outcome(&self, state: &State) -> Outcome {
        let row = self.faced(state, state.fight.hex).map_or(0, |unit| self.matrix_row(state, unit));
        let mounted = state.fight.attackers.into_iter().any(|unit| self.kind(unit).arm == Arm::Cavalry);
        match self.cell(state) {
            Cell::AttackerRouts => Outcome::Rout { toll: 1 },
            Cell::AttackerDisordered => match (self.tables().matrix[row][1], mounted) {
                ('J', true) => Outcome::Rout { toll: 1 },
                ('M', true) => Outcome::LoseAndRout,
                ('M', false) => Outcome::LoseAndDisorder,
                ('F', false) => Outcome::Disorder { toll: 0 },
                (_, true) => Outcome::Back { hexes: 3, toll: 1, check: true },
                (_, false) => Outcome::Disorder { toll: 1 },
            },
            Cell::Blank => match (self.tables().matrix[row][2], mounted) {
                ('C', _) => Outcome::Back { hexes: 1, toll: 0, check: false },
                ('K', _) => Outcome::Back { hexes: 1, toll: 0, check: true },
                ('G', true) => Outcome::Back { hexes: 2, toll: 0, check: false },
                _ => Outcome::Stay,
            },
            _ => Outcome::Stay,
        }
    }

    /// [15.7] What becomes of a defender.
    pub(crate) fn defender_outcome(&self, state: &State, unit: Unit) -> Outcome {
        let column = match self.cell(state) {
            Cell::Blank => 2,
            Cell::DefenderDisordered => 3,
            Cell::DefenderRouts => 4,
            Cell::DefenderSurrenders => return Outcome::Surrender,
            _ => return Outcome::Stay,
        };
        match self.tables().matrix[self.matrix_row(state, unit)][column] {
            'C' | 'K' => Outcome::Back { hexes: 1, toll: 0, check: false },
            'D' => Outcome::Disorder { toll: 1 },
            'E' | 'L' => Outcome::Rout { toll: 1 },
            'G' => Outcome::SquareChecks,
            'H' => Outcome::SquareBreaks,
            'I' => Outcome::Rout { toll: 2 },
            'N' => Outcome::Back { hexes: 6, toll: 1, check: false },
            'O' => Outcome::Back { hexes: self.kind(unit).ma, toll: 2, check: false },
            'P' => Outcome::Disorder { toll: 0 },
            'Q' => Outcome::LoseAndRout,
            'X' => Outcome::Eliminated,
            'Z' => Outcome::Surrender,
            'd' => Outcome::DisorderInPlace,
            '1' => Outcome::Lose(1),
            _ => Outcome::Stay,
        }
    }

    /// Does it to a unit.
    pub(crate) fn undergo(&self, state: &mut State, unit: Unit, outcome: Outcome, umpire: &mut Umpire<'_, Event>) {
        if !state.piece(unit).on_map() {
            return;
        }
        let wide = state.piece(unit).wide();
        // [5.1] Whoever is on several hexes bears it in the one where he fought.
        if !matches!(outcome, Outcome::Stay | Outcome::Lose(_) | Outcome::SquareChecks) {
            let defends = state.fight.defenders.has(unit);
            let at = if defends { state.fight.hex } else { self.attacks_from(state, unit) };
            self.beaten_in(state, unit, at);
        }
        let hex = state.piece(unit).hex;
        let unlimbered = state.piece(unit).formation == Formation::Unlimbered;
        match outcome {
            Outcome::Stay => {}
            Outcome::Back { hexes, toll, check } => {
                if unlimbered {
                    return;
                }
                // Whoever stood on two hexes draws together in column or general order, as if he withdrew [15.2].
                if wide {
                    state.piece_mut(unit).formation = self.loose(state, hex);
                }
                if check {
                    self.must_check(state, unit, Cause::Repulse, -3, false, umpire);
                }
                self.drive(state, unit, Distance::Hexes(hexes), (toll, true), umpire);
            }
            Outcome::Disorder { toll } => self.break_back(state, unit, toll, umpire),
            Outcome::Rout { toll } => self.rout(state, unit, toll, "15.7", umpire),
            Outcome::LoseAndDisorder => {
                self.lose(state, unit, hex, 1, "15.7", umpire);
                self.break_back(state, unit, 0, umpire);
            }
            Outcome::LoseAndRout => {
                self.lose(state, unit, hex, 1, "15.7", umpire);
                if state.piece(unit).on_map() {
                    self.rout(state, unit, 0, "15.7", umpire);
                }
            }
            Outcome::DisorderInPlace => {
                self.disorder(state, unit);
                self.tell_order(state, unit, "15.7", "is disordered in place", umpire);
            }
            Outcome::Lose(count) => {
                self.lose(state, unit, hex, count, "15.7", umpire);
            }
            Outcome::SquareChecks => {
                if !self.roll_morale(state, unit, "15.7", &[(6, "15.7", "carré")], umpire) {
                    state.piece_mut(unit).formation = self.loose(state, hex);
                    self.tell_order(state, unit, "15.7", "falls out of carré into column", umpire);
                    // [13.2] It is a check like others: whoever fails it shakes his stack.
                    self.shake_stack(state, unit, umpire);
                }
            }
            Outcome::SquareBreaks => {
                self.disorder(state, unit);
                self.tell_order(state, unit, "15.7", "is broken into a disordered column", umpire);
                self.lose(state, unit, hex, 1, "15.7", umpire);
            }
            Outcome::Eliminated => self.remove(state, unit, "15.7", "is overrun and lost", umpire),
            Outcome::Surrender => self.surrender(state, unit, "15.7", "surrenders", umpire),
        }
    }

    /// [15.7] Disorder and three hexes back; cavalry, which is never disordered, and guns that cannot run have no such row.
    fn break_back(&self, state: &mut State, unit: Unit, toll: u8, umpire: &mut Umpire<'_, Event>) {
        if !state.piece(unit).on_map() {
            return;
        }
        if self.kind(unit).arm == Arm::Cavalry {
            return self.rout(state, unit, toll, "15.7", umpire);
        }
        self.disorder(state, unit);
        self.tell_order(state, unit, "15.7", "is disordered and driven back", umpire);
        self.drive(state, unit, Distance::Hexes(3), (toll, true), umpire);
    }

    /// [15.6] Losses of a numeric result, and the checks of those who bear a star, the defender first.
    pub(crate) fn star_checks(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Cell::Losses { attacker, attacker_checks, defender, defender_checks } = self.cell(state) else { return };
        let hex = state.fight.hex;
        // The defender's losses fall on the top unit, then on the next, guns like others: halves and turns are for fire [12.2] [12.3].
        let mut left = defender;
        let defenders: Vec<Unit> = self.ranks(state, hex).collect();
        for &unit in &defenders {
            left -= self.lose(state, unit, hex, left, "15.6", umpire);
        }
        // The attacker's on the top one of those who attack, then on the next.
        let mut left = attacker;
        let mut order: Vec<Unit> = state.fight.named().collect();
        order.sort_by_key(|&unit| state.piece(unit).rank);
        for unit in order {
            let at = self.attacks_from(state, unit);
            left -= self.lose(state, unit, at, left, "15.6", umpire);
        }
        if defender_checks {
            // All who fought and are left, though one of them became too weak for two hexes and drew together in the other one [5.1].
            for unit in defenders.into_iter().filter(|&unit| state.piece(unit).on_map()).collect::<Vec<_>>() {
                self.must_check(state, unit, Cause::Star, 0, false, umpire);
            }
        }
        if attacker_checks {
            for unit in state.fight.named().filter(|&unit| state.piece(unit).on_map()).collect::<Vec<_>>() {
                self.must_check(state, unit, Cause::Star, 0, false, umpire);
            }
        }
    }
}

impl Room<Bautzen> for Advancing {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(state.phasing, "15.7")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        let may = |unit: &Unit| game.may_advance(state, *unit).is_ok();
        out.extend(state.fight.attackers.into_iter().filter(may).map(Action::Advance));
        if self.check(game, state, Action::Done).is_ok() {
            out.push(Action::Done);
        }
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Advance(unit) => game.may_advance(state, unit),
            Action::Done => {
                let hex = state.fight.hex;
                let in_hex = game.held_by(state, state.phasing, hex);
                let able = state.fight.attackers.into_iter().any(|unit| game.may_advance(state, unit).is_ok());
                // Somebody has to; but after failed checks alone the attacker may stay where he is.
                if in_hex || !able || state.fight.roll == 255 {
                    Ok(())
                } else {
                    Err(Violation::new("15.7", "at least one attacker must advance", Subject::Hex(hex)))
                }
            }
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Advance(unit) => game.advance(state, unit, "15.7", umpire),
            _ => {
                state.fight = Fight::NONE;
                state.pop();
            }
        }
    }

    fn pass(self, game: &Bautzen, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        let able = state.fight.attackers.into_iter().any(|unit| game.may_advance(state, unit).is_ok());
        if !able {
            self.deed(game, state, Action::Done, umpire);
        }
        !able
    }
}
