//! [12.0] Army morale, [12.7] catastrophe, [13.0] lulls, [15.0] how to win.

use crate::event::{Event, Kind};
use crate::state::{Frame, Side, State};
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Campaign};
use grognard_engine::room::Room;
use grognard_engine::{Case, Lawful, Outcome, Seat, Subject, Umpire, Violation};

/// [15.0] How a game can end.
const DECISIVE: &str = "decisive";
const MARGINAL: &str = "marginal";
const DRAW: &str = "draw";

fn victory(side: Side, level: &str) -> String {
    format!("{} {level} victory", side.name())
}

impl Campaign {
    /// [12.0] Whether a side can spend so many Morale Points: never the last.
    #[must_use]
    pub fn can_spend(&self, state: &State, side: Side, cost: i8) -> bool {
        state.morale[side as usize] as i8 > cost
    }

    /// [12.3] A side spends Morale Points, at once.
    pub(crate) fn spend(
        &self,
        state: &mut State,
        side: Side,
        cost: i8,
        case: &'static str,
        what: &str,
        umpire: &mut Umpire<'_, Event>,
    ) {
        state.morale[side as usize] = (state.morale[side as usize] as i8 - cost).max(0) as u8;
        if side == state.phasing {
            state.notes.spent = true;
        }
        let level = state.morale[side as usize];
        let text = || format!("{} morale -{cost} for {what}: {level} [{case}] [12.3]", side.name());
        umpire.tell(|| self.plain_event(Kind::Morale, case, text()));
    }

    /// [12.0] Changes the morale of both sides together, between 0 and the cap.
    pub(crate) fn shift_morale(&self, state: &mut State, by: [i8; 2], case: &'static str, umpire: &mut Umpire<'_, Event>) {
        for side in Side::BOTH {
            let change = by[side as usize];
            if change == 0 {
                continue;
            }
            let old = state.morale[side as usize] as i8;
            let new = (old + change).clamp(0, self.figures().morale_cap);
            state.morale[side as usize] = new as u8;
            let text = || format!("{} morale {change:+}: {new} [{case}]", side.name());
            umpire.tell(|| self.plain_event(Kind::Morale, case, text()));
        }
    }

    /// [12.2] Whether the commitment of a Guard unit can be paid, or is free.
    #[must_use]
    pub fn can_commit_guard(&self, state: &State, unit: Unit) -> bool {
        let side = self.side_of(unit);
        self.commitment_is_free(state, side) || self.can_spend(state, side, -self.figures().morale_guard_commit)
    }

    /// [12.2] A Guard unit has moved into an enemy zone of control.
    pub(crate) fn commit_guard(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        state.committed.insert(unit);
        let side = self.side_of(unit);
        let shown = state.hidden.less(state.signs.traced).has(unit);
        self.trace(state, UnitSet::one(unit));
        if shown && let Some(hex) = state.hex(unit) {
            let text = || format!("the {} counter in {} is of the Guard [12.2] [16.1]", side.name(), self.grid().number(hex));
            umpire.tell(|| self.event(Kind::Fog, "12.2", UnitSet::EMPTY, &[hex], text()).showing(true));
        }
        if self.commitment_is_free(state, side) {
            state.notes.free_commitment = false;
            let text = || format!("the {} commit the Guard, free of cost [5.0] [12.2]", side.name());
            umpire.tell(|| self.plain_event(Kind::Morale, "12.2", text()));
            return;
        }
        self.spend(state, side, -self.figures().morale_guard_commit, "12.2", "committing the Guard", umpire);
    }

    /// [12.7] The first time that Allied units hold one hex, and both hexes, of Dresden at the end of a French player turn.
    pub(crate) fn check_catastrophe(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let held = self.dresden_held(state);
        let mut by = [0i8; 2];
        if held >= 1 && state.catastrophe & 1 == 0 {
            state.catastrophe |= 1;
            by[Side::French as usize] += self.figures().catastrophe_first;
        }
        if held >= 2 && state.catastrophe & 2 == 0 {
            state.catastrophe |= 2;
            by[Side::French as usize] += self.figures().catastrophe_second;
            by[Side::Allied as usize] += self.figures().catastrophe_second_allied;
        }
        if by != [0; 2] {
            umpire.tell(|| self.plain_event(Kind::Note, "12.7", format!("{held} of the two hexes of Dresden are lost [12.7]")));
            self.shift_morale(state, by, "12.7", umpire);
        }
    }

