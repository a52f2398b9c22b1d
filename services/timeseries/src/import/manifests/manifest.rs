//! The descriptions of a folder: `manifest.json` for the origin of files, `series.csv` for their columns.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, ensure};
use engine::day::{self, Day};
use kit::imports::{FolderKind, FolderManifest, MANIFEST};
use kit::licence::Terms;
use proto::timeseries::v1::Visibility;
use serde::Deserialize;

use super::declared_total::DeclaredTotal;
use super::event_period::EventPeriod;
use super::key::Key;
use super::scale::Scale;
use crate::import::files::source::Input;
use engine::Frequency;

/// The descriptions of the files, by name.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    /// Whether everything in the folder is fictional.
    pub is_sample: bool,
    origins: BTreeMap<String, Origin>,
    columns: BTreeMap<String, Vec<Column>>,
}

/// The rows of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Contents {
    /// Values of series.
    #[default]
    Values,
    /// Transfers of tokens.
    Transfers,
    /// The largest holders of tokens.
    Holders,
}

/// How the values of a file are taken over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// They are checked and compared with what is known.
    #[default]
    Checked,
    /// Their reasons for being withheld and the instants at which they became known are those of the file.
    AsRecorded,
}

/// The days of a file of holders that stay once a later day is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlierDays {
    /// All of them.
    #[default]
    All,
    /// The last days of months.
    MonthEnds,
}

/// Whether a choice of the manifest is the usual one. Such are left out of the hash of a file, which had none of them once.
fn is_default<T: Default + PartialEq>(choice: &T) -> bool {
    *choice == T::default()
}

/// Where the numbers of a file come from.
#[derive(Clone, Debug, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Where they were taken from.
    pub source: String,
    /// The licence they were taken under.
    pub licence: String,
    /// The attribution that must be shown beside them.
    pub attribution: Option<String>,
    /// When they were taken.
    pub retrieved_on: String,
    /// How what the file holds is to be read, where `series.csv` does not say it for each column.
    #[serde(default)]
    pub scale: Scale,
    /// How often a value is expected; where it is not said, series that are there keep theirs.
    pub frequency: Option<Frequency>,
    /// The readers who may see the numbers, by the licence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    visible_to: Option<Visibility>,
    /// Whether the licence allows to pass them on in files.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    redistributable: bool,
    /// The short name of the source of its series.
    #[serde(default = "imported")]
    pub source_slug: String,
    /// The kind of its rows.
    #[serde(default, skip_serializing_if = "is_default")]
    pub contents: Contents,
    /// The period of which the file lists every event, where its series have rows on days with events alone.
    #[serde(default, skip_serializing_if = "is_default")]
    pub event_period: Option<EventPeriod>,
    /// The subject whose values are the totals of all others of the file.
    #[serde(default, skip_serializing_if = "is_default")]
    pub total: Option<DeclaredTotal>,
    /// How they are taken over.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mode: Mode,
    /// The days of holders that stay.
    #[serde(default, skip_serializing_if = "is_default")]
    pub earlier_days: EarlierDays,
    /// How fictional values were made; otherwise, how this program took them over.
    #[serde(default, skip_serializing_if = "is_default")]
    pub method: Option<String>,
    /// The transformation of fictional values, in words.
    #[serde(default, skip_serializing_if = "is_default")]
    pub transformation: Option<String>,
}

impl Origin {
    /// Whether it says what has to be shown beside the numbers, and nothing that is for fictional ones alone.
    fn fits(&self, today: Day, is_sample: bool) -> anyhow::Result<()> {
        let is_as_recorded = self.mode == Mode::AsRecorded;
        ensure!(is_sample || !is_as_recorded, "mode as_recorded is for files of the kind sample");
        let is_plain = self.earlier_days == EarlierDays::All
            && self.method.is_none()
            && self.transformation.is_none();
        ensure!(
            is_as_recorded || is_plain,
            "earlier_days, method and transformation need the mode as_recorded"
        );
        for (name, text) in [("source", &self.source), ("licence", &self.licence)] {
            ensure!(!text.trim().is_empty(), "{name} must not be blank");
        }
        let taken = day::parse(&self.retrieved_on);
        ensure!(
            taken.is_some_and(|taken| taken <= today),
            "retrieved_on must be a day as YYYY-MM-DD, at most {}, not {:?}",
            day::text(today),
            self.retrieved_on
        );
        let is_checked = self.contents == Contents::Values && !is_as_recorded;
        ensure!(
            is_checked || (self.event_period.is_none() && self.total.is_none()),
            "event_period and total are for values that are checked"
        );
        if let Some(period) = &self.event_period {
            period.check(&self.retrieved_on)?;
        }
        self.terms().check()
    }
}

