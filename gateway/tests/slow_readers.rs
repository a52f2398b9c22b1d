//! Slow readers of files do not prevent others from downloading, and slow readers of long answers are disconnected.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use crate::support::browser::Browser;
use crate::support::{COLLEAGUE, CUSTOMER, World};
use gateway::listener::{LEAST_PACE, LeastPace};
use kit::config::Env;
use proto::catalog::v1::Asset;
use proto::timeseries::v1::{GetAggregateResponse, SeriesGroup, SeriesInterval};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

const ASSETS: &str = "/api/download/assets.csv";
const BEGUN: &[u8; 12] = b"HTTP/1.1 200";
/// A request that waits for a place is refused after ten seconds, so a file that begins earlier had one.
const BEFORE_REFUSALS: Duration = Duration::from_secs(8);
/// A busy machine delays some attempts, a queue delays each of them: the median decides.
const ATTEMPTS: usize = 9;

/// A gateway behind a proxy, with a file that no socket holds.
async fn world() -> World {
    let world = World::with(Env::default().with("TRUSTED_PROXIES", "127.0.0.1"), None).await;
    world.catalog.have(assets(20 * 500));
    world
}

/// Assets that take 2 KB each in a file.
fn assets(count: usize) -> Vec<Asset> {
    let asset = |number| Asset {
        name: "x".repeat(2_000),
        slug: format!("asset-{number}"),
        ..Asset::default()
    };
    (0..count).map(asset).collect()
}

/// Requests the file for an address behind the proxy, with room for little of it; `cookie` may hold a session.
async fn ask_for(world: &World, address: Ipv4Addr, cookie: &str) -> TcpStream {
    ask_for_file(world, ASSETS, address, cookie).await
}

