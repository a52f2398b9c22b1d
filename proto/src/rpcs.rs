//! The callers that may make each call, as the options of the definitions say (`protos/assay.proto`).

/// The person that a call needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredPerson {
    /// Nobody, and it gets nobody.
    Nobody,
    /// Any visitor, signed in or not.
    Anybody,
    /// Somebody who is signed in.
    Member,
    /// A signed-in administrator.
    Administrator,
}

/// The rule of a call.
#[derive(Debug)]
pub struct Rpc {
    /// `/catalog.v1.Catalog/ListRows`.
    pub path: &'static str,
    /// The programs that may make it.
    pub peers: &'static [&'static str],
    /// The person that it needs.
    pub person: RequiredPerson,
    /// Whether the person must have signed in a moment ago.
    pub fresh: bool,
}

impl Rpc {
    /// The program that answers it, `catalog` of the package `catalog.v1`.
    pub fn service(&self) -> &'static str {
        service(self.path)
    }
}

/// The rule of the call with this path; none for a call that is not defined, which nobody may make.
pub fn rpc(path: &str) -> Option<&'static Rpc> {
    RPCS.binary_search_by(|rpc| rpc.path.cmp(path)).ok().map(|place| &RPCS[place])
}

/// The program that answers calls of this path.
pub fn service(path: &str) -> &str {
    path.trim_start_matches('/').split('.').next().unwrap_or_default()
}

/// Whether a program answers calls for persons.
pub fn admits_persons(program: &str) -> bool {
    RPCS.iter().any(|rpc| rpc.service() == program && rpc.person != RequiredPerson::Nobody)
}

include!(concat!(env!("OUT_DIR"), "/rpcs.rs"));
