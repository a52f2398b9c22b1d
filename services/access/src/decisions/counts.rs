//! The numbers of decisions by day, of each role, policy and assignment.

use std::collections::{BTreeMap, BTreeSet};

use kit::db::Tx;
use proto::access::v1::{Action, DecisionCount, DecisionOutcome, Endpoint};
use proto::codec::Text;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::error::AccessError;

/// A record on a day, with an endpoint and an action.
type Place = (Uuid, Date, &'static str, &'static str);

/// The decisions at a place.
#[derive(Clone, Copy, Default)]
struct Numbers {
    allowed: i64,
    narrowed: i64,
    refused: i64,
}

/// Adds the decisions to the roles that callers held, to the policies that are about the calls, and to the assignments of these
/// policies to these roles.
pub async fn add(
    tx: &mut Tx,
    counts: &[DecisionCount],
    now: OffsetDateTime,
) -> Result<(), AccessError> {
    let ids = |list: fn(&DecisionCount) -> &[String]| -> BTreeSet<Uuid> {
        counts.iter().flat_map(|count| parsed(list(count))).collect()
    };
    let (roles, policies) = (ids(|count| &count.role_ids), ids(|count| &count.policy_ids));
    let assignments = assignments(tx, roles, policies).await?;
    // In one order, so that two reports do not wait for each other.
    let mut sums = BTreeMap::<Place, Numbers>::new();
    for count in counts {
        let (endpoint, action) = (count.endpoint(), count.action());
        if endpoint == Endpoint::Unspecified || action == Action::Unspecified {
            continue;
        }
        // The clock of the gateway may be ahead.
        let day = kit::clock::from_milliseconds(count.day_at).min(now).date();
        let roles: Vec<Uuid> = parsed(&count.role_ids).collect();
        let policies: Vec<Uuid> = parsed(&count.policy_ids).collect();
        let pairs = roles.iter().flat_map(|role| policies.iter().map(move |one| (*role, *one)));
        let assigned = pairs.filter_map(|pair| assignments.get(&pair));
        let records: BTreeSet<Uuid> =
            roles.iter().chain(&policies).chain(assigned).copied().collect();
        for record in records {
            let place = (record, day, endpoint.text(), action.text());
            sums.entry(place).or_default().add(count.outcome(), count.decisions);
        }
    }
    insert(tx, sums).await
}

/// Notes decisions that no gateway could report.
pub async fn add_lost(tx: &mut Tx, lost: i64, now: OffsetDateTime) -> Result<(), AccessError> {
    if lost <= 0 {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO lost_decisions AS known (day, decisions) VALUES ($1, $2)
         ON CONFLICT (day) DO UPDATE SET decisions = known.decisions + excluded.decisions",
    )
    .bind(now.date())
    .bind(lost)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The ids of assignments between some roles and policies.
async fn assignments(
    tx: &mut Tx,
    roles: BTreeSet<Uuid>,
    policies: BTreeSet<Uuid>,
) -> Result<BTreeMap<(Uuid, Uuid), Uuid>, AccessError> {
    let found: Vec<(Uuid, Uuid, Uuid)> = sqlx::query_as(
        "SELECT role_id, policy_id, id FROM policy_assignments
         WHERE role_id = ANY($1) AND policy_id = ANY($2)",
    )
    .bind(roles.into_iter().collect::<Vec<_>>())
    .bind(policies.into_iter().collect::<Vec<_>>())
    .fetch_all(&mut **tx)
    .await?;
    Ok(found.into_iter().map(|(role, policy, id)| ((role, policy), id)).collect())
}

async fn insert(tx: &mut Tx, sums: BTreeMap<Place, Numbers>) -> Result<(), AccessError> {
    let (mut records, mut days) = (Vec::new(), Vec::new());
    let (mut endpoints, mut actions) = (Vec::new(), Vec::new());
    let mut numbers = [Vec::new(), Vec::new(), Vec::new()];
    for ((record, day, endpoint, action), sum) in sums {
        records.push(record);
        days.push(day);
        endpoints.push(endpoint);
        actions.push(action);
        for (list, number) in numbers.iter_mut().zip([sum.allowed, sum.narrowed, sum.refused]) {
            list.push(number);
        }
    }
    let [allowed, narrowed, refused] = numbers;
    sqlx::query(
        "INSERT INTO decision_counts AS known
             (record_id, day, endpoint, action, allowed, narrowed, refused)
         SELECT * FROM unnest($1::uuid[], $2::date[], $3::text[], $4::text[], $5::bigint[],
                              $6::bigint[], $7::bigint[])
         ON CONFLICT (record_id, day, endpoint, action) DO UPDATE
         SET allowed = known.allowed + excluded.allowed,
             narrowed = known.narrowed + excluded.narrowed,
             refused = known.refused + excluded.refused",
    )
    .bind(records)
    .bind(days)
    .bind(endpoints)
    .bind(actions)
    .bind(allowed)
    .bind(narrowed)
    .bind(refused)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The ids of records. The scopes of an API key are among the policies of a decision and have none.
fn parsed(ids: &[String]) -> impl Iterator<Item = Uuid> {
    ids.iter().filter_map(|id| id.parse().ok())
}

impl Numbers {
    fn add(&mut self, outcome: DecisionOutcome, decisions: i64) {
        let decisions = decisions.max(0);
        match outcome {
            DecisionOutcome::Unspecified => {}
            DecisionOutcome::Allowed => self.allowed += decisions,
            DecisionOutcome::Narrowed => self.narrowed += decisions,
            DecisionOutcome::Refused => self.refused += decisions,
        }
    }
}
