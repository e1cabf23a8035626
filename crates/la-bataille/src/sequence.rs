//! [4.1] to [4.4] The sequence of play: a command segment, then six segments for the French and six for the Coalition.

use crate::Bautzen;
use crate::army::Setup;
use crate::event::{Event, Kind};
use crate::stamp::Stamp;
use crate::state::{
    Arm, BODIES, Fight, Formation, Frame, NOWHERE, Order, Place, Ride, Segment, Side, Standing, State, TARGETS, TRENCHES, UNITS,
    Unit, Units, WAITING, flag,
};
use grognard_engine::stack::Stack;
use grognard_engine::{HexId, Umpire};

/// [4.3] The order of the player sequences: the French always go first.
pub const ORDER: [Side; 2] = Side::BOTH;

impl Bautzen {
    /// The first and the last turn; turn 1 begins at 6:00 and each lasts twenty minutes.
    #[must_use]
    pub const fn turns(&self) -> (u8, u8) {
        match self.setup() {
            Setup::Long => (1, 11),
            Setup::Short => (4, 11),
            Setup::Outposts => (1, 6),
        }
    }

    /// A turn as this game counts it: its first one is 1, whatever the hour.
    pub(crate) const fn turn_of_game(&self, turn: u8) -> u8 {
        let (first, _) = self.turns();
        (turn + 1).saturating_sub(first)
    }

    /// [4.1] Whether a turn begins on the full hour.
    #[must_use]
    pub const fn on_the_hour(turn: u8) -> bool {
        turn % 3 == 1
    }

    /// The clock at the beginning of a turn.
    #[must_use]
    pub fn clock(turn: u8) -> String {
        let minutes = 360 + 20 * (u16::from(turn) - 1);
        format!("{}:{:02}", minutes / 60, minutes % 60)
    }

    /// [23.6] Everybody in his place, nothing decided.
    #[must_use]
    pub fn opening(&self) -> State {
        let mut pieces = [Standing::ABSENT; UNITS];
        for (piece, start) in pieces.iter_mut().zip(&self.field().army.start) {
            *piece = *start;
        }
        let mut trenches = [(NOWHERE, 0); TRENCHES];
        for (trench, hex) in trenches.iter_mut().zip(&self.ground().trenches) {
            *trench = (*hex, 0);
        }
        let mut frames = Stack::EMPTY;
        let _ = frames.push(Frame::Move);
        State {
            pieces,
            stamp: Stamp::fresh(),
            turn: self.turns().0,
            phasing: ORDER[0],
            segment: Segment::Charge,
            frames,
            act: None,
            firing: Units::EMPTY,
            shot: [NOWHERE; TARGETS],
            attacked: [NOWHERE; TARGETS],
            fight: Fight::NONE,
            ride: Ride::NONE,
            checks: [None; WAITING],
            shaken: Units::EMPTY,
            levels: [0; BODIES],
            held: 0,
            trenches,
        }
    }

    /// [4.1] The command segment: corps morale on the hour, leaders who come back, entrenchments that are given up.
    pub(crate) fn begin_turn(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        umpire.tell(|| {
            let text = format!("Turn {}, {}", self.turn_of_game(state.turn), Self::clock(state.turn));
            self.event(Kind::Turn, "4.1", &[], &[], text)
        });
        if Self::on_the_hour(state.turn) {
            self.recompute_levels(state, umpire);
        }
        self.leaders_return(state, umpire);
        self.forget_trenches(state, umpire);
        self.begin_sequence(state, ORDER[0], umpire);
    }

    /// [4.2] A player sequence begins.
    pub(crate) fn begin_sequence(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        state.phasing = side;
        for unit in self.units() {
            let own = self.side(unit) == side;
            let piece = state.notes_of(unit);
            if own && !piece.has(flag::FORCED) {
                piece.set_marches(0);
            }
            // [6.10] Cavalry that came onto the map has come in this turn, as long as it lasts.
            let come = if side != ORDER[0] && self.is(unit).arm == Arm::Cavalry { flag::ENTERED } else { 0 };
            let kept = flag::SPENT | flag::CROSSED | if own { 0 } else { flag::FORCED | come };
            piece.flags &= kept;
            piece.aim = NOWHERE;
            piece.shock = 0;
        }
        self.begin_segment(state, Segment::ALL[0], umpire);
    }

    /// [4.2] A segment begins.
    pub(crate) fn begin_segment(&self, state: &mut State, segment: Segment, umpire: &mut Umpire<'_, Event>) {
        state.segment = segment;
        state.shot = [NOWHERE; TARGETS];
        state.attacked = [NOWHERE; TARGETS];
        state.firing = Units::EMPTY;
        state.shaken = Units::EMPTY;
        state.fight = Fight::NONE;
        state.ride = Ride::NONE;
        for unit in self.units() {
            state.notes_of(unit).flags &= !flag::fired(self.is(unit).arm);
        }
        state.frames = Stack::EMPTY;
        state.push(match segment {
            Segment::Charge => Frame::Charge,
            Segment::Movement => Frame::Move,
            Segment::Defensive | Segment::Offensive => Frame::Fire,
            Segment::Melee => Frame::Melee,
            Segment::Recovery => Frame::Recovery,
        });
        umpire.tell(|| {
            let text = format!("{}: {} segment", state.phasing.name(), segment.name());
            self.event(Kind::Segment, "4.2", &[], &[], text)
        });
    }

