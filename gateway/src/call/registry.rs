//! The list of all procedures, each registered by a sentence: its name, its access rule, its exceptions from the
//! defaults, and its handler.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use kit::error::Problem;
use proto::access::v1::NarrowedAnswers;
use proto::query::v1::Query;
use serde::Serialize;
use serde::de::DeserializeOwned;
use ts_rs::TS;

use super::access::Access;
use super::answer_estimate::{self, Estimate, Rows};
use super::context::{CallContext, SharedContext};
use super::contract_types::ContractTypes;
use super::domain::Domain;
use super::input::{self, Input};
use super::limits::Limits;
use super::output::{self, Json, Output, is_nothing};
use super::procedure::{Kind, Procedure};
use super::rate_quotas::RateClass;

/// Every procedure by name.
#[derive(Default)]
pub struct Registry {
    procedures: Vec<Arc<Procedure>>,
    by_name: HashMap<&'static str, usize>,
}

impl Registry {
    /// Begins to register a procedure that reads.
    pub fn query(&mut self, name: &'static str, access: Access) -> NewQuery<'_> {
        NewQuery(Entry::new(self, name, Kind::Query, access))
    }

    /// Begins to register a procedure that writes.
    pub fn mutation(&mut self, name: &'static str, access: Access) -> NewMutation<'_> {
        NewMutation(Entry::new(self, name, Kind::Mutation, access))
    }

    pub fn get(&self, name: &str) -> Option<&Arc<Procedure>> {
        self.by_name.get(name).map(|at| &self.procedures[*at])
    }

    /// All procedures in the order they were added.
    pub fn all(&self) -> &[Arc<Procedure>] {
        &self.procedures
    }
}

/// A procedure that reads, on its way into the registry.
#[must_use = "a procedure is registered by what answers it"]
pub struct NewQuery<'r>(Entry<'r>);

/// A procedure that reads and whose answers are cached.
#[must_use = "a procedure is registered by what answers it"]
pub struct NewCachedQuery<'r>(Entry<'r>);

/// A procedure that writes, on its way into the registry.
#[must_use = "a procedure is registered by what answers it"]
pub struct NewMutation<'r>(Entry<'r>);

impl<'r> NewQuery<'r> {
    /// Its answers may be cached, as long as the data that they are made of do not change.
    pub fn cached(mut self, made_of: &'static [Domain]) -> NewCachedQuery<'r> {
        self.0.made_of = made_of;
        NewCachedQuery(self.0)
    }

    /// Sets the handler.
    pub fn answer<I, O, F, A>(self, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: Serialize + TS + 'static,
        F: Fn(CallContext, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<O, Problem>> + Send + 'static,
    {
        self.0.add_serialized(handler);
    }
}

impl NewCachedQuery<'_> {
    /// Callers who may have a part of the data receive that part; otherwise they receive nothing.
    pub fn narrowed(mut self, answers: NarrowedAnswers) -> Self {
        self.0.narrowed = answers;
        self
    }

    /// Counts the rows of its answers, where they are none of a page and no single record.
    pub fn counted(mut self, rows: Rows) -> Self {
        self.0.rows = Some(rows);
        self
    }

    /// Estimates how long its answers are, where that follows from the input; pages of rows are estimated anyway.
    pub fn sized(mut self, estimate: Estimate) -> Self {
        self.0.estimate = Some(estimate);
        self
    }

    /// Sets a handler that sees nothing of the caller but the entitlement.
    pub fn answer<I, O, F, A>(self, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: Serialize + TS + 'static,
        F: Fn(SharedContext, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<O, Problem>> + Send + 'static,
    {
        self.0.add_serialized(move |context: CallContext, input| handler(context.into(), input));
    }

    /// The same, where the service that owns the data writes the JSON.
    pub fn answer_json<I, O, F, A>(self, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: TS + 'static,
        F: Fn(SharedContext, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<Json<O>, Problem>> + Send + 'static,
    {
        self.0.add::<I, O, _, _>(move |context: CallContext, input| {
            handler(context.into(), input).map(|json| json.and_then(Json::into_output))
        });
    }
}

impl NewMutation<'_> {
    /// Allows it more time than the usual.
    pub fn within(mut self, deadline: Duration) -> Self {
        self.0.limits.deadline = deadline;
        self
    }

    /// Counts its calls as those of product events, which are sampled beyond their rate and not refused.
    pub fn tracking(mut self) -> Self {
        self.0.rate_class = RateClass::Tracking;
        self
    }

    /// Names the data that it changes, and that cached answers are made of.
    pub fn changes(mut self, domain: Domain) -> Self {
        self.0.changes = Some(domain);
        self
    }

    /// Sets the handler.
    pub fn answer<I, O, F, A>(self, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: Serialize + TS + 'static,
        F: Fn(CallContext, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<O, Problem>> + Send + 'static,
    {
        self.0.add_serialized(handler);
    }
}

struct Entry<'r> {
    registry: &'r mut Registry,
    name: &'static str,
    kind: Kind,
    access: Access,
    limits: Limits,
    rate_class: RateClass,
    made_of: &'static [Domain],
    estimate: Option<Estimate>,
    changes: Option<Domain>,
    rows: Option<Rows>,
    narrowed: NarrowedAnswers,
}

impl<'r> Entry<'r> {
    fn new(registry: &'r mut Registry, name: &'static str, kind: Kind, access: Access) -> Self {
        Self {
            registry,
            name,
            kind,
            access,
            limits: Limits::default(),
            rate_class: match (kind, access) {
                (Kind::Query, Access::Public | Access::Member | Access::Data(_)) => {
                    RateClass::Reading
                }
                (Kind::Mutation, _) | (_, Access::Role(_) | Access::Fresh(_)) => {
                    RateClass::Administration
                }
            },
            made_of: &[],
            estimate: None,
            changes: None,
            rows: None,
            narrowed: NarrowedAnswers::None,
        }
    }

    fn add_serialized<I, O, F, A>(self, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: Serialize + TS + 'static,
        F: Fn(CallContext, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<O, Problem>> + Send + 'static,
    {
        self.add::<I, O, _, _>(move |context, input| {
            handler(context, input)
                .map(|output| output.and_then(|output| output::to_output(&output)))
        });
    }

    fn add<I, O, F, A>(self, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: TS + 'static,
        F: Fn(CallContext, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<Output, Problem>> + Send + 'static,
    {
        let Self {
            registry,
            name,
            kind,
            access,
            limits,
            rate_class,
            made_of,
            estimate,
            changes,
            rows,
            narrowed,
        } = self;
        let known = registry.by_name.insert(name, registry.procedures.len());
        assert!(known.is_none(), "procedure {name} is registered twice");
        let is_query = TypeId::of::<I>() == TypeId::of::<Query>();
        let lists = is_query && name.split_once('.').is_some_and(|(_, verb)| verb == "list");
        let usual: Estimate = if lists { answer_estimate::rows } else { answer_estimate::usual };
        registry.procedures.push(Arc::new(Procedure {
            name,
            kind,
            access,
            limits,
            rate_class,
            made_of,
            estimate: estimate.unwrap_or(usual),
            changes,
            takes_input: !is_nothing::<I>(),
            lists,
            rows,
            narrowed,
            types: ContractTypes::new::<I, O>(),
            run: Box::new(move |context, input: Option<&Input<'_>>| {
                match input::decode::<I>(input) {
                    Ok(input) => handler(context, input).boxed(),
                    Err(problem) => std::future::ready(Err(problem)).boxed(),
                }
            }),
        }));
    }
}
