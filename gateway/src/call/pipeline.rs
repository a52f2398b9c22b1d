//! The one way of a call, whichever wire it came by. Each step stands here once, in this order: who calls, whether they
//! may and what they are granted, the input, the time, the cache, the procedure, and what a failure is told as.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kit::error::Problem;
use serde::de::DeserializeOwned;
use tracing::Instrument as _;

use super::access::Grant;
use super::cache::{AnswerCache, Question, Reply};
use super::caller::{Caller, Visitor};
use super::context::{CallContext, Resources};
use super::failure::Failure;
use super::input::{self, Input};
use super::limits;
use super::output::Output;
use super::procedure::Procedure;
use super::registry::Registry;
use crate::metrics;
use crate::upstream::Upstream;

/// Makes calls.
pub struct Pipeline {
    registry: Registry,
    resources: Arc<Resources>,
    cache: AnswerCache,
}

/// A caller whom the rule of a procedure let in. A wire that answers in parts, such as the pages of a file, makes one
/// call after the other with it.
#[derive(Clone)]
pub struct Admitted {
    procedure: Arc<Procedure>,
    resources: Arc<Resources>,
    grant: Grant,
}

impl Pipeline {
    /// A pipeline to these procedures.
    pub fn new(registry: Registry, resources: Resources, cache: AnswerCache) -> Self {
        Self { registry, resources: Arc::new(resources), cache }
    }

    /// The procedure of a name.
    pub fn procedure(&self, name: &str) -> Option<&Arc<Procedure>> {
        self.registry.get(name)
    }

    /// The cached answers, for the forms in which wires send them.
    pub fn cache(&self) -> &AnswerCache {
        &self.cache
    }

    /// Makes one call. The input is waited for only when the caller may call and the procedure wants it.
    pub async fn call<'t>(
        &self,
        procedure: &Arc<Procedure>,
        visitor: &Visitor,
        input: impl Future<Output = Result<Option<Input<'t>>, Failure>>,
    ) -> Result<Reply, Failure> {
        measured(procedure, async {
            let began = Instant::now();
            let admitted = self.admit(procedure, visitor).await?;
            // How long the client takes to send its input is no part of the deadline.
            let left = admitted.grant.limits.deadline.saturating_sub(began.elapsed());
            let input = if procedure.takes_input { input.await? } else { None };
            input.iter().try_for_each(input::check_texts)?;
            admitted.within(left, self.answer(&admitted, input.as_ref())).await
        })
        .await
    }

    /// The first two steps: who calls, and what the rule of the procedure grants them.
    pub async fn admit(
        &self,
        procedure: &Arc<Procedure>,
        visitor: &Visitor,
    ) -> Result<Admitted, Failure> {
        let Resources { sessions, upstream, .. } = &*self.resources;
        let caller = match visitor.caller(sessions, &upstream.identity).await {
            Ok(caller) => caller.clone(),
            // What is public is answered even when nobody can say who asks.
            Err(_) if procedure.access.is_public() => None,
            Err(failure) => return Err(failure.clone()),
        };
        grant(procedure, &self.resources, caller)
    }

    /// The cached answer, or that of the procedure.
    async fn answer(
        &self,
        admitted: &Admitted,
        input: Option<&Input<'_>>,
    ) -> Result<Reply, Problem> {
        let Admitted { procedure, grant, .. } = admitted;
        let question = Question {
            procedure: procedure.name,
            made_of: procedure.made_of,
            changes: procedure.changes,
            entitlement: &grant.entitlement,
            input,
        };
        self.cache.answer(question, || procedure.run(admitted.context(), input)).await
    }
}

impl Admitted {
    /// Whose rule it was.
    pub fn procedure(&self) -> &Procedure {
        &self.procedure
    }

    /// The services, for what a wire asks beside the procedure.
    pub fn upstream(&self) -> &Upstream {
        &self.resources.upstream
    }

    /// The same caller before another procedure.
    pub fn admit_to(&self, procedure: &Arc<Procedure>) -> Result<Self, Failure> {
        grant(procedure, &self.resources, self.grant.caller.clone())
    }

    /// A call that is always answered by the procedure itself.
    pub async fn call(&self, input: &Input<'_>) -> Result<Output, Failure> {
        let answer = self.procedure.run(self.context(), Some(input));
        let deadline = self.grant.limits.deadline;
        measured(&self.procedure, self.within(deadline, answer)).await
    }

    /// A call that the wire answers itself from the services, since it tells more than the procedure does: under the
    /// same limits, and with the same reading of the input.
    pub async fn call_with<I, T, A>(
        &self,
        input: &Input<'_>,
        answer: impl FnOnce(I) -> A,
    ) -> Result<T, Failure>
    where
        I: DeserializeOwned + 'static,
        A: Future<Output = Result<T, Problem>>,
    {
        let decoded = input::decode::<I>(Some(input));
        let deadline = self.grant.limits.deadline;
        // On the heap: what asks several services is large, and each wire around it would carry the room for it.
        let answer = Box::pin(self.within(deadline, async move { answer(decoded?).await }));
        measured(&self.procedure, answer).await
    }

    fn context(&self) -> CallContext {
        CallContext::new(&self.resources, &self.grant)
    }

    async fn within<T>(
        &self,
        time: Duration,
        work: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Failure> {
        let outcome = limits::within(time, work).await;
        outcome.map_err(|problem| Failure::logged(self.procedure.name, problem))
    }
}

fn grant(
    procedure: &Arc<Procedure>,
    resources: &Arc<Resources>,
    caller: Option<Arc<Caller>>,
) -> Result<Admitted, Failure> {
    let granted = procedure.access.grant(caller, procedure.limits);
    let grant = granted.map_err(|problem| Failure::logged(procedure.name, problem))?;
    Ok(Admitted { procedure: Arc::clone(procedure), resources: Arc::clone(resources), grant })
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
