//! The admission of callers: tokens, statements, keys that are replaced, and mutual TLS.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::certificates::Authority;
use crate::log::Log;
use kit::clock::{Clock, DAY};
use kit::config::Env;
use kit::error::{ErrorCode, Problem};
use kit::grpc;
use kit::peers::tls::Tls;
use kit::peers::{Peers, Person, make, on_behalf_of};
use kit::run::App;
use kit::testing::{self, SecurityLog, as_administrator, as_user, eventually};
use proto::identity::v1::{Role, UserErased, UserUpdated};
use proto::profiles::v1::profiles_client::ProfilesClient;
use proto::profiles::v1::profiles_server::{Profiles, ProfilesServer};
use proto::profiles::v1::{
    ExportPersonRequest, ExportPersonResponse, GetProfileRequest, GetProfileResponse, Profile,
    UpdatePreferencesRequest, UpdatePreferencesResponse, UpdateProfileRequest,
    UpdateProfileResponse,
};
use proto::rpcs::PROGRAMS;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tonic::service::Routes;
use tonic::{Code, Request, Response, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;
use tonic_types::StatusExt as _;

/// Answers with the person named in the request: an analyst's profile for administrators.
struct Fake;

#[tonic::async_trait]
impl Profiles for Fake {
    async fn get_profile(
        &self,
        request: Request<GetProfileRequest>,
    ) -> Result<Response<GetProfileResponse>, Status> {
        let person = kit::peers::person(&request)?;
        let is_administrator = person.role == Role::Admin;
        let profile = Profile { should_receive_marketing: is_administrator, ..Profile::default() };
        Ok(Response::new(GetProfileResponse { profile: Some(profile), preferences: None }))
    }

    async fn update_profile(
        &self,
        _: Request<UpdateProfileRequest>,
    ) -> Result<Response<UpdateProfileResponse>, Status> {
        Ok(Response::new(UpdateProfileResponse::default()))
    }

    async fn update_preferences(
        &self,
        _: Request<UpdatePreferencesRequest>,
    ) -> Result<Response<UpdatePreferencesResponse>, Status> {
        Ok(Response::new(UpdatePreferencesResponse::default()))
    }

    async fn export_person(
        &self,
        _: Request<ExportPersonRequest>,
    ) -> Result<Response<ExportPersonResponse>, Status> {
        Ok(Response::new(ExportPersonResponse::default()))
    }
}

pub type Client = ProfilesClient<grpc::Channel>;

pub async fn serve(app: &App) -> SocketAddr {
    let routes = Routes::new(ProfilesServer::new(Fake));
    grpc::serve(app, "127.0.0.1:0".parse().unwrap(), routes).await.unwrap()
}

pub async fn client(app: &App, address: SocketAddr) -> Client {
    let url = format!("http://{address}");
    ProfilesClient::new(grpc::connect(app, "PROFILES_URL", &url).await.unwrap())
}

pub async fn ask(client: &mut Client) -> Result<bool, Status> {
    let answer = as_user("ann", client.get_profile(GetProfileRequest {})).await?;
    Ok(answer.into_inner().profile.unwrap().should_receive_marketing)
}

/// The code and the reason of a refusal.
fn refused<T>(answer: Result<T, Status>) -> (Code, String) {
    let Err(status) = answer else { panic!("the call is not refused") };
    let reason = status.get_details_error_info().map(|info| info.reason);
    (status.code(), reason.unwrap_or_default())
}

fn unproven() -> (Code, String) {
    (Code::Unauthenticated, "peer_required".to_owned())
}

#[tokio::test]
async fn whoever_reaches_the_port_gets_health_and_nothing_else() {
    let address = serve(&testing::app()).await;
    let channel = tonic::transport::Channel::from_shared(format!("http://{address}")).unwrap();
    let channel = channel.connect().await.unwrap();
    let mut bare = ProfilesClient::new(channel.clone());
    assert_eq!(refused(bare.get_profile(GetProfileRequest {}).await), unproven());
    for (name, value) in [("assay-peer", "gateway"), ("assay-peer", ""), ("assay-person", "admin")]
    {
        let mut request = Request::new(UpdateProfileRequest::default());
        request.metadata_mut().insert(name, value.parse().unwrap());
        assert_eq!(refused(bare.update_profile(request).await), unproven());
    }
    let health = HealthClient::new(channel).check(HealthCheckRequest::default()).await;
    assert!(health.is_ok());
    let none = testing::app().with_peers(Peers::none(Clock::system()));
    assert_eq!(refused(ask(&mut client(&none, address).await).await), unproven());
}

#[tokio::test]
async fn a_token_that_is_signed_for_another_service_is_refused() {
    let app = testing::app();
    let address = serve(&app).await;
    let channel = tonic::transport::Channel::from_shared(format!("http://{address}")).unwrap();
    let mut bare = ProfilesClient::new(channel.connect().await.unwrap());
    // With a token for the service it is the person that is missing.
    let person_required = (Code::Unauthenticated, "person_required".to_owned());
    for (path, expected) in [
        ("/profiles.v1.Profiles/GetProfile", person_required),
        ("/catalog.v1.Catalog/GetRecord", unproven()),
        ("/identity.v1.Identity/ListSessions", unproven()),
    ] {
        let token = app.peers.token(path).unwrap();
        let mut request = Request::new(GetProfileRequest {});
        request.metadata_mut().insert("assay-peer", token.to_str().unwrap().parse().unwrap());
        assert_eq!(refused(bare.get_profile(request).await), expected, "{path}");
    }
}

#[tokio::test]
async fn the_definitions_are_listed_only_if_a_setting_says_so() {
    for (setting, expected) in [("off", Code::Unimplemented), ("on", Code::Ok)] {
        let env = Env::fixed([("GRPC_REFLECTION", setting)]);
        let address = serve(&testing::app_with(env, Clock::system())).await;
        let channel = tonic::transport::Channel::from_shared(format!("http://{address}")).unwrap();
        let mut client =
            tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient::new(
                channel.connect().await.unwrap(),
            );
        let answer = client.server_reflection_info(tokio_stream::empty()).await;
        let code = answer.map_or_else(|status| status.code(), |_| Code::Ok);
        assert_eq!(code, expected);
    }
}

#[tokio::test]
async fn the_table_names_the_programs_that_may_call() {
    let app = testing::app();
    let address = serve(&app).await;
    for program in PROGRAMS {
        let mut client = client(&testing::app_of(program, &app), address).await;
        if *program == "gateway" {
            assert!(ask(&mut client).await.is_ok());
        } else {
            let expected = (Code::PermissionDenied, "peer_refused".to_owned());
            assert_eq!(refused(ask(&mut client).await), expected, "{program}");
        }
    }
    // A program that nobody knows has a key that nobody knows.
    let mut unknown = client(&testing::app_of("stranger", &app), address).await;
    assert_eq!(refused(ask(&mut unknown).await), unproven());
}

#[tokio::test]
async fn a_call_is_made_for_the_person_whom_the_gateway_names() {
    let app = testing::app();
    let mut client = client(&app, serve(&app).await).await;
    let nobody = (Code::Unauthenticated, "person_required".to_owned());
    assert_eq!(refused(client.get_profile(GetProfileRequest {}).await), nobody);
    assert!(!ask(&mut client).await.unwrap());
    let call = client.get_profile(GetProfileRequest {});
    let profile = as_administrator("ada", call).await.unwrap().into_inner().profile.unwrap();
    assert!(profile.should_receive_marketing);
    // Nobody without a role is stated.
    let person = Person {
        user_id: "ann".to_owned(),
        organization_id: None,
        role: Role::Unspecified,
        role_epoch: 0,
        session_id: String::new(),
        fresh_until: i64::MAX,
    };
    let call = client.get_profile(GetProfileRequest {});
    let answer = on_behalf_of(Some(Arc::new(person)), call).await;
    assert_eq!(refused(answer), nobody);
}

#[tokio::test]
async fn a_token_outlives_a_minute_by_no_second() {
    let now = testing::app().clock.now();
    let (server_clock, client_clock) = (Clock::fixed(now), Clock::fixed(now));
    let address = serve(&testing::app_at(server_clock.clone())).await;
    let mut client = client(&testing::app_at(client_clock.clone()), address).await;
    assert!(ask(&mut client).await.is_ok());
    // The caller's clock stands still: it sends what it has signed.
    server_clock.advance(Duration::from_secs(49));
    assert!(ask(&mut client).await.is_ok());
    server_clock.advance(Duration::from_secs(1));
    assert_eq!(refused(ask(&mut client).await), unproven());
    client_clock.advance(Duration::from_secs(50));
    assert!(ask(&mut client).await.is_ok());
    // Signed too far ahead of the receiver.
    client_clock.advance(Duration::from_secs(30));
    assert_eq!(refused(ask(&mut client).await), unproven());
}

#[tokio::test]
async fn events_of_identity_outdate_earlier_statements_about_their_user() {
    let clock = Clock::fixed(testing::app().clock.now());
    let app = testing::app_at(clock.clone());
    let client = client(&app, serve(&app).await).await;
    let bus = testing::bus(&app);
    kit::role_changes::follow(&app, &bus);
    let ask = async |user: &str, role_epoch: i64| {
        let person = Person { role_epoch, ..(*testing::person(user, Role::Admin)).clone() };
        let mut client = client.clone();
        let call = client.get_profile(GetProfileRequest {});
        on_behalf_of(Some(Arc::new(person)), call).await
    };
    let changed = UserUpdated { user_id: "ann".to_owned(), role_epoch: 2 };
    let erased = UserErased { user_id: "bob".to_owned(), erased_at: 1 };
    eventually("both events arrive", || async {
        bus.publish(&changed, kit::id::new()).await.is_ok()
            && bus.publish(&erased, kit::id::new()).await.is_ok()
            && ask("ann", 1).await.is_err()
            && ask("bob", 9).await.is_err()
    })
    .await;
    let outdated = (Code::Unauthenticated, "person_required".to_owned());
    assert_eq!(refused(ask("ann", 1).await), outdated);
    assert_eq!(refused(ask("bob", 9).await), outdated);
    assert!(ask("ann", 2).await.is_ok());
    assert!(ask("eve", 0).await.is_ok(), "nothing has changed for others");
    // The gateway may have stated it up to a minute after the change, for a minute.
    clock.advance(Duration::from_secs(125));
    assert_eq!(refused(ask("ann", 1).await), outdated);
    clock.advance(Duration::from_secs(5));
    assert!(ask("ann", 1).await.is_ok());
}

#[tokio::test]
async fn keys_are_replaced_while_calls_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::fixed(testing::app().clock.now());
    let seconds = || clock.now_milliseconds() / 1000;
    let keys = |program: &str| {
        let peers = Peers::in_folder(program, folder.path().to_owned(), clock.clone());
        App::new(Env::default(), clock.clone()).with_peers(peers)
    };
    make(folder.path(), PROGRAMS, seconds(), false).unwrap();
    let address = serve(&keys("profiles")).await;
    let mut client = client(&keys("gateway"), address).await;
    assert!(ask(&mut client).await.is_ok());

    make(folder.path(), PROGRAMS, seconds(), true).unwrap();
    assert!(ask(&mut client).await.is_ok());
    // Both sides read the folder every few seconds; by then the new key is signed with.
    tokio::time::sleep(Duration::from_secs(6)).await;
    clock.advance(Duration::from_secs(301));
    assert!(ask(&mut client).await.is_ok());
    clock.advance(Duration::from_secs(301));
    let made = make(folder.path(), PROGRAMS, seconds(), false).unwrap();
    assert_eq!((made.new, made.removed), (0, PROGRAMS.len()));
    tokio::time::sleep(Duration::from_secs(6)).await;
    clock.advance(DAY);
    assert!(ask(&mut client).await.is_ok());

    // A key that is taken away is not believed any more.
    for entry in std::fs::read_dir(folder.path().join("public")).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_str().unwrap().starts_with("gateway.") {
            std::fs::remove_file(path).unwrap();
        }
    }
    eventually("the key is forgotten", || {
        let mut client = client.clone();
        async move { ask(&mut client).await.is_err() }
    })
    .await;
}

