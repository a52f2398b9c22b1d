//! A file that is being written: its reader, its place, and until when it may go on.

use tokio::time::Instant;

use super::file_limits::FileTimes;
use super::file_queue::Place;
use crate::call::failure::{Code, Failure};
use crate::call::pipeline::Admitted;

/// Every body of a file owns one, and consults it before each part.
pub struct RunningFile {
    reader: Admitted,
    until: Instant,
    _place: Place,
}

impl RunningFile {
    /// Begins when the file has its place.
    pub fn new(reader: Admitted, place: Place, times: FileTimes) -> Self {
        Self { reader, until: Instant::now() + times.longest, _place: place }
    }

    /// The caller for whom it is written.
    pub fn reader(&self) -> &Admitted {
        &self.reader
    }

    /// Refuses to go on after the longest time of a file, however slow its reader is.
    pub fn go_on(&self) -> Result<(), Failure> {
        if Instant::now() > self.until {
            return Err(Failure::new(Code::Timeout, "The file was received too slowly"));
        }
        Ok(())
    }
}
