//! The declaration of a durable consumer.

use proto::events::Stream;

/// A consumer that the server remembers. A service declares one for each stream that it follows.
#[derive(Debug)]
pub struct Durable {
    /// `<consumer>__<service that publishes>`.
    pub name: &'static str,
    /// The stream it reads.
    pub stream: &'static Stream,
    /// The subjects it is sent, usually all of the stream.
    pub subjects: &'static str,
    /// The names of durables whose place it has taken: what they have handled counts as handled, and they go from the
    /// server as soon as no process reads by them.
    pub replaces: &'static [&'static str],
}

impl Durable {
    /// Follows all of a stream.
    pub const fn new(name: &'static str, stream: &'static Stream) -> Self {
        Self { name, stream, subjects: stream.subjects, replaces: &[] }
    }

    /// Takes the place of others.
    #[must_use]
    pub const fn replacing(mut self, names: &'static [&'static str]) -> Self {
        self.replaces = names;
        self
    }
}
