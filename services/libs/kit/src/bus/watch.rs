//! Watches whole streams for caches that must never serve outdated answers: says whether every event that the broker
//! had until a moment ago has arrived.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_nats::{Message, SubscribeError};
use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use proto::events::Stream;
use tokio::time::Instant;

use super::Bus;
use super::link::{ANSWER, Link};
use crate::run::App;

/// How often the process sends itself a heartbeat through the broker.
const BEAT: Duration = Duration::from_millis(200);
/// The greatest age of the last heartbeat that came back.
const LEASE: Duration = Duration::from_secs(1);

/// Whether all events have arrived. A heartbeat that went to the broker and back proves that all earlier events have
/// arrived, because they take the same path; a link that died silently shows by missing heartbeats.
#[derive(Clone)]
pub struct StreamWatch(Arc<State>);

struct State {
    link: Arc<Link>,
    began: Instant,
    /// The number of the connection whose events have all arrived.
    watched: AtomicU64,
    /// When the last heartbeat that came back was sent, in microseconds since `began`.
    returned: AtomicU64,
}

impl StreamWatch {
    /// Whether no event can have been missed, except in the last second on a link that died silently.
    pub fn is_current(&self) -> bool {
        let state = &self.0;
        let returned = Duration::from_micros(state.returned.load(Ordering::SeqCst));
        state.link.is_connected()
            && state.watched.load(Ordering::SeqCst) == state.link.connection()
            && state.began.elapsed().saturating_sub(returned) < LEASE
    }

    fn heartbeat(&self) -> [u8; 16] {
        let mut beat = [0; 16];
        let sent = self.0.began.elapsed().as_micros() as u64;
        beat[..8].copy_from_slice(&self.0.link.connection().to_be_bytes());
        beat[8..].copy_from_slice(&sent.to_be_bytes());
        beat
    }

    /// Records a heartbeat that came back; events of an earlier connection may have been missed.
    fn record(&self, beat: &[u8], on_gap: impl Fn()) {
        let number = |part: &[u8]| Some(u64::from_be_bytes(part.try_into().ok()?));
        let Some((connection, sent)) = beat.split_at_checked(8) else { return };
        let (Some(connection), Some(sent)) = (number(connection), number(sent)) else { return };
        if connection != self.0.link.connection() {
            return;
        }
        if self.0.watched.load(Ordering::SeqCst) != connection {
            on_gap();
            self.0.watched.store(connection, Ordering::SeqCst);
        }
        self.0.returned.fetch_max(sent, Ordering::SeqCst);
    }
}

impl Bus {
    /// Calls `on_event` with the index of the stream for each of its events, and `on_gap` whenever events may have been
    /// missed, before the watch is current again.
    pub fn watch_streams(
        &self,
        app: &App,
        streams: &'static [&'static Stream],
        on_event: impl Fn(usize) + Send + Sync + 'static,
        on_gap: impl Fn() + Send + Sync + 'static,
    ) -> StreamWatch {
        let watch = StreamWatch(Arc::new(State {
            link: Arc::clone(&self.link),
            began: Instant::now(),
            // No connection has this number.
            watched: AtomicU64::new(u64::MAX),
            returned: AtomicU64::new(0),
        }));
        let (bus, watched, stopping) = (self.clone(), watch.clone(), app.cut());
        app.spawn_attendant("bus.watch", async move {
            let watching = async {
                loop {
                    let _ = bus.listen_to_all(streams, &watched, &on_event, &on_gap).await;
                    tokio::time::sleep(ANSWER).await;
                }
            };
            stopping.run_until_cancelled(watching).await;
        });
        watch
    }

    async fn listen_to_all(
        &self,
        streams: &'static [&'static Stream],
        watch: &StreamWatch,
        on_event: impl Fn(usize),
        on_gap: impl Fn(),
    ) -> Result<(), SubscribeError> {
        let client = self.link.client();
        let mut events: Vec<BoxStream<'_, Option<usize>>> = Vec::new();
        for (place, of) in streams.iter().enumerate() {
            let messages = client.subscribe(self.subject(of.subjects)).await?;
            let ended = stream::iter([None]);
            events.push(messages.map(move |_: Message| Some(place)).chain(ended).boxed());
        }
        let mut events = stream::select_all(events);
        let to_itself = client.new_inbox();
        let mut returning = client.subscribe(to_itself.clone()).await?;
        let mut beats = tokio::time::interval(BEAT);
        loop {
            tokio::select! {
                biased;
                event = events.next() => match event.flatten() {
                    Some(place) => on_event(place),
                    None => return Ok(()),
                },
                beat = returning.next() => match beat {
                    Some(beat) => watch.record(&beat.payload, &on_gap),
                    None => return Ok(()),
                },
                _ = beats.tick() => {
                    let beat = watch.heartbeat().to_vec();
                    let _ = client.publish(to_itself.clone(), beat.into()).await;
                }
            }
        }
    }
}
