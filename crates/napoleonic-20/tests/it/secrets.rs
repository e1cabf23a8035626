//! Hidden counters stay hidden, and the law that says so bites: three games that leak on purpose are caught.

use crate::romp::campaign;
use grognard_engine::dice::SeededDice;
use grognard_engine::game::{Decision, Identity, Umpire};
use grognard_engine::preview::Forecast;
use grognard_engine::{
    Anchor, Board, DataError, Dice, HexId, Laboratory, Line, MapView, Rules, Seat, Secrets, UnitId, Views, Violation, Words,
};
use grognard_napoleonic_20::{Action, Campaign, Event, State};
use grognard_testkit::laws::memory;
use grognard_testkit::{Limits, fuzz_one};

/// What is told that should not be.
#[derive(Clone, Copy, PartialEq)]
enum Leak {
    None,
    /// Every seat sees the board as the French do.
    Board,
    /// Every seat reads the log as the French do.
    Log,
    /// The order of one's own options depends on who the enemy's counters are.
    Options,
}

/// A game in the fog with a leak.
struct Leaky(Campaign, Leak);

impl Rules for Leaky {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn identity(&self) -> Identity {
        self.0.identity()
    }
    fn seats(&self) -> &'static [&'static str] {
        self.0.seats()
    }
    fn start(&self, umpire: &mut Umpire<'_, Event>) -> State {
        self.0.start(umpire)
    }
    fn decision(&self, state: &State) -> Decision {
        self.0.decision(state)
    }
    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        self.0.legal_actions(state, out);
        let old_guard = self.0.read_unit("OG").unwrap();
        if self.1 == Leak::Options && state.hex(old_guard).is_some_and(|hex| hex.0 % 2 == 0) {
            out.reverse();
        }
    }
    fn check(&self, state: &State, action: Action) -> Result<(), Violation> {
        self.0.check(state, action)
    }
    fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        self.0.apply(state, action, umpire);
    }
}

impl Words for Leaky {
    fn unit_name(&self, unit: UnitId) -> String {
        self.0.unit_name(unit)
    }
    fn hex_name(&self, hex: HexId) -> String {
        self.0.hex_name(hex)
    }
    fn write_action(&self, action: Action) -> String {
        self.0.write_action(action)
    }
    fn read_action(&self, text: &str) -> Result<Action, String> {
        self.0.read_action(text)
    }
    fn write_short(&self, action: Action) -> String {
        self.0.write_short(action)
    }
    fn read_short(&self, text: &str) -> Result<Action, String> {
        self.0.read_short(text)
    }
    fn command(&self, state: &State, seat: Seat, text: &str) -> Result<Vec<Action>, String> {
        self.0.command(state, seat, text)
    }
    fn write_position(&self, state: &State) -> String {
        self.0.write_position(state)
    }
    fn read_position(&self, text: &str) -> Result<State, DataError> {
        self.0.read_position(text)
    }
    fn digest(&self, state: &State) -> u64 {
        self.0.digest(state)
    }
}

impl Views for Leaky {
    fn map(&self) -> MapView {
        self.0.map()
    }
    fn anchor(&self, state: &State, action: Action) -> Anchor {
        self.0.anchor(state, action)
    }
    fn board(&self, state: &State, seat: Option<Seat>) -> Board {
        let seat = if self.1 == Leak::Board && seat == Some(Seat(1)) { Some(Seat(0)) } else { seat };
        self.0.board(state, seat)
    }
    fn line(&self, event: &Event, seat: Option<Seat>) -> Option<Line> {
        self.0.line(event, if self.1 == Leak::Log { Some(Seat(0)) } else { seat })
    }
    fn forecast(&self, state: &State, seat: Option<Seat>) -> Option<Forecast> {
        self.0.forecast(state, seat)
    }
}

impl Secrets for Leaky {
    fn secretive(&self) -> bool {
        self.0.secretive()
    }
    fn told(&self, event: &Event, seat: Option<Seat>) -> Option<Event> {
        self.0.told(event, seat)
    }
    fn told_entry(
        &self,
        before: &State,
        after: &State,
        by: Seat,
        action: Action,
        rolls: &[u8],
        seat: Option<Seat>,
    ) -> (String, Vec<u8>) {
        self.0.told_entry(before, after, by, action, rolls, seat)
    }
    fn reveals(&self, event: &Event) -> bool {
        self.0.reveals(event)
    }
    fn resample(&self, state: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        self.0.resample(state, seat, dice)
    }
    fn resample_knowing(&self, state: &State, later: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        self.0.resample_knowing(state, later, seat, dice)
    }
}

