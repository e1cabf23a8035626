//! Kinds of things with the words for them, declared as a table: types of units, results of combat, weathers, formations.
//!
//! ```
//! grognard_engine::kinds! {
//!     /// The type of a counter, by its letter in the data, and the word for it.
//!     pub enum Arm(letter, word) {
//!         /// On foot.
//!         Infantry = "i" "infantry",
//!         /// On horseback.
//!         Cavalry = "c" "cavalry",
//!     }
//! }
//!
//! assert_eq!((Arm::Cavalry.letter(), Arm::Cavalry.word()), ("c", "cavalry"));
//! assert_eq!((Arm::read("i"), Arm::read("infantry")), (Some(Arm::Infantry), None));
//! assert_eq!(Arm::ALL.map(Arm::word), ["infantry", "cavalry"]);
//! ```

/// Declares kinds of things with one or two words for each: see [the module](mod@crate::kinds).
#[macro_export]
macro_rules! kinds {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident($first:ident) {
            $( $(#[$doc:meta])* $kind:ident = $word:literal ),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        $vis enum $name {
            $( $(#[$doc])* $kind, )+
        }

        #[allow(dead_code)] // not everybody reads what he writes
        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$kind),+];

            /// The word for it.
            #[must_use]
            pub const fn $first(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)+
                }
            }

            /// By that word.
            #[must_use]
            pub fn read(text: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|kind| kind.$first() == text)
            }
        }
    };
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident($first:ident, $second:ident) {
            $( $(#[$doc:meta])* $kind:ident = $word:literal $other:literal ),+ $(,)?
        }
    ) => {
        $crate::kinds! {
            $(#[$about])*
            $vis enum $name($first) {
                $( $(#[$doc])* $kind = $word ),+
            }
        }

        impl $name {
            /// The other word for it.
            #[must_use]
            pub const fn $second(self) -> &'static str {
                match self {
                    $(Self::$kind => $other,)+
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    crate::kinds! {
        /// The weather, from best to worst.
        enum Weather(word) {
            /// Fine.
            Clear = "clear",
            /// Wet.
            Rain = "rain",
        }
    }

    crate::kinds! {
        /// A result.
        enum Outcome(name, meaning) {
            /// Nothing.
            Ne = "NE" "no effect",
            /// They run.
            Dr = "DR" "defenders rout",
        }
    }

    #[test]
    fn words_are_read_back_and_others_are_not() {
        for weather in Weather::ALL {
            assert_eq!(Weather::read(weather.word()), Some(weather));
        }
        assert!(Weather::read("Clear").is_none() && Weather::Clear < Weather::Rain);
        assert_eq!((Outcome::read("DR"), Outcome::read("no effect")), (Some(Outcome::Dr), None));
        assert_eq!(Outcome::ALL.map(Outcome::meaning), ["no effect", "defenders rout"]);
    }
}
