//! The disk runs full, again and again. Whatever was acknowledged is there, whatever was refused is not, and the server goes on by
//! itself as soon as there is room.

use crate::bed::{Bed, Line};
use crate::known::{Known, Tally, wish_everything};
use crate::small_disk::{self, Ballast};
use grognard_server::{Config, Limits, Place};
use serde_json::json;
use std::path::Path;

/// The disk, in kilobytes: enough for the tables, their log, and some ballast.
const DISK: u32 = 10 << 10;
const ROUNDS: usize = 20;
const FULL: &str = "this was not stored: the server's disk is full";

#[test]
fn a_full_disk_loses_nothing() {
    let Some(said) = small_disk::run_inside(DISK, "full_disk::inside", "a_full_disk_loses_nothing") else { return };
    for told in ["grognard: storage: ", "database or disk is full", ". Free space on the disk of ", "storage: works again, "] {
        assert!(said.contains(told), "whoever runs the server reads {told:?}: {said}");
    }
}

async fn start(folder: &Path) -> Bed {
    let mut config = Config::new(Place::Folder(folder.join("data")));
    config.port = Some(0);
    config.limits = Limits { off: true, ..Limits::default() };
    Bed::start(config).await
}

/// The first table, at which everything happens, and the last ones: all of them are looked at in the end.
fn some(tables: &[Known]) -> impl Iterator<Item = &Known> {
    tables.iter().take(1).chain(tables.iter().skip(1).rev().take(3))
}

async fn talk(bed: &Bed, table: &Known) -> Line {
    let hello = json!({"type": "hello", "token": table.tokens[0], "mode": "moves"});
    bed.socket(&table.id, hello).await.0
}

/// Not a test of its own: [`a_full_disk_loses_nothing`] runs it where the disk is small.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by a_full_disk_loses_nothing"]
async fn inside() {
    let folder = small_disk::folder();
    let ballast = Ballast::new(&folder);
    let mut bed = start(&folder).await;
    let mut all = Tally::new(FULL);
    let mut tables = vec![Known::make(&bed, &mut all).await.unwrap()];
    tables[0].take_seat(&bed, &mut all).await;
    let mut line = talk(&bed, &tables[0]).await;
    for round in 0..ROUNDS {
        ballast.fill();
        // What lies in the log already can be written over; sooner or later nothing can be written any more.
        let mut full = Tally::new(FULL);
        for _ in 0..200 {
            wish_everything(&bed, &mut tables, &mut line, &mut full).await;
            ballast.fill();
            if full.refused > 12 {
                break;
            }
        }
        assert!(full.refused > 12, "round {round}: the disk is full, and everything is done: {full:?}");
        for table in some(&tables) {
            table.verify(&bed, &format!("round {round}, full")).await;
        }
        if round % 5 == 2 {
            // Whoever starts the server anew before he makes room can look at everything.
            line.close().await;
            bed.stop().await;
            ballast.fill();
            bed = start(&folder).await;
            for table in some(&tables) {
                table.verify(&bed, &format!("round {round}, full, after a restart")).await;
            }
            line = talk(&bed, &tables[0]).await;
        }
        ballast.free();
        let mut free = Tally::new(FULL);
        wish_everything(&bed, &mut tables, &mut line, &mut free).await;
        assert_eq!(free.refused, 0, "round {round}: there is room, and the server goes on by itself");
        for table in some(&tables) {
            table.verify(&bed, &format!("round {round}, free")).await;
        }
        assert_eq!(full.unsure + free.unsure, 0, "a full disk leaves nobody in doubt");
        all.done += full.done + free.done;
        all.refused += full.refused;
    }
    for table in &tables {
        table.verify(&bed, "in the end").await;
    }
    line.close().await;
    bed.stop().await;
    let bed = start(&folder).await;
    for table in &tables {
        table.verify(&bed, "after a restart").await;
    }
    bed.stop().await;
    let Tally { done, refused, .. } = all;
    println!(
        "{ROUNDS} rounds of full and free, {} tables: {done} acknowledged, all there; {refused} refused, none there",
        tables.len()
    );
}
