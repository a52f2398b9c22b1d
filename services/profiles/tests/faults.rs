//! Calls fail clearly while the database is away and recover by themselves.

use crate::support::{analyst, somebody};
use faultkit::proxy::Proxy;
use kit::clock::Clock;
use kit::db::{Db, DbConfig};
use kit::error::{ErrorCode, Problem};
use kit::testing::{self, as_user, eventually};
use profiles::MIGRATOR;
use profiles::context::Context;
use proto::profiles::v1::profiles_client::ProfilesClient;
use proto::profiles::v1::{GetProfileRequest, UpdateProfileRequest};

#[tokio::test]
async fn calls_are_unavailable_while_the_database_is_and_work_again_after() {
    let app = testing::app();
    let test_db = testing::database(&MIGRATOR).await;
    let (_, place) = test_db.url.split_once('@').unwrap();
    let (upstream, _) = place.split_once('/').unwrap();
    let proxy = Proxy::start(upstream).await;
    let config = DbConfig::from_url(&test_db.url.replace(upstream, &proxy.address())).unwrap();
    let ctx = Context::new(Db::connect(&app, &config), Clock::system());
    let any = "127.0.0.1:0".parse().unwrap();
    let address = kit::grpc::serve(&app, any, profiles::routes(ctx)).await.unwrap();
    let url = format!("http://{address}");
    let channel = kit::grpc::connect(&app, "PROFILES_URL", &url).await.unwrap();
    let client = ProfilesClient::new(channel);
    let user_id = somebody();

    let read = || async {
        let mut client = client.clone();
        as_user(&user_id, client.get_profile(GetProfileRequest {})).await.map_err(Problem::from)
    };
    let write = || async {
        let mut client = client.clone();
        let request = UpdateProfileRequest { profile: Some(analyst()) };
        as_user(&user_id, client.update_profile(request)).await.map_err(Problem::from)
    };
    write().await.unwrap();

    proxy.go_dark();
    assert_eq!(read().await.unwrap_err().code, ErrorCode::Unavailable);
    assert_eq!(write().await.unwrap_err().code, ErrorCode::Unavailable);
    proxy.light_up();
    eventually("reads work again", || async { read().await.is_ok() }).await;
    eventually("writes work again", || async { write().await.is_ok() }).await;

    proxy.point_to("127.0.0.1:1");
    proxy.cut();
    assert_eq!(read().await.unwrap_err().code, ErrorCode::Unavailable);
    proxy.point_to(upstream);
    eventually("reads work once more", || async { read().await.is_ok() }).await;
    let kept = read().await.unwrap().into_inner().profile;
    assert_eq!(kept, Some(analyst()));
}
