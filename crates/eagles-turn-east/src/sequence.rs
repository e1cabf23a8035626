//! `[4]` The sequence of play, `[A]` weather, [I.a.2] changing the supply source, `[IV]` the end of a Player-Turn.

use crate::event::{Event, Kind};
use crate::roster::{Army, Start};
use crate::state::{Away, Frame, Leader, Leaders, Phase, Side, State, UNITS};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::room::Room;
use grognard_engine::sets::Bits;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, Violation};

impl Campaign {
    /// `[14]` A Game-Turn begins; with a Fortnight the Coalition may have something to decide first.
    pub(crate) fn begin_turn(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if self.begins_fortnight(state) {
            state.frame = Frame::Season;
        } else {
            self.go_on_with_turn(state, umpire);
        }
    }

    /// `[A]` The weather.
    pub(crate) fn go_on_with_turn(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let turn = self.scenario.calendar.turn(state.turn);
        umpire.tell(|| self.note(Kind::Turn, "19", format!("{} [19]", self.turn_words(state))));
        if self.options.historical {
            state.weather = turn.weather;
            umpire.tell(|| self.note(Kind::Weather, "A", format!("the weather of 1807: {} [A]", turn.weather.name())));
        } else {
            let die = umpire.roll(6, Case("A"));
            state.weather = self.tables().weather(&turn.fortnight, die);
            let weather = state.weather;
            umpire.tell(|| self.note(Kind::Weather, "A", format!("die {die}: {} [A]", weather.name())).rolled(die));
        }
        if self.is_grand() {
            // [I.a.5] Whoever went ashore in the turn before is free, in the enemy's Player-Turn too if that comes first.
            state.grand.ashore = Leaders::EMPTY;
            self.mark_thaw(state);
            self.besiege(state, umpire);
        }
        self.begin_player_turn(state, self.scenario.first, umpire);
    }

    /// `[I]` A Player-Turn begins with the Command Phase.
    fn begin_player_turn(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        state.phasing = side;
        state.phase = Phase::Command;
        state.frame = Frame::Admin;
        umpire.tell(|| self.note(Kind::Phase, "4", format!("{} Player-Turn [4]", side.name())));
        let armies: &[Army] = if self.is_campaign() { side.armies() } else { &side.armies()[..1] };
        // [14] At rest there is one Administrative Segment in a Fortnight.
        let armies = if self.skips_office(state) { &[] } else { armies };
        for &army in armies {
            self.go_on_changing(state, army, umpire);
        }
        if self.is_campaign() {
            self.leaders_come_and_go(state, umpire);
            if self.is_grand() && side == Side::Coalition {
                self.ships_return(state);
            }
            if state.frame == Frame::Admin {
                self.open_player_turn(state, umpire);
            }
        }
    }

    /// `[14]` Whether the phasing side is at rest and has had its Administrative Segment for this Fortnight.
    fn skips_office(&self, state: &State) -> bool {
        self.rests(state, state.phasing) && !self.scenario.calendar.turn(state.turn).first
    }

    /// The first decision of a Player-Turn, once all that comes unasked has come.
    pub(crate) fn open_player_turn(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if self.is_grand() && state.phasing == Side::Coalition && self.channel_closes(state, umpire) {
            state.frame = Frame::Fleet;
            return;
        }
        state.frame = Frame::Admin;
        if self.skips_office(state) {
            self.begin_movement(state, umpire);
        }
    }

    /// [I.a.2] A die tells whether a change of source is complete.
    fn go_on_changing(&self, state: &mut State, army: Army, umpire: &mut Umpire<'_, Event>) {
        let to = state.changing[army as usize];
        if to != NOWHERE {
            let die = umpire.roll(6, Case("I.a.2"));
            let done = die <= self.figures().change_source;
            if done {
                state.source[army as usize] = to;
                state.changing[army as usize] = NOWHERE;
                // Points come in step 1, this in step 2: the Center still lay on its face then. One that is off the map gets none anyhow.
                let office = &mut state.offices[army as usize];
                if self.is_campaign() && office.away == Away::No {
                    office.back = state.turn;
                }
            }
            umpire.tell(|| {
                let outcome = if done { "is complete" } else { "goes on" };
                let number = self.grid().number(to);
                self.note(Kind::Note, "I.a.2", format!("die {die}: the change of source to {number} {outcome} [I.a.2]"))
                    .rolled(die)
            });
        }
    }

