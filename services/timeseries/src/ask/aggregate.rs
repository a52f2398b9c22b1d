//! Many series added up, in groups.

use std::sync::Arc;

use proto::timeseries::v1::{
    GetAggregateRequest, GetAggregateResponse, JsonText, MeasureKind, SeriesGroupBy,
    SeriesInterval, SubjectKind,
};
use time::OffsetDateTime;

use super::filter::{Choice, Trait};
use super::groups::Question;
use super::told::Told;
use super::{members, pick, range, rolled};
use crate::compute::{Axis, Combiner, Mode, combiner};
use crate::context::Context;
use crate::day::{self, Day};
use crate::error::TimeseriesError;
use crate::image::{Image, Series};
use crate::measures::Measure;
use crate::recipes::{self, Recipe, Share};
use crate::rollups::Wanted;

const USUAL_GROUPS: u32 = 12;
const MOST_GROUPS: u32 = 100;
/// Values in one answer.
const MOST_VALUES: usize = 500_000;
/// Series times intervals that one question may touch.
const MOST_WORK: usize = 200_000_000;
const YEAR: Day = 365;

/// Answers the sums, or averages, of the series of a measure.
pub async fn aggregate(
    ctx: &Context,
    request: &GetAggregateRequest,
) -> Result<GetAggregateResponse, TimeseriesError> {
    answered(ctx, request, Told::message).await
}

/// The same as browsers get it.
pub async fn aggregate_text(
    ctx: &Context,
    request: &GetAggregateRequest,
) -> Result<JsonText, TimeseriesError> {
    let text = answered(ctx, request, |told| told.text()).await??;
    Ok(JsonText { json: text.into() })
}

/// A question that makes sense.
struct Asked {
    image: Arc<Image>,
    measure: &'static Measure,
    interval: SeriesInterval,
    mode: Mode,
    group_by: Option<Trait>,
    kind: SubjectKind,
    choice: Choice,
    limit: usize,
    axis: Axis,
    to: Day,
    as_of: Option<OffsetDateTime>,
    is_cohort: bool,
    share: Option<Share>,
    /// What is added up.
    summed: &'static Measure,
    weight: Option<&'static Measure>,
}

impl Asked {
    fn new(ctx: &Context, request: &GetAggregateRequest) -> Result<Self, TimeseriesError> {
        resolved(request)?;
        let image = pick::image(ctx)?;
        let measure = pick::measure(&request.measure)?;
        let interval = range::interval(request.interval)?;
        let mode = range::mode(request.mode, interval, measure)?;
        let group_by = group_by(request.group_by)?;
        let kind = subject_kind(request.subject_kind, group_by);
        groupable(kind, group_by)?;
        let choice = Choice::new(request.filter.as_ref(), kind)?;
        let limit = request.group_limit.unwrap_or(USUAL_GROUPS);
        if !(1..=MOST_GROUPS).contains(&limit) {
            let message = format!("group_limit must lie between 1 and {MOST_GROUPS}");
            return Err(TimeseriesError::refused("group_limit_bound", message));
        }
        let now = ctx.clock.now();
        let from = range::day("from", request.from.as_deref())?;
        let yesterday = day::at(now) - 1;
        let to = range::day("to", request.to.as_deref())?;
        let to = to.unwrap_or_else(|| from.map_or(yesterday, |from| from.max(yesterday)));
        let axis = range::axis(interval, from.unwrap_or(to - YEAR), to, now)?;
        let share = share(measure, mode)?;
        let (summed, weight) = summed(measure, request.weight.as_deref())?;
        Ok(Self {
            image,
            measure,
            interval,
            mode,
            group_by,
            kind,
            choice,
            limit: limit as usize,
            to: axis.ends.last().copied().unwrap_or(to),
            axis,
            as_of: range::as_of(request.as_of.as_deref(), now)?,
            is_cohort: request.is_cohort.unwrap_or_default(),
            share,
            summed,
            weight,
        })
    }

    fn by_network(&self) -> bool {
        self.group_by == Some(Trait::Network)
    }

