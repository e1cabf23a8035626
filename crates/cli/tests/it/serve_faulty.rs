//! The system refuses to write, to flush, to read, beneath the real server. What was acknowledged is there when it works again.
//!
//! `strace` makes calls to the system fail: the so-manieth of each thread, and then every so-manieth. A new connection to
//! the file has a thread of its own, so that after each failure there are a few calls that go well.

use crate::desk::Desk;
use crate::serve::Served;
use serde_json::{Value, json};

/// What fails, and whether something must have been refused because of it.
const FAULTS: [(&str, bool); 5] = [
    // A single flush fails: the next try goes well, and nobody notices.
    ("fsync:error=EIO:when=3+4", false),
    // None goes well.
    ("fsync:error=EIO:when=1+1", true),
    ("pwrite64:error=ENOSPC:when=7+2", true),
    ("pwrite64:error=EIO:when=5+3", true),
    ("pread64:error=EIO:when=40+9", false),
];

/// A table, and how many actions were acknowledged.
struct Known {
    id: String,
    token: String,
    played: usize,
    /// Whether the last answer left it open.
    unsure: bool,
}

impl Known {
    fn act(&mut self, served: &Served) -> bool {
        let (status, view) = served.ask("GET", &format!("/api/tables/{}/view", self.id), Some(&self.token), None);
        if status != 200 {
            assert_eq!(status, 503, "{view}");
            return false;
        }
        let view: Value = serde_json::from_str(&view).unwrap();
        let seen = view["played"].as_u64().unwrap() as usize;
        assert!(seen == self.played || (self.unsure && seen == self.played + 1), "{seen} seen, {} known", self.played);
        (self.played, self.unsure) = (seen, false);
        let choices = view["choices"].as_array().unwrap();
        let wish = json!({"action": choices[seen % choices.len()]["text"], "played": seen});
        let (status, body) = served.ask("POST", &format!("/api/tables/{}/act", self.id), Some(&self.token), Some(&wish));
        match status {
            200 => self.played += 1,
            503 => self.unsure = body.contains("urn:grognard:unsure"),
            _ => panic!("{status} {body}"),
        }
        status == 200
    }
}

#[test]
fn calls_that_fail_lose_nothing() {
    if let Err(why) = Served::can_be_disturbed() {
        return println!("skipped: {why}");
    }
    let desk = Desk::new();
    let data = desk.path("data");
    Served::start(&data).kill();
    let mut tables: Vec<Known> = Vec::new();
    for (fault, refuses) in FAULTS {
        let served = Served::disturbed(&data, fault);
        let (mut done, mut refused) = (0, 0);
        for round in 0..12 {
            let (status, body) = served.ask("POST", "/api/tables", None, Some(&json!({"game": "eylau"})));
            if status == 201 {
                let made: Value = serde_json::from_str(&body).unwrap();
                let token = made["seats"][0]["token"].as_str().unwrap().to_owned();
                tables.push(Known { id: made["id"].as_str().unwrap().to_owned(), token, played: 0, unsure: false });
                done += 1;
            } else {
                assert_eq!(status, 503, "{body}");
                refused += 1;
            }
            for table in tables.iter_mut().rev().take(2 + round % 2) {
                if table.act(&served) { done += 1 } else { refused += 1 }
            }
        }
        served.kill();
        assert!(!refuses || refused > 0, "{fault}: nothing was refused");
        println!("{fault}: {done} acknowledged, {refused} refused");
        let served = Served::start(&data);
        for table in &mut tables {
            let (status, record) = served.ask("GET", &format!("/api/tables/{}/record", table.id), Some(&table.token), None);
            assert_eq!(status, 200, "{fault}: table {}: {record}", table.id);
            let stored = grognard_shelf::load("record", &record).expect("the record replays").history(1).len();
            let known = table.played;
            // A game that was never answered for may have one action more: the server was killed before it could tell.
            assert!(stored == known || (table.unsure && stored == known + 1), "{fault}: {known} acknowledged, {stored} stored");
            (table.played, table.unsure) = (stored, false);
        }
        // And it goes on.
        assert_eq!(served.ask("POST", "/api/tables", None, Some(&json!({"game": "eylau"}))).0, 201);
        served.kill();
    }
    assert!(tables.iter().map(|table| table.played).sum::<usize>() > 20, "hardly anything was stored");
}
