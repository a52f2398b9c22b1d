//! Which datasets there are, and what stands in them.

use proto::timeseries::v1::DatasetColumn;
use sheet::{Column, Kind};

/// A column and what it says.
pub type Told = (&'static str, Kind, &'static str);

/// What the rows of a dataset are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Whom numbers are about.
    Subjects,
    /// Every series.
    Series,
    /// Every load.
    Loads,
    /// The newest values of every series of a kind of subjects.
    Observations(&'static str),
    /// What happened to units of tokens.
    Transfers,
    /// Who held most of each token.
    Holders,
}

/// A dataset, of what is real or of what is made up.
#[derive(Clone, Copy, Debug)]
pub struct Contents {
    pub rows: Rows,
    pub is_sample: bool,
}

const KINDS: [&str; 7] = ["asset", "token", "network", "platform", "pool", "loan", "benchmark"];

const SUBJECT: [Told; 5] = [
    ("series_id", Kind::Integer, "The number of the series."),
    ("subject_kind", Kind::Text, "What the series is about."),
    ("subject_slug", Kind::Text, "The slug of its subject."),
    ("subject_name", Kind::Text, "What its subject is called."),
    ("network_slug", Kind::Text, "The network, where the series is of one."),
];
const TRAITS: [Told; 10] = [
    ("asset_class_slug", Kind::Text, "Its class; of a token that says none, that of its asset."),
    ("issuer_slug", Kind::Text, "Who issues or owes it; of a token likewise."),
    ("manager_slug", Kind::Text, "Who manages it; of a token likewise."),
    ("platform_slug", Kind::Text, "The platform that made it; of a token likewise."),
    ("country_code", Kind::Text, "The country it is issued under; of a token likewise."),
    ("asset_slug", Kind::Text, "The asset that it belongs to."),
    ("network_slug", Kind::Text, "The network that it lives on."),
    ("tokenization_type", Kind::Text, "Of a token, whether it can leave its platform."),
    ("source", Kind::Text, "Where the catalog has it from; blank where only numbers tell of it."),
    LICENCE,
];
const MEASURE: [Told; 3] = [
    ("measure_slug", Kind::Text, "What is measured."),
    ("unit", Kind::Text, "The unit of the values; a ratio is a fraction."),
    ("source", Kind::Text, "Who says so."),
];
const TOKEN: [Told; 4] = [
    ("token_slug", Kind::Text, "The token."),
    ("token_name", Kind::Text, "What it is called."),
    ("asset_slug", Kind::Text, "The asset that it is of."),
    ("network_slug", Kind::Text, "The network that it lives on."),
];
const TRANSFER: [Told; 11] = [
    ("id", Kind::Integer, "The number of the transfer."),
    ("happened_at", Kind::Instant, "When it happened."),
    ("kind", Kind::Text, "mint, burn, transfer, bridge_in, bridge_out, forced or lock."),
    ("block_number", Kind::Integer, "The block."),
    ("transaction_hash", Kind::Text, "The transaction."),
    ("log_index", Kind::Integer, "The place within the transaction."),
    ("from_address", Kind::Text, "Who had the units; blank where they came into being."),
    ("to_address", Kind::Text, "Who has the units; blank where they ceased to be."),
    ("amount_raw", Kind::Text, "How many, in the token's own parts, all digits."),
    ("amount", Kind::Number, "How many units."),
    ("value_dollar", Kind::Number, "What they were worth then; blank where that is not known."),
];
const HOLDING: [Told; 8] = [
    ("date", Kind::Day, "The day in UTC at whose end it was so."),
    ("rank", Kind::Integer, "The largest is 1."),
    ("address", Kind::Text, "Who holds."),
    ("is_issuer", Kind::Truth, "Whether it is the issuer's own: what it holds does not circulate."),
    ("balance_raw", Kind::Text, "How many, in the token's own parts, all digits."),
    ("balance", Kind::Number, "How many units."),
    ("share", Kind::Number, "Of all that there is, as a fraction."),
    ("value_dollar", Kind::Number, "What they are worth; blank where that is not known."),
];
const PROVENANCE: [Told; 6] = [
    ("source", Kind::Text, "Where it was taken from."),
    LICENCE,
    ("attribution", Kind::Text, "What must be shown beside it."),
    ("load_id", Kind::Integer, "The load it came from."),
    ("known_at", Kind::Instant, "When it became known."),
    ("method_version", Kind::Text, "How it was made or taken over."),
];
const LICENCE: Told = ("licence", Kind::Text, "Under which conditions.");
const SAMPLE: Told = ("is_sample", Kind::Truth, "Whether it is made up to show the product.");

impl Contents {
    /// Every dataset that there may be; those without rows are left out.
    pub fn all() -> impl Iterator<Item = Self> {
        let observations = KINDS.into_iter().map(Rows::Observations);
        let rows = observations.chain([
            Rows::Transfers,
            Rows::Holders,
            Rows::Subjects,
            Rows::Series,
            Rows::Loads,
        ]);
        rows.flat_map(|rows| [false, true].map(|is_sample| Self { rows, is_sample }))
    }

