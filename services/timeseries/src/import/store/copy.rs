//! Writes numbers into the database in the binary format of COPY.

use bytes::{BufMut as _, BytesMut};
use engine::day::Day;
use kit::clock;
use kit::db::DbError;
use sqlx::PgConnection;
use sqlx::postgres::PgCopyIn;
use time::OffsetDateTime;

use crate::import::files::point::Point;

/// The size of a chunk of COPY.
const COPY_BYTES: usize = 1 << 18;
/// 2000-01-01, the first day of Postgres, as a day and in milliseconds since 1970.
const FIRST_DAY: i32 = 10_957;
const FIRST_MILLISECOND: i64 = 946_684_800_000;

/// Rows in the binary form, on their way to the database in parts.
pub struct Rows<'a> {
    sink: PgCopyIn<&'a mut PgConnection>,
    buffer: BytesMut,
}

impl<'a> Rows<'a> {
    /// Begins a statement `COPY … FROM STDIN (FORMAT binary)`.
    pub async fn begin(tx: &'a mut PgConnection, statement: &'static str) -> Result<Self, DbError> {
        let sink = tx.copy_in_raw(statement).await?;
        let mut buffer = BytesMut::with_capacity(COPY_BYTES * 2);
        buffer.put_slice(b"PGCOPY\n\xff\r\n\0");
        buffer.put_i32(0);
        buffer.put_i32(0);
        Ok(Self { sink, buffer })
    }

    /// Begins a row, after sending the buffer if it is full.
    pub async fn row(&mut self, columns: i16) -> Result<(), DbError> {
        if self.buffer.len() >= COPY_BYTES {
            self.sink.send(&self.buffer[..]).await?;
            self.buffer.clear();
        }
        self.buffer.put_i16(columns);
        Ok(())
    }

    /// A column `bigint`.
    pub fn long(&mut self, number: i64) {
        self.buffer.put_i32(8);
        self.buffer.put_i64(number);
    }

    /// A column `integer`.
    pub fn integer(&mut self, number: i32) {
        self.buffer.put_i32(4);
        self.buffer.put_i32(number);
    }

    /// A column `date`.
    pub fn day(&mut self, day: Day) {
        self.integer(day - FIRST_DAY);
    }

    /// A column `timestamptz`.
    pub fn instant(&mut self, instant: OffsetDateTime) {
        self.milliseconds(clock::milliseconds(instant));
    }

    /// The same from milliseconds since 1970.
    pub fn milliseconds(&mut self, milliseconds: i64) {
        self.long((milliseconds - FIRST_MILLISECOND) * 1_000);
    }

    /// The same where it may be unknown.
    pub fn maybe_instant(&mut self, instant: Option<OffsetDateTime>) {
        match instant {
            Some(instant) => self.instant(instant),
            None => self.nothing(),
        }
    }

    /// A column `boolean`.
    pub fn flag(&mut self, flag: bool) {
        self.buffer.put_i32(1);
        self.buffer.put_u8(flag.into());
    }

    /// A column `double precision`.
    pub fn number(&mut self, number: Option<f64>) {
        match number {
            Some(number) => {
                self.buffer.put_i32(8);
                // Zero has one sign here: two that differ in it are the same value.
                self.buffer.put_f64(number + 0.0);
            }
            None => self.nothing(),
        }
    }

    /// A column of any kind without a value.
    pub fn nothing(&mut self) {
        self.buffer.put_i32(-1);
    }

    /// A column `text`.
    pub fn text(&mut self, text: Option<&str>) {
        match text {
            Some(text) => {
                self.buffer.put_i32(text.len() as i32);
                self.buffer.put_slice(text.as_bytes());
            }
            None => self.nothing(),
        }
    }

    /// Ends it; answers how many rows were taken.
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

/// Writes points into the table `incoming` of the present transaction.
pub struct Copy<'a> {
    rows: Rows<'a>,
}

impl<'a> Copy<'a> {
    pub async fn begin(tx: &'a mut PgConnection) -> Result<Self, DbError> {
        let statement =
            "COPY incoming (line, key, date, known_at, value) FROM STDIN (FORMAT binary)";
        Ok(Self { rows: Rows::begin(tx, statement).await? })
    }

    pub async fn add(&mut self, points: &[Point]) -> Result<(), DbError> {
        for point in points {
            self.rows.row(5).await?;
            self.rows.long(point.line);
            self.rows.integer(point.key);
            self.rows.day(point.day);
            self.rows.maybe_instant(point.known_at);
            self.rows.number(point.value);
        }
        Ok(())
    }

    /// Ends it; answers how many points were taken.
    pub async fn end(self) -> Result<u64, DbError> {
        self.rows.end().await
    }

    /// Gives it up.
    pub async fn abort(self) -> Result<(), DbError> {
        self.rows.abort().await
    }
}
