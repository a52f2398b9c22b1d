//! The names of streams and subjects on the server: those of `proto`, in a test with a prefix before them.

use super::Bus;

#[cfg(feature = "testing")]
impl Bus {
    /// The same bus with a prefix before all names.
    #[must_use]
    pub fn with_test_prefix(mut self, prefix: &str) -> Self {
        self.test_prefix = Some(prefix.into());
        self
    }

    pub(crate) fn stream_name(&self, name: &str) -> String {
        let prefix = self.test_prefix.as_ref();
        prefix.map_or_else(|| name.to_owned(), |prefix| format!("{prefix}_{name}"))
    }

    pub(crate) fn subject(&self, subject: &str) -> String {
        let prefix = self.test_prefix.as_ref();
        prefix.map_or_else(|| subject.to_owned(), |prefix| format!("{prefix}.{subject}"))
    }

    /// The subject of a message, as `proto` calls it.
    pub(crate) fn own_subject<'a>(&self, subject: &'a str) -> &'a str {
        let rest = self.test_prefix.as_ref().and_then(|prefix| subject.strip_prefix(&**prefix));
        rest.map_or(subject, |rest| rest.trim_start_matches('.'))
    }
}

#[cfg(not(feature = "testing"))]
#[expect(clippy::unused_self, reason = "only the bus of a test has names of its own")]
impl Bus {
    pub(crate) fn stream_name(&self, name: &str) -> String {
        name.to_owned()
    }

    pub(crate) fn subject(&self, subject: &str) -> String {
        subject.to_owned()
    }

    pub(crate) fn own_subject<'a>(&self, subject: &'a str) -> &'a str {
        subject
    }
}
