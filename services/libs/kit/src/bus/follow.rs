//! Hints for caches: every replica hears every event from now on, and hears when it may have missed some.

use futures::StreamExt as _;
use proto::events::Event;

use super::{Bus, Envelope};
use crate::run::App;

impl Bus {
    /// Calls `on_event` for each event as it passes. Nothing is kept for a follower: `on_gap` is called at
    /// every connection and whenever events may have passed unheard, to forget what depended on them.
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
            self.settle().await;
            on_gap();
            loop {
                tokio::select! {
                    message = messages.next() => {
                        let Some(message) = message else { break };
                        match Envelope::decode(message.headers.as_ref(), &message.payload) {
                            Ok(envelope) => on_event(envelope),
                            Err(error) => tracing::warn!(%error, subject = E::SUBJECT, "hint ignored"),
                        }
                    }
                    changed = interruptions.changed() => {
                        if changed.is_err() {
                            return;
                        }
                        self.settle().await;
                        on_gap();
                    }
                }
            }
        }
    }

    /// Waits until the server has the subscription: what passes before that is part of the gap.
    async fn settle(&self) {
        let _ = tokio::time::timeout(super::link::ANSWER, self.link.client().flush()).await;
    }
}
