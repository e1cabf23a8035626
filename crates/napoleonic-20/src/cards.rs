//! [5.0] Random events: the deck, and what each card does.

use crate::event::{Event, Kind};
use crate::scenario::{Effect, Setting};
use crate::state::{Frame, Side, State};
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Campaign};
use grognard_engine::room::Glance;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

impl Campaign {
    /// [5.0] The phasing player draws a card and applies it. The First Player draws none in the very first player turn [4.1].
    pub(crate) fn draw_card(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let opening = state.turn == self.scenario.first_turn() && state.phasing == Side::Allied;
        if opening && self.figures().first_turn_without_card != 0 {
            umpire.tell(|| self.plain_event(Kind::Note, "4.1", "no card in the first player turn of the game [4.1]".to_owned()));
            self.after_card(state, umpire);
            return;
        }
        let size = self.scenario.cards.len() as u8;
        let card = state.deck.draw(size, |faces| umpire.roll(faces, Case("5.0")));
        state.notes.card = card + 1;
        umpire.tell(|| {
            let it = &self.scenario.cards[usize::from(card)];
            self.plain_event(Kind::Card, "5.0", format!("the {} draw {}: {} [5.0]", state.phasing.name(), it.name, it.text))
        });
        if !self.apply_card(state, card, umpire) {
            self.after_card(state, umpire);
        }
    }

    /// Applies a card; true if somebody has to choose.
    fn apply_card(&self, state: &mut State, card: u8, umpire: &mut Umpire<'_, Event>) -> bool {
        let drawer = state.phasing;
        let once = 1u32 << card;
        match self.scenario.cards[usize::from(card)].effect {
            Effect::Quiet => {}
            Effect::Weather => {
                if self.options.weather {
                    state.improving = !state.improving;
                }
            }
            Effect::Moment => state.notes.free_commitment = true,
            Effect::Guns => state.notes.free_march = true,
            Effect::Powder => state.notes.powder_short = true,
            Effect::Council if drawer == Side::Allied => state.notes.council = true,
            Effect::Council => state.council_next = true,
            Effect::Moreau => {
                if state.turn >= self.figures().card_moreau_turn.unsigned_abs() && state.spent_cards & once == 0 {
                    state.spent_cards |= once;
                    self.shift_morale(state, [0, self.figures().card_moreau_morale], "5.0", umpire);
                    return self.collapse(state, umpire);
                }
            }
            Effect::Emperor => {
                let old_guard = self.units_of(Side::French).and(self.guard);
                let here = old_guard.into_iter().any(|u| state.hex(u).is_some());
                if here && state.spent_cards & once == 0 {
                    state.spent_cards |= once;
                    self.shift_morale(state, [self.figures().card_emperor_morale, 0], "5.0", umpire);
                } else if state.spent_cards & once == 0 {
                    // [16.1] Everybody sees that none of the counters on the map is the Old Guard.
                    let there = state.hidden.and(self.present(state, Side::French)).less(state.signs.traced);
                    state.signs.plain = state.signs.plain.or(there);
                }
            }
            Effect::Orders => {
                state.frame = Frame::Orders;
                return !self.confusable(state).is_empty();
            }
            Effect::Steady => {
                let mut some = Glance::default();
                state.frame = Frame::Steady;
                self.list_steady(state, &mut some);
                return some.count > 0;
            }
            Effect::Cossacks if self.setting() == Setting::Maneuver => {
                // Drawn by the Allies it serves in the French player turn that follows.
                match drawer {
                    Side::French => state.notes.cossacks = true,
                    Side::Allied => state.cossacks_next = true,
                }
            }
            Effect::Cossacks => {
                state.frame = Frame::Delay;
                return !self.delayable(state).is_empty();
            }
        }
        false
    }

    /// [5.0] The card is dealt with: [16.8] the weather is checked, and units move.
    pub(crate) fn after_card(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        self.check_weather(state, umpire);
        self.begin_movement(state, umpire);
    }

    /// [5.0] Confused Orders: the drawer's units on the map that are in no enemy zone, as a set of units. The opponent names a hex.
    #[must_use]
    pub fn confusable(&self, state: &State) -> UnitSet {
        let zone = self.zone(state, state.phasing.other());
        let units = self.units_of(state.phasing).into_iter();
        units.filter(|&u| state.hex(u).is_some_and(|hex| !zone.has(hex))).collect()
    }

