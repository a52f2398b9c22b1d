//! What can be listed, and the fields that it is filtered, sorted and written into files by.

use kit::query::{Choice, Element, Field, Order, Resource};

use crate::transactions::TRANSACTIONS;

const KINDS: &[Choice] = &[
    Choice::new("asset", "Asset"),
    Choice::new("token", "Token"),
    Choice::new("network", "Network"),
    Choice::new("platform", "Platform"),
    Choice::new("pool", "Pool"),
    Choice::new("loan", "Loan"),
    Choice::new("benchmark", "Benchmark"),
];
const MEASURE_KINDS: &[Choice] = &[
    Choice::new("stock", "Level"),
    Choice::new("flow", "Sum over time"),
    Choice::new("distinct", "Count of distinct things"),
];

/// Which series there are.
pub static SERIES: Resource = Resource {
    name: "series",
    from: "series s JOIN subjects u ON u.id = s.subject_id JOIN measures m ON m.slug = s.measure_slug",
    columns: "s.id, u.kind AS subject_kind, u.slug AS subject_slug, u.name AS subject_name, s.network_slug, \
              s.measure_slug, m.name AS measure_name, m.kind, m.unit, s.source, s.carry_days, u.is_sample, \
              (SELECT string_agg(DISTINCT l.licence, '; ') FROM series_loads sl JOIN loads l ON l.id = sl.load_id \
              WHERE sl.series_id = s.id) AS licence",
    key: "id",
    order: Order::ascending("id"),
    fields: &[
        Field::id("id", "s.id").describe("The number of the series.").sortable(),
        Field::choice("subject_kind", "u.kind", KINDS)
            .describe("What it is about.")
            .sortable()
            .groupable(),
        Field::slug("subject_slug", "u.slug").describe("The slug of its subject.").sortable(),
        Field::text("subject_name", "u.name").describe("What its subject is called."),
        Field::slug("network_slug", "s.network_slug")
            .describe("The network; empty where it is of none.")
            .groupable(),
        Field::slug("measure_slug", "s.measure_slug")
            .describe("What is measured.")
            .sortable()
            .groupable(),
        Field::choice("kind", "m.kind", MEASURE_KINDS)
            .describe("The nature of the measure.")
            .groupable(),
        Field::text("unit", "m.unit").describe("The unit of its values.").groupable(),
        Field::text("source", "s.source").describe("Who says the numbers.").sortable().groupable(),
        Field::text(
            "licence",
            "(SELECT string_agg(DISTINCT l.licence, '; ') FROM series_loads sl \
             JOIN loads l ON l.id = sl.load_id WHERE sl.series_id = s.id)",
        )
        .describe("Under which conditions, of all loads that its numbers came with.")
        .nullable(),
        Field::bool("is_sample", "u.is_sample").describe("Whether it is fictional.").groupable(),
    ],
};

/// What was loaded.
pub static LOADS: Resource = Resource {
    name: "loads",
    from: "loads l",
    columns: "l.*",
    key: "id",
    order: Order::descending("id"),
    fields: &[
        Field::id("id", "l.id").describe("The number of the load.").sortable(),
        Field::text("file", "l.file").describe("The file.").sortable().groupable(),
        Field::text("source", "l.source").describe("Who published it.").sortable().groupable(),
        Field::text("licence", "l.licence").describe("Under which licence.").groupable(),
        Field::text("attribution", "l.attribution").describe("The credit it asks for.").nullable(),
        Field::date("retrieved_on", "l.retrieved_on").describe("When it was taken.").sortable(),
        Field::text("hash", "l.hash")
            .describe("SHA-256 of the file and of what was said about it."),
        Field::text("method_version", "l.method_version").describe("The version of the method."),
        Field::text("transformation", "l.transformation")
            .describe("What was done to its values.")
            .nullable(),
        Field::instant("known_at", "l.known_at")
            .describe("When it was loaded.")
            .known_since()
            .sortable(),
        Field::int("accepted", "l.accepted")
            .describe("Values that were new or differed.")
            .sortable(),
        Field::int("withheld", "l.withheld").describe("Of these, withheld.").sortable(),
        Field::list("withheld_reasons", Element::Text, "l.withheld_reasons")
            .describe("Why they are withheld; rows tell how many for each reason."),
        Field::int("restated", "l.restated").describe("Of these, in place of others.").sortable(),
        Field::int("unchanged", "l.unchanged").describe("Values that were known so already."),
        Field::int("series_count", "l.series_count").describe("Series that it tells of."),
        Field::date("first_date", "l.first_date").describe("Its first day.").nullable(),
        Field::date("last_date", "l.last_date").describe("Its last day.").nullable(),
        Field::bool("is_sample", "l.is_sample").describe("Whether it is fictional.").groupable(),
    ],
};

/// Which values were replaced.
pub static RESTATEMENTS: Resource = Resource {
    name: "restatements",
    from: "restatements r JOIN series s ON s.id = r.series_id JOIN subjects u ON u.id = s.subject_id \
           JOIN measures m ON m.slug = s.measure_slug JOIN loads l ON l.id = r.load_id",
    columns: "r.id, r.series_id, u.kind AS subject_kind, u.slug AS subject_slug, u.name AS subject_name, \
              s.network_slug, s.measure_slug, m.unit, s.source, r.date, r.known_at, r.value, r.reason, \
              r.earlier_value, r.earlier_reason, r.earlier_known_at, r.load_id, u.is_sample, l.licence, \
              l.attribution, l.method_version",
    key: "id",
    order: Order::descending("known_at"),
    fields: &[
        Field::id("id", "r.id").describe("The number of the restatement.").sortable(),
        Field::id("series_id", "r.series_id").describe("The series."),
        Field::choice("subject_kind", "u.kind", KINDS)
            .describe("What the series is about.")
            .groupable(),
        Field::slug("subject_slug", "u.slug").describe("The slug of its subject.").groupable(),
        Field::text("subject_name", "u.name").describe("What its subject is called."),
        Field::slug("network_slug", "s.network_slug")
            .describe("The network; empty where it is of none.")
            .groupable(),
        Field::slug("measure_slug", "s.measure_slug").describe("What is measured.").groupable(),
        Field::text("unit", "m.unit").describe("The unit of its values.").groupable(),
        Field::text("source", "s.source").describe("Who says the numbers.").groupable(),
        Field::date("date", "r.date").describe("The day that the value is of.").sortable(),
        Field::instant("known_at", "r.known_at")
            .describe("When the value became known.")
            .known_since()
            .sortable(),
        Field::decimal("value", "r.value").describe("What is said now.").nullable(),
        Field::text("reason", "r.reason").describe("Why it is withheld.").nullable().groupable(),
        Field::instant("earlier_known_at", "r.earlier_known_at")
            .describe("When the value before became known."),
        Field::decimal("earlier_value", "r.earlier_value")
            .describe("What was said before.")
            .nullable(),
        Field::text("earlier_reason", "r.earlier_reason")
            .describe("Why that was withheld.")
            .nullable(),
        Field::text("licence", "l.licence").describe("Under which conditions.").groupable(),
        Field::text("attribution", "l.attribution").describe("The credit it asks for.").nullable(),
        Field::id("load_id", "r.load_id").describe("The load it came with."),
        Field::text("method_version", "l.method_version")
            .describe("How the values of the load were made or taken over."),
        Field::bool("is_sample", "u.is_sample").describe("Whether it is fictional.").groupable(),
    ],
};

/// Everything that can be listed.
pub static RESOURCES: [&Resource; 4] = [&SERIES, &LOADS, &RESTATEMENTS, &TRANSACTIONS];
