//! The conversation over one socket.

use crate::core::Deed;
use crate::crowd::{Place, Worth};
use crate::figures::{LONGEST_NAME, LONGEST_TALK};
use crate::guard::Unpaid;
use crate::hall::{Hall, clean};
use crate::hub::{Guest, Out, Parting, Seats, Shown, Wants, lock};
use crate::limit::{Bucket, Counted, Kind, Who, household};
use crate::names;
use crate::parcel::{WORTH_PACKING, pack};
use crate::problem::{Problem, Refused};
use crate::socket::{self, Socket};
use crate::store::{Said, Write};
use crate::table::{Table, Wish, now};
use crate::throw::Brought;
use crate::wire::{ClientMessage, Mode, ServerMessage, TableInfo};
use futures_util::{SinkExt as _, StreamExt as _};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

/// Whoever does not say who it is within this time is turned away.
const HELLO: Duration = Duration::from_secs(20);
/// Whoever does not take what is sent within this time is gone.
const PATIENCE: Duration = Duration::from_secs(30);
/// Frames that may come before somebody says who it is.
const BEFORE_HELLO: usize = 8;

/// A guest at a table, until it is dropped: whoever is sent away while he is greeted, or falls over, is no guest any more.
struct Stay {
    table: Arc<Table>,
    guest: Arc<Guest>,
}

impl Stay {
    /// A guest comes. To be called while the game is held, so that nothing is missed or told twice.
    fn new(table: &Arc<Table>, guest: &Arc<Guest>) -> Self {
        table.join(guest.clone());
        Self { table: table.clone(), guest: guest.clone() }
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        self.table.leave(&self.guest);
    }
}

/// One side of a conversation.
struct Session {
    hall: Arc<Hall>,
    table: Arc<Table>,
    guest: Arc<Guest>,
    /// What somebody who looks on wants to be called.
    name: Box<str>,
    address: IpAddr,
    bucket: Bucket,
    /// How many frames came beyond what the bucket holds.
    over: u32,
    /// Whether long messages may come packed.
    packed: bool,
    place: Option<Arc<Place>>,
    /// The room that somebody who looks on takes.
    _room: Option<Counted>,
    _stay: Stay,
}

/// Talks until one side has had enough.
pub async fn serve(
    hall: Arc<Hall>,
    id: String,
    address: IpAddr,
    (place, unpaid): (Option<Arc<Place>>, Option<Unpaid>),
    mut socket: Socket,
) {
    let stranger = unpaid.as_ref().map(|unpaid| unpaid.place.clone());
    // The greeting needs much room for a short time; the box gives it back.
    let greeted = tokio::select! {
        greeted = Box::pin(greet(hall, id, (address, place.clone(), unpaid), &mut socket)) => greeted,
        () = asked_to_leave(place.as_deref()) => return,
        () = asked_to_leave(stranger.as_deref()) => return,
    };
    drop(stranger);
    let Some(mut session) = greeted else { return };
    let ended = session.talk(&mut socket).await;
    // Whoever is gone was here until now; it is known before he is missed.
    Box::pin(session.table.note_seen(&session.hall, session.guest.seats)).await;
    session.table.leave(&session.guest);
    if ended.is_ok() {
        let _ = tokio::time::timeout(Duration::from_secs(5), socket.close(None)).await;
    }
    drop(socket);
    let Session { hall, table, .. } = session;
    Box::pin(hall.presence(&table)).await;
}

impl From<Mode> for Wants {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::View => Self::Views,
            Mode::Changes => Self::Changes,
            Mode::Moves => Self::Moves,
        }
    }
}

async fn asked_to_leave(place: Option<&Place>) {
    match place {
        Some(place) => place.asked_to_leave().await,
        None => std::future::pending().await,
    }
}

/// Where a socket comes from, its place among all connections, and whether its address has no share left.
type Whence = (IpAddr, Option<Arc<Place>>, Option<Unpaid>);

/// Waits for `hello`, and answers it.
async fn greet(hall: Arc<Hall>, id: String, from: Whence, socket: &mut Socket) -> Option<Session> {
    let first = tokio::time::timeout(HELLO, first_message(socket)).await.ok()??;
    match welcome(hall, &id, &first, from, socket).await {
        Ok(session) => session,
        Err(problem) => {
            let code = CloseCode::Library(4000 + problem.status % 1000);
            let reason = problem.title.clone();
            let refused = ServerMessage::Refused { id: 0, problem };
            let told = async {
                socket.send(Message::text(refused.text())).await?;
                socket.close(Some(CloseFrame { code, reason: reason.into() })).await
            };
            let _ = tokio::time::timeout(PATIENCE, told).await;
            None
        }
    }
}

