//! [15.1] Who can attack what; [15.3] checks before a melee; [15.4] melee values; [15.5] the column.

use crate::Bautzen;
use crate::base6::VALUES;
use crate::state::{Arm, Formation, NOWHERE, Order, Readiness, Side, State, Unit, Units, flag};
use crate::tables::Terrain;
use grognard_engine::facing::Aspect;
use grognard_engine::ratio::Ratio;
use grognard_engine::tally::{ExactTally, Tally};
use grognard_engine::{Case, HexId, Subject, UnitId, Violation};

/// A melee, reckoned.
#[derive(Clone, Debug)]
pub struct Clash {
    /// The attackers' value.
    pub attack: ExactTally,
    /// The defenders'.
    pub defence: ExactTally,
    /// Column of the table.
    pub column: usize,
    /// Modifiers of the roll.
    pub modifier: Tally,
    /// The leaders who count.
    pub leaders: [Option<Unit>; 2],
}

/// Why most units do not attack most hexes that they stand beside.
pub(crate) const LOOKS_AWAY: &str = "an attack goes through a front hexside";
/// Why a unit that could attack does not attack any more.
pub(crate) const HAS_ATTACKED: &str = "the unit has attacked in this segment";
/// Why a hex that could be attacked is not attacked any more.
pub(crate) const ONCE: &str = "a hex is attacked once in a segment";

/// [21.4] Why who stands in a swamp does not attack.
const SWAMPED: &str = "nobody attacks out of a swamp";

/// What lies between an attacker at a bridge of the Spree and the defender.
const BRIDGE: &str = "across a bridge of the Spree";
/// The same at a ford.
const FORD: &str = "through a ford of the Spree";

/// [15.3] Whether two obstacles are of one kind: the Spree is the Spree, at a bridge or at a ford.
fn alike(one: &str, other: &str) -> bool {
    let river = |what: &str| what == BRIDGE || what == FORD;
    one == other || (river(one) && river(other))
}

/// The parts of a unit from which it can attack: a unit has three at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    list: [(HexId, usize); 3],
    count: usize,
}

impl std::ops::Deref for Lines {
    type Target = [(HexId, usize)];

    fn deref(&self) -> &Self::Target {
        &self.list[..self.count]
    }
}

impl IntoIterator for Lines {
    type Item = (HexId, usize);
    type IntoIter = std::iter::Take<std::array::IntoIter<(HexId, usize), 3>>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter().take(self.count)
    }
}

impl Bautzen {
    /// The parts of a unit from which it can attack a hex, with the hexside of the target that is crossed.
    pub(crate) fn lines_of_attack(&self, state: &State, unit: Unit, hex: HexId) -> Lines {
        let grid = self.grid();
        let mut lines = Lines { list: [(NOWHERE, 0); 3], count: 0 };
        for at in state.piece(unit).hexes() {
            if let Some(side) = grid.direction(at, hex)
                && self.sides(state, unit, at).aspect(side) == Aspect::Front
                && !self.parted(at, hex)
                && self.terrain(state, at) != Terrain::Swamp
                && !self.walled(state, unit, hex, (side + 3) % 6)
            {
                lines.list[lines.count] = (at, (side + 3) % 6);
                lines.count += 1;
            }
        }
        lines
    }

    /// [5.1] The hex in which an attacker on several of them bears what comes of his attack: the first from which he attacks.
    pub(crate) fn attacks_from(&self, state: &State, unit: Unit) -> HexId {
        self.lines_of_attack(state, unit, state.fight.hex).first().map_or(state.piece(unit).hex, |(at, _)| *at)
    }

    /// [21.2] Whether the Spree lies between two hexes, and neither bridge nor ford.
    fn parted(&self, from: HexId, to: HexId) -> bool {
        let edge = self.ground().between(from, to);
        edge.spree() && !edge.spree_crossing()
    }

    /// [21.5] Whether a hexside of a hex is the front of an earthwork to cavalry, which attacks through its rear only.
    fn walled(&self, state: &State, unit: Unit, hex: HexId, side: usize) -> bool {
        self.kind(unit).arm == Arm::Cavalry && self.fronts_work(state, hex, side)
    }

