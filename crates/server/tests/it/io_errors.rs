//! The disk reports errors, to SQLite itself and in the middle of what it does: writes that do nothing or half, flushes that fail. Whatever was
//! acknowledged is there, also when the server is killed at that moment; whatever was refused is not.
//!
//! The server is a process of its own, before whose C library `disk_faults.c` was loaded.

use crate::bed::{Bed, Folder, Line, Waiting};
use crate::known::{Known, Tally, wish_everything};
use crate::skipped::skipped;
use grognard_server::{Config, Limits, Luck, Place};
use serde_json::json;
use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// What the disk does, in the words of `disk_faults.c`. Each comes twice: once it ends, and once the server is killed amid it.
const FAULTS: [&str; 10] = ["w 1", "s 1", "h 1", "s 2", "w 12", "h 15", "ws 20", "hs 8", "p 2", "wt 30"];
/// Half a write is no error, as long as it says so.
const HARMLESS: &str = "p 2";
const REFUSED: &str = "this was not stored: the server's storage does not answer";
/// The environment variable that names the folder to the server.
const FOLDER: &str = "GROGNARD_FAULTY_DISK";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn errors_of_the_disk_lose_nothing() {
    let folder = Folder::new();
    let disk = match Disk::new(folder.path()) {
        Ok(disk) => disk,
        Err(why) => return skipped("errors_of_the_disk_lose_nothing", why),
    };
    let mut served = disk.serve().await.unwrap();
    let mut all = Tally::new(REFUSED);
    let mut tables = vec![Known::make(&served.bed, &mut all).await.unwrap()];
    tables[0].take_seat(&served.bed, &mut all).await;
    let mut line = talk(&served.bed, &tables[0]).await;
    for round in 0..2 * FAULTS.len() {
        let (what, killed) = (FAULTS[round % FAULTS.len()], round >= FAULTS.len());
        let when = format!("round {round}, {what}");
        disk.fails(what);
        let mut ill = Tally::new(REFUSED);
        for _ in 0..6 {
            wish_everything(&served.bed, &mut tables, &mut line, &mut ill).await;
        }
        // What fails now and then may go well when it is tried once more.
        assert!(!what.ends_with(" 1") || ill.done == 0, "{when}: nothing can be stored: {ill:?}");
        assert!(what != HARMLESS || ill.refused + ill.unsure == 0, "{when}: {ill:?}");
        if killed {
            served.kill();
            // It may start on a disk with errors, and then all can be looked at; or not, and then it says so.
            match disk.serve().await {
                Ok(started) => {
                    let late = tables.len().saturating_sub(4);
                    check(&started.bed, &tables[late..], &format!("{when}, started anew")).await;
                    started.kill();
                }
                Err(why) => assert!(why.contains("the database"), "{when}: {why}"),
            }
            disk.works();
            served = disk.serve().await.unwrap();
            line = talk(&served.bed, &tables[0]).await;
        }
        disk.works();
        let mut well = Tally::new(REFUSED);
        tables.extend(Known::make(&served.bed, &mut well).await);
        for table in &mut tables {
            table.settle(&served.bed, &format!("{when}, settled")).await;
        }
        wish_everything(&served.bed, &mut tables, &mut line, &mut well).await;
        assert_eq!((well.refused, well.unsure), (0, 0), "{when}: it works again, and the server goes on by itself");
        // All are looked at after each death, and in the end.
        let late = if killed { 0 } else { tables.len().saturating_sub(4) };
        check(&served.bed, &tables[..1], &format!("{when}, works again")).await;
        check(&served.bed, &tables[late..], &format!("{when}, works again")).await;
        all.done += ill.done + well.done;
        all.refused += ill.refused;
        all.unsure += ill.unsure;
    }
    line.close().await;
    served.stop();
    disk.is_whole(tables.len(), all.unsure).await;
    let served = disk.serve().await.unwrap();
    check(&served.bed, &tables, "in the end").await;
    served.stop();
    let said = fs::read_to_string(disk.folder.join("said")).unwrap();
    for told in
        ["storage: error returned from database: ", "disk I/O error", "; the server goes on by itself", "storage: works again, "]
    {
        assert!(said.contains(told), "{told}: {said}");
    }
    println!("{} tables, {all:?}, none of them lost or half there", tables.len());
}

async fn check(bed: &Bed, tables: &[Known], when: &str) {
    for table in tables {
        table.verify(bed, when).await;
    }
}

async fn talk(bed: &Bed, table: &Known) -> Line {
    let hello = json!({"type": "hello", "token": table.tokens[0], "mode": "moves"});
    bed.socket(&table.id, hello).await.0
}

