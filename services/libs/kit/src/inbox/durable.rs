//! The declaration of a durable consumer, which the server remembers, one for each stream that a service follows.

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
    /// The names of durables that it replaces: their handled events count as handled, and they are deleted from the
    /// server once no process reads from them.
    pub replaces: &'static [&'static str],
}

impl Durable {
    /// Follows all of a stream.
    pub const fn new(name: &'static str, stream: &'static Stream) -> Self {
        Self { name, stream, subjects: stream.subjects, replaces: &[] }
    }

    /// Replaces other durables.
    #[must_use]
    pub const fn replacing(mut self, names: &'static [&'static str]) -> Self {
        self.replaces = names;
        self
    }
}
