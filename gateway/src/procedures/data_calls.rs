//! The endpoints of data that follow from an input: numbers over time by the kinds of their subjects, and lists by their order.

use proto::access::v1::{Action, Endpoint};
use proto::codec::Text as _;
use proto::timeseries::v1::SubjectKind;

use crate::call::data_calls::DataCalls;
use crate::call::input::Input;
use crate::upstream::rankings;

/// Lists of series, of their loads and of their restatements, whatever their subjects are.
pub const LISTS: DataCalls = DataCalls::new(Endpoint::AssetTimeseries, Action::List)
    .and(DataCalls::new(Endpoint::ProtocolTimeseries, Action::List));

/// A list of records; its order by a number shows which record has more of it.
pub fn of_list(endpoint: Endpoint, resource: &str, input: &Input<'_>) -> DataCalls {
    let list = DataCalls::new(endpoint, Action::List);
    let field = input.member("sort").and_then(|sort| sort.member("field"));
    let Some(Input::Text(field)) = field else { return list };
    match rankings::subject_kind(resource, field) {
        Some(kind) => list.and(DataCalls::new(self::endpoint(kind), Action::Aggregate)),
        None => list,
    }
}

/// The values of the series that `keys` names.
pub fn of_series(input: &Input<'_>) -> DataCalls {
    let keys = match input.member("keys") {
        Some(Input::List(keys)) => keys.as_slice(),
        _ => &[],
    };
    let calls = keys.iter().map(|key| of_kind(key.member("subject_kind"), Action::Timeseries));
    // Without a series there is no answer; until that is found out, all are meant.
    calls.reduce(DataCalls::and).unwrap_or_else(|| of_any(Action::Timeseries))
}

/// A sum or an average over subjects, which are assets if the input names no kind.
pub fn of_aggregate(input: &Input<'_>) -> DataCalls {
    match input.member("subject_kind") {
        None => DataCalls::new(endpoint(SubjectKind::Asset), Action::Aggregate),
        kind => of_kind(kind, Action::Aggregate),
    }
}

/// The provenance of a number: that of an aggregate has the values of its members, too.
pub fn of_explanation(input: &Input<'_>) -> DataCalls {
    let of_key = |key: &Input<'_>| of_kind(key.member("subject_kind"), Action::Timeseries);
    let of_members = |aggregate: &Input<'_>| {
        let kind = aggregate.member("subject_kind");
        let members = match kind {
            None => DataCalls::new(endpoint(SubjectKind::Asset), Action::Timeseries),
            kind => of_kind(kind, Action::Timeseries),
        };
        members.and(of_aggregate(aggregate))
    };
    let parts = [input.member("key").map(of_key), input.member("aggregate").map(of_members)];
    let calls = parts.into_iter().flatten().reduce(DataCalls::and);
    calls.unwrap_or_else(|| of_any(Action::Timeseries))
}

/// The endpoint of the series of a kind of subject.
fn endpoint(kind: SubjectKind) -> Endpoint {
    match kind {
        SubjectKind::Network | SubjectKind::Platform | SubjectKind::Pool => {
            Endpoint::ProtocolTimeseries
        }
        SubjectKind::Benchmark => Endpoint::Reference,
        SubjectKind::Asset | SubjectKind::Token | SubjectKind::Loan | SubjectKind::Unspecified => {
            Endpoint::AssetTimeseries
        }
    }
}

/// The endpoint of the kind that an input names. The input is decoded later: until then, an unknown kind means all.
fn of_kind(kind: Option<&Input<'_>>, action: Action) -> DataCalls {
    let known = match kind {
        Some(Input::Text(name)) => SubjectKind::from_text(name),
        _ => None,
    };
    known.map_or_else(|| of_any(action), |kind| DataCalls::new(endpoint(kind), action))
}

fn of_any(action: Action) -> DataCalls {
    SubjectKind::VALUES
        .iter()
        .map(|(kind, _)| DataCalls::new(endpoint(*kind), action))
        .fold(DataCalls::default(), DataCalls::and)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::call::data_sets;

    fn written(calls: fn(&Input<'_>) -> DataCalls, input: Value) -> String {
        format!("{:?}", calls(&input.into()))
    }

    #[test]
    fn series_are_at_the_endpoints_of_their_subjects() {
        let keys = |kinds: &[&str]| {
            let key = |kind: &&str| json!({"subject_kind": kind});
            json!({"keys": kinds.iter().map(key).collect::<Vec<_>>()})
        };
        assert_eq!(written(of_series, keys(&["asset", "loan"])), "timeseries asset_timeseries");
        assert_eq!(
            written(of_series, keys(&["token", "pool"])),
            "timeseries asset_timeseries, timeseries protocol_timeseries"
        );
        let all =
            "timeseries asset_timeseries, timeseries protocol_timeseries, timeseries reference";
        for unknown in [json!(null), json!({"keys": []}), keys(&["planet"]), json!({"keys": [7]})] {
            assert_eq!(written(of_series, unknown), all);
        }
    }

    #[test]
    fn the_values_of_each_kind_of_subjects_are_a_data_set_at_its_endpoint() {
        for (kind, name) in SubjectKind::VALUES {
            let input = Input::Text(format!("observations-{name}").into());
            let exported = DataCalls::new(endpoint(*kind), Action::Export);
            assert_eq!(data_sets::of_input(&input), exported, "{name}");
        }
    }

    #[test]
    fn aggregates_are_of_assets_unless_they_say_otherwise() {
        assert_eq!(written(of_aggregate, json!({})), "aggregate asset_timeseries");
        let of_networks = json!({"subject_kind": "network"});
        assert_eq!(written(of_aggregate, of_networks), "aggregate protocol_timeseries");
        assert_eq!(
            written(of_explanation, json!({"aggregate": {}})),
            "timeseries asset_timeseries, aggregate asset_timeseries"
        );
        let both = json!({"aggregate": {}, "key": {"subject_kind": "benchmark"}});
        assert_eq!(
            written(of_explanation, both),
            "timeseries asset_timeseries, aggregate asset_timeseries, timeseries reference"
        );
    }
}