    /// The sums that have the answer, where it is one of those that are kept: everything there is, day by day.
    fn kept(&self) -> Option<Wanted> {
        // Of a flow, a day is what happened on it.
        let is_of_each_day = match self.mode {
            Mode::Level => true,
            Mode::Flow => self.summed.kind() == MeasureKind::Flow,
            Mode::Cumulative => false,
        };
        let is_sum = combiner(self.summed, false) == Combiner::Sum
            && self.weight.is_none()
            && self.share.is_none()
            && recipes::of(self.summed).is_none();
        let is_everything = self.choice.is_everything() && !self.is_cohort && self.as_of.is_none();
        let is_kept =
            is_of_each_day && self.interval == SeriesInterval::Day && is_sum && is_everything;
        is_kept.then_some((self.summed.id, self.kind, self.group_by))
    }

    fn check(&self, members: usize, work: usize) -> Result<(), TimeseriesError> {
        let days = self.axis.len();
        // Those that stand alone, all others, and all together.
        let groups = self.group_by.map_or(1, |_| self.limit + 2);
        if days * groups > MOST_VALUES || days * members > MOST_WORK || work > MOST_WORK {
            let message = "The range is too long for so many series: longer intervals, fewer groups, or a filter";
            return Err(TimeseriesError::refused("range_too_long", message));
        }
        Ok(())
    }

    fn frame(&self, ctx: &Context) -> GetAggregateResponse {
        let current_at = ctx.shelf.current_at();
        GetAggregateResponse {
            interval: self.interval.into(),
            current_at,
            known_at: range::known_at(self.as_of, current_at),
            to: self.axis.to(),
            ..GetAggregateResponse::default()
        }
    }

    /// What is to be worked out.
    async fn question(self, ctx: &Context) -> Result<Question, TimeseriesError> {
        let by_network = self.by_network();
        let members = members::of(&self.image, self.summed, self.kind, &self.choice, by_network);
        let weights = self.weight.map(|weight| members::weights(&self.image, weight, &members));
        let is_weighted = weights.is_some();
        let weights = weights.unwrap_or_default();
        let needed = members.iter().chain(weights.values());
        // Of a change in the first interval, the value before it is needed too.
        let back = self.share.and_then(|share| share.before).unwrap_or_default() + 1;
        let edges = (self.axis.starts.first().copied().unwrap_or(self.to) - back, self.to);
        self.check(members.len(), work(members.derived().chain(weights.values()), edges))?;
        let columns = pick::Columns::of(ctx, needed, self.as_of, edges).await?;
        Ok(Question {
            axis: self.axis,
            edges,
            measure: self.measure,
            summed: self.summed,
            share: self.share,
            mode: self.mode,
            combiner: combiner(self.summed, is_weighted),
            is_weighted,
            is_cohort: self.is_cohort,
            group_by: self.group_by,
            limit: self.limit,
            members,
            weights,
            columns,
        })
    }
}

async fn answered<T: Send + 'static>(
    ctx: &Context,
    request: &GetAggregateRequest,
    write: fn(Told) -> T,
) -> Result<T, TimeseriesError> {
    let asked = Asked::new(ctx, request)?;
    let frame = asked.frame(ctx);
    if let Some(wanted) = asked.kept() {
        let kept = rolled::kept(&asked.image, asked.summed, wanted, asked.by_network()).await?;
        if let Some(kept) = kept {
            asked.check(kept.total.combined.members() as usize, 0)?;
            return Ok(write(rolled::told(&kept, asked.measure, &asked.axis, asked.limit, frame)));
        }
    }
    let question = asked.question(ctx).await?;
    // Other calls go on while a wide one is worked out.
    let answer = tokio::task::spawn_blocking(move || {
        let days = question.axis.starts.clone();
        let GetAggregateResponse { interval, current_at, known_at, to, .. } = frame;
        let answer =
            GetAggregateResponse { interval, current_at, known_at, to, ..question.answer() };
        write(Told::made(answer, days))
    });
    answer.await.map_err(|_| TimeseriesError::NotReady)
}

/// Left out, a filter that only the catalog understands would answer for everything.
pub(super) fn resolved(request: &GetAggregateRequest) -> Result<(), TimeseriesError> {
    if request.asset_filter.is_none() {
        return Ok(());
    }
    let message = "asset_filter must have become a filter by slugs of assets";
    Err(TimeseriesError::refused("asset_filter_unresolved", message))
}

