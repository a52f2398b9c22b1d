//! All records of a small universe, and values over time.

use proto::access::v1::{Dimension, Granularity};

use super::documents::TODAY;
use crate::*;

/// A record with at most one asset class and issuer and any number of networks.
#[derive(Clone, Debug)]
pub struct Record {
    pub class: Vec<i64>,
    pub issuer: Vec<i64>,
    pub networks: Vec<i64>,
}

impl Record {
    pub fn attributes(&self) -> Attributes<'_> {
        Attributes::default()
            .with(Dimension::AssetClass, &self.class)
            .with(Dimension::Issuer, &self.issuer)
            .with(Dimension::Network, &self.networks)
    }
}

/// Every record of the universe.
pub fn records() -> Vec<Record> {
    let single = |most: i64| (0..=most).map(|id| if id == 0 { Vec::new() } else { vec![id] });
    let subsets = (0..8_u32).map(|bits| (1..4).filter(move |id| bits & (1 << (id - 1)) != 0));
    let subsets: Vec<Vec<i64>> = subsets.map(Iterator::collect).collect();
    single(3)
        .flat_map(|class| single(2).map(move |issuer| (class.clone(), issuer)))
        .flat_map(|(class, issuer)| {
            let record = move |networks: &Vec<i64>| Record {
                class: class.clone(),
                issuer: issuer.clone(),
                networks: networks.clone(),
            };
            subsets.iter().map(record).collect::<Vec<_>>()
        })
        .collect()
}

/// Values over time of some days, intervals and measures.
pub fn observations() -> Vec<Observation> {
    let days = [(-7, -7), (-4, -4), (-3, -1), (-2, -2), (-1, -1), (0, 0), (1, 1), (-30, 0)];
    let intervals = [Granularity::Day, Granularity::Week, Granularity::Month];
    let observation = |(days, interval): ((Day, Day), Granularity), measure| Observation {
        measure,
        days: (TODAY + days.0, TODAY + days.1),
        interval,
    };
    days.into_iter()
        .flat_map(|days| intervals.map(|interval| (days, interval)))
        .flat_map(|place| [1, 2].map(|measure| observation(place, measure)))
        .collect()
}
