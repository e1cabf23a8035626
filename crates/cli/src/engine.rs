//! `grognard engine`: speaks the bot protocol in lines, or over HTTP.

use crate::fail::{Done, Fail};
use crate::{files, luck};
use clap::Args;
use grognard_lab::engine::Engine;
use grognard_lab::http;
use std::io::{BufRead, Read};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

/// No line is longer.
const LONGEST: u64 = 8 << 20;

#[derive(Args, Debug)]
pub struct EngineArgs {
    /// The level at which it plays
    #[arg(long, default_value = "veteran")]
    pub level: String,
    /// Answer requests at this port of this machine instead of reading lines; 0 takes any that is free
    #[arg(long, value_name = "PORT")]
    pub http: Option<u16>,
}

/// Answers until there is nobody left to ask.
pub fn engine(args: &EngineArgs) -> Done {
    let secret = grognard_engine::fair::hex(&luck::secret("engine")?);
    let mut engine = Engine::new(&args.level, &secret).map_err(Fail::Bad)?;
    match args.http {
        Some(port) => over_http(engine, port),
        None => over_lines(&mut engine),
    }
}

fn over_lines(engine: &mut Engine) -> Done {
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut input).take(LONGEST).read_until(b'\n', &mut line);
        match read {
            Ok(0) => return Ok(()),
            Ok(_) if line.iter().all(u8::is_ascii_whitespace) => continue,
            Ok(_) => {}
            Err(why) => return Err(Fail::Bad(format!("standard input: {why}"))),
        }
        let Some(answer) = engine.answer(&String::from_utf8_lossy(&line)) else { return Ok(()) };
        files::say(serde_json::to_string(&answer).map_err(|why| Fail::Bad(why.to_string()))? + "\n")?;
    }
}

fn over_http(engine: Engine, port: u16) -> Done {
    let listener = TcpListener::bind(("127.0.0.1", port)).map_err(|why| Fail::Bad(format!("port {port}: {why}")))?;
    let address = listener.local_addr().map_err(|why| Fail::Bad(format!("port {port}: {why}")))?;
    files::say(format!("http://{address}/\n"))?;
    let engine = Arc::new(Mutex::new(engine));
    let (quits, quit) = mpsc::channel::<()>();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (engine, quits) = (Arc::clone(&engine), quits.clone());
            // Whoever calls and says nothing keeps nobody else waiting.
            std::thread::spawn(move || {
                if one_request(stream, &engine) {
                    let _ = quits.send(());
                }
            });
        }
    });
    let _ = quit.recv();
    Ok(())
}

/// Answers one request. Says whether it was the last.
fn one_request(stream: TcpStream, engine: &Mutex<Engine>) -> bool {
    let mut leaves = false;
    // In a test nobody who is silent goes away by himself.
    let patience = if luck::unhurried() { Duration::from_secs(24 * 60 * 60) } else { http::SLOW };
    // Whoever hangs up early gets no answer; that is no reason to stop.
    let _ = http::serve_within(stream, patience, |body| {
        // One question at a time: whoever thinks uses a whole core.
        let answer = engine.lock().unwrap_or_else(PoisonError::into_inner).answer(body);
        match answer {
            Some(answer) => serde_json::to_string(&answer).unwrap_or_default(),
            None => {
                leaves = true;
                r#"{"type":"ready"}"#.to_owned()
            }
        }
    });
    leaves
}
