//! Loads files of numbers: each as a whole or not at all, and only its new values.

mod announce;
mod as_recorded;
pub mod calls;
mod candidates;
mod checked;
mod columns;
mod copy;
mod declared_total;
mod event_period;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod gates;
mod instant;
mod job;
mod key;
mod known_file;
mod known_subjects;
mod ledger;
mod ledger_file;
mod limits;
mod load;
mod lock;
mod long_format;
mod manifest;
mod point;
mod progress;
mod provenance;
mod remove_samples;
mod report;
mod rows;
mod scale;
mod series;
mod source;
mod table;
mod terms;
mod typed_table;
mod write;

use anyhow::Context as _;
use engine::day;
use kit::clock::Clock;
use kit::db::Db;

pub use gates::{checks_for, compared_days};
pub use key::Key;
pub use known_subjects::Subjects;
pub use manifest::{Column, Contents, EarlierDays, Manifest, Mode, Origin};
pub use remove_samples::remove_samples;
pub use report::{FileReport, Loaded, Outcome, Rejection, Rejections, Report};
pub use scale::Scale;
pub use source::{Input, folder};

use load::load;

/// Loads files that a manifest describes.
pub async fn import(
    db: &Db,
    files: Vec<Input>,
    subjects: Subjects,
    clock: &Clock,
) -> anyhow::Result<Report> {
    let (manifest, files) = Manifest::take(files, day::at(clock.now()))?;
    let mut report = Report::default();
    load_files(db, &manifest, files, subjects, clock, &mut report).await?;
    Ok(report)
}

/// Loads files one after the other, and reports those that are done also where a later one fails.
async fn load_files(
    db: &Db,
    manifest: &Manifest,
    files: Vec<Input>,
    subjects: Subjects,
    clock: &Clock,
    report: &mut Report,
) -> anyhow::Result<()> {
    for file in files {
        let outcome = load(db, manifest, &file, subjects, clock)
            .await
            .with_context(|| format!("{} was not loaded", file.name))?;
        report.files.push(FileReport { file: file.name, outcome });
    }
    Ok(())
}
