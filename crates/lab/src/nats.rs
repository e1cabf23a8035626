//! Many machines at one plan: each takes parts from a queue (NATS JetStream), and everybody gets all results.
//!
//! Two streams belong to a plan, named after a digest of it. The work queue holds parts such as `3/64`; a part is taken off only when its
//! games have been handed in, so that the part of a machine that stops is given to another. The other stream holds finished games, each
//! once. Whoever asks for the plan first fills the queue; whoever comes later finds it filled.

use crate::game::Played;
use crate::journal::Journal;
use crate::plan::{Kind, Plan, Shard};
use crate::run::{self, Finished, Watch};
use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull};
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, RetentionPolicy, Stream};
use async_nats::jetstream::{AckKind, Context, Message};
use async_nats::{ConnectOptions, jetstream};
use futures_util::StreamExt as _;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a queue remembers which parts and games it has been given.
const MEMORY: Duration = Duration::from_secs(7 * 24 * 3600);
/// How long a part may be silent before another machine gets it, and how often whoever works on it speaks up.
const SILENCE: Duration = Duration::from_secs(60);
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);
/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a part may take: nobody asks for results meanwhile, and in seconds the server forgets whoever does not say how long that may be.
const LONGEST_PART: Duration = Duration::from_secs(24 * 3600);
/// How long to wait for work before looking whether all is done.
const WAIT: Duration = Duration::from_secs(2);
/// Results fetched at a time.
const BATCH: usize = 256;

/// The name of a plan among others: a digest of what it says (FNV-1a).
fn name(plan: &Plan) -> Result<String, String> {
    let text = serde_json::to_vec(plan).map_err(|why| why.to_string())?;
    let hash = text.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    Ok(format!("{hash:016x}"))
}

/// Takes parts of a plan from the queue at `url` until all its games have been played by somebody, and returns all of them.
///
/// # Errors
/// No server at the address, one without JetStream, or a game that cannot be played.
pub fn work(
    url: &str,
    plan: &Plan,
    parts: u32,
    threads: usize,
    known: Vec<Played>,
    journal: &mut Journal,
    seen: Watch<'_>,
) -> Result<Finished, String> {
    work_until(&Parts { url, parts, threads }, plan, known, journal, seen, &AtomicBool::new(false))
}

/// How the work is shared.
pub struct Parts<'a> {
    /// The address of the queue.
    pub url: &'a str,
    /// Into how many parts it is divided.
    pub parts: u32,
    /// How many games are played at a time here.
    pub threads: usize,
}

/// The same, until somebody asks to stop: the part under way is left to another machine.
///
/// # Errors
/// As for [`work`].
pub fn work_until(
    parts: &Parts<'_>,
    plan: &Plan,
    known: Vec<Played>,
    journal: &mut Journal,
    seen: Watch<'_>,
    stop: &AtomicBool,
) -> Result<Finished, String> {
    if matches!(plan.kind, Kind::Sprt(_)) {
        return Err("a sequential test is decided in one place; it cannot be shared out".to_owned());
    }
    let mut desk = Desk { plan, games: known.into_iter().map(|game| (game.number, game)).collect(), journal, seen };
    let runtime = runtime()?;
    let stopped = runtime.block_on(async {
        tokio::select! {
            done = desk.work(parts.url, parts.parts, parts.threads) => done.map(|()| false),
            () = asked(stop) => Ok(true),
        }
    })?;
    // Whoever plays is not waited for.
    runtime.shutdown_background();
    desk.journal.sync()?;
    let mut finished = Finished { stopped, ..Finished::default() };
    if stopped {
        let all = desk.games.len();
        run::without_gap(plan, (0..plan.total()).collect(), &mut desk.games);
        finished.beyond = all - desk.games.len();
    }
    finished.games = desk.games.into_values().collect();
    Ok(finished)
}

/// Waits until somebody asks to stop.
async fn asked(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(run::GLANCE).await;
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, String> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|why| why.to_string())
}

async fn connect(url: &str) -> Result<Context, String> {
    let options = ConnectOptions::new().connection_timeout(PATIENCE).name("grognard");
    let client = options.connect(url).await;
    let client = client.map_err(|why| format!("{url}: no NATS server answers: {why}").replace(['\n', '\r'], " "))?;
    let mut queue = jetstream::new(client);
    queue.set_timeout(PATIENCE);
    Ok(queue)
}

/// That there is a server with JetStream, before anything is written.
///
/// # Errors
/// There is none.
pub fn reach(url: &str) -> Result<(), String> {
    runtime()?.block_on(async {
        let queue = connect(url).await?;
        // Asked for a stream that there is not, a server with queues says just that; what it says of itself differs between versions.
        match queue.get_stream("grognard-nothing").await {
            Ok(_) => Ok(()),
            Err(why) => match why.kind() {
                GetStreamErrorKind::JetStream(told) if told.error_code() == ErrorCode::STREAM_NOT_FOUND => Ok(()),
                _ => Err(format!("{url}: the server has no JetStream; start it with `nats-server -js` ({why})")),
            },
        }
    })
}

struct Desk<'a> {
    plan: &'a Plan,
    games: BTreeMap<u64, Played>,
    journal: &'a mut Journal,
    seen: Watch<'a>,
}

