//! Faults on the way of a batch to the disk, each at its place, each with every kind of write. What is acknowledged is there,
//! what is refused is not, and the next write goes well.

use super::faults::{Fault, Faults, Stage};
use super::snapshots::Snapshot;
use super::{Asked, Cause, Correction, Ending, Failure, Place, Said, SeatRow, Step, StepKind, Store, TableRow, Write, Writer};
use crate::config::Config;
use crate::core::Deed;
use crate::hall::Hall;
use crate::hub::{Seats, lock};
use crate::table::Wish;
use crate::throw::Brought;
use grognard_engine::closing::Way;
use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

macro_rules! kinds {
    ($($kind:ident),* $(,)?) => {
        /// The kinds of writes there are to wish for.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Kind {
            $($kind),*
        }

        impl Kind {
            const ALL: &[Self] = &[$(Self::$kind),*];
        }
    };
}

kinds![Table, Steps, Chat, Claim, Offer, Seen, Snapshots, Ask, Over, Correct, Sit, Rematch, Webhook, Leave, Remove];

impl Kind {
    /// Of what kind a write is. Whoever adds one finds no kind for it here, and for a new kind nothing in [`Bench::wish`].
    const fn of(write: &Write) -> Self {
        match write {
            Write::Table(..) => Self::Table,
            Write::Steps { over: false, .. } => Self::Steps,
            Write::Steps { over: true, .. } => Self::Over,
            Write::Chat { .. } => Self::Chat,
            Write::Claim { .. } => Self::Claim,
            Write::Ask { .. } => Self::Ask,
            Write::Offer { .. } => Self::Offer,
            Write::Snapshots { .. } => Self::Snapshots,
            Write::Correct { .. } => Self::Correct,
            Write::Sit { .. } => Self::Sit,
            Write::Rematch { .. } => Self::Rematch,
            Write::Webhook { .. } => Self::Webhook,
            Write::Leave { .. } => Self::Leave,
            Write::Remove { .. } => Self::Remove,
            Write::Seen { .. } => Self::Seen,
        }
    }
}

/// A question that finds 1 where all of so many rows are, 0 where none is, and something else where it is half there.
fn whole(rows: i64, counts: &[String]) -> String {
    let sum = counts.iter().map(|count| format!("(SELECT COUNT(*) FROM {count})")).collect::<Vec<_>>().join(" + ");
    format!("SELECT CASE {sum} WHEN {rows} THEN 1 WHEN 0 THEN 0 ELSE -1 END")
}

/// A server's storage in a folder of its own, without the server.
struct Bench {
    folder: PathBuf,
    store: Arc<Store>,
    writer: Option<Writer>,
    task: Option<tokio::task::JoinHandle<()>>,
    faults: Faults,
    /// Everything has a number, so that nothing is written twice.
    number: i64,
}

impl Bench {
    async fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("grognard-ledger-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        // One of the same number may have been killed here, long ago.
        let _ = std::fs::remove_dir_all(&folder);
        let store = Arc::new(Store::open(&Place::Folder(folder.clone())).await.unwrap());
        let faults = Faults::default();
        let (writer, task) = Writer::start(store.clone(), 7, faults.clone());
        let bench = Self { folder, store, writer: Some(writer), task: Some(task), faults, number: 0 };
        bench.write(Write::Table(Box::new(row("first")), Vec::new())).await.unwrap();
        bench
    }

    fn file(&self) -> PathBuf {
        self.folder.join(super::sqlite::FILE)
    }

    async fn write(&self, write: Write) -> Result<(), Failure> {
        self.writer.as_ref().unwrap().write(write).await
    }

    /// A table of its own, with two seats, a line in its journal, a word and a snapshot.
    async fn furnished(&self) -> String {
        let id = format!("own{}", self.number);
        let table: Arc<str> = id.as_str().into();
        self.write(Write::Table(Box::new(row(&id)), vec![step(1)])).await.unwrap();
        let said = Said { by: "Ney".to_owned(), seat: String::new(), text: "bonjour".to_owned(), at: 1 };
        self.write(Write::Chat { table: table.clone(), said, keep: 500 }).await.unwrap();
        self.write(Write::Snapshots { table, taken: vec![snapshot(1)], spoilt: Vec::new() }).await.unwrap();
        id
    }

