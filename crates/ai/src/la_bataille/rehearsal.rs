//! Options compared by playing them out on copies, with the same dice for each.

use super::habits::{Habits, Notes};
use super::judge::worth;
use super::maps::Maps;
use super::purse::{Meter, price};
use super::scene::Scene;
use super::temper::Temper;
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Umpire};
use grognard_la_bataille::{Action, Bautzen, Frame, Segment, Side, State};

/// How far a rehearsal goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// Until nothing is under way any more.
    Settled,
    /// Until the melees of the present player sequence are over; nobody moves in between.
    Melees,
    /// Until the melees of the next one are over; nobody moves in between.
    Answer,
    /// Until so many further player sequences are over, everybody moving.
    Later(u8),
    /// To the end of the game, everybody moving.
    End,
}

/// Throws of one seed differ from this binary digit on.
pub const THROW: u32 = 40;

/// Most actions of a rehearsal.
const PATIENCE: usize = 4_000;

/// Where things are tried out.
pub struct Stage<'a> {
    pub game: &'a Bautzen,
    pub maps: &'a Maps,
    pub side: Side,
    /// How the side goes about it, and what it remembers.
    pub temper: Temper,
    pub notes: Notes,
    /// Whether the notes are of this temper already.
    pub settled: bool,
    /// Whether the enemy may not come: with half of the dice he then stays where he is.
    pub alone: bool,
}

impl Stage<'_> {
    fn over(&self, start: &State, state: &State, until: Until) -> bool {
        let sequences = state.sequence() - start.sequence();
        let fought = state.segment == Segment::Recovery;
        match until {
            Until::Settled => self.game.at_rest(state),
            Until::Melees => sequences > 0 || fought,
            Until::Answer => sequences > 1 || (sequences == 1 && fought),
            Until::Later(more) => sequences > more || (sequences == more && fought),
            Until::End => false,
        }
    }

    /// What comes of some actions, to the side that tries them: one throw of all dice. Nothing if there was not work enough for it.
    pub fn try_out(&self, start: &State, actions: &[Action], seed: u64, until: Until, meter: &mut Meter<'_>) -> Option<f32> {
        let mut state = start.clone();
        let mut dice = SeededDice::new(seed);
        let mut notes = [Notes::default(), Notes::default()];
        notes[self.side as usize] = self.notes.clone();
        if self.temper.focus.is_some() && !self.settled {
            let mut scene = Scene::of(self.game, start, self.side, self.maps);
            scene.take(self.temper);
            notes[self.side as usize].send(&scene);
        }
        let still = !matches!(until, Until::Later(_) | Until::End);
        // Throws differ from this digit on, so that it is another with every other one.
        let asleep = self.alone && seed >> THROW & 1 == 1;
        for (at, &action) in actions.iter().enumerate() {
            if at > 0 && self.game.check(&state, action).is_err() {
                break;
            }
            self.game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
        }
        let mut options = Vec::new();
        for _ in 0..PATIENCE {
            let Decision::Choose { seat, .. } = self.game.decision(&state) else { break };
            if self.over(start, &state, until) {
                break;
            }
            let side = Side::BOTH[usize::from(seat.0 & 1)];
            self.game.legal_actions(&state, &mut options);
            let mut scene = Scene::of(self.game, &state, side, self.maps);
            if !meter.take(price(state.frame(), options.len(), scene.friends.len() + scene.enemies.len())) {
                return None;
            }
            if side == self.side {
                let later = state.sequence() > start.sequence() + 1;
                scene.take(if later { self.temper.later(side) } else { self.temper });
            }
            let notes = &mut notes[side as usize];
            if !still && matches!(state.frame(), Frame::Move | Frame::Hand { .. }) {
                notes.renew(&scene);
            }
            let habits = Habits { scene, still: still || (asleep && side != self.side) };
            let Some(advice) = habits.choose(&options, notes) else { break };
            // Rules of thumb that have lost touch with the rules take what there is.
            let action = if options.contains(&advice.action) { advice.action } else { options[0] };
            self.game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
        }
        let value = worth(self.game, &state);
        Some(if self.side == Side::French { value } else { -value })
    }
}
