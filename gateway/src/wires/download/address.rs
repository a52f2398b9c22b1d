//! The file that an address names.

use std::sync::Arc;

use sheet::Format;

use crate::call::pipeline::Pipeline;
use crate::call::procedure::Procedure;

/// The folder of the files.
pub const PREFIX: &str = "/api/download";

/// The rows of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Records.
    List,
    /// A row for each value of series.
    Series,
    /// A row for each value of groups.
    Groups,
    /// A row for each of the largest holders.
    Holders,
    /// A row for each cohort of holders on each day.
    HolderCohorts,
}

/// A file that exists.
pub struct File<'a> {
    /// The procedure whose answer and access rule it has.
    pub procedure: &'a Arc<Procedure>,
    pub kind: Kind,
    /// The beginning of its name.
    pub name: &'a str,
    pub format: Format,
}

impl<'a> File<'a> {
    /// `assetClasses.list` for `/api/download/asset_classes.csv`.
    pub fn at(pipeline: &'a Pipeline, path: &'a str) -> Option<Self> {
        let file = path.strip_prefix(PREFIX)?.strip_prefix('/')?;
        let (name, extension) = file.rsplit_once('.')?;
        let format = Format::of_extension(extension)?;
        let (procedure, kind, name) = match name {
            "timeseries.get" => (pipeline.procedure(name)?, Kind::Series, "series"),
            "timeseries.aggregate" => (pipeline.procedure(name)?, Kind::Groups, "aggregate"),
            "holders.top" => (pipeline.procedure(name)?, Kind::Holders, "holders"),
            "holders.cohorts" => (pipeline.procedure(name)?, Kind::HolderCohorts, "holder_cohorts"),
            _ => {
                let is_plain =
                    name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
                let domain = is_plain.then(|| format!("{}.list", domain(name)))?;
                let list = pipeline.procedure(&domain).filter(|procedure| procedure.lists)?;
                (list, Kind::List, name)
            }
        };
        Some(Self { procedure, kind, name, format })
    }
}

/// The first part of the names of a resource's procedures: `assetClasses` for `asset_classes`.
fn domain(resource: &str) -> String {
    let mut out = String::with_capacity(resource.len());
    let mut upper = false;
    for letter in resource.chars() {
        match letter {
            '_' => upper = true,
            _ if upper => {
                out.push(letter.to_ascii_uppercase());
                upper = false;
            }
            _ => out.push(letter),
        }
    }
    out
}
