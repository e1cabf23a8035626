//! Non-interference over HTTP and sockets: two tables that differ only in what a seat cannot know give that seat, and whoever looks on, the
//! same answers, byte for byte, whatever is asked and as long as what is visible goes the same way.
//!
//! The tables stand on two servers that deal the same seeds in the same order, so that their dice are the same. Where something hidden comes
//! to light the twins part, as they must, and the walk ends; another begins elsewhere. Whether they may part is not for the servers to say: the
//! rulebook says so of the same games, played beside them (see [`crate::worlds`]).

use crate::bed::{Bed, Ground};
use crate::pair::{Ear, Eyes, Pair};
use crate::worlds::Worlds;
use grognard_engine::dice::SeededDice;
use grognard_shelf::Match;
use serde_json::{Value, json};

/// A game with secrets after some random actions; nothing if it is over by then.
pub fn game(id: &str, options: &[(&str, &str)], seed: u64, actions: usize) -> Option<Box<dyn Match>> {
    let options: Vec<(String, String)> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let (mut dice, mut whim) = (SeededDice::new(seed), SeededDice::new(!seed));
    let mut game = grognard_shelf::open(id, &options, &mut dice).unwrap();
    for _ in 0..actions {
        let seat = game.to_decide()?;
        let options = game.actions();
        let action = options[whim.below(options.len() as u32) as usize].clone();
        game.submit(seat, &action, &mut dice).unwrap();
    }
    game.secretive().then_some(game)
}

/// What was really compared: a law that is never asked holds always.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    walks: usize,
    actions: usize,
    /// Hints that were given.
    hints: usize,
    /// Refusals of what the rules forbid, and of what is not one's turn to do.
    refusals: usize,
    out_of_turn: usize,
    /// Requests of the enemy to take back, and those that were granted.
    asked: usize,
    granted: usize,
    /// Walks that ended because something came to light.
    parted: usize,
}

/// How an action went.
enum Went {
    On,
    /// Something came to light.
    Apart,
    /// No action looks the same at both tables.
    Nowhere,
}

/// Two tables, and one seat (by its place) that cannot tell them apart.
struct Twins<'a> {
    pair: Pair<'a>,
    worlds: Worlds,
    /// Ears of the seat, then of somebody who looks on.
    ears: Vec<Ear>,
    seats: Vec<String>,
    place: usize,
    /// Names of counters, of whichever side, and hexes where somebody stands.
    names: Vec<String>,
    hexes: Vec<String>,
    /// Numbers of what is said over sockets.
    said: u64,
}

impl<'a> Twins<'a> {
    /// Nothing if there is no other world. The `number` of the walk says which is drawn.
    async fn new(beds: &'a [Bed; 2], game: &dyn Match, place: usize, number: u64) -> Option<Self> {
        let seats: Vec<String> = game.seats().iter().map(|&seat| seat.to_owned()).collect();
        let worlds = Worlds::new(game, &seats[place], number)?;
        let [truth, other] = &worlds.positions();
        let pair = Pair::new(beds, &game.identity().game, [truth, other]).await;
        // Each mode is told on its own; the seat listens in one besides that of the page.
        let mode = ["view", "moves"][number as usize % 2];
        let ears = pair.ears(&[(Some(place), "changes"), (Some(place), mode), (None, "changes")]).await;
        let counters: Vec<_> = game.seats().iter().flat_map(|&seat| game.board(Some(seat)).counters).collect();
        let names = counters.iter().map(|c| c.tag.clone()).filter(|tag| !tag.starts_with('?')).collect();
        let mut standing: Vec<String> = game.board(None).counters.into_iter().filter_map(|counter| counter.hex).collect();
        standing.sort_unstable();
        standing.dedup();
        let hexes = [0, standing.len() / 2, standing.len() - 1].map(|at| standing[at].clone()).to_vec();
        Some(Self { pair, worlds, ears, seats, place, names, hexes, said: 0 })
    }

    const fn own(&self) -> Eyes {
        Some(self.place)
    }

    const fn enemy(&self) -> Eyes {
        Some(1 - self.place)
    }

