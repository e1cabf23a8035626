//! Where the program keeps what belongs to the user: in the data folder of the system.

use crate::fail::Fail;
use std::env;
use std::path::PathBuf;

/// The user's data folder of this program. It need not be there yet.
pub fn data() -> Result<PathBuf, Fail> {
    let set = |name: &str| env::var_os(name).map(PathBuf::from);
    let found = data_in(env::consts::OS, env::home_dir(), &set);
    let none = "no folder for data is known here; set HOME, or name a place: serve --data, mail --secret";
    found.ok_or_else(|| Fail::Bad(none.to_owned()))
}

/// The data folder by the customs of a system. A path that is not absolute would mean another folder each time.
fn data_in(system: &str, home: Option<PathBuf>, set: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute() || system == "windows";
    let set = |name: &str| set(name).filter(|path| absolute(path) && !path.as_os_str().is_empty());
    let home = home.filter(absolute);
    match system {
        "windows" => Some(set("LOCALAPPDATA").or_else(|| set("APPDATA"))?.join("Grognard")),
        "macos" => Some(home?.join("Library/Application Support/Grognard")),
        _ => Some(set("XDG_DATA_HOME").or_else(|| Some(home?.join(".local/share")))?.join("grognard")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_has_its_customs() {
        let with = |pairs: &'static [(&str, &str)]| {
            move |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| PathBuf::from(value))
        };
        let home = || Some(PathBuf::from("/h"));
        assert_eq!(data_in("linux", home(), &with(&[])), Some("/h/.local/share/grognard".into()));
        assert_eq!(data_in("linux", home(), &with(&[("XDG_DATA_HOME", "/x")])), Some("/x/grognard".into()));
        assert_eq!(data_in("linux", home(), &with(&[("XDG_DATA_HOME", "here")])), Some("/h/.local/share/grognard".into()));
        assert_eq!(
            data_in("macos", home(), &with(&[("XDG_DATA_HOME", "/x")])),
            Some("/h/Library/Application Support/Grognard".into())
        );
        assert_eq!(data_in("windows", home(), &with(&[("APPDATA", "C:/a")])), Some("C:/a/Grognard".into()));
        assert_eq!(
            data_in("windows", home(), &with(&[("APPDATA", "C:/a"), ("LOCALAPPDATA", "C:/l")])),
            Some("C:/l/Grognard".into())
        );
        assert_eq!(data_in("linux", Some("h".into()), &with(&[])), None);
    }
}
