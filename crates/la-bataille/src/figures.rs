//! Numbers of the rules that stand alone, each with its key in `data/tables.toml`, where its section and its provenance are told.

use crate::tables::Keys;
use grognard_engine::DataError;

/// Plain numbers, each with its key in the file.
macro_rules! figures {
    ($($name:ident = $key:literal),+ $(,)?) => {
        /// Numbers of the rules that stand alone.
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs)]
        pub struct Figures { $(pub $name: i16,)+ }

        impl Figures {
            pub(crate) fn read(keys: &Keys<'_>) -> Result<Self, DataError> {
                Ok(Self { $($name: keys.whole($key)?,)+ })
            }

            /// Their names.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];

            /// A number by its name.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<i16> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            pub(crate) fn set(&mut self, name: &str, value: i16) {
                match name {
                    $(stringify!($name) => self.$name = value,)+
                    _ => {}
                }
            }
        }
    };
}

figures! {
    three_from = "formations/three_hexes_from",
    three_named = "formations/three_hexes_named",
    line_fire = "fire/line_increments",
    skirmish_fire = "fire/skirmish_increments",
    carre_fire = "fire/carre_increments",
    rifle_at_2 = "fire/rifle_multiplier/at_2",
    rifle_at_3 = "fire/rifle_multiplier/at_3",
    range_infantry = "fire/range/infantry",
    range_skirmish = "fire/range/skirmish",
    range_rifle = "fire/range/rifle",
    loopholes = "fire/schiessscharte_printed",
    halved_at = "fire/printed_fire_halved_at",
    canister = "fire/canister_columns_right",
    crowd_from = "fire/crowd_from",
    crowd = "fire/crowd_modifier",
    flank_defence = "fire_defence_modifiers/flank",
    march_defence = "fire_defence_modifiers/road_march",
    thick_line = "fire_defence_modifiers/line_hex_as_column_from",
    with_guns = "fire_defence_modifiers/infantry_with_artillery",
    disordered = "morale/disordered",
    routed = "morale/routed",
    half_strength = "morale/half_strength",
    disorder_points = "rout/disorder_retreat_mp",
    rout_hexes = "rout/rout_hexes",
    wait_turns = "rout/off_map/wait_turns",
    return_hexes = "rout/off_map/within_hexes_of_exit",
    stay_distance = "rout/recovery_stay_distance",
    odds_line = "pre_melee/no_check/line_increments",
    turn = "movement/general/turn_per_hexside",
    form_infantry = "movement/general/formation_change/infantry",
    form_cavalry = "movement/general/formation_change/cavalry",
    form_artillery = "movement/general/formation_change/artillery",
    line_start = "movement/general/start_in_line",
    carre_ma = "movement/general/carre_ma",
    force_morale = "movement/general/force_march/morale",
    force_again = "movement/general/force_march/each_further_turn",
    force_charged = "movement/general/force_march/charged_morale_rating",
    entry_shift = "movement/general/entry_shift_bautzen/within_hexes_of_road",
    entry_wait = "movement/general/entry_shift_bautzen/wait_turns",
    entry_march = "movement/general/entry_in_road_march_if_no_enemy_cavalry_within",
    near_skirmishers = "zdi/infantry_near_skirmishing_cavalry/adjacent",
    two_from_skirmishers = "zdi/infantry_near_skirmishing_cavalry/two_away",
    crossing_morale = "spree/cavalry_after_crossing_morale_rating",
    crossing_odd = "spree/forced_retreat/loss_odd",
    crossing_even = "spree/forced_retreat/loss_even",
    charge_bonus = "charge/ma_bonus",
    charge_turn = "charge/turn_cost",
    charge_turns_heavy = "charge/turns_per_hex/heavy",
    charge_turns_light = "charge/turns_per_hex/light",
    charge_form = "charge/formation_change_mp",
    charge_straight = "charge/straight_hexes",
    charge_declare = "charge/declare_within",
    trample_routed = "charge/trample/routed_mp_per_increment",
    trample_disordered = "charge/trample/disordered_mp_per_increment",
    react_light = "charge/reaction_zone/light",
    react_heavy = "charge/reaction_zone/heavy",
    recall_leader = "charge/recall_leader_bonus",
    carre_least = "carre/min_increments",
    carre_form = "carre/formation_mp",
    carre_within = "carre/attempt_within_mp",
    limber = "artillery/limber_mp",
    limber_leader = "artillery/leader_with_bonus",
    foot_few = "special_cavalry/russian_dragoon_dismounted/increments_per_hex_up_to_6",
    foot_many = "special_cavalry/russian_dragoon_dismounted/increments_per_hex_above_6",
    foot_fire = "special_cavalry/russian_dragoon_dismounted/fire_per_increment",
    foot_ma = "special_cavalry/russian_dragoon_dismounted/ma",
    leader_ma = "leaders/ma",
    mixed_stack = "stacking_rules/mixed_coalition_stack/morale",
}
