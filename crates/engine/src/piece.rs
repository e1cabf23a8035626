//! Pieces with a face: what is printed on a piece, which never changes, apart from how it stands.
//!
//! A [`Roster`] holds what is printed, checked when it is loaded. How a piece stands is a [`Stance`], which goes over the wire
//! inside a [`Counter`]; games whose counters only lie in a hex have none, and their views say nothing of it.

use crate::board::Counter;
use crate::facing::Heading;
use crate::fault::DataError;
use crate::grid::{Grid, UnitId};
use serde::{Deserialize, Serialize};

/// What is printed on a piece.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Piece {
    /// The short name used in commands and records: one word of letters and digits, the only one of its kind.
    pub tag: String,
    /// Side.
    pub side: String,
    /// Nation, which decides the colour.
    pub nation: String,
    /// Name, printed above the symbol.
    pub name: String,
    /// The same in few letters, where the tag is not what one would print there; may be empty.
    pub title: String,
    /// `infantry`, `cavalry`, `artillery`, `leader`, `headquarters` …
    pub kind: String,
    /// Which kind of these: `light`, `dragoons`, `horse`; may be empty.
    pub branch: String,
    /// The body that it belongs to: brigade, division, corps; may be empty.
    pub body: String,
    /// Printed at the bottom.
    pub values: String,
    /// Strength, where it has one.
    pub strength: Option<i32>,
    /// Movement allowance, where it has one.
    pub movement: Option<i32>,
    /// Steps at full strength; 0 if it has none.
    pub steps: u8,
    /// What else is printed on it.
    pub ratings: Vec<Rating>,
}

/// A figure that is printed on a piece.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rating {
    /// What it is: `effectiveness`, `command radius`.
    pub name: String,
    /// The figure.
    pub value: i16,
}

impl Piece {
    /// The counter with what is printed on it, and nowhere yet.
    #[must_use]
    pub fn counter(&self) -> Counter {
        Counter {
            tag: self.tag.clone(),
            side: self.side.clone(),
            nation: self.nation.clone(),
            name: self.name.clone(),
            title: self.title.clone(),
            kind: self.kind.clone(),
            values: self.values.clone(),
            strength: self.strength,
            movement: self.movement,
            branch: self.branch.clone(),
            body: self.body.clone(),
            ratings: self.ratings.clone(),
            ..Counter::default()
        }
    }
}

/// All pieces of a game, in the order of their [`UnitId`]s.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Roster {
    pieces: Vec<Piece>,
    /// Their numbers, sorted by tag, to be found by it.
    by_tag: Vec<u16>,
}

impl Roster {
    /// A roster out of a file: each piece with the place in the file that told of it.
    ///
    /// # Errors
    /// A tag that is not one word of letters and digits, or one that two pieces have, with file and place.
    pub fn new(file: &str, pieces: Vec<(String, Piece)>) -> Result<Self, DataError> {
        if pieces.len() > usize::from(u16::MAX) {
            return Err(DataError::new(file, "pieces", format!("{} of them; there can be {}", pieces.len(), u16::MAX)));
        }
        let folded = |tag: &str| tag.to_lowercase();
        let mut by_tag: Vec<(String, u16)> = Vec::with_capacity(pieces.len());
        for (number, (place, piece)) in pieces.iter().enumerate() {
            // A tag that were several words would slip through whoever looks for tags in what is told.
            if piece.tag.is_empty() || !piece.tag.chars().all(char::is_alphanumeric) {
                return Err(DataError::new(
                    file,
                    place,
                    format!("the tag {:?} is not one word of letters and digits", piece.tag),
                ));
            }
            by_tag.push((folded(&piece.tag), number as u16));
        }
        by_tag.sort();
        if let Some(pair) = by_tag.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let (first, second) = (&pieces[usize::from(pair[0].1)], &pieces[usize::from(pair[1].1)]);
            let why = format!("the tag {:?} is used twice; {} has it too", second.1.tag, first.0);
            return Err(DataError::new(file, second.0.clone(), why));
        }
        Ok(Self {
            pieces: pieces.into_iter().map(|(_, piece)| piece).collect(),
            by_tag: by_tag.into_iter().map(|(_, number)| number).collect(),
        })
    }

    /// How many pieces there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// A piece by its number, if there is one.
    #[must_use]
    pub fn get(&self, unit: UnitId) -> Option<&Piece> {
        self.pieces.get(usize::from(unit.0))
    }

    /// All pieces in order.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, &Piece)> {
        self.pieces.iter().enumerate().map(|(number, piece)| (UnitId(number as u16), piece))
    }

    /// The piece with a tag, however its letters are written.
    #[must_use]
    pub fn find(&self, tag: &str) -> Option<UnitId> {
        let wanted = tag.to_lowercase();
        let tag_of = |&number: &u16| self.pieces[usize::from(number)].tag.to_lowercase();
        let place = self.by_tag.binary_search_by(|number| tag_of(number).cmp(&wanted)).ok()?;
        Some(UnitId(self.by_tag[place]))
    }
}

