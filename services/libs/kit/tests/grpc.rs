//! Calls between services: balance, deadlines, retries, work that outlives its caller.

#![expect(clippy::disallowed_methods, reason = "a test's tasks end with the test")]

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use kit::clock::Clock;
use kit::config::Env;
use kit::error::{ErrorCode, Problem};
use kit::grpc;
use kit::run::App;
use kit::testing::{self, as_user, eventually};
use proto::profiles::v1::profiles_client::ProfilesClient;
use proto::profiles::v1::profiles_server::{Profiles, ProfilesServer};
use proto::profiles::v1::{
    ExportPersonRequest, ExportPersonResponse, GetProfileRequest, GetProfileResponse,
    UpdatePreferencesRequest, UpdatePreferencesResponse, UpdateProfileRequest,
    UpdateProfileResponse,
};
use tokio::net::TcpSocket;
use tokio::sync::{Notify, oneshot};
use tokio::time::Instant;
use tonic::service::Routes;
use tonic::{Request, Response, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

/// A service that counts its calls.
#[derive(Clone, Default)]
struct Fake {
    reads: Arc<AtomicUsize>,
    writes: Arc<AtomicUsize>,
    begun: Arc<Notify>,
    go_on: Arc<Notify>,
    ended: Arc<Notify>,
}

/// Signals that the work it was part of is over.
struct Ended(Arc<Notify>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

#[tonic::async_trait]
impl Profiles for Fake {
    async fn get_profile(
        &self,
        request: Request<GetProfileRequest>,
    ) -> Result<Response<GetProfileResponse>, Status> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        match kit::peers::person(&request)?.user_id.as_str() {
            "away" => Err(Problem::unavailable("the database is away").into()),
            "panic" => panic!("on purpose"),
            "busy" => {
                self.begun.notify_one();
                std::thread::sleep(Duration::from_millis(600));
                Ok(Response::new(GetProfileResponse::default()))
            }
            "slow" => {
                let _ended = Ended(Arc::clone(&self.ended));
                self.begun.notify_one();
                std::future::pending().await
            }
            _ => Ok(Response::new(GetProfileResponse::default())),
        }
    }

    async fn update_profile(
        &self,
        _: Request<UpdateProfileRequest>,
    ) -> Result<Response<UpdateProfileResponse>, Status> {
        self.begun.notify_one();
        self.go_on.notified().await;
        self.writes.fetch_add(1, Ordering::SeqCst);
        Ok(Response::new(UpdateProfileResponse::default()))
    }

    async fn update_preferences(
        &self,
        _: Request<UpdatePreferencesRequest>,
    ) -> Result<Response<UpdatePreferencesResponse>, Status> {
        self.writes.fetch_add(1, Ordering::SeqCst);
        Err(Problem::unavailable("the database is away").into())
    }

    async fn export_person(
        &self,
        _: Request<ExportPersonRequest>,
    ) -> Result<Response<ExportPersonResponse>, Status> {
        Ok(Response::new(ExportPersonResponse::default()))
    }
}

fn app() -> App {
    testing::app_with(Env::fixed([]), Clock::system())
}

async fn serve(app: &App, fake: &Fake) -> SocketAddr {
    let routes = Routes::new(ProfilesServer::new(fake.clone()));
    grpc::serve(app, "127.0.0.1:0".parse().unwrap(), routes).await.unwrap()
}

async fn client(app: &App, addresses: &[SocketAddr]) -> Client {
    let urls: Vec<String> = addresses.iter().map(|address| format!("http://{address}")).collect();
    ProfilesClient::new(grpc::connect(app, "PROFILES_URL", &urls.join(",")).await.unwrap())
}

type Client = ProfilesClient<grpc::Channel>;

async fn read(client: &mut Client, user: &str) -> Result<Response<GetProfileResponse>, Status> {
    as_user(user, client.get_profile(GetProfileRequest {})).await
}

async fn write(client: &mut Client) -> Result<Response<UpdateProfileResponse>, Status> {
    as_user("ann", client.update_profile(UpdateProfileRequest::default())).await
}

/// An address without a listener, as long as the socket is kept.
fn closed_port() -> (TcpSocket, SocketAddr) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = socket.local_addr().unwrap();
    (socket, address)
}

#[tokio::test]
async fn replicas_share_the_calls() {
    let (app, one, two) = (app(), Fake::default(), Fake::default());
    let addresses = [serve(&app, &one).await, serve(&app, &two).await];
    let mut client = client(&app, &addresses).await;
    for _ in 0..100 {
        read(&mut client, "ann").await.unwrap();
    }
    assert_eq!(one.reads.load(Ordering::SeqCst), 50);
    assert_eq!(two.reads.load(Ordering::SeqCst), 50);
}

