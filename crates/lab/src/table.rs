//! Results as tables: one row a game, one a turn, one a lost unit, one a player's thinking; and as CSV.

use crate::game::Played;
use crate::plan::Plan;
use std::fmt::Write as _;

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A whole number.
    Whole(i64),
    /// Another number.
    Number(f64),
    /// Words.
    Text(String),
    /// Nothing.
    Empty,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Whole numbers.
    Whole,
    /// Numbers.
    Number,
    /// Words.
    Text,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name, of which file names are made.
    pub name: &'static str,
    /// Columns by name.
    pub columns: Vec<(String, Holds)>,
    /// Rows, each as long as the columns.
    pub rows: Vec<Vec<Cell>>,
}

impl From<i64> for Cell {
    fn from(n: i64) -> Self {
        Self::Whole(n)
    }
}

impl From<f64> for Cell {
    fn from(n: f64) -> Self {
        Self::Number(n)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Self::Empty, Into::into)
    }
}

/// The tables of some results. The names of the seats stand in the names of columns.
#[must_use]
pub fn tables(plan: &Plan, seats: &[String], games: &[Played]) -> Vec<Table> {
    let seats: Vec<String> = seats.iter().map(|seat| seat.to_lowercase().replace(' ', "_")).collect();
    vec![
        games_table(plan, &seats, games),
        turns_table(&seats, games),
        losses_table(&seats, games),
        times_table(plan, &seats, games),
    ]
}

fn columns(list: &[(&str, Holds)], seats: &[String]) -> Vec<(String, Holds)> {
    let mut all = Vec::new();
    for &(name, holds) in list {
        if name.contains('*') {
            all.extend(seats.iter().map(|seat| (name.replace('*', seat), holds)));
        } else {
            all.push((name.to_owned(), holds));
        }
    }
    all
}

fn whole(n: impl TryInto<i64>) -> Cell {
    n.try_into().map_or(Cell::Empty, Cell::Whole)
}

fn games_table(plan: &Plan, seats: &[String], games: &[Played]) -> Table {
    use Holds::{Number, Text, Whole};
    let list = [
        ("number", Whole),
        ("pair", Whole),
        ("game", Text),
        ("changed", Whole),
        ("player_*", Text),
        ("seed", Text),
        ("winner", Text),
        ("winning_player", Text),
        ("level", Text),
        ("points_*", Whole),
        ("margin", Whole),
        ("actions", Whole),
        ("turns", Whole),
        ("dice_*", Whole),
        ("dice_mean_*", Number),
        ("luck", Number),
        ("lost_*", Whole),
        ("adjudicated", Text),
    ];
    let row = |game: &Played| {
        let lost =
            |seat: usize| game.losses.iter().filter(|loss| loss.seat == seat).map(|loss| i64::from(loss.strength)).sum::<i64>();
        let mut row = vec![whole(game.number), whole(game.pair), game.game.as_str().into(), i64::from(game.changed).into()];
        row.extend(game.seats.map(|player| Cell::from(plan.players[player].as_str())));
        row.push(format!("{:016x}", game.seed).as_str().into());
        row.push(game.winner.map(|seat| seats[seat].as_str()).into());
        row.push(game.winner.map(|seat| plan.players[game.seats[seat]].as_str()).into());
        row.push(game.level.as_str().into());
        row.extend((0..2).map(|seat| game.points.get(seat).map(|&points| i64::from(points)).into()));
        row.extend([i64::from(game.margin).into(), whole(game.actions), i64::from(game.turns).into()]);
        row.extend(game.dice.iter().map(|dice| i64::from(dice.rolls).into()));
        row.extend(game.dice.iter().map(|dice| Cell::from(dice.mean())));
        row.push(game.luck.into());
        row.extend((0..2).map(|seat| Cell::from(lost(seat))));
        row.push(game.adjudicated.as_deref().into());
        row
    };
    Table { name: "games", columns: columns(&list, seats), rows: games.iter().map(row).collect() }
}

