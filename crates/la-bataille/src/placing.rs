//! [23.6] Free set-up, an option of each game: before the first turn the Coalition and then the French may put their units elsewhere within their areas, drawn
//! up as they like. Nobody has to: whoever changes nothing begins with the default places.

use crate::Bautzen;
use crate::action::{Action, SHAPES};
use crate::army::{Post, Setup};
use crate::event::{Event, Kind};
use crate::marching::Held;
use crate::rooms::asked;
use crate::state::{Arm, Formation, Frame, NOWHERE, Side, Standing, State, Unit, flag};
use crate::tables::Tables;
use grognard_engine::facing::HEADINGS;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};
use toml::{Table, Value};

/// A side sets up.
#[derive(Clone, Copy)]
pub struct Choosing(pub Side);

/// A unit that is being set up, and what has been done with it, as bits.
#[derive(Clone, Copy)]
pub struct Arranging {
    /// Who.
    pub unit: Unit,
    /// What has been done.
    pub done: u8,
}

const PLACED: u8 = 1;
const TURNED: u8 = 2;
const FORMED: u8 = 4;

/// [23.6] How many of a group may or must stand in some hexes.
#[derive(Clone, Debug)]
pub struct Limit {
    /// The group.
    pub group: String,
    /// Which hexes, written as in the units file.
    pub area: String,
    /// Of which arm.
    pub arm: String,
    /// At least so many.
    pub least: usize,
    /// At most so many.
    pub most: usize,
}

/// [23.6] The limits in `[[setup]]` of the tables.
pub(crate) fn limits(root: &Table) -> Vec<Limit> {
    let mut found = Vec::new();
    for group in root.get("setup").and_then(Value::as_array).into_iter().flatten() {
        let text = |row: &Value, key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        for row in group.get("limits").and_then(Value::as_array).into_iter().flatten() {
            let number = |key: &str| row.get(key).and_then(Value::as_integer).and_then(|n| usize::try_from(n).ok());
            let hexes = row.get("hexes").and_then(Value::as_array).into_iter().flatten();
            let hexes: Vec<&str> = hexes.filter_map(Value::as_str).collect();
            found.push(Limit {
                group: text(group, "id"),
                area: if hexes.is_empty() { text(row, "area") } else { hexes.join("|") },
                arm: text(row, "arm"),
                least: number("exactly").unwrap_or(0),
                most: number("exactly").or(number("at_most")).unwrap_or(usize::MAX),
            });
        }
    }
    found
}

impl Tables {
    /// [23.1] Whether a group of the short game begins in some formations only, and this is none of them.
    fn barred_in_short(&self, group: &str, formation: Formation) -> bool {
        let groups = self.root.get("setup").and_then(Value::as_array).into_iter().flatten();
        let mut rows = groups.filter(|row| row.get("id").and_then(Value::as_str) == Some(group));
        let words = rows.find_map(|row| row.get("formations_short").and_then(Value::as_array));
        // Limbered guns are a column of guns, and general order is what a column is in woods and among houses.
        let word = match formation {
            Formation::Limbered | Formation::General | Formation::Leader => Formation::Column.word(),
            formation => formation.word(),
        };
        words.is_some_and(|words| !words.iter().any(|known| known.as_str() == Some(word)))
    }

    /// [23.8] Where a side may set up in the drill.
    pub(crate) fn drill_area(&self, side: Side) -> String {
        let area = self.root.get("outposts").and_then(|drill| drill.get("area")).and_then(|area| area.get(side.name()));
        area.and_then(Value::as_str).unwrap_or_default().to_owned()
    }
}

impl Bautzen {
    /// Whether a hex belongs to an area of the units file: hexes, or a hex and how far around it, parted by bars; `W:` before one means west of the Spree.
    pub(crate) fn in_area(&self, area: &str, hex: HexId) -> bool {
        area.split('|').any(|part| {
            let (west, part) = part.strip_prefix("W:").map_or((false, part), |rest| (true, rest));
            let (centre, around) = part.split_once('+').unwrap_or((part, "0"));
            let Ok(centre) = self.grid().read(centre) else { return false };
            let far = around.parse().unwrap_or(0);
            self.grid().distance(centre, hex) <= far && (!west || self.ground().west_of_spree(hex))
        })
    }

