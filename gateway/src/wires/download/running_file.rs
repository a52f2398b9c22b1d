//! A file that is being written: its reader, its permit, bytes and work, and until when it may go on.

use kit::budget::Held;
use tokio::time::Instant;

use super::file_limits::{FileTimes, LONGEST_QUEUE_WAIT};
use super::file_queue::FilePermit;
use crate::call::admitted_caller::AdmittedCaller;
use crate::call::failure::{Code, Failure};
use crate::call::file_bytes::FileHold;
use crate::call::input::Input;
use crate::call::pipeline::Pipeline;
use crate::call::visitor::Credential;

/// Every body of a file owns one, and consults it before each part.
pub struct RunningFile {
    reader: AdmittedCaller,
    credential: Option<Credential>,
    /// When the credential was looked up last, or a moment before.
    looked_up: Instant,
    times: FileTimes,
    until: Instant,
    bytes: Option<FileHold>,
    /// Until its answers are there.
    work: Option<Held>,
    _permit: FilePermit,
}

impl RunningFile {
    /// Begins when the file has its permit, for a reader with this credential who was looked up at this instant.
    pub fn new(
        reader: AdmittedCaller,
        credential: Option<&Credential>,
        looked_up: Instant,
        permit: FilePermit,
        times: FileTimes,
    ) -> Self {
        let credential = credential.cloned();
        let until = Instant::now() + times.longest;
        let (bytes, work) = (None, None);
        Self { reader, credential, looked_up, times, until, bytes, work, _permit: permit }
    }

    /// The caller who downloads the file.
    pub fn reader(&self) -> &AdmittedCaller {
        &self.reader
    }

    /// Waits for the bytes of a number of answers to an input and for their work, as long as for a permit.
    pub async fn take_cost(
        &mut self,
        pipeline: &Pipeline,
        input: &Input<'_>,
        answers: usize,
    ) -> Result<(), Failure> {
        let taking = pipeline.take_file_cost(&self.reader, input, answers, LONGEST_QUEUE_WAIT);
        let (bytes, work) = taking.await?;
        (self.bytes, self.work) = (Some(bytes), Some(work));
        Ok(())
    }

    /// Notes that the answers are there: returns their work, and holds the measured bytes in place of the estimate until the
    /// file is written.
    pub fn have_answers(&mut self, bytes: usize) {
        self.work = None;
        if let Some(held) = &mut self.bytes {
            held.correct(bytes);
        }
    }

    /// Refuses to go on after the longest time of a file, however slow its reader is, and where the session of its reader has
    /// ended, their role has changed or their key cannot be used any more, for which it looks once a minute.
    pub async fn go_on(&mut self) -> Result<(), Failure> {
        let now = Instant::now();
        if now > self.until {
            return Err(Failure::new(Code::Timeout, "The file was received too slowly"));
        }
        if let Some(credential) = &self.credential
            && now > self.looked_up + self.times.session
        {
            self.reader.check_credential(credential).await?;
            self.looked_up = now;
        }
        Ok(())
    }
}
