//! The pipeline of a call, for every wire format: caller, count, access, input, deadline, cost of the answer, cache,
//! procedure, and the report of a failure.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use kit::budget::Held;
use kit::clock::DAY_MILLISECONDS;
use kit::error::Problem;
use kit::grpc::{Purpose, Reader};
use kit::peers::PERSON_REQUIRED;
use serde::de::DeserializeOwned;
use tokio::time::Instant;
use tracing::Instrument as _;

use super::access::Grant;
use super::answer_budgets::AnswerBudgets;
use super::answer_estimate::Cost;
use super::cache::{AnswerCache, CacheQuery, FileAnswer, Reply};
use super::caller::Caller;
use super::context::{CallContext, Resources};
use super::failure::Failure;
use super::file_bytes::FileHold;
use super::input::{self, Input};
use super::limits;
use super::output::Output;
use super::principal::{Principal, network};
use super::procedure::{Kind, Procedure};
use super::rate_limiter::{CountedCall, RateLimiter, RequestRates};
use super::rate_quotas::RateClass;
use super::refusal_texts::{downloads_busy, unauthenticated};
use super::registry::Registry;
use super::request_budget::Place;
use super::visitor::Visitor;
use crate::metrics;
use crate::refusal_log;

/// Runs calls.
pub struct Pipeline {
    registry: Registry,
    resources: Arc<Resources>,
    cache: AnswerCache,
    answer_budgets: AnswerBudgets,
    rate_limiter: RateLimiter,
}

/// A caller that the access rule of a procedure has admitted. A wire that answers in parts, such as the pages of a file,
/// makes one call after the other with it.
#[derive(Clone)]
pub struct AdmittedCaller {
    procedure: Arc<Procedure>,
    resources: Arc<Resources>,
    cache: AnswerCache,
    grant: Grant,
    counted: CountedCall,
}

impl Pipeline {
    /// A pipeline to these procedures.
    pub fn new(
        registry: Registry,
        resources: Resources,
        cache: AnswerCache,
        rate_limiter: RateLimiter,
    ) -> Self {
        let config = &resources.config;
        let answer_budgets =
            AnswerBudgets::new(config.answer_memory_bytes, config.answer_memory_per_caller);
        Self { registry, resources: Arc::new(resources), cache, answer_budgets, rate_limiter }
    }

    pub fn procedure(&self, name: &str) -> Option<&Arc<Procedure>> {
        self.registry.get(name)
    }

    /// The cached answers, for the forms in which wires send them.
    pub fn cache(&self) -> &AnswerCache {
        &self.cache
    }

