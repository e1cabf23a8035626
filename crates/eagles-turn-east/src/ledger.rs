//! What only campaigns have, as fields of a position: offices, bridges, trains, redoubts, boxes, dummies, awards.

use crate::Campaign;
use crate::position::{crowd, each};
use crate::state::{Away, LEADERS, Leaders, Office, POOLS, REDOUBTS, Redoubt, Side, State, Train, UNITS};
use grognard_engine::fields::{Fields, Flag, Form, NOWHERE, Number, Own, Packer};
use grognard_engine::sets::Bits;

/// Numbers in one word, such as `8.4.0`.
fn numbers(text: &str, count: usize) -> Result<Vec<u16>, String> {
    let found: Vec<u16> = text.split('.').filter_map(|number| number.parse().ok()).collect();
    if found.len() == count { Ok(found) } else { Err(format!("{text:?}: expected {count} numbers")) }
}

fn small(number: u16) -> Result<u8, String> {
    u8::try_from(number).map_err(|_| format!("{number} is more than 255"))
}

fn written(values: &[u16]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(".")
}

/// Things that are a row of numbers each, written one after another.
fn rows<T: Copy + PartialEq, const N: usize>(
    usual: [T; N],
    count: usize,
    write: fn(&T) -> Vec<u16>,
    read: fn(&[u16]) -> Result<T, String>,
) -> impl Form<[T; N]> {
    Own(
        move |values: &[T; N], packer: &mut Packer| values.iter().flat_map(write).for_each(|number| packer.word(number.into())),
        move |values: &[T; N]| {
            (*values != usual).then(|| values.iter().map(|value| written(&write(value))).collect::<Vec<_>>().join(","))
        },
        move |text: &str| {
            let found: Vec<T> = text.split(',').map(|row| read(&numbers(row, count)?)).collect::<Result<_, _>>()?;
            found.try_into().map_err(|_| format!("{text:?}: expected {N} rows"))
        },
    )
}

fn write_office(office: &Office) -> Vec<u16> {
    let mut row = vec![office.points.into(), office.center.0, office.former.0, office.moved.into(), office.away as u16];
    row.extend([u16::from(office.back), u16::from(office.line)]);
    row.extend(office.pool.map(u16::from));
    row
}

fn read_office(row: &[u16]) -> Result<Office, String> {
    let away = *Away::ALL.get(usize::from(row[4])).ok_or("there is no such place off the map")?;
    let mut pool = [0; POOLS];
    for (kind, number) in pool.iter_mut().zip(&row[7..]) {
        *kind = small(*number)?;
    }
    let [points, moved, back, line] = [small(row[0])?, small(row[3])?, small(row[5])?, small(row[6])?];
    Ok(Office {
        points,
        pool,
        center: grognard_engine::HexId(row[1]),
        former: grognard_engine::HexId(row[2]),
        moved,
        away,
        back,
        line,
    })
}

fn write_train(train: &Train) -> Vec<u16> {
    vec![train.side as u16, train.carrier.into(), train.hex.0, train.facing.into()]
}

fn read_train(row: &[u16]) -> Result<Train, String> {
    let side = *Side::BOTH.get(usize::from(row[0])).ok_or("there is no such side")?;
    Ok(Train { side, carrier: small(row[1])?, hex: grognard_engine::HexId(row[2]), facing: small(row[3])? })
}

fn write_redoubt(redoubt: &Redoubt) -> Vec<u16> {
    vec![redoubt.hex.0, redoubt.side as u16, redoubt.facing.into(), redoubt.builder.into(), redoubt.begun.into()]
}

fn read_redoubt(row: &[u16]) -> Result<Redoubt, String> {
    let side = *Side::BOTH.get(usize::from(row[1])).ok_or("there is no such side")?;
    let [facing, builder, begun] = [small(row[2])?, small(row[3])?, small(row[4])?];
    Ok(Redoubt { hex: grognard_engine::HexId(row[0]), side, facing, builder, begun })
}

impl Campaign {
    /// [3.6] In a Battle Scenario: who was promoted and is lost. It came later, so that it adds to a digest only where there is somebody.
    fn lost_for_good(&self, state: &mut State, visit: &mut impl Fields) {
        let mut lost: Leaders = (0..self.leaders() as u16).filter(|&leader| state.since[usize::from(leader)] > 0).collect();
        visit.text("taken", &mut lost, &crowd(self));
        if !lost.is_empty() {
            visit.pack(|packer| lost.0.iter().for_each(|word| packer.word(*word)));
        }
        let everybody = state.since.iter_mut().zip(0u16..).take(self.leaders());
        everybody.for_each(|(since, leader)| *since = u8::from(lost.has(leader)));
    }

