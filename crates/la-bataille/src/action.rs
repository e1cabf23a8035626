//! What a player can do: one click each.
//!
//! The table says all that words, notation and the board need: the action with what it names, its word, its sign in the game notation, and what its
//! button says where that is not the word.

use crate::state::Unit;
use grognard_engine::{HexId, verbs};

verbs! {
    /// One click.
    pub enum Action {
        /// [6.1] [16.3.1] Takes a unit in hand, to move or to charge.
        Pick(unit: Unit) = "pick" "",
        /// [6.9] Takes a unit in hand for a forced march.
        Force(unit: Unit) = "force" "force.",
        /// [6.10] [14.10] A unit comes onto the map in this hex.
        Enter(unit: Unit, hex: HexId) = "enter" "enter.",
        /// [6.10] The same in road march.
        March(unit: Unit, hex: HexId) = "march" "march.",
        /// [6.2] The unit in hand enters a neighbouring hex.
        Step(hex: HexId) = "step" "-",
        /// [6.2] It turns.
        Turn(facing: u8) = "turn" "/",
        /// [6.3] It is drawn up differently, and looks there.
        Form(shape: u8, facing: u8) = "form" "form.",
        /// [6.1] It is put down.
        Halt = "halt" ".",
        /// [6.8] This unit lies on top of its hex.
        Top(unit: Unit) = "top" "top.",
        /// [4.2] The segment is over.
        End = "end" "end" "end segment",
        /// [10.1] [16.3.1] This hex is fired at, or charged.
        Target(hex: HexId) = "target" "@",
        /// [10.3] [15.1] [16.3.1] This unit takes part.
        Join(unit: Unit) = "join" "+",
        /// [16.2] This cavalry takes part and keeps its readiness.
        Spare(unit: Unit) = "spare" "spare.",
        /// Nobody else takes part: what was put together is carried out, or nothing is done.
        Done = "done" "!",
        /// [15.1] This hex is attacked.
        Assault(hex: HexId) = "assault" "x",
        /// [15.2] This unit goes there before the melee.
        Withdraw(unit: Unit, hex: HexId) = "withdraw" "withdraw.",
        /// [15.7] This unit advances.
        Advance(unit: Unit) = "advance" "advance.",
        /// [16.8] [16.9] This cavalry charges in answer.
        Charge(unit: Unit) = "charge" "charge.",
        /// [17.1] The target of a charge tries to form carré.
        Carre = "carre" "carre" "form carré",
        /// [16.5] The target of a charge stands as it is.
        Stand = "stand" "stand",
        /// [16.5] [16.6] The charger rides a beaten target down.
        Trample = "trample" "trample",
        /// [20.1] This unit is rolled for.
        Recover(unit: Unit) = "recover" "recover.",
        /// [6.2] The unit in hand goes there by a cheapest way.
        Go(hex: HexId) = "go" ">",
        /// [23.6] The unit in hand begins there.
        Place(hex: HexId) = "place" "place.",
    }
}

/// Whether an action begins a unit's move or charge, a fire attack or an assault, each of which is then carried to its end: the measure in which playouts are
/// counted. It is not counted where it ends, because a move ends by itself when its points are spent.
#[must_use]
pub const fn completes_action(action: &Action) -> bool {
    matches!(
        action,
        Action::Pick(_) | Action::Force(_) | Action::Enter(..) | Action::March(..) | Action::Target(_) | Action::Assault(_)
    )
}

/// What a unit can be drawn up as, by its word. On two or three hexes the others lie to the left or to the right, or on both sides;
/// whoever draws together keeps his first hex or the second.
pub const SHAPES: [&str; 20] = [
    "column",
    "line",
    "line-left",
    "line-right",
    "carre",
    "skirmish",
    "skirmish-left",
    "skirmish-right",
    "general",
    "march",
    "limbered",
    "unlimbered",
    "skirmish3",
    "skirmish3-left",
    "skirmish3-right",
    "column-second",
    "line-second",
    "carre-second",
    "general-second",
    "march-second",
];
