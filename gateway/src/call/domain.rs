//! The data of the services from which answers are made and which mutations change, one domain for each service that
//! reports the state of its data.

use kit::error::Problem;
use proto::events::{self, Stream};
use proto::query::v1::GetGenerationRequest;

use crate::upstream::Upstream;

// The build script writes them from the list of services and the definitions.
include!(concat!(env!("OUT_DIR"), "/domain.rs"));

/// How many there are.
pub const COUNT: usize = Domain::ALL.len();

impl Domain {
    /// Its index among all.
    pub fn place(self) -> usize {
        self as usize
    }
}
