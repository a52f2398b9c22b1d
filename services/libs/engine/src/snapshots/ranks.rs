//! The ranks of sources, by which the value of one counts where several report a number.

use foldhash::HashMap;

use crate::calendar::day::Day;
use crate::measures::Measure;

/// The rank of a source in a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rank {
    pub source: String,
    /// The measure; `None` if it is for all measures of the source.
    pub measure: Option<String>,
    /// The first day of the values that it is for.
    pub from: Day,
    /// The last one.
    pub until: Option<Day>,
    /// The place among the sources: 1 counts first.
    pub rank: u32,
    /// When it became known, in milliseconds since 1970.
    pub known_at: i64,
}

impl Rank {
    fn is_on(&self, day: Day) -> bool {
        self.from <= day && self.until.is_none_or(|until| day <= until)
    }
}

/// All ranks, by source.
#[derive(Debug, Default)]
pub struct Ranks(HashMap<String, Vec<Rank>>);

impl Ranks {
    pub fn new(ranks: impl IntoIterator<Item = Rank>) -> Self {
        let mut by_source: HashMap<String, Vec<Rank>> = HashMap::default();
        for rank in ranks {
            by_source.entry(rank.source.clone()).or_default().push(rank);
        }
        Self(by_source)
    }

    /// The ranks of a source for a measure in the order in which they apply: one for the measure before one for all measures,
    /// then the one that begins last.
    pub fn of_source(&self, source: &str, measure: &Measure) -> Vec<Rank> {
        let of_source = self.0.get(source).into_iter().flatten();
        let applies = |rank: &&Rank| rank.measure.as_ref().is_none_or(|slug| *slug == measure.slug);
        let mut ranks: Vec<Rank> = of_source.filter(applies).cloned().collect();
        ranks.sort_by_key(|rank| {
            (rank.measure.is_none(), std::cmp::Reverse(rank.from), rank.rank, rank.until)
        });
        ranks
    }
}

/// The rank of a day among the ranks of a source.
pub fn on(ranks: &[Rank], day: Day) -> Option<&Rank> {
    ranks.iter().find(|rank| rank.is_on(day))
}
