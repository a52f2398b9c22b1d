//! Loads files of numbers: each as a whole or not at all, and only its new values.

pub mod calls;
mod files;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod gates;
mod ledger;
mod limits;
mod loads;
mod manifests;
mod report;
mod store;

use anyhow::Context as _;
use engine::day;
use kit::clock::Clock;
use kit::db::Db;

pub use files::source::{Input, folder};
pub use gates::{EarlierValue, checks_for, earlier_value};
pub use loads::remove_samples::remove_samples;
pub use manifests::key::Key;
pub use manifests::manifest::{Column, Contents, EarlierDays, Manifest, Mode, Origin};
pub use manifests::scale::Scale;
pub use report::{FileReport, LoadSummary, Outcome, Rejection, Rejections, Report};
pub use store::known_subjects::Subjects;

use loads::load::load;

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
