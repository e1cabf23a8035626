//! Where the program keeps what belongs to the user: in the data folder of the system.

use crate::fail::Fail;
use std::env;
use std::path::{Path, PathBuf};

/// The user's data folder of this program. It need not be there yet.
pub fn data() -> Result<PathBuf, Fail> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    data_in(env::consts::OS, &set)
        .ok_or_else(|| Fail::Bad("the data folder is not known; set XDG_DATA_HOME to a folder".to_owned()))
}

/// The data folder by the customs of a system, of which the environment tells.
fn data_in(system: &str, set: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    // A path that is not absolute would mean another folder each time.
    let absolute = |path: &PathBuf| Path::is_absolute(path) || system == "windows";
    let base = match system {
        "windows" => set("APPDATA"),
        "macos" => set("XDG_DATA_HOME").filter(absolute).or_else(|| Some(set("HOME")?.join("Library/Application Support"))),
        _ => set("XDG_DATA_HOME").filter(absolute).or_else(|| Some(set("HOME")?.join(".local/share"))),
    };
    Some(base?.join("grognard"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_has_its_customs() {
        let with = |pairs: &'static [(&str, &str)]| {
            move |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| PathBuf::from(value))
        };
        let home = with(&[("HOME", "/h")]);
        assert_eq!(data_in("linux", &home), Some("/h/.local/share/grognard".into()));
        assert_eq!(data_in("macos", &home), Some("/h/Library/Application Support/grognard".into()));
        assert_eq!(data_in("windows", &home), None);
        let set = with(&[("HOME", "/h"), ("XDG_DATA_HOME", "/x"), ("APPDATA", "C:/h")]);
        assert_eq!(data_in("linux", &set), Some("/x/grognard".into()));
        assert_eq!(data_in("windows", &set), Some("C:/h/grognard".into()));
        assert_eq!(
            data_in("linux", &with(&[("HOME", "/h"), ("XDG_DATA_HOME", "here")])),
            Some("/h/.local/share/grognard".into())
        );
        assert_eq!(data_in("linux", &with(&[])), None);
    }
}
