//! Restatements as entries, one for all days of a series that the same load restated.

use serde::Deserialize;
use serde_json::Value;

use super::atom::{Entry, host};

/// The ends of measure names that say the unit, which follows the value anyway.
const UNITS: [&str; 4] = ["_dollar", "_token", "_count", "_percent"];

#[derive(Deserialize)]
struct Restatement {
    series_id: i64,
    subject_kind: String,
    subject_slug: String,
    subject_name: String,
    measure_slug: String,
    unit: String,
    source: String,
    date: String,
    known_at: String,
    value: Option<f64>,
    reason: Option<String>,
    earlier_value: Option<f64>,
    earlier_reason: Option<String>,
    load_id: i64,
    is_sample: bool,
    licence: String,
    attribution: Option<String>,
}

/// The entries, the newest first.
pub fn entries(rows: Vec<Value>, origin: &str) -> Result<Vec<Entry>, serde_json::Error> {
    let rows: Vec<Restatement> =
        rows.into_iter().map(serde_json::from_value).collect::<Result<_, _>>()?;
    let mut groups: Vec<Vec<&Restatement>> = Vec::new();
    for row in &rows {
        let is_same = |group: &&mut Vec<&Restatement>| {
            let first = group[0];
            (first.series_id, first.load_id, &first.known_at)
                == (row.series_id, row.load_id, &row.known_at)
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    Ok(groups.into_iter().map(|group| entry(&group, origin)).collect())
}

fn entry(group: &[&Restatement], origin: &str) -> Entry {
    let newest = *group.iter().max_by_key(|row| &row.date).unwrap_or(&group[0]);
    let oldest = group.iter().map(|row| row.date.as_str()).min().unwrap_or(&newest.date);
    let measure = measure(&newest.measure_slug);
    let days = match group.len() {
        1 => newest.date.clone(),
        count => format!("{count} days from {oldest} to {}", newest.date),
    };
    let Restatement { subject_name, unit, source, series_id, load_id, known_at, .. } = newest;
    let before = shown(newest.earlier_value, newest.earlier_reason.as_deref(), unit);
    let after = shown(newest.value, newest.reason.as_deref(), unit);
    let credit = newest.attribution.as_deref().unwrap_or(source);
    Entry {
        id: format!("tag:{},2026:restatement/{series_id}/{load_id}/{known_at}", host(origin)),
        title: format!("{subject_name}: {measure} restated for {days}"),
        link: address(newest, origin),
        updated: known_at.clone(),
        author: source.clone(),
        summary: format!("{}: {after} (was {before}).", newest.date),
        rights: format!("{} ({credit})", newest.licence),
        is_sample: newest.is_sample,
    }
}

/// `net_asset_value_dollar` as "net asset value".
fn measure(slug: &str) -> String {
    let name = UNITS.iter().find_map(|unit| slug.strip_suffix(unit)).unwrap_or(slug);
    name.replace('_', " ")
}

fn shown(value: Option<f64>, reason: Option<&str>, unit: &str) -> String {
    match (value, reason) {
        (Some(value), _) => format!("{value} {unit}"),
        (None, Some(reason)) => format!("withheld, {}", reason.replace('_', " ")),
        (None, None) => "no value".to_owned(),
    }
}

/// The page of the subject; the page of all series for subjects without one.
fn address(row: &Restatement, origin: &str) -> String {
    let folder = match row.subject_kind.as_str() {
        "asset" => "assets",
        "network" => "networks",
        "platform" => "platforms",
        _ => return format!("{origin}/assets/timeseries"),
    };
    format!("{origin}/{folder}/{}", row.subject_slug)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row(series: i64, load: i64, date: &str, value: Option<f64>) -> Value {
        json!({
            "series_id": series, "subject_kind": "asset", "subject_slug": "coin",
            "subject_name": "Coin", "measure_slug": "net_asset_value_dollar", "unit": "dollar",
            "source": "Issuer", "date": date, "known_at": "2026-11-20T10:00:00.000Z", "value": value,
            "reason": value.is_none().then_some("nav_jump"), "earlier_value": 1.25,
            "earlier_reason": null, "load_id": load, "is_sample": false, "licence": "CC0-1.0",
            "attribution": null,
        })
    }

    #[test]
    fn the_days_of_one_load_are_one_entry() {
        let rows = vec![
            row(1, 9, "2026-11-02", Some(1.5)),
            row(2, 9, "2026-11-02", None),
            row(1, 9, "2026-11-01", Some(1.4)),
        ];
        let found = entries(rows, "https://a.example:8443").unwrap();
        let titles: Vec<&str> = found.iter().map(|entry| entry.title.as_str()).collect();
        assert_eq!(
            titles,
            [
                "Coin: net asset value restated for 2 days from 2026-11-01 to 2026-11-02",
                "Coin: net asset value restated for 2026-11-02"
            ]
        );
        assert_eq!(found[0].summary, "2026-11-02: 1.5 dollar (was 1.25 dollar).");
        assert_eq!(found[1].summary, "2026-11-02: withheld, nav jump (was 1.25 dollar).");
        assert_eq!(found[0].id, "tag:a.example,2026:restatement/1/9/2026-11-20T10:00:00.000Z");
        assert_eq!(found[0].link, "https://a.example:8443/assets/coin");
    }
}
