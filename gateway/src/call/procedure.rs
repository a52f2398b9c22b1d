//! The registry of procedures: the one list behind the wire, the access rules and the contract.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::FutureExt;
use futures::future::BoxFuture;
use kit::error::Problem;
use proto::query::v1::Query;
use serde::Serialize;
use serde::de::DeserializeOwned;
use ts_rs::TS;

use crate::call::access::{Access, unauthenticated};
use crate::call::cache::Entitlement;
use crate::call::cache::freshness::Domain;
use crate::call::caller::Caller;
use crate::call::contract::Shapes;
use crate::call::input::{self, Input};
use crate::state::AppState;
use crate::upstream::Upstream;
use crate::wires::trpc::DEADLINE;
use crate::wires::trpc::envelope::Answer;

/// Whether a procedure reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Reads; asked by GET.
    Query,
    /// Writes; asked by POST.
    Mutation,
}

/// What a procedure is given besides its input.
#[derive(Clone)]
pub struct Call {
    /// The services and settings.
    pub state: AppState,
    /// Who calls; nobody where the procedure is public.
    pub caller: Option<Arc<Caller>>,
}

impl Call {
    /// Who calls, behind a rule that demands somebody.
    pub fn member(&self) -> Result<&Caller, Problem> {
        self.caller.as_deref().ok_or_else(unauthenticated)
    }
}

/// Bytes that most answers fit into, so that writing them need not move them.
const USUAL_ANSWER: usize = 1536;
/// Edits of records wait for each other, and nobody wants to make one twice.
const EDITING: Duration = Duration::from_secs(10);

type Run = Box<
    dyn Fn(Call, Option<&Input<'_>>) -> BoxFuture<'static, Result<Answer, Problem>> + Send + Sync,
>;

/// What a procedure is given whose answers are kept for all who are alike: nothing of the caller but that.
pub struct Reading {
    /// The services.
    pub upstream: Arc<Upstream>,
    /// What the caller may see.
    pub entitlement: Entitlement,
}

impl From<Call> for Reading {
    fn from(call: Call) -> Self {
        let entitlement = Entitlement::of(call.caller.as_deref());
        Self { upstream: call.state.upstream, entitlement }
    }
}

/// What a procedure is called, and what holds for its calls.
#[derive(Clone, Copy)]
struct Rule {
    name: &'static str,
    kind: Kind,
    access: Access,
    deadline: Duration,
    made_of: &'static [Domain],
    changes: Option<Domain>,
}

impl Rule {
    fn new(name: &'static str, kind: Kind, access: Access) -> Self {
        Self { name, kind, access, deadline: DEADLINE, made_of: &[], changes: None }
    }
}

/// One procedure.
pub struct Procedure {
    /// `domain.verb`.
    pub name: &'static str,
    /// Whether it reads or writes.
    pub kind: Kind,
    /// Who may call it.
    pub access: Access,
    /// The time that a call has.
    pub deadline: Duration,
    /// The data that its answers are made of, where they may be kept; otherwise nothing.
    pub made_of: &'static [Domain],
    /// The data that it changes.
    pub changes: Option<Domain>,
    /// Whether it looks at its input.
    pub takes_input: bool,
    /// Whether it answers a question with rows, page by page.
    pub lists: bool,
    pub(crate) shapes: Shapes,
    run: Run,
}

impl Procedure {
    /// Runs it; the rule has been applied before.
    pub fn run(
        &self,
        call: Call,
        input: Option<&Input<'_>>,
    ) -> BoxFuture<'static, Result<Answer, Problem>> {
        (self.run)(call, input)
    }
}

/// Every procedure by name.
#[derive(Default)]
pub struct Registry {
    procedures: Vec<Procedure>,
    by_name: HashMap<&'static str, usize>,
}