    fn post(&self, unit: Unit) -> Option<&Post> {
        self.field().army.posts.get(usize::from(unit)).filter(|post| !post.area.is_empty())
    }

    /// [23.6] Whether a unit can be taken up to be set up elsewhere.
    fn may_arrange(&self, state: &State, side: Side, unit: Unit) -> Result<(), Violation> {
        let so = state.piece(unit);
        let no = |why: &'static str| Err(Violation::new("23.6", why, Subject::Unit(UnitId(unit))));
        if self.side(unit) != side {
            return no("the other side sets this unit up");
        }
        if !so.on_map() || self.post(unit).is_none() {
            return no("the unit does not begin on the map");
        }
        if so.has(flag::MOVED) {
            return no("the unit has been set up");
        }
        Ok(())
    }

    fn of_limit(&self, state: &State, limit: &Limit) -> usize {
        let here = |unit: &Unit| {
            let so = state.piece(*unit);
            let arm = match self.kind(*unit).arm {
                Arm::Infantry => "infantry",
                Arm::Cavalry => "cavalry",
                Arm::Artillery => "artillery",
                Arm::Leader => "leader",
            };
            so.on_map()
                && arm == limit.arm
                && self.post(*unit).is_some_and(|post| post.group == limit.group)
                && self.in_area(&limit.area, so.hex)
        };
        self.units().filter(here).count()
    }

    /// [23.6] Whether a unit may be put into a hex, and how it stands there.
    fn may_place(&self, state: &State, unit: Unit, hex: HexId) -> Result<Standing, Violation> {
        let what = Subject::Hex(hex);
        let no = |why: &'static str| Err(Violation::new("23.6", why, what));
        let so = *state.piece(unit);
        if hex == so.hex {
            return no("the unit stands there");
        }
        let Some(post) = self.post(unit) else { return no("the unit does not begin on the map") };
        if !self.in_area(&post.area, hex) {
            return no("the hex does not belong to the unit's area");
        }
        let mut next = self.gathered(so);
        next.hex = hex;
        if matches!(self.kind(unit).arm, Arm::Infantry | Arm::Cavalry) {
            next.formation = self.loose(state, hex);
            next.heading -= next.heading % 2;
        } else if next.formation == Formation::March {
            next.formation = Formation::Limbered;
        }
        self.may_stand(state, unit, &next)?;
        let mut then = state.clone();
        *then.piece_mut(unit) = next;
        let group = &post.group;
        for limit in self.tables().limits.iter().filter(|limit| limit.group == *group) {
            let (before, after) = (self.of_limit(state, limit), self.of_limit(&then, limit));
            if after > before && after > limit.most {
                return no("no more of its group may stand there");
            }
            if after < before && after < limit.least {
                return no("the unit may not leave the hex where it begins");
            }
        }
        Ok(next)
    }

    /// [23.6] Batteries in the works are unlimbered and look north or north-west; in the short game some begin in column or road march.
    fn as_demanded(&self, unit: Unit, so: Standing) -> Result<Standing, Violation> {
        let (group, area) = self.post(unit).map_or(("", ""), |post| (post.group.as_str(), post.area.as_str()));
        // Whoever is drawn out stays in his area with all of his hexes.
        let mut further = so.hexes().skip(1);
        if let Some(hex) = further.find(|&hex| !self.in_area(area, hex)) {
            return Err(Violation::new("23.6", "the hex does not belong to the unit's area", Subject::Hex(hex)));
        }
        if self.setup() == Setup::Short && self.tables().barred_in_short(group, so.formation) {
            return Err(Violation::new("23.6", "the division begins in column or in road march", Subject::Unit(UnitId(unit))));
        }
        let works = self.post(unit).is_some_and(|post| post.works);
        let north = matches!(so.heading, 0 | 10);
        if works && (so.formation != Formation::Unlimbered || !north) {
            let why = "guns in the works begin unlimbered, facing north or north-west";
            return Err(Violation::new("23.6", why, Subject::Unit(UnitId(unit))));
        }
        Ok(so)
    }

    /// [23.6] A side is done: the other sets up, or the game begins.
    fn end_set_up(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        state.pop();
        self.dress(state, side, umpire);
        umpire.tell(|| self.event(Kind::Segment, "23.6", &[], &[], format!("{} is set up", side.name())));
        if side == Side::Coalition {
            self.begin_set_up(state, Side::French);
        } else {
            self.begin_turn(state, umpire);
        }
    }

