//! The table in the browser: games over HTTP and sockets, kept in SQLite or PostgreSQL.
//!
//! The server is the umpire. It alone rolls, it checks every action with the same rules as everybody else, and it sends each
//! seat only what that seat may see. An action is acknowledged when it is durable, and told to others not before.
//!
//! | module | what it holds |
//! |---|---|
//! | [`config`] | how a server is started |
//! | `hall`, `making` | all tables; how a new one comes into being |
//! | `table`, `desk`, `core` | one table; what changes there besides the game, and its guests; its running game, computed from the journal |
//! | `hub`, `live`, `socket` | who is connected and what waits for each; the conversation; WebSockets with small buffers |
//! | `gallery`, `parcel` | what each has been shown, and what has changed since; messages packed |
//! | `loading`, `memory`, `story` | how a game comes into memory, from a snapshot or from the beginning, and when the rules were corrected; what is known beside the position; the log by turns |
//! | `throw`, `closing` | dice to which players bring words and links; ends that players make |
//! | `doubt` | what may be stored otherwise than it is known |
//! | `undo`, `opponent`, `brains` | taking back; computers that play; where and how long they think |
//! | `store` | what is kept, in both databases, and the one task that writes |
//! | `api`, `wire`, `problem` | HTTP; what goes over the wire; refusals |
//! | `guard`, `limit`, `secret`, `luck` | who may come in, how often; tokens and passphrases; where seeds come from |
//! | `figures`, `crowd`, `queue` | every bound with its reason; connections; a fair queue for what takes long |
//! | `page`, `listen` | the files of the page; ports |
//! | `pace`, `leaving`, `bell` | how fast a game is played, and what may be done about somebody who does not move; rematches and leaving; "your turn" by webhook |
//! | `info`, `messages` | a table as everybody may know it; what goes over sockets |

mod api;
mod bell;
mod brains;
mod bringing;
mod closing;
pub mod config;
mod core;
mod crowd;
mod desk;
mod doubt;
mod figures;
mod gallery;
mod guard;
mod hall;
mod hub;
mod info;
mod late;
mod leaving;
mod limit;
mod listen;
mod live;
mod loading;
mod luck;
mod making;
mod memory;
mod messages;
mod names;
mod opponent;
mod orders;
mod others;
mod pace;
mod page;
mod parcel;
mod problem;
mod queue;
mod secret;
mod socket;
mod store;
mod story;
mod table;
mod terms;
mod throw;
mod undo;
mod visit;
mod wire;

#[cfg(feature = "schema")]
pub use api::openapi;
pub use config::{Clock, Config, Webhooks};
pub use figures::{Limits, Rate};
pub use luck::Luck;
pub use store::Place;

use hall::Hall;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use store::{Faults, Store, Writer};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A server that runs.
pub struct Server {
    address: SocketAddr,
    hall: Arc<Hall>,
    stop: watch::Sender<bool>,
    listening: JoinHandle<()>,
    writing: JoinHandle<()>,
    helpers: Vec<JoinHandle<()>>,
}

impl Server {
    /// Opens the storage, takes a port and begins to serve.
    ///
    /// # Errors
    /// One line that says what is wrong and what can be done.
    pub async fn start(config: Config) -> Result<Self, String> {
        config.origins.iter().try_for_each(|origin| guard::check_origin(origin))?;
        let store = Arc::new(Store::open(&config.place).await?);
        let salt = store.salt().await?;
        let process = u64::from_le_bytes(secret::random());
        let (writer, writing) = Writer::start(store.clone(), process, Faults::default());
        let listener = listen::bind(config.listen, config.port).await?;
        let address = listener.local_addr().map_err(|why| why.to_string())?;
        if let Store::Sqlite(db) = store.as_ref() {
            db.note_address(&format!("http://{address}"));
        }
        let most = config.limits.connections.unwrap_or_else(crowd::room);
        // Behind a proxy all come from one address; and where nothing is limited, one address may come as often as it likes.
        let each = if config.proxies > 0 || config.limits.off { most } else { config.limits.connections_each };
        let seats = if config.limits.off { most } else { config.limits.seats_each };
        let crowd = crowd::Crowd::new(most, each, seats);
        let hall = Arc::new(Hall::new(store, writer, config, process, salt));
        let (stop, stopped) = watch::channel(false);
        let mut helpers = vec![tokio::spawn(hall.clone().watch()), tokio::spawn(hall.clone().resume_computers())];
        if let Store::Postgres(db) = hall.store.as_ref() {
            let notices = db.listen().await?;
            helpers.push(tokio::spawn(hall.clone().hear_others(notices)));
        }
        let listening = tokio::spawn(listen::serve(listener, api::router(hall.clone()), crowd, stopped));
        Ok(Self { address, hall, stop, listening, writing, helpers })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// How many games are in memory now. Those that nobody uses leave it after [`Config::idle`].
    #[must_use]
    pub fn games_in_memory(&self) -> usize {
        self.hall.all().iter().filter(|table| table.is_loaded()).count()
    }

    /// Stops: no new connections, everybody is told, and what was accepted is written.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        self.hall.part();
        let _ = self.listening.await;
        for helper in self.helpers {
            helper.abort();
            let _ = helper.await;
        }
        self.hall.put_away_all().await;
        // Those who talk need a moment to say goodbye; they hold the way to the writer, which ends after the last of them.
        let store = self.hall.store.clone();
        drop(self.hall);
        let _ = tokio::time::timeout(Duration::from_secs(5), self.writing).await;
        store.close().await;
    }
}

/// Runs a server until the process is asked to end. `started` is told the address.
///
/// # Errors
/// One line that says what is wrong and what can be done.
pub fn run(config: Config, started: impl FnOnce(SocketAddr)) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|why| why.to_string())?;
    runtime.block_on(async {
        let server = Server::start(config).await?;
        // From here on, so that nobody who has just been told the address can ask too early.
        let asked = asked_to_end();
        started(server.address());
        asked.await;
        server.stop().await;
        Ok(())
    })
}

/// Waits until somebody presses Ctrl-C or asks the program to end. When `listens` is called the program no longer ends by itself then.
///
/// # Errors
/// When there is no waiting here.
pub fn wait_to_be_ended(listens: impl FnOnce()) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|why| why.to_string())?;
    runtime.block_on(async {
        let asked = asked_to_end();
        listens();
        asked.await;
    });
    Ok(())
}

/// Waits until the program is asked to end. It listens from the call on, and not only when it is awaited.
#[cfg(unix)]
fn asked_to_end() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    async move {
        if let (Ok(mut interrupt), Ok(mut terminate)) = signals {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        } else {
            let _ = tokio::signal::ctrl_c().await;
        }
    }
}

#[cfg(not(unix))]
async fn asked_to_end() {
    let _ = tokio::signal::ctrl_c().await;
}
