//! A player who cheats: it remembers all that it was ever sent, and tries to foresee the dice.

use grognard_engine::dice::SeededDice;
use grognard_engine::{Case, Dice};
use grognard_lab::game::PhaseDice;
use grognard_lab::http;
use grognard_lab::plan::{Kind, Plan};
use grognard_lab::run::run;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

/// Seeds that people type.
const TYPED: std::ops::Range<u64> = 0..200;

/// Dice by phase.
type Fallen = BTreeMap<u64, Vec<u8>>;

/// What the cheat was sent about one game.
#[derive(Default)]
struct Sent {
    id: String,
    seed: u64,
    /// The log, by entry.
    log: BTreeMap<u64, Vec<Value>>,
}

impl Sent {
    /// The dice that fell, by phase: a phase begins after an entry that tells of one. Entry 0 is the set-up.
    fn dice(&self) -> Fallen {
        let (mut fallen, mut phase) = (Fallen::new(), 0);
        for (&entry, lines) in &self.log {
            let rolls = lines.iter().filter_map(|line| line["roll"]["value"].as_u64());
            fallen.entry(phase).or_default().extend(rolls.map(|die| die as u8));
            phase += u64::from(entry > 0 && lines.iter().any(|line| line["level"].as_u64() < Some(2)));
        }
        fallen
    }
}

/// Plays any legal action, and writes down everything.
fn listen(listener: TcpListener, sent: &Mutex<Vec<Sent>>) {
    let mut steps = 0;
    for stream in listener.incoming().flatten() {
        let mut leaves = false;
        let _ = http::serve(stream, |body| {
            let asked: Value = serde_json::from_str(body).unwrap();
            let mut sent = sent.lock().unwrap();
            match asked["type"].as_str() {
                Some("hello") => return json!({"type": "ready", "wants": ["log"]}).to_string(),
                Some("new") => sent.push(Sent {
                    id: asked["id"].as_str().unwrap().to_owned(),
                    seed: asked["seed"].as_u64().unwrap(),
                    ..Sent::default()
                }),
                Some("choose") => {
                    let game = sent.iter_mut().find(|game| Some(game.id.as_str()) == asked["id"].as_str()).unwrap();
                    for line in asked["log"].as_array().unwrap() {
                        game.log.entry(line["entry"].as_u64().unwrap()).or_default().push(line.clone());
                    }
                    let options = asked["options"].as_array().unwrap();
                    steps += 1;
                    return json!({"type": "play", "action": options[steps * 7 % options.len()]}).to_string();
                }
                Some("quit") => leaves = true,
                _ => {}
            }
            json!({"type": "ready"}).to_string()
        });
        if leaves {
            return;
        }
    }
}

/// The games of a plan as a cheat on the first chair was told them.
fn overhear(plan: impl Fn(&str) -> Plan) -> Vec<Sent> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let sent = Arc::new(Mutex::new(Vec::new()));
    let cheat = std::thread::spawn({
        let sent = Arc::clone(&sent);
        move || listen(listener, &sent)
    });
    let plan = plan(&address);
    let games = run(&plan, 0..plan.total(), Vec::new(), 1, None, &mut |_| true).unwrap().games;
    assert!(games.iter().all(|game| game.adjudicated.is_none()), "{games:?}");
    http::post(&address, "{\"type\":\"quit\"}", std::time::Duration::from_secs(600)).unwrap();
    cheat.join().unwrap();
    std::mem::take(&mut sent.lock().unwrap())
}

/// How many of the dice that fell a cheat foresaw, who believes in those of `foreseen`.
fn right(fallen: &Fallen, foreseen: &mut dyn FnMut(u64) -> Box<dyn Dice>) -> (usize, usize) {
    let (mut right, mut all) = (0, 0);
    for (&phase, dice) in fallen {
        let mut believed = foreseen(phase);
        right += dice.iter().filter(|&&die| believed.roll(6, Case("0")) == die).count();
        all += dice.len();
    }
    (right, all)
}

/// The numbers that SplitMix64 was seeded with, from the first that it gives: each of its steps can be taken back.
fn before(bits: u64) -> u64 {
    fn unshift(z: u64, by: u32) -> u64 {
        (1..=64 / by).fold(0, |sum, i| sum ^ z.checked_shr(i * by).unwrap_or(0)) ^ z
    }
    fn inverse(odd: u64) -> u64 {
        (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
    }
    let z = unshift(bits, 31).wrapping_mul(inverse(0x94d0_49bb_1331_11eb));
    let z = unshift(z, 27).wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9));
    unshift(z, 30).wrapping_sub(0x9e37_79b9_7f4a_7c15)
}

/// How seeds followed from one another before they were parted: by steps that can be taken back.
fn step(seed: u64, step: u64) -> u64 {
    SeededDice::new(seed ^ SeededDice::new(step.wrapping_add(1)).bits()).bits()
}

fn step_back(seed: u64, by: u64) -> u64 {
    before(seed) ^ SeededDice::new(by.wrapping_add(1)).bits()
}

