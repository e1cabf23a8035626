//! [2.4] A game with something changed, for asking "what if": a counter's figures, or when reinforcements come. Everything that holds for
//! the data of a published game is checked here too.

use crate::Battle;
use crate::scenario::{MOVEMENTS, Piece, STRENGTHS, Scenario, Start};
use grognard_engine::DataError;
use grognard_engine::rows::{bounded, within};
use grognard_engine::what_if::change_all;

/// What can be written, for those who wrote something else.
const FORMS: &str = "expected unit:TAG:strength=N, unit:TAG:movement=N, unit:TAG:start=PLACE or turn:NAME=N";

impl Battle {
    /// A game by its name, with options, and with some things changed.
    ///
    /// # Errors
    /// An unknown game, option or change; a change that the data would not allow.
    pub fn changed(game: &str, options: &[(String, String)], changes: &[String]) -> Result<Self, DataError> {
        let published = Self::new(game, options)?;
        let mut scenario = published.scenario;
        change_all(&mut scenario, changes, FORMS, Scenario::change)?;
        Self::with(scenario, published.options)
    }
}

impl Scenario {
    /// Changes one thing: `unit:TAG:strength=5`, `unit:TAG:movement=4`, `unit:TAG:start=1204`, or `turn:NAME=4` for the turn in which a
    /// counter, or every counter of a formation, arrives.
    ///
    /// # Errors
    /// Says what was expected. The scenario is of no use after that.
    fn change(&mut self, what: &[&str], value: &str) -> Result<(), String> {
        match what {
            ["unit", tag, figure] => self.change_unit(tag, figure, value),
            ["turn", name] => self.change_turn(name, value),
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
                if let Start::Hex(hex) = start {
                    let others = self.pieces.iter().enumerate().filter(|(other, _)| *other != i);
                    let taken: Vec<_> = others
                        .filter_map(|(_, p)| if let Start::Hex(h) = p.start { Some((h, p.side, p.arm)) } else { None })
                        .collect();
                    self.check_room(&taken, hex, changed.side, changed.arm)?;
                }
                self.pieces[i] = changed;
            }
            _ => return Err(FORMS.to_owned()),
        }
        Ok(())
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
    }
}
