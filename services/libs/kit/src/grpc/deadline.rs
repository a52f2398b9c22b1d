//! The remaining time of a call, passed on from hop to hop.

use std::future::Future;
use std::time::Duration;

use http::{HeaderMap, HeaderValue};
use tokio::time::Instant;

/// The deadline of a call whose caller set none.
pub const DEFAULT: Duration = Duration::from_secs(2);

const HEADER: &str = "grpc-timeout";
const LONGEST_DEADLINE: Duration = Duration::from_secs(30);

tokio::task_local! {
    static UNTIL: Instant;
}

/// Runs the work of one request; calls within it get its remaining time.
pub async fn within<F: Future>(time: Duration, work: F) -> F::Output {
    UNTIL.scope(Instant::now() + time, work).await
}

/// The remaining time of the current request.
pub fn remaining() -> Duration {
    UNTIL.try_with(|until| until.saturating_duration_since(Instant::now())).unwrap_or(DEFAULT)
}

pub(super) fn write(headers: &mut HeaderMap, time: Duration) {
    if let Ok(value) = HeaderValue::from_str(&format!("{}m", time.as_millis())) {
        headers.insert(HEADER, value);
    }
}

pub(super) fn read(headers: &HeaderMap) -> Duration {
    let Some(text) = headers.get(HEADER).and_then(|value| value.to_str().ok()) else {
        return DEFAULT;
    };
    let Some((number, unit)) = text.split_at_checked(text.len().saturating_sub(1)) else {
        return DEFAULT;
    };
    let Ok(number) = number.parse::<u64>() else {
        return DEFAULT;
    };
    let time = match unit {
        "H" => Duration::from_secs(number.saturating_mul(3600)),
        "M" => Duration::from_secs(number.saturating_mul(60)),
        "S" => Duration::from_secs(number),
        "m" => Duration::from_millis(number),
        "u" => Duration::from_micros(number),
        "n" => Duration::from_nanos(number),
        _ => DEFAULT,
    };
    time.min(LONGEST_DEADLINE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_survives_the_wire() {
        let mut headers = HeaderMap::new();
        assert_eq!(read(&headers), DEFAULT);
        write(&mut headers, Duration::from_millis(1234));
        assert_eq!(read(&headers), Duration::from_millis(1234));
    }

    #[test]
    fn nonsense_and_eternity_are_bounded() {
        for (text, expected) in
            [("é", DEFAULT), ("", DEFAULT), ("5x", DEFAULT), ("99999999H", LONGEST_DEADLINE)]
        {
            let mut headers = HeaderMap::new();
            headers.insert(HEADER, HeaderValue::from_bytes(text.as_bytes()).unwrap());
            assert_eq!(read(&headers), expected, "{text}");
        }
    }

    #[tokio::test]
    async fn calls_get_what_is_left() {
        let left = within(Duration::from_secs(9), async { remaining() }).await;
        assert!(left <= Duration::from_secs(9) && left > Duration::from_secs(5));
        assert_eq!(remaining(), DEFAULT);
    }
}
