//! A bus for each test: names of its own on a server that tests share.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::time::Duration;

use async_nats::HeaderMap;
#[cfg(feature = "db")]
use async_nats::jetstream::consumer;
use async_nats::jetstream::stream::{Config, DiscardPolicy};
use bytes::Bytes;
use futures::StreamExt as _;
use proto::events::{DEAD_LETTERS, Event, STREAMS, Stream};

use crate::bus::{Bus, Envelope, Redelivery};
#[cfg(feature = "db")]
use crate::inbox::Durable;
use crate::run::App;

/// A bus that lives as long as its test.
pub struct TestBus {
    bus: Bus,
    prefix: String,
    url: String,
}

impl Deref for TestBus {
    type Target = Bus;

    fn deref(&self) -> &Bus {
        &self.bus
    }
}

/// A fresh bus without streams of events.
pub fn bus(app: &App) -> TestBus {
    bus_at(app, &super::server("TEST_NATS_URL"))
}

/// A fresh bus on a server.
pub fn bus_at(app: &App, url: &str) -> TestBus {
    let prefix = format!("t{}", crate::id::new().simple());
    let bus = connect_bus(app, url, &prefix);
    // As its maker does in an installation, whatever service is tested.
    bus.keep_stream(app, &DEAD_LETTERS);
    TestBus { bus, prefix, url: url.to_owned() }
}

/// The bus of another process of the same test, which was handed its prefix.
pub fn connect_bus(app: &App, url: &str, prefix: &str) -> Bus {
    let bus = Bus::connect(app, url).expect("the address of the test broker is valid");
    bus.with_test_prefix(prefix).with_redelivery(Redelivery {
        // The many streams of tests must fit together.
        stream_bytes: 4 << 20,
        acknowledgement_wait: Duration::from_secs(2),
        retry_pauses: vec![Duration::from_millis(20); 5],
        relay_lease: Duration::from_secs(1),
    })
}

impl TestBus {
    /// The same streams over a connection of its own, as another process would have.
    pub fn reconnect(&self, app: &App) -> Bus {
        self.reconnect_at(app, &self.url)
    }

    /// The same through another address, such as a proxy's.
    pub fn reconnect_at(&self, app: &App, url: &str) -> Bus {
        connect_bus(app, url, &self.prefix)
    }

    /// The first part of all its names.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Gives a stream other bounds, as an operator would.
    pub async fn widen(&self, stream: &'static Stream, max_bytes: i64) {
        self.change(stream, |config| config.max_bytes = max_bytes).await;
    }

    /// Lets the oldest events of a stream expire, until `count` are left.
    pub async fn expire_all_but(&self, stream: &'static Stream, count: i64) {
        self.change(stream, |config| {
            config.max_messages = count;
            config.discard = DiscardPolicy::Old;
        })
        .await;
    }

    /// Lets a stream forget soon which ids it has had.
    pub async fn forget_ids_after(&self, stream: &'static Stream, window: Duration) {
        self.change(stream, |config| config.duplicate_window = window).await;
    }

    async fn change(&self, stream: &'static Stream, change: impl FnOnce(&mut Config)) {
        let info = self.bus.stream_info(stream).await.expect("the broker answers");
        let mut config = info.expect("the stream exists").config;
        change(&mut config);
        self.bus.link.jetstream().update_stream(config).await.expect("the bounds are accepted");
    }

    /// Removes a stream, as an operator might.
    pub async fn remove(&self, stream: &'static Stream) {
        let removed = self.bus.link.jetstream().delete_stream(self.bus.stream_name(stream.name));
        removed.await.expect("the stream exists");
    }

    /// Puts something on a subject that is no event.
    pub async fn publish_garbage(&self, subject: &str, payload: &'static [u8]) {
        let payload = Bytes::from_static(payload);
        self.bus.try_send(subject, HeaderMap::new(), payload).await.expect("it is acknowledged");
    }

    /// Everything a stream holds, in order.
    pub async fn messages(&self, stream: &'static Stream) -> Vec<(HeaderMap, Vec<u8>)> {
        let Ok(Some(info)) = self.bus.stream_info(stream).await else { return Vec::new() };
        let jetstream = self.bus.link.jetstream();
        let handle = jetstream
            .get_stream_no_info(self.bus.stream_name(stream.name))
            .await
            .expect("the name of the stream is valid");
        let positions = info.state.first_sequence..=info.state.last_sequence;
        let found = futures::stream::iter(positions.map(|at| handle.get_raw_message(at)))
            .buffered(64)
            .filter_map(|message| async move { message.ok() });
        found.map(|message| (message.headers, message.payload.to_vec())).collect().await
    }

    /// Every event of a kind that its stream holds, in order.
    pub async fn events<E: Event>(&self) -> Vec<Envelope<E>> {
        let messages = self.messages(E::STREAM).await;
        messages
            .iter()
            .filter_map(|(headers, payload)| {
                Envelope::decode(E::SUBJECT, Some(headers), payload).ok()
            })
            .collect()
    }

    /// How many events of each type the bus holds.
    pub async fn counts(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for stream in STREAMS {
            for (headers, _) in self.messages(stream).await {
                let kind = headers.get("ce-type").map(ToString::to_string).unwrap_or_default();
                *counts.entry(kind).or_default() += 1;
            }
        }
        counts
    }
}

#[cfg(feature = "db")]
impl TestBus {
    /// How many events a consumer has not acknowledged; none while it does not exist.
    pub async fn unhandled(&self, durable: &'static Durable) -> Option<u64> {
        let info = self.consumer(durable).await?;
        Some(info.num_pending + info.num_ack_pending as u64)
    }

    /// How many events a consumer holds without having acknowledged them.
    pub async fn in_hand(&self, durable: &'static Durable) -> Option<usize> {
        Some(self.consumer(durable).await?.num_ack_pending)
    }

    async fn consumer(&self, durable: &'static Durable) -> Option<consumer::Info> {
        let stream = self.bus.stream_name(durable.stream.name);
        let handle = self.bus.link.jetstream().get_stream_no_info(stream).await.ok()?;
        handle.consumer_info(durable.name).await.ok()
    }

    /// Deletes a consumer, as an operator might.
    pub async fn delete_consumer(&self, durable: &'static Durable) {
        let stream = self.bus.stream_name(durable.stream.name);
        let jetstream = self.bus.link.jetstream();
        let deleted = jetstream.delete_consumer_from_stream(durable.name, stream).await;
        deleted.expect("the consumer exists");
    }
}

impl Drop for TestBus {
    fn drop(&mut self) {
        let (url, prefix) = (self.url.clone(), self.prefix.clone());
        let cleanup = std::thread::spawn(move || {
            let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build()
            else {
                return;
            };
            // Remaining streams do no harm.
            let _ = runtime.block_on(async {
                let client = async_nats::connect(url).await?;
                let jetstream = async_nats::jetstream::new(client);
                for stream in STREAMS {
                    let _ = jetstream.delete_stream(format!("{prefix}_{}", stream.name)).await;
                }
                Ok::<(), async_nats::ConnectError>(())
            });
        });
        let _ = cleanup.join();
    }
}