async fn first_message(socket: &mut Socket) -> Option<String> {
    for _ in 0..BEFORE_HELLO {
        match socket.next().await?.ok()? {
            Message::Text(text) => return Some(text.to_string()),
            Message::Close(_) => return None,
            _ => {}
        }
    }
    None
}

/// The room for a guest. Those who look on share what there is for them; a seat always finds room, if need be that of an older
/// socket of its own.
fn room(hall: &Hall, table: &Table, seats: Seats, address: IpAddr) -> Result<Option<Counted>, Refused> {
    let limits = hall.limiter.limits();
    let desk = lock(&table.desk);
    if !seats.is_empty() {
        let mut own = desk.guests.iter().filter(|guest| guest.seats == seats);
        if own.clone().count() >= limits.sockets_seat
            && let Some(oldest) = own.next()
        {
            oldest.outbox.close(Parting::Room);
        }
        return Ok(None);
    }
    if desk.guests.iter().filter(|guest| guest.seats.is_empty()).count() >= limits.onlookers_table {
        return Err(Problem::crowded("as many look on as the table has room for; try again later", 60));
    }
    drop(desk);
    if limits.off {
        return Ok(None);
    }
    hall.limiter.admit(address, Kind::Onlooker)?;
    let full = || Problem::crowded("as many look on from your address as there is room for; try again later", 60);
    hall.onlookers.take(address, limits.onlookers_each, usize::MAX).map(Some).ok_or_else(full)
}

async fn welcome(
    hall: Arc<Hall>,
    id: &str,
    first: &str,
    (address, place, unpaid): Whence,
    socket: &mut Socket,
) -> Result<Option<Session>, Refused> {
    let hello: ClientMessage = serde_json::from_str(first).map_err(|why| Problem::malformed(why.to_string()))?;
    let ClientMessage::Hello { token, passphrase, from, mode, packed, name, chain } = hello else {
        return Err(Problem::malformed("the first message must be hello"));
    };
    let visit = match unpaid {
        None => hall.visit(id, token.as_deref(), passphrase.as_deref(), address).await?,
        Some(Unpaid { refused, place }) => {
            // Those of whom nothing at all is known make room first.
            place.is(Worth::Busy);
            hall.vouch(id, token.as_deref(), (address, Kind::Socket), refused).await?
        }
    };
    let table = visit.table;
    let (guest, stay, text, room) = {
        let mut held = table.hold(&hall).await?;
        // While the game was waited for a computer may have taken the seat, or somebody has left it through another socket.
        let seats = token.as_deref().map_or(visit.seats, |token| table.seats_of(token));
        if token.is_some() && seats.is_empty() {
            return Err(Problem::forbidden("the token holds no seat at this table"));
        }
        let mut guest = Guest::new(seats, mode.into());
        guest.chain = table.take_chain(&hall, &mut held, seats, chain).await?;
        let core = held.core()?;
        let absent = table.absent(&hall, core, seats);
        let substitute = table.substitute(&hall, absent).await;
        let room = room(&hall, &table, seats, address)?;
        let view = (mode != Mode::Moves).then(|| Box::new(table.view(core, seats, None)));
        let sum = view.as_ref().filter(|_| mode == Mode::Changes).map_or(0, |view| table.hang(seats, view));
        guest.note_seen(sum);
        let catch_up = from.map(|from| Box::new(core.game.catch_up(Table::eyes(core, seats), from)));
        let guest = Arc::new(guest);
        let stay = Stay::new(&table, &guest);
        let told = TableInfo { substitute, ..table.info(seats, hall.config.clock.now()) };
        let welcome = ServerMessage::Welcome { table: Box::new(told), view, sum, catch_up }.text();
        (guest, stay, welcome, room)
    };
    let seats = guest.seats;
    if let Some(place) = &place {
        place.becomes(if seats.is_empty() { Worth::Onlooker } else { Worth::Seat }, address);
    }
    let name = clean(name.as_deref().unwrap_or_default(), LONGEST_NAME);
    let bucket = Bucket::full(hall.limiter.limits().messages);
    let session =
        Session { hall, table, guest, name: name.into(), address, bucket, over: 0, packed, place, _room: room, _stay: stay };
    let sent = tokio::time::timeout(PATIENCE, async {
        session.feed(socket, text.into()).await?;
        socket.flush().await
    });
    if !matches!(sent.await, Ok(Ok(()))) {
        return Ok(None);
    }
    session.hall.presence(&session.table).await;
    session.table.note_seen(&session.hall, seats).await;
    session.hall.wake_computer(&session.table);
    Ok(Some(session))
}