    /// Who has to decide, by place.
    fn decider(&self) -> Eyes {
        let seat = self.worlds.to_decide()?;
        self.seats.iter().position(|name| name == seat)
    }

    fn name(&self, eyes: Eyes) -> Option<&str> {
        eyes.map(|place| self.seats[place].as_str())
    }

    async fn get(&self, rest: &str, eyes: Eyes) -> Value {
        self.pair.get(rest, eyes).await
    }

    /// Says something over the sockets of the seat, and hears the same.
    async fn say(&mut self, mut message: Value) -> Vec<Value> {
        self.said += 1;
        message["id"] = json!(self.said);
        self.pair.say(&mut self.ears[0], &message).await
    }

    /// Everything that can be looked at.
    async fn compare(&self, tally: &mut Tally) {
        let played = self.get("view", self.own()).await["played"].as_u64().unwrap();
        let before = played.saturating_sub(1);
        for eyes in [self.own(), None] {
            for rest in
                ["", "catch-up?from=0", "turns", "dice", "record", "notation", "position", "position?at=0", "chat", "advice"]
            {
                self.get(rest, eyes).await;
            }
            for rest in ["reasons", "view", "view?at=0", "analysis", "log", "log-page", "log-page?turns=1", "orders", "webhook"] {
                self.get(rest, eyes).await;
            }
            // Of the hints, that of a player who counts nothing by the clock.
            tally.hints += usize::from(self.get("advice?hint=greedy", eyes).await["hint"]["action"].is_string());
            self.get(&format!("view?at={before}"), eyes).await;
            self.get(&format!("log?from={before}"), eyes).await;
            self.get(&format!("log-page?before={played}"), eyes).await;
            let overlays = self.get("overlays", eyes).await;
            for overlay in overlays.as_array().unwrap() {
                let id = overlay["id"].as_str().unwrap();
                self.get(&format!("overlay/{id}"), eyes).await;
                for hex in &self.hexes {
                    self.get(&format!("overlay/{id}?hex={hex}"), eyes).await;
                }
            }
        }
    }

    /// What is asked once in a walk: what sockets answer to, and what is no move and asks the other side.
    async fn once(&mut self) {
        self.say(json!({"type": "log"})).await;
        self.say(json!({"type": "log", "turns": 1, "before": 1})).await;
        let whole = json!({"type": "whole"});
        let told = self.pair.say(&mut self.ears[0], &whole).await;
        assert!(told.iter().any(|told| told["type"] == "view"), "the whole view is shown: {told:?}");
        let (own, enemy) = (self.own(), self.enemy());
        for (by, answers, rest) in [(own, enemy, "draw"), (enemy, own, "draw"), (enemy, own, "abandon")] {
            let offered = self.pair.each("POST", rest, None, by).await;
            assert!(offered.iter().all(|reply| reply.status == 202), "{rest}: {} {}", offered[0].text, offered[1].text);
            self.pair.same_replies(offered, rest);
            self.pair.all_hear_the_same(&mut self.ears, rest).await;
            self.get("", own).await;
            let infos = self.pair.each("GET", "", None, own).await;
            let numbers = infos.map(|info| info.json()["offered"]["request"].as_u64().unwrap());
            // The last answer is one; the others are refused, the first since it names another proposal.
            for (eyes, other, allow) in [(answers, 1, true), (by, 0, true), (None, 0, true), (answers, 0, false)] {
                let wishes = numbers.map(|number| json!({"request": number ^ other, "allow": allow}));
                let replies = self.pair.each("POST", "abandon/answer", Some([&wishes[0], &wishes[1]]), eyes).await;
                let (status, told) = self.pair.same_replies(replies, "an answer to a proposal");
                assert_eq!(status == 200, !allow, "{told}");
            }
            self.pair.all_hear_the_same(&mut self.ears, "a proposal that is declined").await;
        }
    }