    /// Why a unit comes at a hex from none of its own: the Spree or an earthwork lies between, it is in a swamp there, or it looks elsewhere.
    fn no_line(&self, state: &State, unit: Unit, hex: HexId) -> Violation {
        let grid = self.grid();
        let beside = || state.piece(unit).hexes().filter_map(|at| Some((at, grid.direction(at, hex)?)));
        if let Some((at, _)) = beside().find(|(at, _)| self.parted(*at, hex)) {
            return Violation::new("21.2", "nobody attacks across the Spree but at bridges and fords", Subject::Hexside(at, hex));
        }
        let ahead = |at: HexId, side: usize| self.sides(state, unit, at).aspect(side) == Aspect::Front;
        if beside().any(|(at, side)| ahead(at, side) && self.terrain(state, at) == Terrain::Swamp) {
            return Violation::new("21.4", SWAMPED, Subject::Unit(UnitId(unit)));
        }
        let wall = |(at, side): &(HexId, usize)| ahead(*at, *side) && self.walled(state, unit, hex, (*side + 3) % 6);
        match beside().find(wall) {
            Some((at, _)) => {
                Violation::new("21.5", "cavalry attacks an earthwork through its rear only", Subject::Hexside(at, hex))
            }
            None if beside().next().is_none() => {
                Violation::new("15.1", "the unit does not stand beside the hex", Subject::Hex(hex))
            }
            None => Violation::new("15.1", LOOKS_AWAY, Subject::Hex(hex)),
        }
    }

    /// [15.1] Whether a unit can attack a hex, whoever else does.
    pub(crate) fn may_attack(&self, state: &State, unit: Unit, hex: HexId) -> Result<(), Violation> {
        let (kind, so) = (self.kind(unit), state.piece(unit));
        let what = Subject::Unit(UnitId(unit));
        let no = |case: &'static str, why: &'static str, what: Subject| Err(Violation::new(case, why, what));
        if kind.side != state.phasing || !so.on_map() || !kind.fights() {
            return no("15.1", "the unit cannot attack", what);
        }
        if so.order == Order::Routed {
            return no("14.2", "a routed unit does not attack", what);
        }
        if so.formation == Formation::Carre && so.good() {
            return no("17.5", "a carré does not attack", what);
        }
        if kind.arm == Arm::Artillery {
            return no("15.1", "guns do not attack", what);
        }
        if so.formation == Formation::March {
            return no("6.6", "a unit in road march does not attack", what);
        }
        if self.on_foot(unit, so) {
            return no("16.10", "dragoons on foot do not attack", what);
        }
        if so.has(flag::FORCED) {
            return no("6.9", "units on a forced march do not attack", what);
        }
        if so.has(flag::SHELTERED) {
            return no("16.5", "skirmishers who fell back before a charge do not fight in this sequence", what);
        }
        // [16.10] Whoever did not dare to charge has named nobody and fought nobody.
        let shy = kind.recall_row == "Rheinbund" && so.has(flag::CHARGED) && so.aim == NOWHERE && so.ready == Readiness::Fresh;
        if so.has(flag::ATTACKED) && shy {
            return no("16.10", "cavalry that did not dare to charge attacks nobody", what);
        }
        if so.has(flag::ATTACKED) {
            return no("15.1", HAS_ATTACKED, what);
        }
        if so.hexes().all(|at| self.terrain(state, at) == Terrain::Swamp) {
            return no("21.4", SWAMPED, what);
        }
        if self.lines_of_attack(state, unit, hex).is_empty() {
            return Err(self.no_line(state, unit, hex));
        }
        // [10.1] Whoever fired attacks what he fired at, whoever charged what he charged.
        if so.aim != NOWHERE && so.aim != hex {
            let case = if so.has(flag::CHARGED) { "16.3.5" } else { "10.1" };
            return no(case, "the unit may attack only the hex it fired at or charged", Subject::Hex(so.aim));
        }
        // [16.3.5] Whoever charged and named nobody has passed everybody over.
        // [15.2] Whoever followed into a hex that was left had named somebody, and has his further assault.
        if so.has(flag::CHARGED) && so.aim == NOWHERE && !so.has(flag::REACTED) {
            return no("16.3.5", "cavalry that charged attacks only what it named", what);
        }
        match self.terrain(state, hex) {
            Terrain::Swamp if so.formation != Formation::Skirmish || kind.arm != Arm::Infantry => {
                no("21.4", "only infantry in skirmish order attacks into a swamp", Subject::Hex(hex))
            }
            // One battalion in all in a segment: whoever followed does not assault a work after another.
            Terrain::Work if kind.arm == Arm::Infantry && so.has(flag::REACTED) && self.was_stormed(state, hex) => {
                no("21.5", "a single battalion attacks an earthwork in a segment", Subject::Hex(hex))
            }
            Terrain::Trench if kind.arm == Arm::Cavalry => {
                no("21.6", "cavalry does not attack an entrenchment", Subject::Hex(hex))
            }
            Terrain::Loopholes if kind.arm == Arm::Cavalry => {
                no("21.8", "cavalry does not attack a loopholed village", Subject::Hex(hex))
            }
            _ => Ok(()),
        }
    }

