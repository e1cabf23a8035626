//! No input panics, and whatever is refused is refused in one line.

use crate::garbled::{anything, edited, edits, hold, one_line, refused_well};
use crate::romp::{campaign, game};
use grognard_engine::{Rules, Seat, Words, record};
use grognard_napoleonic_20::Campaign;
use grognard_testkit::casefile;
use grognard_testkit::perft::opening;

fn read_record(text: &str) -> Result<(), String> {
    let Some(raw) = refused_well(record::read("game.record", text))? else { return Ok(()) };
    let Some(game) = refused_well(Campaign::new(&raw.header.game, &raw.header.options))? else { return Ok(()) };
    refused_well(record::replay(game.into(), &raw, None, |_, _, _| {})).map(|_| ())
}

fn read_notation(text: &str) -> Result<(), String> {
    let Some(raw) = refused_well(record::read_notation("game.pgn", text))? else { return Ok(()) };
    let Some(game) = refused_well(Campaign::new(&raw.header.game, &raw.header.options))? else { return Ok(()) };
    refused_well(record::replay_notation(game.into(), &raw)).map(|_| ())
}

#[test]
fn records_and_game_notation_with_edits() {
    let table = game("dresden-20-maneuver+fog", 5, |_| {});
    let (text, notation) = (record::write(&table), record::write_notation(&table));
    hold(40, edits(3), |edits| read_record(&edited(&text, &edits)));
    hold(40, edits(3), |edits| read_notation(&edited(&notation, &edits)));
}

#[test]
fn positions_with_edits_are_refused_or_have_options() {
    let name = "dresden-20-maneuver+fog+penetration+support+breakdown+weather";
    let campaign = campaign(name);
    let mut lines = Vec::new();
    game(name, 7, |table| lines.push(table.game.write_position(&table.state)));
    hold(400, (0..lines.len(), edits(3)), |(which, edits)| {
        let Some(state) = refused_well(campaign.read_position(&edited(&lines[which], &edits)))? else { return Ok(()) };
        let mut options = Vec::new();
        campaign.legal_actions(&state, &mut options);
        options.iter().try_for_each(|&action| campaign.check(&state, action).map_err(|why| campaign.explain(&why)))
    });
}

#[test]
fn positions_and_commands_from_any_text() {
    const WORDS: &[&str] =
        &["dresden-20", "7A", "combat", "move", "hand:OG,1,0,0", "5,5", "1306/box/+7", "att=OG", "attack", "with", "1306", "YG"];
    let campaign = campaign("dresden-20");
    let state = opening(&campaign);
    hold(300, anything(WORDS), |text| {
        refused_well(campaign.read_position(&text))?;
        campaign.command(&state, Seat(0), &text).map_or_else(|why| one_line(&why), |_| Ok(()))
    });
}

#[test]
fn case_files_with_edits() {
    let text = include_str!("../cases/24-check-cases.case");
    hold(60, edits(3), |edits| {
        let Some(report) = refused_well(casefile::run::<Campaign>("x.case", &edited(text, &edits)))? else { return Ok(()) };
        report.failures().iter().try_for_each(|failure| one_line(failure))
    });
}
