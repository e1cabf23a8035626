//! Tables in two worlds: whatever is hidden from somebody changes nothing that a table answers him, before an action and after it.

use grognard_engine::dice::{RecordingDice, ScriptedDice, SeededDice};
use grognard_engine::{Decision, Rules, Seat, Secrets, Umpire, Words};
use grognard_napoleonic_20::{Campaign, State};
use grognard_shelf::{Match, open};
use serde::Serialize;

fn text<T: Serialize>(answer: &T) -> String {
    serde_json::to_string(answer).unwrap()
}

/// Everything that somebody can ask a table, each answer with its name.
fn answers(table: &dyn Match, who: Option<&str>, tags: &[String]) -> Vec<(String, String)> {
    let word = |name: &str, answer: String| (name.to_owned(), answer);
    let mut all = vec![
        word("board", text(&table.board(who))),
        word("catch-up", text(&table.catch_up(who, 0))),
        word("count of dice", text(&table.dice_told(who))),
        word("told", text(&table.told(who, 0))),
        word("log", text(&table.log(who, 0))),
        word("turns", text(&table.turns())),
        word("forecast", text(&table.forecast(who))),
        word("who decides", format!("{:?}", table.to_decide())),
        word("earlier view", text(&table.view(who, Some(0)))),
        word("view", text(&table.view(who, None))),
    ];
    for info in table.overlays() {
        let at = info.needs_hex.then_some("1307");
        all.push((format!("overlay {}", info.id), format!("{:?}", table.overlay(&info.id, at, who, None))));
    }
    if who.is_some() && who == table.to_decide() {
        all.push(word("options", text(&table.options())));
        for tag in tags {
            for line in [format!("attack {tag} with {}", tags[0]), format!("pick {tag}"), format!("move {tag} 1307")] {
                all.push((format!("why {line}"), format!("{:?}", table.why(&line).map_err(|why| why.line))));
            }
        }
        let advice = table.thinker("greedy", 7).unwrap()();
        all.push(word("hint", format!("{}: {}", advice.action, advice.reason)));
    }
    all
}

/// The first answer that differs.
fn differs(here: &dyn Match, there: &dyn Match, who: Option<&str>, tags: &[String]) -> Option<String> {
    let pairs = answers(here, who, tags).into_iter().zip(answers(there, who, tags));
    pairs.into_iter().find(|(a, b)| a != b).map(|((name, a), (_, b))| {
        let at = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count().saturating_sub(60);
        let cut = |text: &str| text.chars().skip(at).take(160).collect::<String>();
        format!("{name}: {} | {}", cut(&a), cut(&b))
    })
}

/// One action played at a table and at another that differs in what `viewer` cannot know.
fn compare(
    (game, desk): (&Campaign, &dyn Match),
    before: &State,
    (action, seed): (<Campaign as Rules>::Action, u64),
    tags: &[String],
) -> u32 {
    let at = |state: &State| desk.resume(&game.write_position(state)).unwrap();
    let Decision::Choose { seat, .. } = game.decision(before) else { return 0 };
    let (mut after, mut dice) = (*before, SeededDice::new(seed));
    let mut recorded = RecordingDice::new(&mut dice);
    game.apply(&mut after, action, &mut Umpire::silent(&mut recorded));
    let rolls = recorded.rolls;
    let mut compared = 0;
    for viewer in [Some(Seat(0)), Some(Seat(1)), None] {
        let who = viewer.map(|seat| game.seats()[usize::from(seat.0)]);
        let other = game.resample_knowing(before, &after, viewer, &mut SeededDice::new(seed ^ 0x55));
        if other == *before {
            continue;
        }
        let [mut here, there] = [before, &other].map(at);
        assert_eq!(differs(&*here, &*there, who, tags), None, "{who:?} in {}", game.write_position(before));
        let by = game.seats()[usize::from(seat.0)];
        here.submit(by, &game.write_action(action), &mut ScriptedDice::new(&rolls)).unwrap();
        let mut candidates = vec![action];
        if viewer != Some(seat) {
            game.legal_actions(&other, &mut candidates);
        }
        let mut nearest = "nothing looks the same".to_owned();
        let found = candidates.into_iter().any(|candidate| {
            let mut there = at(&other);
            let mut dice = ScriptedDice::new(&rolls);
            let played = there.submit(by, &game.write_action(candidate), &mut dice).is_ok();
            let alike = |table: &dyn Match| table.told(who, 1).into_iter().map(|told| told.action).collect::<Vec<_>>();
            if !played || dice.fault.is_some() || alike(&*here) != alike(&*there) {
                return false;
            }
            let difference = differs(&*here, &*there, who, tags);
            nearest = difference.clone().unwrap_or_default();
            difference.is_none()
        });
        assert!(found, "{who:?} after `{}` in {}: {nearest}", game.write_action(action), game.write_position(before));
        compared += 1;
    }
    compared
}

#[test]
fn what_is_hidden_changes_no_answer_of_a_table() {
    let all = ["fog", "penetration", "support", "breakdown", "weather"];
    for (name, options, seed) in
        [("dresden-20", &all[..1], 3), ("dresden-20-maneuver", &all[..0], 4), ("dresden-20-maneuver", &all[..], 5)]
    {
        let options: Vec<(String, String)> = options.iter().map(|&option| (option.to_owned(), "on".to_owned())).collect();
        let game = Campaign::new(name, &options).unwrap();
        let desk = open(name, &options, &mut SeededDice::new(seed)).unwrap();
        let mut dice = SeededDice::new(seed);
        let mut state = game.start(&mut Umpire::silent(&mut dice));
        let tags: Vec<String> = ["OG", "GR", "XIV", "RuCv", "FD1", "nobody"].map(str::to_owned).into();
        let (mut actions, mut compared) = (Vec::new(), 0);
        for step in 0..240 {
            if matches!(game.decision(&state), Decision::Over(_)) {
                break;
            }
            game.legal_actions(&state, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            if step % 12 == 0 {
                compared += compare((&game, &*desk), &state, (action, seed + step), &tags);
            }
            game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
        }
        assert!(compared > 10, "{name}: {compared}");
    }
}
