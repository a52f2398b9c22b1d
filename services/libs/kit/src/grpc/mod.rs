//! Calls between services: deadlines, trace context, typed failures, balancing.

mod answer;
mod bounded_body;
mod client;
mod deadline;
mod endpoints;
mod generation;
mod held_bytes;
mod joined_writes;
mod probe;
mod reader;
mod scope;
mod server;

pub use answer::answer;
pub use bounded_body::LARGEST_MESSAGE;
pub use client::{Channel, connect};
pub use deadline::{DEFAULT as DEFAULT_DEADLINE, remaining, within};
pub use generation::{Generations, collect_generations, tagged};
pub use held_bytes::hold;
pub use reader::{Audience, Purpose, Reader, read_as, reader};
pub use scope::{LARGEST_SCOPE, scope, scoped_to};
pub use server::{reflection, serve};

/// Reads may be sent twice and dropped half way; their names begin with these words.
fn is_read(path: &str) -> bool {
    let method = path.rsplit('/').next().unwrap_or_default();
    ["Get", "List", "Resolve"].iter().any(|prefix| method.starts_with(prefix))
}
