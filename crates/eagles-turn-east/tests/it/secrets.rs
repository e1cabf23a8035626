//! Hidden leaders stay hidden, and worlds that might be differ from the truth where something is hidden.

use grognard_eagles_turn_east::state::{Away, By, Frame, Leaders, NOBODY, Phase, REDOUBTS, Redoubt, Train};
use grognard_eagles_turn_east::{Action, Campaign, Side, State};
use grognard_engine::dice::SeededDice;
use grognard_engine::fields::NOWHERE;
use grognard_engine::{Decision, HexId, Rules, Seat, Secrets, Umpire, Views, Words};

fn opening() -> (Campaign, State) {
    let game = Campaign::new("eagles-friedland", &[]).unwrap();
    let state = game.start(&mut Umpire::silent(&mut SeededDice::new(1)));
    (game, state)
}

#[test]
fn the_enemy_sees_flags_not_names() {
    let (game, state) = opening();
    for (seat, own) in [(Some(Seat(0)), "French"), (Some(Seat(1)), "Coalition"), (None, "nobody")] {
        let board = game.board(&state, seat);
        for counter in &board.counters {
            assert_eq!(counter.hidden, counter.side != own, "{} to {seat:?}", counter.tag);
            if counter.hidden {
                assert!(counter.tag.starts_with('?') && counter.strength.is_none() && counter.values.is_empty());
            }
        }
        assert!(board.boxes.iter().all(|display| display.side.as_deref() == Some(own)));
    }
}

#[test]
fn leaders_who_set_up_together_are_exchanged() {
    let (game, state) = opening();
    // Ney, Bessieres and Colbert begin in Eylau under one flag; Napoleon there has no troops, and is known by that.
    let place = |state: &State, tag: &str| state.hex(game.read_leader(tag).unwrap());
    let mut together = game.opening();
    let away = game.grid().read("N-3526").unwrap();
    let ney = usize::from(game.read_leader("Ney").unwrap());
    together.hexes[ney] = away;
    // They have parted, and nobody knows who it is that went.
    together.placed = Leaders::EMPTY;
    let mut homes = Vec::new();
    for seed in 0..40 {
        let world = game.resample(&together, Some(Seat(1)), &mut SeededDice::new(seed));
        homes.push(["Ney", "Bessieres", "Colbert"].into_iter().position(|tag| place(&world, tag) == Some(away)).unwrap());
        assert_eq!(place(&world, "Napoleon"), place(&state, "Napoleon"));
        assert_eq!(place(&world, "Bennigsen"), place(&state, "Bennigsen"));
    }
    assert!((0..3).all(|one| homes.contains(&one)), "{homes:?}");
    // Their owner knows who is who.
    assert_eq!(game.resample(&together, Some(Seat(0)), &mut SeededDice::new(3)).hexes, together.hexes);
}

#[test]
fn losses_on_the_march_are_nobody_elses_affair() {
    let (game, mut state) = opening();
    let davout = game.read_leader("Davout").unwrap();
    let truth = game.points(&state, davout);
    state.fog[usize::from(davout)] = 3;
    let worlds: Vec<u16> =
        (0..60).map(|seed| game.points(&game.resample(&state, Some(Seat(1)), &mut SeededDice::new(seed)), davout)).collect();
    assert!(worlds.iter().any(|&points| points < truth) && worlds.contains(&truth));
    // The public score does not tell them.
    let mut hurt = state;
    let unit = (0..).zip(game.bodies()).find(|(_, body)| body.tag == "MorandI").unwrap().0;
    hurt.strength[unit as usize][0] -= 2;
    assert_eq!(game.board(&state, Some(Seat(1))).tracks, game.board(&hurt, Some(Seat(1))).tracks);
    assert_eq!(game.victory_points(&hurt, false)[1], game.victory_points(&hurt, true)[1] + 2);
}