#[tokio::test]
async fn a_process_without_keys_says_which_setting_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let peers = Peers::in_folder("gateway", folder.path().to_owned(), Clock::system());
    let app = testing::app().with_peers(peers);
    let refused = grpc::connect(&app, "PROFILES_URL", "http://127.0.0.1:1").await.err().unwrap();
    assert!(refused.to_string().starts_with("setting SERVICE_KEYS cannot be read"), "{refused}");
    let routes = Routes::new(ProfilesServer::new(Fake));
    let refused = grpc::serve(&app, "127.0.0.1:0".parse().unwrap(), routes).await.err().unwrap();
    assert!(refused.to_string().contains("SERVICE_KEYS"), "{refused}");
}

fn secured(program: &str, folder: &Path) -> App {
    let app = testing::app();
    let peers = Peers::for_tests(program, app.clock.clone());
    app.with_peers(peers.with_tls(Tls::read(folder.to_owned()).unwrap()))
}

#[tokio::test]
async fn with_certificates_both_sides_prove_their_name() {
    let (log, _recording) = Log::record();
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let now = testing::app().clock.now();
    let (valid, expired) = (now + time::Duration::days(1), now - time::Duration::hours(1));
    let (ours, theirs) = (Authority::new("ours"), Authority::new("theirs"));
    ours.write(&place("profiles"), "profiles", valid, &ours);
    ours.write(&place("gateway"), "gateway", valid, &ours);
    let address = serve(&secured("profiles", &place("profiles"))).await;

    let mut known = client(&secured("gateway", &place("gateway")), address).await;
    assert!(ask(&mut known).await.is_ok());
    // The certificate alone is not enough.
    let bare = secured("gateway", &place("gateway"));
    let tls = Tls::read(place("gateway")).unwrap();
    let bare = bare.with_peers(Peers::none(Clock::system()).with_tls(tls));
    let events = SecurityLog::record();
    assert_eq!(refused(ask(&mut client(&bare, address).await).await), unproven());
    assert_eq!(events.entries()[0]["network"], "127.0.0.0/24");
    drop(events);
    // Nor is a token with the certificate of another program.
    ours.write(&place("catalog"), "catalog", valid, &ours);
    let mut another = client(&secured("gateway", &place("catalog")), address).await;
    assert_eq!(refused(ask(&mut another).await), unproven());

    theirs.write(&place("foreign"), "gateway", valid, &ours);
    ours.write(&place("expired"), "gateway", expired, &ours);
    ours.write(&place("distrusting"), "gateway", valid, &theirs);
    // The side that refuses the other one states the reason: this one in the security log.
    for (wrong, cause) in [
        ("foreign", Some("its certificate has another issuer")),
        ("expired", Some("its certificate has expired")),
        ("distrusting", None),
    ] {
        let events = SecurityLog::record();
        let mut client = client(&secured("gateway", &place(wrong)), address).await;
        let problem = Problem::from(ask(&mut client).await.unwrap_err());
        assert_eq!(problem.code, ErrorCode::Unavailable, "{wrong}");
        match cause {
            Some(cause) => _ = refused_handshakes(&events, cause).await,
            None => log.names("profiles cannot be trusted, retrying: the certificate is").await,
        }
    }
    let events = SecurityLog::record();
    let mut plain = client(&testing::app(), address).await;
    let problem = Problem::from(ask(&mut plain).await.unwrap_err());
    assert_eq!(problem.code, ErrorCode::Unavailable);
    refused_handshakes(&events, "it does not speak TLS as this service does").await;
}

