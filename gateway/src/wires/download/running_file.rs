//! A file that is being written: its reader, its permit and bytes, and until when it may go on.

use tokio::time::Instant;

use super::file_limits::{FileTimes, LONGEST_QUEUE_WAIT};
use super::file_queue::FilePermit;
use crate::call::failure::{Code, Failure};
use crate::call::file_bytes::FileHold;
use crate::call::input::Input;
use crate::call::pipeline::{AdmittedCaller, Pipeline};
use crate::call::refusal_texts::downloads_busy;

/// Every body of a file owns one, and consults it before each part.
pub struct RunningFile {
    reader: AdmittedCaller,
    session_token: Option<String>,
    /// When the session was looked up last, or a moment before.
    looked_up: Instant,
    times: FileTimes,
    until: Instant,
    bytes: Option<FileHold>,
    _permit: FilePermit,
}

impl RunningFile {
    /// Begins when the file has its permit, for a reader with this session who was looked up at this instant.
    pub fn new(
        reader: AdmittedCaller,
        session_token: Option<&str>,
        looked_up: Instant,
        permit: FilePermit,
        times: FileTimes,
    ) -> Self {
        let session_token = session_token.map(str::to_owned);
        let until = Instant::now() + times.longest;
        Self { reader, session_token, looked_up, times, until, bytes: None, _permit: permit }
    }

    /// The caller who downloads the file.
    pub fn reader(&self) -> &AdmittedCaller {
        &self.reader
    }

    /// Waits for the bytes of so many answers to an input, as long as for a permit.
    pub async fn take_bytes(
        &mut self,
        pipeline: &Pipeline,
        input: &Input<'_>,
        answers: usize,
    ) -> Result<(), Failure> {
        let taking = pipeline.take_file_bytes(&self.reader, input, answers, LONGEST_QUEUE_WAIT);
        self.bytes = Some(taking.await.ok_or_else(downloads_busy)?);
        Ok(())
    }

    /// Holds the measured bytes in place of the estimate, until the file is written.
    pub fn correct_bytes(&mut self, bytes: usize) {
        if let Some(held) = &mut self.bytes {
            held.correct(bytes);
        }
    }

    /// Refuses to go on after the longest time of a file, however slow its reader is, and where the session of its reader has
    /// ended or their role has changed, for which it looks once a minute.
    pub async fn go_on(&mut self) -> Result<(), Failure> {
        let now = Instant::now();
        if now > self.until {
            return Err(Failure::new(Code::Timeout, "The file was received too slowly"));
        }
        if let Some(token) = &self.session_token
            && now > self.looked_up + self.times.session
        {
            self.reader.check_session(token).await?;
            self.looked_up = now;
        }
        Ok(())
    }
}
