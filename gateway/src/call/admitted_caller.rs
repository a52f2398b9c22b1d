//! A caller that may have the answers of a procedure, and the calls that wires make for them.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use kit::error::Problem;
use kit::grpc::{Purpose, Reader};
use kit::peers::PERSON_REQUIRED;
use policy::Limits as DataLimits;
use proto::identity::v1::PlanType;
use serde::de::DeserializeOwned;
use tokio::time::Instant;
use tracing::Instrument as _;

use super::access::{Entitlement, Grant};
use super::cache::{AnswerCache, CacheQuery, FileAnswer, Reply};
use super::caller::{Authenticated, Caller};
use super::concurrent_calls::RunningCall;
use super::context::{CallContext, Resources};
use super::data_calls::{DataCall, DataUse};
use super::failure::Failure;
use super::input::{self, Input};
use super::limits;
use super::narrowed_scope::NarrowedScope;
use super::output::Output;
use super::policies::HeldPolicies;
use super::procedure::Procedure;
use super::rate_limiter::CountedCall;
use super::refusal_texts::{OUTSIDE_SCOPE, unauthenticated};
use super::visitor::Credential;
use crate::decisions::Decided;
use crate::metrics;

/// A caller whom the access rule of a procedure and the policies of data have admitted. A wire that answers in parts, such as
/// the pages of a file, makes one call after the other with it.
#[derive(Clone)]
pub struct AdmittedCaller {
    pub(super) procedure: Arc<Procedure>,
    pub(super) resources: Arc<Resources>,
    pub(super) cache: AnswerCache,
    pub(super) grant: Grant,
    pub(super) counted: CountedCall,
    pub(super) data: DataReader,
}

/// The reader of data, for the decisions on further procedures.
#[derive(Clone)]
pub struct DataReader {
    /// None where the first procedure answers no data.
    pub policies: Option<Arc<HeldPolicies>>,
    pub used_as: DataUse,
    pub address: IpAddr,
    /// Until the last answer, where the plan limits the calls at a time.
    pub running: Option<Arc<RunningCall>>,
}

impl AdmittedCaller {
    /// The procedure that admitted the caller.
    pub fn procedure(&self) -> &Procedure {
        &self.procedure
    }

    /// The same caller before another procedure, with its input and for the same use.
    pub fn admit_to(&self, procedure: &Arc<Procedure>, input: &Input<'_>) -> Result<Self, Failure> {
        let caller = self.grant.caller.clone();
        let grant = self.data.grant(procedure, caller, input, &self.resources)?;
        Ok(Self { procedure: Arc::clone(procedure), grant, ..self.clone() })
    }

    /// The part of the data that policies allow; none where they allow all.
    pub fn narrowed(&self) -> Option<&NarrowedScope> {
        self.grant.narrowed.as_deref()
    }

    /// Everything about the caller that an answer may depend on.
    pub fn entitlement(&self) -> &Entitlement {
        &self.grant.entitlement
    }

    /// How much data the caller may take.
    pub fn data_limits(&self) -> &DataLimits {
        &self.grant.data_limits
    }

    /// The refusal of this many rows with the plans that include them.
    pub fn with_plans(&self, refusal: Failure, input: &Input<'_>, rows: u64) -> Failure {
        let plans = self.data.plans(&self.procedure, input, rows, &self.resources);
        Failure { plans: plans.into(), ..refusal }
    }

    /// The cached answer, or that of the procedure.
    pub(super) async fn answer_screen(&self, input: Option<&Input<'_>>) -> Result<Reply, Problem> {
        let reader = self.reader(Purpose::Screen);
        let ask = || {
            let run = self.procedure.run(self.context(), input);
            let narrowed = self.grant.narrowed.clone();
            self.on_behalf(reader, async move {
                let answer: Output = run.await?;
                Ok::<Output, Problem>(match narrowed {
                    Some(narrowed) => answer.map(|answer| narrowed.mark(answer)),
                    None => answer,
                })
            })
        };
        self.cache.answer(self.cache_query(input), ask).await
    }

    /// A call for a file, answered by the procedure itself, or from memory while its service is away.
    pub async fn call(&self, input: &Input<'_>) -> Result<Output, Failure> {
        // On the heap: the future is large, and every wire around it would otherwise reserve room for it.
        let run = self.procedure.run(self.context(), Some(input));
        Box::pin(self.answer_file(input, run)).await
    }

