//! The tests of timeseries in one program, which links once: a file that is new is named here.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod answers;
mod as_recorded;
mod averages;
mod begun;
mod carried;
mod chosen;
mod composed;
mod credit;
mod datasets;
mod deleted;
mod denominations;
mod derived;
mod derived_groups;
mod digits;
mod distinct;
mod distributions;
mod events;
mod explained;
mod explained_aggregates;
mod explained_alike;
mod faults;
mod feeder_funds;
mod flows;
mod gates;
mod holders;
mod implausible;
mod import;
mod imports;
mod ledger;
mod licences;
mod loads;
mod market_hours;
mod newest;
mod origins;
mod parent_networks;
mod parquet;
mod properties;
mod ranked;
mod ranked_sources;
mod reclassified;
mod sample;
mod support;
mod texts;
mod withheld;