fn share(measure: &Measure, mode: Mode) -> Result<Option<Share>, TimeseriesError> {
    match recipes::of(measure) {
        Some(Recipe::Share(_)) if mode != Mode::Level => {
            let message = format!("{} has a level only", measure.name);
            Err(TimeseriesError::refused("share_not_summed", message))
        }
        Some(Recipe::Share(share)) => Ok(Some(*share)),
        _ => Ok(None),
    }
}

/// The measure that is added up, and what its values count. Shares are of what averages would be weighted by.
pub(super) fn summed(
    measure: &'static Measure,
    weight: Option<&str>,
) -> Result<(&'static Measure, Option<&'static Measure>), TimeseriesError> {
    let weight = weight.map(pick::measure).transpose()?.or_else(|| measure.weight());
    Ok(match (recipes::of(measure), weight) {
        (Some(Recipe::Share(_)), Some(whole)) => (whole, None),
        (_, weight) => (measure, weight),
    })
}

/// How many values are looked at for what is derived.
fn work<'a>(derived: impl Iterator<Item = &'a Arc<Series>>, (from, to): (Day, Day)) -> usize {
    let steps = derived.filter_map(|series| Some(series.origin.as_ref()?.way.steps()));
    steps.sum::<usize>() * usize::try_from(to - from).unwrap_or_default()
}

pub(super) fn group_by(asked: Option<i32>) -> Result<Option<Trait>, TimeseriesError> {
    Ok(Some(match asked.map(SeriesGroupBy::try_from) {
        None | Some(Ok(SeriesGroupBy::None)) => return Ok(None),
        Some(Ok(SeriesGroupBy::Asset)) => Trait::Asset,
        Some(Ok(SeriesGroupBy::Token)) => Trait::Slug,
        Some(Ok(SeriesGroupBy::Network)) => Trait::Network,
        Some(Ok(SeriesGroupBy::Platform)) => Trait::Platform,
        Some(Ok(SeriesGroupBy::Issuer)) => Trait::Issuer,
        Some(Ok(SeriesGroupBy::Manager)) => Trait::Manager,
        Some(Ok(SeriesGroupBy::AssetClass)) => Trait::AssetClass,
        Some(Ok(SeriesGroupBy::Country)) => Trait::Country,
        Some(_) => {
            return Err(TimeseriesError::refused("group_unknown", "There is no such group"));
        }
    }))
}

/// Whether subjects of a kind can have the trait at all. By tokens means that each is a group of its own, whatever it is.
pub(super) fn groupable(kind: SubjectKind, by: Option<Trait>) -> Result<(), TimeseriesError> {
    let Some(by) = by else { return Ok(()) };
    let is_possible = match kind {
        SubjectKind::Asset => by != Trait::Slug,
        SubjectKind::Token | SubjectKind::Unspecified => true,
        SubjectKind::Loan => !matches!(by, Trait::Manager | Trait::AssetClass | Trait::Country),
        SubjectKind::Pool | SubjectKind::Platform => {
            matches!(by, Trait::Slug | Trait::Network | Trait::Platform)
        }
        SubjectKind::Network => matches!(by, Trait::Slug | Trait::Network),
        SubjectKind::Benchmark => by == Trait::Slug,
    };
    if is_possible {
        return Ok(());
    }
    let message = match kind {
        SubjectKind::Asset => "Assets are not tokens: group them by asset, or ask for tokens",
        SubjectKind::Benchmark | SubjectKind::Network => {
            "Benchmarks and networks belong to nobody: group them by themselves, or not"
        }
        _ => "Nothing of the kind has what it should be grouped by",
    };
    Err(TimeseriesError::refused("group_absurd", message))
}

pub(super) fn subject_kind(asked: Option<i32>, group_by: Option<Trait>) -> SubjectKind {
    match asked.map(SubjectKind::try_from) {
        Some(Ok(kind)) if kind != SubjectKind::Unspecified => kind,
        _ if group_by == Some(Trait::Slug) => SubjectKind::Token,
        _ => SubjectKind::Asset,
    }
}