    /// How its files are called.
    pub fn name(self) -> String {
        let name = match self.rows {
            Rows::Subjects => "subjects".to_owned(),
            Rows::Series => "series".to_owned(),
            Rows::Loads => "loads".to_owned(),
            Rows::Observations(kind) => format!("observations-{kind}"),
            Rows::Transfers => "transfers".to_owned(),
            Rows::Holders => "holders".to_owned(),
        };
        if self.is_sample { format!("{name}-sample") } else { name }
    }

    /// What people call it.
    pub fn title(self) -> String {
        let title = match self.rows {
            Rows::Subjects => "Subjects".to_owned(),
            Rows::Series => "Series".to_owned(),
            Rows::Loads => "Loads".to_owned(),
            Rows::Observations(kind) => format!("Daily values of {kind}s"),
            Rows::Transfers => "Transfers".to_owned(),
            Rows::Holders => "Holders".to_owned(),
        };
        if self.is_sample { format!("{title} (sample)") } else { title }
    }

    /// What it holds.
    pub fn description(self) -> &'static str {
        match self.rows {
            Rows::Subjects => {
                "Whom numbers are about, as the catalog told when the file was written: what the slugs of the other \
                 data sets are called, and what they are grouped by."
            }
            Rows::Series => {
                "Every line of numbers: whom it is about, what is measured, and who says so."
            }
            Rows::Loads => "Every file or answer that numbers came from, with its licence.",
            Rows::Observations(_) => {
                "For each series and day the newest value, the load it came from and when it became known; \
                 a withheld value with its reason."
            }
            Rows::Transfers => {
                "Units of tokens that came into being, changed hands, or ceased to be, each with its transaction."
            }
            Rows::Holders => {
                "The largest holders of each token on the days for which balances are known."
            }
        }
    }

    /// What stands in its columns.
    pub fn told(self) -> Vec<Told> {
        match self.rows {
            Rows::Subjects => [&SUBJECT[1..4], &TRAITS[..], &[SAMPLE]].concat(),
            Rows::Series => {
                let carry =
                    ("carry_days", Kind::Integer, "For how many days the last value stands.");
                [&SUBJECT[..], &MEASURE[..], &[carry, LICENCE, SAMPLE]].concat()
            }
            Rows::Loads => vec![
                ("load_id", Kind::Integer, "The number of the load."),
                ("file", Kind::Text, "The file or query."),
                ("source", Kind::Text, "Where it was taken from."),
                LICENCE,
                ("attribution", Kind::Text, "What must be shown beside the numbers."),
                ("retrieved_on", Kind::Day, "When it was taken."),
                ("hash", Kind::Text, "SHA-256 of the file and of what was said about it."),
                ("method_version", Kind::Text, "How values were taken over and checked."),
                ("transformation", Kind::Text, "What was done to the values."),
                ("known_at", Kind::Instant, "When the values became known."),
                ("accepted", Kind::Integer, "Values that were new or differed."),
                ("withheld", Kind::Integer, "Of these, how many are withheld."),
                ("restated", Kind::Integer, "Of these, how many replaced a value."),
                SAMPLE,
            ],
            Rows::Observations(_) => {
                let value: [Told; 6] = [
                    ("date", Kind::Day, "The day in UTC."),
                    (
                        "value",
                        Kind::Number,
                        "The value; blank where it is withheld or holds no more.",
                    ),
                    ("reason", Kind::Text, "Why it is withheld."),
                    ("known_at", Kind::Instant, "When it became known."),
                    ("load_id", Kind::Integer, "The load it came from."),
                    LICENCE,
                ];
                [&SUBJECT[..], &MEASURE[..], &value[..], &[SAMPLE]].concat()
            }
            Rows::Transfers => [&TOKEN[..], &TRANSFER[..], &PROVENANCE[..], &[SAMPLE]].concat(),
            Rows::Holders => [&TOKEN[..], &HOLDING[..], &PROVENANCE[..], &[SAMPLE]].concat(),
        }
    }

    /// Its columns, as files have them.
    pub fn columns(self) -> Vec<Column> {
        self.told().into_iter().map(|(name, kind, _)| Column::new(name, kind)).collect()
    }

    /// Its columns, as the manifest tells them.
    pub fn schema(self) -> Vec<DatasetColumn> {
        let told = |(name, kind, meaning): Told| DatasetColumn {
            name: name.to_owned(),
            r#type: type_name(kind).to_owned(),
            meaning: meaning.to_owned(),
        };
        self.told().into_iter().map(told).collect()
    }
}

fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Number => "number",
        Kind::Integer => "integer",
        Kind::Truth => "boolean",
        Kind::Day => "date",
        Kind::Instant => "instant",
    }
}