#[test]
fn what_a_march_costs_those_who_lie_open_is_not_shown() {
    let (game, mut state) = opening();
    let davout = game.read_leader("Davout").unwrap();
    let shown = game.points(&state, davout);
    // [1.1] [6.7] He has been turned up for a repulse, and then his march has cost him two points.
    state.open.insert(davout.into());
    state.fog[usize::from(davout)] = 1;
    let unit = (0..).zip(game.bodies()).find(|(_, body)| body.tag == "MorandI").unwrap().0;
    state.strength[unit as usize][0] -= 2;
    let seen = |seat| {
        let board = game.board(&state, seat);
        board.counters.iter().find(|counter| counter.tag == "Davout").and_then(|counter| counter.strength)
    };
    let [full, left] = [shown, shown - 2].map(|points| Some(i32::from(points)));
    assert_eq!([Some(Seat(0)), Some(Seat(1)), None].map(seen), [left, full, full]);
    let worlds: Vec<u16> =
        (0..60).map(|seed| game.points(&game.resample(&state, Some(Seat(1)), &mut SeededDice::new(seed)), davout)).collect();
    assert!(worlds.contains(&shown) && worlds.contains(&(shown - 1)), "{worlds:?}");
}

/// [13] Two points are lost with the way back; what the march to the ships has cost stays as private as it was.
#[test]
fn who_comes_out_of_danzig_is_not_counted() {
    let game = Campaign::new("eagles-grand", &[]).unwrap();
    let mut state = game.opening();
    let leader = game.read_leader("Sacken").unwrap();
    let at = usize::from(leader);
    let unit = usize::from(game.on_track(&state, leader).next().unwrap());
    let full = game.points(&state, leader);
    state.strength[unit][0] -= 1;
    (state.hexes[at], state.away[at], state.since[at], state.exit[at], state.fog[at]) = (NOWHERE, Away::Danzig, 80, NOWHERE, 3);
    state.turn = game.scenario().calendar.turn_of("25-26 May").unwrap();
    (state.phasing, state.phase, state.frame) = (Side::Coalition, Phase::Combat, Frame::Attack);
    game.apply(&mut state, Action::End, &mut Umpire::silent(&mut SeededDice::new(1)));
    assert_eq!((state.away[at], game.points(&state, leader)), (Away::Due, full - 3));
    // He has gone ashore.
    (state.hexes[at], state.away[at]) = (game.grid().read("N-1817").unwrap(), Away::No);
    let seen = |seed| game.points(&game.resample(&state, Some(Seat(0)), &mut SeededDice::new(seed)), leader);
    let worlds: Vec<u16> = (0..60).map(seen).collect();
    assert!(worlds.contains(&(full - 2)) && worlds.contains(&(full - 3)), "{worlds:?}");
}

#[test]
fn words_and_dice_are_told_to_whom_they_belong() {
    let (game, mut state) = opening();
    let Decision::Choose { seat, .. } = game.decision(&state) else { panic!("over") };
    assert_eq!(seat, Seat(1));
    let mut dice = SeededDice::new(5);
    let mut play = |state: &mut State, text: &str| {
        let action = game.read_action(text).unwrap();
        let before = *state;
        game.play(state, seat, action, &mut Umpire::silent(&mut dice))
            .unwrap_or_else(|why| panic!("{}", game.explain_refusal(&why)));
        (before, *state, action)
    };
    play(&mut state, "end");
    play(&mut state, "end");
    let (before, after, action) = play(&mut state, "command Kamenski");
    let told = |viewer| game.told_entry(&before, &after, seat, action, &[], viewer).0;
    assert_eq!(
        (told(Some(Seat(1))), told(Some(Seat(0))), told(None)),
        ("command Kamenski".into(), "command ?".into(), "command ?".into())
    );
    let (before, after, action) = play(&mut state, "done");
    assert_eq!(action, Action::Done);
    assert_eq!(game.told_entry(&before, &after, seat, action, &[4], Some(Seat(0))).1, Vec::<u8>::new());
    assert_eq!(game.told_entry(&before, &after, seat, action, &[4], Some(Seat(1))).1, vec![4]);
}