    /// [21.5] Whether a hex has been attacked in this segment, and somebody on foot has assaulted an earthwork, be he lost since. Cavalry that came through
    /// its rear is no battalion.
    fn was_stormed(&self, state: &State, hex: HexId) -> bool {
        let stormed = |unit: Unit| {
            self.side(unit) == state.phasing && self.is(unit).arm == Arm::Infantry && state.piece(unit).has(flag::STORMED)
        };
        state.attacked.contains(&hex) && self.units().any(stormed)
    }

    /// [15.1] Whether a unit can join some attackers.
    pub(crate) fn may_join_attack(&self, state: &State, unit: Unit, hex: HexId, attackers: Units) -> Result<(), Violation> {
        self.may_attack(state, unit, hex)?;
        let what = Subject::Unit(UnitId(unit));
        let no = |case: &'static str, why: &'static str| Err(Violation::new(case, why, what));
        if attackers.has(unit) {
            return no("15.1", "the unit takes part already");
        }
        let cavalry = self.kind(unit).arm == Arm::Cavalry;
        if attackers.into_iter().any(|other| (self.kind(other).arm == Arm::Cavalry) != cavalry) {
            return no("15.1", "cavalry and infantry never attack together");
        }
        let terrain = self.terrain(state, hex);
        // [21.5] Of regiments that come through its rear the book says no number.
        if terrain == Terrain::Work && !cavalry && !attackers.is_empty() {
            return no("21.5", "a single battalion attacks an earthwork");
        }
        for (from, side) in self.lines_of_attack(state, unit, hex) {
            let beside = |other: Unit| self.lines_of_attack(state, other, hex).iter().any(|(at, _)| *at == from);
            if self.ground().edge(hex, side).spree_crossing() && attackers.into_iter().any(beside) {
                return no("21.2", "one battalion or regiment at a time attacks across a bridge or ford of the Spree");
            }
            let french = self.side(unit) == Side::French;
            if terrain == Terrain::Trench && french && attackers.into_iter().any(beside) {
                return no("21.6", "one battalion attacks an entrenchment from each hex");
            }
        }
        Ok(())
    }

    /// [15.3] The row of the increment odds.
    pub(crate) fn odds_row(&self, state: &State, hex: HexId, attackers: Units) -> usize {
        let mut attack = 0i16;
        // Of all who stand in line in a hex four increments count.
        let mut lines: Vec<(HexId, i16)> = Vec::new();
        for unit in attackers {
            let so = state.piece(unit);
            attack += match so.formation {
                Formation::Line => {
                    for (at, _) in self.lines_of_attack(state, unit, hex) {
                        let here = i16::from(so.increments_in(at));
                        match lines.iter_mut().find(|(known, _)| *known == at) {
                            Some((_, count)) => *count += here,
                            None => lines.push((at, here)),
                        }
                    }
                    0
                }
                Formation::Skirmish if so.wide() => {
                    self.lines_of_attack(state, unit, hex).iter().map(|(at, _)| i16::from(so.increments_in(*at))).sum()
                }
                _ => i16::from(so.left),
            };
        }
        attack += lines.into_iter().map(|(_, here)| here.min(self.figures().odds_line)).sum::<i16>();
        let defence: i16 = self.ranks(state, hex).map(|unit| i16::from(state.piece(unit).increments_in(hex))).sum();
        let odds = Ratio::whole(attack).per(Ratio::whole(defence.max(1)));
        match odds.floor() {
            ..=0 => 0,
            1 => 1,
            2 => 2,
            3 => 3,
            4 => 4,
            _ => 5,
        }
    }