    /// What is refused is refused in the same words: orders to the enemy's counters, options with other names in them, nonsense.
    async fn stray(&mut self, step: usize, tally: &mut Tally) {
        let mut picks = SeededDice::new(step as u64);
        let mut pick = |count: usize| picks.below(count as u32) as usize;
        let mut texts = vec!["fly away".to_owned()];
        let stride = (self.names.len() / 8).max(3);
        for (i, name) in self.names.iter().enumerate().skip(step % stride).step_by(stride) {
            let hex = &self.hexes[(i + step) % self.hexes.len()];
            texts.extend([format!("move {name} {hex}"), format!("attack {name} with {}", self.names[pick(self.names.len())])]);
            texts.extend([format!("pick {name}"), format!("join {name}")]);
        }
        for hex in &self.hexes {
            texts.extend(["target", "name", "place"].map(|verb| format!("{verb} {hex}")));
            texts.push(format!("declare {hex} with {}", self.names[pick(self.names.len())]));
        }
        let options = self.worlds.actions();
        for _ in 0..8 {
            let mut words: Vec<&str> = options[pick(options.len())].split(' ').collect();
            let at = pick(words.len());
            words[at] = &self.names[pick(self.names.len())];
            texts.push(words.join(" "));
        }
        for (i, text) in texts.iter().enumerate() {
            if i % 4 == 0 {
                self.pair.post("why", &json!({"text": text}), None).await;
            }
            let (status, _) = self.pair.post("why", &json!({"text": text}), self.own()).await;
            if status == 200 {
                continue;
            }
            tally.refusals += 1;
            match i % 4 {
                0 => drop(self.pair.post("command", &json!({"text": text}), self.own()).await),
                1 => drop(self.pair.post("act", &json!({"action": text}), self.own()).await),
                2 => drop(self.say(json!({"type": "command", "text": text})).await),
                _ => drop(self.say(json!({"type": "act", "action": text})).await),
            }
        }
        let late = json!({"action": options[0], "played": 9999});
        assert_eq!(self.pair.post("act", &late, self.own()).await.0, 409, "the table has not moved on so far");
    }

    /// Whoever has not to decide is refused in the same words, whatever he tries, over HTTP and over his socket; and so is whoever has no seat.
    async fn out_of_turn(&mut self, step: usize, tally: &mut Tally) {
        let options = self.worlds.actions();
        let (name, hex) = (&self.names[step * 7 % self.names.len()], &self.hexes[step % self.hexes.len()]);
        let mut texts = vec!["fly away".to_owned(), format!("move {name} {hex}"), format!("pick {name}")];
        // What the other side might do now, and what it might not.
        texts.extend((0..3).map(|n| options[(step + n * 11) % options.len()].clone()));
        for (n, text) in texts.into_iter().enumerate() {
            for eyes in [self.own(), None] {
                if eyes == self.decider() || (eyes.is_none() && n % 3 > 0) {
                    continue;
                }
                for (rest, body) in
                    [("act", json!({"action": text})), ("command", json!({"text": text})), ("why", json!({"text": text}))]
                {
                    let (status, told) = self.pair.post(rest, &body, eyes).await;
                    assert_eq!(status, 403, "{rest} {body} out of turn: {told}");
                    tally.out_of_turn += 1;
                }
            }
            if self.decider() == self.own() {
                continue;
            }
            for message in [json!({"type": "act", "action": text}), json!({"type": "command", "text": text})] {
                let told = self.say(message).await;
                assert!(told.len() == 1 && told[0]["problem"]["status"] == 403, "{text} out of turn: {told:?}");
                tally.out_of_turn += 1;
            }
        }
    }