    /// Runs the call of this place in its request. The input is awaited only if the caller is admitted and the procedure takes
    /// one.
    pub async fn call<'t>(
        &self,
        procedure: &Arc<Procedure>,
        visitor: &Visitor,
        place: Place<'_>,
        input: impl Future<Output = Result<Option<Input<'t>>, Failure>>,
    ) -> Result<Reply, Failure> {
        measured(procedure, async {
            let began = Instant::now();
            let admitted = self.admit(procedure, visitor).await?;
            // The time that the client takes to send its input does not count.
            let left = admitted.grant.limits.deadline.saturating_sub(began.elapsed());
            let input = if procedure.takes_input { input.await? } else { None };
            input.iter().try_for_each(input::check_texts)?;
            if procedure.kind == Kind::Mutation {
                return admitted.within(left, self.answer(&admitted, input.as_ref())).await;
            }
            let cost = self.estimate(procedure, input.as_ref());
            let holder = admitted.counted.principal.clone();
            let held = place.take(&self.answer_budgets, holder, cost).await?;
            let reply = admitted.within(left, self.answer(&admitted, input.as_ref())).await?;
            held.keep(reply.size());
            Ok(reply)
        })
        .await
    }

    /// The estimated cost of the answer to an input.
    fn estimate(&self, procedure: &Procedure, input: Option<&Input<'_>>) -> Cost {
        let today = self.resources.clock.now_milliseconds().div_euclid(DAY_MILLISECONDS);
        (procedure.estimate)(input.unwrap_or(&Input::Null), today)
    }

    /// Takes what a file costs that is written from a number of answers to an input, and waits for it up to a limit: their
    /// bytes, and the work of its caller, as a call of the same calculation does.
    pub async fn take_file_cost(
        &self,
        admitted: &AdmittedCaller,
        input: &Input<'_>,
        answers: usize,
        longest: Duration,
    ) -> Result<(FileHold, Held), Failure> {
        let until = Instant::now() + longest;
        let Cost { bytes, work } = self.estimate(&admitted.procedure, Some(input));
        let bytes = bytes.saturating_mul(answers);
        let CountedCall { principal, network, .. } = admitted.counted.clone();
        let files = &self.answer_budgets.files;
        let held = files.take(principal.clone(), network, bytes, longest).await;
        let held = held.ok_or_else(downloads_busy)?;
        let left = until.saturating_duration_since(Instant::now());
        let work = self.answer_budgets.take_work(principal, work, left).await;
        Ok((held, work.map_err(|problem| Failure::logged(admitted.procedure.name, problem))?))
    }

    /// The first three steps: resolves the caller, counts the call and applies the access rule of the procedure.
    pub async fn admit(
        &self,
        procedure: &Arc<Procedure>,
        visitor: &Visitor,
    ) -> Result<AdmittedCaller, Failure> {
        self.admit_in(procedure.rate_class, procedure, visitor).await
    }

    /// The same for a call that is counted in another class than its procedure, such as that of a file.
    pub async fn admit_in(
        &self,
        class: RateClass,
        procedure: &Arc<Procedure>,
        visitor: &Visitor,
    ) -> Result<AdmittedCaller, Failure> {
        let caller = match self.caller(visitor).await {
            Ok(caller) => caller.clone(),
            // Public procedures are answered even while identity is away, and to senders of too many unknown tokens.
            Err(_) if procedure.access.is_public() => None,
            Err(failure) => {
                visitor.rates.note_refusal(failure);
                return Err(failure.clone());
            }
        };
        let principal = Principal::new(caller.as_deref(), visitor.address);
        let browser = visitor.browser.as_deref();
        let (class, rated) = class.counted(&principal, visitor.is_from_page, browser);
        let admission = self.admit_as(class, &rated, &visitor.rates).await;
        let is_over_rate = admission.is_err();
        match admission {
            // An event beyond the rate is sampled by its procedure.
            Err(beyond) if class == RateClass::Tracking => {
                refusal_log::limit(procedure.name, &beyond, visitor);
            }
            admission => admission?,
        }
        let counted = CountedCall { principal, network: network(visitor.address), is_over_rate };
        grant(procedure, &self.resources, &self.cache, caller, counted)
    }

    /// Counts a call, or a request of a wire without procedures, and refuses it beyond the rate of its class: every wire is
    /// limited here.
    pub async fn admit_as(
        &self,
        class: RateClass,
        principal: &Principal,
        request: &RequestRates,
    ) -> Result<(), Failure> {
        self.rate_limiter.admit(class, principal, request).await
    }

    /// Whether no call is counted.
    pub fn is_unlimited(&self) -> bool {
        self.rate_limiter.is_off()
    }

    /// Counts a call that reaches no procedure as a reading of its caller, and refuses it beyond that rate.
    pub async fn admit_unknown(&self, visitor: &Visitor) -> Result<(), Failure> {
        // The caller is looked up for the count alone.
        if self.is_unlimited() {
            return Ok(());
        }
        // While identity is away, it counts for the address.
        let caller = self.caller(visitor).await.as_ref().ok().and_then(Option::as_deref);
        let principal = Principal::new(caller, visitor.address);
        self.admit_as(RateClass::Reading, &principal, &visitor.rates).await
    }

    /// The owner of a session token, for a wire without procedures. The look-up of an unknown one counts for its sender.
    pub async fn session_owner(
        &self,
        token: &str,
        address: IpAddr,
        browser: Option<&str>,
    ) -> Result<Option<Arc<Caller>>, Failure> {
        let Resources { sessions, upstream, .. } = &*self.resources;
        let sender = Principal::without_session(browser, address);
        sessions.look_up(&self.rate_limiter, &upstream.identity, token, sender).await
    }

    async fn caller<'v>(&self, visitor: &'v Visitor) -> &'v Result<Option<Arc<Caller>>, Failure> {
        let look_up = |token: &'v str| async move {
            let owner =
                self.session_owner(token, visitor.address, visitor.browser.as_deref()).await;
            // Here, and so once for all calls of a request, as they share the look-up.
            owner.inspect_err(|failure| {
                refusal_log::limit(RateClass::SessionLookup.name(), failure, visitor);
            })
        };
        visitor.caller(look_up).await
    }

    /// The cached answer, or that of the procedure.
    async fn answer(
        &self,
        admitted: &AdmittedCaller,
        input: Option<&Input<'_>>,
    ) -> Result<Reply, Problem> {
        let reader = admitted.reader(Purpose::Screen);
        let run = || admitted.procedure.run(admitted.context(), input);
        let ask = || admitted.on_behalf(reader, run());
        self.cache.answer(admitted.cache_query(input), ask).await
    }
}