    /// Whose order and facing an attack upon a hex meets: the infantry's, whatever lies on top of it, as under fire [11.2], and of that one's who is not
    /// routed if there is one.
    pub(crate) fn faced(&self, state: &State, hex: HexId) -> Option<Unit> {
        let infantry = || self.ranks(state, hex).filter(|&unit| self.kind(unit).arm == Arm::Infantry);
        let steady = infantry().find(|&unit| state.piece(unit).order != Order::Routed);
        steady.or_else(|| infantry().next()).or_else(|| self.ranks(state, hex).next())
    }

    /// What a hexside of a hex is to those in it who are attacked through it.
    fn crossed(&self, state: &State, hex: HexId, side: usize) -> Aspect {
        // [21.5] The front of an earthwork is its own, whichever way those in it look; its rear is as open as clear ground.
        if self.fronts_work(state, hex, side) {
            return Aspect::Front;
        }
        self.faced(state, hex).map_or(Aspect::Front, |faced| self.aspect(state, faced, hex, side))
    }

    /// [21.5] Whether a hexside of a hex is the front of an earthwork.
    fn fronts_work(&self, state: &State, hex: HexId, side: usize) -> bool {
        self.terrain(state, hex) == Terrain::Work && !self.ground().edge(hex, side).work_rear()
    }

    /// What an attacker attacks the defenders through: the worst for them of his hexsides.
    pub(crate) fn attacks_through(&self, state: &State, unit: Unit, hex: HexId) -> Aspect {
        let aspects: Vec<Aspect> =
            self.lines_of_attack(state, unit, hex).into_iter().map(|(_, side)| self.crossed(state, hex, side)).collect();
        if aspects.contains(&Aspect::Flank) {
            Aspect::Flank
        } else if aspects.contains(&Aspect::Rear) {
            Aspect::Rear
        } else {
            Aspect::Front
        }
    }

    /// Whether an attacker comes through the front of an earthwork.
    pub(crate) fn storms_work(&self, state: &State, unit: Unit, hex: HexId) -> bool {
        self.terrain(state, hex) == Terrain::Work
            && self.lines_of_attack(state, unit, hex).iter().all(|(_, side)| !self.ground().edge(hex, *side).work_rear())
    }

    /// [15.3] What lies between an attacker and the defender: modifiers for attacker and defender. Of several ways the easiest counts.
    fn obstacle(&self, state: &State, unit: Unit, hex: HexId) -> Vec<(i16, i16, &'static str)> {
        let ways = self.lines_of_attack(state, unit, hex);
        let barriers = ways.iter().map(|(_, side)| self.barrier(hex, *side));
        barriers.max_by_key(|found| found.iter().map(|(by, ..)| *by).sum::<i16>()).unwrap_or_default()
    }

    /// [15.3] What lies on a hexside of a hex that is attacked through it.
    fn barrier(&self, hex: HexId, side: usize) -> Vec<(i16, i16, &'static str)> {
        let (pre, edge) = (&self.tables().pre_melee, self.ground().edge(hex, side));
        let mut found = Vec::new();
        // Seen from the target: the attacker climbs where his own hex lies lower.
        if edge.slope() && !edge.up() {
            found.push((pre.up_slope.0, pre.up_slope.1, "up a slope"));
        }
        if edge.stream() {
            found.push((pre.stream.0, pre.stream.1, "across a stream"));
        }
        if edge.spree_bridge() {
            found.push((pre.spree_bridge.0, pre.spree_bridge.1, BRIDGE));
        } else if edge.spree_ford() {
            found.push((pre.spree_ford.0, pre.spree_ford.1, FORD));
        }
        found
    }

