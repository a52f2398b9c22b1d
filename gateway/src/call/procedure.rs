//! One procedure: its name, its rule, and what answers it.

use futures::future::BoxFuture;
use kit::error::Problem;

use super::access::Access;
use super::context::CallContext;
use super::data::Domain;
use super::input::Input;
use super::limits::Limits;
use super::output::Output;
use super::shapes::Shapes;

/// Whether a procedure reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Reads; asked by GET.
    Query,
    /// Writes; asked by POST.
    Mutation,
}

/// Reads the input before it waits for anything, so that the input need not outlive the call.
pub(super) type Run = Box<
    dyn Fn(CallContext, Option<&Input<'_>>) -> BoxFuture<'static, Result<Output, Problem>>
        + Send
        + Sync,
>;

/// One procedure.
pub struct Procedure {
    /// `domain.verb`.
    pub name: &'static str,
    /// Whether it reads or writes.
    pub kind: Kind,
    /// Who may call it.
    pub access: Access,
    /// What a call may take.
    pub limits: Limits,
    /// The data that its answers are made of, where they may be cached; otherwise nothing.
    pub made_of: &'static [Domain],
    /// The data that it changes.
    pub changes: Option<Domain>,
    /// Whether it looks at its input.
    pub takes_input: bool,
    /// Whether it answers a query with rows, page by page.
    pub lists: bool,
    pub(super) shapes: Shapes,
    pub(super) run: Run,
}

impl Procedure {
    /// Runs it; the pipeline has applied the rule before.
    pub(super) fn run(
        &self,
        context: CallContext,
        input: Option<&Input<'_>>,
    ) -> BoxFuture<'static, Result<Output, Problem>> {
        (self.run)(context, input)
    }
}