/// A folder, on a disk that fails when it is told to.
struct Disk {
    folder: PathBuf,
    shim: PathBuf,
}

impl Disk {
    /// Makes one, or says why there can be none here.
    fn new(folder: &Path) -> Result<Self, String> {
        if !cfg!(all(target_os = "linux", target_env = "gnu")) {
            return Err("errors of a disk can be made only where programs are loaded with the GNU C library".to_owned());
        }
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/disk_faults.c");
        let shim = folder.join("disk_faults.so");
        let mut command = Command::new("cc");
        command.args(["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o"]).args([&shim, &source]).arg("-ldl");
        let made = command.output().map_err(|why| format!("cc: {why}"))?;
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        Ok(Self { folder: folder.to_owned(), shim })
    }

    fn fails(&self, how: &str) {
        fs::write(self.folder.join("new"), how).unwrap();
        fs::rename(self.folder.join("new"), self.folder.join("faults")).unwrap();
    }

    fn works(&self) {
        let _ = fs::remove_file(self.folder.join("faults"));
    }

    /// Starts a server, or tells what it says.
    async fn serve(&self) -> Result<Served, String> {
        let place = self.folder.join("address");
        let _ = fs::remove_file(&place);
        let said = File::options().append(true).create(true).open(self.folder.join("said")).unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "io_errors::inside", "--ignored", "--nocapture", "--test-threads", "1"]);
        command.env("LD_PRELOAD", &self.shim).env("GROGNARD_DISK_FAULTS", self.folder.join("faults")).env(FOLDER, &self.folder);
        let mut child = Owned(command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(said).spawn().unwrap());
        let mut waiting = Waiting::begin("a server");
        loop {
            let told = fs::read_to_string(&place).unwrap_or_default();
            match told.parse() {
                Ok(address) => return Ok(Served { child, bed: Bed::at(address) }),
                Err(_) if !told.is_empty() => return Err(told),
                Err(_) => assert_eq!(child.0.try_wait().unwrap(), None, "it has ended without a word"),
            }
            waiting.go_on(&json!(told)).await;
        }
    }

    /// What a stranger finds in the file: nothing that is half there, and nothing that nobody wished for.
    async fn is_whole(&self, known: usize, unsure: usize) {
        let options = SqliteConnectOptions::new().filename(self.folder.join("data/grognard.sqlite")).read_only(true);
        let mut stranger = SqliteConnection::connect_with(&options).await.unwrap();
        let mut count =
            async |question: &'static str| -> i64 { sqlx::query_scalar(question).fetch_one(&mut stranger).await.unwrap() };
        assert_eq!(count("SELECT COUNT(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'").await, 0);
        let halves = "SELECT COUNT(*) FROM tables WHERE (SELECT COUNT(*) FROM seats WHERE table_id = tables.id) <> 2";
        assert_eq!(count(halves).await, 0, "a table without its seats");
        let gaps = "SELECT COUNT(*) FROM (SELECT 1 FROM journal GROUP BY table_id HAVING COUNT(*) <> MAX(seq))";
        assert_eq!(count(gaps).await, 0, "a journal without some of its lines");
        let tables = count("SELECT COUNT(*) FROM tables").await as usize;
        assert!((known..=known + unsure).contains(&tables), "{tables} tables, {known} of them known, {unsure} wishes unsure");
        stranger.close().await.unwrap();
    }
}

/// A process that does not outlive the test.
struct Owned(Child);

impl Drop for Owned {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Served {
    child: Owned,
    bed: Bed,
}

impl Served {
    /// Ends it without letting it do anything more.
    fn kill(self) {
        drop(self.child);
    }

    /// Stops it in good order.
    fn stop(mut self) {
        drop(self.child.0.stdin.take());
        assert!(self.child.0.wait().unwrap().success());
    }
}

/// Not a test of its own: the server of [`errors_of_the_disk_lose_nothing`], until nobody wants it any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by errors_of_the_disk_lose_nothing"]
async fn inside() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).expect("this is run by another test"));
    let tell = |what: String| {
        fs::write(folder.join("telling"), what).unwrap();
        fs::rename(folder.join("telling"), folder.join("address")).unwrap();
    };
    let mut config = Config::new(Place::Folder(folder.join("data")));
    config.port = Some(0);
    config.limits = Limits { off: true, ..Limits::default() };
    config.luck = Luck::fixed(1813);
    match grognard_server::Server::start(config).await {
        Ok(server) => {
            tell(server.address().to_string());
            let end = tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new()));
            end.await.unwrap().unwrap();
            server.stop().await;
        }
        Err(why) => tell(why),
    }
}
