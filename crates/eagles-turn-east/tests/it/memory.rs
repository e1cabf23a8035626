//! What a seat has been shown in a whole game is kept here beside the game, from events and boards alone: no world that is drawn for it contradicts any of that.

use grognard_eagles_turn_east::event::Kind;
use grognard_eagles_turn_east::state::{Leader, NOBODY};
use grognard_eagles_turn_east::{Action, Campaign, Event, Side, State};
use grognard_engine::dice::SeededDice;
use grognard_engine::fields::NOWHERE;
use grognard_engine::{Decision, HexId, Rules, Secrets, Umpire, Words};
use grognard_testkit::Limits;
use grognard_testkit::laws::memory;

/// What one side remembers of the counters of the other. A counter is named by who it is in truth; of that only what has been seen is made use of.
struct Memory {
    seat: Side,
    /// Counters that have lain face down together, and so may each be any of them, share a number.
    heap: Vec<usize>,
    /// Counters whose way nobody could follow: of them nothing is known.
    lost: Vec<bool>,
    /// Counters that were seen to do what no Outpost does.
    firm: Vec<bool>,
    /// The Initiative that their rolls allow.
    rating: Vec<(u8, u8)>,
    /// Strength Points when they were shown, until their side may have regrouped.
    shown: Vec<Option<u16>>,
    /// Whether the town of Königsberg is its own, for all it knows.
    koenigsberg: bool,
    next: usize,
}

impl Memory {
    fn new(game: &Campaign, state: &State, seat: Side) -> Self {
        let count = game.leaders();
        let mut memory = Self {
            seat,
            heap: (0..count).collect(),
            lost: vec![false; count],
            firm: vec![false; count],
            rating: vec![(0, 9); count],
            shown: vec![None; count],
            koenigsberg: false,
            next: count,
        };
        memory.heap_up(game, state);
        memory
    }

    fn enemies(&self, game: &Campaign) -> Vec<usize> {
        (0..game.leaders()).filter(|&one| game.side_of(one as Leader) != self.seat).collect()
    }

    /// A counter is seen for what it is.
    fn named(&mut self, one: usize) {
        self.heap[one] = self.next;
        self.next += 1;
        self.lost[one] = false;
    }

    /// Counters that lie face down together cannot be told apart any more if they look alike.
    fn heap_up(&mut self, game: &Campaign, state: &State) {
        let enemies = self.enemies(game);
        let covered = |one: &usize| state.hexes[*one] != NOWHERE && !state.open.or(state.bare).has(*one as u16);
        let look = |one: usize| {
            let idle = game.points(state, one as Leader) == 0 && !game.is_outpost(one as Leader);
            (state.hexes[one], game.general(one as Leader).army, idle, state.forage.has(one as u16))
        };
        let there: Vec<usize> = enemies.iter().copied().filter(covered).collect();
        for (at, &one) in there.iter().enumerate() {
            for &other in there[at + 1..].iter().filter(|&&other| look(other) == look(one)) {
                let (from, to) = (self.heap[other], self.heap[one]);
                self.heap.iter_mut().filter(|heap| **heap == from).for_each(|heap| *heap = to);
            }
        }
    }

    fn see(&mut self, game: &Campaign, [before, after]: [&State; 2], action: Action, events: &[Event]) {
        let told: Vec<Event> = events.iter().filter_map(|event| game.told(event, Some(self.seat.into()))).collect();
        let number = |hex: HexId| game.grid().number(hex);
        let says = |text: &str| told.iter().any(|event| event.text.contains(text));
        for one in self.enemies(game) {
            let [was, is] = [before, after].map(|state| state.hexes[one]);
            let followed = told.iter().any(|event| is != NOWHERE && event.hexes.contains(&number(is)));
            // Outposts that are posted, reinforcements, and Major Generals who are made are counters without a past.
            if was == NOWHERE && is != NOWHERE {
                self.named(one);
                (self.firm[one], self.rating[one], self.shown[one]) = (false, (0, 9), None);
            } else if was != is && is != NOWHERE && !followed {
                (self.lost[one], self.firm[one], self.rating[one], self.shown[one]) = (true, false, (0, 9), None);
            }
        }
        // Whoever changes tracks does it out of sight, and what is lost in the open is not reckoned here.
        let quiet = matches!(action, Action::Go(_) | Action::Done | Action::Try(_) | Action::Command(_));
        if !quiet {
            self.shown.fill(None);
        }
        for event in told.iter().filter(|event| event.kind == Kind::Shown) {
            for tag in &event.units {
                let Ok(one) = game.read_leader(tag) else { continue };
                if game.side_of(one) != self.seat {
                    self.named(one.into());
                    let points = event.text.split_once(" is shown: ").map(|(_, points)| {
                        let numbers = points.split([' ', ',']).filter_map(|word| word.parse::<u16>().ok());
                        numbers.sum()
                    });
                    self.shown[usize::from(one)] = points;
                }
            }
            if event.text.contains("is no Outpost") {
                let here = |one: &usize| {
                    let seems = game.points(after, *one as Leader) > 0 || game.is_outpost(*one as Leader);
                    after.hexes[*one] != NOWHERE
                        && event.hexes.contains(&number(after.hexes[*one]))
                        && seems
                        && !after.bare.has(*one as u16)
                };
                self.enemies(game).into_iter().filter(here).for_each(|one| self.firm[one] = true);
            }
        }
        let takes = says("take the bridge train") || says("take the pontoon") || says("is razed");
        let mut firm = Vec::new();
        match action {
            Action::Go(_) if takes => firm.push(before.hand),
            Action::Follow(one, _) => firm.extend([one, before.hand]),
            Action::Try(one) if game.setting().is_campaign() && says("stands still") => firm.push(one),
            Action::Try(one) => {
                for event in told.iter().filter(|event| event.kind == Kind::Activation) {
                    let Some((_, words)) = event.text.split_once(" rolls ") else { continue };
                    let numbers: Vec<i16> = words.split(' ').filter_map(|word| word.parse().ok()).take(2).collect();
                    let modified = numbers.iter().sum::<i16>().clamp(0, 20) as u8;
                    let (least, most) = &mut self.rating[usize::from(one)];
                    if words.contains("may march") {
                        *least = modified.max(*least)
                    } else {
                        *most = (*most).min(modified.saturating_sub(1))
                    }
                }
            }
            _ => {}
        }
        for one in firm.into_iter().filter(|one| *one != NOBODY && game.side_of(*one) != self.seat) {
            self.firm[usize::from(one)] = true;
        }
        for one in self.enemies(game) {
            self.firm[one] |= after.forage.has(one as u16);
            let alone = !self.lost[one] && (0..game.leaders()).all(|other| other == one || self.heap[other] != self.heap[one]);
            if after.hexes[one] != NOWHERE && after.open.or(after.bare).has(one as u16) && !alone {
                self.named(one);
            }
        }
        self.remember_koenigsberg(game, before, &told);
        self.heap_up(game, after);
    }

