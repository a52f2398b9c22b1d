//! Points on their way into the database, in the binary form of COPY.

use bytes::{BufMut as _, BytesMut};
use kit::clock;
use kit::db::DbError;
use sqlx::PgConnection;
use sqlx::postgres::PgCopyIn;
use time::OffsetDateTime;

use super::rows::Point;

/// What is sent at once.
const PART: usize = 1 << 18;
/// 2000-01-01, the first day of Postgres, as a day and in milliseconds since 1970.
const FIRST_DAY: i32 = 10_957;
const FIRST_MILLISECOND: i64 = 946_684_800_000;

/// Writes points into the table `incoming` of the present transaction.
pub struct Copy<'a> {
    sink: PgCopyIn<&'a mut PgConnection>,
    buffer: BytesMut,
    known_at: OffsetDateTime,
}

impl<'a> Copy<'a> {
    /// Begins; points that do not say when they became known became so at the given time.
    pub async fn begin(
        tx: &'a mut PgConnection,
        known_at: OffsetDateTime,
    ) -> Result<Self, DbError> {
        let sink = tx
            .copy_in_raw(
                "COPY incoming (line, key, date, known_at, value) FROM STDIN (FORMAT binary)",
            )
            .await?;
        let mut buffer = BytesMut::with_capacity(PART * 2);
        buffer.put_slice(b"PGCOPY\n\xff\r\n\0");
        buffer.put_i32(0);
        buffer.put_i32(0);
        Ok(Self { sink, buffer, known_at })
    }

    /// Adds points.
    pub async fn add(&mut self, points: &[Point]) -> Result<(), DbError> {
        for point in points {
            self.put(point);
            if self.buffer.len() >= PART {
                self.sink.send(&self.buffer[..]).await?;
                self.buffer.clear();
            }
        }
        Ok(())
    }

    fn put(&mut self, point: &Point) {
        let buffer = &mut self.buffer;
        buffer.put_i16(5);
        buffer.put_i32(8);
        buffer.put_i64(point.line);
        buffer.put_i32(4);
        buffer.put_i32(point.key);
        buffer.put_i32(4);
        buffer.put_i32(point.day - FIRST_DAY);
        buffer.put_i32(8);
        let known_at = clock::milliseconds(point.known_at.unwrap_or(self.known_at));
        buffer.put_i64((known_at - FIRST_MILLISECOND) * 1_000);
        match point.value {
            Some(value) => {
                buffer.put_i32(8);
                // Zero has one sign here: two that differ in it are the same value.
                buffer.put_f64(value + 0.0);
            }
            None => buffer.put_i32(-1),
        }
    }

    /// Ends it; answers how many points were taken.
    pub async fn end(mut self) -> Result<u64, DbError> {
        self.buffer.put_i16(-1);
        self.sink.send(&self.buffer[..]).await?;
        Ok(self.sink.finish().await?)
    }

    /// Gives it up.
    pub async fn abort(self) -> Result<(), DbError> {
        Ok(self.sink.abort("the file is refused").await?)
    }
}
