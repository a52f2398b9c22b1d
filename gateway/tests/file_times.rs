//! Files of every kind end in time, however slow their readers are, and with the session of their reader.

use std::time::Duration;

use crate::support::identity::user_id;
use crate::support::{ADMIN, COLLEAGUE, CUSTOMER, World};
use gateway::router::{FILE_TIMES, FileTimes};
use proto::catalog::v1::Asset;
use proto::identity::v1::Role;
use proto::timeseries::v1::{GetAggregateResponse, SeriesGroup, SeriesInterval};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const ASSETS: &str = "/api/download/assets.csv";
/// The address of a file of groups by class.
const GROUPS: &str = "/api/download/timeseries.aggregate.csv?query=%7B%22measure%22:%22total_value%22,%22group_by%22:%22asset_class%22%7D";
const DATASET: &str = "/api/download/datasets/5e0f/series.parquet";
/// The bytes of a dataset and of an export; the other files have more.
const SIZE: usize = 4 << 20;

/// Files that are longer than all buffers between the gateway and a client.
fn fill(world: &World) {
    let asset = |number: usize| Asset {
        name: "x".repeat(2_000),
        slug: format!("asset-{number}"),
        ..Asset::default()
    };
    world.catalog.have((0..3_000).map(asset).collect());
    world.catalog.keep("5e0f", "series.parquet", vec![7; SIZE]);
    world.identity.export("x".repeat(SIZE));
    let dates: Vec<String> = (0..2_000).map(|day| format!("{}-01-01", 1_000 + day)).collect();
    let group = |number: usize| SeriesGroup {
        key: Some(format!("class-{number}")),
        values: vec![0.1; dates.len()],
        coverage: vec![1.0; dates.len()],
        ..SeriesGroup::default()
    };
    let answer = GetAggregateResponse {
        interval: SeriesInterval::Year.into(),
        groups: (0..20).map(group).collect(),
        dates: dates.clone(),
        to: "2999-12-31".to_owned(),
        ..GetAggregateResponse::default()
    };
    world.catalog.answer_with("GetAggregate", &answer);
}

/// Requests a file with a session, and reads the beginning of its answer.
async fn begin(world: &World, target: &str, token: &str) -> TcpStream {
    let mut stream = TcpStream::connect(world.address).await.unwrap();
    let request = format!(
        "GET {target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncookie: next-auth.session-token={token}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut begun = [0; 12];
    stream.read_exact(&mut begun).await.unwrap();
    assert_eq!(&begun, b"HTTP/1.1 200", "{target}");
    stream
}

/// All that is left of an answer; a connection that was given up may be reset.
async fn rest(mut stream: TcpStream) -> Vec<u8> {
    let mut rest = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut rest)).await;
    rest
}

#[tokio::test]
async fn every_file_is_broken_off_after_the_longest_time() {
    const LONGEST: Duration = Duration::from_secs(2);
    let world = World::with_file_times(FileTimes { longest: LONGEST, ..FILE_TIMES }).await;
    fill(&world);
    let export = format!("/api/download/account/{}.json", user_id(98));
    let late = async |target: &str| {
        let stream = begin(&world, target, CUSTOMER).await;
        tokio::time::sleep(LONGEST + Duration::from_secs(1)).await;
        rest(stream).await.len()
    };
    let (list, groups, dataset, export) =
        tokio::join!(late(ASSETS), late(GROUPS), late(DATASET), late(&export));
    for bytes in [list, groups, dataset, export] {
        assert!(bytes > 0 && bytes < SIZE, "{bytes} of {SIZE} bytes or more");
    }
}

#[tokio::test]
async fn a_file_is_broken_off_when_the_session_of_its_reader_ends_or_their_role_changes() {
    let times = FileTimes { session: Duration::ZERO, ..FILE_TIMES };
    let world = World::with_file_times(times).await;
    fill(&world);
    let is_whole = async |stream: TcpStream| rest(stream).await.ends_with(b"\r\n0\r\n\r\n");
    let ended = begin(&world, ASSETS, CUSTOMER).await;
    let demoted = begin(&world, ASSETS, ADMIN).await;
    let unchanged = begin(&world, ASSETS, COLLEAGUE).await;
    let anonymous = begin(&world, ASSETS, "unknown").await;
    world.identity.end(CUSTOMER);
    world.identity.change(ADMIN, |user| user.role = Role::Customer.into());
    let whole =
        tokio::join!(is_whole(ended), is_whole(demoted), is_whole(unchanged), is_whole(anonymous));
    assert_eq!(whole, (false, false, true, true));
}

#[tokio::test]
async fn a_file_is_broken_off_when_the_role_of_its_reader_has_changed_and_is_the_same_again() {
    let times = FileTimes { session: Duration::ZERO, ..FILE_TIMES };
    let world = World::with_file_times(times).await;
    fill(&world);
    let promoted = begin(&world, GROUPS, CUSTOMER).await;
    world.identity.raise_role_epoch();
    let later = begin(&world, GROUPS, CUSTOMER).await;
    let (promoted, later) = tokio::join!(rest(promoted), rest(later));
    let is_whole = |file: &[u8]| file.ends_with(b"\r\n0\r\n\r\n");
    assert_eq!((is_whole(&promoted), is_whole(&later)), (false, true));
}

#[tokio::test]
async fn a_session_is_looked_up_once_for_a_file_that_is_read_at_once() {
    let world = World::with_file_times(FILE_TIMES).await;
    fill(&world);
    let before = world.identity.resolved();
    let read = rest(begin(&world, ASSETS, CUSTOMER).await).await;
    assert!(read.ends_with(b"\r\n0\r\n\r\n"), "it is whole");
    assert_eq!(world.identity.resolved() - before, 1);
}