    /// [10.2] Whoever of its own side leads troops into the town takes it, and any enemy counter may take it back.
    fn remember_koenigsberg(&mut self, game: &Campaign, before: &State, told: &[Event]) {
        let Some(&town) = game.ground().area("koenigsberg").first() else { return };
        let town = game.grid().number(town);
        for event in told.iter().filter(|event| matches!(event.kind, Kind::Move | Kind::Retreat | Kind::Advance)) {
            if event.hexes.iter().skip(usize::from(event.hexes.len() > 1)).any(|hex| *hex == town) {
                let mine = |tag: &String| {
                    game.read_leader(tag).is_ok_and(|one| game.side_of(one) == self.seat && game.points(before, one) > 0)
                };
                self.koenigsberg = event.units.iter().any(mine);
            }
        }
    }

    /// Whether somebody may be in the place of a counter.
    fn fits(&self, game: &Campaign, place: usize, name: usize) -> bool {
        let (least, most) = self.rating[place];
        let outpost = game.is_outpost(name as Leader);
        !(self.firm[place] && outpost) && (outpost || (least..=most).contains(&game.general(name as Leader).initiative))
    }

    /// Gives each place a name that it may have.
    fn settle(&self, game: &Campaign, places: &[usize], names: &mut Vec<usize>) -> bool {
        let [place, rest @ ..] = places else { return true };
        for at in 0..names.len() {
            if self.fits(game, *place, names[at]) {
                let name = names.remove(at);
                if self.settle(game, rest, names) {
                    return true;
                }
                names.insert(at, name);
            }
        }
        false
    }

    /// Whether it has been seen of one of two counters, which lay together once and have parted, that it is not the Outpost among them.
    fn tells_outposts(&self, game: &Campaign, state: &State) -> bool {
        let enemies = self.enemies(game);
        let parted = |one: usize, other: usize| {
            self.heap[one] == self.heap[other] && !self.lost[one] && !self.lost[other] && state.hexes[one] != state.hexes[other]
        };
        let outposts = enemies.iter().copied().filter(|&one| game.is_outpost(one as Leader) && state.hexes[one] != NOWHERE);
        outposts.into_iter().any(|one| enemies.iter().any(|&other| self.firm[other] && parted(one, other)))
    }