fn turns_table(seats: &[String], games: &[Played]) -> Table {
    use Holds::{Number, Whole};
    let list = [
        ("number", Whole),
        ("turn", Whole),
        ("actions", Whole),
        ("points_*", Whole),
        ("lost_*", Whole),
        ("dice_*", Whole),
        ("dice_mean_*", Number),
        ("luck", Number),
    ];
    let rows = games.iter().flat_map(|game| {
        game.by_turn.iter().map(|turn| {
            let mut row = vec![whole(game.number), i64::from(turn.turn).into(), whole(turn.actions)];
            row.extend(turn.points.map(|points| points.map(i64::from).into()));
            row.extend(turn.lost.map(|lost| i64::from(lost).into()));
            row.extend(turn.dice.map(|dice| i64::from(dice.rolls).into()));
            row.extend(turn.dice.map(|dice| Cell::from(dice.mean())));
            row.push(turn.luck.into());
            row
        })
    });
    Table { name: "turns", columns: columns(&list, seats), rows: rows.collect() }
}

fn losses_table(seats: &[String], games: &[Played]) -> Table {
    use Holds::{Text, Whole};
    let list = [
        ("number", Whole),
        ("turn", Whole),
        ("side", Text),
        ("unit", Text),
        ("arm", Text),
        ("formation", Text),
        ("strength", Whole),
        ("hex", Text),
    ];
    let rows = games.iter().flat_map(|game| {
        game.losses.iter().map(|loss| {
            vec![
                whole(game.number),
                i64::from(loss.turn).into(),
                seats.get(loss.seat).map(String::as_str).into(),
                loss.unit.as_str().into(),
                loss.arm.as_str().into(),
                loss.formation.as_str().into(),
                i64::from(loss.strength).into(),
                loss.hex.as_deref().into(),
            ]
        })
    });
    Table { name: "losses", columns: columns(&list, seats), rows: rows.collect() }
}

/// How long the players thought: apart from the others, because it differs from machine to machine.
fn times_table(plan: &Plan, seats: &[String], games: &[Played]) -> Table {
    use Holds::{Number, Text, Whole};
    let list = [("number", Whole), ("side", Text), ("player", Text), ("total_ms", Number), ("slowest_turn_ms", Number)];
    let rows = games.iter().flat_map(|game| {
        (0..2).map(|seat| {
            let player = plan.players[game.seats[seat]].as_str();
            let time = game.time[seat];
            vec![whole(game.number), seats[seat].as_str().into(), player.into(), time.total_ms.into(), time.slowest_ms.into()]
        })
    });
    Table { name: "times", columns: columns(&list, seats), rows: rows.collect() }
}

impl Table {
    /// As comma separated values, with a line of names (RFC 4180).
    #[must_use]
    pub fn csv(&self) -> String {
        let mut out = String::new();
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        let _ = writeln!(out, "{}", names.join(","));
        for row in &self.rows {
            for (i, cell) in row.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                match cell {
                    Cell::Whole(n) => _ = write!(out, "{n}"),
                    Cell::Number(n) => _ = write!(out, "{n:.4}"),
                    Cell::Text(text) if text.contains([',', '"', '\n', '\r']) => {
                        _ = write!(out, "\"{}\"", text.replace('"', "\"\""));
                    }
                    Cell::Text(text) => out.push_str(text),
                    Cell::Empty => {}
                }
            }
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A small table with everything in it that is hard to write.
    pub(crate) fn table() -> Table {
        Table {
            name: "games",
            columns: vec![("n".to_owned(), Holds::Whole), ("x".to_owned(), Holds::Number), ("t".to_owned(), Holds::Text)],
            rows: vec![
                vec![Cell::Whole(1), Cell::Number(0.5), Cell::from("plain")],
                vec![Cell::Whole(-2), Cell::Empty, Cell::from("say \"a, b\"")],
                vec![Cell::Empty, Cell::Number(-3.25), Cell::Empty],
            ],
        }
    }

    #[test]
    fn csv_quotes_what_must_be_quoted() {
        assert_eq!(table().csv(), "n,x,t\n1,0.5000,plain\n-2,,\"say \"\"a, b\"\"\"\n,-3.2500,\n");
    }
}
