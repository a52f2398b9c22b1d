//! The callers of a simulation, with the policies that they have before and after.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use policy::{CompiledPolicy, HeldRole, PolicyDirectory, PolicySet};
use proto::access::v1::{ApiKeyScope, Effect, Policy};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::call::Call;
use super::policies::Compared;
use crate::error::AccessError;
use crate::limits::MOST_SIMULATED_CALLERS;
use crate::principals;

/// A user in an organization, an organization, or neither.
type Holder = (Option<Uuid>, Option<Uuid>);

/// The roles of all callers, and the policies of those who were asked for.
pub struct Callers {
    roles: HashMap<Holder, Vec<HeldRole>>,
    scopes: HashMap<String, Vec<ApiKeyScope>>,
    known: HashMap<(Holder, Option<String>), Arc<SimulatedCaller>>,
    /// Callers with equal roles and equal scopes share them.
    by_roles: HashMap<(Vec<HeldRole>, Option<String>), Arc<SimulatedCaller>>,
    now: i64,
}

/// A caller with the policies before and after; none where they cannot be used together.
pub struct SimulatedCaller {
    pub plan: String,
    pub sets: [Option<PolicySet>; 2],
}

impl Callers {
    /// Reads the roles of the callers of some calls, up to a limit, and the scopes of their keys.
    pub async fn read(
        conn: &mut PgConnection,
        calls: &[Call],
        now: OffsetDateTime,
    ) -> Result<Self, AccessError> {
        let mut roles = HashMap::new();
        for call in calls {
            let holder = holder(call);
            if roles.contains_key(&holder) || roles.len() >= MOST_SIMULATED_CALLERS {
                continue;
            }
            let held = principals::roles(conn, holder.0, holder.1, now).await?;
            let held = held.into_iter().map(|role| {
                let [start, end] =
                    [role.starts_at, role.expires_at].map(|at| at.map(kit::clock::milliseconds));
                HeldRole::new(role.role_id.to_string(), start, end)
            });
            roles.insert(holder, held.collect());
        }
        let keys: Vec<&str> = calls.iter().filter_map(|call| call.key_id.as_deref()).collect();
        let scopes: Vec<(String, Json<Vec<ApiKeyScope>>)> =
            sqlx::query_as("SELECT id, scopes FROM api_keys WHERE id = ANY($1)")
                .bind(keys)
                .fetch_all(conn)
                .await?;
        Ok(Self {
            roles,
            scopes: scopes.into_iter().map(|(id, scopes)| (id, scopes.0)).collect(),
            known: HashMap::new(),
            by_roles: HashMap::new(),
            now: kit::clock::milliseconds(now),
        })
    }

    /// The caller of a call, unless there are too many.
    pub fn get(&mut self, call: &Call, compared: &Compared) -> Option<Arc<SimulatedCaller>> {
        // A key without scopes does what its owner does.
        let key = call
            .key_id
            .clone()
            .filter(|id| self.scopes.get(id).is_none_or(|scopes| !scopes.is_empty()));
        let caller = (holder(call), key);
        if let Some(known) = self.known.get(&caller) {
            return Some(Arc::clone(known));
        }
        let roles = self.roles.get(&caller.0)?.clone();
        let ceiling =
            caller.1.as_ref().map(|id| self.scopes.get(id).map_or(&[][..], Vec::as_slice));
        let of_roles =
            self.by_roles.entry((roles, caller.1.clone())).or_insert_with_key(|(roles, _)| {
                let ceiling = ceiling.map(compile);
                let layers = ceiling.as_slice();
                let set =
                    |directory: &PolicyDirectory| PolicySet::compile(directory, roles, layers).ok();
                Arc::new(SimulatedCaller {
                    plan: compared.plan(roles, self.now),
                    sets: [&compared.before, &compared.after].map(set),
                })
            });
        let found = Arc::clone(of_roles);
        self.known.insert(caller, Arc::clone(&found));
        Some(found)
    }
}

fn holder(call: &Call) -> Holder {
    (call.user_id, call.organization_id)
}

/// The policies of the scopes of a key. A key that was removed, or one with scopes that are not valid, allows nothing.
fn compile(scopes: &[ApiKeyScope]) -> Vec<Arc<CompiledPolicy>> {
    let compiled = scopes.iter().map(|scope| {
        let policy = Policy {
            effect: Effect::Allow.into(),
            actions: scope.actions.clone(),
            endpoints: scope.endpoints.clone(),
            r#where: scope.r#where.clone(),
            id: "key_scope".to_owned(),
            name: "key_scope".to_owned(),
            ..Policy::default()
        };
        CompiledPolicy::compile(&policy, None).map(Arc::new)
    });
    compiled.collect::<Result<_, _>>().unwrap_or_default()
}

/// The callers of a change, each counted once.
#[derive(Default)]
pub struct CountedCallers(BTreeSet<(Holder, Option<String>)>);

impl CountedCallers {
    pub fn add(&mut self, call: &Call) {
        self.0.insert((holder(call), call.key_id.clone()));
    }

    pub fn count(&self) -> i64 {
        self.0.len() as i64
    }
}
