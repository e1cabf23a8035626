//! The rulebooks, one cargo feature each.

use crate::load;
use crate::proof::{self, Perft, Rollouts};
use crate::seated::{Match, Seated};
use grognard_engine::cases::CaseGame;
use grognard_engine::{DataError, Dice, Rules, Umpire, offer};
use grognard_testkit::casefile::{CaseReport, TestCase, run_case};
use grognard_testkit::laws::{GameStats, Limits};
use grognard_testkit::perft::Rolls;
use serde::Serialize;
use std::sync::{Arc, Mutex, PoisonError};

pub use grognard_engine::offer::OptionInfo;

/// A game of a rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameInfo {
    /// Identifier, such as `eylau`.
    pub id: &'static str,
    /// Identifier of its rulebook.
    pub rulebook: &'static str,
    /// Title.
    pub title: &'static str,
    /// Year of the battle.
    pub year: u16,
    /// In words.
    pub summary: &'static str,
    /// Options.
    pub options: Vec<OptionInfo>,
}

impl GameInfo {
    /// What a rulebook offers, said for the shelf.
    fn of<S>(rulebook: &'static str, game: &offer::GameInfo<S>) -> Self {
        let &offer::GameInfo { id, title, year, summary, options, .. } = game;
        Self { id, rulebook, title, year, summary, options: options.to_vec() }
    }
}

/// A rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BookInfo {
    /// Identifier, such as `art-of-war`.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its games.
    pub games: Vec<GameInfo>,
}

/// Options by name and value.
pub(crate) type Options<'a> = &'a [(String, String)];
/// Somebody who looks at each action of a replay.
pub(crate) type Watcher<'a> = &'a mut dyn FnMut(&crate::Happening);
/// Somebody who looks at each random game, and says whether to go on.
pub(crate) type Counter<'a> = &'a mut dyn FnMut(GameStats) -> bool;

/// Seeds, one for each game.
pub(crate) type Seeds<'a> = &'a mut dyn Iterator<Item = u64>;

/// Something that can be typed: its form, and what it does.
pub type Phrase = (&'static str, &'static str);

/// What a rulebook's crate offers, said in one form for all.
pub(crate) trait Volume: Sync + 'static {
    /// Its game type.
    type Game: CaseGame;
    /// Identifier.
    const ID: &'static str;
    /// Its name for people.
    const TITLE: &'static str = Self::ID;
    /// The text of its list of cases.
    const CASES: &'static str;
    /// The texts of its lessons, each with the game that it teaches.
    const LESSONS: &'static [(&'static str, &'static str)] = &[];
    /// Whether no list names it, so that only whoever knows the name of a game can open it.
    const HIDDEN: bool = false;
    /// What a person can type in a game, besides or instead of the actions that are listed.
    fn commands(game: &str) -> Vec<Phrase>;
    /// Its games.
    fn games() -> Vec<GameInfo>;
    /// The games that have been made, kept to be shared.
    fn made() -> &'static Made<Self::Game>;
    /// A game with options.
    fn make(game: &str, options: Options<'_>) -> Result<Self::Game, DataError>;
    /// A game with options and with some things changed; a rulebook that cannot do that need not say so.
    fn make_changed(game: &str, options: Options<'_>, changes: &[String]) -> Result<Self::Game, DataError> {
        match changes.first() {
            Some(change) => Err(DataError::new("change", change, format!("the data of {game} cannot be changed"))),
            None => Self::make(game, options),
        }
    }
    /// Whether an action ends a unit's move or an attack.
    fn completes(action: &<Self::Game as Rules>::Action) -> bool;
}

/// Games that have been made, by name and the values of their options. There are as many as there are ways to choose options,
/// which are few; a table then holds a reference to its rules, not a copy.
pub(crate) type Made<G> = Mutex<Vec<(String, Vec<String>, Arc<G>)>>;

