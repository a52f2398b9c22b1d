//! The provenance of a load beyond the words of its manifest: the method, transformation and dates of its values.

use std::collections::BTreeSet;

use anyhow::ensure;
use engine::day;
use time::Date;

use crate::import::manifests::event_period::EventPeriod;
use crate::import::manifests::manifest::{Column, Contents, Origin};
use crate::import::manifests::scale::Scale;
use crate::measures::METHOD_VERSION;

pub fn date(text: &str) -> anyhow::Result<Date> {
    let day = day::parse(text);
    ensure!(day.is_some(), "retrieved_on must be a day as YYYY-MM-DD, not {text:?}");
    Ok(day::date(day.unwrap_or_default()))
}

/// How the values of a file were made, or how this program takes them over.
pub fn method_version(origin: &Origin) -> &str {
    origin.method.as_deref().unwrap_or(METHOD_VERSION)
}

/// The conversion of the values, in words.
pub fn transformation(origin: &Origin, columns: Option<&[Column]>) -> Option<String> {
    if origin.transformation.is_some() || origin.contents != Contents::Values {
        return origin.transformation.clone();
    }
    let scales: Vec<Scale> = match columns {
        Some(columns) => columns.iter().map(|column| column.scale).collect(),
        None => vec![origin.scale],
    };
    let scales: BTreeSet<&str> = scales.into_iter().filter_map(Scale::in_words).collect();
    let mut words: Vec<String> = scales.into_iter().map(str::to_owned).collect();
    words.extend(origin.event_period.as_ref().map(EventPeriod::in_words));
    (!words.is_empty()).then(|| words.join("; "))
}
