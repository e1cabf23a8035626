//! What each pair of eyes has been shown, so that the next view is told as a difference.
//!
//! Views are made as ever, for one seat and from what that seat may see; two of them are then held against each other. The truth is never
//! compared. So whoever cannot tell two worlds apart by their views cannot tell them apart by the differences either, nor by their size.
//!
//! Both sides remember the last [`REMEMBERED`] views: a unit taken in hand and put down again leads back to what was shown before, and the
//! shorter of the differences is sent. A view that nobody looks at any more is kept packed, a tenth of its size.

use crate::core::Core;
use crate::hub::{Guest, Seats, lock};
use crate::parcel::{Parcel, pack, unpack};
use crate::table::Table;
use grognard_shelf::View;
use grognard_shelf::difference::{difference, sum};
use serde_json::{Value, json};
use std::sync::Arc;

/// How many views of one pair of eyes both sides remember.
pub const REMEMBERED: usize = 2;

/// What one pair of eyes has been shown.
pub struct Gallery {
    seats: Seats,
    /// Whether the last view is the present one.
    fresh: bool,
    /// The sums of the views, the last first, and the views packed.
    shown: Vec<(u32, Box<[u8]>)>,
    /// The last view, as long as it is hot.
    now: Option<Value>,
    /// It as a message.
    whole: Option<Arc<Parcel>>,
    /// The ways to it from earlier ones, by their sums.
    changes: Vec<(u32, Arc<Parcel>)>,
}

impl Gallery {
    const fn new(seats: Seats) -> Self {
        Self { seats, fresh: false, shown: Vec::new(), now: None, whole: None, changes: Vec::new() }
    }

    /// Hangs up the present view. Says its sum.
    fn hang(&mut self, view: Value) -> u32 {
        let seen = sum(&view);
        if self.last() != Some(seen) {
            self.shown.retain(|(known, _)| *known != seen);
            self.shown.insert(0, (seen, pack(view.to_string().as_bytes()).into()));
            self.shown.truncate(REMEMBERED + 1);
            self.whole = None;
            self.changes.clear();
        }
        self.now = Some(view);
        self.fresh = true;
        seen
    }

    /// The sum of the last view.
    fn last(&self) -> Option<u32> {
        self.shown.first().map(|(sum, _)| *sum)
    }

    fn view(&self, which: usize) -> Option<Value> {
        serde_json::from_slice(&unpack(&self.shown.get(which)?.1)?).ok()
    }

    fn now(&mut self) -> Option<&Value> {
        if self.now.is_none() {
            self.now = self.view(0);
        }
        self.now.as_ref()
    }

    /// The last view as a message.
    fn whole(&mut self) -> Option<Arc<Parcel>> {
        if self.whole.is_none() {
            let sum = self.last()?;
            let view = self.now()?;
            self.whole = Some(Parcel::new(format!("{{\"type\":\"view\",\"sum\":{sum},\"view\":{view}}}")));
        }
        self.whole.clone()
    }

    /// The way to the last view from an earlier one, which is named by its sum.
    fn change(&mut self, from: u32) -> Option<Arc<Parcel>> {
        if let Some((_, known)) = self.changes.iter().find(|(known, _)| *known == from) {
            return Some(known.clone());
        }
        let to = self.last()?;
        let which = self.shown.iter().position(|(known, _)| *known == from)?;
        let old = self.view(which)?;
        let told = difference(&old, self.now()?).unwrap_or_else(|| json!({ ".": {} }));
        let parcel = Parcel::new(format!("{{\"type\":\"change\",\"from\":{from},\"to\":{to},\"change\":{told}}}"));
        self.changes.push((from, parcel.clone()));
        Some(parcel)
    }

    /// What brings somebody up to date who remembers views with these sums: nothing if he is.
    fn bring(&mut self, known: &[u32]) -> Option<Arc<Parcel>> {
        if known.first().copied() == self.last() {
            return None;
        }
        let changes = known.iter().filter(|&&sum| sum != 0).filter_map(|&sum| self.change(sum));
        let shortest = changes.min_by_key(|parcel| parcel.text.len());
        shortest.or_else(|| self.whole())
    }
}

impl Table {
    /// Something has happened: what was shown is no longer the present view.
    pub fn outdate(views: &mut [Gallery]) {
        views.iter_mut().for_each(|gallery| gallery.fresh = false);
    }

    /// Notes a view that is about to be sent whole. Says its sum.
    pub fn hang(&self, seats: Seats, view: &View) -> u32 {
        let value = serde_json::to_value(view).unwrap_or_default();
        let mut desk = lock(&self.desk);
        gallery(&mut desk.views, seats).hang(value)
    }