/// A game with options, made once and shared.
pub(crate) fn shared<V: Volume>(id: &str, options: Options<'_>) -> Result<Arc<V::Game>, DataError> {
    let offered: Vec<OptionInfo> = V::games().into_iter().filter(|game| game.id == id).flat_map(|game| game.options).collect();
    let fits = |name: &str, value: &str| offered.iter().any(|option| option.name == name && option.values.contains(&value));
    if !options.iter().all(|(name, value)| fits(name, value)) {
        // The rulebook knows best what is wrong with it.
        return V::make(id, options).map(Arc::new);
    }
    let value = |option: &OptionInfo| {
        let given = options.iter().rev().find(|(name, _)| name == option.name);
        given.map_or(option.default, |(_, value)| value.as_str()).to_owned()
    };
    let values: Vec<String> = offered.iter().map(value).collect();
    // Whoever panicked while holding the lock left the list as it was: it only ever grows by one push.
    let mut made = V::made().lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., game)) = made.iter().find(|(known, chosen, _)| known == id && *chosen == values) {
        return Ok(game.clone());
    }
    let game = Arc::new(V::make(id, options)?);
    made.push((id.to_owned(), values, game.clone()));
    Ok(game)
}

/// A rulebook with its types erased. Every [`Volume`] is one.
pub(crate) trait Book: Sync {
    fn id(&self) -> &'static str;
    fn title(&self) -> &'static str;
    fn hidden(&self) -> bool;
    fn cases(&self) -> &'static str;
    fn lessons(&self) -> &'static [(&'static str, &'static str)];
    fn commands(&self, game: &str) -> Vec<Phrase>;
    fn games(&self) -> Vec<GameInfo>;
    fn open(&self, game: &str, options: Options<'_>, dice: &mut dyn Dice) -> Result<Box<dyn Match>, DataError>;
    fn open_changed(
        &self,
        game: &str,
        options: Options<'_>,
        changes: &[String],
        dice: &mut dyn Dice,
    ) -> Result<Box<dyn Match>, DataError>;
    fn replay(&self, source: &load::Source<'_>, upto: Option<usize>, seen: Watcher<'_>) -> Result<Box<dyn Match>, DataError>;
    fn position(&self, file: &str, game: &str, options: Options<'_>, line: &str) -> Result<Box<dyn Match>, DataError>;
    fn take_up(&self, game: &str, options: Options<'_>, midway: &load::Midway<'_>) -> Result<Box<dyn Match>, DataError>;
    fn run_case(&self, file: &str, case: &TestCase) -> CaseReport;
    fn fuzz(&self, game: &str, options: Options<'_>, seeds: Seeds<'_>, limits: Limits, seen: Counter<'_>) -> Result<(), String>;
    fn perft(&self, game: &str, options: Options<'_>, at: Option<&str>, depth: u32, rolls: Rolls) -> Result<Perft, DataError>;
    fn rollouts(&self, game: &str, options: Options<'_>) -> Result<Box<dyn Rollouts>, DataError>;
    fn made(&self) -> Vec<(String, Vec<String>)>;
}

impl<V: Volume> Book for V {
    fn made(&self) -> Vec<(String, Vec<String>)> {
        let made = V::made().lock().unwrap_or_else(PoisonError::into_inner);
        made.iter().map(|(game, values, _)| (game.clone(), values.clone())).collect()
    }

    fn id(&self) -> &'static str {
        V::ID
    }

    fn title(&self) -> &'static str {
        V::TITLE
    }

    fn hidden(&self) -> bool {
        V::HIDDEN
    }

    fn cases(&self) -> &'static str {
        V::CASES
    }

    fn lessons(&self) -> &'static [(&'static str, &'static str)] {
        V::LESSONS
    }

    fn commands(&self, game: &str) -> Vec<Phrase> {
        V::commands(game)
    }

    fn games(&self) -> Vec<GameInfo> {
        V::games()
    }

    fn open(&self, game: &str, options: Options<'_>, dice: &mut dyn Dice) -> Result<Box<dyn Match>, DataError> {
        Ok(Box::new(Seated::new(shared::<V>(game, options)?, dice)))
    }

    fn open_changed(
        &self,
        game: &str,
        options: Options<'_>,
        changes: &[String],
        dice: &mut dyn Dice,
    ) -> Result<Box<dyn Match>, DataError> {
        if changes.is_empty() {
            return self.open(game, options, dice);
        }
        let game = Arc::new(V::make_changed(game, options, changes)?);
        let state = game.start(&mut Umpire::silent(dice));
        Ok(Box::new(Seated::at(game, state)))
    }

    fn replay(&self, source: &load::Source<'_>, upto: Option<usize>, seen: Watcher<'_>) -> Result<Box<dyn Match>, DataError> {
        load::replay_with::<V>(source, upto, seen)
    }

    fn take_up(&self, game: &str, options: Options<'_>, midway: &load::Midway<'_>) -> Result<Box<dyn Match>, DataError> {
        load::take_up_with::<V>(game, options, midway)
    }

    fn position(&self, file: &str, game: &str, options: Options<'_>, line: &str) -> Result<Box<dyn Match>, DataError> {
        load::position_with::<V>(file, game, options, line)
    }

    fn run_case(&self, file: &str, case: &TestCase) -> CaseReport {
        run_case::<V::Game>(file, case)
    }

    fn fuzz(&self, game: &str, options: Options<'_>, seeds: Seeds<'_>, limits: Limits, seen: Counter<'_>) -> Result<(), String> {
        proof::fuzz_with::<V>(game, options, seeds, limits, seen)
    }

    fn perft(&self, game: &str, options: Options<'_>, at: Option<&str>, depth: u32, rolls: Rolls) -> Result<Perft, DataError> {
        proof::perft_with::<V>(game, options, at, depth, rolls)
    }

    fn rollouts(&self, game: &str, options: Options<'_>) -> Result<Box<dyn Rollouts>, DataError> {
        proof::rollouts_with::<V>(game, options)
    }
}

/// All rulebooks.
pub(crate) static BOOKS: &[&dyn Book] = &[
    #[cfg(feature = "art-of-war")]
    &art_of_war::ArtOfWar,
    #[cfg(feature = "napoleonic-20")]
    &napoleonic_20::Napoleonic20,
    #[cfg(feature = "la-bataille")]
    &la_bataille::LaBataille,
    #[cfg(feature = "eagles-turn-east")]
    &eagles_turn_east::EaglesTurnEast,
    #[cfg(feature = "proving-ground")]
    &proving_ground::Proving,
    #[cfg(feature = "mock")]
    &mock::Mock,
    #[cfg(feature = "mock")]
    &mock::Marches,
];

/// The rulebooks that lists name.
pub(crate) fn open_shelf() -> impl Iterator<Item = &'static dyn Book> {
    BOOKS.iter().copied().filter(|book| !book.hidden())
}

