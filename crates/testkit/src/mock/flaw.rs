//! The laws that the skirmish can break, one at a time.

/// One law, broken on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// None: the game keeps all laws.
    None,
    /// The list holds an action that the checker refuses.
    ListsIllegal,
    /// The checker accepts an action that the list leaves out.
    HidesLegal,
    /// An action stands in the list twice.
    ListsTwice,
    /// A defender has nothing to choose from.
    DeadEnd,
    /// Turns do not count up.
    Endless,
    /// A lost unit disappears altogether.
    LosesUnit,
    /// A seat sees the other side's chief.
    LeakyView,
    /// Whoever looks on sees the chiefs.
    LeakyOnlooker,
    /// The prompt depends on the other side's chief.
    LeakyPrompt,
    /// Under which case a defender is asked depends on whether a chief attacks.
    LeakyDecision,
    /// A seat's options depend on the other side's chief.
    LeakyOptions,
    /// Where an option shows depends on the other side's chief.
    LeakyAnchor,
    /// A caption depends on the other side's chief.
    LeakyCaption,
    /// The reason of a refusal depends on the other side's chief.
    LeakyRefusal,
    /// Whoever acts out of turn is told more if it is about the other side's chief.
    LeakyDoor,
    /// Why a whole command fails is told with the knowledge of the other side's chief.
    LeakyBlame,
    /// Whether one march may follow another depends on the other side's chief.
    LeakyHalt,
    /// What is typed is read with the knowledge of the other side's chief.
    LeakyCommand,
    /// So is what is typed by the side that has not to decide.
    LeakyOutOfTurn,
    /// The forecast depends on the other side's chief.
    LeakyForecast,
    /// What is laid over the map depends on the other side's chief.
    LeakyOverlay,
    /// The log names the chief.
    LeakyLog,
    /// An event names the chief.
    LeakyEvent,
    /// The words of an action name the chief.
    LeakyWords,
    /// Dice are told or not as the chief was concerned.
    LeakyDice,
    /// Only the march of a chief can be taken back when he has come up to an enemy.
    LeakyUndo,
    /// Only a march up to the other side's chief can be taken back.
    LeakyReturn,
    /// A decision is passed over where a chief attacks.
    LeakySkip,
    /// Nothing more is asked of a side in the turn in which its chief has marched.
    LeakyHurry,
    /// Whether standing orders can answer depends on the other side's chief.
    LeakyQuestion,
    /// The answer that declines is not allowed.
    NoPass,
    /// A world is drawn in which a chief who was lost is alive.
    ForgetfulWorld,
    /// A world is drawn with a look at the truth.
    PeekingWorld,
    /// The world that is drawn is the truth, and a chief is as strong as three: whoever thinks about that world knows where to strike.
    TrueWorld,
    /// The position notation forgets who has acted.
    ForgetfulPosition,
    /// The record writes every withdrawal alike.
    ForgetfulRecord,
    /// The shorthand writes every withdrawal alike.
    ForgetfulShorthand,
    /// What happens depends on whether somebody listens.
    ActsForTheAudience,
    /// The results of a forecast do not sum to the whole.
    UnevenForecast,
    /// A side's turn never ends: whoever ends it waits for ever.
    Sleepless,
}