#[test]
fn zones_do_not_tell_whether_guns_stand_in_a_redoubt() {
    let game = Campaign::new("eagles-friedland-campaign", &[]).unwrap();
    let hex = |number: &str| game.grid().read(number).unwrap();
    let leader = |tag: &str| usize::from(game.read_leader(tag).unwrap());
    let mut without = game.opening();
    without.hexes[leader("Soult")] = hex("C-2203");
    without.hexes[leader("Bagration")] = hex("C-2303");
    let mut with = without;
    let unit = game.on_track(&with, leader("Soult") as u8).next().unwrap();
    with.strength[usize::from(unit)][2] = 1;
    assert!(game.is_walled(&with, Side::French, hex("C-2203")) && !game.is_walled(&without, Side::French, hex("C-2203")));
    let zones = |state: &State, seat| game.overlay(state, "zones", None, seat).unwrap();
    for seat in [None, Some(Seat(1))] {
        assert_eq!(zones(&with, seat), zones(&without, seat), "{seat:?}");
    }
    assert_ne!(zones(&with, Some(Seat(0))), zones(&without, Some(Seat(0))), "their owner knows");
}

#[test]
fn hospitals_and_objectives_are_their_owners_affair() {
    let game = Campaign::new("eagles-grand", &[]).unwrap();
    let mut state = game.opening();
    state.grand.wards[0][0] = [7, 2, 1];
    state.grand.remounts[0] = 3;
    let tracks = |seat| game.board(&state, seat).tracks.iter().map(|track| track.name.clone()).collect::<Vec<_>>();
    assert!(tracks(Some(Seat(0))).iter().any(|name| name.contains("hospital")));
    for seat in [None, Some(Seat(1))] {
        assert!(!tracks(seat).iter().any(|name| name.contains("hospital") || name.contains("French remounts")), "{seat:?}");
    }
}

/// In which order a position holds trains depends on who carries them, which is private: neither what lies on the map nor which pontoon is taken up may tell it.
#[test]
fn the_order_of_trains_tells_nothing() {
    let game = Campaign::new("eagles-pultusk-campaign", &[]).unwrap();
    let mut state = game.start(&mut Umpire::silent(&mut SeededDice::new(1)));
    let hex = |name: &str| game.grid().read(name).unwrap();
    let davout = game.read_leader("Davout").unwrap();
    let lies = |hex, facing| Train { side: Side::French, carrier: NOBODY, hex, facing };
    (state.phasing, state.phase, state.frame) = (Side::French, Phase::Movement, Frame::March);
    (state.hand, state.by, state.force) = (davout, By::Command, Leaders::one(davout.into()));
    (state.hexes[usize::from(davout)], state.origin) = (hex("S-4329"), hex("S-4329"));
    state.trains[0] = lies(hex("S-4329"), 5);
    state.trains[1] = lies(hex("S-4329"), 2);
    state.trains[2] = lies(hex("S-1522"), Train::PACKED);
    state.trains[3] = lies(hex("S-1523"), Train::PACKED);
    let mut other = state;
    other.trains.reverse();
    for _ in 0..2 {
        for seat in [Some(Seat(0)), Some(Seat(1)), None] {
            let [one, same] = [&state, &other].map(|state| format!("{:?}", game.board(state, seat)));
            assert!(one == same, "{seat:?}");
        }
        for state in [&mut state, &mut other] {
            game.apply(state, Action::Lift, &mut Umpire::silent(&mut SeededDice::new(1)));
        }
    }
    let laid = |state: &State| state.trains.iter().filter(|train| train.facing < Train::PACKED).count();
    assert!(laid(&state) < 2, "a pontoon was taken up");
}

