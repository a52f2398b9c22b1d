//! The state that all requests share.

use std::sync::Arc;

use kit::bus::Bus;
use kit::clock::Clock;
use kit::low_priority::LowPriorityThreads;

use crate::call::body_bytes::BodyBytes;
use crate::call::pipeline::Pipeline;
use crate::call::sessions::Sessions;
use crate::config::Config;
use crate::leak_reports::LeakReports;
use crate::slugs::Slugs;
use crate::upstream::Upstream;

/// The state that all requests share; clones are cheap.
#[derive(Clone)]
pub struct AppState {
    pub config: Arc<Config>,
    pub upstream: Arc<Upstream>,
    /// The sessions of signed-in users.
    pub sessions: Arc<Sessions>,
    /// The pipeline of calls to procedures.
    pub pipeline: Arc<Pipeline>,
    /// The bodies of requests that are in memory.
    pub body_bytes: Arc<BodyBytes>,
    /// The slugs of records with a page.
    pub slugs: Arc<Slugs>,
    /// The threads that write files.
    pub packing: Arc<LowPriorityThreads>,
    /// API keys in addresses, which are revoked.
    pub leak_reports: LeakReports,
    pub bus: Bus,
    pub clock: Clock,
}
