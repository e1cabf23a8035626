//! What a player can do: one click each. Enemy counters are named by their hex, since a player may not know them [1.1].

use crate::state::{Leader, Unit};
use grognard_engine::{HexId, verbs};

verbs! {
    /// One click. `unit` is a counter of the roster: leaders first, then combat units.
    pub enum Action {
        /// [6.8] A leader carries a bridge train from the start.
        Carry(unit: Leader) = "carry" "carry.",
        /// [6.10] An Outpost stands beside this Force at the start.
        Post(unit: Leader) = "post" "post.",
        /// [6.11] The Coalition seeks an armistice.
        Peace = "peace" "peace" "seek an armistice",
        /// `[14]` The Fortnight passes at rest.
        Rest = "rest" "rest" "Fortnight Sequence",
        /// `[14]` The Coalition marches in this Fortnight.
        Rouse = "rouse" "rouse" "turn by turn",
        /// `[14]` A Force under a Major General marches towards this hex in this Fortnight.
        Aim(unit: Leader, hex: HexId) = "aim" "aim.",
        /// `[12]` A point of dismounted cavalry of an army gets horses.
        Remount(army: u8) = "remount" "remount.",
        /// `[12]` A point of dismounted cavalry of an army becomes infantry.
        Dismount(army: u8) = "dismount" "dismount.",
        /// [I.a.5] A Force goes aboard.
        Embark(unit: Leader) = "embark" "embark.",
        /// [I.a.5] The ships sail.
        Sail = "sail" "sail" "set sail",
        /// [I.a.5] Those aboard go ashore here.
        Land(hex: HexId) = "land" "land.",
        /// `[13]` Those aboard go ashore in Danzig.
        Relieve = "relieve" "relieve" "land in Danzig",
        /// `[13]` The ships lie inside the Haff.
        Inside = "inside" "inside" "inside the Haff",
        /// `[13]` The ships lie outside it.
        Outside = "outside" "outside" "outside the Haff",
        /// `[15]` A Force goes over to Forage Mode.
        Disperse(unit: Leader) = "disperse" "disperse.",
        /// `[15]` A Force goes over to Concentrated Mode.
        Concentrate(unit: Leader) = "concentrate" "concentrate.",
        /// [I.a.3] Disbands the Center of Operations of an army.
        Disband(army: u8) = "disband" "disband.",
        /// [I.b.1] A unit gets a point of this arm from the pool.
        Replace(unit: Unit, arm: u8) = "replace" "replace.",
        /// [I.b.2] A counter is raised at the source with a point of this arm.
        Raise(unit: Unit, arm: u8) = "raise" "raise.",
        /// [3.6] A division general is promoted.
        Promote(unit: Leader) = "promote" "promote.",
        /// [6.10] Cavalry of one point will give way as an Outpost does.
        Screen(unit: Leader) = "screen" "screen.",
        /// [II.a] A leader comes onto the map.
        Enter(unit: Leader, hex: HexId) = "enter" "enter.",
        /// [6.11] A leader goes from Podlasia to Goniondz, or back.
        Transit(unit: Leader) = "transit" "transit.",
        /// [5.2] The Center of Operations of an army moves.
        Shift(army: u8, hex: HexId) = "shift" "shift.",
        /// [6.11] The Center of Operations of an army leaves the map.
        Withdraw(army: u8) = "withdraw" "withdraw.",
        /// [II.b.2] The march in hand is extended.
        Extend = "extend" "extend" "Extended March",
        /// [6.8] The bridge to this hex is damaged.
        Damage(hex: HexId) = "damage" "damage.",
        /// [6.8] The bridge to this hex is repaired.
        Repair(hex: HexId) = "repair" "repair.",
        /// [6.8] A pontoon is laid towards this hex.
        Lay(hex: HexId) = "lay" "lay.",
        /// [6.8] A pontoon is taken up.
        Lift = "lift" "lift" "take the pontoon up",
        /// [6.11] The leader in hand leaves the map.
        Exit = "exit" "exit" "leave the map",
        /// [6.11] He does so into Cantonment where the exit leads elsewhere besides.
        Canton = "canton" "canton" "leave the map into Cantonment",
        /// [16.1] A leader begins a redoubt whose front begins at this hexside.
        Dig(unit: Leader, facing: u8) = "dig" "dig.",
        /// [16.5] The guns go forward.
        Forward = "forward" "forward" "guns forward",
        /// [6.11] The retreat leaves the map.
        Leave = "leave" "leave" "retreat off the map",
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