/// The rulebooks on the shelf.
#[must_use]
pub fn books() -> Vec<BookInfo> {
    open_shelf().map(|book| BookInfo { id: book.id(), title: book.title(), games: book.games() }).collect()
}

/// All games of all rulebooks.
#[must_use]
pub fn games() -> Vec<GameInfo> {
    open_shelf().flat_map(|book| book.games()).collect()
}

/// A game by its identifier.
///
/// # Errors
/// When there is no such game; says which there are.
pub fn game(id: &str) -> Result<GameInfo, DataError> {
    find(id).map(|(_, info)| info)
}

/// What a person can type in a game, besides or instead of the actions that are listed.
#[must_use]
pub fn commands(game: &str) -> Vec<Phrase> {
    find(game).map_or_else(|_| Vec::new(), |(book, _)| book.commands(game))
}

/// The rulebook that holds a game.
pub(crate) fn find(id: &str) -> Result<(&'static dyn Book, GameInfo), DataError> {
    let all = || BOOKS.iter().flat_map(|&book| book.games().into_iter().map(move |game| (book, game)));
    all().find(|(_, game)| game.id == id).ok_or_else(|| {
        let known: Vec<_> = games().iter().map(|game| game.id).collect();
        DataError::new("game", id, format!("not on the shelf; there is {}", known.join(", ")))
    })
}

/// Which rules have been made of a book: games, each with the values of its options. However many tables are opened, each stands there once.
pub fn made(book: &str) -> Vec<(String, Vec<String>)> {
    BOOKS.iter().filter(|one| one.id() == book).flat_map(|one| one.made()).collect()
}

/// Sets up a new game. The dice are asked only if the set-up rolls any.
///
/// # Errors
/// An unknown game or option.
pub fn open(game: &str, options: &[(String, String)], dice: &mut dyn Dice) -> Result<Box<dyn Match>, DataError> {
    let (book, _) = find(game)?;
    book.open(game, options, dice)
}

#[cfg(feature = "art-of-war")]
mod art_of_war {
    use super::{GameInfo, Made, Options, Phrase, Volume};
    use grognard_art_of_war::{Action, Battle};
    use grognard_engine::DataError;

