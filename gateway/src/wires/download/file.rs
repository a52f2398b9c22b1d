//! Which file an address names.

use sheet::Format;

use super::PREFIX;
use crate::call::procedure::{Procedure, Registry};

/// What the rows of a file are.
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
}

/// A file that there is.
pub struct Wish<'a> {
    /// Whose answer it is, under whose rule.
    pub procedure: &'a Procedure,
    /// What its rows are.
    pub kind: Kind,
    /// How its name begins.
    pub name: &'a str,
    /// How it is written.
    pub format: Format,
}

impl<'a> Wish<'a> {
    /// `assetClasses.list` for `/api/download/asset_classes.csv`.
    pub fn of(registry: &'a Registry, path: &'a str) -> Option<Self> {
        let file = path.strip_prefix(PREFIX)?.strip_prefix('/')?;
        let (name, extension) = file.rsplit_once('.')?;
        let format = Format::of_extension(extension)?;
        let (procedure, kind, name) = match name {
            "timeseries.get" => (registry.get(name)?, Kind::Series, "series"),
            "timeseries.aggregate" => (registry.get(name)?, Kind::Groups, "aggregate"),
            "holders.top" => (registry.get(name)?, Kind::Holders, "holders"),
            _ => {
                let is_plain =
                    name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
                let domain = is_plain.then(|| format!("{}.list", domain(name)))?;
                let list = registry.get(&domain).filter(|procedure| procedure.lists)?;
                (list, Kind::List, name)
            }
        };
        Some(Self { procedure, kind, name, format })
    }
}

/// "asset_classes" has the procedures of `assetClasses`.
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