    /// [II.a] [3.6] Leaders who arrive in a box, and leaders whom the Turn Record Track withdraws.
    fn leaders_come_and_go(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for leader in 0..self.leaders() as Leader {
            let at = usize::from(leader);
            if self.side_of(leader) != state.phasing {
                continue;
            }
            if let Start::Due(turn, place) = &self.general(leader).start
                && state.away[at] == Away::Due
                && *turn <= state.turn
                && state.since[at] == *turn
                && place != crate::muster::AT_SOURCE
                && self.grid().read(place).is_err()
            {
                state.away[at] = self.box_named(place);
                state.since[at] = state.turn - 1;
            }
        }
        self.succeed(state, umpire);
    }

    /// [I.b] The Organization Segment.
    pub(crate) fn begin_organization(&self, state: &mut State) {
        state.regrouped = Bits::EMPTY;
        state.frame = Frame::Organize;
    }

    /// `[II]` The Movement Phase.
    pub(crate) fn begin_movement(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        // [1.1] Whoever was shown because of a line is turned down when the Command Phase ends.
        self.turn_down(state);
        state.regrouped = Bits::EMPTY;
        state.replaced = [0; UNITS];
        for army in state.phasing.armies() {
            let office = &mut state.offices[*army as usize];
            office.moved = if office.moved == 1 { 2 } else { office.moved };
            // [6.11] One in Cantonment keeps the hex where it left.
            if office.away != Away::Cantonment {
                office.former = office.center;
            }
        }
        state.phase = Phase::Movement;
        state.frame = Frame::Command;
        state.commands = self.scenario.commands[state.phasing as usize];
        state.acted = Leaders::EMPTY;
        state.marched = Leaders::EMPTY;
        if self.is_campaign() {
            self.return_centers(state, umpire);
            self.mark_unheard(state);
        }
    }

    /// [II.d] [II.e] Whoever has not marched takes attrition; then [III.a] the other side may force march.
    pub(crate) fn end_movement(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if let Some(modifier) = self.rest_modifier(state) {
            self.attrition_at_rest(state, modifier, umpire);
        }
        if self.is_campaign() {
            self.consolidate(state, umpire);
        }
        self.turn_down(state);
        state.commands = 0;
        state.unheard = Leaders::EMPTY;
        state.acted = Leaders::EMPTY;
        state.marched = Leaders::EMPTY;
        self.forget_hurry(state);
        state.phase = Phase::ForcedMarch;
        state.frame = Frame::Forced;
        // [14] Who rests does not fight, and does not force march.
        if self.rests(state, state.phasing) {
            state.phase = Phase::Combat;
            self.end_combat(state, umpire);
        } else if self.rests(state, state.phasing.other()) {
            self.begin_combat(state, umpire);
        }
    }

    /// [II.e] Redoubts are finished, Centers turned face up, Outposts turned down.
    fn consolidate(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        self.finish_redoubts(state, umpire);
        // [5.2] In the turn in which a Center moves messengers ride from where it stood, to Outposts too.
        self.cover_outposts(state, umpire);
        for army in state.phasing.armies() {
            let center = state.offices[*army as usize].center;
            let office = &mut state.offices[*army as usize];
            if office.moved == 2 {
                office.moved = 0;
            }
            // [5.2] Off the primary roads it counts as having moved.
            if center != NOWHERE && !self.ground().on_primary(center) {
                office.moved = 1;
            }
            if office.away != Away::Cantonment {
                office.former = center;
            }
        }
    }

    /// [III.b] The Attack Segment.
    pub(crate) fn begin_combat(&self, state: &mut State, _umpire: &mut Umpire<'_, Event>) {
        state.acted = Leaders::EMPTY;
        state.marched = Leaders::EMPTY;
        state.fought = Leaders::EMPTY;
        state.phase = Phase::Combat;
        state.frame = Frame::Attack;
    }

    /// `[IV]` The Morale Phase, and whoever is next.
    pub(crate) fn end_combat(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        self.turn_down(state);
        state.fought = Leaders::EMPTY;
        self.forget_hurry(state);
        self.morale_phase(state, umpire);
        // [1.1] Whoever was looked at in it is turned down with it.
        self.turn_down(state);
        self.seek_peace(state, umpire);
        if state.ended > 0 {
            if state.frame != Frame::Over {
                self.finish(state, umpire);
            }
        } else if state.phasing == self.scenario.first {
            self.begin_player_turn(state, state.phasing.other(), umpire);
        } else if state.turn < self.scenario.turns.1 {
            self.show_aims(state, umpire);
            state.turn += 1;
            self.begin_turn(state, umpire);
        } else {
            self.finish(state, umpire);
        }
    }

