//! [2.1] [2.2] [2.3] [2.5] Dice: two of them read as tens and units, which makes 36 equally likely values from 11 to 66.
//!
//! Inside, a value is its place in that row, 0 to 35, and every modifier is added to the place.

use grognard_engine::{Case, Umpire};

/// How many values two dice have.
pub const VALUES: u32 = 36;

/// [2.2] [2.3] The place of a printed value such as 25; ratings of morale are such values too.
#[must_use]
pub const fn place(value: u8) -> i16 {
    6 * (value as i16 / 10 - 1) + (value as i16 % 10 - 1)
}

/// The printed value of a place: 0 is 11.
#[must_use]
pub const fn printed(place: i16) -> i16 {
    let place = clamped(place);
    10 * (place / 6 + 1) + place % 6 + 1
}

/// [2.2] Modified rolls stay between 11 and 66.
#[must_use]
pub const fn clamped(place: i16) -> i16 {
    if place < 0 {
        0
    } else if place > 35 {
        35
    } else {
        place
    }
}

/// Whether a printed value is one that two dice can show.
#[must_use]
pub const fn is_value(value: u8) -> bool {
    let (tens, units) = (value / 10, value % 10);
    tens >= 1 && tens <= 6 && units >= 1 && units <= 6
}

/// [2.1] Rolls two dice, tens first, as a place.
pub fn two_dice<E>(umpire: &mut Umpire<'_, E>, case: Case) -> i16 {
    let tens = umpire.roll(6, case);
    let units = umpire.roll(6, case);
    6 * (i16::from(tens) - 1) + i16::from(units) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_in_sixes() {
        assert_eq!((place(11), place(16), place(21), place(66)), (0, 5, 6, 35));
        assert_eq!(printed(place(43) + 4), 51);
        assert_eq!((printed(-9), printed(99)), (11, 66));
        assert!((0..36).all(|p| place(printed(p) as u8) == p && is_value(printed(p) as u8)));
        assert!(!is_value(17) && !is_value(10) && !is_value(71));
    }
}
