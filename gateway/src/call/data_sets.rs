//! The data sets that timeseries publishes as files, and the data of each in the words of policies.

use proto::access::v1::{Action, Endpoint};

use super::data_calls::DataCalls;
use super::input::Input;

/// The ending of the name of a data set with sample data, which is like the one without.
const SAMPLE: &str = "-sample";

const ASSET_SERIES: DataCalls = exported(Endpoint::AssetTimeseries);
const PROTOCOL_SERIES: DataCalls = exported(Endpoint::ProtocolTimeseries);
const REFERENCE: DataCalls = exported(Endpoint::Reference);
const TRANSACTIONS: DataCalls = exported(Endpoint::Transactions);
const TOKENS: DataCalls = exported(Endpoint::Tokens);
/// The values of all series, whose records, loads and days are as many.
const ALL_SERIES: DataCalls = ASSET_SERIES.and(PROTOCOL_SERIES).and(REFERENCE);
/// The records that have series.
const SUBJECTS: DataCalls = exported(Endpoint::Assets)
    .and(TOKENS)
    .and(exported(Endpoint::Loans))
    .and(exported(Endpoint::Networks))
    .and(exported(Endpoint::Platforms))
    .and(exported(Endpoint::Pools))
    .and(REFERENCE);

/// Every data set with what an export of all of it needs.
pub const DATA_SETS: [(&str, DataCalls); 12] = [
    ("observations-asset", ASSET_SERIES),
    ("observations-token", ASSET_SERIES),
    ("observations-loan", ASSET_SERIES),
    ("observations-network", PROTOCOL_SERIES),
    ("observations-platform", PROTOCOL_SERIES),
    ("observations-pool", PROTOCOL_SERIES),
    ("observations-benchmark", REFERENCE),
    ("transfers", TRANSACTIONS),
    // Those of the newest day belong to a token, those of earlier days are values over time.
    ("holders", TOKENS.and(ASSET_SERIES)),
    ("subjects", SUBJECTS),
    ("series", ALL_SERIES),
    // Of values, transfers and holders.
    ("loads", ALL_SERIES.and(TRANSACTIONS).and(TOKENS)),
];

const fn exported(endpoint: Endpoint) -> DataCalls {
    DataCalls::new(endpoint, Action::Export)
}

/// The data of the data set that an input names, or of all of them. One that is not known could have any.
pub fn of_input(input: &Input<'_>) -> DataCalls {
    let Input::Text(name) = input else {
        return DATA_SETS.iter().fold(DataCalls::default(), |all, (_, calls)| all.and(*calls));
    };
    let known = DATA_SETS.iter().find(|(known, _)| *known == without_ending(name));
    known.map_or_else(|| DataCalls::everywhere(Action::Export), |(_, calls)| *calls)
}

/// The name of a data set, whether it has sample data or not.
pub fn without_ending(name: &str) -> &str {
    name.strip_suffix(SAMPLE).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(name: &'static str) -> String {
        format!("{:?}", of_input(&Input::Text(name.into())))
    }

    #[test]
    fn a_data_set_is_an_export_of_its_data() {
        assert_eq!(calls("transfers"), "export transactions");
        assert_eq!(calls("observations-pool-sample"), "export protocol_timeseries");
        assert_eq!(calls("holders"), "export tokens, export asset_timeseries");
        let all = DataCalls::everywhere(Action::Export);
        for unknown in ["", "-sample", "subjects-sample-sample", "observations", "planets"] {
            assert_eq!(of_input(&Input::Text(unknown.into())), all, "{unknown}");
        }
        let every = of_input(&Input::Null);
        assert!(DATA_SETS.iter().all(|(_, calls)| every.and(*calls) == every));
    }
}
