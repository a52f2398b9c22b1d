//! Parsers of untrusted input of the gateway, exposed for the fuzz targets (`deploy/fuzz`) alone.

pub use crate::call::input::{Input, MAX_DEPTH, check_texts, decode, parse};
pub use crate::call::limits::MAX_CALLS;
pub use crate::http_message::coding::{AcceptEncoding, Coding};
pub use crate::http_message::cookies::RequestCookies;
pub use crate::http_message::query::{parameter, parameter_names};
pub use crate::http_message::range::RequestedRange;
pub use crate::wires::auth::callback_url::{encode_component, resolve as callback_url};
pub use crate::wires::auth::cookies::Names;
pub use crate::wires::auth::state_cookies::Sealer;
pub use crate::wires::trpc::calls::read as trpc_calls;
