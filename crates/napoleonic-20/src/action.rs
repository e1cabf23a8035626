//! What a player can do: one click each. Enemy counters are named by their hex, since a player may not know them [16.1].
//!
//! The table says all that words, notation and the board need: the action with what it names, its word, its sign in the game notation, and
//! what its button says where that is not the word.

use crate::unitset::Unit;
use grognard_engine::{HexId, verbs};

verbs! {
    /// One click.
    pub enum Action {
        /// [6.0] Takes a unit in hand, on the map, in the box or due to enter.
        Pick(unit: Unit) = "pick" "",
        /// [6.6] The same with a Force March.
        Force(unit: Unit) = "force" "force.",
        /// [6.0] Moves the unit in hand to a neighbouring hex and keeps it in hand.
        Step(hex: HexId) = "step" "-",
        /// [6.0] Moves the unit in hand by a cheapest way to a hex, where its move ends.
        Go(hex: HexId) = "go" ">",
        /// [6.0] Ends the move of the unit in hand where it stands.
        Halt = "halt" ".",
        /// [3.2] The unit in hand goes into the Meissen Box; at the set-up V Cavalry begins there.
        Box = "box" "box" "Meissen Box",
        /// [6.0] A French infantry unit crosses the Elbe and builds the pontoon bridge.
        Build(unit: Unit, hex: HexId) = "build" "build.",
        /// [16.7] A unit is replaced by two cadres, one of them in this hex.
        BreakDown(unit: Unit, hex: HexId) = "break" "break.",
        /// [16.7] A parent takes the place of two cadres, in this hex.
        BuildUp(unit: Unit, hex: HexId) = "unite" "unite.",
        /// [4.3] Ends the phase, the declaration of battles, or the rallying.
        End = "end" "end" "end phase",
        /// [9.2] Names an enemy hex as target of the battle.
        Target(hex: HexId) = "target" "@",
        /// [9.2] Adds a unit to the battle.
        Join(unit: Unit) = "join" "+",
        /// [9.2] The battle is declared; a countercharge is fought at once.
        Close = "close" "!" "declare the battle",
        /// [13.0] Takes a Lull.
        Lull = "lull" "lull" "take a Lull",
        /// [9.2] Fights the battle against this hex.
        Fight(hex: HexId) = "fight" "fight.",
        /// [9.5] Commits reserves.
        Commit = "commit" "commit" "commit reserves",
        /// [9.5] Commits none.
        Decline = "decline" "decline",
        /// [8.3] A unit breaks away.
        Disengage(unit: Unit, hex: HexId) = "disengage" "disengage.",
        /// [16.2] A cavalry unit slips past.
        Penetrate(unit: Unit, hex: HexId) = "penetrate" "penetrate.",
        /// [9.6] Gives up an attacker in an exchange.
        Lose(unit: Unit) = "lose" "lose.",
        /// [9.8] This unit retreats next.
        Retreat(unit: Unit) = "retreat" "retreat.",
        /// [9.8.6] It goes towards this line of communications.
        Toward(hex: HexId) = "toward" "toward.",
        /// [9.8] It enters this hex.
        Flee(hex: HexId) = "flee" "flee.",
        /// [9.9] Advances along a path.
        Advance(unit: Unit, hex: HexId) = "advance" "advance.",
        /// [9.9] [16.7] Nobody (else) advances; no (further) cadre is put down.
        Hold = "hold" "hold",
        /// [16.7] A broken unit leaves this cadre behind: unit, then cadre.
        Remnant(unit: Unit, cadre: Unit) = "remnant" "remnant.",
        /// [5.0] Confused Orders hold the unit in this hex.
        Name(hex: HexId) = "name" "name.",
        /// [5.0] This unit is late.
        Delay(unit: Unit) = "delay" "delay.",
        /// [5.0] This unit recovers from its rout.
        Recover(unit: Unit) = "recover" "recover.",
        /// [10.2] This unit tries to rally.
        Rally(unit: Unit) = "rally" "rally.",
        /// [10.2] The same with a Morale Point paid.
        Pay(unit: Unit) = "pay" "pay.",
        /// [3.2] [10.2] [16.1] Puts a unit or a dummy there.
        Place(hex: HexId) = "place" "place.",
        /// [5.2] Declares Extra Horses.
        Horses = "horses" "horses" "Extra Horses",
        /// [17.1.1] Puts a unit under a stack.
        Stack(unit: Unit, area: u8) = "stack" "stack.",
        /// [17.1.1] The marker of this area lies on the next free turn.
        Mark(area: u8) = "mark" "mark.",
        /// [16.1] [17.1.1] Done with the set-up, or with dummies.
        Ready = "ready" "ok",
    }
}

/// Whether an action ends a unit's move or makes a battle, which is then fought once: the measure in which playouts are counted.
#[must_use]
pub const fn completes_action(action: &Action) -> bool {
    matches!(action, Action::Go(_) | Action::Halt | Action::Build(..) | Action::Close | Action::Disengage(..))
}
