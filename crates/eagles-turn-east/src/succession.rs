//! [3.6] [II.a] Leaders whom the Turn Record Track brings, withdraws and replaces.

use crate::calendar::Calendar;
use crate::event::{Event, Kind};
use crate::roster::{Army, Rank, Start};
use crate::state::{Away, Frame, Leader, Leaders, Side, State};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::room::Room;
use grognard_engine::rows::Rows;
use grognard_engine::{Case, DataError, Seat, Subject, Umpire, UnitId, Violation};

/// What happens to a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// He comes at the active source.
    Arrives,
    /// He leaves, and somebody takes his troops.
    Leaves,
    /// The Major General of this name is not used any more.
    Retires,
}

/// A line of the Turn Record Track about a leader.
#[derive(Clone, Debug)]
pub struct Succession {
    /// The turn of the calendar.
    pub turn: u8,
    /// Who.
    pub leader: String,
    /// His army.
    pub army: Army,
    /// What happens.
    pub what: Change,
    /// Who takes over.
    pub by: Vec<String>,
    /// The turn on which he comes back.
    pub back: Option<u8>,
}

impl Succession {
    /// Reads the lines of a scenario.
    ///
    /// # Errors
    /// The first fault, with file and line.
    pub fn read((file, text): (&str, &str), code: &str, calendar: &Calendar) -> Result<Vec<Self>, DataError> {
        let rows = Rows::read(file, text, &["scenario", "dates", "leader", "army", "what", "by", "back", "provenance"])?;
        let mut found = Vec::new();
        for (line, row) in &rows.rows {
            let cell = |column: &str| rows.cell(row, column);
            let fault = |why: String| rows.fault(*line, why);
            let turn =
                |dates: &str| calendar.turn_of(dates).ok_or_else(|| fault(format!("{dates:?} is no turn of the calendar")));
            let army = Army::read(cell("army")).ok_or_else(|| fault(format!("{:?} is no army", cell("army"))))?;
            let what = match cell("what") {
                "arrives" => Change::Arrives,
                "leaves" => Change::Leaves,
                "retires" => Change::Retires,
                other => return Err(fault(format!("{other:?}: expected arrives, leaves or retires"))),
            };
            let back = if cell("back") == "-" { None } else { Some(turn(cell("back"))?) };
            let by = cell("by").split(',').filter(|name| *name != "-").map(str::to_owned).collect();
            let row = Self { turn: turn(cell("dates"))?, leader: cell("leader").to_owned(), army, what, by, back };
            if cell("scenario").split(',').any(|one| one == code) {
                found.push(row);
            }
        }
        Ok(found)
    }
}

impl Campaign {
    /// A leader, no Major General, of a name: rather one who is in play.
    fn leader_named(&self, state: &State, name: &str, army: Army) -> Option<Leader> {
        let is = |leader: &Leader| {
            let general = self.general(*leader);
            general.name == name && general.army == army && general.rank.leads()
        };
        let in_play = |leader: &Leader| {
            let away = state.away[usize::from(*leader)];
            state.hex(*leader).is_some() || !matches!(away, Away::No | Away::Due)
        };
        let all = || (0..self.leaders() as Leader).filter(is);
        all().find(in_play).or_else(|| all().next())
    }

    /// [3.6] Whether a Major General is not used any more: the Turn Record Track says so, or he has become a leader and others have his division.
    pub(crate) fn is_retired(&self, state: &State, leader: Leader) -> bool {
        let general = self.general(leader);
        let row = |row: &crate::succession::Succession| {
            row.what == Change::Retires && row.leader == general.name && row.army == general.army && row.turn <= state.turn
        };
        let risen = |&(minor, counter): &(Leader, Leader)| minor == leader && self.has_risen(state, counter);
        general.rank == Rank::Named
            && (self.scenario.succession.iter().any(row) || self.scenario.compiled.namesakes.iter().any(risen))
    }

    /// [3.6] Whether a leader who is not in play at first has come, be he lost since then.
    fn has_risen(&self, state: &State, leader: Leader) -> bool {
        let at = usize::from(leader);
        state.hex(leader).is_some() || state.away[at] != Away::No || state.since[at] > 0
    }

    /// [3.6] Whoever has become a leader leaves his division: if it stands under him as a Major General, a lettered one takes over.
    pub(crate) fn leave_division(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        let minor = self.scenario.compiled.namesakes.iter().find(|(_, counter)| *counter == leader);
        if let Some(&(minor, _)) = minor {
            self.retire(state, minor, umpire);
        }
    }

