//! The rooms of the house: which crate is which, which files there are, and what each room may do.

use std::path::{Path, PathBuf};

/// What a crate under `crates/` is for. A folder that is not named here is a rulebook, so that a new crate meets the
/// strictest rules until somebody says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Room {
    Engine,
    Picture,
    Testkit,
    Rulebook,
    Ai,
    Shelf,
    Lab,
    Server,
    Wasm,
    Cli,
}

impl Room {
    /// The room of a folder under `crates/`.
    pub fn of_folder(folder: &str) -> Room {
        match folder {
            "engine" => Room::Engine,
            "picture" => Room::Picture,
            "testkit" => Room::Testkit,
            "ai" => Room::Ai,
            "shelf" => Room::Shelf,
            "lab" => Room::Lab,
            "server" => Room::Server,
            "wasm" => Room::Wasm,
            "cli" => Room::Cli,
            _ => Room::Rulebook,
        }
    }

    /// The room a file of the repository lies in, and whether it is source (`src/`) of that room.
    pub fn of_path(path: &str) -> Option<(Room, bool)> {
        let (folder, inside) = path.strip_prefix("crates/")?.split_once('/')?;
        Some((Room::of_folder(folder), inside.starts_with("src/")))
    }

    /// Engine and rulebooks: where exactness and order of iteration matter.
    pub fn holds_rules(self) -> bool {
        matches!(self, Room::Engine | Room::Rulebook)
    }

    /// Rooms that know no files, clock, threads, environment or entropy, and build for wasm32.
    pub fn is_pure(self) -> bool {
        !matches!(self, Room::Lab | Room::Server | Room::Cli)
    }

    /// Whether a crate of this room may depend on one of `other`: dependencies run one way.
    pub fn may_use(self, other: Room) -> bool {
        other < self
    }
}

/// One crate of the workspace.
#[derive(Clone, Debug)]
pub struct Crate {
    /// Its folder under `crates/`.
    pub folder: String,
    /// What it is for.
    pub room: Room,
}

/// A text file: its path from the root of the repository, with `/`, and what it says.
#[derive(Clone, Debug)]
pub struct Page {
    pub path: String,
    pub text: String,
}

impl Page {
    #[cfg(test)]
    pub fn new(path: &str, text: &str) -> Page {
        Page { path: path.into(), text: text.into() }
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.parent().map_or(here.clone(), Path::to_path_buf)
}

/// The crates under `crates/` that have a manifest, by name.
pub fn crates(root: &Path) -> Vec<Crate> {
    let mut found: Vec<Crate> = entries(&root.join("crates"))
        .into_iter()
        .filter(|p| p.join("Cargo.toml").is_file())
        .filter_map(|p| Some(p.file_name()?.to_str()?.to_owned()))
        .map(|folder| Crate { room: Room::of_folder(&folder), folder })
        .collect();
    found.sort_by(|a, b| a.folder.cmp(&b.folder));
    found
}

/// What is never part of the repository, wherever it lies (see `.gitignore`).
const NOT_OURS: [&str; 6] = [".git", "target", "scratch", "node_modules", "dist", ".svelte-kit"];

/// Every text file below a folder of the repository, sorted by path. Files that are not UTF-8 are not text.
pub fn pages(root: &Path, below: &str) -> Vec<Page> {
    let mut found = Vec::new();
    walk(root, &root.join(below), &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<Page>) {
    for path in entries(folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if NOT_OURS.contains(&name.as_str()) || name.ends_with(".tmp") {
            continue;
        }
        if path.is_dir() {
            walk(root, &path, found);
        } else if let (Ok(inside), Ok(text)) = (path.strip_prefix(root), std::fs::read_to_string(&path)) {
            let path = inside.to_string_lossy().replace('\\', "/");
            found.push(Page { path, text });
        }
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.filter_map(|e| Some(e.ok()?.path())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_crate_is_held_to_the_rules_of_a_rulebook() {
        assert_eq!(Room::of_folder("waterloo"), Room::Rulebook);
        assert_eq!(Room::of_path("crates/engine/src/hex.rs"), Some((Room::Engine, true)));
        assert_eq!(Room::of_path("crates/engine/benches/reach.rs"), Some((Room::Engine, false)));
        assert_eq!(Room::of_path("xtask/src/main.rs"), None);
    }

    #[test]
    fn dependencies_run_one_way() {
        assert!(Room::Rulebook.may_use(Room::Engine));
        assert!(Room::Shelf.may_use(Room::Rulebook));
        assert!(Room::Cli.may_use(Room::Server));
        assert!(!Room::Rulebook.may_use(Room::Rulebook));
        assert!(!Room::Engine.may_use(Room::Shelf));
    }

    #[test]
    fn the_repository_is_found() {
        let paths: Vec<String> = pages(&root(), "xtask").into_iter().map(|p| p.path).collect();
        assert!(paths.contains(&"xtask/src/rooms.rs".to_owned()), "{paths:?}");
    }
}
