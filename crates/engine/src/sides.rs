//! The two sides of a game, declared as a table: names, letters, seats and the reading of them follow.
//!
//! ```
//! grognard_engine::sides! {
//!     /// One of the two players.
//!     pub enum Side {
//!         /// He goes first.
//!         Red = "Red" 'R',
//!         /// He does not.
//!         Blue = "Blue" 'B',
//!     }
//! }
//!
//! assert_eq!((Side::Red.other(), Side::Blue.name(), Side::Red.letter()), (Side::Blue, "Blue", 'R'));
//! assert_eq!((Side::read("Blue"), Side::read_letter("R")), (Ok(Side::Blue), Ok(Side::Red)));
//! assert!(Side::read("Green").is_err_and(|why| why.contains("expected Red or Blue")));
//! assert_eq!((Side::of(grognard_engine::Seat(1)), Side::Blue.seat().0), (Some(Side::Blue), 1));
//! ```

/// Two sides that were declared with [`sides!`](crate::sides!): what functions need that serve any of them.
pub trait TwoSided: Copy + PartialEq + 'static {
    /// Both, in the order of the seats.
    const SIDES: [Self; 2];
    /// Its place among them.
    fn index(self) -> usize;
    /// What it is called in a position.
    fn initial(self) -> char;
}

/// Reads the letter of a side.
///
/// # Errors
/// Says which there are.
pub fn read_letter<S: TwoSided>(text: &str) -> Result<S, String> {
    let [first, second] = S::SIDES.map(TwoSided::initial);
    let mut chars = text.chars();
    let letter = chars.next().filter(|_| chars.as_str().is_empty());
    let found = S::SIDES.into_iter().find(|side| letter == Some(side.initial()));
    found.ok_or_else(|| format!("{text:?} is no side; expected {first} or {second}"))
}

/// Declares the two sides of a game: see [the module](mod@crate::sides).
#[macro_export]
macro_rules! sides {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident {
            $(#[$first_doc:meta])*
            $first:ident = $first_name:literal $first_letter:literal,
            $(#[$second_doc:meta])*
            $second:ident = $second_name:literal $second_letter:literal $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
        $vis enum $name {
            $(#[$first_doc])*
            #[default]
            $first,
            $(#[$second_doc])*
            $second,
        }

        #[allow(dead_code)] // a small game need not ask for all of it
        impl $name {
            /// Both sides, in the order of the seats.
            pub const BOTH: [Self; 2] = [Self::$first, Self::$second];
            /// Their names, which are also those of the seats.
            pub const NAMES: &'static [&'static str] = &[$first_name, $second_name];

            /// The enemy.
            #[inline]
            #[must_use]
            pub const fn other(self) -> Self {
                match self {
                    Self::$first => Self::$second,
                    Self::$second => Self::$first,
                }
            }

            /// Its place at the table.
            #[inline]
            #[must_use]
            pub const fn seat(self) -> $crate::Seat {
                $crate::Seat(self as u8)
            }

            /// The side that sits there.
            #[must_use]
            pub fn of(seat: $crate::Seat) -> Option<Self> {
                Self::BOTH.into_iter().find(|side| side.seat() == seat)
            }

            /// The name, which is also the name of the seat.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    Self::$first => $first_name,
                    Self::$second => $second_name,
                }
            }

            /// The letter that stands for it in positions.
            #[must_use]
            pub const fn letter(self) -> char {
                match self {
                    Self::$first => $first_letter,
                    Self::$second => $second_letter,
                }
            }

            /// By its name.
            ///
            /// # Errors
            /// Says which there are.
            pub fn read(text: &str) -> Result<Self, String> {
                let found = Self::BOTH.into_iter().find(|side| side.name() == text);
                found.ok_or_else(|| format!(concat!("{:?} is no side; expected ", $first_name, " or ", $second_name), text))
            }

            /// By its letter.
            ///
            /// # Errors
            /// Says which there are.
            pub fn read_letter(text: &str) -> Result<Self, String> {
                $crate::sides::read_letter(text)
            }
        }

        impl $crate::sides::TwoSided for $name {
            const SIDES: [Self; 2] = Self::BOTH;

            #[inline]
            fn index(self) -> usize {
                self as usize
            }

            fn initial(self) -> char {
                self.letter()
            }
        }

        impl From<$name> for $crate::Seat {
            fn from(side: $name) -> Self {
                side.seat()
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::Seat;

    crate::sides! {
        /// Two sides.
        enum Side {
            /// One.
            White = "White" 'W',
            /// The other.
            Black = "Black" 'B',
        }
    }

    #[test]
    fn names_letters_and_seats_belong_together() {
        for (i, side) in Side::BOTH.into_iter().enumerate() {
            assert_eq!((side.seat(), Seat::from(side), Side::of(Seat(i as u8))), (Seat(i as u8), side.seat(), Some(side)));
            assert_eq!((Side::NAMES[i], Side::read(side.name())), (side.name(), Ok(side)));
            assert_eq!((Side::read_letter(&side.letter().to_string()), side.other().other()), (Ok(side), side));
            assert_ne!(side.other(), side);
        }
        assert_eq!((Side::of(Seat(2)), Side::default()), (None, Side::White));
    }

    #[test]
    fn others_are_refused() {
        assert_eq!(Side::read("white"), Err("\"white\" is no side; expected White or Black".to_owned()));
        for text in ["", "w", "White", "WB", "ß"] {
            assert_eq!(Side::read_letter(text), Err(format!("{text:?} is no side; expected W or B")));
        }
    }
}
