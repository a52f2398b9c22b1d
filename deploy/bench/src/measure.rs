//! The product, its floors and the database alone, in turn.

use std::time::Duration;

use anyhow::Context;

use crate::figures::{Item, Round};
use crate::load::{self, Target};
use crate::{floors, sql};

/// Clients that wait for answers all the time.
pub const CONNECTIONS: usize = 32;

/// How long is measured.
pub struct Span {
    /// How often, each time in another order.
    pub rounds: usize,
    /// How long at a time.
    pub time: Duration,
}

impl Span {
    /// The last words of a command: rounds and seconds.
    pub fn read(words: &[&str]) -> anyhow::Result<Self> {
        let rounds = words.first().map_or(Ok(5), |text| text.parse())?;
        let seconds = words.get(1).map_or(Ok(4.0), |text| text.parse())?;
        Ok(Self { rounds, time: Duration::try_from_secs_f64(seconds)? })
    }
}

/// What is asked of the product, and what is compared with it.
pub struct Work<'a> {
    /// What the report calls it.
    pub name: &'a str,
    /// The questions.
    pub product: &'a Target,
    /// What the floors answer.
    pub body: &'a [u8],
    /// What the database is asked, where it could answer alone.
    pub sql: Option<sql::Script<'a>>,
    /// How many clients ask at once.
    pub connections: usize,
}

impl Work<'_> {
    /// Measures in as many rounds.
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
            // Another order in each round: whatever drifts does not favour one of them.
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

    async fn ask(&self, target: &Target, span: &Span) -> anyhow::Result<load::Measured> {
        load::run(target, self.connections, span.time).await
    }
}