/// All numbers that could be the seed of the dice, as far as anything that was sent tells.
fn suspects(sent: &Sent) -> Vec<u64> {
    let mut roots: Vec<u64> = sent.id.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    roots.extend(sent.id.split(|c: char| !c.is_ascii_hexdigit()).filter_map(|word| u64::from_str_radix(word, 16).ok()));
    roots.extend(TYPED);
    roots.push(sent.seed);
    // From a plan's seed down to the dice of a game, or from the player's own seed up to them.
    let mut all: Vec<u64> = roots.clone();
    for root in roots {
        all.extend((0..4).flat_map(|game| (0..4).map(move |round| step(step(root, game), round))));
    }
    all.extend((0..16).map(|player| step_back(sent.seed, player)));
    all
}

fn old_dice(seed: u64, phase: u64) -> Box<dyn Dice> {
    Box::new(SeededDice::new(if phase == 0 { seed } else { step(seed, phase) }))
}

/// A program that knows this laboratory by heart, but not the plan's secret.
fn new_dice(plan: &Plan, number: u64) -> impl Fn(u64) -> Box<dyn Dice> + use<> {
    let key = plan.fixture(number).dice;
    move |phase| {
        let mut dice = PhaseDice::new(&key);
        if phase > 0 {
            dice.begin(phase);
        }
        Box::new(dice)
    }
}

/// The best that a cheat can do in a game, by any of the ways it knows, having played others before.
fn foreseen(games: &[Sent], number: usize, plan: &Plan) -> (usize, usize) {
    let fallen = games[number].dice();
    let mut best = (0, 0);
    for seed in suspects(&games[number]) {
        best = best.max(right(&fallen, &mut |phase| old_dice(seed, phase)));
    }
    // The laboratory of today, with seeds that people type and those that it was sent, and secrets that it was sent.
    let words = [None, Some(games[number].id.clone()), Some(games[number].seed.to_string()), Some(String::new())];
    for (seed, secret) in TYPED.chain([games[number].seed]).flat_map(|seed| words.iter().map(move |word| (seed, word.clone()))) {
        let guess = Plan { seed, secret, ..plan.clone() };
        best = best.max(right(&fallen, &mut new_dice(&guess, number as u64)));
    }
    // What fell in the games before, phase by phase.
    for before in games[..number].iter().map(Sent::dice) {
        best = best.max(right(&fallen, &mut |phase| Box::new(Again(before.get(&phase).cloned().unwrap_or_default()))));
    }
    best
}

/// Dice that were seen before.
struct Again(Vec<u8>);

impl Dice for Again {
    fn roll(&mut self, _faces: u8, _case: Case) -> u8 {
        if self.0.is_empty() { 0 } else { self.0.remove(0) }
    }
}

fn plan(address: &str) -> Plan {
    let secret = Some("nobody tells this to anybody".to_owned());
    let plan = Plan::batch("eylau", [address, "random"], 1, 17);
    Plan { kind: Kind::Swapped, luck: false, bot_seconds: 600.0, secret, ..plan }
}

#[test]
fn nothing_that_a_program_is_sent_tells_the_dice() {
    let games = overhear(plan);
    assert_eq!(games.len(), 2);
    for number in 0..2 {
        let (right, all) = foreseen(&games, number, &plan("http://127.0.0.1/"));
        // One die in six is right by chance, and the best of many guesses is right more often.
        assert!(all >= 20 && right * 5 < all * 3, "game {number}: foresaw {right} of {all} dice");
        assert!(!games[number].id.contains("17"), "the seed of the plan stands in {}", games[number].id);
    }
}

/// That the cheat above is a good one: from what programs were sent before dice and seeds were parted it foresees every die.
#[test]
fn the_cheat_would_foresee_dice_that_follow_from_what_it_is_sent() {
    let dice = step(step(17, 0), 0);
    let played = |id: &str, seed: u64| {
        let mut log = BTreeMap::new();
        for phase in 0..20 {
            let mut fell = old_dice(dice, phase);
            let roll = |die: u8| json!({"level": 2, "roll": {"value": die}});
            log.insert(1 + phase, vec![roll(fell.roll(6, Case("0"))), roll(fell.roll(6, Case("0"))), json!({"level": 1})]);
        }
        Sent { id: id.to_owned(), seed, log }
    };
    // By the plan's seed in the name of the game, by the player's own seed, by trying, and by remembering.
    let tells = [played("17-0", 0), played("x", step(dice, 1)), played("x", 0)];
    for sent in tells {
        let all = [sent];
        assert_eq!(foreseen(&all, 0, &plan("http://127.0.0.1/")), (40, 40), "{}", all[0].id);
    }
    let twice = [played("x", u64::MAX), played("x", u64::MAX)];
    assert_eq!(right(&twice[1].dice(), &mut |phase| Box::new(Again(twice[0].dice()[&phase].clone()))), (40, 40));
    // And by today's laboratory, if its secret were told.
    let plan = plan("http://127.0.0.1/");
    let mut sent = Sent { id: plan.secret.clone().unwrap(), seed: 17, log: BTreeMap::new() };
    for phase in 0..20 {
        let mut fell = new_dice(&plan, 0)(phase);
        let rolls: Vec<Value> = (0..2).map(|_| json!({"level": 1, "roll": {"value": fell.roll(6, Case("0"))}})).collect();
        sent.log.insert(1 + phase, rolls);
    }
    assert_eq!(foreseen(&[sent], 0, &plan), (40, 40));
}