impl Origin {
    pub fn terms(&self) -> Terms {
        Terms::stated(self.visible_to, Some(self.redistributable))
    }
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_yes(choice: &bool) -> bool {
    *choice
}

fn imported() -> String {
    "import".to_owned()
}

/// A column of numbers in a file with a column for each series.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Column {
    /// The name in the head of the file.
    pub name: String,
    /// Its series.
    pub key: Key,
    /// How its values are to be read.
    pub scale: Scale,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    file: String,
    column: String,
    subject_kind: String,
    subject_slug: String,
    #[serde(default)]
    subject_name: Option<String>,
    #[serde(default)]
    network_slug: String,
    measure: String,
    #[serde(default)]
    scale: Scale,
    source: String,
    frequency: Option<Frequency>,
}

impl Manifest {
    /// Takes the two files out of a folder and reads them. The rest of the folder must be the files that they describe.
    pub fn take(files: Vec<Input>, today: Day) -> anyhow::Result<(Self, Vec<Input>)> {
        let mut manifest = Self::default();
        let mut rest = Vec::new();
        for file in files {
            match file.name.as_str() {
                MANIFEST => {
                    let FolderManifest { kind, files } = FolderManifest::parse(&file.read_all()?)?;
                    manifest.is_sample = kind == FolderKind::Sample;
                    manifest.origins = files;
                    for (name, origin) in &manifest.origins {
                        origin
                            .fits(today, manifest.is_sample)
                            .with_context(|| format!("{MANIFEST}, {name}"))?;
                    }
                }
                "series.csv" => manifest.columns = columns(&file.read_all()?)?,
                "measures.csv" | "derived.csv" => {}
                name if Path::new(name).extension().is_some_and(|kind| kind == "json") => {}
                _ => rest.push(file),
            }
        }
        manifest.fits(&rest)?;
        Ok((manifest, rest))
    }

    /// Whether each file is described and each that is described is there: of a folder that lacks some nothing is loaded.
    fn fits(&self, files: &[Input]) -> anyhow::Result<()> {
        files.iter().try_for_each(|file| self.origin(&file.name).map(drop))?;
        let there: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let described = [
            (MANIFEST, self.origins.keys().collect::<Vec<_>>()),
            ("series.csv", self.columns.keys().collect()),
        ];
        for (by, names) in described {
            let missing: Vec<&str> = names
                .into_iter()
                .map(String::as_str)
                .filter(|name| !there.contains(name))
                .collect();
            ensure!(
                missing.is_empty(),
                "{by} describes what is not in the folder: {}",
                missing.join(", ")
            );
        }
        Ok(())
    }

    /// Where the numbers of a file come from.
    pub fn origin(&self, file: &str) -> anyhow::Result<&Origin> {
        self.origins.get(file).with_context(|| {
            format!(
                "{MANIFEST} says nothing of {file}: source, licence and retrieved_on are needed"
            )
        })
    }

    /// The columns of a file that has one for each series; none for a file with a row for each value.
    pub fn columns(&self, file: &str) -> Option<&[Column]> {
        self.columns.get(file).map(Vec::as_slice)
    }
}

fn columns(bytes: &[u8]) -> anyhow::Result<BTreeMap<String, Vec<Column>>> {
    let mut files: BTreeMap<String, Vec<Column>> = BTreeMap::new();
    let mut reader = csv::Reader::from_reader(bytes);
    for (at, line) in reader.deserialize::<Line>().enumerate() {
        let line = line.context("series.csv")?;
        let key = Key::new(
            &line.subject_kind,
            &line.subject_slug,
            &line.network_slug,
            &line.measure,
            &line.source,
        );
        let mut key = key.map_err(|(column, expected)| {
            anyhow::anyhow!("series.csv, line {}, {column}: expected {expected}", at + 2)
        })?;
        key.name = line.subject_name;
        key.frequency = line.frequency;
        let known = files.entry(line.file).or_default();
        ensure!(
            known.iter().all(|column| column.name != line.column && column.key != key),
            "series.csv, line {}: the column or its series is there already",
            at + 2
        );
        known.push(Column { name: line.column, key, scale: line.scale });
    }
    Ok(files)
}
