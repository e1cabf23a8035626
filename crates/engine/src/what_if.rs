//! A game with something changed, for asking "what if": how changes are written, and the numbers in them. What can be changed is the
//! rulebook's affair.

use crate::fault::DataError;

/// Changes some data, one text after the other. A change is written as words with colons between them, an equals sign, and a value:
/// `unit:YG:strength=5`. `change` is given the words and the value; for what it does not know it says the same as `forms`, which tells what can be
/// written.
///
/// # Errors
/// The first change that cannot be made, and why. The data are of no use after that.
pub fn change_all<D>(
    data: &mut D,
    changes: &[String],
    forms: &str,
    change: impl Fn(&mut D, &[&str], &str) -> Result<(), String>,
) -> Result<(), DataError> {
    for text in changes {
        let fault = |why: String| DataError::new("change", text, why);
        let (what, value) = text.split_once('=').ok_or_else(|| fault(forms.to_owned()))?;
        let words: Vec<&str> = what.split(':').map(str::trim).collect();
        change(data, &words, value.trim()).map_err(fault)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::within;

    const FORMS: &str = "expected unit:TAG=N";

    fn changed(changes: &[&str]) -> Result<[u8; 2], String> {
        let changes: Vec<String> = changes.iter().map(|text| (*text).to_owned()).collect();
        let mut data = [0; 2];
        let change = |data: &mut [u8; 2], what: &[&str], value: &str| {
            let at = match what {
                ["unit", "A"] => 0,
                ["unit", "B"] => 1,
                _ => return Err(FORMS.to_owned()),
            };
            data[at] = within("strength", value, 1..=9)?;
            Ok(())
        };
        change_all(&mut data, &changes, FORMS, change).map(|()| data).map_err(|fault| fault.to_string())
    }

    #[test]
    fn changes_are_made_in_order_and_faults_name_the_change() {
        assert_eq!(changed(&[]), Ok([0, 0]));
        assert_eq!(changed(&["unit:A=3", " unit : B = 4 ", "unit:A=5"]), Ok([5, 4]));
        for (text, wanted) in [
            ("unit:A", FORMS),
            ("unit:C=1", FORMS),
            ("", FORMS),
            ("unit:A=0", "strength \"0\": expected 1 to 9"),
            ("unit:A=many", "strength \"many\": expected 1 to 9"),
        ] {
            let why = changed(&["unit:B=1", text]).unwrap_err();
            assert!(why.starts_with("change: ") && why.contains(text) && why.contains(wanted), "{text:?}: {why}");
        }
    }
}
