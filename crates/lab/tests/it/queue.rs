//! Parts of a batch from a queue, with a real server.

use crate::scratch::Scratch;
use crate::skipped::skipped;
use grognard_lab::journal::Journal;
use grognard_lab::nats;
use grognard_lab::plan::Plan;
use grognard_lab::run::run;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server with a queue, ended with the test.
struct Server {
    child: Child,
    url: String,
    _scratch: Scratch,
}

impl Server {
    /// Starts one; nothing if the program is not installed, which is said in the name of the test.
    fn start(jetstream: bool, test: &str) -> Option<Self> {
        let scratch = Scratch::new();
        // It takes a port by itself, and writes into a file which one: a port that was found free before might be taken by then.
        let ports = scratch.path().join("ports");
        std::fs::create_dir(&ports).unwrap();
        let found = ["/usr/sbin/nats-server", "nats-server"].into_iter().find_map(|program| {
            let mut command = Command::new(program);
            command.args(["-a", "127.0.0.1", "-p", "-1", "--ports_file_dir"]).arg(&ports);
            if jetstream {
                command.arg("-js").arg("-sd").arg(scratch.path());
            }
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
        });
        let Some(child) = found else {
            skipped(test, "nats-server is not installed; `./test tests` installs it");
            return None;
        };
        let mut server = Self { child, url: String::new(), _scratch: scratch };
        let until = Instant::now() + Duration::from_secs(120);
        while server.url.is_empty() {
            assert!(Instant::now() < until, "nats-server does not say where it is");
            assert!(matches!(server.child.try_wait(), Ok(None)), "nats-server has ended");
            std::thread::sleep(Duration::from_millis(20));
            server.url = told(&ports).unwrap_or_default();
        }
        Some(server)
    }
}

/// The address in the file of ports, once that is written.
fn told(ports: &Path) -> Option<String> {
    let file = std::fs::read_dir(ports).ok()?.find_map(Result::ok)?;
    let text: serde_json::Value = serde_json::from_slice(&std::fs::read(file.path()).ok()?).ok()?;
    text["nats"][0].as_str().map(str::to_owned)
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn workers_share_a_plan_and_each_gets_all_of_it() {
    let Some(server) = Server::start(true, "workers_share_a_plan_and_each_gets_all_of_it") else { return };
    nats::reach(&server.url).unwrap();
    let plan = Plan { luck: false, ..Plan::batch("eylau", ["random", "random"], 10, 5) };
    let whole = run(&plan, 0..10, Vec::new(), 1, None, &mut |_| true).unwrap().games;
    let margins =
        |games: &[grognard_lab::game::Played]| games.iter().map(|g| (g.number, g.margin, g.actions)).collect::<Vec<_>>();
    let work = || {
        let scratch = Scratch::new();
        let (mut journal, found) = Journal::open(scratch.path(), &plan).unwrap();
        nats::work(&server.url, &plan, 5, 1, found.games, &mut journal, &mut |_| true).unwrap().games
    };
    let (a, b) = std::thread::scope(|scope| {
        let (a, b) = (scope.spawn(work), scope.spawn(work));
        (a.join().unwrap(), b.join().unwrap())
    });
    assert_eq!(margins(&a), margins(&whole));
    assert_eq!(margins(&b), margins(&whole));
    // Whoever comes late finds everything done.
    assert_eq!(margins(&work()), margins(&whole));
}

#[test]
fn games_that_are_known_are_handed_in_and_not_played_again() {
    let Some(server) = Server::start(true, "games_that_are_known_are_handed_in_and_not_played_again") else { return };
    let plan = Plan { luck: false, ..Plan::batch("eylau", ["random", "random"], 8, 6) };
    let scratch = Scratch::new();
    let (mut journal, _) = Journal::open(scratch.path(), &plan).unwrap();
    // Half of the games are known already, as after a stop.
    let known = run(&plan, 0..4, Vec::new(), 1, None, &mut |_| true).unwrap().games;
    let mut played = Vec::new();
    let finished = nats::work(&server.url, &plan, 4, 2, known, &mut journal, &mut |game| {
        played.push(game.number);
        true
    });
    assert_eq!(finished.unwrap().games.len(), 8);
    assert!(played.iter().all(|number| *number >= 4), "{played:?}");
}

#[test]
fn no_server_or_one_without_a_queue_is_told_in_one_line() {
    // Nobody is given so low a port by chance.
    let why = nats::reach("nats://127.0.0.1:1").unwrap_err();
    assert!(why.contains("no NATS server answers") && !why.contains('\n'), "{why}");
    let Some(server) = Server::start(false, "no_server_or_one_without_a_queue_is_told_in_one_line") else { return };
    let why = nats::reach(&server.url).unwrap_err();
    assert!(why.contains("no JetStream") && !why.contains('\n'), "{why}");
}