async fn ask_for_file(world: &World, target: &str, address: Ipv4Addr, cookie: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut stream = socket.connect(world.address).await.unwrap();
    let request = format!(
        "GET {target} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {address}\r\ncookie: {cookie}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// The beginnings of the answers that have begun, once there are at least `least` of them.
async fn beginnings(streams: &[TcpStream], least: usize) -> Vec<[u8; 12]> {
    let mut begun: Vec<Option<[u8; 12]>> = vec![None; streams.len()];
    go_on(streams, &mut begun, least).await;
    begun.into_iter().flatten().collect()
}

/// Adds the beginnings of further answers, until at least `least` have begun.
async fn go_on(streams: &[TcpStream], begun: &mut [Option<[u8; 12]>], least: usize) {
    for _ in 0..1_000 {
        for (stream, begun) in streams.iter().zip(&mut *begun) {
            let mut bytes = [0; 12];
            if begun.is_none() && stream.try_read(&mut bytes).is_ok_and(|read| read == 12) {
                *begun = Some(bytes);
            }
        }
        if begun.iter().flatten().count() >= least {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn files(begun: &[Option<[u8; 12]>]) -> usize {
    begun.iter().flatten().filter(|bytes| *bytes == BEGUN).count()
}

/// Requests two files repeatedly, and checks that they begin in most attempts. Then nobody waited for a place.
async fn begin_beside_slow_readers(ask: impl AsyncFn() -> [TcpStream; 2]) {
    let mut in_time = 0;
    for _ in 0..ATTEMPTS {
        let downloads = async {
            let streams = ask().await;
            beginnings(&streams, streams.len()).await
        };
        if let Ok(began) = tokio::time::timeout(BEFORE_REFUSALS, downloads).await {
            assert_eq!(began, [*BEGUN; 2]);
            in_time += 1;
        }
    }
    assert!(
        in_time > ATTEMPTS / 2,
        "{in_time} of {ATTEMPTS} attempts began within {BEFORE_REFUSALS:?}"
    );
}

#[tokio::test]
async fn slow_readers_of_one_address_keep_nobody_else_from_a_file() {
    const READERS: usize = 100;
    // Of these some are read, some wait, and all others are refused at once.
    const SHARE: usize = 8;
    const QUEUE: usize = 16;
    let world = world().await;
    let (shared, another) = (Ipv4Addr::new(198, 51, 100, 1), Ipv4Addr::new(198, 51, 100, 2));
    let session = format!("next-auth.session-token={CUSTOMER}");
    let mut slow = Vec::new();
    for _ in 0..READERS {
        slow.push(ask_for(&world, shared, "").await);
    }
    let mut begun: Vec<Option<[u8; 12]>> = vec![None; READERS];
    go_on(&slow, &mut begun, READERS - QUEUE).await;
    assert!(begun.iter().flatten().count() >= READERS - QUEUE, "{begun:?}");
    assert_eq!(files(&begun), SHARE, "the share of the address");

    // Another address, and a signed-in user at the same one. The slow readers keep their places, and who waits in vain is
    // refused: files that begin had free places.
    begin_beside_slow_readers(async || {
        [ask_for(&world, another, "").await, ask_for(&world, shared, &session).await]
    })
    .await;

    // Nobody else of the address without a session got one: all who waited are refused.
    go_on(&slow, &mut begun, READERS).await;
    assert!(begun.iter().all(Option::is_some), "{begun:?}");
    assert_eq!(files(&begun), SHARE);
    drop(slow);
}

#[tokio::test]
async fn slow_readers_with_one_session_keep_nobody_else_from_a_file() {
    const SHARE: usize = 4;
    let world = world().await;
    let shared = Ipv4Addr::new(198, 51, 100, 1);
    let session = |token: &str| format!("next-auth.session-token={token}");
    let mut slow = Vec::new();
    for _ in 0..30 {
        slow.push(ask_for(&world, shared, &session(CUSTOMER)).await);
    }
    let answered = beginnings(&slow, 30 - 16).await;
    let files = answered.iter().filter(|bytes| *bytes == BEGUN).count();
    assert_eq!(files, SHARE, "the share of the user");
    let others =
        [ask_for(&world, shared, "").await, ask_for(&world, shared, &session(COLLEAGUE)).await];
    let began = beginnings(&others, others.len()).await;
    assert!(began.iter().all(|bytes| bytes == BEGUN), "{began:?}");
    assert_eq!(began.len(), others.len());
}

#[tokio::test]
async fn slow_readers_with_many_accounts_at_one_address_keep_nobody_else_from_a_file() {
    const ACCOUNTS: u8 = 6;
    const READERS: usize = 6;
    // A half of all places, although six accounts have four of their own each.
    const SHARE: usize = 12;
    let world = world().await;
    let (shared, another) = (Ipv4Addr::new(198, 51, 100, 1), Ipv4Addr::new(198, 51, 100, 2));
    let session = |token: &str| format!("next-auth.session-token={token}");
    let mut slow = Vec::new();
    for number in 0..ACCOUNTS {
        let token = format!("account-{number}");
        world.identity.have(&token, 50 + number);
        for _ in 0..READERS {
            slow.push(ask_for(&world, shared, &session(&token)).await);
        }
    }
    let mut begun: Vec<Option<[u8; 12]>> = vec![None; slow.len()];
    go_on(&slow, &mut begun, SHARE).await;
    assert_eq!(files(&begun), SHARE, "the share of the network");

    // A visitor and a user elsewhere find places at once.
    begin_beside_slow_readers(async || {
        [ask_for(&world, another, "").await, ask_for(&world, another, &session(CUSTOMER)).await]
    })
    .await;

    // No further reader at the shared address got a place: all who waited are refused.
    go_on(&slow, &mut begun, slow.len()).await;
    assert!(begun.iter().all(Option::is_some), "{begun:?}");
    assert_eq!(files(&begun), SHARE);
    drop(slow);
}

/// Has groups whose file no socket holds; the address of that file, whose bytes nearly fill the share of an address.
fn groups(world: &World) -> String {
    const GROUPS: usize = 70;
    const DATES: usize = 1_000;
    let group = |number: usize| SeriesGroup {
        key: Some(format!("class-{number}")),
        values: vec![0.1; DATES],
        coverage: vec![1.0; DATES],
        ..SeriesGroup::default()
    };
    let answer = GetAggregateResponse {
        interval: SeriesInterval::Year.into(),
        dates: (0..DATES).map(|day| format!("{}-01-01", 1_000 + day)).collect(),
        groups: (0..GROUPS).map(group).collect(),
        to: "1999-12-31".to_owned(),
        ..GetAggregateResponse::default()
    };
    world.catalog.answer_with("GetAggregate", &answer);
    let query = json!({
        "measure": "total_value", "group_by": "asset_class", "group_limit": GROUPS,
        "from": "2024-01-01", "to": "2026-09-26",
    });
    let query: String =
        url::form_urlencoded::byte_serialize(query.to_string().as_bytes()).collect();
    format!("/api/download/timeseries.aggregate.csv?query={query}")
}

#[tokio::test]
async fn a_slow_reader_of_a_large_file_holds_its_bytes_and_leaves_the_others_theirs() {
    let env = Env::default().with("TRUSTED_PROXIES", "127.0.0.1").with("ANSWER_MEMORY_MIB", "16");
    let world = World::with(env, None).await;
    let file = groups(&world);
    let (shared, another) = (Ipv4Addr::new(198, 51, 100, 1), Ipv4Addr::new(198, 51, 100, 2));
    let slow = [ask_for_file(&world, &file, shared, "").await];
    assert_eq!(beginnings(&slow, 1).await, [*BEGUN]);

    let session = format!("next-auth.session-token={CUSTOMER}");
    let others = [
        ask_for_file(&world, &file, another, "").await,
        ask_for_file(&world, &file, shared, &session).await,
    ];
    let began = tokio::time::timeout(BEFORE_REFUSALS, beginnings(&others, others.len())).await;
    assert_eq!(began.unwrap(), [*BEGUN; 2]);

    let second = world.anonymous().with("x-forwarded-for", &shared.to_string()).get(&file).await;
    assert_eq!((second.status, second.header("retry-after").is_some()), (503, true), "{second:?}");
    assert!(second.text().contains("downloads_busy"), "{second:?}");
    drop(slow);
    let again = [ask_for_file(&world, &file, shared, "").await];
    assert_eq!(beginnings(&again, 1).await, [*BEGUN], "the bytes are returned");
}

/// How many bytes reach a client that takes about 20 KiB in a second, and after five seconds all that is left.
async fn taken_slowly(world: &World, request: &str) -> usize {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(16 << 10).unwrap();
    let mut stream = socket.connect(world.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let (mut taken, mut part, began) = (0, [0; 1 << 10], Instant::now());
    while began.elapsed() < Duration::from_secs(5) {
        tokio::time::sleep(Duration::from_millis(50)).await;
        taken += stream.read(&mut part).await.unwrap_or(0);
    }
    let mut rest = Vec::new();
    // A connection that was given up may be reset.
    let _ = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut rest)).await;
    taken + rest.len()
}

#[tokio::test]
async fn long_answers_and_files_are_broken_off_for_who_takes_them_too_slowly() {
    let pace = LeastPace { window: Duration::from_secs(1), bytes: 128 << 10, ..LEAST_PACE };
    let world = World::at_pace(pace).await;
    world.catalog.list("networks", &json!(["x".repeat(1_900_000)]));
    world.catalog.have(assets(1_000));
    let target = Browser::query("networks.list", &json!({"pagination": {"perPage": 1_000}}));
    for target in [target.as_str(), ASSETS] {
        let whole = world.get(target).await;
        assert_eq!(whole.status, 200, "{target}");
        assert!(whole.body.len() > 1_900_000, "who takes it at once has it whole: {target}");
    }

    let alone = format!("GET {target} HTTP/1.1\r\nhost: x\r\n\r\n");
    // The answer to the next request, which is short, does not free the client of the pace.
    let followed = format!("{alone}GET /config.json HTTP/1.1\r\nhost: x\r\n\r\n");
    let file = format!("GET {ASSETS} HTTP/1.1\r\nhost: x\r\n\r\n");
    let (alone, followed, file) = tokio::join!(
        taken_slowly(&world, &alone),
        taken_slowly(&world, &followed),
        taken_slowly(&world, &file),
    );
    for taken in [alone, followed, file] {
        assert!(taken > 0 && taken < 1 << 20, "{alone}, {followed} and {file} bytes");
    }
}

#[tokio::test]
async fn a_long_answer_is_broken_off_in_time_however_steadily_it_is_taken() {
    let longest = Duration::from_secs(2);
    let world = World::at_pace(LeastPace { longest, ..LEAST_PACE }).await;
    world.catalog.list("networks", &json!(["x".repeat(1_900_000)]));
    let target = Browser::query("networks.list", &json!({"pagination": {"perPage": 1_000}}));
    assert!(world.get(&target).await.body.len() > 1_900_000, "who takes it at once has it whole");
    // Five times the minimum pace.
    let taken = taken_slowly(&world, &format!("GET {target} HTTP/1.1\r\nhost: x\r\n\r\n")).await;
    assert!(taken > 0 && taken < 1 << 20, "{taken} bytes");
}
