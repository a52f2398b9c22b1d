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
use serde_json::Value;
use ts_rs::TS;

use crate::access::{Access, unauthenticated};
use crate::contract::Shapes;
use crate::reading;
use crate::session::Caller;
use crate::state::AppState;
use crate::trpc::DEADLINE;
use crate::trpc::envelope::Answer;

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

type Run =
    Box<dyn Fn(Call, Option<Value>) -> BoxFuture<'static, Result<Answer, Problem>> + Send + Sync>;

/// What a procedure is called, whether it reads, who may call it, and the time that a call has.
type Named = (&'static str, Kind, Access, Duration);

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
        input: Option<Value>,
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
        self.add((name, Kind::Query, access, DEADLINE), handler);
    }

    /// Adds a procedure that writes.
    pub fn mutation<I, O, F, A>(&mut self, name: &'static str, access: Access, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: Serialize + TS + 'static,
        F: Fn(Call, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<O, Problem>> + Send + 'static,
    {
        self.add((name, Kind::Mutation, access, DEADLINE), handler);
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
        self.add((name, Kind::Mutation, access, deadline), handler);
    }

    /// The procedure of a name.
    pub fn get(&self, name: &str) -> Option<&Procedure> {
        self.by_name.get(name).map(|at| &self.procedures[*at])
    }

    /// All procedures in the order they were added.
    pub fn all(&self) -> &[Procedure] {
        &self.procedures
    }

    /// Adds a procedure that reads and whose answer comes as JSON from the service that owns it: the JSON
    /// of `O`.
    pub fn query_json<I, O, F, A>(&mut self, name: &'static str, access: Access, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: TS + 'static,
        F: Fn(Call, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<Bytes, Problem>> + Send + 'static,
    {
        let answer = |json: Bytes| match json.first() {
            Some(_) => Ok(Some(json)),
            None => Err(Problem::internal("a service answered without a text")),
        };
        self.add_written::<I, O, _, _>(
            (name, Kind::Query, access, DEADLINE),
            move |call, input| handler(call, input).map(move |json| json.and_then(answer)),
        );
    }

    fn add<I, O, F, A>(&mut self, named: Named, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: Serialize + TS + 'static,
        F: Fn(Call, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<O, Problem>> + Send + 'static,
    {
        self.add_written::<I, O, _, _>(named, move |call, input| {
            handler(call, input).map(|output| output.and_then(|output| write(&output)))
        });
    }

    fn add_written<I, O, F, A>(&mut self, (name, kind, access, deadline): Named, handler: F)
    where
        I: DeserializeOwned + TS + Send + 'static,
        O: TS + 'static,
        F: Fn(Call, I) -> A + Send + Sync + 'static,
        A: Future<Output = Result<Answer, Problem>> + Send + 'static,
    {
        let run: Run = Box::new(move |call, input| match read::<I>(input) {
            Ok(input) => handler(call, input).boxed(),
            Err(problem) => std::future::ready(Err(problem)).boxed(),
        });
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

fn read<I: DeserializeOwned + 'static>(input: Option<Value>) -> Result<I, Problem> {
    let input = match input {
        _ if is_nothing::<I>() => Value::Null,
        Some(input) => input,
        None => return Err(Problem::invalid("input_missing", "This procedure needs an input")),
    };
    reading::read(input).map_err(|refusal| Problem::invalid("input_invalid", refusal.to_string()))
}

fn write<O: Serialize + 'static>(output: &O) -> Result<Answer, Problem> {
    if is_nothing::<O>() {
        return Ok(None);
    }
    let mut json = Vec::with_capacity(USUAL_ANSWER);
    serde_json::to_writer(&mut json, output).map_err(Problem::internal)?;
    Ok(Some(json.into()))
}
