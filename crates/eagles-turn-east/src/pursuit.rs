//! [III.b.9] Pursuit: the roll, what it costs the beaten side, and the advance along the way of its retreat.

use crate::event::{Event, Kind};
use crate::ground::Cover;
use crate::resistance::differential;
use crate::state::{Frame, GROUPS, Leader, Leaders, Side, Stage, State, TRAIL};
use crate::words::{count, with_added};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::room::{Glance, Room};
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, UnitId, Violation};

impl Campaign {
    /// [III.b.9] The beaten side has retreated; the victor may pursue if he has troops left.
    pub(crate) fn begin_pursuit(&self, state: &mut State, victor: Side, umpire: &mut Umpire<'_, Event>) {
        let force = state.battle.force[victor as usize].and(self.employed(state));
        if self.left_in_battle(state, victor) == 0 {
            self.end_battle(state, umpire);
        } else if !force.and(state.forage).is_empty() {
            // [15] Dispersed troops do not pursue.
            state.battle.reach = 0;
            self.charge(state, victor, umpire);
        } else {
            state.frame = Frame::Chase(victor);
        }
    }

    /// [III.b.9] What is added to the die of a pursuit.
    #[must_use]
    pub fn chase_modifier(&self, state: &State, victor: Side) -> i16 {
        let battle = &state.battle;
        // Of those who retreat whoever only goes along resists nobody.
        let along = battle.aside.less(self.employed(state));
        let own = self.best(battle.force[victor as usize]);
        let foe = self.best(battle.force[victor.other() as usize].less(along));
        let rating = |leader: Option<Leader>| leader.map_or(1, |leader| self.general(leader).initiative);
        // Who has nobody left to lead him resists as the poorest leader does.
        let matrix = self.tables().resistance(rating(own), rating(foe));
        let [active, passive] = [victor, victor.other()].map(|side| u16::from(battle.cavalry[side as usize]));
        // [6.6] Cavalry counts, on either side, only if that of the pursuer has bled.
        let cavalry = if battle.horse[victor as usize] { differential(active, passive) } else { 0 };
        matrix + cavalry + self.wet(state)
    }

    fn chase(&self, state: &mut State, victor: Side, umpire: &mut Umpire<'_, Event>) {
        let Some(leader) = self.best(state.battle.force[victor as usize]) else { return };
        let modifier = self.chase_modifier(state, victor);
        let die = umpire.roll(6, Case("III.b.9"));
        let initiative = i16::from(self.general(leader).initiative);
        let hexes = self.tables().chase(initiative - (i16::from(die) + modifier), state.battle.length);
        state.battle.reach = hexes;
        umpire.tell(|| {
            let text = format!(
                "{} pursues: die {die}{} against {initiative}: {} [III.b.9]",
                self.tag(leader),
                with_added(modifier),
                count(hexes, "hex", "hexes")
            );
            self.event(Kind::Die, "III.b.9", Leaders::one(leader.into()), &[], text).rolled(die)
        });
        self.charge(state, victor, umpire);
    }

    /// [III.b.9] What the retreat costs: a Strength Point for each hex of pursuit, twice that through an enemy zone, in any case as many as
    /// the victor lost in this round; and one for each hex that could not be gone [9.8].
    fn charge(&self, state: &mut State, victor: Side, umpire: &mut Umpire<'_, Event>) {
        let rolled = state.battle.reach;
        self.stop_behind(state, victor.other());
        let reach = state.battle.reach;
        if reach < rolled {
            umpire.tell(|| {
                let text = format!("the pursuit ends after {} [III.b.9]", count(reach, "hex", "hexes"));
                self.note(Kind::Advance, "III.b.9", text)
            });
        }
        let double = state.battle.pierced || self.caught_at_a_river(state);
        let battle = &mut state.battle;
        let hexes = if double { battle.reach.saturating_mul(2) } else { battle.reach };
        let loss = hexes.max(battle.fallen[victor as usize]).saturating_add(battle.short);
        battle.owed = [0; 2];
        battle.owed[victor.other() as usize] = loss;
        battle.stage = Stage::Pursuit;
        // [III.b.1] All have retreated: all bear what it costs.
        battle.aside = Leaders::EMPTY;
        self.next_loss(state, umpire);
    }

