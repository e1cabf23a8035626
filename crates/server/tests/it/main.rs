//! The server as its users meet it: over HTTP and sockets, on both databases.
//!
//! A scenario is a function that is given a ground on which servers can be started. Each is a test of its own on SQLite; on
//! PostgreSQL they run in one test, each in a database of its own, because a cluster takes seconds to start. Long ones that look at what
//! is said and not at what is kept are not played there once more.

mod attacks;
mod bad_input;
mod bed;
mod changes;
mod corrected;
mod doors;
mod fair_dice;
mod full_disk;
mod game;
mod interrupted;
mod io_errors;
mod known;
mod labels;
mod long_games;
mod making;
mod orders;
mod pace;
mod pair;
mod postgres;
mod seats;
mod shares;
#[path = "../../../testkit/shared/skipped.rs"]
mod skipped;
mod small_disk;
mod sockets;
mod storage;
mod taking_back;
mod terms;
mod together;
mod twins;
mod worlds;

use bed::Ground;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

type Scenario = (&'static str, fn(Ground) -> Pin<Box<dyn Future<Output = ()> + Send>>);

macro_rules! scenarios {
    ($($module:ident :: $name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$module::$name(super::Ground::file()).await;
            })*
        }

        const SCENARIOS: &[Scenario] = &[$((stringify!($name), |ground| Box::pin($module::$name(ground)))),*];
    };
}

scenarios![
    game::the_library_lists_games_maps_and_rules,
    game::a_table_is_made_looked_at_and_played_at,
    game::a_game_is_looked_at_again,
    game::a_record_is_brought_along_and_taken_away,
    game::a_whole_game_is_played_and_its_dice_are_told,
    game::a_computer_plays_its_seat,
    game::computers_think_apart,
    bad_input::what_cannot_be_read_is_refused,
    bad_input::unknown_things_are_not_found,
    bad_input::a_wrong_seat_or_token_is_refused,
    bad_input::a_stale_action_is_refused,
    bad_input::too_much_is_refused,
    bad_input::illegal_actions_name_their_case,
    bad_input::sockets_refuse_in_the_same_words,
    seats::open_seats_are_taken_once,
    seats::invitations_are_needed_where_a_table_is_not_listed,
    seats::a_passphrase_locks_a_table,
    seats::spectators_look_on_and_cannot_act,
    seats::no_secret_is_ever_sent,
    seats::what_lies_face_down_is_told_to_its_owner_only,
    orders::standing_orders_answer_at_once_and_are_kept,
    orders::a_computer_obeys_nobody,
    orders::orders_are_refused_to_strangers_and_where_they_make_no_sense,
    orders::orders_in_the_fog_tell_nothing,
    twins::twins_in_the_fog_are_not_told_apart,
    twins::twins_in_the_maneuver_are_not_told_apart,
    twins::twins_among_eagles_are_not_told_apart,
    twins::twins_in_a_campaign_are_not_told_apart,
    twins::pictures_do_not_tell_twins_apart,
    taking_back::an_own_action_without_dice_is_taken_back_at_once,
    taking_back::the_other_side_is_asked_and_answers,
    taking_back::one_person_at_both_seats_confirms_dice,
    taking_back::the_computer_gives_no_dice_back,
    taking_back::dice_out_of_sight_change_no_answer,
    sockets::two_players_see_each_other_play,
    sockets::a_view_comes_however_often_the_house_is_tidied,
    sockets::views_follow_changes_in_mode_view,
    sockets::talk_and_presence,
    terms::onlookers_are_silent_and_computers_are_not_asked,
    terms::invitations_and_hints,
    sockets::coming_back_tells_what_was_missed,
    sockets::a_long_view_comes_whole,
    changes::differences_lead_to_the_same_view,
    changes::whoever_loses_track_is_shown_the_whole,
    changes::a_click_costs_little,
    long_games::a_long_game_is_taken_up_from_its_snapshot,
    long_games::a_snapshot_that_does_not_fit_is_made_again,
    long_games::databases_of_earlier_versions_are_brought_up_to_date,
    corrected::a_game_goes_on_by_corrected_rules,
    corrected::a_game_that_was_over_stays_over,
    corrected::a_table_of_an_earlier_revision_is_not_stranded,
    fair_dice::dice_follow_from_three_secrets,
    fair_dice::dice_of_the_set_up_come_first,
    labels::labels_lead_to_the_throws_of_the_record,
    labels::dice_out_of_sight_are_not_counted,
    labels::a_throw_that_is_made_again_has_another_label,
    labels::a_throw_out_of_sight_keeps_nobody_away,
    labels::another_chain_is_no_way_out_of_a_throw,
    labels::taking_back_tells_nothing_of_a_throw_out_of_sight,
    labels::asking_to_take_back_shows_dice_and_says_so,
    fair_dice::nobody_who_is_away_is_waited_for,
    fair_dice::whoever_takes_back_still_brings_his_link,
    fair_dice::a_link_that_was_given_is_there_when_the_throw_is_tried_again,
    fair_dice::a_link_that_was_given_outlives_the_server,
    fair_dice::what_was_begun_elsewhere_promises_nothing,
    fair_dice::a_word_that_was_not_sealed_throws_nothing,
    fair_dice::a_person_has_a_say_in_the_dice_of_a_computer,
    fair_dice::whoever_resigns_ends_the_game,
    fair_dice::a_game_is_abandoned_by_both_or_when_one_stays_away,
    fair_dice::a_seed_that_was_swapped_is_found,
    attacks::talk_of_onlookers_fills_neither_disk_nor_screen,
    attacks::acting_and_taking_back_does_not_grow_a_journal_for_ever,
    attacks::a_lobby_is_for_all,
    attacks::a_locked_table_tells_nothing,
    attacks::a_seat_is_taken_again_when_the_answer_was_lost,
    making::a_table_is_made_once_when_the_answer_was_lost,
    pace::a_draw_is_offered_and_agreed_upon,
    pace::an_answer_ends_no_game_by_another_proposal,
    pace::a_rematch_exchanges_the_seats_and_a_table_is_left,
    pace::days_for_a_move_are_kept_reminded_of_and_claimed,
    pace::days_run_from_when_somebody_sits_down,
    pace::a_clock_runs_out_and_a_computer_plays_on,
    pace::no_throw_outlives_the_seat,
    pace::whoever_waits_is_told_how_long,
    pace::a_clock_runs_on_for_whoever_was_to_decide,
    pace::a_lobby_tells_only_what_it_knows,
    pace::orders_do_not_tell_when_they_were_given,
    pace::links_do_not_tell_when_they_were_given,
    pace::it_is_your_turn_by_webhook,
    pace::a_picture_to_hand_on,
    storage::a_restart_loses_nothing,
    storage::unused_games_leave_the_memory_and_come_back,
    storage::a_spoilt_journal_is_found,
    storage::many_actions_at_once_are_all_kept,
];

