//! What every request handler is given.

use std::sync::Arc;

use kit::aside::Aside;
use kit::bus::Bus;
use kit::clock::Clock;

use crate::call::caller::Sessions;
use crate::call::pipeline::Pipeline;
use crate::config::Config;
use crate::slugs::Slugs;
use crate::upstream::Upstream;

/// Shared by all requests; clones are cheap.
#[derive(Clone)]
pub struct AppState {
    /// The settings.
    pub config: Arc<Config>,
    /// The services.
    pub upstream: Arc<Upstream>,
    /// Who is behind a session cookie.
    pub sessions: Arc<Sessions>,
    /// The way of calls to procedures.
    pub pipeline: Arc<Pipeline>,
    /// Which records have a page.
    pub slugs: Arc<Slugs>,
    /// Where files are written.
    pub packing: Arc<Aside>,
    /// The bus.
    pub bus: Bus,
    /// The time.
    pub clock: Clock,
}
