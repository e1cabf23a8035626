//! A PostgreSQL of our own, in a temporary folder, reached through a socket in that folder: a port might be taken by somebody else
//! between finding it free and using it.

use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Nobody: the database refuses to run as the superuser.
const NOBODY: u32 = 65534;

/// A running database cluster.
pub struct Cluster {
    bin: PathBuf,
    folder: PathBuf,
    server: Child,
}

impl Cluster {
    /// Starts one, or says why that is not possible here.
    pub fn start() -> Result<Self, String> {
        let bin = programs().ok_or("PostgreSQL (initdb, postgres) is not installed")?;
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("grognard-postgres-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).map_err(|why| why.to_string())?;
        if is_root() {
            std::os::unix::fs::chown(&folder, Some(NOBODY), Some(NOBODY)).map_err(|why| why.to_string())?;
        }
        let data = folder.join("data");
        let made = run(&bin, "initdb", &folder)
            .args(["-U", "grognard", "--auth=trust", "-E", "UTF8", "--no-sync", "-D"])
            .arg(&data)
            .output()
            .map_err(|why| why.to_string())?;
        if !made.status.success() {
            return Err(format!("initdb: {}", String::from_utf8_lossy(&made.stderr)));
        }
        let server = run(&bin, "postgres", &folder)
            .arg("-D")
            .arg(&data)
            .args(["-c", "listen_addresses=", "-c"])
            .arg(format!("unix_socket_directories={}", folder.display()))
            .args(["-c", "fsync=off", "-c", "max_connections=60"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|why| why.to_string())?;
        let mut cluster = Self { bin, folder, server };
        let begin = Instant::now();
        while !cluster.sql("postgres", "SELECT 1") {
            if let Ok(Some(status)) = cluster.server.try_wait() {
                return Err(format!("the database has ended: {status}"));
            }
            if begin.elapsed() > Duration::from_secs(120) {
                panic!("the database does not come up");
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(cluster)
    }

    /// Makes an empty database.
    pub fn create(&self, name: &str) {
        assert!(self.sql("postgres", &format!("CREATE DATABASE {name}")), "database {name}");
    }

    /// Its address.
    pub fn address(&self, name: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://grognard@localhost/{name}?host={folder}")
    }

    /// Runs a statement; says whether it went well.
    pub fn sql(&self, database: &str, statement: &str) -> bool {
        let mut psql = run(&self.bin, "psql", &self.folder);
        psql.args(["-X", "-q", "-c", statement]).arg(self.address(database));
        psql.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.folder.join("data");
        let stopped = run(&self.bin, "pg_ctl", &self.folder).args(["stop", "-m", "immediate", "-s", "-D"]).arg(data).status();
        if !stopped.is_ok_and(|status| status.success()) {
            let _ = self.server.kill();
        }
        let _ = self.server.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn is_root() -> bool {
    // The owner of a file that we have just made is who we are.
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0)
}

fn run(bin: &Path, program: &str, folder: &Path) -> Command {
    let mut command = Command::new(bin.join(program));
    command.current_dir(folder);
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

/// The folder of PostgreSQL's programs.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).find(|folder| {
        // A link on the path leads to the real folder, where the other programs are.
        ["initdb", "postgres", "pg_ctl", "psql"].iter().all(|program| folder.join(program).is_file())
    });
    let packaged = || {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let mut folders: Vec<PathBuf> = versions.filter_map(|version| Some(version.ok()?.path().join("bin"))).collect();
        folders.sort();
        folders.into_iter().rfind(|folder| folder.join("initdb").is_file() && folder.join("psql").is_file())
    };
    on_path.or_else(packaged)
}
