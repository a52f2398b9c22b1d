//! The body of an answer, within the time of its call and the length of a message: a server that sends its head at once may
//! still drip the rest.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::{Instant, Sleep};
use tonic::Status;
use tonic::body::Body;

use crate::error::Problem;

/// The largest message between services, in bytes: a page of a thousand users or records.
pub const LARGEST_MESSAGE: usize = 32 << 20;
/// The bytes before a message: whether it is compressed, and its length.
const PREFIX: usize = 5;

/// The body, which fails at this moment, or beyond the bytes of the largest message.
pub(super) fn until(body: Body, end: Instant) -> Body {
    let end = Box::pin(tokio::time::sleep_until(end));
    Body::new(BoundedBody { body, end, left: PREFIX + LARGEST_MESSAGE })
}

struct BoundedBody {
    body: Body,
    end: Pin<Box<Sleep>>,
    left: usize,
}

impl HttpBody for BoundedBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        // First, as a body may always have another byte.
        if self.end.as_mut().poll(context).is_ready() {
            return Poll::Ready(Some(Err(Problem::timeout().into())));
        }
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let Some(Ok(frame)) = &frame
            && let Some(data) = frame.data_ref()
        {
            let Some(left) = self.left.checked_sub(data.len()) else {
                let status = Status::resource_exhausted("the answer is too large");
                return Poll::Ready(Some(Err(status)));
            };
            self.left = left;
        }
        Poll::Ready(frame)
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

    use futures::stream;
    use http_body_util::{BodyExt as _, StreamBody};
    use tonic::Code;

    use super::*;
    use crate::error::ErrorCode;

    #[tokio::test(start_paused = true)]
    async fn a_body_that_drips_fails_at_the_end_of_its_time() {
        let drips = stream::unfold((), |()| async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            Some((Ok::<_, Status>(Frame::data(Bytes::from_static(b" "))), ()))
        });
        let (start, time) = (Instant::now(), Duration::from_secs(2));
        let body = until(Body::new(StreamBody::new(drips)), start + time);
        let status = body.collect().await.unwrap_err();
        assert_eq!(Problem::from(status).code, ErrorCode::Timeout);
        assert_eq!(start.elapsed().as_secs(), time.as_secs());
    }

    #[tokio::test]
    async fn a_body_has_the_bytes_of_the_largest_message_at_most() {
        const PIECE: usize = 1 << 20;
        let of = |pieces: usize| {
            let pieces = vec![Bytes::from(vec![0_u8; PIECE]); pieces].into_iter();
            let frames = stream::iter(pieces.map(|piece| Ok::<_, Status>(Frame::data(piece))));
            let end = Instant::now() + Duration::from_mins(1);
            until(Body::new(StreamBody::new(frames)), end)
        };
        let most = LARGEST_MESSAGE / PIECE;
        assert_eq!(of(most).collect().await.unwrap().to_bytes().len(), LARGEST_MESSAGE);
        let status = of(most + 1).collect().await.unwrap_err();
        assert_eq!(status.code(), Code::ResourceExhausted);
    }
}
