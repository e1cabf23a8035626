//! Starting other programs, with an error that says which command failed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a chore returns: nothing, or one message for the reader.
pub type Done<T = ()> = Result<T, String>;

/// Runs a command that shares this terminal; an exit status other than 0 is an error.
pub fn run(command: &mut Command) -> Done {
    let status = command.status().map_err(|e| format!("`{}` does not start: {e}", line(command)))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", line(command))) }
}

/// Runs a command and returns what it prints on stdout; stderr passes through.
pub fn read(command: &mut Command) -> Done<String> {
    let out = command.stderr(Stdio::inherit()).output().map_err(|e| format!("`{}` does not start: {e}", line(command)))?;
    if !out.status.success() {
        return Err(format!("`{}` failed ({})", line(command), out.status));
    }
    String::from_utf8(out.stdout).map_err(|_| format!("`{}` did not print UTF-8", line(command)))
}

/// Runs a command whose words must not mix with those of others; what it said on stdout and stderr, and how it went.
pub fn told(command: &mut Command) -> (String, Done) {
    match command.output() {
        Err(e) => (String::new(), Err(format!("`{}` does not start: {e}", line(command)))),
        Ok(out) => {
            let said = [out.stdout, out.stderr].map(|words| String::from_utf8_lossy(&words).into_owned()).concat();
            let failed = || format!("`{}` failed ({})", line(command), out.status);
            (said, out.status.success().then_some(()).ok_or_else(failed))
        }
    }
}

/// Whether a program can be started at all and answers with status 0; prints nothing.
pub fn works(program: &str, args: &[&str]) -> bool {
    let quiet = Command::new(program).args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet.is_ok_and(|s| s.success())
}

/// The cargo that started us, working in the repository.
pub fn cargo(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root).args(args);
    // These describe xtask itself; a build below must not see them.
    for (key, _) in std::env::vars_os() {
        let name = key.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&key);
        }
    }
    command
}

/// The folder in which cargo puts its output.
pub fn target_dir(root: &Path) -> Done<PathBuf> {
    let text = read(&mut cargo(root, &["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: serde_json::Value = serde_json::from_str(&text).map_err(|e| format!("cargo metadata: {e}"))?;
    let folder = metadata["target_directory"].as_str().ok_or("cargo metadata names no target directory")?;
    Ok(PathBuf::from(folder))
}

fn line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|w| w.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
