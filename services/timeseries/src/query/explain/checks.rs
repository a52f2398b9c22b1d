//! The results of the import's checks of one value, and why a check had nothing to compare it with.

use engine::withheld_reasons::{self, Reason, SCALE_JUMP, SOURCES_DISAGREE};
use engine::{Day, Series, day};
use proto::timeseries::v1::{CheckResult, ObservationVersion, SourceValue};

use crate::context::Context;
use crate::error::TimeseriesError;
use crate::import::{self, EarlierValue};

/// A value whose checks are explained.
pub struct CheckedValue<'a> {
    pub series: &'a Series,
    /// The stored series that has it.
    pub series_id: i64,
    pub day: Day,
    /// Its newest version.
    pub version: &'a ObservationVersion,
    /// The days for which the series carries a value.
    pub carry: i32,
    /// The values of all sources; none if there are not several.
    pub sources: &'a [SourceValue],
}

impl CheckedValue<'_> {
    /// The results of the checks. Of several that failed only one is stored.
    pub async fn checks(&self, ctx: &Context) -> Result<Vec<CheckResult>, TimeseriesError> {
        let failed = self.version.reason.as_deref();
        if self.version.value.is_none() && failed.is_none() {
            return Ok(Vec::new());
        }
        let mut checks = import::checks_for(self.series.measure, self.series.subject.kind);
        let is_other = |reason: &&Reason| !checks.contains(reason);
        checks.extend(failed.and_then(withheld_reasons::by_code).filter(is_other));
        let mut results = Vec::with_capacity(checks.len());
        for check in checks {
            let not_compared = match failed {
                None => self.lack(ctx, check).await?,
                Some(code) => (code != check.code).then_some("Another check withheld the value."),
            };
            results.push(CheckResult {
                reason: check.code.to_owned(),
                claim: check.claim.to_owned(),
                has_passed: not_compared.is_none().then_some(failed.is_none()),
                not_compared: not_compared.map(str::to_owned),
            });
        }
        Ok(results)
    }

    /// Why a check had nothing to compare the value with; `None` if it had, or needs no other number.
    async fn lack(
        &self,
        ctx: &Context,
        check: &Reason,
    ) -> Result<Option<&'static str>, TimeseriesError> {
        if let Some(earlier) = import::earlier_value(check, self.series.measure, self.carry) {
            return self.lack_of_earlier(ctx, &earlier).await;
        }
        Ok(if *check == SOURCES_DISAGREE { self.lack_of_sources() } else { None })
    }

    async fn lack_of_earlier(
        &self,
        ctx: &Context,
        earlier: &EarlierValue,
    ) -> Result<Option<&'static str>, TimeseriesError> {
        if earlier.is_activity && self.version.value == Some(0.0) {
            return Ok(Some("A value of zero has no scale."));
        }
        let Some(load) = self.load_before(ctx, earlier).await? else {
            return Ok(Some("There is no recent earlier value."));
        };
        let is_compared =
            !earlier.is_activity || self.is_compared_with_other_files(ctx, load).await?;
        let alone = "The previous value may be from the same file, and a file is assumed to have one scale.";
        Ok((!is_compared).then_some(alone))
    }

    /// The load that reported the earlier value first, as that was known when this version of the value came.
    async fn load_before(
        &self,
        ctx: &Context,
        earlier: &EarlierValue,
    ) -> Result<Option<i64>, TimeseriesError> {
        let mut conn = ctx.db.conn().await?;
        let load: Option<i64> = sqlx::query_scalar(
            "WITH known AS (
                 SELECT date, known_at, value, reason, load_id FROM observations
                 WHERE series_id = $1 AND date BETWEEN $2 AND $3
                     AND known_at < to_timestamp(($4 + 1)::float8 / 1000)
             )
             SELECT (
                 SELECT min(load_id) FROM known WHERE date = newest.date AND value = newest.value
             )
             FROM (
                 SELECT DISTINCT ON (date) date, value, reason FROM known ORDER BY date, known_at DESC
             ) AS newest
             WHERE value IS NOT NULL AND (reason IS NULL OR reason <> ALL($5))
                 AND (value <> 0 OR NOT $6)
             ORDER BY date DESC LIMIT 1",
        )
        .bind(self.series_id)
        .bind(day::date(self.day - earlier.days))
        .bind(day::date(self.day - 1))
        .bind(self.version.known_at)
        .bind(&earlier.without)
        .bind(earlier.is_activity)
        .fetch_optional(&mut *conn)
        .await?;
        Ok(load)
    }

    /// Whether the value was compared with one that another load reported first: with the one before it, or with one of its
    /// own day.
    // Only new values are stored, so a load with known ones may have repeated the value before this one.
    async fn is_compared_with_other_files(
        &self,
        ctx: &Context,
        before: i64,
    ) -> Result<bool, TimeseriesError> {
        let mut conn = ctx.db.conn().await?;
        let is_compared: Option<bool> = sqlx::query_scalar(
            "WITH states AS (
                 SELECT value, reason, load_id FROM observations
                 WHERE series_id = $1 AND date = $2
                     AND known_at < to_timestamp(($3 + 1)::float8 / 1000)
             ), sent AS (SELECT min(load_id) AS load_id FROM states WHERE value = $4)
             SELECT (sent.load_id <> $5 AND l.unchanged = 0)
                 OR EXISTS (SELECT FROM states WHERE value = $4 AND reason = $6)
                 OR EXISTS (
                     SELECT FROM states
                     WHERE value <> 0 AND reason IS NULL AND load_id < sent.load_id
                 )
             FROM sent JOIN loads AS l ON l.id = sent.load_id",
        )
        .bind(self.series_id)
        .bind(day::date(self.day))
        .bind(self.version.known_at)
        .bind(self.version.value)
        .bind(before)
        .bind(SCALE_JUMP.code)
        .fetch_optional(&mut *conn)
        .await?;
        Ok(is_compared.unwrap_or_default())
    }

    fn lack_of_sources(&self) -> Option<&'static str> {
        let (taken, others): (Vec<_>, Vec<_>) = self
            .sources
            .iter()
            .filter(|source| source.value.is_some() || source.reason.is_some())
            .partition(|source| source.is_taken);
        if others.is_empty() {
            return Some("No other source that you may see reports this day.");
        }
        let are_ranked =
            |sources: &[&SourceValue]| sources.iter().all(|source| source.rank.is_some());
        (are_ranked(&taken) || are_ranked(&others))
            .then_some("The ranks of the sources decide which one counts.")
    }
}
