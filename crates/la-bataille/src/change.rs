//! A game with something changed, for asking "what if": what is printed on a counter, where it begins, when it comes, the numbers of the rules that stand
//! alone, and when the morale of a corps sinks. What holds for the data of the published game holds here too.

use crate::base6::is_value;
use crate::state::{Arm, Place, Unit};
use crate::{Bautzen, Field, Setup};
use grognard_engine::DataError;
use grognard_engine::rows::within;
use grognard_engine::what_if::change_all;

/// What can be written, for those who wrote something else.
const FORMS: &str = "expected unit:TAG:increments=N, unit:TAG:morale=N, unit:TAG:movement=N, unit:TAG:fire=N, unit:TAG:melee=N, unit:TAG:start=HEX, turn:TAG=N, \
                     figure:NAME=N or levels:CORPS=N/N/N";

/// The field of one of the games, while it is being changed.
struct Changing {
    field: Field,
    setup: Setup,
    turns: (u8, u8),
}

impl Bautzen {
    /// A game by its name, with options, and with some things changed.
    ///
    /// # Errors
    /// An unknown game, option or change; a change that the data would not allow.
    pub fn changed(game: &str, options: &[(String, String)], changes: &[String]) -> Result<Self, DataError> {
        let published = Self::new(game, options)?;
        let mut changing = Changing { field: published.field().clone(), setup: published.setup(), turns: published.turns() };
        change_all(&mut changing, changes, FORMS, Changing::change)?;
        let game = published.with(changing.field, false);
        game.sound(&game.opening()).map_err(|(place, why)| DataError::new("change", place, why))?;
        Ok(game)
    }
}

impl Changing {
    fn change(&mut self, what: &[&str], value: &str) -> Result<(), String> {
        match what {
            ["unit", tag, "start"] => self.change_start(tag, value),
            ["unit", tag, rating] => self.change_rating(tag, rating, value),
            ["turn", tag] => {
                let unit = self.find(tag)?;
                let start = &mut self.field.army.start[usize::from(unit)];
                if start.place != Place::Due {
                    return Err(format!("{tag} is no reinforcement [6.10]"));
                }
                start.until = within("turn", value, self.turns.0..=self.turns.1)?;
                Ok(())
            }
            ["figure", name] => {
                let figures = &mut self.field.tables.figures;
                let Some(published) = figures.get(name) else {
                    return Err(format!("there is no figure {name:?}; there is {}", crate::Figures::NAMES.join(", ")));
                };
                let bounds = if published < 0 { -40..=0 } else { 1..=40 };
                figures.set(name, within(name, value, bounds)?);
                Ok(())
            }
            ["levels", corps] => self.change_levels(corps, value),
            _ => Err(FORMS.to_owned()),
        }
    }

    /// A counter that is in this game.
    fn find(&self, tag: &str) -> Result<Unit, String> {
        let unit = self.field.army.roster.find(tag).ok_or_else(|| format!("there is no unit {tag:?}"))?.0;
        match self.field.army.start[usize::from(unit)].place {
            Place::Absent => Err(format!("{tag} is no unit of this game")),
            _ => Ok(unit),
        }
    }

    fn change_rating(&mut self, tag: &str, rating: &str, value: &str) -> Result<(), String> {
        let unit = usize::from(self.find(tag)?);
        let longest = 2 * self.field.tables.road_increments;
        let kind = &mut self.field.army.kinds[unit];
        if kind.arm == Arm::Leader {
            return Err(format!("{tag} is a leader, who has none of these"));
        }
        match rating {
            "increments" => {
                kind.increments = within(rating, value, 1..=longest)?;
                self.field.army.start[unit].left = kind.increments;
            }
            "morale" => {
                let morale = within(rating, value, 11..=66)?;
                if !is_value(morale) {
                    return Err(format!("morale {morale}: both dice of it are 1 to 6 [2.1]"));
                }
                kind.morale = morale;
            }
            "movement" => {
                kind.ma = within(rating, value, 1..=20)?;
                kind.heavy = kind.arm == Arm::Cavalry && kind.ma <= 12;
            }
            "fire" if kind.arm == Arm::Infantry => kind.fire = within(rating, value, 1..=40)?,
            "melee" => kind.melee = within(rating, value, 1..=60)?,
            _ => return Err(FORMS.to_owned()),
        }
        Ok(())
    }

