//! The data that answers are made of and that mutations change.

use proto::events::{self, Stream};

/// The data of one service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// What exists.
    Catalog,
    /// Numbers over time.
    Timeseries,
}

/// How many there are.
pub const COUNT: usize = 2;

impl Domain {
    /// All of them, each at its place.
    pub const ALL: [Self; COUNT] = [Self::Catalog, Self::Timeseries];

    /// Their streams of events, in the same order.
    pub const STREAMS: &'static [&'static Stream] = &[&events::CATALOG, &events::TIMESERIES];

    /// Its place among all.
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
