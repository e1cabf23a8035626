//! What is hidden in the skirmish, what of it may be told, and the flaws by which it gets out.

use super::{Action, Event, Flaw, SIDES, Skirmish, State, TAGS, UNITS, side_of};
use grognard_engine::preview::{OverlayHex, OverlayInfo};
use grognard_engine::{Anchor, Caption, Case, Decision, Dice, Rules, Seat, Subject, UnitId, Violation, Words};

impl Skirmish {
    /// Whether this flaw is at work, and the unit is a chief whom the seat may not know.
    fn betrays(&self, flaw: Flaw, state: &State, unit: u8, seat: Option<Seat>) -> bool {
        self.flaw == flaw && state.chief.contains(&unit) && seat != Some(Seat(side_of(unit)))
    }

    pub(super) fn betrays_on_board(&self, seat: Option<Seat>) -> bool {
        self.flaw == Flaw::LeakyView || (self.flaw == Flaw::LeakyOnlooker && seat.is_none())
    }

    pub(super) fn prompt(&self, state: &State, seat: Option<Seat>) -> String {
        let chief = state.chief[usize::from(state.side)];
        if self.betrays(Flaw::LeakyPrompt, state, chief, seat) && chief.is_multiple_of(2) {
            return "march, attack, or end".to_owned();
        }
        "march, attack or end".to_owned()
    }

    /// [2.2] The case under which the owner of a target is asked.
    pub(super) fn asked_under(&self, state: &State, attacker: u8) -> Case {
        let harsh = self.flaw == Flaw::LeakyDecision && state.chief.contains(&attacker);
        Case(if harsh { "4.1" } else { "2.2" })
    }

    /// An action in words and its dice.
    pub(super) fn told(&self, before: &State, action: Action, rolls: &[u8], seat: Option<Seat>) -> (String, Vec<u8>) {
        let mut words = self.write_action(action);
        if let Action::March(unit, _) = action
            && self.betrays(Flaw::LeakyWords, before, unit, seat)
        {
            words += " with drums";
        }
        let shy = before.fight.is_some_and(|(attacker, _)| self.betrays(Flaw::LeakyDice, before, attacker, seat));
        (words, if shy { Vec::new() } else { rolls.to_vec() })
    }

    /// [4.1] [4.3] The chiefs drawn anew: not of a side of which a unit has been lost by the position `later`, which has shown who it was.
    pub(super) fn redraw(&self, state: &State, later: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        let mut other = state.clone();
        if matches!(self.decision(state), Decision::Over(_)) {
            return other;
        }
        for side in (0..2u8).filter(|&side| seat != Some(Seat(side))) {
            let lost = (0..UNITS as u8).any(|unit| side_of(unit) == side && later.place[usize::from(unit)].is_none());
            let chief = &mut other.chief[usize::from(side)];
            if self.flaw == Flaw::PeekingWorld && !lost {
                *chief = 2 * side + (*chief + dice.roll(2, Case("4.1"))) % 2;
            } else if !lost || self.flaw == Flaw::ForgetfulWorld {
                *chief = dice.roll(2, Case("4.1")) - 1 + 2 * side;
            }
        }
        other
    }

    pub(super) fn caption(&self, state: &State, action: Action) -> Caption {
        let label = self.write_action(action);
        let group = label.split(' ').next().unwrap_or_default().to_owned();
        let note = match (action, state.fight) {
            (Action::Stand, Some((unit, target))) => {
                let harm = self.betrays(Flaw::LeakyCaption, state, unit, Some(Seat(side_of(target))));
                harm.then(|| "a chief".to_owned())
            }
            _ => None,
        };
        let hex = match action {
            Action::March(_, hex) | Action::Withdraw(hex) => Some(self.hex_name(hex)),
            _ => None,
        };
        Caption { label, group, hex, note, ..Caption::default() }
    }

    /// Where an action shows.
    pub(super) fn place_of(&self, state: &State, action: Action) -> Anchor {
        match action {
            Action::March(_, hex) | Action::Withdraw(hex) => Anchor::Hex(hex),
            Action::Attack(_, target) => {
                let unit = Anchor::Unit(UnitId(target.into()));
                let shy = self.betrays(Flaw::LeakyAnchor, state, target, Some(Seat(state.side)));
                state.place.get(usize::from(target)).copied().flatten().filter(|_| shy).map_or(unit, Anchor::Hex)
            }
            Action::Stand => Anchor::Button("Stand"),
            Action::End => Anchor::Button("End"),
        }
    }

    pub(super) fn overlay_list(&self) -> Vec<OverlayInfo> {
        let word = |text: &str| text.to_owned();
        vec![OverlayInfo { id: word("posts"), title: word("Who stands where"), key: word("p"), needs_hex: false, case: None }]
    }