    /// The same, answered by a function of `procedures` that returns more than the procedure does. Input and limits are those of
    /// the procedure.
    pub async fn call_with<C, I, T, A>(
        &self,
        input: &Input<'_>,
        answer: impl FnOnce(C, I) -> A,
    ) -> Result<T, Failure>
    where
        C: From<CallContext>,
        I: DeserializeOwned + 'static,
        T: FileAnswer,
        A: Future<Output = Result<T, Problem>>,
    {
        let decoded = input::decode::<I>(Some(input));
        let context = C::from(self.context());
        // On the heap, as above.
        let work = Box::pin(async move { answer(context, decoded?).await });
        Box::pin(self.answer_file(input, work)).await
    }

    /// Answers an input for a file within the limits of the procedure, counted with it, and for its caller.
    async fn answer_file<T: FileAnswer>(
        &self,
        input: &Input<'_>,
        work: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Failure> {
        let work = self.on_behalf(self.reader(Purpose::File), work);
        let work = limits::within(self.grant.limits.deadline, work);
        let answer = self.cache.answer_file(self.cache_query(Some(input)), work);
        let answer = async { answer.await.map_err(|problem| self.failure(problem)) };
        measured(&self.procedure, answer).await
    }

    /// Runs a function of `procedures` that fetches more for a file than the answer of the procedure: within its limits,
    /// counted with it, and for its caller. It is never answered from memory.
    pub async fn answer<C, T, A>(&self, fetch: impl FnOnce(C) -> A) -> Result<T, Failure>
    where
        C: From<CallContext>,
        A: Future<Output = Result<T, Problem>>,
    {
        let deadline = self.grant.limits.deadline;
        let fetched = fetch(self.context().into());
        let answer = self.on_behalf(self.reader(Purpose::File), fetched);
        // On the heap, as above.
        let answer = Box::pin(self.within(deadline, answer));
        measured(&self.procedure, answer).await
    }

    /// Refuses to go on where the credential of the caller cannot be used any more since the admission.
    pub async fn check_credential(&self, credential: &Credential) -> Result<(), Failure> {
        match (credential, &self.grant.caller) {
            (Credential::Session(token), Some(Authenticated::User(before))) => {
                self.check_session(token, before).await
            }
            (Credential::Key(text), Some(Authenticated::Key(_))) => {
                let key = self.resources.keys.check_again(text).await?;
                key.check_confirmation(true).map_err(|problem| self.failure(problem))
            }
            // A visitor whose credential could not be looked up has no caller.
            _ => Ok(()),
        }
    }

    /// Refuses a session that has ended, or the role or the state of whose person has changed, although it may be what it was
    /// by now: services refuse the statement from before.
    async fn check_session(&self, token: &str, before: &Caller) -> Result<(), Failure> {
        let Resources { sessions, upstream, .. } = &*self.resources;
        let lookup = sessions.resolve(&upstream.identity, token);
        let now = limits::within(limits::DEADLINE, lookup).await;
        let now = now.map_err(|problem| Failure::logged("session", problem))?;
        // The role by itself, too: identity withholds that of an administrator who signed in without a passkey.
        let role = |caller: &Caller| (caller.person.role, caller.person.role_epoch);
        if now.is_some_and(|now| role(&now) == role(before)) {
            Ok(())
        } else {
            Err(Failure::logged("session", unauthenticated()))
        }
    }

    /// The call as it was counted, with its user, key or address.
    pub fn counted_call(&self) -> &CountedCall {
        &self.counted
    }

    /// The reader and the purpose of an answer: services leave out data that licences do not allow them.
    fn reader(&self, purpose: Purpose) -> Reader {
        Reader { audience: self.grant.entitlement.audience, purpose }
    }

    /// Makes requests for a reader, within the scope of the caller, and on their behalf.
    fn on_behalf<F: Future>(
        &self,
        reader: Reader,
        requests: F,
    ) -> impl Future<Output = F::Output> + use<F> {
        let user = self.grant.caller.as_ref().and_then(Authenticated::user);
        let person = user.map(|caller| Arc::clone(&caller.person));
        let scope = self.grant.narrowed.as_ref().and_then(|narrowed| narrowed.stated());
        let requests = kit::grpc::scoped_to(scope, requests);
        kit::peers::on_behalf_of(person, kit::grpc::read_as(reader, requests))
    }

    fn cache_query<'q>(&'q self, input: Option<&'q Input<'q>>) -> CacheQuery<'q> {
        CacheQuery {
            procedure: self.procedure.name,
            made_of: self.procedure.made_of,
            changes: self.procedure.changes,
            entitlement: &self.grant.entitlement,
            input,
        }
    }

    fn context(&self) -> CallContext {
        CallContext::new(&self.resources, &self.grant, &self.counted)
    }

    pub(super) async fn within<T>(
        &self,
        time: Duration,
        work: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Failure> {
        limits::within(time, work).await.map_err(|problem| self.failure(problem))
    }

    fn failure(&self, problem: Problem) -> Failure {
        // A service knows of a later change of the role than the cached session: the next call looks it up.
        if let Some(Authenticated::User(caller)) = &self.grant.caller
            && problem.reason == PERSON_REQUIRED
        {
            self.resources.sessions.user_changed(&caller.user.id);
        }
        // A service refuses what a request selects outside of its scope.
        let narrowed = self.grant.narrowed.as_ref().filter(|_| problem.reason == OUTSIDE_SCOPE);
        let plans = narrowed.map(|narrowed| narrowed.plans.clone().into()).unwrap_or_default();
        Failure { plans, ..Failure::logged(self.procedure.name, problem) }
    }
}

