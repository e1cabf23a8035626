//! What a player can do: one click each. Enemy counters are named by their hex, since a player may not know them [16.1].

use crate::unitset::Unit;
use grognard_engine::HexId;

/// One click.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Action {
    /// [6.0] Takes a unit in hand, on the map, in the box or due to enter.
    Pick(Unit),
    /// [6.6] The same with a Force March.
    Force(Unit),
    /// [6.0] Moves the unit in hand to a neighbouring hex and keeps it in hand.
    Step(HexId),
    /// [6.0] Moves the unit in hand by a cheapest way to a hex, where its move ends.
    Go(HexId),
    /// [6.0] Ends the move of the unit in hand where it stands.
    Halt,
    /// [3.2] The unit in hand goes into the Meissen Box; at the set-up V Cavalry begins there.
    Box,
    /// [6.0] A French infantry unit crosses the Elbe and builds the pontoon bridge.
    Build(Unit, HexId),
    /// [16.7] A unit is replaced by two cadres, one of them in this hex.
    BreakDown(Unit, HexId),
    /// [16.7] A parent takes the place of two cadres, in this hex.
    BuildUp(Unit, HexId),
    /// [4.3] Ends the phase, the declaration of battles, or the rallying.
    End,
    /// [9.2] Names an enemy hex as target of the battle.
    Target(HexId),
    /// [9.2] Adds a unit to the battle.
    Join(Unit),
    /// [9.2] The battle is declared; a countercharge is fought at once.
    Close,
    /// [13.0] Takes a Lull.
    Lull,
    /// [9.2] Fights the battle against this hex.
    Fight(HexId),
    /// [9.5] Commits reserves.
    Commit,
    /// [9.5] Commits none.
    Decline,
    /// [8.3] A unit breaks away.
    Disengage(Unit, HexId),
    /// [16.2] A cavalry unit slips past.
    Penetrate(Unit, HexId),
    /// [9.6] Gives up an attacker in an exchange.
    Lose(Unit),
    /// [9.8] This unit retreats next.
    Retreat(Unit),
    /// [9.8.6] It goes towards this line of communications.
    Toward(HexId),
    /// [9.8] It enters this hex.
    Flee(HexId),
    /// [9.9] Advances along a path.
    Advance(Unit, HexId),
    /// [9.9] [16.7] Nobody (else) advances; no (further) cadre is put down.
    Hold,
    /// [16.7] A broken unit leaves this cadre behind: unit, then cadre.
    Remnant(Unit, Unit),
    /// [5.0] Confused Orders hold the unit in this hex.
    Name(HexId),
    /// [5.0] This unit is late.
    Delay(Unit),
    /// [5.0] This unit recovers from its rout.
    Recover(Unit),
    /// [10.2] This unit tries to rally.
    Rally(Unit),
    /// [10.2] The same with a Morale Point paid.
    Pay(Unit),
    /// [3.2] [10.2] [16.1] Puts a unit or a dummy there.
    Place(HexId),
    /// [5.2] Declares Extra Horses.
    Horses,
    /// [17.1.1] Puts a unit under a stack.
    Stack(Unit, u8),
    /// [17.1.1] The marker of this area lies on the next free turn.
    Mark(u8),
    /// [16.1] [17.1.1] Done with the set-up, or with dummies.
    Ready,
}

/// Whether an action ends a unit's move or makes a battle, which is then fought once: the measure in which playouts are counted.
#[must_use]
pub const fn completes_action(action: &Action) -> bool {
    matches!(action, Action::Go(_) | Action::Halt | Action::Build(..) | Action::Close | Action::Disengage(..))
}