impl Desk<'_> {
    async fn work(&mut self, url: &str, parts: u32, threads: usize) -> Result<(), String> {
        let at = |why: &dyn std::fmt::Display| format!("{url}: {}", why.to_string().replace(['\n', '\r'], " "));
        let queue = connect(url).await?;
        let name = name(self.plan)?;
        let (work, done) = streams(&queue, &name).await.map_err(|why| at(&why))?;
        let results: PullConsumer = done
            .create_consumer(pull::Config {
                ack_policy: AckPolicy::None,
                deliver_policy: DeliverPolicy::All,
                inactive_threshold: LONGEST_PART,
                ..Default::default()
            })
            .await
            .map_err(|why| at(&why))?;
        self.collect(&results).await.map_err(|why| at(&why))?;
        // What was known here before, others may want.
        for game in self.games.values() {
            hand_in(&queue, &name, game).await.map_err(|why| at(&why))?;
        }
        if !self.complete() {
            for part in 1..=parts {
                let text = format!("{part}/{parts}");
                let message = PublishMessage::build().payload(text.clone().into()).message_id(format!("{name}-part-{text}"));
                let sent = queue.send_publish(format!("grognard.{name}.work"), message).await.map_err(|why| at(&why))?;
                sent.await.map_err(|why| at(&why))?;
            }
        }
        let workers = pull::Config {
            durable_name: Some("workers".to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: SILENCE,
            ..Default::default()
        };
        let workers: PullConsumer = work.get_or_create_consumer("workers", workers).await.map_err(|why| at(&why))?;
        while !self.complete() {
            let mut messages = workers.batch().max_messages(1).expires(WAIT).messages().await.map_err(|why| at(&why))?;
            if let Some(message) = messages.next().await {
                let message = message.map_err(|why| at(&why))?;
                self.one_part(&queue, &name, &message, threads).await.map_err(|why| at(&why))?;
            }
            self.collect(&results).await.map_err(|why| at(&why))?;
        }
        Ok(())
    }

    fn complete(&self) -> bool {
        self.games.len() as u64 >= self.plan.total()
    }

    /// Plays a part, hands every game in as it ends, and takes the part off the queue.
    async fn one_part(&mut self, queue: &Context, name: &str, message: &Message, threads: usize) -> Result<(), String> {
        let text = String::from_utf8_lossy(&message.payload).into_owned();
        let shard: Shard = text.parse()?;
        let numbers: Vec<u64> = self.plan.shard(shard).filter(|number| !self.games.contains_key(number)).collect();
        let (sender, mut ended) = tokio::sync::mpsc::unbounded_channel();
        let plan = self.plan.clone();
        let player = tokio::task::spawn_blocking(move || {
            run::run(&plan, numbers, Vec::new(), threads, None, &mut |game| sender.send(game.clone()).is_ok()).map(|_| ())
        });
        let mut alive = tokio::time::interval(SIGN_OF_LIFE);
        loop {
            tokio::select! {
                game = ended.recv() => match game {
                    Some(game) => {
                        hand_in(queue, name, &game).await?;
                        self.keep(game)?;
                    }
                    None => break,
                },
                _ = alive.tick() => message.ack_with(AckKind::Progress).await.map_err(|why| why.to_string())?,
            }
        }
        player.await.map_err(|why| why.to_string())??;
        message.double_ack().await.map_err(|why| why.to_string())
    }

    fn keep(&mut self, game: Played) -> Result<(), String> {
        if let std::collections::btree_map::Entry::Vacant(place) = self.games.entry(game.number) {
            self.journal.add(&game)?;
            (self.seen)(&game);
            place.insert(game);
        }
        Ok(())
    }

    /// Takes in what others have handed in.
    async fn collect(&mut self, results: &PullConsumer) -> Result<(), String> {
        loop {
            let mut messages = results.fetch().max_messages(BATCH).messages().await.map_err(|why| why.to_string())?;
            let mut any = false;
            while let Some(message) = messages.next().await {
                any = true;
                let message = message.map_err(|why| why.to_string())?;
                let game: Played =
                    serde_json::from_slice(&message.payload).map_err(|why| format!("a result cannot be read: {why}"))?;
                if game.number < self.plan.total() {
                    self.keep(game)?;
                }
            }
            if !any {
                return Ok(());
            }
        }
    }
}

async fn streams(queue: &Context, name: &str) -> Result<(Stream, Stream), String> {
    let make = |what: &str, retention| Config {
        name: format!("grognard-{name}-{what}"),
        subjects: vec![format!("grognard.{name}.{what}")],
        retention,
        duplicate_window: MEMORY,
        ..Config::default()
    };
    let work = queue.get_or_create_stream(make("work", RetentionPolicy::WorkQueue)).await.map_err(|why| why.to_string())?;
    let done = queue.get_or_create_stream(make("games", RetentionPolicy::Limits)).await.map_err(|why| why.to_string())?;
    Ok((work, done))
}

async fn hand_in(queue: &Context, name: &str, game: &Played) -> Result<(), String> {
    let payload = serde_json::to_vec(game).map_err(|why| why.to_string())?;
    let message = PublishMessage::build().payload(payload.into()).message_id(format!("{name}-game-{}", game.number));
    let sent = queue.send_publish(format!("grognard.{name}.games"), message).await.map_err(|why| why.to_string())?;
    sent.await.map(|_| ()).map_err(|why| why.to_string())
}