    /// [13.0] Whether the phasing side may take a Lull.
    ///
    /// # Errors
    /// [13.0] and why not.
    pub fn may_lull(&self, state: &State) -> Lawful {
        let refuse = |why| Err(Violation::new("13.0", why, Subject::None));
        let side = state.phasing;
        if (state.turn as i8) < self.figures().first_lull_turn || self.is_night(state) {
            return refuse("lulls are taken by day, from the second day on");
        }
        if state.lulls[side as usize] as i8 >= self.figures().lulls_per_day {
            return refuse("a side takes one lull a day");
        }
        if state.notes.spent || state.notes.fought {
            return refuse("a Morale Point was spent, or a battle was fought, in this player turn");
        }
        if state.battles.iter().any(|&b| b != 0) {
            return refuse("battles have been declared");
        }
        let zone = self.zone(state, side.other());
        let steady = self.units_of(side).less(state.routed);
        match steady.into_iter().find(|&u| state.hex(u).is_some_and(|hex| zone.has(hex))) {
            Some(unit) => Err(Violation::new("13.0", "is in an enemy zone of control", subject(unit))),
            None => Ok(()),
        }
    }

    /// [13.0] [12.4] The Lull.
    pub(crate) fn take_lull(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let side = state.phasing;
        state.lulls[side as usize] += 1;
        umpire.tell(|| self.plain_event(Kind::Note, "13.0", format!("the {} take a Lull [13.0]", side.name())));
        let mut by = [0; 2];
        by[side as usize] = self.figures().morale_lull;
        self.shift_morale(state, by, "12.4", umpire);
        self.end_player_turn(state, umpire);
    }

    /// [15.0] Ends the game if an army has collapsed.
    pub(crate) fn collapse(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        if state.morale.contains(&0) {
            self.end_game(state, umpire);
            return true;
        }
        false
    }

    /// The game is over.
    pub(crate) fn end_game(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.frame = Frame::Over;
        umpire.tell(|| self.event(Kind::Verdict, "15.0", UnitSet::EMPTY, &[], format!("{} [15.0]", self.outcome(state).verdict)));
    }

    /// [15.0] Who has won: whoever is left with morale, or has more of it at the end.
    #[must_use]
    pub fn outcome(&self, state: &State) -> Outcome {
        let [french, allied] = state.morale;
        let winner = match french.cmp(&allied) {
            std::cmp::Ordering::Greater => Some(Side::French),
            std::cmp::Ordering::Less => Some(Side::Allied),
            std::cmp::Ordering::Equal => None,
        };
        let decisive = french == 0 || allied == 0;
        let verdict = match winner {
            Some(side) if decisive => format!("{}: the enemy's morale is gone", victory(side, DECISIVE)),
            Some(side) => format!("{}: morale {french} French, {allied} Allied", victory(side, MARGINAL)),
            None => format!("{DRAW}: morale {french} on both sides"),
        };
        Outcome { winner: winner.map(Side::seat), verdict, points: vec![french.into(), allied.into()] }
    }

    /// [15.0] Every level of victory, from the best of the French to the best of the Allies.
    pub(crate) fn levels_of_victory() -> Vec<String> {
        let [french, allied] = Side::BOTH;
        vec![
            victory(french, DECISIVE),
            victory(french, MARGINAL),
            DRAW.to_owned(),
            victory(allied, MARGINAL),
            victory(allied, DECISIVE),
        ]
    }
}

/// [15.0] The game has ended: nobody decides anything.
#[derive(Clone, Copy)]
pub(crate) struct Over;

impl Room<Campaign> for Over {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("15.0"))
    }

    fn list(self, _game: &Campaign, _state: &State, _out: &mut Vec<Action>) {}

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        Err(game.out_of_place(state, action))
    }

    fn deed(self, _game: &Campaign, _state: &mut State, _action: Action, _umpire: &mut Umpire<'_, Event>) {}
}
