//! Restatements as items, one for all days of a series that the same load restated.

use serde::Deserialize;
use serde_json::Value;

use super::rss::{Item, host};

#[derive(Deserialize)]
struct Restatement {
    series_id: i64,
    subject_kind: String,
    subject_slug: String,
    subject_name: String,
    measure_name: String,
    unit: String,
    source: String,
    date: String,
    known_at: String,
    value: Option<f64>,
    reason_meaning: Option<String>,
    earlier_value: Option<f64>,
    earlier_reason_meaning: Option<String>,
    load_id: i64,
    is_sample: bool,
    licence: String,
    attribution: Option<String>,
}

/// The items, the newest first.
pub fn items(rows: Vec<Value>, origin: &str) -> Result<Vec<Item>, serde_json::Error> {
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
    Ok(groups.into_iter().map(|group| item(&group, origin)).collect())
}

fn item(group: &[&Restatement], origin: &str) -> Item {
    let newest = *group.iter().max_by_key(|row| &row.date).unwrap_or(&group[0]);
    let oldest = group.iter().map(|row| row.date.as_str()).min().unwrap_or(&newest.date);
    let days = match group.len() {
        1 => newest.date.clone(),
        count => format!("{count} days from {oldest} to {}", newest.date),
    };
    let Restatement { subject_name, measure_name, unit, source, known_at, .. } = newest;
    let Restatement { series_id, load_id, .. } = newest;
    let before = newest.earlier_value.map(|value| amount(value, unit));
    let after = newest.value.map(|value| amount(value, unit));
    let credit = newest.attribution.as_deref().unwrap_or(source);
    Item {
        id: format!("tag:{},2026:restatement/{series_id}/{load_id}/{known_at}", host(origin)),
        title: format!("{subject_name}: {measure_name} restated for {days}"),
        link: address(newest, origin),
        published: known_at.clone(),
        author: source.clone(),
        description: format!(
            "{}: {} (previously {}).{}",
            newest.date,
            after.unwrap_or_else(|| missing(newest.reason_meaning.as_ref(), "withdrawn")),
            before.unwrap_or_else(|| missing(newest.earlier_reason_meaning.as_ref(), "no value")),
            reasons(newest),
        ),
        rights: format!("{} ({credit})", newest.licence),
        is_sample: newest.is_sample,
    }
}

/// The reasons for which the value is or was withheld. Their texts are in the present tense, so each names the value that it
/// belongs to, and the reason of a value that is published now is marked as past.
fn reasons(row: &Restatement) -> String {
    let now = row.reason_meaning.as_ref().map(|meaning| format!(" Reason: {meaning}"));
    let earlier = row.earlier_reason_meaning.as_ref();
    let earlier = earlier.filter(|meaning| row.reason_meaning.as_ref() != Some(*meaning));
    let earlier = earlier.map(|meaning| match row.value {
        Some(_) => format!(" Released, as this reason no longer holds: {meaning}"),
        None => format!(" Previous reason: {meaning}"),
    });
    now.into_iter().chain(earlier).collect()
}

fn missing(reason: Option<&String>, word: &str) -> String {
    reason.map_or(word, |_| "withheld").to_owned()
}

/// A value with its unit, as the pages write it: "$1.50", "4.98%", "1,250 units".
fn amount(value: f64, unit: &str) -> String {
    let number = grouped(&value.abs().to_string());
    let sign = if value < 0.0 { "-" } else { "" };
    match unit {
        "usd" => format!("{sign}${}", with_cents(number)),
        // A binary fraction times 100 has digits that nobody reported.
        "ratio" => format!("{sign}{}%", grouped(&rounded(value.abs() * 100.0))),
        "count" => format!("{sign}{number}"),
        "index" => format!("{sign}{number} points"),
        "days" if number == "1" => format!("{sign}1 day"),
        "token" if number == "1" => format!("{sign}1 unit"),
        "token" => format!("{sign}{number} units"),
        "denomination" => format!("{sign}{number} in the currency of denomination"),
        "per_euro" => format!("{sign}{number} per euro"),
        unit => format!("{sign}{number} {}", unit.replace('_', " ")),
    }
}

fn with_cents(number: String) -> String {
    match number.split_once('.') {
        None => number + ".00",
        Some((_, cents)) if cents.len() == 1 => number + "0",
        Some(_) => number,
    }
}