    /// [III.b.9] [6.11] A pursuit follows the way of the retreat: it ends behind those who could not go on, where they have left the map, or before
    /// a marsh if only cavalry pursues, and costs no more than it went.
    fn stop_behind(&self, state: &mut State, beaten: Side) {
        let fled = state.battle.force[beaten as usize];
        let gone = fled.into_iter().any(|leader| state.hex(leader as Leader).is_none());
        let places = self.hexes_of(state, fled);
        let victors = state.battle.force[beaten.other() as usize].and(self.employed(state));
        // [6.2] Nobody pursues into marsh with cavalry.
        let horse = victors.into_iter().all(|victor| self.on_horse(state, victor as Leader));
        let closed = |hex: &HexId| horse && self.ground().cover(*hex) == Cover::Marsh;
        let battle = &mut state.battle;
        let farthest = |group: usize| {
            let trail = &battle.trails[group][..usize::from(battle.steps[group])];
            // Whoever is still on the map stands in the last hex of his way, also if others have left it.
            let stands = !gone || trail.last().is_some_and(|last| places.contains(last));
            let end = trail.len().saturating_sub(usize::from(stands));
            trail.iter().position(closed).map_or(end, |marsh| marsh.min(end))
        };
        let longest = (0..usize::from(battle.groups)).map(farthest).max().unwrap_or(0);
        battle.reach = battle.reach.min(longest as u8);
    }

    /// [9.8] Whether the pursuit came at least as far as the hex before a river that the retreat crossed.
    fn caught_at_a_river(&self, state: &State) -> bool {
        let (battle, going) = (&state.battle, state.going());
        let crossed = |group: usize| {
            let trail = &battle.trails[group][..usize::from(battle.steps[group])];
            // `[A]` A lake that was crossed is frozen, and as good as a secondary river.
            let wet = |pair: &[HexId]| {
                let edge = self.ground().between(pair[0], pair[1], &going);
                edge.river() || edge.lake()
            };
            trail.windows(2).take(battle.reach.into()).any(wet)
        };
        self.is_campaign() && (0..usize::from(battle.groups)).any(crossed)
    }

    /// [III.b.8] The other side is gone: the victor may advance one Force into one vacated hex.
    pub(crate) fn take_field(&self, state: &mut State, victor: Side, umpire: &mut Umpire<'_, Event>) {
        let battle = &mut state.battle;
        // Those who could not retreat have vacated theirs last.
        let last = battle.trails.iter().take(battle.groups.into()).map(|trail| trail[0]);
        let mut hexes: Vec<HexId> = battle.vacated[victor.other() as usize].into_iter().chain(last).collect();
        hexes.retain(|hex| *hex != NOWHERE);
        hexes.sort_unstable();
        hexes.dedup();
        hexes.truncate(GROUPS);
        battle.groups = hexes.len() as u8;
        battle.trails = [[NOWHERE; TRAIL]; GROUPS];
        battle.steps = [0; GROUPS];
        for (group, hex) in hexes.into_iter().enumerate() {
            battle.trails[group][0] = hex;
            battle.steps[group] = 1;
        }
        battle.beaten = victor.other() as u8 + 1;
        battle.reach = 1;
        battle.single = true;
        self.begin_advance(state, umpire);
    }

    /// The victor advances, if he may.
    pub(crate) fn begin_advance(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Some(beaten) = usize::from(state.battle.beaten).checked_sub(1).map(|at| Side::BOTH[at.min(1)]) else {
            self.end_battle(state, umpire);
            return;
        };
        if state.battle.reach == 0 || self.left_in_battle(state, beaten.other()) == 0 {
            self.end_battle(state, umpire);
        } else {
            state.frame = Frame::Advance(beaten.other());
        }
    }

