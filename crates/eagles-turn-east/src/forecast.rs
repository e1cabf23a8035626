//! [III.b] What a round can bring before anything is rolled, by both sides' guns and the die of the table: exactly, or between bounds where owners
//! still have a choice. Everybody in a battle lies open, so that everybody may know it.

use crate::Campaign;
use crate::state::{Frame, Leader, Leaders, State};
use crate::words::count;
use grognard_engine::preview::{Chance, Forecast, TableView};
use std::collections::{BTreeMap, BTreeSet};

/// Columns that cover can be worth: none to three [6.2].
const COVERS: usize = 4;

impl Campaign {
    /// [III.b.5] What the guns of both sides can cost the defender and the attacker, face by face, for each way in which they may be used [16.5].
    fn ways_to_fire(&self, state: &State, [own, foe]: [Leaders; 2]) -> Vec<[[u8; 6]; 2]> {
        let fire = |from: Leaders, at: Leaders, twice: bool| -> [u8; 6] {
            let guns = self.strength_of(state, from)[2].min(99) as u8;
            let guns = if twice { 2 * guns } else { guns };
            let modifier = self.fire_modifier(state, at, from);
            [1, 2, 3, 4, 5, 6].map(|die| self.tables().fire(die + modifier, guns))
        };
        let forward: &[bool] = if self.options.batteries { &[false, true] } else { &[false] };
        let pairs = forward.iter().flat_map(|&first| forward.iter().map(move |&second| (first, second)));
        pairs.map(|(first, second)| [fire(own, foe, first), fire(foe, own, second)]).collect()
    }

    /// [9.4] The Forces of a side that may be left when it has lost so many Strength Points, as its owner takes them.
    fn survivors(&self, state: &State, force: Leaders, lost: u16) -> Vec<Leaders> {
        let sum = |leaders: Leaders| self.strength_of(state, leaders).iter().sum::<u16>();
        let force = force.and(self.employed(state));
        let mut gone = vec![Leaders::EMPTY];
        for leader in force {
            let more = gone.iter().map(|set| set.or(Leaders::one(leader))).filter(|&set| sum(set) <= lost);
            let more: Vec<Leaders> = more.collect();
            gone.extend(more);
        }
        // Whoever is left must have borne the rest without being gone himself.
        let able = |set: &Leaders| {
            let left = force.less(*set);
            sum(left) >= lost - sum(*set) + left.len() as u16
        };
        gone.into_iter().filter(able).map(|set| force.less(set)).collect()
    }

    /// [3.6] Who is still there to lead when only these Forces of a side are left: leaders whose hex has no friend with troops any more are not.
    fn led_by(&self, state: &State, force: Leaders, left: Leaders) -> Leaders {
        let others = force.first().map_or(Leaders::EMPTY, |one| self.forces(state, self.side_of(one as Leader)).less(force));
        let friends = self.hexes_of(state, others.or(left));
        let stays = |leader: u16| {
            let general = self.general(leader as Leader);
            general.rank.leads() && state.hex(leader as Leader).is_some_and(|hex| friends.contains(&hex))
        };
        force.filter(|leader| left.has(leader) || stays(leader))
    }

    /// [6.2] What cover can be worth to these Forces when they lose so many Strength Points and none of them is gone: whom that takes is their
    /// owner's choice, and with it whether cover still counts [9.4].
    fn covers_left(&self, state: &State, left: Leaders, attackers: Leaders, lost: u16) -> BTreeSet<u8> {
        // By columns of cover: what stands there, and what of it can fall.
        let (mut points, mut spare) = ([0; COVERS], [0; COVERS]);
        for leader in left.into_iter().map(|leader| leader as Leader) {
            let at = usize::from(self.shelter(state, leader, attackers)).min(COVERS - 1);
            points[at] += self.points(state, leader);
            spare[at] += self.points(state, leader) - 1;
        }
        let all = points.iter().sum::<u16>() - lost;
        let mut ways = vec![(lost, [0; COVERS])];
        for (at, &most) in spare.iter().enumerate() {
            let take = |(rest, fallen): (u16, [u16; COVERS])| {
                (0..=most.min(rest)).map(move |count| {
                    let mut after = fallen;
                    after[at] = count;
                    (rest - count, after)
                })
            };
            ways = ways.into_iter().flat_map(take).collect();
        }
        let borne = ways.into_iter().filter(|(rest, _)| *rest == 0);
        let cover = |(_, fallen): (u16, [u16; COVERS])| {
            let inside = |shift: usize| (shift..COVERS).map(|at| points[at] - fallen[at]).sum::<u16>();
            (1..COVERS).rev().find(|&shift| 2 * inside(shift) > all).unwrap_or(0) as u8
        };
        borne.map(cover).collect()
    }

