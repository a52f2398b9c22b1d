//! Asks every call of the service for every value of some sources.

use std::fmt::Debug;
use std::io::Read as _;

use crate::support::{Client, asset};
use prost::Message as _;
use prost_types::FileDescriptorSet;
use proto::query::v1::{GetGenerationRequest, GetMetaRequest, Query};
use proto::timeseries::v1::{
    GetAggregateRequest, GetDatasetsRequest, GetExplanationRequest, GetHolderCohortsRequest,
    GetLatestRequest, GetSeriesRequest, GetTopHoldersRequest, GroupKey, JsonText,
    ListRankedSlugsRequest, RankedNumber, ReadDatasetRequest, SeriesGroupBy, SeriesKey,
    SubjectKind,
};
use tonic::{Response, Status};

/// Each has an asset `a` and a token `t` with its number, and all of them report the pool `shared`.
pub const SOURCES: usize = 8;

fn text<T: Debug>(answer: Result<Response<T>, Status>) -> Result<String, Status> {
    answer.map(|answer| format!("{:?}", answer.into_inner()))
}

fn json(answer: Result<Response<JsonText>, Status>) -> Result<String, Status> {
    answer.map(|answer| String::from_utf8(answer.into_inner().json.to_vec()).unwrap())
}

/// A number that every source reports, and which differs between them.
fn shared() -> SeriesKey {
    SeriesKey { subject_kind: SubjectKind::Pool.into(), ..asset("shared", "71") }
}

fn keys() -> Vec<Option<String>> {
    vec![None, Some("2026-11-20T12:30:00Z".to_owned())]
}

pub fn aggregates() -> Vec<GetAggregateRequest> {
    let base = || GetAggregateRequest {
        measure: "71".to_owned(),
        from: Some("2026-11-17".to_owned()),
        ..GetAggregateRequest::default()
    };
    let by_asset = Some(SeriesGroupBy::Asset.into());
    vec![
        base(),
        GetAggregateRequest { group_by: by_asset, ..base() },
        GetAggregateRequest { group_by: by_asset, group_limit: Some(1), ..base() },
        GetAggregateRequest { as_of: Some("2026-11-20T12:30:00Z".to_owned()), ..base() },
        GetAggregateRequest { weight: Some("71".to_owned()), measure: "62".to_owned(), ..base() },
    ]
}

fn explanations() -> Vec<GetExplanationRequest> {
    let of_series = (0..SOURCES).map(|source| asset(&format!("a{source}"), "71"));
    let keys = of_series.chain([shared()]);
    let requests = keys.flat_map(|key| {
        [None, Some("2026-11-18".to_owned())].map(|date| GetExplanationRequest {
            key: Some(key.clone()),
            date,
            ..GetExplanationRequest::default()
        })
    });
    requests.collect()
}

fn aggregate_explanations() -> Vec<GetExplanationRequest> {
    let whole = aggregates().into_iter().map(|aggregate| GetExplanationRequest {
        aggregate: Some(aggregate),
        ..GetExplanationRequest::default()
    });
    let [_, by_asset, ..] = &aggregates()[..] else { panic!("too few") };
    let groups = (0..SOURCES).map(|source| GetExplanationRequest {
        aggregate: Some(by_asset.clone()),
        group: Some(GroupKey { key: Some(format!("a{source}")), is_other: None }),
        ..GetExplanationRequest::default()
    });
    whole.chain(groups).collect()
}

fn series() -> Vec<GetSeriesRequest> {
    let each = (0..SOURCES).map(|source| asset(&format!("a{source}"), "71")).chain([shared()]);
    let requests = each.flat_map(|key| {
        keys().into_iter().map(move |as_of| GetSeriesRequest {
            keys: vec![key.clone()],
            as_of,
            ..GetSeriesRequest::default()
        })
    });
    requests.collect()
}

