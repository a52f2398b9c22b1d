//! The datasets and their columns.

use proto::codec::Text as _;
use proto::timeseries::v1::{DatasetColumn, SubjectKind};
use sheet::{CONVENTION, Column, Kind};

/// A column with its kind and its description.
pub type DescribedColumn = (&'static str, Kind, &'static str);

/// The kind of rows that a dataset has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Assets, tokens and other records that have series.
    Subjects,
    Series,
    Loads,
    /// The newest values of every series of a kind of subjects.
    Observations(&'static str),
    /// Transfers, mints and burns of tokens.
    Transfers,
    /// The largest holders of each token.
    Holders,
}

/// A dataset, of real or of sample data.
#[derive(Clone, Copy, Debug)]
pub struct Contents {
    pub rows: Rows,
    pub is_sample: bool,
}

const SUBJECT: [DescribedColumn; 5] = [
    ("series_id", Kind::Integer, "Identifier of the series."),
    ("subject_kind", Kind::Text, "Type of subject."),
    ("subject_slug", Kind::Text, "Slug of the subject."),
    ("subject_name", Kind::Text, "Name of the subject."),
    ("network_slug", Kind::Text, "Network, if the series belongs to one."),
];
const DIMENSIONS: [DescribedColumn; 10] = [
    (
        "asset_class_slug",
        Kind::Text,
        "Asset class; for a token without one, the class of its asset.",
    ),
    ("issuer_slug", Kind::Text, "Issuer; for a token without one, the issuer of its asset."),
    ("manager_slug", Kind::Text, "Manager; for a token without one, the manager of its asset."),
    ("platform_slug", Kind::Text, "Platform; for a token without one, the platform of its asset."),
    (
        "country_code",
        Kind::Text,
        "Country of issue; for a token without one, the country of its asset.",
    ),
    ("asset_slug", Kind::Text, "Asset."),
    ("network_slug", Kind::Text, "Network."),
    ("tokenization_type", Kind::Text, "For a token, distributed or represented."),
    ("source", Kind::Text, "Source of the catalog record; blank if no record exists."),
    LICENCE,
];
const MEASURE: [DescribedColumn; 4] = [
    ("measure_slug", Kind::Text, "Measure."),
    ("unit", Kind::Text, "Unit of the values; ratios are fractions."),
    (CONVENTION, Kind::Text, "How a yield or rate is calculated; blank for other measures."),
    ("source", Kind::Text, "Source."),
];
const TOKEN: [DescribedColumn; 4] = [
    ("token_slug", Kind::Text, "Token."),
    ("token_name", Kind::Text, "Name."),
    ("asset_slug", Kind::Text, "Asset."),
    ("network_slug", Kind::Text, "Network."),
];
const TRANSFER: [DescribedColumn; 11] = [
    ("id", Kind::Integer, "Identifier of the transfer."),
    ("happened_at", Kind::Instant, "Time of the transfer."),
    ("kind", Kind::Text, "mint, burn, transfer, bridge_in, bridge_out, forced or lock."),
    ("block_number", Kind::Integer, "Block number."),
    ("transaction_hash", Kind::Text, "Transaction hash."),
    ("log_index", Kind::Integer, "Position within the transaction."),
    ("from_address", Kind::Text, "Sender; blank for mints."),
    ("to_address", Kind::Text, "Recipient; blank for burns."),
    ("amount_raw", Kind::Text, "Exact amount in the smallest unit of the token."),
    ("amount", Kind::Number, "Amount in units of the token."),
    ("value_dollar", Kind::Number, "Value at the time of the transfer; blank if not available."),
];
const HOLDING: [DescribedColumn; 9] = [
    ("date", Kind::Day, "Day in UTC; balances at the end of the day."),
    ("rank", Kind::Integer, "Rank by balance; 1 is the largest."),
    ("address", Kind::Text, "Holding address."),
    (
        "is_issuer",
        Kind::Truth,
        "Whether the address belongs to the issuer; its balance is not in circulation.",
    ),
    ("balance_raw", Kind::Text, "Exact amount in the smallest unit of the token."),
    ("balance", Kind::Number, "Amount in units of the token."),
    ("share", Kind::Number, "Share of the total supply, as a fraction."),
    ("value_dollar", Kind::Number, "Value; blank if not available."),
    (
        "address_kind",
        Kind::Text,
        "Kind of the address: wallet, contract, bridge, escrow or burn; blank if not known.",
    ),
];
const PROVENANCE: [DescribedColumn; 6] = [
    ("source", Kind::Text, "Source of the data."),
    LICENCE,
    ("attribution", Kind::Text, "Required attribution."),
    ("load_id", Kind::Integer, "Data load that contained the record."),
    ("known_at", Kind::Instant, "Time at which the data became known."),
    ("method_version", Kind::Text, "Version of the method used to import the data."),
];
const LICENCE: DescribedColumn = ("licence", Kind::Text, "Licence of the data.");
const SAMPLE: DescribedColumn = ("is_sample", Kind::Truth, "Whether it is fictional sample data.");