    /// [3.6] What the Turn Record Track says about leaders of the phasing side on this turn.
    pub(crate) fn succeed(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let (turn, side) = (state.turn, state.phasing);
        for row in self.scenario.succession.iter().filter(|row| row.turn == turn && row.army.side() == side) {
            match row.what {
                Change::Arrives => {}
                Change::Retires => {
                    let is = |leader: &Leader| self.is_retired(state, *leader) && self.general(*leader).name == row.leader;
                    let Some(leader) = (0..self.leaders() as Leader).find(is) else { continue };
                    self.retire(state, leader, umpire);
                }
                Change::Leaves => {
                    let Some(leader) = self.leader_named(state, &row.leader, row.army) else { continue };
                    self.withdraw(state, leader, row, umpire);
                }
            }
        }
    }

    /// [3.6] A Major General who is needed elsewhere leaves his division to a lettered one.
    fn retire(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        if state.hex(leader).is_none() && matches!(state.away[usize::from(leader)], Away::No | Away::Due) {
            return;
        }
        let army = self.general(leader).army;
        let free = |one: &Leader| {
            let general = self.general(*one);
            let pool = matches!(general.start, Start::Pool | Start::Hex(_)) && general.on_foot;
            general.rank == Rank::Generic && general.army == army && pool
        };
        let spare = |one: &Leader| state.hex(*one).is_none() && state.away[usize::from(*one)] == Away::No;
        if let Some(next) = (0..self.leaders() as Leader).filter(free).find(spare) {
            self.stand_in(state, leader, next, umpire);
        }
    }

    /// [3.6] A leader leaves. Whoever takes over does so in his place; if he is not there to be replaced, the other comes at the source.
    fn withdraw(&self, state: &mut State, leader: Leader, row: &Succession, umpire: &mut Umpire<'_, Event>) {
        let at = usize::from(leader);
        let here = state.hex(leader).is_some() || !matches!(state.away[at], Away::No | Away::Due);
        // Whoever is away with a wound is withdrawn as well; who is still to come for the first time, or with troops, is not.
        let to_come = matches!(&self.general(leader).start, Start::Due(turn, _) if *turn == state.since[at]);
        let healing = state.away[at] == Away::Due && !to_come && self.points(state, leader) == 0;
        let unemployed = |one: Leader| self.points(state, one) == 0;
        let next: Vec<Leader> =
            row.by.iter().filter_map(|name| self.successor(state, name, row.army)).filter(|one| unemployed(*one)).collect();
        match next[..] {
            // [1.1] Asked also where one or none is left: that another has been promoted is its owner's affair.
            _ if here && row.by.len() > 1 => {
                state.frame = Frame::Succeed;
                return;
            }
            [first, ..] if here => self.stand_in(state, leader, first, umpire),
            [first, ..] if state.hex(first).is_none() && state.away[usize::from(first)] == Away::No => {
                (state.away[usize::from(first)], state.since[usize::from(first)]) = (Away::Due, state.turn);
            }
            _ if here && !self.leave_to_generals(state, leader, umpire) => return,
            _ => {}
        }
        if let Some(back) = row.back.filter(|_| here || healing) {
            (state.away[at], state.since[at]) = (Away::Due, back);
        } else if healing {
            state.away[at] = Away::No;
        }
        if here || healing {
            self.tell_owner(leader, "is withdrawn", umpire);
        }
    }

    /// [1.1] The others are not told who falls ill.
    fn tell_owner(&self, leader: Leader, what: &str, umpire: &mut Umpire<'_, Event>) {
        umpire.tell(|| {
            let text = format!("{} {what} [3.6]", self.tag(leader));
            self.event(Kind::Leader, "3.6", Leaders::one(leader.into()), &[], text).veiled(self.side_of(leader), None)
        });
    }

    /// [3.6] Nobody is left to take over from a leader: Major Generals and leaders beside him have his troops, unless nobody can.
    fn leave_to_generals(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) -> bool {
        let done = self.hand_over(state, leader, umpire);
        if !done {
            self.tell_owner(leader, "is ill, but nobody can take his troops", umpire);
        }
        done
    }