/// How a piece stands, where that is more than to lie in a hex.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stance {
    /// The other hex of a piece that stands on two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    /// Which way it looks; nowhere in particular if it looks all round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<FacingView>,
    /// How it is drawn up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<FormationView>,
    /// Its steps, where pieces have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<StepsView>,
    /// Its states, each with what it is a state of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<StateView>,
}

/// Which way a piece looks.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FacingView {
    /// The angle on paper, in degrees clockwise from the top: 0, 30 … 330. What is drawn looking up is turned by so much.
    pub degrees: u16,
    /// Whether it looks at a hexside or at a vertex of its hex.
    pub at: FacingAt,
    /// As a compass calls it, the top of the map being north: `N`, `ENE`.
    pub compass: String,
}

/// What a piece looks at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum FacingAt {
    /// A hexside.
    #[default]
    Hexside,
    /// A vertex: the corner between two hexsides.
    Vertex,
}

/// How a piece is drawn up.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FormationView {
    /// As the rulebook calls it: `Extended Line`.
    pub name: String,
    /// What it looks like from above.
    pub shape: Shape,
}

/// What a formation looks like from above. Rulebooks have many names for few shapes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// No order that shows.
    #[default]
    Loose,
    /// Wide and thin.
    Line,
    /// Wide and deep.
    Column,
    /// Narrow and long, on the march; guns behind their teams.
    March,
    /// Facing all round.
    Square,
    /// Guns ready to fire.
    Battery,
}

/// The steps of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StepsView {
    /// Those it has.
    pub left: u8,
    /// Those it began with.
    pub full: u8,
}

/// A state of a piece.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StateView {
    /// What it is a state of.
    pub kind: StateKind,
    /// The state in a word or two: `shaken`, `limbered`.
    pub word: String,
    /// How much of it, where it is counted: rounds, points of fatigue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i16>,
    /// Whether it is good or bad for its owner.
    pub tone: Tone,
}

/// What a state is a state of.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum StateKind {
    /// What it did, or is about to do: moved, in hand.
    #[default]
    Activity,
    /// Its courage.
    Morale,
    /// Its strength to go on.
    Fatigue,
    /// What it has left to fire.
    Ammunition,
    /// Whether and how orders reach it.
    Command,
}

/// Whether something is good or bad for its owner.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Neither.
    #[default]
    Plain,
    /// Good.
    Good,
    /// Bad.
    Bad,
}

impl Stance {
    /// The stance in words, to follow those that tell what and where the piece is.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if let Some(second) = &self.second {
            words.push(format!("and in {second}"));
        }
        words.extend(self.formation.iter().map(|formation| formation.name.to_lowercase()));
        if let Some(facing) = &self.facing {
            words.push(format!("facing {}", facing.compass));
        }
        if let Some(StepsView { left, full }) = self.steps {
            words.push(if left == full { format!("{left} steps") } else { format!("{left} of {full} steps") });
        }
        for StateView { word, amount, .. } in &self.states {
            words.push(amount.map_or_else(|| word.clone(), |amount| format!("{word} {amount}")));
        }
        words
    }
}

impl Grid {
    /// The angle of a heading on paper, in degrees clockwise from the top of the map.
    #[must_use]
    pub const fn degrees(&self, heading: Heading) -> u16 {
        let n = heading.number() as u16;
        match self.numbering() {
            crate::grid::Numbering::ColumnRow => 30 * n,
            // The axes are exchanged inside: what is first there looks to the left, and angles run the other way.
            crate::grid::Numbering::LineFromBelow => (270 + 360 - 30 * n) % 360,
        }
    }