/// What these look at is the same whatever the journal is kept in, and each of them plays for many seconds.
const SAID_ONLY: [&str; 10] = [
    "twins_in_the_fog_are_not_told_apart",
    "twins_in_the_maneuver_are_not_told_apart",
    "twins_among_eagles_are_not_told_apart",
    "twins_in_a_campaign_are_not_told_apart",
    "pictures_do_not_tell_twins_apart",
    "orders_in_the_fog_tell_nothing",
    "dice_out_of_sight_change_no_answer",
    "taking_back_tells_nothing_of_a_throw_out_of_sight",
    "asking_to_take_back_shows_dice_and_says_so",
    "a_click_costs_little",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_on_postgres() {
    assert!(SAID_ONLY.iter().all(|said| SCENARIOS.iter().any(|(name, _)| name == said)), "one that is left out is there");
    let cluster = match postgres::Cluster::start() {
        Ok(cluster) => Arc::new(cluster),
        Err(why) => return skipped::skipped("everything_on_postgres", why),
    };
    let mut failed = Vec::new();
    for (name, scenario) in SCENARIOS.iter().chain(together::SCENARIOS).chain(interrupted::SCENARIOS) {
        if SAID_ONLY.contains(name) {
            continue;
        }
        println!("{name}");
        cluster.create(name);
        // As a task of its own, so that one that fails hides no other.
        if tokio::spawn(scenario(Ground::Database(cluster.clone(), (*name).to_owned()))).await.is_err() {
            failed.push(*name);
        }
    }
    assert!(failed.is_empty(), "on PostgreSQL failed: {}", failed.join(", "));
}