    pub(super) fn overlay_hexes(&self, state: &State, id: &str, seat: Option<Seat>) -> Result<Vec<OverlayHex>, String> {
        if id != "posts" {
            return Err(format!("there is no overlay {id:?}"));
        }
        let shown = |unit: u8| {
            let hex = self.hex_name(state.place[usize::from(unit)]?);
            let rank = if self.betrays(Flaw::LeakyOverlay, state, unit, seat) { ", a chief" } else { "" };
            let note = format!("{}{rank}", TAGS[usize::from(unit)]);
            Some(OverlayHex { hex, side: Some(SIDES[usize::from(side_of(unit))].to_owned()), note, ..OverlayHex::default() })
        };
        Ok((0..UNITS as u8).filter_map(shown).collect())
    }

    /// Refuses what is typed, if it names a chief whom the seat may not know and the flaw is at work.
    pub(super) fn betrayed_by_typing(&self, state: &State, seat: Seat, text: &str) -> Result<(), String> {
        let flaw = match self.decision(state) {
            Decision::Choose { seat: decider, .. } if decider == seat => Flaw::LeakyCommand,
            _ => Flaw::LeakyOutOfTurn,
        };
        let named = |unit: &u8| text.split(' ').any(|word| word == TAGS[usize::from(*unit)]);
        match (0..UNITS as u8).filter(named).find(|&unit| self.betrays(flaw, state, unit, Some(seat))) {
            Some(unit) => Err(format!("{} is too great a man for that", TAGS[usize::from(unit)])),
            None => Ok(()),
        }
    }

    /// Refuses who has not to decide for another reason, if a chief whom the seat may not know is attacked and the flaw is at work.
    pub(super) fn betrayed_at_the_door(&self, state: &State, seat: Seat, action: Action) -> Result<(), Violation> {
        match action {
            Action::Attack(_, target) if self.betrays(Flaw::LeakyDoor, state, target, Some(seat)) => {
                Err(Violation::new("4.1", "a chief is not attacked out of turn", Subject::Unit(UnitId(target.into()))))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a march after somebody else has acted, if the other side's chief is the first of his pair and the flaw is at work.
    pub(super) fn halted(&self, state: &State) -> Result<(), Violation> {
        let chief = state.chief[usize::from(1 - state.side)];
        let shy = self.betrays(Flaw::LeakyHalt, state, chief, Some(Seat(state.side)));
        if shy && chief.is_multiple_of(2) && state.acted.contains(&true) {
            return Err(Violation::new("1.1", "the others halt", Subject::None));
        }
        Ok(())
    }

    /// What is to blame for an attack that is part of a command and cannot be made.
    pub(super) fn blamed(&self, state: &State, action: Action) -> Option<Violation> {
        let Action::Attack(_, target) = action else { return None };
        let named = self.betrays(Flaw::LeakyBlame, state, target, Some(Seat(state.side)));
        named.then(|| Violation::new("4.1", "a chief keeps out of reach", Subject::Unit(UnitId(target.into()))))
    }

    pub(super) fn reckoning(&self, state: &State, (unit, target): (u8, u8), seat: Option<Seat>) -> Vec<String> {
        let mut lines = vec![format!("{} on {} [2.3]", TAGS[usize::from(unit)], TAGS[usize::from(target)])];
        if [unit, target].into_iter().any(|unit| self.betrays(Flaw::LeakyForecast, state, unit, seat)) {
            lines.push("a chief is in danger".to_owned());
        }
        lines
    }

    /// Whether an enemy beside a unit is the chief.
    pub(super) fn touches_chief(&self, state: &State, unit: u8) -> bool {
        let enemy = state.chief[usize::from(1 - side_of(unit))];
        let [here, there] = [unit, enemy].map(|unit| state.place[usize::from(unit)]);
        here.zip(there).is_some_and(|(here, there)| self.grid.adjacent(here, there))
    }

    /// [4.2] Whoever has come up to an enemy has been seen.
    pub(super) fn binds(&self, event: &Event) -> bool {
        match (event, self.flaw) {
            (Event::Met { chief, .. }, Flaw::LeakyUndo) => !chief,
            (Event::Met { by_chief, .. }, Flaw::LeakyReturn) => !by_chief,
            (event, _) => matches!(event, Event::Met { .. }),
        }
    }

    /// Why a unit cannot be attacked.
    pub(super) fn far_off(&self, state: &State, target: u8) -> &'static str {
        if self.betrays(Flaw::LeakyRefusal, state, target, Some(Seat(state.side))) {
            "no chief is adjacent"
        } else {
            "no adjacent enemy"
        }
    }
}