    pub(super) struct ArtOfWar;

    impl Volume for ArtOfWar {
        type Game = Battle;
        const ID: &'static str = "art-of-war";
        const TITLE: &'static str = "Napoleon's Art of War";
        const CASES: &'static str = grognard_art_of_war::RULEBOOK;
        const LESSONS: &'static [(&'static str, &'static str)] = grognard_art_of_war::LESSONS;

        fn commands(game: &str) -> Vec<Phrase> {
            let mut all = vec![
                ("move UNIT HEX", "takes a unit by a cheapest way to a hex"),
                ("move UNIT HEX HEX …", "takes a unit just these steps"),
                ("attack TARGET … with UNIT …", "declares a whole attack and rolls; targets are hexes or units"),
                ("declare TARGET … with UNIT …", "the same without the roll, so that forecast can be looked at"),
            ];
            all.extend_from_slice(match game {
                "dresden" => &[
                    ("… lower N", "after an attack: go down N columns"),
                    ("lose UNIT …", "several units at once"),
                    ("activate UNIT", "Allies: turns up a reserve, for a loss or for a point of morale [11.3] [11.4]"),
                    ("commit UNIT, commit", "French: pays four points for one or both of the Old Guard [11.5]"),
                    ("pick UNIT, place HEX", "at the end of a day: puts back a disrupted unit of the enemy [17.2]"),
                    ("fight, stop", "Allies, at the end of a day: fight on, or end the game [18.3]"),
                ],
                _ => &[
                    ("… shift DIVISION, … lower N", "after an attack: take the column shift, go down N columns"),
                    ("fresh UNIT …, lose UNIT …", "several units at once"),
                ],
            });
            all
        }

        fn games() -> Vec<GameInfo> {
            grognard_art_of_war::games().iter().map(|game| GameInfo::of(Self::ID, game)).collect()
        }

        fn made() -> &'static Made<Battle> {
            static MADE: Made<Battle> = Made::new(Vec::new());
            &MADE
        }

        fn make(game: &str, options: Options<'_>) -> Result<Battle, DataError> {
            let bare = grognard_art_of_war::games().iter().any(|info| info.id == game && info.options.is_empty());
            match options.first() {
                Some((name, _)) if bare => Err(DataError::new("option", name, format!("{game} has no such option; it has none"))),
                _ => Battle::new(game, options),
            }
        }

        fn make_changed(game: &str, options: Options<'_>, changes: &[String]) -> Result<Battle, DataError> {
            // The options are looked at first, as without changes.
            Self::make(game, options)?;
            Battle::changed(game, options, changes)
        }

        fn completes(action: &Action) -> bool {
            grognard_art_of_war::completes_action(action)
        }
    }
}

#[cfg(feature = "napoleonic-20")]
mod napoleonic_20 {
    use super::{GameInfo, Made, Options, Phrase, Volume};
    use grognard_engine::DataError;
    use grognard_napoleonic_20::{Action, Campaign};

    pub(super) struct Napoleonic20;

    impl Volume for Napoleonic20 {
        type Game = Campaign;
        const ID: &'static str = "napoleonic-20";
        const TITLE: &'static str = "Napoleonic 20";
        const CASES: &'static str = grognard_napoleonic_20::RULEBOOK;

        fn commands(_game: &str) -> Vec<Phrase> {
            vec![
                ("move UNIT HEX", "takes a unit by a cheapest way to a hex"),
                ("move UNIT HEX HEX …", "takes a unit just these steps; box as the last step is the Meissen Box [3.2]"),
                ("march UNIT HEX …", "the same with a Force March, for a Morale Point [6.6]"),
                ("build UNIT HEX", "French infantry crosses at Pirna and builds the pontoon bridge [6.0]"),
                ("attack TARGET … with UNIT …", "declares a whole battle; targets are hexes or units [9.2]"),
                ("declare TARGET … with UNIT …", "the same without closing it, so that forecast can be looked at"),
                ("charge TARGET … with UNIT …", "a countercharge in the Reaction Phase, fought at once [8.2]"),
                ("fight HEX", "fights the declared battle that goes by this hex [9.2]"),
                ("commit, decline", "reserves, for a Morale Point, or none [9.5]"),
                ("toward HEX, flee HEX", "a retreat: its line of communications, then hex by hex [9.8]"),
                ("rally UNIT, pay UNIT", "a rally roll, without or with a Morale Point [10.2]"),
            ]
        }

