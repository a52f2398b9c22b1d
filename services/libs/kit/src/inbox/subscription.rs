//! Keeps messages coming: after any failure of stream, consumer or connection the pull is set up again.

use std::sync::LazyLock;
use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull};
use futures::StreamExt as _;
use prometheus::{GaugeVec, IntGaugeVec};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use super::{Durable, lane_index, position, replace};
use crate::bus::Bus;
use crate::clock::Clock;
use crate::db::Db;

const UNANSWERED: i64 = 256;
const BATCH: usize = 64;
const HEARTBEAT: Duration = Duration::from_secs(5);
/// How often position and lag are checked, and how long silence is trusted.
const CHECK: Duration = Duration::from_secs(10);
const ANSWER: Duration = Duration::from_secs(2);

static LAG: LazyLock<IntGaugeVec> = LazyLock::new(|| {
    prometheus::register_int_gauge_vec!(
        "consumer_lag",
        "Events a consumer has not handled yet",
        &["consumer"]
    )
    .expect("the name is used once")
});
static LAST_POLL: LazyLock<GaugeVec> = LazyLock::new(|| {
    prometheus::register_gauge_vec!(
        "consumer_last_poll_seconds",
        "When a consumer last polled its stream, in seconds since 1970",
        &["consumer"]
    )
    .expect("the name is used once")
});

pub(super) struct Subscription {
    bus: Bus,
    db: Db,
    durable: &'static Durable,
    interruptions: watch::Receiver<u64>,
    /// Whether durables that this one replaces may still be on the server.
    is_replacing: bool,
}

impl Subscription {
    pub(super) fn new(bus: Bus, db: Db, durable: &'static Durable) -> Self {
        let interruptions = bus.link.interruptions();
        let is_replacing = !durable.replaces.is_empty();
        Self { bus, db, durable, interruptions, is_replacing }
    }

    /// Passes messages to the lanes for ever.
    pub(super) async fn run(mut self, lanes: Vec<mpsc::Sender<Message>>) {
        let mut failures = 0_u32;
        loop {
            let consumer = self.durable.name;
            match self.pull(&lanes, &mut failures).await {
                Ok(()) => return,
                Err(error) if failures == 0 => {
                    tracing::warn!(consumer, %error, "consumer restarts");
                }
                Err(error) => tracing::debug!(consumer, %error, "consumer restarts"),
            }
            failures = failures.saturating_add(1);
            let longest = (200_u64 << failures.min(4)).min(2_000);
            tokio::time::sleep(Duration::from_millis(rand::random_range(50..longest))).await;
        }
    }

    async fn pull(
        &mut self,
        lanes: &[mpsc::Sender<Message>],
        failures: &mut u32,
    ) -> anyhow::Result<()> {
        self.interruptions.mark_unchanged();
        let consumer = self.consumer().await?;
        self.remove_replaced().await?;
        let mut messages =
            consumer.stream().max_messages_per_batch(BATCH).heartbeat(HEARTBEAT).messages().await?;
        let mut check = tokio::time::interval_at(Instant::now() + CHECK, CHECK);
        let mut silent = true;
        loop {
            tokio::select! {
                message = messages.next() => {
                    let Some(message) = message else { anyhow::bail!("the pull ended") };
                    let message = message?;
                    (silent, *failures) = (false, 0);
                    self.note_poll();
                    if lanes[lane_index(&message)].send(message).await.is_err() {
                        return Ok(());
                    }
                }
                _ = check.tick() => {
                    self.check(&consumer, silent).await?;
                    self.remove_replaced().await?;
                    (silent, *failures) = (true, 0);
                }
                changed = self.interruptions.changed() => {
                    changed?;
                    anyhow::bail!("the connection was interrupted");
                }
            }
        }
    }

    /// The durable consumer on the server: created if it is missing, and created again if its position in the stream is
    /// no longer valid. The stream is its publisher's to create.
    async fn consumer(&self) -> anyhow::Result<PullConsumer> {
        self.bus.exists(self.durable.stream).await?;
        let stream = self.bus.stream_name(self.durable.stream.name);
        let jetstream = self.bus.link.jetstream();
        if self.is_replacing && !replace::present(&self.bus, self.durable).await?.is_empty() {
            replace::adopt(&self.db, self.durable).await?;
        }
        if !position::holds(&self.bus, &self.db, self.durable).await? {
            tracing::error!(
                consumer = self.durable.name,
                "the stream lost handled events, consumer starts over"
            );
            if let Err(error) =
                jetstream.delete_consumer_from_stream(self.durable.name, &stream).await
            {
                tracing::info!(%error, "the consumer was gone already");
            }
            position::forget(&self.db, self.durable).await?;
        }
        let config = pull::Config {
            durable_name: Some(self.durable.name.to_owned()),
            deliver_policy: DeliverPolicy::All,
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.bus.redelivery.acknowledgement_wait,
            // With a limit the server would drop an event silently; the consumer decides about dead letters.
            max_deliver: -1,
            filter_subject: self.bus.subject(self.durable.subjects),
            max_ack_pending: UNANSWERED,
            ..pull::Config::default()
        };
        Ok(jetstream.create_consumer_on_stream(config, &stream).await?)
    }

    async fn remove_replaced(&mut self) -> anyhow::Result<()> {
        if self.is_replacing {
            self.is_replacing = !replace::remove(&self.bus, self.durable).await?;
        }
        Ok(())
    }

    async fn check(&self, consumer: &PullConsumer, silent: bool) -> anyhow::Result<()> {
        let info = tokio::time::timeout(ANSWER, consumer.get_info()).await??;
        let waiting = info.num_pending as i64;
        LAG.with_label_values(&[self.durable.name]).set(waiting + info.num_ack_pending as i64);
        self.note_poll();
        if silent && waiting > 0 && info.num_ack_pending < UNANSWERED as usize {
            anyhow::bail!("{waiting} events wait and none comes");
        }
        match position::holds(&self.bus, &self.db, self.durable).await {
            Ok(false) => anyhow::bail!("the stream lost handled events"),
            // Handlers wait for the database themselves.
            Ok(true) | Err(position::PositionError::Db(_)) => Ok(()),
            Err(position::PositionError::Bus(error)) => Err(error.into()),
        }
    }

    fn note_poll(&self) {
        let now = Clock::system().now_milliseconds() as f64 / 1_000.0;
        LAST_POLL.with_label_values(&[self.durable.name]).set(now);
    }
}