/// What lets a counter march is private in a campaign: that it is the sound of the guns is told to nobody else.
#[test]
fn who_hears_the_guns_is_not_told() {
    let game = Campaign::new("eagles-eylau-campaign", &[]).unwrap();
    let state = game.opening();
    let bagration = game.read_leader("Bagration").unwrap();
    let told = |viewer| game.told_entry(&state, &state, Seat(1), Action::Listen(bagration), &[], viewer).0;
    assert_eq!([Some(Seat(1)), Some(Seat(0)), None].map(told), ["listen Bagration", "activate", "activate"]);
}

/// A march that a dummy has stopped on its way tells nobody else where it was to lead.
#[test]
fn where_a_march_was_to_lead_is_its_owners_affair() {
    let game = Campaign::new("eagles-eylau-campaign", &[]).unwrap();
    let hex = |number: &str| game.grid().read(number).unwrap();
    let bagration = game.read_leader("Bagration").unwrap();
    let mut before = game.opening();
    before.hand = bagration;
    for (end, words) in [("C-2410", "go ?"), ("C-2412", "go C-2412")] {
        let mut after = before;
        after.hexes[usize::from(bagration)] = hex(end);
        let told = |viewer| game.told_entry(&before, &after, Seat(1), Action::Go(hex("C-2412")), &[], viewer).0;
        assert_eq!([Some(Seat(1)), Some(Seat(0)), None].map(told), ["go C-2412", words, words]);
    }
}

/// Whether a Major General leads men from the pool is private: he is told of under the case of all who are made.
#[test]
fn a_counter_that_is_raised_is_told_as_any_major_general() {
    let game = Campaign::new("eagles-eylau-campaign", &[]).unwrap();
    let mut state = game.opening();
    (state.phasing, state.phase, state.frame) = (Side::Coalition, Phase::Command, Frame::Organize);
    let mut options = Vec::new();
    game.legal_actions(&state, &mut options);
    let raise = options.into_iter().find(|action| matches!(action, Action::Raise(..))).unwrap();
    let mut events = Vec::new();
    game.apply(&mut state, raise, &mut Umpire::new(&mut SeededDice::new(1), &mut events));
    let told: Vec<&str> = events.iter().filter_map(|event| game.told(event, Some(Seat(0)))).map(|event| event.case.0).collect();
    assert!(told.contains(&"I.b.3") && !told.contains(&"I.b.2"), "{told:?}");
}

/// Whether something came to light in an action that was played in words.
fn comes_to_light(game: &Campaign, state: &mut State, words: &str) -> bool {
    let action = game.read_action(words).unwrap();
    game.check(state, action).unwrap_or_else(|why| panic!("{words}: {}", why.why));
    let mut events = Vec::new();
    game.apply(state, action, &mut Umpire::new(&mut SeededDice::new(1), &mut events));
    events.iter().any(|event| game.reveals(event))
}

/// [III.b.3] [16.5] Guns go forward after picks have been shown and before a die is rolled: whoever picked last does not pick again.
#[test]
fn picks_that_were_shown_are_not_taken_back() {
    let game = Campaign::new("eagles-eylau-campaign", &[("batteries".to_owned(), "on".to_owned())]).unwrap();
    let mut state = game.opening();
    (state.phasing, state.phase, state.frame) = (Side::French, Phase::Combat, Frame::Attack);
    for (tag, place) in [("Davout", "C-3008"), ("Bagration", "C-3007")] {
        state.hexes[usize::from(game.read_leader(tag).unwrap())] = game.grid().read(place).unwrap();
    }
    let words = ["target C-3007", "join Davout", "close", "pitched", "pursuit"];
    let shown = words.map(|words| comes_to_light(&game, &mut state, words));
    assert!(matches!(state.frame, Frame::Guns(_)), "{:?}", state.frame);
    assert_eq!(shown[2..], [true, false, true], "the Forces, nothing, both picks");
}

