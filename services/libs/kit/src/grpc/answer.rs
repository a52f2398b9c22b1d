//! Turns the outcome of a verb into the answer of a call.

use tonic::{Response, Status};

use crate::error::Problem;

/// The verb's answer, or the status of its failure. The failure is logged here, once, with its cause, which the status
/// does not reveal.
pub async fn answer<T, E: Into<Problem>>(
    call: &str,
    verb: impl Future<Output = Result<T, E>>,
) -> Result<Response<T>, Status> {
    verb.await.map(Response::new).map_err(|error| {
        let problem: Problem = error.into();
        problem.log(call);
        problem.into()
    })
}

/// Implements a gRPC service for a type that holds the context in its only field, one line for each call: name, messages and
/// verb. The verb gets the context and the request, `owned` or `borrowed`. The database of the context answers with the outcome,
/// unless a method of the type is named: in the first line for all calls, after a verb for one. A verb that acts for the person
/// of the call is marked with `#[person]`, and gets the verified person between the two.
///
/// ```ignore
/// kit::rpcs! {
///     Profiles for Rpc, owned;
///     #[person]
///     get_profile: GetProfileRequest => GetProfileResponse, profiles::get::get;
/// }
/// ```
#[macro_export]
macro_rules! rpcs {
    ($service:ident for $rpc:ident, $taken:ident; $($calls:tt)*) => {
        $crate::rpcs! { @service $service, $rpc, $taken, database; $($calls)* }
    };
    ($service:ident for $rpc:ident, $taken:ident, $answer:ident; $($calls:tt)*) => {
        $crate::rpcs! { @service $service, $rpc, $taken, $answer; $($calls)* }
    };
    (
        @service $service:ident, $rpc:ident, $taken:ident, $usual:ident;
        $($(#[$who:ident])? $name:ident: $input:ty => $output:ty, $verb:path $(, $answer:ident)?;)*
    ) => {
        #[::tonic::async_trait]
        impl $service for $rpc {
            $(
                async fn $name(
                    &self,
                    request: ::tonic::Request<$input>,
                ) -> Result<::tonic::Response<$output>, ::tonic::Status> {
                    let verb = $crate::rpcs!(@verb self, request, $taken, $verb $(, $who)?);
                    $crate::rpcs!(@answer self, stringify!($name), verb, $usual $(, $answer)?)
                }
            )*
        }
    };
    (@verb $rpc:expr, $request:ident, $taken:ident, $verb:path) => {
        $verb(&$rpc.0, $crate::rpcs!(@request $taken $request))
    };
    (@verb $rpc:expr, $request:ident, $taken:ident, $verb:path, person) => {
        $verb(
            &$rpc.0,
            $crate::peers::person(&$request)?,
            $crate::rpcs!(@request $taken $request),
        )
    };
    (@request owned $request:ident) => {
        $request.into_inner()
    };
    (@request borrowed $request:ident) => {
        $request.get_ref()
    };
    (@answer $rpc:expr, $call:expr, $verb:expr, database) => {
        $rpc.0.db.answer($call, $verb).await
    };
    (@answer $rpc:expr, $call:expr, $verb:expr, $answer:ident) => {
        $rpc.$answer($call, $verb).await
    };
    (@answer $rpc:expr, $call:expr, $verb:expr, $usual:ident, $answer:ident) => {
        $rpc.$answer($call, $verb).await
    };
}
