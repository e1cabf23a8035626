//! [3.6] Leaders wounded in battle, which is an option, and leaders who hand their troops over.

use crate::Campaign;
use crate::calendar::TURNS;
use crate::event::{Event, Kind};
use crate::roster::Rank;
use crate::state::{ARMS, Away, Leader, Leaders, NOBODY, Phase, Side, State, Unit};
use grognard_engine::fields::NOWHERE;
use grognard_engine::{Case, HexId, Umpire};

/// What a wound comes to, by the second die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wound {
    /// A scratch.
    Scratch,
    /// Away for so many Fortnights.
    Away(u8),
    /// He does not come back.
    Gone,
}

/// [3.6] What a wound comes to.
#[must_use]
pub const fn wound(die: u8) -> Wound {
    match die {
        0 | 1 => Wound::Scratch,
        2 | 3 => Wound::Away(2),
        4 | 5 => Wound::Away(3),
        _ => Wound::Gone,
    }
}

impl Campaign {
    /// [3.6] After a battle two dice are rolled for each leader in it, three for an Army Commander: all sixes are a wound.
    pub(crate) fn casualties(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if !self.options.casualties {
            return;
        }
        for leader in state.battle.everybody() {
            let leader = leader as Leader;
            let commander = self.general(leader).rank == Rank::Commander;
            // [6.11] Who has left the map on his retreat was in the battle too.
            if !self.general(leader).rank.leads() {
                continue;
            }
            let count = if commander { 3 } else { 2 };
            let sum: u8 = (0..count).map(|_| umpire.roll(6, Case("3.6"))).sum();
            if sum == 6 * count {
                let die = umpire.roll(6, Case("3.6"));
                self.wounded(state, leader, wound(die), umpire);
            }
        }
    }

    /// [3.6] A leader is wounded: morale may suffer, and his troops go to whoever is there.
    fn wounded(&self, state: &mut State, leader: Leader, wound: Wound, umpire: &mut Umpire<'_, Event>) {
        let (side, rank) = (self.side_of(leader), self.general(leader).rank);
        let napoleon = rank == Rank::Commander && side == Side::French;
        let shifts = napoleon || rank == Rank::Commander && wound == Wound::Gone;
        if shifts {
            state.shift += if side == Side::French { -1 } else { 1 };
        }
        let stays = wound == Wound::Scratch || !self.hand_over(state, leader, umpire);
        if let Wound::Away(fortnights) = wound
            && !stays
            && self.is_campaign()
        {
            // He is back at the source when so many Fortnights have begun.
            let calendar = &self.scenario.calendar;
            let begins =
                (state.turn + 1..=TURNS as u8).filter(|&turn| calendar.turn(turn).first).nth(usize::from(fortnights) - 1);
            if let Some(turn) = begins {
                state.away[usize::from(leader)] = Away::Due;
                state.since[usize::from(leader)] = turn;
            }
        }
        // Whoever is lost for good is not promoted any more; in a Battle Scenario nobody comes back.
        if !stays && (wound == Wound::Gone || !self.is_campaign()) {
            self.note_lost(state, leader);
        }
        umpire.tell(|| {
            let what = match wound {
                _ if stays => "is wounded and stays".to_owned(),
                Wound::Away(fortnights) => format!("is wounded, away for {fortnights} Fortnights"),
                _ => "is lost for good".to_owned(),
            };
            let text = format!("{} {what} [3.6]", self.tag(leader));
            self.event(Kind::Leader, "3.6", Leaders::one(leader.into()), &[], text)
        });
    }

    /// [3.6] A leader leaves the map, or the box off it in which he is. His units go to leaders in his hex who can hold them, else to Major Generals; if nobody can lead one
    /// of them he stays.
    pub(crate) fn hand_over(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) -> bool {
        let (hex, boxed) = (state.hexes[usize::from(leader)], state.away[usize::from(leader)]);
        if hex == NOWHERE && matches!(boxed, Away::No | Away::Due) {
            return false;
        }
        let mut after = *state;
        let mut made = Leaders::EMPTY;
        let units: Vec<Unit> =
            self.on_track(state, leader).filter(|&unit| state.strength[usize::from(unit)] != [0; ARMS]).collect();
        for unit in units {
            let at = usize::from(unit);
            let body = &self.bodies()[at];
            let load = u16::from(body.load(after.strength[at]));
            // [III.b.1] Who has fought in this phase goes under nobody who may still do so.
            let spent = state.fought.or(made);
            let holds = |one: u16| {
                let general = self.general(one as Leader);
                // [15] Nobody changes his mode by this.
                one != u16::from(leader)
                    && general.army == body.army
                    && (state.phase != Phase::Combat || spent.has(one))
                    && self.takes_mode(&after, leader, one as Leader)
                    && self.load(&after, one as Leader) + load <= u16::from(general.span)
            };
            let here = if hex == NOWHERE { Leaders::EMPTY } else { self.leaders_in(&after, hex).filter(holds) };
            let next = here.first().map(|one| one as Leader).or_else(|| self.spare_general(&after, unit));
            let Some(next) = next else { return false };
            if after.hex(next).is_none() {
                self.make_general(&mut after, next, hex);
                // [6.11] In a box whoever takes over waits where he did.
                if hex == NOWHERE {
                    let (from, to) = (usize::from(leader), usize::from(next));
                    (after.away[to], after.since[to], after.exit[to]) = (boxed, state.since[from], state.exit[from]);
                }
                made.insert(next.into());
            }
            if state.forage.has(leader.into()) {
                after.forage.insert(next.into());
            }
            after.track[at] = next;
            after.seen[at] = next;
        }
        if hex == NOWHERE {
            let next = made.first().map_or(NOBODY, |general| general as Leader);
            let place = if next == NOBODY { state.exit[usize::from(leader)] } else { NOWHERE };
            for train in after.trains.iter_mut().filter(|train| train.carrier == leader) {
                (train.carrier, train.hex) = (next, place);
            }
            after.away[usize::from(leader)] = Away::No;
        } else {
            self.pass_trains(&mut after, leader, hex);
        }
        after.hexes[usize::from(leader)] = NOWHERE;
        // Whoever is made in a battle has been in it; who is made in peace has not.
        if state.phase == Phase::Combat {
            after.fought = after.fought.or(made);
        }
        *state = after;
        crate::lay::notice_all();
        for general in made {
            umpire.tell(|| {
                let side = self.side_of(leader);
                let place = if hex == NOWHERE { boxed.name().to_owned() } else { self.grid().number(hex) };
                let text = format!("{} takes command in {place} [3.6]", self.tag(general as Leader));
                let veiled = format!("a {} Major General is made in {place} [3.6]", side.name());
                let hexes: Vec<HexId> = [hex].into_iter().filter(|hex| *hex != NOWHERE).collect();
                self.event(Kind::Leader, "3.6", Leaders::one(general), &hexes, text).veiled(side, Some(veiled))
            });
        }
        true
    }
}
