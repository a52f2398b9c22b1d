//! The product, its floors and the database alone, in turn.

use std::time::Duration;

use anyhow::Context;

use crate::figures::{Item, Round};
use crate::load::{self, Target};
use crate::{floors, sql};

/// The number of concurrent clients.
pub const CONNECTIONS: usize = 32;

/// The length of a measurement.
pub struct Span {
    /// The number of rounds, each in another order.
    pub rounds: usize,
    /// The time of one measurement.
    pub time: Duration,
}

impl Span {
    /// Parses the last arguments of a command: rounds and seconds.
    pub fn read(words: &[&str]) -> anyhow::Result<Self> {
        let rounds = words.first().map_or(Ok(5), |text| text.parse())?;
        let seconds = words.get(1).map_or(Ok(4.0), |text| text.parse())?;
        Ok(Self { rounds, time: Duration::try_from_secs_f64(seconds)? })
    }
}

/// A request to the product, and the floors that it is compared with.
pub struct Work<'a> {
    /// Its name in the report.
    pub name: &'a str,
    /// The requests.
    pub product: &'a Target,
    /// The answer of the floors.
    pub body: &'a [u8],
    /// The script for the database, if it can answer alone.
    pub sql: Option<sql::Script<'a>>,
    /// The number of concurrent clients.
    pub connections: usize,
}

impl Work<'_> {
    pub async fn measure(&self, span: &Span) -> anyhow::Result<Item> {
        let floors = floors::start(self.body).await.context("starting the floors")?;
        let none = [String::new()];
        let bare = Target::new(&floors.http, "/", &none)?;
        let hop = Target::new(&floors.hop, "/", &none)?;
        let mut item = Item::new(self.name, self.body.len());
        for target in [self.product, &bare, &hop] {
            load::run(target, self.connections, span.time.min(Duration::from_secs(1))).await?;
        }
        for round in 0..span.rounds {
            let mut measured = Round::default();
            // Another order in each round, so that drift favours none of them.
            for turn in 0..4 {
                match (round + turn) % 4 {
                    0 => measured.product = self.ask(self.product, span).await?,
                    1 => measured.bare = self.ask(&bare, span).await?,
                    2 => measured.hop = self.ask(&hop, span).await?,
                    _ => {
                        if let Some(script) = &self.sql {
                            measured.sql = Some(script.rate(span.time).await?);
                        }
                    }
                }
            }
            item.rounds.push(measured);
        }
        Ok(item)
    }

    async fn ask(&self, target: &Target, span: &Span) -> anyhow::Result<load::Measurement> {
        load::run(target, self.connections, span.time).await
    }
}