    /// Whether a world contradicts what has been seen, and how.
    fn refutes(&self, game: &Campaign, state: &State, world: &State) -> Option<String> {
        let enemies = self.enemies(game);
        for &first in enemies.iter().filter(|&&one| !enemies.iter().any(|&two| two < one && self.heap[two] == self.heap[one])) {
            let heap: Vec<usize> = enemies.iter().copied().filter(|&one| self.heap[one] == self.heap[first]).collect();
            if heap.iter().any(|&one| self.lost[one]) {
                continue;
            }
            let mut hexes: Vec<HexId> = heap.iter().flat_map(|&one| [state.hexes[one], world.hexes[one]]).collect();
            hexes.sort_unstable();
            hexes.dedup();
            for hex in hexes {
                let there = |state: &State| heap.iter().copied().filter(|&one| state.hexes[one] == hex).collect::<Vec<_>>();
                let (places, mut names) = (there(state), there(world));
                let tags =
                    |some: &[usize]| some.iter().map(|&one| game.tag(one as Leader).to_owned()).collect::<Vec<_>>().join(", ");
                let known = tags(&names);
                if places.len() != names.len() || hex != NOWHERE && !self.settle(game, &places, &mut names) {
                    let hex = if hex == NOWHERE { "nowhere".to_owned() } else { game.grid().number(hex) };
                    return Some(format!("{hex}: {known} instead of {} (of {})", tags(&places), tags(&heap)));
                }
            }
            if let ([one], Some(most)) = (&heap[..], self.shown[first]) {
                let points = game.points(world, *one as Leader);
                if points > most || points == 0 && most > 0 {
                    return Some(format!("{} with {points}, who was shown with {most}", game.tag(*one as Leader)));
                }
            }
        }
        let own = |one: &usize| game.side_of(*one as Leader) == self.seat;
        if let Some(one) = (0..game.leaders()).filter(own).find(|&one| {
            let [here, there] = [state, world].map(|state| (state.hexes[one], game.strength(state, one as Leader)));
            here != there
        }) {
            return Some(format!("{} is its own", game.tag(one as Leader)));
        }
        (self.koenigsberg && world.koenigsberg != self.seat).then(|| "it has taken Königsberg".to_owned())
    }
}

/// Plays a game by whim, as far as that, and holds worlds against what either side remembers. Says how many there were that differed from the truth, and how often an
/// Outpost was known from others.
fn remembers(name: &str, seed: u64, actions: usize) -> [usize; 2] {
    let game = Campaign::new(name, &[]).unwrap();
    let (mut dice, mut whim, mut draws) = (SeededDice::new(seed), SeededDice::new(!seed), SeededDice::new(seed ^ 5));
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let mut memories = Side::BOTH.map(|side| Memory::new(&game, &state, side));
    let (mut options, mut other, mut outposts) = (Vec::new(), 0, 0);
    for number in 0..actions {
        let Decision::Choose { seat, .. } = game.decision(&state) else { break };
        game.legal_actions(&state, &mut options);
        let ends = |action: &&Action| matches!(action, Action::End | Action::Done | Action::Close);
        let end = options.iter().find(ends).copied().filter(|_| whim.below(4) == 0);
        let mut action = end.unwrap_or_else(|| options[whim.below(options.len() as u32) as usize]);
        if action == Action::Peace {
            action = options[0];
        }
        let (before, mut events) = (state, Vec::new());
        game.play(&mut state, seat, action, &mut Umpire::new(&mut dice, &mut events)).unwrap();
        if matches!(game.decision(&state), Decision::Over(_)) {
            break;
        }
        for memory in &mut memories {
            memory.see(&game, [&before, &state], action, &events);
            let world = game.resample(&state, Some(memory.seat.into()), &mut draws);
            other += usize::from(world.hexes != state.hexes);
            outposts += usize::from(memory.tells_outposts(&game, &state));
            if let Some(why) = memory.refutes(&game, &state, &world) {
                let words = game.write_action(action);
                panic!("{name} seed {seed}, action {number} `{words}`, drawn for the {}: {why}", memory.seat.name());
            }
        }
    }
    [other, outposts]
}

#[test]
fn worlds_of_a_battle_contradict_nothing_that_was_seen() {
    let other: usize = (0..4).map(|seed| remembers("eagles-friedland", seed, 2_000)[0]).sum();
    assert!(other > 500, "{other}");
}

/// Games in which Outposts are known from others by what was seen.
#[test]
fn worlds_of_a_campaign_contradict_nothing_that_was_seen() {
    let games = [("eagles-eylau-campaign", 9), ("eagles-friedland-campaign", 8), ("eagles-pultusk-campaign", 0)];
    let found = games.map(|(name, seed)| remembers(name, seed, 1_500));
    assert!(found.iter().all(|[other, outposts]| *other > 500 && *outposts > 200), "{found:?}");
}

/// The same with the memory that the laws keep, from boards alone: it knows in which hex somebody lies who has gone among others. Platov, who had
/// fought in the open, came to Bennigsen once, and was drawn where somebody else was who had lain with Bennigsen long before.
#[test]
fn who_went_among_others_is_still_there() {
    let mut remembered = 0;
    for seed in 0..2 {
        let game = Campaign::new("eagles-friedland", &[]).unwrap();
        let limits = Limits { actions: 340, strays: 0, every: 5 };
        remembered += memory(game, seed, limits).unwrap_or_else(|broken| panic!("{broken}"));
    }
    assert!(remembered > 100, "hardly anything was remembered: {remembered}");
}

#[test]
fn what_was_seen_in_other_scenarios_is_still_so() {
    for (game, seed, actions, every) in
        [("eagles-pultusk", 1, 400, 20), ("eagles-eylau", 1, 300, 20), ("eagles-friedland-campaign", 0, 250, 50)]
    {
        let limits = Limits { actions, strays: 0, every };
        let remembered =
            memory(Campaign::new(game, &[]).unwrap(), seed, limits).unwrap_or_else(|broken| panic!("{game}: {broken}"));
        assert!(remembered > 0, "nothing was remembered in {game}");
    }
}