    /// What is nobody's turn, and is refused all the same: in the name of the other side, without having been asked, too early.
    async fn not_to_be_had(&mut self, number: usize) {
        let enemy = self.seats[1 - self.place].clone();
        let tried = [
            ("POST", "resign", json!({"seat": enemy})),
            ("POST", "claim", json!({})),
            ("POST", "claim", json!({"computer": "recruit"})),
            ("POST", "abandon/answer", json!({"request": 1, "allow": true})),
            ("POST", "undo/answer", json!({"request": 1, "allow": true})),
            ("PUT", "orders", json!({"seat": enemy, "orders": []})),
            ("PUT", "orders", json!({"orders": [format!("countercharge never {}", self.names[number % self.names.len()])]})),
        ];
        for (method, rest, body) in &tried {
            for eyes in [self.own(), None] {
                let (status, told) = self.pair.ask(method, rest, Some(body), eyes).await;
                assert!(status >= 400, "{method} {rest} {body}: {told}");
            }
        }
        for (method, rest) in [("POST", "remind"), ("POST", "rematch"), ("DELETE", "")] {
            for eyes in [self.own(), None] {
                let (status, told) = self.pair.ask(method, rest, None, eyes).await;
                assert!(status >= 400, "{method} {rest}: {told}");
            }
        }
        for message in [
            json!({"type": "resign", "seat": enemy}),
            json!({"type": "end_answer", "request": 1, "allow": true}),
            json!({"type": "answer", "request": 1, "allow": true}),
            json!({"type": "remind"}),
        ] {
            let told = self.say(message).await;
            assert_eq!(told[0]["type"], "refused", "{told:?}");
        }
    }

    /// Plays the same visible action at both tables, if there is one.
    async fn play(&mut self, pick: usize, pass: bool) -> Went {
        let own = self.decider() == self.own();
        let Some(texts) = self.worlds.alike(&self.seats[self.place], pick, pass) else { return Went::Nowhere };
        let by = self.worlds.to_decide().unwrap();
        let what = format!("{texts:?}");
        let wishes = texts.each_ref().map(|text| json!({"action": text}));
        let mut replies = None;
        // Every other one is played over the socket.
        if own && pick % 2 == 1 {
            self.said += 1;
            let messages = texts.each_ref().map(|text| json!({"type": "act", "id": self.said, "action": text}));
            self.ears[0].say(messages);
        } else {
            let done = self.pair.each("POST", "act", Some([&wishes[0], &wishes[1]]), self.decider()).await;
            assert!(done.iter().all(|reply| reply.status == 200), "{what}: {} {}", done[0].text, done[1].text);
            replies = Some(done);
        }
        let mut heard = Vec::new();
        for ear in &mut self.ears {
            heard.push(ear.heard().await);
        }
        // Whoever has acted has seen all dice of it.
        let seen = match &replies {
            Some(replies) => replies.each_ref().map(|reply| reply.json()["happenings"][0].clone()),
            None => heard[0].each_ref().map(|heard| heard.one("moved")["happening"].clone()),
        };
        let dice: [Vec<u8>; 2] = seen.map(|seen| serde_json::from_value(seen["dice"].clone()).unwrap());
        let come = self.worlds.submit(by, texts.each_ref().map(String::as_str), [&dice[0], &dice[1]]);
        let parted = [self.own(), None].map(|eyes| self.worlds.apart(&come, self.name(eyes)));
        for (ear, heard) in self.ears.iter().zip(heard) {
            // No server tells more or less than the rulebook, whether the twins part or not.
            let told = self.worlds.told(&come, self.name(ear.eyes));
            for (told, heard) in told.iter().zip(&heard) {
                let moved = &heard.one("moved")["happening"];
                for (field, told) in told.as_object().unwrap() {
                    assert_eq!(moved[field], *told, "the {field} of {what} is told otherwise than by the rulebook: {moved}");
                }
            }
            if !parted[usize::from(ear.eyes.is_none())] {
                self.pair.same_heard(heard, ear, &what);
            }
        }
        if parted != [false; 2] {
            self.each_its_own().await;
            return Went::Apart;
        }
        if let Some(replies) = replies.filter(|_| own) {
            self.pair.same_replies(replies, &what);
        }
        Went::On
    }

    /// Where the twins have parted each table shows what the rulebook does of its own world.
    async fn each_its_own(&self) {
        for eyes in [self.own(), None] {
            let views = self.pair.each("GET", "view", None, eyes).await;
            for (view, board) in views.iter().zip(self.worlds.boards(self.name(eyes))) {
                assert_eq!(view.json()["board"], board, "the board is shown otherwise than by the rulebook");
            }
        }
    }