    /// Something new to write, and a question that finds it.
    async fn wish(&mut self, kind: Kind) -> (Write, String) {
        self.number += 1;
        let (n, table): (i64, Arc<str>) = (self.number, Arc::from("first"));
        // Seats are changed, and games ended, at a table of its own.
        let own = match kind {
            Kind::Over | Kind::Claim | Kind::Sit | Kind::Rematch | Kind::Webhook | Kind::Leave | Kind::Remove => {
                self.furnished().await
            }
            _ => String::new(),
        };
        let its: Arc<str> = own.as_str().into();
        let seat = |what: String| format!("SELECT COUNT(*) FROM seats WHERE table_id = '{own}' AND {what}");
        let (write, question) = match kind {
            Kind::Table => {
                let id = format!("table{n}");
                let parts = [format!("tables WHERE id = '{id}'"), format!("journal WHERE table_id = '{id}'")];
                let seats = [format!("seats WHERE table_id = '{id}'")];
                (Write::Table(Box::new(row(&id)), vec![step(1)]), whole(4, &[&parts[..], &seats].concat()))
            }
            Kind::Steps => (
                Write::Steps { table, steps: vec![step(n)], over: false },
                format!("SELECT COUNT(*) FROM journal WHERE seq = {n}"),
            ),
            Kind::Over => {
                let close = Step { kind: StepKind::Close, action: Way::Agreed.word().to_owned(), ..step(2) };
                let ending = Ending::Closed { way: Way::Agreed, seat: close.seat.clone() }.text();
                let parts = [
                    format!("journal WHERE table_id = '{own}' AND seq = 2"),
                    format!("tables WHERE id = '{own}' AND over = 1 AND ending = '{ending}'"),
                ];
                (Write::Steps { table: its, steps: vec![close], over: true }, whole(2, &parts))
            }
            Kind::Chat => {
                let said = Said { by: "Ney".to_owned(), seat: String::new(), text: n.to_string(), at: n };
                (Write::Chat { table, said, keep: 500 }, format!("SELECT COUNT(*) FROM chat WHERE said = '{n}'"))
            }
            Kind::Claim => (
                Write::Claim { table: its, place: 1, name: n.to_string(), token: [1; 32] },
                seat(format!("who = 'human' AND name = '{n}'")),
            ),
            Kind::Sit => {
                let (who, name) = ("marshal".to_owned(), n.to_string());
                (Write::Sit { table: its, place: 0, who, name }, seat(format!("who = 'marshal' AND name = '{n}' AND place = 0")))
            }
            Kind::Webhook => {
                let url = format!("http://here/{n}");
                (Write::Webhook { table: its, place: 0, url: Some(url.clone()) }, seat(format!("webhook = '{url}'")))
            }
            Kind::Leave => (Write::Leave { table: its, place: 0 }, seat("place = 0 AND token IS NULL".to_owned())),
            Kind::Rematch => {
                let id = format!("again{n}");
                let parts = [
                    format!("tables WHERE id = '{own}' AND rematch = '{id}'"),
                    format!("tables WHERE id = '{id}'"),
                    format!("seats WHERE table_id = '{id}'"),
                ];
                (Write::Rematch { table: its, next: Box::new(row(&id)) }, whole(4, &parts))
            }
            Kind::Remove => {
                let parts = ["snapshots", "chat", "journal", "seats"].map(|what| format!("{what} WHERE table_id = '{own}'"));
                let left = whole(6, &[&parts[..], &[format!("tables WHERE id = '{own}'")]].concat());
                // What it does is done where nothing is left.
                (Write::Remove { table: its, token: [9; 32] }, left.replace("THEN 1 WHEN 0 THEN 0", "THEN 0 WHEN 0 THEN 1"))
            }
            Kind::Offer => {
                let ending = Ending::Offered { by: "French".to_owned(), way: Way::Agreed, stir: n, request: n as u32 };
                let question = format!("SELECT COUNT(*) FROM tables WHERE ending = '{}'", ending.text());
                (Write::Offer { table, ending: Some(ending) }, question)
            }
            Kind::Seen => (Write::Seen { table, place: 0, at: n }, format!("SELECT COUNT(*) FROM seats WHERE seen = {n}")),
            Kind::Snapshots => {
                let question = format!("SELECT COUNT(*) FROM snapshots WHERE seq = {n}");
                (Write::Snapshots { table, taken: vec![snapshot(n)], spoilt: Vec::new() }, question)
            }
            Kind::Correct => {
                let corrected = vec![Correction { seq: n, after: 0, revision: 2, aside: 0 }];
                let parts = [
                    format!("journal WHERE kind = 'correct' AND seq = {n}"),
                    format!("snapshots WHERE seq = {n}"),
                    format!("tables WHERE corrected = '{}'", serde_json::to_string(&corrected).unwrap()),
                ];
                let step = Box::new(Step { kind: StepKind::Correct, ..step(n) });
                (Write::Correct { table, step, corrected, taken: vec![snapshot(n)] }, whole(3, &parts))
            }
            Kind::Ask => {
                let asked = Asked { request: n as u32, by: "French".to_owned(), to: n as usize, seq: n };
                let text = serde_json::to_string(&asked).unwrap();
                (Write::Ask { table, asked: Some(asked) }, format!("SELECT COUNT(*) FROM tables WHERE asked = '{text}'"))
            }
        };
        assert_eq!(Kind::of(&write), kind);
        (write, question)
    }

