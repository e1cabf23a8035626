//! Large maps: names and neighbours, sets of hexes, walks over (hex, pose) against hexx, lines of sight over levels.
//!
//! Both sides of a ratio are measured in the same run, in turns. What is counted is asserted: with one pose and plain costs both walks
//! reach the same hexes.

use grognard_engine::facing::Heading;
use grognard_engine::grid::Numbering;
use grognard_engine::sets::HexSet;
use grognard_engine::sheet::Sheet;
use grognard_engine::sight::{Crossing, Slant};
use grognard_engine::walk::{Node, Walk};
use grognard_engine::{Grid, HexId};
use hexx::{Hex, algorithms::field_of_movement};
use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::Instant;

/// The largest map there is at hand: 76 by 72 hexes with levels, woods, roads and streams.
const MAP: &str = include_str!("../../proving-ground/data/map.toml");
const ROUNDS: usize = 15;
/// Six sixths of a point for open ground, as rulebooks with halves and thirds count.
const OPEN: u16 = 6;
const ALLOWANCE: u16 = 30;

/// Nanoseconds for one of `count`, each time it is run.
fn time(count: u64, run: &mut dyn FnMut() -> u64) -> f64 {
    let begun = Instant::now();
    black_box(run());
    begun.elapsed().as_nanos() as f64 / count as f64
}

fn middle(mut figures: Vec<f64>) -> (f64, f64, f64) {
    figures.sort_by(f64::total_cmp);
    (figures[0], figures[figures.len() / 2], figures[figures.len() - 1])
}

fn alone(name: &str, count: u64, mut run: impl FnMut() -> u64) {
    let (least, median, most) = middle((0..ROUNDS).map(|_| time(count, &mut run)).collect());
    println!("{name}: {median:.1} ns ({least:.1} to {most:.1})");
}

fn race(name: &str, count: u64, mut ours: impl FnMut() -> u64, mut theirs: impl FnMut() -> u64) {
    let mut figures = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let (a, b) = (time(count, &mut ours), time(count, &mut theirs));
        figures.iter_mut().zip([a, b, b / a]).for_each(|(list, figure)| list.push(figure));
    }
    let [a, b, ratio] = figures.map(middle);
    println!("{name}: {:.0} ns, hexx {:.0} ns: {:.1} times as fast ({:.1} to {:.1})", a.1, b.1, ratio.1, ratio.0, ratio.2);
}

fn main() {
    // `cargo test --benches` passes `--test`: there is nothing to test here.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    names_and_sets();
    let sheet = Sheet::read("map.toml", MAP).expect("the map is sound");
    walks(&sheet);
    sight(&sheet);
}

fn names_and_sets() {
    let name = |column: u8, row: u8| Some(format!("N-{column:02}{row:03}"));
    let grid = Grid::named(Numbering::ColumnRow, 61, 103, name).expect("a grid");
    let hexes: Vec<HexId> = grid.hexes().collect();
    let names: Vec<String> = hexes.iter().map(|&hex| grid.number(hex)).collect();
    let count = hexes.len() as u64;
    alone("61 x 103, a name read", count, || names.iter().map(|name| u64::from(grid.read(name).expect("it is there").0)).sum());
    alone("61 x 103, a name written", count, || hexes.iter().map(|&hex| grid.number(hex).len() as u64).sum());
    alone("61 x 103, six neighbours", count, || {
        hexes.iter().map(|&hex| grid.around(hex).map(|next| u64::from(next.0)).sum::<u64>()).sum()
    });
    alone("61 x 103, a distance", count, || hexes.iter().map(|&hex| u64::from(grid.distance(hex, hexes[0]))).sum());
    let thirds: Vec<HexSet> = (0..3).map(|rest| HexSet::of(&grid, hexes.iter().copied().skip(rest).step_by(3))).collect();
    let mut set = HexSet::none(&grid);
    alone("61 x 103, a set united with another", 300, || {
        set.clear();
        for i in 0..300 {
            set.add(black_box(&thirds[i % 3]));
        }
        u64::from(set.len())
    });
    alone("61 x 103, a hex of a set listed", u64::from(thirds[0].len()), || thirds[0].hexes().map(|hex| u64::from(hex.0)).sum());
}

/// What it costs to enter each hex, in sixths of a point; nothing where a lake or marsh closes it.
fn prices(sheet: &Sheet) -> Vec<Option<u16>> {
    let mut prices = vec![None; sheet.grid.size()];
    sheet.grid.hexes().for_each(|hex| prices[usize::from(hex.0)] = Some(OPEN));
    for (word, price) in [("woods", Some(12)), ("village", Some(12)), ("town", Some(12)), ("garden", Some(9)), ("marsh", None)] {
        for hex in sheet.terrain.get(word).into_iter().flatten() {
            prices[usize::from(hex.0)] = price;
        }
    }
    prices
}

