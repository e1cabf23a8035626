//! [2.4] A game with something changed, for asking "what if": a counter's figures, when reinforcements come, when it rains and when it is night.
//! Everything that holds for the data of a published game is checked here too.

use crate::Battle;
use crate::scenario::{MOVEMENTS, Piece, STRENGTHS, Scenario, Start};
use crate::title::Title;
use grognard_engine::DataError;
use grognard_engine::rows::{bounded, within};
use grognard_engine::what_if::change_all;
use std::ops::RangeInclusive;

/// What can be written, for those who wrote something else.
const FORMS: &str = "expected unit:TAG:strength=N, unit:TAG:movement=N, unit:TAG:start=PLACE, turn:NAME=N, rain:FIRST-LAST=yes or night:FIRST-LAST=yes";

impl Battle {
    /// A game by its name, with options, and with some things changed.
    ///
    /// # Errors
    /// An unknown game, option or change; a change that the data would not allow.
    pub fn changed(game: &str, options: &[(String, String)], changes: &[String]) -> Result<Self, DataError> {
        let published = Self::new(game, options)?;
        let mut scenario = published.scenario;
        change_all(&mut scenario, changes, FORMS, Scenario::change)?;
        // Units can change places: whether there is room is asked when all stand where they are to stand.
        change_all(&mut scenario, changes, FORMS, Scenario::has_room)?;
        Self::with(scenario, published.options)
    }
}

impl Scenario {
    /// Changes one thing: `unit:TAG:strength=5`, `unit:TAG:movement=4`, `unit:TAG:start=1204`, or `turn:NAME=4` for the turn in which a
    /// counter, or every counter of a formation, arrives; `rain:9-16=no` and `night:7=no` for turns of the track.
    ///
    /// # Errors
    /// Says what was expected. The scenario is of no use after that.
    fn change(&mut self, what: &[&str], value: &str) -> Result<(), String> {
        match what {
            ["unit", tag, figure] => self.change_unit(tag, figure, value),
            ["turn", name] => self.change_turn(name, value),
            ["rain", turns] => self.change_rain(turns, value),
            ["night", turns] => self.change_night(turns, value),
            _ => Err(FORMS.to_owned()),
        }
    }

    fn change_unit(&mut self, tag: &str, figure: &str, value: &str) -> Result<(), String> {
        let i = self.pieces.iter().position(|p| p.tag == tag).ok_or_else(|| format!("there is no unit {tag:?}"))?;
        match figure {
            "strength" => self.pieces[i].strength = within(figure, value, STRENGTHS)?,
            "movement" => self.pieces[i].movement = within(figure, value, MOVEMENTS)?,
            "start" => {
                let (start, reserve) = self.read_start(value)?;
                let changed = Piece { start, reserve, ..self.pieces[i].clone() };
                changed.check()?;
                if let Start::Due { turn, .. } = start {
                    bounded("turn", turn, self.track())?;
                }
                self.pieces[i] = changed;
            }
            _ => return Err(FORMS.to_owned()),
        }
        Ok(())
    }

    /// That a unit which was given another place has room there.
    fn has_room(&mut self, what: &[&str], _: &str) -> Result<(), String> {
        let ["unit", tag, "start"] = what else { return Ok(()) };
        let Some(i) = self.pieces.iter().position(|p| p.tag == *tag) else { return Ok(()) };
        let Piece { start: Start::Hex(hex), side, arm, .. } = self.pieces[i] else { return Ok(()) };
        let others = self.pieces.iter().enumerate().filter(|(other, _)| *other != i);
        let taken: Vec<_> =
            others.filter_map(|(_, p)| if let Start::Hex(h) = p.start { Some((h, p.side, p.arm)) } else { None }).collect();
        self.check_room(&taken, hex, side, arm)
    }

    /// [7.0] A counter, or all counters of a formation or of a printed name, arrive in another turn.
    fn change_turn(&mut self, name: &str, value: &str) -> Result<(), String> {
        let turn = within("turn", value, self.track())?;
        let named = |p: &Piece| p.tag == name || p.formation == name || p.name == name;
        if !self.pieces.iter().any(named) {
            return Err(format!("there is no unit or formation {name:?}"));
        }
        let mut found = false;
        for piece in self.pieces.iter_mut().filter(|p| named(p)) {
            if let Start::Due { turn: due, .. } = &mut piece.start {
                *due = turn;
                found = true;
            }
        }
        if found { Ok(()) } else { Err(format!("{name} is no reinforcement with a turn of arrival")) }
    }

    /// [13.0] It rains in some turns, or does not.
    fn change_rain(&mut self, turns: &str, value: &str) -> Result<(), String> {
        if self.rules != Title::Dresden {
            return Err("it rains at Dresden only [13.0]".to_owned());
        }
        let (turns, rain) = (self.some_turns(turns)?, flag(value)?);
        turns.for_each(|turn| self.turns[usize::from(turn) - 1].rain = rain);
        Ok(())
    }

    /// [8.0] It is night in some turns, or is not.
    fn change_night(&mut self, turns: &str, value: &str) -> Result<(), String> {
        let (turns, night) = (self.some_turns(turns)?, flag(value)?);
        for turn in turns.map(usize::from) {
            // The Old Guard needs both of them to go home.
            if !night && self.turns[turn.saturating_sub(3)..turn - 1].iter().any(|before| before.end_of_day) {
                return Err(format!("turn {turn} follows the end of a day: it is night [17.3]"));
            }
            self.turns[turn - 1].night = night;
        }
        Ok(())
    }

