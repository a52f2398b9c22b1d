//! Log lines: one JSON object each, with the trace they belong to.

use std::fmt;

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

use crate::clock::Clock;

const LONGEST_VALUE: usize = 4096;

/// Formats events as JSON lines.
pub struct Json {
    /// The service that writes.
    pub service: &'static str,
}

impl<S, N> FormatEvent<S, N> for Json
where
    S: Subscriber + for<'lookup> LookupSpan<'lookup>,
    N: for<'writer> FormatFields<'writer> + 'static,
{
    fn format_event(
        &self,
        _: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let metadata = event.metadata();
        let mut line = Map::new();
        let now = proto::codec::instant(Clock::system().now_milliseconds()).unwrap_or_default();
        line.insert("time".to_owned(), now.into());
        line.insert("level".to_owned(), metadata.level().as_str().into());
        line.insert("service".to_owned(), self.service.into());
        line.insert("target".to_owned(), metadata.target().into());
        let current = super::trace::current();
        if current.is_valid() {
            line.insert("trace_id".to_owned(), current.trace_id().to_string().into());
            line.insert("span_id".to_owned(), current.span_id().to_string().into());
        }
        event.record(&mut Fields(&mut line));
        let text = serde_json::to_string(&line).map_err(|_| fmt::Error)?;
        writeln!(writer, "{text}")
    }
}

struct Fields<'a>(&'a mut Map<String, Value>);

impl Fields<'_> {
    fn put(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn put_text(&mut self, field: &Field, mut text: String) {
        if text.len() > LONGEST_VALUE {
            text.truncate(text.floor_char_boundary(LONGEST_VALUE));
            text.push('…');
        }
        self.put(field, text);
    }
}

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put_text(field, format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put_text(field, value.to_owned());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The lines that some work writes.
    fn written_by(work: impl FnOnce()) -> String {
        let written = Written::default();
        let writer = written.clone();
        let subscriber = tracing_subscriber::fmt()
            .event_format(Json { service: "test" })
            .with_writer(move || writer.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, work);
        String::from_utf8(written.0.lock().unwrap().clone()).unwrap()
    }

    /// The lines that some work logs.
    pub(crate) fn lines_of(work: impl FnOnce()) -> Vec<Value> {
        let text = written_by(work);
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn hostile_text_cannot_leave_its_field() {
        let hostile = "a\n{\"level\":\"ERROR\"}\r\n\u{1b}[31m\0";
        let text = written_by(|| tracing::info!(name = hostile, "read"));
        assert!(!text.trim_end().contains(char::is_control), "{text:?}");
        let line: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(line["level"], "INFO");
        assert_eq!(line["name"], hostile);
    }
}
