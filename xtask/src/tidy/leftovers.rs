//! What may not stay behind in a commit: notes to oneself, stubs, and traces of the machine it was made on.

use super::Finding;
use crate::rooms::Page;
use crate::source;

/// No note to oneself and no stub is left in code or documents.
pub fn unfinished(page: &Page) -> Vec<Finding> {
    const REMEDY: &str = "do it now, or open an issue and say plainly what is missing";
    // Parted here so that this file does not find itself.
    const WORDS: [&str; 2] = [concat!("TO", "DO"), concat!("FIX", "ME")];
    const STUBS: [&str; 3] = [concat!("db", "g!"), concat!("to", "do!"), concat!("unimplem", "ented!")];
    let ends = [".rs", ".md", ".ts", ".svelte", ".js", ".css", ".toml", ".case", ".sql", ".py"];
    if !ends.iter().any(|end| page.path.ends_with(end)) {
        return Vec::new();
    }
    let stubs: &[&str] = if page.path.ends_with(".rs") { &STUBS } else { &[] };
    let mut found = Vec::new();
    for (n, line) in page.text.lines().enumerate() {
        let word = WORDS.iter().find(|word| source::words(line, word).next().is_some());
        let stub = stubs.iter().find(|stub| {
            let before = |at: usize| at.checked_sub(1).is_some_and(|i| source::is_word(line.as_bytes()[i]));
            line.match_indices(**stub).any(|(at, _)| !before(at))
        });
        if let Some(what) = word.or(stub) {
            found.push(Finding::new("leftovers", page, n + 1, format!("holds {what}"), REMEDY));
        }
    }
    found
}

/// No conflict of a merge is left unsettled, in whatever file.
pub fn conflicts(page: &Page) -> Vec<Finding> {
    const REMEDY: &str = "settle the conflict: keep what belongs there and delete the marks";
    // Parted here so that this file does not find itself.
    const MARKS: [&str; 2] = [concat!("<<<", "<<<< "), concat!(">>>", ">>>> ")];
    let marked = page.text.lines().enumerate().filter(|(_, line)| MARKS.iter().any(|mark| line.starts_with(mark)));
    marked.map(|(n, _)| Finding::new("conflicts", page, n + 1, "holds the mark of a merge", REMEDY)).collect()
}

/// Folders that exist on somebody's machine only.
const FOLDERS: [&str; 5] =
    [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/Us", "ers/"), concat!("C:\\Us", "ers\\")];
/// Public hosts of packages; a lock file names them by its nature, nothing else needs to.
const REGISTRIES: [&str; 6] = [
    concat!("index.cra", "tes.io"),
    concat!("static.cra", "tes.io"),
    concat!("regis", "try.np", "mjs.org"),
    concat!("regis", "try.ya", "rnpkg.com"),
    concat!("files.python", "hosted.org"),
    concat!("py", "pi.org"),
];
/// Parts of a host's name that give away a private mirror.
const MIRRORS: [&str; 5] = ["artifactory", "nexus", "mirror", "proxy", "registry"];

/// No machine paths and no registry hosts in any text file.
pub fn machine(page: &Page) -> Vec<Finding> {
    const REMEDY: &str = "write a path from the root of the repository; name a package, not the host it comes from";
    let lock = ["Cargo.lock", "package-lock.json", "pnpm-lock.yaml"].iter().any(|name| page.path.ends_with(name));
    let mut found = Vec::new();
    for (n, line) in page.text.lines().enumerate() {
        let folder = FOLDERS.iter().find(|folder| line.match_indices(**folder).any(|(at, _)| starts_a_path(line, at)));
        let host = REGISTRIES.iter().find(|host| line.contains(**host));
        let what = folder.or(host.filter(|_| !lock)).map(|what| (*what).to_owned()).or_else(|| private_host(line));
        found.extend(what.map(|what| Finding::new("machine", page, n + 1, format!("names {what}"), REMEDY)));
    }
    found
}

/// Whether a path begins here, rather than goes on.
fn starts_a_path(line: &str, at: usize) -> bool {
    let before = line[..at].chars().next_back();
    before.is_none_or(|c| !c.is_alphanumeric() && !['.', '_', '-', '~', '}', '*'].contains(&c))
}

/// A host in a web address that looks like somebody's own mirror of a registry.
fn private_host(line: &str) -> Option<String> {
    let hosts = line.split("://").skip(1).map(|rest| rest.split(['/', ' ', '"', ')', '>', '`']).next().unwrap_or_default());
    let public = |host: &str| REGISTRIES.contains(&host);
    hosts.filter(|host| !public(host)).find(|host| MIRRORS.iter().any(|part| host.contains(part))).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_and_stubs_are_found() {
        let note = concat!("// FIX", "ME later\n");
        assert_eq!(unfinished(&Page::new("crates/cli/src/main.rs", note)).len(), 1);
        assert_eq!(unfinished(&Page::new("docs/notation.md", concat!("TO", "DO: describe\n"))).len(), 1);
        let stub = concat!("fn f() { to", "do!() }\nfn g() { unimplem", "ented!() }\nfn h() { db", "g!(1) }\n");
        assert_eq!(unfinished(&Page::new("crates/cli/src/main.rs", stub)).len(), 3);
        assert_eq!(unfinished(&Page::new("crates/cli/src/main.rs", "let todos = TODOS;\nmy_db::g!();\n")), []);
        assert_eq!(unfinished(&Page::new("picture.svg", note)), []);
    }

    #[test]
    fn unsettled_conflicts_are_found() {
        let text = concat!("one\n<<<", "<<<< HEAD\ntwo\n=======\nthree\n>>>", ">>>> other\n");
        let places: Vec<_> = conflicts(&Page::new("CHANGELOG.md", text)).into_iter().map(|found| found.place).collect();
        assert_eq!(places, ["CHANGELOG.md:2", "CHANGELOG.md:6"]);
        assert_eq!(conflicts(&Page::new("docs/notation.md", "Title\n=======\nx << y >>>>>>> z\n")), []);
    }

    #[test]
    fn machine_paths_are_found() {
        for folder in FOLDERS {
            let text = format!("first line\nsee `{folder}me`\n");
            let found = machine(&Page::new("docs/index.md", &text));
            assert_eq!(found.len(), 1, "{folder}");
            assert_eq!(found[0].place, "docs/index.md:2");
        }
        let fine = concat!("crates/wo", "rk/src, https://example.org/ho", "me/, $HOME, /tmp/x");
        assert_eq!(machine(&Page::new("README.md", fine)), []);
    }

    #[test]
    fn registries_are_found_outside_lock_files() {
        for host in REGISTRIES {
            let text = format!("https://{host}/simple\n");
            assert_eq!(machine(&Page::new("README.md", &text)).len(), 1, "{host}");
            assert_eq!(machine(&Page::new("web/package-lock.json", &text)), [], "{host}");
        }
        let private = concat!("\"resolved\": \"https://np", "m-mirror.example.org/x.tgz\"");
        assert_eq!(machine(&Page::new("web/package-lock.json", private)).len(), 1);
    }
}