    /// [III.b.9] The hexes to which a leader can advance, with the way of the retreat on which each lies.
    fn advance_hexes(&self, state: &State, victor: Side, leader: Leader) -> Vec<(HexId, Vec<HexId>)> {
        let battle = &state.battle;
        let Some(from) = state.hex(leader) else { return Vec::new() };
        let foes = self.foes(state, victor);
        let horse = self.points(state, leader) > 0 && self.on_horse(state, leader);
        let mut found: Vec<(HexId, Vec<HexId>)> = Vec::new();
        for group in 0..usize::from(battle.groups) {
            let steps = usize::from(battle.steps[group]).min(battle.reach.into());
            let trail = &battle.trails[group][..steps];
            if !trail.first().is_some_and(|&first| self.ground().meets(from, first, &state.going())) {
                continue;
            }
            for (at, &hex) in trail.iter().enumerate() {
                // [6.2] Cavalry does not pursue into marsh.
                if foes.held.has(hex) || (horse && self.ground().cover(hex) == Cover::Marsh) {
                    break;
                }
                if hex != from && !found.iter().any(|(known, _)| *known == hex) {
                    found.push((hex, std::iter::once(from).chain(trail[..=at].iter().copied()).collect()));
                }
            }
        }
        found
    }

    /// [III.b.9] Why a leader does not advance to a hex: [6.1] the enemy still holds it, [6.2] it is marsh, or his way does not lead there.
    fn shut_out(&self, state: &State, victor: Side, leader: Leader, hex: HexId) -> Violation {
        let battle = &state.battle;
        let leads_there = |group: usize| {
            let steps = usize::from(battle.steps[group]).min(battle.reach.into());
            battle.trails[group][..steps].contains(&hex)
        };
        let pursued = (0..usize::from(battle.groups)).any(leads_there);
        let horse = self.points(state, leader) > 0 && self.on_horse(state, leader);
        if pursued && self.foes(state, victor).held.has(hex) {
            return Violation::new("6.1", "an enemy Force stands there", Subject::Hex(hex));
        }
        if pursued && horse && self.ground().cover(hex) == Cover::Marsh {
            return Violation::new("6.2", "cavalry does not advance into marsh", Subject::Hex(hex));
        }
        let why = "he advances along the way of the retreat, no farther than the pursuit";
        Violation::new("III.b.9", why, Subject::Hex(hex))
    }

    fn may_advance(&self, state: &State, victor: Side, leader: Leader) -> Result<(), Violation> {
        let no = |why: &'static str| Err(Violation::new("III.b.9", why, Subject::Unit(UnitId(leader.into()))));
        let battle = &state.battle;
        if usize::from(leader) >= self.leaders() || !battle.force[victor as usize].has(leader.into()) {
            return no("only leaders who have won this battle advance");
        }
        if battle.advanced.has(leader.into()) {
            return no("he has advanced already");
        }
        if battle.single && self.points(state, leader) == 0 {
            return no("one Force takes the field, and he leads no troops");
        }
        let force = battle.force[victor as usize];
        let initiative = self.general(self.best(force).unwrap_or(leader)).initiative;
        let others = battle.advanced.or(Leaders::one(leader.into())).and(self.employed(state));
        // [3.4] Of those who are as good their owner picks who leads.
        let leads =
            |one: u16| self.general(one as Leader).initiative == initiative && self.within_span(state, one as Leader, others);
        // Where a side is gone one Force takes its place: nobody leads a pursuit.
        if !battle.single && !force.into_iter().any(leads) {
            return no("the pursuing leader's span does not hold him too");
        }
        Ok(())
    }

