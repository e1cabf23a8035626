//! How a new table comes into being.
//!
//! Its name and everything that lets somebody in follow from one secret. Where the maker brings a claim, that secret follows from the claim and the wish: the
//! same wish sent again, because the answer was lost, comes to the same name, finds the table there and is answered the same. So nothing has to be kept
//! for it, it holds after a restart and through another process, and a table that was made once is not made twice.

use crate::core::Core;
use crate::figures::{LONGEST_NAME, LONGEST_PASSPHRASE};
use crate::hall::{Hall, check_claim, clean};
use crate::hub::lock;
use crate::problem::{Problem, Refused};
use crate::queue::Lane;
use crate::secret::{self, Source};
use crate::store::{Failure, SeatRow, Step, TableRow, Write};
use crate::table::now;
use crate::wire::{MadeSeat, MadeTable, NewTable};
use grognard_engine::fair::{self, FairDice};
use std::net::IpAddr;
use std::sync::Arc;

/// What of the secret the maker's own seats are taken with. No seat is called so.
const OWN: &str = "";

impl Hall {
    /// Makes a table, or finds the one that the same wish with the same claim has made.
    ///
    /// # Errors
    /// What is wrong with the wish, or with the storage.
    pub async fn make(self: &Arc<Self>, wish: NewTable, address: IpAddr) -> Result<MadeTable, Refused> {
        check_claim(wish.claim.as_deref())?;
        let source = match wish.claim {
            // The server's own secret is in it, so that nobody else learns anything from the name.
            Some(_) => {
                Source::claimed(&self.salt, &serde_json::to_string(&wish).map_err(|why| Problem::broken(why.to_string()))?)
            }
            None => Source::new(),
        };
        let claimed = wish.claim.is_some();
        if claimed && let Some(made) = self.made_before(&source).await? {
            return Ok(made);
        }
        let (row, steps) = self.lay(wish, &source, address).await?;
        let made = told(&source, &row.id, &row.seats);
        match self.writer.write(Write::Table(Box::new(row.clone()), steps)).await {
            Ok(()) => {}
            // The same wish came twice at once, or was stored when we did not know.
            Err(Failure::Conflict) if claimed => {
                let before = self.made_before(&source).await?;
                return before.ok_or_else(|| self.failed(Failure::Conflict));
            }
            Err(failure) => return Err(self.failed(failure)),
        }
        let table = self.seat(row);
        // A journal that was brought along decides who is next; a computer may be.
        // Should it not be read at once, it is there all the same, and its maker must have the tokens.
        if table.hold(self).await.is_ok() {
            self.wake_computer(&table);
        }
        Ok(made)
    }

    /// The table that a claim has made, with what its maker still holds there.
    async fn made_before(self: &Arc<Self>, source: &Source) -> Result<Option<MadeTable>, Refused> {
        let table = match self.table(&source.table_id()).await {
            Ok(table) => table,
            Err(none) if none.status == 404 => return Ok(None),
            Err(why) => return Err(why),
        };
        // It may have been stored by somebody who was never told so, and then no computer knows of it.
        if table.hold(self).await.is_ok() {
            self.wake_computer(&table);
        }
        let desk = lock(&table.desk);
        Ok(Some(told(source, &table.id, &desk.seats)))
    }

