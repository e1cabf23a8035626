//! Programs that are started to play, and none of which outlives the umpire: who stops before their games are over ends them first.

use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Those that run.
struct House {
    running: Vec<Arc<Mutex<Child>>>,
    /// Nobody is started any more.
    closed: bool,
}

static HOUSE: Mutex<House> = Mutex::new(House { running: Vec::new(), closed: false });

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program that runs, and is ended with this.
pub(crate) struct Program(Arc<Mutex<Child>>);

impl Program {
    /// Starts it, and gives its input and its output.
    pub(crate) fn start(command: &mut Command) -> std::io::Result<(Self, Option<ChildStdin>, Option<ChildStdout>)> {
        // Ctrl-C is for the umpire. A terminal sends it to everybody of a group, and whoever died of it would have lost his game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut house = lock(&HOUSE);
        if house.closed {
            return Err(std::io::Error::other("the umpire is leaving"));
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let child = Arc::new(Mutex::new(child));
        house.running.push(Arc::clone(&child));
        Ok((Self(child), stdin, stdout))
    }

    /// How it has ended, if it has.
    pub(crate) fn ended(&self) -> Option<ExitStatus> {
        lock(&self.0).try_wait().ok().flatten()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        end(&mut lock(&self.0));
        lock(&HOUSE).running.retain(|other| !Arc::ptr_eq(other, &self.0));
    }
}

/// Ends all programs that play, with whatever they have started, and starts no others: for who is about to leave without waiting for games under way. The end of
/// its input would not do for a program that is just thinking, or does not listen.
pub fn end_all() {
    let mut house = lock(&HOUSE);
    house.closed = true;
    for child in house.running.drain(..) {
        end(&mut lock(&child));
    }
}

fn end(child: &mut Child) {
    // The number of one that has been waited for may be another's by now.
    if !matches!(child.try_wait(), Ok(None)) {
        return;
    }
    // The whole group: a script that has started the player is not ended for both. Only a shell can do so without unsafe code; it has started the program, too.
    #[cfg(unix)]
    {
        let mut shell = Command::new("sh");
        shell.args(["-c", "kill -s KILL -- \"-$1\"", "sh", &child.id().to_string()]);
        let _ = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
    let _ = child.kill();
    let _ = child.wait();
}
