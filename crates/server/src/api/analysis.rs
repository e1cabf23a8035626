//! A game looked at again, off the threads that answer others, and with bounds on time.

use super::input::{Asked, Caller, Path};
use crate::core::Core;
use crate::hall::Hall;
use crate::hub::{Seats, lock};
use crate::limit::Kind;
use crate::problem::{Answer, Problem, Refused};
use crate::queue::Rank;
use axum::Json;
use axum::extract::State;
use grognard_lab::analyse::{self, Analysis, Portion};
use serde::Deserialize;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Time for a piece, after which the rest is left to the next request: longer than the limit on hints makes anybody wait between two.
const PIECE: Duration = Duration::from_millis(2500);
/// The longest that is thought about one decision.
const EACH: Duration = Duration::from_secs(1);
/// Who is asked what would have been better.
const LEVEL: &str = "veteran";
/// Pairs of games that are played on to find out what a choice cost, as far as there is time.
const PLAYOUTS: usize = 8;
/// Pieces that are kept: whoever looks at a game again does so more than once.
const KEPT: usize = 256;

type Kept = Mutex<VecDeque<(String, Arc<Analysis>)>>;
static ANALYSES: Kept = Mutex::new(VecDeque::new());

fn kept(key: &str) -> Option<Arc<Analysis>> {
    let all = ANALYSES.lock().unwrap_or_else(PoisonError::into_inner);
    all.iter().find(|(known, _)| known == key).map(|(_, analysis)| analysis.clone())
}

fn keep(key: String, analysis: &Arc<Analysis>) {
    let mut all = ANALYSES.lock().unwrap_or_else(PoisonError::into_inner);
    if all.len() == KEPT {
        all.pop_front();
    }
    all.push_back((key, analysis.clone()));
}

/// Whether the caller may see all that the record tells: everybody once the game is over, before that whoever sits at a table where nothing is ever
/// hidden. It does not help that nothing is hidden at the moment: the record tells what was, and whether that is so may itself be hidden.
fn may_read(core: &Core, seats: Seats) -> Result<(), Refused> {
    let game = core.game.as_ref();
    if game.to_decide().is_some() && seats.is_empty() {
        return Err(Problem::forbidden("a game under way is analysed for those who play it; wait until it is over"));
    }
    if game.secretive() {
        return Err(Problem::not_now("something is hidden from you; the game is analysed when it is over"));
    }
    Ok(())
}

/// By which a piece of a game is known again.
fn key(table: &str, core: &Core, from: usize) -> String {
    format!("{table} {} {:016x} {from}", core.game.played(), core.game.digest())
}

/// Which piece is wanted.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub struct Piece {
    /// The first entry to be looked at: `next` of the piece before; the first of the game if left out.
    from: Option<usize>,
}

/// What each decision was worth, what was better, and what the dice did; piece by piece
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/analysis", tag = "look", params(("id" = String, Path), Piece),
    responses((status = 200, body = Analysis), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 429, body = Problem))))]
pub async fn analysis(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Asked(Piece { from }): Asked<Piece>,
) -> Result<Json<Arc<Analysis>>, Answer> {
    let from = from.unwrap_or(1);
    let visit = caller.look(&hall, &id).await?;
    let (at_hand, known) = {
        let mut held = visit.table.hold(&hall).await?;
        let core = held.core()?;
        if core.game.to_decide().is_some() {
            visit.table.may_have_counsel()?;
        }
        if !lock(&visit.table.desk).corrected.is_empty() {
            return Err(
                Problem::not_now("the rules were corrected in this game, so that it cannot be looked at as a whole").into()
            );
        }
        may_read(core, visit.seats)?;
        let record = (core.game.first() == 0).then(|| core.game.record().map_err(Problem::not_now)).transpose()?;
        (record, key(&visit.table.id, core, from))
    };
    if let Some(found) = kept(&known) {
        return Ok(Json(found));
    }
    caller.admit(&hall, Kind::Hint)?;
    let (record, key) = match at_hand {
        Some(record) => (record, known),
        // Of a long game only the end is at hand. The rest is played again while others play on.
        None => {
            let whole = visit.table.whole(&hall).await?;
            (whole.game.record().map_err(Problem::not_now)?, key(&visit.table.id, &whole, from))
        }
    };
    let share = |time| hall.config.time(hall.brains.share(Rank::First, time));
    let portion = Portion { from, time: share(PIECE), each: share(EACH), playouts: PLAYOUTS };
    let looked = hall.brains.think(Rank::First, caller.lane(&hall), move || {
        let game = grognard_shelf::load("record", &record).map_err(|fault| fault.to_string())?;
        analyse::analyse_piece(game.as_ref(), LEVEL, &portion)
    });
    let (looked, _) = looked.await?;
    let analysis = Arc::new(looked.map_err(Problem::broken)?);
    keep(key, &analysis);
    Ok(Json(analysis))
}
