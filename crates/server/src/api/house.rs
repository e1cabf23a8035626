//! Where the server can be reached, for whoever wants to invite somebody.

use super::input::Caller;
use crate::config::Webhooks;
use crate::hall::Hall;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::net::UdpSocket;
use std::sync::Arc;

/// Where the server can be reached.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct House {
    /// Whether only programs on the same machine reach it.
    here_only: bool,
    /// The addresses of the machine as its neighbours know them. They are told to whoever sits at it, and to nobody else.
    addresses: Vec<String>,
    /// Whether players may be told by webhook that it is their turn.
    webhooks: bool,
}

/// Where the server can be reached
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/house", tag = "lobby", responses((status = 200, body = House))))]
pub async fn house(State(hall): State<Arc<Hall>>, caller: Caller) -> Json<House> {
    let at_it = caller.address().is_loopback() && hall.config.proxies == 0;
    let addresses = if at_it { own_addresses() } else { Vec::new() };
    Json(House { here_only: hall.config.listen.is_loopback(), addresses, webhooks: hall.config.webhooks != Webhooks::Off })
}

/// The addresses from which this machine would speak to others. Nothing is sent: a datagram socket only looks up the way.
fn own_addresses() -> Vec<String> {
    // Addresses for documentation, which nobody has.
    let ways = [("0.0.0.0:0", "192.0.2.1:9"), ("[::]:0", "[2001:db8::1]:9")];
    let own = ways.into_iter().filter_map(|(from, to)| {
        let socket = UdpSocket::bind(from).ok()?;
        socket.connect(to).ok()?;
        Some(socket.local_addr().ok()?.ip())
    });
    let told = own.filter(|ip| !ip.is_loopback() && !ip.is_unspecified());
    told.map(|ip| if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() }).collect()
}
