//! The data of the services from which answers are made and which mutations change.

use proto::events::{self, Stream};

/// The data of one service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// The records of the catalog.
    Catalog,
    /// Numbers over time.
    Timeseries,
}

/// How many there are.
pub const COUNT: usize = 2;

impl Domain {
    /// All domains, each at its index.
    pub const ALL: [Self; COUNT] = [Self::Catalog, Self::Timeseries];

    /// Their streams of events, in the same order.
    pub const STREAMS: &'static [&'static Stream] = &[&events::CATALOG, &events::TIMESERIES];

    /// Its index among all.
    pub fn place(self) -> usize {
        self as usize
    }

    /// The service that has it.
    pub fn service(self) -> &'static str {
        match self {
            Self::Catalog => "catalog",
            Self::Timeseries => "timeseries",
        }
    }
}