impl Session {
    async fn talk(&mut self, socket: &mut Socket) -> Result<(), Error> {
        loop {
            if let Some(parting) = self.send_waiting(socket).await? {
                let (code, reason) = match parting {
                    Parting::Stopping => (CloseCode::Restart, "the server stops"),
                    Parting::Silent => (CloseCode::Policy, "no sign of life"),
                    Parting::Room => (CloseCode::Again, "the room is needed; try again later"),
                    Parting::Flood => (CloseCode::Policy, "too many messages"),
                    Parting::Gone => (CloseCode::Policy, "the table was removed"),
                    Parting::Unseated => (CloseCode::Policy, "a computer plays on in your seat"),
                };
                return socket.close(Some(CloseFrame { code, reason: reason.into() })).await;
            }
            tokio::select! {
                () = self.guest.outbox.filled() => {}
                () = asked_to_leave(self.place.as_deref()) => self.guest.outbox.close(Parting::Room),
                received = socket.next() => match received {
                    None | Some(Ok(Message::Close(_))) => return Ok(()),
                    Some(Err(why)) => return Err(why),
                    Some(Ok(frame)) => {
                        self.guest.alive();
                        let admitted = self.count();
                        match frame {
                            Message::Text(text) => {
                                self.guest.spoke();
                                Box::pin(self.hear(&text, admitted)).await;
                            }
                            Message::Binary(_) => {
                                let problem = admitted.err().unwrap_or_else(|| Problem::malformed("messages are texts"));
                                self.reply(&ServerMessage::Refused { id: 0, problem });
                            }
                            // Pings are answered by the library, and count all the same.
                            _ => {}
                        }
                    }
                },
            }
        }
    }

    /// Counts a frame, of whatever kind. Whoever goes on sending what is refused is parted from.
    fn count(&mut self) -> Result<(), Refused> {
        let limits = self.hall.limiter.limits();
        if limits.off {
            return Ok(());
        }
        let own = self.bucket.take(limits.messages).then_some(()).ok_or_else(|| Problem::too_many(1));
        let admitted = match own {
            Ok(()) if self.guest.seats.is_empty() => self.hall.limiter.admit(self.address, Kind::Frame),
            own => own,
        };
        if admitted.is_err() {
            self.over += 1;
            if self.over as f32 > limits.messages.burst {
                self.guest.outbox.close(Parting::Flood);
            }
        }
        admitted
    }

    /// Sends all that waits. Says if the conversation is to end.
    async fn send_waiting(&self, socket: &mut Socket) -> Result<Option<Parting>, Error> {
        let Some(first) = self.guest.outbox.take() else { return Ok(None) };
        let sending = Box::pin(self.send_from(first, socket));
        tokio::time::timeout(PATIENCE, sending).await.unwrap_or(Err(Error::ConnectionClosed))
    }

    async fn send_from(&self, first: Out, socket: &mut Socket) -> Result<Option<Parting>, Error> {
        let mut next = Some(first);
        while let Some(out) = next {
            match out {
                Out::Text(text) => self.feed(socket, text).await?,
                Out::View => {
                    let view = match self.table.hold(&self.hall).await {
                        Ok(mut held) => held.core().map(|core| self.table.present_view(core, &self.guest)),
                        Err(problem) => Err(problem),
                    };
                    match view {
                        Ok(Some(parcel)) if self.packed && parcel.text.len() >= WORTH_PACKING => {
                            socket::feed_packed(socket, parcel.packed()).await?;
                        }
                        Ok(Some(parcel)) => socket::feed(socket, parcel.text.clone()).await?,
                        Ok(None) | Err(_) => {}
                    }
                }
                Out::Ping => socket.feed(Message::Ping(Vec::new().into())).await?,
                Out::Close(parting) => {
                    socket.flush().await?;
                    return Ok(Some(parting));
                }
            }
            next = self.guest.outbox.take();
        }
        socket.flush().await?;
        Ok(None)
    }

