//! Everything that is made of results, written beside them.

use crate::journal::plain;
use crate::plan::Plan;
use crate::run::Finished;
use crate::summary::{self, Summary};
use crate::{report, table};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes tables, figures and report of some results into a folder. Says which files it wrote, and what is in them.
///
/// # Errors
/// A folder that cannot be written.
pub fn export(folder: &Path, plan: &Plan, finished: &Finished) -> Result<(Vec<PathBuf>, Summary), String> {
    let summary = summary::summary(plan, finished)?;
    let mut seats = summary.seats.clone();
    // Games with other sides share a table, whose columns then speak of the first and the second seat.
    if summary.by_game.iter().any(|game| game.seats != seats) {
        seats = vec!["first".to_owned(), "second".to_owned()];
    }
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for table in table::tables(plan, &seats, &finished.games) {
        files.push((format!("{}.csv", table.name), table.csv().into_bytes()));
        #[cfg(feature = "parquet")]
        files.push((format!("{}.parquet", table.name), table.parquet()?));
    }
    let json = serde_json::to_vec_pretty(&summary).map_err(|why| why.to_string())?;
    files.push(("summary.json".to_owned(), json));
    files.push(("report.html".to_owned(), report::report(plan, finished, &summary)?.into_bytes()));
    let mut written = Vec::new();
    for (name, bytes) in files {
        let path = folder.join(name);
        write_whole(&path, &bytes)?;
        written.push(path);
    }
    Ok((written, summary))
}

/// Writes a file under another name and renames it, so that it is there whole or as it was.
///
/// # Errors
/// A disk that is full, or a folder that cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path)).map_err(|why| {
        let _ = fs::remove_file(&beside);
        format!("{}: cannot be written: {}", path.display(), plain(&why))
    })
}
