//! Events for caches: every replica receives all events from now on, and learns when it may have missed some.

use futures::StreamExt as _;
use proto::events::Event;

use super::{Bus, Envelope};
use crate::run::App;

impl Bus {
    /// Calls `on_event` for each event. Nothing is stored for a follower: `on_gap` is called at every connection
    /// and whenever events may have been missed, so that the caller can drop what depends on them.
    pub fn follow<E: Event>(
        &self,
        app: &App,
        on_event: impl Fn(Envelope<E>) + Send + Sync + 'static,
        on_gap: impl Fn() + Send + Sync + 'static,
    ) {
        let (bus, stopping) = (self.clone(), app.cut());
        app.spawn_attendant("bus.follow", async move {
            stopping.run_until_cancelled(bus.listen(on_event, on_gap)).await;
        });
    }

    async fn listen<E: Event>(&self, on_event: impl Fn(Envelope<E>), on_gap: impl Fn()) {
        let mut interruptions = self.link.interruptions();
        loop {
            interruptions.mark_unchanged();
            let Ok(mut messages) = self.link.client().subscribe(self.subject(E::SUBJECT)).await
            else {
                tokio::time::sleep(super::link::ANSWER).await;
                continue;
            };
            self.flush().await;
            on_gap();
            loop {
                tokio::select! {
                    message = messages.next() => {
                        let Some(message) = message else { break };
                        let subject = self.own_subject(&message.subject);
                        match Envelope::decode(subject, message.headers.as_ref(), &message.payload) {
                            Ok(envelope) => on_event(envelope),
                            Err(error) => tracing::warn!(%error, subject = E::SUBJECT, "malformed event ignored"),
                        }
                    }
                    changed = interruptions.changed() => {
                        if changed.is_err() {
                            return;
                        }
                        self.flush().await;
                        on_gap();
                    }
                }
            }
        }
    }

    /// Waits until the server has the subscription: earlier events belong to the gap.
    async fn flush(&self) {
        let _ = tokio::time::timeout(super::link::ANSWER, self.link.client().flush()).await;
    }
}
