//! Aggregates base points, compared with a loop that only reads them.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::ensure;
use kit::clock::Clock;
use kit::config::Env;
use kit::grpc::Channel;
use kit::peers::Peers;
use kit::run::App;
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::timeseries_client::TimeseriesClient;
use proto::timeseries::v1::{GetAggregateRequest, SeriesGroupBy};

use crate::figures::Scan;
use crate::measure::Span;

/// The number of parallel additions of a processor.
const LANES: usize = 32;
const NETWORKS: usize = 40;

/// The service that is called directly.
pub struct Service<'a> {
    pub url: &'a str,
    /// The folder with the keys of all programs: it is called as the gateway calls it.
    pub keys: &'a Path,
}

/// Calls the service directly from one client, with another filter each time.
pub async fn measure(service: &Service<'_>, points: usize, span: &Span) -> anyhow::Result<Scan> {
    let peers = Peers::in_folder("gateway", service.keys.to_owned(), Clock::system());
    let app = App::new(Env::default(), Clock::system()).with_peers(peers);
    let channel = kit::grpc::connect(&app, "TIMESERIES_URL", service.url).await?;
    let mut client = TimeseriesClient::new(channel);
    let numbers: Vec<f64> = (0..points).map(|at| at as f64).collect();
    let mut scan = Scan { points, call: Vec::new(), loop_alone: Vec::new() };
    calls(&mut client, span.time).await?;
    for round in 0..span.rounds {
        for turn in 0..2 {
            if (round + turn) % 2 == 0 {
                scan.call.push(calls(&mut client, span.time).await?);
            } else {
                let numbers = numbers.clone();
                let time = span.time.min(Duration::from_secs(1));
                scan.loop_alone
                    .push(tokio::task::spawn_blocking(move || reads(&numbers, time)).await?);
            }
        }
    }
    Ok(scan)
}

async fn calls(client: &mut TimeseriesClient<Channel>, time: Duration) -> anyhow::Result<f64> {
    let end = Instant::now() + time;
    let mut taken = Vec::new();
    for at in 0.. {
        let start = Instant::now();
        if start >= end {
            break;
        }
        let answer = client.get_aggregate(request(at)).await?.into_inner();
        taken.push(start.elapsed());
        ensure!(answer.groups.len() > 1, "an answer without groups");
    }
    Ok(middle(taken))
}

fn request(at: usize) -> GetAggregateRequest {
    let not_there = Filter {
        operator: Operator::NotEquals.into(),
        field: Some("network".to_owned()),
        value: Some(QueryValue::text(format!("bench-network-{}", at % NETWORKS))),
        filters: Vec::new(),
    };
    GetAggregateRequest {
        measure: "62".to_owned(),
        filter: Some(not_there),
        group_by: Some(SeriesGroupBy::AssetClass.into()),
        from: Some("2022-01-01".to_owned()),
        to: Some("2025-12-31".to_owned()),
        ..GetAggregateRequest::default()
    }
}

fn reads(numbers: &[f64], time: Duration) -> f64 {
    let end = Instant::now() + time;
    let mut taken = Vec::new();
    while Instant::now() < end {
        let began = Instant::now();
        std::hint::black_box(sum(std::hint::black_box(numbers)));
        taken.push(began.elapsed());
    }
    middle(taken)
}

fn sum(numbers: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    for part in numbers.as_chunks::<LANES>().0 {
        for (sum, number) in sums.iter_mut().zip(part) {
            *sum += number;
        }
    }
    sums.iter().sum()
}

fn middle(mut taken: Vec<Duration>) -> f64 {
    taken.sort_unstable();
    taken.get(taken.len() / 2).map_or(f64::NAN, |time| time.as_secs_f64() * 1_000.0)
}