    /// [23.6] A side begins to set up.
    pub(crate) fn begin_set_up(&self, state: &mut State, side: Side) {
        state.phasing = side;
        state.frames = grognard_engine::stack::Stack::EMPTY;
        state.push(Frame::SetUp(side));
    }
}

impl Room<Bautzen> for Choosing {
    fn asks(self, _: &Bautzen, _: &State) -> (Seat, Case) {
        asked(self.0, "23.6")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        out.extend(game.units().filter(|&unit| game.may_arrange(state, self.0, unit).is_ok()).map(Action::Pick));
        out.push(Action::End);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Pick(unit) => game.may_arrange(state, self.0, unit),
            Action::End => Ok(()),
            Action::Place(_) => Err(Violation::new("23.6", "take a unit first", Subject::None)),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Pick(unit) => {
                state.notes_of(unit).mark(flag::MOVED);
                state.push(Frame::Arrange { unit, done: 0 });
            }
            _ => game.end_set_up(state, self.0, umpire),
        }
    }
}

impl Arranging {
    fn outcome(self, game: &Bautzen, state: &State, action: Action) -> Result<(Standing, u8), Violation> {
        let so = *state.piece(self.unit);
        let what = Subject::Unit(UnitId(self.unit));
        let once = |bit: u8| {
            let why = "a unit is placed, turned and formed once each";
            if self.done & bit == 0 { Ok(bit) } else { Err(Violation::new("23.6", why, what)) }
        };
        match action {
            Action::Place(hex) => Ok((game.may_place(state, self.unit, hex)?, once(PLACED)?)),
            Action::Turn(heading) => {
                let bit = once(TURNED)?;
                if so.second != NOWHERE || so.formation == Formation::Leader {
                    return Err(Violation::new("23.6", "turn the unit before it is drawn out", what));
                }
                if heading == so.heading || heading % 2 != so.heading % 2 || heading >= HEADINGS {
                    return Err(Violation::new(
                        "5.2",
                        "columns and guns look at hexsides, lines and skirmishers at vertices",
                        what,
                    ));
                }
                if so.formation == Formation::March {
                    return Err(Violation::new("6.6", "a march looks along its road", what));
                }
                game.as_demanded(self.unit, Standing { heading, ..so }).map(|so| (so, bit))
            }
            Action::Form(shape, heading) => {
                let bit = once(FORMED)?;
                let held = Held { unit: self.unit, left: u8::MAX, turned: false, begun: false, stopped: false };
                let outcome = game.reform(state, held, shape, heading)?;
                game.as_demanded(self.unit, outcome.so).map(|so| (so, bit))
            }
            _ => Err(game.out_of_place(state, action)),
        }
    }
}

impl Room<Bautzen> for Arranging {
    fn asks(self, game: &Bautzen, _: &State) -> (Seat, Case) {
        asked(game.side(self.unit), "23.6")
    }

    fn list(self, game: &Bautzen, state: &State, out: &mut Vec<Action>) {
        let mut offer = |action: Action| {
            if self.outcome(game, state, action).is_ok() {
                out.push(action);
            }
        };
        if self.done & PLACED == 0 {
            game.grid().hexes().for_each(|hex| offer(Action::Place(hex)));
        }
        if game.kind(self.unit).fights() {
            (0..HEADINGS).for_each(|heading| offer(Action::Turn(heading)));
            let looks = state.piece(self.unit).looks();
            for shape in 0..SHAPES.len() as u8 {
                for by in [-1, 0, 1] {
                    offer(Action::Form(shape, looks.turned(by).number()));
                }
            }
        }
        out.push(Action::Halt);
    }

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Halt => Ok(()),
            _ => self.outcome(game, state, action).map(|_| ()),
        }
    }

    fn deed(self, game: &Bautzen, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        let Ok((so, bit)) = self.outcome(game, state, action) else {
            state.pop();
            return;
        };
        let from = state.piece(self.unit).hex;
        game.put(state, self.unit, so, umpire);
        state.replace(Frame::Arrange { unit: self.unit, done: self.done | bit });
        if so.hex != from {
            umpire.tell(|| {
                let text = format!("{} is set up in {}", game.called(self.unit), game.grid().number(so.hex));
                game.event(Kind::Move, "23.6", &[self.unit], &[so.hex], text)
            });
        }
    }
}
