//! What a player can do: one click each, declared as a table of verbs.

use crate::unitset::Unit;
use grognard_engine::{HexId, verbs};

verbs! {
    /// One click: the word that records hold, the sign of the game notation, and the label of its button where that is not the word.
    pub enum Action {
        /// [4.0] Takes a unit in hand, on the map or due to enter.
        Pick(unit: Unit) = "pick" "",
        /// [4.1] Moves the unit in hand to a neighbouring hex and keeps it in hand.
        Step(hex: HexId) = "step" "-",
        /// [4.1] Moves the unit in hand by a cheapest way to a hex, where its move ends.
        Go(hex: HexId) = "go" ">",
        /// [4.1] Ends the move of the unit in hand where it stands.
        Halt = "halt" ".",
        /// [3.0] Ends the Movement or Combat Phase.
        End = "end" "end" "end phase",
        /// [4.4] Ends the Movement Phase with over-full hexes and takes the penalty.
        Yield = "yield" "yield",
        /// [4.4] Destroys an enemy unit in an over-full hex.
        Destroy(unit: Unit) = "destroy" "x",
        /// [21.1] Gives a unit its division's Fresh Strength for this Combat Phase.
        Fresh(unit: Unit) = "fresh" "*",
        /// [21.1] Ends the declaration of Fresh Strength.
        Ready = "ready" "ok",
        /// [6.1] Names an enemy hex as target of the attack.
        Target(hex: HexId) = "target" "@",
        /// [6.1] Adds a unit to the attack, in contact or as a bombarding gun.
        Join(unit: Unit) = "join" "+",
        /// [20.2] A division takes the column shift instead of two points.
        Shift(division: u8) = "shift" "^",
        /// [6.2] Goes down one column.
        Lower = "lower" "low",
        /// [6.1] Rolls the die.
        Roll = "roll" "!",
        /// [6.3] Gives up an attacker in an exchange.
        Lose(unit: Unit) = "lose" "~",
        /// [6.4] Retreats, or pushes on, one hex.
        Retreat(unit: Unit, hex: HexId) = "retreat" "r",
        /// [6.4] A unit without a way out is destroyed.
        Perish(unit: Unit) = "perish" "%",
        /// [6.6] Advances into a vacated hex.
        Advance(unit: Unit, hex: HexId) = "advance" "a",
        /// [6.8] A gun that bombarded steps back.
        StepBack(unit: Unit, hex: HexId) = "back" "b",
        /// [6.6] [6.8] [11.3] Nobody advances; no (further) gun steps back; no reserve is activated.
        Hold = "hold" "hold",
        /// [11.3] [11.4] The Allied player activates a reserve.
        Activate(unit: Unit) = "activate" "!",
        /// [11.5] The French pay for one unit of the Old Guard.
        Commit(unit: Unit) = "commit" "?",
        /// [11.5] The French pay once for all Old Guard in reserve.
        CommitAll = "commit" "commit" "commit the Old Guard",
        /// [17.2] Places the disrupted unit in hand.
        Place(hex: HexId) = "place" "<",
        /// [18.3] The Allies fight on.
        FightOn = "fight" "fight" "fight on",
        /// [18.3] The Allies end the game.
        Stop = "stop" "stop" "end the game",
    }
}

/// Whether an action ends a unit's move or an attack: the measure in which playouts are counted.
#[must_use]
pub const fn completes_action(action: &Action) -> bool {
    matches!(action, Action::Go(_) | Action::Halt | Action::Roll)
}