impl Registry {
    /// Adds a procedure that reads.
    pub fn query<I, O, F, A>(&mut self, name: &'static str, access: Access, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: Serialize + TS + 'static,
        F: Fn(Call, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<O, Problem>> + Send + 'static,
    {
        self.add(Rule::new(name, Kind::Query, access), handler);
    }

    /// Adds a procedure that reads and whose answers may be kept, with the data that they are made of.
    pub fn kept<I, O, F, A>(
        &mut self,
        name: &'static str,
        access: Access,
        made_of: &'static [Domain],
        handler: F,
    ) where
        I: DeserializeOwned + TS + Send + 'static,
        O: Serialize + TS + 'static,
        F: Fn(Reading, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<O, Problem>> + Send + 'static,
    {
        let rule = Rule { made_of, ..Rule::new(name, Kind::Query, access) };
        self.add(rule, move |call: Call, input| handler(call.into(), input));
    }

    /// Adds a procedure that writes.
    pub fn mutation<I, O, F, A>(&mut self, name: &'static str, access: Access, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: Serialize + TS + 'static,
        F: Fn(Call, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<O, Problem>> + Send + 'static,
    {
        self.add(Rule::new(name, Kind::Mutation, access), handler);
    }

    /// Adds a procedure that changes data that kept answers are made of.
    pub fn mutation_of<I, O, F, A>(
        &mut self,
        domain: Domain,
        name: &'static str,
        access: Access,
        handler: F,
    ) where
        I: DeserializeOwned + TS + Send + 'static,
        O: Serialize + TS + 'static,
        F: Fn(Call, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<O, Problem>> + Send + 'static,
    {
        let rule = Rule::new(name, Kind::Mutation, access);
        self.add(Rule { changes: Some(domain), deadline: EDITING, ..rule }, handler);
    }

    /// Adds a procedure that writes and waits for others, such as a mail server.
    pub fn mutation_within<I, O, F, A>(
        &mut self,
        deadline: Duration,
        name: &'static str,
        access: Access,
        handler: F,
    ) where
        I: DeserializeOwned + TS + Send + 'static,
        O: Serialize + TS + 'static,
        F: Fn(Call, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<O, Problem>> + Send + 'static,
    {
        self.add(Rule { deadline, ..Rule::new(name, Kind::Mutation, access) }, handler);
    }

    /// The procedure of a name.
    pub fn get(&self, name: &str) -> Option<&Procedure> {
        self.by_name.get(name).map(|at| &self.procedures[*at])
    }

    /// All procedures in the order they were added.
    pub fn all(&self) -> &[Procedure] {
        &self.procedures
    }

    /// The same, where the answer comes as JSON from the service that owns it: the JSON of `O`.
    pub fn kept_json<I, O, F, A>(
        &mut self,
        name: &'static str,
        access: Access,
        made_of: &'static [Domain],
        handler: F,
    ) where
        I: DeserializeOwned + TS + Send + 'static,
        O: TS + 'static,
        F: Fn(Reading, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<Bytes, Problem>> + Send + 'static,
    {
        let answer = |json: Bytes| match json.first() {
            Some(_) => Ok(Some(json)),
            None => Err(Problem::internal("a service answered without a text")),
        };
        let rule = Rule { made_of, ..Rule::new(name, Kind::Query, access) };
        self.add_written::<I, O, _, _>(rule, move |call: Call, input| {
            handler(call.into(), input).map(move |json| json.and_then(answer))
        });
    }

    fn add<I, O, F, A>(&mut self, rule: Rule, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: Serialize + TS + 'static,
        F: Fn(Call, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<O, Problem>> + Send + 'static,
    {
        self.add_written::<I, O, _, _>(rule, move |call, input| {
            handler(call, input).map(|output| output.and_then(|output| write(&output)))
        });
    }

    fn add_written<I, O, F, A>(&mut self, rule: Rule, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: TS + 'static,
        F: Fn(Call, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<Answer, Problem>> + Send + 'static,
    {
        let run: Run = Box::new(move |call, input: Option<&Input<'_>>| match read::<I>(input) {
            Ok(input) => handler(call, input).boxed(),
            Err(problem) => std::future::ready(Err(problem)).boxed(),
        });
        let Rule { name, kind, access, deadline, made_of, changes } = rule;
        let takes_input = !is_nothing::<I>();
        let asked = TypeId::of::<I>() == TypeId::of::<Query>();
        let lists = asked && name.split_once('.').is_some_and(|(_, verb)| verb == "list");
        let shapes = Shapes::of::<I, O>();
        let known = self.by_name.insert(name, self.procedures.len());
        assert!(known.is_none(), "procedure {name} is registered twice");
        self.procedures.push(Procedure {
            name,
            kind,
            access,
            deadline,
            made_of,
            changes,
            takes_input,
            lists,
            shapes,
            run,
        });
    }
}

/// Whether a type stands for "no input" or "no output".
pub(crate) fn is_nothing<T: 'static>() -> bool {
    TypeId::of::<T>() == TypeId::of::<()>()
}

/// The input of a procedure, as its contract says.
pub(crate) fn read<I: DeserializeOwned + 'static>(input: Option<&Input<'_>>) -> Result<I, Problem> {
    let input = match input {
        _ if is_nothing::<I>() => &Input::Null,
        Some(input) => input,
        None => return Err(Problem::invalid("input_missing", "This procedure needs an input")),
    };
    input::read(input).map_err(|refusal| Problem::invalid("input_invalid", refusal.to_string()))
}

fn write<O: Serialize + 'static>(output: &O) -> Result<Answer, Problem> {
    if is_nothing::<O>() {
        return Ok(None);
    }
    let mut json = Vec::with_capacity(USUAL_ANSWER);
    serde_json::to_writer(&mut json, output).map_err(Problem::internal)?;
    Ok(Some(json.into()))
}