impl Laboratory for Leaky {
    fn stray(&self, state: &State, dice: &mut dyn Dice) -> Action {
        self.0.stray(state, dice)
    }
}

const LIMITS: Limits = Limits { actions: 10_000, strays: 2, every: 8 };

#[test]
fn a_tight_game_keeps_its_secrets() {
    for seed in 0..2 {
        fuzz_one(Leaky(campaign("dresden-20+fog"), Leak::None), seed, LIMITS).unwrap_or_else(|broken| panic!("{broken}"));
        fuzz_one(Leaky(campaign("dresden-20-maneuver+fog"), Leak::None), seed, LIMITS)
            .unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn every_leak_is_found() {
    for (leak, what) in [(Leak::Board, "board"), (Leak::Log, "log"), (Leak::Options, "options")] {
        for game in ["dresden-20+fog", "dresden-20-maneuver+fog"] {
            let found = (0..6).find_map(|seed| fuzz_one(Leaky(campaign(game), leak), seed, LIMITS).err());
            let found = found.unwrap_or_else(|| panic!("the leak of the {what} in {game} is not found"));
            assert!(matches!(found.law, "non-interference" | "units"), "{what} in {game}: {found}");
        }
    }
}

/// The memory is kept outside of the rulebook, so that it does not lean on the signs of which worlds are drawn.
#[test]
fn worlds_fit_what_was_seen_long_ago() {
    let limits = Limits { actions: 600, strays: 0, every: 5 };
    let mut remembered = 0;
    for seed in 0..3 {
        for game in ["dresden-20+fog", "dresden-20+fog+support+breakdown+penetration", "dresden-20-maneuver+fog"] {
            remembered += memory(campaign(game), seed, limits).unwrap_or_else(|broken| panic!("{game}: {broken}"));
        }
    }
    assert!(remembered > 200, "hardly anything was remembered: {remembered}");
}

/// The same in the standard scenario, and in the maneuver with every option: random games in which somebody was seen and covered again.
#[test]
fn worlds_of_other_games_fit_what_was_seen_long_ago() {
    let limits = Limits { actions: 600, strays: 0, every: 5 };
    let games = [("dresden-20-standard+fog", 10), ("dresden-20-maneuver+fog+penetration+support+breakdown+weather", 12)];
    for (game, seed) in games {
        let remembered = memory(campaign(game), seed, limits).unwrap_or_else(|broken| panic!("{game}: {broken}"));
        assert!(remembered > 30, "hardly anything was remembered in {game}: {remembered}");
    }
}

#[test]
fn a_redrawn_position_differs_where_it_may() {
    let game = campaign("dresden-20-maneuver+fog");
    let mut dice = SeededDice::new(3);
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let mut options = Vec::new();
    while !matches!(game.decision(&state), Decision::Choose { seat: Seat(1), .. }) {
        game.legal_actions(&state, &mut options);
        let action = options[dice.below(options.len() as u32) as usize];
        game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
    }
    let redrawn: Vec<State> = (0..20).map(|_| game.resample(&state, Some(Seat(1)), &mut dice)).collect();
    assert!(redrawn.iter().any(|other| other.stacks != state.stacks), "stacks are drawn anew");
    assert!(redrawn.iter().any(|other| other.markers != state.markers), "markers are drawn anew");
    for other in &redrawn {
        assert_eq!(game.board(other, Some(Seat(1))), game.board(&state, Some(Seat(1))));
        assert_ne!(game.board(&state, Some(Seat(0))).counters, Vec::new());
    }
    // The owner's own counters are never exchanged.
    let own = game.resample(&state, Some(Seat(0)), &mut dice);
    assert_eq!((own.stacks, own.markers), (state.stacks, state.markers));
}

#[test]
fn a_guess_depends_on_nothing_that_is_hidden() {
    let (mut compared, mut differing) = (0, 0);
    for (name, seed) in [("dresden-20-maneuver+fog", 5), ("dresden-20-maneuver", 6), ("dresden-20+fog", 7)] {
        crate::romp::game(name, seed, |table| {
            if table.entries.len() % 9 != 0 {
                return;
            }
            for seat in [Seat(0), Seat(1)] {
                // Another truth that looks the same to this seat.
                let other = table.game.resample(&table.state, Some(seat), &mut SeededDice::new(seed ^ 0xff));
                differing += u32::from(other != table.state);
                for guess in 0..3 {
                    let draw = |truth: &State| table.game.resample(truth, Some(seat), &mut SeededDice::new(guess));
                    assert_eq!(draw(&table.state), draw(&other), "{name} after {} actions", table.entries.len());
                    compared += 1;
                }
            }
        });
    }
    assert!(compared > 100 && differing > 20, "{compared} {differing}");
}