/// [6.10] Within two hexes of a counter one sees whether it flees: whoever has come so near knows that it is no Outpost, and does not take his march back.
#[test]
fn a_march_that_shows_who_is_no_outpost_is_not_taken_back() {
    let game = Campaign::new("eagles-eylau-campaign", &[]).unwrap();
    let mut state = game.opening();
    let (murat, bagration) = (game.read_leader("Murat").unwrap(), game.read_leader("Bagration").unwrap());
    let hex = |number: &str| game.grid().read(number).unwrap();
    (state.phasing, state.phase, state.frame) = (Side::French, Phase::Movement, Frame::March);
    (state.hand, state.by, state.force) = (murat, By::Initiative, Leaders::one(murat.into()));
    (state.hexes[usize::from(murat)], state.origin) = (hex("C-3015"), hex("C-3015"));
    state.hexes[usize::from(bagration)] = hex("C-3009");
    // With the first step everybody is looked at who began near an enemy.
    comes_to_light(&game, &mut state, "go C-3014");
    assert!(!state.genuine.has(bagration.into()) && !state.genuine.has(murat.into()));
    assert!(!comes_to_light(&game, &mut state, "go C-3013"), "nobody is near");
    let from = state;
    assert!(comes_to_light(&game, &mut state, "go C-3011"));
    assert!(state.genuine.has(bagration.into()));
    // What is known already does not come to light again.
    let mut known = from;
    [murat, bagration].into_iter().for_each(|leader| known.genuine.insert(leader.into()));
    assert!(!comes_to_light(&game, &mut known, "go C-3011"));
}

/// [1.1] When the war is over everything lies open.
#[test]
fn an_armistice_is_not_taken_back() {
    let game = Campaign::new("eagles-eylau-campaign", &[]).unwrap();
    let mut state = game.opening();
    (state.phasing, state.phase, state.frame) = (Side::Coalition, Phase::Movement, Frame::Command);
    state.won = state.turn;
    assert!(comes_to_light(&game, &mut state, "peace"));
    assert_eq!(state.frame, Frame::Over);
}

/// [10.2] Whoever has moved into Königsberg knows it: the worlds drawn for him keep what he has taken, and those drawn for others do not lean on it.
#[test]
fn who_has_taken_koenigsberg_does_not_forget_it() {
    let game = Campaign::new("eagles-eylau-campaign", &[]).unwrap();
    let leader = |tag: &str| game.read_leader(tag).unwrap();
    let hex = |number: &str| game.grid().read(number).unwrap();
    let march = |side: Side, tag: &str, from: &str, to: &str| {
        let mut state = game.opening();
        (state.phasing, state.phase, state.frame) = (side, Phase::Movement, Frame::March);
        // Nobody else is near.
        (state.koenigsberg, state.offices[2].center) = (side.other(), hex("N-4323"));
        state.hexes.fill(NOWHERE);
        (state.hand, state.by, state.force) = (leader(tag), By::Initiative, Leaders::one(leader(tag).into()));
        (state.hexes[usize::from(leader(tag))], state.origin) = (hex(from), hex(from));
        comes_to_light(&game, &mut state, &format!("go {to}"));
        state
    };
    let marches = [
        march(Side::French, "Gudin", "N-3216", "N-3213"),
        march(Side::French, "FrOutpostA", "N-3216", "N-3213"),
        march(Side::Coalition, "Bagration", "N-3212", "N-3215"),
    ];
    for (state, (owner, holder)) in marches.iter().zip([(0, Side::French), (0, Side::Coalition), (1, Side::Coalition)]) {
        assert_eq!(state.koenigsberg, holder);
        for seed in 0..4 {
            let drawn = |seat| game.resample(state, seat, &mut SeededDice::new(seed));
            assert_eq!(drawn(Some(Seat(owner))).koenigsberg, holder, "{owner}");
            // No award has been given: for all others it is the Coalition's as far as they know.
            for seat in [Some(Seat(1 - owner)), None] {
                assert_eq!(drawn(seat).koenigsberg, Side::Coalition, "{seat:?}");
            }
        }
    }
}