    /// What a stranger finds in the file.
    async fn found(&self, question: &str) -> i64 {
        let options = SqliteConnectOptions::new().filename(self.file()).read_only(true);
        let mut stranger = SqliteConnection::connect_with(&options).await.unwrap();
        let found = sqlx::query_scalar(sqlx::AssertSqlSafe(question)).fetch_one(&mut stranger).await.unwrap();
        stranger.close().await.unwrap();
        found
    }

    /// A stranger changes something.
    async fn change(&self, statement: &'static str) {
        let mut stranger = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(self.file())).await.unwrap();
        sqlx::raw_sql(statement).execute(&mut stranger).await.unwrap();
        stranger.close().await.unwrap();
    }

    /// Writes something of a kind, which must be acknowledged and found.
    async fn must_work(&mut self, kind: Kind) {
        let (write, question) = self.wish(kind).await;
        assert_eq!(self.write(write).await, Ok(()), "{question}");
        assert_eq!(self.found(&question).await, 1, "{question}");
    }

    async fn stop(&mut self) {
        self.writer = None;
        self.task.take().unwrap().await.unwrap();
        self.store.close().await;
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn row(id: &str) -> TableRow {
    let seat =
        |seat: &str, who: &str| SeatRow { seat: seat.to_owned(), who: who.to_owned(), name: String::new(), token: Some([9; 32]) };
    TableRow {
        id: id.to_owned(),
        game: "eylau".to_owned(),
        rulebook: "art-of-war".to_owned(),
        revision: 1,
        options: Vec::new(),
        name: String::new(),
        public: true,
        passphrase: None,
        seed: [0; 32],
        promise: grognard_engine::fair::commitment(&[0; 32]),
        ending: None,
        deal: Vec::new(),
        position: None,
        created: 0,
        over: false,
        asked: None,
        maker: None,
        corrected: Vec::new(),
        seats: vec![seat("French", "human"), seat("Allied", "open")],
    }
}

fn step(seq: i64) -> Step {
    Step {
        seq,
        kind: StepKind::Act,
        seat: "French".to_owned(),
        action: "end".to_owned(),
        rolls: Vec::new(),
        drawn: 0,
        check: String::new(),
        played: 0,
        at: 0,
        reason: None,
        word: None,
        link: None,
    }
}

fn snapshot(seq: i64) -> Snapshot {
    Snapshot {
        seq,
        played: 0,
        since: -1,
        revision: 1,
        check: String::new(),
        passing: false,
        position: String::new(),
        memory: "{}".to_owned(),
        turns: Vec::new(),
        log: Vec::new(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_fails_acknowledged_is_stored() {
    use Fault::{DoneButRefused, Refused, SaidButNotDone};
    use Stage::{Begin, Look, Open, Statement};
    let down = Err(Failure::Storage(Cause::Other));
    let unsure = Err(Failure::Unsure);
    // Where it fails, what becomes of COMMIT, what is answered, how often it is stored.
    type Case<'a> = (&'a [Stage], &'a [Fault], Result<(), Failure>, i64);
    let cases: &[Case<'_>] = &[
        // Once, before COMMIT: it is tried again.
        (&[Begin], &[], Ok(()), 1),
        (&[Statement], &[], Ok(()), 1),
        (&[Begin, Statement], &[], down, 0),
        (&[Begin, Open], &[], down, 0),
        // COMMIT is not done.
        (&[], &[Refused], Ok(()), 1),
        (&[], &[Refused, Refused], down, 0),
        (&[Open], &[Refused], unsure, 0),
        (&[Statement], &[Refused], down, 0),
        // COMMIT is done, and they say that it is not.
        (&[], &[DoneButRefused], Ok(()), 1),
        (&[], &[Refused, DoneButRefused], Ok(()), 1),
        (&[Open], &[DoneButRefused], unsure, 1),
        // COMMIT is not done, and they say that it is: what the library did after a full disk.
        (&[], &[SaidButNotDone], Ok(()), 1),
        (&[], &[SaidButNotDone, SaidButNotDone], down, 0),
        (&[Open], &[SaidButNotDone], unsure, 0),
        // The second connection cannot look.
        (&[Look], &[], Ok(()), 1),
        (&[Look], &[SaidButNotDone], Ok(()), 1),
        (&[Look, Open], &[], unsure, 1),
    ];
    let mut bench = Bench::new().await;
    for (kind, next) in Kind::ALL.iter().zip(Kind::ALL.iter().cycle().skip(1)) {
        for (stages, commits, answer, times) in cases {
            let (write, question) = bench.wish(*kind).await;
            bench.faults.plan(stages, commits);
            let what = format!("{stages:?} {commits:?} {question}");
            assert_eq!(bench.write(write).await, *answer, "{what}");
            assert!(bench.faults.all_made(), "{what}");
            assert_eq!(bench.writer.as_ref().unwrap().in_doubt(), *answer == unsure, "{what}");
            assert_eq!(bench.found(&question).await, *times, "{what}");
            bench.must_work(*next).await;
            assert!(!bench.writer.as_ref().unwrap().in_doubt(), "{what}");
        }
    }
    bench.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_wrong_is_said_when_it_begins_and_when_it_is_over() {
    use Fault::{DoneButRefused, Refused};
    let mut bench = Bench::new().await;
    let file = bench.file().display().to_string();
    let ill = |of: &str| {
        let remedy = format!("Look after {file}; the server goes on by itself when it answers again");
        format!("storage: a fault was made at {of}; what comes in is refused, not lost. {remedy}")
    };
    let well = "storage: works again, what is played is stored and acknowledged".to_owned();
    let refused = [Refused, Refused];
    let begins: (&[Stage], &[Fault]) = (&[Stage::Begin, Stage::Statement], &[]);
    // What fails, and what is said, before it works again and then.
    type Case<'a> = ((&'a [Stage], &'a [Fault]), u64, Vec<String>, Vec<String>);
    let cases: [Case<'_>; 5] = [
        ((&[], &refused), 0, vec![ill("COMMIT")], vec![well.clone()]),
        // The same within a minute is not said, so that the log's last word is right when it is over.
        ((&[], &refused), 59, vec![], vec![]),
        // Something else is, and that it is over, too, though that was said a minute ago.
        (begins, 0, vec![ill("Statement")], vec![well.clone()]),
        ((&[], &refused), 1, vec![ill("COMMIT")], vec![well.clone()]),
        (begins, 0, vec![], vec![]),
    ];
    for ((stages, commits), later, begin, end) in cases {
        bench.faults.pass(Duration::from_secs(later));
        for said in [begin, vec![], vec![]] {
            let (write, _) = bench.wish(Kind::Steps).await;
            bench.faults.plan(stages, commits);
            assert_eq!(bench.write(write).await, Err(Failure::Storage(Cause::Other)));
            assert_eq!(bench.faults.heard(), said, "each time it is refused, and once it is said");
        }
        for said in [end, vec![]] {
            bench.must_work(Kind::Steps).await;
            assert_eq!(bench.faults.heard(), said);
        }
    }
    bench.faults.plan(&[], &[DoneButRefused]);
    bench.must_work(Kind::Chat).await;
    let told = ["storage: a fault was made at COMMIT, after it was done; it was stored nevertheless"];
    assert_eq!(bench.faults.heard(), told, "nothing was wrong with what is stored, so nothing works again");
    // Of one thing that cannot be stored it is said what, of one that came too late nothing.
    bench.change("ALTER TABLE chat RENAME TO elsewhere").await;
    let (lost, _) = bench.wish(Kind::Chat).await;
    assert_eq!(bench.write(lost).await, Err(Failure::Odd));
    bench.change("ALTER TABLE elsewhere RENAME TO chat").await;
    let told = bench.faults.heard();
    assert!(matches!(&told[..], [one] if one.starts_with("storage: one thing cannot be stored, others can: ")), "{told:?}");
    assert_eq!(bench.write(Write::Table(Box::new(row("first")), Vec::new())).await, Err(Failure::Conflict));
    bench.must_work(Kind::Chat).await;
    assert_eq!(bench.faults.heard(), Vec::<String>::new());
    bench.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_late_does_not_spoil_it_for_others() {
    let mut bench = Bench::new().await;
    for stages in [&[][..], &[Stage::Rollback][..], &[Stage::Rollback, Stage::Open][..]] {
        bench.must_work(Kind::Steps).await;
        let taken = Write::Steps { table: "first".into(), steps: vec![step(bench.number)], over: false };
        let (good, question) = bench.wish(Kind::Steps).await;
        let (other, talk) = bench.wish(Kind::Chat).await;
        bench.faults.plan(stages, &[]);
        let writer = bench.writer.as_ref().unwrap();
        let (first, late, last) = tokio::join!(writer.write(good), writer.write(taken), writer.write(other));
        bench.faults.plan(&[], &[]);
        for (answer, question) in [(first, &question), (last, &talk)] {
            assert_eq!(bench.found(question).await, i64::from(answer.is_ok()), "{stages:?} {question}");
        }
        assert!(late.is_err(), "{stages:?}");
        if stages.is_empty() {
            assert_eq!((first, late, last), (Ok(()), Err(Failure::Conflict), Ok(())));
        }
        bench.must_work(Kind::Ask).await;
    }
    bench.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_in_doubt_is_found_again() {
    let mut bench = Bench::new().await;
    let writer = bench.writer.clone().unwrap();
    let hall = Arc::new(Hall::new(bench.store.clone(), writer, Config::new(Place::Folder(bench.folder.clone())), 7, [0; 32]));
    let here = std::net::Ipv4Addr::LOCALHOST.into();
    // It is made, but nobody hears of it.
    let wish = serde_json::json!({"game": "eylau", "claim": "ab".repeat(32)});
    let tables = "SELECT COUNT(*) FROM tables";
    let before = bench.found(tables).await;
    bench.faults.plan(&[Stage::Look, Stage::Open], &[]);
    let answer = hall.make(serde_json::from_value(wish.clone()).unwrap(), here).await.unwrap_err();
    assert_eq!(answer.kind, "urn:grognard:unsure");
    let [again, once_more] = [
        hall.make(serde_json::from_value(wish.clone()).unwrap(), here).await,
        hall.make(serde_json::from_value(wish).unwrap(), here).await,
    ];
    let (again, once_more) = (again.unwrap(), once_more.unwrap());
    assert!(again.seats[0].token.is_some() && again.seats[0].token == once_more.seats[0].token);
    assert_eq!(bench.found(tables).await, before + 1, "it was stored, and it is that one");
    drop(hall);
    bench.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seats_in_doubt_are_read_again() {
    let mut bench = Bench::new().await;
    let writer = bench.writer.clone().unwrap();
    let hall = Arc::new(Hall::new(bench.store.clone(), writer, Config::new(Place::Folder(bench.folder.clone())), 7, [0; 32]));
    let here = std::net::Ipv4Addr::LOCALHOST.into();
    let wish = serde_json::json!({"game": "eylau", "public": true, "seats": [{"seat": "Allied", "who": "open"}]});
    let made = hall.make(serde_json::from_value(wish).unwrap(), here).await.unwrap();
    let table = hall.table(&made.id).await.unwrap();
    // The seat is taken, but nobody hears of it.
    bench.faults.plan(&[Stage::Look, Stage::Open], &[]);
    let claim = serde_json::from_value(serde_json::json!({"name": "Barclay"})).unwrap();
    let answer = hall.take_seat(&table, "Allied", claim, here).await.unwrap_err();
    assert_eq!((answer.status, answer.kind.as_str()), (503, "urn:grognard:unsure"));
    let table = hall.table(&made.id).await.unwrap();
    assert_eq!(lock(&table.desk).seats[1].who, "human", "what is stored counts");
    bench.must_work(Kind::Chat).await;
    // An action is played, but nobody hears of it; then one is not, and they say that it was.
    let action = {
        let mut held = table.hold(&hall).await.unwrap();
        held.core().unwrap().game.actions().into_iter().next().unwrap()
    };
    bench.faults.plan(&[Stage::Look, Stage::Open], &[]);
    let answer = table.act(&hall, Seats(0b11), Wish::new(Deed::Action(&action), Some(0)), Brought::Nothing).await.unwrap_err();
    assert_eq!(answer.kind, "urn:grognard:unsure");
    let answer = table.act(&hall, Seats(0b11), Wish::new(Deed::Action(&action), Some(0)), Brought::Nothing).await.unwrap_err();
    assert_eq!((answer.kind.as_str(), answer.played), ("urn:grognard:stale", Some(1)), "a second try finds out");
    let action = {
        let mut held = table.hold(&hall).await.unwrap();
        held.core().unwrap().game.actions().into_iter().next().unwrap()
    };
    bench.faults.plan(&[], &[Fault::SaidButNotDone, Fault::SaidButNotDone]);
    let answer = table.act(&hall, Seats(0b11), Wish::new(Deed::Action(&action), Some(1)), Brought::Nothing).await.unwrap_err();
    assert_eq!(answer.kind, "urn:grognard:storage");
    assert!(answer.detail.starts_with("this was not stored"), "{}", answer.detail);
    assert_eq!(table.hold(&hall).await.unwrap().core().unwrap().game.played(), 1, "memory is not ahead of the disk");
    table.act(&hall, Seats(0b11), Wish::new(Deed::Action(&action), Some(1)), Brought::Nothing).await.unwrap();
    drop((hall, table));
    bench.stop().await;
}

/// Another process copies or moves: one that closes a file loses its locks, and this one holds some.
#[cfg(unix)]
fn shell(folder: &Path, script: &str) {
    let done = Command::new("sh").args(["-e", "-c", script]).current_dir(folder).status().unwrap();
    assert!(done.success(), "{script}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_are_taken_away_are_missed() {
    let mut bench = Bench::new().await;
    let folder = bench.folder.clone();
    let wrong = Err(Failure::Storage(Cause::Wrong));
    for round in 0..3 {
        for kind in Kind::ALL {
            bench.must_work(*kind).await;
        }
        // The file is moved away while it is open: what is written into it then might never be found again.
        let (write, question) = bench.wish(Kind::Steps).await;
        bench.faults.heard();
        shell(&folder, "mv grognard.sqlite elsewhere");
        assert!(bench.write(write).await.is_err(), "round {round}");
        let (again, _) = bench.wish(Kind::Chat).await;
        assert!(bench.write(again).await.is_err(), "round {round}: no new file is made in its place");
        let (told, taken) = (bench.faults.heard(), format!("{} or its log was taken away", bench.file().display()));
        let remedy = format!("Put back {} as it was", bench.file().display());
        assert!(told[0].contains(&taken) && told[0].contains(&remedy), "round {round}: {told:?}");
        // Or it would not be said once more in the next round.
        bench.faults.pass(Duration::from_secs(60));
        assert!(bench.store.table("first").await.is_err(), "nobody reads what is gone");
        shell(&folder, "mv elsewhere grognard.sqlite");
        bench.must_work(Kind::Chat).await;
        assert!(bench.found(&question).await <= 1, "nobody knew");
        assert!(bench.store.table("first").await.unwrap().is_some());
        // The log is deleted: what is in it is saved.
        let (write, question) = bench.wish(Kind::Steps).await;
        shell(&folder, "rm grognard.sqlite-wal");
        assert_eq!(bench.write(write).await, Ok(()));
        assert_eq!(bench.found(&question).await, 1);
        // An older copy comes into its place: it is not written to, until it is the right one again.
        shell(&folder, "mkdir old new; cp grognard.sqlite* old/");
        bench.must_work(Kind::Table).await;
        let (write, question) = bench.wish(Kind::Steps).await;
        shell(&folder, "mv grognard.sqlite* new/; cp old/* .");
        assert!(bench.write(write).await.is_err());
        let (write, _) = bench.wish(Kind::Steps).await;
        assert_eq!(bench.write(write).await, wrong);
        shell(&folder, "rm grognard.sqlite*; mv new/* .; rm -r old new");
        bench.must_work(Kind::Steps).await;
        assert!(bench.found(&question).await <= 1);
    }
    bench.stop().await;
    assert_eq!(bench.found("SELECT COUNT(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'").await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bundled_sqlite_is_recent() {
    let mut bench = Bench::new().await;
    let options = SqliteConnectOptions::new().filename(bench.file()).read_only(true);
    let mut stranger = SqliteConnection::connect_with(&options).await.unwrap();
    let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&mut stranger).await.unwrap();
    stranger.close().await.unwrap();
    let numbers: Vec<u32> = version.split('.').map(|part| part.parse().unwrap()).collect();
    // The first without the fault in which two connections that reset the log at once damage the file.
    assert!(numbers >= vec![3, 51, 3], "{version}");
    bench.stop().await;
}
