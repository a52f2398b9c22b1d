//! The figures that the measurements yield and the report prints.

use std::time::Duration;

use crate::load::Measurement;

/// One round of one item.
#[derive(Default)]
pub struct Round {
    pub product: Measurement,
    /// A bare route, from memory.
    pub bare: Measurement,
    /// A bare route and one bare call.
    pub hop: Measurement,
    /// Answers per second of the database alone, of what it could answer alone.
    pub sql: Option<f64>,
}

/// A measured request, and its rounds.
pub struct Item {
    /// Its name in the report.
    pub name: String,
    /// The size of an answer.
    pub bytes: usize,
    /// Each in another order.
    pub rounds: Vec<Round>,
}

impl Item {
    /// An item that has not been measured.
    pub fn new(name: &str, bytes: usize) -> Self {
        Self { name: name.to_owned(), bytes, rounds: Vec::new() }
    }

    /// A median of the rounds in which the database was measured alone, or a dash.
    pub fn of_sql(&self, of: impl Fn(f64, f64) -> f64, decimals: usize) -> String {
        if self.rounds.iter().any(|round| round.sql.is_none()) {
            return "-".to_owned();
        }
        let value = self.median(|round| of(round.product.rate, round.sql.unwrap_or(f64::NAN)));
        format!("{value:.decimals$}")
    }

    /// The median of a figure over the rounds.
    pub fn median(&self, of: impl Fn(&Round) -> f64) -> f64 {
        median(self.rounds.iter().map(of))
    }
}

/// The middle of the values, or NaN if there is none.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    quantile(values, 2)
}

fn lower_quartile(values: impl Iterator<Item = f64>) -> f64 {
    quantile(values, 4)
}

/// The value below which one part of the values lies, of `parts` equal ones.
fn quantile(values: impl Iterator<Item = f64>, parts: usize) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / parts).copied().unwrap_or(f64::NAN)
}

/// The time of a call that aggregates base points, compared with a reading loop.
pub struct Scan {
    /// The number of points.
    pub points: usize,
    /// Milliseconds of a call to the service, answer included, in each round.
    pub call: Vec<f64>,
    /// Milliseconds of the loop.
    pub loop_alone: Vec<f64>,
}

/// The figures of downloads.
pub struct Files {
    /// The size of a file in bytes.
    pub bytes: usize,
    /// Megabytes per second, eight at a time, in each round.
    pub product: Vec<f64>,
    /// The same bytes from memory.
    pub bare: Vec<f64>,
    /// The rate of other calls without downloads.
    pub alone: Vec<Measurement>,
    /// The rate of other calls during downloads.
    pub beside: Vec<Measurement>,
}

/// The part of the throughput that tokens, TLS and limits may take.
pub const MOST_FOR_TRUST: f64 = 0.05;

/// The throughput that tokens, TLS and limits cost.
#[derive(Default)]
pub struct Trust {
    /// The rounds after each start of both stacks.
    pub starts: Vec<Rounds>,
    /// Seconds of a processor for the proof of one call, in its sender and its receiver.
    pub proof: f64,
    /// Calls for an answer.
    pub calls: f64,
}

/// The rounds after one start of both stacks.
#[derive(Default)]
pub struct Rounds {
    /// The work for an answer with TLS and limits, in each round.
    pub with: Vec<AnswerWork>,
    /// The same without them.
    pub without: Vec<AnswerWork>,
}

/// The work of a stack for one answer under load.
#[derive(Clone, Copy)]
pub struct AnswerWork {
    /// Answers per second.
    pub rate: f64,
    /// Seconds of processors for an answer, in all programs and servers of the stack.
    pub seconds: f64,
}

impl AnswerWork {
    /// The seconds of the quarter of rounds that others on the machine disturbed least: they only ever add to the work.
    pub fn least_seconds(rounds: &[Self]) -> f64 {
        lower_quartile(rounds.iter().map(|work| work.seconds))
    }

    /// The rate of that quarter.
    pub fn highest_rate(rounds: &[Self]) -> f64 {
        -lower_quartile(rounds.iter().map(|work| -work.rate))
    }
}

impl Rounds {
    /// The seconds of processors for an answer without TLS and limits, compared with those with them: where processors are all
    /// that answers wait for, the same as the throughput with them compared with that without.
    pub fn ratio(&self) -> f64 {
        AnswerWork::least_seconds(&self.without) / AnswerWork::least_seconds(&self.with)
    }

    /// The throughput with TLS and limits, compared with that without, as the load saw it.
    pub fn ratio_of_rates(&self) -> f64 {
        AnswerWork::highest_rate(&self.with) / AnswerWork::highest_rate(&self.without)
    }
}

impl Trust {
    /// The average of a figure over the starts.
    pub fn average(&self, of: impl Fn(&Rounds) -> f64) -> f64 {
        self.starts.iter().map(of).sum::<f64>() / self.starts.len() as f64
    }

    /// The standard error of that average.
    pub fn standard_error(&self, of: impl Fn(&Rounds) -> f64) -> f64 {
        let (average, starts) = (self.average(&of), self.starts.len() as f64);
        let squares: f64 = self.starts.iter().map(|start| (of(start) - average).powi(2)).sum();
        (squares / (starts - 1.0) / starts).sqrt()
    }

    /// The part of the work for an answer that goes to tokens.
    pub fn tokens(&self) -> f64 {
        self.calls * self.proof / self.average(|start| AnswerWork::least_seconds(&start.without))
    }

    /// The part of the throughput that all of them take.
    pub fn cost(&self) -> f64 {
        1.0 - self.average(Rounds::ratio) * (1.0 - self.tokens())
    }
}

/// The longest time of a decision by 50 policies, and by 1,000.
pub const LONGEST_DECISIONS: [(usize, Duration); 2] =
    [(50, Duration::from_micros(1)), (1_000, Duration::from_micros(5))];
/// The longest time of a processor for the check of a key.
pub const LONGEST_KEY_CHECK: Duration = Duration::from_micros(5);
/// The most memory of the caches of policies and keys.
pub const MOST_MEMORY: usize = 300_000_000;

/// The figures of decisions on policies and of API keys.
pub struct Policies {
    pub decisions: Vec<Decisions>,
    /// The processor time for the parts, the checksum and the code of one key.
    pub key_check: Duration,
    pub memory: Vec<Memory>,
}

/// The decisions of a caller.
pub struct Decisions {
    /// The number of the caller's policies.
    pub policies: usize,
    /// The time of a decision that was made before.
    pub median: Duration,
    /// The time of the first decision.
    pub first: Duration,
    /// The time in which the policies of the caller are compiled.
    pub compile: Duration,
}

/// The memory of the caches of the gateway.
pub struct Memory {
    /// Whether each key has scopes of its own.
    pub has_scopes: bool,
    pub policies: usize,
    pub keys: usize,
    /// Bytes of the policies alone.
    pub of_policies: usize,
    /// Bytes of policies and keys.
    pub all: usize,
}

impl Policies {
    /// Whether all figures are within their limits.
    pub fn are_within_limits(&self) -> bool {
        let is_quick = |known: &Decisions| {
            let limit = LONGEST_DECISIONS.iter().find(|(policies, _)| *policies == known.policies);
            limit.is_none_or(|(_, longest)| known.median <= *longest)
        };
        self.decisions.iter().all(is_quick)
            && self.key_check <= LONGEST_KEY_CHECK
            && self.memory.iter().all(|memory| memory.all <= MOST_MEMORY)
    }
}
