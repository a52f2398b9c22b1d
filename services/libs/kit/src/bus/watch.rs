//! StreamWatch to whole streams, for caches that may never answer what is old: whoever asks is told whether every event
//! that the broker had until a moment ago was heard.

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

/// How often the process sends itself a word by way of the broker.
const BEAT: Duration = Duration::from_millis(200);
/// How old the last word that came back may be.
const LEASE: Duration = Duration::from_secs(1);

/// Whether everything is heard. A word that went to the broker and back proves that all events from before it have
/// arrived, as they take the same way; a link that is cut in silence shows by the words that stay away.
#[derive(Clone)]
pub struct StreamWatch(Arc<State>);

struct State {
    link: Arc<Link>,
    began: Instant,
    /// The connection on which everything is heard.
    attended: AtomicU64,
    /// When the last word that came back had been sent, in microseconds.
    heard: AtomicU64,
}

impl StreamWatch {
    /// Whether no event can have passed unheard, but for those of the last second on a link that is dead in silence.
    pub fn is_current(&self) -> bool {
        let state = &self.0;
        let heard = Duration::from_micros(state.heard.load(Ordering::SeqCst));
        state.link.is_connected()
            && state.attended.load(Ordering::SeqCst) == state.link.connection()
            && state.began.elapsed().saturating_sub(heard) < LEASE
    }

    fn word(&self) -> [u8; 16] {
        let mut word = [0; 16];
        let sent = self.0.began.elapsed().as_micros() as u64;
        word[..8].copy_from_slice(&self.0.link.connection().to_be_bytes());
        word[8..].copy_from_slice(&sent.to_be_bytes());
        word
    }

    /// Takes note of a word that came back; what passed on an earlier connection may have been missed.
    fn hear(&self, word: &[u8], on_gap: impl Fn()) {
        let number = |part: &[u8]| Some(u64::from_be_bytes(part.try_into().ok()?));
        let Some((connection, sent)) = word.split_at_checked(8) else { return };
        let (Some(connection), Some(sent)) = (number(connection), number(sent)) else { return };
        if connection != self.0.link.connection() {
            return;
        }
        if self.0.attended.load(Ordering::SeqCst) != connection {
            on_gap();
            self.0.attended.store(connection, Ordering::SeqCst);
        }
        self.0.heard.fetch_max(sent, Ordering::SeqCst);
    }
}

impl Bus {
    /// Calls `on_event` with the place of the stream for each of its events, and `on_gap` whenever some may have passed
    /// unheard, before anybody is told that all is heard again.
    pub fn attend(
        &self,
        app: &App,
        streams: &'static [&'static Stream],
        on_event: impl Fn(usize) + Send + Sync + 'static,
        on_gap: impl Fn() + Send + Sync + 'static,
    ) -> StreamWatch {
        let attention = StreamWatch(Arc::new(State {
            link: Arc::clone(&self.link),
            began: Instant::now(),
            // No connection has this number.
            attended: AtomicU64::new(u64::MAX),
            heard: AtomicU64::new(0),
        }));
        let (bus, told, stopping) = (self.clone(), attention.clone(), app.cut());
        app.spawn_attendant("bus.attend", async move {
            let attending = async {
                loop {
                    let _ = bus.listen_to_all(streams, &told, &on_event, &on_gap).await;
                    tokio::time::sleep(ANSWER).await;
                }
            };
            stopping.run_until_cancelled(attending).await;
        });
        attention
    }

    async fn listen_to_all(
        &self,
        streams: &'static [&'static Stream],
        attention: &StreamWatch,
        on_event: impl Fn(usize),
        on_gap: impl Fn(),
    ) -> Result<(), SubscribeError> {
        let client = self.link.client();
        let mut events: Vec<BoxStream<'_, Option<usize>>> = Vec::new();
        for (place, of) in streams.iter().enumerate() {
            let heard = client.subscribe(self.subject(of.subjects)).await?;
            let ended = stream::iter([None]);
            events.push(heard.map(move |_: Message| Some(place)).chain(ended).boxed());
        }
        let mut events = stream::select_all(events);
        let to_itself = client.new_inbox();
        let mut words = client.subscribe(to_itself.clone()).await?;
        let mut beats = tokio::time::interval(BEAT);
        loop {
            tokio::select! {
                biased;
                event = events.next() => match event.flatten() {
                    Some(place) => on_event(place),
                    None => return Ok(()),
                },
                word = words.next() => match word {
                    Some(word) => attention.hear(&word.payload, &on_gap),
                    None => return Ok(()),
                },
                _ = beats.tick() => {
                    let word = attention.word().to_vec();
                    let _ = client.publish(to_itself.clone(), word.into()).await;
                }
            }
        }
    }
}