#[tokio::test]
async fn whoever_reaches_the_port_without_a_certificate_is_written_to_the_security_log() {
    let folder = tempfile::tempdir().unwrap();
    let valid = testing::app().clock.now() + time::Duration::days(1);
    let ours = Authority::new("ours");
    ours.write(folder.path(), "profiles", valid, &ours);
    let address = serve(&secured("profiles", folder.path())).await;
    let events = SecurityLog::record();
    // A caller that goes away, as the check of a port does, is refused nothing.
    drop(TcpStream::connect(address).await.unwrap());
    let mut stranger = TcpStream::connect(address).await.unwrap();
    stranger.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let found = refused_handshakes(&events, "it does not speak TLS as this service does").await;
    assert_eq!(found.len(), 1, "{found:?}");
}

/// Waits until the security log has a handshake that was refused for this cause, and returns all entries until then.
async fn refused_handshakes(events: &SecurityLog, cause: &str) -> Vec<Value> {
    let found = RefCell::new(Vec::<Value>::new());
    eventually(cause, || async {
        found.borrow_mut().extend(events.entries());
        found.borrow().iter().any(|entry| entry["cause"] == cause)
    })
    .await;
    let found = found.into_inner();
    for entry in &found {
        for (name, value) in [
            ("event", "handshake_refused"),
            ("outcome", "refused"),
            ("reason", "certificate_required"),
            ("network", "127.0.0.0/24"),
        ] {
            assert_eq!(entry[name], value, "{entry}");
        }
    }
    found
}

