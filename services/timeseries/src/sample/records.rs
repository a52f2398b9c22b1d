//! The subjects of the sample universe, as the catalog would describe them.

use sample::{LICENCE, Row, TAKEN_FROM};

use crate::subjects::Record;

/// All of them, or some assets and their tokens.
pub fn records(only: Option<&[&str]>) -> Vec<Record> {
    let tables = sample::tables();
    let rows = |name: &str| {
        let table = tables.iter().find(move |table| table.name == name);
        table.map(|table| table.rows.as_slice()).unwrap_or_default()
    };
    let mut records = Vec::new();
    for (table, kind) in
        [("assets", "asset"), ("tokens", "token"), ("pools", "pool"), ("loans", "loan")]
    {
        records.extend(rows(table).iter().map(|row| record(kind, row, rows("assets"))));
    }
    if let Some(slugs) = only {
        records.retain(|record| {
            let asset = record.asset.as_ref().unwrap_or(&record.slug);
            slugs.contains(&asset.as_str())
        });
    }
    records
}

fn record(kind: &'static str, row: &Row, assets: &[Row]) -> Record {
    let cell = |column: &str| row.cell(column).map(str::to_owned);
    let of_asset = |column: &str| {
        let asset = assets.iter().find(|asset| asset.cell("slug") == row.cell("asset_slug"))?;
        asset.cell(column).map(str::to_owned)
    };
    let mut record = Record {
        kind,
        slug: cell("slug").unwrap_or_default(),
        name: cell("name").unwrap_or_default(),
        is_sample: true,
        asset: cell("asset_slug"),
        network: cell("network_slug"),
        platform: cell("platform_slug"),
        issuer: cell("issuer_slug"),
        manager: cell("manager_slug"),
        asset_class: cell("asset_class_slug"),
        country: cell("country_code"),
        tokenization_type: cell("tokenization_type"),
        source: Some(TAKEN_FROM.to_owned()),
        licence: Some(LICENCE.to_owned()),
        ..Record::default()
    };
    if kind == "token" {
        record.platform = of_asset("platform_slug");
        record.asset_class = of_asset("asset_class_slug");
    }
    record
}