impl DataReader {
    /// The decision on a call of a procedure.
    pub(super) fn grant(
        &self,
        procedure: &Procedure,
        caller: Option<Authenticated>,
        input: &Input<'_>,
        resources: &Resources,
    ) -> Result<Grant, Failure> {
        let data = self.call(procedure, input, resources);
        let now = resources.clock.now_milliseconds();
        let decided_for = data.as_ref().and(caller.clone());
        let granted = procedure.access.grant(caller, procedure.limits, data.as_ref(), now);
        if let Some((call, policies)) = data.as_ref().zip(self.policies.as_ref()) {
            let decided = Decided {
                policies: &policies.set,
                calls: call.calls,
                used_as: call.used_as,
                address: call.address,
                narrowed: call.narrowed,
                caller: decided_for.as_ref(),
                answer: granted.as_ref().map(|grant| grant.narrowed.is_some()),
            };
            resources.decisions.add(&decided, now);
        }
        granted.map_err(|problem| {
            let plans = data.map(|data| data.plans(None, now).into()).unwrap_or_default();
            Failure { plans, ..Failure::logged(procedure.name, problem) }
        })
    }

    /// The plans that include the data of a call and as many rows of it.
    pub(super) fn plans(
        &self,
        procedure: &Procedure,
        input: &Input<'_>,
        rows: u64,
        resources: &Resources,
    ) -> Vec<PlanType> {
        let now = resources.clock.now_milliseconds();
        let data = self.call(procedure, input, resources);
        data.map(|data| data.plans(Some(rows), now)).unwrap_or_default()
    }

    /// The call in the words of policies; none where the procedure answers no data.
    fn call<'c>(
        &'c self,
        procedure: &Procedure,
        input: &'c Input<'c>,
        resources: &'c Resources,
    ) -> Option<DataCall<'c>> {
        let (policies, rule) = self.policies.as_deref().zip(procedure.access.data_rule())?;
        Some(DataCall {
            policies,
            input,
            calls: rule.calls(input, self.used_as),
            used_as: self.used_as,
            address: self.address,
            narrowed: procedure.narrowed,
            asset_classes: &resources.asset_classes,
        })
    }
}

/// Counts a call, and shows it in the trace of its request.
pub(super) async fn measured<T>(
    procedure: &Procedure,
    call: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let began = Instant::now();
    let span =
        kit::telemetry::detail(|| tracing::info_span!("procedure", "otel.name" = procedure.name));
    let outcome = call.instrument(span).await;
    let code = outcome.as_ref().map_or_else(|failure| failure.code.word(), |_| "OK");
    metrics::procedure(procedure.name, code, began.elapsed());
    outcome
}