    /// Who of a name could take over: somebody on the map without troops, or one who has not been in play.
    fn successor(&self, state: &State, name: &str, army: Army) -> Option<Leader> {
        let able = |leader: &Leader| {
            let general = self.general(*leader);
            let at = usize::from(*leader);
            let waits = general.start == Start::Pool && state.away[at] == Away::No && state.since[at] == 0;
            general.name == name && general.army == army && general.rank.leads() && (state.hex(*leader).is_some() || waits)
        };
        (0..self.leaders() as Leader).find(able)
    }

    /// [3.6] One leader takes the place of another, on the map or off it, with his whole track.
    fn stand_in(&self, state: &mut State, leader: Leader, next: Leader, umpire: &mut Umpire<'_, Event>) {
        let (from, to) = (usize::from(leader), usize::from(next));
        let hex = state.hexes[from];
        // [6.8] Who comes from elsewhere leaves his bridge trains there.
        if let Some(before) = state.hex(next).filter(|&before| before != hex) {
            self.pass_trains(state, next, before);
        }
        self.make_general(state, next, hex);
        (state.away[to], state.since[to], state.exit[to]) = (state.away[from], state.since[from], state.exit[from]);
        state.fog[to] = state.fog[from];
        for unit in 0..self.bodies().len() {
            for track in [&mut state.track[unit], &mut state.seen[unit]] {
                if *track == leader {
                    *track = next;
                }
            }
        }
        for train in state.trains.iter_mut().filter(|train| train.carrier == leader) {
            train.carrier = next;
        }
        let grand = &mut state.grand;
        // [14] Who marches in a Fortnight of rest goes on under his successor, and has rolled for attrition already.
        grand.aims.iter_mut().filter(|aim| aim.leader == leader).for_each(|aim| aim.leader = next);
        let own = [&mut state.genuine, &mut state.swift, &mut state.forage];
        for set in own.into_iter().chain([&mut grand.newcomers, &mut grand.movers, &mut grand.ashore, &mut grand.told]) {
            if set.has(leader.into()) {
                set.remove(leader.into());
                set.insert(next.into());
            }
        }
        (state.hexes[from], state.away[from]) = (NOWHERE, Away::No);
        for redoubt in state.redoubts.iter_mut().filter(|redoubt| redoubt.builder == leader) {
            *redoubt = crate::state::Redoubt::NONE;
        }
        self.untie(state, leader);
        let side = self.side_of(leader);
        umpire.tell(|| {
            let text = format!("{} takes over from {} [3.6]", self.tag(next), self.tag(leader));
            self.event(Kind::Leader, "3.6", Leaders::one(next.into()), &[], text).veiled(side, None)
        });
        self.leave_division(state, next, umpire);
    }
}

/// [3.6] Who takes over from Tutchkov: Tolstoi or Sacken?
#[derive(Clone, Copy)]
pub(crate) struct Succeeding;

impl Succeeding {
    fn row(self, game: &Campaign, state: &State) -> Option<(Leader, Vec<Leader>)> {
        let row = game.scenario.succession.iter().find(|row| row.turn == state.turn && row.by.len() > 1)?;
        let leader = game.leader_named(state, &row.leader, row.army)?;
        let able = |one: &Leader| game.points(state, *one) == 0;
        Some((leader, row.by.iter().filter_map(|name| game.successor(state, name, row.army)).filter(able).collect()))
    }
}

impl Room<Campaign> for Succeeding {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (Side::Coalition.into(), Case("3.6"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        let all = self.row(game, state).map_or_else(Vec::new, |(_, all)| all);
        // Where both have been promoted there is nobody to name.
        out.extend(all.is_empty().then_some(Action::End));
        out.extend(all.into_iter().map(Action::Promote));
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Promote(leader) if self.row(game, state).is_some_and(|(_, all)| all.contains(&leader)) => Ok(()),
            Action::Promote(leader) => Err(Violation::new(
                "3.6",
                "Tolstoi or Sacken takes over, if he leads nobody",
                Subject::Unit(UnitId(leader.into())),
            )),
            Action::End if self.row(game, state).is_none_or(|(_, all)| all.is_empty()) => Ok(()),
            Action::End => Err(Violation::new("3.6", "name who takes over: promote", Subject::None)),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match (action, self.row(game, state)) {
            (Action::Promote(next), Some((leader, _))) => game.stand_in(state, leader, next, umpire),
            (_, Some((leader, _))) if game.leave_to_generals(state, leader, umpire) => {
                game.tell_owner(leader, "is withdrawn", umpire);
            }
            _ => {}
        }
        game.open_player_turn(state, umpire);
    }
}
