//! Actions in words, the log, and options as a person reads them.

use crate::ProvingGround;
use crate::action::{Action, Event};
use crate::prices;
use crate::reach::POSES;
use crate::state::{Formation, Frame, Standing, State};
use grognard_engine::facing::Heading;
use grognard_engine::piece::{FacingView, FormationView};
use grognard_engine::preview::{Caption, PathStep};
use grognard_engine::ratio::Ratio;
use grognard_engine::walk::Node;
use grognard_engine::{HexId, Line};

impl ProvingGround {
    /// Movement points in words.
    pub(crate) fn points(parts: u16) -> String {
        Ratio::new(parts as i16, prices::POINT as i16).to_string()
    }

    fn compass(&self, vertex: u8) -> &'static str {
        self.field().ground.grid().compass(Heading::corner(vertex.into()))
    }

    /// Which way a piece looks; nothing if all round.
    pub(crate) fn facing_words(&self, so: &Standing) -> String {
        if so.formation.all_round() { String::new() } else { self.compass(so.vertex).to_owned() }
    }

    /// Which way a piece looks, for the wire.
    pub(crate) fn facing_view(&self, vertex: u8) -> FacingView {
        self.field().ground.grid().facing_view(Heading::corner(vertex.into()))
    }

    /// A formation, for the wire.
    pub(crate) fn formation_view(formation: Formation) -> FormationView {
        FormationView { name: formation.name().to_owned(), shape: formation.shape() }
    }

    pub(crate) fn action_words(&self, action: Action) -> String {
        match action {
            Action::Take(unit) => format!("take {}", self.field().army.tag(unit)),
            Action::Go(hex) => format!("go {}", self.hex_words(hex)),
            Action::Face(vertex) if vertex < POSES => format!("face {}", self.compass(vertex)),
            Action::Face(_) => "face nowhere".to_owned(),
            Action::Form(formation) => format!("form {}", formation.word()),
            Action::Done => "done".to_owned(),
            Action::End => "end".to_owned(),
        }
    }

    fn hex_words(&self, hex: HexId) -> String {
        let grid = self.field().ground.grid();
        if grid.holds(hex) { grid.number(hex) } else { "nowhere".to_owned() }
    }

    fn read_vertex(&self, word: &str) -> Result<u8, String> {
        let heading = self.field().ground.grid().read_compass(word).filter(|heading| heading.at_corner());
        heading.map(|heading| heading.number() / 2).ok_or_else(|| {
            let all: Vec<&str> = (0..POSES).map(|vertex| self.compass(vertex)).collect();
            format!("{word:?} is no facing; write one of {}", all.join(", "))
        })
    }

    pub(crate) fn read_words(&self, text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["take", tag] => self.field().army.read_tag(tag).map(Action::Take),
            ["go", hex] => self.field().ground.grid().read(hex).map(Action::Go),
            ["face", word] => self.read_vertex(word).map(Action::Face),
            ["form", word] => Formation::read(word).map(Action::Form).ok_or_else(|| {
                let all: Vec<&str> = Formation::ALL.iter().map(|formation| formation.word()).collect();
                format!("{word:?} is no formation; write one of {}", all.join(", "))
            }),
            ["done"] => Ok(Action::Done),
            ["end"] => Ok(Action::End),
            _ => Err(format!("{text:?}: write take PIECE, go HEX, face VERTEX, form FORMATION, done or end")),
        }
    }

    /// `move PIECE HEX` takes, moves and puts down; everything else is one action.
    pub(crate) fn read_command(&self, text: &str) -> Result<Vec<Action>, String> {
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["move", tag, hex] => {
                let (unit, hex) = (self.field().army.read_tag(tag)?, self.field().ground.grid().read(hex)?);
                Ok(vec![Action::Take(unit), Action::Go(hex), Action::Done])
            }
            _ => self.read_words(text).map(|action| vec![action]),
        }
    }

    pub(crate) fn log_line(&self, event: &Event) -> Line {
        let looking = |facing: &str| if facing.is_empty() { String::new() } else { format!(", facing {facing}") };
        let (text, hexes, level) = match event {
            Event::Turn { turn, side } => (format!("Turn {turn}, {side}"), Vec::new(), if *side == "French" { 0 } else { 1 }),
            Event::Moved { unit, path, facing, .. } => {
                let to = path.last().map_or("", String::as_str);
                (format!("{unit} moves to {to}{}", looking(facing)), path.clone(), 2)
            }
            Event::Turned { unit, hex, facing } => (format!("{unit} in {hex} turns to {facing}"), vec![hex.clone()], 2),
            Event::Formed { unit, hex, formation } => (format!("{unit} in {hex} forms {formation}"), vec![hex.clone()], 2),
            Event::Over { verdict } => (verdict.clone(), Vec::new(), 0),
        };
        let path = match event {
            Event::Moved { unit, side, path, .. } => Some(grognard_engine::board::Trail {
                unit: unit.clone(),
                kind: "move".to_owned(),
                side: (*side).to_owned(),
                hexes: path.clone(),
            }),
            _ => None,
        };
        Line { text, hexes, level, path, headline: matches!(event, Event::Over { .. }), ..Line::default() }
    }

    /// One walk tells what all the moves of the piece in hand cost, and how they go.
    pub(crate) fn caption_all(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        let grid = self.field().ground.grid();
        let Frame::Hand { unit, left } = state.frame else {
            return actions.iter().map(|&action| self.caption(state, action)).collect();
        };
        let standing = state.piece(unit);
        let occupied = self.occupied(state, state.side, Some(unit));
        self.with_walk(|walk| {
            self.walk(walk, standing, unit, left, &occupied);
            let way = |hex: HexId| -> Option<(u16, u8, Vec<PathStep>)> {
                let (pose, spent) = self.best_pose(walk, standing.formation, hex, &occupied)?;
                let path = walk.path(Node { hex, pose });
                let paid = |node: &Node| walk.spent(*node).unwrap_or(0);
                let mut steps: Vec<PathStep> = Vec::new();
                let mut told = 0;
                for pair in path.windows(2).filter(|pair| pair[0].hex != pair[1].hex) {
                    let cost = Self::points(paid(&pair[1]) - told);
                    steps.push(PathStep { hex: grid.number(pair[1].hex), cost });
                    told = paid(&pair[1]);
                }
                Some((spent, pose, steps))
            };
            let caption = |&action: &Action| {
                let mut caption = self.caption(state, action);
                if let Action::Go(hex) = action
                    && let Some((spent, pose, path)) = way(hex)
                {
                    caption.path = path;
                    caption.left = Some(Self::points(left.saturating_sub(spent)));
                    caption.facing = (!standing.formation.all_round()).then(|| self.facing_view(pose));
                }
                caption
            };
            actions.iter().map(caption).collect()
        })
    }

    fn caption(&self, state: &State, action: Action) -> Caption {
        let held = match state.frame {
            Frame::Hand { unit, .. } => Some(self.field().army.tag(unit).to_owned()),
            _ => None,
        };
        let who = held.clone().unwrap_or_default();
        let (label, unit, hex) = match action {
            Action::Take(unit) => {
                let at = state.piece(unit).hex;
                (format!("Take {}", self.field().army.tag(unit)), Some(self.field().army.tag(unit).to_owned()), Some(at))
            }
            Action::Go(hex) => (format!("{who} to {}", self.hex_words(hex)), held, Some(hex)),
            Action::Face(vertex) => (format!("{who} faces {}", self.compass(vertex)), held, None),
            Action::Form(formation) => (format!("{who} forms {}", formation.word()), held, None),
            Action::Done => (format!("Put {who} down"), held, None),
            Action::End => ("End the turn".to_owned(), None, None),
        };
        let words = self.action_words(action);
        Caption {
            label,
            group: words.split(' ').next().unwrap_or_default().to_owned(),
            unit,
            hex: hex.map(|hex| self.hex_words(hex)),
            facing: match action {
                Action::Face(vertex) => Some(self.facing_view(vertex)),
                _ => None,
            },
            formation: match action {
                Action::Form(formation) => Some(Self::formation_view(formation)),
                _ => None,
            },
            ..Caption::default()
        }
    }
}