    /// [5.0] Whether Confused Orders may hold the unit in a hex.
    fn may_name(&self, state: &State, hex: HexId) -> Result<Unit, Violation> {
        let unit = self.confusable(state).into_iter().find(|&u| state.hex(u) == Some(hex));
        unit.ok_or_else(|| Violation::new("5.0", "no unit of the drawer outside enemy zones is there", Subject::Hex(hex)))
    }

    /// [5.0] The unit in a hex stands still.
    fn name_unit(&self, state: &mut State, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        if let Ok(unit) = self.may_name(state, hex) {
            state.held = unit;
            umpire.tell(|| {
                let text = format!("the counter in {} may not move in this phase [5.0]", self.grid().number(hex));
                self.event(Kind::Note, "5.0", UnitSet::EMPTY, &[hex], text)
            });
        }
        self.after_card(state, umpire);
    }

    /// [5.0] Steady the Ranks: who can recover or try to rally.
    fn list_steady(&self, state: &State, out: &mut impl Extend<Action>) {
        out.extend(self.recoverable(state, state.phasing).into_iter().map(Action::Recover));
        self.list_rallies(state, out);
    }

    /// [5.0] Whether a routed unit may recover by the card.
    fn may_recover(&self, state: &State, unit: Unit) -> Lawful {
        if self.recoverable(state, state.phasing).has(unit) {
            return Ok(());
        }
        Err(Violation::new("5.0", "is no routed unit of the drawer outside enemy zones", subject(unit)))
    }

    /// [5.0] Cossacks: French units due in the French Movement Phase of this turn.
    #[must_use]
    pub fn delayable(&self, state: &State) -> UnitSet {
        let due = state.due.and(self.units_of(Side::French)).into_iter();
        due.filter(|&u| (1..=state.turn).contains(&state.due_turn[usize::from(u)])).collect()
    }

    /// [5.0] Whether a unit can be made late.
    fn may_delay(&self, state: &State, unit: Unit) -> Lawful {
        if self.delayable(state).has(unit) {
            return Ok(());
        }
        Err(Violation::new("5.0", "is no French unit that is due now", subject(unit)))
    }

    /// [5.0] The unit comes a turn later.
    fn delay(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        let turn = state.turn + self.figures().card_cossacks_delay.unsigned_abs();
        state.due_turn[usize::from(unit)] = turn;
        let text = || format!("Cossacks delay {} until turn {turn} [5.0]", self.tag(unit));
        umpire.tell(|| self.unit_event(Kind::Note, "5.0", unit, &[], text()));
        self.after_card(state, umpire);
    }
}

/// [5.0] Confused Orders: which unit stands still?
#[derive(Clone, Copy)]
pub(crate) struct Orders;

impl Room<Campaign> for Orders {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.other().into(), Case("5.0"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        game.plane_of(state, game.confusable(state)).for_each(|hex| out.push(Action::Name(hex)));
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Name(hex) => game.may_name(state, hex).map(|_| ()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Name(hex) = action {
            game.name_unit(state, hex, umpire);
        }
    }
}

/// [5.0] Steady the Ranks: who recovers or rallies?
#[derive(Clone, Copy)]
pub(crate) struct Steady;

impl Room<Campaign> for Steady {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("5.0"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        game.list_steady(state, out);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Recover(unit) => game.may_recover(state, unit),
            Action::Rally(unit) => game.may_rally(state, unit, false),
            Action::Pay(unit) => game.may_rally(state, unit, true),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Recover(unit) => {
                game.recover(state, unit, "5.0", umpire);
                game.after_card(state, umpire);
            }
            Action::Rally(unit) => game.rally(state, unit, false, umpire),
            Action::Pay(unit) => game.rally(state, unit, true, umpire),
            _ => {}
        }
    }
}

/// [5.0] Cossacks on the Road: who is late?
#[derive(Clone, Copy)]
pub(crate) struct Delay;

impl Room<Campaign> for Delay {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (Side::Allied.into(), Case("5.0"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        out.extend(game.delayable(state).into_iter().map(Action::Delay));
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Delay(unit) => game.may_delay(state, unit),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Delay(unit) = action {
            game.delay(state, unit, umpire);
        }
    }
}
