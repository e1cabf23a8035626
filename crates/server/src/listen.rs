//! Listening: ports, connections, and an end in good order.

use crate::crowd::{Crowd, Place, Worth};
use crate::guard::Peer;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceBuilder;

/// The year of Eylau.
const FIRST_PORT: u16 = 1807;
const PORTS: u16 = 20;
/// How long a request may take to say what it wants, and how long an idle connection is kept.
const HEAD: Duration = Duration::from_secs(15);

/// Takes a port: the one that was asked for, or the first that is free.
///
/// # Errors
/// When none can be had.
pub async fn bind(listen: IpAddr, port: Option<u16>) -> Result<TcpListener, String> {
    let taken = |port: u16, why: std::io::Error| format!("port {port} cannot be used: {why}; give another --port");
    if let Some(port) = port {
        return TcpListener::bind((listen, port)).await.map_err(|why| taken(port, why));
    }
    for port in (FIRST_PORT..FIRST_PORT + PORTS).chain([0]) {
        match TcpListener::bind((listen, port)).await {
            Ok(listener) => return Ok(listener),
            Err(why) if port == 0 => return Err(taken(port, why)),
            Err(_) => {}
        }
    }
    Err("no port is free; give one with --port".to_owned())
}

/// Serves connections until `stop` changes, and then lets the requests under way finish.
pub async fn serve(listener: TcpListener, router: Router, crowd: Arc<Crowd>, stop: watch::Receiver<bool>) {
    let mut stopped = stop.clone();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopping(&mut stopped) => break,
        };
        match accepted {
            Ok((stream, address)) => {
                if let Some(place) = crowd.admit(address.ip()) {
                    tokio::spawn(connection(stream, address, place, router.clone(), stop.clone()));
                }
            }
            // Too many open files, most likely: that passes.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn stopping(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

async fn connection(stream: TcpStream, address: SocketAddr, place: Arc<Place>, router: Router, mut stop: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    let (asking, answered) = (place.clone(), place.clone());
    let service = ServiceBuilder::new()
        .map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
            asking.is(Worth::Busy);
            request.extensions_mut().insert(Peer(address.ip()));
            // A socket outlives this connection, and its place goes on with it.
            request.extensions_mut().insert(asking.clone());
            request
        })
        .map_response(move |response: axum::response::Response| {
            answered.is(Worth::Idle);
            response
        })
        .service(router);
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(16 << 10)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut served = std::pin::pin!(served);
    tokio::select! {
        _ = served.as_mut() => {}
        () = place.asked_to_leave() => {}
        () = stopping(&mut stop) => {
            served.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(Duration::from_secs(5), served).await;
        }
    }
}