    /// What a guest is sent so that it sees the present view; nothing if it does.
    pub fn present_view(&self, core: &Core, guest: &Guest) -> Option<Arc<Parcel>> {
        let seats = guest.seats;
        let show = |gallery: &mut Gallery| {
            let parcel = match guest.known() {
                Some(known) => gallery.bring(&known),
                None => gallery.whole(),
            };
            guest.note_seen(gallery.last().unwrap_or_default());
            parcel
        };
        // Hung up and shown under one lock: between two, whoever tidies takes the view down, and nobody is ever shown it.
        if let Some(fresh) = lock(&self.desk).views.iter_mut().find(|gallery| gallery.seats == seats && gallery.fresh) {
            return show(fresh);
        }
        let view = serde_json::to_value(self.view(core, seats, None)).unwrap_or_default();
        let mut desk = lock(&self.desk);
        let gallery = gallery(&mut desk.views, seats);
        gallery.hang(view);
        show(gallery)
    }

    /// Takes down what nobody looks at, and what can be made again.
    pub fn tidy_views(views: &mut Vec<Gallery>, guests: &[Arc<Guest>]) {
        views.retain(|gallery| guests.iter().any(|guest| guest.seats == gallery.seats && guest.known().is_some()));
        for gallery in views.iter_mut() {
            gallery.now = None;
            gallery.whole = None;
            gallery.changes = Vec::new();
        }
        views.shrink_to_fit();
    }
}

fn gallery(views: &mut Vec<Gallery>, seats: Seats) -> &mut Gallery {
    let place = views.iter().position(|gallery| gallery.seats == seats).unwrap_or_else(|| {
        views.push(Gallery::new(seats));
        views.len() - 1
    });
    &mut views[place]
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_shelf::difference::apply;

    fn view(played: usize, choices: &[&str]) -> Value {
        let counters: Vec<Value> = (0..100).map(|i| json!({"tag": format!("U{i}"), "hex": "0101", "badges": []})).collect();
        json!({"played": played, "board": {"counters": counters}, "choices": choices})
    }

    fn told(gallery: &mut Gallery, known: &[u32]) -> Value {
        serde_json::from_str(&gallery.bring(known).unwrap().text).unwrap()
    }

    #[test]
    fn a_change_is_told_from_what_is_remembered() {
        let mut gallery = Gallery::new(Seats::one(0));
        let long: Vec<String> = (0..50).map(|i| format!("pick U{i}")).collect();
        let long: Vec<&str> = long.iter().map(String::as_str).collect();
        let first = gallery.hang(view(1, &long));
        assert_eq!(told(&mut gallery, &[])["type"], "view", "who knows nothing is shown everything");
        assert!(gallery.bring(&[first]).is_none(), "who knows it is not told again");
        let second = gallery.hang(view(2, &["move U1 0102"]));
        let change = told(&mut gallery, &[first, 0]);
        assert_eq!((change["type"].as_str(), change["from"].as_u64()), (Some("change"), Some(u64::from(first))));
        // Put down again: nearly what was there before.
        let third = gallery.hang(view(3, &long[1..]));
        let change = told(&mut gallery, &[second, first]);
        assert_eq!(change["from"].as_u64(), Some(u64::from(first)), "the shorter way is told");
        assert!(change.to_string().len() < 200, "{change}");
        let mut page = view(1, &long);
        apply(&mut page, &change["change"]).unwrap();
        assert_eq!((sum(&page), page), (third, view(3, &long[1..])));
        assert_eq!(told(&mut gallery, &[77, 0])["type"], "view", "what we do not remember cannot be told from");
    }

    #[test]
    fn views_that_nobody_looks_at_are_small() {
        let mut gallery = Gallery::new(Seats::one(0));
        let first = gallery.hang(view(1, &[]));
        let whole = gallery.whole().unwrap();
        gallery.hang(view(2, &[]));
        let mut views = vec![gallery];
        Table::tidy_views(&mut views, &[Arc::new(Guest::new(Seats::one(0), crate::hub::Wants::Changes))]);
        assert!(views[0].shown.iter().all(|(_, packed)| packed.len() < whole.text.len() / 8));
        assert_eq!(told(&mut views[0], &[first])["type"], "change");
        Table::tidy_views(&mut views, &[Arc::new(Guest::new(Seats::one(1), crate::hub::Wants::Changes))]);
        assert!(views.is_empty());
    }
}
