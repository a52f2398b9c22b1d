//! The lists, and the fields that they are filtered, sorted and exported by.

use kit::licence;
use kit::query::{Element, Field, Order, Resource};
use proto::codec::Text as _;
use proto::timeseries::v1::{MeasureKind, SubjectKind};

use crate::transactions::TRANSACTIONS;

/// The id of a series, by which scopes show it.
pub static SERIES_ID: Field = Field::id("id", "s.id");

pub static SERIES: Resource = Resource {
    name: "series",
    from: "series s JOIN subjects u ON u.id = s.subject_id AND u.deleted_at IS NULL \
           JOIN measures m ON m.slug = s.measure_slug",
    columns: "s.id, u.kind AS subject_kind, u.slug AS subject_slug, u.name AS subject_name, s.network_slug, \
              s.measure_slug, m.name AS measure_name, m.kind, m.unit, s.source, s.carry_days, u.is_sample, \
              s.visible_to, s.is_redistributable, \
              (SELECT string_agg(DISTINCT l.licence, '; ') FROM series_loads sl JOIN loads l ON l.id = sl.load_id \
              WHERE sl.series_id = s.id) AS licence",
    key: "id",
    order: Order::ascending("id"),
    scoping: None,
    fields: &[
        Field::id("id", "s.id").describe("Identifier of the series.").sortable(),
        Field::choice("subject_kind", "u.kind", SubjectKind::CHOICES)
            .describe("Type of subject.")
            .sortable()
            .groupable(),
        Field::slug("subject_slug", "u.slug").describe("Slug of the subject.").sortable(),
        Field::text("subject_name", "u.name").describe("Name of the subject."),
        Field::slug("network_slug", "s.network_slug")
            .describe("Network, if the series belongs to one.")
            .groupable(),
        Field::slug("measure_slug", "s.measure_slug").describe("Measure.").sortable().groupable(),
        Field::choice("kind", "m.kind", MeasureKind::CHOICES)
            .describe("Kind of measure: stock, flow or distinct count.")
            .groupable(),
        Field::text("unit", "m.unit").describe("Unit of the values.").groupable(),
        Field::text("source", "s.source").describe("Source of the values.").sortable().groupable(),
        Field::text(
            "licence",
            "(SELECT string_agg(DISTINCT l.licence, '; ') FROM series_loads sl \
             JOIN loads l ON l.id = sl.load_id WHERE sl.series_id = s.id)",
        )
        .describe("Licences of all data loads of the series.")
        .nullable(),
        licence::visible_to("s.visible_to"),
        licence::is_redistributable("s.is_redistributable"),
        Field::bool("is_sample", "u.is_sample")
            .describe("Whether it is fictional sample data.")
            .groupable(),
    ],
};

/// The id of a load, by which scopes show it.
pub static LOAD_ID: Field = Field::id("id", "l.id");

/// Loads, of which counts and days tell of all of their values.
pub static LOADS: Resource = Resource {
    name: "loads",
    from: "loads l",
    columns: "l.*",
    key: "id",
    order: Order::descending("id"),
    scoping: None,
    fields: &[
        Field::id("id", "l.id").describe("Identifier of the data load.").sortable(),
        Field::text("file", "l.file").describe("File name.").sortable().groupable(),
        Field::text("source", "l.source").describe("Publisher.").sortable().groupable(),
        Field::text("licence", "l.licence").describe("Licence.").groupable(),
        Field::text("attribution", "l.attribution").describe("Required attribution.").nullable(),
        licence::visible_to("l.visible_to"),
        licence::is_redistributable("l.is_redistributable"),
        Field::date("retrieved_on", "l.retrieved_on").describe("Date of retrieval.").sortable(),
        Field::text("hash", "l.hash").describe("SHA-256 of the file and its metadata."),
        Field::text("method_version", "l.method_version").describe("Version of the import method."),
        Field::text("transformation", "l.transformation")
            .describe("Transformation of the values.")
            .nullable(),
        Field::instant("known_at", "l.known_at")
            .describe("Time of loading.")
            .known_since()
            .sortable(),
        Field::int("accepted", "l.accepted")
            .describe("Number of new or changed values.")
            .sortable()
            .of_others(),
        Field::int("withheld", "l.withheld")
            .describe("Number of withheld values.")
            .sortable()
            .of_others(),
        Field::list("withheld_reasons", Element::Text, "l.withheld_reasons")
            .describe("Reasons for withholding values, with the number of values for each.")
            .of_others(),
        Field::int("restated", "l.restated")
            .describe("Number of restated values.")
            .sortable()
            .of_others(),
        Field::int("unchanged", "l.unchanged").describe("Number of unchanged values.").of_others(),
        Field::int("series_count", "l.series_count").describe("Number of series.").of_others(),
        Field::date("first_date", "l.first_date").describe("First day.").nullable().of_others(),
        Field::date("last_date", "l.last_date").describe("Last day.").nullable().of_others(),
        Field::bool("is_sample", "l.is_sample")
            .describe("Whether it is fictional sample data.")
            .groupable(),
    ],
};

