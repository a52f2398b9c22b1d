//! The policies by which calls for data are decided: held in memory, and followed by events and by asking the service access.

pub mod ceiling;
pub mod confirmation;
pub mod holder;
mod plan_roles;
pub(super) mod principals;
pub(super) mod snapshot;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kit::bus::{Bus, Envelope, Follower};
use kit::error::Problem;
use kit::run::App;
use policy::HeldRole;
use proto::access::v1::access_client::AccessClient;
use proto::access::v1::{
    GetEpochRequest, GetPoliciesRequest, GetPoliciesResponse, OrganizationRoleChanged,
    PolicyAssignmentChanged, PolicyChanged, RoleChanged, UserRoleChanged,
};
use proto::events;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use self::confirmation::{Confirmation, unconfirmed};
use self::holder::Holder;
use self::principals::{Principal, Principals};
pub use self::snapshot::HeldPolicies;
use self::snapshot::Snapshot;
use crate::upstream::Channel;

/// How often the service is asked for its epoch, which finds changes whose events were lost.
const POLL: Duration = Duration::from_secs(5);
/// How often all policies are compared, which finds everything else.
const COMPARE: Duration = Duration::from_mins(1);
/// Changes come in bursts: one answer has all that arrive within this time.
const DEBOUNCE: Duration = Duration::from_millis(20);
const RETRY: Duration = Duration::from_millis(500);
/// The time that the service has for all policies, and for an epoch or the roles of a caller.
const POLICIES_DEADLINE: Duration = Duration::from_secs(5);
const DEADLINE: Duration = Duration::from_secs(1);
/// How long the start, and a call after it, waits for the first policies; and how long a call waits for the epoch that it names.
const LONGEST_START: Duration = Duration::from_secs(1);
const LONGEST_EPOCH_WAIT: Duration = Duration::from_millis(500);

/// The present policies and the roles of callers, as far as they are known.
pub struct Policies {
    access: AccessClient<Channel>,
    snapshot: watch::Sender<Option<Arc<Snapshot>>>,
    principals: Principals,
    pub confirmation: Confirmation,
    /// The service has other policies, or may have.
    due: Notify,
    /// Whether events may have been missed.
    missed: AtomicBool,
}

impl Policies {
    /// Loads the policies, unless the service is away, and follows their changes.
    pub async fn follow(app: &App, bus: &Bus, access: &AccessClient<Channel>) -> Arc<Self> {
        let policies = Arc::new(Self::new(access.clone()));
        let [roles, assigned, changed, of_user, of_organization, gap] =
            std::array::from_fn(|_| Arc::clone(&policies));
        Follower::new(&events::ACCESS)
            .on(move |_: Envelope<RoleChanged>| roles.due.notify_one())
            .on(move |_: Envelope<PolicyAssignmentChanged>| assigned.due.notify_one())
            .on(move |_: Envelope<PolicyChanged>| changed.due.notify_one())
            .on(move |Envelope { event, .. }: Envelope<UserRoleChanged>| {
                of_user.change_principal(event.user_id, event.epoch);
            })
            .on(move |Envelope { event, .. }: Envelope<OrganizationRoleChanged>| {
                of_organization.change_principal(event.organization_id, event.epoch);
            })
            .start(app, bus, move || gap.miss_events());
        match tokio::time::timeout(LONGEST_START, policies.refresh(true, false)).await {
            Ok(Ok(())) => policies.know_visitors().await,
            Ok(Err(problem)) => tracing::warn!(%problem, "the policies could not be loaded yet"),
            Err(_) => tracing::warn!("the policies are not loaded yet"),
        }
        let (followed, stopping) = (Arc::clone(&policies), app.cut());
        app.spawn_attendant("policies", async move {
            stopping.run_until_cancelled(followed.keep_current()).await;
        });
        policies
    }

    fn new(access: AccessClient<Channel>) -> Self {
        Self {
            access,
            snapshot: watch::Sender::new(None),
            principals: Principals::default(),
            confirmation: Confirmation::default(),
            due: Notify::new(),
            missed: AtomicBool::new(true),
        }
    }

    /// The policies of a holder, of this epoch or later if it comes soon enough.
    pub async fn held_by(
        &self,
        holder: &Arc<Holder>,
        min_epoch: Option<i64>,
    ) -> Result<Arc<HeldPolicies>, Problem> {
        let present = self.snapshot.borrow().clone();
        let snapshot = match present {
            Some(snapshot) if min_epoch.is_none_or(|epoch| epoch <= snapshot.epoch) => snapshot,
            // Boxed, as most calls do not wait.
            _ => Box::pin(self.wait_for(min_epoch)).await?,
        };
        let epoch = min_epoch.unwrap_or_default().min(snapshot.epoch);
        match self.principals.get(holder, epoch) {
            Some(known) if snapshot.has(&known.policies) => Ok(Arc::clone(&known.policies)),
            _ => Box::pin(self.load(holder, epoch, &snapshot)).await,
        }
    }

    async fn wait_for(&self, min_epoch: Option<i64>) -> Result<Arc<Snapshot>, Problem> {
        let longest = min_epoch.map_or(LONGEST_START, |_| LONGEST_EPOCH_WAIT);
        let min_epoch = min_epoch.unwrap_or(i64::MIN);
        let mut changes = self.snapshot.subscribe();
        self.due.notify_one();
        let arrived = changes.wait_for(|snapshot| {
            snapshot.as_ref().is_some_and(|snapshot| snapshot.epoch >= min_epoch)
        });
        // An epoch that does not come in time is no reason to refuse the call.
        drop(tokio::time::timeout(longest, arrived).await);
        let present = self.snapshot.borrow().clone();
        present.ok_or_else(unconfirmed)
    }

