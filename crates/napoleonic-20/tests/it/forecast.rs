//! The forecast against the rules themselves: every die and every choice of a battle played out through the same door as in a game.

use crate::romp::game;
use grognard_engine::dice::every_roll;
use grognard_engine::{Case, Dice, Rules, Umpire, Views, Words};
use grognard_napoleonic_20::state::{Frame, State};
use grognard_napoleonic_20::unitset::Unit;
use grognard_napoleonic_20::{Action, Campaign};

/// Ways of the dice of one action: eleven of them at most.
const PER: u32 = 6u32.pow(11);
/// Chances are whole numbers out of this.
const WHOLE: u128 = (PER as u128).pow(2);

/// Lets the dice of a battle fall every way, and holds all others still.
struct BattleDice<'a>(&'a mut dyn Dice);

impl Dice for BattleDice<'_> {
    fn roll(&mut self, faces: u8, case: Case) -> u8 {
        if ["9.6", "9.6.2", "9.8.4", "9.10"].contains(&case.0) { self.0.roll(faces, case) } else { 1 }
    }
}

/// What may become of a unit.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fate {
    Broken,
    Routed,
}

/// The chance of a fate, out of [`WHOLE`], if every choice in the battle is made for it (or against it).
fn chance(game: &Campaign, before: &State, state: &State, unit: Unit, fate: Fate, wanted: bool) -> u128 {
    let fighting =
        matches!(state.frame, Frame::Reserves(_) | Frame::Losses | Frame::Retreat(_) | Frame::Toward(_) | Frame::Flee(_));
    if !fighting || state.broken.has(unit) != before.broken.has(unit) {
        let came = match fate {
            Fate::Broken => state.broken.has(unit),
            Fate::Routed => state.routed.has(unit) && !before.routed.has(unit),
        };
        return if came { WHOLE } else { 0 };
    }
    let mut options = Vec::new();
    game.legal_actions(state, &mut options);
    // The forecast is made for the battle as it stands: nobody commits anything more.
    options.retain(|action| *action != Action::Commit);
    let mut best: Option<u128> = None;
    for action in options {
        let mut sum = 0u128;
        every_roll(
            PER,
            |dice| {
                let mut next = *state;
                let mut dice = BattleDice(dice);
                game.apply(&mut next, action, &mut Umpire::silent(&mut dice));
                chance(game, before, &next, unit, fate, wanted)
            },
            |worth, ways| sum += worth * u128::from(ways),
        );
        let worth = sum / u128::from(PER);
        best = Some(best.map_or(worth, |old| if wanted { old.max(worth) } else { old.min(worth) }));
    }
    best.expect("somebody has to choose")
}

#[test]
fn a_forecast_is_what_playing_it_out_gives() {
    let (mut battles, mut hazards, mut garrisons) = (0, 0, 0);
    for (name, seeds) in [("dresden-20", 0..8), ("dresden-20-standard+support", 100..104)] {
        for seed in seeds {
            let mut last = None;
            game(name, seed, |table| {
                let state = &table.state;
                let battle = &state.battle;
                // One against one: what becomes of a unit then depends on nobody else's retreat.
                let single = battle.attackers.len() == 1 && battle.defenders.len() + battle.garrisons.count_ones() == 1;
                if !matches!(state.frame, Frame::Reserves(_))
                    || !single
                    || last == Some((state.turn, state.phasing, battle.attackers))
                {
                    return;
                }
                last = Some((state.turn, state.phasing, battle.attackers));
                let forecast = table.game.forecast(state, None).expect("a battle has a forecast");
                battles += 1;
                garrisons += u32::from(battle.defenders.is_empty());
                for unit in battle.attackers.or(battle.defenders) {
                    let told = forecast.fates.iter().find(|f| f.tag == table.game.tag(unit)).expect("every unit has its fates");
                    for (fate, word) in [(Fate::Broken, "broken"), (Fate::Routed, "routed")] {
                        let [least, most] = [false, true].map(|wanted| chance(&table.game, state, state, unit, fate, wanted));
                        let found = told.chances.iter().find(|(w, _)| w == word).map(|(_, chance)| *chance);
                        let (low, high, per) = found.map_or((0, 0, 1), |c| (c.least, c.most, c.per));
                        let at = || format!("{name} seed {seed}: {word} {} in {}", told.tag, table.game.write_position(state));
                        assert_eq!(u128::from(high) * WHOLE, most * u128::from(per), "{}", at());
                        assert_eq!(u128::from(low) * WHOLE, least * u128::from(per), "{}", at());
                        hazards += u32::from(per > 36);
                    }
                }
            });
        }
    }
    assert!(battles > 5 && hazards > 0, "{battles} battles, {hazards} with hazards, {garrisons} against garrisons");
}
