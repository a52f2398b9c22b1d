//! Explains a decision.

use std::net::IpAddr;
use std::sync::Arc;

use kit::peers::Person;
use policy::{Aspect, Call, HeldRole, Link, Narrowing, Selection, explain, parse_day};
use proto::access::v1::{
    AccessDecision, ConditionResult, ConditionVerdict, Dimension, GetDecisionRequest, Granularity,
    PolicyLink, VisiblePart,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::caller::ExplainedCaller;
use super::documents::{self, Documents};
use super::ended_roles::{self, RoleEnd};
use super::selection::selection;
use crate::context::Context;
use crate::error::AccessError;
use crate::gateway_reads::get_epoch;
use crate::input::Checks;
use crate::{policies, principals};

/// The reason of a call by a key that is refused, whatever its policies.
const KEY_REFUSED: &str = "principal.key_refused";

/// A request whose values are valid.
struct Question {
    user: Option<Uuid>,
    organization: Option<Uuid>,
    key: Option<String>,
    call: Call,
    selection: Selection,
}

/// The decision on a call of a caller at a moment, with every way from the caller's roles to policies.
pub async fn get(
    ctx: &Context,
    _: Arc<Person>,
    mut request: GetDecisionRequest,
) -> Result<AccessDecision, AccessError> {
    let now = ctx.clock.now();
    let draft = request.draft_policy_id.take().zip(request.draft.take());
    let question = question(&request, now)?;
    let mut tx = ctx.db.snapshot(kit::grpc::remaining()).await?;
    let draft = match draft {
        None => None,
        Some((id, input)) => {
            let mut checks = Checks::default();
            let id = checks.id("draft_policy_id", &id);
            let stored = policies::by_id(&mut tx, checks.finish(id)?).await?;
            let draft = policies::with_values(input, stored);
            policies::check_values(&draft, now)?;
            Some(draft)
        }
    };
    let caller = if let Some(id) = &question.key {
        ExplainedCaller::of_key(&mut tx, id).await?
    } else {
        let Question { user, organization, .. } = question;
        ExplainedCaller { user, organization, key: None }
    };
    let (user, organization) = (caller.user, caller.organization);
    let moment = kit::clock::from_milliseconds(question.call.now);
    let held = principals::roles(&mut tx, user, organization, moment).await?;
    let ended = ended_roles::of_caller(&mut tx, (user, organization), &held, moment).await?;
    let mut ids: Vec<Uuid> = held.iter().map(|role| role.role_id).collect();
    ids.extend(ended.iter().map(|role| role.role_id));
    let Documents { roles, assignments, policies } =
        documents::of_roles(&mut tx, &ids, draft).await?;
    let epoch = get_epoch::epoch(&mut tx).await?;
    tx.rollback().await?;
    let held: Vec<HeldRole> = held
        .into_iter()
        .map(|role| {
            let [start, end] = [role.starts_at, role.expires_at];
            let milliseconds =
                |moment: Option<OffsetDateTime>| moment.map(kit::clock::milliseconds);
            HeldRole::new(role.role_id.to_string(), milliseconds(start), milliseconds(end))
        })
        .collect();
    let held_once: Vec<HeldRole> = ended
        .iter()
        .map(|role| {
            let end = kit::clock::milliseconds(role.ended_at);
            HeldRole::new(role.role_id.to_string(), None, Some(end))
        })
        .collect();
    let documents =
        policy::Documents { roles: &roles, assignments: &assignments, policies: &policies };
    let mut found = explain(
        documents,
        (&held, &held_once),
        &caller.ceilings()?,
        question.call,
        &question.selection,
    )
    .map_err(|error| AccessError::Stored(format!("{error:?}")))?;
    let scopes = std::mem::take(&mut found.ceilings);
    let key = caller.key.map(|key| key.result(moment, question.call.address, scopes));
    let ended_roles = ended.into_iter().map(RoleEnd::ended_role).collect();
    let mut decision = AccessDecision { key, ended_roles, ..explanation(found, epoch) };
    refuse_key(&mut decision);
    Ok(decision)
}

/// A key that is refused receives nothing, whatever its policies allow; the ways to them stay.
fn refuse_key(decision: &mut AccessDecision) {
    if decision.key.as_ref().is_none_or(|key| key.obstacles.is_empty()) {
        return;
    }
    *decision = AccessDecision {
        denial_reason: Some(KEY_REFUSED.to_owned()),
        links: std::mem::take(&mut decision.links),
        key: decision.key.take(),
        ended_roles: std::mem::take(&mut decision.ended_roles),
        epoch: decision.epoch,
        ..AccessDecision::default()
    };
}

/// Refuses values that are not valid, each with its field.
fn question(request: &GetDecisionRequest, now: OffsetDateTime) -> Result<Question, AccessError> {
    let mut checks = Checks::default();
    let user = request.user_id.as_deref().map(|id| checks.id("user_id", id));
    let organization = request.organization_id.as_deref();
    let organization = organization.map(|id| checks.id("organization_id", id));
    if request.api_key_id.is_some() && (user.is_some() || organization.is_some()) {
        checks.refuse("api_key_id", "the owner of the key is the caller; name no other one");
    }
    let action = checks.choice("action", request.action);
    let endpoint = checks.choice("endpoint", request.endpoint);
    let address: Option<IpAddr> = request.address.as_deref().and_then(|address| {
        let parsed = address.parse().ok();
        if parsed.is_none() {
            checks.refuse("address", "is not a network address");
        }
        parsed
    });
    let mut selection = selection(&mut checks, &request.selected);
    if let Some(days) = days(&mut checks, request) {
        let interval = match request.interval {
            None => Granularity::Day,
            Some(interval) => checks.choice("interval", interval),
        };
        selection = selection.over(days, interval);
    }
    let call = Call {
        endpoint,
        action,
        now: request.called_at.unwrap_or_else(|| kit::clock::milliseconds(now)),
        address,
    };
    let key = request.api_key_id.clone();
    checks.finish(Question { user, organization, key, call, selection })
}

/// The first and the last day, if the request is about values over time.
fn days(checks: &mut Checks, request: &GetDecisionRequest) -> Option<(policy::Day, policy::Day)> {
    let mut day = |path, text: &Option<String>| {
        let text = text.as_deref()?;
        let day = parse_day(text);
        if day.is_none() {
            checks.refuse(path, "is not a day, such as 2026-01-31");
        }
        day
    };
    let (first, last) = (day("from", &request.from), day("to", &request.to));
    if request.from.is_some() != request.to.is_some() {
        checks.refuse("to", "the first and the last day belong together");
    } else if first.zip(last).is_some_and(|(first, last)| first > last) {
        checks.refuse("to", "must not be before the first day");
    }
    first.zip(last)
}

fn explanation(found: policy::Explanation, epoch: i64) -> AccessDecision {
    let scope = found.decision.scope();
    let (visibility, aspects) = match found.narrowing {
        None => (None, Vec::new()),
        Some(Narrowing::Inside) => (Some(VisiblePart::All), Vec::new()),
        Some(Narrowing::Narrowed(aspects)) => (Some(VisiblePart::Part), aspects),
        Some(Narrowing::Outside(aspects)) => (Some(VisiblePart::Nothing), aspects),
    };
    let dimension = |aspect: &Aspect| match aspect {
        Aspect::Dimension(dimension) => Some((*dimension).into()),
        Aspect::Days | Aspect::Interval => None,
    };
    AccessDecision {
        is_allowed: scope.is_some(),
        denial_reason: match &found.decision.outcome {
            policy::Outcome::Allowed(_) => None,
            policy::Outcome::Denied(reason) => Some(reason.as_str().to_owned()),
        },
        permissions: scope.iter().flat_map(|scope| scope.permissions()).map(Into::into).collect(),
        exclusions: scope.iter().flat_map(|scope| scope.exclusions()).map(Into::into).collect(),
        links: found.links.into_iter().map(link).collect(),
        visibility: visibility.map(Into::into),
        narrowed_by: aspects.iter().filter_map(dimension).collect(),
        is_narrowed_by_days: aspects.contains(&Aspect::Days),
        is_narrowed_by_interval: aspects.contains(&Aspect::Interval),
        limits: found.limits.as_ref().map(Into::into),
        epoch,
        ..AccessDecision::default()
    }
}

/// A condition against the selection.
pub fn condition_result((dimension, verdict): (Dimension, ConditionVerdict)) -> ConditionResult {
    ConditionResult { dimension: dimension.into(), verdict: verdict.into() }
}

fn link(link: Link) -> PolicyLink {
    PolicyLink {
        role_id: link.role.role_id,
        role_name: link.role_name,
        policy_assignment_id: link.assignment_id,
        policy_id: link.policy.id.to_string(),
        policy_version: link.policy.version,
        policy_name: link.policy_name,
        effect: link.effect.into(),
        obstacles: link.obstacles.into_iter().map(Into::into).collect(),
        conditions: link.conditions.into_iter().map(condition_result).collect(),
        role_ended_at: link.ends.role,
        assignment_ended_at: link.ends.assignment,
        policy_ended_at: link.ends.policy,
    }
}