    /// [15.3] Whether a defender makes no check before a melee.
    pub(crate) fn defender_exempt(&self, state: &State, unit: Unit, hex: HexId, attackers: Units) -> bool {
        let (kind, so) = (self.kind(unit), state.piece(unit));
        let alone = self.ranks(state, hex).all(|other| self.kind(other).arm == Arm::Artillery);
        let terrain = self.terrain(state, hex);
        let work = terrain == Terrain::Work;
        let stormed = work && attackers.into_iter().all(|attacker| self.storms_work(state, attacker, hex));
        // [16.10] Dragoons on foot check whether they get away.
        if self.on_foot(unit, so) {
            return false;
        }
        if kind.arm == Arm::Cavalry || (kind.arm == Arm::Artillery && alone) || so.has(flag::STOOD) {
            return true;
        }
        // Guns beside infantry that makes no check make none either, as they would make none alone.
        if kind.arm == Arm::Artillery && !work {
            let mut infantry = self.ranks(state, hex).filter(|&other| self.kind(other).arm == Arm::Infantry);
            return infantry.all(|other| self.defender_exempt(state, other, hex, attackers));
        }
        match terrain {
            Terrain::Work => stormed,
            Terrain::Trench => true,
            Terrain::Loopholes if kind.side == Side::Coalition => true,
            _ => so.formation == Formation::General && so.good(),
        }
    }

    /// [15.3] The modifiers of a defender's check, at the odds of such a row.
    pub(crate) fn defender_check(&self, state: &State, unit: Unit, attackers: Units, odds: usize, told: bool) -> Tally {
        let hex = state.fight.hex;
        let pre = &self.tables().pre_melee;
        let so = state.piece(unit);
        let mut tally = self.general_modifiers(state, unit, false, told);
        let mut add = |by: i16, what: &str| {
            if by != 0 {
                tally.add(by, Case("15.3"), || what.to_owned());
            }
        };
        add(pre.odds[odds].1, "odds in increments");
        let through = |aspect: Aspect| attackers.into_iter().any(|attacker| self.attacks_through(state, attacker, hex) == aspect);
        // Attackers of whom one comes through the flank and another through the rear are both felt.
        if through(Aspect::Flank) {
            add(pre.flank.1, "assaulted in the flank");
        }
        if through(Aspect::Rear) {
            add(pre.rear.1, "assaulted in the rear");
        }
        match (so.order, so.formation) {
            (Order::Disordered, _) => add(pre.disordered, "disordered"),
            (Order::Routed, _) => add(pre.routed, "routed"),
            (_, Formation::Skirmish) => add(pre.skirmish, "in skirmish order"),
            (_, Formation::Line) => add(pre.line, "in line"),
            (_, Formation::Carre) => add(pre.carre, "in carré"),
            _ => {}
        }
        // [17.2] Guns inside a carré are part of it.
        if self.in_carre(state, unit) && so.order != Order::Routed {
            add(pre.carre, "in carré");
        }
        // An obstacle helps if every attacker has to pass one of its kind.
        let all: Vec<Vec<_>> = attackers.into_iter().map(|attacker| self.obstacle(state, attacker, hex)).collect();
        if let Some((first, rest)) = all.split_first() {
            for (_, by, what) in first {
                if rest.iter().all(|other| other.iter().any(|(_, _, name)| alike(name, what))) {
                    add(*by, what);
                }
            }
        }
        // The elite troops whose fire told have to attack themselves.
        let fired = |unit: Unit| self.kind(unit).elite() && state.piece(unit).aim == hex;
        // [15.2] So do those of them who follow him when he withdraws: they have no aim any more.
        let follows = |unit: Unit| {
            let so = state.piece(unit);
            self.kind(unit).elite() && so.aim == NOWHERE && (state.fight.again || so.has(flag::REACTED))
        };
        if attackers.into_iter().any(|unit| fired(unit) || follows(unit)) {
            add(-i16::from(so.shock), "losses by the fire of elite troops");
        }
        tally
    }

