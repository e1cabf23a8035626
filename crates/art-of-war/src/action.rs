//! What a player can do: one click each.

use crate::unitset::Unit;
use grognard_engine::HexId;

/// One click.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Action {
    /// [4.0] Takes a unit in hand, on the map or due to enter.
    Pick(Unit),
    /// [4.1] Moves the unit in hand to a neighbouring hex and keeps it in hand.
    Step(HexId),
    /// [4.1] Moves the unit in hand by a cheapest way to a hex, where its move ends.
    Go(HexId),
    /// [4.1] Ends the move of the unit in hand where it stands.
    Halt,
    /// [3.0] Ends the Movement or Combat Phase.
    End,
    /// [4.4] Ends the Movement Phase with over-full hexes and takes the penalty.
    Yield,
    /// [4.4] Destroys an enemy unit in an over-full hex.
    Destroy(Unit),
    /// [21.1] Gives a unit its division's Fresh Strength for this Combat Phase.
    Fresh(Unit),
    /// [21.1] Ends the declaration of Fresh Strength.
    Ready,
    /// [6.1] Names an enemy hex as target of the attack.
    Target(HexId),
    /// [6.1] Adds a unit to the attack, in contact or as a bombarding gun.
    Join(Unit),
    /// [20.2] A division takes the column shift instead of two points.
    Shift(u8),
    /// [6.2] Goes down one column.
    Lower,
    /// [6.1] Rolls the die.
    Roll,
    /// [6.3] Gives up an attacker in an exchange.
    Lose(Unit),
    /// [6.4] Retreats, or pushes on, one hex.
    Retreat(Unit, HexId),
    /// [6.4] A unit without a way out is destroyed.
    Perish(Unit),
    /// [6.6] Advances into a vacated hex.
    Advance(Unit, HexId),
    /// [6.8] A gun that bombarded steps back.
    StepBack(Unit, HexId),
    /// [6.6] [6.8] [11.3] Nobody advances; no (further) gun steps back; no reserve is activated.
    Hold,
    /// [11.3] [11.4] The Allied player activates a reserve.
    Activate(Unit),
    /// [11.5] The French pay for one unit of the Old Guard.
    Commit(Unit),
    /// [11.5] The French pay once for all Old Guard in reserve.
    CommitAll,
    /// [17.2] Places the disrupted unit in hand.
    Place(HexId),
    /// [18.3] The Allies fight on.
    FightOn,
    /// [18.3] The Allies end the game.
    Stop,
}

/// Whether an action ends a unit's move or an attack: the measure in which playouts are counted.
#[must_use]
pub const fn completes_action(action: &Action) -> bool {
    matches!(action, Action::Go(_) | Action::Halt | Action::Roll)
}
