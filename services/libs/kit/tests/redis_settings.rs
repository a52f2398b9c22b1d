//! The test Redis, which has the settings of every local one, forgets no counter.

use std::collections::HashMap;

use kit::testing;

#[tokio::test]
async fn redis_forgets_no_counter_to_make_room() {
    let client = redis::Client::open(testing::redis_url()).unwrap();
    let mut connection = client.get_multiplexed_async_connection().await.unwrap();
    let mut command = redis::cmd("CONFIG");
    command.arg("GET").arg("maxmemory-policy");
    let settings: HashMap<String, String> = command.query_async(&mut connection).await.unwrap();
    // A counter that is evicted would allow everything again.
    assert_eq!(settings["maxmemory-policy"], "noeviction");
}
