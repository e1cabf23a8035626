//! What a player can do: one click each. Enemy counters are named by their hex, since a player may not know them [1.1].

use crate::state::{Leader, Unit};
use grognard_engine::{HexId, verbs};

verbs! {
    /// One click. `unit` is a counter of the roster: leaders first, then combat units.
    pub enum Action {
        /// [I.a.2] Begins to change the supply source to this hex.
        Source(hex: HexId) = "source" "source.",
        /// [I.b.3] A unit changes to the track of this leader in its hex.
        Transfer(unit: Unit, leader: Leader) = "transfer" "transfer.",
        /// [I.b.3] A unit stands alone, under a Major General of its own.
        Detach(unit: Unit) = "detach" "detach.",
        /// [3.3] A unit gives a Strength Point of this arm to another counter in its hex.
        Donate(unit: Unit, body: Unit, arm: u8) = "donate" "donate.",
        /// [II.b.1] Gives a Force a Movement Command.
        Command(unit: Leader) = "command" "command.",
        /// [3.5] A leader without troops rides.
        Ride(unit: Leader) = "ride" "ride.",
        /// [II.c] [III.a] A leader tries to march by Initiative.
        Try(unit: Leader) = "try" "try.",
        /// [16.3] The same in the enemy's turn, to the sound of the guns.
        Listen(unit: Leader) = "listen" "listen.",
        /// [II.b] The leader in hand marches to this hex by a cheapest way.
        Go(hex: HexId) = "go" ">",
        /// [3.4] Another leader follows him to this hex as part of his Force.
        Follow(unit: Leader, hex: HexId) = "follow" "follow.",
        /// [6.7] The leader in hand repulses the enemy in this hex.
        Repulse(hex: HexId) = "repulse" "repulse.",
        /// [II.b] The march in hand is over.
        Done = "done" "." "end the march",
        /// [III.b.1] Names an enemy hex as target.
        Target(hex: HexId) = "target" "@",
        /// [III.b.1] Adds a Force to the attack.
        Join(unit: Leader) = "join" "+",
        /// [III.b.1] The attack is declared.
        Close = "close" "!" "declare the attack",
        /// [III.b.1] The counterattack leaves the enemy in this hex alone.
        Spare(hex: HexId) = "spare" "spare.",
        /// [III.b.1] This Force is held back to face whoever is left alone.
        Reserve(unit: Leader) = "reserve" "reserve.",
        /// [III.b.3] Pitched Battle.
        Pitched = "pitched" "pitched" "Pitched Battle",
        /// [III.b.3] Pursuit Battle.
        Pursuit = "pursuit" "pursuit" "Pursuit",
        /// [9.4] This unit loses a Strength Point of this arm.
        Lose(unit: Unit, arm: u8) = "lose" "lose.",
        /// [9.3] Counterattacks though it need not.
        Again = "again" "again" "attack again",
        /// [9.8] The retreating Force enters this hex.
        Flee(hex: HexId) = "flee" "flee.",
        /// [III.b.9] The victor pursues.
        Chase = "chase" "chase" "pursue",
        /// [III.b.9] A victorious leader advances to this hex.
        Advance(unit: Leader, hex: HexId) = "advance" "advance.",
        /// [III.b.9] [9.3] Nobody (else) does.
        Hold = "hold" "hold",
        /// Ends the segment.
        End = "end" "end" "end segment",
    }
}

/// Whether an action ends a march or declares an attack: the measure in which playouts are counted.
#[must_use]
pub const fn completes_action(action: &Action) -> bool {
    matches!(action, Action::Done | Action::Close)
}