fn rounded(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The digits before the point in groups of three.
fn grouped(number: &str) -> String {
    let (whole, rest) = number.split_at(number.find('.').unwrap_or(number.len()));
    let mut text = String::with_capacity(number.len() + whole.len() / 3);
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + rest
}

/// The page of the subject, or the list that opens its record; the page of all series for subjects without either.
fn address(row: &Restatement, origin: &str) -> String {
    let slug = &row.subject_slug;
    let path = match row.subject_kind.as_str() {
        "asset" => format!("assets/{slug}"),
        "network" => format!("networks/{slug}"),
        "platform" => format!("platforms/{slug}"),
        "pool" => format!("pools?open={slug}"),
        "loan" => format!("loans?open={slug}"),
        _ => "assets/timeseries".to_owned(),
    };
    format!("{origin}/{path}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row(series: i64, load: i64, date: &str, value: Option<f64>) -> Value {
        json!({
            "series_id": series, "subject_kind": "asset", "subject_slug": "coin",
            "subject_name": "Coin", "measure_name": "Net asset value", "unit": "usd",
            "source": "Issuer", "date": date, "known_at": "2026-11-20T10:00:00.000Z", "value": value,
            "reason_meaning": value.is_none().then_some("It moved too far."), "earlier_value": 1.25,
            "earlier_reason_meaning": null, "load_id": load, "is_sample": false, "licence": "CC0-1.0",
            "attribution": null,
        })
    }

    #[test]
    fn the_days_of_one_load_are_one_item() {
        let rows = vec![
            row(1, 9, "2026-11-02", Some(1.5)),
            row(2, 9, "2026-11-02", None),
            row(1, 9, "2026-11-01", Some(1.4)),
        ];
        let found = items(rows, "https://a.example:8443").unwrap();
        let titles: Vec<&str> = found.iter().map(|item| item.title.as_str()).collect();
        assert_eq!(
            titles,
            [
                "Coin: Net asset value restated for 2 days from 2026-11-01 to 2026-11-02",
                "Coin: Net asset value restated for 2026-11-02"
            ]
        );
        assert_eq!(found[0].description, "2026-11-02: $1.50 (previously $1.25).");
        let withheld = "2026-11-02: withheld (previously $1.25). Reason: It moved too far.";
        assert_eq!(found[1].description, withheld);
        assert_eq!(found[0].id, "tag:a.example,2026:restatement/1/9/2026-11-20T10:00:00.000Z");
        assert_eq!(found[0].link, "https://a.example:8443/assets/coin");
    }

    #[test]
    fn reasons_say_whether_they_still_hold() {
        let description = |value: Option<f64>, reason: Option<&str>| {
            let mut row = row(1, 9, "2026-11-02", value);
            row["reason_meaning"] = reason.into();
            row["earlier_value"] = Value::Null;
            row["earlier_reason_meaning"] = "An input is withheld.".into();
            items(vec![row], "").unwrap().remove(0).description
        };
        assert_eq!(
            description(Some(1.5), None),
            "2026-11-02: $1.50 (previously withheld). Released, as this reason no longer holds: An input is withheld."
        );
        assert_eq!(
            description(None, Some("It moved too far.")),
            "2026-11-02: withheld (previously withheld). Reason: It moved too far. Previous reason: An input is withheld."
        );
        assert_eq!(
            description(None, None),
            "2026-11-02: withdrawn (previously withheld). Previous reason: An input is withheld."
        );
    }

    #[test]
    fn amounts_have_their_units() {
        for (value, unit, text) in [
            (-1_234_567.5, "usd", "-$1,234,567.50"),
            (1.000_25, "usd", "$1.00025"),
            (0.0498, "ratio", "4.98%"),
            (-0.0025, "ratio", "-0.25%"),
            (1250.0, "token", "1,250 units"),
            (1.0, "days", "1 day"),
            (30.0, "days", "30 days"),
            (12_345.0, "count", "12,345"),
            (0.87, "per_euro", "0.87 per euro"),
            (2.0, "percentage_points", "2 percentage points"),
        ] {
            assert_eq!(amount(value, unit), text, "{unit}");
        }
    }

    #[test]
    fn every_kind_with_a_page_is_linked() {
        for (kind, path) in [
            ("platform", "/platforms/coin"),
            ("pool", "/pools?open=coin"),
            ("loan", "/loans?open=coin"),
            ("benchmark", "/assets/timeseries"),
        ] {
            let mut row = row(1, 9, "2026-11-02", Some(1.5));
            row["subject_kind"] = kind.into();
            assert_eq!(items(vec![row], "").unwrap()[0].link, path);
        }
    }
}
