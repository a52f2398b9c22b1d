//! The quotas of each class of calls for a user and for an address, and the settings that change them.

use std::collections::BTreeMap;
use std::time::Duration;

use kit::config::{ConfigError, Env, items};
use kit::rate_limits::Quota;

use super::principal::Principal;

/// The classes of calls, each with limits of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RateClass {
    /// Everything that signs in: requests for links, visits of them, passkeys and second factors.
    SignIn,
    /// The calls of a page about its session, and the forms around it. Data that others at the address read do not
    /// count here, so that no user looks signed out because of them.
    Session,
    /// The same calls of pages that visitors without a session read: a sign-in begins with them, so that no program at
    /// their address uses up theirs.
    SignInPage,
    /// Queries and feeds.
    Reading,
    /// Queries of pages that visitors without a session read, so that no program at their address uses up theirs.
    Page,
    /// Files.
    Downloading,
    /// Product events, and errors of the session client. Those beyond the limit are sampled, not refused.
    Tracking,
    /// Changes, and calls of administrators.
    Administration,
    /// Look-ups of session tokens that this process does not know to be valid: whoever sends forged ones does not get
    /// identity to look up each of them. Always of an address.
    SessionLookup,
}

const CLASSES: [RateClass; 9] = [
    RateClass::SignIn,
    RateClass::Session,
    RateClass::SignInPage,
    RateClass::Reading,
    RateClass::Page,
    RateClass::Downloading,
    RateClass::Tracking,
    RateClass::Administration,
    RateClass::SessionLookup,
];

/// The quotas of all classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rates {
    /// `RATES_PER_USER`: `class=calls/seconds`, separated by commas; those that are not named keep the default.
    pub per_user: BTreeMap<RateClass, Quota>,
    /// `RATES_PER_ADDRESS`: the same for everybody without a session at an address.
    pub per_address: BTreeMap<RateClass, Quota>,
}

impl RateClass {
    /// Its name in settings and headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::SignIn => "sign-in",
            Self::Session => "session",
            Self::SignInPage => "sign-in-page",
            Self::Reading => "reading",
            Self::Page => "page",
            Self::Downloading => "downloading",
            Self::Tracking => "tracking",
            Self::Administration => "administration",
            Self::SessionLookup => "session-lookup",
        }
    }

    /// The class in which such a call counts when a page makes it without a session.
    pub fn of_page(self) -> Self {
        match self {
            Self::Session => Self::SignInPage,
            Self::Reading => Self::Page,
            other => other,
        }
    }
}

impl Rates {
    /// Reads the settings.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        let per_user = env.text("RATES_PER_USER")?;
        let per_address = env.text("RATES_PER_ADDRESS")?;
        Ok(Self {
            per_user: changed(PER_USER, "RATES_PER_USER", per_user.as_deref())?,
            per_address: changed(PER_ADDRESS, "RATES_PER_ADDRESS", per_address.as_deref())?,
        })
    }

    /// The quota of a caller for a class of calls.
    pub fn quota(&self, class: RateClass, principal: &Principal) -> Quota {
        let quotas = match principal {
            Principal::User(_) => &self.per_user,
            Principal::Address(_) => &self.per_address,
        };
        quotas[&class]
    }
}

/// Calls and seconds, in the order of the classes. A page makes some dozens of calls when it is first loaded: even many
/// pages at once are far below the limits of reading.
const PER_USER: [(u32, u64); 9] = [
    (60, 300),
    (600, 60),
    (600, 60),
    (1_200, 60),
    (1_200, 60),
    (60, 60),
    (120, 60),
    (300, 60),
    (3_000, 60),
];
/// An address may be that of a whole office.
const PER_ADDRESS: [(u32, u64); 9] = [
    (100, 300),
    (3_000, 60),
    (3_000, 60),
    (3_000, 60),
    (3_000, 60),
    (60, 60),
    (300, 60),
    (300, 60),
    (3_000, 60),
];

fn changed(
    defaults: [(u32, u64); 9],
    name: &str,
    text: Option<&str>,
) -> Result<BTreeMap<RateClass, Quota>, ConfigError> {
    let quota = |(uses, seconds)| Quota { uses, window: Duration::from_secs(seconds) };
    let mut quotas: BTreeMap<_, _> = CLASSES.into_iter().zip(defaults.map(quota)).collect();
    for item in items(text.unwrap_or_default()) {
        let (class, quota) = parse(item).ok_or_else(|| {
            let names = CLASSES.map(RateClass::name).join(", ");
            let problem = format!(
                "contains {item:?} (expected class=calls/seconds, both at least 1; classes: {names})"
            );
            ConfigError::new(name, problem)
        })?;
        quotas.insert(class, quota);
    }
    Ok(quotas)
}

fn parse(item: &str) -> Option<(RateClass, Quota)> {
    let (class, quota) = item.split_once('=')?;
    let (uses, seconds) = quota.split_once('/')?;
    let class = CLASSES.into_iter().find(|known| known.name() == class.trim())?;
    let (uses, seconds): (u32, u32) = (uses.trim().parse().ok()?, seconds.trim().parse().ok()?);
    // A day at most: counters are no archive.
    if uses == 0 || !(1..=86_400).contains(&seconds) {
        return None;
    }
    Some((class, Quota { uses, window: Duration::from_secs(seconds.into()) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates(per_user: &str) -> Result<Rates, ConfigError> {
        Rates::from_env(&mut Env::default().with("RATES_PER_USER", per_user))
    }

    #[test]
    fn settings_change_the_classes_that_they_name() {
        let usual = rates("").unwrap();
        let changed = rates("reading=5/10, tracking=1/86400,").unwrap();
        let reading = Quota { uses: 5, window: Duration::from_secs(10) };
        assert_eq!(changed.per_user[&RateClass::Reading], reading);
        assert_eq!(
            changed.per_user[&RateClass::Downloading],
            usual.per_user[&RateClass::Downloading]
        );
        assert_eq!(changed.per_address, usual.per_address);
        for wrong in ["reading", "reading=5", "reading=0/10", "reading=5/0", "writing=5/10", "5/10"]
        {
            let error = rates(wrong).unwrap_err().to_string();
            assert!(error.starts_with("setting RATES_PER_USER contains"), "{error}");
        }
    }

    #[test]
    fn no_first_load_of_a_page_reaches_the_limits_of_reading() {
        let usual = rates("").unwrap();
        for quotas in [&usual.per_user, &usual.per_address] {
            // Twenty of the largest batches at once, and a hundred pages with their session.
            assert!(quotas[&RateClass::Reading].uses >= 1_000);
            assert!(quotas[&RateClass::Page].uses >= 1_000);
            assert!(quotas[&RateClass::Session].uses >= 300);
            assert!(quotas[&RateClass::SignInPage].uses >= 300);
        }
    }
}