        fn games() -> Vec<GameInfo> {
            grognard_napoleonic_20::games().iter().map(|game| GameInfo::of(Self::ID, game)).collect()
        }

        fn made() -> &'static Made<Campaign> {
            static MADE: Made<Campaign> = Made::new(Vec::new());
            &MADE
        }

        fn make(game: &str, options: Options<'_>) -> Result<Campaign, DataError> {
            Campaign::new(game, options)
        }

        fn make_changed(game: &str, options: Options<'_>, changes: &[String]) -> Result<Campaign, DataError> {
            Campaign::changed(game, options, changes)
        }

        fn completes(action: &Action) -> bool {
            grognard_napoleonic_20::completes_action(action)
        }
    }
}

#[cfg(feature = "eagles-turn-east")]
mod eagles_turn_east {
    use super::{GameInfo, Made, Options, Phrase, Volume};
    use grognard_eagles_turn_east::{Action, Campaign, ID, RULEBOOK, completes_action, games};
    use grognard_engine::DataError;

    /// The campaign of 1807.
    pub(super) struct EaglesTurnEast;

    impl Volume for EaglesTurnEast {
        type Game = Campaign;
        const ID: &'static str = ID;
        const TITLE: &'static str = "The Eagles Turn East";
        const CASES: &'static str = RULEBOOK;

        fn commands(_game: &str) -> Vec<Phrase> {
            vec![
                ("march LEADER HEX", "gives a Movement Command, marches by a cheapest way, and ends the march"),
                ("march LEADER HEX FOLLOWER HEX …", "the same with others who follow"),
                ("ride LEADER HEX", "a leader without troops rides there"),
                ("attack HEX … with LEADER …", "declares a whole attack"),
            ]
        }

        fn games() -> Vec<GameInfo> {
            games().iter().map(|game| GameInfo::of(ID, game)).collect()
        }

        fn made() -> &'static Made<Campaign> {
            static MADE: Made<Campaign> = Made::new(Vec::new());
            &MADE
        }

        fn make(game: &str, options: Options<'_>) -> Result<Campaign, DataError> {
            Campaign::new(game, options)
        }

        fn make_changed(game: &str, options: Options<'_>, changes: &[String]) -> Result<Campaign, DataError> {
            Campaign::changed(game, options, changes)
        }

        fn completes(action: &Action) -> bool {
            completes_action(action)
        }
    }
}

#[cfg(feature = "la-bataille")]
mod la_bataille {
    use super::{GameInfo, Made, Options, Phrase, Volume};
    use grognard_engine::DataError;
    use grognard_la_bataille::{Action, BOOK, Bautzen, completes_action};

    pub(super) struct LaBataille;

    impl Volume for LaBataille {
        type Game = Bautzen;
        const ID: &'static str = BOOK;
        const TITLE: &'static str = "La Bataille";
        const CASES: &'static str = grognard_la_bataille::RULEBOOK;

        fn commands(_game: &str) -> Vec<Phrase> {
            vec![
                ("move UNIT HEX", "takes a unit by a cheapest way to a hex"),
                ("move UNIT HEX HEX …", "takes a unit just these steps"),
                ("fire HEX with UNIT …", "fires at a hex with these units"),
                ("storm HEX with UNIT …", "assaults a hex with these units"),
            ]
        }

        fn games() -> Vec<GameInfo> {
            grognard_la_bataille::games().iter().map(|game| GameInfo::of(Self::ID, game)).collect()
        }

        fn made() -> &'static Made<Bautzen> {
            static MADE: Made<Bautzen> = Made::new(Vec::new());
            &MADE
        }

        fn make(game: &str, options: Options<'_>) -> Result<Bautzen, DataError> {
            Bautzen::new(game, options)
        }

        fn make_changed(game: &str, options: Options<'_>, changes: &[String]) -> Result<Bautzen, DataError> {
            Bautzen::changed(game, options, changes)
        }

        fn completes(action: &Action) -> bool {
            completes_action(action)
        }
    }
}

#[cfg(feature = "proving-ground")]
mod proving_ground {
    use super::{GameInfo, Made, Options, Phrase, Volume};
    use grognard_engine::DataError;
    use grognard_proving_ground::{Action, ID, ProvingGround};