    /// Loads the roles of a holder, or takes the last known ones while the service is away.
    async fn load(
        &self,
        holder: &Arc<Holder>,
        epoch: i64,
        snapshot: &Snapshot,
    ) -> Result<Arc<HeldPolicies>, Problem> {
        let _turn = self.principals.turn(holder).await;
        let mut known = self.principals.get(holder, epoch);
        if known.is_none() && self.confirmation.is_away() {
            known = self.principals.get_last(holder);
        }
        let (epoch, loaded_at, roles) = match known {
            Some(known) => (known.epoch, known.loaded_at, Arc::clone(known.policies.roles())),
            None => match self.request_roles(holder).await {
                Ok(loaded) => loaded,
                Err(problem) => {
                    tracing::warn!(%problem, "the roles of a caller could not be loaded");
                    let last = self.principals.get_last(holder).ok_or_else(unconfirmed)?;
                    (last.epoch, last.loaded_at, Arc::clone(last.policies.roles()))
                }
            },
        };
        if epoch > snapshot.epoch {
            self.due.notify_one();
        }
        let policies = Arc::new(snapshot.held(&roles, holder.ceiling.as_ref())?);
        let principal = Principal { epoch, loaded_at, policies: Arc::clone(&policies) };
        self.principals.insert(Arc::clone(holder), Arc::new(principal));
        Ok(policies)
    }

    async fn request_roles(
        &self,
        holder: &Holder,
    ) -> Result<(i64, Instant, Arc<[HeldRole]>), Problem> {
        let requested = Instant::now();
        let mut access = self.access.clone();
        let answer = kit::grpc::within(DEADLINE, access.get_principal(holder.to_request())).await?;
        let answer = answer.into_inner();
        let roles = answer
            .roles
            .into_iter()
            .map(|role| HeldRole::new(role.role_id, role.starts_at, role.expires_at));
        Ok((answer.epoch, requested, roles.collect()))
    }

    fn change_principal(&self, id: String, epoch: i64) {
        self.principals.change(id, epoch);
        self.due.notify_one();
    }

    /// Notes that events arrive from now on, and may have been missed before.
    fn miss_events(&self) {
        self.missed.store(true, Ordering::SeqCst);
        self.due.notify_one();
    }

    async fn keep_current(&self) {
        let mut compared = Instant::now();
        loop {
            let has_snapshot = self.snapshot.borrow().is_some();
            let is_due = if has_snapshot {
                tokio::time::timeout(POLL, self.due.notified()).await.is_ok()
            } else {
                true
            };
            let compares = compared.elapsed() >= COMPARE;
            match self.refresh(is_due, compares).await {
                Ok(()) => {
                    self.know_visitors().await;
                    if compares {
                        compared = Instant::now();
                    } else {
                        tokio::time::sleep(DEBOUNCE).await;
                    }
                }
                Err(problem) => {
                    self.confirmation.lose();
                    tracing::warn!(%problem, "the policies could not be loaded");
                    tokio::time::sleep(RETRY).await;
                    self.due.notify_one();
                }
            }
        }
    }

    /// Keeps the roles of visitors without a session known, for when the service is away.
    async fn know_visitors(&self) {
        if let Err(problem) = self.held_by(&Arc::default(), None).await {
            tracing::warn!(%problem, "the roles of visitors could not be loaded");
        }
    }

    /// Asks the service for its policies, unless its epoch shows that they are known.
    async fn refresh(&self, is_due: bool, compares: bool) -> Result<(), Problem> {
        let requested = Instant::now();
        let known = self.snapshot.borrow().clone();
        let mut access = self.access.clone();
        if let Some(known) = &known
            && !is_due
            && !compares
        {
            let epoch = kit::grpc::within(DEADLINE, access.get_epoch(GetEpochRequest {})).await?;
            if epoch.into_inner().epoch == known.epoch {
                self.confirmation.confirm(requested);
                return Ok(());
            }
            self.missed.store(true, Ordering::SeqCst);
        }
        let known_epoch = known.as_ref().map(|known| known.epoch).filter(|_| !compares);
        let missed = self.missed.swap(false, Ordering::SeqCst);
        let request = GetPoliciesRequest { known_epoch };
        let answer = kit::grpc::within(POLICIES_DEADLINE, access.get_policies(request)).await;
        let answer = answer.inspect_err(|_| {
            self.missed.fetch_or(missed, Ordering::SeqCst);
        });
        let answer = answer?.into_inner();
        if missed {
            self.principals.raise_floor(answer.epoch);
        }
        if !answer.is_known && !self.replace(&answer, known.as_deref()) {
            return Ok(());
        }
        self.confirmation.confirm(requested);
        Ok(())
    }

    /// Puts the policies of an answer in place of the known ones; `false` if they cannot be used.
    fn replace(&self, answer: &GetPoliciesResponse, known: Option<&Snapshot>) -> bool {
        let snapshot = match known.filter(|known| known.hash == answer.hash) {
            Some(known) => known.at(answer.epoch),
            None => match Snapshot::compile(answer) {
                Ok(snapshot) => {
                    let (epoch, count) = (answer.epoch, answer.policies.len());
                    tracing::info!(epoch, count, "policies are in effect");
                    snapshot
                }
                Err(errors) => {
                    // The last ones stay in effect until their time is over.
                    tracing::error!(epoch = answer.epoch, ?errors, "the policies are not valid");
                    return false;
                }
            },
        };
        self.snapshot.send_replace(Some(Arc::new(snapshot)));
        true
    }
}
