//! Calls fail clearly while the database is away and recover by themselves.

use crate::support::{World, listed};
use catalog::context::Context;
use catalog::memory::Records;
use faultkit::proxy::Proxy;
use kit::db::{Db, DbConfig};
use kit::error::ErrorCode;
use kit::testing::eventually;
use proto::catalog::v1::ListAssetsResponse;
use proto::catalog::v1::catalog_client::CatalogClient;
use proto::query::v1::Query;

#[tokio::test]
async fn lists_are_unavailable_while_the_database_is_and_work_again_after() {
    let world = World::small().await;
    let (_, place) = world.test_db.url.split_once('@').unwrap();
    let (upstream, _) = place.split_once('/').unwrap();
    let proxy = Proxy::start(upstream).await;
    let url = world.test_db.url.replace(upstream, &proxy.address());
    let db = Db::connect(&world.app, &DbConfig::from_url(&url).unwrap());
    let ctx = Context { db, records: Records::new(0), clock: world.clock.clone() };
    let any = "127.0.0.1:0".parse().unwrap();
    let address = kit::grpc::serve(&world.app, any, catalog::routes(ctx)).await.unwrap();
    let url = format!("http://{address}");
    let channel = kit::grpc::connect(&world.app, "CATALOG_URL", &url).await.unwrap();
    let client = CatalogClient::new(channel);
    let list = || async {
        let query = Query::default();
        let page = listed::<ListAssetsResponse>(&mut client.clone(), "assets", query).await;
        page.map(|page| page.results.len())
    };

    assert_eq!(list().await.unwrap(), 1);
    proxy.go_dark();
    assert_eq!(list().await.unwrap_err().code, ErrorCode::Unavailable);
    proxy.light_up();
    eventually("lists work again", || async { list().await.is_ok() }).await;
}