    /// One of the two takes back, at once or with leave, and everything that the seat hears and is answered is the same. Leave is declined at first;
    /// asked once more, whoever is to `allow` it does. Says whether something was taken back.
    async fn take_back(&mut self, by: Eyes, allow: bool, tally: &mut Tally) -> bool {
        for answer in [false, true] {
            let done = self.pair.each("POST", "undo", Some([&json!({}); 2]), by).await;
            let status = done.each_ref().map(|reply| reply.status);
            assert_eq!(status[0], status[1], "whether {by:?} may take back differs: {} {}", done[0].text, done[1].text);
            let at_once = done[0].json()["played"].as_u64().filter(|_| status[0] == 200);
            if by == self.own() {
                self.pair.same_replies(done, "taking back");
            }
            self.pair.all_hear_the_same(&mut self.ears, "taking back").await;
            let keep = if status[0] == 202 { self.answer(by, answer, tally).await } else { at_once };
            if let Some(keep) = keep {
                self.worlds.back(keep as usize);
                return true;
            }
            if status[0] != 202 || !allow {
                break;
            }
        }
        false
    }

    /// Somebody has asked to take back, and is answered. Says how many actions stand if he was allowed to.
    async fn answer(&mut self, by: Eyes, allow: bool, tally: &mut Tally) -> Option<u64> {
        let own = by == self.own();
        for eyes in [self.own(), None] {
            let asked = self.get("", eyes).await["asked"].clone();
            assert_eq!(asked["by"], json!(self.name(by)), "it is known who asks");
        }
        let infos = self.pair.each("GET", "", None, self.own()).await;
        let requests = infos.map(|info| info.json()["asked"]["request"].as_u64().unwrap());
        let answers = |other: u64, allow: bool| requests.map(|request| json!({"request": request ^ other, "allow": allow}));
        // Another request than was asked, and by those who are not asked.
        for (eyes, other) in [(self.own(), 1), (None, 0), (by, 0)] {
            let wrong = answers(other, true);
            let refused = self.pair.each("POST", "undo/answer", Some([&wrong[0], &wrong[1]]), eyes).await;
            assert!(refused.iter().all(|reply| reply.status >= 400), "{} {}", refused[0].text, refused[1].text);
            if eyes != self.enemy() {
                self.pair.same_replies(refused, "an answer that is not wanted");
            }
        }
        let right = answers(0, allow);
        if own {
            let done = self.pair.each("POST", "undo/answer", Some([&right[0], &right[1]]), self.enemy()).await;
            assert!(done.iter().all(|reply| reply.status == 200), "{} {}", done[0].text, done[1].text);
        } else {
            tally.asked += 1;
            tally.granted += usize::from(allow);
            // Answered as the request was heard: over the socket.
            self.said += 1;
            let messages = right.map(|mut answer| {
                (answer["type"], answer["id"]) = (json!("answer"), json!(self.said));
                answer
            });
            self.ears[0].say(messages);
        }
        let kind = if allow { "undone" } else { "undo_declined" };
        let mut keep = None;
        for ear in &mut self.ears {
            let heard = ear.heard().await;
            keep = heard[0].one(kind)["played"].as_u64();
            self.pair.same_heard(heard, ear, kind);
        }
        keep
    }

    /// A walk of some steps from where the tables stand.
    async fn walk(mut self, number: usize, steps: usize, tally: &mut Tally) {
        for step in 0..steps {
            self.compare(tally).await;
            if step == 0 {
                self.once().await;
            }
            if self.decider() == self.own() {
                self.stray(step, tally).await;
            }
            self.out_of_turn(step, tally).await;
            if step == 1 {
                self.not_to_be_had(number).await;
            }
            // Now and then the decision is handed on, so that both sides have played and one has to ask the other.
            let (mover, even) = (self.decider(), step % 2 == 0);
            match self.play(step * 5 + number, even).await {
                Went::On => tally.actions += 1,
                Went::Apart => {
                    tally.parted += 1;
                    break;
                }
                Went::Nowhere => break,
            }
            let by = if even { mover } else { mover.map(|place| 1 - place) };
            if step > 0 && self.take_back(by, number.is_multiple_of(2), tally).await && step + 1 == steps {
                self.compare(tally).await;
            }
            if self.decider().is_none() {
                break;
            }
        }
        for ear in self.ears {
            ear.close().await;
        }
    }
}

