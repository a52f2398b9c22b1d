//! The plan of the caller's organization: what it allows, what programs have used of it, and requests for another one.

use std::collections::BTreeMap;
use std::time::Duration;

use kit::error::Problem;
use kit::rate_limits::{Quota, Use};
use policy::{Limits, Selection};
use proto::access::v1::{
    Action, Endpoint, GetPlanRequest, GetPlanResponse, RequestPlanRequest, RequestPlanResponse,
};
use serde::Serialize;
use ts_rs::TS;

use crate::call::access::Access;
use crate::call::caller::Authenticated;
use crate::call::context::CallContext;
use crate::call::rate_quotas::RateClass;
use crate::call::registry::Registry;

/// The plan of an organization, with its use.
#[derive(Serialize, TS)]
pub struct PlanWithUse {
    plan: GetPlanResponse,
    /// The use of the rates by programs; none while it cannot be read, and where no rate is limited.
    rates: Option<RatesInUse>,
}

/// The rates of a plan, each with its use; a rate that the plan does not have is absent.
#[derive(Serialize, TS)]
pub struct RatesInUse {
    /// Requests at once.
    requests: Option<RateInUse>,
    requests_per_day: Option<RateInUse>,
    rows_per_day: Option<RateInUse>,
}

/// A rate: the uses that are allowed at once, which come back evenly.
#[derive(Serialize, TS)]
pub struct RateInUse {
    limit: u32,
    used: u32,
    /// The time in which all of them come back.
    window_seconds: u32,
    /// The time until none counts as used any more.
    whole_in_seconds: u32,
}

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.query("plans.get", Access::Member).answer(get);
    registry.mutation("plans.request", Access::Member).answer(request);
}

async fn get(context: CallContext, (): ()) -> Result<PlanWithUse, Problem> {
    let mut plans = context.upstream.access_plans.clone();
    let plan = plans.get_plan(GetPlanRequest {}).await?.into_inner();
    let limits = limits(&context).await;
    let rates = match limits {
        Ok(limits) => {
            let caller = context.caller.clone().map(Authenticated::User);
            let payer = context.counted.payer(caller.as_ref());
            context.rate_limiter.read_plan(&limits, &payer).await
        }
        // The terms of the plan are known without its use.
        Err(problem) => {
            tracing::warn!(%problem, "the limits of a plan are not known");
            None
        }
    };
    Ok(PlanWithUse { plan, rates: rates.as_ref().map(RatesInUse::new) })
}

/// The limits by which lists of assets are counted: every policy of a plan has the same rates.
async fn limits(context: &CallContext) -> Result<Limits, Problem> {
    let holder = &context.member()?.holder;
    let policies = context.policies.held_by(holder, None).await?;
    let now = context.clock.now_milliseconds();
    let decision =
        policies.set.decide(Endpoint::Assets, Action::List, now, Some(context.counted.network));
    let limits = decision.scope().and_then(|scope| scope.limits_for(&Selection::everything(), now));
    Ok(limits.unwrap_or(Limits::NONE))
}

async fn request(
    context: CallContext,
    input: RequestPlanRequest,
) -> Result<RequestPlanResponse, Problem> {
    Ok(context.upstream.access_plans.clone().request_plan(input).await?.into_inner())
}

impl RatesInUse {
    fn new(rates: &BTreeMap<RateClass, (Quota, Use)>) -> Self {
        let of = |class| rates.get(&class).map(RateInUse::new);
        Self {
            requests: of(RateClass::Plan),
            requests_per_day: of(RateClass::PlanDay),
            rows_per_day: of(RateClass::PlanRows),
        }
    }
}

impl RateInUse {
    fn new((quota, present): &(Quota, Use)) -> Self {
        Self {
            limit: quota.uses,
            used: quota.uses.saturating_sub(present.left),
            window_seconds: whole_seconds(quota.window),
            whole_in_seconds: whole_seconds(present.whole),
        }
    }
}

fn whole_seconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis().div_ceil(1_000)).unwrap_or(u32::MAX)
}
