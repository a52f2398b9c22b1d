//! The limit of files and connections that the process may have open at a time.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the limit to the highest that the system admits: shells and containers usually begin with 1,024, which the
/// connections of one client reach.
pub fn raise() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current == maximum {
        return;
    }
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        tracing::warn!(%error, ?current, ?maximum, "the limit of open files stays as it is");
    }
}

/// The present limit; none if there is none.
pub fn limit() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_limit_is_used() {
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // Without a maximum the system has one that it does not name.
        let Some(most) = maximum else { return };
        setrlimit(Resource::Nofile, Rlimit { current: Some(most - 1), maximum }).unwrap();
        assert_eq!(limit(), Some(most - 1));
        raise();
        assert_eq!(limit(), Some(most));
    }
}
