//! A game looked at again, off the threads that answer others, and with bounds on time.

use super::input::{Caller, Path};
use crate::core::Core;
use crate::hall::Hall;
use crate::hub::Seats;
use crate::limit::Kind;
use crate::problem::{Answer, Problem, Refused};
use axum::Json;
use axum::extract::State;
use grognard_lab::analyse::{self, Analysis, Effort};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Longest search for something better; what is left then gets its numbers only.
const LONGEST: Duration = Duration::from_secs(25);
/// Who is asked what would have been better.
const LEVEL: &str = "veteran";
/// Analyses that are kept: whoever looks at a game again does so more than once.
const KEPT: usize = 16;

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

/// The record, if the caller may see all that it tells: everybody once the game is over, before that whoever sits at the table and from whom
/// nothing is hidden.
fn readable(core: &Core, seats: Seats) -> Result<String, Refused> {
    let game = core.game.as_ref();
    if game.to_decide().is_some() {
        let names = game.seats();
        let mut own = (0..names.len()).filter(|&place| seats.has(place)).peekable();
        if own.peek().is_none() {
            return Err(Problem::forbidden("a game under way is analysed for those who play it; wait until it is over"));
        }
        let position = game.position();
        if own.any(|place| game.guess(names[place], 1) != position) {
            return Err(Problem::not_now("something is hidden from you; the game is analysed when it is over"));
        }
    }
    game.record().map_err(Problem::not_now)
}

/// What each decision was worth, what was better, and what the dice did
#[utoipa::path(get, path = "/api/tables/{id}/analysis", tag = "look", params(("id" = String, Path)),
    responses((status = 200, body = Analysis), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 429, body = Problem)))]
pub async fn analysis(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Arc<Analysis>>, Answer> {
    let visit = caller.look(&hall, &id).await?;
    let (record, key) = {
        let mut held = visit.table.hold(&hall).await?;
        let core = held.core()?;
        let record = readable(core, visit.seats)?;
        (record, format!("{} {} {:016x}", visit.table.id, core.game.played(), core.game.digest()))
    };
    if let Some(found) = kept(&key) {
        return Ok(Json(found));
    }
    caller.admit(&hall, Kind::Hint)?;
    let mut clock = hall.brains.clock(hall.brains.share(LONGEST));
    let looked = hall.brains.think(move || {
        let game = grognard_shelf::load("record", &record).map_err(|fault| fault.to_string())?;
        analyse::analyse(game.as_ref(), &mut Effort { level: LEVEL, go_on: &mut |_, _| clock() })
    });
    let (looked, _) = looked.await?;
    let analysis = Arc::new(looked.map_err(Problem::broken)?);
    keep(key, &analysis);
    Ok(Json(analysis))
}