impl AdmittedCaller {
    /// The procedure that admitted the caller.
    pub fn procedure(&self) -> &Procedure {
        &self.procedure
    }

    /// The same caller before another procedure.
    pub fn admit_to(&self, procedure: &Arc<Procedure>) -> Result<Self, Failure> {
        let (caller, counted) = (self.grant.caller.clone(), self.counted.clone());
        grant(procedure, &self.resources, &self.cache, caller, counted)
    }

    /// A call for a file, answered by the procedure itself, or from memory while its service is away.
    pub async fn call(&self, input: &Input<'_>) -> Result<Output, Failure> {
        self.answer_file(input, self.procedure.run(self.context(), Some(input))).await
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
        // On the heap: the future is large, and every wire around it would otherwise reserve room for it.
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

    /// Refuses to go on where the session of this token has ended since the admission, or the role or the state of its person
    /// has changed, although it may be what it was by now: services refuse the statement from before.
    pub async fn check_session(&self, token: &str) -> Result<(), Failure> {
        let Some(before) = self.grant.caller.as_deref() else { return Ok(()) };
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

    /// The call as it was counted, with its user or address.
    pub fn counted_call(&self) -> &CountedCall {
        &self.counted
    }

    /// The reader and the purpose of an answer: services leave out data that licences do not allow them.
    fn reader(&self, purpose: Purpose) -> Reader {
        Reader { audience: self.grant.entitlement.audience(), purpose }
    }

    /// Makes requests for a reader, and on behalf of the caller.
    fn on_behalf<F: Future>(
        &self,
        reader: Reader,
        requests: F,
    ) -> impl Future<Output = F::Output> + use<F> {
        let person = self.grant.caller.as_ref().map(|caller| Arc::clone(&caller.person));
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

    async fn within<T>(
        &self,
        time: Duration,
        work: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Failure> {
        limits::within(time, work).await.map_err(|problem| self.failure(problem))
    }

    fn failure(&self, problem: Problem) -> Failure {
        // A service knows of a later change of the role than the cached session: the next call looks it up.
        if let Some(caller) = &self.grant.caller
            && problem.reason == PERSON_REQUIRED
        {
            self.resources.sessions.user_changed(&caller.user.id);
        }
        Failure::logged(self.procedure.name, problem)
    }
}

fn grant(
    procedure: &Arc<Procedure>,
    resources: &Arc<Resources>,
    cache: &AnswerCache,
    caller: Option<Arc<Caller>>,
    counted: CountedCall,
) -> Result<AdmittedCaller, Failure> {
    let granted =
        procedure.access.grant(caller, procedure.limits, resources.clock.now_milliseconds());
    let grant = granted.map_err(|problem| Failure::logged(procedure.name, problem))?;
    let (procedure, resources) = (Arc::clone(procedure), Arc::clone(resources));
    Ok(AdmittedCaller { procedure, resources, cache: cache.clone(), grant, counted })
}

/// Counts a call, and shows it in the trace of its request.
async fn measured<T>(
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