    /// Puts a message into the buffer, packed if that is worth while and wanted.
    async fn feed(&self, socket: &mut Socket, text: Utf8Bytes) -> Result<(), Error> {
        if self.packed && text.len() >= WORTH_PACKING {
            return socket::feed_packed(socket, pack(text.as_bytes()).into()).await;
        }
        socket::feed(socket, text).await
    }

    fn reply(&self, message: &ServerMessage) {
        self.guest.outbox.send(message.text().into());
    }

    /// Does what was asked and replies.
    async fn hear(&mut self, text: &str, admitted: Result<(), Refused>) {
        let named = || serde_json::from_str::<serde_json::Value>(text).ok().and_then(|v| v.get("id")?.as_u64()).unwrap_or(0);
        if let Err(problem) = admitted {
            return self.reply(&ServerMessage::Refused { id: named(), problem });
        }
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(why) => {
                return self.reply(&ServerMessage::Refused { id: named(), problem: Problem::malformed(why.to_string()) });
            }
        };
        let (hall, table, seats) = (&self.hall, &self.table, self.guest.seats);
        let (id, done) = match message {
            ClientMessage::Hello { .. } => (0, Err(Problem::malformed("hello has been said"))),
            ClientMessage::Act { id, action, played, word, seal } => {
                let Some(done) = self.act(id, Ok(action), played, (word, seal)).await else { return };
                (id, done)
            }
            ClientMessage::Command { id, text, played, word, seal } => {
                let Some(done) = self.act(id, Err(text), played, (word, seal)).await else { return };
                (id, done)
            }
            ClientMessage::Word { id, word, then } => return self.guest.show_word(id, Shown { word, then }),
            ClientMessage::Link { die, link } => return self.guest.give_link(die, link),
            ClientMessage::Resign { id, seat } => {
                (id, table.resign(hall, seats, seat.as_deref()).await.map(|_| lock(&table.desk).played))
            }
            ClientMessage::Abandon { id } => (id, table.abandon(hall, seats).await.map(|_| lock(&table.desk).played)),
            ClientMessage::Draw { id } => (id, table.draw(hall, seats).await.map(|_| lock(&table.desk).played)),
            ClientMessage::Remind { id } => (id, table.remind(hall, seats).await),
            ClientMessage::EndAnswer { id, request, allow } => {
                (id, table.answer_end(hall, seats, request, allow).await.map(|_| lock(&table.desk).played))
            }
            ClientMessage::Undo { id, confirm } => (id, table.undo(hall, seats, confirm).await.map(|undone| undone.played)),
            ClientMessage::Answer { id, request, allow } => {
                (id, table.answer(hall, seats, request, allow).await.map(|undone| undone.played))
            }
            ClientMessage::Chat { id, text } => (id, self.say(&text).await),
            ClientMessage::Whole {} => {
                self.guest.lose_track();
                return self.guest.outbox.send_view();
            }
            ClientMessage::Log { id, before, turns } => match table.log_page(hall, seats, before, turns).await {
                Ok(page) => return self.reply(&ServerMessage::Log { id, page: Box::new(page) }),
                Err(problem) => (id, Err(problem)),
            },
            ClientMessage::Ping { id } => return self.reply(&ServerMessage::Pong { id }),
        };
        self.reply(&match done {
            Ok(played) => ServerMessage::Ok { id, played },
            Err(problem) => ServerMessage::Refused { id, problem },
        });
    }

    /// Plays an action (`Ok`) or a command (`Err`). With a sealed word it is played beside the conversation, since the word is asked for in it, and
    /// answered when it is done.
    async fn act(
        &self,
        id: u64,
        deed: Result<String, String>,
        played: Option<usize>,
        (word, seal): (Option<String>, Option<String>),
    ) -> Option<Result<usize, Refused>> {
        let (hall, table, guest) = (self.hall.clone(), self.table.clone(), self.guest.clone());
        let brought = match Brought::read(word, seal, Some((&guest, id))) {
            Ok(brought) => brought,
            Err(problem) => return Some(Err(problem)),
        };
        let beside = brought.sealed();
        let seats = guest.seats;
        let playing = async move {
            let deed = match &deed {
                Ok(action) => Deed::Action(action),
                Err(text) => Deed::Command(text),
            };
            table.act(&hall, seats, Wish::new(deed, played), brought).await.map(|acted| acted.played)
        };
        if !beside {
            return Some(playing.await);
        }
        tokio::spawn(async move {
            let message = match playing.await {
                Ok(played) => ServerMessage::Ok { id, played },
                Err(problem) => ServerMessage::Refused { id, problem },
            };
            guest.outbox.send(message.text().into());
        });
        None
    }

    async fn say(&self, text: &str) -> Result<usize, Refused> {
        let text = clean(text, LONGEST_TALK);
        if text.is_empty() {
            return Err(Problem::malformed("nothing was said"));
        }
        let (limits, limiter) = (self.hall.limiter.limits(), &self.hall.limiter);
        let (seat, by, keep) = {
            let desk = lock(&self.table.desk);
            match self.guest.seats.first() {
                Some(place) => {
                    limiter.draw(Who::Seat(self.table.id.clone(), place), Kind::TalkSeat)?;
                    limiter.draw(Who::Net(household(self.address)), Kind::TalkSeat)?;
                    let row = &desk.seats[place];
                    let by = if row.name.is_empty() { &row.seat } else { &row.name };
                    (row.seat.clone(), by.clone(), limits.kept_seats)
                }
                None => {
                    if !self.table.terms.onlookers_talk && !desk.over {
                        return Err(Problem::forbidden("only players talk here while the game is under way"));
                    }
                    limiter.draw(Who::Net(household(self.address)), Kind::TalkOnlooker)?;
                    limiter.draw(Who::Table(self.table.id.clone()), Kind::TalkOnlooker)?;
                    (String::new(), names::of_onlooker(&self.name, &desk.seats), limits.kept_onlookers)
                }
            }
        };
        let said = Said { by, seat, text, at: now() };
        let write = Write::Chat { table: self.table.id.clone(), said: said.clone(), keep };
        self.hall.writer.write(write).await.map_err(|failure| self.hall.failed(failure))?;
        self.table.announce(&ServerMessage::Chat(said));
        Ok(lock(&self.table.desk).played)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret;
    use crate::throw::tests::House;
    use serde_json::json;
    use std::net::Ipv4Addr;
    use tokio::net::{TcpListener, TcpStream};
    use tokio_tungstenite::WebSocketStream;
    use tokio_tungstenite::tungstenite::protocol::Role;

    /// Somebody comes back in the very moment in which the other side lets a computer play on in his seat.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whoever_comes_too_late_does_not_sit_where_a_computer_does() {
        let house = House::new("too-late").await;
        let hall = &house.hall;
        let wish = serde_json::from_value(json!({"game": "eylau"})).unwrap();
        let made = hall.make(wish, Ipv4Addr::LOCALHOST.into()).await.unwrap();
        let table = hall.table(&made.id).await.unwrap();
        let token = made.seats[0].token.clone().unwrap();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let (near, far) = tokio::join!(TcpStream::connect(listener.local_addr().unwrap()), listener.accept());
        let mut client = WebSocketStream::from_raw_socket(near.unwrap(), Role::Client, None).await;
        let socket = WebSocketStream::from_raw_socket(far.unwrap().0, Role::Server, None).await;
        let held = table.hold(hall).await.unwrap();
        let serving = tokio::spawn(serve(hall.clone(), made.id, Ipv4Addr::LOCALHOST.into(), (None, None), socket));
        let hello = json!({"type": "hello", "token": token, "mode": "moves"});
        client.send(Message::text(hello.to_string())).await.unwrap();
        // Whose the token is has been found out, and the game is waited for.
        while !hall.limiter.is_seated(&secret::token_hash(&token)) {
            tokio::task::yield_now().await;
        }
        for seat in &mut lock(&table.desk).seats {
            "recruit".clone_into(&mut seat.who);
        }
        drop(held);
        let told = client.next().await.unwrap().unwrap().into_text().unwrap();
        assert!(told.contains("refused") && told.contains("403"), "{told}");
        drop(client);
        serving.await.unwrap();
        let wish = Wish::new(Deed::Action("end"), None);
        let late = table.act(hall, Seats::one(0), wish, Brought::Nothing).await;
        assert_eq!(late.unwrap_err().status, 403, "nor does a request that was let in before play for it");
        drop(table);
        house.close().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whoever_is_given_up_half_way_is_no_guest_any_more() {
        let house = House::new("stay").await;
        let guest = Arc::new(Guest::new(Seats::default(), Wants::Moves));
        let stay = Stay::new(&house.table, &guest);
        let greeting = async move {
            let _stay = stay;
            std::future::pending::<()>().await;
        };
        assert_eq!(house.table.presence().spectators, 1);
        // As when the room of an onlooker is needed before he has taken what he was sent.
        drop(greeting);
        assert_eq!(house.table.presence().spectators, 0);
        house.close().await;
    }
}
