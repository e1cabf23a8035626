//! Positions from the lines of a case file.
//!
//! `game proving-ground` names the game. `piece TAG HEX [FACING] [FORMATION]` puts a piece on the otherwise empty map; `opening` begins with
//! everybody where they stand at the start. `side Allied` says whose turn it is.

use crate::army::PIECES;
use crate::state::{Formation, NOWHERE, Side, Standing, State};
use crate::{ID, ProvingGround};
use grognard_engine::DataError;
use grognard_engine::cases::{CaseGame, SetupLine};

impl CaseGame for ProvingGround {
    fn set_up(file: &str, lines: &[SetupLine]) -> Result<(Self, State), DataError> {
        // Map and pieces are compiled once, however many cases there are.
        let game = Self::new(&[])?;
        let mut state = game.opening();
        state.pieces.iter_mut().for_each(|standing| standing.hex = NOWHERE);
        for SetupLine { line, words } in lines {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let told = game.set_up_line(&mut state, &words);
            told.map_err(|why| DataError::new(file, format!("line {line}"), why))?;
        }
        let last = lines.last().map_or(1, |line| line.line);
        game.sound(&state).map_err(|(place, why)| DataError::new(file, format!("line {last}"), format!("{place}: {why}")))?;
        Ok((game, state))
    }
}

impl ProvingGround {
    fn set_up_line(&self, state: &mut State, words: &[&str]) -> Result<(), String> {
        let (army, grid) = (&self.field().army, self.field().ground.grid());
        match *words {
            ["game", ID] => Ok(()),
            ["opening"] => {
                state.pieces = std::array::from_fn(|unit| army.start[unit]);
                Ok(())
            }
            ["side", name] => {
                state.side = Side::read(name)?;
                Ok(())
            }
            ["piece", tag, hex, ref rest @ ..] => {
                let unit = usize::from(army.read_tag(tag)?);
                let mut so = Standing { hex: grid.read(hex)?, ..army.start[unit] };
                for word in rest {
                    match (Formation::read(word), grid.read_compass(word).filter(|heading| heading.at_corner())) {
                        (Some(formation), _) if army.kinds[unit].arm.formations().contains(&formation) => {
                            so.formation = formation
                        }
                        (_, Some(heading)) => so.vertex = heading.number() / 2,
                        _ => return Err(format!("{word:?} is neither a facing nor a formation of {tag}")),
                    }
                }
                state.pieces[unit] = so;
                Ok(())
            }
            _ => Err(format!("{:?}: expected game, opening, side or piece", words.join(" "))),
        }
    }

    /// Whether a piece could be taken now.
    pub(crate) fn can_take(&self, state: &State, unit: u16) -> bool {
        usize::from(unit) < PIECES && self.may_take(state, unit).is_ok()
    }
}