#[tokio::test]
async fn reads_do_not_fail_when_one_of_two_replicas_dies() {
    let (app, dying, one, two) = (app(), self::app(), Fake::default(), Fake::default());
    let addresses = [serve(&app, &one).await, serve(&dying, &two).await];
    let mut client = client(&app, &addresses).await;
    read(&mut client, "ann").await.unwrap();
    read(&mut client, "ann").await.unwrap();
    dying.stop().await;
    for _ in 0..200 {
        read(&mut client, "ann").await.unwrap();
    }
}

#[tokio::test]
async fn reads_go_to_a_replica_that_answers_when_the_other_never_did() {
    let (app, fake) = (app(), Fake::default());
    let (_kept, closed) = closed_port();
    let addresses = [serve(&app, &fake).await, closed];
    let mut client = client(&app, &addresses).await;
    for _ in 0..50 {
        read(&mut client, "ann").await.unwrap();
    }
    assert_eq!(fake.reads.load(Ordering::SeqCst), 50);
}

#[tokio::test]
async fn a_read_is_tried_twice_and_a_write_once() {
    let (app, fake) = (app(), Fake::default());
    let mut client = client(&app, &[serve(&app, &fake).await]).await;
    let problem = Problem::from(read(&mut client, "away").await.unwrap_err());
    assert_eq!(problem.code, ErrorCode::Unavailable);
    assert_eq!(fake.reads.load(Ordering::SeqCst), 2);
    let write = client.update_preferences(UpdatePreferencesRequest::default());
    as_user("ann", write).await.unwrap_err();
    assert_eq!(fake.writes.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn retries_stay_a_small_part_of_the_calls() {
    let (app, fake) = (app(), Fake::default());
    let mut client = client(&app, &[serve(&app, &fake).await]).await;
    let began = Instant::now();
    for _ in 0..300 {
        read(&mut client, "away").await.unwrap_err();
    }
    // A tenth of the calls, and the reserve of five a second over the ten seconds of the window; what took
    // longer was given more.
    let reserve = 5 * (10 + began.elapsed().as_secs() as usize) + 1;
    let calls = fake.reads.load(Ordering::SeqCst);
    assert!(calls <= 300 + 30 + reserve, "{calls} calls arrived for 300");
}

#[tokio::test]
async fn a_call_ends_at_its_deadline() {
    let (app, fake) = (app(), Fake::default());
    let mut client = client(&app, &[serve(&app, &fake).await]).await;
    let call = write(&mut client);
    let status = grpc::within(Duration::from_millis(100), call).await.unwrap_err();
    assert_eq!(Problem::from(status).code, ErrorCode::Timeout);
}

#[tokio::test]
async fn an_address_that_swallows_everything_costs_no_more_than_the_deadline() {
    let app = app();
    // Bound, and never accepted from: the connection opens and stays silent.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut client = client(&app, &[silent.local_addr().unwrap()]).await;
    let call = read(&mut client, "ann");
    let status = grpc::within(Duration::from_millis(200), call).await.unwrap_err();
    assert_eq!(Problem::from(status).code, ErrorCode::Timeout);
}

#[tokio::test]
async fn a_replica_that_says_nothing_is_left_for_another_one() {
    let (app, fake) = (app(), Fake::default());
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent_at = silent.local_addr().unwrap();
    let longest = Duration::from_mins(10);
    let mut alone = client(&app, &[silent_at]).await;
    // The first one learns it, the next one knows it: neither waits for its deadline.
    for _ in 0..2 {
        let status = grpc::within(longest, read(&mut alone, "ann")).await.unwrap_err();
        assert_eq!(Problem::from(status).code, ErrorCode::Unavailable);
    }
    let counted = r#"rpc_client_ejections_total{cause="silent",service="profiles"}"#;
    assert!(kit::telemetry::exposition().contains(counted));
    let mut both = client(&app, &[silent_at, serve(&app, &fake).await]).await;
    for _ in 0..10 {
        grpc::within(longest, read(&mut both, "ann")).await.unwrap();
    }
    assert_eq!(fake.reads.load(Ordering::SeqCst), 10);
}

#[tokio::test]
async fn a_replica_that_is_slow_keeps_its_call() {
    let (app, fake) = (app(), Fake::default());
    let mut client = client(&app, &[serve(&app, &fake).await]).await;
    // Longer than a silent replica would have.
    let call = grpc::within(Duration::from_secs(3), read(&mut client, "slow"));
    let status = call.await.unwrap_err();
    assert_eq!(Problem::from(status).code, ErrorCode::Timeout);
    assert_eq!(fake.reads.load(Ordering::SeqCst), 1);
    read(&mut client, "ann").await.unwrap();
}

#[tokio::test]
async fn a_write_goes_on_when_the_caller_disconnects() {
    let (app, fake) = (app(), Fake::default());
    let mut client = client(&app, &[serve(&app, &fake).await]).await;
    let call = tokio::spawn(async move { write(&mut client).await });
    fake.begun.notified().await;
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    fake.go_on.notify_one();
    eventually("the write ends", || async { fake.writes.load(Ordering::SeqCst) == 1 }).await;
}

#[tokio::test]
async fn a_read_ends_when_its_caller_leaves() {
    let (app, fake) = (app(), Fake::default());
    let mut client = client(&app, &[serve(&app, &fake).await]).await;
    let call = tokio::spawn(async move {
        grpc::within(Duration::from_mins(10), read(&mut client, "slow")).await
    });
    fake.begun.notified().await;
    call.abort();
    let ended = tokio::time::timeout(Duration::from_mins(1), fake.ended.notified());
    ended.await.expect("the read is over long before its deadline");
}

#[tokio::test]
async fn a_stop_waits_for_work_under_way() {
    let (serving, calling, fake) = (app(), app(), Fake::default());
    let mut client = client(&calling, &[serve(&serving, &fake).await]).await;
    let call = tokio::spawn(async move { write(&mut client).await });
    fake.begun.notified().await;
    let stop = tokio::spawn(async move { serving.stop().await });
    fake.go_on.notify_one();
    call.await.unwrap().unwrap();
    stop.await.unwrap();
}

#[tokio::test]
async fn a_panic_is_an_answer_without_details() {
    let (app, fake) = (app(), Fake::default());
    let mut client = client(&app, &[serve(&app, &fake).await]).await;
    let status = read(&mut client, "panic").await.unwrap_err();
    assert!(!status.message().contains("on purpose"));
    assert_eq!(Problem::from(status).code, ErrorCode::Internal);
    read(&mut client, "ann").await.unwrap();
}

#[tokio::test]
async fn a_closed_port_is_unavailable() {
    let app = app();
    let (_kept, closed) = closed_port();
    let mut client = client(&app, &[closed]).await;
    let problem = Problem::from(read(&mut client, "ann").await.unwrap_err());
    assert_eq!(problem.code, ErrorCode::Unavailable);
}

/// A process that is ready once the flag is set.
fn starting() -> (App, Arc<AtomicBool>) {
    let (app, is_ready) = (app(), Arc::new(AtomicBool::new(false)));
    let shared = Arc::clone(&is_ready);
    app.health.check("data", move || {
        let is_ready = shared.load(Ordering::SeqCst);
        async move { is_ready.then_some(()).ok_or_else(|| "is being read".to_owned()) }
    });
    (app, is_ready)
}

#[tokio::test]
async fn a_process_that_starts_is_not_called_before_it_is_ready() {
    let (calling, (serving, is_ready), fake) = (app(), starting(), Fake::default());
    let mut client = client(&calling, &[serve(&serving, &fake).await]).await;
    let problem = Problem::from(read(&mut client, "ann").await.unwrap_err());
    assert_eq!((problem.code, problem.reason.as_ref()), (ErrorCode::Unavailable, "not_ready"));
    let problem = Problem::from(write(&mut client).await.unwrap_err());
    assert_eq!(problem.code, ErrorCode::Unavailable);
    assert_eq!(fake.reads.load(Ordering::SeqCst), 0);

    is_ready.store(true, Ordering::SeqCst);
    let served = || {
        let mut client = client.clone();
        async move { read(&mut client, "ann").await.is_ok() }
    };
    eventually("it is called", served).await;
    is_ready.store(false, Ordering::SeqCst);
    read(&mut client, "ann").await.expect("a dependency that is away later concerns each call");
}

#[tokio::test]
async fn calls_go_to_another_replica_while_one_starts() {
    let (calling, (serving, _), ready) = (app(), starting(), app());
    let (one, two) = (Fake::default(), Fake::default());
    let addresses = [serve(&serving, &one).await, serve(&ready, &two).await];
    let mut client = client(&calling, &addresses).await;
    for _ in 0..20 {
        read(&mut client, "ann").await.unwrap();
    }
    assert_eq!(one.reads.load(Ordering::SeqCst), 0);
    assert_eq!(two.reads.load(Ordering::SeqCst), 20);
}

#[tokio::test]
async fn a_wrong_address_is_named() {
    let app = app();
    let error = grpc::connect(&app, "PROFILES_URL", "ftp://x").await.err().unwrap();
    assert_eq!(error.to_string(), "setting PROFILES_URL must look like http://host:port");
    let error = grpc::connect(&app, "PROFILES_URL", "https://x:1").await.err().unwrap();
    assert_eq!(error.to_string(), "setting PROFILES_URL needs SERVICE_TLS for https");
    let error = grpc::connect(&app, "PROFILES_URL", "http://profiles:9100").await.err().unwrap();
    assert_eq!(
        error.to_string(),
        "setting PROFILES_URL reaches profiles without TLS: use https://, or set PLAIN_LINKS=allowed"
    );
}

#[tokio::test]
async fn a_port_beyond_this_machine_needs_tls_or_leave_to_do_without() {
    let serve = async |plain_links: &str| {
        let app = testing::app_with(Env::fixed([("PLAIN_LINKS", plain_links)]), Clock::system());
        let routes = Routes::new(ProfilesServer::new(Fake::default()));
        grpc::serve(&app, "0.0.0.0:0".parse().unwrap(), routes).await
    };
    assert_eq!(
        serve("").await.unwrap_err().to_string(),
        "setting SERVICE_TLS is required to answer at 0.0.0.0:0, beyond this machine: set it, or PLAIN_LINKS=allowed"
    );
    serve("allowed").await.unwrap();
}

#[tokio::test]
async fn a_process_serves_only_while_required_dependencies_answer() {
    let (serving, calling) = (app(), app());
    let there = Arc::new(AtomicUsize::new(1));
    let present = there.clone();
    serving.health.check("database", move || {
        let there = present.load(Ordering::SeqCst);
        async move { if there == 1 { Ok(()) } else { Err("is away".to_owned()) } }
    });
    serving.health.watch("bus", || async { Err("is away".to_owned()) });
    let address = serve(&serving, &Fake::default()).await;
    let channel = grpc::connect(&calling, "X_URL", &format!("http://{address}")).await.unwrap();
    let mut client = HealthClient::new(channel);
    let ask = || HealthCheckRequest::default();
    // A stream, too, has the time of its call.
    let watch = grpc::within(Duration::from_mins(10), client.watch(ask()));
    let mut changes = watch.await.unwrap().into_inner();
    for (present, status) in
        [(1, ServingStatus::Serving), (0, ServingStatus::NotServing), (1, ServingStatus::Serving)]
    {
        there.store(present, Ordering::SeqCst);
        assert_eq!(client.check(ask()).await.unwrap().into_inner().status(), status);
        assert_eq!(changes.message().await.unwrap().unwrap().status(), status);
    }
    serving.health.close();
    let closed = ServingStatus::NotServing;
    assert_eq!(client.check(ask()).await.unwrap().into_inner().status(), closed);
    assert_eq!(changes.message().await.unwrap().unwrap().status(), closed);
    assert!(changes.message().await.unwrap().is_none(), "the stream holds no stop up");
}

/// Serves on one thread, which a call can keep busy, until the sender is dropped.
async fn serve_on_one_thread(fake: &Fake) -> (SocketAddr, oneshot::Sender<()>) {
    let (bound, address) = oneshot::channel();
    let (open, closed) = oneshot::channel::<()>();
    let fake = fake.clone();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            bound.send(serve(&app(), &fake).await).unwrap();
            let _ = closed.await;
        });
    });
    (address.await.unwrap(), open)
}

#[tokio::test]
async fn callers_who_give_up_while_a_service_is_busy_end_no_other_call() {
    let fake = Fake::default();
    let (address, _open) = serve_on_one_thread(&fake).await;
    let mut client = client(&app(), &[address]).await;
    let mut others = client.clone();
    let standing = tokio::spawn(async move { write(&mut others).await });
    fake.begun.notified().await;
    let mut others = client.clone();
    let busy = tokio::spawn(async move { read(&mut others, "busy").await });
    fake.begun.notified().await;
    let given_up =
        (0..200).map(|_| {
            let mut others = client.clone();
            async move {
                tokio::time::timeout(Duration::from_millis(100), read(&mut others, "ann")).await
            }
        });
    assert!(futures::future::join_all(given_up).await.iter().all(Result::is_err));
    busy.await.unwrap().unwrap();
    fake.go_on.notify_one();
    standing.await.unwrap().unwrap();
    read(&mut client, "ann").await.unwrap();
}
