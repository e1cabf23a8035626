//! Parts of a batch from a queue, with a real server.

use crate::scratch::Scratch;
use grognard_lab::journal::Journal;
use grognard_lab::nats;
use grognard_lab::plan::Plan;
use grognard_lab::run::run;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server with a queue, ended with the test.
struct Server {
    child: Child,
    url: String,
    _scratch: Scratch,
}

impl Server {
    /// Starts one; nothing if the program is not installed.
    fn start(jetstream: bool) -> Option<Self> {
        let scratch = Scratch::new();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let found = ["/usr/sbin/nats-server", "nats-server"].into_iter().find_map(|program| {
            let mut command = Command::new(program);
            command.args(["-a", "127.0.0.1", "-p", &port.to_string()]);
            if jetstream {
                command.arg("-js").arg("-sd").arg(scratch.path());
            }
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
        });
        let Some(child) = found else {
            println!("skipped: nats-server is not installed; `./test tests` installs it");
            return None;
        };
        let server = Self { child, url: format!("nats://127.0.0.1:{port}"), _scratch: scratch };
        let until = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < until, "nats-server does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
        Some(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn workers_share_a_plan_and_each_gets_all_of_it() {
    let Some(server) = Server::start(true) else { return };
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
    let begun = Instant::now();
    assert_eq!(margins(&work()), margins(&whole));
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
fn games_that_are_known_are_handed_in_and_not_played_again() {
    let Some(server) = Server::start(true) else { return };
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
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let why = nats::reach(&format!("nats://{nobody}")).unwrap_err();
    assert!(why.contains("no NATS server answers") && !why.contains('\n'), "{why}");
    let Some(server) = Server::start(false) else { return };
    let why = nats::reach(&server.url).unwrap_err();
    assert!(why.contains("no JetStream") && !why.contains('\n'), "{why}");
}
