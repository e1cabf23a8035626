//! Views told as differences: they lead to the same view, cost little, and whoever loses track is shown the whole.

use crate::bed::{Bed, Ground, Line, Seated};
use crate::long_games::RULES;
use grognard_shelf::difference::{apply, sum};
use serde_json::{Value, json};

/// What a click may cost on the wire, in bytes, all messages that answer it together.
const MOST_FOR_A_CLICK: usize = 8_000;

/// A page that remembers the last views, as the real one does.
struct Page {
    line: Line,
    views: Vec<(u64, Value)>,
}

impl Page {
    async fn open(bed: &Bed, table: &Seated, token: &str, packed: bool) -> Self {
        let hello = json!({"type": "hello", "token": token, "mode": "changes", "packed": packed});
        let (line, welcome) = bed.socket(&table.id, hello).await;
        let mut page = Self { line, views: Vec::new() };
        page.remember(welcome["view"].clone(), &welcome["sum"]);
        page
    }

    fn remember(&mut self, view: Value, told: &Value) {
        let told = told.as_u64().unwrap();
        assert_eq!(u64::from(sum(&view)), told, "the page reckons the same sum");
        self.views.retain(|(known, _)| *known != told);
        self.views.insert(0, (told, view));
        self.views.truncate(2);
    }

    fn view(&self) -> &Value {
        &self.views[0].1
    }

    /// Hears one message, and takes in what it tells of the view.
    async fn next(&mut self) -> Value {
        let message = self.line.hear().await.expect("a message");
        match message["type"].as_str().unwrap() {
            "change" => {
                let from = message["from"].as_u64().unwrap();
                let known = self.views.iter().find(|(known, _)| *known == from);
                let mut view = known.expect("a view that we remember").1.clone();
                apply(&mut view, &message["change"]).unwrap();
                self.remember(view, &message["to"]);
            }
            "view" => self.remember(message["view"].clone(), &message["sum"]),
            "refused" => panic!("{message}"),
            _ => {}
        }
        message
    }

    /// Hears until a message of one type has come.
    async fn until(&mut self, kind: &str) {
        while self.next().await["type"] != kind {}
    }

    /// Hears until the view after so many actions has come. Says how many whole views were among what was heard.
    async fn until_played(&mut self, played: u64) -> usize {
        let mut whole = 0;
        while self.view()["played"] != played {
            whole += usize::from(self.next().await["type"] == "view");
        }
        whole
    }

    /// Plays one of the choices. Says how many bytes answered it.
    async fn click(&mut self, pick: usize) -> usize {
        let before = self.line.bytes;
        let choices = self.view()["choices"].as_array().unwrap();
        let (action, played) = (choices[pick % choices.len()]["text"].clone(), self.view()["played"].as_u64().unwrap());
        self.line.say(json!({"type": "act", "id": 1, "action": action, "played": played})).await;
        self.until("ok").await;
        self.until_played(played + 1).await;
        self.line.bytes - before
    }
}

pub async fn differences_lead_to_the_same_view(ground: Ground) {
    let bed = ground.server().await;
    for (game, packed) in [("eylau", true), ("dresden", false)] {
        let table = bed.hot_seat(game).await;
        let mut page = Page::open(&bed, &table, &table.tokens[0], packed).await;
        let mut other = Page::open(&bed, &table, &table.tokens[0], !packed).await;
        for turn in 0..40 {
            page.click(turn * 7).await;
            if turn % 5 == 4 {
                let played = page.view()["played"].as_u64().unwrap();
                page.line.say(json!({"type": "undo", "id": 2, "confirm": true})).await;
                page.until("ok").await;
                page.until_played(played - 1).await;
            }
            // Another window of the same player is in step, too, even if it looks only now and then.
            if turn % 3 == 0 {
                while other.view() != page.view() {
                    other.next().await;
                }
            }
            assert_eq!(*page.view(), bed.view(&table.id, &table.tokens[0]).await, "{game} after {turn}");
        }
    }
    bed.stop().await;
}

pub async fn whoever_loses_track_is_shown_the_whole(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    let mut page = Page::open(&bed, &table, &table.tokens[0], true).await;
    page.click(3).await;
    page.line.say(json!({"type": "whole"})).await;
    let message = page.line.until("view").await;
    page.remember(message["view"].clone(), &message["sum"]);
    assert_eq!(*page.view(), bed.view(&table.id, &table.tokens[0]).await);
    // From there on it is told what changes.
    page.line.say(json!({"type": "act", "id": 5, "action": page.view()["choices"][0]["text"], "played": 1})).await;
    assert_eq!(page.until_played(2).await, 0);
    bed.stop().await;
}

pub async fn a_click_costs_little(ground: Ground) {
    let _rules = RULES.read().await;
    let bed = ground.server().await;
    for game in ["march", "eylau", "dresden", "proving-ground"] {
        let table = bed.hot_seat(game).await;
        let mut page = Page::open(&bed, &table, &table.tokens[0], true).await;
        let welcome = page.line.bytes;
        let whole = page.view().to_string().len();
        let mut clicks = Vec::new();
        for turn in 0..60 {
            clicks.push(page.click(turn * 11 + 3).await);
        }
        clicks.sort_unstable();
        let (half, most) = (clicks[clicks.len() / 2], clicks[clicks.len() - 1]);
        println!("{game}: a view of {whole} bytes, the welcome {welcome}; a click {half} bytes, at most {most}");
        assert!(most <= MOST_FOR_A_CLICK, "{game}: {most} bytes");
    }
    bed.stop().await;
}