/// [6.8] [6.10] The train of a leader who gives way is taken by a Force only: whoever has taken one is known to be none other.
#[test]
fn who_takes_the_train_of_whom_he_drives_off_is_no_outpost() {
    let game = Campaign::new("eagles-eylau-campaign", &[]).unwrap();
    let leader = |tag: &str| game.read_leader(tag).unwrap();
    let hex = |number: &str| game.grid().read(number).unwrap();
    let mut state = game.opening();
    let (napoleon, bennigsen) = (leader("Napoleon"), leader("Bennigsen"));
    state.hexes.fill(NOWHERE);
    (state.hexes[usize::from(napoleon)], state.hexes[usize::from(bennigsen)]) = (hex("S-4206"), hex("S-4203"));
    state.trains[0] = Train { side: Side::French, carrier: napoleon, hex: NOWHERE, facing: Train::PACKED };
    for at in 0..game.bodies().len() {
        if state.track[at] == napoleon {
            state.strength[at] = [0; 3];
        }
    }
    (state.phasing, state.phase, state.frame) = (Side::Coalition, Phase::Movement, Frame::March);
    (state.hand, state.by, state.origin) = (bennigsen, By::Initiative, hex("S-4203"));
    state.force = Leaders::one(bennigsen.into());
    comes_to_light(&game, &mut state, "go S-4206");
    assert_eq!(state.trains[0].carrier, bennigsen);
    assert!(state.genuine.has(bennigsen.into()));
}

/// [9.8] [16.1] [6.10] Who makes way for a retreat and comes into an enemy redoubt is known by what he does there.
#[test]
fn who_makes_way_into_a_redoubt_is_known_by_his_deeds() {
    let game = Campaign::new("eagles-friedland-campaign", &[]).unwrap();
    let leader = |tag: &str| game.read_leader(tag).unwrap();
    let hex = |number: &str| game.grid().read(number).unwrap();
    let (ney, bennigsen) = (leader("Ney"), leader("Bennigsen"));
    let retreat = |tag: &str, enemy: HexId| {
        let mut state = game.opening();
        state.hexes.fill(NOWHERE);
        for (who, at) in [(ney, "C-2406"), (bennigsen, "C-2606"), (leader(tag), "C-2306")] {
            state.hexes[usize::from(who)] = hex(at);
        }
        state.redoubts = [Redoubt::NONE; REDOUBTS];
        state.redoubts[0] = Redoubt { hex: hex("C-2306"), ..Redoubt::NONE };
        state.redoubts[1] = Redoubt { hex: enemy, side: Side::Coalition, ..Redoubt::NONE };
        (state.phasing, state.phase, state.frame) = (Side::Coalition, Phase::Combat, Frame::Flee(Side::French));
        let battle = &mut state.battle;
        battle.force = [ney, bennigsen].map(|one| Leaders::one(one.into()));
        (battle.round, battle.attacker, battle.beaten) = (1, Side::Coalition, 1);
        (battle.length, battle.left, battle.fleeing, battle.groups) = (3, 2, battle.force[0], 1);
        (battle.trails[0][0], battle.trails[0][1], battle.steps[0]) = (hex("C-2506"), hex("C-2406"), 2);
        comes_to_light(&game, &mut state, "flee C-2306");
        state
    };
    let to = retreat("Victor", NOWHERE).hex(leader("Victor")).unwrap();
    assert_ne!(to, hex("C-2306"));
    for (tag, razes) in [("Victor", true), ("FrOutpostA", false)] {
        let state = retreat(tag, to);
        let who = leader(tag).into();
        assert_eq!((state.genuine.has(who), state.bare.has(who)), (razes, !razes), "{tag}");
    }
}