    /// What the round can come to when both sides have lost so many Strength Points to fire and are still there: the columns left for cover and rivers
    /// [6.2] with what is added to the die [3.7]. Fire may take all who cross no river, or all beside a commander, as their owner likes.
    fn after_fire(&self, state: &State, [own, foe]: [Leaders; 2], [own_lost, foe_lost]: [u16; 2]) -> BTreeSet<(u8, i16)> {
        let sum = |leaders: Leaders| self.strength_of(state, leaders).iter().sum::<u16>();
        let foes = self.survivors(state, foe, foe_lost);
        let mut found = BTreeSet::new();
        for own_left in self.survivors(state, own, own_lost) {
            let die = self.die_modifier(state, self.led_by(state, own, own_left));
            for &foe_left in &foes {
                let crossed = self.crossed(state, own_left, foe_left);
                let rest = foe_lost - (sum(foe) - sum(foe_left));
                let covers = self.covers_left(state, foe_left, own_left, rest).into_iter();
                found.extend(covers.map(|cover| ((cover + crossed).min(self.figures().most_shift), die)));
            }
        }
        found
    }

    /// [III.b.7] A result in words: both numbers.
    fn word_of(&self, state: &State, column: usize, die: i16) -> String {
        let [a, d] = self.in_weather(state, self.tables().combat(die, column));
        format!("{a}/{d}")
    }

    /// [III.b.7] What each face of the die can come to when both sides have lost so many Strength Points to fire; or that a side is gone before the table is
    /// asked.
    fn words_after_fire(&self, state: &State, forces: [Leaders; 2], points: [u16; 2], lost: [u16; 2]) -> [BTreeSet<String>; 6] {
        let left = [0, 1].map(|side: usize| points[side].saturating_sub(lost[side]));
        if left.contains(&0) {
            return std::array::from_fn(|_| BTreeSet::from(["gone".to_owned()]));
        }
        let modes = self.mode_shift(state, forces[0], forces[1]);
        let ways = self.after_fire(state, forces, lost);
        [1, 2, 3, 4, 5, 6].map(|die| {
            let column = |shift: u8| self.shifted(left, shift, modes);
            ways.iter().map(|&(shift, modifier)| self.word_of(state, column(shift), die + modifier)).collect()
        })
    }

    /// The forecast of the round in which the sides pick.
    pub(crate) fn forecast_battle(&self, state: &State) -> Option<Forecast> {
        let Frame::Choose(_) = state.frame else { return None };
        let attacker = state.battle.attacker;
        let reckoning = self.reckon(state, attacker);
        let [own, foe] = [attacker, attacker.other()].map(|side| self.engaged(state, side));
        let modes = self.mode_shift(state, own, foe);
        let mut results: BTreeMap<String, [u32; 2]> = BTreeMap::new();
        let ways = self.ways_to_fire(state, [own, foe]);
        for (at, [defender_losses, attacker_losses]) in ways.iter().enumerate() {
            let mut found: BTreeMap<String, [u32; 2]> = BTreeMap::new();
            for &defender_lost in defender_losses {
                for &attacker_lost in attacker_losses {
                    let lost = [attacker_lost, defender_lost].map(u16::from);
                    for words in self.words_after_fire(state, [own, foe], reckoning.points, lost) {
                        for (word, sure) in words.iter().map(|word| (word, words.len() == 1)) {
                            let [least, most] = found.entry(word.clone()).or_default();
                            *least += u32::from(sure);
                            *most += 1;
                        }
                    }
                }
            }
            // What can come of one choice and not of another is not sure.
            for (word, [least, _]) in &mut results {
                *least = (*least).min(found.get(word).map_or(0, |[least, _]| *least));
            }
            for (word, [least, most]) in found {
                let known = results.entry(word).or_insert([if at == 0 { least } else { 0 }, 0]);
                known[1] = known[1].max(most);
            }
        }
        let chance = |[least, most]: [u32; 2]| Chance { least, most, per: 6 * 6 * 6 };
        let columns: Vec<String> = self.tables().columns.iter().map(|(head, ..)| head.clone()).collect();
        let cells = (1..=7).map(|die| {
            let cell = |column| {
                let [a, d] = self.in_weather(state, self.tables().combat(die, column));
                format!("{a}/{d}")
            };
            (0..columns.len()).map(cell).collect()
        });
        let [own, foe] = reckoning.points;
        let mut lines = vec![format!("{own} to {foe} before the guns fire [III.b.6]")];
        // What changes nothing is not listed.
        if reckoning.shift > 0 {
            lines.push(format!("{} left for terrain [6.2]", count(reckoning.shift, "column", "columns")));
        }
        if reckoning.modifier != 0 {
            lines.push(format!("{:+} to the die [III.b.7]", reckoning.modifier));
        }
        if modes != 0 {
            lines.push(format!("{modes:+} columns for dispersed troops [15]"));
        }
        Some(Forecast {
            column: columns[reckoning.column].clone(),
            reckoning: lines,
            results: results.into_iter().map(|(word, ways)| (word, chance(ways))).collect(),
            table: Some(TableView {
                title: "Combat Results Table".to_owned(),
                case: "III.b.7".to_owned(),
                rows: (1..=7).map(|die: u8| die.to_string()).collect(),
                cells: cells.collect(),
                column: reckoning.column,
                columns,
            }),
            legend: vec![("a/d".to_owned(), "the attacker's number and the defender's".to_owned())],
            ..Forecast::default()
        })
    }
}