    /// [4.2] A segment is over: the next, the other side, the next turn, or the end.
    pub(crate) fn end_segment(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        match state.segment {
            Segment::Movement => self.end_movement(state, umpire),
            Segment::Melee => self.end_melees(state, umpire),
            Segment::Recovery => self.end_recovery(state),
            _ => {}
        }
        // What ends a segment may send somebody running first.
        if state.frames.len() > 1 {
            return;
        }
        self.next_segment(state, umpire);
    }

    pub(crate) fn next_segment(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let at = state.segment as usize;
        if let Some(&next) = Segment::ALL.get(at + 1) {
            self.begin_segment(state, next, umpire);
        } else if state.phasing == ORDER[0] {
            self.begin_sequence(state, ORDER[1], umpire);
        } else if state.turn < self.turns().1 {
            state.turn += 1;
            self.begin_turn(state, umpire);
        } else {
            self.finish(state, umpire);
        }
    }

    /// [5.1] At the end of a movement segment whoever is stacked with infantry drawn up otherwise is disordered; units may move again that had
    /// withdrawn before.
    fn end_movement(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        for unit in self.units() {
            if self.side(unit) == state.phasing && state.piece(unit).on_map() {
                state.notes_of(unit).flags &= !flag::SPENT;
            }
        }
        // All at once: who is disordered in one hex has given the formation in another all the same.
        let clashing: Vec<Unit> = self.fighters(state, state.phasing).filter(|&unit| self.clashes(state, unit)).collect();
        for unit in clashing {
            let hex = state.piece(unit).hex;
            umpire.tell(|| {
                let text = format!("{} stands among others drawn up differently and is disordered", self.called(unit));
                self.event(Kind::Order, "5.1", &[unit], &[hex], text)
            });
            self.disorder(state, unit);
        }
        self.dress(state, state.phasing, umpire);
    }

    /// [5.1] Whether infantry stands below other infantry that is drawn up otherwise: the topmost that is in order gives the formation.
    fn clashes(&self, state: &State, unit: Unit) -> bool {
        let so = *state.piece(unit);
        let drawn_up = |other: &Unit| self.is(*other).arm == Arm::Infantry && state.piece(*other).good();
        let clash = |hex: HexId| {
            let top = self.ranks(state, hex).find(drawn_up);
            top.is_some_and(|top| top != unit && state.piece(top).formation != so.formation)
        };
        drawn_up(&unit) && so.hexes().any(clash)
    }

    /// [6.8] The top unit of a hex sets the facing: whoever of its arm lies below it looks where it looks. Guns look where they were laid [18.3].
    pub(crate) fn dress(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        for unit in self.fighters(state, side) {
            let (so, arm) = (*state.piece(unit), self.is(unit).arm);
            let looks = |so: &Standing| so.faces() && so.formation != Formation::March;
            if arm == Arm::Artillery || so.wide() || !looks(&so) {
                continue;
            }
            let top = self.ranks(state, so.hex).find(|&other| self.is(other).arm == arm && looks(state.piece(other)));
            let Some(top) = top.filter(|&top| top != unit) else { continue };
            let heading = state.piece(top).heading;
            if heading != so.heading && heading % 2 == so.heading % 2 {
                self.set(state, unit, Standing { heading, ..so });
                umpire.tell(|| {
                    let text = format!("{} looks where {} above it looks", self.called(unit), self.called(top));
                    self.event(Kind::Stance, "6.8", &[unit], &[so.hex], text)
                });
            }
        }
    }

    /// [14.1] Disorders a unit where it stands: column in the clear, general order elsewhere.
    pub(crate) fn disorder(&self, state: &mut State, unit: u16) {
        let so = *state.piece(unit);
        let arm = self.kind(unit).arm;
        let mut so = Standing { order: Order::Disordered, ..so };
        if arm == Arm::Infantry {
            so.formation = self.loose(state, so.hex);
        } else if so.formation == Formation::March {
            so.formation = Formation::Limbered;
        }
        let before = *state.piece(unit);
        self.set(state, unit, self.gathered(so));
        self.leaders_gather(state, unit, &before);
    }

    /// [14.1] The formation of whoever is out of order in a hex.
    pub(crate) fn loose(&self, state: &State, hex: HexId) -> Formation {
        let terrain = self.terrain(state, hex);
        let general = terrain.general() || matches!(terrain, crate::Terrain::Work | crate::Terrain::Trench);
        if general { Formation::General } else { Formation::Column }
    }

    /// A unit in its first hex only, looking at a hexside.
    pub(crate) fn gathered(&self, mut so: Standing) -> Standing {
        so = so.in_one_hex();
        if !so.formation.at_vertex() {
            so.heading -= so.heading % 2;
        }
        so
    }

    /// [5.1] A unit on several hexes that is beaten in one of them takes the result from there, a march column that is caught by its tail too.
    pub(crate) fn beaten_in(&self, state: &mut State, unit: u16, hex: HexId) {
        let so = *state.piece(unit);
        if so.hex != hex && so.stands_in(hex) {
            self.set(state, unit, Standing { hex, ..so.in_one_hex() });
            self.leaders_gather(state, unit, &so);
        }
    }

    /// Whether a piece is on the map or may still come.
    pub(crate) fn in_play(&self, state: &State, unit: u16) -> bool {
        !matches!(state.piece(unit).place, Place::Absent | Place::Lost)
    }
}
