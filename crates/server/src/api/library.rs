//! Games, maps and rules: the same for everybody, and for a long time.

use super::input::Path;
use crate::problem::{Answer, Problem};
use axum::Json;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grognard_engine::dice::ScriptedDice;
use grognard_engine::fair;
use grognard_shelf::{CaseGist, Lesson, OptionInfo};
use serde::Serialize;
use std::sync::LazyLock;

/// Every game is set up once to count its pieces, which takes long; and it is the same until the program is replaced.
static LIBRARY: LazyLock<Library> = LazyLock::new(library);

/// What can be played, and against whom.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Library {
    /// The rulebooks.
    books: Vec<Book>,
    /// The levels of computer opponents.
    levels: Vec<Level>,
}

/// A rulebook.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Book {
    /// Identifier, such as `art-of-war`.
    id: &'static str,
    /// Its name for people.
    title: &'static str,
    /// How many numbered cases it has, as a measure of how much there is to know.
    cases: usize,
    /// Its games.
    games: Vec<Game>,
}

/// A game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Game {
    /// Identifier, such as `eylau`.
    id: &'static str,
    /// Identifier of its rulebook.
    rulebook: &'static str,
    /// Title.
    title: &'static str,
    /// Year of the battle.
    year: u16,
    /// In words.
    summary: &'static str,
    /// Options.
    options: Vec<OptionInfo>,
    /// The seats, in order.
    seats: &'static [&'static str],
    /// How many turns it has.
    turns: u16,
    /// How many counters take part in it, with the usual options.
    pieces: usize,
    /// What can be typed besides the actions that are listed.
    commands: Vec<Phrase>,
    /// Its guided first turn, if it has one.
    lesson: Option<LessonBrief>,
}

/// A guided first turn, as a list tells of it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LessonBrief {
    /// What it is called.
    title: String,
    /// What it is about.
    summary: String,
    /// About how long it takes.
    minutes: u16,
    /// Whom one plays.
    seat: String,
    /// Which computer plays the others.
    level: String,
}

/// Something that can be typed.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Phrase {
    /// Its form.
    form: &'static str,
    /// What it does.
    meaning: &'static str,
}

/// A level of computer opponents.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Level {
    /// Identifier, such as `marshal`.
    id: &'static str,
    /// Its name for people.
    title: &'static str,
    /// In words.
    summary: &'static str,
    /// Whether it is a yardstick rather than an opponent for people.
    baseline: bool,
}

/// What can be played, and against whom
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/games", tag = "library", responses((status = 200, body = Library))))]
pub async fn games() -> Json<&'static Library> {
    Json(&*LIBRARY)
}

fn library() -> Library {
    let cases = grognard_shelf::rules().unwrap_or_default();
    let books = grognard_shelf::books().into_iter().map(|book| Book {
        id: book.id,
        title: book.title,
        cases: cases.iter().filter(|case| case.rulebook == book.id).count(),
        games: book.games.into_iter().map(game).collect(),
    });
    let levels = grognard_shelf::levels().into_iter().map(|level| Level {
        id: level.id,
        title: level.title,
        summary: level.summary,
        baseline: level.baseline,
    });
    Library { books: books.collect(), levels: levels.collect() }
}

fn game(info: grognard_shelf::GameInfo) -> Game {
    let opened = grognard_shelf::open(info.id, &[], &mut ScriptedDice::new(&[]));
    let board = opened.as_ref().map(|game| game.board(None)).unwrap_or_default();
    let commands = grognard_shelf::commands(info.id).into_iter().map(|(form, meaning)| Phrase { form, meaning });
    Game {
        id: info.id,
        rulebook: info.rulebook,
        title: info.title,
        year: info.year,
        summary: info.summary,
        options: info.options,
        seats: opened.as_ref().map_or(&[], |game| game.seats()),
        turns: board.turns,
        pieces: board.counters.iter().filter(|counter| takes_part(counter)).count(),
        commands: commands.collect(),
        lesson: grognard_shelf::lesson(info.id).ok().flatten().map(brief),
    }
}

/// Whether a counter is one of this game, and not only printed on the same sheet or kept in a pool.
fn takes_part(counter: &grognard_engine::Counter) -> bool {
    counter.hex.is_some() || !matches!(counter.off_map.as_deref(), Some("not in this game" | "out of play"))
}