/// The answers of a call to requests that would show every value.
pub async fn answers(client: &mut Client, call: &str) -> Vec<Result<String, Status>> {
    let mut all = Vec::new();
    match call {
        "GetSeries" => {
            for request in series() {
                all.push(text(client.get_series(request).await));
            }
        }
        "GetSeriesText" => {
            for request in series() {
                all.push(json(client.get_series_text(request).await));
            }
        }
        "GetSeriesOrigins" => {
            for request in series() {
                all.push(text(client.get_series_origins(request).await));
            }
        }
        "GetAggregate" => {
            for request in aggregates() {
                all.push(text(client.get_aggregate(request).await));
            }
        }
        "GetAggregateText" => {
            for request in aggregates() {
                all.push(json(client.get_aggregate_text(request).await));
            }
        }
        "GetAggregateOrigins" => {
            for request in aggregates() {
                all.push(text(client.get_aggregate_origins(request).await));
            }
        }
        "GetLatestText" => {
            for as_of in keys() {
                let keys = (0..SOURCES).map(|source| asset(&format!("a{source}"), "71"));
                let keys = keys.chain([shared()]).collect();
                let request = GetLatestRequest { keys, as_of };
                all.push(json(client.get_latest_text(request).await));
            }
        }
        "GetExplanation" => {
            for request in explanations() {
                all.push(text(client.get_explanation(request).await));
            }
        }
        "GetAggregateExplanation" => {
            for request in aggregate_explanations() {
                all.push(text(client.get_aggregate_explanation(request).await));
            }
        }
        "ListRankedSlugs" => {
            for (subject_kind, group_by) in [(SubjectKind::Asset, SeriesGroupBy::Asset)]
                .map(|(one, other)| (one.into(), other.into()))
            {
                let request = ListRankedSlugsRequest {
                    slugs: (0..SOURCES).map(|source| format!("a{source}")).collect(),
                    number: Some(RankedNumber {
                        measure: "71".to_owned(),
                        ..RankedNumber::default()
                    }),
                    subject_kind,
                    group_by,
                    limit: 100,
                    ..ListRankedSlugsRequest::default()
                };
                all.push(text(client.list_ranked_slugs(request).await));
            }
        }
        "ListSeries" => all.push(text(client.list_series(Query::default()).await)),
        "ListLoads" => all.push(text(client.list_loads(Query::default()).await)),
        "ListRestatements" => all.push(text(client.list_restatements(Query::default()).await)),
        "ListTransactionsText" => {
            all.push(json(client.list_transactions_text(Query::default()).await));
            // Another order than that of the newest ones in memory.
            let query = serde_json::from_str::<Query>(
                r#"{"sort": {"field": "amount", "direction": "asc"}}"#,
            );
            all.push(json(client.list_transactions_text(query.unwrap()).await));
        }
        "GetTopHolders" | "GetHolderCohorts" => all = of_holders(client, call).await,
        "GetMeta" => {
            for resource in ["series", "loads", "restatements", "transactions"] {
                let request = GetMetaRequest { resource: resource.to_owned() };
                all.push(text(client.get_meta(request).await));
            }
        }
        "GetGeneration" => all.push(text(client.get_generation(GetGenerationRequest {}).await)),
        "GetDatasets" => all.push(text(client.get_datasets(GetDatasetsRequest {}).await)),
        "ReadDataset" => all.push(Ok(files(client).await)),
        other => panic!("{other} is not covered: write down how it is asked for every value"),
    }
    all
}

async fn of_holders(client: &mut Client, call: &str) -> Vec<Result<String, Status>> {
    let mut all = Vec::new();
    for source in 0..SOURCES {
        let token_slug = format!("t{source}");
        all.push(if call == "GetTopHolders" {
            let request = GetTopHoldersRequest { token_slug, ..GetTopHoldersRequest::default() };
            text(client.get_top_holders(request).await)
        } else {
            let request =
                GetHolderCohortsRequest { token_slug, ..GetHolderCohortsRequest::default() };
            text(client.get_holder_cohorts(request).await)
        });
    }
    all
}

/// The text of all files with all data.
pub async fn files(client: &mut Client) -> String {
    let manifest = client.get_datasets(GetDatasetsRequest {}).await.unwrap().into_inner().manifest;
    let mut text = String::new();
    let files = manifest.map(|manifest| manifest.files).unwrap_or_default();
    for file in files.into_iter().filter(|file| file.format == "csv.gz") {
        let request = ReadDatasetRequest { sha256: file.sha256, offset: 0 };
        let part = client.read_dataset(request).await.unwrap().into_inner();
        flate2::read::GzDecoder::new(&part.bytes[..]).read_to_string(&mut text).unwrap();
    }
    text
}

pub fn calls() -> Vec<String> {
    let set = FileDescriptorSet::decode(proto::DESCRIPTORS).unwrap();
    let mut services = set.file.into_iter().flat_map(|file| file.service);
    let service = services.find(|service| service.name() == "Timeseries").unwrap();
    let calls: Vec<String> = service.method.into_iter().filter_map(|method| method.name).collect();
    assert!(calls.len() > 15, "{calls:?}");
    calls
}