    /// The turn in words.
    #[must_use]
    pub fn turn_words(&self, state: &State) -> String {
        let (first, last) = self.scenario.turns;
        let dates = &self.scenario.calendar.turn(state.turn).dates;
        format!("Turn {} of {}, {dates}", state.turn + 1 - first, last + 1 - first)
    }
}

/// [I.a.2] Does the phasing player change his supply source?
#[derive(Clone, Copy)]
pub(crate) struct Admin;

impl Admin {
    /// [I.a.2] The army that would have a source; in a Battle Scenario both armies of the Coalition share one.
    fn army(self, game: &Campaign, state: &State, hex: HexId) -> Option<Army> {
        let armies = state.phasing.armies();
        if !game.is_campaign() {
            return game.sources(state, state.phasing).contains(&hex).then_some(armies[0]);
        }
        let mut all = armies.iter().copied().filter(|army| game.army_sources(state, *army).contains(&hex));
        // Königsberg may serve both armies: meant is the first that can change to it.
        let able = all.clone().find(|&army| self.may_change_army(game, state, army, hex).is_ok());
        able.or_else(|| all.next())
    }

    fn may_change_in_campaign(self, game: &Campaign, state: &State, hex: HexId) -> Result<(), Violation> {
        match self.army(game, state, hex) {
            Some(army) => self.may_change_army(game, state, army, hex),
            None => {
                let closed = state.phasing == Side::French && game.scenario.compiled.danzig.contains(&hex);
                let why =
                    if closed { "this source is closed until Danzig has fallen" } else { "this is no supply source of yours" };
                Err(Violation::new("I.a.2", why, Subject::Hex(hex)))
            }
        }
    }

    /// [I.a.2] Whether an army can change to one of its sources.
    fn may_change_army(self, game: &Campaign, state: &State, army: Army, hex: HexId) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new("I.a.2", why, Subject::Hex(hex)));
        if state.changing[army as usize] != NOWHERE {
            return no("a change of source goes on already");
        }
        if state.source[army as usize] == hex {
            return no("this source is active");
        }
        if game.is_boxed(state, army) {
            return Err(Violation::new("6.11", "its Center is off the map: the army spends no points", Subject::Hex(hex)));
        }
        if state.offices[army as usize].points == 0 {
            return no("it costs an Administrative Point");
        }
        Ok(())
    }

    fn may_change(self, game: &Campaign, state: &State, hex: HexId) -> Result<(), Violation> {
        if game.is_campaign() {
            return self.may_change_in_campaign(game, state, hex);
        }
        if state.changing[state.phasing as usize] != NOWHERE {
            return Err(Violation::new("I.a.2", "a change of source goes on already", Subject::Hex(hex)));
        }
        if !game.sources(state, state.phasing).contains(&hex) {
            return Err(Violation::new(
                "I.a.2",
                "this is no other supply source of yours on the sheets in play",
                Subject::Hex(hex),
            ));
        }
        Ok(())
    }
}

impl Room<Campaign> for Admin {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("I.a.2"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        if game.is_campaign() {
            for &army in state.phasing.armies() {
                for hex in game.sources_of(state, army).filter(|&hex| self.may_change_army(game, state, army, hex).is_ok()) {
                    // What serves both armies is listed once.
                    if !out.contains(&Action::Source(hex)) {
                        out.push(Action::Source(hex));
                    }
                }
            }
            out.extend(game.may_make_peace(state).is_ok().then_some(Action::Peace));
        } else if state.changing[state.phasing as usize] == NOWHERE {
            out.extend(game.sources(state, state.phasing).into_iter().map(Action::Source));
        }
        out.push(Action::End);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Source(hex) => self.may_change(game, state, hex),
            Action::Peace => game.may_make_peace(state),
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if action == Action::Peace {
            game.make_peace(state, umpire);
            return;
        }
        if let Action::Source(hex) = action {
            let army = self.army(game, state, hex).unwrap_or(state.phasing.armies()[0]);
            state.changing[army as usize] = hex;
            if game.is_campaign() {
                state.offices[army as usize].points -= 1;
            }
            let side = state.phasing.name();
            umpire.tell(|| {
                let text = format!("the {side} begin to change their source to {} [I.a.2]", game.grid().number(hex));
                game.note(Kind::Note, "I.a.2", text)
            });
            if game.is_campaign() {
                return;
            }
        }
        if game.is_campaign() {
            game.administer(state, umpire);
        } else {
            game.begin_organization(state);
        }
    }

    fn forced(self, game: &Campaign, state: &State) -> Option<Action> {
        if game.is_campaign() {
            return None;
        }
        let none = state.changing[state.phasing as usize] != NOWHERE || game.sources(state, state.phasing).is_empty();
        none.then_some(Action::End)
    }
}
