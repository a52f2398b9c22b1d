//! The pipeline of a call, for every wire format: caller, count, access, input, deadline, cost of the answer, cache,
//! procedure, and the report of a failure.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use kit::budget::Held;
use kit::clock::DAY_MILLISECONDS;
use tokio::time::Instant;

use super::admitted_caller::{AdmittedCaller, DataReader, measured};
use super::answer_budgets::AnswerBudgets;
use super::answer_estimate::{self, Cost};
use super::cache::{AnswerCache, Reply};
use super::caller::{Authenticated, Caller};
use super::concurrent_calls::ConcurrentCalls;
use super::context::Resources;
use super::data_calls::DataUse;
use super::failure::Failure;
use super::file_bytes::FileHold;
use super::input::{self, Input};
use super::policies::HeldPolicies;
use super::policies::holder::Holder;
use super::principal::{Principal, network};
use super::procedure::{Kind, Procedure};
use super::rate_limiter::{CountedCall, RequestRates};
use super::rate_quotas::RateClass;
use super::refusal_texts::{downloads_busy, too_many_rows};
use super::registry::Registry;
use super::request_budget::Place;
use super::visitor::{Credential, Visitor};
use crate::key_uses::KeyUse;
use crate::refusal_log;

/// Runs calls.
pub struct Pipeline {
    registry: Registry,
    resources: Arc<Resources>,
    cache: AnswerCache,
    answer_budgets: AnswerBudgets,
    concurrent_calls: ConcurrentCalls,
    /// The holder of the roles of visitors without a session.
    visitors: Arc<Holder>,
}

/// A caller that was counted and whom the access rule of a procedure admits; policies have not decided on the input yet.
pub struct Admission {
    pub procedure: Arc<Procedure>,
    caller: Option<Authenticated>,
    /// The call of a key, counted for its owner.
    key_use: Option<KeyUse>,
    pub counted: CountedCall,
    /// The policies of the caller; none where the procedure answers no data.
    policies: Option<Arc<HeldPolicies>>,
    address: IpAddr,
    is_program: bool,
}

