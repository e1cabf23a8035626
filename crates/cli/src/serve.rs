//! `grognard serve`: the table in the browser. Needs no set-up.

use crate::args::Serve;
use crate::fail::{Done, Fail};
use crate::{files, home, luck};
use grognard_server::{Clock, Config, Limits, Luck, Place, Webhooks};
use std::env;
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Serves until it is asked to end.
pub fn serve(args: Serve) -> Done {
    let place = match (database(&args)?, args.data) {
        (Some(address), _) => Place::Postgres(address),
        (None, Some(folder)) => Place::Folder(folder),
        (None, None) => Place::Folder(home::data()?),
    };
    let mut config = Config::new(place.clone());
    config.port = args.port;
    config.proxies = args.behind_proxy.map_or(0, usize::from);
    config.origins = args.origin;
    if let Some(folder) = args.web.as_deref().filter(|folder| !folder.is_dir()) {
        return Err(Fail::Bad(format!("--web {}: no such folder", files::name(folder))));
    }
    config.web = args.web;
    config.limits = Limits { off: args.no_rate_limit, ..config.limits };
    let fixed = luck::fixed();
    let warning = if fixed.is_some() { "The dice are fixed, as tests want them. " } else { "" };
    config.luck = fixed.map(Luck::fixed).unwrap_or_default();
    if fixed.is_some() {
        // A browser under test may be slow; its part of a die must not depend on that.
        config.link_patience = Duration::from_secs(120);
        config.word_patience = Duration::from_secs(120);
    }
    config.unhurried = luck::unhurried();
    if let Some(hours) = luck::hours_ahead() {
        let clock = config.clock.clone();
        config.clock = Clock::new(move || clock.now() + hours * 3_600_000);
    }
    if let Some(days) = args.absence {
        config.absence = Duration::from_secs(days.saturating_mul(24 * 60 * 60));
    }
    config.webhooks = match args.webhooks.as_deref() {
        None => Webhooks::Off,
        Some("anywhere") => Webhooks::Anywhere,
        Some(_) => Webhooks::Public,
    };
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

/// The variable that may hold the address of the database: nobody but its owner can read it of a process.
const VARIABLE: &str = "GROGNARD_DATABASE";

/// The address of a PostgreSQL database, wherever it was given: never with a password where others can read it. What is said of it never
/// repeats it.
fn database(args: &Serve) -> Result<Option<String>, Fail> {
    let (place, address) = if let Some(address) = &args.database {
        if names_password(address) {
            let why = format!(
                "--database: a password here can be read by everybody on this machine; put the address into a file and give --database-file FILE, or into the variable {VARIABLE}"
            );
            return Err(Fail::Bad(why));
        }
        ("--database".to_owned(), address.clone())
    } else if let Some(file) = &args.database_file {
        let place = format!("--database-file {}", files::name(file));
        let text = std::fs::read_to_string(file).map_err(|why| Fail::Bad(format!("{place}: {}", files::plain(&why))))?;
        let address = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
        (place, address.to_owned())
    } else if args.data.is_some() {
        return Ok(None);
    } else {
        match env::var(VARIABLE) {
            Ok(address) if !address.trim().is_empty() => (VARIABLE.to_owned(), address.trim().to_owned()),
            _ => return Ok(None),
        }
    };
    if address.starts_with("postgres://") || address.starts_with("postgresql://") {
        return Ok(Some(address));
    }
    Err(Fail::Bad(format!("{place}: expected an address like postgres://user@host/name")))
}

/// Whether an address holds a password: `user:password@`, or `password=` behind the question mark.
fn names_password(address: &str) -> bool {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let (before, query) = rest.split_once('?').unwrap_or((rest, ""));
    // A password may hold any sign, also a slash that somebody forgot to write as %2F.
    let user = before.rsplit_once('@').map(|(user, _)| user);
    user.is_some_and(|user| user.contains(':')) || query.split('&').any(|pair| pair.starts_with("password="))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_an_address_is_seen() {
        for open in
            ["postgres://u:pw@h/db", "postgresql://u:@h:5432/db", "postgres://h/db?user=u&password=pw", "postgres://u:p/w@h/db"]
        {
            assert!(names_password(open), "{open}");
        }
        for fine in ["postgres://u@h/db", "postgres://h:5432/db", "postgres://u@[::1]:5432/db?sslmode=require", "postgres:///db"]
        {
            assert!(!names_password(fine), "{fine}");
        }
    }
}