    fn change_start(&mut self, tag: &str, value: &str) -> Result<(), String> {
        let unit = self.find(tag)?;
        let hex = self.field.ground.grid().read(value)?;
        let start = self.field.army.start[usize::from(unit)];
        if start.place != Place::Map {
            return Err(format!("{tag} comes later; change its turn [6.10]"));
        }
        let others = self.field.army.kinds.iter().zip(&self.field.army.start);
        let own = self.field.army.kind(unit).side;
        if others.into_iter().any(|(kind, so)| kind.side != own && so.stands_in(hex)) {
            return Err(format!("the enemy stands in {value} [6.7]"));
        }
        let terrain = self.field.ground.terrain(hex);
        let general = terrain.general() || terrain == crate::Terrain::Work;
        let so = &mut self.field.army.start[usize::from(unit)];
        so.hex = hex;
        if matches!(self.field.army.kinds[usize::from(unit)].arm, Arm::Infantry | Arm::Cavalry) {
            so.formation = if general { crate::Formation::General } else { crate::Formation::Column };
            so.heading -= so.heading % 2;
        }
        Ok(())
    }

    fn change_levels(&mut self, corps: &str, value: &str) -> Result<(), String> {
        let variant = match self.setup {
            Setup::Short => "short",
            Setup::Long => "long",
            Setup::Outposts => "none",
        };
        let row = self.field.tables.organisations.iter_mut().find(|row| row.0 == corps && row.1 == variant);
        let Some(row) = row else { return Err(format!("{corps:?} has no morale of its own in this game [20.3]")) };
        let parts: Vec<u8> = value.split('/').map(|part| within("level", part, 1..=100)).collect::<Result<_, _>>()?;
        match parts[..] {
            [a, b, c] if a <= b && b <= c => row.2 = [a, b, c],
            _ => return Err("three rising numbers of battalions, as 11/22/33".to_owned()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(game: &str, change: &str) -> Result<Bautzen, String> {
        Bautzen::changed(game, &[], &[change.to_owned()]).map_err(|fault| fault.to_string())
    }

    #[test]
    fn one_thing_changes() {
        let unit = |game: &Bautzen, tag: &str| game.read_unit(tag).unwrap();
        let strong = changed("bautzen-outposts", "unit:jaeger12:increments=6").unwrap();
        assert_eq!(strong.opening().piece(unit(&strong, "jaeger12")).left, 6);
        let brave = changed("bautzen", "unit:leg6b1:morale=11").unwrap();
        assert_eq!(brave.kind(unit(&brave, "leg6b1")).morale, 11);
        let late = changed("bautzen", "turn:ricard=9").unwrap();
        assert_eq!(late.opening().piece(unit(&late, "ricard")).until, 9);
        let here = changed("bautzen", "unit:leg6b1:start=1302").unwrap();
        assert_eq!(here.grid().number(here.opening().piece(unit(&here, "leg6b1")).hex), "1302");
        assert_eq!(changed("bautzen", "figure:charge_bonus=3").unwrap().figures().charge_bonus, 3);
        let firm = changed("bautzen", "levels:III Corps=20/30/40").unwrap();
        assert_eq!(
            firm.tables().organisations.iter().find(|row| row.0 == "III Corps" && row.1 == "long").unwrap().2,
            [20, 30, 40]
        );
    }

    #[test]
    fn what_is_not_known_or_not_possible_is_refused() {
        for (game, change, wanted) in [
            ("bautzen", "unit:nobody:morale=11", "no unit \"nobody\""),
            ("bautzen-outposts", "unit:ney:morale=11", "no unit of this game"),
            ("bautzen", "unit:ney:morale=11", "is a leader"),
            ("bautzen", "unit:leg6b1:morale=17", "1 to 6"),
            ("bautzen", "unit:leg6b1:increments=9", "expected 1 to 8"),
            ("bautzen", "unit:leg6b1:start=9999", "9999"),
            ("bautzen", "unit:leg6b1:start=2821", "the enemy stands"),
            ("bautzen", "unit:ricard:start=1303", "comes later"),
            ("bautzen", "turn:leg6b1=3", "no reinforcement"),
            ("bautzen", "figure:luck=3", "no figure"),
            ("bautzen", "figure:charge_bonus=0", "expected 1 to 40"),
            ("bautzen", "levels:III Corps=9/5/40", "three rising numbers"),
            ("bautzen-outposts", "levels:III Corps=1/2/3", "no morale of its own"),
            ("bautzen", "weather=rain", "expected unit:TAG"),
        ] {
            let why = changed(game, change).err().unwrap_or_default();
            assert!(why.contains(wanted) && why.lines().count() == 1, "{change}: {why}");
        }
    }
}
