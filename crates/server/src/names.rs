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
    if bare.is_empty() || name.chars().any(is_costume) || seats.iter().any(taken) { NOBODY.to_owned() } else { name.to_owned() }
}

/// Letters that nobody writes a name with, but to make it look like another: those of formulas, of full width, in circles, raised, and small capitals.
const fn is_costume(c: char) -> bool {
    matches!(c,
        '\u{0251}' | '\u{0261}' | '\u{0262}' | '\u{026a}' | '\u{0274}' | '\u{0280}' | '\u{028f}' | '\u{0299}' | '\u{029c}' | '\u{029f}'
        | '\u{02b0}'..='\u{02b8}' | '\u{02e0}'..='\u{02e4}' | '\u{1d00}'..='\u{1dbf}' | '\u{2070}'..='\u{209f}' | '\u{2100}'..='\u{218f}'
        | '\u{2460}'..='\u{24ff}' | '\u{a720}'..='\u{a7ff}' | '\u{ab30}'..='\u{ab6f}' | '\u{ff00}'..='\u{ff60}' | '\u{1d400}'..='\u{1d7ff}'
        | '\u{1f100}'..='\u{1f1ff}' | '\u{e0000}'..='\u{e007f}')
}

/// A name as it looks at a glance: without case, accents, signs and spaces, and with letters of other alphabets that look like ours.
fn skeleton(name: &str) -> String {
    name.chars().flat_map(char::to_lowercase).filter_map(plain).collect()
}

fn plain(c: char) -> Option<char> {
    Some(match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'а' | 'α' | '4' | 'ꓮ' | 'ꭺ' => 'a',
        'ç' | 'ć' | 'č' | 'с' | 'ϲ' | 'ꓚ' | 'ꮯ' => 'c',
        'ď' | 'ԁ' | 'ꓓ' | 'ꭰ' => 'd',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' | 'е' | 'ё' | 'ε' | '3' | 'ꓰ' | 'ꭼ' => 'e',
        'һ' | 'ꓧ' | 'ꮋ' => 'h',
        // A small l, a capital i and a one are hard to tell apart.
        'ì'..='ï' | 'ī' | 'į' | 'і' | 'ї' | 'ι' | 'ı' | 'l' | 'ł' | '1' | '|' | 'ꓡ' | 'ꓲ' | 'ꭵ' | 'ꮮ' => 'i',
        'ј' | 'ꓙ' | 'ꭻ' => 'j',
        'κ' | 'к' | 'ꓗ' | 'ꮶ' => 'k',
        'м' | 'ꓟ' | 'ꮇ' => 'm',
        'ñ' | 'ń' | 'ň' | 'п' | 'η' | 'ꓠ' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' | 'о' | 'ο' | 'σ' | '0' | 'ꓳ' => 'o',
        'р' | 'ρ' | 'ꓑ' | 'ꮲ' => 'p',
        'ř' | 'г' | 'ꓣ' | 'ꭱ' | 'ꮢ' => 'r',
        'ś' | 'š' | 'ş' | 'ѕ' | '5' | 'ꓢ' | 'ꮥ' | 'ꮪ' => 's',
        'т' | 'τ' | 'ť' | 'ꓔ' | 'ꭲ' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'υ' | 'ꓴ' => 'u',
        'ν' | 'ꓦ' | 'ꮩ' => 'v',
        'ѡ' | 'ω' | 'ꓪ' | 'ꮃ' | 'ꮤ' => 'w',
        'х' | 'χ' | 'ꓫ' => 'x',
        'ý' | 'ÿ' | 'у' | 'γ' | 'ꓬ' | 'ꮍ' => 'y',
        'ź' | 'ż' | 'ž' | 'ꓜ' | 'ꮓ' => 'z',
        'ꓐ' | 'ꮟ' | 'ᏼ' => 'b',
        'ꓖ' | 'ꮐ' | 'ᏻ' => 'g',
        'ꓝ' => 'f',
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
            // In the letters of formulas, of full width, in circles, raised, in small capitals, and in those of the Cherokee and the Lisu.
            "𝖥𝗋𝖾𝗇𝖼𝗁",
            "Ｆｒｅｎｃｈ",
            "Ⓕⓡⓔⓝⓒⓗ",
            "ᶠʳᵉⁿᶜʰ",
            "ꜰʀᴇɴᴄʜ",
            "Ꭺllied",
            "ꓝꓣꓰꓠꓚꓧ",
            "ℕey",
            "",
            "…",
        ] {
            assert_eq!(of_onlooker(bad, &seats), NOBODY, "{bad:?}");
        }
        for good in ["Larrey", "<i>Larrey</i>", "Neyman", "Анна", "Əli", "ᏣᎳᎩ", "Kaʻiulani", "a passer-by"] {
            assert_eq!(of_onlooker(good, &seats), good);
        }
    }
}