    /// The row of a new table and the journal that was brought along.
    async fn lay(&self, wish: NewTable, source: &Source, address: IpAddr) -> Result<(TableRow, Vec<Step>), Refused> {
        let NewTable { game, options, seats, name, player, public, passphrase, record, terms, claim: _ } = wish;
        let maker = self.mark(address);
        if public && let Some(listed) = self.listed_out(&maker).await? {
            let detail = format!("{listed} listed tables were made from your address in a day; make one that is not listed");
            return Err(Problem::crowded(detail, 3600));
        }
        // Never from the claim: whoever makes a table must not know its dice.
        let seed = self.config.luck.seed();
        let (mut row, steps) = match record.filter(|text| !text.trim().is_empty()) {
            Some(text) => self.bring(text, game, seed, Lane::from(maker.as_str())).await?,
            None => (opening(&game, options.into_iter().collect(), seed)?, Vec::new()),
        };
        row.id = source.table_id();
        row.maker = Some(maker);
        row.created = self.config.clock.now();
        row.name = clean(&name, LONGEST_NAME);
        row.public = public;
        if let Some(passphrase) = passphrase.filter(|text| !text.is_empty()) {
            if passphrase.len() > LONGEST_PASSPHRASE {
                return Err(Problem::malformed(format!("a passphrase has at most {LONGEST_PASSPHRASE} characters")));
            }
            row.passphrase = Some(self.hash(passphrase, address).await?);
        }
        let core = Core::open(&row).map_err(Problem::malformed)?;
        let names = core.game.seats();
        if let Some(odd) = seats.iter().find(|wish| !names.contains(&wish.seat.as_str())) {
            let known = names.join(", ");
            return Err(Problem::malformed(format!("{:?} is no seat of this game; it has {known}", clean(&odd.seat, 40))));
        }
        for &seat in names {
            if seats.iter().filter(|wish| wish.seat == seat).count() > 1 {
                return Err(Problem::malformed(format!("{seat} is named twice; say once who sits there")));
            }
            let who = seats.iter().find(|wish| wish.seat == seat).map_or("me", |wish| wish.who.as_str());
            row.seats.push(sit(source, seat, who, &clean(&player, LONGEST_NAME))?);
        }
        terms.keep(&mut row.options);
        Ok((row, steps))
    }
}

/// The row of a table that begins as the rulebook says.
pub fn opening(game: &str, options: Vec<(String, String)>, seed: [u8; 32]) -> Result<TableRow, Refused> {
    let mut dice = FairDice::new(seed, 0);
    let opened = grognard_shelf::open(game, &options, &mut dice).map_err(|fault| Problem::malformed(fault.to_string()))?;
    let identity = opened.identity();
    let deal = opened.history(0).into_iter().next().map_or_else(Vec::new, |set_up| set_up.dice);
    Ok(row(identity, seed, deal, None))
}

/// The row of a table that is made now.
pub fn row(identity: grognard_engine::Identity, seed: [u8; 32], deal: Vec<u8>, position: Option<String>) -> TableRow {
    TableRow {
        id: String::new(),
        game: identity.game,
        rulebook: identity.rulebook.to_owned(),
        revision: i64::from(identity.revision),
        options: identity.options,
        name: String::new(),
        public: false,
        passphrase: None,
        promise: fair::commitment(&seed),
        ending: None,
        seed,
        deal,
        position,
        created: now(),
        over: false,
        asked: None,
        maker: None,
        corrected: Vec::new(),
        seats: Vec::new(),
    }
}

/// Puts somebody into a seat of a new table.
fn sit(source: &Source, seat: &str, who: &str, player: &str) -> Result<SeatRow, Refused> {
    let kept = |who: &str, name: &str, key: Option<&str>| SeatRow {
        seat: seat.to_owned(),
        who: who.to_owned(),
        name: name.to_owned(),
        token: key.map(|key| source.token(key).1),
    };
    match who {
        "me" | "hot-seat" => Ok(kept("human", player, Some(OWN))),
        "open" => Ok(kept("open", "", Some(seat))),
        level => match grognard_shelf::levels().into_iter().find(|info| info.id == level) {
            Some(info) => Ok(kept(info.id, info.title, None)),
            None => {
                let known: Vec<_> = grognard_shelf::levels().iter().map(|info| info.id).collect();
                let why = format!("{:?} cannot sit there; there is me, hot-seat, open, {}", clean(who, 40), known.join(", "));
                Err(Problem::malformed(why))
            }
        },
    }
}

/// What its maker is told of a table: who sits where, and of his own and the open seats with what they are taken. A seat that another has taken meanwhile is
/// that other's.
fn told(source: &Source, id: &str, seats: &[SeatRow]) -> MadeTable {
    let (own, own_hash) = source.token(OWN);
    let holds = |row: &SeatRow, hash: &secret::Hash| row.token.as_ref().is_some_and(|known| secret::same(known, hash));
    let seats = seats.iter().map(|row| {
        let (invite, invite_hash) = source.token(&row.seat);
        let mine = row.who == "human" && holds(row, &own_hash);
        let link = if mine {
            Some(format!("/table/{id}#seat={own}"))
        } else {
            (row.who == "open" && holds(row, &invite_hash)).then(|| format!("/table/{id}#invite={}.{invite}", row.seat))
        };
        MadeSeat { seat: row.seat.clone(), who: row.who.clone(), token: mine.then(|| own.clone()), link }
    });
    MadeTable { id: id.to_owned(), path: format!("/table/{id}"), seats: seats.collect() }
}
