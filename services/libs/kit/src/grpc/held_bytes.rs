//! Bytes of a budget that a call holds until its answer is sent.

use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tonic::Status;
use tonic::body::Body;

use crate::budget::Held;

tokio::task_local! {
    static HELD: Mutex<Vec<Held>>;
}

/// Holds bytes until the answer of the present call is sent, or its caller has gone. Outside of a call they are returned at
/// once.
pub fn hold(held: Held) {
    let _ = HELD.try_with(|all| all.lock().unwrap_or_else(PoisonError::into_inner).push(held));
}

/// Runs the work of a call, and returns the bytes that it holds.
pub(super) async fn collect<F: Future>(work: F) -> (F::Output, Vec<Held>) {
    let work = async {
        let output = work.await;
        let held = HELD
            .with(|all| std::mem::take(&mut *all.lock().unwrap_or_else(PoisonError::into_inner)));
        (output, held)
    };
    HELD.scope(Mutex::default(), work).await
}

/// The response, whose body holds the bytes.
pub(super) fn until_sent(response: http::Response<Body>, held: Vec<Held>) -> http::Response<Body> {
    if held.is_empty() {
        return response;
    }
    response.map(|body| Body::new(HoldingBody { body, _held: held }))
}

struct HoldingBody {
    body: Body,
    _held: Vec<Held>,
}

impl HttpBody for HoldingBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use http_body_util::Full;

    use super::*;
    use crate::budget::Budget;

    #[tokio::test]
    async fn bytes_are_held_as_long_as_the_body() {
        let budget = Budget::new(10);
        let work = async {
            hold(budget.take(7, Duration::ZERO).await.unwrap());
            http::Response::new(Body::new(Full::new(Bytes::from_static(b"answer"))))
        };
        let (response, held) = collect(work).await;
        let response = until_sent(response, held);
        assert_eq!(budget.held(), 7);
        drop(response);
        assert_eq!(budget.held(), 0);
        hold(budget.take(7, Duration::ZERO).await.unwrap());
        assert_eq!(budget.held(), 0, "outside of a call");
    }
}