#[tokio::test]
async fn silent_connections_of_one_address_keep_no_other_from_a_handshake() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let valid = testing::app().clock.now() + time::Duration::days(1);
    let ours = Authority::new("ours");
    ours.write(&place("profiles"), "profiles", valid, &ours);
    ours.write(&place("gateway"), "gateway", valid, &ours);
    let address = serve(&secured("profiles", &place("profiles"))).await;
    let gateway = secured("gateway", &place("gateway"));

    let connect = async || {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        socket.connect(address).await.unwrap()
    };
    let mut first = connect().await;
    let mut silent = Vec::new();
    // As many as there are handshakes at a time.
    for _ in 0..254 {
        silent.push(connect().await);
    }
    let mut last = connect().await;
    let call = async {
        // Beyond the share of its address a connection is closed at once.
        let closed = last.read(&mut [0]).await;
        assert!(matches!(closed, Ok(0) | Err(_)), "{closed:?}");
        ask(&mut client(&gateway, address).await).await
    };
    tokio::select! {
        answer = call => assert!(answer.is_ok(), "{answer:?}"),
        _ = async { first.read(&mut [0]).await } => panic!("the call waited for a silent one"),
    }
    drop(silent);
}

#[tokio::test]
async fn a_service_with_a_foreign_or_expired_certificate_is_not_called() {
    let (log, _recording) = Log::record();
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let now = testing::app().clock.now();
    let (valid, expired) = (now + time::Duration::days(1), now - time::Duration::hours(1));
    let (ours, theirs) = (Authority::new("ours"), Authority::new("theirs"));
    ours.write(&place("gateway"), "gateway", valid, &ours);
    ours.write(&place("another"), "catalog", valid, &ours);
    ours.write(&place("expired"), "profiles", expired, &ours);
    theirs.write(&place("foreign"), "profiles", valid, &ours);
    for (wrong, reason) in [
        ("another", "it is for another host"),
        ("expired", "it has expired"),
        ("foreign", "its issuer is not trusted"),
    ] {
        let address = serve(&secured("profiles", &place(wrong))).await;
        let mut client = client(&secured("gateway", &place("gateway")), address).await;
        let problem = Problem::from(ask(&mut client).await.unwrap_err());
        assert_eq!(problem.code, ErrorCode::Unavailable, "{wrong}");
        log.names(&format!("the certificate is refused: {reason}")).await;
    }
}

#[tokio::test]
async fn a_new_certificate_is_used_without_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let now = testing::app().clock.now();
    let (valid, expired) = (now + time::Duration::days(1), now - time::Duration::hours(1));
    let ours = Authority::new("ours");
    ours.write(&place("gateway"), "gateway", valid, &ours);
    ours.write(&place("profiles"), "profiles", expired, &ours);
    let address = serve(&secured("profiles", &place("profiles"))).await;
    let mut client = client(&secured("gateway", &place("gateway")), address).await;
    assert!(ask(&mut client).await.is_err());
    ours.write(&place("profiles"), "profiles", valid, &ours);
    eventually("the new certificate is shown", || {
        let mut client = client.clone();
        async move { ask(&mut client).await.is_ok() }
    })
    .await;
}

#[test]
fn a_folder_without_certificates_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let refused = Tls::read(folder.path().to_owned()).err().unwrap().to_string();
    assert!(refused.contains("tls.crt"), "{refused}");
}