    /// Lists who can advance, and where to. [4.7] Of their own will the rivals do not come near each other, if that is to be heeded.
    fn list_advances(&self, state: &State, victor: Side, heeded: bool, out: &mut impl Extend<Action>) {
        for leader in state.battle.force[victor as usize].less(state.battle.advanced) {
            let leader = leader as Leader;
            if self.may_advance(state, victor, leader).is_ok() {
                let hexes = self.advance_hexes(state, victor, leader).into_iter();
                // [15] Of their own will dispersed troops do not go next to an enemy, nor into his zone.
                let fit = hexes.filter(|(hex, _)| self.fits(state, leader, *hex) && !self.in_danger(state, leader, *hex));
                let able = fit.filter(|(_, way)| !heeded || !self.passes_the_rival(state, leader, way));
                out.extend(able.map(|(hex, _)| Action::Advance(leader, hex)));
            }
        }
    }

    fn advance(&self, state: &mut State, victor: Side, leader: Leader, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let Some((_, way)) = self.advance_hexes(state, victor, leader).into_iter().find(|(hex, _)| *hex == to) else { return };
        let trains = state.trains;
        self.pass_along(state, leader, &way, umpire);
        // Whoever takes the field of a side that is gone does not pursue.
        if !state.battle.single {
            self.halt_trains(state, leader, way[0], &trains);
        }
        state.battle.advanced.insert(leader.into());
        umpire.tell(|| {
            let text = format!("{} advances to {} [III.b.9]", self.tag(leader), self.grid().number(to));
            self.event(Kind::Advance, "III.b.9", Leaders::one(leader.into()), &way, text)
        });
        if state.battle.single {
            self.end_battle(state, umpire);
        }
    }
}

/// [III.b.9] Does the victor pursue?
#[derive(Clone, Copy)]
pub(crate) struct Chasing(pub Side);

impl Room<Campaign> for Chasing {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("III.b.9"))
    }

    fn list(self, _: &Campaign, _: &State, out: &mut Vec<Action>) {
        out.extend([Action::Chase, Action::Hold]);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Chase | Action::Hold => Ok(()),
            Action::Advance(leader, _) => {
                let why = "the pursuit comes first: chase, and a die tells how far one may advance, or hold";
                Err(Violation::new("III.b.9", why, Subject::Unit(UnitId(leader.into()))))
            }
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Chase => game.chase(state, self.0, umpire),
            _ => {
                state.battle.reach = 0;
                game.charge(state, self.0, umpire);
            }
        }
    }
}

/// [III.b.9] Who advances?
#[derive(Clone, Copy)]
pub(crate) struct Advancing(pub Side);

impl Room<Campaign> for Advancing {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("III.b.9"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        game.list_advances(state, self.0, true, out);
        out.push(Action::Hold);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Advance(leader, hex) => {
                game.may_advance(state, self.0, leader)?;
                let hexes = game.advance_hexes(state, self.0, leader);
                match hexes.iter().find(|(to, _)| *to == hex) {
                    Some((_, way)) if game.passes_the_rival(state, leader, way) => {
                        Err(Violation::new("4.7", "Bennigsen and Buxhowden keep three hexes apart", Subject::Hex(hex)))
                    }
                    Some(_) if !game.fits(state, leader, hex) => {
                        Err(Violation::new("3.4", "too many Strength Points would stand there", Subject::Hex(hex)))
                    }
                    Some(_) if game.in_danger(state, leader, hex) => {
                        Err(Violation::new("15", "dispersed troops do not go next to an enemy", Subject::Hex(hex)))
                    }
                    Some(_) => Ok(()),
                    None => Err(game.shut_out(state, self.0, leader, hex)),
                }
            }
            Action::Hold => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Advance(leader, hex) => game.advance(state, self.0, leader, hex, umpire),
            _ => game.end_battle(state, umpire),
        }
    }

    fn pass(self, game: &Campaign, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        // [1.1] Whether he is asked must not tell that his rival is near: that counts for nothing here.
        let mut options = Glance::default();
        game.list_advances(state, self.0, false, &mut options);
        if options.count == 0 {
            game.end_battle(state, umpire);
        }
        options.count == 0
    }
}