/// The series and the day of a replaced value, by which scopes show it.
pub static RESTATED_SERIES: Field = Field::id("series_id", "r.series_id");
pub static RESTATED_DAY: Field = Field::date("date", "r.date");

/// Replaced values.
pub static RESTATEMENTS: Resource = Resource {
    name: "restatements",
    from: "restatements r JOIN series s ON s.id = r.series_id \
           JOIN subjects u ON u.id = s.subject_id AND u.deleted_at IS NULL \
           JOIN measures m ON m.slug = s.measure_slug JOIN loads l ON l.id = r.load_id",
    columns: "r.id, r.series_id, u.kind AS subject_kind, u.slug AS subject_slug, u.name AS subject_name, \
              s.network_slug, s.measure_slug, m.name AS measure_name, m.unit, s.source, r.date, r.known_at, r.value, \
              r.reason, r.earlier_value, r.earlier_reason, r.earlier_known_at, r.load_id, u.is_sample, l.licence, \
              l.attribution, l.method_version, s.visible_to, s.is_redistributable",
    key: "id",
    order: Order::descending("known_at"),
    scoping: None,
    fields: &[
        Field::id("id", "r.id").describe("Identifier of the restatement.").sortable(),
        Field::id("series_id", "r.series_id").describe("Series."),
        Field::choice("subject_kind", "u.kind", SubjectKind::CHOICES)
            .describe("Type of subject.")
            .groupable(),
        Field::slug("subject_slug", "u.slug").describe("Slug of the subject.").groupable(),
        Field::text("subject_name", "u.name").describe("Name of the subject."),
        Field::slug("network_slug", "s.network_slug")
            .describe("Network, if the series belongs to one.")
            .groupable(),
        Field::slug("measure_slug", "s.measure_slug").describe("Measure.").groupable(),
        Field::text("unit", "m.unit").describe("Unit of the values.").groupable(),
        Field::text("source", "s.source").describe("Source of the values.").groupable(),
        Field::date("date", "r.date").describe("Day of the value.").sortable(),
        Field::instant("known_at", "r.known_at")
            .describe("Time at which the value became known.")
            .known_since()
            .sortable(),
        Field::decimal("value", "r.value").describe("Restated value.").nullable(),
        Field::text("reason", "r.reason")
            .describe("Reason for withholding the value.")
            .nullable()
            .groupable(),
        Field::instant("earlier_known_at", "r.earlier_known_at")
            .describe("Time at which the previous value became known."),
        Field::decimal("earlier_value", "r.earlier_value").describe("Previous value.").nullable(),
        Field::text("earlier_reason", "r.earlier_reason")
            .describe("Reason for withholding the previous value.")
            .nullable(),
        Field::text("licence", "l.licence").describe("Licence of the data.").groupable(),
        Field::text("attribution", "l.attribution").describe("Required attribution.").nullable(),
        licence::visible_to("s.visible_to"),
        licence::is_redistributable("s.is_redistributable"),
        Field::id("load_id", "r.load_id").describe("Data load that contained the record."),
        Field::text("method_version", "l.method_version")
            .describe("Version of the method used to import the values."),
        Field::bool("is_sample", "u.is_sample")
            .describe("Whether it is fictional sample data.")
            .groupable(),
    ],
};

/// Every list.
pub static RESOURCES: [&Resource; 4] = [&SERIES, &LOADS, &RESTATEMENTS, &TRANSACTIONS];