    /// A heading as it goes over the wire.
    #[must_use]
    pub fn facing_view(&self, heading: Heading) -> FacingView {
        FacingView {
            degrees: self.degrees(heading),
            at: if heading.at_corner() { FacingAt::Vertex } else { FacingAt::Hexside },
            compass: self.compass(heading).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facing::HEADINGS;

    fn piece(tag: &str) -> Piece {
        Piece { tag: tag.to_owned(), side: "French".to_owned(), steps: 11, ..Piece::default() }
    }

    fn roster(tags: &[&str]) -> Result<Roster, DataError> {
        Roster::new("units.tsv", tags.iter().enumerate().map(|(i, tag)| (format!("line {}", i + 2), piece(tag))).collect())
    }

    #[test]
    fn pieces_are_found_by_their_tags() {
        let tags = ["Lt10b1", "Line36b2", "Guard", "a", "Zieten"];
        let roster = roster(&tags).unwrap();
        assert_eq!((roster.len(), roster.is_empty()), (5, false));
        for (number, tag) in tags.iter().enumerate() {
            assert_eq!(roster.find(tag), Some(UnitId(number as u16)));
            assert_eq!(roster.find(&tag.to_uppercase()), Some(UnitId(number as u16)));
            assert_eq!(roster.get(UnitId(number as u16)).unwrap().tag, *tag);
        }
        assert_eq!((roster.find("Lt10"), roster.find(""), roster.get(UnitId(5))), (None, None, None));
        assert!(roster.iter().map(|(_, piece)| piece.tag.as_str()).eq(tags));
    }

    #[test]
    fn two_pieces_with_one_tag_and_tags_of_two_words_are_refused() {
        for (tags, parts) in [
            (&["A1", "B1", "A1"][..], ["units.tsv: line 4", "\"A1\" is used twice", "line 2 has it too"]),
            (&["A1", "B1", "a1"], ["units.tsv: line 4", "\"a1\" is used twice", "line 2"]),
            (&["A1", "B/1"], ["units.tsv: line 3", "\"B/1\"", "one word"]),
            (&["A1", "B 1"], ["units.tsv: line 3", "\"B 1\"", "one word"]),
            (&["A1", ""], ["units.tsv: line 3", "\"\"", "one word"]),
        ] {
            let told = roster(tags).unwrap_err().to_string();
            assert!(parts.iter().all(|part| told.contains(part)), "{told}");
        }
    }

    #[test]
    fn angles_follow_the_compass() {
        const ROSE: [&str; 12] = ["N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW"];
        const LYING: [&str; 12] = ["N", "NE", "ENE", "E", "ESE", "SE", "S", "SW", "WSW", "W", "WNW", "NW"];
        let (flat, pointy) = (Grid::new(9, 9, &[]).unwrap(), Grid::lines_from_below(8, 8).unwrap());
        for (grid, rose) in [(&flat, ROSE), (&pointy, LYING)] {
            for heading in (0..HEADINGS).filter_map(Heading::from_number) {
                let view = grid.facing_view(heading);
                assert_eq!(view.compass, rose[usize::from(view.degrees / 30)]);
                assert_eq!(view.at == FacingAt::Vertex, heading.at_corner());
            }
        }
        // Flat-top hexes have a hexside above, pointy-top ones a vertex.
        assert_eq!(flat.facing_view(flat.read_compass("N").unwrap()).at, FacingAt::Hexside);
        assert_eq!(pointy.facing_view(pointy.read_compass("N").unwrap()).at, FacingAt::Vertex);
    }

    #[test]
    fn a_stance_is_told_and_travels() {
        let grid = Grid::lines_from_below(8, 8).unwrap();
        let stance = Stance {
            second: Some("0102".to_owned()),
            facing: grid.read_compass("ENE").map(|heading| grid.facing_view(heading)),
            formation: Some(FormationView { name: "Extended Line".to_owned(), shape: Shape::Line }),
            steps: Some(StepsView { left: 9, full: 11 }),
            states: vec![
                StateView { kind: StateKind::Morale, word: "shaken".to_owned(), amount: None, tone: Tone::Bad },
                StateView { kind: StateKind::Fatigue, word: "fatigue".to_owned(), amount: Some(2), tone: Tone::Bad },
            ],
        };
        let counter = Counter { hex: Some("0101".to_owned()), stance: Some(stance.clone()), ..piece("Lt10b1").counter() };
        assert_eq!(
            counter.sentence(),
            "Lt10b1,  , in 0101, and in 0102, extended line, facing ENE, 9 of 11 steps, shaken, fatigue 2"
        );
        let text = serde_json::to_string(&counter).unwrap();
        assert_eq!(serde_json::from_str::<Counter>(&text).unwrap(), counter);
        for part in
            [r#""degrees":60,"at":"vertex","compass":"ENE""#, r#""shape":"line""#, r#""kind":"morale""#, r#""tone":"bad""#]
        {
            assert!(text.contains(part), "{text}");
        }
    }

    /// Games without faces send what they have always sent.
    #[test]
    fn what_is_not_there_is_not_sent() {
        let text = serde_json::to_string(&Counter::default()).unwrap();
        for key in ["branch", "body", "ratings", "stance"] {
            assert!(!text.contains(key), "{text}");
        }
        assert_eq!(serde_json::to_string(&Stance::default()).unwrap(), "{}");
        assert!(!serde_json::to_string(&crate::Board::default()).unwrap().contains("hexside_marks"));
        assert!(!serde_json::to_string(&crate::map_view::HexView::default()).unwrap().contains("at"));
    }
}
