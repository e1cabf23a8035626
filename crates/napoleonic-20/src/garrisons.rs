//! [9.10] Garrisons: four posts that defend themselves when no French unit stands in them.

use crate::Campaign;
use crate::event::{Event, Kind};
use crate::march::Ground;
use crate::state::{GARRISONS, Side, State};
use crate::unitset::Unit;
use grognard_engine::plane::Plane;
use grognard_engine::{HexId, Umpire};

impl Campaign {
    /// The number of the garrison post in a hex.
    #[inline]
    #[must_use]
    pub fn garrison_at(&self, hex: HexId) -> Option<usize> {
        self.places.garrisons.iter().position(|&h| h == hex)
    }

    /// [9.10] [9.10.2] Whether a garrison is intact: not destroyed, and no Allied unit in its hex.
    #[inline]
    #[must_use]
    pub fn garrison_stands(&self, state: &State, garrison: usize) -> bool {
        state.razed >> garrison & 1 == 0 && self.unit_of_side_at(state, Side::Allied, self.places.garrisons[garrison]).is_none()
    }

    /// [9.10] The intact garrisons, by bit.
    #[must_use]
    pub fn standing_garrisons(&self, state: &State) -> u8 {
        let mut standing = !state.razed & ((1 << GARRISONS) - 1);
        if standing == 0 {
            return 0;
        }
        for unit in self.in_play(Side::Allied) {
            if let Some(hex) = state.hex(unit).filter(|&hex| self.places.posts.has(hex)) {
                standing &= !self.garrison_at(hex).map_or(0, |g| 1 << g);
            }
        }
        standing
    }

    /// The intact garrison in a hex.
    #[must_use]
    pub fn standing_garrison(&self, state: &State, hex: HexId) -> Option<usize> {
        self.garrison_at(hex).filter(|&g| self.garrison_stands(state, g))
    }

    /// [9.10.2] Whether the garrison of a hex is back as soon as a unit has left it.
    pub(crate) fn revives_behind(&self, state: &State, ground: &Ground, unit: Unit, hex: HexId) -> bool {
        let post = self.places.posts.has(hex) && self.side_of(unit) == Side::Allied && ground.shared != hex;
        post && self.garrison_at(hex).is_some_and(|garrison| state.razed >> garrison & 1 == 0)
    }

    /// [6.4] Hexes closed to the Allies because an intact garrison is in them.
    #[must_use]
    pub fn garrisoned(&self, state: &State) -> Plane {
        let mut plane = Plane::EMPTY;
        self.add_posts(self.standing_garrisons(state), &mut plane);
        plane
    }

    /// Adds the hexes of some garrisons (by bit).
    pub(crate) fn add_posts(&self, garrisons: u8, plane: &mut Plane) {
        for (g, &hex) in self.places.garrisons.iter().enumerate() {
            if garrisons >> g & 1 == 1 {
                plane.insert(hex);
            }
        }
    }

    /// [9.10.1] [9.10.2] What the arrival of an Allied unit in a hex does to garrisons: the outlying posts are destroyed at once,
    /// those of Dresden when both its hexes are held.
    pub(crate) fn storm(&self, state: &mut State, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let Some(garrison) = self.garrison_at(hex).filter(|g| state.razed >> g & 1 == 0) else { return };
        if self.unit_of_side_at(state, Side::Allied, hex).is_none() {
            return;
        }
        if garrison >= 2 {
            state.razed |= 1 << garrison;
            let text = || format!("the garrison of {} is destroyed [9.10.1]", self.grid().number(hex));
            umpire.tell(|| self.event(Kind::Note, "9.10.1", crate::unitset::UnitSet::EMPTY, &[hex], text()));
        } else if self.dresden_held(state) == 2 {
            state.razed |= 3;
            let text = "both hexes of Dresden are held: its garrison is destroyed [9.10.2]";
            umpire.tell(|| {
                let hexes = &self.places.garrisons[..2.min(GARRISONS)];
                self.event(Kind::Note, "9.10.2", crate::unitset::UnitSet::EMPTY, hexes, text.to_owned())
            });
        }
    }

    /// [9.10.1] [9.10.2] In a position that is set up those garrisons are gone that the Allied units in their hexes have destroyed.
    pub(crate) fn note_fallen(&self, state: &mut State) {
        for garrison in 2..GARRISONS {
            if self.unit_of_side_at(state, Side::Allied, self.places.garrisons[garrison]).is_some() {
                state.razed |= 1 << garrison;
            }
        }
        if self.dresden_held(state) == 2 {
            state.razed |= 3;
        }
    }

    /// [12.7] How many hexes of Dresden hold an Allied unit.
    #[must_use]
    pub fn dresden_held(&self, state: &State) -> usize {
        let held = |&&hex: &&HexId| self.unit_of_side_at(state, Side::Allied, hex).is_some();
        self.places.garrisons.iter().take(2).filter(held).count()
    }
}