    /// `9` or `9-16`: turns of the track.
    fn some_turns(&self, text: &str) -> Result<RangeInclusive<u8>, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let first = within("turn", first.trim(), self.track())?;
        Ok(first..=within("turn", last.trim(), first..=*self.track().end())?)
    }
}

fn flag(value: &str) -> Result<bool, String> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("{value:?}: expected yes or no")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(game: &str, change: &str) -> Result<Battle, String> {
        Battle::changed(game, &[], &[change.to_owned()]).map_err(|fault| fault.to_string())
    }

    #[test]
    fn one_thing_changes_and_nothing_else() {
        let published = Battle::new("dresden", &[]).unwrap();
        let strong = changed("dresden", "unit:Roth:strength=9").unwrap();
        let differing: Vec<&str> =
            published.pieces().iter().zip(strong.pieces()).filter(|(a, b)| a != b).map(|(a, _)| a.tag.as_str()).collect();
        assert_eq!(differing, ["Roth"]);
        assert_eq!(strong.pieces()[0].strength, 9);
        let late = changed("dresden", "turn:Rosen=9").unwrap();
        let rosen = late.pieces().iter().find(|p| p.tag == "Rosen").unwrap();
        assert!(matches!(rosen.start, Start::Due { turn: 9, .. }));
        // A formation comes as a whole; those of it that are on the map stay there.
        let guard = changed("dresden", "turn:Guard=8").unwrap();
        let moved = published.pieces().iter().zip(guard.pieces()).filter(|(a, b)| a != b).count();
        assert!(moved > 2, "{moved}");
    }

    #[test]
    fn rain_and_night_come_and_go_by_turns() {
        let wet = |battle: &Battle| (1..=32).filter(|&t| battle.scenario.turns[t - 1].rain).collect::<Vec<_>>();
        assert_eq!(wet(&changed("dresden", "rain:9-16=no").unwrap()), Vec::<usize>::new());
        assert_eq!(wet(&changed("dresden", "rain:14-16=no").unwrap()), [9, 10, 11, 12, 13]);
        assert_eq!(wet(&changed("dresden", "rain:6=yes").unwrap()), [6, 9, 10, 11, 12, 13, 14, 15, 16]);
        let dark = changed("dresden", "night:5-6=yes").unwrap();
        let nights: Vec<_> = (1..=32).filter(|&t| dark.scenario.turns[t - 1].night).collect();
        assert_eq!(nights, [5, 6, 7, 8, 17, 18]);
        assert!(changed("eylau", "rain:2=yes").is_err_and(|why| why.contains("[13.0]")));
        assert!(changed("eylau", "night:12=yes").is_ok());
    }

    #[test]
    fn what_is_not_known_or_not_possible_is_refused() {
        for (change, wanted) in [
            ("unit:Nobody:strength=5", "no unit \"Nobody\""),
            ("unit:Roth:strength=99", "expected 1 to 30"),
            ("unit:Roth:colour=red", "expected unit:TAG:strength=N"),
            ("unit:Roth:start=9999", "9999"),
            ("unit:Roth:start=C99", "expected 1 to 32"),
            ("turn:Rosen=0", "expected 1 to 32"),
            ("turn:Roth=3", "no reinforcement"),
            ("turn:Nobody=3", "no unit or formation"),
            ("strength", "expected unit:TAG"),
            ("rain:0=yes", "expected 1 to 32"),
            ("rain:9-40=yes", "expected 9 to 32"),
            ("rain:9-8=yes", "expected 9 to 32"),
            ("rain:9=wet", "expected yes or no"),
            ("night:7=no", "[17.3]"),
            ("night:6-8=no", "[17.3]"),
            ("night:18=no", "[17.3]"),
        ] {
            let why = changed("dresden", change).map(|_| ()).unwrap_err();
            assert!(why.contains(wanted) && why.contains(change), "{change}: {why}");
        }
        // A friend's hex has room for a second unit at Dresden, and none at Eylau.
        assert!(changed("dresden", "unit:Roth:start=2607").is_ok());
        let eylau = Battle::new("eylau", &[]).unwrap();
        let starts = |p: &Piece| matches!(p.start, Start::Hex(_));
        let mut there = eylau.pieces().iter().filter(|p| starts(p));
        let (a, b) = (there.next().unwrap(), there.next().unwrap());
        let Start::Hex(hex) = b.start else { panic!("on the map") };
        let change = format!("unit:{}:start={}", a.tag, eylau.grid().number(hex));
        assert!(changed("eylau", &change).is_err_and(|why| why.contains("[4.4]") || why.contains("[4.3]")));
        // But two can change places.
        let Start::Hex(hex) = a.start else { panic!("on the map") };
        let back = format!("unit:{}:start={}", b.tag, eylau.grid().number(hex));
        let swapped = Battle::changed("eylau", &[], &[change, back]).unwrap();
        let start = |tag: &str| swapped.pieces().iter().find(|p| p.tag == tag).map(|p| p.start);
        assert_eq!((start(&a.tag), start(&b.tag)), (Some(b.start), Some(a.start)));
    }
}