impl Contents {
    /// Every possible dataset; those without rows are left out.
    pub fn all() -> impl Iterator<Item = Self> {
        let observations = SubjectKind::VALUES.iter().map(|(_, kind)| Rows::Observations(kind));
        let rows = observations.chain([
            Rows::Transfers,
            Rows::Holders,
            Rows::Subjects,
            Rows::Series,
            Rows::Loads,
        ]);
        rows.flat_map(|rows| [false, true].map(|is_sample| Self { rows, is_sample }))
    }

    /// The name of its files, without extension.
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

    /// Its title on screens.
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

    pub fn description(self) -> &'static str {
        match self.rows {
            Rows::Subjects => {
                "The subjects of all series with their catalog attributes at the time of export: names for the slugs in \
                 the other data sets, and attributes for grouping."
            }
            Rows::Series => "All series with their subject, measure and source.",
            Rows::Loads => "All imported files and responses, with their licences.",
            Rows::Observations(_) => {
                "For each series and day the newest value, the load it came from and when it became known; \
                 a withheld value has its reason. Every value has the day that it is of; none is carried to another one."
            }
            Rows::Transfers => "Mints, transfers and burns of tokens, each with its transaction.",
            Rows::Holders => "The largest holders of each token, for the days with known balances.",
        }
    }

    /// Its columns, described.
    pub fn described(self) -> Vec<DescribedColumn> {
        match self.rows {
            Rows::Subjects => [&SUBJECT[1..4], &DIMENSIONS[..], &[SAMPLE]].concat(),
            Rows::Series => {
                let carry = (
                    "carry_days",
                    Kind::Integer,
                    "Number of days for which the last value remains valid.",
                );
                let average = (
                    "is_average",
                    Kind::Truth,
                    "Whether each value is the average of a month, dated on its last day.",
                );
                [&SUBJECT[..], &MEASURE[..], &[carry, average, LICENCE, SAMPLE]].concat()
            }
            Rows::Loads => vec![
                ("load_id", Kind::Integer, "Identifier of the data load."),
                ("file", Kind::Text, "File or query."),
                ("source", Kind::Text, "Source of the data."),
                LICENCE,
                ("attribution", Kind::Text, "Required attribution."),
                ("retrieved_on", Kind::Day, "Date of retrieval."),
                ("hash", Kind::Text, "SHA-256 of the file and its metadata."),
                (
                    "method_version",
                    Kind::Text,
                    "Version of the method used to import and check values.",
                ),
                ("transformation", Kind::Text, "Transformation of the values."),
                ("known_at", Kind::Instant, "Time at which the values became known."),
                ("accepted", Kind::Integer, "Number of new or changed values."),
                ("withheld", Kind::Integer, "Number of withheld values."),
                ("restated", Kind::Integer, "Number of restated values."),
                SAMPLE,
            ],
            Rows::Observations(_) => {
                let value: [DescribedColumn; 8] = [
                    ("date", Kind::Day, "Day in UTC."),
                    ("value", Kind::Number, "Value; blank if withheld or no longer valid."),
                    ("reason", Kind::Text, "Reason for withholding the value."),
                    (
                        "is_partial",
                        Kind::Truth,
                        "Whether the day, week or month of the value was not over at the time of export.",
                    ),
                    (
                        "is_average",
                        Kind::Truth,
                        "Whether the value is the average of the month that ends on its day.",
                    ),
                    ("known_at", Kind::Instant, "Time at which the data became known."),
                    ("load_id", Kind::Integer, "Data load that contained the record."),
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
        self.described().into_iter().map(|(name, kind, _)| Column::new(name, kind)).collect()
    }

    /// Its columns, as the manifest has them.
    pub fn schema(self) -> Vec<DatasetColumn> {
        let column = |(name, kind, meaning): DescribedColumn| DatasetColumn {
            name: name.to_owned(),
            r#type: type_name(kind).to_owned(),
            meaning: meaning.to_owned(),
        };
        self.described().into_iter().map(column).collect()
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