fn brief(lesson: Lesson) -> LessonBrief {
    let Lesson { title, summary, minutes, seat, level, .. } = lesson;
    LessonBrief { title, summary, minutes, seat, level }
}

/// The guided first turn of a game
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/games/{game}/lesson", tag = "library", params(("game" = String, Path)),
    responses((status = 200, body = Lesson), (status = 404, body = Problem))))]
pub async fn lesson(Path(game): Path<String>, headers: HeaderMap) -> Result<Response, Answer> {
    let found = grognard_shelf::lesson(&game).map_err(|fault| Problem::unknown(fault.to_string()))?;
    let found = found.ok_or_else(|| Problem::unknown("that game has no guided first turn"))?;
    Ok(lasting(&headers, &found))
}

/// The map of a game
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/games/{game}/map", tag = "library", params(("game" = String, Path)),
    responses((status = 200, body = grognard_engine::MapView), (status = 404, body = Problem))))]
pub async fn map(Path(game): Path<String>, headers: HeaderMap) -> Result<Response, Answer> {
    let opened = grognard_shelf::open(&game, &[], &mut ScriptedDice::new(&[]));
    let opened = opened.map_err(|fault| Problem::unknown(fault.to_string()))?;
    Ok(lasting(&headers, &opened.map()))
}

/// The charts of a game: results, terrain, victory
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/games/{game}/charts", tag = "library", params(("game" = String, Path)),
    responses((status = 200, body = Vec<grognard_engine::preview::Chart>), (status = 404, body = Problem))))]
pub async fn charts(Path(game): Path<String>, headers: HeaderMap) -> Result<Response, Answer> {
    let opened = grognard_shelf::open(&game, &[], &mut ScriptedDice::new(&[]));
    let opened = opened.map_err(|fault| Problem::unknown(fault.to_string()))?;
    Ok(lasting(&headers, &opened.charts()))
}

/// All cases of a rulebook, in our words
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/rules/{rulebook}", tag = "library", params(("rulebook" = String, Path)),
    responses((status = 200, body = Vec<CaseGist>), (status = 404, body = Problem))))]
pub async fn rules(Path(rulebook): Path<String>, headers: HeaderMap) -> Result<Response, Answer> {
    let cases = grognard_shelf::rules().map_err(|fault| Problem::broken(fault.to_string()))?;
    let cases: Vec<CaseGist> = cases.into_iter().filter(|case| case.rulebook == rulebook).collect();
    if cases.is_empty() {
        return Err(Answer(Problem::unknown("there is no rulebook of that name")));
    }
    Ok(lasting(&headers, &cases))
}

/// One case of a rulebook, in our words
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/rules/{rulebook}/{case}", tag = "library",
    params(("rulebook" = String, Path), ("case" = String, Path)),
    responses((status = 200, body = CaseGist), (status = 404, body = Problem))))]
pub async fn rule(Path((rulebook, case)): Path<(String, String)>, headers: HeaderMap) -> Result<Response, Answer> {
    let found = grognard_shelf::gist(Some(&rulebook), &case);
    let found = found.ok_or_else(|| Problem::unknown("there is no such case in that rulebook"))?;
    Ok(lasting(&headers, &found))
}

/// Something that stays the same until the program is replaced: a browser asks again after a while, and is told if it is new.
fn lasting(headers: &HeaderMap, value: &impl Serialize) -> Response {
    let body = serde_json::to_string(value).unwrap_or_default();
    let tag = format!("\"{}\"", &fair::sha256(&body)[..16]);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    // Compressed on the way, the tag comes back as a weak one.
    let same = known.is_some_and(|known| known.trim_start_matches("W/") == tag);
    let mut answer = if same { StatusCode::NOT_MODIFIED.into_response() } else { body.into_response() };
    let out = answer.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
    if let Ok(tag) = HeaderValue::from_str(&format!("W/{tag}")) {
        out.insert(header::ETAG, tag);
    }
    answer
}

/// A text of one kind.
#[cfg(feature = "schema")]
pub async fn text(kind: &'static str, body: std::sync::Arc<str>) -> Response {
    ([(header::CONTENT_TYPE, kind)], body.to_string()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_list_of_games_is_made_once() {
        let (Json(once), Json(again)) = (games().await, games().await);
        assert!(!once.books.is_empty() && std::ptr::eq(once, again));
    }
}
