//! The report of an import as its answer.

use engine::day;
use proto::timeseries::v1::{
    Import, ImportOutcome, ImportRejection, ImportSource, ImportState, ImportedFile, WithheldCount,
};

use crate::import::report::{FileReport, LoadSummary, Outcome, Rejections, Report};
use engine::withheld_reasons::meaning;

/// An import that has ended.
pub fn import(import_id: i64, state: ImportState, report: &Report) -> Import {
    Import {
        import_id,
        state: state.into(),
        files: report.files.iter().map(imported).collect(),
        text: report.to_string(),
    }
}

fn imported(FileReport { file, outcome }: &FileReport) -> ImportedFile {
    let file = file.clone();
    match outcome {
        Outcome::Loaded(loaded) => ImportedFile { file, ..loaded_file(loaded) },
        Outcome::Known => {
            ImportedFile { file, outcome: ImportOutcome::Known.into(), ..ImportedFile::default() }
        }
        Outcome::Refused(rejections) => ImportedFile {
            file,
            outcome: ImportOutcome::Refused.into(),
            rejections: rejected(rejections),
            ..ImportedFile::default()
        },
    }
}

fn loaded_file(loaded: &LoadSummary) -> ImportedFile {
    let text = |date: Option<time::Date>| date.map(|date| day::text(day::from_date(date)));
    let withheld = loaded.withheld.iter().map(|(reason, count)| WithheldCount {
        reason: reason.clone(),
        meaning: meaning(reason).unwrap_or_default().to_owned(),
        count: *count,
    });
    let earlier = loaded.earlier_sources.iter().map(|(source, series_count)| ImportSource {
        source: source.clone(),
        series_count: *series_count,
    });
    ImportedFile {
        outcome: ImportOutcome::Loaded.into(),
        load_id: Some(loaded.load_id),
        accepted: loaded.accepted,
        unchanged: loaded.unchanged,
        restated: loaded.restated,
        series_count: loaded.series,
        withheld_reasons: withheld.collect(),
        earlier_sources: earlier.collect(),
        first_date: text(loaded.first_date),
        last_date: text(loaded.last_date),
        ..ImportedFile::default()
    }
}

fn rejected(rejections: &Rejections) -> Vec<ImportRejection> {
    let rejections = rejections.all().iter().map(|rejection| ImportRejection {
        line: rejection.line,
        column: rejection.column.clone(),
        found: rejection.found.clone(),
        expected: rejection.expected.clone(),
    });
    rejections.collect()
}
