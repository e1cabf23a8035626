//! `grognard serve`: the table in the browser. Needs no set-up.

use crate::args::Serve;
use crate::fail::{Done, Fail};
use crate::files;
use crate::luck;
use grognard_server::{Config, Limits, Luck, Place};
use std::env;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Serves until it is asked to end.
pub fn serve(args: Serve) -> Done {
    let place = match (args.database, args.data) {
        (Some(address), _) if address.starts_with("postgres://") || address.starts_with("postgresql://") => {
            Place::Postgres(address)
        }
        (Some(_), _) => return Err(Fail::Bad("--database: expected an address like postgres://user@host/name".to_owned())),
        (None, Some(folder)) => Place::Folder(folder),
        (None, None) => Place::Folder(
            data_folder().ok_or_else(|| Fail::Bad("no folder for data is known here; give one with --data".to_owned()))?,
        ),
    };
    let mut config = Config::new(place.clone());
    config.port = args.port;
    config.behind_proxy = args.behind_proxy;
    config.origins = args.origin;
    config.web = args.web;
    config.limits = Limits { off: args.no_rate_limit, ..config.limits };
    let fixed = luck::fixed();
    let warning = if fixed.is_some() { "The dice are fixed, as tests want them. " } else { "" };
    config.luck = fixed.map(Luck::fixed).unwrap_or_default();
    if let Some(days) = args.absence {
        config.absence = Duration::from_secs(days.saturating_mul(24 * 60 * 60));
    }
    if let Some(listen) = args.listen {
        config.listen = listen;
    }
    if let Some(seconds) = args.idle {
        config.idle = Duration::from_secs(seconds.max(1));
    }
    let told = grognard_server::run(config, |address| {
        let page = page(address);
        // Nobody may be reading; the page is served all the same.
        let _ = files::say(format!("{page}\n{}{warning}Ctrl+C ends it.\n", kept(&place)));
        if !args.no_open {
            open(&page);
        }
    });
    told.map_err(Fail::Bad)
}

/// The address to type into a browser.
fn page(address: SocketAddr) -> String {
    match address.ip() {
        ip if ip.is_unspecified() => format!("http://localhost:{}/", address.port()),
        IpAddr::V4(ip) => format!("http://{ip}:{}/", address.port()),
        IpAddr::V6(ip) => format!("http://[{ip}]:{}/", address.port()),
    }
}

fn kept(place: &Place) -> String {
    match place {
        Place::Folder(folder) => format!("Tables are kept in {}. ", files::name(folder)),
        Place::Postgres(_) => "Tables are kept in PostgreSQL. ".to_owned(),
    }
}

/// Where programs keep a user's data on this system.
fn data_folder() -> Option<PathBuf> {
    let home = || env::home_dir().filter(|home| home.is_absolute());
    let set = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        return set("LOCALAPPDATA").or_else(|| set("APPDATA")).map(|folder| folder.join("Grognard"));
    }
    if cfg!(target_os = "macos") {
        return home().map(|home| home.join("Library/Application Support/Grognard"));
    }
    set("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share"))).map(|folder| folder.join("grognard"))
}

/// Opens the page. If that does not work, its address is on the screen.
fn open(page: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let quiet = || Stdio::null();
    let started = Command::new(program).args(before).arg(page).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if let Ok(mut child) = started {
        std::thread::spawn(move || child.wait());
    }
}
