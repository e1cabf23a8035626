//! Names of those who look on. Nobody who looks on is shown under the name of a seat or of somebody who sits in one.

use crate::store::SeatRow;

/// What is shown of somebody who gives no name, or one that is not for onlookers.
const NOBODY: &str = "a spectator";
/// A seat's name of fewer letters than this is looked for as a whole only.
const TELLING: usize = 4;

/// How somebody who looks on is called.
pub fn of_onlooker(name: &str, seats: &[SeatRow]) -> String {
    let bare = skeleton(name);
    let taken = |seat: &SeatRow| {
        let (side, person) = (skeleton(&seat.seat), skeleton(&seat.name));
        bare == side || bare == person || (side.chars().count() >= TELLING && bare.contains(&side))
    };
    if bare.is_empty() || seats.iter().any(taken) { NOBODY.to_owned() } else { name.to_owned() }
}

/// A name as it looks at a glance: without case, accents, signs and spaces, and with letters of other alphabets that look like ours.
fn skeleton(name: &str) -> String {
    name.chars().flat_map(char::to_lowercase).filter_map(plain).collect()
}

fn plain(c: char) -> Option<char> {
    Some(match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'а' | 'α' | '4' => 'a',
        'ç' | 'ć' | 'č' | 'с' | 'ϲ' => 'c',
        'ď' | 'ԁ' => 'd',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' | 'е' | 'ё' | 'ε' | '3' => 'e',
        'һ' => 'h',
        // A small l, a capital i and a one are hard to tell apart.
        'ì'..='ï' | 'ī' | 'į' | 'і' | 'ї' | 'ι' | 'ı' | 'l' | 'ł' | '1' | '|' => 'i',
        'ј' => 'j',
        'κ' | 'к' => 'k',
        'м' => 'm',
        'ñ' | 'ń' | 'ň' | 'п' | 'η' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' | 'о' | 'ο' | 'σ' | '0' => 'o',
        'р' | 'ρ' => 'p',
        'ř' | 'г' => 'r',
        'ś' | 'š' | 'ş' | 'ѕ' | '5' => 's',
        'т' | 'τ' | 'ť' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'υ' => 'u',
        'ν' => 'v',
        'ѡ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'ý' | 'ÿ' | 'у' | 'γ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        c if c.is_alphanumeric() => c,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_onlooker_is_neither_a_seat_nor_a_player() {
        let row = |seat: &str, name: &str| SeatRow {
            seat: seat.to_owned(),
            who: "human".to_owned(),
            name: name.to_owned(),
            token: None,
        };
        let seats = [row("French", "Ney"), row("Allied", "")];
        for bad in [
            "French",
            " french ",
            "Fr\u{e9}nch",
            "F R E N C H",
            "The French player",
            "Frеnch",
            "Ney",
            "NEY!",
            "Aliied",
            "A11ied",
            "",
            "…",
        ] {
            assert_eq!(of_onlooker(bad, &seats), NOBODY, "{bad:?}");
        }
        for good in ["Larrey", "<i>Larrey</i>", "Neyman", "Анна", "a passer-by"] {
            assert_eq!(of_onlooker(good, &seats), good);
        }
    }
}