impl Pipeline {
    /// A pipeline to these procedures.
    pub fn new(registry: Registry, resources: Resources, cache: AnswerCache) -> Self {
        let config = &resources.config;
        let answer_budgets =
            AnswerBudgets::new(config.answer_memory_bytes, config.answer_memory_per_caller);
        Self {
            registry,
            resources: Arc::new(resources),
            cache,
            answer_budgets,
            concurrent_calls: ConcurrentCalls::default(),
            visitors: Arc::default(),
        }
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
            let admission = self.admit(procedure, visitor).await?;
            // The time that the client takes to send its input does not count.
            let left = procedure.limits.deadline.saturating_sub(began.elapsed());
            let input = if procedure.takes_input { input.await? } else { None };
            input.iter().try_for_each(input::check_texts)?;
            let input = input.as_ref();
            let admitted = self.decide(admission, DataUse::Answer, input, &visitor.rates).await?;
            if procedure.kind == Kind::Mutation {
                return admitted.within(left, admitted.answer_screen(input)).await;
            }
            let cost = self.estimate(procedure, input);
            let holder = admitted.counted.principal.clone();
            let held = place.take(&self.answer_budgets, holder, cost).await?;
            let reply = admitted.within(left, admitted.answer_screen(input)).await?;
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

    /// The first three steps: resolves the caller, counts the call and applies the access rule of the procedure, but for the
    /// policies of data, which decide when the input is known.
    pub async fn admit(
        &self,
        procedure: &Arc<Procedure>,
        visitor: &Visitor,
    ) -> Result<Admission, Failure> {
        self.admit_in(procedure.rate_class, procedure, visitor).await
    }

    /// The same for a call that is counted in another class than its procedure, such as that of a file.
    pub async fn admit_in(
        &self,
        class: RateClass,
        procedure: &Arc<Procedure>,
        visitor: &Visitor,
    ) -> Result<Admission, Failure> {
        let caller = match self.caller(visitor).await {
            Ok(caller) => caller.clone(),
            // Public procedures are answered even while identity is away, and to senders of too many unknown tokens. A program
            // with a key is never taken for a visitor: it would receive less than it expects.
            Err(_) if procedure.access.is_public() && !visitor.has_key() => None,
            Err(failure) => {
                visitor.rates.note_refusal(failure);
                return Err(failure.clone());
            }
        };
        let key = caller.as_ref().and_then(Authenticated::key);
        let mut key_use = key.map(|key| self.resources.key_uses.begin(&key.id));
        let admitted = self.admit_caller(class, procedure, visitor, caller.as_ref()).await;
        let (counted, policies) =
            admitted.inspect_err(|failure| note_refusal(&mut key_use, failure))?;
        Ok(Admission {
            procedure: Arc::clone(procedure),
            caller,
            key_use,
            counted,
            policies,
            address: visitor.address,
            is_program: !visitor.is_from_page,
        })
    }

    /// Counts the call of a known caller, applies the access rule, and finds the policies where the procedure answers data.
    async fn admit_caller(
        &self,
        class: RateClass,
        procedure: &Procedure,
        visitor: &Visitor,
        caller: Option<&Authenticated>,
    ) -> Result<(CountedCall, Option<Arc<HeldPolicies>>), Failure> {
        let principal =
            caller.map_or_else(|| Principal::at(visitor.address), Authenticated::principal);
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
        let failed = |problem| Failure::logged(procedure.name, problem);
        let now = self.resources.clock.now_milliseconds();
        if let Some(key) = caller.and_then(Authenticated::key) {
            key.check_address(visitor.address).map_err(failed)?;
        }
        procedure.access.check(caller, now).map_err(failed)?;
        let policies = if procedure.access.data_rule().is_some() {
            let holder = caller.map_or(&self.visitors, Authenticated::holder);
            Some(self.resources.policies.held_by(holder, visitor.min_epoch).await.map_err(failed)?)
        } else {
            None
        };
        Ok((counted, policies))
    }

    /// The decision of policies on the input of a caller whom the access rule admits. The calls of programs then count for
    /// their plan.
    pub async fn decide(
        &self,
        mut admission: Admission,
        used_as: DataUse,
        input: Option<&Input<'_>>,
        rates: &RequestRates,
    ) -> Result<AdmittedCaller, Failure> {
        let mut key_use = admission.key_use.take();
        let decided = self.decide_admission(admission, used_as, input, rates).await;
        decided.inspect_err(|failure| note_refusal(&mut key_use, failure))
    }

    async fn decide_admission(
        &self,
        admission: Admission,
        used_as: DataUse,
        input: Option<&Input<'_>>,
        rates: &RequestRates,
    ) -> Result<AdmittedCaller, Failure> {
        let Admission { procedure, caller, counted, policies, address, is_program, .. } = admission;
        let input = input.unwrap_or(&Input::Null);
        let is_data = policies.is_some();
        let mut data = DataReader { policies, used_as, address, running: None };
        let grant = data.grant(&procedure, caller, input, &self.resources)?;
        if is_data {
            let failed = |problem| Failure::logged(procedure.name, problem);
            let is_file = matches!(used_as, DataUse::File(_));
            self.resources.policies.confirmation.check(is_file).map_err(failed)?;
            if let Some(key) = grant.caller.as_ref().and_then(Authenticated::key) {
                key.check_confirmation(is_file).map_err(failed)?;
            }
            let shown = grant.narrowed.as_ref().map_or((None, None), |narrowed| narrowed.days);
            let today = self.resources.clock.now_milliseconds().div_euclid(DAY_MILLISECONDS);
            // Those of files and feeds are counted once they are known.
            let is_counted = used_as == DataUse::Answer;
            let rows = answer_estimate::most_rows(&procedure, input, shown, today);
            if let Some(most) = grant.data_limits.rows_per_response
                && is_counted
                && i64::try_from(rows).unwrap_or(i64::MAX) > most
            {
                let plans = data.plans(&procedure, input, rows, &self.resources);
                return Err(Failure { plans: plans.into(), ..failed(too_many_rows(rows, most)) });
            }
            if is_program {
                let payer = counted.payer(grant.caller.as_ref());
                if let Some(most) = grant.data_limits.concurrent {
                    let running = self.concurrent_calls.begin(&payer, most).map_err(failed)?;
                    data.running = Some(Arc::new(running));
                }
                let limits = &grant.data_limits;
                let limiter = &self.resources.rate_limiter;
                limiter.admit_data(limits, &payer, rates).await?;
                if is_counted {
                    limiter.admit_rows(limits, &payer, rows, rates).await?;
                }
            }
        }
        let (resources, cache) = (Arc::clone(&self.resources), self.cache.clone());
        Ok(AdmittedCaller { procedure, resources, cache, grant, counted, data })
    }

    /// Counts the rows of a file or of a feed for the plan of a program.
    pub async fn admit_rows(
        &self,
        admitted: &AdmittedCaller,
        rows: u64,
        visitor: &Visitor,
    ) -> Result<(), Failure> {
        if visitor.is_from_page {
            return Ok(());
        }
        let payer = admitted.counted.payer(admitted.grant.caller.as_ref());
        let limits = admitted.data_limits();
        self.resources.rate_limiter.admit_rows(limits, &payer, rows, &visitor.rates).await
    }

    /// Counts a call, or a request of a wire without procedures, and refuses it beyond the rate of its class: every wire is
    /// limited here.
    pub async fn admit_as(
        &self,
        class: RateClass,
        principal: &Principal,
        request: &RequestRates,
    ) -> Result<(), Failure> {
        self.resources.rate_limiter.admit(class, principal, request).await
    }

    /// Whether no call is counted.
    pub fn is_unlimited(&self) -> bool {
        self.resources.rate_limiter.is_off()
    }

    /// Counts a call that reaches no procedure as a reading of its caller, and refuses it beyond that rate.
    pub async fn admit_unknown(&self, visitor: &Visitor) -> Result<(), Failure> {
        // The caller is looked up for the count alone.
        if self.is_unlimited() {
            return Ok(());
        }
        // While the service that knows the caller is away, it counts for the address.
        let caller = self.caller(visitor).await.as_ref().ok().and_then(Option::as_ref);
        let principal =
            caller.map_or_else(|| Principal::at(visitor.address), Authenticated::principal);
        self.admit_as(RateClass::Reading, &principal, &visitor.rates).await
    }

    /// The owner of a session token, for a wire without procedures. The look-up of an unknown one counts for its sender.
    pub async fn session_owner(
        &self,
        token: &str,
        address: IpAddr,
        browser: Option<&str>,
    ) -> Result<Option<Arc<Caller>>, Failure> {
        let Resources { sessions, upstream, rate_limiter, .. } = &*self.resources;
        let sender = Principal::without_session(browser, address);
        sessions.look_up(rate_limiter, &upstream.identity, token, sender).await
    }

    async fn caller<'v>(&self, visitor: &'v Visitor) -> &'v Result<Option<Authenticated>, Failure> {
        let look_up = |credential: &'v Credential| async move {
            let owner = match credential {
                Credential::Session(token) => {
                    let browser = visitor.browser.as_deref();
                    let owner = self.session_owner(token, visitor.address, browser).await;
                    owner.map(|owner| owner.map(Authenticated::User))
                }
                Credential::Key(text) => {
                    let sender = Principal::at(visitor.address);
                    let key = self
                        .resources
                        .keys
                        .look_up(&self.resources.rate_limiter, text, sender)
                        .await;
                    key.map(|key| Some(Authenticated::Key(key)))
                }
            };
            // Here, and so once for all calls of a request, as they share the look-up.
            owner.inspect_err(|failure| {
                refusal_log::limit(RateClass::SessionLookup.name(), failure, visitor);
            })
        };
        visitor.caller(look_up).await
    }
}

fn note_refusal(key_use: &mut Option<KeyUse>, failure: &Failure) {
    if let Some(key_use) = key_use {
        key_use.note(failure);
    }
}