/// Walks from several positions of a game, for each seat. Says what was compared.
async fn walk(ground: Ground, id: &str, options: &[(&str, &str)], starts: &[usize], steps: usize) -> Tally {
    let beds = [ground.server().await, Ground::file().server().await];
    let mut tally = Tally::default();
    for (i, &actions) in starts.iter().enumerate() {
        let Some(game) = game(id, options, 40 + i as u64, actions) else { continue };
        for place in 0..2 {
            let Some(twins) = Twins::new(&beds, game.as_ref(), place, 7 + i as u64).await else { continue };
            tally.walks += 1;
            twins.walk(i, steps, &mut tally).await;
        }
    }
    let Tally { walks, actions, hints, refusals, out_of_turn, asked, granted, .. } = tally;
    assert!(walks >= 4 && actions > 2 * walks, "hardly anything was played: {tally:?}");
    assert!(hints > 2 && refusals > 20 && out_of_turn > 20, "hardly anything was asked: {tally:?}");
    assert!(asked > 0 && granted > 0, "the enemy asked for nothing: {tally:?}");
    for bed in beds {
        bed.stop().await;
    }
    tally
}

/// The stacks of which reinforcements are drawn are secret on top of what the fog hides.
pub async fn twins_in_the_maneuver_are_not_told_apart(ground: Ground) {
    walk(ground, "dresden-20-maneuver", &[("fog", "on"), ("penetration", "on")], &[0, 3, 17, 40], 4).await;
}

pub async fn twins_in_the_fog_are_not_told_apart(ground: Ground) {
    let tally = walk(ground, "dresden-20", &[("fog", "on"), ("breakdown", "on"), ("support", "on")], &[0, 2, 21, 60], 4).await;
    assert!(tally.parted > 0, "nothing came to light: {tally:?}");
}

/// Who leads a Force is hidden there, and what he has lost.
pub async fn twins_among_eagles_are_not_told_apart(ground: Ground) {
    walk(ground, "eagles-friedland", &[], &[60, 90, 120], 3).await;
}

/// A picture takes longer to draw than a walk.
pub async fn pictures_do_not_tell_twins_apart(ground: Ground) {
    let beds = [ground.server().await, Ground::file().server().await];
    let game = game("dresden-20", &[("fog", "on")], 42, 21).unwrap();
    let twins = Twins::new(&beds, game.as_ref(), 0, 9).await.unwrap();
    let told = twins.get("picture.png?width=400", twins.own()).await;
    assert!(told.as_str().is_some_and(|picture| picture.contains("PNG")), "a picture: {told}");
    for ear in twins.ears {
        ear.close().await;
    }
    for bed in beds {
        bed.stop().await;
    }
}

/// Besides who leads, Outposts bluff there, and commands depend on who is in touch. The decision seldom passes in so few steps, so that nobody has to
/// ask before he takes back.
pub async fn twins_in_a_campaign_are_not_told_apart(ground: Ground) {
    let beds = [ground.server().await, Ground::file().server().await];
    let mut tally = Tally::default();
    for (i, actions) in [60, 240].into_iter().enumerate() {
        let game = game("eagles-eylau-campaign", &[], 40 + i as u64, actions).unwrap();
        for place in 0..2 {
            let Some(twins) = Twins::new(&beds, game.as_ref(), place, 7 + i as u64).await else { continue };
            tally.walks += 1;
            twins.walk(i, 3, &mut tally).await;
        }
    }
    let Tally { walks, actions, hints, refusals, out_of_turn, .. } = tally;
    assert!(walks >= 4 && actions > walks, "hardly anything was played: {tally:?}");
    assert!(hints > 2 && refusals > 20 && out_of_turn > 20, "hardly anything was asked: {tally:?}");
    for bed in beds {
        bed.stop().await;
    }
}