    /// Not a rulebook: a large map with all its pieces, on which programs are tried.
    pub(super) struct Proving;

    impl Volume for Proving {
        type Game = ProvingGround;
        const ID: &'static str = ID;
        const CASES: &'static str = "case = []\n";
        const HIDDEN: bool = true;

        fn commands(_game: &str) -> Vec<Phrase> {
            vec![("move PIECE HEX", "takes a piece, moves it by a cheapest way, and puts it down")]
        }

        fn games() -> Vec<GameInfo> {
            vec![GameInfo {
                id: ID,
                rulebook: ID,
                title: "Proving ground",
                year: 1807,
                summary: "a large map with 531 pieces, on which programs are tried",
                options: Vec::new(),
            }]
        }

        fn made() -> &'static Made<ProvingGround> {
            static MADE: Made<ProvingGround> = Made::new(Vec::new());
            &MADE
        }

        fn make(_game: &str, options: Options<'_>) -> Result<ProvingGround, DataError> {
            ProvingGround::new(options)
        }

        fn completes(action: &Action) -> bool {
            matches!(action, Action::Done)
        }
    }
}

#[cfg(feature = "mock")]
mod mock {
    use super::{GameInfo, Made, Options, Phrase, Volume};
    use grognard_engine::DataError;
    use grognard_engine::Rules as _;
    use grognard_testkit::mock::march::{self, March};
    use grognard_testkit::mock::{Action, Skirmish};

    pub(super) struct Mock;

    impl Volume for Mock {
        type Game = Skirmish;
        const ID: &'static str = "mock";
        // Other crates' tests open it by its name; a program that was built beside them does not offer it.
        const HIDDEN: bool = true;
        const CASES: &'static str = "[[case]]\nid = \"1.1\"\ntitle = \"Once\"\ngist = \"A unit acts once a turn.\"\n\
                                     status = \"enforced\"\nforbids = true\n";

        fn commands(_game: &str) -> Vec<Phrase> {
            vec![("ACTION then ACTION", "one after the other")]
        }

        fn games() -> Vec<GameInfo> {
            vec![GameInfo {
                id: "skirmish",
                rulebook: Self::ID,
                title: "A skirmish",
                year: 1800,
                summary: "two against two on eight hexes, for tests",
                options: Vec::new(),
            }]
        }

        fn made() -> &'static Made<Skirmish> {
            static MADE: Made<Skirmish> = Made::new(Vec::new());
            &MADE
        }

        fn make(_game: &str, options: Options<'_>) -> Result<Skirmish, DataError> {
            match options.first() {
                Some((name, _)) => Err(DataError::new("option", name, "skirmish has no options")),
                None => Ok(Skirmish::default()),
            }
        }

        fn completes(action: &Action) -> bool {
            matches!(action, Action::March(..) | Action::Stand | Action::Withdraw(_))
        }
    }

    pub(super) struct Marches;

    impl Volume for Marches {
        type Game = March;
        const ID: &'static str = "march";
        // Other crates' tests open it by its name; a program that was built beside them does not offer it.
        const HIDDEN: bool = true;
        const CASES: &'static str = "[[case]]\nid = \"1.2\"\ntitle = \"The mire\"\ngist = \"Nobody steps into it.\"\n\
                                     status = \"enforced\"\nforbids = true\n";

        fn commands(_game: &str) -> Vec<Phrase> {
            Vec::new()
        }

        fn games() -> Vec<GameInfo> {
            vec![GameInfo {
                id: "march",
                rulebook: Self::ID,
                title: "A march without end",
                year: 1800,
                summary: "531 counters that walk about, for tests of long games",
                options: Vec::new(),
            }]
        }

        fn made() -> &'static Made<March> {
            static MADE: Made<March> = Made::new(Vec::new());
            // Its rules can be corrected while the program runs.
            let revision = March::now().identity().revision;
            let mut made = MADE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            made.retain(|(.., game)| game.identity().revision == revision);
            drop(made);
            &MADE
        }

        fn make(_game: &str, options: Options<'_>) -> Result<March, DataError> {
            match options.first() {
                Some((name, _)) => Err(DataError::new("option", name, "march has no options")),
                None => Ok(March::now()),
            }
        }

        fn completes(action: &march::Action) -> bool {
            matches!(action, march::Action::Go(_))
        }
    }
}