    /// The fields of a campaign, behind all others; those of a battle scenario add nothing to a digest.
    pub(crate) fn campaign_fields(&self, state: &mut State, visit: &mut impl Fields) {
        if !self.is_campaign() {
            visit.field("promotions", &mut state.promotions, &Number { most: 20, bits: 8 });
            visit.seal();
            self.lost_for_good(state, visit);
            return;
        }
        let first = self.opening();
        let number = Number { most: 255, bits: 8 };
        visit.field("offices", &mut state.offices, &rows(first.offices, 7 + POOLS, write_office, read_office));
        visit.field("trains", &mut state.trains, &rows(first.trains, 4, write_train, read_train));
        visit.field("redoubts", &mut state.redoubts, &rows::<_, REDOUBTS>(first.redoubts, 5, write_redoubt, read_redoubt));
        let down = Own(
            |down: &Bits<1>, packer: &mut Packer| packer.word(down.0[0]),
            |down: &Bits<1>| (*down != first.down).then(|| down.0[0].to_string()),
            |text: &str| text.parse().map(|bits| Bits([bits])).map_err(|_| format!("{text:?} is no set of bridges")),
        );
        visit.field("down", &mut state.down, &down);
        let place = |text: &str| {
            text.parse().ok().and_then(|at: usize| Away::ALL.get(at)).copied().ok_or_else(|| "no such place".to_owned())
        };
        let away = each(self, 0, first.away, |away: Away| away as u64, |away: Away| (away as u8).to_string(), place);
        visit.field("away", &mut state.away, &away);
        let byte = |text: &str| text.parse::<u8>().map_err(|_| format!("{text:?} is not a number up to 255"));
        visit.field("since", &mut state.since, &each(self, 0, first.since, u64::from, |n: u8| n.to_string(), byte));
        let hex = |hex: grognard_engine::HexId| self.grid().number(hex);
        let exit = each(self, 0, [NOWHERE; LEADERS], |at| u64::from(at.0), hex, |text: &str| self.grid().read(text));
        visit.field("exit", &mut state.exit, &exit);
        for (key, set) in
            [("bare", &mut state.bare), ("genuine", &mut state.genuine), ("shy", &mut state.shy), ("unheard", &mut state.unheard)]
        {
            visit.field(key, set, &crowd(self));
        }
        let replaced = each(self, self.leaders(), [0; UNITS], u64::from, |n: u8| n.to_string(), byte);
        visit.field("replaced", &mut state.replaced, &replaced);
        let flag = Flag { bits: 8 };
        visit.field("extended", &mut state.extended, &flag);
        visit.field("restless", &mut state.restless, &flag);
        for (key, value) in [
            ("worked", &mut state.worked),
            ("promotions", &mut state.promotions),
            ("thorn", &mut state.thorn),
            ("won", &mut state.won),
            ("ended", &mut state.ended),
        ] {
            visit.field(key, value, &number);
        }
        visit.seal();
        let towns = Own(
            |towns: &u8, packer: &mut Packer| packer.word((*towns).into()),
            |towns: &u8| (*towns != first.towns).then(|| towns.to_string()),
            byte,
        );
        visit.field("towns", &mut state.towns, &towns);
        let mut awards = state.awards.iter().zip([1u8, 2, 4]).map(|(given, bit)| if *given { bit } else { 0 }).sum::<u8>();
        let usual = first.awards.iter().zip([1u8, 2, 4]).map(|(given, bit)| if *given { bit } else { 0 }).sum::<u8>();
        let given = Own(
            |awards: &u8, packer: &mut Packer| packer.word((*awards).into()),
            move |awards: &u8| (*awards != usual).then(|| awards.to_string()),
            byte,
        );
        visit.field("awards", &mut awards, &given);
        state.awards = [1u8, 2, 4].map(|bit| awards & bit != 0);
        let [french, coalition] = &mut state.battle.forward;
        visit.field("forwardf", french, &number);
        visit.field("forwardc", coalition, &number);
        let [french, coalition] = &mut state.battle.guns;
        visit.field("gunsf", french, &number);
        visit.field("gunsc", coalition, &number);
        visit.seal();
        // It came after the check numbers, and says only what is known.
        let mut unsure = state.unsure.iter().zip([1u8, 2, 4]).map(|(doubts, bit)| if *doubts { bit } else { 0 }).sum::<u8>();
        visit.text("unsure", &mut unsure, &Number { most: 7, bits: 8 });
        state.unsure = [1u8, 2, 4].map(|bit| unsure & bit != 0);
        let sorties = each(self, self.leaders(), [0; UNITS], u64::from, |n: u8| n.to_string(), byte);
        visit.text("sorties", &mut state.sorties, &sorties);
        // Nor does this add to a check number where nobody has gone off in earnest.
        for (unit, cast) in state.sorties.iter().enumerate().filter(|(_, cast)| **cast > 0) {
            visit.pack(|packer| packer.word((unit as u64) << 8 | u64::from(*cast)));
        }
    }
}