    /// [15.3] Whether an attacker makes no check: nor does infantry that was fallen upon in its movement and has stood [16.5].
    pub(crate) fn attacker_exempt(&self, state: &State, unit: Unit, hex: HexId) -> bool {
        let faced = self.faced(state, hex).map(|unit| state.piece(unit));
        let skirmish = faced.is_some_and(|so| so.formation == Formation::Skirmish && so.good());
        self.kind(unit).arm == Arm::Cavalry || skirmish || state.piece(unit).has(flag::STOOD)
    }

    /// [15.3] The modifiers of an attacker's check, at the odds of such a row.
    pub(crate) fn attacker_check(&self, state: &State, unit: Unit, odds: usize, told: bool) -> Tally {
        let hex = state.fight.hex;
        let pre = &self.tables().pre_melee;
        let mut tally = self.general_modifiers(state, unit, true, told);
        let mut add = |by: i16, case: &'static str, what: &str| {
            if by != 0 {
                tally.add(by, Case(case), || what.to_owned());
            }
        };
        let odds = pre.odds[odds].0;
        // [21.6] Against an entrenchment odds do not help.
        if odds > 0 && self.entrenched(state, hex) {
            add(0, "21.6", "");
        } else {
            add(odds, "15.3", "odds in increments");
        }
        match self.attacks_through(state, unit, hex) {
            Aspect::Flank => add(pre.flank.0, "15.3", "into the flank"),
            Aspect::Rear => add(pre.rear.0, "15.3", "into the rear"),
            Aspect::Front => {}
        }
        for (by, _, what) in self.obstacle(state, unit, hex) {
            add(by, "15.3", what);
        }
        add(-i16::from(state.piece(unit).shock), "15.3", "losses by defensive fire");
        if self.storms_work(state, unit, hex) {
            add(pre.work, "21.5", "storming an earthwork");
        }
        tally
    }

    /// [15.4] How much of what is printed on a unit fights in one of its hexes: half of a line on two hexes, of skirmishers those who stand there.
    fn part_in(&self, state: &State, unit: Unit, at: HexId) -> Ratio {
        let (so, full) = (state.piece(unit), i16::from(self.kind(unit).increments));
        let left = Ratio::new(so.left.into(), full);
        match so.formation {
            _ if !so.wide() => left,
            Formation::Line => left * Ratio::HALF,
            _ => Ratio::new(so.increments_in(at).into(), full),
        }
    }

    /// [15.4] What of a unit fights for a hex, part by part with the hexside of the hex that is crossed, or in the hex itself.
    fn parts_in_melee(&self, state: &State, unit: Unit, hex: HexId, attacking: bool) -> Vec<(Ratio, Option<usize>)> {
        if !attacking {
            return vec![(self.part_in(state, unit, hex), None)];
        }
        let lines = self.lines_of_attack(state, unit, hex);
        // Whoever is only thought of as an attacker, and stands elsewhere, counts as a whole.
        if lines.is_empty() && !state.piece(unit).wide() {
            return vec![(self.part_in(state, unit, hex), None)];
        }
        lines.into_iter().map(|(at, side)| (self.part_in(state, unit, at), Some(side))).collect()
    }

    /// [15.4] The melee value of a unit, attacking a hex or defending in it.
    pub(crate) fn melee_value(&self, state: &State, unit: Unit, hex: HexId, attacking: bool, told: bool) -> ExactTally {
        let f = &self.tables().factors;
        let (kind, so) = (self.kind(unit), state.piece(unit));
        let mut tally = if told { ExactTally::default() } else { ExactTally::quiet() };
        let cavalry = kind.arm == Arm::Cavalry;
        let parts = self.parts_in_melee(state, unit, hex, attacking);
        let strength = parts.iter().fold(Ratio::ZERO, |all, (part, _)| all + *part);
        let mut value = Ratio::whole(kind.melee) * strength;
        tally.add(value, Case("15.4"), || self.called(unit).to_owned());
        // Each hex of an attacker on several has what the hexside brings that it crosses.
        let mut gain = |factor: Ratio, what: &str, crosses: &dyn Fn(usize) -> bool| {
            let through = parts.iter().filter(|(_, side)| side.is_some_and(crosses));
            let part = through.fold(Ratio::ZERO, |all, (part, _)| all + *part);
            if part != Ratio::ZERO {
                let gain = Ratio::whole(kind.melee) * part * (factor - Ratio::whole(1));
                value += gain;
                tally.add(gain, Case("15.4"), || format!("{what} ×{factor}"));
            }
        };
        gain(f.flank, "into the flank", &|side| self.crossed(state, hex, side) == Aspect::Flank);
        gain(f.rear, "into the rear", &|side| self.crossed(state, hex, side) == Aspect::Rear);
        gain(f.work, "storming an earthwork", &|side| !cavalry && self.fronts_work(state, hex, side));
        let mut times = |factor: Ratio, what: &str| {
            let gain = value * factor - value;
            value = value * factor;
            tally.add(gain, Case("15.4"), || format!("{what} ×{factor}"));
        };
        // [16.5] Whoever fell back among friends before a charge lies below them and leaves this sequence's melees to them; alone he defends himself.
        let fights = |other: Unit| !state.piece(other).has(flag::SHELTERED);
        if !attacking && so.has(flag::SHELTERED) && self.ranks(state, hex).any(fights) {
            times(Ratio::ZERO, "fell back before a charge");
        }
        let others: Vec<Unit> =
            if attacking { self.ranks(state, hex).collect() } else { state.fight.attackers.into_iter().collect() };
        if attacking {
            let carre = others.iter().any(|&other| state.piece(other).formation == Formation::Carre && state.piece(other).good());
            if carre {
                times(if cavalry { f.cavalry_against_carre } else { f.against_carre }, "against a carré");
            }
            if so.has(flag::STRAIGHT) && cavalry {
                times(f.straight, "charged three hexes straight");
            }
            // Skirmishers who stand in such terrain themselves do not come into it from outside.
            let outside = |side: usize| self.grid().neighbours(hex)[side].is_none_or(|at| !self.terrain(state, at).general());
            let enters = so.formation != Formation::General && parts.iter().any(|(_, side)| side.is_none_or(outside));
            if cavalry && enters && self.terrain(state, hex).general() {
                times(f.cavalry_into_general, "cavalry into general order terrain");
            }
            if so.has(flag::WILD) {
                times(f.not_recalled, "not recalled");
            }
        } else if so.formation == Formation::March {
            times(f.road_march, "road march");
        }
        match (so.order, kind.arm) {
            (Order::Disordered, _) => times(f.disordered, "disordered"),
            (Order::Routed, Arm::Cavalry) => times(f.routed_cavalry, "routed"),
            (Order::Routed, _) => times(f.routed_infantry, "routed"),
            _ => {}
        }
        // [21.4] Nobody attacks out of a swamp; of skirmishers who stand half in one the other half fights on dry ground.
        if self.terrain(state, hex) == Terrain::Swamp && kind.arm == Arm::Infantry {
            times(f.swamp, "in a swamp");
        } else if kind.arm == Arm::Infantry && so.formation == Formation::Skirmish && so.good() {
            times(f.skirmish, "in skirmish order");
        }
        if cavalry {
            let light = others.iter().any(|&other| self.kind(other).arm == Arm::Cavalry && !self.kind(other).heavy);
            let heavies = others.iter().any(|&other| self.kind(other).arm != Arm::Cavalry || self.kind(other).heavy);
            let front = attacking || others.iter().all(|&other| self.attacks_through(state, other, hex) == Aspect::Front);
            if kind.heavy && light && !heavies && front {
                times(f.heavy_against_light, "heavy against light cavalry");
            }
            if so.good() {
                match so.formation {
                    Formation::Line if kind.heavy => times(f.heavy_line, "heavy cavalry in line"),
                    Formation::Skirmish => times(f.cavalry_skirmish, "in skirmish order"),
                    Formation::General => times(f.cavalry_general, "in general order"),
                    _ => {}
                }
            }
            match so.ready {
                Readiness::Fresh => {}
                Readiness::Tired => times(f.tired, "tired"),
                Readiness::Exhausted => times(f.exhausted, "exhausted"),
            }
            if state.fight.sparing.has(unit) {
                times(f.spares, "keeps its readiness");
            }
            // [15.4] Lances count when they attack or ride to meet an attack.
            if kind.lance > 0 && so.good() && (attacking || so.has(flag::REACTED)) {
                // Those in a hex that does not fight stay out of it with their lances.
                let mut lance = Ratio::whole(kind.lance) * strength;
                if so.formation == Formation::Line {
                    lance = lance + lance;
                }
                tally.add(lance, Case("15.4"), || "lances".to_owned());
            }
        }
        tally
    }

    /// [15.5] The melee as it stands: values, column, modifiers of the roll.
    pub(crate) fn clash(&self, state: &State, hex: HexId, attackers: Units, told: bool) -> Clash {
        let mut attack = ExactTally::default();
        let mut defence = ExactTally::default();
        let join = |total: &mut ExactTally, part: ExactTally| {
            total.total += part.total;
            total.parts.extend(part.parts);
        };
        for unit in attackers {
            join(&mut attack, self.melee_value(state, unit, hex, true, told));
        }
        let defenders: Vec<Unit> = self.ranks(state, hex).collect();
        for &unit in &defenders {
            join(&mut defence, self.melee_value(state, unit, hex, false, told));
        }
        let tables = self.tables();
        let ratio = if defence.total == Ratio::ZERO { Ratio::whole(99) } else { attack.total.per(defence.total) };
        let column = tables.melee_ratios.iter().rposition(|from| *from <= ratio);
        let mut modifier = if told { Tally::default() } else { Tally::quiet() };
        if ratio < Ratio::THIRD {
            modifier.add(-12, Case("15.5"), || "below 1:3".to_owned());
        } else if column.is_none() {
            modifier.add(-6, Case("15.5"), || "below 1:2".to_owned());
        }
        let cavalry = attackers.into_iter().any(|unit| self.kind(unit).arm == Arm::Cavalry);
        let value = |leader: Unit| if cavalry { self.kind(leader).cav_value } else { self.kind(leader).inf_attack };
        let best = attackers
            .into_iter()
            .flat_map(|unit| state.piece(unit).hexes().filter_map(move |at| self.best_leader(state, at, unit, value)))
            .max_by_key(|(_, value)| *value);
        if let Some((leader, by)) = best.filter(|(_, by)| *by != 0) {
            modifier.add(by, Case("15.5"), || format!("{} leads the attack", self.called(leader)));
        }
        // [15.5] The values of leaders are for infantry and for cavalry: guns that defend alone have none of them.
        let of_arm = |arm: Arm| defenders.iter().copied().find(|&unit| self.kind(unit).arm == arm);
        let guard =
            of_arm(Arm::Infantry).or_else(|| of_arm(Arm::Cavalry)).and_then(|led| {
                let mounted = self.kind(led).arm == Arm::Cavalry;
                self.best_leader(state, hex, led, |leader| {
                    if mounted { self.kind(leader).cav_value } else { self.kind(leader).inf_defence }
                })
            });
        if let Some((leader, by)) = guard.filter(|(_, by)| *by != 0) {
            modifier.add(-by, Case("15.5"), || format!("{} leads the defence", self.called(leader)));
        }
        Clash { attack, defence, column: column.unwrap_or(0), modifier, leaders: [best.map(|(l, _)| l), guard.map(|(l, _)| l)] }
    }

    /// How many of the 36 rolls lead to each cell of a column, with a modifier.
    pub(crate) fn melee_chances(&self, column: usize, modifier: i16) -> Vec<(crate::Cell, u32)> {
        let mut found: Vec<(crate::Cell, u32)> = Vec::new();
        for natural in 0..VALUES as i16 {
            let at = crate::base6::clamped(natural + modifier) as usize;
            let cell = self.tables().melee[at][column];
            match found.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, count)) => *count += 1,
                None => found.push((cell, 1)),
            }
        }
        found
    }
}