fn walks(sheet: &Sheet) {
    let (grid, price) = (&sheet.grid, prices(sheet));
    let starts: Vec<HexId> = grid.hexes().step_by(53).filter(|hex| price[usize::from(hex.0)].is_some()).collect();
    let plain = |walk: &mut Walk, start: HexId| {
        walk.walk(Node { hex: start, pose: 0 }, ALLOWANCE, |node, _, steps| {
            for next in grid.around(node.hex) {
                if let Some(price) = price[usize::from(next.0)] {
                    steps.to(Node { hex: next, pose: 0 }, price);
                }
            }
        });
    };
    let point = |hex: HexId| {
        let (q, s) = grid.axial(hex);
        Hex::new(q.into(), s.into())
    };
    let field = |start: HexId| {
        field_of_movement(point(start), ALLOWANCE.into(), |at| {
            let hex = grid.from_axial((i16::try_from(at.x).ok()?, i16::try_from(at.y).ok()?))?;
            // hexx adds one for every step itself.
            price[usize::from(hex.0)].map(|price| u32::from(price) - 1)
        })
    };
    let mut walk = Walk::new(grid.size(), 1);
    for &start in &starts {
        plain(&mut walk, start);
        let ours: BTreeSet<(i32, i32)> = walk.reached().map(|(node, _)| point(node.hex)).map(|hex| (hex.x, hex.y)).collect();
        let mut theirs: BTreeSet<(i32, i32)> = field(start).iter().map(|hex| (hex.x, hex.y)).collect();
        theirs.insert((point(start).x, point(start).y));
        assert_eq!(ours, theirs, "from {}", grid.number(start));
    }
    let count = starts.len() as u64;
    race(
        "walk, one pose, plain costs",
        count,
        || starts.iter().map(|&start| (plain(&mut walk, start), walk.reached().count() as u64).1).sum(),
        || starts.iter().map(|&start| field(start).len() as u64).sum(),
    );
    let mut walk = Walk::new(grid.size(), 6);
    let mut reached = 0;
    let mut facing = |start: HexId| {
        walk.walk(Node { hex: start, pose: 0 }, ALLOWANCE, |node, _, steps| {
            let (left, right) = Heading::corner(node.pose.into()).sides();
            for side in [left, right] {
                if let Some(next) = grid.neighbours(node.hex)[side]
                    && let Some(price) = price[usize::from(next.0)]
                {
                    steps.to(Node { hex: next, pose: node.pose }, price);
                }
            }
            for pose in [(node.pose + 1) % 6, (node.pose + 5) % 6] {
                steps.to(Node { hex: node.hex, pose }, 3);
            }
        });
        reached = walk.reached().count() as u64;
        reached
    };
    race(
        "walk over (hex, vertex), turns paid, against hexx without poses",
        count,
        || starts.iter().map(|&start| facing(start)).sum(),
        || starts.iter().map(|&start| field(start).len() as u64).sum(),
    );
}

fn sight(sheet: &Sheet) {
    let grid = &sheet.grid;
    let level = |hex: HexId| i32::from(sheet.level(hex));
    let high: HexSet =
        HexSet::of(grid, ["woods", "village", "town"].iter().flat_map(|word| sheet.terrain[*word].iter().copied()));
    let sees = |from: HexId, to: HexId| {
        let slant = Slant { from: level(from), to: level(to), distance: grid.distance(from, to) };
        let hides = |hex: HexId| slant.is_below(level(hex) + i32::from(high.has(hex)), grid.distance(from, hex));
        grid.line(from, to).all(|crossing| match crossing {
            Crossing::Through(hex) => !hides(hex),
            Crossing::Along(a, b) => ![a, b].into_iter().all(|hex| hex.is_some_and(hides)),
            Crossing::Outside => true,
        })
    };
    let all: Vec<HexId> = grid.hexes().collect();
    for range in [6, 24] {
        let pairs: Vec<(HexId, HexId)> = all
            .iter()
            .step_by(211)
            .flat_map(|&from| all.iter().map(move |&to| (from, to)))
            .filter(|&(from, to)| grid.distance(from, to) == range)
            .collect();
        let name = format!("line of sight over levels, {range} hexes");
        alone(&name, pairs.len() as u64, || pairs.iter().map(|&(from, to)| u64::from(sees(from, to))).sum());
    }
}
